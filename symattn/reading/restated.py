"""Restated: what a sentence declares in words is written as formulas declare it, before anything else is read.

"Let $X$ be a matrix in $ℝ^{n×d}$" and "let $X$ be an $n×d$ matrix" become "let $X ∈ ℝ^{n×d}$ be a matrix".  A
formula in a text is written ⟨0⟩, ⟨1⟩, … here.
"""

from __future__ import annotations

import re
from collections.abc import MutableSequence
from functools import partial

from symattn.reading.phrases import ONES

_ONE = r"⟨\d+⟩"
_NAMES = rf"(?P<names>{_ONE}(?:(?:,?\s+and\s+|,\s*){_ONE}){{0,20}}+)"
_SIZE, _SPACE = rf"(?P<size>{_ONE})", rf"(?P<space>{_ONE})"
_IS = r"(?P<is>\s+(?:(?:be|is|are|denotes?)\s+(?:(?:an?|any|some|two|three|both|arbitrary)\s+)?|an?\s+))"
#: Words before a noun, none of which makes a set of what is named, or begins another phrase.
_WORDS = (
    r"(?:(?!(?:of|in|on|from|with|by|for|to|and|or|not|no|set|family|sequence|list|space|subspace|the)\b)"
    r"[A-Za-z-]+\s+){0,3}"
)
_BEFORE = rf"(?P<before>{_WORDS})"
_MATRIX, _VECTOR = rf"(?P<noun>{_WORDS}matri(?:x|ces))", rf"(?P<noun>{_WORDS}vectors?)"
_POINT = r"(?P<point>points?|elements?|members?)"
_CHANCES = rf"(?P<chances>{_WORDS}distributions?)"
_OF = r"\s+(?:of|with)\s+(?:the\s+)?(?:size|shape|order|dimensions?|length)\s+"
_ENTRIES = r"\s+(?:entries|components|coordinates|elements)"
_OUTCOMES = r"(?:\s+(?:points|outcomes|states|elements|classes|symbols|items|tokens|categories|values))?"
#: How words say of what is named in which space it lies, where they stand behind the names, and before them.
_BEHIND = (
    rf"(?:{_VECTOR}|{_POINT})\s+(?:in|of)\s+{_SPACE}",
    rf"{_MATRIX}\s+in\s+{_SPACE}",
    rf"{_BEFORE}{_SIZE}[\s-]+{_MATRIX}",
    rf"{_MATRIX}{_OF}{_SIZE}",
    rf"{_VECTOR}(?:{_OF}{_SIZE}|\s+with\s+(?P<many>{_ONE}){_ENTRIES})",
    rf"{_BEFORE}{_SIZE}-dimensional\s+{_VECTOR}",
    rf"{_CHANCES}\s+(?:on|over)\s+(?:the\s+)?{_SIZE}{_OUTCOMES}",
)
_AHEAD = (
    rf"\b{_VECTOR}\s+{_NAMES}\s+in\s+{_SPACE}",
    rf"\b{_MATRIX}\s+{_NAMES}\s+in\s+{_SPACE}",
    rf"\b{_BEFORE}{_SIZE}[\s-]+{_MATRIX}\s+{_NAMES}",
    rf"\b{_VECTOR}\s+{_NAMES}{_OF}{_SIZE}",
    rf"\b{_BEFORE}{_SIZE}-dimensional\s+{_VECTOR}\s+{_NAMES}",
)
_PATTERNS = [
    *(re.compile(rf"(?P<lead>\band\s+)?{_NAMES}{_IS}{each}", re.I) for each in _BEHIND),
    *(re.compile(each, re.I) for each in _AHEAD),
]
_VERB = re.compile(r"\b(?:be|is|are|denotes?)\b", re.I)
#: What may not stand behind: another space, or an exception.
_GOES_ON = re.compile(r"\s*(?:or|unless|except|minus|but not|-)\b")
_RELATION = re.compile(r"[=<>:∈]|\\(?:in|le|leq|ge|geq|neq|to|subset\w*|mapsto|sim|mid|dots\s*\\in)(?![A-Za-z])")
_REAL = re.compile(
    r"\s*(?:\\mathbb\s*(?:\{\s*R\s*\}|R\b)|\\mathbf\s*\{R\}|\\R(?![A-Za-z])|\\RR(?![A-Za-z])|\\[Rr]eals?(?![A-Za-z])|ℝ)"
)
_RANGE = re.compile(
    r"\s*(?:\\?\{\s*1\s*,\s*(?:2\s*,\s*)?\\[lc]?dots\s*,\s*(?P<to>[A-Za-z])\s*\\?\}|\[\s*(?P<n>[A-Za-z])\s*\])\s*"
)
_IS_ONES = re.compile(
    rf"(?P<we>\bwe\s+(?:write|use)\s+)?(?P<one>{_ONE})(?P<is>\s+(?:for|be|is|denotes?)\s+the\s+{ONES}\b)", re.I
)
_ONES_ARE = re.compile(rf"\b{ONES}\s+(?P<one>{_ONE})", re.I)
_ONE_SIGN = r"\\(?:mathbf|mathbb|bm|boldsymbol|vec)\s*\{?\s*1\s*\}?|\\one(?![A-Za-z])|\\ones(?![A-Za-z])"
_MEMBER = re.compile(rf"\s*(?P<sign>{_ONE_SIGN})\s*\\in(?![A-Za-z]).*", re.S)
_WRITTEN = re.compile(
    rf"\s*(?P<sign>{_ONE_SIGN})\s*:?=\s*[(\[]\s*1\s*,\s*(?:1\s*,\s*)*\\[lc]?dots\s*,\s*1\s*[)\]].*", re.S
)
_VALUE = re.compile(
    r"(?P<whole>(?P<name>[^=<>∈]+?)\s*:?=(?P<value>[^=<>∈]+?))\\in(?![A-Za-z])(?P<space>[^=<>∈]+)", re.S
)


