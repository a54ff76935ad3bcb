"""The language: ranges of sums, sizes such as 2n + 1, maps of places, families, limits, masks, complex numbers."""

from sympy import (
    Abs,
    I,
    Identity,
    Idx,
    Inverse,
    Limit,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    cos,
    exp,
    floor,
    log,
    oo,
    re,
)

from symattn import (
    Attention,
    CausalMask,
    Equation,
    Exists,
    Flip,
    ForAll,
    HeadSum,
    IndexMap,
    LogSumExp,
    MatrixFamily,
    PositiveDefinite,
    PositiveSemidefinite,
    RowMax,
    RowSoftmax,
    SlidingWindowMask,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, real, square, true


@true("Graham, Knuth, Patashnik, ch. 6; Botez and Catalan: the alternating harmonic sum of 2n terms")
def gs01():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** k / (k + 1), (k, 0, 2 * n - 1)), Sum(1 / (n + k + 1), (k, 0, n - 1)), []


@true("T5 (Raffel et al. 2020), relative position biases: reversed biases give the transposed Toeplitz matrix")
def gs02():
    n = dims("n")
    b = MatrixSymbol("b", 2 * n + 1, 1)

    def toeplitz(b):
        return from_entries(n + 1, n + 1, lambda i, j: b[n + j - i, 0])

    return toeplitz(b).T, toeplitz(Flip(b)), []


@true("lecture on decoding with a cache: the last of n + 1 tokens sees everything, with or without the causal mask")
def gs03():
    n = dims("n")
    S, j = MatrixSymbol("S", n + 1, n + 1), Idx("j", n + 1)
    return RowSoftmax(S + CausalMask(n + 1))[n, j], RowSoftmax(S)[n, j], []


@true("Milakov & Gimelshein 2018, online softmax: the log-normaliser of a prefix is updated with the next score")
def gs04():
    n = dims("n")
    s, i = MatrixSymbol("s", 1, n + 1), Idx("i", n)
    L = LogSumExp(OneMatrix(n + 1, 1) * s + CausalMask(n + 1))
    return L[i + 1, 0], log(exp(L[i, 0]) + exp(s[0, i + 1])), []


@true("Hinton et al. 2015 on temperature: two keys that share the maximum share the attention")
def gs05():
    m, t = dims("m"), Symbol("t", real=True)
    s = MatrixSymbol("s", 1, m + 2)
    given = [Equation(s[0, m], s[0, m + 1]), ForAll(m, lambda i: lt(s[0, i], s[0, m]))]
    return Equation(Limit(RowSoftmax(t * s)[0, m], t, oo), Rational(1, 2)), given


@true("Boyd & Vandenberghe, Convex Optimization, 3.1.5: log-sum-exp at temperature 1/t tends to the maximum")
def gs06():
    n, t = dims("n"), Symbol("t", real=True)
    s = MatrixSymbol("s", 1, n)
    return Equation(Limit(LogSumExp(t * s)[0, 0] / t, t, oo), RowMax(s)[0, 0]), []


@true("The Matrix Cookbook, eq. 59, as a limit: the derivative of the inverse in the direction E")
def gs07():
    n, t = dims("n"), Symbol("t", real=True)
    A, E = square("A E", n)
    i, j = Idx("i", n), Idx("j", n)
    quotient = t * (Inverse(A + E / t)[i, j] - Inverse(A)[i, j])
    limit = -(Inverse(A) * E * Inverse(A))[i, j]
    return Equation(Limit(quotient, t, oo), limit), [PositiveDefinite(A), PositiveSemidefinite(E)]


@true("discrete mathematics course: if g ∘ f is injective, so is f")
def gs08():
    p, m, n = dims("p m n")
    f, g = IndexMap("f", p, m), IndexMap("g", m, n)
    return f * f.T, Identity(p), [Equation(f * g * (f * g).T, Identity(p))]


@true("folklore on bidirectional models: reading the sequence backwards turns the causal mask around")
def gs09():
    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    backwards = Attention(Flip(Q), Flip(K), Flip(V), CausalMask(n))
    return backwards, Flip(Attention(Q, K, V, CausalMask(n).T)), []


@true("Ainslie et al. 2023, grouped-query attention: each group is counted once for every head in it")
def gs10():
    G, w, n, d = dims("G w n d")
    A, h, g = MatrixFamily("A", G, n, d), Idx("h", G * w), Idx("g", G)
    return HeadSum(A[floor(h / w)], h), w * HeadSum(A[g], g), []


