"""The search: tables of ways, gone through in the order of tier and name, and what is asked of them.

Each goal has a kind, each kind a table; a way proves its goal from others, which go back to the same search with
counters that only fall.  What a way raises becomes an outcome here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ....kernel.rules import Theorem
from ....kernel.terms import KernelError, Term, Type, Var
from ...logic.derived_rules import ProofError, Unfinished
from ...normal.context import BudgetExceeded, Context
from ...normal.normaliser import Normaliser
from ..hypotheses.adding import add_hypothesis
from .counters import ALL, Counters
from .goals import NotProved
from .outcomes import Outcome, Tried


@dataclass(frozen=True)
class Way:
    """Hold one way to prove goals of a kind: `run` returns a theorem, or None where it has none.

    `idea` says in a line what it does. `when` says whether it applies to a goal; what it costs is told by `uses`, the
    counters that must be left.
    """

    name: str
    tier: int
    idea: str
    run: Callable[[Ask, Any], Theorem | None]
    when: Callable[[Ask, Any], bool] | None = None
    uses: tuple[str, ...] = ()

    def applies(self, ask: Ask, goal: Any) -> bool:
        """Tell whether what it uses is left, and the goal is of its kind."""
        return all(getattr(ask.counters, name) for name in self.uses) and (self.when is None or self.when(ask, goal))


@dataclass(frozen=True)
class Table:
    """Hold the ways to prove the goals of one kind, in the order in which they are tried.

    >>> rows = [Way("b", 1, "", lambda ask, goal: None), Way("a", 1, "", lambda ask, goal: None)]
    >>> [way.name for way in Table("an example", rows).ways]
    ['a', 'b']
    """

    kind: str
    rows: Iterable[Way] = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ways", tuple(sorted(self.rows, key=lambda way: (way.tier, way.name))))
        if len({way.name for way in self.ways}) < len(self.ways):
            raise ValueError(f"two ways to prove {self.kind} have one name")

    ways: tuple[Way, ...] = field(init=False, repr=False)

    def first(self, ask: Ask, goal: Any) -> tuple[Theorem | None, bool]:
        """Return what the first way proves that proves something, or None; and whether a way ran out.

        Where nothing more may be spent, nor a reserve, the ways that are left are not tried.
        """
        ran_out = False
        for way in self.ways:
            if not way.applies(ask, goal):
                continue
            found, outcome, left = _attempt(way, ask, goal)
            ask.trace.append(Tried(way.name, outcome, ask.depth, left, way.idea))
            if found is not None:
                return found, False
            ran_out = ran_out or outcome is Outcome.RAN_OUT
            if ran_out and ask.context.is_spent and not ask.context.draws_on_reserve():
                break
        return None, ran_out or ask.context.is_spent  # a way may have gone on without what ran out


def _attempt(way: Way, ask: Ask, goal: Any) -> tuple[Theorem | None, Outcome, NotProved | None]:
    """Run a way: what it raises is an outcome from here on.

    Only what is proved by cases is proved by contraposition too: each is a search of its own.
    """
    ask.context.effort.nesting += 1
    try:
        found = way.run(ask if {"cases", "contraries"} & {*way.uses} else ask.less(contraries=1), goal)
    except NotProved as failure:
        return None, Outcome.RAN_OUT if failure.ran_out else Outcome.FAILED, failure
    except Unfinished:
        return None, Outcome.RAN_OUT, None
    except (ProofError, KernelError):
        return None, Outcome.FAILED, None
    finally:
        ask.context.effort.nesting -= 1
    return found, Outcome.FAILED if found is None else Outcome.PROVED, None


#: The table of propositions: of a goal, the first way that applies is the only one.
PROPOSITIONS = "propositions"
#: The tables of ways, by the kinds of goals; the rooms above supply them.
_TABLES: dict[str, Table] = {}


def supply_tables(*tables: Table) -> None:
    """Let every search go by these tables."""
    _TABLES.update({table.kind: table for table in tables})


def tables() -> Mapping[str, Table]:
    """Return the tables by which searches go, by the kinds of goals."""
    return dict(_TABLES)


@dataclass(frozen=True)
class Ask:
    """Prove goals from what a normaliser's context knows; an Ask is never changed, another one is made of it."""

    normaliser: Normaliser
    counters: Counters = ALL
    trace: list[Tried] = field(default_factory=list, repr=False)
    depth: int = 0

    @property
    def context(self) -> Context:
        return self.normaliser.context

    def prove(self, goal: Term) -> Theorem:
        """Return ⊢ goal under the hypotheses of the context; raise a ProofError, NotProved for the most part."""
        inner = replace(self, depth=self.depth + 1)
        way = next((way for way in _TABLES[PROPOSITIONS].ways if way.applies(inner, goal)), None)
        try:
            found = None if way is None else way.run(inner, goal)
            if found is None:
                raise NotProved(goal, goal)
        except NotProved as failure:
            self.trace.append(Tried("", Outcome.FAILED, inner.depth, failure))
            raise
        return found

    def attempt(self, goal: Term) -> Theorem | None:
        """Return ⊢ goal, or None where it is not proved; what ran out is raised."""
        try:
            return self.prove(goal)
        except NotProved as failure:
            if failure.ran_out:
                raise
            return None

    def among(self, kind: str, goal: object) -> Theorem | None:
        """Return what the ways of a table prove of a goal, or None; raise BudgetExceeded where one ran out."""
        found, ran_out = _TABLES[kind].first(self, goal)
        if ran_out:
            raise BudgetExceeded(f"gave up on {kind}")
        return found

    def proved_or_ran_out(self, kind: str, goal: object) -> tuple[Theorem | None, bool]:
        """Return what the ways of a table prove of a goal, or None, and whether one ran out.

        That is raised in a short attempt, which another one follows that may spend more.
        """
        try:
            return self.among(kind, goal), False
        except Unfinished:
            if self.context.is_short:
                raise
            return None, True

    def assuming(self, premise: Term) -> Ask:
        """Return an Ask that may use a premise as well; this one may not."""
        inner = self.context.extended()
        inner.assumed = (*inner.assumed, premise)
        add_hypothesis(inner, premise)
        return self.knowing(inner)

    def knowing(self, context: Context) -> Ask:
        """Return an Ask that goes by another context."""
        return replace(self, normaliser=Normaliser(context))

    def less(self, **steps: int) -> Ask:
        """Return an Ask with so many less of some steps."""
        return replace(self, counters=self.counters.less(**steps))

    def at_most(self, **limits: int) -> Ask:
        """Return an Ask with some steps limited."""
        return replace(self, counters=self.counters.at_most(**limits))

    def next_variable(self, binder: Type, *terms: Term) -> Var:
        """Return a new opened variable, which occurs neither in the terms nor in what is assumed."""
        return self.context.next_variable(binder, *terms)
