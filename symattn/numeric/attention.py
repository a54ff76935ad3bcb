"""Attention over arrays: at once where the scores are few, else tile by tile, never all scores at one time.

Of the tiles of one block of queries three things are kept: the largest score m of each row so far, the sum l of
exp(s − m), and the sum of exp(s − m)·v; a larger score in the next tile scales both by exp(m − m′). So memory is of the
order of the inputs, masks included where a formula gives them. Source: M. Milakov, N. Gimelshein, *Online normalizer
calculation for softmax*, 2018.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from sympy import Basic, S

from symattn.language.base.sorts import is_extended
from symattn.language.words.attention import Attention
from symattn.numeric.blocks import HIDDEN, added
from symattn.numeric.evaluator import Evaluator, handles
from symattn.numeric.matrices import transposed
from symattn.numeric.namespaces import own_tensor, truth

#: Scores that are no more than this are computed at once.
FEW = 2**20
#: Queries and keys of a tile, and of one for a library that plans or compiles, which is best done in few steps.
TILE, PLANNED_TILE = (256, 512), (1024, 1024)


@handles(Attention, leading=True)
def _attention(self: Evaluator, expr: Any) -> Any:
    """Compute attention; dividing by the sums comes last, on the smallest matrix."""
    queries, keys, values = (self.matrix(matrix) for matrix in expr.args[:3])
    scale = expr.args[4]
    if scale is S.true or scale is S.false:
        factor = 1 / math.sqrt(queries.shape[-1]) if scale else 1.0
    else:
        factor = self.value(scale)
        factor = factor.item() if isinstance(factor, np.generic) else factor
    queries = queries * factor
    mask, bias = expr.mask, expr.bias
    terms = [] if mask is None else [(mask, factor)]
    if bias is not None:
        terms.append((bias, 1.0))
    hides = bool(terms) and any(is_extended(term) for term, _ in terms)
    given = _Given(self, expr, queries, keys, values, terms, hides)
    cuts = _cuts(queries, keys)
    return given.result(slice(0, queries.shape[-2])) if cuts is None else given.by_tiles(*cuts)


def _cuts(queries: Any, keys: Any) -> tuple[list[int], list[int]] | None:
    """Return where queries and keys are cut into tiles, or None where there are few: as they are stored, or evenly."""
    counts = queries.shape[-2], keys.shape[-2]
    if isinstance(queries, np.ndarray) and queries.ndim == 2 and counts[0] * counts[1] <= FEW:
        return None
    if hasattr(queries, "dask") or hasattr(keys, "dask"):
        stored = [getattr(array, "chunks", None) for array in (queries, keys)]
        cuts = [
            [0, count] if chunks is None else [0, *accumulate(chunks[-2])]
            for chunks, count in zip(stored, counts, strict=True)
        ]
        return None if all(len(places) == 2 for places in cuts) else (cuts[0], cuts[1])
    if math.prod(counts) * math.prod(queries.shape[:-2]) <= FEW or counts[1] <= TILE[1]:
        return None
    sizes = TILE if isinstance(queries, np.ndarray) or hasattr(queries, "exp_") else PLANNED_TILE
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
        xp = self.evaluator.xp
        tiles = [
            (columns, transposed(xp, self.keys[..., columns, :]), self.values[..., columns, :])
            for columns in _slices(column_cuts)
        ]
        return xp.concat([self._block(rows, tiles) for rows in _slices(row_cuts)], axis=-2)

    def _block(self, rows: slice, tiles: list[tuple[slice, Any, Any]]) -> Any:
        """Return the given rows; they are computed again where a score was no number, and where no key is seen."""
        xp, exponentials = self.evaluator.xp, self.evaluator.exponentials
        queries = self.queries[..., rows, :]
        largest: Any = None
        sums: Any = None
        total: Any = None
        for columns, keys, values in tiles:
            parts = [(added(self.evaluator, term, rows, columns), factor) for term, factor in self.terms]
            if any(found is HIDDEN for found, _ in parts):
                continue
            scores = queries @ keys
            for found, factor in parts:
                if found is not None:
                    scores = scores + (found if isinstance(factor, float) and factor == 1 else found * factor)
            top = xp.max(scores, axis=-1, keepdims=True)
            new = top if largest is None else xp.maximum(largest, top)
            finite = xp.where(new == -math.inf, xp.zeros_like(new), new) if self.hides else new
            weights = exponentials(scores, finite)
            if largest is None:
                sums, total = xp.sum(weights, axis=-1, keepdims=True), weights @ values
            else:
                kept = xp.exp(largest - finite)
                sums = sums * kept + xp.sum(weights, axis=-1, keepdims=True)
                total = _plus(total, kept, weights @ values)
            largest = new
        if total is None or truth(xp.any((sums - sums != 0) | (sums == 0))):
            return self.result(rows)
        return total / sums


def _plus(total: Any, kept: Any, more: Any) -> Any:
    """Return total*kept + more, in the array of the second sum where that is allowed."""
    if isinstance(more, np.ndarray) or (own_tensor(more) and more.ndim == total.ndim):
        more += total * kept
        return more
    return total * kept + more


def _slices(cuts: list[int]) -> Iterator[slice]:
    return (slice(start, stop) for start, stop in pairwise(cuts))


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
