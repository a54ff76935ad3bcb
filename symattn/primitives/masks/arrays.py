"""Masks with a formula over arrays."""

from __future__ import annotations

import math
from typing import Any

import sympy as sp

from symattn.numeric.evaluator import Evaluator, handles
from symattn.numeric.scalars import choose
from symattn.primitives.masks.word import CausalMask, PrefixMask, SubsetMask


def _mask(self: Evaluator, seen: Any) -> Any:
    return choose(self, seen, 0.0, -math.inf)


@handles(PrefixMask, instances=True)
def _prefix_mask(self: Evaluator, expr: Any) -> Any:
    return _mask(self, self.indices(self.size(expr.shape[1]))[None, :] < self.size(expr.args[0]))


@handles(SubsetMask, instances=True)
def _subset_mask(self: Evaluator, expr: Any) -> Any:
    subset, n = expr.args[0], self.size(expr.shape[1])
    self.refuse_too_many(n)
    members = {int(i) for i in subset} if isinstance(subset, sp.FiniteSet) else self.lookup(subset)
    return self.xp.asarray([[0.0 if i in members else -math.inf for i in range(n)]], dtype=self.dtype)


@handles(CausalMask, instances=True)
def _causal_mask(self: Evaluator, expr: Any) -> Any:
    self.refuse_too_many(*self.shape(expr))
    positions = self.indices(self.size(expr.shape[0]))
    return _mask(self, positions[None, :] <= positions[:, None])
