"""Squares under sums: 0 ≤ Σ (g ± h)², where g·h is the summand of a goal, and 0 ≤ Σ w·(Σ g)².

The first kind gives the inequality of Cauchy and Schwarz for any number of indices, the second that Gram matrices are
positive semidefinite.  Only those squares are taken whose sums the goal, or what is known, speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product

from ....kernel.terms import Term, Var, abstract, app, const, substitute
from ...library.facts import fact
from ...logic.derived_rules import right
from ...logic.formulas import ONE, number, plus, times, total
from ...logic.parts import index_size
from ...normal.linear_arithmetic import Inequality, in_normal_form
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, Polynomial, factors, product_term, read_polynomial
from .lifting import weighted_sum
from .readings import Opened, is_sum, opened_monomials

MOST_BINDERS = 4
MOST_FACTORS = 6
MOST_SPLITS = 24


def summed_squares(normaliser: Normaliser, goal: Polynomial, known: list[Inequality]) -> list[Inequality]:
    """Return inequalities of both kinds about the sums of a goal 0 ≤ t."""
    met = {m for polynomial in (goal, *(i.polynomial for i in known)) for m in polynomial}
    found: list[Inequality] = []
    left = MOST_SPLITS
    for piece in opened_monomials(goal, is_sum, MOST_BINDERS):
        if not piece[0]:
            continue
        found += _gram(normaliser, piece)
        for g, h in _splits(piece[1]):
            left -= 1
            if left < 0:
                return found
            if all(_is_met(normaliser, piece[0], times(part, part), met) for part in (g, h)):
                t = plus(g, times(number(1 if piece[2] > 0 else -1), h))
                square = partial(fact, "square_nonneg", {}, t), times(t, t), False
                bound = weighted_sum(normaliser, piece[0], ONE, square)
                if bound is not None:
                    found.append(in_normal_form(normaliser, *bound))
    return found


def _splits(monomial: Monomial) -> Iterator[tuple[Term, Term]]:
    """Yield the ways to write a summand as a product of two different ones, up to their order."""
    parts = factors(monomial)
    if not 2 <= len(parts) <= MOST_FACTORS:
        return
    seen = set()
    for chosen in product((True, False), repeat=len(parts) - 1):
        g = product_term([p for p, here in zip(parts, (True, *chosen), strict=True) if here])
        h = product_term([p for p, here in zip(parts, (True, *chosen), strict=True) if not here])
        if h is not ONE and g is not h and (h, g) not in seen and (g, h) not in seen:
            seen.add((g, h))
            yield g, h


def _is_met(normaliser: Normaliser, binders: tuple[Var, ...], body: Term, met: set[Monomial]) -> bool:
    """Tell whether the sum of a term over some indices is made of what is met."""
    for x in reversed(binders):
        body = total(index_size(x), abstract(x, body))
    return set(read_polynomial(right(normaliser.normal(body)))) <= met


def _gram(normaliser: Normaliser, piece: Opened) -> Iterator[Inequality]:
    """Yield 0 ≤ Σ w·(Σ g)² for a summand g(i)·g(k)·w, with w ≥ 0 free of i and k, in two indices of one kind."""
    binders, monomial, coefficient = piece
    parts = factors(monomial)
    for i, k in combinations(binders, 2):
        if coefficient < 0 or i.type is not k.type:
            continue
        of_i = [p for p in parts if i in p.free]
        of_k = [p for p in parts if k in p.free]
        rest = [p for p in parts if i not in p.free and k not in p.free]
        turned = sorted((substitute(p, {i: k}) for p in of_i), key=str)
        if any(k in p.free for p in of_i) or not of_i or turned != sorted(of_k, key=str):
            continue
        inner = app(const("sum", index_size(i)), abstract(i, product_term(of_i)))
        square = partial(fact, "square_nonneg", {}, inner), times(inner, inner), False
        others = [x for x in binders if x is not i and x is not k]
        bound = weighted_sum(normaliser, others, product_term(rest), square)
        if bound is not None:
            yield in_normal_form(normaliser, *bound)
