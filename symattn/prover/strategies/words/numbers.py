"""Prove what is said of numbers made of matrices, and what they say of matrices, as of any numbers.

Every number becomes a polynomial in traces of words, so that a cross term ⟨KD, R⟩ = tr (DᵀKᵀR) is 0 where rules say
KᵀR = 0.  Then the traces become variables, of which a few facts are known, and the search for numbers does the rest:
what hypotheses say, the traces of equal matrices, ‖X‖² ≥ 0, ⟨X, Y⟩² ≤ ‖X‖²‖Y‖², ‖XY‖² ≤ ‖X‖²‖Y‖².  A matrix is 0 where
its square is, and that is a rule by which other matrices are equal: so a least square is attained once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from itertools import product as pairs

from ....kernel.rules import Theorem, assume, eq_mp, instantiate
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Abs, App, Const, Term, Var, app, sides, var
from ...library.definitions import defined
from ...library.facts import fact, infer
from ...library.matrices import added, product, scaled, shape, transposed
from ...library.norms import inner_product_below_norms
from ...library.search import implied
from ...library.sums import under_sum
from ...library.traces import squares
from ...limits import LONGEST_WORD, MOST_BOUNDS, MOST_INSTANCES, MOST_MATRIX_EQUATIONS, MOST_WEIGHTS
from ...logic.cached_rules import refl, ring
from ...logic.conversions import beta_normal_form, rewrite, rewrite_proposition
from ...logic.derived_rules import (
    absurd,
    ap_term,
    ap_thm,
    at_arguments,
    chain,
    cut,
    discharge,
    eq_mp_back,
    is_refl,
    left,
    match_negation,
    mp,
    right,
    symmetric,
)
from ...logic.formulas import LE, MINUS, ONE, UNIT, ZERO, le, minus, plus, times
from ...logic.parts import args_of, is_matrix, operand, parts_of, with_parts
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.glance import assumptions, fails
from ...normal.linear_arithmetic import Inequality, follows_by_simplex, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import factors, monomial_key, polynomial_term, product_term, read_polynomial
from ...normal.positivity import nonnegative, nonzero, positive
from ..core.counters import ALL
from ..core.goals import attempted
from ..core.search import Ask
from ..hypotheses.adding import add_theorem
from ..orders.comparisons import by_difference
from ..orders.inequalities import signs_of_monomials
from .matrix_combinations import ALONE
from .matrix_rules import Algebra, is_reserved, matrix_variables
from .matrix_traces import FIRST, Traces, is_trace, unfolded_word
from .matrix_words import RESERVED, Words, row

_QUICK = ALL.at_most(cases=0, contraries=0, signs=0)


def is_of_numbers(goal: Term, others: Iterable[Term]) -> bool:
    """Tell whether a goal orders numbers made of matrices, or equates matrices where such numbers are related."""
    pair = sides(goal)
    if pair is not None and is_matrix(pair[0].type):
        return any(_compared(other) is not None and speaks_of_matrices(other) for other in others)
    return args_of(goal, "≤", 2) is not None and speaks_of_matrices(goal)


def proved_by_numbers(goal: Term, context: Context, others: Sequence[Theorem], quickly: bool = False) -> Theorem | None:
    """Return ⊢ a relation of numbers, an equation of matrices, or anything from a contradiction, or None.

    What is quick goes by combinations of what is known; only where there are roots it searches, and then without cases.
    """
    if is_reserved(goal, *(o.conclusion for o in others)):
        return None
    algebra = Algebra((goal,), context, others, numbers=refl)
    algebra.complete()
    algebra.words.steps = 0
    numbers, found, pair = Numbers(goal, algebra, context, others, quickly), None, sides(goal)
    if pair is not None and is_matrix(pair[0].type):
        found = numbers.equal_matrices(*pair)
        if found is None and numbers.gram_is_zero(*pair):
            found = Numbers(goal, algebra, context, others, quickly).equal_matrices(*pair)
    found = found or numbers.proved(goal)
    context.unfolded |= algebra.words.unfolded
    return found


class Numbers:
    """Hold what is known of numbers made of matrices."""

    def __init__(
        self, goal: Term, algebra: Algebra, context: Context, others: Sequence[Theorem], quickly: bool
    ) -> None:
        self.algebra, self.context, self.others, self.quickly = algebra, context, others, quickly
        self.traces = Traces(algebra.words, Normaliser(context))
        self._plain = Traces(Words(refl, context.opaque), self.traces.normaliser)  # as written, by no rules
        self._matrices = matrix_variables(goal, *(o.conclusion for o in others))
        self._vectors = [v for v in self._matrices if shape(v)[1] == UNIT]
        self._square_ones = [x for x in self._matrices if shape(x)[0] == shape(x)[1]]
        told = [*others, *(said for o in others if (said := _positive_squares(o)) is not None)]
        self.known = [self._read(o) for o in told if _compared(o.conclusion) is not None]

    def proved(self, goal: Term) -> Theorem | None:
        """Return ⊢ goal by what is known of any numbers in place of the traces, or None."""
        order = args_of(goal, "≤", 2)
        if order is not None and order[1] is ZERO and (found := self._not_positive(order[0])) is not None:
            return found
        read = self._normal(goal)
        if not self.quickly:
            self.known += islice(self._equal_numbers(), MOST_INSTANCES)
        if not args_of(match_negation(goal) or goal, "≤", 2):
            found = self._follows(right(read), ())
        else:
            squares = self._squares(right(read))
            found = self._follows(right(read), [*squares, *self._weighted(squares, right(read))])
            if found is None and (more := self._bounds(right(read))):
                found = self._follows(right(read), [*squares, *more])
        if found is None and (more := self._lengths()):  # too many facts distract the search
            found = self._follows(right(read), more)
        if found is None and order is not None and (below := self._not_positive(plus(order[0], minus(order[1])))):
            return implied("∀a b:ℝ. a + -1 * b ≤ 0 ⇒ a ≤ b", below)
        return None if found is None else eq_mp_back(read, found)

    def equal_matrices(self, a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a = b from matrices that are 0 because their squares add up to nothing, or None."""
        self.traces.squares.update(dict.fromkeys(self._matrices))
        for x in (_difference(a, b), *self._met(ONE)):
            nothing = self._zero(x)
            found = None if nothing is None else self.algebra.with_equations([nothing], a, b)
            if found is not None:
                return found
        return None

    def gram_is_zero(self, a: Term, b: Term) -> bool:
        """Tell whether xᵀx = 0 for x = a − b, and take that up as a rule."""
        x = _difference(a, b)
        nothing = self._zero(product(transposed(x), x))
        if nothing is not None:
            self.algebra.with_equations([nothing], a, b)
        return nothing is not None

    def _zero(self, x: Term) -> Theorem | None:
        """Return ⊢ x = 0 where what is known says ‖x‖² ≤ 0, or None."""
        whole = squares(x, *shape(x))
        if not self.known and any(c > 0 for c in read_polynomial(right(self.traces.number(whole))).values()):
            return None
        below = self._not_positive(whole)
        return None if below is None else fact("zero_of_squares", x, premises=(below,))

    def _not_positive(self, t: Term) -> Theorem | None:
        """Return ⊢ t ≤ 0 where what is known says c·t ≤ 0 for a positive c, or None."""
        for c in _weights(_numbers(self.known)):
            sign = positive(self.traces.normaliser, c)
            read = self._normal(le(times(c, t), ZERO))
            squares = self._squares(right(read))
            known = [*squares, *self._weighted(squares, right(read))]
            below = None if sign is None else self._follows(right(read), known)
            if sign is not None and below is not None:
                return fact("positive_factor", c, t, premises=(sign, eq_mp_back(read, below)))
        return None

    # ------------------------------------------------------------------------------------------------- of any numbers

    def _follows(self, goal: Term, more: Sequence[Theorem]) -> Theorem | None:
        """Return ⊢ goal from what is known and some more, with variables in place of the traces, or None."""
        known = [*self.known, *more]
        found = self._by_simplex(goal, known)
        if found is not None or (self.quickly and not _has_roots(goal)):
            return found
        turns = (same for t in _traces(goal, known) for same in self.traces.by_turns(t) if not is_refl(same))
        known += {same.conclusion: same for same in turns}.values()
        marks = {t: var(f"{RESERVED}number{k}", REAL) for k, t in enumerate(_traces(goal, known))}
        said = [with_parts(o.conclusion, marks) for o in known]
        found = attempted(self._of_marks, with_parts(goal, marks), said)
        if found is None:
            return None
        return cut(*known, instantiate({mark: t for t, mark in marks.items()}, found))

    def _by_simplex(self, goal: Term, known: Iterable[Theorem]) -> Theorem | None:
        """Return ⊢ a ≤ b or ⊢ a < b as a combination of what is known and of signs of monomials, or None."""
        order = order_of(goal)
        if order is None:
            return None
        inequalities = [_inequality(each) for theorem in known for each in _both_ways(theorem)]
        polynomial = read_polynomial(plus(order[1], minus(order[0])))
        polynomials = [polynomial, *(i.polynomial for i in inequalities)]
        signs = attempted(signs_of_monomials, self.traces.normaliser, polynomials) or ()
        found = follows_by_simplex(polynomial, order[2], [*inequalities, *signs])
        difference = ring(plus(order[1], minus(order[0])), polynomial_term(polynomial))
        return by_difference(order[0], order[1], found, difference)

    def _of_marks(self, goal: Term, known: Sequence[Term]) -> Theorem | None:
        plain = Context(opaque=self.context.opaque, budget=self.context.budget, most_effort=self.context.most_effort)
        signs = [p for p in known if sides(p) is None]
        learned = dict[Term, Theorem]()
        # What signs there are comes first, to contradict equations, and last, as these rewrite it.
        for theorem in map(assume, (*signs, *(p for p in known if sides(p) is not None), *signs)):
            if (pair := theorem.sides) is not None and pair[0].type is REAL:
                normal = [Normaliser(plain).normal(side) for side in pair]
                theorem = chain(symmetric(normal[0]), theorem, normal[1])
                if is_refl(theorem):
                    continue
            if (against := _contradiction(plain, theorem)) is not None:
                return absurd(theorem, against, goal)
            learned[theorem.conclusion] = theorem
            add_theorem(plain, assume(theorem.conclusion))
        order = order_of(goal)
        if _compared(goal) is None:
            return None
        if order is not None and fails(plus(order[1], minus(order[0])), assumptions(plain)):
            return None
        found = Ask(Normaliser(plain), _QUICK if self.quickly else ALL).prove(goal)
        return cut(*reversed(learned.values()), found)

    # ------------------------------------------------------------------------------------------------ what is known

    def _normal(self, proposition: Term) -> Theorem:
        """Return ⊢ p = p' where the numbers that p compares are polynomials in traces."""
        numbers = map(self.traces.number, _compared(proposition) or ())
        return rewrite(proposition, *(same for same in numbers if not is_refl(same)))

    def _read(self, theorem: Theorem) -> Theorem:
        return eq_mp(self._normal(theorem.conclusion), theorem)

    @cached_property
    def _at_hand(self) -> dict[Term, Term]:
        """The matrices whose squares were written, their images, sums and differences, by ‖X‖²."""
        written = list(self.traces.squares)[:MOST_MATRIX_EQUATIONS]
        rules = self.algebra.words.rules
        isometries = [rule.word for rule in rules if len(rule.word) == 2 and rule.rest == {(): ALONE}]
        for a in list(written):
            written += [product(m, a) for t, m in isometries if t is transposed(m) and shape(m)[1] == shape(a)[0]]
        alike = [(x, y) for x, y in combinations(written, 2) if shape(x) == shape(y)]
        both = [whole for x, y in alike for whole in (_difference(x, y), added(x, y))]
        found: dict[Term, Term] = {}
        for x in (*written, *both):
            found.setdefault(self.traces.inner_product(x, x), x)
        found.pop(ZERO, None)
        return found

    def _met(self, goal: Term) -> list[Term]:
        """Return the matrices at hand and those of which a trace that is met is the square."""
        found = dict(self._at_hand)
        for atom in _traces(goal, self.known):
            for x in self._halves(atom):
                found.setdefault(self.traces.inner_product(x, x), x)
        return list(found.values())[:MOST_BOUNDS]

    def _squares(self, goal: Term) -> list[Theorem]:
        """Return 0 ≤ ‖X‖² for the matrices that are met."""
        return [self._read(fact("squares_nonneg", x)) for x in self._met(goal)]

    def _weighted(self, squares: Sequence[Theorem], goal: Term) -> list[Theorem]:
        """Return what orders are known, and 0 ≤ ‖X‖², times the numbers c ≥ 0 that are met."""
        weights = _weights((*(_compared(goal) or ()), *_numbers(self.known)))
        asked = (attempted(nonnegative, self.traces.normaliser, c) for c in weights if c is not ONE)
        signs = [sign for sign in asked if sign is not None]
        known = (o for o in self.known if args_of(o.conclusion, "≤", 2) is not None)
        gaps = [*(infer("sub_nonneg", o) for o in known), *squares]
        return [self._read(infer("le_mul", sign, gap)) for sign in signs for gap in gaps]

    def _lengths(self) -> list[Theorem]:
        """Return 0 ≤ ‖X‖² for vectors, for those of their images that are given, and for square matrices."""
        given = {part for known in self.others for part in parts_of(known.conclusion)}
        images = (product(x, v) for x, v in pairs(self._matrices, self._vectors) if shape(x)[1] == shape(v)[0])
        vectors = islice((*self._vectors, *(image for image in images if image in given)), MOST_INSTANCES)
        return [self._read(fact("squares_nonneg", x)) for x in (*vectors, *self._square_ones)]

    def _bounds(self, goal: Term) -> list[Theorem]:
        """Return inequalities between the inner products in a goal and the norms of their factors."""
        at_hand = list(self._at_hand.values())[:MOST_MATRIX_EQUATIONS]
        waiting = _traces(goal, ())
        cuts = [pair for atom in waiting[:MOST_MATRIX_EQUATIONS] for pair in self._cuts(atom)]
        cuts += [(x, y) for x, y in combinations(at_hand, 2) if shape(x) == shape(y)]
        by_norms = {tuple(self.traces.inner_product(*z) for z in ((x, y), (x, x), (y, y))): (x, y) for x, y in cuts}
        roots = {root for part in parts_of(goal) if (root := operand(part, "sqrt")) is not None}
        squared = any(sum(e for _, e in m) > 1 for t in _compared(goal) or () for m in read_polynomial(t))
        found = []
        for (mixed, *norms), (x, y) in by_norms.items():
            if roots.issuperset(norms):
                found += [inner_product_below_norms(a, y) for a in (x, scaled(MINUS, x))]
            if squared and mixed not in norms and not set(waiting).isdisjoint(_traces(mixed, ())):
                found.append(fact("inner_product_squared", x, y))
        for atom in waiting:  # which grows
            for word in self.traces.halves(atom) if len(waiting) < MOST_BOUNDS else ():
                for place in range(1, len(word) if len(word) <= LONGEST_WORD else 0):
                    x = self.algebra.words.term(word[:place], shape(word[0])[0])
                    y = self.algebra.words.term(word[place:], shape(x)[1])
                    found.append(fact("norm_of_product", x, y))
                    more = (self.traces.inner_product(z, z) for z in (x, y))
                    waiting += [t for norm in more for t in _traces(norm, ()) if t not in waiting]
        read = ((theorem.conclusion, theorem) for theorem in map(self._read, found))
        return list(dict(islice((each for each in read if not _says_nothing(each[0])), MOST_BOUNDS)).values())

    def _halves(self, atom: Term) -> Iterator[Term]:
        """Yield the matrices X for which an atom is written as the trace of XᵀX."""
        return (self.algebra.words.term(word, shape(word[0])[0]) for word in self.traces.halves(atom))

    def _cuts(self, atom: Term) -> Iterator[tuple[Term, Term]]:
        """Yield X and Y where an atom is the trace of X·Yᵀ."""
        word, words = self.traces.word_in(atom), self.algebra.words
        for start, end in combinations(range(len(word) + 1), 2) if len(word) <= LONGEST_WORD else ():
            x = words.term(word[start:end], shape(word[start])[0])
            yield x, transposed(words.term(word[end:] + word[:start], shape(x)[1]))

    def _equal_numbers(self) -> Iterator[Theorem]:
        """Yield equations of numbers: traces of equal matrices, also multiplied by others, and what rules left over."""
        for traces, equations in ((self.traces, self.algebra.left_over), (self._plain, self.algebra.equations)):
            for e in equations:
                if shape(left(e))[0] == shape(left(e))[1]:
                    yield from _of_traces(traces, e)
        for e in self.algebra.equations[:MOST_INSTANCES]:
            yield from _of_turned(self.traces, e)
        for e, x in islice(pairs(self.algebra.equations, self._square_ones), MOST_INSTANCES):
            if shape(left(e)) == shape(x):
                yield from _of_traces(self._plain, ap_term(app(defined("matmul", *shape(x), shape(x)[0]), x), e))
        for e in self.algebra.left_over[:MOST_INSTANCES]:
            for multiplied in islice(self._multiplied(e), MOST_INSTANCES):
                yield from _of_traces(self.traces, multiplied)

    def _multiplied(self, e: Theorem) -> Iterator[Theorem]:
        """Yield ⊢ uᵀa = uᵀb or ⊢ uᵀav = uᵀbv from a = b for the vectors u and v at hand."""
        rows, columns = shape(left(e))
        before = [u for u in self._vectors if shape(u)[0] == rows]
        after = [v for v in self._vectors if shape(v)[0] == columns]
        if rows == UNIT or (columns != UNIT and not after):
            return
        for u, v in pairs(before, after if columns != UNIT else [None]):
            found = e
            if v is not None:
                found = ap_thm(ap_term(defined("matmul", rows, columns, UNIT), found), v)
            yield ap_term(app(defined("matmul", UNIT, rows, UNIT), transposed(u)), found)


