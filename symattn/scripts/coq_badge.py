"""Remember which proofs Coq has accepted, and say so beside the claim: the badge in `show`, LaTeX and the book.

What `symattn verify --coq` leaves is kept in the user's cache folder, under the hash of all that makes the file for Coq
what it is: the theorem and its proof, as the certificate has them, the proofs that the claim is defined, every file of
symattn, and the files in Coq that the proof rests on. Where any of these is another one, nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from symattn.certificates.certificate import certificate
from symattn.certificates.coq import library
from symattn.errors import UsageError
from symattn.kernel.rules import Theorem
from symattn.scripts.fingerprints import STARTED, code, digest, source
from symattn.scripts.records import PROVED, Record
from symattn.scripts.store import Store, default_folder


@dataclass(frozen=True)
class Accepted:
    """Hold that Coq accepted a proof: which Coq, and what the theorem assumes at most, as Coq printed it."""

    version: str
    assumptions: tuple[str, ...]

    @property
    def badge(self) -> str:
        """Say it in a few words."""
        return f"checked by Coq {self.version}"

    def __str__(self) -> str:
        """Say it with the assumptions.

        >>> print(Accepted("8.16.1", ("Classical_Prop.classic",)))
        checked by Coq 8.16.1, assuming no more than: classic
        """
        names = ", ".join(name.rpartition(".")[2] for name in self.assumptions)
        return f"{self.badge}, assuming {f'no more than: {names}' if names else 'nothing'}"


@dataclass(frozen=True)
class CheckedRecord(Record):
    """Hold what came of a claim whose proof Coq has accepted too."""

    coq: Accepted | None = None


def needs_of(verdict: Any, status: str) -> tuple[Theorem, ...]:
    """Return the theorems that a claim is defined, which stand beside it in its file for Coq."""
    return tuple(getattr(verdict, "needs", ())) if status in PROVED else ()


def key(theorem: Theorem, needs: Sequence[Theorem] = (), certified: str = "") -> str:
    """Return the hash of all that makes a file for Coq what it is; `certified` is the theorem's certificate, if known.

    Raise UsageError for a theorem without a certificate.
    """
    return digest("checked by Coq", _files(), *map(_unlabelled, [certified or certificate(theorem), *_each(needs)]))


def _each(needs: Sequence[Theorem]) -> list[str]:
    return [certificate(theorem) for theorem in dict.fromkeys(needs)]


def _unlabelled(certified: str) -> str:
    """Return a certificate without its header, which has the claim's id; the lines below say all that is proved."""
    return certified.partition("\n")[2]


@cache
def _files() -> str:
    return digest("files of Coq", source(), *map(library.source, library.FILES))


class Badges:
    """Find and keep what Coq accepted, in a folder; None is for nowhere."""

    def __init__(self, folder: Path | None) -> None:
        store = Store(folder)
        self.store = Store(None) if store.refused() else store

    def keep(self, of: str, found: Accepted | None) -> None:
        """Keep that Coq accepted what has this key, or, with None, that it did not.

        Nothing that was accepted is kept where a file of symattn was changed while it ran: the key is of the new one.
        """
        if found is not None and not code()[1].unchanged(STARTED):
            return
        if found is not None or self.store.get(of) is not None:
            kept = None if found is None else {"coq": found.version, "assumptions": found.assumptions}
            self.store.put(of, kept)
            self.store.put(_files(), True)

    def any(self) -> bool:
        """Tell whether Coq may have accepted anything that this symattn wrote; else no key need be worked out."""
        return self.store.get(_files()) is True

    def find(self, of: str) -> Accepted | None:
        """Return what is known of a key; a record that does not say which Coq, or assumes too much, is as none."""
        found = self.store.get(of)
        if not isinstance(found, dict) or set(found) != {"coq", "assumptions"}:
            return None
        version, assumptions = found["coq"], found["assumptions"]
        if not isinstance(version, str) or not re.fullmatch(r"\d+(\.\d+)+", version):
            return None
        if not isinstance(assumptions, list) or not library.ALLOWED.issuperset(map(str, assumptions)):
            return None
        return Accepted(version, tuple(assumptions))


def with_badge(record: Record, verdict: Any, certified: str = "") -> Record:
    """Return a record that says whether Coq has accepted this very proof; no Coq is run for it."""
    theorem = getattr(verdict, "theorem", None)
    badges = Badges(default_folder())
    if type(theorem) is not Theorem or not badges.any():
        return record
    try:
        found = badges.find(key(theorem, needs_of(verdict, record.verdict), certified))
    except UsageError:
        return record
    if found is None:
        return record
    return CheckedRecord(**{each.name: getattr(record, each.name) for each in fields(Record)}, coq=found)
