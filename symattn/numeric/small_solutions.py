"""Instances in which small matrices solve the hypotheses: those that are drawn at random hardly ever do.

Hypotheses as A² = A, A·B = 0 or M·1 = 1 hold at few matrices.  Where what such hypotheses speak of has few entries at
sizes of 2 or 3, every choice of these from a few numbers is tried; hypotheses that share a symbol are solved together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

from flint import fmpq
from sympy import Basic, MatrixSymbol, Rational, Symbol
from sympy.core.relational import Relational

from symattn.language.inspection import free_atoms
from symattn.language.propositions import Equation
from symattn.language.quantified import ForAll
from symattn.numeric.constructions import fits_assumptions
from symattn.numeric.instances import FIRST_RANDOM_STAGE, Draws, Instance

#: The numbers that entries are chosen from, by how many entries there are; for more there is no search.
CHOICES = ((4, ("0", "1", "-1", "2", "1/2")), (7, ("0", "1", "-1")), (9, ("0", "1")))
MOST_SOLUTIONS = 48
INSTANCES = 36

Values = dict[Basic, Any]
#: Tells whether a hypothesis holds at some values.
Holds = Callable[[Basic, Values], bool]


def solved_instances(hypotheses: Sequence[Basic], draws: Draws, holds: Holds) -> Iterator[Instance]:
    """Yield instances at the sizes of some draws in which matrices solve the hypotheses about them."""
    groups = _groups(hypotheses, draws)
    if not groups:
        return
    fixed = {**draws.sizes, **next(iter(draws.index_choices), {})}
    found: list[list[Values]] = []
    for symbols, about in groups:
        solutions = list(islice(_solutions(symbols, about, draws, fixed, holds), MOST_SOLUTIONS))
        if not solutions:
            return
        Random(f"{draws.seed}:{','.join(map(str, symbols))}").shuffle(solutions)
        found.append(solutions)
    for number in range(INSTANCES):
        values = {**draws.drawn(FIRST_RANDOM_STAGE + number), **fixed}
        for place, solutions in enumerate(found):
            values |= solutions[(number * (place + 1) + number // len(solutions)) % len(solutions)]
        yield Instance(values)


def _groups(hypotheses: Sequence[Basic], draws: Draws) -> list[tuple[list[Any], list[Basic]]]:
    """Return the symbols of hypotheses that share some, with these hypotheses; none where one is of another kind."""
    plain = {*draws.declared.matrices, *draws.declared.scalars}
    groups: list[tuple[set[Any], list[Basic]]] = []
    for hypothesis in hypotheses:
        free = free_atoms(hypothesis) - draws.sizes.keys() - set(draws.declared.indices)
        if not free:
            continue
        if not free <= plain or not isinstance(hypothesis, Equation | Relational | ForAll):
            return []
        joined, about = set(free), list[Basic]((hypothesis,))
        for group in [g for g in groups if g[0] & free]:
            groups.remove(group)
            joined, about = joined | group[0], [*group[1], *about]
        groups.append((joined, about))
    if not any(isinstance(h, Equation) for _, about in groups for h in about):
        return []
    return [(sorted(symbols, key=str), about) for symbols, about in groups]


def _solutions(symbols: list[Any], about: list[Basic], draws: Draws, fixed: Values, holds: Holds) -> Iterator[Values]:
    """Yield the values of some symbols at which hypotheses hold, with entries from a few numbers."""
    shapes = [draws.shape(s) if isinstance(s, MatrixSymbol) else (1, 1) for s in symbols]
    count = sum(map(prod, shapes))
    numbers = next((choice for most, choice in CHOICES if count <= most), None)
    if numbers is None:
        return
    for entries in product(map(fmpq, numbers), repeat=count):
        left = iter(entries)
        values: Values = {}
        for symbol, (rows, columns) in zip(symbols, shapes, strict=True):
            matrix = tuple(tuple(islice(left, columns)) for _ in range(rows))
            values[symbol] = matrix if isinstance(symbol, MatrixSymbol) else matrix[0][0]
        if _declared(values) and all(holds(hypothesis, {**fixed, **values}) for hypothesis in about):
            yield values


def _declared(values: Values) -> bool:
    """Tell whether numbers have the properties that their symbols are declared with."""
    numbers = ((s, v) for s, v in values.items() if isinstance(s, Symbol))
    return all(fits_assumptions(s, Rational(int(v.p), int(v.q))) for s, v in numbers)
