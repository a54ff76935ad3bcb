"""Random values for the symbols of a claim, made so that its hypotheses hold.

Plain matrices are normal, orthogonal ones Haar-distributed, invertible ones well conditioned, masks have a 0 in each
row. What a hypothesis asks for is built in as `constructions.py` plans it. A free index of a hypothesis gets one value
with the others: it means that index. Instances of equal sizes may be drawn side by side, as `side_by_side.py` computes
with them: their numbers, matrices and masks differ, what is discrete and functions do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from math import prod
from typing import Any

import numpy as np
from sympy import Basic, Idx, Integer, MatrixSymbol, Rational, S, Symbol
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import HypothesisError, UnsupportedExpression
from symattn.language.base.complex_numbers import is_complex_symbol
from symattn.language.base.symbols import InvertibleSymbol
from symattn.language.inspection import Declarations
from symattn.numeric.bindings import family_shape, size_at
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.constructions import Plan, fits_assumptions, give_in_order, whole_of
from symattn.numeric.evaluate import evaluate, evaluate_all
from symattn.numeric.expectation import FLOATING, outcomes_needed, random_vectors
from symattn.numeric.index_search import MOST_TRIED, choices_that_hold
from symattn.numeric.side_by_side import SideBySide, at_instance, differs
from symattn.primitives.heads.word import FamilyMember
from symattn.primitives.maps.word import MapSymbol

LARGEST_SIZE = 6
#: How often a number is drawn again until it fits the assumptions of its symbol.
DRAWS = 200
#: So many values of several indices are numbered, to draw some of them without repetition.
MOST_PLACES = 10**9
#: Fractions of both signs.
HALVES = (-S.Half, S.Half)
#: Standard deviations of plain matrices, one for each instance; with the small one, rows lie within distance 1.
SPREADS = (0.3, 1.0)
_SPREADS = np.array(SPREADS)
#: Random directions for kernels and maps, as many as a row may have entries before they repeat.
DIRECTIONS = 64

#: A computed matrix counts as invertible only if its smallest singular value is above this part of the largest, so
#: that its inverse is about as precise as that of a matrix drawn by `well_conditioned`.
NEARLY_SINGULAR = 1e-2

Values = dict[Basic, Any]
Function = Callable[..., Any]


class Sampler:
    """Draw values for the declared symbols of a claim from one generator."""

    def __init__(self, declared: Declarations, made: Plan, rng: np.random.Generator) -> None:
        self.declared, self.plan, self.rng = declared, made, rng

    def sizes(self, smallest: bool) -> Values:
        """Draw sizes, all 1 when ``smallest``."""
        high = 2 if smallest else LARGEST_SIZE + 1
        return self.with_room({size: int(self.rng.integers(1, high)) for size in self.declared.sizes})

    def with_room(self, sizes: Values) -> Values:
        """Return sizes with as many outcomes as the hypotheses about random vectors need."""
        hypotheses, enough = self.plan.random_vectors, dict(sizes)
        for p in dict.fromkeys(h.probability for h in hypotheses):
            if p.outcomes in sizes:
                needed = outcomes_needed(hypotheses, p, lambda vector: self.shape(vector, sizes)[1])
                enough[p.outcomes] = max(enough[p.outcomes], needed)
        return enough

    def fits(self, sizes: Values) -> bool:
        """Tell whether sizes have their declared properties and leave room for what the hypotheses ask for."""
        if not all(fits_assumptions(symbol, Rational(size)) for symbol, size in sizes.items()):
            return False
        if self.plan.indices and next(self.index_choices(sizes), None) is None:
            return False
        planned = [*self.plan.orthonormal_columns, *self.plan.orthonormal_rows]
        return self.plan.allows({symbol: self.shape(symbol, sizes) for symbol in planned})

    def shape(self, symbol: Any, sizes: Values) -> tuple[int, int]:
        """Return the shape of a matrix symbol at given sizes."""
        rows, columns = symbol.shape
        return size_at(rows, sizes), size_at(columns, sizes)

    @property
    def draws_side_by_side(self) -> bool:
        """Whether several instances can be drawn together: not where functions or random vectors are made to fit."""
        return not (self.plan.invariances or self.plan.random_vectors)

    @property
    def differs_side_by_side(self) -> bool:
        """Whether instances that are drawn together are different ones, and as different as those drawn one by one.

        Whole numbers would be the same in all, and a claim about them may fail at a single one.
        """
        own = self.declared
        matrices = (own.matrices, own.families, own.probabilities, own.orthogonals, own.invertibles, own.masks)
        return any((*matrices, own.scalars, own.complexes)) and not any(symbol.is_integer for symbol in own.scalars)

    def values(self, sizes: Values, count: int | None = None) -> Values:
        """Draw the values of all symbols at given sizes: of one instance, or of so many side by side."""
        declared, rng = self.declared, self.rng
        values, along = dict(sizes), () if count is None else (count,)
        # One number where there is one instance: NumPy is slow at choosing, and at spreads in an array.
        spread: Any = SPREADS[rng.integers(2)] if count is None else _SPREADS[rng.integers(2, size=(count, 1, 1))]
        for symbol in declared.matrices:
            values[symbol] = self._plain(symbol, self.shape(symbol, sizes), spread, along)
        for p in declared.probabilities:
            values[p] = rng.dirichlet(np.ones(self.shape(p, sizes)[1]), size=along)[..., np.newaxis, :]
        for family in declared.families:
            shape = tuple(size_at(size, sizes) for size in family_shape(family))
            wide = spread if count is None else spread[..., np.newaxis]
            values[family] = rng.normal(scale=wide, size=(*along, *shape))
        for symbol in declared.orthogonals:
            values[symbol] = haar(rng, self.shape(symbol, sizes)[0], along)
        for symbol in declared.invertibles:
            values[symbol] = well_conditioned(rng, self.shape(symbol, sizes)[0], along)
        for symbol in declared.permutations:
            values[symbol] = rng.permutation(self.shape(symbol, sizes)[0])
        for symbol in declared.index_maps:
            rows, columns = self.shape(symbol, sizes)
            values[symbol] = np.eye(columns)[rng.integers(columns, size=rows)]
        for symbol in declared.masks:
            values[symbol] = random_mask(rng, *self.shape(symbol, sizes), along)
        for symbol in declared.subsets:
            n = size_at(symbol.size, sizes)
            values[symbol] = sorted(rng.choice(n, size=int(rng.integers(1, n + 1)), replace=False).tolist())
        values.update(self.scalars(count))
        for symbol in declared.complexes:
            parts = rng.normal(size=(*along, 2))
            values[symbol] = complex(*parts) if count is None else parts[:, 0] + 1j * parts[:, 1]
        if self.plan.indices:
            values.update(self._indices(sizes))
        for symbol in declared.kernels:
            values[symbol] = random_kernel(rng)
        for encoding in declared.encodings:
            size = size_at(encoding.width, sizes)
            values[encoding] = powers_of(haar(rng, size) * rng.uniform(0.5, 1.1))
        for symbol in declared.maps:
            values[symbol] = random_map(rng, size_at(symbol.out_width, sizes))
        self._build_in(values, count)
        return values

    def index_choices(self, sizes: Values, ranges: Mapping[Idx, Sequence[int]] | None = None) -> Iterator[Values]:
        """Yield the values of the free indices of the hypotheses at which those about sizes and indices alone hold."""
        ranges = self._index_ranges(sizes) if ranges is None else ranges
        return choices_that_hold(ranges, self.plan.about_indices, lambda h, chosen: _is_true(h, {**sizes, **chosen}))

    def _indices(self, sizes: Values) -> Values:
        """Draw values of the free indices of the hypotheses; where there are many, those that are found first."""
        ranges = self._index_ranges(sizes)
        if prod(map(len, ranges.values())) > MOST_TRIED:
            mixed = {index: self.rng.permutation(own).tolist() for index, own in ranges.items()}
            return next(chain(self.index_choices(sizes, mixed), self.index_choices(sizes, ranges)))
        choices = list(self.index_choices(sizes, ranges))
        return choices[int(self.rng.integers(len(choices)))]

    def _index_ranges(self, sizes: Values) -> dict[Idx, range]:
        return {index: index_range(index, sizes) for index in self.plan.indices if index not in sizes}

    def keeps_declarations(self, values: Values) -> bool:
        """Tell whether the values that equations give to symbols have the properties these are declared with."""
        return all(_keeps_declaration(target, values.get(target)) for target, _ in self.plan.assignments)

    def keep_declarations(self, values: Values, count: int) -> np.ndarray:
        """Tell at which instances side by side the values that equations give to symbols have these properties."""
        kept = np.full(count, True)
        for target, _ in self.plan.assignments:
            value = values.get(target)
            if differs(target, value):
                kept &= [_keeps_declaration(target, at_instance(value, place)) for place in range(count)]
            else:
                kept &= _keeps_declaration(target, value)
        return kept

    def scalars(self, count: int | None = None) -> Values:
        """Draw the real numbers; whole numbers are the same at all of some instances side by side."""
        return {
            symbol: random_scalar(self.rng, symbol)
            if count is None or symbol.is_integer
            else np.array([random_scalar(self.rng, symbol) for _ in range(count)])
            for symbol in self.declared.scalars
        }

    def _plain(
        self, symbol: MatrixSymbol, shape: tuple[int, int], spread: float | np.ndarray, along: tuple[int, ...]
    ) -> np.ndarray:
        """Draw a plain matrix; along axes of several, the spreads are those of each and have two axes more."""
        if symbol in self.plan.orthonormal_columns or symbol in self.plan.orthonormal_rows:
            return haar(self.rng, max(shape), along)[..., : shape[0], : shape[1]]
        if symbol in self.plan.invertible:
            return well_conditioned(self.rng, shape[0], along)
        matrix = self.rng.normal(scale=spread, size=(*along, *shape))
        if symbol in self.plan.nonnegative:
            matrix = np.abs(matrix)
        if symbol in self.plan.equal_norms:
            lengths = self.rng.uniform(0.5, 2, size=(*along, 1, 1))
            matrix *= lengths / np.sqrt((matrix * matrix).sum(axis=-1, keepdims=True))
        return matrix

    def _build_in(self, values: Values, count: int | None) -> None:
        self._make_invariant(values)
        for frame in self.plan.frames:
            shapes = [values[symbol].shape for symbol in frame]
            turn = haar(self.rng, max(shapes[0][-2:]), shapes[0][:-2])
            for place, (symbol, shape) in enumerate(zip(frame, shapes, strict=True)):
                values[symbol] = turn[..., place, :].reshape(shape)
        assign = _assign if count is None else partial(_assign_to_all, count)
        give_in_order(self.plan.steps, values, index_values, assign)
        self._make_random_vectors(values)

    def _make_random_vectors(self, values: Values) -> None:
        """Choose weights and random vectors so that the given means, variances and independence hold."""
        hypotheses = self.plan.random_vectors
        for p in dict.fromkeys(h.probability for h in hypotheses):
            outcomes, style = values[p].shape[1], int(self.rng.integers(0, 3))
            made = random_vectors(
                hypotheses,
                p,
                outcomes,
                lambda vector: self.shape(vector, values)[1],
                lambda moment: float(evaluate(moment, values)),
                FLOATING,
                style,
            )
            values.update({symbol: np.array(rows) for symbol, rows in (made or {}).items()})

    def _make_invariant(self, values: Values) -> None:
        """Choose kernels and maps together so that the given invariances hold.

        A kernel of the inner products of q and k is invariant under orthogonal matrices; one of the norms alone under
        every map that keeps norms; one of absolute values under taking these. In other coordinates, q S for an
        invertible S, the same kernels are invariant under S O S⁻¹ with O orthogonal: a matrix that need not be
        orthogonal.
        """
        invariances, rng = self.plan.invariances, self.rng
        if not invariances:
            return
        maps = [h.map for h in invariances if isinstance(h.map, MapSymbol)]
        matrices = [h.map for h in invariances if not isinstance(h.map, MapSymbol)]
        general = [g for g in matrices if isinstance(g, InvertibleSymbol) or type(g) is MatrixSymbol]
        style = int(rng.integers(0, 2 if matrices else 3)) if maps else 0
        coordinates: np.ndarray | None = None
        for g in general:
            turn = haar(rng, values[g].shape[0])
            if len(general) == len(invariances) == 1:
                coordinates = well_conditioned(rng, len(turn))
                turn = coordinates @ turn @ np.linalg.inv(coordinates)
            values[g] = turn
        for hypothesis in invariances:
            values[hypothesis.kernel] = _invariant_kernel(rng, style, coordinates)
            if isinstance(hypothesis.map, MapSymbol):
                width = size_at(hypothesis.map.width, values)
                values[hypothesis.map] = _keeping_map(rng, style, width)


def _keeps_declaration(symbol: Basic, value: Any) -> bool:
    if is_complex_symbol(symbol) or isinstance(value, complex):
        return is_complex_symbol(symbol) and bool(np.isfinite(value))
    if isinstance(symbol, Symbol):
        return bool(np.isfinite(value)) and fits_assumptions(symbol, Rational(float(value)))
    if isinstance(symbol, InvertibleSymbol):
        singular_values = np.linalg.svd(value, compute_uv=False)
        return bool(singular_values[-1] > NEARLY_SINGULAR * singular_values[0])
    return True


def index_values(indices: Iterable[Idx], values: Values) -> Iterator[Values]:
    """Yield all values of the free indices that have none yet."""
    free = [index for index in indices if index not in values]
    for choice in product(*(index_range(index, values) for index in free)):
        yield dict(zip(free, choice, strict=True))


def some_index_values(indices: Iterable[Idx], values: Values, rng: np.random.Generator, most: int) -> list[Values]:
    """Return the values of the free indices that have none yet, or so many of them, drawn at random, if there are more.

    They are never listed in full: nine indices have millions of values at small sizes.
    """
    free = [index for index in indices if index not in values]
    ranges = [index_range(index, values) for index in free]
    count = prod(map(len, ranges))
    if count <= most:
        return list(index_values(free, values))
    if count > MOST_PLACES:  # hardly any two are equal
        pairs = list(zip(free, ranges, strict=True))
        return [{index: own[int(rng.integers(len(own)))] for index, own in pairs} for _ in range(most)]
    places = rng.choice(count, size=most, replace=False).tolist()
    return [_choice_at(place, free, ranges) for place in sorted(places)]


def _choice_at(place: int, free: Sequence[Idx], ranges: Sequence[range]) -> Values:
    """Return the values of some indices at a place of their lexicographic list."""
    values: Values = {}
    for index, own in zip(reversed(free), reversed(ranges), strict=True):
        place, rest = divmod(place, len(own))
        values[index] = own[rest]
    return values


def index_range(index: Idx, values: Values) -> range:
    """Return the values of a free index."""
    if index.lower is None or index.upper is None:
        raise UnsupportedExpression(index, "a free index needs a range, as in Idx('i', n)")
    return range(size_at(index.lower, values), size_at(index.upper, values) + 1)


def _is_true(hypothesis: Basic, values: Values) -> bool:
    """Tell whether an inequality or equation of sizes and indices is true."""
    if isinstance(hypothesis, Relational):
        return bool(evaluate(hypothesis, values))
    left, right = evaluate_all(hypothesis.args, values)
    return bool(left == right)


def _assign(values: Values, target: Basic, expression: Basic) -> None:
    """Set a symbol, an entry or a slice of one, or a member of a family to the value of an expression."""
    value = evaluate(expression, values)
    if np.iscomplexobj(value) and not is_complex_symbol(target):
        if np.any(np.imag(value)):
            raise HypothesisError(target, "it is real, and would have a complex value")
        value = np.real(value)
    if np.isnan(value).any():
        raise HypothesisError(target, "it would have no value")
    if not isinstance(target, MatrixElement | MatrixSlice | FamilyMember):
        values[target] = value
        return
    whole = whole_of(target)
    evaluate(target, values)  # which names a place that lies outside
    matrix = np.array(values[whole])
    if isinstance(target, MatrixElement):
        matrix[int(evaluate(target.i, values)), int(evaluate(target.j, values))] = value
    elif isinstance(target, FamilyMember):
        matrix[int(evaluate(target.index, values))] = value
    else:
        parts = (target.rowslice, target.colslice)
        rows, columns = (slice(*(int(evaluate(limit, values)) for limit in part)) for part in parts)
        matrix[rows, columns] = value
    values[whole] = matrix


def _assign_to_all(count: int, values: Values, target: Basic, expression: Basic) -> None:
    """Do the same for instances side by side; ValueError where a whole number would have to differ."""
    evaluator = SideBySide(values, count)
    with np.errstate(all="ignore"):
        value = evaluator.dense(evaluator.value(expression))
        if isinstance(value, Complex):
            raise ValueError(f"{target} has a complex value")
        if np.isnan(value).any():
            raise HypothesisError(target, "it would have no value")
        if not isinstance(target, MatrixElement | MatrixSlice | FamilyMember):
            if getattr(target, "is_integer", False) and np.ndim(value):
                raise ValueError(f"{target} is not the same at all instances")
            values[target] = value
            return
        whole = whole_of(target)
        old = evaluator.value(target)  # which names a place that lies outside
        matrix = np.array(values[whole])
        if np.ndim(value) > np.ndim(old):
            matrix = np.array(np.broadcast_to(matrix, (count, *matrix.shape)))
        place: tuple[Any, ...]
        if isinstance(target, MatrixElement):
            place = evaluator.size(target.i), evaluator.size(target.j)
        elif isinstance(target, FamilyMember):
            place = evaluator.size(target.index), slice(None), slice(None)
        else:
            parts = (target.rowslice, target.colslice)
            place = tuple(slice(*map(evaluator.size, part)) for part in parts)
        matrix[(..., *place)] = value
    values[whole] = matrix


# Distributions


def haar(rng: np.random.Generator, n: int, along: tuple[int, ...] = ()) -> np.ndarray:
    """Draw an orthogonal n×n matrix uniformly: the Q of a normal matrix, with the signs of R's diagonal removed.

    ``along`` are axes of independent ones, before those of the matrix.

    Source: F. Mezzadri, How to generate random matrices from the classical compact groups, Notices AMS 54 (2007).

    >>> g = haar(np.random.default_rng(0), 3)
    >>> bool(np.allclose(g @ g.T, np.eye(3)))
    True
    """
    q, r = np.linalg.qr(rng.normal(size=(*along, n, n)))
    signs = np.where(np.diagonal(r, axis1=-2, axis2=-1) < 0, -1.0, 1.0)
    drawn: np.ndarray = q * signs[..., np.newaxis, :]
    return drawn


def well_conditioned(rng: np.random.Generator, n: int, along: tuple[int, ...] = ()) -> np.ndarray:
    """Draw an invertible n×n matrix with singular values between 1/2 and 2, along axes of independent ones."""
    left, sizes = haar(rng, n, along), rng.uniform(0.5, 2.0, size=(*along, 1, n))
    drawn: np.ndarray = (left * sizes) @ haar(rng, n, along)
    return drawn


def random_mask(rng: np.random.Generator, rows: int, columns: int, along: tuple[int, ...] = ()) -> np.ndarray:
    """Draw a mask of zeros and −∞ with a 0 in every row, along axes of independent ones."""
    mask = np.where(rng.random((*along, rows, columns)) < 0.4, -np.inf, 0.0)
    np.put_along_axis(mask, rng.integers(0, columns, size=(*along, rows, 1)), 0.0, axis=-1)
    return mask


def powers_of(matrix: np.ndarray) -> Function:
    """Return the sequence of the powers of a matrix."""
    return lambda j: np.linalg.matrix_power(matrix, int(j))


def random_scalar(rng: np.random.Generator, symbol: Symbol) -> float:
    """Draw a number that fits the assumptions of a symbol, as far as a rational number can."""
    for _ in range(DRAWS):
        value = float(rng.integers(-6, 7)) if symbol.is_integer else float(rng.normal(scale=2.0))
        if fits_assumptions(symbol, Integer(int(value)) if value.is_integer() else HALVES[value > 0]):
            break  # of a fraction only the sign tells what else is true of it
    return value


def random_kernel(rng: np.random.Generator) -> Function:
    """Draw a smooth similarity kernel without symmetries."""
    u, v, w = rng.normal(size=(3, DIRECTIONS))
    a, b, c = rng.normal(size=3)
    return lambda q, k: float(
        a * np.sin(_along(u, q) + _along(v, k)) + b * np.cos(_along(w, k)) + c * np.tanh(q @ (k * _repeated(u, len(k))))
    )


def random_map(rng: np.random.Generator, width: int) -> Function:
    """Draw a smooth map, one that is not linear, to rows of a width."""
    u, v, w = rng.normal(size=(3, DIRECTIONS))
    return lambda row: np.sin(_repeated(u, width) + _repeated(row, width)) + _repeated(v, width) * _along(w, row)


def _along(direction: np.ndarray, row: np.ndarray) -> float:
    return float(_repeated(direction, len(row)) @ row)


def _repeated(row: np.ndarray, count: int) -> np.ndarray:
    """Return so many entries of a row, from the first on again where it has fewer."""
    return row[:count] if count <= len(row) else np.resize(row, count)


def _invariant_kernel(rng: np.random.Generator, style: int, coordinates: np.ndarray | None) -> Function:
    a, b, c = rng.normal(size=3)

    def kernel(q: np.ndarray, k: np.ndarray) -> float:
        if coordinates is not None:
            q, k = q @ coordinates, k @ coordinates
        if style == 2:
            q, k = np.abs(q), np.abs(k)
            return float(a * np.sin(q.sum() - 2 * k.sum()) + b * np.tanh(q @ k))
        norms = a * np.sin(q @ q + 2 * (k @ k)) + b * np.cos(k @ k)
        return float(norms if style == 1 else norms + c * np.tanh(q @ k))

    return kernel


def _keeping_map(rng: np.random.Generator, style: int, width: int) -> Function:
    if style == 2:
        return np.abs
    turn, direction = haar(rng, width), rng.normal(size=width)
    if style == 0:
        return lambda row: row @ turn

    def reflect(row: np.ndarray) -> np.ndarray:
        mirror = direction + np.sin(row @ row)
        length = mirror @ mirror
        image: np.ndarray = row @ turn if length == 0 else row - 2 * mirror * (mirror @ row) / length
        return image

    return reflect
