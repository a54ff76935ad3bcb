"""Name the index that a relation of positions determines, as the row k with 1 + i + k = n of a reversal.

Where one index in all satisfies c, a goal is proved for any w with ∀k. c k = (k = w): sums over that index are then
what stands at w, wherever they occur.
"""

from __future__ import annotations

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import forall
from ....kernel.terms import REAL, Abs, Term, abstract, app, bound, equation, lam, open_body, sides
from ...library.facts import fact
from ...limits import MOST_REPLACED
from ...logic.cached_rules import refl
from ...logic.conversions import fresh
from ...logic.derived_rules import discharge, eq_mp_back, gen, right, spec
from ...logic.formulas import IND, ONE, total
from ...logic.parts import index_size, operand, parts_of, with_parts
from ...logic.term_order import key
from ..core.goals import Goal
from ..core.search import Ask
from ..hypotheses.adding import add_theorem


def at_named_places(ask: Ask, goal: Goal) -> Theorem | None:
    """Prove a = b, a ≤ b or a < b with a name for one place of which its normal forms speak, or return None."""
    for predicate in sorted(_relations(*goal.normal), key=key)[:MOST_REPLACED]:
        x = fresh(predicate.binder, predicate)
        here, w = open_body(predicate, x), ask.next_variable(predicate.binder, goal.goal, predicate)
        counted = ask.normaliser.normal(total(index_size(x), abstract(x, app(IND, here))))
        if right(counted) is ONE:
            known = forall(x, equation(here, equation(x, w)))
            inner = ask.less(places=1).assuming(known)
            add_theorem(inner.context, eq_mp_back(spec(assume(known), w), refl(w)))  # c w
            shown = inner.attempt(goal.goal)
            if shown is not None:
                return fact("named_place", predicate, goal.goal, premises=(counted, gen(w, discharge(known, shown))))
    return None


def _relations(*terms: Term) -> set[Abs]:
    """Return λk. p for the equations of positions p in terms that speak of one bound index k."""
    found = set[Abs]()
    for part in parts_of(*terms):
        p = operand(part, "ind")
        pair = sides(p) if p is not None else None
        if p is not None and pair is not None and pair[0].type is REAL and len(p.loose) == 1:
            ((index, binder),) = p.loose
            predicate = lam(binder, with_parts(p, {bound(index, binder): bound(0, binder)}))
            found |= {predicate} if isinstance(predicate, Abs) else set()
    return found
