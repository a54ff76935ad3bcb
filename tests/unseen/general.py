"""Attention and masks, positions, gradients, norms, recurrences, probability, matrices, sums: statements."""

from sympy import (
    Abs,
    BlockMatrix,
    Derivative,
    Eq,
    Ge,
    Gt,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    OneMatrix,
    Piecewise,
    Product,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    cos,
    exp,
    log,
    sin,
    sqrt,
    symbols,
)

from symattn import (
    Attention,
    BlockRotation,
    BottomRightCausalMask,
    CausalMask,
    ColumnMax,
    CommonMean,
    Equation,
    Expectation,
    ForAll,
    Frequencies,
    FrobeniusNorm,
    Gradient,
    HeadBlock,
    HeadConcat,
    HeadSum,
    Independent,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    Loewner,
    LogSumExp,
    MaskSymbol,
    MatrixFamily,
    MaxNorm,
    Norm1,
    OrthogonalSymbol,
    PermutationSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    ProbabilitySymbol,
    RotaryEncoding,
    RowSoftmax,
    RowSum,
    SelfAttention,
    SequentialEncoding,
    Sigmoid,
    SiLU,
    SinusoidalVector,
    SlidingWindowMask,
    SquaredNorm,
    TopLeftCausalMask,
    Variance,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, true

r, n, ell, d, m, k, H, N = dims("r n ell d m k H N")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
QS = MatrixSymbol("Q", n, ell)  # as many queries as keys
sigma = PermutationSymbol("sigma", n)


def row(i, x):
    return x[i, :]


# ---------------------------------------------------------------- attention and masks (18 true, 6 false)


@true("folklore: equal keys give uniform attention")
def att_equal_keys_mean():
    key = MatrixSymbol("k", 1, ell)
    return Attention(Q, OneMatrix(n, 1) * key, V), OneMatrix(r, n) * V / n, []


@true("Radford et al. 2022 (Whisper has no bias in the key projection)")
def att_key_bias_cancels():
    X, W, b = MatrixSymbol("X", n, m), MatrixSymbol("W", m, ell), MatrixSymbol("b", 1, ell)
    return Attention(Q, X * W + OneMatrix(n, 1) * b, V), Attention(Q, X * W, V), []


@false("slip: the query bias cancels as the key bias does")
def att_query_bias_cancels():
    b = MatrixSymbol("b", 1, ell)
    return Attention(Q + OneMatrix(r, 1) * b, K, V), Attention(Q, K, V), []


@true("Vaswani et al. 2017, value bias passes through")
def att_value_bias():
    W, b = MatrixSymbol("W", d, m), MatrixSymbol("b", 1, m)
    return Attention(Q, K, V * W + OneMatrix(n, 1) * b), Attention(Q, K, V) * W + OneMatrix(r, 1) * b, []


@true("lecture: attention averages, so it cannot exceed the largest value")
def att_below_column_max():
    j, c = Idx("j", r), Idx("c", d)
    return Le(Attention(Q, K, V)[j, c], ColumnMax(V)[0, c]), None, []


@true("lecture: the first token sees only itself")
def att_causal_first():
    return Attention(QS, K, V, CausalMask(n))[0, :], V[0, :], []


@false("slip: the last token of causal attention copies its own value")
def att_causal_last_copies():
    return Attention(QS, K, V, CausalMask(n))[n - 1, :], V[n - 1, :], []


@true("decoding: the last row of causal attention needs no mask")
def att_causal_last_row():
    return Attention(QS, K, V, CausalMask(n))[n - 1, :], Attention(QS[n - 1, :], K, V), []


@true("KV cache: a prefix does not depend on what follows")
def att_causal_prefix():
    Qs, Ks, Vs = MatrixSymbol("Q", m + k, ell), MatrixSymbol("K", m + k, ell), MatrixSymbol("V", m + k, d)
    return (
        Attention(Qs, Ks, Vs, CausalMask(m + k))[:m, :],
        Attention(Qs[:m, :], Ks[:m, :], Vs[:m, :], CausalMask(m)),
        [],
    )


@true("Mistral 7B: a window as long as the sequence is causal attention")
def att_window_full():
    return Attention(QS, K, V, SlidingWindowMask(n, n)), Attention(QS, K, V, CausalMask(n)), []


@true("Longformer: symmetric window and causal mask together")
def att_window_and_causal():
    w = dims("w")
    return (
        Attention(QS, K, V, CausalMask(n) + SlidingWindowMask(n, w, causal=False)),
        Attention(QS, K, V, SlidingWindowMask(n, w)),
        [],
    )


@false("PyTorch: is_causal with fewer queries than keys, two alignments taken for one")
def att_topleft_is_bottomright():
    Ks, Vs = MatrixSymbol("K", r + m, ell), MatrixSymbol("V", r + m, d)
    return (
        Attention(Q, Ks, Vs, TopLeftCausalMask(r, r + m)),
        Attention(Q, Ks, Vs, BottomRightCausalMask(r, r + m)),
        [],
    )


@true("FlashAttention 2.1 changelog: one query aligned bottom right sees all keys")
def att_bottomright_one_query():
    q = MatrixSymbol("q", 1, ell)
    return Attention(q, K, V, BottomRightCausalMask(1, n)), Attention(q, K, V), []


@true("folklore: attention to a multiset listed twice")
def att_keys_twice():
    return Attention(Q, BlockMatrix([[K], [K]]), BlockMatrix([[V], [V]])), Attention(Q, K, V), []


@true("Flash-Decoding: two splits merged by their normalisers")
def att_two_splits():
    q, K2, V2 = MatrixSymbol("q", 1, ell), MatrixSymbol("K2", m, ell), MatrixSymbol("V2", m, d)
    a = sum_over(n, lambda i: exp(sum_over(ell, lambda c: q[0, c] * K[i, c]) / sqrt(ell)))
    b = sum_over(m, lambda i: exp(sum_over(ell, lambda c: q[0, c] * K2[i, c]) / sqrt(ell)))
    return (
        Attention(q, BlockMatrix([[K], [K2]]), BlockMatrix([[V], [V2]])),
        a / (a + b) * Attention(q, K, V) + b / (a + b) * Attention(q, K2, V2),
        [],
    )


@false("slip: two splits are averaged")
def att_two_splits_averaged():
    K2, V2 = MatrixSymbol("K2", n, ell), MatrixSymbol("V2", n, d)
    return (
        Attention(Q, BlockMatrix([[K], [K2]]), BlockMatrix([[V], [V2]])),
        (Attention(Q, K, V) + Attention(Q, K2, V2)) / 2,
        [],
    )


@true("Katharopoulos et al. 2020, eq. 8: masked linear attention row by row")
def att_causal_linear():
    F, G = MatrixSymbol("F", n, m), MatrixSymbol("G", n, m)
    L = from_entries(n, n, lambda i, j: Piecewise((1, Le(j, i)), (0, True)))
    i, c, j = Idx("i", n), Idx("c", d), Symbol("j", integer=True)
    return (
        (HadamardProduct(F * G.T, L) * V)[i, c],
        sum_over(m, lambda a: F[i, a] * Sum(G[j, a] * V[j, c], (j, 0, i))),
        [],
    )


@true("Vaswani et al. 2017: concatenation times W_O is a sum over heads")
def att_concat_is_sum():
    q = dims("q")
    A, W, h = MatrixFamily("A", H, n, q), MatrixSymbol("W", H * q, d), Idx("h", H)
    return HeadConcat(A) * W, HeadSum(A[h] * HeadBlock(W, h, H), h), []


@true("Elhage et al. 2021: the QK circuit is W_Q W_Kᵀ")
def att_qk_circuit():
    X = MatrixSymbol("X", n, m)
    A, B, C = MatrixSymbol("A", m, ell), MatrixSymbol("B", m, ell), MatrixSymbol("C", m, d)
    return (
        SelfAttention(X, A, B, C, CausalMask(n)),
        RowSoftmax((X * (A * B.T) * X.T + CausalMask(n)) / sqrt(ell)) * X * C,
        [],
    )


@false("porting a bias from PyTorch: it is scaled with the scores")
def att_bias_scaled_or_not():
    B = MatrixSymbol("B", r, n)
    return Attention(Q, K, V, bias=B), RowSoftmax((Q * K.T + B) / sqrt(ell)) * V, []


@true("muP / scaled_dot_product_attention(scale=1): queries absorb the scale")
def att_scale_into_queries():
    return Attention(Q, K, V, scale=False), Attention(sqrt(ell) * Q, K, V), []


@false("slip: causal self-attention is permutation equivariant")
def att_causal_equivariant():
    X, A, B, C = MatrixSymbol("X", n, m), MatrixSymbol("A", m, ell), MatrixSymbol("B", m, ell), MatrixSymbol("C", m, d)
    return SelfAttention(sigma * X, A, B, C, CausalMask(n)), sigma * SelfAttention(X, A, B, C, CausalMask(n)), []


@true("T5 / softmax shift: a bias that depends on the query alone is void")
def att_row_bias_void():
    c = MatrixSymbol("c", r, 1)
    M = MaskSymbol("M", r, n)
    return Attention(Q, K, V, M, bias=c * OneMatrix(1, n)), Attention(Q, K, V, M), []


@true("Press et al. 2022 (ALiBi), footnote: the bias may be m·j instead of −m(i−j)")
def att_alibi_two_forms():
    s = Symbol("s", real=True)
    return (
        Attention(QS, K, V, CausalMask(n), bias=from_entries(n, n, lambda i, j: -s * (i - j))),
        Attention(QS, K, V, CausalMask(n), bias=from_entries(n, n, lambda i, j: s * j)),
        [],
    )


# ---------------------------------------------------------------- positions and rotary (9 true, 3 false)

h = dims("h")
theta = MatrixSymbol("theta", h, 1)
s, t = symbols("s t", real=True)


def w_of(i):
    return Frequencies(2 * h)[i, 0]


@true("RoFormer, eq. 16: relative rotations")
def pos_rotation_relative():
    return BlockRotation(s * theta).T * BlockRotation(t * theta), BlockRotation((t - s) * theta), []


@false("RoFormer misquoted: positions add up in the score")
def pos_rotation_sum():
    return BlockRotation(s * theta).T * BlockRotation(t * theta), BlockRotation((s + t) * theta), []


@true("RoFormer: rotation keeps the norm of the data")
def pos_rotary_norm():
    X = MatrixSymbol("X", n, 2 * h)
    return SquaredNorm(RotaryEncoding(X, theta)), SquaredNorm(X), []


@true("RoFormer: only differences of positions count, so a common offset is void")
def pos_rotary_offset():
    A, B = MatrixSymbol("A", r, 2 * h), MatrixSymbol("B", n, 2 * h)
    a = Symbol("a", integer=True, nonnegative=True)
    return (
        Attention(RotaryEncoding(A, theta, a), RotaryEncoding(B, theta, a), V),
        Attention(RotaryEncoding(A, theta), RotaryEncoding(B, theta), V),
        [],
    )


@false("slip: rotate values as well and the output is the rotated output")
def pos_rotary_values():
    A, B, C = MatrixSymbol("A", n, 2 * h), MatrixSymbol("B", n, 2 * h), MatrixSymbol("C", n, 2 * h)

    def f(X):
        return RotaryEncoding(X, theta)

    return Attention(f(A), f(B), f(C)), f(Attention(f(A), f(B), C)), []


@true("Vaswani et al. 2017, §3.5, as in Denk: similarity of two encodings")
def pos_sinusoid_inner():
    return (
        InnerProduct(SinusoidalVector(s, 2 * h), SinusoidalVector(t, 2 * h)),
        sum_over(h, lambda i: cos((s - t) * w_of(i))),
        [],
    )


@true("lecture: every sinusoidal encoding has length √(d/2)")
def pos_sinusoid_norm():
    return FrobeniusNorm(SinusoidalVector(t, 2 * h)), sqrt(h), []


@false("slip: the squared length is d")
def pos_sinusoid_norm_d():
    return SquaredNorm(SinusoidalVector(t, 2 * h)), 2 * h, []


@true("linear algebra: powers of a block rotation")
def pos_rotation_power():
    j = Symbol("j", integer=True, nonnegative=True)
    return BlockRotation(theta) ** j, BlockRotation(j * theta), []


@true("Denk: distance of two encodings")
def pos_sinusoid_distance():
    return (
        SquaredNorm(SinusoidalVector(s, 2 * h) - SinusoidalVector(t, 2 * h)),
        4 * sum_over(h, lambda i: sin((s - t) * w_of(i) / 2) ** 2),
        [],
    )


@true("Ganev, Def. 3.4: sequential encodings commute")
def pos_sequential_commute():
    phi = SequentialEncoding("phi", d)
    i, j = (Symbol(x, integer=True, nonnegative=True) for x in "ij")
    return phi(i) * phi(j), phi(j) * phi(i), []


@true("exercise: trace of a block rotation")
def pos_rotation_trace():
    return Trace(BlockRotation(theta)), 2 * sum_over(h, lambda i: cos(theta[i, 0])), []


# ---------------------------------------------------------------- gradients (10 true, 4 false)

x = MatrixSymbol("x", 1, n)
y = MatrixSymbol("y", 1, n)


def cross_entropy(y, x):
    return -sum_over(n, lambda i: y[0, i] * log(RowSoftmax(x)[0, i]))


@true("Boyd & Vandenberghe, §3.1.5: gradient of log-sum-exp")
def grad_lse():
    return Gradient(LogSumExp(x)[0, 0], x), RowSoftmax(x), []


@true("every deep learning course: Jacobian of softmax")
def grad_softmax_jacobian():
    i, j = Idx("i", n), Idx("j", n)
    p = RowSoftmax(x)
    return Derivative(p[0, i], x[0, j]), p[0, i] * (Identity(n)[i, j] - p[0, j]), []


@false("slip in an index: p_i(δ_ij − p_i)")
def grad_softmax_jacobian_index():
    i, j = Idx("i", n), Idx("j", n)
    p = RowSoftmax(x)
    return Derivative(p[0, i], x[0, j]), p[0, i] * (Identity(n)[i, j] - p[0, i]), []


@true("Goodfellow et al., ch. 6: cross-entropy of logits, any target weights")
def grad_cross_entropy():
    return Gradient(cross_entropy(y, x), x), sum_over(n, lambda i: y[0, i]) * RowSoftmax(x) - y, []


@false("dropped hypothesis: the targets sum to one")
def grad_cross_entropy_dropped():
    return Gradient(cross_entropy(y, x), x), RowSoftmax(x) - y, []


@true("Hinton et al. 2015: distillation, gradient at temperature T")
def grad_distillation():
    T = Symbol("T", positive=True)
    z, v = MatrixSymbol("z", 1, n), MatrixSymbol("v", 1, n)
    i = Idx("i", n)
    loss = -sum_over(n, lambda a: RowSoftmax(v / T)[0, a] * log(RowSoftmax(z / T)[0, a]))
    return Derivative(loss, z[0, i]), (RowSoftmax(z / T)[0, i] - RowSoftmax(v / T)[0, i]) / T, []


@false("slip: the derivative of swish without the factor 1 − σ")
def grad_silu_slip():
    u = Symbol("u", real=True)
    return Derivative(SiLU(u), u), Sigmoid(u) + u * Sigmoid(u), []


@true("Ramachandran et al. 2017: the derivative of swish")
def grad_silu():
    u = Symbol("u", real=True)
    return Derivative(SiLU(u), u), SiLU(u) + Sigmoid(u) * (1 - SiLU(u)), []


@true("normal equations: gradient of least squares with ridge")
def grad_ridge():
    X, w, b, lam = (
        MatrixSymbol("X", n, d),
        MatrixSymbol("w", d, 1),
        MatrixSymbol("b", n, 1),
        Symbol("lambda", real=True),
    )
    return Gradient(SquaredNorm(X * w - b) + lam * SquaredNorm(w), w), 2 * X.T * (X * w - b) + 2 * lam * w, []


@true("Petersen & Pedersen, Matrix Cookbook (81)")
def grad_quadratic_form():
    A, w = MatrixSymbol("A", n, n), MatrixSymbol("w", n, 1)
    return Gradient((w.T * A * w)[0, 0], w), (A + A.T) * w, []


@false("dropped hypothesis: A symmetric")
def grad_quadratic_form_dropped():
    A, w = MatrixSymbol("A", n, n), MatrixSymbol("w", n, 1)
    return Gradient((w.T * A * w)[0, 0], w), 2 * A * w, []


@true("Matrix Cookbook (101)")
def grad_trace_axb():
    A, X, B = MatrixSymbol("A", r, m), MatrixSymbol("X", m, n), MatrixSymbol("B", n, r)
    return Gradient(Trace(A * X * B), X), A.T * B.T, []


@true("FlashAttention, App. B.2: dV = Pᵀ dO")
def grad_attention_values():
    G = MatrixSymbol("G", r, d)
    return Gradient(InnerProduct(G, Attention(Q, K, V)), V), RowSoftmax(Q * K.T / sqrt(ell)).T * G, []


@true("FlashAttention, App. B.2: dS = P ∘ (dP − rowsum(P ∘ dP))")
def grad_softmax_backward():
    S, G = MatrixSymbol("S", r, n), MatrixSymbol("G", r, n)
    P = RowSoftmax(S)
    return Gradient(InnerProduct(G, P), S), HadamardProduct(P, G - RowSum(HadamardProduct(P, G)) * OneMatrix(1, n)), []


# ---------------------------------------------------------------- norms and inequalities (14 true, 4 false)

u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)


