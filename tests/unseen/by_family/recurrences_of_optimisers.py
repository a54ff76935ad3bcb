"""Recurrences: optimisers, moving averages, states, gates, invariants and the running softmax."""

from sympy import (
    Abs,
    Eq,
    Ge,
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
    ZeroMatrix,
    cos,
    exp,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    ForAll,
    InvertibleSymbol,
    MatrixFamily,
    RowSoftmax,
    SquaredNorm,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, real, true


# g_s enters v_(s+1), ..., v_T with mu^0, ..., mu^(T-1-s), a geometric sum
@true("Goh 2017 (Why momentum works): momentum as a weighted sum of all gradients; PyTorch torch.optim.SGD")
def kr01():
    T, (mu, eta), s = dims("T"), real("mu eta"), integer("s")
    w, v, g = MatrixSymbol("w", T + 1, 1), MatrixSymbol("v", T + 1, 1), MatrixSymbol("g", T, 1)
    return Equation(w[T, 0], w[0, 0] - eta * Sum((1 - mu ** (T - s)) / (1 - mu) * g[s, 0], (s, 0, T - 1))), [
        Ne(mu, 1),
        Eq(v[0, 0], 0),
        ForAll(T, lambda t: Eq(v[t + 1, 0], mu * v[t, 0] + g[t, 0])),
        ForAll(T, lambda t: Eq(w[t + 1, 0], w[t, 0] - eta * v[t + 1, 0])),
    ]


# (v - W_(t+1) k) = (v - W_t k) - eta (v - W_t k) k^T k
@true("Widrow & Hoff 1960; Schlag, Irie & Schmidhuber 2021 §4.2: the delta rule at one normalised key")
def kr02():
    T, p, d = dims("T p d")
    k, v, eta = MatrixSymbol("k", p, 1), MatrixSymbol("v", d, 1), real("eta")
    W = MatrixFamily("W", T + 1, d, p)
    return Equation(v - W[T] * k, (1 - eta) ** T * (v - W[0] * k)), [
        Equation(k.T * k, Identity(1)),
        ForAll(T, lambda t: Equation(W[t + 1], W[t] + eta * (v - W[t] * k) * k.T)),
    ]


# the error is projected: |e_(t+1)|^2 = |e_t|^2 - (x_t e_t)^2
@true("Kaczmarz 1937; Haykin, Adaptive Filter Theory (normalised LMS): the error never grows")
def kr03():
    T, p = dims("T p")
    X, y, star = MatrixSymbol("X", T, p), MatrixSymbol("y", T, 1), MatrixSymbol("u", p, 1)
    w = MatrixFamily("w", T + 1, p, 1)
    return le(SquaredNorm(w[T] - star), SquaredNorm(w[0] - star)), [
        Equation(y, X * star),
        ForAll(T, lambda t: Eq(SquaredNorm(X[t, :]), 1)),
        ForAll(T, lambda t: Equation(w[t + 1], w[t] + (y[t, 0] - (X[t, :] * w[t])[0, 0]) * X[t, :].T)),
    ]


# F_T F_(T+1) + F_(T+1)^2 = F_(T+1) F_(T+2)
@true("sum of squared Fibonacci numbers (Concrete Mathematics §6.6; Koshy, Theorem 5.5)")
def kr04():
    T, s = dims("T"), integer("s")
    F = MatrixSymbol("F", T + 2, 1)
    return Equation(Sum(F[s, 0] ** 2, (s, 0, T)), F[T, 0] * F[T + 1, 0]), [
        Eq(F[0, 0], 0),
        Eq(F[1, 0], 1),
        ForAll(T, lambda t: Eq(F[t + 2, 0], F[t + 1, 0] + F[t, 0])),
    ]


# cos((t+2)x) + cos(t x) = 2 cos(x) cos((t+1)x); two steps back
@true("Chebyshev recurrence; Numerical Recipes §5.4 (trigonometric recurrences)")
def kr05():
    T, theta = dims("T"), real("theta")
    x = MatrixSymbol("x", T + 2, 1)
    return Equation(x[T, 0], cos(T * theta)), [
        Eq(x[0, 0], 1),
        Eq(x[1, 0], cos(theta)),
        ForAll(T, lambda t: Eq(x[t + 2, 0], 2 * cos(theta) * x[t + 1, 0] - x[t, 0])),
    ]


# the state is the sum over s of k_s^T v_s times the gates after s
@true("Yang et al. 2024 (gated linear attention) §4.1; Dao & Gu 2024 (Mamba-2) §3: scalar gates, parallel form")
def kr06():
    T, p, d = dims("T p d")
    K, V, q = MatrixSymbol("K", T, p), MatrixSymbol("V", T, d), MatrixSymbol("q", 1, p)
    a, state, c = MatrixSymbol("a", T, 1), MatrixFamily("S", T + 1, p, d), Idx("c", d)
    s, r = integer("s"), integer("r")
    parallel = Sum(Product(a[r, 0], (r, s + 1, T - 1)) * (q * K.T)[0, s] * V[s, c], (s, 0, T - 1))
    return Equation((q * state[T])[0, c], parallel), [
        Equation(state[0], ZeroMatrix(p, d)),
        ForAll(T, lambda t: Equation(state[t + 1], a[t, 0] * state[t] + K[t, :].T * V[t, :])),
    ]


# induction over the k steps of the second chunk
@true("Sun et al. 2023 (RetNet) eq. 7: chunkwise recurrent representation")
def kr07():
    m, k, p, d = dims("m k p d")
    K, V, gamma = MatrixSymbol("K", m + k, p), MatrixSymbol("V", m + k, d), real("gamma")
    state = MatrixFamily("S", m + k + 1, p, d)
    decay = from_entries(k, 1, lambda i, j: gamma ** (k - 1 - i))
    return Equation(state[m + k], gamma**k * state[m] + K[m:, :].T * DiagMatrix(decay) * V[m:, :]), [
        ForAll(m + k, lambda t: Equation(state[t + 1], gamma * state[t] + K[t, :].T * V[t, :])),
    ]


# l_t e^(m_t) is the sum of e^(x_s) before t
@true("Milakov & Gimelshein 2018 (online softmax), Theorem 1")
def kr08():
    T = dims("T")
    x, m, ell = MatrixSymbol("x", T, 1), MatrixSymbol("m", T + 1, 1), MatrixSymbol("l", T + 1, 1)
    return Equation(ell[T, 0], sum_over(T, lambda s: exp(x[s, 0] - m[T, 0]))), [
        Eq(ell[0, 0], 0),
        ForAll(T, lambda t: Eq(m[t + 1, 0], Max(m[t, 0], x[t, 0]))),
        ForAll(T, lambda t: Eq(ell[t + 1, 0], ell[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0]))),
    ]


