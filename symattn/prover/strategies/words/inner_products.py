"""Prove what sums of squares of matrices say: ‖X + Y‖² = ‖X‖² + 2⟨X, Y⟩ + ‖Y‖², with hypotheses as rules for words.

Numbers become polynomials in traces of words, so that a cross term ⟨KD, R⟩ = tr(DᵀKᵀR) is 0 where rules say KᵀR = 0.
An inequality is then a combination, with nonnegative coefficients, of what is known and of 0 ≤ c·‖X‖², where X is a
matrix whose square was written, or the sum or difference of two of these.  From ‖X‖² ≤ 0 follows X = 0, a rule by which
an equation of matrices may be proved: so a least square is attained once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....kernel.rules import Theorem, eq_mp
from ....kernel.terms import REAL, Abs, App, Const, Term, app, sides
from ...library.facts import fact
from ...library.matrices import added, product, scaled, shape, transposed
from ...library.traces import squares
from ...limits import MOST_ROUNDS
from ...logic.cached_rules import refl
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import ap_term, right, symmetric
from ...logic.formulas import LE, MINUS, ZERO, minus, plus, times
from ...logic.parts import args_of, parts_of
from ...normal.context import Context
from ...normal.glance import fails
from ...normal.linear_arithmetic import Inequality, follows_by_simplex
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, factors, product_term, read_polynomial
from ...normal.positivity import positive
from ..laws.laws import is_matrix
from ..orders.comparisons import moved_to
from ..orders.inequalities import signs_of_monomials
from .matrix_rules import Algebra, is_reserved, matrix_variables
from .matrix_traces import FIRST, Traces
from .norms import Norms, times_number


def is_of_inner_products(goal: Term, others: Iterable[Term]) -> bool:
    """Tell whether a goal orders numbers made of matrices, or equates matrices where such numbers are related."""
    pair = sides(goal)
    if pair is not None and is_matrix(pair[0].type):
        return any(_is_relation(other) and speaks_of_matrices(other) for other in others)
    return _order(goal) is not None and speaks_of_matrices(goal)


def proved_by_inner_products(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal for a goal of this kind, or None."""
    if is_reserved(goal, *(o.conclusion for o in others)) or _needs_more(goal, context, others):
        return None
    told = [o for o in others if _is_relation(o.conclusion) and speaks_of_matrices(o.conclusion)]
    matrices = matrix_variables(goal, *(o.conclusion for o in others))
    algebra = Algebra((goal,), context, others, numbers=refl)
    algebra.complete()
    found = _proved(goal, algebra, context, told, matrices)
    context.unfolded |= algebra.words.unfolded
    return found


def _needs_more(goal: Term, context: Context, others: Sequence[Theorem]) -> bool:
    """Tell whether an inequality fails once exp, log, inv, sin and cos are other functions of the same signs.

    Nothing here knows more of them, so that it cannot be proved here.
    """
    order = _order(goal)
    if context.bijections or order is None:
        return False
    return fails(plus(order[1], minus(order[0])), [o.conclusion for o in others], of_any_functions=True)


def _proved(
    goal: Term, algebra: Algebra, context: Context, told: Sequence[Theorem], matrices: Sequence[Term]
) -> Theorem | None:
    algebra.words.steps = 0
    order, pair = _order(goal), sides(goal)
    if order is not None:
        return Squares(algebra, Normaliser(context), told).ordered(*order)
    if pair is None or not is_matrix(pair[0].type):
        return None
    for _ in range(MOST_ROUNDS):
        search = Squares(algebra, Normaliser(context), told)
        search.traces.squares.update(dict.fromkeys(matrices))
        found = search.equal_matrices(*pair)
        if found is not None or not search.gram_is_zero(*pair):
            return found
    return None


def _order(proposition: Term) -> tuple[Term, Term] | None:
    """Return a and b for a ≤ b, or None."""
    args = args_of(proposition, "≤", 2)
    return None if args is None else (args[0], args[1])


def _is_relation(proposition: Term) -> bool:
    """Tell whether a proposition is an equation or an inequality a ≤ b of numbers."""
    pair = sides(proposition)
    return _order(proposition) is not None if pair is None else pair[0].type is REAL


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


