"""Arrays of the library that a function under test computes with, and how they lie in memory.

A library is a namespace of the array API, wrapped by array_api_compat where it differs; none is imported before it is
named.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

import numpy as np

from symattn.errors import UsageError
from symattn.testing.number_types import number_type

Array = np.ndarray[Any, Any]
#: How the arrays lie in memory: by themselves, every second number, inside of larger ones, with their axes turned.
VIEWS = ("plain", "strided", "padded", "turned")
#: The types of masks and of integers.
EXACT_TYPES = ("bool", "int64")
#: Where the functions of a library come from, and the namespace that makes their arrays.
_KNOWN = {"torch": "torch", "jax": "jax.numpy", "jaxlib": "jax.numpy", "numpy": "numpy"}


class NoDevice(UsageError):
    """Report that a library has no such device here; the pytest plugin skips the test."""


class Library:
    """Make arrays of one library, on one of its devices, and read them."""

    def __init__(self, namespace: Any = None, device: str | None = None) -> None:
        name = namespace if isinstance(namespace, str) else getattr(namespace, "__name__", "numpy")
        self.name = str(name).partition(".")[0].replace("array_api_compat", "numpy")
        module = namespace
        if namespace is None or isinstance(namespace, str):
            try:
                module = import_module(_KNOWN.get(self.name, self.name))
            except ImportError:
                raise UsageError(f"the library {self.name} is not installed") from None
        self.xp = module
        if self.name == "torch":
            self.xp = import_module("array_api_compat.torch")
        self.device = None if device is None else self._device(device)

    def _device(self, name: str) -> Any:
        """Return a device of the library; raise NoDevice where there is none of that name here."""
        if self.name == "jax":
            try:
                return import_module("jax").devices(name)[0]
            except RuntimeError as reason:
                raise NoDevice(f"JAX has no device {name} here: {reason}") from None
        if self.name != "torch":
            raise UsageError(f"device= is for PyTorch and JAX, not for {self.name}")
        try:
            import_module("torch").empty(0, device=name)
        except (RuntimeError, AssertionError) as reason:
            raise NoDevice(f"PyTorch has no device {name} here: {reason}") from None
        return name

    @property
    def shapes(self) -> int | None:
        """How many different sets of sizes a function is called with: JAX compiles each, others take any number."""
        return 6 if self.name == "jax" else None

    def dtype(self, name: str) -> Any:
        """Return the library's type of numbers with a name; raise UsageError where it has none."""
        found = getattr(self.xp, name, None)
        if found is None and self.name == "numpy" and name == "bfloat16":
            try:
                found = import_module("ml_dtypes").bfloat16
            except ImportError:
                raise UsageError("NumPy has bfloat16 where the package ml_dtypes is installed") from None
        if found is None:
            raise UsageError(f"the library {self.name} has no {name}")
        if self.name == "jax" and name == "float64" and not import_module("jax").config.jax_enable_x64:
            raise UsageError('JAX has float64 after jax.config.update("jax_enable_x64", True)')
        return np.dtype(found) if self.name == "numpy" else found

    def array(self, values: Array, dtype: str) -> Any:
        """Return numbers as an array of the library; they are numbers of the type already."""
        if self.name == "numpy":
            return values.astype(dtype if dtype in EXACT_TYPES else self.dtype(dtype))
        if dtype in EXACT_TYPES:
            return self._placed(self.xp.asarray(values.astype(dtype)))
        kind = self.dtype(dtype)
        made = self.xp.asarray(values.astype(np.float64 if dtype == "float64" else np.float32))
        return self._placed(made.to(kind) if self.name == "torch" else self.xp.astype(made, kind))

    def _placed(self, array: Any) -> Any:
        if self.device is None:
            return array
        return array.to(self.device) if self.name == "torch" else import_module("jax").device_put(array, self.device)

    def viewed(self, values: Array, dtype: str, view: str) -> tuple[Any, Any]:
        """Return an array that lies in memory as said, and the array that holds it, with NaN where nothing is seen."""
        gap = np.nan if dtype not in EXACT_TYPES else 1.0
        if view == "plain" or not values.ndim:
            made = self.array(values, dtype)
            return made, made
        if view == "turned":
            held = self.array(np.ascontiguousarray(values.T), dtype)
            order = tuple(reversed(range(values.ndim)))
            return (held.permute(order) if self.name == "torch" else self.xp.transpose(held, order)), held
        if view == "strided":
            shape, place = tuple(2 * size for size in values.shape), (slice(None, None, 2),) * values.ndim
        else:
            shape = tuple(size + 3 for size in values.shape)
            place = tuple(slice(1, size + 1) for size in values.shape)
        larger = np.full(shape, gap)
        larger[place] = values
        held = self.array(larger, dtype)
        return held[place], held

    def is_array(self, value: Any) -> bool:
        """Tell whether a value is an array of the library, or a number of NumPy where that is the library."""
        if self.name == "numpy":
            return isinstance(value, np.ndarray | np.generic)
        return type(value).__module__.partition(".")[0] in (self.name, f"{self.name}lib")

    def type_of(self, array: Any) -> str:
        """Return the name of the type of an array's numbers."""
        return str(array.dtype).rpartition(".")[2]

    def numbers(self, array: Any) -> Array:
        """Return an array as float64 of NumPy."""
        if self.name == "torch":
            return np.asarray(array.detach().cpu().double().numpy())
        if self.name == "numpy":
            return np.asarray(array).astype(np.float64)
        return np.asarray(np.asarray(array).astype(np.float64))

    def content(self, array: Any) -> bytes:
        """Return what an array holds, to be compared."""
        return self.numbers(array).tobytes()


def library_of(function: Callable[..., Any], named: Any = None, device: str | None = None) -> Library:
    """Return the library of a function: the one that is named, or the one that it comes from; on a device of it.

    >>> library_of(np.dot).name
    'numpy'
    """
    if named is not None:
        return Library(named, device)
    for kind in (*type(function).__mro__, function):
        root = str(getattr(kind, "__module__", None) or "").partition(".")[0]
        if root in _KNOWN and root in sys.modules:
            return Library(root, device)
    return Library(device=device)


def check_types(names: Any) -> tuple[str, ...]:
    """Return the names of number types as a tuple; raise UsageError for others, and for none.

    >>> check_types("float32")
    ('float32',)
    """
    every = tuple(names) if isinstance(names, Iterable) and not isinstance(names, str) else (names,)
    if not every:
        raise UsageError("no number type is given: dtypes=['float32']")
    return tuple(number_type(name).name for name in every)
