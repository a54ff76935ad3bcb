"""The cases of a proof: an entry is named only where the terms are the sides of the claim there."""

from types import SimpleNamespace

import pytest
from sympy import ImmutableMatrix, MatMul, MatrixSymbol, Symbol, cos, sin

from symattn import (
    Attention,
    ColumnMean,
    Equation,
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
from symattn.deciding.stages import derivation_latex
from symattn.kernel.terms import REAL, app, fin, fun, var
from symattn.render.cases import case_latex, case_text, cases
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
    other = app(var("B", fun(fin(size), REAL)), var("ι0", fin(size)))
    (case,) = cases(changed(verdict, stage(verdict, right=other)))
    assert case.indices is None and case_latex(changed(verdict), case)[-1] == "B_{i}"
    swapped = stage(verdict, left=verdict.stages[0].right, right=verdict.stages[0].left)
    assert [each.indices for each in cases(changed(verdict, swapped))] == [None]
    entries = cases(changed(verdict, swapped, stage(verdict)))
    assert len(entries) == 1 and entries[0].indices is not None


def test_what_holds_in_one_case_only_is_marked():
    verdict = decide(sigma.T * sigma * K, K)
    assumed = var("p", verdict.theorem.conclusion.type)
    (case,) = cases(changed(verdict, stage(verdict, hypotheses=(assumed,))))
    assert case.is_partial and not cases(verdict)[0].is_partial


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
