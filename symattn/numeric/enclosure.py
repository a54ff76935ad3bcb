"""Rigorous evaluation: each entry of an expression as an exact rational or as a ball that surely contains it.

The values of the symbols are exact (see `exact.py`), so the result encloses the true value whatever the precision; a
wider ball is all that a low precision costs. Nothing is shifted, reordered or approximated: the definitions are
followed as they are written, on small matrices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, ClassVar, TypeVar

import sympy as sp
from flint import arb, ctx, fmpq
from sympy import Basic
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import ShapeError, UnsupportedExpression, UsageError
from symattn.language.base.derivatives import read_derivative
from symattn.language.base.symbols import NamedObject
from symattn.language.words.sympy_classes import is_repeated_product
from symattn.numeric import exact, jets
from symattn.numeric.bindings import solve_sizes
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.exact import (
    MINUS_INFINITY,
    MOST_BITS,
    ONE,
    ZERO,
    Exhausted,
    Matrix,
    Scalar,
    Undefined,
)
from symattn.numeric.jets import Jet
from symattn.numeric.walk import Walker, definition_of, sum_limits, variables_under

Handler = TypeVar("Handler", bound=Callable[..., Any])
#: The entries of a vector; they are finite, which the types do not say.
Vector = tuple[Any, ...]


def handles(*classes: type) -> Callable[[Handler], Handler]:
    """Enter a function into the table of the enclosing evaluator for some SymPy classes."""

    def enter(handler: Handler) -> Handler:
        Encloser.handlers.update(dict.fromkeys(classes, handler))
        return handler

    return enter


class Encloser(Walker):
    """Evaluate in exact and ball arithmetic: a matrix is a tuple of rows, a condition a bool.

    ``work`` counts what was computed, one for a node and a quarter for an entry or a term of a sum; Exhausted is raised
    when it exceeds ``limit``.
    """

    handlers: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {}

    def __init__(self, bindings: Mapping[Basic, Any], limit: float = math.inf) -> None:
        super().__init__(dict(bindings))
        self.work, self.limit = 0.0, limit
        self.level = 0  # how many derivatives are being taken here, one inside another

    def spend(self, work: float) -> None:
        """Count work that is about to be done; raise Exhausted when it is more than is allowed."""
        self.work += work
        if self.work > self.limit:
            raise Exhausted

    def matrix(self, expr: Basic) -> Matrix:
        """Return the value of a matrix expression."""
        found: Matrix = self.value(expr)
        return found

    def number(self, expr: Basic) -> Scalar:
        """Return the value of a scalar expression; sizes and indices become rationals."""
        if isinstance(expr, sp.Rational) and (known := _short(expr)) is not None:
            self.spend(1)
            return known
        found: Scalar = self.value(expr)
        return found

    def build(self, expr: MatrixExpr, entry: Callable[[int, int], Scalar]) -> Matrix:
        """Return the matrix with the shape of an expression and the given entries."""
        rows, columns = self.shape(expr)
        self.spend(rows * columns / 4)
        return tuple(tuple(entry(i, j) for j in range(columns)) for i in range(rows))

    def size(self, expr: Basic) -> int:
        if isinstance(expr, sp.Integer):
            self.spend(1)
            return int(expr.p)
        value = self.bindings.get(expr) if isinstance(expr, sp.Symbol) else None
        if value is None:
            value = self.value(expr)
        if not isinstance(value, fmpq) or value.q != 1:
            raise UnsupportedExpression(expr, "it is used as a size or index, but its value is no integer")
        return int(value.p)

    def _compute(self, expr: Basic) -> Any:
        handler = self.handlers.get(type(expr)) or self.handler_of(type(expr))
        if handler is not None:
            result = handler(self, expr)
        elif isinstance(expr, MatrixExpr) and not hasattr(expr, "definition"):
            return self.build(expr, lambda i, j: self.number(_written_entry(expr, i, j)))
        else:
            result = super()._compute(expr)
        kind = type(result)
        if kind is tuple:
            self.spend(1 + len(result) * len(result[0]) / 4)
        else:
            self.spend(2 if kind is arb else 1)
            if kind is fmpq and result.height_bits() > MOST_BITS:
                return arb(result)
        return result


@lru_cache(maxsize=1024)
def _short(number: sp.Rational) -> fmpq | None:
    """Return a number as it is written in an expression, unless it is so long that it is enclosed in a ball."""
    value = fmpq(int(number.p), int(number.q))
    return value if value.height_bits() <= MOST_BITS else None


def _written_entry(expr: MatrixExpr, i: int, j: int) -> Basic:
    entry = expr[i, j]
    if isinstance(entry, MatrixElement) and entry.parent == expr:
        raise UnsupportedExpression(expr, f"{type(expr).__name__} has no numerical meaning here")
    return entry


def enclose(expr: Basic, bindings: Mapping[Basic, Any], precision: int = 64) -> Any:
    """Return a rigorous enclosure of an expression: one scalar, or a tuple of rows of scalars.

    Numbers and entries of matrices are given as `fmpq`, `int` or a float, which is what it is in binary (or −∞ in a
    mask), a permutation as its matrix, a similarity kernel and a map as functions of tuples of scalars, a subset as a
    frozenset. Sizes are read from the shapes where these determine them. Raise Undefined where the expression has no
    value, Imprecise where more bits may help, UndeclaredSymbol for a missing value, ShapeError for a matrix of another
    shape than declared, UsageError for what is no number.

    >>> from sympy import Symbol, cos, sin
    >>> x = Symbol("x", real=True)
    >>> enclose(sin(x)**2 + cos(x)**2, {x: fmpq(1, 3)}).overlaps(arb(1))
    True
    """
    given = {symbol: _exact(symbol, value) for symbol, value in bindings.items()}
    sizes: dict[Basic, Any] = {s: int(x.p) for s, x in given.items() if isinstance(x, fmpq) and x.q == 1}
    matrices = [(s, x) for s, x in given.items() if isinstance(s, sp.MatrixSymbol) and isinstance(x, tuple)]
    solve_sizes(sizes, [(s, s.shape, _shape_of(s, x)) for s, x in matrices])
    with ctx.workprec(precision):
        return Encloser({**{s: fmpq(count) for s, count in sizes.items()}, **given}).value(expr)


def _exact(symbol: Basic, value: Any) -> Any:
    """Return numbers as rationals, those in the rows of a matrix too; anything else as it is."""
    value = value.tolist() if callable(getattr(value, "tolist", None)) else value  # an array of any library
    if isinstance(value, int) and not isinstance(value, bool):
        return fmpq(value)
    if isinstance(value, sp.Rational):
        return fmpq(int(value.p), int(value.q))
    if value is sp.S.NegativeInfinity:
        return MINUS_INFINITY
    if isinstance(value, float | Fraction):
        if value == -math.inf:
            return MINUS_INFINITY
        if isinstance(value, float) and not math.isfinite(value):
            raise UsageError(f"the value of {symbol} is {value}; numbers are needed")
        return fmpq(*value.as_integer_ratio())
    return tuple(_exact(symbol, part) for part in value) if isinstance(value, tuple | list) else value


def _shape_of(symbol: Basic, rows: Any) -> tuple[int, ...]:
    """Return the shape of nested tuples; raise UsageError where the rows of a matrix differ in length."""
    widths = {len(row) for row in rows if isinstance(row, tuple)}
    if len(widths) > 1:
        raise UsageError(f"the rows of the value of {symbol} differ in length")
    if not widths or not rows:
        raise ShapeError(symbol, tuple(getattr(symbol, "shape", ())), (len(rows),))
    return (len(rows), *widths)


# Scalars


@handles(sp.Rational)
def _rational(self: Encloser, expr: Any) -> Scalar:
    return fmpq(int(expr.p), int(expr.q))


@handles(sp.Symbol, sp.Idx, sp.MatrixSymbol, NamedObject)
def _symbol(self: Encloser, expr: Any) -> Any:
    return self.lookup(expr)


@handles(type(sp.S.NegativeInfinity))
def _minus_infinity(self: Encloser, expr: Any) -> Scalar:
    return MINUS_INFINITY


@handles(type(sp.pi))
def _pi(self: Encloser, expr: Any) -> Scalar:
    return arb.pi()


@handles(type(sp.E))
def _e(self: Encloser, expr: Any) -> Scalar:
    return arb(1).exp()


@handles(sp.Add)
def _sum_of_terms(self: Encloser, expr: Any) -> Scalar:
    return reduce(exact.add, (self.number(term) for term in expr.args))


@handles(sp.Mul)
def _product_of_factors(self: Encloser, expr: Any) -> Scalar:
    return reduce(exact.multiply, (self.number(factor) for factor in expr.args))


@handles(sp.Pow)
def _power(self: Encloser, expr: Any) -> Any:
    if expr.base is sp.E:
        return exact.exponential(self.number(expr.exp))
    base = self.number(expr.base)
    if isinstance(base, Complex):
        exponent = self.size(expr.exp)
        return base.power(exponent, exact.divide) if exponent else ONE
    return exact.power(base, self.number(expr.exp))


UNARY = {
    sp.exp: exact.exponential,
    sp.sin: exact.sine,
    sp.cos: exact.cosine,
    sp.log: exact.logarithm,
    sp.Abs: exact.absolute,
}


@handles(*UNARY)
def _unary(self: Encloser, expr: Any) -> Any:
    value = self.number(expr.args[0])
    if isinstance(value, Complex):
        if isinstance(expr, sp.Abs):
            return exact.square_root(value.square)
        size = exact.exponential(value.real)
        return Complex(size * exact.cosine(value.imag), size * exact.sine(value.imag))
    return UNARY[type(expr)](value)


@handles(sp.Max, sp.Min)
def _extreme(self: Encloser, expr: Any) -> Scalar:
    choose: Callable[[Any, Any], Any] = exact.maximum if isinstance(expr, sp.Max) else exact.minimum
    return reduce(choose, [exact.real(self.number(arg)) for arg in expr.args])


@handles(sp.KroneckerDelta)
def _delta(self: Encloser, expr: Any) -> Scalar:
    i, j = (self.number(index) for index in expr.args[:2])
    equal = exact.compare(i, j) == 0
    if equal and len(expr.args) == 3:  # the delta is 0 outside of its range
        first, last = (self.number(bound) for bound in expr.args[2])
        equal = exact.compare(first, i) <= 0 and exact.compare(i, last) <= 0
    return ONE if equal else ZERO


@handles(sp.floor)
def _floor(self: Encloser, expr: Any) -> Scalar:
    value = self.number(expr.args[0])
    if not isinstance(value, fmpq):
        raise Undefined("the floor of a number that is not rational")
    return fmpq(value.floor())


@handles(sp.Mod)
def _remainder(self: Encloser, expr: Any) -> Scalar:
    dividend, divisor = (self.number(part) for part in expr.args)
    if not isinstance(dividend, fmpq) or not isinstance(divisor, fmpq) or divisor == 0:
        raise Undefined("the remainder of numbers that are not rational")
    return dividend - divisor * fmpq((dividend / divisor).floor())


@handles(sp.factorial, sp.binomial)
def _binomial(self: Encloser, expr: Any) -> Scalar:
    """Return k!, or x(x − 1)⋯(x − k + 1)/k!, factor by factor."""
    *above, count = (self.number(part) for part in expr.args)
    if not isinstance(count, fmpq) or count.q != 1 or count < 0:
        raise Undefined("a factorial or a binomial of what is no natural number")
    result: Scalar = ONE
    for place in range(int(count.p)):
        factor = fmpq(place + 1) if not above else exact.divide(exact.add(above[0], fmpq(-place)), fmpq(place + 1))
        result = exact.multiply(result, factor)
    return result


@handles(sp.Piecewise)
def _piecewise(self: Encloser, expr: Any) -> Scalar:
    for branch, condition in expr.args:
        if self.value(condition):
            return self.number(branch)
    raise Undefined("no condition of a Piecewise holds")


@handles(sp.Sum)
def _sum(self: Encloser, expr: Any) -> Scalar:
    return sum_over(self, expr.function, list(sum_limits(expr)))


@handles(sp.Product)
def _product(self: Encloser, expr: Any) -> Scalar:
    return _over_limits(self, expr.function, list(sum_limits(expr)), ONE, exact.multiply)


def sum_over(self: Encloser, body: Basic, limits: Sequence[tuple[Basic, Basic, Basic]]) -> Scalar:
    """Return the sum over some limits, outermost first."""
    return _over_limits(self, body, limits, ZERO, exact.add)


def _over_limits(
    self: Encloser,
    body: Basic,
    limits: Sequence[tuple[Basic, Basic, Basic]],
    neutral: Scalar,
    together: Callable[[Scalar, Scalar], Scalar],
) -> Scalar:
    """Return the sum over some limits, or the product."""
    if not limits:
        return self.number(body)
    (variable, lower, upper), *inner = limits
    total = neutral
    first, last = self.size(lower), self.size(upper)
    if last < first - 1:
        raise Undefined("a sum or product whose upper limit lies below its lower limit")
    if together is exact.add and last >= first and variable not in variables_under(inner, body):
        return exact.multiply(fmpq(last + 1 - first), _over_limits(self, body, inner, neutral, together))
    for index in range(first, last + 1):
        self.spend(0.25)
        with self.bound(variable, fmpq(index)):
            total = together(total, _over_limits(self, body, inner, neutral, together))
    return total


@handles(sp.Derivative)
def _derivative(self: Encloser, expr: Any) -> Scalar:
    expression, variables = read_derivative(expr)
    return _repeated(self, expression, variables)


def _repeated(self: Encloser, expression: Basic, variables: Sequence[Any]) -> Scalar:
    """Return the number that is left after differentiating by some variables, one after the other."""
    if not variables:
        return self.number(expression)
    *earlier, last = variables
    if isinstance(last, MatrixElement):
        place = self.size(last.i), self.size(last.j)
        return by_entry(self, last.parent, place, lambda inner: _repeated(inner, expression, earlier))
    jet = Jet(self.level + 1, exact.real(self.number(last)), ONE)
    return _slope(self, last, jet, lambda inner: _repeated(inner, expression, earlier))


def by_entry(self: Encloser, matrix: Basic, place: tuple[int, int], value: Callable[[Encloser], Scalar]) -> Scalar:
    entries: list[list[Any]] = [list(row) for row in self.matrix(matrix)]
    i, j = place
    if not (0 <= i < len(entries) and 0 <= j < len(entries[0])):
        raise Undefined("an index outside its matrix")
    entries[i][j] = Jet(self.level + 1, exact.real(entries[i][j]), ONE)
    return _slope(self, matrix, exact.freeze(entries), value)


def _slope(self: Encloser, symbol: Basic, varying: Any, value: Callable[[Encloser], Scalar]) -> Scalar:
    """Return the derivative of a value while a symbol varies."""
    inner = self.elsewhere(symbol, varying)
    inner.level = self.level + 1
    try:
        result: Scalar = jets.slope_at(exact.real(value(inner)), inner.level)
    finally:
        self.work = inner.work
    return result


@handles(MatrixElement)
def _entry(self: Encloser, expr: Any) -> Scalar:
    matrix = self.matrix(expr.parent)
    i, j = self.size(expr.i), self.size(expr.j)
    if not (0 <= i < len(matrix) and 0 <= j < len(matrix[0])):
        raise Undefined("an index outside its matrix")
    return matrix[i][j]


# Conditions


@handles(type(sp.true), type(sp.false))
def _truth(self: Encloser, expr: Any) -> bool:
    return expr is sp.true


RELATIONS: dict[type, Callable[[int], bool]] = {
    sp.Eq: lambda order: order == 0,
    sp.Ne: lambda order: order != 0,
    sp.Lt: lambda order: order < 0,
    sp.Le: lambda order: order <= 0,
    sp.Gt: lambda order: order > 0,
    sp.Ge: lambda order: order >= 0,
}


@handles(Relational)
def _relation(self: Encloser, expr: Any) -> bool:
    return RELATIONS[type(expr)](exact.compare(self.number(expr.lhs), self.number(expr.rhs)))


@handles(sp.And, sp.Or)
def _connective(self: Encloser, expr: Any) -> bool:
    return (all if isinstance(expr, sp.And) else any)(self.value(part) for part in sp.ordered(expr.args))


@handles(sp.Not)
def _negation(self: Encloser, expr: Any) -> bool:
    return not self.value(expr.args[0])


# Matrices


@handles(sp.MatMul)
def _matrix_product(self: Encloser, expr: Any) -> Matrix:
    scalars = [self.number(factor) for factor in expr.args if not factor.is_Matrix]
    factors = [self.matrix(factor) for factor in expr.args if factor.is_Matrix]
    matrix = factors[0]
    for factor in factors[1:]:
        self.spend(len(matrix) * len(factor) * len(factor[0]) / 10)
        matrix = exact.matrix_product(matrix, factor)
    if not scalars:
        return matrix
    scale = reduce(exact.multiply, scalars)
    return tuple(tuple(exact.multiply(scale, x) for x in row) for row in matrix)


@handles(sp.MatAdd)
def _matrix_sum(self: Encloser, expr: Any) -> Matrix:
    return _entrywise(exact.add, [self.matrix(term) for term in expr.args])


@handles(sp.HadamardProduct)
def _entrywise_product(self: Encloser, expr: Any) -> Matrix:
    return _entrywise(exact.multiply, [self.matrix(factor) for factor in expr.args])


@handles(sp.HadamardPower)
def _entrywise_power(self: Encloser, expr: Any) -> Matrix:
    if not is_repeated_product(expr):
        return self.matrix(definition_of(expr))
    return _entrywise(exact.multiply, [self.matrix(expr.base)] * int(expr.exp))


def _entrywise(operation: Callable[[Scalar, Scalar], Scalar], matrices: Sequence[Matrix]) -> Matrix:
    return tuple(
        tuple(reduce(operation, entries) for entries in zip(*rows, strict=True)) for rows in zip(*matrices, strict=True)
    )


@handles(sp.Transpose)
def _transpose(self: Encloser, expr: Any) -> Matrix:
    return exact.transpose(self.matrix(expr.arg))


@handles(sp.Inverse)
def _inverse(self: Encloser, expr: Any) -> Matrix:
    return exact.inverse(self.matrix(expr.arg))


@handles(sp.Determinant)
def _determinant(self: Encloser, expr: Any) -> Scalar:
    return exact.determinant(self.matrix(expr.arg))


@handles(sp.MatPow)
def _matrix_power(self: Encloser, expr: Any) -> Matrix:
    base, exponent = self.matrix(expr.base), self.size(expr.exp)
    if exponent < 0:
        base, exponent = exact.inverse(base), -exponent
    return exact.matrix_power(base, exponent)


@handles(sp.Identity)
def _identity(self: Encloser, expr: Any) -> Matrix:
    return self.build(expr, lambda i, j: ONE if i == j else ZERO)


@handles(sp.ZeroMatrix, sp.OneMatrix)
def _constant(self: Encloser, expr: Any) -> Matrix:
    return self.build(expr, lambda i, j: ONE if isinstance(expr, sp.OneMatrix) else ZERO)


@handles(sp.ImmutableDenseMatrix)
def _explicit(self: Encloser, expr: Any) -> Matrix:
    return self.build(expr, lambda i, j: self.number(expr[i, j]))


@handles(MatrixSlice)
def _slice(self: Encloser, expr: Any) -> Matrix:
    matrix = self.matrix(expr.parent)
    parts = [[self.size(part) for part in bounds] for bounds in (expr.rowslice, expr.colslice)]
    for (start, stop, _), size in zip(parts, (len(matrix), len(matrix[0])), strict=True):
        if not 0 <= start <= stop <= size:
            raise Undefined("a slice that lies outside its matrix")
    rows, columns = (range(*bounds) for bounds in parts)
    return tuple(tuple(matrix[i][j] for j in columns) for i in rows)


@handles(sp.BlockMatrix)
def _blocks(self: Encloser, expr: Any) -> Matrix:
    rows, columns = expr.blockshape
    result: list[tuple[Scalar, ...]] = []
    for i in range(rows):
        strips = [self.matrix(expr.blocks[i, j]) for j in range(columns)]
        result.extend(sum(parts, ()) for parts in zip(*strips, strict=True))
    return tuple(result)


@handles(sp.DiagMatrix)
def _with_diagonal(self: Encloser, expr: Any) -> Matrix:
    diagonal = [x for row in self.matrix(expr.args[0]) for x in row]
    return self.build(expr, lambda i, j: diagonal[i] if i == j else ZERO)


@handles(sp.FunctionMatrix)
def _function_matrix(self: Encloser, expr: Any) -> Matrix:
    """Compute the entries row by row: what does not depend on the column is computed once in each row."""
    (row, column), body = expr.lamda.variables, expr.lamda.expr
    rows, columns = self.shape(expr)
    self.spend(rows * columns / 4)

    def entry(j: int) -> Scalar:
        with self.bound(column, fmpq(j)):
            return self.number(body)

    def entries(i: int) -> tuple[Scalar, ...]:
        with self.bound(row, fmpq(i)):
            return tuple(map(entry, range(columns)))

    return tuple(map(entries, range(rows)))


def inner_product(q: Vector, k: Vector) -> Any:
    """Return Σ q_a k_a."""
    return sum((x * y for x, y in zip(q, k, strict=True)), ZERO)


def squared_distance(q: Vector, k: Vector) -> Any:
    """Return Σ (q_a − k_a)²."""
    return sum(((x - y) * (x - y) for x, y in zip(q, k, strict=True)), ZERO)
