"""What an expression is about: its free symbols, sorted by kind and name."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from sympy import Basic, Idx, Integer, MatrixSymbol, Mod, Rational, Symbol, floor
from sympy.core.relational import Relational

from symattn.errors import UndeclaredSymbol
from symattn.language.base.complex_numbers import is_complex_symbol
from symattn.language.base.dims import is_dim
from symattn.language.base.occurrences import free_parts
from symattn.language.base.symbols import (
    IndexMap,
    InvertibleSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
)
from symattn.language.base.traversal import postorder
from symattn.primitives.heads.word import MatrixFamily
from symattn.primitives.kernels.word import KernelSymbol
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.masks.word import FormulaMask
from symattn.primitives.sequential.word import SequentialEncoding
from symattn.primitives.subsets.word import SubsetSymbol


@dataclass(frozen=True)
class Declarations:
    """Hold the free symbols of a claim, one tuple for each kind, each sorted by name."""

    sizes: tuple[Symbol, ...] = ()
    matrices: tuple[MatrixSymbol, ...] = ()
    permutations: tuple[PermutationSymbol, ...] = ()
    index_maps: tuple[IndexMap, ...] = ()
    orthogonals: tuple[OrthogonalSymbol, ...] = ()
    invertibles: tuple[InvertibleSymbol, ...] = ()
    masks: tuple[MaskSymbol, ...] = ()
    kernels: tuple[KernelSymbol, ...] = ()
    maps: tuple[MapSymbol, ...] = ()
    subsets: tuple[SubsetSymbol, ...] = ()
    encodings: tuple[SequentialEncoding, ...] = ()
    scalars: tuple[Symbol, ...] = ()
    indices: tuple[Idx, ...] = ()
    families: tuple[MatrixFamily, ...] = ()
    probabilities: tuple[ProbabilitySymbol, ...] = ()
    complexes: tuple[Symbol, ...] = ()

    def all(self) -> tuple[Basic, ...]:
        """Return all the symbols, kind after kind."""
        return tuple(symbol for field in fields(self) for symbol in getattr(self, field.name))


KINDS: tuple[tuple[type, str], ...] = (
    (PermutationSymbol, "permutations"),
    (IndexMap, "index_maps"),
    (OrthogonalSymbol, "orthogonals"),
    (InvertibleSymbol, "invertibles"),
    (MaskSymbol, "masks"),
    (ProbabilitySymbol, "probabilities"),
    (MatrixSymbol, "matrices"),
    (KernelSymbol, "kernels"),
    (MapSymbol, "maps"),
    (SubsetSymbol, "subsets"),
    (SequentialEncoding, "encodings"),
    (MatrixFamily, "families"),
    (Idx, "indices"),
)


def declarations(*expressions: Any) -> Declarations:
    """Collect the free symbols of expressions and propositions, without the bound variables of sums and functions.

    Raise UndeclaredSymbol for a symbol that is neither a size nor a number, and for two different symbols of one name.

    >>> from symattn.language.base.dims import dims
    >>> r, n = dims("r n")
    >>> record = declarations(PermutationSymbol("tau", r)*MatrixSymbol("A", r, n))
    >>> record.sizes, record.matrices, record.permutations
    ((n, r), (A,), (tau,))
    """
    found: dict[str, list[Basic]] = {}
    names: dict[str, Basic] = {}
    for symbol in sorted(free_atoms(*expressions), key=lambda atom: (symbol_text(atom), type(atom).__name__)):
        name = symbol_text(symbol)
        if name in names:
            raise UndeclaredSymbol(name, _told_apart(names[name], symbol), "stands for two different symbols")
        names[name] = symbol
        found.setdefault(_kind(symbol), []).append(symbol)
    return Declarations(**{kind: tuple(symbols) for kind, symbols in found.items()})


def _told_apart(one: Basic, other: Basic) -> str:
    """Say in what two symbols of one name differ: kind, shape, or what is assumed of them."""
    kinds = sorted(type(symbol).__name__ for symbol in (one, other))
    if kinds[0] != kinds[1]:
        return f"one is a {kinds[0]}, one a {kinds[1]}; rename one of them"
    shapes = sorted("×".join(map(str, getattr(symbol, "shape", ()))) for symbol in (one, other))
    if shapes[0] != shapes[1]:
        return f"one is {shapes[0]}, one {shapes[1]}; rename one of them"
    return "they are declared with different assumptions; declare it once, or rename one of them"


def symbol_text(symbol: Basic) -> str:
    """Return the name of a symbol of any kind."""
    return str(symbol.name)


def _kind(symbol: Basic) -> str:
    for kind, field in KINDS:
        if isinstance(symbol, kind):
            return field
    if is_dim(symbol):
        return "sizes"
    if symbol.is_real:
        return "scalars"
    if is_complex_symbol(symbol):
        return "complexes"
    hint = f'make it a size with dims("{symbol}") or a number with Symbol("{symbol}", real=True)'
    raise UndeclaredSymbol(symbol, hint)


@lru_cache(maxsize=4096)
def free_atoms(*expressions: Any) -> frozenset[Basic]:
    """Return the free symbols of all kinds, sizes inside shapes included, found by one walk over the distinct nodes.

    >>> from sympy import Sum
    >>> i, x = Symbol("i", integer=True), Symbol("x", real=True)
    >>> free_atoms(Sum(x**i, (i, 0, 3)))
    frozenset({x})
    """
    free = free_parts(*expressions)
    return frozenset().union(*(free[expression] for expression in expressions))


def numbers_in_conditions(*expressions: Any) -> tuple[int, ...]:
    """Return the integers that stand in comparisons, in floor and Mod, and in masks by a formula, in order.

    >>> i, j = Symbol("i", integer=True), Symbol("j", integer=True)
    >>> numbers_in_conditions(3*i, i - j < 9)
    (1, 9)
    """
    found: set[int] = set()
    for node in postorder(*expressions):
        if isinstance(node, Relational | Mod | floor):
            numbers = [part for part in postorder(node) if isinstance(part, Rational)]
            found.update(abs(int(value)) for number in numbers for value in (number.p, number.q))
        elif isinstance(node, FormulaMask):
            found.update(abs(int(part)) for part in node.args if isinstance(part, Integer))
    return tuple(sorted(found))
