"""Second attempts at a goal: retries with finer splits, or with other ones.

Small ranges are gone through one by one, free indices are split as bound ones are, and ranges with several cuts are
split at another one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from itertools import islice

from ....kernel.rules import Theorem, assume
from ....kernel.terms import Term
from ...limits import MOST_SEARCHES
from ...logic.derived_rules import closed, implications, mp, spec
from ...normal.context import Context, split_blocks, split_ends, split_places, with_other_cuts, with_repeats
from ..core.goals import Facts, NotProved, Prove, first_proved


def proved_with_more(prove: Prove, context: Context, goal: Term, facts: Facts, failure: NotProved) -> Theorem:
    """Prove a goal that has failed in one of these ways, or raise what says most of the failure."""
    met = (goal, *facts.others)
    plain = context.extended()
    plain.splits = dict(context.splits)
    if any([split_blocks(context), split_places(context, met, tested=False), split_ends(context, met)]):
        try:
            return prove(context, goal)
        except NotProved as again:
            failure = again
    ways: list[Callable[[], Theorem | None]] = [partial(_for_any_index, prove, context, goal, facts)]
    others = [*islice(with_other_cuts(context), MOST_SEARCHES), with_repeats(plain, met)]
    ways += [partial(prove, other, goal) for other in others if other is not None]
    if (found := first_proved(ways)) is None:
        raise failure
    return found


def _for_any_index(prove: Prove, context: Context, goal: Term, facts: Facts) -> Theorem | None:
    """Prove a goal for all values of its free indices, which are taken apart as bound ones are, or return None."""
    free = sorted((v for v in goal.free if v.type.size in context.splits), key=lambda v: v.name)
    if not free:
        return None
    given = [p for p in facts.others if not p.free.isdisjoint(free)]
    every = closed(implications(given[::-1], goal), *free)
    return reduce(mp, map(assume, reversed(given)), spec(prove(context, every), *free))
