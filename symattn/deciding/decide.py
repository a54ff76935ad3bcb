"""Decide claims and chains: prove or refute them, and compare what is proved with what is written.

``decide`` elaborates a claim, proves its definedness obligations and then the claim itself; only when that fails does
it look for a counterexample.  A chain of equations and inequalities (``calc``) is decided step by step, and a step may
use only what it names.  Theorems that were proved before, lemmas, may be used by their instances.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import symattn.kernel.rules  # noqa: F401  the kernel is sealed before a script can decide anything
from symattn.calls import checks_its_call
from symattn.deciding.limits import STEPS
from symattn.errors import answering
from symattn.language import Calc, Claim
from symattn.language.base.accepted import Expression, Given, Statement
from symattn.language.lemmas import Named, as_lemmas

if TYPE_CHECKING:
    from symattn.deciding.verdict import Verdict

#: Theorems that a proof may use: verdicts, ids of claims, functions declared as claims.
Using: TypeAlias = Named | Iterable[Named]


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
    from symattn.deciding.verdict import NotDecided, brief

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
    from symattn.deciding.decision import decision  # brings the prover, which a script that decides nothing never loads

    with answering():
        return decision(lhs, rhs, given, seed, steps, verify, compare, as_lemmas(using))
