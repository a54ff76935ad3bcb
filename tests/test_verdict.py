"""Verdicts: proved, refuted and unknown are told apart, definedness is demanded, and calc steps use what they name."""

import sys
from functools import reduce

import pytest
from sympy import Idx, MatrixSymbol, OneMatrix, Sum, Symbol, exp, log, sqrt

from symattn import (
    Attention,
    CausalMask,
    Equation,
    ForAll,
    Invertible,
    InvertibleSymbol,
    MaskSymbol,
    NotDecided,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixMask,
    RowSoftmax,
    SelfAttention,
    ShapeError,
    calc,
    claim,
    decide,
    dims,
    prove,
)
from symattn.certificates.record import inferences
from symattn.deciding.told import ADVICE
from symattn.errors import HypothesisError, UndeclaredSymbol, UnsupportedExpression, UsageError
from symattn.kernel.rules import Theorem
from symattn.numeric.refute import never_met

r, n, ell, d, m, k = dims("r n ell d m k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B, X = MatrixSymbol("A", r, n), MatrixSymbol("B", n, n), MatrixSymbol("X", n, d)
sigma, tau, pi = (PermutationSymbol(name, size) for name, size in (("sigma", n), ("tau", r), ("pi", n)))
g, h = OrthogonalSymbol("g", ell), InvertibleSymbol("h", d)
x, y = Symbol("x", real=True), Symbol("y", real=True)


def test_a_proved_claim_carries_its_theorem():
    verdict = decide(RowSoftmax(A * sigma), RowSoftmax(A) * sigma)
    assert verdict.status == "proved"
    assert isinstance(verdict.theorem, Theorem)
    assert verdict.inferences == len(inferences(verdict.theorem)) > 100
    assert "sum_reindex" in verdict.axioms
    assert verdict.hypotheses == ("sigma is a permutation",)


def test_a_verdict_is_no_truth_value():
    with pytest.raises(TypeError, match="three values"):
        bool(decide(A, A))


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [
        (sigma * pi, pi * sigma),
        (Attention(Q, sigma * K, V), Attention(Q, K, V)),
        (Attention(Q, K, V), Attention(Q, K, V, scale=False)),
        (RowSoftmax(A.T).T, RowSoftmax(A)),
        (RowSoftmax(tau * A), RowSoftmax(A)),
        (B * B.T, B.T * B),
        (X * h, X),
        (SelfAttention(X, h, h, h), SelfAttention(X, h.T, h.T, h)),
    ],
)
def test_false_identities_are_refuted(lhs, rhs):
    verdict = decide(lhs, rhs)
    assert verdict.status == "refuted"
    assert verdict.theorem is None and verdict.counterexample.kind == "values"


def test_two_permutations_commute_up_to_size_two():
    assert decide(sigma * pi, pi * sigma).counterexample.sizes == {"n": 3}


def test_size_one_does_not_make_a_theorem():
    # Each row of a one-column softmax is 1, but only there.
    verdict = decide(RowSoftmax(A), OneMatrix(r, n))
    assert verdict.status == "refuted" and verdict.counterexample.sizes["n"] == 2
    one = MatrixSymbol("A1", r, 1)
    assert decide(RowSoftmax(one), OneMatrix(r, 1)).status == "proved"


def test_an_inverse_needs_a_hypothesis():
    stated = Equation(Attention(Q, K, V * h * h.I * h), Attention(Q, K, V) * h)
    assert decide(stated).status == "proved"
    product = B.T * B
    bare = decide(product * product.I * B.T, B.T)
    if bare.status != "proved":  # SymPy may cancel the product on input; what it leaves needs the hypothesis
        assert bare.status == "unknown"
        assert decide(product * product.I * B.T, B.T, given=[Invertible(product)]).status == "proved"


@pytest.mark.parametrize(
    ("expression", "missing", "given"),
    [
        (1 / y, "y ≠ 0", [y > 0]),
        (sqrt(x), "x ≥ 0", [x >= 0]),
        (log(x), "x > 0", [x > 0]),
    ],
)
def test_definedness_is_demanded_and_named(expression, missing, given):
    stated = Equation(expression + x, x + expression)
    verdict = decide(stated)
    assert verdict.status == "unknown" and any(missing.split()[0] in text for text in verdict.missing)
    assert decide(stated, given=given).status == "proved"


def test_masks_have_a_zero_in_every_row():
    M = MaskSymbol("M", n, n)
    masked = Attention(sigma * X, sigma * X, sigma * X, mask=sigma * M * sigma.T)
    assert decide(masked, sigma * Attention(X, X, X, mask=M)).status == "proved"
    assert decide(masked, sigma * Attention(X, X, X)).status == "refuted"
    assert decide(RowSoftmax(B + CausalMask(n)), RowSoftmax(B)).status == "refuted"
    a = MatrixSymbol("a", 1, m + k)
    assert decide(RowSoftmax(a + PrefixMask(m, m + k)), RowSoftmax(a)).status == "refuted"


