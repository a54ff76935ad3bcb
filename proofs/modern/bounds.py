"""Bounds of attention: weights are probabilities that disperse, outputs averages, scores of low rank.

Sources: A. Vaswani et al., *Attention Is All You Need*, 2017, eq. (1); B. Gao, L. Pavel, *On the Properties of the
Softmax Function*, 2017; P. Veličković et al., *softmax is not enough (for sharp out-of-distribution)*, 2024, Theorem
2.2; S. Bhojanapalli et al., *Low-Rank Bottleneck in Multi-head Attention Models*, 2020; Z. Yang et al., *Breaking the
Softmax Bottleneck*, 2018, §2; H. Kim, G. Papamakarios, A. Mnih, *The Lipschitz Constant of Self-Attention*, 2021.
"""

from sympy import BlockMatrix, Ge, Gt, Idx, ImmutableMatrix, Le, MatrixSymbol, OneMatrix, Symbol, exp, log
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Attention,
    Equation,
    ForAll,
    LogSumExp,
    RowSoftmax,
    calc,
    claim,
    dims,
    run_script,
    sum_over,
    theorem,
)

r, n, ell, d = dims("r n ell d")
A = MatrixSymbol("A", r, n)
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
a, x, y, v = (MatrixSymbol(name, 1, n) for name in "axyv")
i, j, k, c = Idx("i", r), Idx("j", n), Idx("k", n), Idx("c", d)
lo, hi = Symbol("lo", real=True), Symbol("hi", real=True)
B, w, u = (Symbol(name, positive=True) for name in "Bwu")
P = RowSoftmax(A)
p, p_y = RowSoftmax(x), RowSoftmax(y)


def total(term):
    return sum_over(n, term)


# ------------------------------------------------------------------------------------------------------ probabilities


@theorem("A.bounds.sum", "each row of weights sums to 1", "Vaswani et al. 2017, eq. 1", "proved")
def rows_sum():
    return P * OneMatrix(n, 1), OneMatrix(r, 1)


@theorem("A.bounds.positive", "each weight is positive", "Vaswani et al. 2017, eq. 1", "proved")
def positive():
    return Gt(P[i, j], 0)


@theorem("A.bounds.at_most_one", "each weight is at most 1", "Vaswani et al. 2017, eq. 1", "proved")
def at_most_one():
    return Le(P[i, j], 1)


@theorem("A.bounds.squares", "the squares of a row of weights sum to at most 1", "Kim et al. 2021, §3", "proved")
def squares():
    return Le(total(lambda s: p[0, s] ** 2), 1)


@theorem(
    "A.bounds.squares_low",
    "the squares of a row of weights sum to at least 1/n",
    "Cauchy–Schwarz",
    "proved",
)
def squares_low():
    return Ge(total(lambda s: p[0, s] ** 2), 1 / n)


@theorem("A.bounds.columns.mistake", "each column of weights sums to 1", "", "refuted")
def columns_sum():
    """For as many queries as keys; otherwise the sums could not even agree."""
    return OneMatrix(1, n) * RowSoftmax(MatrixSymbol("A", n, n)), OneMatrix(1, n)


# ----------------------------------------------------------------------------------------------------- convex hull

output = Attention(Q, K, V)[i, c]


@theorem(
    "A.bounds.hull_low",
    "the output is nowhere below all values",
    "Vaswani et al. 2017, eq. 1: a weighted mean",
    "proved",
)
def hull_low():
    return claim(Le(lo, output), given=[ForAll(j, Le(lo, V[j, c]))])


@theorem(
    "A.bounds.hull_high",
    "the output is nowhere above all values",
    "Vaswani et al. 2017, eq. 1: a weighted mean",
    "proved",
)
def hull_high():
    return claim(Le(output, hi), given=[ForAll(j, Le(V[j, c], hi))])


@theorem(
    "A.bounds.hull",
    "in every direction w the output is at most the largest value",
    "Vaswani et al. 2017, eq. 1: the convex hull",
    "proved",
    uses="A.bounds.hull_high",
)
def hull():
    """So the output lies in each half-space that holds all values, and that is their convex hull."""
    w = MatrixSymbol("w", d, 1)
    return claim(Le(Attention(Q, K, V * w)[i, 0], hi), given=[ForAll(j, Le((V * w)[j, 0], hi))])


