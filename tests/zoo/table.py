"""Write docs/testing.md's table of bugs and methods: ``python -m tests.zoo.table --write``.

Each function is held against its expression within derived bounds, against the theorems alone, and, as is usual, by
``assert_close`` with the default tolerances of PyTorch at one normal instance of usual sizes.
"""

import argparse
import json
import sys
import warnings
from collections.abc import Callable, Iterable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import process_time

import numpy as np

from symattn import Attention, testing
from symattn.testing import Fused, Violation, assert_implements, assert_satisfies
from symattn.testing.calls import Caller
from symattn.testing.implements import cached_bounds
from symattn.testing.inputs import Instance, mask_values, places, read_problem, size_values
from symattn.testing.libraries import Library
from symattn.testing.number_types import Throughout, number_type
from symattn.testing.settings import SETTINGS
from tests.zoo.entries import CORRECT, FAMILIES, PLANTED, Entry

PAGE = Path(__file__).parents[2] / "docs" / "testing.md"
NO_CASE = "no public case found"
START, END = "<!-- begin of the table -->", "<!-- end of the table -->"
TYPES = ("float64", "float32", "float16", *(("bfloat16",) if find_spec("ml_dtypes") else ()))
ARITHMETIC = (Fused("float16"), Fused("bfloat16"))
#: The default tolerances of ``torch.testing.assert_close``: relative, absolute.
USUAL = {"float64": (1e-7, 1e-7), "float32": (1.3e-6, 1e-5), "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5)}
#: Sizes as they stand in most tests.
SIZES = {"b": 2, "g": 2, "rep": 2, "H": 2, "r": 16, "n": 16, "ell": 8, "d": 8, "k": 16}


def by_bounds(entry: Entry, dtype: str, seed: int = 0) -> None:
    """Compare with the expression."""
    family = FAMILIES[entry.family]
    options = {**family.options, "dtypes": dtype, "arithmetic": ARITHMETIC, "seed": seed}
    assert_implements(entry.function, family.expr, family.signature, **options)


def by_theorems(entry: Entry, dtype: str, seed: int = 0) -> None:
    """Assert the theorems."""
    family = FAMILIES[entry.family]
    of = Attention if entry.family in ("plain", "grouped", "heads") else family.expr
    options = {**family.options, "dtypes": dtype, "arithmetic": ARITHMETIC, "seed": seed}
    assert_satisfies(entry.function, family.relations, of=of, signature=family.signature, **options)


def as_usual(entry: Entry, dtype: str, seed: int = 0) -> None:
    """Compare one normal instance within the usual tolerances."""
    family, rng = FAMILIES[entry.family], np.random.default_rng(seed)
    problem, kind = read_problem(family.expr, family.signature), number_type(dtype)
    sizes = {name: SIZES[name] for name in (*problem.sizes, *problem.signature.batch)}
    values = {}
    for layout in problem.signature.inputs:
        name = layout.written.name
        shape = (*layout.batch_shape(sizes), *layout.matrix_shape(sizes))
        drawn = rng.normal(size=shape)
        if name in problem.masks():
            narrow = tuple(1 if place - len(layout.batch) in layout.constant else s for place, s in enumerate(shape))
            drawn = np.broadcast_to(mask_values(rng, narrow, 0), shape)
        values[name] = kind.rounded(drawn)
    instance = Instance(sizes, values)
    caller = Caller(entry.function, Library("numpy"), Throughout(dtype), family.options.get("mask"))
    found, (relative, absolute) = caller(problem, instance), USUAL[dtype]
    for place in places(problem.signature, sizes):
        bindings = {**size_values(problem, sizes)}
        bindings |= {problem.symbols[name]: value for name, value in instance.at(problem.signature, place).items()}
        true = cached_bounds(family.expr, bindings, Throughout("float64"))[2]
        here = found[tuple(place[name] for name in problem.signature.output.batch)]
        if not (np.abs(here - true) <= absolute + relative * np.abs(true)).all():
            raise Violation("not close")


METHODS: dict[str, Callable[..., None]] = {
    "derived bounds": by_bounds,
    "theorems alone": by_theorems,
    "`assert_close`": as_usual,
}


def caught(entry: Entry, method: Callable[..., None], types: Iterable[str] = TYPES, seed: int = 0) -> str:
    """Return the first type in which a method finds fault with a function, or nothing."""
    for dtype in types:
        try:
            method(entry, dtype, seed)
        except Exception as error:
            if isinstance(error, Violation) or method is as_usual:
                return dtype
            raise
    return ""


class Record:
    """Keep each result in a file as it is found, so that a run that was stopped goes on where it was.

    A result counts as long as the assertions, the functions and this module are what they were.
    """

    def __init__(self, path: Path | None) -> None:
        self.path, self.state = path, digest()
        self.found: dict[tuple[str, ...], str] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                *key, where = json.loads(line)
                self.found[tuple(key)] = where

    def result(self, entry: Entry, name: str, seed: int) -> str:
        """Return the first type in which a method finds fault with a function, looked up or computed."""
        key = (self.state, entry.name, name, str(seed))
        if key not in self.found:
            self.found[key] = caught(entry, METHODS[name], seed=seed)
            if self.path is not None:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([*key, self.found[key]], ensure_ascii=False) + "\n")
        return self.found[key]


