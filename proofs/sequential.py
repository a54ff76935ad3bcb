"""Sequential positional encodings: Ganev, Notes on Attention and Positional Encodings, Definition 3.1 to Example 3.6.

φ is any homomorphism from ℕ to d×d matrices. Rows of the embedding matrix are positions 0, 1, …: row j is φ(j) x. The
examples take φ(j) = M^j for a natural number j, with rotations M.
"""

from sympy import (
    FunctionMatrix,
    Identity,
    Idx,
    ImmutableMatrix,
    Integer,
    KroneckerDelta,
    Lambda,
    MatMul,
    MatPow,
    MatrixSymbol,
    Sum,
    Symbol,
    Transpose,
    ZeroMatrix,
    cos,
    sin,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    AdditiveEncoding,
    BlockRotation,
    Equation,
    HeadStack,
    HeadSum,
    PositionalEncoding,
    SequentialEncoding,
    ShapeError,
    ShiftMatrix,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    calc,
    dims,
    run_script,
    theorem,
)

n, d, h = dims("n d h")
j, k = (Symbol(name, integer=True, nonnegative=True) for name in "jk")
a, b, o = (Symbol(name, integer=True, nonnegative=True) for name in "abo")  # bound indices
row, column = Idx("i", n), Idx("c", d)

# ------------------------------------------------------------------------------- Definition 3.1 and Remarks 3.2, 3.3

phi, x = SequentialEncoding("phi", d), MatrixSymbol("x", d, 1)


@theorem(
    "G33",
    "row j of the embedding matrix of φ and x is φ(j) x, entry by entry, with j from 0",
    "Ganev, Definition 3.1",
    "defined",
)
def embedding():
    entry = Sum(MatrixElement(phi(a), o, b) * x[b, 0], (b, 0, d - 1))  # row a is φ(a) x
    return PositionalEncoding(phi, x, n), FunctionMatrix(n, d, Lambda((a, o), entry))


DOCUMENT_ROW = PositionalEncoding(phi, x, n)[row, :]


@theorem(
    "G33.printed",
    "row j of the embedding matrix is the column φ(j − 1) x",
    "Ganev, Definition 3.1",
    ShapeError(f"{DOCUMENT_ROW} = phi(i)*x", (1, d), (d, 1)),
    printed=r"j\text{-th row is } \phi(j-1)\mathbf{x} \in \mathbb{R}^d",
)
def row_as_printed():
    """φ(j − 1) x is a column, as the display below it says: the row is its transpose. In the statement j
    counts from 0.
    """
    return DOCUMENT_ROW, phi(row) * x


@theorem("G33.start", "φ(0) = 1", "Ganev, Definition 3.1", "proved")
def start():
    return phi(0), Identity(d)


@theorem("G33.sum", "φ(j + k) = φ(j) φ(k)", "Ganev, Definition 3.1", "proved")
def homomorphism():
    return phi(j + k), phi(j) * phi(k)


@theorem("G33.row", "row j of the embedding matrix is (φ(j) x)ᵀ, with j from 0", "Ganev, Definition 3.1", "proved")
def embedding_row():
    """With j from 1, as in the source, it is (φ(j − 1) x)ᵀ."""
    return PositionalEncoding(phi, x, n)[row, :].T, phi(row) * x


@theorem("G34", "φ(j) is the j-fold product of M = φ(1)", "Ganev, Remark 3.2", "proved")
def power_of_step():
    return phi(j), MatPow(phi(1), j)


@theorem("G34.commute", "φ(j) commutes with φ(1)", "after Ganev, Remark 3.2", "proved")
def commute():
    return phi(j) * phi(1), phi(1) * phi(j)


@theorem("G35", "P is the image of Σ e_j ⊗ φ(j − 1)", "Ganev, Remark 3.3", "proved")
def image_of_tensor():
    """The tensor is a stack of n matrices φ(j); the map to ℝ^n ⊗ ℝ^d multiplies it by x; P has its parts as rows.
    In the statement j counts from 0.
    """
    place, other = Idx("j", n), Idx("k", n)
    tensor = HeadSum(HeadStack(KroneckerDelta(other, place) * phi(place), other), place)  # part k of e_j is δ_kj
    return tensor * x, HeadStack(PositionalEncoding(phi, x, n)[other, :].T, other)


@theorem("G35.entry", "entry (i, c) of P is that of the image of Σ e_j ⊗ φ(j − 1)", "Ganev, Remark 3.3", "proved")
def entry_of_image():
    """In the statement j counts from 0."""
    unit = KroneckerDelta(a, row)  # entry i of the unit vector e_a
    image = Sum(unit * MatrixElement(MatMul(phi(a), x), column, 0), (a, 0, n - 1))
    return Equation(MatrixElement(PositionalEncoding(phi, x, n), row, column), image)


# ------------------------------------------------------------------------------- Example 3.5


def turn(angle):
    return ImmutableMatrix([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])


M, E2 = turn(1), ImmutableMatrix([0, 1])


