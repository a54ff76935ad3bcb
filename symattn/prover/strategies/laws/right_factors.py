"""Laws for factors on the right: F(A·g, B·g, …) = F(A, B, …) for a g with hypotheses, F(…, A·M, …) = F(…, A, …)·M.

As with permutations, a law is conjectured where its shape occurs, for arbitrary sizes and matrices, and given to the
entry level once.
"""

from __future__ import annotations

from functools import cache

from ....kernel.rules import Theorem, instantiate, instantiate_sizes
from ....kernel.terms import (
    REAL,
    Const,
    KernelError,
    Size,
    Term,
    Type,
    Var,
    app,
    equation,
    fin,
    fun,
    substitute,
    substitute_sizes,
    var,
)
from ...library.definitions import defined
from ...logic.derived_rules import ProofError
from ...logic.parts import args_of, head_and_arguments
from ...normal.context import Context
from ..core.goals import Facts, ProveAlone
from .laws import ALGEBRA, LAW_BUDGET, columns, definition_sizes, generic_application, is_matrix, rows

WIDTH = "w"  # the columns of A in A·M, a name that no definition uses
FACTOR = "M"


def right_factor_step(t: Term, hypotheses: tuple[Term, ...], context: Context, prove: ProveAlone) -> Theorem | None:
    """Return ⊢ t = t' by the first law for a right factor of the arguments of t, or None."""
    head, arguments = head_and_arguments(t)
    if not isinstance(head, Const) or head.name in ALGEBRA or head.name in context.opaque:
        return None
    products = [_product(argument) for argument in arguments]
    for product in products:
        if product is None:
            continue
        factor = product[1]
        known = tuple(p for p in hypotheses if p.free == frozenset((factor,)))
        marked = tuple(other is not None and other[1] is factor for other in products)
        if known and sum(marked) > 1:
            step = _invariance(head, arguments, products, marked, factor, known, context, prove)
            if step is not None:
                return step
    for place, product in enumerate(products):
        if product is not None:
            step = _linearity(head, arguments, place, product, context, prove)
            if step is not None:
                return step
    return None


def _product(t: Term) -> tuple[Term, Var] | None:
    """Return A and M if the term is A·M for a matrix variable M."""
    args = args_of(t, "matmul", 2) if is_matrix(t.type) else None
    return (args[0], args[1]) if args is not None and isinstance(args[1], Var) else None


def times(a: Term, m: Term) -> Term:
    """Return A·M."""
    return app(defined("matmul", rows(a.type), columns(a.type), columns(m.type)), a, m)


def _invariance(
    head: Const,
    arguments: list[Term],
    products: list[tuple[Term, Var] | None],
    marked: tuple[bool, ...],
    factor: Var,
    known: tuple[Term, ...],
    context: Context,
    prove: ProveAlone,
) -> Theorem | None:
    """Return ⊢ F(A·g, B·g, …) = F(A, B, …), where the law holds under the hypotheses on g alone."""
    size = factor.type.domain.size if factor.type.domain is not None else None
    name = lone_variable(size)
    if name is None or factor.type is not square(size):
        return None
    anonymous = Size.variable(WIDTH)
    stand_in = var(FACTOR, square(anonymous))
    # The hypotheses for a generic g of generic width; they mention no other variable and no other size.
    renaming = {var(factor.name, square(anonymous)): stand_in}
    generic_known = tuple(substitute(substitute_sizes(p, {name: anonymous}), renaming) for p in known)
    law = _invariance_law(head.name, len(arguments), marked, generic_known, context.opaque, prove)
    if law is None:
        return None
    theorem, unfolded = law
    bare = [p[0] if p is not None and mark else a for p, mark, a in zip(products, marked, arguments, strict=True)]
    context.unfolded |= unfolded
    return instance_at(theorem, head, [*bare, factor], size)


