"""Assert that a function satisfies theorems about an expression: a test that needs no reference.

The theorem is decided first. Then random values are put for its symbols, every occurrence of the expression is computed
by the function under test, and the two sides must agree within what rounding allows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq
from sympy import Basic, sympify

from symattn.errors import UsageError
from symattn.language import Equation
from symattn.language.base.dims import is_dim
from symattn.language.base.symbols import PermutationSymbol
from symattn.language.inspection import Declarations, declarations, free_atoms
from symattn.language.words.attention import Attention
from symattn.numeric import exact
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import Imprecise, Infinity, Undefined
from symattn.primitives.heads.word import HeadFamily
from symattn.render.text import text
from symattn.testing.bounds import PRECISION, OutOfRange, Rounded, Unbounded, kept, read_value
from symattn.testing.calls import (
    NOTHING,
    SHOWN,
    Caller,
    Defect,
    Violation,
    check_arguments,
    check_conventions,
    check_is_function,
    example,
    first_seen,
    name_of,
    place_text,
    seen_only,
    sizes_text,
    told_apart,
    warn_of_untested_rows,
)
from symattn.testing.implements import Comparison, within_another, wrong_rows
from symattn.testing.inputs import (
    ATTEMPTS,
    LONG_AT,
    PROFILES,
    Drawn,
    Instance,
    Problem,
    around,
    large_size,
    make_one,
    mask_values,
    numbers,
    profile_of,
    read_problem,
    shape_source,
)
from symattn.testing.layouts import names_of, size_at, size_name
from symattn.testing.libraries import check_types, library_of
from symattn.testing.number_types import Declared, NumberType, arithmetic_for
from symattn.testing.relations import Relation, shape_of
from symattn.testing.settings import Clock, chosen, shrinking
from symattn.testing.shrinking import THEOREM_TRIES, shrunk_drawn
from symattn.testing.statements import Of, Stated, Theorem, read_theorem

Array = np.ndarray[Any, Any]
TRIALS = 12
SIZES = (1, 2, 3, 4, 5, 8, 9, 17)
#: Of which kinds of symbols no values are drawn.
NOT_DRAWN = ("kernels", "maps", "encodings", "probabilities", "subsets", "complexes", "invertibles")
#: What is returned of a theorem that cannot be stated with the sizes that are allowed.
PASSED_OVER = "passed over"
#: How often values are drawn again for each of the sizes that are tried to make a failure smaller.
DRAWN_AGAIN = 3
#: The relative difference above which a failure is shown as it is, and in how many theorems a larger one is looked for.
GROSS, LOOKED_FURTHER = 0.01, 6


def assert_satisfies(
    function: Callable[..., Any],
    relation: Stated | Iterable[Relation],
    signature: str,
    *,
    of: Any = None,
    dtypes: Any = ("float64",),
    arithmetic: Declared = None,
    mask: str | None = None,
    empty_rows: str | None = None,
    sizes: Mapping[Any, Any] | None = None,
    tile: int | None = None,
    domain: Mapping[Any, tuple[Any, Any]] | None = None,
    mask_kinds: str | Sequence[str] | None = None,
    views: str | Sequence[str] | None = None,
    unproved: bool = False,
    returns: str | None = None,
    library: Any = None,
    device: str | None = None,
    shapes: int | None = None,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    shrink: bool | int | None = None,
) -> tuple[str, ...]:
    """Assert that a function has what a theorem says of an expression; return what was decided of each theorem.

    ``relation`` states the theorem with a function F, as ``lambda F: (F(Q*g, K*g, V), F(Q, K, V))``; it may be the id
    of a claim, a verdict, or what ``theorems_about`` returns. ``of`` is what F stands for: by default what the theorem
    is about where it comes from ``theorems_about``, and Attention otherwise. The ``signature`` names its arguments, in
    the order in which both F and the function take them. A theorem that is refuted fails with its
    counterexample; one that is not decided is a UsageError unless it is declared ``unproved``. That all slices of a
    batch are computed alike is asserted with every theorem; with ``empty_rows``, that rows that see no key are as it
    says, and that the others are what they are without these. Every call has ``sizes`` that are allowed; of several
    theorems one that cannot be stated with these is "passed over". The other options are those of
    ``assert_implements``. Raise Violation, an AssertionError, where the function does not have it; where it is off by
    little in the first theorem that fails, the violation is of a theorem in which it is off by more, if there is one.

    >>> import numpy as np
    >>> from sympy import MatrixSymbol
    >>> from symattn import Attention, OrthogonalSymbol, dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> g = OrthogonalSymbol("g", ell)
    >>> def attention(q, k, v):
    ...     s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    ...     p = np.exp(s - s.max(-1, keepdims=True))
    ...     return p / p.sum(-1, keepdims=True) @ v
    >>> rotated = lambda F: (F(Q*g, K*g, V), F(Q, K, V))
    >>> assert_satisfies(attention, rotated, signature="Q: b r ell, K: b n ell, V: b n d -> b r d", trials=4)
    ('proved',)
    """
    __tracebackhide__ = True
    seed, trials = chosen(seed, trials, TRIALS)
    check_is_function(function, ": first stands the function, then the theorems, then the signature")
    relations = (
        list(relation) if isinstance(relation, Iterable) and not isinstance(relation, str | Relation) else [relation]
    )
    if not relations:
        raise UsageError("no theorem is given to be asserted")
    found = library_of(function, library, device)
    count = found.shapes if shapes is None else shapes
    drawn = "prefix" if mask == "lengths" and mask_kinds is None else mask_kinds
    kinds = [arithmetic_for(dtype, arithmetic) for dtype in check_types(dtypes)]
    decided: list[str] = []
    worst: tuple[Assertion, Failure] | None = None
    further = 0
    for each in relations:
        if worst is not None and (worst[1].defect.off > GROSS or further == LOOKED_FURTHER):
            break
        further += worst is not None
        about = each.of if of is None and isinstance(each, Relation) else of
        made = Of(Attention if about is None else about, names_of(signature))
        problem = read_problem(made.expr, signature, sizes, domain, count, (), tile, views, drawn)
        check_conventions(problem, mask, empty_rows)
        check_arguments(function, problem)
        if not decided:
            warn_of_untested_rows(problem, empty_rows)
        theorem = read_theorem(each, [made], unproved)
        decided.append(theorem.verdict.status if theorem.verdict is not None else "unknown")
        for kind in kinds:
            part = Part(made, problem, Caller(function, found, kind, mask, returns))
            assertion = Assertion(theorem, [part], seed, shrink)
            try:
                failure = assertion.first_failure(trials, Clock(seconds))
            except NoInstance:
                if len(relations) == 1:
                    raise
                decided[-1] = PASSED_OVER
                continue
            if failure is not None and (worst is None or failure.defect.off > worst[1].defect.off):
                worst = assertion, failure
    if worst is not None:
        assertion, failure = worst
        raise assertion.violation(failure) from failure.defect.__cause__
    for kind in kinds if empty_rows is not None else ():
        caller = Caller(function, found, kind, mask, returns)
        Comparison(problem, caller, empty_rows, seed, shrink=shrink).of_empty_rows(trials)
    if set(decided) == {PASSED_OVER}:
        raise UsageError("none of the theorems can be stated with these sizes=")
    return tuple(decided)


@dataclass(frozen=True, eq=False)
class Part:
    """Hold a function under test: what it is in a theorem, how its arrays lie, and how it is called."""

    of: Of
    problem: Problem
    caller: Caller


@dataclass(frozen=True)
class Call:
    """Hold one call of a function: its arguments, and by how much a correct result may be off at each place."""

    instance: Instance
    radii: Mapping[tuple[int, ...], Array]


class NoInstance(UsageError):
    """Report that no values were drawn that are a fair test of a theorem."""


@dataclass(frozen=True)
class Failure:
    """Hold the values at which a theorem fails, and what was seen."""

    drawn: Drawn
    defect: Defect


class Assertion:
    """Assert one theorem of functions in one number type."""

    def __init__(self, theorem: Theorem, parts: Sequence[Part], seed: int, shrink: bool | int | None = None) -> None:
        self.theorem, self.seed, self.shrink = theorem, seed, shrink
        self.parts = {part.of: part for part in parts}
        self.arithmetic = parts[0].caller.arithmetic
        self.declared = _declared(*theorem.meant())
        for kind in NOT_DRAWN:
            if getattr(self.declared, kind):
                raise UsageError(f"no values are drawn for {getattr(self.declared, kind)[0]} in {theorem.name}")
        #: The batch axes, those that every argument has, and the sizes that may be drawn.
        self.batch = parts[0].problem.signature.output.batch
        for part in parts[1:]:
            if set(part.problem.signature.output.batch) != set(self.batch):
                raise UsageError("the functions of one theorem have the same batch axes")
        layouts = [layout for part in parts for layout in part.problem.signature.inputs]
        self.shared = tuple(name for name in self.batch if all(name in layout.batch for layout in layouts))
        self.choices = {name: each for part in parts for name, each in part.problem.choices.items()}
        self.first = parts[0].problem
        for occurrence in theorem.marks.made.values():  # a size of the theorem that is one of a call's
            restricted = self.parts[occurrence.of].problem.choices
            for size, actual in occurrence.of.sizes_of(occurrence.arguments).items():
                if is_dim(sympify(actual)) and size_name(size) in restricted:
                    self.choices.setdefault(size_name(actual), restricted[size_name(size)])
        self.shapes = next((part.problem.shapes for part in parts if part.problem.shapes is not None), None)
        self.alike = any(
            0 in layout.constant
            for part in parts
            for layout in part.problem.signature.inputs
            if layout.written.name in part.problem.masks()
        )
        described = tuple((part.of.expr, part.problem.signature, part.caller.mask) for part in parts)
        #: The calls of the last check: of which occurrence, by which function, with which arguments.
        self.calls: list[tuple[Basic, Part, Instance]] = []
        self.key = (theorem.meant(), described, self.arithmetic)

    def run(self, trials: int, clock: Clock) -> None:
        """Assert the theorem at some values; raise Violation where it does not hold, UsageError where none are fair."""
        __tracebackhide__ = True
        failure = self.first_failure(trials, clock)
        if failure is not None:
            raise self.violation(failure) from failure.defect.__cause__

    def first_failure(self, trials: int, clock: Clock) -> Failure | None:
        """Return the first of some values at which the theorem does not hold; raise NoInstance where none are fair."""
        tested = 0
        if self._sizes(np.random.default_rng(self.seed), 1) is None:
            raise NoInstance(f"{self.theorem.name} cannot be stated with these sizes=")
        for number in range(trials):
            if clock.is_over():
                clock.warn(number, trials, self.theorem.name)
                break
            drawn = self.draw(number)
            for _ in range(ATTEMPTS):
                try:
                    self.check(drawn, alone=number < 4)
                    tested += 1
                except OutOfRange:
                    drawn = self.quartered(drawn)
                    continue
                except Unbounded:
                    pass
                except Defect as defect:
                    return Failure(drawn, defect)
                break
        if not tested:
            raise NoInstance(f"no instance of {self.theorem.name} was a fair test in {self.arithmetic.dtype.name}")
        return None

    # Values

    def draw(self, number: int, sizes: Mapping[str, int] | None = None, profile: str | None = None) -> Drawn:
        """Draw values: numbers of a profile on a grid, so that most sums of two are exact; signed permutations."""
        rng = np.random.default_rng([self.seed, number, 1])
        profile = profile or profile_of(number)
        if sizes is None:
            sizes = self._sizes(*shape_source(self.shapes, self.seed, number, rng)) or {}
        shapes = {size_name(size): sizes[size_name(size)] for size in self.declared.sizes}
        values = {}
        for index in np.ndindex(*(sizes[name] for name in self.shared)):
            found: dict[Basic, Any] = {}
            for size in self.declared.sizes:  # a length may be another one for each sequence
                found[size] = int(self.first.within(rng, size, np.array(shapes[size_name(size)]), sizes))
            for which, symbol in enumerate(_in_order(self.declared.matrices)):
                drawn = self._matrix(rng, _shape(symbol, shapes), which, profile)
                found[symbol] = self.arithmetic.dtype.rounded(self.first.within(rng, symbol, drawn, sizes))
            for symbol in self.declared.families:
                shape = tuple(size_at(size, shapes) for size in (symbol.heads, *symbol.member_shape))
                found[symbol] = self._matrix(rng, shape, 2, profile)
            for symbol in self.declared.permutations:
                found[symbol] = np.eye(_shape(symbol, shapes)[0])[rng.permutation(_shape(symbol, shapes)[0])]
            for symbol in self.declared.orthogonals:
                size = _shape(symbol, shapes)[0]
                found[symbol] = np.eye(size)[rng.permutation(size)] * rng.choice([-1.0, 1.0], size=size)
            for symbol in self.declared.masks:
                found[symbol] = self._mask(rng, _shape(symbol, shapes), number)
            for symbol in self.declared.scalars:
                drawn = np.array(_number(rng, symbol, self.arithmetic.dtype))
                found[symbol] = float(self.first.within(rng, symbol, drawn, sizes))
            for symbol in self.declared.indices:
                found[symbol] = 0
            values[index] = found
        return Drawn(sizes, values, profile, self.first.view(number // 2), number)

    def _mask(self, rng: np.random.Generator, shape: tuple[int, int], number: int) -> Array:
        """Draw a mask; where a function takes one for all queries, its rows are alike."""
        drawn = mask_values(rng, (1, shape[1]) if self.alike else shape, number, self.first.kinds)
        return np.array(np.broadcast_to(drawn, shape))

    def _matrix(self, rng: np.random.Generator, shape: tuple[int, ...], which: int, profile: str) -> Array:
        return on_grid(numbers(profile, rng, shape, which, self.arithmetic.dtype), self.arithmetic.dtype)

    def _sizes(self, rng: np.random.Generator, number: int) -> dict[str, int] | None:
        """Draw sizes at which every call has sizes that are allowed; return None where none are found."""
        names = sorted({*map(size_name, self.declared.sizes), *self.batch})
        fewest = {name: min((k for k in self.choices.get(name, (2,)) if k > 1), default=1) for name in self.batch}
        larger = self._larger(rng, number)
        for attempt in range(400):
            sizes, larger = {}, larger if attempt < 100 else {}  # where no call may have it
            is_long = bool(larger) and number in LONG_AT
            for name in names:
                usual: Sequence[int] = SIZES[:2] if is_long else SIZES[:5] if larger else SIZES
                if name in self.batch:
                    usual = (1, 2, 3)
                elif number and not is_long and self.first.tile is not None and rng.random() < 0.5:
                    usual = around(self.first.tile)
                if not number:  # small, but with more than one of everything in the batch, whose slices are compared
                    usual = (fewest[name],) if name in self.batch else SIZES[1:5]
                own = larger.get(name) or self.choices.get(name, usual)
                sizes[name] = int(rng.choice(usual if name in self.batch and not number else own))
            if number % 2 and not larger:
                make_one(sizes, self.choices, number // 2)
            if number % 6 == 2 and not larger:  # all alike, where what is not transposed has the right shape
                free = [name for name in names if name not in self.batch and name not in self.choices]
                sizes |= dict.fromkeys(free, int(rng.choice(SIZES[1:5])))
            most = 1 if larger else 4
            if attempt < 100 and prod(sizes[name] for name in self.batch) > most:
                continue
            if all(self._fits(sizes, occurrence) for occurrence in self.theorem.marks.made.values()):
                return sizes
        return None

    def _larger(self, rng: np.random.Generator, number: int) -> dict[str, tuple[int, ...]]:
        """Choose one size that is larger, in some instances: the inner one, or a number of rows more often than not."""
        free = [name for name in map(size_name, self.declared.sizes) if name not in self.choices]
        turn = number // 5 + self.seed + sum(map(ord, self.theorem.name))  # another one for each theorem
        inner, is_square = self._inner()
        larger = large_size(self.first, number, turn, is_square)
        if larger is None or not free:
            return {}
        if number == LONG_AT[0] and self.first.tile is None and turn % 2:  # in one of two theorems: there are several
            return {}
        if larger[1]:
            long = [name for name in inner if name in free]
            return {str(rng.choice(long)): (larger[0],)} if long else {}
        counted = {size_name(symbol.shape[0]) for symbol in self.declared.matrices}
        rows = [name for name in free if name in counted]
        return {str(rng.choice(rows if rows and rng.random() < 0.75 else free)): (larger[0],)}

    def _inner(self) -> tuple[list[str], bool]:
        """Return the sizes of the theorem that count what the first function sums over, and if they are rows too."""
        found, rows = set[str](), set[str]()
        for node, occurrence in self.theorem.marks.made.items():
            for size, actual in occurrence.of.sizes_of(occurrence.arguments).items():
                if self.parts[occurrence.of].problem is self.first and size_name(size) == self.first.inner:
                    found |= {size_name(each) for each in sympify(actual).free_symbols}
                    rows |= {size_name(each) for each in sympify(node.shape[0]).free_symbols}
        return sorted(found), not found.isdisjoint(rows)

    def _fits(self, sizes: Mapping[str, int], occurrence: Any) -> bool:
        """Tell whether the sizes of a call are allowed."""
        part = self.parts[occurrence.of]
        return all(
            size_at(sympify(actual), sizes) in part.problem.choices[size_name(size)]
            for size, actual in part.of.sizes_of(occurrence.arguments).items()
            if size_name(size) in part.problem.choices
        )

    def quartered(self, drawn: Drawn) -> Drawn:
        """Return the values with the numbers of plain matrices at a quarter."""
        kind = self.arithmetic.dtype
        plain = {*self.declared.matrices, *self.declared.families}
        values = {
            index: {symbol: kind.rounded(value / 4) if symbol in plain else value for symbol, value in each.items()}
            for index, each in drawn.values.items()
        }
        return replace(drawn, values=values)

    # Evaluation

    def check(self, drawn: Drawn, alone: bool = False) -> None:
        """Compute every occurrence by its function and compare the sides; raise Defect where they differ."""
        with ctx.workprec(PRECISION):
            try:
                self._check(drawn, alone)
            except (Undefined, Imprecise) as reason:
                raise Unbounded(str(reason)) from None

    def _check(self, drawn: Drawn, alone: bool) -> None:
        exactly = Exactly(self, drawn)
        self.calls = []
        for node, occurrence in self.theorem.marks.made.items():
            part = self.parts[occurrence.of]
            call = exactly.call(node, part, occurrence.arguments)
            self.calls.append((node, part, call.instance))
            result = part.caller(part.problem, call.instance)
            order = [self.batch.index(name) for name in part.problem.signature.output.batch]
            for place in exactly.places:
                found, radii = result[tuple(place[k] for k in order)], call.radii[place]
                if found.shape != radii.shape:
                    raise Defect(f"it returned matrices of the shape {found.shape}", True)
                if not np.isfinite(found).all():
                    raise Defect(
                        f"for {self._written(node)} it returned a number that is not finite: {_first(found)}", True
                    )
                exactly.known[place][node] = tuple(
                    tuple(arb(x) + arb(0, e) for x, e in zip(row, errors, strict=True))
                    for row, errors in zip(found.tolist(), radii.tolist(), strict=True)
                )
            if alone and len(exactly.places) > 1:
                self._check_slices(node, part, call, result)
        for place in exactly.places:
            self._compare(exactly.side(self.theorem.left, place), exactly.side(self.theorem.right, place), place)

    def radius(self, part: Part, values: Sequence[Any], instance: Instance, where: Mapping[str, int]) -> Array:
        """Return by how much each entry of a correct result may differ from the true one at the exact arguments."""
        passed = instance.at(part.problem.signature, where)
        bindings: dict[Basic, Any] = {}
        for size in declarations(part.of.expr).sizes:
            bindings[size] = instance.sizes[size_name(size)]
        moved = False
        for symbol, exactly, layout in zip(part.of.symbols, values, part.problem.signature.inputs, strict=True):
            array = passed[layout.written.name].tolist()
            if not isinstance(exactly, tuple):
                bindings[symbol] = exactly
                continue
            moved = moved or _has_moved(exactly, array)
            bindings[symbol] = _around(exactly, array)
        walker = Rounded({symbol: read_value(value) for symbol, value in bindings.items()}, self.arithmetic)
        balls: Any = [[walker.returned(x) for x in row] for row in walker.matrix(part.of.expr)]
        factor = 2.0 if moved else 1.0
        return np.array([[factor * float(x.rad()) * (1 + 1e-9) for x in row] for row in balls])

    def _check_slices(self, node: Basic, part: Part, call: Call, result: Array) -> None:
        """Check that each slice of a batch comes out as it does by itself; axes that may not be 1 stay whole."""
        signature, instance = part.problem.signature, call.instance
        order = [self.batch.index(name) for name in signature.output.batch]
        free = [name for name in self.batch if 1 in self.choices.get(name, (1,))]
        for place, radii in call.radii.items():
            where = dict(zip(self.batch, place, strict=True))
            values = {}
            for layout in signature.inputs:
                kept = (slice(where[name], where[name] + 1) if name in free else slice(None) for name in layout.batch)
                values[layout.written.name] = instance.values[layout.written.name][tuple(kept)]
            sizes = {**instance.sizes, **dict.fromkeys(free, 1)}
            single = part.caller(part.problem, Instance(sizes, values, instance.profile, instance.view))
            alone = single[tuple(0 if name in free else where[name] for name in signature.output.batch)]
            found = result[tuple(place[k] for k in order)]
            if not (np.abs(alone - found) <= 2 * radii).all():
                said = place_text(place, self.batch).rpartition(", entry")[0]
                raise Defect(
                    f"{self._written(node)} at {said} is another matrix when its batch is computed than by itself", True
                )

    def _compare(self, left: Any, right: Any, place: tuple[int, ...]) -> None:
        pairs = [
            ((j, i), arb(exact.real(x)), arb(exact.real(y)))
            for j, (one, other) in enumerate(zip(left, right, strict=True))
            for i, (x, y) in enumerate(zip(one, other, strict=True))
        ]
        wrong = [(place, *pair) for pair in pairs if not (pair[1] - pair[2]).contains(0)]
        if wrong:
            _, entry, x, y = wrong[0]
            left_side, right_side = _float(x), _float(y)
            one, other = told_apart(left_side, right_side)
            explained = float((x - y).rad())
            raise Defect(
                f"at {place_text((*place, *entry), self.batch)} the left side is {one} and the right side {other};"
                f" rounding explains a difference of {0 if explained < NOTHING else explained:.3g}"
                f"{wrong_rows(wrong, len(pairs))}",
                True,
                off=abs(left_side - right_side) / max(abs(left_side), abs(right_side)),
            )

    # Reports

    def violation(self, failure: Failure) -> Violation:
        """Return the report of a failure, at the smallest values that are found in a fixed order."""
        drawn, defect = failure.drawn, failure.defect
        budget = shrinking(self.shrink, THEOREM_TRIES) if self.shapes is None else None
        small, needed = drawn, dict[str, int]()
        if defect.numbers and budget is not None:
            small, needed = shrunk_drawn(
                drawn,
                lambda each: bool(self.fails(each)),
                self._redrawn,
                self._taken,
                self._allowed,
                self.declared.matrices,
                budget,
            )
        defect = self.fails(small) or defect
        names, verdict = [name_of(part.caller.function) for part in self.parts.values()], self.theorem.verdict
        proved = "proved for the expression" if verdict is not None and verdict.status == "proved" else "not proved"
        stands = ", ".join(f"{name} for {_head(of)}" for name, of in zip(names, self.parts, strict=True))
        have = "does not satisfy" if len(names) == 1 else "do not satisfy"
        lines = [
            f"{' and '.join(names)} {have} {self.theorem.name} in {self.arithmetic.dtype.name}: {defect.reason}",
            f"theorem, {proved}: {self._stated()}, with {stands}",
            *seen_only(needed),
            *(self._remarks(small) if defect.numbers else []),
            *(budget.said() if budget is not None else []),
            first_seen(drawn.sizes, drawn.profile, drawn.view, self.seed, drawn.number),
            f"at {sizes_text(small.sizes)}:",
            *self._called(SHOWN),
        ]
        violation = Violation("\n".join(lines))
        violation.example = "\n".join(self._called())
        return violation

    def _remarks(self, small: Drawn) -> list[str]:
        """Say in which layout, with which sense or in which arithmetic a single function would be right."""
        (part, *others) = self.parts.values()
        if others:
            return []

        def is_right(caller: Caller) -> bool:
            other = Assertion(self.theorem, [Part(part.of, part.problem, caller)], self.seed, False)
            drawn = small
            for _ in range(ATTEMPTS):
                try:
                    other.check(drawn, alone=True)
                    return True
                except OutOfRange:
                    drawn = other.quartered(drawn)
                except (Unbounded, Defect):
                    break
            return False

        found = Comparison(part.problem, part.caller, None, self.seed).other_conventions()
        return [*found, *within_another(part.caller, is_right)]

    def fails(self, drawn: Drawn) -> Defect | None:
        """Return what is wrong at some values, or None where nothing is, or where they are no fair test."""
        try:
            self.check(drawn, alone=True)
        except Defect as found:
            return found
        except (OutOfRange, Unbounded):
            pass
        return None

    def _called(self, most: float = math.inf) -> list[str]:
        """Write the calls of the last check as lines of Python."""
        lines: list[str] = []
        for node, part, instance in self.calls:
            made = example(part.problem, instance, part.caller, most).split("\n")
            imports = [line for line in made if line.startswith("import ") and line not in lines]
            rest = [line for line in made if not line.startswith("import ")]
            lines += [*imports, f"# {self._written(node)}", *rest]
        return lines

    def _written(self, node: Basic) -> str:
        """Write an occurrence as what is meant by it."""
        return text(self.theorem.marks.meant[node])

    def _stated(self) -> str:
        return text(Equation(*self.theorem.meant()))

    def _redrawn(self, drawn: Drawn, sizes: Mapping[str, int]) -> Iterator[Drawn]:
        """Draw values of other sizes, of the same profile; where no more than one is above 1, of the others too."""
        if all(self._fits(sizes, occurrence) for occurrence in self.theorem.marks.made.values()):
            for again in range(DRAWN_AGAIN):
                yield replace(self.draw(drawn.number + again * len(PROFILES), sizes, drawn.profile), view=drawn.view)
            for number in range(1, len(PROFILES)) if sum(size > 1 for size in sizes.values()) < 2 else ():
                yield replace(self.draw(drawn.number + number, sizes), view=drawn.view)

    def _taken(self, drawn: Drawn, name: str, kept: Array) -> Iterator[Drawn]:
        """Yield the values at some places of one size, where that stands in shapes by itself; else nothing."""
        sizes, shared = {**drawn.sizes, name: len(kept)}, list(self.shared)
        values = drawn.values
        if name in shared:
            axis = shared.index(name)
            where = {int(old): new for new, old in enumerate(kept)}
            values = {
                (*place[:axis], where[place[axis]], *place[axis + 1 :]): each
                for place, each in values.items()
                if place[axis] in where
            }
        elif name not in self.batch:
            values = {place: self._at_places(each, name, kept) for place, each in values.items()}
        if all(values.values()) and all(self._fits(sizes, each) for each in self.theorem.marks.made.values()):
            yield replace(drawn, sizes=sizes, values=values)

    def _at_places(self, values: Mapping[Basic, Any], name: str, kept: Array) -> dict[Basic, Any]:
        """Return values of symbols at some places of a size; of a permutation the order in which these come out."""
        found, permutations = dict(values), (*self.declared.permutations, *self.declared.orthogonals)
        for symbol, value in values.items():
            for axis, size in enumerate(shape_of(symbol)):
                if size_name(size) == name:
                    found[symbol] = np.take(found[symbol], kept, axis=axis)
                elif name in map(size_name, size.free_symbols):
                    return {}
            if size_name(symbol) == name:
                if name in self.first.domain:
                    return {}
                found[symbol] = len(kept)
            elif symbol in self.declared.masks and np.isneginf(found[symbol]).all(axis=-1).any():
                return {}  # a row that sees nothing
            elif symbol in permutations and name in map(size_name, symbol.shape):
                found[symbol] = _restricted(value, kept)
        return found

    def _allowed(self, name: str, size: int) -> bool:
        return size in self.choices.get(name, (size,))


class Exactly:
    """Evaluate the sides of a theorem at drawn values, with what functions returned in the places of occurrences."""

    def __init__(self, assertion: Assertion, drawn: Drawn) -> None:
        self.assertion, self.drawn = assertion, drawn
        lengths = [drawn.sizes[name] for name in assertion.batch]
        self.places = [tuple(index) for index in np.ndindex(*lengths)]
        shared = [assertion.batch.index(name) for name in assertion.shared]
        self.values = {place: drawn.values[tuple(place[k] for k in shared)] for place in self.places}
        #: What the functions returned, as balls that hold what is true.
        self.known: dict[tuple[int, ...], dict[Basic, Any]] = {place: {} for place in self.places}
        self._walkers: dict[int, Encloser] = {}
        self._key = (assertion.key, tuple(sorted(drawn.sizes.items())), drawn.view, drawn.content)

    def walker(self, place: tuple[int, ...]) -> Encloser:
        """Return what evaluates expressions without occurrences at a place of the batch."""
        values = self.values[place]
        if id(values) not in self._walkers:
            exact_values = {symbol: _exactly(symbol, value) for symbol, value in values.items()}
            self._walkers[id(values)] = Encloser(exact_values)
        return self._walkers[id(values)]

    def side(self, expr: Any, place: tuple[int, ...]) -> Any:
        """Return a matrix or a number at a place of the batch; without functions in it, as it was computed before."""
        if self._mentions_functions(expr):
            return Encloser({**self.walker(place).bindings, **self.known[place]}).value(expr)
        return kept((self._key, "side", expr, place), lambda: _value(self.walker(place), expr))

    def _mentions_functions(self, expr: Any) -> bool:
        return not self.assertion.theorem.marks.made.keys().isdisjoint(free_atoms(expr))

    def call(self, node: Basic, part: Part, arguments: Sequence[Any]) -> Call:
        """Return the call that computes an occurrence."""
        if any(map(self._mentions_functions, arguments)):
            return self._call(part, arguments)
        found: Call = kept((self._key, node), lambda: self._call(part, arguments))
        return found

    def _call(self, part: Part, arguments: Sequence[Any]) -> Call:
        values = {place: [self.side(argument, place) for argument in arguments] for place in self.places}
        instance = self._instance(part, arguments, values)
        batch = self.assertion.batch
        radii = {
            place: self.assertion.radius(part, values[place], instance, dict(zip(batch, place, strict=True)))
            for place in self.places
        }
        return Call(instance, radii)

    def _instance(
        self, part: Part, arguments: Sequence[Any], values: Mapping[tuple[int, ...], Sequence[Any]]
    ) -> Instance:
        """Return the arguments of one call, rounded to the type."""
        signature, kind = part.problem.signature, self.assertion.arithmetic.dtype
        walker, sizes = self.walker(self.places[0]), dict(self.drawn.sizes)
        for size, actual in part.of.sizes_of(arguments).items():
            sizes[size_name(size)] = int(walker.size(sympify(actual)))
        arrays = {}
        for k, layout in enumerate(signature.inputs):
            array = np.empty((*layout.batch_shape(sizes), *layout.matrix_shape(sizes)))
            for place, matrices in values.items():
                where = dict(zip(self.assertion.batch, place, strict=True))
                own = tuple(where[name] for name in layout.batch)
                if not isinstance(matrices[k], tuple):
                    array[own] = _float(matrices[k])
                    continue
                array[own] = kind.rounded(np.array(_floats(matrices[k])))
            _check_constant(layout, array, self.assertion.theorem.name)
            if part.caller.mask == "lengths" and layout.written.name in part.problem.masks():
                _check_first_keys(array, self.assertion.theorem.name)
            arrays[layout.written.name] = array
        return Instance(sizes, arrays, self.drawn.profile, self.drawn.view)


def _value(walker: Encloser, expr: Any) -> Any:
    """Return the value of an expression; of a family the matrices one after the other."""
    if not isinstance(expr, HeadFamily):
        return walker.value(expr)
    members = []
    for index in range(walker.size(expr.heads)):
        with walker.bound(expr.index, fmpq(index)):
            members.append(walker.value(expr.body))
    return tuple(members)


def on_grid(values: Array, kind: NumberType) -> Array:
    """Round numbers to multiples of a power of two that leaves two bits free, so that sums of two are exact.

    >>> from symattn.testing.number_types import BFLOAT16, Declared
    >>> on_grid(np.array([3.3, 0.01]), BFLOAT16).tolist()
    [3.3125, 0.0]
    """
    largest = float(np.abs(values).max()) if values.size else 0.0
    if largest == 0:
        return values
    step = 2.0 ** (np.frexp(largest)[1] - kind.bits + 2)
    return kind.rounded(np.rint(values / step) * step)


def _number(rng: np.random.Generator, symbol: Any, kind: NumberType) -> float:
    if symbol.is_integer:
        return float(
            rng.integers(0 if symbol.is_nonnegative or symbol.is_positive else -3, 4) + bool(symbol.is_positive)
        )
    drawn = float(rng.choice([-1.5, 0.5, 2.0, float(kind.rounded(0.7))]))
    return abs(drawn) if symbol.is_positive else drawn


def _restricted(permutation: Array, kept: Array) -> Array:
    """Return a signed permutation of some places: these come out in the order in which it puts them.

    >>> _restricted(np.array([[0.0, 0, -1], [1, 0, 0], [0, 1, 0]]), np.array([0, 2])).tolist()
    [[0.0, -1.0], [1.0, 0.0]]
    """
    rows = permutation[kept]
    order = np.argsort(np.argsort(np.abs(rows).argmax(axis=1)))
    return np.asarray(np.eye(len(kept))[order] * rows.sum(axis=1, keepdims=True) + 0.0)


def _declared(left: Basic, right: Basic) -> Declarations:
    return declarations(Equation(left, right))


def _in_order(symbols: Iterable[Any]) -> list[Any]:
    """Put queries, keys and values first, as the profiles count arguments."""
    order = {"Q": 0, "K": 1, "w": 1, "a": 1, "b": 1}
    return sorted(symbols, key=lambda symbol: (order.get(str(symbol.name), 2), str(symbol.name)))


def _shape(symbol: Any, sizes: Mapping[str, int]) -> tuple[int, int]:
    rows, columns = symbol.shape
    return size_at(rows, sizes), size_at(columns, sizes)


def _float(x: Any) -> float:
    return -np.inf if isinstance(x, Infinity) else float(x) if isinstance(x, arb) else float(arb(x))


def _floats(value: Any) -> Any:
    return [_floats(each) for each in value] if isinstance(value, tuple) else _float(value)


def _has_moved(exactly: Any, passed: Any) -> bool:
    """Tell whether numbers that were passed differ from the true ones, or these are not known exactly."""
    if isinstance(exactly, tuple):
        return any(_has_moved(x, y) for x, y in zip(exactly, passed, strict=True))
    return not isinstance(exactly, Infinity) and (not arb(exactly).is_exact() or arb(exactly) != arb(passed))


def _around(x: Any, y: Any) -> Any:
    """Return balls around what is exact and what was passed for it."""
    if isinstance(x, tuple):
        return tuple(_around(inner, passed) for inner, passed in zip(x, y, strict=True))
    if isinstance(x, Infinity):
        return x
    ball = arb(x)
    return (
        ball if ball.is_exact() and ball == arb(y) else arb(y) + arb(0, float(abs(ball - arb(y)).upper()) * (1 + 1e-9))
    )


def _first(values: Array) -> float:
    return float(values[~np.isfinite(values)][0])


def _check_constant(layout: Any, array: Array, name: str) -> None:
    for k in layout.constant:
        axis = len(layout.batch) + k
        if not (array == np.take(array, [0], axis=axis)).all():
            raise Unbounded(f"{layout.name} has to be constant along {layout.shape[k]} in {name}")


def _check_first_keys(mask: Array, name: str) -> None:
    if not (np.diff(mask == 0, axis=-1) <= (mask == 0)[..., :-1]).all():
        raise Unbounded(f"{name} has masks that show other keys than the first ones, of which no length tells")


def _exactly(symbol: Basic, value: Any) -> Any:
    """Return a value for the exact side; the entries of a permutation are integers, so that it may permute masks."""
    if isinstance(symbol, PermutationSymbol):
        return tuple(tuple(fmpq(int(x)) for x in row) for row in value)
    return read_value(value)


def _head(of: Of) -> str:
    return "Attention" if of.template is Attention else text(of.expr)
