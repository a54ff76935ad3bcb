"""No two positions share an encoding: Ganev, §3; Denk's comments; the self-attention sheet.

Positions are natural numbers. One pair of columns has a rational frequency (1 in Ganev's and the original paper's
indexing, 1/10000 in Denk's), and π is irrational: that is all the proofs rest on. Ganev's hypothesis on θ in Example
3.6 is not needed.

Over ℝ the widths differ: the quotient of two neighbouring frequencies is 10^(8/d). For d = 2, 4 and 8 there is a least
period. Otherwise the quotient is irrational, no number but 0 is a whole turn at two frequencies, and e is injective: so
it is proved in both indexings for d = 6, 10, 12, 16, 32, 64, 128, 256, 512, 768 and 1024, one width at a time, as any
even width that is written as a number is. For a symbolic d it is not proved: that 10^(8/d) is irrational for all others
at once is no theorem here. That no two positions share an encoding is proved for a symbolic d.
"""

from sympy import (
    FunctionMatrix,
    Identity,
    ImmutableMatrix,
    Integer,
    Lambda,
    MatMul,
    MatPow,
    MatrixSymbol,
    Ne,
    Symbol,
    ZeroMatrix,
    cos,
    pi,
    sin,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    BlockRotation,
    Equation,
    Fails,
    Frequencies,
    Injective,
    LeastPeriod,
    Periodic,
    SineCosine,
    SinusoidalVector,
    calc,
    claim,
    dims,
    run_script,
    theorem,
)

d, h = dims("d h")
j, s, t = (Symbol(name, integer=True, nonnegative=True) for name in "jst")
a, o = (Symbol(name, integer=True, nonnegative=True) for name in "ao")  # bound indices
WIDTH = 2 * h

# ------------------------------------------------------------------------------- Ganev, Definition 3.1

x = MatrixSymbol("x", d, 1)


@theorem("G55", "an evaluation point need not exist: φ = I has none", "Ganev, Definition 3.1", "proved")
def constant_encoding():
    return Fails(Injective(MatMul(MatPow(Identity(d), j), x), j))


@theorem("G55.every", "every point is an evaluation point", "derived from Ganev, Definition 3.1", "refuted")
def some_point():
    """The constant encoding φ = I has no evaluation point: the definition's “if it exists” is needed."""
    return Injective(MatMul(MatPow(Identity(d), j), x), j)


# ------------------------------------------------------------------------------- Ganev, Examples 3.5 and 3.6

M, E2 = ImmutableMatrix([[cos(1), sin(1)], [-sin(1), cos(1)]]), ImmutableMatrix([0, 1])


@theorem("G38", "j ↦ M^j (0, 1) is injective", "Ganev, Example 3.5", "proved")
def evaluation_point():
    return Injective(MatMul(MatPow(M, j), E2), j)


theta = Symbol("theta", real=True)
BLOCKS = BlockRotation(FunctionMatrix(h, 1, Lambda((a, o), theta**a)))  # angles 1, θ, θ², …
POINT = SineCosine(ZeroMatrix(h, 1))  # (0, 1, …, 0, 1)


@theorem(
    "G41",
    "j ↦ M^j x is injective for every real θ",
    "Ganev, Example 3.6",
    "proved",
    printed=(
        r"\text{Since } \theta \text{ is not a rational multiple of } \pi \text{, the map } \mathbb{N} \rightarrow "
        r"\mathbb{R}^d \text{ defined by } j \mapsto M^j \mathbf{x} \text{ is injective.}"
    ),
)
def evaluation_point_of_blocks():
    """That θ = 10000^(−2/d) is no rational multiple of π follows from the irrationality of π for d = 2, 4, 8 alone,
    where θ is rational; otherwise it takes more, as that π is transcendental. Nothing of it is needed: the first
    block, which turns by 1, tells all positions apart.
    """
    return Injective(MatMul(MatPow(BLOCKS, j), POINT), j)


@theorem(
    "G41.angles", "j ↦ M^j x is injective for any angles, the first of them 1", "after Ganev, Example 3.6", "proved"
)
def first_angle():
    angles = MatrixSymbol("theta", h, 1)
    encoding = MatMul(MatPow(BlockRotation(angles), j), POINT)
    return claim(Injective(encoding, j), given=Equation(angles[0, 0], 1))


