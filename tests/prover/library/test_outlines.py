"""Outlines of proofs: what each of them puts together, and the near misses that it must refuse."""

import pytest

from symattn.kernel.syntax import parse
from symattn.kernel.terms import KernelError
from symattn.prover.library.facts import found
from symattn.prover.library.goals import Goal
from symattn.prover.library.outlines import (
    applied,
    at_truth_values,
    both_ways,
    by_contradiction,
    by_induction_on,
    by_places,
    claim,
    equivalent,
    in_cases,
    rewriting,
    some,
    squeezed,
    through,
    unfold,
    use,
)
from symattn.prover.logic.derived_rules import ProofError


def proved(outline, statement):
    """Return what an outline proves of a statement."""
    goal = Goal.of(statement)
    return goal.closed(outline(goal))


NONNEGATIVE_PRODUCT = by_places(
    "k:ℕ, w:[n]",
    "0 ≤ product_to{n} f k",
    through(use("product_to_first", "f"), use(0, "0@[n]"), then=rewriting),
    through(
        use("product_to_next", "f", "w", "k"), use(0, "w"), use("le_mul", "product_to{n} f k", "f w"), then=rewriting
    ),
    through(use("product_to_last", "f"), then=rewriting),
)


@pytest.mark.parametrize(
    ("outline", "statement"),
    [
        (found, "∀x y:ℝ. x ≤ y ⇒ x ≤ y"),
        (found, "∀p q:𝔹. p ⇒ ¬p ⇒ q"),
        (both_ways, "∀x y:ℝ. (x ≤ y) = (0 ≤ y + -1 * x)"),
        (equivalent(through("0 ≤ y + -1 * x")), "∀x y:ℝ. (x ≤ y) = (0 ≤ y + -1 * x)"),
        (squeezed, "∀x y:ℝ. x ≤ y ⇒ y ≤ x ⇒ x = y"),
        (at_truth_values("q"), "∀p q:𝔹. (p ⇒ q) ⇒ ind p * ind q = ind p"),
        (through("0 ≤ x * x", use("square_nonneg", "y")), "∀x y:ℝ. 0 ≤ x * x + y * y"),
        (through(use(0, "x + 1")), "∀f:ℝ→ℝ, x:ℝ. (∀y:ℝ. 0 ≤ y ⇒ f y = 0) ⇒ 0 ≤ x ⇒ f (x + 1) = 0"),
        (through(claim("∀y:ℝ. x ≤ y ⇒ 0 ≤ y"), use(-1, "x + 1")), "∀x:ℝ. 0 ≤ x ⇒ 0 ≤ x + 1"),
        (through(use("∀y:ℝ. 0 ≤ y * y", "x")), "∀x:ℝ. 0 ≤ x * x"),
        (through(applied(0, "i")), "∀f g:[n]→ℝ, i:[n]. f = g ⇒ f i = g i"),
        (in_cases("0 ≤ x"), "∀x:ℝ. 0 ≤ x * x"),
        (by_contradiction(use(0)), "∀x:ℝ. (¬(0 ≤ x) ⇒ 0 ≤ x) ⇒ 0 ≤ x"),
        (by_contradiction(), "∀x:ℝ. 0 < x ⇒ x ≠ 0"),
        (rewriting, "∀f:ℝ→ℝ, x y:ℝ. x = y + 1 ⇒ f (y + 1) = 2 * y ⇒ f x = y + y"),
        (rewriting, "∀f:ℝ→ℝ, x y:ℝ. (x = y ∧ f y = 0) ⇒ f x = 0"),
        (rewriting, "∀f:ℝ→ℝ, x y:ℝ. x = y ⇒ f y = 0 ⇒ (f x = 0 ∧ f x + 1 = 1)"),
        (through(unfold("max x y"), "y + ind (y ≤ x) * (x + -1 * y) = x", then=rewriting),
         "∀x y:ℝ. y ≤ x ⇒ max x y = x"),
        (through(use(0, "λt:ℝ. t + 1"), then=rewriting),
         "∀F:(ℝ→ℝ)→ℝ, x:ℝ. (∀f:ℝ→ℝ. F f = f x) ⇒ F (λt:ℝ. t + 1) = x + 1"),
        (by_induction_on("a"), "∀a:ℕ. 0 ≤ 2 * real a"),
        (by_induction_on("a", any="b", step=through(use(-1, "b"))), "∀a b:ℕ. 0 ≤ real b ⇒ 0 ≤ real a + real b"),
        (through(some("k:ℕ", "real k = real a * real b", "product_exists", "a", "b"), use(0, "k")),
         "∀a b:ℕ, r:𝔹. (∀k:ℕ. real k = real a * real b ⇒ r) ⇒ r"),
        (NONNEGATIVE_PRODUCT, "∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ 0 ≤ product{n} f"),
    ],
)  # fmt: skip
def test_what_an_outline_proves_is_what_is_said(outline, statement):
    theorem = proved(outline, statement)
    assert theorem.conclusion is parse(statement)
    assert theorem.hypotheses == ()


