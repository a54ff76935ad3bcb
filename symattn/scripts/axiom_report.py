"""Say which axioms claims rest on: each axiom with its statement, its source and the claims that use it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symattn.kernel.axioms import AXIOMS
from symattn.render.notation import notation_latex
from symattn.scripts.records import Record


def axiom_usage(records: Iterable[Record]) -> list[dict[str, Any]]:
    """List every axiom of the table, in its order, as plain data; `used_by` is empty for one that no claim uses.

    >>> [entry["name"] for entry in axiom_usage([])][:2]
    ['bool_cases', 'ind_true']
    """
    claims = list(records)
    return [
        {
            "name": axiom.name,
            "statement": axiom.statement,
            "statement_latex": notation_latex(axiom.statement),
            "source": axiom.source,
            "used_by": [record.id for record in claims if axiom.name in record.axioms],
        }
        for axiom in AXIOMS.values()
    ]
