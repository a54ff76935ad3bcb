"""The largest of finitely many numbers is one of them: a goal about max f follows from that about f w ≥ f j for all j.

So φ(max f) ≤ max φ∘f for any φ, and a·max f ≤ max a·f for a ≥ 0, where max f is no upper bound of what is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....kernel.rules import Theorem, assume
from ....kernel.terms import Term, open_body
from ...library.facts import fact
from ...limits import MOST_MAXIMA
from ...logic.derived_rules import discharge, gen, match_forall, match_implication
from ...logic.parts import args_of, parts_of
from ...logic.term_order import key, next_opened
from ...normal.context import Context
from ...normal.polynomials import read_polynomial
from ..core.goals import attempted
from ..hypotheses.adding import add_hypothesis, add_theorem


def at_the_largest(context: Context, goal: Term, t: Term, prove: Callable[[Context, Term], Theorem]) -> Theorem | None:
    """Return ⊢ goal from the goal with f w in place of a largest number max f in a normal term t, or None.

    ``prove`` proves a goal in a context, or raises NotProved.
    """
    for largest in sorted(_bounded(t), key=key)[:MOST_MAXIMA]:
        (f,) = args_of(largest, "top", 1) or (largest,)
        size = f.type.domain.size if f.type.domain is not None else None
        if size is None:
            continue
        found = fact("largest", {"n": size}, f, goal)
        every = match_forall(found.hypotheses[0])
        if every is None or len(found.hypotheses) > 1:
            continue
        w = next_opened(every.binder, t, goal, *context.assumed)
        premise, _ = match_implication(open_body(every, w)) or (goal, goal)
        inner = context.extended()
        inner.assumed = (*inner.assumed, premise)
        add_hypothesis(inner, premise)
        add_theorem(inner, fact("top_is", {"n": size}, f, w, premises=(assume(premise),)))
        shown = attempted(partial(prove, inner, goal))
        if shown is not None:
            return fact("largest", {"n": size}, f, goal, premises=(gen(w, discharge(premise, shown)),))
    return None


def _bounded(t: Term) -> set[Term]:
    """Return the largest numbers that 0 ≤ t bounds, as far as is seen at once, or that stand in a function."""
    terms = read_polynomial(t).items()
    atoms = {atom for monomial, c in terms for atom, _ in monomial if c < 0 or not _is_largest(atom)}
    return {p for p in parts_of(*atoms) if not p.loose and _is_largest(p)}


def _is_largest(t: Term) -> bool:
    return args_of(t, "top", 1) is not None
