"""What a sentence declares in words is declared as by a formula; what only looks like it is not."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import read

ROWS = [
    # words, row, status, where the row is false in each meaning that the words leave open
    (r"Let $x$ be a vector in $\mathbb{R}^n$.", r"\|x\|^2 = 2 x^\top x", "refuted"),
    (r"Let $X$ be a matrix in $\mathbb{R}^{n\times d}$.", r"X^\top X = 2 X^\top X", "refuted"),
    (r"Let $X$ be a matrix in $\mathbb{R}^{n\times d}$.", r"X X^\top = X^\top X", "shapes"),
    (r"Let $X$ be an $n \times d$ matrix.", r"X^\top X = 2 X^\top X", "refuted"),
    (r"Let $X$ be a matrix of size $n \times d$.", r"X^\top X = 2 X^\top X", "refuted"),
    (r"For every $n \times d$ matrix $X$ we have", r"X^\top X = 2 X^\top X", "refuted"),
    (r"For every matrix $X$ in $\mathbb{R}^{n \times d}$ we have", r"X^\top X = 2 X^\top X", "refuted"),
    (r"Let $A$ be a real symmetric matrix of size $n \times n$.", r"A^\top = 2 A", "refuted"),
    (r"Let $A$ be a real symmetric matrix of size $n \times n$.", r"A^\top = A", "proved"),
    (r"Let $u$ and $v$ be unit vectors in $\mathbb{R}^d$.", r"(u^\top v)^2 \le 1", "proved"),
    (r"Let $u$ and $v$ be unit vectors in $\mathbb{R}^d$.", r"(u^\top v)^2 \le 1/2", "refuted"),
    (r"Let $u$, $v$ be vectors of length $d$.", r"(u^\top v)^2 \le u^\top u", "refuted"),
    (r"Let $u$ be a $d$-dimensional vector.", r"u^\top u \le 1", "refuted"),
    (r"Let $p$ be a probability vector in $\mathbb{R}^n$.", r"\sum_i p_i = 1", "proved"),
    (r"Let $p$ be a probability vector in $\mathbb{R}^n$.", r"\sum_i p_i = 2", "refuted"),
    (r"Let $p$ be a distribution on $n$ points.", r"\sum_i p_i = 1", "proved"),
    (r"Let $p$ and $q$ be probability distributions on $\{1, \dots, n\}$.", r"\sum_i q_i = 1", "proved"),
    (r"Let $x$ be an element of $\mathbb{R}^n$.", r"x^\top x \le 1", "refuted"),
    # and R an orthogonal d×d matrix
    (
        r"Let $P$ be an $n \times n$ permutation matrix and $R$ an orthogonal $d\times d$ matrix. "
        r"Let $X \in \mathbb{R}^{n\times d}$.",
        r"(P X R)^\top (P X R) = R^\top X^\top X R",
        "proved",
    ),
    (
        r"Let $P$ be an $n \times n$ permutation matrix and $R$ an orthogonal $d\times d$ matrix. "
        r"Let $X \in \mathbb{R}^{n\times d}$.",
        r"(P X R)^\top (P X R) = R X^\top X R",
        "refuted",
    ),
    # ones
    (r"We write $\mathbf{1} \in \mathbb{R}^n$ for the vector of ones. Let $x \in \mathbb{R}^n$.", "", "proved"),
    (r"Let $\mathbf{1} = (1, \dots, 1)^\top \in \mathbb{R}^n$. Let $x \in \mathbb{R}^n$.", "", "proved"),
    (r"Let $\mathbf{1} \in \mathbb{R}^n$ be the all-ones vector. Let $x \in \mathbb{R}^n$.", "", "proved"),
    # a name, its value and its space
    (r"Let $x \in \mathbb{R}^n$ and let $p = \mathrm{softmax}(x) \in \mathbb{R}^n$.", r"\sum_i p_i = 1", "proved"),
    # a formula before the name belongs to it, or its value is none
    (r"Let $a, b, c \in \mathbb{R}$. The sum of $a$ and $b$ is $c$.", "b - c = 0", "fails as read"),
    (r"Let $x, y, c \in \mathbb{R}$. The distance between $x$ and $y$ is $c$.", "y - c = 0", "fails as read"),
    (r"Let $u, v \in \mathbb{R}$. The product of $u$, $v$ is $0$.", "2v = 0", "fails as read"),
    (r"Let $C$ be a number and $f: \mathbb{R} \to \mathbb{R}$, where $f$ is $C^2$.", "f(x) = C^2", "definition"),
    (r"Let $x, y \in \mathbb{R}^n$. In this part, $y$ is $3x$.", "y - 3x = 0", "proved"),
    # what is not real
    (r"Let $A$ be a complex $n \times n$ matrix.", r"\mathrm{tr}(A^\top A) \ge 0", "not read"),
    (r"For every complex $n \times n$ matrix $A$", r"\mathrm{tr}(A^\top A) \ge 0", "not read"),
    (r"Let $x$ be a complex vector of length $n$.", r"x^\top x \ge 0", "not read"),
    (r"Let $A$ be an $n \times n$ matrix over $\mathbb{C}$.", r"\mathrm{tr}(A^\top A) \ge 0", "not read"),
    # what is no declaration of these names
    (r"Let $X$ be a set of vectors in $\mathbb{R}^n$.", r"X^\top = X", "fails as read"),
    (r"Let $x$ be a vector in $\mathbb{R}^n$ or $\mathbb{C}^n$.", r"x^\top x = 0", "not read"),
    (r"Let $x$ be a random vector in $\mathbb{R}^n$.", r"x^\top x = 0", "fails as read"),
    (r"Let $u$ be not a unit vector in $\mathbb{R}^n$.", r"u^\top u = 1", "fails as read"),
    (r"Let $u \in \mathbb{R}^n$ and $p = u \in \mathbb{R}^n$.", r"p = 2 u", "open"),
]


@pytest.mark.parametrize(("words", "row", "status"), ROWS)
def test_what_words_declare_is_declared(words: str, row: str, status: str) -> None:
    row = row or r"\mathbf{1}^\top x = \sum_i x_i"
    answer = read(f"{words}\n\n$${row}$$\n").lines[-1].answer
    assert answer.status == status, answer.why


@pytest.mark.parametrize(
    ("text", "restated"),
    [
        (
            r"Let $x$ be a vector in $\mathbb{R}^n$ and $y$ a vector in $\mathbb{R}^m$.",
            r"Let $x \in \mathbb{R}^n$ be a vector and $y \in \mathbb{R}^m$ be a vector.",
        ),
        (r"Let $A$ be an $n \times n$ matrix.", r"Let $A \in \mathbb{R}^{n \times n}$ be a matrix."),
        (r"Let $A$ be a matrix of order $n$.", r"Let $A \in \mathbb{R}^{n \times n}$ be a matrix."),
        *(
            (same, same)
            for same in (
                r"Let $A$ be an $n$ matrix.",
                r"Let $x$ be in $S$.",
                r"Let $x$ be a vector in $S$.",
                "The map $f$ in $A$.",
            )
        ),
    ],
)
def test_a_sentence_is_restated(text: str, restated: str) -> None:
    pieces = page("note.md", text).pieces
    assert "".join(f"${piece.text}$" if piece.kind == "inline" else piece.text for piece in pieces) == restated


def test_places_stay_in_their_order() -> None:
    text = r"Let $x$ and $y$ be vectors in $\mathbb{R}^n$, and $p = \mathrm{softmax}(x) \in \mathbb{R}^n$ so."
    pieces = page("note.md", text).pieces
    starts = [piece.start for piece in pieces]
    assert starts == sorted(set(starts))
    assert all(start < len(text) for start in starts)


def test_a_long_sentence_takes_no_time() -> None:
    text = "Let " + " and ".join(f"$x_{{{k}}}$" for k in range(4000)) + " be given."
    assert len(page("note.md", text).pieces) == 8001
