"""What kernel engineers rely on."""

from sympy import (
    BlockMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Idx,
    KroneckerProduct,
    MatrixSymbol,
    Max,
    OneMatrix,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    sqrt,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Attention,
    BottomRightCausalMask,
    CausalMask,
    ColumnSum,
    Equation,
    ForAll,
    Gradient,
    HeadConcat,
    HeadStack,
    InnerProduct,
    LogSumExp,
    MatrixFamily,
    OrthogonalSymbol,
    PaddingMask,
    PermutationSymbol,
    RotaryEncoding,
    RowMax,
    RowMean,
    RowSoftmax,
    RowSum,
    Sigmoid,
    SlidingWindowMask,
    TopLeftCausalMask,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, real, true


@true("Milakov & Gimelshein 2018, Online normalizer calculation for softmax; Dao et al. 2022: with the running output")
def zk01():
    n, d = dims("n d")
    t, c, s = Idx("t", n), Idx("c", d), MatrixSymbol("s", n, 1)
    top, total, out = MatrixSymbol("m", n + 1, 1), MatrixSymbol("l", n + 1, 1), MatrixSymbol("o", n + 1, d)
    V = MatrixSymbol("V", n, d)
    old, new = exp(top[t, 0] - top[t + 1, 0]), exp(s[t, 0] - top[t + 1, 0])
    given = [
        Equation(total[0, 0], 0),
        ForAll(c, Equation(out[0, c], 0)),
        ForAll(t, Equation(top[t + 1, 0], Max(top[t, 0], s[t, 0]))),
        ForAll(t, Equation(total[t + 1, 0], total[t, 0] * old + new)),
        ForAll((t, c), Equation(out[t + 1, c], out[t, c] * old + new * V[t, c])),
    ]
    return out[n, c] / total[n, 0], (RowSoftmax(s.T) * V)[0, c], given


@true("zhuzilin/ring-flash-attention, utils.py: a block is merged into the output by a sigmoid")
def zk02():
    r, m, k, d = dims("r m k d")
    A, B, V, W = MatrixSymbol("A", r, m), MatrixSymbol("B", r, k), MatrixSymbol("V", m, d), MatrixSymbol("W", k, d)
    out, block_out = RowSoftmax(A) * V, RowSoftmax(B) * W
    gate = Sigmoid(LogSumExp(B) - LogSumExp(A))
    whole = RowSoftmax(BlockMatrix([[A, B]])) * BlockMatrix([[V], [W]])
    return whole, out - DiagMatrix(gate) * (out - block_out), []


@true("Dao, Haziza, Massa & Sizov 2023, Flash-Decoding for long-context inference: the log-sum-exp over all splits")
def zk03():
    H, r, b = dims("H r b")
    h, S = Idx("h", H), MatrixFamily("S", H, r, b)
    return LogSumExp(HeadConcat(S)), LogSumExp(HeadConcat(LogSumExp(S[h]), h)), []


@true("Dao 2023, FlashAttention-2, Algorithm 2, line 4: the row sums D need only the output and its gradient")
def zk04():
    r, n, d = dims("r n d")
    P, V, dO = MatrixSymbol("P", r, n), MatrixSymbol("V", n, d), MatrixSymbol("dO", r, d)
    return RowSum(HadamardProduct(P, dO * V.T)), RowSum(HadamardProduct(dO, P * V)), []


@true("Dao et al. 2022, FlashAttention, appendix B.2: the gradient by the queries")
def zk05():
    (r, n, ell, d), (a,) = dims("r n ell d"), real("a,")
    Q, K, V, G = (
        MatrixSymbol("Q", r, ell),
        MatrixSymbol("K", n, ell),
        MatrixSymbol("V", n, d),
        MatrixSymbol("G", r, d),
    )
    P = RowSoftmax(a * Q * K.T)
    D = RowSum(HadamardProduct(G, P * V))
    dS = HadamardProduct(P, G * V.T - D * OneMatrix(1, n))
    return Gradient(InnerProduct(G, P * V), Q), a * dS * K, []


@true("Sun et al. 2023, Retentive Network; Yang et al. 2024, Gated Linear Attention: the second of two chunks")
def zk06():
    m, k, d, e = dims("m k d e")
    i, c, s = Idx("i", k), Idx("c", e), integer("s")
    Q, K, V = MatrixSymbol("Q", m + k, d), MatrixSymbol("K", m + k, d), MatrixSymbol("V", m + k, e)
    inter = (Q[m:, :] * (K[:m, :].T * V[:m, :]))[i, c]
    intra = Sum((Q[m:, :] * K[m:, :].T)[i, s] * V[m + s, c], (s, 0, i))
    return Sum((Q * K.T)[m + i, s] * V[s, c], (s, 0, m + i)), inter + intra, []


@true("Sun et al. 2023, Retentive Network, eq. 7: the state after a chunk with decay, as a product of matrices")
def zk07():
    n, d, e = dims("n d e")
    t, (gamma,) = Idx("t", n), real("gamma,")
    S, K, V = MatrixFamily("S", n + 1, d, e), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    decay = from_entries(n, 1, lambda i, j: gamma ** (n - 1 - i))
    given = [ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))]
    return S[n], gamma**n * S[0] + K.T * DiagMatrix(decay) * V, given