rest = dims("k")
LONGER = BlockRotation(FunctionMatrix(h + rest, 1, Lambda((a, o), theta**a)))
LONGER_POINT = SineCosine(ZeroMatrix(h + rest, 1))
STRETCH, ONES = ImmutableMatrix([[1, 0], [0, 2]]), ImmutableMatrix([1, 1])


@theorem("G56.every", "dropping columns keeps positions apart, for any M", "after Ganev, Definition 3.1", "refuted")
def fewer_columns():
    """For M = diag(1, 2) and x = (1, 1) the first column is the same at all positions."""
    return Injective(MatMul(MatPow(STRETCH, j), ONES)[:1, :], j)


@theorem("G56", "the first column of Example 3.6 alone tells all positions apart", "after Ganev, Example 3.6", "proved")
def first_column():
    return Injective(MatMul(MatPow(BLOCKS, j), POINT)[:1, :], j)


@theorem(
    "G56.half", "the first d/2 columns of Example 3.6 tell all positions apart", "after Ganev, Example 3.6", "proved"
)
def first_half():
    return Injective(MatMul(MatPow(BLOCKS, j), POINT)[:h, :], j)


@theorem(
    "G56.even",
    "the first d′ columns of Example 3.6 tell all positions apart, for any even d′ < d",
    "after Ganev, Example 3.6",
    "proved",
)
def first_pairs():
    """Of d = d′ + 2k columns, d′ = 2h; all d columns are those of G41."""
    return Injective(MatMul(MatPow(LONGER, j), LONGER_POINT)[:WIDTH, :], j)


@theorem(
    "G56.odd",
    "the first d′ columns of Example 3.6 tell all positions apart, for any odd d′ > 1",
    "after Ganev, Example 3.6, where P′ drops the last column",
    "proved",
)
def first_of_odd_number():
    """Here d′ = 2h + 1 of d = 2(h + k + 1) columns; G56 is d′ = 1, and G56.last is the P′ of the example."""
    wider = BlockRotation(FunctionMatrix(h + rest + 1, 1, Lambda((a, o), theta**a)))
    return Injective(MatMul(MatPow(wider, j), SineCosine(ZeroMatrix(h + rest + 1, 1)))[: WIDTH + 1, :], j)


@theorem(
    "G56.last",
    "P of Example 3.6 without its last column tells all positions apart",
    "after Ganev, Example 3.6",
    "proved",
)
def all_but_the_last():
    """The P′ of the example: d′ = d − 1 columns, with d > 2; where d = 2 it is the first column, as in G56."""
    wider = BlockRotation(FunctionMatrix(h + 1, 1, Lambda((a, o), theta**a)))
    return Injective(MatMul(MatPow(wider, j), SineCosine(ZeroMatrix(h + 1, 1)))[: WIDTH + 1, :], j)


@theorem(
    "G56.any",
    "the first d′ columns of Example 3.6 tell all positions apart, for any d′ < d/2",
    "after Ganev, Example 3.6",
    "proved",
)
def first_of_any_number():
    """Here d′ = h of d = 2(h + k) columns."""
    return Injective(MatMul(MatPow(LONGER, j), LONGER_POINT)[:h, :], j)


@theorem(
    "G56.two", "the first two columns of Example 3.6 tell all positions apart", "after Ganev, Example 3.6", "proved"
)
def first_two():
    """Of any even number of columns; where d = 2 there are no others."""
    return Injective(MatMul(MatPow(BLOCKS, j), POINT)[:2, :], j)


# ------------------------------------------------------------------------------- Denk, comments; self-attention sheet


@theorem("D5.printed", "the encodings cycle", "Denk, comments", "refuted", printed=r"\text{would cycle}")
def cycle():
    """No two positions share an encoding, as π is irrational."""
    return Periodic(SinusoidalVector(t, WIDTH, first=1), t)


@theorem("D5", "no two positions have the same encoding", "Denk, (1) and comments, corrected", "proved")
def no_repetition():
    return Injective(SinusoidalVector(t, WIDTH, first=1), t)


@theorem(
    "D5.printed.small",
    "width 8: 10000·2π is not the least period of the encodings over ℝ",
    "Denk, comments",
    "refuted",
    printed=r"\text{I don't think the cycle would be as small as 10k or 10k*2pi}",
)
def no_small_cycle():
    """At the widths 2, 4 and 8 the least period over ℝ is 10000·2π in Denk's indexing, and less in the paper's. Over
    the integers there is none. Of the two lengths in the comment the second is stated, 10k*2pi.
    """
    position = Symbol("t", real=True)
    return Fails(LeastPeriod(SinusoidalVector(position, 8, first=1), position, 2 * pi * 10000))


