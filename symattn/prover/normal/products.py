"""Normal forms of products of finitely many numbers: over the parts of a range that is split, the product of each.

A product of exponentials is one of a sum.  A product over what lies before an index, or after it, or elsewhere, takes
in the factor there, unless orders are written in one direction; one with a factor of its own at an index is that factor
and the product without.  Elsewhere a product is an atom, of which induction over the size and the lemmas about signs
know more.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, abstraction
from ...kernel.terms import Abs, App, Size, Term, Var, abstract, app, lam, open_body, sides, substitute
from ..library.facts import fact
from ..logic.cached_rules import ring
from ..logic.conversions import fresh
from ..logic.derived_rules import ap_term, ap_thm, binary, chain, left, right, symmetric
from ..logic.formulas import MUL, ONE, TWO, UNIT, minus, plus, times
from ..logic.parts import args_of, argument_of, operand
from .normalising import Normalising
from .own_splits import split_of
from .polynomials import (
    Monomial,
    atoms_of,
    divided,
    factors,
    multiply,
    parted,
    polynomial_term,
    product_term,
    read_polynomial,
)


def normal_product(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ Π f = … with f normal; where its indices are split in two parts, by the products of the parts."""
    f = t.argument if isinstance(t, App) else t
    split = _split(normaliser, t.function.sizes[0], f)  # type: ignore[attr-defined]
    if split is not None:
        return normaliser.then(split)
    inner = normaliser.arguments(t)
    body = operand(right(inner), "product")
    if isinstance(body, Abs) and body.body is ONE:
        return chain(inner, fact("product_of_ones", {"n": body.binder.size}))  # type: ignore[dict-item]
    exponent = operand(body.body, "exp") if isinstance(body, Abs) else None
    if exponent is None:
        other = _one_apart(normaliser, body) if isinstance(body, Abs) else None
        return inner if other is None else normaliser.then(chain(inner, other))
    merged = fact("product_of_exponentials", lam(body.binder, exponent))  # type: ignore[union-attr]
    return normaliser.then(chain(inner, merged))


def _one_apart(normaliser: Normalising, body: Abs) -> Theorem | None:
    """Return ⊢ Π f = f j · Π g where f and g differ at j alone, and g j is 1; or None."""
    x = fresh(body.binder, body)
    inside = read_polynomial(open_body(body, x))
    for condition in atoms_of(inside):
        index, rule = _end(x, condition) or (x, "")
        if rule == "product_with_other":
            more, f = polynomial_term(parted(inside, condition)[0]), polynomial_term(inside)
            if (apart := _with_one(normaliser, x, f, minus(more), index, rule)) is not None:
                product = right(apart).function  # type: ignore[attr-defined]
                return chain(ap_term(product, abstraction(x, ring(open_body(body, x), f))), symmetric(apart))
    return None


def _split(normaliser: Normalising, size: Size, f: Term) -> Theorem | None:
    if size == UNIT:
        return fact("product_one", f)
    if size == TWO:
        return fact("product_split", {"m": UNIT, "k": UNIT}, f)
    x = normaliser.context.next_variable(f.type.domain, f)  # type: ignore[arg-type]
    how = split_of(normaliser, x, open_body(f, x) if isinstance(f, Abs) else app(f, x))
    if how is None or how[0] != "+":
        return None
    return fact("product_split", {"m": how[1], "k": how[2]}, f)


def taken_in(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Return ⊢ m = m' where a product over what lies before or after an index takes in the factor there, or None."""
    for product, _ in () if normaliser.context.oriented else monomial:
        body = operand(product, "product")
        if not isinstance(body, Abs):
            continue
        x = fresh(body.binder, product)
        inside = read_polynomial(open_body(body, x))
        for condition in atoms_of(inside):
            found = _end(x, condition)
            changed, value = map(polynomial_term, parted(inside, condition))
            whole = None if found is None else _with_one(normaliser, x, value, changed, *found)
            if found is None or whole is None:
                continue
            here = normaliser.normal(substitute(value, {x: found[0]}))
            others = _divided(monomial, product, right(here))
            if others is None:
                continue
            taken = open_body(argument_of(argument_of(left(whole))), x)
            same = ap_term(product.function, abstraction(x, ring(open_body(body, x), taken)))  # type: ignore[attr-defined]
            both = binary(MUL, symmetric(here), same)
            more = ap_thm(ap_term(MUL, chain(both, whole)), others)
            arranged = ring(product_term(factors(monomial)), times(times(right(here), product), others))
            return normaliser.then(chain(arranged, more))
    return None


def _with_one(normaliser: Normalising, x: Var, u: Term, v: Term, index: Term, rule: str) -> Theorem | None:
    """Return ⊢ u j · Π x. u x + [p]·v x = Π x. … where u + v is 1 wherever p says, or None where it is not."""
    if rule != "product_with_other":
        return fact(rule, abstract(x, u), index) if read_polynomial(plus(u, v)) == {(): 1} else None
    one = normaliser.normal(substitute(plus(u, v), {x: index}))
    return fact(rule, abstract(x, u), abstract(x, v), index, premises=(one,)) if right(one) is ONE else None


def _end(x: Var, condition: Term) -> tuple[Term, str] | None:
    """Return the index that a condition j ≤ x, x ≤ j or x = j speaks of, and the lemma about the other indices."""
    p = operand(condition, "ind")
    order, same = (args_of(p, "≤", 2), sides(p)) if p is not None else (None, None)
    places = [operand(side, "pos") for side in order or ()]
    ends = (*zip(places, places[::-1], ("product_with_last", "product_with_first"), strict=False),)
    ends += ((*same[::-1], "product_with_other"),) if same is not None else ()
    for j, other, rule in ends:
        if other is x and j is not None and j.type is x.type and x not in j.free:
            return j, rule
    return None


def _divided(monomial: Monomial, product: Term, factor: Term) -> Term | None:
    """Return the other factors of a monomial beside a product and a factor, or None where it has not both."""
    terms = read_polynomial(factor)
    taken = next(iter(terms)) if list(terms.values()) == [1] else ()
    others = divided(monomial, multiply(taken, ((product, 1),))) if taken else None
    return None if others is None else product_term(factors(others))
