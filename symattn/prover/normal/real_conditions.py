"""One form for conditions on numbers, so that max, min, |·| and cases are compared under sums: |x| = 2·max(0, x) − x.

A condition a ≤ b becomes 0 ≤ p, where p has 1 before its greatest monomial and no factor that is positive; where that
turns it round, [p ≤ 0] = 1 − [0 ≤ p] + [p = 0].  Beside [p = 0] the greatest monomial of p is written by the others.
A condition with a condition inside is that of either case.  This is a form of its own (``Context.oriented``), for which
way round a condition stands may depend on the order of nested sums.  Each rule leaves smaller monomials, or one
indicator less inside another one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import negation
from ...kernel.terms import REAL, Term, abstract, app, equation, literal, sides, var
from ..library.conditions import same_order
from ..library.facts import fact, infer
from ..library.literals import positive_literal
from ..limits import MOST_MONOMIALS
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, ap_thm, chain, discharge, is_false, is_true, left, right, swapped, symmetric
from ..logic.formulas import EXP, IND, LE, MINUS, MUL, ONE, ZERO, ind, inv, le, lt, minus, plus, times
from ..logic.parts import args_of, contains, operand, parts_of
from ..logic.term_order import Key, key, opened_number
from .conditions import is_on_numbers, same_equation
from .fractions import cleared
from .linear_arithmetic import Inequality, follows
from .normalising import Normalising
from .polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    canonical_term,
    divided,
    factors,
    parted,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled,
    scaled_term,
    shared_and_rest,
    without,
)
from .positivity import nonzero, positive


def has_real_conditions(t: Term, summed: bool = False) -> bool:
    """Tell whether the indicator of a condition on numbers stands in a normal term, or does so within a sum."""
    for part in parts_of(t):
        inside = operand(part, "ind")
        if inside is not None and (part.loose or not summed) and is_on_numbers(inside):
            return True
    return False


# -------------------------------------------------------------------------------------------------------- one condition


def normal_real_condition(normaliser: Normalising, p: Term) -> Theorem | None:
    """Return ⊢ ind p = t for a condition a ≤ b or a = b on numbers that has not the one form; None for others."""
    order, pair = args_of(p, "≤", 2), sides(p)
    if order is None and (pair is None or pair[0].type is not REAL):
        return None
    a, b = order or pair  # type: ignore[misc]
    d = read_polynomial(plus(b, minus(a)))
    if not d or len(d) > MOST_MONOMIALS or not is_on_numbers(p):
        return None
    if set(d) == {()}:
        return _decided(a, b, d[()], order is not None)
    if (cases := _by_inner_condition(a, b, d, order is not None)) is not None:
        return cases
    if normaliser.context.freed and (freed := _freed(normaliser, a, b, d, order is not None)) is not None:
        return freed
    front, rest = _primitive(normaliser, d)
    e = polynomial_term(rest)
    turned = d[max(d, key=_rank)] < 0
    if (a, b) == (ZERO, e):
        return None
    inside = minus(e) if turned and order is not None else e
    front = minus(front) if turned and order is None else front
    if order is None:
        sign, rule, same = nonzero(normaliser, front), "zero_of_multiple", same_equation(a, b, ZERO, times(front, e))
    else:
        sign, rule = positive(normaliser, front), "nonneg_multiple"
        same = same_order(a, b, ZERO, times(front, inside))
    if sign is None:
        return None
    step = ap_term(IND, chain(same, fact(rule, front, inside, premises=(sign,))))
    return chain(step, fact("ind_other_sign", e)) if inside is not e else step


def _rank(monomial: Monomial) -> tuple[int, list[Key]]:
    """Return the rank of a monomial: its degree, then its factors, the greatest first; products keep this order."""
    return len(factors(monomial)), sorted(map(key, factors(monomial)), reverse=True)


def _freed(normaliser: Normalising, a: Term, b: Term, d: Polynomial, order: bool) -> Theorem | None:
    """Return ⊢ ind p = ind p' without inverses of positive numbers, or with exponents for exponentials, or None."""
    said, same = (le, same_order) if order else (equation, same_equation)
    exponents = _exponents(d)
    if exponents is not None:
        rule = "exp_order" if order else "exp_equation"
        first, second = (app(EXP, u) for u in exponents)
        one = fact("exp_zero")
        step = same(a, b, *(ONE if u is ZERO else e for u, e in zip(exponents, (first, second), strict=True)))
        unit = replaced(refl(said(first, second)), one) if ZERO in exponents else refl(said(first, second))
        return ap_term(IND, chain(step, symmetric(unit), fact(rule, *exponents)))
    e = polynomial_term(d)
    found = multiplied(normaliser, e)
    if found is None:
        return None
    factor, sign, whole = found
    rule, premise = ("nonneg_multiple", sign) if order else ("zero_of_multiple", apart_from_zero(factor, sign))
    step = chain(same(a, b, ZERO, e), symmetric(fact(rule, factor, e, premises=(premise,))))
    return ap_term(IND, replaced(step, whole))


