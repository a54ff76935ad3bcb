"""Declarations of a sidecar and of comments: macros in their names, definitions."""

import tomllib

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar


def statuses(text: str, declared: str = "") -> list[str]:
    sidecar = Sidecar()
    sidecar.take(tomllib.loads(declared))
    return [line.answer.status for line in noted(page("a.md", text.encode()), sidecar, {}).lines()]


def test_the_names_may_be_macros_of_the_note() -> None:
    note = "$\\newcommand{\\mbP}{\\mathbf{P}}$\n\n$$\\mbP^T \\mbP = I$$\n"
    assert statuses(note) == ["fails as read"]
    assert statuses(note, "[shapes]\n'\\mbP' = 'permutation n'\n") == ["proved"]


def test_definitions_in_comments_hold() -> None:
    note = "<!-- symattn:\ndefine = ['\\text{Net}(X) = X W']\n-->\n\n$$\\text{Net}(X + Y) = \\text{Net}(X) + YW$$\n"
    assert statuses(note) == ["proved"]
