"""A shift of position is a linear map: Denk, Linear Relationships in the Transformer's Positional Encoding.

The width is 2h; ``first=1`` is Denk's indexing of the frequencies (m = 1, …, h), ``first=0`` the original paper's.
"""

from sympy import Identity, Symbol

from symattn import Equation, FreeOf, ShiftMatrix, SinusoidalVector, dims, run_script, theorem

h = dims("h")
t, k, j = (Symbol(name, real=True) for name in "tkj")
WIDTH = 2 * h


def e(position):
    return SinusoidalVector(position, WIDTH, first=1)


def T(offset):
    return ShiftMatrix(offset, WIDTH, first=1)


@theorem("D2", "a shift of position is linear", "Denk, (3), (4), (9)", "proved")
def shift():
    return T(k) * e(t), e(t + k)


@theorem("D2.first0", "a shift of position is linear, frequencies from m = 0", "Denk, (3), (4), (9)", "proved")
def shift_from_zero():
    return ShiftMatrix(k, WIDTH) * SinusoidalVector(t, WIDTH), SinusoidalVector(t + k, WIDTH)


@theorem("D2.free", "the shift does not depend on the position", "Denk, after (9)", "proved")
def free_of_position():
    return FreeOf(T(k), t)


@theorem("D4", "shifts are orthogonal", "derived from Denk, (4) and (9)", "proved")
def orthogonal():
    return T(k) * T(k).T, Identity(WIDTH)


@theorem("D4.columns", "shifts are orthogonal, columns", "derived from Denk, (4) and (9)", "proved")
def orthogonal_columns():
    return T(k).T * T(k), Identity(WIDTH)


@theorem("D4.zero", "the shift by 0 is the identity", "derived from Denk, (4) and (9)", "proved")
def zero():
    return T(0), Identity(WIDTH)


@theorem("D4.sum", "shifts add up", "derived from Denk, (4) and (9)", "proved")
def one_parameter_group():
    return T(j) * T(k), T(j + k)


@theorem("D4.transpose", "the transpose shifts back", "derived from Denk, (4) and (9)", "proved")
def transpose():
    return Equation(T(k).T, T(-k))


if __name__ == "__main__":
    run_script(__file__)
