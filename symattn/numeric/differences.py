"""Difference quotients: whether a function has a given derivative at a point, as far as numbers can tell.

The quotients on both sides of the point are taken at steps that shrink eightfold. Where a function is smooth, the left
and the right one draw together in proportion to the step, and the central one converges, which Richardson's
extrapolation hastens; at a kink or a jump the two stay apart or move apart, and at a pole or a vertical tangent the
quotients grow beyond all bounds. Whatever behaves in neither way is not decided. Source: Stoer & Bulirsch,
*Introduction to Numerical Analysis*, §3.5.
"""

from __future__ import annotations

from collections.abc import Callable
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
