"""Lemmas about exponentials and logarithms."""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem, assume
from ...kernel.terms import REAL, app, const, var
from ..logic.cached_rules import ring
from ..logic.derived_rules import ap_term, binary, chain, close, discharge, symmetric
from ..logic.formulas import ADD, LOG, MUL, ZERO, lt, minus, number, plus, times, x
from .facts import fact, infer, lemma

_X, _Y = var("x", REAL), var("y", REAL)


@lemma("∀x:ℝ. inv (exp x) = exp (-1 * x)")
def inv_exp() -> Theorem:
    """The inverse of an exponential."""
    negative = minus(x)
    exp = const("exp")
    product = chain(
        symmetric(fact("exp_add", x, negative)),
        ap_term(exp, ring(plus(x, negative), ZERO)),
        fact("exp_zero"),
    )
    return infer("inv_unique", product)


@lemma("log 1 = 0")
def log_one() -> Theorem:
    """The logarithm of 1 = exp 0."""
    return chain(ap_term(LOG, symmetric(fact("exp_zero"))), fact("log_exp", ZERO))


@lemma("∀x y:ℝ. 0 < x ⇒ 0 < y ⇒ log (x * y) = log x + log y")
def log_mul() -> Theorem:
    """The logarithm of a product of exponentials."""
    signs = [assume(lt(ZERO, value)) for value in (_X, _Y)]
    values = [symmetric(infer("exp_log", sign)) for v, sign in zip((_X, _Y), signs, strict=True)]
    logs = [app(LOG, value) for value in (_X, _Y)]
    product = chain(binary(MUL, *values), symmetric(fact("exp_add", *logs)))
    result = chain(ap_term(LOG, product), fact("log_exp", app(ADD, *logs)))
    return close(discharge(signs[0].conclusion, discharge(signs[1].conclusion, result)), _X, _Y)


@lemma("∀x:ℝ. 0 < x ⇒ log (inv x) = -1 * log x")
def log_inv(sign: Theorem) -> Theorem:
    """The logarithm of the inverse of an exponential."""
    log = app(LOG, _X)
    inverse = ap_term(const("inv"), symmetric(infer("exp_log", sign)))
    return chain(ap_term(LOG, chain(inverse, fact("inv_exp", log))), fact("log_exp", minus(log)))


@lemma("∀x:ℝ. 0 < x ⇒ log (sqrt x) = 1/2 * log x")
def log_sqrt(sign: Theorem) -> Theorem:
    """The logarithm of a root: twice it is the logarithm of the root's square."""
    root = app(const("sqrt"), _X)
    above, half = infer("sqrt_pos", sign), number(Fraction(1, 2))
    double = chain(ap_term(LOG, symmetric(infer("sqrt_square", infer("lt_le", sign)))), infer("log_mul", above, above))
    log = app(LOG, root)
    return chain(ring(log, times(half, plus(log, log))), ap_term(app(MUL, half), symmetric(double)))
