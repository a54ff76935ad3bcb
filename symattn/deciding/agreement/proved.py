"""Compare both readings after every proof, at two small instances: one with all sizes 1, one with larger sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sympy import Basic

from symattn.deciding.agreement.compare import Agreement, agreement
from symattn.elaborate import elaborate_many
from symattn.errors import SymattnError
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Abs, Const, Size, Term, Type, Var
from symattn.language import Calc, Claim
from symattn.numeric.kernel_terms import CONNECTIVE, inside_out, parts_of
from symattn.prover.library.definitions import definition_of
from symattn.prover.logic.derived_rules import right

TRIALS = 2
#: A claim with a size that is never smaller is not compared entry by entry.
LARGEST = 64
#: No more binders than this are compared, one inside the other: each multiplies the work, but for the f of p ∧ q.
DEEPEST = 8


def agreement_of_proof(stated: Calc | Claim, theorem: Theorem | None, seed: int = 0) -> Agreement:
    """Compare what was proved with what is written, at a few small values; compare nothing where that is long.

    >>> from sympy import MatrixSymbol
    >>> from symattn import claim, dims, prove
    >>> n = dims("n")
    >>> stated = claim(MatrixSymbol("A", n, n).T.T, MatrixSymbol("A", n, n))
    >>> agreement_of_proof(stated, prove(stated).theorem).agrees
    True
    """
    statements: Sequence[Basic] = stated.stated if isinstance(stated, Calc) else (stated.proposition,)
    lines = elaborate_many(list(statements), stated.given)
    if any(is_long(line.goal) for line in lines):
        return Agreement(0, 0.0, ("it would take too many values",))
    try:
        return agreement(stated, trials=TRIALS, seed=seed, theorem=theorem)
    except (SymattnError, RecursionError, ArithmeticError) as error:
        return Agreement(0, 0.0, (" ".join(str(error).split()) or type(error).__name__,))


def _types_of(ty: Type | None) -> Iterator[Type]:
    """Yield what the values of a type are functions of, the outermost first, and the type of their values."""
    while ty is not None:
        yield from (ty,) if ty.domain is None else _types_of(ty.domain)
        ty = ty.codomain


def is_long(goal: Term) -> bool:
    """Tell whether a claim has large literal sizes, its variables too, or deep binders."""
    depths: dict[Any, int] = {}
    for part in inside_out(goal):
        below = max((depths[inner] for inner in parts_of(part)), default=0)
        depths[part] = below + (isinstance(part, Abs) and part.binder is not CONNECTIVE)
        sizes: tuple[Size, ...] = part.sizes if isinstance(part, Const) else ()
        if isinstance(part, Abs) and part.binder.size is not None:
            sizes = (part.binder.size,)
        if isinstance(part, Var):
            sizes = tuple(ty.size for ty in _types_of(part.type) if ty.size is not None)
        if any(size.least() > LARGEST for size in sizes):
            return True
        definition = definition_of(part.name) if isinstance(part, Const) and not part.sizes else None
        if definition is not None and is_long(right(definition)):  # a part that was given a name
            return True
    return depths[goal] > DEEPEST
