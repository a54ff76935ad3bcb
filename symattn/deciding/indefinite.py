"""Prove that a matrix is not positive definite or not semidefinite, from two entries or from a column x."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from flint import fmpq
from sympy import Basic

from symattn.certificates.kernel_instance import as_term
from symattn.deciding.problem import Prove
from symattn.kernel.rules import Theorem, assume
from symattn.kernel.syntax import negation
from symattn.kernel.terms import Term, fin, literal
from symattn.language.definite import Definite
from symattn.numeric.definite import refuting_column
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import Imprecise, Undefined
from symattn.prover.logic.conversions import beta_conclusion
from symattn.prover.logic.derived_rules import (
    ap_thm,
    discharge,
    first_conjunct,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    second_conjunct,
    spec,
)
from symattn.prover.logic.formulas import UNIT


def not_definite(goal: Term, stated: Definite, bindings: Mapping[Basic, Any], prove: Prove) -> Theorem | None:
    """Return the negation of what is stated at some values as a theorem, or None."""
    parts = match_conjunction(goal)
    every = [match_forall(part) for part in parts or ()]
    try:
        rows = Encloser(bindings).matrix(stated.matrix)
    except (Imprecise, Undefined):
        return None
    if not every or every[0] is None or every[1] is None:
        return None
    apart = next((p for p in combinations(range(len(rows)), 2) if rows[p[0]][p[1]] != rows[p[1]][p[0]]), None)
    if apart is not None:
        line = spec(first_conjunct(assume(goal)), *(literal(place, every[0].binder) for place in apart))
        return _denied(goal, line, prove)
    column = refuting_column(stated, rows)
    if column is None:
        return None
    x = as_term(tuple((entry,) for entry in column), every[1].binder)
    line = beta_conclusion(spec(second_conjunct(assume(goal)), x))
    premise = match_implication(line.conclusion) if stated.strict else None
    if premise is not None:
        nonzero = _nonzero(premise[0], column, prove)
        if nonzero is None:
            return None
        line = mp(line, nonzero)  # ⊢ ¬(xᵀAx ≤ 0)
        below = match_implication(line.conclusion)
        found = None if below is None else prove(below[0], ())
        return None if found is None else discharge(goal, mp(line, found))
    return _denied(goal, line, prove)


def _nonzero(goal: Term, column: list[fmpq], prove: Prove) -> Theorem | None:
    """Return ⊢ x ≠ 0 for a column with an entry other than 0, or None."""
    core = match_implication(goal)
    line = None if core is None else assume(core[0])
    pair = None if line is None else line.sides
    if core is None or line is None or pair is None or pair[0].type.domain is None:
        return None
    place = next(place for place, entry in enumerate(column) if entry != 0)
    line = ap_thm(ap_thm(line, literal(place, pair[0].type.domain)), literal(0, fin(UNIT)))
    return _denied(core[0], line, prove)


def _denied(goal: Term, line: Theorem, prove: Prove) -> Theorem | None:
    """Infer the negation of a goal from the negation of what it implies, if that is proved."""
    differ = prove(negation(line.conclusion), ())
    return None if differ is None else discharge(goal, mp(differ, line))
