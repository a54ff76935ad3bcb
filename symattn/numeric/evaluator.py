"""The evaluator over arrays, without its table: bindings, the array library, and indices that run along axes.

Matrices are arrays, permutations stay image lists until an array is needed, and sums and entry formulas run over whole
axes where their bodies allow it. The table is filled by `scalars.py` and `matrices.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar, TypeVar

import numpy as np
from sympy import Basic, Integer
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from symattn.errors import MaskedRow
from symattn.language.base.own_classes import is_own
from symattn.language.by_definition import ByDefinition
from symattn.numeric.bindings import read_values
from symattn.numeric.namespaces import is_foreign, namespace_of
from symattn.numeric.permutation import Permutation
from symattn.numeric.walk import Walker

#: A sum or entry formula runs over whole axes only while its body needs no more numbers than this at once.
LARGEST_BODY = 2**24
#: The types of plain numbers; a union written where it is asked for would be made each time.
NUMBERS = (int, float, np.generic)


class NotVectorised(Exception):
    """A matrix or a size depends on an index that runs over a whole axis; its binder must take it value by value."""

    def __init__(self, variable: Basic | None) -> None:
        super().__init__(variable)
        self.variable = variable


class Evaluator(Walker):
    """Evaluate over arrays of one namespace; scalars are Python or NumPy numbers, or arrays along bound axes."""

    handlers: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {}

    def __init__(self, values: Mapping[Basic, Any]) -> None:
        self.xp = namespace_of(values.values())
        self.dtype = _floating_type(self.xp, values.values())
        super().__init__(read_values(self.xp, self.dtype, values))
        self._axes: dict[Basic, int] = {}

    def at_index(self, exprs: Iterable[Basic], index: Mapping[Basic, int]) -> list[Any]:
        """Return the values of expressions for one choice of the free indices, matrices as arrays."""
        with np.errstate(all="ignore"), ExitStack() as scopes:
            for variable, value in index.items():
                scopes.enter_context(self.at(variable, value))
            return [self.dense(self.value(expr)) for expr in exprs]

    def matrix(self, expr: Basic) -> Any:
        """Return the value of a matrix expression as an array."""
        if type(expr) is MatrixSymbol and not self._axes:
            return self.dense(self.lookup(expr))
        return self.dense(self.value(expr))

    def dense(self, value: Any) -> Any:
        """Return a matrix value as an array, writing out a permutation."""
        return value.dense(self.xp, self.dtype) if isinstance(value, Permutation) else value

    def on(self, value: Any) -> Any:
        """Return the namespace for a scalar value: NumPy for plain numbers."""
        return np if isinstance(value, NUMBERS) else self.xp

    def constant(self, rows: int, columns: int, value: float) -> Any:
        """Return a matrix with equal entries."""
        return self.xp.full((rows, columns), value, dtype=self.dtype)

    def indices(self, count: int, axis: int = 0) -> Any:
        """Return 0, …, count − 1 along the given axis, counted from the last one."""
        if self.xp is np:
            return np.arange(count).reshape((count,) + (1,) * axis)
        return self.xp.reshape(self.xp.arange(count), (count,) + (1,) * axis)

    @contextmanager
    def along(self, variable: Basic, count: int, axis: int, first: int = 0) -> Iterator[None]:
        """Bind an index to first, …, first + count − 1 along an axis, for the length of a with-block."""
        outer = self._axes.get(variable)
        self._axes[variable] = axis
        try:
            with self.bound(variable, self.indices(count, axis) + first):
                yield
        finally:
            if outer is None:
                del self._axes[variable]
            else:
                self._axes[variable] = outer

    @contextmanager
    def at(self, variable: Basic, index: int) -> Iterator[None]:
        """Bind an index to one value, for the length of a with-block."""
        outer = self._axes.pop(variable, None)
        try:
            with self.bound(variable, index):
                yield
        finally:
            if outer is not None:
                self._axes[variable] = outer

    def free_axis(self, expr: Basic) -> int:
        """Return the first axis, counted from the last, that no index in an expression runs along."""
        return 1 + max((axis for variable, axis in self._axes.items() if self.mentions(expr, variable)), default=-1)

    def body_size(self, expr: Basic) -> int:
        """Return how many numbers the indices in an expression that run along axes take together."""
        size = 1
        for variable in self._axes:
            if self.mentions(expr, variable):
                size *= math.prod(self.bindings[variable].shape)
        return size

    def size(self, expr: Basic) -> int:
        if isinstance(expr, Integer):
            return int(expr)
        self._check_one_value(expr)
        return super().size(expr)

    def weights(
        self, scores: Any, expr: Basic, own: bool = True, hides: bool = True, again: Callable[[], Any] | None = None
    ) -> tuple[Any, Any]:
        """Return exp of scores, each row up to a factor, and the sums of the rows.

        ``own`` says that nothing else refers to the scores, and ``hides`` that −inf among them stands for what is
        hidden, as −inf in an array that was supplied does: then raise MaskedRow, naming an expression, for a row that
        has no score above −inf. ``again`` computes the scores once more where they have overflowed, each row up to a
        summand.
        """
        plain = isinstance(scores, np.ndarray)
        largest = scores.max(axis=1, keepdims=True) if plain else self.xp.max(scores, axis=1, keepdims=True)
        lost = largest - largest != 0  # infinite, or no number
        if bool(lost.any() if plain else self.xp.any(lost)):
            if again is not None:
                return self.weights(again(), expr, hides=hides)
            masked = largest == -math.inf
            if bool(masked.any() if plain else self.xp.any(masked)) and (hides or self._hides(expr)):
                raise MaskedRow(expr, next(row for row in range(masked.shape[0]) if bool(masked[row, 0])))
        if own and plain:
            scores -= largest
        else:
            scores = scores - largest
        if plain:
            weights = np.exp(scores, out=scores)
            return weights, weights.sum(axis=1, keepdims=True)
        weights = self.xp.exp(scores)
        return weights, self.xp.sum(weights, axis=1, keepdims=True)

    def _hides(self, expr: Basic) -> bool:
        """Tell whether −inf stands in an array that was supplied for a matrix of an expression."""
        supplied = (self.matrix(symbol) for symbol in expr.atoms(MatrixSymbol) if symbol in self.bindings)
        return any(bool(self.xp.any(array == -math.inf)) for array in supplied)

    def divided(self, own: Any, divisor: Any) -> Any:
        """Divide an array that nothing else refers to, in place where the library allows it."""
        return np.divide(own, divisor, out=own) if isinstance(own, np.ndarray) else own / divisor

    def _compute(self, expr: Basic) -> Any:
        if self._axes and isinstance(expr, MatrixExpr):
            self._check_one_value(expr)
        if isinstance(expr, ByDefinition) and expr.arrays is not None and not is_own(type(expr)):
            return expr.arrays(self)
        return super()._compute(expr)

    def axis_in(self, expr: Basic) -> Basic | None:
        """Return the first index in an expression that runs along an axis, or None."""
        for variable in self._axes:
            if self.mentions(expr, variable):
                return variable
        return None

    def _check_one_value(self, expr: Basic) -> None:
        """Raise NotVectorised when an index in an expression, which needs one value, runs along an axis."""
        variable = self.axis_in(expr)
        if variable is not None:
            raise NotVectorised(variable)


Handler = TypeVar("Handler", bound=Callable[..., Any])


def handles(*classes: type) -> Callable[[Handler], Handler]:
    """Enter a function into the evaluator's table for some SymPy classes."""

    def enter(handler: Handler) -> Handler:
        Evaluator.handlers.update(dict.fromkeys(classes, handler))
        return handler

    return enter


def _floating_type(xp: Any, values: Any) -> Any:
    for value in values:
        if is_foreign(value) and xp.isdtype(value.dtype, "real floating"):
            return value.dtype
        if xp is np and isinstance(value, np.ndarray) and value.dtype.kind == "f":
            return value.dtype
    return xp.float64
