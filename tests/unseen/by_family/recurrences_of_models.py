"""Recurrences: state spaces, linear attention, delta rule, momentum, averages, gates, normalisers, paths, bounds."""

from sympy import Abs, Identity, Idx, MatrixSymbol, OneMatrix, Product, Sum, Symbol, ZeroMatrix, exp, tanh

from symattn import Equation, ForAll, HeadSum, MatrixFamily, dims, sum_over
from tests.unseen.table import false, integer, le, lt, real, true


@true("Kingma & Ba 2015, §3: the moving average of a constant gradient, before its bias is corrected")
def ra01():
    n, (beta, g) = dims("n"), real("beta g")
    m = MatrixSymbol("m", n + 1, 1)
    given = [Equation(m[0, 0], 0), ForAll(n, lambda t: Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g))]
    return m[n, 0], (1 - beta**n) * g, given


@true("optimisation course: gradient descent on a parabola with its minimum at c")
def ra02():
    n, (eta, a, c) = dims("n"), real("eta a c")
    x = MatrixSymbol("x", n + 1, 1)
    given = [ForAll(n, lambda t: Equation(x[t + 1, 0], x[t, 0] - eta * a * (x[t, 0] - c)))]
    return x[n, 0] - c, (1 - eta * a) ** n * (x[0, 0] - c), given


@true("Bubeck 2015, §3: sufficient decrease bounds the sum of the squared gradients")
def ra03():
    n, k, eta = dims("n"), integer("k"), Symbol("eta", positive=True)
    f, G = MatrixSymbol("f", n + 1, 1), MatrixSymbol("G", n, 1)
    given = [ForAll(n, lambda t: le(f[t + 1, 0], f[t, 0] - eta / 2 * G[t, 0]))]
    return le(Sum(G[k, 0], (k, 0, n - 1)), 2 * (f[0, 0] - f[n, 0]) / eta), given


@true("Sun et al. 2023, RetNet: the state of a retention is a discounted sum of the pairs")
def ra04():
    n, d, e = dims("n d e")
    t, i, (gamma,) = Idx("t", n), integer("i"), real("gamma,")
    S, K, V = MatrixFamily("S", n + 1, d, e), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    given = [ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))]
    pairs = HeadSum(gamma ** (n - 1 - i) * K[i, :].T * V[i, :], (i, 0, n - 1))
    return S[n], gamma**n * S[0] + pairs, given


@true("Gu et al. 2022, S4, eq. 4: the output of a linear state space model as a convolution")
def ra05():
    n, d, m, p = dims("n d m p")
    t, i = Idx("t", n), integer("i")
    A, B, C = MatrixSymbol("A", d, d), MatrixSymbol("B", d, m), MatrixSymbol("C", p, d)
    h, u = MatrixFamily("h", n + 1, d, 1), MatrixFamily("u", n, m, 1)
    given = [Equation(h[0], ZeroMatrix(d, 1)), ForAll(t, Equation(h[t + 1], A * h[t] + B * u[t]))]
    return C * h[n], HeadSum(C * A ** (n - 1 - i) * B * u[i], (i, 0, n - 1)), given


@true("Gu & Dao 2023, Mamba: a scan with gates that depend on the input, in closed form")
def ra06():
    n, i, j = dims("n"), integer("i"), integer("j")
    h, a, b = MatrixSymbol("h", n + 1, 1), MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    given = [ForAll(n, lambda t: Equation(h[t + 1, 0], a[t, 0] * h[t, 0] + b[t, 0]))]
    inputs = Sum(Product(a[j, 0], (j, i + 1, n - 1)) * b[i, 0], (i, 0, n - 1))
    return h[n, 0], Product(a[j, 0], (j, 0, n - 1)) * h[0, 0] + inputs, given


@true("Milakov & Gimelshein 2018, alg. 3: the online normaliser is right for any sequence of references m")
def ra07():
    n, k = dims("n"), integer("k")
    c, m, x = MatrixSymbol("c", n + 1, 1), MatrixSymbol("m", n + 1, 1), MatrixSymbol("x", n, 1)

    def step(t):
        return Equation(c[t + 1, 0], c[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0]))

    return c[n, 0], Sum(exp(x[k, 0] - m[n, 0]), (k, 0, n - 1)), [Equation(c[0, 0], 0), ForAll(n, step)]


