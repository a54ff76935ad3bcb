"""Closed forms of sums of powers of positions, of geometric sums and of rows of binomials, in normal terms.

Σ i^p over i < n is a polynomial in n of degree p + 1, which is 0 at 0 and grows by n^p (GKP, 6.5); Σ q^i is
(q^n − 1)/(q − 1) for q ≠ 1, and q·Σ q^i is Σ q^i + q^n − 1 for any q.  Sums over i ≤ j are those with j + 1 for n.
What is found so is proved by induction over n, or over j; nothing is taken from a table.  Sums over rows and along
diagonals of Pascal's triangle are lemmas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import reduce
from math import comb

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Abs, Size, Term, Type, Var, app, const, lam, open_body, substitute
from ...library.facts import fact
from ...limits import MOST_EXPONENT, MOST_PLACES
from ...logic.cached_rules import ring
from ...logic.conversions import fresh, rewrite, rewrite_proposition
from ...logic.derived_rules import chain, left, right, symmetric
from ...logic.formulas import EXP, ONE, UNIT, inv, minus, nat_of, plus, pos_of, times
from ...logic.matching import rule_of
from ...logic.numerals import count, nadd, numeral, suc
from ...logic.parts import args_of, argument_of, operand, parts_of, rest_of
from ...logic.term_order import key
from ...normal.naturals import summands
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    divided,
    factors,
    parted,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled_term,
    without,
)
from ...normal.positivity import nonzero
from .size_induction import POWERS

Prove = Callable[[Term, Term], Theorem | None]


def with_closed_sums(normaliser: Normaliser, normal: Iterable[Term], prove: Prove) -> tuple[Theorem, ...] | None:
    """Return ⊢ t = t with closed forms of its sums, in normal form, for some terms, or None where no sum has one.

    ``prove`` takes a sum and its closed form to their equation, or to None.
    """
    terms = tuple(normal)
    sums = sorted(set[Term]().union(*map(_sums, terms)), key=key)[:MOST_PLACES]
    closed = [same for total in sums if (same := _closed(normaliser, total, terms, prove)) is not None]
    if not closed:
        return None
    given = [truth for truth in normaliser.context.truths if truth.sides and _is_power(left(truth))]
    closed = [chain(same, rewrite(right(same), *given)) for same in closed]
    context = normaliser.context.extended()
    context.products += [rule_of(frozenset(), same) for same in closed if left(same) not in sums]
    rewritten = [rewrite(t, *closed) for t in terms]
    return tuple(chain(same, Normaliser(context).normal(right(same))) for same in rewritten)


def _is_power(t: Term) -> bool:
    return any(args_of(t, name, arity) for name, arity in POWERS)


def weights_summed(normaliser: Normaliser, normal: Iterable[Term], prove: Prove) -> list[Theorem]:
    """Return ⊢ Σ w = a closed form for sums Σ w·u in some terms, where w has one and u is a table of numbers."""
    found = dict[Term, Theorem]()
    for total in sorted(set[Term]().union(*map(_sums, normal)), key=key)[:MOST_PLACES]:
        for table in sorted(total.free, key=key):
            if (ones := _ones(table.type)) is None:
                continue
            weights = right(normaliser.normal(substitute(total, {table: ones})))
            if operand(weights, "sum") is not None and (same := _closed(normaliser, weights, None, prove)) is not None:
                found[weights] = same
    return list(found.values())


def _ones(ty: Type) -> Term | None:
    """Return the table of which all entries are 1, or None where a type is not one of tables of real numbers."""
    if ty.domain is None or ty.codomain is None:
        return None
    inner = ONE if ty.codomain is REAL else _ones(ty.codomain)
    return None if inner is None else lam(ty.domain, inner)


def _sums(t: Term) -> set[Term]:
    """Return the closed sums in a term, outermost ones alone."""

    def is_closed_sum(part: Term) -> bool:
        return operand(part, "sum") is not None and not part.loose

    return {p for p in parts_of(t, whole=lambda p: isinstance(p, Abs) or is_closed_sum(p)) if is_closed_sum(p)}


def _closed(normaliser: Normaliser, total: Term, terms: Iterable[Term] | None, prove: Prove) -> Theorem | None:
    """Return ⊢ a sum, or a multiple of it that stands in some terms, if any are given, = what it comes down to."""
    form = _closed_form(normaliser, total)
    if form is None:
        return _by_a_theorem(normaliser, total)
    (product,) = read_polynomial(form[0])
    is_met = form[0] is total or terms is None
    is_met = is_met or any(divided(m, product) is not None for t in terms or () for m in read_polynomial(t))
    return prove(*form) if is_met else None


def _by_a_theorem(normaliser: Normaliser, total: Term) -> Theorem | None:
    """Return ⊢ a sum = what it is by the theorems about rows and diagonals of binomials, or None for another sum."""
    f = operand(total, "sum")
    if not isinstance(f, Abs) or (size := f.binder.size) is None:
        return None
    i = fresh(f.binder, f)
    ((monomial, _), *_) = read_polynomial(open_body(f, i)).items() or (((), Fraction(0)),)
    for theorem in (*_diagonals(size, i, dict(monomial)), *_rows(normaliser, size, i, dict(monomial))):
        whole = argument_of(left(theorem))
        if whole.type.domain is not f.binder:
            theorem = chain(symmetric(fact("sum_and_last", whole)), theorem)
        row = normaliser.normal(left(theorem))
        rest = dict(read_polynomial(right(row)))
        if (share := rest.pop(((total, 1),), None)) is not None:
            alone = times(scaled_term(1 / share, ()), plus(right(row), minus(polynomial_term(rest))))
            return chain(ring(total, alone), rewrite(alone, chain(symmetric(row), theorem)))
    return None


def _diagonals(size: Size, i: Var, powers: dict[Term, int]) -> Iterator[Theorem]:
    """Yield the sums of i⋯(i − a + 1) or (i + 1)⋯(i + a) that a monomial has, also over a place more."""
    place, position = nat_of(i), pos_of(i)
    for atom in powers:
        number, falling = operand(atom, "factorial"), args_of(atom, "falling", 2)
        if number is not None and len(others := [part for part in summands(number) if part is not place]):
            named = "rising_powers_summed", reduce(nadd, others)
        elif falling is not None and falling[0] is position:
            named = "falling_powers_summed", nadd(falling[1], numeral(powers.get(position, 0)))
        else:
            continue
        if i not in named[1].free:
            yield from (fact(named[0], {"n": n}, named[1]) for n in (size, size + UNIT))


def _rows(normaliser: Normaliser, size: Size, i: Var, powers: dict[Term, int]) -> Iterator[Theorem]:
    """Yield the sums of (n over i)·qⁱ, of falling powers of i times these, and of these by i + 1."""
    rows = [args[0] for atom in powers if (args := args_of(atom, "falling", 2)) is not None]
    power = powers.get(pos_of(i), 0)
    ratios = [*zip(*_ratios(tuple(powers.items()), i, const("#", size), count(size)), strict=True)] or [(), ()]
    u, v = (reduce(times, each, ONE) for each in ratios[:2])
    q, below = times(u, inv(v)), _apart(normaliser, v)
    one_more = [] if below is None else [fact("ratio_and_one", u, v, premises=(below,))]
    for n in (size, size + UNIT):
        row = normaliser.normal(plus(const("#", n), minus(ONE)))
        if right(row) not in rows:  # nor is it asked for in its own proof
            continue
        if not power:
            known = fact("moment_zero_of_row", {"n": n}, q)
        elif power == 1 and (less := rest_of(n, UNIT)) is not None:
            known = fact("moment_one", {"n": less}, q)
        elif power <= MOST_EXPONENT and below is not None and (apart := _apart(normaliser, plus(u, v))) is not None:
            known = fact("moments_of_row", {"n": n}, u, v, numeral(power), premises=(below, apart))
        else:
            continue
        yield chain(known, rewrite(right(known), *one_more))
        if any(operand(atom, "inv") is not None for atom in powers) and (apart := _apart(normaliser, q)) is not None:
            yield fact("shares_of_row", {"n": n}, q, premises=(apart,))


def _apart(normaliser: Normaliser, t: Term) -> Theorem | None:
    """Return ⊢ t ≠ 0 where the normal form of t shows it, or None."""
    normal = normaliser.normal(t)
    apart = nonzero(normaliser, right(normal))
    return None if apart is None else rewrite_proposition(apart, symmetric(normal))


def _closed_form(normaliser: Normaliser, total: Term) -> tuple[Term, Term] | None:
    """Return a sum and what it comes down to, or this of q times a geometric sum, or None for sums of other kinds."""
    f = operand(total, "sum")
    if not isinstance(f, Abs) or f.binder.size is None:
        return None
    i = fresh(f.binder, f)
    polynomial = read_polynomial(open_body(f, i))
    ((monomial, coefficient), *more) = polynomial.items() or (((), Fraction(0)),)
    if more or coefficient != 1:
        return None
    monomial, ends = _ends(monomial, i, f.binder.size)
    power = dict(monomial).get(pos_of(i))
    if power is not None and len(monomial) == 1:
        return (total, _sum_of_powers(ends[0], power)) if power <= MOST_EXPONENT else None
    if (part := _part_of_quotient(normaliser, monomial, i, ends[1])) is not None:
        return total, part
    ratios = _ratios(monomial, i, *ends)
    if len(ratios) < len(factors(monomial)) or not ratios:
        return None
    u, v, whole, part = (reduce(times, each, ONE) for each in zip(*ratios, strict=True))
    growth = times(v, plus(times(whole, inv(part)), minus(ONE)))
    if _apart(normaliser, plus(u, minus(v))) is not None:
        return total, times(growth, inv(plus(u, minus(v))))
    if (exponent := operand(ratios[0][0], "exp")) is not None:
        back = app(EXP, minus(exponent))  # of the sum that is turned round more may be known
        if _apart(normaliser, plus(ONE, minus(back))) is not None:
            return total, times(times(growth, back), inv(plus(ONE, minus(back))))
    gap, u, v = (right(normaliser.normal(each)) for each in (plus(u, minus(v)), u, v))
    if len(polynomial := read_polynomial(gap)) == 1:  # λ times the sum of (1 − λ)ⁱ
        ((factor, c),) = polynomial.items()
        return times(product_term(factors(factor)), total), times(scaled_term(1 / c, ()), growth)
    if len(read_polynomial(u)) != 1:
        return None
    share = scaled_term(1 / next(iter(read_polynomial(u).values())), ())
    return times(right(normaliser.normal(times(share, u))), total), times(share, plus(times(v, total), growth))


def _part_of_quotient(normaliser: Normaliser, monomial: Monomial, i: Var, natural: Term) -> Term | None:
    """Return a part of (zⁿ − 1)/(z − 1) for the same part of zⁱ, where z = a + bi is not 1, or None for others."""
    raised = [args_of(product_term(factors(monomial)), name, 3) for name in ("power_re", "power_im")]
    a, b, place = raised[0] or raised[1] or (ONE, ONE, ONE)
    less = plus(a, minus(ONE))
    squares = plus(times(less, less), times(b, b))
    if operand(place, "nat") is not i or i in squares.free or _apart(normaliser, squares) is None:
        return None
    x, y = plus(app(const("power_re"), a, b, natural), minus(ONE)), app(const("power_im"), a, b, natural)
    above = plus(times(x, less), times(y, b)) if raised[0] else plus(times(y, less), minus(times(x, b)))
    return times(above, inv(squares))


def _ends(monomial: Monomial, i: Var, size: Size) -> tuple[Monomial, tuple[Term, Term]]:
    """Return how many i a monomial is summed over, as a real and as a natural number, and the rest: all, or i ≤ j."""
    position = pos_of(i)
    for atom in dict(monomial):
        low, high = args_of(operand(atom, "ind") or ONE, "≤", 2) or (ONE, ONE)
        j = operand(high, "pos")
        if low is position and j is not None and i not in j.free:
            return without(monomial, atom), (plus(high, ONE), suc(nat_of(j)))
    return monomial, (const("#", size), count(size))


def _sum_of_powers(n: Term, power: int) -> Term:
    """Return the polynomial S in n with S(0) = 0 and S(n + 1) − S(n) = n^p."""
    coefficients: dict[int, Fraction] = {}
    for degree in range(power + 1, 0, -1):  # the coefficient of n^(degree − 1) in the difference is that of n^p
        wanted = Fraction(int(degree - 1 == power))
        above = sum((c * comb(d, degree - 1) for d, c in coefficients.items()), Fraction(0))
        coefficients[degree] = (wanted - above) / degree
    polynomial: Polynomial = {((n, degree),): c for degree, c in coefficients.items() if c}
    return polynomial_term(polynomial)


def _ratios(monomial: Monomial, i: Var, n: Term, natural: Term) -> list[tuple[Term, Term, Term, Term]]:
    """Return u, v, uⁿ and vⁿ for the atoms of a monomial that are (u/v)ⁱ; n is also given as a natural number."""
    found = []
    for atom in factors(monomial):
        if (ratio := _ratio(atom, i, n, natural)) is not None:
            found.append((ratio[0], ONE, ratio[1], ONE))
        elif (below := operand(atom, "inv")) is not None and (ratio := _ratio(below, i, n, natural)) is not None:
            found.append((ONE, ratio[0], ONE, ratio[1]))
    return found


def _ratio(atom: Term, i: Var, n: Term, natural: Term) -> tuple[Term, Term] | None:
    """Return q and q^n where an atom is q^i, as a power or as an exponential, or None."""
    if (args := args_of(atom, "power", 2)) is not None and i not in args[0].free:
        return (args[0], app(atom.function, natural)) if operand(args[1], "nat") is i else None  # type: ignore[attr-defined]
    if (exponent := operand(atom, "exp")) is None:
        return None
    slope, rest = parted(read_polynomial(exponent), pos_of(i))
    c = polynomial_term(slope)
    return None if rest or i in c.free else (app(EXP, c), app(EXP, times(c, n)))
