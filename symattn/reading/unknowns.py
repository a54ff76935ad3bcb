"""What nobody declared, as a symbol: f(x, y), ∂L/∂X, p_{i,2j} are any matrix each, of which nothing else is known.

Equal texts are equal symbols; index letters in them are indices of the symbol. What is proved of any matrix holds of
what the author means; what fails rests on it, and is open.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from symattn.language.base.names import GREEK
from symattn.reading.indices import Place
from symattn.reading.letters import value_of
from symattn.reading.names import is_letter
from symattn.reading.notation import TRANSPOSED
from symattn.reading.refusal import Refused, attempt
from symattn.reading.sizes import Size
from symattn.reading.stage import Letter, Stage
from symattn.reading.tree import Tree, walk
from symattn.reading.values import Value


def unknown(stage: Stage, tree: Tree, like: Value | None = None, asks: str = "") -> Value:
    """Return what a tree stands for of which nothing is known; ``like`` is of its shape.

    Raise Refused where it speaks of an argument of a definition that is unfolded: its text is not what it means there.
    """
    places: dict[str, Place] = {}
    for node in walk(tree, "name", "text"):
        bound = stage.find_bound(node.value)
        if (bound is not None and bound.place is None) or (stage.bound and any("[" in key for key in stage.bound[-1])):
            raise Refused(f"{told(tree)} of an argument of a definition is not read")
        if bound is not None or (is_letter(node) and node.value in stage.subscripts):
            places.setdefault(node.value, stage.place(node))
    if len(places) > 2:
        raise Refused(f"{told(tree)} has {len(places)} different indices: more than two are not read")
    numbers = {name: f"#{number}" for number, name in enumerate(places)}
    text = told(tree)
    key, count = str(_renamed(tree, numbers)), len(places)
    letter = stage.letters.get((key, count))
    if letter is None:
        kind = str(stage.plan.get(f"need {key}", "number" if like is not None and like.is_number else "matrix"))
        own = like.shape if like is not None else None
        own = own or (Size(hint="n", may_be_one=True), Size(hint="d", may_be_one=True))
        counts = tuple(Size(hint="N") for _ in range(count))
        letter = Letter(key, count, kind, None if kind == "number" else own, True, counts)
        stage.letters[key, count] = letter
        plain = re.sub(r"[Α-ω]", lambda found: _NAMES[found[0]], text)
        stage.call(key, count, re.sub(r"\W+", "_", plain).strip("_") or "f")
        stage.assume(f"{text}: any {kind}")
        stage.unread[asks or text] = 0
    value = value_of(stage, letter, tuple(places.values()), text)
    stage.as_one.setdefault(stage.name(key, count), (text, []))[1].append((text, value))
    return value


def derivative(
    stage: Stage, above: Tree, below: Tree, tree: Tree, derived: Callable[[Tree, Tree], Value | None]
) -> Value:
    """Return ∂f/∂x where f and x are known; else ∂L/∂X as a symbol: of a number L it has the shape of X."""
    of, by = (_behind(each) for each in (above, below))
    if of is None or by is None:
        raise Refused(
            f"{told(tree)} is not read: declare the letters in it, as z ∈ ℝ^n, or name what is differentiated"
        )
    of = _called(stage, of, by)
    own = derived(of, by) if above.kids[0].value == below.kids[0].value == r"\partial" else None
    if own is not None:
        return own
    is_number = of.kind == "name" and of.value in _LOSSES
    value = attempt(stage.read, of)
    like = attempt(stage.read, by) if is_number or (value is not None and value.is_number) else None
    found = unknown(stage, tree, like)
    is_defined = all(refer.key in stage.scope.definitions for refer in stage.scope.references(of))
    if is_defined and value is not None and value.is_matrix and (is_number or found.is_number):
        raise Refused(f"{told(of)} is a vector or a matrix, and {told(tree)} a number: declare the letters in it")
    return found


def _called(stage: Stage, of: Tree, by: Tree) -> Tree:
    """Return f(x) of ∂f/∂x, and of ∂f/∂x_i, where the note defines f by f(x) = …, and any other tree as it is."""
    (said, *_) = (*stage.scope.definitions.get(of.value, ())[-1:], None) if of.kind == "name" else (None,)
    by = by.scripts[0] if stage.scope.kind(by.scripts[0].value) else by
    is_of = said is not None and said.arguments is not None and by.value in said.arguments and not said.places
    names = tuple(Tree("name", each) for each in said.arguments or ()) if said is not None and is_of else ()
    return Tree("juxt", "", (of, Tree("group", "(", names))) if names else of


def is_derivative(above: Tree, below: Tree) -> bool:
    """Tell whether a quotient is one of differentials: both begin with ∂, or with d."""
    marks = [{each.value for each in (tree, *tree.kids[:1]) if each.kind == "name"} for tree in (above, below)]
    is_of_order = above.kind == "juxt" == below.kind and above.kids[0].base.value == "d" == below.kids[0].value
    return r"\partial" in marks[0] | marks[1] or "d" in marks[0] & marks[1] or is_of_order


def _behind(tree: Tree) -> Tree | None:
    kids = tree.kids[1:] if tree.kind == "juxt" and tree.kids[0].value in (r"\partial", "d") else ()
    return kids[0] if len(kids) == 1 else Tree("juxt", "", kids) if kids else None


_LOSSES = {"L", "l", "E", "J", r"\ell", r"\mathcal{L}", r"\mathcal{J}", r"\mathcal{E}"}


def told(tree: Tree) -> str:
    """Return a tree as a short text.

    >>> from symattn.reading.parser import parsed
    >>> from symattn.reading.tokens import tokens
    >>> print(told(parsed(tokens(r"f_q(x_m, m)"))), told(parsed(tokens(r"\\frac{\\partial L}{\\partial W_k}"))))
    f_q(x_m, m) ∂L/∂W_k
    """
    kids = [told(kid) for kid in tree.kids if kid.kind != "none"]
    if tree.kind == "script":
        base, sub, sup = tree.kids
        scripts = [
            "ᵀ" if mark == "^" and each.value in TRANSPOSED else f"{mark}{_script(each)}"
            for mark, each in (("_", sub), ("^", sup))
            if each.kind != "none"
        ]
        return told(base) + "".join(scripts)
    if tree.kind == "group":
        opening, closing = _BRACKETS.get(tree.value[:1], ("(", ")"))
        return f"{opening}{', '.join(kids)}{closing}"
    if tree.kind == "juxt":
        return "".join("·" if kid.kind == "dot" else text for kid, text in zip(tree.kids, kids, strict=False))
    if tree.kind == "add":
        return "".join(sign + text for sign, text in zip(tree.value, kids, strict=False)).removeprefix("+")
    if tree.kind == "frac":
        return "/".join(kids)
    if tree.kind in ("list", "rel"):
        return ",".join(kids)
    if not kids:
        return _SIGNS.get(tree.value, tree.value.lstrip("\\"))
    return f"{tree.value or tree.kind}({', '.join(kids)})"


_SIGNS = {r"\partial": "∂", r"\nabla": "∇", **{f"\\{name}": letter for name, letter in GREEK.items()}}
_NAMES = {letter: name for name, letter in GREEK.items()}
_BRACKETS = {"[": ("[", "]"), "|": ("|", "|"), "<": ("⟨", "⟩"), "{": ("", "")}


def _renamed(tree: Tree, numbers: dict[str, str]) -> Tree:
    if tree.kind == "name" and tree.value in numbers:
        return Tree("name", numbers[tree.value])
    return Tree(tree.kind, tree.value, tuple(_renamed(kid, numbers) for kid in tree.kids))


def _script(tree: Tree) -> str:
    """Return what stands below or above a letter, a sum in braces."""
    is_sum = any(each.kind == "add" and len(each.kids) > 1 for each in tree.items)
    return f"{{{told(tree)}}}" if is_sum else told(tree)
