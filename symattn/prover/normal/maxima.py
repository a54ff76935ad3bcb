"""Normal forms of the largest of finitely many numbers: of parts and of pairs, it is made of the largest of each.

Elsewhere it is an atom, of which inequalities know that it is the least upper bound.
"""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import Abs, App, Size, Term, app, open_body
from ..library.facts import fact
from ..logic.formulas import TWO, UNIT
from .normalising import Normalising
from .own_splits import split_of


def normal_largest(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ max f = … with f normal; where its indices are split, by the maxima of the parts."""
    f = t.argument if isinstance(t, App) else t
    size: Size = t.function.sizes[0]  # type: ignore[attr-defined]
    split = _split(normaliser, size, f)
    return normaliser.arguments(t) if split is None else normaliser.then(split)


def _split(normaliser: Normalising, size: Size, f: Term) -> Theorem | None:
    if size == UNIT:
        return fact("top_one", f)
    if size == TWO:
        return fact("top_split", {"m": UNIT, "k": UNIT}, f)
    x = normaliser.context.next_variable(f.type.domain, f)  # type: ignore[arg-type]
    how = split_of(normaliser, x, open_body(f, x) if isinstance(f, Abs) else app(f, x))
    if how is None:
        return None
    kind, m, k = how
    return fact("top_split", {"m": m, "k": k}, f) if kind == "+" else fact("top_pair", {"m": m, "n": k}, f)
