"""A claim, prepared for deciding: its terms in SymPy and in the kernel, what a proof may use, and the limits.

The phases of a decision take a problem and return an answer, or nothing; an answer becomes a verdict here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from sympy import Basic, Ge, Gt, Inverse, Le, Lt

from symattn.deciding.findings import Confirmed
from symattn.deciding.lemmas import Usable
from symattn.deciding.unknown import Unknown
from symattn.deciding.verdict import Verdict
from symattn.elaborate import Elaborated, Hypothesis
from symattn.elaborate.matrices import is_invertible
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term
from symattn.language import Claim, Equation
from symattn.language.base.symbols import InvertibleSymbol
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.normal.context import Context
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.lemmas import Lemmas
from symattn.prover.strategies.front.prove import prove as prove_goal

#: Steps within which most proofs are found.
EASY = 600
#: Prove a proposition from some hypotheses, or return None.
Prove = Callable[[Term, tuple[Hypothesis, ...]], Theorem | None]


@dataclass(frozen=True)
class Problem:
    """Hold a claim, its terms in the kernel, the lemmas it may use, a seed, and the steps that a proof may take."""

    claim: Claim
    elaborated: Elaborated
    lemmas: tuple[Usable, ...]
    seed: int
    steps: int

    @property
    def goal(self) -> Term:
        return self.elaborated.goal

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        return self.elaborated.hypotheses

    @cached_property
    def facts(self) -> Facts:
        return facts_of(self.hypotheses)

    @property
    def is_of_matrices(self) -> bool:
        return bool(getattr(getattr(self.claim.proposition, "lhs", None), "is_Matrix", False))

    @property
    def may_be_a_chain(self) -> bool:
        """Whether a calc can state the claim: an equation or inequality without derivatives."""
        return isinstance(self.claim.proposition, Equation | Le | Lt | Ge | Gt) and not self.elaborated.described

    @property
    def easy(self) -> int:
        """Steps for what is tried on the way."""
        return min(EASY, self.steps)

    @property
    def names_of_lemmas(self) -> list[object]:
        """What to call the lemmas: their ids, or what they state."""
        return [each.lemma.name or getattr(each.lemma.verdict, "claim", "") for each in self.lemmas]

    def with_lemmas(self, goal: Term, facts: Facts, known: Facts) -> Lemmas | None:
        """Return how to prove a goal from facts and lemmas, whose own hypotheses have to follow from what is known."""
        return Lemmas(goal, facts, known, [each.theorem for each in self.lemmas]) if self.lemmas else None

    def prover(self, steps: int) -> Prove:
        """Return how to prove propositions from hypotheses of this claim alone, within some steps."""

        def prove(proposition: Term, hypotheses: tuple[Hypothesis, ...]) -> Theorem | None:
            try:
                return checked(prove_goal(proposition, facts_of(hypotheses), steps)[0], proposition, hypotheses)
            except ProofError:
                return None

        return prove

    # ------------------------------------------------------------------------------------------------------- answers

    def proved(
        self, theorem: Theorem, context: Context, needs: Sequence[Theorem], facts: Facts, may_be_vacuous: bool = False
    ) -> Verdict:
        """Answer by a theorem that was checked, and by the proofs that the claim is defined."""
        return Verdict(
            "proved",
            self.claim,
            theorem,
            hypotheses=_used((theorem, *needs), self.hypotheses),
            possibly_vacuous=may_be_vacuous,
            facts=facts,
            context=context,
            needs=tuple(needs),
            lemmas=self.lemmas,
        )

    def refuted(self, found: Confirmed) -> Verdict:
        """Answer by a counterexample."""
        return Verdict("refuted", self.claim, found.theorem, counterexample=found.counterexample)

    def unknown(self, why: Unknown, missing: tuple[str, ...] = ()) -> Verdict:
        """Answer by why nothing is decided, and by what is missing for the claim to be defined."""
        return Verdict("unknown", self.claim, missing=missing, why=why)


def facts_of(hypotheses: Iterable[Hypothesis], opaque: frozenset[str] = frozenset()) -> Facts:
    """Return what a proof may use of some hypotheses; it may not unfold the definitions of the opaque constants."""
    bijections: list[tuple[Term, Term]] = []
    others: list[Term] = []
    for hypothesis in hypotheses:
        if hypothesis.kind == "permutation":
            first, second = hypothesis.propositions
            bijections.append((first, second))
        else:
            others += hypothesis.propositions
    return Facts(tuple(bijections), tuple(others), opaque)


def checked(theorem: Theorem, goal: Term, hypotheses: Sequence[Hypothesis]) -> Theorem:
    """Return the theorem if it says just what was to be proved, under no other hypotheses than the declared ones."""
    allowed = {p for hypothesis in hypotheses for p in hypothesis.propositions}
    if theorem.conclusion is not goal or not allowed.issuperset(theorem.hypotheses):
        raise ProofError(f"the proof ended in {theorem}")
    return theorem


def _used(theorems: Iterable[Theorem], hypotheses: Sequence[Hypothesis]) -> tuple[str, ...]:
    """Return what the proofs of a claim and of its definedness use of the hypotheses.

    Where nobody gave that a matrix is invertible, the equations of its inverse define the symbol of the inverse; there
    is one because of what is declared of the symbols in the matrix, or was proved to be.
    """
    used = {h for theorem in theorems for h in theorem.hypotheses}
    found = [h for h in hypotheses if not used.isdisjoint(h.propositions)]
    declared = {symbol for h in found for symbol in inverted_by_declaration(h.item)}
    meant = (h for h in hypotheses if not isinstance(h.item, Inverse))
    return tuple(h.description for h in meant if h in found or h.item in declared)


def inverted_by_declaration(item: Basic) -> set[InvertibleSymbol]:
    """Return the symbols that are declared to be invertible and so make an inverse exist, as A does (Aᵀ)⁻¹."""
    is_known = isinstance(item, Inverse) and is_invertible(item.arg)
    return item.atoms(InvertibleSymbol) if is_known else set()
