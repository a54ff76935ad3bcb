"""Logarithms and powers in normal form, and what looks like one of these laws and is none."""

import pytest

TYPES = {"x": "ℝ", "y": "ℝ"}


@pytest.mark.parametrize(
    "text",
    [
        "log (exp x) = x",
        "log 1 = 0",
        "log (exp x * exp y) = x + y",
        "log (inv (exp x)) = -1 * x",
        "log (1/2) = -1 * log 2",
        "log (3/2) = log 3 + -1 * log 2",
        "log (2 * #{n}) = log 2 + log #{n}",
        "log (inv #{n}) = -1 * log #{n}",
        "exp (3 * log 2) = 8",
        "exp (-2 * log 2) = 1/4",
        "exp (2 * log #{n}) = #{n} * #{n}",
        "exp (-1 * log #{n}) = inv #{n}",
        "exp (x + log 2) = 2 * exp x",
        "exp (#{n} * 1/2 * (-2 * (inv #{n} * log 10000))) = 1/10000",
        "exp (#{n} * 1/2 * log (exp (-2 * (inv #{n} * log 10000)))) = 1/10000",
    ],
)
def test_laws(logic, text):
    logic.prove(text, **TYPES)


@pytest.mark.parametrize(
    "text",
    [
        "exp (log x) = x",
        "log (x * y) = log x + log y",
        "log (inv x) = -1 * log x",
        "log (exp x + exp y) = x + y",
        "exp (1/2 * log 2) = 1",
        "exp (x * log 2) = 2 * x",
        "exp (#{n} * log (exp (-2 * (inv #{n} * log 10000)))) = 1/10000",
    ],
)
def test_near_misses(logic, text):
    logic.refuse(text, **TYPES)


def test_products_of_positive_numbers(logic):
    logic.prove("0 < x ⇒ 0 < y ⇒ log (x * y) = log x + log y", **TYPES)
    logic.prove("0 < x ⇒ log (inv x) = -1 * log x", **TYPES)
    logic.prove("0 < x ⇒ exp (-2 * log x) = inv x * inv x", **TYPES)