@true("textbook: ‖·‖₁ ≤ √n ‖·‖₂")
def norm_one_two():
    return Le(Norm1(u), sqrt(n) * FrobeniusNorm(u)), None, []


@false("slip: the two norms the wrong way round")
def norm_one_two_reversed():
    return Le(Norm1(u), FrobeniusNorm(u)), None, []


@true("Horn & Johnson 5.6: the Frobenius norm is submultiplicative")
def norm_submultiplicative():
    A, B = MatrixSymbol("A", r, m), MatrixSymbol("B", m, n)
    return Le(FrobeniusNorm(A * B), FrobeniusNorm(A) * FrobeniusNorm(B)), None, []


@true("parallelogram law")
def norm_parallelogram():
    return SquaredNorm(u + v) + SquaredNorm(u - v), 2 * SquaredNorm(u) + 2 * SquaredNorm(v), []


@false("slip: law of cosines without the factor 2")
def norm_cosines():
    return SquaredNorm(u - v), SquaredNorm(u) + SquaredNorm(v) - InnerProduct(u, v), []


@true("reverse triangle inequality")
def norm_reverse_triangle():
    return Le(Abs(FrobeniusNorm(u) - FrobeniusNorm(v)), FrobeniusNorm(u - v)), None, []


@true("Boyd & Vandenberghe: log-sum-exp is convex, at the midpoint")
def norm_lse_midpoint():
    return Le(LogSumExp((x + y) / 2)[0, 0], (LogSumExp(x)[0, 0] + LogSumExp(y)[0, 0]) / 2), None, []


