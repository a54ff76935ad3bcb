"""Moments: the expectation and the variance of a number over the outcomes of a distribution that was declared."""

from __future__ import annotations

from symattn.language import Expectation, Variance
from symattn.reading.indices import Index
from symattn.reading.names import is_letter
from symattn.reading.refusal import Refused
from symattn.reading.stage import Stage
from symattn.reading.tree import NONE, Tree
from symattn.reading.values import Value, as_number, lift

_MOMENTS = {r"\mathbb{E}": Expectation, "Var": Variance}


def moment(stage: Stage, head: Tree, inside: Tree) -> Value | None:
    """Read E_{o ∼ p}[…], where p was declared as a distribution; None for all else."""
    base, below, above = head.scripts
    word = _MOMENTS.get(base.value)
    if word is None or above is not NONE or below.kind != "rel" or below.value != "sim" or not is_letter(below.kids[0]):
        return None
    outcome, weights = below.kids
    if weights.value not in _declared(stage):
        return None
    p = stage.read(weights)
    index = Index(outcome.value, p.sides[1], is_bound=True)
    with stage.binding(index):
        value = as_number(stage.read(inside))
    return lift(None, word, p, value, stage.at(index))


def distribution(stage: Stage) -> Value:
    """Return the one distribution that was declared; raise Refused where there are others."""
    found = _declared(stage)
    if len(found) != 1:
        raise Refused("of which distribution is this said?")
    return stage.read(Tree("name", found[0]))


def _declared(stage: Stage) -> list[str]:
    return [key for (key, _), known in stage.scope.declared.items() if known.kind == "probability"]
