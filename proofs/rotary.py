"""Rotary encodings: Ganev, Definition 3.7, and the handwritten sheet; scores depend on relative positions only.

The width of queries and keys is 2h and even; the frequencies are any column θ, the sheet's among them.
"""

from sympy import (
    FunctionMatrix,
    Identity,
    Idx,
    ImmutableMatrix,
    KroneckerDelta,
    Lambda,
    MatMul,
    MatrixSymbol,
    Sum,
    Symbol,
    cos,
    sin,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Attention,
    BlockRotation,
    Equation,
    RotaryEncoding,
    SequentialEncoding,
    ShapeError,
    ShiftMatrix,
    calc,
    claim,
    define,
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
a, o, u = (Symbol(name, integer=True, nonnegative=True) for name in "aou")  # bound indices


def natural(name):
    return Symbol(name, integer=True, nonnegative=True)


def R_sheet(position):
    """R_m of the handwritten sheet, θ_i = 10000^(−2(i−1)/d)."""
    return BlockRotation(FunctionMatrix(h, 1, Lambda((o, u), position * 10000 ** (-2 * o / WIDTH))))


def R(position):
    """Turn by a position: blocks of angles −position·θ."""
    return BlockRotation(position * theta)


PHI, DATA = SequentialEncoding("phi", d), MatrixSymbol("X", n, d)


@define(PHI, DATA, latex=r"\operatorname{Mult}", source="Ganev, Definition 3.7")
def MultiplicativeEncoding(phi, X):
    """The matrix whose row m is φ(m) x_m, for any φ."""
    return FunctionMatrix(n, d, Lambda((a, o), MatrixElement(MatMul(phi(a), X[a, :].T), o, 0)))


@theorem(
    "G44",
    "row m of the multiplicative encoding is φ(m) x_m, entry by entry, for any φ",
    "Ganev, Definition 3.7",
    "defined",
)
def multiplicative():
    multiplied = Sum(MatrixElement(PHI(a), o, u) * DATA[a, u], (u, 0, d - 1))
    return MultiplicativeEncoding(PHI, DATA), FunctionMatrix(n, d, Lambda((a, o), multiplied))


@theorem("G44.row", "row m of the multiplicative encoding is φ(m) x_m, for any φ", "Ganev, Definition 3.7", "proved")
def row_of_any():
    """As columns: the row is the transpose of φ(m) x_m. Rows count from 0 here."""
    return MultiplicativeEncoding(PHI, DATA)[row, :].T, PHI(row) * DATA[row, :].T


@theorem(
    "G44.rotary",
    "the rotary encoding turns row m by φ(m) for the φ of Example 3.6, with any angles",
    "Ganev, Definition 3.7 and Example 3.6",
    "defined",
)
def rotary():
    data = MatrixSymbol("X", n, WIDTH)
    turned = Sum(MatrixElement(R(a), o, u) * data[a, u], (u, 0, WIDTH - 1))
    return RotaryEncoding(data, theta), FunctionMatrix(n, WIDTH, Lambda((a, o), turned))


@theorem("G44.relative", "⟨φ(m) x, φ(m + k) y⟩ = ⟨x, φ(k) y⟩ for orthogonal φ", "after Ganev, Definition 3.7", "proved")
def relative_in_general():
    """⟨φ(m) x, φ(m + k) y⟩ = ⟨x, φ(k) y⟩, where every φ(m) is orthogonal."""
    phi, place, step = SequentialEncoding("phi", d), natural("m"), natural("k")
    x, y = MatrixSymbol("x", d, 1), MatrixSymbol("y", d, 1)
    orthogonal = Equation(phi(place).T * phi(place), Identity(d))
    return claim((phi(place) * x).T * (phi(place + step) * y), x.T * (phi(step) * y), given=[orthogonal])


@theorem(
    "G44.turned", "row m of the rotary encoding is x_m turned by −mθ", "Ganev, Definition 3.7 and Example 3.6", "proved"
)
def turned_row():
    data = MatrixSymbol("X", n, WIDTH)
    return RotaryEncoding(data, theta)[row, :].T, R(row) * data[row, :].T


misfit_of_query = ShapeError(X * W, (n, p), (WIDTH, p))


@theorem(
    "H5.printed",
    "one matrix of weights makes the queries X W^Q and the query W_q x",
    "handwritten sheet, first line and sin/cos (multiplicative)",
    misfit_of_query,
    printed=r"X W^Q\ \dots\ f_q(x, m) = R_m W_q x",
)
def rotary_queries_as_printed():
    """The sheet multiplies the rows of X by W^Q from the right, and a token x by W_q from the left: one of the two is
    the transpose of the other. The file has η for the subscripts, f_η(x, m) = R_η W_η x_η; they are read as q and m.
    """
    return RotaryEncoding(X * W)


@theorem(
    "H5",
    "the queries of the multiplicative encoding are R_m W_q x_m, entry by entry",
    "handwritten sheet, sin/cos (multiplicative), W_q from the left",
    "defined",
)
def rotary_queries():
    query = MatrixElement(MatMul(R_sheet(a), W, X[a, :].T), o, 0)
    return RotaryEncoding(X * W.T), FunctionMatrix(n, WIDTH, Lambda((a, o), query))


@theorem("H5.row", "row m of the queries is R_m W_q x_m", "handwritten sheet, sin/cos (multiplicative)", "proved")
def rotary_query():
    return RotaryEncoding(X * W.T)[row, :].T, ShiftMatrix(row, WIDTH) * W * X[row, :].T


@theorem(
    "H5.matrix",
    "R_m has the rotations by −mθ_i for its 2×2 blocks on the diagonal, and 0 elsewhere",
    "handwritten sheet, sin/cos (multiplicative)",
    "proved",
)
def blocks_of_matrix():
    """θ_i = 10000^(−2(i−1)/d), with i from 1 on the sheet and from 0 here."""
    at, position, block, other = R_sheet(m), m, Idx("i", h), Idx("i'", h)
    angle = position * 10000 ** (-2 * block / WIDTH)
    turned = ImmutableMatrix([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
    found = [[MatrixElement(at, 2 * block + r, 2 * other + c) for c in (0, 1)] for r in (0, 1)]
    return ImmutableMatrix(found), KroneckerDelta(block, other) * turned


@theorem(
    "H6",
    "the score of R_m W_q x and R_n W_k y depends on n − m only",
    "derived, handwritten sheet, sin/cos (multiplicative)",
    "proved",
)
def relative_score():
    x, y = MatrixSymbol("x", p, 1), MatrixSymbol("y", p, 1)
    W_k = MatrixSymbol("W_k", WIDTH, p)
    query, key = W * x, W_k * y
    return calc(
        (R(m) * query).T * (R(k) * key),
        (query.T * (R(-m) * R(k)) * key, BlockRotation),
        (query.T * R(k - m) * key, BlockRotation),
    )


@theorem("H6.rotations", "R_mᵀ R_n = R_(n−m)", "derived, handwritten sheet, sin/cos (multiplicative)", "proved")
def relative_rotation():
    return R(m).T * R(k), R(k - m)


Q, K, V = MatrixSymbol("Q", r, WIDTH), MatrixSymbol("K", n, WIDTH), MatrixSymbol("V", n, d)


@theorem(
    "H6.scores",
    "every score of rotated queries and keys depends on the difference of positions",
    "derived, handwritten sheet, sin/cos (multiplicative)",
    "proved",
)
def relative_scores():
    q, i = Idx("j", r), Idx("i", n)
    scores = RotaryEncoding(Q, theta) * RotaryEncoding(K, theta).T
    return scores[q, i], (Q[q, :] * R(i - q) * K[i, :].T)[0, 0]


@theorem(
    "H6.attention",
    "rotary attention does not change when all positions shift",
    "derived, handwritten sheet, sin/cos (multiplicative)",
    "proved",
)
def shifted_attention():
    shifted = Attention(RotaryEncoding(Q, theta, s), RotaryEncoding(K, theta, s), V)
    return shifted, Attention(RotaryEncoding(Q, theta), RotaryEncoding(K, theta), V)


if __name__ == "__main__":
    run_script(__file__)
