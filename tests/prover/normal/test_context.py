"""What a context makes of hypotheses: bijections, contractions, rules, truths, splits, and the budget."""

import pytest

from symattn.kernel.syntax import parse
from symattn.kernel.terms import Size
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.normal.context import BudgetExceeded, Context, add_bijection, find_splits

m, k, n = (Size.variable(name) for name in "mkn")


def test_a_bijection_is_known_from_both_sides(logic):
    context = Context()
    first, second = logic.inverse_maps()
    add_bijection(context, first, second)
    s, t = logic.term("s", s="[n]→[n]"), logic.term("t", t="[n]→[n]")
    assert set(context.bijections) == {s, t}
    assert context.bijections[s].inverse is t and context.bijections[t].inverse is s
    assert context.bijections[s].flipped() == context.bijections[t]
    assert context.bijections[s].left_inverse.conclusion is first
    assert context.bijections[t].left_inverse.conclusion is second
    # assumptions and nothing more
    assert context.bijections[s].left_inverse.hypotheses == (first,)


def test_what_says_nothing_about_maps_is_refused(logic):
    for wrong in (logic.term("x = y", x="ℝ", y="ℝ"), logic.term("∀i:[n]. i = i"), parse("⊤")):
        with pytest.raises(ProofError, match="inverts another"):
            add_bijection(Context(), wrong, wrong)


def test_the_budget_ends_the_attempt():
    context = Context(budget=2)
    context.charge_step()
    context.charge_step()
    with pytest.raises(BudgetExceeded, match="2 steps"):
        context.charge_step()
    assert issubclass(BudgetExceeded, ProofError)


def test_unfolding_is_recorded_and_can_be_forbidden():
    context = Context(opaque=frozenset({"row_softmax"}))
    assert context.unfold("row_softmax") is None
    assert context.unfold("exp") is None
    assert context.unfold("matmul") is not None
    assert context.unfolded == {"matmul"}


@pytest.mark.parametrize("text, found", [
    ("λi:[m]. inl{m,k} i", {m + k: ("+", m, k)}),
    ("λi:[k]. pos{m+k} (inr{m,k} i)", {m + k: ("+", m, k)}),
    ("λi:[m*n]. quo{m,n} i", {m * n: ("*", m, n)}),
    ("λA:[n]→[m]→ℝ, B:[n]→[k]→ℝ. beside{n,m,k} A B", {m + k: ("+", m, k)}),
    ("prefix{m,k}", {m + k: ("+", m, k)}),
    ("block_rotation{n}", {n * Size.number(2): ("*", n, Size.number(2))}),
    ("λi:[m+k]. pos{m+k} i", {}),
    ("matmul{m,n,k}", {}),
])  # fmt: skip
def test_splits_are_found_where_index_types_are_taken_apart(text, found):
    assert find_splits([parse(text)]) == found
