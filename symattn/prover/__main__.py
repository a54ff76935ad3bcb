"""Print the tables of ways: what the search tries for each kind of goal, and in which order.

Run it as `python -m symattn.prover`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .strategies.core.search import Table, tables
from .strategies.front import prove  # noqa: F401  the front door brings the tables with it


def lines(tables: Mapping[str, Table]) -> Iterator[str]:
    """Yield the lines of the tables, a way each.

    >>> from symattn.prover.strategies.core.search import Way
    >>> print(*lines({"sums": Table("sums", [Way("swap", 3, "exchange two sums", lambda ask, goal: None)])}), sep="\\n")
    sums
       3  swap                    exchange two sums
    """
    for kind, table in tables.items():
        yield kind
        for way in table.ways:
            uses = f" (uses {', '.join(way.uses)})" if way.uses else ""
            yield f"  {way.tier:2d}  {way.name:22s}  {way.idea}{uses}"


if __name__ == "__main__":
    print(*lines(tables()), sep="\n")