@pytest.mark.parametrize(
    ("outline", "wrong"),
    [
        (found, "∀x y:ℝ. x ≤ y ⇒ y ≤ x"),
        (found, "∀p q:𝔹. p ⇒ ¬q ⇒ q"),
        (both_ways, "∀x y:ℝ. (x ≤ y) = (0 ≤ x + -1 * y)"),
        (both_ways, "∀x y:ℝ. (x = y) = (x ≤ y)"),
        (squeezed, "∀x y:ℝ. x ≤ y ⇒ x = y"),
        (at_truth_values("q"), "∀p q:𝔹. (p ⇒ q) ⇒ ind p * ind q = ind q"),
        (through("0 ≤ x"), "∀x:ℝ. 0 ≤ x * x * x"),  # a step that does not hold
        (through(use(0, "x")), "∀f:ℝ→ℝ, x:ℝ. (∀y:ℝ. 0 ≤ y ⇒ f y = 0) ⇒ f x = 0"),  # its premise does not hold
        (through(use("inv_mul", "x")), "∀x:ℝ. x * inv x = 1"),  # x may be 0
        (through(claim("∀y:ℝ. 0 ≤ y"), use(-1, "x")), "∀x:ℝ. 0 ≤ x"),
        (through(use("∀y:ℝ. 0 ≤ y", "x")), "∀x:ℝ. 0 ≤ x"),
        (through(applied(0, "i")), "∀f g:[n]→ℝ, i j:[n]. f = g ⇒ f i = g j"),
        (in_cases("0 ≤ x"), "∀x:ℝ. 0 ≤ x * x * x"),
        (by_contradiction(), "∀x:ℝ. 0 ≤ x ⇒ x ≠ 0"),
        (rewriting, "∀f:ℝ→ℝ, x y:ℝ. x = y + 1 ⇒ f y = 2 * y ⇒ f x = y + y"),
        (rewriting, "∀f:ℝ→ℝ, x y:ℝ. (x = y ⇒ f y = 0) ⇒ f x = 0"),
        (rewriting, "∀f:ℝ→ℝ, x y:ℝ. x = y ⇒ f y = 0 ⇒ (f x = 0 ∧ f x + 1 = 2)"),
        (through(unfold("x + y"), then=rewriting), "∀x y:ℝ. x + y = y + x"),
        (through(unfold("f x"), then=rewriting), "∀f:ℝ→ℝ, x:ℝ. f x = 0"),
        (by_induction_on("a"), "∀a:ℕ. 1 ≤ real a"),  # not at 0
        (by_induction_on("a"), "∀a:ℕ. real a ≤ 1"),  # not in the step
        (through(some("k:ℕ", "real k = real a", "product_exists", "a", "b"), use(0, "k")),
         "∀a b:ℕ, r:𝔹. (∀k:ℕ. real k = real a ⇒ r) ⇒ r"),  # not what the fact says
        (NONNEGATIVE_PRODUCT, "∀f:[n]→ℝ. (∀i:[n]. -1 ≤ f i) ⇒ 0 ≤ product{n} f"),
    ],
)  # fmt: skip
def test_an_outline_proves_nothing_wrong(outline, wrong):
    with pytest.raises((ProofError, KernelError)):
        proved(outline, wrong)


def test_a_proof_of_another_conclusion_or_from_more_is_not_what_was_to_be_proved():
    goal = Goal.of("∀x:ℝ. 0 ≤ x * x")
    absurd = goal.read("1 ≤ 0")
    for theorem in (found(goal.showing(goal.read("0 ≤ 1"))), found(goal.knowing(absurd).showing(absurd))):
        with pytest.raises(ProofError, match="not what was to be proved"):
            goal.closed(theorem)
    with pytest.raises(ProofError, match="not what was to be proved"):
        goal.showing(absurd).closed(found(goal.knowing(absurd).showing(absurd)))
