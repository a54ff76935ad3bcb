"""What a function may return: for each entry of an expression, an interval that holds whatever a correct one computes.

The expression is evaluated in ball arithmetic at the exact values of the inputs, and after each operation the ball is
made wider by what rounding may do there, for any order of the sums. Whatever computes the expression as it is written,
in the declared arithmetic, ends inside.

Softmax times values has a bound of its own, since a walk would lose that the weights sum to 1. With scores s_i + ε_i
in place of s_i, |ε_i| ≤ δ_i, and p_i the weights of s,

    o′ − o = Σ p_i (e^{ε_i} − 1)(v_i − o) / Σ p_i e^{ε_i},

which holds exactly, and stays inside the spread of the values that are seen, as o′ is a mean of these. Errors of
exponentials and of rescaling count as errors of scores; what is left, the sums, the rounding of weights and result, and
that of a logarithm of the sum by which weights may be computed, is relative to the mean of |v_i|. This holds for every
order of summation, every tiling and base 2. Source: N. Higham,
*Accuracy and Stability of Numerical Algorithms*, 2nd edition, §3.1 and §4.2, for γ_k = ku/(1 − ku).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any, Self

import numpy as np
import sympy as sp
from flint import arb, arb_mat, ctx, fmpq
from sympy import Basic
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import UnsupportedExpression
from symattn.numeric import exact
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import MINUS_INFINITY, ZERO, Imprecise, Infinity, Matrix, Scalar, Undefined
from symattn.numeric.walk import sum_limits
from symattn.primitives.maxima.word import RowMax
from symattn.primitives.softmax.word import RowSoftmax
from symattn.testing.number_types import Arithmetic

PRECISION = 128
#: Bounds are computed in double precision themselves; this is far more than they lose by that.
MARGIN = 1 + 1e-9
#: How near to the largest number of a type a value on the way may come.
HEADROOM = 0.25

Array = np.ndarray[Any, Any]


class OutOfRange(Exception):
    """A value on the way may leave the range of the declared types; the inputs are no fair test."""


class Unbounded(Exception):
    """A value on the way may be anything: a divisor may be 0, a root negative, a condition either way."""


def gamma(count: float, roundoff: float) -> float:
    """Return γ_k = ku/(1 − ku), which bounds the relative error of k roundings; infinite where ku ≥ 1.

    >>> gamma(2, 0.25), gamma(4, 0.25)
    (1.0, inf)
    """
    product = count * roundoff
    return product / (1 - product) if product < 1 else math.inf


def bounds(expr: Basic, bindings: Mapping[Basic, Any], arithmetic: Arithmetic) -> tuple[Array, Array, Array]:
    """Return the least and the greatest value that a correct function may return for each entry, and the true ones.

    The values of matrices are nested lists of numbers, −∞ among them in masks, those of sizes integers. Raise
    OutOfRange or Unbounded where the values are no fair test, and UnsupportedExpression for what has no bound.

    >>> from sympy import MatrixSymbol
    >>> from symattn import RowSoftmax, dims
    >>> from symattn.testing.number_types import Throughout
    >>> A, n = MatrixSymbol("A", 1, dims("n")), dims("n")
    >>> low, high, _ = bounds(RowSoftmax(A), {A: [[0.0, 1.0]], n: 2}, Throughout("float32"))
    >>> bool(low[0, 1] < 0.7310586 < high[0, 1] < low[0, 1] + 1e-5)
    True
    """
    with ctx.workprec(PRECISION):
        walker = Rounded({symbol: read_value(value) for symbol, value in bindings.items()}, arithmetic)
        try:
            found = walker.value(expr)
        except (Imprecise, Undefined, ZeroDivisionError) as reason:
            raise Unbounded(str(reason)) from None
        rows: Matrix = found if isinstance(found, tuple) else ((found,),)
        rows = tuple(tuple(walker.returned(x) for x in row) for row in rows)
        ends = [[_ends(x) for x in row] for row in rows]
    low, high, middle = (np.array([[entry[k] for entry in row] for row in ends]) for k in range(3))
    return (low, high, middle) if isinstance(found, tuple) else (low[0, 0], high[0, 0], middle[0, 0])


_KEPT: OrderedDict[Any, Any] = OrderedDict()
_MOST_KEPT = 20_000


def kept(key: Any, compute: Callable[[], Any]) -> Any:
    """Return what was computed under a key before, or compute it: many functions are held to one thing."""
    if key not in _KEPT:
        try:
            _KEPT[key] = compute()
        except (OutOfRange, Unbounded, Undefined, Imprecise) as reason:
            _KEPT[key] = reason
        if len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    found = _KEPT[key]
    if isinstance(found, Exception):
        raise found.with_traceback(None)
    return found


def read_value(value: Any) -> Any:
    """Return a value as the walk needs it: numbers as exact balls, −∞ as itself, sizes as rationals."""
    if isinstance(value, int | np.integer):
        return fmpq(int(value))
    if isinstance(value, float | np.floating):
        return MINUS_INFINITY if value == -math.inf else arb(float(value))
    if isinstance(value, list | tuple | np.ndarray):  # a matrix, or a family: one matrix after the other
        return tuple(map(_read_part, value))
    return value


def _read_part(value: Any) -> Any:
    """Return a row or a matrix of entries, or an entry as an exact ball, or −∞."""
    if isinstance(value, list | tuple | np.ndarray):
        return tuple(map(_read_part, value))
    if isinstance(value, arb | fmpq | Infinity):
        return value
    return MINUS_INFINITY if value == -math.inf else arb(float(value))


def _ends(x: Scalar) -> tuple[float, float, float]:
    if isinstance(x, Infinity):
        return -math.inf, -math.inf, -math.inf
    ball = arb(x)
    low, high = float(ball.lower()), float(ball.upper())
    return float(np.nextafter(low, -np.inf)), float(np.nextafter(high, np.inf)), float(ball.mid())


#: What takes values apart or puts them together, or is exact: nothing is rounded there.
EXACT = (
    sp.Symbol,
    sp.Idx,
    sp.Integer,
    sp.MatrixSymbol,
    MatrixElement,
    MatrixSlice,
    sp.Transpose,
    sp.BlockMatrix,
    sp.DiagMatrix,
    sp.Identity,
    sp.ZeroMatrix,
    sp.OneMatrix,
    sp.FunctionMatrix,
    sp.ImmutableDenseMatrix,
    sp.Max,
    sp.Min,
    sp.Abs,
    sp.Piecewise,
    sp.floor,
    sp.Mod,
    sp.KroneckerDelta,
    RowMax,
)
#: What may lose all digits when it is rounded, in ways that depend on the method.
WITHOUT_BOUND = (sp.Inverse, sp.MatPow, sp.Determinant, sp.Derivative)


class Rounded(Encloser):
    """Evaluate in ball arithmetic, each ball made wider by what rounding may do in an arithmetic."""

    def __init__(self, bindings: Mapping[Basic, Any], arithmetic: Arithmetic) -> None:
        super().__init__(bindings)
        self.arithmetic = arithmetic
        self._means: dict[Basic, Any] = {}

    def value(self, expr: Basic) -> Any:
        """Return the value of an expression; of a softmax times values without the weights by themselves."""
        if self._scopes or not takes_means(expr):
            return super().value(expr)
        if expr not in self._means:
            self._means[expr] = self._compute(expr)
        return self._means[expr]

    def elsewhere(self, symbol: Basic, value: Any) -> Self:
        """Return a walker with another value of one symbol, which has computed nothing yet."""
        other = super().elsewhere(symbol, value)
        other._means = {}
        return other

    def _compute(self, expr: Basic) -> Any:
        if isinstance(expr, WITHOUT_BOUND):
            raise UnsupportedExpression(expr, f"no bound is known for rounding in {type(expr).__name__}")
        if isinstance(expr, sp.MatMul):
            return self._product(expr)
        if isinstance(expr, sp.MatAdd | sp.Add):
            return self._sum_of([self.value(term) for term in expr.args], expr)
        if isinstance(expr, sp.Sum):
            return self._total(list(self._terms(expr.function, list(sum_limits(expr)))), expr)
        if type(expr).__name__ == "LogSumExp":
            return self.stored(self._log_sums(self.matrix(expr.args[0]), expr), expr)
        if isinstance(expr, RowSoftmax):
            scores = self.matrix(expr.scores)
            ones = [[float(i == j) for j in range(len(scores[0]))] for i in range(len(scores[0]))]
            return self.stored(self.averages(scores, read_value(ones), expr, anew=True), expr)
        result = super()._compute(expr)
        if isinstance(expr, EXACT) or hasattr(expr, "definition"):
            return result
        if isinstance(result, tuple):
            return self.stored(self._entrywise(result, expr), expr)
        return self.rounded(result, expr) if isinstance(result, arb) else result

    # Rounding

    def rounded(self, x: Scalar, expr: Basic, weight: float | None = None) -> Scalar:
        """Return a value after one operation; ``weight`` is the error in its place, where that is known."""
        if not isinstance(x, arb):
            return x
        inner, size = self.arithmetic.inner, _largest(x)
        self.check_range(size, expr)
        error = size * gamma(self._roundings(expr), inner.roundoff) * MARGIN if weight is None else weight
        wider: Scalar = widened(x, error + inner.smallest)
        return wider

    def _roundings(self, expr: Basic) -> float:
        """Return by how many units of roundoff one operation may be wrong: products are rounded once for each factor.

        A quotient may be a product with a reciprocal, a root be taken of one: two units in the last place.
        """
        if isinstance(expr, sp.Mul | sp.HadamardProduct):
            return len(expr.args) + 1
        if isinstance(expr, sp.Pow) and expr.exp in (2, -1, sp.Rational(1, 2), sp.Rational(-1, 2)):
            return min(4.0, 2 * self.arithmetic.exp_ulps)
        return 2 * self.arithmetic.exp_ulps

    def stored(self, matrix: Matrix, expr: Basic) -> Matrix:
        """Return a matrix after it was stored on the way."""
        kind = self.arithmetic.stored
        if kind == self.arithmetic.inner:
            return matrix
        return tuple(tuple(self._kept(x, kind.roundoff, kind.smallest, expr) for x in row) for row in matrix)

    def returned(self, x: Scalar) -> Scalar:
        """Return a value after it was rounded to the type of the result."""
        kind = self.arithmetic.dtype
        if isinstance(x, Infinity):
            return x
        if _largest(x) > kind.largest * HEADROOM:
            raise OutOfRange("the result")
        wider: Scalar = widened(arb(x), _largest(x) * kind.roundoff + kind.smallest)
        return wider

    def _kept(self, x: Scalar, roundoff: float, smallest: float, expr: Basic) -> Scalar:
        if not isinstance(x, arb):
            return x
        size = _largest(x)
        self.check_range(size, expr)
        wider: Scalar = widened(x, size * roundoff + smallest)
        return wider

    def _entrywise(self, matrix: Matrix, expr: Basic) -> Matrix:
        return tuple(tuple(self.rounded(x, expr) for x in row) for row in matrix)

    def check_range(self, size: float, expr: Basic) -> None:
        """Raise OutOfRange for a value on the way that comes near the end of the range, Unbounded for any value."""
        if not math.isfinite(size):
            raise Unbounded(f"{type(expr).__name__} may have any value")
        if size > self.arithmetic.largest * HEADROOM:
            raise OutOfRange(type(expr).__name__)

    # Sums and products

    def _terms(self, body: Basic, limits: Sequence[tuple[Basic, Basic, Basic]]) -> Iterator[Scalar]:
        if not limits:
            yield self.number(body)
            return
        (variable, lower, upper), *inner = limits
        for index in range(self.size(lower), self.size(upper) + 1):
            with self.bound(variable, fmpq(index)):
                yield from self._terms(body, inner)

    def _total(self, terms: Sequence[Scalar], expr: Basic) -> Scalar:
        """Add numbers in any order."""
        nothing: Scalar = ZERO
        total = reduce(exact.add, terms, nothing)
        if not isinstance(total, arb):
            return total
        sizes = sum(_largest(term) for term in terms)
        self.check_range(sizes, expr)
        return self.rounded(total, expr, gamma(len(terms), self.arithmetic.inner.roundoff) * sizes * MARGIN)

    def _sum_of(self, terms: Sequence[Any], expr: Basic) -> Any:
        if not isinstance(terms[0], tuple):
            return self._total(terms, expr)
        rows, columns = len(terms[0]), len(terms[0][0])
        added = tuple(
            tuple(self._total([term[i][j] for term in terms], expr) for j in range(columns)) for i in range(rows)
        )
        return self.stored(added, expr)

    def _product(self, expr: Any) -> Matrix:
        """Multiply matrices in any order; a softmax that is followed by a matrix takes means of the rows of that."""
        scalars = [self.number(factor) for factor in expr.args if not factor.is_Matrix]
        parts = [factor for factor in expr.args if factor.is_Matrix]
        matrix: Matrix | None = None
        count, place = 0, 0
        while place < len(parts):
            part = parts[place]
            if isinstance(part, RowSoftmax) and place + 1 < len(parts):
                values = self.matrix(parts[place + 1])
                factor = self.stored(self.averages(self.matrix(part.scores), values, expr), expr)
                place += 1
            else:
                factor = self.matrix(part)
            matrix, count = (factor, count) if matrix is None else (self._times(matrix, factor, expr), count + 1)
            place += 1
        if matrix is None:
            raise UnsupportedExpression(expr, "it multiplies no matrices")
        if scalars:
            scale = reduce(exact.multiply, scalars)
            scaled = tuple(tuple(exact.multiply(scale, x) for x in row) for row in matrix)
            return self.stored(self._scaled(scaled, len(scalars), expr), expr)
        return matrix

    def _scaled(self, matrix: Matrix, count: int, expr: Basic) -> Matrix:
        relative = gamma(count + 2, self.arithmetic.inner.roundoff)
        return tuple(
            tuple(x if not isinstance(x, arb) else self.rounded(x, expr, _largest(x) * relative) for x in row)
            for row in matrix
        )

    def _times(self, left: Matrix, right: Matrix, expr: Basic) -> Matrix:
        if any(isinstance(x, Infinity) for matrix in (left, right) for row in matrix for x in row):
            return exact.matrix_product(left, right)
        product = (arb_mat(_balls(left)) * arb_mat(_balls(right))).tolist()
        inner, one, other = self.arithmetic.inner, _sizes(left), _sizes(right)
        sizes = one @ other * MARGIN
        self.check_range(float(sizes.max()), expr)
        counts = (one != 0).astype(float) @ (other != 0) + 1  # a term that is 0 is added without rounding
        gammas = np.array([gamma(count, inner.roundoff) for count in range(len(right) + 2)])
        widths = (gammas[counts.astype(int)] * sizes + counts * inner.smallest).tolist()
        result = tuple(
            tuple(widened(x, error) for x, error in zip(row, width, strict=True))
            for row, width in zip(product, widths, strict=True)
        )
        return self.stored(result, expr)

    # Softmax

    def averages(self, scores: Matrix, values: Matrix, expr: Basic, anew: bool = False) -> Matrix:
        """Return the means of the rows of values with the weights of a softmax of scores.

        With ``anew`` these may be computed a second time, when the logarithm of their sum is known.
        """
        seen = [[i for i, x in enumerate(row) if not isinstance(x, Infinity)] for row in scores]
        if not all(seen):
            raise Undefined("softmax of a fully masked row")
        heights = Heights(values)
        self.check_range(heights.largest * len(values), expr)
        weights, totals, logs = [], [], []
        for row, places in zip(scores, seen, strict=True):
            middles = [arb(exact.real(row[i])).mid() for i in places]
            top = max(middles)
            powers = [(middle - top).exp() for middle in middles]
            total = reduce(lambda x, y: x + y, powers)
            everything = [arb(0)] * len(row)
            for i, power in zip(places, powers, strict=True):
                everything[i] = power
            weights.append(everything)
            totals.append(total)
            logs.append(np.array([float(middle - top) for middle in middles]) - math.log(float(total)))
        sums = (arb_mat(weights) * heights.matrix).tolist()
        means = [[(x / total).mid() for x in row] for row, total in zip(sums, totals, strict=True)]
        errors = [
            self._error([row[i] for i in places], log, heights, places, np.array([float(x) for x in mean]), expr, anew)
            for row, places, log, mean in zip(scores, seen, logs, means, strict=True)
        ]
        return tuple(
            tuple(widened(x, e) for x, e in zip(mean, error.tolist(), strict=True))
            for mean, error in zip(means, errors, strict=True)
        )

    def _log_sums(self, scores: Matrix, expr: Basic) -> Matrix:
        """Return log Σ exp of each row, for any order of the sum and with the largest score taken off before."""
        arithmetic, u = self.arithmetic, self.arithmetic.inner.roundoff
        result = []
        for row in scores:
            seen = [arb(exact.real(x)) for x in row if not isinstance(x, Infinity)]
            if not seen:
                raise Undefined("the logarithm of a sum over a fully masked row")
            n, top = len(seen), max(x.mid() for x in seen)
            total = top + reduce(lambda x, y: x + y, [(x.mid() - top).exp() for x in seen]).log()
            size = max(map(_largest, seen)) + math.log(n)
            self.check_range(size, expr)
            # Each score, its difference from the largest, the exponentials, their sum, and the result are rounded.
            error = max(float(x.rad()) for x in seen) + u * (4 * size + 2 * arithmetic.exp_ulps * (math.log(n) + 2))
            error += gamma(2 * n + 2 if arithmetic.tiled else n + 2, u) * (1 + 4 * u)
            error += (
                n * (2 * arithmetic.exp_ulps + 2) * u if arithmetic.tiled else 0.0
            ) + n * arithmetic.inner.smallest
            result.append((widened(total.mid(), error * MARGIN),))
        return tuple(result)

    def _error(
        self, scores: list[Any], logs: Array, heights: Heights, seen: list[int], o: Array, expr: Basic, anew: bool
    ) -> Array:
        """Bound what rounding does to a mean o of the rows that are seen; ``logs`` are the logarithms of weights."""
        arithmetic, n = self.arithmetic, len(scores)
        weights, u = arithmetic.weights, arithmetic.inner.roundoff
        tiles = n if arithmetic.tiled else 0
        size = np.array([_largest(score) for score in scores])
        farthest = float(size.max()) + math.log(n)
        self.check_range(2 * farthest, expr)
        # The scores in base 2, the maximum and the rescaled sums of tiles, the logarithms by which parts are joined.
        radii = np.array([float(score.rad()) for score in scores])
        exact = radii + 4 * u * (size + farthest)
        each = (2 * arithmetic.exp_ulps + 2) * u
        v, radius = heights.middles[seen], heights.radius
        largest = np.abs(v).max(axis=0) + radius
        spread = np.maximum(v.max(axis=0) - o, o - v.min(axis=0))

        def changed(delta: Array) -> tuple[Array, Array]:
            """Return by how much the mean may move, and the largest mean of |v|, where scores are off by δ."""
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                less = np.logaddexp.reduce(logs - delta)
                moved = np.exp(logs + np.log(np.expm1(delta)) - less) @ np.abs(v - o)
                mean_size = np.exp(logs + delta - less) @ np.abs(v)
            return np.fmin(moved, spread), np.fmin(mean_size, largest) + radius

        delta = (exact + (tiles + 1) * each) * MARGIN
        moved, mean_size = changed(delta)
        below = gamma(n + tiles + 2, u)
        relative = (2 * below + weights.roundoff) / (1 - below) if below < 1 else math.inf
        # The same without tiles, with weights by the logarithm of their sum: only one of both is computed.
        whole = abs(float(scores[int(np.argmax(logs))]) - float(logs.max()))
        by_logarithm = changed((exact + each) * MARGIN)
        twice = float(np.logaddexp.reduce(logs + radii) - np.logaddexp.reduce(logs - radii)) if anew else 0.0
        other = by_logarithm[0] + self._by_logarithm(whole, twice, n, by_logarithm[1], o)
        error: Array = np.maximum(moved + relative * mean_size, other) + radius + 2 * u * np.abs(o)
        return (error + self._underflow(logs, delta, np.abs(v) + radius, o)) * MARGIN

    def _underflow(self, logs: Array, delta: Array, sizes: Array, o: Array) -> Array:
        """Bound what a mean o loses where weights, products and sums are too small for their types.

        Below the smallest normal number t of a type a weight p may be rounded to 0 and loses p, less than t; above it
        is rounded as everything is. In the type of the sums each key is lost once at most: in its exponential, in the
        rescaling of its tile, in the product or in a sum. Weights by the largest score are larger than those that sum
        to 1.
        """
        inner, weights = self.arithmetic.inner, self.arithmetic.weights
        with np.errstate(over="ignore", under="ignore"):
            heaviest = np.fmin(np.exp(logs + delta - np.logaddexp.reduce(logs - delta)), 1.0)
            lightest = np.exp(logs - delta - np.logaddexp.reduce(logs + delta))

        def lost(least: float) -> Array:
            """Return what each weight may lose, if any of them lies below the smallest normal number."""
            return np.where(lightest < least, np.fmin(heaviest, least), 0.0)

        both = lost(weights.smallest) + lost(inner.smallest)
        # The largest weight is 1 and never lost; the others may be missing in the sum by which all are divided.
        missing = both[lightest < max(inner.smallest, weights.smallest) * heaviest.max()].sum()
        if missing >= 0.5:
            raise Unbounded("most of the weights may be too small for their type")
        products = np.fmin(heaviest[:, None] * sizes, inner.smallest).sum(axis=0)
        found: Array = (both @ (sizes + np.abs(o)) + products) / (1 - missing)
        return found + (len(logs) * inner.roundoff + 2) * inner.smallest

    def _by_logarithm(self, whole: float, twice: float, n: int, mean_size: Array, o: Array) -> Array:
        """Bound what is lost where the weights are exp(s − L), by the rounded logarithm L of their sum.

        These do not sum to 1: the result is multiplied by e^η. L is rounded, and the logarithm in it; the differences
        from the largest score and from L, whose means are at most log n and the entropy of the weights; and the
        exponential of each. ``twice`` bounds log Σ p e^δ − log Σ p e^ε, where s is rounded otherwise than in L.
        """
        arithmetic, u = self.arithmetic, self.arithmetic.inner.roundoff
        ulps = 2 * (arithmetic.exp_ulps if n > 1 else min(arithmetic.exp_ulps, 1.0))  # of one key, exp of nearly 0
        eta = twice + u * (whole + (ulps + 2) * math.log(n) + 2 * (ulps + 1))
        if eta >= 1:
            raise OutOfRange("the logarithm of a sum")
        sums = gamma(n, u) + gamma(n + 1, u) + arithmetic.weights.roundoff
        return sums * mean_size + math.expm1(eta) * np.abs(o)


@lru_cache(maxsize=1024)
def takes_means(expr: Basic) -> bool:
    """Tell whether an expression is a product in which a softmax is followed by a matrix."""
    if not isinstance(expr, sp.MatMul):
        return False
    parts = [factor for factor in expr.args if factor.is_Matrix]
    return any(isinstance(part, RowSoftmax) for part in parts[:-1])


class Heights:
    """Hold the values of which means are taken: as balls without radius, as numbers, and how wide the balls were."""

    def __init__(self, values: Matrix) -> None:
        balls = _balls(values)
        self.matrix = arb_mat([[x.mid() for x in row] for row in balls])
        self.middles = np.array([[float(x) for x in row] for row in balls])
        self.radius = max(float(x.rad()) for row in balls for x in row)
        self.largest = float(np.abs(self.middles).max()) + self.radius


def widened(x: Any, error: float) -> Any:
    """Return a ball with a larger radius; raise Unbounded for one that holds everything."""
    if not math.isfinite(error):
        raise Unbounded("rounding may lose every digit")
    return arb(x) + arb(0, error)


def _largest(x: Any) -> float:
    if isinstance(x, Infinity):
        return 0.0
    ball = x if isinstance(x, arb) else arb(x)
    return (abs(float(ball)) + float(ball.rad())) * MARGIN


def _sizes(matrix: Matrix) -> Array:
    return np.array([[_largest(x) for x in row] for row in matrix])


def _balls(matrix: Matrix) -> list[list[Any]]:
    return [[arb(exact.real(x)) for x in row] for row in matrix]
