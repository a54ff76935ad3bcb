"""What a claim speaks about, in the order in which a reader meets it: the symbols, what each is, and the hypotheses.

Both the LaTeX and the Unicode form of a statement are written from this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Add, Basic, Expr, MatAdd, Mul, Pow

from symattn.language import Calc, Claim, Invariant, declarations, postorder
from symattn.language.base.naturals import is_natural
from symattn.language.base.own_classes import definition_of
from symattn.language.by_definition import ByDefinition
from symattn.primitives.kernels.word import KernelMatrix, KernelSymbol, KernelValue
from symattn.primitives.maps.word import MapSymbol
from symattn.render.habits import positive_first

#: The kinds of symbols in the order in which a statement introduces them.
KINDS = (
    "probabilities",
    "matrices",
    "families",
    "permutations",
    "index_maps",
    "orthogonals",
    "invertibles",
    "masks",
    "kernels",
    "maps",
    "subsets",
    "encodings",
    "complexes",
    "scalars",
    "indices",
)

#: Sets of numbers, each with the property of SymPy's that a symbol of it is declared with; the first that fits counts.
NUMBERS = (
    ("positives", "is_positive"),
    ("negatives", "is_negative"),
    ("nonnegatives", "is_nonnegative"),
    ("nonpositives", "is_nonpositive"),
    ("nonzeros", "is_nonzero"),
    ("integers", "is_integer"),
)


@dataclass(frozen=True)
class Membership:
    """Say that some symbols belong to one set: `kind` names the set, `sizes` are its parameters."""

    kind: str
    symbols: tuple[Basic, ...]
    sizes: tuple[Expr, ...]


@dataclass(frozen=True)
class Statement:
    """Hold the parts of a claim: its size symbols, its other symbols, its hypotheses, and what it says."""

    sizes: tuple[Basic, ...]
    memberships: tuple[Membership, ...]
    given: tuple[Basic, ...]
    proposition: Basic


def statement(claim: Claim | Calc) -> Statement:
    """Take a claim apart; of a calc, the claim that its start equals its end.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import claim, dims
    >>> r, n = dims("r n")
    >>> A, B = MatrixSymbol("A", r, n), MatrixSymbol("B", r, n)
    >>> parts = statement(claim(B + A, A + B))
    >>> parts.sizes, [(each.kind, each.symbols, each.sizes) for each in parts.memberships]
    ((r, n), [('matrices', (A, B), (r, n))])
    """
    expressions: tuple[Basic, ...] = ()
    if isinstance(claim, Calc):
        expressions = tuple(step.expression for step in claim.steps)
        claim = claim.claim
    expressions = (claim.proposition, *claim.given, *expressions)
    order: dict[Basic, int] = {}
    for node in postorder(*expressions, inside=_as_written):
        order.setdefault(node, len(order))
    found = declarations(*expressions)

    def met(symbol: Basic) -> int:
        return order.get(symbol, len(order))

    groups: dict[tuple[str, tuple[Expr, ...]], list[Basic]] = {}
    for kind in KINDS:
        for symbol in sorted(getattr(found, kind), key=met):
            shown = _numbers(symbol) if kind == "scalars" else kind
            groups.setdefault((shown, _parameters(kind, symbol, expressions)), []).append(symbol)
    members = tuple(Membership(kind, tuple(symbols), sizes) for (kind, sizes), symbols in groups.items())
    return Statement(tuple(sorted(found.sizes, key=met)), members, claim.given, claim.proposition)


def _as_written(node: Basic) -> Sequence[Basic]:
    """Return the parts of an expression in the order in which a reader meets them: x before y in x − y, and in x/y."""
    if isinstance(node, Add | MatAdd):
        return positive_first(node.args)
    if isinstance(node, Mul):
        return sorted(node.args, key=lambda factor: isinstance(factor, Pow) and factor.exp.could_extract_minus_sign())
    args: Sequence[Basic] = node.args
    return args


def _numbers(symbol: Basic) -> str:
    """Name the set of numbers that a scalar is declared to belong to."""
    if is_natural(symbol):
        return "naturals"
    return next((name for name, property in NUMBERS if getattr(symbol, property)), "scalars")


def _parameters(kind: str, symbol: Any, expressions: tuple[Basic, ...]) -> tuple[Expr, ...]:
    if kind in ("matrices", "masks", "index_maps"):
        return tuple(symbol.shape)
    if kind == "probabilities":
        return (symbol.outcomes,)
    if kind == "families":
        return (symbol.heads, *symbol.member_shape)
    if kind in ("permutations", "orthogonals", "invertibles"):
        return (symbol.shape[0],)
    if kind == "kernels":
        return kernel_widths(symbol, expressions)
    if kind == "maps":
        return (symbol.width, symbol.out_width)
    if kind == "encodings":
        return (symbol.width,)
    if kind == "subsets":
        return (symbol.size,)
    if kind == "indices":
        return (symbol.upper + 1,) if symbol.upper is not None else ()
    return ()


def kernel_widths(kernel: KernelSymbol, expressions: tuple[Basic, ...]) -> tuple[Expr, ...]:
    """List the widths of the vectors that a kernel symbol is applied to in these expressions, each once."""
    widths: dict[Expr, None] = {}
    for node in postorder(*expressions):
        if isinstance(node, KernelMatrix) and node.kernel == kernel:
            widths[node.queries.shape[1]] = None
        elif isinstance(node, ByDefinition) and kernel in node.args:
            widths.update(dict.fromkeys(kernel_widths(kernel, (definition_of(node),))))
        elif isinstance(node, KernelValue) and node.kernel == kernel:
            rows, columns = node.query.shape
            widths[columns if rows == 1 else rows] = None
        elif isinstance(node, Invariant) and node.kernel == kernel:
            widths[node.map.width if isinstance(node.map, MapSymbol) else node.map.shape[0]] = None
    return tuple(widths)
