"""Replay proofs: write the certificate of a verdict, and have the independent verifier check it.

The kernel's word is not taken for it: a theorem that was tampered with, or made by a mistake in the kernel, has a
certificate that does not verify.  The verifier is a process of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symattn.certificates.certificate import certificate
from symattn.certificates.proofs import statement
from symattn.certificates.verifying import REFUSED, verified
from symattn.deciding.readings import reading_of
from symattn.errors import SymattnError
from symattn.language import Calc, Claim
from symattn.verifier import Established


class NotReplayed(SymattnError):
    """Report a theorem whose certificate the independent verifier does not accept; the message says where it fails."""


def replayed(proved: Any, name: str = "") -> str:
    """Return the certificate of a theorem or of a verdict after it was replayed.

    That of a refutation by values goes to the verifier of refutations. Raise NotReplayed when a step does not hold,
    UsageError where there is no certificate.

    >>> from sympy import MatrixSymbol
    >>> from symattn import decide, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> replayed(decide(A.T.T, A)).startswith('{"format":"symattn certificate"')
    True
    """
    text = certificate(proved, name)
    try:
        verified(text.encode())
    except REFUSED as error:
        claim = getattr(proved, "claim", "the theorem")
        what = "proof" if getattr(proved, "theorem", proved) is not None else "counterexample"
        raise NotReplayed(f"{claim}: the verifier refuses its {what}: {error}") from None
    return text


def replays(text: str, stated: Claim | Calc, axioms: Sequence[str]) -> bool:
    """Tell whether a certificate holds, says what a claim or a calc states, and rests on just these axioms.

    It may use fewer hypotheses than the claim has, and no others.

    >>> from sympy import MatrixSymbol
    >>> from symattn import decide, dims
    >>> n = dims("n")
    >>> A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    >>> verdict = decide(A.T.T, A)
    >>> [replays(certificate(verdict), Claim((X.T.T, X)), verdict.axioms) for X in (A, B)]
    [True, False]
    """
    try:
        found = verified(text.encode())
        if not isinstance(found, Established):
            return False
        reading = reading_of(stated)
        goal, allowed = reading.goal, list(reading.hypotheses)
        said = dict(zip(_under("if", statement(goal, allowed)), allowed, strict=True))
        used = [said[each] for each in _under("if", found.statement)]
        return found.statement == statement(goal, used) and tuple(axioms) == tuple(found.axioms)
    except (*REFUSED, SymattnError, KeyError, RecursionError, UnicodeEncodeError):
        return False


def _under(heading: str, said: list[list[Any]]) -> list[str]:
    """Return what stands under a heading of a statement."""
    return [line for name, lines in said if name == heading for line in lines]
