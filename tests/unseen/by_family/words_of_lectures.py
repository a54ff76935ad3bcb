"""Words that texts need: ends of ranges, masks, maps of places, limits, gradients, floor and mod, complex numbers.

The sources are lectures, surveys and papers of machine learning: language models, attention, distillation, routing.
"""

from sympy import (
    Derivative,
    I,
    Idx,
    KroneckerDelta,
    Limit,
    MatrixSymbol,
    Mod,
    Sum,
    Symbol,
    Trace,
    conjugate,
    exp,
    floor,
    log,
    oo,
    re,
)

from symattn import (
    Attention,
    CausalMask,
    ColumnSum,
    Equation,
    Exists,
    Flip,
    ForAll,
    FrobeniusNorm,
    Gradient,
    HeadStack,
    IndexMap,
    InnerProduct,
    LogSumExp,
    MapSymbol,
    MatrixFamily,
    PositionMap,
    ProbabilitySymbol,
    ReLU,
    RowSoftmax,
    Sigmoid,
    SquaredNorm,
    dims,
    from_entries,
)
from tests.unseen.table import column, false, integer, le, lt, natural, real, square, true


@true("Leviathan, Kalman & Matias 2023, Fast Inference from Transformers via Speculative Decoding, eq. 1")
def uf01():
    n, k, (a,) = dims("n"), integer("k"), real("a,")
    drafted = Sum(k * (1 - a) * a ** (k - 1), (k, 1, n - 1))
    return (1 - a) * (drafted + n * a ** (n - 1)), 1 - a**n, []


@true("Peters et al. 2018, ELMo, §3.1: the backward language model is a forward one on the reversed sequence")
def uf02():
    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    forward = Attention(Flip(Q), Flip(K), Flip(V), CausalMask(n))
    return Flip(forward), Attention(Q, K, V, CausalMask(n).T), []


@true("Dao et al. 2022, FlashAttention, §3.1, in the manner of: normalisers of the past and of the future")
def uf03():
    n = dims("n")
    (S,), j = square("S", n), Idx("j", n)
    past, future = LogSumExp(S + CausalMask(n)), LogSumExp(S + CausalMask(n).T)
    return exp(past[j, 0]) + exp(future[j, 0]), exp(LogSumExp(S)[j, 0]) + exp(S[j, j]), []


@true("Raffel et al. 2020, T5, §2.1, in the manner of: a bias of relative positions read from both ends")
def uf04():
    n = dims("n")
    b = MatrixSymbol("b", 2 * n - 1, 1)
    bias = from_entries(n, n, lambda i, j: b[i - j + n - 1, 0])
    return Flip(Flip(bias), axis=1), bias.T, [n >= 2]


@true("Jurafsky & Martin, Speech and Language Processing, 3rd ed. draft, Large Language Models: next-token loss")
def uf05():
    n, v = dims("n v")
    t, Z, token = integer("t"), MatrixSymbol("Z", n, v), IndexMap("f", n, v)
    each = Sum(LogSumExp(Z)[t - 1, 0] - (token * Z.T)[t, t - 1], (t, 1, n - 1))
    seen = Z[: n - 1, :]
    return each, Sum(LogSumExp(seen)[t, 0], (t, 0, n - 2)) - InnerProduct(token[1:, :], seen), [n >= 2]


@true("Stanford CS224n, lecture notes on word vectors and backpropagation: the gradient of a table of embeddings")
def uf06():
    m, v, d = dims("m v d")
    token, E, Y = IndexMap("f", m, v), MatrixSymbol("E", v, d), MatrixSymbol("Y", m, d)
    return Gradient(SquaredNorm(token * E - Y) / 2, E), token.T * (token * E - Y), []


@true("Veit, Wilber & Belongie 2016, Residual Networks Behave Like Ensembles, §3: layers that add to a stream")
def uf07():
    n, d = dims("n d")
    t, X, f = Idx("t", n), MatrixSymbol("X", n + 1, d), MapSymbol("f", d + 1, d)
    layers = PositionMap(f, X[:n, :])
    return X[n, :], X[0, :] + ColumnSum(layers), [ForAll(t, Equation(X[t + 1, :], X[t, :] + layers[t, :]))]


@true("Salimans & Kingma 2016, Weight Normalization, §2.1: the Jacobian of a vector divided by its length")
def uf08():
    n = dims("n")
    (x,), i, j = column("x", n), Idx("i", n), Idx("j", n)
    jacobian = (KroneckerDelta(i, j) - x[i, 0] * x[j, 0] / SquaredNorm(x)) / FrobeniusNorm(x)
    return Derivative(x[i, 0] / FrobeniusNorm(x), x[j, 0]), jacobian, [lt(0, SquaredNorm(x))]


@true("Yang et al. 2018, Breaking the Softmax Bottleneck, §2.1, in the manner of: logits of a positive distribution")
def uf09():
    n = dims("n")
    p, s, i = ProbabilitySymbol("p", n), MatrixSymbol("s", 1, n), Idx("i", n)
    return Exists(s, Equation(RowSoftmax(s), p)), [ForAll(i, lt(0, p[0, i]))]


