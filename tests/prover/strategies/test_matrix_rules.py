"""Equations of matrices from equations of matrices, inverses, blocks: what matrix algebra proves."""

import pytest
from sympy import BlockMatrix, Identity, Inverse, MatMul, MatrixSymbol, Ne, OneMatrix, Symbol, Transpose, ZeroMatrix

from symattn import Equation, Invertible, OrthogonalSymbol, PermutationSymbol, decide, dims

n, m, k = dims("n m k")
A, B, C, S, X, Y = (MatrixSymbol(name, n, n) for name in "ABCSXY")
U, V, W = MatrixSymbol("U", n, m), MatrixSymbol("V", m, n), MatrixSymbol("W", m, m)
u, v, x, b = (MatrixSymbol(name, n, 1) for name in "uvxb")
c, lam = Symbol("c", real=True), Symbol("lambda", positive=True)
g, sigma = OrthogonalSymbol("g", n), PermutationSymbol("sigma", n)
one, zero = Identity(n), ZeroMatrix(n, n)
iA, iB, iW = Invertible(A), Invertible(B), Invertible(W)
number = (v.T * Inverse(A) * u)[0, 0]
inner = Inverse(W) + V * Inverse(A) * U


def inverse(matrix):
    return Inverse(matrix)


def product(*factors):
    return MatMul(*factors, evaluate=False)


PROVED = {
    "an inverse of an inverse": (inverse(inverse(A)), A, [iA]),
    "of a transpose": (inverse(Transpose(A)), Transpose(inverse(A)), [iA]),
    "of a product": (inverse(product(A, B)), product(inverse(B), inverse(A)), [iA, iB]),
    "of a product with a permutation and a rotation": (inverse(sigma * g * A), product(inverse(A), g.T, sigma.T), [iA]),
    "of a multiple": (inverse(lam * A), inverse(A) / lam, [iA]),
    "inverses are unique": (X, Y, [Equation(A * X, one), Equation(Y * A, one)]),
    "orthogonal by equations": (inverse(A), A.T, [Equation(A * A.T, one), Equation(A.T * A, one)]),
    "an involution": (inverse(A), A, [Equation(A * A, one)]),
    "a nilpotent": (inverse(one - A), one + A + A * A, [Equation(A * A * A, zero)]),
    "a system of equations": (x, inverse(A) * b, [iA, Equation(A * x, b)]),
    "equations on both sides": (X, inverse(A) * C * inverse(B), [iA, iB, Equation(A * X * B, C)]),
    "cancelled on the left": (X, Y, [iA, Equation(A * X, A * Y)]),
    "cancelled on the right": (X, Y, [iA, Equation(X * A, Y * A)]),
    "push-through": (
        inverse(lam * one + U * V) * U,
        U * inverse(lam * Identity(m) + V * U),
        [Invertible(lam * one + U * V), Invertible(lam * Identity(m) + V * U)],
    ),
    "Woodbury": (
        inverse(A + U * W * V),
        inverse(A) - inverse(A) * U * inverse(inner) * V * inverse(A),
        [iA, iW, Invertible(inner)],
    ),
    "Sherman–Morrison": (
        inverse(A + u * v.T),
        inverse(A) - inverse(A) * u * v.T * inverse(A) / (1 + number),
        [iA, Ne(1 + number, 0)],
    ),
    "a parallel sum": (
        A - A * inverse(A + B) * A,
        B - B * inverse(A + B) * B,
        [Invertible(A + B)],
    ),
    "a Cayley transform": (
        Transpose((one - A) * inverse(one + A)) * (one - A) * inverse(one + A),
        one,
        [Equation(A.T, -A), Invertible(one + A)],
    ),
    "a projection on columns": (
        U * inverse(U.T * U) * U.T * U * inverse(U.T * U) * U.T,
        U * inverse(U.T * U) * U.T,
        [Invertible(U.T * U)],
    ),
    "an inverse commutes": (inverse(A) * B, B * inverse(A), [iA, Equation(A * B, B * A)]),
    "an eigenvector of an inverse": (inverse(A) * x, x / c, [iA, Equation(A * x, c * x), Ne(c, 0)]),
    "blocks on the diagonal": (
        inverse(BlockMatrix([[A, ZeroMatrix(n, m)], [ZeroMatrix(m, n), W]])),
        BlockMatrix([[inverse(A), ZeroMatrix(n, m)], [ZeroMatrix(m, n), inverse(W)]]),
        [iA, iW],
    ),
    "a symmetric matrix, whichever way it is given": (u.T * S * v, v.T * S * u, [Equation(S, S.T)]),
    "the other way": (u.T * S * v, v.T * S * u, [Equation(S.T, S)]),
    "a matrix that is zero": (A * B + C, C, [Equation(B, zero)]),
    "a product, read from right to left": (A * B * C, S * C, [Equation(S, A * B)]),
    "commuting powers": (A**3 * B, B * A**3, [Equation(A * B, B * A)]),
    "a unit vector": ((one - 2 * u * u.T) * (one - 2 * u * u.T), one, [Equation(u.T * u, Identity(1))]),
    "an idempotent": ((one - 2 * A) * (one - 2 * A), one, [Equation(A * A, A)]),
}


