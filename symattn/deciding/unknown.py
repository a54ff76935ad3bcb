"""Why a claim is neither proved nor refuted, as data: what was tried, where it stopped, what would help.

Of a proof attempt the smallest statement still to be shown is told, in the notation of the claim: both sides of an
equation lose what they have in common; of an inequality the shorter of its two forms is shown, a ≤ b or 0 ≤ b − a.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from symattn.deciding.findings import Unconfirmed
from symattn.kernel.terms import BOOL, REAL, Term
from symattn.prover.logic.derived_rules import ProofError, Unfinished
from symattn.prover.logic.formulas import ZERO
from symattn.prover.logic.term_order import size
from symattn.prover.normal.context import BudgetExceeded
from symattn.prover.normal.polynomials import polynomial_term, read_polynomial
from symattn.prover.strategies.core.goals import NotProved
from symattn.prover.strategies.core.outcomes import Outcome, Tried, left_open

LONGEST = 1_000  # parts of a normal form that is shown
SHORT, LONG = 10, 300  # parts of a goal that is shown beside it, which a way left open
CLOSEST = 3  # ways of which it is said what they left open
NOTHING = "not proved: neither a proof nor a counterexample was found"
LEMMA = "a lemma that says so (using=[…]) would settle it"
HELP = "a lemma that says so (using=[…]) or a calc in smaller steps would settle it"
IN_A_STEP = "a lemma that says so, named beside the step, or smaller steps would settle it"
CONTRADICTION = "symattn disagrees with itself: the kernel proves the claim, and numbers speak against it"


@dataclass(frozen=True)
class Unknown:
    """Say why nothing was decided, in lines: ``str`` joins those that a report has.

    ``stopped`` is where the attempt ended, ``tried`` what was tried, ``settles`` what would settle the claim, ``saw``
    what a search for a counterexample saw, ``values`` the values that were found and not confirmed, ``advice`` all that
    would help, ``ways`` what came of each way of the prover, ``closest`` what the ways that came closest left open,
    ``idle`` which lemmas did not settle it, ``spent`` which ways gave up for want of steps.
    """

    stopped: tuple[str, ...]
    tried: tuple[str, ...] = ()
    settles: str = ""
    saw: str = ""
    values: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    ways: tuple[Tried, ...] = ()
    closest: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    spent: str = ""

    def __str__(self) -> str:
        seen = f"no instance was found against it: {self.saw}" if self.saw else ""
        closest = ("came close:", *(f"  {each}" for each in self.closest)) if self.closest else ()
        return "\n".join(
            filter(None, (*self.stopped, self.spent, *closest, *self.idle, self.settles, *self.values, seen))
        )


class Search(Protocol):
    """Say at how many instances a claim was seen to hold, and by how much its two sides differed at most."""

    @property
    def held(self) -> int: ...
    @property
    def error(self) -> float: ...


def undefined(
    missing: Iterable[str], what: str = "the claim is ", unmet: Iterable[str] = (), settles: str = ""
) -> Unknown:
    """Say which conditions are missing, without which a claim is not defined, and which of these no values met."""
    return Unknown(
        (
            f"{what}not defined everywhere without: {'; '.join(missing)}",
            *(f"of all values that were tried none met this: {each}" for each in unmet),
        ),
        ("that the claim is defined everywhere: that an inverse, a quotient, a root or a softmax exists",),
        settles,
    )


def vacuous(how: str) -> Unknown:
    """Say how hypotheses contradict each other."""
    return Unknown((how,), ("whether the hypotheses can hold together",), advice=("leave out or weaken a hypothesis",))


def of_open_lemma(which: str) -> Unknown:
    """Say which lemma is not proved itself."""
    return Unknown((which,), ("the lemmas that were named",), advice=("prove the lemma first",))


def by_more_reasons(names: Sequence[str]) -> Unknown:
    """Name the reasons that a step needs besides its own."""
    also = ", ".join(names)
    them = f"{also} as a reason" if len(names) == 1 else "them as reasons"
    return Unknown(
        (f"the step holds, but it also uses {also}: name {them} of the step",),
        ("the step by what it names, and then by everything that is declared",),
        advice=(f"name what the step also uses: {also}",),
    )


def contradicting(found: object) -> Unknown:
    """Say that the kernel proves what numbers speak against."""
    return Unknown((CONTRADICTION,), values=tuple(str(found).splitlines()))


def not_settled(
    failure: ProofError,
    of_matrices: bool,
    found: Unconfirmed | None,
    searches: Sequence[Search],
    help: str,
    settled: str = "",
    steps: int = 0,
    lemmas: Sequence[object] = (),
) -> Unknown:
    """Say what was left of a proof attempt, what a search for a counterexample saw, and what would settle the claim.

    ``settled`` names a hypothesis that would, ``help`` what else there is; ``lemmas`` were named for a proof within
    some ``steps``.
    """
    left, saw = _left(failure), next(filter(None, map(_seen, searches)), "")
    searched = f"a counterexample, the smallest first: {saw}" if saw else "a counterexample, smallest first"
    ways = tuple(way for way, _ in left_open(failure.tried))
    spent = _spent(failure, ways, steps)
    how = "it is used where an instance of what it states fits a part of the claim"
    idle = tuple(f"the lemma {each} did not settle it; {how}" for each in lemmas)
    advice = [f"a larger budget: decide(…, steps={4 * steps:_})"] if spent else []
    advice += ["look at these values: they may refute it"] if found is not None else []
    advice.append(f"a hypothesis: {settled}" if settled else help)
    return Unknown(
        (left,),
        (
            "a proof, of the matrices as a whole and entry by entry" if of_matrices else "a proof by normal forms",
            searched,
            "a proof of the negation, and hypotheses under which the claim would be proved",
        ),
        settled or help,
        "" if found is not None else saw,
        () if found is None else tuple(str(found).splitlines()),
        tuple(advice),
        ways,
        _closest(failure),
        idle,
        spent,
    )


def _spent(failure: ProofError, ways: Sequence[Tried], steps: int) -> str:
    """Say which ways gave up when their steps were spent, or nothing where none did."""
    ideas = "; ".join(dict.fromkeys(way.idea for way in ways if way.outcome is Outcome.RAN_OUT))
    if not (ideas or isinstance(failure, BudgetExceeded)) or not steps:
        return ""
    more = f"steps={4 * steps:_}"
    in_script = f"in a proof script, as a reason: calc(left, (right, decide(left, right, {more})))"
    return f"gave up after {steps:,} steps{f' ({ideas})' if ideas else ''}; decide(…, {more}) tries more; {in_script}"


def _left(failure: ProofError) -> str:
    """Say what was left of a proof attempt."""
    if isinstance(failure, Unfinished):
        return f"not proved: {failure}"
    if not isinstance(failure, NotProved):  # it speaks of the kernel's terms, which are not those of the claim
        return "not proved: the attempt came to a step that could not be made"
    text = _goal_text(failure, LONGEST)
    if text is None:
        return "not proved: what is left is too long to be shown"
    return f"not proved: what is left is {text}" if text else NOTHING


def _goal_text(failure: NotProved, longest: int) -> str | None:
    """Write a goal that is left, or nothing where the notation cannot show it; None where it is too long."""
    if failure.left.type is BOOL:  # the notation says nothing of truth values
        return ""
    sides = _smallest(failure)
    if max(map(size, sides)) > longest:
        return None
    from symattn.render.terms import term_text

    assumed = [t for pair in failure.under for t in pair[1:]]
    left, right, *others = (term_text(t, (*sides, *assumed)) for t in (*sides, *assumed))
    if left == right:
        return ""
    premises = [f"{a} {pair[0]} {b}" for pair, a, b in zip(failure.under, others[::2], others[1::2], strict=True)]
    under = f" where {', '.join(premises)}" if premises else ""
    return f"{left} {failure.relation} {right}{under}"


def _closest(failure: ProofError) -> tuple[str, ...]:
    """Say which ways came closest and the largest goal that each left open, the shortest of these first."""
    open_goals = [(way.idea, max(left, key=_extent)) for way, left in left_open(failure.tried) if left]
    said = {_left(failure).rpartition("what is left is ")[2]}
    found: list[str] = []
    for idea, goal in sorted(open_goals, key=lambda each: _extent(each[1])):
        aside = goal.relation == "≠" or _extent(goal) < SHORT  # a side condition
        text = "" if aside else _goal_text(goal, LONG)
        if text and text not in said and len(found) < CLOSEST:
            said.add(text)
            found.append(f"{idea}: {text}")
    return tuple(found)


def _extent(goal: NotProved) -> int:
    return size(goal.left) + size(goal.right)


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


def _seen(search: Search | None) -> str:
    """Say at how many instances a claim held, or nothing where none was tried."""
    if search is None or not search.held:
        return ""
    where = "one instance" if search.held == 1 else f"{search.held:,} instances"
    error = f", largest error {search.error:.1e}" if search.error else ""
    return f"true at {where}{error}"
