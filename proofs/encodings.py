"""Positional encodings: Ganev, Notes on Attention and Positional Encodings, §3; the encodings of the other sheets.

Rows are positions 0, 1, …: row j is what Ganev calls vector j + 1. The block-diagonal M of Example 3.6 has any angles
θ_m here, among them its own θ^m; M^j turns by jθ_m and is written as the rotation by j times the angles.
"""

from sympy import (
    Abs,
    BlockMatrix,
    FunctionMatrix,
    I,
    Identity,
    Idx,
    ImmutableMatrix,
    Integer,
    Lambda,
    MatAdd,
    MatMul,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    Transpose,
    ZeroMatrix,
    cos,
    exp,
    im,
    re,
    sin,
    sqrt,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    AdditiveEncoding,
    Attention,
    BlockRotation,
    Equation,
    Frequencies,
    MapSymbol,
    PermutationSymbol,
    PositionalEncoding,
    PositionMap,
    SelfAttention,
    SequentialEncoding,
    ShapeError,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    claim,
    dims,
    run_script,
    theorem,
)

n, h, d, rest, p = dims("n h d k p")
j, k, t, s, phi = (Symbol(name, real=True) for name in ("j", "k", "t", "s", "phi"))
a, b, c, o = (Symbol(name, integer=True, nonnegative=True) for name in "abco")  # bound indices
i, m = Idx("i", n), Idx("m", h)
WIDTH = 2 * h

# ------------------------------------------------------------------------------------- Ganev, Definition 3.1

X, P = MatrixSymbol("X", n, d), MatrixSymbol("P", n, d + rest)  # d here is d′, d + k is d
WIDE = MatrixSymbol("X", n, d + rest)


@theorem(
    "G36.printed",
    "the sum of X and the first d′ columns of P is an n×d matrix",
    "Ganev, Definition 3.1",
    ShapeError("AdditiveEncoding(X, P) = Y", (n, d), (n, d + rest)),
    printed=r"\mathbb{R}^{n \times d'} \to \mathbb{R}^{n \times d},\quad X \mapsto X + \tau_{d'}(P_{\phi, \mathbf{x}})",
)
def codomain():
    """The sum is n×d′, as X is. Here d is the source's d′, and d + k its d."""
    return AdditiveEncoding(X, P), MatrixSymbol("Y", n, d + rest)


@theorem(
    "G36", "the additive encoding adds the first d′ columns of P to the n×d′ data X", "Ganev, Definition 3.1", "proved"
)
def additive():
    """Here d is the source's d′, and d + k its d."""
    return AdditiveEncoding(X, P), X + P * BlockMatrix([[Identity(d)], [ZeroMatrix(rest, d)]])


@theorem("G36.equal", "the additive encoding is X + P where d′ = d", "Ganev, Definition 3.1", "proved")
def additive_of_equal_width():
    narrow = MatrixSymbol("P", n, d)
    return AdditiveEncoding(X, narrow), X + narrow


@theorem(
    "G52.printed",
    "the data X have d columns",
    "Ganev, Remark 3.4",
    ShapeError("P[:, :d] + X", (n, d), (n, d + rest)),
    printed=r"X \in \mathbb{R}^{n \times d}",
)
def data_as_wide_as_encoding():
    """The data are n×d′: a matrix with d columns cannot be added to the first d′ columns of P.
    Here d is the source's d′, and d + k its d.
    """
    return MatAdd(P[:, :d], WIDE), WIDE


@theorem("G52.equal", "the data X may have d′ = d columns", "Ganev, Remark 3.4 and Definition 3.1", "defined")
def data_matrix_of_equal_width():
    narrow = MatrixSymbol("P", n, d)
    return AdditiveEncoding(X, narrow), FunctionMatrix(n, d, Lambda((a, o), X[a, o] + narrow[a, o]))


@theorem("G52", "the data X have d′ columns", "Ganev, Remark 3.4 and Definition 3.1", "defined")
def data_matrix():
    """Here d is the source's d′, and d + k its d."""
    return AdditiveEncoding(X, P), FunctionMatrix(n, d, Lambda((a, o), X[a, o] + P[a, o]))


# ------------------------------------------------------------------------------- Ganev, Examples 3.5 and 3.6

