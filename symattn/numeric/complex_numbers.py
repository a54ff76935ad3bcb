"""Complex numbers in both evaluators: pairs of their real numbers.

An ``Evaluator`` has pairs of floats or arrays, an ``Encloser`` pairs of exact rationals and balls, so that both parts
are enclosed.  Real numbers stay as they are, beside pairs as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Complex:
    """Hold a complex number as the pair of its parts; the operators take real numbers beside it.

    >>> Complex(1, 2) * Complex(0, 1) + 5
    3 + I
    """

    real: Any
    imag: Any

    __array_ufunc__ = None  # an array beside it leaves the operation to it

    def __add__(self, other: Any) -> Complex:
        real, imag = parts(other)
        return Complex(self.real + real, self.imag + imag)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Complex:
        if not isinstance(other, Complex):
            return Complex(self.real * other, self.imag * other)
        real = self.real * other.real - self.imag * other.imag
        return Complex(real, self.real * other.imag + self.imag * other.real)

    __rmul__ = __mul__

    @property
    def square(self) -> Any:
        """The square of the modulus."""
        return self.real * self.real + self.imag * self.imag

    def conjugate(self) -> Complex:
        """Return the complex conjugate."""
        return Complex(self.real, -self.imag)

    def power(self, exponent: int, divide: Callable[[Any, Any], Any]) -> Complex:
        """Return an integer power other than the one to 0; ``divide`` divides real numbers."""
        base = self
        if exponent < 0:
            base = Complex(divide(self.real, self.square), divide(-self.imag, self.square))
        result = base
        for _ in range(abs(exponent) - 1):
            result = result * base
        return result

    def __str__(self) -> str:
        size = "I" if abs(self.imag) == 1 else f"{abs(self.imag)}*I"
        if self.real == 0:
            return f"{'-' * (self.imag < 0)}{size}" if self.imag else "0"
        return f"{self.real} {'-' if self.imag < 0 else '+'} {size}" if self.imag else str(self.real)

    __repr__ = __str__


def parts(value: Any) -> tuple[Any, Any]:
    """Return the real and the imaginary part of a value of either evaluator."""
    return (value.real, value.imag) if isinstance(value, Complex) else (value, 0)


def each_part(function: Callable[..., Any], *values: Any) -> Any:
    """Apply a function that is linear over the real numbers to values, part by part where one of them is complex."""
    if not any(isinstance(value, Complex) for value in values):
        return function(*values)
    reals, imaginaries = zip(*map(parts, values), strict=True)
    return Complex(function(*reals), function(*imaginaries))
