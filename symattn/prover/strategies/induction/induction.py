"""Prove a goal about a natural number by induction: at 0, and at n + 1 from the goal at n."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ....kernel.rules import Theorem, assume, instantiate
from ....kernel.terms import NAT, Abs, App, Const, Term, Var, substitute
from ...library.naturals import by_induction
from ...logic.conversions import fresh
from ...logic.derived_rules import ProofError, ap_thm, gen, symmetric
from ...logic.numerals import NONE, suc
from ...logic.parts import args_of, head_and_arguments, with_parts
from ...logic.term_order import key
from ...normal.context import MOST_EFFORT, RECURSIVE, BudgetExceeded, Context
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
    if ran_out and context.most_effort < MOST_EFFORT:
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
    """Return an equation as it may be used for rewriting: first with a power or an unknown function on the left."""
    pair = theorem.sides
    if pair is None:
        return [theorem]
    ways = [theorem, symmetric(theorem)]
    return ways[::-1] if _rewrites(pair[1]) and not _rewrites(pair[0]) else ways


def _sizes_in_exponents(goal: Term) -> list[Term]:
    """Return the numbers n − 1 for sizes n, as they stand in exponents of powers."""
    found, stack = set[Term](), [goal]
    while stack:
        t = stack.pop()
        if (args := args_of(t, "nat", 1)) is not None and isinstance(args[0], Const):
            found.add(t)
        elif isinstance(t, App):
            stack += [t.function, t.argument]
        elif isinstance(t, Abs):
            stack.append(t.body)
    return sorted(found, key=key)


def entry_by_entry(theorem: Theorem) -> Theorem:
    """Infer ∀i j. a i j = b i j from an equation of matrices."""
    pair = theorem.sides
    if pair is None:
        return theorem
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
