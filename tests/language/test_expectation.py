"""Expectation, variance and the statements about random vectors: what may be written, what it says, how it prints."""

import pytest
from sympy import Idx, MatrixSymbol, Sum, Symbol, oo, symbols

from symattn import (
    ClaimError,
    CommonMean,
    CommonVariance,
    Equation,
    Expectation,
    Independent,
    MaskSymbol,
    PairwiseIndependent,
    ProbabilitySymbol,
    ShapeError,
    UnsupportedExpression,
    Variance,
    claim,
    decide,
    dims,
    latex,
)
from symattn.language import declarations
from symattn.render.text import text

N, M, ell = dims("N M ell")
p, o, a = ProbabilitySymbol("p", N), Idx("o", N), symbols("a", integer=True)
q, k = MatrixSymbol("q", N, ell), MatrixSymbol("k", N, ell)
mu = Symbol("mu", real=True)
DOT = Sum(q[o, a] * k[o, a], (a, 0, ell - 1))


def test_weights_are_a_row():
    assert p.shape == (1, N) and p.outcomes == N
    assert p.func(*p.args) == p
    assert ProbabilitySymbol("p", N) == p != MatrixSymbol("p", 1, N)
    with pytest.raises(ShapeError):
        ProbabilitySymbol("p", 2, N)


def test_weights_are_a_kind_of_their_own():
    record = declarations(Expectation(p, DOT, o))
    assert record.probabilities == (p,)
    assert record.matrices == (k, q)
    assert record.indices == ()  # the outcome is bound


@pytest.mark.parametrize("kind", [Expectation, Variance])
def test_a_number_of_a_random_variable(kind):
    number = kind(p, DOT, o)
    assert number.func(*number.args) == number
    assert (number.probability, number.variable, number.outcome) == (p, DOT, o)
    assert o not in number.free_symbols and number.is_real
    assert kind(p, q[a, 0], a).outcome == a


def test_definitions():
    assert Expectation(p, q[o, 0], o).definition() == Sum(p[0, o] * q[o, 0], (o, 0, N - 1))
    mean = Expectation(p, q[o, 0], o)
    assert Variance(p, q[o, 0], o).definition() == Expectation(p, (q[o, 0] - mean) ** 2, o)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Expectation(MatrixSymbol("p", 1, N), q[o, 0], o),
        lambda: Expectation(p, q, o),
        lambda: Expectation(p, -oo, o),
        lambda: Expectation(p, MaskSymbol("S", N, ell)[o, 0], o),
        lambda: Expectation(p, q[o, 0], Idx("o", M)),
        lambda: Expectation(p, q[o, 0], N),
        lambda: Expectation(p, q[o, 0], 2),
        lambda: Expectation(p, o, o),
        lambda: CommonMean(p, q, q),
        lambda: CommonMean(MatrixSymbol("p", 1, N), q, 0),
        lambda: Independent(p, q, MaskSymbol("S", N, ell)),
    ],
)
def test_what_is_no_random_variable_is_refused(make):
    with pytest.raises(UnsupportedExpression):
        make()


def test_a_random_vector_has_a_row_for_each_outcome():
    other = MatrixSymbol("x", M, ell)
    for make in (
        lambda: CommonMean(p, other, 0),
        lambda: CommonVariance(p, other, 1),
        lambda: Independent(p, q, other),
        lambda: Independent(p, other, q),
        lambda: PairwiseIndependent(p, other),
    ):
        with pytest.raises(ShapeError) as refused:
            make()
        assert refused.value.shapes == ((M, ell), (N, ell))


@pytest.mark.parametrize("proposition", [Independent(p, q, k), PairwiseIndependent(p, q)], ids=str)
def test_independence_is_given_and_not_claimed(proposition):
    assert claim(Equation(mu, 0), given=[proposition]).given == (proposition,)
    with pytest.raises(ClaimError, match="can be given, not claimed"):
        claim(proposition)
    with pytest.raises(ClaimError, match="can be given, not claimed"):
        decide(proposition)


def test_text_and_latex():
    assert text(Expectation(p, q[o, 0], o)) == "E_(o∼p)[q[o, 0]]"
    assert latex(Variance(p, q[o, 0], o)) == r"\operatorname{Var}_{o \sim p}\left[{q}_{o, 0}\right]"
    assert text(CommonMean(p, q, mu)) == "the entries of q have the mean μ"
    assert latex(CommonVariance(p, q, 1)) == r"\text{the entries of } q \text{ have the variance } 1"
    assert text(Independent(p, q, k)) == "q and k are independent"
    assert latex(PairwiseIndependent(p, q)) == r"\text{the entries of } q \text{ are pairwise independent}"
    stated = claim(Expectation(p, q[o, 0], o), mu, given=[CommonMean(p, q, mu)])
    assert text(stated) == (
        "p (a probability distribution on {0, …, N - 1}), q ∈ ℝ^(N×ℓ), μ ∈ ℝ; if the entries of q have the mean μ: "
        "E_(o∼p)[q[o, 0]] = μ"
    )
    assert r"p \text{ (a probability distribution on } \{0, \dots, N - 1\} \text{)}" in latex(stated)
