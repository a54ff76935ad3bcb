"""A fact about order is added by a row: what needs it is proved with the row, alone and under sums, and not without."""

import random

import pytest

from symattn.prover.library import facts
from symattn.prover.library.search import searched
from symattn.prover.logic.derived_rules import ProofError, right
from symattn.prover.logic.formulas import le, minus, plus
from symattn.prover.normal.linear_arithmetic import order_of
from symattn.prover.normal.polynomials import polynomial_term, read_polynomial
from symattn.prover.strategies.orders.from_rows import FromRows
from symattn.prover.strategies.orders.nonlinear import Nonlinear
from symattn.prover.strategies.orders.rows import FUNCTIONS, ROWS, Row

KINDS = {"x": "ℝ", "y": "ℝ", "u": "[n]→ℝ", "v": "[n]→ℝ", "w": "[n]→ℝ", "i": "[n]"}

#: name, statement, trigger
FACTS = (
    ("exp_above_parabola", "∀x:ℝ. 0 ≤ x ⇒ 1 + (x + 1/2 * (x * x)) ≤ exp x", "exp x"),
    ("cos_above_parabola", "∀x:ℝ. 1 + -1/2 * (x * x) ≤ cos x", "cos x"),
    ("sin_below_line", "∀x:ℝ. 0 ≤ x ⇒ sin x ≤ x", "sin x"),
)

#: what is proved with the rows alone, and the hypotheses
WANTED = [
    ("1 + x + 1/2 * (x * x) ≤ exp x", ("0 ≤ x",)),
    ("5/2 ≤ exp 1", ()),
    ("y + 1/2 * (x * x) * y ≤ y * exp x + -1 * (x * y)", ("0 ≤ x", "0 ≤ y")),
    ("1 + x * y ≤ exp (x * y)  + -1/2 * (x * x * (y * y))", ("0 ≤ x", "0 ≤ y")),
    ("(Σ i:[n]. w i * u i) + 1/2 * (Σ i:[n]. w i * (u i * u i)) + (Σ i:[n]. w i) ≤ (Σ i:[n]. w i * exp (u i))",
     ("∀i:[n]. 0 ≤ w i", "∀i:[n]. 0 ≤ u i")),
    ("1 ≤ cos x + 1/2 * (x * x)", ()),
    ("cos x + 1 + -1/2 * (x * x) ≤ 2 * cos x", ()),
    ("(Σ i:[n]. w i) ≤ (Σ i:[n]. w i * cos (u i)) + 1/2 * (Σ i:[n]. w i * (u i * u i))", ("∀i:[n]. 0 ≤ w i",)),
    ("sin x ≤ x", ("0 ≤ x",)),
    ("(Σ i:[n]. w i * sin (u i)) ≤ (Σ i:[n]. w i * u i)", ("∀i:[n]. 0 ≤ w i", "∀i:[n]. 0 ≤ u i")),
    ("x * (Σ i:[n]. sin (u i)) ≤ x * (Σ i:[n]. u i)", ("0 ≤ x", "∀i:[n]. 0 ≤ u i")),
]  # fmt: skip

#: what the premises or the weights forbid
DENIED = [
    ("1 + x + 1/2 * (x * x) ≤ exp x", ()),
    ("sin x ≤ x", ()),
    ("x ≤ sin x", ("0 ≤ x",)),
    ("cos x ≤ 1 + -1/2 * (x * x)", ()),
    ("(Σ i:[n]. w i * sin (u i)) ≤ (Σ i:[n]. w i * u i)", ("∀i:[n]. 0 ≤ u i",)),
    ("(Σ i:[n]. w i * sin (u i)) ≤ (Σ i:[n]. w i * u i)", ("∀i:[n]. 0 ≤ w i",)),
]


def not_tried(goal):
    raise ProofError(f"{goal} is to follow from the rows alone")


@pytest.fixture
def more_rows(monkeypatch):
    """Return the table with three rows more, about facts that are proved here and not in the library."""
    for name, statement, _ in FACTS:
        assert name not in facts.lemma_names()
        monkeypatch.setitem(facts._LEMMAS, name, (statement, lambda statement=statement: searched(statement)))
    return (*ROWS, *(Row(name, "added in a test", FUNCTIONS, (trigger,)) for name, _, trigger in FACTS))


def difference(logic, goal, given):
    normaliser = logic.normaliser(*(logic.term(text, **KINDS) for text in given))
    a, b, strict = order_of(logic.term(goal, **KINDS))
    return normaliser, right(normaliser.normal(plus(b, minus(a)))), strict


@pytest.mark.parametrize("goal, given", WANTED)
def test_what_needs_a_row_is_proved_with_it_and_not_without(logic, more_rows, goal, given):
    normaliser, t, strict = difference(logic, goal, given)
    assert Nonlinear(normaliser, not_tried).sign(t, strict) is None
    theorem = Nonlinear(normaliser, not_tried, rows=more_rows).sign(t, strict)
    assert theorem.conclusion is le(logic.term("0"), t)
    assert {logic.term(text, **KINDS) for text in given} >= set(theorem.hypotheses)


@pytest.mark.parametrize("goal, given", DENIED)
def test_premises_and_weights_are_proved(logic, more_rows, goal, given):
    normaliser, t, strict = difference(logic, goal, given)
    assert Nonlinear(normaliser, not_tried, rows=more_rows).sign(t, strict) is None


@pytest.mark.parametrize("goal, given", WANTED)
def test_the_order_of_the_table_is_no_matter(logic, more_rows, goal, given):
    normaliser, t, strict = difference(logic, goal, given)
    said = []
    for seed in range(4):
        rows = list(more_rows)
        random.Random(seed).shuffle(rows)
        made = FromRows(normaliser, read_polynomial(t), strict, rows=rows).of_tier(FUNCTIONS)
        said.append([(polynomial_term(i.polynomial), i.strict) for i in made])
    assert all(other == said[0] for other in said)
    assert said[0]


def test_every_instance_is_a_theorem_about_its_polynomial(logic, more_rows):
    for goal, given in WANTED:
        normaliser, t, strict = difference(logic, goal, given)
        for inequality in FromRows(normaliser, read_polynomial(t), strict, rows=more_rows).of_tier(FUNCTIONS):
            a, b, is_strict = order_of(inequality.theorem.conclusion)
            assert (a, is_strict) == (logic.term("0"), inequality.strict)
            assert read_polynomial(b) == inequality.polynomial


def test_each_row_of_the_table_speaks_of_its_fact():
    names = [row.name for row in ROWS]
    assert len(set(names)) == len(names)
    for row in ROWS:
        assert row.idea and row.triggers and row.name in facts.lemma_names()
