"""Normal forms of finite sums: linear, split, without deltas, contracted, reindexed, with binders in canonical order.

A normal sum is a nest Σ i… Σ j. m of a single monomial m whose factors all depend on the bound variables and are
connected through them; factors that do not depend on the nest stand in front of it.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, eta
from ...kernel.terms import Abs, App, Size, Term, Var, abstract, app, bound, lam, open_body, substitute, var
from ..library.facts import fact
from ..library.sums import sum_of_multiple, sum_of_sum, under_sum
from ..limits import LONGEST_TERM
from ..logic.cached_rules import refl
from ..logic.conversions import rearranged, rewrite
from ..logic.derived_rules import ap_term, binary, chain, gen, is_refl, right, symmetric
from ..logic.formulas import ADD, IND, LE, MUL, ONE, TWO, UNIT, ZERO, plus, pos_of, times, total
from ..logic.matching import apply_rule
from ..logic.parts import args_of, index_size, operand, operands, parts_of
from ..logic.term_order import key, next_opened, opened, size
from . import monomials
from .context import Bijection
from .counting import at_last, counted
from .normalising import Normalising
from .own_splits import split_of
from .polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    factors,
    product_term,
    read_polynomial,
    scaled_term,
    sorted_terms,
    without,
)
from .positivity import nonzero
from .shifts import moved_to_an_end

_MARK = "★0"


def normal_sum(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ Σ f = polynomial in normal sums."""
    f = t.argument if isinstance(t, App) else t
    size: Size = t.function.sizes[0]  # type: ignore[attr-defined]
    taken_apart = _up_to_next(normaliser, size, f) or _split(normaliser, size, f)
    if taken_apart is not None:
        return normaliser.then(taken_apart)
    x = normaliser.context.next_variable(f.type.domain, f)  # type: ignore[arg-type]
    if isinstance(f, Abs):
        result, body = refl(t), open_body(f, x)
    else:
        expanded = lam(x.type, app(f, bound(0, x.type)))
        result, body = ap_term(t.function, symmetric(eta(expanded))), app(f, x)  # type: ignore[attr-defined]
    inner = normaliser.normal(body)
    if not is_refl(inner):
        result = chain(result, under_sum(x, inner))
    return normaliser.collect(chain(result, _linear(normaliser, x, right(inner))))


def _up_to_next(normaliser: Normalising, size: Size, f: Term) -> Theorem | None:
    """Return ⊢ Σ x. [x ≤ 1 + k]·… = Σ x. ([x ≤ k] + [x = k + 1])·… over one place more than k has, or None."""
    if size.terms[0][0] or not isinstance(f, Abs):  # no 1 + n
        return None
    x = normaliser.context.next_variable(f.binder, f)
    body = open_body(f, x)
    for condition in (args[0] for part in parts_of(body) if (args := args_of(part, "ind", 1)) is not None):
        order = args_of(condition, "≤", 2)
        if order is None or operand(order[0], "pos") is not x:
            continue
        end = read_polynomial(order[1])
        for k in (k for atom in atoms_of(end) if (k := operand(atom, "pos")) is not None):
            after = plus(ONE, pos_of(k))
            if UNIT + index_size(k) == size and end == read_polynomial(after):
                one_more = fact("within_next_step", x, k)
                same = ap_term(IND, ap_term(app(LE, order[0]), rearranged(order[1], after)))
                return under_sum(x, rewrite(body, chain(same, one_more)))
    return None


def _split(normaliser: Normalising, size: Size, f: Term) -> Theorem | None:
    if size == UNIT:
        return fact("sum_one", f)
    if size == TWO:
        return fact("sum_two", f)
    x = normaliser.context.next_variable(f.type.domain, f)  # type: ignore[arg-type]
    how = split_of(normaliser, x, open_body(f, x) if isinstance(f, Abs) else app(f, x))
    if how is None:
        return None
    kind, m, k = how
    return fact("sum_split", {"m": m, "k": k}, f) if kind == "+" else fact("sum_pair", {"m": m, "n": k}, f)


