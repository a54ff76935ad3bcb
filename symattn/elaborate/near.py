"""Conditions that hold near the point at which something is differentiated.

A derivative at x speaks of values near x, so what these need to be defined must hold near x.  For a < b and a ≠ b that
is so when it holds at x and a and b have derivatives there, for then they are continuous (Rudin, 5.2); for a ≤ b when
a < b.  It is so for every index of a finite range when it is so for each.  Anything else must hold for all numbers, of
the sign that is declared of x: near a positive number all numbers are positive.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Basic

from ..kernel.syntax import FALSE, conjunction, forall, implication, negation
from ..kernel.terms import BOOL, REAL, App, Const, Term, Var, abstract, app, const, open_body, sides, substitute, var
from ..prover.logic.derived_rules import match_conjunction, match_forall, match_implication


@dataclass(frozen=True)
class Varying:
    """Hold a variable that varies near a point, the sign that it keeps, as a proposition or None, and what varies."""

    variable: Var
    point: Term
    sign: Term | None
    symbol: Basic

    def everywhere(self, proposition: Term) -> Term:
        """Return that a proposition holds for all numbers of the sign."""
        if self.variable not in proposition.free:
            return proposition
        return forall(self.variable, proposition if self.sign is None else implication(self.sign, proposition))

    def near(self, proposition: Term) -> Term:
        """Return a proposition that makes the given one true near the point."""
        if self.variable not in proposition.free:
            return proposition
        quantified = match_forall(proposition)
        if quantified is not None and quantified.binder.size is not None:
            i = _unused("i", quantified, self.point, self.variable)
            index = var(i.name, quantified.binder)
            return forall(index, self.near(open_body(quantified, index)))
        if (both := match_conjunction(proposition)) is not None:
            return conjunction(*map(self.near, both))
        compared = _strict(proposition)
        if compared is not None:
            strict, a, b = compared
            result = substitute(strict, {self.variable: self.point})
            for side in (a, b):
                if self.variable in side.free:
                    result = conjunction(result, differentiable(abstract(self.variable, side), self.point))
            return result
        pair = match_implication(proposition)
        if pair is not None and pair[1] is not FALSE:
            premise, conclusion = pair
            if premise is self.sign:
                return self.near(conclusion)
            if self.variable not in premise.free:
                return implication(premise, self.near(conclusion))
        return self.everywhere(proposition)


def _strict(proposition: Term) -> tuple[Term, Term, Term] | None:
    """Return a comparison in its strict form, with its two sides: a < b for itself and for a ≤ b, a ≠ b for itself."""
    negated = match_implication(proposition)
    if negated is None or negated[1] is not FALSE:
        order = _ordered(proposition)
        return None if order is None else (negation(app(const("≤"), *reversed(order))), *order)
    order = _ordered(negated[0])
    if order is not None:
        return proposition, *order
    pair = sides(negated[0])
    return None if pair is None or pair[0].type is not REAL else (proposition, *pair)


def _ordered(proposition: Term) -> tuple[Term, Term] | None:
    """Return a and b for a ≤ b."""
    if isinstance(proposition, App) and isinstance(proposition.function, App):
        head = proposition.function.function
        if isinstance(head, Const) and head.name == "≤":
            return proposition.function.argument, proposition.argument
    return None


def differentiable(function: Term, point: Term) -> Term:
    """Return that a function has a derivative at a point: every q follows that follows from each deriv f x c."""
    c = _unused("c", function, point)
    q = _unused("q", function, point)
    some = forall(c, implication(app(const("deriv"), function, point, c), truth := var(q.name, BOOL)))
    return forall(truth, implication(some, truth))


def _unused(name: str, *terms: Term) -> Var:
    """Return a real variable whose name none of the terms has free."""
    taken = {v.name for t in terms for v in t.free}
    while name in taken:
        name += "′"
    return var(name, REAL)
