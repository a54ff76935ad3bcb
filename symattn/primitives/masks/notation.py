"""How masks with a formula are written."""

from __future__ import annotations

from typing import Any

from symattn.primitives.masks.word import CausalMask, PrefixMask, SubsetMask
from symattn.render.rules import in_latex


@in_latex(PrefixMask, like_a_name=True, without_shape=True)
def _prefix(printer: Any, expr: PrefixMask) -> str:
    return rf"\operatorname{{mask}}_{{{printer._print(expr.args[0])}}}"


@in_latex(SubsetMask, like_a_name=True, without_shape=True)
def _subset(printer: Any, expr: SubsetMask) -> str:
    return rf"\operatorname{{mask}}^{{{printer._print(expr.args[0])}}}"


@in_latex(CausalMask, like_a_name=True)
def _causal(printer: Any, expr: CausalMask) -> str:
    return rf"\operatorname{{Causal}}_{{{printer._print(expr.args[0])}}}"
