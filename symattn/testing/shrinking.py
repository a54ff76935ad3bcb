"""Make an instance at which something fails smaller, as long as it still fails: slices, sizes, then numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from sympy import Basic, Symbol

from symattn.language.base.symbols import MaskSymbol
from symattn.testing.inputs import Drawn, Instance, Problem, draw
from symattn.testing.number_types import NumberType
from symattn.testing.settings import Budget

Array = np.ndarray[Any, Any]
#: How many attempts an assertion may take, with JAX, which compiles each set of sizes, and for a theorem.
TRIES, COMPILED_TRIES, THEOREM_TRIES = 1000, 20, 600
#: How many instances of smaller sizes are drawn to tell whether a failure occurs there.
DRAWN_AGAIN = 6
#: Into how many parts larger arrays are divided, one of which becomes 0.
PARTS = (2, 4, 8, 16)


def shrunk(
    instance: Instance,
    problem: Problem,
    kind: NumberType,
    fails: Callable[[Instance], bool],
    budget: Budget,
) -> Instance:
    """Return a smallest instance in a fixed order of attempts that still fails, as far as the budget allows."""
    progress = True
    while progress:
        progress = False
        for smaller in (_of_smaller_shape, _of_simpler_values):
            while (found := _first(smaller(instance, problem, kind), fails, budget)) is not None:
                instance, progress = found, True
    return instance


def _first(candidates: Iterable[Any], fails: Callable[[Any], bool], budget: Budget) -> Any:
    """Return the first of some candidates that fails; None where none does, or where the budget is over."""
    for candidate in candidates:
        if not budget.take():
            return None
        if fails(candidate):
            return candidate
    return None


def at_fewer(
    instance: Instance,
    problem: Problem,
    kind: NumberType,
    seed: int,
    fails: Callable[[Instance], bool],
    budget: Budget,
) -> tuple[Instance, dict[str, int]]:
    """Return an instance of the fewest sizes that still fails, drawn anew, and the sizes below which none was found.

    One size at a time is halved, or less by one. A size is named where instances of one less did not fail.
    """
    needed = dict[str, int]()

    def drawn(sizes: Mapping[str, int]) -> Iterator[Instance]:
        other = replace(problem, choices={name: (size,) for name, size in sizes.items()}, tile=None)
        for number in range(DRAWN_AGAIN):
            yield replace(draw(other, kind, seed, number, instance.empty is not None), view=instance.view)

    for name in (*problem.signature.batch, *problem.sizes):
        while (size := instance.sizes[name]) > 1:
            fewer = [each for each in sorted({size // 2, size - 1}) if _allowed(problem, name, each)]
            candidates = (each for few in fewer for each in drawn({**instance.sizes, name: few}))
            found = _first(candidates, fails, budget)
            if found is None and budget.is_over:
                return instance, needed
            if found is None:
                needed |= {name: size} if size - 1 in fewer else {}
                break
            instance = found
    return instance, needed


def shrunk_drawn(
    drawn: Drawn,
    fails: Callable[[Drawn], bool],
    redrawn: Callable[[Drawn, Mapping[str, int]], Iterable[Drawn]],
    taken: Callable[[Drawn, str, Array], Iterable[Drawn]],
    allowed: Callable[[str, int], bool],
    matrices: Sequence[Basic],
    budget: Budget,
) -> tuple[Drawn, dict[str, int]]:
    """Return values for the symbols of a theorem at which it still fails: of small sizes, then of simple entries.

    All sizes are made small at once first, with values that are drawn anew. Then, one size after the other, places are
    left out of the values, or values of fewer are drawn, until nothing smaller fails. Return with them the sizes below
    which no failure was found.
    """
    first, names = drawn, sorted(drawn.sizes)
    of_sizes, of_entries = budget.part(0.75), budget.part(1)

    def smaller(drawn: Drawn, name: str) -> Iterator[Drawn]:
        size = drawn.sizes[name]
        for kept in (*_halves(size), *_all_but_some(size), *_all_but_one(size)):
            if allowed(name, len(kept)):
                yield from taken(drawn, name, kept)
        for fewer in sorted({1, 2, 3, size // 2, size - 1}):
            if 0 < fewer < size and allowed(name, fewer):
                yield from redrawn(first, {**drawn.sizes, name: fewer})

    for most in (1, 2, 3):
        sizes = {name: _least(name, most, drawn.sizes[name], allowed) for name in names}
        if found := _first(redrawn(first, sizes), fails, of_sizes):
            drawn = found
            break
    progress = True
    while progress:
        progress = False
        for name in names:
            while found := _first(smaller(drawn, name), fails, of_sizes):
                drawn, progress = found, True
    is_smallest = not of_sizes.is_over
    fewer = {name for name, size in drawn.sizes.items() if is_smallest and size > 1 and allowed(name, size - 1)}
    needed = {name: size for name, size in drawn.sizes.items() if name in fewer}
    plain = replace(drawn, view="plain")
    if drawn.view != "plain" and _first([plain], fails, of_entries):
        drawn = plain
    while found := _first(_of_simpler_entries(drawn, matrices), fails, of_entries):
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
    """Yield simpler matrices: 0, 1, signs, whole numbers, few bits; then parts and single entries that are simpler."""
    for simpler in (np.zeros_like(value), np.ones_like(value), np.sign(value), np.rint(value), _few_bits(value)):
        if _simpler(simpler, value):
            yield simpler
    filled = np.flatnonzero(value)
    for count in PARTS:
        for part in np.array_split(filled, count) if len(filled) > count else ():
            changed = value.copy()
            changed.flat[part] = 0.0
            yield changed
    for index in np.argwhere(value != 0)[:24]:
        for entry in (0.0, 1.0, float(np.rint(value[tuple(index)]))):
            if _weight(entry) < _weight(value[tuple(index)]):
                changed = value.copy()
                changed[tuple(index)] = entry
                yield changed


def _of_smaller_shape(instance: Instance, problem: Problem, kind: NumberType) -> Iterator[Instance]:
    if instance.view != "plain":
        yield replace(instance, view="plain")
    sizes = [name for name in (*problem.signature.batch, *problem.sizes) if _may_shrink(problem, name)]
    for parts in (_halves, _all_but_some, _all_but_one):
        for name in sizes:
            for kept in parts(instance.sizes[name]):
                if _allowed(problem, name, len(kept)):
                    yield _taken(instance, problem, name, kept)


def _of_simpler_values(instance: Instance, problem: Problem, kind: NumberType) -> Iterator[Instance]:
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


def _all_but_some(length: int) -> list[Array]:
    """Return which places along a long axis may stay: all but an eighth."""
    parts = np.array_split(np.arange(length), 8) if length > 16 else []
    return [np.delete(np.arange(length), part) for part in parts]


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
