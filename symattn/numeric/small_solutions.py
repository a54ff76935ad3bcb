"""Instances in which small matrices solve the hypotheses: those that are drawn at random hardly ever do.

Hypotheses as A² = A, A·B = 0 or M·1 = 1 hold at few matrices.  Where what such hypotheses speak of has few entries at
small sizes, every choice of these from a few numbers is tried; hypotheses that share a symbol are solved together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import Basic, MatrixSymbol, Rational, Symbol
from sympy.core.relational import Relational

from symattn.language.base.symbols import InvertibleSymbol
from symattn.language.distinct import Fails
from symattn.language.inspection import free_atoms
from symattn.language.propositions import Equation
from symattn.language.quantified import ForAll
from symattn.numeric.constructions import fits_assumptions
from symattn.numeric.instances import FIRST_RANDOM_STAGE, Draws, Instance

#: The numbers that entries are chosen from, by how many entries there are; for more there is no search.
CHOICES = ((4, ("0", "1", "-1", "2", "1/2")), (7, ("0", "1", "-1")), (12, ("0", "1")))
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
    plain = {*draws.declared.matrices, *draws.declared.invertibles, *draws.declared.scalars}
    groups: list[tuple[set[Any], list[Basic]]] = []
    for hypothesis in hypotheses:
        free = free_atoms(hypothesis) - draws.sizes.keys() - set(draws.declared.indices)
        if not free:
            continue
        if not free <= plain or not isinstance(hypothesis, Equation | Relational | ForAll | Fails):
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
    """Yield the values of some symbols at which hypotheses hold, with entries from a few numbers.

    Symbol after symbol takes each of its values, and what speaks of those with a value alone must hold by then.
    """
    shapes = {s: draws.shape(s) if isinstance(s, MatrixSymbol) else (1, 1) for s in symbols}
    numbers = next((choice for most, choice in CHOICES if sum(map(prod, shapes.values())) <= most), None)
    if numbers is None:
        return
    spoken_of = {hypothesis: free_atoms(hypothesis) & shapes.keys() for hypothesis in about}

    def further(values: Values) -> Iterator[Values]:
        left = [s for s in symbols if s not in values]
        if not left:
            yield values
            return
        settled = {s: [h for h, free in spoken_of.items() if s in free and free <= {s, *values}] for s in left}
        symbol = min(left, key=lambda s: (-len(settled[s]), prod(shapes[s])))
        for entries in product(map(fmpq, numbers), repeat=prod(shapes[symbol])):
            rows = tuple(zip(*[iter(entries)] * shapes[symbol][1], strict=True))
            more = values | {symbol: rows if isinstance(symbol, MatrixSymbol) else entries[0]}
            if _declared(more) and all(holds(hypothesis, {**fixed, **more}) for hypothesis in settled[symbol]):
                yield from further(more)

    yield from further({})


def _declared(values: Values) -> bool:
    """Tell whether numbers and matrices have the properties that their symbols are declared with."""
    numbers = ((s, v) for s, v in values.items() if isinstance(s, Symbol))
    squares = (fmpq_mat(list(map(list, v))) for s, v in values.items() if isinstance(s, InvertibleSymbol))
    return all(fits_assumptions(s, Rational(int(v.p), int(v.q))) for s, v in numbers) and all(m.det() for m in squares)