@cache
def _invariance_law(
    name: str,
    arity: int,
    marked: tuple[bool, ...],
    known: tuple[Term, ...],
    opaque: frozenset[str],
    prove: ProveAlone,
) -> tuple[Theorem, frozenset[str]] | None:
    generic = generic_application(name, arity)
    if generic is None:
        return None
    operation, variables, _ = generic
    widths = {columns(v.type) for v, mark in zip(variables, marked, strict=True) if mark and is_matrix(v.type)}
    parameter = lone_variable(widths.pop()) if len(widths) == 1 else None
    if parameter is None:
        return None
    moving = {parameter: Size.variable(WIDTH)}
    operation, variables = substitute_sizes(operation, moving), [resized(v, moving) for v in variables]
    factor = var(FACTOR, square(Size.variable(WIDTH)))
    moved = [times(v, factor) if mark else v for v, mark in zip(variables, marked, strict=True)]
    return proved_law(equation(app(operation, *moved), app(operation, *variables)), known, opaque, prove)


def _linearity(
    head: Const, arguments: list[Term], place: int, product: tuple[Term, Var], context: Context, prove: ProveAlone
) -> Theorem | None:
    """Return ⊢ F(…, A·M, …) = F(…, A, …)·M."""
    law = _linearity_law(head.name, len(arguments), place, context.opaque, prove)
    if law is None:
        return None
    theorem, unfolded = law
    bare = [product[0] if at == place else a for at, a in enumerate(arguments)]
    context.unfolded |= unfolded
    return instance_at(theorem, head, [*bare, product[1]], columns(product[0].type))


@cache
def _linearity_law(
    name: str, arity: int, place: int, opaque: frozenset[str], prove: ProveAlone
) -> tuple[Theorem, frozenset[str]] | None:
    generic = generic_application(name, arity)
    if generic is None or not is_matrix(generic[1][place].type) or not is_matrix(generic[2]):
        return None
    operation, variables, _ = generic
    parameter = lone_variable(columns(variables[place].type))
    if parameter is None:
        return None
    moving = {parameter: Size.variable(WIDTH)}
    narrow = substitute_sizes(operation, moving)
    bare = resized(variables[place], moving)
    factor = var(FACTOR, fun(fin(Size.variable(WIDTH)), variables[place].type.codomain or variables[place].type))
    try:
        wide = app(operation, *(times(bare, factor) if at == place else v for at, v in enumerate(variables)))
        small = app(narrow, *(bare if at == place else v for at, v in enumerate(variables)))
        goal = equation(wide, times(small, factor))
    except KernelError:  # the width of this argument is the width of others too
        return None
    return proved_law(goal, (), opaque, prove)


def proved_law(
    goal: Term, known: tuple[Term, ...], opaque: frozenset[str], prove: ProveAlone
) -> tuple[Theorem, frozenset[str]] | None:
    """Return a law and the definitions that its proof unfolds, or None."""
    try:
        theorem, context = prove(goal, Facts(others=known, opaque=opaque), LAW_BUDGET)
    except ProofError:
        return None
    return theorem, frozenset(context.unfolded)


def instance_at(theorem: Theorem, head: Const, values: list[Term], width: Size | None) -> Theorem | None:
    """Instantiate a law at the sizes of an operation, at its arguments and, last, at the factor."""
    sizes = definition_sizes(head) if width is None else {**definition_sizes(head), WIDTH: width}
    moved = instantiate_sizes(sizes, theorem)
    names = {**{f"A{place}": value for place, value in enumerate(values[:-1])}, FACTOR: values[-1]}
    free = sorted({v for t in (moved.conclusion, *moved.hypotheses) for v in t.free}, key=lambda v: v.name)
    if any(v.type is not names[v.name].type for v in free):
        return None
    return instantiate({v: names[v.name] for v in free}, moved)


def resized(v: Var, sizes: dict[str, Size]) -> Var:
    """Return a variable with other sizes in its type."""
    return var(v.name, v.type.substitute(sizes))


def square(size: Size | None) -> Type:
    """Return the type of square matrices."""
    if size is None:
        raise ProofError("not an index type")
    return fun(fin(size), fun(fin(size), REAL))


def lone_variable(size: Size | None) -> str | None:
    """Return the name of a size that is a single variable."""
    names = size.variables() if size is not None else frozenset()
    name = next(iter(names)) if len(names) == 1 else None
    return name if name is not None and size == Size.variable(name) else None
