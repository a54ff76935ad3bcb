"""The step [0 ≤ y] is smooth away from 0: from the derivatives of exp, log and the inverse, with no axiom of locality.

As the inverse of 0 is 0, for all y: [0 ≤ y] = (1 + y·exp(−log(y²)/2))/2 + (1 − y·y⁻¹)/2, and where y ≠ 0 the right side
has the derivative 0.  So |x|, max and cases have derivatives away from their kinks.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem, abstraction, assume, deduct_antisym
from ...kernel.syntax import negation, parse
from ...kernel.terms import REAL, app, equation, fun, var
from ..logic.cached_rules import ring
from ..logic.conversions import beta_conclusion, rewrite_proposition
from ..logic.derived_rules import ap_term, mp, spec, symmetric
from ..logic.formulas import IND, MINUS, ZERO, le, lt, minus, plus, x, y
from .derivatives import of_function, slope_of, with_slope
from .facts import fact, infer, lemma
from .literals import nonzero_literal
from .propositions import by_cases
from .search import search

_F, _G, _T = var("f", fun(REAL, REAL)), var("g", fun(REAL, REAL)), var("t", REAL)
_C = var("c", REAL)


def _smooth(argument: str) -> str:
    """Return the smooth form of [0 ≤ y] in the notation of the kernel."""
    root = f"exp (inv -2 * log ({argument} * {argument}))"
    return f"inv 2 * (1 + {argument} * {root}) + inv 2 * (1 + -1 * ({argument} * inv {argument}))"


@lemma(f"∀y:ℝ. ind (0 ≤ y) = {_smooth('y')}")
def step_smooth() -> Theorem:
    """The three cases: above 0, at 0 and below."""
    opposite, above, zero = minus(y), assume(lt(ZERO, y)), assume(equation(y, ZERO))
    at_most = infer("not_not", assume(negation(above.conclusion)))
    nonneg = infer("sub_nonneg", at_most)
    nonneg = rewrite_proposition(nonneg, ring(plus(ZERO, opposite), opposite))
    apart = (nonzero_literal(Fraction(-1)), assume(negation(zero.conclusion)))
    nonzero = infer("mul_ne", *apart)
    below = infer("nonneg_ne_pos", nonneg, nonzero)
    mirrored = search(parse(f"∀z:ℝ. 0 < z ⇒ ind (0 ≤ -1 * z) = {_smooth('(-1 * z)')}"))
    at_below = rewrite_proposition(mp(spec(mirrored, opposite), below), ring(minus(opposite), y))
    at_above = mp(spec(search(parse(f"∀y:ℝ. 0 < y ⇒ ind (0 ≤ y) = {_smooth('y')}")), y), above)
    at_zero = mp(spec(search(parse(f"∀y:ℝ. y = 0 ⇒ ind (0 ≤ y) = {_smooth('y')}")), y), zero)
    return by_cases(above.conclusion, at_above, by_cases(zero.conclusion, at_zero, at_below))


@lemma("∀f:ℝ→ℝ, x c:ℝ. deriv f x c ⇒ f x ≠ 0 ⇒ deriv (λt:ℝ. ind (0 ≤ f t)) x 0")
def deriv_step(known: Theorem, nonzero: Theorem) -> Theorem:
    """The chain rule with the smooth form."""
    value = app(_F, x)
    nonneg = fact("square_nonneg", value)
    square = fact("mul_ne", value, value, premises=(nonzero,))
    positive = infer("nonneg_ne_pos", nonneg, square)
    flat = search(parse(f"∀y:ℝ. 0 < y * y ⇒ y ≠ 0 ⇒ deriv (λt:ℝ. {_smooth('t')}) y 0"))
    outer = mp(mp(spec(flat, value), positive), nonzero)
    inner = infer("deriv_chain", known, outer)
    inner = with_slope(inner, ring(slope_of(inner), ZERO))
    same = abstraction(_T, symmetric(fact("step_smooth", app(_F, _T))))
    return of_function(inner, same)


@lemma("∀f g:ℝ→ℝ, x c d:ℝ. deriv f x c ⇒ deriv g x d ⇒ g x + -1 * f x ≠ 0 ⇒ deriv (λt:ℝ. ind (f t ≤ g t)) x 0")
def deriv_ind(first: Theorem, second: Theorem, apart: Theorem) -> Theorem:
    """The step of a difference."""
    scaled = fact("deriv_scale", MINUS, _F, x, _C, premises=(first,))
    total = infer("deriv_add", second, scaled)
    step = beta_conclusion(infer("deriv_step", total, apart))
    a, b = app(_F, _T), app(_G, _T)
    weaker = infer("le_of_nonneg", assume(le(ZERO, plus(b, minus(a)))))
    stronger = infer("sub_nonneg", assume(le(a, b)))
    return of_function(step, abstraction(_T, ap_term(IND, deduct_antisym(stronger, weaker))))
