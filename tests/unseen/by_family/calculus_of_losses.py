"""Gradients of losses, activations and norms; tangent lines, smoothness and Lipschitz bounds."""

from sympy import Abs, Derivative, Idx, KroneckerDelta, MatrixSymbol, Rational, Symbol, log, sqrt, tanh

from symattn import (
    Gradient,
    InnerProduct,
    LogSumExp,
    MaxNorm,
    RowSoftmax,
    Sigmoid,
    SiLU,
    Softplus,
    SquaredNorm,
    dims,
    sum_over,
)
from tests.unseen.table import column, false, le, real, true


def mean_square(x, d):
    return sum_over(d, lambda k: x[0, k] ** 2) / d


@true("Ramachandran et al. 2017: the derivative of SiLU")
def ca01():
    (x,) = real("x,")
    return Derivative(SiLU(x), x), Sigmoid(x) * (1 + x * (1 - Sigmoid(x))), []


@true("statistics course: the gradient of the squared error of a linear model")
def ca02():
    n, d, m = dims("n d m")
    X, W, Y = MatrixSymbol("X", n, d), MatrixSymbol("W", d, m), MatrixSymbol("Y", n, m)
    return Gradient(SquaredNorm(X * W - Y) / 2, W), X.T * (X * W - Y), []


@true("Goodfellow, Bengio, Courville, §6.2: the derivative of the cross entropy of a softmax by a logit")
def ca03():
    n = dims("n")
    x, y, j = MatrixSymbol("x", 1, n), Idx("y", n), Idx("j", n)
    return Derivative(-log(RowSoftmax(x)[0, y]), x[0, j]), RowSoftmax(x)[0, j] - KroneckerDelta(j, y), []


@true("Bach, Learning Theory from First Principles, §5: the second derivative of the logistic loss")
def ca04():
    (x,) = real("x,")
    return Derivative(Softplus(-x), x, x), Sigmoid(x) * (1 - Sigmoid(x)), []


@true("Hendrycks & Gimpel 2016: the derivative of the GELU by tanh, with any constants")
def ca05():
    x, a, b = real("x a b")
    u = a * (x + b * x**3)
    slope = (1 + tanh(u)) / 2 + x * (1 - tanh(u) ** 2) * a * (1 + 3 * b * x**2) / 2
    return Derivative(x * (1 + tanh(u)) / 2, x), slope, []


@true("Hinton et al. 2015: the Jacobian of a softmax with temperature")
def ca06():
    n, tau = dims("n"), Symbol("tau", positive=True)
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    P = RowSoftmax(x / tau)
    return Derivative(P[0, i], x[0, j]), P[0, i] * (KroneckerDelta(i, j) - P[0, j]) / tau, []


@true("Bishop, PRML, §4.3: the gradient of the logistic loss by the weights")
def ca07():
    d, (y,) = dims("d"), real("y,")
    w, x = column("w x", d)
    margin = y * InnerProduct(w, x)
    return Gradient(Softplus(-margin), w), -y * Sigmoid(-margin) * x, []


@true("Zhang & Sennrich 2019, §4: the Jacobian of RMS norm")
def ca08():
    d, eps = dims("d"), Symbol("epsilon", positive=True)
    x, i, j = MatrixSymbol("x", 1, d), Idx("i", d), Idx("j", d)
    rms = sqrt(mean_square(x, d) + eps)
    return Derivative(x[0, i] / rms, x[0, j]), KroneckerDelta(i, j) / rms - x[0, i] * x[0, j] / (d * rms**3), []


@true("Chowdhery et al. 2022, PaLM, §5: the gradient of the z-loss")
def ca09():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    return Gradient(LogSumExp(x)[0, 0] ** 2, x), 2 * LogSumExp(x)[0, 0] * RowSoftmax(x), []


@true("Boyd & Vandenberghe, §3.1: log-sum-exp lies above its tangent planes")
def ca10():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(LogSumExp(x)[0, 0] + InnerProduct(RowSoftmax(x), y - x), LogSumExp(y)[0, 0]), []


