"""Sine and cosine at whole turns, and numbers that are equal because they differ by less than a turn."""

import pytest

TYPES = {"x": "ℝ", "y": "ℝ", "k": "ℕ", "i": "[n]"}


@pytest.mark.parametrize(
    "text",
    [
        "sin pi = 0",
        "cos (3 * pi) = -1",
        "cos (x + pi) = -1 * cos x",
        "sin (x + -2 * pi) = sin x",
        "cos (2 * (pi * real k)) = 1",
        "sin (-2 * (pi * real k)) = 0",
        "cos (x + 2 * (pi * pos{n} i)) = cos x",
        "sin ((x + 4 * pi) * (pos{n} i + 1)) = sin (x * (pos{n} i + 1))",
        "cos (6 * (pi * #{n})) = 1",
        "0 < pi",
        "x + 2 * pi ≠ x",
    ],
)
def test_whole_turns(logic, text):
    logic.prove(text, **TYPES)


@pytest.mark.parametrize(
    "text",
    [
        "cos (pi * real k) = 1",
        "cos (2 * (pi * x)) = 1",
        "sin (2 * (pi * x)) = 0",
        "cos (2 * (pi * (pi * real k))) = 1",
        "cos (1/2 * pi) = 1",
        "sin (x + pi) = sin x",
    ],
)
def test_other_angles(logic, text):
    logic.refuse(text, **TYPES)


def test_within_one_turn(logic):
    near = [logic.term(text, **TYPES) for text in ("x + -1 * y < 2 * pi", "y + -1 * x < 2 * pi")]
    same = [logic.term(text, **TYPES) for text in ("cos x = cos y", "sin x = sin y")]
    logic.prove("x = y", *near, *same, **TYPES)
    for given in ([*near, same[0]], [*near, same[1]], [near[0], *same], [near[1], *same], same):
        logic.refuse("x = y", *given, **TYPES)


def test_more_than_one_turn_proves_nothing(logic):
    far = [logic.term(text, **TYPES) for text in ("x + -1 * y < 4 * pi", "y + -1 * x < 2 * pi")]
    same = [logic.term(text, **TYPES) for text in ("cos x = cos y", "sin x = sin y")]
    logic.refuse("x = y", *far, *same, **TYPES)
