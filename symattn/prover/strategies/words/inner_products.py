"""Prove what sums of squares of matrices say: ‖X + Y‖² = ‖X‖² + 2⟨X, Y⟩ + ‖Y‖², with hypotheses as rules for words.

Numbers become polynomials in traces of words, so that a cross term ⟨KD, R⟩ = tr(DᵀKᵀR) is 0 where rules say KᵀR = 0.
An inequality is then a combination, with nonnegative coefficients, of what is known and of 0 ≤ c·‖X‖², where X is a
matrix whose square was written, or the sum or difference of two of these.  From ‖X‖² ≤ 0 follows X = 0, a rule by which
an equation of matrices may be proved: so a least square is attained once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from ....kernel.rules import Theorem, eq_mp
from ....kernel.terms import REAL, Abs, App, Const, Term, app, sides
from ...library.facts import fact
from ...library.matrices import shape
from ...library.traces import squares
from ...logic.cached_rules import refl
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import ProofError, ap_term, chain, right, symmetric
from ...logic.formulas import LE, MINUS, ZERO, le, lt, minus, plus, times
from ...logic.parts import args_of
from ...normal.context import Context
from ...normal.glance import differ, fails
from ...normal.linear_arithmetic import Inequality, follows_by_simplex, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, factors, product_term, read_polynomial
from ...normal.positivity import distinct, positive
from ..laws.laws import is_matrix
from ..orders.inequalities import signs_of_monomials
from ..orders.lifting import moved_to
from .matrix_rules import Algebra, is_reserved
from .matrix_traces import Traces
from .norms import Norms, sum_of

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
        self.norms = Norms(self.traces, normaliser)
        self.known = [i for theorem in told for i in self._told(theorem)]

    def _told(self, theorem: Theorem) -> Iterator[Inequality]:
        """Yield 0 ≤ b − a for a hypothesis a ≤ b, and both ways for a = b."""
        order, pair = order_of(theorem.conclusion), theorem.sides
        if order is not None:
            yield self._normal(*order, theorem)
        elif pair is not None:
            for a, b, same in ((*pair, theorem), (*pair[::-1], symmetric(theorem))):
                yield self._normal(a, b, False, eq_mp(ap_term(app(LE, a), same), fact("le_refl", {}, a)))

    def _normal(self, a: Term, b: Term, strict: bool, theorem: Theorem) -> Inequality:
        normal = self.traces.number(plus(b, minus(a)))
        gap = fact("sub_pos" if strict else "sub_nonneg", {}, a, b, premises=(theorem,))
        return Inequality(read_polynomial(right(normal)), strict, rewrite_proposition(gap, normal))

    # ---------------------------------------------------------------------------------------------------- relations

    def ordered(self, goal: Term, rounds: int = MOST_ROUNDS) -> Theorem | None:
        """Return ⊢ a ≤ b or ⊢ a < b, if need be from squares taken so often, or None."""
        a, b, strict = order_of(goal) or (ZERO, ZERO, False)
        found = self._below(a, b, strict)
        if found is None and rounds and self._is_of_roots(a, b):
            return self._by_squares(a, b, strict, rounds - 1)
        return found

    def _below(self, a: Term, b: Term, strict: bool = False, norms: bool = True) -> Theorem | None:
        """Return ⊢ a ≤ b or ⊢ a < b by a combination of what is known, or None."""
        difference = self.traces.number(plus(b, minus(a)))
        found = self._follows(read_polynomial(right(difference)), strict, norms)
        if found is None:
            return None
        premises = (moved_to(found, difference, strict),)
        return fact("lt_of_pos" if strict else "le_of_nonneg", {}, a, b, premises=premises)

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
        low = self._below(a, b) if self.known else None
        high = None if low is None else self._below(b, a)
        return None if low is None or high is None else fact("le_antisym", {}, a, b, premises=(low, high))

    def equal_matrices(self, a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a = b from matrices that are 0 because their squares add up to nothing, or None."""
        numbers = [product_term(factors(c)) for c, _ in self.norms.weights(i.polynomial for i in self.known)]
        weights = [(c, sign) for c in numbers if (sign := positive(self.normaliser, c)) is not None]
        for x in (sum_of(a, b, MINUS), *self.norms.matrices.values()):
            nothing = next((zero for c in weights if (zero := self._zero(*c, x)) is not None), None)
            found = None if nothing is None else self.algebra.with_equations([nothing], a, b)
            if found is not None:
                return found
        return None

    def _zero(self, weight: Term, sign: Theorem, x: Term) -> Theorem | None:
        """Return ⊢ x = 0 where what is known says c·‖x‖² ≤ 0 for a positive c, or None."""
        whole = squares(x, *shape(x))
        below = self._below(times(weight, whole), ZERO, norms=False)
        if below is None:
            return None
        below = fact("positive_factor", {}, weight, whole, premises=(sign, below))
        return fact("zero_of_squares", dict(zip("rn", shape(x), strict=True)), x, premises=(below,))

    def _follows(self, goal: Polynomial, strict: bool, norms: bool) -> Theorem | None:
        """Return ⊢ 0 ≤ t or ⊢ 0 < t for a polynomial t from what is known, squares and bounds by norms, or None."""
        signs = signs_of_monomials(self.normaliser, [goal, *(i.polynomial for i in self.known)])
        known = [*self.known, *signs, *self.norms.squares(goal, self.known)]
        found = follows_by_simplex(goal, strict, known)
        more = self.norms.bounds(goal) if found is None and norms else []
        return follows_by_simplex(goal, strict, [*known, *more]) if more else found
