"""Inputs that find bugs: the sizes, profiles of numbers and shapes of masks at which attention goes wrong in practice.

Sizes are drawn independently, from both sides of 8, 16 and 32. A profile says what the numbers are like; a mask hides
the first tiles, shows one key, a prefix or a suffix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import count
from math import prod
from typing import Any

import numpy as np
from sympy import Basic, MatrixSymbol, Symbol, sympify

from symattn.errors import UsageError
from symattn.language.base.dims import is_dim
from symattn.language.base.symbols import MaskSymbol, SquareSymbol
from symattn.language.inspection import declarations
from symattn.primitives.heads.word import MatrixFamily
from symattn.testing.layouts import Layout, Signature, names_of, read_signature, size_at
from symattn.testing.libraries import VIEWS
from symattn.testing.number_types import NumberType
from symattn.testing.relations import shape_of

Array = np.ndarray[Any, Any]
SIZES = (1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33)
#: On both sides of the usual tiles: one size is one of these in one instance of five.
LARGER = (15, 31, 32, 63, 64, 65, 127, 128, 129)
#: Up to this size of tiles, sizes of three and four tiles are drawn too.
MANY_TILES = 32
#: The instances of a run in which one inner size is long, so that it has many tiles of any usual size.
LONG_AT = (10, 11)
#: One long size is between these, another one by turns; the other leaves a last tile of one for tiles of 2, 4, …, 128.
LONG, LONG_STEP, ONE_MORE = (130, 300), 51, 129
BATCH = (1, 2, 3)
LARGEST_SIZE = 10_000  # that may be asked for
#: How many matrices one call may have, and how many numbers the largest of them, so that the exact side keeps up.
MOST_SLICES, MOST_NUMBERS = 6, 20_000
#: How often numbers are made smaller until nothing leaves the range of the type.
ATTEMPTS = 12


@dataclass(frozen=True)
class Instance:
    """Hold the values of one call: matrices with their batch axes first, in float64, by the names of the symbols.

    ``number`` is as which of a run it was drawn.
    """

    sizes: Mapping[str, int]
    values: Mapping[str, Array]
    profile: str = "grid"
    view: str = "plain"
    empty: Array | None = field(default=None, compare=False)
    number: int = field(default=0, compare=False)

    def at(self, signature: Signature, place: Mapping[str, int]) -> dict[str, Array]:
        """Return the matrices at one place of the batch."""
        return {
            layout.written.name: layout.slice_of(self.values[layout.written.name], place) for layout in signature.inputs
        }


@dataclass(frozen=True)
class Drawn:
    """Hold values for the symbols of a theorem, one set for each place of the batch; ``number`` is as which drawn."""

    sizes: Mapping[str, int]
    values: Mapping[tuple[int, ...], Mapping[Basic, Any]]
    profile: str
    view: str
    number: int = 0

    @cached_property
    def content(self) -> str:
        """A digest of the values, under which what is computed of them is kept."""
        every = (value for place in self.values.values() for value in place.values())
        return sha256(b"".join(map(_bytes, every))).hexdigest()


@dataclass(frozen=True)
class Problem:
    """Hold an expression whose symbols are the arguments of a function, and how its arrays lie.

    ``choices`` are the sizes that may be drawn, ``domain`` what the values of a symbol may be, and ``shapes`` how many
    different sets of sizes there are; any number where it is None. Sizes are drawn around ``tile``, arrays lie in
    memory as ``views`` says, and masks are of these ``kinds``.
    """

    expr: Basic
    signature: Signature
    symbols: Mapping[str, Basic]
    choices: Mapping[str, Sequence[int]]
    domain: Mapping[str, tuple[Any, Any]]
    shapes: int | None = None
    tile: int | None = None
    views: tuple[str, ...] = VIEWS
    kinds: tuple[str, ...] = ()

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """The names of the sizes of the expression; a length of which each place of the batch has one is none."""
        each = {layout.written.name for layout in self.signature.inputs if layout.batch and not layout.shape}
        found = (str(size) for size in declarations(self.expr, *self.symbols.values()).sizes)
        return tuple(name for name in found if name not in each)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The sizes that count the rows of an argument."""
        firsts = {str(layout.shape[0]) for layout in self.signature.inputs if layout.shape}
        return tuple(name for name in self.sizes if name in firsts)

    @cached_property
    def outer(self) -> frozenset[str]:
        """The sizes that count the rows of the result."""
        return frozenset(_names(*self.signature.output.shape[:1]))

    @cached_property
    def inner(self) -> str | None:
        """The size over which is summed in tiles: what counts the rows of several arguments, keys before queries.

        Where there is none, as of a softmax or a norm, it is the width of the first argument.
        """
        shapes = [layout.shape for layout in self.signature.inputs if len(layout.shape) > 1]
        rows = [name for shape in shapes for name in _names(shape[-2]) if name in self.sizes]
        several = [name for name in dict.fromkeys(rows) if rows.count(name) > 1]
        widths = [name for shape in shapes[:1] for name in _names(shape[-1]) if name in self.sizes]
        found = [name for name in several if name not in self.outer] or several or widths
        return found[0] if found else None

    def masks(self) -> list[str]:
        """Return the names of the arguments that are masks."""
        return [name for name, symbol in self.symbols.items() if isinstance(symbol, MaskSymbol)]

    def limits(self, name: str, sizes: Mapping[str, int]) -> tuple[float, float] | None:
        """Return the least and the greatest value of an argument at given sizes, where they are declared."""
        if name not in self.domain:
            return None
        low, high = (float(size_at(sympify(end), sizes)) if not _is_number(end) else end for end in self.domain[name])
        return float(low), float(high)

    def within(self, rng: np.random.Generator, symbol: Any, drawn: Any, sizes: Mapping[str, int]) -> Any:
        """Return what was drawn for a symbol, or else what its domain allows."""
        limits = self.limits(str(getattr(symbol, "name", symbol)), sizes)
        if limits is None:
            return drawn
        if getattr(symbol, "is_integer", False):
            return rng.integers(int(limits[0]), int(limits[1]) + 1, size=np.shape(drawn)).astype(float)
        return np.clip(drawn, *limits) if rng.random() < 0.5 else rng.uniform(*limits, size=np.shape(drawn))

    def view(self, turn: int) -> str:
        """Return how arrays lie in memory, by turns."""
        return self.views[turn % len(self.views)]


