"""What a hypothesis means: one index, not all; contradictions prove nothing; what SymPy has made True is named."""

import pytest
from sympy import (
    FunctionMatrix,
    Gt,
    Identity,
    Idx,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    Max,
    Mul,
    Ne,
    OneMatrix,
    Piecewise,
    Pow,
    Symbol,
    ZeroMatrix,
    exp,
    oo,
    sqrt,
)

from symattn import (
    Attention,
    CausalMask,
    Equation,
    InvertibleSymbol,
    MaskSymbol,
    MatrixFamily,
    NotDecided,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
    RowSoftmax,
    SubsetMask,
    SubsetSymbol,
    calc,
    certificate,
    claim,
    decide,
    dims,
    prove,
    refute,
    spot_check,
    witness,
)
from symattn.deciding.agreement import agreement
from symattn.errors import UsageError

n, m = dims("n m")
i, j, k = Idx("i", n), Idx("j", n), Idx("k", n)
x, A, B = MatrixSymbol("x", 1, n), MatrixSymbol("A", n, n), MatrixSymbol("B", n, m)
M, N = MaskSymbol("M", n, n), MaskSymbol("N", n, n)
g, h = OrthogonalSymbol("g", n), InvertibleSymbol("h", n)
t, y = Symbol("t", real=True), Symbol("y", real=True)
natural = Symbol("k", integer=True, nonnegative=True)
P, R, S = PermutationSymbol("P", n), PermutationSymbol("R", n), SubsetSymbol("S", n)
p, W, D = ProbabilitySymbol("p", n), MatrixFamily("W", m, n, n), MaskSymbol("D", 1, n)
a, b = Symbol("a", integer=True), Symbol("b", integer=True)


# One index


def test_a_free_index_of_a_hypothesis_means_this_index():
    stated = claim(Equation(x[0, i], 0), given=[Equation(x[0, j], 0)])
    verdict = decide(stated)
    assert verdict.status == "refuted"
    assert verdict.counterexample.values["i"] != verdict.counterexample.values["j"]
    assert certificate(verdict)
    assert spot_check(stated).max_error > 1e-3 and agreement(stated).agrees
    same = claim(Equation(x[0, i], 0), given=[Equation(x[0, i], 0)])
    assert decide(same).status == "proved" and spot_check(same).max_error == 0 and refute(same) is None


def test_an_index_of_the_hypothesis_alone_is_one_arbitrary_index():
    found = refute(Equation(t, 0), given=[Equation(x[0, j] + t, x[0, j] * t)])
    assert found is not None and "j" in found.values
    assert certificate(decide(Equation(t, 0), given=[Equation(x[0, j] + t, x[0, j] * t)]))


def test_a_hypothesis_about_the_order_of_two_indices_is_met_by_some_of_them():
    verdict = decide(RowSoftmax(A + CausalMask(n))[j, i], 0, given=[i > j])
    assert verdict.status == "proved" and not verdict.possibly_vacuous
    assert agreement(claim(RowSoftmax(A + CausalMask(n))[j, i], 0, given=[i > j]), theorem=verdict.theorem).agrees


@pytest.mark.parametrize("given", [[Equation(x[0, j], 0)], [Ne(x[0, i], 0)]])
def test_a_claim_that_fails_says_that_its_hypothesis_is_about_one_index(given):
    (note,) = decide(Equation(x[0, i], 0), given=given).notes
    assert note.startswith(f"{given[0]} is given for one index") and note in str(decide(x[0, i], 0, given=given))


def test_the_way_to_give_it_for_all_indices_works_as_it_is_named():
    for one, stated in (
        (Equation(x[0, j], 0), Equation(x[0, i], 0)),
        (Equation(x[0, j], 1), Equation(x[0, i], 1)),
        (Equation(x[0, j], t + 1), Equation(x[0, i], t + 1)),
        (Equation(x[0, j], A[j, 0] * t), Equation(x[0, i], A[i, 0] * t)),
        (Equation(A[i, j], B[j, 0]), Equation(A[k, k], B[k, 0])),
    ):
        verdict = decide(stated, given=[one])
        assert verdict.status == "refuted"
        written = verdict.notes[0].partition("for all, give ")[2]
        names = {"Equation": Equation, "ZeroMatrix": ZeroMatrix, "OneMatrix": OneMatrix, "Lambda": Lambda}
        names |= {"FunctionMatrix": FunctionMatrix, "x": x, "A": A, "B": B, "n": n, "t": t, "a": a, "b": b}
        assert decide(stated, given=[eval(written, names)]).status == "proved"


