"""A cost as a table, in LaTeX: what each value takes to compute, and how many numbers it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from symattn.render.latex import latex

HEAD = ("value", "multiply–adds", "other operations", "numbers stored")


def _rows(cost: Any) -> Iterator[tuple[Any, Any, list[tuple[Any, str]], Any]]:
    """List value, multiply–adds, other operations (each a number and a name) and numbers stored; at last the total."""
    parts = [(part.expression, part.operations, part.stored) for part in cost.parts]
    for value, operations, stored in (*parts, ("total", cost.operations, cost.stored)):
        counts = [(getattr(operations, field.name), field.name) for field in fields(operations)]
        others = [(number, name) for number, name in counts if name != "multiply_adds" and number != 0]
        yield value, operations.multiply_adds, others, stored


def _written(cost: Any, value: Any) -> str:
    """Write a value as LaTeX, with the values computed before in parentheses instead of the symbols for them."""
    source = latex(value)
    for symbol, matrix in reversed(cost.computed):  # later ones may contain earlier ones
        if symbol.name == f"({matrix})":
            source = source.replace(latex(symbol), rf"\left({latex(matrix)}\right)")
    return source


def cost_latex(cost: Any) -> str:
    """Write a cost as an `array`, for use in math mode.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.costs import cost
    >>> print(cost_latex(cost(MatrixSymbol("A", 2, 2)**2)))
    \\begin{array}{llll}
    \\text{value} & \\text{multiply–adds} & \\text{other operations} & \\text{numbers stored} \\\\ \\hline
    A A & 8 &  & 4 \\\\ \\hline
    \\text{total} & 8 &  & 4
    \\end{array}
    """
    lines = [" & ".join(rf"\text{{{title}}}" for title in HEAD) + r" \\ \hline"]
    for value, multiply_adds, others, stored in _rows(cost):
        cells = [
            rf"\text{{{value}}}" if isinstance(value, str) else _written(cost, value),
            latex(multiply_adds),
            r",\ ".join(rf"{latex(number)} \text{{ {name}}}" for number, name in others),
            latex(stored),
        ]
        lines.append(" & ".join(cells) + r" \\")
    *body, last, total = lines
    return "\n".join([r"\begin{array}{llll}", *body, rf"{last} \hline", total.removesuffix(r" \\"), r"\end{array}"])
