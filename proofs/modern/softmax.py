"""Safe and online softmax, and how the states of blocks of keys merge.

Sources: M. Milakov, N. Gimelshein, *Online normalizer calculation for softmax* (2018); T. Dao et al., *FlashAttention*
(2022); Z. Ye et al., *FlashInfer* (2025). A state of a block of scores S with values V is (m, ℓ, O): the row maxima, the
normalisers Σ exp(S − m), and the output softmax(S) V. Nothing about softmax is assumed.
"""

from sympy import BlockMatrix, HadamardProduct, Idx, MatrixSymbol, OneMatrix, Symbol, ZeroMatrix, exp, log, sqrt

from symattn import (
    Attention,
    Equation,
    ForAll,
    HeadBlock,
    HeadFamily,
    HeadSum,
    LogSumExp,
    MatrixFamily,
    RowMax,
    RowSoftmax,
    calc,
    claim,
    dims,
    from_entries,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.softmax import (
    MergedLSE,
    MergedMax,
    MergedNormaliser,
    MergedOutput,
    MergedOutputByLSE,
    MergedSum,
    Normaliser,
    SafeSoftmax,
    SoftmaxFrom,
    WeightedSum,
)

r, n, d, ell, p, q, H, b = dims("r n d ell p q H b")
S, V, c = MatrixSymbol("S", r, n), MatrixSymbol("V", n, d), MatrixSymbol("c", r, 1)
S_1, S_2 = MatrixSymbol("S_1", r, p), MatrixSymbol("S_2", r, q)
V_1, V_2 = MatrixSymbol("V_1", p, d), MatrixSymbol("V_2", q, d)
both, values = BlockMatrix([[S_1, S_2]]), BlockMatrix([[V_1], [V_2]])
x = MatrixSymbol("x", r, 1)  # the next score of each row
longer = BlockMatrix([[S, x]])
m_1, m_2, m_3 = (MatrixSymbol(f"m_{k}", r, 1) for k in (1, 2, 3))
l_1, l_2, l_3 = (MatrixSymbol(f"l_{k}", r, 1) for k in (1, 2, 3))
O_1, O_2, O_3 = (MatrixSymbol(f"O_{k}", r, d) for k in (1, 2, 3))


def state(scores, values):
    """The state of a block: maxima, normalisers, output."""
    return RowMax(scores), Normaliser(scores, RowMax(scores)), RowSoftmax(scores) * values


# --------------------------------------------------------------------------------------------------- any reference


@theorem("A.softmax.reference", "softmax is the same from any reference", "Milakov & Gimelshein 2018, §2", "proved")
def any_reference():
    return SoftmaxFrom(S, c), RowSoftmax(S)


@theorem("A.softmax.safe", "safe softmax is softmax", "Milakov & Gimelshein 2018, Algorithm 2", "proved")
def safe():
    return SafeSoftmax(S), RowSoftmax(S)


i, j = Idx("i", r), Idx("j", n)


@theorem(
    "A.softmax.safe.bounded", "in safe softmax no exponential is above 1", "Milakov & Gimelshein 2018, §2", "proved"
)
def bounded():
    return exp(S[i, j] - RowMax(S)[i, 0]) <= 1


@theorem("A.softmax.safe.normaliser", "its normaliser lies between 1 and n", "Milakov & Gimelshein 2018, §3", "proved")
def normaliser_at_least_one():
    return Normaliser(S, RowMax(S))[i, 0] >= 1


@theorem("A.softmax.safe.normaliser.most", "its normaliser is at most n", "Milakov & Gimelshein 2018, §3", "proved")
def normaliser_at_most_n():
    return Normaliser(S, RowMax(S))[i, 0] <= n


@theorem("A.softmax.running.max", "m_j = max(m_{j−1}, x_j)", "Milakov & Gimelshein 2018, Algorithm 3, line 4", "proved")
def running_max():
    return RowMax(longer), MergedMax(RowMax(S), x)


@theorem(
    "A.softmax.running.normaliser",
    "d_j = d_{j−1} exp(m_{j−1} − m_j) + exp(x_j − m_j)",
    "Milakov & Gimelshein 2018, Algorithm 3, line 5",
    "proved",
)
def running_normaliser():
    m = MergedMax(RowMax(S), x)
    old = Normaliser(S, RowMax(S))
    new = from_entries(r, 1, lambda i, _: old[i, 0] * exp(RowMax(S)[i, 0] - m[i, 0]) + exp(x[i, 0] - m[i, 0]))
    return Normaliser(longer, RowMax(longer)), new


# ---- merge


@theorem("A.softmax.merge.max", "maxima of two blocks merge", "Milakov & Gimelshein 2018, §3.1", "proved")
def merge_max():
    return RowMax(both), MergedMax(RowMax(S_1), RowMax(S_2))


@theorem("A.softmax.merge.normaliser", "normalisers of two blocks merge", "Milakov & Gimelshein 2018, (4)", "proved")
def merge_normaliser():
    (m1, l1, _), (m2, l2, _) = state(S_1, V_1), state(S_2, V_2)
    return Normaliser(both, RowMax(both)), MergedNormaliser(m1, l1, m2, l2)


@theorem("A.softmax.merge.sum", "weighted sums of two blocks merge", "Dao 2022", "proved")
def merge_sum():
    m1, m2 = RowMax(S_1), RowMax(S_2)
    return WeightedSum(both, values, RowMax(both)), MergedSum(
        m1, WeightedSum(S_1, V_1, m1), m2, WeightedSum(S_2, V_2, m2)
    )


@theorem(
    "A.softmax.merge.output", "outputs of two blocks merge by (m, l, O)", "Dao 2022, Algorithm 1, line 12", "proved"
)
def merge_output():
    return RowSoftmax(both) * values, MergedOutput(*state(S_1, V_1), *state(S_2, V_2))


@theorem("A.softmax.merge.lse", "lse of two blocks", "Ye 2025", "proved")
def merge_lse():
    return LogSumExp(both), MergedLSE(LogSumExp(S_1), LogSumExp(S_2))


@theorem("A.softmax.merge.output.lse", "outputs of two blocks merge by lse", "Ye 2025", "proved")
def merge_output_lse():
    return RowSoftmax(both) * values, MergedOutputByLSE(
        RowSoftmax(S_1) * V_1, LogSumExp(S_1), RowSoftmax(S_2) * V_2, LogSumExp(S_2)
    )


@theorem("A.softmax.lse.state", "lse = m + log l", "Dao 2023", "proved")
def lse_state():
    m = RowMax(S)
    return LogSumExp(S), m + Normaliser(S, m).applyfunc(log)


# ---- the laws of merge
positive = [ForAll(i, l[i, 0] > 0) for l in (l_1, l_2, l_3)]


@theorem("A.softmax.merge.commutes.max", "c", "Milakov & Gimelshein 2018, §3.1", "proved")
def commutes_max():
    return MergedMax(m_1, m_2), MergedMax(m_2, m_1)


@theorem("A.softmax.merge.commutes.normaliser", "c", "Milakov & Gimelshein 2018, §3.1", "proved")
def commutes_norm():
    return MergedNormaliser(m_1, l_1, m_2, l_2), MergedNormaliser(m_2, l_2, m_1, l_1)


@theorem("A.softmax.merge.commutes.output", "c", "Milakov & Gimelshein 2018, §3.1", "proved")
def commutes_output():
    return claim(
        MergedOutput(m_1, l_1, O_1, m_2, l_2, O_2), MergedOutput(m_2, l_2, O_2, m_1, l_1, O_1), given=positive[:2]
    )


@theorem("A.softmax.merge.associates.max", "c", "Milakov & Gimelshein 2018, §3.1", "proved")
def assoc_max():
    return MergedMax(MergedMax(m_1, m_2), m_3), MergedMax(m_1, MergedMax(m_2, m_3))


@theorem("A.softmax.merge.associates.normaliser", "c", "Milakov & Gimelshein 2018, §3.1", "proved")
def assoc_norm():
    m12, m23 = MergedMax(m_1, m_2), MergedMax(m_2, m_3)
    l12, l23 = MergedNormaliser(m_1, l_1, m_2, l_2), MergedNormaliser(m_2, l_2, m_3, l_3)
    return MergedNormaliser(m12, l12, m_3, l_3), MergedNormaliser(m_1, l_1, m23, l23)


@theorem("A.softmax.merge.associates.output", "c", "Milakov & Gimelshein 2018, §3.1", "proved")
def assoc_out():
    m12, m23 = MergedMax(m_1, m_2), MergedMax(m_2, m_3)
    l12, l23 = MergedNormaliser(m_1, l_1, m_2, l_2), MergedNormaliser(m_2, l_2, m_3, l_3)
    o12, o23 = MergedOutput(m_1, l_1, O_1, m_2, l_2, O_2), MergedOutput(m_2, l_2, O_2, m_3, l_3, O_3)
    return claim(MergedOutput(m12, l12, o12, m_3, l_3, O_3), MergedOutput(m_1, l_1, O_1, m23, l23, o23), given=positive)


@theorem("A.softmax.merge.associates.lse", "c", "Ye", "proved")
def assoc_lse():
    return MergedLSE(MergedLSE(l_1, l_2), l_3), MergedLSE(l_1, MergedLSE(l_2, l_3))


@theorem("A.softmax.merge.associates.output.lse", "c", "Ye", "proved")
def assoc_out_lse():
    l12, l23 = MergedLSE(l_1, l_2), MergedLSE(l_2, l_3)
    return MergedOutputByLSE(MergedOutputByLSE(O_1, l_1, O_2, l_2), l12, O_3, l_3), MergedOutputByLSE(
        O_1, l_1, MergedOutputByLSE(O_2, l_2, O_3, l_3), l23
    )


@theorem("A.softmax.merge.commutes.output.lse", "c", "Ye", "proved")
def comm_out_lse():
    return MergedOutputByLSE(O_1, l_1, O_2, l_2), MergedOutputByLSE(O_2, l_2, O_1, l_1)


if __name__ == "__main__":
    run_script(__file__)
