"""How gradients are written."""

from __future__ import annotations

from typing import Any

from symattn.primitives.gradients.word import Gradient
from symattn.render.rules import in_latex, in_text, shown_by

shown_by(
    Gradient,
    r"\nabla_{Q} \left(L\right)_{a, b} = \left. \frac{d}{d t} L\left(Q + t E_{a, b}\right) \right|_{t = 0}, \quad"
    r" \left(E_{a, b}\right)_{i, j} = \delta_{i a} \delta_{j b}",
)


@in_latex(Gradient)
def _latex(printer: Any, expr: Gradient) -> str:
    return rf"\nabla_{{{printer._print(expr.matrix)}}} \left({printer._print(expr.number)}\right)"


@in_text(Gradient)
def _text(printer: Any, expr: Gradient) -> str:
    return f"∇_{printer._print(expr.matrix)}({printer._print(expr.number)})"
