"""Three readings of random expressions agree: the kernel's term, the arrays, and the exact enclosure.

Expressions are drawn from the whole language, with conditions on indices and outcomes inside every binder and with few
names for what is bound, so that inner binders hide outer ones and SymPy is tempted to move things about.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from sympy import (
    Abs,
    And,
    Eq,
    FunctionMatrix,
    Ge,
    Gt,
    HadamardProduct,
    Identity,
    Idx,
    KroneckerDelta,
    Lambda,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Not,
    OneMatrix,
    Or,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    ZeroMatrix,
    cos,
    exp,
    sin,
    sqrt,
)
from sympy.core.function import BadSignatureError

from symattn.deciding.agreement.instances import difference
from symattn.deciding.agreement.kernel_side import Line, Point
from symattn.deciding.decide import decide
from symattn.elaborate import elaborate
from symattn.errors import SymattnError
from symattn.language import (
    Attention,
    BoxCar,
    CausalMask,
    DotProduct,
    Epanechnikov,
    Equation,
    Expectation,
    HeadSum,
    KernelMatrix,
    MaskSymbol,
    MatrixFamily,
    Member,
    PermutationSymbol,
    PrefixMask,
    ProbabilitySymbol,
    RowSoftmax,
    SimilarityKernel,
    SubsetMask,
    SubsetSymbol,
    Variance,
    dims,
)
from symattn.language.inspection import declarations
from symattn.numeric.constructions import plan
from symattn.numeric.enclosure import Encloser, enclose
from symattn.numeric.evaluate import evaluate, evaluate_all
from symattn.numeric.exact import Imprecise, Infinity, Undefined
from symattn.numeric.exact import power as exact_power
from symattn.numeric.instances import Draws
from symattn.numeric.refute import refute
from symattn.numeric.spot_check import floats, spot_check

n, d, h, N = dims("n d h N")
A, B, C = MatrixSymbol("A", n, n), MatrixSymbol("B", n, d), MatrixSymbol("C", 2, n)
SIGMA, MASK, SUBSET = PermutationSymbol("sigma", n), MaskSymbol("M", n, n), SubsetSymbol("S", n)
P, Z = ProbabilitySymbol("p", N), MatrixSymbol("Z", N, d)
COIN = ProbabilitySymbol("c", 2)
W = MatrixFamily("W", h, d, n)
X, Y = Symbol("x", real=True), Symbol("y", real=True)
MATRICES = ((A, (n, n)), (B, (n, d)), (C, (2, n)), (Z, (N, d)), (SIGMA, (n, n)))
#: Few names, so that binders meet: plain integers and indices.
NAMES = ("s", "t", "e")


class Threshold(SimilarityKernel):
    """Take 2 where the first coordinates are ordered, and the inner product elsewhere."""

    def formula(self, value):
        """Say the value at two vectors."""
        return Piecewise(
            (2, value.query[0, 0] <= value.key[0, 0]), (value.sum_over_coordinates(lambda a, b: a * b), True)
        )


class Drawing:
    """Draw expressions of a few levels; ``env`` lists the indices in scope with their numbers of values."""

    def __init__(self, seed: int | str) -> None:
        self.rng = Random(f"readings:{seed}")
        self.free = [(Idx("i", n), n), (Idx("j", n), n), (Idx("a", d), d)]

    def bound(self, size):
        """Return what is bound in a new scope: a plain integer, or an index with its range."""
        name = self.rng.choice(NAMES)
        return Symbol(name, integer=True) if self.rng.random() < 0.6 else Idx(name, size)

    def index(self, size, env):
        """Return an index of this many values."""
        fitting = [index for index, count in env if count == size]
        return self.rng.choice(fitting) if fitting and self.rng.random() < 0.85 else 0

    def under(self, env, *variables):
        """Return the indices in scope under binders."""
        names = {str(variable) for variable, _ in variables}
        return [(index, size) for index, size in env if str(index) not in names] + list(variables)

    def scalar(self, depth, env):
        """Return a number."""
        rng = self.rng
        if depth <= 0:
            choice = rng.randrange(4)
            if choice == 0:
                return Rational(rng.randint(-3, 3), rng.choice((1, 1, 2)))
            if choice == 1:
                return rng.choice((X, Y))
            matrix, (rows, columns) = rng.choice(MATRICES)
            return matrix[self.index(rows, env), self.index(columns, env)]
        below = depth - 1
        kind = rng.randrange(17)
        if kind == 0:
            return self.scalar(below, env) + self.scalar(below, env)
        if kind == 1:
            return self.scalar(below, env) * self.scalar(below, env)
        if kind in (2, 3):
            size = rng.choice((n, d, 2))
            index = self.bound(size)
            return Sum(self.scalar(below, self.under(env, (index, size))), (index, 0, size - 1))
        if kind in (4, 5, 6):
            cases = [(self.scalar(below, env), self.condition(1, env)) for _ in range(rng.randint(1, 2))]
            return Piecewise(*cases, (self.scalar(below, env), True))
        if kind == 7:
            size = rng.choice((n, d))
            return KroneckerDelta(self.index(size, env), self.index(size, env))
        if kind == 8:
            return rng.choice((Abs, cos, sin))(self.scalar(below, env))
        if kind == 9:
            return rng.choice((Max, Min))(self.scalar(below, env), self.scalar(below, env))
        if kind == 10:
            return self.scalar(below, env) ** 2 if rng.random() < 0.6 else sqrt(Abs(self.scalar(below, env)))
        if kind == 11:
            return exp(sin(self.scalar(below, env)))
        if kind in (12, 13, 14):
            weights, size = rng.choice(((P, N), (COIN, 2)))
            outcome = self.bound(size)
            taken = rng.choice((Expectation, Variance))
            return taken(weights, self.scalar(below, self.under(env, (outcome, size))), outcome)
        rows, columns = rng.choice((n, d, 2)), rng.choice((n, d))
        return self.matrix(below, rows, columns, env)[self.index(rows, env), self.index(columns, env)]

    def condition(self, depth, env):
        """Return a condition on indices, numbers and subsets."""
        rng = self.rng
        if depth > 0 and rng.random() < 0.4:
            parts = [self.condition(depth - 1, env) for _ in range(2)]
            return rng.choice((And(*parts), Or(*parts), Not(parts[0])))
        kind = rng.randrange(5)
        if kind == 0:
            return Member(self.index(n, env), SUBSET if rng.random() < 0.5 else {0, 2})
        if kind == 1:
            return rng.choice((Le, Lt, Ge, Gt))(self.scalar(0, env), self.scalar(0, env) + Rational(1, 7))
        left, right = (rng.choice(env)[0] for _ in range(2))
        return rng.choice((Eq, Ne, Le, Lt, Ge, Gt))(left, right if rng.random() < 0.5 else rng.randint(0, 1))

    def matrix(self, depth, rows, columns, env):
        """Return a matrix of this shape."""
        rng = self.rng
        plain = [matrix for matrix, shape in MATRICES if shape == (rows, columns)]
        plain += [matrix.T for matrix, shape in MATRICES if shape == (columns, rows)]
        if depth <= 0 and plain and rng.random() < 0.9:
            return rng.choice(plain)
        if depth <= 0:
            return rng.choice((OneMatrix(rows, columns), ZeroMatrix(rows, columns)))
        below = depth - 1
        kind = rng.randrange(13)
        if kind == 0:
            middle = rng.choice((n, d))
            return self.matrix(below, rows, middle, env) * self.matrix(below, middle, columns, env)
        if kind == 1:
            return self.matrix(below, rows, columns, env) + self.matrix(below, rows, columns, env)
        if kind in (2, 3, 4):
            row, column = self.bound(rows), self.bound(columns)
            if str(row) == str(column):
                column = Symbol(str(column) + "o", integer=True)
            plain_names = [Symbol(str(v), integer=True) for v in (row, column)]
            inner = self.under(env, (plain_names[0], rows), (plain_names[1], columns))
            return FunctionMatrix(rows, columns, Lambda(tuple(plain_names), self.scalar(below, inner)))
        if kind == 5:
            head = self.bound(h)
            body = self.matrix(below, rows, columns, self.under(env, (head, h)))
            return HeadSum(body, (head, 0, h - 1))
        if kind == 6:
            head = self.bound(h)
            member = self.scalar(below, self.under(env, (head, h))) * self.matrix(below, rows, d, env) * W[head]
            return HeadSum(member, (head, 0, h - 1)) * self.matrix(below, n, columns, env)
        if kind == 7:
            scores = self.matrix(below, rows, columns, env)
            masks = {(n, n): (CausalMask(n), MASK), (1, n): (PrefixMask(1, n), SubsetMask(SUBSET, n))}
            return RowSoftmax(scores + rng.choice(masks[rows, columns]) if (rows, columns) in masks else scores)
        if kind == 8:
            kernel = rng.choice((DotProduct(), BoxCar(), Epanechnikov(), Threshold()))
            return KernelMatrix(kernel, self.matrix(below, rows, d, env), self.matrix(below, columns, d, env))
        if kind == 9:
            return HadamardProduct(self.matrix(below, rows, columns, env), self.matrix(below, rows, columns, env))
        if kind == 10 and rows == columns:
            return self.matrix(below, rows, rows, env) ** 2 + Identity(rows)
        if kind == 11:
            parts = (self.matrix(below, *shape, env) for shape in ((rows, 2), (n, 2), (n, columns)))
            return Attention(*parts)
        return self.scalar(below, env) * self.matrix(below, rows, columns, env)

    def expression(self):
        """Return a number or a matrix without bound names left over."""
        depth = self.rng.randint(1, 4)
        if self.rng.random() < 0.7:
            return self.scalar(depth, self.free)
        return self.matrix(depth, self.rng.choice((n, 2)), self.rng.choice((n, d)), self.free)


def as_floats(value):
    """Return an exact value or an enclosure as numbers."""
    if isinstance(value, tuple):
        return [as_floats(part) for part in value]
    if isinstance(value, Infinity):
        return -np.inf
    return float(value.mid()) if isinstance(value, arb) else int(value.p) / int(value.q)


def readings(expression, seed=0, instances=2):
    """Yield the three readings of an expression at some exact instances: over arrays, exact, the kernel's."""
    shape = getattr(expression, "shape", None)
    stated = Equation(expression, ZeroMatrix(*shape) if shape is not None else 0)
    line = Line(stated, (), elaborate(stated), stated, ())
    declared = declarations(stated)
    rng = Random(f"{seed}")
    for _ in range(instances):
        sizes = [rng.randint(1, 3) for _ in declared.sizes]
        draws = Draws(declared, plan(()), sizes, seed)
        stage = rng.randrange(6)
        for instance in islice(draws.instances(), stage, stage + 1):
            reader = Encloser(instance.bindings)
            chosen = {index: rng.randint(0, reader.size(index.upper)) for index in declared.indices}
            bindings = {**instance.bindings, **{index: fmpq(value) for index, value in chosen.items()}}
            with ctx.workprec(128):
                try:
                    exact = as_floats(Encloser(bindings).value(expression))
                except (Undefined, Imprecise):
                    continue
            values = {**floats(instance), **chosen}
            (written, _) = evaluate_all(stated.args, values)
            point = Point(line, values, np.random.default_rng(0))
            yield written, exact, point.sides()[0]


