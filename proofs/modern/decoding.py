"""Decoding with a cache, chunked prefill, several layers, prefix language models, packing, padding, pages.

Sources: N. Shazeer, *Fast Transformer Decoding* (2019); R. Pope et al., *Efficiently Scaling Transformer Inference*
(2022); A. Agrawal et al., *Sarathi* (2023); C. Raffel et al., *T5* (2020); M. Krell et al., *Efficient Sequence
Packing* (2021); W. Kwon et al., *PagedAttention* (2023); J. Su et al., *RoFormer* (2021).
"""

from sympy import (
    And,
    BlockMatrix,
    Identity,
    Idx,
    KroneckerProduct,
    MatrixSymbol,
    Or,
    sqrt,
)

from symattn import (
    Attention,
    CausalMask,
    Equation,
    ForAll,
    MaskWhere,
    MatrixFamily,
    PaddingMask,
    PermutationSymbol,
    PrefixLMMask,
    RotaryEncoding,
    RowSoftmax,
    SelfAttention,
    TopLeftCausalMask,
    calc,
    claim,
    dims,
    run_script,
    theorem,
)
from symattn.modern.decoding import CachedAttention, CausalAttention, ChunkedPrefill, PagedAttention

n, m, k, r, ell, d, e, H, b, h = dims("n m k r ell d e H b h")
#: A sequence of m tokens and k more.
K_1, K_2 = MatrixSymbol("K_1", m, ell), MatrixSymbol("K_2", k, ell)
V_1, V_2 = MatrixSymbol("V_1", m, d), MatrixSymbol("V_2", k, d)
Q_1, Q_2 = MatrixSymbol("Q_1", m, ell), MatrixSymbol("Q_2", k, ell)
Q, K, V = (BlockMatrix([[A], [B]]) for A, B in ((Q_1, Q_2), (K_1, K_2), (V_1, V_2)))
q, key, value = MatrixSymbol("q", 1, ell), MatrixSymbol("k", 1, ell), MatrixSymbol("v", 1, d)
X_1, X_2 = MatrixSymbol("X_1", m, e), MatrixSymbol("X_2", k, e)
TOKENS = BlockMatrix([[X_1], [X_2]])
S = [MatrixSymbol(f"S_{name}", e, e) for name in "QKV"]
T = [MatrixSymbol(f"T_{name}", e, e) for name in "QKV"]
R = MatrixSymbol("Q", r, ell)
POPE, SARATHI = "Pope et al. 2022, §2", "Agrawal et al. 2023, §4.1"


def layers(X, size):
    """Two causal layers."""
    return SelfAttention(SelfAttention(X, *S, CausalMask(size)), *T, CausalMask(size))


# ------------------------------------------------------------------------------------------------------------ the cache


@theorem(
    "A.cache.step",
    "the last row of causal attention is the last query's attention to all keys in the cache",
    f"{POPE}; Shazeer 2019, §2.3",
    "proved",
)
def cached_step():
    stacked = (BlockMatrix([[A], [B]]) for A, B in ((Q_1, q), (K_1, key), (V_1, value)))
    return CausalAttention(*stacked)[m:, :], CachedAttention(q, K_1, key, V_1, value)


@theorem(
    "A.cache.step.mistake",
    "the last row of causal attention is the last query's attention to the keys before its own",
    "Shazeer 2019, §2.3",
    "refuted",
)
def cached_step_too_early():
    stacked = (BlockMatrix([[A], [B]]) for A, B in ((Q_1, q), (K_1, key), (V_1, value)))
    return CausalAttention(*stacked)[m:, :], Attention(q, K_1, V_1)


@theorem(
    "A.cache.prefix", "the first m rows of causal attention are causal attention of the first m tokens", POPE, "proved"
)
def first_rows():
    return CausalAttention(Q, K, V)[:m, :], CausalAttention(Q_1, K_1, V_1)


@theorem(
    "A.cache.prefix.mistake",
    "the first m rows of attention without a mask are attention of the first m tokens",
    "Shazeer 2019, §2.3: masked attention alone",
    "refuted",
)
def first_rows_without_mask():
    return Attention(Q, K, V)[:m, :], Attention(Q_1, K_1, V_1)


@theorem(
    "A.cache.chunk",
    "chunked prefill, with the bottom-right mask, gives the last k rows of causal attention",
    SARATHI,
    "proved",
)
def chunk():
    return CausalAttention(Q, K, V)[m:, :], ChunkedPrefill(Q_2, K_1, K_2, V_1, V_2)


