"""Proofs told to a reader: the entries of both sides, and the normal form that they share, case by case."""

import pytest
from sympy import MatrixSymbol

from symattn import (
    Attention,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    ShiftMatrix,
    SinusoidalVector,
    calc,
    claim,
    decide,
    dims,
)
from symattn.deciding.stages import derivation_latex, reasons, stage_lines
from symattn.kernel.terms import sides
from symattn.prover.logic.notation import show

r, n, ell, d, h = dims("r n ell d h")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)


def test_the_stages_lead_from_one_side_to_the_other():
    verdict = decide(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V))
    left, normal, right = stage_lines(verdict)
    expected = [show(side) for side in sides(verdict.theorem.conclusion)]
    assert left == f"  {expected[0]} ι0 ι1" and right == f"= {expected[1]} ι0 ι1"
    assert "exp" in normal and "Attention" not in normal and "sigma" not in normal


def test_every_case_of_a_split_index_has_its_stage():
    verdict = decide(ShiftMatrix(1, 2 * h) * SinusoidalVector(0, 2 * h), SinusoidalVector(1, 2 * h))
    assert len(verdict.stages) == 2
    source = derivation_latex(verdict)
    assert "_{2 i,0}" in source and "_{2 i + 1,0}" in source and "likewise" in source


def test_the_reasons_are_those_that_were_used():
    verdict = decide(Attention(Q * g, sigma * K * g, sigma * V), Attention(Q, K, V))
    assert reasons(verdict) == "definitions of Att, SoftMax; σ is a permutation; g is orthogonal"
    assert reasons(decide((Q * K.T).T, K * Q.T)) == ""


def test_the_derivation_is_balanced_latex():
    source = derivation_latex(decide(Attention(Q * g, sigma * K * g, sigma * V), Attention(Q, K, V)))
    assert source.startswith(r"\begin{align*}") and source.endswith(r"\end{align*}")
    assert source.count(r"\left") == source.count(r"\right")
    assert source.count("{") == source.count("}")
    assert "•" not in source and "ι" not in source


@pytest.mark.parametrize(("lhs", "rhs"), [(Q, Q), (K.T * sigma.T * sigma, K.T)], ids=str)
def test_short_proofs_have_few_stages(lhs, rhs):
    assert len(stage_lines(decide(lhs, rhs))) in (0, 3)


def test_claims_calcs_and_verdicts_show_themselves_in_a_notebook():
    stated = claim(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V))
    chain = calc(stated.lhs, (stated.rhs, (Attention, RowSoftmax, sigma)))
    assert stated._repr_latex_().startswith("$")
    assert chain._repr_latex_().startswith(r"\begin{align*}")
    assert "Att" in decide(stated)._repr_latex_()
    assert decide(chain)._repr_latex_().startswith(r"\begin{align*}")
