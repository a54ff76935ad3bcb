"""Replay proofs: the certificate of a verdict, once the independent verifier has worked out that it holds.

The kernel's word is not taken for it: a theorem that was tampered with, or made by a mistake in the kernel, has a
certificate that does not verify.
"""

from __future__ import annotations

import io
from typing import Any

from symattn import verifier
from symattn.certificates.certificate import certificate
from symattn.errors import SymattnError
from symattn.kernel.rules import Theorem


class NotReplayed(SymattnError):
    """Report a theorem whose certificate the independent verifier does not accept; the message says where it fails."""


def replayed(proved: Any, name: str = "") -> str:
    """Return the certificate of a theorem or of a verdict after it was replayed.

    The certificate of a refutation by values is confirmed by the verifier of refutations when it is written. Raise
    NotReplayed when a step of a proof does not hold, UsageError where there is no certificate.

    >>> from sympy import MatrixSymbol
    >>> from symattn import decide, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> replayed(decide(A.T.T, A)).startswith('{"format":"symattn certificate"')
    True
    """
    text = certificate(proved, name)
    if isinstance(proved, Theorem) or getattr(proved, "theorem", None) is not None:
        try:
            verifier.verify(io.BytesIO(text.encode()))
        except (verifier.NotACertificate, verifier.DoesNotHold) as error:
            claim = getattr(proved, "claim", "the theorem")
            raise NotReplayed(f"{claim}: the verifier refuses its proof at {error}") from None
    return text
