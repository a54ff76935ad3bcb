"""Words that tie letters to each other are doubts, whichever they are: a right row that needs them is never refuted."""

import pytest

from symattn.reading.read import read

X, XX = r"X \in \mathbb{R}^{N \times d}", r"X^\top X = \sum_{i=1}^N x_i x_i^\top"
x, y = r"x \in \mathbb{R}^n", r"y \in \mathbb{R}^n"
ONE, POSITIVE = r"\sum_{i=1}^n y_i = 1", r"y_i \ge 0"
A, B = r"A \in \mathbb{R}^{n \times n}", r"B \in \mathbb{R}^{n \times n}"

#: What a note says in words, and a row that is right as it is meant.
TIED = [
    (rf"Let $x_i \in \mathbb{{R}}^d$ be the rows of ${X}$.", XX),
    (rf"We stack the data $x_i \in \mathbb{{R}}^d$ as the rows of ${X}$.", XX),
    (rf"The matrix ${X}$ has rows $x_i \in \mathbb{{R}}^d$.", XX),
    (rf"Let ${X}$ be the matrix with rows $x_i \in \mathbb{{R}}^d$.", XX),
    (rf"Let ${X}$ be a matrix whose rows are $x_i \in \mathbb{{R}}^d$.", XX),
    (rf"Let ${X}$, and write $x_i \in \mathbb{{R}}^d$ for its rows.", XX),
    (rf"Collect the tokens $x_i \in \mathbb{{R}}^d$ in a matrix ${X}$.", XX),
    (rf"Put the vectors $x_i \in \mathbb{{R}}^d$ into a matrix ${X}$, one per line.", XX),
    (rf"Let ${X}$ be the matrix of the samples $x_i \in \mathbb{{R}}^d$.", XX),
    (rf"Let ${X}$ contain the samples $x_i \in \mathbb{{R}}^d$.", XX),
    (rf"Token $i$ is embedded as $x_i \in \mathbb{{R}}^d$; together they give ${X}$.", XX),
    (rf"Let $x_i \in \mathbb{{R}}^d$ be row $i$ in ${X}$.", XX),
    (rf"Let ${X}$ have tokens $x_i \in \mathbb{{R}}^d$.", XX),
    (rf"Let ${X}$ be data with tokens $x_i \in \mathbb{{R}}^d$.", XX),
    (rf"Let $z \in \mathbb{{R}}^{{2n}}$ have blocks ${x}$ and ${y}$.", r"\|z\|^2 = \|x\|^2 + \|y\|^2"),
    (rf"Let ${y}$ be the softmax of ${x}$.", ONE),
    (rf"Let ${y}$ be the output of a softmax.", ONE),
    (rf"Passing ${x}$ through softmax gives ${y}$.", ONE),
    (rf"Let ${y}$ denote the softmax weights of the scores ${x}$.", ONE),
    (rf"The attention weights ${y}$ of a query are given.", ONE),
    (rf"Let ${y}$ be the attention paid to the $n$ tokens.", ONE),
    (rf"Let ${y}$ be the ReLU of ${x}$.", POSITIVE),
    (rf"Let $m \in \mathbb{{R}}$ be the average of ${x}$.", r"\sum_{i=1}^n (x_i - m) = 0"),
    (rf"Let $m \in \mathbb{{R}}$ be the largest entry of ${x}$.", r"x_i \le m"),
    (rf"Let ${x}$. The number $m \in \mathbb{{R}}$ bounds all entries of $x$ from above.", r"x_i \le m"),
    (rf"Concatenating ${x}$ and ${y}$ gives $z \in \mathbb{{R}}^{{2n}}$.", r"\|z\|^2 = \|x\|^2 + \|y\|^2"),
    (rf"Padding appends zeros to ${x}$ and gives $y \in \mathbb{{R}}^m$.", r"\|y\| = \|x\|"),
    (
        r"The keys $K \in \mathbb{R}^{n \times d}$ come from the tokens $X \in \mathbb{R}^{n \times m}$ through"
        r" $W \in \mathbb{R}^{m \times d}$.",
        r"K K^\top = X W W^\top X^\top",
    ),
    (
        r"Let $s \in \mathbb{R}^n$ be the scores of $q \in \mathbb{R}^d$ against $K \in \mathbb{R}^{n \times d}$.",
        r"s^\top s = q^\top K^\top K q",
    ),
    (rf"Let ${A}$ and ${B}$. Tied weights: $A$ and $B$ are transposes of each other.", r"A^\top = B"),
    (rf"Let ${A}$ and ${B}$. With tied weights, $A, B$ coincide.", r"A B^\top = B A^\top"),
    (rf"Let ${A}$ and ${B}$. Both heads $A, B$ see the same tokens and have the same weights.", r"A - B = 0"),
    (rf"Let $u \in \mathbb{{R}}^n$. Let ${A}$ project onto the span of $u$.", r"A u = u"),
    (rf"Let $u \in \mathbb{{R}}^n$ and ${A}$. $A$ removes the component along $u$.", r"A u = 0"),
    (rf"Let ${x}$ and ${y}$. The component of $x$ along $y$ vanishes.", r"x^\top y = 0"),
    (rf"Let ${x}$ and ${y}$ share the same direction.", r"(x^\top y)^2 = \|x\|^2 \|y\|^2"),
    (rf"Let ${y}$ be ${x}$ in reverse order.", r"\|y\| = \|x\|"),
    (rf"Let ${y}$ be a rearrangement of ${x}$.", r"\sum_{i=1}^n y_i = \sum_{i=1}^n x_i"),
    (rf"Let ${A}$ be all ones.", r"A^2 = n A"),
    (rf"Let ${A}$ and ${B}$ be simultaneously diagonalisable.", r"A B = B A"),
    (r"Let $a, b \in \mathbb{R}$ be mixing coefficients with total one.", r"a + b = 1"),
    (rf"Let ${A}$ be the Cholesky factor of ${B}$.", r"A A^\top = B"),
]


