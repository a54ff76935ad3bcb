"""Traces, determinants, diagonals, Kronecker products and vec: values against NumPy, theorems, near misses."""

import io

import numpy as np
import pytest
from sympy import (
    Adjoint,
    Determinant,
    DiagMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Integer,
    KroneckerProduct,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    conjugate,
    cos,
    sin,
)
from sympy.matrices.expressions.diagonal import DiagonalMatrix, DiagonalOf

from symattn import (
    FrobeniusNorm,
    PermutationSymbol,
    ShapeError,
    SquaredNorm,
    UnsupportedExpression,
    Vec,
    calc,
    certificate,
    cost,
    decide,
    dims,
    evaluate,
    latex,
    prove,
    verifier,
)
from symattn.language.plain import plain

n, m, p, q, r, k = dims("n m p q r k")
A, B, C, D = MatrixSymbol("A", n, m), MatrixSymbol("B", p, q), MatrixSymbol("C", m, k), MatrixSymbol("D", q, r)
E, M, N = MatrixSymbol("E", m, n), MatrixSymbol("M", n, n), MatrixSymbol("N", n, n)
G, T = MatrixSymbol("G", m, p), MatrixSymbol("T", m, m)
W, Z = MatrixSymbol("W", 2, 2), MatrixSymbol("Z", 2, 2)
W3, W1 = MatrixSymbol("W", 3, 3), MatrixSymbol("W", 1, 1)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
x, y = Symbol("x", real=True), Symbol("y", real=True)
i = Symbol("i", integer=True, nonnegative=True)
sigma = PermutationSymbol("sigma", n)

SHAPES = {A: (2, 3), B: (4, 5), D: (5, 2), M: (4, 4), u: (3, 1), W: (2, 2), W3: (3, 3), W1: (1, 1)}
VALUES = [
    (Trace(M), (M,), np.trace),
    (Determinant(W), (W,), np.linalg.det),
    (Determinant(W3), (W3,), np.linalg.det),
    (Determinant(W1), (W1,), np.linalg.det),
    (KroneckerProduct(A, B), (A, B), np.kron),
    (KroneckerProduct(A, B, D), (A, B, D), lambda a, b, d: np.kron(np.kron(a, b), d)),
    (DiagMatrix(u), (u,), lambda a: np.diag(a[:, 0])),
    (DiagMatrix(u.T), (u,), lambda a: np.diag(a[:, 0])),
    (DiagonalMatrix(M), (M,), lambda a: np.diag(np.diag(a))),
    (DiagonalOf(M), (M,), lambda a: np.diag(a)[:, None]),
    (Vec(A), (A,), lambda a: a.reshape((-1, 1), order="F")),
    (Adjoint(A), (A,), lambda a: a.T),
]


@pytest.mark.parametrize(
    ("word", "of", "function"), VALUES, ids=lambda value: plain(value) if hasattr(value, "args") else ""
)
def test_the_values_are_those_of_numpy(word, of, function):
    rng = np.random.default_rng(3)
    values = {symbol: rng.normal(size=SHAPES[symbol]) for symbol in of}
    assert np.allclose(evaluate(word, values), function(*values.values()))
    least = {symbol: np.array([[2.0]]) for symbol in of if symbol not in (W, W3)}
    if len(least) == len(of):
        assert np.allclose(evaluate(word, least), function(*least.values()))


TRUE = [
    (Trace(A * E), Trace(E * A)),
    (Trace(A * E * M), Trace(E * M * A)),
    (Trace(M.T), Trace(M)),
    (Trace(3 * M + N), 3 * Trace(M) + Trace(N)),
    (Trace(Identity(n)), n),
    (Trace(sigma * M * sigma.T), Trace(M)),
    (Trace(M), Sum(M[i, i], (i, 0, n - 1))),
    (Trace(Matrix([[x, 1], [2, y]]).as_immutable()), x + y),
    (Determinant(W), W[0, 0] * W[1, 1] - W[0, 1] * W[1, 0]),
    (Determinant(W * Z), Determinant(W) * Determinant(Z)),
    (Determinant(W.T), Determinant(W)),
    (Determinant(W3.T), Determinant(W3)),
    (Determinant(2 * W3), 8 * Determinant(W3)),
    (Determinant(W1), W1[0, 0]),
    (Determinant(Matrix([[cos(x), sin(x)], [-sin(x), cos(x)]]).as_immutable()), 1),
    (Determinant(Identity(2)), 1),
    (DiagMatrix(u) * A, HadamardProduct(u * OneMatrix(1, m), A)),
    (DiagMatrix(u) * DiagMatrix(v), DiagMatrix(HadamardProduct(u, v))),
    (DiagMatrix(u.T), DiagMatrix(u)),
    (DiagonalOf(DiagMatrix(u)), u),
    (DiagMatrix(DiagonalOf(M)), DiagonalMatrix(M)),
    (Trace(M), Trace(DiagonalMatrix(M))),
    (u.T * DiagonalMatrix(M) * u, HadamardPower(u, 2).T * DiagonalOf(M)),
    (KroneckerProduct(A, B) * KroneckerProduct(C, D), KroneckerProduct(A * C, B * D)),
    (KroneckerProduct(A, B).T, KroneckerProduct(A.T, B.T)),
    (KroneckerProduct(x * A, B), x * KroneckerProduct(A, B)),
    (KroneckerProduct(A + 2 * A, B), 3 * KroneckerProduct(A, B)),
    (KroneckerProduct(M, Identity(m)) * KroneckerProduct(Identity(n), T), KroneckerProduct(M, T)),
    (Trace(KroneckerProduct(M, T)), Trace(M) * Trace(T)),
    (SquaredNorm(KroneckerProduct(A, B)), SquaredNorm(A) * SquaredNorm(B)),
    (Vec(A * G * B), KroneckerProduct(B.T, A) * Vec(G)),
    ((Vec(A).T * Vec(A))[0, 0], Trace(A.T * A)),
    (FrobeniusNorm(Vec(A)), FrobeniusNorm(A)),
    (Vec(u * v.T), KroneckerProduct(v, u)),
    (Adjoint(A), A.T),
    (Adjoint(A * E), Adjoint(E) * Adjoint(A)),
    (Adjoint(Adjoint(A)), A),
    (conjugate(A), A),
    (M**3, M * M * M),
    (OneMatrix(n, 1) * OneMatrix(1, m), OneMatrix(n, m)),
]


