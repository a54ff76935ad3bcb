"""What lectures write by habit: labels, numbers of rows, systems, old fonts, functions by their names, stacked rows."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar

NUMBERS = r"Let $a, b \in \mathbb{R}$."
VECTOR = r"Let $\mathbf{z} \in \mathbb{R}^K$ be scores."
MATRICES = r"Let $Q, K \in \mathbb{R}^{n \times d}$."
SOFTMAX = r"\sigma(\mathbf{z})_j = \frac{e^{z_j}}{\sum_{k=1}^K e^{z_k}}"
FAMILY = r"\mathbf{u} \mathbf{u}^\top = \sum_{i=1}^{n} \mathbf{w}^i \mathbf{w}^{i\top}"

NOTES = {
    # beside a row
    "a label": (NUMBERS, [r"\text{Sum: } a + b = b + a", r"\text{Gap: } a - b = b - a"], "proved, open"),
    "a label in a column": (NUMBERS, [r"\text{Sum:} \quad & a + b = b + a"], "proved"),
    "a label that supposes": (NUMBERS, [r"\text{Assume: } a = b", r"\text{If equal: } a = b"], "not read, not read"),
    "words that are no label": (NUMBERS, [r"\text{Sum } a + b = b + a"], "not read"),
    "two laws with labels": (NUMBERS, [r"\text{A: } g = a \\ \text{B: } g = b"], "definition, definition"),
    "the number of a row": (NUMBERS, [r"a + b = b + a \quad (5)", r"a - b = b - a \qquad (2.3a)"], "proved, refuted"),
    "a factor in brackets": (NUMBERS, [r"a + a = 2a ~~~~ (2)"], "not read"),
    # displays
    "a style around a display": (
        NUMBERS,
        [r"{\textstyle \begin{aligned} a + b &= b + a \\ a - b &= b - a \end{aligned} }"],
        "proved, refuted",
    ),
    "a system": (NUMBERS, [r"\begin{cases} a + b &= b + a \\ a - b &= b - a \end{cases}"], "proved, open"),
    "cases that state nothing": (NUMBERS, [r"\begin{cases} a & b > 0 \\ b & b \le 0 \end{cases}"], "not a statement"),
    "three cases": (
        NUMBERS,
        [
            r"|a - b| = \begin{cases} a - b & a > b \\ 0 & a = b \\ b - a & a < b \end{cases}",
            r"|a - b| = \begin{cases} a - b & a > b \\ 1 & a = b \\ b - a & if \quad a < b \end{cases}",
            r"|a - b| = \begin{cases} a - b & a > b \\ 0 & a = 0 \\ b - a & a < b \end{cases}",
            r"|a - b| = \begin{cases} a - b & a \ge b \\ 0 & a = b \\ b - a & a < b \end{cases}",
        ],
        "proved, refuted, not read, not read",
    ),
    # fonts and scripts
    "an old font": (
        r"Let $\mathbf{A}, \mathbf{B} \in \mathbb{R}^{n \times n}$.",
        [
            r"({\bf A B})^\top = {\bf B}^\top \bf{A}^\top",
            r"({\bf A} {\bf B})^\top = {\bf A}^\top {\bf B}^\top",
            r"({\bf AB})^\top = {\bf A}^\top {\bf B}^\top",
        ],
        "proved, refuted, refuted",
    ),
    "an index above": (
        r"Let $\mathbf{u} \in \mathbb{R}^d$.",
        [
            FAMILY,
            r"\beta^r \beta^r \mathbf{w}^r = (\beta^r)^2 \mathbf{w}^r",
            r"\beta^r \beta \mathbf{w}^r = \mathbf{w}^r",
        ],
        "fails as read, proved, fails as read",
    ),
    "a power, or an index": (
        r"Let $\mathbf{u} \in \mathbb{R}^d$.",
        [FAMILY, r"\sum_{r=1}^{2} \beta^r \mathbf{w}^r = \beta \mathbf{w}^1 + \beta^2 \mathbf{w}^2"],
        "fails as read, not read",
    ),
    "a fraction that is a factor": (
        NUMBERS,
        [r"2 \frac{1}{a} b = \frac{2b}{a}", r"2 \frac12 b = b"],
        "proved, not read",
    ),
    # functions
    "a function that the text names": (
        VECTOR + r" The softmax function $\sigma: \mathbb{R}^K \to (0, 1)^K$ is used.",
        [SOFTMAX, r"\sum_{j=1}^K \sigma(\mathbf{z})_j = 1", r"\sum_{j=1}^K \sigma(\mathbf{z})_j = 2"],
        "proved, proved, fails as read",
    ),
    "a function behind its formula": (
        "Consider gates.",
        [r"1 - \phi(a) = \phi(-a)\quad", "\n\nwhere $\\phi$ is the sigmoid function and $a \\in \\mathbb{R}$.\n\n"],
        "proved",
    ),
    "another function": (
        VECTOR + r" The masked softmax function $\sigma$ is used.",
        [r"\sum_{j=1}^K \sigma(\mathbf{z})_j = 1"],
        "not read",
    ),
    "a letter that is a number, too": (
        VECTOR + r" The softmax function $\sigma$ is used, and the variance $\sigma^2$.",
        [r"\sum_{j=1}^K \sigma(\mathbf{z})_j = 1"],
        "not read",
    ),
    "a call with an index": (VECTOR, [r"\sum_{j=1}^K \tau(\mathbf{z})_j = 1"], "not read"),
    "a name in capitals": (
        "Let $c > 0$.",
        [
            r"RMS(\mathbf{x}) = \sqrt{\frac{1}{N} \sum_{i=1}^N x_i^2 + c}",
            r"RMS(\mathbf{x})^2 = \frac1N \|\mathbf{x}\|^2 + c",
            r"RMS(\mathbf{x})^2 = \frac1N \|\mathbf{x}\|^2 - c",
        ],
        "definition, proved, fails as read",
    ),
    "softmax in a case": (
        NUMBERS,
        [r"a = \begin{cases} \text{max}(a, b) & \text{if } a \ge b \\ \text{min}(a, b) & \text{if } a < b \end{cases}"],
        "proved",
    ),
    # rows and entries
    "a matrix by its rows": (
        MATRICES,
        [
            r"Q = \begin{bmatrix} q_1^\top \\ \vdots \\ q_n^\top \end{bmatrix}",
            r"K = \begin{bmatrix} k_1^T \\ k_2^T \\ \vdots \\ k_n^T \end{bmatrix}",
            r"(Q K^\top)_{ij} = q_i^\top k_j",
            r"(Q K^\top)_{ij} = q_j^\top k_i",
        ],
        "declaration, declaration, proved, refuted",
    ),
    "stacked rows": (
        MATRICES + " We stack the queries $q_i$ as rows of $Q$. The rows of $K$ are $k_j^\\top$.",
        [r"(Q K^\top)_{ij} = q_i^\top k_j", r"(Q K^\top)_{ij} = q_j^\top k_i"],
        "proved, fails as read",
    ),
    "a vector by its entries": (
        VECTOR + r" Write $\mathbf{z} = \begin{bmatrix} z_1 & z_2 & \cdots & z_K \end{bmatrix}^\top$.",
        [
            r"\mathbf{z} = (z_1, \ldots, z_K)",
            r"\|\mathbf{z}\|^2 = \sum_{i=1}^K z_i^2",
            r"\|\mathbf{z}\|^2 = \sum_{i=1}^K z_i",
        ],
        "declaration, proved, fails as read",
    ),
    "other entries": (
        VECTOR,
        [r"\mathbf{z} = (y_1, \ldots, y_K)", r"\mathbf{z} = (z_2, \ldots, z_K)"],
        "not read, not read",
    ),
    # what accuses nobody
    "a mean that nothing defines": (
        "Consider scores.",
        [r"\frac1n \sum_{j=1}^n s_j = \bar{s}", r"\sum_{j=1}^n (s_j - \bar{s}) = 0"],
        "open, open",
    ),
    "what something is called": (
        r"A function $f: \mathbb{R}^n \to \mathbb{R}^n$ is called even if for any $x \in \mathbb{R}^n$ it satisfies",
        ["f(-x) = f(x)"],
        "open",
    ),
    "a number behind a matrix": (
        r"Let $w \in \mathbb{R}^m$ and $E \in \mathbb{R}^{n \times m}$.",
        [r"x_i = E w_i", r"E w = \sum_i E_{:, i} w_i", r"E w = \sum_i w_i E_{:, 1}"],
        "shapes, proved, refuted",
    ),
    "a vector times 1": (
        r"Let $x \in \mathbb{R}^n$ and $A \in \mathbb{R}^{n \times n}$.",
        ["x 1 = x", "x 1 = 2 x", r"x^\top 1 = \sum_i x_i", "A 1 = A"],
        "proved, refuted, proved, shapes",
    ),
    "a place in an encoding": (
        "Consider angles.",
        [r"\sin(\omega(pos + k)) = \sin(\omega \cdot pos)\cos(\omega k) + \cos(\omega \cdot pos)\sin(\omega k)"],
        "proved",
    ),
}


@pytest.mark.parametrize("name", NOTES)
def test_notes(name: str) -> None:
    before, rows, statuses = NOTES[name]
    text = before + "".join(row if row.startswith("\n") else f"\n\n$${row}$$" for row in rows) + "\n"
    lines = sorted(noted(page("note.md", text), Sidecar(), {}).lines(), key=lambda line: (line.line, line.column))
    assert ", ".join(line.answer.status for line in lines) == statuses


def test_laws_under_titles_are_set_apart() -> None:
    rows = [r"\eta_t = 2 t", r"\eta_t = 3 t"]
    for title, status in (("Cosine Decay: a curve.", "open"), ("We go on.", "differs")):
        text = f"Warmup.\n\n$${rows[0]}$$\n\n{title}\n\nFormula:\n\n$${rows[1]}$$\n"
        *_, last = noted(page("note.md", text), Sidecar(), {}).lines()
        assert last.answer.status == status
