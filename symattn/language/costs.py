"""The cost of computing an expression as it is written: operations and numbers stored, as polynomials in the sizes.

Every distinct value is computed once. Products of several matrices are read from left to right, a scalar factor
multiplies their result, and the arguments of a class are computed before its definition is followed. A value with bound
indices is computed once for each choice of those that occur in it, so that what does not depend on the head is not
repeated for every head. Reading an entry, slicing and transposing cost nothing; permutations move rows or columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from math import comb, prod
from operator import add

from sympy import (
    Add,
    Basic,
    BlockMatrix,
    Expr,
    FunctionMatrix,
    Integer,
    Lambda,
    MatrixSymbol,
    Mul,
    Poly,
    Pow,
    Product,
    S,
    Sum,
    Symbol,
    SympifyError,
    expand,
    sympify,
)
from sympy.polys.polyerrors import BasePolynomialError

from symattn.calls import checks_its_call
from symattn.errors import UsageError, answering
from symattn.language import cost_matrices, cost_scalars
from symattn.language.base.accepted import Expression
from symattn.language.base.traversal import postorder
from symattn.language.cost_counter import Counter, Operations, Part
from symattn.language.plain import in_message, plain
from symattn.language.propositions import as_expression
from symattn.registration import enter_primitives

# Importing the tables fills them; the handlers of the primitives enter by registration.
TABLES = (cost_matrices, cost_scalars, *enter_primitives("cost"))
#: How many terms a polynomial may have that is multiplied out.
MOST_TERMS = 10_000


@dataclass(frozen=True)
class Cost:
    """Hold the cost of an expression: every value that is computed, in order, and the numbers that are supplied.

    ``stored`` counts the entries of all matrices that are computed, the result among them, as when nothing is freed for
    a backward pass; ``inputs`` counts those of the symbols. ``computed`` pairs symbols in the parts that stand for a
    value computed before with that value.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> n, d = dims("n d")
    >>> X = MatrixSymbol("X", n, d)
    >>> cost(X*X.T).inputs
    d*n
    """

    parts: tuple[Part, ...]
    inputs: Expr
    computed: tuple[tuple[MatrixSymbol, Basic], ...] = field(default=(), repr=False, compare=False)

    @property
    def operations(self) -> Operations:
        """The operations of all parts together."""
        return reduce(add, (part.operations for part in self.parts), Operations())

    @property
    def multiply_adds(self) -> Expr:
        """The number of multiply–adds."""
        return self.operations.multiply_adds

    @property
    def stored(self) -> Expr:
        """The number of entries of all matrices that are computed."""
        return expand(Add(*(part.stored for part in self.parts)))

    def __str__(self) -> str:
        total = Part(Symbol("total"), self.operations, self.stored)
        rows = [("value", "multiply-adds", "other operations", "numbers stored"), *map(_row, (*self.parts, total))]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def _row(part: Part) -> tuple[str, str, str, str]:
    other = replace(part.operations, multiply_adds=S.Zero)
    counted = [(getattr(other, f.name), f.name) for f in fields(other)]
    text = ", ".join(f"{plain(number)} {name}" for number, name in counted if number != 0)
    return _formula(part.expression), plain(part.operations.multiply_adds), text, plain(part.stored)


def _formula(expression: Basic | str) -> str:
    """Write a value, in which a name such as (X*S_Q) stands for what was computed before."""
    try:
        return str(expression)
    except ValueError:  # Python does not write integers of more than 4,300 digits
        return plain(expression)


@checks_its_call
def leading_term(polynomial: Expr | int, *sizes: Symbol) -> Expr:
    """Return the part of a polynomial that has the highest degree in the given sizes together.

    >>> from symattn.language.base.dims import dims
    >>> T, d, k = dims("T d k")
    >>> leading_term(T**2*k + T**2*d + 3*T*d**2, T)
    T**2*d + T**2*k
    """
    if not sizes or not all(isinstance(size, Symbol) for size in sizes):
        raise UsageError("leading_term takes a polynomial and then its sizes one by one, as in leading_term(p, n, m)")
    try:
        polynomial = sympify(polynomial)
        if _terms_at_most(polynomial) > MOST_TERMS:
            raise UsageError(f"{in_message(polynomial)} may have more than {MOST_TERMS:,} terms")
        polynomial = Poly(polynomial, *sizes)
    except (BasePolynomialError, SympifyError, TypeError, ValueError, AttributeError):
        raise UsageError(f"{in_message(polynomial)} is no polynomial in {', '.join(map(str, sizes))}") from None
    degree = polynomial.total_degree()
    powers = [(Mul(*map(Pow, sizes, powers)), c, sum(powers)) for powers, c in polynomial.terms()]
    return expand(Add(*(c * monomial for monomial, c, total in powers if total == degree)))


def _terms_at_most(expression: Basic) -> int:
    """Return how many terms an expression has, multiplied out, before any of them are collected."""
    counts = [_terms_at_most(part) for part in expression.args]
    if isinstance(expression, Add):
        return sum(counts)
    if isinstance(expression, Mul):
        return prod(counts)
    if isinstance(expression, Pow) and isinstance(expression.exp, Integer) and expression.exp > 0:
        few, power = counts[0], int(expression.exp)
        return comb(few + power - 1, few - 1) if few < MOST_TERMS else few
    return 1


@checks_its_call
def cost(expression: Expression) -> Cost:
    """Count what it costs to compute an expression as it is written, from the expression itself.

    The counts are exact polynomials in the sizes. A row of n weights is normalised by n exponentials, n − 1 additions
    and n divisions; an n×n matrix is inverted by Gauss–Jordan elimination in place without pivoting. Raise the errors
    of the language for ill-formed expressions, UnsupportedExpression for a part whose cost is not known.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.words.attention import Attention
    >>> from symattn.language.base.dims import dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> found = cost(Attention(Q, K, V))
    >>> found.multiply_adds, found.stored, found.inputs
    (d*n*r + ell*n*r, d*r + 3*n*r, d*n + ell*n + ell*r)
    >>> print(cost(2*Q*K.T*V))
    value      multiply-adds    other operations     numbers stored
    Q*K.T      ell*n*r                               n*r
    Q*K.T*V    d*n*r                                 d*r
    2*Q*K.T*V  0                d*r multiplications  d*r
    total      d*n*r + ell*n*r  d*r multiplications  2*d*r + n*r
    """
    with answering():
        expression = as_expression(expression)
        counter = Counter()
        for part in postorder(expression, inside=_matrices_here):
            counter.visit(part, {})
        computed = tuple((symbol, matrix) for matrix, symbol in counter.stand_ins.items())
        return Cost(tuple(counter.parts), expand(Add(*counter.inputs.values())), computed)


def _matrices_here(node: Basic) -> Iterable[Basic]:
    """Return the matrices that a node is made of and that stand under no binder."""
    if isinstance(node, BlockMatrix):
        return tuple(node.blocks)
    if not isinstance(node, Expr) or isinstance(node, FunctionMatrix | Lambda | MatrixSymbol | Product | Sum):
        return ()
    return tuple(part for part in node.args if getattr(part, "is_Matrix", False))
