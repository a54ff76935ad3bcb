"""Random statements about indices as syntax of their own, with one reading by lexical scope and one through SymPy.

The reading by scope knows neither SymPy nor symattn: ``value`` looks a name up in the innermost place that binds it.
``written`` makes the same statement of SymPy's objects, as a user writes it, by the constructors, entries and
substitutions that SymPy evaluates at once.
"""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from sympy import (
    Abs,
    And,
    Eq,
    FunctionMatrix,
    HadamardProduct,
    Idx,
    Integer,
    KroneckerDelta,
    Lambda,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Ne,
    Or,
    Piecewise,
    Sum,
    Symbol,
    cos,
    exp,
    oo,
    pi,
)

from symattn import (
    Equation,
    Expectation,
    HeadSum,
    ProbabilitySymbol,
    RowSoftmax,
    UnsupportedExpression,
    decide,
    dims,
    evaluate,
)

n = dims("n")
#: The names of plain integer symbols and of indices with a range; "i of Symbol" is written i as well.
PLAIN, RANGED = ("s", "t", "u", "i of Symbol"), ("i", "j")
COMPARISONS = {"==": Eq, "!=": Ne, "<=": Le, "<": Lt}


# ------------------------------------------------------------------------------------------------------------- writing


class Author:
    """Write random statements; names are drawn from few, so that they are bound and free in many ways."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)

    def name(self, scope: tuple[str, ...]) -> str:
        return self.choose.choice((*scope, *RANGED))

    def new(self) -> str:
        return self.choose.choice((*PLAIN, *PLAIN, *RANGED))

    def scalar(self, scope: tuple[str, ...], depth: int) -> tuple[Any, ...]:
        kinds = ["entry", "entry", "number"]
        if depth > 0:
            kinds += ["sum"] * 4 + ["cases"] * 3 + ["call"] * 3 + ["put"] * 2
            kinds += ["plus", "times", "times", "square", "exp", "part", "softmax", "heads", "mean", "let"]
            kinds += ["delta", "place", "distance", "larger", "sign"]
        kind = self.choose.choice(kinds)
        inner = depth - 1
        if kind == "entry":
            return kind, self.choose.choice("XY"), self.name(scope), self.name(scope)
        if kind == "number":
            return kind, self.choose.choice((-1, 2, 3))
        if kind in ("plus", "times"):
            return kind, self.scalar(scope, inner), self.scalar(scope, inner)
        if kind in ("square", "exp"):
            return kind, self.scalar(scope, inner)
        if kind in ("delta", "distance", "larger"):
            return kind, self.name(scope), self.name(scope)
        if kind in ("place", "sign"):
            return kind, self.name(scope)
        if kind == "let":
            name = self.new()
            return kind, name, self.name(scope), self.scalar((*scope, name), inner)
        if kind == "cases":
            return kind, self.condition(scope, inner), self.scalar(scope, inner), self.scalar(scope, inner)
        if kind in ("sum", "mean"):
            name = self.new()
            return kind, name, self.scalar((*scope, name), inner)
        if kind == "put":
            name = self.choose.choice(("s", "t", "u", *RANGED))  # SymPy replaces the i in the label of an Idx as well
            how = self.choose.choice(("subs", "xreplace", "simultaneous"))
            return kind, how, name, self.name(scope), self.scalar((*scope, name), inner)
        if kind == "heads":
            name = self.new()
            return kind, name, self.scalar((*scope, name), inner), self.name(scope), self.name(scope)
        function = self.function(scope, inner)
        if kind == "call":
            return kind, function, self.name(scope), self.name(scope)
        if kind == "softmax":
            masked = self.choose.random() < 0.5
            mask = (*self.choose.sample(PLAIN, 2),) if masked else None
            return kind, function, mask, self.name(scope), self.name(scope)
        operation = self.choose.choice(("T", "F*X", "X*F", "F+X", "F.X", "F*F", "2*F"))
        return kind, operation, function, self.name(scope), self.name(scope)

    def function(self, scope: tuple[str, ...], depth: int) -> tuple[Any, ...]:
        row, column = self.choose.sample((*PLAIN, *RANGED), 2)
        return row, column, self.scalar((*scope, row, column), depth)

    def condition(self, scope: tuple[str, ...], depth: int) -> tuple[Any, ...]:
        kind = self.choose.choice(("compare", "compare", "compare", "with 0", "and", "or", "of sum"))
        if kind == "compare":
            return kind, self.choose.choice(list(COMPARISONS)), self.name(scope), self.name(scope)
        if kind == "with 0":
            return kind, self.choose.choice(("==", "!=")), self.name(scope)
        if kind == "of sum":
            if depth <= 0:
                return "compare", "<=", self.name(scope), self.name(scope)
            name = self.new()
            return kind, name, self.scalar((*scope, name), depth - 1)
        return kind, self.condition(scope, depth - 1), self.condition(scope, depth - 1)


# ----------------------------------------------------------------------------------------------------- reading by scope


class Reader:
    """Read statements at arrays of one size; a name means what the innermost place that binds it gives to it."""

    def __init__(self, size: int, arrays: dict[str, list[list[float]]], weights: list[float]) -> None:
        self.size, self.arrays, self.weights = size, arrays, weights

    def value(self, node: tuple[Any, ...], env: dict[str, int]) -> float:
        kind, *parts = node
        return float(getattr(self, f"_{kind}")(env, *parts))

    def _entry(self, env: dict[str, int], matrix: str, i: str, j: str) -> float:
        return self.arrays[matrix][env[i]][env[j]]

    def _number(self, env: dict[str, int], value: int) -> float:
        return value

    def _plus(self, env: dict[str, int], a: Any, b: Any) -> float:
        return self.value(a, env) + self.value(b, env)

    def _times(self, env: dict[str, int], a: Any, b: Any) -> float:
        return self.value(a, env) * self.value(b, env)

    def _square(self, env: dict[str, int], a: Any) -> float:
        return self.value(a, env) ** 2

    def _exp(self, env: dict[str, int], a: Any) -> float:
        return math.exp(-(self.value(a, env) ** 2) / 8)

    def _delta(self, env: dict[str, int], i: str, j: str) -> float:
        return env[i] == env[j]

    def _place(self, env: dict[str, int], i: str) -> float:
        return env[i]

    def _sign(self, env: dict[str, int], i: str) -> float:
        return (-1) ** env[i]

    def _distance(self, env: dict[str, int], i: str, j: str) -> float:
        return abs(env[i] - env[j])

    def _larger(self, env: dict[str, int], i: str, j: str) -> float:
        return max(env[i], env[j])

    def _let(self, env: dict[str, int], name: str, other: str, body: Any) -> float:
        return self.value(body, {**env, name: env[other]})

    def _cases(self, env: dict[str, int], condition: Any, a: Any, b: Any) -> float:
        return self.value(a if self.holds(condition, env) else b, env)

    def _sum(self, env: dict[str, int], name: str, body: Any) -> float:
        return sum(self.value(body, {**env, name: k}) for k in range(self.size))

    def _mean(self, env: dict[str, int], name: str, body: Any) -> float:
        return sum(w * self.value(body, {**env, name: k}) for k, w in enumerate(self.weights))

    def _put(self, env: dict[str, int], how: str, name: str, other: str, body: Any) -> float:
        return self.value(body, {**env, name: env[other]})

    def _heads(self, env: dict[str, int], name: str, body: Any, i: str, j: str) -> float:
        return sum(self.value(body, {**env, name: k}) for k in range(self.size)) * self.arrays["X"][env[i]][env[j]]

    def _call(self, env: dict[str, int], function: Any, i: str, j: str) -> float:
        return self.at(function, env, env[i], env[j])

    def _part(self, env: dict[str, int], operation: str, function: Any, i: str, j: str) -> float:
        x, row, column, all_k = self.arrays["X"], env[i], env[j], range(self.size)

        def f(a: int, b: int) -> float:
            return self.at(function, env, a, b)

        return {
            "T": lambda: f(column, row),
            "F*X": lambda: sum(f(row, k) * x[k][column] for k in all_k),
            "X*F": lambda: sum(x[row][k] * f(k, column) for k in all_k),
            "F+X": lambda: f(row, column) + x[row][column],
            "F.X": lambda: f(row, column) * x[row][column],
            "F*F": lambda: sum(f(row, k) * f(k, column) for k in all_k),
            "2*F": lambda: 2 * f(row, column),
        }[operation]()

    def _softmax(self, env: dict[str, int], function: Any, mask: Any, i: str, j: str) -> float:
        row = [self.at(function, env, env[i], k) for k in range(self.size)]
        shown = [k for k in range(self.size) if mask is None or k <= env[i]]
        top = max(row[k] for k in shown)
        weights = [math.exp(row[k] - top) if k in shown else 0.0 for k in range(self.size)]
        return weights[env[j]] / sum(weights)

    def at(self, function: Any, env: dict[str, int], row: int, column: int) -> float:
        first, second, body = function
        return self.value(body, {**env, first: row, second: column})

    def holds(self, condition: Any, env: dict[str, int]) -> bool:
        kind, *parts = condition
        if kind == "compare":
            a, b = env[parts[1]], env[parts[2]]
            return {"==": a == b, "!=": a != b, "<=": a <= b, "<": a < b}[parts[0]]
        if kind == "with 0":
            return (env[parts[1]] == 0) == (parts[0] == "==")
        if kind == "of sum":
            return self._sum(env, *parts) > 0
        holds = (self.holds(part, env) for part in parts)
        return all(holds) if kind == "and" else any(holds)


# -------------------------------------------------------------------------------------------------- writing it in SymPy


class Writer:
    """Write statements with SymPy; ``apart`` gives every binder a name of its own, so that nothing can be captured."""

    def __init__(self, size: Any = n, apart: bool = False) -> None:
        self.size, self.apart, self.count = size, apart, 0
        self.arrays = {name: MatrixSymbol(name, size, size) for name in "XY"}
        self.weights = ProbabilitySymbol("P", size)
        self.symbols: dict[str, Any] = {name: Symbol(name[0], integer=True) for name in PLAIN}
        self.symbols |= {name: Idx(name, size) for name in RANGED}

    def statement(self, node: tuple[Any, ...]) -> Any:
        """Return a statement in SymPy, with the indices i and j free."""
        return self.scalar(node, self.symbols)

    def scalar(self, node: tuple[Any, ...], names: dict[str, Any]) -> Any:
        kind, *parts = node
        return getattr(self, f"_{kind}")(names, *parts)

    def bound(self, name: str, names: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        symbol = self.symbols[name]
        if self.apart:
            self.count += 1
            symbol = Symbol(f"x{self.count}", integer=True)
        return symbol, {**names, name: symbol}

    def _entry(self, names: dict[str, Any], matrix: str, i: str, j: str) -> Any:
        return self.arrays[matrix][names[i], names[j]]

    def _number(self, names: dict[str, Any], value: int) -> Any:
        return Integer(value)

    def _plus(self, names: dict[str, Any], a: Any, b: Any) -> Any:
        return self.scalar(a, names) + self.scalar(b, names)

    def _times(self, names: dict[str, Any], a: Any, b: Any) -> Any:
        return self.scalar(a, names) * self.scalar(b, names)

    def _square(self, names: dict[str, Any], a: Any) -> Any:
        return self.scalar(a, names) ** 2

    def _exp(self, names: dict[str, Any], a: Any) -> Any:
        return exp(-(self.scalar(a, names) ** 2) / 8)

    def _delta(self, names: dict[str, Any], i: str, j: str) -> Any:
        return KroneckerDelta(names[i], names[j])

    def _place(self, names: dict[str, Any], i: str) -> Any:
        return names[i]

    def _sign(self, names: dict[str, Any], i: str) -> Any:
        return Piecewise((1, Eq(cos(pi * names[i]), 1)), (-1, True))

    def _distance(self, names: dict[str, Any], i: str, j: str) -> Any:
        return Abs(names[i] - names[j])

    def _larger(self, names: dict[str, Any], i: str, j: str) -> Any:
        return Max(names[i], names[j])

    def _let(self, names: dict[str, Any], name: str, other: str, body: Any) -> Any:
        symbol, inner = self.bound(name, names)
        return Lambda(symbol, self.scalar(body, inner))(names[other])

    def _cases(self, names: dict[str, Any], condition: Any, a: Any, b: Any) -> Any:
        return Piecewise((self.scalar(a, names), self.condition(condition, names)), (self.scalar(b, names), True))

    def _sum(self, names: dict[str, Any], name: str, body: Any) -> Any:
        symbol, inner = self.bound(name, names)
        return Sum(self.scalar(body, inner), (symbol, 0, self.size - 1))

    def _mean(self, names: dict[str, Any], name: str, body: Any) -> Any:
        symbol, inner = self.bound(name, names)
        return Expectation(self.weights, self.scalar(body, inner), symbol)

    def _put(self, names: dict[str, Any], how: str, name: str, other: str, body: Any) -> Any:
        symbol, inner = self.bound(name, names)
        whole, value = self.scalar(body, inner), names[other]
        if how == "xreplace":
            return whole.xreplace({symbol: value})
        return whole.subs({symbol: value}, simultaneous=how == "simultaneous")

    def _heads(self, names: dict[str, Any], name: str, body: Any, i: str, j: str) -> Any:
        symbol, inner = self.bound(name, names)
        return HeadSum(self.scalar(body, inner) * self.arrays["X"], (symbol, 0, self.size - 1))[names[i], names[j]]

    def _call(self, names: dict[str, Any], function: Any, i: str, j: str) -> Any:
        return self.matrix(function, names)[names[i], names[j]]

    def _part(self, names: dict[str, Any], operation: str, function: Any, i: str, j: str) -> Any:
        F, X = self.matrix(function, names), self.arrays["X"]
        made = {
            "T": lambda: F.T,
            "F*X": lambda: F * X,
            "X*F": lambda: X * F,
            "F+X": lambda: F + X,
            "F.X": lambda: HadamardProduct(F, X),
            "F*F": lambda: F * F,
            "2*F": lambda: 2 * F,
        }[operation]()
        return made[names[i], names[j]]

    def _softmax(self, names: dict[str, Any], function: Any, mask: Any, i: str, j: str) -> Any:
        scores = self.matrix(function, names)
        if mask is not None:
            row, inner = self.bound(mask[0], names)
            column, _ = self.bound(mask[1], inner)
            scores += FunctionMatrix(
                self.size, self.size, Lambda((row, column), Piecewise((0, column <= row), (-oo, True)))
            )
        return RowSoftmax(scores)[names[i], names[j]]

    def matrix(self, function: Any, names: dict[str, Any]) -> Any:
        first, second, body = function
        row, inner = self.bound(first, names)
        column, inner = self.bound(second, inner)
        return FunctionMatrix(self.size, self.size, Lambda((row, column), self.scalar(body, inner)))

    def condition(self, condition: Any, names: dict[str, Any]) -> Any:
        kind, *parts = condition
        if kind == "compare":
            return COMPARISONS[parts[0]](names[parts[1]], names[parts[2]])
        if kind == "with 0":
            return COMPARISONS[parts[0]](names[parts[1]], 0)
        if kind == "of sum":
            return self._sum(names, *parts) > 0
        both = (self.condition(part, names) for part in parts)
        return And(*both) if kind == "and" else Or(*both)


# -------------------------------------------------------------------------------------------------------------- tests


@pytest.mark.parametrize("seed", range(120))
def test_random_statements_mean_what_their_scopes_say(seed):
    node, choose = Author(seed).scalar((), 4), random.Random(seed)
    size = choose.choice((2, 3))
    arrays = {name: [[choose.choice((-2, -1, 0.5, 1, 2)) for _ in range(size)] for _ in range(size)] for name in "XY"}
    weights = [choose.random() for _ in range(size)]
    weights = [weight / sum(weights) for weight in weights]
    free = {"i": choose.randrange(size), "j": choose.randrange(size)}
    expected = Reader(size, arrays, weights).value(node, free)
    if not math.isfinite(expected) or abs(expected) > 1e12:
        return
    for literal in (False, True):
        writer = Writer(size=Integer(size) if literal else n)
        values = {writer.arrays[name]: array for name, array in arrays.items()}
        values |= {n: size, writer.weights: [weights]} | {writer.symbols[name]: place for name, place in free.items()}
        try:
            written = writer.statement(node)
            found = evaluate(written, values)
        except UnsupportedExpression:
            continue
        assert found == pytest.approx(expected, rel=1e-7, abs=1e-7), written


@pytest.mark.parametrize("seed", range(25))
def test_random_statements_equal_themselves_with_names_apart(seed):
    node = Author(seed).scalar((), 3)
    try:
        verdict = decide(Equation(Writer().statement(node), Writer(apart=True).statement(node)))
    except UnsupportedExpression as refused:
        assert "rename" in str(refused) or "not part" in str(refused)
    else:
        assert verdict.status in ("proved", "unknown"), verdict
