"""Prove what recurrences among the hypotheses carry from each place to the next, by induction over a place.

A recurrence is a hypothesis ∀t. a (t + 1) = b over n steps, as of the layers of a network or of the states of a scan,
or ∀t. a (t + 1) ≤ b.  A statement about an index is put for all places: numbers of steps, sums and products over the
steps are taken up to the place.  It is proved at a first place, and at t + 1 where it holds at t; there what stands at
t + 1 is rewritten by the recurrences, and the common search does the rest.  The first place is 0, or one of which the
goal speaks, or 1.  Bounds that are given at place 0 are proved along with the goal where it needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial, reduce

from ....kernel.rules import Theorem, assume, instantiate
from ....kernel.syntax import conjunction
from ....kernel.terms import (
    NAT,
    REAL,
    Abs,
    App,
    Const,
    Size,
    Term,
    Var,
    abstract,
    app,
    const,
    equation,
    fin,
    literal,
    open_body,
    sides,
)
from ...library.definitions import defined, from_definition
from ...library.facts import fact, infer
from ...library.matrices import added, scaled, shape
from ...library.search import implied, search
from ...library.sums import under_sum
from ...limits import MOST_FACTORS
from ...logic.cached_rules import refl
from ...logic.conversions import (
    beta_conclusion,
    beta_normal_form,
    beta_sides,
    converted,
    fresh,
    rewrite,
    rewrite_proposition,
)
from ...logic.derived_rules import (
    ProofError,
    ap_term,
    ap_thm,
    chain,
    closed,
    conjoin,
    conjuncts,
    cut,
    discharge,
    eq_mp_back,
    extensional,
    gen,
    is_refl,
    left,
    match_forall,
    match_negation,
    right,
    spec,
    strip,
    swapped,
    symmetric,
)
from ...logic.formulas import MINUS, ONE, UNIT, ZERO, end_of, le, lt, minus, nat_of, plus, pos_of, start_of, times
from ...logic.matching import apply_rule, match, rule_of
from ...logic.numerals import NONE, count, nadd, suc
from ...logic.parts import (
    args_of,
    argument_of,
    contains,
    flat,
    head_and_arguments,
    is_matrix,
    operand,
    parts_of,
    with_parts,
)
from ...logic.term_order import key
from ...normal.linear_arithmetic import order_of
from ...normal.polynomials import atoms_of, parted, polynomial_term, read_polynomial
from ..core.goals import Facts, attempted, first_proved
from ..core.search import Ask
from ..orders.comparisons import Compared
from .induction import entry_by_entry
from .size_induction import is_sum, range_of, step_of

Prove = Callable[[Term, Facts], Theorem]
Back = Callable[[Theorem], Theorem]
Proof = Callable[[], Theorem]


#: Sums of matrices, with so many arguments: which of their sizes tells how many are added.
_SUMMED = {("head_sum", 1): 0, ("matmul", 2): 1}
_BY_RATIO = "∀a b c p q:ℝ. 0 ≤ c ⇒ b ≤ c * a ⇒ a ≤ p ⇒ q = c * p ⇒ b ≤ q"


def sizes_of(kind: Callable[[Term], Size | None], facts: Facts) -> list[Size]:
    """Return how many steps there are in the recurrences of a kind among the facts."""
    return sorted({n for proposition in facts.others if (n := kind(proposition)) is not None}, key=str)


def proved_by_recurrence(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ goal by induction over an index in it, or None; ``prove`` may raise a ProofError."""
    sizes = sizes_of(steps_of, facts)
    said = reduce(lambda told, n: chain(told, _with_last(n, right(told))), sizes, _with_outputs_written(goal, facts))
    if not is_refl(said):
        found = proved_by_recurrence(right(said), facts, prove)
        return None if found is None else eq_mp_back(said, found)
    ways = (way for n in sizes for way in _Steps(n, facts, prove).ways(goal))
    return first_proved(ways) or _by_states(goal, facts, prove)


