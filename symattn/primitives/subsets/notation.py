"""How memberships are written."""

from __future__ import annotations

from typing import Any

from symattn.primitives.subsets.word import Member
from symattn.render.rules import in_latex, in_text


@in_latex(Member)
def _latex(printer: Any, expr: Member) -> str:
    return rf"{printer._print(expr.args[0])} \in {printer._print(expr.args[1])}"


@in_text(Member)
def _text(printer: Any, expr: Member) -> str:
    return f"{printer._print(expr.args[0])} ∈ {printer._print(expr.args[1])}"
