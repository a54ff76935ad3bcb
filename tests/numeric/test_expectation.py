"""Random vectors in numbers: expectation against loops, independence by its definition, instances of hypotheses."""

from itertools import product

import numpy as np
import pytest
from flint import fmpq
from sympy import HadamardProduct, Idx, MatrixSymbol, Sum, Symbol, pi, sqrt, symbols

from symattn import (
    CommonMean,
    CommonVariance,
    Expectation,
    Independent,
    PairwiseIndependent,
    ProbabilitySymbol,
    UsageError,
    Variance,
    claim,
    dims,
    evaluate,
    refute,
    spot_check,
    witness,
)
from symattn.numeric.enclosure import enclose
from symattn.numeric.expectation import EXACT, is_true, outcomes_needed, random_vectors, weights

N, ell = dims("N ell")
p, o, a = ProbabilitySymbol("p", N), Idx("o", N), symbols("a", integer=True)
q, k = MatrixSymbol("q", N, ell), MatrixSymbol("k", N, ell)
mu, sigma = Symbol("mu", real=True), Symbol("sigma", real=True)
DOT = Sum(q[o, a] * k[o, a], (a, 0, ell - 1))
INDEPENDENT = (Independent(p, q, k), PairwiseIndependent(p, q), PairwiseIndependent(p, k))
MOMENTS = (
    CommonMean(p, q, mu),
    CommonMean(p, k, mu),
    CommonVariance(p, q, sigma**2),
    CommonVariance(p, k, sigma**2),
)
RNG = np.random.default_rng(11)


def test_expectation_and_variance_against_loops():
    values = {p: [[0.125, 0.5, 0.375]], q: RNG.normal(size=(3, 2)), k: RNG.normal(size=(3, 2))}
    dots = [sum(values[q][i, j] * values[k][i, j] for j in range(2)) for i in range(3)]
    mean = sum(w * x for w, x in zip(values[p][0], dots, strict=True))
    variance = sum(w * (x - mean) ** 2 for w, x in zip(values[p][0], dots, strict=True))
    assert evaluate(Expectation(p, DOT, o), values) == pytest.approx(mean)
    assert evaluate(Variance(p, DOT, o), values) == pytest.approx(variance)


def test_exact_expectation_and_variance():
    x = MatrixSymbol("x", N, 1)
    bindings = {N: fmpq(2), p: ((fmpq(1, 3), fmpq(2, 3)),), x: ((fmpq(3),), (fmpq(0),))}
    assert enclose(Expectation(p, x[o, 0], o), bindings) == 1
    assert enclose(Variance(p, x[o, 0], o), bindings) == 2


@pytest.mark.parametrize("bad", [[[0.5, 0.6]], [[1.5, -0.5]]])
def test_weights_are_a_distribution(bad):
    with pytest.raises(UsageError, match="weights: nonnegative, of sum 1"):
        evaluate(Expectation(p, q[o, 0], o), {p: bad, q: np.ones((2, 1))})


@pytest.mark.parametrize("stage", range(5))
@pytest.mark.parametrize("outcomes", [1, 2, 5])
def test_exact_weights(stage, outcomes):
    from random import Random

    found = weights(outcomes, stage, Random(stage))
    assert sum(found) == 1 and min(found) >= 0 and len(found) == outcomes


FAIR = ((fmpq(1, 4),) * 4,)
FIRST, SECOND, LATER = (tuple((fmpq(x),) for x in column) for column in ((0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 1)))


@pytest.mark.parametrize(("other", "expected"), [(SECOND, True), (LATER, False), (FIRST, False)])
def test_independence_is_decided_by_the_joint_distribution(other, expected):
    values = {p: FAIR, q: FIRST, k: other}
    assert is_true(Independent(p, q, k), values.__getitem__) is expected
    both = tuple((*x, *y) for x, y in zip(FIRST, other, strict=True))
    assert is_true(PairwiseIndependent(p, q), {p: FAIR, q: both}.__getitem__) is expected
    floats = {symbol: np.array([[float(x.p) / float(x.q) for x in row] for row in v]) for symbol, v in values.items()}
    assert is_true(Independent(p, q, k), floats.__getitem__) is expected


@pytest.mark.parametrize(("shift", "expected"), [(0, True), (fmpq(1, 100), False)])
def test_moments_are_decided_by_their_sums(shift, expected):
    mean, variance = fmpq(1, 2) + shift, fmpq(1, 4) + shift
    values = {p: FAIR, q: FIRST, mu: mean, sigma: variance}
    for hypothesis in (CommonMean(p, q, mu), CommonVariance(p, q, sigma)):
        assert is_true(hypothesis, values.__getitem__) is expected
        floats = {
            p: np.full((1, 4), 0.25),
            q: np.array([[0.0], [0], [1], [1]]),
            mu: float(mean),
            sigma: float(variance),
        }
        assert is_true(hypothesis, floats.__getitem__) is expected


