"""FlashAttention: the tiled forward pass is attention, and the tiled backward pass gives its gradients.

Sources: T. Dao, D. Fu, S. Ermon, A. Rudra, C. Ré, *FlashAttention: Fast and Memory-Efficient Exact Attention with
IO-Awareness* (2022); T. Dao, *FlashAttention-2* (2023); M. Rabe, C. Staats, *Self-attention does not need O(n²) memory*
(2021). The loss is ⟨dO, O⟩ for any dO, so that dO is the gradient by the output; scores are divided by √ℓ. The forward
pass stores L = m + log ℓ of each query, the backward pass computes the weights anew from it.
"""

from sympy import (
    BlockMatrix,
    DiagMatrix,
    Expr,
    HadamardPower,
    HadamardProduct,
    Idx,
    MatrixSymbol,
    OneMatrix,
    exp,
    log,
    sqrt,
)

from symattn import (
    Attention,
    Gradient,
    HeadBlock,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    InnerProduct,
    LogSumExp,
    MaskSymbol,
    MatrixFamily,
    RowMax,
    RowSoftmax,
    RowSum,
    Unmasked,
    calc,
    claim,
    dims,
    from_entries,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.flash import (
    FlashAttention,
    FlashDelta,
    FlashKeyGradient,
    FlashLogSumExp,
    FlashMaximum,
    FlashNormaliser,
    FlashQueryGradient,
    FlashScoreGradient,
    FlashSum,
    FlashValueGradient,
    FlashWeights,
    TileScores,
)
from symattn.modern.softmax import Normaliser, WeightedSum

r, n, ell, d, a, b, H, G, p, s = dims("r n ell d a b H G p s")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
S, M, dO, c = MatrixSymbol("S", r, n), MaskSymbol("M", r, n), MatrixSymbol("dO", r, d), MatrixSymbol("c", r, 1)
K_t, V_t = MatrixFamily("K", H, b, ell), MatrixFamily("V", H, b, d)  # tiles of keys and values
Q_t = MatrixFamily("Q", G, b, ell)
KEYS, VALUES = HeadStack(K_t), HeadStack(V_t)
SCORES = Q * KEYS.T / sqrt(ell)
h, g = Idx("h", H), Idx("g", G)
FIRST, SECOND = "Dao et al. 2022", "Dao 2023"


# --------------------------------------------------------------------------------------------------------- forward pass


@theorem("A.flash.maximum", "m over all tiles is that of all keys", f"{SECOND}, Algorithm 1, line 9", "proved")
def maximum():
    return FlashMaximum(Q, K_t), RowMax(SCORES)


@theorem(
    "A.flash.maximum.tiles", "m is the largest of the maxima of the tiles", f"{SECOND}, Algorithm 1, line 9", "proved"
)
def maximum_of_maxima():
    return FlashMaximum(Q, K_t), RowMax(from_entries(r, H, lambda i, h: RowMax(TileScores(Q, K_t[h]))[i, 0]))


@theorem("A.flash.normaliser", "ℓ over all tiles is that of all keys", f"{SECOND}, Algorithm 1, line 9", "proved")
def normaliser():
    m = RowMax(SCORES)
    return FlashNormaliser(Q, K_t), RowSum((SCORES - m * OneMatrix(1, H * b)).applyfunc(exp))


@theorem("A.flash.forward", "the tiled forward pass is attention", f"{FIRST}, Theorem 1; {SECOND}, §3.1.1", "proved")
def forward():
    m = FlashMaximum(Q, K_t)
    weights = (SCORES - m * OneMatrix(1, H * b)).applyfunc(exp)
    return calc(
        FlashAttention(Q, K_t, V_t),
        (DiagMatrix(HadamardPower(FlashNormaliser(Q, K_t), -1)) * FlashSum(Q, K_t, V_t), FlashAttention),
        (
            DiagMatrix(HadamardPower(RowSum(weights), -1)) * (weights * VALUES),
            (FlashNormaliser, FlashSum, Normaliser, WeightedSum, TileScores, RowSum),
        ),
        (RowSoftmax(SCORES) * VALUES, (RowSum, RowSoftmax)),
        (Attention(Q, KEYS, VALUES), Attention),
    )


@theorem(
    "A.flash.forward.mistake.1",
    "the tiled forward pass is attention, with tiles that are not rescaled",
    f"{SECOND}, Algorithm 1, line 10",
    "refuted",
)
def forward_not_rescaled():
    tile = TileScores(Q, K_t[h])
    weights = (tile - RowMax(tile) * OneMatrix(1, b)).applyfunc(exp)
    total = HeadSum(HeadFamily(RowSum(weights), h))
    output = DiagMatrix(HadamardPower(total, -1)) * HeadSum(HeadFamily(weights * V_t[h], h))
    return Attention(Q, KEYS, VALUES), output


@theorem(
    "A.flash.forward.mistake.2",
    "the tiled forward pass is attention, without the scale 1/√ℓ",
    f"{FIRST}, §2.2",
    "refuted",
)
def forward_not_scaled():
    return FlashAttention(Q, K_t, V_t), Attention(Q, KEYS, VALUES, scale=False)


@theorem("A.flash.rows", "tiles of queries attend each on its own", f"{SECOND}, §3.2", "proved")
def rows():
    return Attention(HeadStack(Q_t), K, V), HeadStack(HeadFamily(Attention(Q_t[g], K, V), g))


@theorem(
    "A.flash.grid",
    "the forward pass in tiles of queries and of keys, with both loops, is attention",
    f"{SECOND}, Algorithm 1",
    "proved",
)
def both_loops():
    return HeadStack(HeadFamily(FlashAttention(Q_t[g], K_t, V_t), g)), Attention(HeadStack(Q_t), KEYS, VALUES)


@theorem("A.flash.lse", "the stored L is the lse of the scores", f"{SECOND}, Algorithm 1, line 13", "proved")
def stored():
    return FlashLogSumExp(Q, K_t), LogSumExp(SCORES)


@theorem(
    "A.flash.lse.mistake",
    "the normaliser ℓ alone is the lse of the scores",
    f"{SECOND}, Algorithm 1, line 13",
    "refuted",
)
def stored_normaliser():
    return FlashNormaliser(Q, K_t), LogSumExp(SCORES)


S_1, S_2, MASK = MatrixSymbol("S_1", r, p), MatrixSymbol("S_2", r, s), MaskSymbol("M", r, p + s)
V_1, V_2 = MatrixSymbol("V_1", p, d), MatrixSymbol("V_2", s, d)


def exponentials(scores: Expr, reference: Expr) -> Expr:
    """exp(S_is − c_i), where a score may be −∞."""
    return from_entries(*scores.shape, lambda i, s: exp(scores[i, s] - reference[i, 0]))


m_1, m_2 = MatrixSymbol("m_1", r, 1), MatrixSymbol("m_2", r, 1)


@theorem(
    "A.flash.mask",
    "diag(ℓ) O = Õ after two tiles with references m₁ and then m₂, under any mask",
    f"{FIRST}, Algorithm 2",
    "proved",
)
def masked():
    """Two steps of the loop, the first one rescaled by exp(m₁ − m₂). A tile may be masked whole in some rows.

    References are any numbers: where a row has seen no key yet a kernel must not take its maximum −∞ for one.
    """
    first, second = exponentials(S_1 + MASK[:, :p], m_1), exponentials(S_2 + MASK[:, p:], m_2)
    rescale = DiagMatrix((m_1 - m_2).applyfunc(exp))
    shown = BlockMatrix([[S_1, S_2]]) + MASK
    output = RowSoftmax(shown) * BlockMatrix([[V_1], [V_2]])
    normaliser = rescale * RowSum(first) + RowSum(second)
    return claim(DiagMatrix(normaliser) * output, rescale * (first * V_1) + second * V_2, given=Unmasked(shown))


@theorem(
    "A.flash.mask.mistake",
    "diag(ℓ) O = Õ after two tiles, with the mask of the first tile for both",
    f"{FIRST}, Algorithm 2, line 11",
    "refuted",
)
def masked_alike():
    S, M, V = MatrixSymbol("S_2", r, p), MaskSymbol("M", r, p + p), MatrixSymbol("V_2", p, d)
    first, second = exponentials(S_1 + M[:, :p], c), exponentials(S + M[:, :p], c)
    shown = BlockMatrix([[S_1, S]]) + M
    stated = DiagMatrix(RowSum(first) + RowSum(second)) * RowSoftmax(shown) * BlockMatrix([[V_1], [V]])
    return claim(stated, first * V_1 + second * V, given=Unmasked(shown))


# -------------------------------------------------------------------------------------------------------- recomputation


@theorem("A.flash.recompute", "softmax(S) = exp(S − L)", f"{SECOND}, Algorithm 2, line 11", "proved")
def recomputed():
    return RowSoftmax(S), (S - LogSumExp(S) * OneMatrix(1, n)).applyfunc(exp)


@theorem("A.flash.recompute.mistake", "softmax(S) = exp(S − m)", f"{SECOND}, Algorithm 2, line 11", "refuted")
def recomputed_from_maximum():
    return RowSoftmax(S), (S - RowMax(S) * OneMatrix(1, n)).applyfunc(exp)


L = FlashLogSumExp(Q, K_t)


@theorem(
    "A.flash.recompute.tiles",
    "softmax(S) = exp(S − L), tile by tile",
    f"{SECOND}, Algorithm 2, line 11",
    "proved",
)
def recomputed_in_tiles():
    return HeadConcat(HeadFamily(FlashWeights(Q, K_t[h], L), h)), RowSoftmax(SCORES)


@theorem(
    "A.flash.recompute.mask", "softmax(S) = exp(S − L) under any mask", f"{SECOND}, Algorithm 2, line 11", "proved"
)
def recomputed_masked():
    def entry(i, j):
        return exp((S + M)[i, j]) * exp(-log(sum_over(n, lambda s: exp((S + M)[i, s]))))

    return RowSoftmax(S + M), from_entries(r, n, entry)


@theorem("A.flash.delta", "rowsum(dO ∘ O) = rowsum(P ∘ dP)", f"{FIRST}, B.2, (4)", "proved")
def delta():
    P = RowSoftmax(S)
    return FlashDelta(dO, P * V), RowSum(HadamardProduct(P, dO * V.T))


@theorem("A.flash.delta.mask", "rowsum(dO ∘ O) = rowsum(P ∘ dP) under any mask", f"{FIRST}, B.2, (4)", "proved")
def delta_masked():
    P = RowSoftmax(S + M)
    return FlashDelta(dO, P * V), RowSum(HadamardProduct(P, dO * V.T))


@theorem(
    "A.flash.delta.mistake",
    "rowsum(dO ∘ O) = rowsum(P ∘ dP) with the weights P before the mask",
    f"{FIRST}, B.4",
    "refuted",
)
def delta_without_mask():
    return FlashDelta(dO, RowSoftmax(S + M) * V), RowSum(HadamardProduct(RowSoftmax(S), dO * V.T))


# -------------------------------------------------------------------------------------------------------- backward pass


# Keys and values of which H tiles of b rows are cut, queries and dO of which G tiles of a rows are.
k, v = MatrixSymbol("K", H * b, ell), MatrixSymbol("V", H * b, d)
q, do = MatrixSymbol("Q", G * a, ell), MatrixSymbol("dO", G * a, d)
k_h, v_h, q_g, do_g = HeadBlock(k, h, H), HeadBlock(v, h, H), HeadBlock(q, g, G), HeadBlock(do, g, G)
STORED, DELTA = LogSumExp(q_g * k.T / sqrt(ell)), FlashDelta(do_g, Attention(q_g, k, v))  # L and D of a tile of queries
WHOLE = InnerProduct(do, Attention(q, k, v))


def loss(output: Expr) -> Expr:
    """The loss of which dO is the gradient by the output."""
    return InnerProduct(dO, output)


def dS(P: Expr, O: Expr) -> Expr:
    """P ∘ (dP − D) with dP = dO Vᵀ and D = rowsum(dO ∘ O)."""
    return HadamardProduct(P, dO * V.T - FlashDelta(dO, O) * OneMatrix(1, n))


@theorem("A.flash.dP", "dP = dO Vᵀ", f"{FIRST}, B.2", "proved")
def by_weights():
    return Gradient(loss(S * V), S), dO * V.T


@theorem("A.flash.dS", "dS = P ∘ (dP − rowsum(dO ∘ O))", f"{FIRST}, B.2, (4)", "proved")
def by_scores():
    P = RowSoftmax(S)
    return Gradient(loss(P * V), S), dS(P, P * V)


SCORED = Q * k.T / sqrt(ell)
OF_SCORES, OF_QUERIES = LogSumExp(SCORED), FlashDelta(dO, Attention(Q, k, v))


@theorem(
    "A.flash.backward",
    "P ∘ (dP − rowsum(P ∘ dP)) is made of tiles, from the stored L and D = rowsum(dO ∘ O)",
    f"{FIRST}, B.2; {SECOND}, Algorithm 2, lines 11–14",
    "proved",
)
def backward():
    """The product of dP and the Jacobian of the softmax, line by line to what a tile computes."""
    P, dP = RowSoftmax(SCORED), dO * v.T
    row = OneMatrix(1, H * b)
    anew = (SCORED - OF_SCORES * row).applyfunc(exp)
    return calc(
        HadamardProduct(P, dP - RowSum(HadamardProduct(P, dP)) * row),
        (HadamardProduct(P, dP - FlashDelta(dO, P * v) * row), "A.flash.delta"),
        (HadamardProduct(P, dP - OF_QUERIES * row), Attention),
        (HadamardProduct(anew, dP - OF_QUERIES * row), ("A.flash.recompute", LogSumExp, RowSoftmax)),
        (
            HeadConcat(HeadFamily(FlashScoreGradient(Q, k_h, v_h, dO, OF_SCORES, OF_QUERIES), h)),
            (FlashScoreGradient, FlashWeights, TileScores),
        ),
    )


@theorem("A.flash.dS.mask", "dS = P ∘ (dP − rowsum(dO ∘ O)) under any mask", f"{FIRST}, B.4", "proved")
def by_scores_masked():
    P = RowSoftmax(S + M)
    return Gradient(loss(P * V), S), dS(P, P * V)


@theorem("A.flash.dS.mistake.1", "dS = P ∘ dP, without D", f"{FIRST}, B.2, (4)", "refuted")
def by_scores_without_delta():
    P = RowSoftmax(S)
    return Gradient(loss(P * V), S), HadamardProduct(P, dO * V.T)


@theorem(
    "A.flash.dS.mistake.2", "dS = P ∘ (dP − D) with D from the weights before the mask", f"{FIRST}, B.4", "refuted"
)
def by_scores_other_delta():
    P = RowSoftmax(S + M)
    return Gradient(loss(P * V), S), dS(P, RowSoftmax(S) * V)


@theorem(
    "A.flash.dV",
    "dV of a tile of keys is Σ Pᵀ dO over the tiles of queries, with P from the stored L",
    f"{SECOND}, Algorithm 2, line 12",
    "proved",
)
def by_values():
    tile = FlashValueGradient(q_g, k_h, do_g, STORED)
    return Gradient(WHOLE, v), HeadStack(HeadFamily(HeadSum(HeadFamily(tile, g)), h))


@theorem(
    "A.flash.dV.mistake",
    "dV = P dO, with weights that are not transposed",
    f"{SECOND}, Algorithm 2, line 12",
    "refuted",
)
def by_values_not_transposed():
    q, x, o = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("dO", n, d)
    return Gradient(InnerProduct(o, Attention(q, x, V)), V), RowSoftmax(q * x.T / sqrt(ell)) * o


@theorem(
    "A.flash.dQ",
    "dQ of a tile of queries is Σ dS K/√ℓ over the tiles of keys, with dS from the stored L and D",
    f"{SECOND}, Algorithm 2, line 15",
    "proved",
)
def by_queries():
    tile = FlashQueryGradient(q_g, k_h, v_h, do_g, STORED, DELTA)
    return Gradient(WHOLE, q), HeadStack(HeadFamily(HeadSum(HeadFamily(tile, h)), g))


@theorem(
    "A.flash.dQ.mistake",
    "dQ = dS K, without the scale 1/√ℓ",
    f"{SECOND}, Algorithm 2, line 15",
    "refuted",
)
def by_queries_not_scaled():
    O = Attention(Q, K, V)
    return Gradient(loss(O), Q), dS(RowSoftmax(Q * K.T / sqrt(ell)), O) * K


@theorem(
    "A.flash.dK",
    "dK of a tile of keys is Σ dSᵀ Q/√ℓ over the tiles of queries, with dS from the stored L and D",
    f"{SECOND}, Algorithm 2, line 16",
    "proved",
)
def by_keys():
    tile = FlashKeyGradient(q_g, k_h, v_h, do_g, STORED, DELTA)
    return Gradient(WHOLE, k), HeadStack(HeadFamily(HeadSum(HeadFamily(tile, g)), h))


@theorem(
    "A.flash.dK.mistake", "dK = dS Q/√ℓ, with dS that is not transposed", f"{SECOND}, Algorithm 2, line 16", "refuted"
)
def by_keys_not_transposed():
    q, x, o = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("dO", n, d)
    P, O = RowSoftmax(q * x.T / sqrt(ell)), Attention(q, x, V)
    scores = HadamardProduct(P, o * V.T - FlashDelta(o, O) * OneMatrix(1, n))
    return Gradient(InnerProduct(o, O), x), scores * q / sqrt(ell)


@theorem("A.flash.dQ.mask", "dQ = dS K/√ℓ under any mask, all keys at once", f"{FIRST}, B.4", "proved")
def by_queries_masked():
    O = Attention(Q, K, V, bias=M)
    return Gradient(loss(O), Q), dS(RowSoftmax(Q * K.T / sqrt(ell) + M), O) * K / sqrt(ell)


@theorem("A.flash.dK.mask", "dK = dSᵀ Q/√ℓ under any mask, all keys at once", f"{FIRST}, B.4", "proved")
def by_keys_masked():
    O = Attention(Q, K, V, bias=M)
    return Gradient(loss(O), K), dS(RowSoftmax(Q * K.T / sqrt(ell) + M), O).T * Q / sqrt(ell)


@theorem("A.flash.dV.mask", "dV = Pᵀ dO under any mask, all keys at once", f"{FIRST}, B.4", "proved")
def by_values_masked():
    return Gradient(loss(Attention(Q, K, V, bias=M)), V), RowSoftmax(Q * K.T / sqrt(ell) + M).T * dO


if __name__ == "__main__":
    run_script(__file__)
