"""Logarithms, inverses and roots in a form of their own: by cases, without inverses inside, with roots of factors.

It is that of ``real_conditions``, where both sides of an equation are compared once more (``Context.freed``).  Each
rule leaves a condition, an inverse, an exponential or a factor less inside a function.
"""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import REAL, Abs, App, Term, abstract, app, const, var
from ..library.facts import fact, infer
from ..library.order import sqrt
from ..limits import MOST_MONOMIALS
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, chain, right, symmetric
from ..logic.formulas import LOG, MUL, ONE, inv, minus, plus, times
from ..logic.parts import args_of, operand
from ..logic.term_order import key
from .conditions import is_on_numbers
from .normalising import Normalising
from .polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    factors,
    parted,
    polynomial_term,
    read_polynomial,
    shared_and_rest,
)
from .positivity import nonnegative, nonzero, positive
from .real_conditions import apart_from_zero, multiplied


def has_split_roots(t: Term) -> bool:
    """Tell whether a root of a product, of an inverse or of an exponential stands in a term."""
    stack, seen = [t], set[Term]()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        inside = operand(part, "sqrt")
        if inside is not None and _common(read_polynomial(inside)):
            return True
        if isinstance(part, App):
            stack += (part.function, part.argument)
        elif isinstance(part, Abs):
            stack.append(part.body)
    return False


def _common(polynomial: Polynomial) -> list[Term]:
    """Return the common factors of the monomials, if not a single atom that is neither inverse nor exponential."""
    found = factors(shared_and_rest(polynomial)[0])
    if len(polynomial) > 1 or len(found) > 1 or [*polynomial.values()] != [1]:
        return found
    return [atom for atom in found if any(args_of(atom, n, 1) for n in ("inv", "exp"))]


def _split_root(normaliser: Normalising, u: Term) -> Theorem | None:
    """Return ⊢ √(f·v) = √f·√v for a factor f of all monomials, with √e^x = e^(x/2) and √f⁻¹ = (√f)⁻¹, or None."""
    polynomial = read_polynomial(u)
    for f in _common(polynomial):
        sign = nonnegative(normaliser, f)
        if sign is None:
            continue
        rest = {_once_less(m, f): c for m, c in polynomial.items()}
        v = polynomial_term(rest)
        if v is ONE:
            return normaliser.then(_root_of(normaliser, f))
        inside = nonnegative(normaliser, v)
        if inside is None:
            continue
        split = infer("root_of_product", sign, inside)
        root = chain(ap_term(const("sqrt"), ring(u, times(f, v))), split)
        return normaliser.then(replaced(root, _root_of(normaliser, f)))
    return None


def _root_of(normaliser: Normalising, f: Term) -> Theorem:
    """Return ⊢ √f = that of an exponential or of an inverse, which is not negative, or ⊢ √f = √f."""
    if (exponent := operand(f, "exp")) is not None:
        return fact("root_of_exponential", exponent)
    inverted = operand(f, "inv")
    sign = nonnegative(normaliser, inverted) if inverted is not None else None
    return refl(sqrt(f)) if inverted is None or sign is None else infer("root_of_inverse", sign)


def _once_less(monomial: Monomial, atom: Term) -> Monomial:
    return tuple((a, e - (a is atom)) for a, e in monomial if e > (a is atom))


def function_by_cases(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ t = t' for log u, u⁻¹ or √u with u normal: by a condition inside, or without the least exponentials.

    log u is log (q·u) − log q, and u⁻¹ is q·(q·u)⁻¹, for a product q of exponentials and of what is inverted.
    """
    if (under := operand(t, "sqrt")) is not None and (split := _split_root(normaliser, under)) is not None:
        return split
    name = next((name for name in ("log", "inv", "sqrt") if operand(t, name) is not None), None)
    if name is None or not isinstance(t, App) or normaliser.memo.get(t) is not None:
        return None
    u = t.argument
    polynomial = read_polynomial(u)
    if len(polynomial) > MOST_MONOMIALS:
        return None
    for condition in sorted(filter(_on_numbers, atoms_of(polynomial)), key=key):
        change, rest = map(polynomial_term, parted(polynomial, condition))
        x = var("•x", REAL)
        function = abstract(x, app(t.function, plus(rest, x)))
        q = operand(condition, "ind") or condition
        split = fact("function_of_indicator", function, q, change)
        return chain(ap_term(t.function, ring(u, plus(rest, times(condition, change)))), split)
    if name == "sqrt" or len(polynomial) < 2:
        return None
    if name == "inv" and positive(normaliser, u) is None and nonzero(normaliser, u) is not None:
        return None  # what is given of it speaks of it as it stands
    found = multiplied(normaliser, u)
    if found is None:
        return None
    factor, sign, whole = found
    if name == "inv":
        one = infer("inv_mul", apart_from_zero(factor, sign))
        moved = chain(ring(t, times(t, ONE)), ap_term(app(MUL, t), symmetric(one)))
        moved = to(moved, times(factor, times(inv(factor), t)))
        together = chain(symmetric(fact("inv_product", factor, u)), ap_term(const("inv"), whole))
        return chain(moved, ap_term(app(MUL, factor), together))
    inside = positive(normaliser, u) or _positive_quotient(normaliser, factor, sign, u, whole)
    if inside is None:
        return None
    product = infer("log_mul", sign, inside)
    shown = ring(t, plus(plus(app(LOG, factor), t), minus(app(LOG, factor))))
    return replaced(shown, symmetric(product), ap_term(LOG, whole))


def _positive_quotient(normaliser: Normalising, factor: Term, sign: Theorem, u: Term, whole: Theorem) -> Theorem | None:
    """Infer ⊢ 0 < u from ⊢ 0 < q and ⊢ q·u = v where the sign of v shows, or None."""
    above = positive(normaliser, right(whole))
    if above is None:
        return None
    inverse = infer("inv_pos", sign)
    product = infer("mul_pos", inverse, above)
    one = infer("inv_mul", apart_from_zero(factor, sign))
    back = ap_term(app(MUL, inv(factor)), symmetric(whole))
    back = to(back, times(u, times(factor, inv(factor))))
    return rewrite_proposition(product, to(chain(back, ap_term(app(MUL, u), one)), u))


def _on_numbers(atom: Term) -> bool:
    """Tell whether an atom is the indicator of a condition on numbers."""
    inside = operand(atom, "ind")
    return inside is not None and is_on_numbers(inside)
