"""Further instances, tried when the regular search has found nothing: five stages, each for its part of a budget.

First come matrices of zeros and further numbers, then equations that are solved, then matrices with a pattern, then,
for an inequality, instances that come step by step nearer to violating it, from those before at which it was seen to
hold, and last such instances with larger entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from math import isfinite
from typing import Any

from flint import arb, ctx
from sympy import Basic, Ge, Gt, Le, Lt

from symattn.language.base.complex_numbers import real_reading
from symattn.language.inspection import Declarations, declarations
from symattn.language.propositions import Equation
from symattn.numeric import exact
from symattn.numeric.constructions import Plan, plan
from symattn.numeric.descent import nearer_instances
from symattn.numeric.directions import Follow, Values
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import Exhausted, Imprecise, Undefined
from symattn.numeric.given_values import Givens, index_choices
from symattn.numeric.instances import Draws, Instance, free_indices
from symattn.numeric.patterns import patterned_instances
from symattn.numeric.quantified import as_for_all
from symattn.numeric.satisfaction import PRECISIONS, Budget, allowed, entry_pairs, holds, satisfies
from symattn.numeric.scaled_values import scaled_instances
from symattn.numeric.size_search import pattern_choices
from symattn.numeric.solved_equations import solving_instances
from symattn.numeric.wider_numbers import wider_instances

#: How much may be computed in each stage, and at how many instances.
WORK_FOR_NUMBERS, WORK_FOR_EQUATIONS, WORK_FOR_DESCENTS, CANDIDATES = 20_000, 30_000, 75_000, 2_000
#: How much may be computed for matrices with a pattern, at all sizes; what each hypothesis and given value counts.
WORK_FOR_PATTERNS, WORK_EACH = 300_000, 100
#: What is counted in a descent for each value that is given again, beside the work.
WORK_GIVEN = 15
#: How much may be computed at larger and smaller entries.
WORK_FOR_SCALES = 5_000
#: All sizes of further instances are one of these where the hypotheses allow that; so many choices are taken else.
SIZES, MOST_SIZES = (2, 1, 3), 3
#: From how many instances a descent begins.
MOST_STARTS = 15

#: For each inequality the sign by which the right side exceeds the left one.
SIGNS = {Le: 1, Lt: 1, Ge: -1, Gt: -1}


def late_instances(
    proposition: Basic, hypotheses: tuple[Basic, ...], seen: Sequence[Instance], seed: int
) -> Iterator[tuple[Instance, Budget]]:
    """Yield further instances that satisfy the hypotheses of a claim, each with what may be spent on it.

    ``seen`` are the instances before; whoever asks for the next one has entered there what was yielded.
    """
    declared, made = declarations(proposition, *hypotheses), plan(hypotheses)
    budget = Budget(CANDIDATES, WORK_FOR_NUMBERS)
    draws = _draws(declared, made, seen, seed, budget)
    numbers = wider_instances((proposition, *hypotheses), draws)
    yield from _satisfying(chain(_at_rest(draws), numbers), hypotheses, budget)
    budget = Budget(CANDIDATES, WORK_FOR_EQUATIONS)
    equations = [h for h in hypotheses if isinstance(_stated(h), Equation)]
    solving = solving_instances(equations, draws, lambda asked, values: _misses(asked, values, budget))
    yield from _satisfying(solving, hypotheses, budget)
    choices = list(pattern_choices(len(declared.sizes)))
    for sizes in choices:
        budget = Budget(CANDIDATES, WORK_FOR_PATTERNS / len(choices))
        each = Draws(declared, made, sizes, seed)
        if _may_be(each, made, budget):
            yield from _satisfying(_patterned(hypotheses, each, budget), hypotheses, budget)
    if type(proposition) in SIGNS:
        yield from _descending(proposition, hypotheses, declared, Givens(made), _starts(seen))
    budget = Budget(CANDIDATES, WORK_FOR_SCALES)
    scaled = scaled_instances(_starts(seen), declared, _following(Givens(made), budget))
    yield from _satisfying(scaled, hypotheses, budget)


def _at_rest(draws: Sequence[Draws]) -> Iterator[Instance]:
    """Yield the instances in which all matrices are 0: the sides of a strict inequality may be equal there alone."""
    for each in draws:
        with suppress(Undefined, Imprecise):
            yield each.at_rest()


def _patterned(hypotheses: tuple[Basic, ...], draws: Draws, budget: Budget) -> Iterator[Instance]:
    """Yield instances in which patterns and solutions satisfy the hypotheses."""

    def holding(hypothesis: Basic, values: Values) -> bool:
        _charge(budget, WORK_EACH)
        return holds(Instance(values), hypothesis, budget)

    def missing(equations: Sequence[Basic], values: Values) -> list[Any] | None:
        _charge(budget, WORK_EACH * len(equations))
        return _misses(equations, values, budget)

    with suppress(Undefined, Imprecise, Exhausted):
        yield from patterned_instances(hypotheses, draws, holding, missing, lambda work: _charge(budget, WORK_EACH))


def _charge(budget: Budget, work: float) -> None:
    """Take work from a budget; raise Exhausted when nothing is left."""
    budget.work -= work
    if budget.spent:
        raise Exhausted


def _draws(declared: Declarations, made: Plan, seen: Sequence[Instance], seed: int, budget: Budget) -> list[Draws]:
    """Return what makes further instances: at equal sizes, or else at those at which some were seen."""
    equal = [(size,) * len(declared.sizes) for size in (SIZES if declared.sizes else SIZES[:1])]
    known = (tuple(int(instance.bindings[size].p) for size in declared.sizes) for instance in seen)
    for choices in (equal, dict.fromkeys(known)):
        each = (Draws(declared, made, sizes, seed) for sizes in choices)
        found = list(islice((draws for draws in each if _may_be(draws, made, budget)), MOST_SIZES))
        if found:
            return found
    return []


def _may_be(draws: Draws, made: Plan, budget: Budget) -> bool:
    """Tell whether sizes are as the hypotheses say, and matrices of them are no more than may be computed."""
    return draws.entries // 10 <= budget.work and allowed(draws, made, budget)


def _satisfying(
    instances: Iterable[Instance], hypotheses: tuple[Basic, ...], budget: Budget
) -> Iterator[tuple[Instance, Budget]]:
    """Yield the instances that satisfy the hypotheses, while the budget lasts."""
    for instance in instances:
        budget.candidates -= 1
        if budget.spent:
            return
        if satisfies(instance, hypotheses, budget):
            yield instance, budget


def _descending(
    proposition: Basic,
    hypotheses: tuple[Basic, ...],
    declared: Declarations,
    givens: Givens,
    starts: Sequence[Instance],
) -> Iterator[tuple[Instance, Budget]]:
    """Yield instances that come nearer to violating an inequality, by the difference of its sides and then relatively.

    Each start has an equal part of what may be spent.
    """
    equations = tuple(h for h in hypotheses if isinstance(_stated(h), Equation))
    for relative in (False, True):
        for start in starts:
            budget = Budget(CANDIDATES, WORK_FOR_DESCENTS / (2 * len(starts)))

            def distance(instance: Instance, budget: Budget = budget, relative: bool = relative) -> float | None:
                if budget.spent or not satisfies(instance, hypotheses, budget):
                    return None
                return _distance(proposition, instance, relative, budget)

            def keeps(values: Values, budget: Budget = budget) -> bool:
                return not budget.spent and satisfies(Instance(values), equations, budget)

            follow = _following(givens, budget)
            nearer = nearer_instances(start, declared, distance, follow, keeps if equations else None)
            yield from ((instance, budget) for instance in nearer)


def _following(givens: Givens, budget: Budget) -> Follow:
    """Return what gives values again after others have changed, and charges a budget for it."""
    return lambda values: givens.again(values, lambda work: _charge(budget, work + WORK_GIVEN)) if givens else values


def _starts(seen: Sequence[Instance]) -> list[Instance]:
    """Return the first two instances of each choice of sizes and the last; of one choice, as many as of several."""
    alike: dict[tuple[tuple[str, int], ...], list[Instance]] = {}
    for instance in seen:
        alike.setdefault(tuple(instance.sizes.items()), []).append(instance)
    if len(alike) == 1:
        return list(seen[:MOST_STARTS])
    return [start for each in alike.values() for start in dict.fromkeys((*each[:2], each[-1]))][:MOST_STARTS]


def _stated(hypothesis: Basic) -> Basic:
    """Return what is stated of all values of indices, or the hypothesis itself."""
    stated = as_for_all(hypothesis)
    return hypothesis if stated is None else stated.proposition


def _misses(equations: Sequence[Basic], values: Values, budget: Budget) -> list[Any] | None:
    """Return the differences of the two sides of equations, entry by entry, or None where one has no value."""
    found: list[Any] = []
    for equation in equations:
        indices = stated.indices if (stated := as_for_all(equation)) is not None else ()
        for index in index_choices(Encloser(values), indices):
            with ctx.workprec(PRECISIONS[0]):
                reader = Encloser({**values, **index}, budget.work)
                try:
                    pairs = entry_pairs(real_reading(_stated(equation)), reader)
                    found += [exact.real(left) - exact.real(right) for _, left, right in pairs]
                except (Imprecise, Undefined, Exhausted):
                    return None
                finally:
                    budget.work -= reader.work
    return found


def _distance(proposition: Basic, instance: Instance, relative: bool, budget: Budget) -> float | None:
    """Return by how much an inequality holds at an instance, where it holds least; None where it says nothing."""
    free = [index for index in free_indices(proposition) if index not in instance.bindings]
    least: float | None = None
    for index in index_choices(Encloser(instance.bindings), free):
        with ctx.workprec(PRECISIONS[0]):
            reader = Encloser({**instance.bindings, **index}, budget.work)
            try:
                left, right = (arb(exact.real(reader.number(side))) for side in proposition.args)
            except (Imprecise, Undefined, Exhausted):
                return None
            finally:
                budget.work -= reader.work
            found = float((right - left).mid()) * SIGNS[type(proposition)]
            if relative:
                found /= float((abs(left) + abs(right)).mid()) or 1.0
            if not isfinite(found):
                return None
        least = found if least is None else min(least, found)
    return least


__all__ = ["late_instances"]
