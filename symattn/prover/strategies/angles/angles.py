"""Differences of angles that equal vectors allow to compare: whole turns, which are 0 where they are rational."""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from ....kernel.rules import Theorem
from ....kernel.terms import BOOL, Size, Term, app, const, fin, literal
from ...library.facts import fact
from ...library.matrices import shape
from ...library.values import value
from ...limits import LARGEST_NUMBER, MOST_PLACES
from ...logic.cached_rules import refl
from ...logic.conversions import replaced, rewrite_proposition, to
from ...logic.derived_rules import ap_thm, at_arguments, chain, left, right, symmetric
from ...logic.formulas import ONE, TWO, UNIT, ZERO, minus, number, plus, times
from ...logic.numerals import NONE, UNIT_NAT, nadd, numeral, real
from ...logic.parts import args_of, is_matrix
from ...logic.places import place
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, read_polynomial, sorted_terms
from ...normal.positivity import nonzero
from .roots import by_roots


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
    for entries in entries_beside(normaliser.context, same):
        sines, cosines = (_normal(normaliser, entry) for entry in entries)
        u, v = (_angle(side(sines), side(cosines)) for side in (left, right))
        if u is not None and v is not None:
            premises = _written(sines, "sin_zero", u, v), _written(cosines, "cos_zero", u, v)
            yield fact("same_direction", u, v, premises=premises), plus(u, minus(v))


def is_equation(theorem: Theorem) -> bool:
    """Tell whether a theorem is an equation, but not one of propositions."""
    return theorem.sides is not None and theorem.sides[0].type is not BOOL


def entries_beside(context: Context, same: Theorem) -> Iterator[tuple[Theorem, Theorem]]:
    """Yield the equations of two entries, one beside the other, from ⊢ u = v for matrices of one column or one row."""
    if not is_equation(same) or not is_matrix(left(same).type):
        return
    rows, columns = shape(left(same))
    zero = literal(0, fin(UNIT))
    if columns == UNIT:
        for first, second in _pairs(context, rows):
            yield at_arguments(same, first, zero), at_arguments(same, second, zero)
    elif rows == UNIT:
        row = ap_thm(same, zero)
        for first, second in _pairs(context, columns):
            yield ap_thm(row, first), ap_thm(row, second)


def _pairs(context: Context, size: Size) -> Iterator[tuple[Term, Term]]:
    """Yield two indices of a range, one beside the other, in each of some blocks."""
    first, second = place(0, TWO), place(1, TWO)
    how = context.splits.get(size)
    if size == TWO:
        yield first, second
    elif how is not None and how[0] == "*" and how[2] == TWO:
        pair = const("pair", how[1], TWO)
        for block in _blocks(how[1]):
            yield app(pair, block, first), app(pair, block, second)


def _blocks(size: Size) -> list[Term]:
    """Return the first index and the last one, or the first indices of a range of so many."""
    if size.variables():
        return [place(0, size), const("last", size)]
    return [place(at, size) for at in range(min(size.least(), MOST_PLACES))]


def _normal(normaliser: Normaliser, entry: Theorem) -> Theorem:
    """Return the equation of two entries, both sides normal."""
    return chain(symmetric(normaliser.normal(left(entry))), entry, normaliser.normal(right(entry)))


def _angle(sine: Term, cosine: Term) -> Term | None:
    """Return u for the terms sin u and cos u, 0 for 0 and 1."""
    if sine is ZERO and cosine is ONE:
        return ZERO
    first, second = args_of(sine, "sin", 1), args_of(cosine, "cos", 1)
    return first[0] if first is not None and second is not None and first[0] is second[0] else None


def _written(theorem: Theorem, at_zero: str, u: Term, v: Term) -> Theorem:
    """Write 0 and 1 as sin 0 and cos 0 where the angle is 0."""
    first, second = (
        fact(at_zero) if angle is ZERO else refl(side) for angle, side in ((u, left(theorem)), (v, right(theorem)))
    )
    return chain(first, theorem, symmetric(second))


def zero_of_rational(normaliser: Normaliser, turn: Theorem, x: Term) -> Theorem | None:
    """Infer ⊢ x = 0 from ⊢ cos x = 1 for a rational combination x of natural numbers."""
    polynomial = read_polynomial(x)
    common = lcm(*(c.denominator for c in polynomial.values()))
    parts: dict[bool, Term] = {True: NONE, False: NONE}
    for monomial, coefficient in sorted_terms(polynomial):
        atom, count = _natural(monomial), int(coefficient * common)
        if atom is None or max(common, abs(count)) > LARGEST_NUMBER:
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
    return fact("rational_turn", x, scale, above, below, premises=premises)


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
