"""Inequalities between logarithms by their exponentials, a ≤ b where exp (k·a) ≤ exp (k·b); logarithms of sums.

The logarithm of a sum of positive terms is at least that of each term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import lcm

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, App, Term, app, open_body
from ...library.facts import fact
from ...library.literals import positive_literal
from ...limits import MOST_EXPONENT, MOST_INSIDE
from ...logic.cached_rules import ring
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import gen, right
from ...logic.formulas import EXP, LOG, ZERO, le, lt, minus, number, plus, times
from ...logic.numerals import REAL_OF
from ...logic.parts import args_of, occurs
from ...logic.term_order import key, next_opened
from ...normal.normaliser import Normaliser
from ...normal.polynomials import polynomial_term, read_polynomial, scaled_term, sorted_terms
from ...normal.positivity import distinct, every_term, nonnegative, positive
from ..core.goals import attempted
from .lifting import moved_to


def sign_by_exponentials(
    normaliser: Normaliser, t: Term, strict: bool, prove: Callable[[Term], Theorem]
) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term t with logarithms that its exponential has not, or None.

    ``prove`` proves a goal or raises.
    """
    polynomial = read_polynomial(t)
    logs = [c for m, c in polynomial.items() if len(m) == 1 and args_of(m[0][0], "log", 1) is not None]
    scale = lcm(*(c.denominator for c in logs)) if logs else 0
    if not 0 < scale <= MOST_EXPONENT:
        return None
    above = polynomial_term({m: scale * c for m, c in polynomial.items() if c > 0})
    below = polynomial_term({m: -scale * c for m, c in polynomial.items() if c < 0})
    low, high = app(EXP, below), app(EXP, above)
    if any(_has_logarithm(right(normaliser.normal(side))) for side in (low, high)):
        return None
    found = attempted(lambda: prove((lt if strict else le)(low, high)))
    if found is None:
        return None
    order = fact("lt_of_exp" if strict else "le_of_exp", {}, below, above, premises=(found,))
    gap = fact("sub_pos" if strict else "sub_nonneg", {}, below, above, premises=(order,))
    part, difference = number(Fraction(1, scale)), plus(above, minus(below))
    weight = positive_literal(Fraction(1, scale))
    if weight is None:
        return None
    if not strict:
        weight = fact("lt_le", {}, ZERO, part, premises=(weight,))
    premises = (weight,) if weight.conclusion is gap.conclusion else (weight, gap)
    product = fact("mul_pos" if strict else "le_mul", {}, part, difference, premises=premises)
    return rewrite_proposition(product, ring(times(part, difference), t))


def _has_logarithm(t: Term) -> bool:
    """Tell whether a logarithm is left in a term, other than in a power bᵃ, which is e^(a·log b)."""
    atoms = {atom for monomial in read_polynomial(t) for atom, _ in monomial}
    powers = {a for a in atoms if (u := args_of(a, "exp", 1)) and occurs(REAL_OF, u[0])}
    return any(occurs(LOG, atom) for atom in atoms - powers)


def logarithms_of_sums(normaliser: Normaliser, terms: Iterable[Term]) -> list[Theorem]:
    """Return ⊢ log a ≤ log (a + b) and ⊢ ∀i. log (f i) ≤ log (Σ f + b) for the logarithms of sums in normal terms."""
    found: list[Theorem] = []
    for u in under_logarithms(terms)[:MOST_INSIDE]:
        polynomial = read_polynomial(u)
        for monomial, coefficient in sorted_terms(polynomial):
            part = scaled_term(coefficient, monomial)
            others = polynomial_term({m: c for m, c in polynomial.items() if m != monomial})
            rest, sign = nonnegative(normaliser, others), positive(normaliser, part)
            if rest is None or sign is None:
                continue
            below = moved_to(rest, ring(plus(u, minus(part)), others), False)
            order = fact("le_of_nonneg", {}, part, u, premises=(below,))
            if len(polynomial) > 1:
                found.append(_below_logarithm(normaliser, part, u, sign, order))
            f = (args_of(part, "sum", 1) or [part])[0]
            every = every_term(normaliser, f) if isinstance(f, Abs) and f.binder.size is not None else None
            if every is not None and isinstance(f, Abs) and f.binder.size is not None:
                x = next_opened(f.binder, u, *normaliser.context.assumed)
                term = open_body(f, x)
                above = positive(normaliser, term)
                if above is not None:
                    one = fact("sum_ge_term", {"n": f.binder.size}, f, x, premises=(every,))
                    both = one if part is u else fact("le_trans", {}, term, part, u, premises=(one, order))
                    found.append(gen(x, _below_logarithm(normaliser, term, u, above, both)))
    return found


def _below_logarithm(normaliser: Normaliser, a: Term, b: Term, sign: Theorem, order: Theorem) -> Theorem:
    """Infer log a ≤ log b, with log a in normal form, from ⊢ 0 < a and ⊢ a ≤ b."""
    theorem = fact("log_le", {}, a, b, premises=distinct(sign, order))
    return rewrite_proposition(theorem, normaliser.normal(app(LOG, a)))


def under_logarithms(terms: Iterable[Term]) -> list[Term]:
    """Return the sums of which a logarithm is taken in some terms, outside of binders, without repetition."""
    found: dict[Term, None] = {}
    stack = list(terms)
    seen: set[Term] = set()
    while stack:
        t = stack.pop()
        if t in seen:
            continue
        seen.add(t)
        inside = args_of(t, "log", 1)
        if inside is not None and not t.loose and (len(read_polynomial(inside[0])) > 1 or args_of(inside[0], "sum", 1)):
            found[inside[0]] = None
        if isinstance(t, App):
            stack += (t.argument, t.function)
        elif isinstance(t, Abs):
            stack.append(t.body)
    return sorted(found, key=key)
