"""Similarity kernels at two vectors, and at all rows of two matrices."""

from __future__ import annotations

from typing import Any

from sympy import S

from symattn.elaborate.constants import belongs_to
from symattn.elaborate.scope import Scope, apply, elaborates
from symattn.elaborate.sizes import index_type, literal_index, size_of
from symattn.elaborate.word_constants import kernel_at
from symattn.kernel.terms import Term, app
from symattn.primitives.kernels.word import KernelMatrix, KernelValue
from symattn.prover.library.definitions import defined

belongs_to("kernel_matrix", KernelMatrix)


@elaborates(KernelValue)
def _kernel_value(scope: Scope, node: KernelValue) -> Term:
    rows, columns = node.query.shape
    kernel = kernel_at(scope, node.kernel, columns if rows == 1 else rows, columns=rows != 1)
    return apply(kernel, _vector(scope, node.query), _vector(scope, node.key))


def _vector(scope: Scope, matrix: Any) -> Term:
    """Return the entries of a single row or column as a function of one index."""
    rows, _ = matrix.shape
    term, zero = scope.real(matrix), literal_index(0, S.One, matrix)
    return apply(term, zero) if rows == 1 else scope.under(index_type(rows), lambda a: apply(term, a, zero))


@elaborates(KernelMatrix)
def _kernel_matrix(scope: Scope, node: KernelMatrix) -> Term:
    (rows, width), columns = node.queries.shape, node.keys.shape[0]
    kernel = kernel_at(scope, node.kernel, width)
    constant = defined("kernel_matrix", size_of(rows), size_of(columns), size_of(width))
    return app(constant, kernel, scope.real(node.queries), scope.real(node.keys))
