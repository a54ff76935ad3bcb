"""Operations that have no name: a matrix given by its entries, or a sum over heads, as a frame around matrices.

In λi j. Σ k. (X·W) k j * Y i j the matrices X·W and Y are the holes, the rest is the frame.  It is an operation of its
holes as ``matmul`` is one of its arguments, and has laws as that has.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ....kernel.terms import Abs, App, Const, Term, Var, app, lam
from ...logic.parts import head_and_arguments
from .laws import is_matrix


def is_frame(t: Term) -> bool:
    """Tell whether a matrix is more than a named operation at matrices, variables and constants."""
    head, arguments = head_and_arguments(t)
    if not is_matrix(t.type):
        return False
    return isinstance(t, Abs) or (
        isinstance(head, Const) and any(not is_matrix(a.type) and holes(a) for a in arguments)
    )


def holes(t: Term) -> tuple[Term, ...]:
    """Return the largest matrices in a term, not the term itself, that speak of no bound index but of some variable."""
    return tuple(part for part in leaves(t) if is_matrix(part.type))


@cache
def leaves(t: Term) -> tuple[Term, ...]:
    """Return the holes of a term and the variables beside them."""
    found: dict[Term, None] = {}
    seen: set[Term] = {t}
    stack = _parts(t)
    while stack:
        part = stack.pop()
        if part in seen or not part.free:
            continue
        seen.add(part)
        if isinstance(part, Var) or (is_matrix(part.type) and not part.loose):
            found[part] = None
        else:
            stack += _parts(part)
    return tuple(found)


def filled(t: Term, values: Mapping[Term, Term]) -> Term:
    """Return a term with other matrices in its holes."""
    memo: dict[Term, Term] = {}

    def walk(s: Term) -> Term:
        if not s.loose and s is not t and s in values:
            return values[s]
        if s not in memo:
            if isinstance(s, App):
                memo[s] = app(walk(s.function), walk(s.argument))
            elif isinstance(s, Abs):
                memo[s] = lam(s.binder, walk(s.body))
            else:
                memo[s] = s
        return memo[s]

    return walk(t)


def _parts(t: Term) -> list[Term]:
    """Return the parts of a term in reverse, for a stack."""
    if isinstance(t, App):
        return [t.argument, t.function]
    return [t.body] if isinstance(t, Abs) else []
