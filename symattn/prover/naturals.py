"""Normal forms of natural numbers, of their values in ℝ, and of powers that have them as exponents.

A natural number becomes a + (b + … + (1 + 1)): its atoms in canonical order, then as many ones as its constant term
says.  A power follows its exponent, M^(a + b) = M^a M^b, so that only powers of single atoms are left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..kernel.rules import Theorem
from ..kernel.terms import NAT, App, Const, Lit, Term, app, const, literal
from .cached_rules import refl, ring
from .formulas import ADD, ONE
from .library import fact, head_and_arguments, is_application_of
from .logic import ProofError, ap_term, ap_thm, binary, chain, is_refl, right, symmetric
from .order import key

if TYPE_CHECKING:
    from .normal import Normaliser

NONE = literal(0, NAT)
SUC, REAL_OF = const("suc"), const("real")
UNIT = app(SUC, NONE)
LARGEST = 64  # the greatest number of ones in a normal form


def suc(t: Term) -> Term:
    """Return t + 1 for a natural number."""
    return app(SUC, t)


def nadd(s: Term, t: Term) -> Term:
    """Return s + t for natural numbers."""
    return app(const("nadd"), s, t)


def real(t: Term) -> Term:
    """Return a natural number as a real number."""
    return app(REAL_OF, t)


def numeral(value: int) -> Term:
    """Return a natural number in binary: 0, 1, twice a number, or one more than that."""
    if value < 2:
        return suc(NONE) if value else NONE
    half = numeral(value // 2)
    return suc(nadd(half, half)) if value % 2 else nadd(half, half)


@lru_cache(maxsize=4096)
def value(t: Term) -> Theorem:
    """Return ⊢ real t = a polynomial in the values of the atoms of t and positions of indices."""
    if t is NONE:
        return fact("real_zero")
    if (args := is_application_of(t, "suc", 1)) is not None:
        return chain(fact("real_suc", {}, *args), ap_thm(ap_term(ADD, value(args[0])), ONE))
    if (args := is_application_of(t, "nadd", 2)) is not None:
        return chain(fact("real_nadd", {}, *args), binary(ADD, *map(value, args)))
    if (args := is_application_of(t, "nat", 1)) is not None and args[0].type.size is not None:
        return fact("real_nat", {"n": args[0].type.size}, *args)
    return refl(real(t))


def same_natural(s: Term, t: Term) -> Theorem:
    """Return ⊢ s = t for natural numbers whose values are the same polynomial; raises KernelError for others."""
    if s is t:
        return refl(s)
    first, second = value(s), value(t)
    equal = chain(first, ring(right(first), right(second)), symmetric(second))
    return fact("real_injective", {}, s, t, premises=(equal,))


def _summands(t: Term) -> tuple[list[Term], int]:
    """Return the atoms of a sum and its constant term."""
    if t is NONE:
        return [], 0
    if (args := is_application_of(t, "suc", 1)) is not None:
        atoms, ones = _summands(args[0])
        return atoms, ones + 1
    if (args := is_application_of(t, "nadd", 2)) is not None:
        (first, m), (second, n) = map(_summands, args)
        return first + second, m + n
    return [t], 0


def normal_natural(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ t = t' with the summands of t in canonical order."""
    inner = normaliser.arguments(t)
    current = right(inner)
    position = is_application_of(current, "nat", 1)
    if position is not None:
        known = _position(current, position[0])
        return inner if known is None else normaliser.then(chain(inner, known))
    rewritten = normaliser.by_rules(current)
    if rewritten is not None:
        return normaliser.then(chain(inner, rewritten))
    if any(v.name.startswith("?") for v in current.free):
        return inner  # in a pattern the order stays: φ(?0 + ?1) = φ(?0) φ(?1) must not become φ(?1 + ?0) = φ(?0) φ(?1)
    atoms, ones = _summands(current)
    if ones > LARGEST:
        raise ProofError(f"the exponent is too large: more than {LARGEST}")
    parts = sorted(atoms, key=key) + [UNIT] * ones
    target = parts[-1] if parts else NONE
    for part in reversed(parts[:-1]):
        target = nadd(part, target)
    return chain(inner, same_natural(current, target))


def _position(t: Term, index: Term) -> Theorem | None:
    """Return ⊢ nat i = … for an index that is a literal 0 or 1 or in one half of a split type."""
    size = index.type.size
    if isinstance(index, Lit) and size is not None:
        if index.value == 0:
            return fact("nat_first", {"n": size})
        return fact("nat_one_of_two") if index.value == 1 and size.least() == 2 and not size.variables() else None
    head, arguments = head_and_arguments(index)
    rule = {"inl": "nat_left", "inr": "nat_right"}.get(head.name) if isinstance(head, Const) else None
    return fact(rule, dict(zip("mk", head.sizes, strict=True)), *arguments) if rule else None  # type: ignore[attr-defined]


def normal_value(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ real a = a polynomial in the values of atoms and in positions of indices."""
    argument = t.argument if isinstance(t, App) else t
    if argument is NONE:
        return fact("real_zero")
    for name, rule, count in (("suc", "real_suc", 1), ("nadd", "real_nadd", 2)):
        args = is_application_of(argument, name, count)
        if args is not None:
            return normaliser.then(fact(rule, {}, *args))
    args = is_application_of(argument, "nat", 1)
    if args is not None:
        size = args[0].type.size
        return normaliser.then(fact("real_nat", {} if size is None else {"n": size}, *args))
    inner = normaliser.arguments(t)
    return inner if is_refl(inner) else normaliser.then(inner)


def normal_power(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ power x a = a product of powers whose exponents are atoms."""
    return _power(normaliser, t, "power", ())


def normal_matrix_power(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ (M^a) i j = an entry of a product of powers whose exponents are atoms."""
    entry = head_and_arguments(t)[1][2:]
    return _power(normaliser, t, "matpow", tuple(entry)) if entry else normaliser.arguments(t)


def _power(normaliser: Normaliser, t: Term, name: str, entry: tuple[Term, ...]) -> Theorem:
    head, (base, exponent, *_) = head_and_arguments(t)
    sizes = {"n": head.sizes[0]} if entry else {}  # type: ignore[attr-defined]
    normal = normaliser.normal(exponent)
    e = right(normal)
    rule, values = None, [base]
    if e is NONE:
        rule = f"{name}_zero"
    elif e is UNIT:
        rule = f"{name}_one"
    elif (args := is_application_of(e, "nadd", 2)) is not None:
        rule, values = f"{name}_nadd", [base, *args]
    if rule is None:
        return normaliser.arguments(t)
    result = chain(ap_term(app(head, base), normal), fact(rule, sizes, *values))
    for index in entry:
        result = ap_thm(result, index)
    return normaliser.then(result)
