"""Closed forms of sums of powers of positions, of geometric sums and of rows of binomials, in normal terms.

Σ i^p over i < n is a polynomial in n of degree p + 1, which is 0 at 0 and grows by n^p (GKP, 6.5); Σ q^i is
(q^n − 1)/(q − 1) for q ≠ 1.  What is found so is proved by induction over n; nothing is taken from a table.  The sum
over i ≤ n of the binomials n over i times q^i is (q + 1)^n, by the binomial theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from math import comb

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, Size, Term, Var, app, const, open_body
from ...library.facts import fact
from ...limits import MOST_EXPONENT, MOST_PLACES
from ...logic.conversions import fresh, rewrite
from ...logic.derived_rules import chain, left, right, symmetric
from ...logic.formulas import EXP, ONE, UNIT, inv, minus, plus, times
from ...logic.numerals import suc
from ...logic.parts import args_of, operand, parts_of, rest_of
from ...logic.term_order import key
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, polynomial_term, read_polynomial
from ...normal.positivity import nonzero

Prove = Callable[[Term, Term], Theorem | None]


def with_closed_sums(normaliser: Normaliser, normal: Iterable[Term], prove: Prove) -> tuple[Theorem, ...] | None:
    """Return ⊢ t = t with closed forms of its sums, in normal form, for some terms, or None where no sum has one.

    ``prove`` takes a sum and its closed form to their equation, or to None.
    """
    terms = tuple(normal)
    sums = sorted(set[Term]().union(*map(_sums, terms)), key=key)[:MOST_PLACES]
    closed = ((total, _closed(normaliser, total, prove)) for total in sums)
    found = {total: same for total, same in closed if same is not None}
    if not found:
        return None
    changed = [rewrite(t, found) for t in terms]
    return tuple(chain(same, normaliser.normal(right(same))) for same in changed)


def _sums(t: Term) -> set[Term]:
    """Return the closed sums in a term, outermost ones alone."""

    def is_closed_sum(part: Term) -> bool:
        return operand(part, "sum") is not None and not part.loose

    return {p for p in parts_of(t, whole=lambda p: isinstance(p, Abs) or is_closed_sum(p)) if is_closed_sum(p)}


def _closed(normaliser: Normaliser, total: Term, prove: Prove) -> Theorem | None:
    """Return ⊢ a sum = what it comes down to, or None."""
    if (form := _closed_form(normaliser, total)) is not None:
        return prove(total, form)
    return _row_of_binomials(normaliser, total)


def _row_of_binomials(normaliser: Normaliser, total: Term) -> Theorem | None:
    """Return ⊢ Σ i ≤ n. n over i · q^i = (q + 1)^n, or None for another sum."""
    f = operand(total, "sum")
    n = rest_of(f.binder.size, UNIT) if isinstance(f, Abs) and f.binder.size is not None else None
    if not isinstance(f, Abs) or n is None:
        return None
    i = fresh(f.binder, f)
    ((monomial, _), *_) = read_polynomial(open_body(f, i)).items() or (((), Fraction(0)),)
    if not any(args_of(atom, "falling", 2) for atom, _ in monomial):
        return None
    ratios = [ratio for atom, power in monomial if (ratio := _ratio(atom, i, n + UNIT)) is not None and power == 1]
    theorem = fact("binomial_theorem", {"n": n}, reduce(times, (q for q, _ in ratios), ONE))
    row = normaliser.normal(left(theorem))
    return chain(symmetric(row), theorem) if right(row) is total else None


def _closed_form(normaliser: Normaliser, total: Term) -> Term | None:
    """Return what a sum comes down to, or None for sums of other kinds."""
    args = operand(total, "sum")
    f = args if args is not None else None
    if not isinstance(f, Abs) or f.binder.size is None:
        return None
    i = fresh(f.binder, f)
    polynomial = read_polynomial(open_body(f, i))
    ((monomial, coefficient), *more) = polynomial.items() or (((), Fraction(0)),)
    if more or coefficient != 1 or len(monomial) != 1:
        return None
    ((atom, power),) = monomial
    if atom is app(const("pos", f.binder.size), i):
        return _sum_of_powers(f.binder.size, power) if power <= MOST_EXPONENT else None
    ratio = _ratio(atom, i, f.binder.size) if power == 1 else None
    if ratio is None:
        return None
    q, after = ratio
    if nonzero(normaliser, right(normaliser.normal(plus(q, minus(ONE))))) is not None:
        return times(plus(after, minus(ONE)), inv(plus(q, minus(ONE))))
    if (exponent := operand(q, "exp")) is None:
        return None
    back = app(EXP, minus(exponent))  # of the sum that is turned round more may be known
    if nonzero(normaliser, right(normaliser.normal(plus(ONE, minus(back))))) is None:
        return None
    return times(times(plus(after, minus(ONE)), back), inv(plus(ONE, minus(back))))


def _sum_of_powers(size: Size, power: int) -> Term:
    """Return the polynomial S in n with S(0) = 0 and S(n + 1) − S(n) = n^p."""
    coefficients: dict[int, Fraction] = {}
    for degree in range(power + 1, 0, -1):  # the coefficient of n^(degree − 1) in the difference is that of n^p
        wanted = Fraction(int(degree - 1 == power))
        above = sum((c * comb(d, degree - 1) for d, c in coefficients.items()), Fraction(0))
        coefficients[degree] = (wanted - above) / degree
    n = const("#", size)
    polynomial: Polynomial = {((n, degree),): c for degree, c in coefficients.items() if c}
    return polynomial_term(polynomial)


def _ratio(atom: Term, i: Var, size: Size) -> tuple[Term, Term] | None:
    """Return q and q^n where an atom is q^i, as a power or as an exponential, or None."""
    if (args := args_of(atom, "power", 2)) is not None and i not in args[0].free:
        place = app(const("nat", size), i)
        end = suc(app(const("nat", size), const("last", size)))
        return (args[0], app(atom.function, end)) if args[1] is place else None  # type: ignore[attr-defined]
    if (exponent := operand(atom, "exp")) is None:
        return None
    slope: dict[tuple[tuple[Term, int], ...], Fraction] = {}
    for monomial, coefficient in read_polynomial(exponent).items():
        rest = tuple((part, e) for part, e in monomial if part is not app(const("pos", size), i))
        if sum(e for _, e in monomial) != sum(e for _, e in rest) + 1 or any(i in part.free for part, _ in rest):
            return None
        slope[rest] = coefficient
    c = polynomial_term(slope)
    return app(EXP, c), app(EXP, times(c, const("#", size)))
