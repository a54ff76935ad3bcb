"""Closed indices, such as the first and the last, are distinguished by their positions.

The same index may be written as the second half of a split, as a pair, or as a number; its position is one polynomial
in the sizes.  So each gets one form, and may be written in any split of its range.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...kernel.rules import Theorem, assume
from ...kernel.terms import Const, Lit, Size, Term, app, const, equation
from ..library.facts import fact, infer
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import ap_term, binary, chain, discharge, is_false, is_true, mp, right, symmetric
from ..logic.formulas import ADD, MUL, ONE, TWO, minus, plus
from ..logic.parts import head_and_arguments, index_size, rest_of
from ..logic.places import place
from .normalising import Normalising
from .polynomials import read_polynomial
from .positivity import nonzero


def is_closed(t: Term) -> bool:
    """Tell whether an index has no variable in it."""
    return not t.free and not t.loose


def position_of(normaliser: Normalising, index: Term) -> Theorem | None:
    """Return ⊢ pos e = a polynomial in the sizes for a closed index e, or None where the axioms say nothing of it."""
    if isinstance(index, Lit):
        if index.value == 0:
            return fact("pos_zero", {"n": index_size(index)})
        return fact("pos_one_of_two") if index_size(index) == TWO else None
    head, arguments = head_and_arguments(index)
    if not isinstance(head, Const):
        return None
    if head.name == "last":
        return normaliser.then(fact("last_position", {"n": head.sizes[0]}))
    inner = [position_of(normaliser, a) for a in arguments] if head.name in ("inl", "inr", "pair") else []
    known = [theorem for theorem in inner if theorem is not None]
    if not known or len(known) < len(arguments):
        return None
    if head.name == "inl":
        m, k = head.sizes
        return chain(fact("pos_left", {"m": m, "k": k}, *arguments), known[0])
    m, n = head.sizes
    if head.name == "inr":
        whole = fact("pos_right", {"m": m, "k": n}, *arguments)
        return normaliser.collect(chain(whole, binary(ADD, normaliser.normal(const("#", m)), known[0])))
    whole = fact("pos_pair", *arguments)
    before = binary(MUL, normaliser.normal(const("#", n)), known[0])
    return normaliser.collect(chain(whole, binary(ADD, before, known[1])))


def normal_closed(normaliser: Normalising, index: Term) -> Theorem | None:
    """Return ⊢ e = e' for a closed index that has a shorter form: a number, or the last one; None for others."""
    if not is_closed(index) or isinstance(index, Lit):
        return None
    size = index_size(index)
    if isinstance(index, Const) and size.variables():
        return None
    return _first_alike(normaliser, index, _forms(normaliser, index, size))


def _forms(normaliser: Normalising, index: Term, size: Size) -> Iterator[Term]:
    at = position_of(normaliser, index)
    if at is None:
        return
    number = _natural(right(at))
    if number is not None and number < size.least():
        yield place(number, size)
    elif number is None and right(at) is right(_before(normaliser, size)):
        yield const("last", size)
    elif number is None:
        yield from _within(right(at), size)


def _within(position: Term, size: Size) -> Iterator[Term]:
    """Return the last index of a first part of a range where that lies at a polynomial in the sizes."""
    terms: dict[tuple[tuple[str, int], ...], int] = {}
    for monomial, coefficient in read_polynomial(plus(position, ONE)).items():
        heads = [(atom, exponent) for atom, exponent in monomial if isinstance(atom, Const) and atom.name == "#"]
        names = [(str(atom.sizes[0]), exponent) for atom, exponent in heads if atom.sizes[0].variables()]
        if len(names) < len(monomial) or coefficient.denominator != 1 or coefficient < 0:
            return
        terms[tuple(sorted(names))] = int(coefficient)
    part = Size(terms) if terms else None
    rest = rest_of(size, part) if part is not None else None
    if part is not None and rest is not None:
        yield app(const("inl", part, rest), const("last", part))


def _before(normaliser: Normalising, size: Size) -> Theorem:
    return normaliser.normal(plus(const("#", size), minus(ONE)))


