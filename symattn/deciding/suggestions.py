"""Suggest hypotheses that would settle a claim; each suggestion has been tried.

All symbols of one kind are given a property at once; where the claim then follows, what is not needed is left out
again, and a sign is weakened as far as the proof allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sympy import Basic, Ge, Gt, MatrixSymbol, Ne, Symbol, Transpose

from symattn.language.base.dims import is_dim
from symattn.language.base.shapes import shapes_equal
from symattn.language.inspection import declarations
from symattn.language.plain import plain_together
from symattn.language.propositions import Claim, Equation, Invertible

#: Tell whether a claim is proved with little effort, under hypotheses that an instance is known to have.
Holds = Callable[[Claim], bool]
MOST = 4  # symbols that are given a property at once


def suggestion(claim: Claim, holds: Holds) -> str:
    """Name hypotheses under which a claim is proved, or nothing where none of the candidates is enough.

    >>> from sympy import sqrt
    >>> x = Symbol("x", real=True)
    >>> suggestion(Claim((sqrt(x**2), x)), lambda stated: any(each in stated.given for each in (x > 0, x >= 0)))
    'it is proved with given=[x >= 0]'
    """
    for candidates in _candidates(claim):
        if candidates and holds(_with(claim, candidates)):
            return f"it is proved with given=[{', '.join(plain_together(*_fewest(claim, candidates, holds)))}]"
    return ""


def _candidates(claim: Claim) -> Iterator[tuple[Basic, ...]]:
    """Yield properties of all numbers, and of all square matrices, of which nothing is declared."""
    found = declarations(claim.proposition, *claim.given)
    numbers = [x for x in found.scalars if isinstance(x, Symbol) and x.is_real and x.is_nonzero is None]
    numbers = [x for x in numbers if not is_dim(x) and x.is_integer is None][:MOST]
    yield tuple(Gt(x, 0) for x in numbers)
    square = [A for A in found.matrices if type(A) is MatrixSymbol and shapes_equal(A.shape, A.shape[::-1])][:MOST]
    yield tuple(Equation(A, Transpose(A)) for A in square)
    yield tuple(map(Invertible, square))


def _fewest(claim: Claim, candidates: tuple[Basic, ...], holds: Holds) -> Sequence[Basic]:
    """Return what is needed of some candidates, each as weak as it may be."""
    needed = list(candidates)
    for each in candidates:
        others = [other for other in needed if other is not each]
        if holds(_with(claim, others)):
            needed = others
    for place, each in enumerate(needed):
        if isinstance(each, Gt):
            for weaker in (Ge(*each.args), Ne(*each.args)):
                trial = [*needed[:place], weaker, *needed[place + 1 :]]
                if holds(_with(claim, trial)):
                    needed = trial
                    break
    return needed


def _with(claim: Claim, more: Sequence[Basic]) -> Claim:
    return Claim(claim.proposition, (*claim.given, *more))
