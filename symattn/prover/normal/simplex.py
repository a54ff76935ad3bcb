"""Nonnegative rational combinations of polynomials: the simplex method with Bland's rule, in exact arithmetic.

Source: Schrijver, *Theory of Linear and Integer Programming*, §11.3; Bland's rule meets no basis twice, so it ends.
What is found is proved through the kernel afterwards, so the search need not be trusted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from ..limits import MOST_PIVOTS
from ..logic.formulas import ZERO
from .polynomials import Monomial, Polynomial, monomial_key

_NONE = Fraction(0)


def usable(columns: Sequence[Polynomial], target: Polynomial) -> list[int]:
    """Return the places of the polynomials that may take part in a combination which is the target.

    One with a monomial that nothing else can cancel, since it stands on one side only, takes no part.
    """
    left = list(range(len(columns)))
    while True:
        signs: dict[Monomial, set[bool]] = {}
        for place in left:
            for monomial, coefficient in columns[place].items():
                signs.setdefault(monomial, set()).add(coefficient > 0)
        for monomial, coefficient in target.items():
            signs.setdefault(monomial, set()).add(coefficient < 0)
        signs.setdefault((), set()).add(True)  # a positive constant may be added
        kept = [place for place in left if all(len(signs[m]) == 2 for m in columns[place] if m)]
        if len(kept) == len(left):
            return kept
        left = kept


def nonnegative_combination(
    columns: Sequence[Polynomial], target: Polynomial, wanted: Sequence[bool] | None = None
) -> tuple[Fraction, ...] | None:
    """Return λ ≥ 0 with Σ λ·column + c = target for some c ≥ 0, or None.

    With ``wanted``, some λ of a wanted column, or c, has to be positive.
    """
    used = usable(columns, target)
    slack: Polynomial = {(): Fraction(1)}
    chosen = [*(columns[place] for place in used), slack]
    monomials = sorted({m for p in (*chosen, target) for m in p}, key=monomial_key)
    if any(m and all(m not in p for p in chosen) for m in target):
        return None
    tableau = _Tableau([[*(p.get(m, _NONE) for p in chosen), target.get(m, _NONE)] for m in monomials], len(chosen))
    worth = None if wanted is None else [*(Fraction(wanted[place]) for place in used), Fraction(1)]
    solution = tableau.solve(worth)
    if solution is None:
        return None
    result = [_NONE] * len(columns)
    for place, value in zip(used, solution, strict=False):
        result[place] = value
    return tuple(result)


def linear_combination(columns: Sequence[Polynomial], target: Polynomial) -> list[Fraction] | None:
    """Return coefficients with Σ c·column = target, or None."""
    used = _sharing(columns, target)
    signed = [{m: sign * c for m, c in columns[place].items()} for sign in (1, -1) for place in used]
    found = nonnegative_combination([*map(_without_constant, signed)], _without_constant(target))
    if found is None:
        return None
    values = {place: above - below for place, above, below in zip(used, found, found[len(used) :], strict=False)}
    return [values.get(place, _NONE) for place in range(len(columns))]


def _sharing(columns: Sequence[Polynomial], target: Polynomial) -> list[int]:
    """Return the places of the polynomials of which each monomial stands in another one, too, or in the target."""
    left, kept = list[int](), list(range(len(columns)))
    while kept != left:
        left = kept
        met = Counter(m for polynomial in (*(columns[place] for place in left), target) for m in polynomial)
        kept = [place for place in left if all(met[m] > 1 for m in columns[place])]
    return kept


def _without_constant(polynomial: Polynomial) -> Polynomial:
    """Return a polynomial with 0 for 1 among its monomials, so that no constant is added to it."""
    return {m or ((ZERO, 1),): c for m, c in polynomial.items()}


class _Tableau:
    """Hold equations A·λ = b with b ≥ 0, solved for the unknowns of a basis, which are artificial at first."""

    def __init__(self, rows: list[list[Fraction]], unknowns: int) -> None:
        self.unknowns = unknowns
        self.rows = [[-x for x in row] if row[-1] < 0 else row for row in rows]
        self.basis = [unknowns + place for place in range(len(rows))]
        self.pivots = 0

    def solve(self, worth: Sequence[Fraction] | None) -> list[Fraction] | None:
        """Return a solution λ ≥ 0, with a positive worth if one is asked for, or None."""
        while self._artificial(-1) > 0:
            if not self._enter([self._artificial(j) for j in range(self.unknowns)]):
                return None
        while worth is not None and self._value(worth) <= 0:
            self._drive_out()
            at = [worth[b] if b < self.unknowns else _NONE for b in self.basis]
            gains = [
                worth[j] - sum((c * row[j] for c, row in zip(at, self.rows, strict=True)), _NONE)
                for j in range(self.unknowns)
            ]
            if not self._enter(gains):
                return self._along(gains)
        return self._solution()

    def _artificial(self, column: int) -> Fraction:
        """Return the sum of a column over the rows that are solved for artificial unknowns."""
        rows = (row for row, b in zip(self.rows, self.basis, strict=True) if b >= self.unknowns)
        return sum((x for row in rows if (x := row[column])), _NONE)  # most are 0, and additions of these take long

    def _solution(self) -> list[Fraction]:
        found = [_NONE] * self.unknowns
        for row, b in zip(self.rows, self.basis, strict=True):
            if b < self.unknowns:
                found[b] = row[-1]
        return found

    def _value(self, worth: Sequence[Fraction]) -> Fraction:
        return sum((w * v for w, v in zip(worth, self._solution(), strict=True)), _NONE)

    def _enter(self, gains: Sequence[Fraction]) -> bool:
        """Bring the first unknown that gains into the basis; return whether there was one, and a bound on it."""
        column = next((j for j, gain in enumerate(gains) if gain > 0), None)
        self.pivots += 1
        if column is None or self.pivots > MOST_PIVOTS:
            return False
        bounds = [(row[-1] / row[column], self.basis[r], r) for r, row in enumerate(self.rows) if row[column] > 0]
        if not bounds:
            return False
        self._pivot(min(bounds)[2], column)
        return True

    def _pivot(self, place: int, column: int) -> None:
        pivot = self.rows[place][column]
        chosen = self.rows[place] = [x / pivot for x in self.rows[place]]
        for r, row in enumerate(self.rows):
            if r != place and (factor := row[column]):
                self.rows[r] = [x - factor * y if y else x for x, y in zip(row, chosen, strict=True)]
        self.basis[place] = column

    def _drive_out(self) -> None:
        """Replace artificial unknowns, which are 0, by others where they can be: those that stay stand for 0 = 0."""
        for place, b in enumerate(self.basis):
            if b >= self.unknowns:
                column = next((j for j in range(self.unknowns) if self.rows[place][j]), None)
                if column is not None:
                    self._pivot(place, column)

    def _along(self, gains: Sequence[Fraction]) -> list[Fraction] | None:
        """Return a solution one step along an unbounded gain, or None where there is no gain."""
        column = next((j for j, gain in enumerate(gains) if gain > 0), None)
        if column is None or any(row[column] > 0 for row in self.rows):
            return None
        found = self._solution()
        found[column] += 1
        for row, b in zip(self.rows, self.basis, strict=True):
            if b < self.unknowns:
                found[b] -= row[column]
        return found
