"""False statements about expectations, natural exponents, logarithms and all values of a symbol.

What is false must be refuted, or at least not be proved; its true neighbour must be proved.
"""

from contextlib import suppress

import pytest
from sympy import (
    Abs,
    Basic,
    Equality,
    Identity,
    Idx,
    Integer,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    Max,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    ZeroMatrix,
    cos,
    exp,
    log,
    pi,
    sin,
    sqrt,
    symbols,
)

from symattn import (
    CommonMean,
    CommonVariance,
    Equation,
    Expectation,
    Fails,
    Independent,
    Injective,
    Invertible,
    InvertibleSymbol,
    PairwiseIndependent,
    Periodic,
    PermutationSymbol,
    ProbabilitySymbol,
    SinusoidalVector,
    SymattnError,
    UnsupportedExpression,
    Variance,
    decide,
    dims,
)

n, ell, h, N = dims("n ell h N")
x, y, z, t = (Symbol(name, real=True) for name in "xyzt")
e, f = symbols("e f", integer=True)
j, k = (Symbol(name, integer=True, nonnegative=True) for name in "jk")
positive = Symbol("c", positive=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
P, sigma = InvertibleSymbol("P", n), PermutationSymbol("sigma", n)
p, other, o = ProbabilitySymbol("p", N), ProbabilitySymbol("q", N), Idx("o", N)
X, Y, triple = MatrixSymbol("X", N, ell), MatrixSymbol("Y", N, ell), MatrixSymbol("Z", N, 3)
u, v = MatrixSymbol("u", N, 1), MatrixSymbol("v", N, 1)
U, V = u[o, 0], v[o, 0]
i, w, w2 = Idx("i", ell), Idx("w", n + 2), Idx("w2", n + 2)


def E(variable, weights=p):
    return Expectation(weights, variable, o)


inner = Sum(X[o, e] * Y[o, e], (e, 0, ell - 1))
moments = [Independent(p, X, Y), *(CommonMean(p, W, 0) for W in (X, Y)), *(CommonVariance(p, W, 1) for W in (X, Y))]

# ------------------------------------------------------------------------------------------------------ false, refuted

FALSE = {
    "an idempotent matrix to the power 0": (A**j, A, [(A * A, A)]),
    # expectation
    "independent under other weights": (E(U * V), E(U) * E(V), [Independent(other, u, v)]),
    "a square is independent of itself": (E(U * U), E(U) ** 2),
    "a factor of both": (E(exp(U + V) * V), E(exp(U)) * E(exp(V)) * E(V), [Independent(p, u, v)]),
    "a free outcome": (E(U * V), E(U) * V, [Independent(p, u, v)]),
    "the weights at an outcome": (E(p[0, o] * U), E(p[0, o]) * E(U), [Independent(p, u, v)]),
    "entries of one of two independent vectors": (E(X[o, i] ** 2), E(X[o, i]) ** 2, [Independent(p, X, Y)]),
    "three entries that are pairwise independent": (
        E(triple[o, 0] * triple[o, 1] * triple[o, 2]),
        E(triple[o, 0]) * E(triple[o, 1]) * E(triple[o, 2]),
        [PairwiseIndependent(p, triple)],
    ),
    "the variance of an inner product of dependent entries": (Variance(p, inner, o), ell, moments),
    "the variance of a difference": (
        Variance(p, U - V, o),
        Variance(p, U, o) - Variance(p, V, o),
        [Independent(p, u, v)],
    ),
    "a mean after outcomes are permuted": (E((PermutationSymbol("tau", N) * u)[o, 0]), E(U)),
    "a variance is positive": (Variance(p, U, o) > 0, None),
    "every weight is positive": (p[0, o] > 0, None),
    # powers
    "0**j is 0": (Integer(0) ** j, Integer(0)),
    "a power is nonnegative": (x**j >= 0, None),
    "an odd power": ((-1) ** n, Integer(-1)),
    "a nilpotent matrix to the power 0": (A**j, ZeroMatrix(n, n), [(A * A, ZeroMatrix(n, n))]),
    "the order of a permutation": (sigma**n, Identity(n)),
    "equal powers have equal exponents": (Equation(j, k), None, [(x**j, x**k)]),
    "a natural number is positive": (j > 0, None),
    "a delta with a natural number": (Sum(KroneckerDelta(e, j), (e, 0, n - 1)), Integer(1)),
    # logarithms
    "a power of a power": ((positive**x) ** y, positive ** (x + y)),
    "a power of 2 is at least 1": (Integer(2) ** x >= 1, None),
    "the square of a logarithm": (log(positive) ** 2, log(positive**2)),
    # all values
    "a multiple of j": (Injective(j * x, j), None),
    "a power of j": (Injective(j * (j - 1) * A, j), None),
    "a bound j inside": (Injective(Sum(j * x, (j, 0, n - 1)) * A, j), None),
    "an encoding has a period": (Periodic(SinusoidalVector(j, 2 * h), j), None),
    "two encodings are alike": (Fails(Injective(SinusoidalVector(j, 2 * h), j)), None),
    "an equation that holds fails": (Fails(Equation(A, A)), None),
    "equal directions of real angles": (Equation(x, y), None, [(cos(x), cos(y)), (sin(x), sin(y))]),
    "a direction of a positive angle": (Equation(positive, y), None, [(cos(positive), cos(y))]),
    # ranges
    "a delta over positions": (
        Sum(KroneckerDelta(e, f, (1, n)), (e, 1, n), (f, 0, n)),
        n + 1,
    ),
    # inequalities
    "strict from weak": (exp(x) < exp(y), None, [x <= y]),
    "a product with a number of any sign": (x * z <= y * z, None, [x <= y]),
    "an inverse reverses only one sign": (1 / x > 1 / y, None, [x < y, Ne(x, 0), Ne(y, 0)]),
}

# ------------------------------------------------------------------------------------------ not proved, or not defined

NOT_PROVED = {
    "three pairwise independent vectors": (
        E(U * V * X[o, i]),
        E(U) * E(V) * E(X[o, i]),
        [Independent(p, u, v), Independent(p, v, X), Independent(p, u, X)],
    ),
    "independent of itself": (U, E(U), [Independent(p, u, u)]),
    "a real exponent": (x**t * x**y, x ** (t + y)),
    "a logarithm of a square": (log(x**2), 2 * log(x), [Ne(x, 0)]),
    "a logarithm of a product": (log(x * y), log(x) + log(y), [x * y > 0]),
    "a difference that may be negative": (x ** (k - 1) * x, x**k),
    "an inverse under a sum": (
        Sum((A + e * B).I[0, 0], (e, 0, n - 1)),
        n * (A + e * B).I[0, 0],
        [Invertible(A + e * B)],
    ),
    "a delta outside of its range": (KroneckerDelta(w, w2, (1, n + 1)), KroneckerDelta(w, w2)),
    "a delta with the range of a bound symbol": (
        Sum(Sum(Sum(KroneckerDelta(f, w, (e, e + 1)), (e, 0, 1)), (f, e, e + 1)), (e, 0, 1)),
        Integer(8),
    ),
}

# ------------------------------------------------------------------------------------------------ true, to be proved

PROVED = {
    "independent": (E(U * V), E(U) * E(V), [Independent(p, u, v)]),
    "independent of itself": (Variance(p, U, o), Integer(0), [Independent(p, u, u)]),
    "entries of two vectors": (E(X[o, i] * Y[o, 0]), E(X[o, i]) * E(Y[o, 0]), [Independent(p, X, Y)]),
    "an expectation inside, with the same outcome": (E(U * E(U)), E(U) ** 2),
    "the variance of an inner product": (Variance(p, inner, o), ell, [*moments, PairwiseIndependent(p, X)]),
    "a variance is nonnegative": (Variance(p, U, o) >= 0, None),
    "the chance of an outcome": (E(KroneckerDelta(o, 0)), p[0, 0]),
    "0**n for a size": (Integer(0) ** n, Integer(0)),
    "0**j with both exponents": (Integer(0) ** j * Integer(0) ** k, Integer(0) ** (j + k)),
    "a natural difference": (x ** (n - 1) * x, x**n),  # a size is at least 1
    "a nilpotent matrix": (A ** (j + 2), ZeroMatrix(n, n), [(A * A, ZeroMatrix(n, n))]),
    "an idempotent matrix": (A ** (j + 1), A, [(A * A, A)]),
    "a negative power": (P ** (-2), P.I * P.I),
    "an alternating sign": ((-1) ** j, cos(pi * j)),
    "a shifted sum of powers": (Sum(x**e, (e, j, j + n - 1)), x**j * Sum(x**e, (e, 0, n - 1))),
    "a nonzero power": (Ne(x**j, 0), None, [Ne(x, 0)]),
    "a logarithm": (log(positive * x), log(positive) + log(x), [x > 0]),
    "a power of a root": (sqrt(positive) ** (2 * x), positive**x),
    "an encoding": (Injective(SinusoidalVector(j, 2 * h), j), None),
    "no period": (Fails(Periodic(SinusoidalVector(j, 2 * h), j)), None),
    "two members alike": (Fails(Injective(j * (j - 1) * A, j)), None),
    "a delta within its range": (KroneckerDelta(w, w2, (0, n + 1)), KroneckerDelta(w, w2)),
}

# ------------------------------------------------------------------------------------------------ true, not refuted

rational = Symbol("s", rational=True)
even = Symbol("m", even=True, nonnegative=True)
TRUE = {
    "a cosine of an integer": (Ne(cos(e), 1), None, [Ne(e, 0)]),
    "an integer in the direction 0": (Equation(e, Integer(0)), None, [(cos(e), Integer(1))]),
    "directions of integers": (Equation(e, f), None, [(cos(e), cos(f)), (sin(e), sin(f))]),
    "a cosine of a rational": (Ne(cos(rational), 1), None, [Ne(rational, 0)]),
    "Jensen": (E(U) ** 2 <= E(U**2), None),
    "Bernoulli": (Equality(Max((1 + Abs(x)) ** j, 1 + j * Abs(x)), (1 + Abs(x)) ** j, evaluate=False), None),
    "natural numbers have no gap": (j >= 1, None, [j > 0]),
    "an interval without whole turns": (Equation(x, Integer(0)), None, [x < 6, x > -6, (cos(x), Integer(1))]),
    "a power of 4": (Integer(4) ** x, Integer(2) ** (2 * x)),
}

# Symbols that run through all values: a property of theirs, or a hypothesis about them, must not be lost.
ALL_VALUES = {
    "even numbers": lambda: decide(Injective(even * (even - 1), even)).status != "refuted",
    "two even numbers alike": lambda: decide(Fails(Injective(even * (even - 1), even))).status != "proved",
    "nonnegative numbers by a hypothesis": lambda: decide(Injective(t**2, t), given=[t >= 0]).status != "refuted",
    "an inverse at all values, denied twice": lambda: refused(
        lambda: decide(Fails(Fails(Injective((A + j * B).I, j))), given=[Invertible(A + j * B)])
    ),
    "an inverse at all values, given": lambda: refused(
        lambda: decide(Equation(x, y), given=[Injective((A + j * B).I, j), Invertible(A + j * B)])
    ),
    "an inverse at all values": lambda: (
        decide(Fails(Injective((A + j * B).I, j)), given=[Invertible(A + j * B)]).status != "proved"
    ),
}


def refused(statement):
    with pytest.raises(UnsupportedExpression):
        statement()
    return True


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_does_not_follow_is_not_proved(name):
    """Refusing the statement with an error of its own is as good."""
    try:
        status = decide(*NOT_PROVED[name]).status
    except SymattnError:
        status = "refused"
    assert status in ("unknown", "refused")


@pytest.mark.parametrize("name", PROVED)
def test_a_true_statement_is_proved(name):
    verdict = decide(*PROVED[name])
    assert verdict.status == "proved" and not verdict.possibly_vacuous


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_not_refuted(name):
    assert decide(*TRUE[name]).status in ("proved", "unknown")


@pytest.mark.parametrize("name", ALL_VALUES)
def test_all_values_are_those_that_are_meant(name):
    with suppress(SymattnError):
        assert ALL_VALUES[name]()


def test_contradictory_hypotheses_are_said_to_be_so():
    verdict = decide(Equation(x, Integer(0)), given=[x > 7, x < 6])
    assert verdict.status == "unknown" and verdict.report.startswith("vacuous: the hypotheses contradict each other")


# ----------------------------------------------------------------------------------------------------------- tracebacks


def test_a_long_number_is_no_traceback():
    status = "refused"
    with suppress(SymattnError):
        status = decide(log(Integer(2) ** 100_000), 100_000 * log(2)).status
    assert status in ("proved", "unknown", "refused")


def test_a_moment_with_an_index_is_refused():
    with pytest.raises(UnsupportedExpression, match="depends on the index o"):
        CommonMean(p, u, v[o, 0])


def test_a_random_variable_of_two_outcomes_is_refused():
    with pytest.raises(SymattnError):
        decide(Expectation(p, Lambda((o, e), u[o, 0] * e)), Integer(0))


def test_cases_of_an_outcome():
    outcome = E(Piecewise((Rational(1), Equality(o, 0)), (0, True)))
    assert decide(outcome, p[0, 0]).status == "proved"
    assert isinstance(outcome, Basic)