def _linear(normaliser: Normalising, x: Var, body: Term) -> Theorem:
    """Return ⊢ Σ x. c₁·m₁ + … = c₁·(Σ x. m₁) + … with every sum normal."""
    pair = operands(body, "+")
    if pair is not None:
        # each summand is written anew with all after it
        normaliser.context.charge_effort(min(size(body), LONGEST_TERM) / 20)
        return chain(
            sum_of_sum(x, *pair), binary(ADD, _linear(normaliser, x, pair[0]), _linear(normaliser, x, pair[1]))
        )
    if body is ZERO:
        return fact("sum_zero", {"n": index_size(x)})
    polynomial = read_polynomial(body)
    ((monomial, coefficient),) = polynomial.items()
    outside = tuple((atom, e) for atom, e in monomial if x not in atom.free)
    inside = tuple((atom, e) for atom, e in monomial if x in atom.free)
    if not outside and coefficient == 1:
        return _core(normaliser, x, inside)
    front, rest = scaled_term(coefficient, outside), product_term(factors(inside))
    arranged = under_sum(x, rearranged(body, times(front, rest)))
    pulled = sum_of_multiple(x, front, rest)
    return chain(arranged, pulled, ap_term(app(MUL, front), _core(normaliser, x, inside)))


def _core(normaliser: Normalising, x: Var, monomial: Monomial) -> Theorem:
    """Return ⊢ Σ x. m = … for a monomial all of whose factors depend on x."""
    body = product_term(factors(monomial))
    t = total(index_size(x), abstract(x, body))
    found = normaliser.memo.get(t)
    if found is None:
        normaliser.context.charge_step()
        normaliser.context.charge_effort(sum(exponent for _, exponent in monomial) * min(size(t), LONGEST_TERM) / 5)
        normaliser.memo[t] = refl(t)  # a nest that comes back to itself is normal
        found = normaliser.memo[t] = _nest(normaliser, x, monomial, t)
        normaliser.memo.setdefault(right(found), refl(right(found)))
    return found


def _nest(normaliser: Normalising, x: Var, monomial: Monomial, t: Term) -> Theorem:
    if not monomial:
        return normaliser.then(fact("sum_const", {"n": index_size(x)}))
    delta = _delta(x, monomial, t) or counted(normaliser, x, monomial) or at_last(normaliser, x, monomial)
    if delta is not None:
        return normaliser.then(delta)
    binders, result = _flatten(normaliser, x, monomial)
    body = _body(right(result), binders)
    inner = read_polynomial(body)
    ((flat, _),) = inner.items()
    simpler = monomials.simplify(normaliser, flat)
    if simpler is not None:
        step = chain(rearranged(body, product_term(factors(flat))), simpler)
        for b in reversed(binders):
            step = under_sum(b, step)
        return normaliser.then(chain(result, step))
    for attempt in (_contract, _reindex, _counted_inside, _summed_away, _moved, _mirrored):
        step_or_none = attempt(normaliser, binders, flat)
        if step_or_none is not None:
            arranged = _nested(binders, rearranged(body, product_term(factors(flat))))
            return normaliser.then(chain(result, arranged, step_or_none))
    return _contract_whole(normaliser, chain(result, _ordered(normaliser, binders, flat, body)))


def _delta(x: Var, monomial: Monomial, t: Term) -> Theorem | None:
    """Collapse Σ x. [x = e]·1; the other factors were moved to e before."""
    if len(monomial) != 1 or monomial[0][1] != 1:
        return None
    args = operand(monomial[0][0], "ind")
    pair = operands(args, "=") if args is not None else None
    if pair is None or pair[0] is not x or x in pair[1].free:
        return None
    collapsed = fact("sum_delta", abstract(x, ONE), pair[1])
    factor = monomial[0][0]
    return chain(under_sum(x, rearranged(factor, times(factor, ONE))), collapsed)


def _toil(normaliser: Normalising, binders: list[Var], body: Term) -> None:
    """Count what a step inside a nest of sums costs, which all the sums around it go through."""
    normaliser.context.charge_effort(len(binders) ** 2 * min(size(body), LONGEST_TERM) / 500)


