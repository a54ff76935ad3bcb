"""Linear arithmetic: an inequality as a combination of known ones with nonnegative coefficients, or a contradiction.

Inequalities are 0 ≤ t or 0 < t for polynomials t in normal form, whose monomials count as unknowns.  The coefficients
are found by Fourier–Motzkin elimination (Schrijver, *Theory of Linear and Integer Programming*, §12.2) applied to the
known inequalities and the negation of the goal; by Farkas' lemma they exist whenever the goal follows linearly.  What
is found is proved through the kernel, so the search need not be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from math import lcm

from ...kernel.rules import Theorem
from ...kernel.terms import Term
from ..library.facts import fact, infer
from ..library.literals import positive_literal
from ..limits import MOST_ELIMINATED
from ..logic.cached_rules import ring
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import ProofError, absurd, match_implication, match_negation, right
from ..logic.formulas import ZERO, le, lt, number, plus, times
from ..logic.parts import args_of
from .normalising import Normalising
from .polynomials import Monomial, Polynomial, monomial_key, polynomial_term, read_polynomial, scaled
from .simplex import nonnegative_combination

#: A theorem or what makes it: most inequalities that a search gathers never get into a proof.
Source = Theorem | Callable[[], Theorem]


@dataclass(frozen=True, eq=False)
class Inequality:
    """Hold ⊢ 0 ≤ t or, where it is strict, ⊢ 0 < t, for the canonical term t of a polynomial."""

    polynomial: Polynomial
    strict: bool
    source: Source

    @cached_property
    def theorem(self) -> Theorem:
        """The theorem, which is made where it is first asked for."""
        return self.source() if callable(self.source) else self.source

    @property
    def weak(self) -> Theorem:
        """The theorem as 0 ≤ t."""
        return weakened(self.theorem)

    @property
    def said(self) -> tuple[frozenset[tuple[Monomial, Fraction]], bool]:
        """What the inequality says, without the theorem."""
        return frozenset(self.polynomial.items()), self.strict


@dataclass(frozen=True)
class _Row:
    """Hold a combination of inequalities in whole numbers: what it adds up to, its strictness, the weight of each.

    It is as many times the combination as ``scale`` says.
    """

    polynomial: dict[Monomial, int]
    strict: bool
    weights: tuple[int, ...]
    scale: int

    @property
    def is_contradiction(self) -> bool:
        constant = self.polynomial.get((), 0)
        return all(m == () for m in self.polynomial) and (constant < 0 or (constant == 0 and self.strict))


def order_of(proposition: Term) -> tuple[Term, Term, bool] | None:
    """Return a, b and whether it is strict for a ≤ b or a < b, which is ¬(b ≤ a), or None."""
    negated = match_negation(proposition)
    order = args_of(negated or proposition, "≤", 2)
    if order is None:
        return None
    return (order[0], order[1], False) if negated is None else (order[1], order[0], True)


def in_normal_form(normaliser: Normalising, source: Source, t: Term, strict: bool) -> Inequality:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t with t in normal form."""
    polynomial = normaliser.plain(t)
    if polynomial is not None:
        plain: Polynomial = polynomial
        return Inequality(plain, strict, lambda: _rewritten(source, t, ring(t, polynomial_term(plain))))
    normal = normaliser.normal(t)
    return Inequality(read_polynomial(right(normal)), strict, lambda: _rewritten(source, t, normal))


def _rewritten(source: Source, t: Term, normal: Theorem) -> Theorem:
    theorem = source() if callable(source) else source
    return theorem if right(normal) is t else rewrite_proposition(theorem, normal)


def follows(goal: Polynomial, strict: bool, known: Sequence[Inequality]) -> Theorem | None:
    """Return ⊢ 0 ≤ t or, when asked for, ⊢ 0 < t for the canonical term t of the goal, or None."""
    opposite = scaled(goal, -1)
    weights = _contradiction([(i.polynomial, i.strict) for i in known] + [(opposite, not strict)])
    if weights is None:
        return None
    *others, own = weights
    used = [(weight, inequality) for weight, inequality in zip(others, known, strict=True) if weight]
    target = polynomial_term(goal)
    if own == 0:  # the known inequalities contradict each other
        nothing = _combination(used, ZERO)
        return absurd(fact("le_refl", ZERO), nothing, lt(ZERO, target) if strict else le(ZERO, target))
    total = _combination([(weight / own, inequality) for weight, inequality in used], target)
    return total if strict else weakened(total)


