"""What papers on attention and on the training of language models state."""

from sympy import (
    Abs,
    BlockMatrix,
    HadamardPower,
    Identity,
    Idx,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    OneMatrix,
    Product,
    Rational,
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
    Equation,
    ForAll,
    Gradient,
    HeadSum,
    InnerProduct,
    LogSumExp,
    MapSymbol,
    MatrixFamily,
    PrefixMask,
    ProbabilitySymbol,
    RowMap,
    RowSoftmax,
    RowSum,
    Sigmoid,
    SquaredNorm,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, real, true


@true("Katharopoulos et al. 2020, Transformers are RNNs, §3.4, eqs. 16–20: the recurrent form of linear attention")
def zp01():
    n, ell, f, d = dims("n ell f d")
    t, c, s = Idx("t", n), Idx("c", d), integer("s")
    phi, q = MapSymbol("phi", ell, f), MatrixSymbol("q", 1, ell)
    keys, query, V = RowMap(phi, MatrixSymbol("K", n, ell)), RowMap(phi, q), MatrixSymbol("V", n, d)
    S, z = MatrixFamily("S", n + 1, f, d), MatrixFamily("z", n + 1, f, 1)
    given = [
        Equation(S[0], ZeroMatrix(f, d)),
        Equation(z[0], ZeroMatrix(f, 1)),
        ForAll(t, Equation(S[t + 1], S[t] + keys[t, :].T * V[t, :])),
        ForAll(t, Equation(z[t + 1], z[t] + keys[t, :].T)),
        Ne((query * z[n])[0, 0], 0),
    ]
    weights = query * keys.T
    mean = Sum(weights[0, s] * V[s, c], (s, 0, n - 1)) / Sum(weights[0, s], (s, 0, n - 1))
    return (query * S[n])[0, c] / (query * z[n])[0, 0], mean, given


@true("Yang et al. 2024, Parallelizing Linear Transformers with the Delta Rule, §2.2: a step of gradient descent")
def zp02():
    (d, e), (beta,) = dims("d e"), real("beta,")
    S, k, v = MatrixSymbol("S", e, d), MatrixSymbol("k", d, 1), MatrixSymbol("v", e, 1)
    step = S - beta * Gradient(SquaredNorm(S * k - v) / 2, S)
    return step, S * (Identity(d) - beta * k * k.T) + beta * v * k.T, []


@true("Yang et al. 2024, Gated Linear Attention Transformers, §4.1: keys divided by the cumulative gates")
def zp03():
    n, d, e = dims("n d e")
    t, i, j, s = Idx("t", n), Idx("i", d), Idx("j", e), integer("s")
    S, g, b = MatrixFamily("S", n + 1, d, e), MatrixSymbol("g", n, d), MatrixSymbol("b", n + 1, d)
    K, V = MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    given = [
        ForAll(i, Equation(b[0, i], 1)),
        ForAll((t, i), Equation(b[t + 1, i], b[t, i] * g[t, i])),
        ForAll((n + 1, d), lambda t, i: b[t, i] > 0),
        ForAll((t, i, j), Equation(S[t + 1][i, j], g[t, i] * S[t][i, j] + K[t, i] * V[t, j])),
    ]
    written = Sum(K[s, i] / b[s + 1, i] * V[s, j], (s, 0, n - 1))
    return S[n][i, j], b[n, i] * (S[0][i, j] + written), given


@true("Dao & Gu 2024, Transformers are SSMs, §3 and §5: the recurrence and the masked matrix give one output")
def zp04():
    n, p = dims("n p")
    t, i, c, s, u = Idx("t", n), Idx("i", n), Idx("c", p), integer("s"), integer("u")
    a, x, y = MatrixSymbol("a", n, 1), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    B, C, h = MatrixSymbol("B", n, p), MatrixSymbol("C", n, p), MatrixSymbol("h", n + 1, p)
    given = [
        ForAll(c, Equation(h[0, c], 0)),
        ForAll((t, c), Equation(h[t + 1, c], a[t, 0] * h[t, c] + B[t, c] * x[t, 0])),
        ForAll(t, Equation(y[t, 0], sum_over(p, lambda k: C[t, k] * h[t + 1, k]))),
    ]
    decay = Product(a[u, 0], (u, s + 1, i))
    return y[i, 0], Sum((C * B.T)[i, s] * decay * x[s, 0], (s, 0, i)), given


@true("DeepSeek-AI 2024, DeepSeek-V2, §2.1.2–2.1.3: the up-projections are absorbed, beside decoupled rotary parts")
def zp05():
    r, n, ell, e, p, d, w = dims("r n ell e p d w")
    X, C = MatrixSymbol("X", r, w), MatrixSymbol("C", n, p)
    A, B, U = MatrixSymbol("A", w, ell), MatrixSymbol("B", p, ell), MatrixSymbol("U", p, d)
    R, T = MatrixSymbol("R", r, e), MatrixSymbol("T", n, e)
    plain = Attention(BlockMatrix([[X * A, R]]), BlockMatrix([[C * B, T]]), C * U)
    absorbed = Attention(BlockMatrix([[X * (A * B.T), R]]), BlockMatrix([[C, T]]), C, scale=1 / sqrt(ell + e))
    return plain, absorbed * U, []


@true("Press, Smith & Lewis 2022, Train Short, Test Long, §3: under the causal mask a bias of the key alone")
def zp06():
    (n, ell, d), (mu,) = dims("n ell d"), real("mu,")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    distance = from_entries(n, n, lambda j, i: -mu * (j - i))
    key = from_entries(n, n, lambda j, i: mu * i)
    return Attention(Q, K, V, CausalMask(n), bias=distance), Attention(Q, K, V, CausalMask(n), bias=key), []


@true("Xiao et al. 2024, Efficient Streaming Language Models with Attention Sinks, §3.3: a sink of zeros is SoftMax1")
def zp07():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    keys, values = BlockMatrix([[ZeroMatrix(1, ell)], [K]]), BlockMatrix([[ZeroMatrix(1, d)], [V]])
    E = (Q * K.T).applyfunc(exp)
    softmax1 = DiagMatrix(HadamardPower(OneMatrix(r, 1) + RowSum(E), -1)) * E
    return Attention(Q, keys, values, scale=False), softmax1 * V, []


@true("Hu et al. 2022, LoRA, §4.1: the gradient by the down-projection goes through the up-projection")
def zp08():
    (n, d, e, r), (a,) = dims("n d e r"), real("a,")
    X, W, Y = MatrixSymbol("X", n, d), MatrixSymbol("W", d, e), MatrixSymbol("Y", n, e)
    B, A = MatrixSymbol("B", d, r), MatrixSymbol("A", r, e)
    residual = X * (W + a * B * A) - Y
    return Gradient(SquaredNorm(residual) / 2, A), a * B.T * X.T * residual, []


@true("Ramsauer et al. 2021, Hopfield Networks is All You Need, §2: the gradient of the energy is state minus update")
def zp09():
    (n, d), beta = dims("n d"), Symbol("beta", positive=True)
    X, xi = MatrixSymbol("X", n, d), MatrixSymbol("xi", d, 1)
    scores = beta * (X * xi).T
    energy = -LogSumExp(scores)[0, 0] / beta + SquaredNorm(xi) / 2
    return Gradient(energy, xi), xi - X.T * RowSoftmax(scores).T, []


@true("Peyré & Cuturi 2019, Computational Optimal Transport, §4.4: a log-domain step fixes the row marginal")
def zp10():
    (n, m), eps = dims("n m"), Symbol("epsilon", positive=True)
    a, f, g, C = MatrixSymbol("a", n, 1), MatrixSymbol("f", n, 1), MatrixSymbol("g", m, 1), MatrixSymbol("C", n, m)
    step = eps * a.applyfunc(log) - eps * LogSumExp((OneMatrix(n, 1) * g.T - C) / eps)
    plan = ((f * OneMatrix(1, m) + OneMatrix(n, 1) * g.T - C) / eps).applyfunc(exp)
    return RowSum(plan), a, [ForAll(n, lambda i: a[i, 0] > 0), Equation(f, step)]


@true("Nair 2025, Softmax is 1/2-Lipschitz, the max-norm case: the absolute row sums of the Jacobian")
def zp11():
    n, s = dims("n"), integer("s")
    i, p = Idx("i", n), RowSoftmax(MatrixSymbol("x", 1, n))
    return le(Sum(Abs(p[0, i] * (Identity(n)[i, s] - p[0, s])), (s, 0, n - 1)), Rational(1, 2)), []


@true("Geshkovski et al. 2023, A mathematical perspective on Transformers: the interaction energy")
def zp12():
    (n, d), beta = dims("n d"), Symbol("beta", positive=True)
    X = MatrixSymbol("X", n, d)
    kernel = (beta * X * X.T).applyfunc(exp)
    return Gradient(InnerProduct(OneMatrix(n, n), kernel) / (2 * beta), X), kernel * X, []


@true("Jiang et al. 2024, Mixtral of Experts, §2.1: the softmax of the top logits renormalises the softmax of all")
def zp13():
    m, k = dims("m k")
    i, s, x = Idx("i", m), integer("s"), MatrixSymbol("x", 1, m + k)
    p = RowSoftmax(x)
    return RowSoftmax(x + PrefixMask(m, m + k))[0, i], p[0, i] / Sum(p[0, s], (s, 0, m - 1)), []


@true("Leviathan, Kalman & Matias 2023, Speculative Decoding, appendix A.1: the output has the target's distribution")
def zp14():
    n, s = dims("n"), integer("s")
    x, p, q = Idx("x", n), ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    accepted = Sum(Min(p[0, s], q[0, s]), (s, 0, n - 1))
    rest = Sum(Max(p[0, s] - q[0, s], 0), (s, 0, n - 1))
    output = Min(p[0, x], q[0, x]) + (1 - accepted) * Max(p[0, x] - q[0, x], 0) / rest
    return output, p[0, x], [Ne(rest, 0)]


@true("Rafailov et al. 2023, Direct Preference Optimization, §4, eqs. 4–6: the partition function cancels")
def zp15():
    n, s, beta = dims("n"), integer("s"), Symbol("beta", positive=True)
    i, win, lose = Idx("i", n), Idx("w", n), Idx("l", n)
    ref, pi, r = MatrixSymbol("ref", 1, n), MatrixSymbol("pi", 1, n), MatrixSymbol("r", 1, n)
    Z = Sum(ref[0, s] * exp(r[0, s] / beta), (s, 0, n - 1))
    given = [
        ForAll(n, lambda j: ref[0, j] > 0),
        ForAll(i, Equation(pi[0, i], ref[0, i] * exp(r[0, i] / beta) / Z)),
    ]
    margin = beta * log(pi[0, win] / ref[0, win]) - beta * log(pi[0, lose] / ref[0, lose])
    return Sigmoid(r[0, win] - r[0, lose]), Sigmoid(margin), given


# n = 2, x = (1, 0), y = (0, 0): the left side is 0.111, the right side -0.120
@false("Wainwright & Jordan 2008, Graphical Models, §5.2.2: the divergence with the mean under the wrong softmax")
def zp16():
    n, s = dims("n"), integer("s")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    p, q = RowSoftmax(x), RowSoftmax(y)
    divergence = Sum(p[0, s] * log(p[0, s] / q[0, s]), (s, 0, n - 1))
    return divergence, LogSumExp(y)[0, 0] - LogSumExp(x)[0, 0] + InnerProduct(q, x - y), []


# n = 2, Q = K = 0, V = (0, 1), mu = 1: in row 0 the left side is 1/(1 + e) = 0.269, the right side 0.731
@false("Press, Smith & Lewis 2022, Train Short, Test Long: the bias of the key alone, without the causal mask")
def zp17():
    (n, ell, d), (mu,) = dims("n ell d"), real("mu,")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    distance = from_entries(n, n, lambda j, i: -mu * Abs(j - i))
    key = from_entries(n, n, lambda j, i: mu * i)
    return Attention(Q, K, V, bias=distance), Attention(Q, K, V, bias=key), []


# n = 2, p = (1, 0), q = (0, 1): the left side is 0, the right side -1
@false("Leviathan, Kalman & Matias 2023, Speculative Decoding, §3: the total variation lacks its factor 1/2")
def zp18():
    n, s = dims("n"), integer("s")
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    accepted = Sum(Min(p[0, s], q[0, s]), (s, 0, n - 1))
    return accepted, 1 - Sum(Abs(p[0, s] - q[0, s]), (s, 0, n - 1)), []


# rho = 0, A = -1, epsilon = 1/2: the left side is -1/2, the right side 0
@false("Schulman et al. 2017, Proximal Policy Optimization, §3: the form for A ≥ 0 is claimed for every advantage")
def zp19():
    (rho, A), eps = real("rho A"), Symbol("epsilon", positive=True)
    clipped = Max(1 - eps, Min(rho, 1 + eps))
    return Equation(Min(rho * A, clipped * A), Min(rho, 1 + eps) * A), []


# H = 2, d = e = r = 1, B = A = (1, 0): the left side is 1/2, the right side 1/4
@false("Sun et al. 2024, Improving LoRA in Federated Learning: the factors are averaged")
def zp20():
    H, d, e, r = dims("H d e r")
    h, B, A = Idx("h", H), MatrixFamily("B", H, d, r), MatrixFamily("A", H, r, e)
    return HeadSum(B[h] * A[h], h) / H, (HeadSum(B[h], h) / H) * (HeadSum(A[h], h) / H), []
