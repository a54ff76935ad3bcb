"""Sums within sums: sums of terms come apart, and each factor stands before the sums whose indices it does not have.

Σ_k Σ_l a_ik b_kl c_lj, as SymPy writes an entry of a product of matrices, becomes Σ_k a_ik (Σ_l b_kl c_lj).
"""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, Term, Var, app, open_body
from ...library.facts import fact
from ...library.sums import sum_of_multiple, sum_of_sum, under_sum
from ...logic.cached_rules import refl
from ...logic.conversions import fresh, rearranged, replaced
from ...logic.derived_rules import ap_term, binary, chain, is_refl, right
from ...logic.formulas import ADD, MUL, ONE, ZERO, times
from ...logic.parts import args_of, index_size, operands
from ...normal.polynomials import factors, product_term, read_polynomial, scaled_term


def factors_of(t: Term) -> list[Term]:
    """Return the factors of a product as it is written; sums are factors."""
    pair = operands(t, "*")
    return [t] if pair is None else [*factors_of(pair[0]), *factors_of(pair[1])]


def pulled(t: Term) -> Theorem:
    """Return ⊢ t = t', where sums have one term, and factors stand before the sums whose indices they do not have."""
    for name, operator in (("+", ADD), ("*", MUL)):
        pair = operands(t, name)
        if pair is not None:
            both = [pulled(part) for part in pair]
            return refl(t) if all(map(is_refl, both)) else binary(operator, *both)
    args = args_of(t, "sum", 1)
    if args is None or not isinstance(args[0], Abs) or args[0].binder.size is None:
        return refl(t)
    k = fresh(args[0].binder, t, stem="matrix.pulled")
    return _before(k, pulled(open_body(args[0], k)))


def summed(k: Var, p: Term, step: Callable[[list[Term]], tuple[Term, Theorem]]) -> Theorem:
    """Return ⊢ Σ k. p = Σ c·s for a polynomial p = Σ c·f in normal form, where ⊢ Σ k. f = s.

    ``step`` takes the factors that have the index k and returns their product f, and that theorem.
    """
    if p is ZERO:
        return fact("sum_zero", {"n": index_size(k)})
    pair = operands(p, "+")
    if pair is not None:
        return chain(sum_of_sum(k, *pair), binary(ADD, *(summed(k, part, step) for part in pair)))
    ((monomial, coefficient),) = read_polynomial(p).items()
    c = scaled_term(coefficient, tuple(power for power in monomial if k not in power[0].free))
    f, inner = step([factor for factor in factors(monomial) if k in factor.free])
    arranged = under_sum(k, rearranged(p, times(c, f)))
    return chain(arranged, sum_of_multiple(k, c, f), ap_term(app(MUL, c), inner))


def _before(k: Var, inner: Theorem) -> Theorem:
    """Return ⊢ Σ k. a = c·Σ k. b from ⊢ a = c·b, where k does not occur in c, and the same for each term of a sum."""
    pair = operands(right(inner), "+")
    if pair is not None:
        return chain(under_sum(k, inner), sum_of_sum(k, *pair), binary(ADD, *(_before(k, refl(part)) for part in pair)))
    parts = factors_of(right(inner))
    front, rest = ([f for f in parts if (k in f.free) is inside] for inside in (False, True))
    if not front or parts == [ONE]:
        return under_sum(k, inner)
    c, b = product_term(front), product_term(rest)
    arranged = under_sum(k, chain(inner, rearranged(right(inner), times(c, b))))
    outside = chain(arranged, sum_of_multiple(k, c, b))
    return outside if rest else replaced(outside, fact("sum_const", {"n": index_size(k)}))
