"""How the arrays of a function under test lie in memory: strings whose axis names are the sizes of the expression.

``"Q: b h r ell, K: b h n ell -> b h r n"`` says that Q is an r×ell matrix for each b and each h. A name that is no size
of the expression is a batch axis; ``(H ell)`` is one axis made of two, the first outermost; ``()`` is a number;
``n'`` is the second n of an n×n matrix. A matrix whose size is missing is constant along it. A size 2*h is ``(h 2)``,
or ``(2 h)`` where all first places of the pairs come before all second ones; ``1`` is an axis of length 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from typing import Any, TypeAlias

import numpy as np
from sympy import Basic, Expr, Integer, Mul, sympify

from symattn.errors import UsageError, shape_text

#: A part of an axis after it was looked up: ("batch", name), or the axis of the matrix and the place in its size.
Part: TypeAlias = tuple[str, str] | tuple[int, int]

_TOKEN = re.compile(r"\s*(\(|\)|[^\s()]+)")
_NAME = re.compile(r"[^\W\d]\w*'?(\+[^\W\d]\w*|\+\d+)*|[1-9]\d*(\+[^\W\d]\w*)*")


@dataclass(frozen=True)
class Written:
    """Hold one array of a signature as it was written: its name and its axes, each a tuple of names."""

    name: str
    axes: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        axes = " ".join(axis[0] if len(axis) == 1 else f"({' '.join(axis)})" for axis in self.axes) or "()"
        return f"{self.name}: {axes}" if self.name else axes


def parse_signature(text: str) -> tuple[tuple[Written, ...], Written]:
    """Read a signature: the arrays that go in, in the order of the arguments, and the one that comes out.

    Raise UsageError for a text that is none, with the part that is meant.

    >>> inputs, output = parse_signature("X: b n (H ell), c: () -> b n")
    >>> [str(array) for array in inputs], str(output)
    (['X: b n (H ell)', 'c: ()'], 'b n')
    """
    if not isinstance(text, str) or text.count("->") != 1:
        raise UsageError(f"a signature has one arrow, as in 'Q: r ell, K: n ell -> r n', not {text!r}")
    before, after = text.split("->")
    inputs = []
    for part in before.split(","):
        name, colon, axes = part.partition(":")
        if not colon or not name.strip():
            raise UsageError(f"{part.strip()!r} in the signature names no array: write 'Q: r ell'")
        inputs.append(Written(name.strip(), _axes(name.strip(), axes)))
    names = [array.name for array in inputs]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{name} occurs twice in the signature")
    return tuple(inputs), Written("", _axes("the result", after))


def names_of(signature: str) -> list[str]:
    """Return the names of the arguments, of a text that may not be right yet.

    >>> names_of("Q: b r ell, c: () -> b r")
    ['Q', 'c']
    """
    return [part.partition(":")[0].strip() for part in str(signature).partition("->")[0].split(",")]


def _axes(owner: str, text: str) -> tuple[tuple[str, ...], ...]:
    """Read the axes of one array; a name may occur once."""
    axes: list[tuple[str, ...]] = []
    inner: list[str] | None = None
    tokens = [match[1] for match in _TOKEN.finditer(text)]
    if not tokens:
        raise UsageError(f"{owner} has no axes in the signature; a number is written ()")
    for token in tokens:
        if token == "(" and inner is None:
            inner = []
        elif token == ")" and inner is not None:
            axes.append(tuple(inner))
            inner = None
        elif token in "()" or not _NAME.fullmatch(token):
            raise UsageError(f"{token!r} cannot stand in the axes of {owner}: {text.strip()!r}{_instead(token)}")
        elif inner is not None:
            inner.append(token)
        else:
            axes.append((token,))
    if inner is not None:
        raise UsageError(f"a bracket of the axes of {owner} is not closed: {text.strip()!r}")
    names = [name for axis in axes for name in axis if not name.isdigit()]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"the axis {name} of {owner} is written twice; the second n of an n×n matrix is n'")
    if () in axes and len(axes) > 1:
        raise UsageError(f"() is a number, and {owner} has other axes beside it: {text.strip()!r}")
    return tuple(axis for axis in axes if axis)


def _instead(token: str) -> str:
    """Say how an axis is written that has a product for its size.

    >>> _instead("2*h"), _instead("n-1")
    ('; a product stands in brackets, its outer part first: (h 2) or (2 h)', '')
    """
    parts = sorted(token.split("*"), key=str.isdigit)
    if len(parts) < 2 or not all(map(_NAME.fullmatch, parts)):
        return ""
    one, other = " ".join(parts), " ".join(reversed(parts))
    return f"; a product stands in brackets, its outer part first: ({one}) or ({other})"


@dataclass(frozen=True)
class Layout:
    """Tell how an array holds a matrix for each value of its batch axes.

    ``shape`` is the declared shape of the matrix, in sizes; ``parts`` says what each axis of the array is made of.
    """

    written: Written
    shape: tuple[Expr, ...]
    parts: tuple[tuple[Part, ...], ...]

    @property
    def name(self) -> str:
        """The name of the array, or "the result"."""
        return self.written.name or "the result"

    @cached_property
    def batch(self) -> tuple[str, ...]:
        """The batch axes, in the order of the array."""
        return tuple(str(part[1]) for axis in self.parts for part in axis if part[0] == "batch")

    @cached_property
    def constant(self) -> tuple[int, ...]:
        """The axes of the matrix that the array does not have: it is constant along these."""
        held = {part[0] for axis in self.parts for part in axis}
        return tuple(k for k in range(len(self.shape)) if k not in held)

    def array_shape(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """Return the shape of the array at given sizes of the batch axes and of the sizes of the expression."""
        return tuple(prod(self._length(part, sizes) for part in axis) for axis in self.parts)

    def matrix_shape(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """Return the shape of the matrix at given sizes."""
        return tuple(size_at(size, sizes) for size in self.shape)

    def batch_shape(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """Return the lengths of the batch axes."""
        return tuple(sizes[name] for name in self.batch)

    def pack(self, values: np.ndarray[Any, Any], sizes: Mapping[str, int]) -> np.ndarray[Any, Any]:
        """Return the array that holds matrices, given with their batch axes first.

        Along an axis that the array does not have the first entries are taken.
        """
        values = values[(slice(None),) * len(self.batch) + tuple(self._kept(k) for k in range(len(self.shape)))]
        order = self._canonical()
        split = values.reshape([self._length(part, sizes) for part in order])
        mixed = split.transpose([order.index(part) for axis in self.parts for part in axis])
        return mixed.reshape(self.array_shape(sizes))

    def unpack(self, array: np.ndarray[Any, Any], sizes: Mapping[str, int]) -> np.ndarray[Any, Any]:
        """Return the matrices that an array holds, with the batch axes first."""
        written, order = [part for axis in self.parts for part in axis], self._canonical()
        split = array.reshape([self._length(part, sizes) for part in written])
        mixed = split.transpose([written.index(part) for part in order])
        one = (1 if k in self.constant else size for k, size in enumerate(self.matrix_shape(sizes)))
        return mixed.reshape((*self.batch_shape(sizes), *one))

    def turned(self) -> Layout:
        """Return the layout whose axes of two parts have the other part first, as (rep g) for (g rep)."""
        written = Written(self.written.name, tuple(axis[::-1] for axis in self.written.axes))
        return Layout(written, self.shape, tuple(axis[::-1] for axis in self.parts))

    def slice_of(self, values: np.ndarray[Any, Any], place: Mapping[str, int]) -> np.ndarray[Any, Any]:
        """Return the matrix at one place of the batch, out of matrices with the batch axes first."""
        found: np.ndarray[Any, Any] = values[tuple(place[name] for name in self.batch)]
        return found

    def _kept(self, k: int) -> slice:
        return slice(0, 1) if k in self.constant else slice(None)

    def _canonical(self) -> list[Part]:
        """List the parts as they stand in matrices with the batch axes first."""
        own = sorted(part for axis in self.parts for part in axis if part[0] != "batch")
        return [*(("batch", name) for name in self.batch), *own]

    def _length(self, part: Part, sizes: Mapping[str, int]) -> int:
        if part[0] == "batch":
            return sizes[str(part[1])]
        axis, place = int(part[0]), int(part[1])
        return size_at(factors_of(self.shape[axis])[place], sizes)


@dataclass(frozen=True)
class Signature:
    """Hold the layouts of the arguments, in their order, and of the result."""

    inputs: tuple[Layout, ...]
    output: Layout

    @cached_property
    def batch(self) -> tuple[str, ...]:
        """The batch axes of all arrays, each once."""
        return tuple(dict.fromkeys(name for layout in self.inputs for name in layout.batch))

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The batch axes, those of the result first; the result is summed over the others."""
        return tuple(dict.fromkeys((*self.output.batch, *self.batch)))

    def turned(self) -> Signature | None:
        """Return the signature whose axes of two parts have the other part first; None where there are none."""
        every = tuple(layout.turned() for layout in (*self.inputs, self.output))
        return Signature(every[:-1], every[-1]) if every != (*self.inputs, self.output) else None

    def layout(self, name: str) -> Layout:
        """Return the layout of an argument."""
        return next(layout for layout in self.inputs if layout.written.name == name)


