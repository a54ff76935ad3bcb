"""Masked scores where a word reads a matrix inside exp alone, transposes of masks, and roots of numbers."""

import numpy as np
import pytest
from sympy import (
    HadamardProduct,
    Idx,
    Le,
    Lt,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Piecewise,
    Pow,
    Rational,
    Sum,
    Symbol,
    exp,
    log,
    oo,
    symbols,
)

from symattn import (
    CausalMask,
    LogSumExp,
    MaskSymbol,
    PermutationSymbol,
    RowSoftmax,
    RowSum,
    Sigmoid,
    decide,
    define,
    dims,
    evaluate,
    from_entries,
    sum_over,
)
from symattn.errors import MaskedRow, UnsupportedExpression

n, m, d = dims("n m d")
A, B, V = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("V", n, d)
M, N = MaskSymbol("M", n, n), MaskSymbol("N", n, n)
u = MatrixSymbol("u", n, 1)
j, i = Idx("j", n), Idx("i", n)
e = Symbol("e", integer=True)
a, x = symbols("a x", real=True)
positive = Symbol("p", positive=True)
tau, sigma = PermutationSymbol("tau", n), PermutationSymbol("sigma", n)
causal, row = CausalMask(n), OneMatrix(1, n)
ones = OneMatrix(n, 1)


def below(left, right):
    return Le(left, right, evaluate=False)


def strictly(left, right):
    return Lt(left, right, evaluate=False)


@define(A)
def Weights(A):
    return from_entries(n, n, lambda i, j: exp(A[i, j]))


@define(A)
def Total(A):
    return sum_over(n, lambda i: sum_over(n, lambda j: exp(A[i, j])))


TRUE = {
    "the logarithm of what is seen": (LogSumExp(A + causal)[j, 0], log(Sum(exp(A[j, e]), (e, 0, j)))),
    "the first row": (LogSumExp(A + causal)[0, 0], A[0, 0]),
    "the last row": (LogSumExp(A + causal)[n - 1, 0], LogSumExp(A)[n - 1, 0]),
    "at most all": (below(LogSumExp(A + causal)[j, 0], LogSumExp(A)[j, 0]),),
    "any mask": (below(LogSumExp(A + M)[j, 0], LogSumExp(A)[j, 0]),),
    "at least what is seen": (below(A[j, j], LogSumExp(A + causal)[j, 0]),),
    "a shift": (LogSumExp(A + u * row + M), LogSumExp(A + M) + u),
    "a shift by a number": (LogSumExp(A + a * OneMatrix(n, n) + M), LogSumExp(A + M) + a * ones),
    "rows are permuted": (LogSumExp(tau * (A + M)), tau * LogSumExp(A + M)),
    "columns are permuted": (LogSumExp((A + M) * sigma), LogSumExp(A + M)),
    "a causal mask alone is at least 0": (below(0, LogSumExp(causal)[j, 0]),),
    "a causal mask alone": (LogSumExp(causal)[j, 0], log(j + 1)),
    "softmax by its logarithm": (RowSoftmax(A + M), (A + M - LogSumExp(A + M) * row).applyfunc(exp)),
    "its exponential": (exp(LogSumExp(A + M)[j, 0]), Sum(exp(A[j, e] + M[j, e]), (e, 0, n - 1))),
    "entry by entry": ((A + M).applyfunc(exp), HadamardProduct(A.applyfunc(exp), M.applyfunc(exp))),
    "the sums of the exponentials": (RowSum((A + M).applyfunc(exp))[j, 0], exp(LogSumExp(A + M)[j, 0])),
    "a mask twice": (LogSumExp(A + M + M), LogSumExp(A + M)),
    "one's own word": (Weights(A + M), (A + M).applyfunc(exp)),
    "one's own word as softmax": (RowSum(Weights(A + M))[j, 0] * RowSoftmax(A + M)[j, i], Weights(A + M)[j, i]),
    "one's own number": (below(Total(A + causal), Total(A)),),
    "scaled": (LogSumExp(positive * M), LogSumExp(M)),
    "a transpose twice": (causal.T.T, causal),
    "a transpose of a sum": ((A + M).T, A.T + M.T),
    "what the last keys see": (
        RowSoftmax(A + causal.T)[j, i],
        Piecewise((exp(A[j, i]) / Sum(exp(A[j, e]), (e, j, n - 1)), i >= j), (0, True)),
    ),
    "the last row sees itself": (RowSoftmax(A + causal.T)[n - 1, n - 1], 1),
    "rows of a transposed mask": (RowSoftmax(A + causal.T) * ones, ones),
    "all entries of both": (
        (A + causal.T).applyfunc(exp)[j, i] * (A + causal).applyfunc(exp)[j, i],
        Piecewise((exp(2 * A[j, j]), i <= j), (0, True)) * Piecewise((1, i >= j), (0, True)),
    ),
    "a root of a number": (Pow(10000, Rational(2, 512)), Pow(10, Rational(8, 512))),
    "its power": (Pow(10000, Rational(2, 512)) ** 256, 10000),
    "a root is above 1": (strictly(1, Pow(10000, Rational(2, 512))),),
    "a cube root": (Pow(positive, Rational(1, 3)) ** 3, positive),
    "roots of products": (Pow(2 * positive, Rational(1, 3)), Pow(2, Rational(1, 3)) * Pow(positive, Rational(1, 3))),
    "a frequency": (Pow(10000, -2 * a / 512), exp(-a * log(10000) / 256)),
}


