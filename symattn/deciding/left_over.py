"""What a proof attempt left: the smallest statement still to be shown, in the notation of the claim, and where it held.

Both sides of an equation lose what they have in common; of an inequality the shorter of its two forms is shown, a ≤ b
or 0 ≤ b − a.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from symattn.kernel.terms import BOOL, REAL, Term
from symattn.prover.logic.derived_rules import ProofError, Unfinished
from symattn.prover.logic.formulas import ZERO
from symattn.prover.logic.term_order import size
from symattn.prover.normal.polynomials import polynomial_term, read_polynomial
from symattn.prover.strategies.core.goals import NotProved

LONGEST = 1_000  # parts of a normal form that is shown
NOTHING = "not proved: neither a proof nor a counterexample was found"
HELP = "a lemma that says so (using=[…]) or a calc in smaller steps would settle it"


class Search(Protocol):
    """Say at how many instances a claim was seen to hold, and by how much its two sides differed at most."""

    @property
    def held(self) -> int: ...
    @property
    def error(self) -> float: ...


def report(failure: ProofError, settled: str = "") -> str:
    """Say what was left of a proof attempt, and what would settle it: hypotheses that are named, or else a lemma."""
    return f"{_left(failure)}\n{settled or HELP}"


def _left(failure: ProofError) -> str:
    if isinstance(failure, Unfinished):
        return f"not proved: {failure}"
    if not isinstance(failure, NotProved):  # it speaks of the kernel's terms, which are not those of the claim
        return "not proved: the attempt came to a step that could not be made"
    if failure.left.type is BOOL:  # the notation says nothing of truth values
        return NOTHING
    sides = _smallest(failure)
    if max(map(size, sides)) > LONGEST:
        return "not proved: what is left is too long to be shown"
    from symattn.render.terms import term_text

    assumed = [t for pair in failure.under for t in pair[1:]]
    left, right, *others = (term_text(t, (*sides, *assumed)) for t in (*sides, *assumed))
    if left == right:
        return NOTHING
    premises = [f"{a} {pair[0]} {b}" for pair, a, b in zip(failure.under, others[::2], others[1::2], strict=True)]
    under = f" where {', '.join(premises)}" if premises else ""
    return f"not proved: what is left is {left} {failure.relation} {right}{under}"


def _smallest(failure: NotProved) -> tuple[Term, Term]:
    """Return the two sides of what is left without what they have in common."""
    left, right = failure.left, failure.right
    if left.type is not REAL:
        return left, right
    first, second = read_polynomial(left), read_polynomial(right)
    common = [m for m in first if first[m] == second.get(m)]
    if common and len(common) < max(len(first), len(second)):
        left = polynomial_term({m: c for m, c in first.items() if m not in common})
        right = polynomial_term({m: c for m, c in second.items() if m not in common})
    other = failure.difference
    if other is not None and failure.relation in ("<", "≤") and size(other) + 1 < size(left) + size(right):
        return ZERO, other
    return left, right


def seen(search: Search | None) -> Sequence[str]:
    """Say at how many instances a claim held, or nothing where none was tried."""
    if search is None or not search.held:
        return ()
    where = "one instance" if search.held == 1 else f"{search.held:,} instances"
    error = f", largest error {search.error:.1e}" if search.error else ""
    return (f"no instance was found against it: true at {where}{error}",)
