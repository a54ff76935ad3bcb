"""Powers whose exponent is a size or a place, outputs of states, and sums of moduli with one differing term."""

import pytest
from sympy import (
    Abs,
    BlockMatrix,
    DiagMatrix,
    Identity,
    Idx,
    Le,
    MatPow,
    MatrixSymbol,
    Rational,
    Sum,
    Symbol,
    ZeroMatrix,
)

from symattn import (
    Equation,
    ForAll,
    MatrixFamily,
    RowSoftmax,
    decide,
    dims,
    from_entries,
    sum_over,
)

n, d, e, k, m = dims("n d e k m")
x, gamma = (Symbol(name, real=True) for name in ("x", "gamma"))
P, A, N = MatrixSymbol("P", n, n), MatrixSymbol("A", m, n), MatrixSymbol("N", n, n)
one = Identity(n)
projection, nothing = [Equation(P * P, P)], [Equation(N * N, ZeroMatrix(n, n))]
place = Idx("t", k)


def shear(corner):
    return BlockMatrix([[Identity(m), corner], [ZeroMatrix(n, m), one]])


@pytest.mark.parametrize(
    ("power", "closed", "given"),
    [
        ((one + x * P) ** k, one + ((1 + x) ** k - 1) * P, projection),
        ((one + x * P) ** place, one + ((1 + x) ** place - 1) * P, projection),
        (P**k, P, projection),
        (MatPow(one + N, k), one + k * N, nothing),
        (MatPow(one + N, place), one + place * N, nothing),
        (MatPow(shear(A), k), shear(k * A), []),
    ],
)
def test_powers_with_a_size_or_a_place_as_exponent(power, closed, given):
    assert decide(power, closed, given=given).status == "proved"


@pytest.mark.parametrize(
    ("power", "closed", "given"),
    [
        ((one + x * P) ** k, one + (1 + x) ** k * P, projection),
        (P**place, P, projection),  # P⁰ is 1
        (MatPow(one + N, k), one + (k + 1) * N, nothing),
        (MatPow(one + N, k), one + k * N, []),
        (MatPow(shear(A), k), shear((k - 1) * A), []),
    ],
)
def test_nearly_closed_powers(power, closed, given):
    assert decide(power, closed, given=given).status != "proved"


t, i, c = Idx("t", n), Idx("i", n), Idx("c", d)
s = Symbol("s", integer=True)
w, y, h = MatrixSymbol("w", n, 1), MatrixSymbol("y", n, 1), MatrixSymbol("h", n + 1, d)
B, C = MatrixSymbol("B", n, d), MatrixSymbol("C", n, d)
states = [
    ForAll(c, Equation(h[0, c], 0)),
    ForAll((t, c), Equation(h[t + 1, c], h[t, c] + B[t, c] * w[t, 0])),
    ForAll(t, Equation(y[t, 0], sum_over(d, lambda a: C[t, a] * h[t + 1, a]))),
]


def test_an_output_of_states_is_written_by_them():
    assert decide(y[i, 0], Sum((C * B.T)[i, s] * w[s, 0], (s, 0, i)), given=states).status == "proved"
    assert decide(y[i, 0], Sum((C * B.T)[i, s] * w[s, 0], (s, 0, i - 1)), given=states).status == "refuted"
    assert decide(y[i, 0], Sum((C * B.T)[i, s] * w[s, 0], (s, 0, i)), given=states[1:]).status != "proved"


def test_a_state_is_a_product_of_matrices():
    S, K, V = MatrixFamily("S", n + 1, d, e), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    step = [ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))]
    decay = DiagMatrix(from_entries(n, 1, lambda r, _: gamma ** (n - 1 - r)))
    late = DiagMatrix(from_entries(n, 1, lambda r, _: gamma ** (n - r)))
    assert decide(S[n], gamma**n * S[0] + K.T * decay * V, given=step).status == "proved"
    assert decide(S[n], gamma**n * S[0] + K.T * late * V, given=step).status == "refuted"


p = RowSoftmax(MatrixSymbol("z", 1, n))
row = Sum(Abs(p[0, i] * (one[i, s] - p[0, s])), (s, 0, n - 1))


def test_sums_of_moduli_with_one_term_that_differs():
    assert decide(row, 2 * p[0, i] * (1 - p[0, i])).status == "proved"
    assert decide(Le(row, Rational(1, 2))).status == "proved"
    assert decide(row, p[0, i] * (1 - p[0, i])).status == "refuted"
    assert decide(Le(row, Rational(2, 5))).status == "refuted"