theta = MatrixSymbol("theta", h, 1)
x = SineCosine(ZeroMatrix(h, 1))  # (0, 1, …, 0, 1)
M = BlockRotation(theta)


def turn(angle):
    """The matrix of Example 3.5 for an angle in place of 1."""
    return ImmutableMatrix([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])


def times(angle):
    """Multiplication by e^{i·angle} of pairs (real part, imaginary part): the inclusion of the unit circle."""
    return ImmutableMatrix([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])


E2 = ImmutableMatrix([0, 1])


@theorem("G37", "the rotation by −j takes (0, 1) to (sin j, cos j)", "Ganev, Example 3.5", "proved")
def rotated_point():
    return MatMul(turn(j), E2), ImmutableMatrix([sin(j), cos(j)])


@theorem("G37.start", "the rotation by −0 is the identity", "Ganev, Example 3.5", "proved")
def rotation_start():
    return claim(turn(j), Identity(2), given=Equation(j, 0))


@theorem("G37.step", "M times the rotation by −j is the rotation by −(j + 1)", "Ganev, Example 3.5", "proved")
def rotation_step():
    return MatMul(turn(1), turn(j)), turn(j + 1)


@theorem("G37.rows", "row j of P is (sin j, cos j), by rotations", "Ganev, Example 3.5", "proved")
def embedding_row():
    embedding = FunctionMatrix(n, 2, Lambda((a, o), MatrixElement(MatMul(turn(a), E2), o, 0)))
    return embedding[i, :].T, ImmutableMatrix([sin(i), cos(i)])


circle = exp(-I * j)
z = Symbol("z", complex=True)


def of(part, number):
    """The real or the imaginary part as it is written; SymPy would work it out."""
    return part(number, evaluate=False)


@theorem("G39", "j ↦ e^{−ij} is a homomorphism", "Ganev, footnote 3", "proved")
def complex_homomorphism():
    return exp(-I * (j + k)), exp(-I * j) * exp(-I * k)


@theorem("G39.formula", "e^{−ij} = cos j − i sin j", "Ganev, footnote 3", "proved")
def complex_encoding():
    return circle, cos(j) - I * sin(j)


@theorem("G39.circle", "e^{−ij} lies on the unit circle", "Ganev, footnote 3", "proved")
def unit_circle():
    return Equation(of(Abs, circle), 1)


@theorem("G39.inclusion", "the inclusion of the circle: e^{−ij}z is M^j (Re z, Im z)", "Ganev, footnote 3", "proved")
def circle_as_rotations():
    product = ImmutableMatrix([of(re, circle * z), of(im, circle * z)])
    return product, MatMul(turn(j), ImmutableMatrix([re(z), im(z)]))


@theorem(
    "G39.columns",
    "P has minus the imaginary parts and the real parts of e^{−ij} in its columns",
    "Ganev, footnote 3",
    "proved",
)
def columns_from_circle():
    point = exp(-I * a)  # row a of the complex embedding matrix
    columns = [FunctionMatrix(n, 1, Lambda((a, o), part)) for part in (-of(im, point), of(re, point))]
    return BlockMatrix([columns]), FunctionMatrix(n, 2, Lambda((a, o), MatrixElement(MatMul(turn(a), E2), o, 0)))


angle = Symbol("theta", real=True)
SIX = BlockRotation(ImmutableMatrix([1, angle, angle**2]))  # d = 6
SIX_ROWS = PositionalEncoding(SIX, SineCosine(ZeroMatrix(3, 1)), n + 2)  # at least the rows of positions 0 and 1


def printed_columns(position, sign):
    """The first five columns of the row of a position, as they are printed."""
    powers = [sin(position), cos(position), sin(position * angle), cos(position * angle**2)]
    return ImmutableMatrix([*powers, sign * sin(position * angle**3)])


@theorem(
    "G40.printed.1",
    "the second row of P begins sin 1, cos 1, sin θ, cos θ², −sin θ³",
    "Ganev, Example 3.6",
    "refuted",
    printed=r"\sin(1)\quad \cos(1)\quad \sin(\theta)\quad \cos(\theta^2)\quad -\sin(\theta^3)\quad \dots",
)
def printed_row():
    """It begins sin 1, cos 1, sin θ, cos θ, sin θ²: one power of θ for each pair of columns, and no minus sign.
    Refuted for d = 6.
    """
    return SIX_ROWS[1, :5].T, printed_columns(Integer(1), -1)


