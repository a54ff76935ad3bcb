"""What a search for a counterexample comes to: values that are confirmed, or values that are not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symattn.kernel.rules import Theorem


@dataclass(frozen=True)
class Confirmed:
    """Hold a counterexample that is confirmed, with the theorem of that where a theorem was needed."""

    counterexample: Any
    theorem: Theorem | None = None


@dataclass(frozen=True)
class Unconfirmed:
    """Hold the first candidate for a counterexample, and why it is not confirmed."""

    counterexample: Any
    reason: str

    def __str__(self) -> str:
        return f"values were found that may refute it, but they are not confirmed: {self.reason}\n{self.counterexample}"
