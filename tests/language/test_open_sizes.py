"""Sizes as n - 1 and n - m: what is given says how large n is, and the claim is stated of a sum in place of n."""

import pytest
from sympy import (
    BlockMatrix,
    Equality,
    Ge,
    Gt,
    Identity,
    Idx,
    Le,
    Lt,
    MatrixSymbol,
    OneMatrix,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    cos,
    exp,
)

from symattn import (
    Attention,
    CausalMask,
    ClaimError,
    ColumnSum,
    Equation,
    ForAll,
    FreeOf,
    HeadSum,
    MatrixFamily,
    OrthogonalSymbol,
    RowMax,
    RowSoftmax,
    RowSum,
    SquaredNorm,
    UnsupportedExpression,
    claim,
    decide,
    dims,
    from_entries,
    refute,
    spot_check,
    sum_over,
)

n, m, k, d = dims("n m k d")
s = Symbol("s", integer=True)
c = Symbol("c", real=True)
X, Y, x, y = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
A, u = MatrixSymbol("A", n, n), MatrixSymbol("u", n - 1, 1)
P, Q = MatrixSymbol("P", n - 1, d), MatrixSymbol("Q", n - 1, d)
B, D = MatrixSymbol("B", n - 1, n - 1), MatrixSymbol("D", 2 * n - 1, 2 * n - 1)
F = MatrixFamily("F", n - 1, d, d)
g = OrthogonalSymbol("g", n - 1)
i, j = Idx("i", n - 1), Idx("j", n)
TWO, MORE = [Ge(n, 2)], [Gt(n, m)]
ALL_BUT_ONE = ForAll((n - 1,), lambda t: Ge(x[t, 0], 0))


def total(matrix):
    return SquaredNorm(matrix)


TRUE = {
    "for all but the last": (ForAll((n - 1,), lambda t: Ge(u[t, 0] ** 2, 0)), TWO),
    "what is given of all but the last": (Ge(x[0, 0], 0), [*TWO, ALL_BUT_ONE]),
    "a sum": (Equation(P + Q, Q + P), TWO),
    "a transpose": (Equation((P * Q.T).T, Q * P.T), TWO),
    "an odd size": (Equation(Trace(Identity(2 * n - 1)), 2 * n - 1), TWO),
    "an odd size, squared": (Equation(Trace(D * D.T), Trace(D.T * D)), TWO),
    "three fewer": (Equation(Trace(Identity(n - 3)), n - 3), [Ge(n, 4)]),
    "strictly more than one": (Equation(Trace(Identity(n - 1)), n - 1), [Gt(n, 1)]),
    "the other way round": (Equation(Trace(Identity(n - 1)), n - 1), [Le(2, n)]),
    "less, the other way round": (Equation(Trace(Identity(n - 1)), n - 1), [Lt(1, n)]),
    "more than needed": (Equation(Trace(Identity(n - 1)), n - 1), [Ge(n, 5)]),
    "all but the first": (Equation(total(X), total(X[1:, :]) + total(X[:1, :])), TWO),
    "all but the last": (Equation(total(X), total(X[: n - 1, :]) + total(X[n - 1 :, :])), TWO),
    "all but the ends": (
        Equation(total(X), total(X[:1, :]) + total(X[1 : n - 1, :]) + total(X[n - 1 :, :])),
        [Ge(n, 3)],
    ),
    "what is cut is put together": (Equation(BlockMatrix([[X[:1, :]], [X[1:, :]]]), X), TWO),
    "a cut at another size": (Equation(BlockMatrix([[X[:m, :]], [X[m:, :]]]), X), MORE),
    "lengths of parts": (Equation(total(X), total(X[:m, :]) + total(X[m:, :])), MORE),
    "a part is shorter": (Le(total(X[m:, :]), total(X)), MORE),
    "two sizes": (
        Equation(total(A), total(A[1:, 1:]) + total(A[:1, 1:]) + total(A[1:, :1]) + total(A[:1, :1])),
        TWO,
    ),
    "differences": (Equation(sum_over(n - 1, lambda t: x[t + 1, 0] - x[t, 0]), x[n - 1, 0] - x[0, 0]), TWO),
    "differences as parts": (Equation(ColumnSum(x[1:, :] - x[: n - 1, :])[0, 0], x[n - 1, 0] - x[0, 0]), TWO),
    "a sum of a column": (Equation(Sum(x[s, 0], (s, 1, n - 1)), sum_over(n - 1, lambda t: x[t + 1, 0])), TWO),
    "a smaller column": (Equation(Sum(u[s - 1, 0], (s, 1, n - 1)), Sum(u[s, 0], (s, 0, n - 2))), TWO),
    "the mean of what is left": (
        Equation(sum_over(n, lambda t: Sum(x[s, 0], (s, 0, n - 1)) - x[t, 0]), (n - 1) * Sum(x[s, 0], (s, 0, n - 1))),
        TWO,
    ),
    "weights": (Equation(RowSum(RowSoftmax(B)), OneMatrix(n - 1, 1)), TWO),
    "masked weights": (Equation(RowSum(RowSoftmax(B + CausalMask(n - 1))), OneMatrix(n - 1, 1)), TWO),
    "attention": (Equation(Attention(g * P, g * Q, P), Attention(g * P, g * Q, P)), TWO),
    "an orthogonal matrix": (Equation(total(g * P), total(P)), TWO),
    "a family": (Equation(HeadSum(c * F[s], (s, 0, n - 2)), c * HeadSum(F[s], (s, 0, n - 2))), TWO),
    "a matrix by entries": (
        Equation(from_entries(n - 1, n - 1, lambda a, b: B[b, a]), B.T),
        TWO,
    ),
    "for all": (Le(u[i, 0], c), [*TWO, ForAll(i, Le(u[i, 0], c))]),
    "a free index": (Equation(RowMax(u)[i, 0], u[i, 0]), TWO),
    "only one": (Equation(Trace(Identity(n - 1)), 1), [Equality(n, 2), *TWO]),
    "zeros": (Equation(ZeroMatrix(n - 1, d) + P, P), TWO),
}

