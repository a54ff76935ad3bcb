"""x_1 of a vector that is declared as one is its first entry, A_{12} one of a matrix; "n = 3" fixes a size."""

import pytest

from symattn.reading.read import read

THREE = r"Let $x \in \mathbb{R}^3$ and $A \in \mathbb{R}^{3 \times 3}$. "
ANY = r"Let $x, y \in \mathbb{R}^n$ and $A, B \in \mathbb{R}^{n \times n}$. "
ROWS = [
    (THREE, r"x_1^2 + x_2^2 + x_3^2 = \|x\|^2", "proved"),
    (THREE, r"x_1^2 + x_2^2 = \|x\|^2", "refuted"),
    (THREE, r"A_{11} + A_{22} + A_{33} = \operatorname{tr}(A)", "proved"),
    (THREE, r"A_{11} + A_{22} + A_{23} = \operatorname{tr}(A)", "refuted"),
    (THREE, r"(Ax)_2 = A_{21} x_1 + A_{22} x_2 + A_{23} x_3", "proved"),
    (THREE, r"(Ax)_2 = A_{12} x_1 + A_{22} x_2 + A_{32} x_3", "refuted"),
    (THREE, "x_4 = 0", "shapes"),
    (ANY, r"x_1 \le \|x\|", "proved"),
    (ANY, r"x_1^2 + x_2^2 \le \|x\|^2", "proved"),
    (ANY, r"x_1 + x_2 = \|x\|", "refuted"),
    (ANY, r"x_1 \le \sum_i x_i", "refuted"),
    (ANY, r"2 A_{12} = A_{12}", "refuted"),
    # where one of them is named by itself, x_1 may be another vector
    (r"Let $x \in \mathbb{R}^n$. The tokens are $x_1$ and $x_2$. ", r"x_1 \le \|x\|", "fails as read"),
    (r"Let $x \in \mathbb{R}^n$ and $x_1, x_2 \in \mathbb{R}^n$. ", "x_1^T x_2 = x_2^T x_1", "proved"),
    (r"Let $x \in \mathbb{R}^n$ and $x_1 \in \mathbb{R}^n$. ", r"x_1 = \|x\|", "shapes"),
    (r"Let $A \in \mathbb{R}^{n \times n}$. ", "A_1 A_2 = A_2 A_1", "fails as read"),
    # a size that is a number
    (ANY + "Let $n = 2$. ", r"\sum_i x_i = x_1 + x_2", "proved"),
    (ANY + "Let $n = 3$. ", r"\sum_i x_i = x_1 + x_2", "refuted"),
    (ANY + "Let $n = 2$. ", r"\frac{1}{n} \sum_i x_i = \frac{x_1 + x_2}{2}", "proved"),
    (ANY + "Let $n = 3$. ", r"\frac{1}{n} \sum_i x_i = \frac{x_1 + x_2 + x_3}{2}", "refuted"),
    (ANY + "Let $n = 2$. ", r"(A x)_1 = A_{11} x_1 + A_{12} x_2", "proved"),
    (ANY + "Let $n = 1$. ", "A B = B A", "proved"),
    (ANY + "If $n = 1$, all is easy. ", "A B = B A", "fails as read"),
    (ANY + "Let $n = 2$. ", "A B = B A", "refuted"),
    (ANY + "We do not take $n = 1$. ", "A B = B A", "fails as read"),
    # the text says what z is: a row of its first entry does not define another z_1
    (r"Let $x \in \mathbb{R}^n$ and $W \in \mathbb{R}^{n \times n}$, whereas $z = W x$. ", "z_1 = 2 x_1", "open"),
    (r"Let $x \in \mathbb{R}^n$ and $W \in \mathbb{R}^{n \times n}$. Let $z = W x$. ", "z_1 = 2 x_1", "open"),
    (r"Let $x \in \mathbb{R}^n$ and $W \in \mathbb{R}^{n \times n}$. Let $z = 2 x$. ", "z_1 = 2 x_1", "definition"),
]


@pytest.mark.parametrize(("words", "row", "status"), ROWS)
def test_entries_by_their_numbers(words: str, row: str, status: str) -> None:
    answer = read(f"{words}\n\n$${row}$$\n").lines[-1].answer
    assert answer.status == status, answer.why


def test_a_counterexample_names_the_size_of_the_note() -> None:
    why = read(f"{ANY}\n\n$$x_1 + x_2 = \\|x\\|$$\n").lines[-1].answer.why
    assert why == "fails for n = 2, x = [[-1], [2]]"
