"""Lemmas about the product of finitely many numbers, from its recursion: one factor more at each place."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import conjunction, forall, negation, parse
from ...kernel.terms import (
    NAT,
    REAL,
    Size,
    Term,
    Var,
    abstract,
    app,
    const,
    equation,
    fin,
    fun,
    literal,
    open_body,
    var,
)
from ..logic.cached_rules import refl
from ..logic.conversions import beta_sides, replaced, rewrite_proposition, to
from ..logic.derived_rules import (
    ap_term,
    ap_thm,
    chain,
    close,
    conjoin,
    discharge,
    first_conjunct,
    gen,
    mp,
    right,
    second_conjunct,
    spec,
    symmetric,
)
from ..logic.formulas import EXP, ONE, TWO, UNIT, ZERO, k, le, lt, m, n, plus, times, total
from ..logic.numerals import NONE, nadd, real, suc
from ..logic.parts import index_size
from .definitions import defined, from_definition
from .facts import fact, infer, lemma
from .naturals import by_induction
from .powers import recursion
from .search import implied, said_of, search, searched

_F, _G, _K = var("f", fun(fin(n), REAL)), var("g", fun(fin(n), REAL)), var("k", NAT)
_I, _W = var("i", fin(n)), var("w", fin(n))
_V = var("v", REAL)
_NUMBERS = open_body(parse("λf:[n]→ℝ, c:ℝ. Σ l:[n]. ind (pos{n} l = c) * f l"), _F)
_H = var("h", fun(REAL, REAL))
_COUNTER, _SO_FAR = literal(0, fin(TWO)), literal(1, fin(TWO))


def _state(k: Term, part: Term) -> Term:
    return app(defined("counted_product"), _H, k, part)


def _next_state(part: Term, value: str) -> Theorem:
    """Return ⊢ the state after k + 1 steps = what the step makes of the state after k, at one of its two parts."""
    step = beta_sides(ap_thm(recursion("counted_product", (), _H, suc(_K), _K), part))
    made = "ind (J = 0@[2]) * (c + 1) + ind (J = 1@[2]) * (v * s)".replace("J", f"{part.value}@[2]")  # type: ignore[attr-defined]
    count, so_far = _state(_K, _COUNTER), _state(_K, _SO_FAR)
    return chain(step, said_of(f"∀c v s:ℝ. {made} = {value}", (count, so_far, app(_H, count))))


def _first_state(part: Term, value: Term) -> Theorem:
    start = beta_sides(ap_thm(recursion("counted_product", (), _H, NONE, None), part))
    return chain(start, search(equation(right(start), value)))


@lemma("∀h:ℝ→ℝ, k:ℕ. counted_product h k 0@[2] = real k")
def counter() -> Theorem:
    """The counter, by induction."""
    same = assume(equation(_state(_K, _COUNTER), real(_K)))
    base = chain(_first_state(_COUNTER, ZERO), symmetric(fact("real_zero")))
    step = chain(replaced(_next_state(_COUNTER, "c + 1"), same), symmetric(fact("real_suc", _K)))
    return by_induction(_K, same.conclusion, base, step)


@lemma("∀h:ℝ→ℝ. product_below h 0@ℕ = 1")
def product_below_zero() -> Theorem:
    """A product of no factor."""
    return chain(from_definition("product_below", (), _H, NONE), _first_state(_SO_FAR, ONE))


@lemma("∀h:ℝ→ℝ, k:ℕ. product_below h (suc k) = product_below h k * h (real k)")
def product_below_suc() -> Theorem:
    """The last factor apart."""
    unfolded = chain(from_definition("product_below", (), _H, suc(_K)), _next_state(_SO_FAR, "v * s"))
    return replaced(unfolded, fact("counter", _H, _K), symmetric(from_definition("product_below", (), _H, _K)))


def _unfolded(k: Term) -> Theorem:
    """Return ⊢ product_to f k = the product before it * the number at the place k."""
    return chain(from_definition("product_to", (n,), _F, k), fact("product_below_suc", _NUMBERS, k))


@lemma("∀f:[n]→ℝ. product_to{n} f 0@ℕ = f 0@[n]")
def product_to_first() -> Theorem:
    """A product up to the first place is its first factor."""
    result = replaced(_unfolded(NONE), fact("product_below_zero", _NUMBERS))
    number = search(parse("∀f:[n]→ℝ. 1 * (Σ i:[n]. ind (pos{n} i = real 0@ℕ) * f i) = f 0@[n]"))
    return chain(result, spec(number, _F))


@lemma("∀f:[n]→ℝ, w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ product_to{n} f (suc k) = product_to{n} f k * f w")
def product_to_next(place: Theorem) -> Theorem:
    """A product up to the next place has the factor there besides."""
    at_place = "∀f:[n]→ℝ, w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ (Σ i:[n]. ind (pos{n} i = real (suc k)) * f i) = f w"
    number = mp(spec(search(parse(at_place)), _F, _W, _K), place)
    return replaced(_unfolded(suc(_K)), number, symmetric(from_definition("product_to", (n,), _F, _K)))


@lemma("∀f:[n]→ℝ. product_to{n} f (nat{n} last{n}) = product{n} f")
def product_to_last() -> Theorem:
    """A product up to the last place is the whole product."""
    return symmetric(from_definition("product", (n,), _F))


def _of_all(say: Callable[[Term], Term], product_rule: str) -> Theorem:
    """Return ⊢ ∀f. (∀i. say (f i)) ⇒ say (product f), where ``say`` passes from two factors to their product."""
    every = assume(forall(_I, say(app(_F, _I))))
    up_to = app(const("product_to", n), _F, _K)
    place = equation(plus(real(_K), ONE), app(const("pos", n), _W))
    before, term = assume(say(up_to)), spec(every, _W)
    step = fact(product_rule, up_to, app(_F, _W), premises=(before, term))
    more = symmetric(fact("product_to_next", _F, _W, _K, premises=(assume(place),)))
    step = gen(_W, gen(_K, discharge(place, discharge(before.conclusion, rewrite_proposition(step, more)))))
    base = spec(every, literal(0, fin(n)))
    base = rewrite_proposition(base, symmetric(fact("product_to_first", _F)))
    goal = abstract(_K, say(up_to))
    whole = fact("size_induction", goal, const("last", n), premises=(base, step))
    whole = rewrite_proposition(whole, fact("product_to_last", _F))
    return close(discharge(every.conclusion, whole), _F)


@lemma("∀f:[n]→ℝ. (∀i:[n]. 0 < f i) ⇒ 0 < product{n} f")
def product_pos() -> Theorem:
    """A product of positive factors is positive."""
    return _of_all(lambda t: lt(ZERO, t), "mul_pos")


@lemma("∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ 0 ≤ product{n} f")
def product_nonneg() -> Theorem:
    """A product of factors that are not negative is not negative."""
    return _of_all(lambda t: le(ZERO, t), "le_mul")


@lemma("∀f:[n]→ℝ. (∀i:[n]. f i ≠ 0) ⇒ product{n} f ≠ 0")
def product_ne() -> Theorem:
    """A product of factors that are not 0 is not 0."""
    return _of_all(lambda t: negation(equation(t, ZERO)), "mul_ne")


@lemma("∀f:[1]→ℝ. product{1} f = f 0@[1]")
def product_one() -> Theorem:
    """A product of one factor."""
    f = var("f", fun(fin(UNIT), REAL))
    same = infer("real_injective", searched("real (nat{1} last{1}) = real 0@ℕ"))
    whole = replaced(from_definition("product", (UNIT,), f), same)
    return chain(whole, fact("product_to_first", f))


@lemma("∀f:[m+k]→ℝ. product{m+k} f = product{m} (λi:[m]. f (inl{m,k} i)) * product{k} (λj:[k]. f (inr{m,k} j))")
def product_split() -> Theorem:
    """A product over two parts, place by place: over the first one, then over the second one."""
    f = var("f", fun(fin(m + k), REAL))
    whole, before, after = {"n": m + k}, {"n": m}, {"n": k}
    i, j, w, v = var("i", fin(m)), var("j", fin(k)), var("w", fin(m)), var("v", fin(k))
    g = abstract(i, app(f, app(const("inl", m, k), i)))
    h = abstract(j, app(f, app(const("inr", m, k), j)))

    def up_to(size: Size, numbers: Term, place: Term) -> Term:
        return app(defined("product_to", size), numbers, place)

    def next_place(index: Var) -> Theorem:
        return assume(equation(plus(real(_K), ONE), app(const("pos", index_size(index)), index)))

    # up to a place in the first part
    known, at = assume(equation(up_to(m + k, f, _K), up_to(m, g, _K))), next_place(w)
    first = searched("0@[m+k] = inl{m,k} 0@[m]")
    base = chain(fact("product_to_first", whole, f), ap_term(f, first), symmetric(fact("product_to_first", before, g)))
    moved = implied("∀w:[m], k1:ℕ. real k1 + 1 = pos{m} w ⇒ real k1 + 1 = pos{m+k} (inl{m,k} w)", at)
    step = fact("product_to_next", whole, f, app(const("inl", m, k), w), _K, premises=(moved,))
    step = chain(replaced(step, known), symmetric(fact("product_to_next", before, g, w, _K, premises=(at,))))
    step = gen(w, gen(_K, discharge(at.conclusion, discharge(known.conclusion, step))))
    goal = abstract(_K, known.conclusion)
    first_part = fact("size_induction", before, goal, const("last", m), premises=(base, step))
    first_part = chain(first_part, fact("product_to_last", before, g))
    # up to a place in the second part
    end = app(const("nat", m), const("last", m))
    start, product = suc(end), app(defined("product", m), g)
    known, at = assume(equation(up_to(m + k, f, nadd(_K, start)), times(product, up_to(k, h, _K)))), next_place(v)
    place = searched("real (nat{m} last{m}) + 1 = pos{m+k} (inr{m,k} 0@[k])")
    beyond = app(const("inr", m, k), literal(0, fin(k)))
    base = replaced(fact("product_to_next", whole, f, beyond, end, premises=(place,)), first_part)
    base = chain(ap_term(app(const("product_to", m + k), f), fact("nadd_zero", start)), base)
    base = replaced(base, symmetric(fact("product_to_first", after, h)))
    further = "real (nadd k1 (suc (nat{m} last{m}))) + 1 = pos{m+k} (inr{m,k} v)"
    moved = implied(f"∀v:[k], k1:ℕ. real k1 + 1 = pos{{k}} v ⇒ {further}", at)
    step = fact("product_to_next", whole, f, app(const("inr", m, k), v), nadd(_K, start), premises=(moved,))
    step = chain(ap_term(app(const("product_to", m + k), f), fact("nadd_suc", _K, start)), step)
    target = replaced(
        refl(times(product, up_to(k, h, suc(_K)))), fact("product_to_next", after, h, v, _K, premises=(at,))
    )
    step = chain(to(replaced(step, known), right(target)), symmetric(target))
    step = gen(v, gen(_K, discharge(at.conclusion, discharge(known.conclusion, step))))
    goal = abstract(_K, known.conclusion)
    both = fact("size_induction", after, goal, const("last", k), premises=(base, step))
    both = replaced(both, fact("product_to_last", after, h))
    same = searched("real (nat{m+k} last{m+k}) = real (nadd (nat{k} last{k}) (suc (nat{m} last{m})))")
    there = ap_term(app(const("product_to", m + k), f), infer("real_injective", same))
    return chain(from_definition("product", (m + k,), f), there, both)


@lemma("∀f g:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. f i ≤ g i) ⇒ product{n} f ≤ product{n} g")
def product_le(signs: Theorem, orders: Theorem) -> Theorem:
    """Factor by factor: the products of ordered numbers that are not negative are ordered."""
    up_to = [app(defined("product_to", n), f, _K) for f in (_F, _G)]
    place = equation(plus(real(_K), ONE), app(const("pos", n), _W))
    before = conjunction(le(ZERO, up_to[0]), le(*up_to))
    below, order = first_conjunct(assume(before)), second_conjunct(assume(before))
    sign = infer("le_mul", below, spec(signs, _W))
    statement = "∀x y u v:ℝ. 0 ≤ x ⇒ x ≤ y ⇒ 0 ≤ u ⇒ u ≤ v ⇒ x * u ≤ y * v"
    known = below, order, spec(signs, _W), spec(orders, _W)
    step = conjoin(sign, implied(statement, *known))
    later = [fact("product_to_next", f, _W, _K, premises=(assume(place),)) for f in (_F, _G)]
    step = rewrite_proposition(step, *map(symmetric, later))
    step = gen(_W, gen(_K, discharge(place, discharge(before, step))))
    first = literal(0, fin(n))
    base = conjoin(spec(signs, first), spec(orders, first))
    base = rewrite_proposition(base, *(symmetric(fact("product_to_first", f)) for f in (_F, _G)))
    whole = fact("size_induction", abstract(_K, before), const("last", n), premises=(base, step))
    whole = rewrite_proposition(whole, *(fact("product_to_last", f) for f in (_F, _G)))
    return second_conjunct(whole)


@lemma("∀f:[n]→ℝ. product{n} (λi:[n]. exp (f i)) = exp (Σ i:[n]. f i)")
def product_of_exponentials() -> None:
    """From place to place, as exp (a + b) = exp a · exp b."""


def _between(f_is_low: bool) -> Theorem:
    """Factor by factor with exp (g i), whose product is exp (Σ g), and then from Σ g to v or back."""
    whole = total(n, abstract(_I, app(_G, _I)))
    sides = (app(_F, _I), app(EXP, app(_G, _I))) if f_is_low else (app(EXP, app(_G, _I)), app(_F, _I))
    factors = assume(forall(_I, le(*sides)))
    ends = assume(le(whole, _V) if f_is_low else le(_V, whole))
    same = fact("product_of_exponentials", _G)
    if f_is_low:
        signs = assume(forall(_I, le(ZERO, app(_F, _I))))
        below = infer("product_le", signs, factors)
        steps = rewrite_proposition(below, same), infer("exp_le", ends)
        result = infer("le_trans", *steps)
        result = discharge(signs.conclusion, discharge(factors.conclusion, discharge(ends.conclusion, result)))
    else:
        each = infer("lt_le", fact("exp_pos", app(_G, _I)))
        below = infer("product_le", gen(_I, each), factors)
        steps = infer("exp_le", ends), rewrite_proposition(below, same)
        result = infer("le_trans", *steps)
        result = discharge(factors.conclusion, discharge(ends.conclusion, result))
    return close(result, _F, _V, _G)


@lemma(
    "∀f:[n]→ℝ, v:ℝ, g:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. f i ≤ exp (g i)) ⇒ (Σ i:[n]. g i) ≤ v ⇒ product{n} f ≤ exp v"
)
def product_below_exponential() -> Theorem:
    """The product of the larger exponentials is that of their sum."""
    return _between(f_is_low=True)


@lemma("∀f:[n]→ℝ, v:ℝ, g:[n]→ℝ. (∀i:[n]. exp (g i) ≤ f i) ⇒ v ≤ (Σ i:[n]. g i) ⇒ exp v ≤ product{n} f")
def product_above_exponential() -> Theorem:
    """The product of the smaller exponentials is that of their sum."""
    return _between(f_is_low=False)


_FROM_J_ON = "(1 + ind (pos{n} j ≤ real PLACE) * (f j + -1))"
_BEFORE_J = "(f w + ind (pos{n} j ≤ pos{n} w) * (1 + -1 * f w))"
_UP_TO_J = "(1 + ind (pos{n} w ≤ pos{n} j) * (f w + -1))"
_AFTER_J = "(f w + ind (pos{n} w ≤ pos{n} j) * (1 + -1 * f w))"
_SINCE_J = "(1 + ind (pos{n} j ≤ pos{n} w) * (f w + -1))"


@lemma(f"∀f:[n]→ℝ, j:[n]. f j * product{{n}} (λw:[n]. {_BEFORE_J}) = product{{n}} (λw:[n]. {_UP_TO_J})")
def product_with_last() -> Theorem:
    """The product of the factors before j takes in the one at j."""
    return _taken_in(_BEFORE_J, _UP_TO_J)


@lemma(f"∀f:[n]→ℝ, j:[n]. f j * product{{n}} (λw:[n]. {_AFTER_J}) = product{{n}} (λw:[n]. {_SINCE_J})")
def product_with_first() -> Theorem:
    """The product of the factors after j takes in the one at j."""
    return _taken_in(_AFTER_J, _SINCE_J)


def _taken_in(without_j: str, with_j: str) -> Theorem:
    """Return ⊢ f j · Π w. … = Π w. …: up to each place, where f j is taken from j on, both sides agree."""
    j = var("j", fin(n))
    at_k = _FROM_J_ON.replace("PLACE", "k")
    factor = open_body(open_body(parse(f"λf:[n]→ℝ, j:[n], k:ℕ. {at_k}"), _F), j)
    before, up_to = (open_body(open_body(parse(f"λf:[n]→ℝ, j w:[n]. {said}"), _F), j) for said in (without_j, with_j))

    def goal(k: Term) -> Term:
        less, more = (app(const("product_to", n), g, k) for g in (before, up_to))
        return equation(times(open_body(factor, k), less), more)

    first = f"∀f:[n]→ℝ, j:[n]. {_FROM_J_ON.replace('PLACE', '0@ℕ')} * {without_j} = {with_j}"
    first = first.replace("f w", "f 0@[n]").replace("pos{n} w", "pos{n} 0@[n]")
    starts = [beta_sides(fact("product_to_first", g)) for g in (before, up_to)]
    base = rewrite_proposition(said_of(first, (_F, j)), *map(symmetric, starts))

    place, known = equation(plus(real(_K), ONE), app(const("pos", n), _W)), assume(goal(_K))
    at_next = _FROM_J_ON.replace("PLACE", "(suc k)")
    passes = f"({at_k} * x = y) ⇒ {at_next} * (x * {without_j}) = y * {with_j}"
    values = (_F, j, _W, _K, *(app(const("product_to", n), g, _K) for g in (before, up_to)))
    passes = f"∀f:[n]→ℝ, j w:[n], k:ℕ, x y:ℝ. real k + 1 = pos{{n}} w ⇒ {passes}"
    step = said_of(passes, values, assume(place), known)
    later = [beta_sides(fact("product_to_next", g, _W, _K, premises=(assume(place),))) for g in (before, up_to)]
    step = rewrite_proposition(step, *map(symmetric, later))
    step = gen(_W, gen(_K, discharge(place, discharge(known.conclusion, step))))

    whole = fact("size_induction", abstract(_K, goal(_K)), const("last", n), premises=(base, step))
    whole = rewrite_proposition(whole, *(fact("product_to_last", g) for g in (before, up_to)))
    all_taken = f"∀f:[n]→ℝ, j:[n], x:ℝ. {_FROM_J_ON.replace('PLACE', '(nat{n} last{n})')} * x = f j * x"
    return chain(symmetric(said_of(all_taken, (_F, j, app(const("product", n), before)))), whole)
