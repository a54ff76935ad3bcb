"""Sizes are natural polynomials, and equal only as polynomials."""

import pytest
from sympy import Dummy, Rational, Symbol

from symattn.errors import UndeclaredSymbol, UnsupportedExpression, UsageError
from symattn.language import check_size, dims, half_size, is_dim, is_size, sizes_equal, split_size

m, n, k, h = dims("m n k h")


def test_dims_gives_one_symbol_or_a_tuple():
    assert dims("m, n") == (m, n)
    assert dims("m") == m
    assert is_dim(m)


@pytest.mark.parametrize("names", ["", " ", "n n"])
def test_dims_refuses_missing_and_repeated_names(names):
    with pytest.raises(UsageError):
        dims(names)


@pytest.mark.parametrize("size", [1, 7, m, 2 * m, m * n + 3, (m + k) ** 2, 2 * (m + n) * k])
def test_sizes(size):
    assert is_size(size)
    assert check_size(size) == size


@pytest.mark.parametrize(
    "size", [0, -1, m - n, m - 1, m / 2, Rational(3, 2), m**n, 2**m, 1 / m, m - m, Dummy(integer=True, positive=True)]
)
def test_what_is_no_size(size):
    assert not is_size(size)
    with pytest.raises((UnsupportedExpression, UndeclaredSymbol)):
        check_size(size)


def test_undeclared_size_symbol_is_named_with_a_hint():
    with pytest.raises(UndeclaredSymbol) as caught:
        check_size(m + Symbol("q", integer=True))
    assert caught.value.symbol == Symbol("q", integer=True)
    assert 'dims("q")' in caught.value.hint


def test_equality_is_equality_of_polynomials():
    assert sizes_equal((m + k) ** 2, m**2 + 2 * m * k + k**2)
    assert not sizes_equal(m, n)
    assert not sizes_equal(m, m + k)
    assert sizes_equal(3, 3) and not sizes_equal(3, m)


def test_split_size_needs_a_nonzero_natural_rest():
    assert split_size(m + k, m) == k
    assert split_size(2 * m + 3, m) == m + 3
    assert split_size(5, 3) == 2
    for whole, part in ((m, m), (m, n), (m, m + k), (3, 5), (m + k, 2 * m)):
        assert split_size(whole, part) is None


def test_half_size():
    assert half_size(2 * h) == h
    assert half_size(6) == 3
    assert half_size(2 * h + 2 * m) == h + m
    for whole in (h, 5, 2 * h + 1, 3 * h):
        assert half_size(whole) is None


@pytest.mark.parametrize("value", ["n", "n +", None, object, {}, "__import__('os')"])
def test_strings_and_other_objects_are_no_sizes(value):
    with pytest.raises(UnsupportedExpression):
        check_size(value)


@pytest.mark.parametrize("names", [3, None, ["n"], 1.5])
def test_names_are_one_string(names):
    with pytest.raises(UsageError, match="needs the names in one string"):
        dims(names)
