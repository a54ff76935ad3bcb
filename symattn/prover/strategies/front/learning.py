"""Add hypotheses to a context, and remember the result: the goals of a claim share their hypotheses.

What is learnt depends on the hypotheses, on what is left closed, on how ranges are split and on the budget, which may
cut it short, and on nothing else.  It counts as much as if it were learnt anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...limits import MOST_REMEMBERED
from ...normal.context import Context
from ..core.goals import Facts

_PARTS = ("contractions", "moments", "rules", "products", "truths")  # the lists of a context that grow


@dataclass(frozen=True)
class _Learnt:
    """Hold what a context knows after its hypotheses, and what that cost."""

    parts: tuple[tuple[object, ...], ...]
    unfolded: frozenset[str]
    steps: int
    effort: float


_LEARNT: dict[object, _Learnt] = {}


def learn(context: Context, facts: Facts, teach: Callable[[Context], None]) -> None:
    """Let a new context learn the hypotheses among the facts, as ``teach`` does, or as it did before."""
    key = (
        (context.budget, context.most_effort),
        facts.bijections,
        facts.others,
        context.opaque,
        tuple(context.splits.items()),
        tuple(context.rivals),
        context.ambiguous_splits,
    )
    known = _LEARNT.pop(key, None)
    if known is not None:
        for name, part in zip(_PARTS, known.parts, strict=True):
            getattr(context, name).extend(part)
        context.unfolded |= known.unfolded
        context.steps += known.steps
        context.effort.spent += known.effort
    else:
        teach(context)
        parts = tuple(tuple(getattr(context, name)) for name in _PARTS)
        known = _Learnt(parts, frozenset(context.unfolded), context.steps, context.effort.spent)
        if len(_LEARNT) >= MOST_REMEMBERED:
            del _LEARNT[next(iter(_LEARNT))]
    _LEARNT[key] = known  # the last one that was asked for
