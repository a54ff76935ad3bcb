"""Spot checks: the two sides of a claim at random values that satisfy its hypotheses.

The difference of the sides is compared with a scale, not entry by entry: large terms may cancel, and the small result
carries their rounding error. The scale is the largest of 1, the magnitude of both sides, and their sensitivity. The
magnitude replaces every product by Σ |left|·|right| and every sum by the sum of the absolute terms. The sensitivity is
how far a side moves, divided by δ, when every real input is multiplied by 1 ± δ with random signs: an input v with
weight w moves the result by w·|v|·δ, a matrix near a singular one moves its inverse much further. A correct identity
in double precision has a scaled error of some 10⁻¹⁵.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import Any, cast

import numpy as np
from flint import fmpq
from sympy import Add, Basic, Idx, MatAdd, MatMul, MatrixSymbol, Mul, Ne, Symbol, Transpose
from sympy.core.relational import Relational

from symattn.errors import HypothesisError, MaskedRow, answering
from symattn.language.base.accepted import Expression, Given, Statement
from symattn.language.base.symbols import MaskSymbol, PermutationSymbol, ProbabilitySymbol
from symattn.language.inspection import Declarations, declarations, free_atoms
from symattn.language.propositions import Claim, FreeOf, Invertible
from symattn.language.propositions import claim as make_claim
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.constructions import plan
from symattn.numeric.evaluate import evaluate, evaluate_all
from symattn.numeric.evaluator import Evaluator
from symattn.numeric.exact import Infinity
from symattn.numeric.expectation import is_true
from symattn.numeric.instances import Instance, Powers
from symattn.numeric.quantified import as_for_all, holds_everywhere, is_inequality
from symattn.numeric.reduction import along_a_line, as_pointwise
from symattn.numeric.refute import known_witnesses
from symattn.numeric.sampling import SPREADS, Sampler, Values, index_values, powers_of
from symattn.numeric.sequences import sequence_errors, speaks_of_all_values
from symattn.primitives.expectation.word import AboutRandomVectors
from symattn.showing import ShowsItself

DELTA = 2.0**-20
#: A difference below this is the error as it is: the scale is at least 1, and would only make it smaller.
NEGLIGIBLE = 1e-13
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
MOST_INDEX_VALUES = 24


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
    for trial in range(trials):
        error = _trial(sampler, proposition, hypotheses, trial)
        if error is not None:
            errors.append(error)
        elif trial >= HOPELESS and not errors:
            break
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


def evaluate_condition(condition: Basic, values: Values) -> bool:
    """Evaluate an inequality at given values."""
    return bool(evaluate_all([condition], values)[0])


# Errors


def _error(proposition: Basic, values: Values, declared: Declarations, rng: np.random.Generator) -> float:
    """Return the largest scaled error over the values of the free indices; nan where a side is undefined."""
    choices = list(index_values(declared.indices, values))
    if len(choices) > MOST_INDEX_VALUES:
        picked = sorted(rng.choice(len(choices), size=MOST_INDEX_VALUES, replace=False).tolist())
        choices = [choices[i] for i in picked]
    try:
        evaluator = Evaluator(values)
        errors = [_error_at(proposition, evaluator, values, index, rng) for index in choices]
    except UNDEFINED:
        return float("nan")
    return float("nan") if any(np.isnan(error) for error in errors) else max(errors)


def _error_at(
    proposition: Basic, evaluator: Evaluator, values: Values, index: Values, rng: np.random.Generator
) -> float:
    """Return the scaled error for one choice of the free indices, at the values that the evaluator has."""
    if isinstance(proposition, Invertible):
        (matrix,) = evaluator.at_index([proposition.matrix], index)
        singular_values = np.linalg.svd(matrix, compute_uv=False)
        return float(singular_values[-1] <= 1e-12 * singular_values[0])
    sides = _as_floats(evaluator.at_index(proposition.args[:2], index))
    if any(np.isnan(side).any() for side in sides):
        return float("nan")
    if isinstance(proposition, Ne):
        return float(sides[0] == sides[1])
    difference = _difference(proposition, *sides)
    if difference <= NEGLIGIBLE:
        return difference
    return difference / _scale(proposition, {**values, **index}, sides, rng)


def _as_floats(arrays: Sequence[Any]) -> list[np.ndarray]:
    return [np.asarray(array, dtype=np.float64) for array in arrays]


def _difference(proposition: Basic, left: np.ndarray, right: np.ndarray) -> float:
    """Return by how much an equation or inequality fails; two entries −∞ agree."""
    with np.errstate(invalid="ignore"):
        difference = np.where(left == right, 0.0, left - right)
    if isinstance(proposition, Relational):
        greater = proposition.rel_op in (">", ">=")
        return float(np.max(np.maximum(0.0, -difference if greater else difference)))
    return float(np.max(np.abs(difference)))


def _scale(proposition: Basic, values: Values, sides: list[np.ndarray], rng: np.random.Generator) -> float:
    """Return max(1, magnitude, sensitivity): see the head of this module."""
    nearby = {symbol: _perturbed(symbol, value, rng) for symbol, value in values.items()}
    moved = _as_floats(evaluate_all(proposition.args[:2], nearby))
    evaluator = Evaluator(values)
    scale = 1.0
    with np.errstate(all="ignore"):
        for expr, side, other in zip(proposition.args, sides, moved, strict=False):
            for array in (_magnitude(evaluator, expr), (side - other) / DELTA):
                scale = max(scale, float(np.max(np.abs(array[np.isfinite(array)]), initial=0.0)))
    return scale


def _magnitude(evaluator: Evaluator, expr: Basic) -> np.ndarray:
    """Return an expression with its sums and products taken of absolute values."""
    if isinstance(expr, MatAdd | Add):
        return reduce(np.add, [_magnitude(evaluator, term) for term in expr.args])
    if isinstance(expr, MatMul | Mul):
        scalars = [_magnitude(evaluator, factor) for factor in expr.args if not factor.is_Matrix]
        matrices = [_magnitude(evaluator, factor) for factor in expr.args if factor.is_Matrix]
        return reduce(np.multiply, scalars + ([reduce(np.matmul, matrices)] if matrices else []))
    if isinstance(expr, Transpose):
        return _magnitude(evaluator, expr.arg).T
    return np.abs(np.asarray(evaluator.dense(evaluator.value(expr)), dtype=np.float64))


def _perturbed(symbol: Basic, value: Any, rng: np.random.Generator) -> Any:
    """Return a real input with every number multiplied by 1 ± δ, and any other input as it is."""
    exact = isinstance(symbol, PermutationSymbol | MaskSymbol | ProbabilitySymbol | Idx) or getattr(
        symbol, "is_integer", False
    )
    if exact or not isinstance(symbol, MatrixSymbol | Symbol):
        return value
    if isinstance(value, complex):
        return complex(*(part * (1 + DELTA * rng.choice((-1.0, 1.0))) for part in (value.real, value.imag)))
    array = np.asarray(value, dtype=np.float64)
    return array * (1 + DELTA * rng.choice((-1.0, 1.0), size=array.shape))


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
