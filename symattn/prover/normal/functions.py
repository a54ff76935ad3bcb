"""Normal forms of exponentials, inverses, roots, absolute values, sines and cosines."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, lcm

from ...kernel.rules import Theorem
from ...kernel.terms import App, Lit, Term, const, equation
from ..library.facts import fact, infer
from ..library.inequalities import about
from ..library.literals import inverse_of_literal
from ..limits import LARGEST_ROOT, MOST_EXPONENT
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced
from ..logic.derived_rules import ap_term, ap_thm, chain, is_refl, mp, right, spec, symmetric
from ..logic.formulas import MUL, ONE, PI, ZERO, minus, plus, times
from ..logic.matching import apply_rule
from ..logic.parts import args_of, argument_of, operand, operands
from .logarithms import power_of_number
from .normalising import Normalising
from .periods import WAVES, at_turns
from .places import function_at_place
from .polynomials import (
    Monomial,
    Polynomial,
    divided,
    factors,
    multiply,
    polynomial_term,
    read_polynomial,
    scaled_term,
    shared_and_rest,
    sorted_terms,
    without,
)
from .positivity import nonnegative, positive


def _inside(normaliser: Normalising, t: Term) -> Theorem:
    """Normalise the argument of a function of one real variable."""
    inner = normaliser.normal(argument_of(t))
    return refl(t) if is_refl(inner) or not isinstance(t, App) else ap_term(t.function, inner)


def normal_exp(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ exp u = a product of exponentials of single monomials."""
    result = _inside(normaliser, t)
    u = argument_of(right(result))
    if u is ZERO:
        return chain(result, fact("exp_zero"))
    terms = sorted_terms(read_polynomial(u))
    if len(terms) == 1:
        (monomial, coefficient) = terms[0]
        if (cases := _by_indicator(normaliser, t.function, u, monomial, coefficient)) is not None:  # type: ignore[attr-defined]
            return normaliser.then(chain(result, cases))
        if (placed := function_at_place(normaliser, t.function, u)) is not None:  # type: ignore[attr-defined]
            return chain(result, placed)
        power = power_of_number(normaliser, monomial, coefficient)
        return result if power is None else normaliser.then(chain(result, power))
    first, rest = operands(u, "+") or (u, u)
    return normaliser.then(chain(result, fact("exp_add", first, rest)))


def _by_indicator(
    normaliser: Normalising, function: Term, u: Term, monomial: Monomial, coefficient: Fraction
) -> Theorem | None:
    """Return ⊢ f (b·x) = f 0 + b·(f x − f 0) for a monomial with an indicator b, or a b of which b·b = b is given."""
    for factor, _ in monomial:  # such a factor stands in a simplified monomial once
        condition = operand(factor, "ind")
        square = None if condition is not None else _idempotent(normaliser, factor)
        if condition is None and square is None:
            continue
        rest = scaled_term(coefficient, without(monomial, factor))
        split = ap_term(function, ring(u, times(factor, rest)))
        if condition is not None:
            return chain(split, fact("function_of_indicator", function, condition, rest))
        value = infer("idempotent_is_indicator", square)  # type: ignore[arg-type]
        cases = fact("function_of_indicator", function, equation(factor, ONE), rest)
        return chain(split, ap_term(function, ap_thm(ap_term(MUL, symmetric(value)), rest)), replaced(cases, value))
    return None


def _idempotent(normaliser: Normalising, b: Term) -> Theorem | None:
    """Return ⊢ b·b = b where a hypothesis says so, or None."""
    found = (apply_rule(rule, times(b, b)) for rule in normaliser.context.products)
    return next((square for square in found if square is not None and right(square) is b), None)