def read_problem(
    expr: Basic,
    signature: str,
    sizes: Mapping[Any, Any] | None = None,
    domain: Mapping[Any, tuple[Any, Any]] | None = None,
    shape_count: int | None = None,
    others: Sequence[Basic] = (),
    tile: int | None = None,
    views: str | Sequence[str] | None = None,
    mask_kinds: str | Sequence[str] | None = None,
    summed: bool = False,
) -> Problem:
    """Read an expression with the signature of a function that is to compute it.

    ``others`` are symbols that are arguments too, though the expression does not mention them; with ``summed`` the
    result is summed over the batch axes that it does not have.
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
        if symbol in found.sizes and str(symbol) not in names_of(signature):
            continue
        if not isinstance(symbol, MatrixSymbol | Symbol | MatrixFamily) or isinstance(symbol, SquareSymbol):
            raise UsageError(f"{symbol} is a {type(symbol).__name__}, which can be no argument; put a matrix for it")
        arguments[str(getattr(symbol, "name", symbol))] = symbol
    shapes = {name: shape_of(symbol) for name, symbol in arguments.items()}
    result = tuple(expr.shape) if getattr(expr, "is_Matrix", False) else ()
    names = [str(size) for size in found.sizes]
    read = read_signature(signature, shapes, result, names, summed)
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
        ends = isinstance(pair, tuple | list) and len(pair) == 2
        if not ends or (all(map(_is_number, pair)) and not float(pair[0]) <= float(pair[1])):
            raise UsageError(f"the domain of {name} is a least and a greatest number, as (0, 1), not {pair!r}")
        for end in pair:
            if not _is_number(end) and not {str(size) for size in sympify(end).free_symbols} <= set(names):
                raise UsageError(f"the domain of {name} ends at a number or a size of the expression, not at {end}")
    if shape_count is not None and (not isinstance(shape_count, int) or shape_count < 1):
        raise UsageError(f"shapes= is how many different sets of sizes are used, at least 1, not {shape_count!r}")
    if tile is not None and (not isinstance(tile, int) or not 1 < tile <= LARGEST_SIZE):
        raise UsageError(f"tile= is the size of a tile, a number from 2 on, not {tile!r}")
    return Problem(
        expr, read, arguments, choices, limits, shape_count, tile, _known("views", views, VIEWS), _kinds(mask_kinds)
    )


def around(tile: int) -> tuple[int, ...]:
    """Return sizes at the edges of tiles: one less, one more, and one more than two of them.

    >>> around(16)
    (15, 16, 17, 33)
    """
    return (tile - 1, tile, tile + 1, 2 * tile + 1)


def larger_sizes(tile: int | None) -> tuple[int, ...]:
    """Return the sizes that one size has in one instance of five: usual edges, or three and four of the known tiles.

    What comes after the second tile is wrong in these alone. Of large tiles they would take long.

    >>> larger_sizes(16), larger_sizes(128)
    ((49, 64), ())
    """
    if tile is None:
        return LARGER
    return (3 * tile + 1, 4 * tile) if tile <= MANY_TILES else ()


def _names(*sizes: Any) -> list[str]:
    return sorted({str(symbol) for size in sizes for symbol in size.free_symbols})


def _bytes(value: Any) -> bytes:
    return value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode()


def long_sizes(tile: int | None, turn: int) -> tuple[int, int]:
    """Return the long sizes of the two instances that have one: more than two tiles, where their size is known.

    The second leaves a last tile of one.

    >>> long_sizes(None, 3), long_sizes(64, 3)
    ((283, 129), (161, 129))
    """
    if tile is not None:
        return 2 * tile + tile // 2 + 1, 2 * tile + 1
    least, most = LONG
    return least + turn * LONG_STEP % (most - least + 1), ONE_MORE


def large_size(problem: Problem, number: int, turn: int, is_square: bool) -> tuple[int, bool] | None:
    """Return the large size of an instance, if it has one, and whether it is the inner one, which is long.

    Where that ``is_square``, the number of queries too, it is long only for a known tile: it has as many scores as its
    square. Where there are few sets of sizes, the one with a larger size has a long one.
    """
    longer = long_sizes(problem.tile, turn)
    if number in LONG_AT:
        return None if is_square and problem.tile is None else (longer[LONG_AT.index(number)], True)
    if number % 5 != 4:
        return None
    further = larger_sizes(problem.tile)
    if problem.shapes is not None and (problem.tile is None or not further):
        return LARGER[-1] if is_square else longer[1], True
    return (further[turn % len(further)], False) if further else None


def profile_of(number: int) -> str:
    """Return what the numbers of an instance are like, by turns; in the second with a long size the scores rise.

    >>> profile_of(0), profile_of(10), profile_of(11)
    ('grid', 'levels', 'rising')
    """
    return RISING if number == LONG_AT[-1] else list(PROFILES)[number % len(PROFILES)]


def _known(name: str, given: str | Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    found = tuple(known) if given is None else (given,) if isinstance(given, str) else tuple(given)
    if not found or not set(found) <= set(known):
        raise UsageError(f"{name}= is of {', '.join(known)}, not {given!r}")
    return found


def _kinds(given: str | Sequence[str] | None) -> tuple[str, ...]:
    return _known("mask_kinds", given, tuple(MASKS))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number)


def _as_choices(name: object, given: Any) -> tuple[int, ...]:
    every = tuple(given) if isinstance(given, Iterable) else (given,)
    if not every or not all(isinstance(size, int) and 0 < size <= LARGEST_SIZE for size in every):
        raise UsageError(f"the sizes for {name} are positive integers up to {LARGEST_SIZE:,}, not {given!r}")
    return every


# Profiles: (generator, shape, which argument, scale of the type) → numbers


def _grid(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return np.asarray(rng.integers(-8, 9, size=shape) / 4.0)


def _normal(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return rng.normal(size=shape)


def _large(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    return 8 * rng.normal(size=shape)


def _huge(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    """All of one sign, so that all products of the first two arguments are huge and negative, and fall with the rows.

    Where they are positive they rise, so that each tile of keys has a larger score than those before.
    """
    if which > 1:
        return rng.normal(size=shape)
    steps = rng.random(size=shape)
    return (192 + 8 * np.sort(steps, axis=-2)) * (-1.0 if which else 1.0) if len(shape) > 1 else 192 + 8 * steps


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
    """Rows far from 0 and from each other: exponentials that are not taken of differences are no numbers.

    Those of the second argument rise, so that later keys have larger scores, or smaller ones, than those before.
    """
    levels = rng.choice([-1024.0, 0.0, 1024.0], size=(*shape[:-1], 1) if shape else ())
    if which == 1 and len(shape) > 1:
        levels = np.sort(levels, axis=-2)
    return np.asarray(levels + rng.normal(size=shape))


def _rising(rng: np.random.Generator, shape: tuple[int, ...], which: int, scale: float) -> Array:
    """Scores that rise by some units along the keys, so that each tile has a larger one and all of them count."""
    values = rng.normal(size=shape)
    if which > 1 or len(shape) < 2:
        return values
    return np.sort(values if which else np.abs(values), axis=-2 if shape[-2] > shape[-1] else -1)


#: The profile of the second instance with a long size.
RISING = "rising"
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


MASKS = {
    "any": _any_keys,
    "first tiles hidden": _first_tiles_hidden,
    "one key": _one_key,
    "prefix": _prefix,
    "suffix": _suffix,
    "staircase": _staircase,
    "all": _all_keys,
}


def numbers(profile: str, rng: np.random.Generator, shape: tuple[int, ...], which: int, kind: NumberType) -> Array:
    """Draw the numbers of an argument; ``which`` it is decides with what it is multiplied."""
    draw_them = _rising if profile == RISING else PROFILES[profile]
    return draw_them(rng, shape, which, 2.0**-6 if kind.smallest > 2.0**-20 else 2.0**-24)


def mask_values(
    rng: np.random.Generator, shape: tuple[int, ...], turn: int, kinds: Sequence[str] = tuple(MASKS)
) -> Array:
    """Draw masks of one of the kinds, by turns: 0 where a key is seen and −∞ elsewhere, with a key in every row."""
    *batch, rows, keys = shape
    masks = np.empty((prod(batch), rows, keys))
    for slice_ in masks:
        seen = np.array(MASKS[kinds[turn % len(kinds)]](rng, rows, keys))
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
    sizes = _draw_sizes(problem, *shape_source(problem.shapes, seed, first, source), seed)
    profile = profile_of(number)
    view = problem.view(number // 2 + number // len(PROFILES))
    values: dict[str, Array] = {}
    hidden: Array | None = None
    for which, layout in enumerate(problem.signature.inputs):
        name = layout.written.name
        symbol = problem.symbols[name]
        shape = _sampled_shape(layout, sizes)
        if isinstance(symbol, MaskSymbol):
            drawn = mask_values(rng, shape, number, problem.kinds)
            if empty:
                hidden = rng.random(shape[:-1]) < 0.5
                hidden.reshape(-1)[int(rng.integers(hidden.size))] = True
                drawn[hidden] = -np.inf
        elif is_dim(symbol) and not shape:
            drawn = np.array(float(sizes[name]))
        elif isinstance(symbol, Symbol):
            drawn = _number(rng, symbol, shape)
        else:
            drawn = numbers(profile, rng, shape, which, kind)
        drawn = problem.within(rng, symbol, drawn, sizes)
        full = (*layout.batch_shape(sizes), *layout.matrix_shape(sizes))
        exact = getattr(symbol, "is_integer", False)
        values[name] = np.array(np.broadcast_to(drawn if exact else kind.rounded(drawn), full))
    return Instance(sizes, values, profile, view, hidden, number)


def _number(rng: np.random.Generator, symbol: Symbol, shape: tuple[int, ...]) -> Array:
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


def _draw_sizes(problem: Problem, rng: np.random.Generator, number: int, seed: int) -> dict[str, int]:
    """Draw the sizes of an instance: some are small, so that their batch may be larger, others around tiles.

    One size is larger in one instance of five, another one by turns; and the inner one is long in two.
    """
    names = sorted({*problem.sizes, *problem.signature.batch}, key=str)
    free = [name for name in problem.sizes if name not in problem.choices]
    rows = [name for name in free if name in problem.rows] or free
    larger = large_size(problem, number, number // 5 + seed, problem.inner in problem.outer)
    large = None
    if larger is not None and larger[1]:
        large = problem.inner if problem.inner in free else None
    elif larger is not None and free:
        large = str(rng.choice(rows if rng.random() < 0.75 else free))
    small = number % 4 == 0 if problem.tile is not None else number % 3 != 2
    for attempt in count():
        sizes = {}
        for name in names:
            if name in problem.signature.batch:
                usual: Sequence[int] = BATCH
            elif large is not None and larger is not None:
                usual = (larger[0],) if name == large else SIZES[:2] if larger[1] else SIZES[:8]
            elif problem.tile is not None:
                edges = not small and rng.random() < (0.9 if name in rows else 0.25)
                usual = (*around(problem.tile), problem.tile + 1) if edges else SIZES[:8]
            else:
                usual = SIZES[:8] if small else SIZES
            sizes[name] = int(rng.choice(problem.choices.get(name, usual)))
        if problem.tile is not None and not small and large is None:
            _put_sums_around(problem, sizes, rng, number + seed)
        if large is None and number % 4 == 3:  # the turns leave out no name where one instance of five is larger
            make_one(sizes, problem.choices, number // 4 + number // 20)
        if large is None and number % 8 == 1 and number > 1:
            make_one(sizes, problem.choices, 1 - number // 8)
        slices = prod(sizes[name] for name in problem.signature.batch)
        largest = max(
            prod(layout.array_shape(sizes)) for layout in (*problem.signature.inputs, problem.signature.output)
        )
        most = 1 if large is not None else MOST_SLICES if small else 2
        if attempt > 50 or (slices <= most and largest <= MOST_NUMBERS):
            return sizes
    raise AssertionError


def _put_sums_around(problem: Problem, sizes: dict[str, int], rng: np.random.Generator, turn: int) -> None:
    """Put the sums of two sizes, as the r + k keys of a cache, at the edges of tiles by turns, more often than not."""
    edges = (*around(problem.tile or 2), (problem.tile or 2) + 1)
    layouts = problem.signature.inputs
    sums = {size for layout in layouts for size in layout.shape if size.is_Add and len(size.free_symbols) == 2}
    for size in sorted(sums, key=str):
        one, other = sorted(map(str, size.free_symbols), key=lambda name: (name in problem.choices, name))
        target = edges[turn % len(edges)]
        if rng.random() < 0.6 and target > 1 and one not in problem.choices:
            if sizes[other] >= target and rng.random() < 0.5:
                target = max(edges)
            if other not in problem.choices and sizes[other] >= target:
                sizes[other] = int(rng.integers(1, target))
            sizes[one] = max(target - sizes[other], 1)


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
    """Yield every place of the batch of the arguments."""
    names = signature.places
    for index in np.ndindex(*(sizes[name] for name in names)):
        yield dict(zip(names, index, strict=True))


def size_values(problem: Problem, sizes: Mapping[str, int]) -> dict[Basic, int]:
    """Return the values of the size symbols of an expression."""
    return {size: size_at(size, sizes) for size in declarations(problem.expr).sizes if str(size) in sizes}