def apart_from_zero(t: Term, sign: Theorem) -> Theorem:
    """Infer ⊢ t ≠ 0 from ⊢ 0 < t."""
    return infer("pos_ne", sign)


def _exponents(d: Polynomial) -> tuple[Term, Term] | None:
    """Return u and v where a polynomial is exp v − exp u, with 1 as exp 0, or None."""
    if sorted(d.values()) != [-1, 1]:
        return None
    found: dict[Fraction, Term] = {}
    for monomial, coefficient in d.items():
        exponent: Term = ZERO
        for atom, e in monomial:
            inside = operand(atom, "exp")
            if inside is None:
                return None
            exponent = plus(exponent, times(literal(e, REAL), inside))
        found[coefficient] = canonical_term(exponent)
    return found[Fraction(-1)], found[Fraction(1)]


def multiplied(normaliser: Normalising, t: Term) -> tuple[Term, Theorem, Theorem] | None:
    """Return q, ⊢ 0 < q and ⊢ q·t = t' for an inverse of q in a normal term t, or for the least exponentials, or None.

    The exponentials of multiples of one monomial are powers of one number, of which the least one becomes 0.
    """
    polynomial = read_polynomial(t)
    for u in sorted((u for a in atoms_of(polynomial) if (u := operand(a, "inv"))), key=key):
        sign = positive(normaliser, u)
        if sign is not None:
            one = infer("inv_mul", apart_from_zero(u, sign))
            return u, sign, chain(ring(times(u, t), times(t, u)), cleared(normaliser, t, u, one))
    least: dict[Monomial, Fraction] = {}
    for first, monomial in enumerate(polynomial):
        here: dict[Monomial, Fraction] = {}
        for atom, e in monomial:
            exponent = operand(atom, "exp")
            for part, c in read_polynomial(exponent).items() if exponent is not None else ():
                here[part] = here.get(part, Fraction(0)) + c * e
        known, met = here if first == 0 else least, dict.fromkeys((*least, *here))
        least = {part: min(known.get(part, Fraction(0)), here.get(part, Fraction(0))) for part in met}
    factor = product_term(sorted((app(EXP, scaled_term(-c, part)) for part, c in least.items() if c), key=key))
    sign = positive(normaliser, factor) if factor is not ONE else None
    return None if sign is None else (factor, sign, normaliser.normal(times(factor, t)))


def _primitive(normaliser: Normalising, d: Polynomial) -> tuple[Term, Polynomial]:
    """Return a positive c·m and e with d = ±c·m·e, where e has 1 before its greatest monomial."""
    shared = tuple(power for power in shared_and_rest(d)[0] if positive(normaliser, power[0]) is not None)
    lead = d[max(d, key=_rank)]
    return scaled_term(abs(lead), shared), {divided(m, shared) or (): c / lead for m, c in d.items()}


