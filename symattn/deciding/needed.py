"""Which reasons of a step cannot be left out: small values at which all others hold and the step is false.

What is not named may mean anything: a word of which the definition is not named is some function of its arguments, and
a symbol of which the property is not named has any value.  Where the step is false then, nothing proves it from what
is left, and no search for a proof has to fail to say so.  Nothing rests on this but a note beside a proof.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Container, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from symattn.deciding.agreement.instances import ATTEMPTS, TOLERANCE, UNDEFINED, draw, with_indices
from symattn.deciding.agreement.kernel_side import Line, Point, random_member
from symattn.deciding.agreement.proved import is_long
from symattn.elaborate import Elaborated
from symattn.errors import SymattnError
from symattn.kernel.terms import BOOL, NAT, Type
from symattn.language import Calc, Equation
from symattn.language.inspection import declarations
from symattn.numeric.constructions import plan
from symattn.numeric.meanings import Value, curried
from symattn.numeric.reduction import as_pointwise
from symattn.numeric.sampling import Sampler
from symattn.numeric.semantics import Interpretation, arguments_of, given_back

#: What evaluating a statement raises where nothing can be said.
SILENT = (*UNDEFINED, SymattnError, RecursionError, ArithmeticError)
#: A trial of the comparison of both readings in which the sizes are 3 and no permutation is its own inverse.
TRIAL = 2
#: How often values are drawn of what a reason says something of: what is drawn may have the property.
DRAWS = 2


class Step:
    """Hold a step of a calc with values of all symbols of the calc, at which its hypotheses hold."""

    def __init__(self, equation: Equation, whole: Calc, line: Elaborated) -> None:
        self.whole = whole
        self.line = Line(equation, whole.given, line, *as_pointwise(equation, whole.given))

    def cannot_do_without(self, reason: Any, named: Container[Any], closed: frozenset[str]) -> bool:
        """Tell whether the step is false somewhere when a reason is left out, and certain constants mean anything.

        ``named`` are the items of the hypotheses that are left.
        """
        try:
            return self._point is not None and any(
                self._is_false(self._point, reason, named, closed) for _ in range(DRAWS)
            )
        except SILENT:
            return False

    def _is_false(self, point: Point, reason: Any, named: Container[Any], closed: frozenset[str]) -> bool:
        elaborated, known = self.line.elaborated, point.interpretation
        drawn: dict[Any, Any] = {}
        interpretation = _Arbitrary(
            ChainMap(drawn, known.environment),  # type: ignore[arg-type]
            point.sizes,
            definitions=known.definitions,
            samples=known.samples,
            tolerance=TOLERANCE,
        )
        interpretation.closed = closed
        for item, own in elaborated.variables:
            if item == reason:
                drawn.update({v: random_member(interpretation.type(v.type), point.rng) for v in own})
        left = [p for h in elaborated.hypotheses if h.item in named for p in h.propositions]
        return all(map(interpretation.value, left)) and not interpretation.value(elaborated.goal)

    @cached_property
    def _point(self) -> Point | None:
        """Values of all symbols at which the hypotheses hold, or None."""
        line = self.line
        if is_long(line.elaborated.goal):
            return None
        pointwise = [as_pointwise(equation)[0] for equation in self.whole.equations]
        declared = declarations(*pointwise, *line.hypotheses)
        rng = np.random.Generator(np.random.PCG64(0))
        sampler = Sampler(declared, plan(line.hypotheses), rng)
        drawn = (draw(sampler, line.hypotheses, TRIAL, attempt) for attempt in range(ATTEMPTS // 3))
        values = next((values for values in drawn if values is not None), None)
        return None if values is None else Point(line, next(with_indices(values, declared, sampler)), rng)


class _Arbitrary(Interpretation):
    """Interpret terms as ``Interpretation`` does, but closed constants as functions about which nothing is known."""

    closed: frozenset[str] = frozenset()

    def _meaning(self, name: str, sizes: tuple[int, ...], ty: Type) -> Value:
        return _some_function(self.type(ty)) if name in self.closed else super()._meaning(name, sizes, ty)

    def _at(self, sizes: Mapping[str, int]) -> Interpretation:
        other = _Arbitrary(
            self.environment, sizes, definitions=self.definitions, samples=self.samples, tolerance=self.tolerance
        )
        other.closed, other._constants = self.closed, self._constants
        return other


def _some_function(ty: Type) -> Value:
    """Return a function that depends on every number, row and matrix among its arguments, and has no symmetry."""
    domains = arguments_of(ty)
    while ty.codomain is not None:
        ty = ty.codomain

    def value(*arguments: Value) -> Value:
        given = [given_back(argument, domain) for argument, domain in zip(arguments, domains, strict=True)]
        known = [np.asarray(each, dtype=np.float64).ravel() for each in given if not callable(each)]
        numbers = np.nan_to_num(np.concatenate([np.ones(1), *known]), neginf=-7.0)
        place = 1 + np.arange(len(numbers))
        found = float(np.cos(np.sin(1.7 * place * place) @ numbers) + np.cos(2.3 * place) @ np.tanh(numbers))
        if ty is BOOL:
            return found > 0
        if ty is NAT or ty.size is not None:
            return int(abs(1000 * found)) % (5 if ty.size is None else ty.size.least())
        return found

    return curried(value, len(domains))
