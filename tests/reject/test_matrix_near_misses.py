"""Nearly true statements about inverses, matrix equations and hypotheses as they come: none of them is proved."""

import pytest
from sympy import BlockMatrix, Identity, Idx, Inverse, MatMul, MatrixSymbol, Ne, Sum, Symbol, Transpose, ZeroMatrix

from symattn import Equation, FreeOf, Invertible, OrthogonalSymbol, PermutationSymbol, RowSoftmax, calc, decide, dims

pytestmark = pytest.mark.sampled

n, m = dims("n m")
A, B, C, X, Y = (MatrixSymbol(name, n, n) for name in "ABCXY")
U, V, W = MatrixSymbol("U", n, m), MatrixSymbol("V", m, n), MatrixSymbol("W", m, m)
u, v, x, b = (MatrixSymbol(name, n, 1) for name in "uvxb")
c, lam = Symbol("c", real=True), Symbol("lambda", positive=True)
g, sigma = OrthogonalSymbol("g", n), PermutationSymbol("sigma", n)
one, zero = Identity(n), ZeroMatrix(n, n)
i, j, k = (Idx(name, n) for name in "ijk")
iA, iB = Invertible(A), Invertible(B)
number = (v.T * Inverse(A) * u)[0, 0]
triangular = BlockMatrix([[A, U], [ZeroMatrix(m, n), W]])


def inverse(matrix):
    return Inverse(matrix)


INVERSES = {
    "no inverse is given": (MatMul(inverse(A), A, B, evaluate=False), B, []),
    "an inverse of an inverse, none given": (inverse(inverse(A)), A, []),
    "the factors are not swapped": (inverse(A * B), MatMul(inverse(A), inverse(B), evaluate=False), [iA, iB]),
    "one factor may be singular": (
        inverse(MatMul(A, B, evaluate=False)),
        MatMul(inverse(B), inverse(A), evaluate=False),
        [iA],
    ),
    "a sum need not be invertible": (inverse(A + B), inverse(A) + inverse(B), [iA, iB]),
    "a multiple by a number that may be 0": (inverse(c * A + zero), inverse(A) / c, [iA]),
    "a transpose too many": (inverse(A), inverse(A).T, [iA]),
    "only one side is given, of rectangular matrices": (V * U, Identity(m), [Equation(U * V, one)]),
    "the other side of another product": (A * B, C, [Equation(B * A, C)]),
    "an eigenvalue that may be 0": (inverse(A) * x, x / c, [iA, Equation(A * x, c * x)]),
    "Sherman–Morrison with the other sign": (
        (A + u * v.T) * (inverse(A) + inverse(A) * u * v.T * inverse(A) / (1 + number)),
        one,
        [iA, Ne(1 + number, 0)],
    ),
    "Sherman–Morrison without the denominator": (
        (A + u * v.T) * (inverse(A) - inverse(A) * u * v.T * inverse(A)),
        one,
        [iA],
    ),
    "a nilpotent of the third order": (inverse(one - A), one + A, [Equation(A * A * A, zero)]),
    "push-through, not pushed": (
        inverse(one + A * B) * A,
        A * inverse(one + A * B),
        [Invertible(one + A * B), Invertible(one + B * A)],
    ),
    "a difference of inverses with the other sign": (
        inverse(A) - inverse(B),
        inverse(A) * (A - B) * inverse(B),
        [iA, iB],
    ),
    "a triangle with the other sign": (
        triangular * BlockMatrix([[inverse(A), inverse(A) * U * inverse(W)], [ZeroMatrix(m, n), inverse(W)]]),
        Identity(n + m),
        [iA, Invertible(W)],
    ),
    "a triangle with a block that may be singular": (
        MatMul(inverse(triangular), triangular, evaluate=False),
        Identity(n + m),
        [iA],
    ),
    "an orthogonal matrix and its inverse": (inverse(g * A), inverse(A) * g, [iA]),
    "a permutation that is not turned": (inverse(sigma * A), inverse(A) * sigma, [iA]),
    "a system solved from the wrong side": (x.T, b.T * inverse(A), [iA, Equation(A * x, b)]),
    "two sides swapped": (X, inverse(B) * C * inverse(A), [iA, iB, Equation(A * X * B, C)]),
    "one inverse too few": (MatMul(inverse(A), A, inverse(B), B, evaluate=False), one, [iA]),
}

