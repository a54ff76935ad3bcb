"""The search goes by tables: their order is that of tier and name, counters only fall, what is raised is an outcome."""

import random
from dataclasses import fields, replace

import pytest

from symattn.kernel.rules import refl
from symattn.kernel.terms import REAL, KernelError, var
from symattn.prover.limits import MOST_EFFORT
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.logic.formulas import ONE, ZERO, le
from symattn.prover.normal.context import BudgetExceeded, Context, Spending
from symattn.prover.normal.normaliser import Normaliser
from symattn.prover.strategies.core.counters import ALL, Counters
from symattn.prover.strategies.core.goals import NotProved
from symattn.prover.strategies.core.outcomes import Outcome
from symattn.prover.strategies.core.search import PROPOSITIONS, Ask, Table, Way, tables
from symattn.prover.strategies.front import prove  # noqa: F401  it brings the tables

NAMES = [each.name for each in fields(Counters)]


def is_within(counters, others):
    """Tell whether no counter is higher than in others."""
    return all(getattr(counters, name) <= getattr(others, name) for name in NAMES)


X = var("x", REAL)


def raising(error):
    def run(ask, goal):
        raise error

    return run


def ask(**context):
    return Ask(Normaliser(Context(**context)))


def test_the_order_of_a_table_is_that_of_tier_and_name_however_it_is_written():
    for table in tables().values():
        rows = list(table.ways)
        random.Random(3).shuffle(rows)
        assert Table(table.kind, rows).ways == table.ways
        assert list(table.ways) == sorted(table.ways, key=lambda way: (way.tier, way.name))


def test_two_ways_of_one_table_have_two_names():
    with pytest.raises(ValueError, match="one name"):
        Table("sums", [Way("a", 1, "", raising(ProofError())), Way("a", 2, "", raising(ProofError()))])


def test_every_way_says_what_it_does_and_uses_counters_that_there_are():
    for table in tables().values():
        assert all(way.idea and way.idea[-1] != "." for way in table.ways)
        assert {name for way in table.ways for name in way.uses} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_counter_falls_and_stays_at_nothing(name):
    left = ALL
    while getattr(left, name):
        less = left.less(**{name: 1})
        assert is_within(less, left) and not is_within(left, less)
        left = less
    assert left.less(**{name: 1}) == left


@pytest.mark.parametrize("name", NAMES)
def test_no_limit_raises_a_counter(name):
    spent = ALL.at_most(**dict.fromkeys(NAMES, 0))
    assert spent.at_most(**{name: 99}) == spent
    assert ALL.at_most(**{name: 99}) == ALL


def test_no_goal_is_asked_with_higher_counters_than_the_goal_it_came_from(monkeypatch):
    asked = []
    original = Ask.prove

    def watched(self, goal):
        asked.append((self.depth, self.counters))
        outer = [counters for depth, counters in asked[:-1] if depth == self.depth - 1]
        assert not outer or any(is_within(self.counters, each) for each in outer)
        return original(self, goal)

    monkeypatch.setattr(Ask, "prove", watched)
    with pytest.raises(ProofError):
        ask().prove(le(var("y", REAL), X))
    assert asked[0] == (0, ALL)


@pytest.mark.parametrize(
    ("run", "outcome", "ran_out"),
    [
        (lambda ask, goal: refl(X), Outcome.PROVED, False),
        (lambda ask, goal: None, Outcome.FAILED, False),
        (raising(NotProved(X, ZERO)), Outcome.FAILED, False),
        (raising(NotProved(X, ZERO, ran_out=True)), Outcome.RAN_OUT, True),
        (raising(BudgetExceeded("gave up")), Outcome.RAN_OUT, True),
        (raising(ProofError("no")), Outcome.FAILED, False),
        (raising(KernelError("no")), Outcome.FAILED, False),
    ],
)
def test_what_a_way_raises_is_an_outcome(run, outcome, ran_out):
    asked = ask()
    found, ended = Table("sums", [Way("one", 1, "", run)]).first(asked, X)
    assert ((found is not None), ended) == (outcome is Outcome.PROVED, ran_out)
    assert [(tried.way, tried.outcome) for tried in asked.trace] == [("one", outcome)]


def test_another_way_is_tried_after_one_that_ran_out_unless_nothing_more_may_be_spent():
    rows = [Way("one", 1, "", raising(BudgetExceeded("gave up"))), Way("two", 2, "", lambda ask, goal: refl(ONE))]
    assert Table("sums", rows).first(ask(), X)[0] is not None
    assert Table("sums", rows).first(ask(effort=Spending(2.0), most_effort=1.0), X) == (None, True)


@pytest.mark.parametrize(
    ("spending", "is_left"),
    [
        (Spending(1.2), True),
        (Spending(1.6), False),
        (Spending(1.2, nesting=1), False),
        (Spending(1.6, reserve=0.5), False),
    ],
)
def test_the_ways_to_the_goal_itself_have_a_reserve_once(spending, is_left):
    rows = [Way("one", 1, "", raising(BudgetExceeded("gave up"))), Way("two", 2, "", lambda ask, goal: refl(ONE))]
    asked = ask(effort=replace(spending, spent=spending.spent * MOST_EFFORT))
    found, ran_out = Table("sums", rows).first(asked, X)
    assert (found is not None, ran_out) == (is_left, not is_left)
    assert asked.context.effort.nesting == spending.nesting


def test_a_way_that_does_not_apply_is_not_run():
    rows = [Way("one", 1, "", raising(AssertionError()), lambda ask, goal: False)]
    rows += [Way("two", 2, "", raising(AssertionError()), uses=("cases",))]
    assert Table("sums", rows).first(ask().at_most(cases=0), X) == (None, False)


def test_of_a_proposition_some_way_always_applies():
    assert tables()[PROPOSITIONS].ways[-1].when is None