def test_an_index_that_the_claim_does_not_have_is_noted_even_when_it_is_proved():
    assert decide(t, t, given=[Equation(x[0, j], 0)]).notes
    assert not decide(x[0, i], 0, given=[Equation(x[0, i], 0)]).notes
    assert not decide(t, t, given=[i > j]).notes


# Equal and different indices


@pytest.mark.parametrize(
    "sides, given",
    [
        ((x[0, i], x[0, j]), [Equation(i, j)]),
        ((x[0, i], x[0, j]), [Equation(i, j), Equation(j, i)]),
        ((x[0, i], x[0, j]), [Equation(i, k), Equation(k, j), Equation(j, i)]),
        ((x[0, i], x[0, 0]), [Equation(i, 0)]),
        ((KroneckerDelta(i, j), 0), [Ne(i, j)]),
        ((KroneckerDelta(i, j), 0), [Ne(j, i)]),
        ((Identity(n)[i, j], 1), [Equation(i, j)]),
        ((i, j), [Equation(i, j)]),
    ],
)
def test_equations_of_indices_are_used(sides, given):
    stated = claim(*sides, given=given)
    verdict = decide(stated)
    assert verdict.status == "proved" and not verdict.possibly_vacuous
    assert agreement(stated, theorem=verdict.theorem).agrees
    assert decide(claim(*sides)).status == "refuted"


# Witnesses


@pytest.mark.parametrize(
    "given",
    [
        [Ne(i, j)],
        [i >= 8],
        [i >= j + 9],
        [Equation(n, 9)],
        [Equation(n, 3 * m + 40)],
        [n > 30, m > n],
        [Equation(B.T * B, Identity(m)), m >= 9],
        [t > 100],
        [t > 100, y < -20],
        [natural >= 12],
    ],
    ids=str,
)
def test_hypotheses_beyond_small_sizes_and_numbers_find_an_instance(given):
    found = witness(t > 0, given=given)
    assert found is not None
    assert decide(y + t, t + y, given=given).possibly_vacuous is False


def test_a_larger_size_is_the_first_that_fits_and_only_where_no_small_one_does():
    assert witness(t > 0, given=[n >= 9]).sizes == {"n": 9}
    assert witness(t > 0, given=[n >= 3]).sizes == {"n": 3}
    assert witness(x[0, 0] > 0, given=[i >= 8, Ne(i, 8)]).values["i"] == "9"
    assert refute(Equation(B[0, 0], 0), given=[n >= 9]).sizes == {"m": 1, "n": 9}


def test_hypotheses_about_sizes_and_indices_that_nothing_satisfies_end_soon():
    for given in ([i > j, j > i], [Equation(n, n + 1)], [n > m, m > n]):
        assert witness(t > 0, given=given) is None


# Contradictions


@pytest.mark.parametrize(
    "given, named",
    [
        ([t > 1, t < 0], "t > 1; t < 0"),
        ([Equation(t, 0), y > 1, Equation(t, 1)], "t = 0; t = 1"),
        ([Equation(t**2 + y**2, -1)], "t**2 + y**2 = -1"),
        ([Ne(t, 0), Equation(t, 0)], "Ne(t, 0); t = 0"),
        ([Equation(Symbol("pos", positive=True), -1)], "pos > 0; pos = -1"),
        ([Equation(x, ZeroMatrix(1, n)), Equation(x, OneMatrix(1, n))], "x = ZeroMatrix(1, n); x = OneMatrix(1, n)"),
        ([i > j, j > i], "i > j; j > i"),
        ([Ne(i, j), Equation(i, j)], "Ne(i, j); i = j"),
        ([n > 5, n < 3], "n > 5; n < 3"),
    ],
    ids=str,
)
def test_hypotheses_that_contradict_each_other_prove_nothing(given, named):
    for verdict in (decide(t, t, given=given), decide(calc(t, (t, ()), given=given))):
        assert verdict.status == "unknown" and verdict.theorem is None
        assert verdict.report.startswith("vacuous: the hypothes") and named in verdict.report
        with pytest.raises(UsageError):
            certificate(verdict)
    with pytest.raises(NotDecided, match="vacuous"):
        prove(t, t, given=given)


def test_hypotheses_of_which_nothing_is_known_stay_possibly_vacuous():
    verdict = decide(t, t, given=[Equation(exp(t), t + 3)])  # it holds at numbers that are not rational
    assert verdict.status == "proved" and verdict.possibly_vacuous


# Symbols that an equation defines

causal = FunctionMatrix(n, n, Lambda((a, b), Piecewise((0, b <= a), (-oo, True))))


