"""The base class of the matrices of this package.

SymPy's ``doit`` rebuilds every argument, layer by layer; here it returns the node itself, so that a deep stack costs
what its nodes cost and nothing below a node is rewritten unseen. Each node keeps its shape, found once when it was
made, and equal nodes are one object, so that comparing two stacks does not compare their layers over and over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self
from weakref import WeakValueDictionary

from sympy import Basic, Expr, MatrixExpr, sympify
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import errors
from symattn.calls import ChecksCalls
from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Size
from symattn.language.base.own_classes import definition_of, is_own
from symattn.language.base.shapes import by_entries, number_in_a_sum
from symattn.language.base.slices import written_index

#: What SymPy and this module keep of an object; anything else has to be among its arguments.
KEPT = frozenset({"_args", "_assumptions", "_mhash", "_shape"})


class OfArguments(ChecksCalls, Basic):
    """Stand for an object that is what its arguments say: two with equal arguments are equal, and may be one.

    Raise UnsupportedExpression when an attribute is set, in which equal objects could differ.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in KEPT:
            cls = type(self).__name__
            reason = f"its attribute {name} would be no part of it; make it an argument of Basic.__new__({cls}, …)"
            raise UnsupportedExpression(cls, reason)
        super().__setattr__(name, value)


_known: WeakValueDictionary[tuple[type, tuple[Basic, ...]], Node] = WeakValueDictionary()


class Node(OfArguments, MatrixExpr):
    """Stand for a matrix of this package; ``is_extended_node`` says whether its entries may be −∞."""

    is_checked = True
    is_extended_node = False
    _shape: tuple[Expr, Expr]

    @classmethod
    def _make(cls, shape: tuple[Expr, Expr], *args: Basic) -> Self:
        node = _known.get((cls, args))
        if node is None:
            node = Basic.__new__(cls, *args)
            node._shape = shape
            if is_own(cls) and hasattr(node, "definition"):
                definition_of(node)
            _known[cls, args] = node
        return node

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and hash(self) == hash(other) and super().__eq__(other))

    __hash__ = MatrixExpr.__hash__

    @property
    def shape(self) -> tuple[Expr, Expr]:
        return self._shape

    def doit(self, **hints: Any) -> Self:
        return self

    def __add__(self, other: Any) -> Any:
        return self._summed(super().__add__, other)

    def __radd__(self, other: Any) -> Any:
        return self._summed(super().__radd__, other)

    def __sub__(self, other: Any) -> Any:
        return self._summed(super().__sub__, other)

    def __rsub__(self, other: Any) -> Any:
        return self._summed(super().__rsub__, other)

    def __le__(self, other: Any) -> Any:
        return self._compared("<=", other)

    def __lt__(self, other: Any) -> Any:
        return self._compared("<", other)

    def __ge__(self, other: Any) -> Any:
        return self._compared(">=", other)

    def __gt__(self, other: Any) -> Any:
        return self._compared(">", other)

    def _compared(self, sign: str, other: Any) -> Any:
        raise UnsupportedExpression(f"{errors.write(self)} {sign} {errors.write(other)}", by_entries(self, sign, other))

    def _summed(self, with_this: Callable[[Any], Any], other: Any) -> Any:
        """Return a sum or a difference; raise ShapeError for one of this matrix and a number."""
        try:
            return with_this(other)
        except TypeError:
            raise number_in_a_sum(self, other) from None

    def __getitem__(self, key: Any) -> Any:
        """Return an entry or a slice; raise UnsupportedExpression for one that lies outside for every size."""
        indices = key if isinstance(key, tuple) else (key,)
        negative = any(sympify(index).is_negative for index in indices if not isinstance(index, slice))
        try:
            if negative:  # SymPy would take it for an index that counts from the end
                raise IndexError
            return super().__getitem__(key)
        except IndexError:
            rows, columns = self.shape
            written = ", ".join(map(written_index, indices))
            raise UnsupportedExpression(self, f"there is no part [{written}] of {rows}×{columns} entries") from None

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> Expr:
        return self.entry(i, j)

    def entry(self, i: Size, j: Size) -> Expr:
        """Return the entry in row i and column j, unexpanded unless the class knows it as a formula."""
        return MatrixElement(self, sympify(i), sympify(j))

    def _sympystr(self, printer: Any) -> str:
        return f"{type(self).__name__}({', '.join(printer._print(argument) for argument in self._shown_arguments())})"

    def _shown_arguments(self) -> tuple[Basic, ...]:
        return self.args
