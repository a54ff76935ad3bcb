"""Facts on demand: axioms and lemmas at sizes and values, with premises cut; a wrong use says what is wrong."""

import pytest

from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import assume, refl
from symattn.kernel.syntax import parse
from symattn.kernel.terms import REAL, Size, abstract, app, const, equation, fin, literal, var
from symattn.prover.library import facts
from symattn.prover.library.facts import closed_fact, fact, lemma_names
from symattn.prover.logic.conversions import beta_conclusion, beta_hypotheses
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.logic.formulas import le, lt
from symattn.prover.logic.parts import args_of, head_and_arguments

x, y = var("x", REAL), var("y", REAL)
zero = literal(0, REAL)
n, two = Size.variable("n"), Size.number(2)


def test_an_axiom_at_values():
    theorem = fact("exp_add", {}, x, y)
    assert theorem.conclusion.argument is app(const("*"), app(const("exp"), x), app(const("exp"), y))
    assert theorem.hypotheses == ()


def test_premises_become_hypotheses_until_they_are_cut():
    open_fact = fact("inv_pos", {}, x)
    assert open_fact.hypotheses == (lt(zero, x),)
    one = fact("inv_pos", {}, literal(1, REAL), premises=(fact("zero_lt_one"),))
    assert one.hypotheses == ()
    assert one.conclusion is lt(zero, app(const("inv"), literal(1, REAL)))


def test_a_premise_that_is_none_is_refused():
    with pytest.raises(ProofError, match=r"inv_pos: .* is not a premise"):
        fact("inv_pos", {}, x, premises=(assume(le(zero, x)),))


def test_too_many_values_are_refused():
    with pytest.raises(ProofError, match="exp_pos takes 1 values"):
        fact("exp_pos", {}, x, y)


def test_a_function_value_leaves_both_sides_in_beta_normal_form():
    i = var("i", fin(two))
    f = abstract(i, app(const("pos", two), i))
    theorem = fact("sum_mul", {"n": two}, x, f)
    expected = equation(
        app(const("sum", two), abstract(i, app(const("*"), x, app(const("pos", two), i)))),
        app(const("*"), x, app(const("sum", two), f)),
    )
    assert theorem.conclusion is expected


def test_sizes_are_instantiated_in_premises_too():
    theorem = fact("sum_reindex", {"m": n, "n": n})
    assert len(theorem.hypotheses) == 2
    assert all(h.free <= theorem.conclusion.free | theorem.hypotheses[0].free for h in theorem.hypotheses)
    assert not any("m" in v.type.size_variables() for h in theorem.hypotheses for v in h.free)


def test_every_name_of_the_table_is_a_closed_fact():
    for name in AXIOMS:
        assert closed_fact(name).rule == "axiom"
    for name in lemma_names():
        assert closed_fact(name) is closed_fact(name)
    with pytest.raises(KeyError):
        closed_fact("no such fact")


def test_a_proof_of_something_else_is_refused(monkeypatch):
    monkeypatch.setitem(facts._LEMMAS, "wrong", ("1 = 0", lambda: refl(zero), facts.found))
    monkeypatch.setitem(facts._LEMMAS, "assumed", ("1 = 0", lambda: assume(parse("1 = 0")), facts.found))
    for name in ("wrong", "assumed"):
        with pytest.raises(ProofError, match=f"the proof of lemma {name} proves"):
            closed_fact(name)


def test_a_lemma_is_not_proved_from_itself(monkeypatch):
    goal = "∀x:ℝ. x = x + 1"
    monkeypatch.setitem(facts._LEMMAS, "circular", (goal, lambda: closed_fact("circular"), facts.found))
    with pytest.raises(ProofError, match="must not use it"):
        closed_fact("circular")


def test_lemmas_and_axioms_have_different_names():
    assert not set(lemma_names()) & set(AXIOMS)


def test_heads_and_arguments():
    t = app(const("+"), x, y)
    assert head_and_arguments(t) == (const("+"), [x, y])
    assert head_and_arguments(x) == (x, [])
    assert args_of(t, "+", 2) == [x, y]
    assert args_of(t, "+", 1) is None
    assert args_of(app(var("exp", const("exp").type), x), "exp", 1) is None


def test_beta_in_conclusion_and_hypotheses():
    redex = app(parse("λp:𝔹. p"), equation(x, y))
    reduced = beta_conclusion(assume(redex))
    assert reduced.conclusion is equation(x, y) and reduced.hypotheses == (redex,)
    moved = beta_hypotheses(assume(redex))
    assert moved.conclusion is redex and moved.hypotheses == (equation(x, y),)
    plain = assume(equation(x, y))
    assert beta_conclusion(plain) is plain and beta_hypotheses(plain) is plain
