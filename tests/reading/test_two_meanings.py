"""What may mean two things is not read, or ambiguous; what is no claim is not refuted."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted, read
from symattn.reading.script import script
from symattn.reading.sidecar import Sidecar

NUMBERS = r"Let $x, y \in \mathbb{R}$. "
MATRICES = r"Let $X, Y, Z \in \mathbb{R}^{n \times n}$, $a \in \mathbb{R}^n$ and $b \in \mathbb{R}$. "
HEADS = r"Let $Q, K, V \in \mathbb{R}^{n \times d}$ and $W, U \in \mathbb{R}^{d \times p}$. "
HEADS += r"Let $f(Q, K, V) = \mathrm{softmax}(\frac{Q K^\top}{\sqrt{d}}) V$. "
JACOBIAN = r"\frac{\partial \mathrm{softmax}(a)_i}{\partial a_j} = "

SQUARES = r"Let $A, B, C \in \mathbb{R}^{n \times n}$, $u, v, w \in \mathbb{R}^n$ and $b \in \mathbb{R}$. "

ROWS = [
    # commands that nobody defined are no letters
    (NUMBERS, r"\norm{x + y} = \norm{x} + \norm{y}", "not read"),
    (NUMBERS, r"\binom{x}{y} = \binom{y}{x}", "not read"),
    (NUMBERS, r"x \ominus y = y \ominus x", "not read"),
    (MATRICES, r"X \sqsubseteq Y = X \sqsubseteq Y", "not read"),
    (NUMBERS, r"x \textcolor{red}{y} = y x", "proved"),
    # how far does it reach?
    (MATRICES, r"\prod_{i=1}^n a_i b = b \prod_{i=1}^n a_i", "ambiguous"),
    (MATRICES, r"\prod_{i=1}^n a_i b = b^n \prod_{i=1}^n a_i", "ambiguous"),
    (MATRICES, r"\prod_{i=1}^n (a_i b) = b^n \prod_{i=1}^n a_i", "proved"),
    (MATRICES, r"\sum_i a_i + X_{ij} = \sum_i a_i + \sum_i X_{ij}", "not read"),
    (MATRICES, r"\sum_i a_i + b = b + \sum_j a_j", "proved"),
    (NUMBERS, r"\sin x y = y \sin x", "not read"),
    (NUMBERS, r"\sin x/2 = \sin(x/2)", "not read"),
    (NUMBERS, r"\sin 2x = 2 \sin x \cos x", "proved"),
    # marks with two meanings
    (NUMBERS, r"\sin(\sin^{-1}(x)) = x", "not read"),
    (NUMBERS + "Let $g(x) = x + 1$. ", r"g^{-1}(x) = x - 1", "not read"),
    (MATRICES, r"X^2_{ij} = \sum_k X_{ik} X_{kj}", "ambiguous"),
    (MATRICES, r"X_{ij}^{-1} = 1 / X_{ij}", "ambiguous"),
    ("", r"\operatorname{tr}(A^{-1}) = \sum_i A_{ii}^{-1}", "not read"),
    ("", r"\operatorname{tr}(A^{-1}) = \sum_i A^{-1}_{ii}", "proved"),
    (MATRICES, r"X_{ij}^2 = X_{ij} X_{ij}", "proved"),
    (MATRICES, r"X^\dagger X X^\dagger = X^\dagger", "not read"),
    (MATRICES, r"X * Y = Y * X", "not read"),
    (r"Let $T \in \mathbb{N}$ and $A \in \mathbb{R}^{n \times n}$. ", r"A A^T = A^{T + 1}", "ambiguous"),
    (MATRICES, r"(X Y)^T = Y^T X^T", "proved"),
    # operators written as letters
    (NUMBERS, r"d(x y) = x\,dy", "not read"),
    (NUMBERS, r"\Delta(x y) = x \Delta y", "not read"),
    (MATRICES, r"E(X Y) = E(X) Y", "open"),
    (MATRICES, r"\mathbb{E} X Y = Y \mathbb{E} X", "not read"),
    (MATRICES, r"A(X + Y) = A X + A Y", "proved"),
    # complex
    (r"Let $z \in \mathbb{C}^n$. ", r"\|z\|^2 = z^\top z", "not read"),
    (r"Let $z$ be a vector and $x \in \mathbb{R}^+$. ", r"|x| = x", "proved"),  # whether 0 is in it or not
    (r"Let $x \in \mathbb{R}_+$. ", r"x > 0", "ambiguous"),
    (r"Let $x \in \mathbb{R}_+$. ", r"x \ge 0", "proved"),
    (r"Let $x \in \mathbb{R}_+$. ", r"|x| = 2 x", "refuted"),
    (r"Let $x \in \mathbb{R}_{\ge 0}$. ", r"x > 0", "refuted"),
    (r"Let $x \in \mathbb{R}_{>0}$. ", r"x > 0", "proved"),
    # a condition in brackets
    (NUMBERS, r"|x| = x \quad (x \ge 0)", "proved"),
    (NUMBERS, r"|x| = x \quad (x \ge -1)", "refuted"),
    # words that claim nothing
    (NUMBERS + "A common mistake is to write ", r"(x + y)^2 = x^2 + y^2", "fails as read"),
    (NUMBERS + "We solve ", "x^2 = 2", "fails as read"),
    (NUMBERS + "We have ", "x^2 = 2", "refuted"),
    # sizes in a function are those of its arguments, or those that were declared
    (HEADS, r"f(Q W, K U, V) = \mathrm{softmax}(\frac{Q W U^\top K^\top}{\sqrt{d}}) V", "ambiguous"),
    (HEADS, r"f(Q W, K U, V) = \mathrm{softmax}(\frac{Q W U^\top K^\top}{\sqrt{p}}) V", "ambiguous"),
    (HEADS, r"f(K, Q, V) = \mathrm{softmax}(\frac{K Q^\top}{\sqrt{d}}) V", "proved"),
    # derivatives by entries
    (MATRICES, JACOBIAN + r"\mathrm{softmax}(a)_i (\delta_{ij} - \mathrm{softmax}(a)_j)", "proved"),
    (MATRICES, JACOBIAN + r"\mathrm{softmax}(a)_i \delta_{ij}", "fails as read"),
    (NUMBERS + "Let $z = 3 y$. ", r"\frac{\partial z}{\partial x} = 0", "open"),
    (NUMBERS, r"\frac{\partial (x^2 y)}{\partial x} = 2 x y", "proved"),
    # the largest entry
    (MATRICES, r"\max(a) = \max_i a_i", "proved"),
    (MATRICES, r"\min(a) = \max(-a)", "refuted"),
    (MATRICES, r"\max(X) = \max(X)", "not read"),
    # rows or columns, products, repeated indices, ranges, names of functions and numbers that have two meanings
    (SQUARES, r"A u = \sum_{i=1}^n u_i A_i", "fails as read"),
    (SQUARES, r"u^\top A = \sum_{i=1}^n u_i A_i^\top", "proved"),
    (SQUARES, r"A \cdot B = B \cdot A", "fails as read"),
    (SQUARES, r"(A B) \cdot C = A \cdot (B C)", "proved"),
    (SQUARES, r"u_i v_i = u^\top v", "fails as read"),
    (SQUARES, r"A_{ii} = \operatorname{tr}(A)", "fails as read"),
    (SQUARES, r"u_i v_i = v_i u_i", "proved"),
    (SQUARES, r"\begin{vmatrix} b & b \\ b & b \end{vmatrix} = 0", "not read"),
    (SQUARES, r"\prod_i u_i v_i = \prod_i u_i \prod_i v_i", "ambiguous"),
    (SQUARES, r"\sum_i \sum_i u_i = n \sum_i u_i", "not read"),
    (SQUARES, r"\sum_i 1 = n", "not read"),
    (SQUARES, r"\sum_{i=1}^n 1 = n", "proved"),
    (SQUARES, r"\sum_{i \ne j} u_i = \sum_{i} u_i - u_j", "proved"),
    (SQUARES, r"\sum_{i=1}^{n} u_{i+1} = \sum_{i=1}^n u_i", "shapes"),
    (SQUARES, r"\sum_{i=0}^{n-1} u_i = \sum_{i=1}^n u_i", "not read"),
    (SQUARES, r"|A B| = |A| |B|", "not read"),
    (SQUARES, r"u \times v = v \times u", "shapes"),
    (SQUARES, r"(A B)' = B' A'", "not read"),
    (SQUARES, r"(A B)^* = B^* A^*", "not read"),
    (SQUARES, r"A^{1/2} A^{1/2} = A", "not read"),
    (SQUARES, r"e^{A + B} = e^A e^B", "not read"),
    (SQUARES, r"\exp(A + B) = \exp(A) \exp(B)", "fails as read"),
    (SQUARES, r"\|A\|_2 = \|A^\top\|_2", "not read"),
    (SQUARES, r"\|u\|_1 = \sum_i |u_i|", "proved"),
    (SQUARES, r"\|u\|_\infty = \max_i |u_i|", "proved"),
    (SQUARES, r"\|u\|_\infty \le \|u\|_2", "proved"),
    (SQUARES, r"\|u\|_1 \le \|u\|_2", "refuted"),
    (SQUARES, r"\|u\|_\infty = \max_i u_i", "refuted"),
    (SQUARES, r"\|A\|_1 = \|A^\top\|_\infty", "not read"),
    (SQUARES, r"\|u\|_p = \|u\|_1", "not read"),
    (SQUARES, r"\|u\|_{1,2} = \|u\|_1", "not read"),
    (SQUARES, r"\langle A, B \rangle = \operatorname{tr}(A^\top B)", "not read"),
    (SQUARES, r"\arg\max_i u_i = \arg\max_i 2 u_i", "not read"),
    (SQUARES, r"\mathbb{1}_{i = j} = \delta_{ij}", "proved"),
    (SQUARES, r"[A, B] = A B - B A", "open"),
    (SQUARES, r"P(A|B) P(B) = P(B|A) P(A)", "open"),
    (SQUARES, r"\det(A B) = \det(A) \det(B)", "proved"),
    (SQUARES, r"A^i B = B A^i", "not read"),
    (SQUARES, r"A^{\odot -1} = A^{-1}", "refuted"),
    (SQUARES, r"u^{\odot 2} = u \odot u", "proved"),
    (SQUARES, r"u^{\circ 2} = u^\top u", "shapes"),
    (SQUARES, r"\mathrm{softmax}(A)^\top = \mathrm{softmax}(A^\top)", "fails as read"),
    (SQUARES, r"\mathrm{softmax}_i(A_{ij}) = \mathrm{softmax}(A)_{ij}", "not read"),
    (SQUARES, r"e_i^\top A e_j = A_{ij}", "fails as read"),
    (SQUARES, r"\delta_{ij} u_j = u_i", "fails as read"),
    (SQUARES, r"\hat{u}^\top \hat{u} = 1", "fails as read"),
    (NUMBERS, r"\log 100 = 2", "fails as read"),
    (NUMBERS, r"\log_2 8 = 3", "not read"),
    (NUMBERS, r"\sin 30^\circ = \frac{1}{2}", "not read"),
    (NUMBERS, r"1 \frac{1}{2} = \frac{3}{2}", "not read"),
    (NUMBERS, r"1 \cdot \frac{1}{2} = \frac{1}{2}", "proved"),
    (NUMBERS, r"2^{10} = 1024", "proved"),
    (NUMBERS, r"x / y z = \frac{x}{y z}", "not read"),
    (NUMBERS, r"\{x\} = x", "not read"),
    (NUMBERS, r"x^{[2]} = x^2", "not read"),
    (NUMBERS, r"x^{(2)} = x^2", "not read"),
    (NUMBERS, r"x^+ - x^- = x", "fails as read"),
    (NUMBERS, r"\sum_{k=1}^{x} k = \frac{x (x + 1)}{2}", "not read"),
    (NUMBERS, r"e^{i \pi} = -1", "not read"),
    (NUMBERS, r"3! = 6", "not read"),
    (NUMBERS, r"\lfloor x \rfloor \le x", "not read"),
    (NUMBERS, r"\frac{d}{dx} x^2 = 2 x", "not read"),
    (NUMBERS, r"\int_0^1 x\,dx = \frac{1}{2}", "not read"),
    (NUMBERS, r"\sigma(-x) = 1 - \sigma(x)", "open"),
    (NUMBERS, r"\mathbb{E}[x + y] = \mathbb{E}[x] + \mathbb{E}[y]", "not read"),
    (NUMBERS, r"\mathbb{E}_{x \sim p}[x] = x", "not read"),
    (NUMBERS, r"\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y)", "open"),
    (NUMBERS, r"x = y \wedge y = x", "not read"),
    (NUMBERS, r"x \ln x + y = \ln xy", "not read"),
    (NUMBERS, r"\sqrt[3]{x^3} = x", "not read"),
    (NUMBERS, r"0.1 + 0.2 = 0.3", "not read"),
]


@pytest.mark.parametrize(("words", "row", "status"), ROWS)
def test_a_row(words: str, row: str, status: str) -> None:
    (line,) = read(f"{words}\n\n$${row}$$\n").lines
    assert line.answer.status == status, line.answer.why


MAPS = r"""Let $Q \in \mathbb{R}^{r \times l}$, $K \in \mathbb{R}^{n \times l}$ and $V \in \mathbb{R}^{n \times d}$.

$$\text{Att} : \mathbb{R}^{r \times l} \times \mathbb{R}^{n \times l} \times \mathbb{R}^{n \times d}
\to \mathbb{R}^{r \times d}$$

$$(Q, K, V) \mapsto \mathrm{softmax}(Q K^\top) V$$

$$\text{Att}(Q, K, 2 V) = 2\,\text{Att} (Q, K, V)$$

