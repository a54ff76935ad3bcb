"""Forty statements of attention: 30 true (trf01–trf30), 10 false (trf31–trf40)."""

from sympy import (
    BlockMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    KroneckerDelta,
    MatPow,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Product,
    Sum,
    Symbol,
    ZeroMatrix,
    cos,
    exp,
    log,
    sqrt,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Attention,
    BlockRotation,
    CausalMask,
    Equation,
    ForAll,
    Gradient,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    InnerProduct,
    InvertibleSymbol,
    LogSumExp,
    MatrixFamily,
    MaxNorm,
    OrthogonalSymbol,
    PermutationSymbol,
    ReLU,
    RowSoftmax,
    RowSum,
    SelfAttention,
    Sigmoid,
    SineCosine,
    SquaredNorm,
    SubsetMask,
    SubsetSymbol,
    TopLeftCausalMask,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, real, true


def qkv():
    """Return r queries, n keys and n values, and the sizes."""
    r, n, ell, d = dims("r n ell d")
    return MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), r, n, ell, d


def self_qkv():
    """Return n queries, keys and values, and the sizes."""
    n, ell, d = dims("n ell d")
    return MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), n, ell, d


@true("lecture notes (softmax): the same vector added to all keys changes nothing, under a causal mask")
def trf01():
    Q, K, V, n, ell, _ = self_qkv()
    c = MatrixSymbol("c", 1, ell)
    return (
        Attention(Q, K + OneMatrix(n, 1) * c, V, CausalMask(n)),
        Attention(Q, K, V, CausalMask(n)),
        [],
    )


@true("lecture notes (temperature): a gap to all other scores bounds the largest weight from below")
def trf02():
    n = dims("n")
    x, m, j = MatrixSymbol("x", 1, n), Idx("m", n), Idx("j", n)
    beta, gap = real("beta delta")
    return (
        le(1 / (1 + (n - 1) * exp(-beta * gap)), RowSoftmax(beta * x)[0, m]),
        [ForAll(j, le(x[0, j] + gap * (1 - KroneckerDelta(j, m)), x[0, m])), le(0, beta)],
    )


@true("paper (token merging): keys that occur twice, with two values, act as one with the mean value")
def trf03():
    Q, K, V, _, n, _, d = qkv()
    W = MatrixSymbol("W", n, d)
    return Attention(Q, BlockMatrix([[K], [K]]), BlockMatrix([[V], [W]])), Attention(Q, K, (V + W) / 2), []


@true("paper (attention sinks): a sink of score 0 and value 0 scales the output by a sigmoid of log-sum-exp")
def trf04():
    r, n, d = dims("r n d")
    S, V = MatrixSymbol("S", r, n), MatrixSymbol("V", n, d)
    with_sink = RowSoftmax(BlockMatrix([[S, ZeroMatrix(r, 1)]])) * BlockMatrix([[V], [ZeroMatrix(1, d)]])
    return with_sink, DiagMatrix(Sigmoid(LogSumExp(S))) * RowSoftmax(S) * V, []


def _merged(sign):
    r, m, n, d = dims("r m n d")
    S, T = MatrixSymbol("S", r, m), MatrixSymbol("T", r, n)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    difference = sign * (LogSumExp(S) - LogSumExp(T))
    return (
        RowSoftmax(BlockMatrix([[S, T]])) * BlockMatrix([[V], [W]]),
        DiagMatrix(Sigmoid(difference)) * RowSoftmax(S) * V + DiagMatrix(Sigmoid(-difference)) * RowSoftmax(T) * W,
        [],
    )


@true("paper (ring attention, split keys): two partial outputs are merged with sigmoids of log-sum-exp")
def trf05():
    return _merged(1)


@true("paper (online softmax): log-sum-exp of two blocks from those of each")
def trf06():
    r, m, n = dims("r m n")
    S, T, j = MatrixSymbol("S", r, m), MatrixSymbol("T", r, n), Idx("j", r)
    return (
        LogSumExp(BlockMatrix([[S, T]]))[j, 0],
        LogSumExp(S)[j, 0] + log(1 + exp(LogSumExp(T)[j, 0] - LogSumExp(S)[j, 0])),
        [],
    )


