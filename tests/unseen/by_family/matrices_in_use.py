"""Matrices in use: filters, control, optimisation, the delta rule, numerical algebra, statistics, graphs, chains."""

from sympy import Abs, BlockMatrix, Identity, Idx, ImmutableMatrix, Inverse, MatrixSymbol, OneMatrix, Sum, ZeroMatrix

from symattn import (
    ColumnMean,
    Equation,
    Fails,
    ForAll,
    Gradient,
    InnerProduct,
    Invertible,
    Loewner,
    MatrixFamily,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
)
from tests.unseen.table import column, false, integer, le, lt, real, square, true


def scatter(X):
    """Return the scatter matrix of the rows of X about their mean."""
    centred = X - OneMatrix(X.shape[0], 1) * ColumnMean(X)
    return centred.T * centred


@true("Bar-Shalom, Li & Kirubarajan 2001, ch. 5: a normalised innovation splits into parts of data and prior")
def mn01():
    n, m = dims("n m")
    (P,), (R,), H = square("P", n), square("R", m), MatrixSymbol("H", m, n)
    (x,), (z,) = column("x", n), column("z", m)
    S = H * P * H.T + R
    after = x + P * H.T * Inverse(S) * (z - H * x)
    data = InnerProduct(z - H * after, Inverse(R) * (z - H * after))
    prior = InnerProduct(after - x, Inverse(P) * (after - x))
    return InnerProduct(z - H * x, Inverse(S) * (z - H * x)), data + prior, [PositiveDefinite(P), PositiveDefinite(R)]


@true("Haykin, Adaptive Filter Theory: recursive least squares with forgetting corrects by the a priori error")
def mn02():
    d, (lam, y) = dims("d"), real("lambda y")
    (R,), (w, b, x) = square("R", d), column("w b x", d)
    P = Inverse(lam * R + x * x.T)
    given = [PositiveDefinite(R), Equation(R * w, b), lt(0, lam)]
    return w + (y - InnerProduct(x, w)) * P * x, P * (lam * b + y * x), given


@true("Rasmussen & Williams, ch. 2: where a Gaussian process was observed, its variance is at most that of the noise")
def mn03():
    n, s = dims("n"), real("s")
    (K,) = square("K", n)
    return Loewner(K - K * Inverse(K + s * Identity(n)) * K, s * Identity(n)), [PositiveSemidefinite(K), lt(0, s)]


@true("control course: a semidefinite solution of the discrete Lyapunov equation bounds the cost to any horizon")
def mn04():
    (n, d), t, s = dims("n d"), Idx("t", dims("n")), integer("s")
    (A, P, Q), x = square("A P Q", d), MatrixSymbol("x", n + 1, d)
    cost = Sum((x[s, :] * Q * x[s, :].T)[0, 0], (s, 0, n - 1))
    step = ForAll(t, Equation(x[t + 1, :], x[t, :] * A.T))
    given = [step, Equation(A.T * P * A - P + Q, ZeroMatrix(d, d)), PositiveSemidefinite(P)]
    return le(cost, (x[0, :] * P * x[0, :].T)[0, 0]), given


@true("Khalil, Nonlinear Systems, thm. 4.6: a definite solution of the Lyapunov equation makes eigenvalues negative")
def mn05():
    n, mu = dims("n"), real("mu")
    (A, P, Q), (v,) = square("A P Q", n), column("v", n)
    lyapunov = [Equation(A.T * P + P * A, -Q), PositiveDefinite(P), PositiveDefinite(Q)]
    return lt(mu, 0), [*lyapunov, Equation(A * v, mu * v), Fails(Equation(v, ZeroMatrix(n, 1)))]


@true("Zhou, Doyle & Glover, §13.1: a solution of the Riccati equation spans an invariant subspace of the Hamiltonian")
def mn06():
    n, m = dims("n m")
    (A, P, Q), (R,), B = square("A P Q", n), square("R", m), MatrixSymbol("B", n, m)
    G = B * Inverse(R) * B.T
    graph = BlockMatrix([[Identity(n)], [P]])
    riccati = Equation(A.T * P + P * A - P * G * P + Q, ZeroMatrix(n, n))
    return BlockMatrix([[A, -G], [-Q, -A.T]]) * graph, graph * (A - G * P), [PositiveDefinite(R), riccati]


