"""Find the reasons that a step needs: without one of these, the step is false at some small values.

What is not named may mean anything: a word of which the definition is not named is some function of its arguments, and
a symbol of which the property is not named has any value.  Where the step is false then, nothing proves it from what
is left, and no search for a proof has to fail to say so.  Nothing rests on this but a note beside a proof.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Container
from functools import cached_property
from typing import Any

import numpy as np
from sympy import Basic

from symattn.deciding.agreement.instances import ATTEMPTS, TOLERANCE, draw, some_indices
from symattn.deciding.agreement.kernel_side import Line, Point
from symattn.deciding.agreement.proved import is_long
from symattn.elaborate import Elaborated
from symattn.kernel.terms import BOOL, NAT, Type
from symattn.language import Calc
from symattn.language.inspection import declarations
from symattn.numeric.constructions import plan
from symattn.numeric.meanings import Value, curried
from symattn.numeric.reduction import as_pointwise
from symattn.numeric.sampling import Sampler
from symattn.numeric.semantics import Interpretation, arguments_of, given_back

#: A trial of the comparison of both readings in which the sizes are 3 and no permutation is its own inverse.
TRIAL = 2
#: How often values are drawn of what a reason says something of: what is drawn may have the property.
DRAWS = 2


class Step:
    """Hold a step of a calc with values of all symbols of the calc, at which its hypotheses hold."""

    def __init__(self, stated: Basic, whole: Calc, line: Elaborated) -> None:
        self.stated, self.whole, self.elaborated = stated, whole, line

    def cannot_do_without(self, reason: Any, named: Container[Any], closed: frozenset[str]) -> bool:
        """Tell whether the step is false somewhere when a reason is left out, and certain constants mean anything.

        ``named`` are the items of the hypotheses that are left.
        """
        try:
            point = self._point
            tried = range(DRAWS) if point is not None else ()
            return any(self._is_false(point, reason, named, closed, turn) for turn in tried)
        except Exception:  # values at which something cannot be worked out say nothing
            return False

    def _is_false(self, point: Any, reason: Any, named: Container[Any], closed: frozenset[str], turn: int) -> bool:
        elaborated, known = self.elaborated, point.interpretation
        drawn: dict[Any, Any] = {}
        interpretation = _Arbitrary(
            ChainMap(drawn, known.environment),
            point.sizes,
            definitions=known.definitions,
            samples=known.samples,
            tolerance=TOLERANCE,
            meanings=known.meanings,
        )
        interpretation.closed = closed
        for item, own in elaborated.variables:
            if item == reason:
                drawn.update({v: _some_function(interpretation.type(v.type), turn + 1) for v in own})
        left = [p for h in elaborated.hypotheses if h.item in named for p in h.propositions]
        return all(map(interpretation.value, left)) and not interpretation.value(elaborated.goal)

    @cached_property
    def _point(self) -> Point | None:
        """Values of all symbols at which the hypotheses hold, or None."""
        if is_long(self.elaborated.goal):
            return None
        given = self.whole.given
        line = Line(self.stated, given, self.elaborated, *as_pointwise(self.stated, given))
        pointwise = [as_pointwise(each)[0] for each in self.whole.statements]
        declared = declarations(*pointwise, *line.hypotheses)
        rng = np.random.Generator(np.random.PCG64(0))
        sampler = Sampler(declared, plan(line.hypotheses), rng)
        drawn = (draw(sampler, line.hypotheses, TRIAL, attempt) for attempt in range(ATTEMPTS // 3))
        values = next((values for values in drawn if values is not None), None)
        if values is None:
            return None
        index, *_ = some_indices(values, declared, sampler)
        return Point(line, {**values, **index}, rng)


class _Arbitrary(Interpretation):
    """Interpret terms as ``Interpretation`` does, but closed constants as functions about which nothing is known."""

    closed: frozenset[str] = frozenset()

    def _meaning(self, name: str, sizes: tuple[int, ...], ty: Type) -> Value:
        if name in self.closed:
            return _some_function(self.type(ty), sum(map(ord, name)))
        return super()._meaning(name, sizes, ty)


def _some_function(ty: Type, start: int) -> Value:
    """Return a value of a type: a function depends on every number, row and matrix that it takes, without symmetry."""
    domains = arguments_of(ty)
    while ty.codomain is not None:
        ty = ty.codomain

    def value(*arguments: Value) -> Value:
        given = [given_back(argument, domain) for argument, domain in zip(arguments, domains, strict=True)]
        known = [np.asarray(each, dtype=np.float64).ravel() for each in given if not callable(each)]
        numbers = np.nan_to_num(np.concatenate([np.ones(1), *known]), neginf=-7.0)
        place = start + np.arange(len(numbers))
        found = float(np.cos(np.sin(1.7 * place * place) @ numbers) + np.cos(2.3 * place) @ np.tanh(numbers))
        if ty is BOOL:
            return found > 0
        if ty is NAT or ty.size is not None:
            return int(abs(1000 * found)) % (5 if ty.size is None else ty.size.least())
        return found

    return curried(value, len(domains))