@theorem(
    "A.bounds.hull_linear",
    "the output in a direction w is the attention of the values in it: Att(Q, K, V) w = Att(Q, K, Vw)",
    "Vaswani et al. 2017, eq. 1",
    "proved",
)
def hull_of_linear():
    w = MatrixSymbol("w", d, 1)
    return Attention(Q, K, V) * w, Attention(Q, K, V * w)


@theorem(
    "A.bounds.hull.mistake",
    "linear attention QKᵀV is nowhere above all values",
    "",
    "refuted",
)
def hull_linear():
    """Without the softmax the weights need not sum to 1."""
    return claim(Le((Q * K.T * V)[i, c], hi), given=[ForAll(j, Le(V[j, c], hi))])


@theorem("A.bounds.constant", "equal values come out as they are", "Vaswani et al. 2017, eq. 1", "proved")
def constant_values():
    w = MatrixSymbol("w", 1, d)
    return Attention(Q, K, OneMatrix(n, 1) * w), OneMatrix(r, 1) * w


@theorem("A.bounds.uniform", "equal keys give the mean of the values", "Vaswani et al. 2017, eq. 1", "proved")
def uniform():
    return Attention(Q, OneMatrix(n, 1) * MatrixSymbol("k", 1, ell), V), OneMatrix(r, n) * V / n


# ------------------------------------------------------------------------------------------- dispersion

BOUNDED = [ForAll(k, Le(-B, x[0, k])), ForAll(k, Le(x[0, k], B))]


@theorem(
    "A.bounds.dispersion",
    "no weight is above e^(2B)/n for scores within [−B, B]",
    "Veličković et al. 2024, Theorem 2.2",
    "proved",
)
def dispersion():
    """So the weights disperse as the number n of keys grows."""
    return claim(Le(p[0, j], exp(2 * B) / n), given=BOUNDED)


@theorem(
    "A.bounds.dispersion_low",
    "no weight is below e^(−2B)/n for scores within [−B, B]",
    "Veličković et al. 2024, Lemma 2.1",
    "proved",
)
def dispersion_low():
    return claim(Ge(p[0, j], exp(-2 * B) / n), given=BOUNDED)


@theorem(
    "A.bounds.dispersion.mistake",
    "no weight is above e^B/n, as for the scores B, −B, −B, −B",
    "Veličković et al. 2024, Theorem 2.2, factor 2 forgotten",
    "refuted",
)
def dispersion_half():
    extreme = ImmutableMatrix([[B, -B, -B, -B]])
    return Le(RowSoftmax(extreme)[0, 0], exp(B) / 4)


@theorem("A.bounds.largest", "the largest weight is at least 1/n", "Veličković et al. 2024, §2", "proved")
def largest():
    return claim(Ge(p[0, j], 1 / n), given=[ForAll(k, Le(x[0, k], x[0, j]))])


# ---------------------------------------------------------------------------------------------------------- Lipschitz


@theorem(
    "A.bounds.jacobian_psd",
    "the Jacobian diag(p) − ppᵀ is positive semidefinite",
    "Gao & Pavel 2017, Proposition 2",
    "proved",
)
def jacobian_psd():
    """vᵀ(diag(p) − ppᵀ)v is the variance of v under p."""
    return Ge(total(lambda s: p[0, s] * v[0, s] ** 2) - total(lambda s: p[0, s] * v[0, s]) ** 2, 0)


@theorem(
    "A.bounds.jacobian_norm",
    "the Jacobian of softmax, diag(p) − ppᵀ, is at most 1",
    "Gao & Pavel 2017, Proposition 4",
    "proved",
)
def jacobian_norm():
    variance = total(lambda s: p[0, s] * v[0, s] ** 2) - total(lambda s: p[0, s] * v[0, s]) ** 2
    return Le(variance, total(lambda s: v[0, s] ** 2))


@theorem(
    "A.bounds.monotone", "softmax is monotone: ⟨p(x) − p(y), x − y⟩ ≥ 0", "Gao & Pavel 2017, Proposition 3", "proved"
)
def monotone():
    return Ge(total(lambda s: (p[0, s] - p_y[0, s]) * (x[0, s] - y[0, s])), 0)


@theorem(
    "A.bounds.steep",
    "(w − u)² ≤ (w − u)(log w − log u) for weights w, u: up to 1 log has at least the slope 1",
    "Rudin, 5.10",
    "proved",
)
def steep():
    """By the mean value theorem, as log′ w = 1/w."""
    return claim(Le((w - u) ** 2, (w - u) * (log(w) - log(u))), given=[Le(w, 1), Le(u, 1)])


