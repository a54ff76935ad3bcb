"""Estimate the derivatives in the kernel's reading of a claim, by difference quotients."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from symattn.kernel.syntax import FALSE
from symattn.kernel.terms import Const, Term, Var, abstract, open_body, var
from symattn.numeric.differences import SETTLED, central_slope
from symattn.numeric.kernel_terms import inside_out
from symattn.numeric.meanings import SemanticsError
from symattn.prover.logic.derived_rules import match_forall, match_implication
from symattn.prover.logic.parts import args_of


@lru_cache(maxsize=1024)
def speaks_of_derivatives(proposition: Term) -> bool:
    """Tell whether a proposition says that something has a derivative, which no finite model decides."""
    return any(isinstance(part, Const) and part.name == "deriv" for part in inside_out(proposition))


def described_value(said: Term, value: Callable[[Term], Any]) -> Any:
    """Return the numbers c of ∀i. … ⇒ deriv f x (c i): a number, or a function of what is bound.

    Raise SemanticsError where difference quotients do not settle.
    """
    bound: list[Var] = []
    while True:
        quantified, pair = match_forall(said), match_implication(said)
        if quantified is not None:
            bound.append(var(f"described.{len(bound)}", quantified.binder))
            said = open_body(quantified, bound[-1])
        elif pair is not None and pair[1] is not FALSE:
            said = pair[1]
        else:
            break
    relation = args_of(said, "deriv", 3)
    if relation is None:
        raise SemanticsError(f"{said} describes no derivative")
    function, place = (value(_closed(part, bound)) for part in relation[:2])
    return _slopes(function, place, len(bound))


def _slopes(function: Any, place: Any, bound: int) -> Any:
    """Return the derivative of a function at a place, both of which are functions of some bound variables."""
    if bound:
        return lambda argument: _slopes(_at(function, argument), _at(place, argument), bound - 1)
    estimate, *errors = central_slope(function, float(place))
    if not sum(map(abs, errors)) <= SETTLED * (1 + abs(estimate)):
        raise SemanticsError("difference quotients do not settle")
    return float(estimate)


def _at(values: Any, argument: Any) -> Any:
    return values(argument) if callable(values) else values[argument]


def _closed(term: Term, bound: list[Var]) -> Term:
    for variable in reversed(bound):
        term = abstract(variable, term)
    return term
