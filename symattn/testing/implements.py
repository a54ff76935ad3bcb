"""Assert that a function computes what an expression says, within bounds that are derived and not chosen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from sympy import Basic, OneMatrix

from symattn.errors import UsageError
from symattn.language.words.attention import Attention
from symattn.render.text import text
from symattn.testing.bounds import OutOfRange, Unbounded, bounds
from symattn.testing.calls import (
    Caller,
    Defect,
    Derived,
    Raised,
    Violation,
    check_arguments,
    check_conventions,
    example,
    name_of,
    place_text,
    sizes_text,
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
from symattn.testing.number_types import Arithmetic, arithmetic_for
from symattn.testing.settings import SETTINGS, chosen
from symattn.testing.shrinking import CALLS, shrunk

Array = np.ndarray[Any, Any]
TRIALS = 40


@dataclass(frozen=True)
class Tested:
    """Hold what was compared: how many calls, how many entries, and how many calls were no fair test."""

    __test__: ClassVar[bool] = False  # pytest takes it for a test by its name
    calls: int
    entries: int
    passed_over: int


def assert_implements(
    function: Callable[..., Any],
    expr: Basic,
    signature: str,
    *,
    dtypes: str | Sequence[str] = ("float64",),
    arithmetic: Arithmetic | Sequence[Arithmetic] | None = None,
    mask: str | None = None,
    empty_rows: str | None = None,
    sizes: Mapping[Any, Any] | None = None,
    domain: Mapping[Any, tuple[float, float]] | None = None,
    returns: str | None = None,
    library: Any = None,
    shapes: int | None = None,
    others: Sequence[Basic] = (),
    trials: int | None = None,
    seed: int | None = None,
) -> Tested:
    """Assert that a function computes an expression, at sizes, numbers and masks that find bugs.

    The ``signature`` names the arguments in their order and says how they lie. What is compared is each entry, with all
    that a correct function may return in the declared ``arithmetic``, whatever its order of summation. ``mask`` says
    what a mask means: what is True is seen ("keep"), or is not ("drop"), or the mask is added ("additive").
    ``empty_rows`` says what comes out where no key is seen; it is not tested where it is not declared. ``sizes`` and
    ``domain`` restrict what is drawn; ``shapes`` is how many different sets of sizes are used, 6 with JAX, which
    compiles each; ``others`` are symbols that are arguments though the expression does not mention them. Raise
    Violation, an AssertionError, with the smallest example that was found;
    UsageError where something has to be declared.

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
    found = library_of(function, library)
    problem = read_problem(expr, signature, sizes, domain, found.shapes if shapes is None else shapes, others)
    check_conventions(problem, mask, empty_rows)
    check_arguments(function, problem)
    every = [arithmetic_for(dtype, arithmetic) for dtype in check_types(dtypes)]
    calls = entries = passed_over = 0
    for kind in every:
        caller = Caller(function, found, kind, mask, returns)
        tested = Comparison(problem, caller, empty_rows, seed).run(trials)
        if not tested.calls:
            raise UsageError(
                f"none of {trials} instances was a fair test in {kind.dtype.name}: something on the way left the range"
                " of the type, or had no bound; restrict sizes= or domain="
            )
        calls, entries = calls + tested.calls, entries + tested.entries
        passed_over += tested.passed_over
    return Tested(calls, entries, passed_over)


class Comparison:
    """Compare a function in one number type with what an expression says."""

    def __init__(self, problem: Problem, caller: Caller, empty_rows: str | None, seed: int) -> None:
        self.problem, self.caller, self.empty_rows, self.seed = problem, caller, empty_rows, seed
        self.arithmetic = caller.arithmetic

    def run(self, trials: int) -> Tested:
        """Compare at some instances; raise Violation at the first that fails, made small."""
        __tracebackhide__ = True
        calls = entries = 0
        empty = 0 if self.empty_rows is None else max(2, trials // 5)
        for number in range(trials + empty):
            instance = self.fair(number, number >= trials)
            if instance is None:
                continue
            try:
                entries += self.compare(instance, twice=number == 0)
            except Defect as defect:
                raise self.violation(instance, defect) from defect.__cause__
            calls += 1
        return Tested(calls, entries, trials + empty - calls)

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

    def expected(self, instance: Instance) -> list[tuple[dict[str, int], Array, Array, Array]]:
        """Return, for each place of the batch, what may come out: the least, the greatest, and what is true."""
        result = []
        for place in places(self.problem.signature, instance.sizes):
            values = instance.at(self.problem.signature, place)
            result.append((place, *self._slice(values, instance)))
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

    def compare(self, instance: Instance, twice: bool = False) -> int:
        """Compare one call entry by entry and return how many there were; raise Defect for one that is wrong."""
        if instance.empty is not None and self.empty_rows == "error":
            try:
                self.caller(self.problem, instance)
            except Raised:
                return 1
            raise Defect("it raised nothing for a row that sees no key", True)
        result = self.caller(self.problem, instance)
        if twice and self.caller(self.problem, instance).tobytes() != result.tobytes():
            raise Defect("two calls with the same arguments returned different numbers")
        names, count = self.problem.signature.output.batch, 0
        for place, low, high, true in self.expected(instance):
            found = result[tuple(place[name] for name in names)].reshape(low.shape)
            inside = (found >= low) & (found <= high) | (np.isnan(low) & np.isnan(found))
            count += found.size
            if not inside.all():
                entry = tuple(int(i) for i in np.argwhere(~inside)[0])
                where = place_text((*place.values(), *entry), list(place))
                raise Defect(
                    f"at {where} it returned {float(found[entry])!r}; a correct function returns a number from"
                    f" {float(low[entry])!r} to {float(high[entry])!r}, exactly {float(true[entry])!r}",
                    True,
                )
        return count

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

    def violation(self, instance: Instance, defect: Defect) -> Violation:
        """Return the report of a defect at a smallest instance."""
        small = instance
        if defect.numbers and SETTINGS.shrink:
            calls = CALLS if self.problem.shapes is None else CALLS // 20
            small = shrunk(instance, self.problem, self.arithmetic.dtype, self.fails, calls)
            try:
                self.compare(small)
            except Defect as found:
                defect = found
        function = self.caller.function
        name = name_of(function)
        computes = function.computes if isinstance(function, Derived) else text(self.problem.expr)
        lines = [
            f"{name} does not compute {computes} in {self.arithmetic.dtype.name}: {defect.reason}",
            f"first seen with {sizes_text(instance.sizes)}, profile {instance.profile!r}, view {instance.view!r},"
            f" seed {self.seed}",
            example(self.problem, small, self.caller, name),
        ]
        return Violation("\n".join(lines))


_KEPT: OrderedDict[Any, tuple[Array, Array, Array] | Exception] = OrderedDict()
_MOST_KEPT = 20_000


def cached_bounds(expr: Basic, bindings: Mapping[Basic, Any], arithmetic: Arithmetic) -> tuple[Array, Array, Array]:
    """Return the bounds of an expression, which many functions are held against."""
    key = (expr, arithmetic, tuple((symbol, _content(value)) for symbol, value in bindings.items()))
    found = _KEPT.get(key)
    if found is None:
        try:
            found = bounds(expr, bindings, arithmetic)
        except (OutOfRange, Unbounded) as reason:
            found = reason
        _KEPT[key] = found
        if len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    if isinstance(found, Exception):
        raise found
    return found


def _content(value: Any) -> Any:
    return (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value
