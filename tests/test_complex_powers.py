"""Powers of complex numbers with natural exponents: what is proved of them, and what is not."""

import pytest
from sympy import Abs, Eq, I, Idx, Le, Lt, Ne, Sum, Symbol, conjugate, cos, exp, im, re, sin, symbols

from symattn import decide, dims, evaluate, prove
from symattn.errors import UnsupportedExpression

n, m, T = dims("n m T")
z, w = symbols("z w", complex=True)
r, s = symbols("r s", integer=True, nonnegative=True)
t, a, u = symbols("t a u", real=True)
e = Symbol("e", integer=True)
j = Idx("j", T)
turn = cos(t) + I * sin(t)


def of(part, number):
    return part(number, evaluate=False)


def powers(base, size=n):
    return Sum(base**e, (e, 0, size - 1))


TRUE = {
    "a sum of exponents": (z ** (r + s), z**r * z**s),
    "one more": (z ** (r + 1), z * z**r),
    "two more": (z ** (r + 2), z**2 * z**r),
    "a size as exponent": (z ** (n + 1), z * z**n),
    "the exponent 0": (z**r * z**0, z**r),
    "the exponent T - 1 at the last place": (z ** (T - 1) * z, z**T),
    "the modulus": (of(Abs, z**r), Abs(z) ** r),
    "the square of the modulus": (Abs(z**r) ** 2, (Abs(z) ** 2) ** r),
    "the modulus by parts": (of(re, z**r) ** 2 + of(im, z**r) ** 2, (re(z) ** 2 + im(z) ** 2) ** r),
    "a product": ((z * w) ** r, z**r * w**r),
    "twice a number": ((2 * z) ** r, 2**r * z**r),
    "a real factor": ((a * z) ** r, a**r * z**r),
    "a conjugate": (conjugate(z) ** r, of(conjugate, z**r)),
    "times its conjugate": (z**r * conjugate(z) ** r, (Abs(z) ** 2) ** r),
    "a square": ((z**2) ** r, z ** (2 * r)),
    "de Moivre": (turn**r, cos(r * t) + I * sin(r * t)),
    "de Moivre, backwards": ((cos(t) - I * sin(t)) ** r, cos(r * t) - I * sin(r * t)),
    "its real part": (of(re, turn**r), cos(r * t)),
    "the polar form": ((a * turn) ** r, a**r * (cos(r * t) + I * sin(r * t))),
    "two turns": ((turn * (cos(u) + I * sin(u))) ** r, cos(r * (t + u)) + I * sin(r * (t + u))),
    "a geometric sum": ((1 - z) * powers(z), 1 - z**n),
    "a geometric sum from below": ((z - 1) * powers(z), z**n - 1),
    "one more term": (powers(z, n + 1), powers(z) + z**n),
    "a shifted sum": (powers(z, n + 1), 1 + z * powers(z)),
    "a sum of conjugates": (of(conjugate, powers(z)), powers(conjugate(z))),
    "the unit": ((I**4) ** r + z, 1 + z),
    "a sum with weights": (z**s * powers(z), Sum(z ** (e + s), (e, 0, n - 1))),
}


@pytest.mark.parametrize("name", TRUE)
def test_proved(name):
    verdict = decide(*TRUE[name], verify=True)
    assert verdict.status == "proved", str(verdict)
    assert not verdict.notes


GIVEN = {
    "a quotient": (Eq(powers(z), (1 - z**n) / (1 - z)), [Ne(z, 1)]),
    "on the circle": (Eq(of(Abs, z**r), 1), [Eq(Abs(z), 1)]),
    "no zero": (Ne(z**r, 0), [Ne(z, 0)]),
    "a positive modulus": (Lt(0, of(Abs, z**r), evaluate=False), [Ne(z, 0)]),
}


@pytest.mark.parametrize("name", GIVEN)
def test_proved_of_what_is_given(name):
    assert decide(GIVEN[name][0], given=GIVEN[name][1]).status == "proved"


