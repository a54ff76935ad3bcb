"""Lemmas about derivatives, and the two ways to change what ⊢ deriv f x c says without changing its meaning."""

from __future__ import annotations

from ...kernel.rules import Theorem, abstraction, assume, eq_mp, eta
from ...kernel.terms import NAT, REAL, App, Term, abstract, app, const, equation, fin, fun, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import (
    ProofError,
    ap_term,
    ap_thm,
    chain,
    discharge,
    gen,
    is_refl,
    right,
    spec,
    symmetric,
)
from ..logic.formulas import ONE, ZERO, ind, inv, le, n, plus, times, total, x
from ..logic.numerals import NONE, real, suc
from ..logic.parts import head_and_arguments
from .definitions import defined
from .facts import fact, infer, lemma
from .naturals import by_induction

DERIV = const("deriv")


def power(base: Term, exponent: Term) -> Term:
    """Return tᵏ."""
    return app(defined("power"), base, exponent)


def slope_of(theorem: Theorem) -> Term:
    """Return c from ⊢ deriv f x c."""
    return _parts(theorem)[1]


def _parts(theorem: Theorem) -> tuple[Term, Term]:
    if not isinstance(theorem.conclusion, App):
        raise ProofError(f"{theorem} is not about a derivative")
    return theorem.conclusion.function, theorem.conclusion.argument


def with_slope(theorem: Theorem, same: Theorem) -> Theorem:
    """Infer ⊢ deriv f x c' from ⊢ deriv f x c and ⊢ c = c'."""
    return theorem if is_refl(same) else eq_mp(ap_term(_parts(theorem)[0], same), theorem)


def of_function(theorem: Theorem, same: Theorem) -> Theorem:
    """Infer ⊢ deriv g x c from ⊢ deriv f x c and ⊢ f = g."""
    if is_refl(same):
        return theorem
    _, (_, place, slope) = head_and_arguments(theorem.conclusion)
    return eq_mp(ap_thm(ap_thm(ap_term(DERIV, same), place), slope), theorem)


@lemma("∀c:ℝ, f:ℝ→ℝ, x a:ℝ. deriv f x a ⇒ deriv (λt:ℝ. c * f t) x (c * a)")
def deriv_scale(known: Theorem) -> Theorem:
    """The product rule where one factor is constant."""
    c, a = var("c", REAL), var("a", REAL)
    constant = fact("deriv_const", c, x)
    product = infer("deriv_mul", constant, known)
    return with_slope(product, ring(slope_of(product), times(c, a)))


_K, _T = var("k", NAT), var("t", REAL)


def _powers(exponent: Term) -> Term:
    """Return λt. tᵏ."""
    return abstract(_T, power(_T, exponent))


@lemma("∀k:ℕ, x:ℝ. deriv (λt:ℝ. power t (suc k)) x (real (suc k) * power x k)")
def deriv_power() -> Theorem:
    """The product rule, by induction."""

    def slope(exponent: Term) -> Term:
        return times(real(suc(exponent)), power(x, exponent))

    goal = app(DERIV, _powers(suc(_K)), x, slope(_K))
    one = to(replaced(refl(slope(NONE)), fact("real_suc", NONE), fact("real_zero"), fact("power_zero", x)), ONE)
    base = of_function(fact("deriv_id", x), abstraction(_T, symmetric(fact("power_one", _T))))
    base = with_slope(base, symmetric(one))
    before = assume(goal)
    known = (fact("deriv_id", x), before)
    step = infer("deriv_mul", *known)
    step = of_function(step, abstraction(_T, symmetric(fact("power_suc", _T, suc(_K)))))
    found = replaced(refl(slope_of(step)), fact("power_suc", x, _K))
    wanted = replaced(refl(slope(suc(_K))), fact("real_suc", suc(_K)), fact("power_suc", x, _K))
    step = with_slope(step, chain(to(found, right(wanted)), symmetric(wanted)))
    return by_induction(_K, goal, base, step)


