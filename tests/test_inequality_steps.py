"""The inequalities that a proof of an inequality goes through, as the reader sees them."""

import pytest
from sympy import Eq, Ge, Gt, Idx, MatrixSymbol, Max, exp, log, symbols

from symattn import (
    Attention,
    ForAll,
    FrobeniusNorm,
    LogSumExp,
    PositiveSemidefinite,
    RowSoftmax,
    SquaredNorm,
    calc,
    decide,
    dims,
)
from symattn.deciding.stages import derivation_latex, derivation_lines
from symattn.render.html import derivation_html
from symattn.render.text import step_reasons

n, d = dims("n d")
x, y, A = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1), MatrixSymbol("A", n, d)
i = Idx("i", n)
a, b, c = symbols("a b c", real=True)
#: What is proved → the inequalities it follows from, each with the fact behind it.
STEPS = {
    2 * a * b <= a**2 + b**2: ["0 ≤ (b - a)²", "square_nonneg"],
    a + 1 <= exp(a): ["exp(0)·(1 + a - 0) ≤ exp(a)", "exp_tangent"],
    x[i, 0] <= LogSumExp(x.T)[0, 0]: [
        "exp(x[i, 0]) ≤ Σ_{j < n} exp(x[j, 0])",
        "sum_ge_term",
        "log(exp(x[i, 0])) ≤ log(Σ_{j < n} exp(x[j, 0]))",
        "log_le",
    ],
    a <= log(exp(a) + 1): ["exp(a) ≤ 1 + exp(a)", "arithmetic", "log(exp(a)) ≤ log(1 + exp(a))", "log_le"],
    RowSoftmax(x.T)[0, i] <= 1: ["exp((xᵀ)[0, i]) ≤ Σ_{j < n} exp((xᵀ)[0, j])", "sum_ge_term"],
}


@pytest.mark.parametrize("claim", STEPS, ids=str)
def test_an_inequality_shows_what_it_follows_from(claim) -> None:
    assert [line.strip() for line in derivation_lines(decide(claim))] == STEPS[claim]


def test_what_holds_in_one_case_says_so() -> None:
    lines = derivation_lines(decide(log(1 + exp(a)) <= Max(a, 0) + log(2)))
    assert "      le_of_exp, where 0 < a" in lines and "      le_of_exp, where a ≤ 0" in lines


def test_a_hypothesis_is_not_an_assumption() -> None:
    verdict = decide(log(a) + 1 <= log(b) + 1, given=[a > 0, a <= b])
    assert verdict.status == "proved" and [step.fact for step in verdict.inequalities] == ["log_le"]
    assert not any(step.assumed for step in verdict.inequalities)


def test_letters_of_the_proof_do_not_show() -> None:
    verdict = decide(RowSoftmax(A * A.T)[i, i] <= 1)
    formula, _ = derivation_lines(verdict)
    assert "A Aᵀ" in formula and "any" not in formula and "ι" not in formula


@pytest.mark.parametrize("claim", [Eq((a + b) ** 2, a**2 + 2 * a * b + b**2), Gt(exp(a), 0, evaluate=False)], ids=str)
def test_equations_and_signs_have_none(claim) -> None:
    verdict = decide(claim)
    assert verdict.status == "proved" and verdict.inequalities == ()


@pytest.mark.parametrize("claim", [a <= exp(a) - 2, a <= b, a**2 <= a], ids=str)
def test_what_is_not_proved_has_none(claim) -> None:
    verdict = decide(claim)
    assert verdict.status == "refuted" and verdict.inequalities == ()


def test_latex_and_html_show_the_same() -> None:
    verdict = decide(a <= log(exp(a) + 1))
    source = derivation_latex(verdict)
    assert r"e^{a} \leq 1 + e^{a} \tag*{arithmetic}" in source and r"\tag*{\texttt{log\_le}}" in source
    page = derivation_html(verdict)
    assert page.count("<li>") == 2 and "<code>log_le</code>" in page


