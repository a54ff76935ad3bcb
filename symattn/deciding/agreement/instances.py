"""Draw small random values that satisfy the hypotheses; both readings of a claim are compared at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import inf
from typing import Any, TypeAlias

import numpy as np
from sympy import Basic, Idx
from sympy.core.relational import Relational, StrictGreaterThan, StrictLessThan, Unequality
from sympy.logic.boolalg import Boolean

from symattn.errors import HypothesisError, MaskedRow
from symattn.language.base.complex_numbers import real_reading
from symattn.language.definite import Definite
from symattn.language.inspection import Declarations, declarations, free_atoms
from symattn.language.propositions import FreeOf, OfSquareMatrix
from symattn.numeric.definite import are_as_stated, at_the_border
from symattn.numeric.evaluate import evaluate, evaluate_all
from symattn.numeric.expectation import is_true
from symattn.numeric.quantified import as_for_all, holds_everywhere, is_inequality
from symattn.numeric.reduction import as_pointwise
from symattn.numeric.sampling import Sampler, Values, index_values, some_index_values
from symattn.numeric.sequences import speaks_of_all_values
from symattn.primitives.expectation.word import AboutRandomVectors

#: What computes expressions at certain values, sharing what they have in common.
Computed: TypeAlias = Callable[[Sequence[Basic]], list[Any]]

LARGEST_SIZE = 3
#: How often values are drawn again that do not satisfy the hypotheses, or at which a side is undefined.
ATTEMPTS = 30
MOST_INDEX_VALUES = 4
#: Two readings agree when their scaled error is at most this; rounding stays far below, a wrong reading far above.
TOLERANCE = 1e-6
SMALLEST_SCALE = 1e-3
#: What evaluating an expression raises where it is undefined.
UNDEFINED = (MaskedRow, HypothesisError, OverflowError, np.linalg.LinAlgError)


def draw(sampler: Sampler, hypotheses: tuple[Basic, ...], trial: int, attempt: int) -> Values | None:
    """Draw values of all symbols but the free indices of the claim alone; return None when a hypothesis fails.

    In the first trial all sizes are 1, in every other one they are 3 and no permutation is its own inverse; otherwise,
    and after some attempts, sizes up to 3 are drawn, in the last attempts larger ones.
    """
    first_choice = attempt < ATTEMPTS // 3 and trial % 2 == 0
    smallest = LARGEST_SIZE if first_choice and trial else 1
    largest = 1 if first_choice and not trial else LARGEST_SIZE * (1 + attempt // (2 * ATTEMPTS // 3))
    sizes: Values = {size: int(sampler.rng.integers(smallest, largest + 1)) for size in sampler.declared.sizes}
    sizes = sampler.with_room(sizes)
    try:
        if not sampler.fits(sizes) or not all(holds(h, sizes, sampler) for h in sampler.plan.about_sizes):
            return None
        values = sampler.values(sizes)
        if not sampler.keeps_declarations(values):
            return None
        if first_choice:
            values.update({symbol: _no_involution(values[symbol], sampler) for symbol in sampler.declared.permutations})
        assigned = [target for target, _ in sampler.plan.assignments]
        for _ in range(ATTEMPTS):
            failing = [h for h in hypotheses if not holds(h, values, sampler)]
            if not failing:
                return values
            if not all(map(is_inequality, failing)):
                return None
            values.update({symbol: value for symbol, value in sampler.scalars().items() if symbol not in assigned})
    except UNDEFINED:
        pass
    return None


def at(values: Values) -> Computed:
    """Return what computes expressions at some values."""
    return partial(evaluate_all, values=values)


def _no_involution(images: np.ndarray, sampler: Sampler) -> np.ndarray:
    """Return an image list or, where it is its own inverse, another one that is not, if there is one of this size."""
    while len(images) > 2 and np.array_equal(images[images], np.arange(len(images))):
        images = sampler.rng.permutation(len(images))
    return images


def some_indices(values: Values, declared: Declarations, sampler: Sampler) -> list[Values]:
    """Return some values of the free indices that have none yet."""
    return some_index_values(declared.indices, values, sampler.rng, MOST_INDEX_VALUES)


def speaks_of_indices(proposition: Basic) -> bool:
    """Tell whether a free index occurs in a proposition."""
    return any(isinstance(atom, Idx) for atom in free_atoms(proposition))


def holds(proposition: Basic, values: Values, sampler: Sampler, computed: Computed | None = None) -> bool:
    """Tell whether ``evaluate`` finds a proposition true at some values, or what has computed others there.

    Numbers that differ by rounding only are not taken to differ: the variance of one value is 0.
    """
    proposition = real_reading(proposition)
    if isinstance(proposition, FreeOf):
        return proposition.symbol not in free_atoms(proposition.expression)
    if speaks_of_all_values(proposition):
        return False  # numbers cannot show it
    if isinstance(proposition, OfSquareMatrix):
        return bool(are_as_stated(proposition, evaluate(proposition.matrix, values), TOLERANCE))
    if isinstance(proposition, Boolean):
        computed = computed or at(values)
        apart = isinstance(proposition, StrictLessThan | StrictGreaterThan | Unequality)
        return bool(computed([proposition])[0]) and not (apart and is_close(proposition, computed))
    if isinstance(proposition, AboutRandomVectors):
        return is_true(proposition, lambda matrix: evaluate(matrix, values))
    if (stated := as_for_all(proposition)) is not None:
        return holds_everywhere(stated, values, index_values, lambda p, at: holds(p, at, sampler))
    pointwise, new, own = _with_its_symbols(proposition)
    rows = {row: sampler.rng.normal(size=sampler.shape(row, values)) for row in new.matrices if row not in own}
    known = {symbol: value for symbol, value in values.items() if symbol in own}
    choices = index_values(new.indices, known)
    pairs = (evaluate_all(pointwise.args[:2], {**values, **rows, **index}) for index in choices)
    return all(difference(*pair) <= TOLERANCE for pair in pairs)


@lru_cache(maxsize=256)
def _with_its_symbols(proposition: Basic) -> tuple[Basic, Declarations, frozenset[Basic]]:
    """Return an equation at arbitrary rows and indices, all of its symbols, and those of the proposition itself."""
    pointwise, _ = as_pointwise(proposition)
    return pointwise, declarations(pointwise), free_atoms(proposition)


def is_close(proposition: Basic, computed: Computed) -> bool:
    """Tell whether the sides of an inequality differ by rounding only, so that its truth says nothing."""
    proposition = real_reading(proposition)
    if isinstance(proposition, Definite):
        return at_the_border(computed([proposition.matrix])[0], TOLERANCE)
    return isinstance(proposition, Relational) and difference(*computed(proposition.args)) <= TOLERANCE


def difference(left: Any, right: Any) -> float:
    """Return the largest difference of two arrays, relative to the largest entry of the second one.

    Entries that are all below 1/1000 count as 1/1000: they may be what rounding left of 0.  The difference is infinite
    for different shapes and where only one entry is −∞.

    >>> difference([[2.0, -inf]], [[1.0, -inf]]), difference([1.0], [[1.0]])
    (1.0, inf)
    """
    a, b = np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64)
    if a.shape != b.shape:
        return inf
    finite = np.isfinite(a) & np.isfinite(b)
    if not finite.all():
        if not np.array_equal(a[~finite], b[~finite]):
            return inf
        a, b = a[finite], b[finite]
    scale = float(np.abs(b).max(initial=SMALLEST_SCALE))
    return float(np.abs(a - b).max(initial=0.0)) / scale
