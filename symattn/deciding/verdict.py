"""Decide claims: proved by a kernel theorem, refuted by exact numbers, or unknown – with the reason.

``decide`` elaborates a claim, proves its definedness obligations and then the claim itself; only when that fails does
it look for a counterexample.  A chain of equations (``calc``) is decided step by step, and a step may use only what it
names.  Theorems that were proved before, lemmas, may be used by their instances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from sympy import Basic, Inverse
from sympy.core.relational import Relational

from symattn.certificates.record import axioms_in, inferences
from symattn.deciding.doubts import hints, vacuity
from symattn.deciding.findings import Confirmed, Evidence, Unconfirmed
from symattn.deciding.left_over import Search, report, seen
from symattn.deciding.lemmas import NotProvedYet, Usable, usable, usable_in_steps
from symattn.deciding.negation import refuted_by_theorem
from symattn.deciding.suggestions import suggestion
from symattn.depth import TOO_DEEP, deep, too_deep
from symattn.elaborate import Elaborated, Hypothesis, classes, elaborate_many
from symattn.errors import SymattnError, UnsupportedExpression, UsageError, answering
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term
from symattn.language import Calc, Claim, Equation, Proposition, as_hypotheses, as_proposition, calc
from symattn.language.base.accepted import Expression, Given, Statement
from symattn.language.base.naming import speaking_of
from symattn.language.lemmas import Lemma, Named, as_lemmas
from symattn.language.propositions import is_always_open, reason_name
from symattn.memory import rarely_searched
from symattn.prover.logic.derived_rules import ProofError, chain
from symattn.prover.normal.context import BudgetExceeded, Context, Stage
from symattn.prover.strategies.goals import Facts
from symattn.prover.strategies.prove import WithLemmas, is_layered, prove_by_layers, prove_entrywise
from symattn.prover.strategies.prove import prove as prove_goal

#: Theorems that a proof may use: verdicts, ids of claims, functions declared as claims.
Using: TypeAlias = Named | Iterable[Named]
VACUOUS = "possibly vacuous: no exact instance of the hypotheses was found"
CONTRADICTION = "symattn disagrees with itself: the kernel proves the claim, and numbers speak against it"
DISAGREES = "symattn disagrees with itself: what was proved may not be what is written"
LEAST_STEPS = 200  # within which a step of a calc is tried without one of its reasons
FAILS = "it fails at random values"
EASY = 600  # steps within which most proofs are found
EASY_EFFORT = 8_000  # of such a proof
SUGGESTED = 2_000  # effort with which a claim is tried under hypotheses that may be missing
STEPS = 5_000  # steps of normalisation for one goal before the answer is “unknown”


class NotDecided(SymattnError):
    """Report that ``prove`` did not prove its claim; the message is the verdict's report.

    >>> from sympy import MatrixSymbol
    >>> A = MatrixSymbol("A", 2, 2)
    >>> try:
    ...     prove(A.T, A)
    ... except NotDecided as report:
    ...     print(str(report).splitlines()[0])
    refuted: A.T = A
    """


@dataclass(frozen=True, eq=False)
class Verdict:
    """Hold the answer to a claim: its status, and the evidence for it.

    ``status`` is "proved" (then ``theorem`` is a kernel theorem), "refuted" (then ``counterexample`` holds exact
    values that the verifier of refutations confirms, or values at which the kernel theorem ``theorem`` has the
    hypotheses and the negation) or "unknown" (then ``report`` says what was left, and ``missing`` names hypotheses
    without which the claim is not even defined).  ``steps`` holds the steps
    of a calc as (left side, right side, reasons, verdict).  ``possibly_vacuous`` says that no exact instance of the
    hypotheses of a proved claim was found.  ``facts`` and ``context`` are what the proof was allowed to use and what it
    did use, ``needs`` the proofs that the claim is defined, and ``lemmas`` the theorems it was told to use.

    >>> from sympy import MatrixSymbol
    >>> A = MatrixSymbol("A", 2, 2)
    >>> decide((A*A).T, A.T*A.T).status, decide(A.T, A).counterexample.sizes
    ('proved', {})
    """

    status: str
    claim: Claim
    theorem: Theorem | None = None
    counterexample: Evidence | None = None
    missing: tuple[str, ...] = ()
    report: str = ""
    hypotheses: tuple[str, ...] = ()
    steps: tuple[tuple[Basic, Basic, tuple[Basic | type, ...], Verdict], ...] = ()
    notes: tuple[str, ...] = ()
    possibly_vacuous: bool = False
    facts: Facts | None = field(default=None, repr=False)
    context: Context | None = field(default=None, repr=False)
    needs: tuple[Theorem, ...] = field(default=(), repr=False)
    lemmas: tuple[Usable, ...] = field(default=(), repr=False)

    @cached_property
    def uses(self) -> tuple[str, ...]:
        """The lemmas on which the proof rests, by their ids or by what they state; their axioms are its own."""
        return tuple(str(lemma) for lemma in dict.fromkeys(used_lemmas(self)))

    @cached_property
    def axioms(self) -> tuple[str, ...]:
        """The axioms that the theorem rests on, transitively."""
        return axioms_in(self._proof)

    @cached_property
    def inferences(self) -> int:
        """The number of inferences in the proof, shared ones counted once."""
        return len(self._proof)

    @cached_property
    def _proof(self) -> tuple[Theorem, ...]:
        return inferences(self.theorem) if self.theorem is not None else ()

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

    def __bool__(self) -> bool:
        raise TypeError("a verdict has three values: compare its .status with 'proved', 'refuted' or 'unknown'")

    def explain(self) -> str:
        """Say of an unknown what was tried, where it stopped and what would help; of another verdict what it rests on.

        >>> from sympy import Symbol
        >>> x = Symbol("x", real=True)
        >>> print(decide(1/x, 1/x + 0/x, given=[]).explain())
        unknown: 1/x = 1/x
        what was tried:
          that the claim is defined everywhere: that an inverse, a quotient, a root or a softmax exists
        where it stopped:
          the claim is not defined everywhere without: x ≠ 0
        what would help:
          if it is meant, give it: given=[Ne(x, 0)]
        """
        from symattn.deciding.told import explained

        with deep():
            return explained(self)

    def __str__(self) -> str:
        from symattn.deciding.told import told

        with deep():
            try:
                return told(self, VACUOUS if self.possibly_vacuous else "")
            except RecursionError:
                return self._in_short()

    def _in_short(self) -> str:
        """Write what an error says of a verdict: the claim as it was typed, and why it is not proved."""
        evidence = "" if self.counterexample is None else f"counterexample:\n{self.counterexample}"
        doubt = VACUOUS if self.possibly_vacuous else ""
        by = f"by {', '.join(self.uses)}" if self.uses else ""
        return "\n".join(line for line in (repr(self), by, evidence, self.report, doubt, *self.notes) if line)

    def __repr__(self) -> str:
        with deep():
            try:
                return f"{self.status}: {self.claim}"
            except RecursionError:
                return f"{self.status}: {TOO_DEEP}"

    def _repr_latex_(self) -> str:
        from symattn.render.latex import repr_latex

        return repr_latex(self)


def used_lemmas(verdict: Verdict) -> Iterator[Lemma]:
    """Yield the lemmas whose theorems stand among the inferences of a proof, or of the proofs that it is defined."""
    if verdict.lemmas and verdict.theorem is not None:
        proof = {id(step) for theorem in (verdict.theorem, *verdict.needs) for step in inferences(theorem)}
        yield from (each.lemma for each in verdict.lemmas if id(each.original) in proof)


@contextmanager
def _room() -> Iterator[None]:
    """Make room for deep and large proofs while one is searched.

    The recursive walks of the prover follow deep compositions, and pure Python calls do not fill the C stack.
    """
    with rarely_searched(), deep():
        yield


def decide(
    lhs: Expression | Statement | Claim | Calc,
    rhs: Expression | None = None,
    given: Given = (),
    *,
    using: Using = (),
    seed: int = 0,
    steps: int = STEPS,
    verify: bool = False,
) -> Verdict:
    """Decide whether two expressions are equal, or whether a proposition, claim or calc holds.

    ``given`` lists hypotheses; ``using`` lists lemmas, verdicts or ids of claims, for all sizes and all values of their
    symbols, whose own hypotheses have to be proved wherever they are used. A lemma that is not proved proves nothing:
    the answer is “unknown”; one that is refuted is a ClaimError.

    Shapes that do not fit, undeclared symbols and unsupported expressions raise the errors of ``symattn.errors``;
    ``seed`` steers the search for a counterexample and the values at which what is proved is compared with what is
    written.  ``steps`` is how many steps of normalisation an attempt at a proof may take: more of them where a report
    says that it gave up, fewer for a quick answer.  With ``verify`` the certificate of a proof is replayed by the
    independent verifier; raise NotReplayed when a step does not hold there, and UsageError when there is no
    certificate.  Raise UsageError for a right side beside a claim, a calc or a proposition, and for hypotheses or
    lemmas beside a calc, which has its own.

    >>> from symattn import Attention, PermutationSymbol, dims
    >>> from sympy import MatrixSymbol
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> sigma = PermutationSymbol("sigma", n)
    >>> lemma = decide(Attention(Q, sigma*K, sigma*V), Attention(Q, K, V))
    >>> lemma.status
    'proved'
    >>> W = MatrixSymbol("W", d, d)
    >>> decide(Attention(Q, sigma*K, sigma*(V*W)), Attention(Q, K, V*W), using=[lemma]).uses
    ('the lemma Attention(Q, sigma*K, sigma*V) = Attention(Q, K, V)',)
    """
    return decided(lhs, rhs, given, seed, steps, verify, using=using)


def decided(
    lhs: Any,
    rhs: Any,
    given: Any,
    seed: int = 0,
    steps: int = STEPS,
    verify: bool = False,
    compare: bool = True,
    using: Any = (),
) -> Verdict:
    """Decide as ``decide`` does; without ``compare`` leave the comparison of both readings to the caller."""
    with answering():
        return _decided(lhs, rhs, given, seed, steps, verify, compare, as_lemmas(using))


def _decided(
    lhs: Any, rhs: Any, given: Any, seed: int, steps: int, verify: bool, compare: bool, using: tuple[Lemma, ...]
) -> Verdict:
    if rhs is not None and isinstance(lhs, Calc | Claim | Proposition | Relational):
        raise UsageError(f"{lhs} stands by itself: it cannot be compared with {rhs}")
    if isinstance(lhs, Calc) and as_hypotheses(given):
        raise UsageError("the hypotheses of a calc are its own: write calc(…, given=[…])")
    if isinstance(lhs, Calc) and using:
        raise UsageError("each step of a calc names its own lemmas: write (expression, lemma)")
    with _room(), speaking_of(claim := _claim(lhs, rhs, given)):
        try:
            lemmas = usable_in_steps(_lemmas_of(lhs), Verdict) if isinstance(lhs, Calc) else usable(using, Verdict)
        except NotProvedYet as missing:
            return Verdict("unknown", claim, report=str(missing))
        try:
            if isinstance(lhs, Calc):
                found = _decide_calc(lhs, seed, steps, lemmas)
            else:
                found = _decide_claim(claim, seed, steps, lemmas)
            if compare and found.status == "proved" and not found.possibly_vacuous:
                found = _compared(found, lhs if isinstance(lhs, Calc) else claim, seed)
            if verify and found.theorem is not None:
                from symattn.deciding.replay import replayed

                replayed(found)
        except RecursionError:
            return Verdict("unknown", claim, report=too_deep(*claim.proposition.args, *claim.given))
        return replace(found, notes=(*found.notes, *hints(claim, found.status == "proved")))


def _lemmas_of(chain_of_steps: Calc) -> tuple[Lemma, ...]:
    """Return the lemmas that the steps of a calc name, each once."""
    return tuple(dict.fromkeys(r for step in chain_of_steps.steps for r in step.by if isinstance(r, Lemma)))


def _compared(verdict: Verdict, stated: Claim | Calc, seed: int) -> Verdict:
    """Return a proof whose theorem says what is written, as far as small values tell; what it does not is unknown."""
    from symattn.deciding.agreement.proved import agreement_of_proof

    found = agreement_of_proof(stated, verdict.theorem, seed)
    if found.agrees:
        return verdict
    reason = "; ".join(found.notes)
    if found.max_error > 0:
        return Verdict("unknown", verdict.claim, report=f"{DISAGREES}: {reason}", steps=verdict.steps)
    return replace(verdict, notes=(*verdict.notes, f"what is proved and what is written were not compared: {reason}"))


def _claim(lhs: Any, rhs: Any, given: Any) -> Claim:
    """Return what is to be decided, with all hypotheses."""
    if isinstance(lhs, Calc):
        return lhs.claim
    if isinstance(lhs, Claim):
        more = Claim(lhs.proposition, given)
        return Claim(lhs.proposition, (*lhs.given, *more.given), lhs.evaluated + more.evaluated)
    return Claim(as_proposition(lhs if rhs is None else (lhs, rhs)), given)


def _decide_claim(claim: Claim, seed: int, steps: int, lemmas: tuple[Usable, ...] = ()) -> Verdict:
    (elaborated,) = elaborate_many([claim.proposition], claim.given)
    facts = _facts(elaborated.hypotheses)
    needs, missing = _discharged(elaborated, facts, steps, lemmas)
    if missing:
        text = "the claim is not defined everywhere without: " + "; ".join(missing)
        return Verdict("unknown", claim, missing=missing, report=text)
    saw: list[Search] = []
    evidence, found = _search(claim, elaborated, facts, seed, steps, lemmas, saw)
    if isinstance(found, Confirmed):
        return Verdict("refuted", claim, found.theorem, counterexample=found.counterexample)
    if isinstance(evidence, ProofError):
        negation = refuted_by_theorem(elaborated, lambda p, hypotheses: _theorem(p, hypotheses, steps))
        if negation is not None:
            return Verdict("refuted", claim, negation.theorem, counterexample=negation)
        settled = "" if found is not None else suggestion(claim, lambda more: _easily(more, lemmas))
        return Verdict("unknown", claim, report=_all(report(evidence, settled), found, saw))
    if found is not None:
        return Verdict("unknown", claim, report=_all(CONTRADICTION, found))
    theorem, context = evidence
    _checked(theorem, elaborated.goal, elaborated.hypotheses)
    unmet = _possibly_vacuous(claim)
    if unmet and (vacuous := _vacuity(elaborated.hypotheses, steps)):
        return Verdict("unknown", claim, report=vacuous)
    proved = Verdict(
        "proved",
        claim,
        theorem,
        hypotheses=_used((theorem, *needs), elaborated.hypotheses),
        possibly_vacuous=unmet,
        facts=facts,
        context=context,
        needs=tuple(needs),
        lemmas=lemmas,
    )
    idle = {each.lemma for each in lemmas} - set(used_lemmas(proved))
    return replace(
        proved, notes=tuple(f"{each.lemma} is named but not needed" for each in lemmas if each.lemma in idle)
    )


def _easily(claim: Claim, lemmas: tuple[Usable, ...]) -> bool:
    """Tell whether a claim is proved with little effort, and is defined, under hypotheses that have an instance."""
    with suppress(ProofError, SymattnError):
        (elaborated,) = elaborate_many([claim.proposition], claim.given)
        facts = _facts(elaborated.hypotheses)
        theorem = prove_entrywise(elaborated.goal, facts, EASY, effort=SUGGESTED)[0]
        _checked(theorem, elaborated.goal, elaborated.hypotheses)
        return not _discharged(elaborated, facts, EASY, lemmas)[1] and not _possibly_vacuous(claim)
    return False


def _vacuity(hypotheses: Sequence[Hypothesis], steps: int) -> str:
    """Say which hypotheses contradict each other, or nothing where that is not proved."""
    return vacuity(hypotheses, lambda proposition, known: _theorem(proposition, tuple(known), min(EASY, steps)))


def _theorem(proposition: Term, hypotheses: tuple[Hypothesis, ...], steps: int) -> Theorem | None:
    """Return a theorem of a proposition from these hypotheses alone, or None."""
    try:
        return _checked(prove_goal(proposition, _facts(hypotheses), steps)[0], proposition, hypotheses)
    except ProofError:
        return None


def _search(
    claim: Claim,
    elaborated: Elaborated,
    facts: Facts,
    seed: int,
    steps: int,
    lemmas: tuple[Usable, ...],
    saw: list[Search],
) -> tuple[tuple[Theorem, Context] | ProofError, Confirmed | Unconfirmed | None]:
    """Return a theorem with its context, or why there is none; and a counterexample, which settles the claim first.

    A proof on the entry level that is not easy takes longer than the first part of a search for a counterexample, which
    comes between; the whole search comes after it, and before any proof where the claim fails at first glance.
    """
    goal = elaborated.goal
    by_lemmas = _with_lemmas(goal, facts, facts, lemmas)
    if by_lemmas is not None and (rewritten := by_lemmas.by_rewriting()) is not None:
        return rewritten, None
    false = _looks_false(claim)
    found = _counterexample(claim, elaborated, seed, steps, saw) if false else None
    if isinstance(found, Confirmed):
        return ProofError(FAILS), found
    with suppress(ProofError):
        by_layers = prove_by_layers(goal, facts, steps)
        if by_layers is not None:
            return by_layers, found
    try:
        return prove_entrywise(goal, facts, min(EASY, steps), effort=EASY_EFFORT), found
    except ProofError as error:
        failure = error
    may_be_proved = by_lemmas is not None or isinstance(failure, BudgetExceeded)
    if not false and may_be_proved:
        found = _counterexample(claim, elaborated, seed, steps)
    if by_lemmas is not None and not isinstance(found, Confirmed):
        with suppress(ProofError):
            return by_lemmas.by_all_means(steps), found
    if isinstance(failure, BudgetExceeded) and not isinstance(found, Confirmed):
        try:
            return prove_entrywise(goal, facts, steps), found
        except ProofError as error:
            failure = error
    if not false and not isinstance(found, Confirmed):
        found = _counterexample(claim, elaborated, seed, steps, saw)
    return failure, found


def _looks_false(claim: Claim) -> bool:
    from symattn.numeric.spot_check import looks_false  # of the numerical side

    return looks_false(claim)


def _with_lemmas(goal: Term, facts: Facts, known: Facts, lemmas: Sequence[Usable]) -> WithLemmas | None:
    return WithLemmas(goal, facts, known, [each.theorem for each in lemmas]) if lemmas else None


def _counterexample(
    claim: Claim, elaborated: Elaborated, seed: int, steps: int, saw: list[Search] | None = None
) -> Confirmed | Unconfirmed | None:
    """Return a counterexample by values that is confirmed, one that is not, or None; add what the search saw.

    Where nothing takes that up only the first part of the search is made.
    """
    from symattn.deciding.confirmation import confirmation  # of the numerical side, as is the next
    from symattn.numeric.refute import Budget, counterexamples

    easy, budget = min(EASY, steps), Budget.first_part() if saw is None else Budget()
    if saw is not None:
        saw.append(budget)
    return confirmation(claim, elaborated, counterexamples(claim, seed, budget), lambda p, h: _theorem(p, h, easy))


def _all(text: str, found: Unconfirmed | None, saw: Sequence[Search] = ()) -> str:
    """Join what was left of a proof with what a search found, or where the claim was seen to hold."""
    about = [str(found)] if found is not None else [line for search in saw for line in seen(search)]
    return "\n".join((text, *about))


def _possibly_vacuous(claim: Claim) -> bool:
    """Tell whether no exact instance of the hypotheses is found; declared symbols always have one."""
    if not claim.given:
        return False
    from symattn.numeric.refute import witness

    return witness(claim.proposition, claim.given) is None


def prove(
    lhs: Expression | Statement | Claim | Calc,
    rhs: Expression | None = None,
    given: Given = (),
    *,
    using: Using = (),
    seed: int = 0,
    steps: int = STEPS,
    verify: bool = False,
) -> Verdict:
    """Prove a claim; raise NotDecided, with the report, when it is refuted or unknown.

    The arguments are those of ``decide``.

    >>> from symattn import dims
    >>> from sympy import MatrixSymbol
    >>> m, n, k = dims("m n k")
    >>> A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, k)
    >>> prove((A*B).T, B.T*A.T).status
    'proved'
    """
    verdict = decide(lhs, rhs, given, using=using, seed=seed, steps=steps, verify=verify)
    if verdict.status != "proved":
        raise NotDecided(verdict._in_short())
    return verdict


def _facts(hypotheses: Iterable[Hypothesis], opaque: frozenset[str] = frozenset()) -> Facts:
    bijections: list[tuple[Term, Term]] = []
    others: list[Term] = []
    for hypothesis in hypotheses:
        if hypothesis.kind == "permutation":
            first, second = hypothesis.propositions
            bijections.append((first, second))
        else:
            others += hypothesis.propositions
    return Facts(tuple(bijections), tuple(others), opaque)


def _discharged(
    elaborated: Elaborated, facts: Facts, steps: int, lemmas: tuple[Usable, ...] = ()
) -> tuple[list[Theorem], tuple[str, ...]]:
    """Return the proofs of the definedness obligations, and the descriptions of those that are not proved.

    That an inverse exists is proved first, and without what is said of this inverse or of one that may not exist.
    """
    proved: list[Theorem] = []
    missing = []
    open_ones = [o for o in elaborated.obligations if o.exists is not None]
    progress = True
    while open_ones and progress:
        hidden = {p for o in open_ones for p in o.gives}
        known = replace(facts, others=tuple(p for p in facts.others if p not in hidden))
        shown = [(o, _shown(o.exists, known, elaborated, steps, lemmas)) for o in open_ones]
        progress = any(theorem is not None for _, theorem in shown)
        proved += [theorem for _, theorem in shown if theorem is not None]
        open_ones = [o for o, theorem in shown if theorem is None]
    for obligation in elaborated.obligations:
        if obligation.exists is not None:
            missing += [obligation.description] if obligation in open_ones else []
        elif (theorem := _shown(obligation.proposition, facts, elaborated, steps, lemmas)) is not None:
            proved.append(theorem)
        else:
            missing.append(obligation.description)
    return proved, tuple(dict.fromkeys(missing))


def _shown(
    proposition: Term | None, facts: Facts, elaborated: Elaborated, steps: int, lemmas: tuple[Usable, ...] = ()
) -> Theorem | None:
    """Return the proof of an obligation, or None; a side of the claim may be the inverse that is looked for."""
    if proposition is None:
        return None
    witnesses = tuple(side for side in (elaborated.lhs, elaborated.rhs) if side is not None)
    with suppress(ProofError):
        theorem = prove_goal(proposition, replace(facts, witnesses=witnesses), steps)[0]
        return _checked(theorem, proposition, elaborated.hypotheses)
    if (by_lemmas := _with_lemmas(proposition, facts, facts, lemmas)) is not None:
        with suppress(ProofError):
            theorem = (by_lemmas.by_rewriting() or by_lemmas.by_all_means(steps))[0]
            return _checked(theorem, proposition, elaborated.hypotheses)
    return None


def _checked(theorem: Theorem, goal: Term, hypotheses: Sequence[Hypothesis]) -> Theorem:
    """Return the theorem if it says just what was to be proved, under no other hypotheses than the declared ones."""
    allowed = {p for hypothesis in hypotheses for p in hypothesis.propositions}
    if theorem.conclusion is not goal or not allowed.issuperset(theorem.hypotheses):
        raise ProofError(f"the proof ended in {theorem}")
    return theorem


def _used(theorems: Iterable[Theorem], hypotheses: Sequence[Hypothesis]) -> tuple[str, ...]:
    """Return what the proofs of a claim and of its definedness use of the hypotheses.

    Where nobody gave that a matrix is invertible, the equations of its inverse define the symbol of the inverse.
    """
    used = {h for theorem in theorems for h in theorem.hypotheses}
    meant = (h for h in hypotheses if not isinstance(h.item, Inverse))
    return tuple(h.description for h in meant if not used.isdisjoint(h.propositions))


# ----------------------------------------------------------------------------------------------------------------- calc


def _decide_calc(chain_of_steps: Calc, seed: int, steps: int, lemmas: tuple[Usable, ...] = ()) -> Verdict:
    """Decide a chain: every step by what it names, then the whole by transitivity."""
    equations = chain_of_steps.equations
    lines = elaborate_many(list(equations), chain_of_steps.given)
    for equation, line in zip(equations, lines, strict=True):
        if line.lhs is None:
            raise UnsupportedExpression(equation, "a step of a calc has no derivative in it: claim that by itself")
    results: list[tuple[Basic, Basic, tuple[Any, ...], Verdict]] = []
    for equation, step, line in zip(equations, chain_of_steps.steps, lines, strict=True):
        own = tuple(each for each in lemmas if each.lemma in step.by)
        verdict = _decide_step(equation, step.by, line, chain_of_steps, seed, steps, own)
        results.append((equation.lhs, equation.rhs, step.by, verdict))
    notes = tuple(f"step {number}: {note}" for number, result in enumerate(results, 1) for note in result[3].notes)
    failed = [(number, result[3]) for number, result in enumerate(results, 1) if result[3].status != "proved"]
    if failed:
        number, verdict = failed[0]
        missing = tuple(dict.fromkeys(m for _, v in failed for m in v.missing))
        text = f"step {number} is {verdict.status}: {verdict.report or verdict.counterexample}"
        return Verdict("unknown", chain_of_steps.claim, missing=missing, report=text, steps=tuple(results), notes=notes)
    theorem = chain(*(result[3].theorem for result in results if result[3].theorem is not None))
    claim = chain_of_steps.claim
    unmet = _possibly_vacuous(claim)
    if unmet and (vacuous := _vacuity(lines[0].hypotheses, steps)):
        return Verdict("unknown", claim, report=vacuous, steps=tuple(results), notes=notes)
    return Verdict(
        "proved",
        claim,
        theorem,
        hypotheses=tuple(dict.fromkeys(h for result in results for h in result[3].hypotheses)),
        steps=tuple(results),
        notes=notes,
        possibly_vacuous=unmet,
        needs=tuple(need for result in results for need in result[3].needs),
        lemmas=lemmas,
    )


def _decide_step(
    equation: Equation,
    by: tuple[Any, ...],
    line: Elaborated,
    whole: Calc,
    seed: int,
    steps: int,
    lemmas: tuple[Usable, ...] = (),
) -> Verdict:
    claim = Claim(equation, whole.given)
    everything = _facts(line.hypotheses)
    needs, missing = _discharged(line, everything, steps, lemmas)
    if missing:
        text = "not defined everywhere without: " + "; ".join(missing)
        return Verdict("unknown", claim, missing=missing, report=text)
    try:
        theorem, context = _prove_by(line, by, steps, lemmas)
    except ProofError as failure:
        if further := _what_else(line, by, steps, lemmas):
            return Verdict("unknown", claim, report=further)
        saw: list[Search] = []
        found = _counterexample(claim, line, seed, steps, saw)
        if isinstance(found, Confirmed):
            return Verdict("refuted", claim, found.theorem, counterexample=found.counterexample)
        return Verdict("unknown", claim, report=_all(report(failure), found, saw))
    used = (theorem, *needs)
    verdict = Verdict(
        "proved",
        claim,
        theorem,
        hypotheses=_used(used, line.hypotheses),
        facts=_facts(_named(line, by), _closed(by)),
        context=context,
        needs=tuple(needs),
        lemmas=lemmas,
    )
    carried = set(used_lemmas(verdict))
    idle: list[Any] = [each.lemma for each in lemmas if each.lemma not in carried]
    others = [r for r in by if not isinstance(r, Lemma) and not (is_always_open(r) and equation.has(r))]
    enough = min(steps, max(LEAST_STEPS, 2 * context.steps))  # a reason that makes the proof half as long is of use
    idle += _idle(others, by, line, equation, whole, enough, lemmas)
    return replace(verdict, notes=tuple(f"{reason_name(reason)} is named but not needed" for reason in idle))


def _idle(
    reasons: list[Any],
    by: tuple[Any, ...],
    line: Elaborated,
    equation: Equation,
    whole: Calc,
    steps: int,
    lemmas: tuple[Usable, ...],
) -> list[Any]:
    """Return the reasons of a step that it is proved without, within some steps.

    Where lemmas are no help, nothing is tried without a reason without which the step is false.
    """
    from symattn.deciding.needed import Step  # of the numerical side

    found, step = [], Step(equation, whole, line)
    for reason in reasons:
        rest = tuple(other for other in by if other != reason)
        if not lemmas and step.cannot_do_without(reason, rest, _closed(rest)):
            continue
        if _holds_by(line, rest, steps, lemmas):
            found.append(reason)
    return found


def _closed(by: tuple[Any, ...]) -> frozenset[str]:
    """Return the constants whose definitions are none of these reasons."""
    return frozenset(name for name, kinds in classes().items() if not any(kind in by for kind in kinds))


def _named(line: Elaborated, by: tuple[Any, ...]) -> list[Hypothesis]:
    """Return the hypotheses that a step names."""
    return [h for h in line.hypotheses if h.item in by]


def _prove_by(
    line: Elaborated, by: tuple[Any, ...], steps: int, lemmas: tuple[Usable, ...] = ()
) -> tuple[Theorem, Context]:
    """Prove a step from the properties and definitions that are named, and from nothing else; say what was used.

    The hypotheses of a lemma that is named may be proved from all that is declared and given.
    """
    named = _named(line, by)
    facts = _facts(named, _closed(by))
    if (by_lemmas := _with_lemmas(line.goal, facts, _facts(line.hypotheses), lemmas)) is not None:
        with suppress(ProofError):
            theorem, context = by_lemmas.by_rewriting() or by_lemmas.by_all_means(steps)
            return _checked(theorem, line.goal, line.hypotheses), context
    theorem, context = prove_goal(line.goal, facts, steps)
    return _checked(theorem, line.goal, named), context


def _holds_by(line: Elaborated, by: tuple[Any, ...], steps: int, lemmas: tuple[Usable, ...] = ()) -> bool:
    try:
        _prove_by(line, by, steps, lemmas)
    except ProofError:
        return False
    return True


def _what_else(line: Elaborated, by: tuple[Any, ...], steps: int, lemmas: tuple[Usable, ...] = ()) -> str:
    """Say which further reasons would carry a step that its own reasons do not carry, or nothing.

    Starting from everything there is, what is not needed is left out one by one.
    """
    classes = [kind for kind in _classes_with_definitions() if kind not in by]
    further: list[Any] = [*(h.item for h in line.hypotheses if h.item not in by), *classes]
    if not _holds_by(line, (*by, *further), steps, lemmas):
        return ""
    for reason in tuple(further):
        rest = [other for other in further if other != reason]
        if _holds_by(line, (*by, *rest), steps, lemmas):
            further = rest
    return f"the step holds, but not by what it names alone: it also uses {', '.join(map(reason_name, further))}"


def _classes_with_definitions() -> list[type]:
    """Return the classes whose definitions a step may name, in alphabetical order."""
    return sorted({kind for kinds in classes().values() for kind in kinds}, key=lambda kind: kind.__name__)


__all__ = ["Calc", "Claim", "NotDecided", "Verdict", "calc", "decide", "prove"]