@theorem(
    "G40.printed.3",
    "the third row of P begins sin 2, cos 2, sin 2θ, cos 2θ², −sin 2θ³",
    "Ganev, Example 3.6",
    "refuted",
    printed=r"\sin(2)\quad \cos(2)\quad \sin(2\theta)\quad \cos(2\theta^2)\quad -\sin(2\theta^3)\quad \dots",
)
def printed_third_row():
    """It begins sin 2, cos 2, sin 2θ, cos 2θ, sin 2θ². Refuted for d = 6."""
    return PositionalEncoding(SIX, SineCosine(ZeroMatrix(3, 1)), n + 3)[2, :5].T, printed_columns(Integer(2), -1)


@theorem(
    "G40.printed.2",
    "the last row of P begins sin(n−1), cos(n−1), sin (n−1)θ, cos (n−1)θ², sin (n−1)θ³",
    "Ganev, Example 3.6",
    "refuted",
    printed=(
        r"\sin((n-1))\quad \cos((n-1))\quad \sin((n-1)\theta)\quad \cos((n-1)\theta^2)\quad "
        r"\sin((n-1)\theta^3)\quad \dots"
    ),
)
def printed_last_row():
    """The last row has the same wrong powers of θ. Here P has n + 2 rows, so that the last position is n + 1,
    and d = 6.
    """
    return SIX_ROWS[n + 1, :5].T, printed_columns(n + 1, 1)


@theorem("G40", "block m of M^j x is (sin jθ_m, cos jθ_m), for any angles θ_m", "Ganev, Example 3.6", "proved")
def encoding_by_blocks():
    return BlockRotation(j * theta) * x, SineCosine(j * theta)


@theorem("G40.step", "M of Example 3.6 times M^j is M^(j+1), for any angles", "Ganev, Example 3.6", "proved")
def block_step():
    return M * BlockRotation(j * theta), BlockRotation((j + 1) * theta)


@theorem("G40.start", "M^0 is the identity, for any angles", "Ganev, Example 3.6", "proved")
def block_start():
    return BlockRotation(0 * theta), Identity(WIDTH)


@theorem("G54", "M Mᵀ = 1 for M of Example 3.6", "Ganev, Examples 3.5 and 3.6", "proved")
def orthogonal():
    return M * M.T, Identity(WIDTH)


@theorem("G54.columns", "Mᵀ M = 1 for M of Example 3.6", "Ganev, Examples 3.5 and 3.6", "proved")
def orthogonal_columns():
    return M.T * M, Identity(WIDTH)


@theorem("G54.plane", "M Mᵀ = 1 for M of Example 3.5", "Ganev, Example 3.5", "proved")
def orthogonal_plane():
    return MatMul(turn(1), Transpose(turn(1))), Identity(2)


@theorem("G42", "θ^(d/2) = 1/10000 for θ = 10000^(−2/d)", "Ganev, Example 3.6", "proved")
def half_power():
    base = Symbol("theta", real=True)
    return claim(base ** (d / 2), Rational(1, 10000), given=Equation(base, 10000 ** (-2 / d)))


@theorem("G42.base", "θ^(d/2) = 1/c for θ = c^(−2/d) and any c > 0", "after Ganev, Example 3.6", "proved")
def half_power_of_any_base():
    base, c = Symbol("theta", real=True), Symbol("c", positive=True)
    return claim(base ** (d / 2), 1 / c, given=Equation(base, c ** (-2 / d)))


@theorem("G43", "for odd d′ the encoded data are X plus P without its last column", "Ganev, Example 3.6", "defined")
def odd_width():
    """For any encoding φ of the width d′ + 1, and so for odd d′. Here d is the source's d′, and d + 1 its d."""
    phi, point = SequentialEncoding("phi", d + 1), MatrixSymbol("x", d + 1, 1)
    added = MatrixElement(MatMul(phi(a), point), o, 0)
    encoded = AdditiveEncoding(X, PositionalEncoding(phi, point, n))
    return encoded, FunctionMatrix(n, d, Lambda((a, o), X[a, o] + added))


