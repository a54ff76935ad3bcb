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
    FlashSum,
    FlashValueGradient,
    FlashWeights,
    TileScores,
)
from symattn.modern.softmax import Normaliser, WeightedSum

r, n, ell, d, b, H, G, p, q = dims("r n ell d b H G p q")
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


@theorem("A.flash.forward.mistake.1", "the tiles are not rescaled to the common maximum", "a common mistake", "refuted")
def forward_not_rescaled():
    tile = TileScores(Q, K_t[h])
    weights = (tile - RowMax(tile) * OneMatrix(1, b)).applyfunc(exp)
    total = HeadSum(HeadFamily(RowSum(weights), h))
    output = DiagMatrix(HadamardPower(total, -1)) * HeadSum(HeadFamily(weights * V_t[h], h))
    return Attention(Q, KEYS, VALUES), output


@theorem("A.flash.forward.mistake.2", "the scale 1/√ℓ is left out", "a common mistake", "refuted")
def forward_not_scaled():
    return FlashAttention(Q, K_t, V_t), Attention(Q, KEYS, VALUES, scale=False)


@theorem("A.flash.rows", "tiles of queries attend each on its own", f"{SECOND}, §3.2", "proved")
def rows():
    return Attention(HeadStack(Q_t), K, V), HeadStack(HeadFamily(Attention(Q_t[g], K, V), g))


@theorem("A.flash.grid", "both loops: tiles of queries and of keys", f"{SECOND}, Algorithm 1", "proved")
def both_loops():
    return HeadStack(HeadFamily(FlashAttention(Q_t[g], K_t, V_t), g)), Attention(HeadStack(Q_t), KEYS, VALUES)


@theorem("A.flash.lse", "the stored L is the lse of the scores", f"{SECOND}, Algorithm 1, line 13", "proved")
def stored():
    return FlashLogSumExp(Q, K_t), LogSumExp(SCORES)


@theorem("A.flash.lse.mistake", "the normaliser alone is stored", "a common mistake", "refuted")
def stored_normaliser():
    return FlashNormaliser(Q, K_t), LogSumExp(SCORES)


S_1, S_2, MASK = MatrixSymbol("S_1", r, p), MatrixSymbol("S_2", r, q), MaskSymbol("M", r, p + q)
V_1, V_2 = MatrixSymbol("V_1", p, d), MatrixSymbol("V_2", q, d)


def exponentials(scores: Expr) -> Expr:
    return from_entries(*scores.shape, lambda i, s: exp(scores[i, s]))


@theorem("A.flash.mask", "diag(ℓ) O = Õ of two tiles, under any mask", f"{FIRST}, Algorithm 2", "proved")
def masked():
    """A tile may be masked whole in some rows: e^−∞ is 0. Then no reference is needed but that of the other tile."""
    first, second = exponentials(S_1 + MASK[:, :p]), exponentials(S_2 + MASK[:, p:])
    shown = BlockMatrix([[S_1, S_2]]) + MASK
    output = RowSoftmax(shown) * BlockMatrix([[V_1], [V_2]])
    stated = DiagMatrix(RowSum(first) + RowSum(second)) * output, first * V_1 + second * V_2
    return claim(*stated, given=Unmasked(shown))


@theorem("A.flash.mask.mistake", "the mask of the first tile is used for both", "a common mistake", "refuted")
def masked_alike():
    S, M, V = MatrixSymbol("S_2", r, p), MaskSymbol("M", r, p + p), MatrixSymbol("V_2", p, d)
    first, second = exponentials(S_1 + M[:, :p]), exponentials(S + M[:, :p])
    shown = BlockMatrix([[S_1, S]]) + M
    stated = DiagMatrix(RowSum(first) + RowSum(second)) * RowSoftmax(shown) * BlockMatrix([[V_1], [V]])
    return claim(stated, first * V_1 + second * V, given=Unmasked(shown))


# -------------------------------------------------------------------------------------------------------- recomputation


@theorem("A.flash.recompute", "softmax(S) = exp(S − L)", f"{SECOND}, Algorithm 2, line 11", "proved")
def recomputed():
    return RowSoftmax(S), (S - LogSumExp(S) * OneMatrix(1, n)).applyfunc(exp)


@theorem("A.flash.recompute.mistake", "the weights are computed anew from m", "a common mistake", "refuted")
def recomputed_from_maximum():
    return RowSoftmax(S), (S - RowMax(S) * OneMatrix(1, n)).applyfunc(exp)


L = FlashLogSumExp(Q, K_t)


@theorem(
    "A.flash.recompute.tiles",
    "the weights, tile by tile from the stored L",
    f"{SECOND}, Algorithm 2, line 11",
    "proved",
)
def recomputed_in_tiles():
    return HeadConcat(HeadFamily(FlashWeights(Q, K_t[h], L), h)), RowSoftmax(SCORES)


@theorem("A.flash.recompute.mask", "the same under any mask", f"{SECOND}, Algorithm 2, line 11", "proved")
def recomputed_masked():
    def entry(i, j):
        return exp((S + M)[i, j]) * exp(-log(sum_over(n, lambda s: exp((S + M)[i, s]))))

    return RowSoftmax(S + M), from_entries(r, n, entry)