# both sums carry the factor e^(-m_T), which cancels
@true("Dao 2024 (FlashAttention-2) §3.1.1: accumulate unscaled, divide at the end")
def kr09():
    T, d = dims("T d")
    x, V, m = MatrixSymbol("x", 1, T), MatrixSymbol("V", T, d), MatrixSymbol("m", T + 1, 1)
    ell, O, c = MatrixSymbol("l", T + 1, 1), MatrixSymbol("O", T + 1, d), Idx("c", d)
    return Equation(O[T, c] / ell[T, 0], (RowSoftmax(x) * V)[0, c]), [
        Eq(ell[0, 0], 0),
        ForAll(d, lambda b: Eq(O[0, b], 0)),
        ForAll(T, lambda t: Eq(m[t + 1, 0], Max(m[t, 0], x[0, t]))),
        ForAll(T, lambda t: Eq(ell[t + 1, 0], ell[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[0, t] - m[t + 1, 0]))),
        ForAll(
            (T, d),
            lambda t, b: Eq(O[t + 1, b], O[t, b] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[0, t] - m[t + 1, 0]) * V[t, b]),
        ),
    ]


# a convex combination of two numbers of at most hi
@true("Feng et al. 2024 (Were RNNs all we needed?, minGRU): gated states stay below the largest candidate")
def kr10():
    T, d = dims("T d")
    hi, c = real("hi"), Idx("c", d)
    f, x, h = MatrixSymbol("f", T, d), MatrixSymbol("x", T, d), MatrixSymbol("h", T + 1, d)
    return le(h[T, c], hi), [
        ForAll((T, d), lambda t, b: Ge(f[t, b], 0)),
        ForAll((T, d), lambda t, b: Le(f[t, b], 1)),
        ForAll((T, d), lambda t, b: Le(x[t, b], hi)),
        ForAll(d, lambda b: Le(h[0, b], hi)),
        ForAll((T, d), lambda t, b: Eq(h[t + 1, b], f[t, b] * h[t, b] + (1 - f[t, b]) * x[t, b])),
    ]


