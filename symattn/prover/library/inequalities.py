"""Lemmas of order beyond signs: Cauchy–Schwarz with weights, products and parts of sums, comparison by squares.

Sources: Hardy, Littlewood and Pólya, *Inequalities*, §2.4 (Lagrange's identity); Rudin, 1.17 and 8.6.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import parse
from ...kernel.terms import Term, app
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, chain, close, discharge, mp, spec, symmetric
from ..logic.formulas import (
    EXP,
    LE,
    LOG,
    ONE,
    ZERO,
    le,
    times,
    x,
    y,
)
from .definitions import defined
from .facts import fact, infer, lemma
from .order import sqrt
from .outlines import by_contradiction, claim, in_cases, rewriting, squeezed, through, use
from .search import implied, search


@lemma(
    "∀w f g:[n]→ℝ. (∀i:[n]. 0 ≤ w i) ⇒ (Σ i:[n]. w i * (f i * g i)) * (Σ i:[n]. w i * (f i * g i))"
    " ≤ (Σ i:[n]. w i * (f i * f i)) * (Σ i:[n]. w i * (g i * g i))",
    by=through(
        "0 ≤ (Σ i:[n]. Σ j:[n]. (w i * w j) * ((f i * g j + -1 * (f j * g i)) * (f i * g j + -1 * (f j * g i))))"
    ),
)
def cauchy_schwarz() -> None:
    """Lagrange's identity: the difference is half of Σᵢⱼ wᵢwⱼ·(fᵢgⱼ − fⱼgᵢ)²."""


@lemma(
    "∀w f g:[n]→ℝ. (∀i:[n]. 0 ≤ w i) ⇒ (∀i:[n]. ∀j:[n]. 0 ≤ (f i + -1 * f j) * (g i + -1 * g j)) ⇒"
    " (Σ i:[n]. w i * f i) * (Σ i:[n]. w i * g i) ≤ (Σ i:[n]. w i) * (Σ i:[n]. w i * (f i * g i))",
    by=through("0 ≤ (Σ i:[n]. Σ j:[n]. (w i * w j) * ((f i + -1 * f j) * (g i + -1 * g j)))"),
)
def chebyshev() -> None:
    """Chebyshev's inequality for sums: the difference is half of Σᵢⱼ wᵢwⱼ·(fᵢ − fⱼ)(gᵢ − gⱼ)."""


@lemma(
    "∀w f g:[n]→ℝ. (∀i:[n]. 0 ≤ w i) ⇒ (∀i:[n]. ∀j:[n]. 0 ≤ (f j + -1 * f i) * (g i + -1 * g j)) ⇒"
    " (Σ i:[n]. w i) * (Σ i:[n]. w i * (f i * g i)) ≤ (Σ i:[n]. w i * f i) * (Σ i:[n]. w i * g i)",
    by=through("0 ≤ (Σ i:[n]. Σ j:[n]. (w i * w j) * ((f j + -1 * f i) * (g i + -1 * g j)))"),
)
def chebyshev_opposed() -> None:
    """Chebyshev's inequality for sums of what is ordered contrarily."""


@lemma(
    "∀w f g:[n]→ℝ. (∀i:[n]. 0 ≤ w i) ⇒ (∀i:[n]. w i * (g i * g i) = f i) ⇒"
    " (Σ i:[n]. w i * g i) * (Σ i:[n]. w i * g i) ≤ (Σ i:[n]. w i) * (Σ i:[n]. f i)"
)
def square_of_roots() -> None:
    """Cauchy–Schwarz with the roots of w·f, as w·g."""


@lemma(
    "∀f g:[n]→ℝ. (∀i:[n]. 0 < g i) ⇒"
    " (Σ i:[n]. f i) * (Σ i:[n]. f i) ≤ (Σ i:[n]. f i * f i * inv (g i)) * (Σ i:[n]. g i)",
    by=through(use("cauchy_schwarz", "λi:[n]. inv (g i)", "f", "g")),
)
def squares_over() -> None:
    """Cauchy–Schwarz with the weights 1/g: Titu's lemma."""


