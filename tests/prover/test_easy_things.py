"""Easy things that a reader expects to be proved at once, each with a near miss that is false.

A row is the name of its family, what is true, and what is not; a statement is a claim with its hypotheses.
"""

from typing import NamedTuple

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    Ge,
    Gt,
    Identity,
    Idx,
    Le,
    Lt,
    MatrixSymbol,
    Mod,
    Ne,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    ZeroMatrix,
    cos,
    exp,
    floor,
    log,
    pi,
    sin,
    sqrt,
    tanh,
)

from symattn import (
    Claim,
    Equation,
    Flip,
    FrobeniusNorm,
    Injective,
    LeastPeriod,
    MaskWhere,
    MaxNorm,
    Norm1,
    Periodic,
    PermutationSymbol,
    RowMax,
    RowSoftmax,
    RowSum,
    SequentialEncoding,
    SinusoidalVector,
    SquaredNorm,
    Unmasked,
    claim,
    decide,
    dims,
    sum_over,
)

pytestmark = pytest.mark.sampled

r, n, d, h, w, e = dims("r n d h w e")
x, y, z, t, m, s_a, s_b = (Symbol(name, real=True) for name in ("x", "y", "z", "t", "m", "p", "q"))
delta, c = Symbol("delta", positive=True), Symbol("c", positive=True)
i, j = Idx("i", n), Idx("j", n)
J, K = (Symbol(name, integer=True, nonnegative=True) for name in "jk")
A, B, C = MatrixSymbol("A", r, n), MatrixSymbol("B", r, n), MatrixSymbol("C", n, r)
X, Y = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, 1)
a, u, v = MatrixSymbol("a", n, 1), MatrixSymbol("u", 1, n), MatrixSymbol("v", 1, n + 2)
s = MatrixSymbol("s", n + 1, 1)
place, query = Idx("k", n), Idx("q", r)
of_two, of_three, of_five = (PermutationSymbol("sigma", size) for size in (2, 3, 5))
phi = SequentialEncoding("phi", d)
W = MatrixSymbol("W", d, d)
b_0, b_1, w_a, w_b = (Symbol(name, real=True) for name in ("b_0", "b_1", "w_a", "w_b"))
LATE = MaskWhere(r, n, lambda q, k: Ge(k, 2))
OWN = MaskWhere(r, n, lambda q, k: Eq(q, k))


class Row(NamedTuple):
    """Hold what is true, and what is false although it looks much the same."""

    true: Claim
    near: Claim


def row(true, near, given=()):
    """Make a row; both statements have the hypotheses, in addition to their own."""
    return Row(*(stated if isinstance(stated, Claim) else claim(stated, given=given) for stated in (true, near)))


def given(statement, *hypotheses):
    return claim(statement, given=hypotheses)


def sine(position, width):
    """Return the first entry of an encoding."""
    return SinusoidalVector(position, width)[0, 0]


def scores(end, largest):
    """Return the sum of the exponentials of the scores up to an index, with a number taken away from each."""
    key = Symbol("l", integer=True)
    return Sum(exp(s[key, 0] - largest), (key, 0, end))


def cycle(length):
    """Return what makes a permutation take each place to the next one, and the last to the first."""
    sigma = PermutationSymbol("sigma", length)
    return [Equation(sigma[(k + 1) % length, k], 1) for k in range(length)]


