"""Near misses and misuse of complex numbers: what is nearly true is refuted, and what has no meaning is refused."""

import pytest
import sympy
from sympy import (
    Abs,
    Derivative,
    FunctionMatrix,
    I,
    Idx,
    Inverse,
    Lambda,
    Lt,
    Matrix,
    MatrixSymbol,
    Max,
    Ne,
    Piecewise,
    Pow,
    Rational,
    Sum,
    Symbol,
    conjugate,
    cos,
    exp,
    im,
    log,
    oo,
    pi,
    re,
    sin,
    sqrt,
    symbols,
)

from symattn import (
    Equation,
    Fails,
    Fault,
    FreeOf,
    Gradient,
    Injective,
    MaskSymbol,
    Periodic,
    RowSoftmax,
    SymattnError,
    UndeclaredSymbol,
    UnsupportedExpression,
    cost,
    decide,
    define,
    dims,
    evaluate,
    refute,
)

n = dims("n")
j, k = symbols("j k", integer=True, nonnegative=True)
t, s, x = symbols("t s x", real=True)
z, w = symbols("z w", complex=True)
A, row = MatrixSymbol("A", 2, 2), MatrixSymbol("x", 1, n)
i = Idx("i", n)


def of(part, number):
    return part(number, evaluate=False)


