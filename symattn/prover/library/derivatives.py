"""Lemmas about derivatives, and the two ways to change what ⊢ deriv f x c says without changing its meaning."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.terms import REAL, App, Term, abstract, app, const, fun, var
from ..logic.cached_rules import ring
from ..logic.derived_rules import ProofError, ap_term, ap_thm, close, discharge, is_refl
from ..logic.formulas import ZERO, times, x
from ..logic.parts import head_and_arguments
from .facts import fact, lemma

DERIV = const("deriv")


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