@true("optimisation course: steps along a strongly monotone, Lipschitz gradient contract towards its zero")
def mn07():
    (n, d), t, (eta, mu, L) = dims("n d"), Idx("t", dims("n")), real("eta mu L")
    x, g, s = MatrixSymbol("x", n + 1, d), MatrixSymbol("g", n, d), MatrixSymbol("s", 1, d)
    step = ForAll(t, Equation(x[t + 1, :], x[t, :] - eta * g[t, :]))
    monotone = ForAll(t, le(mu * SquaredNorm(x[t, :] - s), InnerProduct(g[t, :], x[t, :] - s)))
    smooth = ForAll(t, le(SquaredNorm(g[t, :]), L**2 * SquaredNorm(x[t, :] - s)))
    bound = (1 - 2 * eta * mu + eta**2 * L**2) ** n * SquaredNorm(x[0, :] - s)
    return le(SquaredNorm(x[n, :] - s), bound), [step, monotone, smooth, le(0, eta), le(0, mu), le(mu, L)]


@true("Parikh & Boyd, Proximal Algorithms, §2.3: proximal steps are firmly nonexpansive, as subgradients are monotone")
def mn08():
    n, eta = dims("n"), real("eta")
    x, y, u, v, g, h = column("x y u v g h", n)
    steps = [Equation(u + eta * g, x), Equation(v + eta * h, y), lt(0, eta)]
    return le(SquaredNorm(u - v), InnerProduct(u - v, x - y)), [*steps, le(0, InnerProduct(g - h, u - v))]


@true("Nocedal & Wright, §6.1: the BFGS update keeps the inverse Hessian definite, where yᵀs is positive")
def mn09():
    n = dims("n")
    (H,), (s, y) = square("H", n), column("s y", n)
    rho = 1 / InnerProduct(y, s)
    E = Identity(n) - rho * s * y.T
    return PositiveDefinite(E * H * E.T + rho * s * s.T), [PositiveDefinite(H), lt(0, InnerProduct(y, s))]


@true("Schlag, Irie & Schmidhuber 2021, §4.2: the delta rule, once over orthonormal keys, replaces their values")
def mn10():
    n, k, d = dims("n k d")
    t, S = Idx("t", n), MatrixFamily("S", n + 1, d, k)
    K, V = MatrixSymbol("K", n, k), MatrixSymbol("V", n, d)
    step = ForAll(t, Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :]))
    return S[n], S[0] + (V.T - S[0] * K.T) * K, [step, Equation(K * K.T, Identity(n))]


@true("Yang et al. 2024 (DeltaNet), §3: a product of generalised Householder matrices is I − KᵀW, without the product")
def mn11():
    n, d = dims("n d")
    t, c, i = Idx("t", n), Idx("c", d), integer("i")
    P, (beta,) = MatrixFamily("P", n + 1, d, d), column("beta", n)
    K, W = MatrixSymbol("K", n, d), MatrixSymbol("W", n, d)
    reflect = ForAll(t, Equation(P[t + 1], (Identity(d) - beta[t, 0] * K[t, :].T * K[t, :]) * P[t]))
    seen = Sum((K * K.T)[t, i] * W[i, c], (i, 0, t - 1))
    rows = ForAll((t, c), Equation(W[t, c], beta[t, 0] * (K[t, c] - seen)))
    return P[n], Identity(d) - K.T * W, [reflect, rows, Equation(P[0], Identity(d))]


@true("Puglisi 1992; Joffrain et al. 2006, the UT transform: the condition under which I − Y T Yᵀ is orthogonal")
def mn12():
    n, k = dims("n k")
    Y, (T,) = MatrixSymbol("Y", n, k), square("T", k)
    U = Identity(n) - Y * T * Y.T
    return U.T * U, Identity(n), [Invertible(T), Equation(Inverse(T) + Inverse(T).T, Y.T * Y)]


