"""Papers on transformers: kernels, positions, norms, low rank, objectives of reinforcement learning, quantisation."""

from sympy import (
    BlockMatrix,
    Eq,
    Gt,
    Idx,
    KroneckerProduct,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    OneMatrix,
    Piecewise,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    log,
    sqrt,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Attention,
    CausalMask,
    ColumnMean,
    Equation,
    ForAll,
    FrobeniusNorm,
    Gradient,
    InnerProduct,
    LogSumExp,
    MaxNorm,
    Norm1,
    PrefixMask,
    ProbabilitySymbol,
    RowSoftmax,
    RowSum,
    Sigmoid,
    SquaredNorm,
    dims,
    from_entries,
    sum_over,
)
from symattn.modern import LoRA, RMSNorm, Rotary, SoftCap
from tests.unseen.table import false, integer, le, natural, real, true


def _clip(x, eps):
    return Max(1 - eps, Min(x, 1 + eps))


# exp(l1)/(exp(l1) + exp(l2)) = sigmoid(l1 - l2)
@true("FlashInfer (Ye et al. 2025), §2.2; cascade inference: two attention states merge with a sigmoid of their LSEs")
def kp01():
    r, m, n, ell, d = dims("r m n ell d")
    Q = MatrixSymbol("Q", r, ell)
    K, L = MatrixSymbol("K", m, ell), MatrixSymbol("L", n, ell)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    g = Sigmoid(LogSumExp(Q * K.T / sqrt(ell)) - LogSumExp(Q * L.T / sqrt(ell)))
    merged = DiagMatrix(g) * Attention(Q, K, V) + DiagMatrix(OneMatrix(r, 1) - g) * Attention(Q, L, W)
    return Attention(Q, BlockMatrix([[K], [L]]), BlockMatrix([[V], [W]])), merged, []


# (q x q)(k x k)' = (q.k)^2
@true("Based (Arora et al. 2024), §4.1; Keles et al. 2023: the Taylor feature map of linear attention")
def kp02():
    ell = dims("ell")
    q, k = MatrixSymbol("q", 1, ell), MatrixSymbol("k", 1, ell)

    def phi(x):
        return BlockMatrix([[OneMatrix(1, 1), x, KroneckerProduct(x, x) / sqrt(2)]])

    score = InnerProduct(q, k)
    return InnerProduct(phi(q), phi(k)), 1 + score + score**2 / 2, []


# rotations keep norms; Cauchy-Schwarz
@true("RoFormer (Su et al. 2021), §3.4 and the decay bound: a rotary score is at most the product of the norms")
def kp03():
    r, n, h = dims("r n h")
    s, t = real("s t")
    Q, K, theta = MatrixSymbol("Q", r, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("theta", h, 1)
    i, j = Idx("i", r), Idx("j", n)
    score = InnerProduct(Rotary(Q, theta, s)[i, :], Rotary(K, theta, t)[j, :])
    return le(score, FrobeniusNorm(Q[i, :]) * FrobeniusNorm(K[j, :])), []


# -s(i - j) and s j differ by a constant of the row
@true("ALiBi (Press et al. 2022), §3 footnote: the bias may depend on the key alone")
def kp04():
    n, ell, d = dims("n ell d")
    s = real("s")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    relative = from_entries(n, n, lambda i, j: -s * (i - j))
    absolute = from_entries(n, n, lambda i, j: s * j)
    return (
        Attention(Q, K, V, bias=relative + CausalMask(n)),
        Attention(Q, K, V, bias=absolute + CausalMask(n)),
        [],
    )


# the scores lie between -c and c
@true("Gemma 2 (2024), §2 with Velickovic et al. 2024, Lemma 2.1: capped logits cannot make a sharp softmax")
def kp05():
    r, n, c = *dims("r n"), Symbol("c", positive=True)
    S, i, j = MatrixSymbol("S", r, n), Idx("i", r), Idx("j", n)
    capped = from_entries(r, n, lambda a, b: SoftCap(S[a, b], c))
    return le(RowSoftmax(capped)[i, j], exp(2 * c) / n), []


# sqrt(a^2 m + a^2 eps) = a sqrt(m + eps)
@true("Zhang & Sennrich 2019, §4: rescaling invariance of RMSNorm, with the epsilon that it needs")
def kp06():
    n, d = dims("n d")
    a, eps = Symbol("a", positive=True), Symbol("epsilon", positive=True)
    X = MatrixSymbol("X", n, d)
    return RMSNorm(a * X, a**2 * eps), RMSNorm(X, eps), []


@true("LoRA (Hu et al. 2022), §4.1; LoRA+ (Hayou et al. 2024), §3: gradient of the squared loss by the factor A")
def kp07():
    n, d, e, r = dims("n d e r")
    alpha = real("alpha")
    X, Y, W = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, e), MatrixSymbol("W", d, e)
    B, A = MatrixSymbol("B", d, r), MatrixSymbol("A", r, e)
    residual = X * LoRA(W, B, A, alpha) - Y
    return Gradient(SquaredNorm(residual) / 2, A), alpha / r * B.T * X.T * residual, []


