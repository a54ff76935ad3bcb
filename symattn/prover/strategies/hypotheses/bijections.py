"""Equations between permutation matrices, as hypotheses: what they say of the maps.

The entries of a permutation matrix are indicators [i = s j], and two such matrices are equal only where the maps are.
"""

from __future__ import annotations

from ....kernel.rules import Theorem, eq_mp, instantiate
from ....kernel.terms import Var, sides
from ...library.facts import infer
from ...logic.cached_rules import refl
from ...logic.derived_rules import left, right, symmetric
from ...logic.matching import Rule, rule_of
from ...logic.parts import args_of
from ...logic.term_order import key


def rules_for_maps(variables: frozenset[Var], theorem: Theorem) -> list[Rule]:
    """Return a rule a = b from ⊢ [i = a] = [i = b] for all i, where i is not in a and b; none from other equations."""
    inner = [args_of(side, "ind", 1) for side in (left(theorem), right(theorem))]
    pairs = [sides(args[0]) if args is not None else None for args in inner]
    if pairs[0] is None or pairs[1] is None:
        return []
    (i, a), (k, b) = pairs[0], pairs[1]
    if i is not k or i not in variables or i in a.free | b.free:
        return []
    same = infer("ind_injective", theorem)
    maps = eq_mp(instantiate({i: a}, same), refl(a))  # from (a = a) = (a = b)
    if key(b) > key(a):  # the greater side stands on the left, so that no rules turn in a circle
        maps = symmetric(maps)
    return [rule_of(variables & maps.conclusion.free, maps)]
