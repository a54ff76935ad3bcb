"""The proof scripts that come with symattn: where they lie, and a first script for claims of one's own."""

from __future__ import annotations

from pathlib import Path

from symattn.errors import UsageError
from symattn.scripts.files import write_file
from symattn.scripts.fingerprints import HOME

FIRST = '''"""Claims of my own; `symattn check {name}` checks them."""

from sympy import MatrixSymbol

from symattn import Attention, PermutationSymbol, dims, run_script, theorem

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma = PermutationSymbol("sigma", n)


@theorem("M1", "key-value pairs may be permuted", "my notes", "proved")
def pairs():
    return Attention(Q, sigma*K, sigma*V), Attention(Q, K, V)


@theorem("M2", "keys alone may not", "my notes", "refuted")
def keys_alone():
    return Attention(Q, sigma*K, V), Attention(Q, K, V)


if __name__ == "__main__":
    run_script(__file__)
'''


def folder() -> Path:
    """Return the folder of the proof scripts that come with symattn: installed with it, or beside it in a checkout."""
    for found in (HOME / "library", HOME.parent / "proofs"):
        if found.is_dir():
            return found
    raise UsageError("the proof scripts of symattn are not installed with it")


def write_first(path: str) -> None:
    """Write a first script; raise UsageError where there is a file already, or none can be written."""
    if Path(path).exists():
        raise UsageError(f"{path!r} is there already")
    if not path.endswith(".py"):
        raise UsageError(f"a proof script is a Python file: {path + '.py'!r}, not {path!r}")
    write_file(path, FIRST.replace("{name}", path))
