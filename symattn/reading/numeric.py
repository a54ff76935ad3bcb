"""Numbers by their place: the names whose x_i stands in a statement where nothing but a number can stand.

The argument of a logarithm, a divisor, a power and the sides of ≤ are such places. There x_i is an entry of a vector x,
or one of several numbers, though a small letter with an index is one of several vectors elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from symattn.reading.names import Reference, base_letter
from symattn.reading.tree import NONE, Tree, walk

_OF_NUMBERS = {"log", "ln", "exp"}
_EXTREMES = ("max", "min")
Named = Callable[[Tree], Reference | None]


def numbers_among(sides: Sequence[Tree], is_ordered: bool, named: Named) -> Iterator[str]:
    """Yield the names that have an index where only a number can stand; ``named`` tells what a tree names."""
    is_number = is_ordered or any(map(_is_plain, sides))
    for side in sides:
        yield from _within(side, is_number, named)


def exponents_alone(sides: Sequence[Tree], is_ordered: bool) -> set[str]:
    """Return the capitals that stand in powers of e alone, and may be matrices: X and Y of e^{X+Y} = e^X e^Y.

    Beside a number, in a divisor and in an inequality such a power is a number.
    """
    if is_ordered or any(map(_is_plain, sides)):
        return set()
    parts = [node for side in sides for node in walk(side)]
    settled = [node for node in parts if node.kind == "add" and any(map(_is_plain, node.kids))]
    settled += [node.kids[1] for node in parts if node.kind == "frac"]
    numbers = [power for node in settled for power in walk(node, "script")]
    powers = [node.kids[2] for node in parts if _is_power_of_e(node) and node not in numbers]
    alone = [each for each in powers if all(part.kind != "script" and not _is_small(part) for part in walk(each))]
    met, found = (Counter(node.value for side in own for node in walk(side, "name")) for own in (sides, alone))
    return {name for name, count in found.items() if count == met[name]}


def _is_small(tree: Tree) -> bool:
    return tree.kind == "name" and not tree.value[:1].isupper()


def _is_power_of_e(tree: Tree) -> bool:
    base, sub, sup = tree.scripts
    return base.kind == "name" and base.value in ("e", r"\mathrm{e}") and sub is NONE and sup is not NONE


def _within(tree: Tree, is_number: bool, named: Named) -> Iterator[str]:
    base, _, sup = tree.scripts
    refer = named(tree) if tree.kind in ("name", "script") else None
    if _is_power_of_e(tree):
        yield from _within(sup, True, named)
    elif refer is not None:
        is_power = any(isinstance(mark, Tree) and _is_plain(mark) for mark in refer.marks)
        if len(refer.indices) == 1 and "T" not in refer.marks and (is_number or is_power):
            yield refer.key
    elif tree.kind == "script":  # (x_i − y_i)^2, where nothing is known of the square of a matrix
        is_power = _is_plain(sup) and base.within("(") is not NONE
        yield from _within(base, is_number or is_power, named)
    elif tree.kind == "group":
        for kid in tree.kids:
            yield from _within(kid, is_number and tree.value in ("(", "[", "{") and len(tree.kids) == 1, named)
    elif tree.kind == "big":
        yield from _within(tree.kids[2], is_number or tree.value in _EXTREMES, named)
    elif tree.kind == "add":
        is_number = is_number or any(map(_is_plain, tree.kids))
        for kid in tree.kids:
            yield from _within(kid, is_number, named)
    elif tree.kind == "frac":
        yield from _within(tree.kids[0], is_number, named)
        yield from _within(tree.kids[1], True, named)
    elif tree.kind == "juxt":
        yield from _factors(tree, is_number, named)
    else:
        for kid in tree.kids:
            yield from _within(kid, tree.kind == "sqrt", named)


def _factors(tree: Tree, is_number: bool, named: Named) -> Iterator[str]:
    """Look at what stands beside each other; a product that is a number has no vectors unless one is turned, or a dot.

    Two letters with an index are numbers then, for vectors beside each other have no product.  What stands in brackets
    behind a name may be the argument of a function, and tells nothing.
    """
    turned = any(_may_turn(kid, named) for kid in tree.kids)
    is_number = not turned and (is_number or sum(_has_index(kid, named) for kid in tree.kids) > 1)
    before = NONE
    for kid in tree.kids:
        called = before.base.value if before.kind in ("name", "script") else ""
        is_argument = bool(called) and kid.base.kind == "group" and kid.base.value == "("
        yield from _within(kid, called in _OF_NUMBERS or (is_number and not is_argument), named)
        before = kid


def _may_turn(tree: Tree, named: Named) -> bool:
    """Tell whether a factor is a dot, has a transpose, or is a capital or a bold letter, which may be a matrix."""
    refer = named(tree) if tree.kind in ("name", "script") else None
    if refer is None:
        above = tree.kids[2] if tree.kind == "script" else NONE
        return tree.kind == "dot" or not (above is NONE or _is_plain(above))
    letter = base_letter(refer.key)
    return "T" in refer.marks or letter != refer.key.split("_")[0] or letter[:1].isupper()


def _has_index(tree: Tree, named: Named) -> bool:
    refer = named(tree) if tree.kind == "script" else None
    return refer is not None and len(refer.indices) == 1


def _is_plain(tree: Tree) -> bool:
    """Tell whether a tree is a number in digits, other than 0, or a quotient of such."""
    if tree.kind == "num":
        return tree.value != "0"
    return tree.kind in ("frac", "add") and all(kid.kind == "num" for kid in tree.kids)
