"""Definite matrices, and what is defined: statements."""

from sympy import (
    Abs,
    BlockMatrix,
    Eq,
    Ge,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    Le,
    MatrixSymbol,
    Min,
    Piecewise,
    Symbol,
)

from symattn import (
    Equation,
    ForAll,
    Invertible,
    InvertibleSymbol,
    RowSoftmax,
    SquaredNorm,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, le, true


# x^T(X^T X + lam) x = |Xx|^2 + lam |x|^2 > 0 for x != 0
@true("Hoerl & Kennard 1970 (ridge regression)")
def def01():
    N, p = dims("N p")
    X, lam = MatrixSymbol("X", N, p), Symbol("lambda", positive=True)
    return Invertible(X.T * X + lam * Identity(p)), []


# X^T (X X^T + lam) = (X^T X + lam) X^T, both factors invertible
@true("push-through identity, kernel ridge (Murphy 2012 §14.4.3)")
def def02():
    N, p = dims("N p")
    X, y, lam = MatrixSymbol("X", N, p), MatrixSymbol("y", N, 1), Symbol("lambda", positive=True)
    primal = Inverse(X.T * X + lam * Identity(p)) * X.T * y
    return Equation(primal, X.T * Inverse(X * X.T + lam * Identity(N)) * y), []


# it is the squared norm of sum_i c_i (x_i tensor y_i)
@true("Schur product theorem for Gram matrices (Horn & Johnson 7.5)")
def def03():
    n, p, q = dims("n p q")
    X, Y, c = MatrixSymbol("X", n, p), MatrixSymbol("Y", n, q), MatrixSymbol("c", n, 1)
    return le(0, (c.T * HadamardProduct(X * X.T, Y * Y.T) * c)[0, 0]), []


# Cauchy-Schwarz for Bx and By
@true("Cauchy-Schwarz in the metric of a PSD matrix (Boyd & Vandenberghe A.1)")
def def04():
    n, k = dims("n k")
    B, x, y = MatrixSymbol("B", k, n), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    A = B.T * B
    return le((x.T * A * y)[0, 0] ** 2, (x.T * A * x)[0, 0] * (y.T * A * y)[0, 0]), []


# completing the square
@true("Schur complement as a minimum (Boyd & Vandenberghe A.5.5)")
def def05():
    n, m = dims("n m")
    A, B, C = InvertibleSymbol("A", n), MatrixSymbol("B", n, m), MatrixSymbol("C", m, m)
    u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", m, 1)
    w = BlockMatrix([[u], [v]])
    shifted = u + Inverse(A) * B * v
    return Equation(
        w.T * BlockMatrix([[A, B], [B.T, C]]) * w, shifted.T * A * shifted + v.T * (C - B.T * Inverse(A) * B) * v
    ), [Equation(A, A.T)]


# the difference is |X(w - w*)|^2 + lam |w - w*|^2
@true("ridge regression: the closed form is the minimiser (ESL §3.4.1)")
def def06():
    N, p = dims("N p")
    X, y, w, lam = (
        MatrixSymbol("X", N, p),
        MatrixSymbol("y", N, 1),
        MatrixSymbol("w", p, 1),
        Symbol("lambda", positive=True),
    )
    best = Inverse(X.T * X + lam * Identity(p)) * X.T * y

    def loss(v):
        return SquaredNorm(X * v - y) + lam * SquaredNorm(v)

    return le(loss(best), loss(w)), []


# min(i + 1, j + 1) = sum_k [k <= i][k <= j], so it is sum_k (sum_(i >= k) c_i)^2
@true("covariance of Brownian motion is positive (Rasmussen & Williams §4.2)")
def def07():
    n = dims("n")
    c = MatrixSymbol("c", n, 1)
    return le(0, sum_over(n, lambda i: sum_over(n, lambda j: c[i, 0] * c[j, 0] * Min(i + 1, j + 1)))), []


# x^T(D - W)x = 1/2 sum w_ij (x_i - x_j)^2
@true("graph Laplacian (von Luxburg 2007, Prop. 1)")
def def08():
    n = dims("n")
    W, x = MatrixSymbol("W", n, n), MatrixSymbol("x", n, 1)
    degree = from_entries(n, n, lambda i, j: Piecewise((sum_over(n, lambda k: W[i, k]), Eq(i, j)), (0, True)))
    return le(0, (x.T * (degree - W) * x)[0, 0]), [Equation(W, W.T), ForAll((n, n), lambda i, j: Ge(W[i, j], 0))]


# Woodbury with the identity
@true("Gaussian process posterior, weight space = function space (RW §2.1)")
def def09():
    N, p = dims("N p")
    X, s = MatrixSymbol("X", N, p), Symbol("s", positive=True)
    right = (Identity(p) - X.T * Inverse(s * Identity(N) + X * X.T) * X) / s
    return Equation(Inverse(s * Identity(p) + X.T * X), right), []


# |b_i -+ b_j|^2 >= 0 for columns of B
@true("entries of a PSD matrix (Horn & Johnson 7.1, exercise)")
def def10():
    n, k = dims("n k")
    B = MatrixSymbol("B", k, n)
    i, j = Idx("i", n), Idx("j", n)
    A = B.T * B
    return le(2 * Abs(A[i, j]), A[i, i] + A[j, j]), []


# B = (1, 2): A_01 = 2 > 1 = A_00
@false("near miss of def10: dominated by its own diagonal entry")
def def11():
    n, k = dims("n k")
    B = MatrixSymbol("B", k, n)
    i, j = Idx("i", n), Idx("j", n)
    A = B.T * B
    return le(Abs(A[i, j]), A[i, i]), []


# with z = (1 + B^T B)^-1 x: x.z = |z|^2 + |Bz|^2 <= |x|^2 = |z + B^T B z|^2
@true("resolvents shrink: (I + P)^-1 below I in Loewner order")
def def12():
    n, k = dims("n k")
    B, x = MatrixSymbol("B", k, n), MatrixSymbol("x", n, 1)
    return le((x.T * Inverse(Identity(n) + B.T * B) * x)[0, 0], SquaredNorm(x)), []


# x^T(1 + A)x = |x|^2 for skew A
@true("Cayley transform is defined (Golub & Van Loan P2.5)")
def def13():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return Invertible(Identity(n) + A), [Equation(A.T, -A)]


# A = -1 (n = 1) is symmetric and 1 + A = 0
@false("near miss of def13: symmetric in place of skew")
def def14():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return Invertible(Identity(n) + A), [Equation(A.T, A)]


# x^T A x >= sum_i a_ii x_i^2 - sum |a_ij| (x_i^2 + x_j^2)/2 >= 0
@true("diagonal dominance (Horn & Johnson 6.1.10)")
def def15():
    n = dims("n")
    A, x = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1)
    return le(0, (x.T * A * x)[0, 0]), [
        Equation(A, A.T),
        ForAll(n, lambda i: Le(sum_over(n, lambda j: Abs(A[i, j])), A[i, i] + Abs(A[i, i]))),
        ForAll(n, lambda i: Ge(A[i, i], 0)),
    ]