@true("lecture notes (language models): the outputs of a prefix do not depend on what follows")
def trf07():
    m, k, ell, d = dims("m k ell d")
    Q, K, V = MatrixSymbol("Q", m + k, ell), MatrixSymbol("K", m + k, ell), MatrixSymbol("V", m + k, d)
    return (
        Attention(Q, K, V, CausalMask(m + k))[:m, :],
        Attention(Q[:m, :], K[:m, :], V[:m, :], CausalMask(m)),
        [],
    )


@true("lecture notes (KV cache): a decoding step with the cache and one new pair is the last row of causal attention")
def trf08():
    m, ell, d = dims("m ell d")
    Q, K, V = MatrixSymbol("Q", m + 1, ell), MatrixSymbol("K", m, ell), MatrixSymbol("V", m, d)
    k, v = MatrixSymbol("k", 1, ell), MatrixSymbol("v", 1, d)
    keys, values = BlockMatrix([[K], [k]]), BlockMatrix([[V], [v]])
    return (
        Attention(Q[m:, :], keys, values),
        Attention(Q, keys, values, CausalMask(m + 1))[m:, :],
        [],
    )


@true("paper (set transformers): attention and a feed-forward layer, both residual, commute with permutations")
def trf09():
    n, ell, d, e = dims("n ell d e")
    X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    S_Q, S_K, S_V = MatrixSymbol("S_Q", d, ell), MatrixSymbol("S_K", d, ell), MatrixSymbol("S_V", d, d)
    W, U = MatrixSymbol("W", d, e), MatrixSymbol("U", e, d)

    def block(X):
        Y = X + SelfAttention(X, S_Q, S_K, S_V)
        return Y + ReLU(Y * W) * U

    return block(sigma * X), sigma * block(X), []


@true("paper (multi-head attention): heads side by side times the output matrix are a sum over heads")
def trf10():
    r, n, c, ell, d, e, H = dims("r n c ell d e H")
    X, Y = MatrixSymbol("X", r, c), MatrixSymbol("Y", n, c)
    W_Q, W_K = MatrixFamily("W_Q", H, c, ell), MatrixFamily("W_K", H, c, ell)
    W_V, W_O = MatrixFamily("W_V", H, c, d), MatrixFamily("W_O", H, d, e)
    h = integer("h")

    def head(h):
        return Attention(X * W_Q[h], Y * W_K[h], Y * W_V[h])

    return (
        HeadConcat(HeadFamily(head(h), (h, 0, H - 1))) * HeadStack(W_O),
        HeadSum(head(h) * W_O[h], (h, 0, H - 1)),
        [],
    )


@true("paper (multi-query attention): heads that share keys and values are one attention of stacked queries")
def trf11():
    r, n, ell, d, H = dims("r n ell d H")
    Q, K, V = MatrixFamily("Q", H, r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    h = integer("h")
    return (
        Attention(HeadStack(Q), K, V),
        HeadStack(HeadFamily(Attention(Q[h], K, V), (h, 0, H - 1))),
        [],
    )


def _rotated_score(combine):
    h = dims("h")
    theta, q, k = MatrixSymbol("theta", h, 1), MatrixSymbol("q", 2 * h, 1), MatrixSymbol("k", 2 * h, 1)
    s, t = real("s t")
    return (
        InnerProduct(BlockRotation(s * theta) * q, BlockRotation(t * theta) * k),
        InnerProduct(q, BlockRotation(combine(s, t) * theta) * k),
        [],
    )


@true("paper (rotary positions): the score depends on the difference of the positions")
def trf12():
    return _rotated_score(lambda s, t: t - s)


@true("lecture notes (sinusoidal positions): the inner product of two encodings is a sum of cosines")
def trf13():
    h = dims("h")
    theta = MatrixSymbol("theta", h, 1)
    s, t = real("s t")
    return (
        InnerProduct(SineCosine(s * theta), SineCosine(t * theta)),
        sum_over(h, lambda m: cos((s - t) * theta[m, 0])),
        [],
    )


@true("paper (linear attention): state and normaliser of the recurrence give the normalised sum over all pairs")
def trf14():
    n, ell, d = dims("n ell d")
    S, z = MatrixFamily("S", n + 1, ell, d), MatrixFamily("z", n + 1, ell, 1)
    q, K, V = MatrixSymbol("q", 1, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    t = Idx("t", n)
    total = (q * K.T * OneMatrix(n, 1))[0, 0]
    return (
        q * S[n] / (q * z[n])[0, 0],
        q * K.T * V / total,
        [
            Equation(S[0], ZeroMatrix(ell, d)),
            Equation(z[0], ZeroMatrix(ell, 1)),
            ForAll(t, Equation(S[t + 1], S[t] + K[t, :].T * V[t, :])),
            ForAll(t, Equation(z[t + 1], z[t] + K[t, :].T)),
            Ne(total, 0),
        ],
    )


def _retention(exponent):
    n, ell, d = dims("n ell d")
    S, gamma = MatrixFamily("S", n + 1, ell, d), real("gamma")
    K, V = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    t, i = Idx("t", n), integer("i")
    return (
        S[n],
        HeadSum(gamma ** exponent(n, i) * K[i, :].T * V[i, :], (i, 0, n - 1)),
        [
            Equation(S[0], ZeroMatrix(ell, d)),
            ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :])),
        ],
    )