@pytest.mark.parametrize("name", TRUE)
def test_proved(name):
    claim = TRUE[name][:2]
    verdict = decide(*claim, verify=True)
    assert verdict.status == "proved", str(verdict)


FALSE = {
    "less than all": (strictly(LogSumExp(A + causal)[j, 0], LogSumExp(A)[j, 0]),),
    "all": (LogSumExp(A + causal), LogSumExp(A)),
    "all of any mask": (LogSumExp(A + M), LogSumExp(A)),
    "one row less": (LogSumExp(A + causal)[j, 0], log(Sum(exp(A[j, e]), (e, 0, n - 1)))),
    "the first row": (LogSumExp(A + causal)[0, 0], LogSumExp(A)[0, 0]),
    "at least all": (below(LogSumExp(A)[j, 0], LogSumExp(A + M)[j, 0]),),
    "at least what is hidden": (below(A[j, i], LogSumExp(A + causal)[j, 0]),),
    "a shift": (LogSumExp(A + u * row + M), LogSumExp(A + M) - u),
    "a shift that is lost": (LogSumExp(A + u * row + M), LogSumExp(A + M)),
    "rows are not permuted": (LogSumExp(tau * (A + M)), LogSumExp(A + M)),
    "only the mask is permuted": (LogSumExp(A + M * sigma), LogSumExp(A + M)),
    "masks alone": (LogSumExp(M)[j, 0], 0),
    "a causal mask alone": (LogSumExp(causal)[j, 0], log(j + 2)),
    "softmax without a logarithm": (RowSoftmax(A + M), (A + M).applyfunc(exp)),
    "softmax by the other logarithm": (RowSoftmax(A + M), (A + M - LogSumExp(A) * row).applyfunc(exp)),
    "its exponential": (exp(LogSumExp(A + M)[j, 0]), Sum(exp(A[j, e]), (e, 0, n - 1))),
    "entry by entry": ((A + M).applyfunc(exp), A.applyfunc(exp)),
    "the sums of the exponentials": (RowSum((A + M).applyfunc(exp)), LogSumExp(A + M)),
    "another mask": (LogSumExp(A + M + N), LogSumExp(A + M)),
    "one's own word": (Weights(A + M), Weights(A)),
    "one's own number": (Total(A + causal), Total(A)),
    "scaled scores": (LogSumExp(2 * (A + M)), 2 * LogSumExp(A + M)),
    "a transpose": (causal.T, causal),
    "a transpose of a sum": ((A + M).T, A + M.T),
    "weights under a transpose": (RowSoftmax(A + causal.T), RowSoftmax(A + causal)),
    "a transpose of weights": (RowSoftmax(A.T + causal.T), RowSoftmax(A + causal).T),
    "the first row sees itself": (RowSoftmax(A + causal.T)[0, 0], 1),
    "what the last keys see": (RowSoftmax(A + causal.T)[j, i], Piecewise((RowSoftmax(A)[j, i], i >= j), (0, True))),
    "a root of a number": (Pow(10000, Rational(2, 512)), Pow(10, Rational(4, 512))),
    "a root is above 2": (strictly(2, Pow(10000, Rational(2, 512))),),
    "a cube root": (Pow(positive, Rational(1, 3)) ** 2, positive),
    "roots of sums": (Pow(1 + positive, Rational(1, 3)), 1 + Pow(positive, Rational(1, 3))),
}


@pytest.mark.parametrize("name", FALSE)
def test_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"


def test_the_cube_root_of_any_number_is_not_defined():
    above = strictly(Pow(x, Rational(1, 3)), Pow(x, Rational(1, 3)) + 1)
    assert decide(above).status == "unknown"
    assert decide(above, given=x > 0).status == "proved"


def test_a_row_that_sees_nothing_has_no_logarithm():
    with pytest.raises(MaskedRow):
        LogSumExp(MatrixSymbol("S", 2, 2) + Matrix([[0, -oo], [-oo, -oo]]))
    for scores in (A + M.T, A + M + N):  # M may hide a column, and what one mask shows the other may hide
        assert decide(LogSumExp(scores)[j, 0], LogSumExp(scores)[j, 0]).status == "unknown"


def test_other_words_take_real_matrices():
    with pytest.raises(UnsupportedExpression, match="-oo"):
        RowSum(A + M)
    with pytest.raises(UnsupportedExpression, match="-oo"):
        decide(Sigmoid(A + M), Sigmoid(A + M))


def test_values():
    scores = np.array([[1.0, 2.0], [3.0, 4.0]])
    expected = [[1.0], [np.log(np.exp(3) + np.exp(4))]]
    np.testing.assert_allclose(evaluate(LogSumExp(A + causal), {A: scores}), expected)
    np.testing.assert_allclose(evaluate((A + causal).applyfunc(exp), {A: scores}), np.tril(np.exp(scores)))
    np.testing.assert_allclose(evaluate(RowSoftmax(A + causal.T), {A: scores})[1], [0, 1])
