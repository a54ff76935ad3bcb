"""The walk that counts what an expression costs, without its table: every distinct value once, under its binders.

The table is filled by `cost_matrices.py` and `cost_scalars.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from sympy import (
    Basic,
    Expr,
    MatrixSymbol,
    Mul,
    S,
    Symbol,
    expand,
    sympify,
)

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_dim
from symattn.language.base.own_classes import definition_of
from symattn.language.base.sorts import is_extended
from symattn.language.base.symbols import MaskSymbol
from symattn.language.base.traversal import postorder
from symattn.language.inspection import free_atoms
from symattn.primitives.heads.word import FamilyMember


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


Binders = Mapping[Basic, Expr]
Handler = TypeVar("Handler", bound=Callable[..., None])
HANDLERS: dict[type, Callable[..., None]] = {}
#: Expressions with more nodes than this are written as a number in what is shown.
LONGEST = 60


def counts(*kinds: type) -> Callable[[Handler], Handler]:
    """Enter a function (counter, node, binders) as the way to count some classes of nodes."""

    def enter(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(kinds, handler))
        return handler

    return enter


class Counter:
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
        if node in self.behind or (not getattr(node, "is_Matrix", False) and is_constant(node)):
            return
        mentioned = self.mentioned(node, binders)
        if (node, mentioned) in self.seen:
            return
        self.seen.add((node, mentioned))
        handler = next((HANDLERS[kind] for kind in type(node).__mro__ if kind in HANDLERS), None)
        if handler is not None:
            handler(self, node, binders)
        elif hasattr(node, "definition"):
            self.follow(node, binders)
        else:
            raise UnsupportedExpression(node, f"the cost of {type(node).__name__} is not known")

    def visit_all(self, nodes: Iterable[Basic], binders: Binders) -> None:
        """Count several nodes, one after the other."""
        for node in nodes:
            self.visit(node, binders)

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
        self.visit(definition_of(node.func(*arguments)), binders)

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


def is_constant(node: Basic) -> bool:
    """Tell whether a scalar or an explicit matrix is a number that the sizes alone determine."""
    return all(isinstance(atom, Symbol) and is_dim(atom) for atom in free_atoms(node))


def entries(node: Any) -> Expr:
    """Return the number of entries of a matrix."""
    rows, columns = node.shape
    return rows * columns
