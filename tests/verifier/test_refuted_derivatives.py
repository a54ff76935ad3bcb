"""The refutation verifier's derivatives: enclosures of the true ones, and nothing where there is none."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symattn.kernel.axioms  # noqa: F401  (declares the constants)
from symattn import refutation_verifier as rv
from symattn.certificates.refutations import _RefutationWriter
from symattn.kernel.syntax import negation, parse
from symattn.refutation_verifier import DoesNotHold


def truth(text):
    """Return what the verifier makes of a closed proposition: True, False or None."""
    proposition = parse(text)
    writer = _RefutationWriter(proposition)
    number = writer.term(proposition)
    statement = rv.Statement()
    for line in writer.lines:
        statement.line(list(line))
    return rv.Model(statement).value(statement.terms[number], ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deriv (λt:ℝ. t * t) 3 6", True),
        ("deriv (λt:ℝ. t * t) 3 5", False),
        ("deriv (λt:ℝ. 7) 3 0", True),
        ("deriv (λt:ℝ. exp t) 0 1", True),
        ("deriv (λt:ℝ. sqrt t * sqrt t) 2 1", None),
        ("deriv exp 0 2", False),
        ("deriv (λt:ℝ. inv t) 2 -1/4", True),
        ("deriv (λt:ℝ. inv t) 2 1/4", False),
        ("deriv sqrt 4 1/4", True),
        ("deriv log 2 1/3", False),
        ("deriv (λt:ℝ. sin (t * t)) 1 0", False),
        ("deriv (λt:ℝ. Σ i:[3]. pos{3} i * t) 1 3", True),
        ("deriv (λt:ℝ. ind (t ≤ 5) * t) 1 1", True),
        ("deriv (λt:ℝ. ind (t ≤ 5) * t) 1 2", False),
        ("deriv (λt:ℝ. ind (t = 5) * t) 1 0", True),
        ("deriv (λt:ℝ. eexp (plus (emb t) (allow ⊥))) 1 0", True),
        ("deriv (λt:ℝ. eexp (plus (emb t) (allow ⊤))) 1 0", False),
        ("∀i:[3]. deriv (λt:ℝ. t * pos{3} i) 1 (pos{3} i)", True),
        ("∀i:[3]. deriv (λt:ℝ. t * pos{3} i) 1 2", False),
    ],
)
def test_values(text, expected):
    assert truth(text) is expected


@pytest.mark.parametrize("slope", [-1, 0, 1, 7])
@pytest.mark.parametrize(
    "function",
    [
        "deriv (λt:ℝ. ind (t ≤ 0)) 0",
        "deriv (λt:ℝ. ind (0 ≤ t) * t) 0",
        "deriv (λt:ℝ. ind (t = 0) * t) 0",
        "deriv (λt:ℝ. ind (t * t = 0)) 0",
        "deriv (λt:ℝ. ind (t = t)) 0",
        "deriv inv 0",
        "deriv sqrt 0",
        "deriv sqrt -1",
        "deriv log 0",
        "deriv log -1",
        "deriv (λt:ℝ. 0 * log t) -1",
        "deriv (λt:ℝ. eexp (times t ninf)) 0",
        "deriv (λt:ℝ. ind (deriv (λs:ℝ. s * t) 1 t)) 1",
        "deriv (λt:ℝ. ind (deriv (λs:ℝ. s) t 1)) 1",
    ],
)
def test_where_there_may_be_no_derivative_nothing_is_decided(function, slope):
    with pytest.raises(DoesNotHold):
        truth(f"{function} {slope}")


@settings(max_examples=10, deadline=None)
@given(st.fractions(min_value=Fraction(1, 4), max_value=3, max_denominator=50))
def test_the_derivative_lies_in_the_enclosure(at):
    model = rv.Model(rv.Statement())
    exp, log, sqrt, sin, cos, inv = (rv.meanings()[name] for name in ("exp", "log", "sqrt", "sin", "cos", "inv"))
    t = float(at)
    for function, slope in (
        (exp, math.exp(t)),
        (log, 1 / t),
        (sqrt, 0.5 / math.sqrt(t)),
        (sin, math.cos(t)),
        (cos, -math.sin(t)),
        (inv, -1 / t**2),
        (lambda x: rv.multiply(exp(x), inv(rv.add(rv.exactly(1), exp(x)))), math.exp(t) / (1 + math.exp(t)) ** 2),
        (lambda x: log(rv.multiply(x, sin(inv(x)))), 1 / t - math.cos(1 / t) / (t**2 * math.sin(1 / t))),
    ):
        try:
            low, high = model.slope(function, rv.exactly(at))
        except DoesNotHold:
            model = rv.Model(rv.Statement())
            continue
        assert float(low) - 1e-9 * (1 + abs(slope)) <= slope <= float(high) + 1e-9 * (1 + abs(slope))
        assert high - low < Fraction(1, 10**30)


def test_the_negation_of_a_derivative_is_refuted_where_it_holds():
    assert negation(parse("deriv exp 0 2")).type is parse("deriv exp 0 2").type
    assert truth("¬(deriv exp 0 2)") is True and truth("¬(deriv (λt:ℝ. t) 0 1)") is False
