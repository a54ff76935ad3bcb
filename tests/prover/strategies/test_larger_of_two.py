"""The largest and smallest of many numbers: at least each, at most what bounds each; near misses are refuted."""

import io

import pytest
from sympy import Abs, Ge, Gt, Idx, Le, Lt, MatrixSymbol, Max, Min, Piecewise, exp, log, symbols

from symattn import Equation, certificate, decide, dims, from_entries, verifier

pytestmark = pytest.mark.sampled

n = dims("n")
A = MatrixSymbol("A", n, n)
i, j = Idx("i", n), Idx("j", n)
y = symbols("y", real=True)
xs = symbols("x0:12", real=True)
eight, six, others = xs[:8], xs[:6], xs[6:]

PROVED = {
    "one of eight": (Max(*eight) >= xs[3], []),
    "one of twelve": (Max(*xs) >= xs[11], []),
    "the smallest": (Min(*eight) <= xs[2], []),
    "the smallest among the larger": (Max(xs[0], Min(*xs[1:4]), *xs[4:8]) >= xs[4], []),
    "an entry": (from_entries(n, n, lambda a, b: Max(A[a, b], *xs[:7]))[i, j] >= A[i, j], []),
    "sum of moduli": (Max(*eight) <= sum(map(Abs, eight)), []),
    "sum of moduli of twelve": (Max(*xs) <= sum(map(Abs, xs)), []),
    "sum of nonnegative numbers": (Max(*eight) <= sum(eight), [x >= 0 for x in eight]),
    "a common bound": (Max(*eight) <= y, [x <= y for x in eight]),
    "a strict common bound": (Max(*eight) < y, [x < y for x in eight]),
    "what a bound of all says of one": (xs[3] <= y, [Max(*eight) <= y]),
    "the mean": (Max(*eight) >= sum(eight) / 8, []),
    "smallest and largest": (Max(*eight) >= Min(*eight), []),
    "spread": (Max(*eight) - Min(*eight) >= Abs(xs[1] - xs[2]), []),
    "fewer numbers": (Max(*six) <= Max(*eight), []),
    "some smaller": (Max(*xs[:4], Min(*xs[4:8])) <= Max(*eight), []),
    "modulus of the largest": (Abs(Max(*six)) <= Max(*map(Abs, six)), []),
    "two largest": (Abs(Max(*six) - Max(*others)) <= sum(Abs(a - b) for a, b in zip(six, others, strict=True)), []),
    "under a square": (Max(*eight) ** 2 <= sum(x**2 for x in eight), []),
    "under exp": (exp(Max(*eight)) <= sum(map(exp, eight)), []),
    "below the logarithm of a sum": (Max(*six) <= log(sum(map(exp, six))), []),
    "turned about": (Equation(Max(*eight), -Min(*(-x for x in eight))), []),
    "moved": (Equation(Max(*eight) + y, Max(*(x + y for x in eight))), []),
    "moved in a matrix": (
        Equation(
            from_entries(n, n, lambda a, b: Max(A[a, b] + y, *(x + y for x in xs[:7]))),
            from_entries(n, n, lambda a, b: Max(A[a, b], *xs[:7]) + y),
        ),
        [],
    ),
}

REFUTED = {
    "more than one of eight": (Gt(Max(*eight), xs[3]), []),
    "another number": (Ge(Max(*eight), xs[9]), []),
    "a number": (Le(Max(*eight), 3), []),
    "the smallest above one": (Ge(Min(*eight), xs[2]), []),
    "half of the moduli": (Le(Max(*eight), sum(map(Abs, eight)) / 2), []),
    "one bound is missing": (Le(Max(*eight), y), [x <= y for x in xs[:7]]),
    "a strict bound of weak ones": (Lt(Max(*eight), y), [x <= y for x in eight]),
    "what a bound of the smallest says": (Le(xs[3], y), [Min(*eight) <= y]),
    "above the mean": (Gt(Max(*eight), sum(eight) / 8), []),
    "more numbers": (Le(Max(*eight), Max(*six)), []),
    "sum without signs": (Le(Max(*eight), sum(eight)), []),
    "turned about once": (Equation(Max(*eight), -Min(*eight)), []),
    "moved twice": (Equation(Max(*eight) + y, Max(*(x + 2 * y for x in eight))), []),
    "the last": (Equation(Max(*eight), xs[7]), []),
    "a case turned about": (
        Equation(Max(*xs[:5]), Piecewise((xs[4], Max(*xs[:4]) > xs[4]), (Max(*xs[:4]), True))),
        [],
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_the_largest_of_many_numbers_is(name):
    statement, given = PROVED[name]
    verdict = decide(statement, given=given)
    assert verdict.status == "proved"
    verifier.verify(io.BytesIO(certificate(verdict).encode()))


@pytest.mark.parametrize("name", REFUTED)
def test_what_it_is_not(name):
    statement, given = REFUTED[name]
    assert decide(statement, given=given).status == "refuted"
