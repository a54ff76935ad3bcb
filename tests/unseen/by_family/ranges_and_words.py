"""Less common words: ranges, sizes n - 1 and 2n - 1, slices, limits, maps of places, complex numbers, masks, cases."""

from sympy import (
    Abs,
    Adjoint,
    I,
    Identity,
    Idx,
    Limit,
    MatrixSymbol,
    Max,
    Min,
    Mod,
    Ne,
    Piecewise,
    Sum,
    Symbol,
    binomial,
    conjugate,
    exp,
    factorial,
    log,
    oo,
    re,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Attention,
    CausalMask,
    ColumnMean,
    ColumnSum,
    Equation,
    Exists,
    Expectation,
    Flip,
    ForAll,
    IndexMap,
    LogSumExp,
    MaskWhere,
    Norm1,
    PrefixMask,
    ProbabilitySymbol,
    RowMax,
    SquaredNorm,
    dims,
    from_entries,
)
from tests.unseen.table import column, false, integer, le, lt, natural, real, square, true


@true("Graham, Knuth & Patashnik 1994, Concrete Mathematics, §2.5: a sum over the inner places")
def yb01():
    n, k = dims("n"), integer("k")
    return Sum(k * (n - k), (k, 1, n - 1)), n * (n**2 - 1) / 6, []


@true("Rudin, Osher & Fatemi 1992, Nonlinear Total Variation: the variation of a signal bounds its rise")
def yb02():
    n = dims("n")
    (x,) = column("x", n)
    return le(Abs(x[n - 1, 0] - x[0, 0]), Norm1(x[1:, :] - x[: n - 1, :])), [n >= 2]


@true("Raffel et al. 2020, T5, §2.1: transposed relative biases are those of the reversed table")
def yb03():
    n = dims("n")
    b = MatrixSymbol("b", 1, 2 * n - 1)
    reversed_table = Flip(b, axis=1)
    transposed = from_entries(n, n, lambda i, j: b[0, i - j + n - 1]).T
    return transposed, from_entries(n, n, lambda i, j: reversed_table[0, i - j + n - 1]), [n >= 2]


@true("Boyd & Vandenberghe 2004, Convex Optimization, §3.1.5: log-sum-exp tends to the maximum")
def yb04():
    n, (t,) = dims("n"), real("t,")
    s = MatrixSymbol("s", 1, n)
    return Equation(Limit(LogSumExp(t * s)[0, 0] / t, t, oo), RowMax(s)[0, 0]), []


@true("Hinton, Vinyals & Dean 2015, Distilling the Knowledge, §2: at a high temperature attention takes the mean")
def yb05():
    (r, n, ell, d), (t,) = dims("r n ell d"), real("t,")
    i, c = Idx("i", r), Idx("c", d)
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Equation(Limit(Attention(Q, K, V, scale=1 / t)[i, c], t, oo), ColumnMean(V)[0, c]), []


@true("Alon & Spencer 2016, The Probabilistic Method, §2.1: some outcome reaches the expectation")
def yb06():
    N = dims("N")
    p, X = ProbabilitySymbol("p", N), MatrixSymbol("X", N, 1)
    o, s = Idx("o", N), Idx("s", N)
    return Exists(o, le(Expectation(p, X[s, 0], s), X[o, 0])), []


@true("Gilmer et al. 2017, Neural Message Passing: gathered rows that are scattered back, counted")
def yb07():
    m, n, d = dims("m n d")
    f, X = IndexMap("f", m, n), MatrixSymbol("X", n, d)
    return f.T * (f * X), DiagMatrix(ColumnSum(f).T) * X, []


@true("Stein & Shakarchi 2003, Fourier Analysis, §7.1: the powers of a root of unity add up to zero")
def yb08():
    n, k, w = dims("n"), integer("k"), Symbol("w", complex=True)
    return Sum(w**k, (k, 0, n - 1)), 0, [Equation(w**n, 1), Ne(w, 1)]


@true("Arjovsky, Shah & Bengio 2016, Unitary Evolution Recurrent Neural Networks, §2: norms are kept")
def yb09():
    n = dims("n")
    A, B = square("A B", n)
    u, v = column("u v", n)
    Z, x = A + I * B, u + I * v
    return Adjoint(Z * x) * (Z * x), Adjoint(x) * x, [Equation(Adjoint(Z) * Z, Identity(n))]