def disagreement(seed):
    """Return how the readings of a random expression differ, nothing where they agree, None where there are none."""
    try:
        expression = Drawing(seed).expression()
        found = list(readings(expression, seed))
    except (SymattnError, BadSignatureError):  # the second is SymPy's, for an entry of a FunctionMatrix over a Lambda
        return None
    for written, exact, kernel in found:
        if np.isnan(np.asarray(written, dtype=float)).any():
            continue
        if not difference(exact, written) <= 1e-6:
            return f"{expression}: {written} over arrays, {exact} exactly"
        if not difference(kernel, written) <= 1e-6:
            return f"{expression}: {written} over arrays, {kernel} in the kernel"
    return "" if found else None


def test_random_expressions_are_read_alike():
    found = [disagreement(seed) for seed in range(150)]
    assert sum(difference == "" for difference in found) > 90
    assert not [difference for difference in found if difference]


OUTCOME = Idx("o", 2)
INDICATOR = Piecewise((1, Eq(OUTCOME, 0)), (0, True))
STEPS = Piecewise((X, Eq(OUTCOME, 0)), (Y, True))
HALF = Equation(COIN[0, 0], Rational(1, 2))


@pytest.mark.parametrize("weight", [0, 0.25, 0.5, 1])
def test_the_variance_of_a_condition_on_the_outcome(weight):
    assert evaluate(Variance(COIN, INDICATOR, OUTCOME), {COIN: [[weight, 1 - weight]]}) == weight * (1 - weight)
    exact = fmpq(int(4 * weight), 4)
    value = enclose(Variance(COIN, INDICATOR, OUTCOME), {COIN: ((exact, 1 - exact),)})
    assert value == exact * (1 - exact)


