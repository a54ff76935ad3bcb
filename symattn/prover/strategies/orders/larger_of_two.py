"""Inequalities with max, min and |·| of numbers, each kept as a number of its own.

Written out, the largest of n numbers has 2ⁿ cases.  Kept, it is at least each of them, and it is at most what each of
them is at most: a goal about it comes down to n goals without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from ....kernel.rules import Theorem
from ....kernel.terms import Term
from ...library.facts import fact
from ...library.inequalities import about
from ...logic.cached_rules import ring
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import mp, right, spec
from ...logic.formulas import minus, plus, times
from ...logic.parts import args_of, parts_of
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import polynomial_term, read_polynomial, scaled_term
from .inequalities import moved_to, prove_sign

FEWEST = 3  # of which it is worth it: fewer have few cases
MOST_CASES = 6  # beyond which the cases of all are too many to be gone through
MOST_GOALS = 200  # that one comes down to

_SAID = {
    "max": ("∀x y:ℝ. x ≤ max x y", "∀x y:ℝ. y ≤ max x y"),
    "min": ("∀x y:ℝ. min x y ≤ x", "∀x y:ℝ. min x y ≤ y"),
    "abs": ("∀x:ℝ. 0 ≤ abs x", "∀x:ℝ. x ≤ abs x", "∀x:ℝ. -1 * x ≤ abs x"),
}
#: Of r − c·max x y and the like: it has the sign where it has it with each of these instead.
_INSTEAD = {
    ("max", False): ("∀x y r c:ℝ. {} r + -1 * (c * x) ⇒ {} r + -1 * (c * y) ⇒ {} r + -1 * (c * max x y)"),
    ("min", True): ("∀x y r c:ℝ. {} r + c * x ⇒ {} r + c * y ⇒ {} r + c * min x y"),
    ("abs", False): ("∀x r c:ℝ. {} r + -1 * (c * x) ⇒ {} r + -1 * (c * (-1 * x)) ⇒ {} r + -1 * (c * abs x)"),
}


def kept(*terms: Term) -> list[Term]:
    """Return the largest and smallest of two numbers and the absolute values in some terms."""
    return [part for part in parts_of(*terms) if not part.loose and _name(part)]


def _name(t: Term) -> str:
    """Return max, min or abs for a number of this kind, and nothing for any other."""
    return next((n for n, arity in (("max", 2), ("min", 2), ("abs", 1)) if args_of(t, n, arity) is not None), "")


def order_with_kept(context: Context, a: Term, b: Term, strict: bool) -> Theorem | None:
    """Return ⊢ a ≤ b or ⊢ a < b for numbers made with max, min and |·|, or None."""
    inner = replace(context.extended(), opaque=context.opaque | _SAID.keys())
    difference = Normaliser(inner).normal(plus(b, minus(a)))
    hypotheses = [side for truth in context.truths for side in (order_of(truth.conclusion) or ())[:2]]
    given = [right(Normaliser(inner).normal(part)) for part in kept(*hypotheses)]
    found = _Signs(inner, given, strict).of(right(difference))
    if found is None:
        return None
    moved = moved_to(found, difference, strict)
    return fact("lt_of_pos" if strict else "le_of_nonneg", {}, a, b, premises=(moved,))


def _said(parts: Iterable[Term]) -> list[Theorem]:
    """Return what is known of numbers of these kinds: max x y is at least x, and at least y."""
    found = []
    for part in parts:
        name = _name(part)
        arguments = args_of(part, name, 1 if name == "abs" else 2) or []
        found += [spec(about(name, statement), *arguments) for statement in _SAID[name]]
    return found


@dataclass
class _Signs:
    """Show signs of normal terms, by those of terms in which a number stands for the largest of two."""

    context: Context
    given: list[Term]
    strict: bool
    left: int = MOST_GOALS

    def of(self, t: Term) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term, or None."""
        self.left -= 1
        if self.left < 0:
            return None
        known = self.context.extended()
        known.truths += _said(kept(t, *self.given))
        found = prove_sign(Normaliser(known), t, self.strict)
        return found or self._by_each(t)

    def _by_each(self, t: Term) -> Theorem | None:
        """Show the sign of a term by those with each of two numbers instead of the largest of them."""
        polynomial = read_polynomial(t)
        for monomial, coefficient in polynomial.items():
            atom, exponent = monomial[0] if len(monomial) == 1 else (t, 0)
            name = _name(atom) if exponent == 1 else ""
            instead = _INSTEAD.get((name, coefficient > 0))
            if instead is None:
                continue
            arguments = args_of(atom, name, 1 if name == "abs" else 2) or []
            scale = scaled_term(abs(coefficient), ())
            rest = polynomial_term({m: c for m, c in polynomial.items() if m != monomial})
            order = "0 <" if self.strict else "0 ≤"
            proved = spec(about(name, instead.format(order, order, order)), *arguments, rest, scale)
            signed = partial(times, scale) if coefficient > 0 else lambda u, scale=scale: minus(times(scale, u))
            for value in arguments if name != "abs" else (arguments[0], minus(arguments[0])):
                normal = Normaliser(self.context).normal(plus(rest, signed(value)))
                found = self.of(right(normal))
                if found is None:
                    return None
                proved = mp(proved, moved_to(found, normal, self.strict))
            return rewrite_proposition(proved, ring(plus(rest, signed(atom)), t))
        return None
