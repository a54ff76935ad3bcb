"""Agreement of the two readings of a claim: what is proved is what is written.

A proof is about kernel terms, a reader sees SymPy expressions.  Here each side of a claim is taken twice at random
small values, as a kernel term entry by entry in the standard model and as a SymPy expression by ``evaluate``; the
hypotheses and obligations of the kernel must be true there as well.  A side is compared with itself only, so nothing
is said about whether the claim holds, and a refuted claim can be compared like a proved one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import inf
from typing import Any

import numpy as np
from sympy import Basic
from sympy.core.relational import Relational

from symattn.deciding.agreement.described import speaks_of_derivatives
from symattn.deciding.agreement.instances import (
    ATTEMPTS,
    TOLERANCE,
    UNDEFINED,
    Computed,
    difference,
    draw,
    holds,
    is_close,
    some_indices,
    speaks_of_indices,
)
from symattn.deciding.agreement.kernel_side import Line, Point
from symattn.deciding.readings import Reading
from symattn.elaborate import elaborate_many
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term
from symattn.language import Calc, Claim, as_hypotheses, as_proposition
from symattn.language.inspection import Declarations, declarations
from symattn.language.propositions import OfSquareMatrix
from symattn.numeric.constructions import plan
from symattn.numeric.meanings import SemanticsError
from symattn.numeric.reduction import as_pointwise
from symattn.numeric.refute import known_witnesses
from symattn.numeric.sampling import Sampler, Values
from symattn.numeric.scaled_errors import OneInstance
from symattn.numeric.sequences import compared
from symattn.numeric.spot_check import floats

TRIALS = 4
Finding = tuple[float, str]


@dataclass(frozen=True)
class Agreement:
    """Hold the number of random instances that were compared, the largest scaled error, and what disagreed first.

    The error is infinite where a truth value, a shape or an entry −∞ is not the same.
    """

    trials: int
    max_error: float
    notes: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether something was compared and nothing disagreed."""
        return self.trials > 0 and self.max_error <= TOLERANCE


def agreement(
    proposition: Any, given: Any = (), trials: int = TRIALS, seed: int = 0, theorem: Theorem | None = None
) -> Agreement:
    """Compare the kernel's reading of a proposition, Claim or Calc with that of ``evaluate``, at random small values.

    The first trial has all sizes 1, the others sizes up to 3 where the hypotheses allow it.  Where no random values
    satisfy the hypotheses the exact instances of ``witness`` are used.  A statement about all values of a symbol is
    compared at two of them.  With a ``theorem``, its conclusion must be the
    very statement that is compared, and its hypotheses among those that are found true.  Raise the errors of
    elaboration for what is outside the language.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Attention, PermutationSymbol, dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> sigma = PermutationSymbol("sigma", n)
    >>> found = agreement((Attention(Q, sigma*K, V), Attention(Q, K, V)))  # false, but read alike
    >>> found.trials, found.agrees
    (4, True)
    """
    if isinstance(proposition, Calc):
        statements: tuple[Basic, ...] = proposition.stated
        hypotheses = (*proposition.given, *as_hypotheses(given))
    else:
        stated = proposition if isinstance(proposition, Claim) else Claim(as_proposition(proposition))
        stated = stated.beside(given)
        statements, hypotheses = (stated.proposition,), stated.given
    stated_lines = elaborate_many(statements, hypotheses)
    read = tuple(compared(statement, *hypotheses) for statement in statements)
    lines = [
        Line(statement, hypotheses, elaborated, *as_pointwise(statement, hypotheses))
        for statement, elaborated in zip(
            read, stated_lines if read == statements else elaborate_many(read, hypotheses), strict=True
        )
    ]
    findings: list[Finding] = []
    if theorem is not None and (differs := Reading(stated_lines).differs_from(theorem)):
        findings.append((inf, differs))
    trials_done, failure = 0, "no random values satisfy the hypotheses"
    for found in _trials(lines, trials, seed):
        if isinstance(found, str):
            failure = found
        else:
            trials_done += 1
            findings += found
    wrong = [note for error, note in findings if not error <= TOLERANCE]
    if not trials_done:
        wrong.append(f"the kernel's reading was not compared: {failure}")
    return Agreement(trials_done, max((error for error, _ in findings), default=0.0), tuple(wrong[:1]))


