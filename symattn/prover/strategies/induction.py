"""Prove a goal about a natural number by induction: at 0, and at n + 1 from the goal at n."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.terms import NAT, Const, Term, Var, sides, substitute
from ..library.naturals import by_induction
from ..logic.conversions import fresh
from ..logic.derived_rules import ProofError, ap_thm, gen, symmetric
from ..logic.numerals import NONE, suc
from ..logic.parts import head_and_arguments
from ..normal.context import RECURSIVE, Context
from .goals import Prove
from .hypotheses import add_theorem


def proved_by_induction(goal: Term, context: Context, prove: Prove) -> Theorem | None:
    """Return ⊢ goal by induction on the first of its free natural numbers for which both parts are proved, or None."""
    known = frozenset[Var]().union(*(h.free for truth in context.truths for h in truth.hypotheses))
    for variable in sorted((v for v in goal.free - known if v.type is NAT), key=lambda v: v.name):
        try:
            base = prove(context, substitute(goal, {variable: NONE}))
            inner = context.extended()
            add_theorem(inner, entry_by_entry(assume(goal)))
            step = prove(inner, substitute(goal, {variable: suc(variable)}))
        except ProofError:
            continue
        return by_induction(variable, goal, base, step)
    return None


def entry_by_entry(theorem: Theorem) -> Theorem:
    """Infer ∀i j. a i j = b i j from an equation of matrices, with a power or an unknown function on the left."""
    pair = sides(theorem.conclusion)
    if pair is None:
        return theorem
    if _rewrites(pair[1]) and not _rewrites(pair[0]):
        theorem = symmetric(theorem)
    indices: list[Var] = []
    ty = pair[0].type
    while ty.domain is not None and ty.codomain is not None:
        indices.append(fresh(ty.domain, *pair, *indices, stem="i"))
        theorem, ty = ap_thm(theorem, indices[-1]), ty.codomain
    for index in reversed(indices):
        theorem = gen(index, theorem)
    return theorem


def _rewrites(t: Term) -> bool:
    head, _ = head_and_arguments(t)
    return isinstance(head, Var) or (isinstance(head, Const) and head.name in RECURSIVE)
