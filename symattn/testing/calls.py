"""Call a function under test: pack its arguments, read its result, and check that it changes nothing else."""

from __future__ import annotations

import base64
import inspect
import math
import reprlib
import sys
import warnings
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from symattn.errors import SymattnError, UsageError
from symattn.language.base.symbols import MaskSymbol
from symattn.testing.inputs import Instance, Problem
from symattn.testing.layouts import Layout, Written
from symattn.testing.libraries import EXACT_TYPES, Library
from symattn.testing.number_types import Arithmetic

Array = np.ndarray[Any, Any]
#: What True, or a number, means in a mask; "lengths" passes how many keys are seen in place of it.
MASKS = ("keep", "drop", "additive", "lengths")
EMPTY_ROWS = ("zero", "nan", "mean", "error")


class Violation(SymattnError, AssertionError):
    """Report that a function does not do what it must; the message ends with an example that can be pasted.

    The message packs the numbers of larger arrays into a text; ``example`` has them one by one. ``raised`` tells
    whether the function raised an error.
    """

    example = ""
    raised = False


class Defect(Exception):
    """Hold what was seen of one call: the reason, whether it is about this call's numbers, and the wrong entries.

    An entry is named by its place in the batch, and by where it stands in its matrix. ``off`` is the relative
    difference of two numbers that should be equal; what is no difference of numbers counts as 1.
    """

    def __init__(
        self,
        reason: str,
        numbers: bool = False,
        entries: Sequence[tuple[Mapping[str, int], tuple[int, ...]]] = (),
        off: float = 1.0,
    ) -> None:
        super().__init__(reason)
        self.reason, self.numbers, self.entries, self.off = reason, numbers, entries, off


def seen_only(needed: Mapping[str, int]) -> list[str]:
    """Say below which sizes a defect was not seen.

    >>> seen_only({"n": 9, "d": 2}), seen_only({})
    (['seen only with d > 1, n > 8'], [])
    """
    least = [f"{name} > {size - 1}" for name, size in sorted(needed.items())]
    return [f"seen only with {', '.join(least)}"] if least else []


def first_seen(sizes: Mapping[str, int], profile: str, view: str, seed: int, number: int | None) -> str:
    """Say where a failure was seen first, and how it is drawn again: with as many trials, or with the same ones.

    >>> first_seen({"n": 2}, "grid", "plain", 0, 4)
    "first seen with n = 2, profile 'grid', view 'plain', which seed=0, trials=5 draws again as the last"
    """
    trials = f", trials={number + 1} draws again as the last" if number is not None else " draws again"
    return f"first seen with {sizes_text(sizes)}, profile {profile!r}, view {view!r}, which seed={seed}{trials}"


#: Below this only underflow is to be explained, which is said as 0.
NOTHING = 1e-30


def range_text(low: float, high: float, exactly: float) -> str:
    """Say what a correct function returns: a range, or 0 where there is nothing but underflow.

    >>> range_text(0.5, 1.5, 1.0)
    'a number from 0.5 to 1.5, exactly 1.0'
    >>> range_text(-6.7e-308, 6.7e-308, 0.0)
    '0, or a number up to 6.7e-308'
    """
    if exactly == 0 and 0 < max(-low, high) < NOTHING:
        return f"0, or a number up to {max(-low, high):.1e}"
    return f"a number from {low!r} to {high!r}, exactly {exactly!r}"


