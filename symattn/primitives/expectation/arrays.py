"""Expectations over arrays: weighted sums over the outcomes."""

from __future__ import annotations

from typing import Any

from symattn.numeric.evaluator import Evaluator, handles
from symattn.numeric.scalars import over_limits
from symattn.numeric.walk import sum_over_outcomes
from symattn.primitives.expectation.word import Expectation


@handles(Expectation, instances=True)
def _expectation(self: Evaluator, expr: Any) -> Any:
    weighted, limits = sum_over_outcomes(expr)
    return over_limits(self, weighted, [limits])
