"""Positions: rotary encodings in both layouts, interpolated and rescaled frequencies, linear and relative biases.

Sources: [Su] J. Su et al., *RoFormer*, arXiv 2104.09864.  [Chen] S. Chen et al., *Extending Context Window of Large
Language Models via Positional Interpolation*, arXiv 2306.15595.  [Peng] B. Peng et al., *YaRN*, arXiv 2309.00071.
[Press] O. Press, N. Smith, M. Lewis, *Train Short, Test Long*, arXiv 2108.12409.  [Raffel] C. Raffel et al.,
*Exploring the Limits of Transfer Learning*, arXiv 1910.10683.
"""

from __future__ import annotations

from typing import Any

from sympy import (
    BlockMatrix,
    Expr,
    FunctionMatrix,
    HadamardProduct,
    Idx,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    Symbol,
    ZeroMatrix,
    cos,
    sin,
    sqrt,
    symbols,
)

from symattn import (
    BlockRotation,
    CausalMask,
    HeadConcat,
    MapSymbol,
    RotaryEncoding,
    RowMap,
    RowSoftmax,
    define,
    dims,
    from_entries,
)

__all__ = ["ALiBi", "HalfRotary", "Interleaving", "RelativeBias", "Rotary", "RotaryMatrix", "RotaryTheta"]

n, h, ell, d = dims("n h ell d")
theta = MatrixSymbol("theta", h, 1)
X = MatrixSymbol("X", n, 2 * h)
start, base = Symbol("s", real=True), Symbol("b", positive=True)
position = Symbol("m", real=True)


@define(h, base, latex=r"\Theta", source="Su et al. 2021, §3.2.2: θ_i = b^(−2(i−1)/d)")
def RotaryTheta(h: Any, b: Any) -> Expr:
    """Make the h×1 column of frequencies θ_m = b^(−m/h), m = 0, …, h − 1, of the width d = 2h; b = 10000 as a rule."""
    return from_entries(h, 1, lambda m, u: b ** (-m / h))


@define(theta, position, latex=r"R", source="Su et al. 2021, eq. 15")
def RotaryMatrix(theta: Any, m: Any) -> Expr:
    """Make R_(Θ,m), the 2h×2h matrix of the blocks [[cos mθ, −sin mθ], [sin mθ, cos mθ]]."""
    return BlockRotation(-m * theta)


@define(X, theta, start, latex=r"\operatorname{RoPE}", source="Su et al. 2021, eq. 14 and 34; layout of GPT-J")
def Rotary(X: Any, theta: Any, s: Any) -> Expr:
    """Turn row i of X by its position s + i, in the interleaved layout: columns 2m and 2m + 1 are a pair."""
    return RotaryEncoding(X, -theta, s)


@define(
    X, theta, start, latex=r"\operatorname{RoPE}_{\text{half}}", source="transformers, apply_rotary_pos_emb; GPT-NeoX"
)
def HalfRotary(X: Any, theta: Any, s: Any) -> Expr:
    """Turn row i of X by its position s + i, in the layout of halves: columns m and h + m are a pair.

    With X = [A, B] this is [A∘cos − B∘sin, B∘cos + A∘sin], which is X∘[cos, cos] + rotate_half(X)∘[sin, sin].
    """
    c = from_entries(n, h, lambda i, m: cos((s + i) * theta[m, 0]))
    t = from_entries(n, h, lambda i, m: sin((s + i) * theta[m, 0]))
    A, B = X[:, :h], X[:, h:]
    return BlockMatrix([[HadamardProduct(A, c) - HadamardProduct(B, t), HadamardProduct(B, c) + HadamardProduct(A, t)]])


@define(h, latex=r"\Pi", source="transformers, convert_llama_weights_to_hf.py: permute")
def Interleaving(h: Any) -> Expr:
    """Make the 2h×2h permutation matrix Π with which [A, B] Π has the columns A₀, B₀, A₁, B₁, …."""
    m = Idx("m", h)
    unit, zero = from_entries(h, 1, lambda a, u: KroneckerDelta(a, m)), ZeroMatrix(h, 1)
    rows = (BlockMatrix([[unit, zero]]), BlockMatrix([[zero, unit]]))
    return BlockMatrix([[HeadConcat(each, m)] for each in rows])


Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)


@define(Q, K, V, start, source="Press, Smith & Lewis 2022, §3")
def ALiBi(Q: Any, K: Any, V: Any, s: Any) -> Expr:
    """Attend causally with the bias −s (i − j) on the score of query i and key j, for a slope s."""
    bias = from_entries(n, n, lambda i, j: s * (j - i))
    return RowSoftmax(Q * K.T / sqrt(ell) + bias + CausalMask(n)) * V


b = MapSymbol("b", 1)


@define(n, b, latex=r"B", source="Raffel et al. 2020, §2.1: a number for each distance of key and query")
def RelativeBias(n: Any, b: Any) -> Expr:
    """Make the n×n matrix of biases b(j − i) for query i and key j, for any function b of a number."""
    u, v = symbols("u v", integer=True)
    return from_entries(n, n, lambda i, j: RowMap(b, FunctionMatrix(1, 1, Lambda((u, v), j - i)))[0, 0])
