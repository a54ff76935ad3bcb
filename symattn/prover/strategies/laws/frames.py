"""View a matrix as an operation on the matrices in it, whether the operation has a name or is written out.

In λi j. Σ k. (X·W) k j * Y i j the matrices X·W and Y are the holes, the rest is the frame.  It is an operation of its
holes as ``matmul`` is one of its arguments, and has laws as that has.
"""

from __future__ import annotations

from functools import cache

from ....kernel.terms import Abs, Const, Term, Var
from ...logic.parts import args_of, head_and_arguments, is_matrix, parts_of
from .laws import ALGEBRA


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

    def is_leaf(part: Term) -> bool:
        return isinstance(part, Var) or (part is not t and is_matrix(part.type) and not part.loose)

    def is_whole(part: Term) -> bool:
        return not part.free or is_leaf(part)

    return tuple(part for part in parts_of(t, whole=is_whole) if part.free and is_leaf(part) and part is not t)


def layers(t: Term) -> int:
    """Return how deep operations beyond matrix algebra are nested in a term."""
    memo: dict[Term, int] = {}

    def depth(s: Term) -> int:
        if s not in memo:
            head, arguments = head_and_arguments(s)
            frame = is_frame(s)
            inside = max((depth(a) for a in (*arguments, *(holes(s) if frame else ()))), default=0)
            if frame:  # what it holds counts, if anything, and then the frame as well
                memo[s] = inside + (inside > 0)
            else:
                named = isinstance(head, Const) and bool(arguments) and head.name not in ALGEBRA and is_matrix(s.type)
                memo[s] = inside + named
        return memo[s]

    return depth(t)


def factors(t: Term) -> int:
    """Return how many factors the product has that a term is."""
    args = args_of(t, "matmul", 2)
    return 1 if args is None else sum(map(factors, args))
