"""The sidecar that a note lacks: every assumption and every question in it, for the author to correct."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

from symattn.errors import UsageError
from symattn.language.base.dims import is_dim
from symattn.reading.report import Report
from symattn.reading.statements import Line

_ASKED = re.compile(r"\[(functions|shapes|kinds|macros)\] '([^']+)'(?: = (\"[^\"]*\"|'[^']*'))?")
_DECLARATION = re.compile(
    r'''words = \["[^"]+"\]|first = 0|(?:softmax|vectors) = "\w+"'''
    r"""|(?P<table>\[\w+\]) '[^']+'(?: = (?:"[^"]*"|'[^']*'))?"""
)
_WORDS = re.compile(r'words = \["([^"]+)"\]')
_KINDS = ("number", "vector", "matrix")


def sidecars(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of a sidecar for each file; raise UsageError where there is one already.

    The path of what stands in no file is "".
    """
    for file in dict.fromkeys(line.file for line in report.lines):
        path = f"{file}.toml" if Path(file).is_file() else ""
        if path and Path(path).exists():
            raise UsageError(f"{path} is there already: --declare writes a new one only")
        yield path, sidecar([line for line in report.lines if line.file == file])


def places(lines: Iterable[Line]) -> Iterator[str]:
    """Say for each file where the declarations are written that its rows ask for, with the first as an example."""
    asking = {line.file: found for line in reversed([*lines]) if (found := _DECLARATION.search(line.answer.why))}
    for file, found in asking.items():
        beside = f"in {file}.toml, or " if Path(file).is_file() else ""
        own_line = f", with {found['table']} on a line of its own" if found["table"] else ""
        comment = "% symattn: …" if file.lower().endswith(".tex") else "<!-- symattn: … -->"
        yield f"write {found[0]} {beside}in a comment above the row, {comment}{own_line}"


def sidecar(lines: list[Line]) -> str:
    """Write what was assumed of the rows, and what was asked.

    >>> from symattn.reading.read import read
    >>> print(sidecar(list(read("y = \\\\sigma(W x) + \\\\mathrm{pos}").lines)))
    # What symattn assumed and asks. Correct a line, or take the # away where it is right.
    # softmax = "rows"     # or "columns"
    # vectors = "column"   # or "row"
    # words = ["pos"]
    >>> print(sidecar(list(read("y = \\\\sigma(W x)").lines)))
    # What symattn assumed and asks. Correct a line, or take the # away where it is right.
    # softmax = "rows"     # or "columns"
    # vectors = "column"   # or "row"
    [functions]
    # '\\sigma' = "any"  # or "softmax", "sigmoid", …
    """
    asked = _asked(lines)
    kinds = _assumed(lines, {*asked["shapes"], *asked["kinds"]})
    text = [
        "# What symattn assumed and asks. Correct a line, or take the # away where it is right.",
        '# softmax = "rows"     # or "columns"',
        '# vectors = "column"   # or "row"',
    ]
    if asked["words"]:
        text.append(f"# words = [{', '.join(asked['words'].values())}]")
    tables = {
        "shapes": [f"# '{key}' = {shape}  # the sizes that it has" for key, shape in asked["shapes"].items()],
        "kinds": [
            *(f"# '{', '.join(names)}' = \"{kind}\"" for kind, names in kinds.items() if names),
            *(f"# '{key}' = {kind}" for key, kind in asked["kinds"].items()),
        ],
        "functions": [
            f"# '{key}' = \"{word}\"  # or {_others(word)}"
            for key, first in asked["functions"].items()
            for word in [_word(key, first)]
        ],
        "macros": [f"# '{key}' = {body}" for key, body in asked["macros"].items()],
    }
    for name, own in tables.items():
        text += [f"[{name}]", *own] if own else []
    return "\n".join(text) + "\n"


def _asked(lines: list[Line]) -> dict[str, dict[str, str]]:
    """Return what the rows asked for, by the tables of a sidecar: a name, and what may stand behind it."""
    asked: dict[str, dict[str, str]] = {name: {} for name in ("words", "shapes", "kinds", "functions", "macros")}
    for line in lines:
        for said in (line.answer.why, *(each for reading in line.answer.readings for each in reading.unread)):
            words = _WORDS.findall(said)
            asked["words"].update((each, f'"{each}"') for each in words)
            for table, key, value in _ASKED.findall(said) if not words else ():  # one answer is enough
                asked[table].setdefault(key, value)
    return asked


def _assumed(lines: list[Line], asked: Set[str]) -> dict[str, list[str]]:
    """Return the letters that were assumed to be of a kind; none that is a size, or of two kinds, or asked for.

    A vector with entries x_i is one vector; a vector x beside vectors x_t is not told by a kind.
    """
    found, sizes = dict[str, set[tuple[int, str]]](), set[str]()
    for line in lines:
        for reading in line.answer.readings:
            dims = (each for part in (reading.claim.proposition, *reading.claim.given) for each in part.free_symbols)
            sizes |= {each.name for each in dims if is_dim(each)}
            for key, places, kind in reading.letters:
                if kind in _KINDS:
                    found.setdefault(key, set()).add((places, kind))
    kinds: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for key, said in found.items():
        is_plain = "'" not in key and "," not in key
        is_one = len(said) == 1 or said == {(0, "vector"), (1, "number")}
        if is_plain and is_one and key not in asked | sizes:
            kinds["vector" if len(said) > 1 else min(said)[1]].append(key)
    return kinds


def _word(key: str, first: str) -> str:
    """Return the word that is offered first for a function if its name tells it; "any" where the name does not tell."""
    word = first.strip("'\"")
    return word if word and (word != "softmax" or "softmax" in key.lower()) else "any"


def _others(word: str) -> str:
    return ", ".join(f'"{each}"' for each in ("softmax", "sigmoid", "any") if each != word) + ", …"
