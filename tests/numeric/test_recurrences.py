"""Hypotheses that give a matrix place by place, or a family member by member: instances are made that satisfy them."""

import pytest
from sympy import Idx, MatrixSymbol, ZeroMatrix, log

from symattn import ForAll, MatrixFamily, PermutationSymbol, RowSoftmax, SelfAttention, claim, decide, dims, spot_check
from symattn.errors import UnsupportedExpression
from symattn.language import Equation
from symattn.numeric.refute import Budget, satisfies, witness

L, n, d, p = dims("L n d p")
l, i, j = Idx("l", L), Idx("i", n), Idx("j", n)
Y, Z = MatrixFamily("Y", L + 1, n, d), MatrixFamily("Z", L + 1, n, d)
W_Q, W_K, W_V = (MatrixFamily(f"W_{name}", L, d, size) for name, size in (("Q", p), ("K", p), ("V", d)))
sigma = PermutationSymbol("sigma", n)
A, B = MatrixSymbol("A", n + 1, n + 1), MatrixSymbol("B", n + 1, n + 1)
K, V, S = MatrixSymbol("K", L, d), MatrixSymbol("V", L, d), MatrixFamily("S", L + 1, d, d)


def layered(stream):
    return ForAll(l, Equation(stream[l + 1], stream[l] + SelfAttention(stream[l], W_Q[l], W_K[l], W_V[l])))


def toeplitz(matrix):
    return ForAll((i, j), Equation(matrix[i + 1, j + 1], matrix[i, j]))


FROM_ROW_0 = ForAll(i, Equation(A[i + 1, :], A[i, :]))
FROM_B = ForAll(i, Equation(A[i + 1, :], B[i, :]))
BACKWARDS = ForAll(l, Equation(Y[l], Y[l + 1]))
SUMS = [ForAll(l, Equation(S[l + 1], S[l] + K[l, :].T * V[l, :])), Equation(S[0], ZeroMatrix(d, d))]
TRUE = {
    "layers": claim(Z[L], sigma * Y[L], given=[layered(Y), layered(Z), Equation(Z[0], sigma * Y[0])]),
    "a state that adds up": claim(S[L], K.T * V, given=SUMS),
    "said backwards": claim(Y[0], Y[L], given=[BACKWARDS]),
    "a matrix along its diagonals": claim(A[n, n], A[0, 0], given=[toeplitz(A)]),
    "along its diagonals from below": claim(
        A[n, n], A[0, 0], given=[ForAll((i, j), Equation(A[i, j], A[i + 1, j + 1]))]
    ),
    "row by row": claim(A[n, :], A[0, :], given=[FROM_ROW_0]),
    "by another matrix": claim(A[1, :], B[0, :], given=[FROM_B]),
}
FALSE = {
    "layers without the permutation": claim(Z[L], Y[L], given=[layered(Y), layered(Z), Equation(Z[0], sigma * Y[0])]),
    "a state transposed": claim(S[L], V.T * K, given=SUMS),
    "a state that begins anywhere": claim(S[L], K.T * V, given=SUMS[:1]),
    "the first of another family": claim(Y[L], Z[0], given=[BACKWARDS]),
    "constant along diagonals, and commuting": claim(A * B, B * A, given=[toeplitz(A), toeplitz(B)]),
    "a row before": claim(A[0, :], B[0, :], given=[FROM_B]),
}


@pytest.mark.parametrize("name", TRUE)
def test_random_values_satisfy_what_is_given(name):
    found = spot_check(TRUE[name])
    assert found.trials == 20 and not found.notes and found.max_error < 1e-12


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_of_them_is_refuted(name):
    found = decide(FALSE[name])
    assert found.status == "refuted" and found.counterexample.kind == "values"


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_of_them_is_not_refuted(name):
    assert decide(TRUE[name]).status in ("proved", "unknown")


@pytest.mark.parametrize("name", ["a state that adds up", "a matrix along its diagonals", "row by row"])
def test_exact_values_satisfy_it_too(name):
    found = witness(TRUE[name].proposition, TRUE[name].given)
    assert found is not None and satisfies(found, TRUE[name].given, Budget())


def test_a_hypothesis_that_cannot_be_is_met_by_nothing():
    stated = claim(Y[0], Y[L], given=[ForAll(l, Equation(RowSoftmax(Y[l + 1]), ZeroMatrix(n, d)))])
    assert spot_check(stated).trials == 0
    assert decide(stated).status != "refuted"


def test_where_a_place_has_no_value_others_are_drawn():
    logarithms = ForAll(i, Equation(B[i + 1, 0], log(B[i, 0])))
    found = spot_check(claim(B[1, 0], log(B[0, 0]), given=[logarithms, B[0, 0] > 0]))
    assert found.max_error < 1e-12
    assert spot_check(claim(B[0, 0], B[0, 0], given=[logarithms])).max_error == 0


@pytest.mark.parametrize("ask", [spot_check, decide])
@pytest.mark.parametrize("step", [1, -1])
def test_a_place_that_lies_outside_is_named(ask, step):
    column = MatrixSymbol("x", n, 1)
    stated = claim(column[0, 0], column[n - 1, 0], given=[ForAll(i, Equation(column[i + step, 0], column[i, 0]))])
    with pytest.raises(UnsupportedExpression, match=r"outside a matrix|not provably an index"):
        ask(stated)


def test_an_index_of_the_same_name_outside_keeps_its_value():
    stated = claim(A[i, 0], A[i, 0], given=[ForAll(i, Equation(A[i + 1, 0], A[i, 0])), Equation(B[i, i], 1)])
    assert spot_check(stated).trials == 20
