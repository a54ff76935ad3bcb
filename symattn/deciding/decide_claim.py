"""Decide one claim: prove that it is defined, then go through the phases of a decision until one has an answer.

A counterexample is looked for first where the claim fails at first glance, and else after what is easy to prove.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

from sympy import Basic, MatrixSymbol

from symattn.deciding.definedness import discharged
from symattn.deciding.doubts import as_undefined, doubted
from symattn.deciding.findings import Confirmed, Unconfirmed
from symattn.deciding.lemmas import Usable
from symattn.deciding.problem import EASY, Problem, checked
from symattn.deciding.suggestions import suggestion
from symattn.deciding.unknown import HELP, LEMMA, Search, Unknown, contradicting, not_settled
from symattn.deciding.verdict import Verdict, idle_lemmas, unneeded
from symattn.depth import too_deep
from symattn.elaborate import Hypothesis, elaborate_many
from symattn.errors import SymattnError
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import sides
from symattn.language import Claim, Converges, Exists
from symattn.language.plain import plain
from symattn.prover.limits import LITTLE_EFFORT, MOST_EFFORT
from symattn.prover.logic.derived_rules import ProofError, TooDeep
from symattn.prover.normal.context import Context
from symattn.prover.strategies.front.prove import prove_by_layers, prove_by_words, prove_entrywise
from symattn.prover.strategies.laws.laws import fails_where_moved

EASY_EFFORT = 8_000  # of a proof on the entry level that is tried before a search for a counterexample
INSTANCES = 20  # of hypotheses that may be missing
SUGGESTED = 2_000  # effort with which a claim is tried under hypotheses that may be missing

#: What settles a claim: a theorem with the context of its proof, or a counterexample.
Found: TypeAlias = tuple[Theorem, Context] | Confirmed


def decide_claim(claim: Claim, seed: int, steps: int, lemmas: tuple[Usable, ...] = ()) -> Verdict:
    """Decide a claim by the first phase that settles it."""
    (elaborated,) = elaborate_many([claim.proposition], claim.given)
    problem = Problem(claim, elaborated, lemmas, seed, steps)
    needs, missing = discharged(problem)
    if missing:
        fails = _where_defined(problem)
        if fails is not None:
            return problem.refuted(fails)
        return problem.unknown(as_undefined(problem, missing), missing)
    decision = _Decision(problem)
    for phase in OF_THEIR_OWN.get(type(claim.proposition), PHASES):
        with suppress(ProofError):
            found = phase(decision)
            if found is not None:
                break
    else:
        return decision.unknown()
    if isinstance(found, Confirmed):
        return problem.refuted(found)
    if decision.values is not None:
        return problem.unknown(contradicting(decision.values))
    theorem, context = found
    checked(theorem, elaborated.goal, elaborated.hypotheses)
    may_be_vacuous, why = doubted(problem)
    if why is not None:
        return problem.unknown(why)
    proved = problem.proved(theorem, context, needs, problem.facts, may_be_vacuous)
    shown = tuple(f"with {plain(symbol)} = {plain(value)}" for symbol, value in decision.witness.items())
    return replace(proved, unneeded=lambda: map(unneeded, idle_lemmas(proved)), remarks=shown)


def _where_defined(problem: Problem) -> Confirmed | None:
    """Return a counterexample at which the claim is defined, or None: what it needs holds there as hypotheses do.

    That an inverse exists is said by its two equations, which are among the hypotheses.
    """
    from symattn.deciding.confirmation import counterexample

    needed = [o for o in problem.elaborated.obligations if o.exists is None]
    propositions = tuple(o.proposition for o in needed if o.proposition is not None)
    if len(propositions) < len(needed):
        return None
    defined = Hypothesis(problem.claim.proposition, "given", propositions, lambda: "it is defined")
    elaborated = replace(problem.elaborated, hypotheses=(*problem.elaborated.hypotheses, defined))
    found, _ = counterexample(replace(problem, elaborated=elaborated))
    return found if isinstance(found, Confirmed) else None


class _Decision:
    """Go through the phases of one problem; hold what they leave: a failed proof, values that are not confirmed.

    A phase returns what settles the claim, or None; a ProofError says that it has nothing.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem, self.goal, self.facts = problem, problem.goal, problem.facts
        self.by_lemmas = problem.with_lemmas(self.goal, self.facts, self.facts)
        self.looks_false: bool | None = None  # None until it is looked at
        self.values: Unconfirmed | None = None
        self.searches: list[Search] = []
        self.failure = ProofError("it fails at random values")
        self.witness: Mapping[Basic, Basic] = {}  # the values by which an Exists is proved

    def rewriting_by_lemmas(self) -> Found | None:
        return self.by_lemmas.by_rewriting() if self.by_lemmas is not None else None

    def counterexample_at_a_glance(self) -> Found | None:
        """Look for a counterexample first of all where the claim fails at random values, or where a law of it does."""
        pair = sides(self.goal)
        same = pair is not None and pair[0] is pair[1]
        self.looks_false = not same and (_looks_false(self.problem.claim) or fails_where_moved(self.goal, self.facts))
        return self._counterexample(thorough=True) if self.looks_false else None

    def words_of_lemmas(self) -> Found | None:
        return self.by_lemmas.by_words() if self.by_lemmas is not None else None

    def layers(self) -> Found | None:
        return prove_by_layers(self.goal, self.facts, self.problem.steps)

    def easy_entries(self) -> Found | None:
        return self._entries(self.problem.easy, EASY_EFFORT)

    def first_counterexamples(self) -> Found | None:
        return None if self.looks_false else self._counterexample(thorough=False)

    def words(self) -> Found | None:
        return prove_by_words(self.goal, self.facts)

    def all_means_with_lemmas(self) -> Found | None:
        return self.by_lemmas.by_all_means(self.problem.steps) if self.by_lemmas is not None else None

    def entries(self) -> Found | None:
        return self._entries(self.problem.steps) if self.failure.ran_out else None

    def counterexamples(self) -> Found | None:
        return None if self.looks_false else self._counterexample(thorough=True)

    def negation(self) -> Found | None:
        from symattn.deciding.negation import refuted_by_theorem

        found = refuted_by_theorem(self.problem.elaborated, self.problem.prover(self.problem.steps))
        return None if found is None else Confirmed(found, found.theorem)

    def easy_values(self) -> Found | None:
        return self._by_values(LITTLE_EFFORT)

    def values_with_effort(self) -> Found | None:
        return self._by_values(MOST_EFFORT)

    def no_values(self) -> Found | None:
        from symattn.deciding.existence import refuted_at_values

        found = refuted_at_values(self.problem)
        return None if found is None else Confirmed(found, found.theorem)

    def laws_of_limits(self) -> Found | None:
        from symattn.deciding.convergence import proved_by_laws

        return proved_by_laws(self.problem)

    def another_limit(self) -> Found | None:
        from symattn.deciding.convergence import refuted_by_another

        found = refuted_by_another(self.problem)
        return None if found is None else Confirmed(found, found.theorem)

    def _by_values(self, effort: float) -> Found | None:
        from symattn.deciding.existence import proved_by_values

        found = proved_by_values(self.problem, effort)
        if found is None:
            return None
        theorem, context, self.witness = found
        return theorem, context

    def _entries(self, steps: int, effort: float = MOST_EFFORT) -> Found:
        try:
            return prove_entrywise(self.goal, self.facts, steps, effort=effort)
        except ProofError as failure:
            self.failure = failure
            raise

    def _counterexample(self, thorough: bool) -> Confirmed | None:
        """Search for a counterexample, at length or for the first part of that."""
        from symattn.deciding.confirmation import counterexample  # a proof needs neither verifiers nor certificates

        found, search = counterexample(self.problem, thorough)
        self.searches += [search] if thorough else []
        self.values = found if isinstance(found, Unconfirmed) else None
        return found if isinstance(found, Confirmed) else None

    def unknown(self) -> Verdict:
        """Answer that nothing is settled, and name hypotheses under which the claim is proved, where there are any."""
        claim = self.problem.claim
        if isinstance(self.failure, TooDeep):
            return self.problem.unknown(Unknown((too_deep(*claim.proposition.args, *claim.given),)))
        settled = "" if self.values is not None else suggestion(claim, lambda more: _easily(more, self.problem))
        help = HELP if self.problem.may_be_a_chain else LEMMA
        of_matrices, steps = self.problem.is_of_matrices, self.problem.steps
        lemmas = self.problem.names_of_lemmas
        left = not_settled(self.failure, of_matrices, self.values, self.searches, help, settled, steps, lemmas)
        return self.problem.unknown(left)


