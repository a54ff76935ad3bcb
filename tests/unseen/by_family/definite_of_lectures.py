"""Definedness and definite matrices: inverses that exist, Loewner orders, Schur complements, Laplacians, updates.

From textbooks and papers on Gaussian processes, Kalman filters, kernel methods, spectral graph theory, regression,
optimal design, and second-order optimisation.
"""

from sympy import (
    BlockMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Symbol,
    Trace,
    ZeroMatrix,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    Fails,
    ForAll,
    InnerProduct,
    Invertible,
    Loewner,
    MatrixFamily,
    PositiveDefinite,
    PositiveSemidefinite,
    RowSum,
    Sigmoid,
    dims,
)
from tests.unseen.table import column, false, le, lt, real, square, true


@true("Rasmussen & Williams 2006, Gaussian Processes for Machine Learning, eq. 2.24 with finitely many features")
def ub01():
    n, m, d = dims("n m d")
    P, F, s = MatrixSymbol("P", n, d), MatrixSymbol("F", m, d), Symbol("sigma", positive=True)
    return PositiveSemidefinite(F * F.T - F * P.T * Inverse(P * P.T + s**2 * Identity(n)) * P * F.T), []


@true("Rasmussen & Williams 2006, §3.4.3: the matrix I + KW of the Laplace approximation")
def ub02():
    n = dims("n")
    (K,), (w,) = square("K", n), column("w", n)
    return Invertible(Identity(n) + K * DiagMatrix(w)), [PositiveSemidefinite(K), ForAll(n, lambda i: le(0, w[i, 0]))]


@true("Anderson & Moore 1979, Optimal Filtering, §3.1: no gain has a smaller covariance than the one of Kalman")
def ub03():
    n, m = dims("n m")
    (P,), (R,) = square("P", n), square("R", m)
    H, K = MatrixSymbol("H", m, n), MatrixSymbol("K", n, m)
    best = P - P * H.T * Inverse(H * P * H.T + R) * H * P
    joseph = (Identity(n) - K * H) * P * (Identity(n) - K * H).T + K * R * K.T
    return Loewner(best, joseph), [PositiveSemidefinite(P), PositiveDefinite(R)]


@true("Särkkä 2013, Bayesian Filtering and Smoothing, §4.3: the gain in covariance form and in information form")
def ub04():
    n, m = dims("n m")
    (P,), (R,), H = square("P", n), square("R", m), MatrixSymbol("H", m, n)
    information = Inverse(Inverse(P) + H.T * Inverse(R) * H) * H.T * Inverse(R)
    return P * H.T * Inverse(H * P * H.T + R), information, [PositiveDefinite(P), PositiveDefinite(R)]


@true("Chung 1997, Spectral Graph Theory, Lemma 1.7 (v): the eigenvalues of the normalised Laplacian are at most 2")
def ub05():
    n = dims("n")
    (W,) = square("W", n)
    degrees = DiagMatrix(RowSum(W))
    return Loewner(degrees - W, 2 * degrees), [Equation(W.T, W), ForAll((n, n), lambda i, j: le(0, W[i, j]))]


@true("Belkin, Matveeva & Niyogi 2004, Regularization and Semi-supervised Learning on Large Graphs: Tikhonov")
def ub06():
    n, gamma = dims("n"), Symbol("gamma", positive=True)
    (W,) = square("W", n)
    laplacian = DiagMatrix(RowSum(W)) - W
    given = [Equation(W.T, W), ForAll((n, n), lambda i, j: le(0, W[i, j]))]
    return Invertible(Identity(n) + gamma * laplacian), given


@true("Horn & Johnson 2013, Matrix Analysis, §7.2 exercises: Cauchy–Schwarz for a definite form and its dual")
def ub07():
    n = dims("n")
    (A,), (x, y) = square("A", n), column("x y", n)
    return le(InnerProduct(x, y) ** 2, InnerProduct(x, A * x) * InnerProduct(y, Inverse(A) * y)), [PositiveDefinite(A)]


@true("Boyd & Vandenberghe 2004, Convex Optimization, A.5.5: the Schur complement of a semidefinite block matrix")
def ub08():
    n, m = dims("n m")
    (A,), (C,), B = square("A", n), square("C", m), MatrixSymbol("B", n, m)
    given = [PositiveDefinite(A), PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]]))]
    return PositiveSemidefinite(C - B.T * Inverse(A) * B), given


@true("Pukelsheim 2006, Optimal Design of Experiments, §6: one more observation does not increase the A-criterion")
def ub09():
    n = dims("n")
    (M,), (x,) = square("M", n), column("x", n)
    return le(Trace(Inverse(M + x * x.T)), Trace(Inverse(M))), [PositiveDefinite(M)]


@true("Hoerl & Kennard 1970, Ridge Regression: the variance of the ridge estimator and that of least squares")
def ub10():
    (m, n), k = dims("m n"), Symbol("k", positive=True)
    X = MatrixSymbol("X", m, n)
    ridge = Inverse(X.T * X + k * Identity(n))
    return Loewner(ridge * X.T * X * ridge, Inverse(X.T * X)), [Invertible(X.T * X)]


