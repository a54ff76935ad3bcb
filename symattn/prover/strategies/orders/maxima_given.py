"""What is given as a bound of the largest of some numbers, as of MaxNorm(X − Y), is a bound of each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....kernel.rules import Theorem, eq_mp
from ....kernel.terms import Term, Var
from ...library.facts import fact
from ...logic.conversions import beta_normal_form, fresh
from ...logic.derived_rules import ap_term, ap_thm, chain, close, right, strip
from ...logic.formulas import LE
from ...logic.parts import args_of, index_size
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.positivity import distinct

KEPT = frozenset({"abs", "max", "min"})  # of which more is known by name than by definition


def bounds_of_entries(context: Context) -> list[Theorem]:
    """Return ⊢ ∀i…. f i ≤ b for the hypotheses max f ≤ b and max f < b, also of maxima of maxima."""
    without_rules = replace(context, rules=[], contractions=[], moments=[], products=[])
    plain = Normaliser(replace(without_rules, opaque=context.opaque | KEPT))
    known = ((variables, stripped) for variables, premises, stripped in map(strip, context.truths) if not premises)
    return [bound for variables, truth in known for bound in _bounds(plain, _weak(truth), variables, said=True)]


def _weak(truth: Theorem) -> Theorem:
    """Return a ≤ b for a < b, and any other theorem as it is."""
    a, b, strict = order_of(truth.conclusion) or (truth.conclusion, truth.conclusion, False)
    return fact("lt_le", {}, a, b, premises=(truth,)) if strict else truth


def _bounds(plain: Normaliser, known: Theorem, indices: tuple[Var, ...], said: bool) -> Iterator[Theorem]:
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
    below = fact("top_ge", {"n": index_size(i)}, f, i)
    value = below.conclusion.function.argument  # type: ignore[attr-defined]
    premises = distinct(below, _with_side(known, same, b))
    yield from _bounds(plain, fact("le_trans", {}, value, right(same), b, premises=premises), (*indices, i), said=False)


def _with_side(known: Theorem, same: Theorem, b: Term) -> Theorem:
    """Infer ⊢ a' ≤ b from ⊢ a ≤ b and ⊢ a = a'."""
    return eq_mp(ap_thm(ap_term(LE, same), b), known)