def _decided(a: Term, b: Term, value: Fraction, order: bool) -> Theorem | None:
    """Return ⊢ ind (a ≤ b) = 1 or 0, or ⊢ ind (a = b) = 0, where b − a is a number that is not 0."""
    low, high = (a, b) if value > 0 else (b, a)
    sign = positive_literal(abs(value))
    if sign is None:
        return None
    gap = rewrite_proposition(sign, ring(literal(abs(value), REAL), plus(high, minus(low))))
    less = infer("lt_of_pos", gap)
    if not order:
        unequal = infer("lt_ne", less)
        unequal = unequal if low is a else rewrite_proposition(unequal, swapped(low, high))
        return chain(ap_term(IND, is_false(unequal)), fact("ind_false"))
    if value < 0:
        return chain(ap_term(IND, is_false(less)), fact("ind_false"))
    return chain(ap_term(IND, is_true(infer("lt_le", less))), fact("ind_true"))


def _by_inner_condition(a: Term, b: Term, d: Polynomial, order: bool) -> Theorem | None:
    """Return ⊢ ind p = that where a condition inside does not hold, and what changes where it holds, or None."""
    inside = sorted((atom for atom in atoms_of(d) if operand(atom, "ind") is not None), key=key)
    if not inside:
        return None
    condition = inside[0]
    within, others = parted(d, condition)
    if condition in atoms_of(within):
        return None
    change, rest = polynomial_term(within), polynomial_term(others)
    x = var("•x", REAL)
    said = le if order else equation
    function = abstract(x, ind(said(ZERO, plus(rest, x))))
    same = (same_order if order else same_equation)(a, b, ZERO, plus(rest, times(condition, change)))
    q = operand(condition, "ind") or condition
    return chain(ap_term(IND, same), fact("function_of_indicator", function, q, change))


# ----------------------------------------------------------------------------------------------- products of indicators