TRUE_BUT_REFUTED_ONCE = {
    "positive": (Variance(COIN, INDICATOR, OUTCOME) > 0, (COIN[0, 0] > 0, COIN[0, 0] < 1)),
    "not 0": (Ne(Variance(COIN, INDICATOR, OUTCOME), 0), (COIN[0, 0] > 0, COIN[0, 0] < 1)),
    "its exponential": (exp(Variance(COIN, INDICATOR, OUTCOME)) >= exp(COIN[0, 0] * (1 - COIN[0, 0])), ()),
    "four times it": (Equation(4 * Variance(COIN, STEPS, OUTCOME), (X - Y) ** 2), (HALF,)),
    "twice its root": (Equation(2 * sqrt(Variance(COIN, STEPS, OUTCOME)), Abs(X - Y)), (HALF,)),
}


@pytest.mark.parametrize("name", TRUE_BUT_REFUTED_ONCE)
def test_true_statements_about_conditions_on_outcomes_are_not_refuted(name):
    stated, given = TRUE_BUT_REFUTED_ONCE[name]
    assert refute(stated, given=given) is None
    assert spot_check(stated, given=given).max_error < 1e-9
    assert decide(stated, given=given).status != "refuted"


def test_a_ball_around_0_has_powers():
    with ctx.workprec(64):
        ball = arb(1).exp() - arb(1).exp()
        assert not ball.is_exact()
        for count in range(1, 6):
            value = exact_power(ball, fmpq(count))
            assert value.contains(0) and value.rad() <= 2 * ball.rad()
