"""Shapes of matrix operations for the laws of the matrix level: rows, columns, and an operation at generic sizes."""

from __future__ import annotations

from ....kernel.terms import REAL, Const, Size, Term, Type, Var, const, var
from ...library.definitions import definition_of
from ...logic.derived_rules import ProofError

LAW_BUDGET = 8_000  # steps of normalisation for one conjecture
ALGEBRA = frozenset(("matmul", "matadd", "matscale", "transpose", "permutation", "identity", "zeros", "ones"))


def is_matrix(ty: Type) -> bool:
    """Tell whether the type is that of a real matrix."""
    return (
        ty.domain is not None
        and ty.domain.size is not None
        and ty.codomain is not None
        and ty.codomain.domain is not None
        and ty.codomain.domain.size is not None
        and ty.codomain.codomain is REAL
    )


def rows(ty: Type) -> Size:
    """Return the number of rows of a matrix type."""
    if ty.domain is None or ty.domain.size is None:
        raise ProofError(f"{ty} is not a matrix type")
    return ty.domain.size


def columns(ty: Type) -> Size:
    """Return the number of columns of a matrix type."""
    if ty.codomain is None:
        raise ProofError(f"{ty} is not a matrix type")
    return rows(ty.codomain)


def definition_sizes(head: Const) -> dict[str, Size]:
    """Return the sizes of a defined operation by the names of its parameters."""
    definition = definition_of(head.name)
    if definition is None:
        raise ProofError(f"{head.name} has no definition")
    parameters = [str(p) for p in definition.arguments[1]]  # type: ignore[union-attr]
    return dict(zip(parameters, head.sizes, strict=True))


def generic_application(name: str, arity: int) -> tuple[Term, list[Var], Type] | None:
    """Return a defined operation at generic sizes, variables for its arguments, and the type of the result."""
    definition = definition_of(name)
    if definition is None:
        return None
    parameters = [str(p) for p in definition.arguments[1]]  # type: ignore[union-attr]
    operation = const(name, *(Size.variable(p) for p in parameters))
    arguments: list[Var] = []
    ty = operation.type
    for place in range(arity):
        if ty.domain is None or ty.codomain is None:
            return None
        arguments.append(var(f"A{place}", ty.domain))
        ty = ty.codomain
    return operation, arguments, ty