ORDER = {
    "i ≤ j ≤ i: the same entry": row(
        given(Equation(a[i, 0], a[j, 0]), Le(i, j), Le(j, i)), given(Equation(a[i, 0], a[j, 0]), Le(i, j))
    ),
    "i < j: two places at least": row(given(Ge(n, 2), Lt(i, j)), given(Ge(n, 3), Lt(i, j))),
    "a positive product with a positive factor": row(
        given(Gt(x, 0), Gt(x * y, 0), Gt(y, 0)), given(Gt(x, 0), Gt(x * y, 0))
    ),
    "a product not negative with a positive factor": row(
        given(Ge(x, 0), Ge(x * y, 0), Gt(y, 0)), given(Ge(x, 0), Ge(x * y, 0), Ge(y, 0))
    ),
    "a positive product with a negative factor": row(
        given(Lt(x, 0), Gt(x * y, 0), Lt(y, 0)), given(Gt(x, 0), Gt(x * y, 0), Lt(y, 0))
    ),
    "products with a positive factor": row(
        given(Le(x, y), Le(x * z, y * z), Gt(z, 0)), given(Le(x, y), Le(x * z, y * z), Ge(z, 0))
    ),
    "products with a positive factor, strictly": row(
        given(Lt(x, y), Lt(x * z, y * z), Gt(z, 0)), given(Lt(x, y), Lt(x * z, y * z))
    ),
    "exponentials in order": row(given(Le(x, y), Le(exp(x), exp(y))), given(Lt(x, y), Le(exp(x), exp(y)))),
    "exponentials in strict order": row(given(Lt(x, y), Lt(exp(x), exp(y))), given(Lt(2 * x, y), Lt(exp(x), exp(y)))),
    "an exponential below 1": row(given(Lt(x, 0), Lt(exp(x), 1)), given(Lt(x, -1), Lt(exp(x), 1))),
    "logarithms in order": row(
        given(Le(x, y), Gt(x, 0), Gt(y, 0), Le(log(x), log(y))), given(Lt(x, y), Gt(x, 0), Gt(y, 0), Le(log(x), log(y)))
    ),
    "roots in order": row(
        given(Le(x, y), Ge(x, 0), Ge(y, 0), Le(sqrt(x), sqrt(y))),
        given(Lt(x, y), Ge(x, 0), Ge(y, 0), Le(sqrt(x), sqrt(y))),
    ),
    "cubes in strict order": row(given(Lt(x, y), Lt(x**3, y**3)), given(Lt(x, 2 * y), Lt(x**3, y**3))),
    "cubes in order": row(given(Le(x, y), Le(x**3, y**3)), given(Lt(x, y), Le(x**3, y**3))),
    "a cube not negative": row(given(Ge(x, 0), Ge(x**3, 0)), given(Gt(x, 0), Ge(x**3, 0))),
    "fifth powers in order": row(given(Le(x, y), Le(x**5, y**5)), given(Le(x, y), Le(x**4, y**4))),
    "squares of what is not negative in order": row(
        given(Le(x, y), Le(x**2, y**2), Ge(y, 0)), given(Le(x, y), Le(x**2, y**2))
    ),
    "a square at most 1": row(given(Le(Abs(x), 1), Le(x**2, 1)), given(Lt(Abs(x), 1), Le(x**2, 1))),
    "a square at most a square": row(given(Le(Abs(x), c), Le(x**2, c**2)), given(Le(Abs(x), c), Le(x**2, c))),
    "a square at most 1, one side": row(given(Le(x, 1), Le(x**2, 1)), given(Le(x, 0), Le(x**2, 1))),
    "a square below 4": row(given(Lt(-2, x), Lt(x**2, 4)), given(Lt(-1, x), Lt(x**2, 4))),
    "inverses in order": row(
        given(Le(y, x), Gt(x, 0), Gt(y, 0), Le(1 / x, 1 / y)), given(Le(y, x), Ne(x, 0), Ne(y, 0), Le(1 / x, 1 / y))
    ),
    "one inverse of a positive number": row(
        given(Gt(x, 0), Gt(1 / x, 0), Ne(x, 0)), given(Gt(x, 1), Gt(1 / x, 0), Ne(x, 0))
    ),
    "above the tangent": row(given(Gt(exp(x), 1 + x), Ne(x, 0)), Gt(exp(x), 1 + x)),
    "above the tangent, of the opposite": row(given(Gt(exp(-x), 1 - x), Ne(x, 0)), Gt(exp(-x), 1 - x)),
    "below the tangent": row(given(Lt(log(x), x - 1), Gt(x, 0), Ne(x, 1)), given(Lt(log(x), x - 1), Gt(x, 0))),
    "a bound of a bound": row(
        given(Le(w_b, exp(-delta)), Le(w_b, w_a * exp(-delta)), Le(w_a * exp(-delta), exp(-delta))),
        given(Le(w_b, exp(-2 * delta)), Le(w_b, w_a * exp(-delta)), Le(w_a * exp(-delta), exp(-delta))),
    ),
    "a bound of a weight": row(
        given(Le(w_b, exp(-delta)), Le(w_b, w_a * exp(-delta)), Le(w_a, 1)),
        given(Le(w_b, exp(-delta)), Le(w_b, w_a * exp(-delta)), Le(w_a, 2)),
    ),
    "a chain of three": row(
        given(Lt(exp(x), exp(z)), Lt(x, y), Le(y, z)), given(Lt(exp(x), exp(z)), Le(x, y), Le(y, z))
    ),
}
EQUAL = {
    "equal inverses": row(
        given(Equation(x, y), Eq(1 / x, 1 / y), Ne(x, 0), Ne(y, 0)),
        given(Equation(x, 2 * y), Eq(1 / x, 1 / y), Ne(x, 0), Ne(y, 0)),
    ),
    "equal inverses of sums": row(
        given(Equation(x, y), Eq(1 / (x + 1), 1 / (y + 1)), Ne(x, -1), Ne(y, -1)),
        given(Equation(x, y + 1), Eq(1 / (x + 1), 1 / (y + 1)), Ne(x, -1), Ne(y, -1)),
    ),
    "a logarithm that is 0": row(
        given(Equation(x, 1), Eq(log(x), 0), Gt(x, 0)), given(Equation(x, 2), Eq(log(x), 0), Gt(x, 0))
    ),
    "equal logarithms": row(
        given(Equation(x, y), Eq(log(x), log(y)), Gt(x, 0), Gt(y, 0)),
        given(Equation(x, 2 * y), Eq(log(x), log(y)), Gt(x, 0), Gt(y, 0)),
    ),
    "an exponential that is 1": row(given(Equation(x, 0), Eq(exp(x), 1)), given(Equation(x, 1), Eq(exp(x), 1))),
    "equal exponentials": row(given(Equation(x, y), Eq(exp(x), exp(y))), given(Equation(x, -y), Eq(exp(x), exp(y)))),
    "equal cubes": row(given(Equation(x, y), Eq(x**3, y**3)), given(Equation(x, y), Eq(x**4, y**4))),
    "equal roots": row(
        given(Equation(x, y), Eq(sqrt(x), sqrt(y)), Ge(x, 0), Ge(y, 0)),
        given(Equation(x, 2 * y), Eq(sqrt(x), sqrt(y)), Ge(x, 0), Ge(y, 0)),
    ),
    "equal squares of what is not negative": row(
        given(Equation(x, y), Eq(x**2, y**2), Ge(x, 0), Ge(y, 0)), given(Equation(x, y), Eq(x**2, y**2), Ge(x, 0))
    ),
    "a cube that is 0": row(given(Equation(x, 0), Eq(x**3, 0)), given(Equation(x, 0), Eq(x**3, x))),
    "a hyperbolic tangent that is 0": row(given(Equation(x, 0), Eq(tanh(x), 0)), given(Equation(x, 1), Eq(tanh(x), 0))),
    "the root of 0": row(Equation(sqrt(Symbol("o", real=True) ** 2 * 0, evaluate=False), 0), Equation(sqrt(x**2), x)),
    "a zero matrix": row(Equation(ZeroMatrix(r, n), ZeroMatrix(r, n)), Equation(ZeroMatrix(r, n), OneMatrix(r, n))),
    "the last row of one": row(
        given(Equation(X[n - 1, 0], X[0, 0]), Eq(n, 1)), given(Equation(X[n - 1, 0], X[0, 0]), Eq(n, 2))
    ),
    "a sum over one": row(
        given(Equation(sum_over(n, lambda k: a[k, 0]), a[0, 0]), Eq(n, 1)),
        given(Equation(sum_over(n, lambda k: a[k, 0]), a[0, 0]), Eq(n, 2)),
    ),
}
FUNCTIONS = {
    "a sine is periodic": row(Periodic(sin(t), t), Periodic(t + sin(t), t)),
    "a cosine of a multiple is periodic": row(Periodic(cos(3 * t), t), Periodic(t * cos(3 * t), t)),
    "an exponential is injective": row(Injective(exp(t), t), Injective(exp(t**2), t)),
    "a cube is injective": row(Injective(t**3, t), Injective(t**4, t)),
    "odd numbers differ": row(Injective(2 * J + 1, J), Injective(J**2 - 2 * J, J)),
    "squares of natural numbers differ": row(Injective(J**2, J), Injective(t**2, t)),
    "a hyperbolic tangent is injective": row(Injective(tanh(t), t), Injective(tanh(t) ** 2, t)),
    "powers of 2 differ": row(Injective(2**J, J), Injective((-1) ** J, J)),
    "an affine function is injective": row(Injective(3 - 5 * t, t), Injective(3 + cos(t), t)),
    "2π is the least period": row(LeastPeriod(sin(t), t, 2 * pi), LeastPeriod(sin(t), t, 4 * pi)),
    "π is the least period": row(LeastPeriod(cos(2 * t), t, pi), LeastPeriod(cos(2 * t), t, 2 * pi)),
    "the derivative of a power": row(
        Equation(Derivative(x**n, x), n * x ** (n - 1)), Equation(Derivative(x**n, x), n * x**n)
    ),
    "the derivative of a power at a multiple": row(
        Equation(Derivative((2 * x) ** n, x), 2 * n * (2 * x) ** (n - 1)),
        Equation(Derivative((2 * x) ** n, x), n * (2 * x) ** (n - 1)),
    ),
    "a quotient with one more block": row(
        Equation(floor((place + w) / w), floor(place / w) + 1), Equation(floor((place + w) / w), floor(place / w))
    ),
    "a remainder with one more block": row(
        Equation(Mod(place + w, w), Mod(place, w)), Equation(Mod(place + 1, w), Mod(place, w))
    ),
}
MATRICES = {
    "steps of an encoding commute": row(
        Equation(phi(J) * phi(K), phi(K) * phi(J)), Equation(phi(J) * W * phi(K), phi(K) * W * phi(J))
    ),
    "softmax of reversed rows": row(
        Equation(RowSoftmax(Flip(A)), Flip(RowSoftmax(A))), Equation(RowSoftmax(Flip(A)), RowSoftmax(A))
    ),
    "softmax of reversed columns": row(
        Equation(RowSoftmax(Flip(A, 1)), Flip(RowSoftmax(A), 1)), Equation(RowSoftmax(Flip(A, 1)), Flip(RowSoftmax(A)))
    ),
    "softmax is below 1": row(Lt(RowSoftmax(v)[0, Idx("j", n + 2)], 1), Lt(RowSoftmax(u)[0, j], 1)),
    "softmax is below 1, given two places": row(
        given(Lt(RowSoftmax(u)[0, j], 1), Ge(n, 2)), given(Lt(RowSoftmax(u)[0, j], Rational(1, 2)), Ge(n, 2))
    ),
    "the largest modulus of a multiple": row(
        Equation(MaxNorm(2 * A), 2 * MaxNorm(A)), Equation(MaxNorm(2 * A), MaxNorm(A))
    ),
    "the largest modulus of any multiple": row(
        Equation(MaxNorm(x * A), Abs(x) * MaxNorm(A)), Equation(MaxNorm(x * A), x * MaxNorm(A))
    ),
    "the largest modulus of the opposite": row(Equation(MaxNorm(-A), MaxNorm(A)), Equation(MaxNorm(-A), -MaxNorm(A))),
    "a sum of moduli that is 0": row(
        given(Equation(A, ZeroMatrix(r, n)), Eq(Norm1(A), 0)), given(Equation(A, ZeroMatrix(r, n)), Eq(Norm1(A), 1))
    ),
    "a sum of moduli of a row that is 0": row(
        given(Equation(u[0, j], 0), Eq(Norm1(u), 0)), given(Equation(u[0, j], 0), Eq(Norm1(u), 1))
    ),
    "a largest modulus of a row that is 0": row(
        given(Equation(u[0, j], 0), Eq(MaxNorm(u), 0)), given(Equation(u[0, j], 0), Eq(RowMax(u)[0, 0], 0))
    ),
    "a largest entry that is given": row(
        given(Le(u[0, j], c), Eq(RowMax(u)[0, 0], c)), given(Le(c, u[0, j]), Eq(RowMax(u)[0, 0], c))
    ),
    "a norm that is 0": row(
        given(Equation(A, ZeroMatrix(r, n)), Eq(FrobeniusNorm(A), 0)),
        given(Equation(A, B), Eq(FrobeniusNorm(A), FrobeniusNorm(B))),
    ),
    "a squared norm that is 0": row(
        given(Equation(A, ZeroMatrix(r, n)), Eq(SquaredNorm(A), 0)),
        given(Equation(A, ZeroMatrix(r, n)), Eq(RowSum(A), ZeroMatrix(r, 1))),
    ),
    "a largest modulus that is 0": row(
        given(Equation(A, ZeroMatrix(r, n)), Eq(MaxNorm(A), 0)),
        given(Equation(A, ZeroMatrix(r, n)), Eq(RowMax(A), ZeroMatrix(r, 1))),
    ),
    "the norms of a matrix": row(Le(FrobeniusNorm(A), Norm1(A)), Le(Norm1(A), FrobeniusNorm(A))),
    "the norms of a row": row(Le(FrobeniusNorm(u), Norm1(u)), Le(Norm1(u), FrobeniusNorm(u))),
    "a norm of entries below a bound": row(Le(MaxNorm(A), FrobeniusNorm(A)), Le(FrobeniusNorm(A), MaxNorm(A))),
    "two swaps": row(Equation(of_two * of_two, Identity(2)), Equation(of_two, Identity(2))),
    "a cycle of five": row(
        claim(of_five**5, Identity(5), given=cycle(5)), claim(of_five**4, Identity(5), given=cycle(5))
    ),
    "a cycle of three": row(
        claim(of_three**3, Identity(3), given=cycle(3)), claim(of_three**2, Identity(3), given=cycle(3))
    ),
    "rows that see all but two keys": row(
        given(Equation(RowSum(RowSoftmax(A + LATE)), OneMatrix(r, 1)), Ge(n, 3)),
        given(Equation(RowSum(RowSoftmax(A + LATE)), RowSum(RowSoftmax(A)) / 2), Ge(n, 3)),
    ),
    "rows that see their own key": row(
        given(Equation(RowSum(RowSoftmax(A + OWN)), OneMatrix(r, 1)), Unmasked(OWN)),
        given(Equation(RowSoftmax(A + OWN), OneMatrix(r, n)), Unmasked(OWN)),
    ),
    "a sum with one more score": row(
        Equation(scores(place + 1, b_1), exp(b_0 - b_1) * scores(place, b_0) + exp(s[place + 1, 0] - b_1)),
        Equation(scores(place + 1, b_1), scores(place, b_0) + exp(s[place + 1, 0] - b_1)),
    ),
    "two encodings differ": row(
        Ne(sine(1, 2 * h), sine(0, 2 * h), evaluate=False), Ne(sine(0, 2 * h), 0, evaluate=False)
    ),
    "two encodings of width 512 differ": row(
        Ne(sine(1, 512), sine(0, 512), evaluate=False), Ne(sine(0, 512), 0, evaluate=False)
    ),
}
N = Symbol("N", integer=True, nonnegative=True)
REMAINDERS = {
    "two numbers in a row": row(Equation(Mod(n**2 + n, 2), 0), Equation(Mod(n**2 + n, 4), 0)),
    "three numbers in a row": row(
        Equation(Mod(n * (n + 1) * (n + 2), 6), 0), Equation(Mod(n * (n + 1) * (n + 3), 6), 0)
    ),
    "a cube and twice its root": row(Equation(Mod(n**3 + 2 * n, 3), 0), Equation(Mod(n**3 + n, 3), 0)),
    "Fermat": row(Equation(Mod(n**5 - n, 30), 0), Equation(Mod(n**5 - n, 60), 0)),
    "Fermat for 7": row(Equation(Mod(N**7 + 6 * N, 7), 0), Equation(Mod(N**7 + 6 * N, 14), 7)),
    "a natural number that may be 0": row(Equation(Mod(N**3 + 5 * N, 6), 0), Equation(Mod(N**3 + 5 * N + 1, 6), 0)),
    "an odd square": row(Equation(Mod((2 * N + 1) ** 2, 8), 1), Equation(Mod((2 * N + 1) ** 2, 16), 1)),
    "the half of a product": row(
        Equation(floor((n**2 + n) / 2), n * (n + 1) / 2), Equation(floor((n**2 + n) / 3), n * (n + 1) / 3)
    ),
    "the half of one more": row(
        Equation(floor((n**2 + n + 1) / 2), n * (n + 1) / 2), Equation(floor((n**2 + 1) / 2), n**2 / 2)
    ),
}
FAMILIES = {"order": ORDER, "equations": EQUAL, "functions": FUNCTIONS, "remainders": REMAINDERS, "matrices": MATRICES}
ROWS = {f"{family}: {name}": found for family, rows in FAMILIES.items() for name, found in rows.items()}


