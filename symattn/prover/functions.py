"""Normal forms of exponentials, inverses, roots, sines and cosines, sizes and positions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..kernel.rules import Theorem
from ..kernel.syntax import FALSE, TRUE
from ..kernel.terms import App, Const, Lit, Size, Term, app, const, literal
from .cached_rules import refl, ring
from .formulas import ONE, TWO, UNIT, ZERO, inverse_of_literal, minus, plus, times
from .indices import known_order
from .library import fact, head_and_arguments, is_application_of
from .logarithms import power_of_number
from .logic import ap_term, chain, is_refl, right, symmetric
from .periods import at_turns
from .polynomial import (
    Monomial,
    Polynomial,
    factors,
    operands,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled_term,
    sorted_terms,
)
from .positivity import positive

if TYPE_CHECKING:
    from .normal import Normaliser

INV = const("inv")
MOST_MULTIPLES = 12  # sin(n·x) is expanded for integers n up to this


def _argument(t: Term) -> Term:
    return t.argument if isinstance(t, App) else t


def _inside(normaliser: Normaliser, t: Term) -> Theorem:
    """Normalise the argument of a function of one real variable."""
    inner = normaliser.normal(_argument(t))
    return refl(t) if is_refl(inner) or not isinstance(t, App) else ap_term(t.function, inner)


def normal_exp(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ exp u = a product of exponentials of single monomials."""
    result = _inside(normaliser, t)
    u = _argument(right(result))
    if u is ZERO:
        return chain(result, fact("exp_zero"))
    terms = sorted_terms(read_polynomial(u))
    if len(terms) == 1:
        (monomial, coefficient) = terms[0]
        if (cases := _by_indicator(t.function, u, monomial, coefficient)) is not None:  # type: ignore[attr-defined]
            return normaliser.then(chain(result, cases))
        power = power_of_number(normaliser, monomial, coefficient)
        return result if power is None else normaliser.then(chain(result, power))
    first, rest = operands(u, "+") or (u, u)
    return normaliser.then(chain(result, fact("exp_add", {}, first, rest)))


def _by_indicator(function: Term, u: Term, monomial: Monomial, coefficient: Fraction) -> Theorem | None:
    """Return ⊢ f ([p]·x) = f 0 + [p]·(f x − f 0) for a monomial with an indicator, or None."""
    for factor, _ in monomial:  # an indicator stands in a simplified monomial once
        condition = is_application_of(factor, "ind", 1)
        if condition is not None:
            rest = scaled_term(coefficient, tuple(pair for pair in monomial if pair[0] is not factor))
            split = ap_term(function, ring(u, times(factor, rest)))
            return chain(split, fact("function_of_indicator", {}, function, *condition, rest))
    return None


