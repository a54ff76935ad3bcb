"""Natural positions through decide: what is proved, and neighbours that must not be."""

import pytest
from sympy import (
    FunctionMatrix,
    Identity,
    ImmutableMatrix,
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
    sqrt,
)

from symattn import (
    BlockRotation,
    Equation,
    Fails,
    Injective,
    LeastPeriod,
    Periodic,
    SequentialEncoding,
    SineCosine,
    SinusoidalVector,
    claim,
    decide,
    dims,
)
from symattn.deciding.agreement import agreement
from symattn.errors import UnsupportedExpression
from symattn.numeric import spot_check

n, d, h = dims("n d h")
j, k, s, t = (Symbol(name, integer=True, nonnegative=True) for name in "jkst")
u = Symbol("u", real=True)
a, o = (Symbol(name, integer=True, nonnegative=True) for name in "ao")
phi, psi = SequentialEncoding("phi", d), SequentialEncoding("psi", d)
M, N, x = MatrixSymbol("M", d, d), MatrixSymbol("N", d, d), MatrixSymbol("x", d, 1)
TURN = ImmutableMatrix([[cos(1), sin(1)], [-sin(1), cos(1)]])


def rotation(angle):
    return ImmutableMatrix([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])


def circle(angle):
    return ImmutableMatrix([sin(angle), cos(angle)])


def e(position, first=0):
    return SinusoidalVector(position, 2 * h, first)


def frequencies(base, root):
    """A vector with the angles u and base^(1/root)·u."""
    return SineCosine(u * FunctionMatrix(2, 1, Lambda((a, o), base ** (a / root))))


PROVED = {
    "powers add up": (MatPow(M, j + k), MatMul(MatPow(M, j), MatPow(M, k))),
    "a power commutes with its base": (MatMul(MatPow(M, j), M), MatMul(M, MatPow(M, j))),
    "a power of a number": (u ** (j + 2), u * u**j * u),
    "φ is its power": (phi(j), MatPow(phi(1), j)),
    "φ at a literal": (phi(3), phi(1) * phi(1) * phi(1)),
    "rotation": (MatPow(TURN, j), rotation(j)),
    "rational frequency": Injective(circle(j / 7), j),
    "sines alone": Injective(sin(j / 7), j),
    "two positions": claim(Fails(Equation(e(s), e(t))), given=Ne(s, t)),
    "least period": LeastPeriod(circle(3 * u / 2), u, 4 * pi / 3),
    "no period": Fails(Periodic(circle(3 * j / 2), j)),
    "a common period would make √10 rational": Injective(frequencies(10, 2), u),
    "16^(1/8) = √2": Injective(frequencies(16, 8), u),
    "width 512": Injective(SinusoidalVector(u, 512), u),
    "width 512 at natural positions": Injective(SinusoidalVector(t, 512, 1), t),
    "4^(1/3)": Fails(Periodic(frequencies(4, 3), u)),
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    stated = PROVED[name]
    verdict = decide(*stated) if isinstance(stated, tuple) else decide(stated)
    assert verdict.status == "proved", verdict


REFUTED = {
    "powers of different matrices": (MatMul(MatPow(M, j), MatPow(N, j)), MatPow(M * N, j)),
    "one step more": (phi(j + 1), MatPow(phi(1), j)),
    "two encodings": (phi(j), psi(j)),
    "wrong sense": (MatPow(TURN, j), rotation(-j)),
    "the exponent 0": (u**j, u * u**j),
    "whole turns": Injective(SinusoidalVector(2 * pi * j, 2), j),
    "constant": Injective(MatMul(MatPow(Identity(d), j), x), j),
    "no angle 1 among the angles": Injective(MatMul(MatPow(BlockRotation(MatrixSymbol("b", h, 1)), j), e(0)), j),
    "the positions 0 and 0": Fails(Equation(e(j - j), e(0))),
    "periodic": Periodic(e(t, 1), t),
    "a Fourier series": Periodic(SinusoidalVector(u, 512), u),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    stated = REFUTED[name]
    verdict = decide(*stated) if isinstance(stated, tuple) else decide(stated)
    assert verdict.status == "refuted", verdict


UNKNOWN = {
    "a multiple of π": Injective(circle(pi * u * j), j),
    "an irrational frequency": Injective(circle(sqrt(2) * j), j),
    "any frequency": Injective(circle(u * j), j),
    "real positions": Injective(circle(u), u),
    "cosines of shifted positions": Injective(cos(j - 1), j),
    "half a period": LeastPeriod(circle(u), u, pi),
    "16^(1/4) = 2": Injective(frequencies(16, 4), u),
    "16^(1/4) = 2, so there is a period": Fails(Periodic(frequencies(16, 4), u)),
    "10000^(1/4) = 10": Injective(frequencies(10000, 4), u),
    "width 8": Injective(SinusoidalVector(u, 8), u),
    "width 8 has a period": Fails(Periodic(SinusoidalVector(u, 8), u)),
    "one irrational frequency": Injective(circle(sqrt(10) * u), u),
    "two periods": LeastPeriod(circle(u), u, 4 * pi),
    "a negative period": LeastPeriod(circle(u), u, -2 * pi),
    "not said to differ": Fails(Equation(e(s), e(t))),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_not_proved(name):
    assert decide(UNKNOWN[name]).status != "proved"


def test_a_function_that_is_no_homomorphism_is_no_power():
    """φ(j) = M^j needs both equations; a sequence with one of them replaced is another one."""
    column = FunctionMatrix(h, 1, Lambda((a, o), u**a))
    moved = MatMul(MatPow(BlockRotation(column), j), SineCosine(ZeroMatrix(h, 1)))
    assert decide(moved, SineCosine(j * column)).status == "proved"
    assert decide(moved, SineCosine((j + 1) * column)).status == "refuted"


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("width", [*range(2, 29, 2), 202, 1000])
def test_a_vector_has_a_period_over_the_reals_for_three_widths_only(width, first):
    vector = SinusoidalVector(u, width, first)
    least = {0: {2: 1, 4: 100, 8: 1000}, 1: dict.fromkeys((2, 4, 8), 10000)}[first].get(width)
    if least is None:
        assert decide(Injective(vector, u)).status == "proved"
        assert decide(Periodic(vector, u)).status == "refuted"
    else:
        assert decide(LeastPeriod(vector, u, 2 * pi * least)).status == "proved"
        assert decide(Injective(vector, u)).status != "proved"
        assert decide(Periodic(vector, u)).status != "refuted"


def test_a_hypothesis_cannot_speak_of_the_symbol_that_runs_through_all_values():
    with pytest.raises(UnsupportedExpression, match="runs through all values"):
        decide(claim(Injective(e(t), t), given=Ne(t, 0)))


def test_theorems_rest_on_named_facts():
    axioms = decide(Injective(e(t), t)).axioms
    assert {"cos_one", "pi_irrational", "nat_induction"} <= set(axioms)
    assert "pi_irrational" not in decide(phi(j), MatPow(phi(1), j)).axioms
    assert "pi_irrational" not in decide(Injective(SinusoidalVector(u, 512), u)).axioms


@pytest.mark.parametrize("stated", [Injective(e(t), t), Fails(Periodic(e(t), t)), Fails(Equation(e(1), e(513)))])
def test_numbers_and_both_readings_agree(stated):
    assert agreement(stated).agrees
    assert spot_check(stated).max_error == 0


def test_numbers_speak_against_what_is_false():
    assert spot_check(Injective(SinusoidalVector(2 * pi * t, 2), t)).max_error == 1
    assert spot_check(Fails(Equation(e(3), e(3)))).max_error == 1
