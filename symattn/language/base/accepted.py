"""What a caller may write, as types: a size, an expression, a statement, what is given.

SymPy has no types of its own, so that mypy takes its classes for Any; they are written here for the reader, and for
tools that know them.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from sympy import Basic, Expr, MatrixBase

#: How many rows, columns, heads or terms there are.
Size: TypeAlias = int | Expr
#: A scalar or a matrix.
Expression: TypeAlias = Expr | MatrixBase | int | float | Fraction
#: A proposition, an equation or inequality of SymPy, or the two sides of an equation.
Statement: TypeAlias = Basic | tuple[Expression, Expression]
#: What may be used beside what is declared: one statement, or several; SymPy may have evaluated some of them.
Given: TypeAlias = Statement | Iterable[Statement | bool]
