"""How softmax is written."""

from __future__ import annotations

from typing import Any

from symattn.primitives.softmax.word import RowSoftmax
from symattn.render.rules import in_latex, in_text


@in_latex(RowSoftmax)
def _latex(printer: Any, expr: RowSoftmax) -> str:
    return printer.call(r"\operatorname{SoftMax}_{\mathrm{row}}", expr.args[0])


@in_text(RowSoftmax)
def _text(printer: Any, expr: RowSoftmax) -> str:
    return printer.call("SoftMax", expr.args)
