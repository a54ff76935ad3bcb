"""The page of what is decided of the statements of others."""

from pathlib import Path

import pytest


@pytest.fixture
def reach(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parent.parent))
    from benchmarks.reach import reach

    return reach


def result(truth, status, topic="SP", seconds=0.5, **more):
    return {
        "text": "a = b",
        "topic": topic,
        "corpus": "peers",
        "truth": truth,
        "status": status,
        "seconds": seconds,
        **more,
    }


def test_what_is_decided_is_counted_by_topic(reach):
    page = reach(
        {
            "SP.1": result(True, "proved"),
            "SP.2": result(True, "unknown", helped=True),
            "SP.f": result(False, "refuted"),
            "KV.1": result(True, "not sayable", topic="decoding"),
        }
    )
    assert "| **all** | 1 of 2 | 1 of 1 | 1 |" in page
    assert "| SymPy | 1 of 2 | 1 of 1 |  |" in page
    assert "| decoding | 0 of 0 | 0 of 0 | 1 |" in page
    assert "- `SP.2` a = b: unknown (0.5 s); another form of it is decided" in page
    assert "66.7 %" in page and "none wrongly" in page


@pytest.mark.parametrize(("truth", "status"), [(True, "refuted"), (False, "proved")])
def test_a_wrong_verdict_is_not_hidden(truth, reach, status):
    page = reach({"SP.1": result(truth, status)})
    assert "1 wrongly" in page and "`SP.1`" in page


def test_a_run_without_what_is_left_has_no_list(reach):
    assert "What is left" not in reach({"SP.1": result(True, "proved")})
