"""A lemma never makes a false thing proved, however it is handed over, and whatever its names and sizes are."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from sympy import Identity, Idx, MatrixSymbol, Ne, OneMatrix, Symbol, ZeroMatrix, sqrt, symbols

from symattn import (
    Attention,
    ClaimError,
    Equation,
    ForAll,
    Invertible,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SlidingWindowMask,
    SymattnError,
    Verdict,
    calc,
    claim,
    decide,
    dims,
    prove,
)
from symattn.language.lemmas import Lemma

r, n, ell, d, m, k, h = dims("r n ell d m k h")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B, C, D = (MatrixSymbol(name, n, n) for name in "ABCD")
X, Y, Z = (MatrixSymbol(name, m, m) for name in "XYZ")
S, u = MatrixSymbol("S", r, n), MatrixSymbol("u", r, 1)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", n)
g = OrthogonalSymbol("g", ell)
W = MatrixSymbol("W", ell, ell)
x, y, z = symbols("x y z", real=True)
t = Symbol("t", positive=True)
i = Idx("i", n)
M = MaskSymbol("M", r, n)

#: A true lemma, and a false claim close to it: a hypothesis dropped, another size, a sign, an argument exchanged.
NEARLY = {
    "the hypothesis of the lemma is not given": (
        lambda: prove(X * Y, Y * X, given=[Equation(X, Y * Y)]),
        lambda: claim(A * B, B * A),
    ),
    "the hypothesis of the lemma is given for other matrices": (
        lambda: prove(X * Y, Y * X, given=[Equation(X, Y * Y)]),
        lambda: claim(A * B, B * A, given=[Equation(A, C * C)]),
    ),
    "the hypothesis is about a symbol that the claim has too": (
        lambda: prove(X, Y, given=[Equation(X - Y, Z), Equation(Z, ZeroMatrix(m, m))]),
        lambda: claim(X, Y, given=[Equation(Z, ZeroMatrix(m, m))]),
    ),
    "the names of the claim are those of the lemma, exchanged": (
        lambda: prove(X * Y, ZeroMatrix(m, m), given=[Equation(X, ZeroMatrix(m, m))]),
        lambda: claim(Y * X + Y, ZeroMatrix(m, m), given=[Equation(X, ZeroMatrix(m, m))]),
    ),
    "a matrix of the lemma that is orthogonal is none": (
        lambda: prove(Attention(Q * g, K * g, V), Attention(Q, K, V)),
        lambda: claim(Attention(Q * W, K * W, V), Attention(Q, K, V)),
    ),
    "a matrix that has orthonormal rows alone": (
        lambda: prove(g.T * g, Identity(ell)),
        lambda: claim(S.T * S, Identity(n), given=[Equation(S * S.T, Identity(r))]),
    ),
    "two different permutations": (
        lambda: prove(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)),
        lambda: claim(Attention(Q, tau * K, sigma * V), Attention(Q, K, V)),
    ),
    "the permutation is forgotten once": (
        lambda: prove(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)),
        lambda: claim(Attention(Q, sigma * K, V), Attention(Q, K, V)),
    ),
    "the shift is of columns": (
        lambda: prove(RowSoftmax(S + u * OneMatrix(1, n)), RowSoftmax(S)),
        lambda: claim(RowSoftmax(S + OneMatrix(r, 1) * MatrixSymbol("v", 1, n)), RowSoftmax(S)),
    ),
    "the shift is twice what is taken away": (
        lambda: prove(RowSoftmax(S + u * OneMatrix(1, n)), RowSoftmax(S)),
        lambda: claim(RowSoftmax(S + 2 * u * OneMatrix(1, n)), RowSoftmax(2 * S)),
    ),
    "a size of the lemma is 1": (
        lambda: prove(RowSoftmax(MatrixSymbol("c", n, 1)), OneMatrix(n, 1)),
        lambda: claim(RowSoftmax(MatrixSymbol("c", n, 2)), OneMatrix(n, 2)),
    ),
    "two sizes of the lemma are one": (
        lambda: prove(SlidingMatrix(n, n), Identity(n)),
        lambda: claim(SlidingMatrix(n, n + 1), OneMatrix(n, n + 1)),
    ),
    "a size that is bounded by a hypothesis": (
        lambda: prove(n * x >= 3 * x, given=[n >= 3, x >= 0]),
        lambda: claim(m * y >= 3 * y, given=[m >= 2, y >= 0]),
    ),
    "a size that is bounded, one more": (
        lambda: prove(n * x <= 3 * x, given=[n <= 3, x >= 0]),
        lambda: claim((n + 1) * x <= 3 * x, given=[n <= 3, x >= 0]),
    ),
    "x is 0": (
        lambda: prove(x * (y / x), y, given=[Ne(x, 0)]),
        lambda: claim(z * (y / z), 2 * y, given=[Ne(z, 0)]),
    ),
    "a sign is forgotten": (
        lambda: prove(sqrt(x * x), x, given=[x >= 0]),
        lambda: claim(sqrt(y * y, evaluate=False), y),
    ),
    "a declared sign is forgotten": (
        lambda: prove(t * x <= t * y, given=[x <= y]),
        lambda: claim(z * x <= z * y, given=[x <= y]),
    ),
    "strict for not strict": (
        lambda: prove(x * x <= y * y, given=[x >= 0, x <= y]),
        lambda: claim(x * x < y * y, given=[x >= 0, x <= y]),
    ),
    "one index for all": (
        lambda: prove(A[i, i] * x >= 0, given=[A[i, i] >= 0, x >= 0]),
        lambda: claim(ForAll(i, A[i, i] >= 0), given=[A[Idx("j", n), Idx("j", n)] >= 0]),
    ),
    "an inverse that does not exist": (
        lambda: prove(X.inv() * X * Y, Y, given=[Invertible(X)]),
        lambda: claim(A * B, B, given=[Invertible(A)]),
    ),
    "a mask that hides another key": (
        lambda: prove(Attention(Q * g, K * g, V, M), Attention(Q, K, V, M)),
        lambda: claim(
            Attention(K * g, K * g, V, SlidingWindowMask(n, 1)), Attention(K, K, 2 * V, SlidingWindowMask(n, 1))
        ),
    ),
}


def SlidingMatrix(rows, columns):
    """Return δ(i, j) as a matrix of the shape, by its first rows."""
    from sympy import FunctionMatrix, KroneckerDelta, Lambda

    a, b = symbols("a b", integer=True)
    return FunctionMatrix(rows, columns, Lambda((a, b), KroneckerDelta(a, b)))


@pytest.mark.parametrize("name", NEARLY)
def test_a_claim_near_a_lemma_is_not_proved_by_it(name):
    lemma, stated = NEARLY[name]
    assert decide(stated(), using=[lemma()]).status != "proved"


@pytest.mark.parametrize("name", NEARLY)
def test_nor_in_a_calc(name):
    lemma, stated = NEARLY[name]
    false = stated()
    if isinstance(false.proposition, Equation):
        assert decide(calc(false.lhs, (false.rhs, lemma()), given=false.given)).status != "proved"


TRUE = {
    "an identity": lambda: prove((X * Y).T, Y.T * X.T),
    "one with a hypothesis": lambda: prove(X * Y, Y * X, given=[Equation(X, Y * Y)]),
}


def test_an_unknown_lemma_proves_nothing_and_says_so():
    open_one = decide(Equation(RowSoftmax(S), S), given=[Equation(S, S + S - RowSoftmax(S))])
    open_one = Verdict("unknown", open_one.claim)
    found = decide(A + B, B + A, using=[open_one])
    assert (found.status, found.theorem) == ("unknown", None)
    assert "is not proved, so that nothing is proved by it: it is unknown" in found.report
    assert decide(calc(A + B, (B + A, open_one))).status == "unknown"


def test_a_refuted_lemma_is_an_error():
    refuted = decide(X * Y, Y * X)
    assert refuted.status == "refuted"
    with pytest.raises(ClaimError, match="is refuted, so that nothing can be proved by it"):
        decide(A * B, B * A, using=[refuted])
    with pytest.raises(ClaimError, match="is refuted"):
        decide(calc(A * B, (B * A, refuted)))


def test_a_status_that_was_changed_is_an_error():
    false = decide(X * Y, Y * X)
    with pytest.raises(ClaimError, match="has no theorem under its own hypotheses alone"):
        decide(A * B, B * A, using=[replace(false, status="proved")])


def test_a_claim_that_was_exchanged_is_an_error():
    true = TRUE["an identity"]()
    with pytest.raises(ClaimError, match="does not say what was proved"):
        decide(A * B, B * A, using=[replace(true, claim=claim(X * Y, Y * X))])


@pytest.mark.parametrize("change", [{"claim": None}, {"claim": 3}, {"steps": None}, {"needs": None}])
def test_a_verdict_with_something_else_in_it_is_an_error(change):
    (name,) = change
    with pytest.raises(ClaimError, match=f"a verdict whose {name} was changed is no lemma"):
        decide(A * B, B * A, using=[replace(TRUE["an identity"](), **change)])


def test_a_hypothesis_that_was_dropped_is_an_error():
    true = TRUE["one with a hypothesis"]()
    with pytest.raises(ClaimError, match="has no theorem under its own hypotheses alone"):
        decide(A * B, B * A, using=[replace(true, claim=claim(X * Y, Y * X))])


def test_a_theorem_that_was_exchanged_is_an_error():
    true, other = (TRUE[name]() for name in TRUE)
    with pytest.raises(ClaimError, match=r"does not say what was proved|under its own hypotheses"):
        decide(A * B, B * A, using=[replace(true, theorem=other.theorem)])


def test_proofs_of_definedness_that_were_dropped_make_nothing_false_proved():
    true = prove(x / x, x / x, given=[Ne(x, 0)])
    assert decide(y * (1 / y), 2, given=[Ne(y, 0)], using=[replace(true, needs=())]).status != "proved"


@pytest.mark.parametrize("before", [True, False])
def test_a_theorem_that_was_forged_is_refused(before):
    true = TRUE["an identity"]()
    if before:
        assert decide((A * B).T, B.T * A.T, using=[true]).status == "proved"
    false = decide(X * Y, Y * X, given=[Equation(X, X)]).claim
    from symattn.elaborate import elaborate

    object.__setattr__(true.theorem, "_proved", elaborate((X * Y, Y * X)).goal)
    with pytest.raises(SymattnError):
        decide(A * B, B * A, using=[replace(true, claim=replace(false, given=()))])


@pytest.mark.parametrize(
    "other",
    [
        3,
        None,
        A,
        Equation(A, B),
        claim(A, A),
        SimpleNamespace(status="proved", theorem=None),
        object(),
        ["two words"],
        "",
    ],
)
def test_what_is_no_lemma_is_an_error(other):
    with pytest.raises(SymattnError):
        decide(A * B, B * A, using=[other])


def test_a_verdict_of_ones_own_is_an_error():
    class Mine(Verdict):
        pass

    true = TRUE["an identity"]()
    mine = Mine("proved", claim(X * Y, Y * X), true.theorem)
    alike = SimpleNamespace(status="proved", claim=claim(X * Y, Y * X), theorem=true.theorem, needs=(), steps=())
    for other in (mine, alike, Lemma("T", alike)):
        with pytest.raises(ClaimError, match="a lemma is a verdict of decide or prove"):
            decide(A * B, B * A, using=[other])


def test_a_lemma_from_hypotheses_that_contradict_each_other_says_nothing_elsewhere():
    vacuous = decide(x, y, given=[x > 1, x < 0])
    assert vacuous.status == "unknown"
    with pytest.raises(SymattnError):
        decide(x, y, using=[replace(vacuous, status="proved")])


def test_a_lemma_beside_a_calc_is_an_error():
    with pytest.raises(SymattnError, match="each step of a calc names its own lemmas"):
        decide(calc(A, (A, ())), using=[TRUE["an identity"]()])


def test_a_step_may_use_its_lemma_and_nothing_else():
    identity = TRUE["an identity"]()
    stated = calc(A * B, (B * A, identity), given=[Equation(A, B * B)])
    assert decide(stated).status == "unknown"
