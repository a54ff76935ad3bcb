"""A letter with an index is a number where only a number can stand; what was said of the entries is heeded."""

import pytest

from symattn.reading.read import read

ENTROPY, DIVERGENCE = r"-\sum_i p_i \log p_i \le \log n", r"\sum_i p_i \log \frac{p_i}{q_i} \ge 0"
SQUARES, LARGEST = r"\sum_i p_i^2 \ge \frac{1}{n}", r"\sum_i p_i^2 \le \max_i p_i"
#: Words that say what p and q are → what is answered to each of the rows above.
SAID = {
    r"Let $p, q \in \mathbb{R}^n$ with $p_i > 0$, $q_i > 0$, $\sum_i p_i = 1$ and $\sum_i q_i = 1$.": ["proved"] * 4,
    r"Let $p, q \in \Delta^{n-1}$.": ["proved", "unknown", "proved", "proved"],
    r"Let $p_1, \dots, p_n$ be numbers with $\sum_i p_i = 1$.": ["proved", "", "proved", ""],
    "p and q are probability vectors of length $n$ with positive entries.": [""] * 4,
    "Let $p$ be a probability vector.": [""] * 4,
    r"Let $p = (p_1, \dots, p_n)$ be a probability vector.": [""] * 4,
    r"Let $p_i \in [0, 1]$ for all $i$ with $\sum_i p_i = 1$.": [""] * 4,
    "": [""] * 4,
}
ROWS = [
    # undeclared, and a number by its place
    ("", r"\mathrm{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}}", "proved"),
    ("", r"\mathrm{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{-z_j}}", "fails as read"),
    ("", r"x^\top x = \sum_i x_i^2", "proved"),
    ("", r"x^\top x = 2 \sum_i x_i^2", "fails as read"),
    ("", r"y_i y_j \le y_i^2 + y_j^2", "proved"),
    ("", r"y_i y_j \ge y_i^2 + y_j^2", "fails as read"),
    ("", r"\exp(s_i + t_i) = \exp(s_i) \exp(t_i)", "proved"),
    ("", r"(x_i - y_i)^2 = x_i^2 - 2 x_i y_i + y_i^2", "proved"),
    ("", r"(x_i - y_i)^2 = x_i^2 - y_i^2", "fails as read"),
    ("", r"\sum_i (x_i - 1)^2 \ge 0", "proved"),
    ("", r"\sqrt{x_i^2} = x_i", "fails as read"),
    # vectors beside each other have no product
    ("", "u_i v_i = v_i u_i", "proved"),
    ("", r"\sum_i p_i x_i = \sum_i x_i p_i", "proved"),
    ("", r"\sum_i p_i x_i = \sum_i x_i p_i + 1", "fails as read"),
    ("", r"H = -\sum_i p_i \log p_i", "definition"),
    ("Let $u_i, v_i \\in \\mathbb{R}^d$. ", "u_i v_i = v_i u_i", "shapes"),
    ("", r"q_i^\top k_j = k_j^\top q_i", "proved"),
    ("", r"(q_i^\top k_j)^2 \le \|q_i\|^2 \|k_j\|^2", "proved"),
    ("", r"(q_i^\top k_j)^2 \ge \|q_i\|^2 \|k_j\|^2", "fails as read"),
    ("", r"\exp(q_i^\top k_j) > 0", "proved"),
    (r"Let $v_i \in \mathbb{R}^d$. ", r"v_i^2 \ge 0", "shapes"),
    ("Let $v_i$ be vectors; the vectors $v_i$ are fixed. ", r"\exp(v_i^\top v_j) > 0", "proved"),
    # points of a simplex
    (r"Let $p \in \Delta^{n-1}$. ", r"\mathbf{1}^\top p = 1", "proved"),
    (r"Let $p \in \Delta_{n-1}$ and $x \in \mathbb{R}^n$. ", r"p^\top x \le \max_i x_i", "proved"),
    (r"Let $p \in \Delta_{n-1}$ and $x \in \mathbb{R}^n$. ", r"p^\top x \ge \max_i x_i", "fails as read"),
    (r"Let $p \in \Delta^{n-1}$. ", r"\sum_i p_i = 2", "fails as read"),
    (r"Let $p \in \Delta^{n-1}$. ", "p_i > 0", "fails as read"),
    (r"Let $p \in \Delta^n$. ", r"\sum_i p_i = 1", "fails as read"),
    (r"Let $p_i \in \Delta^{n-1}$. ", r"\sum_i p_i = 1", "fails as read"),
    (r"Let $p \in \Delta^{n-1} = \{x : \sum_i x_i \le 1\}$. ", r"\sum_i p_i = 1", "fails as read"),
    (r"Let $p \in \Delta^{n-1}$, the set of subprobability vectors. ", r"\sum_i p_i = 1", "fails as read"),
    (r"The solid simplex is $\Delta^{n-1}$. Let $p \in \Delta^{n-1}$. ", r"\sum_i p_i = 1", "fails as read"),
    # a letter and a number side by side are two places of a matrix
    (r"Let $X \in \mathbb{R}^{n \times d}$. ", r"X_{1j} = X_{1,j}", "proved"),
    (r"Let $X \in \mathbb{R}^{n \times d}$. ", r"X_{j1} = X_{j,1}", "proved"),
    (r"Let $X \in \mathbb{R}^{n \times d}$. ", r"2 X_{j1} = X_{j,1}", "refuted"),
    (r"Let $X \in \mathbb{R}^{n \times d}$ and $c \in \mathbb{R}^d$. ", r"X_{1j} = c_j", "definition"),
    # what is added to a vector, and was not declared, is one
    (r"Let $g_t \in \mathbb{R}^n$. ", r"m_t = \beta m_{t-1} + (1 - \beta) g_t", "recurrence"),
    (r"Let $x \in \mathbb{R}^n$. ", "2 b + x = x + 2 b", "proved"),
    (r"Let $x \in \mathbb{R}^n$. ", "2 b + x = x + 3 b", "fails as read"),
    (r"Let $x \in \mathbb{R}^n$. ", "a b + x = x + a b", "shapes"),
    (r"Let $x \in \mathbb{R}^n$ and $b \in \mathbb{R}$. ", "2 b + x = x + 2 b", "shapes"),
]


