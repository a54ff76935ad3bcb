"""Symmetries of a transformer: of its hidden units, its heads, its residual stream and its tokens, for any depth.

Sources: R. Hecht-Nielsen, *On the Algebraic Structure of Feedforward Network Weight Spaces*, 1990; S. Ainsworth,
J. Hayase, S. Srinivasa, *Git Re-Basin*, 2022, §2; B. Neyshabur, R. Salakhutdinov, N. Srebro, *Path-SGD*, 2015, §2 (ReLU
scaling); N. Shazeer, *GLU Variants Improve Transformer*, 2020, eq. (6); N. Elhage et al., *A Mathematical Framework for
Transformer Circuits*, 2021; S. Ashkboos et al., *SliceGPT*, 2024, Theorem 1; J. Lee et al., *Set Transformer*, 2019,
§3; C. Yun et al., *Are Transformers Universal Approximators of Sequence-to-Sequence Functions?*, 2020, §2 (Claim 1).
"""

from sympy import DiagMatrix, Gt, Idx, MatrixSymbol, Ne, OneMatrix, Symbol, ZeroMatrix

from symattn import (
    CausalMask,
    Equation,
    ForAll,
    InvertibleSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    ReLU,
    SelfAttention,
    SiLU,
    calc,
    claim,
    dims,
    from_entries,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.normalisation import LayerNorm
from symattn.modern.transformer import FeedForward, GatedFeedForward, TransformerBlock
from symattn.modern.variants import UnitRows

n, d, e, p = dims("n d e p")
X = MatrixSymbol("X", n, d)
W_1, W_2, W_3 = MatrixSymbol("W_1", d, e), MatrixSymbol("W_2", e, d), MatrixSymbol("W_3", d, e)
b_1, b_2 = MatrixSymbol("b_1", 1, e), MatrixSymbol("b_2", 1, d)
S_Q, S_K, S_V = MatrixSymbol("S_Q", d, p), MatrixSymbol("S_K", d, p), MatrixSymbol("S_V", d, d)
c, eps = Symbol("c", positive=True), Symbol("epsilon", positive=True)
pi, sigma = PermutationSymbol("pi", e), PermutationSymbol("sigma", n)
g, A = OrthogonalSymbol("g", d), InvertibleSymbol("A", p)
weights = (S_Q, S_K, S_V, W_1, W_3, W_2)


# ----------------------------------------------------------------------------------------------------- hidden units


@theorem(
    "A.transformer.hidden_units",
    "the hidden units of a feed-forward layer may be permuted",
    "Hecht-Nielsen 1990; Ainsworth et al. 2022, §2",
    "proved",
)
def hidden_units():
    return FeedForward(X, W_1 * pi, b_1 * pi, pi.T * W_2, b_2), FeedForward(X, W_1, b_1, W_2, b_2)


@theorem(
    "A.transformer.hidden_units.mistake",
    "the hidden units of a feed-forward layer may be permuted without the rows of W₂",
    "Ainsworth et al. 2022, §2",
    "refuted",
)
def hidden_units_alone():
    return FeedForward(X, W_1 * pi, b_1 * pi, W_2, b_2), FeedForward(X, W_1, b_1, W_2, b_2)


@theorem(
    "A.transformer.hidden_rotation.mistake",
    "the hidden units of a feed-forward layer may be turned by an orthogonal matrix",
    "",
    "refuted",
)
def hidden_rotation():
    """ReLU acts on each unit by itself."""
    q = OrthogonalSymbol("q", e)
    return FeedForward(X, W_1 * q, b_1 * q, q.T * W_2, b_2), FeedForward(X, W_1, b_1, W_2, b_2)


@theorem(
    "A.transformer.relu_scale",
    "ReLU is homogeneous: ReLU(cx) = c ReLU(x) for c > 0",
    "Neyshabur et al. 2015, §2",
    "proved",
)
def relu_scale():
    return (c * X).applyfunc(ReLU), c * X.applyfunc(ReLU)


u, a = MatrixSymbol("u", e, 1), Idx("a", e)
POSITIVE = ForAll(a, Gt(u[a, 0], 0))
scale, back = DiagMatrix(u), DiagMatrix(from_entries(e, 1, lambda a, b: 1 / u[a, 0]))


@theorem(
    "A.transformer.relu_columns",
    "ReLU is homogeneous with a positive factor for each column",
    "Neyshabur et al. 2015, §2",
    "proved",
)
def relu_columns():
    hidden = X * W_1 + OneMatrix(n, 1) * b_1
    return claim((hidden * scale).applyfunc(ReLU), hidden.applyfunc(ReLU) * scale, given=[POSITIVE])


@theorem(
    "A.transformer.unit_scale",
    "a hidden unit may be scaled by a positive factor, and its output by the inverse",
    "Neyshabur et al. 2015, §2",
    "proved",
)
def unit_scale():
    """Unit a by u_a > 0 in W₁ and b₁, by 1/u_a in W₂."""
    rows = OneMatrix(n, 1)
    return calc(
        FeedForward(X, W_1 * scale, b_1 * scale, back * W_2, b_2),
        (((X * W_1 + rows * b_1) * scale).applyfunc(ReLU) * (back * W_2) + rows * b_2, FeedForward),
        ((X * W_1 + rows * b_1).applyfunc(ReLU) * scale * (back * W_2) + rows * b_2, (ReLU, POSITIVE)),
        ((X * W_1 + rows * b_1).applyfunc(ReLU) * W_2 + rows * b_2, (DiagMatrix, POSITIVE)),
        (FeedForward(X, W_1, b_1, W_2, b_2), FeedForward),
        given=[POSITIVE],
    )


@theorem(
    "A.transformer.unit_scale.mistake",
    "a hidden unit may be scaled by −1, and its output by −1",
    "Neyshabur et al. 2015: positive scales alone",
    "refuted",
)
def unit_sign():
    return FeedForward(X, -W_1, -b_1, -W_2, b_2), FeedForward(X, W_1, b_1, W_2, b_2)


# --------------------------------------------------------------------------------------------------------- gated units


@theorem("A.transformer.gated_units", "the units of a gated layer may be permuted", "Shazeer 2020, eq. 6", "proved")
def gated_units():
    return GatedFeedForward(X, W_1 * pi, W_3 * pi, pi.T * W_2), GatedFeedForward(X, W_1, W_3, W_2)


@theorem(
    "A.transformer.gated_scale",
    "each unit of a gated layer may be scaled in W₃ and back in W₂",
    "Shazeer 2020, eq. 6: linear beside the gate",
    "proved",
)
def gated_scale():
    scaled = GatedFeedForward(X, W_1, W_3 * scale, back * W_2)
    return claim(scaled, GatedFeedForward(X, W_1, W_3, W_2), given=[ForAll(a, Ne(u[a, 0], 0))])


@theorem(
    "A.transformer.gated_scale.mistake",
    "each unit of a gated layer may be scaled in the gate W₁ and back in W₂",
    "",
    "refuted",
)
def gate_scale():
    """SiLU is not homogeneous."""
    return GatedFeedForward(X, c * W_1, W_3, W_2 / c), GatedFeedForward(X, W_1, W_3, W_2)


@theorem("A.transformer.silu", "SiLU(x) − SiLU(−x) = x", "derived from Shazeer 2020: Swish with β = 1", "proved")
def silu():
    return X.applyfunc(SiLU) - (-X).applyfunc(SiLU), X


# ----------------------------------------------------------------------------------------------------------- attention


@theorem(
    "A.transformer.gauge",
    "W_Q A and W_K A⁻ᵀ give the same attention, for any invertible A",
    "Elhage et al. 2021, QK circuit",
    "proved",
)
def gauge():
    return SelfAttention(X, S_Q * A, S_K * A.I.T, S_V), SelfAttention(X, S_Q, S_K, S_V)


@theorem(
    "A.transformer.gauge.mistake",
    "W_Q A and W_K A⁻¹ give the same attention, for any invertible A",
    "",
    "refuted",
)
def gauge_untransposed():
    """The transpose is forgotten."""
    return SelfAttention(X, S_Q * A, S_K * A.I, S_V), SelfAttention(X, S_Q, S_K, S_V)


@theorem(
    "A.transformer.gauge_norm.mistake",
    "W_Q A and W_K A⁻ᵀ give the same attention with normalised queries and keys",
    "Henry et al. 2020, eq. 2: QK-norm breaks the symmetry",
    "refuted",
)
def gauge_norm():
    """Of no token is the query or the key 0."""
    token = Idx("i", n)

    def some(W):
        return ForAll(token, Gt(sum_over(p, lambda s: (X * W)[token, s] ** 2), 0))

    def cosines(query, key):
        return UnitRows(X * query) * UnitRows(X * key).T

    given = [some(W) for W in (S_Q, S_K, S_Q * A, S_K * A.I.T)]
    return claim(cosines(S_Q * A, S_K * A.I.T), cosines(S_Q, S_K), given=given)


# ----------------------------------------------------------------------------------------------------- residual stream


def rotated(weights):
    """The weights of a block whose residual stream is rotated by g."""
    S_Q, S_K, S_V, W_1, W_3, W_2 = weights
    return g.T * S_Q, g.T * S_K, g.T * S_V * g, g.T * W_1, g.T * W_3, W_2 * g


@theorem(
    "A.transformer.residual_rotation",
    "the residual stream may be turned by an orthogonal matrix, with the weights",
    "SliceGPT 2024, Theorem 1",
    "proved",
)
def residual_rotation():
    return TransformerBlock(X * g, *rotated(weights), eps), TransformerBlock(X, *weights, eps) * g


@theorem(
    "A.transformer.residual_rotation.mistake",
    "the residual stream may be turned by an orthogonal matrix, with LayerNorm",
    "SliceGPT 2024, §3.2: LayerNorm becomes RMSNorm first",
    "refuted",
)
def residual_rotation_layer_norm():
    W = MatrixSymbol("W", d, d)

    def block(Y, W):
        return Y + LayerNorm(Y, OneMatrix(1, d), ZeroMatrix(1, d), eps) * W

    return block(X * g, g.T * W * g), block(X, W) * g


@theorem(
    "A.transformer.residual_zero",
    "a block whose output weights are 0 is the identity",
    "pre-norm; Zhang et al. 2019, Fixup",
    "proved",
)
def residual_zero():
    return TransformerBlock(X, S_Q, S_K, ZeroMatrix(d, d), W_1, W_3, ZeroMatrix(e, d), eps), X


# ------------------------------------------------------------------------------------------------------------- tokens


@theorem(
    "A.transformer.block",
    "a transformer block commutes with permutations of the tokens",
    "Yun et al. 2020, Claim 1; Lee et al. 2019, §3",
    "proved",
)
def block_permutation():
    return TransformerBlock(sigma * X, *weights, eps), sigma * TransformerBlock(X, *weights, eps)


@theorem(
    "A.transformer.block.mistake",
    "a transformer block under a causal mask commutes with permutations of the tokens",
    "Yun et al. 2020: attention without a mask",
    "refuted",
)
def causal_permutation():
    mask = CausalMask(n)
    return SelfAttention(sigma * X, S_Q, S_K, S_V, mask), sigma * SelfAttention(X, S_Q, S_K, S_V, mask)


SHAPES = (("S_Q", d, p), ("S_K", d, p), ("S_V", d, d), ("W_1", d, e), ("W_3", d, e), ("W_2", e, d))


def stack(X, depth, first=0):
    """`depth` of three blocks, one upon another, each with weights of its own."""
    for layer in range(first, first + depth):
        X = TransformerBlock(X, *(MatrixFamily(name, 3, *shape)[layer] for name, *shape in SHAPES), eps)
    return X


@theorem(
    "A.transformer.stack",
    "a stack of three transformer blocks commutes with permutations of the tokens",
    "Yun et al. 2020, Claim 1",
    "proved",
)
def stack_permutation():
    """σ moves up, a block at a time."""
    return calc(
        stack(sigma * X, 3),
        (stack(sigma * stack(X, 1), 2, first=1), block_permutation),
        (stack(sigma * stack(X, 2), 1, first=2), block_permutation),
        (sigma * stack(X, 3), block_permutation),
    )


# Any number L of layers: Y[l] is the residual stream before layer l, Z[l] that of the permuted tokens.

L = dims("L")
layer = Idx("l", L)
Y, Z = MatrixFamily("Y", L + 1, n, d), MatrixFamily("Z", L + 1, n, d)
OWN = [MatrixFamily(name, L, *shape)[layer] for name, *shape in SHAPES]


def layered(stream, weights=OWN):
    """The hypothesis that each layer is a block, with weights of its own, on the residual stream before it."""
    return ForAll(layer, Equation(stream[layer + 1], TransformerBlock(stream[layer], *weights, eps)))


@theorem(
    "A.transformer.layers",
    "a stack of L transformer blocks commutes with permutations of the tokens, for any L",
    "Yun et al. 2020, Claim 1: by induction over L",
    "proved",
)
def any_number_of_layers():
    return claim(Z[L], sigma * Y[L], given=[layered(Y), layered(Z), Equation(Z[0], sigma * Y[0])])


@theorem(
    "A.transformer.layers.rotation",
    "the residual stream of L blocks may be turned by an orthogonal matrix, with the weights of all, for any L",
    "SliceGPT 2024, Theorem 1: by induction over L",
    "proved",
)
def any_number_of_layers_rotated():
    return claim(Z[L], Y[L] * g, given=[layered(Y), layered(Z, rotated(OWN)), Equation(Z[0], Y[0] * g)])


@theorem(
    "A.transformer.pooling", "the mean over tokens of a stack does not see their order", "Lee et al. 2019, §3", "proved"
)
def pooling():
    mean = OneMatrix(1, n) / n
    return calc(
        mean * stack(sigma * X, 3),
        (mean * sigma * stack(X, 3), stack_permutation),
        (mean * stack(X, 3), sigma),
    )


if __name__ == "__main__":
    run_script(__file__)