@true("Ramsauer et al. 2021, Hopfield Networks is All You Need, Theorem 5, in the manner of: a separated pattern")
def uf10():
    m, (c,) = dims("m"), real("c,")
    s, i = MatrixSymbol("s", 1, m + 1), Idx("i", m)
    return le(1 - RowSoftmax(s)[0, m], m * exp(-c)), [ForAll(i, le(s[0, i] + c, s[0, m]))]


@true("Ramachandran, Zoph & Le 2017, Searching for Activation Functions, §4: Swish for large β")
def uf11():
    x, beta = real("x beta")
    return Equation(Limit(x * Sigmoid(beta * x), beta, oo), ReLU(x)), []


@true("Hinton, Vinyals & Dean 2015, Distilling the Knowledge in a Neural Network, eq. 2")
def uf12():
    n, T = dims("n"), Symbol("T", positive=True)
    z, v = MatrixSymbol("z", 1, n), MatrixSymbol("v", 1, n)
    loss = -InnerProduct(RowSoftmax(v / T), RowSoftmax(z / T).applyfunc(log))
    return Gradient(loss, z), (RowSoftmax(z / T) - RowSoftmax(v / T)) / T, []


@true("Kwon et al. 2023, PagedAttention, §4.1: keys and values that are read from blocks")
def uf13():
    r, m, w, ell, d = dims("r m w ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixFamily("K", m, w, ell), MatrixFamily("V", m, w, d)
    keys = from_entries(m * w, ell, lambda i, c: K[floor(i / w)][Mod(i, w), c])
    values = from_entries(m * w, d, lambda i, c: V[floor(i / w)][Mod(i, w), c])
    return Attention(Q, keys, values), Attention(Q, HeadStack(K), HeadStack(V)), []


@true("Su et al. 2021, RoFormer, eq. 12 and §3.2.2: scores of rotated complex queries and keys")
def uf14():
    h, c, j, k = dims("h"), integer("c"), natural("j"), natural("k")
    a, b, u, v, theta = (MatrixSymbol(name, h, 1) for name in ("a", "b", "u", "v", "theta"))
    q, key, angle = a[c, 0] + I * b[c, 0], u[c, 0] + I * v[c, 0], theta[c, 0]
    rotated = Sum(q * exp(I * j * angle) * conjugate(key * exp(I * k * angle)), (c, 0, h - 1))
    return re(rotated), re(Sum(q * conjugate(key) * exp(I * (j - k) * angle), (c, 0, h - 1))), []


@true("Fan, Lewis & Dauphin 2018, Hierarchical Neural Story Generation, in the manner of: mass of the top k")
def uf15():
    k, m = dims("k m")
    s, i, j, a = MatrixSymbol("s", 1, k + m), Idx("i", k), Idx("j", m), integer("a")
    top = Sum(RowSoftmax(s)[0, a], (a, 0, k - 1))
    return le(k, (k + m) * top), [ForAll((i, j), le(s[0, k + j], s[0, i]))]


# n = 2, S = 0: the left side is [[1/2, 1/2], [0, 1]], the right side [[1, 1/2], [0, 1/2]].
@false("Vaswani et al. 2017, Attention Is All You Need, §3.2.3, in the manner of: a mask and its transpose")
def uf16():
    n = dims("n")
    (S,) = square("S", n)
    return RowSoftmax(S + CausalMask(n).T), RowSoftmax(S + CausalMask(n)).T, [Equation(S, S.T)]


# m = 1, s = [0, 0]: the limit is 1/2.
@false("Jang, Gu & Poole 2017, Gumbel-Softmax, §2, in the manner of: a small temperature gives a one-hot vector")
def uf17():
    m, tau = dims("m"), Symbol("tau", real=True)
    s, i = MatrixSymbol("s", 1, m + 1), Idx("i", m)
    cold = Limit(RowSoftmax(tau * s)[0, m], tau, oo)
    return Equation(cold, 1), [ForAll(i, le(s[0, i], s[0, m]))]


# n = 2, d = 1, A = [[0, 1], [0, 0]], W = [[1], [0]]: the left side is [[0], [1]], the right side [[0], [0]].
@false("Petersen & Pedersen 2012, The Matrix Cookbook, eq. 108, without the transpose of the matrix")
def uf18():
    n, d = dims("n d")
    (A,), W = square("A", n), MatrixSymbol("W", n, d)
    return Gradient(Trace(W.T * A * W), W), 2 * A * W, []


# m = 2, n = 1, d = 1, X = [[1]]: the left side is 2, the right side 1.
@false("Bolya et al. 2023, Token Merging, §3, in the manner of: tokens that are gathered, some of them twice")
def uf19():
    m, n, d = dims("m n d")
    f, X = IndexMap("f", m, n), MatrixSymbol("X", n, d)
    return le(SquaredNorm(f * X), SquaredNorm(X)), []


# w = 2, i = j = 1: the left side is 1, the right side 0.
@false("Kwon et al. 2023, PagedAttention, §4.3, in the manner of: blocks that a prompt and its output fill")
def uf20():
    w, i, j = dims("w"), natural("i"), natural("j")
    filled = floor(i / w) + floor(j / w)
    return Equation(floor((i + j) / w), filled), [le(Mod(i, w) + Mod(j, w), w)]
