"""Recurrences and scans: statements."""

from sympy import (
    Eq,
    Ge,
    Gt,
    Identity,
    Idx,
    Inverse,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Ne,
    Product,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    sqrt,
    tanh,
)

from symattn import Equation, ForAll, InvertibleSymbol, MatrixFamily, dims, sum_over
from tests.unseen.table import false, integer, le, real, true


# induction over T
@true("Kingma & Ba 2015 (Adam), §3, eq. 1")
def rec01():
    T, beta = dims("T"), real("beta")
    m, grad, s = MatrixSymbol("m", T + 1, 1), MatrixSymbol("g", T, 1), integer("s")
    return Equation(m[T, 0], (1 - beta) * Sum(beta ** (T - 1 - s) * grad[s, 0], (s, 0, T - 1))), [
        Eq(m[0, 0], 0),
        ForAll(T, lambda t: Eq(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * grad[t, 0])),
    ]


# m_T = (1 - beta^T) g by induction, and 1 - beta^T is given to be no 0
@true("Adam §3: bias correction is exact for constant gradients")
def rec02():
    T, beta, grad = dims("T"), real("beta"), real("g")
    m = MatrixSymbol("m", T + 1, 1)
    return Equation(m[T, 0] / (1 - beta**T), grad), [
        Eq(m[0, 0], 0),
        ForAll(T, lambda t: Eq(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * grad)),
        Ne(beta**T, 1),
    ]


# T = 2, beta = 1/2, g = 1: m_2 = 3/4, divided by 1/2
@false("near miss of rec02: corrected with beta^(T-1)")
def rec03():
    T, beta, grad = dims("T"), real("beta"), real("g")
    m = MatrixSymbol("m", T + 1, 1)
    return Equation(m[T, 0] / (1 - beta ** (T - 1)), grad), [
        Eq(m[0, 0], 0),
        ForAll(T, lambda t: Eq(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * grad)),
        Ne(beta ** (T - 1), 1),
    ]


# induction; A^(T - t) is A A^(T - 1 - t)
@true("Gu et al. 2022 (S4) §2.3: the convolutional view")
def rec04():
    T, N = dims("T N")
    A, B, C = MatrixSymbol("A", N, N), MatrixSymbol("B", N, 1), MatrixSymbol("C", 1, N)
    u, x, s = MatrixSymbol("u", T, 1), MatrixFamily("x", T + 1, N, 1), integer("s")
    return Equation((C * x[T])[0, 0], Sum((C * A ** (T - 1 - s) * B)[0, 0] * u[s, 0], (s, 0, T - 1))), [
        Equation(x[0], ZeroMatrix(N, 1)),
        ForAll(T, lambda t: Equation(x[t + 1], A * x[t] + B * u[t, 0])),
    ]


# the inputs cancel, so the difference is multiplied by A at each step
@true("linear systems: forgetting of the initial state (Kailath 1980, ch. 2)")
def rec05():
    T, N = dims("T N")
    A, f = MatrixSymbol("A", N, N), MatrixFamily("f", T, N, 1)
    x, y = MatrixFamily("x", T + 1, N, 1), MatrixFamily("y", T + 1, N, 1)
    return Equation(x[T] - y[T], A**T * (x[0] - y[0])), [
        ForAll(T, lambda t: Equation(x[t + 1], A * x[t] + f[t])),
        ForAll(T, lambda t: Equation(y[t + 1], A * y[t] + f[t])),
    ]


# induction: q (q^T u_0 + b (1 - q^T)/(1 - q)) + b is the next bound
@true("Bottou, Curtis & Nocedal 2018, Theorem 4.6 (noisy contraction)")
def rec06():
    T = dims("T")
    q, b = real("q b")
    u = MatrixSymbol("u", T + 1, 1)
    return le(u[T, 0], q**T * u[0, 0] + b * (1 - q**T) / (1 - q)), [
        ForAll(T, lambda t: Le(u[t + 1, 0], q * u[t, 0] + b)),
        Ge(q, 0),
        Lt(q, 1),
    ]


