"""Call a function under test: its arguments made and packed, its result read, and what it must not do seen."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from symattn.errors import SymattnError, UsageError
from symattn.language.base.dims import is_dim
from symattn.language.base.symbols import MaskSymbol
from symattn.testing.inputs import Instance, Problem
from symattn.testing.layouts import Written
from symattn.testing.libraries import Library
from symattn.testing.number_types import Arithmetic

Array = np.ndarray[Any, Any]
#: What True, or a number, means in a mask.
MASKS = ("keep", "drop", "additive")
EMPTY_ROWS = ("zero", "nan", "mean", "error")


class Violation(SymattnError, AssertionError):
    """Report that a function does not do what it must; the message ends with an example that can be pasted."""


class Defect(Exception):
    """Hold what was seen of one call: the reason, and whether it is about this call's numbers or about any call."""

    def __init__(self, reason: str, numbers: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.numbers = reason, numbers


class Raised(Defect):
    """Hold that the function raised."""


class Derived:
    """Hold a function that is made of one under test: what it computes, and the lines of Python that do so."""

    def __init__(self, compute: Callable[..., Any], name: str, computes: str, code: str) -> None:
        self.compute, self.computes, self.code = compute, computes, code
        self.__name__ = name

    def __call__(self, *arguments: Any) -> Any:
        """Compute it."""
        return self.compute(*arguments)


class Caller:
    """Call a function with the arguments of an instance, in one number type."""

    def __init__(
        self,
        function: Callable[..., Any],
        library: Library,
        arithmetic: Arithmetic,
        mask: str | None = None,
        returns: str | None = None,
    ) -> None:
        self.function, self.library, self.arithmetic = function, library, arithmetic
        self.mask = mask
        self.returns = returns or arithmetic.dtype.name

    def __call__(self, problem: Problem, instance: Instance) -> Array:
        """Return the result as matrices with their batch axes first; raise Defect for what no function may do."""
        arguments, held = self.arguments(problem, instance)
        before = [None if array is None else self.library.content(array) for array in held]
        try:
            with np.errstate(all="ignore"):
                result = self.function(*arguments)
        except Exception as error:
            check_arguments(self.function, problem)
            raise Raised(
                f"it raised {type(error).__name__}: {str(error).strip() or 'without a message'}", True
            ) from error
        for layout, array, earlier in zip(problem.signature.inputs, held, before, strict=True):
            if array is not None and self.library.content(array) != earlier:
                raise Defect(f"it changed its argument {layout.written.name}, or what lies beside it in memory")
        return self.read(problem, instance, result)

    def read(self, problem: Problem, instance: Instance, result: Any) -> Array:
        """Return what came back as matrices; raise Defect for another kind, shape or type than declared."""
        output = problem.signature.output
        if isinstance(result, float | int) and self.library.name == "numpy" and not isinstance(result, bool):
            result = np.float64(result)
        if not self.library.is_array(result):
            kind = type(result)
            shown = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
            what = "None" if result is None else f"a {shown}"
            raise Defect(f"it returned {what}, no array of {self.library.name}")
        expected = output.array_shape(instance.sizes)
        if tuple(result.shape) != expected:
            axes = str(output.written) or "()"
            raise Defect(f"it returned the shape {tuple(result.shape)}; {axes} is {expected}", True)
        if self.library.type_of(result) != self.returns:
            found = self.library.type_of(result)
            raise Defect(
                f"it returned {found} for {self.arithmetic.dtype.name}; declare it by returns={found!r} if it is meant"
            )
        return output.unpack(self.library.numbers(result), instance.sizes)

    def arguments(self, problem: Problem, instance: Instance) -> tuple[list[Any], list[Any]]:
        """Return the arguments, and the arrays in which they lie."""
        arguments: list[Any] = []
        held: list[Any] = []
        for layout in problem.signature.inputs:
            name = layout.written.name
            symbol, packed = problem.symbols[name], layout.pack(instance.values[name], instance.sizes)
            if is_dim(symbol) or (getattr(symbol, "is_integer", False) and not packed.ndim):
                arguments.append(int(packed))
                held.append(None)
                continue
            if isinstance(symbol, MaskSymbol):
                dtype, packed = self.as_mask(packed)
            else:
                dtype = self.arithmetic.dtype.name
            if not packed.ndim:
                arguments.append(float(packed))
                held.append(None)
                continue
            array, larger = self.library.viewed(packed, dtype, instance.view)
            arguments.append(array)
            held.append(larger)
        return arguments, held

    def as_mask(self, packed: Array) -> tuple[str, Array]:
        """Return the type and the numbers of a mask, by what is declared that it means."""
        if self.mask == "additive":
            return self.arithmetic.dtype.name, packed
        return "bool", (packed == 0) if self.mask == "keep" else (packed != 0)


def check_arguments(function: Callable[..., Any], problem: Problem) -> None:
    """Raise UsageError for what is no function, or takes fewer or more arguments than the signature has."""
    if not callable(function):
        raise UsageError(f"what is tested is a function of arrays, not {function!r}")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    names = [layout.written.name for layout in problem.signature.inputs]
    try:
        signature.bind(*names)
    except TypeError as error:
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        taken = sum(parameter.kind in kinds for parameter in signature.parameters.values())
        if taken < len(names):
            raise UsageError(f"the function has no argument for {names[taken]}: it takes {signature}") from None
        raise UsageError(f"the function cannot be called with {', '.join(names)}: {error}") from None


def check_conventions(problem: Problem, mask: str | None, empty_rows: str | None) -> None:
    """Raise UsageError for conventions that are not declared but needed, or not known."""
    masks = problem.masks()
    if masks and mask is None:
        raise UsageError(f'say what {masks[0]} means to the function: mask="keep", "drop" or "additive"')
    if mask is not None and mask not in MASKS:
        raise UsageError(f"mask= is one of {', '.join(MASKS)}, not {mask!r}")
    if empty_rows is not None and empty_rows not in EMPTY_ROWS:
        raise UsageError(f"empty_rows= is one of {', '.join(EMPTY_ROWS)}, not {empty_rows!r}")
    if empty_rows is not None and not masks:
        raise UsageError("empty_rows= needs a mask among the arguments")


# What is printed


def example(problem: Problem, instance: Instance, caller: Caller, name: str) -> str:
    """Write an instance as lines of Python that make the arguments and call the function."""
    lines, library = [], caller.library
    module = {"numpy": "numpy as np", "jax": "jax.numpy as np"}.get(library.name, f"{library.name} as np")
    lines.append(f"import {module}")
    if library.name == "numpy" and caller.arithmetic.dtype.name == "bfloat16":
        lines.append("import ml_dtypes")
    for layout in problem.signature.inputs:
        symbol, packed = (
            problem.symbols[layout.written.name],
            layout.pack(instance.values[layout.written.name], instance.sizes),
        )
        lines.append(f"{layout.written.name} = {_as_code(symbol, packed, caller, layout.written)}")
    if instance.view != "plain":
        lines.append(f"# passed as views into larger arrays or of other strides: {instance.view}")
    call = f"{name}({', '.join(layout.written.name for layout in problem.signature.inputs)})"
    lines.append(caller.function.code if isinstance(caller.function, Derived) else call)
    return "\n".join(lines)


def _as_code(symbol: Any, packed: Array, caller: Caller, written: Written) -> str:
    maker = {"torch": "tensor", "numpy": "array"}.get(caller.library.name, "asarray")
    if is_dim(symbol) or (getattr(symbol, "is_integer", False) and not packed.ndim):
        return str(int(packed))
    if not packed.ndim:
        return repr(float(packed))
    comment = f"  # {str(written).partition(': ')[2]}"
    if isinstance(symbol, MaskSymbol) and caller.mask != "additive":
        return f"np.{maker}({caller.as_mask(packed)[1].tolist()}){comment}"
    text = _numbers(packed.tolist()).replace("inf", 'float("inf")')
    dtype = caller.arithmetic.dtype.name
    kind = f'"{dtype}"' if caller.library.name == "numpy" else f"np.{dtype}"
    return f"np.{maker}({text}, dtype={kind}){comment}"


def _numbers(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_numbers, value))}]"
    return str(int(value)) + "." if float(value).is_integer() and abs(value) < 1e6 else repr(value)


def place_text(index: Sequence[int], names: Sequence[str]) -> str:
    """Say which entry of the result is meant."""
    parts = [f"{name} = {i}" for name, i in zip(names, index, strict=False)]
    rest = ", ".join(map(str, index[len(names) :]))
    return ", ".join([*parts, f"entry ({rest})"])


def name_of(function: Any) -> str:
    """Return what a function is called in a message."""
    name = getattr(function, "__name__", type(function).__name__)
    return "f" if name == "<lambda>" else str(name)


def sizes_text(sizes: Mapping[str, int]) -> str:
    """Write sizes: b = 1, n = 2."""
    return ", ".join(f"{name} = {sizes[name]}" for name in sorted(sizes))
