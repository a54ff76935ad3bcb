"""Attention with a similarity kernel: Ganev, Notes on Attention and Positional Encodings, §2.7."""

from sympy import FunctionMatrix, Lambda, MatrixSymbol, OneMatrix, Sum, symbols

from symattn import (
    Attention,
    BoxCar,
    DotProduct,
    Epanechnikov,
    EqualRowNorms,
    Equation,
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


@theorem("G26", "the squared distance expands", "Ganev, §2.7", "proved")
def squared_distance():
    q, k = MatrixSymbol("q", ell, 1), MatrixSymbol("k", ell, 1)
    return Equation(SquaredEuclidean()(q, k), dot(q, k) - dot(k, k) / 2 - dot(q, q) / 2)


@theorem("G27", "softmax is invariant under a shift of each row", "Ganev, §2.7", "proved")
def shift_invariance():
    A, c = MatrixSymbol("A", r, n), MatrixSymbol("c", r, 1)
    return RowSoftmax(A + c * OneMatrix(1, n)), RowSoftmax(A)


@theorem("G27.query", "the term −½|q|² disappears in softmax", "Ganev, §2.7", "proved")
def query_norm():
    i, j, a = symbols("i j a", integer=True)
    keys = FunctionMatrix(1, n, Lambda((j, i), Sum(K[i, a] ** 2, (a, 0, ell - 1)) / 2))
    return RowSoftmax(KernelMatrix(SquaredEuclidean(), Q, K)), RowSoftmax(Q * K.T - OneMatrix(r, 1) * keys)


@theorem("G28", "keys of equal norm: squared distance and dot product attend alike", "Ganev, §2.7", "proved")
def equal_norms():
    squared = KernelAttention(SquaredEuclidean(), Q, K, V)
    return claim(squared, Attention(Q, K, V, scale=False), given=[EqualRowNorms(K)])


@theorem("G29", "equivariance of attention with any kernel", "Ganev, §2.7", "proved")
def any_kernel():
    return KernelAttention(alpha, tau * Q, sigma * K, sigma * V * h), tau * KernelAttention(alpha, Q, K, V) * h


@theorem("G30", "a map that preserves the kernel preserves attention", "Ganev, §2.7", "proved")
def invariant_kernel():
    g = MapSymbol("g", ell)
    moved = KernelAttention(alpha, g(Q), g(K), V)
    return claim(moved, KernelAttention(alpha, Q, K, V), given=[Invariant(alpha, g)])


@theorem("G30.linear", "a matrix that preserves the kernel preserves attention", "Ganev, §2.7", "proved")
def invariant_kernel_linear():
    g = MatrixSymbol("g", ell, ell)
    moved = KernelAttention(alpha, Q * g, K * g, V)
    return claim(moved, KernelAttention(alpha, Q, K, V), given=[Invariant(alpha, g)])


g = OrthogonalSymbol("g", ell)


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
