"""Natural numbers as exponents and arguments, and exponents that count what is left, as T − 1 − s does."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from sympy import Add, Basic, Integer, Mul, expand

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_size
from symattn.language.base.naturals import is_natural

from ..kernel.terms import NAT, Term, Var, app, const, equation
from ..prover.limits import LARGEST_NATURAL
from ..prover.logic.numerals import nadd, numeral, suc
from .formulas import indicator, multiply, total
from .indices import known_index, offset_here
from .ranges import ends_of, never_negative
from .scope import Scope
from .sizes import index_type, size_of


def natural(scope: Scope, node: Any) -> Term:
    """Return an expression as a natural number.

    It is a number, a symbol declared with integer=True and nonnegative=True, an index, a size, or a sum of natural
    multiples of these. Raise UnsupportedExpression for anything else.
    """
    node = expand(node)
    if node.as_coeff_Add()[0] < 0 and is_size(node + 1):
        return _last(node + 1)
    terms = [_natural_term(scope, term, node) for term in Add.make_args(node)]
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
        return suc(_last(term))
    hint = "a natural number is needed: a number, an index, a size, or a symbol with integer=True, nonnegative=True"
    raise UnsupportedExpression(node, hint)


def chosen(scope: Scope, exponent: Any, power: Callable[[Term], Term]) -> Term | None:
    """Return the power with an exponent from 0 to m, as that one of the powers 0, …, m which it says; None for others.

    So x**(T − 1 − s) is the sum over l < T of x**l where l = T − 1 − s: no logarithm is needed, and x may be 0.
    The same holds for other functions of natural numbers.  Where m + 1 is no size, as n − 1 is none, it is one of the
    powers 0, …, m + 1.
    """
    times, once = expand(exponent).as_content_primitive()
    ends = ends_of(scope, once) if times in range(1, LARGEST_NATURAL + 1) else None
    if ends is None or not never_negative(ends[0]):
        return None
    count = next(filter(is_size, (ends[1] + 1, ends[1] + 2)), None)  # exponents up to n − 2 are some of those below n
    if count is None:
        return None
    value = scope.real(once)
    position, number = (const(name, size_of(count)) for name in ("pos", "nat"))

    def summand(l: Var) -> Term:
        taken = reduce(nadd, [app(number, l)] * int(times))
        return multiply(indicator(equation(app(position, l), value)), power(taken))

    return total(count, scope.under(index_type(count), summand))


def is_natural_exponent(scope: Scope, exponent: Any) -> bool:
    """Tell whether an exponent is a sum of natural multiples of natural numbers, indices and sizes."""
    for term in Add.make_args(expand(exponent)):
        count, rest = term.as_coeff_Mul()
        if not (isinstance(count, Integer) and count > 0):
            return False
        if not (rest == 1 or is_natural(rest) or is_size(rest) or known_index(scope, rest) is not None):
            return False
    return True


def _last(size: Any) -> Term:
    """Return n − 1 as a natural number: the last place of n."""
    return app(const("nat", size_of(size)), const("last", size_of(size)))
