"""Inequalities about the largest of finitely many numbers: it is an upper bound, the least one, and one of them.

No rows: the indices come from permutations of a goal, and what is asked of each number is a goal of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import forall
from ....kernel.terms import Term, app, fin, literal, open_body
from ...library.facts import fact
from ...limits import MOST_LED_TO, MOST_REPLACED
from ...logic.conversions import beta_normal_form
from ...logic.derived_rules import discharge, gen, match_forall, match_implication, right
from ...logic.formulas import number
from ...logic.parts import operand, parts_of
from ...logic.term_order import key
from ...normal.linear_arithmetic import Inequality
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, atoms_of, polynomial_term, read_polynomial
from ..core.goals import attempted
from ..core.search import Ask
from ..hypotheses.adding import add_theorem
from .comparisons import Compared
from .lifting import as_inequality


def is_largest(t: Term) -> bool:
    """Tell whether a number is the largest of some, max f."""
    return operand(t, "top") is not None


def maxima(polynomials: Iterable[Polynomial]) -> list[Term]:
    """Return the largest numbers, max f, that occur as factors in some polynomials, in canonical order."""
    return sorted(filter(is_largest, atoms_of(*polynomials)), key=key)


def upper_bounds(normaliser: Normaliser, polynomials: list[Polynomial]) -> list[Inequality]:
    """Return 0 ≤ max f − f i, at the indices in sight and their images under permutations."""
    found = []
    for largest in maxima(polynomials):
        f = operand(largest, "top") or largest
        for place in _places(normaliser, f, polynomials):
            below = fact("top_ge", f, place)
            found.append(as_inequality(normaliser, below))
    return found


def _places(normaliser: Normaliser, f: Term, polynomials: list[Polynomial]) -> list[Term]:
    """Return indices at which f may be compared with its largest value."""
    indices = f.type.domain
    seen = {t for t in parts_of(*atoms_of(*polynomials)) if t.type is indices and not t.loose}
    for forward in normaliser.context.bijections:
        if forward.type.domain is indices and forward.type.codomain is indices:
            seen |= {right(normaliser.normal(app(forward, t))) for t in tuple(seen)}
    if not seen and indices is not None and indices.size is not None:
        seen = {literal(0, fin(indices.size))}
    return sorted(seen, key=key)[:MOST_LED_TO]


def below_every_number(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove 0 ≤ r − c·max f, or with <, for b − a of this kind, from ∀i. f i ≤ r/c; return None for others."""
    polynomial = read_polynomial(goal.t)
    for largest in maxima([polynomial]):
        scale = -polynomial.get(((largest, 1),), 0)
        f = operand(largest, "top") or largest
        indices = f.type.domain
        if scale > 0 and indices is not None and indices.size is not None:
            bound = polynomial_term({m: c / scale for m, c in polynomial.items() if m != ((largest, 1),)})
            index = ask.next_variable(indices, goal.t)
            value = right(beta_normal_form(app(f, index)))
            every = ask.at_most(maxima=0).prove(forall(index, goal.said_of(value, bound)))
            bounded = fact("top_lt" if goal.strict else "top_le", f, bound, premises=(every,))
            return goal.by_multiple(number(scale), bounded)
    return None


def at_a_largest(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a goal with f w in place of a largest number max f in it, or return None.

    Of f w, all f j ≤ f w are known.  So φ(max f) ≤ max φ∘f for any φ, and a·max f ≤ max a·f for a ≥ 0, where max f is
    no upper bound of what is shown.
    """
    for largest in sorted(_bounded(goal.t), key=key)[:MOST_REPLACED]:
        f = operand(largest, "top") or largest
        if f.type.domain is None or f.type.domain.size is None:
            continue
        found = fact("largest", f, goal.goal)
        every = match_forall(found.hypotheses[0])
        if every is None or len(found.hypotheses) > 1:
            continue
        w = ask.next_variable(every.binder, goal.t, goal.goal)
        premise, _ = match_implication(open_body(every, w)) or (goal.goal, goal.goal)
        inner = ask.less(maxima=1).assuming(premise)
        add_theorem(inner.context, fact("top_is", f, w, premises=(assume(premise),)))
        shown = attempted(inner.prove, goal.goal)
        if shown is not None:
            return fact("largest", f, goal.goal, premises=(gen(w, discharge(premise, shown)),))
    return None


def _bounded(t: Term) -> set[Term]:
    """Return the largest numbers that 0 ≤ t bounds, as far as is seen at once, or that stand in a function."""
    terms = read_polynomial(t).items()
    atoms = {atom for monomial, c in terms for atom, _ in monomial if c < 0 or not is_largest(atom)}
    return {p for p in parts_of(*atoms) if not p.loose and is_largest(p)}