@pytest.mark.parametrize("words", SAID)
def test_an_entry_is_a_number_whatever_words_say_of_its_vector(words: str) -> None:
    for row, expected in zip((ENTROPY, DIVERGENCE, SQUARES, LARGEST), SAID[words], strict=True):
        (line,) = read(f"{words}\n\n$${row}$$\n").lines
        assert line.answer.status == (expected or "fails as read"), f"{row}: {line.answer.why}"


@pytest.mark.parametrize(("words", "row", "status"), ROWS)
def test_a_letter_is_what_its_place_needs(words: str, row: str, status: str) -> None:
    (line,) = read(f"{words}\n\n$${row}$$\n").lines
    assert line.answer.status == status, line.answer.why


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        (r"x_i = 2 c_i", r"x^\top x = 4 c^\top c", "proved"),
        (r"x_i = 2 c_i", r"x^\top x = 2 c^\top c", "refuted"),
        (r"x_i = 2 c_i", r"x^\top x = \sum_i x_i^2", "proved"),
        (r"x_i = 2 c_i", r"x^\top x = \sum_i x_i", "refuted"),
        (r"X_{i,j} = b_i c_j", r"\sum_j X_{i,j} c_j = (X c)_i", "proved"),
        (r"X_{i,j} = b_i c_j", r"X = b c^\top", "definition"),
        (r"X_{i,j} = b_i c_j", r"X = 2 b c^\top", "differs"),
        (r"X_{i,j} = b_i c_j", r"X^\top X = (b^\top b) c c^\top", "proved"),
        (r"X_{i,j} = b_i c_j", r"X^\top X = (c^\top c) c c^\top", "refuted"),
        (r"X_{1,j} = c_j", r"\sum_j X_{1,j} c_j = (X c)_1", "open"),
    ],
)
def test_a_whole_is_made_of_the_entries_that_are_defined(first: str, second: str, status: str) -> None:
    declared = r"Let $X \in \mathbb{R}^{n \times d}$, $x, c \in \mathbb{R}^d$ and $b \in \mathbb{R}^n$."
    _, line = read(f"{declared}\n\n$${first}$$\n\n$${second}$$\n").lines
    assert line.answer.status == status, line.answer.why


