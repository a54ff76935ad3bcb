"""Prove an equation as a combination of hypotheses l = r, multiplied by rational numbers and by products of atoms.

a = b follows when a − b = Σ c·m·(l − r) in normal form.  The multipliers m are 1, the atoms that occur, then products
of two of them, and at last each monomial that turns a term of l − r into a term of a − b, or of another such product;
the coefficients c solve a system of linear equations.  This is what Nullstellensatz certificates of low degree look
like (Cox, Little and O'Shea, *Ideals, Varieties, and Algorithms*, §4.1); not every consequence has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations_with_replacement, permutations

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Term, Var
from ...library.facts import fact, infer
from ...limits import MOST_ATOMS, MOST_ELIMINATED, MOST_SEARCHES
from ...logic.cached_rules import refl
from ...logic.conversions import at_entries, replaced, rewrite_proposition, to
from ...logic.derived_rules import chain, close, left, right, spec, symmetric
from ...logic.formulas import ONE, ZERO, minus, number, plus, times
from ...logic.matching import match
from ...logic.parts import args_of
from ...logic.term_order import key
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    divided,
    factors,
    multiply,
    product_term,
    read_polynomial,
)
from ...normal.simplex import linear_combination
from ..core.search import Ask
from ..hypotheses.adding import difference_is_zero
from ..orders.comparisons import Compared


def by_combination(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b from a combination of the equations among the hypotheses, or return None."""
    return combined(ask.normaliser, goal.a, goal.b)


def combined(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b from a combination of the equations among the hypotheses, or None."""
    goal = normaliser.normal(plus(a, minus(b)))
    known = {theorem: right(normaliser.normal(left(theorem))) for theorem in _vanishing(normaliser, right(goal))}
    vanishing = {theorem: t for theorem, t in known.items() if t is not ZERO}
    if not vanishing or len(vanishing) > MOST_SEARCHES:
        return None
    for products in _products(normaliser, right(goal), vanishing):
        coefficients = linear_combination([column for _, _, column in products], read_polynomial(right(goal)))
        if coefficients is not None:
            used = [(c, m, theorem) for c, (m, theorem, _) in zip(coefficients, products, strict=True) if c]
            parts = [times(number(c), times(m, left(theorem))) for c, m, theorem in used]
            whole = reduce(plus, parts, ZERO)
            nothing = to(replaced(refl(whole), *(theorem for _, _, theorem in used)), ZERO)
            same = normaliser.normal(whole)
            if right(same) is right(goal):
                nothing = chain(goal, symmetric(same), nothing)
                return infer("equal_of_difference", nothing)
    return None


def _vanishing(normaliser: Normaliser, goal: Term) -> Iterator[Theorem]:
    """Yield ⊢ l − r = 0 for each hypothesis l = r between numbers.

    One for all indices is used at those at which it speaks of numbers of the goal.
    """
    for truth in normaliser.context.truths:
        variables, premises, known = at_entries(truth)
        pair = known.sides
        if premises or pair is None or pair[0].type is not REAL:
            continue
        if not variables:
            yield difference_is_zero(known)
        elif all(v.type.size is not None for v in variables):
            every = close(known, *variables)
            found = _values(variables, right(normaliser.normal(plus(pair[0], minus(pair[1])))), goal)
            yield from (difference_is_zero(spec(every, *values)) for values in found)
    yield from map(difference_is_zero, _neighbours(normaliser, goal))


def _neighbours(normaliser: Normaliser, goal: Term) -> Iterator[Theorem]:
    """Yield what two falling factorials of a goal with as many factors, from x and from x + 1, say of each other."""
    found = [args for atom in _atoms(goal) if (args := args_of(atom, "falling", 2)) is not None]
    for (x, count), (y, other) in permutations(found, 2):
        if count is other and right(normaliser.normal(plus(y, minus(x)))) is ONE:
            same = normaliser.normal(plus(x, ONE))
            yield rewrite_proposition(fact("falling_beside", x, count), chain(same, symmetric(normaliser.normal(y))))


def _values(variables: tuple[Var, ...], difference: Term, goal: Term) -> dict[tuple[Term, ...], None]:
    """Return the values at which numbers of a difference, in which all variables stand, are numbers of a goal."""
    found: dict[tuple[Term, ...], None] = {}
    for pattern in _atoms(difference):
        for atom in _atoms(goal) if set(variables) <= pattern.free else ():
            bindings: dict[Var, Term] = {}
            if match(pattern, atom, frozenset(variables), bindings):
                found[tuple(bindings[v] for v in variables)] = None
    return found


def _atoms(*terms: Term) -> list[Term]:
    """Return the atoms of some normal numbers."""
    return sorted(atoms_of(*map(read_polynomial, terms)), key=key)


def _products(
    normaliser: Normaliser, goal: Term, vanishing: dict[Theorem, Term]
) -> Iterator[list[tuple[Term, Theorem, Polynomial]]]:
    """Yield lists of a multiplier m, of ⊢ l − r = 0 and of m·(l − r): m is one atom, two, or a quotient.

    Where there are many atoms, only 1 is tried before the quotients.
    """
    atoms = _atoms(goal, *vanishing.values())
    pairs = [times(*pair) for pair in combinations_with_replacement(atoms, 2)]
    for multipliers in ([ONE, *atoms], [ONE, *atoms, *pairs]) if len(atoms) <= MOST_ATOMS else ([ONE],):
        if len(multipliers) * len(vanishing) <= MOST_ELIMINATED:
            products = [(m, theorem) for m in multipliers for theorem in vanishing]
            normal = (normaliser.normal(times(m, left(theorem))) for m, theorem in products)
            yield [(m, each, read_polynomial(right(t))) for (m, each), t in zip(products, normal, strict=True)]
    yield _dividing(goal, vanishing)


def _dividing(goal: Term, vanishing: dict[Theorem, Term]) -> list[tuple[Term, Theorem, Polynomial]]:
    """Return each m that turns a term of l − r into one of the goal or of another product; none has a higher degree.

    There is none where there are too many.
    """
    known = {theorem: read_polynomial(t) for theorem, t in vanishing.items()}
    met = dict.fromkeys(read_polynomial(goal))
    most, found, queue = max(map(_degree, met), default=0), dict[tuple[Monomial, Theorem], Polynomial](), list(met)
    for term in queue:  # it grows meanwhile
        for theorem, polynomial in known.items():
            for m in (divided(term, other) for other in polynomial):
                if m is None or (m, theorem) in found or _degree(m) + max(map(_degree, polynomial)) > most:
                    continue
                found[m, theorem] = {multiply(m, other): c for other, c in polynomial.items()}
                queue += [each for each in found[m, theorem] if each not in met]
                met.update(dict.fromkeys(found[m, theorem]))
        if len(found) > MOST_ELIMINATED:
            return []
    return [(product_term(factors(m)), theorem, column) for (m, theorem), column in found.items()]


def _degree(monomial: Monomial) -> int:
    return sum(exponent for _, exponent in monomial)
