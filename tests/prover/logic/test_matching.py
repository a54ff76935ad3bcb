"""Matching and rewriting with hypotheses: patterns, Miller patterns, products up to order, and what must not match."""

import pytest

from symattn.kernel.rules import assume
from symattn.kernel.terms import REAL, Size, abstract, app, fin, literal, var
from symattn.prover.logic.derived_rules import ProofError, left, right
from symattn.prover.logic.matching import apply_rule, match, rule_from
from symattn.prover.logic.term_order import opened

N = fin(Size.variable("n"))
x, y, z = (var(name, REAL) for name in "xyz")
i, j = var("i", N), var("j", N)


def rewritten(logic, hypothesis, t):
    found = apply_rule(rule_from(assume(hypothesis)), t)
    if found is None:
        return None
    assert left(found) is t
    assert found.hypotheses == (hypothesis,)
    return right(found)


def test_a_plain_equation(logic):
    h = logic.term("f x = y", f="ℝ→ℝ", x="ℝ", y="ℝ")
    assert rewritten(logic, h, logic.term("f x", f="ℝ→ℝ", x="ℝ")) is y
    assert rewritten(logic, h, logic.term("f y", f="ℝ→ℝ", y="ℝ")) is None
    assert rewritten(logic, h, y) is None


def test_a_proposition_is_rewritten_to_truth(logic):
    h = logic.term("∀i:[n]. M i (w i)", M="[n]→[n]→𝔹", w="[n]→[n]")
    found = rewritten(logic, h, logic.term("M j (w j)", M="[n]→[n]→𝔹", w="[n]→[n]", j="[n]"))
    assert found is logic.term("⊤")
    assert rewritten(logic, h, logic.term("M j (w i)", M="[n]→[n]→𝔹", w="[n]→[n]", i="[n]", j="[n]")) is None


def test_a_variable_stands_for_the_same_term_everywhere(logic):
    h = logic.term("∀q k:ℝ. a (g q) (g k) = a q k", a="ℝ→ℝ→ℝ", g="ℝ→ℝ")
    kinds = {"a": "ℝ→ℝ→ℝ", "g": "ℝ→ℝ", "x": "ℝ", "y": "ℝ"}
    assert rewritten(logic, h, logic.term("a (g x) (g y)", **kinds)) is logic.term("a x y", **kinds)
    assert rewritten(logic, h, logic.term("a (g x) y", **kinds)) is None
    twice = logic.term("∀q:ℝ. a q q = 0", a="ℝ→ℝ→ℝ")
    assert rewritten(logic, twice, logic.term("a x x", **kinds)) is literal(0, REAL)
    assert rewritten(logic, twice, logic.term("a x y", **kinds)) is None


def test_a_miller_pattern_takes_what_depends_on_its_bound_variables(logic):
    # (Σ b. q b · g b a) for every row q
    h = logic.term("∀q:[n]→ℝ. f (λa:[n]. Σ b:[n]. q b * g b a) = f q", f="([n]→ℝ)→ℝ", g="[n]→[n]→ℝ")
    kinds = {"f": "([n]→ℝ)→ℝ", "g": "[n]→[n]→ℝ", "Q": "[n]→[n]→ℝ", "i": "[n]"}
    t = logic.term("f (λc:[n]. Σ e:[n]. Q i e * g e c)", **kinds)
    assert rewritten(logic, h, t) is logic.term("f (Q i)", **kinds)
    # the row may not depend on the outer bound variable a
    assert rewritten(logic, h, logic.term("f (λc:[n]. Σ e:[n]. Q c e * g e c)", **kinds)) is None
    # g transposed is another matrix
    assert rewritten(logic, h, logic.term("f (λc:[n]. Σ e:[n]. Q i e * g c e)", **kinds)) is None