# ------------------------------------------------------------------------------- Ganev, §1

Z = MatrixSymbol("X", n, WIDTH)
PHI, POINT = SequentialEncoding("phi", d), MatrixSymbol("x", d, 1)
MOVED = AdditiveEncoding(X, PositionalEncoding(PHI, POINT, n))


@theorem(
    "G53.printed",
    "φ(j) x is added to the j-th vector",
    "Ganev, §1",
    "refuted",
    printed=(
        r"M^j \mathbf{x} \text{. This encoding vector is added to the } j\text{-th vector in our input data sequence.}"
    ),
)
def printed_offset():
    """Definition 3.1 adds φ(j − 1) x. In the statement j counts from 0."""
    return MOVED[i, :].T, X[i, :].T + PHI(i + 1) * POINT


@theorem("G53", "φ(j − 1) x is added to the j-th vector, for any φ", "Ganev, §1 and Definition 3.1", "proved")
def offset():
    """In the statement j counts from 0."""
    return MOVED[i, :].T, X[i, :].T + PHI(i) * POINT


# ------------------------------------------------------------------------------- the sheet on self-attention


def e(position):
    return SinusoidalVector(position, WIDTH)


def frequency(index):
    """Entry of the column of angular frequencies, left as an entry."""
    return MatrixElement(Frequencies(WIDTH), index, 0)


COSINES = Sum(cos(frequency(o) * (t - s)), (o, 0, h - 1))


@theorem(
    "S3",
    "|e(t) − e(s)|² = d − 2 Σ_k cos λ_k(t − s)",
    "derived from the self-attention sheet, positional encoding",
    "proved",
)
def distance():
    return Equation(Sum((e(t)[a, 0] - e(s)[a, 0]) ** 2, (a, 0, WIDTH - 1)), WIDTH - 2 * COSINES)


@theorem(
    "S3.product",
    "⟨e(t), e(s)⟩ = Σ_k cos λ_k(t − s)",
    "derived from the self-attention sheet, positional encoding",
    "proved",
)
def inner_product():
    return Equation(Sum(e(t)[a, 0] * e(s)[a, 0], (a, 0, WIDTH - 1)), COSINES)


@theorem(
    "S3.shift",
    "the distance of two encodings depends on the offset of their time-steps only",
    "derived from the self-attention sheet, positional encoding",
    "proved",
)
def distance_of_shifted():
    shifted = Sum((e(t + k)[a, 0] - e(s + k)[a, 0]) ** 2, (a, 0, WIDTH - 1))
    return Equation(shifted, Sum((e(t)[a, 0] - e(s)[a, 0]) ** 2, (a, 0, WIDTH - 1)))


@theorem(
    "S3.length",
    "a longer sequence begins with the encodings of a shorter one",
    "self-attention sheet, positional encoding",
    "proved",
)
def longer_sequence():
    return SinusoidalEncoding(n + rest, WIDTH)[:n, :], SinusoidalEncoding(n, WIDTH)


def sines_first(position):
    return ImmutableMatrix([sin(position * frequency(m)), cos(position * frequency(m))])


def cosines_first(position):
    return ImmutableMatrix([cos(position * frequency(m)), sin(position * frequency(m))])


@theorem(
    "S5.printed.1",
    "the pair (E_{2k}, E_{2k+1}) at t + φ is (cos, sin)",
    "self-attention sheet, positional encoding",
    "refuted",
    printed=(
        r"\begin{bmatrix} E_{2k}[t+\phi] \\ E_{2k+1}[t+\phi] \end{bmatrix} = \begin{bmatrix} "
        r"\cos(\frac{t+\phi}{10000^{2/\alpha}}) \\ \sin(\frac{t+\phi}{10000^{2/\alpha}}) \end{bmatrix}"
    ),
)
def printed_order():
    """The sheet defines (sin, cos). Stated with 2k/d for the printed 2/α, as S5.printed.3 explains."""
    moved = Symbol("t", integer=True, nonnegative=True) + Symbol("phi", integer=True, nonnegative=True)
    return sines_first(moved), cosines_first(moved)


