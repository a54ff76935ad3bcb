"""Refutations that are written by hand and do not hold: the verifier must refuse them."""

import json
import signal
from contextlib import contextmanager

import pytest

from symattn import refutation_verifier as rv


class TooLong(Exception):
    """Report that nothing was answered in time; no OSError, which a verifier may take for a file it cannot read."""


@contextmanager
def within(seconds):
    """Raise TooLong after some seconds."""

    def stop(*_):
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


ONE, ZERO = ["literal", "1", "ℝ"], ["literal", "0", "ℝ"]


def refutation(tmp_path, *lines, left="1", right="0"):
    """Write a refutation by hand and return what the verifier makes of it."""
    header = {"format": "symattn refutation", "version": 1, "name": ""}
    content = [header | {"left": [left, left], "right": [right, right]}, *lines, ["end"]]
    path = tmp_path / "refutation"
    path.write_text("".join(json.dumps(line) + "\n" for line in content))
    return rv.verify(str(path))


BELOW = (ONE, ZERO, ["constant", "≤"], ["apply", 2, 0], ["apply", 3, 1])  # 1 ≤ 0 is term 4
ALMOST = f"{2**300 + 1}/{2**300}"


def functions_of(first, second):
    """Return lines for (λx. λi:[1]. x) (exp a) = (λx. λi:[1]. x) (exp b), which is term 16."""
    constant = (["bound", 1, "ℝ"], ["lambda", "[1]", 5], ["lambda", "ℝ", 6], ["constant", "exp"])
    values = (["literal", first, "ℝ"], ["literal", second, "ℝ"], ["apply", 8, 9], ["apply", 8, 10])
    sides = (["apply", 7, 11], ["apply", 7, 12], ["equality", "[1]→ℝ"], ["apply", 15, 13], ["apply", 16, 14])
    return *constant, *values, *sides


def test_functions_of_different_numbers_are_not_equal(tmp_path):
    with pytest.raises(rv.DoesNotHold):
        refutation(tmp_path, *BELOW, *functions_of("1", ALMOST), ["claim", 4, 17])


def test_functions_that_are_far_apart_are_not_equal(tmp_path):
    with pytest.raises(rv.DoesNotHold):
        refutation(tmp_path, *BELOW, *functions_of("1", "2"), ["claim", 4, 17])
    assert refutation(tmp_path, *BELOW, ["claim", 4])["sides"] == ["1", "0"]


def test_a_defined_name_is_no_proposition(tmp_path):
    with pytest.raises((rv.NotARefutation, rv.DoesNotHold)):
        refutation(tmp_path, *BELOW, ["definition", "(0 ≤ 1)", 4], ["constant", "(0 ≤ 1)"], ["claim", 5])


def test_a_definition_and_a_variable_have_two_names(tmp_path):
    variable = (["variable", "c", "ℝ"], ["value", 0, "1"], ZERO, ["definition", "c", 1], ["constant", "c"])
    with pytest.raises((rv.NotARefutation, rv.DoesNotHold)):
        refutation(tmp_path, *variable, ["constant", "≤"], ["apply", 3, 0], ["apply", 4, 2], ["claim", 5])


def test_iterating_without_end_is_refused(tmp_path):
    lines = [["literal", "999", "ℕ"], ["constant", "nadd"]]
    count = 0
    for _ in range(60):  # 999·2^60
        lines += [["apply", 1, count], ["apply", len(lines), count]]
        count = len(lines) - 1
    first = len(lines)
    matrix = "[1]→[1]→ℝ"
    lines += [["bound", 0, matrix], ["lambda", matrix, first], ["constant", "iterate", 1, 1], ZERO]
    lines += [["lambda", "[1]", first + 3], ["lambda", "[1]", first + 4], ["apply", first + 2, first + 1]]
    lines += [["apply", first + 6, first + 5], ["apply", first + 7, count], ["literal", "0", "[1]"]]
    lines += [["apply", first + 8, first + 9], ["apply", first + 10, first + 9], ["constant", "≤"], ONE]
    lines += [["apply", first + 12, first + 13], ["apply", first + 14, first + 11], ["claim", first + 15]]
    with within(3), pytest.raises(rv.DoesNotHold):
        refutation(tmp_path, *lines)
