"""Pull factors out of compositions of matrices, by laws of the operations; both sides of an equation then meet.

A permutation P of rows comes to the front: F(P·A, …) is P·F(A, …), or F(A, …).  A factor g of which hypotheses speak,
as that it is orthogonal, goes to the end or away: F(A·g, gᵀ·B, …) is F(A, B, …)·g, or F(A, B, …).  Each law is proved
for any matrices, and used again in every layer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ....kernel.rules import Theorem
from ....kernel.terms import Const, Size, Term, Var, app
from ...library.definitions import defined, from_definition
from ...library.facts import fact
from ...library.matrices import product, shape, transposed
from ...logic.cached_rules import refl
from ...logic.conversions import rewrite
from ...logic.derived_rules import chain, right, symmetric
from ...logic.parts import args_of, flat, head_and_arguments, is_matrix, with_parts
from ...logic.term_order import key
from ...normal.context import Bijection, Context
from ..core.goals import Facts, ProveAlone
from .first_rows import cut_matrix
from .frames import holes, leaves
from .laws import ALGEBRA, Laws, any_matrix


@dataclass(frozen=True)
class Bare:
    """Hold a matrix without some factors, and how to put them beside it again."""

    matrix: Term
    with_factors: Callable[[Term], Term] = lambda a: a


class FactorPuller:
    """Bring matrix terms to a form with all permutations of rows in front, as far as laws are found."""

    def __init__(
        self, context: Context, hypotheses: tuple[Term, ...], prove: ProveAlone, equivariant_first: bool = True
    ) -> None:
        self.context, self.hypotheses, self.equivariant_first = context, hypotheses, equivariant_first
        self.laws = Laws(context, prove)
        self.memo: dict[Term, Theorem] = {}
        self.has_chosen = False  # between two laws of an operation

    def pull(self, t: Term) -> Theorem:
        """Return ⊢ t = t' with factors pulled out of t."""
        if t not in self.memo:
            self.context.charge_step()
            self.memo[t] = self._pull(t)
        return self.memo[t]

    def _pull(self, t: Term) -> Theorem:
        inside = rewrite(t, *map(self.pull, holes(t)))
        for way in (_nested_right, self._inverse, self._sorted_sum, self._permutation_outside, self._factor_outside):
            step = way(right(inside))
            if step is not None:
                return chain(inside, step, self.pull(right(step)))
        return inside

    def _inverse(self, t: Term) -> Theorem | None:
        """Return ⊢ P·(P⁻¹·A) = A, or ⊢ Pᵀ = P⁻¹."""
        turned = args_of(t, "transpose", 1)
        s = _map_of(turned[0]) if turned is not None else None
        if s is not None and (bijection := self.context.bijections.get(s)) is not None:
            return self.laws.instance(t, _permutation(bijection.inverse, shape(t)[0]), {}, _facts(bijection))
        outer = leading_permutation(t)
        inner = leading_permutation(outer[1]) if outer is not None else None
        bijection = self.context.bijections.get(outer[0]) if outer is not None else None
        if outer is None or inner is None or bijection is None or bijection.inverse is not inner[0]:
            return None
        a = any_matrix(0, inner[1].type)
        return self.laws.instance(_permuted(outer[0], _permuted(inner[0], a)), a, {a: inner[1]}, _facts(bijection))

    def _sorted_sum(self, t: Term) -> Theorem | None:
        """Return ⊢ A + (B + …) = the same summands in canonical order, or None when they are in order."""
        summands = flat(t, "matadd")
        generic = {summand: any_matrix(place, t.type) for place, summand in enumerate(summands)}
        add, values = head_and_arguments(t)[0], {v: summand for summand, v in generic.items()}
        last, *others = (generic[summand] for summand in sorted(summands, key=key, reverse=True))
        ordered: Term = last
        for summand in others:
            ordered = app(add, summand, ordered)
        return self.laws.instance(with_parts(t, generic), ordered, values)

    def _permutation_outside(self, t: Term) -> Theorem | None:
        """Return ⊢ F(P·A, …) = P·F(A, …) or F(A, …) for the first permutation P in front of matrices in the term."""
        if leading_permutation(t) is not None:
            return None
        for s, bijection in self.context.bijections.items():
            outside = [partial(_permuted, s)] if s.type.domain is t.type.domain else []
            found = self._law(t, partial(_without_permutation, s), outside, _facts(bijection))
            if found is not None:
                return found
        return None

    def _factor_outside(self, t: Term) -> Theorem | None:
        """Return ⊢ F(A·g, gᵀ·B, …) = F(A, B, …)·g or F(A, B, …) for the first g that has such a law."""
        head = head_and_arguments(t)[0]
        if not isinstance(head, Const) or head.name in ALGEBRA - {"matadd"}:
            return None
        spoken_of = (v for p in self.hypotheses if len(p.free) == 1 for v in p.free)
        for g in dict.fromkeys((*spoken_of, *filter(None, map(_last_factor, leaves(t))))):
            if not is_matrix(g.type) or len({*shape(g)}) > 1:
                continue
            known = tuple(p for p in self.hypotheses if p.free == {g})
            outside = [partial(_times, g)] if shape(t)[1] == shape(g)[0] else []
            found = self._law(t, partial(_without_factor, g), outside, Facts(others=known))
            if found is not None:
                return found
        return None

    def _law(
        self, t: Term, bare: Callable[[Term], Bare], outside: Sequence[Callable[[Term], Term]], facts: Facts
    ) -> Theorem | None:
        """Return ⊢ F(P·A, …) = P·F(A, …) or F(A, …), where the matrices in the term are stripped of a factor."""
        stripped = {leaf: bare(leaf) for leaf in leaves(t)}
        if all(each.matrix is leaf for leaf, each in stripped.items()):
            return None
        self.has_chosen = True
        variables = {leaf: any_matrix(place, leaf.type) for place, leaf in enumerate(stripped)}
        before = with_parts(t, {leaf: each.with_factors(variables[leaf]) for leaf, each in stripped.items()})
        plain = with_parts(t, variables)
        results = [*(put(plain) for put in outside), plain]
        values = {variables[leaf]: each.matrix for leaf, each in stripped.items()}
        for after in results if self.equivariant_first else reversed(results):
            found = self.laws.instance(before, after, values, facts)
            if found is not None:
                return found
        return None


