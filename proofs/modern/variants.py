"""Variants of attention's softmax: what each keeps of it, and what each gives up.

Sources: E. Miller, *Attention Is Off By One*, 2023; G. Xiao et al., *Efficient Streaming Language Models with Attention
Sinks*, 2023, §3; X. Gu et al., *When Attention Sink Emerges*, 2024, §7; OpenAI, gpt-oss, 2025; J. Ramapuram et al.,
*Sigmoid Self-Attention*, 2024, eq. (3) and §3; T. Ye et al., *Differential Transformer*, 2024, §2.1; A. Henry et al.,
*Query-Key Normalization*, 2020; Gemma 2, 2024, §2; G. Hinton, O. Vinyals, J. Dean, *Distilling the Knowledge in a
Neural Network*, 2015, §2.
"""

from sympy import (
    BlockMatrix,
    Derivative,
    Ge,
    Gt,
    Idx,
    Le,
    Lt,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    ZeroMatrix,
    exp,
    log,
    sqrt,
)

from symattn import (
    Attention,
    Equation,
    ForAll,
    LogSumExp,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    Sigmoid,
    calc,
    claim,
    dims,
    from_entries,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.variants import (
    CosineAttention,
    DifferentialAttention,
    SigmoidAttention,
    SinkSoftmax,
    SoftCap,
    SoftmaxOne,
    UnitRows,
)

r, n, m, ell, d = dims("r n m ell d")
A, Q, K, V = MatrixSymbol("A", r, n), MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
a, q = MatrixSymbol("a", 1, n), MatrixSymbol("q", 1, ell)
i, j, k, u = Idx("i", r), Idx("j", n), Idx("k", n), Idx("c", d)
z, b, g, lam, s, t = (Symbol(name, real=True) for name in ("z", "b", "g", "lambda", "s", "t"))
c, T, T_2 = (Symbol(name, positive=True) for name in ("c", "T", "T_2"))
tau, sigma, rotation = PermutationSymbol("tau", r), PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)


def with_column(scores, logit):
    """The scores with one more key that has the same logit for all queries."""
    return BlockMatrix([[scores, logit * OneMatrix(scores.shape[0], 1)]])


def below(upper, lower):
    return BlockMatrix([[upper], [lower]])


# ------------------------------------------------------------------------------------------------- null keys and sinks


@theorem("A.variants.off_by_one", "softmax-off-by-one is softmax with one more logit 0", "Miller 2023", "proved")
def off_by_one():
    return RowSoftmax(with_column(A, 0))[:, :n], SoftmaxOne(A)


@theorem(
    "A.variants.null_key",
    "softmax-off-by-one is attention with a null key and a null value",
    "Miller 2023; MultiheadAttention(add_zero_attn)",
    "proved",
)
def null_key():
    padded = Attention(Q, below(K, ZeroMatrix(1, ell)), below(V, ZeroMatrix(1, d)))
    return padded, SoftmaxOne(Q * K.T / sqrt(ell)) * V


@theorem("A.variants.off_by_one_sum", "the weights of softmax-off-by-one sum to less than 1", "Miller 2023", "proved")
def off_by_one_sum():
    return Lt(sum_over(n, lambda s: SoftmaxOne(A)[i, s]), 1)


@theorem(
    "A.variants.off_by_one_shift",
    "softmax-off-by-one of scores shifted by z is softmax with a sink of the logit −z",
    "Miller 2023, the 1 must shift as well",
    "proved",
)
def off_by_one_shift():
    return SoftmaxOne(A + z * OneMatrix(r, n)), SinkSoftmax(A, -z)


@theorem(
    "A.variants.off_by_one_shift.mistake",
    "softmax-off-by-one does not see a shift of the scores",
    "Miller 2023: the maximum taken off, the 1 kept",
    "refuted",
)
def off_by_one_invariant():
    return SoftmaxOne(A + z * OneMatrix(r, n)), SoftmaxOne(A)


@theorem(
    "A.variants.sink",
    "a sink is one more key with a learned logit and no value",
    "OpenAI 2025, gpt-oss; Xiao et al. 2023, §3.3",
    "proved",
)
def sink():
    return RowSoftmax(with_column(A, z))[:, :n] * V, SinkSoftmax(A, z) * V


