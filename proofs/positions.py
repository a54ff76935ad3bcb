"""A shift of position is a linear map: Denk, Linear Relationships in the Transformer's Positional Encoding.

The width d is 2h; ``first=1`` is Denk's indexing of the frequencies (m = 1, …, h), ``first=0`` the original paper's.
λ is an angular frequency, f = 1/λ, and 2πf is the wavelength; here the index m runs from 0, so that Denk's
f_m is f_{m+1}. Readers' comments below the post are checked as well.
"""

from sympy import (
    FunctionMatrix,
    I,
    Identity,
    Idx,
    ImmutableMatrix,
    KroneckerDelta,
    Lambda,
    MatMul,
    MatrixSymbol,
    Ne,
    Sum,
    Symbol,
    Transpose,
    ZeroMatrix,
    cos,
    exp,
    im,
    pi,
    re,
    sin,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    BlockRotation,
    Equation,
    Fails,
    ForAll,
    FreeOf,
    Frequencies,
    HeadBlock,
    LeastPeriod,
    RowSoftmax,
    ShapeError,
    ShiftMatrix,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    calc,
    claim,
    dims,
    run_script,
    theorem,
)

h, n = dims("h n")
t, k, j, r, lam = (Symbol(name, real=True) for name in ("t", "k", "j", "r", "lambda"))
WIDTH = 2 * h
m = Idx("m", h)
a, o = (Symbol(name, integer=True, nonnegative=True) for name in "ao")  # bound indices


def e(position):
    return SinusoidalVector(position, WIDTH, first=1)


def T(offset):
    return ShiftMatrix(offset, WIDTH, first=1)


def frequency(index, first=1):
    """Entry of the column of angular frequencies λ, left as an entry."""
    return MatrixElement(Frequencies(WIDTH, first), index, 0)


def entries(encoding, exponent):
    """Entries 2m and 2m + 1 of an encoding, from m = 0, and the sine and cosine of t/10000^exponent."""
    angle = t / 10000**exponent
    sine, cosine = (MatrixElement(encoding, place, 0) for place in (2 * m, 2 * m + 1))
    return (sine, sin(angle)), (cosine, cos(angle))


F_M = 10000 ** (2 * (m + 1) / WIDTH)  # f_m of (2), with m from 0 here
DENK, VASWANI = entries(e(t), 2 * (m + 1) / WIDTH), entries(SinusoidalVector(t, WIDTH), 2 * m / WIDTH)


@theorem(
    "D1", "the m-th sine of e(t) is sin(t/f_m) with f_m = 10000^(2m/d), for m = 1, …, d/2", "Denk, (1), (2)", "defined"
)
def sines():
    """In the statement m and the entries count from 0: entry 2m is the sine number m + 1."""
    return DENK[0]


@theorem(
    "D1.printed",
    "(2) of Denk is the formula of the Transformer paper",
    "Denk, (2) and comments",
    "refuted",
    printed=(
        r"f_m = \frac{1}{\lambda_m} := 10000^{\frac{2m}{d_\text{model}}}, \quad "
        r"\text{This is directly derived from the equation in Section 3.5}"
    ),
)
def same_as_the_paper():
    """The paper counts m from 0, (1) and (2) count it from 1, and the encodings differ."""
    at = Symbol("t", integer=True, nonnegative=True)
    return SinusoidalVector(at, WIDTH, first=1), SinusoidalVector(at, WIDTH)


@theorem("D1.frequency", "f_m = 1/λ_m = 10000^(2m/d), from m = 1", "Denk, (2)", "proved")
def frequency_of_denk():
    return Equation(1 / frequency(m), F_M)


@theorem(
    "D1.cos",
    "the m-th cosine of e(t) is cos(t/f_m) with f_m = 10000^(2m/d), for m = 1, …, d/2",
    "Denk, (1), (2)",
    "defined",
)
def cosines():
    """In the statement m and the entries count from 0: entry 2m + 1 is the cosine number m + 1."""
    return DENK[1]


@theorem(
    "D1.first0",
    "entry 2m of e(t) is sin(t/f_m), with m and entries from 0",
    "Denk, (1); Vaswani et al., §3.5",
    "defined",
)
def sines_from_zero():
    return VASWANI[0]


@theorem(
    "D1.first0.cos",
    "entry 2m + 1 of e(t) is cos(t/f_m), with m and entries from 0",
    "Denk, (1); Vaswani et al., §3.5",
    "defined",
)
def cosines_from_zero():
    return VASWANI[1]


