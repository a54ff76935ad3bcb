"""The results of a search for a counterexample: values that are confirmed, or values that are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from symattn.kernel.rules import Theorem


class Evidence(Protocol):
    """Say what refutes a claim: values of its symbols by name, of the kind "values", or "negation" with a theorem."""

    @property
    def kind(self) -> str: ...
    @property
    def sizes(self) -> Mapping[str, int]: ...
    @property
    def values(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Confirmed:
    """Hold a counterexample that is confirmed, with the theorem of that where a theorem was needed."""

    counterexample: Evidence
    theorem: Theorem | None = None


@dataclass(frozen=True)
class Unconfirmed:
    """Hold the first candidate for a counterexample, and why it is not confirmed."""

    counterexample: Evidence
    reason: str

    def __str__(self) -> str:
        return f"values were found that may refute it, but they are not confirmed: {self.reason}\n{self.counterexample}"
