"""Make an instance at which something fails smaller, as long as it still fails: slices, sizes, then numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

import numpy as np
from sympy import Basic, Symbol

from symattn.language.base.symbols import MaskSymbol
from symattn.testing.inputs import Drawn, Instance, Problem, draw
from symattn.testing.number_types import NumberType

Array = np.ndarray[Any, Any]
#: How many calls it may take, and how often a theorem may be checked for its sizes; half as often for its entries.
CALLS, CHECKS = 400, 160
#: How many instances of smaller sizes are drawn to tell whether a failure occurs there.
DRAWN_AGAIN = 6


def shrunk(
    instance: Instance,
    problem: Problem,
    kind: NumberType,
    fails: Callable[[Instance], bool],
    calls: int = CALLS,
    seconds: float = math.inf,
) -> Instance:
    """Return a smallest instance in a fixed order of attempts that still fails, as far as calls and time allow."""
    left, end = calls, monotonic() + seconds
    progress = True
    while progress:
        progress = False
        for candidate in _smaller(instance, problem, kind):
            if left == 0 or monotonic() > end:
                return instance
            left -= 1
            if fails(candidate):
                instance, progress = candidate, True
                break
    return instance


def at_fewer(
    instance: Instance,
    problem: Problem,
    kind: NumberType,
    seed: int,
    fails: Callable[[Instance], bool],
    seconds: float = math.inf,
) -> tuple[Instance, dict[str, int]]:
    """Return an instance of the fewest sizes that still fails, drawn anew, and the sizes below which none was found.

    One size at a time is halved, or less by one. A size is named where instances of one less did not fail.
    """
    end, needed = monotonic() + seconds, dict[str, int]()

    def failing(sizes: Mapping[str, int]) -> Instance | None:
        other = replace(problem, choices={name: (size,) for name, size in sizes.items()}, tile=None)
        for number in range(DRAWN_AGAIN):
            candidate = draw(other, kind, seed, number, instance.empty is not None)
            candidate = replace(candidate, view=instance.view)
            if monotonic() < end and fails(candidate):
                return candidate
        return None

    for name in (*problem.signature.batch, *problem.sizes):
        while (size := instance.sizes[name]) > 1:
            fewer = [each for each in sorted({size // 2, size - 1}) if _allowed(problem, name, each)]
            found = next(filter(None, (failing({**instance.sizes, name: each}) for each in fewer)), None)
            if monotonic() > end:
                return found or instance, needed
            if found is None:
                needed |= {name: size} if size - 1 in fewer else {}
                break
            instance = found
    return instance, needed


def shrunk_drawn(
    drawn: Drawn,
    fails: Callable[[Drawn], bool],
    redrawn: Callable[[Drawn, Mapping[str, int]], Iterable[Drawn]],
    allowed: Callable[[str, int], bool],
    matrices: Sequence[Basic],
    checks: int = CHECKS,
    seconds: float = math.inf,
) -> tuple[Drawn, dict[str, int]]:
    """Return values for the symbols of a theorem at which it still fails: of small sizes, then of simple entries.

    Values of other sizes are drawn anew. All sizes are made small at once first; then one after the other becomes the
    smallest at which it fails, until none does. Return with them the sizes below which no failure was found.
    """
    left, first, end = checks, drawn, monotonic() + seconds

    def failing(candidates: Iterable[Drawn]) -> Drawn | None:
        nonlocal left
        for candidate in candidates:
            if left <= 0 or monotonic() > end:
                return None
            left -= 1
            if fails(candidate):
                return candidate
        return None

    names = sorted(drawn.sizes)
    for most in (1, 2, 3):
        sizes = {name: _least(name, most, drawn.sizes[name], allowed) for name in names}
        if found := failing(redrawn(first, sizes)):
            drawn = found
            break
    progress = True
    while progress:
        progress = False
        for name in names:
            smaller = (size for size in range(1, drawn.sizes[name]) if allowed(name, size))
            tried = (each for size in smaller for each in redrawn(first, {**drawn.sizes, name: size}))
            if found := failing(tried):
                drawn, progress = found, True
    is_smallest = left > 0 and monotonic() <= end
    fewer = {name for name, size in drawn.sizes.items() if is_smallest and size > 1 and allowed(name, size - 1)}
    needed = {name: size for name, size in drawn.sizes.items() if name in fewer}
    plain = replace(drawn, view="plain")
    if drawn.view != "plain" and failing([plain]):
        drawn = plain
    left = checks // 2
    while found := failing(_of_simpler_entries(drawn, matrices)):
        drawn = found
    return drawn, needed


def _least(name: str, most: int, found: int, allowed: Callable[[str, int], bool]) -> int:
    """Return the largest size up to a bound that may be taken, or the one that is there."""
    return next((size for size in range(min(most, found), 0, -1) if allowed(name, size)), found)


def _of_simpler_entries(drawn: Drawn, matrices: Sequence[Basic]) -> Iterator[Drawn]:
    for place, values in drawn.values.items():
        for symbol in matrices:
            value = values[symbol]
            for simpler in _simpler_arrays(value):
                yield replace(drawn, values={**drawn.values, place: {**values, symbol: simpler}})


def _simpler_arrays(value: Array) -> Iterator[Array]:
    """Yield simpler matrices: 0, 1, signs, whole numbers, few bits; then one entry after the other."""
    for simpler in (np.zeros_like(value), np.ones_like(value), np.sign(value), np.rint(value), _few_bits(value)):
        if _simpler(simpler, value):
            yield simpler
    for index in np.argwhere(value != 0)[:24]:
        for entry in (0.0, 1.0, float(np.rint(value[tuple(index)]))):
            if _weight(entry) < _weight(value[tuple(index)]):
                changed = value.copy()
                changed[tuple(index)] = entry
                yield changed


def _smaller(instance: Instance, problem: Problem, kind: NumberType) -> Iterator[Instance]:
    if instance.view != "plain":
        yield replace(instance, view="plain")
    sizes = [name for name in (*problem.signature.batch, *problem.sizes) if _may_shrink(problem, name)]
    for parts in (_halves, _all_but_one):
        for name in sizes:
            for kept in parts(instance.sizes[name]):
                if _allowed(problem, name, len(kept)):
                    yield _taken(instance, problem, name, kept)
    for name, value in instance.values.items():
        symbol = problem.symbols[name]
        if isinstance(symbol, MaskSymbol):
            if instance.empty is None and "all" in problem.kinds and not (value == 0).all():
                yield _with(instance, name, np.zeros_like(value))
            continue
        if name in problem.domain or isinstance(symbol, Symbol):
            continue
        for simpler in _simpler_arrays(value):
            yield _with(instance, name, kind.rounded(simpler))


def _halves(length: int) -> list[Array]:
    """Return which places along an axis may stay: one half or the other."""
    return [np.arange(length // 2), np.arange(length // 2, length)] if length > 2 else []


def _all_but_one(length: int) -> list[Array]:
    """Return which places along an axis may stay: all but one."""
    return [np.delete(np.arange(length), place) for place in range(min(length, 40))] if length > 1 else []


def _may_shrink(problem: Problem, name: str) -> bool:
    """Tell whether a size stands in the shapes by itself alone, and is no argument."""
    shapes = [layout.shape for layout in (*problem.signature.inputs, problem.signature.output)]
    alone = all(str(size) == name or name not in map(str, size.free_symbols) for shape in shapes for size in shape)
    return alone and name not in problem.symbols


def _allowed(problem: Problem, name: str, length: int) -> bool:
    return name not in problem.choices or length in problem.choices[name]


def _taken(instance: Instance, problem: Problem, name: str, kept: Array) -> Instance:
    values = {}
    for layout in problem.signature.inputs:
        value = instance.values[layout.written.name]
        axes = [axis for axis, batch in enumerate(layout.batch) if batch == name]
        axes += [len(layout.batch) + k for k, size in enumerate(layout.shape) if str(size) == name]
        for axis in axes:
            value = np.take(value, kept, axis=axis)
        limits = problem.limits(layout.written.name, {**instance.sizes, name: len(kept)})
        values[layout.written.name] = value if limits is None else np.clip(value, *limits)
    empty = instance.empty
    if empty is not None:
        masks = problem.masks()
        blind: Array = np.asarray(np.isneginf(values[masks[0]]).all(axis=-1))
        empty = blind if blind.any() else None
    return replace(instance, sizes={**instance.sizes, name: len(kept)}, values=values, empty=empty)


def _with(instance: Instance, name: str, value: Array) -> Instance:
    return replace(instance, values={**instance.values, name: value})


def _few_bits(value: Array) -> Array:
    mantissa, exponent = np.frexp(value)
    rounded: Array = np.ldexp(np.rint(mantissa * 4) / 4, exponent)
    return rounded


def _weight(x: float) -> tuple[int, float]:
    """Order numbers by how long they are to write."""
    return (0 if x == 0 else 1 if float(x).is_integer() else 2, abs(x))


def _simpler(candidate: Array, value: Array) -> bool:
    before, after = value.ravel().tolist(), candidate.ravel().tolist()
    pairs = [(_weight(x), _weight(y)) for x, y in zip(after, before, strict=True)]
    return all(x <= y for x, y in pairs) and any(x < y for x, y in pairs)