def simplify_conditions(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Return ⊢ m = m' with one condition on numbers less, or with less beside [p = 0], or None."""
    found = [(factor, q) for factor, _ in monomial if (q := _inside(factor)) is not None]
    for one, p in found:
        pair = sides(p)
        if pair is not None and pair[0] is ZERO:
            reduced = _beside_zero(normaliser, monomial, one, pair[1])
            if reduced is not None:
                return reduced
    for (one, p), (other, q) in combinations(found, 2):
        for (first, u), (second, v) in (((one, p), (other, q)), ((other, q), (one, p))):
            both = _joined(u, v)
            if both is not None:
                rest = factors(monomial)
                rest.remove(first)
                rest.remove(second)
                others = product_term(rest)
                arranged = ring(product_term(factors(monomial)), times(times(first, second), others))
                return normaliser.then(replaced(arranged, both))
    return None


def _inside(factor: Term) -> Term | None:
    """Return the condition on numbers of which a factor is the indicator, in the one form, or None."""
    inside = operand(factor, "ind")
    if inside is None:
        return None
    given = args_of(inside, "≤", 2) or sides(inside)
    return inside if given is not None and given[0] is ZERO and is_on_numbers(inside) else None


def _joined(p: Term, q: Term) -> Theorem | None:
    """Return ⊢ ind p · ind q = ind p, 0 or ind p + ind q − 1 where one condition says something of the other."""
    known = _said(p)
    (_, e) = args_of(q, "≤", 2) or sides(q) or (ZERO, ZERO)
    if args_of(q, "≤", 2) is None:
        return None
    goal = read_polynomial(e)
    holds = follows(goal, False, known)
    if holds is not None:
        return infer("ind_implied", discharge(p, holds))
    if (fails := follows(read_polynomial(_negative(e)), True, known)) is not None:
        gap = rewrite_proposition(fails, ring(_negative(e), plus(ZERO, minus(e))))
        less = infer("lt_of_pos", gap)
        return infer("ind_excluded", discharge(p, less))
    if sides(p) is None and (found := follows(goal, False, _not_said(p))) is not None:
        return infer("ind_covering", discharge(negation(p), found))
    return None


def _said(p: Term) -> list[Inequality]:
    """Return what is known where 0 ≤ e or 0 = e holds."""
    order = args_of(p, "≤", 2)
    (_, e) = order or sides(p) or (ZERO, ZERO)
    if order is not None:
        return [Inequality(read_polynomial(e), False, assume(p))]
    opposite = _negative(e)

    def sign(turned: bool) -> Theorem:
        zero = assume(p)
        same = to(chain(ring(ZERO, minus(ZERO)), ap_term(app(MUL, MINUS), zero)), opposite) if turned else zero
        return rewrite_proposition(fact("le_refl", ZERO), ap_term(app(LE, ZERO), same))

    return [
        Inequality(read_polynomial(t), False, partial(sign, turned)) for t, turned in ((e, False), (opposite, True))
    ]


def _not_said(p: Term) -> list[Inequality]:
    """Return what is known where 0 ≤ e does not hold."""
    (_, e) = args_of(p, "≤", 2) or (ZERO, ZERO)
    opposite = _negative(e)

    def gap() -> Theorem:
        below = infer("sub_pos", assume(lt(e, ZERO)))
        return rewrite_proposition(below, ring(plus(ZERO, minus(e)), opposite))

    return [Inequality(read_polynomial(opposite), True, gap)]


def _negative(e: Term) -> Term:
    """Return −e as the term of a polynomial."""
    return polynomial_term(scaled(read_polynomial(e), -1))


def _beside_zero(normaliser: Normalising, monomial: Monomial, zero: Term, e: Term) -> Theorem | None:
    """Return ⊢ [0 = e]·r = [0 = e]·r' with the greatest monomial of e written by the others in r', or None."""
    polynomial = read_polynomial(e)
    lead = max(polynomial, key=_rank)
    others = factors(monomial)
    others.remove(zero)
    rest, high = product_term(others), product_term(factors(lead))
    low = polynomial_term({m: -c for m, c in polynomial.items() if m != lead})
    if not lead or polynomial[lead] != 1:
        return None
    p = equation(ZERO, e)
    same = to(replaced(ring(high, plus(e, low)), symmetric(assume(p))), low)  # where 0 = e
    solved = _solved(normaliser, lead, low, same)
    if solved is not None and contains(left(solved), rest):
        changed = replaced(refl(rest), solved)
    else:
        left_over = divided(without(monomial, zero), lead)
        if left_over is None:
            return None
        quotient = product_term(factors(left_over))
        changed = chain(ring(rest, times(high, quotient)), ap_thm(ap_term(MUL, same), quotient))
    step = infer("ind_same", discharge(p, changed))
    return normaliser.then(chain(ring(product_term(factors(monomial)), times(zero, rest)), step))


def _solved(normaliser: Normalising, lead: Monomial, low: Term, same: Theorem) -> Theorem | None:
    """Infer a = r·u⁻¹ from ⊢ a·u = r for a factor a that is not in r beside a positive u, or None.

    It is the greatest such factor; one with bound indices comes before the others.
    """
    found: list[tuple[bool, Key, Term, Term, Theorem | None]] = []
    for atom, exponent in lead:
        u = product_term(factors(without(lead, atom)))
        if exponent != 1 or contains(atom, low):
            continue
        sign = None if u is ONE else positive(normaliser, u)
        if u is ONE or sign is not None:
            bound = any(opened_number(v) is not None for v in atom.free)
            found.append((bound, key(atom), atom, u, sign))
    if not found:
        return None
    _, _, atom, u, sign = max(found, key=lambda candidate: candidate[:2])
    if sign is None:
        return same
    one = infer("inv_mul", infer("pos_ne", sign))
    whole = chain(ring(atom, times(atom, ONE)), ap_term(app(MUL, atom), symmetric(one)))
    moved = chain(whole, ring(right(whole), times(left(same), inv(u))))
    return chain(moved, ap_thm(ap_term(MUL, same), inv(u)))
