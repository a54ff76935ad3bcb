"""Which place of which document has which claims: a page in Markdown, from a list of places and a run's results.

`symattn check proofs/*.py --json - | python -m symattn.scripts.coverage proofs/places.toml > docs/coverage.md` makes
the page of that name. The list has a line for each formula that the documents display or state; what is in it and has
no claim is refused.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from symattn.errors import ClaimError

HEAD = """# The four documents, formula by formula

For each of the four documents, a table lists every formula that it prints, with the claims that decide it. Further
claims follow below. Where a formula only declares symbols and their sizes, the claim beside it uses symbols of these
sizes. One formula is missing: on the handwritten sheet, the one above the rotary encoding cannot be read.

This page is generated from `proofs/places.toml`:

`symattn check proofs/*.py --json - | python -m symattn.scripts.coverage proofs/places.toml > docs/coverage.md`
"""

#: A place of a document: where, the formula in LaTeX, the ids of the claims that decide it.
Place = tuple[str, str, Sequence[str]]


def coverage(claims: Iterable[Mapping[str, Any]], documents: Mapping[str, Sequence[Place]]) -> str:
    """Return the page: a table of places for each document, and a table of the claims.

    `claims` are those of the JSON output of `symattn check`; those at no place stand in the second table alone. Raise
    ClaimError for a place without a claim, or with one that is not among the claims.

    >>> claim = {"id": "T1.printed", "title": "x is y", "source": "Author, §2", "verdict": "refuted"}
    >>> page = coverage([claim], {"Author": [("§2", "x = y", ["T1.printed"])]})
    >>> print(*[line for line in page.splitlines() if "T1" in line], sep="\\n")
    | §2 | $x = y$ | `T1.printed` refuted |
    | `T1.printed` | x is y | Author, §2 | refuted |
    >>> coverage([claim], {"Author": [("§2", "x = y", [])]})
    Traceback (most recent call last):
    symattn.errors.ClaimError: Author, §2: no claim decides x = y
    """
    found = {claim["id"]: claim for claim in sorted(claims, key=lambda claim: _number(claim["id"]))}
    tables = []
    for document, places in documents.items():
        rows = [("place", "printed", "claims")]
        for place, formula, ids in places:
            missing = [id for id in ids if id not in found]
            if missing or not ids:
                why = f"there is no claim {missing[0]}" if missing else f"no claim decides {formula}"
                raise ClaimError(f"{document}, {place}: {why}")
            rows.append((place, f"${formula}$", ", ".join(f"`{id}` {found[id]['verdict']}" for id in ids)))
        tables.append(f"\n## {document}\n\n{_table(rows)}")
    listed = [(f"`{id}`", each["title"], each["source"], each["verdict"]) for id, each in found.items()]
    tables.append(f"\n## The claims\n\n{_table([('claim', 'what is said', 'source', 'verdict'), *listed])}")
    return HEAD + "".join(tables)


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = [rows[0], ("---",) * len(rows[0]), *rows[1:]]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in lines)


def _number(id: str) -> tuple[str, int, str]:
    found = re.fullmatch(r"([A-Za-z]+)(\d*)(.*)", id)
    return (found[1], int(found[2] or 0), found[3]) if found else (id, 0, "")


def read_places(path: Path) -> dict[str, list[Place]]:
    """Read a list of places: for each document an array of lines, each with a place, a formula and ids."""
    documents = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        document: [(where, formula, ids) for where, formula, ids in each["places"]]
        for document, each in documents.items()
    }


if __name__ == "__main__":
    listed = read_places(Path(sys.argv[1]))
    letters = {id[0] for places in listed.values() for _, _, ids in places for id in ids}
    run = json.load(sys.stdin)["claims"]
    sys.stdout.write(coverage([claim for claim in run if claim["id"][0] in letters], listed))