@true("Mixtral (Jiang et al. 2024), §2.1: softmax over the top experts is the renormalised softmax")
def kp08():
    m, k = dims("m k")
    s, i = MatrixSymbol("s", 1, m + k), Idx("i", m)
    gates = RowSoftmax(s)
    return (
        RowSoftmax(s + PrefixMask(m, m + k))[0, i],
        gates[0, i] / sum_over(m, lambda j: gates[0, j]),
        [],
    )


# the mean gates sum to 1; Cauchy-Schwarz
@true("Switch Transformer (Fedus et al. 2022), §2.2, soft form: the balance loss is at least 1")
def kp09():
    T, n = dims("T n")
    X = MatrixSymbol("X", T, n)
    return le(1, n * SquaredNorm(ColumnMean(RowSoftmax(X)))), []


# beta log(pi/ref) = r - beta log Z, and Z cancels in the difference
@true("DPO (Rafailov et al. 2023), eqs. 4-6: the Bradley-Terry preference in terms of the optimal policy")
def kp10():
    n, beta = dims("n"), Symbol("beta", positive=True)
    pi, ref, r = MatrixSymbol("p", 1, n), MatrixSymbol("rho", 1, n), MatrixSymbol("r", 1, n)
    i, j = Idx("i", n), Idx("j", n)
    Z = sum_over(n, lambda k: ref[0, k] * exp(r[0, k] / beta))
    margin = beta * log(pi[0, i] / ref[0, i]) - beta * log(pi[0, j] / ref[0, j])
    return (
        Equation(Sigmoid(margin), exp(r[0, i]) / (exp(r[0, i]) + exp(r[0, j]))),
        [
            ForAll(n, lambda k: Gt(ref[0, k], 0)),
            ForAll(n, lambda k: Equation(pi[0, k], ref[0, k] * exp(r[0, k] / beta) / Z)),
        ],
    )


# for A >= 0 only the upper end of the clip matters
@true("PPO (Schulman et al. 2017), §3 and Figure 1: the clipped objective for a nonnegative advantage")
def kp11():
    r, A, eps = real("r"), real("A"), Symbol("epsilon", positive=True)
    return (
        Equation(Min(r * A, _clip(r, eps) * A, evaluate=False), A * Min(r, 1 + eps)),
        [le(0, A)],
    )


@true("RLOO (Ahmadian et al. 2024), §2.4; Dr. GRPO (2025): leave-one-out as G/(G - 1) times the centred reward")
def kp12():
    G = dims("G")
    R, i = MatrixSymbol("R", G, 1), Idx("i", G)
    others = sum_over(G, lambda j: Piecewise((0, Eq(j, i)), (R[j, 0], True)))
    mean = sum_over(G, lambda j: R[j, 0]) / G
    return Equation(R[i, 0] - others / (G - 1), G * (R[i, 0] - mean) / (G - 1)), [G >= 2]


