"""Conditions and cases: memberships, comparisons of indices and numbers, piecewise values."""

from __future__ import annotations

from functools import reduce
from typing import Any

from sympy import And, Basic, Eq, Expr, Ge, Gt, KroneckerDelta, Le, Lt, Ne, Not, Or, Piecewise, expand, floor
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from symattn.errors import UnsupportedExpression
from symattn.language.base.complex_numbers import real_reading
from symattn.language.base.dims import is_size

from ..kernel.syntax import FALSE, TRUE, conjunction, negation
from ..kernel.terms import REAL, Term, app, const, equation
from .formulas import add, at_most, either, indicator, less, lifted, multiply, number
from .indices import known_index, offset_here, same_index
from .ranges import is_quotient
from .scope import Scope, elaborates


@elaborates(Piecewise)
def _piecewise(scope: Scope, node: Piecewise) -> Term:
    return _cases(scope, node, [(pair.expr, pair.cond) for pair in node.args])


def _cases(scope: Scope, node: Basic, pairs: list[tuple[Basic, Basic]]) -> Term:
    (value, condition), *others = pairs
    if isinstance(condition, BooleanTrue):
        return scope.term(value)
    if not others:
        raise UnsupportedExpression(node, "the last case must have the condition True")
    holds = scope.term(condition)
    first = scope.assuming(holds, lambda: scope.term(value))
    rest = scope.assuming(negation(holds), lambda: _cases(scope, node, others))
    if first.type is REAL and rest.type is REAL:
        shown = indicator(holds)
        return add(multiply(shown, first), multiply(add(number(1), multiply(number(-1), shown)), rest))
    for kept, dropped, seen in ((first, rest, holds), (rest, first, negation(holds))):
        if dropped is const("ninf"):
            allowed = app(const("allow"), seen)
            return allowed if kept is number(0) else app(const("plus"), allowed, lifted(kept))
    raise UnsupportedExpression(node, "cases with entries -oo must be -oo in one of two cases")


@elaborates(BooleanTrue, BooleanFalse)
def _truth(scope: Scope, node: Basic) -> Term:
    return TRUE if isinstance(node, BooleanTrue) else FALSE


@elaborates(And)
def _and(scope: Scope, node: And) -> Term:
    return reduce(conjunction, map(scope.term, node.args))


@elaborates(Or)
def _or(scope: Scope, node: Or) -> Term:
    return either([scope.term(argument) for argument in node.args])


@elaborates(Not)
def _not(scope: Scope, node: Any) -> Term:
    return negation(scope.term(node.args[0]))


def equal(scope: Scope, left: Basic, right: Basic) -> Term:
    """Return that two scalars are equal: as indices where both are, as numbers otherwise."""
    same = same_index(scope, left, right)
    return equation(scope.real(left), scope.real(right)) if same is None else same


@elaborates(Eq)
def _eq(scope: Scope, node: Any) -> Term:
    return equal(scope, node.lhs, node.rhs)


@elaborates(Ne)
def _ne(scope: Scope, node: Any) -> Term:
    node = real_reading(node)
    return negation(equal(scope, node.lhs, node.rhs))


@elaborates(Le)
def _le(scope: Scope, node: Any) -> Term:
    return at_most(*_compared(scope, node.lhs, node.rhs, whole=node.lhs))


@elaborates(Ge)
def _ge(scope: Scope, node: Any) -> Term:
    return at_most(*_compared(scope, node.rhs, node.lhs, whole=node.rhs))


@elaborates(Lt)
def _lt(scope: Scope, node: Any) -> Term:
    return less(*_compared(scope, node.lhs, node.rhs, whole=node.rhs))


@elaborates(Gt)
def _gt(scope: Scope, node: Any) -> Term:
    return less(*_compared(scope, node.rhs, node.lhs, whole=node.lhs))


def _compared(scope: Scope, low: Expr, high: Expr, whole: Expr) -> tuple[Term, Term]:
    """Return the two sides of low ≤ high, ``whole`` being the lower one, or of low < high, the upper one.

    Where that is a whole number N, N ≤ a/w says that N ≤ ⌊a/w⌋, and a/w < N that ⌊a/w⌋ < N: SymPy writes ⌊a/w⌋ ≤ ⌊b/w⌋
    so.  Of N < a/w and a/w ≤ N this does not hold.
    """
    other = high if whole is low else low
    if whole.has(floor) and whole.is_integer and is_quotient(scope, other):
        other = floor(other, evaluate=False)
        low, high = (low, other) if whole is low else (other, high)
    return scope.real(low), scope.real(high)


@elaborates(KroneckerDelta)
def _delta(scope: Scope, node: Any) -> Term:
    """Return [i = j]; a range, outside of which a delta is 0, must hold every value of one of the two."""
    left, right, *limits = node.args
    if limits and not any(_lies_within(scope, side, *limits[0]) for side in (left, right)):
        raise UnsupportedExpression(node, "neither index provably lies in the range of the delta")
    return indicator(equal(scope, left, right))


def _lies_within(scope: Scope, node: Basic, lower: Expr, upper: Expr) -> bool:
    known = known_index(scope, node)
    if known is None:
        return False
    rests = (offset_here(scope, known, node) - lower, upper - known.offset - known.length + 1)
    fixed = all(symbol not in scope.frame.bound for rest in rests for symbol in rest.free_symbols)
    return fixed and all(rest == 0 or is_size(rest) for rest in map(expand, rests))
