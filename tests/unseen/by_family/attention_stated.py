"""Attention as papers state it: heads, masks, positions, blocks, gradients, losses, gates, norms, residual paths."""

from sympy import (
    Abs,
    BlockMatrix,
    Derivative,
    Identity,
    Idx,
    KroneckerProduct,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    ZeroMatrix,
    exp,
    log,
    sqrt,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Attention,
    BlockDiagonalMask,
    Equation,
    Flip,
    ForAll,
    Gradient,
    HeadBlock,
    HeadStack,
    InnerProduct,
    LogSumExp,
    MatrixFamily,
    Member,
    OrthogonalSymbol,
    ProbabilitySymbol,
    RotaryEncoding,
    RowMax,
    RowMean,
    RowSoftmax,
    Sigmoid,
    SlidingWindowMask,
    SquaredNorm,
    SubsetMask,
    SubsetSymbol,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, le, lt, real, true


@true(
    "Shazeer, Fast Transformer Decoding (2019), §3: heads that share keys and values are one"
    " attention of stacked queries"
)
def ap01():
    H, r, n, ell, d = dims("H r n ell d")
    h, Q = Idx("h", H), MatrixFamily("Q", H, r, ell)
    K, V = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return HeadStack(Attention(Q[h], K, V), h), Attention(HeadStack(Q), K, V), []


@true(
    "Schlag, Irie & Schmidhuber, Linear Transformers Are Secretly Fast Weight Programmers (2021), §4.2: the delta rule"
)
def ap02():
    d, e = dims("d e")
    S, k, v = MatrixSymbol("S", d, e), MatrixSymbol("k", e, 1), MatrixSymbol("v", d, 1)
    beta = real("beta")
    written = S * (Identity(e) - beta * k * k.T) + beta * v * k.T
    return written * k, v, [Equation(beta * SquaredNorm(k), 1)]


@true("Arora et al., Simple linear attention language models (Based, 2024), §3: features of the Taylor series of exp")
def ap03():
    d = dims("d")
    q, k = MatrixSymbol("q", d, 1), MatrixSymbol("k", d, 1)

    def features(x):
        return BlockMatrix([[OneMatrix(1, 1)], [x], [KroneckerProduct(x, x) / sqrt(2)]])

    dot = InnerProduct(q, k)
    return InnerProduct(features(q), features(k)), 1 + dot + dot**2 / 2, []


@true("Hu et al., LoRA (2021), §4.1; Hayou et al., LoRA+ (2024): with B = 0 the first gradient of A is zero")
def ap04():
    n, d, e, r = dims("n d e r")
    X, Y, W = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, e), MatrixSymbol("W", d, e)
    A, B = MatrixSymbol("A", d, r), MatrixSymbol("B", r, e)
    loss = SquaredNorm(Y - X * (W + A * B))
    return Gradient(loss, A), ZeroMatrix(d, r), [Equation(B, ZeroMatrix(r, e))]


@true(
    "Rafailov et al., Direct Preference Optimization (2023), §4, eq. 5: the partition function cancels in a preference"
)
def ap05():
    n = dims("n")
    i, win, lose = Idx("i", n), Idx("win", n), Idx("lose", n)
    policy, ref, r = MatrixSymbol("pi", 1, n), MatrixSymbol("rho", 1, n), MatrixSymbol("r", 1, n)
    beta, Z = Symbol("beta", positive=True), Symbol("Z", positive=True)
    given = [
        ForAll(i, lt(0, ref[0, i])),
        ForAll(i, Equation(policy[0, i], ref[0, i] * exp(r[0, i] / beta) / Z)),
    ]

    def implicit(a):
        return beta * log(policy[0, a] / ref[0, a])

    return implicit(win) - implicit(lose), r[0, win] - r[0, lose], given


