"""Arguments of functions that a note defines: a letter that is no index in its row is a number there."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar

SIGMOID = r"Let $\sigma(t) = \frac{1}{1+e^{-t}}$."
MEAN = r"Let $x \in \mathbb{R}^d$ and $\mu = \frac1d \sum_i x_i$. Let $f(x) = x - \mu \mathbf{1}$."
SQUARE = r"Let $x \in \mathbb{R}^d$ and $s^2 = \frac1d \sum_i x_i^2$. Let $f(x) = s^2 x$."
CUBE = r"Let $t \in \mathbb{R}$, $a = t^2$ and $f(t) = a t$."
TURN = r"$$R(m) = \begin{pmatrix} \cos m & -\sin m \\ \sin m & \cos m\end{pmatrix}$$"
ROWS = r"Let $X \in \mathbb{R}^{n \times d}$ with rows $x_t$ and $f(t) = 2 x_t$."

NOTES = [
    (SIGMOID, r"\sigma(-t) = 1 - \sigma(t)", "", "proved"),
    (SIGMOID, r"\tanh(t) = 2 \sigma(2t) - 1", "", "proved"),
    (SIGMOID, r"\tanh(t) = 2 \sigma(t) - 1", "", "fails as read"),  # t may be something else
    (SIGMOID, r"\tanh(t) = 2 \sigma(t) - 1", "[kinds]\n't' = 'number'", "refuted"),
    (SIGMOID, r"\sigma(-t) = 1 - \sigma(t)", "[kinds]\n't' = 'number'", "proved"),
    (f"{SIGMOID} The tokens are $x_t$.", r"\sigma(-t) = 1 - \sigma(t)", "", "proved"),
    (f"{SIGMOID} The tokens are $x_t$.", r"\sigma(-t) x_t = x_t - \sigma(t) x_t", "", "proved"),  # t is an index
    (TURN, r"R(m)^\top R(n) = R(n - m)", "", "proved"),
    (TURN, r"R(m)^\top R(n) = R(n - m)", "[kinds]\n'm, n' = 'natural'", "proved"),
    (TURN, r"R(m) R(n) = R(n - m)", "", "fails as read"),
    (TURN, r"R(m) R(n) = R(m n)", "[kinds]\n'm, n' = 'natural'", "refuted"),
    # what is made of the argument is that of the argument
    (MEAN, "f(2x) = 2 f(x)", "", "proved"),
    (MEAN, "f(2x) = f(x)", "", "fails as read"),
    (MEAN, r"f(x + \mathbf{1}) = f(x)", "", "proved"),
    (MEAN, r"f(x + \mathbf{1}) = f(x) + \mathbf{1}", "", "fails as read"),
    (MEAN, r"f(x) = x - \mu \mathbf{1}", "", "proved"),
    (MEAN.replace(r"$x \in \mathbb{R}^d$ and ", ""), "f(2x) = 2 f(x)", "", "not read"),  # μ may be another thing
    (SQUARE, "f(2x) = 8 f(x)", "", "proved"),
    (SQUARE, "f(2x) = 2 f(x)", "", "fails as read"),
    (CUBE, "f(2t) = 8 f(t)", "", "proved"),
    (CUBE, "f(2t) = 2 f(t)", "", "fails as read"),
    # an index stays one
    (ROWS, r"f(t) = x_t + x_t", "", "proved"),
    (ROWS, r"f(t) = 3 x_t", "", "differs"),
    (ROWS, r"f(s) - f(s) = 0", "", "not read"),
    (ROWS, r"f(t) + f(s) = 2 x_t + 2 x_s", "", "proved"),
]


@pytest.mark.parametrize(("before", "row", "declared", "status"), NOTES)
def test_arguments_of_what_a_note_defines(before: str, row: str, declared: str, status: str) -> None:
    sidecar = Sidecar()
    if declared:
        sidecar.add(declared, 0)
    lines = sorted(noted(page("note.md", f"{before}\n\n$${row}$$\n"), sidecar, {}).lines(), key=lambda line: line.line)
    assert lines[-1].answer.status == status, lines[-1].answer.why


def test_a_number_is_told() -> None:
    (line,) = noted(page("note.md", f"{SIGMOID}\n\n$$\\sigma(-t) = 1 - \\sigma(t)$$\n"), Sidecar(), {}).lines()
    assert "t: any number" in line.answer.readings[0].assumed
