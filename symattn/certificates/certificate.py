"""Write a verdict as a certificate: a file that an independent program can check."""

from __future__ import annotations

from typing import Protocol

from symattn.calls import checks_its_call
from symattn.certificates.proofs import proof_certificate
from symattn.certificates.refutations import refutation_certificate
from symattn.errors import UsageError
from symattn.kernel.rules import Theorem


class Decided(Protocol):
    """Say what of a verdict its certificate is written from."""

    @property
    def status(self) -> str: ...
    @property
    def claim(self) -> object: ...
    @property
    def theorem(self) -> Theorem | None: ...
    @property
    def counterexample(self) -> object: ...


@checks_its_call
def certificate(proved: Theorem | Decided, name: str = "") -> str:
    """Return the certificate of a theorem or of a verdict as text: of a proof, or of a refutation by values.

    `name` labels the certificate; nobody checks it. Raise UsageError for a verdict that has neither, and for a
    statement beyond the limits of the verifier.

    >>> from sympy import MatrixSymbol
    >>> from symattn import decide, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> lines = certificate(decide(A.T.T, A)).splitlines()
    >>> lines[0][:54]
    '{"format":"symattn certificate","version":1,"name":"",'
    >>> lines[-1]
    '["end"]'
    """
    theorem = proved if type(proved) is Theorem else getattr(proved, "theorem", None)
    if getattr(proved, "status", "") == "refuted" and theorem is None:
        return refutation_certificate(proved, name)
    if type(theorem) is not Theorem:
        status = getattr(proved, "status", proved)
        raise UsageError(f"only what is proved or refuted has a certificate, and this is {status!r}")
    return proof_certificate(theorem, name)
