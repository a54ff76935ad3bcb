"""Hypotheses X·Y = 1 for square matrices say that Y·X = 1 as well, however the product is split into X and Y."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce

from ....kernel.rules import Theorem, assume
from ....kernel.terms import Term
from ...library.facts import fact
from ...library.matrices import product, shape
from ...logic.derived_rules import chain, left, right, symmetric
from ...logic.parts import args_of
from .matrix_rules import Unit, matrix_equations, units_of
from .matrix_words import Words

MOST_FACTORS = 4
MOST_EQUATIONS = 6


@lru_cache(maxsize=256)  # a claim has several goals, and all of them the same hypotheses
def other_sides(hypotheses: tuple[Term, ...]) -> tuple[Theorem, ...]:
    """Return Γ ⊢ Y·X = 1 for the hypotheses X·Y = 1 with square X and Y, unless a hypothesis says so."""
    units = [unit for proposition in hypotheses[:MOST_EQUATIONS] for unit in _units(assume(proposition))]
    known = {(unit.first, unit.second) for unit in units}
    found: dict[Term, Theorem] = {}
    for unit in units:
        if (unit.second, unit.first) in known:
            continue
        size = shape(unit.first)[0]
        turned = fact("other_side_inverse", {"n": size}, unit.first, unit.second, premises=(unit.theorem,))
        found.setdefault(turned.conclusion, turned)
    return tuple(found.values())


def _units(theorem: Theorem) -> Iterator[Unit]:
    """Yield X·Y = 1 with square X and Y where a theorem says so of a product."""
    for equation in matrix_equations(theorem):
        for either in (equation, symmetric(equation)):
            for unit in units_of(either):
                yield from _split(unit)


def _split(unit: Unit) -> Iterator[Unit]:
    """Yield the ways to write a product that is 1 as a product of two square matrices."""
    factors = [*_factors(unit.first), *_factors(unit.second)]
    size = shape(unit.first)[0]
    if len(factors) > MOST_FACTORS:
        factors = [unit.first, unit.second]
    for place in range(1, len(factors)):
        x, y = reduce(product, factors[:place]), reduce(product, factors[place:])
        if shape(x) != (size, size):
            continue
        words = Words()
        together, written = words.matrix(product(x, y)), words.matrix(left(unit.theorem))
        if right(together) is right(written):
            yield Unit(x, y, chain(together, symmetric(written), unit.theorem))


def _factors(t: Term) -> list[Term]:
    """Return the factors of a product of matrices, and a matrix that is none as one factor."""
    pair = args_of(t, "matmul", 2)
    return [t] if pair is None else [*_factors(pair[0]), *_factors(pair[1])]
