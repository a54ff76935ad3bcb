"""Claims that were run as one LaTeX document: each refuted printed form stands after the theorem that corrects it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

from symattn.deciding.stages import derivation_latex
from symattn.numeric.sides import both_sides
from symattn.render.document import WHOLE, Layout, document
from symattn.render.terminal import by_number
from symattn.scripts.claims import Outcome

PRINTED = ".printed"


class HasId(Protocol):
    """Have the id of a claim."""

    @property
    def id(self) -> str: ...


Entry = TypeVar("Entry", bound=HasId)


def companions(id: str, entries: Iterable[Entry]) -> list[Entry]:
    """List the claim with this id, with the printed forms that it corrects or the theorem that corrects it.

    >>> from types import SimpleNamespace
    >>> entries = [SimpleNamespace(id=name) for name in ("G4.printed", "G4.printed.2", "G4", "G4.row", "G45")]
    >>> [entry.id for entry in companions("G4", entries)], [entry.id for entry in companions("G4.printed", entries)]
    (['G4', 'G4.printed', 'G4.printed.2'], ['G4', 'G4.printed'])
    """
    corrected = id.split(PRINTED)[0]
    belongs = {id, corrected}
    found = [entry for entry in entries if entry.id in belongs or (id == corrected and _is_printed(entry.id, id))]
    return sorted(found, key=lambda entry: by_number(entry.id))


def _is_printed(id: str, corrected: str) -> bool:
    return re.fullmatch(rf"{re.escape(corrected + PRINTED)}(\..*)?", id) is not None


def paper(outcomes: Sequence[Outcome], layout: Layout = WHOLE) -> str:
    """Write claims that were run as a document, or as a fragment of one; with headings in the order of their ids."""
    ordered = sorted(outcomes, key=lambda outcome: by_number(outcome.record.id)) if layout.has_headings else outcomes
    claims = [(outcome.record, outcome.stated, outcome.verdict) for outcome in ordered]
    tex = {outcome.record.id: outcome.tex for outcome in ordered}
    return document(claims, derivation_latex, _evaluated, layout, tex)


def _evaluated(verdict: Any) -> Any:
    return both_sides(verdict.claim, verdict.counterexample)