def told_apart(one: float, other: float) -> tuple[str, str]:
    """Write two numbers with nine digits, or with as many as show that they differ.

    >>> told_apart(0.5, 1.0), told_apart(1.0, 1.0 + 2**-52)
    (('0.5', '1'), ('1', '1.0000000000000002'))
    """
    for digits in range(9, 17):
        if f"{one:.{digits}g}" != f"{other:.{digits}g}":
            return f"{one:.{digits}g}", f"{other:.{digits}g}"
    return f"{one:.17g}", f"{other:.17g}"


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
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                with np.errstate(all="ignore"):
                    result = self.function(*arguments)
            except Defect:
                raise
            except Exception as error:
                check_arguments(self.function, problem)
                said = _said(error, instance, warned, self.library.name)
                raise Raised(f"it raised {type(error).__name__}: {said}", True) from error
        for each in warned:
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
        for layout, array, earlier in zip(problem.signature.inputs, held, before, strict=True):
            if array is not None and self.library.content(array) != earlier:
                raise Defect(f"it changed its argument {layout.written.name}, or what lies beside it in memory")
        return self.read(problem, instance, result)

    def computing(self, arithmetic: Arithmetic) -> Caller:
        """Return what calls the same function, declared to compute otherwise."""
        return Caller(self.function, self.library, arithmetic, self.mask, self.returns)

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
            dtype, packed = self.passed(problem, layout, instance)
            if not packed.ndim:
                arguments.append(int(packed) if dtype == "int64" else float(packed))
                held.append(None)
                continue
            array, larger = self.library.viewed(packed, dtype, instance.view)
            arguments.append(array)
            held.append(larger)
        return arguments, held

    def passed(self, problem: Problem, layout: Layout, instance: Instance) -> tuple[str, Array]:
        """Return the type and the numbers of an argument; of a mask by what is declared that it means."""
        name = layout.written.name
        symbol, packed = problem.symbols[name], layout.pack(instance.values[name], instance.sizes)
        if isinstance(symbol, MaskSymbol) and self.mask != "additive":
            if self.mask == "lengths":
                return "int64", (packed == 0).sum(axis=-1)
            return "bool", (packed == 0) if self.mask == "keep" else (packed != 0)
        return "int64" if getattr(symbol, "is_integer", False) else self.arithmetic.dtype.name, packed


def _said(error: Exception, instance: Instance, warned: Sequence[Any], library: str) -> str:
    """Return what an error says; of a kernel that was refused, which property was, as the warnings before say."""
    said = str(error).strip() or "without a message"
    if isinstance(error, TypeError | AttributeError) and "numpy.ndarray" in said and library == "numpy":
        return f"{said} It was called with arrays of NumPy: say library='torch' or 'jax' where it takes theirs"
    if "No available kernel" not in said:
        return said
    reasons = (str(each.message).partition(" (Triggered")[0] for each in warned)
    found = next((each for each in reasons if "requires" in each or "require " in each), "")
    other = f"; the view is {instance.view!r}, and views='plain' draws no other" if instance.view != "plain" else ""
    return f"{said} What was refused: {found or 'its sizes, its type or its view'}{other}"


def check_is_function(function: Any, otherwise: str = "") -> None:
    """Raise UsageError for what is no function, and say what stands elsewhere."""
    if not callable(function):
        shown = f"a {type(function).__name__}" if isinstance(function, Iterable) else repr(function)
        raise UsageError(f"what is tested is a function of arrays, not {shown}{otherwise}")


def check_arguments(function: Callable[..., Any], problem: Problem) -> None:
    """Raise UsageError for what is no function, or takes fewer or more arguments than the signature has."""
    check_is_function(function)
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


class UntestedRows(UserWarning):
    """Warn that rows that see no key are not tested."""


def warn_of_untested_rows(problem: Problem, empty_rows: str | None) -> None:
    """Warn where a mask is an argument and nothing is declared of the rows that see no key."""
    if problem.masks() and empty_rows is None:
        said = "rows that see no key: not tested; empty_rows= says what comes out, one of"
        warnings.warn(f"{said} {', '.join(EMPTY_ROWS)}", UntestedRows, stacklevel=3)


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
    for name in masks if mask == "lengths" else ():
        layout = problem.signature.layout(name)
        if 0 not in layout.constant or layout.parts[-1] != ((1, 0),):
            raise UsageError(f"lengths are those of rows that are alike: write {name}: b n, with the keys last")


# What is printed

#: How many numbers of an array a message shows one by one, and how long the text may be into which more are packed.
SHOWN, LONGEST_PACKED = 24, 6000
#: Of how many attributes of an object that is called a message tells.
MOST_HELD = 4
#: What a library is called in a line of Python, and what makes an array of it.
MODULES = {"numpy": ("numpy as np", "np", "array"), "torch": ("torch", "torch", "tensor")}
MODULES["jax"] = ("jax.numpy as jnp", "jnp", "asarray")


