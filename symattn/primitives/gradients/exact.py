"""Gradients in exact and ball arithmetic: the derivative by each entry."""

from __future__ import annotations

from typing import Any

from symattn.numeric.enclosure import Encloser, by_entry, handles
from symattn.numeric.exact import Matrix
from symattn.primitives.gradients.word import Gradient


@handles(Gradient)
def _gradient(self: Encloser, expr: Any) -> Matrix:
    return self.build(expr, lambda i, j: by_entry(self, expr.matrix, (i, j), lambda inner: inner.number(expr.number)))
