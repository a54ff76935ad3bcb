"""The benchmarks run, on tiny settings, and refuse wrong answers; how long anything takes is not tested here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sympy import Matrix, MatrixSymbol

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _benchmarks_importable(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))


@pytest.mark.parametrize("name", ["depth", "arrays", "imports", "claims", "words"])  # `.ci/run` runs them all
def test_runs(name, tmp_path):
    file = tmp_path / "figures.json"
    command = [sys.executable, "-m", "benchmarks", "--quick", "--only", name, "--json", str(file)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert figures["quick"] and figures["rows"]
    for row in figures["rows"]:
        assert row["what"] in run.stdout and row["peer"] in run.stdout
        if name != "depth":
            assert row["ratio"] > 0


def test_bounds():
    from benchmarks.measure import Row

    assert Row("", "", 3.0, "", at_least=3).ok is True
    assert Row("", "", 2.9, "", at_least=3).ok is False
    assert Row("", "", 2.9, "", at_least=3, floor=True).ok is None
    assert Row("", "", 1.15, "", at_most=1.15).ok is True
    assert Row("", "", 1.16, "", at_most=1.15).ok is False
    assert Row("", "", 1.0, "").ok is None


def test_a_missed_bound_fails_a_full_run_and_no_quick_one(monkeypatch, capsys):
    from benchmarks import __main__ as runner
    from benchmarks import imports
    from benchmarks.measure import Row

    monkeypatch.setattr(imports, "run", lambda settings, say: [Row("slow", "peer", 2.0, "2 s : 1 s", at_most=1.5)])
    assert runner.main(["--only", "imports"]) == 1
    assert "NOT OK" in capsys.readouterr().out
    assert runner.main(["--only", "imports", "--quick"]) == 0
    assert "NOT OK" not in capsys.readouterr().out


def test_exponent():
    from benchmarks.measure import exponent

    assert exponent([1, 2, 4, 8], [3.0, 12.0, 48.0, 192.0]) == pytest.approx(2)


def test_wrong_answers_are_not_timed():
    from benchmarks import with_symattn, with_sympy

    A = MatrixSymbol("A", 2, 2)
    with pytest.raises(RuntimeError, match="refuted"):
        with_symattn.require_proved(A, A.T)
    with pytest.raises(RuntimeError, match="zero"):
        with_sympy.require_zero(Matrix([[0, 1]]))


def test_a_peer_that_takes_too_long_is_stopped():
    from benchmarks.measure import TimeLimitReached, cold_seconds, fresh

    with pytest.raises(TimeLimitReached):
        fresh(cold_seconds, "with_sympy:by_simplify", limit=0.5)
