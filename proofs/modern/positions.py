"""Positions: what rotary encodings, linear and relative biases and sinusoids say of them.

Sources: J. Su et al., *RoFormer: Enhanced Transformer with Rotary Position Embedding*, 2021, eq. (14)–(16), (34);
S. Chen et al., *Extending Context Window of Large Language Models via Positional Interpolation*, 2023, eq. (3);
B. Peng et al., *YaRN*, 2023, §3.1; O. Press, N. Smith, M. Lewis, *Train Short, Test Long*, 2022, §3; C. Raffel et al.,
*Exploring the Limits of Transfer Learning*, 2020, §2.1; A. Vaswani et al., *Attention Is All You Need*, 2017, §3.5; and
the two layouts of rotary encodings in use, GPT-J's (pairs of neighbours) and GPT-NeoX's and Llama's (pairs of halves).

Rotary widths are 2h; the frequencies are any column θ.
"""

from sympy import (
    Abs,
    BlockMatrix,
    HadamardProduct,
    Identity,
    Idx,
    KroneckerDelta,
    Le,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    ZeroMatrix,
    cos,
    exp,
    sin,
    sqrt,
)

from symattn import (
    Attention,
    BlockRotation,
    CausalMask,
    Equation,
    Frequencies,
    HeadConcat,
    InnerProduct,
    MapSymbol,
    OrthogonalSymbol,
    RotaryEncoding,
    RowSoftmax,
    ShiftMatrix,
    SinusoidalVector,
    SquaredNorm,
    calc,
    dims,
    from_entries,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.positions import (
    ALiBi,
    HalfRotary,
    Interleaving,
    RelativeBias,
    Rotary,
    RotaryMatrix,
    RotaryTheta,
)

r, n, h, d, p, ell = dims("r n h d p ell")
theta = MatrixSymbol("theta", h, 1)
m, k, s, c, t = (Symbol(name, real=True) for name in ("m", "n", "s", "c", "t"))  # n of the paper is a position here
x, y = MatrixSymbol("x", p, 1), MatrixSymbol("y", p, 1)
W_q, W_k = MatrixSymbol("W_q", 2 * h, p), MatrixSymbol("W_k", 2 * h, p)
q, key = MatrixSymbol("q", 2 * h, 1), MatrixSymbol("k", 2 * h, 1)
Q, K, V = MatrixSymbol("Q", r, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("V", n, d)


def R(position):
    """R_(Θ,m) of the paper."""
    return RotaryMatrix(theta, position)


# ------------------------------------------------------------------------------------------------------------- rotary


@theorem("A.positions.rotations", "R_mᵀ R_n = R_(n−m)", "Su et al. 2021, eq. 16", "proved")
def rotations():
    return R(m).T * R(k), R(k - m)


@theorem("A.positions.relative", "q_mᵀ k_n = xᵀ W_qᵀ R_(n−m) W_k y", "Su et al. 2021, eq. 16", "proved")
def relative():
    return calc(
        (R(m) * W_q * x).T * (R(k) * W_k * y),
        (x.T * W_q.T * R(k - m) * W_k * y, rotations),
    )


@theorem(
    "A.positions.relative.mistake",
    "q_mᵀ k_n = xᵀ W_qᵀ R_(m−n) W_k y",
    "Su et al. 2021, eq. 16, sign of the angle",
    "refuted",
)
def relative_wrong_sign():
    return (R(m) * q).T * (R(k) * key), q.T * R(m - k) * key


@theorem(
    "A.positions.opposite.mistake",
    "scores of queries turned by m and keys by −n do not change when all positions shift",
    "",
    "refuted",
)
def opposite_turns():
    """Those scores change when all positions shift."""
    return (R(m) * q).T * (R(-k) * key), (R(m + s) * q).T * (R(-k - s) * key)


@theorem("A.positions.orthogonal", "R_m is orthogonal", "Su et al. 2021, after eq. 16", "proved")
def orthogonal():
    return R(m) * R(m).T, Identity(2 * h)


@theorem("A.positions.norm", "the norm of each query and key is kept by R_m", "Su et al. 2021, after eq. 16", "proved")
def norm_kept():
    return SquaredNorm(R(m) * q), SquaredNorm(q)


@theorem("A.positions.rows", "row m of the rotated queries is R_m q_m", "Su et al. 2021, eq. 14", "proved")
def rows():
    i = Idx("i", r)
    return Rotary(Q, theta, s)[i, :].T, R(s + i) * Q[i, :].T


@theorem("A.positions.elementwise", "R_m q is q∘cos + rotate(q)∘sin", "Su et al. 2021, eq. 34", "proved")
def elementwise():
    """For each pair (q_2i, q_2i+1): (q_2i cos − q_2i+1 sin, q_2i+1 cos + q_2i sin)."""
    i = Idx("i", h)
    A, B = MatrixSymbol("q_0", h, 1), MatrixSymbol("q_1", h, 1)
    angle = m * theta[i, 0]
    pairs = HeadConcat(BlockMatrix([[A[i, :], B[i, :]]]), i).T
    turned = BlockMatrix([[A[i, :] * cos(angle) - B[i, :] * sin(angle), B[i, :] * cos(angle) + A[i, :] * sin(angle)]])
    return R(m) * pairs, HeadConcat(turned, i).T


@theorem("A.positions.shift", "attention does not change when all positions shift", "Su et al. 2021, eq. 16", "proved")
def shift():
    at = (Attention(Rotary(Q, theta, a), Rotary(K, theta, a), V) for a in (s, 0))
    return tuple(at)


@theorem(
    "A.positions.shift.mistake",
    "attention with rotated values too does not change when all positions shift",
    "Su et al. 2021: only queries and keys turn",
    "refuted",
)
def shift_of_values():
    U = MatrixSymbol("V", n, 2 * h)
    at = (Attention(Rotary(Q, theta, a), Rotary(K, theta, a), Rotary(U, theta, a)) for a in (s, 0))
    return tuple(at)


@theorem(
    "A.positions.gauge.mistake",
    "an orthogonal g before the rotations of queries and keys changes no score",
    "",
    "refuted",
)
def rotary_gauge():
    """Only what commutes with the rotations is left of the symmetry of W_q and W_k."""
    g = OrthogonalSymbol("g", 2 * h)
    return (R(m) * g * q).T * (R(k) * g * key), (R(m) * q).T * (R(k) * key)


# -------------------------------------------------------------------------------------------------------- two layouts

A, B = MatrixSymbol("A", n, h), MatrixSymbol("B", n, h)
C, D = MatrixSymbol("C", r, h), MatrixSymbol("D", r, h)
pair = Idx("m", h)


def beside(left, right):
    return BlockMatrix([[left, right]])


def interleaved(left, right):
    """The columns of two matrices in turns: A₀, B₀, A₁, B₁, …."""
    return HeadConcat(beside(left[:, pair : pair + 1], right[:, pair : pair + 1]), pair)


def turned(left, right, start):
    """The two halves of the rotated rows, in the layout of halves."""
    rows = left.shape[0]
    co = from_entries(rows, h, lambda i, a: cos((start + i) * theta[a, 0]))
    si = from_entries(rows, h, lambda i, a: sin((start + i) * theta[a, 0]))
    first = HadamardProduct(left, co) - HadamardProduct(right, si)
    return first, HadamardProduct(right, co) + HadamardProduct(left, si)


unit = from_entries(h, 1, lambda a, u: KroneckerDelta(a, pair))
upper = HeadConcat(beside(unit, ZeroMatrix(h, 1)), pair)  # column 2m is the unit vector m, column 2m + 1 is 0
lower = HeadConcat(beside(ZeroMatrix(h, 1), unit), pair)


@theorem(
    "A.positions.interleaving",
    "Π puts the two halves in turns",
    "transformers, convert_llama_weights_to_hf.py",
    "proved",
)
def interleaving():
    return calc(
        beside(A, B) * Interleaving(h),
        (beside(A, B) * BlockMatrix([[upper], [lower]]), Interleaving),
        (A * upper + B * lower, ()),
        (interleaved(A, B), ()),
    )


@theorem(
    "A.positions.layouts",
    "both layouts agree under one permutation: RoPE(XΠ) = RoPE_half(X) Π",
    "GPT-J and GPT-NeoX layouts",
    "proved",
)
def layouts():
    X = beside(A, B)
    return calc(
        Rotary(X * Interleaving(h), theta, s),
        (Rotary(X * BlockMatrix([[upper], [lower]]), theta, s), Interleaving),
        (Rotary(A * upper + B * lower, theta, s), ()),
        (Rotary(interleaved(A, B), theta, s), (Rotary, RotaryEncoding)),
        (interleaved(*turned(A, B, s)), (Rotary, RotaryEncoding, BlockRotation)),
        (turned(A, B, s)[0] * upper + turned(A, B, s)[1] * lower, ()),
        (beside(*turned(A, B, s)) * BlockMatrix([[upper], [lower]]), ()),
        (HalfRotary(X, theta, s) * Interleaving(h), (HalfRotary, Interleaving)),
    )


@theorem(
    "A.positions.layout_scores",
    "both layouts of rotary encodings give the same scores",
    "GPT-J and GPT-NeoX layouts",
    "proved",
)
def layout_scores():
    first, second = turned(C, D, 0), turned(A, B, 0)
    return calc(
        HalfRotary(beside(C, D), theta, 0) * HalfRotary(beside(A, B), theta, 0).T,
        (beside(*first) * beside(*second).T, HalfRotary),
        (first[0] * second[0].T + first[1] * second[1].T, ()),
        (interleaved(*first) * interleaved(*second).T, ()),
        (
            Rotary(interleaved(C, D), theta, 0) * Rotary(interleaved(A, B), theta, 0).T,
            (Rotary, RotaryEncoding, BlockRotation),
        ),
    )


@theorem(
    "A.positions.layouts.mistake",
    "both layouts of rotary encodings agree without the permutation",
    "transformers, convert_llama_weights_to_hf.py, without its permute",
    "refuted",
)
def layouts_mixed():
    return HalfRotary(Q, theta, 0), Rotary(Q, theta, 0)


# --------------------------------------------------------------------------------------------------- longer contexts


@theorem(
    "A.positions.interpolation",
    "positions times c are frequencies times c",
    "Chen et al. 2023, eq. 3, c = L/L′",
    "proved",
)
def interpolation():
    return RotaryMatrix(theta, c * m), RotaryMatrix(c * theta, m)


@theorem(
    "A.positions.interpolation_scores",
    "interpolated scores are those at the distance c(n − m)",
    "Chen et al. 2023, eq. 3",
    "proved",
)
def interpolation_scores():
    return calc(
        (RotaryMatrix(c * theta, m) * q).T * (RotaryMatrix(c * theta, k) * key),
        ((R(c * m) * q).T * (R(c * k) * key), RotaryMatrix),
        (q.T * R(c * k - c * m) * key, rotations),
    )


@theorem(
    "A.positions.interpolation.mistake",
    "interpolated scores are the old ones",
    "",
    "refuted",
)
def interpolation_invariant():
    """A scale of the positions is not a shift."""
    return (R(c * m) * q).T * (R(c * k) * key), (R(m) * q).T * (R(k) * key)


b, factor, z = Symbol("b", positive=True), Symbol("s", positive=True), Symbol("z", positive=True)
w = dims("w")


@theorem(
    "A.positions.ntk_last",
    "NTK base b s^(d/(d−2)) divides the last frequency by s",
    "Peng et al. 2023, §3.1",
    "proved",
)
def ntk_last():
    """d = 2h and h = w + 1, so that the last frequency has the index w and d/(d − 2) = (w + 1)/w."""
    new, old = RotaryTheta(w + 1, b * factor ** ((w + 1) / w)), RotaryTheta(w + 1, b)
    return Equation(new[w, 0] / old[w, 0], 1 / factor)


@theorem(
    "A.positions.ntk_first",
    "NTK base b s^(d/(d−2)) leaves the first frequency as it is",
    "Peng et al. 2023, §3.1",
    "proved",
)
def ntk_first():
    return RotaryTheta(w + 1, b * factor ** ((w + 1) / w))[0, 0], RotaryTheta(w + 1, b)[0, 0]


@theorem(
    "A.positions.ntk_last.mistake",
    "NTK base b s divides the last frequency by s",
    "Peng et al. 2023, §3.1",
    "refuted",
)
def ntk_wrong_base():
    return RotaryTheta(w + 1, b * factor)[w, 0], RotaryTheta(w + 1, b)[w, 0] / factor


# -------------------------------------------------------------------------------------------------------------- ALiBi

Y, Z, U = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
i, j = Idx("i", n), Idx("j", n)
scores = Y * Z.T / sqrt(ell)


def biased(bias, mask=True):
    """Attention with a bias of each score, causal or not."""
    B = from_entries(n, n, bias)
    return RowSoftmax(scores + B + CausalMask(n)) * U if mask else RowSoftmax(scores + B) * U


@theorem(
    "A.positions.alibi_rows",
    "the bias −s(i − j) may be s j, the same in all rows",
    "Press et al. 2022, §3, footnote 3",
    "proved",
)
def alibi_rows():
    """Row i is shifted by −s i, which the softmax does not see."""
    return ALiBi(Y, Z, U, s), biased(lambda i, j: s * j)


@theorem(
    "A.positions.alibi_distance", "ALiBi is the bias −s|i − j| under a causal mask", "Press et al. 2022, §3", "proved"
)
def alibi_distance():
    return ALiBi(Y, Z, U, s), biased(lambda i, j: -s * Abs(i - j))


@theorem(
    "A.positions.alibi_distance.mistake",
    "the bias −s|i − j| is the bias s j, without a mask",
    "Press et al. 2022, §3: symmetric form",
    "refuted",
)
def alibi_unmasked():
    return biased(lambda i, j: -s * Abs(i - j), mask=False), biased(lambda i, j: s * j, mask=False)


@theorem("A.positions.alibi.mistake", "ALiBi is the bias s(i − j) under a causal mask", "", "refuted")
def alibi_swapped():
    """It would prefer the keys that are far."""
    return ALiBi(Y, Z, U, s), biased(lambda i, j: s * (i - j))


@theorem(
    "A.positions.alibi_decay",
    "under ALiBi equal keys i and j have weights of the ratio e^(s(i − j))",
    "Press et al. 2022, §3",
    "proved",
)
def alibi_decay():
    a = Idx("a", n)
    row = RowSoftmax(from_entries(1, n, lambda v, u: t - s * (a - u)))
    return Equation(row[0, i], exp(s * (i - j)) * row[0, j])


@theorem(
    "A.positions.alibi_scaled.mistake",
    "ALiBi adds its bias before the scores are scaled",
    "Press et al. 2022, §3: after scaling",
    "refuted",
)
def alibi_scaled():
    B = from_entries(n, n, lambda i, j: s * (j - i))
    return ALiBi(Y, Z, U, s), RowSoftmax((Y * Z.T + B) / sqrt(ell) + CausalMask(n)) * U


# ------------------------------------------------------------------------------------------------------ relative bias

f = MapSymbol("b", 1)


@theorem(
    "A.positions.relative_bias", "a relative bias is the same along diagonals", "Raffel et al. 2020, §2.1", "proved"
)
def relative_bias():
    B = RelativeBias(n + 1, f)
    return B[1:, 1:], B[:n, :n]


@theorem(
    "A.positions.relative_bias_constant",
    "a constant added to all biases changes nothing",
    "Raffel et al. 2020, §2.1, with softmax",
    "proved",
)
def relative_bias_constant():
    B = RelativeBias(n, f)
    return RowSoftmax(scores + B + c * OneMatrix(n, n)), RowSoftmax(scores + B)


# ---------------------------------------------------------------------------------------------------------- sinusoids

P = SinusoidalVector


def frequency(a):
    return Frequencies(2 * h)[a, 0]


@theorem("A.positions.sinusoid_product", "PE(t)·PE(s) = Σ_m cos(ω_m (t − s))", "Vaswani et al. 2017, §3.5", "proved")
def sinusoid_product():
    return InnerProduct(P(t, 2 * h), P(s, 2 * h)), sum_over(h, lambda a: cos(frequency(a) * (t - s)))


@theorem(
    "A.positions.sinusoid_product.mistake",
    "PE(t)·PE(s) = Σ_m cos(ω_m (t + s))",
    "Vaswani et al. 2017, §3.5, sign",
    "refuted",
)
def sinusoid_product_sum():
    return InnerProduct(P(t, 2 * h), P(s, 2 * h)), sum_over(h, lambda a: cos(frequency(a) * (t + s)))


@theorem("A.positions.sinusoid_norm", "|PE(t)|² = d/2", "Vaswani et al. 2017, §3.5", "proved")
def sinusoid_norm():
    return SquaredNorm(P(t, 2 * h)), h


@theorem("A.positions.sinusoid_bound", "PE(t)·PE(s) ≤ d/2", "Vaswani et al. 2017, §3.5", "proved")
def sinusoid_bound():
    return Le(InnerProduct(P(t, 2 * h), P(s, 2 * h)), h)


@theorem("A.positions.sinusoid_low", "PE(t)·PE(s) ≥ −d/2", "Vaswani et al. 2017, §3.5", "proved")
def sinusoid_low():
    return Le(-h, InnerProduct(P(s, 2 * h), P(t, 2 * h)))


@theorem("A.positions.sinusoid_shift", "PE(t + k) is a linear map of PE(t)", "Vaswani et al. 2017, §3.5", "proved")
def sinusoid_shift():
    return P(t + k, 2 * h), ShiftMatrix(k, 2 * h) * P(t, 2 * h)


@theorem(
    "A.positions.sinusoid_distance",
    "|PE(t) − PE(s)|² = 4 Σ_m sin²(ω_m (t − s)/2)",
    "Vaswani et al. 2017, §3.5",
    "proved",
)
def sinusoid_distance():
    distance = SquaredNorm(P(t, 2 * h) - P(s, 2 * h))
    return distance, sum_over(h, lambda a: 4 * sin(frequency(a) * (t - s) / 2) ** 2)


if __name__ == "__main__":
    run_script(__file__)
