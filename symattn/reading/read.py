"""Read notes: files, the declarations beside them, and a formula by itself."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from mimetypes import guess_type
from pathlib import Path

from symattn.errors import UsageError
from symattn.reading.listed import displayed
from symattn.reading.pages import FORMULAS, Page, cells, page
from symattn.reading.refusal import Refused
from symattn.reading.report import Report
from symattn.reading.sidecar import Sidecar
from symattn.reading.statements import Line, Note
from symattn.reading.tokens import Macro, macros

SUFFIXES = (".md", ".markdown", ".tex", ".ltx", ".ipynb", ".qmd", ".rmd")
_NO_NOTES = (".txt", ".rst", ".pdf", ".docx", ".html")  # a file, but none that is read
_INPUT = re.compile(r"\\(?:input|include|usepackage(?:\[[^\]]*\])?)\s*\{([^}]+)\}")


def read(*notes: str | Path, heard: Callable[[Line], None] | None = None) -> Report:
    r"""Read the displayed rows of notes and decide them; a formula may stand in place of a file.

    A file is a ``.tex``, a ``.md`` or a ``.ipynb``; declarations may stand beside it, in ``note.md.toml``, and in its
    comments. What has no such suffix is a formula. ``heard`` is told each row as it is read. Raise UsageError for a
    file that cannot be read, and for declarations that are none.

    >>> print(read(r"(AB)^\top = B^\top A^\top"))
    1 row: 1 proved
    >>> print(read(r"(AB)^\top = A^\top B^\top"))
    formula:1:1: fails as read: (AB)^\top = A^\top B^\top; fails for n = 2, A = [[-1, -2], [2, 1/2]], B = [[2, 1/2],
    [-2, -1/2]]; where A: any matrix, B: any matrix
    1 row: 1 fails as read
    """
    return read_all(notes, heard)


def read_all(notes: Iterable[str | Path], heard: Callable[[Line], None] | None = None) -> Report:
    """Read notes as ``read`` does."""
    lines, warnings = list[Line](), list[str]()
    for each in notes:
        note = load(each)
        for name in note.sidecar.unused(
            [piece.text for piece in note.page.pieces if piece.kind in FORMULAS], note.macros
        ):
            warnings.append(f"{_beside(note.page.file)}: warning: {name!r} stands in no formula of the note")
        for line in note.lines():
            lines.append(line)
            if heard is not None:
                heard(line)
    return Report(tuple(lines), tuple(warnings))


def load(source: str | Path) -> Note:
    """Return a note, with what is declared beside it."""
    path = Path(source) if isinstance(source, Path) or source.lower().endswith((*SUFFIXES, *_NO_NOTES)) else None
    if path is None:
        return formula(str(source))
    try:
        kind = guess_type(path.name)[0] or ""
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {error.strerror}") from error
    if b"\0" in data or kind.startswith("image/") or not path.name.lower().endswith(SUFFIXES):
        is_text = b"\0" not in data and (kind.startswith("text/") or not path.suffix)
        hint = f"; of another text `symattn read - < {path}` reads each line as a formula" if is_text else ""
        what = "a note is a text in Markdown (.md), LaTeX (.tex) or a notebook (.ipynb)"
        raise UsageError(f"cannot read {str(path)!r}: {what}{hint}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"cannot read {str(path)!r}: line {line} is not UTF-8 text") from error
    if path.suffix.lower() == ".ipynb" and cells(text) is None:
        raise UsageError(f"cannot read {str(path)!r}: it is no notebook")
    made = page(str(path), text)
    sidecar, beside = Sidecar(), Path(_beside(str(path)))
    try:
        if beside.is_file():
            sidecar.take(tomllib.loads(beside.read_text("utf-8")))
        return noted(made, sidecar, _included(made, path))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, UsageError) as error:
        raise UsageError(f"{beside}: {error}") from error


def _beside(file: str) -> str:
    """Return where the sidecar of a note lies."""
    return f"{file}.toml"


def formula(text: str, name: str = "formula") -> Note:
    """Return a note that is formulas, one a line, or a page of Markdown."""
    shown, wrapped = displayed(re.sub(r"\r\n?", "\n", text).rstrip())
    return noted(Page(name, shown, "md"), Sidecar(), {}, wrapped)


def noted(made: Page, sidecar: Sidecar, known: dict[str, Macro], wrapped: frozenset[int] = frozenset()) -> Note:
    """Return a note of a page; take the definitions of its sidecar."""
    note = Note(replace(made, told=sidecar.words), sidecar, known, wrapped)
    sidecar.known = note.macros
    for text, line in sidecar.definitions:
        try:
            note.define(text, line)
        except Refused as refused:
            raise UsageError(f"define: {refused}: {text}") from refused
    return note


def _included(made: Page, path: Path, depth: int = 3) -> dict[str, Macro]:
    """Return the macros of files that a document includes, where they lie beside it."""
    found: dict[str, Macro] = {}
    if made.kind != "tex" or not depth:
        return found
    for name in _INPUT.findall(made.text):
        for each in (name, f"{name}.tex", f"{name}.sty"):
            other = path.parent / each
            try:
                if other.suffix in (".tex", ".sty") and other.is_file() and other.stat().st_size < 2_000_000:
                    inner = page(str(other), other.read_bytes())
                    found |= {**_included(inner, other, depth - 1), **macros(inner.text)}
            except OSError:
                continue
    return found
