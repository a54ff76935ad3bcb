"""Softmax, masks, row maps and rotations by blocks: the primitives of the language beside matrix algebra."""

from __future__ import annotations

from sympy import S

from symattn.language.attention import RowSoftmax
from symattn.language.base.dims import split_size
from symattn.language.base.symbols import SubsetSymbol
from symattn.language.encodings import BlockRotation, SineCosine
from symattn.language.maps import MapSymbol, RowMap
from symattn.language.masks import CausalMask, PrefixMask, SubsetMask

from ..kernel.terms import REAL, Term, Var, app, equation, fin, fun
from ..prover.library.definitions import defined
from .formulas import either
from .indices import subset_variable
from .matrices import is_extended
from .quantified import some_unmasked
from .scope import Scope, elaborates
from .sizes import index_type, literal_index, size_of


def map_variable(scope: Scope, node: MapSymbol) -> Var:
    """Return the variable of a map of rows."""
    row, image = (fun(index_type(width), REAL) for width in (node.width, node.out_width))
    return scope.declared(node, fun(row, image))[0]


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


@elaborates(RowMap)
def _row_map(scope: Scope, node: RowMap) -> Term:
    constant = defined("row_map", *map(size_of, (*node.rows_argument.shape, node.shape[1])))
    return app(constant, map_variable(scope, node.map), scope.real(node.rows_argument))


@elaborates(SineCosine)
def _sine_cosine(scope: Scope, node: SineCosine) -> Term:
    return app(defined("sine_cosine", size_of(node.angles.shape[0])), scope.real(node.angles))


@elaborates(BlockRotation)
def _block_rotation(scope: Scope, node: BlockRotation) -> Term:
    return app(defined("block_rotation", size_of(node.angles.shape[0])), scope.real(node.angles))


@elaborates(PrefixMask)
def _prefix_mask(scope: Scope, node: PrefixMask) -> Term:
    seen, whole = node.args
    one, size = size_of(S.One), size_of(whole)
    rest = split_size(whole, seen)
    shown = defined("everything", one, size) if rest is None else defined("prefix", size_of(seen), size_of(rest))
    return app(defined("mask", one, size), shown)


@elaborates(CausalMask)
def _causal_mask(scope: Scope, node: CausalMask) -> Term:
    size = size_of(node.shape[0])
    return app(defined("mask", size, size), defined("causal", size))


@elaborates(SubsetMask)
def _subset_mask(scope: Scope, node: SubsetMask) -> Term:
    subset, whole = node.args
    size = size_of(whole)
    seen: Term
    if isinstance(subset, SubsetSymbol):
        seen = subset_variable(scope, subset)
    else:
        members = [literal_index(int(k), whole, node) for k in subset.args]
        seen = scope.under(fin(size), lambda j: either([equation(j, member) for member in members]))
    return app(defined("mask", size_of(S.One), size), app(defined("subset", size), seen))
