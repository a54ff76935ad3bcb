"""Simplify a product of atoms: merge exponentials, use [i = j], cancel inverses, square sines and roots."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from ...kernel.rules import Theorem
from ...kernel.terms import App, Const, Lit, Term, Var, abstract, const, sides
from ..library.facts import fact, infer
from ..limits import MOST_PLACES
from ..logic.cached_rules import ring
from ..logic.conversions import fresh
from ..logic.derived_rules import ap_term, ap_thm, chain, symmetric
from ..logic.formulas import MUL, times
from ..logic.matching import apply_rule
from ..logic.parts import args_of, contains, operand, with_parts
from ..logic.term_order import key, opened_number
from .conditions import is_condition, joined, joined_relations, orders_by_relations
from .normalising import Normalising
from .polynomials import Monomial, factors, product_term, read_polynomial, sorted_terms
from .positivity import nonnegative, nonzero
from .products import taken_in
from .real_conditions import simplify_conditions


def simplify(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Return ⊢ m = m' for the first rule that applies to the product of the monomial's factors, or None."""
    if len(monomial) > 1 or any(exponent > 1 for _, exponent in monomial):  # else the rules have nothing to do
        heads = {f.function.name for f, _ in monomial if isinstance(f, App) and isinstance(f.function, Const)}
        for needed, rule in _RULES:
            if needed in heads or not needed:
                found = rule(normaliser, monomial)
                if found is not None:
                    return found
    if normaliser.context.products and (found := _by_products(normaliser, monomial)) is not None:
        return found
    return simplify_conditions(normaliser, monomial) if normaliser.context.oriented else None


