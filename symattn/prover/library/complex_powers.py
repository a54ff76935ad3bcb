"""Lemmas about the parts of (a + bi)ᵏ, from the powers of the matrix by which a + bi multiplies."""

from __future__ import annotations

from functools import cache, reduce
from typing import TypeAlias

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall
from ...kernel.terms import NAT, REAL, Size, Term, app, equation, substitute, var
from ..logic.cached_rules import ring
from ..logic.conversions import replaced, rewrite
from ..logic.derived_rules import ap_term, ap_thm, at_arguments, chain, close, gen, left, right, spec, symmetric
from ..logic.formulas import ADD, COS, MUL, ONE, SIN, ZERO, minus, plus, times, x
from ..logic.numerals import NONE, nadd, real, suc
from ..logic.places import place
from .definitions import defined, from_definition
from .facts import fact, lemma
from .naturals import by_induction
from .search import said_of, search

Pair: TypeAlias = tuple[Term, Term]
Pair_: TypeAlias = tuple[Theorem, Theorem]

a, b, c, d, y = (var(name, REAL) for name in "abcdy")
k, l = var("k", NAT), var("l", NAT)
_TWO = Size.number(2)
_PLACES = {"power_re": 0, "power_im": 1}  # the rows of the parts, in the first column


def _entry(name: str, exponent: Term) -> Theorem:
    """Infer that a part is an entry of the power of the matrix."""
    return from_definition(name, (), a, b, exponent)


def _at_zero(name: str, value: Term) -> Theorem:
    row, column = place(_PLACES[name], _TWO), place(0, _TWO)
    first = at_arguments(fact("matpow_zero", app(defined("complex"), a, b)), row, column)
    return chain(_entry(name, NONE), first, search(equation(right(first), value)))


def _at_successor(name: str, value: str) -> Theorem:
    row, column = place(_PLACES[name], _TWO), place(0, _TWO)
    multiplier = app(defined("complex"), a, b)
    following = at_arguments(fact("matpow_suc", multiplier, k), row, column)
    product = f"∀a b:ℝ, A:[2]→[2]→ℝ. matmul{{2,2,2}} (complex a b) A {_PLACES[name]}@[2] 0@[2] = {value}"
    entry = said_of(product, (a, b, app(defined("matpow", _TWO), multiplier, k)))
    parts = (symmetric(_entry(part, k)) for part in _PLACES)
    return replaced(chain(_entry(name, suc(k)), following, entry), *parts)


def _at_one(name: str, value: Term) -> Theorem:
    following = replaced(fact(f"{name}_suc", a, b, NONE), *(fact(f"{part}_zero", a, b) for part in _PLACES))
    return chain(following, ring(right(following), value))


@lemma("∀a b:ℝ. power_re a b 0@ℕ = 1")
def power_re_zero() -> Theorem:
    """The real part of (a + bi)⁰."""
    return _at_zero("power_re", ONE)


@lemma("∀a b:ℝ. power_im a b 0@ℕ = 0")
def power_im_zero() -> Theorem:
    """The imaginary part of (a + bi)⁰."""
    return _at_zero("power_im", ZERO)


@lemma("∀a b:ℝ. power_re a b (suc 0@ℕ) = a")
def power_re_one() -> Theorem:
    """The real part of (a + bi)¹."""
    return _at_one("power_re", a)


@lemma("∀a b:ℝ. power_im a b (suc 0@ℕ) = b")
def power_im_one() -> Theorem:
    """The imaginary part of (a + bi)¹."""
    return _at_one("power_im", b)


@lemma("∀a b:ℝ, k:ℕ. power_re a b (suc k) = a * power_re a b k + -1 * (b * power_im a b k)")
def power_re_suc() -> Theorem:
    """The real part of (a + bi)(a + bi)ᵏ."""
    return _at_successor("power_re", "a * A 0@[2] 0@[2] + -1 * (b * A 1@[2] 0@[2])")


@lemma("∀a b:ℝ, k:ℕ. power_im a b (suc k) = a * power_im a b k + b * power_re a b k")
def power_im_suc() -> Theorem:
    """The imaginary part of (a + bi)(a + bi)ᵏ."""
    return _at_successor("power_im", "a * A 1@[2] 0@[2] + b * A 0@[2] 0@[2]")


def _both(base: Pair, exponent: Term) -> Pair:
    first, second = (app(defined(name), *base, exponent) for name in _PLACES)
    return first, second


def _combined(parts: Pair) -> Term:
    """Return c·x + d·y of a pair: what is said of this for all c and d, induction carries on for both at once."""
    return plus(times(c, parts[0]), times(d, parts[1]))


