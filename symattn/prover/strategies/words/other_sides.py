"""Hypotheses X·Y = 1 for square matrices say that Y·X = 1 as well, however the product is split into X and Y."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce

from ....kernel.rules import Theorem, assume
from ....kernel.terms import Term
from ...library.facts import fact
from ...library.matrices import product, shape
from ...limits import MOST_MATRIX_EQUATIONS, MOST_MATRIX_FACTORS
from ...logic.derived_rules import left, right, symmetric
from ...logic.parts import args_of
from .matrix_rules import Unit, as_unit, matrix_equations, unit_of, written_as_one, written_factors


@lru_cache(maxsize=256)  # a claim has several goals, and all of them the same hypotheses
def other_sides(hypotheses: tuple[Term, ...]) -> tuple[Theorem, ...]:
    """Return Γ ⊢ Y·X = 1 for the hypotheses X·Y = 1 with square X and Y, unless a hypothesis says so."""
    equations = [e for proposition in hypotheses[:MOST_MATRIX_EQUATIONS] for e in matrix_equations(assume(proposition))]
    written = {e: pair for each in equations for e in (each, symmetric(each)) if (pair := _written_unit(e)) is not None}
    known = {*written.values()}
    units = [
        unit
        for e, (x, y) in written.items()
        if (y, x) not in known or len(_factors(x)) + len(_factors(y)) > 2  # else there is nothing to turn
        for unit in _split(e)
    ]
    known |= {(unit.first, unit.second) for unit in units}
    turned = [
        fact("other_side_inverse", unit.first, unit.second, premises=(unit.theorem,))
        for unit in units
        if (unit.second, unit.first) not in known
    ]
    return tuple({theorem.conclusion: theorem for theorem in turned}.values())


def _written_unit(theorem: Theorem) -> tuple[Term, Term] | None:
    """Return X and Y where a theorem says X·Y = 1 as it is written, or None."""
    factors = written_factors(left(theorem))
    return None if factors is None or written_as_one(right(theorem)) is None else factors


def _split(theorem: Theorem) -> Iterator[Unit]:
    """Yield the ways to write a product that is 1 as a product of two square matrices, where a theorem says so."""
    unit = unit_of(theorem)
    if unit is None:
        return
    factors = [*_factors(unit.first), *_factors(unit.second)]
    size = shape(unit.first)[0]
    if len(factors) > MOST_MATRIX_FACTORS:
        factors = [unit.first, unit.second]
    for place in range(1, len(factors)):
        x, y = reduce(product, factors[:place]), reduce(product, factors[place:])
        if shape(x) != (size, size):
            continue
        found = unit if x is unit.first else as_unit(x, y, unit.theorem)
        if found is not None:
            yield found


def _factors(t: Term) -> list[Term]:
    """Return the factors of a product of matrices, and a matrix that is none as one factor."""
    pair = args_of(t, "matmul", 2)
    return [t] if pair is None else [*_factors(pair[0]), *_factors(pair[1])]
