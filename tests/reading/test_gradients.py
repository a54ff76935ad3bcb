"""Gradients as dV: one name where the note declares it, a sidecar says so, or it stands alone as a left side."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar

PRODUCT = r"Let $O = P V$, $P \in \mathbb{R}^{m\times n}$, $V \in \mathbb{R}^{n \times p}$. "
DECLARED = PRODUCT + r"The gradient is $dO \in \mathbb{R}^{m\times p}$. "
SIZE = PRODUCT + r"Let $X \in \mathbb{R}^{n \times d}$. "
NAMES = 'words = ["dO"]'
TRACES = r"\operatorname{tr}(dP^\top P) = \operatorname{tr}(dV^\top V)"
TWICE = r"\operatorname{tr}(dP^\top P) = 2 \operatorname{tr}(dV^\top V)"
BACK = [r"dV = P^\top dO", r"dP = dO V^\top"]

NOTES = [
    (DECLARED, [*BACK, TRACES], "", "definition, definition, proved"),
    (DECLARED, [BACK[0], r"dP = dOV^\top", TRACES], "", "definition, definition, proved"),
    (PRODUCT, [*BACK, TRACES], NAMES, "definition, definition, proved"),
    (PRODUCT, [r"\mathrm{d}V = P^\top \mathrm{d}O", BACK[1], TRACES], NAMES, "definition, definition, proved"),
    (f"{PRODUCT}\n\n<!-- symattn: {NAMES} -->\n\n", [*BACK, TRACES], "", "definition, definition, proved"),
    (DECLARED, [BACK[0], r"dV = dO P^\top"], "", "definition, shapes"),
    (
        DECLARED,
        [*BACK, TWICE],
        "",
        "definition, definition, fail",
    ),
    (PRODUCT + "We are given the gradient $dO$. ", [*BACK, TRACES], "", "definition, definition, proved"),
    (PRODUCT + "Here $dO$ is the gradient. ", [*BACK, TWICE], "", "definition, definition, fail"),
    (
        PRODUCT + r"Let $dO = \frac{\partial L}{\partial O}$. ",
        [*BACK, TRACES],
        "",
        "definition, definition, proved",
    ),
    (PRODUCT + "The gradient is large. Here $dO$ is a number. ", [*BACK], "", "not read, not read"),
    # a derivative is no quotient of gradients, and one half of a gradient is one
    (DECLARED, [BACK[0], r"\frac{dL}{dV} = dV"], "", "definition, open"),
    (DECLARED, [BACK[0], r"\frac{dV}{2} = \frac{1}{2} P^\top dO"], "", "definition, proved"),
    # what nothing says to be one name
    (PRODUCT, [*BACK, TRACES], "", "not read, not read, not read"),
    (DECLARED, [BACK[0], r"dQ P = P dQ"], "", "definition, not read"),
    (SIZE, ["dX = X + X"], "", "not read"),  # d times X, or a gradient?
    (SIZE, ["d X = X d"], "", "proved"),
    (SIZE, ["dX = X + X"], 'words = ["dX"]', "definition"),
    (PRODUCT, ["d(PV) = dP V + P dV"], "", "not read"),
    (PRODUCT, ["d(PV) = dP V + P dV", "dP = 0"], "", "not read, not read"),
    (PRODUCT, [r"\mathrm{d} V = V \mathrm{d}"], "[kinds]\n'd' = 'number'", "proved"),
]


@pytest.mark.parametrize(("before", "rows", "declared", "statuses"), NOTES)
def test_gradients(before: str, rows: list[str], declared: str, statuses: str) -> None:
    sidecar = Sidecar()
    if declared:
        sidecar.add(declared, 0)
    note = before + "".join(f"\n\n$${row}$$" for row in rows) + "\n"
    lines = sorted(noted(page("note.md", note), sidecar, {}).lines(), key=lambda line: line.line)
    assert ", ".join(line.answer.status for line in lines) == statuses.replace("fail", "fails as read")


def test_what_is_asked_has_an_answer() -> None:
    (line,) = noted(page("note.md", f"{SIZE}\n\n$$dX = X + X$$\n"), Sidecar(), {}).lines()
    assert 'words = ["dX"]' in line.answer.why
