"""Normalisation, norms, gradients: statements."""

from sympy import Abs, Derivative, Eq, Gt, Idx, MatrixSymbol, OneMatrix, Piecewise, Symbol

from symattn import (
    Equation,
    ForAll,
    FrobeniusNorm,
    Gradient,
    MaxNorm,
    ReLU,
    RowSoftmax,
    Sigmoid,
    SiLU,
    Softplus,
    SquaredNorm,
    dims,
    sum_over,
)
from symattn.modern import CrossEntropyOfLogits, LayerNorm, LogSum, RMSNorm, Standardise
from tests.unseen.table import false, le, lt, real, true


# mean and deviation scale by a, variance + a^2 eps by a^2
@true("Ba et al. 2016 (layer norm) §5.1, with epsilon")
def nrm01():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    gamma, beta = MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
    a, eps = Symbol("a", positive=True), Symbol("epsilon", positive=True)
    c = MatrixSymbol("c", n, 1)
    return Equation(LayerNorm(a * X + c * OneMatrix(1, d), gamma, beta, a**2 * eps), LayerNorm(X, gamma, beta, eps)), []


# n = 1, d = 2, X = (1, -1), a = 4, eps = 1: 4/sqrt(16 + 4) against 1/sqrt(2)
@false("near miss of nrm01: epsilon scaled by a")
def nrm02():
    n, d = dims("n d")
    X, gamma, beta = MatrixSymbol("X", n, d), MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
    a, eps = Symbol("a", positive=True), Symbol("epsilon", positive=True)
    return Equation(LayerNorm(a * X, gamma, beta, a * eps), LayerNorm(X, gamma, beta, eps)), []


# |x|^2/(|x|^2/d + eps) < d
@true("RMSNorm maps into the open ball of radius sqrt d (Zhang & Sennrich 2019)")
def nrm03():
    n, d = dims("n d")
    X, eps, i = MatrixSymbol("X", n, d), Symbol("epsilon", positive=True), Idx("i", n)
    return lt(sum_over(d, lambda k: RMSNorm(X, eps)[i, k] ** 2), d), []


# with eps > 0 the second pass shrinks again; X = 1, eps = 3: 1/2, then 1/sqrt(13)
@false("RMSNorm with epsilon is not idempotent")
def nrm04():
    n, d = dims("n d")
    X, eps = MatrixSymbol("X", n, d), Symbol("epsilon", positive=True)
    return Equation(RMSNorm(RMSNorm(X, eps), eps), RMSNorm(X, eps)), []


# the standardised row has mean 0 and variance 1
@true("batch/layer standardisation is a projection (Ioffe & Szegedy 2015)")
def nrm05():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)

    def spread(i):
        return sum_over(d, lambda k: (X[i, k] - sum_over(d, lambda l: X[i, l]) / d) ** 2)

    return Equation(Standardise(Standardise(X)), Standardise(X)), [ForAll(n, lambda i: Gt(spread(i), 0))]


# p_i (delta_ij - p_j)/T by the chain rule
@true("softmax Jacobian at temperature T (Goodfellow et al., §6.2.2.3)")
def nrm06():
    n, T = dims("n"), Symbol("T", positive=True)
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    p = RowSoftmax(x / T)
    return Equation(Derivative(p[0, i], x[0, j]), p[0, i] * (Piecewise((1, Eq(i, j)), (0, True)) - p[0, j]) / T), []


# sum_i p_i (delta_ij - p_j) = p_j - p_j
@true("softmax gradients add up to zero")
def nrm07():
    n = dims("n")
    x, j = MatrixSymbol("x", 1, n), Idx("j", n)
    return Equation(sum_over(n, lambda i: Derivative(RowSoftmax(x)[0, i], x[0, j])), 0), []


# d/dx_k (log Z - sum y x) with sum y = 1
@true("gradient of the cross-entropy, soft labels (Bridle 1990)")
def nrm08():
    C = dims("C")
    y, x = MatrixSymbol("y", 1, C), MatrixSymbol("x", 1, C)
    return Equation(Gradient(CrossEntropyOfLogits(y, x), x), RowSoftmax(x) - y), [
        Eq(sum_over(C, lambda k: y[0, k]), 1),
    ]


