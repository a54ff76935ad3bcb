"""Make an instance at which something fails smaller, as long as it still fails: slices, sizes, then numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from sympy import Symbol

from symattn.language.base.symbols import MaskSymbol
from symattn.testing.inputs import Instance, Problem
from symattn.testing.number_types import NumberType

Array = np.ndarray[Any, Any]
#: How many calls it may take.
CALLS = 400


def shrunk(
    instance: Instance, problem: Problem, kind: NumberType, fails: Callable[[Instance], bool], calls: int = CALLS
) -> Instance:
    """Return a smallest instance in a fixed order of attempts that still fails."""
    left = calls
    progress = True
    while progress:
        progress = False
        for candidate in _smaller(instance, problem, kind):
            if left == 0:
                return instance
            left -= 1
            if fails(candidate):
                instance, progress = candidate, True
                break
    return instance


def _smaller(instance: Instance, problem: Problem, kind: NumberType) -> Iterator[Instance]:
    if instance.view != "plain":
        yield replace(instance, view="plain")
    sizes = [*problem.signature.batch, *problem.sizes]
    for name in sizes:
        length = instance.sizes[name]
        for kept in _parts(length) if _may_shrink(problem, name) else ():
            if not _allowed(problem, name, len(kept)):
                continue
            yield _taken(instance, problem, name, kept)
    for name, value in instance.values.items():
        symbol = problem.symbols[name]
        if isinstance(symbol, MaskSymbol):
            if instance.empty is None and not (value == 0).all():
                yield _with(instance, name, np.zeros_like(value))
            continue
        if name in problem.domain or isinstance(symbol, Symbol):
            continue
        for simpler in (np.zeros_like(value), np.ones_like(value), np.sign(value), np.rint(value), _few_bits(value)):
            if _simpler(simpler, value):
                yield _with(instance, name, kind.rounded(simpler))
        for index in np.argwhere(value != 0)[:24]:
            for entry in (0.0, 1.0, float(np.rint(value[tuple(index)]))):
                if _weight(entry) < _weight(value[tuple(index)]):
                    changed = value.copy()
                    changed[tuple(index)] = entry
                    yield _with(instance, name, changed)


def _parts(length: int) -> Iterator[Array]:
    """Yield which places along an axis may stay: one, a half, all but one."""
    if length == 1:
        return
    everything = np.arange(length)
    if length > 2:
        yield everything[: length // 2]
        yield everything[length // 2 :]
    for place in range(min(length, 40)):
        yield np.delete(everything, place)


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
        values[layout.written.name] = value
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
