"""A proof counts only when what was proved is, at small values, what is written."""

from math import inf

import numpy as np
import pytest
from sympy import MatrixSymbol, Sum, Symbol

from symattn.deciding.agreement import Agreement, compare, proved
from symattn.deciding.decide import decide, decided, prove
from symattn.deciding.decision import DISAGREES
from symattn.deciding.verdict import NotDecided
from symattn.language import Attention, PermutationSymbol, calc, dims
from symattn.scripts.claims import Declaration, run_claim

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
sigma = PermutationSymbol("sigma", n)
x, e = Symbol("x", real=True), Symbol("e", integer=True)
PAIR = (Attention(Q, sigma * K, sigma * V), Attention(Q, K, V))


class Misread(compare.OneInstance):
    def at_index(self, exprs, index):
        return [np.asarray(value) + 1 for value in super().at_index(exprs, index)]


@pytest.fixture
def misread(monkeypatch):
    """Let the arrays say something else than the kernel."""
    monkeypatch.setattr(compare, "OneInstance", Misread)


def test_a_proof_of_what_is_not_written_is_a_disagreement(misread):
    assert decided(*PAIR, (), compare=False).status == "proved"
    verdict = decide(*PAIR)
    assert verdict.status == "unknown" and verdict.theorem is None
    assert verdict.report == f"{DISAGREES}: the left side is another expression in the kernel's reading"
    with pytest.raises(NotDecided, match="disagrees with itself"):
        prove(*PAIR)


def test_every_step_of_a_calc_is_compared(misread):
    assert decide(calc((A * B).T, (B.T * A.T, ()))).report.startswith(DISAGREES)


@pytest.mark.parametrize("found", [Agreement(0, 0.0, ("no values",)), Agreement(2, inf, ("another theorem",))])
def test_what_was_not_compared_is_noted_and_what_differs_is_unknown(found, monkeypatch):
    monkeypatch.setattr(proved, "agreement", lambda *_, **__: found)
    verdict = decide(*PAIR)
    if found.trials:
        assert verdict.status == "unknown"
    else:
        assert verdict.status == "proved" and "were not compared: no values" in verdict.notes[0]


def test_large_sizes_are_not_compared_entry_by_entry():
    verdict = decide(Sum(x, (e, 1, 10**6)), 10**6 * x)
    assert verdict.status == "proved" and "not compared" in verdict.notes[0]


@pytest.mark.parametrize("numeric", [True, False])
def test_a_claim_of_a_script_is_compared_once(numeric, monkeypatch):
    calls = []
    monkeypatch.setattr(compare, "_trials", lambda lines, trials, seed: calls.append(trials) or iter(()))
    entry = Declaration("T", "a title", "a source", "proved", lambda: PAIR, __file__, 1)
    run_claim(entry, numeric=numeric)
    assert calls == [compare.TRIALS if numeric else proved.TRIALS]
