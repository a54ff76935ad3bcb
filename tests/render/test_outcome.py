"""What `symattn show` prints: folded where a terminal ends, whole and without colour elsewhere."""

import io

import pytest
from rich.console import Console

from symattn.render import terminal
from symattn.render.folding import fold

FORMULA = (
    "  = Σ_{k < n} V[k, j]·exp(Σ_{l < ℓ} K[k, l]·Q[i, l]/√ℓ)/(Σ_{m < n} exp(Σ_{a < ℓ} K[m, a]·Q[i, a]/√ℓ)) + X[i, j]"
)


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_a_formula_is_folded_within_the_width_and_nothing_is_lost(width):
    lines = fold(FORMULA, width)
    assert len(lines) > 1 and max(map(len, lines)) <= width
    assert "".join("".join(lines).split()) == "".join(FORMULA.split())
    assert lines[0].startswith("  = ") and all(line.startswith("      ") for line in lines[1:])


def test_a_formula_is_folded_at_signs_outside_brackets_first():
    assert fold("  = Att(Q, K, V) + Att(Q, K, 2·V) + W", 36)[1] == "      + W"
    assert fold("  = Att(Q, K, V)·X + Att(Q, K, 2·V)·Y", 30) == ["  = Att(Q, K, V)·X", "      + Att(Q, K, 2·V)·Y"]
    assert fold("short", 80) == ["short"]
    assert "".join(fold("x" * 50, 20)).replace(" ", "") == "x" * 50


def shown(console: Console, stream: io.StringIO) -> str:
    terminal.folded(console, "proved, as declared", "green")
    terminal.folded(console, FORMULA)
    return stream.getvalue()


def test_colour_and_folding_are_for_terminals(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = io.StringIO()
    out = shown(Console(file=stream, width=60, force_terminal=True, highlight=False), stream)
    assert "\x1b[32mproved, as declared\x1b[0m" in out and max(map(len, out.splitlines()[1:])) <= 60
    stream = io.StringIO()
    assert shown(terminal.console(stream), stream) == f"proved, as declared\n{FORMULA}\n"


def test_no_color_is_respected(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = io.StringIO()
    out = shown(Console(file=stream, width=60, force_terminal=True, highlight=False), stream)
    assert "\x1b[32m" not in out and out.startswith("proved, as declared\n")
