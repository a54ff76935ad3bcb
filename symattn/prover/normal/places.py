"""Functions of a sum that picks one term: exp (Σ i. [i + j = n − 1]·f i) = Σ i. [i + j = n − 1]·exp (f i).

The place is known to be in range, so that one term of the sum is left.  The function then stands further inside.
"""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import Abs, Term, Var, abstract, app, open_body, sides, var
from ..library.facts import fact
from ..library.sums import under_sum
from ..logic.cached_rules import refl
from ..logic.conversions import rearranged
from ..logic.derived_rules import ap_term, ap_thm, chain, symmetric
from ..logic.formulas import MUL, times, total
from ..logic.parts import index_size, operand
from .counting import placed
from .normalising import Normalising
from .polynomials import factors, product_term, read_polynomial, scaled_term, without
from .sums import swap_binders

_VALUE = "•y"


def function_at_place(normaliser: Normalising, function: Term, u: Term) -> Theorem | None:
    """Return ⊢ f u = Σ x. [p]·f u' for a monomial u with a sum in which p says where x lies, or None."""
    polynomial = read_polynomial(u)
    if len(polynomial) != 1:
        return None
    ((monomial, coefficient),) = polynomial.items()
    for atom, exponent in monomial:
        if exponent != 1 or operand(atom, "sum") is None:
            continue
        found = _selected(normaliser, atom, u)
        if found is None:
            continue
        x, condition, inside, outermost = found
        where = placed(normaliser, x, condition)
        if where is None:
            continue
        rest = scaled_term(coefficient, without(monomial, atom))
        y = var(_VALUE, u.type)
        outer = abstract(y, app(function, times(rest, y)))
        values = (outer, abstract(x, inside), where.before, where.after)
        moved = fact("function_at", *values, premises=where.premises)
        here = under_sum(x, ap_thm(ap_term(MUL, where.same), inside))
        inner = ap_term(app(MUL, rest), chain(outermost, here))
        taken = ap_term(function, chain(rearranged(u, times(rest, atom)), inner))
        value = app(function, times(rest, inside))
        back = under_sum(x, ap_thm(ap_term(MUL, symmetric(where.same)), value))
        return normaliser.then(chain(taken, moved, back))
    return None


def _selected(normaliser: Normalising, t: Term, u: Term) -> tuple[Var, Term, Term, Theorem] | None:
    """Return x, p, w and ⊢ t = Σ x. [p]·w for a nest of sums with a factor [p] that speaks of one binder, or None."""
    binders: list[Var] = []
    body = t
    while (inner := operand(body, "sum")) is not None:
        if not isinstance(inner, Abs):
            return None
        x = normaliser.context.next_variable(inner.binder, u, *binders)
        binders.append(x)
        body = open_body(inner, x)
    for factor in factors(next(iter(read_polynomial(body)))):
        condition = operand(factor, "ind")
        mine = [b for b in binders if b in factor.free]
        if condition is None or len(mine) != 1 or sides(condition) is None:
            continue
        (x,) = mine
        others = factors(next(iter(read_polynomial(body))))
        others.remove(factor)
        rest = product_term(others)
        step = rearranged(body, times(factor, rest))
        inside = [b for b in binders if b is not x]
        for b in reversed(binders):
            step = under_sum(b, step)
        current = list(binders)
        for at in range(binders.index(x), 0, -1):
            step = chain(step, swap_binders(current, at - 1, times(factor, rest)))
            current[at - 1], current[at] = current[at], current[at - 1]
        pulled, summand = refl(times(factor, rest)), rest
        for b in reversed(inside):
            pulled = chain(under_sum(b, pulled), fact("sum_mul", factor, abstract(b, summand)))
            summand = total(index_size(b), abstract(b, summand))
        return x, condition, summand, chain(step, under_sum(x, pulled))
    return None
