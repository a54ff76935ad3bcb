"""Declarations beside a note: ``note.md.toml``, and the same lines in comments, up to the end of the section."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import inf
from typing import Any

from symattn.errors import UsageError
from symattn.reading.names import reference
from symattn.reading.notation import words
from symattn.reading.parser import parsed
from symattn.reading.refusal import Refused, attempt
from symattn.reading.scope import PROPERTIES, Conventions, Declared
from symattn.reading.spaces import kind_of
from symattn.reading.tokens import Macro, expanded, macros, tokens
from symattn.reading.tree import Tree

#: What may be declared, each with an example of the form that it has.
_EXAMPLES = {
    "softmax": 'softmax = "rows"',
    "vectors": 'vectors = "column"',
    "first": "first = 0 or first = 1",
    "sizes": 'sizes = ["n", "d"]',
    "words": 'words = ["pos", "dV"]',
    "forget": "forget = ['odot']",
    "define": "define = ['Q = X W_Q']",
    "shapes": """'X' = "n × d" under [shapes]""",
    "kinds": """'M, S' = "number" under [kinds]""",
    "functions": """'\\sigma' = "softmax" under [functions]""",
    "macros": r"'\bx' = '\mathbf{x}' under [macros]",
    "at": "[[at]] with line = 40 below it",
    "line": "line = 40",
}
_CHOICES = {"softmax": ("rows", "columns"), "vectors": ("column", "row")}
_LISTS, _TABLES = ("sizes", "words", "forget", "define"), ("shapes", "kinds", "functions", "macros")

#: How the sizes of a mask are said as in a note.
_MASK = re.compile(r"\\?\{\s*0\s*,\s*[-−]\s*(?:\\infty|∞)\s*\\?\}\s*\^\s*\{?([^{}]*)\}?")

KINDS = (*words("number vector matrix positive nonnegative complex natural imaginary constant"), *PROPERTIES)


@dataclass
class Sidecar:
    """Hold declarations, each with the lines between which it holds."""

    parts: list[tuple[int, float, dict[str, Any]]] = field(default_factory=list)
    macros: dict[str, Macro] = field(default_factory=dict)
    known: Mapping[str, Macro] = field(default_factory=dict)  # the macros of the note

    def add(self, text: str, line: int, end: float = inf) -> list[tuple[str, int]]:
        """Add the lines of a comment, which hold up to another line; return the definitions that it writes out.

        Raise UsageError for what is no TOML; it names the line.
        """
        try:
            found = tomllib.loads(text.strip())
        except tomllib.TOMLDecodeError as error:
            raise UsageError(f"line {line}: the declaration is no TOML: {error}") from error
        self.take(found, line, end)
        return list(_definitions(found, line))

    def take(self, found: dict[str, Any], line: int = 0, end: float = inf) -> None:
        """Take a table of declarations from a line on, up to another."""
        unknown = set(found) - set(_EXAMPLES)
        if unknown:
            name = sorted(unknown)[0]
            known = sorted(set(_EXAMPLES) - {"line"})
            raise UsageError(f"{name!r} is no declaration; known are {', '.join(known)}{_meant(name, known)}")
        for name, value in found.items():
            _check(name, value)
        for names, kind in found.get("kinds", {}).items():
            if kind not in KINDS:
                raise UsageError(f"{kind!r} of {names} is no kind; known are {', '.join(KINDS)}{_meant(kind, KINDS)}")
        for names, shape in found.get("shapes", {}).items():
            _shape(names, shape)
        self.parts.append((line, end, found))
        for name, body in found.get("macros", {}).items():
            self.macros.update(macros(rf"\newcommand{{{name}}}{{{body}}}"))
        for each in found.get("at", ()):
            self.take({key: value for key, value in each.items() if key != "line"}, each.get("line", 0), end)

    @property
    def words(self) -> frozenset[str]:
        """The words that are symbols."""
        return frozenset(each for _, _, part in self.parts for each in part.get("words", ()))

    @property
    def definitions(self) -> list[tuple[str, int]]:
        """The definitions that are written out, each with its line: ``@30 …`` holds from line 30 on."""
        return [each for line, _, part in self.parts for each in _definitions(part, line)]

    def at(
        self, line: int, counted: Conventions
    ) -> tuple[Conventions, dict[tuple[str, int], Declared], set[str], set[str]]:
        """Return what holds at a line: conventions, what is declared, what are sizes, and what is forgotten."""
        conventions = deepcopy(counted)
        declared: dict[tuple[str, int], Declared] = {}
        sizes, forgotten = set[str](), set[str]()
        for start, end, part in sorted(self.parts, key=lambda each: each[0]):
            if not start <= line < end:
                continue
            for name in ("softmax", "vectors", "first"):
                if name in part:
                    setattr(conventions, name, part[name])
                    conventions.said.add(name)
            sizes |= set(part.get("sizes", ()))
            conventions.words |= set(part.get("words", ()))
            forgotten |= set(part.get("forget", ()))
            conventions.functions.update(self._each(part.get("functions", {})))
            for names, kind in self._each(part.get("kinds", {})).items():
                if kind in (*PROPERTIES, "positive", "nonnegative"):
                    declared[names, 0] = Declared(names, kind)
                conventions.kinds[names] = kind
            for name, shape in self._each(part.get("shapes", {})).items():
                declared[name, 0] = _shape(name, shape)
        return conventions, declared, sizes, forgotten

    def unused(self, formulas: Iterable[str], known: Mapping[str, Macro]) -> Iterator[str]:
        """Yield the names that are declared and of which a letter stands in none of some formulas.

        >>> sidecar = Sidecar()
        >>> sidecar.take({"shapes": {"X, W_Q": "n × d", "Z": "n × n"}})
        >>> [*sidecar.unused(["W_Q X"], {})]
        ['Z']
        """
        defined = [text for text, _ in self.definitions]
        seen = set[str]().union(*(_letters(text, known) for text in (*formulas, *defined)))
        for _, _, part in self.parts:
            lists = (each for table in ("shapes", "kinds", "functions") for each in part.get(table, {}))
            for name in (each.strip() for names in lists for each in names.split(",")):
                if not _letters(name, known) <= seen:
                    yield name

    def _each(self, table: Mapping[str, str]) -> dict[str, str]:
        """Return a table in which ``'M, S' = "number"`` is one line for each name.

        >>> Sidecar()._each({"M, S": "number"})
        {'M': 'number', 'S': 'number'}
        """
        return {_key(name.strip(), self.known): value for names, value in table.items() for name in names.split(",")}


def _check(name: str, value: Any) -> None:
    """Raise UsageError for a declaration that is not of the form that it has in the example.

    >>> _check("define", 3)
    Traceback (most recent call last):
    symattn.errors.UsageError: define = 3 is not read; it is as in define = ['Q = X W_Q']
    """
    said, like = f"{name} = {value!r}", f"; it is as in {_EXAMPLES[name]}"
    if name in _CHOICES:
        choices = _CHOICES[name]
        fits = value in choices
        like = f"; it is {' or '.join(map(repr, choices))}{_meant(str(value), choices)}"
    elif name in _LISTS:
        fits = isinstance(value, list) and all(isinstance(each, str) for each in value)
    elif name in _TABLES:
        fits = isinstance(value, dict)
        for key, each in value.items() if fits else ():
            if not isinstance(each, str):
                said, fits = f"{key} = {each!r} under [{name}]", False
    elif name == "at":
        fits = isinstance(value, list) and all(isinstance(each, dict) for each in value)
        for each in value if fits else ():
            _check("line", each.get("line", 0))
    else:
        fits = type(value) is int and (name == "line" or value in (0, 1))
    if not fits:
        raise UsageError(f"{said} is not read{like}")


def _definitions(part: Mapping[str, Any], line: int) -> Iterator[tuple[str, int]]:
    for text in part.get("define", ()):
        at = re.match(r"@(\d+)\s+", text)
        yield (text[at.end() :], int(at[1])) if at else (text, line)


def _letters(text: str, known: Mapping[str, Macro]) -> set[str]:
    """Return the letters and commands in a formula; those that are written, where it cannot be cut into tokens."""
    found = attempt(lambda: [each.text for each in expanded(tokens(text), known)])
    return {*re.findall(r"\\[A-Za-z]+|[^\W_]", text if found is None else " ".join(found))}


def _meant(word: str, known: Iterable[str]) -> str:
    """Return a question whether a known word was meant that is like it.

    >>> _meant("sofmax", ["shapes", "softmax"]), _meant("x", ["softmax"])
    ("; did you mean 'softmax'?", '')
    """
    near = get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _key(name: str, known: Mapping[str, Macro]) -> str:
    refer = attempt(lambda: reference(parsed(expanded(tokens(name), known))))
    return name if refer is None else refer.key


def _shape(name: str, shape: str) -> Declared:
    """Return what ``"n × d"`` or ``"permutation n"`` declares.

    >>> _shape("P", "permutation n").kind, len(_shape("X", "n × d").sizes)
    ('permutation', 2)
    """
    word, _, rest = _MASK.sub(r"mask \1", shape).partition(" ")
    kind, text = ("any mask" if word == "mask" else word, rest) if word in (*PROPERTIES, "mask") else ("", shape)
    if re.search(r"(?<![\\A-Za-z])[A-Za-z]{3,}", text):
        raise UsageError(
            f"the shape {shape!r} of {name} is not read; it is as in 'n × d', {', '.join(PROPERTIES)} n, or mask n × m"
            f"{_meant(word, (*PROPERTIES, 'mask'))}"
        )
    parts = [part.strip() for part in re.split(r"[×x*]|\\times", text) if part.strip()]
    try:
        sizes: tuple[Tree, ...] = tuple(parsed(tokens(part)) for part in parts)
    except Refused as error:
        raise UsageError(f"the shape {shape!r} of {name} is not read: {error}") from error
    if word == "mask" and len(sizes) != 2:
        raise UsageError(f"the mask {name} has two sizes: mask n × m")
    return Declared(name, kind or kind_of(sizes), sizes)
