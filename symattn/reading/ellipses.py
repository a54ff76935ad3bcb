"""Ellipses whose form is clear: x_1 + x_2 + … + x_n is a sum, and max(x_1, …, x_n) the largest of these."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.reading.names import LABELS, PLACES
from symattn.reading.refusal import Refused
from symattn.reading.tree import Tree, replaced, values_in, walk

_REFUSED = "an ellipsis is not read"


def whole_sum(tree: Tree) -> Tree:
    """Return the sum that x_1 + x_2 + … + x_n is; raise Refused where the terms are not of one form."""
    *terms, dots, last = tree.kids
    if dots.kind != "dots" or set(tree.value) != {"+"}:
        raise Refused(_REFUSED)
    return _over(terms, last, "sum")


def without_dots(word: str, arguments: Sequence[Tree]) -> list[Tree]:
    """Return the arguments of max or min, x_1, …, x_n as max_i x_i; raise Refused where they are not of one form."""
    at = [place for place, each in enumerate(arguments) if each.kind == "dots"]
    if len(at) > 1 or not 0 < at[0] < len(arguments) - 1:
        raise Refused(_REFUSED)
    before, last, behind = arguments[: at[0]], arguments[at[0] + 1], arguments[at[0] + 2 :]
    for begin in range(len(before)):
        try:
            return [*before[:begin], _over(before[begin:], last, word), *behind]
        except Refused:  # max(a, x_1, …, x_n)
            continue
    raise Refused(_REFUSED)


def _over(terms: Sequence[Tree], last: Tree, word: str) -> Tree:
    """Return the sum, or the largest, of terms of one form from the first to the last, which counts further up."""
    name = Tree("name", min(PLACES - LABELS - values_in(*terms, last)))
    ends = list[tuple[Tree, Tree]]()
    is_aligned = _aligned(terms[0], last, ends)
    if word != "sum" and not is_aligned and len(terms) == 1:
        ends.clear()
        is_aligned = _aligned(terms[0], last, ends, by_places=True)
    if not is_aligned or len(set(ends)) != 1:
        raise Refused(_REFUSED)
    ((low, high),) = set(ends)
    form = replaced(terms[0], [(low, name)])
    places = [low, *(Tree("num", str(int(low.value) + at)) for at in range(1, len(terms))), high]
    if [*terms, last] != [replaced(form, [(name, place)]) for place in places]:
        raise Refused(_REFUSED)
    return Tree("big", word, (Tree("rel", "=", (name, low)), high, form))


def _aligned(one: Tree, other: Tree, ends: list[tuple[Tree, Tree]], by_places: bool = False) -> bool:
    """Tell whether two terms are of one form but for a number in the first; keep what stands there in either.

    By places it is a whole subscript, as in s_{k-K+1}, …, s_k: no number, and without subscripts of its own.
    """
    if one == other:
        return True
    if not by_places and one.kind == "num" and one.value.isdecimal():
        ends.append((one, other))
        return True
    places = [each.kids[1] for each in (one, other) if by_places and each.kind == "script"]
    if len(places) == 2 and one.kids[::2] == other.kids[::2]:
        if any(next(walk(place, "script"), None) or place.kind in ("list", "num", "none") for place in places):
            return False
        ends.append((places[0], places[1]))
        return True
    alike = (one.kind, one.value, len(one.kids)) == (other.kind, other.value, len(other.kids)) and bool(one.kids)
    return alike and all(_aligned(*each, ends, by_places) for each in zip(one.kids, other.kids, strict=True))
