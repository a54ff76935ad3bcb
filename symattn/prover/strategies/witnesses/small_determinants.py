"""Prove facts about small matrices by determinants: A·B = 1 gives det A·det B = 1.

The determinant of a matrix of two or three rows is a polynomial in its entries.  That of a product is the product of
determinants once both are multiplied out, so that nothing has to be known of them but that equal matrices have equal
ones; the entries are any numbers then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, permutations
from itertools import product as cartesian

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Lit, Size, Term, Var, app, equation, sides
from ...library.facts import fact
from ...library.matrices import shape
from ...limits import MOST_MATRIX_EQUATIONS, MOST_ROWS
from ...logic.cached_rules import ring
from ...logic.conversions import beta_normal_form, replaced, rewrite, to
from ...logic.derived_rules import (
    ap_term,
    at_arguments,
    chain,
    discharge,
    left,
    match_forall,
    match_negation,
    mp,
    right,
    symmetric,
)
from ...logic.formulas import MUL, ONE, ZERO, inv, minus, plus, times
from ...logic.matching import rule_of
from ...logic.parts import is_matrix
from ...logic.places import place
from ...normal.context import Context, split_places
from ...normal.normaliser import Normaliser
from ..core.search import Ask
from ..hypotheses.adding import add_theorem
from ..words.matrix_rules import matrix_equations, written_factors

Rows = Sequence[Sequence[Term]]


def proved_by_determinants(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal for numbers or matrices that are equal, or differ, by what equal determinants say, or None."""
    pair = sides(match_negation(goal) or goal)
    if pair is None or not (pair[0].type is REAL or is_matrix(pair[0].type)):
        return None
    equal = [e for o in others for e in matrix_equations(o) if _is_small(left(e))][:MOST_MATRIX_EQUATIONS]
    if not equal:
        return None
    plain = Context(opaque=context.opaque, budget=context.budget, most_effort=context.most_effort)
    split_places(plain, (goal, *(each.conclusion for e in equal for each in _entries(e))), tested=False)
    for theorem in others:
        if match_forall(match_negation(theorem.conclusion) or theorem.conclusion) is None:
            add_theorem(plain, theorem)
    written = Normaliser(Context(splits=plain.splits, opaque=plain.opaque))
    solved: set[Term] = set()
    for e in equal:
        inverse = _Inverse.of(written, e)
        if inverse is not None:
            apart = inverse.apart_from_zero()
            add_theorem(plain, apart)
            own = inverse.first.free | inverse.second.free
            if isinstance(inverse.second, Var) and inverse.second not in inverse.first.free and not solved & own:
                solved.add(inverse.second)
                plain.rules += [rule_of(frozenset(), by) for by in inverse.by_cofactors(apart)]
                continue
        plain.truths.append(_equal_determinants(_rows(e)))
    return Ask(Normaliser(plain)).prove(goal)


def denied_by_minors(e: Theorem) -> Theorem | None:
    """Return ⊢ ⊥ from ⊢ a = b where a minor of a and that of b are different numbers, or None.

    A product of an m×r matrix with an r×n one has no minor of more than r rows that is not 0.
    """
    sizes = shape(left(e))
    if any(size.variables() or size.least() > MOST_ROWS for size in sizes):
        return None
    rows = _rows(e)
    context = Context()
    split_places(context, [entry.conclusion for row in rows for entry in row], tested=False)
    normaliser = Normaliser(context)
    for count in range(2, min(len(rows), len(rows[0])) + 1):
        for some, others in cartesian(combinations(rows, count), combinations(range(len(rows[0])), count)):
            equal = _equal_determinants([[row[at] for at in others] for row in some])
            numbers = [normaliser.normal(side) for side in (left(equal), right(equal))]
            if all(isinstance(right(number), Lit) for number in numbers):
                equal = chain(symmetric(numbers[0]), equal, numbers[1])
                if left(equal) is not right(equal):
                    return mp(Ask(normaliser).prove(negation(equal.conclusion)), equal)
    return None


def _is_small(t: Term) -> bool:
    rows, columns = shape(t)
    return rows == columns and not rows.variables() and 2 <= rows.least() <= MOST_ROWS


def _places(size: Size) -> list[Term]:
    return [place(at, size) for at in range(size.least())]