def example(problem: Problem, instance: Instance, caller: Caller, most: float = math.inf) -> str:
    """Write an instance as lines of Python that make the arguments and call the function.

    The numbers of an array of more than ``most`` are packed into a text. If that is too long, a comment says where the
    numbers are.
    """
    library = caller.library
    lines = [f"import {MODULES.get(library.name, (library.name,))[0]}"]
    if library.name == "numpy" and caller.arithmetic.dtype.name == "bfloat16":
        lines.append("import ml_dtypes")
    for layout in problem.signature.inputs:
        argument = layout.written.name
        dtype, packed = caller.passed(problem, layout, instance)
        lines += _as_code(argument, dtype, packed, caller, layout.written, most)
        if packed.ndim and instance.view != "plain":
            lines += _view_as_code(argument, dtype, packed.shape, instance.view, library)
    call = call_of(caller.function, ", ".join(layout.written.name for layout in problem.signature.inputs))
    function = caller.function
    lines += [function.code] if isinstance(function, Derived) else [*what_is_called(function), call]
    return "\n".join(dict.fromkeys(line for line in lines if line.startswith("import "))) + "".join(
        f"\n{line}" for line in lines if not line.startswith("import ")
    )


def _as_code(name: str, dtype: str, packed: Array, caller: Caller, written: Written, most: float) -> list[str]:
    """Write the lines that make an argument: all its numbers, or one number and where another one stands."""
    if not packed.ndim:
        return [f"{name} = {int(packed) if dtype == 'int64' else float(packed)!r}"]
    library, shape = caller.library, packed.shape
    packed = packed.astype(dtype) if dtype in EXACT_TYPES else packed
    _, short, maker = MODULES.get(library.name, (library.name, library.name, "asarray"))
    comment = f"  # {str(written).partition(': ')[2]}"
    kind = f'"{dtype}"' if library.name == "numpy" else f"{short}.{dtype}"
    device = f', device="{library.device}"' if library.device is not None and library.name == "torch" else ""
    if packed.size <= most:
        return [f"{name} = {short}.{maker}({_numbers(packed.tolist())}, dtype={kind}{device}){comment}"]
    values, counts = np.unique(packed, return_counts=True)
    usual = values[counts.argmax()]
    others = np.argwhere(packed != usual)
    if len(others) <= most / 2 and library.name != "jax":
        lines = [f"{name} = {short}.full({shape}, {_numbers(usual.item())}, dtype={kind}{device}){comment}"]
        return lines + [f"{name}[{', '.join(map(str, at))}] = {_numbers(packed[tuple(at)].item())}" for at in others]
    first = ", ".join(map(_numbers, packed.ravel()[:4].tolist()))
    text, dtypes = _packed(packed)
    if len(text) > LONGEST_PACKED:
        return [f"# {written}, {shape}: {first}, … are too many to print; the .example of this error makes {name}"]
    made = f'np.frombuffer(zlib.decompress(base64.b64decode("{text}")), dtype="{dtypes}").reshape({shape})'
    if library.name == "numpy":
        return ["import base64, zlib", f'{name} = {made}.astype("{dtype}"){comment}: {first}, …']
    made = f"{short}.{maker}({made}.tolist(), dtype={kind}{device})"
    return ["import numpy as np", "import base64, zlib", f"{name} = {made}{comment}: {first}, …"]


def _packed(array: Array) -> tuple[str, str]:
    """Return the numbers of an array as a text, and the type in which they are packed: the smallest that has them all.

    >>> [_packed(np.array([x]))[1] for x in (0.5, 0.1, 1)]
    ['float16', 'float64', 'int64']
    """
    kinds = ("float16", "float32", "float64") if array.dtype.kind not in "bi" else (str(array.dtype),)
    with np.errstate(over="ignore"):
        found = next(each for each in (array.astype(kind) for kind in kinds) if (each == array).all())
    return base64.b64encode(zlib.compress(found.tobytes(), 9)).decode(), str(found.dtype)


