"""No false derivative is proved: kinks, ends of domains, totalised functions, tied symbols, captured variables."""

import pytest
from sympy import (
    Abs,
    Add,
    Derivative,
    Identity,
    Idx,
    Inverse,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Mul,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    exp,
    log,
    sin,
    sqrt,
    tanh,
)

from symattn import (
    Equation,
    Expectation,
    FreeOf,
    Gradient,
    Injective,
    InvertibleSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    Periodic,
    PermutationSymbol,
    ProbabilitySymbol,
    RowSoftmax,
    UndeclaredSymbol,
    UnsupportedExpression,
    calc,
    certificate,
    decide,
    dims,
)
from symattn.elaborate import elaborate
from symattn.kernel.rules import axiom
from symattn.kernel.syntax import parse
from symattn.kernel.terms import sides
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.prove import prove

n = dims("n")
x, y, z, t = (Symbol(name, real=True) for name in "xyzt")
p, nonnegative = Symbol("p", positive=True), Symbol("s", nonnegative=True)
X, A = MatrixSymbol("X", 1, n), MatrixSymbol("A", n, n)
i, j, a = Idx("i", n), Idx("j", n), Symbol("a", integer=True)
LOGS_THAT_CANCEL = Add(log(x), Mul(-1, log(x)), evaluate=False)


# ------------------------------------------------------------------------------------ where there is no derivative


@pytest.mark.parametrize("slope", [-1, 0, 1])
@pytest.mark.parametrize(
    "function",
    [
        Abs(x),
        Max(x, 0),
        sqrt(x**2),
        x * KroneckerDelta(x, 0) + Abs(x),
        Piecewise((0, x < 0), (1, True)),
        Piecewise((x, x < 0), (2 * x, True)),
    ],
    ids=str,
)
def test_a_function_with_a_kink_or_a_jump_at_0_has_no_derivative_there(function, slope):
    assert decide(Derivative(function, x), slope, given=[Equation(x, 0)]).status != "proved"


@pytest.mark.parametrize("slope", [0, 1, 1 / (2 * sqrt(nonnegative))])
def test_the_root_has_no_derivative_at_0(slope):
    verdict = decide(Derivative(sqrt(nonnegative), nonnegative), slope)
    assert verdict.status == "unknown" and "s ≥ 0 around s" in verdict.missing


NOWHERE_NEAR = ([], [Equation(x, 0)], [x < 0])  # of what needs a positive x


@pytest.mark.parametrize(
    ("function", "missing", "places"),
    [
        (log(x), "x > 0 around x", NOWHERE_NEAR),
        (LOGS_THAT_CANCEL, "x > 0 around x", NOWHERE_NEAR),
        (Mul(0, log(x), evaluate=False), "x > 0 around x", NOWHERE_NEAR),
        (Mul(0, 1 / x, evaluate=False), "x ≠ 0 around x", ([], [Equation(x, 0)], [x >= 0], [x <= 0])),
        (x * sqrt(x), "x ≥ 0 around x", NOWHERE_NEAR),
        (log(Piecewise((1, x <= 1), (-1, True))), "> 0 around x", ([], [Equation(x, 1)], [x > 1], [x > 0])),
    ],
    ids=lambda value: str(value) if not isinstance(value, tuple) else "",
)
def test_a_function_has_to_be_defined_around_the_point(function, missing, places):
    """Where the logic makes a function total by a convention, a derivative of what it makes is no derivative."""
    for given in places:
        verdict = decide(Derivative(function, x), 0, given=given)
        assert verdict.status == "unknown" and missing in verdict.missing[0], given


def test_a_function_that_is_defined_around_the_point_has_its_derivative():
    assert decide(Derivative(Mul(0, 1 / x, evaluate=False), x), 0, given=[x < 0]).status == "proved"
    constant = log(Piecewise((1, x <= 1), (-1, True)))
    assert decide(Derivative(constant, x), 0, given=[Equation(x, 0)]).status == "proved"


def test_a_condition_at_the_point_alone_does_not_make_a_function_defined_around_it():
    jump = Piecewise((1, x <= 1), (-1, True))
    verdict = decide(Derivative(Mul(0, log(jump), evaluate=False), x), 0, given=[Equation(x, 1)])
    assert verdict.status == "unknown" and verdict.missing


def test_terms_that_cancel_do_not_hide_where_a_function_is_undefined():
    assert decide(Derivative(LOGS_THAT_CANCEL, x), 0, given=[x > 0]).status == "proved"


