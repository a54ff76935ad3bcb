"""Normal forms of index terms and of indicators of propositions: [i = j], [M i j], [x ≤ y] and their connectives."""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.syntax import FALSE, TRUE
from ...kernel.terms import BOOL, App, Const, Lit, Term, Var, equality, literal, sides
from ..library.facts import fact
from ..logic.cached_rules import refl
from ..logic.conversions import in_application
from ..logic.derived_rules import (
    ap_term,
    binary,
    chain,
    is_false,
    is_refl,
    is_true,
    match_conjunction,
    match_negation,
    right,
    spec,
    swapped,
)
from ..logic.formulas import IND, UNIT
from ..logic.matching import apply_rule
from ..logic.parts import args_of, head_and_arguments, operand, quotient_of, rest_of
from ..logic.term_order import key, opened_number
from .closed_indices import closed_equation, in_blocks, in_parts, is_closed, normal_closed
from .conditions import index_equation, normal_condition
from .normalising import Normalising
from .positions import block_of_part, known_order
from .real_conditions import normal_real_condition


def normal_index(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ t = t' with inverse maps cancelled and the components of pairs taken."""
    if not isinstance(t, App):
        rewritten = normaliser.by_rules(t) or (None if isinstance(t, Var) else normal_closed(normaliser, t))
        return refl(t) if rewritten is None else normaliser.then(rewritten)
    reduced = normaliser.head_normal(t)
    if not is_refl(reduced):
        return chain(reduced, normal_index(normaliser, right(reduced)))
    inner = in_application(t, _function(normaliser, t.function), normaliser.normal(t.argument))
    outer = _only(right(inner)) or _cancel(normaliser, right(inner)) or normal_closed(normaliser, right(inner))
    return inner if outer is None else chain(inner, outer, normal_index(normaliser, right(outer)))


def _function(normaliser: Normalising, f: Term) -> Theorem:
    if isinstance(f, App):
        return in_application(f, _function(normaliser, f.function), normaliser.normal(f.argument))
    return refl(f)


def _cancel(normaliser: Normalising, t: Term) -> Theorem | None:
    if isinstance(t, App) and isinstance(t.argument, App):
        bijection = normaliser.context.bijections.get(t.argument.function)
        if bijection is not None and bijection.inverse is t.function:
            return spec(bijection.left_inverse, t.argument.argument)
    if (alone := _of_one(t)) is not None:
        return alone
    for name, part_of_pair in (("quo", "quo_pair"), ("rem", "rem_pair")):
        outer, head = operand(t, name), head_and_arguments(t)[0]
        if outer is None or not isinstance(head, Const):
            continue
        if outer is literal(0, outer.type):
            return fact("quo_first" if name == "quo" else "rem_first", dict(zip("mn", head.sizes, strict=True)))
        if head.sizes[0] == UNIT:
            return fact("rem_of_one", outer) if name == "rem" else fact("fin_one", t)
        inner = args_of(outer, "pair", 2)
        if inner is not None and head_and_arguments(outer)[0].sizes == head.sizes:  # type: ignore[attr-defined]
            return fact(part_of_pair, *inner)
        if (paired := in_blocks(normaliser, outer, *head.sizes)) is not None:
            return chain(ap_term(head, paired), fact(part_of_pair, *_pair(right(paired))))
        if inner is not None and (other := _of_other_blocks(name, head, outer, inner)):
            return other
    return _in_order(normaliser, t) or _outer_blocks_first(t) or normaliser.by_rules(t)


def _of_other_blocks(name: str, head: Const, pair: Term, parts: list[Term]) -> Theorem | None:
    """Return ⊢ the block, or the place in it, of a place in smaller or in larger blocks = …, or None."""
    (blocks, width), (m, n) = head.sizes, head_and_arguments(pair)[0].sizes  # type: ignore[attr-defined]
    if (small := quotient_of(m, blocks)) is not None:
        rule = "quo_of_blocks" if name == "quo" else "rem_of_blocks"
        return fact(rule, {"m": blocks, "k": small, "n": n}, *parts)
    if (small := quotient_of(n, width)) is not None:
        rule = "quo_in_blocks" if name == "quo" else "rem_in_blocks"
        return fact(rule, {"m": m, "k": small, "n": width}, *parts)
    return None


def _outer_blocks_first(t: Term) -> Theorem | None:
    """Return ⊢ pair (pair i j) l = pair i (pair j l), or None for another index."""
    outer = args_of(t, "pair", 2)
    inner = args_of(outer[0], "pair", 2) if outer is not None else None
    if outer is None or inner is None:
        return None
    return fact("pair_of_pair", *inner, outer[1])


def _only(t: Term) -> Theorem | None:
    """Return ⊢ t = 0 where there is one index alone, or None."""
    return fact("fin_one", t) if t.type.size == UNIT and isinstance(t, App) else None


def _of_one(t: Term) -> Theorem | None:
    """Return ⊢ t = t' for an index in one block, or in blocks of one place, or its part; None for others."""
    head, arguments = head_and_arguments(t)
    if not isinstance(head, Const) or UNIT not in head.sizes:
        return None
    m, n = head.sizes if len(head.sizes) == 2 else (UNIT, UNIT)
    if head.name == "pair" and len(arguments) == 2:
        fits = ("pair_in_one_block", {"n": n}) if m == UNIT else ("pair_in_blocks_of_one", {"m": m})
        return fact(*fits, *arguments)
    if head.name == "quo" and len(arguments) == 1 and n == UNIT:
        return fact("quo_in_blocks_of_one", *arguments)
    return None


def _in_order(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ t = t' for an index in one of three parts, with the first split off first; None for others."""
    head, arguments = head_and_arguments(t)
    if is_closed(t):  # brought to one form already
        return None
    if not isinstance(head, Const) or head.name not in ("inl", "inr") or len(arguments) != 1:
        return None
    together, last = head.sizes
    how = normaliser.context.splits.get(together + last)
    middle = rest_of(together, how[1]) if how is not None and how[0] == "+" and how[1] != together else None
    if how is None or middle is None:
        return None
    sizes = {"m": how[1], "k": middle, "n": last}
    if head.name == "inr":
        return fact("last_of_last", sizes, *arguments)
    for side, rule in (("inl", "first_of_first"), ("inr", "last_of_first")):
        inner = operand(arguments[0], side)
        if inner is not None and head_and_arguments(arguments[0])[0].sizes == (how[1], middle):  # type: ignore[attr-defined]
            return fact(rule, sizes, inner)
    return None


def _pair(t: Term) -> list[Term]:
    return head_and_arguments(t)[1]


def normal_indicator(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ ind p = polynomial in indicators of simpler propositions."""
    if not isinstance(t, App):
        return refl(t)
    p = t.argument
    head = normaliser.head_normal(p)
    if not is_refl(head):
        step = ap_term(IND, head)
        return chain(step, normal_indicator(normaliser, right(step)))
    if p is TRUE or p is FALSE:
        return fact("ind_true" if p is TRUE else "ind_false")
    if (both := match_conjunction(p)) is not None:
        return normaliser.then(fact("ind_and", *both))
    if (denied := match_negation(p)) is not None:
        return normaliser.then(fact("ind_not", denied))
    if (pair := sides(p)) is not None and pair[0].type.size is not None:
        return _index_equation(normaliser, p)
    if (known := known_order(normaliser, p)) is not None:
        return normaliser.then(ap_term(IND, known))
    inner = normaliser.arguments(p)
    if (found := _by_truth(normaliser, right(inner))) is not None:
        return normaliser.then(ap_term(IND, chain(inner, found)))
    step = ap_term(IND, inner)
    if (simpler := normal_condition(normaliser, right(inner))) is not None:
        return normaliser.then(chain(step, simpler))
    if normaliser.context.oriented and (one_form := normal_real_condition(normaliser, right(inner))) is not None:
        return normaliser.then(chain(step, one_form))
    return normaliser.then(step) if right(inner) in (TRUE, FALSE) else step


def _by_truth(normaliser: Normalising, p: Term) -> Theorem | None:
    """Return ⊢ p = p' by the first hypothesis about truth values that rewrites a proposition, or None."""
    rules = (rule for rule in normaliser.context.rules if rule.pattern.type is BOOL)
    return next((found for rule in rules if (found := apply_rule(rule, p)) is not None), None)


def _index_equation(normaliser: Normalising, p: Term) -> Theorem:
    pair = sides(p)
    if pair is None:
        return refl(p)
    a, b = (normaliser.normal(side) for side in pair)
    step = binary(equality(pair[0].type), a, b)
    simpler = _by_truth(normaliser, right(step)) or _solve(normaliser, right(a), right(b))
    if simpler is None:
        return ap_term(IND, step)
    result = ap_term(IND, chain(step, simpler))
    return normaliser.then(result)


def _solve(normaliser: Normalising, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ (a = b) = p' for a simpler or better oriented p', or None."""
    if a is b:
        return is_true(refl(a))
    if (known := closed_equation(normaliser, a, b)) is not None:
        return known
    if (placed := _as_the_other(normaliser, a, b)) is not None:
        simpler = _solve(normaliser, *(sides(right(placed)) or (a, b)))
        return None if simpler is None else chain(placed, simpler)
    if isinstance(a, Lit) and isinstance(b, Lit):
        return None
    heads = [head_and_arguments(side) for side in (a, b)]
    names = [getattr(head, "name", "") if not isinstance(head, Var) else "" for head, _ in heads]
    if names[0] == names[1] == "pair" and heads[0][0] is heads[1][0]:
        sizes = dict(zip("mn", heads[0][0].sizes, strict=True))  # type: ignore[attr-defined]
        (i, j), (k, l) = heads[0][1], heads[1][1]
        return fact("pair_equal", i, k, j, l)
    if names[0] in ("inl", "inr") and names[1] in ("inl", "inr"):
        sizes = dict(zip("mk", heads[0][0].sizes, strict=True))  # type: ignore[attr-defined]
        if heads[0][0].sizes == heads[1][0].sizes:  # type: ignore[attr-defined]
            if names[0] == names[1]:
                return fact("inl_equal" if names[0] == "inl" else "inr_equal", sizes, heads[0][1][0], heads[1][1][0])
            if names[0] == "inl":
                return is_false(fact("inl_ne_inr", heads[0][1][0], heads[1][1][0]))
            return swapped(a, b)
    return _isolate(normaliser, a, b) or index_equation(normaliser, a, b)


def _as_the_other(normaliser: Normalising, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ (a = b) = (a' = b') with a closed side, or a place in a block, as the other is written, or None."""
    for closed, other in ((a, b), (b, a)):
        head, _ = head_and_arguments(other)
        split = {"inl": in_parts, "inr": in_parts, "pair": in_blocks}.get(getattr(head, "name", ""))
        if split is None or isinstance(head, Var) or not is_closed(closed) or is_closed(other):
            continue
        if head_and_arguments(closed)[0] is not head:
            moved = split(normaliser, closed, *head.sizes)  # type: ignore[attr-defined]
            if moved is not None:
                pair = (moved, refl(other)) if closed is a else (refl(other), moved)
                return binary(equality(a.type), *pair)
    for placed, other in ((a, b), (b, a)):
        head, _ = head_and_arguments(other)
        if isinstance(head, Const) and head.name in ("inl", "inr"):
            moved = block_of_part(placed, *head.sizes)
            if moved is not None:
                return binary(equality(a.type), *((moved, refl(other)) if placed is a else (refl(other), moved)))
    return None


def _isolate(normaliser: Normalising, a: Term, b: Term) -> Theorem | None:
    """Move bijections away from the innermost variable and put it on the left."""
    left_base, right_base = (_base(normaliser, side) for side in (a, b))
    if _rank(right_base) > _rank(left_base):
        return swapped(a, b)
    if isinstance(a, App) and a is not left_base:
        bijection = normaliser.context.bijections[a.function]
        values = (bijection.map, bijection.inverse, a.argument, b)
        premises = (bijection.left_inverse, bijection.right_inverse)
        return fact("bijection_moves", *values, premises=premises)
    return None


def _base(normaliser: Normalising, t: Term) -> Term:
    while isinstance(t, App) and t.function in normaliser.context.bijections:
        t = t.argument
    return t


def _rank(t: Term) -> tuple[bool, int, object]:
    number = opened_number(t)
    return isinstance(t, Var), -1 if number is None else number, key(t)