def digest() -> str:
    """Return a digest of all that results depend on."""
    files = sorted([*Path(testing.__file__).parent.glob("*.py"), *Path(__file__).parent.glob("*.py")])
    files = [file for file in files if file.name != "sources.py"]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def table(record: Record, seed: int = 0) -> str:
    """Return the counts and the table."""
    lines = ["| bug | of | " + " | ".join(METHODS) + " | seen in |", "|---|---|" + "---|" * len(METHODS) + "---|"]
    counts, alarms = dict.fromkeys(METHODS, 0), dict.fromkeys(METHODS, 0)
    for number, entry in enumerate((*CORRECT, *PLANTED), start=1):
        cells = []
        for name in METHODS:
            where = record.result(entry, name, seed)
            (counts if entry.bug else alarms)[name] += bool(where)
            cells.append(where or "–")
        if entry.bug:
            link = entry.source.removeprefix("https://").removeprefix("github.com/")
            source = f"[{link}]({entry.source})" if entry.source else NO_CASE
            lines.append(f"| {entry.bug} | {entry.family} | {' | '.join(cells)} | {source} |")
        seconds = f"{process_time():.0f} s of CPU"
        said = f"{number}/{len(CORRECT) + len(PLANTED)} {entry.name}: {', '.join(cells)}; {seconds}"
        print(said, file=sys.stderr, flush=True)
    caught_by = [f"{counts[name]} of {len(PLANTED)}" for name in METHODS]
    alarms_by = [f"{alarms[name]} of {len(CORRECT)}" for name in METHODS]
    summary = [
        f"In {len(TYPES)} number types ({', '.join(TYPES)}), seed {seed}:",
        "",
        f"| | {' | '.join(METHODS)} |",
        "|---|" + "---|" * len(METHODS),
        f"| planted bugs that are caught | {' | '.join(caught_by)} |",
        f"| correct functions with an alarm | {' | '.join(alarms_by)} |",
        "",
        f"Of {sum(bool(entry.source) for entry in PLANTED)} bugs the thread is named where one of the kind occurred; of"
        f" the other {sum(not entry.source for entry in PLANTED)}, {NO_CASE}.",
        "",
    ]
    return "\n".join([*summary, *lines])


def main() -> None:
    """Print the table, or put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into docs/testing.md")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", type=Path, help="a file that keeps what is found; the next run goes on from there")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    SETTINGS.shrink = False
    made = table(Record(arguments.record), arguments.seed)
    if not arguments.write:
        print(made)
        return
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    PAGE.write_text(f"{before}{START}\n{made}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
