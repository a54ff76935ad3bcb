"""Inequalities between the sums of a goal: Cauchy–Schwarz with weights, Σ fg ≤ Σ f·Σ g, fᵢ + fⱼ ≤ Σ f for i ≠ j.

Only those are made whose other sums stand in the goal or in what is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, islice, product

from ....kernel.rules import Theorem
from ....kernel.syntax import negation
from ....kernel.terms import Abs, Term, Var, abstract, app, const, equation, open_body
from ...library.definitions import defined
from ...library.facts import fact
from ...logic.derived_rules import gen, right
from ...logic.formulas import EXP, ONE, ZERO, minus, number, plus, times
from ...logic.parts import args_of, index_size
from ...logic.term_order import key, next_opened
from ...normal.linear_arithmetic import Inequality, in_normal_form, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, factors, product_term, read_polynomial
from ...normal.positivity import distinct, every_term, nonnegative
from .cuts import cuts
from .inequalities import told
from .readings import is_sum, opened_monomials

MOST_FACTORS = 4  # of the terms of a sum that are shared out among weights and two vectors
MOST_SUMS = 6
MOST_PLACES = 4
MOST_BINDERS = 4  # of a nested sum that is cut
MOST_CUTS = 8


def between_sums(normaliser: Normaliser, polynomials: list[Polynomial]) -> list[Inequality]:
    """Return inequalities between the sums that occur in some polynomials."""
    atoms = {atom for polynomial in (*polynomials, *told(normaliser)) for m in polynomial for atom, _ in m}
    sums = [atom for atom in sorted(atoms, key=key) if args_of(atom, "sum", 1) is not None]
    found: dict[Term, Inequality] = {}
    for total in sums[:MOST_SUMS]:
        (f,) = args_of(total, "sum", 1) or (total,)
        if not isinstance(f, Abs) or f.binder.size is None:
            continue
        x = next_opened(f.binder, f, *normaliser.context.assumed)
        made = (*_by_products(normaliser, x, open_body(f, x), atoms), *_two_terms(normaliser, f, polynomials))
        for theorem in made:
            found.setdefault(theorem.conclusion, _as_inequality(normaliser, theorem))
    for theorem in _by_cuts(normaliser, polynomials, atoms):
        found.setdefault(theorem.conclusion, _as_inequality(normaliser, theorem))
    return list(found.values())


def _by_cuts(normaliser: Normaliser, polynomials: list[Polynomial], atoms: set[Term]) -> Iterator[Theorem]:
    """Yield what Cauchy–Schwarz and Σ fg ≤ Σ f·Σ g say of nested sums, where the other sums occur."""
    opened = (piece for p in polynomials for piece in opened_monomials(p, is_sum, MOST_BINDERS))
    cut = (found for binders, summand, _ in opened for found in cuts(binders, summand))
    for x, f, g in islice(dict.fromkeys(cut), MOST_CUTS):
        sizes, functions = {"n": index_size(x)}, (abstract(x, f), abstract(x, g))
        if f is not g and _occur(normaliser, x, (times(f, f), times(g, g)), atoms):
            one = gen(x, fact("lt_le", {}, ZERO, ONE, premises=(fact("zero_lt_one"),)))
            yield fact("cauchy_schwarz", sizes, abstract(x, ONE), *functions, premises=(one,))
        if _occur(normaliser, x, (f, g), atoms):
            signs = nonnegative(normaliser, f), nonnegative(normaliser, g)
            if signs[0] is not None and signs[1] is not None:
                premises = distinct(gen(x, signs[0]), gen(x, signs[1]))
                yield fact("sum_of_products", sizes, *functions, premises=premises)


def _as_inequality(normaliser: Normaliser, theorem: Theorem) -> Inequality:
    a, b, _ = order_of(theorem.conclusion) or (ONE, ONE, False)
    known = partial(fact, "sub_nonneg", {}, a, b, premises=(theorem,))
    return in_normal_form(normaliser, known, plus(b, minus(a)), False)


def _by_products(normaliser: Normaliser, x: Var, body: Term, atoms: set[Term]) -> Iterator[Theorem]:
    """Yield what Cauchy–Schwarz and Σ fg ≤ Σ f·Σ g say of Σ body, where the other sums occur."""
    polynomial = read_polynomial(body)
    if len(polynomial) != 1:
        return
    ((monomial, coefficient),) = polynomial.items()
    parts, sizes = factors(monomial), {"n": index_size(x)}
    if coefficient != 1 or not 1 <= len(parts) <= MOST_FACTORS:
        return
    seen = set()
    for shares in product("wfg", repeat=len(parts)):
        w, f, g = (product_term([p for p, share in zip(parts, shares, strict=True) if share == name]) for name in "wfg")
        if f is ONE or (w, g, f) in seen or (w, f, g) in seen:
            continue
        seen.add((w, f, g))
        if f is not g and _occur(normaliser, x, (product_term([w, f, f]), product_term([w, g, g])), atoms):
            weight = nonnegative(normaliser, w)
            if weight is not None:
                functions = (abstract(x, part) for part in (w, f, g))
                yield fact("cauchy_schwarz", sizes, *functions, premises=(gen(x, weight),))
        if w is ONE and g is not ONE and _occur(normaliser, x, (f, g), atoms):
            signs = nonnegative(normaliser, f), nonnegative(normaliser, g)
            if signs[0] is not None and signs[1] is not None:
                premises = distinct(gen(x, signs[0]), gen(x, signs[1]))
                yield fact("sum_of_products", sizes, abstract(x, f), abstract(x, g), premises=premises)
    root = _root(normaliser, parts)
    if root is not None and _occur(normaliser, x, (root,), atoms):
        sign = nonnegative(normaliser, root)
        if sign is not None:
            yield fact("sum_of_products", sizes, abstract(x, root), abstract(x, root), premises=(gen(x, sign),))


def _root(normaliser: Normaliser, parts: list[Term]) -> Term | None:
    """Return exp (u/2) for the single factor exp u, whose square is one factor in normal form, or None.

    Where |·| is a number of its own, |u| is such a root of u·u.
    """
    if len(parts) == 2 and parts[0] is parts[1] and "abs" in normaliser.context.opaque:
        return app(defined("abs"), parts[0])
    exponential = args_of(parts[0], "exp", 1) if len(parts) == 1 else None
    if exponential is None:
        return None
    return right(normaliser.normal(app(EXP, times(number(Fraction(1, 2)), exponential[0]))))


def _occur(normaliser: Normaliser, x: Var, bodies: Iterable[Term], atoms: set[Term]) -> bool:
    """Tell whether the sums of some terms are made of what occurs, or of sizes."""
    for body in bodies:
        total = app(const("sum", index_size(x)), abstract(x, body))
        polynomial = read_polynomial(right(normaliser.normal(total)))
        made_of = {atom for m in polynomial for atom, _ in m}
        if not all(atom in atoms or args_of(atom, "#", 0) is not None or not atom.free for atom in made_of):
            return False
    return True


def _two_terms(normaliser: Normaliser, f: Abs, polynomials: list[Polynomial]) -> Iterator[Theorem]:
    """Yield f i + f j ≤ Σ f for nonnegative terms, at the indices in sight that are known to differ."""
    free = {v for polynomial in polynomials for m in polynomial for a, _ in m for v in a.free if v.type is f.binder}
    places = sorted(free, key=lambda v: v.name)[:MOST_PLACES]
    every = every_term(normaliser, f) if len(places) > 1 else None
    if every is None:
        return
    for i, j in combinations(places, 2):
        for pair in ((i, j), (j, i)):
            apart = negation(equation(*pair))
            known = next((t for t in normaliser.context.truths if t.conclusion is apart), None)
            if known is not None:
                yield fact("sum_ge_two_terms", {"n": f.binder.size}, f, *pair, premises=(every, known))  # type: ignore[dict-item]
                break
