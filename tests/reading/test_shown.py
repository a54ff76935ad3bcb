"""A reading is shown as the note would write it, and says what was decided: read again, it has the same verdict."""

from __future__ import annotations

import pytest
from sympy import MatrixSymbol, Sum, Symbol

from symattn import dims, read
from symattn.language import Claim, Equation
from symattn.reading.judging import Reading
from symattn.reading.read import formula
from symattn.reading.report import Report
from symattn.reading.shown import formulas
from symattn.reading.site import fragment, whole
from symattn.reading.statements import Line

VECTOR = r"Let $z, g \in \mathbb{R}^n$ and $p = \operatorname{softmax}(z)$." + "\n\n"
TURN = r"$$R(\theta) = \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}$$" + "\n\n"
MATRICES = r"Let $A, B \in \mathbb{R}^{n \times n}$." + "\n\n"


def last(note: str) -> Line:
    return [*formula(note).lines()][-1]


def shown(note: str) -> tuple[str, str]:
    line = last(note)
    return formulas(line.answer.readings[0], line.answer.status == "definition")


@pytest.mark.parametrize(
    ("before", "row", "named"),
    [
        (VECTOR, r"\sum_{i=1}^n p_i = 1", r"\sum_{i=1}^{n} {p}_{i} = 1"),
        (VECTOR, r"p^\top g = g^\top p", r"p^{\top} g = g^{\top} p"),
        (VECTOR, r"\max_j z_j \le n", r"\max_{1\leq j\leq n}\left({z}_{j}\right) \leq n"),
        (VECTOR, r"\sum_{i=1}^{n-1} z_{i+1} = 1", r"\sum_{i=1}^{n - 1} {z}_{i + 1} = 1"),
        (VECTOR, r"\sum_{i=1}^n i z_i = 1", r"\sum_{i=1}^{n} i {z}_{i} = 1"),
        (TURN, r"R(\theta)^\top = R(-\theta)", r"R\left(\theta\right)^{\top} = R\left(- \theta\right)"),
        (
            MATRICES,
            r"(A B)_{ij} = \sum_k A_{ik} B_{kj}",
            r"{\left(A B\right)}_{i, j} = \sum_{k=1}^{n} {A}_{i, k} {B}_{k, j}",
        ),
    ],
)
def test_what_is_shown(before: str, row: str, named: str) -> None:
    assert shown(f"{before}$${row}$$\n")[0] == named


def test_the_definitions_are_put_in_beside_the_names() -> None:
    named, full = shown(f"{VECTOR}$$J = \\operatorname{{diag}}(p) - p p^\\top$$\n\n$$J \\mathbf{{1}} = 0$$\n")
    assert named == r"J \mathbf{1}_{n} = 0_{n}" and r"\operatorname{softmax}\left(z\right)" in full and "J" not in full
    assert r"\left(-1\right)" not in shown(f"{TURN}$$R(\\theta)^\\top = R(-\\theta)$$\n")[1]


def test_a_name_does_not_hide_what_a_row_says() -> None:
    """Both sides would be called p: it would not be seen what was decided."""
    assert shown(f"{VECTOR}$$p = \\operatorname{{softmax}}(z)$$\n")[0].count("softmax") == 2


def test_two_indices_do_not_become_one() -> None:
    named, _ = shown(f"{MATRICES}$$\\Bigl(\\sum_i A_{{ii}}\\Bigr)^2 = \\sum_i \\sum_j A_{{ii}} A_{{jj}}$$\n")
    left, right = named.split(" = ")
    assert left == r"\left(\sum_{i=1}^{n} {A}_{i, i}\right)^{2}"
    assert right.endswith(r"{A}_{i, i} {A}_{j, j}")
    i_1, i_2, n = Symbol("i_1", integer=True), Symbol("i_2", integer=True), dims("n")
    z = MatrixSymbol("z", n, 1)
    inner = Sum(z[i_1, 0] * z[i_2, 0], (i_2, 0, n - 1))
    written, _ = formulas(Reading(Claim(Equation(Sum(inner, (i_1, 0, n - 1)), 1))))
    assert written.endswith(r"{z}_{i} {z}_{i_{2}} = 1"), written


