"""The plugin for pytest: a test for each theorem, and the options."""

from dataclasses import replace
from importlib.metadata import entry_points

import pytest

from symattn.testing.settings import SETTINGS

pytest_plugins = ["pytester"]

TEST = """
import numpy as np
import pytest
from symattn import Attention
from symattn.testing import assert_satisfies


def attention(q, k, v):
    s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    p = np.exp(s - {subtracted})
    return p / p.sum(-1, keepdims=True) @ v


@pytest.mark.satisfies(of=Attention)
def test_attention(theorem):
    assert_satisfies(attention, theorem, signature="Q: b r ell, K: b n ell, V: b n d -> b r d")
"""

#: An installed symattn is found by pytest itself, one that only lies on the path is not.
INSTALLED = any(each.value == "symattn.testing.plugin" for each in entry_points(group="pytest11"))
PLUGIN = () if INSTALLED else ("-p", "symattn.testing.plugin")


@pytest.fixture
def run(pytester, monkeypatch):
    """Run the test in this process, with its own settings."""
    for name, value in vars(replace(SETTINGS)).items():
        monkeypatch.setattr(SETTINGS, name, value)

    def found(subtracted: str, *options: str) -> str:
        pytester.makepyfile(test_it=TEST.format(subtracted=subtracted))
        outcome = pytester.runpytest_inprocess(*PLUGIN, "-p", "no:cacheprovider", "-v", *options)
        return outcome.stdout.str() + outcome.stderr.str()

    return found


def test_each_theorem_is_a_test(run):
    options = ("--symattn-trials=1", "--symattn-seed=5", "-k", "key-shift or one-key")
    found = run("s.max(-1, keepdims=True)", *options)
    assert "2 passed, 13 deselected" in found and "test_attention[key-shift] PASSED" in found
    assert "symattn: seed 5" in found


def test_a_failure_may_be_shown_as_it_was_found(run):
    found = run("0", "--symattn-trials=6", "-k", "key-shift", "--symattn-no-shrink")
    assert "attention does not satisfy key shift in float64" in found


def test_a_wrong_argument_is_shown_where_it_is_written(pytester):
    pytester.makepyfile(test_it=TEST.replace("K: b n ell", "K: b 1+n ell"))
    found = pytester.runpytest_inprocess(*PLUGIN, "-p", "no:cacheprovider", "-k", "key-shift").stdout.str()
    assert "UsageError: the axis 1+n of K stands for no size of it" in found
    assert "layouts.py" not in found and "satisfies.py" not in found


def test_the_theorem_stands_in_the_failure(run):
    found = run("0", "--symattn-trials=6", "-k", "key-shift")
    assert "attention does not satisfy key shift in float64" in found
    assert "theorem = <theorem 'key shift': a shift of all keys changes nothing>" in found
    assert "theorem, proved for the expression: Att(Q, K + 1_(n×1) w, V) = Att(Q, K, V)" in found
