"""Equations of complex numbers that are given for all values of an index: both parts are given for all of them."""

import pytest
from sympy import (
    Abs,
    Equality,
    Ge,
    I,
    Idx,
    Matrix,
    MatrixSymbol,
    Mul,
    Ne,
    Sum,
    Symbol,
    conjugate,
    cos,
    exp,
    im,
    pi,
    re,
    sin,
)

from symattn import ClaimError, Equation, ForAll, UnsupportedExpression, calc, claim, decide, dims
from symattn.language.base.complex_numbers import parts_of_terms

n, m = dims("n m")
i, j, k = Idx("i", n), Idx("j", n), Idx("k", m)
s = Symbol("s", integer=True)
a, b, t, r = (MatrixSymbol(name, n, 1) for name in "abtr")
A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", m, n)
z, w = Symbol("z", complex=True), Symbol("w", complex=True)
y = Symbol("y", real=True)


def f(place):
    return a[place, 0] + I * b[place, 0]


def turn(place):
    return exp(I * t[place, 0])


def entry(row, place):
    return A[row, place] + I * B[row, place]


def total(term):
    return Sum(term(s), (s, 0, n - 1))


def for_all(lhs, rhs):
    return [ForAll(i, Equation(lhs(i), rhs))]


ONE, ALL_Z = for_all(f, 1), for_all(f, z)
TURNS = for_all(turn, 1)
POLAR = [ForAll(i, Equation(f(i), r[i, 0] * turn(i)))]
UNITS = [ForAll(i, Equation(f(i) * conjugate(f(i)), 1))]
NONZERO = [ForAll(i, Ne(f(i), 0))]
ROWS = [ForAll((k, i), Equation(entry(k, i), z))]

TRUE = {
    "the first": (Equation(f(0), 1), ONE),
    "the last": (Equation(f(n - 1), 1), ONE),
    "any": (Equation(f(j), 1), ONE),
    "the index itself": (Equation(f(i), 1), ONE),
    "a real part": (Equation(a[j, 0], 1), ONE),
    "an imaginary part": (Equation(b[j, 0], 0), ONE),
    "a product": (Equation(f(0) * z, z), ONE),
    "a sum": (Equation(total(f), n), ONE),
    "a sum of z": (Equation(total(f), n * z), ALL_Z),
    "a sum of products": (Equation(total(lambda p: f(p) * exp(I * y)), n * z * exp(I * y)), ALL_Z),
    "two places": (Equation(f(i), f(j)), ALL_Z),
    "a difference": (Equation(f(i) - f(j), 0), ALL_Z),
    "a conjugate": (Equation(conjugate(f(i)), conjugate(z)), ALL_Z),
    "a modulus": (Equation(Abs(f(i)), Abs(z)), ALL_Z),
    "a square": (Equation(f(i) ** 2, z**2), ALL_Z),
    "turns": (Equation(total(turn), n), TURNS),
    "a cosine": (Equation(cos(t[i, 0]), 1), TURNS),
    "a sine": (Equation(sin(t[i, 0]), 0), TURNS),
    "a further turn": (Equation(exp(I * (t[i, 0] + y)), exp(I * y)), TURNS),
    "the square of a turn": (Equation(turn(i) ** 2, 1), TURNS),
    "polar, the real part": (Equation(a[i, 0], r[i, 0] * cos(t[i, 0])), POLAR),
    "polar, the imaginary part": (Equation(b[i, 0], r[i, 0] * sin(t[i, 0])), POLAR),
    "polar, the square of the length": (Equation(a[i, 0] ** 2 + b[i, 0] ** 2, r[i, 0] ** 2), POLAR),
    "units": (Equation(a[j, 0] ** 2 + b[j, 0] ** 2, 1), UNITS),
    "a sum of squares": (Equation(total(lambda p: f(p) * conjugate(f(p))), n), UNITS),
    "a quotient": (Equation(1 / f(i) * f(i), 1), NONZERO),
    "not 0": (Ne(f(j), 0), NONZERO),
    "a square is not 0": (Ge(a[j, 0] ** 2 + b[j, 0] ** 2, 0, evaluate=False), NONZERO),
    "two indices": (Equation(entry(k, 0), z), ROWS),
    "a sum of a row": (Equation(total(lambda p: entry(k, p)), n * z), ROWS),
    "with another hypothesis": (Equation(f(0), w), [*ALL_Z, Equation(z, w)]),
    "of two families": (Equation(f(j) * turn(j), z), [*ALL_Z, *TURNS]),
}

