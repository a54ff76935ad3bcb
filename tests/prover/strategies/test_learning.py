"""What a context learns of its hypotheses is the same when it is remembered, and is no one else's."""

from contextlib import suppress

from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.normal.context import Context
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front import learning
from symattn.prover.strategies.front.learning import learn
from symattn.prover.strategies.hypotheses.adding import add_hypothesis

KINDS = {"x": "ℝ", "y": "ℝ", "u": "[n]→ℝ", "v": "[n]→ℝ"}
LISTS = ("contractions", "moments", "rules", "products", "truths")


def learnt(facts, opaque=frozenset(), budget=60_000):
    """Return a context that has learnt the facts, and how many hypotheses it was taught."""
    context, taught = Context(opaque=opaque, budget=budget), []

    def teach(pupil):
        for proposition in facts.others:
            taught.append(proposition)
            with suppress(ProofError):
                add_hypothesis(pupil, proposition)

    learn(context, facts, teach)
    return context, len(taught)


def facts_of(logic, *texts):
    return Facts(others=tuple(logic.term(text, **KINDS) for text in texts))


def test_what_is_remembered_is_what_was_learnt_and_costs_as_much(logic):
    facts = facts_of(logic, "x ≤ y", "∀i:[n]. u i * u i = v i", "(Σ i:[n]. u i) = x + 1", "¬(x = 0)")
    learning._LEARNT.clear()
    (first, taught), (again, not_taught) = learnt(facts), learnt(facts)
    assert (taught, not_taught) == (4, 0)
    assert all(getattr(first, name) == getattr(again, name) for name in LISTS)
    assert (first.steps, first.effort, first.unfolded) == (again.steps, again.effort, again.unfolded)


def test_what_is_added_later_is_not_remembered(logic):
    facts = facts_of(logic, "x ≤ y")
    learning._LEARNT.clear()
    first, _ = learnt(facts)
    add_hypothesis(first, logic.term("y ≤ x", **KINDS))
    again, _ = learnt(facts)
    assert [truth.conclusion for truth in again.truths] == [logic.term("x ≤ y", **KINDS)]


def test_other_hypotheses_and_other_closed_words_are_learnt_anew(logic):
    learning._LEARNT.clear()
    facts = facts_of(logic, "abs x ≤ y")
    assert learnt(facts)[1] == 1
    assert learnt(facts_of(logic, "abs x ≤ y", "x ≤ y"))[1] == 2
    assert learnt(facts, opaque=frozenset({"abs"}))[1] == 1
    assert learnt(facts)[1] == 0


def test_what_a_small_budget_cuts_short_is_not_taken_for_the_whole_nor_the_whole_for_it(logic):
    facts = facts_of(logic, "(Σ i:[n]. u i * (u i + v i)) = x * (y + 1)")
    learning._LEARNT.clear()
    (small, _), (large, taught) = learnt(facts, budget=2), learnt(facts)
    assert taught == 1
    assert len(small.contractions) < len(large.contractions)
    assert len(learnt(facts, budget=2)[0].contractions) == len(small.contractions)


def test_only_so_much_is_remembered_and_what_is_asked_for_stays(logic, monkeypatch):
    monkeypatch.setattr(learning, "MOST_REMEMBERED", 2)
    learning._LEARNT.clear()
    one, two, three = (facts_of(logic, f"x ≤ {bound}") for bound in (1, 2, 3))
    assert [learnt(facts)[1] for facts in (one, two, one, three, one, two)] == [1, 1, 0, 1, 0, 1]
    assert len(learning._LEARNT) == 2
