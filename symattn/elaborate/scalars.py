"""Scalars: numbers, entries, sums, powers and functions, and when they are defined.

Division, roots, logarithms and powers leave obligations.  A scalar is real unless it reads an entry of a mask: then it
lies in ℝ ∪ {−∞}, where it may be added, scaled by a positive number, or put into an exponential.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from sympy import Add, Basic, Max, Min, Mul, Pow, Product, Rational, Sum, cos, exp, expand, log, sin
from sympy.core.numbers import Exp1, NegativeInfinity, Pi
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import UnsupportedExpression
from symattn.language.base.binders import over_limits
from symattn.language.base.dims import is_size

from ..kernel.terms import EXTENDED, Term, app, const
from ..prover.library.definitions import defined
from .formulas import add, at_most, differ, less, lifted, multiply, number, product, total
from .ranges import may_be_empty, varies, varying_sum
from .scope import Scope, elaborates
from .sizes import length_of

LARGEST_EXPONENT = 100_000  # powers are products of that many factors


@elaborates(Rational)
def _rational(scope: Scope, node: Any) -> Term:
    return number(Fraction(int(node.p), int(node.q)))


@elaborates(Pi)
def _pi(scope: Scope, node: Basic) -> Term:
    return const("pi")


@elaborates(Exp1)
def _e(scope: Scope, node: Basic) -> Term:
    return app(const("exp"), number(1))


@elaborates(NegativeInfinity)
def _minus_infinity(scope: Scope, node: Basic) -> Term:
    return const("ninf")


# ---------------------------------------------------------------------------------------------------------- arithmetic


@elaborates(Add)
def _add(scope: Scope, node: Add) -> Term:
    terms = [scope.term(argument) for argument in node.args]
    if any(term.type is EXTENDED for term in terms):
        return reduce(lambda a, b: app(const("plus"), a, b), map(lifted, terms))
    return reduce(add, terms)


@elaborates(Mul)
def _mul(scope: Scope, node: Mul) -> Term:
    terms = [scope.term(argument) for argument in node.args]
    extended = [term for term in terms if term.type is EXTENDED]
    if not extended:
        return reduce(multiply, terms)
    if len(extended) > 1:
        raise UnsupportedExpression(node, "two factors with entries -oo cannot be multiplied")
    factors = [argument for argument, term in zip(node.args, terms, strict=True) if term is not extended[0]]
    return app(const("times"), positive_product(scope, factors), extended[0])


def positive_product(scope: Scope, factors: Sequence[Basic]) -> Term:
    """Return the product of real factors, and record that it must be positive."""
    product = Mul(*factors, evaluate=False) if len(factors) > 1 else factors[0]
    term = reduce(multiply, map(scope.real, factors))
    scope.need(less(number(0), term), product, "{} > 0")
    return term


def real_power(scope: Scope, node: Pow) -> Term:
    """Return a power with a whole exponent or half of one, or with a positive base: exp(e log b)."""
    base, exponent = node.args
    if isinstance(exponent, Rational) and exponent.q <= 2:
        return _half_power(scope, base, exponent, node)
    term = scope.real(base)
    scope.need(less(number(0), term), base, "{} > 0")
    return app(const("exp"), multiply(scope.real(exponent), app(const("log"), term)))


def check_exponent(exponent: Rational, node: Basic) -> None:
    """Raise UnsupportedExpression for a power with too many factors to write out."""
    if abs(exponent.p) > LARGEST_EXPONENT:
        raise UnsupportedExpression(node, f"the exponent is above {LARGEST_EXPONENT}")


def _half_power(scope: Scope, base: Basic, exponent: Rational, node: Basic) -> Term:
    """Return a power with a whole exponent, or a half of one: a product of roots."""
    check_exponent(exponent, node)
    term = scope.real(base)
    if exponent.q == 2:
        scope.need(at_most(number(0), term), base, "{} ≥ 0")
        term = app(const("sqrt"), term)
    if exponent < 0:
        scope.need(differ(term, number(0)), base, "{} ≠ 0" if exponent.q == 1 else "sqrt({}) ≠ 0")
    power = reduce(multiply, [term] * abs(int(exponent.p))) if exponent else number(1)
    return app(const("inv"), power) if exponent < 0 else power


@elaborates(exp)
def _exp(scope: Scope, node: Any) -> Term:
    argument = scope.term(node.args[0])
    return app(const("eexp" if argument.type is EXTENDED else "exp"), argument)


@elaborates(log)
def _log(scope: Scope, node: Any) -> Term:
    if len(node.args) != 1:
        raise UnsupportedExpression(node, "only the natural logarithm is part of the language")
    argument = scope.real(node.args[0])
    scope.need(less(number(0), argument), node.args[0], "{} > 0")
    return app(const("log"), argument)


@elaborates(sin, cos)
def _trigonometric(scope: Scope, node: Any) -> Term:
    return app(const(type(node).__name__), scope.real(node.args[0]))


@elaborates(Max, Min)
def _extremum(scope: Scope, node: Any) -> Term:
    constant = defined(type(node).__name__.lower())
    return reduce(lambda a, b: app(constant, a, b), map(scope.real, node.args))


@elaborates(Sum, Product)
def _sum(scope: Scope, node: Sum | Product) -> Term:
    if getattr(node.function, "is_Matrix", False):
        raise UnsupportedExpression(node, f"a {over_limits(node)} of matrices is not part of the language")
    return _sum_over_limits(scope, node, list(node.limits))


def _is_of_fixed_length(node: Sum | Product, symbol: Basic, lower: Basic, upper: Basic) -> bool:
    """Tell whether a sum or product has as many terms wherever it starts, and its symbol is no place in it."""
    places = {place for entry in node.function.atoms(MatrixElement) for place in entry.args[1:]}
    return is_size(expand(upper - lower + 1)) and not any(place.has(symbol) for place in places)


def _sum_over_limits(scope: Scope, node: Sum | Product, limits: list[Any]) -> Term:
    if not limits:
        return scope.real(node.function)
    symbol, *ends = limits.pop()
    if len(ends) != 2:
        raise UnsupportedExpression(node, f"a {over_limits(node)} needs a lower and an upper limit")
    lower, upper = ends
    moves = (varies(scope, lower) or varies(scope, upper)) and not _is_of_fixed_length(node, symbol, lower, upper)
    if moves or may_be_empty(lower, upper):
        return varying_sum(scope, node, (symbol, lower, upper), lambda: _sum_over_limits(scope, node, limits))
    length = length_of(lower, upper, node)
    summand = scope.binding(symbol, length, lambda: _sum_over_limits(scope, node, limits), lower)
    return product(length, summand) if isinstance(node, Product) else total(length, summand)