# the distance to x is multiplied by the gate
@true("Gers, Schmidhuber & Cummins 2000 (forget gates): a constant input is approached by the product of the gates")
def kr11():
    T, x, s = dims("T"), real("x"), integer("s")
    f, c = MatrixSymbol("f", T, 1), MatrixSymbol("c", T + 1, 1)
    return Equation(c[T, 0] - x, Product(f[s, 0], (s, 0, T - 1)) * (c[0, 0] - x)), [
        ForAll(T, lambda t: Eq(c[t + 1, 0], f[t, 0] * c[t, 0] + (1 - f[t, 0]) * x)),
    ]


# z_t = P x_t along the recurrence
@true("Gu, Goel & Re 2022 (S4), Lemma 3.1: conjugation gives the same map from inputs to outputs")
def kr12():
    T, N, r = dims("T N r")
    A, B, C, P = MatrixSymbol("A", N, N), MatrixSymbol("B", N, 1), MatrixSymbol("C", r, N), InvertibleSymbol("P", N)
    u, x, z = MatrixSymbol("u", T, 1), MatrixFamily("x", T + 1, N, 1), MatrixFamily("z", T + 1, N, 1)
    return Equation(C * Inverse(P) * z[T], C * x[T]), [
        Equation(z[0], P * x[0]),
        ForAll(T, lambda t: Equation(x[t + 1], A * x[t] + u[t, 0] * B)),
        ForAll(T, lambda t: Equation(z[t + 1], P * A * Inverse(P) * z[t] + u[t, 0] * P * B)),
    ]


# 1 - c <= e^(-c)
@true("Boyd & Vandenberghe §9.3.1; Bubeck 2015, Theorem 3.10: from a linear rate to an exponential")
def kr13():
    T, c = dims("T"), real("c")
    u = MatrixSymbol("u", T + 1, 1)
    return le(u[T, 0], exp(-c * T) * u[0, 0]), [
        ForAll(T + 1, lambda t: Ge(u[t, 0], 0)),
        ForAll(T, lambda t: Le(u[t + 1, 0], (1 - c) * u[t, 0])),
    ]


# (t + 1)(t + 3) <= (t + 2)^2; the first step has the weight 1 and forgets h_0
@true("Jaggi 2013 (Frank-Wolfe), Theorem 1; Bubeck 2015, Theorem 3.8")
def kr14():
    T, C = dims("T"), real("C")
    h = MatrixSymbol("h", T + 1, 1)
    return le(h[T, 0], 4 * C / (T + 2)), [
        Ge(C, 0),
        ForAll(T, lambda t: Le(h[t + 1, 0], (1 - 2 / (t + 2)) * h[t, 0] + (2 / (t + 2)) ** 2 * C)),
    ]