def _multiplied(first: Pair, second: Pair) -> Pair:
    """Return the parts of a product."""
    (s, t), (u, v) = first, second
    return plus(times(s, u), minus(times(t, v))), plus(times(s, v), times(t, u))


def _by_both_parts(base: Pair, exponent: Term, values: Pair, zeroth: list[Theorem], later: list[Theorem]) -> Pair_:
    """Infer Re zᵉ = u and Im zᵉ = v by induction over k, from what u, v and the exponent are at 0 and at k + 1."""
    parts = _both(base, exponent)
    claim = _combined(parts), _combined(values)
    every = forall(c, forall(d, equation(*claim)))
    real, imaginary = _multiplied((c, minus(d)), base)
    known = spec(assume(every), real, minus(imaginary))

    def at(number: Term, equations: list[Theorem]) -> list[Theorem]:
        moved = (substitute(side, {k: number}) for side in claim)
        return [rewrite(side, {left(e): e for e in equations}) for side in moved]

    start, end = at(NONE, zeroth)
    first = chain(start, ring(right(start), right(end)), symmetric(end))
    start, end = at(suc(k), later)
    start = replaced(start, *(fact(f"{name}_suc", *base, exponent) for name in _PLACES))
    step = chain(start, ring(right(start), left(known)), known, ring(right(known), right(end)), symmetric(end))
    found = by_induction(k, every, gen(c, gen(d, first)), gen(c, gen(d, step)))
    both = spec(found, ONE, ZERO), spec(found, ZERO, ONE)
    first, second = (
        chain(ring(x, left(one)), one, ring(right(one), u)) for x, one, u in zip(parts, both, values, strict=True)
    )
    return first, second


@cache
def _of_sum() -> Pair_:
    zeroth = [fact(f"{name}_zero", a, b) for name in _PLACES]
    later = [fact(f"{name}_suc", a, b, k) for name in _PLACES]
    values = _multiplied(_both((a, b), k), _both((a, b), l))
    additions = fact("nadd_zero", l), fact("nadd_suc", k, l)
    return _by_both_parts((a, b), nadd(k, l), values, [*zeroth, additions[0]], [*later, additions[1]])


@cache
def _of_product() -> Pair_:
    base = _multiplied((a, b), (x, y))
    pairs = (a, b), (x, y)
    zeroth = [fact(f"{name}_zero", *pair) for name in _PLACES for pair in (base, *pairs)]
    later = [fact(f"{name}_suc", *pair, k) for name in _PLACES for pair in pairs]
    return _by_both_parts(base, k, _multiplied(*(_both(pair, k) for pair in pairs)), zeroth, later)


@lemma(
    "∀a b:ℝ, k l:ℕ. power_re a b (nadd k l) = power_re a b k * power_re a b l + -1 * (power_im a b k * power_im a b l)"
)
def power_re_nadd() -> Theorem:
    """The real part of (a + bi)ᵏ⁺ˡ."""
    return close(_of_sum()[0], a, b, k, l)


@lemma("∀a b:ℝ, k l:ℕ. power_im a b (nadd k l) = power_re a b k * power_im a b l + power_im a b k * power_re a b l")
def power_im_nadd() -> Theorem:
    """The imaginary part of (a + bi)ᵏ⁺ˡ."""
    return close(_of_sum()[1], a, b, k, l)


@lemma(
    "∀a b x y:ℝ, k:ℕ. power_re (a * x + -1 * (b * y)) (a * y + b * x) k"
    " = power_re a b k * power_re x y k + -1 * (power_im a b k * power_im x y k)"
)
def power_re_of_product() -> Theorem:
    """The real part of ((a + bi)(x + yi))ᵏ."""
    return close(_of_product()[0], a, b, x, y, k)


@lemma(
    "∀a b x y:ℝ, k:ℕ. power_im (a * x + -1 * (b * y)) (a * y + b * x) k"
    " = power_re a b k * power_im x y k + power_im a b k * power_re x y k"
)
def power_im_of_product() -> Theorem:
    """The imaginary part of ((a + bi)(x + yi))ᵏ."""
    return close(_of_product()[1], a, b, x, y, k)


@lemma("∀a:ℝ, k:ℕ. power_re a 0 k = power a k")
def power_re_of_real() -> Theorem:
    """A power of a real number is real."""
    return close(_of_real()[0], a, k)


