"""Confirm counterexamples: nothing is refuted by numbers alone.

A search for values finds candidates.  One counts when the independent verifier of refutations recomputes it on the
kernel's reading of the claim; or, where a finite computation decides nothing, when the kernel proves the hypotheses and
the negation of the claim at these very values.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from typing import Any

from symattn.certificates.kernel_instance import KernelInstance, kernel_instance
from symattn.certificates.refutations import why_unconfirmed
from symattn.deciding.computed_values import with_computed_values
from symattn.deciding.findings import Confirmed, Unconfirmed
from symattn.deciding.negation import all_of, opposite
from symattn.deciding.problem import Problem, Prove
from symattn.deciding.singular import not_invertible, singular_vector
from symattn.deciding.unknown import Search
from symattn.elaborate import Hypothesis
from symattn.errors import UsageError
from symattn.kernel.rules import Theorem, assume, eq_mp, instantiate
from symattn.kernel.syntax import negation
from symattn.kernel.terms import KernelError, Term, Type, literal, sides, substitute
from symattn.language.propositions import Invertible
from symattn.prover.logic.conversions import beta_normal_form
from symattn.prover.logic.derived_rules import ap_thm, discharge, left, match_negation, mp, right, symmetric

#: How many candidates are looked at, the smallest first, and of how many the kernel tries to prove that they refute:
#: values that an enclosure cannot tell apart, such as two largest ones, are told apart by another candidate.
CANDIDATES, PROVED = 40, 4
#: How many entries of two matrices are compared, of which it is said that they differ.
MOST_ENTRIES = 9


def counterexample(problem: Problem, thorough: bool = True) -> tuple[Confirmed | Unconfirmed | None, Search]:
    """Return a counterexample by values that is confirmed, one that is not, or None; and what the search saw.

    A search that is not thorough ends after its first part.
    """
    from symattn.numeric.refute import counterexamples  # of the numerical side, as is the next
    from symattn.numeric.satisfaction import Budget

    budget = Budget() if thorough else Budget.first_part()
    return confirmation(problem, counterexamples(problem.claim, problem.seed, budget)), budget


def confirmation(problem: Problem, candidates: Iterable[Any]) -> Confirmed | Unconfirmed | None:
    """Return the first candidate that is confirmed, or the first of those that are not, or None without any."""
    claim, elaborated, prove = problem.claim, problem.elaborated, problem.prover(problem.easy)
    first: Unconfirmed | None = None
    for number, candidate in enumerate(islice(candidates, CANDIDATES)):
        try:
            instance = kernel_instance(claim, elaborated, candidate)
            reason = why_unconfirmed(claim, instance, candidate)
            theorem = _theorem(claim, instance, candidate, prove) if reason and number < PROVED else None
        except (UsageError, KernelError) as error:
            theorem, reason = None, str(error)
        except RecursionError:
            theorem, reason = None, "the proposition is nested too deeply"
        if not reason or theorem is not None:
            return Confirmed(candidate, theorem)
        first = first or Unconfirmed(candidate, reason)
    return first


def _theorem(claim: Any, instance: KernelInstance, candidate: Any, prove: Prove) -> Theorem | None:
    """Return the conjunction of the hypotheses and of the negation of the claim as a theorem, or None."""
    terms, matrices = with_computed_values(instance).terms()

    def proved(proposition: Term, _: tuple[Hypothesis, ...] = ()) -> Theorem | None:
        general = substitute(proposition, terms)
        theorem = prove(general, ())
        if theorem is not None:
            return instantiate(matrices, theorem) if matrices else theorem
        there = substitute(general, matrices)
        same = beta_normal_form(there)  # with the entries of matrices in place
        found = prove(right(same), ()) if right(same) is not general else None
        return _differing(there, prove) if found is None else eq_mp(symmetric(same), found)

    goal = substitute(substitute(instance.goal, terms), matrices)
    if isinstance(claim.proposition, Invertible):
        false = not_invertible(goal, singular_vector(claim.proposition.matrix, candidate.instance.bindings), prove)
    else:
        false = _false(goal, candidate.place or (), prove)
    return None if false is None else all_of(reversed(instance.hypotheses), (), proved, false)


def _differing(said: Term, prove: Prove) -> Theorem | None:
    """Return a closed proposition as a theorem where it says that two matrices differ, by the first entry that does."""
    equal = match_negation(said)
    pair = None if equal is None else sides(equal)
    sizes = [] if pair is None else _lengths(pair[0].type)
    if equal is None or not sizes:
        return None
    found = (_false(equal, entry, prove) for entry in islice(product(*map(range, sizes)), MOST_ENTRIES))
    return next((theorem for theorem in found if theorem is not None), None)


def _lengths(ty: Type) -> list[int]:
    """Return how many rows, columns and the like a type of matrices has, where sizes are numbers."""
    if ty.domain is None or ty.domain.size is None or ty.codomain is None:
        return []
    return [ty.domain.size.least(), *_lengths(ty.codomain)]


def _false(goal: Term, entry: tuple[int, ...], prove: Prove) -> Theorem | None:
    """Return the negation of a closed proposition as a theorem; of an equation of matrices by that of an entry."""
    pair = sides(goal)
    if pair is None or not entry or pair[0].type.domain is None:
        return prove(opposite(goal), ())
    line = assume(goal)
    for place in entry:
        domain = left(line).type.domain
        if domain is None or domain.size is None:
            return None
        line = ap_thm(line, literal(place, domain))
    differ = prove(negation(line.conclusion), ())
    return None if differ is None else discharge(goal, mp(differ, line))