@theorem(
    "A.cache.chunk.mistake",
    "chunked prefill, with the top-left mask, gives the last k rows of causal attention",
    "PyTorch, issue 108108",
    "refuted",
)
def chunk_top_left():
    return CausalAttention(Q, K, V)[m:, :], Attention(Q_2, K, V, TopLeftCausalMask(k, m + k))


@theorem("A.cache.prefill", "prefill in two chunks is prefill at once", SARATHI, "proved")
def prefill():
    first, last = CausalAttention(Q_1, K_1, V_1), ChunkedPrefill(Q_2, K_1, K_2, V_1, V_2)
    return CausalAttention(Q, K, V), BlockMatrix([[first], [last]])


@theorem("A.cache.one", "a chunk of one token is a step of decoding", SARATHI, "proved")
def chunk_of_one():
    return ChunkedPrefill(q, K_1, key, V_1, value), CachedAttention(q, K_1, key, V_1, value)


# -------------------------------------------------------------------------------------------------------------- layers


@theorem("A.cache.layer", "a causal layer of m + k tokens begins with the layer of the first m", POPE, "proved")
def one_layer():
    return SelfAttention(TOKENS, *S, CausalMask(m + k))[:m, :], SelfAttention(X_1, *S, CausalMask(m))


# Any number L of layers: Y[l] is the stream of m + k tokens before layer l, Z[l] that of the first m alone.

L = dims("L")
layer = Idx("l", L)
whole, part = MatrixFamily("Y", L + 1, m + k, e), MatrixFamily("Z", L + 1, m, e)
WEIGHTS = [MatrixFamily(f"S_{name}", L, e, e)[layer] for name in "QKV"]


def layered(stream, size):
    """Each layer adds causal attention, with weights of its own, to the residual stream before it."""
    attended = SelfAttention(stream[layer], *WEIGHTS, CausalMask(size))
    return ForAll(layer, Equation(stream[layer + 1], stream[layer] + attended))


@theorem(
    "A.cache.layers",
    "L causal layers with a residual stream, for any L: those of m + k tokens begin with those of m",
    f"{POPE}: by induction over L",
    "proved",
)
def any_number_of_layers():
    """So what a cache holds of m tokens, in each layer, stays as it is when k more come."""
    given = [layered(whole, m + k), layered(part, m), Equation(whole[0][:m, :], part[0])]
    return claim(part[L], whole[L][:m, :], given=given)


@theorem(
    "A.cache.layers.two",
    "two causal layers without a residual stream: those of m + k tokens begin with those of m",
    POPE,
    "proved",
    uses="A.cache.layer",
)
def two_layers():
    return layers(TOKENS, m + k)[:m, :], layers(X_1, m)


@theorem(
    "A.cache.layers.mistake",
    "the last k rows of a causal layer are the layer of the last k tokens alone",
    POPE,
    "refuted",
)
def last_rows_alone():
    return SelfAttention(TOKENS, *S, CausalMask(m + k))[m:, :], SelfAttention(X_2, *S, CausalMask(k))


# ------------------------------------------------------------------------------------------- prefixes, packing, padding


@theorem("A.prefixlm.prefix", "the prefix attends to itself, without a mask", "Raffel et al. 2020, §3.2.1", "proved")
def prefix_rows():
    return Attention(Q, K, V, PrefixLMMask(m + k, m))[:m, :], Attention(Q_1, K_1, V_1)


@theorem(
    "A.prefixlm.rest", "the tokens after the prefix attend as in a causal model", "Raffel et al. 2020, §3.2.1", "proved"
)
def rows_after_prefix():
    return Attention(Q, K, V, PrefixLMMask(m + k, m))[m:, :], CausalAttention(Q, K, V)[m:, :]


@theorem(
    "A.prefixlm.mistake", "attention with a prefix mask is causal attention", "Raffel et al. 2020, §3.2.1", "refuted"
)
def prefix_is_causal():
    return Attention(Q, K, V, PrefixLMMask(m + k, m)), CausalAttention(Q, K, V)


def document(j, i):
    """Tokens j and i belong to the same one of two documents, of m and of k tokens."""
    return Or(And(j < m, i < m), And(j >= m, i >= m))


@theorem("A.packing", "two packed documents attend each on its own", "Krell et al. 2021, §3.2", "proved")
def packing():
    parts = [[Attention(Q_1, K_1, V_1)], [Attention(Q_2, K_2, V_2)]]
    return Attention(Q, K, V, MaskWhere(m + k, m + k, document)), BlockMatrix(parts)


