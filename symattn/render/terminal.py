"""Show a run on the terminal: progress, the table of claims, their reports.

On a terminal rich draws tables and a progress bar; anywhere else the same content comes as plain lines without colour.
rich itself respects NO_COLOR.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from symattn.errors import shape_text
from symattn.render.counting import TRIVIAL, came_out, counted, is_in_doubt
from symattn.render.folding import fold

STYLES = {
    "proved": "green",
    "defined": "green",
    "computed": "green",
    "refuted": "cyan",
    "unknown": "yellow",
    "error": "red",
}


class Row(Protocol):
    """Name what the table reads of a claim's record."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def expected(self) -> str: ...

    @property
    def verdict(self) -> str: ...

    @property
    def inferences(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def as_declared(self) -> bool: ...

    @property
    def reason(self) -> str: ...

    @property
    def remark(self) -> str: ...

    @property
    def counterexample(self) -> dict[str, Any] | None: ...

    @property
    def cached(self) -> bool: ...


class Placed(Row, Protocol):
    """Name what a report reads besides: where the claim is declared, "" for nowhere; and whether it is a claim."""

    @property
    def place(self) -> str: ...

    @property
    def is_claim(self) -> bool: ...


def console(stream: TextIO) -> Console:
    """Make a console that wraps at the terminal's width and never reads markup or emoji into mathematics."""
    return Console(file=stream, highlight=False, markup=False, emoji=False)


#: Seconds between two lines that tell how far a run is, where there is no terminal.
PAUSE = 10.0


@contextmanager
def progress(total: int, stream: TextIO) -> Iterator[Callable[[Row], None]]:
    """Yield a function to call as each claim ends: a moving bar on a terminal, now and then a line elsewhere.

    Elsewhere a claim that is not as declared is told at once, and from time to time how many are checked.
    """
    target = console(stream)
    if not target.is_terminal:
        done, told = 0, time.monotonic()

        def line(row: Row) -> None:
            nonlocal done, told
            done += 1
            said = "" if row.as_declared else f"{row.id}: {row.verdict} (unexpected)\n"
            if time.monotonic() - told >= PAUSE:
                said, told = f"{said}{done} of {total} checked\n", time.monotonic()
            stream.write(said)
            stream.flush()

        yield line
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=target, transient=True) as bar:
        task = bar.add_task("checking", total=total)

        def advance(row: Row) -> None:
            bar.update(task, advance=1, description=f"{row.id} {row.verdict}")

        yield advance


@contextmanager
def places(stream: TextIO) -> Iterator[Callable[[Any], None]]:
    """Yield a function to call as each row of a note is read: a terminal shows how far that is."""
    target = console(stream)
    if not target.is_terminal:
        yield lambda line: None
        return
    with target.status("reading") as status:
        yield lambda line: status.update(f"{line.file}:{line.line}")