@theorem(
    "S5.printed.2",
    "a rotation by φ takes (cos, sin) at t to (cos, sin) at t + φ",
    "self-attention sheet, positional encoding",
    "proved",
    printed=(
        r"\begin{bmatrix} \cos(\frac{t+\phi}{10000^{2/\alpha}}) \\ \sin(\frac{t+\phi}{10000^{2/\alpha}}) "
        r"\end{bmatrix} = \begin{bmatrix} \cos(\frac{\phi}{10000^{2/\alpha}}) & "
        r"-\sin(\frac{\phi}{10000^{2/\alpha}}) \\ \sin(\frac{\phi}{10000^{2/\alpha}}) & "
        r"\cos(\frac{\phi}{10000^{2/\alpha}}) \end{bmatrix} \cdot \begin{bmatrix} "
        r"\cos(\frac{t}{10000^{2/\alpha}}) \\ \sin(\frac{t}{10000^{2/\alpha}}) \end{bmatrix}"
    ),
)
def printed_rotation():
    """Stated with 2k/d for the printed 2/α, as S5.printed.3 explains."""
    return cosines_first(t + phi), MatMul(times(phi * frequency(m)), cosines_first(t))


@theorem(
    "S5.printed.3",
    "the exponent of 10000 is 2/α, for any α and k",
    "self-attention sheet, positional encoding",
    "refuted",
    printed=r"10000^{2/\alpha}",
)
def printed_exponent():
    """It is 2k/d, as in the definition above it on the sheet; 2/α is probably a misread 2k/d. One α could stand for one
    k, as α = d/k, and not for all: the exponent changes with k. Refuted here is that any α would do.
    """
    alpha = Symbol("alpha", positive=True)
    return Equation(10000 ** (2 / alpha), 10000 ** (2 * m / WIDTH))


@theorem(
    "S5",
    "the transposed rotation takes (sin, cos) at t to (sin, cos) at t + φ",
    "self-attention sheet, positional encoding, corrected",
    "proved",
)
def rotation():
    return sines_first(t + phi), MatMul(Transpose(times(phi * frequency(m))), sines_first(t))


@theorem(
    "S6.printed",
    "E_{2t} is sin(t/10000^(2k/d)), whatever k",
    "self-attention sheet, positional encoding",
    "refuted",
    printed=r"E_{2t}[t] = \sin\left(\frac{t}{10000^{2k/d}}\right)",
)
def printed_index():
    """The left side as printed has no k, so that the right side would be the same for all k, which is refuted. The
    index must run through the pairs: 2k and 2k + 1.
    """
    return Equation(sin(i * frequency(m)), sin(i * frequency(Idx("k", h))))


ALL = SinusoidalEncoding(n, WIDTH)
ARGUMENT = i / 10000 ** (2 * m / WIDTH)  # t/10000^(2k/d)


@theorem(
    "S6.printed.cos",
    "E_{2t+1} is cos(t/10000^(2k/d)), whatever k",
    "self-attention sheet, positional encoding",
    "refuted",
    printed=r"E_{2t+1}[t] = \cos\left(\frac{t}{10000^{2k/d}}\right)",
)
def printed_index_of_cosines():
    """The left side as printed has no k, so that the right side would be the same for all k, which is refuted. The
    index must run through the pairs: 2k and 2k + 1.
    """
    return Equation(cos(i * frequency(m)), cos(i * frequency(Idx("k", h))))


@theorem("S6", "E_{2k} at t is sin(t/10000^(2k/d))", "self-attention sheet, positional encoding, corrected", "defined")
def sines():
    return MatrixElement(ALL, i, 2 * m), sin(ARGUMENT)


@theorem(
    "S6.cos", "E_{2k+1} at t is cos(t/10000^(2k/d))", "self-attention sheet, positional encoding, corrected", "defined"
)
def cosines():
    return MatrixElement(ALL, i, 2 * m + 1), cos(ARGUMENT)


# ------------------------------------------------------------------------------- the handwritten sheet


def at_position(f, data, place):
    """The row f(x_m, m) of any map f."""
    return f(BlockMatrix([[data[place, :], place * OneMatrix(1, 1)]]))


MAPS = [MapSymbol(name, p + 1, width) for name, width in (("f_q", h), ("f_k", h), ("f_v", d))]


