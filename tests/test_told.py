"""What a plain prompt shows of a verdict, and what an unknown one explains."""

from types import SimpleNamespace

import pytest
from sympy import Idx, MatrixSymbol, Ne, Piecewise, Rational, Sum, Symbol, cos, exp, log, sin, sqrt

from symattn import (
    Attention,
    MaskWhere,
    PermutationSymbol,
    RowSoftmax,
    calc,
    decide,
    define,
    dims,
    from_entries,
    sum_over,
)
from symattn.notebook import Picture

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
sigma = PermutationSymbol("sigma", n)
x = Symbol("x", real=True)
SCORES = RowSoftmax(Q * K.T * sigma.T) * sigma * V
STEPS = ((RowSoftmax(Q * K.T) * sigma.T * sigma * V, RowSoftmax), (RowSoftmax(Q * K.T) * V, sigma))


def test_a_proof_is_told_with_its_statement_its_entries_its_axioms_and_its_hypotheses():
    lines = str(decide(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V))).splitlines()
    assert lines[0] == "proved: Att(Q, σ K, σ V) = Att(Q, K, V)" and lines[1].endswith("V ∈ ℝ^(n×d), σ ∈ S_n")
    assert lines[2:4] == ["derivation:", "    Att(Q, σ K, σ V)[i, j]"]
    assert "inferences; axioms: bool_cases" in lines[-2] and lines[-1] == "hypotheses used: σ is a permutation"


def test_a_chain_is_told_step_by_step():
    first, second = STEPS
    told = str(decide(calc(SCORES, (first[0], (RowSoftmax, sigma)), second)))
    assert "steps:\n    SoftMax(Q Kᵀ σᵀ) σ V\n  = SoftMax(Q Kᵀ) σᵀ σ V\n" in told
    assert "\n      definition of SoftMax, σ is a permutation\n" in told


def test_a_refutation_is_told_with_its_values():
    told = str(decide(sigma * K, K))
    assert told.startswith("refuted: σ K = K\n") and "σ = [1, 0]" in told and "left side at entry (0, 0): 0" in told


def test_an_unknown_explains_what_was_tried_where_it_stopped_and_what_would_help():
    told = decide(exp(sin(3 * x)) + cos(x) ** 2 * exp(cos(7 * x)) > Rational(1, 1000)).explain()
    order = ("unknown: ", "what was tried:", "  a counterexample, the smallest first: true at", "where it stopped:")
    places = [told.index(each) for each in (*order, "what is left is", "what would help:", "a lemma that says so")]
    assert places == sorted(places)


def test_a_condition_that_is_missing_is_given_as_it_is_typed():
    assert "given=[Invertible(A.T)]" in decide((A.I * B).T, B.T * A.I.T).explain()
    assert "given=[Ne(x, 0)]" in decide(1 / x + x, x + 1 / x).explain()


def test_a_step_that_names_too_little_explains_what_else_it_uses():
    told = decide(calc(SCORES, *STEPS)).explain()
    assert "proved: 1 of 2 steps\nstep 1, by definition of SoftMax, is unknown:" in told
    assert "    name what the step also uses: sigma" in told


def test_what_is_not_unknown_explains_what_it_rests_on():
    proved, refuted = decide(sigma.T * sigma * K, K), decide(sigma * K, K)
    assert proved.explain() == str(proved) and refuted.explain() == str(refuted)


def test_a_picture_has_its_alternative_text_in_every_form():
    figure = SimpleNamespace(savefig=lambda file, **options: file.write(b"PNG"))
    picture = Picture(figure, "Two  lines,\none [dashed].", close=False)
    data, metadata = picture._repr_mimebundle_()
    assert data["text/plain"] == "Two lines, one [dashed]." == metadata["image/png"]["alt"]
    assert data["image/png"] == "UE5H"


# --------------------------------------------------------------------------------------- what is missing can be pasted

