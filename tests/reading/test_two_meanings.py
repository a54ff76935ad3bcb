"""What may mean two things is not read, or ambiguous; what is no claim is not refuted."""

import pytest

from symattn.reading.read import read
from symattn.reading.script import script

NUMBERS = r"Let $x, y \in \mathbb{R}$. "
MATRICES = r"Let $X, Y, Z \in \mathbb{R}^{n \times n}$, $a \in \mathbb{R}^n$ and $b \in \mathbb{R}$. "
HEADS = r"Let $Q, K, V \in \mathbb{R}^{n \times d}$ and $W, U \in \mathbb{R}^{d \times p}$. "
HEADS += r"Let $f(Q, K, V) = \mathrm{softmax}(\frac{Q K^\top}{\sqrt{d}}) V$. "
JACOBIAN = r"\frac{\partial \mathrm{softmax}(a)_i}{\partial a_j} = "

ROWS = [
    # commands that nobody defined are no letters
    (NUMBERS, r"\norm{x + y} = \norm{x} + \norm{y}", "not read"),
    (NUMBERS, r"\binom{x}{y} = \binom{y}{x}", "not read"),
    (NUMBERS, r"x \ominus y = y \ominus x", "not read"),
    (MATRICES, r"X \succeq Y = X \succeq Y", "not read"),
    (NUMBERS, r"x \textcolor{red}{y} = y x", "proved"),
    # how far does it reach?
    (MATRICES, r"\prod_{i=1}^n a_i b = b \prod_{i=1}^n a_i", "ambiguous"),
    (MATRICES, r"\prod_{i=1}^n a_i b = b^n \prod_{i=1}^n a_i", "ambiguous"),
    (MATRICES, r"\prod_{i=1}^n (a_i b) = b^n \prod_{i=1}^n a_i", "proved"),
    (MATRICES, r"\sum_i a_i + X_{ij} = \sum_i a_i + \sum_i X_{ij}", "not read"),
    (MATRICES, r"\sum_i a_i + b = b + \sum_j a_j", "proved"),
    (NUMBERS, r"\sin x y = y \sin x", "not read"),
    (NUMBERS, r"\sin x/2 = \sin(x/2)", "not read"),
    (NUMBERS, r"\sin 2x = 2 \sin x \cos x", "proved"),
    # marks with two meanings
    (NUMBERS, r"\sin(\sin^{-1}(x)) = x", "not read"),
    (NUMBERS + "Let $g(x) = x + 1$. ", r"g^{-1}(x) = x - 1", "not read"),
    (MATRICES, r"X^2_{ij} = \sum_k X_{ik} X_{kj}", "ambiguous"),
    (MATRICES, r"X_{ij}^{-1} = 1 / X_{ij}", "ambiguous"),
    (MATRICES, r"X_{ij}^2 = X_{ij} X_{ij}", "proved"),
    (MATRICES, r"X^\dagger X X^\dagger = X^\dagger", "not read"),
    (MATRICES, r"X * Y = Y * X", "not read"),
    (r"Let $T \in \mathbb{N}$ and $A \in \mathbb{R}^{n \times n}$. ", r"A A^T = A^{T + 1}", "ambiguous"),
    (MATRICES, r"(X Y)^T = Y^T X^T", "proved"),
    # operators written as letters
    (NUMBERS, r"d(x y) = x\,dy", "not read"),
    (NUMBERS, r"\Delta(x y) = x \Delta y", "not read"),
    (MATRICES, r"E(X Y) = E(X) Y", "open"),
    (MATRICES, r"\mathbb{E} X Y = Y \mathbb{E} X", "not read"),
    (MATRICES, r"A(X + Y) = A X + A Y", "proved"),
    # complex
    (r"Let $z \in \mathbb{C}^n$. ", r"\|z\|^2 = z^\top z", "not read"),
    (r"Let $z$ be a vector and $x \in \mathbb{R}^+$. ", r"|x| = x", "fails as read"),
    # a condition in brackets
    (NUMBERS, r"|x| = x \quad (x \ge 0)", "proved"),
    (NUMBERS, r"|x| = x \quad (x \ge -1)", "refuted"),
    # words that claim nothing
    (NUMBERS + "A common mistake is to write ", r"(x + y)^2 = x^2 + y^2", "fails as read"),
    (NUMBERS + "We solve ", "x^2 = 2", "fails as read"),
    (NUMBERS + "We have ", "x^2 = 2", "refuted"),
    # sizes in a function are those of its arguments, or those that were declared
    (HEADS, r"f(Q W, K U, V) = \mathrm{softmax}(\frac{Q W U^\top K^\top}{\sqrt{d}}) V", "ambiguous"),
    (HEADS, r"f(Q W, K U, V) = \mathrm{softmax}(\frac{Q W U^\top K^\top}{\sqrt{p}}) V", "ambiguous"),
    (HEADS, r"f(K, Q, V) = \mathrm{softmax}(\frac{K Q^\top}{\sqrt{d}}) V", "proved"),
    # derivatives by entries
    (MATRICES, JACOBIAN + r"\mathrm{softmax}(a)_i (\delta_{ij} - \mathrm{softmax}(a)_j)", "proved"),
    (MATRICES, JACOBIAN + r"\mathrm{softmax}(a)_i \delta_{ij}", "fails as read"),
    (NUMBERS + "Let $z = 3 y$. ", r"\frac{\partial z}{\partial x} = 0", "open"),
    (NUMBERS, r"\frac{\partial (x^2 y)}{\partial x} = 2 x y", "proved"),
    # the largest entry
    (MATRICES, r"\max(a) = \max_i a_i", "proved"),
    (MATRICES, r"\min(a) = \max(-a)", "refuted"),
    (MATRICES, r"\max(X) = \max(X)", "not read"),
]


