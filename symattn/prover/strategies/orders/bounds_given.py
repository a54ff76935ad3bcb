"""A given bound of |·|, max, min or a largest number, as of MaxNorm(X − Y), bounds each number in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ....kernel.rules import Theorem, eq_mp
from ....kernel.terms import REAL, Term, Var, app
from ...library.facts import fact, infer
from ...library.inequalities import BOUNDS, about
from ...logic.conversions import beta_normal_form, beta_sides, fresh
from ...logic.derived_rules import ap_term, ap_thm, chain, close, right, spec, strip, symmetric
from ...logic.formulas import LE
from ...logic.parts import args_of
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser

#: |·|, max and min, of which more is known by name than by definition, and how many arguments they have.
ARITY = {"abs": 1, "max": 2, "min": 2}
KEPT = frozenset(ARITY)


def bounds_of_entries(context: Context, known: Iterable[Theorem]) -> list[Theorem]:
    """Return ⊢ ∀i…. f i ≤ b for what is known as max f ≤ b or max f < b, also for maxima of maxima."""
    without_rules = replace(context, rules=[], contractions=[], moments=[], products=[])
    plain = Normaliser(replace(without_rules, opaque=context.opaque | KEPT))
    stripped = [(variables, order) for variables, premises, order in map(strip, known) if not premises]
    return [bound for variables, order in stripped for bound in _of_entries(plain, weak(order), variables, said=True)]


def _of_entries(plain: Normaliser, known: Theorem, indices: tuple[Var, ...], said: bool) -> Iterator[Theorem]:
    """Yield what a ≤ b says of the numbers of which a is the largest, and of a itself unless that is said already."""
    order = args_of(known.conclusion, "≤", 2)
    if order is None:
        return
    a, b = order
    same = plain.head_normal(a)
    same = chain(same, beta_normal_form(right(same)))
    largest = args_of(right(same), "top", 1)
    if largest is None:
        if not said:
            yield close(_with_side(known, plain.normal(a), b), *indices)
        return
    (f,) = largest
    i = fresh(f.type.domain, f, b, *indices, stem="?row")  # type: ignore[arg-type]
    below = fact("top_ge", f, i)
    every = infer("le_trans", below, _with_side(known, same, b))
    yield from _of_entries(plain, every, (*indices, i), said=False)


def bounds_of_arguments(known: Iterable[Theorem]) -> list[Theorem]:
    """Return t ≤ b and −t ≤ b for what is known as |t| ≤ b, also for all indices, and likewise for max and min.

    An equation b = |t|, also between matrices, counts as |t| ≤ b and b ≤ |t|.
    """
    found = []
    for truth in known:
        variables, premises, stripped = strip(truth)
        if premises:
            continue
        variables, orders = _orders_of(variables, stripped)
        for order in map(weak, orders):
            a, b = args_of(order.conclusion, "≤", 2) or (LE, LE)
            for bound in _bounds_of(a, b):
                is_below = bound.conclusion.argument is a  # type: ignore[attr-defined]
                below = infer("le_trans", *((bound, order) if is_below else (order, bound)))
                found.append(close(below, *variables))
    return found


def _orders_of(variables: tuple[Var, ...], stripped: Theorem) -> tuple[tuple[Var, ...], list[Theorem]]:
    """Return what a hypothesis without premises says as inequalities, about all values of some variables."""
    if order_of(stripped.conclusion) is not None:
        return variables, [stripped]
    pair = stripped.sides
    while pair is not None and pair[0].type.domain is not None and pair[0].type.domain.size is not None:
        variables = (*variables, fresh(pair[0].type.domain, *pair, *variables, stem="?row"))
        stripped = beta_sides(ap_thm(stripped, variables[-1]))
        pair = stripped.sides
    if pair is None or pair[0].type is not REAL or not any(any(_bounds_of(*both)) for both in (pair, pair[::-1])):
        return variables, []
    return variables, both_orders(stripped)


def both_orders(same: Theorem) -> list[Theorem]:
    """Return ⊢ a ≤ b and ⊢ b ≤ a for ⊢ a = b."""
    a, b = same.sides or (same.conclusion, same.conclusion)
    return [
        eq_mp(ap_term(app(LE, low), equal), fact("le_refl", low)) for low, equal in ((a, same), (b, symmetric(same)))
    ]


def _bounds_of(a: Term, b: Term) -> Iterator[Theorem]:
    """Yield c ≤ a for a maximum a and its arguments c, and b ≤ c for a minimum b."""
    for name, statements in BOUNDS.items():
        args = args_of(b if name == "min" else a, name, ARITY[name])
        for statement in statements[-2:] if args is not None else ():  # by the arguments
            yield spec(about(name, statement), *(args or ()))


def weak(known: Theorem) -> Theorem:
    """Return a ≤ b for a < b, and any other theorem as it is."""
    order = order_of(known.conclusion)
    return infer("lt_le", known) if order is not None and order[2] else known


def _with_side(known: Theorem, same: Theorem, b: Term) -> Theorem:
    """Infer ⊢ a' ≤ b from ⊢ a ≤ b and ⊢ a = a'."""
    return eq_mp(ap_thm(ap_term(LE, same), b), known)
