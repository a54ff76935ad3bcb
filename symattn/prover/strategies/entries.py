"""The entry level: open quantifiers and index types, normalise both sides, compare; by cases where that helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial

from ...kernel.rules import Theorem, eq_mp, instantiate
from ...kernel.syntax import FALSE, TRUE, forall, negation
from ...kernel.terms import (
    BOOL,
    EXTENDED,
    REAL,
    Term,
    Type,
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
from ..library.derivatives import slope_of, with_slope
from ..library.facts import fact
from ..library.propositions import by_cases
from ..logic.cached_rules import beta, ring
from ..logic.conversions import beta_normal_form, replaced, rewrite_proposition, to
from ..logic.derived_rules import (
    TRUTH,
    ProofError,
    ap_term,
    binary,
    chain,
    conjoin,
    discharge,
    extensional,
    from_true,
    gen,
    is_refl,
    left,
    match_conjunction,
    match_forall,
    match_implication,
    right,
    spec,
    swapped,
    symmetric,
)
from ..logic.formulas import COS, IND, LE, ONE, PI, TURN, TWO, UNIT, ZERO, le, lt, minus, plus
from ..logic.matching import rule_from
from ..logic.parts import args_of, occurs
from ..logic.term_order import key, next_opened
from ..normal.conditions import proved_order
from ..normal.context import MOST_EFFORT, BudgetExceeded, Context, Stage
from ..normal.freed_functions import has_split_roots
from ..normal.glance import assumptions, differ, fails
from ..normal.linear_arithmetic import follows
from ..normal.normaliser import Normaliser
from ..normal.own_splits import split_of
from ..normal.polynomials import TooLarge, read_polynomial
from ..normal.positivity import nonnegative, nonzero, positive
from ..normal.real_conditions import has_real_conditions
from .angles.common_angles import by_common_angles
from .core.goals import NotProved
from .derivatives.descriptions import is_denied, is_described, prove_denied, prove_described
from .derivatives.differentiation import Differentiator
from .derivatives.rising import sign_by_derivative
from .equations.combination import combined
from .equations.common_factors import equal_without_factors
from .equations.denominators import equal_fractions
from .equations.divisors import nonzero_by_factors
from .equations.equal_exponents import equal_by_exponents
from .equations.logarithms_compared import equal_by_exponentials
from .equations.other_places import equal_at_places
from .equations.squares import equal_by_no_distance, equal_by_squares
from .equations.summands import equal_by_summands
from .hypotheses.adding import add_hypothesis, add_theorem
from .hypotheses.masks import mask_entry
from .hypotheses.one_of_two import by_its_places
from .induction.closed_sums import with_closed_sums
from .induction.size_induction import proved_over_sizes
from .orders.all_cases import by_all_cases
from .orders.attained import at_the_largest
from .orders.differences import sign_by_differences
from .orders.inequalities import is_inequality, moved_to, prove_sign, terms_of_written_sums, with_heads
from .orders.logarithms_of_fractions import logarithms_of_fractions
from .orders.maxima import below_all, bounds_of_all, maxima
from .orders.maxima_given import bounds_of_entries
from .orders.moduli import equal_with_moduli, sign_with_moduli
from .orders.nonlinear import Nonlinear, with_bounds_inside
from .orders.raised import logarithms_of_sums
from .orders.signs_within import signs_within, squares_before_roots

SHORT = 4_000  # effort of an attempt that is to be a short one
MOST_CASES = 3  # conditions that a goal is split by
MOST_TRUTHS = 12  # hypotheses that are put into another form
MOST_SLOPES = 2  # signs of derivatives, one for the other
MOST_MAXIMA = 2  # largest numbers that are replaced by one of the numbers


class Prover:
    """Prove propositions with one normaliser, by cases where that helps, one condition after another."""

    def __init__(
        self,
        normaliser: Normaliser,
        cases: int = MOST_CASES,
        turns: bool = True,
        signs: bool = True,
        slopes: int = MOST_SLOPES,
        maxima: int = MOST_MAXIMA,
    ) -> None:
        self.normaliser, self.cases, self.turns, self.signs = normaliser, cases, turns, signs
        self.slopes, self.maxima = slopes, maxima

    def _with(self, normaliser: Normaliser, cases: int = 0, slopes: int = 0, maxima: int = 0) -> Prover:
        """Return a prover like this one, with so many less of some steps."""
        left = self.cases - cases, self.turns, self.signs, self.slopes - slopes, self.maxima - maxima
        return Prover(normaliser, *left)

    def prove(self, goal: Term) -> Theorem:
        """Return ⊢ goal (under the hypotheses of the context)."""
        if goal is TRUE:
            return TRUTH
        if is_described(goal):
            return prove_described(self, goal)
        if is_denied(goal):
            return prove_denied(self, goal)
        if (quantified := match_forall(goal)) is not None:
            x = self._next(quantified.binder, goal)
            return gen(x, self._for_all(x, open_body(quantified, x)))
        if (both := match_conjunction(goal)) is not None:
            return conjoin(self.prove(both[0]), self.prove(both[1]))
        if (pair := match_implication(goal)) is not None and pair[1] is not FALSE:
            try:
                return discharge(pair[0], self.assuming(pair[0]).prove(pair[1]))
            except NotProved as failure:
                failure.under = (*_comparison(pair[0]), *failure.under)
                raise
        if (pair := sides(goal)) is not None and pair[0].type is not BOOL:
            return self._equation(*pair)
        return self._real_proposition(goal)

    def assuming(self, premise: Term) -> Prover:
        """Return a prover that may use a premise as well; this one may not."""
        inner = self.normaliser.context.extended()
        inner.assumed = (*inner.assumed, premise)
        add_hypothesis(inner, premise)
        return self._with(Normaliser(inner))

    def _next(self, binder: Type, *terms: Term) -> Var:
        """Return a new opened variable, which occurs neither in the terms nor in what is assumed."""
        return next_opened(binder, *terms, *self.normaliser.context.assumed)

    def _for_all(self, x: Var, goal: Term) -> Theorem:
        """Prove a goal about an arbitrary x."""
        reduced = beta_normal_form(goal)
        theorem = self._by_parts(x, right(reduced))
        return theorem if is_refl(reduced) else eq_mp(symmetric(reduced), theorem)

    def _by_parts(self, x: Var, goal: Term) -> Theorem:
        """Prove a goal about an arbitrary x, splitting x where its index type is split."""
        size = x.type.size
        if size is None:
            return self.prove(goal)
        predicate = abstract(x, goal)
        if size == UNIT:
            return self._by(fact("fin_one", {}, x), predicate, x)
        if size == TWO:
            halves = tuple(self.prove(open_body(predicate, literal(value, x.type))) for value in (0, 1))
            return fact("fin_two", {}, predicate, x, premises=halves)
        how = split_of(self.normaliser, x, goal)
        if how is None:
            return self.prove(goal)
        kind, m, k = how
        if kind == "+":
            cases = []
            for side, part in (("inl", m), ("inr", k)):
                y = self._next(fin(part), goal, x)
                cases.append(gen(y, self._for_all(y, open_body(predicate, app(const(side, m, k), y)))))
            return fact("fin_split", {"m": m, "k": k}, predicate, x, premises=tuple(cases))
        i = self._next(fin(m), goal, x)
        j = self._next(fin(k), goal, x, i)
        placed = open_body(predicate, app(const("pair", m, k), i, j))
        every = spec(self._for_all(i, forall(j, placed)), j)
        parts = {i: app(const("quo", m, k), x), j: app(const("rem", m, k), x)}
        return self._replace(fact("pair_quo_rem", {"m": m, "n": k}, x), predicate, instantiate(parts, every))

    def _by(self, same: Theorem, predicate: Term, x: Var) -> Theorem:
        """Prove predicate x from ⊢ x = e by proving predicate e."""
        return self._replace(symmetric(same), predicate, self.prove(open_body(predicate, right(same))))

    @staticmethod
    def _replace(same: Theorem, predicate: Term, theorem: Theorem) -> Theorem:
        """Infer predicate b from ⊢ a = b and ⊢ predicate a."""
        moved = ap_term(predicate, same)
        pair = moved.sides
        if pair is None:
            raise ProofError("not an equation")
        return eq_mp(chain(symmetric(beta(pair[0])), moved, beta(pair[1])), theorem)

    def _equation(self, a: Term, b: Term) -> Theorem:
        ty = a.type
        if ty.domain is not None:
            x = self._next(ty.domain, a, b)
            opened_goal = equation(app(a, x), app(b, x))
            return extensional((x,), self._for_all(x, opened_goal))
        first, second = self.normaliser.normal(a), self.normaliser.normal(b)
        if right(first) is not right(second):
            found = None
            if ty is REAL and not differ(right(first), right(second), assumptions(self.normaliser.context)):
                found = (
                    self._oriented(a, b, right(first), right(second))
                    or self._with_equal_moduli(a, b, right(first), right(second))
                    or self._squeezed(a, b)
                    or self._between_maxima(a, b, right(first), right(second))
                    or combined(self.normaliser, a, b)
                    or self._within_one_turn(a, b)
                )
                found = found or self._by_cases(equation(a, b), right(first), right(second))
                found = found or equal_fractions(self.normaliser, a, b) or equal_by_squares(self.normaliser, a, b)
                found = found or equal_by_exponentials(self.normaliser, a, b)
                found = found or equal_by_exponents(self.normaliser, a, b)
                found = found or equal_by_no_distance(self.normaliser, a, b)
                found = found or self._with_signs(a, b, right(first), right(second))
                if found is None and (same := self._induced(equation, right(first), right(second))) is not None:
                    found = chain(first, same, symmetric(second))
                found = found or self._with_closed_sums(right(first), right(second), first, second)
                found = found or self._with_common_angles(right(first), right(second), first, second)
                found = found or self._by_parts_of_sides(a, b)
                found = found or self._between_all_cases(a, b)
                if found is None and (self.normaliser.context.rivals or self.normaliser.context.ambiguous_splits):
                    same_there = equal_at_places(self.normaliser, right(first), right(second))
                    found = None if same_there is None else chain(first, same_there, symmetric(second))
            if ty is EXTENDED and (same := self._scores(right(first), right(second))) is not None:
                found = chain(first, same, symmetric(second))
            if found is None:
                raise NotProved(right(first), right(second))
            return found
        both = chain(first, symmetric(second))
        if not is_refl(first) or not is_refl(second):
            self.normaliser.context.stages.append(Stage(a, right(first), b, tuple(both.hypotheses)))
        return both

    def _by_parts_of_sides(self, a: Term, b: Term) -> Theorem | None:
        """Prove an equation without the factors that both sides share, or from the summands of its sums, or not."""
        if self.normaliser.context.most_effort <= SHORT:
            return None  # it would take from an attempt that is to be a short one
        inner = Prover(self.normaliser, min(self.cases, 1), self.turns, self.signs, slopes=0)
        with _running_out(self.normaliser.context):
            found = equal_without_factors(self.normaliser, a, b, inner.prove)
            return found or equal_by_summands(self.normaliser, a, b, inner.prove)
        return None

    def _with_common_angles(self, a: Term, b: Term, *normal: Theorem) -> Theorem | None:
        """Prove an equation from that of its normal forms with an angle as a multiple of another, or return None."""
        with suppress(NotProved), _running_out(self.normaliser.context):
            same = by_common_angles(a, b, self.prove)
            return None if same is None else chain(normal[0], same, symmetric(normal[1]))
        return None

    def _with_closed_sums(self, a: Term, b: Term, *normal: Theorem) -> Theorem | None:
        """Prove an equation from that of its normal forms with closed forms of their sums, or return None."""
        with suppress(NotProved), _running_out(self.normaliser.context):
            closed = with_closed_sums(self.normaliser, (a, b), partial(self._induced, equation))
            if closed is not None:
                same = self._equation(*map(right, closed))
                return chain(normal[0], closed[0], same, symmetric(closed[1]), symmetric(normal[1]))
        return None

    def _induced(self, say: Callable[[Term, Term], Term], *normal: Term) -> Theorem | None:
        """Prove what is said of normal terms by induction over a size, or return None."""
        if not self.signs:
            return None
        with _running_out(self.normaliser.context):
            prove = Prover(self.normaliser, cases=1, signs=False).prove
            return proved_over_sizes(say, normal, prove, self._known_sign)
        return None

    def _known_sign(self, t: Term) -> Callable[[Term, Term], Term] | None:
        """Return < or ≤ where a term is plainly above 0 so, or None."""
        if positive(self.normaliser, t) is not None:
            return lt
        return le if nonnegative(self.normaliser, t) is not None else None

    def _with_signs(self, a: Term, b: Term, *normal: Term) -> Theorem | None:
        """Prove a = b by signs of what stands under roots, inverses and logarithms, or return None."""
        if not self.signs:
            return None
        with suppress(NotProved), _running_out(self.normaliser.context):
            if (prover := self._with_bounds(*normal)) is not None:
                return prover._equation(a, b)
        return None

    def _between_all_cases(self, a: Term, b: Term) -> Theorem | None:
        """Prove a = b from a ≤ b and b ≤ a by all cases, or return None."""
        if not self.signs or self.cases < MOST_CASES:
            return None
        both = []
        with _running_out(self.normaliser.context):
            for low, high in ((a, b), (b, a)):
                difference = self.normaliser.normal(plus(high, minus(low)))
                found = by_all_cases(self.normaliser, self.assuming, right(difference), strict=False)
                if found is None:
                    return None
                both.append(fact("le_of_nonneg", {}, low, high, premises=(moved_to(found, difference, False),)))
            return fact("le_antisym", {}, a, b, premises=tuple(both))
        return None

    def _scores(self, a: Term, b: Term) -> Theorem | None:
        """Prove that two scores are equal by their numbers and by the indicators of their masks, or return None."""
        first, second = (args_of(side, "plus", 2) for side in (a, b))
        if first is not None and second is not None:
            parts = [self._scores(*both) for both in zip(first, second, strict=True)]
            return None if parts[0] is None or parts[1] is None else binary(const("plus"), parts[0], parts[1])
        x, y = (args_of(side, "emb", 1) for side in (a, b))
        one, other = mask_entry(a), mask_entry(b)
        try:
            if x is not None and y is not None:
                return ap_term(const("emb"), self._equation(*x, *y))
            if one is None or other is None:
                return None
            equal = self._equation(app(IND, one[0]), app(IND, other[0]))
        except NotProved:
            return None
        same = ap_term(const("allow"), fact("ind_injective", {}, one[0], other[0], premises=(equal,)))
        return chain(one[1], same, symmetric(other[1]))

    def _oriented(self, a: Term, b: Term, *normal: Term) -> Theorem | None:
        """Prove a = b with one form for conditions, where indices or numbers are compared, or return None.

        This is no part of every normal form: which of i ≤ j and j ≤ i is kept would depend on the order of nested sums.
        """
        if self.normaliser.context.oriented or not any(map(_has_other_forms, normal)):
            return None
        normaliser = self._with_one_form(normal, freed=True).normaliser
        with suppress(TooLarge):
            first, second = normaliser.normal(a), normaliser.normal(b)
            return chain(first, symmetric(second)) if right(first) is right(second) else None
        return None

    def _with_equal_moduli(self, a: Term, b: Term, *normal: Term) -> Theorem | None:
        """Prove a = b with |·| kept, where there are conditions on numbers under sums or maxima, or return None."""
        if not self.signs or not any(has_real_conditions(t, summed=True) for t in normal):
            return None
        with suppress(TooLarge):
            return equal_with_moduli(self.normaliser.context, a, b)
        return None

    def _with_one_form(self, normal: Sequence[Term], freed: bool) -> Prover:
        """Return a prover with one form for conditions, also in hypotheses where normal terms have some on numbers."""
        context = replace(self.normaliser.context.extended(), oriented=True, freed=freed)
        if any(map(has_real_conditions, normal)):
            for truth in self.normaliser.context.truths[:MOST_TRUTHS]:
                if truth.hypotheses:
                    with suppress(ProofError):
                        add_theorem(context, truth)
        return self._with(Normaliser(context))

    def _real_proposition(self, goal: Term) -> Theorem:
        """Prove an inequality, a negated equation, or a proposition that normalises to ⊤."""
        for truth in self.normaliser.context.truths:
            if truth.conclusion is goal:
                return truth
        negated = match_implication(goal)
        if negated is not None and negated[1] is FALSE:
            if (order := args_of(negated[0], "≤", 2)) is not None:
                return self._sign(order[1], order[0], strict=True)
            if (pair := sides(negated[0])) is not None and pair[0].type is REAL:
                return self._nonzero(*pair)
        if (order := args_of(goal, "≤", 2)) is not None:
            return self._sign(order[0], order[1], strict=False)
        if (relation := args_of(goal, "deriv", 3)) is not None:
            return self._derivative(*relation)
        reduced = self.normaliser.normal(goal)
        if right(reduced) is not TRUE:
            raise NotProved(goal, right(reduced))
        return from_true(reduced)

    def _derivative(self, function: Term, x: Term, slope: Term) -> Theorem:
        """Prove that a function has a derivative by finding the one that it has."""
        found = Differentiator(self.normaliser).derivative(function, x)
        found = with_slope(found, self.normaliser.normal(slope_of(found)))
        return with_slope(found, self._equation(slope_of(found), slope))

    def _sign(self, a: Term, b: Term, strict: bool) -> Theorem:
        """Prove a < b or a ≤ b from the sign of the normal form of b − a."""
        sign = positive if strict else nonnegative
        direct = sign(self.normaliser, b) if a is ZERO else None
        if direct is not None:
            return direct
        difference = self.normaliser.normal(plus(b, minus(a)))
        if fails(right(difference), assumptions(self.normaliser.context)):
            raise NotProved(a, b, "<" if strict else "≤", right(difference))
        found = sign(self.normaliser, right(difference)) or prove_sign(self.normaliser, right(difference), strict)
        found = found or (self._apart_from_zero(right(difference)) if strict else None)
        by_moduli = bool(maxima([read_polynomial(right(difference))]))  # there are no cases within maxima
        if found is None and by_moduli:
            found = self._with_moduli(difference, strict)
        found = found or self._below_all(right(difference), strict)
        if found is None and (whole := proved_order(self.normaliser, a, b, strict)) is not None:
            return whole
        goal = lt(a, b) if strict else le(a, b)
        if found is None:
            found = self._as_written(a, b, right(difference), strict)
            found = found or self._in_one_form(right(difference), strict, _at_once)
        if found is None:
            if (cases := self._by_cases(goal, right(difference))) is not None:
                return cases
            found = None if by_moduli else self._with_moduli(difference, strict)
            found = found or self._late(right(difference), strict)
        if found is None and (shown := self._at_the_largest(goal, right(difference))) is not None:
            return shown
        if found is None:
            raise NotProved(a, b, "<" if strict else "≤", right(difference))
        moved = moved_to(found, difference, strict)
        return fact("lt_of_pos" if strict else "le_of_nonneg", {}, a, b, premises=(moved,))

    def _below_all(self, t: Term, strict: bool) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t where −t has a largest number, from every number, or None."""
        with suppress(NotProved):
            return below_all(self.normaliser, t, strict, self._with(self.normaliser, maxima=self.maxima).prove)
        return None

    def _at_the_largest(self, goal: Term, t: Term) -> Theorem | None:
        """Prove an inequality, with a normal term t as its difference, where a largest number is attained, or None."""

        def prove(context: Context, goal: Term) -> Theorem:
            return self._with(Normaliser(context), maxima=1).prove(goal)

        if not self.signs or not self.maxima:
            return None
        with _running_out(self.normaliser.context):
            return at_the_largest(self.normaliser.context, goal, t, prove)
        return None

    def _apart_from_zero(self, t: Term) -> Theorem | None:
        """Return ⊢ 0 < t for a normal term t that is not 0, and not negative, or None."""
        apart = nonzero(self.normaliser, t)
        sign = None if apart is None else nonnegative(self.normaliser, t) or prove_sign(self.normaliser, t, False)
        return None if sign is None else fact("nonneg_ne_pos", {}, t, premises=(sign, apart))  # type: ignore[arg-type]

    def _late(self, t: Term, strict: bool) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t, for a normal term t, by the means that come last, or None."""
        with _running_out(self.normaliser.context):
            if not strict and (found := self._divided(t, ordered=False)) is not None:
                return found
            prover = self._with_bounds(t) or self
            again = prover.normaliser.normal(t)
            found = prove_sign(prover.normaliser, right(again), strict) if prover is not self else None
            found = found or Nonlinear(prover.normaliser, prover.prove).sign(right(again), strict)
            if found is not None:
                return moved_to(found, again, strict)
            if not strict and (found := self._divided(t, ordered=True)) is not None:
                return found
            if (found := self._in_one_form(t, strict, _at_last)) is not None:
                return found
            if self.signs and (found := self._induced(lt if strict else le, ZERO, t)) is not None:
                return found
            closed = with_closed_sums(self.normaliser, (t,), partial(self._induced, equation))
            if closed is not None and (found := self._late(right(closed[0]), strict)) is not None:
                return moved_to(found, closed[0], strict)
            if self.signs and self.cases == MOST_CASES:
                found = by_all_cases(self.normaliser, self.assuming, t, strict)
            if found is None and self.signs and self.slopes:
                inner = self._with(self.normaliser, slopes=1)
                found = sign_by_derivative(inner, t, strict)
            return found
        return None

    def _divided(self, t: Term, ordered: bool) -> Theorem | None:
        """Return ⊢ 0 ≤ t for a normal term t that a difference of two numbers divides, or None.

        These are numbers of which it is known how they are ordered, or is not.
        """

        def is_wanted(x: Term, y: Term) -> bool:
            differences = (right(self.normaliser.normal(plus(a, minus(b)))) for a, b in ((x, y), (y, x)))
            return ordered is any(prove_sign(self.normaliser, difference, False) for difference in differences)

        def prove(case: Term | None, goal: Term) -> Theorem:
            prover = self if case is None else self.assuming(case)
            inner = self._with(prover.normaliser, cases=1)
            return inner.prove(goal)

        with suppress(NotProved):
            return sign_by_differences(t, prove, is_wanted) if self.cases else None
        return None

    def _as_written(self, a: Term, b: Term, t: Term, strict: bool) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for the normal form t of b − a from the sums that are written, or None.

        These have signs that normal forms do not show: those of squares, which are multiplied out and summed term by
        term, and where there are conditions under sums, as in |x|.
        """
        with _running_out(self.normaliser.context):
            written, conditions = (
                right(with_heads(self.normaliser, plus(b, minus(a)))),
                has_real_conditions(t, summed=True),
            )
            if not conditions and not _has_other_sums(written, t):
                return None
            known = terms_of_written_sums(self.normaliser, written, t)
            found = follows(read_polynomial(t), strict, known) if known else None
            if found is not None or strict or not conditions:
                return found
            return Nonlinear(self.normaliser, self.prove).term_by_term(t, written)
        return None

    def _in_one_form(
        self, t: Term, strict: bool, sign: Callable[[Prover, Term, bool], Theorem | None]
    ) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t, for a normal term t with conditions under sums, by their one form, or None."""
        if self.normaliser.context.oriented or not has_real_conditions(t, summed=True):
            return None
        with _running_out(self.normaliser.context):
            prover = self._with_one_form([t], freed=sign is _at_last)
            again = prover.normaliser.normal(t)
            found = sign(prover, right(again), strict)
            return None if found is None else moved_to(found, again, strict)
        return None

    def _with_moduli(self, difference: Theorem, strict: bool) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for the normal form t of a difference with |·| under sums or maxima, or None."""
        if not self.signs or not has_real_conditions(right(difference), summed=True):
            return None
        with _running_out(self.normaliser.context):

            def sign(context: Context, t: Term, strictly: bool) -> Theorem | None:
                prover = Prover(Normaliser(context), 0, self.turns, signs=False)
                found = prove_sign(prover.normaliser, t, strictly)
                return found or Nonlinear(prover.normaliser, prover.prove).sign(t, strictly)

            found = sign_with_moduli(self.normaliser.context, left(difference), strict, sign)
            if found is not None:
                return moved_to(found[0], chain(symmetric(difference), found[1]), strict)
        return None

    def _with_bounds(self, *terms: Term) -> Prover | None:
        """Return a prover that knows more signs and bounds of what stands in some normal terms, or None."""
        context = self.normaliser.context.extended()
        context.truths += (entries := bounds_of_entries(context))
        more = with_bounds_inside(context) or bool(entries)
        inner = Prover(Normaliser(context), self.cases, self.turns, signs=False)
        if self.signs:
            found = signs_within(inner.normaliser, terms, inner.prove)
            found += logarithms_of_sums(inner.normaliser, terms) + bounds_of_all(inner.normaliser, terms)
            context.truths += found
            roots = squares_before_roots(Normaliser(context), terms, inner.prove)
            roots += logarithms_of_fractions(Normaliser(context), terms)
            context.rules += map(rule_from, roots)
            more = more or bool(found or roots)
        return Prover(Normaliser(context), self.cases, self.turns, signs=False) if more else None

    def _nonzero(self, a: Term, b: Term) -> Theorem:
        """Prove a ≠ b by showing that the normal form of a − b is not zero.

        A normal form has squares of sums written out, so that the sign of a number may show before it alone.
        """
        direct = nonzero(self.normaliser, a) if b is ZERO else None
        if direct is not None:
            return direct
        difference = self.normaliser.normal(plus(a, minus(b)))
        found = nonzero(self.normaliser, right(difference))
        found = found or nonzero_by_factors(self.normaliser, right(difference))
        if found is None:
            direct = self._on_one_side(a, b) or self._by_its_places(negation(equation(a, b)))
            if direct is None:
                raise NotProved(a, b, "≠")
            return direct
        moved = rewrite_proposition(found, symmetric(difference))
        return fact("ne_of_sub", {}, a, b, premises=(moved,))

    def _by_its_places(self, goal: Term) -> Theorem | None:
        """Prove a goal at each of the places of which something is known at one, or return None."""
        context = self.normaliser.context
        with suppress(NotProved):
            return by_its_places(goal, context.truths, context.assumed, lambda case: self.assuming(case).prove(goal))
        return None

    def _on_one_side(self, a: Term, b: Term) -> Theorem | None:
        """Prove a ≠ b from a < b or b < a, or return None."""
        for low, high in ((a, b), (b, a)):
            with suppress(NotProved):
                less = fact("lt_ne", {}, low, high, premises=(self._sign(low, high, strict=True),))
                return less if low is a else rewrite_proposition(less, swapped(low, high))
        return None

    def _squeezed(self, a: Term, b: Term) -> Theorem | None:
        """Prove a = b from a ≤ b and b ≤ a, where inequalities are known, or return None."""
        if not any(is_inequality(truth.conclusion) for truth in self.normaliser.context.truths):
            return None
        both = []
        for low, high in ((a, b), (b, a)):
            difference = self.normaliser.normal(plus(high, minus(low)))
            found = prove_sign(self.normaliser, right(difference), False)
            if found is None:
                return None
            both.append(fact("le_of_nonneg", {}, low, high, premises=(moved_to(found, difference, False),)))
        return fact("le_antisym", {}, a, b, premises=tuple(both))

    def _between_maxima(self, a: Term, b: Term, *normal: Term) -> Theorem | None:
        """Prove a = b from a ≤ b and b ≤ a, where one is made of the largest of some numbers, or return None."""
        if not maxima(map(read_polynomial, normal)):
            return None
        try:
            both = (self._sign(a, b, strict=False), self._sign(b, a, strict=False))
        except NotProved:
            return None
        return fact("le_antisym", {}, a, b, premises=both)

    def _within_one_turn(self, a: Term, b: Term) -> Theorem | None:
        """Prove a = b from cos (a − b) = 1 and |a − b| < 2π, where hypotheses speak of π, or return None."""
        if not self.turns or not any(occurs(PI, truth.conclusion) for truth in self.normaliser.context.truths):
            return None
        difference, prover = plus(a, minus(b)), Prover(self.normaliser, self.cases, turns=False)
        goals = (
            equation(app(COS, difference), ONE),
            *(lt(size, TURN) for size in (difference, minus(difference))),
        )
        try:
            premises = tuple(prover.prove(goal) for goal in goals)
        except NotProved:
            return None
        zero = fact("within_one_turn", {}, difference, premises=premises)
        return to(replaced(ring(a, plus(difference, b)), zero), b)

    def _by_cases(self, goal: Term, *normal: Term) -> Theorem | None:
        """Prove a goal where the first condition in its normal forms holds, and where it does not, or return None."""
        condition = next(iter(_conditions(normal)), None)
        if condition is None or not self.cases:
            return None
        results = []
        for case in (condition, negation(condition)):
            prover = self.assuming(case)
            prover.cases -= 1
            try:
                results.append(prover.prove(goal))
            except NotProved:
                return None
        return by_cases(condition, *results)


