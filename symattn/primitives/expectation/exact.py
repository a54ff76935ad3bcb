"""Expectations in exact and ball arithmetic: weighted sums over the outcomes."""

from __future__ import annotations

from typing import Any

from symattn.numeric.enclosure import Encloser, handles, sum_over
from symattn.numeric.exact import Scalar
from symattn.numeric.walk import sum_over_outcomes
from symattn.primitives.expectation.word import Expectation


@handles(Expectation)
def _expectation(self: Encloser, expr: Any) -> Scalar:
    weighted, limits = sum_over_outcomes(expr)
    return sum_over(self, weighted, [limits])