@theorem(
    "A.variants.sink_gate",
    "a sink with the logit z gates the output by σ(lse − z)",
    "OpenAI 2025, gpt-oss; derived from Miller 2023",
    "proved",
)
def sink_gate():
    """Z/(Z + e^z) = σ(log Z − z) for the sum Z of the exponentials of the row."""
    return SinkSoftmax(a, z), Sigmoid(LogSumExp(a)[0, 0] - z) * RowSoftmax(a)


@theorem(
    "A.variants.sink_gate.mistake",
    "a sink with the logit z gates the output by σ(z − lse)",
    "",
    "refuted",
)
def sink_gate_sign():
    """The sign within the gate is wrong."""
    return SinkSoftmax(a, z), Sigmoid(z - LogSumExp(a)[0, 0]) * RowSoftmax(a)


@theorem(
    "A.variants.sink_key",
    "a key k* with no value: its weight is taken from all others alike",
    "Gu et al. 2024, §7, K biases",
    "proved",
)
def sink_key():
    key = MatrixSymbol("k^*", 1, ell)
    whole = sum_over(n, lambda s: exp((q * K.T)[0, s]))
    gate = whole / (whole + exp((q * key.T)[0, 0]))
    padded = Attention(q, below(K, key), below(V, ZeroMatrix(1, d)), scale=False)
    return padded, gate * Attention(q, K, V, scale=False)


@theorem(
    "A.variants.first_key.mistake",
    "the first key may be dropped from the window",
    "Xiao et al. 2023, §3.1: windows break",
    "refuted",
)
def first_key_dropped():
    key, value = MatrixSymbol("k_0", 1, ell), MatrixSymbol("v_0", 1, d)
    return Attention(q, below(key, K), below(value, V)), Attention(q, K, V)


# -------------------------------------------------------------------------------------------------- sigmoid attention


@theorem(
    "A.variants.sigmoid_equivariance",
    "sigmoid attention is equivariant as attention is",
    "Ramapuram et al. 2024, §3",
    "proved",
)
def sigmoid_equivariance():
    moved = SigmoidAttention(tau * Q * rotation, sigma * K * rotation, sigma * V, b)
    return moved, tau * SigmoidAttention(Q, K, V, b)


@theorem(
    "A.variants.sigmoid_blocks",
    "sigmoid attention: the outputs of blocks of keys add up",
    "Ramapuram et al. 2024, §4: FlashSigmoid",
    "proved",
)
def sigmoid_blocks():
    K_2, V_2 = MatrixSymbol("K_2", m, ell), MatrixSymbol("V_2", m, d)
    whole = SigmoidAttention(Q, below(K, K_2), below(V, V_2), b)
    return whole, SigmoidAttention(Q, K, V, b) + SigmoidAttention(Q, K_2, V_2, b)


@theorem(
    "A.variants.sigmoid_blocks.mistake",
    "softmax attention: the outputs of blocks of keys add up",
    "",
    "refuted",
)
def softmax_blocks():
    """Each block has a normaliser of its own."""
    K_2, V_2 = MatrixSymbol("K_2", m, ell), MatrixSymbol("V_2", m, d)
    return Attention(q, below(K, K_2), below(V, V_2)), Attention(q, K, V) + Attention(q, K_2, V_2)


@theorem(
    "A.variants.sigmoid_bias",
    "sigmoid attention with b = −log n: a weight is e^s/(n + e^s)",
    "Ramapuram et al. 2024, §3.1",
    "proved",
)
def sigmoid_bias():
    return Sigmoid(s - log(n)), exp(s) / (n + exp(s))


@theorem(
    "A.variants.sigmoid_two",
    "softmax over two keys is a sigmoid of the difference",
    "Ramapuram et al. 2024, §1",
    "proved",
)
def sigmoid_two():
    x, y = MatrixSymbol("x", r, 1), MatrixSymbol("y", r, 1)
    return RowSoftmax(BlockMatrix([[x, y]]))[:, :1], (x - y).applyfunc(Sigmoid)


@theorem(
    "A.variants.sigmoid.mistake",
    "the weights of sigmoid attention sum to 1",
    "Ramapuram et al. 2024, §3: no normalisation",
    "refuted",
)
def sigmoid_sum():
    return SigmoidAttention(q, K, OneMatrix(n, 1), b), OneMatrix(1, 1)


# --------------------------------------------------------------------------------------------- differential attention

