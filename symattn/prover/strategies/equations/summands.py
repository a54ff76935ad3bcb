"""Prove an equation between sums over one range from their summands: Σ f = 0 where f = 0 at each index.

Over pairs of indices of one range it is enough that f(i, j) + f(j, i) = 0, as hypotheses on symmetric matrices have it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, Term, Var, abstract, app, const, equation, open_body, substitute
from ...library.facts import fact
from ...library.sums import sum_of_sum, under_sum
from ...logic.cached_rules import ring
from ...logic.conversions import replaced, to
from ...logic.derived_rules import ProofError, ap_term, chain, left, right, symmetric
from ...logic.formulas import ADD, MUL, ZERO, minus, number, plus, times, total
from ...logic.parts import index_size
from ...logic.term_order import next_opened
from ...normal.normaliser import Normaliser
from ..orders.nonlinear import as_one_sum

HALF = number(Fraction(1, 2))


def equal_by_summands(normaliser: Normaliser, a: Term, b: Term, prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Return ⊢ a = b where the summands of the difference are 0 together, or None.

    ``prove`` proves a goal or raises.
    """
    difference = normaliser.normal(plus(a, minus(b)))
    t = right(difference)
    for f, rest in as_one_sum(normaliser, t, least=1):
        joined = normaliser.normal(_sum_of(f))
        if rest is not ZERO or right(joined) is not t:
            continue
        nothing = _at_each(normaliser, f, prove) or _in_pairs(normaliser, f, prove)
        if nothing is not None:
            zero = chain(difference, symmetric(joined), nothing)
            return to(replaced(ring(a, plus(plus(a, minus(b)), b)), zero), b)
    return None


def _sum_of(f: Abs) -> Term:
    return app(const("sum", f.binder.size), f)  # type: ignore[arg-type]


def _summed(x: Var, nothing: Theorem) -> Theorem:
    """Infer ⊢ Σ x. a = 0 from ⊢ a = 0."""
    return chain(under_sum(x, nothing), fact("sum_zero", {"n": index_size(x)}))


def _at_each(normaliser: Normaliser, f: Abs, prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Return ⊢ Σ f = 0 from f = 0 at each index, or None."""
    x = next_opened(f.binder, f, *normaliser.context.assumed)
    with suppress(ProofError):
        return _summed(x, prove(equation(open_body(f, x), ZERO)))
    return None


def _in_pairs(normaliser: Normaliser, f: Abs, prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Return ⊢ Σ f = 0 for a sum of sums over the same range, from g(i, j) + g(j, i) = 0 for the terms g, or None."""
    x = next_opened(f.binder, f, *normaliser.context.assumed)
    inner = normaliser.normal(open_body(f, x))
    for g, rest in as_one_sum(normaliser, right(inner), least=1):
        joined = normaliser.normal(_sum_of(g))
        if rest is not ZERO or g.binder is not f.binder or right(joined) is not right(inner):
            continue
        y = next_opened(g.binder, f, g, x, *normaliser.context.assumed)
        term = open_body(g, y)
        turned = substitute(term, {x: y, y: x})
        with suppress(ProofError):
            nothing = _summed(x, _summed(y, prove(equation(plus(term, turned), ZERO))))
            apart = chain(under_sum(x, sum_of_sum(y, term, turned)), sum_of_sum(x, _sum_of(g), _over(y, turned)))
            sizes = {"m": index_size(x), "n": index_size(x)}
            swapped = fact("sum_swap", sizes, abstract(x, abstract(y, term)))
            whole = left(swapped)
            twice = chain(ap_term(app(ADD, whole), swapped), symmetric(apart), nothing)
            half = ring(whole, times(HALF, plus(whole, whole)))
            split = under_sum(x, chain(inner, symmetric(joined)))
            return chain(split, to(chain(half, ap_term(app(MUL, HALF), twice)), ZERO))
    return None


def _over(x: Var, t: Term) -> Term:
    return total(index_size(x), abstract(x, t))
