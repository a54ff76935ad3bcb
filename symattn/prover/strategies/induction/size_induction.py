"""Prove a statement about sums over n elements and the number n itself by induction over n.

Every sum over the indices 0, …, n−1 becomes one over those up to a place k, and n becomes k + 1.  The statement is
proved for the first place, and for the next place where it holds for one; there the sums up to the place are numbers of
which only the statement is known.  So sums in closed form, geometric and telescoping sums, and bounds of these need no
guess: the claim is the closed form (GKP, 2.5, method 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce

from ....kernel.rules import Theorem, assume, eq_mp, instantiate
from ....kernel.syntax import conjunction
from ....kernel.terms import (
    NAT,
    REAL,
    Abs,
    App,
    Const,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    const,
    equation,
    fin,
    open_body,
    var,
)
from ...library.facts import fact, infer
from ...library.search import search
from ...library.sums import under_sum
from ...limits import MOST_PLACES, MOST_SEARCHES
from ...logic.cached_rules import refl, ring
from ...logic.conversions import fresh, in_application, replaced, rewrite, rewrite_proposition
from ...logic.derived_rules import (
    ProofError,
    chain,
    close,
    conjoin,
    conjuncts,
    cut,
    discharge_all,
    eq_mp_back,
    implications,
    left,
    right,
    symmetric,
    undischarge,
)
from ...logic.formulas import IND, ONE, ZERO, le, minus, nat_of, plus, pos_of
from ...logic.numerals import NONE, real, suc
from ...logic.parts import args_of, argument_of, head_and_arguments, occurs, operand, parts_of, with_parts
from ...logic.term_order import key
from ...normal.linear_arithmetic import order_of
from ..core.goals import first_proved

RECURSIVE = ("sum", "product")  # what is made place by place
POWERS = (
    *(("power", 2), ("matpow", 2), ("power_re", 3), ("power_im", 3), ("exp", 1)),
    *(("factorial", 1), ("falling", 2)),
)

Say = Callable[..., Term]  # makes a proposition of numbers
Prove = Callable[[Term], Theorem]
Sign = Callable[[Term], Say | None]


def proved_over_sizes(
    say: Say, numbers: tuple[Term, ...], prove: Prove, sign: Sign, told: Sequence[Term] = ()
) -> Theorem | None:
    """Return what is said of some numbers by induction over one of the sizes of their sums, or None.

    ``prove`` proves a goal or raises a ProofError; ``sign`` returns < or ≤ where 0 is known to be so to a number.  The
    signs of the sums are proved along with the statement where it alone does not pass from place to place.  What is
    ``told`` may speak of sums up to a place: then these are kept.
    """
    for size in _sizes(numbers)[:MOST_SEARCHES]:
        outward = [_outward(t, size) for t in numbers]
        plain = _Induction(say, tuple(map(right, outward)), size)
        signs = [sign(s) for s in plain.sums]
        attempts = [plain, _Induction(say, plain.numbers, size, signs)] if any(signs) else [plain]
        if any(range_of(s) is plain.indices and occurs(IND, s) and s.loose for s in sums_in(*told)):
            attempts.insert(0, _Induction(say, plain.numbers, size, keeps_sums=True))
        back = rewrite(say(*numbers), *outward)
        if (found := first_proved(partial(attempt.proved, prove) for attempt in attempts)) is not None:
            return eq_mp_back(back, found)
    return None


def _outward(t: Term, size: Size) -> Theorem:
    """Return ⊢ t = t with its sums over a size around those over others."""
    if isinstance(f := operand(t, "sum"), Abs):
        x = fresh(f.binder, t)
        inner = _outward(open_body(f, x), size)
        total = operand(right(inner), "sum")
        if f.binder is fin(size) or not isinstance(total, Abs) or total.binder is not fin(size):
            return refl(t)
        return chain(under_sum(x, inner), fact("sum_swap", abstract(x, total)))
    return in_application(t, _outward(t.function, size), _outward(t.argument, size)) if isinstance(t, App) else refl(t)


def _sizes(numbers: tuple[Term, ...]) -> list[Size]:
    """Return the sizes n of sums where n is spoken of besides, of products, and of powers with n as exponent."""
    summed, wanted, named = set[Size](), set[Size](), set[Size]()
    stack: list[tuple[Term, frozenset[Size], bool]] = [(t, frozenset(), False) for t in numbers]
    while stack:
        t, inside, raised = stack.pop()
        if isinstance(t, Const) and t.name in ("#", "last") and t.sizes[0] not in inside:
            (wanted if raised else named).add(t.sizes[0])
        if is_sum(t) and (size := range_of(t).size) is not None:
            (wanted if operand(t, "product") is not None else summed).add(size)
            inside |= {size}
        raised = raised or any(args_of(t, name, count) for name, count in POWERS)
        if isinstance(t, App):
            stack += [(t.function, inside, raised), (t.argument, inside, raised)]
        elif isinstance(t, Abs):
            stack.append((t.body, inside, raised))
    return sorted(wanted | summed & named, key=str)


def sums_in(*terms: Term, whole: Callable[[Term], bool] | None = None) -> Iterator[Term]:
    """Yield the sums and products over all indices in some terms."""
    return (part for part in parts_of(*terms, whole=whole) if is_sum(part))


def range_of(s: Term) -> Type:
    """Return the type of the indices over which a sum or product goes."""
    return argument_of(s).type.domain  # type: ignore[return-value]


def is_sum(t: Term) -> bool:
    """Tell whether a term is a sum or a product over all indices."""
    return any(operand(t, name) is not None for name in RECURSIVE)


def step_of(s: Term, step: str, *values: Term) -> Theorem:
    """Return what a lemma says of a sum or product up to the first place, the next one or the last one."""
    head, (f,) = head_and_arguments(s)
    return fact(f"{head.name}_{step}", f, *values)  # type: ignore[attr-defined]


class _Induction:
    """Hold a statement P(n), the sums over n elements in it, and what it says of the sums up to a place k, P(k + 1).

    P is what is said of the numbers and, where ``signs`` of the sums are given, these.  With ``keeps_sums`` the sums up
    to k stay what they are, since hypotheses speak of them.
    """

    def __init__(
        self,
        say: Say,
        numbers: tuple[Term, ...],
        size: Size,
        signs: Sequence[Say | None] = (),
        keeps_sums: bool = False,
    ) -> None:
        self.size, self.indices, self.keeps_sums = size, fin(size), keeps_sums
        self.say, self.numbers, self.signs = say, numbers, signs
        found = sums_in(*numbers, whole=lambda part: isinstance(part, Abs))
        self.sums = sorted((s for s in found if range_of(s) is self.indices), key=key)
        self.end = nat_of(const("last", size))
        number = search(equation(plus(real(self.end), ONE), const("#", size)))
        self.closing = (*(step_of(s, "to_last") for s in self.sums), number)
        self.place = fresh(NAT, say(*numbers), stem="k")

    def proved(self, prove: Prove) -> Theorem:
        """Return ⊢ what is said of the numbers, or raise a ProofError."""
        if len(self.sums) > MOST_PLACES:
            raise ProofError("too many sums")
        up_to = abstract(self.place, reduce(conjunction, self._up_to(self.place)))
        steps = self._first(prove), self._next(prove)
        theorem = fact("size_induction", up_to, const("last", self.size), premises=steps)
        theorem = eq_mp(rewrite(theorem.conclusion, *self.closing), theorem)
        said = conjuncts(theorem)[0]
        if said.conclusion is not self.say(*self.numbers):
            raise ProofError("the statement has its size where it is no number")
        return said

    def _up_to(self, place: Term, *sums: Term) -> list[Term]:
        """Return what P(place + 1) says, with other terms for the sums up to the place where they are given."""
        sums = sums or tuple(self._sum_up_to(s, place) for s in self.sums)
        changes = {right(self.closing[-1]): plus(real(place), ONE), self.end: place}
        changes |= dict(zip(self.sums, sums, strict=True))
        said = self.say(*(with_parts(t, changes) for t in self.numbers))
        return [said, *(sign(ZERO, s) for sign, s in zip(self.signs, sums, strict=False) if sign is not None)]

    def _sum_up_to(self, s: Term, place: Term) -> Term:
        return head_and_arguments(right(self._one_more(s, place, fresh(self.indices, s, stem="w"))))[1][0]

    def _one_more(self, s: Term, place: Term, index: Var) -> Theorem:
        """Return place + 1 = pos w ⊢ the sum up to the next place = the sum up to the place + the term at w."""
        at = equation(plus(real(place), ONE), pos_of(index))
        natural = fact("next_place", index, place)
        return replaced(step_of(s, "to_next", index, place), natural, symmetric(assume(at)))

    def _first(self, prove: Prove) -> Theorem:
        """Return ⊢ P(1), where each sum is its first term."""
        firsts = [step_of(s, "to_first") for s in self.sums]
        return self._with_sums(NONE, firsts, reduce(conjoin, map(prove, self._up_to(NONE, *map(right, firsts)))))

    def _with_sums(self, place: Term, sums: list[Theorem], theorem: Theorem) -> Theorem:
        """Infer P(place + 1) from what it says with what its sums are equal to."""
        goal = reduce(conjunction, self._up_to(place, *map(left, sums)))
        return eq_mp_back(rewrite(goal, *sums), theorem)

    def _next(self, prove: Prove) -> Theorem:
        """Return ⊢ ∀w k. k + 1 = pos w ⇒ P(k + 1) ⇒ P(k + 2); of the sums up to k only P(k + 1) is known."""
        k, w = self.place, fresh(self.indices, self.say(*self.numbers), stem="w")
        more = [self._one_more(s, k, w) for s in self.sums]
        parts = [head_and_arguments(right(step)) for step in more]  # + or ·, the sum up to k, the term at w
        name = fresh(REAL, self.say(*self.numbers), stem="s").name
        unknown = [var(f"{name}_{i}", REAL) for i in range(len(parts))]
        so_far = [s for _, (s, _) in parts]
        sums: list[Term] = so_far if self.keeps_sums else [*unknown]
        later = [app(by, s, term) for s, (by, (_, term)) in zip(sums, parts, strict=True)]
        place = equation(plus(real(k), ONE), pos_of(w))
        known, goals = self._up_to(k, *sums), self._up_to(suc(k), *later)
        step = reduce(conjoin, (passed_on(known, goal, prove, [place]) for goal in goals))
        step = instantiate(dict(zip(unknown, so_far, strict=True)), step)
        before = reduce(conjunction, self._up_to(k))
        step = cut(*conjuncts(assume(before)), self._with_sums(suc(k), more, step))
        return close(discharge_all([place, before], step), w, k)


def passed_on(known: list[Term], goal: Term, prove: Prove, place: Sequence[Term] = ()) -> Theorem:
    """Return place, known ⊢ goal: by what is added on both sides, or else from all that is known."""
    ways = [partial(_by_difference, premises, known[0], goal, prove) for premises in dict.fromkeys(((), tuple(place)))]
    ways += [partial(_under, premises, goal, prove) for premises in dict.fromkeys(((*known,), (*place, *known)))]
    if (found := first_proved(ways)) is None:
        raise ProofError("the statement does not pass from place to place")
    return found


def _under(premises: Sequence[Term], goal: Term, prove: Prove) -> Theorem:
    """Return premises ⊢ goal."""
    step = prove(implications(premises, goal))
    for _ in premises:
        step = undischarge(step)
    return step


def _by_difference(premises: Sequence[Term], known: Term, goal: Term, prove: Prove) -> Theorem:
    """Return premises, known ⊢ goal for 0 ≤ a and 0 ≤ b, where 0 ≤ b − a, and so for <."""
    before, after = order_of(known), order_of(goal)
    if before is None or after is None or before[0] is not ZERO or after[0] is not ZERO:
        raise ProofError("not two signs")
    a, b = before[1], after[1]
    more = _under(premises, le(ZERO, plus(b, minus(a))), prove)
    rule = "add_pos" if before[2] else "add_nonneg"
    total = infer(rule, assume(known), more)
    return rewrite_proposition(total, ring(plus(a, plus(b, minus(a))), b))
