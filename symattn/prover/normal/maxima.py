"""Normal forms of the largest of finitely many numbers: of parts and of pairs, it is made of the largest of each.

Elsewhere it is an atom, of which inequalities know that it is the least upper bound.
"""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import App, Size, Term
from ..library.facts import fact
from ..logic.formulas import TWO, UNIT
from .context import own_cut
from .normalising import Normalising


def normal_largest(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ max f = … with f normal; where its indices are split, by the maxima of the parts."""
    f = t.argument if isinstance(t, App) else t
    size: Size = t.function.sizes[0]  # type: ignore[attr-defined]
    split = _split(normaliser, size, f)
    return normaliser.arguments(t) if split is None else normaliser.then(split)


def _split(normaliser: Normalising, size: Size, f: Term) -> Theorem | None:
    if size == UNIT:
        return fact("top_one", {}, f)
    if size == TWO:
        return fact("top_split", {"m": UNIT, "k": UNIT}, f)
    how = normaliser.context.splits.get(size)
    if how is None:
        return None
    kind, m, k = how
    if kind == "+" and size in normaliser.context.rivals:
        m, k = own_cut(f, size) or (m, k)
    return fact("top_split", {"m": m, "k": k}, f) if kind == "+" else fact("top_pair", {"m": m, "n": k}, f)
