"""Equations between permutation matrices, as hypotheses: what they say of the maps and of their inverses.

The entries of a permutation matrix are indicators [i = s j], and two such matrices are equal only where the maps are.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.rules import Theorem, eq_mp, instantiate
from ....kernel.terms import App, Term, Var, app, sides
from ...library.facts import fact
from ...logic.cached_rules import refl
from ...logic.derived_rules import ap_term, chain, is_refl, left, right, spec, symmetric
from ...logic.matching import Rule, rule_of
from ...logic.parts import args_of
from ...logic.term_order import key, size
from ...normal.context import Context
from ...normal.normaliser import Normaliser


def rules_for_maps(context: Context, variables: frozenset[Var], theorem: Theorem) -> Iterator[Rule]:
    """Yield rules for the maps and their inverses from ⊢ [i = a] = [i = b] for all i, where i is not in a and b."""
    maps = _equal_indices(variables, theorem)
    if maps is None:
        return
    if key(right(maps)) > key(left(maps)):  # the greater side stands on the left, so that no rules turn in a circle
        maps = symmetric(maps)
    yield rule_of(variables & maps.conclusion.free, maps)
    inverse = _of_the_inverse(context, variables, maps)
    if inverse is not None:
        longer = size(right(inverse)) > size(left(inverse))
        yield rule_of(variables & inverse.conclusion.free, symmetric(inverse) if longer else inverse)


def _equal_indices(variables: frozenset[Var], theorem: Theorem) -> Theorem | None:
    """Infer a = b from ⊢ [i = a] = [i = b], or return None."""
    inner = [args_of(side, "ind", 1) for side in (left(theorem), right(theorem))]
    pairs = [sides(args[0]) if args is not None else None for args in inner]
    if pairs[0] is None or pairs[1] is None:
        return None
    (i, a), (k, b) = pairs[0], pairs[1]
    if i is not k or i not in variables or i in a.free | b.free:
        return None
    same = fact("ind_injective", {}, *(args[0] for args in inner if args is not None), premises=(theorem,))
    at = instantiate({i: a}, same)  # (a = a) = (a = b)
    return eq_mp(at, refl(a))


def _of_the_inverse(context: Context, variables: frozenset[Var], maps: Theorem) -> Theorem | None:
    """Infer s⁻¹ y = a' from ⊢ s a = b, where b is made of maps that have inverses and one variable y."""
    a, b = left(maps), right(maps)
    found = context.bijections.get(a.function) if isinstance(a, App) else None
    if found is None or not isinstance(a, App):
        return None
    steps = []
    while isinstance(b, App) and b.function in context.bijections:
        steps.append(context.bijections[b.function].inverse)
        b = b.argument
    if not isinstance(b, Var) or b not in variables:
        return None
    value: Term = b
    for step in steps:
        value = app(step, value)
    moved = instantiate({b: value}, maps) if steps else maps  # s a = b where b cancels to the variable
    plain = Normaliser(Context(bijections=context.bijections))
    cancelled = plain.normal(right(moved))
    if right(cancelled) is not b:
        return None
    back = ap_term(found.inverse, chain(moved, cancelled))  # s⁻¹ (s a) = s⁻¹ y
    argument = left(moved).argument  # type: ignore[attr-defined]
    result = chain(symmetric(back), spec(found.left_inverse, argument))
    shorter = plain.normal(right(result))
    return result if is_refl(shorter) else chain(result, shorter)