@true("Nocedal & Wright 2006, Numerical Optimization, §6.1: the BFGS update of the inverse Hessian")
def ub11():
    n = dims("n")
    (H,), (s, y) = square("H", n), column("s y", n)
    rho = 1 / InnerProduct(y, s)
    updated = (Identity(n) - rho * s * y.T) * H * (Identity(n) - rho * y * s.T) + rho * s * s.T
    return PositiveDefinite(updated), [PositiveDefinite(H), lt(0, InnerProduct(y, s))]


@true("Shawe-Taylor & Cristianini 2004, Kernel Methods for Pattern Analysis, §9.1: the quadratic kernel")
def ub12():
    (n, d), c = dims("n d"), Symbol("c", nonnegative=True)
    X = MatrixSymbol("X", n, d)
    return PositiveSemidefinite(HadamardPower(X * X.T + c * OneMatrix(n, n), 2)), []


@true("Agarwal et al. 2019, Efficient Full-Matrix Adaptive Regularization: a window of gradients that are forgotten")
def ub13():
    (T, d), (beta,), eps = dims("T d"), real("beta,"), Symbol("epsilon", positive=True)
    t, S, g = Idx("t", T), MatrixFamily("S", T + 1, d, d), MatrixSymbol("g", T, d)
    given = [
        le(0, beta),
        le(beta, 1),
        Equation(S[0], ZeroMatrix(d, d)),
        ForAll(t, Equation(S[t + 1], beta * S[t] + (1 - beta) * g[t, :].T * g[t, :])),
    ]
    return PositiveDefinite(S[T] + eps * Identity(d)), given


@true("Alaoui & Mahoney 2015, Fast Randomized Kernel Ridge Regression, §3: Nyström is below K")
def ub14():
    n, p = dims("n p")
    (K,), S = square("K", n), MatrixSymbol("S", n, p)
    nystroem = K * S * Inverse(S.T * K * S) * S.T * K
    return Loewner(nystroem, K), [PositiveSemidefinite(K), Invertible(S.T * K * S)]


@true("Böhning & Lindsay 1988, Monotonicity of quadratic-approximation algorithms: the bound for logistic regression")
def ub15():
    n, d = dims("n d")
    X, (w,) = MatrixSymbol("X", n, d), column("w", d)
    chances = Sigmoid(X * w)
    hessian = X.T * DiagMatrix(HadamardProduct(chances, OneMatrix(n, 1) - chances)) * X
    return Loewner(hessian, X.T * X / 4), []


# n = 2, A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B² − A² = [[3, 1], [1, 0]] has the determinant −1
@false("Bhatia 2007, Positive Definite Matrices, §1.5: the square as if it were monotone")
def ub16():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(A * A, B * B), [PositiveSemidefinite(A), Loewner(A, B)]


# n = 2, W = [[0, 1], [1, 0]]: at x = (1, −1) the left form is 4 and the right one 2
@false("von Luxburg 2007, A Tutorial on Spectral Clustering, Proposition 3: the eigenvalues as if they were at most 1")
def ub17():
    n = dims("n")
    (W,) = square("W", n)
    degrees = DiagMatrix(RowSum(W))
    return Loewner(degrees - W, degrees), [Equation(W.T, W), ForAll((n, n), lambda i, j: le(0, W[i, j]))]


# n = 1, B = 1, s = 1, y = −1: the update is 1 − 1 + 1/(−1) = −1
@false("Nocedal & Wright 2006, Numerical Optimization, eq. 6.19: BFGS without positive curvature")
def ub18():
    n = dims("n")
    (B,), (s, y) = square("B", n), column("s y", n)
    updated = B - B * s * s.T * B / InnerProduct(s, B * s) + y * y.T / InnerProduct(y, s)
    given = [PositiveDefinite(B), Fails(Equation(s, ZeroMatrix(n, 1))), Ne(InnerProduct(y, s), 0)]
    return PositiveDefinite(updated), given


# n = 1, M = 1, u = 1: M − u uᵀ/(uᵀ M⁻¹ u) is 0
@false("Boyd & Vandenberghe 2004, exercise in the manner of A.5.5: the largest multiple of u uᵀ below M, made strict")
def ub19():
    n = dims("n")
    (M,), (u,) = square("M", n), column("u", n)
    given = [PositiveDefinite(M), Fails(Equation(u, ZeroMatrix(n, 1)))]
    return PositiveDefinite(M - u * u.T / InnerProduct(u, Inverse(M) * u)), given


# n = 1, P = 2, F = 0, Q = 1: the predicted covariance is 1
@false("Anderson & Moore 1979, Optimal Filtering, §3.1: the time update as if it could only add uncertainty")
def ub20():
    n = dims("n")
    F, P, Q = square("F P Q", n)
    return Loewner(P, F * P * F.T + Q), [PositiveDefinite(P), PositiveDefinite(Q)]
