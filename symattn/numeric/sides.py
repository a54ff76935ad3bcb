"""Both sides of an equation at a counterexample, entry by entry, with the places where they surely differ.

A refutation names one entry. A reader sees more from the two matrices beside each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from symattn.language.propositions import Claim, Equation
from symattn.numeric.enclosure import enclose
from symattn.numeric.exact import Exhausted, Imprecise, Infinity, Matrix, Scalar, Undefined, compare
from symattn.numeric.reduction import as_pointwise

DIGITS = 6
#: Larger matrices tell a reader no more than the one entry.
MOST_ENTRIES = 36


@dataclass(frozen=True)
class Sides:
    """Hold the entries of the left and the right side as LaTeX, and the places where they surely differ."""

    lhs: tuple[tuple[str, ...], ...]
    rhs: tuple[tuple[str, ...], ...]
    differing: frozenset[tuple[int, int]]


def both_sides(claim: Claim, counterexample: Any) -> Sides | None:
    """Evaluate both sides of a refuted equation of matrices; None for scalars, other propositions and large matrices.

    >>> from symattn.language import PermutationSymbol, claim, dims
    >>> from symattn.numeric.refute import refute
    >>> n = dims("n")
    >>> sigma = PermutationSymbol("sigma", n)
    >>> stated = claim(sigma, sigma.T)
    >>> sides = both_sides(stated, refute(stated))
    >>> sides.lhs, sorted(sides.differing)
    ((('0', '0', '1'), ('1', '0', '0'), ('0', '1', '0')), [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)])
    """
    if getattr(counterexample, "kind", "") != "values" or counterexample.entry is None or counterexample.part:
        return None
    proposition, _ = as_pointwise(claim.proposition, claim.given)
    if not isinstance(proposition, Equation):
        return None
    try:
        left, right = (enclose(side, counterexample.instance.bindings, 128) for side in proposition.args)
    except (Undefined, Imprecise, Exhausted):
        return None
    places = [(i, j) for i, row in enumerate(left) for j in range(len(row))]
    if len(places) > MOST_ENTRIES:
        return None
    differing = frozenset((i, j) for i, j in places if _differ(left[i][j], right[i][j]))
    return Sides(_written(left), _written(right), differing)


def _differ(left: Scalar, right: Scalar) -> bool:
    try:
        return compare(left, right) != 0
    except Imprecise:
        return False


def _written(matrix: Matrix) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(_short, row)) for row in matrix)


def _short(value: Scalar) -> str:
    r"""Write a value for a reader: a fraction, −∞, or six digits of what is irrational; 0 for a tiny ball around it.

    >>> from flint import arb
    >>> _short(arb(2) ** -90), _short(arb(0, 1e-30)), _short(arb(1) / 3)
    ('8.07794 \\cdot 10^{-28}', '0', '0.333333')
    """
    if isinstance(value, Infinity):
        return r"-\infty"
    if isinstance(value, fmpq):
        sign = "-" if value < 0 else ""
        return str(value) if value.q == 1 else rf"{sign}\tfrac{{{abs(value.p)}}}{{{value.q}}}"
    ball = arb(value)
    if ball.contains(0) and ball.rad() < 0.1**DIGITS:
        return "0"
    digits, _, power = f"{float(ball.mid()):.{DIGITS}g}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits
