"""Masks by cases: M_{ij} = 0 for j ≤ i, and −∞ otherwise, is the causal mask, or its transpose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symattn.primitives.masks.word import CausalMask
from symattn.reading.letters import size_of
from symattn.reading.scope import Definition
from symattn.reading.sizes import Size, unify
from symattn.reading.stage import Stage
from symattn.reading.tree import MINUS_INFINITY, ZERO, Tree, is_rest
from symattn.reading.values import Value, transpose

_CONVERSES = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
_OPPOSITES = {"<=": ">", ">=": "<", "<": ">=", ">": "<="}


def whole_of(known: Sequence[Definition]) -> Definition | None:
    """Return what defines a whole matrix where its entries are those of a causal mask; None for all else."""
    if len(known) != 1 or known[0].arguments is not None or known[0].body.value not in ("cases", "dcases"):
        return None
    (definition,) = known
    values, conditions = definition.body.kids[::2], definition.body.kids[1::2]
    if len(values) != 2 or {*values} != {ZERO, MINUS_INFINITY} or len({*definition.places}) != 2:
        return None
    row, column = definition.places
    first, last = (_compared(each, row, column) for each in conditions)
    is_covered = is_rest(conditions[1]) or last == _OPPOSITES.get(first)
    relation = first if values[0] == ZERO else _OPPOSITES.get(first, "")
    if not is_covered or relation not in ("<=", ">="):
        return None  # with j < i there is no 0 in the first row
    return replace(definition, places=(), body=Tree("mask", relation, (Tree("name", definition.key),)))


def _compared(condition: Tree, row: Tree, column: Tree) -> str:
    """Return how a condition compares the column with the row; nothing where it says something else."""
    if condition.kind != "rel" or condition.kids not in ((column, row), (row, column)):
        return ""
    relation = condition.value if condition.kids[0] == column else _CONVERSES.get(condition.value, "")
    return relation if relation in _CONVERSES else ""


def causal(stage: Stage, tree: Tree) -> Value:
    """Return the mask that shows each row the columns up to its own, or those from its own on."""
    side = Size(hint="n")
    declared = stage.scope.declared.get((tree.kids[0].value, 0))
    for each in declared.sizes if declared is not None else ():
        unify(side, size_of(stage, each))
    mask = Value((side, side), lambda: CausalMask(stage.naming.made(side)), tree.kids[0].value)
    return mask if tree.value == "<=" else transpose(mask)