def read_signature(
    text: str,
    arrays: Mapping[str, Sequence[Expr]],
    result: Sequence[Expr],
    sizes: Sequence[str] | None = None,
    summed: bool = False,
) -> Signature:
    """Read a signature whose arrays are declared with their shapes; raise UsageError, naming the axis that is wrong.

    ``sizes`` names the sizes of the expression; by default those that the shapes mention. With ``summed`` the result
    may lack batch axes of the arguments.

    >>> from symattn import dims
    >>> r, n, ell = dims("r n ell")
    >>> signature = read_signature("Q: b r ell, K: n b ell -> b r n", {"Q": (r, ell), "K": (n, ell)}, (r, n))
    >>> signature.batch, signature.layout("K").array_shape({"b": 2, "n": 5, "ell": 3})
    (('b',), (5, 2, 3))
    >>> read_signature("Q: b r n, K: n ell -> b r n", {"Q": (r, ell), "K": (n, ell)}, (r, n))
    Traceback (most recent call last):
    symattn.errors.UsageError: the axis n of Q is a size of the expression, but Q is r×ell
    """
    inputs, output = parse_signature(text)
    shapes = {name: tuple(sympify(size) for size in shape) for name, shape in arrays.items()}
    result = tuple(sympify(size) for size in result)
    if sizes is None:
        mentioned = [s for shape in (*shapes.values(), result) for size in shape for s in size.free_symbols]
        sizes = sorted({str(symbol) for symbol in mentioned})
    for written in inputs:
        if written.name not in shapes:
            known = ", ".join(shapes) or "none"
            raise UsageError(f"{written.name} is no symbol of the expression, which has {known}")
    for name in shapes:
        if name not in {written.name for written in inputs}:
            raise UsageError(f"the signature has no argument for {name}")
    layouts = tuple(_layout(written, shapes[written.name], set(sizes)) for written in inputs)
    signature = Signature(layouts, _layout(output, result, set(sizes)))
    _check_result(signature, summed)
    return signature


