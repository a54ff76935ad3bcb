"""The cost of computing an expression as it is written: operations and numbers stored, as polynomials in the sizes.

Every distinct value is computed once. Products of several matrices are read from left to right, a scalar factor
multiplies their result, and the arguments of a class are computed before its definition is followed. A value with bound
indices is computed once for each choice of those that occur in it, so that what does not depend on the head is not
repeated for every head. Reading an entry, slicing and transposing cost nothing; permutations move rows or columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from operator import add
from typing import Any, TypeVar

from sympy import (
    Abs,
    Add,
    Basic,
    BlockMatrix,
    Expr,
    FunctionMatrix,
    HadamardProduct,
    Idx,
    ImmutableDenseMatrix,
    Integer,
    Inverse,
    KroneckerDelta,
    Lambda,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Max,
    Min,
    Mul,
    Piecewise,
    Poly,
    Pow,
    S,
    Sum,
    Symbol,
    Transpose,
    cos,
    exp,
    expand,
    log,
    sin,
    sympify,
)
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFunction
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice
from sympy.matrices.expressions.special import Identity, OneMatrix, ZeroMatrix

from symattn.errors import UnsupportedExpression
from symattn.language.attention import RowSoftmax
from symattn.language.dims import is_dim
from symattn.language.encodings import BlockRotation, SineCosine
from symattn.language.heads import FamilyMember, HeadBlock, HeadConcat, HeadFamily, HeadStack, HeadSum
from symattn.language.inspection import free_atoms
from symattn.language.masks import CausalMask, PrefixMask, SubsetMask
from symattn.language.propositions import as_expression
from symattn.language.shapes import product
from symattn.language.similarity import KernelMatrix, KernelSymbol, KernelValue, RowMap
from symattn.language.sorts import is_extended
from symattn.language.symbols import MaskSymbol, Member, OrthogonalSymbol, PermutationSymbol
from symattn.language.traversal import postorder

# -------------------------------------------------------------------------------------------------------------- counts


@dataclass(frozen=True)
class Operations:
    """Hold how many operations of each kind are done, as polynomials in the sizes.

    A multiply–add is a multiplication whose result is added to a running sum; ``functions`` are exponentials, roots,
    sines, … and values of similarity kernels and maps that are not known.
    """

    multiply_adds: Expr = S.Zero
    additions: Expr = S.Zero
    multiplications: Expr = S.Zero
    divisions: Expr = S.Zero
    functions: Expr = S.Zero
    comparisons: Expr = S.Zero

    def __add__(self, other: Operations) -> Operations:
        return Operations(*(expand(getattr(self, f.name) + getattr(other, f.name)) for f in fields(self)))

    def times(self, number: Expr) -> Operations:
        """Return the operations of that many repetitions."""
        return Operations(*(expand(number * getattr(self, f.name)) for f in fields(self)))


@dataclass(frozen=True)
class Part:
    """Hold one value that is computed: the expression, its own operations, and how many numbers it is."""

    expression: Basic
    operations: Operations
    stored: Expr


@dataclass(frozen=True)
class Cost:
    """Hold the cost of an expression: every value that is computed, in order, and the numbers that are supplied.

    ``stored`` counts the entries of all matrices that are computed, the result among them, as when nothing is freed for
    a backward pass; ``inputs`` counts those of the symbols. ``computed`` pairs symbols in the parts that stand for a
    value computed before with that value.
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
    text = ", ".join(f"{number} {name}" for number, name in counted if number != 0)
    return str(part.expression), str(part.operations.multiply_adds), text, str(part.stored)


def leading_term(polynomial: Any, *sizes: Any) -> Expr:
    """Return the part of a polynomial that has the highest degree in the given sizes together.

    >>> from symattn.language.dims import dims
    >>> T, d, k = dims("T d k")
    >>> leading_term(T**2*k + T**2*d + 3*T*d**2, T)
    T**2*d + T**2*k
    """
    polynomial = Poly(sympify(polynomial), *sizes)
    degree = polynomial.total_degree()
    powers = [(Mul(*map(Pow, sizes, powers)), c, sum(powers)) for powers, c in polynomial.terms()]
    return expand(Add(*(c * monomial for monomial, c, total in powers if total == degree)))


