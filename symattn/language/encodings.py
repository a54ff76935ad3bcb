"""Checks of the arguments of positional encodings: even widths, real numbers; the parity of an index.

Positions and frequencies are counted from 0; columns are interleaved (sin, cos); rotation blocks are [[c, s], [−s, c]].
The sources count differently: ``first=1`` gives Denk's frequencies.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, expand, sympify

from symattn.errors import OddWidth, UnsupportedExpression
from symattn.language.base.dims import as_sympy, check_size, half_size


def parity(index: Expr) -> tuple[Expr, int] | None:
    """Return (m, b) with ``index = 2*m + b`` and b in {0, 1}, or None when the parity is not known.

    >>> from sympy import Symbol
    >>> m = Symbol("m", integer=True)
    >>> parity(2*m + 1), parity(m) is None
    ((m, 1), True)
    """
    for bit in (0, 1):
        half = expand((sympify(index) - bit) / 2)
        if half.is_integer:
            return half, bit
    return None


def even_width(width: Any, written: str) -> tuple[Expr, Expr]:
    """Return a width and its half; raise OddWidth, naming what was written, when the width is not provably even."""
    width = check_size(width)
    half = half_size(width)
    if half is None:
        raise OddWidth(written, width)
    return width, half


def as_real(value: Any, what: str) -> Expr:
    """Return an argument as a real scalar; raise UnsupportedExpression when it is none."""
    value = as_sympy(value)
    if not isinstance(value, Expr) or value.is_Matrix or value.is_extended_real is False or value.is_finite is False:
        raise UnsupportedExpression(value, f"{what} must be a real number")
    return value
