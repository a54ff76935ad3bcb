"""Choose how an index is split whose range is cut in several ways: by how the index itself is used.

The queries may have their pairs beside each other, the keys their halves: then each sum over the width, and each row,
is taken apart as what is said there asks for a part of the index.
"""

from __future__ import annotations

from ...kernel.terms import Abs, App, Const, Size, Term, Var, open_body
from ..logic.derived_rules import right
from ..logic.parts import head_and_arguments, index_size
from ..logic.term_order import next_opened
from .context import own_cut
from .normalising import Normalising

Split = tuple[str, Size, Size]
_KINDS = {"quo": "*", "rem": "*", "pair": "*", "case": "+", "inl": "+", "inr": "+"}


def split_of(normaliser: Normalising, x: Var, t: Term) -> Split | None:
    """Return how an index is split of which a term speaks: where there are several ways, as it is used there."""
    context, size = normaliser.context, index_size(x)
    how = context.splits.get(size)
    if how is None or (size not in context.ambiguous_splits and size not in context.rivals):
        return how
    if (own := own_split(normaliser, x, t)) is not None:
        return own
    cut = own_cut(t, size) if how[0] == "+" and size in context.rivals else None
    return how if cut is None else ("+", *cut)


def own_split(normaliser: Normalising, x: Var, *terms: Term) -> Split | None:
    """Return how terms, with the words unfolded that an index is given to, split it, if in one way alone, or None."""
    found: dict[Split, None] = {}
    seen: set[Term] = set()
    stack = list(terms)
    while stack:
        t = stack.pop()
        if t in seen or x not in t.free:
            continue
        seen.add(t)
        if isinstance(t, Abs):
            stack.append(open_body(t, next_opened(t.binder, t, x)))
        elif isinstance(t, App):
            if (split := _asked(t, x)) is not None:
                found[split] = None
            unfolded = right(normaliser.head_normal(t)) if x in head_and_arguments(t)[1] else t
            stack += (t.argument, t.function) if unfolded is t else (unfolded,)
    return next(iter(found)) if len(found) == 1 else None


def _asked(t: App, x: Var) -> Split | None:
    """Return the split in which a term asks for the part of an index, or compares the index with one, or None."""
    head, arguments = head_and_arguments(t)
    if not isinstance(head, Const) or not arguments:
        return None
    if head.name in ("quo", "rem", "case") and arguments[-1] is x:
        return _KINDS[head.name], *head.sizes[:2]  # type: ignore[return-value]
    if head.name == "=" and x in arguments:
        others = [head_and_arguments(other)[0] for other in arguments if other is not x]
        for other in others:
            if isinstance(other, Const) and other.name in ("pair", "inl", "inr"):
                return _KINDS[other.name], *other.sizes[:2]  # type: ignore[return-value]
    return None
