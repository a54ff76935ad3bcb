"""Test statements about all values of a symbol at random values.

Two members of an injective sequence that agree, a period that is none, or a smaller one, speak against it.  That a
sequence has some period, or that a statement about all values fails, is nothing that some values could speak against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from sympy import Basic

from symattn.language.base.occurrences import renamed
from symattn.language.convergence import Converges
from symattn.language.distinct import Fails, Injective, LeastPeriod, OfSymbol
from symattn.language.existence import Exists
from symattn.language.inspection import declarations
from symattn.language.propositions import Equation
from symattn.numeric.constructions import plan
from symattn.numeric.evaluate import evaluate_all
from symattn.numeric.quantified import as_for_all, at_new_indices
from symattn.numeric.reduction import primed_name
from symattn.numeric.sampling import Sampler, Values, some_index_values

SAME = 1e-12  # two values count as equal when they differ by no more, relative to their size
Satisfied = Callable[[Sampler, tuple[Basic, ...], Values], bool]


def speaks_of_all_values(proposition: Basic) -> bool:
    """Tell whether a proposition speaks of all or some values of a symbol, or says that another one fails."""
    return isinstance(proposition, OfSymbol | Fails | Exists | Converges)


def at_two_values(proposition: OfSymbol, *others: Basic) -> tuple[Basic, Basic, Equation]:
    """Return the symbol, a new one, and the equation of the expression and its copy with the new symbol.

    >>> from sympy import Symbol, cos
    >>> t = Symbol("t", real=True)
    >>> at_two_values(Injective(cos(t), t))[2]
    cos(t) = cos(t')
    """
    symbol = proposition.symbol
    copy = renamed(symbol, primed_name(f"{symbol}'", proposition, *others))
    return symbol, copy, Equation(proposition.expression, proposition.at(copy))


def compared(proposition: Any, *others: Basic) -> Basic:
    """Return the equation that tells how a statement about all values is read: at two values, or what fails."""
    if isinstance(proposition, Fails):
        return compared(proposition.proposition, *others)
    if isinstance(proposition, Converges):
        return Equation(*(proposition.at(value) for value in (1, 2)))
    if isinstance(proposition, Exists):
        return compared(proposition.apart_from(*others)[1][-1], *others)
    if (stated := as_for_all(proposition)) is not None:
        return at_new_indices(stated, *others)[1]
    return at_two_values(proposition, *others)[2] if isinstance(proposition, OfSymbol) else proposition


def sequence_errors(
    proposition: Any, hypotheses: tuple[Basic, ...], trials: int, rng: np.random.Generator, satisfied: Satisfied
) -> Iterator[float]:
    """Yield 1 or the scaled error for each random instance that was compared."""
    declared = declarations(proposition, compared(proposition, *hypotheses), *hypotheses)
    sampler = Sampler(declared, plan(hypotheses), rng)
    for trial in range(trials):
        sizes = sampler.sizes(smallest=trial == 0)
        if not sampler.fits(sizes):
            continue
        values = sampler.values(sizes)
        choices = some_index_values(declared.indices, values, rng, 1)
        if not choices:
            continue
        values.update(choices[0])
        if satisfied(sampler, hypotheses, values):
            yield from _errors(proposition, hypotheses, values, rng)


def _errors(
    proposition: Any, hypotheses: tuple[Basic, ...], values: Values, rng: np.random.Generator
) -> Iterator[float]:
    if isinstance(proposition, Fails) and isinstance(proposition.proposition, Equation):
        yield float(_gap(proposition.proposition.args, values) <= SAME)
    if isinstance(proposition, Injective):
        symbol, copy, equation = at_two_values(proposition, *hypotheses)
        values[copy] = values[symbol] + 1 if values.get(copy) in (None, values[symbol]) else values[copy]
        yield float(_gap(equation.args, values) <= SAME)
    if isinstance(proposition, LeastPeriod):
        t = proposition.symbol
        yield _gap((_shifted(proposition, 1), proposition.expression), values)
        for parts in range(2, 8):
            shifted = _shifted(proposition, parts)
            gaps = [
                _gap((shifted, proposition.expression), {**values, t: float(rng.normal(scale=100))}) for _ in range(3)
            ]
            yield float(max(gaps) <= SAME)


@lru_cache(maxsize=64)
def _shifted(proposition: LeastPeriod, parts: int) -> Basic:
    """Return the expression a part of its period later."""
    return proposition.at(proposition.symbol + proposition.period / parts)


def _gap(sides: Any, values: Values) -> float:
    """Return the largest difference of two sides, relative to their size or 1."""
    first, second = (np.asarray(side, dtype=np.float64) for side in evaluate_all(sides, values))
    return float(np.max(np.abs(first - second))) / max(1.0, float(np.max(np.abs(first))))
