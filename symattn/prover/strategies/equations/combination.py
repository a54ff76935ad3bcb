"""Prove an equation as a combination of hypotheses l = r, multiplied by rational numbers and by products of atoms.

a = b follows when a − b = Σ c·m·(l − r) in normal form.  The multipliers m are 1, the atoms that occur, then products
of two of them; the coefficients c solve a system of linear equations.  This is what Nullstellensatz certificates of low
degree look like (Cox, Little and O'Shea, *Ideals, Varieties, and Algorithms*, §4.1); not every consequence has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Term, Var
from ...logic.cached_rules import refl, ring
from ...logic.conversions import beta_sides, fresh, replaced, to
from ...logic.derived_rules import ap_thm, binary, chain, close, left, right, spec, strip, symmetric
from ...logic.formulas import ADD, ONE, ZERO, minus, number, plus, times
from ...logic.matching import match
from ...logic.term_order import key
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, read_polynomial, sorted_terms

MOST_ATOMS = 10
MOST_HYPOTHESES = 4
MOST_PRODUCTS = 140


def combined(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b from a combination of the equations among the hypotheses, or None."""
    goal = normaliser.normal(plus(a, minus(b)))
    vanishing = [(term, theorem) for term, theorem in _vanishing(normaliser, right(goal)) if read_polynomial(term)]
    if not vanishing or len(vanishing) > MOST_HYPOTHESES:
        return None
    for multipliers in _multipliers([right(goal), *(term for term, _ in vanishing)]):
        products = [(m, theorem) for m in multipliers for _, theorem in vanishing]
        if len(products) > MOST_PRODUCTS:
            return None
        normal = [normaliser.normal(times(m, left(theorem))) for m, theorem in products]
        columns = [read_polynomial(right(theorem)) for theorem in normal]
        coefficients = solve(columns, read_polynomial(right(goal)))
        if coefficients is not None:
            used = [(c, m, theorem) for c, (m, theorem) in zip(coefficients, products, strict=True) if c]
            return _proof(normaliser, a, b, used)
    return None


def _vanishing(normaliser: Normaliser, goal: Term) -> Iterator[tuple[Term, Theorem]]:
    """Yield the normal form of l − r and ⊢ l − r = 0 for each hypothesis l = r between numbers.

    One for all indices is used at those at which it speaks of numbers of the goal.
    """
    for truth in normaliser.context.truths:
        for known in _instances(normaliser, truth, goal):
            pair = known.sides
            if pair is not None and pair[0].type is REAL:
                difference = plus(pair[0], minus(pair[1]))
                zero = to(binary(ADD, known, refl(minus(pair[1]))), ZERO)  # one side may stand within the other
                yield right(normaliser.normal(difference)), zero


def _instances(normaliser: Normaliser, truth: Theorem, goal: Term) -> Iterator[Theorem]:
    """Yield a hypothesis, or the instances of one for all indices whose numbers stand in a goal."""
    variables, premises, stripped = strip(truth)
    pair = stripped.sides
    if pair is None or premises:
        return
    while pair[0].type.domain is not None and pair[0].type.domain.size is not None:  # an equation of rows, or matrices
        variables = (*variables, fresh(pair[0].type.domain, *pair, stem="?row"))
        stripped = beta_sides(ap_thm(stripped, variables[-1]))
        pair = stripped.sides or pair
    if not variables:
        yield stripped
    elif pair[0].type is REAL and all(v.type.size is not None for v in variables):
        every = close(stripped, *variables)
        difference = right(normaliser.normal(plus(pair[0], minus(pair[1]))))
        numbers = {atom for monomial in read_polynomial(difference) for atom, _ in monomial}
        patterns = sorted((atom for atom in numbers if set(variables) <= atom.free), key=key)
        atoms = sorted({atom for monomial in read_polynomial(goal) for atom, _ in monomial}, key=key)
        found = set()
        for pattern in patterns:
            for atom in atoms:
                bindings: dict[Var, Term] = {}
                if match(pattern, atom, frozenset(variables), bindings):
                    values = tuple(bindings[v] for v in variables)
                    if values not in found:
                        found.add(values)
                        yield spec(every, *values)


def _multipliers(terms: Sequence[Term]) -> Iterator[list[Term]]:
    """Yield the products of at most one atom, then those of at most two; of many atoms none but 1."""
    found = {atom for term in terms for monomial in read_polynomial(term) for atom, _ in monomial}
    atoms = sorted(found, key=key)
    if len(atoms) > MOST_ATOMS:
        yield [ONE]
    else:
        yield [ONE, *atoms]
        yield [ONE, *atoms, *(times(*pair) for pair in combinations_with_replacement(atoms, 2))]


def solve(columns: Sequence[Polynomial], target: Polynomial) -> list[Fraction] | None:
    """Return coefficients with Σ c·column = target, by Gaussian elimination, or None."""
    monomials = [m for m, _ in sorted_terms({m: Fraction(1) for p in (*columns, target) for m in p})]
    rows = [[*(p.get(m, Fraction(0)) for p in columns), target.get(m, Fraction(0))] for m in monomials]
    pivots: list[int] = []
    for column in range(len(columns)):
        place = len(pivots)
        found = next((r for r in range(place, len(rows)) if rows[r][column]), None)
        if found is None:
            continue
        rows[place], rows[found] = rows[found], rows[place]
        rows[place] = [x / rows[place][column] for x in rows[place]]
        for r, row in enumerate(rows):
            if r != place and row[column]:
                rows[r] = [x - row[column] * y for x, y in zip(row, rows[place], strict=True)]
        pivots.append(column)
    if any(row[-1] for row in rows[len(pivots) :]):
        return None
    solution = [Fraction(0)] * len(columns)
    for row, column in zip(rows, pivots, strict=False):
        solution[column] = row[-1]
    return solution


def _proof(normaliser: Normaliser, a: Term, b: Term, used: Sequence[tuple[Fraction, Term, Theorem]]) -> Theorem | None:
    parts = [times(number(c), times(m, left(theorem))) for c, m, theorem in used]
    combination = reduce(plus, parts) if parts else ZERO
    first, second = normaliser.normal(plus(a, minus(b))), normaliser.normal(combination)
    if right(first) is not right(second):
        return None
    nothing = to(replaced(ring(combination, combination), *(theorem for _, _, theorem in used)), ZERO)
    difference = chain(first, symmetric(second), nothing)
    start = ring(a, plus(plus(a, minus(b)), b))
    return to(replaced(start, difference), b)
