"""A row behind "since", "using" or "let y ∈ ℝⁿ and" is supposed: it is not refuted, and what follows rests on it."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar


def answers(text: str) -> list[str]:
    return [line.answer.status for line in noted(page("a.md", text), Sidecar(), {}).lines()]


REASONS = [
    "Since",
    "Because",
    "As",
    "Using",
    "Recall that",
    "We use the fact that",
    "We know that",
    "By definition",
    "Due to",
    "By",
    "From",
    "It is a vector, and since",
    "Note that since",
    "Since also",
    "We get, using",
]
CLAIMS = [
    "We can write this as",
    "It is given by",
    "We have",
    "Since it is a vector, we get",
    "Hence",
    "We obtain from it that",
]
ROWS = "Let $y \\in \\mathbb{R}^K$. %s\n\n$$\\sum_i y_i = 1,$$\n\nwe see\n\n$$2 \\sum_i y_i = %s.$$"


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_is_supposed(reason: str) -> None:
    assert answers(ROWS % (reason, "2")) == ["open", "proved"]
    assert answers(ROWS % (reason, "3")) == ["open", "refuted"]


@pytest.mark.parametrize("words", CLAIMS)
def test_a_claim_is_refuted(words: str) -> None:
    assert answers(ROWS % (words, "2"))[0] == "refuted"


@pytest.mark.parametrize(
    "words",
    [
        "Let $x, y \\in \\mathbb{R}^K$ and",
        "Let $x, y \\in \\mathbb{R}^K$ be vectors and",
        "Here $x, y \\in \\mathbb{R}^K$, and",
    ],
)
def test_what_is_let_beside_a_declaration(words: str) -> None:
    note = words + "\n\n$$x^\\top y = 1.$$\n\nThen\n\n$$2 x^\\top y = %s$$"
    assert answers(note % "2") == ["open", "proved"]
    assert answers(note % "1") == ["open", "refuted"]


def test_what_is_concluded_beside_another_row_is_a_claim() -> None:
    note = "Let $x, y \\in \\mathbb{R}^K$. %s $z = x$ and\n\n$$x^\\top y = 1.$$"
    assert answers(note % "Then we have") == ["fails as read"]


def test_a_reason_that_holds_is_proved() -> None:
    note = (
        "Let $A, B \\in \\mathbb{R}^{n \\times n}$. Since\n\n"
        "$$(AB)^\\top = B^\\top A^\\top,$$\n\nwe get\n\n$$A B = B A.$$"
    )
    assert answers(note) == ["proved", "refuted"]


def test_a_reason_against_a_definition_is_open() -> None:
    note = "Let $S \\in \\mathbb{R}^{n \\times n}$ and\n\n$$P = S + S^\\top.$$\n\n%s\n\n$$P = 2 S.$$"
    assert answers(note % "We have") == ["definition", "differs"]
    assert answers(note % "Since") == ["definition", "open"]


def test_a_reason_in_a_case_is_used_for_nothing() -> None:
    note = (
        "Let $x, y \\in \\mathbb{R}^n$. Since\n\n"
        "$$x^\\top y = 1 \\quad \\text{if } y^\\top y > 0,$$\n\nwe get\n\n$$2 x^\\top y = 2.$$"
    )
    assert "proved" not in answers(note)
    assert "refuted" not in answers(note)


def test_nothing_follows_from_a_reason_that_cannot_be() -> None:
    note = "Let $x \\in \\mathbb{R}^n$. Since\n\n$$x^\\top x < 0,$$\n\nwe get\n\n$$x_1 = 7.$$"
    assert answers(note)[0] == "open"
    assert answers(note)[1] != "proved"


def test_a_section_ends_what_a_reason_supposes() -> None:
    note = (
        "# One\n\nLet $y \\in \\mathbb{R}^K$. Since\n\n$$\\sum_i y_i = 1,$$\n\n"
        "it is.\n\n# Two\n\nLet $y \\in \\mathbb{R}^K$.\n\n"
    )
    assert answers(note + "$$2 \\sum_i y_i = 2$$")[1] != "proved"


@pytest.mark.parametrize("words", ["It follows from", "Substituting", "where we used", "Combining"])
def test_what_something_is_made_from_is_supposed(words: str) -> None:
    assert answers(ROWS % (words, "2"))[0] == "open"


def test_a_second_reason() -> None:
    note = "Let $x, y \\in \\mathbb{R}^K$. Since\n\n$$x^\\top y = 1$$\n\n%s\n\n$$x^\\top x = 2,$$\n\nwe get\n\n$$%s$$"
    assert answers(note % ("and", "x^\\top (x + y) = 3")) == ["open", "open", "proved"]
    assert answers(note % ("and", "x^\\top (x + y) = 4")) == ["open", "open", "refuted"]
    assert answers(note % ("", "x^\\top y = 1"))[1] == "fails as read"  # it may follow from the first
    assert answers(note % ("Hence", "x^\\top y = 1"))[1] == "refuted"


def test_a_definition_of_something_says_more_than_its_row() -> None:
    assert answers(ROWS % ("By definition of the softmax,", "2")) == ["open", "proved"]
    assert answers(ROWS % ("By definition of the softmax,", "3")) == ["open", "fails as read"]
