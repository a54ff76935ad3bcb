"""Masks with a formula: which keys are seen, as a defined constant under the constant of masks."""

from __future__ import annotations

from sympy import S

from symattn.elaborate.constants import belongs_to
from symattn.elaborate.formulas import either
from symattn.elaborate.indices import subset_variable
from symattn.elaborate.scope import Scope, elaborates
from symattn.elaborate.sizes import literal_index, size_of
from symattn.kernel.terms import Term, app, equation, fin
from symattn.language.base.dims import split_size
from symattn.primitives.masks.word import CausalMask, PrefixMask, SubsetMask
from symattn.primitives.subsets.word import SubsetSymbol
from symattn.prover.library.definitions import defined

belongs_to("causal", CausalMask)
belongs_to("prefix", PrefixMask)
belongs_to("subset", SubsetMask)


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