@theorem("D2", "T^(k) e(t) = e(t + k)", "Denk, (3), (4), (9)", "proved")
def shift():
    return T(k) * e(t), e(t + k)


@theorem(
    "D2.derivation", "Φ_m^(k) takes the pair of (6) at t to that at t + k, line by line", "Denk, (5)–(9)", "proved"
)
def shift_by_lines():
    """For the λ_m of (2) as for any other number."""
    angle = Symbol("lambda_m", real=True)
    return calc(
        MatMul(
            Transpose(ImmutableMatrix([[cos(angle * k), -sin(angle * k)], [sin(angle * k), cos(angle * k)]])),
            pair(angle * t),
        ),
        (MatMul(block(angle * k), pair(angle * t)), ()),
        (expanded_block(angle, k, angle), ()),
        (pair(angle * (t + k)), ()),
    )


@theorem("D2.first0", "T^(k) e(t) = e(t + k), frequencies from m = 0", "Denk, (3), (4), (9)", "proved")
def shift_from_zero():
    return ShiftMatrix(k, WIDTH) * SinusoidalVector(t, WIDTH), SinusoidalVector(t + k, WIDTH)


@theorem("D2.free", "T^(k) does not depend on t", "Denk, after (9)", "proved")
def free_of_position():
    return FreeOf(T(k), t)


@theorem("D2.block", "T^(k) has the 2×2 blocks Φ_m on the diagonal, and 0 elsewhere", "Denk, (4), (9)", "proved")
def shift_by_blocks():
    """Only the block m depends on m."""
    other = Idx("m'", h)
    found = [[MatrixElement(T(k), 2 * m + row, 2 * other + column) for column in (0, 1)] for row in (0, 1)]
    return ImmutableMatrix(found), KroneckerDelta(m, other) * block(frequency(m) * k)


@theorem(
    "D2.printed",
    "T^(k) is given by one m: all its blocks are alike",
    "Denk, after (9)",
    "refuted",
    printed=(r"\boldsymbol{T}^{(k)} \text{ fully specified and depends solely on } m, d_\text{model}, \text{ and } k"),
)
def one_block_for_all():
    """T^(k) holds the blocks of all m, and m is bound in it: it depends on d_model and k only. Refuted is what would
    follow if one m gave the whole of it, that its blocks are alike.
    """
    offset, other = Symbol("k", integer=True, nonnegative=True), Idx("m'", h)
    return Equation(*(MatrixElement(T(offset), 2 * place, 2 * place) for place in (m, other)))


# the derivation as displayed, with any r in place of the frequency until (9)


def pair(angle):
    return ImmutableMatrix([sin(angle), cos(angle)])


def block(angle):
    return ImmutableMatrix([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])


def expanded_block(r, k, lam=lam, t=t):
    """The left side of (6), multiplied out."""
    return ImmutableMatrix(
        [
            sin(r * k) * cos(lam * t) + cos(r * k) * sin(lam * t),
            cos(r * k) * cos(lam * t) - sin(r * k) * sin(lam * t),
        ]
    )


@theorem("D3.5", "Φ^(k) of (5) is the matrix in (6)", "Denk, (5), (6)", "proved")
def transposed_rotation():
    return Transpose(ImmutableMatrix([[cos(r * k), -sin(r * k)], [sin(r * k), cos(r * k)]])), block(r * k)


@theorem("D3.6", "the left side of (6) expands to the right sides of (6a) and (6b)", "Denk, (6), (6a), (6b)", "proved")
def expanded():
    return MatMul(block(r * k), pair(lam * t)), expanded_block(r, k)


@theorem("D3.7a", "sin(α + β) = sin α cos β + cos α sin β", "Denk, (7a)", "proved")
def sine_of_sum():
    return Equation(sin(t + k), sin(t) * cos(k) + cos(t) * sin(k))


@theorem("D3.7b", "cos(α + β) = cos α cos β − sin α sin β", "Denk, (7b)", "proved")
def cosine_of_sum():
    return Equation(cos(t + k), cos(t) * cos(k) - sin(t) * sin(k))


@theorem("D3.8", "r = λ satisfies (6)", "Denk, (6), (8)", "proved")
def sufficient():
    return claim(MatMul(block(r * k), pair(lam * t)), pair(lam * t + lam * k), given=Equation(r, lam))


