"""Prove what sums of squares of matrices say: ‖X + Y‖² = ‖X‖² + 2⟨X, Y⟩ + ‖Y‖², with hypotheses as rules for words.

Numbers become polynomials in traces of words, so that a cross term ⟨KD, R⟩ = tr(DᵀKᵀR) is 0 where rules say KᵀR = 0.
An inequality is then a combination, with nonnegative coefficients, of what is known and of 0 ≤ c·‖X‖², where X is a
matrix whose square was written, or the sum or difference of two of these.  From ‖X‖² ≤ 0 follows X = 0, a rule by which
an equation of matrices may be proved: so a least square is attained once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations

from ....kernel.rules import Theorem, eq_mp
from ....kernel.terms import REAL, Abs, App, Const, Term, app, sides
from ...library.definitions import defined
from ...library.facts import fact
from ...library.matrices import product, shape, transposed
from ...library.traces import squares
from ...logic.cached_rules import refl
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import ProofError, ap_term, chain, right, symmetric
from ...logic.formulas import LE, MINUS, ONE, ZERO, le, lt, minus, number, plus, times
from ...logic.parts import args_of
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.glance import differ, fails
from ...normal.linear_arithmetic import Inequality, follows_by_simplex, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, canonical_term, factors, monomial_key, product_term, read_polynomial
from ...normal.positivity import distinct, nonnegative, positive
from ...normal.simplex import nonnegative_combination
from ..laws.laws import is_matrix
from ..orders.inequalities import signs_of_monomials
from ..orders.lifting import moved_to
from .matrix_rules import Algebra, is_reserved
from .matrix_traces import Traces
from .norms import Bound, Norms

MOST_SQUARES = 5  # matrices whose sums and differences are squared
MOST_WEIGHTS = 3
MOST_MATRICES = 30  # whose squares are combined
MOST_ROUNDS = 2  # of squares by which norms are compared


def is_of_inner_products(goal: Term, others: Iterable[Term]) -> bool:
    """Tell whether a goal relates numbers made of matrices, or equates matrices where such relations are known."""
    pair = sides(goal)
    if pair is not None and is_matrix(pair[0].type):
        return any(_is_relation(other) and speaks_of_matrices(other) for other in others)
    return _is_relation(goal) and speaks_of_matrices(goal)


def proved_by_inner_products(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal for a goal of this kind, or None."""
    if is_reserved(goal, *(o.conclusion for o in others)) or _needs_more(goal, context, others):
        return None
    told = [o for o in others if _is_relation(o.conclusion) and speaks_of_matrices(o.conclusion)]
    with suppress(ProofError):
        algebra = Algebra((goal,), context, others, numbers=refl)
        algebra.settle()
        algebra.complete()
        found = _proved(goal, algebra, context, told)
        context.unfolded |= algebra.words.unfolded
        return found
    return None


def _needs_more(goal: Term, context: Context, others: Sequence[Theorem]) -> bool:
    """Tell whether a relation of numbers fails once exp, log, inv, sin and cos are other functions of the same signs.

    Nothing here knows more of them, so that it cannot be proved here.
    """
    pair, order, given = sides(goal), order_of(goal), [o.conclusion for o in others]
    if context.bijections or (pair is not None and pair[0].type is not REAL):
        return False
    if order is not None:
        return fails(plus(order[1], minus(order[0])), given, of_any_functions=True)
    return pair is not None and differ(*pair, given, of_any_functions=True)


def _proved(goal: Term, algebra: Algebra, context: Context, told: Sequence[Theorem]) -> Theorem | None:
    algebra.words.steps = 0
    search = Squares(algebra, Normaliser(context), told)
    pair = sides(goal)
    if pair is None:
        return search.ordered(goal)
    return search.equal_numbers(*pair) if pair[0].type is REAL else search.equal_matrices(*pair)


def _is_relation(proposition: Term) -> bool:
    """Tell whether a proposition is an equation or an inequality of numbers."""
    pair = sides(proposition)
    return order_of(proposition) is not None if pair is None else pair[0].type is REAL


def speaks_of_matrices(t: Term) -> bool:
    """Tell whether a word of matrices such as a norm or a sum within a sum stands in a term."""
    stack, seen = [t], set()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if isinstance(part, Abs):
            stack.append(part.body)
            continue
        if not isinstance(part, App):
            continue
        stack += (part.function, part.argument)
        inside = args_of(part, "sum", 1)
        if inside is not None and isinstance(inside[0], Abs) and _is_product_or_sum(inside[0].body):
            return True
        if part.type is REAL and isinstance(part.function, Const | App) and is_matrix(part.argument.type):
            return True
    return False


def _is_product_or_sum(body: Term) -> bool:
    return any(args_of(body, name, arity) is not None for name, arity in (("*", 2), ("sum", 1)))