@pytest.mark.parametrize(("left", "right"), TRUE, ids=plain)
def test_theorems_are_proved(left, right):
    verdict = decide(left, right)
    assert verdict.status == "proved", verdict
    verifier.verify(io.BytesIO(certificate(verdict).encode()))


FALSE = [
    (Trace(W * Z * W * W), Trace(W * W * Z * Z)),
    (Trace(M * N), Trace(M) * Trace(N)),
    (Trace(sigma * M), Trace(M)),
    (Trace(Identity(n)), 1),
    (Determinant(W + Z), Determinant(W) + Determinant(Z)),
    (Determinant(2 * W3), 2 * Determinant(W3)),
    (Determinant(-W3), Determinant(W3)),
    (Determinant(W), W[0, 0] * W[1, 1] + W[0, 1] * W[1, 0]),
    (DiagMatrix(u) * DiagMatrix(v), DiagMatrix(u + v)),
    (DiagMatrix(DiagonalOf(M)), M),
    (DiagMatrix(u) * M, M * DiagMatrix(u)),
    (KroneckerProduct(A, B) * KroneckerProduct(C, D), KroneckerProduct(B * D, A * C)),
    (KroneckerProduct(W, Z), KroneckerProduct(Z, W)),
    (KroneckerProduct(M, N), KroneckerProduct(N, M)),
    (Trace(KroneckerProduct(M, T)), Trace(M) + Trace(T)),
    (Vec(A * G * B), KroneckerProduct(A, B.T) * Vec(G)),
    (Vec(M * N * M), KroneckerProduct(M, M) * Vec(N)),
    (Vec(u * v.T), KroneckerProduct(u, v)),
    (Vec(M), Vec(M.T)),
    (Adjoint(M * N), Adjoint(M) * Adjoint(N)),
    (Adjoint(M), M),
    (KroneckerProduct(A, B), ZeroMatrix(n * p, m * q)),
]


@pytest.mark.parametrize(("left", "right"), FALSE, ids=plain)
def test_near_misses_are_refuted(left, right):
    assert decide(left, right).status == "refuted"


def test_shapes_that_do_not_fit_are_errors():
    with pytest.raises(ShapeError, match=r"Trace\(A\) do not fit: n×m"):
        decide(Trace(A), x)
    with pytest.raises(ShapeError, match=r"Determinant\(A\) do not fit: n×m"):
        decide(Determinant(A), x)
    with pytest.raises(UnsupportedExpression, match="for up to four rows only"):
        Determinant(M).definition()
    with pytest.raises(ShapeError):
        decide(DiagonalOf(A), u)
    with pytest.raises(UnsupportedExpression, match="a single column or row"):
        decide(DiagMatrix(A), A)
    with pytest.raises(ShapeError):
        decide(KroneckerProduct(A, B), KroneckerProduct(A, B.T))


def test_a_determinant_of_an_explicit_matrix_keeps_what_has_to_be_defined():
    verdict = decide(Determinant(Matrix([[x, 0], [0, 1 / x]]).as_immutable()), Integer(1))
    assert (verdict.status, bool(verdict.missing)) == ("unknown", True)
    known = decide(Determinant(Matrix([[x, 0], [0, 1 / x]]).as_immutable()), Integer(1), given=[x > 0])
    assert known.status == "proved"


def test_a_derivation_names_the_class():
    assert prove(calc(Trace(A * E), (Trace(E * A), Trace))).status == "proved"
    assert decide(calc(Trace(A * E), (Trace(E * A), ()))).status == "unknown"
    step = prove(
        calc(KroneckerProduct(A, B) * KroneckerProduct(C, D), (KroneckerProduct(A * C, B * D), KroneckerProduct))
    )
    assert step.status == "proved"


def test_what_they_cost():
    assert cost(KroneckerProduct(A, B)).operations.multiplications == n * m * p * q
    assert cost(Trace(M)).operations.additions == n - 1


def test_they_are_written_in_latex():
    assert latex(KroneckerProduct(A, B)) == r"A \otimes B"
    assert latex(Vec(A)) == r"\operatorname{vec}\left(A\right)"
    assert latex(DiagMatrix(u)) == r"\operatorname{diag}\left(u\right)"
