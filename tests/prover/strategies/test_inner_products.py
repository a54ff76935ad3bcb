"""Least squares, projections, ridge regression: what sums of squares of matrices say, and what they do not."""

import pytest
from sympy import (
    Eq,
    Ge,
    Gt,
    Identity,
    Inverse,
    Le,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    symbols,
)

from symattn import (
    Equation,
    FrobeniusNorm,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    OrthogonalSymbol,
    SquaredNorm,
    claim,
    decide,
    dims,
)

pytestmark = pytest.mark.sampled

n, ell, d = dims("n ell d")
K, V, B = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MatrixSymbol("B", ell, d)
C, W = MatrixSymbol("C", ell, d), MatrixSymbol("W", n, n)
X, Y, P = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), MatrixSymbol("P", n, n)
b, v, x = MatrixSymbol("b", ell, 1), MatrixSymbol("v", n, 1), MatrixSymbol("x", n, 1)
G, lam, m = InvertibleSymbol("G", ell), Symbol("lambda", positive=True), Symbol("m", real=True)
g, ones = OrthogonalSymbol("g", n), OneMatrix(n, 1)
gram, ridge = Equation(K.T * K, G), Equation(K.T * K + lam * Identity(ell), G)
best = G.I * K.T * V
projection = [Equation(P * P, P), Equation(P.T, P)]
normal = Equation(K.T * K * C, K.T * V)


def squares(matrix):
    """Return the sum of the squares of all entries, written out."""
    i, j = symbols("i j", integer=True)
    return Sum(matrix[i, j] ** 2, (i, 0, matrix.shape[0] - 1), (j, 0, matrix.shape[1] - 1))


def penalised(matrix, weight=lam):
    return SquaredNorm(K * matrix - V) + weight * SquaredNorm(matrix)


PROVED = {
    "least squares": (Ge(SquaredNorm(K * B - V), SquaredNorm(K * best - V)), [gram]),
    "least squares, entry by entry": (Ge(squares(K * B - V), squares(K * best - V)), [gram]),
    "Pythagoras": (Equation(squares(K * B - V), squares(K * best - V) + squares(K * (B - best))), [gram]),
    "the least square is attained once": (
        Equation(B, best),
        [gram, Equation(squares(K * B - V), squares(K * best - V))],
    ),
    "a map that fits no worse is the best": (
        Equation(B, best),
        [gram, Le(SquaredNorm(K * B - V), SquaredNorm(K * best - V))],
    ),
    "least squares of one column": (Ge(SquaredNorm(K * b - v), SquaredNorm(K * G.I * K.T * v - v)), [gram]),
    "by the normal equations": (Ge(SquaredNorm(K * B - V), SquaredNorm(K * C - V)), [normal]),
    "with an inverse": (
        Ge(SquaredNorm(K * B - V), SquaredNorm(K * Inverse(K.T * K) * K.T * V - V)),
        [Invertible(K.T * K)],
    ),
    "weighted": (
        Ge(SquaredNorm(W * (K * B - V)), SquaredNorm(W * (K * G.I * K.T * W.T * W * V - V))),
        [Equation(K.T * W.T * W * K, G)],
    ),
    "ridge regression": (Ge(penalised(B), penalised(best)), [ridge]),
    "norms, not their squares": (Le(FrobeniusNorm(K * best - V), FrobeniusNorm(K * B - V)), [gram]),
    "the nearest point": (Le(SquaredNorm(X - P * X), SquaredNorm(X - P * Y)), projection),
    "a projection shortens": (Le(SquaredNorm(P * X), SquaredNorm(X)), projection),
    "so do orthonormal columns, transposed": (
        Le(SquaredNorm(K.T * V), SquaredNorm(V)),
        [Equation(K.T * K, Identity(ell))],
    ),
    "rotations keep lengths": (Equation(SquaredNorm(g * X), SquaredNorm(X)), []),
    "rotations keep inner products": (Equation(InnerProduct(g * X, g * Y), InnerProduct(X, Y)), []),
    "the parallelogram": (
        Equation(SquaredNorm(X + Y) + SquaredNorm(X - Y), 2 * SquaredNorm(X) + 2 * SquaredNorm(Y)),
        [],
    ),
    "two matrices": (Le(2 * InnerProduct(X, Y), SquaredNorm(X) + SquaredNorm(Y)), []),
    "a Gram matrix": (Ge((b.T * G * b)[0, 0], 0), [gram]),
    "its trace form": (Ge(Trace(B.T * G * B), 0), [gram]),
    "the mean": (Ge(SquaredNorm(x - m * ones), SquaredNorm(x - ones * (ones.T * x) / n)), []),
    "orthogonal matrices add": (
        Equation(SquaredNorm(X + Y), SquaredNorm(X) + SquaredNorm(Y)),
        [Equation(X.T * Y, ZeroMatrix(d, d))],
    ),
    "no norm, no matrix": (Equation(X, Y), [Equation(SquaredNorm(X - Y), 0)]),
}