# q = -1, b = 0, u = (1, -5, 5): 5 <= 1 fails
@false("near miss of rec06: q may be negative")
def rec07():
    T = dims("T")
    q, b = real("q b")
    u = MatrixSymbol("u", T + 1, 1)
    return le(u[T, 0], q**T * u[0, 0] + b * (1 - q**T) / (1 - q)), [
        ForAll(T, lambda t: Le(u[t + 1, 0], q * u[t, 0] + b)),
        Lt(q, 1),
    ]


# 1 + a_t <= e^(a_t), induction with a sum in the exponent
@true("discrete Gronwall inequality (Holte 2009)")
def rec08():
    T = dims("T")
    a, u = MatrixSymbol("a", T, 1), MatrixSymbol("u", T + 1, 1)
    return le(u[T, 0], u[0, 0] * exp(sum_over(T, lambda s: a[s, 0]))), [
        ForAll(T, lambda t: Le(u[t + 1, 0], (1 + a[t, 0]) * u[t, 0])),
        ForAll(T + 1, lambda t: Ge(u[t, 0], 0)),
    ]


# characteristic roots 2 and 3; strong induction over two steps
@true("Graham, Knuth & Patashnik, ch. 7 exercises")
def rec09():
    T = dims("T")
    y = MatrixSymbol("y", T + 2, 1)
    return ForAll(T + 2, lambda t: Eq(y[t, 0], 3**t - 2**t)), [
        Eq(y[0, 0], 0),
        Eq(y[1, 0], 1),
        ForAll(T, lambda t: Eq(y[t + 2, 0], 5 * y[t + 1, 0] - 6 * y[t, 0])),
    ]


# F_(t+2)F_t - F_(t+1)^2 changes sign at each step
@true("Cassini's identity (Concrete Mathematics §6.6)")
def rec10():
    T = dims("T")
    F = MatrixSymbol("F", T + 2, 1)
    return Equation(F[T + 1, 0] * F[T - 1, 0] - F[T, 0] ** 2, (-1) ** T), [
        Eq(F[0, 0], 0),
        Eq(F[1, 0], 1),
        ForAll(T, lambda t: Eq(F[t + 2, 0], F[t + 1, 0] + F[t, 0])),
    ]


# the sign; T = 1: 1*0 - 1 = -1 against +1
@false("near miss of rec10: (-1)^(T+1)")
def rec11():
    T = dims("T")
    F = MatrixSymbol("F", T + 2, 1)
    return Equation(F[T + 1, 0] * F[T - 1, 0] - F[T, 0] ** 2, (-1) ** (T + 1)), [
        Eq(F[0, 0], 0),
        Eq(F[1, 0], 1),
        ForAll(T, lambda t: Eq(F[t + 2, 0], F[t + 1, 0] + F[t, 0])),
    ]


# induction; the last factor comes out of every product with a moving start
@true("Blelloch 1990; Martin & Cundy 2018; Gu & Dao 2023 (Mamba) §3.3")
def rec12():
    L = dims("T")
    a, b, h = MatrixSymbol("a", L, 1), MatrixSymbol("b", L, 1), MatrixSymbol("h", L + 1, 1)
    s, k = integer("s"), integer("k")
    inputs = Sum(b[s, 0] * Product(a[k, 0], (k, s + 1, L - 1)), (s, 0, L - 1))
    return Equation(h[L, 0], h[0, 0] * Product(a[k, 0], (k, 0, L - 1)) + inputs), [
        ForAll(L, lambda t: Eq(h[t + 1, 0], a[t, 0] * h[t, 0] + b[t, 0])),
    ]


# (k_s v_s^T)^T q summed up
@true("Katharopoulos et al. 2020, eq. 18-20: the state of linear attention")
def rec13():
    T, p, d = dims("T p d")
    K, V, q = MatrixSymbol("K", T, p), MatrixSymbol("V", T, d), MatrixSymbol("q", 1, p)
    state = MatrixFamily("S", T + 1, p, d)
    return Equation(q * state[T], (q * K.T) * V), [
        Equation(state[0], ZeroMatrix(p, d)),
        ForAll(T, lambda t: Equation(state[t + 1], state[t] + K[t, :].T * V[t, :])),
    ]


