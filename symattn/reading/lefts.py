"""Left sides: what stands left of an = and what it defines; which indices and names a side speaks of."""

from __future__ import annotations

from collections.abc import Collection

from symattn.reading.functions import FUNCTIONS
from symattn.reading.lookup import argument_name, square
from symattn.reading.names import bound_in, is_letter, letters_in
from symattn.reading.refusal import attempt
from symattn.reading.scope import Conventions, Definition, Left, Scope
from symattn.reading.tree import NONE, ONE, Tree, walk

#: Letters that are numbers by themselves.
NUMBERS = frozenset((r"\pi", "e"))
#: What a sidecar declares of numbers, and how they compare with 0.
SIGNED = {"positive": ">", "nonnegative": ">="}


def left_of(tree: Tree, scope: Scope, is_told: bool = False) -> Left | None:
    """Return what a side defines where it stands left of an =: a name with index letters, a call with names.

    What is known without the note, such as exp(x) or π, is defined only where the note tells so, and so is A of A(x).
    """
    arguments: tuple[str, ...] | None = None
    entries = entries_of_call(tree)
    tree = called_plainly(tree) if entries else tree
    bracket = _bracket(tree)
    if bracket.value == "(":
        arguments = tuple(_parameter(name, scope) for name in bracket.kids)
        tree = tree.kids[0]
        if not arguments or not all(arguments) or len(set(arguments)) != len(arguments):
            return None
        is_product = is_letter(tree) and tree.value.isupper() and scope.kind(tree.value) not in ("map", "other map")
        if is_product and len(arguments) == 1 and not is_told:
            return None  # A(x): a product?
    functions = scope.conventions.functions
    if tree.kind not in ("name", "script") or (tree.kind == "script" and tree.kids[0].value in functions):
        return None
    refer = scope.refer(tree)
    if refer is None or refer.marks:
        return None
    places = (*refer.indices, *entries)
    letters = [index.value for index in places if index.kind != "num"]
    if not all(is_letter(index) or index.kind == "num" for index in places) or len(set(letters)) < len(letters):
        return None
    if tree.kind == "name" and tree.value in (r"\mathbf{1}", r"\mathbf{0}"):
        return None
    is_known = tree.value in NUMBERS if arguments is None else refer.key in FUNCTIONS or refer.key in functions
    if is_known and not is_told:
        return None
    return Left(refer.key, places, arguments)


def entries_of_call(tree: Tree) -> tuple[Tree, ...]:
    """Return the i of f(x)_i, and the i and j of f(x)_{ij}; nothing for any other tree."""
    if called_plainly(tree) is tree or tree.kids[1].scripts[2] is not NONE:
        return ()
    below = tree.kids[1].scripts[1]
    return below.kids if below.kind == "juxt" else below.items


def known_word(key: str, conventions: Conventions) -> str:
    """Return what says that a name has a meaning which the note need not give: a sidecar, or symattn; else nothing."""
    function, kind = conventions.functions.get(key, "any"), conventions.kinds.get(key, "")
    if function != "any":
        return f"[functions] '{key}' = \"{function}\""
    if kind == "constant":
        return f"[kinds] '{key}' = \"constant\""
    return "symattn" if key in FUNCTIONS or key in NUMBERS else ""


def known_otherwise(key: str, known: str) -> str:
    """Return the words for a name that a note says anew, of which ``known_word`` says something."""
    return f"what {key} is, and {known} says something else" if known != "symattn" else f"anew what {key} is"


def called_plainly(tree: Tree) -> Tree:
    """Return f(x) of f(x)_i, and any other tree."""
    if tree.kind == "juxt" and len(tree.kids) == 2 and tree.kids[1].kind == "script":
        return Tree("juxt", "", (tree.kids[0], tree.kids[1].base))
    return tree


def told_by(tree: Tree, scope: Scope) -> Left | None:
    """Return what a side says anew of a name that has a meaning: exp(x), or π, not exp(π); None for all else."""
    named = attempt(left_of, tree, scope, True)
    if named is None or not known_word(named.key, scope.conventions) or NUMBERS & {*(named.arguments or ())}:
        return None
    is_number = named.key in NUMBERS and not named.places
    return named if (named.arguments is not None) != is_number else None


def function_told(tree: Tree, scope: Scope) -> Left | None:
    """Return the function that a note defines by F(x) = …, of which it says nothing else; None for all else."""
    named = attempt(left_of, tree, scope, True)
    if named is None or named.arguments is None or known_word(named.key, scope.conventions):
        return None
    return None if scope.knows(named.key) or named.key in scope.alone else named


def notation_of(tree: Tree) -> tuple[str, frozenset[str]]:
    """Return the notation that stands in a side, around letters or before one, and these letters; nothing for others.

    A power of it may stand there: |u|^2.
    """
    base = tree.kids[0] if tree.kind == "script" and tree.kids[2].kind == "num" else tree
    if base.kind == "group" and base.value in ("<", "||", "|") and all(map(is_letter, base.kids)):
        return base.value, frozenset(kid.value for kid in base.kids)
    if base.kind == "juxt" and len(base.kids) == 2 and base.kids[0].value in FUNCTIONS and is_letter(base.kids[1]):
        return base.kids[0].value, frozenset((base.kids[1].value,))
    return "", frozenset()


def square_of(tree: Tree, scope: Scope) -> Left | None:
    """Return what σ² defines left of an =: a square by itself, as notes write a variance."""
    refer = scope.named(tree)
    if refer is None or refer.indices or refer.marks != (Tree("num", "2"),):
        return None
    return Left(square(refer.key), (), None)