@pytest.mark.parametrize("proposition, given", PROVED.values(), ids=PROVED.keys())
def test_what_sums_of_squares_say_is_proved(proposition, given):
    assert decide(claim(proposition, given=given), verify=True).status == "proved"


NEARLY = {
    "no Gram matrix": (Ge(SquaredNorm(K * B - V), SquaredNorm(K * best - V)), []),
    "the other way round": (Le(SquaredNorm(K * B - V), SquaredNorm(K * best - V)), [gram]),
    "strictly": (Gt(SquaredNorm(K * B - V), SquaredNorm(K * best - V)), [gram]),
    "another map": (Ge(SquaredNorm(K * B - V), SquaredNorm(K * C - V)), [gram]),
    "a map that is twice the best": (Ge(SquaredNorm(K * B - V), SquaredNorm(2 * K * best - V)), [gram]),
    "Pythagoras without the keys": (
        Equation(SquaredNorm(K * B - V), SquaredNorm(K * best - V) + SquaredNorm(B - best)),
        [gram],
    ),
    "Pythagoras with a difference": (
        Equation(SquaredNorm(K * B - V), SquaredNorm(K * best - V) - SquaredNorm(K * (B - best))),
        [gram],
    ),
    "a worse fit": (Equation(B, best), [gram, Ge(SquaredNorm(K * B - V), SquaredNorm(K * best - V))]),
    "the same fit as another map": (Equation(B, C), [gram, Equation(SquaredNorm(K * B - V), SquaredNorm(K * C - V))]),
    "attained once, where keys may be dependent": (
        Equation(B, C),
        [normal, Equation(SquaredNorm(K * B - V), SquaredNorm(K * C - V))],
    ),
    "normal equations of other values": (
        Ge(SquaredNorm(K * B - V), SquaredNorm(K * C - V)),
        [Equation(K.T * K * C, K.T * Y)],
    ),
    "ridge regression by least squares": (Ge(penalised(B), penalised(best)), [gram]),
    "ridge regression with half the weight": (Ge(penalised(B, lam / 2), penalised(best, lam / 2)), [ridge]),
    "a weight on one side": (Ge(SquaredNorm(K * B - V), penalised(best)), [ridge]),
    "an oblique projection": (Le(SquaredNorm(P * X), SquaredNorm(X)), projection[:1]),
    "a symmetric matrix": (Le(SquaredNorm(P * X), SquaredNorm(X)), projection[1:]),
    "the nearest point, without P": (Le(SquaredNorm(X - P * X), SquaredNorm(X - Y)), projection),
    "orthonormal rows": (Le(SquaredNorm(V), SquaredNorm(K.T * V)), [Equation(K.T * K, Identity(ell))]),
    "any matrix keeps no lengths": (Equation(SquaredNorm(P * X), SquaredNorm(X)), []),
    "half the parallelogram": (Equation(SquaredNorm(X + Y) + SquaredNorm(X - Y), SquaredNorm(X) + SquaredNorm(Y)), []),
    "an inner product without its factor 2": (Ge(InnerProduct(X, Y) + SquaredNorm(X), SquaredNorm(Y)), []),
    "a symmetric matrix is no Gram matrix": (Ge(Trace(X.T * P * X), 0), projection[1:]),
    "the transposed product": (Equation(Trace(P * W * P.T), Trace(W)), []),
    "traces of three factors in another order": (Equation(Trace(P * W * g), Trace(P * g * W)), []),
    "another mean": (Ge(SquaredNorm(x - m * ones), SquaredNorm(x - 2 * ones * (ones.T * x) / n)), []),
    "orthogonal rows do not add": (
        Equation(SquaredNorm(X - Y), SquaredNorm(X) - SquaredNorm(Y)),
        [Equation(X.T * Y, ZeroMatrix(d, d))],
    ),
    "equal norms": (Equation(X, Y), [Equation(SquaredNorm(X), SquaredNorm(Y))]),
    "a norm that is not 0": (Equation(X, Y), [Ne(SquaredNorm(X - Y), 0)]),
    "norms that are not ordered as their squares are": (Eq(FrobeniusNorm(X), SquaredNorm(X)), []),
}


@pytest.mark.parametrize("proposition, given", NEARLY.values(), ids=NEARLY.keys())
def test_what_is_nearly_true_is_not_proved(proposition, given):
    assert decide(claim(proposition, given=given)).status in ("refuted", "unknown")