y, z, X, c = MatrixSymbol("y", 1, n), MatrixSymbol("z", 1, n + 1), MatrixSymbol("X", n, d), Symbol("c", real=True)
k = Symbol("k", integer=True, nonnegative=True)
STRICT = MaskWhere(n, n, lambda i, j: i < j)
Unit = define("Unit", X, from_entries(n, d, lambda i, j: X[i, j] / sqrt(sum_over(d, lambda k: X[i, k] ** 2))))
PASTED = {
    "a number": (lambda: (y / c + y / c, 2 * y / c), ["Ne(c, 0)"]),
    "a logarithm in a sum": (
        lambda: (sum_over(n, lambda k: log(y[0, k])), -sum_over(n, lambda k: -log(y[0, k]))),
        ["ForAll(n, lambda k: y[0, k] > 0)"],
    ),
    "a root in a sum from 1 on": (
        lambda: (Sum(sqrt(z[0, k]), (k, 1, n)) * 2, 2 * Sum(sqrt(z[0, k]), (k, 1, n))),
        ["ForAll(n, lambda k: z[0, k + 1] >= 0)"],
    ),
    "two indices": (
        lambda: (
            sum_over(n, lambda a: sum_over(d, lambda b: 1 / X[a, b])) * 2,
            sum_over(n, lambda a: sum_over(d, lambda b: 2 / X[a, b])),
        ),
        ["ForAll((n, d), lambda a, b: Ne(X[a, b], 0))"],
    ),
    "a norm of each row": (
        lambda: (Unit(c * X), Unit(X * c)),
        ["ForAll(n, lambda i: Ne(sqrt(sum_over(d, lambda k: (c*X)[i, k]**2)), 0))"],
    ),
    "an index that is free as well": (
        lambda: (Unit(y[0, Idx("i", n)] * X), Unit(X * y[0, Idx("i", n)])),
        ["ForAll(n, lambda i_1: Ne(sqrt(sum_over(d, lambda k: (y[0, i]*X)[i_1, k]**2)), 0))"],
    ),
    "a mask by a rule": (
        lambda: (
            RowSoftmax(MaskWhere(n, n, lambda i, j: Ne(i, j)) + B),
            RowSoftmax(B + MaskWhere(n, n, lambda i, j: Ne(i, j))),
        ),
        ["Unmasked(MaskWhere(n, n, lambda i, j: Ne(i, j)) + B)"],
    ),
}


@pytest.mark.parametrize("name", PASTED)
def test_what_is_missing_is_told_as_code_that_can_be_pasted(name):
    sides, expected = PASTED[name]
    verdict = decide(*sides())
    lines = [line.split("given=[", 1)[1] for line in verdict.explain().splitlines() if "given=[" in line]
    given, imported = zip(*(line.split("]  # ", 1) for line in lines), strict=True)
    assert list(given) == expected
    known = {"n": n, "d": d, "c": c, "y": y, "z": z, "X": X, "B": B, "i": Idx("i", n)}
    for line in imported:
        exec(line, known)
    assert decide(*sides(), given=[eval(each, known) for each in given]).status == "proved"


@pytest.mark.parametrize(
    ("stated", "missing"),
    [
        (lambda: (RowSoftmax(STRICT + B), RowSoftmax(B + STRICT)), "every row of MaskWhere"),
        (
            lambda: (from_entries(n, n, apart), 2 * from_entries(n, n, lambda i, j: apart(i, j) / 2)),
            "ForAll((n, n), lambda i, j: -delta + y[0, i] - y[0, j] > 0)",
        ),
    ],
    ids=["a row that sees nothing", "an index beside itself"],
)
def test_what_cannot_hold_is_not_told_as_a_hypothesis(stated, missing):
    verdict = decide(*stated())
    assert verdict.status == "unknown" and any(each.startswith(missing) for each in verdict.missing)
    assert "given=[" not in verdict.explain()
    assert f"no values were found at which this holds together with what is given: {missing}" in verdict.explain()


def test_what_contradicts_what_is_given_is_not_told_as_a_hypothesis():
    assert "given=[c > 0]" in decide(2 * log(c), log(c**2)).explain()
    verdict = decide(2 * log(c), log(c**2), given=[c <= -1])
    assert verdict.missing == ("c > 0",) and "given=[" not in verdict.explain()


delta = Symbol("delta", positive=True)


def apart(i, j):
    """A number that is defined where two entries differ by more than δ; it is asked for where i and j differ."""
    return Piecewise((log(y[0, i] - y[0, j] - delta), Ne(i, j)), (0, True))
