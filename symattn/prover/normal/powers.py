"""Normal forms of powers, which follow their exponents: M^(a + b) = M^a M^b leaves powers of single atoms only."""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import Term, app
from ..library.facts import fact
from ..logic.derived_rules import ap_term, ap_thm, chain, right, symmetric
from ..logic.formulas import LOG
from ..logic.numerals import NONE, UNIT_NAT
from ..logic.parts import head_and_arguments, is_application_of, operands
from .normalising import Normalising
from .positivity import positive


def normal_power(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ power x a = a product of powers whose exponents are atoms."""
    return _power(normaliser, t, "power", ())


def normal_matrix_power(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ (M^a) i j = an entry of a product of powers whose exponents are atoms."""
    entry = head_and_arguments(t)[1][2:]
    return _power(normaliser, t, "matpow", tuple(entry)) if entry else normaliser.arguments(t)


def _power(normaliser: Normalising, t: Term, name: str, entry: tuple[Term, ...]) -> Theorem:
    head, (base, exponent, *_) = head_and_arguments(t)
    sizes = {"n": head.sizes[0]} if entry else {}  # type: ignore[attr-defined]
    normal = normaliser.normal(exponent)
    e = right(normal)
    rule, values = None, [base]
    if e is NONE:
        rule = f"{name}_zero"
    elif e is UNIT_NAT:
        rule = f"{name}_one"
    elif (args := is_application_of(e, "nadd", 2)) is not None:
        rule, values = f"{name}_nadd", [base, *args]
    if rule is None:
        inner = normaliser.arguments(t)
        return inner if entry else _of_base(normaliser, inner)
    result = chain(ap_term(app(head, base), normal), fact(rule, sizes, *values))
    for index in entry:
        result = ap_thm(result, index)
    return normaliser.then(result)


def _of_base(normaliser: Normalising, inner: Theorem) -> Theorem:
    """Continue ⊢ t = power x k by what x is: a product, an exponential, or an atom or a number that is positive.

    A positive x is exp (log x), so that its powers are exponentials, as those are whose exponents are no such numbers.
    """
    head, (base, exponent) = head_and_arguments(right(inner))
    if (pair := operands(base, "*")) is not None:
        return normaliser.then(chain(inner, fact("power_of_product", {}, *pair, exponent)))
    if (argument := is_application_of(base, "exp", 1)) is not None:
        return normaliser.then(chain(inner, fact("power_of_exponential", {}, *argument, exponent)))
    sign = positive(normaliser, base) if operands(base, "+") is None else None
    if sign is None:
        return inner
    as_exponential = symmetric(fact("exp_log", {}, base, premises=(sign,)))
    step = ap_thm(ap_term(head, as_exponential), exponent)
    return normaliser.then(chain(inner, step, fact("power_of_exponential", {}, app(LOG, base), exponent)))
