"""A fact about order is added by a row: what needs it is proved with the row, alone and under sums, and not without."""

import random

import pytest

from symattn.prover.library import facts
from symattn.prover.logic.derived_rules import ProofError, right
from symattn.prover.logic.formulas import le, minus, plus
from symattn.prover.normal.linear_arithmetic import order_of
from symattn.prover.normal.polynomials import polynomial_term, read_polynomial
from symattn.prover.strategies.core.search import Ask
from symattn.prover.strategies.orders.from_rows import FromRows
from symattn.prover.strategies.orders.nonlinear import Nonlinear
from symattn.prover.strategies.orders.rows import FUNCTIONS, LAST, ROWS, Row

KINDS = {"x": "ℝ", "y": "ℝ", "u": "[n]→ℝ", "v": "[n]→ℝ", "w": "[n]→ℝ", "i": "[n]", "j": "[n]", "k": "ℕ"}

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
        monkeypatch.setitem(facts._LEMMAS, name, (statement, lambda: None, facts.found))
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


#: a row, what is proved with it and not without, and the hypotheses
NEEDED = [
    (
        "cauchy_schwarz",
        "(Σ i:[n]. w i * (u i * v i)) * (Σ i:[n]. w i * (u i * v i))"
        " ≤ (Σ i:[n]. w i * (u i * u i)) * (Σ i:[n]. w i * (v i * v i))",
        ("∀i:[n]. 0 ≤ w i",),
    ),
    (
        "sum_of_products",
        "(Σ i:[n]. u i * v i) ≤ (Σ i:[n]. u i) * (Σ i:[n]. v i)",
        ("∀i:[n]. 0 ≤ u i", "∀i:[n]. 0 ≤ v i"),
    ),
    (
        "squares_over",
        "(Σ i:[n]. u i * v i) * (Σ i:[n]. u i * v i) ≤ (Σ i:[n]. u i * u i * (v i * v i) * inv (w i)) * (Σ i:[n]. w i)",
        ("∀i:[n]. 0 < w i",),
    ),
    ("sum_ge_two_terms", "u i + u j ≤ (Σ k:[n]. u k)", ("∀i:[n]. 0 ≤ u i", "i ≠ j")),
    (
        "square_of_roots",
        "(Σ i:[n]. 1) * (Σ i:[n]. 1) ≤ (Σ i:[n]. u i) * (Σ i:[n]. inv (u i))",
        ("∀i:[n]. 0 < u i",),
    ),
    ("product_below_squares", "2 * (Σ i:[n]. u i * v i) ≤ (Σ i:[n]. u i * u i) + (Σ i:[n]. v i * v i)", ()),
    ("product_above_squares", "0 ≤ 2 * (Σ i:[n]. u i * v i) + (Σ i:[n]. u i * u i) + (Σ i:[n]. v i * v i)", ()),
    ("power_at_one", "1 + real k * x ≤ power (1 + x) k", ("0 ≤ x",)),
    ("power_le", "power x k ≤ power y k", ("0 ≤ x", "x ≤ y")),
    ("powers_alike", "x * power y k + y * power x k ≤ x * power x k + y * power y k", ("0 ≤ x", "0 ≤ y")),
    ("product_le", "product{n} u ≤ product{n} v", ("∀i:[n]. 0 ≤ u i", "∀i:[n]. u i ≤ v i")),
    ("product_below_exponential", "product{n} (λi:[n]. 1 + u i) ≤ exp (Σ i:[n]. u i)", ("∀i:[n]. 0 ≤ u i",)),
]


LATE = [row.name for row in ROWS if row.tier == LAST]


@pytest.mark.parametrize("name, goal, given", NEEDED, ids=[name for name, _, _ in NEEDED])
def test_a_row_of_the_table_is_needed(logic, name, goal, given):
    normaliser, t, strict = difference(logic, goal, given)

    def prove(premise):
        inner = logic.normaliser(*(logic.term(text, **KINDS) for text in given))
        return Ask(inner).prove(premise) if name in LATE else not_tried(premise)

    assert Nonlinear(normaliser, prove, rows=tuple(row for row in ROWS if row.name != name)).sign(t, strict) is None
    theorem = Nonlinear(normaliser, prove).sign(t, strict)
    assert theorem.conclusion is le(logic.term("0"), t)


def test_a_hypothesis_is_used_as_a_row_is(logic):
    given = ("∀i:[n]. u i ≤ v i", "∀i:[n]. 0 ≤ w i")
    goal = "(Σ i:[n]. w i * u i) ≤ (Σ i:[n]. w i * v i)"
    normaliser, t, strict = difference(logic, goal, given)
    said = FromRows(normaliser, read_polynomial(t), strict).of_hypotheses()
    assert read_polynomial(t) in [inequality.polynomial for inequality in said]


def test_no_hypothesis_with_a_weight_of_unknown_sign(logic):
    normaliser, t, strict = difference(logic, "(Σ i:[n]. w i * u i) ≤ (Σ i:[n]. w i * v i)", ("∀i:[n]. u i ≤ v i",))
    said = FromRows(normaliser, read_polynomial(t), strict).of_hypotheses()
    assert read_polynomial(t) not in [inequality.polynomial for inequality in said]
