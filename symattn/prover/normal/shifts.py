"""Sums over a range that lies further on in a longer one: Σ i. f (i + 1) = Σ i. f i + f n − f 0.

Of n + c indices, with a number c, a sum may go over n in a row that start at any place.  It is written as the sum over
the first n, with the terms at both ends beside it.  So the sum of f (i + 1) − f i comes down to f n − f 0.  Beside a
power yⁱ the first n are written as the last: yᶜ·yⁱ is the power there, and y may be 0.

Where m is a size, Σ i < n. f (m + i) is the sum over all m + n without the first m.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.rules import Theorem
from ...kernel.terms import Abs, App, Const, Size, Term, Var, abstract, app, const, fin, open_body
from ..library.facts import fact
from ..library.sums import under_sum
from ..limits import MOST_INDICES
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced
from ..logic.derived_rules import binary, chain, left, right, symmetric
from ..logic.formulas import ADD, UNIT, minus, nat_of, plus, pos_of
from ..logic.parts import args_of, head_and_arguments, index_size, operand, parts_of, rest_of, with_parts
from ..logic.term_order import key
from .normalising import Normalising
from .polynomials import polynomial_term, read_polynomial


def moved_to_an_end(normaliser: Normalising, b: Var, body: Term) -> Theorem | None:
    """Return ⊢ Σ b. t = Σ b. t' + the terms at the ends, where t' is about the first indices; None where t is so too.

    In t the index must be taken at one place of one longer range, and besides it stand for its position alone, or as
    the exponent of powers: then t' is about the last indices.
    """
    places = _places(b, body)
    e = next(iter(places)) if len(places) == 1 else None
    if e is None or e is b:
        return None
    n, whole = index_size(b), index_size(e)
    more = rest_of(whole, n)
    known = normaliser.context.rivals.keys() | normaliser.context.ambiguous_splits
    if more is None or more.variables() or more.least() > MOST_INDICES or whole not in known:
        return None
    first, last = app(const("inl", n, more), b), app(const("inr", more, n), b)
    exponent = nat_of(b)
    aim, m, k = (last, more, n) if exponent in parts_of(body) else (first, n, more)
    if e is aim or (aim is last and e is not first):
        return None
    moved = _by_position_in(normaliser, e, b, body)
    if aim is last:
        moved = replaced(moved, symmetric(normaliser.normal(nat_of(first))))
    x = normaliser.context.next_variable(e.type, right(moved))
    f = abstract(x, with_parts(right(moved), {e: x}))
    if not _places(b, right(normaliser.normal(open_body(f, aim)))) <= {aim}:
        return None  # what is known says more of the other places
    split = fact("sum_split", {"m": m, "k": k}, f)
    _, other = _mine_and_other(split, aim)
    return chain(under_sum(b, moved), replaced(_from_whole(f, e, b), split, *_one_by_one(other)))


def from_the_start(normaliser: Normalising, t: Term) -> dict[Size, Theorem]:
    """Return ⊢ Σ i < n. f (m + i) = Σ i < m + n. f i − Σ i < m. f i for sums in a normal term, by the sizes m + n."""
    found: dict[Size, Theorem] = {}
    for whole in (part for part in parts_of(t) if not part.loose):
        if not isinstance(summand := operand(whole, "sum"), Abs):
            continue
        b = normaliser.context.next_variable(summand.binder, whole)
        for m, f in _shifted(normaliser, b, open_body(summand, b)):
            split = fact("sum_split", {"m": m, "k": index_size(b)}, f)
            first, second = args_of(right(split), "+", 2) or (whole, whole)
            same = normaliser.normal(second)
            if right(same) is whole:
                without = binary(ADD, symmetric(split), refl(minus(first)))
                found.setdefault(m + index_size(b), chain(symmetric(same), ring(second, left(without)), without))
    return found


def _shifted(normaliser: Normalising, b: Var, body: Term) -> Iterator[tuple[Size, Term]]:
    """Yield m and f with f (m + i) for what is said of an index i by the place m + i, or by its position."""
    places, n = _places(b, body), index_size(b)
    for part in sorted({*parts_of(body), *places}, key=key):
        head, _ = head_and_arguments(part)
        if part in places and args_of(part, "inr", 1) == [b] and len(places) == 1:
            m, _ = head.sizes  # type: ignore[attr-defined]
            moved = right(_by_position_in(normaliser, part, b, body))
            x = normaliser.context.next_variable(part.type, moved)
            f = abstract(x, with_parts(moved, {part: x}))
        elif isinstance(part, Const) and part.name == "#" and part.sizes[0].variables() and not places:
            (m,) = part.sizes
            x = normaliser.context.next_variable(fin(m + n), body)
            there = plus(pos_of(x), minus(part))
            f = abstract(x, right(normaliser.normal(with_parts(body, {pos_of(b): there}))))
        else:
            continue
        if b not in f.free and part not in parts_of(f):
            yield m, f


def _mine_and_other(split: Theorem, place: Term) -> list[Term]:
    """Return of ⊢ Σ f = Σ f₁ + Σ f₂ the sum over the part that a place lies in, and the other one."""
    parts = args_of(right(split), "+", 2) or []
    return parts if head_and_arguments(place)[0].name == "inl" else parts[::-1]  # type: ignore[attr-defined]


def _places(b: Var, t: Term) -> set[Term]:
    """Return the places of longer ranges at which an index stands in a term, and itself where it stands otherwise.

    Where it stands for its position, or as an exponent, it does not count.
    """
    if b not in t.free or [b] in (args_of(t, "pos", 1), args_of(t, "nat", 1)):
        return set()
    if t is b or _is_place(b, t):
        return {t}
    return _places(b, t.function) | _places(b, t.argument) if isinstance(t, App) else _places(b, t.body)  # type: ignore[attr-defined]


def _is_place(b: Var, t: Term) -> bool:
    inner = args_of(t, "inl", 1) or args_of(t, "inr", 1)
    return inner is not None and (inner[0] is b or _is_place(b, inner[0]))


def _by_position_in(normaliser: Normalising, e: Term, b: Var, t: Term) -> Theorem:
    """Return ⊢ t = t' with the position of an index by its position in the longer range."""
    own = pos_of(b)
    there = normaliser.normal(pos_of(e))
    before = polynomial_term(read_polynomial(plus(right(there), minus(own))))
    same = binary(ADD, symmetric(there), refl(minus(before)))
    return replaced(refl(t), chain(ring(own, left(same)), same))


def _from_whole(f: Term, e: Term, b: Var) -> Theorem:
    """Return ⊢ Σ b. f e = Σ f − the sums of f over what lies before and after."""
    side, (inner,) = head_and_arguments(e)
    m, k = side.sizes  # type: ignore[attr-defined]
    split = fact("sum_split", {"m": m, "k": k}, f)
    mine, other = _mine_and_other(split, e)
    whole = binary(ADD, symmetric(split), refl(minus(other)))
    step = chain(ring(mine, left(whole)), whole)
    for one in _one_by_one(other):
        step = replaced(step, one)
    return step if inner is b else replaced(_from_whole(mine.argument, inner, b), step)  # type: ignore[attr-defined]


def _one_by_one(t: Term) -> list[Theorem]:
    """Return ⊢ Σ f = f 0 + … for a sum over a few indices, in steps, each of what the one before has left."""
    found: list[Theorem] = []
    while operand(t, "sum") is not None and (left_over := rest_of(t.function.sizes[0], UNIT)) is not None:  # type: ignore[attr-defined]
        found.append(fact("sum_split", {"m": UNIT, "k": left_over}, t.argument))  # type: ignore[attr-defined]
        t = right(found[-1]).argument  # type: ignore[attr-defined]
    return found
