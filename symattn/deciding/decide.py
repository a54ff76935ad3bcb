"""Decide claims and chains: elaborate, prove or refute, and hold what is proved against what is written.

``decide`` elaborates a claim, proves its definedness obligations and then the claim itself; only when that fails does
it look for a counterexample.  A chain of equations and inequalities (``calc``) is decided step by step, and a step may
use only what it names.  Theorems that were proved before, lemmas, may be used by their instances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from sympy.core.relational import Relational

from symattn.calls import checks_its_call
from symattn.deciding.decide_calc import decide_calc
from symattn.deciding.decide_claim import decide_claim
from symattn.deciding.doubts import hints
from symattn.deciding.lemmas import NotProvedYet, usable, usable_in_steps
from symattn.deciding.unknown import Unknown, of_open_lemma
from symattn.deciding.verdict import STEPS, NotDecided, Verdict, brief
from symattn.depth import deep, too_deep
from symattn.errors import UsageError, answering
from symattn.language import Calc, Claim, Proposition, as_hypotheses, as_proposition
from symattn.language.base.accepted import Expression, Given, Statement
from symattn.language.base.naming import speaking_of
from symattn.language.lemmas import Lemma, Named, as_lemmas
from symattn.memory import rarely_searched

#: Theorems that a proof may use: verdicts, ids of claims, functions declared as claims.
Using: TypeAlias = Named | Iterable[Named]
DISAGREES = "symattn disagrees with itself: what was proved may not be what is written"


@checks_its_call
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


@checks_its_call
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
        raise NotDecided(brief(verdict))
    return verdict


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
            return Verdict("unknown", claim, why=of_open_lemma(str(missing)))
        try:
            if isinstance(lhs, Calc):
                found = decide_calc(lhs, seed, steps, lemmas)
            else:
                found = decide_claim(claim, seed, steps, lemmas)
            if compare and found.status == "proved" and not found.possibly_vacuous:
                found = _compared(found, lhs if isinstance(lhs, Calc) else claim, seed)
            if verify and found.theorem is not None:
                from symattn.deciding.replay import replayed

                replayed(found)
        except RecursionError:
            return Verdict("unknown", claim, why=Unknown((too_deep(*claim.proposition.args, *claim.given),)))
        return replace(found, remarks=(*found.remarks, *hints(claim, found.status == "proved")))


@contextmanager
def _room() -> Iterator[None]:
    """Make room for deep and large proofs while one is searched.

    The recursive walks of the prover follow deep compositions, and pure Python calls do not fill the C stack.
    """
    with rarely_searched(), deep():
        yield


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
        return Verdict("unknown", verdict.claim, why=Unknown((f"{DISAGREES}: {reason}",)), steps=verdict.steps)
    return replace(
        verdict, remarks=(*verdict.remarks, f"what is proved and what is written were not compared: {reason}")
    )


def _claim(lhs: Any, rhs: Any, given: Any) -> Claim:
    """Return what is to be decided, with all hypotheses."""
    if isinstance(lhs, Calc):
        return lhs.claim
    if isinstance(lhs, Claim):
        more = Claim(lhs.proposition, given)
        return Claim(lhs.proposition, (*lhs.given, *more.given), lhs.evaluated + more.evaluated)
    return Claim(as_proposition(lhs if rhs is None else (lhs, rhs)), given)
