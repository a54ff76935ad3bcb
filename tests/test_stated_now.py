"""What is reported of a claim is about what it states now, whatever was kept under its id before."""

import json
from pathlib import Path

import pytest

from symattn.scripts import cli
from symattn.scripts.claims import load, run_claim

#: A lemma that is true when it is used, and another statement when its own turn comes.
CHANGING = """
from sympy import MatrixSymbol
from symattn import calc, claim, dims, theorem

n = dims("n")
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
calls = []


@theorem("T1", "uses the lemma", "me", "proved", uses=["L1"])
def t1():
    return A.T.T + A, 2*A


@theorem("L1", "a lemma", "me", "proved")
def l1():
    calls.append(1)
    return {one} if len(calls) == 1 else {other}
"""
CHANGES = {
    "another goal": ("(A.T.T, A)", "(A.T, A)"),
    "a hypothesis less": ("claim(A.T, B, given=[(A.T, B)])", "claim(A.T, B)"),
    "another step": ("calc(A.T.T, (A, []), (A.T.T, []), (A, []))", "calc(A.T.T, (A.T, []), (A, []))"),
    "a claim for a calc": ("calc(A.T.T, (A, []))", "(A.T.T, A)"),
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "proofs").mkdir()
    return tmp_path


def write(one, other):
    Path("proofs/s.py").write_text(CHANGING.replace("{one}", one).replace("{other}", other))


@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_a_verdict_that_is_kept_is_of_what_is_stated_now(here, change, numeric):
    write(*CHANGES[change])
    entries = load(["proofs"]).entries
    assert run_claim(entries["T1"], numeric=numeric).record.as_declared
    record = run_claim(entries["L1"], numeric=numeric).record
    assert (record.verdict, record.as_declared, record.statement) == ("error", False, "")
    assert "L1 states something else than when it was used as a lemma" in record.reason


def test_a_lemma_that_stays_as_it_was_is_decided_once(here, monkeypatch):
    write("(A.T.T, A)", "(A.T.T, A)")
    entries = load(["proofs"]).entries
    assert run_claim(entries["T1"]).record.as_declared
    monkeypatch.setattr("symattn.deciding.decide.decided", None)
    assert run_claim(entries["L1"]).record.as_declared


def test_no_document_has_a_theorem_that_is_not_proved(here, capsys):
    write("(A.T.T, A)", "(A.T, A)")
    assert cli.main(["latex", "--all"]) == 1
    out, told = capsys.readouterr()
    assert out.count(r"\begin{theorem}") == 1 and r"\begin{theorem}[{T1" in out and "L1 states something else" in told


def test_the_cache_knows_a_claim_by_what_it_states_now(here):
    """What a claim states when it is looked up is not what it stated when another asked for it as a lemma."""

    def ran():
        code = cli.main(["check", "-q", "--json", "out.json", "--jobs", "1"])
        claims = json.loads(Path("out.json").read_text())["claims"]
        return code, {
            c["id"]: (c["statement"].rpartition(": ")[2][:6].strip(), c["verdict"], c["cached"]) for c in claims
        }

    write("(A.T.T, A)", "(A.T.T, A)")
    assert ran()[0] == 0 and {each[1:] for each in ran()[1].values()} == {("proved", True)}
    write("(A.T.T, A)", "(A.T, A)")
    for said, verdict, _ in ran()[1].values():
        assert verdict == ("refuted" if said == "Aᵀ = A" else "proved")


def test_in_a_notebook_what_changed_is_decided_anew(monkeypatch):
    from symattn.scripts import registry

    monkeypatch.setattr(registry, "_current", registry.Registry(strict=False))
    space: dict = {}
    exec(CHANGING.replace("{one}", "(A.T.T, A)").replace("{other}", "(A.T, A)"), space)
    entries = registry.current().entries
    assert run_claim(entries["T1"]).record.as_declared
    assert run_claim(entries["L1"]).record.verdict == "refuted"
