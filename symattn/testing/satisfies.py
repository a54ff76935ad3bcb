"""Assert that a function has what was proved of an expression: a theorem is a test that needs no reference.

The theorem is decided first. Then random values are put for its symbols, every occurrence of the expression is computed
by the function under test, and the two sides must agree within what rounding allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, TypeAlias

import numpy as np
from flint import arb, ctx, fmpq
from sympy import Basic, MatrixSymbol, Symbol, sympify
from sympy.matrices.expressions.matexpr import MatrixExpr

from symattn.deciding.verdict import Verdict, decide
from symattn.errors import UsageError
from symattn.language import Claim, Equation
from symattn.language.base.dims import dims
from symattn.language.base.substitution import substituted
from symattn.language.base.symbols import MaskSymbol, PermutationSymbol
from symattn.language.inspection import Declarations, declarations
from symattn.language.lemmas import looked_up
from symattn.language.words.attention import Attention
from symattn.numeric import exact
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import Imprecise, Infinity, Undefined
from symattn.testing.bounds import PRECISION, OutOfRange, Rounded, Unbounded, read_value
from symattn.testing.calls import (
    Caller,
    Defect,
    Violation,
    check_arguments,
    check_conventions,
    name_of,
    place_text,
    sizes_text,
)
from symattn.testing.detectors import Relation
from symattn.testing.inputs import ATTEMPTS, PROFILES, Instance, Problem, make_one, mask_values, places, read_problem
from symattn.testing.layouts import Signature, size_at
from symattn.testing.libraries import VIEWS, check_types, library_of
from symattn.testing.number_types import Arithmetic, NumberType, arithmetic_for
from symattn.testing.settings import chosen

Array = np.ndarray[Any, Any]
#: What is asserted: a statement about F, a theorem that is kept, the id of a claim, or a verdict.
Stated: TypeAlias = Callable[[Callable[..., MatrixExpr]], Any] | Relation | str | Verdict
TRIALS = 12
SIZES = (1, 2, 3, 4, 5, 8, 9, 17)
#: Of which kinds of symbols no values are drawn.
NOT_DRAWN = ("kernels", "maps", "encodings", "probabilities", "families", "subsets", "complexes", "invertibles")
#: How many small instances are tried to make a failure smaller.
SMALLER = 60


class Of:
    """Make an expression of other matrices than it was written with, and remember what it was made of."""

    def __init__(self, template: Any, names: Sequence[str]) -> None:
        self.template, self.made = template, dict[Basic, tuple[MatrixExpr, ...]]()
        self.meant: dict[Any, Any] = {}
        if template is Attention:
            r, n, ell, d = dims("r n ell d")
            shown = (MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d))
            self.expr: Any = Attention(*shown, *((MaskSymbol("M", r, n),) if len(names) > 3 else ()))
        elif isinstance(template, MatrixExpr):
            self.expr = template
        else:
            raise UsageError(f"of= is the class Attention or an expression of the arguments, not {template!r}")
        known = {str(s.name): s for s in (*declarations(self.expr).matrices, *declarations(self.expr).masks)}
        if self.template is Attention:  # the arguments may be called otherwise than in the textbook
            self.symbols = list(known.values())
            self.symbols.sort(key=lambda symbol: "QKVM".index(str(symbol.name)))
            if len(names) != len(self.symbols):
                raise UsageError(f"attention has three arguments, or four with a mask; the signature has {len(names)}")
            renamed = [type(old)(name, *old.shape) for name, old in zip(names, self.symbols, strict=True)]
            self.expr, self.symbols = Attention(*renamed), renamed
        else:
            missing = [name for name in names if name not in known]
            if missing:
                raise UsageError(f"{missing[0]} is no matrix of {self.expr}")
            self.symbols = [known[name] for name in names]

    def __call__(self, *arguments: Any) -> MatrixExpr:
        if len(arguments) != len(self.symbols):
            raise UsageError(f"F takes {len(self.symbols)} arguments, {', '.join(map(str, self.symbols))}")
        return self.marked(self.at(arguments), tuple(arguments))

    def marked(self, made: MatrixExpr, arguments: tuple[MatrixExpr, ...]) -> MatrixExpr:
        """Return the symbol that stands for an occurrence, whose value the function under test computes."""
        meant = substituted(made, self.meant)
        for marker, other in self.meant.items():
            if other == meant:
                return marker
        marker = MatrixSymbol(str(meant), *made.shape)
        self.meant[marker], self.made[marker] = meant, arguments
        return marker

    def at(self, arguments: Sequence[Any]) -> Any:
        """Return the expression with other matrices for its arguments; their shapes give the sizes."""
        if self.template is Attention:
            return Attention(*arguments)
        values: dict[Any, Any] = {}
        for symbol, argument in zip(self.symbols, arguments, strict=True):
            for size, actual in zip(symbol.shape, argument.shape, strict=True):
                if isinstance(size, Symbol) and values.setdefault(size, actual) != actual:
                    raise UsageError(f"{size} is {values[size]} and {actual} in F{tuple(arguments)}")
            values[symbol] = argument
        return substituted(self.expr, values)

    def occurrences(self, *sides: Any) -> tuple[Any, ...]:
        """Return sides that were written without F, with symbols for the occurrences of attention."""
        found: dict[Any, Any] = {}
        for node in _nodes(sides) if self.template is Attention else ():
            if isinstance(node, Attention) and node.scale is True and node.bias is None:
                parts = (node.queries, node.keys, node.values, *(() if node.mask is None else (node.mask,)))
                if len(parts) == len(self.symbols):
                    parts = tuple(part.xreplace(found) for part in parts)
                    found[node] = self.marked(self.at(parts), parts)
        return tuple(side.xreplace(found) for side in sides)


def _nodes(roots: Iterable[Basic]) -> list[Basic]:
    """List all parts of expressions, inner ones first, each once."""
    found: dict[Basic, None] = {}
    stack: list[tuple[Any, bool]] = [(root, False) for root in roots]
    while stack:
        node, ready = stack.pop()
        if node in found:
            continue
        if ready:
            found[node] = None
        else:
            stack.append((node, True))
            stack.extend((part, False) for part in getattr(node, "args", ()))
    return list(found)


@dataclass
class Theorem:
    """Hold the two sides of a theorem about a function, the verdict on it, and its occurrences of the function."""

    name: str
    left: Any
    right: Any
    verdict: Verdict | None
    occurrences: Mapping[Basic, tuple[MatrixExpr, ...]] = field(default_factory=dict)


_DECIDED: dict[Any, Verdict] = {}


def assert_satisfies(
    function: Callable[..., Any],
    relation: Stated | Iterable[Relation],
    *,
    of: Any = Attention,
    signature: str,
    dtypes: str | Sequence[str] = ("float64",),
    arithmetic: Arithmetic | Sequence[Arithmetic] | None = None,
    mask: str | None = None,
    sizes: Mapping[Any, Any] | None = None,
    unproved: bool = False,
    returns: str | None = None,
    library: Any = None,
    trials: int | None = None,
    seed: int | None = None,
) -> tuple[str, ...]:
    """Assert that a function has what a theorem says of an expression; return what was decided of each theorem.

    ``relation`` states the theorem with a function F, as ``lambda F: (F(Q*g, K*g, V), F(Q, K, V))``; it may be the id
    of a claim, a verdict, or what ``theorems_about`` returns. ``of`` is what F stands for, and the ``signature`` names
    its arguments, in the order in which both F and the function take them. A theorem that is refuted fails with its
    counterexample; one that is not decided is a UsageError unless it is declared ``unproved``. That all slices of a
    batch are computed alike is asserted with every theorem. Raise Violation, an AssertionError, where the function does
    not have it.

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
    seed, trials = chosen(seed, trials, TRIALS)
    names = [part.partition(":")[0].strip() for part in str(signature).split("->")[0].split(",")]
    relations = (
        list(relation) if isinstance(relation, Iterable) and not isinstance(relation, str | Relation) else [relation]
    )
    found = library_of(function, library)
    kinds = [arithmetic_for(dtype, arithmetic) for dtype in check_types(dtypes)]
    decided = []
    for each in relations:
        made = Of(of, names)
        problem = read_problem(made.expr, signature, sizes)
        check_conventions(problem, mask, None)
        check_arguments(function, problem)
        theorem = read_theorem(each, made, unproved)
        decided.append(theorem.verdict.status if theorem.verdict is not None else "unknown")
        for kind in kinds:
            caller = Caller(function, found, kind, mask, returns)
            Assertion(theorem, made, problem, caller, seed).run(trials)
    return tuple(decided)


