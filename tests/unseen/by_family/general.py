"""A mixture: optimisation lemmas, probability, norms, matrix calculus, numerical analysis."""

from sympy import (
    Abs,
    Derivative,
    Idx,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Piecewise,
    Product,
    Sum,
    Symbol,
    Trace,
    cosh,
    exp,
    log,
    sqrt,
)

from symattn import (
    Equation,
    Expectation,
    ForAll,
    FrobeniusNorm,
    Gradient,
    Independent,
    InnerProduct,
    Norm1,
    ProbabilitySymbol,
    RowSoftmax,
    Sigmoid,
    SquaredNorm,
    Variance,
    dims,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, real, true


@true("polarisation")
def ge01():
    n, d = dims("n d")
    X, Y = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d)
    return (SquaredNorm(X + Y) - SquaredNorm(X - Y)) / 4, Trace(X.T * Y), []


@true("Young's inequality with a parameter")
def ge02():
    n, c = dims("n"), Symbol("c", positive=True)
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return le(2 * InnerProduct(x, y) - c * SquaredNorm(x), SquaredNorm(y) / c), []


@true("Nesterov, the descent lemma: a step of 1/L lowers the value by ‖g‖²/(2L)")
def ge03():
    d, L = dims("d"), Symbol("L", positive=True)
    g, step, (f0, f1) = MatrixSymbol("g", d, 1), MatrixSymbol("s", d, 1), real("f_0 f_1")
    given = [Equation(step, -g / L), le(f1, f0 + InnerProduct(g, step) + L / 2 * SquaredNorm(step))]
    return le(f1, f0 - SquaredNorm(g) / (2 * L)), given


@true("complex analysis, first week: the triangle inequality from below")
def ge04():
    z, w = Symbol("z", complex=True), Symbol("w", complex=True)
    return le(Abs(z) - Abs(w), Abs(z + w)), []


@true("Markov's inequality")
def ge05():
    N, a = dims("N"), Symbol("a", positive=True)
    p, x, o = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), Idx("o", N)
    tail = Expectation(p, Piecewise((1, x[o, 0] >= a), (0, True)), o)
    return le(a * tail, Expectation(p, x[o, 0], o)), [ForAll(o, le(0, x[o, 0]))]


@true("Bienaymé: the variance of a difference of independent variables")
def ge06():
    N, o = dims("N"), Idx("o", dims("N"))
    p, x, y = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), MatrixSymbol("y", N, 1)
    left = Variance(p, x[o, 0] - y[o, 0], o)
    return left, Variance(p, x[o, 0], o) + Variance(p, y[o, 0], o), [Independent(p, x, y)]


@true("bias and variance of an estimator")
def ge07():
    N, (c,) = dims("N"), real("c,")
    p, x, o = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), Idx("o", N)
    return Expectation(p, (x[o, 0] - c) ** 2, o) - Variance(p, x[o, 0], o), (Expectation(p, x[o, 0], o) - c) ** 2, []


@true("Golub and Van Loan, §2.2: the 2-norm is at most the 1-norm")
def ge08():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return le(FrobeniusNorm(X), Norm1(X)), []


@true("Golub and Van Loan, §2.2: the 1-norm is at most √n times the 2-norm")
def ge09():
    n = dims("n")
    x = MatrixSymbol("x", n, 1)
    return le(Norm1(x) / sqrt(n), FrobeniusNorm(x)), []


@true("Golub and Van Loan, §2.3: the Frobenius norm of a product")
def ge10():
    m, n, p = dims("m n p")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, p)
    return le(FrobeniusNorm(A * B), FrobeniusNorm(A) * FrobeniusNorm(B)), []


@true("matrix calculus: the gradient of a linear regression with weight decay")
def ge11():
    n, d, e, (lam,) = *dims("n d e"), real("lambda,")
    X, W, Y = MatrixSymbol("X", n, d), MatrixSymbol("W", d, e), MatrixSymbol("Y", n, e)
    loss = SquaredNorm(X * W - Y) / 2 + lam / 2 * SquaredNorm(W)
    return Gradient(loss, W), X.T * (X * W - Y) + lam * W, []


@true("The Matrix Cookbook, (101): the gradient of a trace")
def ge12():
    m, n, p = dims("m n p")
    A, X, B = MatrixSymbol("A", p, m), MatrixSymbol("X", m, n), MatrixSymbol("B", n, p)
    return Gradient(Trace(A * X * B), X), A.T * B.T, []


@true("Heron: a step is never below the root")
def ge13():
    x, a = real("x a")
    return le(sqrt(a), (x + a / x) / 2), [lt(0, x), le(0, a)]


@true("Heron: the error is squared")
def ge14():
    x, a = real("x a")
    return (x + a / x) / 2 - sqrt(a), (x - sqrt(a)) ** 2 / (2 * x), [Ne(x, 0), le(0, a)]


@true("numerical analysis: the central second difference of exp")
def ge15():
    x, h = real("x h")
    return (exp(x + h) - 2 * exp(x) + exp(x - h)) / h**2, exp(x) * (2 * cosh(h) - 2) / h**2, [Ne(h, 0)]


@true("projected gradients: clipping brings no two points further apart")
def ge16():
    x, y, lo, hi = real("x y lo hi")
    return le(Abs(Max(lo, Min(hi, x)) - Max(lo, Min(hi, y))), Abs(x - y)), [le(lo, hi)]