@lemma(
    "∀f g:[n]→ℝ. (∀i:[n]. 0 < g i) ⇒"
    " (Σ i:[n]. abs (f i)) * (Σ i:[n]. abs (f i)) ≤ (Σ i:[n]. f i * f i * inv (g i)) * (Σ i:[n]. g i)",
    by=through(
        use("squares_over", "λi:[n]. abs (f i)", "g"),
        claim("(Σ i:[n]. abs (f i) * abs (f i) * inv (g i)) = (Σ i:[n]. f i * f i * inv (g i))"),
        then=rewriting,
    ),
)
def squares_over_moduli() -> None:
    """A square is that of the modulus."""


_APART, _MORE = "abs (sqrt (f i) + -1 * sqrt (g i))", "(sqrt (f i) + sqrt (g i))"
_SQUARED = "(Σ i:[n]. sqrt (f i) * sqrt (f i) + (sqrt (g i) * sqrt (g i) + {} * (sqrt (f i) * sqrt (g i))))"


@lemma(
    "∀f g:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. 0 ≤ g i) ⇒"
    " (Σ i:[n]. abs (f i + -1 * g i)) * (Σ i:[n]. abs (f i + -1 * g i))"
    f" ≤ {_SQUARED.format(-2)} * {_SQUARED.format(2)}",
    by=through(
        use("cauchy_schwarz", "λi:[n]. 1", f"λi:[n]. {_APART}", f"λi:[n]. {_MORE}"),
        claim("∀i:[n]. 0 ≤ sqrt (f i)"),
        claim("∀i:[n]. 0 ≤ sqrt (g i)"),
        claim(
            f"∀i:[n]. 1 * ({_APART} * {_MORE}) = abs (f i + -1 * g i)",
            use(
                "∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ abs (x + -1 * y) * (x + y) = abs (x * x + -1 * (y * y))",
                *("sqrt (f i)", "sqrt (g i)"),
            ),
            "sqrt (f i) * sqrt (f i) = f i",
            "sqrt (g i) * sqrt (g i) = g i",
            then=rewriting,
        ),
        claim(f"(Σ i:[n]. 1 * ({_APART} * {_MORE})) = (Σ i:[n]. abs (f i + -1 * g i))"),
        claim(f"(Σ i:[n]. 1 * ({_APART} * {_APART})) = {_SQUARED.format(-2)}"),
        claim(f"(Σ i:[n]. 1 * ({_MORE} * {_MORE})) = {_SQUARED.format(2)}"),
        then=rewriting,
    ),
)
def square_of_distances() -> None:
    """Cauchy–Schwarz, since |f − g| = |√f − √g|·(√f + √g)."""


@lemma(
    "∀w f:[n]→ℝ. (∀i:[n]. 0 ≤ w i) ⇒"
    " (Σ i:[n]. w i * f i) * (Σ i:[n]. w i * f i) ≤ (Σ i:[n]. w i) * (Σ i:[n]. w i * (f i * f i))",
    by=through(use("cauchy_schwarz", "w", "f", "λi:[n]. 1")),
)
def square_of_mean() -> None:
    """Jensen's inequality for the square: that of Cauchy–Schwarz, of f and 1."""


@lemma("∀f:[n]→ℝ. 0 ≤ (Σ i:[n]. f i) * (Σ i:[n]. f i)")
def square_of_sum() -> None:
    """A square is not negative."""


@lemma("∀x y:ℝ. 2 * (x * y) ≤ x * x + y * y")
def product_below_squares() -> None:
    """The square of x − y."""


@lemma("∀x y:ℝ. -2 * (x * y) ≤ x * x + y * y")
def product_above_squares() -> None:
    """The square of x + y."""