@theorem("A.bounds.steep.mistake", "(w − u)² ≤ (w − u)(log w − log u) for all positive numbers w, u", "", "refuted")
def steep_everywhere():
    """log′ 2 = ½."""
    return Le((w - u) ** 2, (w - u) * (log(w) - log(u)))


@theorem(
    "A.bounds.cocoercive",
    "softmax is co-coercive: |p(x) − p(y)|² ≤ ⟨p(x) − p(y), x − y⟩",
    "Gao & Pavel 2017, Proposition 4",
    "proved",
    uses="A.bounds.steep",
)
def cocoercive():
    """Weights have their logarithms for scores, up to a number, of which nothing is left as they sum up to 1."""
    change = total(lambda s: (p[0, s] - p_y[0, s]) ** 2)
    return Le(change, total(lambda s: (p[0, s] - p_y[0, s]) * (x[0, s] - y[0, s])))


@theorem(
    "A.bounds.lipschitz",
    "softmax is 1-Lipschitz: |p(x) − p(y)| ≤ |x − y|",
    "Gao & Pavel 2017, Proposition 4",
    "proved",
    uses="A.bounds.cocoercive",
)
def lipschitz():
    """Twice the inner product of two vectors is at most the sum of their squares; no mean value theorem is needed."""
    change = total(lambda s: (p[0, s] - p_y[0, s]) ** 2)
    return Le(change, total(lambda s: (x[0, s] - y[0, s]) ** 2))


@theorem(
    "A.bounds.lipschitz.mistake",
    "softmax is ¼-Lipschitz, as the sigmoid is",
    "",
    "refuted",
)
def lipschitz_as_sigmoid():
    """For two equal scores the Jacobian has the norm ½."""
    change = total(lambda s: (p[0, s] - p_y[0, s]) ** 2)
    return Le(16 * change, total(lambda s: (x[0, s] - y[0, s]) ** 2))


# --------------------------------------------------------------------------------------------------------------- rank


@theorem(
    "A.bounds.bottleneck",
    "log-probabilities of logits HWᵀ of width d are a product through the width d + 1",
    "Yang et al. 2018, §2.2",
    "proved",
)
def bottleneck():
    """log softmax(HWᵀ) = [H, −lse] [W, 1]ᵀ, a product through the width d + 1."""
    H, W = MatrixSymbol("H", r, d), MatrixSymbol("W", n, d)
    logits = H * W.T
    left, right = BlockMatrix([[H, -LogSumExp(logits)]]), BlockMatrix([[W, OneMatrix(n, 1)]])
    return calc(
        RowSoftmax(logits).applyfunc(log),
        (logits - LogSumExp(logits) * OneMatrix(1, n), (RowSoftmax, LogSumExp)),
        (left * right.T, LogSumExp),
    )


@theorem(
    "A.bounds.rank_one",
    "scores of width 1 have rank 1: their 2×2 minors vanish",
    "Bhojanapalli et al. 2020, §2, d = 1",
    "proved",
)
def rank_one():
    S, m = MatrixSymbol("Q", r, 1) * MatrixSymbol("K", n, 1).T, Idx("m", r)

    def s(*place):  # S[i, j] would be multiplied out before the kernel sees it
        return MatrixElement(S, *place)

    return Equation(s(i, j) * s(m, k), s(i, k) * s(m, j))


@theorem(
    "A.bounds.rank_one.mistake",
    "the softmax of scores of rank 1 has rank 1: its 2×2 minors vanish",
    "",
    "refuted",
)
def rank_one_softmax():
    """Softmax raises the rank."""
    S, m = RowSoftmax(MatrixSymbol("Q", r, 1) * MatrixSymbol("K", n, 1).T), Idx("m", r)
    return Equation(S[i, j] * S[m, k], S[i, k] * S[m, j])


@theorem(
    "A.bounds.cauchy_schwarz",
    "a score is at most the product of the norms: (q·k)² ≤ |q|²|k|²",
    "Kim et al. 2021, §3",
    "proved",
)
def cauchy_schwarz():
    q, w = MatrixSymbol("q", 1, ell), MatrixSymbol("k", 1, ell)

    def dot(left, right):
        return sum_over(ell, lambda s: left[0, s] * right[0, s])

    return Le(dot(q, w) ** 2, dot(q, q) * dot(w, w))


if __name__ == "__main__":
    run_script(__file__)