@true("Gao & Pavel 2017: log-sum-exp is 1-Lipschitz in the maximum norm")
def norm_lse_lipschitz():
    return Le(LogSumExp(x)[0, 0] - LogSumExp(y)[0, 0], MaxNorm(x - y)), None, []


@false("strict for weak: the maximum norm is smaller than the Euclidean")
def norm_max_strict():
    return Lt(MaxNorm(u), FrobeniusNorm(u)), None, []


@true("Young's inequality with ε")
def norm_young():
    a, b, eps = Symbol("a", real=True), Symbol("b", real=True), Symbol("epsilon", positive=True)
    return Le(a * b, a**2 / (2 * eps) + eps * b**2 / 2), None, []


@true("tr(A)² ≤ n tr(AᵀA)")
def norm_trace_frobenius():
    A = MatrixSymbol("A", n, n)
    return Le(Trace(A) ** 2, n * Trace(A.T * A)), None, []


@true("Bernoulli")
def norm_bernoulli():
    a = Symbol("a", real=True)
    return Le(1 + n * a, (1 + a) ** n), None, [Ge(a, -1)]


@true("AM–HM, or Cauchy–Schwarz for √x and 1/√x")
def norm_am_hm():
    return (
        Le(n**2, sum_over(n, lambda i: u[i, 0]) * sum_over(n, lambda i: 1 / u[i, 0])),
        None,
        [ForAll(Idx("i", n), Gt(u[Idx("i", n), 0], 0))],
    )


