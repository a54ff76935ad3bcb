"""Unknown that helps: what is left, in the notation of the claim, where it held, and what would settle it."""

import pytest
from sympy import HadamardPower, HadamardProduct, Idx, MatrixSymbol, Ne, Rational, cos, exp, log, sin, sqrt, symbols
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    ForAll,
    Injective,
    Invertible,
    RowSoftmax,
    RowSum,
    SquaredNorm,
    calc,
    decide,
    dims,
    sum_over,
)
from symattn.modern import UnitRows

n, r = dims("n r")
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
S = MatrixSymbol("S", r, n)
x, y, z = symbols("x y z", real=True)
i, j = Idx("i", r), Idx("j", n)
bump = cos(x) ** 2 * exp(cos(7 * x)) + exp(sin(3 * x))

LEFT = {
    "an inequality": (bump > Rational(1, 1000), (), "what is left is 1/1000 < cos(x)²·exp(cos(7x)) + exp(sin(3x))\n"),
    "one of entries": (
        RowSoftmax(RowSoftmax(S))[i, j] <= Rational(3, 4) + 1 / n,
        (),
        "what is left is SoftMax(SoftMax(S))[i, j] ≤ 3/4 + 1/n\n",
    ),
    "a negated equation": (Ne(x + exp(x), -3), (), "what is left is x + exp(x) ≠ -3\n"),
    "an implication": (Injective(x + sin(x), x), (), "what is left is t = s where t + sin(t) = s + sin(s)\n"),
}


@pytest.mark.parametrize("name", LEFT)
def test_what_is_left_is_said_in_the_notation_of_the_claim(name):
    stated, given, words = LEFT[name]
    verdict = decide(stated, given=given)
    assert verdict.status == "unknown"
    assert words in verdict.report
    assert "normal form" not in verdict.report


def test_what_both_sides_have_in_common_is_left_out():
    verdict = decide(exp(x) * exp(sin(x)) + z**2, exp(x) * y + z**2, given=[Equation(cos(y), cos(exp(sin(x))))])
    assert verdict.status != "proved"
    if verdict.status == "unknown":
        assert "z²" not in verdict.report


def test_it_says_at_how_many_instances_the_claim_held():
    report = decide(bump > Rational(1, 1000)).report
    assert "no instance was found against it: true at 120 instances" in report


def test_it_says_how_far_the_sides_of_an_equation_may_be_apart():
    verdict = decide(exp(cos(x)) * A * B * A.T, exp(cos(x)) * (A * B * A.T).T, given=[Equation(A * B, B * A)])
    if verdict.status == "unknown":
        assert "largest error" in verdict.report


def test_a_missing_hypothesis_is_named_where_the_claim_is_then_proved():
    stated, given = (A * B * A.T, (A * B * A.T).T), [Equation(A * B, B * A), Equation(A**3, B**2)]
    verdict = decide(stated, given=given)
    assert (verdict.status, "it is proved with given=[B = B.T]" in verdict.report) == ("unknown", True)
    assert decide(stated, given=[*given, Equation(B, B.T)]).status == "proved"


def test_a_hypothesis_that_does_not_help_is_not_named():
    report = decide(bump > Rational(1, 1000)).report
    assert "given=" not in report
    assert "a lemma that says so (using=[…]) or a calc in smaller steps would settle it" in report


def test_a_hypothesis_that_contradicts_those_given_is_not_named():
    verdict = decide(Invertible(A + B), given=[Equation(A, -A.T), Equation(B * B, B)])
    assert verdict.status != "proved"
    assert "A = A.T, " not in verdict.report


def test_a_hypothesis_that_leaves_nothing_but_zero_is_not_named():
    stated = (bump - Rational(1, 1000)) * SquaredNorm(A) >= 0
    assert "it is proved with given=[A = A.T]" not in decide(stated, given=[Equation(A, -A.T)]).report
    assert decide(stated, given=[Equation(A, -A.T), Equation(A, A.T)]).status == "proved"


def test_a_condition_that_follows_from_another_is_not_asked_for():
    verdict = decide(UnitRows(UnitRows(A)), UnitRows(A))
    assert verdict.missing == ("ForAll(n, lambda i: Ne(sqrt(sum_over(n, lambda s: A[i, s]**2)), 0))",)
    given = [ForAll(n, lambda i: Ne(sqrt(sum_over(n, lambda s: A[i, s] ** 2)), 0))]
    assert decide(UnitRows(UnitRows(A)), UnitRows(A), given=given).status == "proved"


def test_what_is_needed_to_be_defined_comes_first():
    verdict = decide(log(x * y), log(x) + log(y))
    assert verdict.report == "the claim is not defined everywhere without: x > 0; y > 0", "x*y > 0 follows"


def test_what_is_missing_is_written_as_in_reports_with_how_to_give_it():
    sums, entries = RowSum(S.applyfunc(exp)), MatrixSymbol("l", r, 1)
    weights, X = DiagMatrix(HadamardProduct(sums, entries)), MatrixSymbol("X", r, n)
    verdict = decide(weights.inv() * X, weights.inv() * X + 0 * X)
    assert verdict.report.splitlines() == [
        "the claim is not defined everywhere without: DiagMatrix(RowSum(exp∘(S)) ∘ l) is invertible",
        "if it is meant, give it: given=[Invertible(…)]",
        "DiagMatrix(HadamardPower(l, -1)) is the inverse of DiagMatrix(l), where no entry of l is 0",
    ]
    assert verdict.missing == ("DiagMatrix(HadamardProduct(RowSum(S.applyfunc(exp)), l)) is invertible",), "as code"
    assert decide(A.inv() * B, A.inv() * B).report.splitlines()[1:] == [
        "if it is meant, give it: given=[Invertible(A)]"
    ]
    assert decide(DiagMatrix(HadamardPower(sums, -1)) * DiagMatrix(sums) * X, X).status == "proved"
    assert decide(DiagMatrix(HadamardPower(entries, -1)) * DiagMatrix(entries) * X, X).status == "unknown"


def test_a_short_claim_that_a_matrix_is_invertible_is_compared():
    verdict = decide(Invertible(DiagMatrix(RowSum(S.applyfunc(exp)))))
    assert verdict.status == "proved" and not verdict.remarks


def test_what_is_false_far_out_is_refuted_where_it_is_defined():
    assert decide(x + 1 / x <= 20).status == "refuted"
    assert decide(-1 / x**2 <= 0).status == "unknown"


def test_a_step_of_a_calc_says_what_is_left_of_it():
    verdict = decide(calc(exp(x) + y, (exp(x) + z, ()), (exp(x) + y, ())))
    assert verdict.status == "unknown"
    assert "step 1" in verdict.report


def test_it_is_the_same_each_time():
    first, second = (decide(bump > Rational(1, 1000)).report for _ in range(2))
    assert first == second


def test_it_names_the_ways_that_were_tried_and_what_came_of_each():
    verdict = decide(bump > Rational(1, 1000))
    assert ("linear arithmetic", "a combination of what is known", "failed") in verdict.tried
    assert "ways of the prover: " in verdict.explain()
    assert decide(sin(x) ** 2 + cos(x) ** 2, 1).tried == ()


def test_it_says_what_the_ways_that_came_closest_left_open():
    verdict = decide(log(1 + exp(x)) >= x / 2 + log(2) + x**2 / 8 - x**4 / 192)
    assert verdict.status == "unknown"
    assert "came close:\n  an end and a slope: 0 ≤ exp(t)/(1 + exp(t)) - 1/2 - (1/4)·t + (1/48)·t³" in verdict.report
    assert 1 <= len(verdict.why.closest) <= 3
