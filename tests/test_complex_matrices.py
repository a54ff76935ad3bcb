"""Matrices with complex entries: sums, products, transposes, adjoints and traces of A + iB."""

import pytest
from sympy import (
    Abs,
    Adjoint,
    Determinant,
    FunctionMatrix,
    I,
    Identity,
    Idx,
    ImmutableMatrix,
    Lambda,
    MatrixSymbol,
    Trace,
    ZeroMatrix,
    conjugate,
    exp,
    im,
    re,
    symbols,
)

from symattn import Equation, SquaredNorm, decide, dims

pytestmark = pytest.mark.sampled

n, m = dims("n m")
z, w = symbols("z w", complex=True)
t, a, b, c = symbols("t a b c", real=True)
A, B, C, D = (MatrixSymbol(name, n, n) for name in "ABCD")
x, y = (MatrixSymbol(name, n, 1) for name in "xy")
Z, W, v = A + I * B, C + I * D, x + I * y
P, Q = MatrixSymbol("P", m, n) + I * MatrixSymbol("Q", m, n), MatrixSymbol("R", n, 1) + I * MatrixSymbol("S", n, 1)
one = Identity(n)
i = Idx("i", n)
UNITARY, HERMITIAN = [Equation(Adjoint(Z) * Z, one)], [Equation(Adjoint(Z), Z)]
X, Y, S = (ImmutableMatrix(rows) for rows in ([[0, 1], [1, 0]], [[0, -I], [I, 0]], [[1, 0], [0, -1]]))
quaternion = ImmutableMatrix([[a + I * b, -c + I * t], [c + I * t, a - I * b]])


def of(part, number):
    return part(number, evaluate=False)


def turned(sign):
    u, k = symbols("u k")
    return FunctionMatrix(n, n, Lambda((u, k), exp(sign * I * t * (u - k))))


TRUE = {
    "the adjoint of a product": (Adjoint(Z * W), Adjoint(W) * Adjoint(Z)),
    "the adjoint of a sum": (Adjoint(Z + W), Adjoint(W) + Adjoint(Z)),
    "the adjoint of an adjoint": (Adjoint(Adjoint(Z)), Z),
    "the adjoint of a multiple": (Adjoint(z * Z), conjugate(z) * Adjoint(Z)),
    "the adjoint in parts": (Adjoint(Z), A.T - I * B.T),
    "other shapes": (Adjoint(P * Q), Adjoint(Q) * Adjoint(P)),
    "associativity": ((Z * W) * v, Z * (W * v)),
    "distributivity": (Z * (W + Z), Z * W + Z**2),
    "the transpose of a product": ((Z * W).T, W.T * Z.T),
    "a product in parts": (Z * W, A * C - B * D + I * (A * D + B * C)),
    "a square": (Z**2, A**2 - B**2 + I * (A * B + B * A)),
    "an entry": ((Z * W)[i, i], (A * C - B * D)[i, i] + I * (A * D + B * C)[i, i]),
    "the trace of a product": (Trace(Z * W), Trace(W * Z)),
    "the trace of an adjoint": (Trace(Adjoint(Z)), conjugate(Trace(Z))),
    "the trace of Z*Z": (Trace(Adjoint(Z) * Z), SquaredNorm(A) + SquaredNorm(B) + 0 * z),
    "a commutator": (Z * W - W * Z, -(W * Z - Z * W)),
    "numbers before a product": ((z * Z) * v, z * (Z * v)),
    "numbers multiplied": (z * (w * Z), (z * w) * Z),
    "i times the identity": ((I * one) * (I * one), -one),
    "a hermitian product": (Adjoint(Adjoint(Z) * Z), Adjoint(Z) * Z),
    "a hermitian part": (Adjoint(Z + Adjoint(Z)), Z + Adjoint(Z)),
    "a skew part": (Adjoint(Z - Adjoint(Z)), -(Z - Adjoint(Z))),
    "quaternions": (Adjoint(quaternion) * quaternion, (a**2 + b**2 + c**2 + t**2) * Identity(2)),
    "Pauli's matrices": (X * Y, I * S),
    "Pauli's matrices squared": (Y * Y, Identity(2)),
    "Pauli's matrices anticommute": (X * Y + Y * X, ZeroMatrix(2, 2)),
    "a determinant": (
        Determinant(ImmutableMatrix([[z, w], [-conjugate(w), conjugate(z)]])),
        Abs(z) ** 2 + Abs(w) ** 2 + 0 * z,
    ),
    "a matrix by its entries": (turned(1) * turned(1), n * turned(1)),
}


