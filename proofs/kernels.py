"""Attention with a similarity kernel: Ganev, Notes on Attention and Positional Encodings, §2.7."""

from sympy import FunctionMatrix, Idx, Lambda, MatrixSymbol, Mul, OneMatrix, Pow, Sum, exp, sqrt, symbols
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Attention,
    BoxCar,
    DotProduct,
    Epanechnikov,
    EqualRowNorms,
    Euclidean,
    Invariant,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SquaredEuclidean,
    calc,
    claim,
    dims,
    run_script,
    theorem,
)

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", r)
alpha, h = KernelSymbol("alpha"), MatrixSymbol("h", d, d)
dot = DotProduct()
a, b, s = symbols("a b s", integer=True)
KEY_NORMS = FunctionMatrix(1, n, Lambda((a, b), Sum(K[b, s] ** 2, (s, 0, ell - 1)) / 2))  # ½|k|² for each key
QUERY_NORMS = FunctionMatrix(r, 1, Lambda((a, b), Sum(Q[a, s] ** 2, (s, 0, ell - 1)) / 2))


@theorem("G26", "−½|q − k|² = qᵀk − ½|k|² − ½|q|²", "Ganev, §2.7", "proved")
def squared_distance():
    q, k = MatrixSymbol("q", ell, 1), MatrixSymbol("k", ell, 1)

    def total(term):
        return Sum(term, (a, 0, ell - 1))

    return calc(
        SquaredEuclidean()(q, k),
        (-total((q[a, 0] - k[a, 0]) ** 2) / 2, SquaredEuclidean),
        (-total(q[a, 0] ** 2 - 2 * q[a, 0] * k[a, 0] + k[a, 0] ** 2) / 2, ()),
        (total(q[a, 0] * k[a, 0]) - total(k[a, 0] ** 2) / 2 - total(q[a, 0] ** 2) / 2, ()),
        (dot(q, k) - dot(k, k) / 2 - dot(q, q) / 2, DotProduct),
    )


@theorem("G27", "softmax is invariant under a shift of each row", "Ganev, §2.7", "proved")
def shift_invariance():
    A, c = MatrixSymbol("A", r, n), MatrixSymbol("c", r, 1)
    return RowSoftmax(A + c * OneMatrix(1, n)), RowSoftmax(A)


@theorem("G27.derivation", "softmax is invariant under a shift of a row, line by line", "Ganev, §2.7", "proved")
def shift_by_lines():
    A, c = MatrixSymbol("A", r, n), MatrixSymbol("c", r, 1)
    row, key = Idx("j", r), Idx("i", n)

    def total(term):
        return Sum(term, (s, 0, n - 1))

    def product(*factors):
        return Mul(*factors, evaluate=False)  # SymPy would add the exponents up

    factor = exp(c[row, 0])
    return calc(
        MatrixElement(RowSoftmax(A + c * OneMatrix(1, n)), row, key),
        (exp(A[row, key] + c[row, 0]) / total(exp(A[row, s] + c[row, 0])), RowSoftmax),
        (product(factor, exp(A[row, key]), Pow(product(factor, total(exp(A[row, s]))), -1, evaluate=False)), ()),
        (exp(A[row, key]) / total(exp(A[row, s])), ()),
        (MatrixElement(RowSoftmax(A), row, key), RowSoftmax),
    )


@theorem("G27.query", "the term −½|q|² disappears in softmax", "Ganev, §2.7", "proved")
def query_norm():
    return RowSoftmax(KernelMatrix(SquaredEuclidean(), Q, K)), RowSoftmax(Q * K.T - OneMatrix(r, 1) * KEY_NORMS)