def _flatten(normaliser: Normalising, x: Var, monomial: Monomial) -> tuple[list[Var], Theorem]:
    """Return binders and ⊢ Σ x. m = Σ x. Σ y. … m' with every sum among the factors opened."""
    binders = [x]
    body = product_term(factors(monomial))
    steps: list[Theorem] = []
    while True:
        terms = factors(_only(read_polynomial(body)))
        inner = next((term for term in terms if operand(term, "sum") is not None), None)
        if inner is None:
            break
        terms.remove(inner)
        f = inner.argument  # type: ignore[attr-defined]
        y = next_opened(f.binder, *binders, f, *terms)
        summand = open_body(f, y)
        if terms:
            rest = product_term(terms)
            step = rearranged(body, times(rest, inner))
            step = chain(step, symmetric(sum_of_multiple(y, rest, summand)))
            body = times(rest, summand)
        else:
            step, body = rearranged(body, inner), summand
        _toil(normaliser, binders, body)
        steps.append(_nested(binders, step))
        binders.append(y)
    flat = product_term(factors(_only(read_polynomial(body))))
    steps.append(_nested(binders, rearranged(body, flat)))
    start = total(index_size(x), abstract(x, product_term(factors(monomial))))
    return binders, chain(refl(start), *steps)


def _only(polynomial: Polynomial) -> Monomial:
    ((monomial, _),) = polynomial.items()
    return monomial


def _nested(binders: list[Var], theorem: Theorem) -> Theorem:
    for b in reversed(binders):
        theorem = under_sum(b, theorem)
    return theorem


def _body(t: Term, binders: list[Var]) -> Term:
    for b in binders:
        t = open_body(t.argument, b)  # type: ignore[attr-defined]
    return t


def _move_innermost(binders: list[Var], position: int, body: Term) -> Theorem:
    """Return ⊢ Σ … Σ b … Σ z. m = Σ … Σ z Σ b. m."""
    result: Theorem | None = None
    current = list(binders)
    for at in range(position, len(binders) - 1):
        step = swap_binders(current, at, body)
        result = step if result is None else chain(result, step)
        current[at], current[at + 1] = current[at + 1], current[at]
    return refl(_close(current, body)) if result is None else result


def swap_binders(binders: list[Var], at: int, body: Term) -> Theorem:
    """Return the exchange of the binders at two neighbouring places of a nest."""
    x, y = binders[at], binders[at + 1]
    inner = _close(binders[at + 2 :], body)
    f = abstract(x, abstract(y, inner))
    return _nested(binders[:at], fact("sum_swap", f))


def _close(binders: list[Var], body: Term) -> Term:
    for b in reversed(binders):
        body = total(index_size(b), abstract(b, body))
    return body


def _one_summed(binders: list[Var], position: int, monomial: Monomial, theorem: Theorem) -> Theorem:
    """Return ⊢ a nest = one of the other binders, from ⊢ Σ b. u = w for the product u of the factors with b in them."""
    b, terms = binders[position], factors(monomial)
    mine, rest = product_term([t for t in terms if b in t.free]), product_term([t for t in terms if b not in t.free])
    body = product_term(terms)
    arranged = under_sum(b, rearranged(body, times(rest, mine)))
    step = chain(arranged, sum_of_multiple(b, rest, mine), ap_term(app(MUL, rest), theorem))
    outer = [other for other in binders if other is not b]
    return chain(_move_innermost(binders, position, body), _nested(outer, step))


def _factors_with(b: Var, monomial: Monomial) -> Monomial:
    return tuple((factor, exponent) for factor, exponent in monomial if b in factor.free)


def _contract(normaliser: Normalising, binders: list[Var], monomial: Monomial) -> Theorem | None:
    """Apply a hypothesis Σ b. u·v = w to the factors of a nest that depend on b."""
    rules = (*normaliser.context.contractions, *normaliser.context.moments)
    if not rules:
        return None
    for position, b in enumerate(binders):
        inner = total(index_size(b), abstract(b, product_term(factors(_factors_with(b, monomial)))))
        for rule in rules:
            contracted = apply_rule(rule, inner)  # it matches products in any order
            if contracted is not None and right(contracted) is not inner:
                return _one_summed(binders, position, monomial, contracted)
    return None


