"""Names: a letter with its scripts as what it names, its labels, its indices and what is done to it.

``W_q`` and ``W^{(q)}`` are labelled, ``x_{t-1}`` has an index, ``A_{ij}^T`` two and a mark. An index letter is an index
or the row is not read: it never becomes part of a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from symattn.reading.notation import TRANSPOSED
from symattn.reading.refusal import Refused
from symattn.reading.tree import NONE, ONE, Tree, split_at_dots, walk

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

    @property
    def stands(self) -> str:
        """How it stands: its name, and whether an index is below it."""
        return f"{self.key}[]" if self.indices else self.key


def is_letter(tree: Tree) -> bool:
    """Tell whether a tree is a letter, with an accent or in bold, not a word."""
    return tree.kind == "name" and (len(tree.value.rstrip("'")) == 1 or tree.value.startswith("\\"))


def letters_in(*trees: Tree) -> set[str]:
    """Return the letters that stand in trees."""
    return {part.value for tree in trees for part in walk(tree, "name") if is_letter(part)}


def bound_in(*trees: Tree) -> set[str]:
    """Return the letters that sums bind in trees."""
    return letters_in(*(node.kids[0] for tree in trees for node in walk(tree, "big")))


def is_numbered(tree: Tree) -> bool:
    """Tell whether a tree is a letter, or one with a number below it."""
    base, sub, sup = tree.scripts
    return is_letter(base) and sup is NONE and sub.kind in ("num", "none")


def below_indicator(sub: Tree) -> Tree:
    """Return the condition that stands below a 1, also in braces; NONE where something else stands there."""
    condition = sub.within("{") if sub.kind == "group" else sub
    return condition if condition.kind == "rel" else NONE


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


IsIndex = Callable[[str, str], bool]
HasPlaces = Callable[[str], int]


def _never(letter: str, base: str = "") -> bool:
    return False


def reference(tree: Tree, is_index: IsIndex = _never, has_places: HasPlaces = _never) -> Reference | None:
    """Return what a tree names; None where it is no letter with scripts.

    ``is_index(letter, base)`` tells whether a letter under a base is an index, ``has_places(key)`` how many indices
    that are letters the note gives to what a key names.
    """
    inner, layers = tree, list[Tree]()
    while inner.kind == "script" or inner.within("{").kind in ("name", "script"):
        layers += [inner] if inner.kind == "script" else []
        inner = inner.kids[0]
    base = r"\mathbf{1}" if inner.kind == "num" and inner.value == "1" and layers else inner.value
    if inner.kind != "name" and base == inner.value:
        return None
    if base in CONSTANTS and any(len(split_at_dots(layer.kids[1])) == 2 for layer in layers):
        return None  # a matrix of ones, with its shape below
    if base in CONSTANTS and any(below_indicator(layer.kids[1]) is not NONE for layer in layers):
        return None
    scripts = _Scripts(base, is_index, has_places)
    for layer in reversed(layers):
        _, sub, sup = layer.kids
        scripts.take_below(sub)
        scripts.take_above(sup)
    key = _labelled(_labelled(base, scripts.below), scripts.above, "^")
    return Reference(key, tuple(scripts.indices), tuple(scripts.marks))


def _labelled(base: str, labels: list[str], mark: str = "_") -> str:
    return f"{base}{mark}{','.join(labels)}" if labels else base


@dataclass
class _Scripts:
    """Hold what stands below and above a letter, sorted into labels, indices and marks."""

    base: str
    is_index: IsIndex
    has_places: HasPlaces
    below: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    indices: list[Tree] = field(default_factory=list)
    marks: list[Tree | str] = field(default_factory=list)

    def is_place(self, tree: Tree) -> bool:
        """Tell whether a tree is a letter that is an index here."""
        return is_letter(tree) and self.is_index(tree.value, self.base)

    def take_below(self, sub: Tree) -> None:
        """Sort in what stands below."""
        sub = Tree("list", "", sub.kids) if sub.kind == "group" and sub.value == "(" and len(sub.kids) > 1 else sub
        items = sub.items if sub is not NONE else ()
        if _is_pair(sub) and self.has_places(f"{self.base},"):
            items = sub.kids  # 1j and j1, which nobody writes for a multiple of j
        if len(items) == 2 and self.has_places(f"{self.base},") and all(map(_is_place, items)):
            self.indices += items  # an entry, or a part, of what was declared as a matrix
            items = ()
        parts = list[Tree]()
        for item in items:
            word = "".join(map(str, item.kids)) if item.kind == "juxt" else ""
            is_word = word and self.has_places(f"{self.base}:{word}")
            parts += [Tree("text", word)] if is_word else self.split(item)
        for part in parts:
            self.sort_in(part, self.below, self.has_places)

    def split(self, item: Tree) -> list[Tree]:
        """Take ij apart, and the index out of ``\\text{rotated}_j``."""
        base, sub, sup = item.scripts
        if item.kind == "juxt" and all(map(is_letter, item.kids)):
            places = list(map(self.is_place, item.kids))
            letters = [kid.value for kid in item.kids]
            if any(places) and not all(places):
                raise Refused(f"which of {' '.join(letters)} are indices?")
            return list(item.kids) if all(places) else [Tree("text", "".join(letters))]
        if item.kind == "script" and base.kind in ("text", "name") and not is_letter(base) and sup is NONE:
            return [base, *self.split(sub)]
        inner = item.within("(")
        if inner is NONE:
            return [item]
        parts = self.split(inner)
        is_place = all(self.is_place(each) or each.kind in ("num", "add") for each in parts)
        is_other = is_place and self.has_places(f"{self.base}()")  # x^{(i)} is no entry of x
        return [Tree("text", "()"), *parts] if is_other else parts

    def sort_in(self, item: Tree, labels: list[str], has_places: HasPlaces) -> None:
        """Sort in a part of what stands below, or in brackets above."""
        key = _labelled(self.base, labels)
        is_number = item.kind == "num" and item.value.isdecimal()
        places = has_places(key) if item.kind == "num" else 0
        if is_number and len(item.value) == places > 1:
            self.indices += [Tree("num", digit) for digit in item.value]
        elif (
            (is_number and places)
            or self.is_place(item)
            or (is_letter(item) and labels and has_places(f"{key};"))
            or item.kind == "slice"
            or (item.kind in ("add", "juxt", "frac", "script") and _is_place(item))
        ):
            self.indices.append(item)
        elif item.kind in ("text", "name", "num"):
            labels.append(item.value)
        elif item.within("[") is not NONE:
            labels.append("[]")  # S_{[i]} is another family than S_i
            self.sort_in(item.kids[0], labels, has_places)
        else:
            raise Refused("a subscript that is not read")

    def take_above(self, sup: Tree) -> None:
        """Sort in what stands above."""
        kind, value, base, kids = sup.kind, sup.value, self.base, sup.kids
        is_single, letters = is_letter(sup), kids != () and all(map(is_letter, kids))
        if sup is NONE:
            return
        if kind == "name" and value in TRANSPOSED:
            self.marks.append("T")
        elif kind == "name" and value == r"\dagger":
            raise Refused("is † a transpose, or a pseudo-inverse?")
        elif kind == "juxt" and len(kids) == 2 and kids[1].kind == "name" and kids[1].value in TRANSPOSED:
            self.take_above(kids[0])
            self.marks.append("T")
        elif kind == "raw" and re.fullmatch(r"-(\\top|T|\\intercal)", value):
            self.marks += [Tree("add", "-", (ONE,)), "T"]
        elif kind == "text" or (
            kind == "name" and (not is_single or value in ("*", "+", "-", r"\nabla", r"\star", r"\times"))
        ):
            self.above.append(value)
        elif sup.within("(") is not NONE:
            for item in self.split(sup):
                self.sort_in(item, self.above, lambda key: 1)
        elif kind == "list":
            for each in kids:
                self.take_above(each)
        elif is_single and (base_letter(base)[:1].isupper() or is_bold(base)):
            if self.is_place(sup):
                self.indices.append(sup)
            else:
                self.above.append(value)
        elif kind == "juxt" and base not in ("e", r"\mathrm{e}") and all(map(self.is_place, kids)):
            if self.has_places(f"{base}()"):
                raise Refused(f"is {base} with indices above one of several {base}, an entry, or a power?")
            self.indices += kids
        elif kind == "name" and value.isupper() and len(value) == 1:
            self.above.append(value)
        elif kind == "juxt" and letters and all(kid.value.isupper() for kid in kids):
            self.above.append("".join(kid.value for kid in kids))
        elif kind == "name" and self.indices and value in PLACES and self.is_index(value, base):
            raise Refused(f"is {value} a power, or an index?")
        elif sup == ONE:
            raise Refused("is 1 a power, or a label?")
        elif kind in ("raw", "rel") or (kind == "group" and value != "{"):
            raise Refused("a superscript that is not read")
        else:
            self.marks.append(sup)


def _is_pair(item: Tree) -> bool:
    """Tell whether a tree is a letter with a number behind it, or with 1 before it."""
    kids = item.kids if item.kind == "juxt" and len(item.kids) == 2 else (NONE, NONE)
    return (is_letter(kids[0]) and kids[1].kind == "num") or (kids[0] == ONE and is_letter(kids[1]))


def _is_place(item: Tree) -> bool:
    if item.kind in ("num", "name", "slice"):
        return True
    return item.kind in ("add", "juxt", "frac", "script", "dot", "group", "none") and all(map(_is_place, item.kids))


def halved(index: Tree) -> tuple[Tree, str] | None:
    """Return i, and which half of the places it counts, for an index 2i or 2i + 1; None for all else.

    >>> halved(Tree("juxt", "", (Tree("num", "2"), Tree("name", "i"))))[1]
    'even'
    """
    term, more = (index.kids[0], index.kids[1:]) if index.kind == "add" and index.value == "++" else (index, ())
    is_half = (
        term.kind == "juxt" and len(term.kids) == 2 and term.kids[0] == Tree("num", "2") and is_letter(term.kids[1])
    )
    return (term.kids[1], "odd" if more else "even") if is_half and more in ((), (ONE,)) else None


def head_letter(key: str) -> str:
    """Return the letter of a name without its labels."""
    return base_letter(key.split("_")[0].split("^")[0])


def plain_name(key: str) -> str:
    r"""Return a name that Python and LaTeX can both write.

    >>> plain_name(r"\mathbf{W}_q"), plain_name(r"\tilde{p}"), plain_name(r"\theta"), plain_name("W_Q,i^rope")
    ('W_q', '\\tilde{p}', 'theta', 'W_Qi_rope')
    >>> plain_name("k^*")
    'k^*'
    """
    found = re.match(r"(\\[a-z]+)\{(.*?)\}('*)(.*)$", key)
    if found and found[1] in (r"\hat", r"\tilde", r"\bar", r"\vec", r"\dot"):
        return f"{found[1]}{{{plain_name(found[2])}}}{found[3]}{_labels(found[4])}"
    if found:
        return plain_name(found[2]) + found[3] + _labels(found[4])
    base, rest = re.match(r"(\\?[^_^]*)(.*)$", key, re.S).groups()  # type: ignore[union-attr]
    return str(base).lstrip("\\") + _labels(str(rest))


def _labels(rest: str) -> str:
    plain, mark, _ = re.match(r"(.*?)(\^[*+])?()$", rest, re.S).groups()  # type: ignore[union-attr]
    plain = plain.replace("\\", "").replace("[]", "box").replace("()", "at").replace("^", "_")
    return re.sub(r"[^\w_']", "", plain) + (mark or "")


def letter_plus(tree: Tree) -> tuple[str | None, int]:
    """Return the letter and the number of t − 1, i, j + 2; None for anything else."""
    if is_letter(tree):
        return tree.value, 0
    if tree.kind == "group" and len(tree.kids) == 1:
        return letter_plus(tree.kids[0])
    if tree.kind == "add" and tree.value[0] == "+" and all(map(is_natural, tree.kids[1:])):
        name, plus = letter_plus(tree.kids[0])
        return name, plus + sum(
            int(f"{sign}{kid.value}") for sign, kid in zip(tree.value[1:], tree.kids[1:], strict=True)
        )
    return None, 0


def is_natural(tree: Tree) -> bool:
    """Tell whether a tree is a natural number."""
    return tree.kind == "num" and tree.value.isdecimal()


def written_out(tree: Tree) -> str:
    """Return the q of a matrix in which q_{11}, q_{12}, …, or ∂L/∂q_{11}, …, stand, each at its place; else nothing."""
    rows, columns = map(int, tree.value.split(",")) if tree.kind == "matrix" else (0, 0)
    names = {_name_at(cell, *divmod(at, columns)) for at, cell in enumerate(tree.kids)} if rows > 1 < columns else set()
    return names.pop() if len(names) == 1 else ""


def _name_at(cell: Tree, row: int, column: int) -> str:
    (cell, *_) = cell.kids[1].kids[1:] if cell.kind == "frac" and cell.kids[1].kind == "juxt" else (cell,)
    base, below, above = cell.scripts
    digits = below.value if below.kind == "num" else "".join(each.value for each in below.items)
    return base.value if is_letter(base) and above is NONE and digits == f"{row + 1}{column + 1}" else ""
