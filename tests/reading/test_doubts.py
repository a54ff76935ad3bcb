"""What a note says of a symbol in words, or by an inline formula, takes a refutation back."""

import pytest

from symattn.reading.read import read

SAID = [
    (r"Let $B \in \mathbb{R}^{n\times n}$ be symmetric.", r"B^\top = B"),
    (r"Let $D, B \in \mathbb{R}^{n \times n}$, where $D$ is a diagonal matrix.", r"D B D = B D D"),
    (r"Let $U \in \mathbb{R}^{n \times n}$ with $U^\top U = I$ and let $x \in \mathbb{R}^n$.", r"U^\top U x = x"),
    (r"Let $u \in \mathbb{R}^n$ be a unit vector.", r"u^\top u = 1"),
    (r"Suppose $a \in \mathbb{R}$ and $b\in \mathbb{R}$ satisfy $a + b = 1$.", r"a (a + b) = a"),
    (r"The weights $w_i \in \mathbb{R}$ are non-negative and sum to one.", r"\sum_i w_i = 1"),
    (r"Let $t \in \mathbb{R}$, $t > 0$.", r"\sqrt{t^2} = t"),
    (r"Let $x, y \in \mathbb{R}^n$. If $x = y$, then", r"x^\top x = x^\top y"),
]


@pytest.mark.parametrize(("words", "row"), SAID)
def test_what_else_is_said_of_a_symbol_takes_a_refutation_back(words: str, row: str) -> None:
    (line,) = read(f"{words}\n\n$${row}$$\n").lines
    assert line.answer.status == "fails as read" and "says" in line.answer.why, line.answer


def test_words_behind_the_row_count_and_those_behind_another_do_not() -> None:
    note = "Let $a, b \\in \\mathbb{R}$.\n\n$$2 a = b + a$$\n\n%s$$2 b = a + b$$\n\nHere $b$ is even.\n"
    said = [line.answer.why for line in read(note % "where $a$ is positive.\n\n").lines]
    assert "positive" in said[0] and "even" in said[1]
    assert [line.answer.status for line in read(note % "").lines] == ["refuted", "fails as read"]


def test_what_is_said_of_others_does_not() -> None:
    note = "Let $A, B \\in \\mathbb{R}^{n\\times n}$ and let $C$ be symmetric.\n\n$$AB = BA$$\n"
    assert [line.answer.status for line in read(note.replace("and let", ".  Let")).lines] == ["refuted"]
