"""Inequalities about the largest of finitely many numbers: it is an upper bound, and the least one.

No rows: the indices come from permutations of a goal, and the least bound is a goal of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from ....kernel.rules import Theorem
from ....kernel.syntax import forall
from ....kernel.terms import Term, app, fin, literal
from ...library.facts import fact
from ...library.literals import positive_literal
from ...limits import MOST_MOVED_INDICES
from ...logic.cached_rules import ring
from ...logic.conversions import beta_normal_form, rewrite_proposition
from ...logic.derived_rules import gen, right
from ...logic.formulas import ZERO, le, lt, minus, number, plus, times
from ...logic.parts import args_of, parts_of
from ...logic.term_order import key, next_opened
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, polynomial_term, read_polynomial


def maxima(polynomials: Iterable[Polynomial]) -> list[Term]:
    """Return the largest numbers, max f, that occur as factors in some polynomials, in canonical order."""
    atoms = {atom for polynomial in polynomials for monomial in polynomial for atom, _ in monomial}
    return [atom for atom in sorted(atoms, key=key) if args_of(atom, "top", 1) is not None]


def upper_bounds(normaliser: Normaliser, polynomials: list[Polynomial]) -> list[tuple[Term, Theorem]]:
    """Return t and ⊢ 0 ≤ t for t = max f − f i, at the indices in sight and their images under permutations."""
    found = []
    for largest in maxima(polynomials):
        (f,) = args_of(largest, "top", 1) or (largest,)
        for place in _places(normaliser, f, polynomials):
            below = fact("top_ge", {"n": f.type.domain.size}, f, place)  # type: ignore[dict-item, union-attr]
            a, b = args_of(below.conclusion, "≤", 2) or (f, f)
            found.append((plus(b, minus(a)), fact("sub_nonneg", {}, a, b, premises=(below,))))
    return found


def bounds_of_all(normaliser: Normaliser, terms: Iterable[Term]) -> list[Theorem]:
    """Return ⊢ ∀i. f i ≤ max f, with f i in normal form, for the largest numbers that are factors in normal terms."""
    found = []
    for largest in maxima(map(read_polynomial, terms)):
        (f,) = args_of(largest, "top", 1) or (largest,)
        indices = f.type.domain
        if indices is not None and indices.size is not None:
            x = next_opened(indices, largest, *normaliser.context.assumed)
            below = fact("top_ge", {"n": indices.size}, f, x)
            value = (args_of(below.conclusion, "≤", 2) or [largest])[0]
            found.append(gen(x, rewrite_proposition(below, normaliser.normal(value))))
    return found


def _places(normaliser: Normaliser, f: Term, polynomials: list[Polynomial]) -> list[Term]:
    """Return indices at which f may be compared with its largest value."""
    indices = f.type.domain
    atoms = {atom for polynomial in polynomials for monomial in polynomial for atom, _ in monomial}
    seen = {t for atom in atoms for t in parts_of(atom) if t.type is indices and not t.loose}
    for forward in normaliser.context.bijections:
        if forward.type.domain is indices and forward.type.codomain is indices:
            seen |= {right(normaliser.normal(app(forward, t))) for t in tuple(seen)}
    if not seen and indices is not None and indices.size is not None:
        seen = {literal(0, fin(indices.size))}
    return sorted(seen, key=key)[:MOST_MOVED_INDICES]


def below_all(normaliser: Normaliser, t: Term, strict: bool, prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Return ⊢ 0 ≤ r − c·max f, or with <, for a normal term of this kind, from ∀i. f i ≤ r/c; None for other terms.

    ``prove`` proves a goal or raises.
    """
    polynomial = read_polynomial(t)
    for largest in maxima([polynomial]):
        coefficient = polynomial.get(((largest, 1),), Fraction(0))
        if coefficient >= 0:
            continue
        (f,) = args_of(largest, "top", 1) or (largest,)
        scale, indices = -coefficient, f.type.domain
        rest = {monomial: c / scale for monomial, c in polynomial.items() if monomial != ((largest, 1),)}
        bound, positive = polynomial_term(rest), positive_literal(scale)
        if indices is None or indices.size is None or positive is None:
            continue
        index = next_opened(indices, t, *normaliser.context.assumed)
        value = right(beta_normal_form(app(f, index)))
        every = prove(forall(index, (lt if strict else le)(value, bound)))
        name = "top_lt" if strict else "top_le"
        bounded = fact(name, {"n": indices.size}, f, bound, premises=(every,))
        known = fact("sub_pos" if strict else "sub_nonneg", {}, largest, bound, premises=(bounded,))
        weight = positive if strict else fact("lt_le", {}, ZERO, number(scale), premises=(positive,))
        difference = plus(bound, minus(largest))
        product = fact("mul_pos" if strict else "le_mul", {}, number(scale), difference, premises=(weight, known))
        return rewrite_proposition(product, ring(times(number(scale), difference), t))
    return None