@theorem("D3.9", "(6) holds with the block of (9)", "Denk, (6), (9)", "proved")
def block_shifts():
    angle = frequency(m)
    return MatMul(block(angle * k), pair(angle * t)), pair(angle * (t + k))


def six(r, k, t=t):
    """(6a) and (6b), which say that the block with r shifts the position t by k."""
    sine, cosine = expanded_block(r, k, t=t)
    return [Equation(sine, sin(lam * (t + k))), Equation(cosine, cos(lam * (t + k)))]


@theorem("D3.converse.cos", "(6) at one position t forces cos rk = cos λk", "after Denk, (6a), (6b)", "proved")
def cosine_is_forced():
    return claim(cos(r * k), cos(lam * k), given=six(r, k))


@theorem("D3.converse.sin", "(6) at one position t forces sin rk = sin λk", "after Denk, (6a), (6b)", "proved")
def sine_is_forced():
    return claim(sin(r * k), sin(lam * k), given=six(r, k))


@theorem("D3", "(6) at k = 1 forces r = λ where |r − λ| < 2π", "Denk, (8), corrected", "proved")
def frequency_is_forced():
    return claim(r, lam, given=[*six(r, 1), r - lam < 2 * pi, lam - r < 2 * pi])


@theorem(
    "D3.printed",
    "(6) at the offsets k = 1, …, n and all positions t = 1, …, n forces r = λ",
    "Denk, (8)",
    "refuted",
    printed=(r"\alpha=\lambda k=rk,\quad \beta=\lambda t=\lambda t\,, \text{and consequently } r=\lambda"),
)
def frequency_printed_as_forced():
    """The addition theorems show that r = λ suffices, not that it is needed. In the statement k and t count from 0."""
    offset, position = Idx("k", n), Idx("t", n)
    lines = six(r, offset + 1, position + 1)
    return claim(r, lam, given=[ForAll((offset, position), line) for line in lines])


@theorem(
    "D3.real",
    "the left side of (6) is minus its right side at k = π/(r − λ), where r ≠ λ",
    "Denk, (8), corrected",
    "proved",
)
def frequency_is_forced_by_all_real_offsets():
    """At no position does (6) hold at that offset, so (6) for all real k forces r = λ."""
    s = Symbol("s", real=True)
    return claim(
        MatMul(block(r * pi / s), pair(lam * t)), -pair(lam * (t + pi / s)), given=[Equation(r, lam + s), Ne(s, 0)]
    )


@theorem("D3.all", "(6) fails at k = π/(r − λ), where r ≠ λ", "Denk, (8), corrected", "proved")
def frequency_is_forced_by_one_real_offset():
    """So (6) for all real k forces r = λ: at this k the squared distance of the two sides of (6) is not 0."""
    s = Symbol("s", real=True)
    apart = sum((line.lhs - line.rhs) ** 2 for line in six(r, pi / s))
    return claim(Fails(Equation(apart, 0)), given=[Equation(r, lam + s), Ne(s, 0)])


@theorem("D3.apart", "the two sides of (6) are at the distance 2 − 2 cos (r − λ)k", "after Denk, (6)", "proved")
def distance_of_the_sides():
    """Squared, and at every position: 0 just where (r − λ)k is a whole turn."""
    return Equation(sum((line.lhs - line.rhs) ** 2 for line in six(r, k)), 2 - 2 * cos((r - lam) * k))


@theorem("D4", "T^(k) T^(k)ᵀ = 1", "derived from Denk, (4) and (9)", "proved")
def orthogonal():
    return T(k) * T(k).T, Identity(WIDTH)


@theorem("D4.columns", "T^(k)ᵀ T^(k) = 1", "derived from Denk, (4) and (9)", "proved")
def orthogonal_columns():
    return T(k).T * T(k), Identity(WIDTH)


@theorem("D4.zero", "T^(0) = 1", "derived from Denk, (4) and (9)", "proved")
def zero():
    return T(0), Identity(WIDTH)


@theorem("D4.sum", "T^(j) T^(k) = T^(j+k)", "derived from Denk, (4) and (9)", "proved")
def one_parameter_group():
    return T(j) * T(k), T(j + k)


@theorem("D4.transpose", "T^(k)ᵀ = T^(−k)", "derived from Denk, (4) and (9)", "proved")
def transpose():
    return Equation(T(k).T, T(-k))


