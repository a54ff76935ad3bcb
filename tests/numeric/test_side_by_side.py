"""Instances side by side: each has the values and errors that it has alone, and none hides what happens at another."""

import importlib
from pathlib import Path

import numpy as np
import pytest
import sympy as sp
from sympy import (
    Abs,
    BlockMatrix,
    Derivative,
    Determinant,
    Eq,
    HadamardPower,
    HadamardProduct,
    Identity,
    Idx,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Min,
    Mod,
    Ne,
    OneMatrix,
    Piecewise,
    Product,
    Rational,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    conjugate,
    cos,
    cosh,
    exp,
    floor,
    im,
    log,
    pi,
    re,
    sin,
    sinh,
    sqrt,
    tanh,
)

from symattn.errors import answering
from symattn.language import (
    Attention,
    BlockRotation,
    Calc,
    CausalMask,
    Equation,
    Euclidean,
    Expectation,
    ForAll,
    Gradient,
    HeadBlock,
    HeadConcat,
    HeadStack,
    HeadSum,
    Invertible,
    InvertibleSymbol,
    KernelMatrix,
    KernelSymbol,
    KernelValue,
    MapSymbol,
    MaskSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixMask,
    ProbabilitySymbol,
    RotaryEncoding,
    RowMap,
    RowMax,
    RowSoftmax,
    SequentialEncoding,
    SineCosine,
    SubsetMask,
    SubsetSymbol,
    claim,
    declarations,
    dims,
    from_entries,
    postorder,
    sum_over,
)
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.constructions import plan
from symattn.numeric.evaluator import Evaluator, NotVectorised
from symattn.numeric.reduction import along_a_line, as_pointwise
from symattn.numeric.sampling import SPREADS, Sampler
from symattn.numeric.satisfied import UNDEFINED, satisfied, satisfy_side_by_side
from symattn.numeric.scaled_errors import OneInstance, error_at, errors_at_all, holds_at_all
from symattn.numeric.side_by_side import SideBySide, chosen
from symattn.numeric.spot_check import looks_false, spot_check
from symattn.primitives.subsets.word import Member
from symattn.scripts.claims import _stated, load

module = importlib.import_module("symattn.numeric.spot_check")

