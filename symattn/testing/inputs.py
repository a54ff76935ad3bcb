"""Inputs that find bugs: the sizes, profiles of numbers and shapes of masks at which attention goes wrong in practice.

Sizes are drawn independently, from both sides of 8, 16 and 32. A profile says what the numbers are like; a mask hides
the first tiles, shows one key, a prefix or a suffix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from math import prod
from typing import Any

import numpy as np
from sympy import Basic, MatrixSymbol, Symbol

from symattn.errors import UsageError
from symattn.language.base.dims import is_dim
from symattn.language.base.symbols import MaskSymbol, SquareSymbol
from symattn.language.inspection import declarations
from symattn.numeric.bindings import family_shape
from symattn.primitives.heads.word import MatrixFamily
from symattn.testing.layouts import Layout, Signature, read_signature, size_at
from symattn.testing.libraries import VIEWS
from symattn.testing.number_types import NumberType

Array = np.ndarray[Any, Any]
SIZES = (1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33)
BATCH = (1, 2, 3)
LARGEST_SIZE = 10_000  # that may be asked for
#: How many matrices one call may have, and how many numbers the largest of them, so that the exact side keeps up.
MOST_SLICES, MOST_NUMBERS = 6, 20_000
#: How often numbers are made smaller until nothing leaves the range of the type.
ATTEMPTS = 12


@dataclass(frozen=True)
class Instance:
    """Hold the values of one call: matrices with their batch axes first, in float64, by the names of the symbols."""

    sizes: Mapping[str, int]
    values: Mapping[str, Array]
    profile: str = "grid"
    view: str = "plain"
    empty: Array | None = field(default=None, compare=False)

    def at(self, signature: Signature, place: Mapping[str, int]) -> dict[str, Array]:
        """Return the matrices at one place of the batch."""
        return {
            layout.written.name: layout.slice_of(self.values[layout.written.name], place) for layout in signature.inputs
        }


@dataclass(frozen=True)
class Drawn:
    """Hold values for the symbols of a theorem, one set for each place of the batch.

    What is computed of them is kept by their ``number``, as which they were drawn; ``changed`` tells those apart that
    were changed since.
    """

    sizes: Mapping[str, int]
    values: Mapping[tuple[int, ...], Mapping[Basic, Any]]
    profile: str
    view: str
    number: int | str = 0
    quarters: int = 0
    changed: str = ""


@dataclass(frozen=True)
class Problem:
    """Hold an expression whose symbols are the arguments of a function, and how its arrays lie.

    ``choices`` are the sizes that may be drawn, ``domain`` what the values of a symbol may be, and ``shapes`` how many
    different sets of sizes there are; any number where it is None.
    """

    expr: Basic
    signature: Signature
    symbols: Mapping[str, Basic]
    choices: Mapping[str, Sequence[int]]
    domain: Mapping[str, tuple[float, float]]
    shapes: int | None = None

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """The names of the sizes of the expression."""
        return tuple(str(size) for size in declarations(self.expr, *self.symbols.values()).sizes)

    def masks(self) -> list[str]:
        """Return the names of the arguments that are masks."""
        return [name for name, symbol in self.symbols.items() if isinstance(symbol, MaskSymbol)]


def read_problem(
    expr: Basic,
    signature: str,
    sizes: Mapping[Any, Any] | None = None,
    domain: Mapping[Any, tuple[float, float]] | None = None,
    shape_count: int | None = None,
    others: Sequence[Basic] = (),
) -> Problem:
    """Read an expression with the signature of a function that is to compute it.

    ``others`` are symbols that are arguments too, though the expression does not mention them.
    Raise UsageError where a symbol has no argument, or can be no argument.

    >>> from symattn import RowSoftmax, dims
    >>> problem = read_problem(RowSoftmax(MatrixSymbol("A", *dims("r n"))), "A: b r n -> b r n")
    >>> problem.sizes, list(problem.symbols)
    (('n', 'r'), ['A'])
    """
    if not isinstance(expr, Basic):
        raise UsageError(f"an expression of symattn is compared with, not {expr!r}")
    if not isinstance(signature, str):
        raise UsageError(f"a signature is a text, as 'Q: r ell, K: n ell -> r n', not {signature!r}")
    found = declarations(expr, *others)
    arguments: dict[str, Basic] = {}
    for symbol in found.all():
        if symbol in found.sizes and f"{symbol}:" not in signature.replace(" ", ""):
            continue
        if not isinstance(symbol, MatrixSymbol | Symbol | MatrixFamily) or isinstance(symbol, SquareSymbol):
            raise UsageError(f"{symbol} is a {type(symbol).__name__}, which can be no argument; put a matrix for it")
        arguments[str(getattr(symbol, "name", symbol))] = symbol
    shapes = {name: _shape(symbol) for name, symbol in arguments.items()}
    result = tuple(expr.shape) if getattr(expr, "is_Matrix", False) else ()
    names = [str(size) for size in found.sizes]
    read = read_signature(signature, shapes, result, names)
    settled = {str(s) for shape in (*shapes.values(), result) for size in shape for s in size.free_symbols}
    for name in names:
        if name not in settled and name not in arguments:
            raise UsageError(f"the size {name} stands in no shape and is no argument; put a number for it")
    if not isinstance(sizes or {}, Mapping):
        raise UsageError(f"sizes= is a mapping from sizes to numbers, not {sizes!r}")
    choices = {str(name): _as_choices(name, given) for name, given in (sizes or {}).items()}
    for name in choices:
        if name not in names and name not in read.batch:
            raise UsageError(f"sizes= names {name}, which is neither a size of the expression nor a batch axis")
    limits = {str(getattr(symbol, "name", symbol)): pair for symbol, pair in (domain or {}).items()}
    for name, pair in limits.items():
        if name not in arguments:
            raise UsageError(f"domain= names {name}, which is no argument")
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not float(pair[0]) <= float(pair[1]):
            raise UsageError(f"the domain of {name} is a least and a greatest number, as (0, 1), not {pair!r}")
    if shape_count is not None and (not isinstance(shape_count, int) or shape_count < 1):
        raise UsageError(f"shapes= is how many different sets of sizes are used, at least 1, not {shape_count!r}")
    return Problem(expr, read, arguments, choices, limits, shape_count)


def _as_choices(name: object, given: Any) -> tuple[int, ...]:
    every = tuple(given) if isinstance(given, Iterable) else (given,)
    if not every or not all(isinstance(size, int) and 0 < size <= LARGEST_SIZE for size in every):
        raise UsageError(f"the sizes for {name} are positive integers up to {LARGEST_SIZE:,}, not {given!r}")
    return every


def _shape(symbol: Any) -> tuple[Any, ...]:
    if isinstance(symbol, MatrixFamily):
        return family_shape(symbol)
    return tuple(symbol.shape) if isinstance(symbol, MatrixSymbol) else ()


# Profiles: (generator, shape, which argument, scale of the type) → numbers


def _grid(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return np.asarray(rng.integers(-8, 9, size=shape) / 4.0)


def _normal(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return rng.normal(size=shape)


def _large(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return 8 * rng.normal(size=shape)


def _huge(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    """All of one sign, so that all products of the first two arguments are huge and negative."""
    sign = -1.0 if which == 1 else 1.0
    return sign * (192 + 8 * rng.random(size=shape)) if which < 2 else rng.normal(size=shape)


def _huge_positive(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return np.abs(_huge(rng, shape, which, scale)) if which < 2 else rng.normal(size=shape)


def _offset(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return np.asarray(24 * rng.choice([-1.0, 1.0]) + rng.normal(size=shape))


def _ties(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    if not shape:
        return np.array(1.0)
    two = rng.integers(-4, 5, size=(2, *shape[-1:])) / 2.0
    rows: Array = two[rng.integers(0, 2, size=shape[:-1])]
    return rows


def _sparse(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return np.where(rng.random(size=shape) < 0.75, 0.0, 4 * rng.normal(size=shape))


def _tiny(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return scale * rng.normal(size=shape)


def _spike(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    """One row stands out, so that one key has nearly all the weight and the others tiny ones."""
    values = rng.normal(size=shape)
    if len(shape) > 1:
        values[..., rng.integers(shape[-2]), :] *= 12
    return values


def _levels(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    """Rows far from 0 and from each other: exponentials that are not taken of differences are no numbers."""
    levels = rng.choice([-1024.0, 0.0, 1024.0], size=(*shape[:-1], 1) if shape else ())
    return np.asarray(levels + rng.normal(size=shape))


PROFILES: dict[str, Callable[[np.random.Generator, tuple[int, ...], int, float], Array]] = {
    "grid": _grid,
    "normal": _normal,
    "huge": _huge,
    "ties": _ties,
    "large": _large,
    "sparse": _sparse,
    "offset": _offset,
    "tiny": _tiny,
    "huge positive": _huge_positive,
    "spike": _spike,
    "levels": _levels,
}


# Masks: which keys are seen


def _first_tiles_hidden(rng: np.random.Generator, rows: int, keys: int) -> Array:
    seen = rng.random((rows, keys)) < 0.7
    seen[:, : min(keys - 1, int(rng.choice([1, 4, 8, 16, 32])))] = False
    return seen


def _one_key(rng: np.random.Generator, rows: int, keys: int) -> Array:
    return np.asarray(np.arange(keys) == rng.integers(keys, size=(rows, 1)))


def _prefix(rng: np.random.Generator, rows: int, keys: int) -> Array:
    return np.broadcast_to(np.arange(keys) < rng.integers(1, keys + 1), (rows, keys))


def _suffix(rng: np.random.Generator, rows: int, keys: int) -> Array:
    return np.broadcast_to(np.arange(keys) >= rng.integers(keys), (rows, keys))


def _staircase(rng: np.random.Generator, rows: int, keys: int) -> Array:
    return np.asarray(np.arange(keys) <= np.arange(rows)[:, None])


def _any_keys(rng: np.random.Generator, rows: int, keys: int) -> Array:
    return np.asarray(rng.random((rows, keys)) < 0.5)


def _all_keys(rng: np.random.Generator, rows: int, keys: int) -> Array:
    return np.ones((rows, keys), dtype=bool)


MASKS = (_any_keys, _first_tiles_hidden, _one_key, _prefix, _suffix, _staircase, _all_keys)


def mask_values(rng: np.random.Generator, shape: tuple[int, ...], pattern: int) -> Array:
    """Draw masks, 0 where a key is seen and −∞ elsewhere, with a key in every row."""
    *batch, rows, keys = shape
    masks = np.empty((prod(batch), rows, keys))
    for slice_ in masks:
        seen = np.array(MASKS[pattern % len(MASKS)](rng, rows, keys))
        blind = ~seen.any(axis=1)
        seen[blind, rng.integers(keys, size=int(blind.sum()))] = True
        slice_[...] = np.where(seen, 0.0, -np.inf)
    return masks.reshape(shape)


# Instances


def draw(problem: Problem, kind: NumberType, seed: int, number: int, empty: bool = False) -> Instance:
    """Draw the instance with a number: sizes, then values of a profile; with ``empty`` some rows see no key.

    The second one has the sizes of the first, so that a function that keeps what it once computed is found.
    """
    rng = np.random.default_rng([seed, number])
    first = 0 if number == 1 else number
    source = np.random.default_rng([seed, 0]) if number == 1 else rng
    sizes = _draw_sizes(problem, *shape_source(problem.shapes, seed, first, source))
    profile = list(PROFILES)[number % len(PROFILES)]
    view = VIEWS[(number // 2 + number // len(PROFILES)) % len(VIEWS)]
    values: dict[str, Array] = {}
    hidden: Array | None = None
    for which, layout in enumerate(problem.signature.inputs):
        name = layout.written.name
        symbol = problem.symbols[name]
        shape = _sampled_shape(layout, sizes)
        if isinstance(symbol, MaskSymbol):
            drawn = mask_values(rng, shape, number)
            if empty:
                hidden = rng.random(shape[:-1]) < 0.5
                hidden.reshape(-1)[int(rng.integers(hidden.size))] = True
                drawn[hidden] = -np.inf
        elif is_dim(symbol):
            drawn = np.array(float(sizes[name]))
        elif isinstance(symbol, Symbol):
            drawn = _number(problem, rng, symbol, shape)
        else:
            scale = 2.0**-6 if kind.smallest > 2.0**-20 else 2.0**-24
            drawn = PROFILES[profile](rng, shape, which, scale)
        if name in problem.domain:
            low, high = problem.domain[name]
            drawn = np.clip(drawn, low, high) if rng.random() < 0.5 else rng.uniform(low, high, size=shape)
        full = (*layout.batch_shape(sizes), *layout.matrix_shape(sizes))
        values[name] = np.array(np.broadcast_to(kind.rounded(drawn), full))
    return Instance(sizes, values, profile, view, hidden)


def _number(problem: Problem, rng: np.random.Generator, symbol: Symbol, shape: tuple[int, ...]) -> Array:
    if symbol.is_integer:
        return rng.integers(1 if symbol.is_positive else 0 if symbol.is_nonnegative else -4, 5, size=shape).astype(
            float
        )
    drawn: Array = np.asarray(rng.integers(-16, 17, size=shape) / 8.0 if rng.random() < 0.5 else rng.normal(size=shape))
    if symbol.is_positive or symbol.is_nonnegative:
        drawn = np.abs(drawn) + (0.125 if symbol.is_positive else 0.0)
    return np.where(drawn == 0, 1.0, drawn) if symbol.is_zero is False else drawn


def _sampled_shape(layout: Layout, sizes: Mapping[str, int]) -> tuple[int, ...]:
    matrix = (1 if k in layout.constant else size for k, size in enumerate(layout.matrix_shape(sizes)))
    return (*layout.batch_shape(sizes), *matrix)


def _draw_sizes(problem: Problem, rng: np.random.Generator, number: int) -> dict[str, int]:
    """Draw the sizes of an instance; every third one is small throughout, so that its batch may be larger."""
    small = number % 3 != 2
    names = sorted({*problem.sizes, *problem.signature.batch}, key=str)
    for attempt in count():
        sizes = {}
        for name in names:
            usual = BATCH if name in problem.signature.batch else SIZES[:8] if small else SIZES
            sizes[name] = int(rng.choice(problem.choices.get(name, usual)))
        if number % 4 == 3:
            make_one(sizes, problem.choices, number // 4)
        slices = prod(sizes[name] for name in problem.signature.batch)
        largest = max(
            prod(layout.array_shape(sizes)) for layout in (*problem.signature.inputs, problem.signature.output)
        )
        if attempt > 50 or (slices <= (MOST_SLICES if small else 2) and largest <= MOST_NUMBERS):
            return sizes
    raise AssertionError


def shape_source(
    shapes: int | None, seed: int, number: int, rng: np.random.Generator
) -> tuple[np.random.Generator, int]:
    """Return from what the sizes of an instance are drawn, and as which instance: the same ones again after some."""
    return (rng, number) if shapes is None else (np.random.default_rng([seed, number % shapes, 2]), number % shapes)


def make_one(sizes: dict[str, int], choices: Mapping[str, Sequence[int]], turn: int) -> None:
    """Make one of the sizes 1, by turns: each is 1 beside others that are larger."""
    names = [name for name in sorted(sizes) if 1 in choices.get(name, (1,))]
    if names:
        sizes[names[turn % len(names)]] = 1


def smaller(instance: Instance, problem: Problem, kind: NumberType) -> Instance:
    """Return the instance with its numbers at a quarter, masks and numbers as they are."""
    values = {
        name: value
        if not isinstance(problem.symbols[name], MatrixSymbol) or isinstance(problem.symbols[name], MaskSymbol)
        else kind.rounded(value / 4)
        for name, value in instance.values.items()
    }
    return replace(instance, values=values)


def places(signature: Signature, sizes: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Yield every place of the batch."""
    names = signature.output.batch
    for index in np.ndindex(*(sizes[name] for name in names)):
        yield dict(zip(names, index, strict=True))


def size_values(problem: Problem, sizes: Mapping[str, int]) -> dict[Basic, int]:
    """Return the values of the size symbols of an expression."""
    return {size: size_at(size, sizes) for size in declarations(problem.expr).sizes}
