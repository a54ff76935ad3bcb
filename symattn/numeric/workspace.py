"""Reuse arrays for results where that is allowed: NumPy's, and PyTorch's outside of its transforms.

Memory that is new each time costs more than what is computed in it, and leaves the processor's cache.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from symattn.numeric.namespaces import namespace_of, own_tensor


def may_overwrite(array: Any) -> bool:
    """Tell whether an array that nothing else refers to may take the result of an operation.

    >>> may_overwrite(np.zeros(3)), may_overwrite([1.0])
    (True, False)
    """
    return isinstance(array, np.ndarray) or own_tensor(array)


def to_exponentials(own: Any) -> Any:
    """Replace exponents of at most 0, in an array that may be overwritten, by their exponentials.

    Those of PyTorch below all normal numbers, −∞ among them, become 0: to find them takes it ten times longer, and to
    multiply with them takes the processor as long.

    >>> to_exponentials(np.array([0.0, -np.inf])).tolist()
    [1.0, 0.0]
    """
    if isinstance(own, np.ndarray):
        return np.exp(own, out=own)
    torch = sys.modules["torch"]
    lowest = math.log(torch.finfo(own.dtype).tiny) + 1
    if own.device.type != "cpu" or bool(own.amin() >= lowest):
        return own.exp_()
    own.clamp_(min=lowest).exp_()
    return torch.threshold_(own, math.exp(lowest) * 1.001, 0.0)


class Workspace:
    """Hold memory for one product of matrices at a time; compute like the library where none may be overwritten."""

    def __init__(self, inputs: Iterable[Any]) -> None:
        arrays = list(inputs)
        self.xp = namespace_of(arrays)
        self._writes = all(map(may_overwrite, arrays))
        self._memory: Any = None

    def product(self, left: Any, right: Any) -> Any:
        """Return a product of two of the inputs, which lasts until the next one."""
        if not self._writes:
            return left @ right
        leading = np.broadcast_shapes(left.shape[:-2], right.shape[:-2]) if left.ndim + right.ndim > 4 else ()
        shape = (*leading, left.shape[-2], right.shape[-1])
        size = math.prod(shape)
        if self._memory is None or self._memory.shape[0] < size:
            found = left @ right
            self._memory = self.xp.reshape(found, (-1,))
            return found
        return self.xp.matmul(left, right, out=self.xp.reshape(self._memory[:size], shape))

    def plus(self, own: Any, more: Any) -> Any:
        """Return a sum, in the first array where it has its shape and that is allowed."""
        if not self._fits(own, more):
            return own + more
        own += more
        return own

    def minus(self, own: Any, less: Any) -> Any:
        """Return a difference, in the first array where it has its shape and that is allowed."""
        if not self._fits(own, less):
            return own - less
        own -= less
        return own

    def times(self, own: Any, factor: Any) -> Any:
        """Return a product of entries, in the first array where it has its shape and that is allowed."""
        if not self._fits(own, factor):
            return own * factor
        own *= factor
        return own

    def exponentials(self, own: Any) -> Any:
        """Return exponentials, in the array of the exponents where that is allowed."""
        return self.xp.exp(own, out=own) if self._writes and may_overwrite(own) else self.xp.exp(own)

    def exponentials_of_differences(self, own: Any, less: Any) -> Any:
        """Return exponentials of own less its largest entries, in its array where that is allowed."""
        own = self.minus(own, less)
        return to_exponentials(own) if self._writes and may_overwrite(own) else self.xp.exp(own)

    def _fits(self, own: Any, other: Any) -> bool:
        """Tell whether what an operation gives may stand in its first array."""
        if not (self._writes and may_overwrite(own) and may_overwrite(other) and own.dtype == other.dtype):
            return False
        return bool(np.broadcast_shapes(tuple(own.shape), tuple(other.shape)) == tuple(own.shape))