@lemma(
    "∀f g:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. 0 ≤ g i) ⇒ (Σ i:[n]. f i * g i) ≤ (Σ i:[n]. f i) * (Σ i:[n]. g i)",
    by=through(claim("∀i:[n]. g i ≤ (Σ j:[n]. g j)", use("sum_ge_term", "g", "i"))),
)
def sum_of_products() -> None:
    """Every gᵢ is at most Σ g, and the weights fᵢ are not negative."""


@lemma(
    "∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (Σ i:[n]. f i * f i) ≤ (Σ i:[n]. f i) * (Σ i:[n]. f i)",
    by=use("sum_of_products", "f", "f"),
)
def sum_of_squares() -> None:
    """That of products, of f and itself."""


_SUM = "(Σ i:[n]. Σ j:[n]. {})"


@lemma(
    "∀f:[n]→[n]→ℝ. (∀i:[n]. ∀j:[n]. f i j + f j i = 0) ⇒ (Σ i:[n]. Σ j:[n]. f i j) = 0",
    by=through(
        use(f"∀f:[n]→[n]→ℝ. {_SUM.format('f i j')} + {_SUM.format('f i j')} = {_SUM.format('f i j + f j i')}", "f"),
        claim(f"{_SUM.format('f i j + f j i')} = 0"),
        f"{_SUM.format('f i j')} + {_SUM.format('f i j')} = 0",
        use("∀x:ℝ. x + x = 0 ⇒ x = 0", _SUM.format("f i j")),
    ),
)
def pairs_add_up_to_zero() -> None:
    """Twice the sum is that of f i j + f j i."""


@lemma("∀f:[n]→ℝ, i:[n]. (∀k:[n]. 0 ≤ f k) ⇒ f i ≤ (Σ k:[n]. f k)")
def term_below_sum() -> None:
    """The other terms are not negative."""


@lemma(
    "∀f:[n]→ℝ, i j:[n]. (∀k:[n]. 0 ≤ f k) ⇒ i ≠ j ⇒ f i + f j ≤ (Σ k:[n]. f k)",
    by=through(
        claim("∀k:[n]. 0 ≤ f k * (1 + -1 * ind (k = i))", use("ind_le_one", "k = i")),
        use("sum_ge_term", "λk:[n]. f k * (1 + -1 * ind (k = i))", "j"),
    ),
)
def sum_ge_two_terms() -> None:
    """Without its term at i, the sum is still at least its term at j."""


_TERM_LESS = "∀s a b:ℝ. a + b ≤ s ⇒ 0 < b ⇒ a < s"


@lemma(
    "∀f:[n]→ℝ, i:[n]. 2 ≤ #{n} ⇒ (∀j:[n]. 0 < f j) ⇒ f i < (Σ j:[n]. f j)",
    by=in_cases(
        "pos{n} i = 0",
        through(
            use(1, "last{n}"),
            use("pos_last"),
            claim(
                "i ≠ last{n}",
                then=by_contradiction(
                    "pos{n} i = pos{n} last{n}",
                    use(
                        "∀x y z:ℝ. 2 ≤ z ⇒ x = 0 ⇒ y + 1 = z ⇒ x ≠ y",
                        *("pos{n} i", "pos{n} last{n}", "#{n}"),
                    ),
                ),
            ),
            use("sum_ge_two_terms", "f", "i", "last{n}"),
            use(_TERM_LESS, "Σ j:[n]. f j", "f i", "f last{n}"),
        ),
        through(
            use(1, "0@[n]"),
            claim("i ≠ 0@[n]", then=by_contradiction("pos{n} i = pos{n} 0@[n]", "pos{n} i = 0")),
            use("sum_ge_two_terms", "f", "i", "0@[n]"),
            use(_TERM_LESS, "Σ j:[n]. f j", "f i", "f 0@[n]"),
        ),
    ),
)
def sum_gt_term() -> None:
    """Another term is positive: the last one, or else the first."""