FALSE = {
    "a sign of i": (exp(-I * j), cos(j) + I * sin(j)),
    "e^{ij} against e^{−ij}": (exp(I * j), exp(-I * j)),
    "a product of angles": (exp(I * t) * exp(I * s), exp(I * t * s)),
    "the difference of angles": (exp(-I * j) * exp(-I * k), exp(-I * (j - k))),
    "sine and cosine exchanged": (exp(I * t), sin(t) + I * cos(t)),
    "the sign of the imaginary part": (of(im, exp(-I * j)), sin(j)),
    "the sign of the real part": (of(re, exp(-I * j)), -cos(j)),
    "the unit circle of any exponent": (of(Abs, exp(z)), 1),
    "the modulus of an exponential": (of(Abs, exp(z)), exp(im(z))),
    "the conjugate dropped in a product": (of(conjugate, z * w), conjugate(z) * w),
    "the conjugate dropped in a sum": (of(conjugate, z + w), conjugate(z) + w),
    "the conjugate dropped in a square": (Abs(z) ** 2, z**2),
    "the modulus for its square": (Abs(z), z * conjugate(z)),
    "the square for the modulus": (Abs(z) ** 2, Abs(z)),
    "the modulus of a sum": (of(Abs, z + w), Abs(z) + Abs(w)),
    "the modulus of a sum is at least each": (Abs(z) <= of(Abs, z + w), None),
    "the real part for the modulus": (Abs(z), re(z)),
    "the modulus of a product": (of(Abs, z * w), Abs(z) + Abs(w)),
    "the square of a modulus by parts": (Abs(z) ** 2, re(z) ** 2 - im(z) ** 2),
    "the real part of a product": (of(re, z * w), re(z) * re(w)),
    "the imaginary part of a product": (of(im, z * w), im(z) * im(w)),
    "twice the real part": (z + conjugate(z), 2 * z),
    "the imaginary part without i": (z - conjugate(z), 2 * im(z)),
    "a complex number as a real one": (z, re(z)),
    "an entry as an imaginary number": (A[0, 0], I * A[0, 0]),
    "a shift the wrong way": (exp(I * x * (t + k)), exp(-I * x * k) * exp(I * x * t)),
    "de Moivre": ((cos(t) + I * sin(t)) ** 3, cos(3 * t) - I * sin(3 * t)),
    "a quotient": (1 / (1 + I * t), (1 + I * t) / (1 + t**2)),
    "a sum without its factor": (
        Sum(row[0, i] * exp(I * i * t), (i, 0, n - 1)),
        Sum(row[0, i] * exp(-I * i * t), (i, 0, n - 1)),
    ),
    "an entry": (Matrix([[1, z]]), Matrix([[1, conjugate(z)]])),
    "an entry of a function": (
        FunctionMatrix(n, n, Lambda(symbols("u v"), exp(I * t * Symbol("u")))),
        FunctionMatrix(n, n, Lambda(symbols("u v"), exp(I * t * Symbol("v")))),
    ),
    "all numbers differ": (Ne(z, w), None),
    "z² = w²": (z, w, Equation(z**2, w**2)),
    "equal moduli": (z, w, Equation(Abs(z), Abs(w))),
    "equal real parts": (z, w, Equation(re(z), re(w))),
    "an inverse is a conjugate": (1 / z, conjugate(z), Ne(z, 0)),
    "another exponential of what is equal": (exp(z), exp(-w), Equation(z, w)),
    "roots of sums of squares": (sqrt(x**2 + t**2), x + t),
    "roots of squares": (Pow(x**2, Rational(1, 2), evaluate=False), x),
    "roots of products": (sqrt(x**2 + 1) * sqrt(t**2 + 1), sqrt(x**2 * t**2 + x**2 + t**2)),
    "roots of numbers": (sqrt(2) * sqrt(3), sqrt(5)),
    "roots of sums": (sqrt(x**2 + 1), sqrt(x**2) + 1),
    "a root with the wrong sign": (sqrt(x**4 + 2 * x**2 + 1), -(x**2) - 1),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_true_is_refuted(name):
    verdict = decide(*FALSE[name])
    assert verdict.status == "refuted", str(verdict)


@pytest.mark.parametrize("name", ["a sign of i", "the modulus for its square", "z² = w²", "an entry"])
def test_the_search_alone_finds_it(name):
    assert refute(*FALSE[name]) is not None


NOT_DEFINED = {
    "an inverse": (1 / z, conjugate(z) / Abs(z) ** 2),
    "an inverse that cancels": (z * w * (1 / z) ** 2, w * (1 / z)),
    "a difference": (1 / (z - w), 1 / (z - w)),
    "a modulus": (1 / Abs(z), 1 / Abs(z)),
    "only one of two is not 0": (1 / (z * w), 1 / (z * w), Ne(z, 0)),
    "a sum of numbers that are not 0": (1 / (z + w), 1 / (z + w), [Ne(z, 0), Ne(w, 0)]),
    "in a case that is taken": (Piecewise((1 / z, t > 0), (0, True)), Piecewise((1 / z, t > 0), (0, True))),
    "in a sum": (Sum(1 / (z - i), (i, 0, n - 1)), Sum(1 / (z - i), (i, 0, n - 1))),
    "under a real part": (of(re, 1 / z), of(re, 1 / z)),
    "in an exponent": (exp(1 / z), exp(1 / z)),
    "under a modulus": (of(Abs, exp(1 / z)), of(Abs, exp(1 / z))),
    "times nothing": (of(im, Pow(re(z) + 0 * I, -1)), 0),
}


@pytest.mark.parametrize("name", NOT_DEFINED)
def test_nothing_is_proved_where_0_may_be_divided_by(name):
    verdict = decide(*NOT_DEFINED[name])
    assert verdict.status != "proved"
    assert verdict.missing or verdict.status == "refuted"


def test_a_division_in_a_case_that_is_not_taken_needs_no_hypothesis():
    number = Piecewise((1 / (z - I), t > 0), (0, True))
    assert decide(number, number, given=[Ne(z, I)]).status == "proved"
    assert decide(1 / exp(z), exp(-z)).status == "proved"


REFUSED = {
    "a root": (lambda: decide(sqrt(z), z), "of a complex number there are integer powers alone"),
    "a root of an exponential": (lambda: decide(sqrt(exp(I * t)), exp(I * t / 2)), "integer powers alone"),
    "a third power that is none": (lambda: decide(z ** Rational(1, 3), z), "integer powers alone"),
    "a real power": (lambda: decide(z**t, 1), "integer powers alone"),
    "a complex power": (lambda: decide(x**z, 1), "integer powers alone"),
    "a complex power of 2": (lambda: decide(2 ** (I * t), 1), "integer powers alone"),
    "a logarithm": (lambda: decide(log(z), 1), "a real number is needed where z stands"),
    "the logarithm of an exponential": (lambda: decide(log(exp(I * t)), I * t), "a real number is needed"),
    "a sine": (lambda: decide(sin(z), 1), "a real number is needed where z stands"),
    "a maximum": (lambda: decide(Max(z, 1), 1), "a real number is needed where z stands"),
    "an argument": (lambda: decide(sympy.arg(z), 1), "a real number is needed where z stands"),
    "an order": (lambda: decide(z < w), "an inequality is between real numbers"),
    "an order with a real number": (lambda: decide(Lt(I * t, 2)), "an inequality is between real numbers"),
    "an order as a hypothesis": (lambda: decide(t, t, given=[z <= 1]), "an inequality is between real numbers"),
    "an order in a case": (lambda: decide(Piecewise((1, z < 1), (0, True)), 1), "a real number is needed"),
    "an index": (lambda: decide(A[z, 0], 1), ""),
    "the bound of a sum": (lambda: decide(Sum(t, (j, 0, z)), 1), ""),
    "a bound symbol": (lambda: decide(Sum(z * t, (z, 0, 3)), 6 * t), "a real number is needed"),
    "an inverse of a complex matrix": (lambda: decide(Inverse(A + I * A), A), "a real number is needed"),
    "a symbolic power of a complex matrix": (lambda: decide((I * A) ** j, A), "a real number is needed"),
    "an operation on rows": (lambda: decide(RowSoftmax(Matrix([[I, 0]])), Matrix([[1, 0]])), "a real number is needed"),
    "a mask": (lambda: decide(MaskSymbol("M", 2, 2)[0, 0] * I, 0), ""),
    "an infinite number": (lambda: decide(I * oo, 0), ""),
    "a division by 0": (lambda: decide(1 / (z - z), 0), ""),
    "a derivative": (lambda: decide(Derivative(exp(I * t), t), I * exp(I * t)), "a real number is needed"),
    "a derivative by a complex number": (lambda: decide(Derivative(re(z * w), z), 1), ""),
    "a gradient": (lambda: decide(Gradient(z, A), A), "what is differentiated must be real"),
    "a period": (lambda: decide(Periodic(exp(I * t), t)), "complex numbers stand in equations"),
    "injectivity": (lambda: decide(Injective(re(z), z)), ""),
    "dependence": (lambda: decide(FreeOf(exp(I * t), t)), "complex numbers stand in equations"),
    "a negation": (lambda: decide(Fails(Equation(z, w))), "is written Ne"),
    "a cost": (lambda: cost(exp(I * t)), "complex numbers stand in equations"),
    "a word": (lambda: define("ofT", (t,), exp(I * t)), "complex numbers stand in equations"),
    "a parameter": (lambda: define("ofZ", (z,), re(z)), "the parameter z is complex; take its parts"),
    "a value": (lambda: evaluate(z + 1, {z: "one"}), "must be a complex number"),
    "a complex value of a real symbol": (lambda: evaluate(t + 1, {t: 1j}), "must be a real number"),
    "evaluating a root": (lambda: evaluate(sqrt(z), {z: 1j}), "integer powers alone"),
    "evaluating an order": (lambda: evaluate(z < 1, {z: 1j}), "a real number is needed"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_meaning_is_refused_by_name(name):
    attempt, reason = REFUSED[name]
    with pytest.raises(SymattnError) as refusal:
        attempt()
    assert reason in str(refusal.value) and not isinstance(refusal.value, Fault)
    assert "re_z" not in str(refusal.value)  # a name of the kernel


@pytest.mark.parametrize("kind", [{}, {"imaginary": True}, {"complex": True, "zero": False}, {"commutative": False}])
def test_a_symbol_that_is_not_declared_real_or_complex_is_an_error(kind):
    symbol = Symbol("u", **kind)
    for number in (exp(I * symbol), re(symbol) * I, symbol + I):
        if symbol in number.free_symbols:
            with pytest.raises(UndeclaredSymbol, match="not declared"):
                decide(number, number + 1 - symbol)


def test_a_real_and_a_complex_symbol_of_one_name_are_an_error():
    with pytest.raises(UndeclaredSymbol, match="stands for two different symbols"):
        decide(z * Symbol("z", real=True), 1)


# ---------------------------------------------------------------------------------------------------------------- SymPy


def test_what_sympy_evaluates_is_right_under_the_declared_assumptions():
    """What SymPy makes of each number is the number: it is compared with the same number unevaluated."""
    numbers = [z * w, z**2, 1 / z, exp(z), exp(I * t), z + I * t, t * z * exp(I * s), A[0, 0] * z, I * A[0, 0] ** 2]
    for number in numbers:
        for part in (re, im, conjugate, Abs):
            evaluated, kept = part(number), of(part, number)
            assert decide(evaluated, kept, given=[Ne(z, 0)]).status == "proved", (part, number)
    assert exp(I * pi) == -1 and decide(exp(I * pi), cos(pi) + I * sin(pi)).status == "proved"
    assert exp(2 * pi * I * j) == 1 and decide(exp(2 * pi * I * j), cos(2 * pi * j)).status == "proved"


def test_the_parts_of_an_entry_are_those_of_a_real_number():
    """SymPy does not know that the entries of a real matrix are real, and writes re(A[0, 0])."""
    assert re(A[0, 0]).has(re)
    assert decide(re(A[0, 0]), A[0, 0]).status == "proved"
    assert decide(im(A[0, 0]), 0).status == "proved"
    assert decide(conjugate(A[0, 0]), A[0, 0]).status == "proved"
    assert decide(conjugate(I * A[0, 0]), I * A[0, 0]).status == "refuted"


def test_a_bound_index_is_real_whatever_sympy_knows_of_it():
    u = Symbol("u")
    total = Sum(exp(I * u * t), (u, 0, n - 1))
    assert conjugate(total).has(conjugate)
    assert decide(conjugate(total), Sum(exp(-I * u * t), (u, 0, n - 1))).status == "proved"
    assert decide(conjugate(total), total).status == "refuted"


def test_a_power_to_0_is_1():
    assert decide(z**0, 1).status == "proved"
    assert evaluate(Pow(z, 0, evaluate=False), {z: 0}) == 1
    assert decide(Pow(z, 0, evaluate=False), 1).status == "proved"


@pytest.mark.parametrize("exponent", [100_001, -100_001])
def test_a_power_with_very_many_factors_is_refused(exponent):
    with pytest.raises(UnsupportedExpression, match="the exponent is above"):
        decide(z**exponent, 1)
