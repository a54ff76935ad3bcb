"""Difference quotients: estimates of a derivative, and whether a function has a given one, as far as numbers can tell.

The quotients on both sides of the point are taken at steps that shrink eightfold. Where a function is smooth, the left
and the right one draw together in proportion to the step, and the central one converges, which Richardson's
extrapolation hastens; at a kink or a jump the two stay apart or move apart, and at a pole or a vertical tangent the
quotients grow beyond all bounds. Whatever behaves in neither way is not decided. Source: Stoer & Bulirsch,
*Introduction to Numerical Analysis*, §3.5.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

Number: TypeAlias = Any  # int, float or Fraction
STEPS = tuple(Fraction(1, 2**k) for k in (11, 14, 17, 20))
EPSILON = 2.0**-50
SAME = 1e-6  # two numbers this close, relative to the larger and to 1, count as one
OTHER = 1e-3  # numbers farther apart than this count as different; between the two nothing is said
SMOOTH = 0.3  # left and right quotients draw together: by 1/8 at each step where the function is smooth
APART = 0.99  # they do not
GROWING, LARGE = 2, 256  # the quotients grow so much from step to step, and have become so large


def has_derivative(function: Callable[[Number], Number], x: Number, slope: Number) -> bool | None:
    """Tell whether a function of a real number has the given derivative at x; None where numbers do not tell.

    >>> has_derivative(lambda t: t**3, 2, 12), has_derivative(lambda t: t**3, 2, 11)
    (True, False)
    >>> has_derivative(abs, 0, 0), has_derivative(lambda t: abs(t) ** 1.1, 0, 0)
    (False, None)
    """
    here = function(x)
    point = Fraction(x)
    exact = isinstance(x, int | Fraction)
    central, gaps, noise = [], [], []
    for step in STEPS:
        after, before = (function(at if exact else float(at)) for at in (point + step, point - step))
        if not exact:
            step = (Fraction(float(point + step)) - Fraction(float(point - step))) / 2
        width = step if all(isinstance(value, int | Fraction) for value in (after, here, before)) else float(step)
        right, left = (after - here) / width, (here - before) / width
        rounded = isinstance(width, float)
        central.append((right + left) / 2)
        gaps.append(abs(right - left))
        noise.append(EPSILON * max(map(abs, (after, here, before))) / width if rounded else 0)
    scale = max(1, abs(slope), abs(central[-1]))
    together = [gap <= 8 * loud + SAME * scale for gap, loud in zip(gaps, noise, strict=True)]
    ratios = [later / earlier if earlier else 0 for earlier, later in pairwise(gaps)]
    if not together[-1] and all(ratio >= APART for ratio in ratios) and gaps[-1] > OTHER * scale:
        return False
    if all(abs(later) > GROWING * abs(earlier) for earlier, later in pairwise(central)) and abs(central[-1]) > LARGE:
        return False
    if any(ratio > SMOOTH and not near for ratio, near in zip(ratios, together[1:], strict=True)):
        return None
    better = [(64 * later - earlier) / 63 for earlier, later in pairwise(central)]
    if abs(better[0] - better[1]) > SAME * scale + 8 * noise[2]:
        return None
    error = abs(better[1] - slope)
    if error <= SAME * scale + 8 * noise[2]:
        return True
    return False if error > OTHER * scale + 8 * noise[2] else None


#: Steps of the central quotients of `central_slope`, each a quarter of the one before, relative to the number.
QUARTERS = (2.0**-5, 2.0**-7, 2.0**-9)
SETTLED = 1e-5  # the last two extrapolations, and the quotients on both sides, agree so far
SMALLEST = 2.0**-6  # part of 1 that a step is relative to where the number is smaller


def central_slope(function: Callable[[float], Number], x: float) -> tuple[Number, Number, Number]:
    """Return an estimate of the derivative at x, and two errors of it that are small where there is a derivative.

    The estimate is Romberg's, of three central quotients; its error is of the sixth order in the step.  The first error
    is by how much the estimate still moves, the second by how much the quotients on the two sides differ more than they
    do for a smooth function.  The values may be arrays.

    >>> estimate, moves, apart = central_slope(lambda t: t**5, 1.0)
    >>> abs(estimate - 5) < 1e-9, max(abs(moves), abs(apart)) < SETTLED
    (True, True)
    >>> central_slope(abs, 0.0)[2]
    2.0
    """
    return slope_of([function(point) for point in central_points(x)], x)


def central_points(x: float) -> list[float]:
    """Return the numbers at which `central_slope` takes a function: x, and one on each side of it for every step.

    >>> central_points(1.0)[:3]
    [1.0, 1.03125, 0.96875]
    """
    return [x, *(point for step in _steps(x) for point in (x + step, x - step))]


def _steps(x: float) -> list[float]:
    unit = min(1.0, max(abs(x), SMALLEST)) if x else 1.0
    return [part * unit for part in QUARTERS]


def slope_of(values: Sequence[Number], x: float) -> tuple[Number, Number, Number]:
    """Return what `central_slope` does, from the values of a function at the central points."""
    here, rows, gaps = values[0], [], []
    for step, after, before in zip(_steps(x), values[1::2], values[2::2], strict=True):
        rows.append((after - before) / ((x + step) - (x - step)))
        gaps.append((after - here) / step - (here - before) / step)
    better = [(16 * later - earlier) / 15 for earlier, later in pairwise(rows)]
    estimate = (256 * better[1] - better[0]) / 255
    # The gaps of a smooth function have a term of the first order in the step and one of the third, which cancel here.
    return estimate, estimate - better[1], (64 * (4 * gaps[2] - gaps[1]) - (4 * gaps[1] - gaps[0])) / 189
