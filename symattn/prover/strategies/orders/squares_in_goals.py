"""Squares that a goal suggests: 0 ≤ (g ± r·h)² for the halves of its monomials and the ways to split them in two.

A quadratic a·g² + c·g·h + b·h² is completed to a square by r = c/2a or r = 2b/c; r = 1 serves sums of several squares.

No rows: the ratios r are computed from the coefficients of the goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations, combinations_with_replacement, permutations, product
from math import isqrt

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app, const
from ...library.facts import fact, infer
from ...limits import MOST_FACTORS, MOST_INDICES, MOST_PLACES, MOST_PRODUCTS
from ...logic.derived_rules import right
from ...logic.formulas import EXP, MINUS, ONE, number, plus, times
from ...logic.parts import args_of, contains, operand
from ...normal.linear_arithmetic import Inequality, in_normal_form
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    factors,
    monomial_key,
    product_term,
    read_polynomial,
)
from ...normal.positivity import nonnegative


def suggested_squares(normaliser: Normaliser, goal: Polynomial, more: Iterable[Monomial] = ()) -> list[Inequality]:
    """Return 0 ≤ (g ± r·h)² for the pairs g, h that the monomials of a goal suggest, and halves of some more."""
    monomials = [*sorted(goal, key=monomial_key), *sorted(set(more) - set(goal), key=monomial_key)]
    halves = [half for m in monomials if (half := root_of(normaliser, m)) is not None]
    halves = list(dict.fromkeys([ONE, *halves, *_waves(goal)]))[:MOST_PLACES]
    crossed = (pair for m in sorted(goal, key=monomial_key) for pair in _splits(m))
    pairs = dict.fromkeys((*combinations(halves, 2), *crossed))
    found: dict[Term, Inequality] = {}
    for t in (
        *halves[1:],
        *_completed_in_turn(normaliser, goal, halves),
        *(t for pair in list(pairs)[:MOST_PRODUCTS] for t in _completed(normaliser, goal, *pair)),
    ):
        if t not in found:
            found[t] = _square(normaliser, t)
    return list(found.values())


def weighted_squares(normaliser: Normaliser, goal: Polynomial) -> list[Inequality]:
    """Return 0 ≤ w·(g ± h)² of the degree of the goal, for products w, g, h of its few atoms: a·(b − c)² for abc.

    Where all monomials are of one degree, those of all the squares are, too; else 1 is one of the factors.  Nothing is
    returned where one atom stands in another, as x does in eˣ.
    """
    atoms, degrees = atoms_of(goal), {sum(e for _, e in m) for m in goal}
    most, mixed = max(degrees, default=0), len(degrees) > 1
    if (
        not 2 < most <= MOST_FACTORS
        or len(atoms) > MOST_INDICES
        or any(contains(*pair) for pair in permutations(atoms, 2))
    ):
        return []
    signs = {atom: sign for atom in atoms if (sign := nonnegative(normaliser, atom)) is not None}
    weights: list[tuple[int, Term, Theorem | None]] = [(0, ONE, None), *((1, a, sign) for a, sign in signs.items())]
    weights += [(2, times(a, b), infer("le_mul", signs[a], signs[b])) for a, b in combinations(signs, 2)]
    ratios = (MINUS,) if len(signs) == len(atoms) else (ONE, MINUS)
    found = []
    for degree, weight, sign in weights:
        if mixed or (most - degree) % 2 == 0:
            chosen = combinations_with_replacement([*atoms, ONE] if mixed else atoms, (most - degree) // 2)
            halves = (product_term([a for a in half if a is not ONE]) for half in chosen)
            sums = (plus(g, times(r, h)) for (g, h), r in product(combinations(halves, 2), ratios))
            found += [_square(normaliser, t, weight, sign) for t in sums]
    return found


def _square(normaliser: Normaliser, t: Term, weight: Term = ONE, sign: Theorem | None = None) -> Inequality:
    """Return 0 ≤ w·t² for a weight with ⊢ 0 ≤ w, or 0 ≤ t²."""
    square = times(t, t)
    if sign is None:
        return in_normal_form(normaliser, partial(fact, "square_nonneg", t), square, False)
    return in_normal_form(
        normaliser, lambda: infer("le_mul", sign, fact("square_nonneg", t)), times(weight, square), False
    )


def root_of(normaliser: Normaliser, monomial: Monomial) -> Term | None:
    """Return h with h² = m, for even powers and exponentials, or None."""
    parts: list[Term] = []
    for atom, exponent in monomial:
        exponential = operand(atom, "exp")
        if exponential is not None:
            scale = number(Fraction(exponent, 2))
            parts.append(right(normaliser.normal(app(EXP, times(scale, exponential)))))
        elif exponent % 2:
            return None
        else:
            parts += [atom] * (exponent // 2)
    return right(normaliser.normal(product_term(parts))) if parts else None


def _waves(goal: Polynomial) -> list[Term]:
    """Return sin x and cos x for either of them in a goal: normal forms have 1 − cos² for sin²."""
    atoms = dict.fromkeys(atom for m in sorted(goal, key=monomial_key) for atom, _ in m)
    angles = (args_of(atom, name, 1) for atom in atoms for name in ("cos", "sin"))
    found = dict.fromkeys(angle[0] for angle in angles if angle is not None)
    return [app(const(name), angle) for angle in found for name in ("sin", "cos")]


def _splits(monomial: Monomial) -> Iterator[tuple[Term, Term]]:
    """Yield the ways to write a monomial as a product of two, up to their order."""
    if not 2 <= len(factors(monomial)) <= MOST_FACTORS:
        return
    seen = set()
    for powers in product(*(range(exponent + 1) for _, exponent in monomial)):
        one = [a for (a, _), e in zip(monomial, powers, strict=True) for _ in range(e)]
        other = [a for (a, whole), e in zip(monomial, powers, strict=True) for _ in range(whole - e)]
        pair = product_term(one), product_term(other)
        if pair[0] is not pair[1] and one and other and pair[::-1] not in seen:
            seen.add(pair)
            yield pair


def _completed(normaliser: Normaliser, goal: Polynomial, g: Term, h: Term) -> Iterator[Term]:
    """Yield g + r·h for the ratios r that complete a square of the goal."""
    (a, _), (b, _), (c, known) = (_coefficient(normaliser, goal, times(*pair)) for pair in ((g, g), (h, h), (g, h)))
    if not known and not (a or b):
        return
    sizes = [Fraction(1), *_roots(b / a if a > 0 else Fraction(0))]
    ratios = [sign * size for size in sizes for sign in (1, -1) if c * sign >= 0]
    if c and a > 0:
        ratios.append(c / (2 * a))
    if c and b > 0:
        ratios.append(2 * b / c)
    for ratio in dict.fromkeys(ratios):
        yield plus(g, times(number(ratio), h))


def _completed_in_turn(normaliser: Normaliser, goal: Polynomial, halves: Sequence[Term]) -> Iterator[Term]:
    """Yield g + Σ c/2a·h for the products c·g·h beside a·g², then so for what this square leaves, from each half on."""
    of_goal = {
        frozenset((g, h)): _coefficient(normaliser, goal, times(g, h))[0] / (1 if g is h else 2)
        for g, h in combinations_with_replacement(halves, 2)
    }
    for first in range(len(halves)):
        left = dict(of_goal)
        for g in (*halves[first:], *halves[:first]):
            a = left[frozenset((g,))]
            beside = {h: c / a for h in halves if (c := left[frozenset((g, h))])} if a > 0 else {}
            if len(beside) > 1:
                yield reduce(plus, [times(number(r), h) for h, r in beside.items() if h is not g], g)
            for h, k in combinations_with_replacement(beside, 2):
                left[frozenset((h, k))] -= a * beside[h] * beside[k]


def _roots(ratio: Fraction) -> list[Fraction]:
    """Return the positive root of a rational number, where it is rational."""
    parts = isqrt(max(ratio.numerator, 0)), isqrt(ratio.denominator)
    root = Fraction(*parts)
    return [root] if root and root * root == ratio else []


def _coefficient(normaliser: Normaliser, goal: Polynomial, t: Term) -> tuple[Fraction, bool]:
    """Return the coefficient in the goal of a product that is one monomial, and whether it is one."""
    polynomial = read_polynomial(right(normaliser.normal(t)))
    if len(polynomial) != 1:
        return Fraction(0), False
    ((monomial, scale),) = polynomial.items()
    return goal.get(monomial, Fraction(0)) / scale, monomial in goal