@true("Cho et al. 2014: the state of a gated recurrent unit stays in [−1, 1]")
def ra08():
    n = dims("n")
    h, z, u = MatrixSymbol("h", n + 1, 1), MatrixSymbol("z", n, 1), MatrixSymbol("u", n, 1)
    given = [
        le(Abs(h[0, 0]), 1),
        ForAll(n, lambda t: le(0, z[t, 0])),
        ForAll(n, lambda t: le(z[t, 0], 1)),
        ForAll(n, lambda t: Equation(h[t + 1, 0], (1 - z[t, 0]) * h[t, 0] + z[t, 0] * tanh(u[t, 0]))),
    ]
    return le(Abs(h[n, 0]), 1), given


@true("Stanley, Enumerative Combinatorics, §4.7: at most Dⁿ walks of length n where each vertex has at most D edges")
def ra09():
    (n, d), (D,) = dims("n d"), real("D,")
    t, i = Idx("t", n), Idx("i", d)
    A, c = MatrixSymbol("A", d, d), MatrixFamily("c", n + 1, d, 1)
    given = [
        ForAll((d, d), lambda a, b: le(0, A[a, b])),
        ForAll(d, lambda a: le(sum_over(d, lambda b: A[a, b]), D)),
        Equation(c[0], OneMatrix(d, 1)),
        ForAll(t, Equation(c[t + 1], A * c[t])),
    ]
    return le(c[n][i, 0], D**n), given


@true("Welford 1962: the running mean is the mean")
def ra10():
    n, k = dims("n"), integer("k")
    m, x = MatrixSymbol("m", n + 1, 1), MatrixSymbol("x", n, 1)
    given = [Equation(m[0, 0], 0), ForAll(n, lambda t: Equation(m[t + 1, 0], m[t, 0] + (x[t, 0] - m[t, 0]) / (t + 1)))]
    return m[n, 0], Sum(x[k, 0], (k, 0, n - 1)) / n, given


@true("Yang, Lin & Li 2016: a combination of place and momentum moves as plain gradient descent does")
def ra11():
    n, k, (mu, eta) = dims("n"), integer("k"), real("mu eta")
    x, v, g = MatrixSymbol("x", n + 1, 1), MatrixSymbol("v", n + 1, 1), MatrixSymbol("g", n, 1)
    given = [
        lt(mu, 1),
        ForAll(n, lambda t: Equation(v[t + 1, 0], mu * v[t, 0] - eta * g[t, 0])),
        ForAll(n, lambda t: Equation(x[t + 1, 0], x[t, 0] + v[t + 1, 0])),
    ]
    right = x[0, 0] + mu / (1 - mu) * v[0, 0] - eta / (1 - mu) * Sum(g[k, 0], (k, 0, n - 1))
    return x[n, 0] + mu / (1 - mu) * v[n, 0], right, given


@true("numerical analysis course: the discrete Grönwall inequality with factors 1 + a_t")
def ra12():
    n, k = dims("n"), integer("k")
    e, a = MatrixSymbol("e", n + 1, 1), MatrixSymbol("a", n, 1)
    given = [
        ForAll(n + 1, lambda t: le(0, e[t, 0])),
        ForAll(n, lambda t: le(0, a[t, 0])),
        ForAll(n, lambda t: le(e[t + 1, 0], (1 + a[t, 0]) * e[t, 0])),
    ]
    return le(e[n, 0], exp(Sum(a[k, 0], (k, 0, n - 1))) * e[0, 0]), given


@true("Schlag, Irie & Schmidhuber 2021: with orthonormal keys the delta rule stores what plain linear attention stores")
def ra13():
    n, d, e = dims("n d e")
    t = Idx("t", n)
    S, K, V = MatrixFamily("S", n + 1, e, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    given = [
        Equation(K * K.T, Identity(n)),
        Equation(S[0], ZeroMatrix(e, d)),
        ForAll(t, Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :])),
    ]
    return S[n], V.T * K, given


