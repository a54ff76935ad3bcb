"""Lemmas about derivatives, and the two ways to change what ⊢ deriv f x c says without changing its meaning."""

from __future__ import annotations

from ...kernel.rules import Theorem, eq_mp
from ...kernel.terms import REAL, App, Term, app, const, equation, var
from ..logic.cached_rules import ring
from ..logic.derived_rules import ProofError, ap_term, ap_thm, beta_spine, extensional, is_refl, right
from ..logic.formulas import times, x
from ..logic.parts import head_and_arguments
from .definitions import defined
from .facts import Outline, fact, infer, lemma
from .goals import Goal
from .outlines import Step, by_induction_on, by_places, rewriting, through, use

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


def _from(known: Outline, values: tuple[Step, ...], slopes: tuple[Step, ...]) -> Outline:
    """Prove that a function of t has a derivative from a known one: values and slopes are the same by steps."""

    def prove(goal: Goal) -> Theorem:
        theorem, inner = known(goal), goal.more("t:ℝ")
        (f, _, a), (g, _, b) = (head_and_arguments(said)[1] for said in (theorem.conclusion, goal.conclusion))
        t = inner.variables[-1]
        at_t = equation(*(right(beta_spine(app(function, t))) for function in (f, g)))
        same = through(*values, then=rewriting)(inner.showing(at_t))
        slope = through(*slopes, then=rewriting)(goal.showing(equation(a, b)))
        return with_slope(of_function(theorem, extensional((t,), same)), slope)

    return prove


@lemma(
    "∀k:ℕ, x:ℝ. deriv (λt:ℝ. power t (suc k)) x (real (suc k) * power x k)",
    by=by_induction_on(
        "k",
        _from(
            use("deriv_id", "x"),
            (use("power_one", "t"),),
            (use("power_zero", "x"), use("real_suc", "0@ℕ"), use("real_zero")),
        ),
        _from(
            use("deriv_mul", "λt:ℝ. t", "λt:ℝ. power t (suc k)", "x", "1", "real (suc k) * power x k"),
            (use("power_suc", "t", "suc k"),),
            (use("power_suc", "x", "k"), use("real_suc", "suc k")),
        ),
    ),
)
def deriv_power() -> None:
    """The product rule, by induction."""


@lemma("∀k:ℕ, x:ℝ. x ≠ 0 ⇒ deriv (λt:ℝ. power t k) x (real k * (power x k * inv x))", by=by_induction_on("k"))
def deriv_power_apart() -> None:
    """The same where the exponent may be 0 and the number may not."""


_FACTORS, _RATIOS = "λi:[n]. f i {}", "λi:[n]. c i * inv (f i x)"
_AT_T, _AT_X = _FACTORS.format("t"), _FACTORS.format("x")
_SLOPE = f"product_to{{n}} ({_AT_X}) k * (Σ i:[n]. ind (pos{{n}} i ≤ real k) * (c i * inv (f i x)))"


@lemma(
    "∀f:[n]→ℝ→ℝ, c:[n]→ℝ, x:ℝ. (∀i:[n]. deriv (f i) x (c i)) ⇒ (∀i:[n]. f i x ≠ 0)"
    " ⇒ deriv (λt:ℝ. product{n} (λi:[n]. f i t)) x (product{n} (λi:[n]. f i x) * (Σ i:[n]. c i * inv (f i x)))",
    by=by_places(
        "k:ℕ, w:[n]",
        f"deriv (λt:ℝ. product_to{{n}} ({_AT_T}) k) x ({_SLOPE})",
        _from(
            use(0, "0@[n]"),
            (use("product_to_first", _AT_T),),
            (
                use(1, "0@[n]"),
                use("∀a b:ℝ. b ≠ 0 ⇒ b * (a * inv b) = a", "c 0@[n]", "f 0@[n] x"),
                use("product_to_first", _AT_X),
                use("sum_to_first", _RATIOS),
            ),
        ),
        _from(
            through(
                use(0, "w"),
                then=use("deriv_mul", f"λt:ℝ. product_to{{n}} ({_AT_T}) k", "f w", "x", _SLOPE, "c w"),
            ),
            (use("product_to_next", _AT_T, "w", "k"),),
            (
                use(1, "w"),
                use(
                    "∀a b p s:ℝ. b ≠ 0 ⇒ p * b * (s + a * inv b) = p * s * b + p * a",
                    "c w",
                    "f w x",
                    f"product_to{{n}} ({_AT_X}) k",
                    "Σ i:[n]. ind (pos{n} i ≤ real k) * (c i * inv (f i x))",
                ),
                use("product_to_next", _AT_X, "w", "k"),
                use("sum_to_next", _RATIOS, "w", "k"),
            ),
        ),
        _from(
            use(-1),
            (use("product_to_last", _AT_T),),
            (use("product_to_last", _AT_X), use("sum_to_last", _RATIOS)),
        ),
    ),
)
def deriv_product() -> None:
    """The product rule, one factor after the other: each derivative over its factor, times the product of all."""
