"""Prove a statement about an index at which sums or products end by induction over that index.

It is proved at the first place, and at the next place w where it holds at v: there what lies up to w is what lies up to
v, and w, so that each sum is one up to v with one term more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from ....kernel.rules import Theorem, abstraction, assume, instantiate
from ....kernel.terms import Abs, Bound, Term, Var, abstract, const, equation, literal, open_body, substitute
from ...library.facts import fact
from ...logic.cached_rules import ring
from ...logic.conversions import converted, fresh, rewrite_proposition
from ...logic.derived_rules import (
    ap_term,
    ap_thm,
    chain,
    close,
    discharge_all,
    eq_mp_back,
    implications,
    left,
    mp,
    right,
    symmetric,
)
from ...logic.formulas import ADD, ONE, nat_of, plus, pos_of
from ...logic.matching import rule_from
from ...logic.parts import args_of, argument_of, index_size, operand, parts_of, with_parts
from ...normal.polynomials import atoms_of, parted, polynomial_term, read_polynomial
from ..core.goals import attempted
from ..core.search import Ask
from .size_induction import passed_on, range_of, step_of, sums_in


def ends_of_sums(*terms: Term) -> list[Var]:
    """Return the indices with which conditions under sums and products over as many places compare positions."""
    found = {place for s in sums_in(*terms) for places in _compared(s) for place in places if isinstance(place, Var)}
    return sorted(found, key=lambda index: index.name)


def at_a_last_place(ask: Ask, said: Term) -> Theorem | None:
    """Return ⊢ said, or None: of any index k it is proved of the sums and products up to k, and then of the last one.

    Their range is one of a sum or product that ends where the index of another one says.
    """
    nested = (s for s in sums_in(said) for places in _compared(s) if sum(isinstance(at, Bound) for at in places) > 1)
    for kind in sorted({range_of(s) for s in nested}, key=str):
        index = fresh(kind, said, stem="k")
        last = const("last", index_size(index))
        whole = sums_in(said, whole=lambda part: isinstance(part, Abs))
        same = [step_of(s, "within_last") for s in whole if range_of(s) is kind]
        general = with_parts(said, {right(each): with_parts(left(each), {last: index}) for each in same})
        if same and (found := attempted(along_an_index, ask, general, index)) is not None:
            return rewrite_proposition(instantiate({index: last}, found), *same)
    return None


def _compared(s: Term) -> Iterator[set[Term]]:
    """Yield the places in the range of a sum or product whose positions each condition in it compares."""
    for part in parts_of(s):
        condition = operand(part, "ind")
        order = args_of(condition, "≤", 2) if condition is not None else None
        places = {operand(atom, "pos") for atom in parts_of(*order or ())}
        yield {place for place in places if place is not None and place.type is range_of(s)}


def along_an_index(ask: Ask, goal: Term, index: Var) -> Theorem:
    """Return ⊢ goal by induction over an index in it, or raise a ProofError."""
    given = [t.conclusion for t in ask.context.truths if index in t.conclusion.free and t.conclusion in t.hypotheses]
    said = implications(given[::-1], goal)
    v, w, l = (fresh(index.type, said, stem=stem) for stem in "vwl")
    first, here, there = (substitute(said, {index: at}) for at in (literal(0, index.type), v, w))
    place = assume(equation(plus(pos_of(v), ONE), pos_of(w)))
    number = chain(ap_thm(ap_term(ADD, fact("real_nat", v)), ONE), place)
    within = close(fact("within_next", v, w, l, premises=(place,)), l)
    context = replace(ask.context.extended(), oriented=True)
    context.rules += map(rule_from, (symmetric(place), fact("next_place", w, nat_of(v), premises=(number,)), within))
    more = _products_further(there, v, w, place)
    step = eq_mp_back(more, passed_on([here], right(more), ask.knowing(context).prove))
    premises = ask.prove(first), close(discharge_all([place.conclusion, here], step), v, w)
    found = fact("step_induction", abstract(index, said), index, premises=premises)
    return reduce(mp, map(assume, reversed(given)), found)


def _products_further(said: Term, v: Var, w: Var, place: Theorem) -> Theorem:
    """Return ⊢ said = said′ with the products up to w, and before w, as those of v and a factor, where ⊢ v + 1 = w."""

    def conversion(part: Term) -> Theorem | None:
        body = operand(part, "product")
        if not isinstance(body, Abs) or body.binder is not w.type or body.loose:
            return None
        x = fresh(body.binder, part, w)
        inside = read_polynomial(open_body(body, x))
        for condition in atoms_of(inside):
            order = args_of(p, "≤", 2) if (p := operand(condition, "ind")) is not None else None
            places = [operand(side, "pos") for side in order or ()]
            changed, outside = map(polynomial_term, parted(inside, condition))
            within = polynomial_term(read_polynomial(plus(changed, outside)))
            for rule, ends, one, f in (
                ("product_up_to_next", [x, w], outside, within),
                ("product_before_following", [w, x], within, outside),
            ):
                if places == ends and one is ONE:
                    more = fact(rule, abstract(x, f), v, w, premises=(place,))
                    same = ring(open_body(body, x), open_body(argument_of(left(more)), x))
                    return chain(ap_term(part.function, abstraction(x, same)), more)  # type: ignore[attr-defined]
        return None

    return converted(said, conversion)
