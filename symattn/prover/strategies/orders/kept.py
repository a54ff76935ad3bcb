"""Inequalities and equations with |·|, max and min, each of which is treated as a number of its own.

Written out, the largest of n numbers has 2ⁿ cases, and under sums and within maxima there are no cases.  Kept, each is
known by what bounds it; where it is bounded itself, it is one of two numbers, and the goal comes down to two goals
without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Term, open_body, var
from ...library.facts import fact, infer
from ...library.inequalities import BOUNDS, about
from ...library.propositions import by_cases
from ...limits import MOST_GOALS
from ...logic.cached_rules import refl
from ...logic.conversions import replaced
from ...logic.derived_rules import chain, gen, match_forall, mp, right, spec, symmetric
from ...logic.formulas import ZERO, le, minus, plus
from ...logic.matching import rule_of
from ...logic.parts import args_of, parts_of
from ...logic.term_order import size
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ..core.goals import NotProved, attempted
from .bounds_given import ARITY, KEPT, bounds_of_arguments, bounds_of_entries
from .lifting import by_difference, moved_to
from .maxima import below_all, maxima

_SQUARE = "∀x:ℝ. abs x * abs x = x * x"
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
    found = ((name, args_of(t, name, arity)) for name, arity in ARITY.items())
    return next(((name, args) for name, args in found if args is not None), None)


def _keeping(context: Context) -> Context:
    """Return a context in which |·|, max and min are kept, and 0 ≤ |x| and |x|² = x² are known of all numbers."""
    inner = replace(context.extended(), opaque=context.opaque | KEPT)
    x = var("?x", REAL)
    inner.products.append(rule_of(frozenset((x,)), spec(about("abs", _SQUARE), x)))
    inner.truths.append(about("abs", BOUNDS["abs"][0]))
    return inner


def order_with_kept(context: Context, a: Term, b: Term, strict: bool, sign: Sign) -> Theorem | None:
    """Return ⊢ a ≤ b or ⊢ a < b for numbers made with max, min and |·|, or None.

    ``sign`` takes a context, a normal term and whether it is to be positive to the same about that term, or to None.
    """
    inner = _keeping(context)
    normaliser = Normaliser(inner)
    difference = normaliser.normal(plus(b, minus(a)))
    given = [right(normaliser.normal(part)) for part in _kept_in_hypotheses(context)]
    if not any(map(_head, parts_of(right(difference), *given))):
        return None
    return by_difference(a, b, _Signs(strict, sign).of(inner, right(difference), given), difference)


def equal_with_kept(context: Context, a: Term, b: Term, sign: Sign | None) -> Theorem | None:
    """Return ⊢ a = b for numbers made with max, min and |·|, by their normal forms or from a ≤ b and b ≤ a, or None.

    Without ``sign`` the normal forms alone are compared.
    """
    normaliser = Normaliser(_keeping(context))
    first, second = normaliser.normal(a), normaliser.normal(b)
    if right(first) is right(second):
        return chain(first, symmetric(second))
    if sign is None:
        return None
    below = order_with_kept(context, a, b, False, sign)
    above = order_with_kept(context, b, a, False, sign) if below is not None else None
    return infer("le_antisym", below, above) if below is not None and above is not None else None


def _bounded(t: Term) -> Term | None:
    """Return the longest of max, min and |·| in a normal term of which what is known does not give a lower bound.

    It gives one of c·w·|u| with c > 0, where w is taken not to be negative.
    """
    helps = {"max": True, "abs": True, "min": False}
    others: list[Term] = []
    for monomial, coefficient in read_polynomial(t).items():
        heads = [(e, head[0]) for atom, e in monomial if (head := _head(atom)) is not None]
        if any(e > 1 or helps[name] is not (coefficient > 0) for e, name in heads) or len(heads) != 1:
            others += [atom for atom, _ in monomial]
    return max(kept(*others), key=size, default=None)


@dataclass
class _Signs:
    """Show signs of normal terms, by those of terms in which one of two numbers stands for the larger of the two."""

    strict: bool
    sign: Sign
    left: int = MOST_GOALS

    def of(self, context: Context, t: Term, given: list[Term]) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term where these numbers are spoken of besides, or None."""
        self.left -= 1
        if self.left < 0:
            return None
        prove = partial(self._proved, context, given=given)
        found = attempted(partial(below_all, Normaliser(context), t, self.strict, prove))
        if found is not None:
            return found
        part = _bounded(t)
        if part is not None:
            return self._with_each(context, t, part, given)
        inner = context.extended()
        inner.truths += _known(context, t, given)
        return self.sign(inner, t, self.strict)

    def _proved(self, context: Context, goal: Term, given: list[Term]) -> Theorem:
        """Return ⊢ goal for what is said of every number that a largest one bounds, or raise NotProved."""
        if (quantified := match_forall(goal)) is not None:
            x = context.next_variable(quantified.binder, goal)
            return gen(x, self._proved(context, open_body(quantified, x), given))
        a, b, _ = order_of(goal) or (goal, goal, False)
        difference = Normaliser(context).normal(plus(b, minus(a)))
        found = by_difference(a, b, self.of(context, right(difference), given), difference)
        if found is None:
            raise NotProved(a, b)
        return found

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
            found = self.of(inner, right(changed), [*given, part])
            if found is None:
                return None
            proved.append(moved_to(found, changed, self.strict))
        return by_cases(first, *proved)


def _known(context: Context, t: Term, given: list[Term]) -> list[Theorem]:
    """Return what bounds max, min and |·| in some terms, and what largest numbers of such numbers bound."""
    heads = filter(None, map(_head, kept(t, *given)))
    found = [spec(about(name, statement), *args) for name, args in heads for statement in BOUNDS[name]]
    largest = [fact("le_refl", top) for top in maxima([read_polynomial(t)])]
    entries = bounds_of_entries(context, largest)
    return [*found, *entries, *bounds_of_arguments(entries)]
