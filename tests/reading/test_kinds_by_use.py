"""The textbook layer norm, nothing declared; and messages that say which letter, and what to do."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import formula, noted
from symattn.reading.sidecar import Sidecar


def lines(text: str) -> list[tuple[str, str]]:
    return [(line.answer.status, line.answer.why) for line in noted(page("a.md", text), Sidecar(), {}).lines()]


NORM = (
    "$$\\mu = \\frac1N \\sum_{i=1}^N x_i, \\qquad \\sigma^2 = \\frac1N \\sum_i (x_i - \\mu)^2$$\n\n"
    "$$\\hat x_i = \\frac{x_i - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}}$$\n\n$$%s$$"
)


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"\sum_i \hat x_i = 0", "proved"),
        (r"\sum_i \hat x_i = 1", "fails as read"),
        (r"\frac1N \sum_i x_i^2 = \sigma^2 + \mu^2", "proved"),
        (r"\frac1N \sum_i x_i^2 = \sigma^2 - \mu^2", "fails as read"),
    ],
)
def test_what_is_squared_below_is_a_number_above(row: str, status: str) -> None:
    assert [each for each, _ in lines(NORM % row)] == ["definition"] * 3 + [status]


def test_vectors_stay_vectors() -> None:
    mean = (
        "$$\\bar x = \\frac1n \\sum_{i=1}^n x_i$$\n\n$$S = \\frac1n \\sum_i (x_i - \\bar x)(x_i - \\bar x)^\\top$$\n\n"
    )
    row = "$$S = \\frac1n \\sum_i x_i x_i^\\top - \\bar x \\bar x^\\top$$"
    assert [each for each, _ in lines(mean + row)] == ["definition", "definition", "proved"]
    turned = "$$s = \\sum_i (x_i - 1)^2$$\n\n$$x_i^\\top x_j s = s x_i^\\top x_j$$"
    assert [each for each, _ in lines(turned)][-1] == "shapes"


MESSAGES = [
    (r"y = \{y_i\}_{i=1}^N", "y_i", "ℝ^n"),
    (r"y = (z_1, z_2, \dots, z_K)", "z_1, z_2", "ℝ^K"),
    (r"S = \operatorname{diag}(A B)", "A B is n×d", "declare"),
    (r"\frac{\partial}{\partial z_i} \log \sum_{j=1}^K e^{y_j} = 1", "∂/∂z_i", "declare"),
    (r"q, k = f(x)", "several statements", "a row of its own"),
    (r"\sum_{i<j} a_{ij} = \sum_{i=1}^n \sum_{j=1}^{i-1} a_{ij}", "both letters, i and j", ""),
    (r"= x W", "nothing stands before the =", "comes before it"),
]


@pytest.mark.parametrize(("row", "letter", "what"), MESSAGES)
def test_a_message_names_what_it_is_about(row: str, letter: str, what: str) -> None:
    (line,) = formula(row).lines()
    assert line.answer.status == "not read"
    assert letter in line.answer.why
    assert what in line.answer.why


def test_words_alone_in_a_display_are_closed() -> None:
    ((status, why),) = lines("$$\n\\text{a chain of logits, softmax and gradients.}\n$$")
    assert (status, why) == ("not a statement", "words alone")


SPREAD = [
    (r"\operatorname{softmax}(z) = \operatorname{softmax}(z - \max_i z_i)", "proved"),
    (r"\operatorname{softmax}(z - \max_i z_i) = z", "fails as read"),
    (r"\sum_i (z - \frac1K \sum_j z_j)_i = 0", "proved"),
    (r"z + c = c + z", "shapes"),
    (r"z - \max_i y_i = z", "shapes"),
    (r"z + y_i = y_i + z", "shapes"),  # a lost index
    (r"z + z^\top y = z^\top y + z", "shapes"),  # a lost factor
    (r"z + (y - z) = c", "shapes"),
    (r"A + c = c + A", "shapes"),
]


@pytest.mark.parametrize(("row", "status"), SPREAD)
def test_a_number_beside_a_vector_is_added_to_each_entry(row: str, status: str) -> None:
    declared = "Let $z, y \\in \\mathbb{R}^K$, $c \\in \\mathbb{R}$ and $A \\in \\mathbb{R}^{K \\times K}$."
    assert lines(f"{declared}\n\n$${row}$$")[0][0] == status