def test_uncorrelated_is_not_independent():
    x, square = ((-1,), (0,), (1,)), ((1,), (0,), (1,))
    third = ((fmpq(1, 3),) * 3,)
    values = {p: third, q: tuple((fmpq(v),) for (v,) in x), k: tuple((fmpq(v),) for (v,) in square)}
    assert not is_true(Independent(p, q, k), values.__getitem__)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("extra", [0, 3])
@pytest.mark.parametrize("style", range(3))
def test_what_is_built_satisfies_the_hypotheses_exactly(width, extra, style):
    hypotheses = (*INDEPENDENT, *MOMENTS)
    outcomes = outcomes_needed(hypotheses, p, lambda vector: width) + extra
    moments = {mu: fmpq(2, 3), sigma**2: fmpq(9, 4)}
    made = random_vectors(hypotheses, p, outcomes, lambda vector: width, moments.__getitem__, EXACT, style)
    (chances,), *vectors = made[p], made[q], made[k]
    assert sum(chances) == 1 and min(chances) > 0
    for rows in vectors:
        assert len(rows) == outcomes
        for column in zip(*rows, strict=True):
            assert sum(w * x for w, x in zip(chances, column, strict=True)) == fmpq(2, 3)
            assert sum(w * (x - fmpq(2, 3)) ** 2 for w, x in zip(chances, column, strict=True)) == fmpq(9, 4)
    frozen = {symbol: tuple(map(tuple, rows)) for symbol, rows in made.items()}
    assert all(is_true(h, frozen.__getitem__) for h in INDEPENDENT)


def test_too_few_outcomes_or_no_rational_root():
    hypotheses = (*INDEPENDENT, *MOMENTS)
    for outcomes, variance in ((3, fmpq(1)), (4, fmpq(2))):
        moments = {mu: fmpq(0), sigma**2: variance}
        assert random_vectors(hypotheses, p, outcomes, lambda vector: 1, moments.__getitem__, EXACT, 0) is None
    constant = {mu: fmpq(1), sigma**2: fmpq(0)}
    made = random_vectors(hypotheses, p, 1, lambda vector: 2, constant.__getitem__, EXACT, 0)
    assert made == {p: [[1]], q: [[1, 1]], k: [[1, 1]]}


def test_a_witness_varies_when_the_variance_is_1():
    given = [*INDEPENDENT, CommonMean(p, q, 0), CommonMean(p, k, 0), CommonVariance(p, q, 1), CommonVariance(p, k, 1)]
    found = witness(claim(Variance(p, DOT, o), ell, given=given))
    assert found.sizes == {"N": 4, "ell": 1}
    assert found.values["q"] != found.values["k"]


def test_dependent_vectors_are_found_where_independence_is_not_given():
    given = [CommonMean(p, q, 0), CommonMean(p, k, 0)]
    assert refute(Expectation(p, DOT, o), 0, given=given) is not None
    assert refute(Expectation(p, DOT, o), 0, given=[*given, Independent(p, q, k)]) is None


@pytest.mark.parametrize(
    "given",
    [
        CommonMean(p, q, sqrt(2)),
        CommonVariance(p, q, pi),
        Independent(p, q, HadamardProduct(k, k)),
        CommonMean(p, sqrt(2) * q, 0),
        CommonVariance(p, q, -1),
    ],
    ids=str,
)
def test_hypotheses_that_no_instance_is_built_for_are_no_crash(given):
    stated = claim(Expectation(p, DOT, o), 1, given=given)
    assert refute(stated) is None or str(given).startswith("Independent")
    assert spot_check(claim(Expectation(p, DOT, o), Expectation(p, DOT, o), given=given), trials=2).max_error == 0


def test_spot_check_of_all_hypotheses_together():
    stated = claim(Variance(p, DOT, o), ell * (sigma**4 + 2 * mu**2 * sigma**2), given=[*INDEPENDENT, *MOMENTS])
    check = spot_check(stated, trials=8)
    assert check.trials == 8 and check.max_error < 1e-9 and check.notes == ()


def test_independence_of_every_pair_of_columns_of_sums_modulo_2():
    columns = [
        tuple(sum(toss[j] for j in part) % 2 for toss in product((0, 1), repeat=2)) for part in ((0,), (1,), (0, 1))
    ]
    rows = tuple(tuple(fmpq(x) for x in row) for row in zip(*columns, strict=True))
    assert is_true(PairwiseIndependent(p, q), {p: FAIR, q: rows}.__getitem__)
