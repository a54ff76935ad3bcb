"""The evaluator over arrays, without its table: bindings, the array library, and indices that run along axes.

Matrices are arrays, permutations stay image lists until an array is needed, and sums and entry formulas run over whole
axes where their bodies allow it. The table is filled by `scalars.py` and `matrices.py`.

Arrays may have leading axes before those that their symbols have: what knows how to, computes along all of these at
once; everything else is computed at each place of them. `side_by_side.py` computes numbers so too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from copy import copy
from typing import Any, ClassVar, TypeVar

import numpy as np
from sympy import Basic, Integer
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from symattn.errors import MaskedRow, UndeclaredSymbol, UnsupportedExpression
from symattn.language.base.own_classes import is_own
from symattn.language.by_definition import ByDefinition
from symattn.language.inspection import free_atoms
from symattn.numeric.bindings import DOUBLE, leading_axes, read_values
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.namespaces import is_finite_sum, is_floating, is_foreign, is_half, namespace_of, own_tensor, truth
from symattn.numeric.permutation import Permutation
from symattn.numeric.walk import Bound, Walker, variables_in
from symattn.numeric.workspace import to_exponentials

#: A sum or entry formula runs over whole axes only while its body needs no more numbers than this at once.
LARGEST_BODY = 2**24
#: No matrix that is given by sizes alone has more entries than this, nor a sum more terms.
MOST_ENTRIES = 2**25
#: No more values than this are taken one by one.
MOST_ONE_BY_ONE = 2**20
#: The types of plain numbers; a union written where it is asked for would be made each time.
NUMBERS = (int, float, np.generic)


class NotVectorised(Exception):
    """A matrix or a size depends on an index that runs over a whole axis; its binder must take it value by value."""

    def __init__(self, variable: Basic | None) -> None:
        super().__init__(variable)
        self.variable = variable


class TooMuchWork(Exception):
    """What is computed takes more than `at_most` allows."""


class _Work:
    """Hold how much may still be computed: nodes, and entries beside each other, of which many count as one node."""

    def __init__(self, left: float) -> None:
        self.left = left

    def spend(self, work: float) -> None:
        self.left -= work
        if self.left < 0:
            raise TooMuchWork


#: What bounds the evaluation that goes on, if anything does.
_WORK: ContextVar[_Work | None] = ContextVar("_WORK", default=None)
#: So many entries computed beside each other count as one node.
ENTRIES_FOR_A_NODE = 1000


@contextmanager
def at_most(work: float) -> Iterator[None]:
    """Raise TooMuchWork where evaluations take more nodes than this, which does not depend on the machine.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> with at_most(2):
    ...     Evaluator({x: 1.0}).value(x**2 + x)
    Traceback (most recent call last):
    symattn.numeric.evaluator.TooMuchWork
    """
    token = _WORK.set(_Work(work))
    try:
        yield
    finally:
        _WORK.reset(token)


def spend(work: float = 1) -> None:
    """Count what is computed, where it is bounded."""
    bound = _WORK.get()
    if bound is not None:
        bound.spend(work)


def exponentials(scores: Any, largest: Any, out: Any) -> tuple[Any, Any]:
    """Return exp(s − m) of an array of NumPy and the sums of its rows: nan where the largest score m is not finite."""
    weights = np.subtract(scores, largest, out=out)
    np.exp(weights, out=weights)
    return weights, np.add.reduce(weights, axis=-1, keepdims=True)


class Evaluator(Walker):
    """Evaluate over arrays of one namespace; scalars are Python or NumPy numbers, or arrays along bound axes."""

    handlers: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {}
    #: The handlers that compute along leading axes, all at once.
    along_leading: ClassVar[set[Callable[[Any, Any], Any]]] = set()
    #: The other handlers that compute at several instances side by side: see `side_by_side.py`.
    along_instances: ClassVar[set[Callable[[Any, Any], Any]]] = set()
    #: The first axis of numbers, counted from the last, that indices run along.
    innermost: ClassVar[int] = 0
    #: Whether a function that is differentiated is computed at all of its points side by side.
    points_side_by_side: ClassVar[bool] = False

    def __init__(self, values: Mapping[Basic, Any], matrices: dict[Basic, Any] | None = None) -> None:
        """Read the values, unless ``matrices`` holds what `read_matrices` has read of them."""
        #: The leading axes of each symbol that has some, and those of all together.
        self.leading: dict[Basic, tuple[int, ...]] = {}
        self.all_leading: tuple[int, ...] = ()
        #: An array in which no entry is nan or ∞: what was found last and looked at.
        self.finite: Any = None
        if matrices is not None:
            self.dtype: Any = DOUBLE
            self.xp, self.half = np, None
            super().__init__(matrices)
        else:
            self.xp = namespace_of(values.values())
            self.dtype, self.half = _floating_type(self.xp, values.values())
            super().__init__(read_values(self.xp, self.dtype, values))
            self.leading, self.all_leading = leading_axes(self.bindings)
        self._axes: dict[Basic, int] = {}
        self._ranges: dict[Basic, tuple[int, int]] = {}
        self._places: dict[tuple[int, ...], Evaluator] = {}
        #: The powers with a negative exponent of what was out of reach: 0 by rounding, and large beside what is larger.
        self.overflows: list[Basic] = []

    def answer(self, expr: Basic, values: Mapping[Basic, Any], result: Any) -> Any:
        """Return what is said of an expression whose value was found at the supplied values."""
        return result

    def at_index(self, exprs: Iterable[Basic], index: Mapping[Basic, int]) -> list[Any]:
        """Return the values of expressions for one choice of the free indices, matrices as arrays."""
        with np.errstate(all="ignore"), ExitStack() as scopes:
            for variable, value in index.items():
                scopes.enter_context(self.at(variable, value))
            return [self.rounded(self.dense(self.value(expr))) for expr in exprs]

    def rounded(self, value: Any) -> Any:
        """Return an array in the half type of the inputs, which are computed with in single precision."""
        if self.half is None or not hasattr(value, "ndim") or not is_floating(self.xp, value.dtype):
            return value
        return value.astype(self.half) if isinstance(value, np.ndarray) else self.xp.astype(value, self.half)

    def refuse_too_many(self, *shape: int, most: int = MOST_ENTRIES) -> None:
        """Raise UnsupportedExpression for so many values, unless arrays that were supplied have as long an axis.

        >>> Evaluator({}).refuse_too_many(10**5, 10**5)
        Traceback (most recent call last):
        symattn.errors.UnsupportedExpression: cannot use 100,000 × 100,000 values: more than 33,554,432 are not computed
        """
        if math.prod(shape) <= most:
            return
        supplied = (value for symbol, value in self.bindings.items() if symbol not in self._axes)
        arrays = (value for value in supplied if not isinstance(value, Permutation))
        longest = max((size for array in arrays for size in getattr(array, "shape", ())), default=0)
        if max(shape) > longest:
            what = " × ".join(f"{size:.1e}" if size.bit_length() > 60 else f"{size:,}" for size in shape)
            raise UnsupportedExpression(f"{what} values", f"more than {most:,} are not computed")

    def matrix(self, expr: Basic) -> Any:
        """Return the value of a matrix expression as an array."""
        if type(expr) is MatrixSymbol and not self._axes:
            found = self.bindings.get(expr)
            if type(found) is np.ndarray:
                return found
        return self.dense(self.value(expr))

    def dense(self, value: Any) -> Any:
        """Return a matrix value as an array, writing out a permutation."""
        if not isinstance(value, Permutation):
            return value
        self.refuse_too_many(*value.shape)
        return value.dense(self.xp, self.dtype)

    def on(self, value: Any) -> Any:
        """Return the namespace for a scalar value: NumPy for plain numbers."""
        return np if isinstance(value, NUMBERS) else self.xp

    def constant(self, rows: int, columns: int, value: float) -> Any:
        """Return a matrix with equal entries."""
        self.refuse_too_many(rows, columns)
        return self.xp.full((rows, columns), value, dtype=self.dtype)

    def entries(self, value: Any, rows: int, columns: int) -> Any:
        """Return a matrix whose entries are a number, along the axes of the indices of row and column."""
        return value + self.constant(rows, columns, 0.0)

    def from_entries(self, rows: list[list[Any]]) -> Any:
        """Return a matrix made of single entries."""
        xp = self.xp
        if xp is np:
            return np.array(rows, dtype=self.dtype)
        return xp.stack([xp.stack([xp.asarray(x, dtype=self.dtype) for x in row]) for row in rows])

    def beside_matrix(self, number: Any) -> Any:
        """Return a number as a factor of a matrix."""
        return number

    def indices(self, count: int, axis: int = 0) -> Any:
        """Return 0, …, count − 1 along the given axis, counted from the last one."""
        self.refuse_too_many(count)
        if self.xp is np:
            return np.arange(count).reshape((count,) + (1,) * axis)
        return self.xp.reshape(self.xp.arange(count), (count,) + (1,) * axis)

    def along(self, variable: Basic, count: int, axis: int, first: int = 0) -> AbstractContextManager[None]:
        """Bind an index to first, …, first + count − 1 along an axis, for the length of a with-block."""
        values = self.indices(count, axis)
        return _Along(self, variable, values + first if first else values, axis, (first, count))

    def at(self, variable: Basic, index: int) -> AbstractContextManager[None]:
        """Bind an index to one value, for the length of a with-block."""
        return _Along(self, variable, index, None, (index, 1))

    def free_axis(self, variables: frozenset[Basic], new: Basic) -> int:
        """Return the first axis, counted from the last, that none of the variables of a body runs along.

        A ``new`` index will run along it; what has its name around the body is not met in it.
        """
        taken = (axis for variable, axis in self._axes.items() if variable != new and variable in variables)
        return max((axis + 1 for axis in taken), default=self.innermost)

    def body_size(self, variables: frozenset[Basic], new: Basic) -> int:
        """Return how many numbers the variables of a body that run along axes take together, but a new one."""
        size = 1
        for variable in self._axes:
            if variable != new and variable in variables:
                size *= math.prod(self.bindings[variable].shape)
        return size

    def size(self, expr: Basic) -> int:
        if isinstance(expr, Integer):
            return int(expr)
        if self._axes:
            self._check_one_value(expr)
        return int(self.value(expr))

    def weights(
        self,
        scores: Any,
        expr: Basic,
        own: bool = True,
        hides: bool = True,
        again: Callable[[], Any] | None = None,
        first: int = 0,
    ) -> tuple[Any, Any]:
        """Return exp of scores, each row up to a factor, and the sums of the rows.

        ``own`` says that nothing else refers to the scores, and ``hides`` that −inf among them stands for what is
        hidden, as −inf in an array that was supplied does: then raise MaskedRow, naming an expression, for a row that
        has no score above −inf. ``again`` computes the scores once more where they have overflowed, each row up to a
        summand. ``first`` is the number of the first row. Where values cannot be looked at, while a function is
        traced, nothing is raised: such a row is nan.
        """
        plain = isinstance(scores, np.ndarray)
        if plain:
            largest = np.maximum.reduce(scores, axis=-1, keepdims=True)
            lost: Any = not is_finite_sum(largest) and not np.isfinite(largest).all()
        else:
            largest = self.xp.max(scores, axis=-1, keepdims=True)
            lost = truth(self.xp.any(largest - largest != 0))
        if lost:
            if again is not None:
                return self.weights(again(), expr, hides=hides, first=first)
            masked = largest == -math.inf
            if truth(self.xp.any(masked)) and (hides or self._hides(expr)):
                raise MaskedRow(expr, first + first_row(self.xp, masked))
        if plain:
            return exponentials(scores, largest, scores if own else None)
        replaces = own and own_tensor(scores)
        weights = to_exponentials(scores.sub_(largest)) if replaces else self.xp.exp(scores - largest)
        return weights, self.xp.sum(weights, axis=-1, keepdims=True)

    def _hides(self, expr: Basic) -> bool:
        """Tell whether −inf stands in an array that was supplied for a matrix of an expression."""
        supplied = (self.matrix(symbol) for symbol in expr.atoms(MatrixSymbol) if symbol in self.bindings)
        return any(truth(self.xp.any(array == -math.inf)) for array in supplied)

    def divided(self, own: Any, divisor: Any) -> Any:
        """Divide an array that nothing else refers to, in place where the library allows it."""
        if not isinstance(own, np.ndarray):
            return own / divisor
        own /= divisor
        return own

    def _compute(self, expr: Basic) -> Any:
        if (bound := _WORK.get()) is not None:
            bound.spend(1)
        if self._axes and isinstance(expr, MatrixExpr):
            self._check_one_value(expr)
        if self.leading and self._must_be_taken_apart(expr):
            return self._at_each_place(expr)
        handler = self.handlers.get(type(expr))
        if handler is not None:
            return handler(self, expr)
        return self.defined_value(expr)

    def defined_value(self, expr: Basic) -> Any:
        """Return the value of an expression whose class has no entry in the table."""
        if isinstance(expr, ByDefinition) and expr.arrays is not None and not is_own(type(expr)):
            return expr.arrays(self)
        return super()._compute(expr)

    def leading_in(self, *exprs: Basic) -> tuple[int, ...]:
        """Return the leading axes that the values of expressions have together."""
        if not self.leading:
            return ()
        return np.broadcast_shapes(*(self.leading[s] for s in free_atoms(*exprs) if s in self.leading))

    def _must_be_taken_apart(self, expr: Basic) -> bool:
        """Tell whether leading axes occur in an expression of a kind that does not compute along them at once."""
        if expr in self.leading or not self.leading_in(expr):
            return False
        handler = self.handler_of(type(expr))
        if not getattr(expr, "is_Matrix", False) or (handler is not None and handler not in self.along_leading):
            return True
        has_arrays = isinstance(expr, ByDefinition) and expr.arrays is not None and not is_own(type(expr))
        if has_arrays and not expr.arrays_lead:
            return True
        scalars = [part for part in expr.args if not getattr(part, "is_Matrix", False) and part not in self.leading]
        return (has_arrays or handler is not None) and any(self.leading_in(part) for part in scalars)

    def _at_each_place(self, expr: Basic) -> Any:
        """Return the values of an expression at all places of its leading axes, side by side along these."""
        leading = self.leading_in(expr)
        outer = (0,) * (len(self.all_leading) - len(leading))
        found = [self._at_place((*outer, *place)).dense_value(expr) for place in np.ndindex(*leading)]
        if any(isinstance(value, Complex) for value in found):
            both = [value if isinstance(value, Complex) else Complex(value, 0.0) for value in found]
            return Complex(*(self._stacked(leading, [getattr(z, part) for z in both]) for part in ("real", "imag")))
        return self._stacked(leading, found)

    def _stacked(self, leading: tuple[int, ...], values: list[Any]) -> Any:
        arrays = [x if hasattr(x, "ndim") and x.ndim else self.xp.asarray(x, dtype=self.dtype) for x in values]
        return self.xp.reshape(self.xp.stack(arrays), (*leading, *arrays[0].shape))

    def _at_place(self, place: tuple[int, ...]) -> Evaluator:
        """Return the evaluator of the values at one place of the leading axes."""
        if place in self._places and not self._scopes:
            return self._places[place]
        other = copy(self)
        other.leading, other._places, other._memo, other._scopes = {}, {}, {}, []
        other.bindings = dict(self.bindings)
        for symbol, axes in self.leading.items():
            own = place[len(place) - len(axes) :]
            other.bindings[symbol] = self.bindings[symbol][
                (*(0 if size == 1 else index for index, size in zip(own, axes, strict=True)), ...)
            ]
        if not self._scopes:
            self._places[place] = other
        return other

    def dense_value(self, expr: Basic) -> Any:
        """Return the value of an expression, a matrix as an array."""
        return self.dense(self.value(expr))

    def with_equal_leading(self, arrays: list[Any]) -> list[Any]:
        """Return arrays with the leading axes of all of them, for what stretches none."""
        if all(array.ndim == 2 for array in arrays):
            return arrays
        leading = np.broadcast_shapes(*(tuple(array.shape[:-2]) for array in arrays))
        return [self.xp.broadcast_to(array, (*leading, *array.shape[-2:])) for array in arrays]

    def untraced(self, expr: Basic, indices: Mapping[Basic, Any] | None = None) -> Any:
        """Return the value of an expression of sizes and indices alone, over NumPy; None where it has other symbols.

        The indices have the given values, or those that they run through.
        """
        other = copy(self)
        other.xp, other.dtype, other.leading, other._memo, other._scopes = np, np.float64, {}, {}, []
        other.bindings = {s: value for s, value in self.bindings.items() if isinstance(value, int | frozenset)}
        if indices is None:
            ranges = {variable: (axis, *self._ranges[variable]) for variable, axis in self._axes.items()}
            indices = {
                s: np.arange(a, a + count).reshape((count,) + (1,) * axis) for s, (axis, a, count) in ranges.items()
            }
        other.bindings |= indices
        try:
            return other.value(expr)
        except (UndeclaredSymbol, NotVectorised):
            return None

    def axis_in(self, expr: Basic) -> Basic | None:
        """Return the first index that is free in an expression and runs along an axis, or None."""
        if not self._axes:
            return None
        own = variables_in(expr)
        return next((variable for variable in self._axes if variable in own), None) if own else None

    def _check_one_value(self, expr: Basic) -> None:
        """Raise NotVectorised when an index in an expression, which needs one value, runs along an axis."""
        variable = self.axis_in(expr)
        if variable is not None:
            raise NotVectorised(variable)


class _Along(Bound):
    """Bind an index to a range of values along an axis, or to one, and give it back what it had before at the end."""

    __slots__ = ("axis", "evaluator", "outer_axis", "outer_range", "range")

    def __init__(
        self, evaluator: Evaluator, variable: Basic, value: Any, axis: int | None, values: tuple[int, int]
    ) -> None:
        super().__init__(evaluator, variable, value)
        self.evaluator, self.axis, self.range = evaluator, axis, values
        self.outer_axis: int | None = None
        self.outer_range = values

    def __enter__(self) -> None:
        axes, ranges = self.evaluator._axes, self.evaluator._ranges
        if self.variable in axes:
            self.outer_axis, self.outer_range = axes.pop(self.variable), ranges[self.variable]
        if self.axis is not None:
            axes[self.variable], ranges[self.variable] = self.axis, self.range
        super().__enter__()

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        axes, ranges = self.evaluator._axes, self.evaluator._ranges
        if self.axis is not None:
            del axes[self.variable]
        if self.outer_axis is not None:
            axes[self.variable], ranges[self.variable] = self.outer_axis, self.outer_range


Handler = TypeVar("Handler", bound=Callable[..., Any])


def handles(*classes: type, leading: bool = False, instances: bool = False) -> Callable[[Handler], Handler]:
    """Enter a function into the evaluator's table for some classes.

    ``leading`` says that it computes along leading axes of matrices, ``instances`` that it computes at several
    instances side by side, which what computes along leading axes does too.
    """

    def enter(handler: Handler) -> Handler:
        Evaluator.handlers.update(dict.fromkeys(classes, handler))
        if leading:
            Evaluator.along_leading.add(handler)
        if instances:
            Evaluator.along_instances.add(handler)
        return handler

    return enter


def first_row(xp: Any, rows: Any) -> int:
    """Return the number of the first row for which a column of truth values, along leading axes too, has a true one."""
    hit = xp.any(xp.reshape(rows, (-1, rows.shape[-2])), axis=0)
    return next(row for row in range(hit.shape[0]) if bool(hit[row]))


def _floating_type(xp: Any, values: Iterable[Any]) -> tuple[Any, Any]:
    """Return the type to compute with, and the half type of all arrays, or None.

    NumPy finds the common type of two arrays where they meet, so that of the first will do; other libraries may not.
    """
    halves, found = [], []
    for value in values:
        if type(value) is np.ndarray and value.dtype.char in "df":  # what most are
            if xp is np:
                return value.dtype, None
            continue
        if isinstance(value, np.ndarray) if xp is np else is_foreign(value):
            if not is_floating(xp, value.dtype):
                continue
            if is_half(value.dtype):
                halves.append(value.dtype)
            elif xp is np:
                return value.dtype, None
            else:
                found.append(value.dtype)
    if found:
        return xp.result_type(*found), None
    if halves:
        return xp.float32, halves[0] if all(half == halves[0] for half in halves) else None
    return xp.float64, None
