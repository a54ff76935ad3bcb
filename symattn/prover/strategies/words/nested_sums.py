"""Sums within sums: each factor stands before the sums whose indices it does not have.

Σ_k Σ_l a_ik b_kl c_lj, as SymPy writes an entry of a product of matrices, becomes Σ_k a_ik (Σ_l b_kl c_lj).
"""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, Term, Var, abstract, open_body
from ...library.facts import fact
from ...library.sums import under_sum
from ...logic.cached_rules import refl
from ...logic.conversions import fresh, rearranged
from ...logic.derived_rules import binary, chain, is_refl, right
from ...logic.formulas import ADD, MUL, times
from ...logic.parts import args_of, index_size, operands
from ...normal.polynomials import product_term


def factors_of(t: Term) -> list[Term]:
    """Return the factors of a product as it is written; sums are factors."""
    pair = operands(t, "*")
    return [t] if pair is None else [*factors_of(pair[0]), *factors_of(pair[1])]


def pulled(t: Term) -> Theorem:
    """Return ⊢ t = t', where factors stand before the sums whose indices they do not have."""
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


def _before(k: Var, inner: Theorem) -> Theorem:
    """Return ⊢ Σ k. a = c·Σ k. b from ⊢ a = c·b, where k does not occur in c."""
    parts = factors_of(right(inner))
    front, rest = ([f for f in parts if (k in f.free) is inside] for inside in (False, True))
    if not front or not rest:
        return under_sum(k, inner)
    together = times(product_term(front), product_term(rest))
    arranged = under_sum(k, chain(inner, rearranged(right(inner), together)))
    return chain(arranged, fact("sum_mul", {"n": index_size(k)}, product_term(front), abstract(k, product_term(rest))))
