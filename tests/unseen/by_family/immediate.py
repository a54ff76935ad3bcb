"""Easy things: order, monotone functions, norms, small implications, softmax and index facts."""

from sympy import Abs, Idx, MatrixSymbol, Max, Mod, Ne, OneMatrix, Rational, ZeroMatrix, floor, log, tanh

from symattn import (
    Equation,
    FrobeniusNorm,
    MaxNorm,
    Norm1,
    ReLU,
    RowMax,
    RowMean,
    RowSoftmax,
    RowSum,
    Sigmoid,
    SiLU,
    SquaredNorm,
    dims,
)
from tests.unseen.table import column, false, le, lt, real, square, true


@true("school: a maximum is monotone in both arguments")
def fe01():
    a, b, c, d = real("a b c d")
    return le(Max(a, c), Max(b, d)), [le(a, b), le(c, d)]


@true("linear algebra course: the product of commuting symmetric matrices is symmetric")
def fe02():
    n = dims("n")
    A, B = square("A B", n)
    return (A * B).T, A * B, [Equation(A.T, A), Equation(B.T, B), Equation(A * B, B * A)]


@true("LeCun et al. 1998, Efficient BackProp: the derivative σ(1 − σ) of the logistic function is at most ¼")
def fe03():
    (x,) = real("x,")
    return le(Sigmoid(x) * (1 - Sigmoid(x)), Rational(1, 4)), []


@true("Goodfellow, Bengio & Courville, §6.2.2.3: two different entries of softmax have a sum of at most 1")
def fe04():
    n = dims("n")
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    return le(RowSoftmax(x)[0, i] + RowSoftmax(x)[0, j], 1), [Ne(i, j)]


@true("Goodfellow, Bengio & Courville, §6.2.2.3: softmax keeps the order of the entries")
def fe05():
    n = dims("n")
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    return lt(RowSoftmax(x)[0, i], RowSoftmax(x)[0, j]), [lt(x[0, i], x[0, j])]


@true("Shang et al. 2016 (CReLU): the positive part minus the negative part")
def fe06():
    m, n = dims("m n")
    X = MatrixSymbol("X", m, n)
    return ReLU(X) - ReLU(-X), X, []


@true("Rudin, Principles of Mathematical Analysis, ch. 1 (ex. 13): the reverse triangle inequality")
def fe07():
    m, n = dims("m n")
    X, Y = MatrixSymbol("X", m, n), MatrixSymbol("Y", m, n)
    return le(Abs(FrobeniusNorm(X) - FrobeniusNorm(Y)), FrobeniusNorm(X - Y)), []


@true("Golub & Van Loan, §2.2.2: the Euclidean norm is at most the 1-norm")
def fe08():
    n = dims("n")
    (x,) = column("x", n)
    return le(FrobeniusNorm(x), Norm1(x)), []


@true("Golub & Van Loan, §2.2.2: Hölder's inequality for the 1-norm and the ∞-norm")
def fe09():
    n = dims("n")
    x, y = column("x y", n)
    return le(Abs((x.T * y)[0, 0]), Norm1(x) * MaxNorm(y)), []


@true("calculus: the logarithm lies below its tangent at 1")
def fe10():
    (x,) = real("x,")
    return le(log(1 + x), x), [lt(-1, x)]


@true("Goodfellow, Bengio & Courville, §6.3.2: tanh is a rescaled logistic function")
def fe11():
    (x,) = real("x,")
    return tanh(x), 2 * Sigmoid(2 * x) - 1, []


@true("row-major storage: a flat place is its row times the width plus its column")
def fe12():
    m, w = dims("m w")
    i = Idx("i", m * w)
    return w * floor(i / w) + Mod(i, w), i, []


@true("definition of a norm: a matrix of norm 0 is 0")
def fe13():
    m, n = dims("m n")
    X = MatrixSymbol("X", m, n)
    return X, ZeroMatrix(m, n), [Equation(FrobeniusNorm(X), 0)]


@true("statistics course: the mean of a row is at most its largest entry")
def fe14():
    m, n = dims("m n")
    A, i = MatrixSymbol("A", m, n), Idx("i", m)
    return le(RowMean(A)[i, 0], RowMax(A)[i, 0]), []


@true("Norris, Markov Chains, §1.1: the product of stochastic matrices has rows of sum 1")
def fe15():
    n = dims("n")
    A, B = square("A B", n)
    ones = OneMatrix(n, 1)
    return RowSum(A * B), ones, [Equation(RowSum(A), ones), Equation(RowSum(B), ones)]


# n = 2, x = (0, 1): softmax(2x)_0 = 1/(1 + e²) = 0.119, softmax(x)_0 = 0.269.
@false("a common slip: softmax does not change when the scores are scaled")
def fe16():
    n, (c,) = dims("n"), real("c,")
    x = MatrixSymbol("x", 1, n)
    return RowSoftmax(c * x), RowSoftmax(x), [lt(0, c)]


# m = n = 1, X = Y = [[1]]: 4 ≤ 2 is false.
@false("a common slip: the triangle inequality for squared norms")
def fe17():
    m, n = dims("m n")
    X, Y = MatrixSymbol("X", m, n), MatrixSymbol("Y", m, n)
    return le(SquaredNorm(X + Y), SquaredNorm(X) + SquaredNorm(Y)), []


# x = −1, y = 0: 1 < 0 is false.
@false("school: squaring an inequality of numbers that may be negative")
def fe18():
    x, y = real("x y")
    return lt(x**2, y**2), [lt(x, y)]


# m = 1, n = 2, A = [[1, 0]], B = [[0, 1]]: 1 ≠ 2.
@false("a common slip: the row maximum is additive")
def fe19():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", m, n)
    return RowMax(A + B), RowMax(A) + RowMax(B), []


# x = −3, y = −1: SiLU(−3) = −0.142 and SiLU(−1) = −0.269.
@false("Elfwing et al. 2018 (SiLU): unlike ReLU it is not monotone")
def fe20():
    x, y = real("x y")
    return le(SiLU(x), SiLU(y)), [le(x, y)]
