"""Prove 0 ≤ t and 0 < t where linear arithmetic with what is known is not enough; it comes late, when that has failed.

In turn: squares, products of hypotheses with monomials and inequalities between sums are added and combined by the
simplex method; a sum is compared term by term; a root is compared by squares; inverses of positive numbers are
multiplied away.  Each step that calls for another is counted down, so that the search ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, reduce
from itertools import chain, islice

from ....kernel.rules import Theorem
from ....kernel.syntax import forall
from ....kernel.terms import Abs, Term, abstract, const, open_body
from ...library.facts import fact, infer
from ...limits import (
    MOST_MONOMIALS,
    MOST_PRODUCTS,
    MOST_REPLACED,
    MOST_ROUNDS,
    MOST_SHARES,
    MOST_WITHIN,
)
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import right
from ...logic.formulas import ONE, ZERO, le, minus, plus, times, total
from ...logic.parts import index_size, operand
from ...normal.glance import assumptions, fails
from ...normal.linear_arithmetic import Inequality, follows_by_simplex, in_normal_form
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    divided,
    factors,
    monomial_key,
    parted,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled,
    scaled_term,
    without,
)
from ...normal.positivity import nonnegative
from ..core.goals import attempted
from .comparisons import Compared, of_multiple
from .exponents_compared import quotient_of_exponentials, sign_by_exponents
from .from_rows import FromRows
from .inequalities import (
    at_least_one,
    gathered,
    products_of_two,
    prove_sign,
    signs_of_monomials,
    terms_of_written_sums,
    without_inverse,
)
from .lifting import weighted_sum
from .raised import exponentials_of_given, sign_by_exponentials
from .rows import FUNCTIONS, LAST, MODULI, ROWS, SELDOM, SQUARED_MEAN, SQUARED_SUM, SQUARES, SUMS, TERM, Row
from .squares_in_goals import suggested_squares, weighted_squares

#: A way to prove another goal, or to raise.
Prove = Callable[[Term], Theorem]


@dataclass(frozen=True)
class Nonlinear:
    """Search for the sign of a term, by steps that are counted down."""

    normaliser: Normaliser
    prove: Prove
    inverses: int = 2 * MOST_REPLACED
    roots: int = MOST_WITHIN
    bounds: int = MOST_ROUNDS
    rows: tuple[Row, ...] = ROWS
    seldom: bool = False  # whether rows are tried, too, that seldom help and take long

    def sign(self, t: Term, strict: bool) -> Theorem | None:
        """Return ⊢ 0 ≤ t or, when asked for, ⊢ 0 < t for a normal term t, or None."""
        if len(read_polynomial(t)) > MOST_MONOMIALS:
            return None
        relation = "<" if strict else "≤"
        ways: tuple[Callable[[], Theorem | None], ...] = (
            lambda: self._by_means(t, strict) if self.seldom else None,
            lambda: sign_by_exponents(self.normaliser, t, relation, self.prove),
            lambda: self._combined(t, strict),
            lambda: sign_by_exponentials(self.normaliser, t, relation, self.prove),
            lambda: None if strict else self.term_by_term(t),
            lambda: self._by_squares(t, relation),
            lambda: self._without_inverse(t, strict),
            lambda: self._at_last(t, strict),
            lambda: self._by_a_bound(t, strict),
        )
        return next((found for way in ways if (found := way()) is not None), None)

    def _without_inverse(self, t: Term, strict: bool) -> Theorem | None:
        if not self.inverses:
            return None
        inner = replace(self, inverses=self.inverses - 1)
        return without_inverse(self.normaliser, t, strict, lambda product: inner.sign(product, strict))

    def _by_a_bound(self, t: Term, strict: bool) -> Theorem | None:
        """Prove the sign of c·a + r, for c ≥ 0 of several terms, from that of c·b + r for b ≤ a; so for −a."""
        goal = read_polynomial(t)
        inner = replace(self, bounds=self.bounds - 1)
        known = gathered(self.normaliser, goal) if self.bounds and "abs" in self.normaliser.context.opaque else []
        if known:
            known += FromRows(self.normaliser, goal, strict, rows=self.rows).of_tier(MODULI)
        for atom in atoms_of(goal) if known else ():
            cofactor = parted(goal, atom)[0]
            if len(cofactor) < 2 or atom in atoms_of(cofactor):
                continue
            for sign in (1, -1):
                c = polynomial_term(scaled(cofactor, sign))
                bounds = [i for i in known if i.polynomial.get(((atom, 1),), 0) * sign > 0][:MOST_SHARES]
                if not bounds or (weight := prove_sign(self.normaliser, c, False)) is None:
                    continue
                for i in bounds:
                    source = partial(_product_of, weight, i)
                    by = in_normal_form(self.normaliser, source, times(c, polynomial_term(i.polynomial)), False)
                    less = scaled(by.polynomial, 1 / abs(i.polynomial[((atom, 1),)]))
                    rest = _less(goal, replace(by, polynomial=less))
                    if atom not in atoms_of(rest) and (found := inner.sign(polynomial_term(rest), strict)) is not None:
                        return follows_by_simplex(goal, strict, [by, Inequality(rest, strict, found)])
        return None

    def _combined(self, t: Term, strict: bool) -> Theorem | None:
        """Prove the sign by a nonnegative combination of all that is at hand."""
        goal = read_polynomial(t)
        known = gathered(self.normaliser, goal)
        if "abs" in self.normaliser.context.opaque:
            known += FromRows(self.normaliser, goal, strict, rows=self.rows).of_tier(MODULI)
        led_to = _led_to_by_exponentials(self.normaliser, goal, known)
        rows = FromRows(self.normaliser, goal, strict, None, self.rows, [i.polynomial for i in known], prove_sign)
        sums = rows.of_tier(SUMS)
        known += sums + at_least_one(self.normaliser, goal)
        known += _multiplied(self.normaliser, goal, known)
        known += suggested_squares(self.normaliser, goal, (m for i in sums for m in i.polynomial))
        found = self._follows(goal, strict, known)
        for tier in (FUNCTIONS, SQUARES):
            if found is None and (more := rows.of_tier(tier)):
                known += more
                found = self._follows(goal, strict, known)
        if found is None and led_to:
            rows = FromRows(self.normaliser, reduce(_less, led_to, goal), strict, None, self.rows, sign=prove_sign)
            found = self._follows(goal, strict, [*known, *led_to, *rows.of_tier(FUNCTIONS)])
        if found is None and (raised := exponentials_of_given(self.normaliser, goal)):
            raised += _multiplied(self.normaliser, goal, raised)
            left = (_less(goal, each) for each in raised[:MOST_PRODUCTS])
            about = (FromRows(self.normaliser, rest, strict, rows=(TERM,)).of_tier(LAST) for rest in left)
            raised += (terms := list(chain.from_iterable(about)))
            found = self._follows(goal, strict, [*known, *raised, *_multiplied(self.normaliser, goal, terms)])
        return found

    def _follows(self, goal: Polynomial, strict: bool, known: list[Inequality]) -> Theorem | None:
        signs = signs_of_monomials(self.normaliser, [goal, *(i.polynomial for i in known)])
        return follows_by_simplex(goal, strict, [*known, *signs])

    def _at_last(self, t: Term, strict: bool) -> Theorem | None:
        """Prove the sign by a nonnegative combination of what takes long to gather: pairs, powers and products."""
        goal = read_polynomial(t)
        if not any(goal):
            return None
        known = gathered(self.normaliser, goal)
        rows = FromRows(self.normaliser, goal, strict, self.prove, self.rows, sign=prove_sign)
        products = list(rows.of_products())
        left = (_less(goal, each) for each in products)
        squares = [square for rest in left for square in suggested_squares(self.normaliser, rest)]
        more = [*terms_of_written_sums(self.normaliser, t, t), *rows.of_pairs(), *rows.of_tier(LAST)]
        more += [*products, *squares, *weighted_squares(self.normaliser, goal)]
        known += [*more, *products_of_two(self.normaliser, goal, known), *self._through_other_sums(goal, strict)]
        known += self._of_squares(goal, strict)
        known += _multiplied(self.normaliser, goal, known)
        found = self._follows(goal, strict, known)
        if self.seldom and found is None and (more := [*rows.of_tier(SELDOM), *self._after_hypotheses(goal, strict)]):
            found = self._follows(goal, strict, [*known, *more, *_multiplied(self.normaliser, goal, more)])
        return found

    def _through_other_sums(self, goal: Polynomial, strict: bool) -> list[Inequality]:
        """Return what rows say of sums in a goal and of others, and then of these."""
        about = partial(FromRows, self.normaliser, goal, strict, None, self.rows)
        first = about(sign=prove_sign, enough=any).of_tier(SUMS)
        met = [i.polynomial for i in first]
        terms = FromRows(self.normaliser, goal, strict, rows=(TERM,), more=met)
        return [*first, *about(met, prove_sign).of_tier(SUMS), *terms.of_tier(LAST)] if first else first

    def _after_hypotheses(self, goal: Polynomial, strict: bool) -> list[Inequality]:
        """Return what hypotheses say of what is left of a goal without what another one says of it."""
        return self._given_after(goal, strict, self._given(goal, strict))

    def _given(self, goal: Polynomial, strict: bool) -> list[Inequality]:
        return FromRows(self.normaliser, goal, strict, sign=prove_sign).of_hypotheses()

    def _given_after(self, goal: Polynomial, strict: bool, first: Sequence[Inequality]) -> list[Inequality]:
        return [known for each in first for known in self._given(_less(goal, each), strict)]

    def _of_squares(self, goal: Polynomial, strict: bool) -> list[Inequality]:
        """Return that squares of sums in a goal are at least sums of squares, and so for what is left without that."""
        about = partial(FromRows, self.normaliser, strict=strict, rows=(SQUARED_SUM,), sign=prove_sign)
        first = about(goal=goal).of_tier(LAST)
        return [*first, *about(goal=reduce(_less, first, goal)).of_tier(LAST)] if first else []

    def _by_means(self, t: Term, strict: bool) -> Theorem | None:
        """Prove the sign by Jensen's inequality for squares of means, and what hypotheses say after that."""
        goal = read_polynomial(t)
        first = FromRows(self.normaliser, goal, strict, rows=(SQUARED_MEAN,), sign=prove_sign).of_tier(LAST)
        more = [*first, *self._given_after(goal, strict, first)] if first else []
        known = [*gathered(self.normaliser, goal), *more, *_multiplied(self.normaliser, goal, more)] if more else []
        return self._follows(goal, strict, known) if known else None

    # ------------------------------------------------------------------------------------------------- term by term

    def term_by_term(self, t: Term, written: Term | None = None) -> Theorem | None:
        """Prove 0 ≤ Σ a + Σ b + … over one range from 0 ≤ a + b + … at each index, or return None.

        The summands are those of a normal term t, or as t was written before.
        """
        wholes = as_one_sum(self.normaliser, written or t)
        return next((found for whole in wholes if (found := self._at_each(t, *whole))), None)

    def _at_each(self, t: Term, f: Abs, rest: Term) -> Theorem | None:
        """Prove 0 ≤ t, where t is Σ f + r, from 0 ≤ f at each index and 0 ≤ r, or return None."""
        sign = nonnegative(self.normaliser, rest)
        if sign is None:
            return None
        x = self.normaliser.context.next_variable(f.binder, t)
        whole = total(index_size(x), f)
        joined = self.normaliser.normal(plus(whole, rest))
        every = attempted(self.prove, forall(x, le(ZERO, open_body(f, x)))) if right(joined) is t else None
        if every is None:
            return None
        summed = fact("sum_nonneg", f, premises=(every,))
        return rewrite_proposition(infer("add_nonneg", summed, sign), joined)

    # -------------------------------------------------------------------------------------------------------- roots

    def _by_squares(self, t: Term, relation: str) -> Theorem | None:
        """Prove r ≤ b, where t = b − r has roots, from 0 ≤ b and r² ≤ b², or so for <."""
        polynomial = read_polynomial(t)
        rooted = {m: c for m, c in polynomial.items() if any(operand(a, "sqrt") is not None for a, _ in m)}
        if not rooted or not self.roots:
            return None
        below = {m: -c for m, c in rooted.items() if c < 0}
        below = below or {m: -c for m, c in polynomial.items() if m not in rooted}
        r, b = polynomial_term(below), polynomial_term({m: c for m, c in polynomial.items() if m not in below})
        inner = replace(self, roots=self.roots - 1)
        sign = nonnegative(self.normaliser, b)
        if sign is None and not fails(b, assumptions(self.normaliser.context)):
            sign = inner.sign(b, False)
        if sign is None:
            return None
        goal = Compared(times(r, r), times(b, b), relation, self.normaliser)
        squares = goal.by_shape() or goal.by_sign(inner.sign(goal.t, goal.strict))
        if squares is None and self.roots == MOST_WITHIN:
            squares = attempted(self.prove, goal.goal)
        if squares is None:
            return None
        order = infer("lt_of_squares" if goal.strict else "le_of_squares", sign, squares)
        return of_multiple(self.normaliser, ONE, order, t)


