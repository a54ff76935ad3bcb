"""The matrix of a position: the variable of the encoding, applied to a natural number."""

from __future__ import annotations

from typing import Any

from symattn.elaborate.exponents import natural
from symattn.elaborate.scope import Scope, elaborates
from symattn.elaborate.sequential import encoding_variable
from symattn.kernel.terms import Term, app
from symattn.primitives.sequential.word import EncodingStep


@elaborates(EncodingStep)
def _step(scope: Scope, node: Any) -> Term:
    symbol, position = node.args
    phi = scope.bindings.get(symbol) or encoding_variable(scope, symbol)
    return app(phi, natural(scope, position))
