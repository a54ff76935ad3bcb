"""What is proved is replayed before it is certified, and when it is asked for: a forged theorem is an error."""

import pytest
from sympy import MatrixSymbol, Symbol

from symattn.deciding import decide_calc, decide_claim, definedness, problem
from symattn.deciding.decide import decide, prove
from symattn.deciding.replay import NotReplayed, replayed
from symattn.kernel.rules import Theorem, refl
from symattn.language import Attention, PermutationSymbol, calc, dims
from symattn.prover.normal.context import Context
from symattn.scripts.certify import _certified
from symattn.scripts.claims import load, run_claim
from symattn.scripts.cli import main

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
sigma = PermutationSymbol("sigma", n)
x = Symbol("x", real=True)

SCRIPT = """
from sympy import MatrixSymbol
from symattn import dims, theorem

n = dims("n")
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)


@theorem("T1", "products commute", "nowhere", "proved")
def t1():
    return A * B, B * A
"""


def forged(conclusion):
    """Make a theorem as no rule does."""
    theorem = object.__new__(Theorem)
    fields = {"hypotheses": (), "proved": conclusion, "rule": "refl", "premises": (), "arguments": (conclusion,)}
    for name, value in fields.items():
        object.__setattr__(theorem, name, value)
    return theorem


@pytest.fixture
def forgery(monkeypatch):
    """Let every goal have a forged theorem, and let no search for a counterexample come before it."""
    monkeypatch.setattr(decide_claim, "_looks_false", lambda *_, **__: False)
    monkeypatch.setattr("symattn.deciding.confirmation.counterexample", lambda *_, **__: (None, None))
    monkeypatch.setattr(decide_claim, "prove_by_layers", lambda goal, facts, steps: (forged(goal), Context()))
    for module in (definedness, problem, decide_calc):
        monkeypatch.setattr(module, "prove_goal", lambda goal, facts, steps: (forged(goal), Context()))


@pytest.mark.parametrize("decided", [decide, prove])
def test_a_proof_is_replayed_when_asked(decided):
    assert decided(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V), verify=True).status == "proved"


def test_what_is_refuted_or_unknown_needs_no_replay():
    assert decide(A * B, B * A, verify=True).status == "refuted"
    assert decide(x**3, x, verify=True).status == "refuted"


@pytest.mark.parametrize("decided", [decide, prove])
def test_a_forged_theorem_is_an_error(decided, forgery):
    assert decided(A * B, B * A).status == "proved"  # Python lets a program do that
    with pytest.raises(NotReplayed, match=r"A\*B = B\*A: the verifier refuses its proof: line \d+"):
        decided(A * B, B * A, verify=True)


def test_a_forged_step_of_a_calc_is_an_error(forgery):
    with pytest.raises(NotReplayed, match="the verifier refuses its proof"):
        decide(calc(A * B, (B * A, ())), verify=True)


def test_a_theorem_is_replayed_by_itself():
    t = prove(A.T.T, A).theorem
    assert replayed(t).startswith('{"format":"symattn certificate"')
    with pytest.raises(NotReplayed, match="the theorem: the verifier refuses"):
        replayed(forged(refl(t.conclusion).conclusion))


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "claims.py"
    path.write_text(SCRIPT)
    return str(path)


def test_a_forged_theorem_is_not_certified(script, forgery):
    (entry,) = load([script]).entries.values()
    made = _certified(entry, run_claim(entry, numeric=False))
    assert not made.content and "the verifier refuses its proof" in made.reason and not made.as_declared


def test_check_replays_when_asked(script, forgery, monkeypatch):
    monkeypatch.setattr("symattn.scripts.claims._compare_with_numbers", lambda record, *_: record)
    monkeypatch.setattr("symattn.scripts.claims._compare_readings", lambda record, *_: record)
    (entry,) = load([script]).entries.values()
    assert run_claim(entry).record.as_declared
    entry.among.verdicts.clear()
    record = run_claim(entry, verify=True).record
    assert record.verdict == "error" and "the verifier refuses its proof" in record.reason


def test_check_replays_in_several_processes(capsys):
    assert main(["check", "proofs", "--only", "G13", "--only", "G21", "--jobs", "2", "--verify"]) == 0
