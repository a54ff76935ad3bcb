"""Maps of places as arguments: rows that are gathered, compositions, and what is equivariant under them."""

from io import BytesIO

import numpy as np
import pytest
from sympy import (
    HadamardProduct,
    Identity,
    Idx,
    KroneckerDelta,
    MatrixSymbol,
    OneMatrix,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    exp,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Attention,
    CausalMask,
    ColumnSum,
    Equation,
    Exists,
    ForAll,
    IndexMap,
    LogSumExp,
    MapSymbol,
    MatrixFamily,
    MaxNorm,
    MultiHeadAttention,
    PermutationSymbol,
    ReLU,
    RowMax,
    RowSoftmax,
    RowSum,
    ShapeError,
    SquaredNorm,
    UnsupportedExpression,
    UsageError,
    certificate,
    claim,
    cost,
    decide,
    dims,
    evaluate,
    latex,
)
from symattn.deciding.agreement import agreement
from symattn.elaborate import elaborate
from symattn.prover.logic.notation import show
from symattn.render.text import text
from symattn.verifier import verify

m, n, p, q, d, r, ell, H = dims("m n p q d r ell H")
f, g, h, k = IndexMap("f", m, n), IndexMap("g", p, m), IndexMap("h", n, n), IndexMap("k", q, p)
u, U = IndexMap("u", p, n), MatrixSymbol("U", p, d)
sigma = PermutationSymbol("sigma", n)
X, Y, Z, S = MatrixSymbol("X", n, d), MatrixSymbol("Y", m, d), MatrixSymbol("Z", n, d), MatrixSymbol("S", n, n)
Q, K, V, R = (MatrixSymbol(*of) for of in (("Q", r, ell), ("K", n, ell), ("V", n, d), ("R", r, n)))
W = MatrixSymbol("W", d, ell)
i, j, c = Idx("i", m), Idx("j", n), Idx("c", d)
s = Symbol("s", integer=True)
row = MapSymbol("phi", d)
heads = [MatrixFamily(name, H, size, ell) for name, size in (("A", ell), ("B", ell))] + [MatrixFamily("C", H, d, d)]
injective = Equation(f * f.T, Identity(m))


def same(lhs, rhs, *given):
    return claim(Equation(lhs, rhs), given=given)


