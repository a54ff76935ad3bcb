"""The scripts of findings run, or say what is missing; their page names each of them."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "findings.md"
SCRIPTS = sorted(path for path in (ROOT / "findings").glob("*.py") if path.stem != "installed")

#: A line of each script's output where its libraries are installed, in the versions that the page names.
SHOWN = {
    "conventions": "| PyTorch `scaled_dot_product_attention`",
    "flax_dot_product": "values of another width: ValueError",
    "gpt2_strides": "transposed view: view size is not compatible",
    "jax_float64": "float32: within the derived bounds",
    "keras_float64": "torch.float64 -> torch.float32",
    "local_attention_window": "of SlidingWindowMask(n, 5) [6, 7, 8, 9, 10]",
    "memory_efficient_offset": "2 causal queries of FlashAttentionFunction on 5 keys see [[0, 1, 2, 3, 4], [0,",
    "rotary_width_2": "width 2: ZeroDivisionError",
    "transformers_alignment": "[[0], [0, 1]]",
    "transformers_float64": "attention eager: torch.float64, an error of 7e-08",
}


def test_the_page_names_every_script():
    text = PAGE.read_text(encoding="utf-8")
    assert [path.stem for path in SCRIPTS] == sorted(SHOWN)
    assert all(f"findings/{path.name}" in text for path in SCRIPTS)


def test_the_examples_of_the_page_run():
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_shows_its_finding_or_says_what_is_missing(script):
    run = subprocess.run([sys.executable, "-W", "ignore", str(script)], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    assert "skipped: " in run.stdout or "is not installed" in run.stdout or SHOWN[script.stem] in run.stdout
