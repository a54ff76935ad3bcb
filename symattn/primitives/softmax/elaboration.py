"""Softmax as two defined constants: the one for scores with −∞ needs an unmasked entry in every row."""

from __future__ import annotations

from symattn.elaborate.constants import belongs_to
from symattn.elaborate.matrices import is_extended
from symattn.elaborate.quantified import some_unmasked
from symattn.elaborate.scope import Scope, elaborates
from symattn.elaborate.sizes import size_of
from symattn.kernel.terms import Term, app
from symattn.primitives.softmax.word import RowSoftmax
from symattn.prover.library.definitions import defined

belongs_to("row_softmax", RowSoftmax)
belongs_to("masked_row_softmax", RowSoftmax)


@elaborates(RowSoftmax)
def _softmax(scope: Scope, node: RowSoftmax) -> Term:
    scores = scope.term(node.scores)
    rows, columns = node.shape
    sizes = size_of(rows), size_of(columns)
    if not is_extended(scores):
        return app(defined("row_softmax", *sizes), scores)
    some = some_unmasked(scope, scores, node.shape)
    scope.need(some, node.scores, "every row of {} has an unmasked entry")
    return app(defined("masked_row_softmax", *sizes), scores)
