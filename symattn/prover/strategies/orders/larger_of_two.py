"""Inequalities and equations with max, min and |·| of numbers, each kept as a number of its own.

Written out, the largest of n numbers has 2ⁿ cases.  Kept, it is at least each of them; and where it is bounded, it is
one of two numbers at a time, so that a goal about it comes down to n goals without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import negation
from ....kernel.terms import Term
from ...library.facts import fact
from ...library.inequalities import BOUNDS, about
from ...library.propositions import by_cases
from ...limits import MOST_GOALS
from ...logic.cached_rules import refl
from ...logic.conversions import replaced
from ...logic.derived_rules import chain, mp, right, spec, symmetric
from ...logic.formulas import ZERO, le, minus, plus
from ...logic.parts import args_of, parts_of
from ...logic.term_order import size
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import polynomial_term, read_polynomial
from .lifting import moved_to
from .maxima_given import KEPT

_ARITY = {"max": 2, "min": 2, "abs": 1}
_ONE_OF_TWO = {
    "max": ("∀x y:ℝ. y ≤ x ⇒ max x y = x", "∀x y:ℝ. ¬(y ≤ x) ⇒ max x y = y"),
    "min": ("∀x y:ℝ. x ≤ y ⇒ min x y = x", "∀x y:ℝ. ¬(x ≤ y) ⇒ min x y = y"),
    "abs": ("∀x:ℝ. 0 ≤ x ⇒ abs x = x", "∀x:ℝ. ¬(0 ≤ x) ⇒ abs x = -1 * x"),
}

Sign = Callable[[Context, Term, bool], Theorem | None]


def kept(*terms: Term) -> list[Term]:
    """Return the largest and smallest of two numbers and the absolute values in some terms."""
    return [part for part in parts_of(*terms) if not part.loose and _head(part) is not None]


def how_many(context: Context, *terms: Term) -> int:
    """Return how many there are in some terms and in the inequalities that are known, and 0 where they are kept."""
    return 0 if context.opaque >= KEPT else len({*kept(*terms), *_kept_in_hypotheses(context)})


def _kept_in_hypotheses(context: Context) -> list[Term]:
    return kept(*(side for truth in context.truths for side in (order_of(truth.conclusion) or ())[:2]))


def _head(t: Term) -> tuple[str, list[Term]] | None:
    """Return max, min or abs and its arguments, or None for anything else."""
    found = ((name, args_of(t, name, arity)) for name, arity in _ARITY.items())
    return next(((name, args) for name, args in found if args is not None), None)


def order_with_kept(context: Context, a: Term, b: Term, strict: bool, sign: Sign) -> Theorem | None:
    """Return ⊢ a ≤ b or ⊢ a < b for numbers made with max, min and |·|, or None.

    ``sign`` takes a context, a normal term and whether it is to be positive to the same about that term, or to None.
    """
    inner = replace(context.extended(), opaque=context.opaque | KEPT)
    normaliser = Normaliser(inner)
    difference = normaliser.normal(plus(b, minus(a)))
    given = [right(normaliser.normal(part)) for part in _kept_in_hypotheses(context)]
    found = _Signs(strict, sign).of(inner, right(difference), given)
    if found is None:
        return None
    moved = moved_to(found, difference, strict)
    return fact("lt_of_pos" if strict else "le_of_nonneg", {}, a, b, premises=(moved,))


def equal_with_kept(context: Context, a: Term, b: Term, sign: Sign) -> Theorem | None:
    """Return ⊢ a = b for numbers made with max, min and |·|, by their normal forms or from a ≤ b and b ≤ a, or None."""
    normaliser = Normaliser(replace(context.extended(), opaque=context.opaque | KEPT))
    first, second = normaliser.normal(a), normaliser.normal(b)
    if right(first) is right(second):
        return chain(first, symmetric(second))
    both = []
    for low, high in ((a, b), (b, a)):
        found = order_with_kept(context, low, high, False, sign)
        if found is None:
            return None
        both.append(found)
    return fact("le_antisym", {}, a, b, premises=tuple(both))


def _said(parts: Iterable[Term]) -> list[Theorem]:
    """Return what is known of numbers of these kinds: max x y is at least x, and at least y."""
    heads = [head for head in map(_head, parts) if head is not None]
    return [spec(about(name, statement), *arguments) for name, arguments in heads for statement in BOUNDS[name]]


def _bounded(t: Term) -> Term | None:
    """Return the longest of max, min and |·| in a normal term of which what is known does not give a lower bound."""
    polynomial = read_polynomial(t)
    helps = {"max": True, "abs": True, "min": False}
    others = {}
    for monomial, coefficient in polynomial.items():
        head = _head(monomial[0][0]) if len(monomial) == 1 and monomial[0][1] == 1 else None
        if head is None or helps[head[0]] is not (coefficient > 0):
            others[monomial] = coefficient
    return max(kept(polynomial_term(others)), key=size, default=None)


@dataclass
class _Signs:
    """Show signs of normal terms, by those of terms in which one of two numbers stands for the larger of the two."""

    strict: bool
    sign: Sign
    left: int = MOST_GOALS

    def of(self, context: Context, t: Term, given: list[Term]) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term where these numbers are spoken of besides, or None."""
        self.left -= 1
        part = _bounded(t)
        if self.left < 0:
            return None
        if part is not None:
            return self._with_each(context, t, part, given)
        known = context.extended()
        known.truths += _said(kept(t, *given))
        return self.sign(known, t, self.strict)

    def _with_each(self, context: Context, t: Term, part: Term, given: list[Term]) -> Theorem | None:
        """Show the sign of a term by those with each of two numbers instead of the larger of the two."""
        name, arguments = _head(part) or ("", [])
        x, y = arguments if len(arguments) == 2 else (ZERO, *arguments)
        first = le(y, x) if name == "max" else le(x, y)
        proved = []
        for case, statement in zip((first, negation(first)), _ONE_OF_TWO[name], strict=True):
            inner = context.extended()
            inner.truths.append(assume(case))
            same = mp(spec(about(name, statement), *arguments), assume(case))
            changed = replaced(refl(t), same)
            changed = chain(changed, Normaliser(inner).normal(right(changed)))
            found = self.of(inner, right(changed), [*given, *arguments])
            if found is None:
                return None
            proved.append(moved_to(found, changed, self.strict))
        return by_cases(first, *proved)
