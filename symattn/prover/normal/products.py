"""Normal forms of products of finitely many numbers: over the parts of a range that is split, the product of each.

Elsewhere a product is an atom, of which induction over the size and the lemmas about signs know more.
"""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import Abs, App, Size, Term, app, open_body
from ..library.facts import fact
from ..logic.formulas import TWO, UNIT
from .normalising import Normalising
from .own_splits import split_of


def normal_product(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ Π f = … with f normal; where its indices are split in two parts, by the products of the parts."""
    f = t.argument if isinstance(t, App) else t
    split = _split(normaliser, t.function.sizes[0], f)  # type: ignore[attr-defined]
    return normaliser.arguments(t) if split is None else normaliser.then(split)


def _split(normaliser: Normalising, size: Size, f: Term) -> Theorem | None:
    if size == UNIT:
        return fact("product_one", f)
    if size == TWO:
        return fact("product_split", {"m": UNIT, "k": UNIT}, f)
    x = normaliser.context.next_variable(f.type.domain, f)  # type: ignore[arg-type]
    how = split_of(normaliser, x, open_body(f, x) if isinstance(f, Abs) else app(f, x))
    if how is None or how[0] != "+":
        return None
    return fact("product_split", {"m": how[1], "k": how[2]}, f)
