"""How similarity kernels are written: by their names before their arguments."""

from __future__ import annotations

from typing import Any

from symattn.primitives.kernels.word import KernelMatrix, KernelValue, SimilarityKernel
from symattn.render.rules import in_latex, in_text


@in_latex(KernelMatrix, KernelValue)
def _latex(printer: Any, expr: Any) -> str:
    return printer.call(printer._print(expr.args[0]), *expr.args[1:])


@in_text(KernelMatrix, KernelValue)
def _text(printer: Any, expr: Any) -> str:
    return printer.call(printer._print(expr.args[0]), expr.args[1:])


@in_text(SimilarityKernel)
def _name(printer: Any, expr: SimilarityKernel) -> str:
    return type(expr).__name__