@theorem("G28", "keys of equal norm: squared distance and dot product attend alike", "Ganev, §2.7", "proved")
def equal_norms():
    """The source has keys of approximately the same norm, and attention that is approximately alike: this is the exact
    form.
    """
    equal, squared = EqualRowNorms(K), SquaredEuclidean()
    without_queries = Q * K.T - OneMatrix(r, 1) * KEY_NORMS
    return calc(
        KernelAttention(squared, Q, K, V),
        (RowSoftmax(KernelMatrix(squared, Q, K)) * V, KernelAttention),
        (RowSoftmax(without_queries - QUERY_NORMS * OneMatrix(1, n)) * V, (KernelMatrix, SquaredEuclidean)),
        (RowSoftmax(without_queries) * V, "G27"),
        (RowSoftmax(Q * K.T) * V, (RowSoftmax, equal)),
        (Attention(Q, K, V, scale=False), Attention),
        given=[equal],
    )


@theorem("G29", "equivariance: Att_α(τQ, σK, σVh) = τ Att_α(Q, K, V) h for any kernel α", "Ganev, §2.7", "proved")
def any_kernel():
    similarity = KernelMatrix(alpha, Q, K)
    return calc(
        KernelAttention(alpha, tau * Q, sigma * K, sigma * V * h),
        (RowSoftmax(KernelMatrix(alpha, tau * Q, sigma * K)) * sigma * V * h, KernelAttention),
        (RowSoftmax(tau * similarity * sigma.T) * sigma * V * h, (KernelMatrix, tau, sigma)),
        (tau * RowSoftmax(similarity) * sigma.T * sigma * V * h, (RowSoftmax, tau, sigma)),
        (tau * RowSoftmax(similarity) * V * h, sigma),
        (tau * KernelAttention(alpha, Q, K, V) * h, KernelAttention),
    )


@theorem("G30", "Att_α(g(Q), g(K), V) = Att_α(Q, K, V) for any map g that preserves α", "Ganev, §2.7", "proved")
def invariant_kernel():
    g = MapSymbol("g", ell)
    moved = KernelAttention(alpha, g(Q), g(K), V)
    return claim(moved, KernelAttention(alpha, Q, K, V), given=[Invariant(alpha, g)])


@theorem("G30.linear", "Att_α(Qg, Kg, V) = Att_α(Q, K, V) for a matrix g that preserves α", "Ganev, §2.7", "proved")
def invariant_kernel_linear():
    g = MatrixSymbol("g", ell, ell)
    moved = KernelAttention(alpha, Q * g, K * g, V)
    return claim(moved, KernelAttention(alpha, Q, K, V), given=[Invariant(alpha, g)])


g = OrthogonalSymbol("g", ell)


@theorem("G31.chain", "|gq − gk| = |g(q − k)| = |q − k| for g ∈ O(ℓ)", "Ganev, Example 2.7", "proved")
def norms():
    q, k = MatrixSymbol("q", ell, 1), MatrixSymbol("k", ell, 1)

    def norm(vector):
        return sqrt(Sum(MatrixElement(vector, s, 0) ** 2, (s, 0, ell - 1)))

    return calc(norm(g * q - g * k), (norm(g * (q - k)), ()), (norm(q - k), g))


@theorem("G31", "the Euclidean kernel is O(ℓ)-invariant", "Ganev, Example 2.7", "proved")
def euclidean():
    return Invariant(Euclidean(), g)


@theorem("G31.squared", "the squared Euclidean kernel is O(ℓ)-invariant", "Ganev, Example 2.7", "proved")
def squared_euclidean():
    return Invariant(SquaredEuclidean(), g)


@theorem("G31.epanechnikov", "the kernel max(0, 1 − |q − k|) is O(ℓ)-invariant", "Ganev, Example 2.7", "proved")
def epanechnikov():
    # This is the triangular kernel of the statistics literature; the source calls it Epanechnikov.
    return Invariant(Epanechnikov(), g)


@theorem("G31.boxcar", "the box-car kernel is O(ℓ)-invariant", "Ganev, Example 2.7", "proved")
def boxcar():
    return Invariant(BoxCar(), g)


if __name__ == "__main__":
    run_script(__file__)