def _rows(e: Theorem) -> list[list[Theorem]]:
    """Return ⊢ a i j = b i j, reduced, at all places from a = b, row by row."""
    rows, columns = map(_places, shape(left(e)))

    def entry(i: Term, j: Term) -> Theorem:
        t = at_arguments(e, i, j)
        return chain(symmetric(beta_normal_form(left(t))), t, beta_normal_form(right(t)))

    return [[entry(i, j) for j in columns] for i in rows]


def _entries(e: Theorem) -> list[Theorem]:
    return [entry for row in _rows(e) for entry in row]


def _equal_determinants(rows: Sequence[Sequence[Theorem]]) -> Theorem:
    """Infer ⊢ det a = det b from ⊢ a i j = b i j."""
    lefts = [[left(entry) for entry in row] for row in rows]
    return rewrite(determinant(lefts), *(entry for row in rows for entry in row))


@dataclass(frozen=True)
class _Inverse:
    """Hold A and B with A·B = 1, their entries, and ⊢ Σ a·b = 1 or 0 for each entry of their product."""

    first: Term
    second: Term
    a: Rows
    b: Rows
    products: Sequence[Sequence[Theorem]]

    @staticmethod
    def of(normaliser: Normaliser, e: Theorem) -> _Inverse | None:
        """Read A·B = 1 from an equation between small matrices, or return None."""
        factors = written_factors(left(e))
        if factors is None or not all(map(_is_small, factors)):
            return None
        places = _places(shape(left(e))[0])
        count = range(len(places))
        a, b = ([[right(normaliser.normal(app(m, i, j))) for j in places] for i in places] for m in factors)
        entries = iter(_entries(e))
        products: list[list[Theorem]] = []
        for p in count:
            products.append([])
            for q, entry in zip(count, entries, strict=False):
                whole, value = normaliser.normal(left(entry)), normaliser.normal(right(entry))
                if right(value) is not (ONE if p == q else ZERO):
                    return None
                written = reduce(plus, (times(a[p][at], b[at][q]) for at in count))
                products[-1].append(chain(ring(written, right(whole)), symmetric(whole), entry, value))
        return _Inverse(*factors, a, b, products)

    def apart_from_zero(self) -> Theorem:
        """Return ⊢ det A ≠ 0, as det A·det B = 1."""
        a, b = determinant(self.a), determinant(self.b)
        product = ring(times(a, b), determinant([[left(entry) for entry in row] for row in self.products]))
        product = to(replaced(product, *_distinct(e for row in self.products for e in row)), ONE)
        zero = assume(equation(a, ZERO))
        nothing = to(replaced(ring(times(a, b), times(a, b)), zero), ZERO)
        never = mp(fact("one_ne_zero"), chain(symmetric(product), nothing))
        return discharge(zero.conclusion, never)

    def by_cofactors(self, apart: Theorem) -> Iterator[Theorem]:
        """Yield ⊢ b = (its cofactor in A)·(det A)⁻¹ for each entry of B."""
        count, whole = range(len(self.a)), determinant(self.a)
        one = fact("inv_mul", whole, premises=(apart,))
        for p in count:
            for q in count:
                entry, column = self.b[p][q], [self.products[at][q] for at in count]
                cofactors = [cofactor(self.a, p, at) for at in count]
                scaled = ring(times(whole, entry), reduce(plus, map(times, cofactors, map(left, column))))
                scaled = to(replaced(scaled, *_distinct(column)), cofactors[q])
                divided = chain(ring(entry, times(entry, ONE)), ap_term(app(MUL, entry), symmetric(one)))
                divided = to(divided, times(inv(whole), times(whole, entry)))
                yield chain(divided, ap_term(app(MUL, inv(whole)), scaled))


def _distinct(entries: Iterable[Theorem]) -> Iterable[Theorem]:
    return {left(entry): entry for entry in entries}.values()


def cofactor(rows: Rows, p: int, q: int) -> Term:
    """Return the entry (p, q) of the adjugate: a minor, with its sign."""
    count = range(len(rows))
    minor = determinant([[rows[i][j] for j in count if j != p] for i in count if i != q])
    return minor if (p + q) % 2 == 0 else minus(minor)


def determinant(rows: Rows) -> Term:
    """Return a determinant by the formula of Leibniz."""
    terms = []
    for order in permutations(range(len(rows))):
        inversions = sum(a > b for at, a in enumerate(order) for b in order[at + 1 :])
        product = reduce(times, (rows[p][q] for p, q in enumerate(order)))
        terms.append(minus(product) if inversions % 2 else product)
    return reduce(plus, terms)