def follows_by_simplex(goal: Polynomial, strict: bool, known: Sequence[Inequality]) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for the canonical term t of the goal, by the simplex method, or None.

    It is the better one for many inequalities; that they contradict each other does not help it.
    """
    weights = nonnegative_combination(
        [i.polynomial for i in known], goal, [i.strict for i in known] if strict else None
    )
    if weights is None:
        return None
    used = [(weight, inequality) for weight, inequality in zip(weights, known, strict=True) if weight]
    target = polynomial_term(goal)
    total = _combination(used, target)
    if strict and not _is_strict(total):
        return None
    return total if strict else weakened(total)


def _contradiction(rows: Iterable[tuple[Polynomial, bool]]) -> tuple[Fraction, ...] | None:
    """Return nonnegative weights that add the inequalities up to 0 ≤ c with c < 0 or to 0 < 0, or None."""
    stated = list(rows)
    current = _two_sided([_whole(p, s, place, len(stated)) for place, (p, s) in enumerate(stated)])
    while True:
        found = next((row for row in current if row.is_contradiction), None)
        if found is not None:
            return tuple(Fraction(weight, found.scale) for weight in found.weights)
        unknowns = sorted({m for row in current for m in row.polynomial if m}, key=monomial_key)
        if not unknowns:
            return None
        current = _eliminate(min(unknowns, key=lambda m: _cost(m, current)), current)
        if len(current) > MOST_ELIMINATED:
            return None


def _whole(polynomial: Polynomial, strict: bool, place: int, places: int) -> _Row:
    """Return an inequality as a row of whole numbers."""
    scale = lcm(*(c.denominator for c in polynomial.values()))
    whole = {m: c.numerator * (scale // c.denominator) for m, c in polynomial.items()}
    return _Row(whole, strict, tuple([scale if place == other else 0 for other in range(places)]), scale)


def _two_sided(rows: list[_Row]) -> list[_Row]:
    """Return the rows that may take part in a contradiction: each of their unknowns stands on either side of others."""
    while True:
        signs: dict[Monomial, set[bool]] = {}
        for row in rows:
            for monomial, coefficient in row.polynomial.items():
                signs.setdefault(monomial, set()).add(coefficient > 0)
        kept = [row for row in rows if all(len(signs[m]) == 2 for m in row.polynomial if m)]
        if len(kept) == len(rows):
            return kept
        rows = kept


def _cost(unknown: Monomial, rows: Sequence[_Row]) -> int:
    """Return how many inequalities more there are after an elimination."""
    found = [row.polynomial[unknown] > 0 for row in rows if unknown in row.polynomial]
    above = sum(found)
    below = len(found) - above
    return above * below - above - below


def _eliminate(unknown: Monomial, rows: Sequence[_Row]) -> list[_Row]:
    result = [row for row in rows if unknown not in row.polynomial]
    met = [(row, row.polynomial[unknown] > 0) for row in rows if unknown in row.polynomial]
    above = [row for row, is_above in met if is_above]
    below = [row for row, is_above in met if not is_above]
    for a in above:
        for b in below:
            result.append(_sum_of(a, -b.polynomial[unknown], b, a.polynomial[unknown]))
    return result


def _sum_of(a: _Row, by: int, b: _Row, other: int) -> _Row:
    total = {m: by * c for m, c in a.polynomial.items()}
    for monomial, coefficient in b.polynomial.items():
        total[monomial] = total.get(monomial, 0) + other * coefficient
    weights = tuple([by * v + other * w for v, w in zip(a.weights, b.weights, strict=True)])
    return _Row({m: c for m, c in total.items() if c}, a.strict or b.strict, weights, a.scale * b.scale)


# --------------------------------------------------------------------------------------------------------------- proofs


def _combination(used: Sequence[tuple[Fraction, Inequality]], target: Term) -> Theorem:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a target t that is the combination plus a nonnegative number."""
    parts = [_scaled(weight, inequality) for weight, inequality in used]
    constant = dict(read_polynomial(target))
    for weight, inequality in used:
        for monomial, coefficient in inequality.polynomial.items():
            constant[monomial] = constant.get(monomial, Fraction(0)) - weight * coefficient
    if constant.get((), 0):
        value = positive_literal(constant[()])
        if value is None:
            raise ProofError("the combination does not add up to the goal")
        parts.append((value, number(constant[()])))
    total, term = reduce(_added, parts) if parts else (fact("le_refl", ZERO), ZERO)
    return rewrite_proposition(total, ring(term, target)) if term is not target else total


def weakened(sign: Theorem) -> Theorem:
    """Return ⊢ a ≤ b from that or from ⊢ a < b."""
    return infer("lt_le", sign) if _is_strict(sign) else sign


def _is_strict(theorem: Theorem) -> bool:
    return match_implication(theorem.conclusion) is not None


def _scaled(weight: Fraction, inequality: Inequality) -> tuple[Theorem, Term]:
    """Return ⊢ 0 ≤ w·t or ⊢ 0 < w·t, and w·t."""
    term, factor, positive = polynomial_term(inequality.polynomial), number(weight), positive_literal(weight)
    if weight == 1 or positive is None:
        return inequality.theorem, term
    if inequality.strict:
        return infer("mul_pos", positive, inequality.theorem), times(factor, term)
    weak = infer("lt_le", positive)
    return infer("le_mul", weak, inequality.theorem), times(factor, term)


def _added(first: tuple[Theorem, Term], second: tuple[Theorem, Term]) -> tuple[Theorem, Term]:
    """Return ⊢ 0 ≤ a + b or ⊢ 0 < a + b, and a + b."""
    (one, a), (other, b) = first, second
    if _is_strict(other) and not _is_strict(one):
        (one, a), (other, b) = second, first
    if _is_strict(one):
        other = weakened(other)
    rule = "add_pos" if _is_strict(one) else "add_nonneg"
    return infer(rule, one, other), plus(a, b)
