"""A map applied to each row, as a defined constant."""

from __future__ import annotations

from symattn.elaborate.constants import belongs_to
from symattn.elaborate.scope import Scope, elaborates
from symattn.elaborate.sizes import size_of
from symattn.elaborate.symbols import map_variable
from symattn.kernel.terms import Term, app
from symattn.primitives.maps.word import RowMap
from symattn.prover.library.definitions import defined

belongs_to("row_map", RowMap)


@elaborates(RowMap)
def _row_map(scope: Scope, node: RowMap) -> Term:
    constant = defined("row_map", *map(size_of, (*node.rows_argument.shape, node.shape[1])))
    return app(constant, map_variable(scope, node.map), scope.real(node.rows_argument))
