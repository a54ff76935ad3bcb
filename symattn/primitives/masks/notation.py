"""How masks with a formula are written."""

from __future__ import annotations

from typing import Any

from symattn.primitives.masks.word import CausalMask, PrefixMask, SubsetMask
from symattn.primitives.subsets.word import SubsetSymbol
from symattn.render.rules import in_latex


@in_latex(PrefixMask, like_a_name=True)
def _prefix(printer: Any, expr: PrefixMask) -> str:
    shown, size = map(printer._print, expr.args)
    return rf"\operatorname{{mask}}_{{{shown}}}^{{({size})}}"


@in_latex(SubsetMask, like_a_name=True)
def _subset(printer: Any, expr: SubsetMask) -> str:
    subset, size = map(printer._print, expr.args)
    of = "" if isinstance(expr.args[0], SubsetSymbol) else f"_{{({size})}}"
    return rf"\operatorname{{mask}}^{{{subset}}}{of}"


@in_latex(CausalMask, like_a_name=True)
def _causal(printer: Any, expr: CausalMask) -> str:
    return rf"\operatorname{{Causal}}_{{{printer._print(expr.args[0])}}}"
