"""Names: a letter with its scripts as what it names, its labels, its indices and what is done to it.

``W_q`` and ``W^{(q)}`` are labelled, ``x_{t-1}`` has an index, ``A_{ij}^T`` two and a mark. An index letter is an index
or the row is not read: it never becomes part of a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from symattn.reading.refusal import Refused
from symattn.reading.tree import NONE, ONE, Tree, split_at_dots

TRANSPOSED = {
    "T",
    r"\top",
    r"\intercal",
    r"\mathsf{T}",
    r"\mathrm{T}",
    r"\mathtt{T}",
    r"\mathbf{T}",
    r"\mathcal{T}",
    r"\transpose",
    r"\trans",
    r"\t",
}
#: Matrices of ones and zeros.
CONSTANTS = (r"\mathbf{1}", r"\mathbb{1}", r"\mathbf{0}")
#: What is the identity, unless something else is said of it.
IDENTITIES = ("I", r"\mathbf{I}", r"\mathbb{I}", r"\mathrm{I}")
#: Letters that tell queries, keys and values apart, not places.
LABELS = set("qkvoQKVOE")
#: Letters that are places unless something says otherwise.
PLACES = set("ijklmnstrp")


@dataclass(frozen=True)
class Reference:
    """Hold what a letter with scripts names: ``key`` with its labels, indices, and marks such as "T" or a power."""

    key: str
    indices: tuple[Tree, ...]
    marks: tuple[Tree | str, ...] = ()


def is_letter(tree: Tree) -> bool:
    """Tell whether a tree is a letter, with an accent or in bold, not a word."""
    return tree.kind == "name" and (len(tree.value.rstrip("'")) == 1 or tree.value.startswith("\\"))


def base_letter(name: str) -> str:
    r"""Return the letter of a name without font and accent.

    >>> base_letter(r"\mathbf{x}'"), base_letter(r"\hat{y}"), base_letter(r"\theta"), base_letter("Attn")
    ('x', 'y', '\\theta', 'Attn')
    """
    found = re.match(r"\\[a-z]+\{(.*)\}'*$", name)
    return base_letter(found[1]) if found else name.rstrip("'")


def is_bold(name: str) -> bool:
    """Tell whether a name is in bold."""
    return r"\mathbf{" in name


def reference(tree: Tree, is_index: Callable[[str, str], bool], has_places: Callable[[str], int]) -> Reference | None:
    """Return what a tree names; None where it is no letter with scripts.

    ``is_index(letter, base)`` tells whether a letter under a base is an index, ``has_places(key)`` how many indices
    that are letters the note gives to what a key names.
    """
    marks = list[Tree | str]()
    inner = tree
    layers = list[Tree]()
    while inner.kind == "script":
        layers.append(inner)
        inner = inner.kids[0]
    while (
        inner.kind == "group"
        and inner.value == "{"
        and len(inner.kids) == 1
        and inner.kids[0].kind in ("name", "script")
    ):
        inner = inner.kids[0]
        while inner.kind == "script":
            layers.append(inner)
            inner = inner.kids[0]
    if inner.kind == "num" and inner.value == "1" and layers:
        inner = Tree("name", r"\mathbf{1}")
    if inner.kind != "name":
        return None
    base = inner.value
    if base in CONSTANTS and any(len(split_at_dots(layer.kids[1])) == 2 for layer in layers):
        return None  # a matrix of ones, with its shape below
    below, above, indices = list[str](), list[str](), list[Tree]()
    pending = list[Tree]()
    for layer in reversed(layers):
        _, sub, sup = layer.kids
        if sub is not NONE:
            items = sub.items
            if len(items) == 2 and has_places(f"{base},") and all(map(_is_place, items)):
                indices += items  # an entry, or a part, of what was declared as a matrix
                items = ()
            for item in items:
                word = "".join(map(str, item.kids)) if item.kind == "juxt" else ""
                is_word = word and has_places(f"{base}:{word}")
                pending += [Tree("text", word)] if is_word else _split(item, base, is_index)
        for item in pending:
            _sorted_in(item, base, below, indices, is_index, has_places)
        pending.clear()
        if sup is not NONE:
            _above(sup, base, above, indices, marks, is_index)
    key = base + (f"_{','.join(below)}" if below else "") + (f"^{','.join(above)}" if above else "")
    return Reference(key, tuple(indices), tuple(marks))


def references(
    tree: Tree, is_index: Callable[[str, str], bool], has_places: Callable[[str], int]
) -> Iterator[Reference]:
    """Yield what is named in a tree: letters with their scripts, and what stands in powers; no index, no label."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if node.kind in ("name", "script"):
            try:
                refer = reference(node, is_index, has_places)
            except Refused:
                refer = None
            if refer is not None:
                yield refer
                waiting += [mark for mark in refer.marks if isinstance(mark, Tree)]
                continue
        waiting += node.kids[::-1]


def _split(item: Tree, base: str, is_index: Callable[[str, str], bool]) -> list[Tree]:
    """Take ij apart, and the index out of ``\\text{rotated}_j``."""
    if item.kind == "juxt" and all(is_letter(kid) for kid in item.kids):
        places = [is_index(kid.value, base) for kid in item.kids]
        if all(places):
            return list(item.kids)
        if any(places):
            raise Refused(f"which of {' '.join(kid.value for kid in item.kids)} are indices?")
        return [Tree("text", "".join(kid.value for kid in item.kids))]
    if item.kind == "script" and item.kids[0].kind in ("text", "name") and not is_letter(item.kids[0]):
        return [item.kids[0], *_split(item.kids[1], base, is_index)] if item.kids[2] is NONE else [item]
    if item.within("(") is not NONE:
        return _split(item.kids[0], base, is_index)
    return [item]


