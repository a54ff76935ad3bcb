"""The command `symattn read`: its output, its files, its exit codes."""

import io
import json
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from symattn.reading import judging
from symattn.reading.pages import page
from symattn.reading.read import noted, read, read_all
from symattn.reading.sidecar import Sidecar
from symattn.scripts import watch
from symattn.scripts.cli import main

NOTE = """Let $A, B \\in \\mathbb{R}^{n\\times n}$.

$$AB = BA$$

$$(AB)^\\top = B^\\top A^\\top$$

$$CD = DC$$

words $$\\approx$$ and
$$A \\approx B$$
"""


@pytest.fixture
def note(tmp_path: Path) -> str:
    path = tmp_path / "note.md"
    path.write_text(NOTE, "utf-8")
    return str(path)


def test_errata_first_and_the_count_last(note: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", note]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{note}:3:3: refuted: AB = BA; fails for n = 2")
    assert lines[1].startswith(f"{note}:7:3: fails as read: CD = DC")
    assert lines[-1] == "4 rows: 1 refuted, 1 proved, 1 fails as read, 1 not read"


def test_exit_codes(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    for text, code, strict in (
        ("$$AB = BA$$", 0, 1),
        ("$$A = A$$", 0, 0),
        ("$$(A+B)^\\top = B^\\top + A^\\top$$", 0, 0),
    ):
        path.write_text(text)
        assert main(["read", str(path)]) == code
        assert main(["read", "--strict", str(path)]) == strict
    assert main(["read", str(tmp_path / "none.md")]) == 2
    (tmp_path / "a.md.toml").write_text("softmax = ")
    assert main(["read", str(path)]) == 2
    (tmp_path / "a.md.toml").write_text("sofmax = 'rows'")
    assert main(["read", str(path)]) == 2


def test_json(note: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["read", note, "--json", "-"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["status"] for row in rows] == ["refuted", "proved", "fails as read", "not read"]
    assert rows[0]["reading"] == [{"latex": "A B = B A", "python": "A*B = B*A"}]
    assert rows[0]["counterexample"] and rows[2]["assumed"] == ["C: any matrix", "D: any matrix"]
    assert {"file", "line", "column", "source", "status", "reading", "assumed", "why", "counterexample"} <= set(rows[0])


def test_junit_and_annotations(note: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    xml = tmp_path / "out.xml"
    main(["read", note, "--junitxml", str(xml), "--format", "github"])
    (suite,) = ET.parse(xml).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "1")
    assert f"::error file={note},line=3,col=3::refuted: AB = BA" in capsys.readouterr().out


def test_where_a_declaration_goes_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once for a file; there is no file beside standard input, so that --declare prints the lines."""
    row, asked = "dA = X + dV - dV", 'symattn: write words = ["dV"] '
    path = tmp_path / "a.md"
    path.write_text(f"$${row}$$\n\n$$f = \\mathrm{{pos}}$$\n")
    assert main(["read", "-v", str(path)]) == 0
    assert capsys.readouterr().err == f"{asked}in {path}.toml, or in a comment above the row, <!-- symattn: … -->\n"
    assert main(["read", str(path)]) == 0 and not capsys.readouterr().err, "no row is shown that asks"
    monkeypatch.setattr("sys.stdin", io.StringIO(row))
    monkeypatch.chdir(tmp_path)
    assert main(["read", "-", "--declare"]) == 0
    said = capsys.readouterr()
    assert '# words = ["dV"]\nformula:1:1: not read' in said.out and f"{asked}in a comment" in said.err
    assert "there is no file to write beside" in said.err and [*tmp_path.iterdir()] == [path]
    path.write_text("no rows")
    assert main(["read", str(path), "--declare"]) == 0
    assert "there are no rows, and nothing to declare" in capsys.readouterr().err


def test_a_formula_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(r"(AB)^\top = A^\top B^\top"))
    assert main(["read", "--strict", "-"]) == 1
    assert capsys.readouterr().out.startswith("formula:1:1: fails as read")


def test_each_line_of_standard_input_is_a_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [r"(A+B)^\top = B^\top + A^\top", "", "A + B", "= B + A", r"(AB)^\top = A^\top B^\top"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(rows)))
    assert main(["read", "-"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("formula:5:1: fails as read") and out[-1] == "3 rows: 2 proved, 1 fails as read"


T = r"(AB)^\top = B^\top A^\top"
#: Standard input, and its rows: line, column and status of each.
LISTS = [
    (f"{T}\n$$x = x$$", "1:1 proved, 2:3 proved"),
    (f"${T}$\n\\({T}\\)\n\\[{T}\\]", "1:2 proved, 2:3 proved, 3:3 proved"),
    (f"- ${T}$.\n* `{T}`\n1. {T}\n2) `${T}$`", "1:4 proved, 2:4 proved, 3:4 proved, 4:6 proved"),
    (f"# {T}\n> {T}\n> {T}\n(3) {T}", "1:3 proved, 2:3 proved, 3:3 proved, 4:5 proved"),
    (f"```python\nx = y\n```\n{T}", "4:1 proved"),
    (f"\n% a comment\n{T}", "3:1 proved"),
    ("% symattn: kinds.A = 'number'\nAB = BA", "2:1 proved"),
    ("<!-- symattn:\n[kinds]\n'A' = 'number'\n-->\nAB = BA", "5:1 proved"),
    ("Let $A, B$ be. <!-- symattn:\n[kinds]\n'A' = 'number'\n-->\n\n$AB = BA$", "6:2 proved"),
    ("$A = A$, $B = B$\n$A = A$ $B = B$", "1:2 proved, 1:11 proved, 2:2 proved, 2:10 proved"),
    (f"# Title\n$${T}$$\nwhere\n$$B = B$$", "2:3 proved, 4:3 proved"),
    (f"$$\n{T}\n$$\n{T}\n\\[\n{T}\n\\]", "2:1 proved, 4:1 proved, 6:1 proved"),
    (f"Let $A$ be.\n{T}\n\n${T}$\n\nSo $A = B$ and\n$A = C$\nhold.", "2:1 proved, 4:2 proved"),
    (f"$$ A B = B A\n{T}\n$$ x = x $$", "1:4 not read, 2:1 proved, 3:4 proved"),
    ("$A = B\nwords\n\\frobnicate{A} = 1", "1:1 not read, 2:1 not a statement, 3:1 not read"),
]


@pytest.mark.parametrize(("text", "rows"), LISTS)
def test_each_line_of_standard_input_is_read_without_what_stands_around_it(text: str, rows: str) -> None:
    lines = read_all([text]).lines
    assert ", ".join(f"{each.line}:{each.column} {each.answer.status}" for each in lines) == rows


def test_why_a_formula_of_standard_input_is_not_read_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(r"\frobnicate{A} = B"))
    assert main(["read", "-"]) == 0
    assert "formula:1:1: not read" in (out := capsys.readouterr().out) and "what does \\frobnicate stand for" in out


def test_a_picture_is_no_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("a.png", b"AB = BA"), ("a.md", b"\x89PNG\0"), ("a.pdf", b"%PDF")):
        (tmp_path / name).write_bytes(data)
        assert main(["read", str(tmp_path / name)]) == 2
        assert "a note is a text in Markdown (.md), LaTeX (.tex) or a notebook" in capsys.readouterr().err


NO_NOTES = [
    ("a.md", b"Let $A$ be.\n\n$$A = \xff$$", "'{}': line 3 is not UTF-8 text"),
    ("a.tex", "caf\xe9".encode("latin-1"), "'{}': line 1 is not UTF-8 text"),
    (
        "a.txt",
        b"A = A",
        "'{}': a note is a text in Markdown (.md), LaTeX (.tex) or a notebook (.ipynb); of another text",
    ),
    ("a.csv", b"A = A", "a note is a text in Markdown"),
    ("note", b"A = A", "`symattn read - < {}` reads each line as a formula"),
    ("a.ipynb", b"{}", "'{}': it is no notebook"),
]


@pytest.mark.parametrize(("name", "data", "said"), NO_NOTES)
def test_a_file_that_is_no_note_is_told(
    name: str, data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert main(["read", str(path)]) == 2
    assert said.replace("{}", str(path)) in capsys.readouterr().err


def test_a_note_without_displays_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("a.md", b""), ("A.TEX", b"Let $A = A$."), ("a.ipynb", b'{"cells": []}')):
        (tmp_path / name).write_bytes(data)
        assert main(["read", str(tmp_path / name)]) == 0
        assert capsys.readouterr().out == "no displayed rows\n"


def test_what_a_sidecar_says_of_no_letter_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, beside = tmp_path / "a.md", tmp_path / "a.md.toml"
    path.write_text("$$AB = BA$$\n")
    beside.write_text("[shapes]\n'A, Z' = 'n × n'\n[kinds]\n'B' = 'matrix'\n'\\tau' = 'number'\n", "utf-8")
    assert main(["read", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"{beside}: warning: 'Z' stands in no formula of the note",
        f"{beside}: warning: '\\\\tau' stands in no formula of the note",
        "1 row: 1 refuted",
    ]


WRONG_SIDECARS = [
    ("sofmax = 'rows'", "'sofmax' is no declaration; known are", "; did you mean 'softmax'?"),
    ("[shapes]\n'M' = 'maks n × n'", "the shape 'maks n × n' of M is not read; it is as in", "; did you mean 'mask'?"),
    ("[kinds]\n'M' = 'matrx'", "'matrx' of M is no kind; known are", "; did you mean 'matrix'?"),
    ("define = ['Q + 1']", "define: no definition: Q + 1", ""),
    ("define = 3", "define = 3 is not read; it is as in define = ['Q = X W_Q']", ""),
    ("sizes = [1]", "sizes = [1] is not read", 'sizes = ["n", "d"]'),
    ("shapes = 3", "shapes = 3 is not read", ""),
    ("[shapes]\nfoo = 3", "foo = 3 under [shapes] is not read; it is as in 'X' = \"n × d\"", ""),
    ("[shapes.x]\na = 'n'", "x = {'a': 'n'} under [shapes] is not read", ""),
    ("[kinds]\n'x' = 3", "x = 3 under [kinds] is not read", ""),
    ("first = true", "first = True is not read; it is as in first = 0 or first = 1", ""),
    ("vectors = 'columns'", "vectors = 'columns' is not read; it is 'column' or 'row'", "; did you mean 'column'?"),
    ("at = [3]", "at = [3] is not read", ""),
    ("[[at]]\nline = '3'", "line = '3' is not read", ""),
    ("[[at]]\nsoftmax = 3", "softmax = 3 is not read; it is 'rows' or 'columns'", ""),
]


@pytest.mark.parametrize(("text", "said", "meant"), WRONG_SIDECARS)
def test_a_wrong_sidecar_is_named(
    text: str, said: str, meant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text("$$M = M$$")
    (tmp_path / "a.md.toml").write_text(text, "utf-8")
    assert main(["read", str(tmp_path / "a.md")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"symattn: {tmp_path / 'a.md.toml'}: {said}") and error.endswith(f"{meant}\n")


def test_what_has_no_verdict_is_skipped(tmp_path: Path) -> None:
    path, xml, data = (tmp_path / name for name in ("a.md", "a.xml", "a.json"))
    path.write_text("$$A = A$$\n\n$$\\operatorname{rank}(A) = n$$\n\n$$A \\approx B$$\n")
    assert main(["read", str(path), "--junitxml", str(xml), "--json", str(data)]) == 0
    (suite,) = ET.parse(xml).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "0", "2")
    assert [str(each.get("message"))[:9] for each in suite.iter("skipped")] == ["open: \\op", "not read:"]
    assert json.loads(data.read_text("utf-8"))["totals"] == {"proved": 1, "open": 1, "not read": 1}


def test_shapes_that_do_not_fit_fail_with_strict(tmp_path: Path) -> None:
    path, xml = tmp_path / "a.md", tmp_path / "a.xml"
    path.write_text("Let $A \\in \\mathbb{R}^{n\\times m}$.\n\n$$AA = A$$\n")
    for options, code in (([], 0), (["--strict"], 1)):
        assert main(["read", str(path), "--junitxml", str(xml), *options]) == code
        (suite,) = ET.parse(xml).getroot()
        assert suite.get("failures") == f"{code}"


def test_macros_of_included_files(tmp_path: Path) -> None:
    (tmp_path / "macros.tex").write_text(r"\newcommand{\tp}{^\top}")
    path = tmp_path / "a.tex"
    path.write_text(
        "\\documentclass{article}\\input{macros}\n\\begin{document}\n\\[(AB)\\tp = B\\tp A\\tp\\]\n\\end{document}"
    )
    assert [line.answer.status for line in read(path).lines] == ["proved"]


PIECES = [
    "$$",
    "$",
    "\\[",
    "\\]",
    "{",
    "}",
    "^",
    "_",
    "\\frac",
    "\\sum",
    "x",
    "A",
    "=",
    "&",
    "\\\\",
    "\\begin{align}",
    "\\text{",
    "\\end{align}",
    "\\left(",
    ")",
    "1",
    "\n\n",
    "'",
    "\\newcommand{\\x}",
    "#1",
    "\\x",
    "# a\n",
    "<!-- symattn:",
    "-->",
    "\\mathbb{R}^{n}",
    "\\in",
    "|",
    "\\begin{cases}",
    "%",
    "\\",
    "0",
    ",",
    "i",
    "^{-1}",
    "\\sqrt",
    ":",
    "\x00",
    "é",
]


@pytest.mark.parametrize("seed", range(150))
def test_any_text_gives_a_report(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choice(PIECES) for _ in range(chance.randrange(60)))
    for name in ("a.md", "a.tex", "a.ipynb"):
        for line in noted(page(name, f"$${text}$$" if seed % 2 else text), Sidecar(), {}).lines():
            assert line.line > 0 and line.column > 0


@pytest.mark.parametrize("seed", range(30))
def test_any_bytes_give_a_report(seed: int) -> None:
    data = random.Random(seed).randbytes(400)
    for name in ("a.md", "a.tex", "a.ipynb"):
        list(noted(page(name, data), Sidecar(), {}).lines())


LARGE = {
    "environments": "\\begin{align}" * 10_000,
    "dollars": "$$ x " * 3_001,
    "dollars alone": "$" * 100_000,
    "dollars between": "$ " * 20_000,
    "comments that do not close": "<!-- symattn: " * 20_000,
    "a sentence without end": "let $x$ be " * 4_000,
    "formulas joined by and": "We have " + " and ".join(["$x_0 = a b$"] * 300) + ".",
    "a megabyte": "$$" + "x+" * 500_000 + "$$",
    "braces": "$$" + "{" * 10_000 + "}" * 10_000 + "$$",
    "brackets": "$$" + "(" * 5_000 + ")" * 5_000 + "$$",
    "sums": "$$" + "\\sum_i " * 2_000 + "$$",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_what_is_too_large_is_refused_soon(text: str) -> None:
    lines = list(noted(page("a.md", text), Sidecar(), {}).lines())
    assert all(line.answer.status in ("not read", "not a statement") for line in lines)


def test_the_page_the_script_and_the_sidecar(note: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page_of, claims = tmp_path / "note.html", tmp_path / "claims.py"
    assert main(["read", note, "--html", str(page_of), "--script", str(claims), "--declare"]) == 1
    assert 'data-status="refuted"' in page_of.read_text("utf-8") and "<script src" not in page_of.read_text("utf-8")
    assert main(["check", str(claims), "--no-cache"]) == 0
    assert "3 claims: 1 proved, 2 refuted" in capsys.readouterr().out
    sidecar = Path(note + ".toml").read_text("utf-8")
    assert "# 'C, D' = \"matrix\"" in sidecar
    assert main(["read", note, "--declare"]) == 2  # it is there already
    Path(note + ".toml").write_text(sidecar.replace("# 'C", "'C"), "utf-8")
    assert [line.answer.status for line in read(Path(note)).lines] == ["refuted", "proved", "refuted", "not read"]


def test_the_cache_serves_rows_that_are_as_they_were(
    note: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    decided, original = list[object](), judging.decided_claim

    def counted(reading: Any) -> judging.Decision:
        decided.append(reading)
        return original(reading)

    monkeypatch.setattr(judging, "decided_claim", counted)
    outputs = list[str]()
    for _ in range(2):
        main(["read", note, "--cache", str(tmp_path / "cache"), "-v"])
        outputs.append(capsys.readouterr().out)
    assert len(decided) == 3 and outputs[0] == outputs[1]


def test_a_note_is_watched(note: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    runs = list[list[str]]()

    def run(arguments: list[str]) -> int:
        runs.append(arguments)
        return 0

    def again() -> bool:
        Path(note).write_text(f"{NOTE}{'$$A = A$$' * len(runs)}", "utf-8")
        return len(runs) < 2

    monkeypatch.setattr(watch, "_checked", run)
    assert watch.watch(["read", note], [note], again, every=0, suffixes=(".md",)) == 0
    assert runs == [["read", note]] * 2


def test_a_report_shows_itself_in_a_notebook() -> None:
    from symattn import read as public

    report = public("Let $A, B \\in \\mathbb{R}^{n\\times n}$.\n\n$$AB = BA$$\n\n$$C = A$$\n")
    shown = report._repr_html_()
    assert "refuted" in shown and "$\\displaystyle A B = B A$" in shown and "1 other rows" in shown
    assert not any(tag in shown for tag in ("<script", "<style", "http"))
    assert report._repr_latex_().startswith("\\begin{align*}") and repr(report) == str(report)
