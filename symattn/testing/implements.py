"""Assert that a function computes what an expression says, within bounds that are derived and not chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, ClassVar, TypeAlias

import numpy as np
from sympy import Basic, OneMatrix

from symattn.errors import UsageError
from symattn.language.base.traversal import postorder
from symattn.language.words.attention import Attention
from symattn.language.words.positions import Rotation
from symattn.render.text import text
from symattn.testing.bounds import OutOfRange, Unbounded, bounds, gamma, kept
from symattn.testing.calls import (
    NOTHING,
    SHOWN,
    Caller,
    Defect,
    Derived,
    Raised,
    Violation,
    check_arguments,
    check_conventions,
    example,
    first_seen,
    name_of,
    place_text,
    range_text,
    seen_only,
    warn_of_untested_rows,
)
from symattn.testing.inputs import (
    ATTEMPTS,
    Instance,
    Problem,
    draw,
    places,
    read_problem,
    size_values,
    smaller,
)
from symattn.testing.libraries import check_types, library_of
from symattn.testing.number_types import Arithmetic, Declared, Stored, Throughout, arithmetic_for
from symattn.testing.settings import SETTINGS, Clock, chosen, shrinking
from symattn.testing.shrinking import COMPILED_TRIES, TRIES, at_fewer, shrunk

Array = np.ndarray[Any, Any]
TRIALS = 40
#: Up to how many rotary encodings in one expression are turned the other way, to see if the function is right then.
MOST_ROTATIONS = 3
#: For each place of the result's batch the least and the greatest value that may come out, and what is true.
Expected: TypeAlias = list[tuple[dict[str, int], Array, Array, Array]]


@dataclass(frozen=True)
class Tested:
    """Hold what was compared: how many calls, how many entries, and how many calls were no fair test.

    ``budget`` says for each number type, and for sizes up to 8, 32 and beyond, how much of the error that is allowed
    was used at most: 0 is exact, 1 the bound. ``seconds`` is what it took.
    """

    __test__: ClassVar[bool] = False  # pytest takes it for a test by its name
    calls: int
    entries: int
    passed_over: int
    budget: Mapping[tuple[str, str], float] = field(default_factory=dict, compare=False, repr=False)
    seconds: float = field(default=0.0, compare=False, repr=False)

    def __add__(self, other: Tested) -> Tested:
        """Return what two assertions compared together."""
        keys = sorted({*self.budget, *other.budget})
        budget = {key: max(self.budget.get(key, 0.0), other.budget.get(key, 0.0)) for key in keys}
        calls, entries = self.calls + other.calls, self.entries + other.entries
        return Tested(calls, entries, self.passed_over + other.passed_over, budget, self.seconds + other.seconds)

    def __str__(self) -> str:
        """Say what was compared, what it took, and how much of the allowed error was used."""
        used = ", ".join(f"{dtype} {sizes} {100 * used:.0f} %" for (dtype, sizes), used in self.budget.items())
        cost = self.seconds / max(self.calls, 1)
        over = f", {self.passed_over} were no fair test" if self.passed_over else ""
        return f"{self.calls} calls, {self.entries} entries, {cost:.2g} s a call{over}; of the allowed error: {used}"


def assert_implements(
    function: Callable[..., Any],
    expr: Basic,
    signature: str,
    *,
    dtypes: Any = ("float64",),
    arithmetic: Declared = None,
    mask: str | None = None,
    empty_rows: str | None = None,
    sizes: Mapping[Any, Any] | None = None,
    tile: int | None = None,
    domain: Mapping[Any, tuple[Any, Any]] | None = None,
    mask_kinds: str | Sequence[str] | None = None,
    views: str | Sequence[str] | None = None,
    returns: str | None = None,
    library: Any = None,
    device: str | None = None,
    shapes: int | None = None,
    others: Sequence[Basic] = (),
    summed: bool = False,
    deterministic: bool = True,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    shrink: bool | int | None = None,
) -> Tested:
    """Assert that a function computes an expression, at sizes, numbers and masks that find bugs.

    The ``signature`` names the arguments in their order and says how they lie. What is compared is each entry, with all
    that a correct function may return in the declared ``arithmetic``, whatever its order of summation. ``mask`` says
    what a mask means: what is True is seen ("keep"), or is not ("drop"), the mask is added ("additive"), or the number
    of keys that are seen is passed in its place ("lengths").
    ``empty_rows`` says what comes out where no key is seen; where it is not declared a warning says that it is not
    tested. ``sizes``, ``domain``, ``mask_kinds`` and ``views`` restrict what is drawn; with ``tile`` other sizes are
    drawn around its multiples. ``shapes`` is how many different sets of sizes are used, 6 with JAX, which
    compiles each; ``others`` are symbols that are arguments though the expression does not mention them; with
    ``summed`` the result is summed over the batch axes that it lacks. ``device`` is where the arrays lie, as "cuda".
    Two calls have to agree unless ``deterministic`` is False. After so many ``seconds`` in a number type no more
    instances are drawn, with a warning. ``shrink`` says whether a failure is made smaller, or in how many
    attempts at most.
    Raise Violation, an AssertionError, with the smallest example that was found; UsageError where something has to be
    declared.

    >>> import numpy as np
    >>> from sympy import MatrixSymbol
    >>> from symattn import Attention, dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> def attention(q, k, v):
    ...     s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
    ...     p = np.exp(s - s.max(-1, keepdims=True))
    ...     return p / p.sum(-1, keepdims=True) @ v
    >>> tested = assert_implements(attention, Attention(Q, K, V), "Q: b r ell, K: b n ell, V: b n d -> b r d", trials=8)
    >>> tested.calls
    8
    """
    __tracebackhide__ = True
    seed, trials = chosen(seed, trials, TRIALS)
    found = library_of(function, library, device)
    count = found.shapes if shapes is None else shapes
    kinds = "prefix" if mask == "lengths" and mask_kinds is None else mask_kinds
    problem = read_problem(expr, signature, sizes, domain, count, others, tile, views, kinds, summed)
    check_conventions(problem, mask, empty_rows)
    check_arguments(function, problem)
    warn_of_untested_rows(problem, empty_rows)
    every = [arithmetic_for(dtype, arithmetic) for dtype in check_types(dtypes)]
    tested = Tested(0, 0, 0)
    for kind in every:
        caller = Caller(function, found, kind, mask, returns)
        part = Comparison(problem, caller, empty_rows, seed, deterministic, shrink).run(trials, Clock(seconds))
        if not part.calls:
            raise UsageError(
                f"none of {trials} instances was a fair test in {kind.dtype.name}: something on the way left the range"
                " of the type, or had no bound; restrict sizes= or domain="
            )
        tested += part
    SETTINGS.reports.append((name_of(function), text(problem.expr), tested))
    return tested


class Comparison:
    """Compare a function in one number type with what an expression says."""

    def __init__(
        self,
        problem: Problem,
        caller: Caller,
        empty_rows: str | None,
        seed: int,
        deterministic: bool = True,
        shrink: bool | int | None = None,
    ) -> None:
        self.problem, self.caller, self.empty_rows, self.seed = problem, caller, empty_rows, seed
        self.deterministic, self.shrink = deterministic, shrink
        self.arithmetic = caller.arithmetic
        self.budget: dict[tuple[str, str], float] = {}

    def run(self, trials: int, clock: Clock) -> Tested:
        """Compare at some instances; raise Violation at the first that fails, made small."""
        __tracebackhide__ = True
        calls = entries = number = 0
        empty = 0 if self.empty_rows is None else max(2, trials // 5)
        for number in range(trials + empty):
            if clock.is_over():
                clock.warn(number, trials + empty, name_of(self.caller.function))
                number -= 1
                break
            instance = self.fair(number, number >= trials)
            if instance is None:
                continue
            entries += self._asserted(instance)
            calls += 1
        return Tested(calls, entries, number + 1 - calls, self.budget, clock.elapsed)

    def fair(self, number: int, empty: bool) -> Instance | None:
        """Return the instance with a number, its numbers made so small that nothing leaves the range, or None."""
        kind = self.arithmetic.dtype
        instance = draw(self.problem, kind, self.seed, number, empty)
        for _ in range(ATTEMPTS):
            try:
                self.expected(instance)
                return instance
            except OutOfRange:
                instance = smaller(instance, self.problem, kind)
            except Unbounded:
                return None
        return None

    def expected(self, instance: Instance) -> Expected:
        """Return, for each place of the result's batch, what may come out: the least, the greatest, and what is true.

        Where the result is summed over an axis of the batch, its parts are rounded, and so are their sums.
        """
        signature, kind = self.problem.signature, self.arithmetic.dtype
        found: dict[tuple[int, ...], list[tuple[Array, Array, Array]]] = {}
        for place in places(signature, instance.sizes):
            values = instance.at(signature, place)
            own = tuple(place[name] for name in signature.output.batch)
            found.setdefault(own, []).append(self._slice(values, instance))
        result = []
        for own, parts in found.items():
            low, high, true = (sum(ends) for ends in zip(*parts, strict=True))
            if len(parts) > 1:
                size = sum(np.fmax(np.abs(lower), np.abs(upper)) for lower, upper, _ in parts)
                error = gamma(len(parts), kind.roundoff) * size + len(parts) * kind.smallest
                low, high = low - error, high + error
            result.append((dict(zip(signature.output.batch, own, strict=True)), low, high, true))
        return result

    def _slice(self, values: dict[str, Array], instance: Instance) -> tuple[Array, Array, Array]:
        problem, masks = self.problem, self.problem.masks()
        blind = None
        if instance.empty is not None and masks:
            blind = np.asarray(np.isneginf(values[masks[0]]).all(axis=1))
            values = {**values, masks[0]: np.where(blind[:, None], 0.0, values[masks[0]])}
        low, high, true = cached_bounds(problem.expr, self._bindings(values, instance), self.arithmetic)
        if blind is None or not blind.any():
            return low, high, true
        if self.empty_rows == "mean" and isinstance(problem.expr, Attention):
            n = problem.expr.keys.shape[0]
            mean = OneMatrix(problem.expr.shape[0], n) * problem.expr.values / n
            other = cached_bounds(mean, self._bindings(values, instance), self.arithmetic)
        else:
            fill = 0.0 if self.empty_rows == "zero" else np.nan
            other = (np.full_like(low, fill),) * 3
        choice = blind.reshape(-1, *(1,) * (low.ndim - 1))
        return np.where(choice, other[0], low), np.where(choice, other[1], high), np.where(choice, other[2], true)

    def _bindings(self, values: Mapping[str, Array], instance: Instance) -> dict[Basic, Any]:
        bindings: dict[Basic, Any] = dict(size_values(self.problem, instance.sizes))
        for name, symbol in self.problem.symbols.items():
            value = values[name]
            if not value.ndim:
                bindings[symbol] = int(value) if getattr(symbol, "is_integer", False) else float(value)
            else:
                bindings[symbol] = value
        return bindings

    def of_empty_rows(self, trials: int) -> None:
        """Compare rows that see no key with what is declared of them, and the others with what they are anyway."""
        __tracebackhide__ = True
        for number in range(trials):
            instance = self.fair(number, True)
            if instance is not None:
                self._asserted(instance, self._beside_empty_rows)

    def _asserted(self, instance: Instance, expected: Callable[[Instance], Expected] | None = None) -> int:
        """Compare one call; raise Violation where it is wrong."""
        __tracebackhide__ = True
        try:
            return self.compare(instance, expected)
        except Defect as defect:
            raise self.violation(instance, defect) from defect.__cause__

    def _beside_empty_rows(self, instance: Instance) -> Expected:
        """Return what may come out: of rows that see no key what is declared, of others what comes out anyway."""
        name = self.problem.masks()[0]
        layout, mask = self.problem.signature.layout(name), instance.values[name]
        shown = np.where(np.isneginf(mask).all(axis=-1, keepdims=True), 0.0, mask)
        anyway = self.caller(self.problem, replace(instance, values={**instance.values, name: shown}, empty=None))
        result = []
        for place, low, high, true in self.expected(instance):
            blind = np.asarray(np.isneginf(layout.slice_of(mask, place)).all(axis=-1, keepdims=True))
            own, error = anyway[tuple(place.values())], high - low
            result.append((place, np.where(blind, low, own - error), np.where(blind, high, own + error), true))
        return result

    def compare(self, instance: Instance, expected: Callable[[Instance], Expected] | None = None) -> int:
        """Compare one call entry by entry and return how many there were; raise Defect for one that is wrong."""
        if instance.empty is not None and self.empty_rows == "error":
            try:
                self.caller(self.problem, instance)
            except Raised:
                return 1
            raise Defect("it raised nothing for a row that sees no key", True)
        result = self.caller(self.problem, instance)
        if self.deterministic and self.caller(self.problem, instance).tobytes() != result.tobytes():
            raise Defect("two calls with the same arguments returned different numbers; deterministic=False allows it")
        names, count, wrong = self.problem.signature.output.batch, 0, []
        for place, low, high, true in (expected or self.expected)(instance):
            found = result[tuple(place[name] for name in names)].reshape(low.shape)
            inside = (found >= low) & (found <= high) | (np.isnan(low) & np.isnan(found))
            count += found.size
            self._use(instance, found, low, high, true)
            wrong += [(place, tuple(map(int, entry)), found, low, high, true) for entry in np.argwhere(~inside)]
        if wrong:
            place, entry, found, low, high, true = wrong[0]
            where = place_text((*place.values(), *entry), list(place))
            raise Defect(
                f"at {where} it returned {float(found[entry])!r}; a correct function returns"
                f" {range_text(float(low[entry]), float(high[entry]), float(true[entry]))}"
                f"{wrong_rows(wrong, count)}",
                True,
                [(place, entry) for place, entry, *_ in wrong],
            )
        return count

    def _use(self, instance: Instance, found: Array, low: Array, high: Array, true: Array) -> None:
        """Note how much of the error that is allowed was used."""
        largest = max(instance.sizes.values(), default=1)
        key = (self.arithmetic.dtype.name, "to 8" if largest <= 8 else "to 32" if largest <= 32 else "beyond 32")
        with np.errstate(invalid="ignore", divide="ignore"):
            used = np.abs(found - true) / np.where(found > true, high - true, true - low)
        finite = used[np.isfinite(used)]
        if finite.size:
            self.budget[key] = max(self.budget.get(key, 0.0), float(finite.max()))

    def fails(self, instance: Instance) -> bool:
        """Tell whether an instance is a fair test that fails by its numbers."""
        try:
            self.expected(instance)
        except (OutOfRange, Unbounded):
            return False
        try:
            self.compare(instance)
        except Defect as defect:
            return defect.numbers
        return False

    def is_right(self, instance: Instance) -> bool:
        """Tell whether an instance is a fair test that passes, its numbers made so small that they stay in range."""
        for _ in range(ATTEMPTS):
            try:
                self.compare(instance)
                return True
            except OutOfRange:
                instance = smaller(instance, self.problem, self.arithmetic.dtype)
            except (Unbounded, Defect):
                break
        return False

    def violation(self, instance: Instance, defect: Defect) -> Violation:
        """Return the report of a defect at a smallest instance."""
        compiled = self.problem.shapes is not None  # each set of sizes is compiled
        budget = shrinking(self.shrink, COMPILED_TRIES if compiled else TRIES)
        small, needed = instance, dict[str, int]()
        if defect.numbers and budget is not None:
            kind = self.arithmetic.dtype
            small = shrunk(instance, self.problem, kind, self.fails, budget.part(1 if compiled else 0.4))
            if not compiled:
                small, needed = at_fewer(small, self.problem, kind, self.seed, self.fails, budget.part(0.3))
                small = shrunk(small, self.problem, kind, self.fails, budget)
            try:
                self.compare(small)
            except Defect as found:
                defect = found
        function = self.caller.function
        name = name_of(function)
        computes = function.computes if isinstance(function, Derived) else text(self.problem.expr)
        lines = [
            f"{name} does not compute {computes} in {self.arithmetic.dtype.name}: {defect.reason}",
            *self._remarks(small, defect, needed),
            *(budget.said() if budget is not None else []),
            first_seen(
                instance.sizes,
                instance.profile,
                instance.view,
                self.seed,
                instance.number if instance.empty is None else None,
            ),
            example(self.problem, small, self.caller, SHOWN),
        ]
        violation = Violation("\n".join(lines))
        violation.example = example(self.problem, small, self.caller)
        violation.raised = isinstance(defect, Raised)
        return violation

    def _remarks(self, small: Instance, defect: Defect, needed: Mapping[str, int]) -> list[str]:
        """Say below which sizes it was not seen, and in which layout or arithmetic the numbers would be right."""
        if not defect.numbers:
            return []
        off = self._parts(small, *defect.entries[0]) if defect.entries else []
        if small.view != "plain" and not self.fails(replace(small, view="plain")):
            off.append("it is right where arrays lie by themselves: views='plain' draws no others")
        found = [*off, *seen_only(needed)]
        found += self.other_conventions()

        def is_right(caller: Caller) -> bool:
            return Comparison(self.problem, caller, self.empty_rows, self.seed, False).is_right(small)

        return [*found, *(within_another(self.caller, is_right) if defect.entries else [])]

    def _parts(self, instance: Instance, place: Mapping[str, int], entry: tuple[int, ...]) -> list[str]:
        """Say by how much an entry is off, and which roundings the bound allows for: one kind after the other."""
        given = self.caller
        result = given(self.problem, instance)[tuple(place.values())]
        allowed, parts = 0.0, []
        for what, arithmetic in self.arithmetic.parts():
            every = Comparison(self.problem, given.computing(arithmetic), self.empty_rows, self.seed).expected(instance)
            low, high, true = next(ends for where, *ends in every if where == place)
            off = float(np.reshape(result, low.shape)[entry] - true[entry])
            width = float(high[entry] - true[entry] if off > 0 else true[entry] - low[entry])
            if width > 1.01 * allowed + NOTHING:
                parts.append(f"{width - allowed:.2g} for {what}")
                allowed = width
        if not np.isfinite(off):
            return []
        if not parts:
            return [f"it is off by {abs(off):.2g}, of which rounding explains nothing"]
        return [f"it is off by {abs(off):.2g}, of which rounding explains {allowed:.2g}: {', '.join(parts)}"]

    def other_conventions(self) -> list[str]:
        """Say if the function is right where arrays lie otherwise, or where rotary positions turn the other way."""
        signature, expr = self.problem.signature, self.problem.expr
        turned = signature.turned()
        layouts = [(signature, "")]
        if turned is not None:
            written = [str(layout.written) for layout in turned.inputs if layout not in signature.inputs]
            layouts.append((turned, f"where arrays lie otherwise: {', '.join(written) or turned.output.written}"))
        for other, senses in turned_otherwise(expr):
            for lies, where in layouts:
                said = " and ".join(filter(None, [senses, where]))
                if said and self._is_right_with(signature=lies, expr=other):
                    return [f"it is right {said}"]
        return []

    def _is_right_with(self, **other_problem: Any) -> bool:
        """Tell whether the function is right at some instances of another expression, or where arrays lie otherwise."""
        problem = replace(self.problem, **other_problem)
        other = Comparison(problem, self.caller, None, self.seed, self.deterministic)
        instances = [each for each in (other.fair(number, False) for number in range(6)) if each is not None]
        try:
            return sum(map(other.compare, instances)) > 0
        except Defect:
            return False


def turned_otherwise(expr: Any) -> Iterator[tuple[Any, str]]:
    """Yield an expression, then with some of its rotary encodings turning the other way, and which these are.

    >>> from sympy import MatrixSymbol
    >>> from symattn import RotaryEncoding, dims
    >>> n, h = dims("n h")
    >>> encoding = RotaryEncoding(MatrixSymbol("X", n, 2*h), MatrixSymbol("theta", h, 1), sense="counterclockwise")
    >>> [said for _, said in turned_otherwise(encoding)]
    ['', "with sense='clockwise' in RotaryEncoding"]
    """
    yield expr, ""
    rotations = {node: found for node in postorder(expr) if (found := Rotation.of(node)) is not None}
    is_nested = any(not rotations.keys().isdisjoint(postorder(each.data)) for each in rotations.values())
    for count in range(len(rotations), 0, -1) if len(rotations) <= MOST_ROTATIONS and not is_nested else ():
        for nodes in combinations(rotations, count):
            other = {node: rotations[node].other_way() for node in nodes}
            senses = dict.fromkeys(rotation.sense for rotation in other.values())
            said = []
            for sense in senses:
                turned = ", ".join(text(each.data) for each in other.values() if each.sense == sense)
                of = f" of {turned}" if len(senses) > 1 or count < len(rotations) else ""
                said.append(f"sense={sense!r} in RotaryEncoding{of}")
            yield (
                expr.xreplace({node: each.matrix() for node, each in other.items()}),
                f"with {' and '.join(said)}",
            )


def within_another(caller: Caller, is_right: Callable[[Caller], bool]) -> list[str]:
    """Say if a function that is declared to compute in a wider type than its own is right in a narrower arithmetic."""
    kind = caller.arithmetic.dtype.name
    for other in (Stored, Throughout) if caller.arithmetic.inner.name != kind else ():
        if is_right(caller.computing(other(kind))):
            return [f"it is within {other.__name__}({kind!r})"]
    return []


def wrong_rows(wrong: Sequence[Any], count: int) -> str:
    """Say how many entries are wrong, and in which rows, where there are several."""
    if len(wrong) < 2:
        return ""
    rows = sorted({entry[0] if entry else 0 for _, entry, *_ in wrong})
    shown = ", ".join(map(str, rows[:8])) + (", …" if len(rows) > 8 else "")
    return f"; {len(wrong)} of {count} entries are wrong, in row{'s' if len(rows) > 1 else ''} {shown}"


def cached_bounds(expr: Basic, bindings: Mapping[Basic, Any], arithmetic: Arithmetic) -> tuple[Array, Array, Array]:
    """Return the bounds of an expression, which many functions are held against."""
    key = (expr, arithmetic, tuple((symbol, _content(value)) for symbol, value in bindings.items()))
    found: tuple[Array, Array, Array] = kept(key, lambda: bounds(expr, bindings, arithmetic))
    return found


def _content(value: Any) -> Any:
    return (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value