def _sorted_in(
    item: Tree,
    base: str,
    labels: list[str],
    indices: list[Tree],
    is_index: Callable[[str, str], bool],
    has_places: Callable[[str], int],
) -> None:
    if item.kind == "text" or (item.kind == "name" and not is_letter(item)):
        labels.append(item.value)
    elif item.kind == "name":
        key = base + (f"_{','.join(labels)}" if labels else "")
        if is_index(item.value, base) or (labels and has_places(f"{key};")):
            indices.append(item)
        else:
            labels.append(item.value)
    elif item.kind == "num":
        key = base + (f"_{','.join(labels)}" if labels else "")
        places = has_places(key)
        if places and len(item.value) == places and places > 1 and item.value.isdecimal():
            indices.extend(Tree("num", digit) for digit in item.value)
        elif places and item.value.isdecimal():
            indices.append(item)
        else:
            labels.append(item.value)
    elif item.kind == "slice" or (item.kind in ("add", "juxt", "frac", "script") and _is_place(item)):
        indices.append(item)
    elif item.within("[") is not NONE:
        labels.append("[]")  # S_{[i]} is another family than S_i
        _sorted_in(item.kids[0], base, labels, indices, is_index, has_places)
    else:
        raise Refused("a subscript that is not read")


def _is_place(item: Tree) -> bool:
    if item.kind in ("num", "name", "slice"):
        return True
    return item.kind in ("add", "juxt", "frac", "script", "dot", "group", "none") and all(map(_is_place, item.kids))


def _above(
    sup: Tree,
    base: str,
    labels: list[str],
    indices: list[Tree],
    marks: list[Tree | str],
    is_index: Callable[[str, str], bool],
) -> None:
    if sup.kind == "name" and sup.value in TRANSPOSED:
        marks.append("T")
    elif sup.kind == "name" and sup.value == r"\dagger":
        raise Refused("is † a transpose, or a pseudo-inverse?")
    elif sup.kind == "juxt" and sup.kids[-1].kind == "name" and sup.kids[-1].value in TRANSPOSED and len(sup.kids) == 2:
        _above(sup.kids[0], base, labels, indices, marks, is_index)
        marks.append("T")
    elif sup.kind == "raw" and re.fullmatch(r"-(\\top|T|\\intercal)", sup.value):
        marks += [Tree("add", "-", (ONE,)), "T"]
    elif sup.kind == "text" or (
        sup.kind == "name" and (not is_letter(sup) or sup.value in ("*", "+", "-", r"\nabla", r"\star", r"\times"))
    ):
        labels.append(sup.value)
    elif sup.within("(") is not NONE:
        for item in _split(sup.kids[0], base, is_index):
            _sorted_in(item, base, labels, indices, is_index, lambda key: 1)
    elif sup.kind == "list":
        for each in sup.kids:
            _above(each, base, labels, indices, marks, is_index)
    elif sup.kind == "name" and (base_letter(base)[:1].isupper() or is_bold(base)) and is_letter(sup):
        if is_index(sup.value, base):
            indices.append(sup)
        else:
            labels.append(sup.value)
    elif (
        sup.kind == "juxt"
        and base not in ("e", r"\mathrm{e}")
        and all(is_letter(kid) and is_index(kid.value, base) for kid in sup.kids)
    ):
        indices += sup.kids
    elif sup.kind == "name" and sup.value.isupper() and len(sup.value) == 1:
        labels.append(sup.value)
    elif sup.kind == "juxt" and all(is_letter(kid) and kid.value.isupper() for kid in sup.kids):
        labels.append("".join(kid.value for kid in sup.kids))
    elif sup.kind == "name" and indices and sup.value in PLACES and is_index(sup.value, base):
        raise Refused(f"is {sup.value} a power, or an index?")
    elif sup == ONE:
        raise Refused("is 1 a power, or a label?")
    elif sup.kind in ("raw", "rel") or (sup.kind == "group" and sup.value != "{"):
        raise Refused("a superscript that is not read")
    else:
        marks.append(sup)


def head_letter(key: str) -> str:
    """Return the letter of a name without its labels."""
    return base_letter(key.split("_")[0].split("^")[0])


def plain_name(key: str) -> str:
    r"""Return a name that Python and LaTeX can both write.

    >>> plain_name(r"\mathbf{W}_q"), plain_name(r"\tilde{p}"), plain_name(r"\theta"), plain_name("W_Q,i^rope")
    ('W_q', '\\tilde{p}', 'theta', 'W_Qi_rope')
    """
    found = re.match(r"(\\[a-z]+)\{(.*?)\}('*)(.*)$", key)
    if found and found[1] in (r"\hat", r"\tilde", r"\bar", r"\vec", r"\dot"):
        return f"{found[1]}{{{plain_name(found[2])}}}{found[3]}{_labels(found[4])}"
    if found:
        return plain_name(found[2]) + found[3] + _labels(found[4])
    base, rest = re.match(r"(\\?[^_^]*)(.*)$", key, re.S).groups()  # type: ignore[union-attr]
    return str(base).lstrip("\\") + _labels(str(rest))


def _labels(rest: str) -> str:
    return re.sub(r"[^\w_']", "", rest.replace("\\", "").replace("[]", "box").replace("^", "_"))
