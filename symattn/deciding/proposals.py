"""Propose values for the symbols of an Exists: what an equation gives for them, and small terms of the statement.

Nothing here is trusted: what is proposed is tried at numbers, and then proved or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, islice, product
from typing import Any

from sympy import (
    Abs,
    Basic,
    BlockMatrix,
    Dummy,
    Expr,
    FunctionMatrix,
    Identity,
    Idx,
    Integer,
    Inverse,
    Lambda,
    MatAdd,
    MatMul,
    MatrixSymbol,
    OneMatrix,
    Poly,
    PolynomialError,
    Pow,
    Rational,
    Sum,
    Symbol,
    Transpose,
    ZeroMatrix,
    cosh,
    exp,
    expand,
    log,
    preorder_traversal,
    sinh,
    sqrt,
    tanh,
    together,
)
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import SymattnError
from symattn.language.base.dims import is_dim, sizes_equal
from symattn.language.base.entries import fresh_index
from symattn.language.base.naturals import is_natural
from symattn.language.base.occurrences import bound_symbols
from symattn.language.base.shapes import product as matrix_product
from symattn.language.base.shapes import shapes_equal, total
from symattn.language.base.substitution import substituted
from symattn.language.base.traversal import postorder
from symattn.language.existence import Exists, put_into
from symattn.language.inspection import free_atoms
from symattn.language.propositions import Equation
from symattn.language.quantified import ForAll

Values = dict[Basic, Basic]
#: So many proposals are made for all symbols together, and so many small terms for each symbol.
MOST, MOST_TERMS = 80, 40


def proposals(stated: Exists, given: Sequence[Basic]) -> Iterator[Values]:
    """Yield values of all the symbols that are bound in ``stated``, those that equations give first."""
    known = [g for g in given if isinstance(g, Equation)]
    seen: set[tuple[Basic, ...]] = set()
    context = (*stated.statements, *given)
    parts = sorted(stated.statements, key=lambda part: not isinstance(part, Equation))
    for values in islice(_assigned(stated.symbols, parts, known, context), 4 * MOST):
        key = tuple(values[symbol] for symbol in stated.symbols)
        if key not in seen:
            seen.add(key)
            yield values
        if len(seen) >= MOST:
            return


def _assigned(
    unknown: Sequence[Any], parts: Sequence[Any], known: list[Equation], context: tuple[Basic, ...]
) -> Iterator[Values]:
    """Yield values for some symbols of which some parts are to hold."""
    if not unknown:
        yield {}
        return
    for found in _by_parts(unknown, parts, known, context):
        rest = [symbol for symbol in unknown if symbol not in found]
        try:
            left = [put_into(part, found) for part in parts]
        except (SymattnError, IndexError):  # outside the language, or a place that SymPy sees to be outside
            continue
        for more in _assigned(rest, left, known, context):
            with suppress(SymattnError, IndexError):
                yield {**{s: substituted(v, more) for s, v in found.items()}, **more}


def _by_parts(
    unknown: Sequence[Any], parts: Sequence[Any], known: list[Equation], context: tuple[Basic, ...]
) -> Iterator[Values]:
    for part in parts:
        indices = part.indices if isinstance(part, ForAll) else ()
        relation = part.proposition if isinstance(part, ForAll) else part
        met = [symbol for symbol in unknown if symbol in free_atoms(relation)]
        if not met:
            continue
        left, right = relation.args
        if getattr(left, "is_Matrix", False):
            yield from _of_matrices(left, right, met, known)
        elif isinstance(relation, Equation | Relational) and not isinstance(met[0], MatrixSymbol):
            yield from _of_numbers(relation, met[0], indices)
    yield from ({unknown[0]: term} for term in islice(_small_terms(unknown[0], unknown, context), MOST_TERMS))


# ------------------------------------------------------------------------------------------------------------ matrices


def _of_matrices(left: Any, right: Any, unknown: Sequence[Any], known: list[Equation]) -> Iterator[Values]:
    for pattern, target in ((left, right), (right, left)):
        if free_atoms(target).isdisjoint(unknown):
            for each in _rewritten(target, known):
                yield from _matched(pattern, each, unknown)
        for symbol in unknown:
            if symbol in free_atoms(pattern) and symbol not in free_atoms(target):
                yield from ({symbol: value} for value in _isolated(symbol, pattern, target))


def _rewritten(target: Any, known: list[Equation]) -> Iterator[Any]:
    """Yield an expression, and with the values that given equations have for its symbols or parts."""
    yield target.doit() if isinstance(target, Transpose) else target
    put: dict[Any, Any] = {}
    for equation in known:
        for side, other in (equation.args, equation.args[::-1]):
            if isinstance(side, MatrixSymbol) and side not in free_atoms(other):
                put.setdefault(side, other)
            elif side == target:
                yield other
    if not put.keys().isdisjoint(free_atoms(target)):
        found = [*(substituted(target, {symbol: value}) for symbol, value in put.items()), substituted(target, put)]
        yield from dict.fromkeys(each.doit() if isinstance(each, Transpose) else each for each in found)


def _factors(matrix: Any) -> list[Any]:
    """Return the factors of a product; a number goes with the first of them."""
    if not isinstance(matrix, MatMul):
        return [] if isinstance(matrix, Identity) else [matrix]
    number, matrices = matrix.as_coeff_matrices()
    factors = [factor for each in matrices for factor in ([each] if not isinstance(each, Identity) else [])]
    return [matrix_product(number, factors[0]), *factors[1:]] if number != 1 and factors else factors


def _joined(factors: Sequence[Any], shape: tuple[Any, Any]) -> Any | None:
    """Return the product of some factors if it has a shape, an identity for none."""
    if not factors:
        return Identity(shape[0]) if sizes_equal(*shape) else None
    fits = sizes_equal(factors[0].shape[0], shape[0]) and sizes_equal(factors[-1].shape[1], shape[1])
    return matrix_product(*factors) if fits else None


def _matched(pattern: Any, target: Any, unknown: Sequence[Any]) -> Iterator[Values]:
    """Yield values of the unknown symbols with which a pattern is a target, up to identities and sums of products."""
    if pattern in unknown:
        if shapes_equal(pattern.shape, target.shape):
            yield {pattern: target}
    elif free_atoms(pattern).isdisjoint(unknown):
        if pattern == target:
            yield {}
    elif isinstance(pattern, Transpose):
        yield from _matched(pattern.arg, Transpose(target).doit(), unknown)
    elif isinstance(pattern, MatMul):
        number, wanted = pattern.as_coeff_matrices()
        factors = _factors(target if number == 1 else matrix_product(1 / number, target))
        ends = combinations([*range(len(factors) + 1)] * (len(wanted) - 1), len(wanted) - 1)
        for cuts in dict.fromkeys(tuple(sorted(cut)) for cut in ends):
            pieces = [factors[a:b] for a, b in zip((0, *cuts), (*cuts, len(factors)), strict=True)]
            yield from _all_matched(wanted, pieces, unknown)
        if len(wanted) == 2 and (isinstance(target, MatAdd) or _is_diagonal(target)):
            yield from _side_by_side(wanted, target, unknown)
    elif isinstance(pattern, MatAdd) and isinstance(target, MatAdd) and len(pattern.args) == len(target.args):
        yield from _all_matched(pattern.args, [[each] for each in target.args], unknown)


def _all_matched(wanted: Sequence[Any], pieces: Sequence[Any], unknown: Sequence[Any]) -> Iterator[Values]:
    """Yield values with which each of some patterns is the product of some factors."""
    found: Values = {}
    for pattern, piece in zip(wanted, pieces, strict=True):
        joined = _joined(piece, pattern.shape)
        first = None if joined is None else next(_matched(pattern, joined, unknown), None)
        if first is None or any(found.get(symbol, value) != value for symbol, value in first.items()):
            return
        found.update(first)
    yield found


def _cut_in_two(term: Any) -> list[tuple[Any, Any]]:
    """Return a matrix as a product of two in all ways that its factors give."""
    factors, (rows, columns) = _factors(term) or [term], term.shape  # an identity has no factors but itself
    cuts = [(factors[:k], factors[k:]) for k in range(len(factors) + 1)]
    shapes = [(a[-1].shape[1] if a else b[0].shape[0]) for a, b in cuts]
    pairs = (
        (_joined(a, (rows, inner)), _joined(b, (inner, columns))) for (a, b), inner in zip(cuts, shapes, strict=True)
    )
    return [(a, b) for a, b in pairs if a is not None and b is not None]


def _side_by_side(wanted: Sequence[Any], target: MatAdd | BlockMatrix, unknown: Sequence[Any]) -> Iterator[Values]:
    """Yield a sum of products, or blocks of products on a diagonal, as one product of block matrices.

    Of a sum the left factors stand beside each other and the right ones below each other.
    """
    is_sum = isinstance(target, MatAdd)
    terms = target.args if is_sum else [target.blocks[k, k] for k in range(target.blocks.shape[0])]
    for choice in product(*map(_cut_in_two, terms)):
        lefts, rights = zip(*choice, strict=True)
        inner = sum((part.shape[1] for part in lefts), Integer(0))
        if sizes_equal(expand(inner), wanted[0].shape[1]):
            if is_sum:
                pair = BlockMatrix([list(lefts)]), BlockMatrix([[part] for part in rights])
            else:
                pair = _on_diagonal(lefts), _on_diagonal(rights)
            yield from _all_matched(wanted, [[each] for each in pair], unknown)


def _is_diagonal(target: Any) -> bool:
    """Tell whether a matrix is one of blocks on the diagonal, as they are written."""
    if not isinstance(target, BlockMatrix) or target.blocks.shape[0] != target.blocks.shape[1]:
        return False
    places = product(range(target.blocks.shape[0]), repeat=2)
    return all(i == j or isinstance(target.blocks[i, j], ZeroMatrix) for i, j in places)


def _on_diagonal(parts: Sequence[Any]) -> BlockMatrix:
    rows = [
        [a if i == j else ZeroMatrix(a.shape[0], b.shape[1]) for j, b in enumerate(parts)] for i, a in enumerate(parts)
    ]
    return BlockMatrix(rows)


def _isolated(symbol: Any, side: Any, other: Any) -> Iterator[Any]:
    """Yield what a matrix is by an equation in which it stands once: what is around it goes to the other side."""
    while side != symbol:
        if isinstance(side, MatAdd):
            with_it = [term for term in side.args if symbol in free_atoms(term)]
            if len(with_it) != 1:
                return
            other = total(other, *(matrix_product(-1, term) for term in side.args if term is not with_it[0]))
            (side,) = with_it
        elif isinstance(side, Transpose):
            side, other = side.arg, Transpose(other).doit()
        elif isinstance(side, Inverse):
            side, other = side.arg, Inverse(other)
        elif isinstance(side, MatMul):
            number, factors = side.as_coeff_matrices()
            places = [place for place, factor in enumerate(factors) if symbol in free_atoms(factor)]
            around = [factor for factor in factors if symbol not in free_atoms(factor)]
            if len(places) != 1 or any(not sizes_equal(*factor.shape) for factor in around):
                return
            (place,) = places
            sides = factors[:place], factors[place + 1 :]
            undone = [[factor.inverse() for factor in reversed(part)] for part in sides]
            other = matrix_product(1 / number, *undone[0], other, *undone[1])
            side = factors[place]
        else:
            return
    yield other


# ------------------------------------------------------------------------------------------------------------- numbers


def _of_numbers(relation: Any, symbol: Any, indices: Sequence[Any]) -> Iterator[Values]:
    """Yield values of a number that make both sides alike, or one of them larger; at all indices, a bound for these."""
    left, right = relation.args
    for root in _roots(left - right, symbol):
        if not free_atoms(root).isdisjoint(indices):
            yield from ({symbol: bound} for bound in _bounds(root, indices))
            continue
        yield {symbol: root}
        if not isinstance(relation, Equation):
            yield from ({symbol: value} for value in (root + 1, root - 1, Abs(root) + 1))


def _bounds(value: Any, indices: Sequence[Any]) -> Iterator[Any]:
    """Yield numbers above and below all values of an expression at some indices."""
    if len(indices) == 1:
        from symattn.primitives.maxima.word import RowMax

        (index,) = indices
        row, column = Dummy("row", integer=True), fresh_index(str(index.name), value)
        for sign in (1, -1):
            entry = Lambda((row, column), substituted(sign * value, {index: column}))
            yield sign * MatrixElement(RowMax(FunctionMatrix(1, index.upper + 1, entry)), Integer(0), Integer(0))
    largest = Abs(value)
    for index in indices:
        place = fresh_index(str(index.name), largest)
        largest = Sum(substituted(largest, {index: place}), (place, 0, index.upper))
    yield from (largest, -largest)


def _roots(number: Any, x: Any) -> Iterator[Any]:
    """Yield what x may be where a number is 0: roots of polynomials, through exponentials and logarithms."""
    number = together(number.rewrite(exp) if number.has(sinh, cosh, tanh) else number).as_numer_denom()[0]
    number = expand(number)
    parts = [part for part in preorder_traversal(number) if part.has(x)]
    kinds = {part for part in parts if isinstance(part, exp | log | Abs)}
    kinds |= {part for part in parts if isinstance(part, Pow) and not isinstance(part.exp, Integer)}
    inner = sorted(kinds, key=lambda part: (-part.count_ops(), str(part)))
    for part in [*inner, x]:
        unknown = Dummy("x", real=True)
        left = number.xreplace({part: unknown})
        if left.has(x):
            continue
        with suppress(PolynomialError):
            for root in _polynomial_roots(Poly(left, unknown), unknown):
                yield from (root,) if part == x else _through(part, root, x)


def _polynomial_roots(polynomial: Poly, x: Any) -> Iterator[Any]:
    degree, (first, *middle) = polynomial.degree(), polynomial.all_coeffs()
    if degree < 1:
        return
    last = middle.pop()
    if degree == 1:
        yield -last / first
    elif degree == 2:
        half, rest = -middle[0] / (2 * first), sqrt(middle[0] ** 2 - 4 * first * last) / (2 * first)
        yield from (half + rest, half - rest)
    elif degree > 2 and not any(middle) and degree % 2:
        yield from ((-last / first) ** Rational(1, degree),)


def _through(part: Any, value: Any, x: Any) -> Iterator[Any]:
    """Yield what x may be where a function has a value."""
    if isinstance(part, exp):
        yield from _roots(part.args[0] - log(value), x)
    elif isinstance(part, log):
        yield from _roots(part.args[0] - exp(value), x)
    elif isinstance(part, Abs):
        for sign in (1, -1):
            yield from _roots(part.args[0] - sign * value, x)
    elif part.exp == Rational(1, 2):
        yield from _roots(part.base - value**2, x)
    elif isinstance(part.exp, Rational):
        yield from _roots(part.base - value ** (1 / part.exp), x)
    elif part.exp.has(x):
        yield from _roots(part.exp - log(value) / log(part.base), x)


# --------------------------------------------------------------------------------------------------------- small terms


def _small_terms(symbol: Any, unknown: Iterable[Any], context: tuple[Basic, ...]) -> Iterator[Any]:
    """Yield terms of the kind of a symbol that are made of what a statement speaks of."""
    free = {part for part in postorder(*context) if free_atoms(part).isdisjoint(_bound(context).union(unknown))}
    met = sorted(free, key=lambda part: (part.count_ops() if isinstance(part, Expr) else 0, str(part)))
    if isinstance(symbol, MatrixSymbol):
        yield from _matrices(symbol.shape, met)
    elif isinstance(symbol, Idx):
        size = symbol.upper + 1
        yield from (part for part in met if isinstance(part, Idx) and sizes_equal(part.upper + 1, size))
        yield from (Integer(0), size - 1)
        yield from (part for part in met if is_dim(part) or isinstance(part, Idx))
    elif is_natural(symbol):
        naturals = [part for part in met if is_dim(part) or (isinstance(part, Symbol | Idx) and part.is_nonnegative)]
        yield from (*map(Integer, range(4)), *naturals, *(part + 1 for part in naturals))
        yield from (a + b for a, b in combinations(naturals, 2))
        yield from (2 * part for part in naturals)
    else:
        numbers = [p for p in met if isinstance(p, Symbol | MatrixElement) and p.is_real and not isinstance(p, Idx)]
        yield from map(Rational, ("0", "1", "-1", "2", "1/2"))
        yield from numbers
        yield from (term for a in numbers for term in (a + 1, a - 1, -a, 1 / a))
        yield from (term for a, b in combinations(numbers, 2) for term in ((a + b) / 2, a * b, a + b))
        yield from (a - b for a, b in product(numbers, numbers) if a != b)


def _bound(context: tuple[Basic, ...]) -> frozenset[Basic]:
    return frozenset[Basic]().union(*map(bound_symbols, postorder(*context)))


def _matrices(shape: tuple[Any, Any], met: Sequence[Any]) -> Iterator[Any]:
    every = [part for part in met if getattr(part, "is_Matrix", False) and isinstance(part, Expr)]
    turned = [Transpose(part).doit(deep=False) for part in every]
    every = list(dict.fromkeys([*every, *turned]))
    yield from (part for part in every if shapes_equal(part.shape, shape))
    if sizes_equal(*shape):
        yield Identity(shape[0])
    yield from (ZeroMatrix(*shape), OneMatrix(*shape))
    yield from (matrix_product(-1, part) for part in every if shapes_equal(part.shape, shape))
    for a, b in product(every, every):
        if sizes_equal(a.shape[1], b.shape[0]) and shapes_equal((a.shape[0], b.shape[1]), shape):
            yield matrix_product(a, b)