#: The phases in their order. A proof on the entry level that is not easy takes longer than the first counterexamples.
PHASES: tuple[Callable[[_Decision], Found | None], ...] = (
    _Decision.rewriting_by_lemmas,
    _Decision.counterexample_at_a_glance,
    _Decision.words_of_lemmas,
    _Decision.layers,
    _Decision.easy_entries,
    _Decision.first_counterexamples,
    _Decision.words,
    _Decision.all_means_with_lemmas,
    _Decision.entries,
    _Decision.counterexamples,
    _Decision.negation,
)

#: The phases for a statement that there are some values, and for one of a limit.
OF_THEIR_OWN: dict[type, tuple[Callable[[_Decision], Found | None], ...]] = {
    Exists: (_Decision.easy_values, _Decision.no_values, _Decision.values_with_effort),
    Converges: (_Decision.laws_of_limits, _Decision.another_limit),
}


def _looks_false(claim: Claim) -> bool:
    from symattn.numeric.spot_check import looks_false  # of the numerical side

    return looks_false(claim)


def _easily(claim: Claim, asked: Problem) -> bool:
    """Tell whether a claim is proved with little effort, and is defined, under hypotheses that have an instance."""
    with suppress(ProofError, SymattnError):
        (elaborated,) = elaborate_many([claim.proposition], claim.given)
        problem = Problem(claim, elaborated, asked.lemmas, asked.seed, EASY)
        theorem = prove_entrywise(problem.goal, problem.facts, EASY, effort=SUGGESTED)[0]
        checked(theorem, problem.goal, problem.hypotheses)
        return not discharged(problem)[1] and _has_an_instance(claim)
    return False


def _has_an_instance(claim: Claim) -> bool:
    """Tell whether exact values satisfy the hypotheses at which no matrix is 0, as a skew A with A = A.T would be."""
    from symattn.numeric.refute import known_witnesses  # of the numerical side

    return any(
        all(any(map(any, value)) for symbol, value in instance.bindings.items() if type(symbol) is MatrixSymbol)
        for instance in islice(known_witnesses(claim, 0), INSTANCES)
    )
