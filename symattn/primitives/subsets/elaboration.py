"""That an index lies in a subset: its predicate at the index, or one equation for each element."""

from __future__ import annotations

from sympy import FiniteSet

from symattn.elaborate.conditions import equal
from symattn.elaborate.formulas import either
from symattn.elaborate.indices import index, subset_variable
from symattn.elaborate.scope import Scope, elaborates
from symattn.errors import UnsupportedExpression
from symattn.kernel.terms import Term, app
from symattn.primitives.subsets.word import Member, SubsetSymbol


@elaborates(Member)
def _member(scope: Scope, node: Member) -> Term:
    if isinstance(node.subset, SubsetSymbol):
        return app(subset_variable(scope, node.subset), index(scope, node.index, node.subset.size))
    if isinstance(node.subset, FiniteSet):
        return either([equal(scope, node.index, element) for element in node.subset.args])
    raise UnsupportedExpression(node, "a subset is a SubsetSymbol or an explicit set of indices")