def normal_inverse(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ inv u = …: through products, exponentials, inverses, literals and their roots.

    Sums lose their common factors.
    """
    result = _inside(normaliser, t)
    u = argument_of(right(result))
    if isinstance(u, Lit):
        return chain(result, inverse_of_literal(Fraction(u.value)))
    polynomial = read_polynomial(u)
    if len(polynomial) == 1:
        ((monomial, coefficient),) = polynomial.items()
        if coefficient != 1 or len(factors(monomial)) > 1:
            first = u.function.argument  # type: ignore[attr-defined]
            return normaliser.then(chain(result, fact("inv_product", first, argument_of(u))))
        for name, rule in (("exp", "inv_exp"), ("inv", "inv_inv")):
            args = operand(u, name)
            if args is not None:
                return normaliser.then(chain(result, fact(rule, args)))
        power = args_of(u, "power", 2)
        if power is not None and isinstance(power[0], Lit):
            return normaliser.then(chain(result, symmetric(fact("power_of_inverse", *power))))
        root = operand(u, "sqrt")
        if root is not None and isinstance(root, Lit) and (sign := positive(normaliser, root)) is not None:
            return normaliser.then(chain(result, infer("inverse_of_root", sign)))
        return result
    common, rest = _content(polynomial)
    if common is ONE:
        return result
    step = ap_term(const("inv"), ring(u, times(common, rest)))
    return normaliser.then(chain(result, step, fact("inv_product", common, rest)))


def _content(polynomial: Polynomial) -> tuple[Term, Term]:
    """Split a polynomial into its leading coefficient times its common factors, and the rest."""
    (_, lead), *_ = sorted_terms(polynomial)
    common, rest = shared_and_rest(polynomial)
    return scaled_term(lead, common), polynomial_term({m: c / lead for m, c in rest.items()})


def normal_root(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ sqrt u = c·sqrt v with v normal: squares of numbers, and of sizes in every monomial, are taken out."""
    result = _inside(normaliser, t)
    u = argument_of(right(result))
    if u is ONE:
        return chain(result, fact("root_of_one"))
    divided = _plain_square(read_polynomial(u))
    if divided is None:
        return result
    h, v = divided
    outside, inside = nonnegative(normaliser, h), nonnegative(normaliser, v)
    if outside is None or inside is None:
        return result
    taken = infer("root_of_square_times", outside, inside)
    return normaliser.then(chain(result, ap_term(const("sqrt"), ring(u, times(h, times(h, v)))), taken))


def _plain_square(polynomial: Polynomial) -> tuple[Term, Term] | None:
    """Return h and v with u = h²·v for the largest number and product of sizes h, or None where that is 1."""
    if not polynomial:
        return None
    common, _ = shared_and_rest(polynomial)
    shared = tuple((atom, e // 2) for atom, e in common if e > 1 and args_of(atom, "#", 0) is not None)
    numerator = gcd(*(c.numerator for c in polynomial.values()))
    denominator = lcm(*(c.denominator for c in polynomial.values()))
    number = Fraction(_root_of_square_in(numerator), _root_of_square_in(denominator))
    if not shared and number == 1:
        return None
    square = multiply(shared, shared)
    rest = {divided(monomial, square) or (): c / number**2 for monomial, c in polynomial.items()}
    return scaled_term(number, shared), polynomial_term(rest)


def _root_of_square_in(number: int) -> int:
    """Return the largest s, up to a bound, whose square divides a positive number."""
    return next((s for s in range(min(isqrt(number), LARGEST_ROOT), 1, -1) if number % s**2 == 0), 1)


_MODULUS_OF_PRODUCT = "∀x y:ℝ. abs (x * y) = abs x * abs y"
_MODULUS_OF_OPPOSITE = "∀x:ℝ. abs (-1 * x) = abs x"
_MODULUS_OF_NONNEGATIVE = "∀x:ℝ. 0 ≤ x ⇒ abs x = x"


def normal_modulus(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ |u| = …, where |·| is not unfolded: products are parted, of u and −u one is taken, u itself if 0 ≤ u."""
    result = _inside(normaliser, t)
    u = argument_of(right(result))
    sign = nonnegative(normaliser, u)
    if sign is not None:
        return normaliser.then(chain(result, mp(spec(about("abs", _MODULUS_OF_NONNEGATIVE), u), sign)))
    terms = sorted_terms(read_polynomial(u))
    if terms[0][1] < 0:
        opposite = right(normaliser.normal(minus(u)))
        step = ap_term(right(result).function, ring(u, minus(opposite)))  # type: ignore[attr-defined]
        return normaliser.then(chain(result, step, spec(about("abs", _MODULUS_OF_OPPOSITE), opposite)))
    pair = operands(u, "*") if len(terms) == 1 else None
    if pair is None:
        return result
    return normaliser.then(chain(result, spec(about("abs", _MODULUS_OF_PRODUCT), *pair)))


def normal_sine(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ sin u = a polynomial in sines and cosines of single monomials."""
    return _trigonometric(normaliser, t, "sin")


def normal_cosine(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ cos u = a polynomial in sines and cosines of single monomials."""
    return _trigonometric(normaliser, t, "cos")


def _trigonometric(normaliser: Normalising, t: Term, name: str) -> Theorem:
    result, wave = _inside(normaliser, t), WAVES[name]
    u = argument_of(right(result))
    if u is ZERO:
        return chain(result, fact(wave.zero))
    terms = sorted_terms(read_polynomial(u))
    if len(terms) > 1:
        first, rest = u.function.argument, argument_of(u)  # type: ignore[attr-defined]
        return normaliser.then(chain(result, fact(wave.add, first, rest)))
    monomial, coefficient = terms[0]
    function = const(name)
    if (cases := _by_indicator(normaliser, function, u, monomial, coefficient)) is not None:
        return normaliser.then(chain(result, cases))
    if coefficient < 0:
        opposite = scaled_term(-coefficient, monomial)
        step = ap_term(function, ring(u, minus(opposite)))
        return normaliser.then(chain(result, step, fact(wave.neg, opposite)))
    if (turned := at_turns(name, monomial, coefficient)) is not None:
        return normaliser.then(chain(result, turned))
    of_a_turn = coefficient % 2 == 0 and PI in dict(monomial) and any(operand(atom, "inv") for atom, _ in monomial)
    unit = 2 if of_a_turn else 1  # 2·π·i/n stays, for such waves are orthogonal
    if coefficient.denominator == 1 and unit < coefficient <= MOST_EXPONENT:
        one, rest = (scaled_term(Fraction(part), monomial) for part in (unit, coefficient - unit))
        step = ap_term(function, ring(u, plus(one, rest)))
        return normaliser.then(chain(result, step, fact(wave.add, one, rest)))
    return result