$$\text{Att}(Q, K, 2 V) = \text{Att}(Q, K, V)$$
"""


def test_a_map_goes_on_in_the_next_display() -> None:
    statuses = [line.answer.status for line in read(MAPS).lines]
    assert statuses[:3] == ["declaration", "definition", "proved"]
    assert statuses[3] in ("refuted", "differs", "fails as read")


def test_an_image_of_another_size_does_not_lie_in_the_space() -> None:
    note = r"$$\mathbb{R}^{n \times d} \to \mathbb{R}^{n \times p}, \quad X \mapsto X + X$$"
    assert [line.answer.status for line in read(note).lines] == ["declaration", "shapes"]


def test_an_index_below_a_function() -> None:
    rows = ("p_i(a) = a z_i", "p_i(2a) = 2 p_i(a)", "p_i(2a) = p_i(a)")
    note = "Let $z \\in \\mathbb{R}^n$.\n\n" + "".join(f"$${row}$$\n\n" for row in rows)
    assert [line.answer.status for line in read(note).lines] == ["definition", "proved", "differs"]


def test_a_property_that_was_read_is_no_doubt() -> None:
    note = "Let $P \\in \\mathbb{R}^{n \\times n}$ be a permutation matrix.\n\n$$P P = P$$\n"
    assert [line.answer.status for line in read(note).lines] == ["refuted"]
    assert [line.answer.status for line in read(note.replace("permutation", "symmetric")).lines] == ["refuted"]
    assert [line.answer.status for line in read(note.replace("permutation", "diagonal")).lines] == ["fails as read"]


def test_the_largest_entry_is_written_as_a_script() -> None:
    note = "Let $x \\in \\mathbb{R}^n$.\n\n$$\\max_i x_i \\le \\log \\sum_{i=1}^n e^{x_i}$$\n"
    text = script(read(note))
    assert "RowMax(" in text and "not written" not in text


P = r"p \text{ (a probability distribution on } \{0, \dots, N - 1\} \text{)},\ "
X, K = (
    r"x, y \in \mathbb{R}^{N \times 1}",
    r"\alpha \colon \mathbb{R}^d \times \mathbb{R}^d \to \mathbb{R},\ u, v \in \mathbb{R}^d",
)
PHI = r"\phi \colon \mathbb{N} \to \mathbb{R}^{d \times d} \text{ homomorphism}"
S = r"\emptyset \neq S \subseteq \{0, \dots, n - 1\},\ a \in \mathbb{R}^{1 \times n},\ i \in \{0, \dots, n - 1\}"
CASES = r"\begin{cases} %s & \text{for}\: i \in S \\ 0 & \text{otherwise} \end{cases}"
DECLARED = [
    (P + X, r"\mathbb{E}_{o \sim p}[2 {x}_{o, 0}] = 2 \mathbb{E}_{o \sim p}[{x}_{o, 0}]", "proved"),
    (P + X, r"\mathbb{E}_{o \sim p}[{x}_{o, 0}^2] = \mathbb{E}_{o \sim p}[{x}_{o, 0}]^2", "refuted"),
    (P + X, r"\mathbb{E}_{o \sim q}[{x}_{o, 0}] = 0", "not read"),
    (P + X + r";\ \text{if } x \text{ and } y \text{ are independent}", "E[xy]", "proved"),
    (P + X + r";\ \text{if } \text{the entries of } x \text{ have the mean } 0", "E[xy]", "refuted"),
    (X + r";\ \text{if } x \text{ and } y \text{ are independent}", r"x^\top y = 0", "not read"),
    (K, r"\alpha(u, v) = \alpha(v, u)", "refuted"),
    (K, r"\alpha(u, v) + \alpha(v, u) = \alpha(v, u) + \alpha(u, v)", "proved"),
    (K + r",\ w \in \mathbb{R}^{d + 1}", r"\alpha(u, w) = \alpha(w, u)", "shapes"),
    (PHI, r"\phi(1) \phi(2) = \phi(3)", "proved"),
    (PHI, r"\phi(1) \phi(2) = \phi(4)", "refuted"),
    (PHI.replace("homomorphism", "smooth"), r"\phi(1) \phi(2) = \phi(3)", "not read"),
    (S, f"2 {CASES % '{a}_{0, i}'} = {CASES % '2 {a}_{0, i}'}", "proved"),
    (S, f"2 {CASES % '{a}_{0, i}'} = {CASES % '{a}_{0, i}'}", "refuted"),
    (r"u \in \mathbb{R}^{n + 1},\ v \in \mathbb{R}^n", "u_{i + 1} v_i = v_i u_{i + 1}", "proved"),
    (r"u \in \mathbb{R}^{n + 1},\ v \in \mathbb{R}^n", "u_i v_i = u_{i + 1} v_i", "refuted"),
    (r"u, v \in \mathbb{R}^n,\ A \in \mathbb{R}^{n \times n};\ \text{if } u = A v", "A v = u", "proved"),
    (r"u, v \in \mathbb{R}^n,\ A \in \mathbb{R}^{n \times n};\ \text{if } u = A v", "u = v", "refuted"),
]


@pytest.mark.parametrize(("lead", "row", "status"), DECLARED)
def test_what_stands_before_a_row_declares(lead: str, row: str, status: str) -> None:
    each = r"\mathbb{E}_{o \sim p}[{%s}_{o, 0}]"
    product = rf"\mathbb{{E}}_{{o \sim p}}[{{x}}_{{o, 0}} {{y}}_{{o, 0}}] = {each % 'x'} {each % 'y'}"
    text = f"{lead}:\\quad {product if row == 'E[xy]' else row}"
    (line,) = read(f"<!-- symattn:\nfirst = 0\n-->\n\n$${text}$$\n").lines
    assert line.answer.status == status, line.answer.why


C = r"Let $z, w \in \mathbb{C}$, $x \in \mathbb{R}$ and $A \in \mathbb{R}^{n \times n}$. "
AB = r"Let $A \in \mathbb{R}^{n \times n}$, $B \in \mathbb{R}^{m \times m}$, $u, v \in \mathbb{R}^n$. "
LABEL, LONG, EVEN = (
    r"Let $\lambda_m \in \mathbb{R}$. ",
    r"Let $u \in \mathbb{R}^{p + n}$ and $v \in \mathbb{R}^n$. ",
    r"Let $u \in \mathbb{R}^{2 h}$. ",
)
NARROW = [
    # the parts of a complex number, not the image of a map, and not of what nobody declared
    (C, r"\operatorname{Im}(z + w) = \operatorname{Im}(z) + \operatorname{Im}(w)", "proved"),
    (C, r"\operatorname{Re}(z w) = \operatorname{Re}(z) \operatorname{Re}(w)", "refuted"),
    (C, r"\operatorname{Im}(A) = \operatorname{Im}(A^\top)", "not read"),
    (C, r"\operatorname{Im}(a) = 0", "not read"),
    (C, r"a x = \operatorname{Re}(a) x", "not read"),
    (C, r"\Re z = z", "not read"),
    # ⊗ of matrices that have another product, or none that is declared
    (AB, r"(A \otimes B)^\top = A^\top \otimes B^\top", "proved"),
    (AB, r"A \otimes B = B \otimes A", "refuted"),
    (AB, r"A \otimes A = A \odot A", "not read"),
    (AB, r"u \otimes v = u v^\top", "not read"),
    (AB, r"P \otimes Q = Q \otimes P", "not read"),
    # derivatives of an order
    (NUMBERS, r"\frac{\partial^2}{\partial x^2} (x^3) = 6 x", "proved"),
    (NUMBERS, r"\frac{\partial^2}{\partial x^2} (x^3) = 3 x^2", "fails as read"),
    (NUMBERS, r"\frac{\partial^2}{\partial x^3} (x^3) = 6 x", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x^2} (x^2) = 1", "not read"),
    (NUMBERS, r"\frac{\partial^2}{\partial x y} (x y) = 1", "not read"),
    # a power, or an index
    (AB, r"(A A)^i u_i = A A u_i", "not read"),
    (AB, r"i \in \{0, \dots, n - 1\}:\quad (A A)^{i + 1} u = A A (A A)^i u", "proved"),
    (AB, r"i \in \{0, \dots, n - 1\}:\quad (A A)^{i} u = u", "refuted"),
    (AB, r"i \in \{0, \dots, n - 1\}:\quad (A A)^{i - 1} u = u", "not read"),
    (AB, r"i \in \{0, \dots, n - 1\}:\quad A^{i} u = u", "not read"),
    # a label, or an index
    (LABEL, r"\lambda_m + \lambda_m = 2 \lambda_m", "proved"),
    (LABEL, r"\sum_{m=0}^{2} \lambda_m = 3 \lambda_m", "refuted"),
    (r"Let $h_t, x_t \in \mathbb{R}^d$. Let $h_t = x_t + x_t$. ", "h_1 = h_2", "differs"),
    (r"Let $x_t \in \mathbb{R}^d$. Let $h_t = x_t + x_t$. ", "h_1 = h_2", "differs"),
    # of all, of some, of none
    (AB, r"u_i v_j = v_i u_j \quad \text{for all } i, j", "refuted"),
    (AB, r"\text{if } u_i = 0 \text{ for all } i:\quad u_j v_j = 0 \text{ for all } j", "proved"),
    (AB, r"\text{if } u_i = 0:\quad u_i v_j = 0 \text{ for all } i, j", "proved"),
    (AB, r"\text{if } u_i = 0:\quad u_j v_i = 0 \text{ for all } i, j", "refuted"),
    (AB, r"\text{it is not true that } u_i = v_i \text{ for all } i", "not read"),
    (NUMBERS, r"\text{if } x (k + 1) = y (k + 1) \text{ for all } 0 \le k < n:\quad x = y", "proved"),
    (NUMBERS, r"\text{if } x k = y k \text{ for all } 0 \le k < n:\quad x = y", "refuted"),
    (NUMBERS, r"\text{if } x k = y k \text{ for all } 1 \le k < n:\quad x = y", "not read"),
    (NUMBERS, r"\text{if } x = y \text{ for all } 0 \le k < n:\quad x = y", "not read"),
    # places made of sizes
    (LONG, r"\sum_{i=0}^{n - 1} u_{p + i} = \sum_{i=p}^{p + n - 1} u_i", "proved"),
    (LONG, r"\sum_{i=0}^{n - 1} u_{p + i} = \sum_{i=0}^{n - 1} u_i", "refuted"),
    (LONG, r"\sum_{i=0}^{n - 1} u_{p + i + 1} v_i = 0", "shapes"),
    (LONG, "u_{p + i} v_i = v_i u_{p + i}", "not read"),
    (LONG, "u_i v_i = v_i u_i", "shapes"),
    (LONG, r"i \in \{0, \dots, n - 1\}:\quad u_i v_i = v_i u_i", "proved"),
    (EVEN, "u_{2 h - 2} + u_{2 h - 1} = u_{2 h - 1} + u_{2 h - 2}", "proved"),
    (EVEN, "u_{2 h - 2} + u_{2 h - 1} = 2 u_{2 h - 1}", "refuted"),
    (EVEN, "u_{2 h - 3} = 0", "not read"),
    (EVEN, "u_{2 h} = 0", "shapes"),
]


@pytest.mark.parametrize(("words", "row", "status"), NARROW)
def test_what_is_read_has_one_meaning(words: str, row: str, status: str) -> None:
    note = f"<!-- symattn:\nfirst = 0\nsizes = ['n', 'p', 'h']\n-->\n\n{words}\n\n$${row}$$\n"
    statuses = [line.answer.status for line in read(note).lines]
    assert statuses == [status] * len(statuses)


FUNCTIONS = """<!-- symattn:
[functions]
'\\mathrm{dot}' = "DotProduct"
'H' = "RowMax | RowSum"
'L' = "Attention | RowSoftmax"
[kinds]
'\\pi' = "constant"
-->

Let $q, k \\in \\mathbb{R}^{1 \\times d}$, $Q \\in \\mathbb{R}^{n \\times d}$ and $g \\in O(d)$.

