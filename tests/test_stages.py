"""The outline of a proof: the terms that its main chain of equations passes through."""

import pytest
from sympy import MatrixSymbol

from symattn import Attention, PermutationSymbol, ShiftMatrix, decide, dims
from symattn.kernel.terms import sides
from symattn.notation import show
from symattn.stages import stages

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma = PermutationSymbol("sigma", n)


def test_the_outline_leads_from_one_side_to_the_other():
    theorem = decide(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)).theorem
    outline = stages(theorem)
    left, right = (show(side) for side in sides(theorem.conclusion))
    assert len(outline) >= 4
    assert outline[0] == f"{left} ι0 ι1" and outline[-1] == f"{right} ι0 ι1"
    assert any("exp" in stage and "Attention" not in stage for stage in outline)


def test_stages_differ_and_contain_no_redex():
    outline = stages(decide((Q * K.T) * V, Q * (K.T * V)).theorem)
    assert len(set(outline)) == len(outline)
    assert [stage for stage in outline if "((λ" in stage] == []


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [(Q, Q), (Q + Q, 2 * Q), (ShiftMatrix(0, 2 * n), ShiftMatrix(0, 2 * n)), (K.T * sigma.T * sigma, K.T)],
    ids=str,
)
def test_every_proof_has_an_outline(lhs, rhs):
    assert all(isinstance(stage, str) for stage in stages(decide(lhs, rhs).theorem))
