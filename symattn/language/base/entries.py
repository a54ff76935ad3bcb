"""Entries of matrix expressions as scalars, with bound indices whose names do not depend on the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import (
    Basic,
    Expr,
    FunctionMatrix,
    HadamardPower,
    HadamardProduct,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Sum,
    Symbol,
    Transpose,
    sympify,
)
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.language.base.nodes import Node
from symattn.language.base.occurrences import binds_any, free_parts, fresh_name, names_in
from symattn.language.base.shapes import product
from symattn.language.base.substitution import Substitution, substituted


def fresh_index(name: str, *expressions: Basic) -> Symbol:
    """Return a symbol for a bound index, named like ``name`` but different from every name in the expressions.

    >>> from sympy import MatrixSymbol
    >>> fresh_index("s", MatrixSymbol("A", 2, 2)), fresh_index("s", Symbol("s"))
    (s, s_1)
    """
    return Symbol(fresh_name(name, names_in(*expressions)), integer=True, nonnegative=True)


def element(matrix: Basic, i: Any, j: Any) -> Expr:
    """Return an entry of a matrix expression, with sums and products written out and bound indices named.

    SymPy's own ``matrix[i, j]`` makes a new Dummy for each inner index of a product, and lets a sum inside a
    FunctionMatrix capture i and j; here the indices are a, a_1, …, and nothing is captured.

    >>> from sympy import MatrixSymbol
    >>> A, B = MatrixSymbol("A", 2, Symbol("n", integer=True)), MatrixSymbol("B", Symbol("n", integer=True), 2)
    >>> element(A*B, 0, 1)
    Sum(A[0, a]*B[a, 1], (a, 0, n - 1))
    """
    i, j = sympify(i), sympify(j)
    if isinstance(matrix, MatAdd):
        terms = [element(term, i, j) for term in matrix.args]
        return sum(terms[1:], terms[0])
    if isinstance(matrix, MatMul):
        coefficient, factors = matrix.as_coeff_matrices()
        if len(factors) == 1:
            return coefficient * element(factors[0], i, j)
        a = fresh_index("a", matrix, i, j)
        head, tail = factors[0], MatMul(*factors[1:])
        summand = Mul(element(head, i, a), element(tail, a, j))
        return coefficient * Sum(summand, (a, 0, head.shape[1] - 1))
    if isinstance(matrix, Transpose):
        return element(matrix.arg, j, i)
    if isinstance(matrix, MatrixSlice):
        (row, _, _), (column, _, _) = matrix.rowslice, matrix.colslice
        return element(matrix.parent, row + i, column + j)
    if isinstance(matrix, HadamardProduct):
        return Mul(*(element(factor, i, j) for factor in matrix.args))
    if isinstance(matrix, HadamardPower):
        return element(matrix.base, i, j) ** matrix.exp
    if isinstance(matrix, MatPow) and not isinstance(matrix, Inverse) and matrix.exp.is_Integer and matrix.exp > 0:
        return element(product(*[matrix.base] * int(matrix.exp), check=False), i, j)
    if isinstance(matrix, FunctionMatrix):
        return substituted(matrix.lamda.expr, dict(zip(matrix.lamda.variables, (i, j), strict=True)))
    if isinstance(matrix, Node):
        return matrix.entry(i, j)
    given = free_parts(i, j)
    return MatrixElement(matrix, i, j) if binds_any(matrix, given[i] | given[j]) else matrix[i, j]


class _IntoEntries(Substitution):
    """Put matrices for matrix symbols, and read the entries of what is put."""

    def rebuilt(self, node: Any) -> Basic:
        return element(*map(self.of, node.args)) if isinstance(node, MatrixElement) else super().rebuilt(node)


def entries_put(expression: Expr, values: Mapping[MatrixSymbol, Basic]) -> Any:
    """Put matrices for matrix symbols, with entries of them read as `element` reads them; nothing is captured.

    >>> from sympy import MatrixSymbol
    >>> A, B = MatrixSymbol("A", 2, 3), MatrixSymbol("B", 3, 2)
    >>> entries_put(A[0, 1] + 1, {A: B.T})
    B[1, 0] + 1
    """
    return _IntoEntries(values, free_parts(expression, *values.values())).of(expression)