def test_products_match_up_to_the_order_of_factors(logic):
    h = logic.term("∀a b:[n]. g a c * g b c = ind (a = b)", g="[n]→[n]→ℝ", c="[n]")
    t = logic.term("g j c * g i c", g="[n]→[n]→ℝ", c="[n]", i="[n]", j="[n]")
    found = rewritten(logic, h, t)
    assert found in (logic.term("ind (i = j)", i="[n]", j="[n]"), logic.term("ind (j = i)", i="[n]", j="[n]"))
    assert rewritten(logic, h, logic.term("g j c * g c i", g="[n]→[n]→ℝ", c="[n]", i="[n]", j="[n]")) is None
    assert rewritten(logic, h, logic.term("g j c", g="[n]→[n]→ℝ", c="[n]", j="[n]")) is None


def test_products_match_in_the_other_order_too(logic):
    h = logic.term("∀q:[n]→ℝ. f (λa:[n]. Σ b:[n]. q b * g b a) = f q", f="([n]→ℝ)→ℝ", g="[n]→[n]→ℝ")
    kinds = {"f": "([n]→ℝ)→ℝ", "g": "[n]→[n]→ℝ", "Q": "[n]→[n]→ℝ", "i": "[n]"}
    t = logic.term("f (λc:[n]. Σ e:[n]. g e c * Q i e)", **kinds)
    assert rewritten(logic, h, t) is logic.term("f (Q i)", **kinds)


def test_a_variable_of_the_right_side_alone_becomes_zero(logic):
    # all rows have the norm of row 0
    h = logic.term("∀i j:[n]. u i = u j", u="[n]→ℝ")
    assert rewritten(logic, h, logic.term("u i", u="[n]→ℝ", i="[n]")) is logic.term("u 0@[n]", u="[n]→ℝ")


def test_a_real_variable_of_the_right_side_alone_blocks_the_rule(logic):
    h = logic.term("∀x y:ℝ. f x = y", f="ℝ→ℝ")
    assert rewritten(logic, h, logic.term("f z", f="ℝ→ℝ", z="ℝ")) is None


def test_bound_variables_do_not_escape(logic):
    h = logic.term("∀c:ℝ. f (λa:[n]. c) = c", f="([n]→ℝ)→ℝ")
    assert rewritten(logic, h, logic.term("f (λa:[n]. x)", f="([n]→ℝ)→ℝ", x="ℝ")) is x
    assert rewritten(logic, h, logic.term("f (λa:[n]. pos{n} a)", f="([n]→ℝ)→ℝ")) is None


def test_types_and_sizes_must_agree(logic):
    h = logic.term("∀i:[n]. u i = 0", u="[n]→ℝ")
    assert rewritten(logic, h, logic.term("v i", v="[n]→ℝ", i="[n]")) is None
    assert rewritten(logic, h, logic.term("u i", u="[m]→ℝ", i="[m]")) is None


def test_a_rule_with_premises_is_refused(logic):
    with pytest.raises(ProofError, match="has premises"):
        rule_from(assume(logic.term("∀x:ℝ. 0 ≤ x ⇒ f x = x", f="ℝ→ℝ")))


def test_match_records_its_bindings_only_on_the_variables(logic):
    a, b = var("?0", REAL), var("?1", REAL)
    pattern = logic.term("f u v", f="ℝ→ℝ→ℝ", u="ℝ", v="ℝ")
    f = var("f", pattern.function.function.type)
    bindings = {}
    assert match(app(f, a, b), app(f, x, app(f, y, z)), frozenset((a, b)), bindings)
    assert bindings == {a: x, b: app(f, y, z)}
    assert not match(app(f, a, b), app(f, x, y), frozenset((a,)), {})
    local = opened(0, N)
    head = var("?2", abstract(local, x).type)
    found = {}
    assert match(app(head, local), x, frozenset((head,)), found, (local,))
    assert found == {head: abstract(local, x)}
    # a pattern variable at something that is no bound variable is no Miller pattern
    assert not match(app(head, i), x, frozenset((head,)), {}, (local,))
    assert not match(app(head, local), app(var("u", head.type), j), frozenset(()), {}, (local,))
