"""What a hypothesis about all functions gives: the equations between moments, and nothing for other hypotheses."""

import pytest

from symattn.kernel.rules import assume
from symattn.prover.logic.derived_rules import strip
from symattn.prover.strategies.hypotheses.moments import moments

VECTORS = {"p": "[N]→ℝ", "X": "[N]→[n]→ℝ", "Y": "[N]→[n]→ℝ"}
INDEPENDENT = (
    "∀f g:([n]→ℝ)→ℝ. (Σ o:[N]. p o * (f (X o) * g (Y o))) = (Σ o:[N]. p o * f (X o)) * (Σ o:[N]. p o * g (Y o))"
)
PAIRWISE = (
    "∀i j:[n]. i ≠ j ⇒ (∀f g:ℝ→ℝ. (Σ o:[N]. p o * (f (X o i) * g (X o j)))"
    " = (Σ o:[N]. p o * f (X o i)) * (Σ o:[N]. p o * g (X o j)))"
)
MEAN = "(∀i:[n]. (Σ o:[N]. p o * X o i) = 0)"


def test_moments_follow_from_the_hypothesis_alone(logic):
    for text in (INDEPENDENT, PAIRWISE):
        proposition = logic.term(text, **VECTORS)
        found = moments(assume(proposition))
        assert len(found) == 4
        for theorem in found:
            assert set(theorem.hypotheses) == {proposition}
            assert strip(theorem)[1] == ()


@pytest.mark.parametrize(
    "text", ["∀r:[n]→ℝ. (Σ i:[n]. r i) = 0", "∀x:ℝ. x * 0 = 0", "∀f g h:ℝ→ℝ. f 0 * g 0 * h 0 = 0", MEAN]
)
def test_other_hypotheses_give_no_moments(logic, text):
    assert moments(assume(logic.term(text, **VECTORS))) == []


def test_products_of_independent_vectors(logic):
    given = logic.term(INDEPENDENT, **VECTORS)
    logic.prove(
        "(Σ o:[N]. p o * (Σ i:[n]. X o i * Y o i)) = (Σ i:[n]. (Σ o:[N]. p o * X o i) * (Σ o:[N]. p o * Y o i))",
        given,
        **VECTORS,
    )
    logic.prove(
        "∀i j k:[n]. (Σ o:[N]. p o * (X o i * (X o j * Y o k)))"
        " = (Σ o:[N]. p o * (X o i * X o j)) * (Σ o:[N]. p o * Y o k)",
        given,
        **VECTORS,
    )
    logic.refuse(
        "∀i j:[n]. (Σ o:[N]. p o * (X o i * X o j)) = (Σ o:[N]. p o * X o i) * (Σ o:[N]. p o * X o j)", given, **VECTORS
    )


def test_different_entries(logic):
    given = logic.term(PAIRWISE, **VECTORS)
    logic.refuse(
        "∀i j:[n]. (Σ o:[N]. p o * (X o i * X o j)) = (Σ o:[N]. p o * X o i) * (Σ o:[N]. p o * X o j)", given, **VECTORS
    )


def test_the_square_of_a_sum_keeps_the_diagonal(logic):
    given = logic.term(PAIRWISE, **VECTORS), logic.term(MEAN, **VECTORS)
    square = "(Σ o:[N]. p o * ((Σ i:[n]. X o i) * (Σ i:[n]. X o i)))"
    logic.prove(f"{square} = (Σ i:[n]. Σ o:[N]. p o * (X o i * X o i))", *given, **VECTORS)
    logic.refuse(f"{square} = 0", *given, **VECTORS)
