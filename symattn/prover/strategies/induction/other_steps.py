"""Prove a goal from recurrences with other steps: they are rewritten to the steps of the goal.

One of two steps, ∀t. a (t + 2) = b, as of Fibonacci's numbers, is one of pairs.  Of the 2 + n places each but the last
begins a pair, of what stands at it and at the next place.  There are 1 + n pairs, and the recurrence says what the next
pair is.  A statement about one place is proved of both places of a pair; one about three places in a row, of a pair
after what stands at the third is rewritten.  A recurrence over m + k steps is one over k steps from the place m on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from ....kernel.rules import Theorem, assume, instantiate
from ....kernel.syntax import conjunction, forall
from ....kernel.terms import Const, Size, Term, Var, abstract, app, const, equation, fin, literal
from ...library.facts import fact, infer
from ...library.search import search
from ...logic.conversions import beta_sides, converted, fresh, rewrite, rewrite_proposition
from ...logic.derived_rules import (
    chain,
    cut,
    eq_mp_back,
    first_conjunct,
    gen,
    is_refl,
    left,
    right,
    second_conjunct,
    spec,
    strip,
)
from ...logic.formulas import ONE, TWO, UNIT, end_of, minus, nat_of, plus, pos_of, start_of
from ...logic.numerals import NONE, count, nadd, suc
from ...logic.parts import contains, index_size, operand, parts_of, rest_of, with_parts
from ...logic.term_order import key
from ..core.goals import Facts, attempted
from .recurrences import Prove, proved_by_recurrence, sizes_of, steps_of


def steps_of_two(proposition: Term) -> Size | None:
    """Return n where a proposition is a recurrence of two steps over n of them, ∀t:[n]. a = b that speaks of t + 2."""
    variables, premises, said = strip(assume(proposition))
    n = variables[0].type.size if variables and not premises and said.sides is not None else None
    return n if n is not None and contains(const("inr", TWO, n), left(said)) else None


def proved_by_other_steps(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ goal by induction over pairs or over later steps, or None; ``prove`` may raise a ProofError."""
    pairs, steps = sizes_of(steps_of_two, facts), sizes_of(steps_of, facts)
    for n in pairs:
        if (found := _Pairs(n, facts, prove).proved(goal)) is not None:
            return found
    for n in sorted({*pairs, *steps}, key=str):
        apart = _last_terms_apart(n, goal)
        along = [proved_by_other_steps, *([proved_by_recurrence] if n in steps else [])]
        for way in along if not is_refl(apart) else ():
            if (found := way(right(apart), facts, prove)) is not None:
                return eq_mp_back(apart, found)
    for start in sorted({t for t in parts_of(goal) if isinstance(t, Const) and t.name == "inr"}, key=key):
        m, rest = start.sizes
        k = rest_of(rest, UNIT)
        if k is not None and m + k in steps and (found := _from_place(m, k, goal, facts, prove)) is not None:
            return found
    return None


def _last_terms_apart(n: Size, goal: Term) -> Theorem:
    """Return ⊢ goal = goal' with the last term of each sum over 1 + n places beside the sum over n."""

    def conversion(part: Term) -> Theorem | None:
        f = operand(part, "sum")
        return (
            beta_sides(fact("sum_and_last", f))
            if f is not None and f.type.domain is fin(UNIT + n) and not f.loose
            else None
        )

    return converted(goal, conversion)


