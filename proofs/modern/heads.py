"""Heads: their sum, their order, shared keys and values, pruning, adapters, and latents that are absorbed.

Sources: A. Vaswani et al., *Attention Is All You Need*, 2017, §3.2.2; N. Shazeer, *Fast Transformer Decoding*, 2019,
§3; J. Ainslie et al., *GQA*, 2023, §2.2; P. Michel, O. Levy, G. Neubig, *Are Sixteen Heads Really Better than One?*,
2019, §2.2; N. Elhage et al., *A Mathematical Framework for Transformer Circuits*, 2021; E. Hu et al., *LoRA*, 2021,
eq. (3); DeepSeek-AI, *DeepSeek-V2*, 2024, §2.1 and appendix C; J.-B. Cordonnier, A. Loukas, M. Jaggi, *Multi-Head
Attention: Collaborate Instead of Concatenate*, 2020.

The number of heads H is a symbol, and so is the number of groups G.
"""

from sympy import BlockMatrix, DiagMatrix, Idx, KroneckerDelta, MatrixSymbol, OneMatrix, Symbol, ZeroMatrix, sqrt

from symattn import (
    Attention,
    BlockRotation,
    Equation,
    ForAll,
    HeadBlock,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    InvertibleSymbol,
    MatrixFamily,
    MultiHeadAttention,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    calc,
    claim,
    dims,
    run_script,
    theorem,
)
from symattn.modern.heads import (
    GroupedQueryAttention,
    LatentAttention,
    LoRA,
    MultiQueryAttention,
    RepeatedHeads,
    TiledHeads,
)

H, G, r, n, ell, d, p, q, e, c = dims("H G r n ell d p q e c")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
h, k, g = Idx("h", H), Idx("k", H), Idx("g", G)
W_Q, W_K, W_V = MatrixFamily("W_Q", H, ell, p), MatrixFamily("W_K", H, ell, p), MatrixFamily("W_V", H, d, q)
W_O = MatrixSymbol("W_O", H * q, e)
head = Attention(Q * W_Q[h], K * W_K[h], V * W_V[h])
block = HeadBlock(W_O, h, H)
alpha = Symbol("alpha", real=True)


# ---------------------------------------------------------------------------------------------- a sum over the heads


@theorem(
    "A.heads.sum", "multi-head attention is a sum over the heads", "Elhage et al. 2021, heads are additive", "proved"
)
def heads_sum():
    """Concat(O₁, …, O_H) W^O = Σ_h O_h W^O_h, where W^O_h are the rows of W^O for head h."""
    return calc(
        MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, W_O),
        (HeadConcat(head, h) * W_O, MultiHeadAttention),
        (HeadSum(head * block, h), ()),
    )


@theorem(
    "A.heads.sum.mistake",
    "multi-head attention is a sum over heads that divide by √d_model",
    "Vaswani et al. 2017, §3.2.1: d_k is the width of a head",
    "refuted",
)
def heads_wrong_scale():
    weights = RowSoftmax(Q * W_Q[h] * (K * W_K[h]).T / sqrt(ell))
    return HeadSum(head * block, h), HeadSum(weights * (V * W_V[h]) * block, h)


@theorem(
    "A.heads.one_softmax.mistake",
    "one softmax over the concatenated heads gives the heads side by side",
    "",
    "refuted",
)
def one_softmax():
    """Its scores are the sum of the scores of the heads."""
    A, B, U = MatrixFamily("Q", H, r, p), MatrixFamily("K", H, n, p), MatrixFamily("V", H, n, q)
    return HeadConcat(Attention(A[h], B[h], U[h]), h), Attention(HeadConcat(A), HeadConcat(B), HeadConcat(U))


@theorem(
    "A.heads.scores",
    "the scores at full width are the sum of the scores of the heads",
    "Vaswani et al. 2017, §3.2.2",
    "proved",
)
def scores():
    A, B = MatrixFamily("Q", H, r, p), MatrixFamily("K", H, n, p)
    return HeadConcat(A) * HeadConcat(B).T, HeadSum(A[h] * B[h].T, h)


sigma = PermutationSymbol("sigma", H)


def permuted(family):
    """The family whose member h is member σ(h) of another."""
    return HeadFamily(HeadSum(sigma[k, h] * family[k], k), h)


@theorem(
    "A.heads.permutation",
    "the order of heads that are added up does not matter",
    "Vaswani et al. 2017, §3.2.2; symmetry S_H",
    "proved",
)
def head_permutation():
    summed = MatrixFamily("W_V", H, d, e)
    moved = [permuted(W) for W in (W_Q, W_K, summed)]
    return MultiHeadAttention(Q, K, V, *moved), MultiHeadAttention(Q, K, V, W_Q, W_K, summed)