# one step keeps p^2 + q^2 - e p q
@true("Hairer, Lubich & Wanner, Geometric Numerical Integration §I.1: symplectic Euler for the oscillator")
def kr15():
    T, e = dims("T"), real("e")
    p, q = MatrixSymbol("p", T + 1, 1), MatrixSymbol("q", T + 1, 1)

    def energy(t):
        return p[t, 0] ** 2 + q[t, 0] ** 2 - e * p[t, 0] * q[t, 0]

    return Equation(energy(T), energy(0)), [
        ForAll(T, lambda t: Eq(p[t + 1, 0], p[t, 0] - e * q[t, 0])),
        ForAll(T, lambda t: Eq(q[t + 1, 0], q[t, 0] + e * p[t + 1, 0])),
    ]


# F_(T+1) - 1 is right; T = 1: 0 against F_2 = 1
@false("sum of the first Fibonacci numbers (Concrete Mathematics §6.6): the 1 is missing")
def kr16():
    T = dims("T")
    F = MatrixSymbol("F", T + 2, 1)
    return Equation(sum_over(T, lambda s: F[s, 0]), F[T + 1, 0]), [
        Eq(F[0, 0], 0),
        Eq(F[1, 0], 1),
        ForAll(T, lambda t: Eq(F[t + 2, 0], F[t + 1, 0] + F[t, 0])),
    ]


# T = 2, beta = 1/2, G = 1, g = (1, 1): v_2 = 3/2 > 1; the bound is G/(1 - beta)
@false("momentum buffers are bounded by the gradients (Polyak 1964): holds with the factor 1 - beta at g_t only")
def kr17():
    T, (beta, G) = dims("T"), real("beta G")
    v, g = MatrixSymbol("v", T + 1, 1), MatrixSymbol("g", T, 1)
    return le(Abs(v[T, 0]), G), [
        Ge(beta, 0),
        Lt(beta, 1),
        Eq(v[0, 0], 0),
        ForAll(T, lambda t: Le(Abs(g[t, 0]), G)),
        ForAll(T, lambda t: Eq(v[t + 1, 0], beta * v[t, 0] + g[t, 0])),
    ]


# T = p = d = 1, k = 2, v = 1, W_0 = 0, eta = 1: W_1 = 2 and v - W_1 k = -3 against 0
@false("near miss of kr02: the key is not normalised")
def kr18():
    T, p, d = dims("T p d")
    k, v, eta = MatrixSymbol("k", p, 1), MatrixSymbol("v", d, 1), real("eta")
    W = MatrixFamily("W", T + 1, d, p)
    return Equation(v - W[T] * k, (1 - eta) ** T * (v - W[0] * k)), [
        ForAll(T, lambda t: Equation(W[t + 1], W[t] + eta * (v - W[t] * k) * k.T)),
    ]


# T = N = 2, A = [[0, 1], [0, 0]], B = [[0, 0], [1, 0]], y_0 = (0, 1): y_2 = (0, 1), and B^2 = 0
@false("alternating linear layers (Saxe, McClelland & Ganguli 2014): the powers do not separate")
def kr19():
    T, N = dims("T N")
    A, B, y = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N), MatrixFamily("y", T + 1, N, 1)
    return Equation(y[T], B**T * A**T * y[0]), [
        ForAll(T, lambda t: Equation(y[t + 1], B * A * y[t])),
    ]


# T = 2, m_0 = 0, x = (0, 1): l_2 = 2 against 1/e + 1
@false("near miss of kr08: the old sum is not rescaled when the maximum rises")
def kr20():
    T = dims("T")
    x, m, ell = MatrixSymbol("x", T, 1), MatrixSymbol("m", T + 1, 1), MatrixSymbol("l", T + 1, 1)
    return Equation(ell[T, 0], sum_over(T, lambda s: exp(x[s, 0] - m[T, 0]))), [
        Eq(ell[0, 0], 0),
        ForAll(T, lambda t: Eq(m[t + 1, 0], Max(m[t, 0], x[t, 0]))),
        ForAll(T, lambda t: Eq(ell[t + 1, 0], ell[t, 0] + exp(x[t, 0] - m[t + 1, 0]))),
    ]
