"""Spaces: what stands behind ∈ or a colon in a declaration – ℝ^{n×d}, S_n, GL_n, {0, …, n − 1}, ℝ^n → ℝ."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symattn.reading.parser import parsed_clause
from symattn.reading.refusal import Refused
from symattn.reading.tokens import tokens
from symattn.reading.tree import NONE, ONE, Tree, split_at_dots


@dataclass(frozen=True)
class Space:
    """Hold what a space says of its members: their kind, their sizes, and how many indices a family has."""

    kind: str
    sizes: tuple[Tree, ...] = ()
    places: int = 0


def space(tree: Tree) -> Space | None:
    """Return the space that a tree names, None for another set."""
    sizes = real_space(tree)
    if sizes is not None:
        return Space("number" if not sizes else "vector" if len(sizes) == 1 else "matrix", sizes)
    if tree.kind == "name" and tree.value in (r"\mathbb{N}", r"\N"):
        return Space("natural")
    if tree.kind == "name" and tree.value in (r"\mathbb{C}", r"\C"):
        return Space("complex")
    if tree.kind == "script" and tree.kids[0].value in (r"\mathbb{C}", r"\C"):
        return Space("unread")
    if tree.kind == "juxt" and tree.kids[-1].kind == "text" and "0 in every row" in tree.kids[-1].value:
        base = tree.kids[0]  # {0, −∞}^{n×m}
        sizes = split_at_dots(base.kids[2]) if base.kind == "script" and base.kids[0].value == "{" else ()
        return Space("mask", sizes) if len(sizes) == 2 else None
    if (
        tree.kind == "juxt" and tree.kids[-1].value == "outcomes" and len(tree.kids) == 2
    ):  # a distribution on {0, …, n − 1}
        count = _count(tree.kids[0])
        return None if count is None else Space("probability", (ONE, count))
    signed = _signed(tree)
    if signed is not None:
        return Space(signed)
    if tree.kind == "script" and tree.kids[0].kind == "name" and tree.kids[0].value in _GROUPS and tree.kids[2] is NONE:
        return Space(_GROUPS[tree.kids[0].value], (tree.kids[1],)) if tree.kids[1] is not NONE else None
    if tree.kind == "juxt" and len(tree.kids) == 2 and tree.kids[0].value in ("O", r"\mathrm{O}"):
        group = tree.kids[1]
        return Space("orthogonal", group.kids) if group.value == "(" and len(group.kids) == 1 else None
    if tree.kind == "script" and tree.kids[0].kind == "group" and tree.kids[1] is NONE and tree.kids[0].value == "(":
        inner = space(tree.kids[0].kids[0]) if len(tree.kids[0].kids) == 1 else None
        if inner is not None and inner.kind == "matrix" and len(inner.sizes) == 2:
            return Space("matrix", (tree.kids[2], *inner.sizes), 1)
    return None


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
    """Return the space of maps behind a colon, ℝ^n → ℝ^m with both sizes; None for other maps."""
    if tree.value == "!=,subset" and tree.kids[0].value == r"\emptyset":  # ∅ ≠ S ⊆ {0, …, n − 1}
        count = _count(tree.kids[2])
        return None if count is None else Space("subset", (count,))
    if tree.value == "colon,to" and tree.kids[1].value == r"\mathbb{N}":  # a homomorphism ℕ → ℝ^{d×d}
        square, *words = tree.kids[2].kids if tree.kids[2].kind == "juxt" else (tree.kids[2],)
        sides = real_space(square) or ()
        is_known = [each.value for each in words] == ["homomorphism"] and len(sides) == 2 and sides[0] == sides[1]
        return Space("encoding", sides[:1]) if is_known else None
    factors = split_at_dots(tree.kids[1]) if tree.value == "colon,to" else ()
    if len(factors) == 2 and factors[0] == factors[1] and real_space(tree.kids[2]) == ():  # ℝ^n × ℝ^n → ℝ
        sides = real_space(factors[0]) or ()
        return Space("kernel", sides) if len(sides) == 1 else None
    sizes = [real_space(side) for side in tree.kids[1:]] if tree.value == "colon,to" else []
    if len(sizes) != 2 or any(each is None or len(each) > 1 for each in sizes):
        return None
    return Space("map", tuple(each[0] if each else ONE for each in sizes if each is not None))


def _signed(tree: Tree) -> str | None:
    """Return what the numbers of ℝ_{> 0} or ℝ_{≥ 0} are."""
    if tree.kind != "script" or real_space(tree.kids[0]) != () or tree.kids[2] is not NONE:
        return None
    below = tree.kids[1]
    if below.kind == "rel" and below.kids == (NONE, Tree("num", "0")):
        return {">": "positive", ">=": "nonnegative"}.get(below.value)
    return None


def real_space(tree: Tree) -> tuple[Tree, ...] | None:
    r"""Return the sizes of ℝ^{n×d}, none for ℝ itself; None for what is no such space."""
    if tree.kind == "op" and tree.value == "otimes":  # ℝ^r ⊗ ℝ^d
        one, other = map(real_space, tree.kids)
        return None if one is None or other is None else one + other
    base, sup = (tree.kids[0], tree.kids[2]) if tree.kind == "script" else (tree, NONE)
    if base.kind != "name" or base.value not in (r"\mathbb{R}", r"\R", r"\RR", r"\Reals", r"\reals", r"\mathbf{R}"):
        return None
    if tree.kind == "script" and tree.kids[1] is not NONE:
        return None  # ℝ_{> 0}
    if sup is NONE:
        return ()
    if sup.kind == "raw" or sup.value in ("+", "*"):
        return None  # ℝ^+
    if sup.kind == "text":
        try:
            sup = parsed_clause(tokens(sup.value.strip("()")))
        except Refused:
            return None
    if sup.kind == "group" and sup.value == "(":
        sup = sup.kids[0] if len(sup.kids) == 1 else Tree("list", "", sup.kids)
    if sup.kind == "list":
        return sup.kids
    return split_at_dots(sup)


#: The groups of matrices that have a letter.
_GROUPS = {"S": "permutation", r"\mathfrak{S}": "permutation", "GL": "invertible", r"\mathrm{GL}": "invertible"}