def _layout(written: Written, shape: tuple[Expr, ...], sizes: set[str]) -> Layout:
    owner = written.name or "the result"
    places: dict[str, list[Part]] = {}
    for k, size in enumerate(shape):
        factors = factors_of(size)
        for place, factor in enumerate(factors):
            if factor != 1:
                places.setdefault(_key(factor), []).append((k, place))
    parts = []
    for axis in written.axes:
        found: list[Part] = []
        for name in axis if axis != ("1",) else ():  # an axis of length 1 is made of nothing
            key, second = _key(name.rstrip("'")), name.endswith("'")
            own = places.get(key, [])
            if own and second < len(own) and (not second or len(own) == 2):
                found.append(own[second])
            elif (own and second) or key in sizes or not key.isidentifier():
                says = "is a size of the expression" if key in sizes and not second else "stands for no size of it"
                hint = _of_fixed_size(name, shape)
                raise UsageError(f"the axis {name} of {owner} {says}, but {owner} is {_text(shape)}{hint}")
            elif second:
                raise UsageError(f"the axis {name} of {owner} is the second {key}, but {key} is no size of {owner}")
            else:
                found.append(("batch", name))
        parts.append(tuple(found))
    held = [part for axis in parts for part in axis]
    for k, size in enumerate(shape):
        needed = [(k, place) for place, factor in enumerate(factors_of(size)) if factor != 1]
        if 0 < sum(part in held for part in needed) < len(needed):
            raise UsageError(f"the size {size} of {owner} is there in part: {written}")
    return Layout(written, shape, tuple(parts))


