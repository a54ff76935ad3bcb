"""Rotary encodings: Ganev, Definition 3.7, and the handwritten sheet; scores depend on relative positions only.

The width of queries and keys is 2h and even; the frequencies are any column θ, the sheet's among them.
"""

from sympy import Idx, MatrixSymbol, Symbol

from symattn import (
    Attention,
    BlockRotation,
    RotaryEncoding,
    ShiftMatrix,
    dims,
    run_script,
    theorem,
)

r, n, h, d, p = dims("r n h d p")
WIDTH = 2 * h
theta = MatrixSymbol("theta", h, 1)
m, k, s = (Symbol(name, real=True) for name in ("m", "n", "s"))
X, W = MatrixSymbol("X", n, p), MatrixSymbol("W_q", WIDTH, p)
row = Idx("m", n)


def R(position):
    """Turn by a position: blocks of angles −position·θ."""
    return BlockRotation(position * theta)


@theorem("G44", "the multiplicative encoding", "Ganev, Definition 3.7", "defined")
def multiplicative():
    return RotaryEncoding(MatrixSymbol("X", n, WIDTH), theta)


@theorem("G44.row", "row m is turned by m", "Ganev, Definition 3.7", "proved")
def turned_row():
    data = MatrixSymbol("X", n, WIDTH)
    return RotaryEncoding(data, theta)[row, :].T, R(row) * data[row, :].T


@theorem("H5", "rotary queries", "handwritten sheet", "defined")
def rotary_queries():
    return RotaryEncoding(X * W.T)


@theorem("H5.row", "the query at position m is R_m W_q x", "handwritten sheet", "proved")
def rotary_query():
    return RotaryEncoding(X * W.T)[row, :].T, ShiftMatrix(row, WIDTH) * W * X[row, :].T


@theorem("H6", "the score of R_m W_q x and R_n W_k y depends on n − m only", "derived, handwritten sheet", "proved")
def relative_score():
    x, y = MatrixSymbol("x", p, 1), MatrixSymbol("y", p, 1)
    W_k = MatrixSymbol("W_k", WIDTH, p)
    return (R(m) * W * x).T * (R(k) * W_k * y), (W * x).T * R(k - m) * (W_k * y)


@theorem("H6.rotations", "R_mᵀ R_n = R_(n−m)", "derived, handwritten sheet", "proved")
def relative_rotation():
    return R(m).T * R(k), R(k - m)


Q, K, V = MatrixSymbol("Q", r, WIDTH), MatrixSymbol("K", n, WIDTH), MatrixSymbol("V", n, d)


@theorem("H6.scores", "every score depends on the difference of positions", "derived, handwritten sheet", "proved")
def relative_scores():
    q, i = Idx("j", r), Idx("i", n)
    scores = RotaryEncoding(Q, theta) * RotaryEncoding(K, theta).T
    return scores[q, i], (Q[q, :] * R(i - q) * K[i, :].T)[0, 0]


@theorem("H6.attention", "attention does not change when all positions shift", "derived, handwritten sheet", "proved")
def shifted_attention():
    shifted = Attention(RotaryEncoding(Q, theta, s), RotaryEncoding(K, theta, s), V)
    return shifted, Attention(RotaryEncoding(Q, theta), RotaryEncoding(K, theta), V)


if __name__ == "__main__":
    run_script(__file__)