FALSE = {
    "one more is another power": (z ** (r + 1), z**r),
    "a power of a sum": ((z + w) ** r, z**r + w**r),
    "the modulus of a power": (of(Abs, z**r), Abs(z)),
    "times its conjugate": (z**r * conjugate(z) ** r, Abs(z) ** r),
    "a geometric sum": ((1 - z) * powers(z), 1 - z ** (n + 1)),
    "a geometric sum that ends before": ((1 - z) * powers(z), 1 - z ** (n - 1)),
    "a geometric sum with another sign": ((1 + z) * powers(z), 1 - z**n),
    "de Moivre with another sign": (turn**r, cos(r * t) - I * sin(r * t)),
    "de Moivre for one part": (turn**r, cos(t) + I * sin(r * t)),
    "de Moivre with sine first": ((sin(t) + I * cos(t)) ** r, sin(r * t) + I * cos(r * t)),
    "twice a number": ((2 * z) ** r, 2 * z**r),
    "a real factor": ((a * z) ** r, a * z**r),
    "a modulus of a real factor": ((a * z) ** r, Abs(a) ** r * z**r),
    "a conjugate": (conjugate(z) ** r, z**r),
    "minus": ((-z) ** r, -(z**r)),
    "the real part": (of(re, z**r), re(z) ** r),
    "the imaginary part": (of(im, z**r), im(z) ** r),
    "a product": ((z * w) ** r, z**r * w),
    "a product with a conjugate": ((z * conjugate(w)) ** r, z**r * w**r),
    "exponents that do not add up": (z ** (T - 1 - j) * z**j, z**T),
    "a square": ((z**2) ** r, z ** (r + 2)),
    "the exponent 0": (z**r, z**r * z),
    "the unit": (I**r + 0 * z, I),
    "the polar form": ((a * turn) ** r, a * (cos(r * t) + I * sin(r * t))),
    "a sum of conjugates": (of(conjugate, powers(z)), powers(z)),
    "one more term": (powers(z, n + 1), powers(z) + z ** (n + 1)),
    "a shifted sum": (powers(z, n + 1), z * powers(z)),
}


@pytest.mark.parametrize("name", FALSE)
def test_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"


FALSE_OF_WHAT_IS_GIVEN = {
    "another circle": (Eq(of(Abs, z**r), 1), [Eq(Abs(z), 2)]),
    "no zero": (Ne(z**r, 0), []),
    "a modulus of at most 2": (Le(of(Abs, z**r), 2, evaluate=False), [Le(Abs(z), 2)]),
    "every root of unity is 1": (Eq(z, 1), [Eq(z**n, 1)]),
    "the even powers of a root of unity": (Eq(powers(z**2), 0), [Eq(z**n, 1), Ne(z, 1)]),
    "roots of unity with 1 among them": (Eq(powers(z), 0), [Eq(z**n, 1)]),
}


@pytest.mark.parametrize("name", FALSE_OF_WHAT_IS_GIVEN)
def test_refuted_of_what_is_given(name):
    assert decide(FALSE_OF_WHAT_IS_GIVEN[name][0], given=FALSE_OF_WHAT_IS_GIVEN[name][1]).status == "refuted"


def test_values():
    assert evaluate(z**r, {z: 1 + 1j, r: 4}) == -4
    assert evaluate(z**r, {z: 0j, r: 0}) == 1
    assert evaluate(powers(z), {z: 1j, n: 3}) == 1j


def test_other_exponents_are_refused():
    for power in (z**t, w**z, 2**z):
        with pytest.raises(UnsupportedExpression, match="integer powers alone"):
            decide(power, 1)
    with pytest.raises(UnsupportedExpression, match="a natural number is needed"):
        decide(z ** (r - s), 1)


def test_what_is_left_shows_the_parts_of_a_power():
    found = decide(Eq(z ** (T - 1 - j) * z**j, z ** (T - 1)))  # exponents that are counted are not added up yet
    assert found.status == "unknown" and "re((re_z, im_z)^j)" in found.report
    assert prove(exp(I * t) ** r, cos(r * t) + I * sin(r * t)).status == "proved"