"""
WORDS = [
    (r"\mathrm{dot}(q, k) = q k^\top", "proved"),
    (r"\mathrm{dot}(q, k) = k^\top q", "shapes"),
    (r"\mathrm{dot}(q, k) = 2 q k^\top", "refuted"),
    (r"\mathrm{dot}^2(q, k) = \mathrm{dot}(q, k)", "not read"),
    (r"\mathrm{dot}(Q, q) = Q q^\top", "shapes"),
    (r"\mathrm{dot} \text{ is invariant under multiplication by } g \text{ from the right}", "proved"),
    (r"Q \text{ is invariant under } g", "not read"),
    (r"H(Q) = H(Q)", "not read"),  # of RowMax, or of RowSum
    (r"L(Q, Q, Q) = L(\frac{Q Q^\top}{\sqrt{d}}) Q", "proved"),
    (r"L(Q, Q, Q) = L(Q Q^\top) Q", "refuted"),
    (r"L(Q, Q) = Q", "not read"),
    (r"2 \pi Q = Q \pi", "refuted"),
]


@pytest.mark.parametrize(("row", "status"), WORDS)
def test_a_declared_word_has_one_meaning(row: str, status: str) -> None:
    (line,) = read(f"{FUNCTIONS}$${row}$$\n").lines
    assert line.answer.status == status, line.answer.why


SMALL = r"Let $A, B \in \mathbb{R}^{n\times n}$, $u,v\in\mathbb{R}^n$, $x,y\in\mathbb{R}$. "
PAIR = r"Let $A, B \in \mathbb{R}^{n\times n}$ and $u, v \in \mathbb{R}^n$. "
SCALARS = r"Let $A, B \in \mathbb{R}$. "
ONE = "<!-- symattn:\nfirst = 1\nsizes = ['n', 'p', 'h', 'd']\n-->\n\n"
KAPPA = "<!-- symattn:\n[functions]\n'\\kappa' = \"DotProduct\"\n-->\n\n"
SIGMOID = "<!-- symattn:\n[functions]\n'\\sigma' = \"sigmoid\"\n-->\n\n"
CONSTANT = "<!-- symattn:\n[kinds]\n'\\pi' = \"constant\"\n-->\n\n"

ANEW = [
    # how far a derivative reaches, and how that by a vector or a matrix is laid out
    (NUMBERS, r"\frac{\partial^2}{\partial x^2} (x + y) (x - y) = 0", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x + y) (x - y) = x - y", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x + y) (x - y) = 2x", "not read"),
    (NUMBERS, r"\frac{\partial^2}{\partial x^2} (x) (x) = 0", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x) x = x", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x) e^{x} = e^x", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x+1)/x = 1/x", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x y) \cdot (x) = x y", "not read"),
    (SMALL, r"\nabla_u (u^\top v) (u^\top u) = v (u^\top u)", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x)^2 = 2 x", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x y) = y", "proved"),
    (NUMBERS, r"x \frac{\partial}{\partial x} (x y) = x y", "proved"),
    (NUMBERS, r"(\frac{\partial}{\partial x} (x + y)) (x - y) = x - y", "proved"),
    (NUMBERS, r"\frac{\partial}{\partial x}[x] x = x", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x}\{x\} x = x", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x}\left(x\right)\left(x\right) = x", "not read"),
    (NUMBERS, r"\frac{1}{x}\frac{\partial}{\partial x} (x) = 1/x", "proved"),
    (NUMBERS, r"\frac{\frac{\partial}{\partial x} (x+1)}{x} = 1/x", "proved"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x y) + x = y + x", "proved"),
    (NUMBERS, r"\frac{\partial}{\partial x} x y = y", "not read"),
    (NUMBERS, r"\partial_x (x) x = x", "open"),
    (NUMBERS, r"\nabla_x (x) x = x", "not read"),
    (SMALL, r"\nabla_u (u^\top v)^2 = 2 (u^\top v) v", "not read"),
    (SMALL, r"\nabla_u (u^\top v)^\top = v^\top", "not read"),
    (SMALL, r"\frac{\partial}{\partial u} (v^\top u) = v", "proved"),
    (SMALL, r"\frac{\partial}{\partial u} (v^\top u) = v^\top", "proved"),
    (SMALL, r"\nabla_u (v^\top u) = v^\top", "proved"),
    (SMALL, r"\nabla_u (v^\top u) = v", "proved"),
    (SMALL, r"\frac{\partial (v^\top u)}{\partial u} = v^\top", "proved"),
    (SMALL, r"\frac{\partial (v^\top u)}{\partial u} = u^\top", "unknown"),
    (SMALL, r"\frac{\partial}{\partial A} (\operatorname{tr}(B A)) = B", "ambiguous"),
    (SMALL, r"\nabla_A (\operatorname{tr}(B A)) = B^\top", "proved"),
    (SMALL, r"\nabla_A (\operatorname{tr}(B A)) A = B^\top A", "not read"),
    (SMALL, r"\nabla_A (\operatorname{tr}(B A)) \odot A = B^\top \odot A", "not read"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x) \sin x = \sin x", "not read"),
    (NUMBERS, r"\frac{\partial x}{\partial x} x = x", "proved"),
    (NUMBERS, r"\frac{\partial}{\partial x} (x) \sum_{i=1}^{3} x = 3x", "not read"),
    # a size that the note fixes
    (PAIR + r"Let $n = 1$.", r"A B = B A", "proved"),
    (PAIR + r"Where $n = 1$,", r"A B = B A", "proved"),
    (ONE + PAIR + r"Let $n = 1$.", r"i \in \{1, \dots, n\}:\quad (A A)^{i} = A A", "proved"),
    (r"Let $A \in \mathbb{R}^{n\times n}$. Let $n = 2$ and $A$ be diagonal.", r"A A = A A^\top", "fails as read"),
    (PAIR + r"Let $n = 2$.", r"A B = B A", "refuted"),
    (PAIR + r"Let $n = 1$.", r"\sum_{i=1}^n u_i = u_1", "proved"),
    (PAIR + r"Let $n = 2$.", r"\sum_{i=1}^n u_i = u_1 + u_2", "proved"),
    (PAIR + r"Let $n = 2$.", r"\operatorname{tr}(A) = A_{11} + A_{22}", "proved"),
    (PAIR + r"Let $n = 3$.", r"\operatorname{tr}(A) = A_{11} + A_{22}", "refuted"),
    (PAIR + r"Let $n = 64$.", r"\operatorname{tr}(I) = 1", "fails as read"),
    (PAIR + r"Let $n = 64$.", r"A B = B A", "refuted"),
    (PAIR + r"Let $n = 2 m$.", r"A B = B A", "fails as read"),
    (PAIR + r"Let $n = 2$.", r"\sum_{i=1}^n 1 = 2", "proved"),
    (PAIR + r"Let $n = 2$.", r"n = 2", "proved"),
    (PAIR + r"Let $n = 2$.", r"n u = u + u", "proved"),
    (PAIR + "\n\n$$n = 1$$\n\n", r"A B = B A", "proved"),
    (r"Let $n = 1$. Let $A, B \in \mathbb{R}^{n\times n}$.", r"A B = B A", "proved"),
    (r"Let $A \in\mathbb{R}^{n\times m}, B \in\mathbb{R}^{n\times m}$. Let $m = n$.", r"A B = B A", "not read"),
    (
        r"Let $A \in\mathbb{R}^{n\times m}, B \in\mathbb{R}^{n\times m}$. Let $m = n$.",
        r"\operatorname{tr}(A B) = \operatorname{tr}(B A)",
        "not read",
    ),
    (PAIR + r"with $n = 1$.", r"A B = B A", "proved"),
    (PAIR + r"Take $n = 1$.", r"A B = B A", "fails as read"),
    (PAIR + r"Set $n = 1$.", r"A B = B A", "fails as read"),
    (PAIR + r"Suppose $n = 1$.", r"A B = B A", "fails as read"),
    (PAIR + r"If $n = 1$, then", r"A B = B A", "proved"),
    (PAIR + r"Let $n := 1$.", r"A B = B A", "proved"),
    (PAIR + r"We fix $n$ to be $1$.", r"A B = B A", "fails as read"),
    (PAIR + r"Now $n$ is $1$.", r"A B = B A", "fails as read"),
    (PAIR + r"Let $n$ be 1.", r"A B = B A", "fails as read"),
    (PAIR + r"Let $n = 1$.", r"A u = u A", "proved"),
    (PAIR + r"Let $n = 1$.", r"u^\top v = u v", "proved"),
    (PAIR + r"Let $n = 2$.", r"A u = u A", "shapes"),
    (PAIR + r"Let $n = 3$.", r"\det(2 A) = 8 \det(A)", "proved"),
    (PAIR + r"Let $n \ge 3$.", r"A B = B A", "refuted"),
    (PAIR + r"Let $n \le 1$.", r"A B = B A", "proved"),
    # a known word, or one of the sidecar, that the note says anew
    (r"Let $x,y\in\mathbb{R}$ and define $\Re(y) = y + 1$.", r"\Re(x) = x + 1", "proved"),
    (r"Let $x,y\in\mathbb{R}$ and define $\Re(y) = y + 1$.", r"\Re(x) = x", "differs"),
    (r"Let $x\in\mathbb{R}$ and $\operatorname{Im}(y) = y$.", r"\operatorname{Im}(x) = x", "not read"),
    (r"Let $x\in\mathbb{R}$ and let $\operatorname{Im}$ be any map.", r"\operatorname{Im}(x) = 0", "not read"),
    (r"Let $x, \operatorname{Re}\in\mathbb{R}$.", r"\operatorname{Re}(x) = x", "not read"),
    (
        r"Let $x\in\mathbb{R}$. The Reynolds number $\operatorname{Re}$ is a real.",
        r"\operatorname{Re}(x) = 2x",
        "not read",
    ),
    (
        r"Let $x\in\mathbb{R}$. $\operatorname{Re}$ denotes the rectifier.",
        r"\operatorname{Re}(x) = \max(x,0)",
        "not read",
    ),
    (
        "Let $x,y\\in\\mathbb{R}$. Define\n\n$$\\operatorname{Re}(y) = y + 1$$\n\n",
        r"\operatorname{Re}(x) = x + 1",
        "proved",
    ),
    (NUMBERS + r"Let $\exp(y) = y$.", r"\exp(x) = x", "not read"),
    (NUMBERS + r"Let $\exp(y) = y$.", r"\exp(x) > 0", "not read"),
    (NUMBERS + r"Let $a, b\in\mathbb{R}$. Let $\max(a, b) = a$.", r"\max(x, y) = x", "not read"),
    (NUMBERS + r"Let $a, b\in\mathbb{R}$. Let $\max(a, b) = a$.", r"\max(x, y) = \max(y, x)", "not read"),
    (NUMBERS + "\n\n$$\\mathrm{Re}(y) := y + 1$$\n\n", r"\mathrm{Re}(x) = x + 1", "proved"),
    (NUMBERS + r"Let $\mathrm{Re}(y) = y + 1$.", r"\mathrm{Re}(x) = x + 1", "not read"),
    (NUMBERS + "\n\n$$\\sin(y) := y + 1$$\n\n", r"\sin(x) = x + 1", "proved"),
    (NUMBERS + r"Let $\sin(y) = y + 1$.", r"\sin(x) = x + 1", "not read"),
    (NUMBERS + "\n\n$$\\mathrm{ReLU}(y) := y + 1$$\n\n", r"\mathrm{ReLU}(x) = x + 1", "proved"),
    (NUMBERS + r"Let $\mathrm{ReLU}(y) = y + 1$.", r"\mathrm{ReLU}(x) = x + 1", "not read"),
    (NUMBERS + "\n\n$$\\operatorname{Im}(y) := y$$\n\n", r"\operatorname{Im}(x) = x", "proved"),
    (NUMBERS + r"Let $\operatorname{Im}(y) = y$.", r"\operatorname{Im}(x) = x", "not read"),
    (SMALL + "\n\n$$\\mathrm{softmax}(v) := v + v$$\n\n", r"\mathrm{softmax}(u) = 2 u", "proved"),
    (SMALL + "\n\n$$\\mathrm{softmax}(v) := v + v$$\n\n", r"\mathrm{softmax}(u)^\top \mathbf{1} = 1", "fails as read"),
    (SMALL + "\n\n$$\\sin(y) := y$$\n\n", r"\sin x = x", "not read"),
    (NUMBERS + r"Let $\mathrm{ReLU}(y) = \max(y, 0)$.", r"\mathrm{ReLU}(x) = \max(x, 0)", "proved"),
    (NUMBERS + r"Let $\mathrm{ReLU}(y) = \foo y$.", r"\mathrm{ReLU}(x) = \max(x, 0)", "not read"),
    (NUMBERS + r"The real part is $\operatorname{Re}$.", r"\operatorname{Re}(x) = x", "proved"),
    (NUMBERS + r"Here $\operatorname{Re}$ is the real part.", r"\operatorname{Re}(x) = x", "proved"),
    (NUMBERS + r"Here $\exp$ stands for any function.", r"\exp(x) > 0", "not read"),
    (
        KAPPA + SMALL + r"Let $\kappa(x, y) = x^\top y + 1$ for $x, y\in\mathbb{R}^n$.",
        r"\kappa(u,v) = u^\top v",
        "not read",
    ),
    (
        KAPPA + SMALL + r"Let $\kappa(u, v) = 0$.",
        r"\kappa(u,v) = 0",
        "not read",
    ),
    (
        KAPPA + SMALL + r"Let $\kappa(u, v) = u^\top v$.",
        r"\kappa(u,v) = \kappa(v, u)",
        "proved",
    ),
    (
        "<!-- symattn:\n[functions]\n'R' = \"RowSum\"\n-->\n\n" + r"Let $A, R \in \mathbb{R}^{n \times n}$.",
        r"R (A) = A \mathbf{1}",
        "not read",
    ),
    (CONSTANT + NUMBERS + r"Let $\pi = 2$.", r"\pi = 2", "not read"),
    (CONSTANT + SMALL, r"\sum_\pi \pi = 1", "not read"),
    (r"Let $\pi = 2$.", r"\pi = 2", "proved"),
    (r"Let $\pi = 2$.", r"\sin(\pi) = 0", "refuted"),
    (NUMBERS + r"Let $e = 2$.", r"e^{x} = 2^x", "proved"),
    (NUMBERS + r"Let $\pi$ be a number.", r"\sin(\pi) = 0", "not read"),
    (NUMBERS + r"Let $\pi \in \mathbb{R}$.", r"\sin(\pi) = 0", "refuted"),
    (NUMBERS + r"Let $e \in \mathbb{R}$.", r"e^x > 0", "proved"),  # where e > 0
    (SMALL + "\n\n$$\\mathrm{softmax}(v)_i := v_i$$\n\n", r"\mathrm{softmax}(u) = u", "not read"),
    (
        SMALL + "\n\n$$\\mathrm{softmax}(v)_i := \\frac{e^{v_i}}{\\sum_j e^{v_j}}$$\n\n",
        r"\mathrm{softmax}(u)^\top \mathbf{1} = 1",
        "proved",
    ),
    (
        SMALL + "We define\n\n$$\\mathrm{softmax}(v)_i = \\frac{e^{v_i}}{\\sum_j e^{v_j}}$$\n\n",
        r"\mathrm{softmax}(u) = u",
        "refuted",
    ),
    (NUMBERS + "\n\n$$\\mathrm{ReLU}(y) := y \\pm 1$$\n\n", r"\mathrm{ReLU}(x) \ge 0", "not read"),
    (NUMBERS + r"Let $\mathrm{ReLU}(y) = y \pm 1$.", r"\mathrm{ReLU}(x) \ge 0", "not read"),
    (NUMBERS + r"We define $\mathrm{ReLU}(y) = y \pm 1$.", r"\mathrm{ReLU}(x) \ge 0", "not read"),
    (
        NUMBERS + "The ReLU is defined as follows:\n\n$$\\mathrm{ReLU}(y) = \\max(y, \\frac{y}{100})$$\n\n",
        r"\mathrm{ReLU}(x) \ge 0",
        "refuted",
    ),
    (
        "# One\n\nLet $x, y \\in \\mathbb{R}$. Let $\\exp(y) = y$.\n\n# Two\n\nLet $x, y \\in \\mathbb{R}$.",
        r"\exp(x) > 0",
        "proved",
    ),
    (
        "# One\n\nLet $x, y \\in \\mathbb{R}$. Let $\\exp$ be any map.\n\n# Two\n\nLet $x, y \\in \\mathbb{R}$.",
        r"\exp(x) > 0",
        "proved",
    ),
    (NUMBERS + r"Let $\exp\colon \mathbb{R} \to \mathbb{R}$ be any map.", r"\exp(x) > 0", "refuted"),
    (NUMBERS + r"Let $\exp\colon \mathbb{R} \to \mathbb{R}$.", r"\exp(x) > 0", "refuted"),
    (NUMBERS + r"Let $\exp(y) = y$. Let $f(y) = \exp(y) + 1$.", r"f(x) = x + 1", "not read"),
    (NUMBERS + r"Let $\exp$ be any map. Let $f(y) = \exp(y) + 1$.", r"f(x) > 1", "not read"),
    (NUMBERS + r"Let $\exp(y) = y$.", r"e^x > 0", "proved"),
    (NUMBERS + r"Let $\mathrm{Re} = 2$.", r"\mathrm{Re} x = 2 x", "not read"),
    (NUMBERS + r"Let $\mathrm{Re} = 2$.", r"\mathrm{Re}(x) = x", "not read"),
    (NUMBERS + r"where $\operatorname{Re}(y)$ denotes the rectifier of $y$.", r"\operatorname{Re}(x) = x", "not read"),
    (NUMBERS + r"Suppose that $\exp(x) = y$.", r"\exp(x) = y", "fails as read"),
    (NUMBERS + r"If $\exp(x) = y$, then", r"\exp(x) > 0", "proved"),
    (
        SIGMOID + NUMBERS + r"where $\sigma(y) = \frac{1}{1 + e^{-y}}$.",
        r"\sigma(-x) = 1 - \sigma(x)",
        "proved",
    ),
    (
        SIGMOID + NUMBERS + r"where $\sigma(y) = \frac{1}{1 + e^{y}}$.",
        r"\sigma(x) = \frac{1}{1 + e^{-x}}",
        "not read",
    ),
    (
        SIGMOID + NUMBERS + r"where $\sigma$ denotes any activation.",
        r"\sigma(x) = \frac{1}{1 + e^{-x}}",
        "not read",
    ),
    (
        SIGMOID + NUMBERS + r"where $\sigma$ denotes the sigmoid.",
        r"\sigma(x) = \frac{1}{1 + e^{-x}}",
        "proved",
    ),
    (
        SIGMOID + r"Let $\sigma \in \mathbb{R}$ and $x \in\mathbb{R}$.",
        r"\sigma(x) = \frac{1}{1 + e^{-x}}",
        "not read",
    ),
    # declared anew in words
    (
        "# One\n\nLet $A, B \\in \\mathbb{R}$.\n\n# Two\n\nNow $A$ and $B$ are $n\\times n$ matrices.",
        r"A B = B A",
        "refuted",
    ),
    (
        "# One\n\nLet $A, B \\in \\mathbb{R}$.\n\n## Two\n\nNow $A$ and $B$ denote square matrices.",
        r"A B = B A",
        "not read",
    ),
    (SCALARS + r"From now on $A$ and $B$ denote square matrices.", r"A B = B A", "not read"),
    (SCALARS + r"From now on, $A, B$ are matrices.", r"A B = B A", "not read"),
    (SCALARS + r"Let $A$ and $B$ be matrices.", r"A B = B A", "not read"),
    (SCALARS + r"Matrices $A$ and $B$ have", r"A B = B A", "not read"),
    (SCALARS + r"For square matrices $A$ and $B$,", r"A B = B A", "not read"),
    (r"Let $z\in\mathbb{C}$ be real.", r"\operatorname{Im}(z) = 0", "fails as read"),
    (r"Let $z\in\mathbb{C}$.", r"\operatorname{Im}(z) = 0", "refuted"),
    (r"Let $A, B \in \mathbb{R}^{n\times n}$. The matrices $A$ and $B$ are square matrices.", r"A B = B A", "refuted"),
    (r"Let $A, B \in \mathbb{R}^{n\times n}$. Now $A$ and $B$ are scalars.", r"A B = B A", "not read"),
    (NUMBERS + r"Now let $x, y \in \mathbb{R}^{n \times n}$.", r"x y = y x", "refuted"),
    (r"Let $z\in\mathbb{C}$ be real-valued.", r"\operatorname{Im}(z) = 0", "fails as read"),
    (SCALARS + r"Now take $A$ and $B$ to be square matrices.", r"A B = B A", "not read"),
    (SCALARS + r"$A$ and $B$ will now denote square matrices.", r"A B = B A", "not read"),
    (SCALARS + r"From now on, regard $A$ and $B$ as matrices.", r"A B = B A", "not read"),
    (SCALARS + r"We now let $A$ and $B$ be symmetric $n \times n$ matrices.", r"A B = B A", "refuted"),
    (SCALARS + r"Let $A$ be an $n \times n$ matrix and $B$ be an $n\times n$ matrix.", r"A B = B A", "refuted"),
    (SCALARS + r"Let $A, B$ be $n \times n$.", r"A B = B A", "not read"),
    (
        r"Let $Q, K \in\mathbb{R}^{n \times d}$. The query vectors $Q$ and the keys $K$ are multiplied.",
        r"(Q K^\top)^\top = K Q^\top",
        "proved",
    ),
    (r"Let $x, y\in\mathbb{R}$. The number $x$ is a scalar and $y$ is a real number.", r"x y = y x", "proved"),
    (r"Let $x, y\in\mathbb{R}$. Here $x$ is the number of vectors.", r"x y = y x", "proved"),
    (r"Let $x\in\mathbb{R}^n$. The vector $x$ is a column matrix.", r"x^\top x = \sum_i x_i^2", "not read"),
    (r"Let $z\in\mathbb{C}$ be real and positive.", r"\operatorname{Im}(z) = 0", "fails as read"),
    (r"Let $z\in\mathbb{C}$. The number $z$ is real.", r"\operatorname{Im}(z) = 0", "proved"),
    (r"Let $z\in\mathbb{C}$, where $z$ is a real number.", r"\operatorname{Im}(z) = 0", "proved"),
    (r"Let $z\in\mathbb{C}$ with $\operatorname{Im}(z) = 0$.", r"\operatorname{Re}(z) = z", "proved"),
    # the count of the note, and sums that may end before they begin
    (ONE + PAIR, r"i \in \{1, \dots, n\}:\quad (A A)^i A A = (A A)^i", "refuted"),
    (ONE + PAIR, r"\sum_{i=1}^{n-2} u_i = \sum_{i=1}^{n} u_i - u_n - u_{n-1}", "proved"),
    (ONE + PAIR, r"\sum_{i=1}^{n-2} 1 = n - 2", "unknown"),
    (ONE + PAIR, r"\sum_{i=1}^{n-1} 1 = n - 1", "proved"),
    (ONE + PAIR, r"\sum_{i=1}^{n} u_{n-1} = n u_{n-1}", "proved"),
    (ONE + PAIR, r"\sum_{i=3}^{n} u_i = \sum_{i=1}^{n} u_i - u_1 - u_2", "unknown"),
    (ONE + PAIR, r"\sum_{i=3}^{n} 1 = n - 2", "unknown"),
    (ONE + PAIR, r"\sum_{i=2}^{n} 1 = n - 1", "proved"),
    (SMALL, r"\max_i u_i v_i = \max_i u_i \max_i v_i", "refuted"),
    (SMALL, r"\max_i u_i v_j = v_j \max_i u_i", "ambiguous"),
    (SMALL, r"\max_i u_i x = x \max_i u_i", "ambiguous"),
]


@pytest.mark.parametrize(("words", "row", "status"), ANEW)
def test_what_is_said_anew_or_left_open(words: str, row: str, status: str) -> None:
    answer = read(f"{words}\n\n$${row}$$\n").lines[-1].answer
    assert answer.status == status, answer.why


def test_an_index_is_printed_as_the_note_counts() -> None:
    (line,) = read(ONE + PAIR + "\n\n$$i \\in \\{1, \\dots, n\\}:\\quad (A A)^i A A = (A A)^i$$\n").lines
    assert "i = 1" in line.answer.why and "i = 1" in line.answer.counterexample


def test_a_sum_that_may_end_before_it_begins_says_so() -> None:
    row = "\\sum_{i=1}^{n-2} u_i = \\sum_{i=1}^{n} u_i - u_n - u_{n-1}"
    (line,) = read(f"{ONE}{PAIR}\n\n$${row}$$\n").lines
    assert "n ≥ 2" in line.answer.readings[0].assumed


def test_a_sidecar_that_contradicts_the_note_is_named_with_it() -> None:
    note = "<!-- symattn:\n[functions]\n'R' = \"RowSum\"\n-->\n\nLet $A, R \\in \\mathbb{R}^{n \\times n}$.\n\n"
    (line,) = read(note + "$$R (A) = A \\mathbf{1}$$\n").lines
    assert "line 6" in line.answer.why and "RowSum" in line.answer.why


FACTOR, COMPLEX = r"Let $k \in \mathbb{R}$. ", r"Let $z, w \in \mathbb{C}$. "
FROM_0, FROM_1 = (f"<!-- symattn:\nfirst = {first}\nsizes = ['n', 'p', 'h', 'd']\n-->\n\n" for first in (0, 1))
#: Words beside a formula are understood wholly, or the row is not judged: (before it, what comes of it) → rows.
BESIDE = {
    (SMALL, "not read"): (
        r"u = 0 \quad \text{if } u^\top v = 0 \text{ for all } v \in \mathbb{R}^n",
        r"\text{if } u^\top v = 0 \text{ for all } v \in \mathbb{R}^n:\quad u = 0",
        r"\text{if } A u = B u \text{ for all } u \in \mathbb{R}^n:\quad A = B",
        r"A = 0 \quad \text{if } A u = 0 \text{ for all } u \in \mathbb{R}^n",
        r"A = 0 \quad \text{if } A u = 0 \text{ for every } u \in \mathbb{R}^n",
        r"\text{if } A u = 0 \text{ for all } u \in \mathbb{R}^n, \text{ then } A = 0",
        r"\text{if } A u = 0 \text{ for all } u:\quad A = 0",
        r"x \le 0 \quad \text{if } x \le y \text{ for all } y",
        r"y = 0 \quad \text{if } x y = y \text{ for all } x",
        r"\text{if } x = y \text{ for all } x:\quad x = y",
        r"|x| + |y| = x + y \quad \text{for all } x, y \in \mathbb{N}",
        r"|x| + |y| = x + y \quad \text{for } x, y \in \mathbb{R}_{\ge 0}",
        r"x y = y x \quad \text{for all } x, y \in \mathbb{R}^{n \times n}",
        r"x^2 \ge 0 \quad \text{for all } x, y \in \mathbb{C}",
        r"|x| = x \quad \text{for } x = 1, 2, \dots",
        r"|x| = x \quad \text{for } x = 1, \dots, n",
        r"|x| = x \quad (x \in \mathbb{N})",
        r"x^2 = 2 \quad \exists x",
        r"x^2 = y^2 \quad \text{for some } x, y",
        r"x > 0 \quad \text{since } x > 1",
        r"x > 0 \quad \text{because } x > 1",
        r"x > 0 \quad \text{unless } x \le 0",
        r"x \ge y \quad \text{if not } x < y",
        r"x^2 = 1 \quad \text{at } x = 1",
        r"|x|=x \quad \text{for positive } x",
        r"A B = B A \quad \text{for diagonal } A, B",
        r"x > 0 \quad \text{or} \quad x \le 0",
        r"x > 0 \quad \text{or} \quad x = 0 \quad \text{or} \quad x < 0",
        r"x = y \quad \text{or} \quad x \ne y",
        r"x > 1 \quad \text{implies} \quad x > 0",
        r"x > 1 \quad \text{iff} \quad x - 1 > 0",
        r"x^2 \ge 0 \quad \text{implies} \quad x \ge 0",
        r"A B = B A \quad \text{does not hold}",
        r"A B = B A \quad \text{(wrong!)}",
        r"x^2 = y^2 \quad \text{if and only if } x = y",
        r"x^2 = y^2 \quad \text{if, and only if, } x = y",
        r"x^2 = y^2 \quad \text{exactly if } x = y",
        r"x^2 = y^2 \quad \text{only if } x = y",
        r"x^2 = y^2 \quad \text{only when } x = y",
        r"x = y \quad \text{only if } x^2 = y^2",
        r"x^2 = 1 \quad \text{except for } x = 1",
        r"x^2 = 1 \quad \text{except if } x = 1",
        r"x^2 = 1 \quad \text{not if } x = 1",
        r"x^2 = 1 \quad \text{but not if } x = 1",
        r"x^2 = 1 \quad \text{not for } x = 1",
        r"x^2 = 1 \quad \text{even for } x = 1",
        r"|x|=x \quad \text{only for $x > 0$}",
        r"\text{if } :\quad x = x",
        r"\text{for all } :\quad x = x",
        r"x = x \text{ for all }",
        r"u = v \quad \text{if } A u = A v \text{ for any } A",
        r"|x| = x \quad \mathrm{if}\ x > 0",
        r"|x| = x \quad \operatorname{for}\ x > 0",
        r"|x| = x \quad \mathrm{if\ } x > 0",
        r"x > 1, \text{ so } x > 0",
        r"x > 1 \quad \text{hence} \quad x > 0",
        r"x > 1 \quad \text{and hence} \quad x > 0",
        r"x > 1 \text{ or } x \le 1",
        r"x > 1 \quad \Longrightarrow \quad x > 0",
        r"x > 1 \quad \implies \quad x > 0",
        r"\text{If } x > 0, \text{ then we have } |x| = x",
        r"A B = B A \quad \text{in the diagonal case}",
        r"u_i = 0 \quad \text{if } v_i = 0 \text{ for all } i",
        r"u_i u^\top v = 0 \quad \text{if } v_i = 0 \text{ for all } i",
        r"x^2 \ge 0 \quad \text{yields} \quad x \ge 0",
        r"x^2 \ge 0 \quad \text{means} \quad x \ge 0",
        r"x = 1 \quad \text{solves} \quad x^2 = 1",
        r"\text{if } x, y \text{ are positive}:\quad x + y > 0",
        r"x + y > 0 \quad \text{if } x, y \text{ are positive}",
        r"x > 0 \quad \text{($x$ positive)}",
        r"x > 0 \quad (\text{if } x > 1)",
        r"x > 0 \quad \text{for } x > 1 \text{ only}",
        r"\text{Wrong:} \quad A B = B A",
        r"\text{either}\quad x > 0 \quad\text{or}\quad x \le 0",
        r"\forall x > 0: |x| = x",
        r"\exists x:\quad x = 2",
        r"\exists x \in \mathbb{R}:\quad x = 2",
        r"x = 2 \quad \exists x \in \mathbb{R}",
        r"x = 2 \text{ for some } x \in \mathbb{R}",
        r"|x| = x, \qquad x = 1, 2, \dots",
        r"|x| = x \text{ if and only if } x \ge 0",
        r"|x| = x \text{ iff } x \ge 0",
        r"x^2 = y^2 \text{ iff } x = y",
        r"u_i = u_j \quad \text{if } i = j",
        r"u_i = u_j \quad \text{for } i = j",
        r"u_i = u_j \quad (i = j)",
        r"x + y = 0 \quad \text{for } x = y = 0",
        r"|x| = x \quad \text{for } 0 < x < 1",
        r"|x + y| = x + y \quad \text{for } 0 < x, y",
        r"|x + y| = x + y \quad \text{for } 0 < x, y < 1",
        r"A = 0 \quad \text{if } A u = 0, \ u \in \mathbb{R}^n",
        r"A = 0 \quad \text{if } A u = 0 \ \forall u",
        r"u = 0 \quad \text{if } u_i = 0 \text{ for any } i",
        r"u = 0 \quad \text{if all } u_i = 0",
        r"u = 0 \quad \text{if } u_i = 0 \text{ for all } i \le n",
        r"u = 0 \quad \text{if } u_i = 0 \text{ whenever } i \le n",
        r"u = 0 \quad \text{if for all } i \ u_i = 0",
        r"u = 0 \quad \text{if for all } i, u_i = 0",
        r"x \ge 0 \quad \text{if } x y^2 \ge 0 \text{ for all } y \in \mathbb{R}",
        r"x \ge 0 \quad \text{if } x y \ge 0 \text{ for all } y > 0",
        r"x \ge 0 \quad \text{if } x y \ge 0 \text{ for } y > 0",
        r"x y = y x \quad (x, y \in \mathbb{R}^{n \times n})",
        r"x^2 \ge 0 \quad (x \in \mathbb{C})",
        r"|x| = x \quad (x \in \mathbb{R}_{> 0})",
        r"|x| = x \quad \text{for } x \in \mathbb{R}_{> 0}",
        r"|x| = x \quad \text{for } x \in [0, 1]",
        r"|x| = x \quad \text{for } x \in (0, \infty)",
        r"|x| = x \quad \text{for } x \in \{1, 2\}",
        r"|x| = x \quad \text{for } x \in \{1, \dots, n\}",
        r"A B \stackrel{?}{=} B A",
        r"A B = B A \ ?",
        r"A B = B A \quad (?)",
        r"A B = B A \quad \text{?}",
        r"\text{not } A B = B A",
        r"\text{Not:} \quad A B = B A",
        r"x > 0 \quad\text{subject to}\quad x > 1",
        r"x > 0 \quad\text{s.t. } x > 1",
        r"\text{Suppose } x > 1. \text{ Then } x > 0",
        r"\text{Let } x > 1:\quad x > 0",
        r"\text{On } x > 1:\quad x > 0",
        r"\begin{aligned} x > 0 && \text{unless } x \le 0 \end{aligned}",
        r"\begin{aligned} x > 0 & \text{unless } x \le 0 \end{aligned}",
        r"\begin{aligned} x > 0 & \quad \text{(positive $x$)} \end{aligned}",
        r"\text{if } A_{ij} = 0 \text{ for all } i < j:\quad A_{ij} = 0",
        r"\text{if } A_{ij} = B_{ij} \text{ for all } i, j \text{ and all } x:\quad A = B",
        r"\text{if } A_{ij} = B_{ij} \text{ for all } i \text{ and some } j:\quad A = B",
        r"\text{if } u_i = 0 \text{ for all } i, x > 0:\quad |x| = x",
        r"\text{if } x \le y \text{ for all } x, y:\quad x = y",
        r"A B = B A \quad \text{for all symmetric } A, B",
        r"x = 0 \quad \text{if } x^2 \le k^2 \text{ for all } k",
        r"x > 0 \quad \text{if } x > 1 \text{, say}",
        r"x > 0 \quad \text{if } x > 1 \text{ (say)}",
        r"x > 0 \quad \text{when } x > 1, \text{ and } x = 0 \quad \text{otherwise}",
        r"x > 0 \quad \text{if } x > 1 \text{ or } x > 2",
        r"x > 0 \quad \text{if } x > 1 \text{ or } x < -1",
        r"x > 1 \quad \text{if } x > 0 \text{ and not } x > 2",
        r"x > 0 \quad \text{ for $x \in \mathbb{N}$}",
        r"x y = y x \quad \text{for all $x, y \in \mathbb{R}^{n \times n}$}",
        r"x = 0 \quad \text{if $x y = 0$ for all $y$}",
        r"x > 0 \quad \text{if $x > 1$ or $x = 1$}",
        r"x > 0 \quad \text{for large } x",
        r"x > 0 \quad \text{as } x \to \infty",
        r"x > 0 \quad \text{with probability } 1",
        r"u = v \quad \text{up to a factor}",
        r"x = y \quad \text{modulo } 2",
        r"x = y \pmod{2}",
        r"x = y \quad (\bmod 2)",
        r"x = y \quad \text{mod } 2",
        r"x = y \quad \text{in general}",
        r"x = x \quad \text{in general}",
        r"x \to 0 \quad \text{as } y \to 0",
        r"u_i x = x u_i \quad \text{for all } i, x > 0",
        r"|u_i| x = |x u_i| \quad \text{for all } i, x \ge 0",
        r"x > 0 \quad \text{for } u, x > 0",
    ),
    (FROM_1 + SMALL, "proved"): (
        r"\text{if } u_i = v_i \text{ for all } i \in \{1, \dots, n\}:\quad u = v",
        r"\text{if } u_i = v_i \text{ for all } i = 1, \dots, n:\quad u = v",
        r"\text{if } u_i = v_i \text{ for } i = 1, \dots, n:\quad u = v",
        r"\text{if } u_i = v_i, i = 1, \dots, n:\quad u = v",
        r"u = v \quad \text{if } u_i = v_i \text{ for all } i \in \{1, \dots, n\}",
        r"u = 0 \quad \text{if } u_i = 0 \ \forall i \in \{1, \dots, n\}",
        r"\text{if } A_{ij} = 0 \text{ for all } i \in \{1, \dots, n\}, j \in \{1, \dots, n\}:\quad A = 0",
        r"\text{if } A_{ij} = 0 \text{ for } i = 1, \dots, n \text{ and } j = 1, \dots, n:\quad A = 0",
    ),
    (SMALL, "proved"): (
        r"\text{if } u_i = v_i \text{ for all } i \in \{1, \dots, n\}:\quad u = v",
        r"\text{if } u_i = 0 \text{ and } v_i = 0 \text{ for all } i:\quad u = 0",
        r"\text{if } u_i = 0, v_i = 0 \text{ for all } i:\quad u = 0",
        r"u = 0 \quad \text{if } u_i = 0 \text{ and } v_i = 0 \text{ for all } i",
        r"\text{if } u_i = 0 \text{ and } v_j = 0 \text{ for all } i, j:\quad u = v",
        r"|x + y| = x + y \quad \text{for } x, y \ge 0",
        r"|x + y| = x + y \quad \text{if } x, y \ge 0",
        r"|x + y| = x + y \quad \text{for all } x, y \ge 0",
        r"|x| + |y| = x + y \quad \text{with } x, y > 0",
        r"|x| + |y| = x + y \qquad \forall x, y > 0",
        r"|x| + |y| = x + y \qquad x, y > 0",
        r"|x + y| = x + y \quad (x, y \ge 0)",
        r"x = y \quad \text{if } x^2 = y^2 \text{ and } x, y \ge 0",
        r"|x + y| = x + y \quad \text{if } x + y > -1 \text{ and } x, y > 0",
        r"|x|=x \quad \text{if $x > 0$}",
        r"|x|=x \quad \text{for $x > 0$}",
        r"u_i u_j = u_i^2, \quad i = j",
        r"x > 0 \quad \text{whenever } x > 1",
        r"x > 0 \quad \text{provided } x > 1",
        r"x > 0 \quad \text{provided that } x > 1",
        r"x > 0 \quad \text{as long as } x > 1",
        r"x > 0 \quad \text{assuming } x > 1",
        r"|x| = x \quad \text{where } x > 0",
        r"x + y > 0 \quad \text{if } x > 0, \text{ and } y > 0",
        r"x + y > 0 \quad \text{if } x > 0, y > 0",
        r"x + y > 0 \quad \text{if } x > 0 \text{ and } y > 0",
        r"x + y > 0 \quad \text{if } x > 0 \text{ and if } y > 0",
        r"x + y > 0 \quad \text{for all } x > 0 \text{ and for all } y > 0",
        r"\text{If } x > 0 \text{ then } |x| = x",
        r"\text{If } x > 0, \text{ then } |x| = x",
        r"x > 0 \quad \text{($x > 1$)}",
        r"x > 0 \quad \text{(if } x > 1 \text{)}",
        r"x > 0 \; \forall x \ge 1",
        r"\forall x > 0:\quad |x| = x",
        r"\forall x, y > 0:\quad |x + y| = x + y",
        r"x = 2 \quad \text{if} \quad x - 1 = 1",
        r"|x| = x \quad \text{for} \quad x > 0",
        r"|x| = x \quad \text{for all} \quad x > 0",
        r"|x| = x, \; x > 0",
        r"|x| = x, x > 0",
        r"|x| = x \text{ if } x > 0",
        r"|x| = x \quad \text{where} \quad x \ge 0",
        r"u_i u_j = u_i^2, \quad j = i",
        r"x y = 2 \quad \text{with } x = 2, y = 1",
        r"x y = 2 \quad \text{for } x = 2, y = 1",
        r"x + y = 0 \quad \text{for } x, y = 0",
        r"|x| = x \quad \text{for } 0 < x",
        r"u = 0 \quad \text{if } u_i = 0 \ \forall i",
        r"u = 0 \quad \text{if } u_i = 0, \quad i = 1, \dots, n",
        r"u = 0 \quad \text{if } u_i = 0 \text{ for each } i",
        r"z + 1 > 0 \quad (z > 0)",
        r"\text{for } x > 1:\quad x > 0",
        r"\begin{aligned} x > 0 && \text{if } x > 1 \end{aligned}",
        r"x > 0 \quad \text{if } x > 1 \quad \text{(positive case)}",
        r"x > 0 \mbox{ if } x > 1",
        r"x > 0 \quad \textit{provided } x > 1",
        r"u = 0 \quad \text{if } u_i = 0 \text{ for all } i \text{ and } v = 0",
        r"u = v \quad \text{if } u_i = 0 \text{ for all } i \text{ and } v_j = 0 \text{ for all } j",
        r"\text{if } A_{ij} = 0 \text{ for all } i \text{ and } j:\quad A = 0",
        r"\text{if } x > 0, u_i = 0 \text{ for all } i:\quad |x| u = 0",
        r"\text{for all } x, y:\quad x y = y x",
        r"x y = y x \text{ for all } x, y",
        r"|x + y| = x + y \quad \text{for $x, y > 0$}",
        r"|x + y| = x + y \quad \text{for all $x > 0$ and $y > 0$}",
        r"x = x \quad \text{(trivially)}",
        r"A (B + A) = A B + A A \quad \text{by linearity}",
        r"\text{Step 1:}\quad x y = y x",
    ),
    (FROM_0 + SMALL, "not read"): (
        r"\text{if } A u = 0 \text{ for all } u:\quad A = 0",
        r"x \le 0 \quad \text{if } x \le y \text{ for all } y",
    ),
    (FROM_1 + SMALL, "not read"): (
        r"\text{if } A u = 0 \text{ for all } u:\quad A = 0",
        r"u = 0 \quad \text{if } u_i = 0 \ (i = 1, \dots, n)",
        r"\text{if } A_{ij} = 0 \text{ for all } i, j \in \{1, \dots, n\}:\quad A = 0",
        r"\text{if } A_{ij} = 0 \text{ for } i, j = 1, \dots, n:\quad A = 0",
        r"\text{if } u_i = 0 \text{ for all } i \in \{1, \dots, n - 1\}:\quad u = 0",
        r"\text{if } u_i = 0 \text{ for all } i \in \{2, \dots, n\}:\quad u = 0",
    ),
    (SMALL + FACTOR, "not read"): (
        r"x = 0 \quad \text{if } \sin(x k) = 0 \text{ for all } k",
        r"x = 0 \quad \text{if } x^2 \le k^2 \text{ for all } k",
    ),
    (FROM_0 + SMALL + FACTOR, "not read"): (r"x = 0 \quad \text{if } \sin(x k) = 0 \text{ for all } k",),
    ("", "refuted"): (r"x y = y x \quad \text{for all } x, y \in \mathbb{R}^{n \times n}",),
    (NUMBERS, "not read"): (r"x y = y x \quad \text{for all } x, y \in \mathbb{R}^{n \times n}",),
    (SMALL, "declaration, refuted"): (r"x y = y x \quad \text{where } x, y \in \mathbb{R}^{n \times n}",),
    ("", "declaration, refuted"): (r"x y = y x \quad \text{where } x, y \in \mathbb{R}^{n \times n}",),
    (COMPLEX, "not read"): (
        r"z w = w z \quad \text{for all } z, w \in \mathbb{R}^{n\times n}",
        r"\operatorname{Im}(z + w) = 0 \quad \text{for all } z, w \in \mathbb{R}",
    ),
    (SMALL, "fails as read"): (
        r"\text{it is not true that } A B = B A",
        r"\text{it is not true that } (x + y)^2 = x^2 + y^2",
        r"\text{it is not true that } u_i = u_j",
        r"\text{if } u_i = v_i:\quad u = v",
        r"A B = B A \quad \text{(diagonal matrices)}",
        r"A B = B A \quad \text{Nope}",
        r"A B = B A \quad \text{(to prove)}",
        r"\text{Show that} \quad A B = B A",
        r"(A + B)^2 = A A + 2 A B + B B \quad \text{(binomial)}",
        r"(A + B)^\top = A^\top - B^\top && \text{by linearity}",
    ),
    (SMALL, "definition"): (r"u_i = v_i, \quad i \ne j",),
    (SMALL, "definition, definition, proved"): (
        r"x y = 2 \quad \text{where } x = 2, y = 1",
        r"x y = 2 \quad \text{where } x = 2 \text{ and } y = 1",
    ),
    (SMALL, "refuted, declaration"): (r"x y = y x, \quad x, y \in \mathbb{R}^{n \times n}",),
    ("", "not read"): (r"|x| = x \quad \text{for } x \in \{1, 2\}",),
    (SMALL, "not a statement"): (r"\neg (A B = B A)",),
    (SMALL, "shapes"): (r"p_1 p_2 > 0 \quad \text{for } p_1, p_2 > 0",),
    (SMALL, "refuted"): (r"x + y > 0 \quad \text{for } x, y, x y > 0",),
}


@pytest.mark.parametrize(("words", "status", "row"), [(*key, row) for key, rows in BESIDE.items() for row in rows])
def test_words_beside_a_formula_are_read_wholly_or_refuse_the_row(words: str, status: str, row: str) -> None:
    statuses = [line.answer.status for line in read(f"{words}\n\n$${row}$$\n").lines]
    assert statuses == (status.split(", ") if ", " in status else [status] * len(statuses))


ANGLES = r"Let $\theta, x, y \in \mathbb{R}$. "
COUNTED = "<!-- symattn:\nfirst = 1\nsizes = ['n', 'p', 'h', 'd']\n-->\n\n"
WIDE = (
    r"Let $X \in \mathbb{R}^{n\times d}$, $W\in\mathbb{R}^{d\times d}$, $b\in\mathbb{R}^d$ and $x, y, t\in\mathbb{R}$. "
)
SAMPLES = r"Let $x\in\mathbb{R}^n$, $W\in\mathbb{R}^{n\times n}$ and let $x^{(i)}$ be the $i$-th sample. "
#: What a sign takes, and what stands at it: (before the rows, what comes of each) → rows.
REACHES = {
    # TeX takes one digit; numbers beside each other are no product, and one in brackets may number the row
    (SMALL, "proved"): (
        r"\frac12 x = x/2",
        r"\tfrac14 y + \tfrac34 y = y",
        r"\frac13 n = n/3",
        r"\frac12 \|u\|^2 = \frac{u^\top u}{2}",
        r"\sum_{i=1}^n i = \frac12 n (n + 1)",
        r"2 \cdot 3 x = 6 x",
        r"(2) (3) = 6",
    ),
    (SMALL, "refuted"): (r"\frac12 y = 12 / y", r"\frac12 x \cdot x = 12"),
    (SMALL, "not read"): (
        r"x^23 = 3 x^2",
        r"\sqrt16 x = 4 x",
        r"\frac{1}23 = 3/2",
        r"96 \cdot 128 = 12\,288",
        r"3\ 1/2 = 3.5",
        r"64 x 12 = 768",
        r"x + x = 2x ~~(2)",
        r"x + x = 2x ~~~~ (2)",
        r"(2)\ x + x = 2x",
        r"x / y \cdot y = x",
    ),
    # functions without brackets
    (ANGLES, "ambiguous"): (
        r"\cos\theta x = x \cos\theta",
        r"\cos\theta\, x = \cos(\theta x)",
        r"\cos\theta e^{x} = e^x \cos\theta",
        r"\cos m\theta x = x \cos m\theta",
        r"\sin\omega t x = x \sin\omega t",
        r"\sin\frac{x}{2} y = y \sin\frac{x}{2}",
        r"\log(1 + e^x)^{-1} = -\log(1 + e^x)",
        r"\ln(e^x)^2 = 2x",
    ),
    (ANGLES, "proved"): (
        r"\cos\theta x - \sin\theta y = x\cos\theta - y\sin\theta",
        r"\cos m\theta\, x - \sin m\theta\, y = x\cos(m\theta) - y\sin(m\theta)",
        r"\cos\theta (x + y) = x \cos\theta + y \cos\theta",
        r"\cos\theta \cdot x = x \cos\theta",
        r"\sin\frac12 x = \sin(x / 2)",
        r"\sin 2(x + y) = \sin(2x + 2y)",
        r"\sin 2\pi x / y = \sin(2\pi x / y)",
        r"\sin\omega t = \sin(\omega t)",
        r"\sin(x)^2 + \cos(x)^2 = 1",
    ),
    (ANGLES, "refuted"): (
        r"\cos\theta x - \sin\theta y = x\cos\theta + y\sin\theta",
        r"\sin 2(x + y) = (x + y) \sin 2",
    ),
    # products of every entry beside other products
    (SMALL, "ambiguous, "): (
        r"A \odot B A = (A \odot B) A",
        r"A \odot B A = A \odot (B A)",
        r"A B \odot A = A (B \odot A)",
    ),
    (SMALL, "proved,"): (
        r"A B \odot A = (A B) \odot A",
        r"A \odot 2 B = 2 (A \odot B)",
        r"u \odot A v = (A v) \odot u",
        r"[x + y]^2 = x^2 + 2 x y + y^2",
    ),
    (SMALL, "not read,"): (
        r"A \odot B A \odot B = A",
        r"[x] = x",
        r"\|A\ B\|_F = \|A B\|_F",
        r"A_ij = A_ji",
        r"A^-1 A = A A^-1",
        r"u(t + 1) = u(t - 1)",
        r"1e-5 = e - 5",
        r"2e3 = 6e",
        r"\cos x (x + 1) = \cos(x^2 + x)",
        r"\frac{\partial x^2}{\partial x}(y) = 2 x y",
        r"\exp\left(\begin{pmatrix} x & 0 \\ 0 & y \end{pmatrix}\right) = X",
    ),
    (r"Let $x, y\in\mathbb{N}$. ", "fails as read"): (r"x \ge 1", r"x + y \ge 1"),
    (r"Let $x, y\in\mathbb{N}$. ", "refuted"): (r"x \ge 2", r"x > y"),
    (WIDE, "proved,"): (r"X W^\top X^\top \odot X X^\top X W = (X W^\top X^\top \odot X X^\top) X W",),
    (ANGLES, "not read"): (r"\sin 2 \cdot x = \sin(2x)", r"\log x \cdot y = y \log x", r"\cos\theta x / 2 = x / 2"),
    # logarithms of another base, and ≠ that holds of some values
    (SMALL, "fails as read"): (r"\log 2^n = n", r"2^{\log x} = x", r"\log(2n) = \log n + 1"),
    (SMALL, "ambiguous"): (r"(x + y)^2 \ne x^2 + y^2", r"A_{ij} \ne A_{ji}", r"x - y \neq y - x"),
    (SMALL, "refuted, "): (r"\log e^x = 2x", r"x y \ne y x"),
    (SMALL, "proved, "): (r"x \ne x + 1",),
    # sums, products and the largest
    (COUNTED + SMALL, "ambiguous"): (
        r"\sum_{i=1}^n 2i - 1 = n^2",
        r"\prod_{i=1}^n 1 + x = (1 + x)^n",
        r"\prod_{i=1}^n u_i / x = (\prod_{i=1}^n u_i) / x",
        r"\max_i u_i / x = (\max_i u_i) / x",
        r"\min_i u_i / \max_i u_i = (\min_i u_i) / (\max_i u_i)",
    ),
    (COUNTED + SMALL, "proved"): (
        r"\sum_{i=1}^n u_i - x = -x + \sum_{k=1}^n u_k",
        r"\sum_i u_i / \sum_i v_i = (\sum_i u_i) / (\sum_i v_i)",
        r"\sum_{i,j=2}^n u_i u_j = (\sum_{i=2}^n u_i)^2",
        r"\sum_{i,j=2}^n A_{ij} = \sum_{i=2}^n \sum_{j=2}^n A_{ij}",
        r"\max_i u_i \ge u_j",
        r"\log\sum_i e^{u_i} = \log(\sum_i e^{u_i})",
    ),
    (COUNTED + SMALL, "refuted"): (
        r"\sum_{i=1}^n u_i - x = 2x",
        r"\sum_{i,j=2}^n A_{ij} = \sum_{i=1}^n \sum_{j=2}^n A_{ij}",
    ),
    (COUNTED + SMALL, "not read"): (
        r"\min_x x^2 = 0",
        r"\min_u \|u\| = 0",
        r"\min_w w^2 = 0",
        r"\sum_i i = \frac{n (n + 1)}{2}",
        r"\max_i i = n",
        r"\sum_{k=0}^\infty 2^{-k} < 2",
        r"\sum_i' u_i = \sum_i u_i",
        r"\max'_i u_i = \max_i u_i",
        r"\log\sum_i e^{u_i} \cdot x = x \log(\sum_i e^{u_i})",
    ),
    # braces, signs over =, parts beside each other
    (SMALL, "not read, "): (
        r"x^2 + \underbrace{2 x y}_{=0} + y^2 = x^2 + y^2",
        r"\underbrace{\sum_i u_i}_{1} x = x",
        r"x + \underbrace{y}_{\ge 0} \ge x",
        r"\underbrace{2}_{=1} = 1",
        r"x + 1 \overset{L}{=} x",
        r"x^2 \overset{n\to\infty}{=} 0",
        r"x + 2 \overset{\text{mod } 2}{=} x",
        r"[A \; B] [A \; B]^\top = A A^\top + B B^\top",
        r"(A \quad B) (A \quad B)^\top = A A^\top + B B^\top",
        r"\|[3\ 4]\| = 5",
        r"o(x) - o(x) = 0",
        r"\operatorname{Dropout}(u) - \operatorname{Dropout}(u) = 0",
    ),
    (SMALL, "open"): (r"\underbrace{\sum_i u_i}_{\text{sums to one}} x = x", r"\underbrace{A}_{n \times n} u = u"),
    (SMALL, "proved, , "): (
        r"\underbrace{A^\top A}_{=I} u = u",
        r"u^\top \underbrace{A u}_{v} = u^\top v",
        r"\underbrace{(x + y)^2}_{\text{square}} = x^2 + 2 x y + y^2",
        r"x + x \overset{(a)}{=} 2x",
        r"x + x \stackrel{\text{by (3)}}{=} 2x",
        r"(A B) u = A (B u)",
    ),
    # d is a size, and a differential
    (WIDE, "not read"): (
        r"d(X W) = dX\,W + X\,dW",
        r"\mathrm{d}(x y) = x\,\mathrm{d}y + y\,\mathrm{d}x",
        r"d e^x = e^x dx",
        r"dx\,dy = dy\,dx",
        r"d\log x = \frac{dx}{x}",
        r"\frac{d^2 x^2}{dx^2} = 2",
        r"\frac{d^2 x}{dt^2} = \frac{dx}{t^2}",
        # names that are called
        r"x(0) = 0",
        r"W(t + 1) = W(t) + W(1)",
        r"x(2y) = 2x(y)",
        r"W(b + b) = W(b) + W(b)",
    ),
    (WIDE, "proved"): (r"\frac{1}{d} d b = b", r"x(y + 1) = x y + x", r"W(b + b) = 2 W b", r"W(-b) = -W b"),
    (WIDE, "refuted"): (r"\|b\|^2 = d", r"X b = d X b"),
    # an index in brackets tells others apart
    (SAMPLES, "fails as read"): (r"\sum_i x^{(i)} = \sum_i x_i", r"x^{(i)} x_j = x_i x_j"),
    (SAMPLES, "not read"): (r"W^{ij} = W_{ij}", r"e^{(1)} e^{(2)} = e^{(3)}", r"e^{(i)} e^{(j)} = e^{(i + j)}"),
    (SAMPLES, "proved"): (r"W^2 W = W W^2", r"x_i^2 = x_i x_i", r"2 e^{(b + c)} = 2 e^{c + b}"),
}


@pytest.mark.parametrize(("words", "status", "row"), [(*key, row) for key, rows in REACHES.items() for row in rows])
def test_what_a_sign_takes_and_what_stands_at_it(words: str, status: str, row: str) -> None:
    answers = [line.answer for line in read(f"{words}\n\n$${row}$$\n").lines]
    assert {each.status for each in answers} == {status.rstrip(", ")}, [each.why for each in answers]


DENIED = (
    "We show that this fails:",
    "Contrary to numbers, matrices rarely satisfy",
    "For which matrices is",
    "Nobody claims that",
    "It is not the case that",
    "This doesn't imply",
    "One might think that",
    "Is it true that",
    "When do we have",
    "There are no matrices with",
    "Matrices seldom satisfy",
    "Without commutativity we lose",
    "The following is a fallacy:",
    "It is tempting to write",
    "Find all matrices with",
    "Characterise the matrices with",
    "The equation",
)


@pytest.mark.parametrize("words", DENIED)
def test_what_the_words_before_deny_or_ask_is_not_refuted(words: str) -> None:
    (line,) = read(f"{SMALL}{words}\n\n$$A B = B A$$\n").lines
    assert line.answer.status == "fails as read"
    (line,) = read(f"{SMALL}We have\n\n$$A B = B A$$\n").lines
    assert line.answer.status == "refuted"


#: Lines of one display, and the answers to its rows: what goes on in the next line, two equations beside each other.
LINES = [
    (r"(x + y)^3 &= x^3 + 3 x^2 y \\ &\qquad + 3 x y^2 + y^3", "proved"),
    (r"\|u + v\|^2 &= u^\top u + v^\top v \\ &\phantom{={}} + 2 u^\top v", "proved"),
    (r"(x + y) (x - y) &= x^2 \\ &{}- y^2", "proved"),
    (r"(x + y)^2 &= x^2 + y^2 + {} \\ &\quad 2 x y", "proved"),
    (r"x y &= y \\ &\times x", "proved"),
    (r"(x + y)^2 &= x^2 + 2 x y + y^2 \\ &\quad + 1", "refuted"),
    (r"A B &= A B \\ &\quad + B A", "refuted"),
    (r"A B &= A B \\ &\cdot B", "fails as read"),
    (r"(x + y)^2 &= x^2 + 2 x y \\ &\quad y^2", "not read, not a statement"),
    (r"H &= A B \\ &\quad + B A \\ H - A B &= 0", "definition, refuted"),
    (r"x + y &= y + x \\ -x &= -x", "proved, proved"),
    (r"x + y &= y + x \\ \vdots \\ x &= x", "proved, not a statement, proved"),
    (r"A - A &= 0 & u^\top u &\ge 0", "proved, proved"),
    (r"0 x &= 0 & 1 &= 0", "proved, refuted"),
    (r"(A B)^\top &= B^\top A^\top & \operatorname{tr}(A B) &= \operatorname{tr}(B A)", "proved, proved"),
    (r"(x + y)^2 &= x^2 + 2 x y + y^2 & (x - y)^2 &= x^2 - 2 x y", "proved, refuted"),
    (r"x &= 2 x & (1/2)", "not read"),
    (r"|x| &= x & x &> 0", "proved"),
    (r"x & = & x \\ y &=& y", "proved, proved"),
    (r"|x| &= x &&\text{if } x > 0, \\ &= -x && \text{if } x < 0", "proved, not read"),
    (r"|x| &= x &&\text{if } x > 0, \\ &= x", "proved, not read"),
    (r"x &= \text{only if} y \\ &= 2", "not read, not read"),
]


@pytest.mark.parametrize(("rows", "statuses"), LINES)
def test_a_line_goes_on_from_the_one_before_or_is_one_equation(rows: str, statuses: str) -> None:
    note = f"{SMALL}We have\n\n\\begin{{align}}\n{rows}\n\\end{{align}}\n"
    assert [line.answer.status for line in read(note).lines] == statuses.split(", ")


TRIVIAL = "x y = y"
#: The text before a row, or a pair of a row and the text behind it, and what is no answer to the row, or is the answer.
AROUND = [
    # an inline equation that is one of several, restricted or denied defines nothing
    (r"Let $M_{ij} = 1$ for $i \ge j$ and $0$ otherwise.", "M_{ij} + M_{ji} = 2", "open"),
    (r"Define $M_{ij} = 0$ if $j \le i$ and $M_{ij} = 1$ otherwise.", "M_{ij} + M_{ji} = 0", "open"),
    (r"where $c_i = 1$ if token $i$ is kept and $c_i = 0$ if it is not,", "c_i u_i = u_i", "open"),
    (r"where $c = 1$ for training and $c = 0$ for inference", "c u = u", "open"),
    (r"Let $f(x) = 1$ for some $x$.", "f(y) = 1", "open"),
    (r"Let $h_t = u$ at $t = 0$.", "h_t - u = 0", "open"),
    ("Let $x = 1$ or $x = 2$. Then", TRIVIAL, "open"),
    ("Except where $x = 1$,", TRIVIAL, "open"),
    ("We cannot let $x = 1$. Still,", TRIVIAL, "open"),
    ("where $x = 1$ means no mask,", TRIVIAL, "open"),
    ("In the linear model (where $A = I$) this is clear. In ours,", "A u = u", "open"),
    ("A naive guess is $c = y + 1$.", "c - y = 1", "fails as read"),
    ("Let $c = y + 1$. We have", "c - y = 1", "proved"),
    ("We use no bias, and let $c = y$. Then", "c = y", "proved"),
    (r"Let $c_i = 2$ for $i = 1, \dots, n$.", "c_i = 2", "proved"),
    (r"Let $f(x) = x^2$. Later, let $f(x) = x$.", r"f(x) \ge 0", "fails as read"),
    # how far what is supposed holds
    ("# 1\n\nLet $x > 0$.\n\n# 2\n\nThen", "|x| = x", "fails as read"),
    ("# 1\n\nLet $x > 0$.\n\n## 2\n\nThen", "|x| = x", "proved"),
    ("**Lemma 1.** Let $x > 0$.\n\n**Lemma 2.** Then", "|x| = x", "fails as read"),
    ("1. Let $x > 0$. Then\n\n   $$|x| = x.$$\n\n2. We have", "|x| = x", "fails as read"),
    ("- Let $x$ be a number with $x > 0$.\n- Let $u$ be a vector.\n\nThen", "|x| = x", "proved"),
    (r"Let $A^\top = A$. Then for any vector $u$,", r"u^\top A v = v^\top A u", "proved"),
    (r"Let $A^\top = A$. This is a case. In general,", r"u^\top A v = v^\top A u", "fails as read"),
    (r"Let $A^\top = A$. Now let $A \in \mathbb{R}^{n\times n}$ be any matrix.", r"A v = A^\top v", "fails as read"),
    ("Let $n = 1$. Now let $n$ be arbitrary. Then", "A B = B A", "fails as read"),
    ("Let $x = 1$. That was a special case. For general $x$,", TRIVIAL, "open"),
    (r"Let $x > 0$.", r"|x| = x \quad \text{for all } x \in \mathbb{R}", "fails as read"),
    (r"Let $A = B$.", r"A B = B A \quad \text{for all } A, B \in \mathbb{R}^{n\times n}", "not read"),
    ("With $A = B$ we are done. With $A = -B$ we have", "A u = 0", "fails as read"),
    # what is supposed in a sentence that denies it, or leaves it open
    ("Except for $x > 0$, we have", "|x| = x", "fails as read"),
    ("If $x > 0$ or $y > 0$, then", "|x| = x", "fails as read"),
    ("Without assuming $x > 0$,", "|x| = x", "fails as read"),
    ("For $n = 1$ this is clear, and in general,", "A B = B A", "fails as read"),
    ("Let $x > 0$ with high probability. Then", "|x| = x", "fails as read"),
    ("For $x > 0$ we have", "|x| = x", "proved"),
    (("|x| = x", "for $x > 0$."), "", "proved"),
    (("|x| = x", "which for $x > 0$ is trivial."), "", "fails as read"),
    (("|x| = x", "and, for $x > 0$, also $x = |x|$."), "", "fails as read"),
    (("x y = y,", "where $x = 1$ is forbidden."), "", "fails as read"),
]


@pytest.mark.parametrize(("words", "row", "status"), AROUND)
def test_words_around_a_formula_deny_restrict_or_end_it(words: str | tuple[str, str], row: str, status: str) -> None:
    before, row, behind = (words, row, "") if isinstance(words, str) else ("We have", *words)
    answer = read(f"{SMALL}\n\n{before}\n\n$${row}$$\n\n{behind}\n").lines[-1].answer
    assert answer.status == status, answer.why


@pytest.mark.parametrize("name", ["proof", "lemma*", "thm", "prop", "claim"])
def test_what_a_part_of_a_page_supposes_ends_with_it(name: str) -> None:
    for supposed, row in (("$x > 0$", "|x| = x"), ("$x = 1$", TRIVIAL), ("$A = B$", "A B = B A")):
        part = f"\\begin{{{name}}}\nLet {supposed}. Then\n$${row}$$\n\\end{{{name}}}\n\n"
        lines = [*noted(page("a.tex", f"{SMALL}\n\n{part}We have\n$${row}$$\n"), Sidecar(), {}).lines()]
        assert [line.answer.status for line in lines][1:] != ["proved"]
        assert lines[0].answer.status == "proved"
        if name != "proof":
            inside = f"{part}\\begin{{proof}}\nWe have\n$${row}$$\n\\end{{proof}}\n"
            lines = [*noted(page("a.tex", f"{SMALL}\n\n{inside}"), Sidecar(), {}).lines()]
            assert [line.answer.status for line in lines] == ["proved", "proved"]


COMMUTE, SYMMETRIC = "A B = B A", r"u^\top A v = v^\top A u"
#: A display, the words before it and behind it, a second display, and the answer to the second.
AFTER = [
    # a display that is supposed
    ("Suppose that", r"A^\top = A.", "Then", SYMMETRIC, "proved"),
    ("If", r"u^\top v = 0,", "then", r"\|u + v\|^2 = \|u\|^2 + \|v\|^2", "proved"),
    ("If", r"u^\top v = 0,", "then we are done. In general,", r"\|u + v\|^2 = \|u\|^2 + \|v\|^2", "fails as read"),
    ("Let $A$ be a matrix with", "A A = A.", "Then", "A A A = A", "proved"),
    ("Let", "x > 0", "be given. Then", "|x| = x", "proved"),
    ("# 1\n\nWe assume", "x > 0", "\n# 2\n\nThen", "|x| = x", "fails as read"),
    ("Let", r"x \in \mathbb{R}, \quad x > 0.", "Then", "|x| = x", "proved"),
    ("Suppose for contradiction that", "A u = v", "Then", "A u - v = 0", "fails as read"),
    ("At a root,", "x^2 - 2 = 0.", "So", "x^2 = 2", "fails as read"),
    ("We have", "x^2 - 2 = 0.", "Here is another error:", "x^2 = 3", "fails as read"),
    # what words deny, suppose or restrict defines nothing
    ("It is not true that", "v = A u", "Still,", "v - A u = 0", "open"),
    ("We never have", "v = A u", "Still,", "v - A u = 0", "open"),
    ("The residual vanishes iff", "v = A u", "Still,", "v - A u = 0", "fails as read"),
    ("We seek a vector with", "v = A u", "We have", "v - A u = 0", "open"),
    ("Only when", "A = B", "this holds. We have", "A u - B u = 0", "fails as read"),
    ("Option A:", "y = 2 x", "In both cases", "y - 2 x = 0", "open"),
    ("We have", "y = x", "for $x > 0$. Then", "y - x = 0", "proved"),
    ("We have", r"y = x \quad \text{for } x > 0", "Then", "y - x = 0", "open"),
    ("We have", r"c = x^2 \quad \text{(guess)}", "Then", r"c \ge 0", "open"),
    ("We have", r"x y = y \quad \text{for } x = 1", "In general,", TRIVIAL, "refuted"),
    ("We have", r"x y = y \quad \text{where } x = 1", "and", r"x y = 2 y \quad \text{where } x = 2", "proved"),
    ("RoPE has no parameters - it rotates:", "C = A B", "Then", r"C^\top = B^\top A^\top", "proved"),
    ("If we let", "C = A B", "then", r"C^\top = B^\top A^\top", "proved"),
    ("We define", "C = A B", "with $A$ given. Then", r"C^\top = B^\top A^\top", "proved"),
]


@pytest.mark.parametrize(("words", "row", "between", "second", "status"), AFTER)
def test_what_a_display_supposes_or_defines(words: str, row: str, between: str, second: str, status: str) -> None:
    answer = read(f"{SMALL}\n\n{words}\n\n$${row}$$\n\n{between}\n\n$${second}$$\n").lines[-1].answer
    assert answer.status == status, answer.why


#: Words before a row that is false, or behind it (after a bar), which do not claim it.
UNCLAIMED = (
    *("Let $A, B$ be such that", "By hypothesis", "It would follow that", "Were this true, then", "Imagine that"),
    *("Two matrices commute iff", "For diagonal matrices,", "Students often write", "Warning!", "Case 2.", "Sometimes"),
    *("For some matrices,", "There exist matrices with", "To first order,", "Almost surely,", "**Question.** Is"),
    *("It is a common mistake (cf. Example 3) to write", "We do not have, e.g. for rotations, that"),
    *(
        "None of this holds.\n\n$$A A B = B A A$$\n\n",
        "The following are wrong:\n\n1.",
        "### Common mistakes\n\nWe have",
    ),
    *(
        "### For symmetric matrices\n\nWe have",
        "### The case $n=1$\n\nWe have",
        "Let $A$, i.e. the mask, be symmetric.",
    ),
    *("Let $A$ be given. It is symmetric.", "All matrices commute.", r"Let $A_{ij} = A_{ji}$ for some $i, j$."),
    *("Let $A$ be low-rank.", r"Let $A \in \mathbb{S}^n_{++}$.", "Let $A$ be a covariance matrix."),
    *("|does not hold in general.", "|This is false in general.", "|fails when $n > 1$.", "|? No.", "|is wrong."),
    *(
        "On average,",
        "In expectation,",
        "Roughly speaking,",
        "Symbolically,",
        "Physically,",
        "In practice,",
        "Empirically,",
    ),
    *(
        "Generically,",
        "To zeroth order,",
        "In the limit,",
        "With probability one,",
        "Eventually,",
        "Modulo commutators,",
    ),
    *("Neglecting the commutator,", "On the torus,", "By construction,", "By the choice of basis,", "After sorting,"),
    *("Gram–Schmidt gives", "Line 3 of the algorithm ensures", "Stationarity yields", "WLOG", "We may arrange that"),
    *(
        "We restrict ourselves to",
        "Both have disjoint supports, whence",
        "In our example,",
        "For the data of Figure 2,",
    ),
    *("The variety is given by", "One heuristic is", "Below we write this loosely as", "The reader is warned against"),
    *(
        "❌",
        "- Myth 1:",
        "GPT-4 answered",
        "Here is a typo:",
        "Version 1 of this note said",
        "The identity that breaks is",
    ),
    *("|is what we would like.", "|is the exception rather than the rule.", "|(This uses that both are diagonal.)"),
    *("|Here we used that both are diagonal.", "|since both are diagonal.", "|because they share a basis."),
    *("|(the commutator vanishes in expectation)", "|The commutator was dropped.", "|We have ignored the order here."),
    *(
        "|This is true at right angles.",
        "|Remember that they commute, as was assumed.",
        "|Alas, no.",
        "|Don't believe it!",
    ),
    *("|Rotations in the plane have this property.", "|Think about why this is too good to be true."),
    *("|Exercise: find the mistake.", "|We will see that this is nonsense.", "|Which pairs satisfy it?"),
    *("|for commuting matrices.", "|whenever they commute.", "|if and only if they do.", "|or not.", "|has solutions."),
)


@pytest.mark.parametrize("words", UNCLAIMED)
def test_what_words_around_a_display_do_not_claim_is_not_refuted(words: str) -> None:
    before, _, behind = words.partition("|")
    lines = read(f"{SMALL}\n\n{before}\n\n$${COMMUTE}$$\n\n{behind}\n").lines
    assert lines[-1].answer.status == "fails as read"


@pytest.mark.parametrize(
    "words",
    [
        r"Let $A_{ij} = A_{ji}$ for all $i, j$.|",
        "Hence|",
        "|where $n$ is the dimension.",
        "|for all $A$ and $B$.",
        "|and we are done.",
        "We get|for each head.",
        "By linearity,|",
        "By the chain rule, the gradient is|",
        "In matrix form,|",
        "It follows that|",
        "In particular,|",
        "On the other hand,|",
        "Then|Here $n$ is the dimension. Now we turn to heads.",
        "We have|by the definition.",
    ],
)
def test_what_is_claimed_plainly_is_refuted(words: str) -> None:
    before, _, behind = words.partition("|")
    (line,) = read(f"{SMALL}\n\n{before}\n\n$${COMMUTE}$$\n\n{behind}\n").lines
    assert line.answer.status == "refuted"


#: Rows of which none is refuted: one holds under what another says, or a mark beside it restricts it.
TOGETHER = (
    r"2x + 3y &= 1 \\ x - y &= 2 \\ \text{hence } 5x &= 7",
    r"& \text{If } x > 0, \text{ then} \\ & |x| = x",
    r"& \text{Let } x > 0 \\ & |x| = x",
    r"& \text{for } x > 0: \\ & |x| = x",
    r"|x| &= x \\ \text{where } x &> 0",
    r"|x| &= x, \\ & \quad x > 0",
    r"& \text{Wrong:} \\ & A B = B A",
    r"A B &= B A \tag{false}",
    r"A B &= B A \tag{if $A = B$}",
    r"|x| &= x \tag{$x > 0$}",
    r"A B &\stackrel{n=1}{=} B A",
    r"A B &\stackrel{\text{if } A = B}{=} B A",
    r"A B &\overset{!}{=} B A",
)


@pytest.mark.parametrize("rows", TOGETHER)
def test_rows_that_belong_together_are_not_refuted(rows: str) -> None:
    lines = read(f"{SMALL}We have\n\n\\begin{{align}}\n{rows}\n\\end{{align}}\n").lines
    assert "refuted" not in {line.answer.status for line in lines}


#: What words say that a letter is: as a fact, in a case only, of something like it, or anew.
WHAT_IT_IS = [
    ("Let $A$ be an orthogonal matrix.", r"A^\top A = I", "proved"),
    ("For any orthogonal matrix $Q$,", r"Q^\top Q = I", "proved"),
    (r"If $P \in \mathbb{R}^{n\times n}$ is a permutation matrix, then", r"P^\top P = I", "proved"),
    (r"If $A$ is orthogonal, then $\det A = \pm 1$. In general,", r"A^\top A = I", "fails as read"),
    ("$A$ is orthogonal whenever $x = 1$. Then", r"A^\top A = I", "fails as read"),
    ("It is false that $A$ is orthogonal.", r"A^\top A = I", "fails as read"),
    ("Let $A$ be an orthogonal matrix. In general,", r"A^\top A = I", "fails as read"),
    ("Let $P$ be a permutation matrix. Now let $P$ be doubly stochastic.", r"P^\top P = I", "fails as read"),
    ("A signed permutation matrix $P$ satisfies", r"P^\top P = I", "fails as read"),
    ("For a nearly orthogonal matrix $A$,", r"A^\top A = I", "fails as read"),
    ("Suppose $C$ is a scalar or a matrix.", "A C = C A", "fails as read"),
    ("Let $a$ and $b$ be matrices.", "a b = b a", "not read"),
    ("Let $a, b$ be quaternions.", "a b = b a", "not read"),
    (r"Let $a, b \in SO(3)$.", "a b = b a", "not read"),
    (r"Let $A, C \in \mathbb{R}$. Let $A, C \in \mathrm{GL}_n(\mathbb{R})$.", "A C = C A", "not read"),
    (r"Let $A, C \in \mathbb{R}$. With $A$ and $C$ matrices,", "A C = C A", "not read"),
    ("Let $c$ be a complex number.", r"|c|^2 = c^2", "refuted"),
    ("Let $a$ and $b$ be numbers.", "a b = b a", "proved"),
]


@pytest.mark.parametrize(("words", "row", "status"), WHAT_IT_IS)
def test_what_words_say_that_a_letter_is(words: str, row: str, status: str) -> None:
    (line,) = read(f"{PAIR}\n\n{words}\n\n$${row}$$\n").lines
    assert line.answer.status == status, line.answer.why


SIGN_ANEW = [
    (r"Here $\|\cdot\|$ is the max norm.", r"\|u\|^2 = u^\top u", "not read"),
    (r"Let $\|\cdot\|$ be any norm.", r"\|u\|^2 = u^\top u", "not read"),
    (r"Let $\langle u, v \rangle = u^\top A v$.", r"\langle u, v \rangle = \langle v, u \rangle", "not read"),
    (r"Here $|\cdot|$ denotes the determinant.", r"|x y| = |x| |y|", "not read"),
    (r"Here $\|u\|$ is the Euclidean norm of $u$.", r"\|u\|^2 = u^\top u", "proved"),
    (r"where $|x|$ is the absolute value of $x$,", r"|x y| = |x| |y|", "proved"),
    (r"Let $\|u\| = 1$.", r"u^\top u = 1", "proved"),
]


@pytest.mark.parametrize(("words", "row", "status"), SIGN_ANEW)
def test_a_sign_that_the_note_explains_anew_is_not_read(words: str, row: str, status: str) -> None:
    (line,) = read(f"{SMALL}{words}\n\n$${row}$$\n").lines
    assert line.answer.status == status, line.answer.why


ENTRY = r"Let $X, Y \in \mathbb{R}^{n \times n}$ and $x, y \in \mathbb{R}^n$. "
DOWN = r"\sum_i \mathrm{softmax}(X)_{ij} = 1"
ONES, TRACE, DIRAC = (
    r"x^\top \mathbf{1} = \sum_i x_i",
    r"\operatorname{tr}(X Y) = \operatorname{tr}(Y X)",
    r"\sum_j \delta_{ij} x_j = x_i",
)
HADAMARD, WHOLE, TURNED, LENGTH = (
    r"X \odot Y = Y \odot X",
    r"X I = X",
    r"(X Y)^\top = Y^\top X^\top",
    r"\|x\|^2 = x^\top x",
)
INNER, LOG, RING = r"\langle x, y \rangle = x^\top y", r"\log(\exp(b)) = b", r"(b + c)(b - c) = b^2 - c^2"
ROWS_SAID, LETTER_SAID, ORDERED = (
    r"\mathbf{x} \mathbf{y}^\top = \mathbf{y} \mathbf{x}^\top",
    r"\sigma \tau = \tau \sigma",
    "a b = b a",
)
#: Words that say anew, or as it is read, what a notation is → each row with them, and its status.
EXPLAINED = {
    ("proved", DOWN): ["softmax is column-wise.", "Column-wise softmax is used.", "Softmax is applied to each column."],
    ("fails as read", DOWN): ["The columns of $X$ are keys.", "The softmax is invariant under shifts."],
    ("refuted", DOWN): ["softmax is applied row-wise.", "The softmax acts along the last axis."],
    ("not read", DOWN): [
        r"The softmax is over $i$, the row index.",
        "softmax is applied to the flattened matrix.",
        "Softmax is applied over columns.",
        "Here softmax acts along the first axis.",
        "softmax normalizes the columns.",
        "softmax is taken of the whole matrix.",
        "softmax is row-wise. In Section 2 softmax is column-wise.",
        r"where softmax denotes the sparsemax",
    ],
    ("proved", ONES): [r"$\mathbf{1}$ is the all-ones vector.", r"where $\mathbf{1}$ denotes a column of ones."],
    ("not read", ONES): [
        r"$\mathbf{1}$ denotes the all-ones matrix.",
        r"Here $\mathbf{1}$ is the identity.",
        r"We write $\mathbf{1}$ for the indicator.",
        r"Let $\mathbf{1}$ be the all-ones row vector.",
        r"the identity matrix $\mathbf{1}$ is used.",
    ],
    ("proved", TRACE): [r"where tr denotes the trace.", r"The trace tr is linear.", "We use tr for brevity."],
    ("not read", TRACE): [
        "tr denotes transpose.",
        "We write tr for the transpose.",
        r"$\mathrm{tr}$ is the transpose.",
    ],
    ("proved", DIRAC): [
        r"$\delta_{ij}$ is the Kronecker delta.",
        r"where $\delta_{ij}$ is $1$ if $i = j$ and $0$ otherwise.",
    ],
    ("not read", DIRAC): [
        r"$\delta$ denotes the step size.",
        r"$\delta_{ij}$ is $0$ if $i = j$ and $1$ otherwise.",
        r"We denote by $\delta_{ij}$ the distance of $i$ and $j$.",
    ],
    ("proved", HADAMARD): [
        r"where $\odot$ is used for gating.",
        r"$\odot$ is commutative.",
        r"$\odot$ denotes the elementwise product and $\otimes$ the Kronecker product.",
        r"Since $X \odot Y$ is symmetric, this is clear.",
        r"The Hadamard product $\odot$ is used.",
    ],
    ("not read", HADAMARD): [
        r"$\odot$: concatenation",
        r"($\odot$ for concatenation)",
        r"where $\odot$ performs concatenation",
        r"Concatenation $\odot$ is used.",
        r"where $X \odot Y := X Y - Y X$.",
        r"$\odot$ denotes the Kronecker product.",
        r"Here $X \odot Y$ denotes concatenation.",
        r"We write $\odot$ for composition.",
        r"By $X \odot Y$ we mean the product $X Y + Y X$.",
        r"The Khatri-Rao product is written $\odot$.",
        "We work over the max-plus semiring.",
    ],
    ("proved", WHOLE): [
        "Because $I$ is symmetric,",
        "The matrix $I$ is diagonal.",
        "$I$ is the identity.",
        r"with the $n \times n$ identity matrix $I$,",
        "Multiplying by $I$ is easy.",
    ],
    ("not read", WHOLE): [
        "for every $I$",
        r"Let $I \subset [n]$.",
        "$I$ denotes the indicator.",
        "$I(X; Y)$ denotes the mutual information.",
        "where $I$ is the input image.",
        "We write $I$ for the Fisher information matrix.",
        "The image $I$ is given.",
    ],
    ("proved", TURNED): [
        r"$X^\top$ is the transpose of $X$.",
        r"$X^\top$ is a matrix.",
        "Matrix products are not commutative.",
        r"We work over $\mathbb{R}$.",
        "the receptive field of a token modulo details",
        "In floating point, large entries overflow.",
        "Here $T$ is the number of tokens.",
        "The product $XY$ is a matrix.",
        "The entries are finite, and the loop may be infinite.",
    ],
    ("not read", TURNED): [
        r"$\top$ denotes conjugate transposition.",
        r"$(\cdot)^\top$ denotes the conjugate transpose.",
        r"Arithmetic is in GF(2).",
        "over ℂ",
        r"$X^\top$ denotes the conjugate transpose.",
        "All products are elementwise.",
        "Matrix products are written in reverse order.",
        "All matrices are complex.",
        "Here = means equality in distribution.",
        "We compute in floating point.",
        "All arithmetic is in bfloat16.",
        "All numbers are floating-point numbers.",
        "The entries of $X$ may be infinite.",
        "All entries are extended reals.",
        "The product $XY$ is the Lie bracket of the matrices.",
        "Here $XY$ denotes the entrywise product.",
        r"Let $\top$ be a permutation of the tokens.",
    ],
    ("proved", LENGTH): [
        r"where $\|\cdot\|$ denotes the $\ell_2$-norm.",
        r"where $\|\cdot\|_2$ is the spectral norm.",
        r"$\|x\|$ is the length of $x$.",
        "All norms are Euclidean.",
    ],
    ("not read", LENGTH): [
        r"We write $\|x\|$ for the 1-norm.",
        r"We use the $\ell_1$ norm $\|x\|$.",
        "All norms are 1-norms.",
    ],
    ("proved", INNER): [
        r"$\langle x, y \rangle$ is the inner product of $x$ and $y$.",
        r"We write $\langle x, y \rangle = x^\top y$.",
        r"where $\langle u, v \rangle := \sum_i u_i v_i$",
    ],
    ("not read", INNER): [
        r"$\langle x, y \rangle$ is the inner product $x^\top G y$.",
        r"Let $\langle x, y \rangle = x^\top x$.",
        r"We write $\langle x, y \rangle := 2 x^\top y$.",
    ],
    ("proved", LOG): ["log is the natural logarithm.", "The logarithm is concave.", "log is monotone."],
    ("not read", LOG): [
        r"We write $\log$ for $\log_2$.",
        "Logarithms are binary.",
        "All logarithms are base 2.",
        r"Here $\log$ is the logarithm to base $2$.",
        "Entropies are measured in bits.",
    ],
    ("proved", RING): ["We work over the reals.", "The sum over all indices is finite.", r"a map over $\mathbb{R}^n$"],
    ("not read", RING): [
        r"We work over $\mathbb{F}_2$.",
        r"All entries lie in $\mathbb{F}_2$.",
        "Everything is over the complex numbers.",
        "All arithmetic is modulo $2$.",
        "Let $k$ be a field.",
        "in characteristic 2",
        "over the quaternions we have",
        "Equalities are up to a constant.",
        "Small letters denote operators.",
        r"Let $b, c \in \mathbb{F}_p$.",
        "Here + denotes exclusive or.",
    ],
    ("proved", ROWS_SAID): ["All vectors are row vectors.", "Bold lower-case letters are row vectors."],
    ("fails as read", ROWS_SAID): ["The vectors are rows of $X$.", "Bold lower-case letters denote vectors."],
    ("not read", ROWS_SAID): ["Lower-case bold letters denote matrices."],
    ("proved", LETTER_SAID): [
        "Greek letters denote scalars.",
        r"$\sigma$ is a function of $t$.",
        r"where $\tau$ is the rate.",
    ],
    ("not read", LETTER_SAID): [
        r"Let $\sigma, \tau \in \mathrm{End}(V)$.",
        r"Let $\tau$ be the shift operator.",
        r"$\sigma$ and $\tau$ do not commute.",
        r"Let $\sigma,\tau$ be endomorphisms of $V$.",
        "Greek letters denote permutations.",
        r"Permutations are written $\sigma$ and $\tau$.",
        r"Let $\sigma$ and $\tau$ be functions.",
        r"Let $\sigma, \tau$ be bijections of $[n]$.",
        r"two group elements $\sigma$ and $\tau$",
        r"Let $\sigma, \tau : S \to S$.",
        r"Let $\sigma$ be a path and $\tau$ a path.",
    ],
    ("not read", ORDERED): [
        r"Let $a \in \mathcal{A}$ and $b \in \mathcal{A}$.",
        "Let $a,b$ be strings.",
        "$a$ and $b$ are non-commuting variables.",
        "Lower-case letters are operators.",
    ],
    ("refuted", r"x^\top y = y^\top x"): [r"Here $x$ and $y$ are row vectors."],
    ("proved", r"x^\top y = y^\top x"): [r"Here $x$ and $y$ are column vectors."],
    ("not read", "X + M - M = X"): [
        r"Let $M \in \{0, -\infty\}^{n \times n}$.",
        r"where $M_{ij} = -\infty$ for $j > i$ and $0$ otherwise.",
        r"The mask $M$ has entries $0$ and $-\infty$.",
        r"Let $M \in (\mathbb{R} \cup \{-\infty\})^{n \times n}$.",
    ],
    ("not read", r"\sum_i x_i = x^\top \mathbf{1}"): [
        "Sums over $i$ run from $2$ to $n$.",
        "All sums exclude the first entry.",
        r"Here the sum runs over $j \neq 1$.",
        "The sum is over the unmasked positions only.",
        "A sum without limits is over the training set.",
        "Let $x_i$ be the $i$-th largest entry of $x$.",
    ],
    ("proved", r"\sum_i x_i = x^\top \mathbf{1}"): [
        "Sums over $i$ run from $1$ to $n$.",
        "The sum runs over all tokens.",
        "Let $x_i$ be the $i$-th entry of $x$.",
        "Empty sums are zero.",
        "We count from one.",
    ],
    ("not read", r"\sum_{i=1}^n x_i = x^\top \mathbf{1}"): [
        r"Take indices in $\{0, \dots, n-1\}$.",
        "As in Python, we count from zero.",
        "The upper limit of a sum is exclusive.",
    ],
    ("not read", r"(X_i)_j = X_{ij}"): ["$X_i$ is the $i$-th column.", r"It has the columns $X_1, \dots, X_n$."],
    ("proved", r"(X_i)_j = X_{ij}"): ["$X_i$ is the $i$-th row.", "The columns of $X$ are long."],
    ("not read", r"(X Y)_{ij} = \sum_k X_{ik} Y_{kj}"): [
        "The column index comes first.",
        "$X_{ij}$ is the entry in column $i$ and row $j$.",
    ],
    ("proved", r"(X Y)_{ij} = \sum_k X_{ik} Y_{kj}"): ["The row index comes first."],
    ("not read", r"\sum_j \mathrm{softmax}(X)_{ij} = 1"): ["It holds one token per column.", "Each query is a column."],
    ("not read", r"(X Y)^\top = Y^\top X^\top"): [
        r"The superscript $\top$ marks the top layer.",
        r"Superscript $\top$ is the anti-transpose.",
        "Here $XY$ means first $X$, then $Y$.",
        "We write products in the order in which the maps are applied.",
        "Juxtaposition of matrices means the Jordan product.",
    ],
    ("proved", r"(X Y)^\top = Y^\top X^\top"): [
        r"The superscript $\top$ denotes the transpose.",
        "Here $XY$ denotes the matrix product.",
    ],
    ("not read", r"X \cdot Y - X \cdot Y = 0"): ["A dot means the Frobenius product."],
    ("not read", r"(X^2)^\top = (X^\top)^2"): ["Powers of matrices in this section are Hadamard powers."],
    ("not read", r"\|X\|_F^2 = \operatorname{tr}(X^\top X)"): [r"$\|X\|_F$ denotes the nuclear norm."],
    ("proved", r"\|X\|_F^2 = \operatorname{tr}(X^\top X)"): [r"$\|X\|_F$ denotes the Frobenius norm."],
    ("not read", r"\operatorname{tr}(X + Y) = \operatorname{tr}(X) + \operatorname{tr}(Y)"): [
        "The trace is normalised."
    ],
    ("not read", r"\tanh(b) < 1"): [
        "All activations are hard.",
        r"Let $b \in \mathbb{R}$ and $\tanh$ its hard version.",
    ],
    ("not read", r"\operatorname{sigmoid}(x)_i > 0"): ["The sigmoid is scaled to $(-1, 1)$."],
    ("not read", r"\cos(\theta + 2 \pi) = \cos(\theta)"): ["Angles are measured in turns."],
    ("proved", r"\cos(\theta + 2 \pi) = \cos(\theta)"): ["Angles are measured in radians."],
    ("not read", "x + y - y = x"): [
        "Arithmetic is in fp16.",
        "All quantities saturate at $1$.",
        "Fractions are rounded down.",
    ],
    ("fails as read", "X Y = Y X"): ["Everything commutes here."],
    ("proved", "X + M - M = X"): [
        r"As $t \to \infty$, $M$ grows.",
        r"Let $t \in (0, \infty)$ and $M \in \mathbb{R}^{n \times n}$.",
    ],
}


@pytest.mark.parametrize(
    ("status", "row", "words"), [(*key, words) for key, said in EXPLAINED.items() for words in said]
)
def test_what_words_say_of_a_notation(status: str, row: str, words: str) -> None:
    (line,) = read(f"{ENTRY}\n\n{words}\n\n$${row}$$\n").lines
    assert line.answer.status == status, line.answer.why


def test_a_sidecar_may_say_that_a_notation_is_as_it_is_read() -> None:
    note = f"Here $\\odot$ denotes the usual product.\n\n$${HADAMARD}$$\n"
    assert "forget = ['odot']" in read(note).lines[0].answer.why
    assert read(f"<!-- symattn:\nforget = ['odot']\n-->\n{note}").lines[0].answer.status == "proved"


STRUCK = [
    ("md", "~~Let $Y = X$.~~"),
    ("md", "<del>Let $Y = X$.</del>"),
    ("md", "Text.[^1]\n\n[^1]: Let $Y = X$.\n\n"),
    ("md", "Text.^[Let $Y = X$.]"),
    ("tex", r"\sout{Let $Y = X$.}"),
    ("tex", r"\iffalse Let $Y = X$. \fi"),
    ("tex", r"\footnote{Let $Y = X$.}"),
    ("tex", r"\marginpar{Let $Y = X$.}"),
]


@pytest.mark.parametrize(("kind", "words"), STRUCK)
def test_what_is_struck_out_or_said_beside_the_text_defines_nothing(kind: str, words: str) -> None:
    note = f"Let $X, Y \\in \\mathbb{{R}}^{{n \\times n}}$.\n\n{words} We have\n\n$$X Y = Y X$$\n"
    (line,) = noted(page(f"a.{kind}", note), Sidecar(), {}).lines()
    assert line.answer.status in ("refuted", "open"), line.answer


def test_waves_between_formulas_strike_nothing_out() -> None:
    note = "Let $x = 1,~~y = 2$ and $z = 3,~~t = 4$.\n\n$$x = 1,~~ y = 2$$\n\n$$x + y = 3 ~~$$\n"
    assert next(each.text for each in page("a.md", note).pieces if each.kind == "display") == "x = 1,~~ y = 2"


ASKED = [
    "\\begin{exercise} We have \\[ %s \\] \\end{exercise}",
    "\\begin{question} Recall $n$. We have \\[ %s \\] \\end{question}",
    "\\paragraph{Exercise 2.} True or false?\n\n1. We have \\[ %s \\]",
    "Prove or disprove the following. Recall that $n$ is a number. \\[ %s \\]",
    "In dimension one, \\[ %s \\]",
    "For scalars, \\[ %s \\]",
    "For $1 \\times 1$ matrices we have \\[ %s \\]",
    "We have \\[ %s. \\]\\footnote{This is false in general.}",
    "\\[ X Y \\overset{!}{=} Y X \\] Then \\[ %s \\]",
]


@pytest.mark.parametrize("words", ASKED)
def test_what_is_asked_or_restricted_is_not_refuted(words: str) -> None:
    note = "Let $X, Y \\in \\mathbb{R}^{n \\times n}$.\n\n" + words % "X Y = Y X"
    *_, line = noted(page("a.tex", note), Sidecar(), {}).lines()
    assert line.answer.status == "fails as read", line.answer


MACROS = [
    (r"\newcommand{\op}{+} % \renewcommand{\op}{-}", "", "proved"),
    (r"\newcommand{\op}{-}\renewcommand{\op}{+}", "", "proved"),
    (r"\newcommand{\op}{+}\providecommand{\op}{-}", "", "proved"),
    (r"\newcommand{\op}{-}", r"\renewcommand{\op}{+}", "not read"),
    (r"\newcommand{\op}{+}", r"{\renewcommand{\op}{-}}", "not read"),
    (r"\newcommand{\op}{-}", r"\let\op+", "not read"),
    (r"\newcommand{\op}{+}", r"\newcommand{\op}{+}", "proved"),
    (r"\newcommand{\op}[1][+]{#1}", "", "not read"),
]


@pytest.mark.parametrize(("before", "between", "status"), MACROS)
def test_a_macro_that_is_defined_twice_is_not_read(before: str, between: str, status: str) -> None:
    row = "\\[ b \\op c = c \\op b \\]\n"
    note = f"{before}\nLet $b, c \\in \\mathbb{{R}}$.\n{row}{between}\n{row}"
    lines = list(noted(page("a.tex", note), Sidecar(), {}).lines())
    assert [line.answer.status for line in lines] == [status] * 2, lines


SECTIONS = [
    ("$$Y = X^2$$", "", "proved"),  # the answer says that it rests on the section before
    ("$$Y = X^2$$", "Let $X, Y$ be matrices.", "open"),
    ("$$Y = X^2$$", "Now $Y$ and $X$ are arbitrary.", "open"),
    ("$$Y = X^2$$", "For matrices $X$ and $Y$ we have", "open"),
    ("Let $Y = X^2$.", "For any $X$ and $Y$,", "open"),
]


@pytest.mark.parametrize(("before", "words", "status"), SECTIONS)
def test_a_section_that_speaks_of_any_letter_takes_no_definition_from_another(
    before: str, words: str, status: str
) -> None:
    *_, line = read(f"# One\n\n{before}\n\n# Two\n\n{words}\n\n$$X Y = Y X$$\n").lines
    assert line.answer.status == status, line.answer


def test_a_display_may_say_what_a_sign_is() -> None:
    rows = "$$X \\odot Y {} X Y - Y X$$\n\n$$X \\odot Y = Y \\odot X$$\n"
    for words, sign, status in (("", ":=", "not read"), ("We define", "=", "not read"), ("Hence", "=", "proved")):
        *_, line = read(f"{ENTRY}\n\n{words}\n\n{rows.format(sign)}").lines
        assert line.answer.status == status, line.answer


def test_a_document_begins_without_a_doubt_and_a_proof_ends_in_a_display() -> None:
    note = "\\begin{document}\nLet $A, B \\in \\mathbb{R}^{n \\times n}$.\n\\[ A B = B A \\qedhere \\]\n\\end{document}"
    (line,) = noted(page("a.tex", note), Sidecar(), {}).lines()
    assert line.answer.status == "refuted", line.answer
