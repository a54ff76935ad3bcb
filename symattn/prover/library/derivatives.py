"""Lemmas about derivatives, and the two ways to change what ⊢ deriv f x c says without changing its meaning."""

from __future__ import annotations

from ...kernel.rules import Theorem, abstraction, assume, eq_mp
from ...kernel.syntax import negation
from ...kernel.terms import NAT, REAL, App, Term, abstract, app, const, equation, fun, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ProofError, ap_term, ap_thm, chain, close, discharge, is_refl, right, symmetric
from ..logic.formulas import ONE, ZERO, inv, times, x
from ..logic.numerals import NONE, real, suc
from ..logic.parts import head_and_arguments
from .definitions import defined
from .facts import fact, lemma
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
def deriv_scale() -> Theorem:
    """The product rule where one factor is constant."""
    c, f, a = var("c", REAL), var("f", fun(REAL, REAL)), var("a", REAL)
    known = assume(app(DERIV, f, x, a))
    constant = fact("deriv_const", {}, c, x)
    product = fact("deriv_mul", {}, abstract(var("t", REAL), c), f, x, ZERO, a, premises=(constant, known))
    scaled = with_slope(product, ring(slope_of(product), times(c, a)))
    return close(discharge(known.conclusion, scaled), c, f, x, a)


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
    one = to(replaced(refl(slope(NONE)), fact("real_suc", {}, NONE), fact("real_zero"), fact("power_zero", {}, x)), ONE)
    base = of_function(fact("deriv_id", {}, x), abstraction(_T, symmetric(fact("power_one", {}, _T))))
    base = with_slope(base, symmetric(one))
    identity, before = abstract(_T, _T), assume(goal)
    known = (fact("deriv_id", {}, x), before)
    step = fact("deriv_mul", {}, identity, _powers(suc(_K)), x, ONE, slope(_K), premises=known)
    step = of_function(step, abstraction(_T, symmetric(fact("power_suc", {}, _T, suc(_K)))))
    found = replaced(refl(slope_of(step)), fact("power_suc", {}, x, _K))
    wanted = replaced(refl(slope(suc(_K))), fact("real_suc", {}, suc(_K)), fact("power_suc", {}, x, _K))
    step = with_slope(step, chain(to(found, right(wanted)), symmetric(wanted)))
    return close(by_induction(_K, goal, base, step), _K, x)


@lemma("∀k:ℕ, x:ℝ. x ≠ 0 ⇒ deriv (λt:ℝ. power t k) x (real k * (power x k * inv x))")
def deriv_power_apart() -> Theorem:
    """The same where the exponent may be 0 and the number may not."""

    def slope(exponent: Term) -> Term:
        return times(real(exponent), times(power(x, exponent), inv(x)))

    nonzero = assume(negation(equation(x, ZERO)))
    nothing = to(replaced(refl(slope(NONE)), fact("real_zero")), ZERO)
    base = of_function(fact("deriv_const", {}, ONE, x), abstraction(_T, symmetric(fact("power_zero", {}, _T))))
    base = with_slope(base, symmetric(nothing))
    step = fact("deriv_power", {}, _K, x)
    wanted = replaced(refl(slope(suc(_K))), fact("power_suc", {}, x, _K))
    wanted = to(wanted, times(times(real(suc(_K)), power(x, _K)), times(x, inv(x))))
    wanted = to(replaced(wanted, fact("inv_mul", {}, x, premises=(nonzero,))), slope_of(step))
    step = with_slope(step, symmetric(wanted))
    goal = app(DERIV, _powers(_K), x, slope(_K))
    return close(discharge(nonzero.conclusion, by_induction(_K, goal, base, step)), _K, x)
