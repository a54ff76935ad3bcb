"""Goals: equations of functions, split index types, inequalities, implications – and what must not be proved."""

import sys

import pytest

from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.normal.context import BudgetExceeded
from symattn.prover.strategies.core.goals import Facts, NotProved
from symattn.prover.strategies.front.prove import prove

TRUE = {
    "truth": "⊤",
    "conjunction": "1 = 1 ∧ 0 ≤ 1",
    "matrices are extensional": "∀A:[r]→[n]→ℝ. (λi:[r], j:[n]. A i j + 0) = A",
    "a function of functions": "∀a:([n]→ℝ)→ℝ. (λf:[n]→ℝ. a (λi:[n]. f i)) = a",
    "index types of one element": "∀i j:[1]. i = j",
    "index types of two elements": "∀i:[2]. ind (i = 0@[2]) + ind (i = 1@[2]) = 1",
    "index types m + k": "∀f:[m]→ℝ, g:[k]→ℝ, i:[m+k]. case{m,k} f g i = case{m,k} (λa:[m]. 1 * f a) g i",
    "index types m · k": "∀i:[m*k]. pos{m*k} i = #{k} * pos{m} (quo{m,k} i) + pos{k} (rem{m,k} i)",
    "index types h · 2": "∀i:[h*2]. ind (rem{h,2} i = 0@[2]) + ind (rem{h,2} i = 1@[2]) = 1",
    "a sum over a literal range": "(Σ i:[3]. pos{3} i) = 3",
    "squares over a literal range": "(Σ i:[4]. (pos{4} i + 1) * (pos{4} i + 1)) = 30",
    "a literal range in a literal range": "(Σ i:[2]. Σ j:[3]. pos{2} i * pos{3} j) = 3",
    "an equation as a premise": "∀x y:ℝ. x = y ⇒ x * x = y * y",
    "premises one after the other": "∀x y:ℝ. x ≠ 0 ⇒ y ≠ 0 ⇒ inv x + inv y = (x + y) * inv (x * y)",
    "a premise about all indices": "∀u:[n]→ℝ. (∀i:[n]. 0 < u i) ⇒ (∀i:[n]. u i * inv (u i) = 1)",
    "a premise is a goal": "∀p:𝔹. p ⇒ p",
    "several premises are goals": "∀p q:𝔹. p ⇒ q ⇒ q ∧ p",
    "an inequality as a premise": "∀x y:ℝ. x ≤ y ⇒ x ≤ y",
    "a strict inequality": "0 < 1/3",
    "an inequality of numbers": "2 ≤ 3",
    "an inequality by the difference": "∀x:ℝ. x < x + 1",
    "a sum of squares": "∀u:[n]→ℝ. 0 ≤ (Σ i:[n]. u i * u i)",
    "softmax is positive": "∀A:[r]→[n]→ℝ, i:[r], j:[n]. 0 < row_softmax{r,n} A i j",
    "different numbers": "2 ≠ 3",
    "a value that is not zero": "∀x:ℝ. exp x + 1 ≠ 0",
    "an exponential is not its opposite": "∀x:ℝ. exp x ≠ -1 * exp x",
    "positions are not negative": "∀i:[m+k]. 0 ≤ pos{m+k} i",
}

FALSE = {
    "falsity": "⊥",
    "half of a conjunction": "1 = 1 ∧ 1 = 0",
    "a literal range with one more": "(Σ i:[4]. pos{4} i) = 3",
    "squares with one less": "(Σ i:[3]. (pos{3} i + 1) * (pos{3} i + 1)) = 30",
    "numbers": "2 = 3",
    "numbers the wrong way round": "3 ≤ 2",
    "a number below itself": "1 < 1",
    "any proposition": "∀p:𝔹. p",
    "indices": "∀i j:[n]. i = j",
    "the first index": "∀i:[n]. i = 0@[n]",
    "two indices": "∀i:[2]. i = 0@[2]",
    "one half": "∀f:[m]→ℝ, g:[k]→ℝ, i:[m+k]. case{m,k} f g i = case{m,k} f (λa:[k]. 0) i",
    "the converse": "∀x y:ℝ. x * x = y * y ⇒ x = y",
    "a premise of something else": "∀x y:ℝ. x ≠ 0 ⇒ y * inv y = 1",
    "a weak premise": "∀x:ℝ. 0 ≤ x ⇒ x * inv x = 1",
    "a strict inequality from a weak one": "∀x y:ℝ. x ≤ y ⇒ x < y",
    "a premise for one index": "∀u:[n]→ℝ. 0 < u 0@[n] ⇒ (∀i:[n]. u i * inv (u i) = 1)",
    "softmax below a half": "∀A:[r]→[n]→ℝ, i:[r], j:[n]. row_softmax{r,n} A i j < 1/2",
    "any number": "∀x:ℝ. x ≠ 0",
    "order of arguments": "∀f:ℝ→ℝ→ℝ, x y:ℝ. f x y = f y x",
}