@lemma("∀x y:ℝ. 0 ≤ y ⇒ x * x ≤ y * y ⇒ x ≤ y")
def le_of_squares() -> None:
    """If x > y ≥ 0, then (x − y)(x + y) > 0."""


@lemma("∀x y:ℝ. 0 ≤ y ⇒ x * x < y * y ⇒ x < y")
def lt_of_squares() -> None:
    """If x ≥ y ≥ 0, then (x − y)(x + y) ≥ 0."""


@lemma("∀x y:ℝ. exp x = exp y ⇒ x = y")
def exp_injective(same: Theorem) -> Theorem:
    """The logarithm undoes the exponential."""
    return chain(symmetric(fact("log_exp", x)), ap_term(LOG, same), fact("log_exp", y))


@lemma("∀x:ℝ. x ≠ 0 ⇒ exp x + -1 ≠ 0")
def exp_ne_one(apart: Theorem, zero: Theorem) -> Theorem:
    """Where exp x = 1 = exp 0, x = 0."""
    one = implied("∀y:ℝ. y + -1 = 0 ⇒ y = 1", zero)
    return mp(apart, infer("exp_injective", chain(one, symmetric(fact("exp_zero")))))


@lemma("∀x:ℝ. 0 < x ⇒ x ≠ 1 ⇒ log x ≠ 0")
def log_ne(sign: Theorem, apart: Theorem, zero: Theorem) -> Theorem:
    """Where log x = 0, x = exp 0 = 1."""
    one = chain(symmetric(infer("exp_log", sign)), ap_term(EXP, zero), fact("exp_zero"))
    return mp(apart, one)


#: What bounds |·|, max and min by their arguments.
BOUNDS: Final[dict[str, tuple[str, ...]]] = {
    "abs": ("∀x:ℝ. 0 ≤ abs x", "∀x:ℝ. x ≤ abs x", "∀x:ℝ. -1 * x ≤ abs x"),
    "max": ("∀x y:ℝ. x ≤ max x y", "∀x y:ℝ. y ≤ max x y"),
    "min": ("∀x y:ℝ. min x y ≤ x", "∀x y:ℝ. min x y ≤ y"),
}


@cache
def about(name: str, statement: str) -> Theorem:
    """Return a statement about a definition, such as max or abs: what is defined is no part of a lemma."""
    defined(name)
    return search(parse(statement))


@lemma("∀x:ℝ. x ≤ abs x")
def modulus_above() -> None:
    """A modulus is the number or its opposite, whichever is larger."""


@lemma("∀x:ℝ. -1 * x ≤ abs x")
def modulus_above_opposite() -> None:
    """A modulus is the number or its opposite, whichever is larger."""


@lemma("∀x y:ℝ. x * y ≤ abs x * abs y")
def moduli_above_product() -> None:
    """The modulus of a product is the product of the moduli."""


@lemma("∀x y:ℝ. -1 * (x * y) ≤ abs x * abs y")
def moduli_above_opposite_product() -> None:
    """The modulus of a product is the product of the moduli."""


@lemma("∀f:[n]→ℝ. abs (Σ i:[n]. f i) ≤ (Σ i:[n]. abs (f i))")
def triangle() -> None:
    """The sum and its opposite are at most the sum of the moduli, term by term."""


@lemma("∀x y:ℝ. x < y ⇒ x ≠ y")
def lt_ne(strict: Theorem, same: Theorem) -> Theorem:
    """If x = y, then y ≤ x."""
    weak = rewrite_proposition(fact("le_refl", x), same)  # y ≤ y
    weak = eq_mp(ap_term(app(LE, y), symmetric(same)), weak)
    return mp(strict, weak)


