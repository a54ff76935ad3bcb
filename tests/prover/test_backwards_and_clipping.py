"""Recurrences read backwards, clipped numbers, and bounds beside factors of several terms."""

import pytest
from sympy import Abs, Idx, MatrixSymbol, Max, Min, Product, Sum, Symbol

from symattn import Equation, ForAll, decide, dims
from tests.unseen.table import le, lt

n = dims("n")
t, i = Idx("t", n), Symbol("i", integer=True)
x, y, a, b, c, s, h = (Symbol(name, real=True) for name in "xyabcsh")
G, r = MatrixSymbol("G", n + 1, 1), MatrixSymbol("r", n, 1)
START, END, HERE, NEXT, REWARD = G[0, 0], G[n, 0], G[t, 0], G[t + 1, 0], r[t, 0]
RETURN = ForAll(t, Equation(HERE, REWARD + c * NEXT))
DISCOUNT = [le(0, c), lt(c, 1)]
BOUNDED = ForAll(t, le(Abs(REWARD), b))


def clipped(number, low=a, high=b):
    return Max(low, Min(high, number))


TRUE = {
    "a return": (START, c**n * END + Sum(c**i * r[i, 0], (i, 0, n - 1)), [RETURN]),
    "a return, solved for the reward": (
        START - c**n * END,
        Sum(c**i * r[i, 0], (i, 0, n - 1)),
        [ForAll(t, Equation(HERE - c * NEXT, REWARD))],
    ),
    "a product": (START, Product(r[i, 0], (i, 0, n - 1)) * END, [ForAll(t, Equation(HERE, REWARD * NEXT))]),
    "rising": (le(START, END), [ForAll(t, le(HERE, NEXT))]),
    "a bound of mixtures": (le(START, x), [ForAll(t, le(HERE, a * NEXT + (1 - a) * x)), le(0, a), le(END, x)]),
    "a sign": (le(0, START), [RETURN, le(0, c), ForAll(t, le(0, REWARD)), Equation(END, 0)]),
    "a bound of a return": (le((1 - c) * Abs(START), b), [RETURN, *DISCOUNT, BOUNDED, Equation(END, 0)]),
    "clipping moves less": (le(Abs(clipped(x) - clipped(y)), Abs(x - y)), [le(a, b)]),
    "clipping to 0 and 1": (le(clipped(x, 0, 1) - clipped(y, 0, 1), Abs(x - y)), []),
    "either order of clipping": (clipped(x), Min(b, Max(a, x)), [le(a, b)]),
    "at most the upper end": (le(clipped(x), b), [le(a, b)]),
    "a factor of two terms": (le((1 - c) * Abs(s + c * h), b), [*DISCOUNT, le(Abs(s), b), le((1 - c) * Abs(h), b)]),
}
FALSE = {
    "a return, a power more": (START, c**n * END + Sum(c ** (i + 1) * r[i, 0], (i, 0, n - 1)), [RETURN]),
    "a return without its end": (START, Sum(c**i * r[i, 0], (i, 0, n - 1)), [RETURN]),
    "falling": (le(END, START), [ForAll(t, le(HERE, NEXT))]),
    "a sign without the end": (le(0, START), [RETURN, le(0, c), ForAll(t, le(0, REWARD))]),
    "a negative discount": (le(0, START), [RETURN, ForAll(t, le(0, REWARD)), Equation(END, 0)]),
    "a bound of a return without the discount": (le(Abs(START), b), [RETURN, *DISCOUNT, BOUNDED, Equation(END, 0)]),
    "clipping moves half": (le(Abs(clipped(x) - clipped(y)), Abs(x - y) / 2), [le(a, b)]),
    "either order where the ends cross": (clipped(x), Min(b, Max(a, x)), []),
    "at most the lower end": (le(clipped(x), a), [le(a, b)]),
    "at most the upper end where the ends cross": (le(clipped(x), b), []),
    "a factor of two terms, any sign": (le((1 - c) * Abs(s + c * h), b), [le(Abs(s), b), le((1 - c) * Abs(h), b)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    *sides, given = TRUE[name]
    assert decide(*sides, given=given).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted(name):
    *sides, given = FALSE[name]
    assert decide(*sides, given=given).status == "refuted"
