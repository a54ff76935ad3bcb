"""The cases of a proof: an entry is named only where the terms are the sides of the claim there."""

from types import SimpleNamespace

import pytest
from sympy import Idx, ImmutableMatrix, MatMul, MatrixSymbol, Sum, Symbol, cos, sin

from symattn import (
    Attention,
    ColumnMean,
    Equation,
    ForAll,
    OrthogonalSymbol,
    PermutationSymbol,
    PositiveSemidefinite,
    ShiftMatrix,
    SinusoidalVector,
    claim,
    decide,
    dims,
    prove,
    sum_over,
)
from symattn.deciding.stages import derivation_latex, derivation_lines
from symattn.kernel.syntax import negation
from symattn.kernel.terms import REAL, app, equation, fin, fun, literal, var
from symattn.render.cases import case_latex, case_text, cases, induction_rows
from symattn.render.hypotheses import hypotheses_latex, hypotheses_text

r, n, ell, d, h = dims("r n ell d h")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)
t = Symbol("t", real=True)


def test_the_entries_of_a_split_index_are_found():
    verdict = decide(ShiftMatrix(1, 2 * h) * SinusoidalVector(0, 2 * h), SinusoidalVector(1, 2 * h))
    assert [case_text(verdict, case)[-1] for case in cases(verdict)] == [
        "SinusoidalVector(1, 2h)[2i, 0]",
        "SinusoidalVector(1, 2h)[2i + 1, 0]",
    ]


def test_a_case_of_a_number_that_the_proof_introduced_is_not_told():
    X = MatrixSymbol("X", n, d)
    verdict = decide(Attention(X, X, X), X, given=[Equation(n, 1)])  # a split into d = 1 and d > 1
    assert verdict.status == "proved" and cases(verdict) == [] and derivation_latex(verdict) == ""
    verdict = decide(sum_over(n, lambda k: k**3), sum_over(n, lambda k: k) ** 2)  # steps of an induction
    assert verdict.status == "proved" and cases(verdict) == []


def test_that_a_matrix_is_symmetric_is_not_told_as_the_proof_that_it_is_semidefinite():
    A = MatrixSymbol("A", n, d)
    verdict = prove(PositiveSemidefinite(A.T * A / n - ColumnMean(A).T * ColumnMean(A)))
    assert verdict.stages and cases(verdict) == [] and "derivation" not in str(verdict)


def test_the_entries_of_matrices_of_numbers_are_found():
    turn = ImmutableMatrix([[cos(t), sin(t)], [-sin(t), cos(t)]])
    product = MatMul(turn, ImmutableMatrix([0, 1]), evaluate=False)
    verdict = prove(product, ImmutableMatrix([sin(t), cos(t)]))
    ends = [case_latex(verdict, case)[-1][-6:] for case in cases(verdict)]
    assert ends == ["_{0,0}", "_{1,0}"]


def test_an_entry_is_written_with_brackets_where_it_needs_them():
    verdict = decide(sigma.T * sigma * K, K)
    (case,) = cases(verdict)
    assert case_latex(verdict, case)[0] == r"\left(\sigma^{T} \sigma K\right)_{i,j}"
    assert (case_latex(verdict, case)[-1], case_text(verdict, case)[-1]) == ("K_{i,j}", "K[i, j]")
    attention = decide(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V))
    assert case_latex(attention, cases(attention)[0])[-1] == r"\operatorname{Att}\left(Q, K, V\right)_{i,j}"


def stage(verdict, **changes):
    first = verdict.stages[0]
    fields = {"left": first.left, "normal": first.normal, "right": first.right, "hypotheses": first.hypotheses}
    return SimpleNamespace(**(fields | changes))


def changed(verdict, *stages):
    return SimpleNamespace(theorem=verdict.theorem, claim=verdict.claim, stages=stages)


