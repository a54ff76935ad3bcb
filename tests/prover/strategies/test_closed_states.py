"""States that are rescaled at each step have closed forms: the running softmax of FlashAttention-2 is the softmax."""

import pytest
from sympy import Eq, Idx, MatrixSymbol, Max, Ne, Product, Sum, ZeroMatrix, exp, symbols

from symattn import Equation, ForAll, HeadSum, MatrixFamily, RowSoftmax, decide, dims, sum_over

pytestmark = pytest.mark.sampled

T, d = dims("T d")
x, V, m = MatrixSymbol("x", 1, T), MatrixSymbol("V", T, d), MatrixSymbol("m", T + 1, 1)
total, output, c = MatrixSymbol("l", T + 1, 1), MatrixSymbol("O", T + 1, d), Idx("c", d)


def shrinks(t):
    return exp(m[t, 0] - m[t + 1, 0])


def weight(t):
    return exp(x[0, t] - m[t + 1, 0])


STARTS = [Eq(total[0, 0], 0), ForAll(d, lambda b: Eq(output[0, b], 0))]
MAXIMA = ForAll(T, lambda t: Eq(m[t + 1, 0], Max(m[t, 0], x[0, t])))
TOTALS = ForAll(T, lambda t: Eq(total[t + 1, 0], total[t, 0] * shrinks(t) + weight(t)))
OUTPUTS = ForAll((T, d), lambda t, b: Eq(output[t + 1, b], output[t, b] * shrinks(t) + weight(t) * V[t, b]))
STEPS = [*STARTS, TOTALS, OUTPUTS]
ATTENTION = (RowSoftmax(x) * V)[0, c]


@pytest.mark.parametrize("given", [[*STEPS, MAXIMA], STEPS], ids=["with maxima", "with any numbers"])
def test_a_running_softmax_is_the_softmax(given):
    assert decide(Equation(output[T, c] / total[T, 0], ATTENTION), given=given).status == "proved"


def test_what_it_is_divided_by_is_not_zero():
    assert decide(Ne(total[T, 0], 0), given=STEPS).status == "proved"


def test_the_total_in_closed_form():
    closed = sum_over(T, lambda k: exp(x[0, k] - m[T, 0]))
    assert decide(total[T, 0], closed, given=STEPS).status == "proved"
    assert decide(total[T, 0], exp(m[T, 0]) * closed, given=STEPS).status != "proved"


@pytest.mark.parametrize(
    "given",
    [
        [*STARTS, TOTALS, ForAll((T, d), lambda t, b: Eq(output[t + 1, b], output[t, b] + weight(t) * V[t, b]))],
        [*STARTS, ForAll(T, lambda t: Eq(total[t + 1, 0], total[t, 0] * shrinks(t) + exp(x[0, t]))), OUTPUTS],
        [STARTS[1], TOTALS, OUTPUTS, Ne(total[T, 0], 0)],
    ],
    ids=["output not rescaled", "weights not shifted", "total begins anywhere"],
)
def test_what_nearly_is_one_is_not_proved(given):
    assert decide(Equation(output[T, c] / total[T, 0], ATTENTION), given=given).status != "proved"


r, B = symbols("r q", real=True), MatrixSymbol("B", T + 1, 1)
LOAN = ForAll(T, lambda t: Equation(B[t + 1, 0], (1 + r[0]) * B[t, 0] - r[1]))
A, value, reward = MatrixSymbol("A", T + 1, 1), MatrixSymbol("v", T + 1, 1), MatrixSymbol("w", T, 1)
ADVANTAGE = ForAll(
    T, lambda t: Equation(A[t, 0], reward[t, 0] + r[0] * value[t + 1, 0] - value[t, 0] + r[0] * A[t + 1, 0])
)
RETURNS = sum_over(T, lambda t: r[0] ** t * reward[t, 0])
F, b, h = MatrixSymbol("F", d, d), MatrixSymbol("b", d, 1), MatrixFamily("h", T + 1, d, 1)
STATES = ForAll(T, lambda t: Equation(h[t + 1], F * h[t] + x[0, t] * b))
out, (j, k) = MatrixSymbol("c", 1, d), symbols("j k", integer=True)
POWERS = HeadSum(x[0, k] * out * F ** (T - 1 - k) * b, (k, 0, T - 1))
FIELD = ForAll(T, lambda t: Equation(value[t, 0], reward[t, 0] * value[t + 1, 0] + x[0, t]))
GATED = Sum(x[0, k] * Product(reward[j, 0], (j, 0, k - 1)), (k, 0, T - 1))
MEAN = ForAll(T, lambda t: Equation(A[t + 1, 0], A[t, 0] + (x[0, t] - A[t, 0]) / (t + 1)))
LEFT = ForAll(T, lambda t: Equation(value[t + 1, 0], value[t, 0] + (x[0, t] - A[t, 0]) * (x[0, t] - A[t + 1, 0])))
GROWN = (1 + r[0]) ** T
LINEAR = {
    "a payment": (
        [LOAN, Equation(B[T, 0], 0), r[0] > 0],
        (r[1], r[0] * GROWN * B[0, 0] / (GROWN - 1)),
        (r[1], r[0] * GROWN * B[0, 0] / GROWN),
    ),
    "a sum from the other end": (
        [ADVANTAGE, Equation(A[T, 0], 0)],
        (A[0, 0], RETURNS + r[0] ** T * value[T, 0] - value[0, 0]),
        (A[0, 0], RETURNS - value[0, 0]),
    ),
    "gates from the last layer to the first": (
        [FIELD, Equation(value[T, 0], 1)],
        (value[0, 0], GATED + Product(reward[k, 0], (k, 0, T - 1))),
        (value[0, 0], GATED + 1),
    ),
    "a running mean and the squares of what is left": (
        [MEAN, LEFT, Equation(A[0, 0], 0), Equation(value[0, 0], 0)],
        (value[T, 0], sum_over(T, lambda t: (x[0, t] - A[T, 0]) ** 2)),
        (value[T, 0], sum_over(T, lambda t: (x[0, t] - A[t, 0]) ** 2)),
    ),
    "a state that is read out": (
        [STATES, Equation(h[0], ZeroMatrix(d, 1))],
        (out * h[T], POWERS),
        (out * h[T], out * F * h[0] + 2 * POWERS),
    ),
}


@pytest.mark.parametrize("name", LINEAR)
def test_linear_states_in_closed_form(name):
    given, sides, wrong = LINEAR[name]
    assert decide(*sides, given=given).status == "proved"
    assert decide(*wrong, given=given).status != "proved"
