"""Build further values from those in a goal, for the rows that ask for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import permutations

from ....kernel.terms import REAL, Abs, Term, abstract, app, open_body
from ...limits import MOST_WITHIN
from ...logic.derived_rules import right
from ...logic.formulas import LOG, ONE, inv, plus, times, total
from ...logic.parts import index_size, operand
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, polynomial_term, read_polynomial, scaled_term, sorted_terms, without
from ...normal.positivity import positive
from .readings import Place, Values
from .squares_in_goals import root_of


@dataclass(frozen=True)
class At:
    """Hold where a value is wanted: a place, the values so far, what was met there and outside of sums, and places."""

    normaliser: Normaliser
    place: Place
    values: Values
    met: Sequence[Term]
    free: Sequence[Term]
    others: Sequence[Place]


def _inverses(at: At) -> list[Term]:
    """Return the inverses of what was met."""
    return [inv(t) for t in at.met]


def _ratios(at: At) -> list[Term]:
    """Return u/v and t·u/v under a sum, for u and v that were met outside of it, or 1, and t that was met."""
    ratios = [times(u, inv(v)) for u, v in permutations((*at.free, ONE), 2)] if at.place.binders else []
    return [*ratios, *(times(t, ratio) for t in at.met for ratio in ratios)]


def _balance(at: At) -> list[Term]:
    """Return the product of the numbers met with the weight of a place, each as often as that makes up for.

    Where Σ w·log u is a part of a goal, and −Σ w·log v and Σ w·log 2 are others, this is v/2 at u.
    """
    (first,) = at.values.values()
    powers: dict[Term, int] = {}
    for other in at.others:
        multiple = _multiple(other.weight, at.place.weight)
        for there in other.seen_from(at.place.binders) if multiple else ():
            (t,) = there.values()
            powers[t] = multiple
    if powers.pop(first, None) != 1 or not powers or any(abs(e) > MOST_WITHIN for e in powers.values()):
        return []
    parts = [t if e < 0 else inv(t) for t, e in powers.items() for _ in range(abs(e))]
    return [right(at.normaliser.normal(reduce(times, parts)))]


def _multiple(weight: Polynomial, of: Polynomial) -> int:
    """Return the whole number c for which a weight is c times another one and has nothing else of its monomials."""
    multiples = {weight.get(m, 0) / c for m, c in of.items()}
    c = multiples.pop()
    return 0 if multiples or c.denominator != 1 else int(c)


def _mean(at: At) -> list[Term]:
    """Return the mean Σ w·y / Σ w of the number y at a place Σ w·p under one sum."""
    if len(at.place.binders) != 1:
        return []
    (x,) = at.place.binders
    y = next(t for v, t in at.place.values if v.type is REAL)
    found = []
    for monomial, coefficient in at.place.weight.items():
        weight = polynomial_term({monomial: coefficient})
        share, moment = (total(index_size(x), abstract(x, t)) for t in (weight, times(weight, y)))
        whole = right(at.normaliser.normal(share))
        if whole is ONE or positive(at.normaliser, whole) is not None:
            found.append(right(at.normaliser.normal(times(moment, inv(share)))))
    return found


def _table(at: At) -> Abs | None:
    """Return the table that is met where it is written by its entries, or None."""
    return next((t for t in at.values.values() if isinstance(t, Abs)), None)


def _logarithms(at: At) -> list[Term]:
    """Return λi. log (f i) for the table f that is met."""
    f = _table(at)
    if f is None:
        return []
    x = at.normaliser.context.next_variable(f.binder, f)
    return [abstract(x, app(LOG, open_body(f, x)))]


def _summands(at: At) -> list[Term]:
    """Return λi. g i for a number that is Σ g over the indices of the table that is met."""
    f, v = _table(at), next((t for t in at.values.values() if t.type is REAL), None)
    if f is None or v is None:
        return []
    x = at.normaliser.context.next_variable(f.binder, v, f)
    parts: list[Term] = []
    for monomial, c in sorted_terms(read_polynomial(v)):
        sums = [(a, s) for a, e in monomial if e == 1 and (s := operand(a, "sum")) is not None]
        here = [(a, g) for a, g in sums if isinstance(g, Abs) and g.binder is f.binder]
        if not here:
            return []
        whole, g = here[0]
        parts.append(times(scaled_term(c, without(monomial, whole)), open_body(g, x)))
    return [abstract(x, reduce(plus, parts))] if parts else []


def _roots(at: At) -> list[Term]:
    """Return λi. √(f i / w i) where that is a product of powers and exponentials, for the tables w and f."""
    w, f = (t for t in at.values.values() if isinstance(t, Abs))
    x = at.normaliser.context.next_variable(f.binder, w, f)
    ratio = read_polynomial(right(at.normaliser.normal(times(open_body(f, x), inv(open_body(w, x))))))
    root = root_of(at.normaliser, next(iter(ratio))) if list(ratio.values()) == [1] else None
    return [] if root is None else [abstract(x, root)]


MADE: dict[str, Callable[[At], list[Term]]] = {
    "inverses": _inverses,
    "ratios": _ratios,
    "balance": _balance,
    "mean": _mean,
    "logarithms": _logarithms,
    "summands": _summands,
    "roots": _roots,
}
