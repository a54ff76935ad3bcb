"""`symattn check` of all proof scripts in one process, spot checks included, against `import sympy` in another one.

The mean and the slowest claim are shown beside the whole, which grows with the number of claims, and in which one claim
must not hide.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from statistics import median
from typing import Any

from benchmarks.measure import ROOT, Row, Say, Settings, duration, process_seconds

#: The claims of a quick run.
QUICK = ("G11", "G26", "H1")


def run(settings: Settings, say: Say) -> list[Row]:
    """Take the median time of the import, then of the run, and the median of the slowest claim's time."""
    only = [] if settings.all_claims else [word for id in QUICK for word in ("--only", id)]
    say("processes that import SymPy, and that check every claim")
    sympy = median(process_seconds("-c", "import sympy") for _ in range(settings.repetitions))
    results: list[dict[str, Any]] = []
    check = partial(_check, only, results)
    whole = median(check() for _ in range(settings.slow_repetitions))
    slowest = [max(result["claims"], key=lambda claim: claim["seconds"]) for result in results]
    name = max((claim["id"] for claim in slowest), key=[claim["id"] for claim in slowest].count)
    worst = median(claim["seconds"] for claim in slowest)
    count = len(results[0]["claims"])
    return [
        Row(f"check {count} claims", "import sympy", whole / sympy, _pair(whole, sympy), at_most=60),
        Row("a claim, on average", "import sympy", whole / count / sympy, _pair(whole / count, sympy)),
        Row(f"the slowest claim, {name}", "import sympy", worst / sympy, _pair(worst, sympy), at_most=6),
    ]


def _check(only: list[str], results: list[dict[str, Any]]) -> float:
    """Run `symattn check` in a fresh process, keep what it finds, and return the seconds that it reports."""
    command = ["-m", "symattn", "check", "proofs", "--json", "-", *only]
    run = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True)
    results.append(json.loads(run.stdout))
    return float(results[-1]["summary"]["seconds"])


def _pair(ours: float, theirs: float) -> str:
    return f"{duration(ours)} : {duration(theirs)}"