@theorem("A.flash.delta", "rowsum(dO ∘ O) = rowsum(P ∘ dP)", f"{FIRST}, B.2, (4)", "proved")
def delta():
    P = RowSoftmax(S)
    return FlashDelta(dO, P * V), RowSum(HadamardProduct(P, dO * V.T))


@theorem("A.flash.delta.mask", "the same under any mask", f"{FIRST}, B.2, (4)", "proved")
def delta_masked():
    P = RowSoftmax(S + M)
    return FlashDelta(dO, P * V), RowSum(HadamardProduct(P, dO * V.T))


@theorem("A.flash.delta.mistake", "rowsum(P ∘ dP) with the weights before the mask", "a common mistake", "refuted")
def delta_without_mask():
    return FlashDelta(dO, RowSoftmax(S + M) * V), RowSum(HadamardProduct(RowSoftmax(S), dO * V.T))


# -------------------------------------------------------------------------------------------------------- backward pass


k, v = MatrixSymbol("K", H * b, ell), MatrixSymbol("V", H * b, d)  # keys and values of which tiles are cut
k_h, v_h = HeadBlock(k, h, H), HeadBlock(v, h, H)
WHOLE = Q * k.T / sqrt(ell)
STORED, DELTA = LogSumExp(WHOLE), FlashDelta(dO, Attention(Q, k, v))


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


@theorem("A.flash.dS.mask", "dS = P ∘ (dP − rowsum(dO ∘ O)) under any mask", f"{FIRST}, B.4", "proved")
def by_scores_masked():
    P = RowSoftmax(S + M)
    return Gradient(loss(P * V), S), dS(P, P * V)


@theorem("A.flash.dS.mistake.1", "D is left out", "a common mistake", "refuted")
def by_scores_without_delta():
    P = RowSoftmax(S)
    return Gradient(loss(P * V), S), HadamardProduct(P, dO * V.T)


@theorem("A.flash.dS.mistake.2", "D is formed with the weights before the mask", "a common mistake", "refuted")
def by_scores_other_delta():
    P = RowSoftmax(S + M)
    return Gradient(loss(P * V), S), dS(P, RowSoftmax(S) * V)


@theorem("A.flash.dV", "dV = Pᵀ dO in tiles, from the stored L", f"{SECOND}, Algorithm 2, line 12", "proved")
def by_values():
    tile = FlashValueGradient(Q, k_h, dO, STORED)
    return Gradient(loss(Attention(Q, k, v)), v), HeadStack(HeadFamily(tile, h))


@theorem("A.flash.dV.mistake", "the weights are not transposed", "a common mistake", "refuted")
def by_values_not_transposed():
    q, x, o = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("dO", n, d)
    return Gradient(InnerProduct(o, Attention(q, x, V)), V), RowSoftmax(q * x.T / sqrt(ell)) * o


@theorem("A.flash.dQ", "dQ = Σ dS K/√ℓ over tiles, from L and D", f"{SECOND}, Algorithm 2, line 15", "proved")
def by_queries():
    tile = FlashQueryGradient(Q, k_h, v_h, dO, STORED, DELTA)
    return Gradient(loss(Attention(Q, k, v)), Q), HeadSum(HeadFamily(tile, h))


@theorem("A.flash.dQ.mistake", "the scale is left out in the backward pass", "a common mistake", "refuted")
def by_queries_not_scaled():
    O = Attention(Q, K, V)
    return Gradient(loss(O), Q), dS(RowSoftmax(Q * K.T / sqrt(ell)), O) * K


@theorem("A.flash.dK", "dK = dSᵀ Q/√ℓ in tiles, from L and D", f"{SECOND}, Algorithm 2, line 16", "proved")
def by_keys():
    tile = FlashKeyGradient(Q, k_h, v_h, dO, STORED, DELTA)
    return Gradient(loss(Attention(Q, k, v)), k), HeadStack(HeadFamily(tile, h))


@theorem("A.flash.dK.mistake", "dS is not transposed", "a common mistake", "refuted")
def by_keys_not_transposed():
    q, x, o = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("dO", n, d)
    P, O = RowSoftmax(q * x.T / sqrt(ell)), Attention(q, x, V)
    scores = HadamardProduct(P, o * V.T - FlashDelta(o, O) * OneMatrix(1, n))
    return Gradient(InnerProduct(o, O), x), scores * q / sqrt(ell)


@theorem("A.flash.dQ.mask", "dQ = dS K/√ℓ under any mask", f"{FIRST}, B.4", "proved")
def by_queries_masked():
    O = Attention(Q, K, V, bias=M)
    return Gradient(loss(O), Q), dS(RowSoftmax(Q * K.T / sqrt(ell) + M), O) * K / sqrt(ell)


@theorem("A.flash.dK.mask", "dK = dSᵀ Q/√ℓ under any mask", f"{FIRST}, B.4", "proved")
def by_keys_masked():
    O = Attention(Q, K, V, bias=M)
    return Gradient(loss(O), K), dS(RowSoftmax(Q * K.T / sqrt(ell) + M), O).T * Q / sqrt(ell)


@theorem("A.flash.dV.mask", "dV = Pᵀ dO under any mask", f"{FIRST}, B.4", "proved")
def by_values_masked():
    return Gradient(loss(Attention(Q, K, V, bias=M)), V), RowSoftmax(Q * K.T / sqrt(ell) + M).T * dO


if __name__ == "__main__":
    run_script(__file__)