class Squares:
    """Hold what is known of numbers made of matrices, and the squares at hand."""

    def __init__(self, algebra: Algebra, normaliser: Normaliser, told: Iterable[Theorem]) -> None:
        self.algebra, self.normaliser = algebra, normaliser
        self.traces = Traces(algebra.words, normaliser)
        self.known = [i for theorem in told for i in self._told(theorem)]

    def _told(self, theorem: Theorem) -> Iterator[Inequality]:
        """Yield 0 ≤ b − a for a hypothesis a ≤ b, and both ways for a = b."""
        order, pair = order_of(theorem.conclusion), theorem.sides
        if order is not None:
            a, b, strict = order
            name = "sub_pos" if strict else "sub_nonneg"
            yield self._normal(fact(name, {}, a, b, premises=(theorem,)), plus(b, minus(a)), strict)
        elif pair is not None:
            for a, b, same in ((*pair, theorem), (*pair[::-1], symmetric(theorem))):
                weak = eq_mp(ap_term(app(LE, a), same), fact("le_refl", {}, a))
                yield self._normal(fact("sub_nonneg", {}, a, b, premises=(weak,)), plus(b, minus(a)), False)

    def _normal(self, theorem: Theorem, t: Term, strict: bool) -> Inequality:
        normal = self.traces.number(t)
        return Inequality(read_polynomial(right(normal)), strict, rewrite_proposition(theorem, normal))

    # ---------------------------------------------------------------------------------------------------- relations

    def ordered(self, goal: Term, rounds: int = MOST_ROUNDS) -> Theorem | None:
        """Return ⊢ a ≤ b or ⊢ a < b, if need be from squares taken so often, or None."""
        a, b, strict = order_of(goal) or (ZERO, ZERO, False)
        difference = self.traces.number(plus(b, minus(a)))
        found = self._follows(right(difference), strict)
        if found is None:
            return self._by_squares(a, b, strict, rounds - 1) if rounds and self._is_of_roots(a, b) else None
        moved = moved_to(found, difference, strict)
        return fact("lt_of_pos" if strict else "le_of_nonneg", {}, a, b, premises=(moved,))

    def _is_of_roots(self, *sides: Term) -> bool:
        """Tell whether there are roots in some numbers, as norms are."""
        atoms = (atom for t in sides for m in read_polynomial(right(self.traces.number(t))) for atom, _ in m)
        return any(args_of(atom, "sqrt", 1) is not None for atom in atoms)

    def _by_squares(self, a: Term, b: Term, strict: bool, rounds: int) -> Theorem | None:
        """Return ⊢ a ≤ b or ⊢ a < b from the squares of two numbers that are not negative, or None."""
        signs = [self.traces.root_sign(side) for side in (a, b)]
        if signs[0] is None or signs[1] is None:
            return None
        both = times(a, a), times(b, b)
        found = self.ordered(lt(*both) if strict else le(*both), rounds)
        if found is None:
            return None
        return fact("lt_of_squares" if strict else "le_of_squares", {}, a, b, premises=distinct(signs[1], found))

    def equal_numbers(self, a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a = b by normal forms or from a ≤ b and b ≤ a, or None."""
        first, second = self.traces.number(a), self.traces.number(b)
        if right(first) is right(second):
            return chain(first, symmetric(second))
        if not self.known:
            return None
        both = []
        for low, high in ((a, b), (b, a)):
            difference = self.traces.number(plus(high, minus(low)))
            found = self._follows(right(difference), False)
            if found is None:
                return None
            both.append(fact("le_of_nonneg", {}, low, high, premises=(moved_to(found, difference, False),)))
        return fact("le_antisym", {}, a, b, premises=tuple(both))

    def equal_matrices(self, a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a = b from matrices that are 0 because their squares add up to nothing, or None."""
        weights = [c for c, _ in self._weights({}) if positive(self.normaliser, c) is not None]
        for x in (_sum_of(a, b, MINUS), *self._matrices.values()):
            nothing = next((zero for c in weights if (zero := self._zero(c, x)) is not None), None)
            found = None if nothing is None else self.algebra.with_equations([nothing], a, b)
            if found is not None:
                return found
        return None

    def _zero(self, weight: Term, x: Term) -> Theorem | None:
        """Return ⊢ x = 0 where what is known says c·‖x‖² ≤ 0 for a positive c, or None."""
        whole, sign = squares(x, *shape(x)), positive(self.normaliser, weight)
        scaled = times(weight, whole)
        normal = self.traces.number(plus(ZERO, minus(scaled)))
        found = self._follows(right(normal), False, norms=False) if read_polynomial(right(normal)) else None
        if found is None or sign is None:
            return None
        below = fact("le_of_nonneg", {}, scaled, ZERO, premises=(moved_to(found, normal, False),))
        below = fact("positive_factor", {}, weight, whole, premises=(sign, below))
        return fact("zero_of_squares", dict(zip("rn", shape(x), strict=True)), x, premises=(below,))

    # ------------------------------------------------------------------------------------------------------ squares

    def _follows(self, t: Term, strict: bool, norms: bool = True) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term t from what is known and squares, or None.

        Which squares serve is found from inner products alone; these are then written out and proved.
        """
        goal = read_polynomial(t)
        self._halve(goal)
        signs = signs_of_monomials(self.normaliser, [goal, *(i.polynomial for i in self.known)])
        known = [*self.known, *signs]
        at_hand = self._squares(goal)
        found = self._combined(goal, strict, known, at_hand)
        if found is None and norms:
            at_hand_too = Norms(self.traces, self.normaliser, list(self._matrices.values())[:MOST_SQUARES]).bounds(goal)
            found = self._combined(goal, strict, known, [*at_hand, *at_hand_too]) if at_hand_too else None
        return found

    def _combined(
        self, goal: Polynomial, strict: bool, known: list[Inequality], at_hand: Sequence[Bound]
    ) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for the goal t by a combination, or None; what is used is written out."""
        columns = [*(i.polynomial for i in known), *(bound.polynomial for bound in at_hand)]
        weights = nonnegative_combination(columns, goal, [i.strict for i in known] + [False] * len(at_hand))
        weights = weights or nonnegative_combination(columns, goal)
        if weights is None:
            return None
        used = [bound.made() for bound, c in zip(at_hand, weights[len(known) :], strict=True) if c]
        return follows_by_simplex(goal, strict, [*known, *(self._normal(*made, False) for made in used)])

    def _halve(self, goal: Polynomial) -> None:
        """Take up the matrices X for which a trace in a goal is written as that of XᵀX."""
        atoms = {atom for monomial in goal for atom, _ in monomial}
        for atom in sorted(atoms, key=key):
            for word in self.traces.halves(atom):
                x = self.algebra.words.term(word, shape(word[0])[0])
                whole = self.traces.inner_product(x, x)
                if whole is not ZERO and len(self._matrices) < MOST_MATRICES:
                    self._matrices.setdefault(whole, x)

    def _squares(self, goal: Polynomial) -> list[Bound]:
        """Return 0 ≤ c·‖X‖² for the matrices at hand and the numbers c that multiply traces."""
        weights = self._weights(goal)
        return [
            Bound(read_polynomial(times(c, whole)), partial(_written, c, sign, x))
            for whole, x in self._matrices.items()
            for c, sign in weights
        ]

    @cached_property
    def _matrices(self) -> dict[Term, Term]:
        """The matrices whose squares were written, their sums and differences, by the normal form of ‖X‖²."""
        written = list(self.traces.squares)[:MOST_SQUARES]
        written += [product(m, a) for a in written for m in self._isometries(a)]
        found: dict[Term, Term] = {}
        for a in written:
            found.setdefault(self.traces.inner_product(a, a), a)
        for a, b in combinations(written, 2):
            if shape(a) == shape(b):
                for sign in (MINUS, ONE):
                    cross = times(times(number(2), sign), self.traces.inner_product(a, b))
                    whole = plus(plus(self.traces.inner_product(a, a), self.traces.inner_product(b, b)), cross)
                    found.setdefault(canonical_term(whole), _sum_of(a, b, sign))
        found.pop(ZERO, None)
        return found

    def _isometries(self, a: Term) -> list[Term]:
        """Return the matrices m with mᵀm = 1, by a rule, that a matrix may be multiplied by."""
        one = {(): {(): Fraction(1)}}
        rules = [rule.word for rule in self.algebra.words.rules if len(rule.word) == 2 and rule.rest == one]
        return [m for turned, m in rules if turned is transposed(m) and shape(m)[1] == shape(a)[0]]

    def _weights(self, goal: Polynomial) -> list[tuple[Term, Theorem]]:
        """Return c and ⊢ 0 ≤ c for 1 and the numbers that multiply traces in a goal, what is known and the squares."""
        polynomials = [goal, *(i.polynomial for i in self.known), *map(read_polynomial, self._matrices)]
        plain = {tuple(power for power in m if not _is_of_matrices(power[0])) for p in polynomials for m in p}
        numbers = [product_term(factors(m)) for m in dict.fromkeys(((), *sorted(plain, key=monomial_key)))]
        signs = [(c, nonnegative(self.normaliser, c)) for c in numbers[:MOST_WEIGHTS]]
        return [(c, sign) for c, sign in signs if sign is not None]


def _written(weight: Term, sign: Theorem, x: Term) -> tuple[Theorem, Term]:
    """Return ⊢ 0 ≤ c·‖X‖² from ⊢ 0 ≤ c, and c·‖X‖²."""
    whole = squares(x, *shape(x))
    square = fact("squares_nonneg", dict(zip("rn", shape(x), strict=True)), x)
    return fact("le_mul", {}, weight, whole, premises=distinct(sign, square)), times(weight, whole)


def _is_of_matrices(atom: Term) -> bool:
    """Tell whether an atom is a trace, or an entry of a matrix."""
    return isinstance(atom, App) and (args_of(atom, "sum", 1) is not None or atom.argument.type.size is not None)


def _sum_of(a: Term, b: Term, sign: Term) -> Term:
    """Return a + b or a − b for two matrices."""
    scaled = b if sign is ONE else app(defined("matscale", *shape(b)), sign, b)
    return app(defined("matadd", *shape(a)), a, scaled)
