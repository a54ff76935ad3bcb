"""The answer to a claim: proved by a kernel theorem, refuted by exact numbers, or unknown – with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from sympy import Basic

from symattn.certificates.record import axioms_in, inferences_behind
from symattn.deciding.findings import Evidence
from symattn.deciding.inequality_steps import Induction, Step, inductions, inequality_steps, named_facts
from symattn.deciding.lemmas import Usable
from symattn.deciding.limits import STEPS
from symattn.deciding.unknown import Unknown
from symattn.depth import TOO_DEEP, deep
from symattn.errors import SymattnError, answering
from symattn.kernel.rules import Theorem
from symattn.language import Claim
from symattn.language.lemmas import Lemma
from symattn.language.propositions import reason_name
from symattn.memory import rarely_searched
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.normal.context import Context, Stage
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.prove import is_layered, prove_entrywise
from symattn.showing import ShowsItself


class NotDecided(SymattnError):
    """Report that ``prove`` did not prove its claim; the message is the verdict's report.

    >>> from sympy import MatrixSymbol
    >>> from symattn import prove
    >>> A = MatrixSymbol("A", 2, 2)
    >>> try:
    ...     prove(A.T, A)
    ... except NotDecided as report:
    ...     print(str(report).splitlines()[0])
    refuted: A.T = A
    """


@dataclass(frozen=True, eq=False)
class Verdict(ShowsItself):
    """Hold the answer to a claim: its status, and the evidence for it.

    ``status`` is "proved" (then ``theorem`` is a kernel theorem), "refuted" (then ``counterexample`` holds exact
    values that the verifier of refutations confirms, or values at which the kernel theorem ``theorem`` has the
    hypotheses and the negation) or "unknown" (then ``why`` holds what was tried and where it stopped, ``report`` says
    it in words, and ``missing`` names hypotheses without which the claim is not even defined).  ``steps`` holds the
    steps of a calc as (left side, right side, reasons, verdict).  ``possibly_vacuous`` says that no exact instance of
    the hypotheses of a proved claim was found.  ``facts`` and ``context`` are what the proof was allowed to use and
    what it did use, ``needs`` the proofs that the claim is defined, and ``lemmas`` the theorems it was told to use.
    ``remarks`` is what else was seen, and ``unneeded`` works out what was named and is not needed.

    >>> from sympy import MatrixSymbol
    >>> from symattn import decide
    >>> A = MatrixSymbol("A", 2, 2)
    >>> decide((A*A).T, A.T*A.T).status, decide(A.T, A).counterexample.sizes
    ('proved', {})
    """

    status: str
    claim: Claim
    theorem: Theorem | None = None
    counterexample: Evidence | None = None
    missing: tuple[str, ...] = ()
    why: Unknown | None = None
    hypotheses: tuple[str, ...] = ()
    steps: tuple[tuple[Basic, Basic, tuple[Basic | type, ...], Verdict], ...] = ()
    remarks: tuple[str, ...] = ()
    possibly_vacuous: bool = False
    facts: Facts | None = field(default=None, repr=False)
    context: Context | None = field(default=None, repr=False)
    needs: tuple[Theorem, ...] = field(default=(), repr=False)
    lemmas: tuple[Usable, ...] = field(default=(), repr=False)
    unneeded: Callable[[], Iterable[str]] = field(default=tuple, repr=False)

    @cached_property
    def doubt(self) -> str:
        """Why a proof is possibly vacuous, which hypotheses fail, and what to do, in lines; of others nothing."""
        from symattn.deciding.told import without_instance

        with answering(), deep():
            return without_instance(self) if self.possibly_vacuous else ""

    @cached_property
    def report(self) -> str:
        """Why nothing was decided, and what would settle it, in lines; of another verdict nothing."""
        return str(self.why or "")

    @property
    def tried(self) -> tuple[tuple[str, str, str], ...]:
        """The ways of the prover that were tried before nothing was decided: name, idea, and what came of each.

        >>> from sympy import Symbol, exp, sin
        >>> from symattn import decide
        >>> x = Symbol("x", real=True)
        >>> decide(1 < 9*exp(sin(x)) + sin(x)).tried[0]
        ('shape', 'each monomial has the sign', 'failed')
        """
        ways = self.why.ways if self.why is not None else ()
        return tuple((each.way, each.idea, each.outcome.value) for each in ways)

    @cached_property
    def uses(self) -> tuple[str, ...]:
        """The lemmas on which the proof rests, by their ids or by what they state; their axioms are its own."""
        return tuple(str(lemma) for lemma in dict.fromkeys(used_lemmas(self)))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside the verdict; which reasons are not needed is worked out when first asked for.

        That takes another search for a proof for each reason.
        """
        with answering(), rarely_searched(), deep():
            return (*self.unneeded(), *self.remarks)

    @cached_property
    def axioms(self) -> tuple[str, ...]:
        """The axioms that the theorem rests on, transitively."""
        return axioms_in(self._proof)

    @cached_property
    def inferences(self) -> int:
        """The number of inferences in the proof, shared ones counted once."""
        return len(self._proof)

    @cached_property
    def _proof(self) -> set[Theorem]:
        return inferences_behind(self.theorem) if self.theorem is not None else set()

    @cached_property
    def unfolded(self) -> tuple[str, ...]:
        """The definitions that the proof unfolded."""
        return tuple(sorted(self.context.unfolded)) if self.context is not None else ()

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """What each case of the proof came down to: an entry of both sides and their common normal form.

        A proof on the matrix level has no entries; they are worked out for the reader when first asked for.
        """
        if self.theorem is None or self.facts is None or self.context is None:
            return ()
        if self.context.stages or is_layered(self.theorem.conclusion):
            return tuple(self.context.stages)
        try:
            return tuple(prove_entrywise(self.theorem.conclusion, self.facts, STEPS)[1].stages)
        except ProofError:
            return ()

    @cached_property
    def inequalities(self) -> tuple[Step, ...]:
        """The inequalities from which the proof of an inequality concludes it, premises first.

        >>> from sympy import Symbol, exp
        >>> from symattn import decide
        >>> [step.fact for step in decide(1 + Symbol("a", real=True) <= exp(Symbol("a", real=True))).inequalities]
        ['exp_tangent']
        """
        if self.status != "proved" or self.theorem is None:
            return ()
        return inequality_steps(self.theorem, self._own_lemmas)

    @cached_property
    def inductions(self) -> tuple[Induction, ...]:
        """What the proof shows at every place of a range by induction, without further assumptions.

        >>> from sympy import Idx, MatrixSymbol
        >>> from symattn import Equation, ForAll, decide, dims
        >>> n = dims("n")
        >>> l, t = MatrixSymbol("l", n + 1, 1), Idx("t", n)
        >>> same = ForAll(t, Equation(l[t + 1, 0], l[t, 0]))
        >>> len(decide(l[n, 0], l[0, 0], given=[same]).inductions)
        1
        """
        return inductions(self.theorem, self._own_lemmas) if self.status == "proved" and self.theorem else ()

    @cached_property
    def named_facts(self) -> frozenset[str]:
        """The axioms and lemmas that the proof names itself, without those that these rest on."""
        return named_facts(self.theorem, self._own_lemmas) if self.theorem is not None else frozenset()

    @property
    def _own_lemmas(self) -> dict[Theorem, str]:
        return {each.original: str(each.lemma) for each in self.lemmas}

    def __bool__(self) -> bool:
        raise TypeError("a verdict has three values: compare its .status with 'proved', 'refuted' or 'unknown'")

    def explain(self) -> str:
        """Say of an unknown what was tried, where it stopped and what would help; of another verdict what it rests on.

        >>> from sympy import Symbol
        >>> from symattn import decide
        >>> x = Symbol("x", real=True)
        >>> print(decide(1/x, 1/x + 0/x, given=[]).explain())
        unknown: 1/x = 1/x
        what was tried:
          that the claim is defined everywhere: that an inverse, a quotient, a root or a softmax exists
        where it stopped:
          the claim is not defined everywhere without: x ≠ 0
        what would help:
          if it is meant, give it: given=[Ne(x, 0)]  # from sympy import Ne
        """
        from symattn.deciding.told import explained

        with deep():
            return explained(self)

    def __str__(self) -> str:
        from symattn.deciding.told import told

        with deep():
            try:
                return told(self, self.doubt)
            except RecursionError:
                return brief(self)

    def __repr__(self) -> str:
        with deep():
            try:
                return f"{self.status}: {self.claim}"
            except RecursionError:
                return f"{self.status}: {TOO_DEEP}"


def used_lemmas(verdict: Verdict) -> Iterator[Lemma]:
    """Yield the lemmas whose theorems stand among the inferences of a proof, or of the proofs that it is defined."""
    if verdict.lemmas and verdict.theorem is not None:
        proof = inferences_behind(verdict.theorem, *verdict.needs)
        yield from (each.lemma for each in verdict.lemmas if each.original in proof)


def idle_lemmas(verdict: Verdict) -> Iterator[Lemma]:
    """Yield the lemmas that were to be used and are not."""
    used = set(used_lemmas(verdict))
    yield from (each.lemma for each in verdict.lemmas if each.lemma not in used)


def unneeded(reason: object) -> str:
    """Say that a lemma or another reason is not needed."""
    return f"{reason_name(reason)} is named but not needed"


def brief(verdict: Verdict) -> str:
    """Write what an error says of a verdict: the claim as it was typed, and why it is not proved."""
    evidence = "" if verdict.counterexample is None else f"counterexample:\n{verdict.counterexample}"
    by = f"by {', '.join(verdict.uses)}" if verdict.uses else ""
    return "\n".join(
        line for line in (repr(verdict), by, evidence, verdict.report, verdict.doubt, *verdict.notes) if line
    )