def _positive_squares(theorem: Theorem) -> Theorem | None:
    """Return ⊢ 0 < ‖x‖² where a theorem says that a matrix x is not 0, or None."""
    denied = match_negation(theorem.conclusion)
    pair = None if denied is None else sides(denied)
    if pair is None or not is_matrix(pair[0].type):
        return None
    zero = fact("zero_of_squares", pair[0])
    return discharge(zero.hypotheses[0], mp(theorem, zero)) if right(zero) is pair[1] else None


def zero_of_norm(goal: Term) -> Theorem | None:
    """Return ‖X‖² ≤ 0 ⊢ X = 0 for a goal 0 < ‖X‖² where X is put together, or None for another goal."""
    norm, bound = args_of(match_negation(goal) or ONE, "≤", 2) or (ONE, ONE)
    if bound is not ZERO or not isinstance(norm, App) or isinstance(norm.argument, Var):
        return None
    if not is_matrix(norm.argument.type):
        return None
    zero, opened = fact("zero_of_squares", norm.argument), unfolded_word(norm, Context())
    opened = None if opened is None else chain(opened, beta_normal_form(right(opened)))
    if opened is None or le(right(opened), ZERO) not in zero.hypotheses:
        return None
    return cut(rewrite_proposition(assume(le(norm, ZERO)), opened), zero)


