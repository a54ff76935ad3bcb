"""Declarations of a sidecar and of comments: macros in their names, definitions."""

import tomllib

import pytest

from symattn.errors import UsageError
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


def test_a_capital_is_a_function_where_a_sidecar_defines_it() -> None:
    note = "$$H(x) = x + x$$\n\n$$H(2 x) = H(x)$$\n"
    assert statuses(note, "define = ['H(x) = 2 x']\n") == ["proved", "differs"]


def test_a_definition_holds_from_its_line_on() -> None:
    note = "$$X Q = Q X$$\n\n{}\n\n$$X Q = Q X$$\n"
    assert statuses(note.format("<!-- symattn:\ndefine = ['Q = 2 I']\n-->")) == ["fails as read", "proved"]
    assert statuses(note.format(""), "define = ['@4 Q = 2 I']") == ["open", "proved"]


def test_what_a_comment_says_ends_with_its_section() -> None:
    said = "<!-- symattn:\ndefine = ['Q = 2 I']\n[kinds]\n'M' = 'number'\n-->\n\n"
    row = "$$X Q = Q X$$\n\n$$M A B = B M A$$\n\n$$X M = M X$$\n\n"
    holds, ends = ["proved", "fails as read", "proved"], ["open", "fails as read", "fails as read"]
    assert statuses(f"# A\n\n{said}{row}## B\n\n{row}# C\n\n{row}") == holds + holds + ends
    assert statuses(f"{said}# A\n\n{row}") == holds


def test_a_definition_in_a_comment_that_is_none_is_told() -> None:
    note = "<!-- symattn:\ndefine = ['Q + 1']\n-->\n\n$$A = A$$\n"
    assert statuses(note) == ["not read", "proved"]


def test_a_sidecar_says_what_sign_a_number_has() -> None:
    note = "Let $\\tau \\in \\mathbb{R}$.\n\n$$|\\tau| = \\tau$$\n\n$$\\tau > 0$$\n"
    assert statuses(note) == ["refuted", "refuted"]
    assert statuses(note, "[kinds]\n'\\tau' = 'positive'") == ["proved", "proved"]
    assert statuses(note, "[kinds]\n'\\tau' = 'nonnegative'") == ["proved", "refuted"]


def test_a_kind_that_is_none_is_told() -> None:
    with pytest.raises(UsageError, match="'postive' of x is no kind; known are number"):
        statuses("$$x = x$$", "[kinds]\n'x' = 'postive'")
