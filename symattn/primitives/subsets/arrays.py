"""Whether an index, or each of several, lies in a subset."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import numpy as np
import sympy as sp

from symattn.numeric.evaluator import Evaluator, handles
from symattn.primitives.subsets.word import Member


@handles(Member, instances=True)
def _member(self: Evaluator, expr: Any) -> Any:
    index = self.value(expr.index)
    subset = expr.subset
    members = sorted(map(int, subset) if isinstance(subset, sp.FiniteSet) else self.lookup(subset))
    if isinstance(index, int | np.integer):
        return int(index) in members
    return reduce(or_, (index == member for member in members))