FALSE = {
    "the last one is not among them": (ForAll((n,), lambda t: Ge(x[t, 0], 0)), [*TWO, ALL_BUT_ONE]),
    "one more": (Equation(Trace(Identity(n - 1)), n), TWO),
    "another odd size": (Equation(Trace(Identity(2 * n - 1)), 2 * n + 1), TWO),
    "two fewer": (Equation(Trace(Identity(n - 2)), n - 1), [Ge(n, 3)]),
    "a product that does not commute": (Equation(B * B.T, B.T * B), TWO),
    "an odd product": (Equation(D * D.T, D.T * D), TWO),
    "all but the first is all": (Equation(total(X), total(X[1:, :])), TWO),
    "all but the last is all": (Equation(total(X), total(X[: n - 1, :])), TWO),
    "the ends are forgotten": (Equation(total(X), total(X[1 : n - 1, :])), [Ge(n, 3)]),
    "the first is the last": (Equation(X[1:, :], X[: n - 1, :]), TWO),
    "put together the other way": (Equation(BlockMatrix([[X[1:, :]], [X[:1, :]]]), X), TWO),
    "parts in the wrong order": (Equation(BlockMatrix([[X[m:, :]], [X[:m, :]]]), X), MORE),
    "a part is all": (Equation(total(X[m:, :]), total(X)), MORE),
    "a part is longer": (Le(total(X), total(X[m:, :])), MORE),
    "two sizes without a corner": (
        Equation(total(A), total(A[1:, 1:]) + total(A[:1, 1:]) + total(A[1:, :1])),
        TWO,
    ),
    "differences": (Equation(sum_over(n - 1, lambda t: x[t + 1, 0] - x[t, 0]), x[n - 1, 0]), TWO),
    "differences as parts": (Equation(ColumnSum(x[1:, :] - x[: n - 1, :])[0, 0], x[n - 1, 0]), TWO),
    "a sum of a column": (Equation(Sum(x[s, 0], (s, 1, n - 1)), sum_over(n - 1, lambda t: x[t, 0])), TWO),
    "a smaller column": (Equation(Sum(u[s - 1, 0], (s, 1, n - 1)), Sum(u[s, 0], (s, 1, n - 2))), [Ge(n, 3)]),
    "the mean of what is left": (
        Equation(sum_over(n, lambda t: Sum(x[s, 0], (s, 0, n - 1)) - x[t, 0]), n * Sum(x[s, 0], (s, 0, n - 1))),
        TWO,
    ),
    "weights": (Equation(RowSum(RowSoftmax(B)), 2 * OneMatrix(n - 1, 1)), TWO),
    "columns of weights": (Equation(ColumnSum(RowSoftmax(B)), OneMatrix(1, n - 1)), TWO),
    "masked weights": (Equation(RowSoftmax(B + CausalMask(n - 1)), RowSoftmax(B)), TWO),
    "values that move": (Equation(Attention(g * P, g * Q, g * P), Attention(P, Q, P)), TWO),
    "an orthogonal matrix": (Equation(g * P, P), TWO),
    "a family": (Equation(HeadSum(F[s], (s, 0, n - 2)), F[0]), TWO),
    "a matrix by entries": (Equation(from_entries(n - 1, n - 1, lambda a, b: B[b, a]), B), TWO),
    "for all": (Lt(u[i, 0], c), [*TWO, ForAll(i, Le(u[i, 0], c))]),
    "of one index": (Le(u[i, 0], c), [*TWO, Le(u[0, 0], c)]),
    "the largest": (Equation(RowMax(u.T)[0, 0], u[i, 0]), TWO),
    "only one": (Equation(Trace(Identity(n - 1)), 1), TWO),
    "never one": (Gt(Trace(Identity(n - 1)), 1), TWO),
    "a bound that is not given": (Ge(n, 3), [*TWO, Equation(u, u)]),
}