def cost(expression: Any) -> Cost:
    """Count what it costs to compute an expression as it is written, from the expression itself.

    The counts are exact polynomials in the sizes. A row of n weights is normalised by n exponentials, n − 1 additions
    and n divisions; an n×n matrix is inverted by Gauss–Jordan elimination in place without pivoting. Raise the errors
    of the language for ill-formed expressions, UnsupportedExpression for a part whose cost is not known.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.attention import Attention
    >>> from symattn.language.dims import dims
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
    expression = as_expression(expression)
    counter = _Counter()
    for part in postorder(expression, inside=_matrices_here):
        counter.visit(part, {})
    computed = tuple((symbol, matrix) for matrix, symbol in counter.stand_ins.items())
    return Cost(tuple(counter.parts), expand(Add(*counter.inputs.values())), computed)


def _matrices_here(node: Basic) -> Iterable[Basic]:
    """Return the matrices that a node is made of and that stand under no binder."""
    if isinstance(node, BlockMatrix):
        return tuple(node.blocks)
    if not isinstance(node, Expr) or isinstance(node, FunctionMatrix | Lambda | MatrixSymbol | Sum):
        return ()
    return tuple(part for part in node.args if getattr(part, "is_Matrix", False))


# ------------------------------------------------------------------------------------------------------------- walking

Binders = Mapping[Basic, Expr]
Handler = TypeVar("Handler", bound=Callable[..., None])
_HANDLERS: dict[type, Callable[..., None]] = {}
#: Expressions with more nodes than this are written as a number in what is shown.
LONGEST = 60


def _counts(*kinds: type) -> Callable[[Handler], Handler]:
    """Enter a function (counter, node, binders) as the way to count some classes of nodes."""

    def enter(handler: Handler) -> Handler:
        _HANDLERS.update(dict.fromkeys(kinds, handler))
        return handler

    return enter


class _Counter:
    """Walk over an expression, every distinct value once, and collect what it costs."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.inputs: dict[Basic, Expr] = {}
        self.seen: set[tuple[Basic, tuple[tuple[Basic, Expr], ...]]] = set()
        self.multiplied: set[tuple[Basic, tuple[tuple[Basic, Expr], ...]]] = set()
        self.stand_ins: dict[Basic, MatrixSymbol] = {}
        self.behind: dict[Basic, frozenset[Basic]] = {}
        self.lengths: dict[Basic, int] = {}

    def visit(self, node: Basic, binders: Binders) -> None:
        """Count a node and what it is made of, unless it has been counted before."""
        if node in self.behind or (not getattr(node, "is_Matrix", False) and _is_constant(node)):
            return
        mentioned = self.mentioned(node, binders)
        if (node, mentioned) in self.seen:
            return
        self.seen.add((node, mentioned))
        handler = next((_HANDLERS[kind] for kind in type(node).__mro__ if kind in _HANDLERS), None)
        if handler is not None:
            handler(self, node, binders)
        elif hasattr(node, "definition"):
            self.follow(node, binders)
        else:
            raise UnsupportedExpression(node, f"the cost of {type(node).__name__} is not known")

    def mentioned(self, node: Basic, binders: Binders) -> tuple[tuple[Basic, Expr], ...]:
        """Return the bound indices that occur in a node, with their numbers of values."""
        if not binders:
            return ()
        atoms = free_atoms(node)
        atoms = atoms.union(*(self.behind[atom] for atom in atoms if atom in self.behind))
        return tuple((symbol, count) for symbol, count in binders.items() if symbol in atoms)

    def record(self, node: Basic, binders: Binders, stored: Any = 0, **operations: Any) -> None:
        """Add what a node does itself, once for each choice of the bound indices in it."""
        own = Operations(**{name: sympify(number) for name, number in operations.items()})
        times = Mul(*(count for _, count in self.mentioned(node, binders)))
        if stored != 0 or own != Operations():
            self.parts.append(Part(node, own.times(times), expand(times * stored)))

    def follow(self, node: Any, binders: Binders) -> None:
        """Count a class by its definition, after the matrices it is applied to."""
        arguments = []
        for argument in node.args:
            if getattr(argument, "is_Matrix", False):
                self.visit(argument, binders)
                argument = self.stand_in(argument)
            arguments.append(argument)
        self.visit(node.func(*arguments).definition(), binders)

    def stand_in(self, matrix: Any) -> Any:
        """Return a symbol for a matrix that has been computed."""
        if isinstance(matrix, MatrixSymbol | FamilyMember):
            return matrix
        if matrix not in self.stand_ins:
            kind = MaskSymbol if is_extended(matrix) else MatrixSymbol
            text = f"({matrix})" if self.length(matrix) <= LONGEST else f"(value {len(self.stand_ins) + 1})"
            symbol = self.stand_ins[matrix] = kind(text, *matrix.shape)
            atoms = free_atoms(matrix)
            self.behind[symbol] = atoms.union(*(self.behind[atom] for atom in atoms if atom in self.behind))
        return self.stand_ins[matrix]

    def length(self, node: Basic) -> int:
        """Return the number of nodes of an expression written out."""
        known = self.lengths
        for part in postorder(node, inside=lambda n: () if n in known else n.args):
            known.setdefault(part, 1 + sum(known[argument] for argument in part.args))
        return known[node]


