"""Differences of angles that equal vectors allow to compare: whole turns, which are 0 where they are rational."""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from ....kernel.rules import Theorem
from ....kernel.terms import BOOL, REAL, Size, Term, Type, app, const, fin, literal
from ...library.facts import fact
from ...library.naturals import value
from ...logic.cached_rules import refl
from ...logic.conversions import replaced, rewrite_proposition, to
from ...logic.derived_rules import ProofError, ap_thm, chain, left, right, symmetric
from ...logic.formulas import ONE, TWO, UNIT, ZERO, minus, number, plus, times
from ...logic.numerals import NONE, UNIT_NAT, nadd, numeral, real
from ...logic.parts import args_of
from ...normal.context import MOST_BLOCKS, Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, read_polynomial, sorted_terms
from ...normal.positivity import nonzero
from .roots import by_roots

LARGEST_COUNT = 10**6  # numerators and denominators of angles


def zero_angles(normaliser: Normaliser, same: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ x = 0 for the differences x of angles that two equal vectors allow to compare, one by one or in pairs."""
    irrational: list[tuple[Theorem, Term]] = []
    for turn, x in turns(normaliser, same):
        zero = zero_of_rational(normaliser, turn, x)
        if zero is not None:
            yield zero
            continue
        pairs = (by_roots(normaliser, other, (turn, x)) for other in irrational)
        yield from (zero for zero in pairs if zero is not None)
        irrational.append((turn, x))


def turns(normaliser: Normaliser, same: Theorem) -> Iterator[tuple[Theorem, Term]]:
    """Yield ⊢ cos x = 1 with x for the differences x of angles that two equal vectors allow to compare."""
    pair = (left(same), right(same)) if is_equation(same) else None
    for sine, cosine in _entries(normaliser.context, pair[0].type if pair else REAL):
        sines, cosines = (_at(normaliser, same, *place) for place in (sine, cosine))
        angles = [_angle(s, c) for s, c in ((left(sines), left(cosines)), (right(sines), right(cosines)))]
        u, v = angles
        if u is None or v is None:
            continue
        sines, cosines = (_with_zero(theorem, *angles) for theorem in (sines, cosines))
        premises = (sines, cosines)
        yield fact("same_direction", {}, u, v, premises=premises), plus(u, minus(v))


def is_equation(theorem: Theorem) -> bool:
    try:
        return left(theorem).type is not BOOL
    except ProofError:
        return False


def _entries(context: Context, ty: Type) -> Iterator[tuple[tuple[Term, Term], tuple[Term, Term]]]:
    """Yield the places (row, column) of a sine and the cosine beside it, in a matrix with one column or one row."""
    rows = ty.domain.size if ty.domain is not None else None
    columns = ty.codomain.domain.size if ty.codomain is not None and ty.codomain.domain is not None else None
    if rows is None or columns is None:
        return
    upright = columns == UNIT
    if not upright and rows != UNIT:
        return
    size, other = (rows, columns) if upright else (columns, rows)
    zero = literal(0, fin(other))
    for first, second in _pairs(context, size):
        yield ((first, zero), (second, zero)) if upright else ((zero, first), (zero, second))


def _pairs(context: Context, size: Size) -> Iterator[tuple[Term, Term]]:
    bits = [literal(value, fin(TWO)) for value in (0, 1)]
    if size == TWO:
        yield bits[0], bits[1]
        return
    how = context.splits.get(size)
    if how is None or how[0] != "*" or how[2] != TWO:
        return
    pair = const("pair", how[1], how[2])
    for block in _blocks(how[1]):
        yield app(pair, block, bits[0]), app(pair, block, bits[1])


def _blocks(size: Size) -> Iterator[Term]:
    """Yield the first index, the last one, then other numbers that are surely indices."""
    yield literal(0, fin(size))
    if size.variables():
        yield const("last", size)
    else:
        yield from (_literal_index(place, size.least()) for place in range(1, min(size.least(), MOST_BLOCKS)))


def _literal_index(place: int, count: int) -> Term:
    """Return an index of a literal range by halves: the first one, or a later one of those after the first."""
    if place == 0 or count <= 2:
        return literal(place, fin(Size.number(count)))
    return app(const("inr", UNIT, Size.number(count - 1)), _literal_index(place - 1, count - 1))


def _at(normaliser: Normaliser, same: Theorem, row: Term, column: Term) -> Theorem:
    """Return the equation of two entries, both sides normal."""
    entry = ap_thm(ap_thm(same, row), column)
    first, second = normaliser.normal(left(entry)), normaliser.normal(right(entry))
    return chain(symmetric(first), entry, second)


def _angle(sine: Term, cosine: Term) -> Term | None:
    """Return u for the terms sin u and cos u, 0 for 0 and 1."""
    if sine is ZERO and cosine is ONE:
        return ZERO
    first, second = args_of(sine, "sin", 1), args_of(cosine, "cos", 1)
    return first[0] if first is not None and second is not None and first[0] is second[0] else None


def _with_zero(theorem: Theorem, u: Term | None, v: Term | None) -> Theorem:
    """Write 0 and 1 as sin 0 and cos 0 where they are."""
    if u is ZERO:
        theorem = chain(_unfolded_zero(left(theorem)), theorem)
    return chain(theorem, symmetric(_unfolded_zero(right(theorem)))) if v is ZERO else theorem


def _unfolded_zero(constant: Term) -> Theorem:
    return fact("sin_zero" if constant is ZERO else "cos_zero")


def zero_of_rational(normaliser: Normaliser, turn: Theorem, x: Term) -> Theorem | None:
    """Infer ⊢ x = 0 from ⊢ cos x = 1 for a rational combination x of natural numbers."""
    polynomial = read_polynomial(x)
    common = lcm(*(c.denominator for c in polynomial.values()))
    parts: dict[bool, Term] = {True: NONE, False: NONE}
    for monomial, coefficient in sorted_terms(polynomial):
        atom, count = _natural(monomial), int(coefficient * common)
        if atom is None or max(common, abs(count)) > LARGEST_COUNT:
            return None
        parts[count > 0] = nadd(_multiple(abs(count), atom), parts[count > 0])
    scale, above, below = numeral(common), parts[True], parts[False]
    constant = to(value(scale), number(common))
    difference = replaced(refl(plus(real(above), minus(real(below)))), value(above), value(below))
    multiple = to(replaced(refl(times(real(scale), x)), constant), right(difference))
    premise = nonzero(normaliser, number(common))
    if premise is None:
        return None
    premises = rewrite_proposition(premise, symmetric(constant)), chain(multiple, symmetric(difference)), turn
    return fact("rational_turn", {}, x, scale, above, below, premises=premises)


def _natural(monomial: Monomial) -> Term | None:
    """Return the natural number whose value a monomial is: 1, the value of one, or the position of an index."""
    if not monomial:
        return UNIT_NAT
    if len(monomial) > 1 or monomial[0][1] != 1:
        return None
    if (args := args_of(monomial[0][0], "real", 1)) is not None:
        return args[0]
    if (args := args_of(monomial[0][0], "pos", 1)) is not None and args[0].type.size is not None:
        return app(const("nat", args[0].type.size), *args)
    return None


def _multiple(count: int, t: Term) -> Term:
    """Return count·t, by doubling."""
    if count < 2:
        return t if count else NONE
    half = _multiple(count // 2, t)
    double = nadd(half, half)
    return nadd(t, double) if count % 2 else double
