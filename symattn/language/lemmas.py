"""Lemmas: theorems that a proof names as its reasons, by the id of a claim or by the verdict that proved them.

What a lemma says is looked up where claims are decided; here it is a name beside a step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, TypeAlias

from symattn.errors import ClaimError
from symattn.language.base.characters import visible
from symattn.language.plain import plain

#: Where a function that was declared as a claim carries its id.
DECLARED = "__symattn_claim__"
_lookups: list[Callable[[str], Any]] = []


class NoSuchClaim(ClaimError):
    """Report an id that no claim has."""


@dataclass(frozen=True, eq=False)
class Lemma:
    """Name a theorem that may be used: by the id of a claim, or by the verdict that proved it.

    Two are equal where they have one id and one verdict.

    >>> print(Lemma("G26"))
    G26
    """

    name: str = ""
    verdict: Any = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lemma) and self.name == other.name and self.verdict is other.verdict

    def __hash__(self) -> int:
        return hash((self.name, id(self.verdict)))

    def __str__(self) -> str:
        return self.name or f"the lemma {self.verdict.claim}"


class Proved(Protocol):
    """Stand for a verdict, which is made where claims are decided."""

    @property
    def status(self) -> str:
        """What was found: a lemma is proved."""

    @property
    def theorem(self) -> object:
        """What the kernel made, or None."""


#: What names a theorem: the id of a claim, the function that declares it, the verdict that proved it.
Named: TypeAlias = str | Lemma | Proved | Callable[..., object]


def is_id(name: Any) -> bool:
    """Tell whether something may be the id of a claim: a nonempty word of characters that are seen."""
    return isinstance(name, str) and bool(name) and not any(c.isspace() for c in name) and visible(name) == name


def is_words(name: Any) -> bool:
    """Tell whether a reason is words of the author's, which carry nothing: a word in small letters, or several words.

    >>> is_words("trivial"), is_words("by Cauchy–Schwarz"), is_words("G12"), is_words("S.step")
    (True, True, False, False)
    """
    return isinstance(name, str) and re.fullmatch(r"[a-z][a-z,’'\-]*|[^\W_](?=.* )[\w ,.’'()–\-]*\S", name) is not None


def as_lemma(value: Any) -> Lemma | None:
    """Return the lemma that an id, a function declared as a claim, or a verdict stands for; None for anything else.

    >>> as_lemma("G26"), as_lemma(26)
    (Lemma(name='G26'), None)
    """
    if isinstance(value, Lemma):
        return value
    if isinstance(value, str):
        if not is_id(value):
            raise ClaimError(f"the id of a claim is a nonempty word, not {value!r}")
        return Lemma(value)
    name = getattr(value, DECLARED, None) if callable(value) and not isinstance(value, type) else None
    if is_id(name):
        return Lemma(str(name))
    if hasattr(value, "status") and hasattr(value, "theorem") and not isinstance(value, type):
        return Lemma(verdict=value)
    return None


def as_lemmas(using: Any) -> tuple[Lemma, ...]:
    """Return some lemmas as a tuple, each once; a single one may stand by itself. Raise ClaimError for anything else.

    >>> as_lemmas(["G26", "G26"])
    (Lemma(name='G26'),)
    """
    items = using if isinstance(using, Iterable) and not isinstance(using, str | Lemma) else (using,)
    found: dict[Lemma, None] = {}
    for item in items:
        lemma = as_lemma(item)
        if lemma is None:
            hint = "; pass the verdict itself" if hasattr(item, "conclusion") else ""
            raise ClaimError(f"a lemma is the id of a claim, its function, or a verdict, not {plain(item)}{hint}")
        found[lemma] = None
    return tuple(found)


def supply_claims(lookup: Callable[[str], Any]) -> None:
    """Let ids be looked up by a function from ids to verdicts, which knows the claims that are declared."""
    _lookups[:] = [lookup]


def supply_claims_from(module: str) -> None:
    """Say which module supplies the claims when it is imported, which is when the first is looked up."""
    if not _lookups:
        _lookups.append(lambda name: import_module(module).verdict_of(name))


def looked_up(name: str) -> Any:
    """Return the verdict on the claim with an id; raise ClaimError where there is none."""
    if not _lookups:
        raise NoSuchClaim(f"no claims are declared, so none is called {name}; pass the verdict that proved it")
    return _lookups[0](name)
