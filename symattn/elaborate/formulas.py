"""Terms of the kernel that elaboration writes often: sums, products, comparisons, truth values as numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce

from sympy import Expr

from ..kernel.syntax import conjunction, negation
from ..kernel.terms import EXTENDED, REAL, Term, Var, app, const, equation, literal
from ..prover.library.definitions import defined
from .scope import Scope
from .sizes import index_type, size_of


def number(value: int | Fraction) -> Term:
    """Return a rational number as a real literal."""
    return literal(value, REAL)


def add(left: Term, right: Term) -> Term:
    """Return the sum of two real terms."""
    return app(const("+"), left, right)


def multiply(left: Term, right: Term) -> Term:
    """Return the product of two real terms."""
    return app(const("*"), left, right)


def at_most(left: Term, right: Term) -> Term:
    """Return left ≤ right."""
    return app(const("≤"), left, right)


def less(left: Term, right: Term) -> Term:
    """Return left < right, which abbreviates ¬(right ≤ left)."""
    return negation(at_most(right, left))


def differ(left: Term, right: Term) -> Term:
    """Return left ≠ right."""
    return negation(equation(left, right))


def indicator(condition: Term) -> Term:
    """Return 1 where the condition holds and 0 elsewhere."""
    return app(const("ind"), condition)


def either(conditions: Sequence[Term]) -> Term:
    """Return that one of the conditions holds, as ¬(¬p ∧ … ∧ ¬q)."""
    return conditions[0] if len(conditions) == 1 else negation(reduce(conjunction, map(negation, conditions)))


def total(length: Expr, summand: Term) -> Term:
    """Return the sum of a function over an index type."""
    return app(const("sum", size_of(length)), summand)


def product(length: Expr, factor: Term) -> Term:
    """Return the product of a function over an index type."""
    return app(defined("product", size_of(length)), factor)


def sum_over(scope: Scope, length: Expr, summand: Callable[[Var], Term]) -> Term:
    """Return Σ k. summand(k) over {0, …, length−1}."""
    return total(length, scope.under(index_type(length), summand))


def lifted(term: Term) -> Term:
    """Return a real or extended scalar as an extended one."""
    return term if term.type is EXTENDED else app(const("emb"), term)
