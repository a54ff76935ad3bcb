"""Lemmas about falling factorials x·(x − 1)⋯(x − a + 1), factorials and binomials, from their recursion."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.terms import NAT, REAL, Term, app, equation, fin, literal, var
from ..logic.conversions import beta_sides, replaced, rewrite_proposition
from ..logic.derived_rules import ap_term, ap_thm, chain, right, symmetric
from ..logic.formulas import MUL, ONE, TWO, ZERO, lt, minus, plus
from ..logic.numerals import NONE, nadd, real, suc
from .definitions import defined, from_definition
from .facts import fact, lemma, opened
from .naturals import by_induction
from .powers import recursion
from .search import said_of

_X, _A, _B = var("x", REAL), var("a", NAT), var("b", NAT)
_FACTOR, _SO_FAR = literal(0, fin(TWO)), literal(1, fin(TWO))


def _state(number: Term, part: Term) -> Term:
    return app(defined("falling_state"), _X, number, part)


def _first(part: Term, value: str) -> Theorem:
    """Return what the state after 0 steps is at one of its parts: the next factor, or the product so far."""
    start = beta_sides(ap_thm(recursion("falling_state", (), _X, NONE, None), part))
    j = part.value  # type: ignore[attr-defined]
    return chain(start, said_of(f"∀x:ℝ. ind ({j}@[2] = 1@[2]) + ind ({j}@[2] = 0@[2]) * x = {value}", (_X,)))


def _next(part: Term, value: str) -> Theorem:
    """Return what the state after a + 1 steps is at one of its parts, by the factor c and the product v before."""
    step = beta_sides(ap_thm(recursion("falling_state", (), _X, suc(_A), _A), part))
    j, old = part.value, "c" if part is _FACTOR else "v"  # type: ignore[attr-defined]
    made = f"{old} + ind ({j}@[2] = 0@[2]) * -1 + ind ({j}@[2] = 1@[2]) * (v * (c + -1))"
    return chain(step, said_of(f"∀c v:ℝ. {made} = {value}", (_state(_A, _FACTOR), _state(_A, _SO_FAR))))


@lemma("∀x:ℝ, a:ℕ. falling_state x a 0@[2] = x + -1 * real a")
def next_factor() -> Theorem:
    """The factor after a of them, by induction."""
    same = assume(equation(_state(_A, _FACTOR), plus(_X, minus(real(_A)))))
    base = chain(_first(_FACTOR, "x"), said_of("∀x:ℝ. x = x + -1 * real 0@ℕ", (_X,)))
    step = replaced(_next(_FACTOR, "c + -1"), same)
    step = chain(step, said_of("∀x:ℝ, a:ℕ. x + -1 * real a + -1 = x + -1 * real (suc a)", (_X, _A)))
    return by_induction(_A, same.conclusion, base, step)


@lemma("∀x:ℝ. falling x 0@ℕ = 1")
def falling_zero() -> Theorem:
    """No factor."""
    return chain(from_definition("falling", (), _X, NONE), _first(_SO_FAR, "1"))


@lemma("∀x:ℝ, a:ℕ. falling x (suc a) = falling x a * (x + -1 * real a)")
def falling_suc() -> Theorem:
    """The last factor apart."""
    step = chain(from_definition("falling", (), _X, suc(_A)), _next(_SO_FAR, "v * c"))
    return replaced(step, fact("next_factor", _X, _A), symmetric(from_definition("falling", (), _X, _A)))


@lemma("∀x:ℝ, a:ℕ. falling (x + 1) (suc a) = (x + 1) * falling x a")
def falling_up() -> Theorem:
    """The first factor apart, by induction."""
    more, falling = plus(_X, ONE), defined("falling")
    same = assume(opened("∀x:ℝ, a:ℕ. falling (x + 1) (suc a) = (x + 1) * falling x a")[1])
    base = replaced(fact("falling_suc", more, NONE), fact("falling_zero", more))
    none = ap_term(app(MUL, more), fact("falling_zero", _X))
    base = chain(base, said_of("∀x:ℝ. 1 * (x + 1 + -1 * real 0@ℕ) = (x + 1) * 1", (_X,)), symmetric(none))
    step = replaced(fact("falling_suc", more, suc(_A)), same)
    passes = "∀x f:ℝ, a:ℕ. (x + 1) * f * (x + 1 + -1 * real (suc a)) = (x + 1) * (f * (x + -1 * real a))"
    step = chain(step, said_of(passes, (_X, app(falling, _X, _A), _A)))
    step = chain(step, symmetric(ap_term(app(MUL, more), fact("falling_suc", _X, _A))))
    return by_induction(_A, same.conclusion, base, step)


@lemma("factorial 0@ℕ = 1")
def factorial_zero() -> Theorem:
    """0! = 1."""
    return chain(from_definition("factorial", (), NONE), fact("falling_zero", real(NONE)))


@lemma("∀a:ℕ. factorial (suc a) = (real a + 1) * factorial a")
def factorial_suc() -> Theorem:
    """The largest factor apart."""
    step = replaced(from_definition("factorial", (), suc(_A)), fact("real_suc", _A))
    step = chain(step, fact("falling_up", real(_A), _A))
    return replaced(step, symmetric(from_definition("factorial", (), _A)))


@lemma("∀a:ℕ. 0 < factorial a")
def factorial_pos() -> Theorem:
    """A product of positive numbers, by induction."""
    below = assume(lt(ZERO, app(defined("factorial"), _A)))
    base = rewrite_proposition(fact("zero_lt_one"), symmetric(fact("factorial_zero")))
    step = said_of("∀a:ℕ, f:ℝ. 0 < f ⇒ 0 < (real a + 1) * f", (_A, app(defined("factorial"), _A)), below)
    step = rewrite_proposition(step, symmetric(fact("factorial_suc", _A)))
    return by_induction(_A, below.conclusion, base, step)


@lemma("∀a b:ℕ. falling (real (nadd a b)) a = factorial (nadd a b) * inv (factorial b)")
def falling_of_sum() -> Theorem:
    """Without the factors up to b, by induction."""
    whole = "factorial (nadd {} b) * inv (factorial b)"
    same = assume(opened(f"∀a b:ℕ. falling (real (nadd a b)) a = {whole.format('a')}")[1])
    base = said_of(f"∀b:ℕ. falling (real (nadd 0@ℕ b)) 0@ℕ = {whole.format('0@ℕ')}", (_B,))
    larger = said_of("∀a b:ℕ. real (nadd (suc a) b) = real (nadd a b) + 1", (_A, _B))
    step = replaced(ap_thm(ap_term(defined("falling"), larger), suc(_A)), fact("falling_up", real(nadd(_A, _B)), _A), same)
    more = f"∀a b:ℕ. (real (nadd a b) + 1) * ({whole.format('a')}) = {whole.format('(suc a)')}"
    return by_induction(_A, same.conclusion, base, chain(step, said_of(more, (_A, _B))))