@theorem(
    "A.heads.permutation.blocks",
    "the order of heads does not matter where the blocks of W^O are permuted alike",
    "Vaswani et al. 2017, §3.2.2; symmetry S_H",
    "proved",
)
def head_permutation_of_blocks():
    """Every M is a W in the other order: M_h = W_σ(h)."""
    blocks = MatrixFamily("W_O", H, q, e)  # the rows of W^O for each head
    families = W_Q, W_K, W_V, blocks
    moved = [MatrixFamily(f"M_{name}", *family.args[1:]) for name, family in zip("QKVO", families, strict=True)]

    def alike(pair):
        M, W = pair
        return ForAll(h, Equation(M[h], HeadSum(HeadFamily(sigma[k, h] * W[k], k))))

    whole = MultiHeadAttention(Q, K, V, *moved[:3], HeadStack(moved[3]))
    same = Equation(whole, MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, HeadStack(blocks)))
    return claim(same, given=[*map(alike, zip(moved, families, strict=True))])


@theorem(
    "A.heads.permutation.mistake",
    "the order of heads does not matter where W^O is left as it is",
    "Vaswani et al. 2017, §3.2.2",
    "refuted",
)
def head_permutation_without_output():
    """W^O has to be permuted in blocks as well."""
    moved = [permuted(W) for W in (W_Q, W_K, W_V)]
    return MultiHeadAttention(Q, K, V, *moved, W_O), MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, W_O)


@theorem("A.heads.ov", "values and output enter through W^V W^O alone", "Elhage et al. 2021, OV circuit", "proved")
def ov_circuit():
    U, O = MatrixSymbol("W_V", d, q), MatrixSymbol("W_O", q, e)
    return Attention(Q, K, V * U) * O, Attention(Q, K, V * (U * O))


X = MatrixSymbol("X", n, ell)
S_Q, S_K, S_V = MatrixSymbol("W_Q", ell, p), MatrixSymbol("W_K", ell, p), MatrixSymbol("W_V", ell, d)


@theorem(
    "A.heads.qk",
    "queries and keys enter through W^Q W^Kᵀ alone, a product through the width p",
    "Elhage et al. 2021, QK circuit",
    "proved",
)
def qk_circuit():
    """The d_model×d_model matrix of the scores is a product through the width p of a head."""
    return SelfAttention(X, S_Q, S_K, S_V), RowSoftmax(X * (S_Q * S_K.T) * X.T / sqrt(p)) * (X * S_V)


@theorem(
    "A.heads.collaborative",
    "a head that picks its columns has W_Q^h (W_K^h)ᵀ = W̃_Q diag(m_h) W̃_Kᵀ",
    "Cordonnier et al. 2020, §3.1, eq. 5",
    "proved",
)
def collaborative():
    """W̃ = [W^1, …, W^H] side by side, and m_h is 1 on the columns of head h, 0 elsewhere."""
    picks = HeadStack(KroneckerDelta(k, h) * OneMatrix(p, 1), k)
    return HeadConcat(W_Q) * DiagMatrix(picks) * HeadConcat(W_K).T, W_Q[h] * W_K[h].T


# ------------------------------------------------------------------------------------------- shared keys and values

Qs = MatrixFamily("Q", H, r, ell)


@theorem(
    "A.heads.mqa",
    "multi-query attention is multi-head attention with one key head repeated",
    "Shazeer 2019, §3",
    "proved",
)
def mqa_is_mha():
    repeated = [HeadBlock(HeadStack(A, k), h, H) for A in (K, V)]
    return MultiQueryAttention(Qs, K, V), HeadConcat(Attention(Qs[h], *repeated), h)


@theorem(
    "A.heads.mqa_stack",
    "in multi-query attention the heads may be stacked as more queries of one attention",
    "Shazeer 2019, §3; FlashInfer 2025, §3.1",
    "proved",
)
def mqa_stack():
    return Attention(HeadStack(Qs), K, V), HeadStack(Attention(Qs[h], K, V), h)


Ks, Vs = MatrixFamily("K", G, n, ell), MatrixFamily("V", G, n, d)
queries, outputs = MatrixSymbol("Q", G * (H * r), ell), MatrixSymbol("W_O", G * (H * d), e)


def of(stack):
    """Head h of group g of a stack of GH matrices."""
    return HeadBlock(HeadBlock(stack, g, G), h, H)


