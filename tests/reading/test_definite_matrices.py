"""Rows with ≻ and ⪰, and what words say of positive definite matrices."""

import pytest

from symattn.reading.read import read

AB = r"Let $A, B \in \mathbb{R}^{n \times n}$"
X = r"Let $X \in \mathbb{R}^{n\times d}$ and $\lambda > 0$."
AX = r"Let $A \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$"
ROWS = [
    (AB + r" with $A \succ 0$ and $B \succ 0$.", r"A + B \succ 0", "proved"),
    (AB + r" with $A \succeq 0$ and $B \succeq 0$.", r"A + B \succeq 0", "proved"),
    (AB + r" with $A \succeq 0$ and $B \succeq 0$.", r"A + B \succ 0", "refuted"),
    (AB + r" with $A \succeq B$.", r"A - B \succeq 0", "proved"),
    (AB + r" with $A \preceq B$.", r"A - B \succeq 0", "refuted"),
    (AB + " be symmetric.", r"A + B \succ 0", "refuted"),
    (AB + " be positive definite.", r"A + B \succ 0", "proved"),
    (AB + " be symmetric positive definite.", r"A B \succ 0", "refuted"),
    (AB + " be positive semidefinite.", r"\mathrm{tr}(A) \ge 0", "proved"),
    (r"Let $A$ be a symmetric positive definite $n \times n$ matrix.", r"A^\top = 2 A", "refuted"),
    (r"Let $A$ be an SPD matrix in $\mathbb{R}^{n\times n}$ and $x \in \mathbb{R}^n$.", r"x^\top A x \ge 0", "proved"),
    (r"Let $A$ be an SPD matrix in $\mathbb{R}^{n\times n}$ and $x \in \mathbb{R}^n$.", r"x^\top A x > 0", "refuted"),
    (X, r"X^\top X \succeq 0", "proved"),
    (X, r"X^\top X \succ 0", "refuted"),
    (X, r"X^\top X + \lambda I \succ 0", "proved"),
    (X, r"X^\top X + \lambda I \succeq \lambda I", "proved"),
    (X, r"\lambda I \preceq X^\top X + \lambda I", "proved"),
    (X, r"\lambda I \succeq X^\top X + \lambda I", "fails as read"),
    # the order of vectors, and what is not said to be definite
    (r"Let $x \in \mathbb{R}^n$.", r"x \succeq 0", "not read"),
    (r"Let $p \in \mathbb{R}^n$ with $p \succeq 0$.", r"\sum_i p_i \ge 0", "fails as read"),
    (r"Let $W \in \mathbb{R}^{m\times n}$.", r"W \succeq 0", "not read"),
    (AX + r" with $A \succeq 0$.", r"x^\top A x \ge 0", "proved"),
    (AX + r" with $A \succeq 0$ entrywise.", r"x^\top A x \ge 0", "fails as read"),
    (r"Here $\succeq$ is the entrywise order. " + AX + r" with $A \succeq 0$.", r"x^\top A x \ge 0", "fails as read"),
    (
        r"We write $A \succeq 0$ if its entries are. " + AX + r" with $A \succeq 0$.",
        r"x^\top A x \ge 0",
        "fails as read",
    ),
    (r"We write $A \succeq 0$ if its entries are. " + AX + ".", r"A A^\top \succeq 0", "not read"),
    (AB + ", where $A$ need not be positive definite.", r"A \succ 0", "fails as read"),
    (AB + " be indefinite.", r"A^\top = 2 A", "fails as read"),
]


@pytest.mark.parametrize(("words", "row", "status"), ROWS)
def test_rows_of_definite_matrices(words: str, row: str, status: str) -> None:
    answer = read(f"{words}\n\n$${row}$$\n").lines[-1].answer
    assert answer.status == status, answer.why