@theorem(
    "G37.matrix",
    "the rotation by −1 is M as it is printed, and M without minus signs within the functions",
    "Ganev, Example 3.5",
    "proved",
    printed=(
        r"M = \begin{bmatrix} \cos(-1) & -\sin(-1) \\ \sin(-1) & \cos(1) \end{bmatrix} = "
        r"\begin{bmatrix} \cos(1) & \sin(1) \\ -\sin(1) & \cos(1) \end{bmatrix}"
    ),
)
def rotation_by_minus_one():
    """The last entry of the first matrix is printed as cos(1); the rotation has cos(−1) there: the same number."""
    cosine, sine = cos(Integer(-1), evaluate=False), sin(Integer(-1), evaluate=False)
    return calc(
        ImmutableMatrix([[cosine, -sine], [sine, cosine]]),
        (ImmutableMatrix([[cosine, -sine], [sine, cos(1)]]), ()),
        (M, ()),
    )


angle = Symbol("x", real=True)


@theorem("G37.even", "the cosine is even", "Ganev, Example 3.6", "proved")
def cosine_is_even():
    return Equation(cos(-angle, evaluate=False), cos(angle))


@theorem("G37.odd", "the sine is odd", "Ganev, Example 3.6", "proved")
def sine_is_odd():
    return Equation(sin(-angle, evaluate=False), -sin(angle))


@theorem("G37.power", "M^j is the rotation by −j", "Ganev, Example 3.5", "proved")
def rotation():
    return MatPow(M, j), turn(j)


@theorem("G37.point", "M^j (0, 1) = (sin j, cos j)", "Ganev, Example 3.5", "proved")
def point():
    return calc(
        MatMul(MatPow(M, j), E2),
        (MatMul(turn(j), E2), BlockRotation),
        (ImmutableMatrix([sin(j), cos(j)]), ()),
    )


@theorem("G37.induction", "M^(j+1) = M M^j turns by −(j + 1)", "Ganev, Example 3.5", "proved")
def one_more_factor():
    return calc(
        MatPow(M, j + 1),
        (MatMul(M, MatPow(M, j)), ()),
        (MatMul(turn(1), turn(j)), BlockRotation),
        (turn(j + 1), ()),
    )


@theorem("G37.P", "row j of P is (sin j, cos j), by powers of M", "Ganev, Example 3.5", "proved")
def sines_and_cosines():
    return PositionalEncoding(M, E2, n)[row, :].T, ImmutableMatrix([sin(row), cos(row)])


# ------------------------------------------------------------------------------- Example 3.6, any even width

theta = Symbol("theta", real=True)
POWERS = FunctionMatrix(h, 1, Lambda((a, o), theta**a))  # 1, θ, θ², …
BLOCKS = BlockRotation(POWERS)
POINT = SineCosine(ZeroMatrix(h, 1))  # (0, 1, …, 0, 1)


@theorem(
    "G40.matrix",
    "M has the rotations by −θ^m for its 2×2 blocks on the diagonal, and 0 elsewhere",
    "Ganev, Example 3.6",
    "proved",
)
def blocks_of_matrix():
    """Blocks count from 0 here."""
    block, other = Idx("m", h), Idx("m'", h)
    found = [[MatrixElement(BLOCKS, 2 * block + r, 2 * other + c) for c in (0, 1)] for r in (0, 1)]
    return ImmutableMatrix(found), KroneckerDelta(block, other) * turn(theta**block)


@theorem("G40.power", "block m of M^j turns by −jθ^m", "Ganev, Example 3.6", "proved")
def block_power():
    return MatPow(BLOCKS, j), BlockRotation(j * POWERS)


@theorem("G40.sum", "j ↦ M^j is a homomorphism", "Ganev, Example 3.6", "proved")
def blocks_add_up():
    return MatPow(BLOCKS, j + k), MatMul(MatPow(BLOCKS, j), MatPow(BLOCKS, k))


@theorem("G40.point", "block m of M^j x is (sin jθ^m, cos jθ^m)", "Ganev, Example 3.6", "proved")
def block_point():
    return MatMul(MatPow(BLOCKS, j), POINT), SineCosine(j * POWERS)


@theorem(
    "G40.P", "row j of P is M^j x, which is (sin jθ^m, cos jθ^m) for m = 0, …, d/2 − 1", "Ganev, Example 3.6", "proved"
)
def block_rows():
    return calc(
        PositionalEncoding(BLOCKS, POINT, n)[row, :].T,
        (MatMul(MatPow(BLOCKS, row), POINT), PositionalEncoding),
        (MatMul(BlockRotation(row * POWERS), POINT), BlockRotation),
        (SineCosine(row * POWERS), (BlockRotation, SineCosine)),
    )


THREE = FunctionMatrix(3, 1, Lambda((a, o), theta**a))


