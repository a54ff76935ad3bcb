"""The variables that stand for declared maps of rows and families of matrices."""

from __future__ import annotations

from symattn.primitives.heads.word import HeadFamily, MatrixFamily
from symattn.primitives.maps.word import MapSymbol

from ..kernel.terms import REAL, Term, Type, Var, fun
from .scope import Scope, elaborates, matrix_type
from .sizes import index_type


def map_variable(scope: Scope, node: MapSymbol) -> Var:
    """Return the variable of a map of rows."""
    row, image = (fun(index_type(width), REAL) for width in (node.width, node.out_width))
    return scope.declared(node, fun(row, image))[0]


def family_type(family: MatrixFamily | HeadFamily) -> Type:
    """Return the type of a family: matrices of one shape, by their head."""
    return fun(index_type(family.heads), matrix_type(family.member_shape, REAL))


@elaborates(MatrixFamily)
def _family(scope: Scope, node: MatrixFamily) -> Term:
    return scope.declared(node, family_type(node))[0]