@true("paper (retention): the state of a recurrence with decay as a sum")
def trf15():
    return _retention(lambda n, i: n - 1 - i)


@true("paper (delta rule): with orthonormal keys the delta rule is linear attention")
def trf16():
    n, ell, d = dims("n ell d")
    S, K, V = MatrixFamily("S", n + 1, ell, d), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    t = Idx("t", n)
    return (
        S[n],
        K.T * V,
        [
            Equation(S[0], ZeroMatrix(ell, d)),
            ForAll(t, Equation(S[t + 1], S[t] - K[t, :].T * (K[t, :] * S[t] - V[t, :]))),
            Equation(K * K.T, Identity(n)),
        ],
    )


def _state_space(exponent):
    n, d = dims("n d")
    state, A = MatrixFamily("h", n + 1, d, 1), MatrixSymbol("A", d, d)
    B, C, x = MatrixSymbol("B", d, 1), MatrixSymbol("C", 1, d), MatrixSymbol("x", n, 1)
    t, i = Idx("t", n), integer("i")
    return (
        (C * state[n])[0, 0],
        Sum((C * MatPow(A, exponent(n, i)) * B)[0, 0] * x[i, 0], (i, 0, n - 1)),
        [
            Equation(state[0], ZeroMatrix(d, 1)),
            ForAll(t, Equation(state[t + 1], A * state[t] + B * x[t, 0])),
        ],
    )


@true("paper (state space models): the output is a convolution of the inputs with C A^k B")
def trf17():
    return _state_space(lambda n, i: n - 1 - i)


@true("paper (selective state spaces): a recurrence whose decay depends on time, as a sum with products of decays")
def trf18():
    n, i, j = dims("n"), integer("i"), integer("j")
    s, a, x = MatrixSymbol("s", n + 1, 1), MatrixSymbol("a", n, 1), MatrixSymbol("x", n, 1)
    t = Idx("t", n)
    return (
        s[n, 0],
        Sum(Product(a[j, 0], (j, i + 1, n - 1)) * x[i, 0], (i, 0, n - 1)),
        [Equation(s[0, 0], 0), ForAll(t, Equation(s[t + 1, 0], a[t, 0] * s[t, 0] + x[t, 0]))],
    )


def mean(x, d):
    """Return the mean of a row."""
    return sum_over(d, lambda k: x[0, k]) / d


def variance(x, d):
    """Return the variance of a row."""
    return sum_over(d, lambda k: (x[0, k] - mean(x, d)) ** 2) / d


def layer_norm(x, d):
    """Normalise a row, without ε."""
    return from_entries(1, d, lambda i, c: (x[0, c] - mean(x, d)) / sqrt(variance(x, d)))


def rms_norm(X, n, d, eps):
    """Divide each row by its root mean square."""
    return from_entries(n, d, lambda i, c: X[i, c] / sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d + eps))


