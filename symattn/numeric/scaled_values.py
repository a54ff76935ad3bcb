"""Instances in which all that is free is many times larger, or smaller, and what equations give follows.

The regular search has small numbers.  What is said of values alone mostly stays true when all of them are multiplied
by one number: 0 ≤ a, a ≤ b, x = y + z.  Numbers are multiplied with the entries of matrices, or keep their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flint import fmpq
from sympy import Rational

from symattn.language.inspection import Declarations
from symattn.numeric.constructions import fits_assumptions
from symattn.numeric.directions import Follow, scaled
from symattn.numeric.instances import Instance

#: By what values are multiplied.
FACTORS = (fmpq(12), fmpq(100), fmpq(1, 12))


def scaled_instances(starts: Sequence[Instance], declared: Declarations, follow: Follow) -> Iterator[Instance]:
    """Yield some instances with entries of matrices and families multiplied, and numbers with them or not."""
    entries = (*declared.matrices, *declared.families)
    if not entries:
        return
    numbers = [symbol for symbol in declared.scalars if not symbol.is_integer]
    for factor in FACTORS:
        for multiplied in ((*entries, *numbers), entries) if numbers else (entries,):
            for start in starts:
                more = scaled({symbol: start.bindings[symbol] for symbol in multiplied}, factor)
                if all(_fits(symbol, more[symbol]) for symbol in numbers if symbol in more):
                    values = follow({**start.bindings, **more})
                    if values is not None:
                        yield Instance(values)


def _fits(symbol: Any, value: fmpq) -> bool:
    return fits_assumptions(symbol, Rational(int(value.p), int(value.q)))