def signed(keys: Collection[str], scope: Scope) -> dict[str, str]:
    """Return the names of which a sidecar declares the sign, each with its relation to 0."""
    kinds = scope.conventions.kinds
    return {key: SIGNED[kinds[key]] for key in keys if kinds.get(key) in SIGNED}


def named_by(tree: Tree, scope: Scope) -> Left | None:
    """Return what a side defines, or None where its scripts are not read."""
    return attempt(left_of, tree, scope)


def _bracket(tree: Tree) -> Tree:
    """Return the brackets of what may be a call and nothing else; NONE for all else."""
    is_call = tree.kind == "juxt" and len(tree.kids) == 2 and tree.kids[1].kind == "group"
    return tree.kids[1] if is_call else NONE


def _parameter(tree: Tree, scope: Scope) -> str:
    """Return the name of an argument that is one: a letter, or one with an index letter, as in f(x_m, m)."""
    if is_letter(tree):
        return tree.value
    refer = scope.named(tree) if tree.kind == "script" else None
    is_name = refer is not None and not refer.marks and len(refer.indices) == 1 and is_letter(refer.indices[0])
    return argument_name(refer) if refer is not None and is_name else ""


def by_name(tree: Tree) -> Tree:
    """Return a tree in which a name at a brace stands for what it names."""
    if tree.kind == "braced":
        return tree.kids[tree.kids[1].kind != "raw"]
    return tree.mapped(by_name)


def next_of(tree: Tree, scope: Scope) -> Left | None:
    """Return what a side as h_{t+1} gives the next of."""
    refer = scope.named(tree) if tree.kind == "script" else None
    if refer is None or refer.marks or len(refer.indices) != 1 or refer.indices[0].kind != "add":
        return None
    return Left(refer.key, refer.indices, None)


def alike(definition: Definition, named: Left) -> bool:
    one, other = ((len(each.places), each.arguments and len(each.arguments)) for each in (definition, named))
    places = zip(definition.places, named.places, strict=False)
    return one == other and all(own.kind != "num" or own == place for own, place in places)


def speaks_of(tree: Tree, key: str, scope: Scope) -> bool:
    return any(refer.key == key for refer in scope.references(tree))


def defined_call(tree: Tree, scope: Scope) -> str:
    """Return where the function was defined that a left side calls."""
    if _bracket(tree) is not NONE:
        for refer in scope.references(tree.kids[0]):
            known = [each for each in scope.definitions.get(refer.key, ()) if each.arguments is not None]
            return f"defined at line {known[-1].line}" if known else ""
    return ""


def subscripts_of(tree: Tree, scope: Scope) -> set[str]:
    """Return the letters that stand as indices somewhere in a statement, or at the end of a sum."""
    found = set[str]()
    for node in walk(tree):
        if node.kind == "big":
            found.update(letters_in(node.kids[1]) - scope.sizes)
        if node.kind == "script":
            refer = scope.named(node)
            below = node.kids[1].kids or node.kids[1:2] if node.kids[0].kind == "group" else ()
            found |= letters_in(*(refer.indices if refer is not None else below))
    return {each for each in found if scope.is_index(each, "")}


def free_indices(tree: Tree, scope: Scope, arguments: Collection[str] = ()) -> set[str]:
    """Return the index letters on a right side that no sum binds, beside those of arguments such as x_m."""
    if arguments:
        tree = _without(tree, scope, set(arguments))
    return subscripts_of(tree, scope) - bound_in(tree)


def unbound_range(tree: Tree, other: Tree, scope: Scope) -> str:
    """Return i and j where a sum over i < j, or i ≠ j, may run over j too: j is free here, and not on the other side.

    Return nothing for all else.
    """
    known = scope.sizes | free_indices(other, scope) | free_indices(_without_sums(tree), scope)

    def unbound(tree: Tree, known: set[str]) -> str:
        if tree.kind == "big":
            items = tree.kids[0].items
            bound = {each.kids[0].value if each.kind == "rel" else each.value for each in items}
            ranges = [each for each in items if each.kind == "rel" and each.value in ("<", "<=", ">", ">=", "!=")]
            for each in ranges:
                if is_letter(each.kids[1]) and each.kids[1].value not in known | bound:
                    return " and ".join(kid.value or "the other" for kid in each.kids[:2])
            known = known | bound
        return next(filter(None, (unbound(kid, known) for kid in tree.kids)), "")

    return unbound(tree, known)


def _without_sums(tree: Tree) -> Tree:
    """Return a tree with 1 in place of each sum, product and the like."""
    return ONE if tree.kind == "big" else tree.mapped(_without_sums)


def repeats(tree: Tree, other: Tree, scope: Scope) -> str:
    """Return an index that stands twice in a term and not on the other side: a sum over it may be meant."""
    only = free_indices(tree, scope) - free_indices(other, scope)
    for term in tree.kids if tree.kind == "add" else (tree,):
        letters = [part.value for refer in scope.references(term) for each in refer.indices for part in walk(each)]
        for letter in sorted(only):
            if letters.count(letter) > 1:
                return letter
    return ""


def _without(tree: Tree, scope: Scope, arguments: set[str]) -> Tree:
    """Return a tree in which arguments with an index are words."""
    if tree.kind == "script":
        refer = scope.named(tree)
        if refer is not None and refer.indices and argument_name(refer) in arguments:
            return Tree("text", "argument")
    return tree.mapped(lambda kid: _without(kid, scope, arguments))