@lemma("∀k:ℕ, x:ℝ. x ≠ 0 ⇒ deriv (λt:ℝ. power t k) x (real k * (power x k * inv x))")
def deriv_power_apart(nonzero: Theorem) -> Theorem:
    """The same where the exponent may be 0 and the number may not."""

    def slope(exponent: Term) -> Term:
        return times(real(exponent), times(power(x, exponent), inv(x)))

    nothing = to(replaced(refl(slope(NONE)), fact("real_zero")), ZERO)
    base = of_function(fact("deriv_const", ONE, x), abstraction(_T, symmetric(fact("power_zero", _T))))
    base = with_slope(base, symmetric(nothing))
    step = fact("deriv_power", _K, x)
    wanted = replaced(refl(slope(suc(_K))), fact("power_suc", x, _K))
    wanted = to(wanted, times(times(real(suc(_K)), power(x, _K)), times(x, inv(x))))
    wanted = to(replaced(wanted, infer("inv_mul", nonzero)), slope_of(step))
    step = with_slope(step, symmetric(wanted))
    goal = app(DERIV, _powers(_K), x, slope(_K))
    return by_induction(_K, goal, base, step)


@lemma(
    "∀f:[n]→ℝ→ℝ, c:[n]→ℝ, x:ℝ. (∀i:[n]. deriv (f i) x (c i)) ⇒ (∀i:[n]. f i x ≠ 0)"
    " ⇒ deriv (λt:ℝ. product{n} (λi:[n]. f i t)) x (product{n} (λi:[n]. f i x) * (Σ i:[n]. c i * inv (f i x)))"
)
def deriv_product(every: Theorem, apart: Theorem) -> Theorem:
    """The product rule, one factor after the other: each derivative over its factor, times the product of all."""
    f, c = var("f", fun(fin(n), fun(REAL, REAL))), var("c", fun(fin(n), REAL))
    i, w = var("i", fin(n)), var("w", fin(n))
    ratios = abstract(i, times(app(c, i), inv(app(f, i, x))))

    def factors(t: Term) -> Term:
        return abstract(i, app(f, i, t))

    def up_to(t: Term, place: Term) -> Term:
        return app(defined("product_to", n), factors(t), place)

    def ratios_to(place: Term) -> Term:
        here = ind(le(app(const("pos", n), i), real(place)))
        return total(n, abstract(i, times(here, times(app(c, i), inv(app(f, i, x))))))

    def said(place: Term) -> Term:
        return app(DERIV, abstract(_T, up_to(_T, place)), x, times(up_to(x, place), ratios_to(place)))

    def one(index: Term) -> Theorem:
        return infer("inv_mul", spec(apart, index))

    first = literal(0, fin(n))
    slope = replaced(
        refl(times(up_to(x, NONE), ratios_to(NONE))),
        fact("product_to_first", factors(x)),
        fact("sum_to_first", ratios),
    )
    slope = to(slope, times(app(c, first), times(app(f, first, x), inv(app(f, first, x)))))
    slope = to(replaced(slope, one(first)), app(c, first))
    base = _of_values(spec(every, first), symmetric(fact("product_to_first", factors(_T))))
    base = with_slope(base, symmetric(slope))

    place, known = assume(equation(plus(real(_K), ONE), app(const("pos", n), w))), assume(said(_K))
    step = infer("deriv_mul", known, spec(every, w))
    here = fact("product_to_next", factors(_T), w, _K, premises=(place,))
    step = of_function(step, abstraction(_T, symmetric(here)))
    slope = replaced(
        refl(times(up_to(x, suc(_K)), ratios_to(suc(_K)))),
        fact("product_to_next", factors(x), w, _K, premises=(place,)),
        fact("sum_to_next", ratios, w, _K, premises=(place,)),
    )
    before, after = times(up_to(x, _K), ratios_to(_K)), times(up_to(x, _K), app(c, w))
    whole = plus(times(before, app(f, w, x)), times(after, times(app(f, w, x), inv(app(f, w, x)))))
    slope = to(replaced(to(slope, whole), one(w)), slope_of(step))
    step = with_slope(step, symmetric(slope))
    step = gen(w, gen(_K, discharge(place.conclusion, discharge(known.conclusion, step))))
    result = fact("size_induction", abstract(_K, said(_K)), const("last", n), premises=(base, step))
    result = of_function(result, abstraction(_T, fact("product_to_last", factors(_T))))
    last = replaced(refl(slope_of(result)), fact("product_to_last", factors(x)), fact("sum_to_last", ratios))
    return with_slope(result, last)


def _of_values(theorem: Theorem, same: Theorem) -> Theorem:
    """Infer ⊢ deriv (λt. b) x c from ⊢ deriv f x c and ⊢ f t = b."""
    _, (function, *_) = head_and_arguments(theorem.conclusion)
    return of_function(theorem, chain(symmetric(eta(abstract(_T, app(function, _T)))), abstraction(_T, same)))