@lemma("∀a:ℝ, k:ℕ. power_im a 0 k = 0")
def power_im_of_real() -> Theorem:
    """A power of a real number has no imaginary part."""
    return close(_of_real()[1], a, k)


@cache
def _of_real() -> Pair_:
    zeroth = [*(fact(f"{name}_zero", a, ZERO) for name in _PLACES), fact("power_zero", a)]
    return _by_both_parts((a, ZERO), k, (app(defined("power"), a, k), ZERO), zeroth, [fact("power_suc", a, k)])


@lemma("∀x:ℝ, k:ℕ. power_re (cos x) (sin x) k = cos (real k * x)")
def power_re_of_turn() -> Theorem:
    """De Moivre: the real part of (cos x + i sin x)ᵏ."""
    return close(_of_turn()[0], x, k)


@lemma("∀x:ℝ, k:ℕ. power_im (cos x) (sin x) k = sin (real k * x)")
def power_im_of_turn() -> Theorem:
    """De Moivre: the imaginary part of (cos x + i sin x)ᵏ."""
    return close(_of_turn()[1], x, k)


@cache
def _of_turn() -> Pair_:
    base, values = ((app(COS, t), app(SIN, t)) for t in (x, times(real(k), x)))
    zeroth = [fact(f"{name}_zero", *base) for name in _PLACES]
    zeroth += [said_of("∀x:ℝ. cos (real 0@ℕ * x) = 1", (x,)), said_of("∀x:ℝ. sin (real 0@ℕ * x) = 0", (x,))]
    return _by_both_parts(
        base,
        k,
        values,
        zeroth,
        [
            said_of(
                "∀x:ℝ, k:ℕ. cos (real (suc k) * x) = cos x * cos (real k * x) + -1 * (sin x * sin (real k * x))", (x, k)
            ),
            said_of("∀x:ℝ, k:ℕ. sin (real (suc k) * x) = cos x * sin (real k * x) + sin x * cos (real k * x)", (x, k)),
        ],
    )


@lemma("∀a b:ℝ, k:ℕ. power_re a (-1 * b) k = power_re a b k")
def power_re_of_conjugate() -> Theorem:
    """The real part of a power of a − bi."""
    return close(_of_conjugate()[0], a, b, k)


@lemma("∀a b:ℝ, k:ℕ. power_im a (-1 * b) k = -1 * power_im a b k")
def power_im_of_conjugate() -> Theorem:
    """The imaginary part of a power of a − bi."""
    return close(_of_conjugate()[1], a, b, k)


@cache
def _of_conjugate() -> Pair_:
    real, imaginary = _both((a, b), k)
    base = a, minus(b)
    zeroth = [fact(f"{name}_zero", *pair) for name in _PLACES for pair in (base, (a, b))]
    later = [fact(f"{name}_suc", a, b, k) for name in _PLACES]
    return _by_both_parts(base, k, (real, minus(imaginary)), zeroth, later)


@lemma("∀a b:ℝ, k:ℕ. power_re a b k * power_re a b k + power_im a b k * power_im a b k = power (a * a + b * b) k")
def power_of_modulus() -> Theorem:
    """|zᵏ|² = |z|²ᵏ, by induction."""
    square = plus(times(a, a), times(b, b))

    def modulus(number: Term) -> Term:
        return reduce(plus, (times(part, part) for part in _both((a, b), number)))

    known = assume(equation(modulus(k), app(defined("power"), square, k)))
    zeroth = rewrite(modulus(NONE), {left(e): e for e in (fact(f"{name}_zero", a, b) for name in _PLACES)})
    first = chain(zeroth, ring(right(zeroth), ONE), symmetric(fact("power_zero", square)))
    later = rewrite(modulus(suc(k)), {left(e): e for e in (fact(f"{name}_suc", a, b, k) for name in _PLACES)})
    step = chain(later, ring(right(later), times(square, modulus(k))), ap_term(app(MUL, square), known))
    found = by_induction(k, known.conclusion, first, chain(step, symmetric(fact("power_suc", square, k))))
    return close(found, a, b, k)


@lemma(
    "∀a b:ℝ, k:ℕ. power_im a b k * power_im a b k = power (a * a + b * b) k + -1 * (power_re a b k * power_re a b k)"
)
def power_im_square() -> Theorem:
    """The square of the imaginary part of (a + bi)ᵏ."""
    known = fact("power_of_modulus", a, b, k)
    real, imaginary = (times(part, part) for part in _both((a, b), k))
    moved = ap_thm(ap_term(ADD, known), minus(real))
    return close(chain(ring(imaginary, left(moved)), moved), a, b, k)