@true("von Oswald et al. 2023, prop. 1: a gradient step on least squares changes a prediction by linear attention")
def mn13():
    (n, m, d), eta = dims("n m d"), real("eta")
    X, Y, W, (q,) = MatrixSymbol("X", n, m), MatrixSymbol("Y", n, d), MatrixSymbol("W", d, m), column("q", m)
    step = W - eta * Gradient(SquaredNorm(Y - X * W.T) / 2, W)
    return step * q, W * q + eta * (Y - X * W.T).T * (X * q), []


@true("Golub & Van Loan, §4.2: a step of the Cholesky factorisation leaves a definite matrix")
def mn14():
    n, a = dims("n"), real("a")
    (C,), (b,) = square("C", n), column("b", n)
    return PositiveDefinite(C - b * b.T / a), [PositiveDefinite(BlockMatrix([[ImmutableMatrix([[a]]), b.T], [b, C]]))]


@true("Golub & Van Loan, §8.5.2: a Jacobi rotation moves the square of what it annihilates onto the diagonal")
def mn15():
    a, b, d, c, s = real("a b d c s")
    rotation = ImmutableMatrix([[c, s], [-s, c]])
    rotated = rotation.T * ImmutableMatrix([[a, b], [b, d]]) * rotation
    annihilates = Equation(b * (c**2 - s**2) + (a - d) * c * s, 0)
    return rotated[0, 0] ** 2 + rotated[1, 1] ** 2, a**2 + d**2 + 2 * b**2, [annihilates, Equation(c**2 + s**2, 1)]


@true("Golub & Van Loan, §8.3.1: a Householder similarity of a symmetric matrix is an update of rank 2")
def mn16():
    n, beta = dims("n"), real("beta")
    (A,), (v,) = square("A", n), column("v", n)
    P, p = Identity(n) - beta * v * v.T, beta * A * v
    w = p - beta * InnerProduct(p, v) / 2 * v
    return P * A * P, A - v * w.T - w * v.T, [Equation(A.T, A)]


@true("Kailath, Sayed & Hassibi, §3.2: no linear estimate has an error covariance below that of the normal equations")
def mn17():
    n, m = dims("n m")
    (Cxx,), (Cyy,) = square("C_x", n), square("C_y", m)
    Cyx, B = MatrixSymbol("C_yx", m, n), MatrixSymbol("B", m, n)
    error = Cyy - B * Cyx.T - Cyx * B.T + B * Cxx * B.T
    return Loewner(Cyy - Cyx * Inverse(Cxx) * Cyx.T, error), [PositiveDefinite(Cxx)]


@true("Chan, Golub & LeVeque 1979: the scatter matrix of two samples from their scatter matrices and means")
def mn18():
    m, n, d = dims("m n d")
    X, Y = MatrixSymbol("X", m, d), MatrixSymbol("Y", n, d)
    delta = ColumnMean(X) - ColumnMean(Y)
    return scatter(BlockMatrix([[X], [Y]])), scatter(X) + scatter(Y) + m * n / (m + n) * delta.T * delta, []


@true("Gutman & Xiao 2004; Ghosh, Boyd & Saberi 2008: a pseudo-inverse of a Laplacian from the inverse of L + J/n")
def mn19():
    n = dims("n")
    (L,), J = square("L", n), OneMatrix(n, n)
    laplacian = [Equation(L.T, L), Equation(L * OneMatrix(n, 1), ZeroMatrix(n, 1))]
    return L * (Inverse(L + J / n) - J / n) * L, L, [*laplacian, Invertible(L + J / n)]


@true("Levin, Peres & Wilmer, lemma 13.6: the Dirichlet form of a stationary chain, by squared differences")
def mn20():
    n, i, j = dims("n"), integer("i"), integer("j")
    (P,), (f,), p = square("P", n), column("f", n), MatrixSymbol("pi", 1, n)
    form = Sum(p[0, i] * f[i, 0] * (f - P * f)[i, 0], (i, 0, n - 1))
    squares = Sum(Sum(p[0, i] * P[i, j] * (f[i, 0] - f[j, 0]) ** 2, (j, 0, n - 1)), (i, 0, n - 1))
    return form, squares / 2, [Equation(P * OneMatrix(n, 1), OneMatrix(n, 1)), Equation(p * P, p)]


