"""Whether hypotheses surely hold at exact values, and what a search for such values may spend.

Both sides are enclosed in balls, with 64 bits first and up to 256 where 64 settle nothing; what cannot be decided, or
has no value, does not count as satisfied.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import ctx
from sympy import Basic
from sympy.logic.boolalg import Boolean

from symattn.language.base.complex_numbers import real_reading
from symattn.language.distinct import Fails
from symattn.language.inspection import free_atoms
from symattn.language.propositions import EqualRowNorms, Equation, FreeOf, Invariant, OfSquareMatrix
from symattn.numeric import exact
from symattn.numeric.constructions import Plan
from symattn.numeric.definite import surely
from symattn.numeric.enclosure import Encloser, inner_product
from symattn.numeric.exact import Exhausted, Imprecise, Scalar, Undefined
from symattn.numeric.expectation import is_true
from symattn.numeric.given_values import index_choices
from symattn.numeric.instances import Draws, Instance, invariance_holds
from symattn.numeric.quantified import Choices, as_for_all, holds_everywhere
from symattn.numeric.sequences import speaks_of_all_values
from symattn.primitives.expectation.word import AboutRandomVectors

PRECISIONS = (64, 128, 256)
#: How much a search may cost: a number of instances, and a number of nodes and entries computed (see `Encloser.work`).
MOST_CANDIDATES, MOST_WORK = 3_000, 300_000


@dataclass
class Budget:
    """Hold what a search may still spend, candidates and work that does not depend on the machine, and what it saw."""

    candidates: int = MOST_CANDIDATES
    work: float = MOST_WORK
    held: int = 0  # instances at which the claim was seen to hold
    error: float = 0.0  # by which the sides of an equation may have differed at most at these
    begins: bool = False  # whether the search is but the first part of another one, which goes on with other instances

    @classmethod
    def first_part(cls) -> Budget:
        """Return the budget of a search that finds what the whole search finds first, or nothing."""
        return cls(MOST_CANDIDATES // 10, MOST_WORK / 10, begins=True)

    @property
    def spent(self) -> bool:
        """Whether the search has to end."""
        return self.candidates <= 0 or self.work <= 0


def satisfies(instance: Instance, hypotheses: tuple[Basic, ...], budget: Budget) -> bool:
    """Tell whether every hypothesis provably holds at an instance, which has values of their free indices."""
    return all(holds(instance, hypothesis, budget) for hypothesis in hypotheses)


def agrees(instance: Instance, hypotheses: tuple[Basic, ...], made: Plan, budget: Budget) -> bool:
    """Tell whether every hypothesis holds where values may be enclosures, computed by equations among the hypotheses.

    Such an equation holds by construction; that the enclosures of its sides overlap shows that nothing else is said.
    """
    return all(holds(instance, hypothesis, budget, made.gives(hypothesis)) for hypothesis in hypotheses)


def holds(instance: Instance, hypothesis: Basic, budget: Budget, by_construction: bool = False) -> bool:
    """Tell whether a hypothesis provably holds at an instance; one by construction does if nothing is against it."""
    if isinstance(hypothesis, Invariant):
        return invariance_holds(instance.bindings, hypothesis.kernel, hypothesis.map)
    if isinstance(hypothesis, FreeOf):
        return hypothesis.symbol not in free_atoms(hypothesis.expression)
    if isinstance(hypothesis, Fails) and isinstance(hypothesis.proposition, Equation):
        return _holds_at(hypothesis, instance.bindings, budget)
    if speaks_of_all_values(hypothesis):
        return False
    if isinstance(hypothesis, AboutRandomVectors):
        with suppress(Imprecise, Undefined):
            return is_true(hypothesis, Encloser(instance.bindings).value)
        return False
    if (stated := as_for_all(hypothesis)) is not None:
        choices: Choices = lambda names, values: index_choices(Encloser(values), names)  # noqa: E731
        everywhere = partial(_holds_at, budget=budget, by_construction=by_construction)
        return holds_everywhere(stated, instance.bindings, choices, everywhere)
    return _holds_at(hypothesis, instance.bindings, budget, by_construction)


def _holds_at(hypothesis: Basic, bindings: dict[Basic, Any], budget: Budget, by_construction: bool = False) -> bool:
    same = _may_be_same if by_construction else _is_same
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            reader = Encloser(bindings, budget.work)
            try:
                if isinstance(hypothesis, Boolean):
                    return bool(reader.value(hypothesis))
                if isinstance(hypothesis, OfSquareMatrix):
                    return surely(hypothesis, reader.matrix(hypothesis.matrix))
                if isinstance(hypothesis, EqualRowNorms):
                    norms = [inner_product(row, row) for row in reader.matrix(hypothesis.matrix)]
                    return all(exact.compare(norm, norms[0]) == 0 for norm in norms)
                fails = isinstance(hypothesis, Fails)
                pairs = entry_pairs(real_reading(hypothesis.proposition if fails else hypothesis), reader)
                return all(same(left, right) for _, left, right in pairs) is not fails
            except Imprecise:
                continue
            except (Undefined, Exhausted):
                return False
            finally:
                budget.work -= reader.work
    return False


def _is_same(left: Scalar, right: Scalar) -> bool:
    return exact.compare(left, right) == 0


def _may_be_same(left: Scalar, right: Scalar) -> bool:
    try:
        return exact.compare(left, right) == 0
    except Imprecise:
        return True


def entry_pairs(equation: Basic, reader: Encloser) -> list[tuple[tuple[int, int] | None, Scalar, Scalar]]:
    """Return (entry, left, right) for every entry of the two sides, in row-major order."""
    left, right = reader.value(equation.args[0]), reader.value(equation.args[1])
    if not isinstance(left, tuple):
        return [(None, left, right)]
    rows = enumerate(zip(left, right, strict=True))
    return [((i, j), x, y) for i, (xs, ys) in rows for j, (x, y) in enumerate(zip(xs, ys, strict=True))]


def allowed(draws: Draws, made: Plan, budget: Budget) -> bool:
    """Tell whether sizes, and some values of the free indices, are as the hypotheses about these say."""
    if not draws.fits() or not satisfies(Instance(dict(draws.sizes)), tuple(made.about_sizes), budget):
        return False

    def holds_there(hypothesis: Basic, values: dict[Basic, Any]) -> bool:
        budget.work -= 1
        return not budget.spent and holds(Instance(values), hypothesis, budget)

    return draws.choose_indices(made.about_indices, holds_there)