@pytest.mark.parametrize("case", TRUE)
def test_true_goals_are_proved(logic, case):
    assert logic.prove(TRUE[case]).theorem.hypotheses == ()


@pytest.mark.parametrize("case", FALSE)
def test_false_goals_are_not(logic, case):
    with pytest.raises(ProofError):
        prove(logic.term(FALSE[case]), Facts())


def test_failure_shows_both_normal_forms(logic):
    goal = logic.term("f (i + i) = g i", f="ℝ→ℝ", g="ℝ→ℝ", i="ℝ")
    with pytest.raises(NotProved) as caught:
        prove(goal, Facts())
    assert caught.value.left is logic.term("f (2 * i)", f="ℝ→ℝ", i="ℝ")
    assert caught.value.right is logic.term("g i", g="ℝ→ℝ", i="ℝ")


def test_facts_are_used_and_no_others(logic):
    kinds = {"x": "ℝ", "y": "ℝ", "z": "ℝ"}
    h, idle = logic.term("x = y", **kinds), logic.term("y = z", **kinds)
    proof = logic.prove("x * x = y * x", h, **kinds)
    assert proof.theorem.hypotheses == (h,)
    logic.refuse("x * x = y * x", **kinds)
    assert logic.prove("z + z = 2 * z", h, idle, **kinds).theorem.hypotheses == ()


def test_a_premise_does_not_leak_out_of_its_implication(logic):
    """(p ⇒ p) ∧ p is not proved by remembering p from the first half."""
    kinds = {"f": "ℝ→ℝ", "x": "ℝ"}
    goal = logic.term("(f x = 0 ⇒ f x = 0) ∧ f x = 0", **kinds)
    try:
        theorem, _ = prove(goal, Facts())
    except ProofError:
        return
    assert theorem.hypotheses, "a conjunction was proved from nothing"


def test_one_sided_inverses_do_not_make_a_bijection(logic):
    """Only t (s i) = i is given as a hypothesis; on infinite sets s need not be onto, and the prover must ask."""
    h = logic.term("∀i:[n]. t (s i) = i", s="[n]→[n]", t="[n]→[n]")
    kinds = {"s": "[n]→[n]", "t": "[n]→[n]", "i": "[n]"}
    logic.prove("t (s (t (s i))) = i", h, **kinds)
    logic.refuse("s (t i) = i", h, **kinds)


def test_the_budget_of_a_goal(logic):
    goal = "(Σ i:[n]. (f i + g i) * (f i + g i)) = (Σ i:[n]. f i * f i + 2 * (f i * g i) + g i * g i)"
    functions = dict.fromkeys("fg", "[n]→ℝ")
    with pytest.raises(BudgetExceeded):
        logic.prove(goal, budget=10, **functions)
    assert logic.prove(goal, **functions).context.steps > 10


LOOPS = {
    "two that swap": "∀x y:ℝ. x = y ⇒ y = x ⇒ x * y = y * y",
}
ORDERED = {  # what such a hypothesis rewrites to has to come before in the order of terms
    "a function that grows": "∀f:ℝ→ℝ, x:ℝ. (∀x:ℝ. f x = f (f x)) ⇒ f x = 0",
    "a sum that grows": "∀u:[n]→ℝ. (∀i:[n]. u i = (Σ j:[n]. u j)) ⇒ (Σ j:[n]. u j) = 0",
    "commutativity": "∀f:ℝ→ℝ→ℝ, x y:ℝ. (∀x y:ℝ. f x y = f y x) ⇒ f x y = 0",
}


@pytest.fixture
def room():
    """Room for the recursion that ``decide`` makes, too."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 40_000))
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize("case", LOOPS)
def test_looping_hypotheses_end_at_the_budget(logic, case, room):
    with pytest.raises(BudgetExceeded):
        prove(logic.term(LOOPS[case]), Facts(), 2_000)


def test_a_number_that_grows_is_a_contradiction(logic, room):
    """Such a hypothesis is no rule, which would rewrite without end; what it says is that 1 = 0."""
    goal = logic.term("∀x:ℝ. x = x + 1 ⇒ x = 5")
    assert prove(goal, Facts(), 2_000)[0].conclusion is goal


@pytest.mark.parametrize("case", ORDERED)
def test_hypotheses_that_would_turn_in_a_circle_are_used_in_one_direction(logic, case, room):
    with pytest.raises(NotProved):
        prove(logic.term(ORDERED[case]), Facts(), 2_000)


@pytest.mark.parametrize("factors", [4, 6])
def test_a_goal_that_is_too_large_ends_soon(logic, factors):
    """The product of sums of many terms outgrows the limit or the budget; either way it ends in a ProofError."""
    total = "(" + " + ".join(f"f{i} x" for i in range(12)) + ")"
    text = " * ".join([total] * factors)
    kinds = {f"f{i}": "ℝ→ℝ" for i in range(12)} | {"x": "ℝ"}
    with pytest.raises(ProofError):
        prove(logic.term(f"{text} = 0", **kinds), Facts(), 2_000)
