"""The normaliser: definitions unfold, hypotheses rewrite, functions go pointwise, results are remembered."""

import pytest

from symattn.kernel.rules import refl
from symattn.kernel.terms import REAL, literal
from symattn.prover.library.definitions import definition_at
from symattn.prover.logic.derived_rules import left, right
from symattn.prover.normal.context import BudgetExceeded, Context
from symattn.prover.normal.normaliser import Normaliser
from symattn.prover.normal.polynomials import polynomial_term, read_polynomial

MATRICES = {"A": "[n]→[n]→ℝ", "B": "[n]→[n]→ℝ", "i": "[n]", "j": "[n]"}


def test_definitions_unfold_at_their_sizes(logic):
    entry = logic.term("matmul{n,n,n} A B i j", **MATRICES)
    assert logic.normal_form(entry) is logic.normal_form(logic.term("Σ k:[n]. B k j * A i k", **MATRICES))
    partial = logic.term("transpose{n,n} A i", **MATRICES)
    assert logic.normal_form(partial) is logic.term("λj:[n]. A j i", **MATRICES)


def test_an_opaque_definition_stays(logic):
    entry = logic.term("matmul{n,n,n} A B i j", **MATRICES)
    tool = logic.normaliser(opaque={"matmul"})
    assert right(tool.normal(entry)) is entry
    assert "matmul" not in tool.context.unfolded


def test_what_was_unfolded_is_recorded(logic):
    tool = logic.normaliser()
    tool.normal(logic.term("transpose{n,n} (matmul{n,n,n} A B) i j", **MATRICES))
    assert tool.context.unfolded == {"transpose", "matmul"}


def test_functions_are_eta_short(logic):
    assert logic.normal_form(logic.term("λi j:[n]. A i j", **MATRICES)) is logic.term("A", **MATRICES)
    assert logic.normal_form(logic.term("λj i:[n]. A i j", **MATRICES)) is logic.term("λj i:[n]. A i j", **MATRICES)
    assert logic.normal_form(logic.term("transpose{n,n} (transpose{n,n} A)", **MATRICES)) is logic.term("A", **MATRICES)


def test_arguments_of_arbitrary_functions_are_normalised(logic):
    kinds = {"a": "([n]→ℝ)→ℝ", "f": "[n]→ℝ"}
    first, second = (
        logic.normal_form(logic.term(text, **kinds)) for text in ("a (λi:[n]. f i + f i)", "a (λi:[n]. 2 * f i)")
    )
    assert first is second


def test_redexes_disappear(logic):
    t = logic.term("(λk:ℝ→ℝ, x:ℝ. k (k x)) (λu:ℝ. u + u) y", y="ℝ")
    assert logic.normal_form(t) is logic.normal_form(logic.term("4 * y", y="ℝ"))


def test_hypotheses_rewrite_after_normalisation(logic):
    h = logic.term("∀q k:[n]→ℝ. a (g q) (g k) = a q k", a="([n]→ℝ)→([n]→ℝ)→ℝ", g="([n]→ℝ)→[n]→ℝ")
    kinds = {"a": "([n]→ℝ)→([n]→ℝ)→ℝ", "g": "([n]→ℝ)→[n]→ℝ", "A": "[n]→[n]→ℝ", "i": "[n]", "j": "[n]"}
    t = logic.term("a (g (g (A i))) (g (g (A j)))", **kinds)
    assert logic.normal_form(t, h) is logic.term("a (A i) (A j)", **kinds)
    once = logic.term("a (g (A i)) (A j)", **kinds)
    assert logic.normal_form(once, h) is once


def test_a_result_is_remembered_and_normal(logic):
    tool = logic.normaliser()
    t = logic.term("matmul{n,n,n} A B i j", **MATRICES)
    first = tool.normal(t)
    steps = tool.context.steps
    assert tool.normal(t) is first
    assert tool.normal(right(first)).conclusion is refl(right(first)).conclusion
    assert tool.context.steps == steps


def test_every_step_counts_against_the_budget(logic):
    t = logic.term("matmul{n,n,n} (matmul{n,n,n} A B) (matmul{n,n,n} B A) i j", **MATRICES)
    with pytest.raises(BudgetExceeded):
        Normaliser(Context(budget=5)).normal(t)
    assert left(Normaliser(Context(budget=500)).normal(t)) is t


def test_definition_at(logic):
    from symattn.kernel.terms import Size
    from symattn.prover.library.definitions import definition_of

    theorem = definition_at(definition_of("zeros"), (Size.variable("m"), Size.number(2)))
    assert theorem.conclusion.function.argument is logic.term("zeros{m,2}")
    assert right(theorem) is logic.term("λi:[m], j:[2]. 0")


def test_literals(logic):
    assert logic.normal_form(logic.term("1/2 + 1/2 * 3")) is literal(2, REAL)
    assert logic.normal_form(logic.term("0 * x", x="ℝ")) is literal(0, REAL)


PLAIN = ["(x + y) * (x + -1 * y)", "x * (u i + 1) * u i", "(Σ k:[n]. u k) * x + -1 * x * (Σ k:[n]. u k)", "2 * x * x"]
NOT_PLAIN = [
    "exp x * exp x",
    "ind (x ≤ y) * ind (x ≤ y)",
    "sin x * sin x",
    "exp x * inv (exp x)",
    "max x y",
    "ind (i = j) * u i",
    "x * (inv (exp x + exp y) * (exp x + exp y))",
]


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_only_multiplied_out_needs_no_theorem(logic, text):
    t = logic.term(text, x="ℝ", y="ℝ", u="[n]→ℝ", i="[n]", j="[n]")
    normaliser = logic.normaliser()
    for atom in {atom for monomial in read_polynomial(t) for atom, _ in monomial}:
        normaliser.normal(atom)
    plain = normaliser.plain(t)
    assert plain is not None
    assert polynomial_term(plain) is right(normaliser.normal(t))


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_a_rule_that_applies_is_not_passed_over(logic, text):
    t = logic.term(text, x="ℝ", y="ℝ", u="[n]→ℝ", i="[n]", j="[n]")
    normaliser = logic.normaliser()
    for atom in {atom for monomial in read_polynomial(t) for atom, _ in monomial}:
        normaliser.normal(atom)
    assert normaliser.plain(t) is None