@true("Beltagy, Peters & Cohan, Longformer (2020), §3.1: a two-sided window reads a reversed text in reverse")
def ap06():
    n, w, ell, d = dims("n w ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    window = SlidingWindowMask(n, w, causal=False)
    return Attention(Flip(Q), Flip(K), Flip(V), window), Flip(Attention(Q, K, V, window)), []


@true(
    "Xiao et al., Efficient Streaming Language Models with Attention Sinks (2023), §3.2;"
    " gpt-oss (2025): a sink is a gate"
)
def ap07():
    r, n, d = dims("r n d")
    S, V, c = MatrixSymbol("S", r, n), MatrixSymbol("V", n, d), MatrixSymbol("c", r, 1)
    left = RowSoftmax(BlockMatrix([[S, c]])) * BlockMatrix([[V], [ZeroMatrix(1, d)]])
    return left, DiagMatrix(Sigmoid(LogSumExp(S) - c)) * RowSoftmax(S) * V, []


@true(
    "Hinton, Vinyals & Dean, Distilling the Knowledge in a Neural Network (2015), §2: why the loss is multiplied by T²"
)
def ap08():
    n = dims("n")
    p, z, T = ProbabilitySymbol("p", n), MatrixSymbol("z", 1, n), Symbol("T", positive=True)
    loss = -(T**2) * InnerProduct(p, RowSoftmax(z / T).applyfunc(log))
    return Gradient(loss, z), T * (RowSoftmax(z / T) - p), []


@true("Chen et al., Extending Context Window of LLMs via Positional Interpolation (2023), §2.3: angles at half steps")
def ap09():
    n, h = dims("n h")
    i, c = Idx("i", n), Idx("c", 2 * h)
    X, theta = MatrixSymbol("X", 2 * n, 2 * h), MatrixSymbol("theta", h, 1)
    every_other = from_entries(n, 2 * h, lambda a, b: X[2 * a, b])
    return RotaryEncoding(X, theta / 2)[2 * i, c], RotaryEncoding(every_other, theta)[i, c], []


@true(
    "Jiang et al., Mixtral of Experts (2024), §2.1: a softmax over the chosen experts keeps the ratios of their gates"
)
def ap10():
    n = dims("n")
    i, j, S, x = Idx("i", n), Idx("j", n), SubsetSymbol("S", n), MatrixSymbol("x", 1, n)
    chosen, gates = RowSoftmax(x + SubsetMask(S, n)), RowSoftmax(x)
    return chosen[0, i] * gates[0, j], chosen[0, j] * gates[0, i], [Member(i, S), Member(j, S)]


@true("Rafailov et al., Direct Preference Optimization (2023), A.1: the best value of the reward with a KL penalty")
def ap11():
    n = dims("n")
    policy, ref, r = MatrixSymbol("pi", 1, n), MatrixSymbol("rho", 1, n), MatrixSymbol("r", 1, n)
    beta = Symbol("beta", positive=True)
    given = [
        ForAll(n, lambda i: lt(0, policy[0, i])),
        ForAll(n, lambda i: lt(0, ref[0, i])),
        Equation(sum_over(n, lambda s: policy[0, s]), 1),
    ]
    divergence = sum_over(n, lambda s: policy[0, s] * log(policy[0, s] / ref[0, s]))
    best = beta * log(sum_over(n, lambda s: ref[0, s] * exp(r[0, s] / beta)))
    return le(InnerProduct(policy, r) - beta * divergence, best), given


@true("Henry et al., Query-Key Normalization for Transformers (2020), §3: with unit rows no weight is below e^(−2τ)/n")
def ap12():
    r, n, ell = dims("r n ell")
    i, j = Idx("i", r), Idx("j", n)
    Q, K, tau = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), Symbol("tau", positive=True)
    given = [
        ForAll(r, lambda a: Equation(sum_over(ell, lambda s: Q[a, s] ** 2), 1)),
        ForAll(n, lambda b: Equation(sum_over(ell, lambda s: K[b, s] ** 2), 1)),
    ]
    return le(exp(-2 * tau) / n, RowSoftmax(tau * Q * K.T)[i, j]), given


@true("Ramsauer et al., Hopfield Networks is All You Need (2020), A.1.5: the mean score has the variance as derivative")
def ap13():
    n = dims("n")
    x, beta = MatrixSymbol("x", 1, n), real("beta")
    p = RowSoftmax(beta * x)
    mean = InnerProduct(x, p)
    variance = sum_over(n, lambda s: p[0, s] * x[0, s] ** 2) - mean**2
    return Derivative(mean, beta), variance, []


@true(
    "Dong, Cordonnier & Loukas, Attention is not all you need (2021), §2: an output is no longer than the longest value"
)
def ap14():
    r, n, ell, d = dims("r n ell d")
    j, c = Idx("j", r), real("c")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    out = Attention(Q, K, V)
    given = [ForAll(n, lambda i: le(sum_over(d, lambda a: V[i, a] ** 2), c))]
    return le(sum_over(d, lambda a: out[j, a] ** 2), c), given


