"""How maps are written: by their names before their arguments."""

from __future__ import annotations

from typing import Any

from symattn.primitives.maps.word import RowMap
from symattn.render.rules import in_latex, in_text


@in_latex(RowMap)
def _latex(printer: Any, expr: RowMap) -> str:
    return printer.call(printer._print(expr.args[0]), expr.args[1])


@in_text(RowMap)
def _text(printer: Any, expr: RowMap) -> str:
    return printer.call(printer._print(expr.args[0]), expr.args[1:])
