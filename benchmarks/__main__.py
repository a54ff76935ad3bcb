"""Run the benchmarks: `python -m benchmarks [--quick] [--only NAME]… [--json FILE]`, from the repository's folder."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module, metadata

from benchmarks.measure import QUICK, Row, Say, Settings

BENCHMARKS = ("equivariance", "depth", "arrays", "imports", "claims", "certificates", "words")
VERDICTS = {True: "ok", False: "NOT OK", None: ""}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, show a table, and return 0 if every bound is met (or was not judged: --quick), 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure symattn against named peers.")
    parser.add_argument("--quick", action="store_true", help="tiny settings: see that it runs; bounds do not count")
    parser.add_argument("--only", action="append", choices=BENCHMARKS, help="run this benchmark only (repeatable)")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    options = parser.parse_args(arguments)
    settings = QUICK if options.quick else Settings()

    names = [name for name in BENCHMARKS if not options.only or name in options.only]
    rows: list[Row] = []
    for position, name in enumerate(names, 1):
        rows += import_module(f"benchmarks.{name}").run(settings, speaker(f"[{position}/{len(names)}] {name}"))
    print(table(rows, judged=not options.quick))
    if options.quick:
        print("quick run: too few repetitions to judge the bounds by")
    if options.json:
        figures = [asdict(row) | {"ok": row.ok} for row in rows]
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"machine": machine(), "quick": options.quick, "rows": figures}, file, indent=2)
            file.write("\n")
    return 1 if not options.quick and any(row.ok is False for row in rows) else 0


def speaker(heading: str) -> Say:
    """Make a function that says on standard error what is running."""

    def say(text: str) -> None:
        print(f"{heading}: {text}", file=sys.stderr, flush=True)

    return say


def machine() -> dict[str, str | int | None]:
    """Describe what the figures were measured with."""
    versions = {name: metadata.version(name) for name in ("sympy", "numpy", "python-flint")}
    return {"python": platform.python_version(), "processors": os.cpu_count(), "system": platform.system(), **versions}


def table(rows: Sequence[Row], judged: bool) -> str:
    """Lay out the figures in columns, with the word whether each bound is met if they are to be judged."""
    lines: list[tuple[str, ...]] = [("measured", "against", "ratio", "bound", "", "symattn : peer")]
    for row in rows:
        ratio = f"{'> ' if row.floor else ''}{row.ratio:.3g}"
        lines.append((row.what, row.peer, ratio, row.bound, VERDICTS[row.ok] if judged else "", row.detail))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


if __name__ == "__main__":
    sys.exit(main())
