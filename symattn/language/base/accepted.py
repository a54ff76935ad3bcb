"""The types of what a caller may write: a size, a number, a matrix, an expression, a statement, hypotheses.

SymPy has no types of its own, so that mypy takes its classes for Any; they are written here for the reader, and for
tools that know them.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from sympy import Basic, Expr, Idx, MatrixBase, Symbol

#: How many rows, columns, heads or terms there are, and a place among these.
Size: TypeAlias = int | Expr
#: A number.
Number: TypeAlias = Expr | int | float | Fraction
#: A matrix of symbolic size, or one that is written out; to pyright, a product of the former is an Expr.
Matrix: TypeAlias = Expr | MatrixBase
#: A scalar or a matrix.
Expression: TypeAlias = Expr | MatrixBase | int | float | Fraction
#: What a word may be applied to: an expression, or anything else that is declared.
Argument: TypeAlias = Basic | MatrixBase | int | float | Fraction
#: An index with its range: Idx("h", H), or (h, 0, H - 1) as in a sum.
Ranged: TypeAlias = Idx | tuple[Symbol, int, Size]
#: A proposition, an equation or inequality of SymPy, or the two sides of an equation.
Statement: TypeAlias = Basic | tuple[Expression, Expression]
#: What may be used beside what is declared: one statement, or several; SymPy may have evaluated some of them.
Given: TypeAlias = Statement | Iterable[Statement | bool]