READ_AGAIN = [
    (VECTOR, r"\sum_{i=1}^n p_i z_i = p^\top z"),
    (VECTOR, r"\sum_{i=1}^n p_i z_i = p^\top g"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^n (z_i - z_j) p_i p_j = 0"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^n (z_i - g_j) p_i p_j = 0"),
    (VECTOR, r"\sum_{i=1}^n i = \frac{n (n + 1)}{2}"),
    (VECTOR, r"\sum_{i=1}^n i = \frac{n (n - 1)}{2}"),
    (VECTOR, r"\max_j z_j \le \log \sum_{j=1}^n e^{z_j}"),
    (VECTOR, r"\log \sum_{j=1}^n e^{z_j} \le \max_j z_j"),
    (MATRICES, r"(A B)_{ij} = \sum_k A_{ik} B_{kj}"),
    (MATRICES, r"(A B)_{ij} = \sum_k A_{ik} B_{jk}"),
]


@pytest.mark.parametrize(("before", "row"), READ_AGAIN)
def test_what_is_shown_is_what_was_decided(before: str, row: str) -> None:
    line = last(f"{before}$${row}$$\n")
    assert line.answer.status in ("proved", "refuted"), line.answer
    for written in filter(None, formulas(line.answer.readings[0])):
        plain = written.replace(r"\leq", r"\le").replace(r"\max_{1\le j\le n}", r"\max_j")
        plain = plain.replace(r"{\left(A B\right)}", "(A B)")
        for letter in "zgpAB":
            plain = plain.replace(f"{{{letter}}}_", f"{letter}_")
        assert last(f"{before}$${plain}$$\n").answer.status == line.answer.status, plain


NOTE = r"""Let $A, B \in \mathbb{R}^{n \times n}$.

$$C = A B$$

$$C^\top = B^\top A^\top = (A B)^\top$$

$$A B = B A$$
"""


@pytest.fixture(scope="module")
def report() -> Report:
    return read(NOTE)


def test_a_page_sets_the_rows_and_links_to_the_wrong_ones(report: Report) -> None:
    page = whole(report, "a note")
    assert '<a href="#row-2">formula:7:3</a>' in page and 'id="row-2"' in page
    assert page.count('<a href="#row-') == 1
    assert '<span class="status told">definition</span>' in page and "with the definitions put in" in page
    assert page.count('<div class="formula"><math') >= 6  # of three rows the source and the reading


def test_a_chain_is_one_line(report: Report) -> None:
    assert r"$\displaystyle C^{\top} = B^{\top} A^{\top} = \left(A B\right)^{\top}$" in fragment(report)


def test_the_summary_says_what_was_not_checked(report: Report) -> None:
    assert report.sum().endswith("; 1 row defines something and was not checked")
    assert "not checked" not in read("A = A").sum()


def test_notes_are_readable_and_said_once() -> None:
    page = whole(
        read(f"{VECTOR}$$p + \\mathbf{{1}} = \\mathbf{{1}} + p$$\n\n$$\\theta + 1 = 1 + \\theta$$\n"), "a note"
    )
    assert ">𝟏 is a column of ones; uses p (line 1)<" in page and ">θ: any number<" in page
    page = whole(
        read("Take $z \\in \\mathbb{R}^n$, the softmax $p = \\operatorname{softmax}(z)$.\n\n$$\\sum_i p_i = 1$$\n"),
        "a note",
    )
    assert ">p is what line 1 says<" in page


def test_a_text_that_is_one_symbol_is_called_by_its_text() -> None:
    line = last(r"$$\frac{\partial L}{\partial z_k} = p_k - y_k$$")
    assert line.answer.status == "open" and "∂L/∂z_k = [[1]]" in line.answer.why
    assert "∂L/∂z_k is taken as one symbol" in line.answer.why
    assert formulas(line.answer.readings[0])[0].startswith(r"\text{``∂L/∂z\_k''} = ")


def test_an_unknown_says_what_it_supposes_in_words_and_what_to_do() -> None:
    note = "Let $x \\in \\mathbb{R}^d$.\n\n$$\\log \\prod_{i=1}^d x_i = \\sum_{i=1}^d \\log x_i$$\n"
    line = last(note)
    assert line.answer.status == "unknown" and "where x_i > 0 for all i: write the steps" in line.answer.why
