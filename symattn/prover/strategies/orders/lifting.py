"""Sum up what is known at every index, with weights that are not negative: from 0 ≤ t follows 0 ≤ Σ w·t."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ....kernel.rules import Theorem
from ....kernel.terms import Term, Var, abstract, literal
from ...library.facts import fact, infer
from ...logic.derived_rules import gen, spec
from ...logic.formulas import ONE, ZERO, minus, plus, times, total
from ...logic.parts import index_size
from ...normal.linear_arithmetic import Inequality, in_normal_form, order_of, weakened
from ...normal.normaliser import Normaliser
from ...normal.polynomials import factors, product_term, read_polynomial
from ...normal.positivity import nonnegative, positive

#: What makes ⊢ 0 ≤ t or ⊢ 0 < t, the term t, and whether it is the latter.
Bound = tuple[Callable[[], Theorem], Term, bool]


def as_inequality(normaliser: Normaliser, order: Theorem) -> Inequality:
    """Return 0 ≤ b − a or 0 < b − a in normal form for ⊢ a ≤ b or ⊢ a < b."""
    a, b, strict = order_of(order.conclusion) or (ZERO, ZERO, False)
    return in_normal_form(normaliser, *difference(a, b, strict, lambda: order))


def difference(a: Term, b: Term, strict: bool, order: Callable[[], Theorem]) -> Bound:
    """Return 0 ≤ b − a or 0 < b − a from what makes ⊢ a ≤ b or ⊢ a < b."""

    def gap() -> Theorem:
        return fact("sub_pos" if strict else "sub_nonneg", a, b, premises=(order(),))

    return gap, plus(b, minus(a)), strict


def weighted_sum(
    normaliser: Normaliser, binders: Sequence[Var], weight: Term, bound: Bound, known: Theorem | None = None
) -> Bound | None:
    """Return 0 ≤ Σ w·t or 0 < Σ w·t over some indices, for a weight w that is not negative, or None.

    ``known`` is ⊢ 0 ≤ w, where it does not show at once.
    """
    if weight is ONE and not binders:
        return bound
    _, term, strict = bound
    monomials = list(read_polynomial(weight))
    parts = factors(monomials[0]) if len(monomials) == 1 and binders else []
    outside = [t for t in parts if t.free.isdisjoint(binders)]
    if outside and known is None:  # such as the inverse of the sum of the weights
        within = product_term([t for t in parts if t not in outside])
        summed = weighted_sum(normaliser, binders, within, bound)
        return None if summed is None else weighted_sum(normaliser, (), product_term(outside), summed)
    strictly = positive(normaliser, weight) if strict else None
    sign = strictly or nonnegative(normaliser, weight) or known
    if sign is None:
        return None
    whole = summed_over(binders, times(weight, term))
    return partial(_summed_up, binders, weight, bound, sign, strictly is not None), whole, strictly is not None


def summed_over(binders: Iterable[Var], t: Term) -> Term:
    """Return the sum of t over some indices."""
    for binder in reversed(list(binders)):
        t = total(index_size(binder), abstract(binder, t))
    return t


def _summed_up(binders: Sequence[Var], weight: Term, bound: Bound, sign: Theorem, strict: bool) -> Theorem:
    """Return ⊢ 0 ≤ Σ w·t or ⊢ 0 < Σ w·t from the sign of the weight w."""
    made, term, _ = bound
    theorem = made() if strict else weakened(made())
    theorem = infer("mul_pos" if strict else "le_mul", sign, theorem)
    product = times(weight, term)
    for binder in reversed(binders):
        f = abstract(binder, product)
        every, first = gen(binder, theorem), literal(0, binder.type)
        if strict:
            weak = gen(binder, weakened(theorem))
            theorem = fact("sum_pos", f, first, premises=(weak, spec(every, first)))
        else:
            theorem = fact("sum_nonneg", f, premises=(every,))
        product = total(index_size(binder), f)
    return theorem
