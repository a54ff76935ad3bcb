"""Find values of free indices that satisfy the hypotheses about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sympy import Basic, Idx

from symattn.language.inspection import free_atoms

#: So many values of some of the indices are tried at most.
MOST_TRIED = 10_000

Values = dict[Basic, Any]


def choices_that_hold(
    ranges: Mapping[Idx, Sequence[Any]], conditions: Iterable[Basic], holds: Callable[[Basic, Values], bool]
) -> Iterator[Values]:
    """Yield the values of indices at which all conditions hold, in the order of their ranges.

    A condition is asked as soon as all of its indices have values. The search ends after ``MOST_TRIED`` of them: nine
    indices have ten million values at size 6.

    >>> i, j = Idx("i", 2), Idx("j", 2)
    >>> both = {i: range(2), j: range(2)}
    >>> list(choices_that_hold(both, [i + j > 1], lambda condition, values: bool(condition.subs(values))))
    [{i: 1, j: 1}]
    """
    names, tried = list(ranges), 0
    due: list[list[Basic]] = [[] for _ in range(len(names) + 1)]
    for condition in conditions:
        free = free_atoms(condition)
        due[max((place for place, index in enumerate(names, 1) if index in free), default=0)].append(condition)

    def further(chosen: Values) -> Iterator[Values]:
        nonlocal tried
        tried += 1
        if not all(holds(condition, chosen) for condition in due[len(chosen)]):
            return
        if len(chosen) == len(names):
            yield chosen
            return
        index = names[len(chosen)]
        for value in ranges[index]:
            if tried >= MOST_TRIED:
                return
            yield from further({**chosen, index: value})

    return further({})
