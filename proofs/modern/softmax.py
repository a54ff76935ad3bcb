"""Safe and online softmax, and how the states of blocks of keys merge.

Sources: M. Milakov, N. Gimelshein, *Online normalizer calculation for softmax* (2018); T. Dao, D. Fu, S. Ermon,
A. Rudra, C. Ré, *FlashAttention* (2022); T. Dao, *FlashAttention-2* (2023); Z. Ye et al., *FlashInfer* (2025); T. Dao,
D. Haziza, F. Massa, G. Sizov, *Flash-Decoding* (2023). The state of a block of scores S with values V is (m, ℓ, O):
the maxima of the rows, the normalisers Σ exp(S − m), and the output softmax(S) V. Nothing about softmax is assumed.
"""

from collections.abc import Callable

from sympy import (
    BlockMatrix,
    DiagMatrix,
    Eq,
    Expr,
    Gt,
    HadamardPower,
    Idx,
    MatrixSymbol,
    OneMatrix,
    Piecewise,
    ZeroMatrix,
    exp,
    log,
)

from symattn import (
    ColumnMax,
    Equation,
    ForAll,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    LogSumExp,
    MatrixFamily,
    RowMax,
    RowSoftmax,
    RowSum,
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
m_4, m_5, m_6 = (MatrixSymbol(f"m_{k}", r, 1) for k in (4, 5, 6))  # any references of merged states
i, j, t = Idx("i", r), Idx("j", n), Idx("h", H)
tiles, tile_values = MatrixFamily("S", H, r, b), MatrixFamily("V", H, b, d)
ROW, TILES = HeadConcat(tiles), HeadStack(tile_values)  # H tiles of b keys each

MILAKOV, DAO, YE = "Milakov & Gimelshein 2018", "Dao et al. 2022", "Ye et al. 2025"


def state(scores: Expr, values: Expr) -> tuple[Expr, Expr, Expr]:
    """The state of a block: maxima, normalisers, output."""
    m = RowMax(scores)
    return m, Normaliser(scores, m), RowSoftmax(scores) * values


def merged(first: tuple[Expr, ...], second: tuple[Expr, ...], new: Expr | None = None) -> tuple[Expr, Expr, Expr]:
    """The merged state of two, with the larger maximum or another new reference."""
    (m_1, l_1, O_1), (m_2, l_2, O_2) = first, second
    m = MergedMax(m_1, m_2) if new is None else new
    l = MergedNormaliser(m, m_1, l_1, m_2, l_2)
    return m, l, MergedOutput(m, l, m_1, l_1, O_1, m_2, l_2, O_2)


def diag(old: Expr, new: Expr) -> Expr:
    """diag(exp(old − new)), which rescales rows to a new reference."""
    return DiagMatrix((old - new).applyfunc(exp))


def divided(total: Expr, l: Expr) -> Expr:
    """diag(ℓ)⁻¹ times a weighted sum."""
    return DiagMatrix(HadamardPower(l, -1)) * total


# ---------------------------------------------------------------------------------------------------- one pass, safely


@theorem("A.softmax.reference", "softmax is the same from any reference c", f"{MILAKOV}, §2", "proved")
def any_reference():
    return SoftmaxFrom(S, c), RowSoftmax(S)


@theorem(
    "A.softmax.reference.mistake",
    "softmax is the same with a reference of its own for each key",
    f"{MILAKOV}, §2",
    "refuted",
)
def reference_of_each_key():
    return RowSoftmax(S - OneMatrix(r, 1) * ColumnMax(S)), RowSoftmax(S)


@theorem("A.softmax.safe", "safe softmax is softmax", f"{MILAKOV}, (3), Algorithm 2", "proved")
def safe():
    return SafeSoftmax(S), RowSoftmax(S)


@theorem("A.softmax.safe.bounded", "in safe softmax no exponential is above 1", f"{MILAKOV}, §2", "proved")
def bounded():
    return exp(S[i, j] - RowMax(S)[i, 0]) <= 1


@theorem(
    "A.softmax.safe.normaliser",
    "the normaliser of safe softmax is at most the number of keys",
    f"{MILAKOV}, §3",
    "proved",
)
def normaliser_at_most():
    return Normaliser(S, RowMax(S))[i, 0] <= n


@theorem("A.softmax.lse", "lse(S) = m + log ℓ", "Dao 2023, §3.1.1", "proved")
def logsumexp_of_state():
    m = RowMax(S)
    return LogSumExp(S), m + Normaliser(S, m).applyfunc(log)


@theorem("A.softmax.lse.mistake", "lse(S) = log ℓ, for the ℓ of safe softmax", "Dao 2023, §3.1.1", "refuted")
def logsumexp_without_maximum():
    return LogSumExp(S), Normaliser(S, RowMax(S)).applyfunc(log)


@theorem("A.softmax.output", "the output is diag(ℓ)⁻¹ times the weighted sum", f"{DAO}, §3.1", "proved")
def weighted_sum_divided():
    return RowSoftmax(S) * V, divided(WeightedSum(S, V, c), Normaliser(S, c))


# --------------------------------------------------------------------------------------- one more score: the recurrence


@theorem("A.softmax.online.max", "m_j = max(m_{j−1}, x_j)", f"{MILAKOV}, Algorithm 3, line 4", "proved")
def running_maximum():
    return RowMax(LONGER), MergedMax(RowMax(S), x)


@theorem(
    "A.softmax.online", "ℓ_j = ℓ_{j−1} exp(m_{j−1} − m_j) + exp(x_j − m_j)", f"{MILAKOV}, Algorithm 3, line 5", "proved"
)
def running_normaliser():
    m, new = RowMax(S), MergedMax(RowMax(S), x)
    return Normaliser(LONGER, RowMax(LONGER)), diag(m, new) * Normaliser(S, m) + (x - new).applyfunc(exp)


@theorem(
    "A.softmax.online.mistake",
    "ℓ_j = ℓ_{j−1} + exp(x_j − m_j)",
    f"{MILAKOV}, Algorithm 3, line 5",
    "refuted",
)
def running_normaliser_not_rescaled():
    m, new = RowMax(S), MergedMax(RowMax(S), x)
    return Normaliser(LONGER, RowMax(LONGER)), Normaliser(S, m) + (x - new).applyfunc(exp)


@theorem(
    "A.softmax.online.sum",
    "the weighted sum with one more key is Õ exp(m_{j−1} − m_j) + exp(x_j − m_j) v_j",
    "Dao 2023, §3.1.1",
    "proved",
)
def running_sum():
    m, new = RowMax(S), MergedMax(RowMax(S), x)
    more = diag(m, new) * WeightedSum(S, V, m) + (x - new).applyfunc(exp) * v
    return WeightedSum(LONGER, BlockMatrix([[V], [v]]), RowMax(LONGER)), more


# ----------------------------------------------------------------------------------------------------- two blocks merge


@theorem("A.softmax.merge.max", "the maximum of two blocks is the larger of their maxima", f"{MILAKOV}, (4)", "proved")
def merge_maxima():
    return RowMax(BOTH), MergedMax(RowMax(S_1), RowMax(S_2))


@theorem("A.softmax.merge.normaliser", "(m, ℓ) of two blocks merge by ⊕", f"{MILAKOV}, (4)", "proved")
def merge_normalisers():
    return Normaliser(BOTH, RowMax(BOTH)), merged(state(S_1, V_1), state(S_2, V_2))[1]


@theorem(
    "A.softmax.merge.normaliser.mistake",
    "the normaliser of two blocks is the sum of theirs, not rescaled",
    f"{MILAKOV}, (4)",
    "refuted",
)
def merge_normalisers_added():
    return Normaliser(BOTH, RowMax(BOTH)), Normaliser(S_1, RowMax(S_1)) + Normaliser(S_2, RowMax(S_2))


@theorem(
    "A.softmax.merge.sum",
    "the weighted sums of two blocks merge by ⊕, rescaled to the common maximum",
    "Dao 2023, §3.1.1",
    "proved",
)
def merge_sums():
    m_1, m_2 = RowMax(S_1), RowMax(S_2)
    both = MergedSum(MergedMax(m_1, m_2), m_1, WeightedSum(S_1, V_1, m_1), m_2, WeightedSum(S_2, V_2, m_2))
    return WeightedSum(BOTH, VALUES, RowMax(BOTH)), both


@theorem(
    "A.softmax.merge.sum.mistake",
    "the weighted sums of two blocks merge by adding, not rescaled",
    "Dao 2023, §3.1.1",
    "refuted",
)
def merge_sums_added():
    m_1, m_2 = RowMax(S_1), RowMax(S_2)
    return WeightedSum(BOTH, VALUES, RowMax(BOTH)), WeightedSum(S_1, V_1, m_1) + WeightedSum(S_2, V_2, m_2)


@theorem("A.softmax.merge", "(m, ℓ, O) of two blocks merge to softmax(S) V", f"{DAO}, Algorithm 1, line 12", "proved")
def merge_outputs():
    """The states of the blocks are all that is needed of them. The reference c is any; ⊕ takes the larger maximum."""
    first, second = state(S_1, V_1), state(S_2, V_2)
    (m_1, l_1, _), (m_2, l_2, _) = first, second
    O = merged(first, second, c)[2]
    sums = WeightedSum(S_1, V_1, m_1), WeightedSum(S_2, V_2, m_2)
    return calc(
        RowSoftmax(BOTH) * VALUES,
        (divided(WeightedSum(BOTH, VALUES, c), Normaliser(BOTH, c)), "A.softmax.output"),
        (
            divided(diag(m_1, c) * sums[0] + diag(m_2, c) * sums[1], diag(m_1, c) * l_1 + diag(m_2, c) * l_2),
            (WeightedSum, Normaliser, RowSum),
        ),
        (O, (WeightedSum, Normaliser, MergedNormaliser, MergedOutput, RowSoftmax, RowSum)),
    )


@theorem(
    "A.softmax.merge.mistake.1",
    "softmax(S) V is the mean of the outputs of two blocks by their numbers of keys",
    f"{YE}, §2.2",
    "refuted",
)
def merge_outputs_by_length():
    return RowSoftmax(BOTH) * VALUES, (p * RowSoftmax(S_1) * V_1 + q * RowSoftmax(S_2) * V_2) / (p + q)


@theorem(
    "A.softmax.merge.mistake.2",
    "softmax(S) V is (ℓ₁O₁ + ℓ₂O₂)/(ℓ₁ + ℓ₂) with ℓ from two references",
    f"{DAO}, Algorithm 1, line 12",
    "refuted",
)
def merge_outputs_not_rescaled():
    (_, l_1, O_1), (_, l_2, O_2) = state(S_1, V_1), state(S_2, V_2)
    return RowSoftmax(BOTH) * VALUES, divided(DiagMatrix(l_1) * O_1 + DiagMatrix(l_2) * O_2, l_1 + l_2)


@theorem(
    "A.softmax.merge.lse",
    "lse of two blocks is log(exp s_1 + exp s_2) for their own lse s_1 and s_2",
    f"{YE}, §2.2",
    "proved",
)
def merge_logsumexp():
    return LogSumExp(BOTH), MergedLSE(LogSumExp(S_1), LogSumExp(S_2))


@theorem("A.softmax.merge.output.lse", "(O, lse) of two blocks merge to softmax(S) V", f"{YE}, §2.2", "proved")
def merge_outputs_by_lse():
    first, second = (RowSoftmax(S_1) * V_1, LogSumExp(S_1)), (RowSoftmax(S_2) * V_2, LogSumExp(S_2))
    return RowSoftmax(BOTH) * VALUES, MergedOutputByLSE(*first, *second)


@theorem(
    "A.softmax.merge.output.lse.mistake",
    "(O, lse) of two blocks merge, each lse with its own maximum taken off",
    "FlashAttention, issue 404",
    "refuted",
)
def merge_outputs_by_local_lse():
    s_1, s_2 = (Normaliser(S, RowMax(S)).applyfunc(log) for S in (S_1, S_2))
    return RowSoftmax(BOTH) * VALUES, MergedOutputByLSE(RowSoftmax(S_1) * V_1, s_1, RowSoftmax(S_2) * V_2, s_2)


# ----------------------------------------------------------------------------------- ⊕ is commutative and associative


@theorem("A.softmax.commutes.max", "max is commutative", f"{MILAKOV}, §3.1", "proved")
def maxima_commute():
    return MergedMax(m_1, m_2), MergedMax(m_2, m_1)


@theorem("A.softmax.commutes", "⊕ is commutative on (m, ℓ)", f"{MILAKOV}, §3.1", "proved")
def normalisers_commute():
    return calc(
        MergedNormaliser(MergedMax(m_1, m_2), m_1, l_1, m_2, l_2),
        (MergedNormaliser(MergedMax(m_2, m_1), m_1, l_1, m_2, l_2), "A.softmax.commutes.max"),
        (MergedNormaliser(MergedMax(m_2, m_1), m_2, l_2, m_1, l_1), MergedNormaliser),
    )


@theorem("A.softmax.commutes.sum", "⊕ is commutative on weighted sums", "Dao 2023, §3.1.1", "proved")
def sums_commute():
    return calc(
        MergedSum(MergedMax(m_1, m_2), m_1, O_1, m_2, O_2),
        (MergedSum(MergedMax(m_2, m_1), m_1, O_1, m_2, O_2), "A.softmax.commutes.max"),
        (MergedSum(MergedMax(m_2, m_1), m_2, O_2, m_1, O_1), MergedSum),
    )


# Each block has an ℓ above 0, as a sum of exponentials is. Nothing else is known of what merges.
POSITIVE = [ForAll(i, Gt(l[i, 0], 0)) for l in (l_1, l_2, l_3)]
STATES = (m_1, l_1, O_1), (m_2, l_2, O_2), (m_3, l_3, O_3)


@theorem(
    "A.softmax.commutes.output",
    "⊕ is commutative on (m, ℓ, O), for any new reference m",
    f"{DAO}, Algorithm 1, line 12",
    "proved",
)
def outputs_commute():
    """Of the normalised output; the larger maximum is the same both ways."""
    first, second, _ = STATES
    return claim(merged(first, second, m_4)[2], merged(second, first, m_4)[2], given=POSITIVE[:2])


@theorem("A.softmax.commutes.lse", "the merge is commutative on (O, lse)", f"{YE}, §2.2", "proved")
def outputs_by_lse_commute():
    return MergedOutputByLSE(O_1, l_1, O_2, l_2), MergedOutputByLSE(O_2, l_2, O_1, l_1)


@theorem("A.softmax.associates.max", "max is associative", f"{MILAKOV}, §3.1", "proved")
def maxima_associate():
    return MergedMax(MergedMax(m_1, m_2), m_3), MergedMax(m_1, MergedMax(m_2, m_3))


FIRST, LAST = MergedMax(m_1, m_2), MergedMax(m_2, m_3)
LEFT, RIGHT = MergedMax(FIRST, m_3), MergedMax(m_1, LAST)


def of_three(m: Expr, parts: tuple[Expr, ...]) -> Expr:
    return diag(m_1, m) * parts[0] + diag(m_2, m) * parts[1] + diag(m_3, m) * parts[2]


@theorem("A.softmax.associates", "⊕ is associative on (m, ℓ)", f"{MILAKOV}, §3.1", "proved")
def normalisers_associate():
    parts = l_1, l_2, l_3
    return calc(
        MergedNormaliser(LEFT, FIRST, MergedNormaliser(FIRST, m_1, l_1, m_2, l_2), m_3, l_3),
        (of_three(LEFT, parts), MergedNormaliser),
        (of_three(RIGHT, parts), "A.softmax.associates.max"),
        (MergedNormaliser(RIGHT, m_1, l_1, LAST, MergedNormaliser(LAST, m_2, l_2, m_3, l_3)), MergedNormaliser),
    )


@theorem(
    "A.softmax.associates.mistake",
    "⊕ is associative where ℓ is added and not rescaled",
    f"{MILAKOV}, (4), without the factors",
    "refuted",
)
def normalisers_mixed():
    left = MergedNormaliser(LEFT, FIRST, l_1 + l_2, m_3, l_3)
    return left, MergedNormaliser(RIGHT, m_1, l_1, LAST, l_2 + l_3)


@theorem("A.softmax.associates.sum", "⊕ is associative on weighted sums", "Dao 2023, §3.1.1", "proved")
def sums_associate():
    parts = O_1, O_2, O_3
    return calc(
        MergedSum(LEFT, FIRST, MergedSum(FIRST, m_1, O_1, m_2, O_2), m_3, O_3),
        (of_three(LEFT, parts), MergedSum),
        (of_three(RIGHT, parts), "A.softmax.associates.max"),
        (MergedSum(RIGHT, m_1, O_1, LAST, MergedSum(LAST, m_2, O_2, m_3, O_3)), MergedSum),
    )


@theorem(
    "A.softmax.associates.output",
    "⊕ is associative on (m, ℓ, O), for any new references",
    f"{DAO}, Algorithm 1, line 12",
    "proved",
)
def outputs_associate():
    """Of the normalised output, where m₄ is taken for the first two, m₅ for the last two and m₆ for all.

    Both ways are the mean of the three outputs with the weights exp(m_k − m₆) ℓ_k.
    """
    first, second, third = STATES
    parts = DiagMatrix(l_1) * O_1, DiagMatrix(l_2) * O_2, DiagMatrix(l_3) * O_3
    return calc(
        merged(merged(first, second, m_4), third, m_6)[2],
        (divided(of_three(m_6, parts), of_three(m_6, (l_1, l_2, l_3))), (MergedOutput, MergedNormaliser, *POSITIVE)),
        (merged(first, merged(second, third, m_5), m_6)[2], (MergedOutput, MergedNormaliser, *POSITIVE)),
        given=POSITIVE,
    )


@theorem("A.softmax.associates.lse", "lse of blocks merge in any grouping", f"{YE}, §2.2", "proved")
def logsumexp_associates():
    return MergedLSE(MergedLSE(l_1, l_2), l_3), MergedLSE(l_1, MergedLSE(l_2, l_3))


@theorem("A.softmax.associates.output.lse", "the merge is associative on (O, lse)", f"{YE}, §2.2", "proved")
def outputs_by_lse_associate():
    first = MergedOutputByLSE(O_1, l_1, O_2, l_2), MergedLSE(l_1, l_2)
    last = MergedOutputByLSE(O_2, l_2, O_3, l_3), MergedLSE(l_2, l_3)
    return MergedOutputByLSE(*first, O_3, l_3), MergedOutputByLSE(O_1, l_1, *last)


@theorem("A.softmax.associates.output.mistake", "the mean of two outputs is associative", f"{YE}, §2.2", "refuted")
def averages_do_not_associate():
    return ((O_1 + O_2) / 2 + O_3) / 2, (O_1 + (O_2 + O_3) / 2) / 2


# ------------------------------------------------------------------------------------------------ any number of blocks


@theorem("A.softmax.blocks.max", "the maximum of H tiles is the largest of their maxima", "Dao 2023, §3.1.1", "proved")
def maxima_of_tiles():
    return RowMax(ROW), RowMax(from_entries(r, H, lambda i, h: RowMax(tiles[h])[i, 0]))


@theorem("A.softmax.blocks.normaliser", "ℓ of H tiles is Σ_h exp(m_h − m) ℓ_h", "Dao 2023, §3.1.1", "proved")
def normaliser_of_tiles():
    m, l = RowMax(tiles[t]), Normaliser(tiles[t], RowMax(tiles[t]))
    return Normaliser(ROW, RowMax(ROW)), HeadSum(HeadFamily(diag(m, RowMax(ROW)) * l, t))


@theorem("A.softmax.blocks.lse", "lse of H tiles is the lse of their lse", "Flash-Decoding 2023", "proved")
def logsumexp_of_tiles():
    return LogSumExp(ROW), LogSumExp(from_entries(r, H, lambda i, h: LogSumExp(tiles[h])[i, 0]))


OUTPUT = RowSoftmax(tiles[t]) * tile_values[t]


@theorem("A.softmax.blocks", "softmax(S) V is Σ_h exp(lse_h − lse) O_h over H tiles", "Flash-Decoding 2023", "proved")
def outputs_of_tiles():
    return RowSoftmax(ROW) * TILES, HeadSum(HeadFamily(diag(LogSumExp(tiles[t]), LogSumExp(ROW)) * OUTPUT, t))


@theorem(
    "A.softmax.blocks.mistake", "softmax(S) V is the mean of the outputs of its tiles", "Flash-Decoding 2023", "refuted"
)
def outputs_of_tiles_averaged():
    return RowSoftmax(ROW) * TILES, HeadSum(HeadFamily(OUTPUT, t)) / H


@theorem("A.softmax.blocks.weights", "the weights of H tiles add up to 1", "Flash-Decoding 2023", "proved")
def weights_of_tiles():
    weight = (LogSumExp(tiles[t]) - LogSumExp(ROW)).applyfunc(exp)
    return HeadSum(HeadFamily(weight, t)), OneMatrix(r, 1)


more = MatrixFamily("S", H + 1, r, b)
SEEN = HeadConcat(HeadFamily(more[t], t))


@theorem(
    "A.softmax.loop.max",
    "m after H + 1 tiles is the larger of m after H and the maximum of the last",
    "Dao 2023, Algorithm 1, line 9",
    "proved",
)
def next_maximum():
    return RowMax(HeadConcat(more)), MergedMax(RowMax(SEEN), RowMax(more[H]))


# ------------------------------------------------------------------------------------- the loop of a streaming kernel

# o[j], l[j] and m[j] are what a kernel holds after j of H tiles. References m[j] are any; a kernel takes the maximum so
# far. As o[0] and l[0] are 0, m[0] does not matter: it is −∞ there, and any number here.
m, o, l = MatrixFamily("m", H + 1, r, 1), MatrixFamily("o", H + 1, r, d), MatrixFamily("l", H + 1, r, 1)
after = Idx("j", H + 1)
NEXT_SUM = diag(m[t], m[t + 1]) * o[t] + WeightedSum(tiles[t], tile_values[t], m[t + 1])
NEXT_NORMALISER = diag(m[t], m[t + 1]) * l[t] + Normaliser(tiles[t], m[t + 1])
SUMS = ForAll(t, Equation(o[t + 1], NEXT_SUM)), Equation(o[0], ZeroMatrix(r, d))
NORMALISERS = ForAll(t, Equation(l[t + 1], NEXT_NORMALISER)), Equation(l[0], ZeroMatrix(r, 1))


def of_first(count: Expr, term: Callable[[Expr], Expr]) -> Expr:
    """The sum of what is said of each of the first tiles."""
    rows, columns = term(t).shape
    return from_entries(
        rows, columns, lambda a, c: sum_over(H, lambda s: Piecewise((term(s)[a, c], s < count), (0, True)))
    )


def sums_of_first(count: Expr) -> Expr:
    """Σ_(s < count) exp(S_s − m) V_s with the reference m after so many tiles."""
    return of_first(count, lambda s: WeightedSum(tiles[s], tile_values[s], m[count]))


def normalisers_of_first(count: Expr) -> Expr:
    """Σ_(s < count) rowsum exp(S_s − m) with the reference m after so many tiles."""
    return of_first(count, lambda s: Normaliser(tiles[s], m[count]))


@theorem(
    "A.softmax.loop.sum",
    "after j of H tiles Õ is the weighted sum of these j tiles, for each j",
    "Dao 2023, Algorithm 1, line 10: by induction over the tiles",
    "proved",
)
def loop_sum():
    """From Õ = 0, by Õ_(t+1) = diag(exp(m_t − m_(t+1))) Õ_t + exp(S_t − m_(t+1)) V_t for any references m_t."""
    return claim(o[after], sums_of_first(after), given=SUMS)


@theorem(
    "A.softmax.loop.normaliser",
    "after j of H tiles ℓ is the normaliser of these j tiles, for each j",
    "Dao 2023, Algorithm 1, line 9: by induction over the tiles",
    "proved",
)
def loop_normaliser():
    return claim(l[after], normalisers_of_first(after), given=NORMALISERS)


END = Eq(after, H)


@theorem(
    "A.softmax.loop.sum.last",
    "after H of H tiles Õ is the weighted sum of all keys",
    "Dao 2023, Algorithm 1, line 10",
    "proved",
)
def loop_sum_last():
    return calc(
        o[after],
        (sums_of_first(after), (loop_sum, WeightedSum, *SUMS)),
        (WeightedSum(ROW, TILES, m[after]), (WeightedSum, END)),
        given=[*SUMS, END],
    )


@theorem(
    "A.softmax.loop.normaliser.last",
    "after H of H tiles ℓ is the normaliser of all keys",
    "Dao 2023, Algorithm 1, line 9",
    "proved",
)
def loop_normaliser_last():
    return calc(
        l[after],
        (normalisers_of_first(after), (loop_normaliser, Normaliser, RowSum, *NORMALISERS)),
        (Normaliser(ROW, m[after]), (Normaliser, RowSum, END)),
        given=[*NORMALISERS, END],
    )


@theorem(
    "A.softmax.loop.sum.all",
    "after all of H tiles Õ is the weighted sum of all keys from m_H, for any number H",
    "Dao 2023, Algorithm 1, line 10",
    "proved",
    uses=["A.softmax.loop.sum.last"],
)
def loop_sum_all():
    return claim(o[H], WeightedSum(ROW, TILES, m[H]), given=SUMS)


@theorem(
    "A.softmax.loop.normaliser.all",
    "after all of H tiles ℓ is the normaliser of all keys from m_H, for any number H",
    "Dao 2023, Algorithm 1, line 9",
    "proved",
    uses=["A.softmax.loop.normaliser.last"],
)
def loop_normaliser_all():
    return claim(l[H], Normaliser(ROW, m[H]), given=NORMALISERS)


@theorem(
    "A.softmax.loop",
    "at the end of the loop over any number H of tiles diag(ℓ) softmax(S) V is Õ",
    "Dao 2023, Algorithm 1, lines 6–12",
    "proved",
)
def loop():
    """H steps from Õ = 0 and ℓ = 0; the kernel divides by ℓ at the end."""
    output = RowSoftmax(ROW) * TILES
    return calc(
        DiagMatrix(l[H]) * output,
        (DiagMatrix(Normaliser(ROW, m[H])) * output, (loop_normaliser_all, Normaliser, RowSum, *NORMALISERS)),
        (WeightedSum(ROW, TILES, m[H]), (Normaliser, WeightedSum, RowSoftmax, RowSum)),
        (o[H], (loop_sum_all, WeightedSum, *SUMS)),
        given=[*SUMS, *NORMALISERS],
    )


if __name__ == "__main__":
    run_script(__file__)
