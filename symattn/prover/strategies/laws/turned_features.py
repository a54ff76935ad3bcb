"""Laws for a g with hypotheses on both sides of its arguments: F(A·g, gᵀ·B, …) = F(A, B, …)·g, or = F(A, B, …).

Normalised rows turn with their entries, and weights may be turned against them.  As with permutations, a law is
conjectured where its shape occurs, for arbitrary sizes and matrices, and proved once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ....kernel.rules import Theorem
from ....kernel.terms import Const, KernelError, Size, Term, Var, app, equation, substitute, substitute_sizes, var
from ...library.definitions import defined
from ...logic.parts import args_of, head_and_arguments
from ...normal.context import Context
from ..core.goals import ProveAlone
from .laws import ALGEBRA, columns, generic_application, is_matrix, rows
from .right_factors import FACTOR, WIDTH, instance_at, lone_variable, proved_law, resized, square, times


@dataclass(frozen=True)
class Turned:
    """Hold a matrix A that stands as gᵀ·A·g, or with one of the factors, or with neither."""

    bare: Term
    before: bool = False
    after: bool = False


def turned_step(t: Term, hypotheses: tuple[Term, ...], context: Context, prove: ProveAlone) -> Theorem | None:
    """Return ⊢ t = t' by the first law for a g, of which the hypotheses speak, beside arguments of t; or None."""
    head, arguments = head_and_arguments(t)
    if not isinstance(head, Const) or not is_matrix(t.type) or head.name in (ALGEBRA - {"matadd"}) | context.opaque:
        return None
    for factor in dict.fromkeys(v for argument in arguments for v in _factors(argument)):
        known = tuple(p for p in hypotheses if p.free == frozenset((factor,)))
        width = rows(factor.type)
        name = lone_variable(width)
        if not known or name is None or factor.type is not square(width):
            continue
        parts = [_turned(argument, factor) for argument in arguments]
        generic = {var(factor.name, square(Size.variable(WIDTH))): var(FACTOR, square(Size.variable(WIDTH)))}
        said = tuple(substitute(substitute_sizes(p, {name: Size.variable(WIDTH)}), generic) for p in known)
        marks = tuple((part.before, part.after) for part in parts)
        for outside in (True, False):
            law = _law(head.name, marks, outside, said, context.opaque, prove)
            if law is not None:
                context.unfolded |= law[1]
                return instance_at(law[0], head, [*(part.bare for part in parts), factor], width)
    return None


def _factors(t: Term) -> list[Var]:
    """Return the variables M of M-transposed as first factor, and of M as last."""
    args = args_of(t, "matmul", 2) if is_matrix(t.type) else None
    if args is None:
        return []
    first = args_of(args[0], "transpose", 1)
    inner = args_of(args[1], "matmul", 2) if first is not None else None
    ends = (*(first or ()), args[1], *(inner[1:] if inner is not None else ()))
    return [end for end in ends if isinstance(end, Var)]


def _turned(t: Term, factor: Var) -> Turned:
    """Return a matrix without the factors gᵀ in front and g behind."""
    args = args_of(t, "matmul", 2) if is_matrix(t.type) else None
    first = args_of(args[0], "transpose", 1) if args is not None else None
    before = first is not None and first[0] is factor
    if before and args is not None:
        t = args[1]
        args = args_of(t, "matmul", 2)
    after = args is not None and args[1] is factor
    return Turned(args[0] if args is not None and after else t, before, after)


@cache
def _law(
    name: str,
    marks: tuple[tuple[bool, bool], ...],
    outside: bool,
    known: tuple[Term, ...],
    opaque: frozenset[str],
    prove: ProveAlone,
) -> tuple[Theorem, frozenset[str]] | None:
    """Return the law of an operation whose marked arguments are turned, or None where none is proved."""
    generic = generic_application(name, len(marks))
    if generic is None:
        return None
    operation, variables, _ = generic
    wide = Size.variable(WIDTH)
    turning: dict[str, Size] = {}
    for v, (before, after) in zip(variables, marks, strict=True):
        for marked, size in ((before, rows), (after, columns)):
            parameter = lone_variable(size(v.type)) if marked else WIDTH
            if parameter is None:
                return None
            turning[parameter] = wide
    operation, variables = substitute_sizes(operation, turning), [resized(v, turning) for v in variables]
    factor = var(FACTOR, square(wide))
    turned = [_between(v, factor, *mark) for v, mark in zip(variables, marks, strict=True)]
    plain = app(operation, *variables)
    try:
        goal = equation(app(operation, *turned), times(plain, factor) if outside else plain)
    except KernelError:  # the result has another width
        return None
    return proved_law(goal, known, opaque, prove)


def _between(a: Term, factor: Term, before: bool, after: bool) -> Term:
    if after:
        a = times(a, factor)
    size = rows(factor.type)
    return times(app(defined("transpose", size, size), factor), a) if before else a