# y = 0 (C = 1): gradient 0 against 1
@false("near miss of nrm08: labels of any sum")
def nrm09():
    C = dims("C")
    y, x = MatrixSymbol("y", 1, C), MatrixSymbol("x", 1, C)
    return Equation(Gradient(CrossEntropyOfLogits(y, x), x), RowSoftmax(x) - y), []


# entrywise product rule
@true("least squares with weight decay (ESL §3.4), matrix form")
def nrm10():
    N, p, q = dims("N p q")
    X, W, Y, lam = MatrixSymbol("X", N, p), MatrixSymbol("W", p, q), MatrixSymbol("Y", N, q), real("lambda")
    loss = SquaredNorm(X * W - Y) / (2 * N) + lam * SquaredNorm(W) / 2
    return Equation(Gradient(loss, W), X.T * (X * W - Y) / N + lam * W), []


# softplus' = sigmoid, chain rule
@true("logistic regression gradient (Bishop, eq. 4.91)")
def nrm11():
    N, p = dims("N p")
    X, w, y = MatrixSymbol("X", N, p), MatrixSymbol("w", p, 1), MatrixSymbol("y", N, 1)
    loss = sum_over(N, lambda i: Softplus((X * w)[i, 0]) - y[i, 0] * (X * w)[i, 0])
    return Equation(Gradient(loss, w), X.T * (Sigmoid(X * w) - y)), []


# product rule, sigma' = sigma(1 - sigma)
@true("derivative of SiLU (Ramachandran et al. 2017)")
def nrm12():
    x = real("x")
    return Equation(Derivative(SiLU(x), x), SiLU(x) + Sigmoid(x) * (1 - SiLU(x))), []


# Euler: the cosine is homogeneous of degree 0 in x
@true("gradient of the cosine is tangential (Wang et al. 2017, NormFace, eq. 9)")
def nrm13():
    d = dims("d")
    x, y = MatrixSymbol("x", 1, d), MatrixSymbol("y", 1, d)
    cosine = (x * y.T)[0, 0] / FrobeniusNorm(x)
    return Equation(sum_over(d, lambda k: x[0, k] * Derivative(cosine, x[0, k])), 0), [Gt(SquaredNorm(x), 0)]


# Cauchy-Schwarz in each entry
@true("Frobenius norm is submultiplicative (Golub & Van Loan §2.3)")
def nrm14():
    m, n, p = dims("m n p")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, p)
    return le(FrobeniusNorm(A * B), FrobeniusNorm(A) * FrobeniusNorm(B)), []


# triangle inequality both ways
@true("reverse triangle inequality (Rudin, ex. 1.13), matrices")
def nrm15():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", m, n)
    return le(Abs(FrobeniusNorm(A) - FrobeniusNorm(B)), FrobeniusNorm(A - B)), []


# each entry is a sum of n products
@true("the maximum norm of a product (Golub & Van Loan §2.3, remark)")
def nrm16():
    m, n, p = dims("m n p")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, p)
    return le(MaxNorm(A * B), n * MaxNorm(A) * MaxNorm(B)), []


# A = (1, 1), B = its transpose: 2 against 1
@false("near miss of nrm16: without n")
def nrm17():
    m, n, p = dims("m n p")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, p)
    return le(MaxNorm(A * B), MaxNorm(A) * MaxNorm(B)), []


# A not symmetric; n = 2, A = [[0, 1], [0, 0]], x = (1, 1): (1, 1) against (2, 0)
@false("near miss of grad x^T A x = (A + A^T) x")
def nrm18():
    n = dims("n")
    A, x = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1)
    return Equation(Gradient((x.T * A * x)[0, 0], x), 2 * A * x), []


# d/db log sum e^(b x) = sum x e^(b x)/sum e^(b x)
@true("free energy: derivative by the inverse temperature is the mean energy")
def nrm19():
    n, b = dims("n"), real("b")
    x = MatrixSymbol("x", 1, n)
    return Equation(Derivative(LogSum(b * x), b), sum_over(n, lambda k: RowSoftmax(b * x)[0, k] * x[0, k])), []


# |max(0, s) - max(0, t)| <= |s - t| in each entry, squared and summed
@true("ReLU is nonexpansive in the Frobenius norm (Szegedy et al. 2014 §4.3)")
def nrm20():
    n, d = dims("n d")
    X, Y = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d)
    return le(SquaredNorm(ReLU(X) - ReLU(Y)), SquaredNorm(X - Y)), []
