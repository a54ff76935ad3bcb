"""The claims on means and variances, on frequencies and on powers: as declared, and near misses that are not proved."""

from pathlib import Path

import pytest
from sympy import Abs, Idx, MatrixSymbol, Rational, Sum, Symbol, cos, exp, pi, sin, sqrt, symbols

from symattn import (
    CommonMean,
    CommonVariance,
    Equation,
    Expectation,
    Independent,
    PairwiseIndependent,
    ProbabilitySymbol,
    Variance,
    claim,
    decide,
    dims,
)
from symattn.scripts.claims import load, run_claim

pytestmark = pytest.mark.slow

PROOFS = Path(__file__).parent.parent.parent / "proofs"
ENTRIES = {
    entry.id: entry
    for name in ("expectation", "positions", "encodings")
    for entry in load([PROOFS / f"{name}.py"]).entries.values()
}
MINE = [name for name in ENTRIES if name.split(".")[0] in ("G5", "G6", "D3", "D6", "G42")]

N, n, ell, d = dims("N n ell d")
p, o, a = ProbabilitySymbol("p", N), Idx("o", N), symbols("a", integer=True)
q, k = MatrixSymbol("q", N, ell), MatrixSymbol("k", N, ell)
mu, sigma = Symbol("mu", real=True), Symbol("sigma", real=True)
DOT = Sum(q[o, a] * k[o, a], (a, 0, ell - 1))
HYPOTHESES = [
    Independent(p, q, k),
    PairwiseIndependent(p, q),
    PairwiseIndependent(p, k),
    CommonMean(p, q, mu),
    CommonMean(p, k, mu),
    CommonVariance(p, q, sigma**2),
    CommonVariance(p, k, sigma**2),
]
VARIANCE = ell * (sigma**4 + 2 * mu**2 * sigma**2)


@pytest.mark.parametrize("name", MINE)
def test_claim_comes_out_as_declared(name):
    record = run_claim(ENTRIES[name]).record
    assert record.as_declared, record.reason


def test_bare_ids():
    assert {"G5", "G6", "G42", "D3", "D6"} <= set(MINE)
    assert {"G6.printed.mean", "G6.printed.variance", "D3.printed", "D6.printed"} <= set(MINE)


def test_every_hypothesis_of_the_variance_is_used_and_needed():
    verdict = decide(claim(Variance(p, DOT, o), VARIANCE, given=HYPOTHESES))
    assert verdict.status == "proved" and not verdict.possibly_vacuous
    assert set(map(str, HYPOTHESES)) <= set(verdict.hypotheses)
    assert "p has weights ≥ 0 of sum 1" in verdict.hypotheses
    for left_out in HYPOTHESES:
        given = [h for h in HYPOTHESES if h != left_out]
        assert decide(claim(Variance(p, DOT, o), VARIANCE, given=given)).status != "proved", left_out


@pytest.mark.parametrize("value", [n * mu**2, ell * mu, ell * mu**2 + sigma, mu**2])
def test_other_means(value):
    assert decide(claim(Expectation(p, DOT, o), value, given=HYPOTHESES)).status == "refuted"


@pytest.mark.parametrize(
    "value",
    [
        n * (sigma**4 + 2 * mu**2 * sigma**2),
        n * sigma**2 + 2 * n * mu**2 * sigma**2 + n * mu**4,
        ell * sigma**2 + 2 * ell * mu**2 * sigma**2 + ell * mu**4,
        ell * sigma**4,
        ell**2 * (sigma**4 + 2 * mu**2 * sigma**2),
    ],
    ids=str,
)
def test_other_variances(value):
    assert decide(claim(Variance(p, DOT, o), value, given=HYPOTHESES)).status != "proved"


def test_second_moments_without_the_diagonal():
    """E[q_a q_b] = μ² for all a and b leaves no variance."""
    b = symbols("b", integer=True)
    i, j = Idx("i", ell), Idx("j", ell)
    flat = [Equation(Expectation(p, x[o, i] * x[o, j], o), mu**2) for x in (q, k)]
    assert decide(claim(Variance(p, DOT, o), VARIANCE, given=[*HYPOTHESES[:5], *flat])).status != "proved"
    assert b != a