def grouped(keys, values):
    """Σ_g Σ_h Attention(Q_gh, keys, values) W^O_gh."""
    return HeadSum(HeadSum(Attention(of(queries), keys, values) * of(outputs), h), g)


@theorem("A.heads.repeat", "head h of group g of the repeated heads is head g", "torch.repeat_interleave", "proved")
def repeat_interleave():
    return of(RepeatedHeads(Ks, H)), Ks[g]


@theorem(
    "A.heads.gqa",
    "grouped queries are multi-head attention with repeated key and value heads",
    "Ainslie et al. 2023, §2.2",
    "proved",
)
def gqa_is_mha():
    """Each key head is repeated for the H queries of its group before the next one comes."""
    return grouped(of(RepeatedHeads(Ks, H)), of(RepeatedHeads(Vs, H))), grouped(Ks[g], Vs[g])


@theorem(
    "A.heads.gqa.mistake",
    "grouped queries are multi-head attention with key and value heads tiled",
    "torch.Tensor.repeat, where repeat_interleave is meant",
    "refuted",
)
def gqa_tiled():
    return grouped(of(TiledHeads(Ks, H)), of(TiledHeads(Vs, H))), grouped(Ks[g], Vs[g])


@theorem(
    "A.heads.gqa_word",
    "GQA in one group of heads is MHA whose heads share their keys",
    "Ainslie et al. 2023, §2.2: MQA",
    "proved",
)
def gqa_expanded():
    U_Q, U_O = MatrixFamily("W_Q", G, d, H * p), MatrixFamily("W_O", G, H * p, d)
    U_K, U_V = MatrixFamily("W_K", G, d, p), MatrixFamily("W_V", G, d, p)
    Y = MatrixSymbol("X", n, d)
    one = HeadConcat(Attention(Y * HeadBlock(U_Q[g].T, h, H).T, Y * U_K[g], Y * U_V[g]), h)
    return GroupedQueryAttention(Y, U_Q, U_K, U_V, U_O), HeadSum(one * U_O[g], g)


@theorem(
    "A.heads.mean_pooling.mistake",
    "mean-pooled keys and values give the mean of the heads",
    "Ainslie et al. 2023, §2.1",
    "refuted",
)
def mean_pooling():
    """The pooled heads are where uptraining starts, not the same function."""
    K_1, K_2, V_1, V_2 = (MatrixSymbol(name, n, w) for name, w in (("K_1", ell), ("K_2", ell), ("V_1", d), ("V_2", d)))
    pooled = Attention(Q, (K_1 + K_2) / 2, (V_1 + V_2) / 2)
    return pooled, (Attention(Q, K_1, V_1) + Attention(Q, K_2, V_2)) / 2


# ------------------------------------------------------------------------------------------------------------ pruning

A = MatrixFamily("A", H, r, q)
O = MatrixFamily("W_O", H, q, e)


@theorem(
    "A.heads.pruning", "a head that is masked out is taken away from the sum", "Michel et al. 2019, §2.2", "proved"
)
def pruning():
    """Σ_h ξ_h A_h W_h with ξ_k = 0 and the others 1."""
    return HeadSum((1 - KroneckerDelta(h, k)) * A[h] * O[h], h), HeadSum(A[h] * O[h], h) - A[k] * O[k]


@theorem("A.heads.pruning_values", "a head without values adds nothing", "Michel et al. 2019, §2.2", "proved")
def pruning_values():
    kept = HeadFamily((1 - KroneckerDelta(h, k)) * W_V[h], h)
    without = HeadSum((1 - KroneckerDelta(h, k)) * (head * block), h)
    return MultiHeadAttention(Q, K, V, W_Q, W_K, kept, W_O), without


@theorem(
    "A.heads.pruning.mistake",
    "a head without queries adds nothing",
    "Michel et al. 2019, §2.2, the wrong weights set to 0",
    "refuted",
)
def pruning_queries():
    """Its weights are then uniform: it adds the mean of its values."""
    kept = HeadFamily((1 - KroneckerDelta(h, k)) * W_Q[h], h)
    without = HeadSum((1 - KroneckerDelta(h, k)) * (head * block), h)
    return MultiHeadAttention(Q, K, V, kept, W_K, W_V, W_O), without


@theorem(
    "A.heads.no_queries",
    "a head without queries adds the mean of its values",
    "derived from Vaswani et al. 2017, eq. 1",
    "proved",
)
def head_without_queries():
    return Attention(ZeroMatrix(r, ell), K, V), OneMatrix(r, n) * V / n


# ----------------------------------------------------------------------------------------------------------- adapters

rank = dims("rho")
W_0, B, D = MatrixSymbol("W_0", ell, p), MatrixSymbol("B", ell, rank), MatrixSymbol("A", rank, p)


