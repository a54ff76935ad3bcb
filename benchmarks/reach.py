"""How far proofs reach into statements that nobody here wrote: a page in Markdown, from the results of a run over them.

The statements and the program that runs them are not in this repository. `python -m benchmarks.reach < reach.json >
docs/reach.md` makes the page from its results. The file says of each statement, by its name: `text`, `topic`, `corpus`,
`truth` (whether it is true), `status` (of the verdict; or that the language cannot say it, an error, a time-out),
`seconds`, `report`, and `helped` where another form of the statement was decided.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any

HEAD = """# How far proofs reach

How many statements of others does symattn decide? These come from papers on attention, and from the tests and theorem
lists of other systems. Each is decided without help: no hint, no step, no lemma. "Cannot be written" counts those that
the language cannot express yet. The statements are not in this repository, so you cannot repeat the run;
`python -m benchmarks.reach` only made this page from its results.

These statements were known while symattn was written, so the table flatters it. Others were written by authors who
had not seen the prover, from attention kernels to Markov chains. When they were first put to it, 786 of 995 true ones
(79 %) were proved and 322 of 343 false ones (94 %) refuted, none wrongly; of those on attention more than nine in ten.
They are in `tests/unseen`, with the figures of each family and a list of what is still open.
"""
#: The systems whose tests and theorem lists are among the statements.
SYSTEMS: Mapping[str, str] = {
    "KD": "knuckledragger",
    "LN": "theorem lists in Lean",
    "MC": "the Matrix Cookbook",
    "ML": "mathlib",
    "PI": "Prove-It",
    "SP": "SymPy",
    "TG": "tensorgrad",
    "TL": "TorchLean",
    "TR": "TensorRight",
}
NOT_SAID = "not sayable"
Result = Mapping[str, Any]


def reach(results: Mapping[str, Result]) -> str:
    """Return the page: what was decided, topic by topic, how fast, and what is left.

    >>> one = {"text": "a = b", "topic": "SP", "corpus": "peers", "truth": True, "status": "proved", "seconds": 0.1}
    >>> print(reach({"SP.1": one}).splitlines()[-1])
    | SymPy | 1 of 1 | 0 of 0 |  |
    """
    said = {name: result for name, result in results.items() if result["status"] != NOT_SAID}
    topics: dict[str, list[Result]] = defaultdict(list)
    for result in results.values():
        topics[SYSTEMS.get(result["topic"]) or str(result["topic"])].append(result)
    rows = [_row(topic, topics[topic]) for topic in sorted(topics, key=lambda t: (t in SYSTEMS.values(), t.lower()))]
    head = ("topic", "true ones proved", "false ones refuted", "cannot be written")
    left = [
        f"- `{name}` {'' if result['truth'] else '(false) '}{result['text']}: {_why(result)}\n"
        for name, result in sorted(said.items())
        if not _decided(result)
    ]
    return "".join(
        (
            HEAD,
            f"\n{_summary(said.values())}\n\n",
            _table([head, ("---",) * 4, _row("**all**", list(results.values())), *rows]),
            "\n## What is left\n\n" if left else "",
            *left,
        )
    )


def _decided(result: Result) -> bool:
    return bool(result["status"] == ("proved" if result["truth"] else "refuted"))


def _wrong(result: Result) -> bool:
    return bool(result["status"] == ("refuted" if result["truth"] else "proved"))


def _summary(said: Iterable[Result]) -> str:
    said = list(said)
    seconds = sorted(result["seconds"] for result in said)
    wrong = sum(map(_wrong, said))
    percent = 100 * sum(map(_decided, said)) / len(said)
    return (
        f"Of {len(said)} statements {percent:.1f} % are decided, {wrong or 'none'} wrongly; median time"
        f" {median(seconds):.2f} s, 95 of 100 within {seconds[int(0.95 * (len(seconds) - 1))]:.2f} s, the longest"
        f" {seconds[-1]:.1f} s."
    )


def _row(topic: str, results: list[Result]) -> tuple[str, ...]:
    unsaid = sum(result["status"] == NOT_SAID for result in results)
    counts = []
    for truth in (True, False):
        said = [result for result in results if result["truth"] is truth and result["status"] != NOT_SAID]
        counts.append(f"{sum(map(_decided, said))} of {len(said)}")
    return topic, *counts, str(unsaid or "")


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _why(result: Result) -> str:
    helped = "; another form of it is decided" if result.get("helped") else ""
    return f"{result['status']} ({result['seconds']:.1f} s){helped}"


if __name__ == "__main__":
    sys.stdout.write(reach(json.load(sys.stdin)))