def _view_as_code(name: str, dtype: str, shape: Sequence[int], view: str, library: Library) -> list[str]:
    """Write the lines that lay an array in memory as it was passed."""
    _, short, _ = MODULES.get(library.name, (library.name, library.name, ""))
    if view == "turned":
        order = tuple(reversed(range(len(shape))))
        return {
            "numpy": [f"{name} = np.ascontiguousarray({name}.T).T"],
            "torch": [f"{name} = {name}.permute({order}).contiguous().permute({order})"],
        }.get(library.name, [])
    place = ", ".join("::2" if view == "strided" else f"1:{size + 1}" for size in shape)
    sizes = tuple(2 * size if view == "strided" else size + 3 for size in shape)
    filled = "True" if dtype == "bool" else "1" if dtype in EXACT_TYPES else 'float("nan")'
    made = f"{short}.full({sizes}, {filled}, dtype={name}.dtype)"
    if library.name == "jax":
        return [f"{name} = {made}.at[{place}].set({name})[{place}]"]
    device = f".to({name}.device)" if library.device is not None else ""
    return [f"{name}_ = {made}{device}", f"{name}_[{place}] = {name}", f"{name} = {name}_[{place}]"]


def _numbers(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_numbers, value))}]"
    if isinstance(value, bool | int):
        return str(value)
    if math.isinf(value):
        return 'float("inf")' if value > 0 else '-float("inf")'
    return str(int(value)) + "." if float(value).is_integer() and abs(value) < 1e6 else repr(value)


def place_text(index: Sequence[int], names: Sequence[str]) -> str:
    """Say which entry of the result is meant."""
    parts = [f"{name} = {i}" for name, i in zip(names, index, strict=False)]
    rest = ", ".join(map(str, index[len(names) :]))
    return ", ".join([*parts, f"entry ({rest})"])


def name_of(function: Any) -> str:
    """Return what a function is called in a message: of a partial one with the options that are bound.

    An object that is called is told from others of its class by what it holds.

    >>> name_of(partial(sorted, reverse=True)), name_of(sorted)
    ('sorted(reverse=True)', 'sorted')
    """
    if isinstance(function, partial):
        return _with_options(function, _own_name(function.func), "")
    return _own_name(function)


def call_of(function: Any, arguments: str) -> str:
    """Write a call of a function as Python, with the options that are bound.

    >>> call_of(partial(sorted, reverse=True), "Q"), call_of(sorted, "Q")
    ('sorted(Q, reverse=True)', 'sorted(Q)')
    """
    if isinstance(function, partial):
        return _with_options(function, _variable(function.func), arguments)
    return f"{_variable(function)}({arguments})"


def what_is_called(function: Any) -> list[str]:
    """Say what a function is that is called by another name than a message gives it."""
    plain = function.func if isinstance(function, partial) else function
    name, own = _variable(plain), _own_name(plain)
    return [f"# {name} is {own}"] if name != own else []


def _with_options(function: partial[Any], name: str, arguments: str) -> str:
    bound = [*map(reprlib.repr, function.args), *filter(None, [arguments])]
    bound += [f"{option}={reprlib.repr(value)}" for option, value in function.keywords.items()]
    return f"{name}({', '.join(bound)})"


def _own_name(function: Any) -> str:
    if _is_method(function):
        return f"{_own_name(function.__self__)}.{function.__name__}"
    name = getattr(function, "__name__", None)
    if name is None:
        held = [(key, value) for key, value in getattr(function, "__dict__", {}).items() if not key.startswith("_")]
        shown = [f"{key}={' '.join(reprlib.repr(value).split())}" for key, value in held[:MOST_HELD]]
        return f"{type(function).__name__}({', '.join([*shown, *(['…'] if len(held) > MOST_HELD else [])])})"
    return "f" if name == "<lambda>" else str(name)


def _variable(function: Any) -> str:
    """Return the name under which a function can be called: of an object that of a variable of its module; else f."""
    if _is_method(function):
        owner = _variable(function.__self__)
        return "f" if owner == "f" else f"{owner}.{function.__name__}"
    if hasattr(function, "__name__"):
        return _own_name(function)
    module = sys.modules.get(type(function).__module__)
    return next((name for name, value in vars(module).items() if value is function), "f") if module else "f"


def _is_method(function: Any) -> bool:
    return hasattr(function, "__func__") and not isinstance(function.__self__, type)


def sizes_text(sizes: Mapping[str, int]) -> str:
    """Write sizes: b = 1, n = 2."""
    return ", ".join(f"{name} = {sizes[name]}" for name in sorted(sizes))
