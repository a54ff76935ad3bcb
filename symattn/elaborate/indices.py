"""Bound symbols and indices: what a symbol stands for as a number, and which expressions are surely indices."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Add, Basic, Expr, Idx, Integer, S, Symbol, cancel, divisors, expand, igcd

from symattn.errors import UndeclaredSymbol, UnsupportedExpression
from symattn.language.base.dims import is_dim, is_size, split_size
from symattn.language.base.naturals import is_natural
from symattn.language.plain import plain
from symattn.primitives.subsets.word import SubsetSymbol

from ..kernel.terms import BOOL, NAT, REAL, Size, Term, Var, app, const, equation, fun
from ..prover.logic.places import place as place_of
from .formulas import add
from .scope import BoundSymbol, Scope, elaborates
from .sizes import index_type, length_of, literal_index, shifted_index, size_of

#: How many terms an index may have of which the block and the place in it are looked for.
MOST_TERMS = 8
#: Of widths above this no divisors are tried.
LARGEST_WIDTH = 10**6


@elaborates(Symbol)
def _symbol(scope: Scope, node: Any) -> Term:
    bound = scope.frame.bound.get(node)
    if bound is not None:
        return _position(scope, bound)
    if is_dim(node):
        return const("#", size_of(node))
    if not node.is_real:
        raise UndeclaredSymbol(node, f'make it a number with Symbol("{node}", real=True) or a size with dims("{node}")')
    return app(const("real"), scope.declared(node, NAT)[0]) if is_natural(node) else scope.declared(node, REAL)[0]


@elaborates(Idx)
def _idx(scope: Scope, node: Idx) -> Term:
    return _position(scope, scope.frame.bound.get(node) or free_index(scope, node))


def _position(scope: Scope, bound: BoundSymbol) -> Term:
    position = app(const("pos", size_of(bound.length)), bound.variable)
    return position if bound.offset == 0 else add(position, scope.at(bound.place, bound.offset))


# ------------------------------------------------------------------------------------------------------------- indices


def free_index(scope: Scope, node: Idx) -> BoundSymbol:
    """Return what an index stands for that no sum binds."""
    if node.lower is None or node.upper is None:
        raise UndeclaredSymbol(node, f'give the index its range: Idx("{node}", n)')
    if node.lower != 0:
        raise UnsupportedExpression(node, "the range of an index starts at 0")
    length = length_of(node.lower, node.upper, node)
    return BoundSymbol(scope.declared(node, index_type(length))[0], S.Zero, length, scope.frame)


def known_index(scope: Scope, node: Basic) -> BoundSymbol | None:
    """Return what a symbol stands for that is surely an index: bound, or declared with its range; None for others."""
    bound = scope.frame.bound.get(node)
    return free_index(scope, node) if bound is None and isinstance(node, Idx) else bound


def index(scope: Scope, node: Basic, whole: Expr) -> Term:
    """Return an index expression as an element of {0, …, whole−1}.

    It is a number, whole−1, a size m or m−1 for whole = m + k, a bound or free index, one of these plus a size or minus
    the lower limit of its sum, or for whole = w·blocks the place e in the block i, w·i + e, for a number or size w.
    Raise UnsupportedExpression when it is anything else or may lie outside.
    """
    if isinstance(node, Integer):
        return literal_index(int(node), whole, node)
    if scope.frame.bound.keys().isdisjoint(scope.symbols(node)) and expand(whole - node) == 1:
        return const("last", size_of(whole))
    if (ended := _end_of_part(scope, node, whole)) is not None:
        return ended
    placed = _in_block(scope, node, whole)
    if placed is not None or (placed := _in_wide_block(scope, node, whole)) is not None:
        return placed
    for symbol in sorted(scope.symbols(node), key=str):
        known = known_index(scope, symbol)
        if known is None:
            continue
        start = expand(node - symbol + offset_here(scope, known, node))
        if not start.has(symbol):
            found = shifted_index(known.variable, start, known.length, whole)
            if found is not None:
                return found
            raise UnsupportedExpression(node, f"it is not provably an index below {whole}: {_places(whole)}")
    hint = (
        "an index is a number, a bound symbol of a sum, or an Idx, perhaps shifted by a size, or 2*i + 1 and the like"
    )
    raise UnsupportedExpression(node, hint)


def _places(whole: Expr) -> str:
    return f"places are 0, …, {plain(whole - 1)}, as in (i, 0, {plain(whole - 1)})"


def _end_of_part(scope: Scope, node: Basic, whole: Expr) -> Term | None:
    """Return m − 1 as the last index of the first part of whole = m + k, or m as the first one of the other part.

    None stands for anything else.
    """
    if not scope.frame.bound.keys().isdisjoint(scope.symbols(node)):
        return None
    part = node if is_size(node) else expand(node + 1)
    rest = split_size(whole, part) if is_size(part) else None
    if rest is None:
        return None
    sizes = size_of(part), size_of(rest)
    if part is node:
        return app(const("inr", *sizes), place_of(0, sizes[1]))
    return app(const("inl", *sizes), const("last", sizes[0]))


def _in_block(scope: Scope, node: Basic, whole: Expr) -> Term | None:
    """Return c·i + e as the place e < c in the block i, for whole = c·blocks and a number c > 1; None for others."""
    constant, moving = expand(node).as_coeff_Add()
    steps = [term.as_coeff_Mul()[0] for term in Add.make_args(moving)]
    if not all(isinstance(number, Integer) for number in (constant, *steps)):
        return None
    common = igcd(expand(whole).as_content_primitive()[0], *steps) if moving else 1
    for width in reversed(divisors(common)[1:]) if common <= LARGEST_WIDTH else (common,):
        place = int(constant) % width
        block = expand((node - place) / width)
        if not block.is_Number:
            blocks = expand(whole / width)
            sizes = size_of(blocks), Size.number(width)
            with suppress(UnsupportedExpression):  # of an expression that the user did not write
                return app(
                    const("pair", *sizes), index(scope, block, blocks), literal_index(place, Integer(width), node)
                )
    return None


def _in_wide_block(scope: Scope, node: Basic, whole: Expr) -> Term | None:
    """Return w·i + e as the place e < w in the block i, for a size w that divides the whole; None for others.

    The width w is what stands before an index, as b before h in b·h + s, and b or b·H in s + b·(h + H·k).
    """
    terms = Add.make_args(expand(node))
    if len(terms) > MOST_TERMS:
        return None
    of_index = {term: _width_before(scope, term) for term in terms}
    for width in dict.fromkeys(found for found in of_index.values() if found is not None and not found.is_Number):
        blocks = cancel(whole / width)
        if not is_size(blocks):
            continue
        quotients = {term: cancel(term / width) for term in terms}
        multiples = [term for term in terms if quotients[term].as_numer_denom()[1] == 1]
        for taken in (multiples, [term for term in multiples if of_index[term] is not None]):
            place = Add(*(term for term in terms if term not in taken))
            with suppress(UnsupportedExpression):  # of an expression that the user did not write
                return app(
                    const("pair", size_of(blocks), size_of(width)),
                    index(scope, Add(*(quotients[term] for term in taken)), blocks),
                    index(scope, place, width),
                )
    return None


def _width_before(scope: Scope, term: Expr) -> Expr | None:
    """Return the size that stands before the only index in a term, or None."""
    inside = [symbol for symbol in scope.symbols(term) if known_index(scope, symbol) is not None]
    width = cancel(term / inside[0]) if len(inside) == 1 else None
    return width if width is not None and is_size(width) else None


def offset_here(scope: Scope, known: BoundSymbol, node: Basic) -> Expr:
    """Return the offset of a bound symbol; raise UnsupportedExpression when a name in it means something else here."""
    for symbol in sorted(scope.symbols(known.offset), key=str):
        if scope.frame.bound.get(symbol) is not known.place.bound.get(symbol):
            raise UnsupportedExpression(node, f"{plain(symbol)} is bound twice on the way here; rename one of the two")
    return known.offset


def same_index(scope: Scope, left: Basic, right: Basic) -> Term | None:
    """Return i = j for two indices of one range, or for an index and a number in it; None for other scalars."""
    for node, other in ((left, right), (right, left)):
        known = known_index(scope, node)
        if known is not None and known.offset == 0:
            variable, size = known.variable, size_of(known.length)
            second = known_index(scope, other)
            if second is not None and second.offset == 0 and second.variable.type is variable.type:
                pair = (variable, second.variable)
                return equation(*(pair if node is left else reversed(pair)))
            if isinstance(other, Integer) and 0 <= other < size.least():
                return equation(variable, place_of(int(other), size))
    return None


def subset_variable(scope: Scope, subset: SubsetSymbol) -> Var:
    """Return the truth values of a subset; an element is declared with them."""
    indices = index_type(subset.size)
    return scope.declared(subset, fun(indices, BOOL), indices, names=(".w",))[0]