@theorem(
    "D5.first0",
    "no two positions have the same encoding, frequencies from m = 0",
    "Denk, comments, corrected; Vaswani et al., §3.5",
    "proved",
)
def no_repetition_from_zero():
    return Injective(SinusoidalVector(t, WIDTH), t)


@theorem(
    "D5.first0.printed",
    "the encodings cycle, frequencies from m = 0",
    "Denk, comments; Vaswani et al., §3.5",
    "refuted",
    printed=r"\text{would cycle}",
)
def cycle_from_zero():
    """No two positions share an encoding, as π is irrational."""
    return Periodic(SinusoidalVector(t, WIDTH), t)


u = Symbol("t", real=True)


@theorem("D5.real2", "width 2: the least period over ℝ is 20000π", "after Denk, (1) and comments", "proved")
def least_period():
    return LeastPeriod(SinusoidalVector(u, 2, first=1), u, 20000 * pi)


@theorem("D5.real2.first0", "width 2, from m = 0: the least period over ℝ is 2π", "after Denk, comments", "proved")
def least_period_from_zero():
    return LeastPeriod(SinusoidalVector(u, 2), u, 2 * pi)


@theorem("D5.real4", "width 4: the least period over ℝ is 20000π", "after Denk, (1) and comments", "proved")
def least_period_of_four():
    return LeastPeriod(SinusoidalVector(u, 4, first=1), u, 20000 * pi)


@theorem("D5.real4.first0", "width 4, from m = 0: the least period over ℝ is 200π", "after Denk, comments", "proved")
def least_period_of_four_from_zero():
    return LeastPeriod(SinusoidalVector(u, 4), u, 200 * pi)


@theorem("D5.real8", "width 8: the least period over ℝ is 20000π", "after Denk, (1) and comments", "proved")
def least_period_of_eight():
    return LeastPeriod(SinusoidalVector(u, 8, first=1), u, 20000 * pi)


@theorem("D5.real8.first0", "width 8, from m = 0: the least period over ℝ is 2000π", "after Denk, comments", "proved")
def least_period_of_eight_from_zero():
    return LeastPeriod(SinusoidalVector(u, 8), u, 2000 * pi)


ONE_WIDTH = """That there is no period on ℝ for any width but 2, 4 and 8 is proved one width at a time, for those listed
here; for a symbolic width it would take that 10^(8/d) is irrational for all other d, which is not proved."""


def never_repeats(width):
    """Enter two claims, in both indexings: e takes no value twice on ℝ. For widths that are not 2, 4 or 8."""

    def from_one():
        return Injective(SinusoidalVector(u, width, first=1), u)

    def from_zero():
        return Injective(SinusoidalVector(u, width), u)

    for function in (from_one, from_zero):
        function.__doc__ = ONE_WIDTH
    title = f"width {width}: e is injective on ℝ and has no period there"
    theorem(f"D5.real{width}", title, "after Denk, (1) and comments", "proved")(from_one)
    theorem(f"D5.real{width}.first0", f"{title}, from m = 0", "after Denk, comments", "proved")(from_zero)


for each in (6, 10, 12, 16, 32, 64, 128, 256, 512, 768, 1024):
    never_repeats(each)


# e is a Fourier series where its frequencies are multiples of one: at the widths 2, 4 and 8


@theorem(
    "D14",
    "width 8: the encoding is a Fourier series, harmonics 1000, 100, 10, 1 of t/10000",
    "Denk, comments, corrected",
    "proved",
)
def fourier_series():
    """So at the widths 8, 4 and 2 alone: at others the encoding has no period on ℝ. That is proved for the widths of
    D5.real6 to D5.real1024, and not for a symbolic one.
    """
    return SinusoidalVector(u, 8, first=1), SineCosine(u / 10000 * ImmutableMatrix([1000, 100, 10, 1]))


@theorem(
    "D14.first0",
    "width 8, from m = 0: the encoding is a Fourier series, harmonics 1000, 100, 10, 1 of t/1000",
    "Denk, comments, corrected",
    "proved",
)
def fourier_series_from_zero():
    return SinusoidalVector(u, 8), SineCosine(u / 1000 * ImmutableMatrix([1000, 100, 10, 1]))


