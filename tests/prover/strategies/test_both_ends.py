"""What is linear in a number between two others is shown at both ends; what nearly holds there is not proved."""

import pytest
from sympy import Abs, Ge, Le, Lt, symbols

from symattn import decide

a, b, c, h, m, u, x = symbols("a b c h m u x", real=True)


def le(left, right):
    return Le(left, right, evaluate=False)


def lt(left, right):
    return Lt(left, right, evaluate=False)


def between(low, high, *numbers):
    return [order for number in numbers for order in (Ge(number, low), Le(number, high))]


#: Each what is given, what follows, and what is nearly so.
ROWS = {
    "the logistic map": ([*between(0, 4, m)], le(m * x * (1 - x), 1), le(m * x * (1 - x), m / 5)),
    "a product below a mean": (between(0, 1, a, b), le(a * b, (a + b) / 2), le(a * b, (a + b) / 2 - a / 4)),
    "two products": (between(0, 1, a, b, c, h), le(a * b + c * h, 2), lt(a * b + c * h, 2)),
    "a product of three": (between(-1, 1, a, b, c), le(-1, a * b * c), lt(-1, a * b * c)),
    "strictly": (between(-1, 1, a, b, c), lt(a * b * c, 2), lt(a * b * c, 1)),
    "a mean of what is bounded": (
        [*between(0, 1, a), *between(-m, m, h, x)],
        le(Abs(a * h + (1 - a) * x), m),
        le(Abs(a * h + (1 + a) * x), m),
    ),
    "a mean of what is below": (
        [*between(0, 1, a), Le(h, m), Le(x, m)],
        le(a * h + (1 - a) * x, m),
        le(a * h - (1 - a) * x, m),
    ),
    "ends that are no numbers": (
        [Le(h, a), Le(a, x), Ge(u * h, m), Ge(u * x, m)],
        le(m, u * a),
        le(m, u * a - a + h),
    ),
    "a cube": (between(0, 1, a, x), le(a * x**3, 1), le(a * x**3, x / 2)),
    "one end, where it grows": (
        [*between(0, 1, a), Le(h**2, m)],
        le((a * h + (1 - a) * x) ** 2, a * m + (1 - a) * x**2),
        le((a * h + (1 - a) * x) ** 2, a * m + (1 - a) * x**2 - a * h**2 / 5),
    ),
    "one end, where it falls": (
        [Le(m, h**2), Ge(a, 1)],
        le(1 - a * h**2, 1 - m),
        le(1 - a * h**2, 1 - 2 * m),
    ),
    "without a bound": (between(0, 4, m), le(m * x * (1 - x), 1), le((m + 1) * x * (1 - x), 1)),
}


@pytest.mark.parametrize(("given", "true", "near"), ROWS.values(), ids=ROWS)
def test_what_holds_at_both_ends_is_proved(given, true, near):
    verdict = decide(true, given=given)
    assert verdict.status == "proved", str(verdict)
    assert decide(near, given=given).status != "proved"
