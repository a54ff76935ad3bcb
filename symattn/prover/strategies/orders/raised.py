"""Inequalities between logarithms by their exponentials, a ≤ b where exp (k·a) ≤ exp (k·b); logarithms of sums.

The logarithm of a sum of positive terms is at least that of each term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import lcm

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, Term, app, open_body
from ...library.facts import fact, infer
from ...limits import MOST_EXPONENT, MOST_SEARCHES
from ...logic.cached_rules import ring
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import gen, right
from ...logic.formulas import EXP, LOG, minus, number, plus
from ...logic.numerals import REAL_OF
from ...logic.parts import args_of, occurs, operand, parts_of
from ...logic.term_order import key
from ...normal.linear_arithmetic import Inequality, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Polynomial,
    apart,
    atoms_of,
    polynomial_term,
    read_polynomial,
    scaled,
    scaled_term,
    sorted_terms,
)
from ...normal.positivity import every_term, nonnegative, positive
from ..core.goals import attempted
from .bounds_given import weak
from .comparisons import SAY, by_difference, of_multiple
from .lifting import as_inequality


def sign_by_exponentials(
    normaliser: Normaliser, t: Term, relation: str, prove: Callable[[Term], Theorem | None]
) -> Theorem | None:
    """Return ⊢ 0 R t for a normal term t with logarithms from exp (k·a) R exp (k·b), where t is b − a, or None.

    Unless R is =, the exponentials have no logarithm.  ``prove`` proves a goal, or raises or returns None.
    """
    polynomial = read_polynomial(t)
    logs = [c for m, c in polynomial.items() if len(m) == 1 and operand(m[0][0], "log") is not None]
    scale = lcm(*(c.denominator for c in logs)) if logs else 0
    if not 0 < scale <= MOST_EXPONENT:
        return None
    low, high = (app(EXP, polynomial_term(side)) for side in apart(scaled(polynomial, scale)))
    if relation != "=" and any(_has_logarithm(right(normaliser.normal(side))) for side in (low, high)):
        return None
    order = attempted(prove, SAY[relation](low, high))
    if order is None:
        return None
    back = {"=": "exp_injective", "≤": "le_of_exp", "<": "lt_of_exp"}[relation]
    return of_multiple(normaliser, number(Fraction(1, scale)), infer(back, order), t)


def _has_logarithm(t: Term) -> bool:
    """Tell whether a logarithm is left in a term, other than in a power bᵃ, which is e^(a·log b)."""
    atoms = set(atoms_of(read_polynomial(t)))
    powers = {a for a in atoms if (u := operand(a, "exp")) and occurs(REAL_OF, u)}
    return any(occurs(LOG, atom) for atom in atoms - powers)


def exponentials_of_given(normaliser: Normaliser, goal: Polynomial) -> list[Inequality]:
    """Return eᵃ ≤ eᵇ for given inequalities between numbers of which exponentials stand in a goal.

    Where e⁻ᶜ stands in the goal and c ≤ b − a is given, that is eᵃ ≤ e⁻ᶜ·eᵇ.
    """
    exponents = [read_polynomial(u) for a in atoms_of(goal) if (u := operand(a, "exp")) is not None]
    met = {m: c for exponent in exponents for m, c in exponent.items()}
    found: list[Inequality] = []
    for truth in normaliser.context.truths if met else ():
        order = order_of(truth.conclusion)
        gap = read_polynomial(right(normaliser.normal(plus(order[1], minus(order[0]))))) if order is not None else {}
        scales = dict.fromkeys(abs(met[m] / c) for m, c in gap.items() if m in met)
        for scale in scales if len(found) < MOST_SEARCHES else ():
            gaps = scaled(gap, scale)
            high = {m: c for m, c in gaps.items() if c * met.get(m, Fraction(1)) > 0}
            low = {m: -c for m, c in gaps.items() if m not in high}
            less = _multiplied(normaliser, weak(truth), number(scale), polynomial_term(low), polynomial_term(high))
            if less is not None:
                found.append(as_inequality(normaliser, infer("exp_le", less)))
    return found


def _multiplied(normaliser: Normaliser, known: Theorem, weight: Term, low: Term, high: Term) -> Theorem | None:
    """Infer ⊢ c·a ≤ c·b from ⊢ a ≤ b for a number c > 0, where c·b − c·a is the difference of two polynomials."""
    normal = normaliser.normal(plus(high, minus(low)))
    return by_difference(low, high, of_multiple(normaliser, weight, known, right(normal)), normal)


def logarithms_of_sums(normaliser: Normaliser, terms: Iterable[Term]) -> list[Theorem]:
    """Return ⊢ log a ≤ log (a + b) and ⊢ ∀i. log (f i) ≤ log (Σ f + b) for the logarithms of sums in normal terms."""
    found: list[Theorem] = []
    for u in under_logarithms(terms)[:MOST_SEARCHES]:
        polynomial = read_polynomial(u)
        for monomial, coefficient in sorted_terms(polynomial):
            part = scaled_term(coefficient, monomial)
            others = polynomial_term({m: c for m, c in polynomial.items() if m != monomial})
            rest, sign = nonnegative(normaliser, others), positive(normaliser, part)
            if rest is None or sign is None:
                continue
            order = by_difference(part, u, rest, ring(plus(u, minus(part)), others))
            if order is not None and len(polynomial) > 1:
                found.append(_below_logarithm(normaliser, part, u, sign, order))
            f = operand(part, "sum") or part
            every = every_term(normaliser, f) if isinstance(f, Abs) and f.binder.size is not None else None
            if every is None or order is None or not isinstance(f, Abs):
                continue
            x = normaliser.context.next_variable(f.binder, u)
            term = open_body(f, x)
            if (above := positive(normaliser, term)) is not None:
                one = fact("sum_ge_term", f, x, premises=(every,))
                both = one if part is u else infer("le_trans", one, order)
                found.append(gen(x, _below_logarithm(normaliser, term, u, above, both)))
    return found


def _below_logarithm(normaliser: Normaliser, a: Term, b: Term, sign: Theorem, order: Theorem) -> Theorem:
    """Infer log a ≤ log b, with log a in normal form, from ⊢ 0 < a and ⊢ a ≤ b."""
    theorem = infer("log_le", sign, order)
    return rewrite_proposition(theorem, normaliser.normal(app(LOG, a)))


def under_logarithms(terms: Iterable[Term]) -> list[Term]:
    """Return the sums of which a logarithm is taken in some terms, outside of binders, without repetition."""
    inside = (args_of(t, "log", 1) for t in parts_of(*terms) if not t.loose)
    sums = {u[0] for u in inside if u is not None and (len(read_polynomial(u[0])) > 1 or args_of(u[0], "sum", 1))}
    return sorted(sums, key=key)