class Squares:
    """Hold what is known of numbers made of matrices, and the squares at hand."""

    def __init__(self, algebra: Algebra, normaliser: Normaliser, told: Iterable[Theorem]) -> None:
        self.algebra, self.normaliser = algebra, normaliser
        self.traces = Traces(algebra.words, normaliser)
        self.norms = Norms(self.traces, normaliser)
        self.known = [i for theorem in told for i in self._told(theorem)]

    def _told(self, theorem: Theorem) -> Iterator[Inequality]:
        """Yield 0 ≤ b − a for a hypothesis a ≤ b, and both ways for a = b."""
        order, pair = _order(theorem.conclusion), theorem.sides
        if order is not None:
            yield self._normal(*order, theorem)
        elif pair is not None:
            for a, b, same in ((*pair, theorem), (*pair[::-1], symmetric(theorem))):
                yield self._normal(a, b, eq_mp(ap_term(app(LE, a), same), fact("le_refl", a)))

    def _normal(self, a: Term, b: Term, theorem: Theorem) -> Inequality:
        normal = self.traces.number(plus(b, minus(a)))
        gap = fact("sub_nonneg", a, b, premises=(theorem,))
        return Inequality(read_polynomial(right(normal)), False, rewrite_proposition(gap, normal))

    # ---------------------------------------------------------------------------------------------------- relations

    def ordered(self, a: Term, b: Term, rounds: int = MOST_ROUNDS) -> Theorem | None:
        """Return ⊢ a ≤ b, if need be from squares taken so often, or None."""
        found = self._below(a, b)
        if found is None and rounds and self._is_of_roots(a, b):
            return self._by_squares(a, b, rounds - 1)
        return found

    def _below(self, a: Term, b: Term, norms: bool = True) -> Theorem | None:
        """Return ⊢ a ≤ b by a combination of what is known, or None."""
        difference = self.traces.number(plus(b, minus(a)))
        found = self._follows(read_polynomial(right(difference)), norms)
        if found is None:
            return None
        return fact("le_of_nonneg", a, b, premises=(moved_to(found, difference),))

    def _is_of_roots(self, *sides: Term) -> bool:
        """Tell whether there are roots in some numbers, as norms are."""
        atoms = (atom for t in sides for m in read_polynomial(right(self.traces.number(t))) for atom, _ in m)
        return any(args_of(atom, "sqrt", 1) is not None for atom in atoms)

    def _by_squares(self, a: Term, b: Term, rounds: int) -> Theorem | None:
        """Return ⊢ a ≤ b from the squares of two numbers that are not negative, or None."""
        signs = [self.traces.root_sign(side) for side in (a, b)]
        if signs[0] is None or signs[1] is None:
            return None
        found = self.ordered(times(a, a), times(b, b), rounds)
        return None if found is None else fact("le_of_squares", a, b, premises=(signs[1], found))

    def equal_matrices(self, a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a = b from matrices that are 0 because their squares add up to nothing, or None."""
        for x in self._at_hand(a, b):
            nothing = self._zero(x)
            found = None if nothing is None else self.algebra.with_equations([nothing], a, b)
            if found is not None:
                return found
        return None

    def _at_hand(self, a: Term, b: Term) -> Iterator[Term]:
        """Yield a − b, then the matrices at hand, and those that are met on the way."""
        yield added(a, scaled(MINUS, b))
        yield from list(self.norms.matrices.values())

    def gram_is_zero(self, a: Term, b: Term) -> bool:
        """Tell whether xᵀx = 0 for x = a − b, and take that up as a rule."""
        x = added(a, scaled(MINUS, b))
        nothing = self._zero(product(transposed(x), x))
        if nothing is not None:
            self.algebra.with_equations([nothing], a, b)
        return nothing is not None

    def _zero(self, x: Term) -> Theorem | None:
        """Return ⊢ x = 0 where what is known says c·‖x‖² ≤ 0 for a positive c, or None."""
        whole = squares(x, *shape(x))
        for c, _ in self.norms.weights(i.polynomial for i in self.known):
            weight = product_term(factors(c))
            sign = positive(self.normaliser, weight)
            below = None if sign is None else self._below(times(weight, whole), ZERO, norms=False)
            if sign is not None and below is not None:
                below = fact("positive_factor", weight, whole, premises=(sign, below))
                return fact("zero_of_squares", x, premises=(below,))
        return None

    def _follows(self, goal: Polynomial, norms: bool) -> Theorem | None:
        """Return ⊢ 0 ≤ t for a polynomial t from what is known, squares and bounds by norms, or None."""
        signs = signs_of_monomials(self.normaliser, [goal, *(i.polynomial for i in self.known)])
        weights = self.norms.weights([goal, *(i.polynomial for i in self.known)])
        weighted = [times_number(c, sign, i) for i in self.known for c, sign in weights if c]
        known = [*self.known, *weighted, *signs, *self.norms.squares(goal, self.known)]
        found = follows_by_simplex(goal, False, known)
        more = self.norms.bounds(goal) if found is None and norms else []
        return follows_by_simplex(goal, False, [*known, *more]) if more else found