def _comparison(premise: Term) -> tuple[tuple[str, Term, Term], ...]:
    """Return how a premise compares two numbers or indices, or nothing."""
    negated = match_implication(premise)
    inside = negated[0] if negated is not None and negated[1] is FALSE else premise
    if (order := args_of(inside, "≤", 2)) is not None:
        return (("<", order[1], order[0]),) if inside is not premise else (("≤", order[0], order[1]),)
    pair = sides(inside)
    is_plain = pair is not None and (pair[0].type is REAL or pair[0].type.size is not None)
    return (("≠" if inside is not premise else "=", *pair),) if pair is not None and is_plain else ()


def _has_other_forms(t: Term) -> bool:
    """Tell whether something in a normal term may be written otherwise: a condition, or a root of factors."""
    return occurs(LE, t) or has_real_conditions(t) or has_split_roots(t)


def _has_other_sums(written: Term, t: Term) -> bool:
    """Tell whether a sum is written, as a factor, that is none in a normal term."""
    atoms = {a for m in read_polynomial(t) for a, _ in m}
    return any(args_of(a, "sum", 1) is not None and a not in atoms for m in read_polynomial(written) for a, _ in m)


def _at_once(prover: Prover, t: Term, strict: bool) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term t by its shape, by linear arithmetic or term by term, or None."""
    shape = (positive if strict else nonnegative)(prover.normaliser, t)
    found = shape or prove_sign(prover.normaliser, t, strict)
    return found if found or strict else Nonlinear(prover.normaliser, prover.prove).term_by_term(t)


def _at_last(prover: Prover, t: Term, strict: bool) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term t by the means that come last, or None."""
    return Nonlinear(prover.normaliser, prover.prove).sign(t, strict)


@contextmanager
def _running_out(context: Context) -> Iterator[None]:
    """Let the means that come last run out, unless more may be spent later: what was left before says more."""
    try:
        yield
    except (BudgetExceeded, TooLarge):
        if context.most_effort < MOST_EFFORT:
            raise


def _conditions(terms: tuple[Term, ...]) -> list[Term]:
    """Return the inequalities under indicators in polynomials, in canonical order."""
    atoms = {atom for t in terms for monomial in read_polynomial(t) for atom, _ in monomial}
    found = (args_of(atom, "ind", 1) for atom in sorted(atoms, key=key))
    return [args[0] for args in found if args is not None and args_of(args[0], "≤", 2) is not None]