PROVED = {
    "a gather of a gather": same(g * (f * X), (g * f) * X),
    "of three": same((k * g) * (f * X), k * ((g * f) * X)),
    "of a constant": same(f * OneMatrix(n, d), OneMatrix(m, d)),
    "rows of 1": same(RowSum(f), OneMatrix(m, 1)),
    "of a composition": same(RowSum(g * f), OneMatrix(p, 1)),
    "entries are 0 or 1": same(HadamardProduct(f, f), f),
    "an entry squared": same(f[i, j] ** 2, f[i, j]),
    "two places of a row": same(f[i, j] * f[i, Idx("l", n)], f[i, j] * KroneckerDelta(j, Idx("l", n))),
    "softmax": same(RowSoftmax(f * X), f * RowSoftmax(X)),
    "attention, queries": same(Attention(f * K, K, V), f * Attention(K, K, V)),
    "twice the rows": same(f * (2 * X), 2 * (f * X)),
    "multi-head attention": same(MultiHeadAttention(f * K, K, V, *heads), f * MultiHeadAttention(K, K, V, *heads)),
    "sums of rows": same(RowSum(f * X), f * RowSum(X)),
    "logsumexp": same(LogSumExp(f * X), f * LogSumExp(X)),
    "largest entries": same(RowMax(f * X), f * RowMax(X)),
    "a product": same(f * HadamardProduct(X, Z), HadamardProduct(f * X, f * Z)),
    "an activation": same(ReLU(f * X), f * ReLU(X)),
    "exponentials": same((f * X).applyfunc(exp), f * X.applyfunc(exp)),
    "a linear layer": same(f * (X * W), (f * X) * W),
    "a map of rows": same(row(f * X), f * row(X)),
    "a residual layer": same(f * X + ReLU(f * X), f * (X + ReLU(X))),
    "no larger entry": claim((f * X)[i, c] <= MaxNorm(X)),
    "a permutation first": same(f * (sigma * X), (f * sigma) * X),
    "keys and values in another order": same(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)),
    "injective, square": same(h.T * h, Identity(n), Equation(h * h.T, Identity(n))),
    "the norm under an injective map of all": same(SquaredNorm(h * X), SquaredNorm(X), Equation(h * h.T, Identity(n))),
    "injective maps": same((g * f) * (g * f).T, Identity(p), injective, Equation(g * g.T, Identity(p))),
    "counted by columns": same(Sum(ColumnSum(f)[0, s], (s, 0, n - 1)), m),
    "scattered back": same(f.T * (f * X), DiagMatrix(ColumnSum(f).T) * X),
    "scattered back, the Gram matrix": same(f.T * f, DiagMatrix(ColumnSum(f).T)),
    "scattered products": same(f.T * HadamardProduct(f * X, Y), HadamardProduct(X, f.T * Y)),
    "scattered beside a gather": same(f.T * DiagMatrix(f * V[:, 0]) * Y, DiagMatrix(V[:, 0]) * (f.T * Y)),
    "gathered after a scatter": same(f.T * (f * (f.T * Y)), DiagMatrix(ColumnSum(f).T) * (f.T * Y)),
    "an inner product": same(Trace((f * X).T * Y), Trace(X.T * (f.T * Y))),
    "there is a gather": claim(Exists(f, Equation(Y, f * X)), given=[Equation(Y, f * X)]),
    "of a gather": claim(Exists(u, Equation(g * Y, u * X)), given=[Equation(Y, f * X)]),
    "a permutation is one": claim(Exists(h, Equation(sigma * X, h * X))),
    "the identity is one": claim(Exists(h, Equation(X, h * X))),
    "gathered from what is gathered": claim(
        Exists(u, Equation(U, u * X)), given=[Exists(g, Equation(U, g * Y)), Exists(f, Equation(Y, f * X))]
    ),
    "all rows alike": same(f * X, OneMatrix(m, 1) * X[0, :], ForAll((j, c), Equation(X[j, c], X[0, c]))),
}

