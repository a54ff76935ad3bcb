"""Two whole turns whose quotient is a root: the roots of 10 are irrational, those of 16 need not be."""

from fractions import Fraction

import pytest

from symattn.certificates.record import axioms_used
from symattn.deciding.agreement.kernel_side import reachable_definitions
from symattn.kernel.rules import assume
from symattn.kernel.syntax import parse
from symattn.kernel.terms import NAT, REAL, app, const, equation, var
from symattn.numeric.semantics import evaluate_term
from symattn.prover.library.facts import closed_fact, lemma_statement
from symattn.prover.logic.formulas import ONE, ZERO, number, plus, times
from symattn.prover.normal.context import Context
from symattn.prover.normal.normaliser import Normaliser
from symattn.prover.strategies.angles.roots import by_roots

X, Y = var("x", REAL), var("y", REAL)


def power(base, exponent, angle=X):
    """a^c times an angle."""
    return times(app(const("exp"), times(number(Fraction(exponent)), app(const("log"), number(base)))), angle)


def turn(angle):
    return assume(equation(app(const("cos"), angle), ONE)), angle


def compared(first, second):
    return by_roots(Normaliser(Context()), turn(first), turn(second))


ROOTS = [(10, "1/64"), (10, "-1/64"), (10000, "1/256"), (2, "1/2"), (6, "1/5"), (18, "1/2"), (16, "1/8"), (100, "1/4")]
ROOTS += [(4, "1/3"), (10, "2/3"), (10, "5/2"), (16, "3/8"), (10000, "5/6")]  # roots of powers


@pytest.mark.parametrize(("base", "exponent"), ROOTS)
def test_an_irrational_quotient_leaves_the_turn_by_zero(base, exponent):
    for angles in ((X, power(base, exponent)), (power(base, exponent), X)):
        theorem = compared(*angles)
        assert theorem.conclusion is equation(X, ZERO)
        assert set(theorem.hypotheses) == {turn(angle)[0].conclusion for angle in angles}
        assert {"cos_one", "nat_induction"} <= set(axioms_used(theorem))
        assert "pi_irrational" not in axioms_used(theorem)


@pytest.mark.parametrize("exponents", [("1/256", "1/128"), ("-1/128", "-1/256"), ("-1/512", "1/512"), ("1", "255/256")])
def test_only_the_quotient_matters(exponents):
    assert compared(*(power(10000, exponent) for exponent in exponents)).conclusion is equation(X, ZERO)


@pytest.mark.parametrize("factor", ["2", "1/10", "3/7"])
def test_rational_factors_do_not_matter(factor):
    theorem = compared(times(number(Fraction(factor)), X), power(10, "1/2"))
    numerator = Fraction(factor).numerator
    assert theorem.conclusion is equation(X if numerator == 1 else times(number(numerator), X), ZERO)


# the first six are rational; the others are irrational, but not by this argument
OTHERS = [(16, "1/4"), (16, "3/4"), (16, "1/2"), (10000, "1/4"), (9, "1/2"), (10, "2"), (12, "1/2"), (3, "1/2")]


@pytest.mark.parametrize(("base", "exponent"), OTHERS)
def test_other_quotients_prove_nothing(base, exponent):
    assert compared(X, power(base, exponent)) is None


@pytest.mark.parametrize(
    "angles",
    [
        (X, X),
        (X, Y),
        (X, power(10, "1/2", Y)),
        (power(10, "1/2"), power(10, "1/2")),
        (power(10, "1/2"), power(6, "1/4")),
        (X, times(number(-2), power(10, "1/2"))),
        (X, plus(power(10, "1/2"), X)),
        (X, plus(power(10, "1/2"), power(10, "1/2", Y))),
        (X, power(10, "1/1000003")),
        (X, power(10, "1/2", power(10, "1/4"))),
    ],
)
def test_angles_that_are_not_compared(angles):
    assert compared(*angles) is None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("suc (suc n)", "suc n"),  # 2 is 2/1
        ("2 * (2 * real c + 1)", "2 * (2 * real c)"),  # 4 = 2²
        ("2 * (2 * real c + 1)", "2 * real c + 1"),  # 9 = 3²
        ("real b = 0", "real a = 1"),
    ],
)
def test_near_misses_of_the_irrational_root(right, wrong):
    statement = lemma_statement("irrational_root")
    definitions = reachable_definitions(closed_fact("irrational_root").conclusion)

    def holds(text):
        values = {NAT: range(4), REAL: [Fraction(1, 2), 1, 2**0.5, 2, 3]}
        return evaluate_term(parse(text), {}, {}, definitions=definitions, samples=values.get)

    assert right in statement
    assert holds(statement) is True
    assert holds(statement.replace(right, wrong)) is False
