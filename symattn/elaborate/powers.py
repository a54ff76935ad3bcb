"""Powers of numbers and of matrices, factorials and binomials."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from sympy import Integer, MatPow, Pow, Rational, binomial, expand, factorial
from sympy.core.relational import GreaterThan, LessThan, StrictGreaterThan, StrictLessThan

from ..kernel.terms import Term, Var, app
from ..prover.library.definitions import defined
from .complex_numbers import is_power_of_modulus, power_of_modulus
from .exponents import chosen, is_natural_exponent, natural
from .matrices import inverse, matmul
from .ranges import PowerRemainder
from .scalars import check_exponent, real_power
from .scope import Scope, elaborates
from .sizes import index_type, size_of


@elaborates(Pow)
def _power(scope: Scope, node: Any) -> Term:
    base, exponent = node.args
    if is_power_of_modulus(node):
        return power_of_modulus(scope, node)
    if isinstance(exponent, Integer) or (isinstance(base, Rational) and base > 0):
        return real_power(scope, node)
    if is_natural_exponent(scope, exponent):
        return app(defined("power"), scope.real(base), natural(scope, exponent))
    found = None
    if not exponent.is_number and not _is_positive(scope, base):
        found = chosen(scope, exponent, lambda number: app(defined("power"), scope.real(base), number))
    return found or real_power(scope, node)


def _is_positive(scope: Scope, base: Any) -> bool:
    """Tell whether a number is declared positive, or a hypothesis says so."""
    orders = [h for h in scope.given if isinstance(h, GreaterThan | LessThan | StrictGreaterThan | StrictLessThan)]
    above = [(expand(base - h.gts + h.lts), isinstance(h, StrictGreaterThan | StrictLessThan)) for h in orders]
    return base.is_positive or any(more.is_positive or (more.is_zero and strict) for more, strict in above)


@elaborates(factorial)
def _factorial(scope: Scope, node: Any) -> Term:
    return _at_natural(scope, node.args[0], partial(app, defined("factorial")))


@elaborates(binomial)
def _binomial(scope: Scope, node: Any) -> Term:
    above, below = node.args
    return _at_natural(scope, below, partial(app, defined("binomial"), scope.real(above)))


def _at_natural(scope: Scope, node: Any, function: Callable[[Term], Term]) -> Term:
    """Return a function at a natural number, or at a difference that is one in its range."""
    found = None if is_natural_exponent(scope, node) else chosen(scope, node, function)
    return function(natural(scope, node)) if found is None else found


@elaborates(MatPow)
def _matrix_power(scope: Scope, node: Any) -> Term:
    base, exponent = node.args
    n = node.shape[0]
    if not isinstance(exponent, Integer):
        matrix, power, places = scope.real(base), defined("matpow", size_of(n)), index_type(n)
        if is_natural_exponent(scope, exponent):
            return app(power, matrix, natural(scope, exponent))

        def entry(i: Var, j: Var) -> Term:
            found = chosen(scope, exponent, lambda number: app(power, matrix, number, i, j))
            return app(power, matrix, natural(scope, exponent), i, j) if found is None else found

        return scope.under(places, lambda i: scope.under(places, lambda j: entry(i, j)))
    check_exponent(exponent, node)
    if exponent == 0:
        return defined("identity", size_of(n))
    factor = inverse(scope, base) if exponent < 0 else scope.real(base)
    return reduce(lambda rest, term: matmul(term, rest, n, n, n), [factor] * abs(int(exponent)))


@elaborates(PowerRemainder)
def _power_remainder(scope: Scope, node: Any) -> Term:
    base, exponent, divisor = node.args
    return app(defined("power_remainder", size_of(base)), scope.real(divisor), natural(scope, exponent))