@true("logistic regression: the derivative of the loss")
def ge17():
    x, y = real("x y")
    return Derivative(log(1 + exp(-y * x)), x), -y * Sigmoid(-x * y), []


@true("SGD: the distance to a point after a step")
def ge18():
    d, (eta,) = dims("d"), real("eta,")
    w, v, g, u = (MatrixSymbol(name, d, 1) for name in "wvgu")
    right = SquaredNorm(w - u) - 2 * eta * InnerProduct(g, w - u) + eta**2 * SquaredNorm(g)
    return SquaredNorm(v - u), right, [Equation(v, w - eta * g)]


@true("the mean of a maximum of nonnegative variables")
def ge19():
    N, o = dims("N"), Idx("o", dims("N"))
    p, x, y = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), MatrixSymbol("y", N, 1)
    given = [ForAll(o, le(0, x[o, 0])), ForAll(o, le(0, y[o, 0]))]
    right = Expectation(p, x[o, 0], o) + Expectation(p, y[o, 0], o)
    return le(Expectation(p, Max(x[o, 0], y[o, 0]), o), right), given


@true("least squares: a solution of the normal equations has the smallest residual")
def ge20():
    m, n = dims("m n")
    A, b, x, y = MatrixSymbol("A", m, n), MatrixSymbol("b", m, 1), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return le(FrobeniusNorm(A * x - b), FrobeniusNorm(A * y - b)), [Equation(A.T * A * x, A.T * b)]


@true("Π(1 − x_i) ≤ exp(−Σ x_i) for 0 ≤ x_i ≤ 1, the bound behind AdaBoost")
def ge21():
    n, i, k = dims("n"), Idx("i", dims("n")), integer("k")
    x = MatrixSymbol("x", n, 1)
    given = [ForAll(i, le(0, x[i, 0])), ForAll(i, le(x[i, 0], 1))]
    return le(Product(1 - x[k, 0], (k, 0, n - 1)), exp(-Sum(x[k, 0], (k, 0, n - 1)))), given


@true("softmax regression: the Hessian diag(p) − ppᵀ has a nonnegative form")
def ge22():
    n = dims("n")
    x, v = MatrixSymbol("x", 1, n), MatrixSymbol("v", n, 1)
    p = RowSoftmax(x)
    return le(0, sum_over(n, lambda i: p[0, i] * v[i, 0] ** 2) - sum_over(n, lambda i: p[0, i] * v[i, 0]) ** 2), []


@true("the ∞-norm of a product from the sums of the rows")
def ge23():
    m, n, i, j, (c, b) = *dims("m n"), Idx("i", dims("m")), Idx("j", dims("n")), real("c b")
    A, x = MatrixSymbol("A", m, n), MatrixSymbol("x", n, 1)
    given = [
        ForAll(i, le(sum_over(n, lambda k: Abs(A[i, k])), c)),
        ForAll(j, le(Abs(x[j, 0]), b)),
    ]
    return le(Abs((A * x)[i, 0]), c * b), given


# m = p = 1, n = 2, A = (1, 0), B = (0, 1)ᵀ: 0 and 1.
@false("the Frobenius norm is multiplicative")
def ge24():
    m, n, p = dims("m n p")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, p)
    return FrobeniusNorm(A * B), FrobeniusNorm(A) * FrobeniusNorm(B), []


# N = 2, p = (1/2, 1/2), x = y = (1, 0): 1/2 and 1/4.
@false("the mean of a product without independence")
def ge25():
    N, o = dims("N"), Idx("o", dims("N"))
    p, x, y = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), MatrixSymbol("y", N, 1)
    return Expectation(p, x[o, 0] * y[o, 0], o), Expectation(p, x[o, 0], o) * Expectation(p, y[o, 0], o), []


# n = 2, x = (1, 1): 2 ≤ √2 does not hold.
@false("the 1-norm is at most the 2-norm")
def ge26():
    n = dims("n")
    x = MatrixSymbol("x", n, 1)
    return le(Norm1(x), FrobeniusNorm(x)), []


# n = d = e = 1, X = 1, W = 1, Y = 0: 2 and 1.
@false("the gradient of a squared norm without its factor 2")
def ge27():
    n, d, e = dims("n d e")
    X, W, Y = MatrixSymbol("X", n, d), MatrixSymbol("W", d, e), MatrixSymbol("Y", n, e)
    return Gradient(SquaredNorm(X * W - Y), W), X.T * (X * W - Y), []


# eta = 3, n = 1, x = 1: |−2| ≤ 1 does not hold.
@false("gradient descent on ‖x‖²/2 descends with every step size")
def ge28():
    n, (eta,) = dims("n"), real("eta,")
    x = MatrixSymbol("x", n, 1)
    return le(FrobeniusNorm(x - eta * x), FrobeniusNorm(x)), [le(0, eta)]


# N = 2, p = (1/2, 1/2), x = (1, −1): 1 and 0.
@false("the mean of the absolute value")
def ge29():
    N, o = dims("N"), Idx("o", dims("N"))
    p, x = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1)
    return Expectation(p, Abs(x[o, 0]), o), Abs(Expectation(p, x[o, 0], o)), []


# x = 3, y = 0: 9 ≤ 6 does not hold.
@false("the square is 2-Lipschitz on the whole line")
def ge30():
    x, y = real("x y")
    return le(Abs(x**2 - y**2), 2 * Abs(x - y)), []
