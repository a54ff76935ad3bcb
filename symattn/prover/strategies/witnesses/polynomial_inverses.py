"""Write down what should be the inverse of a polynomial in one matrix X of which a power is a sum of lower ones.

Where X is idempotent, nilpotent or an involution, or X² = 2X − 1, the inverse is again a combination of powers of X;
its coefficients solve a system of linear equations.  Whether it is the inverse is shown afterwards.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from ....kernel.terms import REAL, Term, app, literal
from ...library.definitions import defined
from ...library.matrices import identity, product, shape
from ...normal.polynomials import Polynomial
from ..equations.combination import solve
from ..words.matrix_combinations import Combination
from ..words.matrix_words import Words

MOST_POWERS = 4


def polynomial_inverse(words: Words, a: Term) -> Term | None:
    """Return a combination of powers of X that should be the inverse of a polynomial in X, or None."""
    own = words.combination(a)
    atoms = {atom for word in own for atom in word}
    if len(atoms) != 1 or not _is_rational(own):
        return None
    (x,) = atoms
    powers = [identity(shape(a)[0]), x]
    while (x,) * len(powers) in words.combination(product(x, powers[-1])):
        if len(powers) == MOST_POWERS:
            return None
        powers.append(product(x, powers[-1]))
    products = [words.combination(product(a, power)) for power in powers]
    if not all(map(_is_rational, products)):
        return None
    coefficients = solve([_in_powers(x, combination) for combination in products], {(): Fraction(1)})
    terms = [_scaled(c, power) for c, power in zip(coefficients or (), powers, strict=False) if c]
    return reduce(_sum, terms) if terms else None


def _in_powers(x: Term, combination: Combination) -> Polynomial:
    """Return a combination of powers of a matrix as a polynomial in a number."""
    return {((x, len(word)),) if word else (): number[()] for word, number in combination.items()}


def _is_rational(combination: Combination) -> bool:
    return all(number.keys() == {()} for number in combination.values())


def _scaled(c: Fraction, a: Term) -> Term:
    return app(defined("matscale", *shape(a)), literal(c, REAL), a)


def _sum(a: Term, b: Term) -> Term:
    return app(defined("matadd", *shape(a)), a, b)
