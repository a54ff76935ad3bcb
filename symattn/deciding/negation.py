"""Refute a claim by proving its negation: of a statement about all values, or at two values a whole turn apart.

Exact numbers cannot show that sin (x + 2π) = sin x, so a counterexample in which an angle makes a whole turn more is
found among kernel terms: a number x is replaced by y + 2π, for another number y of the claim, or by 2π. Every
hypothesis must then be a theorem, and so must the negation of the claim, for all values of the other symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sympy import Basic, Expr, Symbol, pi

from symattn.deciding.problem import Prove
from symattn.elaborate import Elaborated, Hypothesis
from symattn.kernel.rules import Theorem
from symattn.kernel.syntax import FALSE, negation
from symattn.kernel.terms import REAL, Term, Var, substitute
from symattn.language.plain import plain, plain_name
from symattn.prover.logic.derived_rules import conjoin, match_forall, match_implication
from symattn.prover.logic.formulas import COS, SIN, TURN, plus
from symattn.prover.logic.parts import occurs
from symattn.showing import ShowsItself

#: What is declared of a number that may become any real number, or any of a sign, which is then a hypothesis.
REAL_OR_SIGNED = tuple(
    Symbol("x", **{kind: True}).assumptions0 for kind in ("real", "positive", "negative", "nonnegative", "nonpositive")
)


@dataclass(frozen=True)
class Negation(ShowsItself):
    """Hold values at which the hypotheses of a claim hold and the claim fails, as expressions, with a theorem of that.

    ``theorem`` is the conjunction of the hypotheses and of the negation of the claim at these values, for all values of
    the other symbols.
    """

    values: Mapping[str, Expr]
    theorem: Theorem = field(repr=False)
    kind: str = "negation"
    sizes: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.values:
            return "the negation of the claim is a theorem"
        where = ", ".join(f"{plain_name(name, scalar=True)} = {plain(value)}" for name, value in self.values.items())
        return f"{where}: every hypothesis is a theorem, and so is the negation of the claim"


def refuted_by_theorem(elaborated: Elaborated, prove: Prove) -> Negation | None:
    """Return values at which the hypotheses are theorems and the negation of the claim is one, or None."""
    given = [h for h in elaborated.hypotheses if _is_given(h)]
    if not given and (match_forall(elaborated.goal) or match_implication(elaborated.goal)):
        theorem = prove(opposite(elaborated.goal), elaborated.hypotheses)
        if theorem is not None:
            return Negation({}, theorem)
    propositions = [elaborated.goal, *(p for h in given for p in h.propositions)]
    if not any(occurs(function, p) for function in (SIN, COS) for p in propositions):
        return None
    for x, symbol, term, value in _candidates(elaborated):
        known = tuple(
            h for h in elaborated.hypotheses if not _is_given(h) and not any(x in p.free for p in h.propositions)
        )
        needed = [p for h in elaborated.hypotheses if h not in known for p in h.propositions]
        wanted = [*(substitute(p, {x: term}) for p in needed), opposite(substitute(elaborated.goal, {x: term}))]
        theorem = all_of(reversed(wanted), known, prove)
        if theorem is not None:
            return Negation({str(symbol): value}, theorem)
    return None


def all_of(
    propositions: Iterable[Term], known: tuple[Hypothesis, ...], prove: Prove, last: Theorem | None = None
) -> Theorem | None:
    """Return ⊢ p ∧ (… ∧ q) for propositions in reverse order, or None when one of them is not proved.

    ``last`` is the theorem to begin with, the last conjunct.
    """
    result = last
    for proposition in propositions:
        theorem = prove(proposition, known)
        if theorem is None:
            return None
        result = theorem if result is None else conjoin(theorem, result)
    return result


def _is_given(hypothesis: Hypothesis) -> bool:
    """Tell whether a hypothesis is a proposition that is given, and not what is declared of a symbol."""
    return hypothesis.kind in ("given", "inverse") and not isinstance(hypothesis.item, Symbol)


def _candidates(elaborated: Elaborated) -> Iterator[tuple[Var, Basic, Term, Expr]]:
    """Yield the numbers x of the claim with what may take their place: y + 2π, and 2π."""
    numbers = [(s, own[0]) for s, own in elaborated.variables if isinstance(s, Symbol) and own[0].type is REAL]
    for symbol, x in numbers:
        if x in elaborated.goal.free and symbol.assumptions0 in REAL_OR_SIGNED:
            for other, y in numbers:
                if y is not x:
                    yield x, symbol, plus(y, TURN), other + 2 * pi
            yield x, symbol, TURN, 2 * pi


def opposite(goal: Term) -> Term:
    negated = match_implication(goal)
    return negated[0] if negated is not None and negated[1] is FALSE else negation(goal)