def _contract_whole(normaliser: Normalising, ordered: Theorem) -> Theorem:
    """Apply a hypothesis Σ a. Σ b. u = w to a nest in order."""
    contracted = (apply_rule(rule, right(ordered)) for rule in normaliser.context.contractions)
    step = next((each for each in contracted if each is not None), None)
    return ordered if step is None else normaliser.then(chain(ordered, step))


def _counted_inside(normaliser: Normalising, binders: list[Var], monomial: Monomial) -> Theorem | None:
    """Count one binder of a nest of which a condition speaks, that says where it lies, beside its position alone."""
    for position, b in enumerate(binders) if len(binders) > 1 else ():
        number = counted(normaliser, b, _factors_with(b, monomial))
        if number is not None:
            return _one_summed(binders, position, monomial, number)
    return None


def _summed_away(normaliser: Normalising, binders: list[Var], monomial: Monomial) -> Theorem | None:
    """Sum one binder of a nest first where that gives a sum S of which the nest has the inverse, and S ≠ 0 is proved.

    So the weights of a softmax are summed to 1 wherever their sum stands among others.
    """
    inverted = [args for factor, _ in monomial if (args := operand(factor, "inv")) is not None]
    sums = [s for s in inverted if operand(s, "sum") is not None]
    if not sums or len(binders) < 2:
        return None
    for position, b in enumerate(binders):
        if not any(b not in s.free and s.function.sizes[0] == index_size(b) for s in sums):  # type: ignore[attr-defined]
            continue
        mine = product_term(factors(_factors_with(b, monomial)))
        total_of_mine = normaliser.normal(total(index_size(b), abstract(b, mine)))
        if right(total_of_mine) in sums and nonzero(normaliser, right(total_of_mine)) is not None:
            return _one_summed(binders, position, monomial, total_of_mine)
    return None


def _moved(normaliser: Normalising, binders: list[Var], monomial: Monomial) -> Theorem | None:
    """Sum over the first indices of a longer range in place of others in a row, with the terms at the ends beside."""
    for position, b in enumerate(binders) if normaliser.context.rivals or normaliser.context.ambiguous_splits else ():
        moved = moved_to_an_end(normaliser, b, product_term(factors(_factors_with(b, monomial))))
        if moved is not None:
            return _one_summed(binders, position, monomial, moved)
    return None


def _mirrored(normaliser: Normalising, binders: list[Var], monomial: Monomial) -> Theorem | None:
    """Sum what is symmetric in two binders over all pairs, and over those of equals, in place of the pairs in order."""
    for condition, _ in monomial:
        order = args_of(inside, "≤", 2) if (inside := operand(condition, "ind")) is not None else None
        places = [b for side in order or () for b in binders if operand(side, "pos") is b]
        if len(places) != 2 or places[0].type is not places[1].type:
            continue
        x, y = places
        body, rest = product_term(factors(monomial)), product_term(factors(without(monomial, condition)))
        mirrored = normaliser.normal(substitute(rest, {x: y, y: x}))
        if right(mirrored) is rest:
            outer = [b for b in binders if b is not x]
            moved = _move_innermost(binders, binders.index(x), body)
            moved = chain(moved, _move_innermost([*outer, x], outer.index(y), body))
            same = gen(x, gen(y, symmetric(mirrored)))
            half = fact("half_of_pairs", abstract(x, abstract(y, rest)), premises=(same,))
            arranged = under_sum(x, under_sum(y, rearranged(body, times(condition, rest))))
            outer.remove(y)
            return chain(moved, _nested(outer, chain(arranged, half)))
    return None


def _reindex(normaliser: Normalising, binders: list[Var], monomial: Monomial) -> Theorem | None:
    """Replace a bound j by s⁻¹ j where that makes the nest smaller, or smaller in the order of terms."""
    if not normaliser.context.bijections:
        return None
    body = product_term(factors(monomial))
    for position, b in enumerate(binders):
        for bijection in _applied_to(normaliser, b, monomial):
            changed = substitute(body, {b: app(bijection.inverse, _renamed(b, bijection))})
            normal = normaliser.normal(changed)
            before, after = _measure(body, binders), _measure(right(normal), [*binders, _renamed(b, bijection)])
            if after < before:
                moved = _move_innermost(binders, position, body)
                step = _substituted(b, bijection, body)
                outer = [other for other in binders if other is not b]
                return chain(moved, _nested(outer, step))
    return None