COUNT = 4
r, n, h, d = dims("r n h d")
SIZES = {r: 3, n: COUNT, h: 2, d: 5}  # one size is the number of instances, so that axes taken for each other are seen
Q, K, V = MatrixSymbol("Q", r, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("V", n, d)
X, Y, b = MatrixSymbol("X", n, n), MatrixSymbol("Y", n, n), MatrixSymbol("b", 1, n)
A, g, M = InvertibleSymbol("A", n), OrthogonalSymbol("g", n), MaskSymbol("M", r, n)
sigma, S, p = PermutationSymbol("sigma", n), SubsetSymbol("S", n), ProbabilitySymbol("p", n)
W, alpha, f, theta = MatrixFamily("W", 2, n, n), KernelSymbol("alpha"), MapSymbol("f", n), MatrixSymbol("theta", h, 1)
phi = SequentialEncoding("phi", n)
x, y, z = Symbol("x", real=True), Symbol("y", real=True), Symbol("z", complex=True)
m = Symbol("m", integer=True, nonnegative=True)
i, j, k, s, o = Idx("i", n), Idx("j", n), Idx("k", 2), Idx("s", n), Idx("o", n)


def entries(body):
    return from_entries(n, n, body)


NUMBERS = [
    x * y + X[0, 1] ** 2 - Rational(1, 3),
    x**3 / (1 + y**2) + 2**m + pi * x,
    sp.factorial(m) + sp.binomial(x, m),
    sqrt(Abs(x)) + sin(x) * cos(y) + sinh(x) + cosh(y) + tanh(x * y) + exp(-x),
    log(1 + x**2) + log(exp(x) + exp(y) + 2),
    log(sum_over(n, lambda u: exp(100 * X[0, u]))),
    Max(x, y, X[1, 1]) - Min(x, y) + KroneckerDelta(m, 2),
    Piecewise((x, x > y), (X[0, 0], sp.And(x > 0, y > -1)), (1 / (1 + y**2), sp.Or(x < -y, X[0, 1] > 1)), (0, True)),
    Piecewise((0.5 * x, sp.Not(Member(m, S))), (-sp.oo, x > y), (y, True)),
    Piecewise((x, Eq(floor(m / 2), 1)), (y, Ne(Mod(m, 3), 0)), (m, True)),
    Sum(X[0, s] * Y[s, 1] * x, (s, 0, n - 1)),
    Sum(Sum(X[s, o] * Piecewise((y, s <= o), (x, True)), (o, 0, n - 1)), (s, 0, n - 1)),
    Sum(Max(X[0, s], X[s, 0]), (s, 1, m)),
    Product(1 + X[0, s] ** 2, (s, 0, n - 1)),
    Sum(2, (s, 0, n - 1)) * x,
    Sum(Piecewise((X[0, s], Member(s, S)), (0, True)), (s, 0, n - 1)),
    Expectation(p, X[o, 0] ** 2 + x, o),
    Trace(X * Y) + Trace(A),
    Determinant(X * Y),
    re(z**2) + im(z**2 * X[0, 0]) + Abs(z) + re(exp(z)),
    sp.I * conjugate(z) * z**-2 + x,
    Derivative(sin(x * y) * X[0, 0], x),
    Derivative(Sum(X[0, s] ** 3 * x, (s, 0, n - 1)), X[0, 1], X[0, 1]),
    KernelValue(Euclidean(), X[0, :], b),
    KernelValue(alpha, X[0, :], b) * x,
    Sum((W[1] * X)[s, 0], (s, 0, n - 1)) + W[0][1, 1],
    Sum(W[k][0, 1] * x, (k, 0, 1)),
    phi(1)[0, 0] * x,
]
MATRICES = [
    x * X * Y - 2 * X.T + Identity(n),
    (x + y) * X,
    sigma * X * sigma.T + y * sigma + X**2 * sigma,
    A.I * X + g.T * A**-2,
    HadamardProduct(X, Y, OneMatrix(n, n)) + HadamardPower(X, 3),
    BlockMatrix([[X, K], [A, K], [ZeroMatrix(1, n), OneMatrix(1, 2 * h)]]),
    X[:, :1] * Y[:1, :] + MatrixSymbol("Z", 6, 5)[2:6, 1:5],
    Attention(Q, K, V),
    Attention(Q, K, V, M),
    Attention(Q, sigma * K, sigma * V, scale=x),
    Attention(Q, K, V, bias=y * OneMatrix(r, n)),
    RowSoftmax(X + CausalMask(n)) * V,
    RowSoftmax(Q * K.T + M),
    RowSoftmax(MatrixSymbol("c", 1, 6) + PrefixMask(2, 6)),
    RowSoftmax(b) + RowSoftmax(b + SubsetMask(S, n)),
    RowMax(X),
    entries(lambda a, c: x),
    entries(lambda a, c: a - c),
    entries(lambda a, c: x**a * exp(X[a, c]) + y * c),
    entries(lambda a, c: X[c, a] * sum_over(n, lambda u: X[a, u] * Y[u, c] * x)),
    entries(lambda a, c: Piecewise((X[a, c], c <= a), (y, True))),
    entries(lambda a, c: (X * RowSoftmax(Y))[a, c] / (1 + sum_over(n, lambda u: Y[u, a] ** 2))),
    sp.ImmutableDenseMatrix([[x, 1], [y, X[0, 0]]]),
    sp.ImmutableDenseMatrix([[1, 2]]),
    HeadSum(W[k] * X, k) + HeadBlock(MatrixSymbol("U", 2 * n, n), 1, 2),
    HeadConcat(X * W[k], k) * HeadStack(W[k], k),
    HeadSum(Rational(1, 2) * W[k] * x, k),
    KernelMatrix(alpha, X, Y),
    KernelMatrix(Euclidean(), X, Y) * x,
    RowMap(f, X) + x * Y,
    RotaryEncoding(K),
    RotaryEncoding(K, theta, x),
    RotaryEncoding(from_entries(n, 2 * h, lambda a, c: a + c), theta, y),
    BlockRotation(theta) + BlockRotation(x * theta),
    SineCosine(y * theta),
    Gradient(Sum(X[0, s] ** 2 * x, (s, 0, n - 1)), X),
]


def instances(*about, seed=0, count=COUNT):
    """Return the values of instances side by side for all symbols of some expressions."""
    declared = declarations(*about)
    sampler = Sampler(declared, plan(()), np.random.default_rng(seed))
    values = sampler.values(SIZES, count)
    return {**values, **{symbol: 3 for symbol in declared.scalars if symbol == m}}


def numbers(value):
    """Return a value as an array of complex numbers."""
    return np.asarray(value.real + 1j * value.imag if isinstance(value, Complex) else value, dtype=complex)


@pytest.mark.parametrize("expr", [*NUMBERS, *MATRICES], ids=str)
def test_each_instance_has_the_value_that_it_has_alone(expr):
    values = instances(expr)
    with np.errstate(all="ignore"):
        together = numbers(SideBySide(values, COUNT).dense_value(expr))
        alone = [numbers(Evaluator(chosen(values, place)).dense_value(expr)) for place in range(COUNT)]
    shape = alone[0].shape
    assert together.shape in (shape, (COUNT, *shape))
    for found, expected in zip(np.broadcast_to(together, (COUNT, *shape)), alone, strict=True):
        assert np.allclose(found, expected, rtol=1e-9, atol=1e-11, equal_nan=True)


def test_the_expressions_meet_every_class_that_is_computed_side_by_side():
    met = {type(node) for expr in (*NUMBERS, *MATRICES) for node in postorder(expr)}
    at_once = Evaluator.along_instances | Evaluator.along_leading
    asked = {kind for kind, handler in Evaluator.handlers.items() if handler in at_once}
    missing = {kind for kind in asked if not any(issubclass(other, kind) for other in met)}
    assert not missing


# Errors

PLACES = range(COUNT)


def errors(proposition, values, indices=(), count=COUNT):
    return errors_at_all(proposition, SideBySide(values, count), indices, np.random.default_rng(1)).tolist()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("wrong", [1e-3, np.inf, -np.inf])
def test_a_wrong_entry_at_one_instance_is_the_error_of_that_instance_alone(place, wrong):
    values = instances(X, Y)
    values[Y] = values[X].copy()
    values[Y][place, 2, 1] += wrong
    found = errors(Equation(X, Y), values)
    assert found[place] > 1e-4
    assert all(found[other] == 0 for other in PLACES if other != place)


@pytest.mark.parametrize("place", PLACES)
def test_an_entry_without_a_value_hides_no_error_at_another_instance(place):
    values = instances(X, Y)
    values[Y] = values[X].copy()
    values[Y][place, 0, 0] = np.nan
    values[Y][place - 1, 3, 3] += 1
    found = errors(Equation(X, Y), values)
    assert np.isnan(found[place]) and found[place - 1] > 0.1
    assert all(found[other] == 0 for other in PLACES if other not in (place, place - 1 + COUNT * (place == 0)))


def test_no_number_beside_an_error_at_the_same_instance_is_no_number():
    values = instances(X, Y)
    values[Y] = values[X] + 1
    values[Y][0, 0, 0] = np.nan
    found = errors(Equation(X, Y), values)
    assert np.isnan(found[0]) and all(error > 0.1 for error in found[1:])


def test_minus_infinity_agrees_with_itself_and_with_nothing_else():
    values = instances(X, Y)
    values[X][1, 0, 0] = values[X][2, 0, 0] = -np.inf
    values[Y] = values[X].copy()
    values[Y][2, 0, 0] = 5.0
    assert errors(Equation(X, Y), values) == [0, 0, np.inf, 0]


@pytest.mark.parametrize("place", PLACES)
def test_an_inequality_that_fails_at_one_instance_is_violated_there(place):
    values = {x: np.where(np.arange(COUNT) == place, -1.0, 2.0)}
    assert errors(x > 0, values) == [float(place == other) for other in PLACES]
    assert errors(Ne(x, -1), values) == [float(place == other) for other in PLACES]


@pytest.mark.parametrize("place", PLACES)
def test_a_matrix_that_is_singular_at_one_instance_is_so_there(place):
    values = instances(X)
    values[X][place] = 1.0
    assert errors(Invertible(X), values) == [float(place == other) for other in PLACES]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("lhs, rhs", [(X[i, j], Y[i, j]), (X[:1, :], Y[:1, :]), ((W[k] * X)[i, j], (W[k] * Y)[i, j])])
def test_an_error_at_one_value_of_the_indices_is_that_of_its_instance(place, lhs, rhs):
    values = instances(lhs, rhs)
    values[Y] = values[X].copy()
    values[Y][place, 0, 3] += 0.5
    found = errors(Equation(lhs, rhs), values, declarations(lhs, rhs).indices)
    assert found[place] > 1e-3 and all(found[other] < 1e-12 for other in PLACES if other != place)


def test_matrices_that_depend_on_an_index_are_taken_value_by_value():
    lhs, rhs = W[k] * X, W[k] * Y
    values = instances(lhs, rhs)
    values[Y] = values[X].copy()
    values[W][2, 1] = 0.0
    values[Y][2] += 1  # seen only where the member is not 0
    found = errors(Equation(lhs, rhs), values, [k])
    assert found[2] > 1e-3 and max(found[:2] + found[3:]) < 1e-12


def test_a_condition_holds_at_all_values_of_an_index():
    values = instances(X)
    values[X] = np.abs(values[X]) + 1
    values[X][1, 2, 3] = -1.0
    evaluator = SideBySide(values, COUNT)
    rng = np.random.default_rng(0)
    assert holds_at_all(X[i, j] > 0, evaluator, [i, j], rng).tolist() == [True, False, True, True]
    assert holds_at_all(X[i, i] > 0, evaluator, [i], rng).all()


def test_a_row_that_is_hidden_at_one_instance_raises_for_all():
    values = instances(Q, K, V, MatrixSymbol("B", r, n))
    B = MatrixSymbol("B", r, n)
    values[B][1, 0] = -np.inf
    with pytest.raises(UNDEFINED):
        SideBySide(values, COUNT).value(RowSoftmax(B))


def test_values_that_are_no_instances_side_by_side_are_refused():
    for values in ({X: np.zeros((2, 4, 4)), x: np.zeros(3)}, {x: np.zeros(3)}, {X: np.zeros((2, 2, 4, 4))}):
        with pytest.raises(ValueError, match="not the values of 2 instances"):
            SideBySide(values, 2)


def test_an_index_that_differs_between_instances_is_not_computed_side_by_side():
    values = {**instances(X), x: np.arange(COUNT, dtype=float)}
    with pytest.raises((TypeError, NotVectorised, IndexError)):
        SideBySide(values, COUNT).value(Sum(X[0, s], (s, 0, x)))


# Derivatives


@pytest.mark.parametrize(
    "expr", [Derivative(Abs(x) * y, x), Derivative(x**3 * y, x), Derivative(Sum(X[0, s] ** 3, (s, 0, n - 1)), X[0, 1])]
)
def test_all_points_of_a_derivative_give_what_one_after_the_other_gives(expr):
    values = chosen(instances(expr), 0)
    for number in (0.7, 0.0, 1e6):
        if x in values:
            values[x] = number
        found = [float(kind(values).value(expr)) for kind in (Evaluator, OneInstance)]
        assert np.allclose(*found, rtol=1e-9, equal_nan=True)
    assert Evaluator.points_side_by_side is False  # what users evaluate is computed as before


# Claims

FALSE_AT_TIMES = {
    "only where x is above y": claim(Max(x, y), y),
    "only where an entry is negative": claim(Abs(X[0, 0]), X[0, 0]),
    "only under a permutation": claim(sigma * b.T, b.T),
    "only for two indices": claim(Ne(X[i, j], X[0, 0])),
    "only where a subset is not everything": claim(RowSoftmax(b + SubsetMask(S, n)), RowSoftmax(b)),
    "only where it holds of some rows": claim(X[i, 0] + Max(0, X[i, 0] - 2), X[i, 0]),
}


@pytest.mark.parametrize("name", FALSE_AT_TIMES)
def test_a_claim_that_fails_at_some_instances_is_seen_to_fail(name):
    check = spot_check(FALSE_AT_TIMES[name])
    assert check.trials == 20 and check.max_error > 1e-3


def test_a_spot_check_does_not_depend_on_whether_a_glance_was_taken_before():
    stated = claim(x * X * Y, X * (x * Y), given=[x > 0])
    module._PREPARED.clear()
    before = spot_check(stated)
    assert spot_check(stated) == before
    module._PREPARED.clear()
    assert not looks_false(stated)
    assert spot_check(stated) == before and not looks_false(stated)
    assert len(module._PREPARED) == 1


@pytest.mark.parametrize("name", FALSE_AT_TIMES)
def test_a_spot_check_measures_what_a_glance_found_to_fail_as_one_without_a_glance_does(name):
    module._PREPARED.clear()
    before = spot_check(FALSE_AT_TIMES[name])
    module._PREPARED.clear()
    looks_false(FALSE_AT_TIMES[name])
    assert spot_check(FALSE_AT_TIMES[name]) == before


@pytest.mark.parametrize(
    "stated",
    [Equation(x * y, x + y), Equation(X * Y, Y.T * X.T), Equation(exp(30 * x), exp(30 * y)), x > y, Equation(x, y)],
    ids=str,
)
def test_what_fails_by_far_is_told_with_a_larger_error_at_the_same_draws(stated):
    def values(at):
        return {x: at.normal(), y: at.normal(), X: at.normal(size=(3, 3)), Y: at.normal(size=(3, 3))}

    for seed in range(20):
        drawn = values(np.random.default_rng(seed))
        generators = [np.random.default_rng(1) for _ in range(2)]
        exact, rough = (
            error_at(stated, drawn, (), rng, *enough) for rng, enough in zip(generators, ((), (1e-3,)), strict=True)
        )
        assert rough == exact or rough > max(exact, 1e-3)
        assert generators[0].bit_generator.state == generators[1].bit_generator.state
        several = {symbol: np.stack([value, value * 2]) for symbol, value in drawn.items()}
        exact, rough = (
            errors_at_all(stated, SideBySide(several, 2), (), rng, *e)
            for rng, e in zip(generators, ((), (1e-3,)), strict=True)
        )
        assert ((rough == exact) | (rough > np.maximum(exact, 1e-3))).all()
        assert generators[0].bit_generator.state == generators[1].bit_generator.state


def test_what_is_nearly_true_is_measured_against_its_sensitivity_whatever_is_enough():
    stated, values = Equation(exp(40 * x), exp(40 * y)), {x: 1.0, y: 1.0 + 1e-9}
    exact, rough = (error_at(stated, values, (), np.random.default_rng(0), *e) for e in ((), (1e-3,)))
    assert 0 < exact == rough < 1e-8


@pytest.mark.parametrize("count", [None, 1, 4])
def test_the_spreads_of_matrices_are_those_that_numpy_chooses(count):
    for seed in range(20):
        sampler = Sampler(declarations(Equation(X, Y)), plan(()), np.random.default_rng(seed))
        found, rng = sampler.values({n: 3}, count), np.random.default_rng(seed)
        spread = rng.choice(SPREADS, size=(*(() if count is None else (count,)), 1, 1))
        for symbol in sampler.declared.matrices:
            assert np.array_equal(found[symbol], rng.normal(scale=spread, size=found[symbol].shape))


def test_what_is_prepared_is_bounded_and_told_apart_by_the_seed():
    for seed in range(module._MOST_PREPARED + 5):
        looks_false(claim(x + y, y + x), seed)
    assert len(module._PREPARED) == module._MOST_PREPARED


def test_a_glance_that_raises_counts_for_nothing():
    stated = claim(Equation(X[i, j], X[j, i]), given=[ForAll(i, Equation(X[i, j], X[j, i]))])
    assert looks_false(stated) in (True, False)
    assert spot_check(stated).trials >= 0


def test_twenty_instances_have_six_draws_of_sizes(monkeypatch):
    drawn = []
    draw = Sampler.values

    def values(self, sizes, count=None):
        drawn.append((sizes[n], count))
        return draw(self, sizes, count)

    monkeypatch.setattr(Sampler, "values", values)
    module._PREPARED.clear()
    assert spot_check(claim(X * Y * sigma, X * (Y * sigma))).trials == 20
    assert [count for _, count in drawn] == [None, None, None, 6, 6, 5]
    assert drawn[0][0] == 1


def test_what_cannot_be_computed_side_by_side_is_tried_one_by_one(monkeypatch):
    def refuse(*_):
        raise TypeError

    monkeypatch.setattr(module, "errors_at_all", refuse)
    check = spot_check(claim((X * Y).T, Y.T * X.T))
    assert check.trials == 20 and check.max_error < 1e-12


GIVEN = {
    "of numbers": [x > 0, y > x],
    "of entries": [ForAll(i, X[i, i] > 0), X[0, 0] > 0],
    "of whole numbers": [m > 1, x < m],
    "equations": [Equation(x**2, y)],
    "a matrix": [Equation(Y, 2 * X)],
    "rows": [ForAll(i, Equation(Sum(X[i, s], (s, 0, n - 1)), 1))],
    "invertible": [Invertible(X + Identity(n))],
}


@pytest.mark.parametrize("name", GIVEN)
def test_hypotheses_hold_side_by_side_where_each_instance_says_so(name):
    given = as_pointwise(Equation(X, X), tuple(claim(X, X, given=GIVEN[name]).given))[1]
    sampler = Sampler(declarations(X, Y, x, y, m, *given), plan(given), np.random.default_rng(3))
    for _ in range(5):
        values = sampler.values(SIZES, COUNT)
        held, evaluator = satisfy_side_by_side(sampler, given, values, COUNT)
        for place in PLACES:
            alone = chosen(evaluator.values, place)
            assert bool(held[place]) == all(satisfied(hypothesis, alone, sampler) for hypothesis in given)


# The claims of the documents, at instances side by side and at each of these alone

ROOT = Path(__file__).parents[2]


def stated_in(*paths):
    for entry in load([str(ROOT / path) for path in paths]).entries.values():
        if entry.expected not in ("proved", "defined", "refuted"):
            continue
        with answering():
            stated = _stated(entry, entry.function())
        for proposition in stated.statements if isinstance(stated, Calc) else (stated.proposition,):
            yield entry.id, proposition, stated.given


def compare(proposition, given):
    """Return whether a claim was computed side by side; assert that each instance has the error that it has alone."""
    proposition, given = as_pointwise(proposition, given)
    proposition = along_a_line(proposition, given)
    rng = np.random.default_rng(5)
    sampler = Sampler(declarations(proposition, *given), plan(given), rng)
    if not sampler.draws_side_by_side or module.speaks_of_all_values(proposition):
        return False
    sizes = next((sizes for _ in range(60) if sampler.fits(sizes := sampler.sizes(False))), None)
    try:
        values = sampler.values(sizes, 3)
        held, evaluator = satisfy_side_by_side(sampler, given, values, 3)
        indices = [index for index in sampler.declared.indices if index not in evaluator.values]
        together = errors_at_all(proposition, evaluator, indices, rng)
    except Exception:
        return False
    for place in range(3):
        alone = chosen(evaluator.values, place)
        error = error_at(proposition, alone, sampler.declared.indices, rng)
        assert np.isnan(error) == np.isnan(together[place])
        if not np.isnan(error):
            assert (error > 1e-7) == (together[place] > 1e-7)
            assert (
                error == together[place] or max(error, together[place]) < 1e-7 or 1e-3 < error / together[place] < 1e3
            )
        assert bool(held[place]) == all(satisfied(hypothesis, alone, sampler) for hypothesis in given)
    return True


@pytest.mark.slow
def test_the_claims_of_the_documents_have_the_errors_of_each_instance():
    found = [compare(proposition, given) for _, proposition, given in stated_in("proofs")]
    assert len(found) > 500 and sum(found) > 0.9 * len(found)


def test_claims_of_a_script_have_the_errors_of_each_instance():
    found = [compare(proposition, given) for _, proposition, given in list(stated_in("proofs/causal.py"))[:8]]
    assert sum(found) >= 6


def test_an_error_that_was_seen_is_kept_whatever_comes_after(monkeypatch):
    asked = []

    def at_all(*_):
        asked.append(1)
        if len(asked) > 1:
            raise TypeError
        return np.array([0.0, 7.0, np.nan, 0.0, 0.0, 0.0])

    monkeypatch.setattr(module, "errors_at_all", at_all)
    check = spot_check(claim((X * Y).T, Y.T * X.T))
    assert check.trials == 20 and check.max_error == 7.0


def test_of_more_instances_than_asked_for_the_largest_errors_count(monkeypatch):
    found = [np.array([0.0, np.nan, np.nan, np.nan, np.nan, np.nan]), np.array([9.0, 0.0, 0.0, 0.0, 0.0, 0.0])]
    monkeypatch.setattr(module, "errors_at_all", lambda *_: found.pop(0) if found else np.zeros(6))
    check = spot_check(claim((X * Y).T, Y.T * X.T))
    assert check.trials == 20 and check.max_error == 9.0


@pytest.mark.parametrize("trials", range(9))
def test_as_many_instances_are_tried_as_are_asked_for(trials):
    assert spot_check(claim((X * Y).T, Y.T * X.T), trials=trials).trials == trials