def _entries(node: Any) -> Expr:
    rows, columns = node.shape
    return rows * columns


# ------------------------------------------------------------------------------------------------------------ matrices


@_counts(MatrixSymbol)
def _input(self: _Counter, node: Any, binders: Binders) -> None:
    self.inputs[node] = node.shape[0] if isinstance(node, PermutationSymbol) else _entries(node)


@_counts(FamilyMember)
def _member(self: _Counter, node: FamilyMember, binders: Binders) -> None:
    self.inputs[node.family] = node.family.heads * _entries(node)


@_counts(Identity, ZeroMatrix, OneMatrix)
def _constant(self: _Counter, node: Any, binders: Binders) -> None:
    """Constants are not stored."""


@_counts(Transpose, MatrixSlice, HeadBlock)
def _view(self: _Counter, node: Any, binders: Binders) -> None:
    self.visit(node.args[0], binders)


def _is_move(matrix: Any) -> bool:
    """Tell whether multiplying by a matrix moves rows or columns."""
    while isinstance(matrix, Transpose | Inverse):
        matrix = matrix.args[0]
    return isinstance(matrix, PermutationSymbol | Identity)


@_counts(MatMul)
def _product(self: _Counter, node: MatMul, binders: Binders) -> None:
    factors = [factor for factor in node.args if factor.is_Matrix]
    for factor in factors:
        self.visit(factor, binders)
    for length in range(2, len(factors) + 1):
        part = product(*factors[:length], check=False)
        key = (part, self.mentioned(part, binders))
        if key not in self.multiplied:
            self.multiplied.add(key)
            _pair(self, part, factors[:length], binders)
    coefficient = Mul(*(factor for factor in node.args if not factor.is_Matrix))
    if coefficient not in (1, -1):
        self.visit(coefficient, binders)
        self.record(node, binders, _entries(node), multiplications=_entries(node))


def _pair(self: _Counter, part: Any, factors: list[Any], binders: Binders) -> None:
    """Count the product of all factors but the last, which is computed already, with the last one."""
    *before, last = factors
    moves = _is_move(last) or (len(before) == 1 and _is_move(before[0]))
    self.record(part, binders, _entries(part), multiply_adds=0 if moves else _entries(part) * last.shape[0])


@_counts(MatAdd)
def _sum_of_matrices(self: _Counter, node: MatAdd, binders: Binders) -> None:
    _all(self, node.args, binders)
    self.record(node, binders, _entries(node), additions=(len(node.args) - 1) * _entries(node))


@_counts(HadamardProduct)
def _entrywise(self: _Counter, node: Any, binders: Binders) -> None:
    _all(self, node.args, binders)
    self.record(node, binders, _entries(node), multiplications=(len(node.args) - 1) * _entries(node))