def _from_place(m: Size, k: Size, goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ goal by recurrences over m + k steps as those over k steps from the place m on, or None."""
    n = m + k
    u = fresh(fin(k), *facts.others, stem="t")
    step = app(const("inr", m, k), u)

    def later(place: Term) -> Term:
        return app(const("inr", m, UNIT + k), place)

    here, there = (_same_index(place(step), later(place(u))) for place in (start_of, end_of))
    known = [gen(u, rewrite_proposition(spec(assume(p), step), here, there)) for p in facts.others if steps_of(p) == n]
    last = _same_index(const("last", UNIT + n), later(const("last", UNIT + k)))
    said = rewrite(goal, last)
    told = facts.only(lambda p: steps_of(p) != n).proved(*known)
    found = proved_by_recurrence(right(said), told, prove)
    return None if found is None else eq_mp_back(said, cut(*known, found))


def _same_index(a: Term, b: Term) -> Theorem:
    """Return ⊢ a = b for two indices at the same place."""
    return infer("pos_injective", search(equation(pos_of(a), pos_of(b))), sizes={"n": index_size(a)})


class _Pairs:
    """Hold the recurrences of two steps over n of them as those of one step of 1 + n pairs."""

    def __init__(self, n: Size, facts: Facts, prove: Prove) -> None:
        self.n, self.pairs, self.places, self.prove = n, fin(UNIT + n), fin(TWO + n), prove
        self.last, self.before_last = const("last", TWO + n), app(const("inr", n, TWO), literal(0, fin(TWO)))
        t = fresh(fin(n), *facts.others, stem="t")
        ends = list(starmap(_same_index, self._ends(t)))
        self.known = [gen(t, _same_index(start_of(end_of(t)), end_of(start_of(t))))]
        steps = (p for p in facts.others if steps_of_two(p) == n)
        self.known += (gen(t, rewrite_proposition(spec(assume(p), t), *ends)) for p in steps)
        kept = facts.only(lambda p: steps_of_two(p) is None)
        self.facts = kept.proved(*self.known)

    def _ends(self, t: Term) -> list[tuple[Term, Term]]:
        """Return the places t and t + 2, of two more than there are steps, each as one of a pair."""
        first, third = app(const("inl", self.n, TWO), t), app(const("inr", TWO, self.n), t)
        return [(first, start_of(start_of(t))), (third, end_of(end_of(t)))]

    def proved(self, goal: Term) -> Theorem | None:
        """Return the goal, said of pairs in one of the ways there are."""
        met = {t for t in parts_of(goal) if t.type is self.places and not t.loose and t is not literal(0, self.places)}
        if len(met) == 1 and isinstance(place := next(iter(met)), Var):
            return self._at_both(goal, place)
        at_an_end = len(met) == 1 and met <= {self.last, self.before_last}
        if at_an_end and (found := self._at_end(goal, *met)) is not None:
            return found
        for said in self._said_of_pairs(goal):
            found = attempted(self._by_one_step, right(said))
            if found is not None:
                return eq_mp_back(said, found)
        return None

    def _by_one_step(self, goal: Term) -> Theorem | None:
        found = proved_by_recurrence(goal, self.facts, self.prove)
        return None if found is None else cut(*self.known, found)

    def _at_end(self, goal: Term, end: Term) -> Theorem | None:
        """Return a goal about the last place or the one before it, from what holds at any.

        Numbers of steps are said by its position.
        """
        number, steps = pos_of(end), count(self.n)
        number, steps = (plus(number, minus(ONE)), nadd(suc(NONE), steps)) if end is self.last else (number, steps)
        here = (const("#", self.n), number), (steps, nat_of(end))
        said = rewrite(goal, *(search(equation(*same)) for same in here))
        place = fresh(self.places, goal, *self.facts.others, stem="j")
        found = self._at_both(with_parts(right(said), {end: place}), place)
        return None if found is None else eq_mp_back(said, instantiate({place: end}, found))

    def _at_both(self, goal: Term, place: Var) -> Theorem | None:
        """Return a goal about any place from what holds of both places of each pair."""
        pair = fresh(self.pairs, goal, *self.facts.others, stem="i")
        both = (with_parts(goal, {place: index}) for index in (end_of(pair), start_of(pair)))
        found = attempted(self._by_one_step, conjunction(*both))
        if found is None:
            return None
        zero = fresh(fin(UNIT), goal, stem="z")
        first, only = literal(0, pair.type), app(const("inl", UNIT, index_size(pair)), zero)
        same = search(forall(zero, equation(start_of(first), only)))
        at_first = rewrite_proposition(second_conjunct(spec(gen(pair, found), first)), spec(same, zero))
        halves = gen(zero, at_first), gen(pair, first_conjunct(found))
        return fact("fin_split", {"m": UNIT, "k": index_size(pair)}, abstract(place, goal), place, premises=halves)

    def _said_of_pairs(self, goal: Term) -> Iterator[Theorem]:
        """Yield ⊢ goal = goal' about the last pair, or about a pair before of which the next one is said."""
        last, step = const("last", UNIT + self.n), const("last", self.n)
        yield self._with_indices(goal, (self.last, end_of(last)), (self.before_last, start_of(last)))
        for t in [step, *sorted((v for v in goal.free if v.type is step.type), key=key)]:
            lasts = [(self.last, end_of(end_of(t))), (self.before_last, end_of(start_of(t)))] if t is step else []
            opened = self._with_indices(goal, *self._ends(t), *lasts)
            yield chain(opened, rewrite(right(opened), *(strip(spec(known, t))[-1] for known in self.known)))

    def _with_indices(self, goal: Term, *same: tuple[Term, Term]) -> Theorem:
        """Return ⊢ goal = goal' with indices written otherwise."""
        return rewrite(goal, *starmap(_same_index, same))