REFUSED = {
    "what is given of no place where n is 1": (Ge(x[0, 0], 0), [ALL_BUT_ONE]),
    "nothing is given": (Equation(P + Q, Q + P), []),
    "at least one": (Equation(P + Q, Q + P), [Ge(n, 1, evaluate=False)]),
    "another size is large": (Equation(P + Q, Q + P), [Ge(m, 2)]),
    "not large enough": (Equation(Trace(Identity(n - 2)), n - 2), [Ge(n, 2)]),
    "at most two": (Equation(P + Q, Q + P), [Le(n, 2)]),
    "only one of two": (Equation(Trace(Identity(n - 1)), Trace(Identity(m - 1))), [Ge(n, 2)]),
    "not less": (Equation(X[m:, :], X[m:, :]), [Ge(n, m)]),
    "the other is larger": (Equation(X[m:, :], X[m:, :]), [Gt(m, n)]),
    "a middle part": (Equation(X[1 : n - 1, :], X[1 : n - 1, :]), [Ge(n, 2)]),
    "a size that is compared with itself": (Equation(P, P), [Gt(n, m - n)]),
    "what is free of the size": (FreeOf(u[0, 0], n), TWO),
    "an odd size without a bound": (Equation(D, D), []),
}


@pytest.mark.parametrize(("claimed", "given"), TRUE.values(), ids=TRUE)
def test_what_holds_is_proved(claimed, given):
    verdict = decide(claimed, given=given)
    assert verdict.status == "proved", str(verdict)
    assert not verdict.possibly_vacuous


@pytest.mark.parametrize(("claimed", "given"), FALSE.values(), ids=FALSE)
def test_near_misses_are_refuted(claimed, given):
    assert decide(claimed, given=given).status == "refuted"


@pytest.mark.parametrize(("claimed", "given"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_size_for_all_values_is_refused(claimed, given):
    with pytest.raises(UnsupportedExpression):
        decide(claimed, given=given)


@pytest.mark.parametrize("make", [lambda: MatrixFamily("F", -n, d, d), lambda: OrthogonalSymbol("g", 1 - n)])
def test_what_is_never_a_size_is_refused_at_once(make):
    with pytest.raises(UnsupportedExpression):
        make()


def test_the_report_says_how_the_size_is_written():
    assert "n is written as n_1 + 1" in str(decide(Equation(P + Q, Q + P), given=TWO))


def test_what_becomes_true_by_itself_is_no_claim():
    with pytest.raises(ClaimError, match="SymPy has evaluated the statement to True"):
        decide(Ge(n, 2), given=[*TWO, Equation(P, Q)])


def test_a_name_that_is_taken_is_not_taken_again():
    other = dims("n_1")
    verdict = decide(Equation(Trace(Identity(n - 1)) + other, other + n - 1), given=TWO)
    assert verdict.status == "proved"
    assert decide(Equation(Trace(Identity(n - 1)), other), given=TWO).status == "refuted"


def test_values_are_found_without_a_proof():
    assert refute(Equation(P + Q, P), given=TWO) is not None
    assert spot_check(Equation(P + Q, Q + P), given=TWO).max_error < 1e-9
    assert decide(Equation(cos(u[0, 0]), exp(u[0, 0])), given=TWO).status == "refuted"
    assert decide(Equation(x[j, 0], y[j, 0]), given=[*TWO, Equation(x[1:, :], y[1:, :])]).status == "refuted"


def test_what_is_given_later_speaks_of_the_sizes_that_were_written():
    N, i = Symbol("N", integer=True, nonnegative=True), Symbol("i", integer=True)
    up_to = claim(Equation(Sum(i, (i, 0, N)), 1))
    assert decide(up_to, given=[Equation(N, 1)]).status == "proved"
    assert decide(up_to, given=[Equation(N, 2)]).status == "refuted"
    two = claim(Equation(Trace(Identity(n - 1)), 1), given=TWO)
    assert decide(two, given=[Equation(n, 2)]).status == "proved"
    assert decide(two, given=[Equation(n, 3)]).status == "refuted"