@true(
    "Krell et al., Efficient Sequence Packing without Cross-contamination (2021), §3.2.2: packed sequences do not mix"
)
def ap15():
    m, w, ell, d = dims("m w ell d")
    b = Idx("b", m)
    Q, K, V = MatrixSymbol("Q", m * w, ell), MatrixSymbol("K", m * w, ell), MatrixSymbol("V", m * w, d)
    apart = Attention(HeadBlock(Q, b, m), HeadBlock(K, b, m), HeadBlock(V, b, m))
    return Attention(Q, K, V, BlockDiagonalMask(m * w, w)), HeadStack(apart, b), []


# n = 2, S = 0, m = 1: row 0 is softmax(0, -1) on the left, softmax(0, 1) on the right. (True under a causal mask.)
@false(
    "Press, Smith & Lewis, Train Short, Test Long (ALiBi, 2022), §3, without the causal mask: a bias of the key alone"
)
def ap16():
    n = dims("n")
    S, m = MatrixSymbol("S", n, n), real("m")
    distance = from_entries(n, n, lambda j, i: -m * Abs(j - i))
    place = from_entries(n, n, lambda j, i: m * i)
    return RowSoftmax(S + distance), RowSoftmax(S + place), []


# r = ell = d = 1, n = c = 2, C = 1, X W_Q = (1), W_K = W_V = (1, 0).T: softmax(1, 0) against softmax(1/√2, 0).
@false("DeepSeek-AI, DeepSeek-V2 (2024), §2.1.2, without correcting the scale: W_K absorbed into the queries")
def ap17():
    r, n, e, c, ell, d = dims("r n e c ell d")
    X, C = MatrixSymbol("X", r, e), MatrixSymbol("C", n, c)
    W_Q, W_K, W_V = MatrixSymbol("W_Q", e, ell), MatrixSymbol("W_K", c, ell), MatrixSymbol("W_V", c, d)
    return Attention(X * W_Q, C * W_K, C * W_V), Attention(X * W_Q * W_K.T, C, C) * W_V, []


# n = 1, d = 2, X = (1, 0), g = diag(1, -1): both X and X g are (1, 0), and (1/2, -1/2) g is not (1/2, -1/2).
@false("Ashkboos et al., SliceGPT (2024), §3.1, with LayerNorm in place of RMSNorm: a rotation goes through")
def ap18():
    n, d = dims("n d")
    X, g, eps = MatrixSymbol("X", n, d), OrthogonalSymbol("g", d), Symbol("epsilon", positive=True)

    def layer_norm(Y):
        Z = Y - RowMean(Y) * OneMatrix(1, d)
        return from_entries(n, d, lambda i, j: Z[i, j] / sqrt(sum_over(d, lambda k: Z[i, k] ** 2) / d + eps))

    return layer_norm(X * g), layer_norm(X) * g, []


# n = 1, d = 2, A = B = 1, W = E_12, U = E_21, X = (1, 0): the last term is X W U = (1, 0) on the left, X U W
# = 0 on the right.
@false(
    "Elhage et al., A Mathematical Framework for Transformer Circuits (2021), virtual heads with rows, in wrong order"
)
def ap19():
    n, d = dims("n d")
    X, A, B = MatrixSymbol("X", n, d), MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    W, U = MatrixSymbol("W", d, d), MatrixSymbol("U", d, d)
    first = X + A * X * W
    return first + B * first * U, X + A * X * W + B * X * U + B * A * X * U * W, []


# r = d = m = 1, k = 2, S = 0, T = (0, 0), V = 1, U = 0: 1/3 on the left, 1/2 on the right. (True with
# LogSumExp for RowMax.)
@false("Dao et al., FlashAttention (2022), §3.1, with the maxima alone in place of log-sum-exp: two blocks merged")
def ap20():
    r, m, k, d = dims("r m k d")
    S, T = MatrixSymbol("S", r, m), MatrixSymbol("T", r, k)
    V, U = MatrixSymbol("V", m, d), MatrixSymbol("U", k, d)
    lead = RowMax(S) - RowMax(T)
    left = RowSoftmax(BlockMatrix([[S, T]])) * BlockMatrix([[V], [U]])
    right = DiagMatrix(Sigmoid(lead)) * RowSoftmax(S) * V + DiagMatrix(Sigmoid(-lead)) * RowSoftmax(T) * U
    return left, right, []