def _natural(t: Term) -> int | None:
    if isinstance(t, Lit) and Fraction(t.value).denominator == 1 and t.value >= 0:
        return int(t.value)
    return None


def _first_alike(normaliser: Normalising, index: Term, forms: Iterator[Term]) -> Theorem | None:
    """Return ⊢ e = f for the first of some closed indices that lies where e does, and is written in another way."""
    for form in forms:
        if form is index:
            return None
        same = same_place(normaliser, index, form)
        if same is not None:
            return same
    return None


def same_place(normaliser: Normalising, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b for two closed indices at one position, or None."""
    here, there = position_of(normaliser, a), position_of(normaliser, b)
    if here is None or there is None or right(here) is not right(there):
        return None
    premise = chain(here, symmetric(there))
    return infer("pos_injective", premise, sizes={"n": index_size(a)})


def in_parts(normaliser: Normalising, index: Term, m: Size, k: Size) -> Theorem | None:
    """Return ⊢ e = inl{m,k} a or ⊢ e = inr{m,k} b for a closed index e of [m+k]; None where its part is not known."""
    if not is_closed(index) or index_size(index) != m + k:
        return None
    return _first_alike(normaliser, index, _parts(normaliser, index, m, k))


def _parts(normaliser: Normalising, index: Term, m: Size, k: Size) -> Iterator[Term]:
    at = position_of(normaliser, index)
    if at is None:
        return
    first, second = const("inl", m, k), const("inr", m, k)
    number = _natural(right(at))
    if number is not None and number < m.least():
        yield app(first, place(number, m))
        return
    rest = _natural(right(normaliser.normal(plus(right(at), minus(const("#", m))))))
    if rest is not None and rest < k.least():
        yield app(second, place(rest, k))
    yield app(second, const("last", k))
    yield app(first, const("last", m))
    after = normaliser.normal(plus(right(at), minus(const("#", m))))
    yield from (app(second, form) for form in _within(right(after), k))
    yield from (app(first, form) for form in _within(right(at), m))


def in_blocks(normaliser: Normalising, index: Term, m: Size, n: Size) -> Theorem | None:
    """Return ⊢ e = pair{m,n} i j for a closed index e of [m·n], or None where its block is not known."""
    if not is_closed(index) or index_size(index) != m * n:
        return None
    return _first_alike(normaliser, index, _blocks(normaliser, index, m, n))


def _blocks(normaliser: Normalising, index: Term, m: Size, n: Size) -> Iterator[Term]:
    at = position_of(normaliser, index)
    number = _natural(right(at)) if at is not None else None
    pair = const("pair", m, n)
    if number is not None:
        block, within = (0, number) if n.variables() else divmod(number, n.least())
        if block < m.least() and within < n.least():
            yield app(pair, place(block, m), place(within, n))
    elif at is not None:
        yield app(pair, const("last", m), const("last", n))


def closed_equation(normaliser: Normalising, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ (a = b) = ⊤ or ⊥ for closed indices whose positions are known to agree or to differ, or None."""
    if not is_closed(a) or not is_closed(b):
        return None
    here, there = position_of(normaliser, a), position_of(normaliser, b)
    if here is None or there is None:
        return None
    if right(here) is right(there):
        same = same_place(normaliser, a, b)
        return None if same is None else is_true(same)
    difference = normaliser.normal(plus(right(here), minus(right(there))))
    apart = nonzero(normaliser, right(difference))
    if apart is None:
        return None
    moved = rewrite_proposition(apart, symmetric(difference))
    return never(a, b, here, there, infer("ne_of_sub", moved))


def never(i: Term, j: Term, first: Theorem, second: Theorem, unequal: Theorem) -> Theorem:
    """Infer ⊢ (i = j) = ⊥ from ⊢ pos i = a, ⊢ pos j = b and ⊢ a ≠ b."""
    same = assume(equation(i, j))
    positions = chain(symmetric(first), ap_term(const("pos", index_size(i)), same), second)
    return is_false(discharge(same.conclusion, mp(unequal, positions)))
