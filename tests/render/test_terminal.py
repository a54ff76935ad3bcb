"""Tables, progress and counterexamples on a terminal and elsewhere."""

import io
from dataclasses import dataclass
from typing import Any

import pytest
from rich.console import Console

from symattn.render import terminal


@dataclass(frozen=True)
class Row:
    id: str
    title: str = "a title"
    expected: str = "proved"
    verdict: str = "proved"
    inferences: int = 3040
    seconds: float = 0.25
    as_declared: bool = True
    reason: str = ""
    remark: str = ""
    counterexample: dict[str, Any] | None = None
    place: str = ""
    cached: bool = False
    is_claim: bool = True


VALUES = {
    "kind": "values",
    "sizes": {"n": 2},
    "values": {"Q": [["1", "-1/2"], ["0", "3"]], "sigma": ["1", "0"]},
    "entry": [0, 1],
    "lhs": "[1 ± 0]",
    "rhs": "[2 ± 0]",
}


def shown(function, *arguments, width: int | None = None) -> str:
    """Run a printing function; on a terminal of this width, or on a plain stream when `width` is None."""
    stream = io.StringIO()
    if width is None:
        target = terminal.console(stream)
    else:
        target = Console(file=stream, width=width, force_terminal=True, highlight=False, markup=False, emoji=False)
    function(target, *arguments)
    return stream.getvalue()


def test_the_plain_table_has_aligned_columns_and_no_escape_codes():
    doubted = Row("G13", as_declared=False)
    out = shown(terminal.claims_table, [Row("G11"), Row("G12.printed", expected="refuted", as_declared=False), doubted])
    assert out.splitlines() == [
        "id           title    verdict  expected     evidence          seconds",
        "G11          a title  proved   yes          3,040 inferences     0.25",
        "G12.printed  a title  proved   NO: refuted  3,040 inferences     0.25",
        "G13          a title  proved   IN DOUBT     3,040 inferences     0.25",
    ]


def test_the_table_is_in_the_order_of_the_ids():
    ids = ["own", "H1", "G12.printed", "G2.upper", "G12", "G2", "D3", "x.2", "x.1"]
    lines = shown(terminal.claims_table, [Row(id) for id in ids]).splitlines()[1:]
    assert [line.split()[0] for line in lines] == [
        "D3", "G2", "G2.upper", "G12", "G12.printed", "H1", "own", "x.1", "x.2"
    ]  # fmt: skip


def test_evidence_of_a_refutation():
    sizes = {"kind": "values", "sizes": {"ell": 2}, "values": {"x": "1/2", "K": [["0"]]}, "entry": None}
    shape = {"kind": "shape", "subexpression": "Q*g", "shapes": [["r", "ell"], ["d", "d"]]}
    found = {"fails at ℓ = 2, x = 1/2": sizes, "Q*g: r×ell and d×d": shape}
    assert [terminal.evidence(Row("G1", counterexample=value)) for value in found.values()] == list(found)
    assert terminal.evidence(Row("G1", counterexample={"kind": "negation"})) == "the negation is proved"


def test_the_terminal_table_has_colour_unless_no_color_is_set(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[32m" in shown(terminal.claims_table, [Row("G11")], width=80)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = shown(terminal.claims_table, [Row("G11")], width=80)
    assert "\x1b[32m" not in plain and "G11" in plain


def test_brackets_in_mathematics_are_not_read_as_markup():
    out = shown(terminal.claims_table, [Row("G11", title="softmax[bold] :smile: [a, b]")], width=100)
    assert "softmax[bold] :smile: [a, b]" in out


def test_reports_are_for_unexpected_claims_only():
    rows = [
        Row("A", reason="left out"),
        Row("B", verdict="unknown", as_declared=False, reason="the sides differ:\n  left\n  right"),
        Row("C", expected="proved", verdict="refuted", as_declared=False, counterexample=VALUES),
        Row("crashed", expected="", verdict="error", as_declared=False, reason="x.py raised ValueError"),
    ]
    assert shown(terminal.reports, rows).splitlines() == [
        "B was declared proved and came out unknown",
        "  the sides differ:",
        "    left",
        "    right",
        "",
        "C was declared proved and came out refuted",
        "  counterexample, the smallest in search order:",
        "    n = 2",
        "    Q = [1  -1/2]",
        "        [0     3]",
        "    σ = [1, 0]",
        "    left side at entry (0, 1): [1 ± 0]",
        "    right side at entry (0, 1): [2 ± 0]",
        "",
        "crashed",
        "  x.py raised ValueError",
    ]


def test_other_counterexamples():
    shape = {"kind": "shape", "subexpression": "Q*g", "shapes": [["r", "ell"], ["d", "d"]]}
    assert terminal.counterexample_lines(shape) == ["ill-formed: in Q*g the shape r×ell stands beside d×d"]
    assert terminal.counterexample_lines({"kind": "negation"}) == ["the kernel proved the negation"]
    assert terminal.grid("t = ", "1/2") == ["t = 1/2"]
    assert terminal.counterexample_lines(VALUES | {"entry": None, "sizes": {}, "values": {}})[1:] == [
        "  left side: [1 ± 0]",
        "  right side: [2 ± 0]",
    ]


def test_long_lines_are_folded_with_a_hanging_indent_on_a_terminal():
    out = shown(terminal.paragraph, "alpha beta gamma delta epsilon zeta eta", 2, width=30)
    assert out.splitlines() == ["  alpha beta gamma delta", "      epsilon zeta eta"]
    assert shown(terminal.paragraph, "word " * 60) == ("word " * 60).rstrip() + "\n"


@pytest.mark.parametrize(("pause", "counts"), [(60.0, ["", ""]), (0.0, ["1 of 2 checked\n", "2 of 2 checked\n"])])
def test_progress_is_told_now_and_then_when_not_on_a_terminal(monkeypatch, pause, counts):
    monkeypatch.setattr(terminal, "PAUSE", pause)
    stream = io.StringIO()
    with terminal.progress(2, stream) as report:
        report(Row("G11"))
        report(Row("G12", verdict="unknown", as_declared=False))
    assert stream.getvalue() == f"{counts[0]}G12: unknown (unexpected)\n{counts[1]}"


def test_progress_moves_a_bar_on_a_terminal(monkeypatch):
    monkeypatch.setattr(terminal, "console", lambda stream: Console(file=stream, width=80, force_terminal=True))
    stream = io.StringIO()
    with terminal.progress(1, stream) as report:
        report(Row("G11"))
    assert "1/1" in stream.getvalue()


@pytest.mark.parametrize(
    ("unexpected", "verdicts", "expected"),
    [
        (0, ["proved"], "1 claim: 1 proved; all as declared, 1.0 s"),
        (0, [], "no claim was run to its end, 1.0 s"),
        (1, ["error", "unknown", "proved"], "3 claims: 1 proved, 1 unknown, 1 error; 1 not as declared, 1.0 s"),
    ],
)
def test_summary(unexpected, verdicts, expected):
    assert terminal.one_line_summary({"unexpected": unexpected, "seconds": 1.0}, verdicts) == expected
    if not unexpected and verdicts:
        replayed = terminal.one_line_summary({"unexpected": 0, "seconds": 1.0}, verdicts, 1)
        assert replayed == "1 claim: 1 proved; all as declared; 1 proof replayed by the independent verifier, 1.0 s"
