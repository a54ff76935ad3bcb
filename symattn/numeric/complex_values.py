"""The entries for complex numbers in the tables of both evaluators: the unit, conjugates, parts, and functions."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symattn.numeric import enclosure, evaluator, exact
from symattn.numeric.complex_numbers import Complex, parts
from symattn.numeric.enclosure import Encloser
from symattn.numeric.evaluator import Evaluator
from symattn.numeric.walk import Walker


@evaluator.handles(type(sp.I), instances=True)
def _unit(self: Evaluator, expr: Any) -> Complex:
    return Complex(0.0, 1.0)


@enclosure.handles(type(sp.I))
def _exact_unit(self: Encloser, expr: Any) -> Complex:
    return Complex(exact.ZERO, exact.ONE)


@evaluator.handles(sp.conjugate, instances=True)
@enclosure.handles(sp.conjugate)
def _conjugate(self: Walker, expr: Any) -> Any:
    value = self.value(expr.args[0])
    return value.conjugate() if isinstance(value, Complex) else value


@evaluator.handles(sp.re, instances=True)
@enclosure.handles(sp.re)
def _real_part(self: Walker, expr: Any) -> Any:
    return parts(self.value(expr.args[0]))[0]


@evaluator.handles(sp.im, instances=True)
def _imaginary_part(self: Evaluator, expr: Any) -> Any:
    return parts(self.value(expr.args[0]))[1]


@enclosure.handles(sp.im)
def _exact_imaginary_part(self: Encloser, expr: Any) -> Any:
    value = self.value(expr.args[0])
    return value.imag if isinstance(value, Complex) else exact.ZERO