# wavelengths 2π/λ: neither indexing has the first 2π and the last 10000·2π


def wavelengths(first, half=h):
    """The first and the last wavelength of the width 2·half, with the frequencies counted from ``first``."""
    frequencies = Frequencies(2 * half, first)
    return ImmutableMatrix([[2 * pi / MatrixElement(frequencies, place, 0) for place in (0, half - 1)]])


AS_PRINTED = ImmutableMatrix([[2 * pi, 2 * pi * 10000]])
WAVELENGTHS_PRINTED = (
    r"\text{with } d_\text{model}=512\ \dots\ \text{the wavelength that corresponds to the first and second dimensions "
    r"is } 2\pi\ \dots\ "
    r"\text{The wavelength for the last two dimensions is } 10000\times2\pi"
)


@theorem(
    "D6.printed",
    "d = 512, frequencies from m = 1: the first wavelength is 2π and the last 10000·2π",
    "Denk, (2) and comments",
    "refuted",
    printed=WAVELENGTHS_PRINTED,
)
def wavelengths_printed():
    """The first is 2π·10000^(2/d), as D6 says; the last is as said."""
    return Equation(wavelengths(1, 256), AS_PRINTED)


@theorem(
    "D6.printed.first0",
    "d = 512, frequencies from m = 0: the first wavelength is 2π and the last 10000·2π",
    "Denk, comments",
    "refuted",
    printed=WAVELENGTHS_PRINTED,
)
def wavelengths_printed_from_zero():
    """The last is 2π·10000^((d − 2)/d), as D6.first0 says; the first is as said."""
    return Equation(wavelengths(0, 256), AS_PRINTED)


X_POSITION = Symbol("x", integer=True, nonnegative=True)


@theorem(
    "D6.comment.first", "d = 512, from m = 0: the first two coordinates are sin x and cos x", "Denk, comments", "proved"
)
def first_coordinates():
    return SinusoidalVector(X_POSITION, 512)[:2, :], ImmutableMatrix([sin(X_POSITION), cos(X_POSITION)])


def at_number(number, angle):
    """Sine and cosine of x/10000^(2m/512) for a number m; SymPy would work out the power."""
    m = Symbol("m", integer=True, nonnegative=True)
    waves = (ImmutableMatrix([sin(each), cos(each)]) for each in (X_POSITION / 10000 ** (2 * m / 512), angle))
    return claim(*waves, given=Equation(m, number))


@theorem(
    "D6.comment.0",
    "sin(x/10000^(2m/512)) = sin x and cos(x/10000^(2m/512)) = cos x for m = 0",
    "Denk, comments",
    "proved",
)
def equations_of_zero():
    return at_number(0, X_POSITION)


@theorem(
    "D6.comment.256",
    "sin(x/10000^(2m/512)) = sin(x/10000) and the same of cos, for m = 256",
    "Denk, comments",
    "proved",
)
def equations_of_256():
    return at_number(256, X_POSITION / 10000)


LAST_AS_PRINTED = ImmutableMatrix([sin(X_POSITION / 10000), cos(X_POSITION / 10000)])


@theorem(
    "D6.comment.last.printed",
    "d = 512, from m = 0: the last two coordinates are sin(x/10000) and cos(x/10000)",
    "Denk, comments",
    "refuted",
    printed=(
        r"\sin\left(x/10000^{2\times\frac{256}{512}}\right)=\sin\left(\frac{x}{10000}\right) \text{ and } "
        r"\cos\left(x/10000^{2\times\frac{256}{512}}\right)=\cos\left(\frac{x}{10000}\right)"
    ),
)
def last_coordinates_printed():
    """The equations hold, and are of no coordinate: with m from 0, as in 2·0/512, the last has m = 255."""
    return SinusoidalVector(X_POSITION, 512)[510:, :], LAST_AS_PRINTED


@theorem(
    "D6.comment.last",
    "d = 512, from m = 1: the last two coordinates are sin(x/10000) and cos(x/10000)",
    "Denk, comments, corrected",
    "proved",
)
def last_coordinates():
    return SinusoidalVector(X_POSITION, 512, first=1)[510:, :], LAST_AS_PRINTED


@theorem("D6", "the first and the last wavelength are 2π·10000^(2/d) and 2π·10000, from m = 1", "Denk, (2)", "proved")
def first_and_last_wavelength():
    return Equation(wavelengths(1), ImmutableMatrix([[2 * pi * 10000 ** (2 / WIDTH), 2 * pi * 10000]]))


