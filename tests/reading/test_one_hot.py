"""A vector that is called one-hot has entries 0 or 1 that sum to 1."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar


def answers(text: str) -> list[str]:
    return [line.answer.status for line in noted(page("a.md", text), Sidecar(), {}).lines()]


SAID = [
    "Let $y \\in \\mathbb{R}^K$ be a one-hot vector.",
    "Let $y \\in \\mathbb{R}^K$ be one-hot.",
    "Let $y \\in \\mathbb{R}^K$ be a one-hot encoding of the class.",
    "Let $z, y \\in \\mathbb{R}^K$, where $y$ is one-hot.",
    "The label $y \\in \\mathbb{R}^K$ is one-hot.",
    "We are given a one-hot label $y \\in \\mathbb{R}^K$.",
]


@pytest.mark.parametrize("said", SAID)
def test_entries_are_0_or_1_and_sum_to_1(said: str) -> None:
    assert answers(f"{said}\n\n$$\\sum_i y_i = 1$$\n\n$$y^\\top y = 1$$\n\n$$y_i^2 = y_i$$") == ["proved"] * 3
    assert answers(f"{said}\n\n$$y^\\top y = 2$$")[0] in ("refuted", "fails as read")


@pytest.mark.parametrize(
    "said",
    [
        "Let $y \\in \\mathbb{R}^K$ be not one-hot.",
        "Let $y \\in \\mathbb{R}^K$ be nearly one-hot.",
        "Let $y \\in \\mathbb{R}^K$ be one-hot or uniform.",
        "Let $y \\in \\mathbb{R}^K$. It is one-hot only in this section.",
        "Let $Y \\in \\mathbb{R}^{K \\times K}$ have one-hot rows, and let $y \\in \\mathbb{R}^K$.",
    ],
)
def test_other_words_are_doubts(said: str) -> None:
    assert answers(f"{said}\n\n$$y^\\top y = 1$$")[0] in ("fails as read", "refuted")


CROSS_ENTROPY = (
    "Let $z, y \\in \\mathbb{R}^K$, where $y$ is one-hot, and\n\n$$p = \\operatorname{softmax}(z)$$\n\n"
    "$$L = -\\sum_i y_i \\log p_i$$\n\n$$\\frac{\\partial L}{\\partial z_i} = %s$$"
)


def test_the_gradient_of_the_cross_entropy() -> None:
    assert answers(CROSS_ENTROPY % "p_i - y_i")[-1] == "proved"
    assert answers(CROSS_ENTROPY % "y_i - p_i")[-1] == "fails as read"
    assert answers(CROSS_ENTROPY.replace(", where $y$ is one-hot,", "") % "p_i - y_i")[-1] == "fails as read"


def test_a_letter_that_was_declared_before_has_the_property_of_its_second_mention() -> None:
    note = "Let $p, q \\in \\mathbb{R}^n$, where $p$ is a probability vector.\n\n$$\\sum_i %s_i = 1$$"
    assert answers(note % "p") == ["proved"]
    assert answers(note % "q") == ["refuted"]


def test_what_is_let_in_a_case_is_a_doubt() -> None:
    note = "Let $w \\in \\mathbb{R}^n$. If $n > 2$, let $w$ be %s.\n\n$$\\sum_i w_i \\ge 0$$"
    assert answers(note % "nonnegative") == answers(note % "one-hot") == ["fails as read"]


@pytest.mark.parametrize("said", ["The label $y$ is a one-hot vector.", "Here $y$ is one-hot."])
def test_what_differs_only_where_it_is_not_one_hot_is_taken_back(said: str) -> None:
    loss = "$$L = -\\sum_{i=1}^K y_i \\log p_i$$\n\n$$L = -\\log p_c$$"
    assert answers(f"Let $p \\in \\mathbb{{R}}^K$. {said}\n\n{loss}") == ["definition", "fails as read"]
    assert answers(f"Let $p \\in \\mathbb{{R}}^K$. The label is $y$.\n\n{loss}") == ["definition", "differs"]