@false("dropped hypothesis: positive numbers")
def norm_am_hm_dropped():
    return (
        Le(n**2, sum_over(n, lambda i: u[i, 0]) * sum_over(n, lambda i: 1 / u[i, 0])),
        None,
        [ForAll(Idx("i", n), Ne(u[Idx("i", n), 0], 0))],
    )


@true("analysis: 1 − 1/a ≤ log a")
def norm_log_lower():
    a = Symbol("a", positive=True)
    return Le(1 - 1 / a, log(a)), None, []


@true("Lagrange's identity")
def norm_lagrange():
    return (
        SquaredNorm(u) * SquaredNorm(v) - InnerProduct(u, v) ** 2,
        sum_over(n, lambda i: sum_over(n, lambda j: (u[i, 0] * v[j, 0] - u[j, 0] * v[i, 0]) ** 2)) / 2,
        [],
    )


@true("rank collapse papers: attention does not enlarge the maximum norm")
def norm_attention_max():
    return Le(MaxNorm(Attention(Q, K, V)), MaxNorm(V)), None, []


@true("Hölder: |⟨u, v⟩| ≤ ‖u‖₁ ‖v‖_∞")
def norm_hoelder():
    return Le(Abs(InnerProduct(u, v)), Norm1(u) * MaxNorm(v)), None, []