def read_theorem(stated: Any, of: Of, unproved: bool) -> Theorem:
    """Read a theorem and decide it; raise Violation where it is refuted, UsageError where it is not decided."""
    given: tuple[Any, ...] = ()
    verdict: Verdict | None = None
    if isinstance(stated, str):
        verdict = looked_up(stated)
    elif isinstance(stated, Verdict):
        verdict = stated
    if verdict is not None:
        claim: Any = verdict.claim
        if not isinstance(claim, Claim) or not isinstance(claim.proposition, Equation):
            raise UsageError(f"{stated} is no equation, so it is no test")
        left, right, given = claim.proposition.args[0], claim.proposition.args[1], tuple(claim.given)
        name = stated if isinstance(stated, str) else str(claim)
    else:
        statement = stated.statement if isinstance(stated, Relation) else stated
        if not callable(statement):
            raise UsageError(f"a theorem is a function of F, the id of a claim, or a verdict, not {stated!r}")
        sides = statement(of)
        if not isinstance(sides, tuple) or len(sides) != 2:
            raise UsageError(f"a theorem about F returns its two sides, not {sides!r}")
        left, right = sides
        name = stated.name if isinstance(stated, Relation) else f"{left} = {right}"
    left, right = of.occurrences(sympify(left), sympify(right))
    if not of.made:
        raise UsageError(f"{name} does not mention what is tested, {of.expr}")
    if given:
        raise UsageError(f"{name} has hypotheses, which random values do not have: {', '.join(map(str, given))}")
    if verdict is None:
        key = (substituted(left, of.meant), substituted(right, of.meant))
        if key not in _DECIDED:
            _DECIDED[key] = decide(*key)
        verdict = _DECIDED[key]
    if verdict.status == "refuted":
        raise Violation(f"no function has this, for it does not hold: {verdict}")
    if verdict.status != "proved" and not unproved:
        raise UsageError(f"this is not proved, so it is no test; declare it by unproved=True:\n{verdict}")
    return Theorem(name, left, right, verdict, of.made)


