"""The array library behind a set of inputs: NumPy unless the caller passes arrays of another library.

A library is used through the functions of the Python array API standard. Arrays that follow the standard name their
namespace themselves; PyTorch, whose functions differ in two names, gets a thin adapter. No library is imported here
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
    return type(value).__module__.partition(".")[0]
