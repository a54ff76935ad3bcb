"""A second model of a letter is open; φ(Q)(φ(K)ᵀ V) is a product."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar


def answers(text: str) -> list[str]:
    return [line.answer.status for line in noted(page("a.md", text), Sidecar(), {}).lines()]


STEPS = (
    "The state is\n\n$$\\mathbf{S}_t = \\mathbf{S}_{t-1} + \\mathbf{k}_t \\mathbf{v}_t^\\top$$\n\n%s\n\n"
    "$$\\mathbf{S}_t = \\alpha \\mathbf{S}_{t-1} + \\mathbf{k}_t \\mathbf{v}_t^\\top$$"
)


@pytest.mark.parametrize(
    "words",
    [
        "### A simplification",
        "To forget, they introduced a gate:",
        "Mamba2 uses instead",
        "So in the end we have",
        "A variant is",
    ],
)
def test_a_variant_of_a_recurrence_is_open(words: str) -> None:
    assert answers(STEPS % words) == ["recurrence", "open"]


@pytest.mark.parametrize("words", ["Hence", "This is the same as", ""])
def test_what_a_recurrence_does_not_say_fails(words: str) -> None:
    assert answers(STEPS % words) == ["recurrence", "fails as read"]


def test_what_says_a_recurrence_again_is_proved() -> None:
    again = (STEPS % "Mamba2 uses instead").replace("\\alpha \\mathbf{S}_{t-1} + ", "\\mathbf{S}_{t-1} + ")
    assert answers(again) == ["recurrence", "proved"]


MAP = "Find $\\phi$ such that $\\exp(q \\cdot k) \\approx \\phi(q) \\cdot \\phi(k)$.\n\n$$%s$$"


def test_the_value_of_a_map_before_brackets_with_another_value_is_a_factor() -> None:
    assert answers(MAP % "(\\phi(Q) \\phi(K)^\\top) V = \\phi(Q) (\\phi(K)^\\top V)") == ["proved"]
    assert answers(MAP % "(\\phi(Q) \\phi(K)^\\top) V = \\phi(Q) (V \\phi(K)^\\top)") == ["open"]
    assert answers(MAP % "\\phi(Q)(V) = \\phi(V)(Q)") == ["open"]