@pytest.mark.parametrize(("words", "row"), TIED)
def test_a_row_that_needs_words_that_are_not_read_is_not_refuted(words: str, row: str) -> None:
    *_, line = read(f"{words}\n\n$${row}$$\n").lines
    assert line.answer.status in ("fails as read", "not read", "proved", "open", "shapes"), line.answer


#: Plain declarations, after which a wrong row is refuted.
PLAIN = [
    rf"Let ${A}$ and ${B}$.",
    rf"Let ${A}$ and ${B}$ be arbitrary real matrices.",
    rf"Let ${A}$ be any matrix, and let ${B}$ be a square matrix of the same size.",
    rf"We denote the queries by ${A}$ and the keys by ${B}$, where $n$ is the number of tokens.",
    rf"Given learned weight matrices ${A}$ and ${B}$, we have the following.",
    rf"Here ${A}$ and ${B}$ are two real matrices, and $n$ is the sequence length. Then the following holds:",
    rf"Consider the hidden states ${A}$ and the parameters ${B}$.",
    rf"Fix ${A}, {B}$. So we obtain",
]


@pytest.mark.parametrize("words", PLAIN)
def test_plain_declarations_leave_no_doubt(words: str) -> None:
    *_, line = read(f"{words}\n\n$$A B = B A$$\n").lines
    assert line.answer.status == "refuted", line.answer


@pytest.mark.parametrize(
    ("words", "row", "status"),
    [
        ("where $I$ is the identity matrix", "A + I = A", "refuted"),
        ("with the identity $I$", "A + I = A", "refuted"),
        (r"and let $\mathbf{1}$ denote the all-ones vector", r"A \mathbf{1} = \mathbf{1}", "refuted"),
        ("where $A$ is the identity matrix", "A B = B", "fails as read"),
        ("and let $I$ be the identity up to scaling", "A I = 2 A", "fails as read"),
        ("and some $I$", "A + I = A", "not read"),
    ],
)
def test_usual_letters_that_the_note_names_are_no_assumption(words: str, row: str, status: str) -> None:
    *_, line = read(f"Let ${A}, {B}$ {words}.\n\n$${row}$$\n").lines
    assert line.answer.status == status, line.answer
