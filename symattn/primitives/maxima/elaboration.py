"""The largest entries of rows as a defined constant."""

from __future__ import annotations

from symattn.elaborate.scope import Scope, elaborates
from symattn.elaborate.sizes import size_of
from symattn.kernel.terms import Term, app
from symattn.primitives.maxima.word import RowMax
from symattn.prover.library.definitions import defined


@elaborates(RowMax)
def _row_max(scope: Scope, node: RowMax) -> Term:
    return app(defined("row_max", *map(size_of, node.matrix.shape)), scope.real(node.matrix))
