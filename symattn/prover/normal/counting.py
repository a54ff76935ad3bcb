"""Sums of a condition on one position in closed form, as Σ i. [i ≤ j] = j + 1 and Σ i. [i + j = n − 1] = 1.

The condition says i ≤ b − a, a − b ≤ i or i = b − a for whole numbers a and b.  On which side of the ends of the range
that bound lies is shown by linear arithmetic.  One end may stay open: then a condition on a and b is left, as in
Σ i. [i + j = n] = [1 ≤ j].  Where nothing is known, the sum stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.terms import REAL, Term, Var, abstract, app, const, equality, equation, sides
from ..library.conditions import same_order
from ..library.facts import fact
from ..library.sums import under_sum
from ..logic.cached_rules import refl
from ..logic.conversions import fresh, rearranged, replaced, rewrite
from ..logic.derived_rules import ap_term, ap_thm, binary, chain, left, right, symmetric
from ..logic.formulas import ADD, IND, LE, MUL, ONE, minus, nat_of, plus, pos_of, times
from ..logic.parts import args_of, index_size, operand
from .conditions import is_condition, known_of, naturals, order_shown, relates_places, relates_positions, same_equation
from .normalising import Normalising
from .polynomials import (
    Monomial,
    Polynomial,
    apart,
    atoms_of,
    factors,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled,
)
from .positivity import nonzero


def counted(normaliser: Normalising, x: Var, monomial: Monomial) -> Theorem | None:
    """Return ⊢ Σ x. [p] = a polynomial for a condition p on the position of x whose bound is in range, or None.

    Where p says which position that is, other factors may be functions of it.
    """
    if len(monomial) > 1:
        return _value(normaliser, x, monomial)
    condition = args_of(monomial[0][0], "ind", 1) if len(monomial) == 1 and monomial[0][1] == 1 else None
    if condition is None:
        return None
    if not is_condition(condition[0]):
        return _at_one_place(normaliser, x, condition[0])
    a, b = args_of(condition[0], "≤", 2) or (ONE, ONE)
    found = _bound(x, a, b)
    return None if found is None else _counted(normaliser, x, (a, b), apart(found[0]), found[1] == -1)


def _bound(x: Var, a: Term, b: Term) -> tuple[Polynomial, Fraction] | None:
    """Return what b − a is without the position of x, and the sign of that, or None where x stands elsewhere too."""
    difference = dict(read_polynomial(plus(b, minus(a))))
    sign = difference.pop(((pos_of(x), 1),), Fraction(0))
    if sign not in (1, -1) or any(x in atom.free for atom in atoms_of(difference)):
        return None
    return difference, sign


def _at_one_place(normaliser: Normalising, x: Var, condition: Term) -> Theorem | None:
    """Return ⊢ Σ x. [x + a = b] = [0 ≤ b − a]·[b − a < n] where one of these is known, or None."""
    found = _where(normaliser, x, condition)
    if found is None or not found.premises:
        return None
    return chain(under_sum(x, found.same), fact("count_at_most_one", {"n": index_size(x)}, found.before, found.after))


def _value(normaliser: Normalising, x: Var, monomial: Monomial) -> Theorem | None:
    """Return ⊢ Σ x. [x + a = b]·h (pos x) = [0 ≤ b − a]·[b − a < n]·h (b − a) where one of these is known, or None.

    There may be powers yˣ beside it, for y ≠ 0.
    """
    terms, size = factors(monomial), index_size(x)
    conditions = [t for t in terms if (inside := operand(t, "ind")) and sides(inside) and x in t.free]
    if len(conditions) != 1:
        return None
    (selecting,) = conditions
    terms.remove(selecting)
    position, number = pos_of(x), nat_of(x)
    bases = [args[0] for t in terms if (args := args_of(t, "power", 2)) and args[1] is number]
    beside = product_term([t for t in terms if (args_of(t, "power", 2) or (t, t))[1] is not number])
    y = fresh(REAL, beside)
    h = abstract(y, right(rewrite(beside, assume(equation(position, y)))))
    base = right(normaliser.normal(product_term(bases)))
    apart = nonzero(normaliser, base) if bases and x not in base.free else None
    found = None if x in h.free or (bases and not apart) else _where(normaliser, x, selecting.argument)  # type: ignore[attr-defined]
    if found is None or not found.premises:
        return None
    ends, arranged = (found.before, found.after), refl(beside)
    if apart is None:
        value = fact("value_at_most_one", {"n": size}, h, *ends)
    else:
        arranged = ap_term(app(MUL, beside), symmetric(normaliser.normal(app(const("power"), base, number))))
        value = fact("power_at_most_one", {"n": size}, h, base, *ends, premises=(apart,))
    here = rearranged(product_term(factors(monomial)), times(selecting, left(arranged)))
    here = chain(here, binary(MUL, found.same, arranged))
    return chain(under_sum(x, here), value)


def at_last(normaliser: Normalising, x: Var, monomial: Monomial) -> Theorem | None:
    """Return ⊢ Σ x. [n − 1 ≤ x]·m = Σ x. [x = the last]·m for a condition that only the last of n indices meets."""
    size = index_size(x)
    position, whole = pos_of(x), normaliser.normal(const("#", size))
    wanted = read_polynomial(plus(plus(position, ONE), minus(right(whole))))
    for factor, _ in monomial if size.variables() else ():
        condition = operand(factor, "ind")
        order = args_of(condition, "≤", 2) if condition is not None else None
        if order is not None and read_polynomial(plus(order[1], minus(order[0]))) == wanted:
            same = same_order(order[0], order[1], right(whole), plus(position, ONE))
            same = chain(same, ap_thm(ap_term(LE, symmetric(whole)), plus(position, ONE)))
            there = ap_term(IND, chain(same, fact("only_last", x)))
            return under_sum(x, replaced(refl(product_term(factors(monomial))), there))
    return None


@dataclass(frozen=True)
class Placed:
    """Hold what a condition on x says: a and b with ⊢ [p] = [x + a = b], and what is known of 0 ≤ b − a < n."""

    before: Term
    after: Term
    premises: tuple[Theorem, ...]
    same: Theorem


def placed(normaliser: Normalising, x: Var, condition: Term) -> Placed | None:
    """Return where an equation of positions says that x lies, if that is known to be in range, or None."""
    found = _where(normaliser, x, condition)
    return found if found is not None and len(found.premises) == 2 else None


def _where(normaliser: Normalising, x: Var, condition: Term) -> Placed | None:
    """Return where an equation of positions says that x lies, or None."""
    pair = sides(condition)
    if pair is None or pair[0].type is not REAL:
        return None
    difference = read_polynomial(plus(pair[1], minus(pair[0])))
    found = _bound(x, *pair) if relates_positions(difference) or relates_places(difference) else None
    if found is None:
        return None
    rest = found[0] if found[1] == -1 else scaled(found[0], -1)
    low, high = apart(rest)
    size = index_size(x)
    whole = normaliser.normal(const("#", size))
    first, second = polynomial_term(low), polynomial_term(high)
    shown = _shown(normaliser, [(first, second), (plus(second, ONE), plus(right(whole), first))])
    numbers = naturals(normaliser, low, high)
    if numbers is None:
        return None
    (a, is_low), (b, is_high) = numbers
    low_back, high_back = symmetric(is_low), symmetric(is_high)
    moved = (
        binary(LE, low_back, high_back),
        binary(LE, ap_thm(ap_term(ADD, high_back), ONE), binary(ADD, symmetric(whole), low_back)),
    )
    inside = [eq_mp(step, theorem) for step, theorem in zip(moved, shown, strict=True) if theorem is not None]
    position = pos_of(x)
    there = binary(equality(REAL), ap_term(app(ADD, position), is_low), is_high)
    same = chain(same_equation(*pair, plus(position, first), second), symmetric(there))
    return Placed(a, b, tuple(inside), ap_term(IND, same))


def _shown(normaliser: Normalising, orders: list[tuple[Term, Term]]) -> list[Theorem | None]:
    """Return ⊢ s ≤ t for each pair of whole numbers of which linear arithmetic shows that, None for each other one."""
    differences = [read_polynomial(plus(t, minus(s))) for s, t in orders]
    known = known_of(normaliser, *differences)
    return [order_shown(s, t, d, known) for (s, t), d in zip(orders, differences, strict=True)]


def _counted(
    normaliser: Normalising, x: Var, order: tuple[Term, Term], bounds: tuple[Polynomial, Polynomial], ends: bool
) -> Theorem | None:
    """Count the x with x + low ≤ high where that ends at a bound, or with low ≤ x + high where it begins at one."""
    low, high = bounds
    size = index_size(x)
    whole = normaliser.normal(const("#", size))
    first, second = polynomial_term(low), polynomial_term(high)
    premises = [(first, plus(second, ONE)), (plus(second, ONE), plus(right(whole), first))]
    at_most_one_beyond = (second, plus(right(whole), first))
    if not ends:
        premises = [(second, first), (first, plus(right(whole), second))]
        at_most_one_beyond = (second, plus(first, ONE))
    shown = _shown(normaliser, premises)
    needed = shown[0 if ends else 1]
    rest_is_left = None in shown and needed is not None and None not in _shown(normaliser, [at_most_one_beyond])
    numbers = naturals(normaliser, low, high)
    if (None in shown and not rest_is_left) or numbers is None:
        return None
    (a, is_low), (b, is_high) = numbers
    size_back, low_back, high_back = symmetric(whole), symmetric(is_low), symmetric(is_high)
    position = pos_of(x)
    if ends:
        after = ap_thm(ap_term(ADD, high_back), ONE)
        moved = binary(LE, low_back, after), binary(LE, after, binary(ADD, size_back, low_back))
        condition = binary(LE, ap_term(app(ADD, position), is_low), is_high)
        same = same_order(*order, plus(position, first), second)
    else:
        moved = binary(LE, high_back, low_back), binary(LE, low_back, binary(ADD, size_back, high_back))
        condition = binary(LE, is_low, ap_term(app(ADD, position), is_high))
        same = same_order(*order, first, plus(position, second))
    inside = tuple(eq_mp(step, theorem) for step, theorem in zip(moved, shown, strict=True) if theorem is not None)
    if rest_is_left:
        number = fact("count_up_to_all" if ends else "count_from_all", {"n": size}, a, b, premises=inside)
    else:
        number = fact("count_up_to" if ends else "count_from", {"n": size}, a, b, premises=inside)
    here = chain(same, symmetric(condition))
    return normaliser.then(chain(under_sum(x, ap_term(IND, here)), number))