def leading_permutation(t: Term) -> tuple[Term, Term] | None:
    """Return s and A if the term is P·A with the matrix P of s, or None."""
    args = args_of(t, "matmul", 2)
    s = None if args is None else _map_of(args[0])
    return None if args is None or s is None else (s, args[1])


def _map_of(t: Term) -> Term | None:
    """Return s if the term is the matrix of a map s between indices, or None."""
    args = args_of(t, "permutation", 1)
    return None if args is None else args[0]


def _permutation(s: Term, size: Size) -> Term:
    return app(defined("permutation", size), s)


def _permuted(s: Term, a: Term) -> Term:
    return product(_permutation(s, shape(a)[0]), a)


def _times(g: Term, a: Term) -> Term:
    return product(a, g)


def _facts(bijection: Bijection) -> Facts:
    return Facts(((bijection.left_inverse.conclusion, bijection.right_inverse.conclusion),))


def _nested_right(t: Term) -> Theorem | None:
    """Return ⊢ (A·B)·C = A·(B·C), or None."""
    outer = args_of(t, "matmul", 2)
    inner = args_of(outer[0], "matmul", 2) if outer is not None else None
    if outer is None or inner is None:
        return None
    a, b, c = *inner, outer[1]
    return fact("matmul_assoc", dict(zip("rmnd", (*shape(a), *shape(c)), strict=True)), a, b, c)


def _without_permutation(s: Term, t: Term) -> Bare:
    """Take the matrix of a map away from the front of a matrix."""
    lead = leading_permutation(t)
    return Bare(t) if lead is None or lead[0] is not s else Bare(lead[1], partial(_permuted, s))


def _last_factor(t: Term) -> Term | None:
    """Return M if the term is A·M for a variable M, or None."""
    args = args_of(t, "matmul", 2)
    return args[1] if args is not None and isinstance(args[1], Var) else None


def _without_factor(g: Term, t: Term) -> Bare:
    """Take a factor gᵀ away from the front of a matrix, and g from its end."""
    args = args_of(t, "matmul", 2)
    before = args is not None and args_of(args[0], "transpose", 1) == [g]
    if before and args is not None:
        t = args[1]
        args = args_of(t, "matmul", 2)
    after = args is not None and args[1] is g

    def with_factors(a: Term) -> Term:
        a = product(a, g) if after else a
        return product(transposed(g), a) if before else a

    return Bare(args[0] if after and args is not None else t, with_factors)


def unfolded(t: Term, context: Context) -> Theorem:
    """Return ⊢ t = t' where the operation at the head of t, of its factors, or of what rows are taken of, is opened."""
    head, arguments = head_and_arguments(t)
    if (parts := args_of(t, "matmul", 2)) is not None:
        return rewrite(t, *(unfolded(part, context) for part in parts))
    if (cut := cut_matrix(t)) is not None:
        return rewrite(t, unfolded(cut[0], context))
    if not isinstance(head, Const) or head.name in ALGEBRA or not arguments or context.unfold(head.name) is None:
        return refl(t)
    return from_definition(head.name, head.sizes, *arguments)


def pulled_together(
    a: Term, b: Term, context: Context, hypotheses: tuple[Term, ...], prove: ProveAlone
) -> Theorem | None:
    """Return ⊢ a = b if both sides become the same with all permutations in front, or None.

    An operation may have both laws, F(P·A) = P·F(A) and F(P·A) = F(A); then one of them is taken throughout.
    """
    for equivariant_first in (True, False):
        puller = FactorPuller(context, hypotheses, prove, equivariant_first)
        first, second = puller.pull(a), puller.pull(b)
        if right(first) is right(second):
            return chain(first, symmetric(second))
        if not puller.has_chosen:  # the other order would make no difference
            return None
    return None