def test_hypotheses_are_used_and_reported():
    G = MatrixSymbol("G", ell, ell)
    given = [Equation(G * G.T, OneMatrix(ell, ell))]
    assert decide(Attention(Q * G, K * G, V), Attention(Q, K, V)).status == "refuted"
    verdict = decide(Q * G * G.T, Q * OneMatrix(ell, ell), given=given)
    assert verdict.status == "proved" and len(verdict.hypotheses) == 1


def test_bad_input_is_an_error_of_its_own_class():
    with pytest.raises(ShapeError):
        decide(Attention(Q, K, V), A)
    with pytest.raises(ShapeError, match=r"Q\*K"):
        decide(Q * K, A)
    with pytest.raises(UndeclaredSymbol):
        decide(Symbol("c") * A, A)
    with pytest.raises(HypothesisError):
        decide(A, A, given=[n < 0])


def test_prove_raises_with_the_report():
    assert prove(A, A).status == "proved"
    with pytest.raises(NotDecided, match="refuted"):
        prove(RowSoftmax(A), A)


def test_entries_are_decided_for_every_index():
    i, j = Idx("i", r), Idx("j", n)
    entry = exp(A[i, j]) / RowSoftmax(A)[i, j]
    assert decide(entry * RowSoftmax(A)[i, j], exp(A[i, j])).status == "proved"
    assert decide(RowSoftmax(A)[i, j] > 0).status == "proved"
    assert decide(A[i, j] > 0).status == "refuted"


def test_a_deep_stack_is_decided():
    S = [MatrixSymbol(f"S{name}", d, d) for name in "QKV"]
    left, right = sigma * X, X
    for _ in range(24):
        left, right = SelfAttention(left, *S) + left, SelfAttention(right, *S) + right
    assert decide(left, sigma * right).status == "proved"


def test_what_is_nested_too_deeply_is_unknown():
    verdict = decide(B**20_000 * B, B**20_001 * sigma)
    assert verdict.status == "unknown"
    assert verdict.report.startswith(
        "MatMul(MatPow(B, 20001), sigma) comes down to too many layers; name an inner part"
    )
    tower = reduce(lambda inner, _: exp(-inner, evaluate=False), range(6_000), Symbol("x", real=True))
    verdict = decide(tower, 0)
    assert verdict.status == "unknown" and "exp(Mul(-1, exp(…))) is nested too deeply (12,001 layers)" in verdict.report


def test_long_products_are_decided_on_the_matrix_level():
    assert decide(B**30 * (B * sigma), B**15 * (B**16 * sigma)).status == "proved"
    assert decide(B**9 * sigma, sigma * B**9).status != "proved"


def test_large_numbers_of_terms():
    e = Symbol("e", integer=True)
    assert decide(Sum(x, (e, 1, 10**9)), 10**9 * x).status == "proved"
    assert decide(Sum(x, (e, 1, 12345)), 12346 * x).status == "refuted"


def test_powers_with_too_many_factors_are_refused():
    for power in (x ** (10**9), B ** (10**9)):
        with pytest.raises(UnsupportedExpression, match="the exponent is above 100000"):
            decide(power, power + power)


@pytest.mark.parametrize("lhs, given", [(claim(x, x), ()), (Equation(x, x), ()), (x > y, ())])
def test_a_statement_has_no_right_side_beside_it(lhs, given):
    with pytest.raises(UsageError, match="stands by itself"):
        decide(lhs, y, given)


def test_a_calc_has_its_own_hypotheses():
    with pytest.raises(UsageError, match="calc"):
        decide(calc(x, (x, ())), given=[x > 0])


def test_hypotheses_of_definedness_are_reported():
    verdict = decide(x / y, x / y, given=[y > 0, x > 1])
    assert verdict.status == "proved" and verdict.hypotheses == ("y > 0",)
    chained = decide(calc(x / y, (x / y + 0, ()), given=[y > 0, x > 1]))
    assert chained.status == "proved" and chained.hypotheses == ("y > 0",)


def test_a_declared_matrix_is_named_where_its_transpose_is_inverted():
    H = InvertibleSymbol("H", ell)
    claimed = Attention(Q * H, K * H.inv().T, V)
    assert decide(claimed, Attention(Q, K, V)).hypotheses == ("H is invertible",)
    line = RowSoftmax(Q * K.T / sqrt(ell)) * V
    named = decide(calc(claimed, (line, (Attention, H))))
    assert named.status == "proved" and named.hypotheses == ("H is invertible",)
    unnamed = decide(calc(claimed, (line, Attention)))
    assert unnamed.status == "unknown" and "it also uses H: name H" in unnamed.report