def _all(self: _Counter, nodes: Iterable[Basic], binders: Binders) -> None:
    for node in nodes:
        self.visit(node, binders)


@_counts(Inverse)
def _inverse(self: _Counter, node: Any, binders: Binders) -> None:
    matrix, n = node.arg, node.shape[0]
    self.visit(matrix, binders)
    if not isinstance(matrix.arg if isinstance(matrix, Transpose) else matrix, PermutationSymbol | OrthogonalSymbol):
        counted = {"multiply_adds": n * (n - 1) ** 2, "multiplications": 2 * n * (n - 1), "divisions": n}
        self.record(node, binders, n**2, **counted)


@_counts(MatPow)
def _power_of_matrix(self: _Counter, node: Any, binders: Binders) -> None:
    base, exponent = node.args
    if not isinstance(exponent, Integer):
        raise UnsupportedExpression(node, "the exponent of a matrix power must be an integer")
    if exponent < 0:
        base, exponent = Inverse(base), -exponent
    self.visit(product(*[base] * int(exponent), check=False) if exponent else Identity(node.shape[0]), binders)


@_counts(BlockMatrix)
def _blocks(self: _Counter, node: Any, binders: Binders) -> None:
    _all(self, tuple(node.blocks), binders)
    self.record(node, binders, _entries(node))


@_counts(FunctionMatrix)
def _function_matrix(self: _Counter, node: Any, binders: Binders) -> None:
    (row, column), (rows, columns) = node.lamda.variables, node.shape
    self.visit(node.lamda.expr, {**binders, row: rows, column: columns})
    self.record(node, binders, _entries(node))


@_counts(ImmutableDenseMatrix)
def _explicit(self: _Counter, node: Any, binders: Binders) -> None:
    _all(self, tuple(node), binders)
    self.record(node, binders, 0 if _is_constant(node) else _entries(node))


@_counts(RowSoftmax)
def _softmax(self: _Counter, node: RowSoftmax, binders: Binders) -> None:
    self.visit(node.scores, binders)
    rows, columns = node.shape
    counted = {"functions": rows * columns, "additions": rows * (columns - 1), "divisions": rows * columns}
    self.record(node, binders, _entries(node), **counted)


@_counts(PrefixMask, SubsetMask, CausalMask)
def _mask(self: _Counter, node: Any, binders: Binders) -> None:
    self.record(node, binders, _entries(node))


@_counts(KernelMatrix)
def _kernel_matrix(self: _Counter, node: KernelMatrix, binders: Binders) -> None:
    if not isinstance(node.kernel, KernelSymbol):
        self.follow(node, binders)
        return
    _all(self, (node.queries, node.keys), binders)
    self.record(node, binders, _entries(node), functions=_entries(node))


@_counts(RowMap)
def _row_map(self: _Counter, node: RowMap, binders: Binders) -> None:
    self.visit(node.rows_argument, binders)
    self.record(node, binders, _entries(node), functions=node.shape[0])


@_counts(SineCosine, BlockRotation)
def _sines_and_cosines(self: _Counter, node: Any, binders: Binders) -> None:
    self.visit(node.angles, binders)
    self.record(node, binders, _entries(node), functions=2 * node.angles.shape[0])


@_counts(HeadSum)
def _sum_of_heads(self: _Counter, node: HeadSum, binders: Binders) -> None:
    _members(self, node, binders)
    self.record(node, binders, _entries(node), additions=(node.family.heads - 1) * _entries(node))


@_counts(HeadConcat, HeadStack)
def _members(self: _Counter, node: Any, binders: Binders) -> None:
    """Count the members of a family; put side by side in memory they are the whole matrix."""
    family = node.family
    if isinstance(family, HeadFamily):
        self.visit(family.body, {**binders, family.index: family.heads})
    else:
        self.visit(family[0], binders)


# ------------------------------------------------------------------------------------------------------------- scalars


def _is_constant(node: Basic) -> bool:
    """Tell whether a scalar or an explicit matrix is a number that the sizes alone determine."""
    return all(isinstance(atom, Symbol) and is_dim(atom) for atom in free_atoms(node))