@theorem(
    "A.packing.causal",
    "two packed documents, each of them causal, attend each on its own",
    "Krell et al. 2021, §3.2",
    "proved",
)
def packing_causal():
    parts = [[CausalAttention(Q_1, K_1, V_1)], [CausalAttention(Q_2, K_2, V_2)]]
    mask = MaskWhere(m + k, m + k, lambda j, i: And(document(j, i), i <= j))
    return Attention(Q, K, V, mask), BlockMatrix(parts)


@theorem(
    "A.packing.mistake",
    "two packed documents under a causal mask alone attend each on its own",
    "Krell et al. 2021, §3.2",
    "refuted",
)
def packing_without_blocks():
    parts = [[CausalAttention(Q_1, K_1, V_1)], [CausalAttention(Q_2, K_2, V_2)]]
    return CausalAttention(Q, K, V), BlockMatrix(parts)


@theorem("A.padding", "padded keys are as if they were not there", "PyTorch, key_padding_mask", "proved")
def padding():
    return Attention(R, K, V, PaddingMask(m, m + k, r)), Attention(R, K_1, V_1)


@theorem(
    "A.padding.left",
    "padded keys are as if they were not there, where the padding stands first",
    "Hugging Face, padding_side='left'",
    "proved",
)
def padding_left():
    mask = MaskWhere(r, m + k, lambda j, i: i >= m)
    return Attention(R, K, V, mask), Attention(R, K_2, V_2)


@theorem("A.padding.mistake", "keys of zeros are as if they were not there", "PyTorch, key_padding_mask", "refuted")
def padding_by_zeros():
    keys, values = BlockMatrix([[K_1], [0 * K_2]]), BlockMatrix([[V_1], [0 * V_2]])
    return Attention(R, keys, values), Attention(R, K_1, V_1)


# ---------------------------------------------------------------------------------------------------------------- pages

sigma, tau = PermutationSymbol("sigma", H), PermutationSymbol("tau", n)
K_n, V_n = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
PAGES, PAGE_VALUES = MatrixSymbol("K", H * b, ell), MatrixSymbol("V", H * b, d)


@theorem("A.paged", "pages in any order of memory give the same answer", "Kwon et al. 2023, (4)", "proved")
def pages():
    table = KroneckerProduct(sigma.T, Identity(b))
    return calc(
        PagedAttention(q, sigma, PAGES, PAGE_VALUES),
        (Attention(q, table * PAGES, table * PAGE_VALUES), PagedAttention),
        (RowSoftmax(q * PAGES.T * table.T / sqrt(ell)) * (table * PAGE_VALUES), (Attention, KroneckerProduct)),
        (RowSoftmax(q * PAGES.T / sqrt(ell)) * PAGE_VALUES, (RowSoftmax, KroneckerProduct, sigma)),
        (Attention(q, PAGES, PAGE_VALUES), Attention),
    )


@theorem(
    "A.paged.slots",
    "slots in any order give the same answer: keys and values are permuted together",
    "Kwon et al. 2023, §4.1",
    "proved",
)
def slots():
    return Attention(R, tau * K_n, tau * V_n), Attention(R, K_n, V_n)


@theorem(
    "A.paged.mistake", "pages in any order of the keys alone give the same answer", "Kwon et al. 2023, (4)", "refuted"
)
def pages_of_keys():
    table = KroneckerProduct(sigma, Identity(b))
    return Attention(q, table * PAGES, PAGE_VALUES), Attention(q, PAGES, PAGE_VALUES)


# ------------------------------------------------------------------------------------------------------------ positions

theta = MatrixSymbol("theta", h, 1)
Z_1, Z_2 = MatrixSymbol("Z_1", m, 2 * h), MatrixSymbol("Z_2", k, 2 * h)
Z = BlockMatrix([[Z_1], [Z_2]])


@theorem(
    "A.cache.positions",
    "the rotated rows after m of all are the rows of the chunk rotated from position m on",
    "Su et al. 2021, §3.2",
    "proved",
)
def later_positions():
    return RotaryEncoding(Z, theta)[m:, :], RotaryEncoding(Z_2, theta, m)


@theorem(
    "A.cache.positions.mistake",
    "the rotated rows after m of all are the rows of the chunk rotated from position 0 on",
    "Su et al. 2021, §3.2",
    "refuted",
)
def positions_restarted():
    return RotaryEncoding(Z, theta)[m:, :], RotaryEncoding(Z_2, theta)


if __name__ == "__main__":
    run_script(__file__)
