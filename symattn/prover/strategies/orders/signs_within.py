"""Prove the signs of what stands under a root, an inverse or a logarithm.

A sign is shown by all means of the entry level and becomes a truth, so that normal forms may use it from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, Term, Var, const
from ...library.facts import infer
from ...library.inequalities import root_of_any_square_times
from ...limits import MOST_SIGNS
from ...logic.cached_rules import ring
from ...logic.derived_rules import ap_term, chain, mp, right, spec
from ...logic.formulas import ZERO, le, lt, minus, times
from ...logic.parts import operand, parts_of
from ...logic.term_order import key
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    atoms_of,
    divided,
    factors,
    multiply,
    polynomial_term,
    product_term,
    read_polynomial,
    shared_and_rest,
)
from ...normal.positivity import nonnegative, positive
from ..core.goals import attempted


def signs_within(normaliser: Normaliser, terms: Iterable[Term], prove: Callable[[Term], Theorem]) -> list[Theorem]:
    """Return the signs that can be shown of what stands under roots, inverses and logarithms, and of numbers met there.

    ``prove`` proves a goal or raises.
    """
    found: list[Theorem] = []
    for u, root in _arguments(normaliser, terms)[:MOST_SIGNS]:
        if (nonnegative if root else positive)(normaliser, u) is not None or _is_negative(normaliser, u):
            continue
        goals = (lt(ZERO, u), le(ZERO, u) if root else lt(u, ZERO))
        signs = (sign for goal in goals if (sign := attempted(prove, goal)) is not None)
        found += islice(signs, 1)
    return found + [infer("inv_neg", sign) for u, sign in _negative(normaliser, terms, found)]


def _negative(normaliser: Normaliser, terms: Iterable[Term], shown: list[Theorem]) -> Iterator[tuple[Term, Theorem]]:
    """Yield the numbers under inverses that are known to be negative."""
    known = {truth.conclusion: truth for truth in (*normaliser.context.truths, *shown)}
    for u, _ in _arguments(normaliser, terms)[:MOST_SIGNS]:
        if (sign := known.get(lt(u, ZERO))) is not None:
            yield u, sign


def _is_negative(normaliser: Normaliser, u: Term) -> bool:
    """Tell whether a number is known to be negative."""
    return positive(normaliser, right(normaliser.normal(minus(u)))) is not None


def _arguments(normaliser: Normaliser, terms: Iterable[Term]) -> list[tuple[Term, bool]]:
    """Return what stands under inverses and logarithms, and with True what stands under roots, innermost first.

    The variables that hypotheses compare come before all, as such numbers under a root.
    """
    found: dict[tuple[Term, bool], None] = {}
    for truth in normaliser.context.truths:
        order = order_of(truth.conclusion)
        for side in order[:2] if order is not None else ():
            atoms = [a for a in atoms_of(read_polynomial(side)) if isinstance(a, Var)]
            found |= dict.fromkeys((a, True) for a in sorted(atoms, key=key) if positive(normaliser, a) is None)

    for part in reversed(list(parts_of(*terms, whole=lambda t: isinstance(t, Abs)))):
        for name in ("inv", "log", "sqrt"):
            if not part.loose and (inside := operand(part, name)) is not None:
                found[inside, name == "sqrt"] = None
    return list(found)


def squares_before_roots(
    normaliser: Normaliser, terms: Iterable[Term], prove: Callable[[Term], Theorem]
) -> list[Theorem]:
    """Return ⊢ √u = h·√v, or |h|·√v, for the roots of normal terms u = h²·v with v shown to be nonnegative.

    ``prove`` proves a goal or raises.
    """
    found: list[Theorem] = []
    for u, root in _arguments(normaliser, terms)[:MOST_SIGNS]:
        divided = _square_part(u) if root else None
        if divided is None:
            continue
        h, v = divided
        inside = nonnegative(normaliser, v) or attempted(prove, le(ZERO, v))
        if inside is None:
            continue
        sign = nonnegative(normaliser, h)
        if sign is not None:
            taken = infer("root_of_square_times", sign, inside)
        else:
            taken = mp(spec(root_of_any_square_times(), h, v), inside)
        found.append(chain(ap_term(const("sqrt"), ring(u, times(h, times(h, v)))), taken))
    return found


def _square_part(u: Term) -> tuple[Term, Term] | None:
    """Return h and v with u = h²·v for the largest h that stands in every monomial, or None where there is none."""
    polynomial = read_polynomial(u)
    h = tuple((atom, e // 2) for atom, e in shared_and_rest(polynomial)[0] if e > 1)
    rest = {divided(m, multiply(h, h)) or (): c for m, c in polynomial.items()}
    return (product_term(factors(h)), polynomial_term(rest)) if h else None


def signs_of_squares(normaliser: Normaliser, *terms: Term) -> list[Term]:
    """Return 0 ≤ v for the numbers v of which hypotheses give bounds, no sign, and normal terms have squares."""
    squared = {a for t in terms for m in read_polynomial(t) for a, e in m if isinstance(a, Var) and e > 1}
    truths = normaliser.context.truths
    sides_of = (order_of(truth.conclusion) for truth in truths)
    bounded = {side for order in sides_of if order is not None for side in order[:2]}
    signs = {truth.conclusion for truth in truths}
    return [
        le(ZERO, v)
        for v in sorted(squared & bounded, key=key)
        if not signs & {le(ZERO, v), lt(ZERO, v), le(v, ZERO), lt(v, ZERO)}
    ]