FALSE = {
    "another number": (Equation(f(0), 2), ONE),
    "the imaginary unit": (Equation(f(0), I), ONE),
    "a real part": (Equation(a[j, 0], 0), ONE),
    "an imaginary part": (Equation(b[j, 0], 1), ONE),
    "a product": (Equation(f(0) * z, 2 * z), ONE),
    "a sum": (Equation(total(f), n + 1), ONE),
    "a sum of z": (Equation(total(f), z), ALL_Z),
    "another z": (Equation(f(i), w), ALL_Z),
    "a conjugate": (Equation(conjugate(f(i)), z), ALL_Z),
    "a modulus": (Equation(Abs(f(i)), 1), ALL_Z),
    "a square": (Equation(f(i) ** 2, z), ALL_Z),
    "minus": (Equation(f(i), -z), ALL_Z),
    "of one place": (Equation(f(j), 1), [Equation(f(0), 1)]),
    "of one index": (Equation(f(j), 1), [Equation(f(i), 1)]),
    "turns": (Equation(total(turn), 1), TURNS),
    "no angle": (Equation(t[i, 0], pi), TURNS),
    "half a turn": (Equation(exp(I * t[i, 0]), -1), TURNS),
    "a cosine": (Equation(cos(t[i, 0]), 0), TURNS),
    "polar, the real part": (Equation(a[i, 0], r[i, 0] * sin(t[i, 0])), POLAR),
    "polar, the length": (Equation(a[i, 0] ** 2 + b[i, 0] ** 2, r[i, 0]), POLAR),
    "polar, a sign": (Ge(a[i, 0], 0), POLAR),
    "units are 1": (Equation(f(j), 1), UNITS),
    "units are real": (Equation(b[j, 0], 0), UNITS),
    "a sum of units": (Equation(total(f), n), UNITS),
    "a quotient": (Equation(1 / f(i) * f(i), 2), NONZERO),
    "not 0 is 1": (Equation(f(i), 1), NONZERO),
    "a part is not 0": (Ne(a[i, 0], 0), NONZERO),
    "the other part is not 0": (Ne(b[i, 0], 0), NONZERO),
    "two indices": (Equation(entry(k, 0), w), ROWS),
    "a sum of a row": (Equation(total(lambda p: entry(k, p)), z), ROWS),
    "a real part alone": (Equation(f(j), 1), [ForAll(i, Equation(re(f(i), evaluate=False), 1))]),
    "an imaginary part alone": (Equation(f(j), I), [ForAll(i, Equation(im(f(i), evaluate=False), 1))]),
    "a modulus alone": (Equation(f(j), 1), [ForAll(i, Equation(Abs(f(i)), 1))]),
}


@pytest.mark.parametrize(("claimed", "given"), TRUE.values(), ids=TRUE)
def test_what_follows_is_proved(claimed, given):
    verdict = decide(claimed, given=given)
    assert verdict.status == "proved", str(verdict)
    assert not verdict.possibly_vacuous


@pytest.mark.parametrize(("claimed", "given"), FALSE.values(), ids=FALSE)
def test_near_misses_are_refuted(claimed, given):
    assert decide(claimed, given=given).status == "refuted"


def test_both_parts_are_given():
    (first, second) = claim(f(0), 1, given=ONE).given
    assert first == ForAll(i, Equation(a[i, 0], 1))
    assert second == ForAll(i, Equation(b[i, 0], 0))


def test_it_may_be_the_reason_of_a_step():
    assert decide(calc(f(0) * z, (z, ONE[0]), given=ONE)).status == "proved"
    assert decide(calc(f(0) * z, (z, ()), given=ONE)).status != "proved"


def test_a_claim_has_a_free_index_instead():
    with pytest.raises(ClaimError, match="can be given, not claimed"):
        decide(ONE[0], given=ONE)


@pytest.mark.parametrize(
    "stated",
    [
        lambda: ForAll(i, Ge(f(i), 0, evaluate=False)),
        lambda: ForAll(i, Equation(Matrix([[f(i)]]), Matrix([[1]]))),
        lambda: ForAll(i, Equality(a * f(i), b)),
    ],
)
def test_there_is_no_order_and_no_complex_matrix_in_it(stated):
    with pytest.raises((UnsupportedExpression, TypeError)):
        stated()


def test_two_imaginary_units_make_a_real_number():
    number = Mul(I, I, a[0, 0], evaluate=False)
    assert parts_of_terms(number) in ((number, 0), (re(number, evaluate=False), im(number, evaluate=False)))
    assert parts_of_terms(a[0, 0] + I * b[0, 0]) == (a[0, 0], b[0, 0])
    given = [ForAll(i, Equation(Mul(I, I, a[i, 0], evaluate=False) + I * b[i, 0], 1))]
    assert decide(Equation(a[0, 0], -1), given=given).status == "proved"
    assert decide(Equation(b[0, 0], 1), given=given).status == "refuted"


def test_contradictions_prove_nothing():
    assert decide(Equation(f(0), z), given=[*ONE, *for_all(f, I)]).status == "unknown"