@pytest.mark.parametrize(
    "statement",
    [
        "deriv inv 0 0",
        "deriv sqrt 0 0",
        "deriv log 0 0",
        "deriv (λt:ℝ. 0 * log t + log t) -1 -1",
        "∀x:ℝ. deriv (λt:ℝ. ind (t ≤ x)) x 0",
        "∀f:ℝ→ℝ, x:ℝ. deriv f x 0",
        "∀f:ℝ→ℝ, x:ℝ. ∀q:𝔹. (∀c:ℝ. deriv f x c ⇒ q) ⇒ q",
        "∀q:𝔹. (∀c:ℝ. deriv inv 0 c ⇒ q) ⇒ q",
        "∀q:𝔹. (∀c:ℝ. deriv sqrt 0 c ⇒ q) ⇒ q",
        "∀x c:ℝ. deriv (λt:ℝ. t * t) x c",
        "∀x:ℝ. deriv (λt:ℝ. x * x) x (2 * x)",
        "∀f:[n]→ℝ→ℝ, x:ℝ. deriv (λt:ℝ. Σ i:[n]. f i t) x 0",
        "∀q:𝔹. (∀D:ℝ→ℝ. (∀t:ℝ. deriv log t (D t)) ⇒ q) ⇒ q",
    ],
)
def test_a_false_statement_about_derivatives_is_not_proved(statement):
    with pytest.raises(ProofError):
        prove(parse(statement), Facts(), 5_000)


def test_no_axiom_says_that_something_has_a_derivative_where_a_premise_fails():
    for name, premise in (("deriv_inv", "x ≠ 0"), ("deriv_log", "0 < x"), ("deriv_sqrt", "0 < x")):
        assert sides(axiom(name).conclusion) is not None
        assert axiom(name).conclusion is parse(f"∀x:ℝ. {premise} ⇒ {DERIVATIVES[name]}")


DERIVATIVES = {
    "deriv_inv": "deriv inv x (-1 * (inv x * inv x))",
    "deriv_log": "deriv log x (inv x)",
    "deriv_sqrt": "deriv sqrt x (inv (2 * sqrt x))",
}


# --------------------------------------------------------------------------------- hypotheses are about the point alone


def test_a_hypothesis_about_the_point_is_not_used_for_what_varies():
    assert decide(Derivative(x, x), 0, given=[Equation(x, 0)]).status == "refuted"
    assert decide(Derivative(x**2, x), 2 * x, given=[Equation(x, 3)]).status == "proved"
    assert decide(Derivative(x**2, x), 6, given=[Equation(x, 3)]).status == "proved"
    assert decide(Derivative(x**2, x), 0, given=[Equation(x**2, 9)]).status != "proved"
    assert decide(Derivative(exp(x), x), 0, given=[Equation(exp(x), 1)]).status != "proved"
    assert decide(Derivative(1 / x, x), -1 / x**2, given=[Ne(x, 0)]).status == "proved"


@pytest.mark.parametrize("slope", [2 * x, 0])
def test_a_symbol_that_a_hypothesis_ties_to_what_varies_is_not_differentiated(slope):
    with pytest.raises(UnsupportedExpression, match="y is held fixed"):
        decide(Derivative(y, x), slope, given=[Equation(y, x**2)])


def test_a_matrix_that_a_hypothesis_ties_to_what_varies_is_not_differentiated():
    W = MatrixSymbol("W", 1, n)
    with pytest.raises(UnsupportedExpression, match="W is held fixed"):
        decide(Gradient(Sum(W[0, a], (a, 0, n - 1)), X), 0 * X, given=[Equation(W, RowSoftmax(X))])


def test_a_derivative_does_not_stand_in_a_hypothesis():
    with pytest.raises(UnsupportedExpression, match="not stand in a hypothesis"):
        decide(x, y, given=[Equation(Derivative(x**2, x), y)])


@pytest.mark.parametrize(
    "statement",
    [FreeOf(Derivative(x * y, x), x), Injective(Derivative(x**2, x), x), Periodic(Derivative(sin(x), x), x)],
)
def test_a_statement_of_all_values_does_not_speak_of_a_derivative_at_one(statement):
    with pytest.raises(UnsupportedExpression, match="equations and inequalities only"):
        decide(statement)


def test_a_step_of_a_calc_has_no_derivative():
    with pytest.raises(UnsupportedExpression, match="step of a calc"):
        decide(calc(Derivative(x**2, x), (2 * x, ())))


# ------------------------------------------------------------------------------------------------------- bound symbols


def test_what_varies_is_not_captured_by_a_sum_or_another_derivative():
    k = Symbol("k", integer=True)
    assert decide(Derivative(Sum(x * A[k, k], (k, 0, n - 1)), x), Sum(A[k, k], (k, 0, n - 1))).status == "proved"
    assert decide(Derivative(x * Derivative(x**2, x), x), 4 * x).status == "proved"
    assert decide(Derivative(y * Derivative(x * y, x), y), 2 * y).status == "proved"
    assert decide(Derivative(y * Derivative(x * y, x), x), 0).status == "proved"
    assert decide(Derivative(t * x, x), t).status == "proved", "the kernel's own variable is called t as well"


def test_a_symbol_that_a_sum_binds_is_no_real_number():
    with pytest.raises(UnsupportedExpression, match="binds x"):
        decide(Sum(Derivative(x * y, x), (x, 0, n - 1)), 0)