REFUTED = {
    "scattered back": same(f.T * (f * X), X),
    "scattered back, counted once": same(f.T * (f * X), m * X),
    "scattered products": same(f.T * HadamardProduct(f * X, Y), HadamardProduct(X, f.T * OneMatrix(m, d))),
    "scattered, then gathered": same(f * (f.T * Y), Y),
    "the norm of a gather": same(SquaredNorm(f * X), SquaredNorm(X)),
    "in another order": same(h * (S * X), S * (h * X)),
    "two maps": same(h * sigma, sigma * h),
    "idempotent": same(h * h, h),
    "any two": same(f, IndexMap("u", m, n)),
    "the identity": same(h, Identity(n)),
    "symmetric": same(h, h.T),
    "columns of 1": same(ColumnSum(f), OneMatrix(1, n)),
    "the transpose is none": same(f.T * OneMatrix(m, 1), OneMatrix(n, 1)),
    "injective": claim(injective),
    "onto": same(f.T * f, Identity(n)),
    "injective is not onto": same(f.T * f, Identity(n), injective),
    "onto is not injective": same(f * f.T, Identity(m), ForAll(j, ColumnSum(f)[0, j] >= 1)),
    "softmax of gathered columns": same(RowSoftmax(R * f.T), RowSoftmax(R) * f.T),
    "of columns of an injective map": same(RowSoftmax(R * f.T), RowSoftmax(R) * f.T, injective),
    "attention, keys and values": same(Attention(Q, f * K, f * V), Attention(Q, K, V)),
    "of an injective map": same(Attention(Q, f * K, f * V), Attention(Q, K, V), injective),
    "keys alone": same(Attention(Q, h * K, V), Attention(Q, K, V)),
    "causal attention": same(RowSoftmax(h * S + CausalMask(n)), h * RowSoftmax(S + CausalMask(n))),
    "sums of columns": same(ColumnSum(f * X), ColumnSum(X)),
    "the norm": same(SquaredNorm(f * X), SquaredNorm(X)),
    "a smaller norm": claim(SquaredNorm(f * X) <= SquaredNorm(X)),
    "the trace": same(Trace(h * S * h.T), Trace(S)),
    "logsumexp of columns": same(LogSumExp(R * f.T), LogSumExp(R)),
    "the largest of gathered columns": same(RowMax(R * f.T), RowMax(R)),
    "a linear layer on the left": same(h * (S * X), S * X),
    "entries above 1": claim(f[i, j] > 0),
    "no entry": claim(Equation(f[i, j], 0)),
    "one place": same(f, OneMatrix(m, 1) * f[:1, :]),
    "all rows alike": same(f * X, OneMatrix(m, 1) * X[:1, :]),
    "zero": same(f * X, ZeroMatrix(m, d)),
    "a permutation commutes": same(sigma * h * sigma.T, h),
    "a scaled map": same(2 * f, f),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_holds_of_maps_is_proved(name):
    verdict = decide(PROVED[name])
    assert verdict.status == "proved", verdict


@pytest.mark.parametrize("name", REFUTED)
def test_what_does_not_is_refuted(name):
    verdict = decide(REFUTED[name])
    assert verdict.status == "refuted", verdict


#: True or false, and not proved: that there is no map is not tried out.
@pytest.mark.parametrize(
    "stated",
    (
        claim(Exists(f, Equation(Y, f * X))),
        claim(Exists(h, Equation(2 * X, h * X))),
        claim(Exists(h, Equation(h * X, Z)), given=[Equation(h * Z, X)]),
    ),
)
def test_that_there_is_a_map_is_not_proved(stated):
    assert decide(stated).status != "proved"


def test_what_it_is():
    assert show(elaborate(Equation(f * X, Y)).goal) == "matmul{m, n, d} (selection{m, n} f) X = Y"
    values = {f: [[0, 1], [1, 0], [0, 1]], X: [[1.0], [2.0]], m: 3, n: 2, d: 1}
    assert evaluate(f * X, values).tolist() == [[2.0], [1.0], [2.0]]
    with pytest.raises(UsageError):
        evaluate(f, {f: [[1, 1], [0, 1]], m: 2, n: 2})
    with pytest.raises(UsageError):
        evaluate(f, {f: np.full((2, 2), 0.5), m: 2, n: 2})
    with pytest.raises(ShapeError):
        decide(Equation(X * f, X))
    with pytest.raises(UnsupportedExpression):
        IndexMap("f", m, -1)
    assert cost(f * X) is not None
    assert agreement(PROVED["softmax"]).agrees and agreement(REFUTED["onto"]).agrees
    assert "f: {0, …, m - 1} → {0, …, n - 1}" in text(PROVED["softmax"]).replace("−", "-")
    assert r"f \colon \{0, \dots, m - 1\} \to \{0, \dots, n - 1\}" in latex(PROVED["softmax"])
    assert IndexMap("f", m, n) != MatrixSymbol("f", m, n)


def test_small_sizes():
    one = IndexMap("f", 1, 1)
    assert decide(one, Identity(1)).status == "proved"
    assert decide(IndexMap("f", m, 1), OneMatrix(m, 1)).status == "proved"
    assert decide(IndexMap("f", 1, n), OneMatrix(1, n)).status == "refuted"


def test_the_verifiers_replay():
    assert verify(BytesIO(certificate(decide(PROVED["softmax"])).encode()))
    assert certificate(decide(REFUTED["of an injective map"]))
