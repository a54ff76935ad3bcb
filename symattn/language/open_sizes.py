"""Sizes as n - 1 and n - m, which are sizes only for some n: what is given says how the size n comes apart.

Where n >= 2 is given, the claim is stated of n_1 + 1 in place of n, and where n > m is given of m + n_1: a size symbol
stands for any positive integer, so that both claims say the same.  A natural number N at which a sum or a product ends,
or of which there is a remainder, is one less than a size: there the claim is stated of N_1 - 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sympy import Basic, Expr, Ge, Gt, Idx, Le, Lt, Mod, Product, Sum, Symbol, expand, floor
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import check_size, is_dim, is_open_size, is_size
from symattn.language.base.naturals import is_natural
from symattn.language.base.occurrences import free_parts, fresh_name, names_in
from symattn.language.base.shapes import lies_inside
from symattn.language.base.substitution import substituted
from symattn.language.base.traversal import postorder

Statements = tuple[Basic, ...]


def settled(statements: Statements) -> tuple[Statements, dict[Symbol, Expr]]:
    """Return statements in which all sizes are sizes, and what was put for size symbols; the first one is the claim.

    Raise UnsupportedExpression for what is no size for all values of its symbols, under what is given.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> n = dims("n")
    >>> settled((MatrixSymbol("A", n - 1, 2), n >= 3))
    ((A,), {n: n_1 + 2})
    >>> settled((MatrixSymbol("A", n - 1, 2),))
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use n - 1: a size is a nonzero sum of products of size symbols and \
positive integers; nothing is subtracted: instead of n - 1 write m for a size m, and m + 1 for n, or give that n >= 2
    """
    put: dict[Symbol, Expr] = {}
    for symbol in _natural_ends(statements):
        put[symbol] = Symbol(fresh_name(str(symbol.name), names_in(*statements)), integer=True, positive=True) - 1
        statements = tuple(substituted(statement, {symbol: put[symbol]}) for statement in statements)
    while opened := next(_open_in(statements), None):
        part, sizes = opened
        found = _apart(statements, sizes)
        if found is None:
            raise _refusal(part, sizes)
        hypothesis, symbol, value = found
        left = [statement for statement in statements if statement is not hypothesis]
        statements = tuple(substituted(statement, {symbol: value}) for statement in left)
        put = {known: expand(size.xreplace({symbol: value})) for known, size in put.items()} | {symbol: value}
    return statements, put


def _natural_ends(statements: Statements) -> list[Symbol]:
    """Return the natural numbers of statements at which sums or products end, or of which something is divided."""
    free = free_parts(*statements)
    spoken_of = frozenset[Basic]().union(*(free[statement] for statement in statements))
    limits = [limit for node in free if isinstance(node, Sum | Product) for limit in node.limits]
    ends = [end for limit in limits for end in limit[1:]] + [node for node in free if isinstance(node, Mod | floor)]
    ending = frozenset[Basic]().union(*(end.free_symbols for end in ends))
    return sorted(filter(is_natural, spoken_of & ending), key=str)


def _open_in(statements: Iterable[Basic]) -> Iterator[tuple[Any, list[Expr]]]:
    """Yield the parts of statements that speak of sizes which are not settled, with these sizes."""
    for node in postorder(*statements):
        sizes = [size for size in _sizes_of(node) if not is_size(size)]
        if sizes:
            yield node, sizes


def _sizes_of(node: Any) -> list[Expr]:
    """Return what has to be a size at a node."""
    if isinstance(node, MatrixSlice):
        ranges = zip((node.rowslice, node.colslice), node.parent.shape, strict=True)
        ends = [(start, stop, size) for (start, stop, _), size in ranges if not lies_inside(start, stop, size)]
        parts = (part for start, stop, size in ends for part in (start, expand(stop - start), expand(size - stop)))
        return [part for part in parts if part != 0]
    if isinstance(node, Idx):
        return [] if node.upper is None or node.lower is None else [expand(node.upper - node.lower + 1)]
    if getattr(node, "is_Matrix", False):
        return [expand(size) for size in node.shape]
    return [node.heads] if isinstance(getattr(node, "heads", None), Expr) else []


def _apart(statements: Statements, sizes: list[Expr]) -> tuple[Basic, Symbol, Expr] | None:
    """Return a hypothesis that one of the symbols in some sizes is large, the symbol, and the sum that it is."""
    symbols = frozenset[Basic]().union(*(size.free_symbols for size in sizes if is_open_size(size)))
    for hypothesis in statements[1:]:
        if not isinstance(hypothesis, Ge | Gt | Le | Lt):
            continue
        symbol, least = hypothesis.gts, hypothesis.lts + (1 if isinstance(hypothesis, Gt | Lt) else 0)
        known = is_dim(symbol) and symbol in symbols and not least.has(symbol)
        if known and is_size(expand(least - 1)):
            name = fresh_name(str(symbol.name), names_in(*statements))
            return hypothesis, symbol, expand(least - 1) + Symbol(name, integer=True, positive=True)
    return None


def _refusal(part: Any, sizes: list[Expr]) -> UnsupportedExpression:
    """Return the error for a part whose sizes are not settled."""
    if isinstance(part, MatrixSlice):
        for (start, stop, _), size in zip((part.rowslice, part.colslice), part.parent.shape, strict=True):
            if not lies_inside(start, stop, size):
                reason = f"{start}:{stop} does not provably lie inside 0:{size}; write {size} as a sum of parts"
                return UnsupportedExpression(part, reason)
    try:
        check_size(sizes[0])
    except UnsupportedExpression as error:
        return error
    return UnsupportedExpression(part, f"{sizes[0]} is no size")
