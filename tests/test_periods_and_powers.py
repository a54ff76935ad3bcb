"""Powers with natural numbers and indices as exponents, and the least periods of waves."""

import pytest
from sympy import Idx, Pow, cos, exp, pi, sin, sqrt, symbols
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import Equation, Fails, Frequencies, LeastPeriod, SinusoidalVector, claim, decide, dims, spot_check

h = dims("h")
m = Idx("m", h)
t, a, b, theta = symbols("t a b theta", real=True)
A, c, x = symbols("A c x", positive=True)
j, k = symbols("j k", integer=True, nonnegative=True)
given = Equation(theta, 10000 ** (-1 / h))

POWERS = {
    "an index": claim(theta**m, 10000 ** (-m / h), given=given),
    "a natural number": claim(theta**j, 10000 ** (-j / h), given=given),
    "a multiple": claim(theta ** (2 * j), 10000 ** (-2 * j / h), given=given),
    "the next index": claim(theta ** (m + 1), 10000 ** (-(m + 1) / h), given=given),
    "frequencies": claim(Frequencies(2 * h)[m, 0], theta**m, given=given),
    "an exponential": claim(Pow(exp(a), m, evaluate=False), exp(a * m)),
    "a positive number and its inverse": claim(x**j * x ** (-j - k), x ** (-k)),
    "a product of positive numbers": claim((x * A) ** j, x**j * A**j),
    "a quotient": claim((x / A) ** j, x**j / A**j),
    "a root": claim(sqrt(x) ** (2 * j), x**j),
    "a product of any numbers": claim((a * b) ** j, a**j * b**j),
    "a sum of exponents": claim(a**j * a**k, a ** (j + k)),
    "a number and a symbol": claim((2 * a) ** j, 2**j * a**j),
}
NO_POWERS = {
    "the index after": claim(theta**m, 10000 ** (-(m + 1) / h), given=given),
    "the inverse": claim(theta**m, 10000 ** (m / h), given=given),
    "frequencies from 1": claim(Frequencies(2 * h, 1)[m, 0], theta**m, given=given),
    "a sum of bases": claim((a + b) ** j, a**j + b**j),
    "one too many": claim(a**j * a**k, a ** (j + k + 1)),
    "a product of exponents": claim(x**j * x**k, x ** (2 * j)),
    "a sign is lost": claim((-a) ** j, a**j),
}
PERIODS = {
    "sine": (sin(t), 2 * pi),
    "cosine": (cos(t), 2 * pi),
    "a multiple of the angle": (sin(3 * t), 2 * pi / 3),
    "a slow wave": (cos(t / 100), 200 * pi),
    "any frequency": (sin(c * t), 2 * pi / c),
    "a phase": (sin(t + b), 2 * pi),
    "amplitude, phase and shift": (A * sin(c * t + b) + a, 2 * pi / c),
    "sine and cosine together": (3 * sin(2 * t) + 4 * cos(2 * t) - 1, pi),
    "a negative frequency": (sin(-2 * t), pi),
    "a coordinate of an encoding": (sin(t * 10000 ** (-m / h)), 2 * pi * 10000 ** (m / h)),
    "the sine 2m": (MatrixElement(SinusoidalVector(t, 2 * h), 2 * m, 0), 2 * pi * 10000 ** (m / h)),
    "the cosine 2m + 1": (MatrixElement(SinusoidalVector(t, 2 * h), 2 * m + 1, 0), 2 * pi * 10000 ** (m / h)),
    "the sine 2m from m = 1": (MatrixElement(SinusoidalVector(t, 2 * h, 1), 2 * m, 0), 2 * pi * 10000 ** ((m + 1) / h)),
    "the last sine from m = 1": (MatrixElement(SinusoidalVector(t, 2 * h, 1), 2 * h - 2, 0), 20000 * pi),
}
NO_PERIODS = {
    "half of it": (sin(t), pi),
    "twice it": (sin(t), 4 * pi),
    "that of the sine itself": (sin(3 * t), 2 * pi),
    "a third of it": (cos(3 * t), 2 * pi / 9),
    "the frequency turned over": (sin(c * t), 2 * pi * c),
    "an amplitude that may be 0": (a * sin(t), 2 * pi),
    "a constant": (a + 0 * t, 2 * pi),
    "the entry after": (MatrixElement(SinusoidalVector(t, 2 * h), 2 * m, 0), 2 * pi * 10000 ** ((m + 1) / h)),
    "the entry from m = 1": (MatrixElement(SinusoidalVector(t, 2 * h, 1), 2 * m, 0), 2 * pi * 10000 ** (m / h)),
    "twice that of an entry": (MatrixElement(SinusoidalVector(t, 2 * h), 2 * m, 0), 4 * pi * 10000 ** (m / h)),
    "half that of an entry": (MatrixElement(SinusoidalVector(t, 2 * h), 2 * m + 1, 0), pi * 10000 ** (m / h)),
    "the last of the paper": (MatrixElement(SinusoidalVector(t, 2 * h), 2 * h - 2, 0), 20000 * pi),
    "the next coordinate": (sin(t * 10000 ** (-m / h)), 2 * pi * 10000 ** ((m + 1) / h)),
    "a negative number": (sin(t), -2 * pi),
    "zero": (sin(t), 0 * pi),
    "a square": (sin(t) ** 2, 2 * pi),
    "no wave": (t + sin(t), 2 * pi),
}


@pytest.mark.parametrize("name", POWERS)
def test_powers_are_decided(name):
    assert decide(POWERS[name]).status == "proved"


@pytest.mark.parametrize("name", NO_POWERS)
def test_other_powers_are_refuted(name):
    assert decide(NO_POWERS[name]).status == "refuted"


@pytest.mark.parametrize("name", PERIODS)
def test_a_wave_has_its_least_period(name):
    wave, period = PERIODS[name]
    assert decide(LeastPeriod(wave, t, period), verify=name == "any frequency").status == "proved"


@pytest.mark.parametrize("place", [2 * m, 2 * m + 1])
def test_a_least_period_with_a_free_index_is_spot_checked(place):
    entry = MatrixElement(SinusoidalVector(t, 2 * h), place, 0)
    assert spot_check(LeastPeriod(entry, t, 2 * pi * 10000 ** (m / h))).max_error < 1e-9
    assert spot_check(LeastPeriod(entry, t, 3 * pi * 10000 ** (m / h))).max_error > 0.1


@pytest.mark.parametrize("name", NO_PERIODS)
def test_no_other_number_is_its_least_period(name):
    wave, period = NO_PERIODS[name]
    assert decide(LeastPeriod(wave, t, period)).status != "proved"


def test_encodings_that_start_at_another_frequency_differ():
    assert decide(Fails(Equation(SinusoidalVector(1, 4, 1), SinusoidalVector(1, 4, 0)))).status == "proved"
    assert decide(Fails(Equation(SinusoidalVector(0, 4, 1), SinusoidalVector(0, 4, 0)))).status != "proved"