def _applied_to(normaliser: Normalising, b: Var, monomial: Monomial) -> list[Bijection]:
    """Return the bijections that are applied to b somewhere in the monomial."""
    bijections = normaliser.context.bijections
    parts = parts_of(*(factor for factor, _ in monomial))
    found = {part.function for part in parts if isinstance(part, App) and part.argument is b}
    return [bijections[name] for name in sorted(found & bijections.keys(), key=key)]


def _renamed(b: Var, bijection: Bijection) -> Var:
    return var(b.name, bijection.map.type.codomain)  # type: ignore[arg-type]


def _measure(body: Term, binders: list[Var]) -> tuple[object, ...]:
    return key(body)[0], tuple(sorted(key(factor) for factor in factors(_leading(body))))


def _leading(body: Term) -> Monomial:
    terms = sorted_terms(read_polynomial(body))
    return terms[0][0] if terms else ()


def _substituted(b: Var, bijection: Bijection, body: Term) -> Theorem:
    """Return ⊢ Σ b. m = Σ j. m[s⁻¹ j / b]."""
    premises = (bijection.right_inverse, bijection.left_inverse)
    return fact("sum_reindex", abstract(b, body), bijection.inverse, bijection.map, premises=premises)


def _ordered(normaliser: Normalising, binders: list[Var], monomial: Monomial, body: Term) -> Theorem:
    """Put the binders of a nest in canonical order and sort its factors."""
    wanted = _canonical_order(binders, monomial)
    result = _nested(binders, rearranged(body, product_term(factors(monomial))))
    flat = product_term(factors(monomial))
    current = list(binders)
    for target, b in enumerate(wanted):
        for at in range(current.index(b) - 1, target - 1, -1):
            _toil(normaliser, binders, flat)
            result = chain(result, swap_binders(current, at, flat))
            current[at], current[at + 1] = current[at + 1], current[at]
    if current == binders:
        return result
    numbers = sorted(int(b.name[1:]) for b in binders)
    renaming = {b: opened(number, b.type) for b, number in zip(wanted, numbers, strict=True)}
    renamed = substitute(flat, renaming)
    inner = normaliser.normal(renamed)
    result = chain(result, _nested(list(renaming.values()), inner))
    # Which of i ≤ j and j ≤ i is kept may depend on the names: the summand may be a sum now, or have another factor.
    return result if list(read_polynomial(right(inner)).values()) == [1] else normaliser.then(result)


def _canonical_order(binders: list[Var], monomial: Monomial) -> list[Var]:
    """Order binders by the factors they occur in: colour refinement, where ties are broken one binder at a time.

    A binder's colour is its rank by type, colour and factors, in which the other binders are seen by their colours.
    Ties that refinement leaves are, but for rare graphs, symmetries of the nest, so that any choice is as good.
    """
    if len(binders) == 1:
        return binders
    terms = factors(monomial)
    colours = dict.fromkeys(binders, 0)
    while len(set(colours.values())) < len(binders):
        refined = _refined(colours, terms)
        if len(set(refined.values())) == len(set(colours.values())):
            ranks = sorted(refined.values())
            tied = next(rank for rank in ranks if ranks.count(rank) > 1)
            first = next(b for b in binders if refined[b] == tied)
            refined = {b: 2 * rank + (rank == tied and b is not first) for b, rank in refined.items()}
        colours = refined
    return sorted(binders, key=colours.__getitem__)


def _refined(colours: dict[Var, int], terms: list[Term]) -> dict[Var, int]:
    """Return finer colours, which are ranks and do not depend on names."""
    seen = {b: var(f"•{colour}", b.type) for b, colour in colours.items()}

    def signature(b: Var) -> tuple[object, ...]:
        marked = {**seen, b: var(_MARK, b.type)}
        return colours[b], str(b.type), tuple(sorted(key(substitute(t, marked)) for t in terms if b in t.free))

    signatures = {b: signature(b) for b in colours}
    ranks = {value: rank for rank, value in enumerate(sorted(set(signatures.values())))}
    return {b: ranks[signatures[b]] for b in colours}