# induction over k from the state at m
@true("Dao & Gu 2024 (Mamba-2) §6: state passing between chunks")
def rec14():
    m, k = dims("m k")
    a, s = real("a"), integer("s")
    x, h = MatrixSymbol("x", m + k, 1), MatrixSymbol("h", m + k + 1, 1)
    return Equation(h[m + k, 0], a**k * h[m, 0] + Sum(a ** (k - 1 - s) * x[m + s, 0], (s, 0, k - 1))), [
        ForAll(m + k, lambda t: Eq(h[t + 1, 0], a * h[t, 0] + x[t, 0])),
    ]


# exponent k - s; m = k = 1, a = 2, x = 1, h = (0, 1, 3): 2*1 + 2*1 = 4
@false("near miss of rec14: inputs decayed once too often")
def rec15():
    m, k = dims("m k")
    a, s = real("a"), integer("s")
    x, h = MatrixSymbol("x", m + k, 1), MatrixSymbol("h", m + k + 1, 1)
    return Equation(h[m + k, 0], a**k * h[m, 0] + Sum(a ** (k - s) * x[m + s, 0], (s, 0, k - 1))), [
        ForAll(m + k, lambda t: Eq(h[t + 1, 0], a * h[t, 0] + x[t, 0])),
    ]


# w - A^-1 b is multiplied by I - eta A at each step
@true("Goh 2017 (Why momentum works), gradient descent on a quadratic")
def rec16():
    T, N = dims("T N")
    A, b, eta = InvertibleSymbol("A", N), MatrixSymbol("b", N, 1), real("eta")
    w = MatrixFamily("w", T + 1, N, 1)
    fixed = Inverse(A) * b
    return Equation(w[T] - fixed, (Identity(N) - eta * A) ** T * (w[0] - fixed)), [
        ForAll(T, lambda t: Equation(w[t + 1], w[t] - eta * (A * w[t] - b))),
    ]


# the descent telescopes and f_T >= fmin
@true("Nesterov 2004 §1.2.3: sum of squared gradients")
def rec17():
    T = dims("T")
    c, low = real("c low")
    f, grad = MatrixSymbol("f", T + 1, 1), MatrixSymbol("g", T, 1)
    return le(c * sum_over(T, lambda t: grad[t, 0] ** 2), f[0, 0] - low), [
        ForAll(T, lambda t: Le(f[t + 1, 0], f[t, 0] - c * grad[t, 0] ** 2)),
        Ge(f[T, 0], low),
    ]


# (t + 1) mu_(t+1) = t mu_t + x_t
@true("Welford 1962; Knuth TAOCP 2 §4.2.2 eq. 15")
def rec18():
    T = dims("T")
    x, mu = MatrixSymbol("x", T, 1), MatrixSymbol("mu", T + 1, 1)
    return Equation(mu[T, 0], sum_over(T, lambda k: x[k, 0]) / T), [
        Eq(mu[0, 0], 0),
        ForAll(T, lambda t: Eq(mu[t + 1, 0], mu[t, 0] + (x[t, 0] - mu[t, 0]) / (t + 1))),
    ]


# T = 1: mu_1 = x_0/2
@false("near miss of rec18: divided by t + 2")
def rec19():
    T = dims("T")
    x, mu = MatrixSymbol("x", T, 1), MatrixSymbol("mu", T + 1, 1)
    return Equation(mu[T, 0], sum_over(T, lambda k: x[k, 0]) / T), [
        Eq(mu[0, 0], 0),
        ForAll(T, lambda t: Eq(mu[t + 1, 0], mu[t, 0] + (x[t, 0] - mu[t, 0]) / (t + 2))),
    ]