@dataclass(frozen=True)
class Drawn:
    """Hold values for the symbols of a theorem, one set for each place of the batch."""

    sizes: Mapping[str, int]
    values: Mapping[tuple[int, ...], Mapping[Basic, Any]]
    profile: str
    view: str


class Assertion:
    """Assert one theorem of a function in one number type."""

    def __init__(self, theorem: Theorem, of: Of, problem: Problem, caller: Caller, seed: int) -> None:
        self.theorem, self.of, self.problem, self.caller, self.seed = theorem, of, problem, caller, seed
        self.arithmetic = caller.arithmetic
        self.declared = _declared(substituted(theorem.left, of.meant), substituted(theorem.right, of.meant))
        for kind in (
            "kernels",
            "maps",
            "encodings",
            "probabilities",
            "families",
            "subsets",
            "complexes",
            "invertibles",
        ):
            if getattr(self.declared, kind):
                raise UsageError(f"no values are drawn for {getattr(self.declared, kind)[0]} in {theorem.name}")
        signature = problem.signature
        self.shared = tuple(name for name in signature.batch if all(name in each.batch for each in signature.inputs))

    def run(self, trials: int) -> None:
        """Assert the theorem at some values; raise Violation where it does not hold."""
        tested = 0
        for number in range(trials):
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
                    raise self.violation(drawn, defect, number) from defect
                break
        if not tested:
            raise UsageError(f"no instance of {self.theorem.name} was a fair test in {self.arithmetic.dtype.name}")

    # Values

    def draw(self, number: int, sizes: Mapping[str, int] | None = None) -> Drawn:
        """Draw values: numbers of a profile on a grid, so that most sums of two are exact; signed permutations."""
        rng = np.random.default_rng([self.seed, number, 1])
        profile = list(PROFILES)[number % len(PROFILES)]
        if sizes is None:
            sizes = self._sizes(rng, number)
        shapes = {str(size): sizes[str(size)] for size in self.declared.sizes}
        values = {}
        for index in np.ndindex(*(sizes[name] for name in self.shared)):
            found: dict[Basic, Any] = {size: shapes[str(size)] for size in self.declared.sizes}
            for which, symbol in enumerate(_in_order(self.declared.matrices)):
                found[symbol] = self._matrix(rng, _shape(symbol, shapes), which, profile)
            for symbol in self.declared.permutations:
                found[symbol] = np.eye(_shape(symbol, shapes)[0])[rng.permutation(_shape(symbol, shapes)[0])]
            for symbol in self.declared.orthogonals:
                size = _shape(symbol, shapes)[0]
                found[symbol] = np.eye(size)[rng.permutation(size)] * rng.choice([-1.0, 1.0], size=size)
            for symbol in self.declared.masks:
                found[symbol] = self._mask(rng, _shape(symbol, shapes), number)
            for symbol in self.declared.scalars:
                found[symbol] = 1.0 if symbol.is_positive else float(rng.choice([-1.5, 0.5, 2.0]))
            for symbol in self.declared.indices:
                found[symbol] = 0
            values[index] = found
        return Drawn(sizes, values, profile, VIEWS[number // 2 % len(VIEWS)])

    def _mask(self, rng: np.random.Generator, shape: tuple[int, int], number: int) -> Array:
        """Draw a mask; where the function takes one for all queries, its rows are alike."""
        masks = [layout for layout in self.problem.signature.inputs if layout.written.name in self.problem.masks()]
        alike = any(0 in layout.constant for layout in masks)
        drawn = mask_values(rng, (1, shape[1]) if alike else shape, number)
        return np.array(np.broadcast_to(drawn, shape))

    def _matrix(self, rng: np.random.Generator, shape: tuple[int, ...], which: int, profile: str) -> Array:
        kind = self.arithmetic.dtype
        scale = 2.0**-6 if kind.smallest > 2.0**-20 else 2.0**-24
        drawn = PROFILES[profile](rng, shape, which, scale)
        return on_grid(drawn, kind)

    def _sizes(self, rng: np.random.Generator, number: int) -> dict[str, int]:
        names = sorted({*map(str, self.declared.sizes), *self.problem.signature.batch})
        for _ in range(100):
            sizes = {}
            for name in names:
                usual = (1, 2, 3) if name in self.problem.signature.batch else SIZES
                sizes[name] = int(rng.choice(self.problem.choices.get(name, usual)))
            if number % 2:
                make_one(sizes, self.problem.choices, number // 2)
            if prod(sizes[name] for name in self.problem.signature.batch) <= 4:
                break
        return sizes

    def quartered(self, drawn: Drawn) -> Drawn:
        """Return the values with the numbers of plain matrices at a quarter."""
        kind = self.arithmetic.dtype
        plain = set(self.declared.matrices)
        values = {
            index: {symbol: kind.rounded(value / 4) if symbol in plain else value for symbol, value in each.items()}
            for index, each in drawn.values.items()
        }
        return Drawn(drawn.sizes, values, drawn.profile, drawn.view)

    # Evaluation

    def check(self, drawn: Drawn, alone: bool = False) -> None:
        """Compute every occurrence by the function and compare the sides; raise Defect where they differ."""
        with ctx.workprec(PRECISION):
            try:
                self._check(drawn, alone)
            except (Undefined, Imprecise) as reason:
                raise Unbounded(str(reason)) from None

    def _check(self, drawn: Drawn, alone: bool) -> None:
        signature = self.problem.signature
        batch = {name: drawn.sizes[name] for name in signature.batch}
        walkers = {
            index: Encloser({symbol: _exactly(symbol, value) for symbol, value in values.items()})
            for index, values in drawn.values.items()
        }
        every = {place: tuple(place_of[name] for name in self.shared) for place_of, place in _places(signature, batch)}
        known: dict[tuple[int, ...], dict[Basic, Any]] = {place: {} for place in every}
        for node, arguments in self.theorem.occurrences.items():
            exact_values: dict[tuple[int, ...], list[Any]] = {}
            for place, index in every.items():
                walker = self._walker(walkers[index], known[place])
                exact_values[place] = [walker.matrix(argument) for argument in arguments]
            instance, moved = self._instance(arguments, exact_values, walkers, drawn)
            result = self.caller(self.problem, instance)
            radii = {}
            for place in every:
                radii[place] = self._radius(arguments, exact_values[place], instance, place, moved)
                found = result[place]
                if found.shape != radii[place].shape:
                    raise Defect(f"it returned matrices of the shape {found.shape}", True)
                if not np.isfinite(found).all():
                    raise Defect(f"for {node} it returned a number that is not finite: {_first(found)}", True)
                known[place][node] = tuple(
                    tuple(arb(float(x)) + arb(0, float(e)) for x, e in zip(row, errors, strict=True))
                    for row, errors in zip(found, radii[place], strict=True)
                )
            if alone and prod(batch.values()) > 1:
                self._check_slices(node, instance, result, radii, list(every))
        for place, index in every.items():
            walker = self._walker(walkers[index], known[place])
            self._compare(walker, place)

    def _walker(self, base: Encloser, known: Mapping[Basic, Any]) -> Encloser:
        return Encloser({**base.bindings, **known})

    def _instance(
        self,
        arguments: Sequence[Any],
        values: Mapping[tuple[int, ...], Sequence[Any]],
        walkers: Mapping[tuple[int, ...], Encloser],
        drawn: Drawn,
    ) -> tuple[Instance, bool]:
        """Return the arguments of one call, rounded to the type; and whether that moved them."""
        signature, kind, moved = self.problem.signature, self.arithmetic.dtype, False
        walker = next(iter(walkers.values()))
        sizes = dict(drawn.sizes)
        for symbol, argument in zip(self.of.symbols, arguments, strict=True):
            for size, actual in zip(symbol.shape, argument.shape, strict=True):
                if isinstance(size, Symbol):
                    sizes[str(size)] = int(walker.size(actual))
        arrays = {}
        for k, layout in enumerate(signature.inputs):
            shape = (*layout.batch_shape(sizes), *layout.matrix_shape(sizes))
            array = np.empty(shape)
            for place, matrices in values.items():
                own = tuple(dict(zip(signature.output.batch, place, strict=True))[name] for name in layout.batch)
                middle = np.array([[_float(x) for x in row] for row in matrices[k]])
                array[own] = kind.rounded(middle)
                moved = moved or bool((array[own] != middle).any()) or _has_radius(matrices[k])
            _check_constant(layout, array, self.theorem.name)
            arrays[layout.written.name] = array
        return Instance(sizes, arrays, drawn.profile, drawn.view), moved

    def _radius(
        self, arguments: Sequence[Any], values: Sequence[Any], instance: Instance, place: tuple[int, ...], moved: bool
    ) -> Array:
        """Return by how much each entry of a correct result may differ from the true one at the exact arguments."""
        signature = self.problem.signature
        passed = instance.at(signature, dict(zip(signature.output.batch, place, strict=True)))
        bindings: dict[Basic, Any] = {}
        for name, size in instance.sizes.items():
            bindings[_size_symbol(self.of.expr, name)] = size
        for symbol, exactly, layout in zip(self.of.symbols, values, signature.inputs, strict=True):
            array = passed[layout.written.name]
            bindings[symbol] = tuple(
                tuple(_around(x, float(y)) for x, y in zip(row, numbers, strict=True))
                for row, numbers in zip(exactly, array, strict=True)
            )
        key = (self.of.expr, self.arithmetic, moved, _content_of(bindings))
        if key not in _RADII:
            if len(_RADII) > _MOST_KEPT:
                _RADII.clear()
            try:
                _RADII[key] = self._computed_radius(bindings, moved)
            except (OutOfRange, Unbounded) as reason:
                _RADII[key] = reason
        found = _RADII[key]
        if isinstance(found, Exception):
            raise found
        return found

    def _computed_radius(self, bindings: Mapping[Basic, Any], moved: bool) -> Array:
        walker = Rounded({symbol: read_value(value) for symbol, value in bindings.items()}, self.arithmetic)
        balls: Any = [[walker.returned(x) for x in row] for row in walker.matrix(self.of.expr)]
        factor = 2.0 if moved else 1.0
        return np.array([[factor * float(x.rad()) * (1 + 1e-9) for x in row] for row in balls])

    def _check_slices(
        self,
        node: Basic,
        instance: Instance,
        result: Array,
        radii: Mapping[tuple[int, ...], Array],
        every: Sequence[tuple[int, ...]],
    ) -> None:
        """Check that each slice of a batch comes out as it does by itself."""
        signature = self.problem.signature
        for place in every:
            where = dict(zip(signature.output.batch, place, strict=True))
            values = {}
            for layout in signature.inputs:
                slice_ = layout.slice_of(instance.values[layout.written.name], where)
                values[layout.written.name] = slice_.reshape((*(1,) * len(layout.batch), *slice_.shape))
            sizes = {**instance.sizes, **dict.fromkeys(signature.batch, 1)}
            single = self.caller(self.problem, Instance(sizes, values, instance.profile, instance.view))
            alone = single[(0,) * len(place)]
            if not (np.abs(alone - result[place]) <= 2 * radii[place]).all():
                said = place_text(place, signature.output.batch).rpartition(", entry")[0]
                raise Defect(f"{node} at {said} is another matrix when its batch is computed than by itself", True)

    def _compare(self, walker: Encloser, place: tuple[int, ...]) -> None:
        left, right = walker.matrix(self.theorem.left), walker.matrix(self.theorem.right)
        names = self.problem.signature.output.batch
        for j, (one, other) in enumerate(zip(left, right, strict=True)):
            for i, (x, y) in enumerate(zip(one, other, strict=True)):
                difference = arb(exact.real(x)) - arb(exact.real(y))
                if not difference.contains(0):
                    where = place_text((*place, j, i), names)
                    allowed = float(difference.rad())
                    raise Defect(
                        f"at {where} the left side is {_float(x):.9g} and the right side {_float(y):.9g}; rounding"
                        f" explains a difference of {allowed:.3g}",
                        True,
                    )

    # Reports

    def violation(self, drawn: Drawn, defect: Defect, number: int) -> Violation:
        """Return the report of a defect, at the smallest values that are found in a fixed order."""
        small = drawn
        for sizes in self._small_sizes(drawn.sizes) if defect.numbers else ():
            candidate = self.draw(number, sizes)
            try:
                self.check(candidate, alone=True)
            except Defect as found:
                small, defect = candidate, found
                break
            except (OutOfRange, Unbounded):
                continue
        name, verdict = name_of(self.caller.function), self.theorem.verdict
        proved = "proved for the expression" if verdict is not None and verdict.status == "proved" else "not proved"
        lines = [
            f"{name} does not satisfy {self.theorem.name} in {self.arithmetic.dtype.name}: {defect.reason}",
            f"theorem, {proved}: {self._stated()}, with {name} for {_head(self.of)}",
            f"first seen with {sizes_text(drawn.sizes)}, profile {drawn.profile!r}, view {drawn.view!r},"
            f" seed {self.seed}",
            f"at {sizes_text(small.sizes)}:",
        ]
        index, values = next(iter(small.values.items()))
        for symbol, value in values.items():
            if isinstance(value, np.ndarray):
                lines.append(f"{symbol} = {np.asarray(value).tolist()}".replace("-inf", 'float("-inf")'))
        if len(small.values) > 1:
            lines.append(f"# at the place {index} of the batch; drawn anew with the same seed for the others")
        return Violation("\n".join(lines))

    def _stated(self) -> str:
        verdict = self.theorem.verdict
        return f"{self.theorem.left} = {self.theorem.right}" if verdict is None else str(verdict.claim)

    def _small_sizes(self, found: Mapping[str, int]) -> list[dict[str, int]]:
        names = sorted(found)
        choices = [[s for s in (1, 2, 3) if s <= found[name]] or [found[name]] for name in names]
        fixed = self.problem.choices
        choices = [
            [s for s in c if s in fixed.get(name, c)] or [found[name]] for name, c in zip(names, choices, strict=True)
        ]
        every = sorted(product(*choices), key=lambda each: (prod(each), each))
        return [dict(zip(names, each, strict=True)) for each in every[:SMALLER]]


_RADII: dict[Any, Array | Exception] = {}
_MOST_KEPT = 20_000


def on_grid(values: Array, kind: NumberType) -> Array:
    """Round numbers to multiples of a power of two that leaves two bits free, so that sums of two are exact.

    >>> from symattn.testing.number_types import BFLOAT16
    >>> on_grid(np.array([3.3, 0.01]), BFLOAT16).tolist()
    [3.3125, 0.0]
    """
    largest = float(np.abs(values).max()) if values.size else 0.0
    if largest == 0:
        return values
    step = 2.0 ** (np.frexp(largest)[1] - kind.bits + 2)
    return kind.rounded(np.rint(values / step) * step)


def _declared(left: Basic, right: Basic) -> Declarations:
    return declarations(Equation(left, right))


def _in_order(symbols: Iterable[Any]) -> list[Any]:
    """Put queries, keys and values first, as the profiles count arguments."""
    order = {"Q": 0, "K": 1, "w": 1, "a": 1, "b": 1}
    return sorted(symbols, key=lambda symbol: (order.get(str(symbol.name), 2), str(symbol.name)))


def _shape(symbol: Any, sizes: Mapping[str, int]) -> tuple[int, int]:
    rows, columns = symbol.shape
    return size_at(rows, sizes), size_at(columns, sizes)


def _places(signature: Signature, batch: Mapping[str, int]) -> list[tuple[dict[str, int], tuple[int, ...]]]:
    return [(place, tuple(place.values())) for place in places(signature, batch)]


def _float(x: Any) -> float:
    return -np.inf if isinstance(x, Infinity) else float(x) if isinstance(x, arb) else float(arb(x))


def _has_radius(matrix: Any) -> bool:
    return any(isinstance(x, arb) and not x.is_exact() for row in matrix for x in row)


def _around(x: Any, y: float) -> Any:
    """Return a ball around what is exact and what was passed for it."""
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


def _size_symbol(expr: Basic, name: str) -> Basic:
    return next((size for size in declarations(expr).sizes if str(size) == name), Symbol(name))


def _content_of(bindings: Mapping[Basic, Any]) -> Any:
    return tuple(
        (symbol, value if isinstance(value, int) else tuple(tuple(map(_ball_content, row)) for row in value))
        for symbol, value in bindings.items()
    )


def _exactly(symbol: Basic, value: Any) -> Any:
    """Return a value for the exact side; the entries of a permutation are integers, so that it may permute masks."""
    if isinstance(symbol, PermutationSymbol):
        return tuple(tuple(fmpq(int(x)) for x in row) for row in value)
    return read_value(value)


def _ball_content(x: Any) -> tuple[float, float]:
    return (-np.inf, 0.0) if isinstance(x, Infinity) else (float(x), float(x.rad()))


def _head(of: Of) -> str:
    return "Attention" if of.template is Attention else str(of.expr)
