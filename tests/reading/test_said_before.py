"""A row defines only what is new: what was said before of its left side makes a claim of it, or leaves it open."""

import pytest

from symattn.reading.read import read

SQUARE = r"Let $B, C \in \mathbb{R}^{n \times n}$. "
LINEAR = r"Let $W \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$. "
VALUES = r"Let $A \in \mathbb{R}^{n \times n}$ and $V \in \mathbb{R}^{n \times d}$. "
SOFT = r"Let $x \in \mathbb{R}^n$. Let $p = \mathrm{softmax}(x)$ and $y = 2 p$. "
ROWS = (
    r"Let $Q, K \in \mathbb{R}^{n \times d}$, and let $q_i$ and $k_j$ be the rows of $Q$ and $K$. Let $G = Q K^\top$. "
)
STATE = r"Let $S_t \in \mathbb{R}^{d \times d}$ and $v_t, k_t \in \mathbb{R}^d$. "
SPREAD = r"Let $x \in \mathbb{R}^n$ and $\mu \in \mathbb{R}$. "
SPREAD += r"The variance $\sigma^2 = \frac{1}{n} \sum_i (x_i - \mu)^2$ is used. "
QUERY = (
    r"Let $S_t \in \mathbb{R}^{d \times d}$. So the output $o_t = S_t^\top q_t$ for a query $q_t \in \mathbb{R}^d$ is"
)
STEP = r"S_t = S_{t-1} + v_t k_t^\top"
FITS, TURNED = r"z_i = \sum_j W_{ij} x_j", r"z_i = \sum_j W_{ji} x_j"
TOTAL = r"\sum_i z_i = \sum_i \sum_j W_{ji} x_j"
PRODUCT, OTHER = r"A_{ij} = \sum_k B_{ik} C_{kj}", r"A_{ij} = \sum_k B_{ik} C_{jk}"

