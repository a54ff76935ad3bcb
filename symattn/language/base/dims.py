"""Sizes: polynomials with natural coefficients in size symbols, which stand for positive integers.

Two sizes are equal when they are the same polynomial, and in no other case. There is no subtraction: m < n is written
n = m + k. An open size, as n - 1, is one for some n only: a claim has to give that n >= 2.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from sympy import Add, Basic, Dummy, Expr, Integer, Mul, Pow, Symbol, SympifyError, expand, sympify
from sympy.matrices import MatrixBase

from symattn.calls import checks_its_call
from symattn.errors import UndeclaredSymbol, UnsupportedExpression, UsageError

#: No number in a size is as large: the entries of a matrix are counted in floating point.
LARGEST_SIZE = 10**100


def as_sympy(value: object) -> Any:
    """Return a value as a SymPy object, without reading strings as programs.

    Raise UnsupportedExpression for a value that SymPy has no object for.

    >>> as_sympy(3), as_sympy(True)
    (3, True)
    >>> as_sympy("n + 1")
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use 'n + 1': it is no SymPy expression
    >>> as_sympy("n")
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use 'n': it is no SymPy expression; write dims("n") for a size
    """
    try:
        found = sympify(value, strict=True)
    except (SympifyError, TypeError, ValueError, AttributeError):
        found = None
    if not isinstance(found, Basic | MatrixBase):
        hint = f'; write dims("{value}") for a size' if isinstance(value, str) and _is_name(value) else ""
        raise UnsupportedExpression(repr(value), f"it is no SymPy expression{hint}")
    return found


@checks_its_call
def dims(names: str) -> Any:
    """Declare size symbols: one symbol for one name, a tuple of symbols for several.

    Names are separated by spaces or commas. Raise UsageError when a name is missing or given twice, or no string.

    >>> r, n = dims("r n")
    >>> r.is_integer and r.is_positive
    True
    >>> dims("ell")
    ell
    """
    # The type of what is returned depends on the string: a union would refuse r, n = dims("r n").
    if not isinstance(names, str):
        raise UsageError(f"dims({names!r}) needs the names in one string, as in dims('r n')")
    parts = names.replace(",", " ").split()
    if not parts or len(set(parts)) != len(parts):
        raise UsageError(f"dims({names!r}) needs one or more different names")
    for name in parts:
        if not _is_name(name):
            raise UsageError(f"dims({names!r}) makes symbols, and {name!r} is no name of one")
    symbols = tuple(Symbol(name, integer=True, positive=True) for name in parts)
    return symbols[0] if len(symbols) == 1 else symbols


def _is_name(name: str) -> bool:
    """Tell whether a word is a name, with indices and marks as LaTeX has them, not a number or something computed.

    >>> [_is_name(name) for name in ("n", "n'", "n_{k+1}", "n^*", "n-1", "2*n", "3")]
    [True, True, True, True, False, False, False]
    """
    bare = re.sub(r"[_^](\{[^{}]*\}|.)", "", name)
    return bool(bare) and not bare[0].isdecimal() and re.search(r"[-−+*/·=<>()\[\],;:]", bare) is None


def is_dim(expression: object) -> bool:
    """Tell whether an expression is a size symbol, as made by :func:`dims`.

    >>> is_dim(dims("n")), is_dim(Symbol("n"))
    (True, False)
    """
    return (
        isinstance(expression, Symbol)
        and not isinstance(expression, Dummy)
        and bool(expression.is_integer and expression.is_positive)
    )


def _is_natural_term(term: Expr) -> bool:
    """Tell whether a term of an expanded polynomial is a positive integer times powers of size symbols."""
    for factor in Mul.make_args(term):
        base, exponent = factor.as_base_exp() if isinstance(factor, Pow) else (factor, Integer(1))
        natural_number = isinstance(factor, Integer) and factor > 0
        power_of_dim = is_dim(base) and isinstance(exponent, Integer) and exponent > 0
        if not (natural_number or power_of_dim):
            return False
    return True


@lru_cache(maxsize=4096)
def _is_size(expression: Expr) -> bool:
    return all(_is_natural_term(term) for term in Add.make_args(expand(expression)))


def is_size(expression: object) -> bool:
    """Tell whether an expression is a nonzero polynomial with natural coefficients in size symbols.

    >>> m, k = dims("m k")
    >>> is_size(m + 2*k), is_size(m - k), is_size(0)
    (True, False, False)
    """
    size = as_sympy(expression)
    return isinstance(size, Expr) and not size.is_Matrix and _is_size(size)


def is_open_size(expression: object) -> bool:
    """Tell whether an expression is a size, or one for some large values of the size symbols in it.

    >>> m, k = dims("m k")
    >>> is_open_size(2*m - 3), is_open_size(m - k), is_open_size(-m), is_open_size(0)
    (True, True, False, False)
    """
    size = as_sympy(expression)
    if not isinstance(size, Expr) or size.is_Matrix:
        return False
    terms = Add.make_args(expand(size))
    may_be_large = any(_is_natural_term(term) and not term.is_Number for term in terms)
    return is_size(size) or (may_be_large and all(_is_natural_term(term) or is_size(-term) for term in terms))


def check_open_size(expression: object) -> Expr:
    """Return an expression as a size that may be open; raise what ``check_size`` raises for anything else.

    >>> check_open_size(dims("n") - 1)
    n - 1
    """
    return as_sympy(expression) if is_open_size(expression) else check_size(expression)


def check_size(expression: object) -> Expr:
    """Return an expression as a size.

    Raise UndeclaredSymbol for a symbol that was not made by ``dims``, UnsupportedExpression for anything else that
    is not a size.

    >>> check_size(3)
    3
    >>> check_size(Symbol("n"))
    Traceback (most recent call last):
    symattn.errors.UndeclaredSymbol: the symbol n is not declared: it is used as a size: declare it with dims("n")
    """
    size = as_sympy(expression)
    if is_size(size):
        if any(number >= LARGEST_SIZE for number in size.atoms(Integer)):
            raise UnsupportedExpression(size, "the numbers in a size are below 10**100")
        return size
    for symbol in sorted(getattr(size, "free_symbols", ()), key=str):
        if not is_dim(symbol):
            raise UndeclaredSymbol(symbol, f'it is used as a size: declare it with dims("{symbol}")')
    reason = "a size is a nonzero sum of products of size symbols and positive integers"
    if isinstance(size, Expr) and any(term.could_extract_minus_sign() for term in Add.make_args(expand(size))):
        reason += "; nothing is subtracted: instead of n - 1 write m for a size m, and m + 1 for n"
        reason += ", or give that n >= 2"
    raise UnsupportedExpression(size, reason)


@lru_cache(maxsize=4096)
def _sizes_equal(left: Expr, right: Expr) -> bool:
    return bool(expand(left - right) == 0)


def sizes_equal(left: object, right: object) -> bool:
    """Tell whether two sizes are equal as polynomials; "not provably different" is not enough.

    >>> m, k = dims("m k")
    >>> sizes_equal(2*(m + k), 2*m + 2*k), sizes_equal(m, k)
    (True, False)
    """
    left, right = sympify(left), sympify(right)
    return left == right or _sizes_equal(left, right)


def split_size(whole: object, part: object) -> Expr | None:
    """Return the size k with ``whole = part + k``, or None when there is no such size.

    >>> m, k, n = dims("m k n")
    >>> split_size(m + k, m)
    k
    >>> split_size(n, m) is None and split_size(m, m) is None
    True
    """
    rest = expand(sympify(whole) - sympify(part))
    return rest if is_size(rest) else None


def half_size(whole: object) -> Expr | None:
    """Return the size h with ``whole = 2*h``, or None when the whole is not provably even.

    >>> h, d = dims("h d")
    >>> half_size(2*h + 4)
    h + 2
    >>> half_size(d) is None
    True
    """
    half = expand(sympify(whole) / 2)
    return half if is_size(half) else None


def outside(index: int, size: object) -> str:
    """Say why a literal index does not fit a size.

    >>> outside(-1, dims("n")), outside(1, dims("n"))
    ('the index -1 is negative', 'the index 1 is not provably below n')
    """
    return f"the index {index} is negative" if index < 0 else f"the index {index} is not provably below {size}"


def literal_index_fits(index: int, size: object) -> bool:
    """Tell whether a literal index is below a size whatever positive integers its symbols stand for.

    It may be below a size that is open.

    >>> m, k = dims("m k")
    >>> literal_index_fits(1, m + k), literal_index_fits(2, m + k), literal_index_fits(0, m - k)
    (True, False, True)
    """
    polynomial = sympify(size)
    if index >= 0 and not is_size(polynomial):
        return is_open_size(polynomial - index)
    return bool(0 <= index < polynomial.subs(dict.fromkeys(polynomial.free_symbols, 1)))
