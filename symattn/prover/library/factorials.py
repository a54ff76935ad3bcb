"""Lemmas about falling factorials x·(x − 1)⋯(x − a + 1), factorials and binomials, from their recursion."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import parse
from ...kernel.terms import NAT, REAL, Term, app, const, open_body, var
from ..logic.conversions import replaced
from ..logic.derived_rules import ap_term, chain, discharge, gen, mp, spec, symmetric
from ..logic.formulas import UNIT, n
from ..logic.numerals import NONE, real, suc
from .definitions import defined, from_definition
from .facts import fact, infer, lemma
from .goals import Goal
from .naturals import by_induction
from .outlines import by_induction_on, rewriting, through, use
from .search import implied, said_of, searched

_X, _A = var("x", REAL), var("a", NAT)
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


@lemma(
    "∀x:ℝ, a:ℕ. falling (x + 1) (suc a) = (x + 1) * falling x a",
    by=by_induction_on(
        "a",
        through(
            use("falling_suc", "x + 1", "0@ℕ"),
            use("falling_zero", "x + 1"),
            use("falling_zero", "x"),
            use("real_zero"),
            then=rewriting,
        ),
        through(
            use("falling_suc", "x + 1", "suc a"), use("falling_suc", "x", "a"), use("real_suc", "a"), then=rewriting
        ),
    ),
)
def falling_up() -> None:
    """The first factor apart, by induction."""


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


@lemma(
    "∀a:ℕ. 0 < factorial a",
    by=by_induction_on(
        "a",
        through(use("factorial_zero"), use("zero_lt_one"), then=rewriting),
        through(
            use("factorial_suc", "a"),
            use("∀a:ℕ, f:ℝ. 0 < f ⇒ 0 < (real a + 1) * f", "a", "factorial a"),
            then=rewriting,
        ),
    ),
)
def factorial_pos() -> None:
    """A product of positive numbers, by induction."""


@lemma(
    "∀a b:ℕ. falling (real (nadd a b)) a = factorial (nadd a b) * inv (factorial b)",
    by=by_induction_on(
        "a",
        through(use("∀b:ℕ. falling (real (nadd 0@ℕ b)) 0@ℕ = factorial (nadd 0@ℕ b) * inv (factorial b)", "b")),
        through(
            use("∀a b:ℕ. real (nadd (suc a) b) = real (nadd a b) + 1", "a", "b"),
            use("falling_up", "real (nadd a b)", "a"),
            use(
                "∀a b:ℕ. (real (nadd a b) + 1) * (factorial (nadd a b) * inv (factorial b))"
                " = factorial (nadd (suc a) b) * inv (factorial b)",
                "a",
                "b",
                back=True,
            ),
            then=rewriting,
        ),
    ),
)
def falling_of_sum() -> None:
    """Without the factors up to b, by induction."""


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
    goal = Goal.of(f"∀x:ℝ, k:ℕ. ∀e:ℕ. real k + real e = #{{n}} ⇒ {_sum('k')} = power (x + 1) k").conclusion
    places = f"(Σ i:[1]. {_row('0@ℕ', place='(inl{1,n} i)')}) + (Σ j:[n]. {_row('0@ℕ', place='(inr{1,n} j)')})"
    row = open_body(parse(f"λx:ℝ, j:[n+1]. {_row('0@ℕ')}"), _X)
    first = chain(fact("sum_split", {"m": UNIT, "k": n}, row), said_of(f"∀x:ℝ. {places} = power (x + 1) 0@ℕ", (_X,)))
    none = Goal.of("∀e:ℕ. real 0@ℕ + real e = #{n}").conclusion
    base = gen(_E, discharge(none, first))
    at = assume(Goal.of("∀k e:ℕ. real (suc k) + real e = #{n}").conclusion)
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
