"""Second attempts at a goal: retries with finer splits, or with other ones.

Small ranges are gone through one by one, and ranges with several cuts are split at another one.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from ....kernel.rules import Theorem
from ....kernel.terms import Term
from ...limits import MOST_SEARCHES
from ...normal.context import Context, split_blocks, split_ends, split_places, with_other_cuts
from ..core.goals import Facts, NotProved, Prove, attempted


def proved_with_more(prove: Prove, context: Context, goal: Term, facts: Facts, failure: NotProved) -> Theorem:
    """Prove a goal that has failed in one of these ways, or raise what says most of the failure."""
    met = (goal, *facts.others)
    if any([split_blocks(context), split_places(context, met, tested=False), split_ends(context, met)]):
        try:
            return prove(context, goal)
        except NotProved as again:
            failure = again
    for cut in islice(with_other_cuts(context), MOST_SEARCHES):
        if (found := attempted(partial(prove, cut, goal))) is not None:
            return found
    raise failure