@theorem(
    "D14.four",
    "width 4: the encoding is a Fourier series, harmonics 100, 1 of t/10000",
    "after Denk, comments",
    "proved",
)
def fourier_series_of_four():
    return SinusoidalVector(u, 4, first=1), SineCosine(u / 10000 * ImmutableMatrix([100, 1]))


@theorem(
    "D14.four.first0",
    "width 4, from m = 0: the encoding is a Fourier series, harmonics 100, 1 of t/100",
    "after Denk, comments",
    "proved",
)
def fourier_series_of_four_from_zero():
    return SinusoidalVector(u, 4), SineCosine(u / 100 * ImmutableMatrix([100, 1]))


@theorem("D14.two", "width 2: the encoding is one harmonic of t/10000", "after Denk, comments", "proved")
def fourier_series_of_two():
    return SinusoidalVector(u, 2, first=1), ImmutableMatrix([sin(u / 10000), cos(u / 10000)])


@theorem("D14.two.first0", "width 2, from m = 0: the encoding is one harmonic of t", "after Denk, comments", "proved")
def fourier_series_of_two_from_zero():
    return SinusoidalVector(u, 2), ImmutableMatrix([sin(u), cos(u)])


@theorem(
    "D14.printed.first0",
    "width 512, from m = 0: the encoding has a period, as a Fourier series has",
    "Denk, comments",
    "refuted",
    printed=r"\text{the positional encoding is a truncated fourier series of the word's position}",
)
def period_of_a_fourier_series_from_zero():
    """10^(1/64) is irrational, so that two of the frequencies have no common period."""
    return Periodic(SinusoidalVector(u, 512), u)


@theorem(
    "D14.printed",
    "width 512: the encoding has a period, as a Fourier series has",
    "Denk, comments",
    "refuted",
    printed=r"\text{the positional encoding is a truncated fourier series of the word's position}",
)
def period_of_a_fourier_series():
    """10^(1/64) is irrational, so that two of the frequencies have no common period."""
    return Periodic(SinusoidalVector(u, 512, first=1), u)


@theorem(
    "D11.printed",
    "positions 1 and 513 have the same encoding",
    "Denk, comments",
    "refuted",
    printed=r"\text{not be able to distinguish first and, say, 513th symbol}",
)
def alike():
    """They differ, as all positions do."""
    return SinusoidalVector(1, WIDTH, first=1), SinusoidalVector(513, WIDTH, first=1)


@theorem("D11", "positions 1 and 513 have different encodings", "Denk, comments, corrected", "proved")
def different():
    return Fails(Equation(SinusoidalVector(1, WIDTH, first=1), SinusoidalVector(513, WIDTH, first=1)))


@theorem(
    "D11.first0",
    "positions 1 and 513 have different encodings, frequencies from m = 0",
    "Denk, comments, corrected",
    "proved",
)
def different_from_zero():
    return Fails(Equation(SinusoidalVector(1, WIDTH), SinusoidalVector(513, WIDTH)))


@theorem("S4", "two time-steps have different encodings", "self-attention sheet, positional encoding", "proved")
def unique():
    return claim(Fails(Equation(SinusoidalVector(s, WIDTH), SinusoidalVector(t, WIDTH))), given=Ne(s, t))


@theorem(
    "S4.derivation", "two equal encodings are a whole turn apart", "self-attention sheet, positional encoding", "proved"
)
def whole_turn():
    """cos(s − t) = 1 makes s − t a multiple of 2π, and of the natural numbers only 0 is one, as π is irrational."""
    first, second = SinusoidalVector(s, WIDTH), SinusoidalVector(t, WIDTH)
    words = (SinusoidalVector, Frequencies, SineCosine)

    def entry(encoding, place):
        return MatrixElement(encoding, place, 0)

    return calc(
        cos(s - t),
        (cos(s) * cos(t) + sin(s) * sin(t), ()),
        (entry(first, 1) * entry(second, 1) + entry(first, 0) * entry(second, 0), words),
        (entry(second, 1) ** 2 + entry(second, 0) ** 2, Equation(first, second)),
        (Integer(1), (SinusoidalVector, SineCosine)),
        given=[Equation(first, second)],
    )


if __name__ == "__main__":
    run_script(__file__)