@true("Ba, Kiros & Hinton 2016: the Jacobian of layer norm")
def ca11():
    d, eps = dims("d"), Symbol("epsilon", positive=True)
    x, i, j = MatrixSymbol("x", 1, d), Idx("i", d), Idx("j", d)
    mean = sum_over(d, lambda k: x[0, k]) / d
    deviation = sqrt(sum_over(d, lambda k: (x[0, k] - mean) ** 2) / d + eps)

    def y(k):
        return (x[0, k] - mean) / deviation

    return Derivative(y(i), x[0, j]), (KroneckerDelta(i, j) - 1 / d - y(i) * y(j) / d) / deviation, []


@true("Bach, Learning Theory from First Principles, §5: the logistic loss is 1/4-smooth")
def ca12():
    x, y = real("x y")
    return le(Softplus(y), Softplus(x) + Sigmoid(x) * (y - x) + (y - x) ** 2 / 8), []


@true("deep learning course: the sigmoid is Lipschitz with the constant 1/4")
def ca13():
    x, y = real("x y")
    return le(Abs(Sigmoid(x) - Sigmoid(y)), Abs(x - y) / 4), []


@true("Lin et al. 2017: the derivative of the focal loss with γ = 2 by the logit")
def ca14():
    (x,) = real("x,")
    p = Sigmoid(x)
    slope = 2 * p * (1 - p) ** 2 * log(p) - (1 - p) ** 3
    return Derivative(-((1 - p) ** 2) * log(p), x), slope, []


@true("Beck, First-Order Methods, §5: log-sum-exp is Lipschitz with the constant 1 in the maximum norm")
def ca15():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(Abs(LogSumExp(x)[0, 0] - LogSumExp(y)[0, 0]), MaxNorm(x - y)), []


# x = 2: 1.0908… (the slope is at most 1 below x = 1.2785…)
@false("SiLU lies below ReLU, so its slope is said to be at most 1")
def ca16():
    (x,) = real("x,")
    return le(Derivative(SiLU(x), x), 1), []


# x = 0, y = 1: 1.3132… > 1.2931… (the best constant is 1/8)
@false("the smoothness of the logistic loss with the constant 1/10")
def ca17():
    x, y = real("x y")
    return le(Softplus(y), Softplus(x) + Sigmoid(x) * (y - x) + Rational(1, 10) * (y - x) ** 2), []


# d = 2, x = (1, 0), ε = 1, i = j = 0: 0.54… and 0.27… (it holds for d = 1)
@false("the Jacobian of RMS norm, as if the mean of the squares were their sum")
def ca18():
    d, eps = dims("d"), Symbol("epsilon", positive=True)
    x, i, j = MatrixSymbol("x", 1, d), Idx("i", d), Idx("j", d)
    rms = sqrt(mean_square(x, d) + eps)
    return Derivative(x[0, i] / rms, x[0, j]), KroneckerDelta(i, j) / rms - x[0, i] * x[0, j] / rms**3, []


# d = 1, w = x = y = 1: −0.26… and −0.73… (it holds where the margin is 0)
@false("the gradient of the logistic loss with the sigmoid of the margin, not of its negative")
def ca19():
    d, (y,) = dims("d"), real("y,")
    w, x = column("w x", d)
    margin = y * InnerProduct(w, x)
    return Gradient(Softplus(-margin), w), -y * Sigmoid(margin) * x, []


# n = 2, x = 0, y = (1, −1): 1.1269… > 0.9431… (it holds with 1/4)
@false("log-sum-exp below its tangent plane and an eighth of the squared distance, as for a sigmoid")
def ca20():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    tangent = LogSumExp(x)[0, 0] + InnerProduct(RowSoftmax(x), y - x)
    return le(LogSumExp(y)[0, 0], tangent + SquaredNorm(y - x) / 8), []
