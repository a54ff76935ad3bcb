"""Propositions, claims and chains: what is accepted as a statement, a hypothesis or a reason."""

import pytest
from sympy import Eq, Idx, Integral, Matrix, MatrixSymbol, Ne, S, Symbol, Tuple, symbols

from symattn.errors import ClaimError, HypothesisError, ShapeError, UnsupportedExpression
from symattn.language import (
    Attention,
    Claim,
    DotProduct,
    EqualRowNorms,
    Equation,
    Euclidean,
    FreeOf,
    Invariant,
    Invertible,
    KernelSymbol,
    MapSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    ShiftMatrix,
    as_hypotheses,
    as_proposition,
    calc,
    claim,
    dims,
)

r, n, ell, d, h = dims("r n ell d h")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A = MatrixSymbol("A", n, n)
x, y = symbols("x y", real=True)
alpha, g = KernelSymbol("alpha"), OrthogonalSymbol("g", ell)
sigma = PermutationSymbol("sigma", n)

EVERY = (
    Equation(A, A.T),
    Equation(x, y),
    Invariant(alpha, g),
    Invariant(Euclidean(), MapSymbol("f", ell)),
    EqualRowNorms(K),
    Invertible(A),
    FreeOf(ShiftMatrix(x, 2 * h), y),
    FreeOf(Attention(Q, K, V), K),
)


@pytest.mark.parametrize("proposition", EVERY, ids=str)
def test_propositions_survive_rebuilding(proposition):
    assert proposition.func(*proposition.args) == proposition
    assert proposition.doit() == proposition
    assert as_proposition(proposition) is proposition
    assert proposition.subs(Symbol("unused"), 1) == proposition


def test_printing():
    assert [str(proposition) for proposition in EVERY] == [
        "A = A.T",
        "x = y",
        "Invariant(alpha, g)",
        "Invariant(Euclidean, f)",
        "EqualRowNorms(K)",
        "Invertible(A)",
        "FreeOf(ShiftMatrix(x, 2*h), y)",
        "FreeOf(Attention(Q, K, V), K)",
    ]


def test_square_arguments():
    for build in (lambda: Invertible(K), lambda: Invariant(DotProduct(), K)):
        with pytest.raises(ShapeError) as caught:
            build()
        assert caught.value.shapes == ((n, ell), (ell, n))


def test_conversion():
    assert as_proposition(Eq(A, A.T, evaluate=False)) == Equation(A, A.T)
    assert as_proposition((A, A.T)) == Equation(A, A.T)
    assert as_proposition(Ne(x, 0)) == Ne(x, 0)
    assert as_proposition((Matrix([[1, 0]]), Matrix([[0, 1]]))).lhs.shape == (1, 2)
    for evaluated in (Eq(A, A), True, False, S.true):
        with pytest.raises(ClaimError, match="Equation"):
            as_proposition(evaluated)
    for wrong in (A, x, 3, "x", Ne(A, A.T, evaluate=False), Tuple(x, y)):
        with pytest.raises((UnsupportedExpression, ClaimError)):
            as_proposition(wrong)


def test_an_equation_keeps_what_sympy_would_evaluate():
    assert Equation(A, A).args == (A, A)
    assert Equation(1, 2).lhs == 1


def test_hypotheses():
    assert as_hypotheses(()) == ()
    assert as_hypotheses(x > 0) == (x > 0,)
    assert as_hypotheses([Invertible(A), x > 0, Invertible(A)]) == (Invertible(A), x > 0)
    assert as_hypotheses([(A, A.T)]) == (Equation(A, A.T),)
    assert as_hypotheses([S.true]) == ()
    with pytest.raises(HypothesisError):
        as_hypotheses([n < 0])
    with pytest.raises(HypothesisError):
        as_hypotheses(Eq(MatrixSymbol("B", 2, 3), MatrixSymbol("C", 3, 2)))
    with pytest.raises(ShapeError):
        as_hypotheses([(A, K)])


def test_claims():
    made = claim(A, A.T, given=[Invertible(A)])
    assert made == Claim(Equation(A, A.T), (Invertible(A),))
    assert (made.lhs, made.rhs) == (A, A.T)
    assert str(made) == "A = A.T given Invertible(A)"
    assert claim(Invertible(A)) == Claim(Invertible(A))
    assert hash(made) == hash(claim(A, A.T, given=Invertible(A)))
    with pytest.raises(ShapeError):
        claim(A, K)
    with pytest.raises(ClaimError):
        claim(Eq(A, A))


def test_a_chain():
    start = Attention(Q * g, K * g, V)
    middle = RowSoftmax(Q * K.T / x) * V
    chain = calc(V, (sigma.T * sigma * V, sigma), (V, (sigma, x > 0)), given=x > 0)
    assert chain.statements == (Equation(V, sigma.T * sigma * V), Equation(sigma.T * sigma * V, V))
    assert chain.claim == Claim(Equation(V, V), (x > 0,))
    assert [step.by for step in chain.steps] == [(sigma,), (sigma, x > 0)]
    assert str(chain) == "V\n  = sigma.T*sigma*V  [sigma]\n  = V  [sigma, x > 0]"
    assert calc(start, (middle, (Attention, g))).steps[0].by == (Attention, g)


@pytest.mark.parametrize(
    ("steps", "error"),
    [
        ((), ClaimError),
        ((V,), ClaimError),
        (((V, V),), ClaimError),
        (((V, alpha),), ClaimError),
        (((V, x),), ClaimError),
        (((V, Integral),), ClaimError),
        (((V, int),), ClaimError),
        (((V, x > 0),), HypothesisError),
        (((V, Invertible(A)),), HypothesisError),
        (((K, ()),), ShapeError),
    ],
    ids=str,
)
def test_bad_chains(steps, error):
    with pytest.raises(error):
        calc(V, *steps, given=[y > 0])


def test_chains_of_scalars():
    i = Idx("i", n)
    chain = calc(V[i, 0] + x, (x + V[i, 0], ()))
    assert chain.statements[0].lhs == V[i, 0] + x


@pytest.mark.parametrize("side", ["x", "x +", None, [[1, 2]], {}])
def test_a_side_must_be_a_sympy_expression(side):
    with pytest.raises(UnsupportedExpression):
        Equation(side, x)
