"""Hypotheses become facts in normal form: rules, contractions, truths; equations are solved for one atom."""

import pytest

from symattn.prover.logic.derived_rules import left, right
from symattn.prover.normal.context import Context
from symattn.prover.strategies.hypotheses.adding import add_hypothesis

KINDS = {"A": "[n]→[n]→ℝ", "B": "[n]→[n]→ℝ", "f": "[n]→ℝ", "x": "ℝ", "y": "ℝ", "z": "ℝ", "i": "[n]", "j": "[n]"}


def context_of(*propositions):
    context = Context()
    for proposition in propositions:
        add_hypothesis(context, proposition)
    return context


def test_a_plain_equation_is_a_rule(logic):
    h = logic.term("x = y", x="ℝ", y="ℝ")
    context = context_of(h)
    assert [t.conclusion for t in context.truths] == [h]
    (rule,) = context.rules
    assert rule.theorem.hypotheses == (h,)
    assert {left(rule.theorem), right(rule.theorem)} == {logic.term("x", x="ℝ"), logic.term("y", y="ℝ")}


def test_an_equation_of_matrices_becomes_a_contraction(logic):
    kinds = {"A": "[n]→[m]→ℝ"}
    h = logic.term("∀i j:[m]. matmul{m,n,m} (transpose{n,m} A) A i j = identity{m} i j", **kinds)
    context = context_of(h)
    (rule,) = context.contractions
    assert rule.theorem.hypotheses == (h,) and not context.rules
    logic.prove("matmul{m,n,m} (transpose{n,m} A) A = identity{m}", h, **kinds)
    logic.prove("∀i j:[m]. (Σ a:[n]. A a j * A a i) = ind (i = j)", h, **kinds)
    # the columns of A are orthonormal, its rows need not be
    logic.refuse("matmul{n,m,n} A (transpose{n,m} A) = identity{n}", h, **kinds)


@pytest.mark.parametrize("hypothesis, goal", [
    ("x + y = z", "x = z + -1 * y"),
    ("x + y = z", "2 * x + 2 * y = 2 * z"),
    ("2 * x = y", "x = 1/2 * y"),
    ("x = 0", "x * y = 0"),
    ("x + -1 * y = 0", "x * x = y * y"),
    ("exp x = y", "exp (x + z) = y * exp z"),
    ("sin x = 0", "sin (x + y) = cos x * sin y"),
    ("∀i:[n]. f i = 0", "(Σ i:[n]. f i * exp (f i)) = 0"),
    ("∀i j:[n]. A i j = B j i", "transpose{n,n} A = B"),
    ("∀i j:[n]. matmul{n,n,n} A B i j = matmul{n,n,n} B A i j",
     "matmul{n,n,n} A (matmul{n,n,n} B B) = matmul{n,n,n} (matmul{n,n,n} B B) A"),
    ("∀i j:[n]. matmul{n,n,n} A A i j = A i j", "matmul{n,n,n} A (matmul{n,n,n} A A) = A"),
])  # fmt: skip
def test_what_follows(logic, hypothesis, goal):
    h = logic.term(hypothesis, **KINDS)
    assert logic.prove(goal, h, **KINDS).theorem.hypotheses == (h,)
    logic.refuse(goal, **KINDS)


@pytest.mark.parametrize("hypothesis, goal", [
    ("x + y = z", "x = z"),
    ("x * x = y * y", "x = y"),
    ("x * y = 0", "x = 0"),
    ("x * y = x", "y = 1"),
    ("exp x = y", "exp (x + x) = y"),
    ("f 0@[n] = 0", "f i = 0"),
    ("f i = 0", "f j = 0"),
    ("∀i:[n]. A i i = 0", "A i j = 0"),
    ("∀i j:[n]. A i j = B j i", "A = B"),
    ("∀i j:[n]. matmul{n,n,n} A B i j = 0", "matmul{n,n,n} B A = zeros{n,n}"),
    ("(Σ i:[n]. f i) = 0", "f i = 0"),
    ("(Σ i:[n]. f i) = 0", "(Σ i:[n]. f i * f i) = 0"),
    ("y = 0", "x = 0"),
])  # fmt: skip
def test_what_does_not_follow(logic, hypothesis, goal):
    logic.refuse(goal, logic.term(hypothesis, **KINDS), **KINDS)


def test_inequalities_and_negations_are_truths(logic):
    weak, different = logic.term("0 ≤ x", x="ℝ"), logic.term("x ≠ 0", x="ℝ")
    context = context_of(weak, different)
    assert [t.conclusion for t in context.truths] == [weak, different]
    logic.prove("x * inv x = 1", different, x="ℝ")
    logic.refuse("x * inv x = 1", weak, x="ℝ")


def test_an_implication_is_kept_but_not_used_as_a_rule(logic):
    conditional = logic.term("∀x:ℝ. 0 ≤ x ⇒ g x = x", g="ℝ→ℝ")
    context = context_of(conditional)
    assert not context.rules and not context.contractions
    logic.refuse("g x = x", conditional, g="ℝ→ℝ", x="ℝ")