# ---------------------------------------------------------------- recurrences (12 true, 4 false)

a, b = symbols("a b", real=True)
i_, c_ = Idx("t", n), Idx("c", d)
S1 = MatrixSymbol("s", n + 1, 1)  # a state of one number
X1 = MatrixSymbol("x", n, 1)  # its inputs


def steps(relation):
    """For all t < n: relation(t)."""
    t = Idx("t", n)
    return ForAll(t, relation(t))


@true("linear recurrence with a constant gate, unrolled")
def rec_unrolled():
    return (
        S1[n, 0],
        sum_over(n, lambda k: a ** (n - 1 - k) * X1[k, 0]),
        [Eq(S1[0, 0], 0), steps(lambda t: Equation(S1[t + 1, 0], a * S1[t, 0] + X1[t, 0]))],
    )


@false("off by one in the exponent")
def rec_unrolled_off_by_one():
    return (
        S1[n, 0],
        sum_over(n, lambda k: a ** (n - k) * X1[k, 0]),
        [Eq(S1[0, 0], 0), steps(lambda t: Equation(S1[t + 1, 0], a * S1[t, 0] + X1[t, 0]))],
    )


@true("Adam (Kingma & Ba 2015, §3): why the moment is divided by 1 − βⁿ")
def rec_adam_bias():
    beta, g = symbols("beta g", real=True)
    return (
        S1[n, 0],
        (1 - beta**n) * g,
        [Eq(S1[0, 0], 0), steps(lambda t: Equation(S1[t + 1, 0], beta * S1[t, 0] + (1 - beta) * g))],
    )


@true("Katharopoulos et al. 2020: the state of linear attention is KᵀV")
def rec_linear_state():
    K = MatrixSymbol("K", n, m)
    S = MatrixFamily("S", n + 1, m, d)
    t = Idx("t", n)
    return S[n], K.T * V, [Equation(S[0], ZeroMatrix(m, d)), ForAll(t, Equation(S[t + 1], S[t] + K[t, :].T * V[t, :]))]


@true("S4: a linear state space model is a convolution")
def rec_ssm_convolution():
    A, B = MatrixSymbol("A", m, m), MatrixSymbol("B", m, 1)
    z = MatrixFamily("z", n + 1, m, 1)
    t, c = Idx("t", n), Idx("c", m)
    return (
        z[n][c, 0],
        sum_over(n, lambda k: X1[k, 0] * (A ** (n - 1 - k) * B)[c, 0]),
        [Equation(z[0], ZeroMatrix(m, 1)), ForAll(t, Equation(z[t + 1], A * z[t] + B * X1[t, 0]))],
    )