@pytest.mark.parametrize(
    "sides, given",
    [
        ((RowSoftmax(A + M), RowSoftmax(A + CausalMask(n))), [Equation(M, CausalMask(n))]),
        ((RowSoftmax(A + M), RowSoftmax(A + CausalMask(n))), [Equation(CausalMask(n), M)]),
        ((RowSoftmax(A + M)[j, i], 0), [Equation(M, causal), i > j]),
        ((RowSoftmax(A + M), RowSoftmax(A)), [Equation(M, ZeroMatrix(n, n))]),
        ((Attention(A, A, B, M), Attention(A, A, B, N)), [Equation(M, N), Equation(N, M)]),
        ((M, N), [Equation(M, N)]),
        ((RowSoftmax(x + D), RowSoftmax(x + SubsetMask(S, n))), [Equation(D, SubsetMask(S, n))]),
        ((RowSoftmax(P * A + M), P * RowSoftmax(A + N)), [Equation(M, P * N)]),
        ((M[i, j], 0), [Equation(M[i, j], 0)]),
        ((exp(M[i, j]), 0), [Equation(M[i, j], -oo)]),
        ((P * A, A), [Equation(P, Identity(n))]),
        ((P.T * A * P, R.T * A * R), [Equation(P, R)]),
        ((A * P.T, A * R.T), [Equation(R, P), Equation(P, R)]),
        ((P * A, R.T * A), [Equation(P * R, Identity(n))]),
        ((P.T * A, P * A), [Equation(P * P, Identity(n))]),
        ((P * RowSoftmax(R * A), RowSoftmax(A)), [Equation(P, R.T)]),
        ((g * A, P * A), [Equation(g, P)]),
        ((g * A, A), [Equation(g, Identity(n))]),
        ((p[0, i], 1 / n), [Equation(p, OneMatrix(1, n) / n)]),
        ((W[0] * A, A), [Equation(W[0], Identity(n))]),
        ((t * y, y), [Equation(1, t)]),
        ((n * t, 2 * t), [Equation(n, 2)]),
    ],
    ids=str,
)
def test_a_symbol_may_be_defined_by_an_equation(sides, given):
    stated = claim(*sides, given=given)
    verdict = decide(stated)
    assert verdict.status == "proved" and not verdict.possibly_vacuous
    assert agreement(stated, theorem=verdict.theorem).agrees
    assert certificate(verdict)


@pytest.mark.parametrize(
    "sides, given",
    [
        ((RowSoftmax(A + M), RowSoftmax(A + N)), [Equation(M, P * N)]),
        ((P * A, A), [Equation(P * P, Identity(n))]),
        ((P * R * A, A), [Equation(P, R)]),
        ((M, ZeroMatrix(n, n)), [Equation(M, CausalMask(n))]),
    ],
    ids=str,
)
def test_such_an_equation_says_no_more_than_it_says(sides, given):
    assert decide(claim(*sides, given=given)).status == "refuted"


# What SymPy evaluates

root = sqrt(Symbol("eps", positive=True) + Max(0, y))
quotient = Mul(root, Pow(root, -1, evaluate=False), evaluate=False)


def test_a_hypothesis_that_sympy_has_evaluated_to_true_is_noted():
    assert Ne(root, 0) == True  # noqa: E712
    verdict = decide(1 / y, 1 / y, given=[Ne(root, 0)])
    assert verdict.status == "unknown" and verdict.missing
    assert "evaluated to True by SymPy" in str(verdict) and "evaluate=False" in str(verdict)
    with pytest.raises(NotDecided, match="evaluate=False"):
        prove(1 / y, 1 / y, given=[Ne(root, 0)])
    assert decide(quotient, 1).status == "proved", "a root of a positive number is shown not to be 0 without it"
    for stated in (claim(t, t, given=[t**2 >= 0]), calc(t, (t, ()), given=iter([t**2 >= 0]))):
        assert "one hypothesis was" in decide(stated).notes[0]
    assert "2 hypotheses were" in decide(claim(t, t, given=[True]), given=[t**2 >= 0]).notes[0]
    assert not decide(t, t, given=[t > 0]).notes


@pytest.mark.parametrize("given", [Ne(root, 0, evaluate=False), Gt(root, 0, evaluate=False)], ids=str)
def test_a_hypothesis_that_is_not_evaluated_is_used_as_it_stands(given):
    verdict = decide(quotient, 1, given=[given])
    assert verdict.status == "proved" and not verdict.notes and not verdict.possibly_vacuous
