"""How the matrix of a position is written: the encoding before the position."""

from __future__ import annotations

from typing import Any

from symattn.primitives.sequential.word import EncodingStep
from symattn.render.rules import in_latex, in_text


@in_latex(EncodingStep)
def _latex(printer: Any, expr: EncodingStep) -> str:
    return rf"{printer._print(expr.args[0])}\left({printer._print(expr.args[1])}\right)"


@in_text(EncodingStep)
def _text(printer: Any, expr: EncodingStep) -> str:
    return f"{printer._print(expr.args[0])}({printer._print(expr.args[1])})"