def test_a_step_that_is_no_entry_of_the_claim_is_not_called_one():
    verdict = decide(sigma.T * sigma * K, K)
    size = verdict.stages[0].right.function.argument.type.size
    other = app(var("K", fun(fin(size), REAL)), var("ι0", fin(size)))
    (case,) = cases(changed(verdict, stage(verdict, right=other)))
    assert case.indices is None and case_latex(changed(verdict), case)[-1] == "K_{i}"
    swapped = stage(verdict, left=verdict.stages[0].right, right=verdict.stages[0].left)
    assert [each.indices for each in cases(changed(verdict, swapped))] == [None]
    entries = cases(changed(verdict, swapped, stage(verdict)))
    assert len(entries) == 1 and entries[0].indices is not None


def test_what_holds_in_one_case_only_says_in_which():
    verdict = decide(sigma.T * sigma * K, K)
    zero = equation(var("a", REAL), literal(0, REAL))
    hypotheses = SimpleNamespace(conclusion=verdict.theorem.conclusion, hypotheses=(), sides=verdict.theorem.sides)
    hypotheses.hypotheses = (equation(var("a", REAL), literal(1, REAL)),)  # so that the claim speaks of a
    for assumed, told in ((zero, "a = 0"), (negation(zero), "a ≠ 0")):
        found = changed(verdict, stage(verdict, hypotheses=(assumed,)))
        found.theorem = hypotheses
        (case,) = cases(found)
        assert case.assumption(None) == f", where {told}" and cases(verdict)[0].assumption(None) == ""
    for untold in (var("p", verdict.theorem.conclusion.type), equation(var("b", REAL), literal(0, REAL))):
        found = changed(verdict, stage(verdict, hypotheses=(untold,)))
        found.theorem = hypotheses
        assert cases(found) == []  # no proposition that is written, or of what the claim does not speak of


def test_an_induction_shows_what_it_proves_at_every_place():
    l, a, i = MatrixSymbol("l", n + 1, 1), Symbol("a", real=True), Idx("i", n)
    grows = ForAll(i, Equation(l[i + 1, 0], l[i, 0] + a))
    verdict = decide(l[n, 0], l[0, 0] + n * a, given=[grows])
    (said, how), *_ = induction_rows(verdict, None)
    assert verdict.status == "proved" and said.startswith("l[i, 0] =") and how == "for i = 0, …, n, by induction on i"
    assert "by induction on $i$" in derivation_latex(verdict) and "t_{0}" not in derivation_latex(verdict)


def test_what_an_induction_shows_in_one_case_only_is_not_told():
    S, V, alpha = MatrixSymbol("S", n + 1, 1), MatrixSymbol("V", n, 1), Symbol("alpha", real=True)
    i, k = Idx("i", n), Symbol("k", integer=True)
    given = [ForAll(i, Equation(S[i + 1, 0], alpha * S[i, 0] + V[i, 0]))]
    verdict = decide(S[n, 0], alpha**n * S[0, 0] + Sum(alpha ** (n - 1 - k) * V[k, 0], (k, 0, n - 1)), given=given)
    assert verdict.status == "proved" and "α^" in str(derivation_lines(verdict)) and "t0" not in str(verdict)
    free = {v.name for each in verdict.inductions for v in each.holds.free}
    assert free <= {"S", "V", "alpha", "ι0"}


def test_trivial_steps_and_repetitions_are_left_out():
    verdict = decide(sigma.T * sigma * K, K)
    same = stage(verdict, right=verdict.stages[0].left)
    assert len(cases(changed(verdict, same, stage(verdict), stage(verdict)))) == 1
    assert cases(SimpleNamespace(theorem=None)) == []


@pytest.mark.parametrize(
    ("description", "written", "in_latex"),
    [
        ("sigma is a permutation", "σ is a permutation", r"$\sigma$ is a permutation"),
        ("g is orthogonal", "g is orthogonal", "$g$ is orthogonal"),
        ("Q = K*sigma", "Q = K*sigma", "Q = K*sigma"),
        ("a is a symbol of another claim", "a is a symbol of another claim", "a is a symbol of another claim"),
    ],
)
def test_hypotheses_are_written_in_the_symbols_of_the_claim(description, written, in_latex):
    stated = claim(Attention(Q * g, sigma * K * g, sigma * V), Attention(Q, K, V))
    assert hypotheses_text([description], stated) == [written]
    assert hypotheses_latex([description], stated) == [in_latex]
    assert hypotheses_text([description], None) == [description]