# a variance under the softmax weights
@true("Boyd & Vandenberghe §3.1.5: Hessian of log-sum-exp is PSD")
def def16():
    n = dims("n")
    a, v = MatrixSymbol("a", 1, n), MatrixSymbol("v", n, 1)
    p = RowSoftmax(a)
    return le((p * v)[0, 0] ** 2, sum_over(n, lambda k: p[0, k] * v[k, 0] ** 2)), []


# it is -2 |sum c_i x_i|^2 when sum c = 0
@true("squared distances are conditionally negative (Schoenberg 1938)")
def def17():
    n, d = dims("n d")
    X, c = MatrixSymbol("X", n, d), MatrixSymbol("c", n, 1)

    def dist(i, j):
        return sum_over(d, lambda k: (X[i, k] - X[j, k]) ** 2)

    return le(sum_over(n, lambda i: sum_over(n, lambda j: c[i, 0] * c[j, 0] * dist(i, j))), 0), [
        Eq(sum_over(n, lambda k: c[k, 0]), 0),
    ]


# n = 2, x = (0, 1), c = (1, 1): 2 > 0
@false("near miss of def17: without sum c = 0")
def def18():
    n, d = dims("n d")
    X, c = MatrixSymbol("X", n, d), MatrixSymbol("c", n, 1)

    def dist(i, j):
        return sum_over(d, lambda k: (X[i, k] - X[j, k]) ** 2)

    return le(sum_over(n, lambda i: sum_over(n, lambda j: c[i, 0] * c[j, 0] * dist(i, j))), 0), []


# B = (1, 0), C = (1, -1)... A = B^T B = [[1,0],[0,0]], D = C^T C = [[1,-1],[-1,1]]; x = (1, 2): x^T A D x = 1 - 2 = -1
@false("a product of PSD matrices need not be PSD")
def def19():
    n, k = dims("n k")
    B, C, x = MatrixSymbol("B", k, n), MatrixSymbol("C", k, n), MatrixSymbol("x", n, 1)
    return le(0, (x.T * (B.T * B) * (C.T * C) * x)[0, 0]), []


# D = (1, 1), C = (1, 0), x = (1, -3): x^T((A + E)^2 - A^2)x = 3 - 6 = -3
@false("the square is not monotone in Loewner order (Bhatia, Positive Definite Matrices §1)")
def def20():
    n, k = dims("n k")
    D, C, x = MatrixSymbol("D", k, n), MatrixSymbol("C", k, n), MatrixSymbol("x", n, 1)
    A = D.T * D
    return le(SquaredNorm(A * x), SquaredNorm((A + C.T * C) * x)), []
