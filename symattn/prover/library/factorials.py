"""Lemmas about falling factorials x·(x − 1)⋯(x − a + 1), factorials and binomials, from their recursion."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import parse
from ...kernel.terms import NAT, REAL, Term, app, const, open_body, var
from ..logic.conversions import replaced, rewrite_proposition
from ..logic.derived_rules import ap_term, ap_thm, chain, discharge, gen, mp, spec, symmetric
from ..logic.formulas import MUL, ONE, UNIT, ZERO, lt, n, plus
from ..logic.numerals import NONE, nadd, real, suc
from .definitions import defined, from_definition
from .facts import fact, infer, lemma, opened
from .naturals import by_induction
from .outlines import by_induction_on
from .search import implied, said_of, searched

_X, _A, _B = var("x", REAL), var("a", NAT), var("b", NAT)
_K, _E = var("k", NAT), var("e", NAT)
_END = "(suc (nat{n} last{n}))"


@lemma("∀x:ℝ. falling x 0@ℕ = 1")
def falling_zero() -> Theorem:
    """No factor."""
    return _by_product(NONE, "product_below_zero")


@lemma("∀x:ℝ, a:ℕ. falling x (suc a) = falling x a * (x + -1 * real a)")
def falling_suc() -> Theorem:
    """The last factor apart."""
    return replaced(_by_product(suc(_A), "product_below_suc", _A), symmetric(from_definition("falling", (), _X, _A)))


def _by_product(number: Term, rule: str, *predecessor: Term) -> Theorem:
    factor = open_body(parse("λx c:ℝ. x + -1 * c"), _X)
    return chain(from_definition("falling", (), _X, number), fact(rule, factor, *predecessor))


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
    step = replaced(
        ap_thm(ap_term(defined("falling"), larger), suc(_A)), fact("falling_up", real(nadd(_A, _B)), _A), same
    )
    more = f"∀a b:ℕ. (real (nadd a b) + 1) * ({whole.format('a')}) = {whole.format('(suc a)')}"
    return by_induction(_A, same.conclusion, base, chain(step, said_of(more, (_A, _B))))


@lemma("∀k b:ℕ. falling (real k) (nadd k (suc b)) = 0", by=by_induction_on("b"))
def falling_beyond() -> None:
    """One of the factors is 0, by induction."""


def _row(k: str, size: str = "n+1", place: str = "j") -> str:
    """Return the statement of the sum over the places of a row of Pascal's triangle, with powers of x."""
    return _term(k, f"(nat{{{size}}} {place})")


def _term(k: str, number: str) -> str:
    return f"falling (real {k}) {number} * inv (factorial {number}) * power x {number}"


def _sum(k: str, size: str = "n+1") -> str:
    return f"(Σ j:[{size}]. {_row(k, size)})"


@lemma(f"∀x:ℝ, k e:ℕ. real k + real e = #{{n}} ⇒ {_sum('k')} = power (x + 1) k")
def row_sums() -> Theorem:
    """The sums over the rows of Pascal's triangle up to the n-th one, by Pascal's rule and by induction."""
    goal = opened(f"∀x:ℝ, k:ℕ. ∀e:ℕ. real k + real e = #{{n}} ⇒ {_sum('k')} = power (x + 1) k")[1]
    places = f"(Σ i:[1]. {_row('0@ℕ', place='(inl{1,n} i)')}) + (Σ j:[n]. {_row('0@ℕ', place='(inr{1,n} j)')})"
    row = open_body(parse(f"λx:ℝ, j:[n+1]. {_row('0@ℕ')}"), _X)
    first = chain(fact("sum_split", {"m": UNIT, "k": n}, row), said_of(f"∀x:ℝ. {places} = power (x + 1) 0@ℕ", (_X,)))
    none = opened("∀e:ℕ. real 0@ℕ + real e = #{n}")[1]
    base = gen(_E, discharge(none, first))
    at = assume(opened("∀k e:ℕ. real (suc k) + real e = #{n}")[1])
    before = implied("∀k e:ℕ. real (suc k) + real e = #{n} ⇒ real k + real (suc e) = #{n}", at)
    end = implied(f"∀k e:ℕ. real k + real (suc e) = #{{n}} ⇒ real (nadd k (suc e)) = real {_END}", before)
    beyond = ap_term(app(defined("falling"), real(_K)), infer("real_injective", end))
    beyond = chain(symmetric(beyond), fact("falling_beyond", _K, _E))
    parts = (
        said_of(f"∀x:ℝ, k:ℕ. {_sum('(suc k)')} = {_sum('k')} + x * {_sum('k', 'n')}", (_X, _K)),
        said_of(f"∀x:ℝ, k:ℕ. {_sum('k')} = {_sum('k', 'n')} + {_term('k', _END)}", (_X, _K)),
        beyond,
        mp(spec(assume(goal), suc(_E)), before),
    )
    passes = "a = b + x * c ⇒ b = c + d * e * f ⇒ d = 0 ⇒ b = power (x + 1) k ⇒ a = power (x + 1) (suc k)"
    step = implied(f"∀a b c d e f x:ℝ, k:ℕ. {passes}", *parts)
    return spec(by_induction(_K, goal, base, gen(_E, discharge(at.conclusion, step))), _E)


@lemma(f"∀x:ℝ. {_sum(_END)} = power (x + 1) {_END}")
def binomial_theorem() -> Theorem:
    """The sum over the n-th row."""
    last = app(const("nat", n), const("last", n))
    return fact("row_sums", _X, suc(last), NONE, premises=(searched(f"real {_END} + real 0@ℕ = #{{n}}"),))