Q_1, K_1, Q_2, K_2 = (MatrixSymbol(name, size, ell) for name, size in (("Q_1", r), ("K_1", n), ("Q_2", r), ("K_2", n)))


@theorem(
    "A.variants.differential_sum",
    "the weights of differential attention sum to 1 − λ",
    "Ye et al. 2024, §2.1",
    "proved",
)
def differential_sum():
    return DifferentialAttention(Q_1, K_1, Q_2, K_2, OneMatrix(n, 1), lam), (1 - lam) * OneMatrix(r, 1)


@theorem(
    "A.variants.differential_sum.mistake",
    "the weights of differential attention sum to 1",
    "Ye et al. 2024, §2.1",
    "refuted",
)
def differential_sum_one():
    return DifferentialAttention(Q_1, K_1, Q_2, K_2, OneMatrix(n, 1), lam), OneMatrix(r, 1)


@theorem(
    "A.variants.differential_common",
    "what both softmaxes share is damped by 1 − λ",
    "Ye et al. 2024, §2.1: common noise",
    "proved",
)
def differential_common():
    return DifferentialAttention(Q, K, Q, K, V, lam), (1 - lam) * Attention(Q, K, V)


@theorem(
    "A.variants.differential",
    "differential attention is attention less λ times attention",
    "Ye et al. 2024, eq. 1",
    "proved",
)
def differential():
    first, second = RowSoftmax(Q_1 * K_1.T / sqrt(ell)), RowSoftmax(Q_2 * K_2.T / sqrt(ell))
    return calc(
        DifferentialAttention(Q_1, K_1, Q_2, K_2, V, lam),
        ((first - lam * second) * V, DifferentialAttention),
        (first * V - lam * (second * V), ()),
        (Attention(Q_1, K_1, V) - lam * Attention(Q_2, K_2, V), Attention),
    )


@theorem(
    "A.variants.differential_hull.mistake",
    "the output of differential attention lies between the values",
    "",
    "refuted",
)
def differential_hull():
    """A difference of weighted means is no weighted mean."""
    above = ForAll((j, u), Le(V[j, u], 1))
    return claim(Le(DifferentialAttention(Q_1, K_1, Q_2, K_2, V, lam)[i, u], 1), given=[above])


# ------------------------------------------------------------------------------------------------------------ QK-norm

x, y = MatrixSymbol("x", 1, ell), MatrixSymbol("y", 1, ell)


def square(A, row=0):
    """The square of the length of a row."""
    return sum_over(ell, lambda e: A[row, e] ** 2)


qs = square(q)


@theorem("A.variants.qk_norm_unit", "a normalised query has norm 1", "Henry et al. 2020, eq. 2", "proved")
def unit():
    return claim(square(UnitRows(q)), 1, given=[Gt(qs, 0)])


@theorem(
    "A.variants.qk_norm_scale",
    "a normalised query q/|q| does not see a positive factor of q",
    "Henry et al. 2020, §3",
    "proved",
)
def unit_scale():
    return claim(UnitRows(c * q), UnitRows(q), given=[Gt(qs, 0)])


@theorem(
    "A.variants.qk_norm_rotation", "normalising commutes with orthogonal matrices", "Henry et al. 2020, §3", "proved"
)
def unit_rotation():
    return claim(UnitRows(q * rotation), UnitRows(q) * rotation, given=[Gt(qs, 0)])


@theorem("A.variants.qk_norm_bound", "a cosine is at most 1", "Henry et al. 2020, §3", "proved")
def cosine_bound():
    return claim(Le((UnitRows(x) * UnitRows(y).T)[0, 0], 1), given=[Gt(square(x), 0), Gt(square(y), 0)])


NONZERO = [ForAll(i, Gt(square(Q, i), 0)), ForAll(j, Gt(square(K, j), 0))]  # no query and no key is 0


@theorem(
    "A.variants.qk_norm",
    "attention by cosines is attention of normalised queries and keys with the scale g",
    "Henry et al. 2020, eq. 3",
    "proved",
)
def qk_norm():
    unit = Attention(UnitRows(Q), UnitRows(K), V, scale=g)
    return claim(CosineAttention(Q, K, V, g), unit, given=NONZERO)


