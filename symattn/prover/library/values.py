"""The values of natural numbers and the positions of indices as polynomials, which tell when two are the same."""

from __future__ import annotations

from functools import cache, lru_cache

from ...kernel.rules import Theorem
from ...kernel.terms import NAT, Const, Term, const, fin, literal, sides
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ap_term, ap_thm, binary, chain, right, symmetric
from ..logic.formulas import ADD, ONE, TWO, UNIT, k, m, n, pos_of
from ..logic.numerals import NONE, real
from ..logic.parts import args_of, head_and_arguments, index_size, parts_of
from .facts import fact, infer
from .goals import Goal


@lru_cache(maxsize=4096)
def value(t: Term) -> Theorem:
    """Return ⊢ real t = a polynomial in the values of the atoms of t and positions of indices."""
    if t is NONE:
        return fact("real_zero")
    if (args := args_of(t, "suc", 1)) is not None:
        return chain(fact("real_suc", *args), ap_thm(ap_term(ADD, value(args[0])), ONE))
    if (args := args_of(t, "nadd", 2)) is not None:
        return chain(fact("real_nadd", *args), binary(ADD, *map(value, args)))
    if (args := args_of(t, "nat", 1)) is not None and args[0].type.size is not None:
        return fact("real_nat", *args)
    return refl(real(t))


def same_natural(s: Term, t: Term) -> Theorem:
    """Return ⊢ s = t for natural numbers whose values are the same polynomial; raises KernelError for others."""
    if s is t:
        return refl(s)
    first, second = value(s), value(t)
    equal = chain(first, ring(right(first), right(second)), symmetric(second))
    return infer("real_injective", equal)


def _position(index: Term) -> Theorem:
    """Return ⊢ pos i = a polynomial in sizes and in the positions of the variables in i."""
    size, (head, arguments) = index_size(index), head_and_arguments(index)
    name, sizes = (head.name, head.sizes) if isinstance(head, Const) else ("", ())
    rule = {"inl": "pos_left", "inr": "pos_right", "pair": "pos_pair"}.get(name)
    if rule is not None:
        found = fact(rule, dict(zip("mn" if name == "pair" else "mk", sizes, strict=True)), *arguments)
    elif name == "last":
        found = fact("last_position", {"n": size})
    elif index is literal(1, fin(TWO)):
        found = fact("pos_one_of_two")
    elif index is literal(0, fin(size)):
        found = fact("pos_zero", {"n": size})
    elif size == UNIT:
        found = chain(ap_term(const("pos", UNIT), fact("fin_one", {}, index)), fact("pos_zero", {"n": UNIT}))
    else:
        found = refl(pos_of(index))
    return replaced(found, *(_position(each) for each in arguments if each.type.size is not None), *_sizes())


@cache
def _sizes() -> tuple[Theorem, ...]:
    """Return what the sizes of sums and products are, as lemmas about places need it."""
    sums, products = ((m, k),), ((m, n), (k, n))
    return (
        fact("size_one"),
        *(fact("size_add", {"m": first, "n": second}) for first, second in sums),
        *(fact("size_mul", {"m": first, "n": second}) for first, second in products),
    )


def by_value(goal: Goal) -> Theorem:
    """Prove that indices are the same by their positions, or natural numbers by their values."""
    pair = sides(goal.conclusion)
    assert pair is not None
    first, second = map(_position if pair[0].type.size is not None else _natural, pair)
    same = chain(to(first, right(second)), symmetric(second))
    if pair[0].type is NAT:
        return infer("real_injective", same)
    return infer("pos_injective", same, sizes={"n": index_size(pair[0])})


def _natural(t: Term) -> Theorem:
    """Return ⊢ real t = a polynomial in sizes and in the positions of the variables in t."""
    places = (args[0] for part in parts_of(t) if (args := args_of(part, "nat", 1)) is not None)
    return replaced(value(t), *map(_position, places))