@theorem(
    "H3",
    "position-aware attention has the queries f_q(x_m, m), the keys f_k(x_m, m), the values f_v(x_m, m)",
    "handwritten sheet, positional encoding",
    "defined",
)
def position_aware():
    """Any three maps of a token and its position."""
    data = MatrixSymbol("X", n, p)

    def entry(which, place, column):
        return MatrixElement(at_position(MAPS[which], data, place), 0, column)

    def weight(key):
        return exp(Sum(entry(0, a, o) * entry(1, key, o), (o, 0, h - 1)) / sqrt(h))

    answer = Sum(weight(b) * entry(2, b, c), (b, 0, n - 1)) / Sum(weight(b), (b, 0, n - 1))
    return Attention(*(PositionMap(f, data) for f in MAPS)), FunctionMatrix(n, d, Lambda((a, c), answer))


@theorem(
    "H3.without",
    "row m of the queries is q_m = f_q(x_m), without positions",
    "handwritten sheet, positional encoding",
    "proved",
)
def query_without_position():
    data, f = MatrixSymbol("X", n, p), MapSymbol("f_q", p, h)
    return f(data)[i, :], f(data[i, :])


@theorem("H3.row", "row m of the queries is q_m = f_q(x_m, m)", "handwritten sheet, positional encoding", "proved")
def position_aware_query():
    data = MatrixSymbol("X", n, p)
    return PositionMap(MAPS[0], data)[i, :], at_position(MAPS[0], data, i)


@theorem(
    "H3.printed",
    "x_m = f_v(x_m, m): each value is its token",
    "handwritten sheet, positional encoding",
    "refuted",
    printed=r"x_m = f_v(x_m, m)",
)
def token_for_value():
    """It is the value v_m that f_v gives, not the token x_m again."""
    data = MatrixSymbol("X", n, p)
    return data[i, :], at_position(MapSymbol("f_v", p + 1, p), data, i)


# The sheet counts pos from 1: row i of the data, counted from 0, is at pos = i + 1.
FROM_ONE = AdditiveEncoding(Z, SinusoidalEncoding(n + 1, WIDTH)[1:, :])
AT_POS = (i + 1) / 10000 ** (2 * m / WIDTH)


@theorem(
    "H4",
    "sin(pos/10000^(2i/d)) is added in column 2i, with pos from 1",
    "handwritten sheet, sin/cos (additive)",
    "defined",
)
def added():
    """The sheet lets pos run from 1 to the width of the model; it runs over the positions."""
    return MatrixElement(FROM_ONE, i, 2 * m), Z[i, 2 * m] + sin(AT_POS)


one_for_each_column = SinusoidalEncoding(WIDTH, WIDTH)


@theorem(
    "H4.printed",
    "there are as many positions as columns: pos = 1, …, d_model",
    "handwritten sheet, sin/cos (additive)",
    ShapeError(f"X + {one_for_each_column}", (n, WIDTH), (WIDTH, WIDTH)),
    printed=r"i = 0, \dots, d_{model}/2 - 1,\ pos = 1, \dots, d_{model}",
)
def positions_as_printed():
    """There is one position for each token, n of them."""
    return Equation(MatAdd(Z, one_for_each_column), Z)


@theorem(
    "H4.cos",
    "cos(pos/10000^(2i/d)) is added in column 2i + 1, with pos from 1",
    "handwritten sheet, sin/cos (additive)",
    "defined",
)
def added_cosines():
    return MatrixElement(FROM_ONE, i, 2 * m + 1), Z[i, 2 * m + 1] + cos(AT_POS)


@theorem(
    "H7",
    "self-attention with positions added is permutation equivariant",
    "derived from the handwritten sheet, positional encoding",
    "refuted",
)
def broken_symmetry():
    """The encoding stays with the place, and σ moves the token."""
    sigma, weights = PermutationSymbol("sigma", n), [MatrixSymbol(f"S_{name}", WIDTH, d) for name in "QKV"]
    positions = SinusoidalEncoding(n, WIDTH)
    return SelfAttention(sigma * Z + positions, *weights), sigma * SelfAttention(Z + positions, *weights)


if __name__ == "__main__":
    run_script(__file__)
