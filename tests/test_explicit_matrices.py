"""Matrices written out: entries at numbers as indices are decided at any size, also where a number is off by one."""

import pytest
from sympy import (
    FiniteSet,
    Identity,
    Idx,
    Inverse,
    MatMul,
    MatPow,
    MatrixSymbol,
    Ne,
    Rational,
    Sum,
    Symbol,
    cos,
    exp,
    oo,
    sin,
    symbols,
)
from sympy import ImmutableMatrix as Matrix
from sympy.matrices.expressions.blockmatrix import BlockMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    AdditiveEncoding,
    Attention,
    BlockRotation,
    CausalMask,
    Equation,
    Invertible,
    MaskedRow,
    PrefixMask,
    RowSoftmax,
    ShiftMatrix,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    SubsetMask,
    certificate,
    decide,
    dims,
)
from symattn.elaborate import elaborate
from symattn.kernel.terms import Size
from symattn.prover.logic.notation import show
from symattn.prover.logic.places import place

n, d, h = dims("n d h")
t, k, theta = symbols("t k theta", real=True)
j = Symbol("j", integer=True, nonnegative=True)
s, c = Symbol("s", integer=True), Idx("c", d)
third, half = Rational(1, 3), Rational(1, 2)
A, B, R, C = (MatrixSymbol(name, rows, d) for name, rows in (("A", n + 1), ("B", n), ("R", 1), ("C", 3)))
X, K, Z = MatrixSymbol("X", n, 1), MatrixSymbol("K", 3, 2), MatrixSymbol("Z", 3, 2)
wide = MatrixSymbol("x", 512, 1)
below = BlockMatrix([[C], [B]])
cycle = Matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
six = Matrix([1, theta, theta**2])


def entry(matrix, row, column=0):
    return MatrixElement(matrix, row, column)


