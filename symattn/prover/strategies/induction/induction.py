"""Prove a goal about a natural number by induction: at 0, and at n + 1 from the goal at n."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ....kernel.rules import Theorem, assume, instantiate
from ....kernel.terms import NAT, Const, Term, Var, substitute
from ...library.naturals import by_induction
from ...logic.conversions import at_entries, fresh
from ...logic.derived_rules import ProofError, close, symmetric
from ...logic.numerals import NONE, suc
from ...logic.parts import operand, parts_of, with_parts
from ...logic.term_order import key
from ...normal.context import BudgetExceeded, Context
from ..core.goals import Prove
from ..hypotheses.adding import add_theorem


def proved_by_induction(goal: Term, context: Context, prove: Prove) -> Theorem | None:
    """Return ⊢ goal by induction on the first of its free natural numbers for which both parts are proved, or None.

    An attempt that ran out says so where more may be spent later.
    """
    ran_out: list[BudgetExceeded] = []
    for number in _sizes_in_exponents(goal):
        general = fresh(NAT, goal, stem="n")
        with _noting(ran_out):
            found = proved_by_induction(with_parts(goal, {number: general}), context, prove)
            if found is not None:
                return instantiate({general: number}, found)
    known = frozenset[Var]().union(*(h.free for truth in context.truths for h in truth.hypotheses))
    for variable in sorted((v for v in goal.free - known if v.type is NAT), key=lambda v: v.name):
        with _noting(ran_out):
            base = prove(context, substitute(goal, {variable: NONE}))
            for theorem in both_ways(assume(goal)):
                inner = context.extended()
                add_theorem(inner, entry_by_entry(theorem))
                with _noting(ran_out):
                    step = prove(inner, substitute(goal, {variable: suc(variable)}))
                    return by_induction(variable, goal, base, step)
    if ran_out and context.is_short:
        raise ran_out[0]
    return None


@contextmanager
def _noting(ran_out: list[BudgetExceeded]) -> Iterator[None]:
    """Let an attempt fail, and note one that ran out."""
    try:
        yield
    except BudgetExceeded as failure:
        ran_out.append(failure)
    except ProofError:
        pass


def both_ways(theorem: Theorem) -> list[Theorem]:
    """Return a theorem as it may be used for rewriting: an equation from the left and from the right."""
    return [theorem] if theorem.sides is None else [theorem, symmetric(theorem)]


def _sizes_in_exponents(goal: Term) -> list[Term]:
    """Return the numbers n − 1 for sizes n, as they stand in exponents of powers."""
    return sorted((t for t in parts_of(goal) if isinstance(operand(t, "nat"), Const)), key=key)


def entry_by_entry(theorem: Theorem) -> Theorem:
    """Infer ∀x… i j. a i j = b i j from ∀x…. a = b, an equation of matrices."""
    variables, premises, entries = at_entries(theorem)
    return theorem if premises else close(entries, *variables)