#: G denotes XX^T; in this part, y is 3x.  A formula before the name may belong to it: "the sum of a and b is c".
_EQUALS = re.compile(
    rf"(?P<lead>(?:\A|(?<!⟩)[,;:]\s|\b(?:let|where|now|here))\s*)(?P<name>{_ONE})\s+(?:denotes?|stands?\s+for|is|be)\s+"
    rf"(?P<value>{_ONE})(?=\s*(?:[.,;:]|\Z))",
    re.I,
)
#: What is a set of functions or of numbers, or an order of growth, and no value: f is C^2.
_CLASS = re.compile(
    r"\s*(?:[CLWH]\s*[\^_]\s*(?:\w|\\infty\b|\{[^{}]*\})\s*\Z|[Oo]\s*\(|\\(?:mathbb|mathcal|mathfrak|mathscr)\b|\\mathbf\s*\{R\})"
)
#: Words by which entries are no real numbers.
_COMPLEX = re.compile(r"\b(?:complex(?:-valued)?|hermitian|unitary|quaternion\w*)\b", re.I)
#: What stands below or above a letter, and a letter: S_a = S_b ∈ ℝ^{d×d} declares both.
_SCRIPT = re.compile(r"[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\?\w+)")
_LETTER = re.compile(r"\s*(?:\\[a-z]+\s*\{?\s*)?(?:\\[A-Za-z]+|[A-Za-z])\s*\}?\s*")


def restated(text: str, formulas: MutableSequence[str]) -> str:
    r"""Return a text in which formulas declare what words have declared; the formulas are changed in their places.

    >>> formulas = ["u", "v", r"\mathbb{R}^d"]
    >>> restated("Let ⟨0⟩ and ⟨1⟩ be unit vectors in ⟨2⟩.", formulas), formulas[0]
    ('Let ⟨0⟩ be unit vectors.', 'u, v \\in \\mathbb{R}^d')
    """
    said = re.split(r"(?<=[.!?])(?=\s)", _values(_ones(text, formulas), formulas))
    return "".join(_sentence(each, formulas) if "⟨" in each else each for each in said)


def _sentence(text: str, formulas: MutableSequence[str]) -> str:
    text = _EQUALS.sub(partial(_equal, formulas), text)
    for pattern in _PATTERNS:
        text = pattern.sub(partial(_declared, formulas), text)
    return re.sub(r"\breal(?:-valued)?\s+(?=(?:[a-z-]+\s+){0,2}(?:matri|vector))", "", text)