@true("paper (layer normalisation): a positive factor and a shift of the input change nothing")
def trf19():
    d = dims("d")
    x = MatrixSymbol("x", 1, d)
    a, c = real("a c")
    return (
        layer_norm(a * x + c * OneMatrix(1, d), d),
        layer_norm(x, d),
        [lt(0, a), lt(0, variance(x, d))],
    )


@true("paper (rotations for quantisation): the root mean square norm commutes with orthogonal maps of the channels")
def trf20():
    n, d = dims("n d")
    X, g, eps = MatrixSymbol("X", n, d), OrthogonalSymbol("g", d), Symbol("epsilon", positive=True)
    return rms_norm(X * g, n, d, eps), rms_norm(X, n, d, eps) * g, []


@true("lecture notes (transformers): the root mean square norm puts all rows in a ball of radius √d")
def trf21():
    d, eps = dims("d"), Symbol("epsilon", positive=True)
    x = MatrixSymbol("x", 1, d)
    return le(SquaredNorm(rms_norm(x, 1, d, eps)), d), []


@true("paper (logit capping): bounded scores give every key a weight that is bounded below")
def trf22():
    r, n, c = dims("r"), dims("n"), real("c")
    S, i, j = MatrixSymbol("S", r, n), Idx("i", r), Idx("j", n)
    return le(exp(-2 * c) / n, RowSoftmax(S)[i, j]), [le(MaxNorm(S), c)]


@true("lecture notes (attention): causal attention does not exceed the largest absolute value of the values")
def trf23():
    Q, K, V, n, _, _ = self_qkv()
    return le(MaxNorm(Attention(Q, K, V, CausalMask(n))), MaxNorm(V)), []


@true("textbook (deep learning): the gradient of cross-entropy with soft labels by the logits")
def trf24():
    n, k = dims("n"), integer("k")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    loss = -Sum(y[0, k] * log(RowSoftmax(x)[0, k]), (k, 0, n - 1))
    return Gradient(loss, x), RowSoftmax(x) - y, [Equation(Sum(y[0, k], (k, 0, n - 1)), 1)]


@true("paper (FlashAttention, backward pass): the gradient by the scores, with the row sums of P∘G")
def trf25():
    r, n = dims("r n")
    S, G = MatrixSymbol("S", r, n), MatrixSymbol("G", r, n)
    P = RowSoftmax(S)
    return (
        Gradient(InnerProduct(P, G), S),
        HadamardProduct(P, G - RowSum(HadamardProduct(P, G)) * OneMatrix(1, n)),
        [],
    )


@true("paper (mixtures of experts): the softmax over the selected experts is the renormalised softmax over all")
def trf26():
    n = dims("n")
    x, chosen = MatrixSymbol("x", 1, n), SubsetSymbol("T", n)
    mask = SubsetMask(chosen, n)
    kept = HadamardProduct(RowSoftmax(x), mask.applyfunc(exp))
    return RowSoftmax(x + mask), kept / RowSum(kept)[0, 0], []


@true("paper (mixtures of experts): the balancing loss n Σ p² of a softmax gate is at least 1")
def trf27():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    return le(1, n * SquaredNorm(RowSoftmax(x))), []


@true("paper (linear biases): under a causal mask the bias of the distance is one that depends on the key alone")
def trf28():
    Q, K, V, n, _, _ = self_qkv()
    slope = real("m")
    distance = from_entries(n, n, lambda j, i: -slope * (j - i))
    position = from_entries(n, n, lambda j, i: slope * i)
    return (
        Attention(Q, K, V, CausalMask(n), bias=distance),
        Attention(Q, K, V, CausalMask(n), bias=position),
        [],
    )


@true("paper (latent attention): the up-projections are absorbed in the queries and in the output")
def trf29():
    r, n, c, ell, d = dims("r n c ell d")
    Q, C = MatrixSymbol("Q", r, ell), MatrixSymbol("C", n, c)
    W_K, W_V = MatrixSymbol("W_K", c, ell), MatrixSymbol("W_V", c, d)
    return (
        Attention(Q, C * W_K, C * W_V, scale=1 / sqrt(ell)),
        Attention(Q * W_K.T, C, C, scale=1 / sqrt(ell)) * W_V,
        [],
    )


