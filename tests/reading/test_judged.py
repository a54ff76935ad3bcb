"""Rows of published notes say what a person read in them.

``judged_rows.txt`` has 314 rows of 36 notes, judged by hand from their text before symattn read them.
``judged_claims.toml`` has those that symattn decides, with what they say in code. The notes themselves are not part of
the repository: where SYMATTN_NOTES names a folder with them, the rows are looked up there too, and ``-s`` shows the
shares that are read.
"""

import os
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
import sympy
from sympy import Basic, FunctionMatrix, HadamardProduct, Identity, Idx, Lambda, OneMatrix, Sum, Symbol, exp
from sympy.core.symbol import Str

from symattn import RowSoftmax, decide
from symattn.elaborate import conditions_of
from symattn.reading.judging import Reading
from symattn.reading.read import read

HERE = Path(__file__).parent
CLAIMS = tomllib.loads((HERE / "judged_claims.toml").read_text("utf-8"))["claim"]
#: What is an answer to a claim: none of these may rest on a row that was read otherwise than its author meant.
ANSWERED = ("proved", "refuted", "fails as read", "differs")


def judged() -> dict[tuple[str, int, int], str]:
    """Return what each row was judged to be."""
    found, file = {}, ""
    for line in (HERE / "judged_rows.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            file = line[1:-1]
        elif line and not line.startswith("#"):
            for number, column, kind in re.findall(r"(\d+):(\d+) (\w+)", line):
                found[file, int(number), int(column)] = kind
    return found


def symbols(reading: Reading) -> dict[str, object]:
    """Return the symbols of a reading by name."""
    found: dict[str, object] = {}
    for node in sympy.preorder_traversal(reading.claim.proposition):
        name = str(getattr(node, "name", "")).replace("'", "p")
        if name and not isinstance(node, Str) and (isinstance(node, Idx) or not isinstance(found.get(name), Idx)):
            found[name] = node
    return found


def total(term, last):
    """Return the sum of vectors or matrices term(i) for i from 0 to last."""
    i, row, column = sympy.symbols("i_ row_ column_", integer=True)
    each = term(i)
    return FunctionMatrix(*each.shape, Lambda((row, column), Sum(each[row, column], (i, 0, last))))


def of_entries(value):
    return value.applyfunc(exp) if getattr(value, "is_Matrix", False) else exp(value)


WORDS = {
    "rows": RowSoftmax,
    "columns": lambda x: RowSoftmax(x.T).T,
    "entries": HadamardProduct,
    "total": total,
    "exp": of_entries,
    "number": lambda x: x[0, 0],
    "ones": lambda x: OneMatrix(x.shape[0], 1),
    "I": lambda x: Identity(x.shape[0]),
    "H": lambda beta, k: Identity(k.shape[0]) - beta * k * k.T,
    "turn": lambda t: sympy.ImmutableMatrix([[sympy.cos(t), -sympy.sin(t)], [sympy.sin(t), sympy.cos(t)]]),
    "Sum": Sum,
    "sqrt": sympy.sqrt,
    "log": sympy.log,
}


def says(reading: Reading, code: str) -> bool:
    """Tell whether a reading says what the code says: both sides are equal, each to its own."""
    known = {name: Symbol(name, integer=True) for name in "jl"} | symbols(reading) | WORDS
    for each, other in zip(code.split(" == "), reading.claim.proposition.args, strict=True):
        value = eval(each, {"__builtins__": {}, **known})
        if value != other and not is_equal(value, other):
            return False
    return True


def is_equal(value: Basic, other: Basic) -> bool:
    """Tell whether two sides are equal where both are defined."""
    verdict = decide(value, other)
    if verdict.missing:
        verdict = decide(value, other, given=[*conditions_of(verdict.claim, verdict.missing).values()])
    return verdict.status == "proved"


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: row["row"])
def test_what_is_decided_is_what_the_row_says(row) -> None:
    answer = read(row["note"]).lines[-1].answer
    assert answer.status in ANSWERED, answer.why
    assert answer.status != ("refuted" if row["judged"] == "true" else "")
    assert answer.status != ("proved" if row["judged"] == "false" else "")
    assert len(answer.readings) == len(row["says"])
    for reading, code in zip(answer.readings, row["says"], strict=True):
        assert not code or says(reading, code), reading.claim


NOTES = os.environ.get("SYMATTN_NOTES", "")
NO_CLAIM = ("outside", "words", "declaration", "definition", "recurrence")


def share(answers) -> float:
    """Print and return how many of the rows that are in the language are read."""
    counts = Counter(status in ("not read", "shapes", "not a statement") for kind, status in answers if kind in IN)
    part = counts[False] / counts.total()
    print(f"{counts[False]} of {counts.total()} rows in the language are read ({part:.0%})")
    return part


IN = ("true", "false", "depends", "again", "definition", "recurrence")


@pytest.mark.skipif(not NOTES, reason="SYMATTN_NOTES names no folder with the notes")
@pytest.mark.parametrize("sidecars", [False, True], ids=["alone", "with sidecars"])
def test_the_rows_in_their_notes(sidecars, tmp_path) -> None:
    rows, answers, wrong = judged(), [], []
    for file in dict.fromkeys(file for file, _, _ in rows):
        (tmp_path / file).write_bytes((Path(NOTES) / file).read_bytes())
        beside = HERE / "sidecars" / f"{file}.toml"
        if sidecars and beside.is_file():
            (tmp_path / beside.name).write_bytes(beside.read_bytes())
        for line in read(tmp_path / file).lines:
            kind = rows.get((file, line.line, line.column))
            if kind is None:
                continue
            status = line.answer.status
            answers.append((kind, status))
            row = f"{file}:{line.line}:{line.column}"
            if (
                (kind in NO_CLAIM and status in ANSWERED)
                or (kind == "true" and status in ("refuted", "fails as read", "differs"))
                or (kind == "false" and status == "proved")
            ):
                wrong.append((row, kind, status, line.answer.why))
    assert share(answers) >= (0.7 if sidecars else 0.55)
    assert not wrong


def test_a_letter_is_one_thing_in_a_row() -> None:
    turn = r"\begin{pmatrix} \cos t\theta & -\sin t\theta \\ \sin t\theta & \cos t\theta \end{pmatrix}"
    note = f"Let $V \\in \\mathbb{{R}}^{{n \\times m}}$.\n\n$$R_t = {turn}$$\n\n$$R_m^\\top R_n = R_{{n-m}}$$\n"
    assert read(note).lines[-1].answer.status == "proved"