def test_entries_of_a_matrix_are_independent_of_each_other():
    assert decide(Derivative(X[0, i], X[0, j]), KroneckerDelta(i, j)).status == "proved"
    assert decide(Derivative(X[0, i], X[0, j]), 0).status == "refuted"
    assert decide(Derivative(X[0, i], X[0, j]), 1).status == "refuted"


def test_the_derivative_of_a_softmax_keeps_the_sum():
    """Where the sum binds the name of the free index, SymPy 1.14 evaluates the derivative to 0."""
    k = Symbol("k", integer=True)
    ratio = exp(X[0, i]) / Sum(exp(X[0, k]), (k, 0, n - 1))
    P = RowSoftmax(X)
    assert decide(Derivative(ratio, X[0, i]), P[0, i] * (1 - P[0, i])).status == "proved"
    assert decide(Derivative(ratio, X[0, i]), 0).status in ("refuted", "unknown")


# ------------------------------------------------------------------------------------------------------ bad statements


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Derivative(a * x, a), "an integer"),
        (lambda: Derivative(i * x, i), "an index"),
        (lambda: Derivative(n * x, n), "a size"),
        (lambda: Derivative(x, Symbol("k", integer=True, nonnegative=True)), "an integer"),
        (lambda: Derivative(X, x), "X is not a number"),
        (lambda: Derivative(X[0, i], X), "there is Gradient"),
        (lambda: Derivative(x**2, (x, a)), "the order of a derivative"),
        (lambda: Derivative(x**2, (x, 99)), "the order of a derivative"),
        (lambda: Derivative(MaskSymbol("M", 1, n)[0, i], x), "entries -oo"),
        (lambda: Derivative(x * Symbol("w"), Symbol("w")), "real=True"),
        (lambda: Gradient(X, X)[0, i], "a gradient is that of a number"),
        (lambda: Gradient(x, OrthogonalSymbol("g", n))[0, 0], "plain MatrixSymbol"),
        (lambda: Gradient(x, PermutationSymbol("sigma", n))[0, 0], "plain MatrixSymbol"),
        (lambda: Gradient(x, X * A)[0, 0], "plain MatrixSymbol"),
        (lambda: Derivative(A[0, 0], InvertibleSymbol("B", n)[0, 0]), "plain MatrixSymbol"),
        (lambda: Derivative((A + x * Identity(n)).I[0, 0], x), "depends on a bound symbol"),
    ],
)
def test_what_is_no_derivative_of_a_number_by_a_real_number_is_refused(make, message):
    with pytest.raises((UnsupportedExpression, UndeclaredSymbol), match=message):
        decide(make(), 0)


def test_the_inverse_of_what_varies_has_no_name():
    with pytest.raises(UnsupportedExpression, match="depends on a bound symbol"):
        decide(Gradient(Inverse(A)[0, 0], A), 0 * A)


# ----------------------------------------------------------------------------------------------------- what is stated


def test_existence_is_part_of_what_is_stated():
    assert decide(Derivative(Abs(x), x), Derivative(Abs(x), x)).status == "unknown"
    kept = Add(Derivative(Abs(x), x), Mul(-1, Derivative(Abs(x), x), evaluate=False), evaluate=False)
    assert decide(kept, 0).status == "unknown"


def test_two_derivatives_of_one_function_are_one_number():
    stated = elaborate((Derivative(x**2, x) * Derivative(x**2, x), 4 * x**2))
    assert len(stated.described) == 1
    assert decide(Derivative(x**2, x) * Derivative(x**2, x), 4 * x**2).status == "proved"


def test_a_definition_of_a_sample_space_may_be_averaged_under_a_derivative():
    probability, o = ProbabilitySymbol("w", n), Idx("o", n)
    mean = Expectation(probability, X[0, o] * x, o)
    assert decide(Derivative(mean, x), Expectation(probability, X[0, o], o)).status == "proved"


def test_a_refuted_derivative_has_a_certificate():
    for claimed in ((Derivative(x**2, x), x), (x, Derivative(x**2, x)), (Gradient(X[0, 0] ** 2, X), X)):
        verdict = decide(*claimed)
        assert verdict.status == "refuted" and certificate(verdict).startswith('{"format":"symattn refutation"')


def test_what_no_certificate_confirms_is_not_refuted():
    steep = decide(Derivative(tanh(x), x) >= Rational(1, 1000))
    assert steep.status == "unknown"
    assert "values were found that may refute it" in steep.report


def test_a_refuted_statement_about_derivatives_is_the_theorem_of_its_negation():
    for claimed in (Derivative(x**2, x) < 0, Equation(Derivative(x**2, x, 2), 3)):
        verdict = decide(claimed, verify=True)
        assert verdict.status == "refuted" and certificate(verdict).startswith('{"format":"symattn certificate"')