def normal_extended_exp(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ eexp e = …, distributing over sums of scores and reading off embedded numbers and masks."""
    head = normaliser.head_normal(_argument(t))
    eexp = const("eexp")
    if not is_refl(head):
        return normaliser.then(ap_term(eexp, head))
    e = _argument(t)
    if (args := is_application_of(e, "plus", 2)) is not None:
        return normaliser.then(fact("eexp_plus", {}, *args))
    if (args := is_application_of(e, "emb", 1)) is not None:
        return normaliser.then(fact("eexp_emb", {}, *args))
    if (args := is_application_of(e, "allow", 1)) is not None:
        return normaliser.then(fact("eexp_allow", {}, *args))
    if isinstance(e, Const) and e.name == "ninf":
        return fact("eexp_ninf")
    if (args := is_application_of(e, "times", 2)) is not None:
        scaled = _scaled(normaliser, *args)
        if scaled is not None:
            return normaliser.then(ap_term(eexp, scaled))
    return normaliser.arguments(t)


def normal_extended(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ e = e' for an extended real, with positive factors moved inwards."""
    if (args := is_application_of(t, "times", 2)) is not None:
        scaled = _scaled(normaliser, *args)
        if scaled is not None:
            return normaliser.then(scaled)
    if (args := is_application_of(t, "allow", 1)) is not None and (known := known_order(normaliser, *args)) is not None:
        shown = ap_term(const("allow"), known)
        for truth, rule in ((TRUE, "allow_true"), (FALSE, "allow_false")):
            if right(known) is truth:
                return chain(shown, fact(rule))
        return shown
    return normaliser.arguments(t)


def _scaled(normaliser: Normaliser, c: Term, e: Term) -> Theorem | None:
    """Return ⊢ times c e = … with the scaling moved inwards, where c is proved positive."""
    head = normaliser.head_normal(e)
    if not is_refl(head):
        return ap_term(app(const("times"), c), head)
    sign = positive(normaliser, c)
    if sign is None:
        return None
    for name, rule in (("plus", "times_plus"), ("emb", "times_emb"), ("allow", "times_allow")):
        args = is_application_of(e, name, 2 if name == "plus" else 1)
        if args is not None:
            return fact(rule, {}, c, *args, premises=(sign,))
    if isinstance(e, Const) and e.name == "ninf":
        return fact("times_ninf", {}, c, premises=(sign,))
    if (args := is_application_of(e, "times", 2)) is not None:
        other = positive(normaliser, args[0])
        if other is not None:
            premises = (sign,) if sign.conclusion is other.conclusion else (sign, other)
            return fact("times_times", {}, c, *args, premises=premises)
    return None


def normal_inverse(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ inv u = …: through products, exponentials, inverses and literals; sums lose their common factors."""
    result = _inside(normaliser, t)
    u = _argument(right(result))
    if isinstance(u, Lit):
        return chain(result, inverse_of_literal(Fraction(u.value)))
    polynomial = read_polynomial(u)
    if len(polynomial) == 1:
        ((monomial, coefficient),) = polynomial.items()
        if coefficient != 1 or len(factors(monomial)) > 1:
            first = u.function.argument  # type: ignore[attr-defined]
            return normaliser.then(chain(result, fact("inv_product", {}, first, _argument(u))))
        for name, rule in (("exp", "inv_exp"), ("inv", "inv_inv")):
            args = is_application_of(u, name, 1)
            if args is not None:
                return normaliser.then(chain(result, fact(rule, {}, *args)))
        return result
    common, rest = _content(polynomial)
    if common is ONE:
        return result
    step = ap_term(INV, ring(u, times(common, rest)))
    return normaliser.then(chain(result, step, fact("inv_product", {}, common, rest)))


def _content(polynomial: Polynomial) -> tuple[Term, Term]:
    """Split a polynomial into its leading coefficient times its common factors, and the rest."""
    terms = sorted_terms(polynomial)
    shared: dict[Term, int] = dict(terms[0][0])
    for monomial, _ in terms[1:]:
        powers = dict(monomial)
        shared = {atom: min(e, powers.get(atom, 0)) for atom, e in shared.items() if atom in powers}
    lead = terms[0][1]
    common: Monomial = tuple((atom, e) for atom, e in terms[0][0] if atom in shared for e in (shared[atom],) if e)
    if not common and lead == 1:
        return ONE, polynomial_term(polynomial)
    rest: dict[Monomial, Fraction] = {}
    for monomial, coefficient in terms:
        powers = {atom: e - shared.get(atom, 0) for atom, e in monomial}
        rest[tuple((atom, e) for atom, e in powers.items() if e)] = coefficient / lead
    return scaled_term(lead, common), polynomial_term(rest)


def normal_root(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ sqrt u = sqrt u' with u' normal."""
    return _inside(normaliser, t)


def normal_sine(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ sin u = a polynomial in sines and cosines of single monomials."""
    return _trigonometric(normaliser, t, "sin")


def normal_cosine(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ cos u = a polynomial in sines and cosines of single monomials."""
    return _trigonometric(normaliser, t, "cos")


def _trigonometric(normaliser: Normaliser, t: Term, name: str) -> Theorem:
    result = _inside(normaliser, t)
    u = _argument(right(result))
    if u is ZERO:
        return chain(result, fact(f"{name}_zero"))
    terms = sorted_terms(read_polynomial(u))
    if len(terms) > 1:
        first, rest = u.function.argument, _argument(u)  # type: ignore[attr-defined]
        return normaliser.then(chain(result, fact(f"{name}_add", {}, first, rest)))
    monomial, coefficient = terms[0]
    function = const(name)
    if (cases := _by_indicator(function, u, monomial, coefficient)) is not None:
        return normaliser.then(chain(result, cases))
    if coefficient < 0:
        opposite = scaled_term(-coefficient, monomial)
        step = ap_term(function, ring(u, minus(opposite)))
        return normaliser.then(chain(result, step, fact(f"{name}_neg", {}, opposite)))
    if (turned := at_turns(name, monomial, coefficient)) is not None:
        return normaliser.then(chain(result, turned))
    if coefficient.denominator == 1 and 1 < coefficient <= MOST_MULTIPLES and monomial:
        one, rest = product_term(factors(monomial)), scaled_term(coefficient - 1, monomial)
        step = ap_term(function, ring(u, plus(one, rest)))
        return normaliser.then(chain(result, step, fact(f"{name}_add", {}, one, rest)))
    return result


def normal_size(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ #p = the polynomial p in the sizes of its variables."""
    size: Size = t.sizes[0]  # type: ignore[attr-defined]
    terms = size.terms
    (monomial, coefficient) = terms[0]
    if len(terms) > 1:
        first = Size({monomial: coefficient})
        rest = Size(dict(terms[1:]))
        return normaliser.then(fact("size_add", {"m": first, "n": rest}))
    if coefficient % 2 == 0 and (monomial or coefficient > 2):  # halving keeps the proof of a large number short
        return normaliser.then(fact("size_mul", {"m": TWO, "n": Size({monomial: coefficient // 2})}))
    if coefficient > 1:
        one, rest = Size({monomial: 1}), Size({monomial: coefficient - 1})
        return normaliser.then(fact("size_add", {"m": one, "n": rest}))
    if not monomial:
        return fact("size_one")
    (name, exponent), *others = monomial
    if exponent == 1 and not others:
        return refl(t)
    lower = tuple(others) if exponent == 1 else ((name, exponent - 1), *others)
    return normaliser.then(fact("size_mul", {"m": Size.variable(name), "n": Size({tuple(lower): 1})}))


def normal_position(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ pos i = … for an index that is a literal 0, the last one, a pair or in one half of a split type."""
    result = normaliser.arguments(t)
    index = _argument(right(result))
    if index is literal(0, index.type) if index.type.size is not None else False:
        return chain(result, fact("pos_zero", {"n": index.type.size}))  # type: ignore[dict-item]
    if isinstance(index, Lit) and index.type.size == TWO:
        return chain(result, fact("pos_one_of_two"))
    if isinstance(index, Const) and index.name == "last":
        return normaliser.then(chain(result, fact("last_position", {"n": index.sizes[0]})))
    head, arguments = head_and_arguments(index)
    rules = {"inl": ("pos_left", "mk"), "inr": ("pos_right", "mk"), "pair": ("pos_pair", "mn")}
    if isinstance(head, Const) and head.name in rules:
        rule, names = rules[head.name]
        return normaliser.then(chain(result, fact(rule, dict(zip(names, head.sizes, strict=True)), *arguments)))
    return result


def normal_case(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ case f g i = f i or g i where it is known which half the index lies in."""
    head, (f, g, index) = head_and_arguments(t)
    placed = normaliser.normal(index)
    if isinstance(right(placed), Lit) and head.sizes == (UNIT, UNIT):  # type: ignore[attr-defined]
        side = "fin_two_right" if right(placed).value else "fin_two_left"  # type: ignore[attr-defined]
        placed = chain(placed, symmetric(fact(side)))
    result = refl(t) if is_refl(placed) else ap_term(t.function, placed)  # type: ignore[attr-defined]
    for side, rule in (("inl", "case_left"), ("inr", "case_right")):
        args = is_application_of(right(placed), side, 1)
        if args is not None:
            sizes = dict(zip("mk", head.sizes, strict=True))  # type: ignore[attr-defined]
            return normaliser.then(chain(result, fact(rule, sizes, f, g, *args)))
    return normaliser.arguments(t)
