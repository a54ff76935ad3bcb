"""Safe and online softmax, and how the states of blocks of keys merge.

Sources: M. Milakov, N. Gimelshein, *Online normalizer calculation for softmax* (2018); T. Dao, D. Fu, S. Ermon, A. Rudra,
C. Ré, *FlashAttention* (2022); T. Dao, *FlashAttention-2* (2023); Z. Ye et al., *FlashInfer* (2025); T. Dao, D. Haziza,
F. Massa, G. Sizov, *Flash-Decoding* (2023). The state of a block of scores S with values V is (m, ℓ, O): the maxima of
the rows, the normalisers Σ exp(S − m), and the output softmax(S) V. Nothing about softmax is assumed.
"""

from sympy import BlockMatrix, Expr, Idx, MatrixSymbol, exp, log

from symattn import (
    Equation,
    ForAll,
    HeadConcat,
    HeadFamily,
    HeadStack,
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

r, n, d, p, q, H, b = dims("r n d p q H b")
S, V, c = MatrixSymbol("S", r, n), MatrixSymbol("V", n, d), MatrixSymbol("c", r, 1)
S_1, S_2 = MatrixSymbol("S_1", r, p), MatrixSymbol("S_2", r, q)
V_1, V_2 = MatrixSymbol("V_1", p, d), MatrixSymbol("V_2", q, d)
BOTH, VALUES = BlockMatrix([[S_1, S_2]]), BlockMatrix([[V_1], [V_2]])
x, v = MatrixSymbol("x", r, 1), MatrixSymbol("v", 1, d)  # the next score of each row, and its value
LONGER = BlockMatrix([[S, x]])
m_1, m_2, m_3 = (MatrixSymbol(f"m_{k}", r, 1) for k in (1, 2, 3))
l_1, l_2, l_3 = (MatrixSymbol(f"l_{k}", r, 1) for k in (1, 2, 3))
O_1, O_2, O_3 = (MatrixSymbol(f"O_{k}", r, d) for k in (1, 2, 3))
i, j, a = Idx("i", r), Idx("j", n), Idx("a", d)
tiles, tile_values = MatrixFamily("S", H, r, b), MatrixFamily("V", H, b, d)
ROW, TILES = HeadConcat(tiles), HeadStack(tile_values)  # H tiles of b keys each

MILAKOV, DAO, YE = "Milakov & Gimelshein 2018", "Dao et al. 2022", "Ye et al. 2025"


def state(scores: Expr, values: Expr) -> tuple[Expr, Expr, Expr]:
    """The state of a block: maxima, normalisers, output."""
    m = RowMax(scores)
    return m, Normaliser(scores, m), RowSoftmax(scores) * values


def positive(*normalisers: Expr) -> list[Expr]:
    return [ForAll(i, l[i, 0] > 0) for l in normalisers]


# ---------------------------------------------------------------------------------------------------- one pass, safely


@theorem("A.softmax.reference", "softmax is the same from any reference c", f"{MILAKOV}, §2", "proved")
def any_reference():
    return SoftmaxFrom(S, c), RowSoftmax(S)


@theorem("A.softmax.reference.mistake", "a reference of its own for each key", f"{MILAKOV}, §2", "refuted")
def reference_of_each_key():
    return RowSoftmax(from_entries(r, n, lambda i, j: S[i, j] - c[0, 0] * S[i, j])), RowSoftmax(S)


@theorem("A.softmax.safe", "safe softmax is softmax", f"{MILAKOV}, (3), Algorithm 2", "proved")
def safe():
    return SafeSoftmax(S), RowSoftmax(S)


@theorem("A.softmax.safe.bounded", "in safe softmax no exponential is above 1", f"{MILAKOV}, §2", "proved")
def bounded():
    return exp(S[i, j] - RowMax(S)[i, 0]) <= 1


@theorem("A.softmax.safe.normaliser", "its normaliser is at most the number of keys", f"{MILAKOV}, §3", "proved")
def normaliser_at_most():
    return Normaliser(S, RowMax(S))[i, 0] <= n


@theorem("A.softmax.lse", "lse(S) = m + log ℓ", "Dao 2023, §3.1.1", "proved")
def logsumexp_of_state():
    m = RowMax(S)
    return LogSumExp(S), m + Normaliser(S, m).applyfunc(log)


@theorem("A.softmax.lse.mistake", "the maximum is not added back", "a common mistake", "refuted")
def logsumexp_without_maximum():
    return LogSumExp(S), Normaliser(S, RowMax(S)).applyfunc(log)


@theorem("A.softmax.output", "the output is the weighted sum divided by the normaliser", f"{DAO}, §3.1", "proved")
def weighted_sum_divided():
    total, l = WeightedSum(S, V, c), Normaliser(S, c)
    return RowSoftmax(S) * V, from_entries(r, d, lambda i, a: total[i, a] / l[i, 0])


# ------------------------------------------------------------------------------------------- one more score: the recurrence


@theorem("A.softmax.online.max", "m_j = max(m_{j−1}, x_j)", f"{MILAKOV}, Algorithm 3, line 4", "proved")
def running_maximum():
    return RowMax(LONGER), MergedMax(RowMax(S), x)


@theorem(
    "A.softmax.online", "ℓ_j = ℓ_{j−1} exp(m_{j−1} − m_j) + exp(x_j − m_j)", f"{MILAKOV}, Algorithm 3, line 5", "proved"
)
def running_normaliser():
    m, old, new = RowMax(S), Normaliser(S, RowMax(S)), MergedMax(RowMax(S), x)
    entry = lambda i, _: old[i, 0] * exp(m[i, 0] - new[i, 0]) + exp(x[i, 0] - new[i, 0])
    return Normaliser(LONGER, RowMax(LONGER)), from_entries(r, 1, entry)


@theorem(
    "A.softmax.online.mistake",
    "the old ℓ is not rescaled to the new maximum",
    f"{MILAKOV}, Algorithm 3, line 5",
    "refuted",
)
def running_normaliser_not_rescaled():
    old, new = Normaliser(S, RowMax(S)), MergedMax(RowMax(S), x)
    return Normaliser(LONGER, RowMax(LONGER)), from_entries(r, 1, lambda i, _: old[i, 0] + exp(x[i, 0] - new[i, 0]))


@theorem("A.softmax.online.sum", "the weighted sum with one more key", "Dao 2023, §3.1.1", "proved")
def running_sum():
    m, new = RowMax(S), MergedMax(RowMax(S), x)
    old = WeightedSum(S, V, m)
    entry = lambda i, a: exp(m[i, 0] - new[i, 0]) * old[i, a] + exp(x[i, 0] - new[i, 0]) * v[0, a]
    return WeightedSum(LONGER, BlockMatrix([[V], [v]]), RowMax(LONGER)), from_entries(r, d, entry)


# ------------------------------------------------------------------------------------------------------- two blocks merge


@theorem("A.softmax.merge.max", "the maxima of two blocks merge", f"{MILAKOV}, (4)", "proved")
def merge_maxima():
    return RowMax(BOTH), MergedMax(RowMax(S_1), RowMax(S_2))


@theorem("A.softmax.merge.normaliser", "(m, ℓ) of two blocks merge by ⊕", f"{MILAKOV}, (4)", "proved")
def merge_normalisers():
    m_1, m_2 = RowMax(S_1), RowMax(S_2)
    merged = MergedNormaliser(m_1, Normaliser(S_1, m_1), m_2, Normaliser(S_2, m_2))
    return Normaliser(BOTH, RowMax(BOTH)), merged


@theorem(
    "A.softmax.merge.normaliser.mistake", "the normalisers are added without rescaling", "a common mistake", "refuted"
)
def merge_normalisers_added():
    return Normaliser(BOTH, RowMax(BOTH)), Normaliser(S_1, RowMax(S_1)) + Normaliser(S_2, RowMax(S_2))


@theorem("A.softmax.merge.sum", "the weighted sums of two blocks merge", "Dao 2023, §3.1.1", "proved")
def merge_sums():
    m_1, m_2 = RowMax(S_1), RowMax(S_2)
    merged = MergedSum(m_1, WeightedSum(S_1, V_1, m_1), m_2, WeightedSum(S_2, V_2, m_2))
    return WeightedSum(BOTH, VALUES, RowMax(BOTH)), merged


@theorem("A.softmax.merge.sum.mistake", "the old weighted sum is not rescaled", "Dao 2023, §3.1.1", "refuted")
def merge_sums_added():
    m_1, m_2 = RowMax(S_1), RowMax(S_2)
    return WeightedSum(BOTH, VALUES, RowMax(BOTH)), WeightedSum(S_1, V_1, m_1) + WeightedSum(S_2, V_2, m_2)


@theorem("A.softmax.merge", "(m, ℓ, O) of two blocks merge to softmax(S) V", f"{DAO}, Algorithm 1, line 12", "proved")
def merge_outputs():
    """The states of the blocks are all that is needed of them."""
    m_1, l_1, O_1 = state(S_1, V_1)
    m_2, l_2, O_2 = state(S_2, V_2)
    m = MergedMax(m_1, m_2)

    def taken_off(i, a):
        first = sum_over(p, lambda s: exp(S_1[i, s] - m[i, 0]) * V_1[s, a])
        second = sum_over(q, lambda s: exp(S_2[i, s] - m[i, 0]) * V_2[s, a])
        total = sum_over(p, lambda s: exp(S_1[i, s] - m[i, 0])) + sum_over(q, lambda s: exp(S_2[i, s] - m[i, 0]))
        return (first + second) / total

    def rescaled(i, a):
        e_1, e_2 = exp(m_1[i, 0] - m[i, 0]), exp(m_2[i, 0] - m[i, 0])
        first, second = WeightedSum(S_1, V_1, m_1), WeightedSum(S_2, V_2, m_2)
        return (e_1 * first[i, a] + e_2 * second[i, a]) / (e_1 * l_1[i, 0] + e_2 * l_2[i, 0])

    return calc(
        RowSoftmax(BOTH) * VALUES,
        (from_entries(r, d, taken_off), RowSoftmax),
        (from_entries(r, d, rescaled), (Normaliser, WeightedSum)),
        (
            MergedOutput(m_1, l_1, O_1, m_2, l_2, O_2),
            (MergedOutput, MergedNormaliser, WeightedSum, Normaliser, RowSoftmax),
        ),
    )


@theorem(
    "A.softmax.merge.mistake.1",
    "the outputs of two blocks are averaged by their numbers of keys",
    "a common mistake",
    "refuted",
)
def merge_outputs_by_length():
    return RowSoftmax(BOTH) * VALUES, (p * RowSoftmax(S_1) * V_1 + q * RowSoftmax(S_2) * V_2) / (p + q)


@theorem("A.softmax.merge.mistake.2", "the old output is not rescaled", f"{DAO}, Algorithm 1, line 12", "refuted")
def merge_outputs_not_rescaled():
    m_1, l_1, O_1 = state(S_1, V_1)
    m_2, l_2, O_2 = state(S_2, V_2)
    return RowSoftmax(BOTH) * VALUES, MergedOutput(m_2, l_1, O_1, m_2, l_2, O_2)


@theorem("A.softmax.merge.lse", "lse of two blocks merge: log(exp s_1 + exp s_2)", f"{YE}, §2.2", "proved")
def merge_logsumexp():
    return LogSumExp(BOTH), MergedLSE(LogSumExp(S_1), LogSumExp(S_2))


@theorem("A.softmax.merge.output.lse", "(O, lse) of two blocks merge to softmax(S) V", f"{YE}, §2.2", "proved")
def merge_outputs_by_lse():
    first, second = (RowSoftmax(S_1) * V_1, LogSumExp(S_1)), (RowSoftmax(S_2) * V_2, LogSumExp(S_2))
    return RowSoftmax(BOTH) * VALUES, MergedOutputByLSE(*first, *second)


@theorem(
    "A.softmax.merge.output.lse.mistake",
    "lse is taken after each block's maximum is taken off",
    "FlashAttention, issue 404",
    "refuted",
)
def merge_outputs_by_local_lse():
    local = lambda S: Normaliser(S, RowMax(S)).applyfunc(log)
    first, second = (RowSoftmax(S_1) * V_1, local(S_1)), (RowSoftmax(S_2) * V_2, local(S_2))
    return RowSoftmax(BOTH) * VALUES, MergedOutputByLSE(*first, *second)


# ------------------------------------------------------------------------------------ ⊕ is commutative and associative


@theorem("A.softmax.commutes.max", "max is commutative", f"{MILAKOV}, §3.1", "proved")
def maxima_commute():
    return MergedMax(m_1, m_2), MergedMax(m_2, m_1)


@theorem("A.softmax.commutes", "⊕ is commutative on (m, ℓ)", f"{MILAKOV}, §3.1", "proved")
def normalisers_commute():
    def merged(m):
        return from_entries(
            r, 1, lambda i, _: exp(m_1[i, 0] - m[i, 0]) * l_1[i, 0] + exp(m_2[i, 0] - m[i, 0]) * l_2[i, 0]
        )

    return calc(
        MergedNormaliser(m_1, l_1, m_2, l_2),
        (merged(MergedMax(m_1, m_2)), MergedNormaliser),
        (merged(MergedMax(m_2, m_1)), "A.softmax.commutes.max"),
        (MergedNormaliser(m_2, l_2, m_1, l_1), MergedNormaliser),
    )


@theorem("A.softmax.commutes.output", "the merge is commutative on (m, ℓ, O)", f"{YE}, §2.2", "proved")
def outputs_commute():
    def merged(m, l):
        first = lambda i, a: exp(m_1[i, 0] - m[i, 0]) * l_1[i, 0] * O_1[i, a]
        return from_entries(
            r, d, lambda i, a: (first(i, a) + exp(m_2[i, 0] - m[i, 0]) * l_2[i, 0] * O_2[i, a]) / l[i, 0]
        )

    m, swapped = MergedMax(m_1, m_2), MergedMax(m_2, m_1)
    l, l_swapped = MergedNormaliser(m_1, l_1, m_2, l_2), MergedNormaliser(m_2, l_2, m_1, l_1)
    return calc(
        MergedOutput(m_1, l_1, O_1, m_2, l_2, O_2),
        (merged(m, l), MergedOutput),
        (merged(swapped, l), "A.softmax.commutes.max"),
        (merged(swapped, l_swapped), "A.softmax.commutes"),
        (MergedOutput(m_2, l_2, O_2, m_1, l_1, O_1), MergedOutput),
        given=positive(l_1, l_2),
    )


@theorem("A.softmax.commutes.lse", "the merge is commutative on (O, lse)", f"{YE}, §2.2", "proved")
def outputs_by_lse_commute():
    return MergedOutputByLSE(O_1, l_1, O_2, l_2), MergedOutputByLSE(O_2, l_2, O_1, l_1)


@theorem("A.softmax.associates.max", "max is associative", f"{MILAKOV}, §3.1", "proved")
def maxima_associate():
    return MergedMax(MergedMax(m_1, m_2), m_3), MergedMax(m_1, MergedMax(m_2, m_3))


LEFT, RIGHT = MergedMax(MergedMax(m_1, m_2), m_3), MergedMax(m_1, MergedMax(m_2, m_3))
STATES = ((m_1, l_1, O_1), (m_2, l_2, O_2), (m_3, l_3, O_3))


def normaliser_of_three(m):
    return from_entries(r, 1, lambda i, _: sum(exp(k[i, 0] - m[i, 0]) * l[i, 0] for k, l, _ in STATES))


@theorem("A.softmax.associates", "⊕ is associative on (m, ℓ)", f"{MILAKOV}, §3.1", "proved")
def normalisers_associate():
    first = MergedMax(m_1, m_2), MergedNormaliser(m_1, l_1, m_2, l_2)
    last = MergedMax(m_2, m_3), MergedNormaliser(m_2, l_2, m_3, l_3)
    return calc(
        MergedNormaliser(*first, m_3, l_3),
        (normaliser_of_three(LEFT), MergedNormaliser),
        (normaliser_of_three(RIGHT), "A.softmax.associates.max"),
        (MergedNormaliser(m_1, l_1, *last), MergedNormaliser),
    )


@theorem(
    "A.softmax.associates.mistake", "⊕ with ℓ not rescaled is not associative with it", "a common mistake", "refuted"
)
def normalisers_mixed():
    first = MergedMax(m_1, m_2), l_1 + l_2
    last = MergedMax(m_2, m_3), l_2 + l_3
    return MergedNormaliser(*first, m_3, l_3), MergedNormaliser(m_1, l_1, *last)


@theorem("A.softmax.associates.output", "the merge is associative on (m, ℓ, O)", f"{YE}, §2.2", "proved")
def outputs_associate():
    def merged(m):
        total = lambda i, a: sum(exp(k[i, 0] - m[i, 0]) * l[i, 0] * O[i, a] for k, l, O in STATES)
        below = lambda i: sum(exp(k[i, 0] - m[i, 0]) * l[i, 0] for k, l, _ in STATES)
        return from_entries(r, d, lambda i, a: total(i, a) / below(i))

    first = MergedMax(m_1, m_2), MergedNormaliser(m_1, l_1, m_2, l_2), MergedOutput(m_1, l_1, O_1, m_2, l_2, O_2)
    last = MergedMax(m_2, m_3), MergedNormaliser(m_2, l_2, m_3, l_3), MergedOutput(m_2, l_2, O_2, m_3, l_3, O_3)
    words = (MergedOutput, MergedNormaliser)
    return calc(
        MergedOutput(*first, *STATES[2]),
        (merged(LEFT), words),
        (merged(RIGHT), "A.softmax.associates.max"),
        (MergedOutput(*STATES[0], *last), words),
        given=positive(l_1, l_2, l_3),
    )


@theorem("A.softmax.associates.lse", "lse of blocks merge in any grouping", f"{YE}, §2.2", "proved")
def logsumexp_associates():
    return MergedLSE(MergedLSE(l_1, l_2), l_3), MergedLSE(l_1, MergedLSE(l_2, l_3))


@theorem("A.softmax.associates.output.lse", "the merge is associative on (O, lse)", f"{YE}, §2.2", "proved")
def outputs_by_lse_associate():
    first = MergedOutputByLSE(O_1, l_1, O_2, l_2), MergedLSE(l_1, l_2)
    last = MergedOutputByLSE(O_2, l_2, O_3, l_3), MergedLSE(l_2, l_3)
    return MergedOutputByLSE(*first, O_3, l_3), MergedOutputByLSE(O_1, l_1, *last)


@theorem(
    "A.softmax.associates.output.mistake", "averages of outputs depend on the grouping", "a common mistake", "refuted"
)
def averages_do_not_associate():
    return ((O_1 + O_2) / 2 + O_3) / 2, (O_1 + (O_2 + O_3) / 2) / 2


# ------------------------------------------------------------------------------------------------ any number of blocks


@theorem("A.softmax.blocks.max", "the maximum of H tiles is the largest of their maxima", "Dao 2023, §3.1.1", "proved")
def maxima_of_tiles():
    return RowMax(ROW), RowMax(from_entries(r, H, lambda i, h: RowMax(tiles[h])[i, 0]))


@theorem("A.softmax.blocks.normaliser", "ℓ of H tiles is Σ_h exp(m_h − m) ℓ_h", "Dao 2023, §3.1.1", "proved")
def normaliser_of_tiles():
    l = lambda h: Normaliser(tiles[h], RowMax(tiles[h]))
    term = lambda i, h: exp(RowMax(tiles[h])[i, 0] - RowMax(ROW)[i, 0]) * l(h)[i, 0]
    return Normaliser(ROW, RowMax(ROW)), from_entries(r, 1, lambda i, _: sum_over(H, lambda h: term(i, h)))


@theorem("A.softmax.blocks.lse", "lse of H tiles is the lse of their lse", "Flash-Decoding 2023", "proved")
def logsumexp_of_tiles():
    return LogSumExp(ROW), LogSumExp(from_entries(r, H, lambda i, h: LogSumExp(tiles[h])[i, 0]))


@theorem("A.softmax.blocks", "softmax(S) V is Σ_h exp(lse_h − lse) O_h over H tiles", "Flash-Decoding 2023", "proved")
def outputs_of_tiles():
    weight = lambda i, h: exp(LogSumExp(tiles[h])[i, 0] - LogSumExp(ROW)[i, 0])
    O = lambda h: RowSoftmax(tiles[h]) * tile_values[h]
    merged = from_entries(r, d, lambda i, a: sum_over(H, lambda h: weight(i, h) * O(h)[i, a]))
    return RowSoftmax(ROW) * TILES, merged


@theorem("A.softmax.blocks.mistake", "the outputs of the tiles are averaged", "a common mistake", "refuted")
def outputs_of_tiles_averaged():
    O = lambda h: RowSoftmax(tiles[h]) * tile_values[h]
    return RowSoftmax(ROW) * TILES, from_entries(r, d, lambda i, a: sum_over(H, lambda h: O(h)[i, a]) / H)


@theorem("A.softmax.blocks.weights", "the weights of H tiles add up to 1", "Flash-Decoding 2023", "proved")
def weights_of_tiles():
    return Equation(sum_over(H, lambda h: exp(LogSumExp(tiles[h])[i, 0] - LogSumExp(ROW)[i, 0])), 1)


more, more_values = MatrixFamily("S", H + 1, r, b), MatrixFamily("V", H + 1, b, d)
h = Idx("h", H)
SEEN, SEEN_VALUES = HeadConcat(HeadFamily(more[h], h)), HeadStack(HeadFamily(more_values[h], h))


@theorem("A.softmax.induction.start", "the state of one tile is that of all keys", "Dao 2023, Algorithm 1", "proved")
def first_tile():
    one, value = MatrixFamily("S", 1, r, b), MatrixFamily("V", 1, b, d)
    return RowSoftmax(HeadConcat(one)) * HeadStack(value), RowSoftmax(one[0]) * value[0]


@theorem(
    "A.softmax.induction.max",
    "the maximum after H + 1 tiles, from that after H",
    "Dao 2023, Algorithm 1, line 9",
    "proved",
)
def next_maximum():
    return RowMax(HeadConcat(more)), MergedMax(RowMax(SEEN), RowMax(more[H]))


@theorem(
    "A.softmax.induction.normaliser",
    "ℓ after H + 1 tiles, from that after H",
    "Dao 2023, Algorithm 1, line 9",
    "proved",
)
def next_normaliser():
    m_1, m_2 = RowMax(SEEN), RowMax(more[H])
    merged = MergedNormaliser(m_1, Normaliser(SEEN, m_1), m_2, Normaliser(more[H], m_2))
    return Normaliser(HeadConcat(more), RowMax(HeadConcat(more))), merged


@theorem(
    "A.softmax.induction",
    "the output after H + 1 tiles is that after H merged with tile H + 1",
    "Dao 2023, Algorithm 1, line 10",
    "proved",
    uses=["A.softmax.merge"],
)
def next_output():
    last = state(more[H], more_values[H])
    return RowSoftmax(HeadConcat(more)) * HeadStack(more_values), MergedOutput(*state(SEEN, SEEN_VALUES), *last)


if __name__ == "__main__":
    run_script(__file__)
