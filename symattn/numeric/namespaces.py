"""The array library behind a set of inputs: NumPy unless the caller passes arrays of another library.

A library is used through the functions of the Python array API standard. NumPy, from 2.1 on, follows it; where another
one differs, as PyTorch does, ``array_api_compat`` wraps it. That is imported for such arrays alone, and no library but
NumPy is imported here: the caller's arrays have imported theirs.

Some arrays have no values yet: those of ``jax.jit``, of ``vmap``, of PyTorch's meta device, of Dask.  What is asked of
values, `truth` answers with None for these, and whoever asks goes on without an answer.
"""

from __future__ import annotations

import cmath
import sys
from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np

#: What inputs mostly are, none of it an array of another library.
_PLAIN = (np.ndarray, np.generic, int, float, list, tuple)
#: Arrays with no more entries are multiplied by one thread.
FEW = 10_000


def is_foreign(value: object) -> bool:
    """Tell whether a value is an array of a library other than NumPy.

    >>> is_foreign(np.zeros(3)), is_foreign([1, 2])
    (False, False)
    """
    if isinstance(value, _PLAIN):
        return False
    from array_api_compat import is_array_api_obj

    return is_array_api_obj(value)


def namespace_of(values: Iterable[object]) -> Any:
    """Return the namespace of the first array that is not NumPy's, or NumPy.

    >>> namespace_of([[1, 2], np.zeros(3)]) is np
    True
    """
    for value in values:
        if is_foreign(value):
            from array_api_compat import array_namespace

            library = array_namespace(value)
            device = getattr(value, "device", None) if hasattr(value, "exp_") else None
            return library if device is None or device.type == "cpu" else _Placed(library, device)
    return np


class _Placed:
    """Stand for an array library whose new arrays are made on a device other than the processor."""

    def __init__(self, library: Any, device: Any) -> None:
        self._library, self._device = library, device

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._library, name)
        makes = name in ("arange", "asarray", "eye", "full", "linspace", "ones", "zeros")
        return partial(found, device=self._device) if makes else found


def is_floating(xp: Any, dtype: Any) -> bool:
    """Tell whether a type is one of real floating-point numbers, those that are only additions to NumPy too.

    >>> is_floating(np, np.dtype("float32")), is_floating(np, np.dtype("int8"))
    (True, False)
    """
    if isinstance(dtype, np.dtype):
        return dtype.kind == "f" or (dtype.kind == "V" and dtype.name.startswith(("bfloat", "float")))
    return bool(xp.isdtype(dtype, "real floating"))


def is_half(dtype: Any) -> bool:
    """Tell whether a type has 16 bits or fewer, as float16 and bfloat16 have in every library.

    >>> is_half(np.dtype("float16")), is_half(np.dtype("float32"))
    (True, False)
    """
    name = str(dtype).rpartition(".")[2]
    return name.endswith("float16") or name.startswith("float8")


def truth(condition: Any) -> bool | None:
    """Return whether a condition holds, or None where its array has no value that could be looked at.

    >>> truth(np.array(True)), truth(np.array([True]).any())
    (True, True)
    """
    if isinstance(condition, np.bool_ | bool | np.ndarray):
        return bool(condition)
    if hasattr(condition, "dask"):  # it would be computed, and with it all that it depends on
        return None
    try:
        return bool(condition)
    except (TypeError, RuntimeError):  # what JAX and PyTorch raise while they trace
        return None


def quick_sum(array: Any) -> Any:
    """Return a sum over an array of NumPy that is not finite where an entry is nan or ∞, or where entries are large.

    The sum is the quickest one, and for a large array one that waits for no threads.

    >>> float(quick_sum(np.ones((2, 2)))), float(quick_sum(np.array([1.0, np.nan])))
    (4.0, nan)
    """
    if array.size > FEW:
        return np.add.reduce(array, axis=None)
    entries = array.ravel()
    return entries.dot(entries)


def is_finite_sum(array: Any) -> bool:
    """Tell whether a sum over an array of NumPy is finite, and so no entry nan or ∞; large entries may leave it so too.

    >>> is_finite_sum(np.ones((2, 2))), is_finite_sum(np.array([1.0, np.nan])), is_finite_sum(np.array([1e300]))
    (True, False, False)
    """
    return cmath.isfinite(quick_sum(array))


def in_numpy(array: Any) -> np.ndarray:
    """Return a copy in NumPy of an array of any library, from its numbers."""
    return np.asarray(array.tolist() if hasattr(array, "tolist") else array)


def own_tensor(array: Any) -> bool:
    """Tell whether an array is a tensor of PyTorch that may be overwritten by whoever made it.

    >>> own_tensor(np.zeros(3))
    False
    """
    if not hasattr(array, "exp_") or array.requires_grad:
        return False
    try:
        array.data_ptr()
    except RuntimeError:  # a tensor within vmap or grad, which has no memory of its own
        return False
    carried = sys.modules["torch"].autograd.forward_ad.unpack_dual(array)
    return carried.tangent is None  # with a tangent, it may not take the results of functions
