"""Normal forms of powers, which follow their exponents: M^(a + b) = M^a M^b leaves powers of single atoms only."""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import Term, app
from ..library.facts import fact
from ..logic.derived_rules import ap_term, ap_thm, chain, right
from ..logic.numerals import NONE, UNIT_NAT
from ..logic.parts import head_and_arguments, is_application_of
from .normalising import Normalising


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
        return normaliser.arguments(t)
    result = chain(ap_term(app(head, base), normal), fact(rule, sizes, *values))
    for index in entry:
        result = ap_thm(result, index)
    return normaliser.then(result)