@_counts(Symbol, Idx, Integer)
def _number(self: _Counter, node: Basic, binders: Binders) -> None:
    """A number that is given costs nothing."""


@_counts(MatrixElement)
def _entry(self: _Counter, node: Any, binders: Binders) -> None:
    self.visit(node.parent, binders)


@_counts(Add)
def _addition(self: _Counter, node: Add, binders: Binders) -> None:
    _all(self, node.args, binders)
    self.record(node, binders, additions=len(node.args) - 1)


@_counts(Mul)
def _multiplication(self: _Counter, node: Mul, binders: Binders) -> None:
    factors, divisors = _factors(node)
    _all(self, (*factors, *divisors), binders)
    self.record(node, binders, multiplications=max(len(factors) - 1, 0), divisions=len(divisors))


def _factors(node: Mul) -> tuple[list[Expr], list[Expr]]:
    """Return the factors above and below the line; the constant ones are one factor, or none when they are ±1."""
    constant = Mul(*(factor for factor in node.args if _is_constant(factor)))
    others = [factor for factor in node.args if not _is_constant(factor)]
    below = [1 / factor for factor in others if isinstance(factor, Pow) and factor.exp.is_negative]
    above = [factor for factor in others if not (isinstance(factor, Pow) and factor.exp.is_negative)]
    return above + ([] if constant in (1, -1) else [constant]), below


@_counts(Pow)
def _power(self: _Counter, node: Pow, binders: Binders) -> None:
    base, exponent = node.args
    self.visit(base, binders)
    self.visit(exponent, binders)
    if isinstance(exponent, Integer):
        self.record(node, binders, multiplications=abs(exponent) - 1, divisions=int(bool(exponent < 0)))
    else:
        self.record(node, binders, functions=1, divisions=int(bool(exponent == -S.Half)))


@_counts(exp, log, sin, cos)
def _function(self: _Counter, node: Any, binders: Binders) -> None:
    self.visit(node.args[0], binders)
    self.record(node, binders, functions=1)


@_counts(Abs, Max, Min, KroneckerDelta, Member, Relational)
def _comparison(self: _Counter, node: Any, binders: Binders) -> None:
    _all(self, (argument for argument in node.args if isinstance(argument, Expr)), binders)
    self.record(node, binders, comparisons=max(len(node.args) - 1, 1))


@_counts(BooleanFunction)
def _connective(self: _Counter, node: Any, binders: Binders) -> None:
    _all(self, node.args, binders)


@_counts(Piecewise)
def _cases(self: _Counter, node: Any, binders: Binders) -> None:
    for value, condition in node.args:
        _all(self, (value,) if condition == S.true else (condition, value), binders)


@_counts(Sum)
def _sum(self: _Counter, node: Sum, binders: Binders) -> None:
    ranges = {variable: expand(last - first + 1) for variable, first, last in node.limits}
    inner = {**binders, **ranges}
    terms, own = Mul(*ranges.values()), node.function
    every = {symbol for symbol, _ in self.mentioned(own, inner)} >= set(ranges)
    pair = _two_factors(own) if every else None
    if pair is None:
        self.visit(own, inner)
        self.record(node, binders, additions=terms - 1)
        return
    _all(self, pair, inner)
    self.record(node, binders, multiply_adds=terms)


def _two_factors(node: Expr) -> tuple[Expr, Expr] | None:
    """Return the factors of a product of two, whose multiplication is done together with the addition to a sum."""
    if isinstance(node, Pow) and node.exp == 2:
        return node.base, node.base
    if isinstance(node, Mul):
        factors, divisors = _factors(node)
        if len(factors) >= 2 and not divisors:
            return factors[0], Mul(*factors[1:])
    return None


@_counts(KernelValue)
def _kernel_value(self: _Counter, node: KernelValue, binders: Binders) -> None:
    if isinstance(node.kernel, KernelSymbol):
        _all(self, node.args[1:], binders)
        self.record(node, binders, functions=1)
    else:
        self.visit(node.definition(), binders)