def _squares_of_roots(h: Term, rooted: Theorem, inside: Theorem) -> Theorem:
    """Infer √(x·(x·y)) = h·√y for a nonnegative h with h² = x², from ⊢ 0 ≤ h·√y and 0 ≤ y."""
    whole, value = times(x, times(x, y)), times(h, sqrt(y))
    sign = infer("le_mul", fact("square_nonneg", x), inside)
    sign = rewrite_proposition(sign, ring(times(times(x, x), y), whole))
    root = infer("sqrt_square", sign)
    square = to(refl(times(value, value)), times(times(h, h), times(sqrt(y), sqrt(y))))
    known = [infer("sqrt_square", inside)]
    if h is not x:
        known.append(spec(about("abs", "∀x:ℝ. abs x * abs x = x * x"), x))
    same = chain(root, symmetric(to(replaced(square, *known), whole)))
    signs = (infer("sqrt_nonneg", sign), rooted, same)
    return infer("equal_of_squares", *signs)


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ sqrt (x * (x * y)) = x * sqrt y")
def root_of_square_times() -> None:
    """A nonnegative number leaves the root of its square."""


@lemma("sqrt 1 = 1")
def root_of_one() -> Theorem:
    """The root of 1."""
    nonneg = infer("lt_le", fact("zero_lt_one"))
    square = to(infer("sqrt_square", nonneg), times(ONE, ONE))
    signs = infer("sqrt_nonneg", nonneg), nonneg, square
    return infer("equal_of_squares", *signs)


@cache
def root_of_any_square_times() -> Theorem:
    """Return ⊢ √(x·(x·y)) = |x|·√y for 0 ≤ y: a number leaves the root of its square as its absolute value."""
    inside, value = assume(le(ZERO, y)), app(defined("abs"), x)
    rooted = infer("sqrt_nonneg", inside)
    rooted = infer("le_mul", spec(about("abs", "∀x:ℝ. 0 ≤ abs x"), x), rooted)
    return close(discharge(inside.conclusion, _squares_of_roots(value, rooted, inside)), x, y)


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ sqrt (x * y) = sqrt x * sqrt y", by=squeezed)
def root_of_product() -> None:
    """A product of roots is not negative, and its square is the product."""


@lemma("∀x:ℝ. 0 ≤ x ⇒ sqrt (inv x) = inv (sqrt x)", by=squeezed)
def root_of_inverse() -> None:
    """The square of 1/√x is 1/x, also for x = 0."""


@lemma("∀x:ℝ. 0 < x ⇒ inv (sqrt x) = inv x * sqrt x")
def inverse_of_root() -> None:
    """√x · (√x / x) = x/x = 1."""


@lemma("∀x:ℝ. sqrt (exp x) = exp (1/2 * x)", by=squeezed)
def root_of_exponential() -> None:
    """An exponential is the square of the exponential of half the exponent."""


@lemma(
    "∀a b x u r:ℝ. a ≤ x ⇒ x ≤ b ⇒ 0 ≤ u * a + r ⇒ 0 ≤ u * b + r ⇒ 0 ≤ u * x + r",
    by=in_cases("0 ≤ u"),
)
def linear_between() -> None:
    """What is linear in a number between two others is not negative where it is so at both: u has one sign."""


@lemma("∀a x u r:ℝ. a ≤ x ⇒ 0 ≤ u ⇒ 0 ≤ u * a + r ⇒ 0 ≤ u * x + r")
def linear_from() -> None:
    """What grows with a number is not negative where it is so at a lower bound of it."""


@lemma("∀a x u r:ℝ. a ≤ x ⇒ 0 ≤ u ⇒ 0 < u * a + r ⇒ 0 < u * x + r")
def linear_strictly_from() -> None:
    """What grows with a number is positive where it is so at a lower bound of it."""


@lemma(
    "∀a b x u r:ℝ. a ≤ x ⇒ x ≤ b ⇒ 0 < u * a + r ⇒ 0 < u * b + r ⇒ 0 < u * x + r",
    by=in_cases("0 ≤ u"),
)
def linear_between_strictly() -> None:
    """What is linear in a number between two others is positive where it is so at both."""
