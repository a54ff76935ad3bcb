"""Spaces: what stands behind ∈ or a colon in a declaration – ℝ^{n×d}, S_n, GL_n, {0, …, n − 1}, ℝ^n → ℝ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from symattn.reading.parser import parsed_clause
from symattn.reading.refusal import attempt
from symattn.reading.tokens import tokens
from symattn.reading.tree import MINUS_INFINITY, NONE, ONE, ZERO, Tree, split_at_dots


@dataclass(frozen=True)
class Space:
    """Hold what a space says of its members: their kind, their sizes, and how many indices a family has."""

    kind: str
    sizes: tuple[Tree, ...] = ()
    places: int = 0


def kind_of(sizes: Sequence[Any]) -> str:
    """Return what has so many sizes: a number, a vector or a matrix."""
    return ("number", "vector", "matrix")[min(len(sizes), 2)]


def space(tree: Tree) -> Space | None:
    """Return the space that a tree names, None for another set."""
    sizes = real_space(tree)
    if sizes is not None:
        return Space(kind_of(sizes), sizes)
    base, sub, sup = tree.scripts
    first, *_, last = tree.kids if tree.kind == "juxt" else (NONE, NONE)
    is_script, is_pair = tree.kind == "script", tree.kind == "juxt" and len(tree.kids) == 2
    if tree.value in (r"\mathbb{N}", r"\N"):
        return Space("natural")
    if base.value in (r"\mathbb{C}", r"\C"):
        return Space("unread" if is_script else "complex")
    if base.value in _FIELDS and (base.value != r"\mathbb{Z}" or sub is not NONE):
        return Space("unread")
    is_told = last.kind == "text" and "0 in every row" in last.value
    entries, below, sizes_above = (first if is_told else tree).scripts
    if entries.value == "{" and {*entries.kids} == {ZERO, MINUS_INFINITY}:  # {0, −∞}^{n×m}
        sizes = split_at_dots(sizes_above)
        return Space("mask" if is_told else "any mask", sizes) if len(sizes) == 2 and below is NONE else None
    if is_pair and last.value == "outcomes":  # a distribution on {0, …, n − 1}
        count = _count(first)
        return None if count is None else Space("probability", (ONE, count))
    if is_script and sup is NONE and real_space(base) == () and sub.kids == (NONE, Tree("num", "0")):  # ℝ_{> 0}
        signed = {">": "positive", ">=": "nonnegative"}.get(sub.value)
        return None if signed is None else Space(signed)
    if is_script and real_space(base) == () and {sub.value, sup.value} == {"", "+"}:
        return Space("positive or 0")  # is 0 in ℝ_+?
    if (count := _of_simplex(tree)) is not None:
        return Space("simplex", (count,))
    if is_script and sup is NONE and base.value in _GROUPS:
        return Space(_GROUPS[base.value], (sub,))
    if is_pair and first.value in ("O", r"\mathrm{O}"):
        return Space("orthogonal", last.kids) if last.within("(") is not NONE else None
    inner = space(base.within("(")) if is_script and sub is NONE and base.within("(") is not NONE else None
    is_family = inner is not None and inner.kind == "matrix" and len(inner.sizes) == 2
    return Space("matrix", (sup, *inner.sizes), 1) if inner is not None and is_family else None


def _of_simplex(tree: Tree) -> Tree | None:
    """Return the n of Δ^{n−1}, of which a point has n entries; None for Δ^n, of which it may have one more."""
    base, sub, sup = tree.scripts
    size = sup if sub is NONE else sub if sup is NONE else NONE
    is_less = size.kind == "add" and size.value == "+-" and size.kids[1] == ONE
    return size.kids[0] if base.value == r"\Delta" and is_less else None


def _count(tree: Tree) -> Tree | None:
    """Return how many numbers {0, …, n − 1} has; None for another set."""
    is_range = tree.kind == "group" and len(tree.kids) == 3 and tree.kids[1].kind == "dots"
    if not is_range or tree.kids[0].value != "0":
        return None
    last, one = tree.kids[2], ONE
    is_less = last.kind == "add" and last.value[-1] == "-" and last.kids[-1] == one
    count = replace(last, value=last.value[:-1], kids=last.kids[:-1]) if is_less else Tree("add", "++", (last, one))
    return count.kids[0] if count.value == "+" else count


def map_space(tree: Tree) -> Space | None:
    """Return the space of maps behind a colon, ℝ^n → ℝ^m with both sizes; None for maps between other sets."""
    if tree.value == "!=,subset" and tree.kids[0].value == r"\emptyset":  # ∅ ≠ S ⊆ {0, …, n − 1}
        count = _count(tree.kids[2])
        return None if count is None else Space("subset", (count,))
    if tree.value != "colon,to":
        return None
    _, source, image = tree.kids
    if source.value == r"\mathbb{N}":  # a homomorphism ℕ → ℝ^{d×d}
        square, *words = image.kids if image.kind == "juxt" else (image,)
        sides = real_space(square) or ()
        is_known = [each.value for each in words] == ["homomorphism"] and len(sides) == 2 and sides[0] == sides[1]
        return Space("encoding", sides[:1]) if is_known else None
    factors = split_at_dots(source)
    if len(factors) == 2 and factors[0] == factors[1] and real_space(image) == ():  # ℝ^n × ℝ^n → ℝ
        sides = real_space(factors[0]) or ()
        return Space("kernel", sides) if len(sides) == 1 else None
    one, other = real_space(source), real_space(image)
    if any(sizes is not None and len(sizes) > 1 for sizes in (one, other)):
        return Space("other map")  # of matrices
    if one is None or other is None:
        return None
    return Space("map", (*(one or (ONE,)), *(other or (ONE,))))


def real_space(tree: Tree) -> tuple[Tree, ...] | None:
    r"""Return the sizes of ℝ^{n×d}, none for ℝ itself; None for what is no such space."""
    if tree.kind == "op" and tree.value == "otimes":  # ℝ^r ⊗ ℝ^d
        one, other = map(real_space, tree.kids)
        return None if one is None or other is None else one + other
    base, sub, sup = tree.scripts
    if (
        base.kind != "name"
        or base.value not in _REALS
        or sub is not NONE
        or sup.kind == "raw"
        or sup.value in ("+", "*")
    ):
        return None  # ℝ_{> 0}, ℝ^+
    if sup is NONE:
        return ()
    if sup.kind == "text":
        text = sup.value.strip("()")
        sup = attempt(lambda: parsed_clause(tokens(text))) or NONE
    if sup is NONE:
        return None
    if sup.kind == "group" and sup.value == "(":
        sup = sup.kids[0] if len(sup.kids) == 1 else replace(sup, kind="list")
    return sup.kids if sup.kind == "list" else split_at_dots(sup)


_REALS = (r"\mathbb{R}", r"\R", r"\RR", r"\Reals", r"\reals", r"\mathbf{R}")
#: Fields, and rings, of which nothing is read; ℤ_p is one of them.
_FIELDS = (r"\mathbb{F}", r"\mathbb{K}", r"\mathbb{H}", r"\mathbb{Z}", r"\mathrm{GF}", r"\mathbf{F}")
#: The groups of matrices that have a letter.
_GROUPS = {"S": "permutation", r"\mathfrak{S}": "permutation", "GL": "invertible", r"\mathrm{GL}": "invertible"}