# d = 1, P = 1, x = 1, lambda = 1/2: the left side is 1/(1/2 + 1) = 2/3, the right side 2 (1 - 1/2) = 1
@false("recursive least squares with forgetting, an error: λ left out of the denominator of the gain")
def mn21():
    d, lam = dims("d"), real("lambda")
    (P,), (x,) = square("P", d), column("x", d)
    gain = P * x / (1 + InnerProduct(x, P * x))
    return Inverse(lam * Inverse(P) + x * x.T), (P - gain * x.T * P) / lam, [PositiveDefinite(P), lt(0, lam)]


# n = 1, A = -2, P = 1, Q = 4: the continuous equation holds, but P - AᵀPA = 1 - 4 = -3
@false("control course, an error: the Lyapunov equation of continuous time taken for a decrease in discrete time")
def mn22():
    n = dims("n")
    A, P, Q = square("A P Q", n)
    given = [Equation(A.T * P + P * A, -Q), PositiveDefinite(P), PositiveDefinite(Q)]
    return PositiveDefinite(P - A.T * P * A), given


# k = d = 1, all keys 1, v = 1, w = 0, S = 0: the memory is 1 after the first write, 0 after the second, and reads 0
@false("fast weights, an error: a second write with the delta rule taken to keep the first value, for any unit keys")
def mn23():
    m, d = dims("m d")
    S, (k, q), (v, w) = MatrixSymbol("S", d, m), column("k q", m), column("v w", d)
    first = S + (v - S * k) * k.T
    second = first + (w - first * q) * q.T
    return second * k, v, [Equation(SquaredNorm(k), 1), Equation(SquaredNorm(q), 1)]


# n = d = 2, X = [[1, 1], [0, 1]], y = (1, 0), lambda = 1: least squares gives (1, 0), ridge regression (2/5, 1/5)
@false("statistics course, an error: ridge regression taken to shrink each weight, where it shrinks their norm")
def mn24():
    (n, d), lam = dims("n d"), real("lambda")
    X, (y,), i = MatrixSymbol("X", n, d), column("y", n), Idx("i", d)
    ridge = Inverse(X.T * X + lam * Identity(d)) * X.T * y
    least_squares = Inverse(X.T * X) * X.T * y
    return le(Abs(ridge[i, 0]), Abs(least_squares[i, 0])), [Invertible(X.T * X), lt(0, lam)]


# n = 3, pi uniform, P the exchange of 0 and 1, Q that of 1 and 2: P Q is a 3-cycle, with (P Q)_02 = 1 and (P Q)_20 = 0
@false("Markov chains, an error: steps of two chains, reversible for one distribution, taken for a reversible chain")
def mn25():
    n, i, j = dims("n"), Idx("i", dims("n")), Idx("j", dims("n"))
    (P, Q), p, one = square("P Q", n), MatrixSymbol("pi", 1, n), OneMatrix(n, 1)
    chains = [Equation(P * one, one), Equation(Q * one, one), Equation(p * one, OneMatrix(1, 1))]
    signs = [ForAll(i, lt(0, p[0, i])), ForAll((i, j), le(0, P[i, j])), ForAll((i, j), le(0, Q[i, j]))]
    balance = [ForAll((i, j), Equation(p[0, i] * M[i, j], p[0, j] * M[j, i])) for M in (P, Q)]
    return Equation(p[0, i] * (P * Q)[i, j], p[0, j] * (P * Q)[j, i]), [*chains, *signs, *balance]


# n = 2, A = diag(1, -2), x = (1, 1): the quotient of x is -1/2, that of A x = (1, -2) is (1 - 8)/5 = -7/5
@false("power iteration, an error: Rayleigh quotients taken to grow for any symmetric A, as they do for a definite one")
def mn26():
    n = dims("n")
    (A,), (x,) = square("A", n), column("x", n)
    before, after = InnerProduct(x, A * x) / SquaredNorm(x), InnerProduct(A * x, A * A * x) / SquaredNorm(A * x)
    nonzero = Fails(Equation(A * x, ZeroMatrix(n, 1)))
    return le(before, after), [Equation(A.T, A), nonzero, lt(0, SquaredNorm(x))]