@pytest.mark.parametrize("name", TRUE)
def test_proved(name):
    verdict = decide(*TRUE[name], verify=True)
    assert verdict.status == "proved", str(verdict)
    assert not verdict.notes


GIVEN = {
    "a product of unitary matrices": (
        Equation(Adjoint(Z * W) * (Z * W), one),
        [*UNITARY, Equation(Adjoint(W) * W, one)],
    ),
    "a unitary matrix keeps lengths": (
        Equation(of(re, (Adjoint(Z * v) * (Z * v))[0, 0]), SquaredNorm(x) + SquaredNorm(y)),
        UNITARY,
    ),
    "the parts of a hermitian matrix": (Equation(A.T, A), HERMITIAN),
    "and its imaginary part": (Equation(B.T, -B), HERMITIAN),
    "a hermitian form is real": (Equation(of(im, (Adjoint(v) * Z * v)[0, 0]), 0), HERMITIAN),
    "only 0 is its own opposite": (Equation(Z, ZeroMatrix(n, n)), [Equation(Z, -Z)]),
}


@pytest.mark.parametrize("name", GIVEN)
def test_proved_of_what_is_given(name):
    assert decide(GIVEN[name][0], given=GIVEN[name][1]).status == "proved"


FALSE = {
    "the adjoint of a product": (Adjoint(Z * W), Adjoint(Z) * Adjoint(W)),
    "a product": (Z * W, W * Z),
    "the adjoint is the transpose": (Adjoint(Z), Z.T),
    "the adjoint of a multiple": (Adjoint(z * Z), z * Adjoint(Z)),
    "the adjoint in parts": (Adjoint(Z), A.T + I * B.T),
    "the adjoint of a sum": (Adjoint(Z + W), Adjoint(W) - Adjoint(Z)),
    "a product in parts": (Z * W, A * C + I * (B * D)),
    "with another sign": (Z * W, A * C + B * D + I * (A * D + B * C)),
    "a square": (Z**2, A**2 + B**2 + I * (A * B + B * A)),
    "a square that commutes": (Z**2, A**2 - B**2 + 2 * I * A * B),
    "an entry": ((Z * W)[i, i], Z[i, i] * W[i, i]),
    "the trace of a product": (Trace(Z * W), Trace(Z) * Trace(W)),
    "the trace of an adjoint": (Trace(Adjoint(Z)), Trace(Z)),
    "the trace of Z*Z": (Trace(Adjoint(Z) * Z), SquaredNorm(A) - SquaredNorm(B) + 0 * z),
    "the trace of ZZ": (Trace(Z * Z), SquaredNorm(A) + SquaredNorm(B) + 0 * z),
    "a commutator": (Z * W - W * Z, W * Z - Z * W),
    "i times the identity": ((I * one) * (I * one), one),
    "a hermitian part": (Adjoint(Z + Adjoint(Z)), Z - Adjoint(Z)),
    "a hermitian square": (Adjoint(Z * Z), Z * Z),
    "quaternions": (quaternion * quaternion, (a**2 + b**2 + c**2 + t**2) * Identity(2)),
    "Pauli's matrices": (Y * X, I * S),
    "Pauli's matrices squared": (Y * Y, -Identity(2)),
    "Pauli's matrices commute": (X * Y, Y * X),
    "a determinant": (Determinant(ImmutableMatrix([[z, w], [-w, z]])), Abs(z) ** 2 + Abs(w) ** 2 + 0 * z),
    "a matrix by its entries": (turned(1) * turned(-1), n * turned(1)),
}


@pytest.mark.parametrize("name", FALSE)
def test_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"


FALSE_OF_WHAT_IS_GIVEN = {
    "the real part of a unitary matrix": (Equation(A * A.T, one), UNITARY),
    "a unitary matrix times its transpose": (Equation(Z * Z.T, one), UNITARY),
    "the imaginary part of a hermitian matrix": (Equation(B.T, B), HERMITIAN),
    "a hermitian form is 0": (Equation(of(re, (Adjoint(v) * Z * v)[0, 0]), 0), HERMITIAN),
    "a product of hermitian matrices": (
        Equation(Adjoint(Z * W), Z * W),
        [*HERMITIAN, Equation(Adjoint(W), W)],
    ),
}


@pytest.mark.parametrize("name", FALSE_OF_WHAT_IS_GIVEN)
def test_not_proved_of_what_is_given(name):
    claimed, given = FALSE_OF_WHAT_IS_GIVEN[name]
    assert decide(claimed, given=given).status == "refuted"