@theorem(
    "G40.six",
    "M^j x for d = 6 is (sin j, cos j, sin jθ, cos jθ, sin jθ², cos jθ²)",
    "Ganev, Example 3.6, corrected",
    "proved",
)
def row_of_width_six():
    """The corrected row: one power of θ for each pair of columns, and no minus sign."""
    angles = (j, j * theta, j * theta**2)
    return calc(
        MatMul(MatPow(BlockRotation(THREE), j), SineCosine(ZeroMatrix(3, 1))),
        (SineCosine(j * THREE), (BlockRotation, SineCosine)),
        (ImmutableMatrix([wave(angle) for angle in angles for wave in (sin, cos)]), SineCosine),
    )


ROWS, pair = PositionalEncoding(BLOCKS, POINT, n), Idx("m", h)


@theorem("G40.first", "the first row of P is (0, 1, …, 0, 1)", "Ganev, Example 3.6", "proved")
def first_row():
    return PositionalEncoding(BLOCKS, POINT, n)[0, :].T, POINT


@theorem("G40.columns", "column 2m of P is sin jθ^m", "Ganev, Example 3.6, corrected", "proved")
def columns_of_sines():
    """For every real θ, and with m = d/2 − 1 the last but one column as it is printed."""
    return Equation(MatrixElement(ROWS, row, 2 * pair), sin(row * theta**pair))


@theorem("G40.columns.cos", "column 2m + 1 of P is cos jθ^m", "Ganev, Example 3.6, corrected", "proved")
def columns_of_cosines():
    return Equation(MatrixElement(ROWS, row, 2 * pair + 1), cos(row * theta**pair))


ratio = Symbol("theta", positive=True)
LAST = PositionalEncoding(BlockRotation(FunctionMatrix(h, 1, Lambda((a, o), ratio**a))), POINT, n)


@theorem("G40.last", "the last but one column of P is sin jθ^(d/2−1), for θ > 0", "Ganev, Example 3.6", "proved")
def last_sines():
    """As printed, for θ > 0, where θ^(d/2−1) is a power with a real exponent; any real θ is in G40.columns."""
    return Equation(MatrixElement(LAST, row, 2 * h - 2), sin(row * ratio ** (h - 1)))


@theorem("G40.last.cos", "the last column of P is cos jθ^(d/2−1), for θ > 0", "Ganev, Example 3.6", "proved")
def last_cosines():
    return Equation(MatrixElement(LAST, row, 2 * h - 1), cos(row * ratio ** (h - 1)))


@theorem("G54.power", "M^j (M^j)ᵀ = 1 for M of Example 3.6", "Ganev, Example 3.6", "proved")
def orthogonal_power():
    return MatMul(MatPow(BLOCKS, j), Transpose(MatPow(BLOCKS, j))), Identity(2 * h)


# ------------------------------------------------------------------------------- §1: what is added to the data

WIDTH = 2 * h
STEP = ShiftMatrix(1, WIDTH)  # the M of Example 3.6 for θ = 10000^(−2/d)
DATA = MatrixSymbol("X", n, WIDTH)
ENCODED = AdditiveEncoding(DATA, PositionalEncoding(STEP, POINT, n))


@theorem(
    "G53.power.printed",
    "M^j x is added to the j-th vector",
    "Ganev, §1",
    "refuted",
    printed=(
        r"M^j \mathbf{x} \text{. This encoding vector is added to the } j\text{-th vector in our input data sequence.}"
    ),
)
def printed_offset():
    """Definition 3.1 adds M^(j−1) x. In the statement j counts from 0."""
    return ENCODED[row, :].T, DATA[row, :].T + MatMul(MatPow(STEP, row + 1), POINT)


@theorem("G53.power", "M^(j−1) x is added to the j-th vector", "Ganev, §1 and Definition 3.1", "proved", uses="G53")
def offset():
    """In the statement j counts from 0."""
    return ENCODED[row, :].T, DATA[row, :].T + MatMul(MatPow(STEP, row), POINT)


# ------------------------------------------------------------------------------- three matrices, one encoding


@theorem(
    "X1.power",
    "M^k is the shift T^(k), frequencies from m = 0",
    "Denk, (4), (9); Ganev, Example 3.6; handwritten sheet, sin/cos (multiplicative)",
    "proved",
)
def shift_is_power():
    return ShiftMatrix(k, WIDTH), MatPow(STEP, k)


@theorem("X1.power.encoding", "e(j) = M^j x, frequencies from m = 0", "Denk, (1); Ganev, Example 3.6", "proved")
def encoding_is_power():
    return SinusoidalVector(j, WIDTH), MatMul(MatPow(STEP, j), SinusoidalVector(0, WIDTH))


@theorem(
    "X1.power.rows",
    "the encodings of all positions are the embedding matrix P, frequencies from m = 0",
    "Denk, (1); Ganev, Definition 3.1",
    "proved",
)
def all_positions():
    return SinusoidalEncoding(n, WIDTH), PositionalEncoding(STEP, POINT, n)


if __name__ == "__main__":
    run_script(__file__)
