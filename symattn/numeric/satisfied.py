"""Whether hypotheses hold at random values: at one instance, and at several instances side by side."""

from __future__ import annotations

import numpy as np
from sympy import Basic
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from symattn.errors import HypothesisError, MaskedRow
from symattn.language.inspection import declarations, free_atoms
from symattn.language.propositions import Equation, FreeOf
from symattn.numeric.evaluate import evaluate, evaluate_all
from symattn.numeric.expectation import is_true
from symattn.numeric.quantified import as_for_all, holds_everywhere, is_inequality
from symattn.numeric.reduction import as_pointwise
from symattn.numeric.sampling import SPREADS, Sampler, Values, index_values
from symattn.numeric.scaled_errors import error_at, errors_at_all, holds_at_all
from symattn.numeric.sequences import speaks_of_all_values
from symattn.numeric.side_by_side import SideBySide, differs
from symattn.primitives.expectation.word import AboutRandomVectors

#: A hypothesis counts as satisfied by random values when its scaled error is below this.
TOLERANCE = 1e-9
#: A difference above this part of the magnitude is no rounding: such values satisfy no equation.
FAR = 1e-3
#: How often real numbers are drawn again that do not satisfy inequalities.
ATTEMPTS = 60
#: How many pairs of rows an invariance is tried at, for each spread of their entries.
ROWS = 4
#: What evaluating an expression raises where it is undefined.
UNDEFINED = (MaskedRow, HypothesisError, OverflowError)


def satisfy(sampler: Sampler, hypotheses: tuple[Basic, ...], values: Values) -> bool:
    """Tell whether the hypotheses hold, after drawing the real numbers again where these may be to blame."""
    for _ in range(ATTEMPTS):
        failing = [h for h in hypotheses if not satisfied(h, values, sampler)]
        if not failing:
            return True
        redrawn = _redrawn(sampler)
        if not all(map(is_inequality, failing)) or free_atoms(*failing).isdisjoint(redrawn):
            return False
        values.update({symbol: value for symbol, value in sampler.scalars().items() if symbol in redrawn})
    return False


def _redrawn(sampler: Sampler) -> frozenset[Basic]:
    """Return the real numbers that no equation gives a value."""
    return frozenset(sampler.declared.scalars).difference(target for target, _ in sampler.plan.assignments)


def satisfied(hypothesis: Basic, values: Values, sampler: Sampler) -> bool:
    """Tell whether a hypothesis holds at given values."""
    if isinstance(hypothesis, Boolean):
        return bool(evaluate_all([hypothesis], _own(hypothesis, values))[0])
    if isinstance(hypothesis, FreeOf) or speaks_of_all_values(hypothesis):
        return False
    if isinstance(hypothesis, AboutRandomVectors):
        return is_true(hypothesis, lambda matrix: evaluate(matrix, values))
    if (stated := as_for_all(hypothesis)) is not None:
        return holds_everywhere(stated, values, index_values, lambda p, at: satisfied(p, at, sampler))
    pointwise, _ = as_pointwise(hypothesis)
    new, own = declarations(pointwise), free_atoms(hypothesis)
    extra = [symbol for symbol in new.matrices if symbol not in own]
    values = _own(hypothesis, values)
    for spread in SPREADS * ROWS if extra else SPREADS[:1]:
        drawn = {symbol: sampler.rng.normal(scale=spread, size=sampler.shape(symbol, values)) for symbol in extra}
        try:
            if not error_at(pointwise, {**values, **drawn}, new.indices, sampler.rng, FAR) < TOLERANCE:
                return False
        except UNDEFINED:
            return False
    return True


def _own(hypothesis: Basic, values: Values) -> Values:
    """Return the values of the symbols that occur in a hypothesis."""
    own = free_atoms(hypothesis)
    return {symbol: value for symbol, value in values.items() if symbol in own}


# Instances side by side


def satisfy_side_by_side(
    sampler: Sampler, hypotheses: tuple[Basic, ...], values: Values, count: int
) -> tuple[np.ndarray, SideBySide]:
    """Tell at which instances the hypotheses hold, after drawing the numbers again where these may be to blame.

    Return the evaluator of the instances too. Those about sizes alone are known to hold. Whole numbers, which all
    instances have in common, are drawn again as long as none of them satisfies the hypotheses. Raise
    NotImplementedError where a hypothesis takes each instance alone, and for all what any of them raises.
    """
    evaluator = SideBySide(values, count)
    kept, missed, redrawn = sampler.keep_declarations(values, count), np.full(count, False), _redrawn(sampler)
    asked = [hypothesis for hypothesis in hypotheses if hypothesis not in sampler.plan.about_sizes]
    for attempt in range(ATTEMPTS):
        if attempt:
            values = _drawn_again(sampler, values, missed, kept, redrawn)
            evaluator = SideBySide(values, count)
        missed, about = np.full(count, False), frozenset[Basic]()
        for hypothesis in asked:
            held = _held(hypothesis, evaluator, sampler.rng)
            if not is_inequality(hypothesis):
                kept = kept & held
            elif not held.all():
                missed, about = missed | ~held, about | free_atoms(hypothesis)
            if not kept.any():
                break
        missed &= kept
        if not missed.any() or redrawn.isdisjoint(about):
            break
    return kept & ~missed, evaluator


def _drawn_again(
    sampler: Sampler, values: Values, missed: np.ndarray, kept: np.ndarray, redrawn: frozenset[Basic]
) -> Values:
    """Return values with other numbers at the instances that missed an inequality."""
    found = dict(values)
    for symbol, drawn in sampler.scalars(len(missed)).items():
        if symbol in redrawn and differs(symbol, drawn):
            found[symbol] = np.where(missed, drawn, values[symbol])
        elif symbol in redrawn and not (kept & ~missed).any():
            found[symbol] = drawn
    return found


def _held(hypothesis: Basic, evaluator: SideBySide, rng: np.random.Generator) -> np.ndarray:
    """Tell at which instances a hypothesis holds."""
    if isinstance(hypothesis, Boolean):
        return holds_at_all(hypothesis, evaluator, (), rng)
    if isinstance(hypothesis, FreeOf | AboutRandomVectors) or speaks_of_all_values(hypothesis):
        raise NotImplementedError
    if (stated := as_for_all(hypothesis)) is not None:
        if isinstance(stated.proposition, Relational):
            return holds_at_all(stated.proposition, evaluator, stated.indices, rng)
        if isinstance(stated.proposition, Equation):
            return np.asarray(errors_at_all(stated.proposition, evaluator, stated.indices, rng, FAR) < TOLERANCE)
        raise NotImplementedError
    pointwise, _ = as_pointwise(hypothesis)
    new, own = declarations(pointwise), free_atoms(hypothesis)
    if not own.issuperset(new.matrices):
        raise NotImplementedError
    indices = [index for index in new.indices if index not in own or index not in evaluator.values]
    return np.asarray(errors_at_all(pointwise, evaluator, indices, rng, FAR) < TOLERANCE)