#: Words, and rows behind them, right or wrong, with their answers; rows that follow from a wrong one are not proved.
PAIRS = [
    # entries of what is defined; later rows give entries of another letter in them
    (SOFT, ["y_i = 2 p_i", r"p_i = e^{x_i} / \sum_j e^{x_j}"], "proved proved"),
    (SOFT, ["y_i = 3 p_i", r"p_i = e^{x_i} / \sum_j e^{x_j}"], "differs proved"),
    (SOFT, ["y_i = 2 p_i", r"p_i = e^{x_i} / \sum_j e^{x_j}", r"\sum_i y_i = 2"], "proved proved proved"),
    (SOFT, ["y_i = 3 p_i", r"p_i = e^{x_i} / \sum_j e^{x_j}", r"\sum_i y_i = 3"], "differs proved refuted"),
    (SQUARE + "Let $A = B + C$ and $Y = 2 A$.", ["Y_{ij} = 2 A_{ij}", "A_{ij} = B_{ij} + C_{ij}"], "proved proved"),
    (SQUARE + "Let $A = B + C$ and $Y = 2 A$.", ["Y_{ij} = 3 A_{ij}", "A_{ij} = B_{ij} + C_{ij}"], "differs proved"),
    (SQUARE + "Let $A = B + C$ and $Y = 2 A$.", ["A_{ij} = B_{ij} + C_{ij}", "Y_{ij} = 2 A_{ij}"], "proved proved"),
    (SQUARE + "Let $A = B + C$ and $Y = 2 A$.", ["A_{ij} = B_{ij} + C_{ij}", "Y_{ij} = 3 A_{ij}"], "proved differs"),
    (VALUES + "The output is $Y = A V$.", [r"Y_{ij} = \sum_k A_{ik} V_{kj}"], "proved"),
    (VALUES + "The output is $Y = A V$.", [r"Y_{ij} = \sum_k A_{ki} V_{kj}"], "differs"),
    # rows that have names of their own
    (ROWS, [r"G_{ij} = q_i^\top k_j", r"G_{11} = q_1^\top k_1"], "proved proved"),
    (ROWS, [r"G_{ij} = q_j^\top k_i", r"G_{12} = q_2^\top k_1"], "differs differs"),
    (ROWS, [r"G_{ij} = 2 q_i^\top k_j", r"G_{11} = 2 q_1^\top k_1"], "differs differs"),
    # sentences that say it, and are read as no definition
    (LINEAR + "We have $z = W x$, so", [FITS], "definition"),
    (LINEAR + "We have $z = W x$, so", [TURNED, TOTAL], "open open"),
    (LINEAR + "As $z = W x$,", [FITS], "definition"),
    (LINEAR + "As $z = W x$,", [TURNED, TOTAL], "open open"),
    (r"We have $z = W x$ with $W \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$, so", [FITS], "definition"),
    (
        r"We have $z = W x$ with $W \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$, so",
        [TURNED, TOTAL],
        "open open",
    ),
    (
        r"Recall that $A = B C$, where $B, C \in \mathbb{R}^{n \times n}$. Hence",
        [PRODUCT, "A = B C"],
        "definition definition",
    ),
    (r"Recall that $A = B C$, where $B, C \in \mathbb{R}^{n \times n}$. Hence", [OTHER, "A = B C"], "open definition"),
    (r"$A = B C$ for matrices $B, C \in \mathbb{R}^{n \times n}$.", [PRODUCT], "definition"),
    (r"$A = B C$ for matrices $B, C \in \mathbb{R}^{n \times n}$.", [OTHER], "open"),
    (QUERY, [r"o_t = S_t^\top q_t", r"o_t^\top o_t = q_t^\top S_t S_t^\top q_t"], "definition proved"),
    (QUERY, [r"o_t = 2 S_t^\top q_t", r"o_t^\top o_t = 4 q_t^\top S_t S_t^\top q_t"], "open open"),
    (LINEAR + r"We have $z^\top = x^\top W$.", [r"z = W^\top x"], "definition"),
    (LINEAR + r"We have $z^\top = x^\top W$.", ["z = W x", r"z^\top z = x^\top W^\top W x"], "open open"),
    (LINEAR + r"We have $z = W \foo x$, so", [TURNED, TOTAL], "open open"),
    (LINEAR, [r"z = W \foo x", TURNED, TOTAL], "not read open open"),
    (LINEAR + rf"Here ${FITS}$, so", ["z = W x"], "definition"),
    # a derivative is that of its function
    (
        r"For the sigmoid $\sigma(x) = 1 / (1 + e^{-x})$",
        [r"\sigma'(x) = \sigma(x) (1 - \sigma(x))", r"\sigma'(0) = 1/4"],
        "proved proved",
    ),
    (
        r"For the sigmoid $\sigma(x) = 1 / (1 + e^{-x})$",
        [r"\sigma'(x) = \sigma(x) (1 + \sigma(x))", r"\sigma'(0) = 3/4"],
        "open open",
    ),
    (
        r"Let $f(x) = x^2$ for $x \in \mathbb{R}$. Its derivative is",
        ["f'(x) = 2 x", "f'(2) = 4", "f''(x) = 2"],
        "proved proved proved",
    ),
    (
        r"Let $f(x) = x^2$ for $x \in \mathbb{R}$. Its derivative is",
        ["f'(x) = x", "f'(2) = 2", "f''(x) = 1"],
        "differs open differs",
    ),
    (r"Let $t \in \mathbb{R}$.", ["f(t) = t^3", "f'(t) = 3 t^2"], "definition proved"),
    (r"Let $t \in \mathbb{R}$.", ["f(t) = t^3", "f'(t) = 3 t"], "definition differs"),
    (r"Let $f(x) = \|x\|^2$ for $x \in \mathbb{R}^n$.", ["f'(x) = 2 x"], "open"),
    (LINEAR + r"Let $x' \in \mathbb{R}^n$.", ["x' = W x"], "definition"),
    # a square, and the rows of a matrix
    (SPREAD, [r"\sigma = \sqrt{\frac{1}{n} \sum_i (x_i - \mu)^2}"], "definition"),
    (SPREAD, [r"\sigma = \frac{1}{n} \sum_i |x_i - \mu|", r"n \sigma = \sum_i |x_i - \mu|"], "open open"),
    (VALUES + "Let $Y = A V$.", [r"y_{ij} = \sum_k A_{ik} V_{kj}"], "definition"),
    (VALUES + "Let $Y = A V$.", [r"y_{ij} = \sum_k A_{ki} V_{kj}"], "open"),
    (VALUES + "Let $Y = A V$.", [r"y_i = \sum_k A_{ik} v_k"], "definition"),
    (VALUES + "Let $Y = A V$.", [r"y_i = \sum_k A_{ki} v_k"], "open"),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$ and $W \in \mathbb{R}^{d \times d}$. Let $Q = X W$.",
        [r"q_i = W^\top x_i"],
        "definition",
    ),
    (
        r"Let $X \in \mathbb{R}^{n \times d}$ and $W \in \mathbb{R}^{d \times d}$. Let $Q = X W$.",
        ["q_i = W x_i"],
        "open",
    ),
    # how it goes on
    (
        STATE + f"We have ${STEP}$, so",
        [r"S_t = v_t k_t^\top + S_{t-1}", r"S_1 = S_0 + v_1 k_1^\top"],
        "recurrence proved",
    ),
    (STATE + f"We have ${STEP}$, so", [r"S_t = S_{t-1} + 2 v_t k_t^\top", r"S_1 = S_0 + 2 v_1 k_1^\top"], "open open"),
    (STATE, [STEP, r"S_1 = S_0 + v_1 k_1^\top"], "recurrence proved"),
    (STATE, [STEP, r"S_1 = S_0 + 2 v_1 k_1^\top"], "recurrence differs"),
    (STATE, ["S_0 = 0", STEP, r"S_2 = v_1 k_1^\top + v_2 k_2^\top"], "definition recurrence definition"),
    (STATE, ["S_0 = 0", STEP, r"S_2 = v_1 k_1^\top + 2 v_2 k_2^\top"], "definition recurrence differs"),
]