def _trials(lines: Sequence[Line], trials: int, seed: int) -> Iterator[list[Finding] | str]:
    """Yield the findings of each trial, or why values could not be used."""
    hypotheses = lines[0].hypotheses
    declared = _declared(lines)
    rng = np.random.Generator(np.random.PCG64(seed))
    sampler = Sampler(declared, plan(hypotheses), rng)
    compared = False
    for trial in range(trials):
        for attempt in range(ATTEMPTS):
            values = draw(sampler, hypotheses, trial, attempt)
            if values is None:
                continue
            found = _compare(lines, values, sampler, declared)
            yield found
            if not isinstance(found, str):
                compared = True
                break
    if not compared:
        for line in lines:
            for instance in islice(known_witnesses(Claim(line.stated, line.given), seed), trials):
                yield _compare([line], floats(instance), sampler, line.declared)


def _declared(lines: Sequence[Line]) -> Declarations:
    if len(lines) == 1:
        return lines[0].declared
    return declarations(*(line.pointwise for line in lines), *lines[0].hypotheses)


def _compare(lines: Sequence[Line], values: Values, sampler: Sampler, declared: Declarations) -> list[Finding] | str:
    """Return the findings at some values, for some values of the free indices, or why there are none."""
    findings: list[Finding] = []
    known: set[tuple[Term, ...]] = set()
    try:
        evaluator = OneInstance(values)
        for index in some_indices(values, declared, sampler):
            computed = partial(evaluator.at_index, index=index)
            for line in lines:
                findings += _findings(Point(line, {**values, **index}, sampler.rng), sampler, known, computed)
    except (*UNDEFINED, SemanticsError) as error:
        return str(error)
    return findings


def _findings(point: Point, sampler: Sampler, known: set[tuple[Term, ...]], computed: Computed) -> Iterator[Finding]:
    """Yield the error of each side, and an infinite one for each hypothesis or obligation that is not true.

    ``known`` are the hypotheses without indices that were looked at before, at the same values, and ``computed`` is
    what computes expressions at the values of the point.
    """
    line, stated = point.line, point.line.stated
    written = [] if isinstance(stated, OfSquareMatrix) else computed(line.pointwise.args[:2])
    if any(np.asarray(side).dtype == object for side in written):
        raise SemanticsError("a side is beyond the reach of floating-point numbers")
    if any(np.isnan(side).any() or np.isposinf(side).any() for side in written):
        raise SemanticsError("a side is undefined at the values that were tried")
    for hypothesis in line.elaborated.hypotheses:
        if hypothesis.propositions in known:
            continue
        if not speaks_of_indices(hypothesis.item):
            known.add(hypothesis.propositions)
        true = all(point.value(p) for p in hypothesis.propositions)
        if not true and not is_close(hypothesis.item, computed):
            yield inf, f"where it is true as written, the kernel finds false that {hypothesis.description}"
    for obligation in line.elaborated.obligations:
        proposition = obligation.proposition
        if proposition is not None and not speaks_of_derivatives(proposition) and point.is_false(proposition):
            yield inf, f"where the statement is defined, the kernel finds false that {obligation.description}"
    for name, value, side in zip(("left", "right"), point.sides(), written, strict=bool(written)):
        yield difference(value, side), f"the {name} side is another expression in the kernel's reading"
    if isinstance(stated, Relational | OfSquareMatrix) and not is_close(stated, computed):
        same = point.truth() == holds(stated, point.values, sampler, computed)
        yield 0.0 if same else inf, "the statement is true at other values in the kernel's reading"