MX = MatrixSymbol("mu", n + 1, 1)


@true("Milakov & Gimelshein 2018: online softmax keeps ℓ e^m")
def rec_online_softmax():
    return (
        S1[n, 0] * exp(MX[n, 0]),
        S1[0, 0] * exp(MX[0, 0]) + sum_over(n, lambda k: exp(X1[k, 0])),
        [
            steps(lambda t: Equation(MX[t + 1, 0], Max(MX[t, 0], X1[t, 0]))),
            steps(
                lambda t: Equation(S1[t + 1, 0], S1[t, 0] * exp(MX[t, 0] - MX[t + 1, 0]) + exp(X1[t, 0] - MX[t + 1, 0]))
            ),
        ],
    )


@false("sign in the rescaling factor of online softmax")
def rec_online_softmax_sign():
    return (
        S1[n, 0] * exp(MX[n, 0]),
        S1[0, 0] * exp(MX[0, 0]) + sum_over(n, lambda k: exp(X1[k, 0])),
        [
            steps(lambda t: Equation(MX[t + 1, 0], Max(MX[t, 0], X1[t, 0]))),
            steps(
                lambda t: Equation(S1[t + 1, 0], S1[t, 0] * exp(MX[t + 1, 0] - MX[t, 0]) + exp(X1[t, 0] - MX[t + 1, 0]))
            ),
        ],
    )


@true("Welford 1962: running mean")
def rec_welford():
    return (
        n * S1[n, 0],
        sum_over(n, lambda k: X1[k, 0]),
        [steps(lambda t: Equation(S1[t + 1, 0], S1[t, 0] + (X1[t, 0] - S1[t, 0]) / (t + 1)))],
    )


@false("Welford with the wrong count")
def rec_welford_count():
    return (
        n * S1[n, 0],
        sum_over(n, lambda k: X1[k, 0]),
        [Eq(S1[0, 0], 0), steps(lambda t: Equation(S1[t + 1, 0], S1[t, 0] + (X1[t, 0] - S1[t, 0]) / (t + 2)))],
    )


@true("GRU: gated averages of bounded candidates stay bounded")
def rec_gru_bounded():
    z, g = MatrixSymbol("z", n, 1), MatrixSymbol("g", n, 1)
    return (
        Le(Abs(S1[n, 0]), 1),
        None,
        [
            Le(Abs(S1[0, 0]), 1),
            steps(lambda t: Le(0, z[t, 0])),
            steps(lambda t: Le(z[t, 0], 1)),
            steps(lambda t: Le(Abs(g[t, 0]), 1)),
            steps(lambda t: Equation(S1[t + 1, 0], (1 - z[t, 0]) * S1[t, 0] + z[t, 0] * g[t, 0])),
        ],
    )


@true("Arjovsky et al. 2016 (unitary RNN): the state keeps its norm")
def rec_orthogonal_norm():
    z, g = MatrixFamily("z", n + 1, d, 1), OrthogonalSymbol("g", d)
    t = Idx("t", n)
    return SquaredNorm(z[n]), SquaredNorm(z[0]), [ForAll(t, Equation(z[t + 1], g * z[t]))]


@true("optimisation: linear convergence from a contraction")
def rec_contraction():
    rho = Symbol("rho", nonnegative=True)
    return Le(S1[n, 0], rho**n * S1[0, 0]), None, [steps(lambda t: Le(S1[t + 1, 0], rho * S1[t, 0]))]


@false("dropped hypothesis: the factor is not negative")
def rec_contraction_dropped():
    rho = Symbol("rho", real=True)
    return Le(S1[n, 0], rho**n * S1[0, 0]), None, [steps(lambda t: Le(S1[t + 1, 0], rho * S1[t, 0]))]


@true("Nesterov: the descent lemma summed up")
def rec_descent_telescoped():
    g, c = MatrixSymbol("g", n, 1), Symbol("c", positive=True)
    return (
        Le(c * sum_over(n, lambda k: g[k, 0] ** 2), S1[0, 0] - S1[n, 0]),
        None,
        [steps(lambda t: Le(S1[t + 1, 0], S1[t, 0] - c * g[t, 0] ** 2))],
    )


@true("Fibonacci: the sum of the first terms")
def rec_fibonacci_sum():
    f = MatrixSymbol("f", n + 2, 1)
    return (
        sum_over(n, lambda k: f[k, 0]),
        f[n + 1, 0] - f[1, 0],
        [steps(lambda t: Equation(f[t + 2, 0], f[t + 1, 0] + f[t, 0]))],
    )


@true("Sun et al. 2023 (RetNet): the recurrent form gives the last row of the parallel one")
def rec_retention():
    K, Q = MatrixSymbol("K", n, m), MatrixSymbol("Q", n, m)
    gamma = Symbol("gamma", positive=True)
    S = MatrixFamily("S", n + 1, m, d)
    t, c = Idx("t", n), Idx("c", d)
    return (
        (Q[n - 1, :] * S[n])[0, c],
        sum_over(n, lambda j: gamma ** (n - 1 - j) * sum_over(m, lambda e: Q[n - 1, e] * K[j, e]) * V[j, c]),
        [Equation(S[0], ZeroMatrix(m, d)), ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))],
    )