# induction on the number of drafts
@true("Leviathan et al. 2023, eq. 1: the expected number of tokens of a round of speculative decoding")
def kp13():
    a, N, i = real("alpha"), natural("N"), integer("i")
    expected = Sum((i + 1) * (1 - a) * a**i, (i, 0, N - 1)) + (N + 1) * a**N
    return expected, (1 - a ** (N + 1)) / (1 - a), [Ne(a, 1)]


# Hoelder with the rounding error of at most half a step
@true("LLM.int8 (Dettmers et al. 2022), §2; GPTQ: the error of an output under rounded weights")
def kp14():
    d, e = dims("d e")
    delta = Symbol("delta", positive=True)
    x, W, R = MatrixSymbol("x", 1, d), MatrixSymbol("W", d, e), MatrixSymbol("R", d, e)
    return le(MaxNorm(x * W - x * R), delta / 2 * Norm1(x)), [le(MaxNorm(W - R), delta / 2)]


# softmax does not change when a constant is added to a row
@true("FlashAttention (Dao et al. 2022), Appendix B.2: the gradient by the scores sums to 0 in every row")
def kp15():
    r, n, d = dims("r n d")
    S, V, G = MatrixSymbol("S", r, n), MatrixSymbol("V", n, d), MatrixSymbol("G", r, d)
    return RowSum(Gradient(InnerProduct(G, RowSoftmax(S) * V), S)), ZeroMatrix(r, 1), []


# h = 1, n = 2, theta = pi/2, Q = K = 0, V = ((0, 0), (1, 0)): row 0 is R v/2 and v/2
@false("RoFormer: rotating the values as well is rotating the output")
def kp16():
    n, h = dims("n h")
    Q, K, V = (MatrixSymbol(name, n, 2 * h) for name in "QKV")
    theta = MatrixSymbol("theta", h, 1)

    def turn(X):
        return Rotary(X, theta, 0)

    return Attention(turn(Q), turn(K), turn(V)), turn(Attention(turn(Q), turn(K), V)), []


# r = ell = d = 1, n = 2, Q = 1, K = (2, 0)', L = 0, V = (1, 0)': 0.690 and 0.731
@false("GQA (Ainslie et al. 2023), §2.1: mean-pooling two key heads averages their outputs")
def kp17():
    r, n, ell, d = dims("r n ell d")
    Q, K, L, V = MatrixSymbol("Q", r, ell), *(MatrixSymbol(c, n, ell) for c in "KL"), MatrixSymbol("V", n, d)
    return (Attention(Q, K, V) + Attention(Q, L, V)) / 2, Attention(Q, (K + L) / 2, V), []


# n = 2, f = (1, 0), P = (0, 1): 1 <= 0 fails
@false("near miss of kp09: for any two distributions of dispatched fractions and mean gates")
def kp18():
    n = dims("n")
    f, P = ProbabilitySymbol("f", n), ProbabilitySymbol("P", n)
    return le(1, n * sum_over(n, lambda k: f[0, k] * P[0, k])), []


# r = 0, A = 1, epsilon = 1/2: 0 and 1/2
@false("near miss of kp11: the minimum in PPO is always the clipped term")
def kp19():
    r, A, eps = real("r"), real("A"), Symbol("epsilon", positive=True)
    return Equation(Min(r * A, _clip(r, eps) * A, evaluate=False), _clip(r, eps) * A), []


# d = 2, e = 1, x = (1, 1), W = (1, 1)', R = 0, delta = 2: 2 and sqrt 2
@false("near miss of kp14: with the Euclidean norm")
def kp20():
    d, e = dims("d e")
    delta = Symbol("delta", positive=True)
    x, W, R = MatrixSymbol("x", 1, d), MatrixSymbol("W", d, e), MatrixSymbol("R", d, e)
    return le(MaxNorm(x * W - x * R), delta / 2 * FrobeniusNorm(x)), [le(MaxNorm(W - R), delta / 2)]