def _of_traces(traces: Traces, e: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ tr a = tr b from a = b, unless both have one normal form."""
    i = row(shape(left(e))[0])
    both = under_sum(i, at_arguments(e, i, i))
    same = chain(symmetric(traces.trace(left(e))), both, traces.trace(right(e)))
    if not is_refl(same):
        yield same


def _of_turned(traces: Traces, e: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ tr uv = tr vu for products in an equation, unless rules give both one form: they may know vu alone."""
    for side in (left(e), right(e)):
        parts = args_of(side, "matmul", 2)
        if parts is not None and shape(side)[0] == shape(side)[1]:
            same = fact("trace_of_product", *parts)
            known = chain(symmetric(traces.trace(side)), same, traces.trace(product(*reversed(parts))))
            if not is_refl(known):
                yield known


def _compared(proposition: Term) -> tuple[Term, Term] | None:
    """Return the numbers that a proposition compares by =, ≠, ≤ or <, or None."""
    inside = match_negation(proposition) or proposition
    pair = sides(inside)
    if pair is not None:
        return pair if pair[0].type is REAL else None
    order = args_of(inside, "≤", 2)
    return None if order is None else (order[0], order[1])


def _both_ways(theorem: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ a ≤ b or ⊢ a < b itself, and a ≤ b and b ≤ a for an equation of numbers."""
    if order_of(theorem.conclusion) is not None:
        yield theorem
    elif (pair := theorem.sides) is not None and pair[0].type is REAL:
        for same in (theorem, symmetric(theorem)):
            yield eq_mp(ap_term(app(LE, left(same)), same), fact("le_refl", left(same)))


def _inequality(theorem: Theorem) -> Inequality:
    """Return 0 ≤ b − a or 0 < b − a from ⊢ a ≤ b or ⊢ a < b."""
    a, b, strict = order_of(theorem.conclusion) or (ZERO, ZERO, False)
    t = plus(b, minus(a))
    polynomial = read_polynomial(t)

    def made() -> Theorem:
        gap = fact("sub_pos" if strict else "sub_nonneg", a, b, premises=(theorem,))
        return rewrite_proposition(gap, ring(t, polynomial_term(polynomial)))

    return Inequality(polynomial, strict, made)


def _has_roots(goal: Term) -> bool:
    return any(operand(part, name) is not None for part in parts_of(goal) for name in ("sqrt", "abs"))


def _contradiction(context: Context, theorem: Theorem) -> Theorem | None:
    """Return ⊢ a ≠ b for an equation a = b that cannot hold, or ⊢ b < a for a ≤ b of sizes alone, or None."""
    pair = theorem.sides
    if pair is None or pair[0].type is not REAL:
        of_sizes = not theorem.conclusion.free and args_of(theorem.conclusion, "≤", 2) is not None
        return attempted(lambda: Ask(Normaliser(context)).prove(negation(theorem.conclusion))) if of_sizes else None
    a, b = pair
    normaliser = Normaliser(context)
    difference = normaliser.normal(plus(a, minus(b)))
    apart = nonzero(normaliser, right(difference))
    if apart is None:
        return None
    return fact("ne_of_sub", a, b, premises=(rewrite_proposition(apart, symmetric(difference)),))


def _traces(goal: Term, known: Iterable[Theorem]) -> list[Term]:
    """Return the sums and entries in some propositions, the outermost ones."""
    parts = parts_of(goal, *(theorem.conclusion for theorem in known), whole=is_trace)
    return sorted((t for t in parts if is_trace(t)), key=key)


def _numbers(known: Iterable[Theorem]) -> Iterator[Term]:
    """Yield the numbers that some theorems compare."""
    for theorem in known:
        yield from _compared(theorem.conclusion) or ()


def _weights(numbers: Iterable[Term]) -> list[Term]:
    """Return 1 and the numbers that multiply traces in some polynomials."""
    plain = {tuple(power for power in m if not is_trace(power[0])) for t in numbers for m in read_polynomial(t)}
    return [product_term(factors(m)) for m in sorted(plain | {()}, key=monomial_key)][:MOST_WEIGHTS]


def _says_nothing(proposition: Term) -> bool:
    first, second = _compared(proposition) or (ZERO, ONE)
    return first is second


def _difference(a: Term, b: Term) -> Term:
    return added(a, scaled(MINUS, b))


def speaks_of_matrices(t: Term) -> bool:
    """Tell whether a word of matrices such as a norm or a sum within a sum stands in a term."""
    return any(_is_of_matrices(part) for part in parts_of(t) if isinstance(part, App))


def _is_of_matrices(part: App) -> bool:
    inside = args_of(part, "sum", 1)
    if inside is not None and isinstance(inside[0], Abs) and _is_product_or_sum(inside[0].body):
        return True
    if (places := args_of(part, "matmul", 4)) is not None:
        return all(place is FIRST for place in places[2:])
    return part.type is REAL and isinstance(part.function, Const | App) and is_matrix(part.argument.type)


def _is_product_or_sum(body: Term) -> bool:
    return any(args_of(body, name, arity) is not None for name, arity in (("*", 2), ("sum", 1)))
