"""Equations as combinations of hypotheses, and hypotheses from which they do not follow so."""

import pytest

TYPES = dict.fromkeys("abcxy", "ℝ")


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("x * x = 1", ["x * y = 1", "x * x + -1 * (x * y) = 0"]),
        ("x * (a * a) = x * (b * b)", ["a * x = b * x"]),
        ("a * (x * x) + b * (x * y) = c * x", ["a * x + b * y = c"]),
        ("2 * (a * b) = 3", ["a * b + a * c = 2", "a * b + -1 * (a * c) = 1"]),
        ("cos x = cos y", ["cos x * cos a + -1 * (sin x * sin a) = cos (y + a)", "sin (x + a) = sin (y + a)"]),
        (
            "a * (c * c * (c * c) + 2 * (c * x * (c * x)) + x * x * (x * x)) + b * (c * c) + b * (x * x) = a + b",
            ["c * c + x * x = 1"],
        ),
        (
            "(c * c) * ((c * c) * (c * c)) + (x * x) * ((x * x) * (x * x)) = 1 + -3 * ((c * x) * (c * x))",
            ["c * c + x * x = 1"],
        ),
        (
            "(a * (c * c) + b * (x * x)) * (a * (c * c) + b * (x * x))"
            " + (a * (x * x) + b * (c * c)) * (a * (x * x) + b * (c * c))"
            " = a * a + b * b",
            ["(a + -1 * b) * (c * x) = 0", "c * c + x * x = 1"],
        ),
    ],
)
def test_consequences(logic, goal, given):
    logic.prove(goal, *(logic.term(text, **TYPES) for text in given), **TYPES)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("x = y", ["x * x = y * y"]),
        ("x = y", ["a * x = a * y"]),
        ("a * b = 0", ["a * a = b * b"]),
        ("cos x = cos y", ["cos x * cos a + -1 * (sin x * sin a) = cos (y + a)"]),
        (
            "(c * c) * ((c * c) * (c * c)) + (x * x) * ((x * x) * (x * x)) = 1 + -2 * ((c * x) * (c * x))",
            ["c * c + x * x = 1"],
        ),
        (
            "(a * (c * c)) * (c * c) + (a * (x * x)) * (x * x) + b * (c * c) + b * (x * x) = a + b",
            ["c * c + x * x = 1"],
        ),
    ],
)
def test_what_does_not_follow(logic, goal, given):
    logic.refuse(goal, *(logic.term(text, **TYPES) for text in given), **TYPES)