EQUATIONS = {
    "cancelled without an inverse": (X, Y, [Equation(A * X, A * Y)]),
    "a product that is zero": (A, zero, [Equation(A * B, zero)]),
    "a square that is zero": (A, zero, [Equation(A * A, zero)]),
    "commuting with one of two": (A * B * C, C * B * A, [Equation(A * B, B * A)]),
    "symmetric factors, not their product": (
        Transpose(A * B),
        A * B,
        [Equation(A, A.T), Equation(B, B.T)],
    ),
    "symmetric, but not the other": (A.T * B.T, A * B, [Equation(A, A.T)]),
    "a sign": (A * B + C, zero, [Equation(A * B, C)]),
    "the other order": (B * A, C, [Equation(A * B, C)]),
    "idempotent, not the identity": (A, one, [Equation(A * A, A)]),
    "a reflection along a vector of any length": ((one - 2 * u * u.T) * (one - 2 * u * u.T), one, []),
    "skew, not symmetric": (u.T * C * v, v.T * C * u, [Equation(C.T, -C)]),
    "orthogonal rows of a wide matrix": (V.T * V, one, [Equation(V * V.T, Identity(m))]),
}

ITSELF = {
    "one entry, not all": (A, zero, [Equation(A[i, j], 0)]),
    "another entry": (A[i, k], 0, [Equation(A[i, j], 0)]),
    "the transposed entry": (A[j, i], B[i, j], [Equation(A[i, j], B[i, j])]),
    "the transpose": (A.T, B, [Equation(A, B)]),
    "another sign": (A, B, [Equation(A, -B)]),
    "a sum, not its parts": (A, zero, [Equation(A + B, zero)]),
    "the other order of a product": (B * A, C, [Equation(A * B, C)]),
    "different, not equal": (A[i, j], 0, [Ne(A[i, j], 0)]),
    "a row sum, not an entry": (A[i, j], 0, [Equation(Sum(A[i, k], (k, 0, n - 1)), 0)]),
    "a fixed point of another map": (RowSoftmax(A.T), A.T, [Equation(RowSoftmax(A), A)]),
}


@pytest.mark.parametrize("case", [*INVERSES, *EQUATIONS, *ITSELF])
def test_what_is_nearly_true_is_not_proved(case):
    left, right, given = {**INVERSES, **EQUATIONS, **ITSELF}[case]
    assert decide(left, right, given=given).status != "proved"


@pytest.mark.parametrize(
    "matrix, given",
    [
        (A, []),
        (A, [Equation(A * A, A)]),
        (A + B, [iA, iB]),
        (c * A + zero, [iA]),
        (A * B, [iA]),
        (zero, []),
        (u * u.T, []),
        (U * V, []),
        (BlockMatrix([[A, U], [V, W]]), [iA, Invertible(W)]),
        (BlockMatrix([[A, U], [ZeroMatrix(m, n), W]]), [iA]),
        (one - A, [iA]),
    ],
)
def test_a_matrix_that_may_be_singular_is_not_shown_to_be_invertible(matrix, given):
    assert decide(Invertible(matrix), given=given).status != "proved"


def test_no_inverse_is_shown_to_exist_by_what_is_said_of_it():
    assert decide(MatMul(inverse(A), A, evaluate=False), one, given=[Equation(inverse(A) * B, C)]).status == "unknown"
    assert decide(inverse(A), B, given=[Equation(inverse(A), B)]).status == "unknown"
    circle = [Equation(inverse(A), inverse(B)), Equation(inverse(B), inverse(A))]
    assert decide(inverse(A), inverse(B), given=circle).status == "unknown"


def test_the_inverse_of_what_varies_varies():
    given = [Invertible(lam * A + B)]
    assert decide(FreeOf(inverse((lam * A + B) * (lam * A + B))[i, j], lam), given=given).status != "proved"


def test_the_second_step_of_a_calc_needs_the_inverse_as_well():
    derivation = calc(inverse(A) * B, (inverse(A) * B + zero, ()), (inverse(A) * (B + zero), ()))
    assert decide(derivation).status != "proved"
