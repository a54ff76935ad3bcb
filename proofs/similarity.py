"""Similarity kernels one by one, and attention as a weighted average: Ganev, Notes on Attention and Positional
Encodings, §2.7. The symmetries that they share are in kernels.py.

The formula that the source calls Epanechnikov, max(0, 1 − |q − k|), is the triangular kernel in statistics.
"""

from sympy import (
    Expr,
    FunctionMatrix,
    Ge,
    Gt,
    Idx,
    Lambda,
    Le,
    MatrixSymbol,
    Max,
    OneMatrix,
    Piecewise,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    sqrt,
    symbols,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Attention,
    BoxCar,
    Claim,
    DotProduct,
    Epanechnikov,
    EqualRowNorms,
    Equation,
    Euclidean,
    ForAll,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    RowSoftmax,
    SimilarityKernel,
    SquaredEuclidean,
    claim,
    dims,
    run_script,
    theorem,
)

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
q, k, k_2 = MatrixSymbol("q", ell, 1), MatrixSymbol("k", ell, 1), MatrixSymbol("k_2", ell, 1)
alpha = KernelSymbol("alpha")
j, key, c = Idx("j", r), Idx("i", n), Idx("c", d)
i, s, a, t = symbols("i s a t", integer=True)
answer = KernelAttention(alpha, Q, K, V)


def distance(x: Expr, y: Expr) -> Expr:
    return sqrt(Sum((x[a, 0] - y[a, 0]) ** 2, (a, 0, ell - 1)))


@theorem(
    "G24",
    "row j of attention with a kernel α is the mean of the values with the weights exp(α(q_j, k_i))",
    "Ganev, Definition 2.6",
    "defined",
)
def kernel_attention():
    def weight(key: Expr) -> Expr:
        return exp(alpha(Q[s, :], K[key, :]))

    written_out = Sum(weight(i) * V[i, a], (i, 0, n - 1)) / Sum(weight(t), (t, 0, n - 1))
    return answer, FunctionMatrix(r, d, Lambda((s, a), written_out))


@theorem("G24.matrix", "Att_α(Q, K, V) = SoftMax(α(Q, K)) V", "Ganev, Definition 2.6", "proved")
def kernel_attention_with_matrices():
    return answer, RowSoftmax(KernelMatrix(alpha, Q, K)) * V


@theorem("G24.scores", "entry (j, i) of α(Q, K) is α(q_j, k_i)", "Ganev, Definition 2.6", "defined")
def kernel_matrix():
    return KernelMatrix(alpha, Q, K), FunctionMatrix(r, n, Lambda((s, t), alpha(Q[s, :], K[t, :])))


@theorem("G24.weights", "row j of SoftMax(α(Q, K)) is SoftMax(α(q_j, k_1), …, α(q_j, k_n))", "Ganev, §2.7", "proved")
def kernel_weights():
    scores = FunctionMatrix(1, n, Lambda((s, t), alpha(Q[j, :], K[t, :])))
    return RowSoftmax(KernelMatrix(alpha, Q, K))[j, :], RowSoftmax(scores)


@theorem("G24.row", "row j of Att_α is Σ_i exp(α(q_j, k_i)) v_i / Σ_s exp(α(q_j, k_s))", "Ganev, §2.7", "proved")
def row():
    def weight(key: Expr) -> Expr:
        return exp(alpha(Q[j, :], K[key, :]))

    return Equation(answer[j, c], Sum(weight(i) * V[i, c], (i, 0, n - 1)) / Sum(weight(s), (s, 0, n - 1)))


@theorem("G25", "the Euclidean kernel is −|q − k|", "Ganev, §2.7, table", "defined")
def euclidean():
    """The file of the source lost the bars of the norm: |q − k| is meant."""
    return Euclidean()(q, k), -distance(q, k)


@theorem("G25.squared", "the squared Euclidean kernel is −½|q − k|²", "Ganev, §2.7, table", "defined")
def squared_euclidean():
    """The file of the source lost the bars of the norm: |q − k| is meant."""
    return SquaredEuclidean()(q, k), -(distance(q, k) ** 2) / 2


@theorem(
    "G25.epanechnikov",
    "the kernel called Epanechnikov is max(0, 1 − |q − k|)",
    "Ganev, §2.7, table",
    "defined",
    printed=r"\text{Epanechnikov}\quad \max(0, 1 - \mathbf{q} - \mathbf{k})",
)
def epanechnikov():
    """The file of the source lost the bars of the norm: max(0, 1 − |q − k|) is meant, as the text below the table has
    bars, in −½|q − k_i|². The source calls it the Epanechnikov kernel; in statistics this is the triangular one.
    """
    return Epanechnikov()(q, k), Max(0, 1 - distance(q, k))


@theorem("G25.boxcar", "the box-car kernel is 1 if |q − k| ≤ 1, otherwise 0", "Ganev, §2.7, table", "defined")
def box_car():
    """The file of the source lost the bars of the norm: |q − k| is meant."""
    return BoxCar()(q, k), Piecewise((1, distance(q, k) <= 1), (0, True))


