"""The plugin for pytest: a test for each theorem, and the options."""

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import symattn

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


def run(folder: Path, subtracted: str, *options: str) -> str:
    (folder / "test_it.py").write_text(TEST.format(subtracted=subtracted))
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            *PLUGIN,
            "-p",
            "no:cacheprovider",
            "-v",
            *options,
            "test_it.py",
        ],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(symattn.__file__).parents[1])},
    )
    return run.stdout + run.stderr


def test_each_theorem_is_a_test(tmp_path):
    options = ("--symattn-trials=1", "--symattn-seed=5", "-k", "key-shift or one-key")
    found = run(tmp_path, "s.max(-1, keepdims=True)", *options)
    assert "2 passed, 13 deselected" in found and "test_attention[key-shift] PASSED" in found
    assert "symattn: seed 5" in found


@pytest.mark.slow
def test_a_failure_may_be_shown_as_it_was_found(tmp_path):
    found = run(tmp_path, "0", "--symattn-trials=6", "-k", "key-shift", "--symattn-no-shrink")
    assert "attention does not satisfy key shift in float64" in found


def test_the_theorem_stands_in_the_failure(tmp_path):
    found = run(tmp_path, "0", "--symattn-trials=6", "-k", "key-shift")
    assert "attention does not satisfy key shift in float64" in found
    assert "theorem, proved for the expression: Attention(Q, K + 1*w, V) = Attention(Q, K, V)" in found