@theorem(
    "D6.first0",
    "the first and the last wavelength are 2π and 2π·10000^((d−2)/d), from m = 0",
    "Denk, comments, corrected; Vaswani et al., §3.5",
    "proved",
)
def first_and_last_wavelength_from_zero():
    return Equation(wavelengths(0), ImmutableMatrix([[2 * pi, 2 * pi * 10000 ** ((WIDTH - 2) / WIDTH)]]))


# what a wavelength is: the least period of a coordinate


def least_period(place, exponent, first):
    """Say that the least period of a coordinate of the encoding is 2π·10000^exponent."""
    encoding = SinusoidalVector(t, WIDTH, first=first)
    return LeastPeriod(MatrixElement(encoding, place, 0), t, 2 * pi * 10000**exponent)


@theorem(
    "D6.period", "the least period of the m-th sine of e(t) is 2πf_m, for m = 1, …, d/2", "Denk, (1), (2)", "proved"
)
def period_of_sine():
    return least_period(2 * m, 2 * (m + 1) / WIDTH, first=1)


@theorem(
    "D6.period.cos",
    "the least period of the m-th cosine of e(t) is 2πf_m, for m = 1, …, d/2",
    "Denk, (1), (2)",
    "proved",
)
def period_of_cosine():
    return least_period(2 * m + 1, 2 * (m + 1) / WIDTH, first=1)


@theorem(
    "D6.period.first0",
    "the least period of entry 2m of e(t) is 2πf_m, with m and entries from 0",
    "Vaswani et al., §3.5",
    "proved",
)
def period_of_sine_from_zero():
    return least_period(2 * m, 2 * m / WIDTH, first=0)


@theorem(
    "D6.period.first0.cos",
    "the least period of entry 2m + 1 of e(t) is 2πf_m, with m and entries from 0",
    "Vaswani et al., §3.5",
    "proved",
)
def period_of_cosine_from_zero():
    return least_period(2 * m + 1, 2 * m / WIDTH, first=0)


@theorem(
    "D6.period.last",
    "the last entry but one of e(t) has the least period 10000·2π, from m = 1",
    "Denk, comments",
    "proved",
)
def period_of_last():
    return LeastPeriod(MatrixElement(e(t), 2 * h - 2, 0), t, 2 * pi * 10000)


@theorem("D7", "sines alone vanish at position 0", "Denk, comments", "proved")
def pure_sine():
    sines = FunctionMatrix(h, 1, Lambda((a, o), sin(t * frequency(a))))
    return claim(sines, ZeroMatrix(h, 1), given=Equation(t, 0))


@theorem("D7.product", "sines alone at position 0: the product with any vector is 0", "Denk, comments", "proved")
def pure_sine_product():
    sines = FunctionMatrix(h, 1, Lambda((a, o), sin(t * frequency(a))))
    return claim(MatrixSymbol("y", h, 1).T * sines, ZeroMatrix(1, 1), given=Equation(t, 0))


z = Symbol("z", complex=True)
PHASE = I * frequency(m)


def imaginary_and_real(number):
    """The parts as they are written, the imaginary one first, as the sine is; SymPy would work them out."""
    return ImmutableMatrix([im(number, evaluate=False), re(number, evaluate=False)])


@theorem("D8", "multiplying by e^{iλk} shifts: e^{iλ(t+k)} = e^{iλk} e^{iλt}", "Denk, comments", "proved")
def exponents_add():
    return exp(PHASE * (t + k)), exp(PHASE * k) * exp(PHASE * t)


@theorem("D8.euler", "exp(ti/f_m) = cos(t/f_m) + i sin(t/f_m)", "Denk, comments", "proved")
def euler():
    """With λ_m = 1/f_m."""
    return exp(PHASE * t), cos(t / F_M) + I * sin(t / F_M)


@theorem("D8.shift", "multiplication by e^{iλk} is the block Φ_m of T^(k)", "Denk, (9) and comments", "proved")
def complex_shift():
    return imaginary_and_real(exp(PHASE * k) * z), MatMul(block(frequency(m) * k), imaginary_and_real(z))


@theorem("D8.encoding", "e(t + k) holds the parts of e^{iλk} e^{iλt}", "Denk, comments", "proved")
def encoding_of_product():
    return HeadBlock(e(t + k), m, h), imaginary_and_real(exp(PHASE * k) * exp(PHASE * t))