def as_one_sum(normaliser: Normaliser, t: Term, least: int = 2) -> Iterator[tuple[Abs, Term]]:
    """Yield f and r with t = Σ f + r, where all sums of a term t, so many at least, are over one range."""
    polynomial = read_polynomial(t)
    bodies: list[Term] = []
    rest: dict[Monomial, Fraction] = {}
    binder = None
    for m, c in sorted(polynomial.items(), key=lambda term: monomial_key(term[0])):
        sums = [a for a, e in m if e == 1 and operand(a, "sum") is not None]
        if not sums:
            rest[m] = c
            continue
        f = operand(sums[0], "sum") or sums[0]
        if not isinstance(f, Abs) or f.binder.size is None or (binder is not None and f.binder is not binder.type):
            return
        if binder is None:
            binder = normaliser.context.next_variable(f.binder, *atoms_of(polynomial))
        outside = scaled_term(c, without(m, sums[0]))
        bodies.append(times(outside, open_body(f, binder)))
    if binder is None:
        return
    if len(bodies) >= least:
        yield abstract(binder, reduce(plus, bodies)), polynomial_term(rest)  # type: ignore[misc]
    values = const("#", index_size(binder))
    shared = {m: q for m in rest if (q := divided(m, ((values, 1),))) is not None}
    if shared:  # n·c is a sum of n numbers c
        here = [scaled_term(rest[m], q) for m, q in shared.items()]
        others = polynomial_term({m: c for m, c in rest.items() if m not in shared})
        yield abstract(binder, reduce(plus, [*bodies, *here])), others  # type: ignore[misc]


