"""Let a proof use that waves of whole turns in n places are orthogonal, where waves are summed over n places."""

from __future__ import annotations

from collections.abc import Iterable

from ....kernel.rules import instantiate_sizes
from ....kernel.terms import Const, Term
from ...library.facts import closed_fact
from ...logic.derived_rules import chain, left, strip, symmetric
from ...logic.formulas import PI
from ...logic.matching import rule_of
from ...logic.parts import parts_of
from ...normal.context import Context
from ...normal.normaliser import Normaliser

ORTHOGONAL = ("cosines_orthogonal", "sines_orthogonal", "sine_and_cosine_orthogonal", "cosines_summed", "sines_summed")


def add_frequencies(context: Context, terms: Iterable[Term]) -> None:
    """Add what products of such waves are, summed over the sizes of the sums in some terms, where these speak of π."""
    parts = set(parts_of(*terms))
    sizes = {p.sizes[0] for p in parts if isinstance(p, Const) and p.name == "sum"} if PI in parts else set()
    for size in sorted(sizes, key=str):
        for name in ORTHOGONAL:
            variables, _, theorem = strip(instantiate_sizes({"n": size}, closed_fact(name)))
            pattern = Normaliser(Context()).normal(left(theorem))
            context.contractions.append(rule_of(frozenset(variables), chain(symmetric(pattern), theorem)))