# ---------------------------------------------------------------- probability, information, entropy (12 true, 4 false)

p = ProbabilitySymbol("p", N)
o = Idx("o", N)
Y1, Z1 = MatrixSymbol("Y", N, 1), MatrixSymbol("Z", N, 1)


def E(e):
    return Expectation(p, e, o)


def positive(x, size):
    i = Idx("i", size)
    return ForAll(i, Gt(x[0, i], 0))


@true("Cover & Thomas, Thm 2.6.3: Gibbs")
def prob_gibbs():
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    return (
        Ge(sum_over(n, lambda k: p[0, k] * log(p[0, k] / q[0, k])), 0, evaluate=False),
        None,
        [positive(p, n), positive(q, n)],
    )


@true("textbook: E|Y| ≤ √E[Y²]")
def prob_l1_l2():
    return Le(E(Abs(Y1[o, 0])), sqrt(E(Y1[o, 0] ** 2))), None, []


@true("Bienaymé: variances of independent variables add up")
def prob_variance_sum():
    return (
        Variance(p, Y1[o, 0] + Z1[o, 0], o),
        Variance(p, Y1[o, 0], o) + Variance(p, Z1[o, 0], o),
        [Independent(p, Y1, Z1)],
    )


@false("dropped hypothesis: independence")
def prob_variance_sum_dropped():
    return Variance(p, Y1[o, 0] + Z1[o, 0], o), Variance(p, Y1[o, 0], o) + Variance(p, Z1[o, 0], o), []


@true("Markov's inequality")
def prob_markov():
    t = Symbol("t", positive=True)
    return (Le(t * E(Piecewise((1, Ge(Y1[o, 0], t)), (0, True))), E(Y1[o, 0])), None, [ForAll(o, Ge(Y1[o, 0], 0))])


@true("Chebyshev's inequality")
def prob_chebyshev():
    t = Symbol("t", positive=True)
    return (
        Le(t**2 * E(Piecewise((1, Ge(Abs(Y1[o, 0] - E(Y1[o, 0])), t)), (0, True))), Variance(p, Y1[o, 0], o)),
        None,
        [],
    )


@true("Vaswani et al. 2017, footnote 4: the dot product has mean 0")
def prob_dot_mean():
    q, k = MatrixSymbol("q", N, ell), MatrixSymbol("k", N, ell)
    return (
        E(sum_over(ell, lambda c: q[o, c] * k[o, c])),
        0,
        [Independent(p, q, k), CommonMean(p, q, 0), CommonMean(p, k, 0)],
    )


@true("Wainwright & Jordan: entropy of a softmax")
def prob_softmax_entropy():
    w = RowSoftmax(x)
    return (
        -sum_over(n, lambda i: w[0, i] * log(w[0, i])),
        LogSumExp(x)[0, 0] - sum_over(n, lambda i: w[0, i] * x[0, i]),
        [],
    )


@true("covariance and Cauchy–Schwarz")
def prob_cauchy_schwarz():
    return Le(E(Y1[o, 0] * Z1[o, 0]) ** 2, E(Y1[o, 0] ** 2) * E(Z1[o, 0] ** 2)), None, []


@true("Pinsker's inequality")
def prob_pinsker():
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    return (
        Le(
            sum_over(n, lambda k: Abs(p[0, k] - q[0, k])) ** 2 / 2,
            sum_over(n, lambda k: p[0, k] * log(p[0, k] / q[0, k])),
        ),
        None,
        [positive(p, n), positive(q, n)],
    )


@true("Jensen for the logarithm (the evidence bound)")
def prob_jensen_log():
    return Le(E(log(Y1[o, 0])), log(E(Y1[o, 0]))), None, [ForAll(o, Gt(Y1[o, 0], 0))]


@false("Jensen the wrong way round")
def prob_jensen_log_reversed():
    return Le(log(E(Y1[o, 0])), E(log(Y1[o, 0]))), None, [ForAll(o, Gt(Y1[o, 0], 0))]


@true("bias–variance decomposition about a constant")
def prob_bias_variance():
    c = Symbol("c", real=True)
    return E((Y1[o, 0] - c) ** 2), Variance(p, Y1[o, 0], o) + (E(Y1[o, 0]) - c) ** 2, []


@true("Leviathan et al. 2023: total variation as a rejected mass")
def prob_total_variation():
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    return (sum_over(n, lambda k: Abs(p[0, k] - q[0, k])) / 2, 1 - sum_over(n, lambda k: Min(p[0, k], q[0, k])), [])


@false("slip: the variance is homogeneous of degree one")
def prob_variance_scale():
    c = Symbol("c", real=True)
    return Variance(p, c * Y1[o, 0], o), c * Variance(p, Y1[o, 0], o), []


