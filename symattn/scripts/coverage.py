"""Which statement of which document has which claim: a table in Markdown, from what `symattn check --json` wrote.

`symattn check proofs/*.py --json - | python -m symattn.scripts.coverage > docs/coverage.md` makes the page of that
name, of the scripts on the four documents, which stand in `proofs` itself.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

HEAD = """# What the documents say, and what became of it

Each claim by document and place: what is printed, quoted where it is wrong or loose, the verdict, and the claim that
decides it. Made by `symattn check proofs/*.py --json - | python -m symattn.scripts.coverage > docs/coverage.md`.
"""


def coverage(claims: Iterable[Mapping[str, Any]]) -> str:
    """Return the page: a table for each document, its rows in the order of the numbers of the claims.

    `claims` are those of the JSON output of `symattn check`.

    >>> claim = {"id": "T1.printed", "title": "a wrong line", "source": "Author, §2", "verdict": "refuted"}
    >>> print(coverage([{**claim, "printed": "x = y", "statement": "x = y"}]).splitlines()[-1])
    | §2 | `T1.printed` | a wrong line | $x = y$ | refuted |
    """
    documents: dict[str, list[Mapping[str, Any]]] = {}
    for claim in sorted(claims, key=lambda claim: _number(claim["id"])):
        documents.setdefault(_split(claim["source"])[0], []).append(claim)
    longest_first = sorted(documents.items(), key=lambda each: -len(each[1]))
    tables = (f"\n## {document[:1].upper()}{document[1:]}\n\n{_table(rows)}" for document, rows in longest_first)
    return HEAD + "".join(tables)


def _table(claims: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        (
            _split(claim["source"])[1],
            f"`{claim['id']}`",
            claim["title"],
            f"${claim['printed']}$" if claim["printed"] else "",
            claim["verdict"],
        )
        for claim in claims
    ]
    head = ("place", "claim", "what is said", "printed", "verdict")
    return "".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in (head, ("---",) * 5, *rows)
    )


def _split(source: str) -> tuple[str, str]:
    """Return the document of a source, and the place in it; what is derived from a document stands with it."""
    name, _, place = re.sub("^(derived from|derived|after|behind),? (the )?", "", source).partition(", ")
    derived = "derived: " if source.startswith(("derived", "after", "behind")) else ""
    return name, derived + place


def _number(id: str) -> tuple[str, int, str]:
    found = re.fullmatch(r"([A-Za-z]+)(\d*)(.*)", id)
    return (found[1], int(found[2] or 0), found[3]) if found else (id, 0, "")


if __name__ == "__main__":
    sys.stdout.write(coverage(json.load(sys.stdin)["claims"]))
