"""Normal forms of natural numbers and of their values in ℝ.

A natural number becomes a + (b + … + (1 + 1)): its atoms in canonical order, then as many ones as its constant term
says.
"""

from __future__ import annotations

from functools import reduce

from ...kernel.rules import Theorem
from ...kernel.terms import App, Const, Lit, Size, Term, app, const
from ..library.facts import fact, infer
from ..library.values import same_natural
from ..limits import LARGEST_NATURAL, MOST_ONE_BY_ONE
from ..logic.derived_rules import Unfinished, chain, is_refl, right, symmetric
from ..logic.numerals import NONE, UNIT_NAT, nadd, real
from ..logic.parts import args_of, head_and_arguments, index_size, operand, rest_of
from ..logic.term_order import key
from .normalising import Normalising


def summands(t: Term) -> list[Term]:
    """Return the atoms of a sum, and its ones."""
    atoms, ones = _summands(t)
    return [*atoms, *[UNIT_NAT] * ones]


def _summands(t: Term) -> tuple[list[Term], int]:
    """Return the atoms of a sum and its constant term."""
    if t is NONE:
        return [], 0
    if (args := args_of(t, "suc", 1)) is not None:
        atoms, ones = _summands(args[0])
        return atoms, ones + 1
    if (args := args_of(t, "nadd", 2)) is not None:
        (first, m), (second, n) = map(_summands, args)
        return first + second, m + n
    return [t], 0


def normal_natural(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ t = t' with the summands of t in canonical order."""
    inner = normaliser.arguments(t)
    current = right(inner)
    position = operand(current, "nat")
    if position is not None:
        known = _position(current, position) or _in_block(normaliser, current, position) or normaliser.by_rules(current)
        return inner if known is None else normaliser.then(chain(inner, known))
    rewritten = normaliser.by_rules(current)
    if rewritten is not None:
        return normaliser.then(chain(inner, rewritten))
    if any(v.name.startswith("?") for v in current.free):
        return inner  # in a pattern the order stays: φ(?0 + ?1) = φ(?0) φ(?1) must not become φ(?1 + ?0) = φ(?0) φ(?1)
    atoms, ones = _summands(current)
    if ones > LARGEST_NATURAL:
        raise Unfinished(f"the exponent is too large: more than {LARGEST_NATURAL}")
    parts = sorted(atoms, key=key) + [UNIT_NAT] * ones
    target = parts[-1] if parts else NONE
    for part in reversed(parts[:-1]):
        target = nadd(part, target)
    return chain(inner, same_natural(current, target))


def _position(t: Term, index: Term) -> Theorem | None:
    """Return ⊢ nat i = … for an index that is a literal 0 or 1, in one half of a split type."""
    size = index.type.size
    if isinstance(index, Lit) and size is not None:
        if index.value == 0:
            return fact("nat_first", {"n": size})
        return fact("nat_one_of_two") if index.value == 1 and size.least() == 2 and not size.variables() else None
    head, arguments = head_and_arguments(index)
    if isinstance(head, Const) and head.name == "last" and size is not None and (parts := _two_parts(size)) is not None:
        return fact("nat_last_of_sum", dict(zip("mk", parts, strict=True)))
    rule = {"inl": "nat_left", "inr": "nat_right"}.get(head.name) if isinstance(head, Const) else None
    return fact(rule, dict(zip("mk", head.sizes, strict=True)), *arguments) if rule else None  # type: ignore[attr-defined]


def _in_block(normaliser: Normalising, t: Term, index: Term) -> Theorem | None:
    """Return ⊢ nat (pair i j) = nat i + … + nat i + nat j for a place in a block of a literal number of places."""
    pair = args_of(index, "pair", 2)
    if pair is None or (width := index_size(pair[1])).variables() or width.least() > MOST_ONE_BY_ONE:
        return None
    block, place = (app(const("nat", index_size(i)), i) for i in pair)
    written = reduce(lambda rest, _: nadd(block, rest), range(width.least()), place)
    first, second = normaliser.normal(real(t)), normaliser.normal(real(written))
    return infer("real_injective", chain(first, symmetric(second))) if right(first) is right(second) else None


def _two_parts(size: Size) -> tuple[Size, Size] | None:
    """Return two sizes of which a size is the sum, the first one a product or 1, or None where there are none."""
    first = Size({size.terms[-1][0]: 1})
    rest = rest_of(size, first)
    return None if rest is None else (first, rest)


def normal_value(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ real a = a polynomial in the values of atoms and in positions of indices."""
    argument = t.argument if isinstance(t, App) else t
    if argument is NONE:
        return fact("real_zero")
    for name, rule, count in (("suc", "real_suc", 1), ("nadd", "real_nadd", 2)):
        args = args_of(argument, name, count)
        if args is not None:
            return normaliser.then(fact(rule, *args))
    args = args_of(argument, "nat", 1)
    if args is not None:
        size = args[0].type.size
        return normaliser.then(fact("real_nat", {} if size is None else {"n": size}, *args))
    inner = normaliser.arguments(t)
    return inner if is_refl(inner) else normaliser.then(inner)


def predecessor(number: Term) -> Term | None:
    """Return a for a natural number a + 1 in normal form, whose ones come last, or None for a sum of atoms."""
    if number is UNIT_NAT:
        return NONE
    parts = args_of(number, "nadd", 2)
    before = None if parts is None else predecessor(parts[1])
    if parts is None or before is None:
        return None
    return parts[0] if before is NONE else nadd(parts[0], before)
