"""Polynomials read from terms and written back; the kernel's ring rule has the last word."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.kernel.rules import ring
from symattn.kernel.terms import REAL, KernelError, app, const, literal, var
from symattn.prover.limits import LARGEST_SEEN
from symattn.prover.logic.parts import operands
from symattn.prover.logic.term_order import key
from symattn.prover.normal.polynomials import (
    TooLarge,
    factors,
    multiply,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled_term,
    sorted_terms,
)

ATOMS = [var(name, REAL) for name in "xyz"]
x, y, z = ATOMS
ADD, MUL = const("+"), const("*")

numbers = st.fractions(min_value=-3, max_value=3, max_denominator=4).map(lambda q: literal(q, REAL))
real_terms = st.recursive(
    st.sampled_from(ATOMS) | numbers,
    lambda inner: st.builds(lambda op, a, b: app(op, a, b), st.sampled_from((ADD, MUL)), inner, inner),
    max_leaves=9,
)


@settings(derandomize=True, deadline=None, max_examples=120)
@given(real_terms)
def test_writing_what_was_read_gives_an_equal_canonical_term(t):
    polynomial = read_polynomial(t)
    written = polynomial_term(polynomial)
    assert ring(t, written).conclusion.argument is written
    assert read_polynomial(written) == polynomial
    assert polynomial_term(read_polynomial(written)) is written
    assert all(polynomial.values())


@settings(derandomize=True, deadline=None, max_examples=80)
@given(real_terms, real_terms)
def test_two_terms_are_written_alike_exactly_when_ring_proves_them_equal(a, b):
    alike = polynomial_term(read_polynomial(a)) is polynomial_term(read_polynomial(b))
    try:
        ring(a, b)
        assert alike
    except KernelError:
        assert not alike


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(ATOMS), max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_factors_does_not_matter(terms, rng):
    shuffled = list(terms)
    rng.shuffle(shuffled)
    (one,), (other,) = read_polynomial(product_term(terms)), read_polynomial(product_term(shuffled))
    assert one == other
    assert factors(one) == sorted(terms, key=key)


def test_reading():
    t = app(ADD, app(MUL, x, app(ADD, y, literal(2, REAL))), app(MUL, literal(-1, REAL), app(MUL, y, x)))
    assert read_polynomial(t) == {((x, 1),): Fraction(2)}
    assert read_polynomial(literal(0, REAL)) == {}
    assert read_polynomial(app(ADD, x, app(MUL, literal(-1, REAL), x))) == {}
    inverse = app(const("inv"), app(ADD, x, y))
    assert read_polynomial(inverse) == {((inverse, 1),): Fraction(1)}


def test_writing():
    assert polynomial_term({}) is literal(0, REAL)
    assert scaled_term(Fraction(3), ()) is literal(3, REAL)
    assert scaled_term(Fraction(1), ((x, 2),)) is app(MUL, x, x)
    assert scaled_term(Fraction(-1, 2), ((x, 1),)) is app(MUL, literal(Fraction(-1, 2), REAL), x)
    assert product_term([]) is literal(1, REAL)
    assert product_term([x, y, z]) is app(MUL, x, app(MUL, y, z))
    polynomial = read_polynomial(app(ADD, app(MUL, x, y), app(ADD, z, literal(1, REAL))))
    assert [sum(e for _, e in monomial) for monomial, _ in sorted_terms(polynomial)] == [0, 1, 2]


def test_multiply_adds_exponents():
    assert multiply(((x, 1),), ((x, 2),)) == ((x, 3),)
    assert multiply((), ((y, 1),)) == ((y, 1),)
    assert multiply(((x, 1),), ((y, 1),)) == multiply(((y, 1),), ((x, 1),))


def test_operands():
    assert operands(app(ADD, x, y), "+") == (x, y)
    assert operands(app(ADD, x, y), "*") is None
    assert operands(app(ADD, x), "+") is None
    assert operands(app(var("f", ADD.type), x, y), "+") is None


def test_a_product_that_would_be_too_large_is_refused_at_once():
    def total(letter):
        result = var(f"{letter}0", REAL)
        for number in range(1, 70):
            result = app(ADD, result, var(f"{letter}{number}", REAL))
        return result

    assert LARGEST_SEEN < 70 * 70
    with pytest.raises(TooLarge, match="70 by 70"):
        read_polynomial(app(MUL, total("a"), total("b")))