@theorem(
    "D9.printed.1",
    "λ_m is the encoding's wavelength 2π/λ_m",
    "Denk, (2), (5)",
    "refuted",
    printed=r"\text{wave length } r_m \text{ (not to be confused with the encoding wave length } \lambda_m)",
)
def wavelength_printed():
    """λ_m is the angular frequency; the wavelength is 2π/λ_m = 2πf_m, as D9 says."""
    return Equation(2 * pi / frequency(m), frequency(m))


@theorem(
    "D9.printed.3",
    "r_m is the wavelength 2π/r_m of sin r_m k",
    "Denk, (5)",
    "refuted",
    printed=r"\text{wave length } r_m \text{ (not to be confused with the encoding wave length } \lambda_m)",
)
def wavelength_of_shift_printed():
    """Here r_m is any positive number; it is an angular frequency, λ_m by (8), for which D9.printed.1 refutes the same.
    The wavelength is 2π/r_m, as D9.shift says.
    """
    r_m = Symbol("r_m", positive=True)
    return Equation(2 * pi / r_m, r_m)


@theorem(
    "D9.printed.2",
    "f_m is the frequency λ_m/2π",
    "Denk, (2)",
    "refuted",
    printed=r"\text{the frequencies are } f_m = \frac{1}{\lambda_m} := 10000^{\frac{2m}{d_\text{model}}}",
)
def frequency_printed():
    """The frequency is λ/(2π) = 1/(2πf)."""
    return Equation(frequency(m), 2 * pi * F_M)


@theorem("D9", "the wavelength 2π/λ_m = 2πf_m is the least period of sin λ_m t", "Denk, (2), corrected", "proved")
def wavelength():
    return LeastPeriod(sin(frequency(m) * t), t, 2 * pi * F_M)


@theorem("D9.shift", "the least period of sin r_m k is 2πf_m, as r_m = λ_m", "Denk, (5), (8), corrected", "proved")
def wavelength_of_shift():
    return claim(LeastPeriod(sin(r * k), k, 2 * pi * F_M), given=Equation(r, frequency(m)))


@theorem("D9.quotient", "2π/λ_m = 2πf_m", "Denk, (2), corrected", "proved")
def wavelength_as_quotient():
    return Equation(2 * pi / frequency(m), 2 * pi * F_M)


@theorem("D9.frequency", "the frequency of sin(t/f_m) is λ_m/2π = 1/(2πf_m)", "Denk, (2) and comments", "proved")
def true_frequency():
    return Equation(frequency(m) / (2 * pi), 1 / (2 * pi * F_M))


@theorem("D9.canonical", "sin ωt = sin 2πft for f = ω/2π", "Denk, comments", "proved")
def canonical_frequency():
    omega, f = Symbol("omega", real=True), Symbol("f", real=True)
    return claim(sin(omega * t), sin(2 * pi * f * t), given=Equation(f, omega / (2 * pi)))


@theorem("D9.canonical.wavelength", "sin 2πft = sin(2πtv/λ) for f = v/λ", "Denk, comments", "proved")
def canonical_wavelength():
    """Here λ is a wavelength and v the celerity, which the comment calls c; the λ_m of (2) is 2π over such a length,
    for v = 1.
    """
    f, v, wavelength = Symbol("f", real=True), Symbol("v", real=True), Symbol("lambda", positive=True)
    return claim(sin(2 * pi * f * t), sin(2 * pi * t * v / wavelength), given=Equation(f, v / wavelength))


# the n + k encodings as the rows of one matrix
steps = dims("k")
E = SinusoidalEncoding(n + steps, WIDTH, first=1)
row = Idx("t", n)


@theorem(
    "D10.printed",
    "the rows of E are columns: T^(k) E_t = E_{t+k}",
    "Denk, (1), (3)",
    ShapeError(T(steps) * E[row, :], (WIDTH, WIDTH), (1, WIDTH)),
    printed=r"\text{column vectors } \mathbf{E}_{t,:}\ \dots\ \mathbf{T}^{(k)} \mathbf{E}_{t,:} = \mathbf{E}_{t+k,:}",
)
def rows_as_columns():
    """A row of the n×d matrix E is no column: it takes T^(k) transposed, from the right."""
    return T(steps) * E[row, :], E[row + steps, :]


