"""Prove a goal by where a natural number stands in the cycle of the remainders that are made of it.

The remainders of powers nᵃ by k repeat from some a on, as those of a polynomial in a do.  So what is said of them at
every a is said at a few numbers, and at a = p·c + s for every c and a few s, where the powers leave known numbers.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, reduce
from math import gcd, lcm

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import forall
from ....kernel.terms import BOOL, NAT, Const, Lit, Term, app, equation, sides, var
from ...library.facts import infer
from ...library.naturals import by_induction
from ...library.values import value as value_of
from ...limits import LARGEST_SEEN, MOST_INSTANCES, MOST_ONE_BY_ONE
from ...logic.cached_rules import ring
from ...logic.conversions import to
from ...logic.derived_rules import (
    ProofError,
    ap_term,
    ap_thm,
    chain,
    discharge_all,
    gen,
    implications,
    match_implication,
    mp,
    right,
    spec,
    symmetric,
)
from ...logic.formulas import ADD, minus, number, plus, times
from ...logic.matching import rule_from
from ...logic.numerals import NONE, nadd, numeral, real, suc
from ...logic.parts import args_of, head_and_arguments, parts_of
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, atoms_of, parted, polynomial_term, read_polynomial
from ...normal.quotients import natural_in
from ..core.goals import Goal, attempted
from ..core.search import Ask
from ..hypotheses.adding import add_theorem

_A, _C, _R = var("a", NAT), var("c", NAT), var("r", BOOL)


def has_remainders(ask: Ask, goal: Goal) -> bool:
    """Tell whether remainders or quotients occur in a goal, or in what is known."""
    return any(map(_has_remainders, (goal.goal, *goal.normal, *_known(ask))))


@lru_cache(maxsize=LARGEST_SEEN)
def _has_remainders(t: Term) -> bool:
    return any(isinstance(part, Const) and part.name in ("power_remainder", "quotient") for part in parts_of(t))


def _known(ask: Ask) -> list[Term]:
    """Return what is known to an Ask, without what is left out where there is much."""
    return [truth.conclusion for truth in ask.context.truths[:MOST_INSTANCES]]


def by_remainders(ask: Ask, goal: Goal) -> Theorem | None:
    """Prove a goal at each place of a natural number in the cycle of the remainders that are made of it, or None."""
    powers, periods = defaultdict[Term, set[Term]](set), defaultdict[Term, int](lambda: 1)
    for part in parts_of(*goal.normal):
        args = args_of(part, "power_remainder", 2)
        if args is None or not isinstance(args[0], Lit) or part.loose:
            continue
        head, _ = head_and_arguments(part)
        if not head.sizes[0].variables():  # type: ignore[attr-defined]
            powers[args[1]].add(app(head, args[0]))
    for part in parts_of(goal.goal, *_known(ask)):
        if (args := args_of(part, "quotient", 2)) is not None and isinstance(args[1], Lit) and not part.loose:
            x = read_polynomial(right(ask.normaliser.normal(args[0])))
            for atom in atoms_of(x):
                if (a := natural_in(atom)) is not None:
                    periods[a] = lcm(periods[a], _period(x, atom, args[1].numerator))
    for a in sorted({*powers, *(a for a, period in periods.items() if period > 1)}, key=key):
        if (cycle := _cycle(tuple(sorted(powers[a], key=key)), periods[a])) is not None:
            return _at_each_place(ask, goal.goal, a, cycle)
    return None


def _period(x: Polynomial, atom: Term, k: int) -> int:
    """Return after how many steps of a natural number in it a polynomial surely leaves the same by k."""
    coefficients = [c for m, c in x.items() if any(part is atom for part, _ in m)]
    return lcm(*(k // gcd(k, c.numerator) if c.denominator == 1 else k for c in coefficients))


@cache
def _cycle(powers: tuple[Term, ...], period: int) -> _Cycle | None:
    """Return the cycle of what powers leave, of a length that a period divides, or None for a long one."""
    values: list[tuple[int, ...]] = [(1,) * len(powers)]
    pairs = [(power.function.sizes[0].least(), power.argument.numerator) for power in powers]  # type: ignore[attr-defined]
    while (following := tuple(n * v % k for v, (n, k) in zip(values[-1], pairs, strict=True))) not in values:
        values.append(following)
        if len(values) > MOST_ONE_BY_ONE:
            return None
    first = values.index(following)
    repeated = lcm(period, len(values) - first)
    if repeated > MOST_ONE_BY_ONE:
        return None
    values += [values[first + more % (len(values) - first)] for more in range(first + repeated - len(values))]
    return _Cycle(powers, tuple(values), first)


@dataclass(frozen=True)
class _Cycle:
    """Hold what powers of numbers by others leave for a = 0, 1, …, and from which place on that repeats."""

    powers: tuple[Term, ...]
    values: tuple[tuple[int, ...], ...]
    first: int

    def said(self, place: int, a: Term, turns: Term = _C) -> list[Term]:
        """Return what is so of a at a place after some turns: its value, and what each power leaves."""
        period = len(self.values) - self.first
        value = number(place) if place < self.first else plus(times(number(period), real(turns)), number(place))
        left = zip(self.powers, self.values[place], strict=True)
        return [equation(real(a), value), *(equation(app(power, a), number(v)) for power, v in left)]

    def follows(self, place: int, a: Term) -> Term:
        """Say that r follows from what is so of a at a place."""
        return forall(_C, implications(self.said(place, a), _R))

    @cached_property
    def theorem(self) -> Theorem:
        """⊢ ∀a r. r, if it follows at each of the places, by induction."""
        places = range(len(self.values))
        said = implications([self.follows(place, _A) for place in places], _R)
        whole = forall(_R, said)
        steps = reduce(mp, map(self._step, places), spec(assume(whole), _R))
        first = self._from(0, NONE, NONE, Context())
        start, step = (
            gen(_R, discharge_all([self.follows(place, a) for place in places], found))
            for a, found in ((NONE, first), (suc(_A), steps))
        )
        return gen(_A, by_induction(_A, whole, start, step))

    def _step(self, place: int) -> Theorem:
        """Return ⊢ r follows from what is so of a at a place, if it does of a + 1 at the next one."""
        said, context = self.said(place, _A), Context()
        context.rules += (rule_from(assume(each)) for each in said)
        following = self.first if place + 1 == len(self.values) else place + 1
        turns = NONE if place < self.first else suc(_C) if following <= place else _C
        found = self._from(following, suc(_A), turns, context)
        return gen(_C, discharge_all(said, found))

    def _from(self, place: int, a: Term, turns: Term, context: Context) -> Theorem:
        """Return ⊢ r where it follows from what is so of a at a place after some turns, which a context tells."""
        found, normaliser = spec(assume(self.follows(place, a)), turns), Normaliser(context)
        while (pair := match_implication(found.conclusion)) is not None:
            same = [normaliser.normal(side) for side in sides(pair[0]) or ()]
            found = mp(found, chain(same[0], symmetric(same[1])))
        return found


def _at_each_place(ask: Ask, goal: Term, a: Term, cycle: _Cycle) -> Theorem:
    """Return ⊢ goal, which is proved at each place of a in a cycle, or raise a ProofError."""
    found = spec(cycle.theorem, a, goal)
    value = ask.normaliser.normal(real(a))
    for place in range(len(cycle.values)):
        turns = ask.next_variable(NAT, goal)
        said, context = cycle.said(place, a, turns), ask.context.extended()
        context.assumed += (*said,)
        known = [*map(assume, said)]
        rules = [_solved(value, known[0]), *known[1:]]
        if not cycle.powers:
            number = reduce(nadd, [turns] * (len(cycle.values) - cycle.first), numeral(place))
            rules.append(infer("real_injective", chain(known[0], symmetric(to(value_of(number), right(known[0]))))))
        context.rules += map(rule_from, rules)
        context.truths += known
        for truth in ask.context.truths[:MOST_INSTANCES]:
            attempted(add_theorem, context, truth)
        proved = ask.knowing(context).less(cases=1).at_most(signs=0).prove(goal)
        found = mp(found, gen(turns, discharge_all(said, proved)))
    return found


def _solved(value: Theorem, known: Theorem) -> Theorem:
    """Infer ⊢ x = b − r from ⊢ real a = x + r and ⊢ real a = b."""
    polynomial = read_polynomial(right(value))
    atom = next((x for x in atoms_of(polynomial) if natural_in(x) is not None and polynomial.get(((x, 1),)) == 1), None)
    if atom is None:
        raise ProofError("it is the value of no atom")
    same = chain(symmetric(value), known)
    rest = polynomial_term(parted(polynomial, atom)[1])
    alone = ring(atom, plus(right(value), minus(rest)))
    return chain(alone, ap_thm(ap_term(ADD, same), minus(rest)))
