"""Letters that are symbols: what each stands for, as declared, or assumed by its form and by how the note uses it.

A capital is a matrix, a small letter a vector or a number. Another kind is taken only where a number, or a vector, is
needed – in exp, in a sum, on the other side of an equation – never to make a product fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from sympy import Add, Expr, I, Integer, MatrixSymbol, Mul, Symbol

from symattn.language.base.shapes import transposed
from symattn.language.base.symbols import (
    InvertibleSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
)
from symattn.primitives.heads.word import MatrixFamily
from symattn.primitives.kernels.word import KernelSymbol
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.sequential.word import SequentialEncoding
from symattn.primitives.subsets.word import SubsetSymbol
from symattn.reading.indices import Place, use
from symattn.reading.names import Reference, base_letter, is_bold, is_letter, plain_name
from symattn.reading.notation import LETTER
from symattn.reading.refusal import Refused
from symattn.reading.scope import MASKS, PROPERTIES, Declared
from symattn.reading.sizes import Size, literal
from symattn.reading.stage import Letter, Stage, parts_of
from symattn.reading.tree import Tree, in_mask, values_in
from symattn.reading.values import Value
from symattn.reading.words import kernel_named

_SYMBOLS: dict[str, Any] = {
    "permutation": PermutationSymbol,
    "orthogonal": OrthogonalSymbol,
    "invertible": InvertibleSymbol,
    "probability": ProbabilitySymbol,
    "simplex": ProbabilitySymbol,
}
#: What is declared and is no number, no vector and no matrix.
OBJECTS = {"map": MapSymbol, "kernel": KernelSymbol, "encoding": SequentialEncoding, "subset": SubsetSymbol}
#: Kinds of numbers, and what is supposed of a symbol.
SIGNS = {
    "positive": {"positive": True},
    "nonnegative": {"nonnegative": True},
    "positive or 0": {"nonnegative": True},
    "natural": {"integer": True, "nonnegative": True},
    "complex": {"complex": True},
    "imaginary": {},
}
#: What ℝ₊ may have, and what its members are.
_HALF = {"the positive numbers alone": "positive", "0, too": "nonnegative"}
#: What is assumed of each row of a mask that is declared by its entries alone.
UNMASKED = "has an unmasked entry"
#: What x_i may be.
_MEMBERS = ("a number", "a vector")
#: Letters that are numbers unless the note says otherwise, though small letters may be vectors.
_NUMBERS = set("abcdefgijlmnrstABCD") | {"w"}


def letter_of(stage: Stage, refer: Reference, places: Sequence[Place]) -> Value:
    """Return the value of a letter at places."""
    key, count = refer.key, len(places)
    if (kind := stage.scope.kind(key)) in OBJECTS:
        raise Refused(f"{plain_name(key)} is a {kind}, and stands without its argument")
    bold = bold_of(key)
    is_bold_alone = bold in stage.scope.alone and key not in stage.scope.alone
    if count and is_bold_alone and (key, count) not in stage.scope.declared:
        stage.assume(f"{plain_name(key)} with an index is an entry of {bold}")
        whole_value = letter_of(stage, Reference(bold, ()), ())
        if whole_value.is_vector or (count == 2 and not whole_value.is_number):
            return parts_of(stage, whole_value, places, key)
    whole = _declared(stage, key, count)
    if whole is not None and whole.kind == "unread":
        raise Refused(f"complex vectors and matrices are not read, nor are other fields, and {plain_name(key)} is one")
    if key in stage.scope.functions or (whole is not None and whole.kind == "other map"):
        raise Refused(f"{plain_name(key)} is a function, as the note says, and stands without its argument")
    is_mask = whole is not None and whole.kind in MASKS
    infinite = [each for each in stage.scope.definitions.get(key, ()) if r"\infty" in values_in(each.body)]
    if (whole is not None and whole.kind == "infinite") or not all(is_mask and in_mask(each.body) for each in infinite):
        raise Refused(f"−∞ stands in {plain_name(key)}: {_instead_of_infinity(key)}")
    if whole is not None and whole.kind == "anew":
        raise Refused(f"what {plain_name(key)} is was said anew, in words: declare it in a formula")
    if whole is not None and whole.places < count:  # a row or an entry of what was declared as a whole
        letter = _kept(stage, key, whole)
        own = value_of(stage, letter, places[: letter.places])
        if count - letter.places == 1 and not (own.is_number or own.is_vector):
            stage.assume(f"{plain_name(key)} with one index more is a row")
        return parts_of(stage, own, places[letter.places :], key) if letter.places < count else own
    if whole is None and count == 1 and _is_entry(stage, key):
        return parts_of(stage, value_of(stage, _assumed(stage, key, 0), ()), places, key)
    letter = _kept(stage, key, whole) if whole is not None else _assumed(stage, key, count)
    if letter.places > count:
        raise Refused(f"{plain_name(key)} was declared with an index, and stands without one")
    return value_of(stage, letter, places)


def unmade(stage: Stage) -> Iterator[str]:
    """Yield the means of which an attempt speaks, and nothing says how they are made of the letter below the bar."""
    for letter in stage.letters.values():
        plain, known = base_letter(letter.key), stage.scope.alone | stage.scope.places.keys()
        if letter.assumed and letter.key.startswith(r"\bar{") and plain in known:
            yield f"{plain_name(letter.key)}, of which nothing says how it is made of {plain}"


def _instead_of_infinity(key: str) -> str:
    """Return what helps where −∞ stands in a letter: no number is infinite, and a matrix is a mask."""
    if not base_letter(key).lstrip("\\")[:1].isupper():
        return "no number or vector is infinite here; begin with its first finite value"
    return f"declare it as a mask, {key} \\in \\{{0, -\\infty\\}}^{{n \\times m}}"


def _is_entry(stage: Stage, key: str) -> bool:
    """Tell whether x_i, which is a number by its place, is an entry of x, which stands alone somewhere as a vector."""
    base = _base(key)
    by_place = key in stage.numeric and key in stage.scope.alone and f"need {key}" not in stage.plan
    is_told = stage.conventions.kinds.get(key) == "vector"
    return by_place and (is_told or [_kind(stage, key, base, count) for count in (0, 1)] == ["vector", "number"])


def _is_numeric(stage: Stage, key: str) -> bool:
    """Choose whether x_i is a number, where it stands in a place that only a number can have."""
    return key in stage.numeric and stage.pick("a letter with an index is", _MEMBERS) == _MEMBERS[0]


def object_of(stage: Stage, key: str) -> Value | None:
    """Return the map, the kernel, the encoding or the subset that a name was declared to be; None for all else."""
    kind = stage.scope.kind(key)
    if kind not in OBJECTS:
        word = kernel_named(stage.conventions.functions.get(key, ""))
        return None if word is None else Value(None, word, key)
    sizes = [size_of(stage, each) for each in stage.scope.declared[key, 0].sizes]

    def made() -> Any:
        own = [] if kind == "kernel" else map(stage.naming.made, sizes)
        return OBJECTS[kind](stage.name(key, -1), *own)

    return Value(None, made, key)


def bold_of(key: str) -> str:
    r"""Return the name of the vector of which x_i is an entry, where a note writes vectors in bold.

    >>> bold_of("x"), bold_of(r"\hat{y}"), bold_of("W_q"), bold_of(r"\mathbf{x}")
    ('\\mathbf{x}', '\\hat{\\mathbf{y}}', '\\mathbf{W}_q', '')
    """
    found = re.match(r"(\\(?:hat|bar|tilde)\{)?([A-Za-z])(\})?(.*)$", key)
    if found is None or bool(found[1]) != bool(found[3]):
        return ""
    return f"{found[1] or ''}\\mathbf{{{found[2]}}}{found[3] or ''}{found[4]}"


def _declared(stage: Stage, key: str, count: int) -> Declared | None:
    known = stage.scope.declared
    return next((known[key, places] for places in range(count, -1, -1) if (key, places) in known), None)


def _kept(stage: Stage, key: str, declared: Declared) -> Letter:
    known = stage.letters.get((key, declared.places))
    if known is not None:
        return known
    shape: tuple[Size, Size] | None = None
    sizes = [size_of(stage, each) for each in declared.sizes]
    if declared.kind in ("row", "column"):
        length = sizes[0] if sizes else Size(hint="d")
        shape = (literal(1), length) if declared.kind == "row" else (length, literal(1))
    elif declared.kind in PROPERTIES:
        side = sizes[0] if sizes else Size(hint="n")
        shape = side, side
    elif declared.kind == "vector" or len(sizes) == 1:
        length = sizes[0] if sizes else Size(hint="d")
        shape = oriented(stage, length)
    elif declared.kind == "matrix" and not sizes:
        shape = Size(hint="n", of=plain_name(key)), Size(hint="d", of=plain_name(key))
    elif len(sizes) > 3:
        raise Refused(f"{key} was declared with {len(sizes)} sizes")
    elif sizes:
        shape = sizes[-2], sizes[-1]
    counts = tuple(Size(hint="N") for _ in range(declared.places)) if len(sizes) < 3 else (sizes[0],)
    kind = "number" if shape is None else "matrix"
    kind = declared.kind if declared.kind in (*_SYMBOLS, *SIGNS, *MASKS) else kind
    if kind == "simplex":
        stage.assume(f"entries of {plain_name(key)} may be 0")
    if kind == "any mask":
        stage.assume(f"every row of {plain_name(key)} {UNMASKED}")
    if kind == "positive or 0":
        kind = _HALF[stage.pick("ℝ₊ has", tuple(_HALF))]
    letter = Letter(key, len(counts), kind, shape, False, counts)
    stage.letters[key, declared.places] = letter
    return letter


def family_of(stage: Stage, key: str) -> Any:
    """Return the symbol of a family that was declared."""
    letter = _kept(stage, key, stage.scope.declared[key, 1])
    letter.made = letter.made or _symbol(stage, letter)
    return letter.made


def size_of(stage: Stage, tree: Tree) -> Size:
    """Return a declared size; what is no sum of products of names and numbers is a size by itself."""
    value = size_value(stage, tree)
    if value is not None:
        return literal(int(value)) if value.is_Integer else Size(value, hint=str(value))
    name = "".join(filter(str.isalnum, str(tree)))[:12]
    shown = "/".join(map(str, tree.kids)) if tree.kind == "frac" else str(tree)
    stage.assume(f"the size {shown} is any size")
    return Size(stage.size_named(f"s_{name}"), hint=name)


def size_value(stage: Stage, tree: Tree) -> Expr | None:
    """Return a sum of products of names and numbers; None for anything else."""
    if tree.count:
        return Integer(tree.count)
    if tree.kind == "group" and len(tree.kids) == 1:
        return size_value(stage, tree.kids[0])
    if tree.kind in ("name", "script", "text"):
        key = stage.bare(tree) if tree.kind == "script" else tree.value
        return stage.size_named(key) if key else None
    kids = [kid for kid in tree.kids if kid.kind != "dot"]
    if tree.kind in ("juxt", "add"):
        parts: list[Any] = [size_value(stage, kid) for kid in kids]
        if all(part is not None for part in parts):
            if tree.kind == "juxt":
                return Mul(*parts)
            return Add(*(-part if sign == "-" else part for sign, part in zip(tree.value, parts, strict=True)))
    return None


def oriented(stage: Stage, length: Size) -> tuple[Size, Size]:
    """Return the shape of a vector, a column or a row as the note writes them."""
    way = stage.conventions.vectors
    if way == "mixed":
        way = stage.pick("vectors are", ["column", "row"])
        stage.assume(f"vectors are {way}s")
    return (length, literal(1)) if way == "column" else (literal(1), length)


def _assumed(stage: Stage, key: str, count: int) -> Letter:
    base = _base(key)
    known = stage.letters.get((key, count))
    if known is not None:
        return known
    other = next((letter for letter in stage.letters.values() if letter.key == key and letter.places != count), None)
    if other is not None:
        like = "n × d" if base_letter(base).lstrip("\\")[:1].isupper() else "n"
        raise Refused(
            f"what is {plain_name(key)} with an index, and without? declare it: [shapes] '{key}' = \"{like}\""
        )
    if not is_letter(Tree("name", base)) and base not in stage.conventions.words and key not in stage.scope.pending:
        raise Refused(f'is {base} a symbol, a function, or a word? words = ["{base}"]')
    is_letter_here = LETTER.fullmatch(base) or (key == r"\pos" and not count)  # a position is a number
    if re.fullmatch(r"\\[A-Za-z]+", base) and not is_letter_here and key not in stage.scope.pending:
        raise Refused(f"what does {base} stand for? [macros] '{base}' = '…'")
    for form, said in stage.conventions.letters:
        if re.fullmatch(form, base) and not stage.conventions.kinds.get(key):
            raise Refused(f"the note says “{said.strip()}”: declare {plain_name(key)}")
    kind = _kind(stage, key, base, count)
    shape: tuple[Size, Size] | None = None
    length = length_of(stage, key) if kind == ("vector", "number")[min(count, 1)] else None
    if kind == "vector":
        shape = oriented(stage, length if length is not None and not count else Size(hint="d", of=plain_name(key)))
    elif kind == "matrix":  # a word may be a vector as well
        word = len(base) > 1 and base.isalpha()
        own = plain_name(key)
        shape = Size(hint="n", of=own, may_be_one=word), Size(hint="d", of=own, may_be_one=word)
    many = "s" if count else ""
    told = key in stage.conventions.kinds or base in stage.conventions.kinds
    if not told:
        stage.assume(f"{plain_name(key)}: any {kind if not many else {'matrix': 'matrices'}.get(kind, kind + 's')}")
    counts = tuple(length if length is not None and count == 1 else Size(hint="N") for _ in range(count))
    letter = Letter(key, count, kind, shape, not told, counts)
    stage.letters[key, count] = letter
    return letter


def _kind(stage: Stage, key: str, base: str, count: int) -> str:
    """Tell what an undeclared letter is, by its form, by how the note uses it, or as a choice."""
    scope = stage.scope
    said = stage.plan.get(f"need {key}") or stage.conventions.kinds.get(key) or stage.conventions.kinds.get(base)
    if said:
        return str(said)
    letter = base_letter(base)
    if len(letter) > 1 and letter.isalpha():
        return "matrix"
    capital = letter.lstrip("\\")[:1].isupper()
    turned = key in scope.turned or base in scope.turned
    if is_bold(base):
        return "matrix" if capital else "vector"
    if capital:
        if count == 1 and any(own == key for own, _ in scope.stepped):
            stage.by_form[key] = "matrix"  # O_j = O_{j-1} + p_j v_j may be vectors
        return "matrix" if count < 2 else "number"
    is_number = count >= 2 or letter.startswith("\\") or letter in _NUMBERS
    by_form = is_number and not turned
    kind = "number" if by_form or (count == 1 and _is_numeric(stage, key)) else "vector"
    whole = scope.declared.get((letter, 0))
    has_numbers = letter in scope.places or (whole is not None and len(whole.sizes) == 1)
    is_mean = base.startswith(r"\bar{") and has_numbers and not (turned or {key, base} & scope.places.keys())
    if not count and (letter.startswith("\\") if kind == "number" else is_mean or key in stage.inside):
        stage.by_form[key] = kind  # β may be a vector, x̄ a number, and so may the x of tanh(x)
    return kind


def length_of(stage: Stage, key: str) -> Size | None:
    """Return the length that words say of a letter which is not declared, and whose x_i are numbers by their place."""
    said = stage.scope.lengths.get(key) if key in stage.numeric and not stage.scope.knows(key) else None
    return None if said is None else size_of(stage, said)


def _base(key: str) -> str:
    return key.split("_")[0].split("^")[0]


def value_of(stage: Stage, letter: Letter, places: Sequence[Place], text: str = "") -> Value:
    """Return the value of a letter at places."""
    for place, size in zip(places, letter.counts, strict=True):
        use(place, size)
    naming = stage.naming
    where = tuple(places)

    def made() -> Any:
        if letter.made is None:
            letter.made = _symbol(stage, letter)
        at = [place.make(naming) for place in where]
        if not at:
            return letter.made
        if letter.shape is None:
            return letter.made[at[0], at[1] if len(at) == 2 else 0]
        if len(at) == 1:
            return letter.made[at[0]]
        return letter.made[at[0] * naming.made(letter.counts[1]) + at[1]]

    return Value(letter.shape, made, text or plain_name(letter.key), letter.key if letter.assumed else "")


def _symbol(stage: Stage, letter: Letter) -> Any:
    name, made = stage.name(letter.key, letter.places), stage.naming.made
    counts = [*map(made, letter.counts)]
    if len(counts) > 2:
        raise Refused(f"{letter.key} has {len(counts)} indices")
    if letter.shape is None:
        if letter.kind == "imaginary" and not counts:
            return I
        if not counts:
            return Symbol(name, **SIGNS.get(letter.kind, {"real": True}))
        if letter.kind in SIGNS:
            raise Refused(f"{letter.key} is a family of {letter.kind} numbers")
        return MatrixSymbol(name, *(*counts, 1)[:2])
    shape = [*map(made, letter.shape)]
    if letter.kind in _SYMBOLS:
        if counts:
            raise Refused(f"a family of {letter.kind} matrices is not read")
        if letter.kind == "simplex" and not letter.shape[0].is_one:
            return transposed(ProbabilitySymbol(name, shape[0]))
        return _SYMBOLS[letter.kind](name, shape[1])
    if not counts:
        return (MaskSymbol if letter.kind in MASKS else MatrixSymbol)(name, *shape)
    return MatrixFamily(name, Mul(*counts), *shape)