@true("Schuster & Paliwal 1997, Bidirectional Recurrent Neural Networks, for attention: reading backwards")
def yb10():
    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    backwards = Attention(Flip(Q), Flip(K), Flip(V), CausalMask(n).T)
    return Flip(Attention(Q, K, V, CausalMask(n))), backwards, []


@true("Knuth 1997, The Art of Computer Programming 1, §1.2.5: the factorial number system is full")
def yb11():
    n, k = dims("n"), integer("k")
    return Sum(k * factorial(k), (k, 1, n - 1)), factorial(n) - 1, []


@true("Oppenheim & Schafer 2010, Discrete-Time Signal Processing, §8.1: the total of a signal over m periods")
def yb12():
    (m, w), i, s = dims("m w"), integer("i"), integer("s")
    (x,) = column("x", w)
    return Sum(x[Mod(i, w), 0], (i, 0, m * w - 1)), m * Sum(x[s, 0], (s, 0, w - 1)), []


@true("Liu, Zaharia & Abbeel 2023, Ring Attention: the normalisers of two disjoint masks are merged")
def yb13():
    m, k = dims("m k")
    s = MatrixSymbol("s", 1, m + k)
    first = LogSumExp(s + PrefixMask(m, m + k))[0, 0]
    rest = LogSumExp(s + MaskWhere(1, m + k, lambda j, i: i >= m))[0, 0]
    return log(exp(first) + exp(rest)), LogSumExp(s)[0, 0], []


@true("Peng et al. 2023, YaRN, §3.1: NTK-aware scaling divides the lowest frequency by the factor s")
def yb14():
    h, (b, s) = dims("h"), real("b s")
    last = (b * s ** (h / (h - 1))) ** (-(h - 1) / h)
    return last, b ** (-(h - 1) / h) / s, [h >= 2, lt(0, b), lt(0, s)]


@true("Schulman et al. 2017, Proximal Policy Optimization, eq. 7: the clipped objective by the sign of the advantage")
def yb15():
    r, A, eps = real("r A epsilon")
    clipped = Max(1 - eps, Min(r, 1 + eps))
    cases = Piecewise((Min(r, 1 + eps) * A, A >= 0), (Max(r, 1 - eps) * A, True))
    return Min(r * A, clipped * A), cases, [le(0, eps)]


# q = k = 1, m = n = 1, theta = 1: 1 on the left, cos(2) = -0.416… on the right.
@false("Su et al. 2021, RoFormer, eq. 12, with the sum of the positions for their difference")
def yb16():
    m, n, theta = natural("m"), natural("n"), Symbol("theta", real=True)
    q, k = Symbol("q", complex=True), Symbol("k", complex=True)
    turned = q * exp(I * m * theta) * conjugate(k * exp(I * n * theta))
    return re(turned, evaluate=False), re(q * conjugate(k) * exp(I * (m + n) * theta), evaluate=False), []


# m = 2, n = d = 1, f(0) = f(1) = 0, X = 1: 2 on the left, 1 on the right.
@false("Paszke et al. 2019, PyTorch, index_select: no larger norm if the map is onto (not one-to-one)")
def yb17():
    m, n, d = dims("m n d")
    f, X = IndexMap("f", m, n), MatrixSymbol("X", n, d)
    onto = ForAll(n, lambda j: le(1, ColumnSum(f)[0, j]))
    return le(SquaredNorm(f * X), SquaredNorm(X)), [onto]


# n = 2, S = 0, M = 0, i = 0: log 2 on the left, log 1 = 0 on the right.
@false("Dao et al. 2022, FlashAttention, §3.1: normalisers of causal rows, where the mask is transposed by mistake")
def yb18():
    n, (M,) = dims("n"), real("M,")
    i = Idx("i", n)
    (S,) = square("S", n)
    given = [ForAll((n, n), lambda a, b: le(S[a, b], M))]
    return le(LogSumExp(S + CausalMask(n).T)[i, 0], M + log(i + 1)), given


# n = 2: -2 on the left.
@false("Feller 1968, An Introduction to Probability Theory 1, §II.12: alternating binomials without both ends")
def yb19():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** k * binomial(n, k), (k, 1, n - 1)), 0, []


# n = 2, s = (0, 0): the limit is log 2.
@false("Murphy 2012, Machine Learning, §3.5.3: log-sum-exp of sharp scores minus the maximum, where there are ties")
def yb20():
    n, (t,) = dims("n"), real("t,")
    s = MatrixSymbol("s", 1, n)
    return Equation(Limit(LogSumExp(t * s)[0, 0] - t * RowMax(s)[0, 0], t, oo), 0), []
