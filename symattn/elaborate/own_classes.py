"""Matrices of classes that the user writes, elaborated by what they are defined to be."""

from __future__ import annotations

from typing import Any

from symattn.errors import UnsupportedExpression
from symattn.language.base.binders import check_definition
from symattn.language.base.nodes import Node
from symattn.language.base.own_classes import definition_of
from symattn.language.base.shapes import shapes_equal

from ..kernel.terms import Term
from .constants import by_value
from .scope import Scope, elaborates


@elaborates(Node)
def by_definition(scope: Scope, node: Any) -> Term:
    """Elaborate a matrix of another class by what it is defined to be."""
    if not hasattr(node, "definition"):
        raise UnsupportedExpression(node, f"{type(node).__name__} has no definition")
    value: Any = definition_of(node)
    check_definition(node, value)
    if not shapes_equal(node.shape, value.shape):
        (r, n), (k, m) = node.shape, value.shape
        raise UnsupportedExpression(node, f"its shape is {r}×{n}, and that of its definition is {k}×{m}")
    return by_value(type(node), scope.term(value))