def test_a_long_proof_shows_its_end(monkeypatch) -> None:
    whole = derivation_lines(decide(log(1 + exp(a)) <= Max(a, 0) + log(2)))
    monkeypatch.setattr("symattn.render.cases.MOST_INEQUALITIES", 3)
    end = derivation_lines(decide(log(1 + exp(a)) <= Max(a, 0) + log(2)))
    assert len(whole) > 6 and end == whole[-6:]


def test_other_propositions_have_none() -> None:
    assert decide(PositiveSemidefinite(A.T * A)).inequalities == ()


def test_a_lemma_is_a_step_and_its_own_proof_is_none() -> None:
    u, v = MatrixSymbol("u", 1, n), MatrixSymbol("v", 1, n)
    closer = FrobeniusNorm(RowSoftmax(u) - RowSoftmax(v)) <= FrobeniusNorm(u - v)
    verdict = decide(closer, using=["A.bounds.lipschitz"])
    assert verdict.status == "proved"
    facts = [step.fact for step in verdict.inequalities]
    assert "A.bounds.lipschitz" in facts and "deriv_nonneg" not in facts and len(facts) < 5


def test_numbers_that_the_proof_introduces_do_not_show() -> None:
    verdict = decide((a - b) ** 2 <= (a - b) * (log(a) - log(b)), given=[a > 0, b > 0, a <= 1, b <= 1])
    assert verdict.status == "proved" and verdict.inequalities
    for step in verdict.inequalities:
        for order in (step.order, *(step.assumed or ())):
            assert {v.name for side in (order.low, order.high) for v in side.free} <= {"a", "b"}


def test_a_claim_is_no_premise_of_its_own_derivation() -> None:
    Q, K, V = MatrixSymbol("Q", d, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, d)
    j, k = Idx("j", d), Idx("k", d)
    verdict = decide(b <= Attention(Q, K, V)[j, k], given=[ForAll(i, b <= V[i, k])])
    assert verdict.status == "proved" and not any(step.is_whole and not step.fact for step in verdict.inequalities)
    (step,) = decide(1 + a <= exp(a)).inequalities
    assert step.fact == "exp_tangent"  # an instance of a fact is the real step


def test_a_row_in_another_order_is_not_told_again() -> None:
    u, v = MatrixSymbol("u", 1, n), MatrixSymbol("v", 1, n)
    closer = FrobeniusNorm(RowSoftmax(u) - RowSoftmax(v)) <= FrobeniusNorm(u - v)
    lines = derivation_lines(decide(closer, using=["A.bounds.lipschitz"]))
    facts = [line.strip() for line in lines[1::2]]
    assert facts == ["A.bounds.lipschitz", "arithmetic", "le_of_squares"]  # and nothing is assumed for them


def test_beside_a_step_stand_the_laws_that_it_uses_itself() -> None:
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    closer = SquaredNorm(RowSoftmax(x) - RowSoftmax(y)) <= SquaredNorm(x - y)
    chain = calc(closer.lhs, ("≤", closer.rhs, ("A.bounds.lipschitz", SquaredNorm)))
    assert step_reasons(decide(chain).steps[0]) == "A.bounds.lipschitz, definition of SquaredNorm"
    larger = decide(calc(exp(a), ("≤", exp(b), (Ge(b, a),)), given=[Ge(b, a)])).steps[0]
    assert step_reasons(larger).endswith("exp is increasing") and "log" not in step_reasons(larger)
    assert step_reasons(decide(calc(exp(a + b), (exp(a) * exp(b), ()))).steps[0]) == "exp of a sum"


def test_what_an_equation_of_numbers_needs_on_the_way_is_no_step() -> None:
    A, B = MatrixSymbol("A", d, n), MatrixSymbol("B", d, n)
    given = [FrobeniusNorm(A) <= c, FrobeniusNorm(B) <= c]
    facts = [step.fact for step in decide(FrobeniusNorm(A - B) <= 2 * c, given=given).inequalities]
    assert "product_below_squares" in facts  # Cauchy–Schwarz
    assert "product_above_squares" not in facts  # that 0 ≤ ‖A − B‖², by which its root has it as its square