@pytest.mark.parametrize(("words", "rows", "statuses"), PAIRS)
def test_a_row_defines_what_was_said_before(words: str, rows: list[str], statuses: str) -> None:
    lines = read(words + "".join(f"\n\n$${row}$$" for row in rows) + "\n").lines
    found = " ".join(line.answer.status for line in lines)
    assert found == statuses, [line.answer.why for line in lines]


NEW = [
    (LINEAR, ["x_1 = 3", "x_2 = 4"], "definition definition"),
    (LINEAR, ["A_{ij} = x_i x_j", r"A = x x^\top"], "definition definition"),
    (SQUARE, ["B_{ij} = i + j"], "definition"),
    (LINEAR + r"We have $z = W x$. Now let $z \in \mathbb{R}^n$.", ["z = 2 x"], "definition"),
    ("# One\n\n" + LINEAR + "We have $z = W x$.\n\n# Another\n", ["z = 2 x"], "definition"),
    (LINEAR + "We have $f(x, y) = W x$.", ["f(x) = 2 x"], "definition"),
    (LINEAR + "We have $z_1 = W x$.", ["z_2 = 2 x"], "definition"),
    (LINEAR + "The scores $p_i$ with $p_i = u_i^2$ are used.", ["p_{ij} = x_i x_j"], "definition"),
    (LINEAR, ["z = W x", "z := 2 x"], "definition definition"),
]


@pytest.mark.parametrize(("words", "rows", "statuses"), NEW)
def test_what_is_new_or_said_anew_is_defined(words: str, rows: list[str], statuses: str) -> None:
    lines = read(words + "".join(f"\n\n$${row}$$" for row in rows) + "\n").lines
    assert " ".join(line.answer.status for line in lines) == statuses, [line.answer.why for line in lines]
