"""Jets: a number together with its derivative by a number that varies, for rigorous derivatives.

A jet of level k has a value and a slope, which may be jets of lower levels: a derivative of a derivative is taken at a
jet.  Arithmetic follows the rules of Rudin's chapter 5, and every comparison must be strict, for only then does its
outcome hold near the point: at a kink, a jump or the end of a domain there is no derivative here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from flint import arb, fmpq

Number: TypeAlias = Any  # an exact rational, a ball, or a jet
ZERO, ONE = fmpq(0), fmpq(1)


@dataclass(frozen=True, eq=False)
class Jet:
    """Hold a number that varies, to first order.

    >>> x = Jet(1, fmpq(3), ONE)
    >>> (x*x + 1/x).slope
    53/9
    """

    level: int
    value: Number
    slope: Number

    def __add__(self, other: Number) -> Jet:
        level, (a, da), (b, db) = _parts(self, other)
        return Jet(level, a + b, da + db)

    def __mul__(self, other: Number) -> Jet:
        level, (a, da), (b, db) = _parts(self, other)
        return Jet(level, a * b, da * b + a * db)

    def __neg__(self) -> Jet:
        return Jet(self.level, -self.value, -self.slope)

    def __sub__(self, other: Number) -> Jet:
        difference: Jet = self + -other
        return difference

    def __rsub__(self, other: Number) -> Jet:
        difference: Jet = -self + other
        return difference

    def __rtruediv__(self, other: Number) -> Jet:
        inverse = 1 / self.value
        quotient: Jet = Jet(self.level, inverse, -self.slope * inverse * inverse) * other
        return quotient

    def __truediv__(self, other: Number) -> Jet:
        quotient: Jet = self * (1 / other)
        return quotient

    __radd__, __rmul__ = __add__, __mul__

    def through(self, function: Callable[[Number], Number], derivative: Callable[[Number], Number]) -> Jet:
        """Return a function of this number, by the chain rule."""
        return Jet(self.level, function(self.value), derivative(self.value) * self.slope)


def _parts(first: Number, second: Number) -> tuple[int, tuple[Number, Number], tuple[Number, Number]]:
    """Return the level of an operation, and both operands as value and slope there."""
    level = max(number.level for number in (first, second) if isinstance(number, Jet))
    one, other = (
        (number.value, number.slope) if isinstance(number, Jet) and number.level == level else (number, ZERO)
        for number in (first, second)
    )
    return level, one, other


def core(number: Number) -> fmpq | arb:
    """Return the number that a jet varies around."""
    while isinstance(number, Jet):
        number = number.value
    middle: fmpq | arb = number
    return middle


def slope_at(number: Number, level: int) -> Number:
    """Return the derivative of a result by what varies at a level; 0 for one that does not vary."""
    return number.slope if isinstance(number, Jet) and number.level == level else ZERO
