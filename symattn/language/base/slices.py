"""Parts of matrices, X[1:, :][i, :], which SymPy cannot form where their ends are symbols, and their entries.

SymPy asks whether the end of the inner part lies beyond that of the outer one, and fails where it cannot tell.  An
entry of a part it takes from the whole without asking: X[m:, :][-1, 0] would be X[m - 1, 0], which is none of it.
What lies outside for every size is an IndexError without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Idx, Tuple, expand, sympify
from sympy.matrices.expressions import slice as sympy_slices

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_size

_Part = tuple[Any, Any, Any]  # start, stop, step


def take_parts_of_parts() -> None:
    """Let SymPy form parts of parts; a second call changes nothing."""
    sympy_slices.slice_of_slice = _part_of_part
    if sympy_slices.MatrixSlice._entry is not _entry:
        sympy_slices.MatrixSlice._entry = _entry
        sympy_slices.MatrixSlice.__new__ = staticmethod(_naming(sympy_slices.MatrixSlice.__new__))


def _naming(make: Callable[..., Any]) -> Callable[..., Any]:
    """Let a part that lies outside be an error that names it, in place of a bare IndexError."""

    def part(cls: type[Any], parent: Any, rowslice: Any, colslice: Any) -> Any:
        try:
            return make(cls, parent, rowslice, colslice)
        except IndexError:
            rows, columns = parent.shape
            taken = f"{written_index(rowslice)}, {written_index(colslice)}"
            raise UnsupportedExpression(parent, f"there is no part [{taken}] of {rows}×{columns} entries") from None

    return part


def written_index(index: Any) -> str:
    """Return an index or a slice as it is written between brackets."""
    if isinstance(index, tuple | list | Tuple):
        index = slice(*index)
    if not isinstance(index, slice):
        return str(index)
    step = "" if index.step is None else f":{index.step}"
    return ":".join("" if bound is None else str(bound) for bound in (index.start, index.stop)) + step


def _entry(self: Any, i: Any, j: Any, **options: Any) -> Any:
    """Return an entry of a part; raise UnsupportedExpression for one that may stand before the part or behind it."""
    places = []
    for place, (start, stop, step) in ((i, self.rowslice), (j, self.colslice)):
        if _may_be_negative(place) or _may_lie_beyond(start + place * step + 1, stop):
            reason = f"it does not lie inside 0:{expand(stop - start)}, the part that was taken before"
            raise UnsupportedExpression(f"{place}", reason)
        places.append(start + place * step)
    return self.parent._entry(*places, **options)


def _part_of_part(outer: _Part, inner: _Part) -> _Part:
    """Return the part of a matrix that a part of its part is; raise for one that may lie outside of it."""
    start = outer[0] + inner[0] * outer[2]
    stop = outer[0] + inner[1] * outer[2]
    beyond = stop > outer[1]
    if beyond == True or _may_lie_beyond(stop, outer[1]) or _may_be_negative(inner[0]):  # noqa: E712  it may be a relation
        reason = f"it does not lie inside 0:{expand(outer[1] - outer[0])}, the part that was taken before"
        raise UnsupportedExpression(f"{inner[0]}:{inner[1]}", reason)
    return start, stop, outer[2] * inner[2]


def _may_lie_beyond(stop: Any, end: Any) -> bool:
    """Tell whether an index with a range has a value at which its part ends behind another."""
    indices = {i: i.upper for i in stop.atoms(Idx) if i.upper is not None}
    last = expand(end - stop.xreplace(indices))
    return bool(indices) and last.atoms(Idx) == set() and not (last == 0 or is_size(last))


def _may_be_negative(start: Any) -> bool:
    """Tell whether a number is negative, or an index with a range has a value at which it is."""
    first = expand(sympify(start))
    first = first.xreplace({i: i.lower for i in first.atoms(Idx) if i.lower is not None})
    return bool(first.is_negative)