def _of_fixed_size(name: str, shape: tuple[Expr, ...]) -> str:
    """Say how an axis is written that has a number for one size of a sum, as 1+k has for r + k."""
    numbers = [term for term in name.split("+") if term.isdecimal()]
    for size in shape:
        replaced = {str(term) for term in size.args} - set(name.split("+"))
        if size.is_Add and len(numbers) == len(replaced) == 1:
            (number,), (symbol,) = numbers, replaced
            return f"; write {name.replace(number, symbol)} and {symbol}, with sizes={{'{symbol}': {number}}}"
    return ""


def _check_result(signature: Signature, summed: bool) -> None:
    """Check that the result has every batch axis of the arguments, and every size that it is not 1 along."""
    output, known = signature.output, signature.batch
    for name in () if summed else known:
        if name not in output.batch:
            owner = next(layout.name for layout in signature.inputs if name in layout.batch)
            raise UsageError(f"the axis {name} of {owner} is missing in the result, and is no size of the expression")
    for name in output.batch:
        if name not in known:
            raise UsageError(f"the axis {name} of the result stands in no argument, and is no size of the expression")
    for k in output.constant:
        if output.shape[k] != 1:
            raise UsageError(f"the result is {_text(output.shape)}, and has no axis for {output.shape[k]}")


def factors_of(size: Expr) -> tuple[Expr, ...]:
    """Return what an axis of a size may be made of, outermost first: of 2*h the pairs, then the places in a pair.

    >>> from symattn import dims
    >>> h, n = dims("h n")
    >>> factors_of(2*h), factors_of(h), factors_of(n + 1)
    ((h, 2), (h,), (n + 1,))
    """
    if not isinstance(size, Mul):
        return (size,)
    numbers = [factor for factor in size.args if isinstance(factor, Integer)]
    return (*sorted((f for f in size.args if not isinstance(f, Integer)), key=str), *numbers)


def size_at(size: Basic, sizes: Mapping[str, int]) -> int:
    """Return a size at given values of its symbols, by their names."""
    if isinstance(size, Integer):
        return int(size)
    found = sizes.get(size_name(size))
    if found is not None:
        return found
    return int(size.subs({symbol: sizes[size_name(symbol)] for symbol in size.free_symbols}))


@lru_cache(maxsize=4096)
def size_name(size: Basic) -> str:
    """Return a size as it is written; the printer is slow, and every array of every call is asked for its sizes."""
    return str(size)


def _key(size: Basic | str) -> str:
    """Return one spelling of a size: the terms of a sum in order."""
    return "+".join(sorted(str(size).replace(" ", "").split("+")))


def _text(shape: Sequence[Expr]) -> str:
    return shape_text(shape) if shape else "a number"