# M_T = sum x^2 - T mu_T^2 by induction with the recurrence of mu
@true("Welford 1962; Knuth TAOCP 2 §4.2.2 eq. 16")
def rec20():
    T = dims("T")
    x, mu, M = MatrixSymbol("x", T, 1), MatrixSymbol("mu", T + 1, 1), MatrixSymbol("M", T + 1, 1)
    return Equation(M[T, 0], sum_over(T, lambda k: (x[k, 0] - mu[T, 0]) ** 2)), [
        Eq(mu[0, 0], 0),
        Eq(M[0, 0], 0),
        ForAll(T, lambda t: Eq(mu[t + 1, 0], mu[t, 0] + (x[t, 0] - mu[t, 0]) / (t + 1))),
        ForAll(T, lambda t: Eq(M[t + 1, 0], M[t, 0] + (x[t, 0] - mu[t, 0]) * (x[t, 0] - mu[t + 1, 0]))),
    ]


# 1/y_(t+1) = 1/y_t + 1; y stays positive
@true("sublinear rates from y_(t+1) = y_t/(1 + y_t) (Polyak 1987, Lemma 2.2.6)")
def rec21():
    T = dims("T")
    y = MatrixSymbol("y", T + 1, 1)
    return Equation(y[T, 0], y[0, 0] / (1 + T * y[0, 0])), [
        Gt(y[0, 0], 0),
        ForAll(T + 1, lambda t: Ne(1 + y[t, 0], 0)),
        ForAll(T, lambda t: Eq(y[t + 1, 0], y[t, 0] / (1 + y[t, 0]))),
    ]


# AM-GM at the last step; T >= 1 steps are made
@true("Heron's method stays above the root (Rudin, ex. 3.16)")
def rec22():
    T = dims("T")
    a, x = Symbol("a", positive=True), MatrixSymbol("x", T + 1, 1)
    return le(sqrt(a), x[T, 0]), [
        ForAll(T + 1, lambda t: Gt(x[t, 0], 0)),
        ForAll(T, lambda t: Eq(x[t + 1, 0], (x[t, 0] + a / x[t, 0]) / 2)),
    ]


# at t = 0 nothing is known; a = 4, x_0 = 1 (T = 1, x_1 = 5/2, t = 0)
@false("near miss of rec22: from the start on")
def rec23():
    T = dims("T")
    a, x = Symbol("a", positive=True), MatrixSymbol("x", T + 1, 1)
    return ForAll(T + 1, lambda t: Le(sqrt(a), x[t, 0])), [
        ForAll(T + 1, lambda t: Gt(x[t, 0], 0)),
        ForAll(T, lambda t: Eq(x[t + 1, 0], (x[t, 0] + a / x[t, 0]) / 2)),
    ]


# |tanh| <= 1 at the last of T >= 1 steps, summed over units
@true("Elman networks: states are bounded (Pascanu et al. 2013)")
def rec24():
    T, w = dims("T"), real("w")
    u, h = MatrixSymbol("u", T, 1), MatrixSymbol("h", T + 1, 1)
    return le(h[T, 0] ** 2, 1), [ForAll(T, lambda t: Eq(h[t + 1, 0], tanh(w * h[t, 0] + u[t, 0])))]


# 0 <= x(1 - x) <= 1/4 keeps [0, 1]
@true("logistic map (Strogatz, §10.2)")
def rec25():
    T, mu = dims("T"), real("mu")
    x = MatrixSymbol("x", T + 1, 1)
    return le(x[T, 0], 1), [
        Ge(mu, 0),
        Le(mu, 4),
        Ge(x[0, 0], 0),
        Le(x[0, 0], 1),
        ForAll(T, lambda t: Eq(x[t + 1, 0], mu * x[t, 0] * (1 - x[t, 0]))),
    ]


# the maximum never falls, and at step s it takes in a_s
@true("running maxima (FlashAttention, Algorithm 1, line 11)")
def rec26():
    N = dims("N")
    a, m, s = MatrixSymbol("a", N, 1), MatrixSymbol("m", N + 1, 1), Idx("s", N)
    return le(a[s, 0], m[N, 0]), [ForAll(N, lambda t: Eq(m[t + 1, 0], Max(m[t, 0], a[t, 0])))]