@true("Welford 1962; Knuth, TAOCP 2, §4.2.2: the running sum of squared deviations")
def ra14():
    n, k = dims("n"), integer("k")
    m, M, x = MatrixSymbol("m", n + 1, 1), MatrixSymbol("M", n + 1, 1), MatrixSymbol("x", n, 1)
    given = [
        Equation(m[0, 0], 0),
        Equation(M[0, 0], 0),
        ForAll(n, lambda t: Equation(m[t + 1, 0], m[t, 0] + (x[t, 0] - m[t, 0]) / (t + 1))),
        ForAll(n, lambda t: Equation(M[t + 1, 0], M[t, 0] + (x[t, 0] - m[t, 0]) * (x[t, 0] - m[t + 1, 0]))),
    ]
    return M[n, 0], Sum(x[k, 0] ** 2, (k, 0, n - 1)) - n * m[n, 0] ** 2, given


@true("Nesterov, Introductory Lectures, §2.1.5: a decrease by the square gives the rate 1/n")
def ra15():
    n, c = dims("n"), Symbol("c", positive=True)
    e = MatrixSymbol("e", n + 1, 1)
    given = [
        ForAll(n + 1, lambda t: lt(0, e[t, 0])),
        ForAll(n, lambda t: le(e[t + 1, 0], e[t, 0] - c * e[t, 0] ** 2)),
    ]
    return le(e[n, 0], e[0, 0] / (1 + n * c * e[0, 0])), given


# n = 2, m = (0, 0, 1), x = (0, 0): 1 + 1/e and 2/e
@false("the online normaliser, where what was added before is not rescaled")
def ra16():
    n, k = dims("n"), integer("k")
    c, m, x = MatrixSymbol("c", n + 1, 1), MatrixSymbol("m", n + 1, 1), MatrixSymbol("x", n, 1)
    given = [Equation(c[0, 0], 0), ForAll(n, lambda t: Equation(c[t + 1, 0], c[t, 0] + exp(x[t, 0] - m[t + 1, 0])))]
    return c[n, 0], Sum(exp(x[k, 0] - m[n, 0]), (k, 0, n - 1)), given


# n = 2, q = 1/2, b = 1, e = (0, 1, 3/2): 3/2 > 1 (it holds for n = 1; the factor 1/(1 − q) is forgotten)
@false("a contraction with errors of at most b, whose errors are said not to add up")
def ra17():
    n, (q, b) = dims("n"), real("q b")
    e = MatrixSymbol("e", n + 1, 1)
    given = [
        le(0, q),
        lt(q, 1),
        le(0, b),
        ForAll(n + 1, lambda t: le(0, e[t, 0])),
        ForAll(n, lambda t: le(e[t + 1, 0], q * e[t, 0] + b)),
    ]
    return le(e[n, 0], q**n * e[0, 0] + b), given


# n = 1, z = −1, h = (1, 2 − tanh(−1)): 2.76… > 1
@false("a gated unit whose gate is the tanh of something, in (−1, 1) and not in (0, 1)")
def ra18():
    n = dims("n")
    h, z, u = MatrixSymbol("h", n + 1, 1), MatrixSymbol("z", n, 1), MatrixSymbol("u", n, 1)
    given = [
        le(Abs(h[0, 0]), 1),
        ForAll(n, lambda t: le(Abs(z[t, 0]), 1)),
        ForAll(n, lambda t: Equation(h[t + 1, 0], (1 - z[t, 0]) * h[t, 0] + z[t, 0] * tanh(u[t, 0]))),
    ]
    return le(Abs(h[n, 0]), 1), given


# n = 1, d = e = 1, S_0 = 0, k = 2, v = 1: 4 and 1 (the key has to have length 1)
@false("after a step of the delta rule the key reads its value, for keys of any length")
def ra19():
    n, d, e = dims("n d e")
    t = Idx("t", n)
    S, K, V = MatrixFamily("S", n + 1, e, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    given = [ForAll(t, Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :]))]
    return S[n] * K[n - 1, :].T, V[n - 1, :].T, given


# n = 2, β = 1/2, g = (1, 0): 1/4 and 3/8 (it holds for n = 1 and for a constant gradient)
@false("Adam's moving average said to be the mean of the gradients, up to its bias")
def ra20():
    n, k, (beta,) = dims("n"), integer("k"), real("beta,")
    m, g = MatrixSymbol("m", n + 1, 1), MatrixSymbol("g", n, 1)
    given = [
        lt(0, beta),
        lt(beta, 1),
        Equation(m[0, 0], 0),
        ForAll(n, lambda t: Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g[t, 0])),
    ]
    return m[n, 0], (1 - beta**n) * Sum(g[k, 0], (k, 0, n - 1)) / n, given