def test_a_proof_from_hypotheses_without_an_instance_says_so():
    verdict = decide(x, y, given=[x > 1, x < 0])
    assert verdict.status != "proved" or (verdict.possibly_vacuous and "possibly vacuous" in str(verdict))
    assert not decide(x, x, given=[x > 1]).possibly_vacuous
    unmet = decide(x, x, given=[Equation(exp(x), x + 3)])
    assert unmet.status == "proved" and unmet.possibly_vacuous and "possibly vacuous" in str(unmet)


def test_a_proof_without_an_instance_says_which_hypothesis_fails_and_what_to_do():
    unmet = decide(x, x, given=[x < 5, Equation(exp(x), x + 3)])
    vacuous, fails, advice = unmet.doubt.splitlines()
    assert vacuous == "possibly vacuous: nothing was found that satisfies the hypotheses"
    assert fails == "of the values that were tried none satisfied: exp(x) = x + 3"
    assert "contradict each other" in advice and "such as" not in advice
    n, t = dims("n"), Idx("t", dims("n"))
    s = MatrixSymbol("s", n + 1, 1)
    grows = ForAll(t, Equation(s[t + 1, 0], exp(s[t, 0] ** 2 + 1)))
    assert decide(s[n, 0], s[n, 0], given=[grows]).doubt.endswith("Equation(s[0, 0], 0)")
    assert decide(x, x, given=[x > 1]).doubt == ""


def test_each_hypothesis_may_hold_but_not_together_with_the_others():
    assert never_met(claim(x, y, given=[x > 1, x < 0])) == ()
    assert never_met(claim(x, y, given=[x > 1, x**2 < x - 1])) == (x**2 < x - 1,)


def test_what_was_not_looked_at_is_not_said_to_fail(monkeypatch):
    monkeypatch.setattr(sys.modules["symattn.numeric.refute"], "LOOKED_AT", (100, 0))
    assert never_met(claim(x, y, given=[x > 1, x < 0])) is None
    unmet = decide(x, x, given=[x < 5, Equation(exp(x), x + 3)])
    assert [line.partition(":")[0] for line in unmet.doubt.splitlines()][1:] == [ADVICE]


# ----------------------------------------------------------------------------------------------------------------- calc


def _lines():
    with_g, without_g = Q * g * g.T * K.T / sqrt(ell), Q * K.T / sqrt(ell)
    return Attention(Q * g, K * g, V), RowSoftmax(with_g) * V, RowSoftmax(without_g) * V


def test_a_calc_proves_what_its_ends_say():
    start, middle, end = _lines()
    verdict = decide(calc(start, (middle, Attention), (end, g)))
    assert verdict.status == "proved" and verdict.notes == ()
    assert verdict.claim == claim(start, end)
    assert [step[3].status for step in verdict.steps] == ["proved", "proved"]


def test_a_step_may_not_use_what_it_does_not_name():
    start, middle, end = _lines()
    verdict = decide(calc(start, (middle, Attention), (end, ())))
    assert verdict.status == "unknown"
    assert "it also uses g" in verdict.report
    verdict = decide(calc(start, (middle, ()), (end, g)))
    assert verdict.status == "unknown"
    assert "it also uses Attention" in verdict.report


def test_a_named_fact_that_was_not_needed_is_reported():
    start, middle, _ = _lines()
    verdict = decide(calc(start, (middle, (Attention, g))))
    assert verdict.status == "proved"
    assert verdict.notes == ("step 1: g is named but not needed",)


def test_a_false_step_is_not_proved():
    start, middle, _ = _lines()
    verdict = decide(calc(start, (middle, Attention), (RowSoftmax(Q * g.T * K.T / sqrt(ell)) * V, g)))
    assert verdict.status != "proved" and verdict.theorem is None


def test_seed_and_repetition_change_nothing():
    first, second = (decide(sigma * pi, pi * sigma, seed=3) for _ in range(2))
    assert str(first) == str(second)


def test_a_false_step_of_a_calc_is_shown_to_be_false():
    verdict = decide(calc(Attention(Q, K, V), (Q * K.T * V, Attention), (Attention(Q, K, V), Attention)))
    assert verdict.status == "unknown"  # the claim is that the ends agree, which a false step leaves open
    assert verdict.steps[0][3].status == "refuted" and verdict.steps[0][3].counterexample is not None
    assert verdict.report.startswith("step 1, Att(Q, K, V) = Q Kᵀ V, is refuted: d = 1, ell = 1, n = 1, r = 1")
    assert verdict.report.endswith(
        "the first line to the last is not refuted: it stays unknown until the chain is mended"
    )


def test_a_calc_whose_ends_differ_is_refuted_as_a_whole():
    verdict = decide(calc(Attention(Q, K, V), (Q * K.T * V, Attention), (2 * Q * K.T * V, ())))
    assert verdict.status == "refuted" and verdict.claim.proposition.rhs == 2 * Q * K.T * V
    assert [step[3].status for step in verdict.steps] == ["refuted", "refuted"]