PLACES = "a permutation is not gone through place by place"
#: What is still open, and why.
OPEN = {
    "matrices: two swaps": PLACES,
    "matrices: a cycle of five": PLACES,
    "matrices: a cycle of three": PLACES,
    "matrices: rows that see all but two keys": "the key 2 is no witness of a mask",
    "matrices: rows that see their own key": "what is seen at all is not put under the sum",
    "matrices: two encodings differ": "no sign of a sine at a number",
    "matrices: two encodings of width 512 differ": "no sign of a sine at a number",
}
#: What is false and no values refute: what is given is an equation that few values satisfy, or a period is claimed.
NOT_REFUTED = {
    "equations: equal exponentials",
    "functions: a sine is periodic",
    "functions: a cosine of a multiple is periodic",
    "functions: an exponential is injective",
    "functions: a hyperbolic tangent is injective",
    "functions: an affine function is injective",
    "functions: 2π is the least period",
    "functions: π is the least period",
}


@pytest.mark.parametrize("name", [name for name in ROWS if name not in OPEN])
def test_what_is_easy_is_proved(name):
    verdict = decide(ROWS[name].true)
    assert verdict.status == "proved", str(verdict)


@pytest.mark.parametrize("name", OPEN)
def test_what_is_open_is_not_denied(name):
    assert decide(ROWS[name].true).status == "unknown"


@pytest.mark.parametrize("name", ROWS)
def test_what_is_nearly_so_is_not_proved(name):
    verdict = decide(ROWS[name].near)
    assert verdict.status == ("unknown" if name in NOT_REFUTED else "refuted"), str(verdict)