def _led_to_by_exponentials(normaliser: Normaliser, goal: Polynomial, known: list[Inequality]) -> list[Inequality]:
    """Return products of known inequalities with w·eᵘ⁻ᵛ that lead from eᵛ to eᵘ in the goal."""
    pairs = ((i, quotient_of_exponentials(normaliser, m, part)) for i in known for part in i.polynomial for m in goal)
    bounds = ((q, (partial(getattr, i, "theorem"), polynomial_term(i.polynomial), i.strict)) for i, q in pairs if q)
    products = (weighted_sum(normaliser, (), q, bound) for q, bound in islice(bounds, MOST_SHARES))
    return [in_normal_form(normaliser, *product) for product in products if product is not None]


def _less(goal: Polynomial, known: Inequality) -> Polynomial:
    """Return what is left of a goal without a known inequality."""
    return read_polynomial(plus(polynomial_term(goal), minus(polynomial_term(known.polynomial))))


def _multiplied(normaliser: Normaliser, goal: Polynomial, known: list[Inequality]) -> list[Inequality]:
    """Return products of known inequalities with nonnegative monomials that lead to monomials of the goal."""
    found: dict[object, Inequality] = {}
    for inequality in known:
        bound = partial(getattr, inequality, "theorem"), polynomial_term(inequality.polynomial), inequality.strict
        parts = [(m, part) for m in goal for part in inequality.polynomial]
        quotients = {q for pair in parts if (q := divided(*pair))}
        for q in sorted(quotients, key=monomial_key):
            product = weighted_sum(normaliser, (), product_term(factors(q)), bound)
            if product is not None and product[1:] not in found and len(found) < MOST_PRODUCTS:
                found[product[1:]] = in_normal_form(normaliser, *product)
    return list(found.values())


def _product_of(weight: Theorem, known: Inequality) -> Theorem:
    return infer("le_mul", weight, known.weak)