@theorem("D10", "E_{t+k} = E_t T^(k)ᵀ for rows of E", "Denk, (1), (3), corrected", "proved")
def rows():
    return calc(
        E[row + steps, :],
        (e(row + steps).T, SinusoidalEncoding),
        ((T(steps) * e(row)).T, (ShiftMatrix, SinusoidalVector, BlockRotation, SineCosine)),
        (E[row, :] * T(steps).T, SinusoidalEncoding),
    )


@theorem("D10.all", "the last n rows of E are its first n rows times T^(k)ᵀ", "Denk, (1), (3), corrected", "proved")
def all_rows():
    return E[steps:, :], E[:n, :] * T(steps).T


@theorem("D12", "|e(t)|² = d/2", "Denk, comments", "proved")
def norm():
    return Equation(Sum(e(t)[a, 0] ** 2, (a, 0, WIDTH - 1)), WIDTH / 2)


# a key that is the zero vector, such as sines alone at position 0, gets the score 0 from every query
d = dims("d")
query, keys, i = MatrixSymbol("q", 1, d), MatrixSymbol("K", n, d), Idx("i", n)
WEIGHT = RowSoftmax(query * keys.T)[0, i]
KEY_IS_ZERO = Equation(keys[i, :], ZeroMatrix(1, d))


@theorem(
    "D13.printed",
    "a position whose encoding is 0 cannot be attended to: its weight is 0",
    "Denk, comments",
    "refuted",
    printed=(
        r"\text{it would not be possible to attend e.g. to position 0 of the pure sine function because it is all "
        r"zero and any dot product with that vector is 0 too}"
    ),
)
def no_attention():
    """A score of 0 has the weight 1/Σ, which is positive."""
    return claim(WEIGHT, 0, given=KEY_IS_ZERO)


@theorem("D13", "a key that is 0 has a positive weight", "Denk, comments, corrected", "proved")
def weight_is_positive():
    return claim(WEIGHT > 0, given=KEY_IS_ZERO)


@theorem(
    "D13.weight", "a key that is 0 has the weight 1/Σ, where Σ adds e to the scores", "after Denk, comments", "proved"
)
def weight_of_zero():
    return claim(WEIGHT, 1 / Sum(exp((query * keys.T)[0, a]), (a, 0, n - 1)), given=KEY_IS_ZERO)


# Denk's matrices with m from 0, Ganev's with θ = 10000^(−2/d), and the rotations R_m of the handwritten sheet
theta = Symbol("theta", real=True)
THETA = Equation(theta, 10000 ** (-2 / WIDTH))
POWERS = FunctionMatrix(h, 1, Lambda((a, o), theta**a))


@theorem(
    "X1.frequency", "λ_m is the power m of θ = 10000^(−2/d), from m = 0", "Denk, (2); Ganev, Example 3.6", "proved"
)
def powers_of_theta():
    return claim(frequency(m, first=0), theta**m, given=THETA)


@theorem(
    "X1",
    "T^(k) is the rotation M^k of Example 3.6 for θ = 10000^(−2/d), frequencies from m = 0",
    "Denk, (4), (9); Ganev, Example 3.6; handwritten sheet, sin/cos (multiplicative)",
    "proved",
)
def same_rotation():
    return claim(ShiftMatrix(k, WIDTH), BlockRotation(k * POWERS), given=THETA)


@theorem(
    "X1.sheet",
    "R_k of the handwritten sheet is the rotation M^k of Example 3.6 for θ = 10000^(−2/d)",
    "Ganev, Example 3.6; handwritten sheet, sin/cos (multiplicative)",
    "proved",
)
def sheet_rotation():
    """R_m has the angles m·θ_i with θ_i = 10000^(−2(i−1)/d), i from 1."""
    angles = FunctionMatrix(h, 1, Lambda((a, o), k * 10000 ** (-2 * a / WIDTH)))
    return claim(BlockRotation(angles), BlockRotation(k * POWERS), given=THETA)


@theorem(
    "X1.encoding",
    "e(j) = M^j e(0) for θ = 10000^(−2/d), frequencies from m = 0",
    "Denk, (1); Ganev, Example 3.6",
    "proved",
)
def same_encoding():
    return claim(SinusoidalVector(j, WIDTH), BlockRotation(j * POWERS) * SinusoidalVector(0, WIDTH), given=THETA)


if __name__ == "__main__":
    run_script(__file__)
