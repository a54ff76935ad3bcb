"""No refutation by values is reported that its certificate, or a theorem at its values, does not confirm."""

import sys
from dataclasses import replace

import pytest
from flint import fmpq
from sympy import Determinant, Ge, Identity, Idx, Matrix, MatrixSymbol, Ne, Piecewise, Sum, Symbol, log, symbols

from symattn import refutation_verifier, verifier
from symattn.certificates.certificate import certificate
from symattn.deciding import confirmation, decide_claim
from symattn.deciding.decide import decide
from symattn.deciding.unknown import CONTRADICTION
from symattn.language import (
    BlockRotation,
    Equation,
    ForAll,
    FreeOf,
    Injective,
    Invariant,
    Invertible,
    InvertibleSymbol,
    KernelAttention,
    KernelSymbol,
    Loewner,
    MapSymbol,
    MaxNorm,
    OrthogonalSymbol,
    PermutationSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    RowMap,
    RowSoftmax,
    SequentialEncoding,
    ShiftMatrix,
    SinusoidalVector,
    calc,
    dims,
)
from symattn.numeric.instances import Instance
from symattn.numeric.refute import Counterexample, counterexamples

SEARCH = sys.modules[counterexamples.__module__]  # the package has a function of the same name
r, n, ell, d, h = dims("r n ell d h")
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
S, row, angles = MatrixSymbol("S", r, n), MatrixSymbol("row", 1, n), MatrixSymbol("b", h, 1)
sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)
P, R = InvertibleSymbol("P", n), InvertibleSymbol("R", n)
alpha, beta, f = KernelSymbol("alpha"), KernelSymbol("beta"), MapSymbol("f", ell)
phi, psi = SequentialEncoding("phi", d), SequentialEncoding("psi", d)
x, y, s = symbols("x y s", real=True)
j = Symbol("j", integer=True, nonnegative=True)
i = Idx("i", n)

SYMMETRIC = [Equation(A.T, A), ForAll((n, n), lambda i, j: Ge(A[i, j], 0))]

#: What no table of values could tell, or the verifier could not decide, before.
FALSE = {
    "two kernels": (Equation(KernelAttention(alpha, Q, K, V), KernelAttention(beta, Q, K, V)), ()),
    "a kernel is symmetric": (Equation(alpha(row, row + row), alpha(row + row, row)), ()),
    "a kernel is invariant under an orthogonal map": (Invariant(KernelSymbol("alpha"), g), ()),
    "invariant under another map": (Invariant(alpha, f), (Invariant(alpha, g),)),
    "a map is linear": (Equation(RowMap(f, 2 * Q), 2 * RowMap(f, Q)), ()),
    "an encoding is a power of itself": (Equation(phi(j + 1), phi(1) ** j), ()),
    "two encodings": (Equation(phi(j), psi(j)), ()),
    "injective": (Injective(BlockRotation(angles) ** j * SinusoidalVector(0, 2 * h), j), ()),
    "free of a number": (FreeOf(ShiftMatrix(s, 2 * h), s), ()),
    "free of a permutation": (FreeOf(row * sigma, sigma), ()),
    "free of a size": (FreeOf(RowSoftmax(0 * row)[0, 0], n), ()),
    "every matrix is invertible": (Invertible(A), ()),
    "a sum of invertible matrices": (Invertible(P + R), ()),
    "a Gram matrix is definite": (PositiveDefinite(A.T * A), ()),
    "every matrix is semidefinite": (PositiveSemidefinite(A), ()),
    "a difference is semidefinite": (PositiveSemidefinite(A.T * A - B.T * B), ()),
    "the other order": (Loewner(A, B), [Loewner(B, A)]),
    "what is semidefinite is definite": (PositiveDefinite(A), [PositiveSemidefinite(A)]),
    "a product of symmetric matrices": (PositiveSemidefinite(A * B), [Equation(A.T, A), Equation(B.T, B)]),
    "the last minor alone": (PositiveSemidefinite(A), [*SYMMETRIC, Determinant(A) > 0]),
    "a positive diagonal and the last minor": (PositiveDefinite(A), [*SYMMETRIC, A[i, i] > 0, Determinant(A) > 0]),
    "a multiple": (Invertible(x * P), ()),
    "a weight is below 1": (RowSoftmax(S)[0, 0] < 1, ()),
    "what is not looked at is not defined": (Equation(y * Piecewise((1 / y, Ne(y, 0)), (0, True)), 1), ()),
    "the largest of two equal numbers": (MaxNorm(RowSoftmax(row) - RowSoftmax(-row)) <= 0, ()),
    "a value around 0": (Equation(log(x + y), log(x) + log(y)), (x > 0, y > 0)),
}