def _by_products(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Replace some factors by what a hypothesis says of their product, which has less of them."""
    given = factors(monomial)
    for rule in normaliser.context.products if len(given) <= MOST_PLACES else ():
        degree = len(factors(next(iter(read_polynomial(rule.pattern)))))
        for chosen in combinations(range(len(given)), degree):
            part = product_term([given[place] for place in chosen])
            found = apply_rule(rule, part)
            if found is not None:
                rest = product_term([factor for place, factor in enumerate(given) if place not in chosen])
                arranged = ring(product_term(given), times(part, rest))
                return normaliser.then(chain(arranged, ap_thm(ap_term(MUL, found), rest)))
    return None


def _with_pair(normaliser: Normalising, monomial: Monomial, a: Term, b: Term, theorem: Theorem) -> Theorem:
    """Use ⊢ a·b = c inside a monomial that has the factors a and b."""
    rest = factors(monomial)
    rest.remove(a)
    rest.remove(b)
    whole = product_term(factors(monomial))
    if not rest:
        return normaliser.then(chain(ring(whole, times(a, b)), theorem))
    others = product_term(rest)
    arranged = ring(whole, times(times(a, b), others))
    return normaliser.then(chain(arranged, ap_thm(ap_term(MUL, theorem), others)))


def _exponentials(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Merge exp(c·m)·exp(d·m) into exp((c + d)·m)."""
    seen: dict[Monomial, Term] = {}
    for factor in factors(monomial):
        args = operand(factor, "exp")
        if args is None:
            continue
        terms = sorted_terms(read_polynomial(args))
        if len(terms) != 1:
            continue
        other = seen.setdefault(terms[0][0], factor)
        if other is not factor or dict(monomial)[factor] > 1:
            inner = args_of(other, "exp", 1) or []
            merged = symmetric(fact("exp_add", *inner, args))
            return _with_pair(normaliser, monomial, other, factor, merged)
    return None


def _squares(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Reduce [p]² to [p], sin² to 1 − cos², (Im zᵏ)² to |z|²ᵏ − (Re zᵏ)², (cᵏ)² to (c²)ᵏ, sqrt(x)² to x and so on."""
    for factor, exponent in monomial:
        if exponent < 2:
            continue
        for name, rule in (("ind", "ind_square"), ("sin", "sin_square")):
            args = operand(factor, name)
            if args is not None:
                return _with_pair(normaliser, monomial, factor, factor, fact(rule, args))
        if (power := args_of(factor, "power_im", 3)) is not None:
            return _with_pair(normaliser, monomial, factor, factor, fact("power_im_square", *power))
        inverse = operand(factor, "inv")
        raised = args_of(factor, "power", 2)
        root = operand(inverse or (raised[0] if raised else factor), "sqrt")
        sign = nonnegative(normaliser, root) if root is not None else None
        if raised is not None and isinstance(raised[0], Lit):
            square = normaliser.normal(times(raised[0], raised[0]))
        elif root is None or sign is None:
            continue
        else:
            square = infer("sqrt_square", sign)
        if raised is not None:
            product = symmetric(fact("power_of_product", raised[0], *raised))
            square = chain(product, ap_thm(ap_term(const("power"), square), raised[1]))
        if inverse is not None:
            square = chain(symmetric(fact("inv_product", inverse, inverse)), ap_term(const("inv"), square))
        return _with_pair(normaliser, monomial, factor, factor, square)
    return None


def _deltas(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Replace j by i in the other factors of a monomial with the factor [i = j]; f k by i if k was opened after i."""
    for delta, _ in monomial:
        args = operand(delta, "ind")
        pair = sides(args) if args is not None else None
        if pair is None or pair[0].type.size is None:
            continue
        others = factors(monomial)
        others.remove(delta)
        for old, new in (pair, pair[::-1]):
            if isinstance(old, Var):
                stays = _later(new, old) if isinstance(new, Var) else _is_mapped_later(new, old)
                if stays or old in new.free or not any(old in other.free for other in others):
                    continue
                rest = product_term(others)
                f = abstract(old, rest)
            elif isinstance(new, Var) and _is_mapped_later(old, new) and contains(old, rest := product_term(others)):
                place = fresh(old.type, delta, rest)
                f = abstract(place, with_parts(rest, {old: place}))
            else:
                continue
            step = fact("delta_subst", f, *pair)
            step = step if pair[0] is old else symmetric(step)
            arranged = ring(product_term(factors(monomial)), times(delta, rest))
            return normaliser.then(chain(arranged, step))
    return None


def _is_mapped_later(t: Term, i: Var) -> bool:
    """Tell whether t is f k for a map f, and k was opened after i."""
    return isinstance(t, App) and isinstance(t.function, Var) and any(_later(v, i) for v in t.argument.free)


def _conditions(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Leave out a condition that another one implies; conditions that exclude each other make it 0."""
    found = [(factor, args) for factor, _ in monomial if (args := operand(factor, "ind")) is not None]
    for (one, p), (other, q) in combinations(found, 2) if len(found) > 1 else ():
        orders = is_condition(p) and is_condition(q)
        both = joined(normaliser, p, q) if orders else joined_relations(p, q)
        if both is not None:
            return _with_pair(normaliser, monomial, one, other, both)
    relations = [pair for pair in found if sides(pair[1]) is not None] if len(found) > 1 else []
    spoken = [factor for factor, _ in monomial if operand(factor, "ind") is None]
    for one, p in relations:
        for other, q in found:
            both = orders_by_relations(p, q, lambda x: not any(x in factor.free for factor in spoken))
            if both is not None:
                return _with_pair(normaliser, monomial, one, other, both)
    return None


def _later(a: Var, b: Var) -> bool:
    """Tell whether a was opened after b, so that b should stay."""
    m, n = opened_number(a), opened_number(b)
    return (-1 if m is None else m, key(a)) > (-1 if n is None else n, key(b))


def _cancellations(normaliser: Normalising, monomial: Monomial) -> Theorem | None:
    """Cancel x·inv x where x is proved nonzero."""
    atoms = dict(monomial)
    for factor in atoms:
        args = operand(factor, "inv")
        if args is None or args not in atoms:
            continue
        premise = nonzero(normaliser, args)
        if premise is not None:
            step = infer("inv_mul", premise)
            return _with_pair(normaliser, monomial, args, factor, step)
    return None


#: The rules in their order, and the head of a factor without which one has nothing to do.
_RULES: Final[tuple[tuple[str, Callable[[Normalising, Monomial], Theorem | None]], ...]] = (
    ("exp", _exponentials),
    ("", _squares),
    ("ind", _deltas),
    ("ind", _conditions),
    ("inv", _cancellations),
    ("product", taken_in),
)
