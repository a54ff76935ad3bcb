"""Masks and windows: what a sliding window sees, blocks as separate sequences, how far layers see, which corner.

Sources: I. Beltagy, M. Peters, A. Cohan, *Longformer* (2020); A. Jiang et al., *Mistral 7B* (2023); R. Child et al.,
*Sparse Transformers* (2019); PyTorch, `torch.nn.attention.bias`; FlashAttention, change log of version 2.1.
"""

from sympy import And, Eq, FunctionMatrix, Idx, Lambda, MatrixSymbol, Piecewise, Symbol, exp, sqrt, symbols

from symattn import (
    Attention,
    BlockDiagonalMask,
    BottomRightCausalMask,
    CausalMask,
    Equation,
    HeadBlock,
    HeadFamily,
    HeadStack,
    MaskSymbol,
    MaskWhere,
    RowSoftmax,
    SelfAttention,
    SlidingWindowMask,
    TopLeftCausalMask,
    Unmasked,
    calc,
    claim,
    dims,
    from_entries,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.windows import WindowAttention

n, m, k, r, w, b, H, ell, d, e = dims("n m k r w b H ell d e")
Q, K, V, S = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MatrixSymbol("S", n, n)
X, Y = MatrixSymbol("X", n, e), MatrixSymbol("Y", n, e)
W = [MatrixSymbol(f"W_{name}", e, e) for name in "QKV"]
i, j = Idx("i", n), Idx("j", n)
u, v = symbols("u v", integer=True)
a = Symbol("a", integer=True, nonnegative=True)
LONGFORMER, MISTRAL = "Beltagy et al. 2020, §3.1", "Jiang et al. 2023, §2"


# -------------------------------------------------------------------------------------------------------------- windows


@theorem("A.window.all", "a window of n keys is causal attention", MISTRAL, "proved")
def window_of_all():
    return WindowAttention(Q, K, V, n), Attention(Q, K, V, CausalMask(n))


@theorem("A.window.more", "a window of n keys or more is causal attention", MISTRAL, "proved")
def window_of_more():
    return WindowAttention(Q, K, V, n + k), Attention(Q, K, V, CausalMask(n))


@theorem("A.window.one", "a window of one key returns the values", LONGFORMER, "proved")
def window_of_one():
    """Row j sees key j alone, whose weight is 1 as the weights of a row add up to 1."""
    own = MaskWhere(n, n, lambda j, i: Eq(i, j))
    return calc(
        WindowAttention(Q, K, V, 1),
        (
            RowSoftmax((Q * K.T + own) / sqrt(ell)) * V,
            (WindowAttention, Attention, SlidingWindowMask, MaskWhere, RowSoftmax),
        ),
        (V, (MaskWhere, RowSoftmax)),
    )


@theorem("A.window.one.mistake", "a window of two keys returns the values", "", "refuted")
def window_of_two():
    return WindowAttention(Q, K, V, 2), V


@theorem("A.window.causal", "a window hides what the causal mask hides", MISTRAL, "proved")
def window_is_causal():
    return RowSoftmax(S + SlidingWindowMask(n, w) + CausalMask(n)), RowSoftmax(S + SlidingWindowMask(n, w))


@theorem("A.window.condition", "in a window of w keys query j sees the keys with j − w < i ≤ j", MISTRAL, "proved")
def window_condition():
    shown = MaskWhere(n, n, lambda j, i: And(j < i + w, i <= j))
    return RowSoftmax(S + SlidingWindowMask(n, w)), RowSoftmax(S + shown)


@theorem(
    "A.window.condition.mistake.1", "in a window of w keys query j sees the keys with j − w ≤ i ≤ j", "", "refuted"
)
def window_condition_one_more():
    """These are w + 1 keys."""
    shown = MaskWhere(n, n, lambda j, i: And(j <= i + w, i <= j))
    return RowSoftmax(S + SlidingWindowMask(n, w)), RowSoftmax(S + shown)


@theorem(
    "A.window.condition.mistake.2", "in a window of w keys query j sees the keys with j ≤ i < j + w", "", "refuted"
)
def window_condition_other_side():
    """The window lies on the wrong side of the query."""
    shown = MaskWhere(n, n, lambda j, i: And(i < j + w, j <= i))
    return RowSoftmax(S + SlidingWindowMask(n, w)), RowSoftmax(S + shown)


@theorem("A.window.nested", "a window within a larger one is the smaller", LONGFORMER, "proved")
def window_in_window():
    both = SlidingWindowMask(n, w) + SlidingWindowMask(n, w + k)
    return RowSoftmax(S + both), RowSoftmax(S + SlidingWindowMask(n, w))


@theorem("A.window.outside", "a key before the window has no weight", MISTRAL, "proved")
def key_outside():
    weight = RowSoftmax(S + SlidingWindowMask(n, w))[j, i]
    return claim(Equation(weight, 0), given=[i + w <= j])


@theorem("A.window.outside.mistake", "the key w − 1 places before the query has no weight", "", "refuted")
def key_on_the_edge():
    """It is the first key in the window."""
    weight = RowSoftmax(S + SlidingWindowMask(n, w))[j, i]
    return claim(Equation(weight, 0), given=[i + w <= j + 1])


@theorem("A.window.unmasked", "in a window every query sees a key", LONGFORMER, "proved")
def window_unmasked():
    return Unmasked(SlidingWindowMask(n, w))


# ----------------------------------------------------------------------------------------------------- receptive fields


def before(first, second, place):
    """The rows of one matrix before a place, and those of another one from there on."""
    entry = Piecewise((first[u, v], u < place), (second[u, v], True))
    return FunctionMatrix(*first.shape, Lambda((u, v), entry))


def layer(X):
    return SelfAttention(X, *W, SlidingWindowMask(n, w))


@theorem("A.window.field", "token j of one layer sees w tokens: none before j − w + 1", MISTRAL, "proved")
def field_of_one_layer():
    """Whatever replaces the tokens before a, where a + w ≤ j + 1, the output at j stays.

    It is the step of an induction over layers: what differs before a alone differs before a + w − 1 alone behind the
    layer, so that L layers see L(w − 1) + 1 tokens.
    """
    c = Idx("c", e)
    left, right = layer(before(Y, X, a))[j, c], layer(X)[j, c]
    return claim(Equation(left, right), given=[a + w <= j + 1])


@theorem("A.window.field.mistake", "token j of one layer sees w − 1 tokens: none before j − w + 2", "", "refuted")
def field_of_one_layer_less():
    """It sees w tokens."""
    c = Idx("c", e)
    left, right = layer(before(Y, X, a))[j, c], layer(X)[j, c]
    return claim(Equation(left, right), given=[a + w <= j + 2])


@theorem(
    "A.window.field.two", "token j of two layers sees 2(w − 1) + 1 tokens: none before j − 2(w − 1)", MISTRAL, "unknown"
)
def field_of_two_layers():
    """It is true, by the step above twice, and out of reach, as it is for L layers.

    What is carried from layer to layer speaks of rows from a place on that moves; an induction here carries what holds
    of all rows, or of fixed ones.
    """
    c = Idx("c", e)
    left, right = layer(layer(before(Y, X, a)))[j, c], layer(layer(X))[j, c]
    return claim(Equation(left, right), given=[a + 2 * w <= j + 2])


# --------------------------------------------------------------------------------------------------------------- blocks

Q_b, K_b, V_b = MatrixSymbol("Q", H * b, ell), MatrixSymbol("K", H * b, ell), MatrixSymbol("V", H * b, d)
h = Idx("h", H)


@theorem(
    "A.blocks.separate",
    "under a block-diagonal mask each block is a sequence of its own",
    "Child et al. 2019, §4.2",
    "proved",
)
def blocks():
    own = Attention(HeadBlock(Q_b, h, H), HeadBlock(K_b, h, H), HeadBlock(V_b, h, H))
    return Attention(Q_b, K_b, V_b, bias=BlockDiagonalMask(H * b, b)), HeadStack(HeadFamily(own, h))


@theorem("A.blocks.all", "one block is attention without a mask", "Child et al. 2019, §4.2", "proved")
def one_block():
    return Attention(Q, K, V, bias=BlockDiagonalMask(n, n)), Attention(Q, K, V)


@theorem("A.blocks.one", "blocks of one token return the values", "Child et al. 2019, §4.2", "proved")
def blocks_of_one():
    return Attention(Q, K, V, bias=BlockDiagonalMask(n, 1)), V


@theorem(
    "A.blocks.window.mistake", "a block is the window that ends at the query", "Child et al. 2019, §4.2", "refuted"
)
def blocks_as_windows():
    return Attention(Q, K, V, bias=BlockDiagonalMask(n, w)), WindowAttention(Q, K, V, w)


@theorem("A.blocks.unmasked", "under a block-diagonal mask every query sees a key", "Child et al. 2019, §4.2", "proved")
def blocks_unmasked():
    return Unmasked(BlockDiagonalMask(n, w))


# --------------------------------------------------------------------------------------------------------- which corner

P = MatrixSymbol("P", k, m + k)


@theorem(
    "A.corner.square",
    "the top-left and the bottom-right mask are the same for as many queries as keys",
    "PyTorch, causal_lower_right",
    "proved",
)
def corners_of_a_square():
    return RowSoftmax(S + BottomRightCausalMask(n, n)), RowSoftmax(S + TopLeftCausalMask(n, n))


@theorem("A.corner.condition", "the bottom-right mask shows query j the keys i ≤ j + m", "FlashAttention 2.1", "proved")
def bottom_right():
    shown = MaskWhere(k, m + k, lambda j, i: i <= j + m)
    return RowSoftmax(P + BottomRightCausalMask(k, m + k)), RowSoftmax(P + shown)


@theorem(
    "A.corner.mistake",
    "the top-left mask is the bottom-right mask for fewer queries than keys",
    "PyTorch, issue 108108",
    "refuted",
)
def corners_differ():
    return RowSoftmax(P + TopLeftCausalMask(k, m + k)), RowSoftmax(P + BottomRightCausalMask(k, m + k))


@theorem(
    "A.corner.last",
    "the last query sees all keys under the bottom-right mask, with more than one query and more keys than queries",
    "FlashAttention 2.1",
    "proved",
)
def last_query():
    Z = MatrixSymbol("S", k + 1, m + k + 1)
    return RowSoftmax(Z + BottomRightCausalMask(k + 1, m + k + 1))[k:, :], RowSoftmax(Z[k:, :])


@theorem(
    "A.corner.last.mistake",
    "the last query sees all keys under the top-left mask",
    "PyTorch, causal_upper_left",
    "refuted",
)
def last_query_top_left():
    Z = MatrixSymbol("S", k + 1, m + k + 1)
    return RowSoftmax(Z + TopLeftCausalMask(k + 1, m + k + 1))[k:, :], RowSoftmax(Z[k:, :])


@theorem(
    "A.corner.unmasked",
    "the bottom-right mask masks no query whole where there are no fewer keys",
    "FlashAttention 2.1",
    "proved",
)
def no_row_is_masked():
    return Unmasked(BottomRightCausalMask(k, m + k))


@theorem(
    "A.corner.unmasked.mistake",
    "the bottom-right mask masks no query whole where there are fewer keys",
    "PyTorch, issue 103749",
    "refuted",
)
def rows_are_masked():
    return Unmasked(BottomRightCausalMask(m + k, k))


@theorem("A.mask.twice", "a mask that is added twice is the mask", "PyTorch, attn_mask", "proved")
def twice():
    M = MaskSymbol("M", n, n)
    return RowSoftmax(S + M + M), RowSoftmax(S + M)


@theorem(
    "A.mask.renormalise",
    "masking the weights and renormalising is masking the scores",
    "pointer-generator, issue 88",
    "proved",
)
def renormalised():
    M = MaskSymbol("M", n, n)
    kept = from_entries(n, n, lambda i, j: exp(M[i, j]) * RowSoftmax(S)[i, j])
    return RowSoftmax(S + M), from_entries(n, n, lambda i, j: kept[i, j] / sum_over(n, lambda s: kept[i, s]))


@theorem("A.mask.finite.mistake", "a mask of −10000 is the mask of −∞", "BERT, extended_attention_mask", "refuted")
def finite():
    soft = from_entries(n, n, lambda j, i: Piecewise((0, i <= j), (-10000, True)))
    return RowSoftmax(S + soft), RowSoftmax(S + CausalMask(n))


if __name__ == "__main__":
    run_script(__file__)
