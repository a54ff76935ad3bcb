"""Prove a statement about sums over n elements and the number n itself by induction over n.

Every sum over the indices 0, …, n−1 becomes one over those up to a place k, and n becomes k + 1.  The statement is
proved for the first place, and for the next place where it holds for one; there the sums up to the place are numbers of
which only the statement is known.  So sums in closed form, geometric and telescoping sums, and bounds of these need no
guess: the claim is the closed form (GKP, 2.5, method 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from ...kernel.rules import Theorem, assume, eq_mp, instantiate
from ...kernel.syntax import implication
from ...kernel.terms import (
    NAT,
    REAL,
    Abs,
    App,
    Const,
    KernelError,
    Size,
    Term,
    Var,
    abstract,
    app,
    const,
    equation,
    fin,
    sides,
    var,
)
from ..library.facts import fact
from ..library.search import search
from ..logic.conversions import fresh, replaced, rewrite, to
from ..logic.derived_rules import (
    ProofError,
    ap_term,
    ap_thm,
    chain,
    discharge,
    gen,
    left,
    right,
    symmetric,
    undischarge,
)
from ..logic.formulas import ADD, ONE, minus, plus
from ..logic.numerals import NONE, real, suc
from ..logic.parts import head_and_arguments, is_application_of
from ..logic.term_order import key

MOST_SIZES = 2  # that a statement is tried to be proved over
MOST_SUMS = 8


Say = Callable[..., Term]  # makes a proposition of numbers
Prove = Callable[[Term], Theorem]


def proved_over_sizes(say: Say, numbers: tuple[Term, ...], prove: Prove) -> Theorem | None:
    """Return what is said of some numbers by induction over one of the sizes of their sums, or None.

    ``prove`` proves a goal or raises a ProofError.
    """
    for size in _sizes(numbers)[:MOST_SIZES]:
        try:
            return _Induction(say, numbers, size).proved(prove)
        except (ProofError, KernelError):
            continue
    return None


def _sizes(numbers: tuple[Term, ...]) -> list[Size]:
    """Return the sizes n of sums, and of powers, where the number n is spoken of besides."""
    parts = {part for t in numbers for part in _outer_parts(t)}
    summed = {_summand(t).type.domain for t in parts if _is_sum(t)}
    powers = [t for t in parts if is_application_of(t, "power", 2) or is_application_of(t, "exp", 1)]
    raised = {size for t in powers for size in _named(set(_outer_parts(t)))}
    return sorted((size for size in _named(parts) if fin(size) in summed or size in raised), key=str)


def _named(parts: set[Term]) -> set[Size]:
    """Return the sizes n n of which the parts of a term say the number n, or n − 1."""
    return {t.sizes[0] for t in parts if isinstance(t, Const) and t.name in ("#", "last")}


def _is_sum(t: Term) -> bool:
    args = is_application_of(t, "sum", 1)
    return args is not None and isinstance(args[0], Abs)


def _outer_parts(t: Term) -> Iterator[Term]:
    """Yield the parts of a term that are under no binder."""
    yield t
    if isinstance(t, App):
        yield from _outer_parts(t.function)
        yield from _outer_parts(t.argument)


def _with(t: Term, changes: dict[Term, Term]) -> Term:
    """Return a term with others in place of some of its parts that are under no binder."""
    if t in changes:
        return changes[t]
    return app(_with(t.function, changes), _with(t.argument, changes)) if isinstance(t, App) else t


class _Induction:
    """Hold a statement P(n), the sums over n elements in it, and what it says of the sums up to a place k, P(k + 1)."""

    def __init__(self, say: Say, numbers: tuple[Term, ...], size: Size) -> None:
        self.size, self.sizes, self.indices = size, {"n": size}, fin(size)
        self.say, self.numbers, self.proposition = say, numbers, say(*numbers)
        found = {part for t in numbers for part in _outer_parts(t) if _is_sum(part)}
        self.sums = sorted((s for s in found if _summand(s).type.domain is self.indices), key=key)
        if len(self.sums) > MOST_SUMS:
            raise ProofError("too many sums")
        self.end = app(const("nat", size), const("last", size))
        whole = (fact("sum_to_last", self.sizes, _summand(s)) for s in self.sums)
        number = search(equation(plus(real(self.end), ONE), const("#", size)))
        self.closing = (*whole, number)
        self.place = fresh(NAT, self.proposition, stem="k")

    def proved(self, prove: Prove) -> Theorem:
        """Return ⊢ P(n), or raise a ProofError."""
        up_to = abstract(self.place, self._up_to(self.place))
        steps = self._first(prove), self._next(prove)
        theorem = fact("size_induction", self.sizes, up_to, const("last", self.size), premises=steps)
        closed = rewrite(theorem.conclusion, {left(same): same for same in self.closing})
        theorem = eq_mp(closed, theorem)
        if theorem.conclusion is not self.proposition:
            raise ProofError("the statement has its size where it is no number")
        return theorem

    def _up_to(self, place: Term, *sums: Term) -> Term:
        """Return P(place + 1), with other terms for the sums up to the place where they are given."""
        sums = sums or tuple(self._sum_up_to(s, place) for s in self.sums)
        changes = {right(self.closing[-1]): plus(real(place), ONE), self.end: place}
        changes |= dict(zip(self.sums, sums, strict=True))
        return self.say(*(_with(t, changes) for t in self.numbers))

    def _sum_up_to(self, s: Term, place: Term) -> Term:
        step = self._one_more(s, place, fresh(self.indices, s, stem="w"))
        return head_and_arguments(right(step))[1][0]

    def _one_more(self, s: Term, place: Term, index: Var) -> Theorem:
        """Return place + 1 = pos w ⊢ the sum up to the next place = the sum up to the place + the term at w."""
        return replaced(
            fact("sum_to_next", self.sizes, _summand(s), index, place), fact("next_place", self.sizes, index, place)
        )

    def _first(self, prove: Prove) -> Theorem:
        """Return ⊢ P(1), where each sum is its first term."""
        firsts = [fact("sum_to_first", self.sizes, _summand(s)) for s in self.sums]
        theorem = prove(self._up_to(NONE, *map(right, firsts)))
        goal = self._up_to(NONE, *map(left, firsts))
        return eq_mp(symmetric(rewrite(goal, {left(same): same for same in firsts})), theorem)

    def _next(self, prove: Prove) -> Theorem:
        """Return ⊢ ∀w k. k + 1 = pos w ⇒ P(k + 1) ⇒ P(k + 2); of the sums up to k only P(k + 1) is known."""
        k, w = self.place, fresh(self.indices, self.proposition, stem="w")
        more = [self._one_more(s, k, w) for s in self.sums]
        sums = [head_and_arguments(right(step))[1] for step in more]
        name = fresh(REAL, self.proposition, stem="s").name
        unknown = [var(f"{name}_{i}", REAL) for i in range(len(sums))]
        later = [plus(s, term) for s, (_, term) in zip(unknown, sums, strict=True)]
        place = equation(plus(real(k), ONE), app(const("pos", self.size), w))
        step = _passed_on(place, self._up_to(k, *unknown), self._up_to(suc(k), *later), prove)
        step = instantiate(dict(zip(unknown, (s for s, _ in sums), strict=True)), step)
        goal = self._up_to(suc(k), *map(left, more))
        step = eq_mp(symmetric(rewrite(goal, {left(same): same for same in more})), step)
        return gen(w, gen(k, discharge(place, discharge(self._up_to(k), step))))


def _passed_on(place: Term, known: Term, goal: Term, prove: Prove) -> Theorem:
    """Return place, known ⊢ goal; of an equation the difference of both sides may stay the same."""
    before, after = sides(known), sides(goal)
    if before is not None and after is not None and before[0].type is REAL:
        (a, b), (c, d) = before, after
        with suppress(ProofError):
            same = undischarge(prove(implication(place, equation(c, plus(d, plus(a, minus(b)))))))
            return to(chain(same, ap_term(app(ADD, d), ap_thm(ap_term(ADD, assume(known)), minus(b)))), d)
    return undischarge(undischarge(prove(implication(place, implication(known, goal)))))


def _summand(s: Term) -> Term:
    """Return f of Σ f."""
    return head_and_arguments(s)[1][0]
