"""Prove that a claim is defined: that its inverses exist, that nothing is divided by 0, that no row is fully masked."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from sympy import And, Basic, Pow, log

from symattn.deciding.problem import Problem, checked
from symattn.elaborate import Obligation
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.logic.term_order import size as term_size
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.prove import prove as prove_goal
from symattn.prover.strategies.witnesses.invertibility import is_invertibility

#: So many obligations are looked at that may follow from others.
MOST_IMPLIED = 8


def discharged(problem: Problem) -> tuple[list[Theorem], tuple[str, ...]]:
    """Return the proofs of the definedness obligations, and the descriptions of those that are not proved.

    That an inverse exists is proved first, and without what is said of this inverse or of one that may not exist; that
    a quotient is defined, without the hypothesis in which it stands.
    """
    proved: list[Theorem] = []
    missing = []
    obligations, facts = problem.elaborated.obligations, problem.facts
    open_ones = {o: o.exists for o in obligations if o.exists is not None}
    progress = True
    while open_ones and progress:
        hidden = {p for o in open_ones for p in o.gives}
        inverses = {v for o, exists in open_ones.items() for p in o.gives for v in p.free - exists.free}
        known = replace(facts, others=tuple(p for p in facts.others if p not in hidden))
        ready = [o for o, exists in open_ones.items() if exists.free.isdisjoint(inverses)] or [*open_ones]
        shown = [(o, _shown(open_ones[o], known, problem)) for o in ready]  # (A⁻¹ + B⁻¹)⁻¹ comes after A⁻¹ and B⁻¹
        progress = any(theorem is not None for _, theorem in shown)
        for o, theorem in shown:
            if theorem is not None:
                proved.append(theorem)
                del open_ones[o]
    for obligation in obligations:
        if obligation.exists is not None:
            missing += [obligation] if obligation in open_ones else []
        elif (theorem := _shown(obligation.proposition, _without_its_own(obligation, problem), problem)) is not None:
            proved.append(theorem)
        else:
            missing.append(obligation)
    return proved, tuple(dict.fromkeys(o.description for o in _not_implied(missing, problem)))


def _without_its_own(obligation: Obligation, problem: Problem) -> Facts:
    """Return the facts without hypotheses with the quotient or logarithm that is to be defined in them."""
    given = [h for h in problem.elaborated.hypotheses if h.kind == "given" and not isinstance(h.item, And)]
    own = {p for h in given if _is_partial(h.item, obligation.expression) for p in h.propositions}
    return replace(problem.facts, others=tuple(p for p in problem.facts.others if p not in own))


def _is_partial(hypothesis: Basic, part: Basic) -> bool:
    """Tell whether a quotient by a part or its logarithm stands in a hypothesis."""
    operations = (node for node in hypothesis.atoms(Pow, log) if node.args[0] == part)
    return any(isinstance(node, log) or node.exp.could_extract_minus_sign() for node in operations)


def _not_implied(missing: list[Obligation], problem: Problem) -> list[Obligation]:
    """Leave out what follows from the rest of what is missing, the longest first."""
    facts = problem.facts
    said = {o: p for o in missing if (p := o.proposition if o.exists is None else o.exists) is not None}
    left = dict(said)
    can_be_given = [o for o in said if o.given() is not None]
    for longest in sorted(can_be_given, key=lambda o: term_size(said[o]), reverse=True)[:MOST_IMPLIED]:
        others = tuple(p for o, p in left.items() if o is not longest)
        if others and _proof(said[longest], facts.also(*others), problem.easy):
            del left[longest]
    return [o for o in missing if o in left or o not in said]


def _shown(proposition: Term | None, facts: Facts, problem: Problem) -> Theorem | None:
    """Return the proof of an obligation, or None; a side of the claim may be the inverse that is looked for."""
    if proposition is None:
        return None
    if not proposition.free and (theorem := _proof(proposition, Facts(), problem.easy)) is not None:
        with suppress(ProofError):  # of sizes alone, as 0 ≤ n, whatever the hypotheses say of matrices
            return checked(theorem, proposition, ())
    elaborated = problem.elaborated
    witnesses = tuple(side for side in (elaborated.lhs, elaborated.rhs) if side is not None)
    seeing = replace(facts, witnesses=witnesses) if is_invertibility(proposition) else facts  # else they play no part
    if (theorem := _proof(proposition, seeing, problem.steps)) is not None:
        with suppress(ProofError):
            return checked(theorem, proposition, problem.hypotheses)
    if (by_lemmas := problem.with_lemmas(proposition, facts, facts)) is not None:
        with suppress(ProofError):
            theorem = (by_lemmas.by_rewriting() or by_lemmas.by_all_means(problem.steps))[0]
            return checked(theorem, proposition, problem.hypotheses)
    return None


@lru_cache(maxsize=128)
def _proof(goal: Term, facts: Facts, steps: int) -> Theorem | None:
    """Return a proof, or None; claims beside each other have the same obligations, which the same proof meets."""
    with suppress(ProofError):
        return prove_goal(goal, facts, steps)[0]
    return None
