"""Write down what should be the inverse of a sum such as C + C·D⁻¹·C, which is C·D⁻¹·(D + C), by known inverses.

Known inverses are multiplied to the sum from either side until what is left is, up to its sign, a matrix whose inverse
is known.  Where L·A·R = S, this inverse is R·S⁻¹·L; whether it is one is shown afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ...kernel.terms import Term, app
from ..library.definitions import defined
from ..library.matrices import product, shape
from ..logic.formulas import MINUS
from .matrix_combinations import Combination, Rewriting, reduced, total
from .matrix_combinations import product as times_each
from .matrix_rules import Algebra, Unit

MOST_STATES, MOST_MULTIPLIED = 60, 4


def factored_inverse(algebra: Algebra, a: Term) -> Term | None:
    """Return what should be the inverse of a square matrix by those that are known, or None."""
    size, words = shape(a)[0], algebra.words
    units = [u for u in algebra.units if shape(u.first) == shape(u.second) == (size, size)]
    rules: list[Rewriting] = [(rule.word, rule.rest) for rule in words.rules]
    start = reduced(words.combination(a), rules)
    if start is None or not units:
        return None
    known = [(reduced(words.combination(u.first), rules), u) for u in units]
    waiting: list[tuple[Combination, tuple[Term, ...], tuple[Term, ...]]] = [(start, (), ())]
    seen = [start]
    while waiting and len(seen) < MOST_STATES:
        now, before, after = waiting.pop(0)
        found = _inverse_of(now, known)
        if found is not None:
            return reduce(product, (*after, found, *before))
        if len(before) + len(after) == MOST_MULTIPLIED:
            continue
        for y in dict.fromkeys(u.second for u in units):
            own = words.combination(y)
            for other, lefts, rights in (
                (times_each(own, now), (y, *before), after),
                (times_each(now, own), before, (*after, y)),
            ):
                left_over = reduced(other, rules)
                if left_over is not None and left_over not in seen and _length(left_over) <= _length(now):
                    seen.append(left_over)
                    waiting.append((left_over, lefts, rights))
    return None


def _inverse_of(a: Combination, known: Sequence[tuple[Combination | None, Unit]]) -> Term | None:
    """Return the inverse of a matrix that is, up to a sign, one whose inverse is known, or None."""
    for other, unit in known:
        if other is not None and not total([(a, 1), (other, -1)]):
            return unit.second
        if other is not None and not total([(a, 1), (other, 1)]):
            return app(defined("matscale", *shape(unit.second)), MINUS, unit.second)
    return None


def _length(combination: Combination) -> int:
    """Return how many atoms the words of a combination have."""
    return sum(map(len, combination))
