"""Make the inequalities that the rows of a table say of a goal, for the simplex method to combine.

Where a trigger stands in the goal as Σ w·p with w ≥ 0 or w ≤ 0, the values of its variables are known; the others are
chosen among what was met.  The premises are proved, by shape, by linear arithmetic or by the search, and the instance
is summed up with the weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import combinations, product

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.syntax import FALSE
from ....kernel.terms import REAL, Term, Var, const, literal, open_body, sides, substitute
from ...library.facts import infer
from ...limits import MOST_INSTANCES, MOST_PAIRED, MOST_SHARES
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import cut, discharge, gen, match_forall, match_implication, right, symmetric
from ...logic.formulas import ONE, ZERO, inv, minus, plus, times
from ...logic.parts import index_size
from ...normal.closed_indices import closed_equation
from ...normal.conditions import index_equation
from ...normal.glance import assumptions, fails
from ...normal.linear_arithmetic import Inequality, in_normal_form, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, polynomial_term, product_term, scaled, sorted_terms
from ...normal.positivity import nonnegative, nonzero, positive
from ..core.goals import attempted
from .comparisons import Compared, moved_to
from .lifting import difference, summed_over, weighted_sum
from .readings import Place, Reading, Values
from .rows import HYPOTHESIS, ROWS, TERM, Row, Stated, at, given, stated
from .values import MADE, At

Prove = Callable[[Term], Theorem]
#: The indices of a sum, the weight, and ⊢ 0 ≤ w for it unless that shows.
Weight = tuple[Sequence[Var], Term, Theorem | None]


@dataclass
class FromRows:
    """Make inequalities about a goal 0 ≤ t or 0 < t from rows."""

    normaliser: Normaliser
    goal: Polynomial
    strict: bool
    prove: Prove | None = None  # proves the premises that do not show otherwise; none does so without it
    rows: Iterable[Row] = ROWS
    more: Sequence[Polynomial] = ()  # what is known of the goal
    sign: Callable[[Normaliser, Term, bool], Theorem | None] | None = None  # linear arithmetic, if it may be used
    enough: Callable[[Iterable[bool]], bool] = all  # whether all of what a row needs must have been met, or any
    _needed: set[tuple[Row, frozenset[Term]]] = field(default_factory=set)
    _premises: dict[Term, Theorem | None] = field(default_factory=dict)
    _signs: dict[Term, Theorem | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.reading = Reading(self.normaliser, self.goal, self.more, TERM in self.rows)
        self.ordered = sorted(self.rows, key=lambda row: (row.tier, row.name))

    def of_tier(self, tier: int) -> list[Inequality]:
        """Return what the rows of a tier say, each inequality once."""
        found: dict[object, Inequality] = {}
        for row in self.ordered:
            for known in self._stated(row) if row.tier == tier else ():
                for inequality in self.about(known):
                    found.setdefault(inequality.said, inequality)
        return list(found.values())

    def of_hypotheses(self) -> list[Inequality]:
        """Return what hypotheses on all indices say: of the goal, or else of the first ones."""
        found: dict[object, Inequality] = {}
        for known in filter(None, map(given, self.normaliser.context.truths)):
            first = {v: literal(0, v.type) for v in known.variables}
            for each in list(self.about(known)) or self._summed(known, first, [((), ONE, None)]):
                if len(found) < MOST_INSTANCES:
                    found.setdefault(each.said, each)
        return list(found.values())

    def of_pairs(self) -> Iterator[Inequality]:
        """Yield what hypotheses on all pairs of indices say, summed up over both: Chebyshev's inequality, say."""
        for known in map(given, self.normaliser.context.truths):
            if known is not None and len(known.variables) == 2:
                yield from self._summed_over_all(known)

    def of_products(self) -> Iterator[Inequality]:
        """Yield the products of two hypotheses on all indices of a range, summed up over it."""
        told = [known for known in map(given, self.normaliser.context.truths) if known and len(known.variables) == 1]
        for pair in combinations(told[:MOST_PAIRED], 2):
            (x,), (y,) = (known.variables for known in pair)
            if x.type is y.type:
                gaps = (known.gap({known.variables[0]: x}) for known in pair)
                both = given(gen(x, infer("le_mul", *gaps)))
                yield from self._summed_over_all(both) if both is not None else ()

    def _summed_over_all(self, known: Stated) -> Iterator[Inequality]:
        binders: list[Var] = []
        for v in known.variables:
            binders.append(self.normaliser.context.next_variable(v.type, *binders, *self.reading.atoms))
        choices = product(*(enumerate(self._weights_over(x)) for x in binders))
        alike_first = sorted(choices, key=lambda pair: len({place for place, _ in pair}))[: MOST_SHARES**2]
        weights: list[Weight] = [(binders, reduce(times, [t for _, t in pair]), None) for pair in alike_first]
        yield from self._summed(known, dict(zip(known.variables, binders, strict=True)), weights)

    def _weights_over(self, x: Var) -> list[Term]:
        """Return 1, 1/n, and the terms of sums over the range of an index that are at hand and not negative."""
        sums = ((y, product_term(parts)) for y, parts in self.reading.sums if y.type is x.type)
        terms = dict.fromkeys(substitute(t, {y: x}) for y, t in sums)
        signed = [t for t in terms if nonnegative(self.normaliser, t) is not None]
        return [ONE, inv(const("#", index_size(x))), *signed[:MOST_SHARES]]

    def _stated(self, row: Row) -> list[Stated]:
        """Return a fact, at the sizes of the sums at hand if it speaks of any."""
        if (known := stated(row)) is not None:
            return [known]
        return [known for size in self.reading.sizes if (known := stated(row, size)) is not None]

    def about(self, known: Stated) -> Iterator[Inequality]:
        """Yield the instances of a fact."""
        if known.sides[2] and not self.strict:
            return
        left = known.row.most
        tried: set[tuple[Term, ...]] = set()
        variables = frozenset(known.variables)
        for trigger, sign in known.triggers:
            for place in self.reading.places(trigger, variables):
                is_whole = not known.needs or set(place.weight) == {()}
                allowed = is_whole and known.allows(dict(place.values))
                weights = list(self._weights(place, sign, known)) if allowed else []
                for values in self._chosen(known, place, dict(place.values)) if weights else ():
                    instance = tuple(values[v] for v in known.variables)
                    if instance not in tried:
                        tried.add(instance)
                        left -= 1
                        if left < 0:
                            return
                    yield from self._summed(known, values, weights)

    def _summed(self, known: Stated, values: Values, weights: Sequence[Weight]) -> Iterator[Inequality]:
        needs = [at(need, values) for need in known.needs]
        if known.row.apart and len(set(needs)) < len(needs):
            return
        if needs and ((known.row, frozenset(needs)) in self._needed or not self._are_met(needs, weights)):
            return
        self._needed.add((known.row, frozenset(needs)))
        premises = []
        for premise in known.premises:
            proved = self._premise(at(premise, values))
            if proved is None:
                return
            premises.append(proved)
        a, b, strict = known.sides
        instance = tuple(values[v] for v in known.variables)

        def order() -> Theorem:
            return cut(*premises, known.made(instance))

        bound = difference(at(a, values), at(b, values), strict, order)
        for binders, weight, weakly in weights:
            summed = weighted_sum(self.normaliser, binders, weight, bound, weakly)
            if summed is not None:
                inequality = in_normal_form(self.normaliser, *summed)
                if inequality.polynomial:
                    yield inequality

    def _are_met(self, needs: Sequence[Term], weights: Sequence[Weight]) -> bool:
        return all(self.enough(self.reading.has(summed_over(w[0], need)) for need in needs) for w in weights)

    # -------------------------------------------------------------------------------------------------------- values

    def _chosen(self, known: Stated, place: Place, values: Values) -> Iterator[Values]:
        """Yield values of all variables of a fact, of which some are given."""
        left = [v for v in known.variables if v not in values]
        if not left:
            yield values
            return
        v = left[0]
        seen = {t for t in values.values() if t.type is REAL}
        for more in self._met(known, place, v, values):
            if more[v] not in seen:
                seen.add(more[v])
                yield from self._chosen(known, place, {**values, **more})

    def _met(self, known: Stated, place: Place, v: Var, values: Values) -> Iterator[Values]:
        """Yield values of a variable, and of those met with it, in agreement with the values that are known."""
        variables = frozenset(known.variables)
        patterns = [pattern for pattern in known.met if v in pattern.free]
        others = [other for pattern in patterns for other in self.reading.places(pattern, variables)]
        seen = [there for other in others for there in other.seen_from(place.binders)]
        agreeing = [there for there in seen if all(values.get(u, t) is t for u, t in there.items())]
        yield from agreeing
        if v.type.size is not None:
            yield from ({v: index} for index in self.reading.indices(v.type))
        for unit in known.units(v):
            yield {v: unit}
        met = [t for t in dict.fromkeys(there[v] for there in agreeing) if t not in values.values()]
        free = [there[v] for there in seen if not there[v].free.issuperset(place.binders)]
        for name, way in known.row.made:
            if f"?{name}" == v.name:
                yield from ({v: t} for t in MADE[way](At(self.normaliser, place, values, met, free, others)))

    # ------------------------------------------------------------------------------------------ weights and premises

    def _weights(self, place: Place, sign: int, known: Stated) -> Iterator[Weight]:
        """Yield indices and weights w ≥ 0 with which to sum an instance up, and ⊢ 0 ≤ w where its shape does not tell.

        These are the whole of what stands beside the trigger where its sign shows, or else its monomials.
        """
        if known.row is HYPOTHESIS and not place.binders:
            yield (), ONE, None  # products with it are made later
            return
        for side in (1, -1):
            whole = polynomial_term(scaled(place.weight, side))
            if len(place.weight) > 1 and (shown := self._nonnegative(whole)) is not None:
                if sign * side >= 0:
                    yield place.binders, whole, shown
                return
        for monomial, coefficient in sorted_terms(place.weight):
            weight = polynomial_term({monomial: Fraction(1)})
            if sign * coefficient >= 0 and nonnegative(self.normaliser, weight) is not None:
                yield place.binders, weight, None
        if "weight" in known.row.one and (len(place.binders) > 1 or not sign):
            met = [x for x in place.binders if sign or any(x in t.free for _, t in place.values)]
            yield tuple(met), ONE, None

    def _nonnegative(self, t: Term) -> Theorem | None:
        if t not in self._signs:
            found = nonnegative(self.normaliser, t)
            if found is None and self.sign is not None:
                normal = self.normaliser.normal(t)
                shown = self.sign(self.normaliser, right(normal), False)
                found = None if shown is None else moved_to(shown, normal)
            self._signs[t] = found
        return self._signs[t]

    def _premise(self, premise: Term) -> Theorem | None:
        if premise not in self._premises:
            self._premises[premise] = self._proved(premise)
        return self._premises[premise]

    def _proved(self, premise: Term) -> Theorem | None:
        """Return a premise by shape, by linear arithmetic, or by the search, or None."""
        told = next((truth for truth in self.normaliser.context.truths if truth.conclusion is premise), None)
        if told is not None:
            return told
        if (quantified := match_forall(premise)) is not None:
            x = self.normaliser.context.next_variable(quantified.binder, premise)
            inner = self._premise(open_body(quantified, x))
            return None if inner is None else gen(x, inner)
        order = order_of(premise)
        found = self._apart(premise) if order is None else self._ordered(*order)
        if found is None and self.prove is not None and not (order is not None and self._is_refuted(*order)):
            found = attempted(self.prove, premise)
        return found

    def _is_refuted(self, a: Term, b: Term, strict: bool) -> bool:
        gap = Compared(a, b, "<" if strict else "≤", self.normaliser).t
        return fails(gap, assumptions(self.normaliser.context))

    def _apart(self, premise: Term) -> Theorem | None:
        """Return ⊢ t ≠ 0 or ⊢ t ≠ c by shape, ⊢ i ≠ j for two places that are known, or None."""
        equal = (match_implication(premise) or (premise, premise))[0]
        a, b = sides(equal) or (premise, premise)
        if a.type is not REAL:
            ways = (closed_equation, index_equation) if a.type.size is not None else ()
            never = next((step for way in ways if (step := way(self.normaliser, a, b)) is not None), None)
            if never is None or right(never) is not FALSE:
                return None
            return discharge(equal, eq_mp(never, assume(equal)))
        gap = self.normaliser.normal(plus(a, minus(b)))
        apart = nonzero(self.normaliser, right(gap))
        return apart and infer("ne_of_sub", rewrite_proposition(apart, symmetric(gap)))

    def _ordered(self, a: Term, b: Term, strict: bool) -> Theorem | None:
        sign = positive if strict else nonnegative
        if a is ZERO and (direct := sign(self.normaliser, b)) is not None:
            return direct
        goal = Compared(a, b, "<" if strict else "≤", self.normaliser)
        if fails(goal.t, assumptions(self.normaliser.context)):
            return None
        found = goal.by_shape()
        return found if found or self.sign is None else goal.by_sign(self.sign(self.normaliser, goal.t, strict))
