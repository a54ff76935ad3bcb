"""Start-up, in fresh processes: importing symattn against importing SymPy, and `symattn --help` against bare Python."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

from benchmarks.measure import ROOT, Row, Say, Settings, duration, interleaved, process_seconds

HELP = "import sys; from symattn.scripts.cli import main\ntry: main(['--help'])\nexcept SystemExit: print(*sys.modules)"


def run(settings: Settings, say: Say) -> list[Row]:
    """Time whole processes, so that starting Python counts on every side."""
    if "sympy" in subprocess.run([sys.executable, "-c", HELP], cwd=ROOT, capture_output=True, text=True).stdout.split():
        raise RuntimeError("symattn --help imports SymPy")
    say("processes that import symattn, symattn's deciding part, SymPy, nothing")
    codes = ("import symattn", "from symattn import Attention, decide", "import sympy", "pass")
    tasks = [partial(process_seconds, "-c", code) for code in codes]
    tasks.append(partial(process_seconds, "-m", "symattn", "--help"))
    alone, deciding, sympy, nothing, help_ = interleaved(settings.repetitions, tasks)

    def row(what: str, peer: str, ours: float, theirs: float, at_most: float | None = None) -> Row:
        return Row(what, peer, ours / theirs, f"{duration(ours)} : {duration(theirs)}", at_most=at_most)

    return [
        row("import symattn", "import sympy", alone, sympy, 1.5),
        row("from symattn import Attention, decide", "import sympy", deciding, sympy, 1.3),
        row("symattn --help (SymPy not imported)", "python -c pass", help_, nothing),
    ]
