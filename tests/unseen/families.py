"""Recurrences, definite matrices, information, sums and powers, easy things: statements."""

from sympy import (
    Abs,
    BlockMatrix,
    Derivative,
    Eq,
    Ge,
    Gt,
    I,
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
    Product,
    Rational,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    binomial,
    cos,
    exp,
    factorial,
    log,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from symattn import (
    Attention,
    ColumnSum,
    Equation,
    Expectation,
    ForAll,
    InnerProduct,
    Invertible,
    Loewner,
    LogSumExp,
    MatrixFamily,
    PositiveDefinite,
    PositiveSemidefinite,
    ProbabilitySymbol,
    ReLU,
    RowMean,
    RowSoftmax,
    RowSum,
    Sigmoid,
    Softplus,
    SquaredNorm,
    Variance,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, true

n, m, d, N, r, ell = dims("n m d N r ell")
a, b, c = symbols("a b c", real=True)

# ---------------------------------------------------------------- recurrences (15 true, 5 false)

s = MatrixSymbol("s", n + 1, 1)
x = MatrixSymbol("x", n, 1)
V = MatrixSymbol("V", n, d)


def steps(relation):
    t = Idx("t", n)
    return ForAll(t, relation(t))


@true("affine recurrence and its fixed point")
def rec_affine():
    return (
        (1 - a) * s[n, 0],
        (1 - a) * a**n * s[0, 0] + b * (1 - a**n),
        [steps(lambda t: Equation(s[t + 1, 0], a * s[t, 0] + b))],
    )


@false("affine recurrence, the constant not damped")
def rec_affine_slip():
    return s[n, 0], a**n * s[0, 0] + n * b, [steps(lambda t: Equation(s[t + 1, 0], a * s[t, 0] + b))]


@true("RMSProp (Tieleman & Hinton 2012): the average of squares, written out")
def rec_rmsprop():
    beta, g = Symbol("beta", real=True), MatrixSymbol("g", n, 1)
    return (
        s[n, 0],
        (1 - beta) * sum_over(n, lambda k: beta ** (n - 1 - k) * g[k, 0] ** 2),
        [Eq(s[0, 0], 0), steps(lambda t: Equation(s[t + 1, 0], beta * s[t, 0] + (1 - beta) * g[t, 0] ** 2))],
    )


@false("dropped hypothesis: the average starts at zero")
def rec_ema_start_dropped():
    beta, g = symbols("beta g", real=True)
    return s[n, 0], (1 - beta**n) * g, [steps(lambda t: Equation(s[t + 1, 0], beta * s[t, 0] + (1 - beta) * g))]


@true("LSTM forget gates multiply")
def rec_gates_product():
    f, k = MatrixSymbol("f", n, 1), Symbol("k", integer=True)
    return (
        s[n, 0],
        s[0, 0] * Product(f[k, 0], (k, 0, n - 1)),
        [steps(lambda t: Equation(s[t + 1, 0], f[t, 0] * s[t, 0]))],
    )


@true("Mamba-2: decays kept as logarithms")
def rec_gates_log():
    return (
        s[n, 0],
        exp(sum_over(n, lambda k: x[k, 0])) * s[0, 0],
        [steps(lambda t: Equation(s[t + 1, 0], exp(x[t, 0]) * s[t, 0]))],
    )


@true("exclusive prefix sum (CUB)")
def rec_prefix_sum():
    j, k = Idx("j", n), Symbol("k", integer=True)
    return (
        s[j, 0],
        Sum(x[k, 0], (k, 0, j - 1)),
        [Eq(s[0, 0], 0), steps(lambda t: Equation(s[t + 1, 0], s[t, 0] + x[t, 0]))],
    )


@false("prefix sum: exclusive and inclusive confused")
def rec_prefix_sum_inclusive():
    j, k = Idx("j", n), Symbol("k", integer=True)
    return (
        s[j, 0],
        Sum(x[k, 0], (k, 0, j)),
        [Eq(s[0, 0], 0), steps(lambda t: Equation(s[t + 1, 0], s[t, 0] + x[t, 0]))],
    )


@true("running maximum: no input exceeds the last value")
def rec_running_max():
    j = Idx("j", n)
    return Le(x[j, 0], s[n, 0]), None, [steps(lambda t: Equation(s[t + 1, 0], Max(s[t, 0], x[t, 0])))]


@true("error analysis: errors add up")
def rec_errors_add():
    return Le(s[n, 0], s[0, 0] + n * c), None, [steps(lambda t: Le(s[t + 1, 0], s[t, 0] + c))]


@true("discrete Grönwall")
def rec_groenwall():
    L = Symbol("L", nonnegative=True)
    return (
        Le(s[n, 0], exp(n * L) * s[0, 0]),
        None,
        [ForAll(Idx("t", n + 1), Ge(s[Idx("t", n + 1), 0], 0)), steps(lambda t: Le(s[t + 1, 0], (1 + L) * s[t, 0]))],
    )


@true("Cassini's identity for Fibonacci numbers")
def rec_cassini():
    f = MatrixSymbol("f", n + 2, 1)
    return (
        f[n + 1, 0] ** 2 - f[n + 1, 0] * f[n, 0] - f[n, 0] ** 2,
        (-1) ** n,
        [Eq(f[0, 0], 0), Eq(f[1, 0], 1), steps(lambda t: Equation(f[t + 2, 0], f[t + 1, 0] + f[t, 0]))],
    )


@true("linear attention: the normaliser is the sum of the keys")
def rec_normaliser():
    K, z, t = MatrixSymbol("K", n, m), MatrixFamily("z", n + 1, 1, m), Idx("t", n)
    return z[n], ColumnSum(K), [Equation(z[0], ZeroMatrix(1, m)), ForAll(t, Equation(z[t + 1], z[t] + K[t, :]))]


@true("DeltaNet (Schlag et al. 2021): reading at a unit key that was just written")
def rec_delta_read():
    S, k, v = MatrixSymbol("S", d, m), MatrixSymbol("k", m, 1), MatrixSymbol("v", d, 1)
    beta = Symbol("beta", real=True)
    return (S + beta * (v - S * k) * k.T) * k, (1 - beta) * S * k + beta * v, [Eq(SquaredNorm(k), 1)]


@true("momentum: the position is the start minus all velocities")
def rec_momentum():
    w = MatrixSymbol("w", n + 1, 1)
    beta, eta = symbols("beta eta", real=True)
    return (
        s[n, 0],
        s[0, 0] - eta * sum_over(n, lambda k: w[k + 1, 0]),
        [
            steps(lambda t: Equation(w[t + 1, 0], beta * w[t, 0] + x[t, 0])),
            steps(lambda t: Equation(s[t + 1, 0], s[t, 0] - eta * w[t + 1, 0])),
        ],
    )


@true("echo state: two trajectories with the same input approach each other")
def rec_same_input():
    z = MatrixSymbol("z", n + 1, 1)
    return (
        s[n, 0] - z[n, 0],
        a**n * (s[0, 0] - z[0, 0]),
        [
            steps(lambda t: Equation(s[t + 1, 0], a * s[t, 0] + x[t, 0])),
            steps(lambda t: Equation(z[t + 1, 0], a * z[t, 0] + x[t, 0])),
        ],
    )


@true("FlashAttention: the unnormalised output of the online loop")
def rec_online_output():
    mu, O = MatrixSymbol("mu", n + 1, 1), MatrixSymbol("O", n + 1, d)
    t, j = Idx("t", n), Idx("j", d)
    return (
        exp(mu[n, 0]) * O[n, j],
        sum_over(n, lambda k: exp(x[k, 0]) * V[k, j]),
        [
            ForAll(j, Equation(O[0, j], 0)),
            steps(lambda t: Equation(mu[t + 1, 0], Max(mu[t, 0], x[t, 0]))),
            ForAll(
                (t, j),
                Equation(O[t + 1, j], exp(mu[t, 0] - mu[t + 1, 0]) * O[t, j] + exp(x[t, 0] - mu[t + 1, 0]) * V[t, j]),
            ),
        ],
    )


@true("Heron: every iterate after the first lies above the root")
def rec_heron():
    j, q = Idx("j", n), Symbol("q", positive=True)
    return (
        Ge(s[j + 1, 0] ** 2, q),
        None,
        [
            ForAll(Idx("t", n + 1), Gt(s[Idx("t", n + 1), 0], 0)),
            steps(lambda t: Equation(s[t + 1, 0], (s[t, 0] + q / s[t, 0]) / 2)),
        ],
    )


@false("strict for weak: a nondecreasing sequence has grown")
def rec_monotone_strict():
    return Lt(s[0, 0], s[n, 0]), None, [steps(lambda t: Le(s[t, 0], s[t + 1, 0]))]


@false("slip: (AB)ⁿ = AⁿBⁿ")
def rec_two_matrices():
    A, B = MatrixSymbol("A", d, d), MatrixSymbol("B", d, d)
    z, t = MatrixFamily("z", n + 1, d, 1), Idx("t", n)
    return z[n], A**n * B**n * z[0], [ForAll(t, Equation(z[t + 1], A * B * z[t]))]


# ---------------------------------------------------------------- definite matrices and inverses (15 true, 5 false)

A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
X = MatrixSymbol("X", m, n)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
One = Identity(n)


@true("textbook: positive definite matrices are invertible")
def def_invertible():
    return Invertible(A), None, [PositiveDefinite(A)]


@true("Horn & Johnson 7.1: the inverse is positive definite")
def def_inverse():
    return PositiveDefinite(Inverse(A)), None, [PositiveDefinite(A)]


@true("definite plus semidefinite")
def def_sum():
    return PositiveDefinite(A + B), None, [PositiveDefinite(A), PositiveSemidefinite(B)]


@true("Sherman & Morrison 1950")
def def_sherman_morrison():
    J = Inverse(A)
    q = 1 + InnerProduct(v, J * u)
    return Inverse(A + u * v.T), J - J * u * v.T * J / q, [Invertible(A), Ne(q, 0)]


@true("Woodbury with identities")
def def_woodbury():
    U, W = MatrixSymbol("U", n, m), MatrixSymbol("W", m, n)
    return Inverse(One + U * W), One - U * Inverse(Identity(m) + W * U) * W, [Invertible(Identity(m) + W * U)]


@false("Woodbury with the wrong sign")
def def_woodbury_sign():
    U, W = MatrixSymbol("U", n, m), MatrixSymbol("W", m, n)
    return (
        Inverse(One + U * W),
        One + U * Inverse(Identity(m) + W * U) * W,
        [Invertible(Identity(m) + W * U), Invertible(One + U * W)],
    )


@true("least squares: the residual maker is semidefinite")
def def_residual_maker():
    return PositiveSemidefinite(Identity(m) - X * Inverse(X.T * X) * X.T), None, [Invertible(X.T * X)]


@true("ridge regression shrinks: the hat matrix lies below the identity")
def def_ridge_hat():
    lam = Symbol("lambda", positive=True)
    return Loewner(X * Inverse(X.T * X + lam * One) * X.T, Identity(m)), None, []


@true("diagonal entries of a positive definite matrix")
def def_diagonal():
    i = Idx("i", n)
    return Gt(A[i, i], 0), None, [PositiveDefinite(A)]


@true("a product of invertible matrices")
def def_product_invertible():
    return Invertible(A * B.T), None, [Invertible(A), Invertible(B)]


@true("Boyd & Vandenberghe A.5.5: Schur complement of a number")
def def_schur_complement():
    M = BlockMatrix([[A, u], [u.T, OneMatrix(1, 1) * c]])
    return Gt(c, InnerProduct(u, Inverse(A) * u)), None, [PositiveDefinite(A), PositiveDefinite(M)]


@true("congruence keeps the Loewner order")
def def_loewner_congruence():
    C = MatrixSymbol("C", n, m)
    return Loewner(C.T * A * C, C.T * B * C), None, [Loewner(A, B)]


@true("a covariance matrix is semidefinite")
def def_covariance():
    p, Y, o = ProbabilitySymbol("p", N), MatrixSymbol("Y", N, d), Idx("o", N)

    def mean(i):
        return Expectation(p, Y[o, i], o)

    return (
        PositiveSemidefinite(from_entries(d, d, lambda i, j: Expectation(p, Y[o, i] * Y[o, j], o) - mean(i) * mean(j))),
        None,
        [],
    )


@true("the Jacobian of softmax is semidefinite")
def def_softmax_hessian():
    p = ProbabilitySymbol("p", n)
    from sympy import DiagMatrix

    return PositiveSemidefinite(DiagMatrix(p.T) - p.T * p), None, []


@true("spectral graph theory: the Laplacian of nonnegative weights")
def def_laplacian():
    from sympy import DiagMatrix

    W = MatrixSymbol("W", n, n)
    return (
        PositiveSemidefinite(DiagMatrix(RowSum(W)) - W),
        None,
        [Equation(W, W.T), ForAll((n, n), lambda i, j: Ge(W[i, j], 0))],
    )


@true("Cayley: 1 + S is invertible for a skew S")
def def_cayley():
    return Invertible(One + A), None, [Equation(A.T, -A)]


@false("slip: a sum of invertible matrices is invertible")
def def_sum_invertible():
    return Invertible(A + B), None, [Invertible(A), Invertible(B)]


@false("strict for weak: semidefinite matrices are definite")
def def_semi_is_definite():
    return PositiveDefinite(A), None, [PositiveSemidefinite(A)]


@false("rank one updates always stay invertible")
def def_rank_one():
    return Invertible(One - u * v.T), None, []


@false("the symmetrised product of semidefinite matrices")
def def_jordan_product():
    return PositiveSemidefinite(A * B + B * A), None, [PositiveSemidefinite(A), PositiveSemidefinite(B)]


# ---------------------------------------------------------------- convexity, entropy, information (15 true, 5 false)

p, q, w = (ProbabilitySymbol(name, n) for name in "pqw")
P = ProbabilitySymbol("P", N)
o = Idx("o", N)
Y = MatrixSymbol("Y", N, 1)
z = MatrixSymbol("z", 1, n)


def positive(*rows):
    i = Idx("i", n)
    return [ForAll(i, Gt(x[0, i], 0)) for x in rows]


def kl(p, q):
    return sum_over(n, lambda k: p[0, k] * log(p[0, k] / q[0, k]))


def entropy(p):
    return -sum_over(n, lambda k: p[0, k] * log(p[0, k]))


def E(e):
    return Expectation(P, e, o)


@true("Cover & Thomas 2.6.4: the uniform distribution has the largest entropy")
def inf_max_entropy():
    return Le(entropy(p), log(n)), None, positive(p)


@false("strict for weak: maximal entropy is not attained")
def inf_max_entropy_strict():
    return Lt(entropy(p), log(n)), None, positive(p)


@true("Cover & Thomas 2.7.1: log sum inequality")
def inf_log_sum():
    f, g = MatrixSymbol("f", 1, n), MatrixSymbol("g", 1, n)
    F, G = sum_over(n, lambda k: f[0, k]), sum_over(n, lambda k: g[0, k])
    return Le(F * log(F / G), sum_over(n, lambda k: f[0, k] * log(f[0, k] / g[0, k]))), None, positive(f, g)


@true("Jensen for exp")
def inf_jensen_exp():
    return Le(exp(E(Y[o, 0])), E(exp(Y[o, 0]))), None, []


@true("relative entropy is convex in its second argument")
def inf_kl_convex():
    half = sum_over(n, lambda k: p[0, k] * log(2 * p[0, k] / (q[0, k] + w[0, k])))
    return Le(half, (kl(p, q) + kl(p, w)) / 2), None, positive(p, q, w)


@false("convexity of relative entropy the wrong way round")
def inf_kl_concave():
    half = sum_over(n, lambda k: p[0, k] * log(2 * p[0, k] / (q[0, k] + w[0, k])))
    return Ge(half, (kl(p, q) + kl(p, w)) / 2), None, positive(p, q, w)


@true("entropy is concave")
def inf_entropy_concave():
    mix = -sum_over(n, lambda k: (p[0, k] + q[0, k]) / 2 * log((p[0, k] + q[0, k]) / 2))
    return Ge(mix, (entropy(p) + entropy(q)) / 2), None, positive(p, q)


@true("Lin 1991: the Jensen–Shannon divergence is at most log 2")
def inf_jensen_shannon():
    def to_mean(p, q, r):
        return sum_over(n, lambda k: p[0, k] * log(2 * p[0, k] / (q[0, k] + r[0, k])))

    return Le((to_mean(p, p, q) + to_mean(q, p, q)) / 2, log(2)), None, positive(p, q)


J = MatrixSymbol("J", m, n)  # a joint distribution


def joint():
    return [ForAll((m, n), lambda i, k: Gt(J[i, k], 0)), Eq(sum_over(m, lambda i: sum_over(n, lambda k: J[i, k])), 1)]


def over(f):
    return sum_over(m, lambda i: sum_over(n, lambda k: f(i, k)))


@true("mutual information is not negative")
def inf_mutual_information():
    return (
        Ge(over(lambda i, k: J[i, k] * log(J[i, k] / (RowSum(J)[i, 0] * ColumnSum(J)[0, k]))), 0, evaluate=False),
        None,
        joint(),
    )


@true("Cover & Thomas 2.2.1: chain rule")
def inf_chain_rule():
    H_joint = -over(lambda i, k: J[i, k] * log(J[i, k]))
    H_row = -sum_over(m, lambda i: RowSum(J)[i, 0] * log(RowSum(J)[i, 0]))
    H_cond = -over(lambda i, k: J[i, k] * log(J[i, k] / RowSum(J)[i, 0]))
    return H_joint, H_row + H_cond, joint()


@false("subadditivity of entropy the wrong way round")
def inf_superadditive():
    H_joint = -over(lambda i, k: J[i, k] * log(J[i, k]))
    H_row = -sum_over(m, lambda i: RowSum(J)[i, 0] * log(RowSum(J)[i, 0]))
    H_col = -sum_over(n, lambda k: ColumnSum(J)[0, k] * log(ColumnSum(J)[0, k]))
    return Ge(H_joint, H_row + H_col), None, joint()


@true("Gibbs' variational principle")
def inf_variational():
    return Le(sum_over(n, lambda k: p[0, k] * z[0, k]) + entropy(p), LogSumExp(z)[0, 0]), None, positive(p)


@false("log-sum-exp below mean plus log n (it is above)")
def inf_lse_mean():
    return Le(LogSumExp(z)[0, 0], RowMean(z)[0, 0] + log(n)), None, []


@true("Gibbs & Su 2002: relative entropy at most χ²")
def inf_kl_chi_square():
    return Le(kl(p, q), sum_over(n, lambda k: (p[0, k] - q[0, k]) ** 2 / q[0, k])), None, positive(p, q)


@true("Tsybakov, Lemma 2.4: Hellinger below relative entropy")
def inf_hellinger():
    return Le(2 - 2 * sum_over(n, lambda k: sqrt(p[0, k] * q[0, k])), kl(p, q)), None, positive(p, q)


@true("Titu / Engel form of Cauchy–Schwarz")
def inf_titu():
    f, g = MatrixSymbol("f", 1, n), MatrixSymbol("g", 1, n)
    F, G = sum_over(n, lambda k: f[0, k]), sum_over(n, lambda k: g[0, k])
    return Le(F**2 / G, sum_over(n, lambda k: f[0, k] ** 2 / g[0, k])), None, positive(g)


@true("Lyapunov: E[Y²]² ≤ E[Y⁴]")
def inf_lyapunov():
    return Le(E(Y[o, 0] ** 2) ** 2, E(Y[o, 0] ** 4)), None, []


@true("Popoviciu's bound on the variance")
def inf_popoviciu():
    return (Le(Variance(P, Y[o, 0], o), (b - a) ** 2 / 4), None, [ForAll(o, Le(a, Y[o, 0])), ForAll(o, Le(Y[o, 0], b))])


@true("binary entropy is at most log 2")
def inf_binary_entropy():
    t = Symbol("t", positive=True)
    return Le(-t * log(t) - (1 - t) * log(1 - t), log(2)), None, [Lt(t, 1)]


@false("dropped hypothesis: the variable is Gaussian")
def inf_log_normal():
    return Le(E(exp(Y[o, 0])), exp(E(Y[o, 0]) + Variance(P, Y[o, 0], o) / 2)), None, []


# ---------------------------------------------------------------- sums, products, Fourier, powers (15 true, 5 false)

K = Symbol("k", integer=True, nonnegative=True)
y = MatrixSymbol("y", n, 1)


def unit(e):
    return exp(2 * pi * I * e / n)


@true("binomial theorem")
def pow_binomial():
    return Sum(binomial(n, K) * a**K * b ** (n - K), (K, 0, n)), (a + b) ** n, []


@true("Concrete Mathematics: mean of a row of Pascal's triangle")
def pow_binomial_mean():
    return Sum(K * binomial(n, K), (K, 0, n)), n * 2 ** (n - 1), []


@false("the same without the shift of the exponent")
def pow_binomial_mean_off():
    return Sum(K * binomial(n, K), (K, 0, n)), n * 2**n, []


@true("factorial as a product")
def pow_factorial_product():
    return Product(K + 1, (K, 0, n - 1)), factorial(n), []


@true("Σ k·k! telescopes")
def pow_factorial_sum():
    return Sum(K * factorial(K), (K, 0, n - 1)), factorial(n) - 1, []


@true("Pascal's rule")
def pow_pascal():
    return binomial(n + 1, K + 1), binomial(n, K) + binomial(n, K + 1), []


@false("Pascal's rule, an index off")
def pow_pascal_off():
    return binomial(n + 1, K), binomial(n, K) + binomial(n, K + 1), []


@true("hockey stick")
def pow_hockey_stick():
    return Sum(binomial(K + m, m), (K, 0, n - 1)), binomial(n + m, m + 1), []


@true("characters of ℤ/n: a nontrivial one sums to zero")
def dft_character():
    j = Idx("j", n)
    return sum_over(n, lambda k: unit(k * j)), 0, [Ne(j, 0)]


@false("dropped hypothesis: the character is not trivial")
def dft_character_dropped():
    j = Idx("j", n)
    return sum_over(n, lambda k: unit(k * j)), 0, []


@true("Parseval for real signals")
def dft_parseval():
    def hat(j):
        return sum_over(n, lambda k: y[k, 0] * unit(-k * j))

    from sympy import conjugate

    return sum_over(n, lambda j: hat(j) * conjugate(hat(j))), n * sum_over(n, lambda k: y[k, 0] ** 2), []


@false("Parseval as for the unitary transform")
def dft_parseval_factor():
    def hat(j):
        return sum_over(n, lambda k: y[k, 0] * unit(-k * j))

    from sympy import conjugate

    return sum_over(n, lambda j: hat(j) * conjugate(hat(j))), sum_over(n, lambda k: y[k, 0] ** 2), []


@true("inverse discrete Fourier transform")
def dft_inverse():
    l = Idx("l", n)
    return sum_over(n, lambda j: sum_over(n, lambda k: y[k, 0] * unit(-k * j)) * unit(j * l)) / n, y[l, 0], []


@true("Dirichlet kernel without a division")
def pow_dirichlet():
    t = Symbol("t", real=True)
    return 2 * sin(t / 2) * Sum(cos(K * t), (K, 1, n)), sin((n + Rational(1, 2)) * t) - sin(t / 2), []


@true("arithmetic–geometric sum")
def pow_arithmetic_geometric():
    return (1 - a) ** 2 * sum_over(n, lambda k: k * a**k), a - n * a**n + (n - 1) * a ** (n + 1), []


@true("difference of powers")
def pow_difference():
    return (a - b) * sum_over(n, lambda k: a**k * b ** (n - 1 - k)), a**n - b**n, []


@true("Σ 1/(4k² − 1)")
def pow_odd_fractions():
    return Sum(1 / (4 * K**2 - 1), (K, 1, n)), n / (2 * n + 1), []


@true("a lower bound of the factorial")
def pow_factorial_bound():
    return Le(2 ** (n - 1), factorial(n)), None, []


@true("Concrete Mathematics 2.36: sum of harmonic numbers")
def pow_harmonic_sum():
    j = Symbol("j", integer=True)

    def harmonic(e):
        return Sum(1 / j, (j, 1, e))

    return Sum(harmonic(K), (K, 1, n)), (n + 1) * harmonic(n) - n, []


@false("slip: (2n)! = 2ⁿ n!")
def pow_double_factorial():
    return factorial(2 * n), 2**n * factorial(n), []


# ---------------------------------------------------------------- easy things (15 true, 5 false)

M, R = MatrixSymbol("M", r, m), MatrixSymbol("R", m, r)
Q, Ks, Vs = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
t = Symbol("t", real=True)


@true("trace of a product")
def easy_trace():
    return Trace(M * R), Trace(R * M), []


@true("weights sum to one")
def easy_softmax_sum():
    S = MatrixSymbol("S", r, n)
    return RowSoftmax(S) * OneMatrix(n, 1), OneMatrix(r, 1), []


@false("slip: the columns sum to one")
def easy_softmax_columns():
    S = MatrixSymbol("S", r, n)
    return ColumnSum(RowSoftmax(S)), OneMatrix(1, n), []


@true("sigmoid and its mirror image")
def easy_sigmoid():
    return Sigmoid(t) + Sigmoid(-t), 1, []


@true("tanh is a rescaled sigmoid")
def easy_tanh():
    return tanh(t), 2 * Sigmoid(2 * t) - 1, []


@true("positive part minus negative part")
def easy_relu():
    return ReLU(t) - ReLU(-t), t, []


@true("linear attention: the row sums of the scores need no scores")
def easy_row_sums():
    return RowSum(Q * Ks.T), Q * ColumnSum(Ks).T, []


@true("attention is linear in the values")
def easy_values():
    W = MatrixSymbol("W", n, d)
    return Attention(Q, Ks, a * Vs + W), a * Attention(Q, Ks, Vs) + Attention(Q, Ks, W), []


@true("maximum and minimum of two numbers")
def easy_max_min():
    return Max(a, b) + Min(a, b), a + b, []


@true("a sum of equal terms")
def easy_constant_sum():
    return sum_over(n, lambda k: c), n * c, []


@true("scaling a squared norm")
def easy_scale_norm():
    return SquaredNorm(-3 * M), 9 * SquaredNorm(M), []


@true("derivative of softplus")
def easy_softplus():
    return Derivative(Softplus(t), t), Sigmoid(t), []


@true("a sum of squares is not negative")
def easy_squares():
    return Ge(sum_over(n, lambda k: y[k, 0] ** 2), 0, evaluate=False), None, []


@true("the inner product of matrices is a trace")
def easy_inner_product():
    return InnerProduct(M, R.T), Trace(M * R), []


@true("sigmoid lies below one")
def easy_sigmoid_bound():
    return Lt(Sigmoid(t), 1), None, []


@true("softmax of equal scores")
def easy_softmax_constant():
    return RowSoftmax(a * OneMatrix(r, n)), OneMatrix(r, n) / n, []


@false("transpose of a product without turning it round")
def easy_transpose_product():
    return (A * B).T, A.T * B.T, []


@false("√(t²) = t")
def easy_root():
    return sqrt(t**2), t, []


@false("absolute value of a sum")
def easy_abs():
    return Abs(a + b), Abs(a) + Abs(b), []


@false("binomial formula for matrices")
def easy_matrix_square():
    return (A + B) ** 2, A**2 + 2 * A * B + B**2, []