def _with_outputs_written(goal: Term, facts: Facts) -> Theorem:
    """Return facts ⊢ goal = goal' with r for y t where ∀t. y t = r is given, of states and without y."""
    said = refl(goal)
    for p in (p for p in facts.others if steps_of(p) is not None):
        variables, _, stripped = strip(assume(p))
        pair = stripped.sides
        head = None if pair is None else head_and_arguments(pair[0])[0]
        if pair is None or not isinstance(head, Var) or head in pair[1].free or not pair[0].free <= {head, *variables}:
            continue
        if contains(head, right(said)):
            rule = rule_of(frozenset(variables), stripped)
            said = chain(said, converted(right(said), partial(apply_rule, rule)))
    return said


def apart_along_recurrences(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ a ≠ b for two numbers from a < b, or b < a, along recurrences, or None."""
    pair = sides(match_negation(goal) or goal)
    if pair is None or match_negation(goal) is None or pair[0].type is not REAL:
        return None
    for a, b in (pair, pair[::-1]):
        order = attempted(proved_by_recurrence, lt(a, b), facts, prove)
        if order is not None:
            apart = fact("lt_ne", a, b, premises=(order,))
            return apart if a is pair[0] else rewrite_proposition(apart, swapped(a, b))
    return None


def by_recurrences(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b along the recurrences that are given, which no proof within this one does again, or return None."""
    given = ask.context.recurrences

    def prove(part: Term, known: Facts) -> Theorem:
        inner = ask.less(recurrences=1)
        for premise in known.others:
            inner = inner if premise in given else inner.assuming(premise)
        return inner.prove(part)

    return proved_by_recurrence(goal.goal, Facts(others=given), prove) if given else None


def steps_of(proposition: Term) -> Size | None:
    """Return n where a proposition is a recurrence over n steps: ∀t:[n]. a = b or a ≤ b, that speaks of t + 1."""
    variables, premises, said = strip(assume(proposition))
    n = variables[0].type.size if variables and not premises else None
    told = _is_bound(said) or said.sides is not None
    return n if n is not None and told and contains(const("inr", UNIT, n), said.conclusion) else None


def _is_bound(theorem: Theorem) -> bool:
    """Tell whether a theorem, maybe of all rows and columns, says a ≤ b or a < b."""
    return order_of(strip(theorem)[-1].conclusion) is not None


def _is_rule(theorem: Theorem) -> bool:
    """Tell whether an equation says what one thing is, and not what something made of it is, as y² − y = x² does."""
    pair = strip(theorem)[-1].sides
    return pair is not None and isinstance(head_and_arguments(right(beta_normal_form(pair[0])))[0], Var)


def _is_backward(n: Size, theorem: Theorem) -> bool:
    """Tell whether a theorem says no more than a bound of what stands next: it says what stands here by that."""
    pair = strip(theorem)[-1].sides
    return pair is None or not contains(const("inr", UNIT, n), pair[0]) or contains(const("inl", n, UNIT), pair[0])


class _Steps:
    """Hold the recurrences over n steps among the facts, and the facts that are none."""

    def __init__(self, n: Size, facts: Facts, prove: Prove) -> None:
        self.n, self.prove = n, prove
        self.places = fin(UNIT + n)
        self.first, self.last = literal(0, self.places), const("last", UNIT + n)
        self.recurrences = [p for p in facts.others if steps_of(p) == n]
        self.facts = facts.only(lambda p: steps_of(p) is None)
        self.taken = frozenset[Var]().union(*(p.free for p in facts.others))

    def ways(self, goal: Term) -> Iterator[Proof]:
        """Yield ways to prove a goal: up to an index, of a sum over the steps, from the last place back to an index."""
        yield from self._to(self.along, self.indices(goal), goal)
        yield partial(self.telescoped, goal)
        yield from self._to(self.back, self.indices_before_an_end(goal), goal)

    def _to(self, way: Callable[[Term, Term], Theorem], indices: Sequence[Term], goal: Term) -> Iterator[Proof]:
        for index in indices:
            for stated, back in self.statements(goal, index):
                yield partial(_then, partial(way, index, stated), back)

    def indices(self, goal: Term) -> list[Term]:
        """Return the indices of places in a goal that are variables, the last place, or t or t + 1 for a step t."""
        found = {t for t in parts_of(goal) if t.type is self.places and not t.loose and t is not self.first}
        return sorted((t for t in found if isinstance(argument_of(t), Var | Const)), key=key)

    def statements(self, goal: Term, index: Term) -> Iterator[tuple[Term, Back]]:
        """Yield what may be proved by induction over an index, each with how the goal follows from it.

        Of what is said for all rows and columns more is known of the place before.  Of the last place n is the
        position, of a place t or t + 1 the position is said by t.  An equation is tried without denominators, too,
        which may be 0 at the first place, and one of matrices as what stands at the index.
        """
        own = sorted((v for v in goal.free - self.taken - index.free if v.type.size is not None), key=key)
        others = tuple(v for v in own if v.type not in (self.places, fin(self.n)))  # induction may begin at a place
        for free in dict.fromkeys([tuple(own), others, ()] if sides(goal) is None else [tuple(own), others]):
            for said in self._said_of_places(closed(goal, *free), index):
                yield right(said), partial(_at_these, said, free)
        for otherwise in (_without_denominators(goal), _solved_for_state(goal, index)):
            for said in self._said_of_places(otherwise, index) if otherwise is not None else ():
                yield right(said), partial(self._from_other, goal, said)

    def _from_other(self, goal: Term, said: Theorem, found: Theorem) -> Theorem:
        """Infer a goal from ⊢ p = q, where p is the goal written otherwise, and ⊢ q."""
        return self.from_these([eq_mp_back(said, found)], goal, self.facts)

    def from_these(self, known: Sequence[Theorem], goal: Term, facts: Facts) -> Theorem:
        """Return a goal from what is proved and some facts."""
        return cut(*known, self.prove(goal, facts.proved(*known)))

    def _said_of_places(self, goal: Term, index: Term) -> list[Theorem]:
        """Return ⊢ goal = goal' for the ways to say it by the position of an index, in turn."""
        positions = [*map(search, self._positions(index))]
        whole = _up_to_last(self.n, goal) if index is self.last else refl(goal)
        starts = (whole, refl(goal)) if is_refl(_one_place_on(self.n, goal)) else (refl(goal), whole)
        found = [chain(start, rewrite(right(start), *positions)) for start in starts]
        return list({right(said): said for said in (*found, refl(goal))}.values())

    def _positions(self, index: Term) -> list[Term]:
        """Return equations that say the position of an index, as a number and as a natural one, otherwise."""
        number, natural = pos_of(index), nat_of(index)
        if index is self.last:
            return [equation(count(self.n), natural), equation(const("#", self.n), number)]
        if (below := operand(index, "inl")) is not None:
            return [equation(nat_of(below), natural), equation(pos_of(below), number)]
        if (before := operand(index, "inr")) is not None:
            said = [equation(after, natural) for after in (suc(nat_of(before)), nadd(suc(NONE), nat_of(before)))]
            return [*said, equation(pos_of(before), plus(number, minus(ONE)))]
        return []

    def along(self, index: Term, goal: Term) -> Theorem:
        """Return the goal by induction over the index, or raise a ProofError."""
        general = fresh(self.places, goal, *self.taken, stem="i")
        parts = conjuncts(assume(goal))
        goals = [abstract(general, with_parts(part.conclusion, {index: general})) for part in parts]
        for start in self._starts(goal, index):
            base = attempted(reduce, conjoin, (self._at_first(start, _at(each, start)) for each in goals))
            if base is None:
                continue
            found = self._passed_on(start, goals)
            if found is None and start is self.first and (bounds := self._bounds):
                found = self._passed_on(start, goals, bounds)
            if found is not None:
                claims, step = found
                base = reduce(conjoin, (assume(_at(bound, start)) for bound in claims[len(goals) :]), base)
                every = abstract(general, reduce(conjunction, (_at(claim, general) for claim in claims)))
                premises = base, step, self._no_later(start, index)
                whole = conjuncts(fact("induction_from", every, start, index, premises=premises))
                return reduce(conjoin, whole[: len(goals)])
            break
        raise ProofError("it does not pass from place to place")

    def indices_before_an_end(self, goal: Term) -> list[Term]:
        """Return the indices of places in a goal, and the first place, where something is known of the last one."""
        if not any(contains(self.last, p) for p in (*self.facts.others, goal)):
            return []
        met = [index for index in self.indices(goal) if index is not self.last]
        return [*met, self.first] if contains(self.first, goal) else met

    def back(self, index: Term, goal: Term) -> Theorem:
        """Return a goal from what is said of the last place and back to an index, or raise a ProofError."""
        general = fresh(self.places, goal, *self.taken, stem="i")
        said = abstract(general, with_parts(goal, {index: general}))
        end = self.prove(_at(said, self.last), self.facts)
        t = fresh(fin(self.n), said, *self.taken, stem="t")
        here = [spec(assume(p), t) for p in self.recurrences]
        known = self.facts.proved(*here)
        there = _at(said, end_of(t))
        step = self._from_before([there], _at(said, start_of(t)), known)
        return fact("induction_back", said, index, premises=(end, gen(t, discharge(there, cut(*here, step)))))

    def _starts(self, goal: Term, index: Term) -> Iterator[Term]:
        """Yield the places from which on a goal may hold: 0, those of which it speaks, and 1."""
        yield self.first
        for v in sorted((v for v in goal.free if v is not index), key=key):
            if v.type in (self.places, fin(self.n)):
                yield v if v.type is self.places else end_of(v)
        if index is self.last:
            yield end_of(literal(0, fin(self.n)))

    def _no_later(self, start: Term, index: Term) -> Theorem:
        """Return the theorem that a place is not later than an index."""
        if start is self.first:
            return fact("none_before_first", index)
        if index is self.last:
            return fact("none_after_last", start)
        return self.prove(le(pos_of(start), pos_of(index)), self.facts)

    @cached_property
    def _bounds(self) -> list[Term]:
        """The bounds that are given at place 0, each as said of any place."""
        i = fresh(self.places, *self.taken, stem="i")
        given = (
            p for p in self.facts.others if not strip(assume(p))[0] and sides(p) is None and contains(self.first, p)
        )
        return [abstract(i, with_parts(p, {self.first: i})) for p in given]

    def _at_first(self, start: Term, goal: Term) -> Theorem:
        """Return a goal at a first place, which the recurrences may lead to, also from the very first one."""
        if (before := operand(start, "inr")) is not None:
            return self._next(goal, before, ())
        if isinstance(start, Var):
            return attempted(self.prove, goal, self.facts) or self.along(start, goal)
        return self.prove(goal, self.facts)

    def _passed_on(
        self, start: Term, goals: Sequence[Term], others: Sequence[Term] = ()
    ) -> tuple[Sequence[Term], Theorem] | None:
        """Return the goals and some of the others, of which all hold at t + 1 where all hold at t, with the proof."""
        claims = [*goals, *others]
        t = fresh(fin(self.n), start, *claims, *self.taken, stem="t")
        later = le(pos_of(start), pos_of(t))
        known = [*([] if start is self.first else [later]), *(_at(claim, start_of(t)) for claim in claims)]
        steps = list[Theorem]()
        kept = list[Term]()
        for claim in claims:
            step = attempted(self._next, _at(claim, end_of(t)), t, known)
            if step is not None:
                steps.append(step)
                kept.append(claim)
            elif claim in goals:
                return None
        if len(kept) < len(claims):
            return self._passed_on(start, goals, kept[len(goals) :])
        before = reduce(conjunction, (_at(claim, start_of(t)) for claim in claims))
        step = cut(*conjuncts(assume(before)), reduce(conjoin, steps))
        return claims, gen(t, discharge(later, discharge(before, step)))

    def _next(self, goal: Term, t: Term, known: Sequence[Term]) -> Theorem:
        """Return known ⊢ goal about the place t + 1, of which the recurrences say what stands there."""
        here = [spec(assume(p), t) for p in self.recurrences]
        forward = [theorem for theorem in here if _is_bound(theorem) or not _is_rule(theorem)]
        backward = [theorem for theorem in here if _is_backward(self.n, theorem)]
        said = [theorem for p in self.facts.others if (theorem := _of_matrices_at(t, p)) is not None]
        found = attempted(self._next_by, goal, known, here, [*forward, *said])
        if found is None and backward != forward:
            found = attempted(self._next_by, goal, known, here, [*backward, *said])
        return self._by_ratio(goal, t, known) if found is None else found

    def _by_ratio(self, goal: Term, t: Term, known: Sequence[Term]) -> Theorem:
        """Return known ⊢ b ≤ cᵏ⁺¹·d at the place t + 1 by b ≤ c·a and 0 ≤ c, where a ≤ cᵏ·d is known at t; or b ≤ d."""
        for before in known:
            here, there = args_of(before, "≤", 2), args_of(goal, "≤", 2)
            if here is None or there is None:
                continue
            (a, below), (b, above) = here, there
            falls = attempted(self._next, le(b, a), t, ()) if above is below and b is not a else None
            if falls is not None:
                return infer("le_trans", falls, assume(before))
            ratios = [args[0] for part in parts_of(above) if (args := args_of(part, "power", 2)) is not None]
            for c in [c for c in dict.fromkeys(ratios) if t not in c.free]:
                sign = attempted(self.prove, le(ZERO, c), self.facts)
                step = None if sign is None else attempted(self._next, le(b, times(c, a)), t, ())
                if sign is not None and step is not None:
                    same = self.prove(equation(above, times(c, below)), self.facts)
                    return implied(_BY_RATIO, sign, step, assume(before), same)
        raise ProofError("it is no multiple of what is known")

    def telescoped(self, goal: Term) -> Theorem:
        """Return Σ f ≤ F(0) over n steps from Σ f + F(n) ≤ F(0), proved by induction, and 0 ≤ F(n)."""
        sums = [f for part in parts_of(goal) if (f := operand(part, "sum")) is not None]
        order = args_of(goal, "≤", 2)
        is_summed = any(f.type.domain is fin(self.n) for f in sums)
        if order is None or not is_summed or contains(self.last, goal) or not contains(self.first, order[1]):
            raise ProofError("not about a sum over the steps and the first place")
        begun = [part for part in flat(order[1], "+") if contains(self.first, part)]
        rest = with_parts(reduce(plus, begun), {self.first: self.last})
        whole = _up_to_last(self.n, le(plus(order[0], rest), order[1]))
        found = eq_mp_back(whole, self.along(self.last, right(whole)))
        sign = self.prove(le(ZERO, rest), self.facts)
        return implied("∀a b r:ℝ. 0 ≤ r ⇒ a + r ≤ b ⇒ a ≤ b", sign, found)

    def _next_by(self, goal: Term, known: Sequence[Term], here: list[Theorem], bounds: list[Theorem]) -> Theorem:
        """Return known ⊢ goal by what is said here, of which bounds are known and the rest rewrites."""
        facts = self.facts.proved(*bounds)
        stated = map(_stated, [step for step in here if step not in bounds])
        told = [same for step in stated for same in (step, *_of_row(step))]
        ranges = _up_to_next(self.n, goal)
        said = [chain(ranges, opened) for opened in _opened(right(ranges), told) if bounds or not is_refl(opened)]
        further = [chain(opened, _one_place_on(self.n, right(opened))) for opened in said[-1:]]
        for opened in dict.fromkeys((*said, *further)):
            passed = attempted(self._from_before, known, right(opened), facts)
            if passed is not None:
                return cut(*bounds, eq_mp_back(opened, passed))
        raise ProofError("the recurrences do not say so")

    def _from_before(self, known: Sequence[Term], goal: Term, facts: Facts) -> Theorem:
        """Return known ⊢ goal: rewritten by what are equations, or with all among the facts."""
        before = [assume(p) for p in known]
        rewritten = rewrite(goal, *(same for same in before if same.sides is not None))
        found = None if is_refl(rewritten) else attempted(self.prove, right(rewritten), facts)
        if found is not None:
            return eq_mp_back(rewritten, found)
        told = [beta_conclusion(entry_by_entry(theorem)) for theorem in before]
        return self.from_these(told, goal, facts)


def _of_matrices_at(t: Term, fact: Term) -> Theorem | None:
    """Return what is said at a step t where something is said of all steps, of matrices that are put together."""
    every = match_forall(fact)
    if every is None or every.binder is not t.type:
        return None
    said = spec(assume(fact), t)
    is_told = any(isinstance(part, App) and is_matrix(part.type) for part in parts_of(said.conclusion))
    return said if is_told else None


def _then(proof: Proof, back: Back) -> Theorem:
    """Return what follows from what is proved."""
    return back(proof())


def _at_these(said: Theorem, free: Sequence[Var], found: Theorem) -> Theorem:
    """Infer p from ⊢ (∀x…. p) = q and ⊢ q."""
    return spec(eq_mp_back(said, found), *free)


def _opened(goal: Term, told: Sequence[Theorem]) -> Iterator[Theorem]:
    """Yield ⊢ goal = goal' with what stands next rewritten: only what no other recurrence speaks of, and then all."""
    apart = [each for each in told if not any(contains(left(each), right(other)) for other in told)]
    yield rewrite(goal, *apart)
    if len(apart) < len(told):
        opened = refl(goal)
        for _ in told:
            opened = chain(opened, rewrite(right(opened), *told))
        yield opened


def _without_denominators(goal: Term) -> Term | None:
    """Return a = b or a ≤ b of numbers times the denominators that stand in its sides, or None where there are none."""
    order = args_of(goal, "≤", 2)
    pair = order or sides(goal)
    if pair is None or pair[0].type is not REAL:
        return None
    inverses = [a for a in atoms_of(*map(read_polynomial, pair)) if operand(a, "inv") is not None][:MOST_FACTORS]
    cleared = (reduce(_times_denominator, inverses, side) for side in pair)
    return (equation if order is None else le)(*cleared) if inverses else None


def _solved_for_state(goal: Term, index: Term) -> Term | None:
    """Return x = b − r for a goal x + r = b, where the matrix x is what stands at an index, or None."""
    pair = sides(goal)
    if pair is None or not is_matrix(pair[0].type):
        return None
    for a, b in (pair, pair[::-1]):
        for x in args_of(a, "matadd", 2) or ():
            if isinstance(x, App) and x.argument is index and isinstance(x.function, Var) and not contains(x, b):
                rest = with_parts(a, {x: defined("zeros", *shape(x))})
                return equation(x, added(b, scaled(MINUS, rest)))
    return None


def _times_denominator(t: Term, inverse: Term) -> Term:
    """Return a number t = p·u⁻¹ + q as p + q·u."""
    over, rest = map(polynomial_term, parted(read_polynomial(t), inverse))
    return plus(over, times(argument_of(inverse), rest))


def _with_last(n: Size, t: Term) -> Theorem:
    """Return ⊢ t = t' where the last place is written as such, which is the only one beside n when rows are cut."""
    only = const("inr", n, UNIT)

    def conversion(part: Term) -> Theorem | None:
        if not isinstance(part, App) or part.function is not only:
            return None
        moved = ap_term(only, fact("fin_one", part.argument))
        return chain(moved, search(equation(right(moved), const("last", UNIT + n))))

    return converted(t, conversion) if contains(only, t) else refl(t)


def _up_to_last(n: Size, t: Term) -> Theorem:
    """Return ⊢ t = t' with its sums and products over n indices as over those before the last of 1 + n places.

    So are sums of matrices, entry by entry.
    """

    def conversion(part: Term) -> Theorem | None:
        head, matrices = head_and_arguments(part)
        place = _SUMMED.get((head.name, len(matrices))) if isinstance(head, Const) else None
        if isinstance(head, Const) and place is not None and head.sizes[place] == n:
            opened = from_definition(head.name, head.sizes, *matrices)
            return chain(opened, _up_to_last(n, right(opened)))
        if not is_sum(part) or range_of(part) is not fin(n):
            return None
        inner = _up_to_last(n, argument_of(part))
        whole = ap_term(head, chain(inner, beta_normal_form(right(inner))))
        return chain(whole, step_of(right(whole), "before_last"))

    return converted(t, conversion)


def _up_to_next(n: Size, t: Term) -> Theorem:
    """Return ⊢ t = t' with sums and products over what comes before t + 1 as over that before t, and what is at t."""
    rules = [fact(name, {"n": n}) for name in ("sum_before_next", "product_before_next")]

    def conversion(part: Term) -> Theorem | None:
        for rule in rules:
            values: dict[Var, Term] = {}
            if match(left(rule), part, left(rule).free, values, in_order=True):
                opened = beta_sides(instantiate(values, rule))
                return chain(opened, converted(right(opened), conversion))
        return None

    return converted(t, conversion)


def _one_place_on(n: Size, t: Term) -> Theorem:
    """Return ⊢ t = t' where sums over s whose terms have s as a natural number and in a relation begin with s + 1.

    So Σ s. a^s·[i + s = t] is [i = t] + a·Σ s. a^s·[i + s + 1 = t].
    """

    def conversion(part: Term) -> Theorem | None:
        f = operand(part, "sum")
        if not isinstance(f, Abs) or f.binder is not fin(n) or f.loose:
            return None
        s, k = fresh(f.binder, f, stem="s"), fresh(NAT, f, stem="k")
        body, place = open_body(f, s), nat_of(s)
        number = symmetric(fact("real_nat", s))
        if not contains(place, body) or not contains(left(number), body):
            return None
        same = rewrite(body, number)
        term = with_parts(right(same), {place: k})
        if s in term.free:
            return None
        further = beta_sides(fact("sum_one_place_on", {"n": n}, abstract(k, term)))
        return chain(under_sum(s, same), further)

    return converted(t, conversion)


def _by_states(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ a = b where both are made in the same way of matrices that are equal by recurrences, or None."""
    pair = sides(goal)
    states = _apart(*pair) if pair is not None else None
    if pair is None or not states or pair in states:
        return None
    found = [proved_by_recurrence(equation(s, t), facts, prove) for s, t in states]
    rewritten = rewrite(pair[0], *filter(None, found))
    return rewritten if right(rewritten) is pair[1] else None


def _apart(a: Term, b: Term) -> list[tuple[Term, Term]] | None:
    """Return the matrices in which two terms differ, the innermost ones, or None where they differ in others."""
    if a is b:
        return []
    found: list[tuple[Term, Term]] | None = None
    if isinstance(a, App) and isinstance(b, App):
        parts = [_apart(a.function, b.function), _apart(a.argument, b.argument)]
        found = None if parts[0] is None or parts[1] is None else [*parts[0], *parts[1]]
    elif isinstance(a, Abs) and isinstance(b, Abs) and a.binder is b.binder:
        found = _apart(a.body, b.body)
    if found is None and a.type is b.type and is_matrix(a.type) and not a.loose and not b.loose:
        return [(a, b)]
    return found


def _stated(theorem: Theorem) -> Theorem:
    """Return what an instance of a recurrence says, an equation of all entries as one of matrices."""
    variables, _, stripped = strip(theorem)
    return stripped if stripped.sides is None else extensional(variables, beta_sides(stripped))


def _of_row(theorem: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ r = B 0 where a theorem says λi. r = B of matrices of one row."""
    if theorem.sides is not None and isinstance(left(theorem), Abs) and left(theorem).type.domain is fin(UNIT):
        row = ap_thm(theorem, literal(0, fin(UNIT)))
        yield chain(symmetric(beta_normal_form(left(row))), row)


def _at(predicate: Term, index: Term) -> Term:
    return right(beta_normal_form(app(predicate, index)))