def _declared(formulas: MutableSequence[str], found: re.Match[str]) -> str:
    """Return the words for what was found, in which the names are declared; the same words where they declare none."""
    said = found.groupdict()
    names = [*map(int, re.findall(r"\d+", said["names"]))]
    noun, space = said.get("noun") or said.get("point") or "", _space(found[0], said, formulas)
    is_ahead = "is" not in said
    is_short = not is_ahead and _VERB.search(said["is"] or "") is None  # "… and R an orthogonal d×d matrix"
    if is_short and not (said["lead"] and _VERB.search(found.string[: found.start()])):
        return found[0]
    if (
        space is None
        or _GOES_ON.match(found.string[found.end() :])
        or any(_RELATION.search(formulas[n]) for n in names)
    ):
        return found[0]
    if _COMPLEX.search(found[0]):
        space = _REAL.sub(r"\\mathbb{C}", space, count=1)
    formulas[names[0]] = f"{', '.join(formulas[n].strip() for n in names)} \\in {space}"
    name = f"⟨{names[0]}⟩"
    if said.get("chances"):
        noun = "probability vectors" if len(names) > 1 else "probability vector"
    noun = f"{said.get('before') or ''}{noun}"
    if is_ahead:
        return f"{noun} {name}"
    article = "an " if noun[:1].lower() in "aeiou" else "a "
    is_ = f" be {article}" if is_short else re.sub(r"\ban?\s+\Z", article, said["is"] or "")
    return f"{said['lead'] or ''}{name}" if said.get("point") else f"{said['lead'] or ''}{name}{is_}{noun}"


def _space(found: str, said: dict[str, str | None], formulas: MutableSequence[str]) -> str | None:
    """Return the space that words name by itself, or by a size."""
    if (space := said.get("space")) is not None:
        named = formulas[int(space[1:-1])]
        return named if _REAL.match(named) and not _RELATION.search(named) else None
    size = formulas[int((said.get("size") or said.get("many") or "")[1:-1])].strip()
    counted = _RANGE.fullmatch(size)
    size = (counted["to"] or counted["n"]) if counted is not None else size
    if _RELATION.search(size) or re.search(r"[,;(){}\[\]]", re.sub(r"[_^]\{[^{}]*\}|\{\\\w+ \w+\}", "", size)):
        return None
    is_matrix = "matri" in (said.get("noun") or "")
    if is_matrix and "times" not in size and "×" not in size and re.search(_OF, found):
        size = rf"{size} \times {size}"
    return rf"\mathbb{{R}}^{{{size}}}" if is_matrix == ("times" in size or "×" in size) else None


def _ones(text: str, formulas: MutableSequence[str]) -> str:
    """Return a text that says of a column of ones no more than that it is one: it is as long as it has to be."""

    def said(found: re.Match[str]) -> str:
        number = int(found["one"][1:-1])
        member = _MEMBER.fullmatch(formulas[number])
        if member is not None:
            formulas[number] = member["sign"]
        if found.re is _ONES_ARE:
            return found[0]
        sign = re.fullmatch(rf"\s*(?:{_ONE_SIGN})(?:_.*)?\s*", formulas[number], re.S)
        is_we = found["we"] is not None and sign is not None
        return f"Let {found['one']} be{found['is'][4:]}" if is_we and found["is"].lstrip()[:3] == "for" else found[0]

    text = _ONES_ARE.sub(said, _IS_ONES.sub(said, text))
    for number, formula in enumerate(formulas):
        written = _WRITTEN.fullmatch(formula)
        if written is not None:
            formulas[number] = written["sign"]
            text = text.replace(f"⟨{number}⟩", f"⟨{number}⟩ is the all-ones vector")
    return text


def _equal(formulas: MutableSequence[str], found: re.Match[str]) -> str:
    """Return the words for what was found, in which the name is equal to its value."""
    name, value = int(found["name"][1:-1]), int(found["value"][1:-1])
    if (
        any(map(_RELATION.search, (formulas[name], formulas[value])))
        or re.search(r"\\times|×|,", formulas[value])
        or _CLASS.match(formulas[value])
    ):
        return found[0]
    formulas[name] = f"{formulas[name].strip()} = {formulas[value].strip()}"
    return f"{found['lead']}{found['name']}"


def _values(text: str, formulas: MutableSequence[str]) -> str:
    """Return a text in which p = f(x) ∈ S is said in two formulas, the space of p and its value."""
    for number, formula in enumerate([*formulas]):
        found = _VALUE.fullmatch(formula)
        if found is not None and _REAL.match(found["space"]) and not _LETTER.fullmatch(_SCRIPT.sub("", found["value"])):
            text = text.replace(f"⟨{number}⟩", f"⟨{number}⟩ and ⟨{len(formulas)}⟩")
            formulas[number] = rf"{found['name']} \in {found['space']}"
            formulas.append(found["whole"])
    return text