@theorem(
    "A.variants.qk_norm_lengths",
    "attention by cosines does not see the lengths of queries and keys",
    "Henry et al. 2020, §3",
    "proved",
)
def qk_norm_lengths():
    return claim(CosineAttention(c * Q, T * K, V, g), CosineAttention(Q, K, V, g), given=NONZERO)


@theorem(
    "A.variants.qk_norm_symmetry",
    "attention by cosines is equivariant as attention is: orthogonal matrices and permutations",
    "Henry et al. 2020, §3",
    "proved",
)
def qk_norm_symmetry():
    turn = OrthogonalSymbol("R", ell)
    moved = CosineAttention(tau * Q * turn, sigma * K * turn, sigma * V, g)
    return claim(moved, tau * CosineAttention(Q, K, V, g), given=NONZERO)


@theorem(
    "A.variants.qk_norm.mistake",
    "attention by cosines does not see the factor g",
    "Henry et al. 2020, §3: g is learned",
    "refuted",
)
def qk_norm_factor():
    """Without g no weight is larger than e²/(e² + n − 1)."""
    return claim(CosineAttention(Q, K, V, c), CosineAttention(Q, K, V, 1), given=NONZERO)


# ------------------------------------------------------------------------------------------------------- soft-capping


@theorem("A.variants.cap_bound", "a capped score is less than c", "Gemma 2 2024, §2", "proved")
def cap_bound():
    return Lt(SoftCap(s, c), c)


@theorem("A.variants.cap_odd", "capping is odd", "Gemma 2 2024, §2", "proved")
def cap_odd():
    return SoftCap(-s, c), -SoftCap(s, c)


@theorem(
    "A.variants.cap_slope", "the slope of a capped score is 1 − (cap/c)²", "Gemma 2 2024, §2, backward pass", "proved"
)
def cap_slope():
    return Equation(Derivative(SoftCap(s, c), s), 1 - (SoftCap(s, c) / c) ** 2)


@theorem("A.variants.cap_order", "capping keeps the order of scores", "Gemma 2 2024, §2", "proved")
def cap_order():
    return claim(Le(SoftCap(s, c), SoftCap(t, c)), given=[Le(s, t)])


@theorem(
    "A.variants.cap_shift.mistake",
    "softmax of capped scores does not see a shift",
    "Gemma 2 2024, §2: the cap comes before the maximum",
    "refuted",
)
def cap_shift():
    def capped(scores):
        return RowSoftmax(from_entries(1, n, lambda _, w: SoftCap(scores[0, w], c)))

    return capped(a + z * OneMatrix(1, n)), capped(a)


# -------------------------------------------------------------------------------------------------------- temperature


@theorem(
    "A.variants.temperature_ratio",
    "at temperature T weights have the ratio e^((a_j − a_k)/T)",
    "Hinton et al. 2015, eq. 1",
    "proved",
)
def temperature_ratio():
    p = RowSoftmax(a / T)
    return Equation(p[0, j] / p[0, k], exp((a[0, j] - a[0, k]) / T))


@theorem(
    "A.variants.temperature_queries",
    "a temperature of the scores is a factor of the queries",
    "Hinton et al. 2015, §2; Vaswani et al. 2017, eq. 1",
    "proved",
)
def temperature_queries():
    return RowSoftmax(Q * K.T / sqrt(ell) / T) * V, Attention(Q / T, K, V)


@theorem(
    "A.variants.temperature_sharper",
    "a lower temperature prefers the larger score more",
    "Hinton et al. 2015, §2",
    "proved",
)
def temperature_sharper():
    low, high = RowSoftmax(a / T), RowSoftmax(a / T_2)
    given = [Ge(a[0, j], a[0, k]), Le(T, T_2)]
    return claim(Ge(low[0, j] / low[0, k], high[0, j] / high[0, k]), given=given)


@theorem(
    "A.variants.temperature_order", "no temperature changes the order of weights", "Hinton et al. 2015, §2", "proved"
)
def temperature_order():
    p = RowSoftmax(a / T)
    return claim(Le(p[0, j], p[0, k]), given=[Le(a[0, j], a[0, k])])


@theorem(
    "A.variants.temperature.mistake",
    "the softmax at temperature T has the weights divided by T",
    "",
    "refuted",
)
def temperature_of_weights():
    """The temperature divides the logits, not the probabilities."""
    return RowSoftmax(a / T), RowSoftmax(a) / T


if __name__ == "__main__":
    run_script(__file__)
