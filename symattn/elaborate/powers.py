"""Natural numbers as exponents and arguments; powers of numbers and of matrices with such exponents."""

from __future__ import annotations

from contextlib import suppress
from functools import reduce
from typing import Any

from sympy import Add, Basic, Dummy, Expr, Integer, MatPow, Mul, Pow, Product, Rational, expand
from sympy.core.relational import GreaterThan, LessThan, StrictGreaterThan, StrictLessThan

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_size
from symattn.language.base.naturals import is_natural

from ..kernel.terms import NAT, Term, app, const
from ..prover.library.definitions import defined
from ..prover.limits import LARGEST_NATURAL
from ..prover.logic.numerals import nadd, numeral, suc
from .complex_numbers import is_power_of_modulus, power_of_modulus
from .indices import known_index, offset_here
from .matrices import inverse, matmul
from .ranges import ends_of, never_negative
from .scalars import check_exponent, real_power
from .scope import Scope, elaborates
from .sizes import size_of


def natural(scope: Scope, node: Any) -> Term:
    """Return an expression as a natural number.

    It is a number, a symbol declared with integer=True and nonnegative=True, an index, a size, or a sum of natural
    multiples of these. Raise UnsupportedExpression for anything else.
    """
    terms = [_natural_term(scope, term, node) for term in Add.make_args(expand(node))]
    return reduce(lambda rest, term: nadd(term, rest), reversed(terms))


def _natural_term(scope: Scope, term: Any, node: Basic) -> Term:
    if isinstance(term, Integer) and term >= 0:
        return numeral(int(term))
    known = known_index(scope, term)
    if known is not None:
        position = app(const("nat", size_of(known.length)), known.variable)
        offset = offset_here(scope, known, node)
        return position if offset == 0 else nadd(position, natural(scope, offset))
    if is_natural(term):
        return scope.declared(term, NAT)[0]
    count, rest = term.as_coeff_Mul() if isinstance(term, Mul) else (None, None)
    if isinstance(count, Integer) and 1 < count <= LARGEST_NATURAL:
        part = _natural_term(scope, rest, node)
        return reduce(lambda total, _: nadd(part, total), range(int(count) - 1), part)
    if is_size(term):
        size = size_of(term)
        return suc(app(const("nat", size), const("last", size)))
    hint = "a natural number is needed: a number, an index, a size, or a symbol with integer=True, nonnegative=True"
    raise UnsupportedExpression(node, hint)


@elaborates(Pow)
def _power(scope: Scope, node: Any) -> Term:
    base, exponent = node.args
    if is_power_of_modulus(node):
        return power_of_modulus(scope, node)
    if isinstance(exponent, Integer) or (isinstance(base, Rational) and base > 0):
        return real_power(scope, node)
    if _is_natural(scope, exponent):
        return app(defined("power"), scope.real(base), natural(scope, exponent))
    if not _is_positive(scope, base) and (factors := _counted(scope, exponent)) is not None:
        with suppress(UnsupportedExpression):  # of an expression that the user did not write
            return scope.real(Product(base, factors))
    return real_power(scope, node)


def _is_positive(scope: Scope, base: Any) -> bool:
    """Tell whether a number is declared positive, or a hypothesis says so."""
    orders = [h for h in scope.given if isinstance(h, GreaterThan | LessThan | StrictGreaterThan | StrictLessThan)]
    above = [(expand(base - h.gts + h.lts), isinstance(h, StrictGreaterThan | StrictLessThan)) for h in orders]
    return base.is_positive or any(more.is_positive or (more.is_zero and strict) for more, strict in above)


def _counted(scope: Scope, exponent: Any) -> tuple[Dummy, Expr, Expr] | None:
    """Return a range n, …, m − 1 of so many factors as an exponent m − n says that is never below 0, or None.

    So x**(T − 1 − s) is the product of x over s < l < T: no logarithm is needed, and x may be 0.
    """
    terms = Add.make_args(expand(exponent))
    ends = ends_of(scope, exponent) if all(term.as_coeff_Mul()[0].is_Integer for term in terms) else None
    if exponent.is_number or ends is None or not never_negative(ends[0]):
        return None
    taken = Add(*(-term for term in terms if term.could_extract_minus_sign()))
    return Dummy("l", integer=True), taken, expand(exponent + taken - 1)


def _is_natural(scope: Scope, exponent: Any) -> bool:
    """Tell whether an exponent is a sum of natural multiples of natural numbers, indices and sizes."""
    for term in Add.make_args(expand(exponent)):
        count, rest = term.as_coeff_Mul()
        if not (isinstance(count, Integer) and count > 0):
            return False
        if not (rest == 1 or is_natural(rest) or is_size(rest) or known_index(scope, rest) is not None):
            return False
    return True


@elaborates(MatPow)
def _matrix_power(scope: Scope, node: Any) -> Term:
    base, exponent = node.args
    n = node.shape[0]
    if not isinstance(exponent, Integer):
        return app(defined("matpow", size_of(n)), scope.real(base), natural(scope, exponent))
    check_exponent(exponent, node)
    if exponent == 0:
        return defined("identity", size_of(n))
    factor = inverse(scope, base) if exponent < 0 else scope.real(base)
    return reduce(lambda rest, term: matmul(term, rest, n, n, n), [factor] * abs(int(exponent)))