@pytest.mark.parametrize("case", PROVED)
def test_matrix_algebra_proves(case):
    left, right, given = PROVED[case]
    assert decide(left, right, given=given).status == "proved"


@pytest.mark.parametrize(
    "matrix, given",
    [
        (A * B, [iA, iB]),
        (A.T, [iA]),
        (inverse(A), [iA]),
        (A**3, [iA]),
        (-A, [iA]),
        (lam * A, [iA]),
        (sigma * g, []),
        (one, []),
        (A, [Equation(A * A, one)]),
        (A + U * V, [iA, Invertible(Identity(m) + V * inverse(A) * U)]),
        (BlockMatrix([[A, U], [ZeroMatrix(m, n), W]]), [iA, iW]),
        (BlockMatrix([[A, U], [V, W]]), [iA, Invertible(W - V * inverse(A) * U)]),
    ],
)
def test_a_matrix_is_invertible_by_its_parts(matrix, given):
    assert decide(Invertible(matrix), given=given).status == "proved"


ONES, inside = OneMatrix(n, n), (v.T * u)[0, 0]


@pytest.mark.parametrize(
    "matrix, inverse_of_it, apart",
    [
        (one + u * v.T, one - u * v.T / (1 + inside), [1 + inside]),
        (c * one + u * v.T, (one - u * v.T / (c + inside)) / c, [c, c + inside]),
    ],
)
def test_a_multiple_of_one_and_a_column_by_a_row(matrix, inverse_of_it, apart):
    given = [Ne(number, 0) for number in apart]
    assert decide(inverse(matrix), inverse_of_it, given=given).status == "proved"
    assert decide(Invertible(matrix), given=given).status == "proved"
    assert decide(Invertible(matrix), given=given[:-1]).status == "refuted"


def test_multiples_of_one_and_of_a_column_by_a_row():
    assert decide(Invertible(lam * one + c * u * v.T), given=Ne(lam + c * inside, 0)).status == "proved"
    assert decide(Invertible(c * one + lam * ONES), given=[Ne(c, 0), Ne(c + n * lam, 0)]).status == "proved"
    assert decide(Invertible(c * one + lam * ONES), given=[Ne(c + n * lam, 0)]).status == "refuted"


def test_a_fraction_is_not_0_where_its_numerator_is_not():
    assert decide(Ne(1 + lam * x[0, 0] / c, 0), given=[Ne(c, 0), Ne(c + lam * x[0, 0], 0)]).status == "proved"
    assert decide(Ne(1 + lam * x[0, 0] / c, 0), given=[Ne(c, 0)]).status == "refuted"


def test_what_was_shown_to_be_invertible_is_no_hypothesis():
    verdict = decide(inverse(product(A, B)), product(inverse(B), inverse(A)), given=[iA, iB], verify=True)
    assert verdict.hypotheses == ("A is invertible", "B is invertible")