@true("Phuong & Hutter 2022; every paper on attention: the output is a convex combination of the values")
def gs11():
    n, ell, d = dims("n ell d")
    q, K, V, p = MatrixSymbol("q", 1, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MatrixSymbol("p", 1, n)
    hull = [
        ForAll(n, lambda i: le(0, p[0, i])),
        Equation(sum_over(n, lambda i: p[0, i]), 1),
        Equation(Attention(q, K, V), p * V),
    ]
    return Exists(p, hull), []


@true("Alon & Spencer, The Probabilistic Method: something is at least the average")
def gs12():
    n, k = dims("n"), integer("k")
    x, i = MatrixSymbol("x", n, 1), Idx("i", n)
    return Exists(i, le(Sum(x[k, 0], (k, 0, n - 1)) / n, x[i, 0])), []


@true("Strang 6.2: powers of 1 + xP for a projection P")
def gs13():
    n, k = dims("n k")
    (P,), (x,) = square("P", n), real("x,")
    return (Identity(n) + x * P) ** k, Identity(n) + ((1 + x) ** k - 1) * P, [Equation(P * P, P)]


@true("Arjovsky, Shah & Bengio 2016, unitary evolution RNNs: orthogonal steps keep all inner products")
def gs14():
    n, d, m = dims("n d m")
    A, S, t = MatrixFamily("A", n, d, d), MatrixFamily("S", n + 1, d, m), Idx("t", n)
    given = [ForAll(t, Equation(S[t + 1], A[t] * S[t])), ForAll(t, Equation(A[t].T * A[t], Identity(d)))]
    return S[n].T * S[n], S[0].T * S[0], given


@true("physics course, structure factor of n scatterers; Rahimi & Recht 2007")
def gs15():
    n, j, k = dims("n"), integer("j"), integer("k")
    t = MatrixSymbol("t", n, 1)
    pairs = Sum(Sum(cos(t[j, 0] - t[k, 0]), (k, 0, n - 1)), (j, 0, n - 1))
    return Abs(Sum(exp(I * t[k, 0]), (k, 0, n - 1))) ** 2, pairs, []


# n = 1, a = 1: the left side is 1, the right side 0; the right side counts the pairs j < i
@false("algebra exercise with the range of the inner sum off by one")
def gs16():
    n, i, j, k = dims("n"), integer("i"), integer("j"), integer("k")
    a = MatrixSymbol("a", n, 1)
    pairs = Sum(Sum(a[i, 0] * a[j, 0], (j, 0, i)), (i, 0, n - 1))
    total, squares = Sum(a[k, 0], (k, 0, n - 1)), Sum(a[k, 0] ** 2, (k, 0, n - 1))
    return pairs, (total**2 - squares) / 2, []


# w = 1, S = 0 (2×2): the window gives the identity, the causal mask the row [1/2, 1/2]
@false("Mistral 7B (Jiang et al. 2023), off by one: a window of w keys on a sequence of w + 1 tokens")
def gs17():
    w = dims("w")
    S = MatrixSymbol("S", w + 1, w + 1)
    return RowSoftmax(S + SlidingWindowMask(w + 1, w)), RowSoftmax(S + CausalMask(w + 1)), []


# n = 2, s = [0, 0], j = 0: the softmax is 1/2 for all t
@false("lecture notes on hard attention: a largest score gets all the weight, where ties are forgotten")
def gs18():
    n, t = dims("n"), Symbol("t", real=True)
    s, j = MatrixSymbol("s", 1, n), Idx("j", n)
    return Equation(Limit(RowSoftmax(t * s)[0, j], t, oo), 1), [ForAll(n, lambda i: le(s[0, i], s[0, j]))]


# m = 3, n = 2, r = ell = d = 1, f = [0, 0, 1], g = [0, 2], Q = 0, K = 0, V = [1, 0]: 2/3 on the left, 1/2 on the right
@false("a set of key–value pairs as a multiset: f is onto, so that no pair is lost, but pairs are repeated")
def gs19():
    m, n, r, ell, d = dims("m n r ell d")
    f, g = IndexMap("f", m, n), IndexMap("g", n, m)
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(Q, f * K, f * V), Attention(Q, K, V), [Equation(g * f, Identity(n))]


# z = w = i: the left side is 4, the right side 1 + 1 − 2 = 0
@false("the law of cosines for complex numbers, with a conjugate forgotten (Needham, Visual Complex Analysis, ch. 1)")
def gs20():
    z, w = Symbol("z", complex=True), Symbol("w", complex=True)
    return Abs(z + w) ** 2, Abs(z) ** 2 + Abs(w) ** 2 + 2 * re(z * w, evaluate=False), []
