"""Prove that a singular matrix has no inverse: from A B = 1 follows w = w A B = 0 for every w with w A = 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import Basic

from symattn.deciding.problem import Prove
from symattn.elaborate.formulas import number
from symattn.kernel.rules import Theorem, assume, refl
from symattn.kernel.syntax import FALSE, negation
from symattn.kernel.terms import Term, Type, const, equation, literal, open_body, var
from symattn.numeric import exact
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import Imprecise, Undefined
from symattn.prover.logic.derived_rules import (
    binary,
    chain,
    discharge,
    first_conjunct,
    gen,
    left,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    right,
    spec,
    symmetric,
)

Vector = Sequence[fmpq]


def singular_vector(matrix: Basic, bindings: Mapping[Basic, Any]) -> Vector | None:
    """Return w ≠ 0 with w A = 0, for a singular matrix A with rational values; None for another one."""
    try:
        rows = Encloser(bindings).matrix(matrix)
    except (Imprecise, Undefined):
        return None
    columns = [[x for x in column if isinstance(x, fmpq)] for column in exact.transpose(rows)]
    if not exact.is_rational(rows):
        return None
    reduced, rank = fmpq_mat(columns).rref()
    table, width = reduced.tolist(), len(rows)
    if rank == width:
        return None
    pivots = [next(j for j in range(width) if table[i][j] != 0) for i in range(rank)]
    free = next(j for j in range(width) if j not in pivots)
    vector = [fmpq(int(j == free)) for j in range(width)]
    for i, pivot in enumerate(pivots):
        vector[pivot] = -table[i][free]
    return vector


def not_invertible(goal: Term, vector: Vector | None, prove: Prove) -> Theorem | None:
    """Return ⊢ ¬(A has an inverse) from w ≠ 0 with w A = 0, or None where a step is not proved.

    The goal is ∀p. (∀B. (A B = 1 ∧ B A = 1) ⇒ p) ⇒ p.
    """
    outer = match_forall(goal)
    inner = match_implication(open_body(outer, FALSE)) if outer is not None else None
    each = match_forall(inner[0]) if inner is not None else None
    if each is None or vector is None:
        return None
    B = var("inverse", each.binder)
    both = match_implication(open_body(each, B))
    if both is None or match_conjunction(both[0]) is None:
        return None
    index = each.binder.domain
    false = _absurd(first_conjunct(assume(both[0])), index, vector, prove) if index is not None else None
    if false is None:
        return None
    none = gen(B, discharge(both[0], false))
    return discharge(goal, mp(spec(assume(goal), FALSE), none))


def _absurd(product: Theorem, index: Type, vector: Vector, prove: Prove) -> Theorem | None:
    """Infer ⊥ from (A B)_ij = δ_ij for all i, j by Σ_i w_i (A B)_ij = 0 for a place j with w_j ≠ 0, or return None."""
    place = next(j for j, entry in enumerate(vector) if entry != 0)
    weighted: Theorem | None = None
    for i, entry in enumerate(vector):
        if entry != 0:
            line = spec(product, literal(i, index), literal(place, index))
            term = binary(const("*"), refl(number(_fraction(entry))), line)
            weighted = term if weighted is None else binary(const("+"), weighted, term)
    if weighted is None:
        return None
    zero, value = number(0), number(_fraction(vector[place]))
    vanishes, stays = prove(equation(left(weighted), zero), ()), prove(equation(right(weighted), value), ())
    differ = prove(negation(equation(zero, value)), ())
    if vanishes is None or stays is None or differ is None:
        return None
    return mp(differ, chain(symmetric(vanishes), weighted, stays))


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
