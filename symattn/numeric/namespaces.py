"""The array library behind a set of inputs: NumPy unless the caller passes arrays of another library.

A library is used through the functions of the Python array API standard. Arrays that follow the standard name their
namespace themselves; PyTorch, some of whose functions differ, gets a thin adapter. No library is imported here
but NumPy: the caller's arrays have imported theirs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import numpy as np


class TorchNamespace:
    """Give PyTorch the standard's names for the functions in which it differs."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch

    def __getattr__(self, name: str) -> Any:
        return getattr(self._torch, name)

    def take(self, array: Any, indices: Any, axis: int) -> Any:
        """Select slices along an axis."""
        return self._torch.index_select(array, axis, indices)

    def max(self, array: Any, axis: int, keepdims: bool) -> Any:
        """Return the largest entries along an axis."""
        return self._torch.amax(array, dim=axis, keepdim=keepdims)

    def sum(self, array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
        """Add entries along an axis, or all of them."""
        return self._torch.sum(array) if axis is None else self._torch.sum(array, dim=axis, keepdim=keepdims)

    def stack(self, arrays: Any, axis: int = 0) -> Any:
        """Join arrays along a new axis."""
        return self._torch.stack(tuple(arrays), dim=axis)

    def concat(self, arrays: Any, axis: int = 0) -> Any:
        """Join arrays along an axis."""
        return self._torch.cat(tuple(arrays), dim=axis)

    def isdtype(self, dtype: Any, kind: str) -> bool:
        """Tell whether a type of numbers is a floating-point type, the only ``kind`` asked for here."""
        return kind == "real floating" and bool(dtype.is_floating_point)

    def astype(self, array: Any, dtype: Any) -> Any:
        """Return an array with another type of numbers."""
        return array.to(dtype)


def is_foreign(value: Any) -> bool:
    """Tell whether a value is an array of a library other than NumPy."""
    if isinstance(value, np.ndarray | np.generic):
        return False
    return hasattr(value, "__array_namespace__") or _library(value) == "torch"


def namespace_of(values: Iterable[Any]) -> Any:
    """Return the namespace of the first array that is not NumPy's, or NumPy.

    >>> namespace_of([[1, 2], np.zeros(3)]) is np
    True
    """
    for value in values:
        if is_foreign(value):
            if hasattr(value, "__array_namespace__"):
                return value.__array_namespace__()
            return TorchNamespace(sys.modules["torch"])
    return np


def _library(value: Any) -> str:
    return (type(value).__module__ or "").partition(".")[0]
