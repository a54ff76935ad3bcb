"""Natural numbers as exponents and arguments: of powers of numbers and of matrices, of factorials and binomials."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from sympy import Add, Basic, Integer, MatPow, Mul, Pow, Rational, binomial, expand, factorial
from sympy.core.relational import GreaterThan, LessThan, StrictGreaterThan, StrictLessThan

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_size
from symattn.language.base.naturals import is_natural

from ..kernel.terms import NAT, Term, Var, app, const, equation
from ..prover.library.definitions import defined
from ..prover.limits import LARGEST_NATURAL
from ..prover.logic.numerals import nadd, numeral, suc
from .complex_numbers import is_power_of_modulus, power_of_modulus
from .formulas import indicator, multiply, total
from .indices import known_index, offset_here
from .matrices import inverse, matmul
from .ranges import ends_of, never_negative
from .scalars import check_exponent, real_power
from .scope import Scope, elaborates
from .sizes import index_type, size_of


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
    chosen = None
    if not exponent.is_number and not _is_positive(scope, base):
        chosen = _chosen(scope, exponent, lambda number: app(defined("power"), scope.real(base), number))
    return chosen or real_power(scope, node)


def _is_positive(scope: Scope, base: Any) -> bool:
    """Tell whether a number is declared positive, or a hypothesis says so."""
    orders = [h for h in scope.given if isinstance(h, GreaterThan | LessThan | StrictGreaterThan | StrictLessThan)]
    above = [(expand(base - h.gts + h.lts), isinstance(h, StrictGreaterThan | StrictLessThan)) for h in orders]
    return base.is_positive or any(more.is_positive or (more.is_zero and strict) for more, strict in above)


def _chosen(scope: Scope, exponent: Any, power: Callable[[Term], Term]) -> Term | None:
    """Return the power with an exponent from 0 to m, as that one of the powers 0, …, m which it says; None for others.

    The same holds for other functions of natural numbers.
    So x**(T − 1 − s) is the sum over l < T of x**l where l = T − 1 − s: no logarithm is needed, and x may be 0.
    """
    times, once = expand(exponent).as_content_primitive()
    ends = ends_of(scope, once) if times in range(1, LARGEST_NATURAL + 1) else None
    if ends is None or not never_negative(ends[0]) or not is_size(ends[1] + 1):
        return None
    count, value = ends[1] + 1, scope.real(once)
    position, number = (const(name, size_of(count)) for name in ("pos", "nat"))

    def summand(l: Var) -> Term:
        taken = reduce(nadd, [app(number, l)] * int(times))
        return multiply(indicator(equation(app(position, l), value)), power(taken))

    return total(count, scope.under(index_type(count), summand))


def _is_natural(scope: Scope, exponent: Any) -> bool:
    """Tell whether an exponent is a sum of natural multiples of natural numbers, indices and sizes."""
    for term in Add.make_args(expand(exponent)):
        count, rest = term.as_coeff_Mul()
        if not (isinstance(count, Integer) and count > 0):
            return False
        if not (rest == 1 or is_natural(rest) or is_size(rest) or known_index(scope, rest) is not None):
            return False
    return True


@elaborates(factorial)
def _factorial(scope: Scope, node: Any) -> Term:
    return _at_natural(scope, node.args[0], partial(app, defined("factorial")))


@elaborates(binomial)
def _binomial(scope: Scope, node: Any) -> Term:
    above, below = node.args
    return _at_natural(scope, below, partial(app, defined("binomial"), scope.real(above)))


def _at_natural(scope: Scope, node: Any, function: Callable[[Term], Term]) -> Term:
    """Return a function at a natural number, or at a difference that is one in its range."""
    chosen = None if _is_natural(scope, node) else _chosen(scope, node, function)
    return function(natural(scope, node)) if chosen is None else chosen


@elaborates(MatPow)
def _matrix_power(scope: Scope, node: Any) -> Term:
    base, exponent = node.args
    n = node.shape[0]
    if not isinstance(exponent, Integer):
        matrix, power, places = scope.real(base), defined("matpow", size_of(n)), index_type(n)
        if _is_natural(scope, exponent):
            return app(power, matrix, natural(scope, exponent))

        def entry(i: Var, j: Var) -> Term:
            chosen = _chosen(scope, exponent, lambda number: app(power, matrix, number, i, j))
            return app(power, matrix, natural(scope, exponent), i, j) if chosen is None else chosen

        return scope.under(places, lambda i: scope.under(places, lambda j: entry(i, j)))
    check_exponent(exponent, node)
    if exponent == 0:
        return defined("identity", size_of(n))
    factor = inverse(scope, base) if exponent < 0 else scope.real(base)
    return reduce(lambda rest, term: matmul(term, rest, n, n, n), [factor] * abs(int(exponent)))
