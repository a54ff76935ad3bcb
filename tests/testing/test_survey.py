"""The survey of installed libraries: a row for each function, and a word where a library is missing."""

import numpy as np
import pytest

from symattn import Attention
from symattn.testing import survey


def attention(q, k, v, factor=1.0):
    s = q @ k.swapaxes(-1, -2) * np.asarray(factor / np.sqrt(q.shape[-1]), q.dtype)
    p = np.exp(s - s.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True) @ v


def of_numpy():
    of, types = Attention(survey.Q, survey.K, survey.V), survey.TYPES[:2]
    yield survey.Entry("right", attention, of, types=types)
    yield survey.Entry("unscaled", lambda *arrays: attention(*arrays, factor=2), of, types=types)
    yield survey.Entry("single", lambda *arrays: attention(*arrays).astype(np.float32), of, types=types)
    yield survey.Entry("raises", lambda q, k, v: {}[0], of, types=types)


def of_nothing():
    raise ImportError("No module named 'nothing'")
    yield


def test_a_row_says_in_which_types_a_function_is_right(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(survey, "LIBRARIES", {"numpy": ("", of_numpy), "nothing": ("", of_nothing)})
    page = tmp_path / "page.md"
    page.write_text(f"before\n{survey.START}\n{survey.END}\nafter\n", encoding="utf-8")
    survey.main(["--trials", "4", "--write", str(page)])
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n") and text.endswith("after\n")
    rows = [[cell.strip() for cell in line.split("|")[2:-1]] for line in text.splitlines() if line.startswith("| ")]
    assert rows[1:] == [
        ["right", "right", "right", "–", "–"],
        ["unscaled", "outside", "outside", "–", "–"],
        ["single", "returns float32", "right", "–", "–"],
        ["raises", "raises KeyError", "raises KeyError", "–", "–"],
        ["skipped: No package metadata was found for nothing", "", "", "", ""],
    ]
    with pytest.raises(SystemExit):
        survey.main(["unheard-of"])
    assert "unheard-of is not surveyed: numpy, nothing" in capsys.readouterr().err


def test_the_page_has_the_table():
    from pathlib import Path

    page = Path(__file__).parents[2] / "docs" / "findings.md"
    shown = page.read_text(encoding="utf-8").partition(survey.START)[2].partition(survey.END)[0]
    assert all(f"| {name} " in shown for name in survey.LIBRARIES)
