"""Attention over arrays: at once where the scores are few, else tile by tile, never all scores at one time.

Of the tiles of one block of queries three things are kept: the largest score m of each row so far, the sum l of
exp(s − m), and the sum of exp(s − m)·v; a larger score in the next tile scales both by exp(m − m′). So memory is of the
order of the inputs, masks included where a formula gives them. Where |q||k| shows that no exponential is out of reach,
m is 0. Source: M. Milakov, N. Gimelshein, *Online normalizer calculation for softmax*, 2018.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

import numpy as np
from sympy import Basic, S

from symattn.language.base.sorts import is_extended
from symattn.language.words.attention import Attention
from symattn.numeric.blocks import HIDDEN, Hiding, added, hides_by_formula, part
from symattn.numeric.evaluator import Evaluator, exponentials, handles
from symattn.numeric.matrices import transposed
from symattn.numeric.namespaces import is_finite_sum, truth
from symattn.numeric.workspace import Workspace

#: Scores that are no more than this are computed at once.
FEW = 2**20
#: Queries and keys of a tile, and of one for a library that plans or compiles, which is best done in few steps.
TILE, PLANNED_TILE = (512, 512), (1024, 1024)
#: So many tiles of a tensor are one where nothing is added to the scores: fewer steps for several threads to share.
#: Under a mask small tiles are better, for more of them are seen as a whole or not at all.
TALL = 2


@handles(Attention, leading=True)
def _attention(self: Evaluator, expr: Any) -> Any:
    """Compute attention; dividing by the sums comes last, on the smallest matrix."""
    one, two, three, mask, scale = expr.args[:5]
    queries, keys, values = self.matrix(one), self.matrix(two), self.matrix(three)
    if scale is S.true or scale is S.false:
        factor = 1 / math.sqrt(queries.shape[-1]) if scale else 1.0
    else:
        factor = self.value(scale)
        factor = self.beside_matrix(factor.item() if isinstance(factor, np.generic) else factor)
    queries = queries * factor
    if mask is S.false and len(expr.args) == 5 and _is_small(queries, keys):
        scores = queries.dot(keys.T)  # of few rows quicker than @
        weights, sums = exponentials(scores, np.maximum.reduce(scores, axis=-1, keepdims=True), scores)
        found = weights.dot(values) if values.ndim == 2 else weights @ values
        found /= sums
        if is_finite_sum(found):
            self.finite = found
            return found
        weights, sums = self.weights(_without_overflow(np, queries, keys, []), expr, True, False)
        return self.divided(weights @ values, sums)
    terms = [*([] if mask is S.false else [(mask, factor)]), *((bias, 1.0) for bias in expr.args[5:])]
    hides = bool(terms) and any(is_extended(term) for term, _ in terms)
    given = _Given(self, expr, queries, keys, values, terms, hides)
    cuts = _cuts(queries, keys, 1 if terms else TALL)
    return given.result(slice(0, queries.shape[-2])) if cuts is None else given.by_tiles(*cuts)


def _is_small(queries: Any, keys: Any) -> bool:
    """Tell whether these are two matrices of NumPy with few scores."""
    return isinstance(queries, np.ndarray) and queries.ndim == keys.ndim == 2 and len(queries) * len(keys) <= FEW


def _cuts(queries: Any, keys: Any, tall: int) -> tuple[list[int], list[int]] | None:
    """Return where queries and keys are cut into tiles, or None where there are few: as they are stored, or evenly."""
    if _is_small(queries, keys):
        return None
    counts = queries.shape[-2], keys.shape[-2]
    if hasattr(queries, "dask") or hasattr(keys, "dask"):
        stored = [getattr(array, "chunks", None) for array in (queries, keys)]
        cuts = [
            [0, count] if chunks is None else [0, *accumulate(chunks[-2])]
            for chunks, count in zip(stored, counts, strict=True)
        ]
        return None if all(len(places) == 2 for places in cuts) else (cuts[0], cuts[1])
    if math.prod(counts) * math.prod(queries.shape[:-2]) <= FEW or counts[1] <= TILE[1]:
        return None
    if isinstance(queries, np.ndarray):
        sizes = TILE
    else:
        sizes = (tall * TILE[0], TILE[1]) if hasattr(queries, "exp_") else PLANNED_TILE
    cuts = [[*range(0, count, size), count] for count, size in zip(counts, sizes, strict=True)]
    return cuts[0], cuts[1]


@dataclass(slots=True)
class _Given:
    """Hold what an attention is computed from: scaled queries, and the matrices added to the scores, each scaled."""

    evaluator: Evaluator
    expr: Any
    queries: Any
    keys: Any
    values: Any
    terms: list[tuple[Basic, Any]]
    hides: bool

    def result(self, rows: slice) -> Any:
        """Return the given rows, from all of their scores at once."""
        xp, whole = self.evaluator.xp, rows.stop - rows.start == self.queries.shape[-2]
        queries = self.queries if whole else self.queries[..., rows, :]
        more = [self._whole(term, factor, rows, whole) for term, factor in self.terms]
        scores = queries @ transposed(xp, self.keys)
        for matrix in more:
            scores = scores + matrix
        weights, sums = self.evaluator.weights(
            scores,
            self.terms[0][0] if len(self.terms) == 1 else self.expr,
            hides=self.hides,
            again=lambda: _without_overflow(xp, queries, self.keys, more),
            first=rows.start,
        )
        return self.evaluator.divided(weights @ self.values, sums)

    def _whole(self, term: Basic, factor: Any, rows: slice, whole: bool) -> Any:
        if whole:
            return self.evaluator.matrix(term) * factor
        columns = slice(0, self.keys.shape[-2])
        found = added(self.evaluator, term, rows, columns)
        if found is None or found is HIDDEN:
            value = 0.0 if found is None else -math.inf
            return self.evaluator.constant(rows.stop - rows.start, columns.stop, value)
        return found * factor

    def by_tiles(self, row_cuts: list[int], column_cuts: list[int]) -> Any:
        """Return all rows, block by block, from tiles of their scores."""
        xp, rows, columns = self.evaluator.xp, _slices(row_cuts), _slices(column_cuts)
        keys = [transposed(xp, self.keys[..., own, :]) for own in columns]
        values = [self.values[..., own, :] for own in columns]
        shifts = not (self._only_hides() and _is_in_reach(xp, self.queries, self.keys, self.values))
        hiding = [
            Hiding(self.evaluator, term, rows, columns, factors=not shifts) if hides_by_formula(term) else None
            for term, _ in self.terms
        ]
        room = Workspace([self.queries, self.keys, self.values])
        blocks = []
        for row, block in enumerate(rows):
            tiles = (
                (
                    keys[k],
                    values[k],
                    [
                        part(self.evaluator, term, block, own) if mask is None else mask.tile(row, k)
                        for (term, _), mask in zip(self.terms, hiding, strict=True)
                    ],
                )
                for k, own in enumerate(columns)
            )
            found = (self._with_shifts if shifts else self._as_they_are)(self.queries[..., block, :], tiles, room)
            blocks.append(self.result(block) if found is None else found)
        return xp.concat(blocks, axis=-2)

    def _only_hides(self) -> bool:
        """Tell whether what is added to the scores are masks by a formula, and stays 0 and −∞ when it is scaled."""
        return all(hides_by_formula(term) and isinstance(factor, float) and factor > 0 for term, factor in self.terms)

    def _as_they_are(self, queries: Any, tiles: Iterable[_Tile], room: Workspace) -> Any:
        """Return the rows of some queries from exponentials of the scores as they are; None where no key is seen."""
        xp, sums, total = self.evaluator.xp, None, None
        for keys, values, shown in tiles:
            if any(found is HIDDEN for found in shown):
                continue
            weights = room.exponentials(room.product(queries, keys))
            for found in shown:
                if found is not None:
                    weights = room.times(weights, found)
            more, products = xp.sum(weights, axis=-1, keepdims=True), weights @ values
            sums, total = (more, products) if total is None else (sums + more, room.plus(products, total))
        return _quotient(xp, total, sums)

    def _with_shifts(self, queries: Any, tiles: Iterable[_Tile], room: Workspace) -> Any:
        """Return the rows of some queries from exponentials of the scores less the largest one so far.

        Return None where a score was no number, and where no key is seen.
        """
        xp, largest, sums, total = self.evaluator.xp, None, None, None
        for keys, values, terms in tiles:
            if any(found is HIDDEN for found in terms):
                continue
            scores = room.product(queries, keys)
            for found, (_, factor) in zip(terms, self.terms, strict=True):
                if found is not None:
                    scores = room.plus(scores, found if isinstance(factor, float) and factor == 1 else found * factor)
            top = xp.max(scores, axis=-1, keepdims=True)
            new = top if largest is None else xp.maximum(largest, top)
            finite = xp.where(new == -math.inf, xp.zeros_like(new), new) if self.hides else new
            weights = room.exponentials_of_differences(scores, finite)
            more, products = xp.sum(weights, axis=-1, keepdims=True), weights @ values
            if total is None:
                sums, total = more, products
            else:
                kept = xp.exp(largest - finite)
                sums, total = sums * kept + more, room.plus(products, total * kept)
            largest = new
        return _quotient(xp, total, sums)


#: Keys, values, and what each mask and bias adds to the scores, or is a factor of the weights.
_Tile: TypeAlias = tuple[Any, Any, list[Any]]


def _quotient(xp: Any, total: Any, sums: Any) -> Any:
    """Return weighted values; None where the weights have no sum that is a number and not 0."""
    if total is None or truth(xp.any((sums - sums != 0) | (sums == 0))):
        return None
    return total / sums


def _is_in_reach(xp: Any, queries: Any, keys: Any, values: Any) -> bool:
    """Tell whether exponentials of scores, their sums, and their products with values are in reach of their type.

    Then nothing need be subtracted from the scores. None of these is larger than |q||k|, by Cauchy and Schwarz.
    """
    squares = [xp.max(xp.sum(matrix * matrix, axis=-1)) for matrix in (queries, keys)]
    largest = 1 + 1.01 * xp.sqrt(squares[0]) * xp.sqrt(squares[1])  # more than what rounding takes from it
    sizes, limits = xp.abs(values), xp.finfo(values.dtype)
    one = xp.ones_like(sizes[..., :1, :1])
    smallest = xp.min(xp.where(sizes == 0, one, sizes))
    below = xp.log(xp.max(sizes) + 1) + largest + math.log(keys.shape[-2]) < math.log(float(limits.max))
    above = xp.log(smallest) - largest > math.log(float(limits.smallest_normal))
    return bool(truth(below & above))


def _slices(cuts: list[int]) -> list[slice]:
    return [slice(start, stop) for start, stop in pairwise(cuts)]


def _without_overflow(xp: Any, queries: Any, keys: Any, added: list[Any]) -> Any:
    """Return the scores less the largest of each row, where the products themselves are too large for their type."""
    sizes = [xp.max(xp.abs(matrix)) for matrix in (queries, keys)]
    sizes = [xp.where(size == 0, xp.ones_like(size), size) for size in sizes]
    scores = (queries / sizes[0]) @ transposed(xp, keys / sizes[1])
    for matrix in added:
        scores = scores + matrix / sizes[0] / sizes[1]
    largest = xp.max(scores, axis=-1, keepdims=True)
    less = scores - xp.where(largest == -math.inf, xp.zeros_like(largest), largest)
    return xp.where(less == 0, xp.zeros_like(less), less * sizes[0] * sizes[1])
