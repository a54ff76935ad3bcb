"""Terms of the kernel that proofs write often: arithmetic, order, sums, turns, and a few free variables.

``x``, ``y`` … are free variables, ``n``, ``m``, ``k`` sizes.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.syntax import negation
from ...kernel.terms import BOOL, REAL, Size, Term, Var, abstract, app, const, literal, var
from .parts import index_size

p, q = var("p", BOOL), var("q", BOOL)
x, y, z = var("x", REAL), var("y", REAL), var("z", REAL)
ADD, MUL, LE, IND = const("+"), const("*"), const("≤"), const("ind")
EXP, LOG, SIN, COS, PI = const("exp"), const("log"), const("sin"), const("cos"), const("pi")
ZERO, ONE, MINUS = literal(0, REAL), literal(1, REAL), literal(-1, REAL)
n, m, k = Size.variable("n"), Size.variable("m"), Size.variable("k")
UNIT, TWO = Size.number(1), Size.number(2)


def plus(a: Term, b: Term) -> Term:
    """Return a + b."""
    return app(ADD, a, b)


def times(a: Term, b: Term) -> Term:
    """Return a * b."""
    return app(MUL, a, b)


def minus(a: Term) -> Term:
    """Return −a."""
    return app(MUL, MINUS, a)


def inv(a: Term) -> Term:
    """Return a⁻¹."""
    return app(const("inv"), a)


def le(a: Term, b: Term) -> Term:
    """Return a ≤ b."""
    return app(LE, a, b)


def lt(a: Term, b: Term) -> Term:
    """Return a < b."""
    return negation(le(b, a))


def ind(proposition: Term) -> Term:
    """Return the indicator of a proposition."""
    return app(IND, proposition)


def number(value: int | Fraction) -> Term:
    """Return a rational number as a real literal."""
    return literal(value, REAL)


def total(size: Size, f: Term) -> Term:
    """Return Σ f over an index type."""
    return app(const("sum", size), f)


def pos_of(index: Term) -> Term:
    """Return the position of an index."""
    return app(const("pos", index_size(index)), index)


def nat_of(index: Term) -> Term:
    """Return the position of an index as a natural number."""
    return app(const("nat", index_size(index)), index)


def start_of(step: Term) -> Term:
    """Return the place t, of one place more than there are steps, at which a step t starts."""
    return app(const("inl", index_size(step), UNIT), step)


def end_of(step: Term) -> Term:
    """Return the place t + 1, of one place more than there are steps, at which a step t ends."""
    return app(const("inr", UNIT, index_size(step)), step)


def total_over(x: Var, term: Term) -> Term:
    """Return Σ x. term."""
    return total(index_size(x), abstract(x, term))


TURN = times(number(2), PI)