@false("slip: relative entropy is symmetric")
def prob_kl_symmetric():
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    return (
        sum_over(n, lambda k: p[0, k] * log(p[0, k] / q[0, k])),
        sum_over(n, lambda k: q[0, k] * log(q[0, k] / p[0, k])),
        [positive(p, n), positive(q, n)],
    )


# ---------------------------------------------------------------- matrices and definiteness (9 true, 3 false)

A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
X = MatrixSymbol("X", m, n)


@true("textbook: a Gram matrix")
def mat_gram():
    return PositiveSemidefinite(X.T * X), None, []


@true("Schur product theorem")
def mat_schur_product():
    return PositiveSemidefinite(HadamardProduct(A, B)), None, [PositiveSemidefinite(A), PositiveSemidefinite(B)]


@true("A ⪯ tr(A) I")
def mat_below_trace():
    return Loewner(A, Trace(A) * Identity(n)), None, [PositiveSemidefinite(A)]


@true("Henderson & Searle 1981: push-through identity")
def mat_push_through():
    U, W = MatrixSymbol("U", n, m), MatrixSymbol("W", m, n)
    return (
        Inverse(Identity(n) + U * W) * U,
        U * Inverse(Identity(m) + W * U),
        [Invertible(Identity(n) + U * W), Invertible(Identity(m) + W * U)],
    )


@true("kernel trick: 1 + XXᵀ is always invertible")
def mat_shifted_gram_invertible():
    return Invertible(Identity(m) + X * X.T), None, []


@true("a positive definite matrix has a positive trace")
def mat_trace_positive():
    return Gt(Trace(A), 0), None, [PositiveDefinite(A)]


@true("2×2 minors of a semidefinite matrix")
def mat_minors():
    i, j = Idx("i", n), Idx("j", n)
    return Le(A[i, j] ** 2, A[i, i] * A[j, j]), None, [PositiveSemidefinite(A)]


@false("slip: squaring keeps the Loewner order")
def mat_square_monotone():
    return Loewner(A * A, B * B), None, [PositiveSemidefinite(A), Loewner(A, B)]


@true("congruence keeps definiteness")
def mat_congruence():
    C = InvertibleSymbol("C", n)
    return PositiveDefinite(C.T * A * C), None, [PositiveDefinite(A)]


@true("kernel ridge regression: two ways to the same weights")
def mat_kernel_ridge():
    lam = Symbol("lambda", positive=True)
    return X.T * Inverse(X * X.T + lam * Identity(m)), Inverse(X.T * X + lam * Identity(n)) * X.T, []


@false("slip: the inverse of a sum is the sum of the inverses")
def mat_inverse_sum():
    return Inverse(A + B), Inverse(A) + Inverse(B), [Invertible(A), Invertible(B), Invertible(A + B)]


@false("wrong direction: inversion reverses the order")
def mat_inverse_monotone():
    return Loewner(Inverse(A), Inverse(B)), None, [PositiveDefinite(A), PositiveDefinite(B), Loewner(A, B)]


# ---------------------------------------------------------------- sums and products (6 true, 2 false)


@true("Graham, Knuth & Patashnik: rising sums")
def sum_pronic():
    return sum_over(n, lambda k: k * (k + 1)), (n - 1) * n * (n + 1) / 3, []


@true("geometric sum without a division")
def sum_geometric():
    return (1 - a) * sum_over(n, lambda k: a**k), 1 - a**n, []


@false("geometric sum, off by one")
def sum_geometric_off():
    return sum_over(n, lambda k: a**k), (1 - a ** (n + 1)) / (1 - a), [Ne(a, 1)]


@true("telescoping fractions")
def sum_telescoping():
    return sum_over(n, lambda k: 1 / ((k + 1) * (k + 2))), n / (n + 1), []


@true("telescoping product")
def sum_product():
    k = Symbol("k", integer=True)
    return Product(1 + 1 / (k + 1), (k, 0, n - 1)), n + 1, []


@false("the sum of squares, with the range 1..n in mind")
def sum_squares_range():
    return sum_over(n, lambda k: k**2), n * (n + 1) * (2 * n + 1) / 6, []


@true("change of order in a triangular sum")
def sum_triangle():
    i, j = Symbol("i", integer=True), Symbol("j", integer=True)
    return (Sum(Sum(X1[j, 0], (j, 0, i)), (i, 0, n - 1)), sum_over(n, lambda j: (n - j) * X1[j, 0]), [])


@true("summation by parts (Abel)")
def sum_by_parts():
    f, g = MatrixSymbol("f", n + 1, 1), MatrixSymbol("g", n + 1, 1)
    return (
        sum_over(n, lambda k: f[k, 0] * (g[k + 1, 0] - g[k, 0])),
        f[n, 0] * g[n, 0] - f[0, 0] * g[0, 0] - sum_over(n, lambda k: g[k + 1, 0] * (f[k + 1, 0] - f[k, 0])),
        [],
    )