@true("Kwon et al. 2023, Efficient Memory Management with PagedAttention, §4.1: pages may lie in any order")
def zk08():
    r, m, b, ell, d = dims("r m b ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m * b, ell), MatrixSymbol("V", m * b, d)
    pages = KroneckerProduct(PermutationSymbol("sigma", m), Identity(b))
    return Attention(Q, pages * K, pages * V), Attention(Q, K, V), []


@true("Ainslie et al. 2023, GQA; flash-attention's pack_gqa: the queries of a group below each other, with one cache")
def zk09():
    G, r, n, ell, d = dims("G r n ell d")
    g, Q, K, V = Idx("g", G), MatrixFamily("Q", G, r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return HeadStack(Attention(Q[g], K, V), g), Attention(HeadStack(Q), K, V), []


@true("Jacob et al. 2018, Quantization and Training of Neural Networks, §2.3: zero-points moved out of the product")
def zk10():
    (m, k, n), (a, b, u, v) = dims("m k n"), real("a b u v")
    A, B = MatrixSymbol("A", m, k), MatrixSymbol("B", k, n)
    product = a * (A - u * OneMatrix(m, k)) * (b * (B - v * OneMatrix(k, n)))
    rows, columns = RowSum(A) * OneMatrix(1, n), OneMatrix(m, 1) * ColumnSum(B)
    return product, a * b * (A * B - v * rows - u * columns + k * u * v * OneMatrix(m, n)), []


@true("Graef, Wasielewski & Clapp 2024, FlashNorm: the weights go into the next layer, the norm after it")
def zk11():
    (n, d, e), eps = dims("n d e"), Symbol("epsilon", positive=True)
    X, gamma, W = MatrixSymbol("X", n, d), MatrixSymbol("gamma", d, 1), MatrixSymbol("W", d, e)

    def rms(i):
        return sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d + eps)

    normed = from_entries(n, d, lambda i, j: X[i, j] / rms(i) * gamma[j, 0])
    after = DiagMatrix(from_entries(n, 1, lambda i, j: 1 / rms(i)))
    return normed * W, after * (X * (DiagMatrix(gamma) * W)), []


@true("PyTorch, scaled_dot_product_attention with a key padding mask: whatever stands in the padding")
def zk12():
    r, m, k, ell, d = dims("r m k ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m, ell), MatrixSymbol("V", m, d)
    keys = BlockMatrix([[K], [MatrixSymbol("A", k, ell)]])
    values = BlockMatrix([[V], [MatrixSymbol("B", k, d)]])
    return Attention(Q, keys, values, PaddingMask(m, m + k, r)), Attention(Q, K, V), []


@true("Jiang et al. 2023, Mistral 7B, §2: a window at least as long as the sequence is causal attention")
def zk13():
    n, w, ell, d = dims("n w ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(Q, K, V, SlidingWindowMask(n, w)), Attention(Q, K, V, CausalMask(n)), [w >= n]


@true("transformers, convert_llama_weights_to_hf.py: interleaved and half-split layouts give the same scores")
def zk14():
    r, n, h = dims("r n h")
    j, i, m = Idx("j", r), Idx("i", n), Idx("m", h)
    Q, K, theta = MatrixSymbol("Q", r, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("theta", h, 1)
    A, B = MatrixSymbol("A", r, 2 * h), MatrixSymbol("B", n, 2 * h)
    given = [
        ForAll((j, m), Equation(Q[j, 2 * m], A[j, m])),
        ForAll((j, m), Equation(Q[j, 2 * m + 1], A[j, h + m])),
        ForAll((i, m), Equation(K[i, 2 * m], B[i, m])),
        ForAll((i, m), Equation(K[i, 2 * m + 1], B[i, h + m])),
    ]
    halves = RotaryEncoding(A, theta, layout="halves") * RotaryEncoding(B, theta, layout="halves").T
    return RotaryEncoding(Q, theta) * RotaryEncoding(K, theta).T, halves, given


@true("Hsu et al. 2024, Liger Kernel, RoPE: the backward pass is the forward pass with negated angles")
def zk15():
    n, h = dims("n h")
    X, G, theta = MatrixSymbol("X", n, 2 * h), MatrixSymbol("G", n, 2 * h), MatrixSymbol("theta", h, 1)
    return Gradient(InnerProduct(G, RotaryEncoding(X, theta)), X), RotaryEncoding(G, -theta), []


# r = m = k = d = 1, A = 0, B = 1, V = 0, W = 1: the left side is e/(1 + e) = 0.731, the right side 1/2
@false("Dao et al. 2022, FlashAttention, §3.1: two blocks are merged without rescaling to a common maximum")
def zk16():
    r, m, k, d = dims("r m k d")
    A, B, V, W = MatrixSymbol("A", r, m), MatrixSymbol("B", r, k), MatrixSymbol("V", m, d), MatrixSymbol("W", k, d)
    first = RowSum((A - RowMax(A) * OneMatrix(1, m)).applyfunc(exp))
    second = RowSum((B - RowMax(B) * OneMatrix(1, k)).applyfunc(exp))
    inverse = DiagMatrix(HadamardPower(first + second, -1))
    merged = inverse * (DiagMatrix(first) * (RowSoftmax(A) * V) + DiagMatrix(second) * (RowSoftmax(B) * W))
    return RowSoftmax(BlockMatrix([[A, B]])) * BlockMatrix([[V], [W]]), merged, []


# r = 1, n = 2, Q = K = 0, V = (0, 1): the left side is 0, the right side 1/2
@false("PyTorch 2.3, torch.nn.attention.bias: the two causal biases are taken for one when there is a cache")
def zk17():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    top_left = Attention(Q, K, V, TopLeftCausalMask(r, n))
    return top_left, Attention(Q, K, V, BottomRightCausalMask(r, n)), [n >= r]


# m = k = d = e = 1, Q = K = V = (1, 1), gamma = 2, i = c = 0: the left side is 3, the right side 2
@false("Qin et al. 2024, Lightning Attention-2: the decay of the state is off by one step")
def zk18():
    (m, k, d, e), (gamma,) = dims("m k d e"), real("gamma,")
    i, c, s = Idx("i", k), Idx("c", e), integer("s")
    Q, K, V = MatrixSymbol("Q", m + k, d), MatrixSymbol("K", m + k, d), MatrixSymbol("V", m + k, e)
    scores = Q * K.T
    state = Sum(gamma ** (m - 1 - s) * scores[m + i, s] * V[s, c], (s, 0, m - 1))
    intra = Sum(gamma ** (i - s) * scores[m + i, m + s] * V[m + s, c], (s, 0, i))
    whole = Sum(gamma ** (m + i - s) * scores[m + i, s] * V[s, c], (s, 0, m + i))
    return whole, gamma**i * state + intra, []


# r = m = k = ell = d = 1, Q = K = 0, V = 1: the left side is 1/2, the right side 1
@false("Kwon et al. 2023, PagedAttention: the last page is filled up with zeros and not masked")
def zk19():
    r, m, k, ell, d = dims("r m k ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m, ell), MatrixSymbol("V", m, d)
    keys, values = BlockMatrix([[K], [ZeroMatrix(k, ell)]]), BlockMatrix([[V], [ZeroMatrix(k, d)]])
    return Attention(Q, keys, values), Attention(Q, K, V), []


# n = 1, d = 2, epsilon = 1, X = (1, 1), g = diag(1, -1): the left side is (0.707, -0.707), the right side (0, 0)
@false("Ashkboos et al. 2024, SliceGPT, §3: the invariance of RMS norm under rotations is claimed of layer norm")
def zk20():
    (n, d), eps = dims("n d"), Symbol("epsilon", positive=True)
    X, g = MatrixSymbol("X", n, d), OrthogonalSymbol("g", d)

    def layer_norm(X):
        def centred(i, j):
            return X[i, j] - RowMean(X)[i, 0]

        def deviation(i):
            return sqrt(sum_over(d, lambda k: centred(i, k) ** 2) / d + eps)

        return from_entries(n, d, lambda i, j: centred(i, j) / deviation(i))

    return layer_norm(X * g), layer_norm(X) * g, []
