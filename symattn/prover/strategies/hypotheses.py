"""Turn hypotheses into facts of a context: rewrite rules, contractions Σ u·v = w, and truths.

An equation is normalised before it becomes a rule, so that it meets the normal forms it has to rewrite; where its left
side is a polynomial, it is solved for its greatest atom.
"""

from __future__ import annotations

from dataclasses import replace

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import FALSE
from ...kernel.terms import REAL, Abs, Term, sides
from ..logic.cached_rules import ring
from ..logic.conversions import replaced
from ..logic.derived_rules import chain, is_false, left, match_implication, right, strip, symmetric
from ..logic.formulas import minus, number, plus, times
from ..logic.matching import Rule, rule_from, rule_of
from ..logic.parts import is_application_of
from ..normal.context import Context
from ..normal.normaliser import Normaliser
from ..normal.polynomials import polynomial_term, read_polynomial, sorted_terms
from .moments import moments


def add_hypothesis(context: Context, proposition: Term) -> None:
    """Let a proof use a hypothesis, as a truth and, unless it has premises of its own, as a rewrite rule."""
    add_theorem(context, assume(proposition))


def add_theorem(context: Context, theorem: Theorem) -> None:
    """Let a proof use a theorem, as a truth and, unless it has premises of its own, as a rewrite rule."""
    context.truths.append(theorem)
    for moment in moments(theorem):
        _add_equation(context, moment, context.moments)
    negated = match_implication(theorem.conclusion)
    if negated is not None and negated[1] is FALSE:
        context.rules.append(rule_from(is_false(theorem)))
    _, premises, stripped = strip(theorem)
    if premises:
        return
    pair = sides(stripped.conclusion)
    if pair is None or pair[0].type is not REAL:
        context.rules.append(rule_from(theorem))
    else:
        _add_equation(context, theorem, context.contractions)


def _add_equation(context: Context, theorem: Theorem, contractions: list[Rule]) -> None:
    """Let a proof use an equation ∀x…. l = r between numbers as a rewrite rule or as one of the contractions."""
    variables, _, stripped = strip(theorem)
    solved = _solved(context, stripped)
    if solved is None:
        return
    rule = rule_of(frozenset(variables), solved)
    total = is_application_of(rule.pattern, "sum", 1)
    contraction = total is not None and isinstance(total[0], Abs)
    (contractions if contraction else context.rules).append(rule)


def _solved(context: Context, theorem: Theorem) -> Theorem | None:
    """Infer an equation atom = r from Γ ⊢ a = b, with both sides normal, or None when there is nothing to rewrite."""
    if left(theorem) is right(theorem):
        return None
    plain = Normaliser(replace(context, rules=[], contractions=[], moments=[], steps=0))
    a, b = plain.normal(left(theorem)), plain.normal(right(theorem))
    normal = chain(symmetric(a), theorem, b)
    polynomial = read_polynomial(left(normal))
    for monomial, coefficient in reversed(sorted_terms(polynomial)):
        if len(monomial) != 1 or monomial[0][1] != 1:
            continue
        atom = monomial[0][0]
        if coefficient == 1 and len(polynomial) == 1:
            return normal
        rest = polynomial_term({m: c for m, c in polynomial.items() if m != monomial})
        solution = ring(atom, times(number(1 / coefficient), plus(left(normal), minus(rest))))
        return replaced(solution, normal)
    return None