@true("paper (kernel features): linear attention with positive features is a softmax of logarithms")
def trf30():
    r, n, k, d = dims("r n k d")
    F, G, V = MatrixSymbol("F", r, k), MatrixSymbol("G", n, k), MatrixSymbol("V", n, d)
    i, j, a = Idx("i", r), Idx("j", n), Idx("a", k)
    normalised = DiagMatrix(HadamardPower(F * G.T * OneMatrix(n, 1), -1)) * F * (G.T * V)
    return (
        normalised,
        RowSoftmax((F * G.T).applyfunc(log)) * V,
        [ForAll((i, a), lt(0, F[i, a])), ForAll((j, a), lt(0, G[j, a]))],
    )


# ell = 2, Q = [1, 0], K = [[1, 0], [0, 0]], M = [[1, 1], [0, 1]], V = (1, 0): scores (0, 0) and (1, 0)/√2
@false("lecture notes (symmetries of the weights): a base change of the keys without the transpose")
def trf31():
    Q, K, V, _, _, ell, _ = qkv()
    M = InvertibleSymbol("M", ell)
    return Attention(Q * M, K * Inverse(M), V), Attention(Q, K, V), []


# n = 2, sigma the swap, Q = K = 0, V = (1, 0): (0, 1/2) and (1/2, 1)
@false("lecture notes (equivariance): causal attention taken to commute with permutations")
def trf32():
    Q, K, V, n, _, _ = self_qkv()
    sigma = PermutationSymbol("sigma", n)
    return (
        Attention(sigma * Q, sigma * K, sigma * V, CausalMask(n)),
        sigma * Attention(Q, K, V, CausalMask(n)),
        [],
    )


# r = ell = d = 1, n = 2, Q = 0, c = 1, K = V = (1, 0): 0.73 and 0.5
@false("lecture notes (softmax): the same vector added to all queries, in place of all keys")
def trf33():
    Q, K, V, r, _, ell, _ = qkv()
    c = MatrixSymbol("c", 1, ell)
    return Attention(Q + OneMatrix(r, 1) * c, K, V), Attention(Q, K, V), []


# r = m = n = d = 1, S = 1, T = 0, V = 1, W = 0: 0.73 and 0.27
@false("paper (ring attention, split keys): two partial outputs merged with the weights swapped")
def trf34():
    return _merged(-1)


# h = 1, theta = 1, s = 1, t = 0, q = (1, 0), k = (0, 1): -sin 1 and sin 1
@false("paper (rotary positions): the score with the sum of the positions")
def trf35():
    return _rotated_score(lambda s, t: s + t)


# n = ell = d = 1, gamma = 2, K = V = 1: 1 and 2
@false("paper (retention): the state of a recurrence with decay, with exponents off by one")
def trf36():
    return _retention(lambda n, i: n - i)


# a = -1, x = (1, -1): (-1, 1) and (1, -1)
@false("paper (layer normalisation): invariance under a factor that need not be positive")
def trf37():
    d = dims("d")
    x, a = MatrixSymbol("x", 1, d), real("a")
    return layer_norm(a * x, d), layer_norm(x, d), [Ne(a, 0), lt(0, variance(x, d))]


# n = 2, d = 1, A = 2, B = C = 1, x = (1, 0): 2 and 1
@false("paper (state space models): the convolution kernel in the wrong order")
def trf38():
    return _state_space(lambda n, i: i)


# r = n = 1, S = 0, G = 1: 0 and 1
@false("paper (FlashAttention, backward pass): the gradient by the scores without the row sums")
def trf39():
    r, n = dims("r n")
    S, G = MatrixSymbol("S", r, n), MatrixSymbol("G", r, n)
    return Gradient(InnerProduct(RowSoftmax(S), G), S), HadamardProduct(RowSoftmax(S), G), []


# r = 1, n = 2, Q = K = 0, V = (1, 0): 1 and 1/2
@false("documentation of a library (KV cache): the last query sees all keys under a mask aligned at the top left")
def trf40():
    Q, K, V, r, n, _, _ = qkv()
    return Attention(Q, K, V, TopLeftCausalMask(r, n))[r - 1 :, :], Attention(Q[r - 1 :, :], K, V), []
