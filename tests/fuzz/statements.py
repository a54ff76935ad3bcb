"""Statements: a relation between two expressions, for all values of some indices, under hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.fuzz.words import E

Values = dict[str, Any]


@dataclass(frozen=True)
class Given:
    """Hold a hypothesis: its kind, its parts, and how an instance is changed so that it holds."""

    kind: str
    parts: tuple[Any, ...]
    arrange: Callable[..., None] | None = None


@dataclass(frozen=True)
class Statement:
    """Hold a relation between two expressions, for all values of ``indices``, under hypotheses."""

    relation: str
    left: E
    right: E
    given: tuple[Given, ...] = ()
    indices: tuple[tuple[str, Any], ...] = ()
    origin: str = ""

    def __repr__(self) -> str:
        given = f" given {[(g.kind, g.parts) for g in self.given]}" if self.given else ""
        return f"{self.origin}: {self.left} {self.relation} {self.right}{given}"