@pytest.mark.parametrize(
    ("rows", "statuses"),
    [
        (
            [r"y_i = x_i - \frac1n \sum_j x_j", r"\mathbf{1}^\top y = 0", "y^\\top y = 0"],
            "definition proved fails as read",
        ),
        (
            [r"y_i = \frac{x_i - \mu}{2}, \quad \mu = \frac1n \sum_j x_j", r"\sum_i y_i = 0"],
            "definition definition proved",
        ),
        ([r"m_j = \max_{i \le j} x_i", "x_j \\le m_j", r"m_j \le m_{j+1}"], "definition proved proved"),
        ([r"m_j = \max_{i \le j} x_i", "m_j \\le x_j"], "definition refuted"),
        ([r"m_j = \max_{i < j} x_i", r"m_{j+1} \ge x_j", r"m_j \ge x_j"], "definition proved refuted"),
        ([r"m_j = \max_{i < j} x_i", "m_1 = x_1", "m_2 = x_1"], "definition not read proved"),
        ([r"p_i = e^{x_i} / \sum_j e^{x_j}", r"-\log p_y = \log \sum_j e^{x_j} - x_y"], "definition proved"),
        ([r"p_i = e^{x_i} / \sum_j e^{x_j}", r"-\log p_y = \log \sum_j e^{x_j} + x_y"], "definition refuted"),
    ],
)
def test_what_rows_say_of_a_vector_by_its_places(rows: list[str], statuses: str) -> None:
    lines = read(r"Let $x \in \mathbb{R}^n$." + "".join(f"\n\n$${row}$$" for row in rows) + "\n").lines
    assert " ".join(line.answer.status for line in lines) == statuses, [line.answer.why for line in lines]


ROTATION = r"R(\theta) = \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}"


@pytest.mark.parametrize(
    "behind", ["", "We apply $R$ to queries and keys.", "The derivative of $R$ is another rotation."]
)
def test_a_bare_letter_beside_its_definition_names_the_function(behind: str) -> None:
    rows = (ROTATION, r"R(\theta)^\top R(\theta) = I", r"R(\theta)^\top = R(\theta)")
    lines = read("".join(f"$${row}$$\n\n" for row in rows) + behind).lines
    assert [line.answer.status for line in lines] == ["definition", "proved", "fails as read"], behind


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (r"Let $U$ be an orthogonal $n \times n$ matrix.", "proved"),
        (r"For orthogonal $U \in \mathbb{R}^{n \times n}$ we have", "proved"),
        ("Let $U$ be a permutation matrix of size $m$.", "proved"),
        (r"Let $U$ be an almost orthogonal $n \times n$ matrix.", "fails as read"),
        (r"For nearly orthogonal $U \in \mathbb{R}^{n \times n}$ we have", "fails as read"),
        (r"If $U$ is an orthogonal $n \times n$ matrix, things are easy.", "fails as read"),
        (r"The matrix $U$ is not an orthogonal $n \times n$ matrix.", "fails as read"),
        (r"Let $U$ be an orthogonal $n \times m$ matrix.", "shapes"),
        (r"For orthogonal $U \in \mathbb{R}^{n \times m}$ we have", "shapes"),
    ],
)
def test_a_property_may_stand_before_a_shape(words: str, status: str) -> None:
    (line,) = read(f"{words}\n\n$$U^\\top U = U U^\\top$$\n").lines
    assert line.answer.status == status, line.answer.why
