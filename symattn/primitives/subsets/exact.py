"""Whether an index lies in a subset."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy import Basic

from symattn.numeric.enclosure import Encloser, handles
from symattn.primitives.subsets.word import Member


@handles(Member)
def _member(self: Encloser, expr: Any) -> bool:
    return self.size(expr.index) in _indices(self, expr.subset)


def _indices(self: Encloser, subset: Basic) -> frozenset[int]:
    return frozenset(self.size(i) for i in subset) if isinstance(subset, sp.FiniteSet) else self.lookup(subset)