@theorem(
    "A.heads.lora",
    "the adapter merges into the weight: X(W₀ + (α/r)BA) = XW₀ + (α/r)XBA",
    "Hu et al. 2021, eq. 3",
    "proved",
)
def lora():
    return X * LoRA(W_0, B, D, alpha), X * W_0 + alpha / rank * ((X * B) * D)


@theorem("A.heads.lora_start", "the adapted weight is the weight where B = 0", "Hu et al. 2021, §4.1", "proved")
def lora_start():
    return LoRA(W_0, ZeroMatrix(ell, rank), D, alpha), W_0


@theorem(
    "A.heads.lora_queries",
    "an adapter of the queries adds a product through the width r to W^Q W^Kᵀ",
    "Hu et al. 2021, §4.2",
    "proved",
)
def lora_queries():
    merged = RowSoftmax(X * (W_0 * S_K.T + alpha / rank * B * (D * S_K.T)) * X.T / sqrt(p)) * (X * S_V)
    return SelfAttention(X, LoRA(W_0, B, D, alpha), S_K, S_V), merged


@theorem(
    "A.heads.lora.mistake",
    "the scores with adapters of queries and keys have no cross terms",
    "Hu et al. 2021, §4.2, cross terms forgotten",
    "refuted",
)
def lora_both():
    U, F, E = MatrixSymbol("U_0", ell, p), MatrixSymbol("F", ell, rank), MatrixSymbol("E", rank, p)
    both = X * LoRA(W_0, B, D, alpha) * (X * LoRA(U, F, E, alpha)).T
    return both, X * W_0 * (X * U).T + (alpha / rank) ** 2 * X * B * D * (X * F * E).T


# ----------------------------------------------------------------------------------------------------------- latents

Q_C, Q_R = MatrixFamily("Q_C", H, r, ell), MatrixFamily("Q_R", H, r, p)
C, K_R = MatrixSymbol("C", n, c), MatrixSymbol("K_R", n, p)
W_UK, W_UV = MatrixFamily("W_UK", H, c, ell), MatrixFamily("W_UV", H, c, q)


@theorem(
    "A.heads.mla",
    "latent attention with W^UK and W^UV absorbed attends to the latent and the rotated keys alone",
    "DeepSeek-V2 2024, §2.1.2",
    "proved",
)
def mla_absorbed():
    """W^UK goes into the queries and W^UV into W^O: multi-query attention on [C, K_R], whose values are C."""
    scale = 1 / sqrt(ell + p)
    query = BlockMatrix([[Q_C[h] * W_UK[h].T, Q_R[h]]])
    absorbed = Attention(query, BlockMatrix([[C, K_R]]), C, scale=scale)
    return LatentAttention(Q_C, Q_R, C, K_R, W_UK, W_UV, W_O), HeadSum(absorbed * (W_UV[h] * block), h)


@theorem(
    "A.heads.mla.mistake",
    "latent attention with its weights absorbed may take the scale of the width of the latent",
    "DeepSeek-V2 2024, §2.1.2, 1/√(c + p)",
    "refuted",
)
def mla_wrong_scale():
    query = BlockMatrix([[Q_C[h] * W_UK[h].T, Q_R[h]]])
    absorbed = Attention(query, BlockMatrix([[C, K_R]]), C)
    return LatentAttention(Q_C, Q_R, C, K_R, W_UK, W_UV, W_O), HeadSum(absorbed * (W_UV[h] * block), h)


half = dims("m")
theta = MatrixSymbol("theta", half, 1)


@theorem(
    "A.heads.mla_rotation.mistake", "a rotation of the keys commutes with W^UK", "DeepSeek-V2 2024, §2.1.3", "refuted"
)
def mla_rotation():
    """This is why the keys that carry positions are kept apart."""
    W, t = MatrixSymbol("W_UK", 2 * half, 2 * half), Symbol("t", real=True)
    x = MatrixSymbol("x", 1, 2 * half)
    return x * W * BlockRotation(t * theta), x * BlockRotation(t * theta) * W


@theorem(
    "A.heads.gauge", "W^V B and B⁻¹ W^O give the same head", "symmetry of the OV circuit, Elhage et al. 2021", "proved"
)
def value_gauge():
    change, U, O = InvertibleSymbol("B", q), MatrixSymbol("W_V", d, q), MatrixSymbol("W_O", q, e)
    return Attention(Q, K, V * U * change) * (change.I * O), Attention(Q, K, V * U) * O


if __name__ == "__main__":
    run_script(__file__)