def test_the_printed_footnote_is_refuted_by_entries_that_vary():
    record = run_claim(ENTRIES["G6.printed.variance"]).record
    assert record.counterexample["sizes"] == {"N": 4, "ell": 1}
    assert len({tuple(row) for row in record.counterexample["values"]["q"]}) == 2


def test_scaling_by_another_size():
    given = [*HYPOTHESES[:3], *(CommonMean(p, x, 0) for x in (q, k)), *(CommonVariance(p, x, 1) for x in (q, k))]
    assert decide(claim(Variance(p, DOT / sqrt(n), o), 1, given=given)).status == "refuted"
    assert decide(claim(Variance(p, DOT / ell, o), 1, given=given)).status != "proved"


@pytest.mark.parametrize(
    ("left", "right", "given"),
    [
        (
            Expectation(p, q[o, 0] * Expectation(p, k[o, 0], o), o),
            Expectation(p, q[o, 0], o) * Expectation(p, k[o, 0], o),
            (),
        ),
        (Variance(p, mu * q[o, 0] + sigma, o), mu**2 * Variance(p, q[o, 0], o), ()),
        (Variance(p, q[o, 0] + k[o, 0], o), Variance(p, q[o, 0], o) + Variance(p, k[o, 0], o), HYPOTHESES[:1]),
        (Variance(p, q[o, 0], o) >= 0, None, ()),
        (Expectation(p, 1, o), 1, ()),
    ],
    ids=str,
)
def test_laws_of_expectation_and_variance(left, right, given):
    assert decide(left, right, given).status == "proved"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Expectation(p, q[o, 0] * k[o, 0], o), Expectation(p, q[o, 0], o) * Expectation(p, k[o, 0], o)),
        (Variance(p, q[o, 0] + k[o, 0], o), Variance(p, q[o, 0], o) + Variance(p, k[o, 0], o)),
        (Expectation(p, q[o, 0] ** 2, o), Expectation(p, q[o, 0], o) ** 2),
        (Expectation(p, exp(q[o, 0]), o), exp(Expectation(p, q[o, 0], o))),
    ],
    ids=str,
)
def test_what_is_no_law_is_refuted(left, right):
    assert decide(left, right).status == "refuted"


# ------------------------------------------------------------------------------------------------------------- powers


@pytest.mark.parametrize("exponent", [-1 / d, 2 / d, -2 / (d + 1), -4 / d])
def test_other_exponents(exponent):
    theta = Symbol("theta", real=True)
    stated = claim(theta ** (d / 2), Rational(1, 10000), given=Equation(theta, 10000**exponent))
    assert decide(stated).status in ("refuted", "unknown")


def test_a_power_needs_a_positive_base():
    theta = Symbol("theta", real=True)
    verdict = decide(claim(theta**d * theta**-d, 1))
    assert verdict.status != "proved" or d not in verdict.claim.lhs.free_symbols
    verdict = decide(claim(theta ** (d / 2), theta ** (d / 2) + 0 * d))
    assert verdict.status == "unknown" and verdict.missing == ("theta > 0",)


# -------------------------------------------------------------------------------------------------------- frequencies

t, r, lam = (Symbol(name, real=True) for name in ("t", "r", "lambda"))


def six(k):
    sine = sin(r * k) * cos(lam * t) + cos(r * k) * sin(lam * t)
    cosine = cos(r * k) * cos(lam * t) - sin(r * k) * sin(lam * t)
    return [Equation(sine, sin(lam * (t + k))), Equation(cosine, cos(lam * (t + k)))]


NEAR = [r - lam < 2 * pi, lam - r < 2 * pi]


@pytest.mark.parametrize(
    "given",
    [
        six(1),
        NEAR,
        [*six(2), *NEAR],
        [six(1)[0], *NEAR],
        [six(1)[1], *NEAR],
        [*six(1), NEAR[0]],
        [*six(1), Abs(r - lam) < 3 * pi],
    ],
    ids=str,
)
def test_the_frequency_is_not_forced_by_less(given):
    assert decide(claim(r, lam, given=given)).status != "proved"