@pytest.mark.parametrize(("words", "row", "status"), ROWS)
def test_a_row(words: str, row: str, status: str) -> None:
    (line,) = read(f"{words}\n\n$${row}$$\n").lines
    assert line.answer.status == status, line.answer.why


MAPS = r"""Let $Q \in \mathbb{R}^{r \times l}$, $K \in \mathbb{R}^{n \times l}$ and $V \in \mathbb{R}^{n \times d}$.

$$\text{Att} : \mathbb{R}^{r \times l} \times \mathbb{R}^{n \times l} \times \mathbb{R}^{n \times d}
\to \mathbb{R}^{r \times d}$$

$$(Q, K, V) \mapsto \mathrm{softmax}(Q K^\top) V$$

$$\text{Att}(Q, K, 2 V) = 2\,\text{Att} (Q, K, V)$$

$$\text{Att}(Q, K, 2 V) = \text{Att}(Q, K, V)$$
"""


def test_a_map_goes_on_in_the_next_display() -> None:
    statuses = [line.answer.status for line in read(MAPS).lines]
    assert statuses[:3] == ["declaration", "definition", "proved"]
    assert statuses[3] in ("refuted", "differs", "fails as read")


def test_an_image_of_another_size_does_not_lie_in_the_space() -> None:
    note = r"$$\mathbb{R}^{n \times d} \to \mathbb{R}^{n \times p}, \quad X \mapsto X + X$$"
    assert [line.answer.status for line in read(note).lines] == ["declaration", "shapes"]


def test_an_index_below_a_function() -> None:
    rows = ("p_i(a) = a z_i", "p_i(2a) = 2 p_i(a)", "p_i(2a) = p_i(a)")
    note = "Let $z \\in \\mathbb{R}^n$.\n\n" + "".join(f"$${row}$$\n\n" for row in rows)
    assert [line.answer.status for line in read(note).lines] == ["definition", "proved", "differs"]


def test_a_property_that_was_read_is_no_doubt() -> None:
    note = "Let $P \\in \\mathbb{R}^{n \\times n}$ be a permutation matrix.\n\n$$P P = P$$\n"
    assert [line.answer.status for line in read(note).lines] == ["refuted"]
    assert [line.answer.status for line in read(note.replace("permutation", "symmetric")).lines] == ["fails as read"]


def test_the_largest_entry_is_written_as_a_script() -> None:
    note = "Let $x \\in \\mathbb{R}^n$.\n\n$$\\max_i x_i \\le \\log \\sum_{i=1}^n e^{x_i}$$\n"
    text = script(read(note))
    assert "RowMax(" in text and "not written" not in text