TRUE = {
    "the softmax of equal scores": (RowSoftmax(Matrix([[0, 0, 0]])), Matrix([[third] * 3])),
    "the softmax of a masked row": (
        RowSoftmax(Matrix([[t, k, -oo]])),
        Matrix([[exp(t) / (exp(t) + exp(k)), exp(k) / (exp(t) + exp(k)), 0]]),
    ),
    "a single entry is left in each row": (RowSoftmax(Matrix([[t, -oo], [-oo, k]])), Identity(2)),
    "the softmax of a causal mask": (
        RowSoftmax(CausalMask(3)),
        Matrix([[1, 0, 0], [half, half, 0], [third, third, third]]),
    ),
    "a causal mask": (CausalMask(3), Matrix([[0, -oo, -oo], [0, 0, -oo], [0, 0, 0]])),
    "a prefix mask": (PrefixMask(2, 3), Matrix([[0, 0, -oo]])),
    "a subset mask": (SubsetMask(FiniteSet(0, 2), 4), Matrix([[0, -oo, 0, -oo]])),
    "an encoding of width 4": (SinusoidalVector(t, 4), Matrix([sin(t), cos(t), sin(t / 100), cos(t / 100)])),
    "an encoding of three positions": (SinusoidalEncoding(3, 2), Matrix([[0, 1], [sin(1), cos(1)], [sin(2), cos(2)]])),
    "a rotation by blocks": (
        BlockRotation(Matrix([t, k])),
        Matrix([[cos(t), sin(t), 0, 0], [-sin(t), cos(t), 0, 0], [0, 0, cos(k), sin(k)], [0, 0, -sin(k), cos(k)]]),
    ),
    "sines and cosines of width 6": (
        SineCosine(j * six),
        Matrix([f(j * theta**m) for m in range(3) for f in (sin, cos)]),
    ),
    "a shift of width 4": (ShiftMatrix(k, 4) * SinusoidalVector(t, 4), SinusoidalVector(t + k, 4)),
    "the cube of a cycle": (MatPow(cycle, 3), Identity(3)),
    "a product of numbers and symbols": (
        Matrix([[1, 2, 3], [4, 5, 6]]) * Z,
        Matrix(2, 2, lambda i, m: sum((3 * i + a + 1) * Z[a, m] for a in range(3))),
    ),
    "attention with equal scores is the mean": (Attention(Matrix([[0, 0]]), K, Matrix([1, 2, 3])), Matrix([2])),
    "the first column of an encoding": (
        AdditiveEncoding(X, SinusoidalEncoding(n, 2)),
        X + SinusoidalEncoding(n, 2)[:, :1],
    ),
    "an entry above in blocks": (entry(below, 2, c), C[2, c]),
    "an entry below in blocks": (entry(below, 3, c), B[0, c]),
    "the last entry in blocks": (entry(BlockMatrix([[B], [R]]), n, c), R[0, c]),
    "the second row of n + 1": (A[1:, :][0, c], A[1, c]),
    "an entry of a symbolic width": (entry(SinusoidalVector(t, 2 * h), 1), cos(t)),
    "an entry of a wide column": (entry(2 * wide, 300), 2 * wide[300, 0]),
    "a sum over three": (Sum(wide[s, 0], (s, 0, 511)) - Sum(wide[s, 0], (s, 0, 511)) + C[2, c], C[2, c]),
}
FALSE = {
    "a weight is wrong": (RowSoftmax(Matrix([[0, 0, 0]])), Matrix([[third, third, Rational(1, 4)]])),
    "the masked entry has weight": (RowSoftmax(Matrix([[t, k, -oo]])), Matrix([[half, half, 0]])),
    "the mask hides another key": (CausalMask(3), Matrix([[0, -oo, -oo], [0, 0, -oo], [0, -oo, 0]])),
    "the prefix is shorter": (PrefixMask(2, 3), Matrix([[0, -oo, -oo]])),
    "sine and cosine are exchanged": (SinusoidalVector(t, 4), Matrix([sin(t), cos(t), cos(t / 100), sin(t / 100)])),
    "the frequency is off": (SinusoidalVector(t, 4), Matrix([sin(t), cos(t), sin(t / 10), cos(t / 10)])),
    "the rotation turns the other way": (
        BlockRotation(Matrix([t, k])),
        Matrix([[cos(t), -sin(t), 0, 0], [sin(t), cos(t), 0, 0], [0, 0, cos(k), sin(k)], [0, 0, -sin(k), cos(k)]]),
    ),
    "the square of a cycle of three": (MatPow(cycle, 2), Identity(3)),
    "the power of theta is off by one": (
        SineCosine(j * six),
        Matrix([f(j * theta ** (m + 1)) for m in range(3) for f in (sin, cos)]),
    ),
    "the neighbour in a wide column": (entry(2 * wide, 300), 2 * wide[301, 0]),
    "above is not below": (entry(below, 3, c), C[2, c]),
    "the first row is not the second": (A[1:, :][0, c], A[0, c]),
    "the other entry of a symbolic width": (entry(SinusoidalVector(t, 2 * h), 1), sin(t)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_written_out_is_proved(name):
    assert decide(Equation(*TRUE[name])).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_so_is_refuted(name):
    assert decide(Equation(*FALSE[name])).status == "refuted"


x, y = symbols("x y", real=True)
turn, scaled = Matrix([[x, -y], [y, x]]), Matrix([[x, y], [-y, x]]) / (x**2 + y**2)
INVERSES = {
    "two rows of numbers": (Invertible(Matrix([[2, 1], [1, 1]])), (), "proved"),
    "three rows of numbers": (Invertible(Matrix([[2, 1, 0], [1, 1, 0], [0, 1, 3]])), (), "proved"),
    "a singular one": (Invertible(Matrix([[1, 2], [2, 4]])), (), "refuted"),
    "a multiple of a rotation": (Invertible(turn), (Ne(x, 0),), "proved"),
    "no multiple": (Invertible(turn), (), "refuted"),
    "its inverse": (Equation(Inverse(turn), scaled), (Ne(x, 0),), "proved"),
    "its transpose": (Equation(Inverse(turn), scaled.T), (Ne(x, 0),), "refuted"),
}


@pytest.mark.parametrize("name", INVERSES)
def test_small_matrices_are_inverted(name):
    stated, given, status = INVERSES[name]
    assert decide(stated, given=given).status == status


def test_a_row_without_an_unmasked_entry_has_no_softmax():
    with pytest.raises(MaskedRow):
        RowSoftmax(Matrix([[0, 0, 0], [-oo, -oo, -oo]]))


def test_a_proof_about_numbers_as_indices_is_replayed():
    verdict = decide(Equation(MatPow(cycle, 3), Identity(3)), verify=True)
    assert verdict.status == "proved"
    assert "inr" in certificate(verdict)


def test_the_identity_of_four_leaves_a_column_as_it_is():
    column = Matrix([t, k, 1, 2])
    assert (
        decide(Equation(MatMul(Matrix(Identity(4).as_explicit()), column, evaluate=False), column)).status == "proved"
    )


def test_a_number_as_an_index_is_a_term_that_the_axioms_speak_of():
    stated = elaborate(Equation(MatrixSymbol("V", n + 2, 1)[1, 0], 0))
    assert "inr{1, 1 + n} 0@[1 + n]" in show(stated.goal)


@pytest.mark.parametrize("value", range(6))
def test_the_place_of_a_number_is_that_number(value):
    term = place(value, Size.number(6))
    assert term.type.size == Size.number(6)
    assert (str(term) == "0") == (value == 0)
