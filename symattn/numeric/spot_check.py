"""Spot checks: the two sides of a claim at random values that satisfy its hypotheses.

The first instance has the smallest sizes, all 1 where the hypotheses allow that. The others come in groups of equal
sizes, which are computed side by side: each group draws sizes, permutations, subsets, whole numbers, indices and
functions, each instance its matrices, families, masks and numbers. So twenty instances have six draws of sizes. What a
group leaves open, because an instance has no value or does not satisfy the hypotheses, or because it cannot be computed
side by side, is tried one by one, each instance with sizes of its own. By how much a claim fails at an instance is told
in `scaled_errors.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

import numpy as np
from flint import fmpq
from sympy import Basic, Idx
from sympy.core.relational import Relational

from symattn.errors import HypothesisError, MaskedRow, answering
from symattn.language.base.accepted import Expression, Given, Statement
from symattn.language.inspection import Declarations, declarations, free_atoms
from symattn.language.propositions import Claim, Equation, FreeOf
from symattn.language.propositions import claim as make_claim
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.constructions import plan
from symattn.numeric.evaluate import evaluate, evaluate_all
from symattn.numeric.exact import Infinity
from symattn.numeric.expectation import is_true
from symattn.numeric.instances import Instance, Powers
from symattn.numeric.quantified import as_for_all, holds_everywhere, is_inequality
from symattn.numeric.reduction import along_a_line, as_pointwise
from symattn.numeric.refute import known_witnesses
from symattn.numeric.sampling import SPREADS, Sampler, Values, index_values, powers_of
from symattn.numeric.scaled_errors import error_at, errors_at_all, holds_at_all
from symattn.numeric.sequences import sequence_errors, speaks_of_all_values
from symattn.numeric.side_by_side import differs
from symattn.primitives.expectation.word import AboutRandomVectors
from symattn.showing import ShowsItself

#: A hypothesis counts as satisfied by random values when its scaled error is below this.
TOLERANCE = 1e-9
ATTEMPTS = 60
#: After so many trials without random values that satisfy the hypotheses no more are made.
HOPELESS = 2
#: At a glance, so many instances are looked at, for each of which values are drawn so many times; a scaled error
#: above this is no rounding.
GLANCES, AT_A_GLANCE, FAR = 2, 4, 1e-3
#: How many pairs of rows an invariance is tried at, for each spread of their entries.
ROWS = 4
#: What evaluating an expression raises where it is undefined.
UNDEFINED = (MaskedRow, HypothesisError, OverflowError)
#: The instances after the first are in so many groups.
GROUPS = 5


@dataclass(frozen=True)
class SpotCheck(ShowsItself):
    """Hold the number of random instances that were tried, the largest scaled error, and what was not as usual.

    >>> from sympy import MatrixSymbol
    >>> A = MatrixSymbol("A", 2, 2)
    >>> check = spot_check((A*A).T, A.T*A.T)
    >>> check.trials, check.max_error < 1e-12
    (20, True)
    """

    trials: int
    max_error: float
    notes: tuple[str, ...] = ()


def spot_check(
    lhs: Expression | Statement | Claim,
    rhs: Expression | None = None,
    given: Given = (),
    trials: int = 20,
    seed: int = 0,
) -> SpotCheck:
    """Compare the two sides of an equation, proposition or Claim at random values, sizes 1 among them.

    Values at which a side is undefined are drawn again. Hypotheses that random values do not satisfy are met by the
    exact instances of `witness` instead, and a note says so; ``trials`` in the result counts the instances that were
    compared. An inequality has the error by which it is violated, Ne and Invertible the error 1 when they are. Raise
    UndeclaredSymbol or UnsupportedExpression for what cannot be given values.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Attention, PermutationSymbol, dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> sigma = PermutationSymbol("sigma", n)
    >>> check = spot_check(Attention(Q, sigma*K, sigma*V), Attention(Q, K, V))
    >>> check.trials, check.max_error < 1e-12
    (20, True)
    """
    with answering():
        if isinstance(lhs, Claim) and rhs is None and not given:
            return _checked(lhs, trials, seed)
        return _checked(make_claim(cast(Statement, lhs), rhs, given), trials, seed)


def _checked(stated: Claim, trials: int, seed: int) -> SpotCheck:
    if speaks_of_all_values(stated.proposition):
        rng = np.random.Generator(np.random.PCG64(seed))
        found = list(sequence_errors(stated.proposition, stated.given, trials, rng, _satisfy))
        return SpotCheck(len(found), max(found, default=0.0))
    sampler, proposition, hypotheses = _prepared(stated, seed)
    errors: list[float] = []
    trial, size = 0, math.ceil((trials - 1) / GROUPS) if sampler.draws_side_by_side else 1
    while trial < trials:
        found: list[float] = []
        if trial and (count := min(size, trials - trial)) > 1:
            found = _trials_side_by_side(sampler, proposition, hypotheses, count)
            trial += len(found)
            size = size if found else 1
        elif (error := _trial(sampler, proposition, hypotheses, trial)) is not None:
            found = [error]
            trial += 1
        elif trial >= HOPELESS and not errors:
            break
        else:
            trial += 1
        errors += found
    notes: tuple[str, ...] = ()
    if not errors:
        errors = list(_errors_at_witnesses(stated, proposition, sampler.declared, sampler.rng, trials))
        notes = (f"no random values satisfy the hypotheses; {len(errors)} exact instances were used",)
    return SpotCheck(len(errors), max(errors, default=0.0), notes)


def looks_false(stated: Claim, seed: int = 0) -> bool:
    """Tell whether a claim fails by far at one of a few random instances.

    That decides nothing. It says what to try first: a counterexample, or a proof.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import dims
    >>> A, B = MatrixSymbol("A", dims("n"), dims("n")), MatrixSymbol("B", dims("n"), dims("n"))
    >>> looks_false(make_claim(A*B, B*A)), looks_false(make_claim((A*B).T, B.T*A.T))
    (True, False)
    """
    if speaks_of_all_values(stated.proposition):
        return False
    with suppress(Exception):  # what cannot be worked out here looks like nothing; whoever needs it will be told
        sampler, proposition, hypotheses = _prepared(stated, seed)
        for glance in range(1, GLANCES + 1):
            error = _trial(sampler, proposition, hypotheses, glance, AT_A_GLANCE)
            if error is not None and error > FAR:
                return True
    return False


def _prepared(stated: Claim, seed: int) -> tuple[Sampler, Basic, tuple[Basic, ...]]:
    """Return what draws instances of a claim, its proposition at an instance, and its hypotheses."""
    proposition, hypotheses = as_pointwise(stated.proposition, stated.given)
    proposition = along_a_line(proposition, hypotheses)
    rng = np.random.Generator(np.random.PCG64(seed))
    return Sampler(declarations(proposition, *hypotheses), plan(hypotheses), rng), proposition, hypotheses


def _trial(
    sampler: Sampler, proposition: Basic, hypotheses: tuple[Basic, ...], trial: int, attempts: int = ATTEMPTS
) -> float | None:
    """Return the error at one random instance, or None when the attempts meet no defined one."""
    for attempt in range(attempts):
        sizes = sampler.sizes(smallest=trial == 0 and attempt < attempts // 2)
        if not sampler.fits(sizes) or not all(_satisfied(h, sizes, sampler) for h in sampler.plan.about_sizes):
            continue
        try:
            values = sampler.values(sizes)
        except UNDEFINED:
            continue
        if not sampler.keeps_declarations(values) or not _satisfy(sampler, hypotheses, values):
            continue
        error = _error(proposition, values, sampler.declared, sampler.rng)
        if not np.isnan(error):
            return error
    return None


def _trials_side_by_side(
    sampler: Sampler, proposition: Basic, hypotheses: tuple[Basic, ...], count: int
) -> list[float]:
    """Return the errors at those of some random instances of equal sizes that satisfy the hypotheses and have one.

    None of them counts where any of them raises anything: that an instance has no value, or one of its own that
    only the evaluation of this instance alone can tell.
    """
    with suppress(Exception):
        for _ in range(ATTEMPTS):
            sizes = sampler.sizes(smallest=False)
            if sampler.fits(sizes) and all(_satisfied(h, sizes, sampler) for h in sampler.plan.about_sizes):
                values = sampler.values(sizes, count)
                satisfied = satisfied_side_by_side(sampler, hypotheses, values, count)
                errors = errors_at_all(proposition, values, count, sampler.declared.indices, sampler.rng)
                return [float(error) for error in errors[satisfied & ~np.isnan(errors)]]
    return []


def _satisfy(sampler: Sampler, hypotheses: tuple[Basic, ...], values: Values) -> bool:
    """Tell whether the hypotheses hold, after drawing the real numbers again where these may be to blame."""
    assigned = [target for target, _ in sampler.plan.assignments]
    for _ in range(ATTEMPTS):
        failing = [h for h in hypotheses if not _satisfied(h, values, sampler)]
        if not failing:
            return True
        if not all(map(is_inequality, failing)) or not sampler.declared.scalars:
            return False
        values.update({symbol: value for symbol, value in sampler.scalars().items() if symbol not in assigned})
    return False


def _satisfied(hypothesis: Basic, values: Values, sampler: Sampler) -> bool:
    if isinstance(hypothesis, Relational):
        return evaluate_condition(hypothesis, values)
    if isinstance(hypothesis, FreeOf) or speaks_of_all_values(hypothesis):
        return False
    if isinstance(hypothesis, AboutRandomVectors):
        return is_true(hypothesis, lambda matrix: evaluate(matrix, values))
    if (stated := as_for_all(hypothesis)) is not None:
        return holds_everywhere(stated, values, index_values, lambda p, at: _satisfied(p, at, sampler))
    pointwise, _ = as_pointwise(hypothesis)
    new, own = declarations(pointwise), free_atoms(hypothesis)
    extra = [symbol for symbol in new.matrices if symbol not in own]
    values = {symbol: value for symbol, value in values.items() if symbol in own}
    for spread in SPREADS * ROWS if extra else SPREADS[:1]:
        drawn = {symbol: sampler.rng.normal(scale=spread, size=sampler.shape(symbol, values)) for symbol in extra}
        if not _error(pointwise, {**values, **drawn}, new, sampler.rng) < TOLERANCE:
            return False
    return True


def _error(proposition: Basic, values: Values, declared: Declarations, rng: np.random.Generator) -> float:
    """Return the scaled error at an instance; nan where a side is undefined."""
    try:
        return error_at(proposition, values, declared.indices, rng)
    except UNDEFINED:
        return float("nan")


def evaluate_condition(condition: Basic, values: Values) -> bool:
    """Evaluate an inequality at given values."""
    return bool(evaluate_all([condition], values)[0])


# Hypotheses at instances side by side


def satisfied_side_by_side(sampler: Sampler, hypotheses: tuple[Basic, ...], values: Values, count: int) -> np.ndarray:
    """Tell at which instances the hypotheses hold, after drawing the numbers again where these may be to blame."""
    assigned = [target for target, _ in sampler.plan.assignments]
    kept = sampler.keep_declarations(values, count)
    for _ in range(ATTEMPTS):
        held = [(h, _holds_side_by_side(h, values, count, sampler.rng)) for h in hypotheses]
        hopeless = ~kept
        for hypothesis, where in held:
            if not is_inequality(hypothesis):
                hopeless = hopeless | ~where
        failing = ~hopeless & ~np.logical_and.reduce([where for _, where in held], axis=0)
        if not failing.any():
            break
        for symbol, drawn in sampler.scalars(count).items():
            if symbol not in assigned and differs(symbol, drawn):
                values[symbol] = np.where(failing, drawn, values[symbol])
    return ~hopeless & ~failing


def _holds_side_by_side(hypothesis: Basic, values: Values, count: int, rng: np.random.Generator) -> np.ndarray:
    """Tell at which instances a hypothesis holds; raise NotImplementedError where that takes each instance alone."""
    if isinstance(hypothesis, Relational):
        return holds_at_all(hypothesis, values, count, (), rng)
    if isinstance(hypothesis, FreeOf | AboutRandomVectors) or speaks_of_all_values(hypothesis):
        raise NotImplementedError
    if (stated := as_for_all(hypothesis)) is not None:
        outside = {symbol: value for symbol, value in values.items() if symbol not in stated.indices}
        if isinstance(stated.proposition, Relational):
            return holds_at_all(stated.proposition, outside, count, stated.indices, rng)
        if isinstance(stated.proposition, Equation):
            return errors_at_all(stated.proposition, outside, count, stated.indices, rng) < TOLERANCE
        raise NotImplementedError
    pointwise, _ = as_pointwise(hypothesis)
    new, own = declarations(pointwise), free_atoms(hypothesis)
    if any(symbol not in own for symbol in new.matrices):
        raise NotImplementedError
    values = {symbol: value for symbol, value in values.items() if symbol in own}
    return errors_at_all(pointwise, values, count, new.indices, rng) < TOLERANCE


# Exact instances


def _errors_at_witnesses(
    stated: Claim, proposition: Basic, declared: Declarations, rng: np.random.Generator, trials: int
) -> Iterator[float]:
    for instance in islice(known_witnesses(stated, 0), trials):
        error = _error(proposition, floats(instance), declared, rng)
        if not np.isnan(error):
            yield error


def floats(instance: Instance) -> Values:
    """Return an exact instance with numbers in double precision, as `evaluate` takes it."""
    return {s: int(value) if isinstance(s, Idx) else _float(value) for s, value in instance.bindings.items()}


def _float(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_float(part) for part in value]
    if isinstance(value, Infinity):
        return -np.inf
    if isinstance(value, fmpq):
        return int(value.p) / int(value.q)
    if isinstance(value, Powers):
        return powers_of(np.array(_float(value.matrix)))
    if isinstance(value, Complex):
        return complex(_float(value.real), _float(value.imag))
    return value if callable(value) or isinstance(value, frozenset) else float(value)
