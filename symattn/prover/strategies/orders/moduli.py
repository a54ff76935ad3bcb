"""Inequalities with |·| as a number of its own, of which u ≤ |u|, −u ≤ |u|, 0 ≤ |u| and |u|² = u² are known.

So |·| may stand under sums and within maxima, where there are no cases: ‖x‖₁² ≤ n·‖x‖², |Σ w·x| ≤ ‖x‖_∞.  Of what is
bounded, −c·|u|, both cases are shown; each leaves one |·| less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Term, open_body, var
from ...library.facts import fact
from ...library.inequalities import BOUNDS, about
from ...limits import MOST_MAXIMA, MOST_MODULI_BY_CASES
from ...logic.cached_rules import ring
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import chain, gen, match_forall, mp, right, spec, symmetric
from ...logic.formulas import ZERO, le, lt, minus, plus, times
from ...logic.matching import rule_of
from ...logic.term_order import next_opened
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, Polynomial, divided, polynomial_term, read_polynomial, scaled_term
from ..core.goals import NotProved, attempted
from .attained import at_the_largest
from .bounds_of_moduli import about_modulus, bounds_of_moduli, bounds_under_sums, inside, moduli
from .lifting import moved_to
from .maxima import below_all

_SQUARE = "∀x:ℝ. abs x * abs x = x * x"

Sign = Callable[[Context, Term, bool], Theorem | None]


def sign_with_moduli(context: Context, difference: Term, strict: bool, sign: Sign) -> tuple[Theorem, Theorem] | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t and ⊢ d = t, for the form t of a difference d in which |·| is kept, or None.

    ``sign`` takes a context, a normal term and whether it is to be positive to the same about that term, or to None.
    """
    inner = replace(context.extended(), opaque=context.opaque | {"abs"})
    t = right(Normaliser(inner).normal(difference))
    if not moduli(t):
        return None
    x = var("?x", REAL)
    square = spec(about("abs", _SQUARE), x)
    inner.products.append(rule_of(frozenset((x,)), square))
    inner.truths += [about("abs", statement) for statement in BOUNDS["abs"]]
    normal = Normaliser(inner).normal(difference)
    found = _Signs(strict, sign).of(inner, right(normal))
    return None if found is None else (found, normal)


def equal_with_moduli(context: Context, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b where the normal forms in which |·| is kept are equal, or None."""
    normaliser = Normaliser(replace(context.extended(), opaque=context.opaque | {"abs"}))
    first, second = normaliser.normal(a), normaliser.normal(b)
    return chain(first, symmetric(second)) if right(first) is right(second) else None


@dataclass(frozen=True)
class _Signs:
    """Show the sign of normal terms, by ``sign`` where no largest number and no |·| is bounded."""

    strict: bool
    sign: Sign

    def of(self, context: Context, t: Term, opened: tuple[Term, ...] = (), maxima: int = MOST_MAXIMA) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term, or None."""
        prove = partial(self._proved, context, maxima=0)
        found = attempted(partial(below_all, Normaliser(context), t, self.strict, prove))
        if found is not None:
            return found
        polynomial = read_polynomial(t)
        bounded = [m for m, c in polynomial.items() if c < 0 and [e for a, e in m if inside(a) is not None] == [1]]
        if not bounded or len(opened) == MOST_MODULI_BY_CASES:
            inner = context.extended()
            inner.truths += bounds_of_moduli(Normaliser(context), t)
            found = self.sign(inner, t, self.strict)
            more = [
                *(theorem for u in opened for theorem in about_modulus(u)),
                *bounds_under_sums(Normaliser(context), t),
            ]
            if found is None and more:
                inner.truths += more
                found = self.sign(inner, t, self.strict)
            if found is None and maxima:
                goal = lt(ZERO, t) if self.strict else le(ZERO, t)
                found = at_the_largest(context, goal, t, partial(self._proved, maxima=maxima - 1))
            return found
        return self._by_cases(context, polynomial, bounded[0], t, opened)

    def _proved(self, context: Context, goal: Term, maxima: int) -> Theorem:
        """Return ⊢ goal for what is said of every number that a largest one bounds, or raise NotProved."""
        if (quantified := match_forall(goal)) is not None:
            x = next_opened(quantified.binder, goal, *context.assumed)
            return gen(x, self._proved(context, open_body(quantified, x), maxima))
        a, b, _ = order_of(goal) or (goal, goal, False)
        difference = Normaliser(context).normal(plus(b, minus(a)))
        found = self.of(context, right(difference), maxima=maxima)
        if found is None:
            raise NotProved(a, b)
        moved = moved_to(found, difference, self.strict)
        return fact("lt_of_pos" if self.strict else "le_of_nonneg", {}, a, b, premises=(moved,))

    def _by_cases(
        self, context: Context, polynomial: Polynomial, bounded: Monomial, t: Term, opened: tuple[Term, ...]
    ) -> Theorem | None:
        """Show the sign of a normal term with −c·|u| by that with −c·u and with c·u."""
        modulus = next(a for a, _ in bounded if inside(a) is not None)
        u = inside(modulus) or ZERO
        scale = scaled_term(-polynomial[bounded], divided(bounded, ((modulus, 1),)) or ())
        rest = polynomial_term({m: c for m, c in polynomial.items() if m != bounded})
        shown = []
        for part in (u, minus(u)):
            normal = Normaliser(context).normal(plus(rest, minus(times(scale, part))))
            found = self.of(context, right(normal), (*opened, u))
            if found is None:
                return None
            shown.append(moved_to(found, normal, self.strict))
        order = "<" if self.strict else "≤"
        cases = " ⇒ ".join(f"0 {order} y + -1 * (c * {value})" for value in ("x", "(-1 * x)", "abs x"))
        both = spec(about("abs", f"∀x y c:ℝ. {cases}"), u, rest, scale)
        for premise in shown:
            both = mp(both, premise)
        whole = plus(rest, minus(times(scale, modulus)))
        return rewrite_proposition(both, ring(whole, t))
