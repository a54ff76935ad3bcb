"""Blocks of blocks, layouts side by side, entries that conditions keep inside, powers of powers, inverses at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sympy import (
    BlockMatrix,
    DiagMatrix,
    Eq,
    HadamardProduct,
    Identity,
    Idx,
    ImmutableMatrix,
    Integer,
    Inverse,
    KroneckerProduct,
    MatPow,
    MatrixSymbol,
    Mod,
    Ne,
    OneMatrix,
    Sum,
    Transpose,
    ZeroMatrix,
    cos,
    exp,
    floor,
    sin,
    symbols,
)

from symattn import (
    BlockRotation,
    Equation,
    HeadBlock,
    HeadFamily,
    HeadStack,
    HeadSum,
    Invertible,
    InvertibleSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    RowSoftmax,
    Vec,
    certificate,
    decide,
    dims,
    verifier,
)
from tests.written import circulant, lower, made, power, where

pytestmark = pytest.mark.sampled

n, m, k, d, r, h, p, ell, G, H = dims("n m k d r h p ell G H")
u, v = symbols("u v", integer=True)
j, t = symbols("j t", integer=True, nonnegative=True)
a, b, c, e = symbols("a b c e", real=True)
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
D = MatrixSymbol("D", k, m)
x, y = (MatrixSymbol(name, n, 1) for name in "xy")
one = Identity(n)


S, dP, Q = MatrixSymbol("S", r, n), MatrixSymbol("dP", r, n), MatrixSymbol("Q", r, ell)
P = RowSoftmax(S)
dS = HadamardProduct(P, dP - HadamardProduct(P, dP) * OneMatrix(n, n))

theta, place, group, head = MatrixSymbol("theta", h, 1), Idx("i", h), Idx("g", G), Idx("f", H)
unit, zeros = made(1, h, lambda i, l: where(1, Eq(l, place))), ZeroMatrix(1, h)
interleaving = HeadStack(BlockMatrix([[unit, zeros], [zeros, unit]]), place)
cosines, sines = (made(h, h, lambda i, l, f=f: where(f(theta[i, 0]), Eq(i, l))) for f in (cos, sin))
W, big = MatrixFamily("W", G, d, p), MatrixSymbol("B", G * H * d, p)
repeated = HeadStack(HeadFamily(HeadStack(HeadFamily(W[group], head)), group))
every = Idx("e", G * H)
R_, T_ = MatrixSymbol("R", H, r), MatrixSymbol("T", d, p)
SYLVESTER = KroneckerProduct(one, A) + KroneckerProduct(Transpose(B), one)

TRUE: dict[str, tuple[Any, ...]] = {
    "the gradients of the keys sum to zero": (OneMatrix(1, n) * (dS.T * Q), ZeroMatrix(1, ell)),
    "Kronecker products are associative": (
        KroneckerProduct(A, KroneckerProduct(D, B)),
        KroneckerProduct(KroneckerProduct(A, D), B),
    ),
    "a group's matrix is repeated for its heads": (
        HeadSum(HeadFamily(HeadBlock(repeated, every, G * H), every)),
        HeadSum(HeadFamily(HeadSum(HeadFamily(W[group], head)), group)),
    ),
    "blocks of blocks are blocks": (
        HeadSum(HeadFamily(HeadSum(HeadFamily(HeadBlock(HeadBlock(big, group, G), head, H), head)), group)),
        HeadSum(HeadFamily(HeadBlock(big, every, G * H), every)),
    ),
    "pairs are halves after a permutation": (
        BlockRotation(theta) * interleaving,
        interleaving * BlockMatrix([[cosines, sines], [-sines, cosines]]),
    ),
    "a Kronecker product entry by entry": (
        made(H * d, r * p, lambda i, l: R_[floor(i / d), floor(l / p)] * T_[Mod(i, d), Mod(l, p)]),
        KroneckerProduct(R_, T_),
    ),
    "constants above": (
        BlockMatrix([[a * OneMatrix(n, m)], [D]]),
        made(n + k, m, lambda i, l: where(a, i < n, D[i - n, l])),
    ),
    "constants below": (
        BlockMatrix([[D], [a * OneMatrix(n, m)]]),
        made(k + n, m, lambda i, l: where(D[i, l], i < k, a)),
    ),
    "Toeplitz matrices add": (lower(x) + lower(y), lower(x + y)),
    "the first column of a Toeplitz matrix": (lower(x)[:, :1], x),
    "convolution is commutative": (lower(x) * y, lower(y) * x),
    "a product with a Toeplitz matrix is a convolution": (
        lower(x) * y,
        made(n, 1, lambda i, _: Sum(x[i - t, 0] * y[t, 0], (t, 0, i))),
    ),
    "circulant matrices add": (circulant(x) + circulant(y), circulant(x + y)),
    "a circulant matrix by cases": (
        circulant(x),
        made(n, n, lambda i, l: where(x[i - l, 0], l <= i, x[i - l + n, 0])),
    ),
    "a remainder of what may be below 0": (
        made(n, n, lambda i, l: Mod(i - l, n)),
        made(n, n, lambda i, l: where(i - l, l <= i, i - l + n)),
    ),
    "exponents multiply": (power(power(A, n), m), power(A, n * m)),
    "the power of a square": (power(A * A, j), power(A, 2 * j)),
    "exponents change places": (power(power(A, j), t), power(power(A, t), j)),
    "the inverse of a power": (Inverse(power(A, j)), power(Inverse(A), j), Invertible(A)),
    "the identity is its own inverse": (Inverse(ImmutableMatrix(3, 3, lambda p, q: int(p == q))), Identity(3)),
    "a matrix of numbers": (
        Inverse(ImmutableMatrix([[1, 2, 0], [0, 1, 3], [0, 0, 1]])),
        ImmutableMatrix([[1, -2, 6], [0, 1, -3], [0, 0, 1]]),
    ),
    "two by two": (
        Inverse(ImmutableMatrix([[a, b], [c, e]])),
        ImmutableMatrix([[e, -b], [-c, a]]) / (a * e - b * c),
        Ne(a * e - b * c, 0),
    ),
    "a rotation": (
        Inverse(ImmutableMatrix([[cos(a), sin(a)], [-sin(a), cos(a)]])),
        ImmutableMatrix([[cos(a), -sin(a)], [sin(a), cos(a)]]),
    ),
    "an exponential on the diagonal": (Invertible(DiagMatrix(x.applyfunc(exp))),),
    "one more than an idempotent": (Invertible(one + A), Equation(A * A, A)),
    "one less a nilpotent": (Invertible(one - A), Equation(A * A * A, ZeroMatrix(n, n))),
    "a power of an orthogonal matrix": (Invertible(power(OrthogonalSymbol("g", n), j)),),
    "a geometric sum": (
        (power(A, p) - one) * Inverse(A - one),
        HeadSum(HeadFamily(MatPow(A, Idx("q", p)), Idx("q", p))),
        Invertible(A - one),
    ),
    "Sylvester's equation": (
        Vec(C),
        Inverse(SYLVESTER) * Vec(MatrixSymbol("E", n, n)),
        Invertible(SYLVESTER),
        Equation(A * C + C * B, MatrixSymbol("E", n, n)),
    ),
}


def decided(statement: tuple[Any, ...]) -> Any:
    if isinstance(statement[0], Invertible):
        return decide(statement[0], given=list(statement[1:]))
    return decide(*statement[:2], given=list(statement[2:]))


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_of_places_and_inverses_is_proved(name: str) -> None:
    verdict = decided(TRUE[name])
    assert verdict.status == "proved", verdict.report
    assert not verdict.possibly_vacuous or name == "Sylvester's equation"


@pytest.mark.parametrize("name", ["Kronecker products are associative", "exponents multiply", "a rotation"])
def test_its_certificates_are_replayed(name: str, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    path.write_text(certificate(decided(TRUE[name])), encoding="utf-8")
    verifier.verify_path(str(path))


REGULAR, OTHER, TURN = InvertibleSymbol("F", n), InvertibleSymbol("G", m), OrthogonalSymbol("Q", n)
KRONECKER = {
    "two": (Invertible(KroneckerProduct(REGULAR, OTHER)),),
    "of a transpose": (Invertible(KroneckerProduct(REGULAR.T, OTHER)),),
    "of three": (Invertible(KroneckerProduct(KroneckerProduct(REGULAR, OTHER), OTHER)),),
    "as given": (Invertible(KroneckerProduct(A, OTHER)), Invertible(A)),
    "its inverse": (Inverse(KroneckerProduct(REGULAR, OTHER)), KroneckerProduct(Inverse(REGULAR), Inverse(OTHER))),
    "applied": (
        Inverse(KroneckerProduct(REGULAR, OTHER)) * Vec(MatrixSymbol("V", m, n)),
        Vec(Inverse(OTHER) * MatrixSymbol("V", m, n) * Inverse(REGULAR).T),
    ),
}
NO_KRONECKER = {
    "one is any matrix": (Invertible(KroneckerProduct(A, OTHER)),),
    "the other one is any matrix": (Invertible(KroneckerProduct(REGULAR, B)),),
    "an entrywise product": (Invertible(HadamardProduct(REGULAR, TURN)),),
    "a sum": (Invertible(KroneckerProduct(REGULAR, TURN) + KroneckerProduct(TURN, REGULAR)),),
    "in the other order": (
        Inverse(KroneckerProduct(REGULAR, OTHER)),
        KroneckerProduct(Inverse(OTHER), Inverse(REGULAR)),
    ),
    "without a transpose": (
        Inverse(KroneckerProduct(REGULAR, OTHER)) * Vec(MatrixSymbol("V", m, n)),
        Vec(Inverse(OTHER) * MatrixSymbol("V", m, n) * Inverse(REGULAR)),
    ),
}


@pytest.mark.parametrize("name", KRONECKER)
def test_a_kronecker_product_has_the_inverses_of_its_factors(name: str) -> None:
    verdict = decided(KRONECKER[name])
    assert verdict.status == "proved", verdict.report


@pytest.mark.parametrize("name", NO_KRONECKER)
def test_no_other_word_has_them(name: str) -> None:
    assert decided(NO_KRONECKER[name]).status != "proved"


def test_an_entry_that_may_lie_outside_is_undefined() -> None:
    outside = made(n, n, lambda i, l: where(x[i - l, 0], l <= i + 1))
    verdict = decide(outside, outside + ZeroMatrix(n, n))
    assert verdict.status == "unknown" and "i - j is at least 0 and below n" in verdict.report.replace("u - v", "i - j")


def test_without_a_condition_an_entry_has_to_lie_inside() -> None:
    with pytest.raises(Exception, match="not provably an index"):
        decide(made(n, n, lambda i, l: x[i - l, 0]), Integer(2) * lower(x))