@theorem(
    "G25.epanechnikov.positive",
    "the softmax of the kernel max(0, 1 − |q − k|) is positive everywhere",
    "derived from Ganev, §2.7",
    "proved",
)
def epanechnikov_softmax():
    return Gt(RowSoftmax(KernelMatrix(Epanechnikov(), Q, K))[j, key], 0)


@theorem(
    "G25.boxcar.positive",
    "the softmax of the box-car kernel is positive everywhere",
    "derived from Ganev, §2.7",
    "proved",
)
def box_car_softmax():
    return Gt(RowSoftmax(KernelMatrix(BoxCar(), Q, K))[j, key], 0)


# The output is a weighted average of the values: what bounds a column of them bounds that column of the output.

lo, hi = MatrixSymbol("lo", 1, d), MatrixSymbol("hi", 1, d)


@theorem("G48", "the output is nowhere below the smallest value, for any kernel", "Ganev, §2.1 and §2.7", "proved")
def lower_bound():
    """Column by column: lo is a row of bounds, and whatever the smallest values are, they are such a row."""
    bounded = ForAll((key, c), Le(lo[0, c], V[key, c]))
    return claim(ForAll((j, c), Le(lo[0, c], MatrixElement(answer, j, c))), given=[bounded])


@theorem("G48.upper", "the output is nowhere above the largest value, for any kernel", "Ganev, §2.1 and §2.7", "proved")
def upper_bound():
    bounded = ForAll((key, c), Le(V[key, c], hi[0, c]))
    return claim(ForAll((j, c), Le(MatrixElement(answer, j, c), hi[0, c])), given=[bounded])


@theorem(
    "G48.attention", "the output of dot-product attention is nowhere below the smallest value", "Ganev, §2.1", "proved"
)
def lower_bound_of_attention():
    bounded = ForAll((key, c), Le(lo[0, c], V[key, c]))
    return claim(ForAll((j, c), Le(lo[0, c], MatrixElement(Attention(Q, K, V), j, c))), given=[bounded])


def decreases(alpha: SimilarityKernel) -> Claim:
    """Say that a key which is farther from the query is no more similar to it."""
    return claim(Ge(alpha(q, k), alpha(q, k_2)), given=[Le(distance(q, k), distance(q, k_2))])


@theorem("G50", "the Euclidean kernel does not increase with the distance", "Ganev, §2.7", "proved")
def euclidean_decreases():
    return decreases(Euclidean())


@theorem("G50.squared", "the squared Euclidean kernel does not increase with the distance", "Ganev, §2.7", "proved")
def squared_euclidean_decreases():
    return decreases(SquaredEuclidean())


@theorem(
    "G50.epanechnikov", "the kernel max(0, 1 − |q − k|) does not increase with the distance", "Ganev, §2.7", "proved"
)
def epanechnikov_decreases():
    return decreases(Epanechnikov())


@theorem("G50.boxcar", "the box-car kernel does not increase with the distance", "Ganev, §2.7", "proved")
def boxcar_decreases():
    return decreases(BoxCar())


@theorem("G50.dot", "the dot product does not increase with the distance", "Ganev, §2.7", "refuted")
def dot_product():
    """A longer key in the same direction may be farther away and still have the larger dot product."""
    return decreases(DotProduct())


# Batch normalisation makes each coordinate have mean 0 and variance 1 over the keys, up to a positive ε under the
# root; it is applied to keys whose coordinates have mean 0 already.

epsilon = Symbol("epsilon", positive=True)


@theorem(
    "G51.coordinates",
    "after batch normalisation of the coordinates all keys have the same norm",
    "Ganev, §2.7",
    "refuted",
)
def per_coordinate():
    """The source says that the norms are approximately the same; refuted is that they are equal, for any ε > 0 and keys
    of mean 0. Normalising each coordinate over the keys says nothing about the norm of one key.
    """
    centred = Equation(OneMatrix(1, n) * K, ZeroMatrix(1, ell))
    normalised = K[i, a] / sqrt(Sum(K[s, a] ** 2, (s, 0, n - 1)) / n + epsilon)
    return claim(EqualRowNorms(FunctionMatrix(n, ell, Lambda((i, a), normalised))), given=[centred])


@theorem("G51", "a key that is itself standardised has the norm √ℓ", "Ganev, §2.7, per key", "proved")
def per_key():
    key, variance = MatrixSymbol("k", 1, ell), Symbol("v", positive=True)
    mean = Sum(key[0, s], (s, 0, ell - 1)) / ell
    spread = Equation(Sum((key[0, a] - mean) ** 2, (a, 0, ell - 1)), ell * variance)
    return claim(Sum(((key[0, a] - mean) / sqrt(variance)) ** 2, (a, 0, ell - 1)), ell, given=[spread])


if __name__ == "__main__":
    run_script(__file__)
