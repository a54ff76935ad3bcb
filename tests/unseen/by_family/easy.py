"""Easy things: what one meets in the first week."""

from sympy import Abs, Idx, MatrixSymbol, Max, Min, Mod, Ne, OneMatrix, ZeroMatrix, exp

from symattn import (
    CausalMask,
    Equation,
    ReLU,
    RowSoftmax,
    Sigmoid,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, le, lt, natural, real, true


@true("a softmax weight is at most 1")
def ez01():
    r, n = dims("r n")
    X, j, i = MatrixSymbol("X", r, n), Idx("j", r), Idx("i", n)
    return le(RowSoftmax(X)[j, i], 1), []


@true("a softmax weight is below 1 if there is more than one key")
def ez02():
    r, n = dims("r n")
    X, j, i = MatrixSymbol("X", r, n), Idx("j", r), Idx("i", n)
    return lt(RowSoftmax(X)[j, i], 1), [n >= 2]


@true("exp is strictly increasing")
def ez03():
    x, y = real("x y")
    return lt(exp(x), exp(y)), [lt(x, y)]


@true("|x| ≤ a means that x lies between −a and a")
def ez04():
    x, a = real("x a")
    return le(-a, x), [le(Abs(x), a)]


@true("N² and 3N are both even or both odd")
def ez05():
    N = natural("N")
    return Mod(N**2 + 3 * N + 1, 2), 1, []


@true("scores that are all 0 give equal weights")
def ez06():
    r, n = dims("r n")
    X = MatrixSymbol("X", r, n)
    return n * RowSoftmax(X), OneMatrix(r, n), [Equation(X, ZeroMatrix(r, n))]


@true("adding one number to all scores changes nothing")
def ez07():
    r, n, (c,) = *dims("r n"), real("c,")
    X = MatrixSymbol("X", r, n)
    return RowSoftmax(X - c * OneMatrix(r, n)), RowSoftmax(X), []


@true("the first token sees itself alone")
def ez08():
    n = dims("n")
    return RowSoftmax(MatrixSymbol("S", n, n) + CausalMask(n))[0, 0], 1, []


@true("no weight on the future")
def ez09():
    n = dims("n")
    S, i, j = MatrixSymbol("S", n, n), Idx("i", n), Idx("j", n)
    return RowSoftmax(S + CausalMask(n))[i, j], 0, [lt(i, j)]


@true("the sigmoid is increasing")
def ez10():
    x, y = real("x y")
    return le(0, Sigmoid(y) - Sigmoid(x)), [le(x, y)]


@true("ReLU of x and of −x give back x")
def ez11():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return ReLU(X) - ReLU(-X), X, []


@true("a vector of length 0 is 0")
def ez12():
    n = dims("n")
    x, i = MatrixSymbol("x", n, 1), Idx("i", n)
    return x[i, 0], 0, [Equation(SquaredNorm(x), 0)]


@true("cancelling a factor that is not 0")
def ez13():
    x, y, z = real("x y z")
    return y, z, [Ne(x, 0), Equation(x * y, x * z)]


@true("the larger and the smaller of two numbers")
def ez14():
    x, y = real("x y")
    return Max(x, y) - Min(x, y), Abs(x - y), []


@true("an odd square leaves 1 on division by 8")
def ez15():
    N = natural("N")
    return Mod((2 * N + 1) ** 2, 8), 1, []


# x = 1, y = −1: 0 and 2.
@false("|x + y| is |x| + |y|")
def ez16():
    x, y = real("x y")
    return Abs(x + y), Abs(x) + Abs(y), []


# n = 1: the weight is 1.
@false("a softmax weight is always below 1")
def ez17():
    r, n = dims("r n")
    X, j, i = MatrixSymbol("X", r, n), Idx("j", r), Idx("i", n)
    return lt(RowSoftmax(X)[j, i], 1), []


# n = d = 1, X = 1, Y = −1: 0 and 1.
@false("ReLU is additive")
def ez18():
    n, d = dims("n d")
    X, Y = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d)
    return ReLU(X + Y), ReLU(X) + ReLU(Y), []


# n = 1, A = 1, B = 0.
@false("a product that is 0 has a first factor that is 0")
def ez19():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return A, ZeroMatrix(n, n), [Equation(A * B, ZeroMatrix(n, n))]


# x = −1, y = 0: 1 < 0 does not hold.
@false("squares keep the order")
def ez20():
    x, y = real("x y")
    return lt(x**2, y**2), [lt(x, y)]