def table(
    target: Console,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    right: Sequence[int] = (),
    alarming: Sequence[int] = (),
) -> None:
    """Print rows under a heading: a drawn table on a terminal, aligned plain columns elsewhere.

    Columns named in `right` are set to the right, rows named in `alarming` are red.
    """
    if target.is_terminal:
        drawn = Table(box=None, pad_edge=False, header_style="bold")
        for number, name in enumerate(head):
            drawn.add_column(name, justify="right" if number in right else "left", overflow="fold")
        for number, row in enumerate(rows):
            drawn.add_row(*(Text(cell, style="red" if number in alarming else STYLES.get(cell, "")) for cell in row))
        target.print(drawn)
        return
    widths = [max(len(row[number]) for row in [head, *rows]) for number in range(len(head))]
    for row in [head, *rows]:
        cells = [c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        target.file.write("  ".join(cells).rstrip() + "\n")


def claims_table(target: Console, rows: Sequence[Row], known: Mapping[str, str] | None = None) -> None:
    """Print one line per claim, in the order of the ids: id, title, verdict, as declared or not, evidence, seconds.

    `known` gives the evidence of claims that were checked before, by their ids; they took no time now.
    """
    head = ("id", "title", "verdict", "expected", "evidence", "seconds")
    ordered = sorted(rows, key=lambda row: by_number(row.id))
    cells = [
        (
            row.id,
            row.title,
            row.verdict,
            _as_expected(row),
            (known or {}).get(row.id) or evidence(row),
            "cached" if row.cached else f"{row.seconds:.2f}",
        )
        for row in ordered
    ]
    unexpected = [number for number, row in enumerate(ordered) if not row.as_declared]
    table(target, head, cells, right=(5,), alarming=unexpected)


def _as_expected(row: Row) -> str:
    if row.as_declared or is_in_doubt(row):
        return "yes" if row.as_declared else "IN DOUBT"
    return f"NO: {row.expected}" if row.expected else "NO"


def by_number(id: str) -> tuple[str, int, str]:
    """Return the key that sorts ids by their letters, their number and the rest.

    >>> sorted(["G12", "G2.upper", "D3", "G2"], key=by_number)
    ['D3', 'G2', 'G2.upper', 'G12']
    """
    letters = id.rstrip("0123456789") if "." not in id else id.split(".")[0].rstrip("0123456789")
    number = id.removeprefix(letters).split(".")[0]
    return letters, int(number) if number.isdecimal() else -1, id


def evidence(row: Row) -> str:
    """Say in a few words what a verdict rests on: a proof, values, shapes, or a proof of the negation."""
    found = row.counterexample
    if found is None:
        proof = counted(row.inferences, "inference") if row.inferences else ""
        return f"{proof}; both sides are the same" if TRIVIAL in row.remark else proof
    if found["kind"] == "shape":
        return f"{found['subexpression']}: {' and '.join(map(shape_text, found['shapes']))}"
    if found["kind"] == "negation":
        return "the negation is proved"
    from symattn.render.text import symbol_text  # reads SymPy, which takes a second

    numbers = {name: value for name, value in found["values"].items() if not isinstance(value, list)}
    values = {**found["sizes"], **numbers}
    if not values:
        return "fails at matrices that `symattn show` prints"
    return "fails at " + ", ".join(f"{symbol_text(name, scalar=True)} = {value}" for name, value in values.items())


def reports(target: Console, rows: Sequence[Placed]) -> None:
    """Print the report of every claim that did not come out as declared, what a whole script raised once."""
    alike: dict[tuple[str, ...], list[Placed]] = {}
    for row in rows:
        if not row.as_declared:
            alike.setdefault((row.id if row.expected else "", row.place, row.reason), []).append(row)
    for number, (row, *others) in enumerate(alike.values()):
        ids = ", ".join(each.id if each.is_claim else each.verdict for each in [row, *others])
        heading = f"{row.id} was declared {row.expected} and came out {came_out(row)}" if row.expected else ids
        if number:
            paragraph(target, "")
        paragraph(target, f"{row.place}: {heading}" if row.place else heading, style="bold red")
        if row.reason:
            paragraph(target, row.reason, indent=2)
        if row.counterexample is not None:
            for text in counterexample_lines(row.counterexample):
                paragraph(target, text, indent=2)


def counterexample_lines(counterexample: dict[str, Any]) -> list[str]:
    """Write the plain data of a counterexample as lines: sizes, small matrices, and the two sides where they differ."""
    if counterexample["kind"] == "shape":
        left, right = map(shape_text, counterexample["shapes"])
        return [f"ill-formed: in {counterexample['subexpression']} the shape {left} stands beside {right}"]
    if counterexample["kind"] == "negation":
        return ["the kernel proved the negation"]
    from symattn.language.plain import bound_text  # reads SymPy, which takes a second
    from symattn.render.text import symbol_text

    sizes = counterexample["sizes"]
    lines = ["counterexample, the smallest in search order:"]
    if sizes:
        lines.append("  " + ", ".join(f"{symbol_text(name, scalar=True)} = {size}" for name, size in sizes.items()))
    for name, value in counterexample["values"].items():
        shown = symbol_text(name, scalar=not isinstance(value, list))
        lines.extend("  " + line for line in grid(f"{shown} = ", value))
    entry = counterexample["entry"]
    where = f" at entry ({', '.join(map(str, entry))})" if entry is not None else ""
    of = f"{counterexample['part']} of the " if counterexample.get("part") else ""
    lines.append(f"  {of}left side{where}: {bound_text(counterexample['lhs'])}")
    lines.append(f"  {of}right side{where}: {bound_text(counterexample['rhs'])}")
    return lines


def grid(label: str, value: Any) -> list[str]:
    """Write a value as small text: a number or list on one line, a matrix by rows, a family matrix by matrix.

    >>> print(*grid("Q = ", [["1", "-1/2"], ["0", "3"]]), sep="\\n")
    Q = [1  -1/2]
        [0     3]
    """
    if not isinstance(value, list):
        return [f"{label}{value}"]
    if not value or not isinstance(value[0], list):
        return [f"{label}[{', '.join(map(str, value))}]"]
    if value[0] and isinstance(value[0][0], list):
        name = label.removesuffix(" = ")
        return [line for h, member in enumerate(value) for line in grid(f"{name}[{h}] = ", member)]
    cells = [[str(cell) for cell in row] for row in value]
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    rows = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    return [f"{label if number == 0 else ' ' * len(label)}[{row}]" for number, row in enumerate(rows)]


def paragraph(target: Console, text: str, indent: int = 0, style: str = "") -> None:
    """Print text with its own line breaks, folded at the terminal's width with a hanging indent; plain elsewhere."""
    if not target.is_terminal:
        target.file.write("".join(" " * indent + line.rstrip() + "\n" for line in text.split("\n")))
        return
    for line in text.split("\n"):
        lead = indent + len(line) - len(line.lstrip())
        wrapped = Text(line.strip(), style=style).wrap(target, max(target.width - lead - 4, 20))
        for number, part in enumerate(wrapped or [Text()]):
            part.rstrip()
            target.print(Text(" " * (lead if number == 0 else lead + 4)) + part, soft_wrap=True)


def folded(target: Console, lines: str, style: str = "") -> None:
    """Print formulas or words, each line folded at operators where the terminal ends; as they are elsewhere."""
    for line in lines.split("\n"):
        for part in fold(line, target.width) if target.is_terminal else [line]:
            target.print(Text(part.rstrip(), style=style), soft_wrap=True)


def one_line_summary(counts: dict[str, Any], verdicts: Sequence[str], replayed: int | None = None) -> str:
    """Sum a run up: how many claims came out how, whether all are as declared, how many proofs were replayed, how long.

    >>> one_line_summary({"unexpected": 0, "seconds": 3.21}, ["proved", "refuted", "proved"])
    '3 claims: 2 proved, 1 refuted; all as declared, 3.2 s'
    """
    modules = f"; {counted(counts['module_errors'], 'module error')}" if counts.get("module_errors") else ""
    if not verdicts:
        return f"no claim was run to its end{modules}, {counts['seconds']:.1f} s"
    figures = ", ".join(f"{verdicts.count(name)} {name}" for name in STYLES if name in verdicts)
    unexpected = counts["unexpected"]
    declared = f"{unexpected} not as declared" if unexpected else "all as declared"
    declared += modules
    cached = f", {counts['cached']} from the cache" if counts.get("cached") else ""
    verified = "" if replayed is None else f"; {counted(replayed, 'proof')} replayed by the independent verifier"
    return f"{counted(len(verdicts), 'claim')}: {figures}; {declared}{cached}{verified}, {counts['seconds']:.1f} s"