def verified(tmp_path, verdict):
    """Replay the certificate of a verdict by the program that it is for."""
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    return refutation_verifier.verify(str(path)) if verdict.theorem is None else verifier.verify_path(str(path))


@pytest.mark.parametrize("name", FALSE)
def test_a_refutation_by_values_has_a_certificate_that_holds(name, tmp_path):
    stated, given = FALSE[name]
    verdict = decide(stated, given=given)
    assert verdict.status == "refuted", str(verdict)
    assert verified(tmp_path, verdict)


TRUE = {
    "a Gram matrix is semidefinite": (PositiveSemidefinite(A.T * A), ()),
    "an order, as a difference": (Loewner(A, B), [PositiveSemidefinite(B - A)]),
    "two minors of two rows": (PositiveDefinite(Matrix([[x, y], [y, s]])), [x > 0, x * s > y**2]),
    "what is definite has an inverse": (Invertible(A), [PositiveDefinite(A)]),
    "an order of what is definite": (PositiveDefinite(B), [PositiveDefinite(A), Loewner(A, B)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_of_forms_is_not_refuted(name):
    stated, given = TRUE[name]
    assert decide(stated, given=given).status != "refuted"


@pytest.mark.parametrize("name", ["1 + 1", "pi", "sum", "?0", "•"])
def test_what_symbols_are_called_does_not_decide(name):
    assert decide(MatrixSymbol(name, n, n) * A, A * MatrixSymbol(name, n, n)).status == "refuted"


def made_up(value):
    """Return a counterexample that is none."""
    return Counterexample({}, {"x": str(value)}, None, "[0]", "[1]", instance=Instance({x: fmpq(value)}))


def test_values_that_are_not_confirmed_are_shown_but_do_not_refute(monkeypatch):
    wrong = Equation(Sum(x, (Symbol("e", integer=True), 1, 2000)) ** 2, 2001 * x + x**3 * y)
    monkeypatch.setattr(SEARCH, "counterexamples", lambda *_: iter([made_up(1)]))
    verdict = decide(wrong)
    assert verdict.status == "unknown" and verdict.counterexample is None
    assert "not confirmed" in verdict.report and "x = 1" in verdict.report


def test_values_that_speak_against_a_proof_are_a_disagreement(monkeypatch):
    monkeypatch.setattr(SEARCH, "counterexamples", lambda *_: iter([made_up(1)]))
    phases = decide_claim._Decision.first_counterexamples, decide_claim._Decision.easy_entries
    monkeypatch.setattr(decide_claim, "PHASES", phases)
    verdict = decide((A * B).T, B.T * A.T)
    assert verdict.status == "unknown" and verdict.theorem is None
    assert verdict.report.startswith(CONTRADICTION) and "x = 1" in verdict.report


def test_a_later_candidate_counts_when_the_first_is_wrong(monkeypatch):
    stated = Equation(x, x**2)

    def misled(claim, seed, budget):
        true = counterexamples(claim, seed)
        return iter([made_up(1), *true])

    monkeypatch.setattr(SEARCH, "counterexamples", misled)
    verdict = decide(stated)
    assert verdict.status == "refuted" and verdict.counterexample.values != {"x": "1"}


def test_only_a_few_candidates_are_looked_at(monkeypatch):
    looked_at = []

    def endless(claim, seed, budget):
        while True:
            looked_at.append(1)
            yield made_up(1)

    monkeypatch.setattr(SEARCH, "counterexamples", endless)
    assert decide(Equation(x**3 * y + x * y, x**5 + y)).status == "unknown"
    assert len(looked_at) == confirmation.CANDIDATES


def test_a_step_of_a_calc_is_refuted_only_when_that_is_confirmed(monkeypatch):
    chain = calc(A * Identity(n), (B, ()))
    assert decide(chain).steps[0][3].status == "refuted"
    monkeypatch.setattr(confirmation, "why_unconfirmed", lambda *_: "not today")
    monkeypatch.setattr(confirmation, "_theorem", lambda *_: None)
    verdict = decide(chain)
    assert verdict.steps[0][3].status == "unknown" and "not today" in verdict.report


def test_the_enclosures_that_are_shown_have_to_meet_the_sides():
    verdict = decide(Equation(x, x + 1))
    shown = replace(verdict.counterexample, rhs="[7]")
    with pytest.raises(Exception, match="does not meet"):
        certificate(replace(verdict, counterexample=shown))
