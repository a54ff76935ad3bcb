"""Functions that a note defines or declares, capitals among them: they are never read as factors."""

import pytest

from symattn import read

VECTORS = r"Let $x, y \in \mathbb{R}^n$."
MATRICES = r"Let $X, Y \in \mathbb{R}^{n\times d}$."
LSE = r"L(x) = \log \sum_{i=1}^n e^{x_i}"
ATTEND = r"A(Q, K, V) = \mathrm{softmax}(Q K^\top) V"

#: The words before a first display, the display, the words behind it, a second display, and the answers to both.
NOTES = [
    (
        rf"{VECTORS} Define $L: \mathbb{{R}}^n \to \mathbb{{R}}$ by",
        LSE,
        "Then",
        r"L(x) \ge \max_i x_i",
        "definition proved",
    ),
    (rf"{VECTORS} Define", LSE, "Then", r"L(x) \ge \max_i x_i", "definition proved"),
    (rf"{VECTORS} Define", LSE, "Then", r"L(x) \le \max_i x_i", "definition refuted"),
    (rf"{VECTORS} Define", LSE, "Then", r"L(x + y) = L(x) + L(y)", "definition differs"),
    (f"{VECTORS} Let", LSE, "Then", r"L(2x) = 2 L(x)", "definition differs"),
    (VECTORS, LSE.replace("=", ":=", 1), "Then", r"L(x) \ge \max_i x_i", "definition proved"),
    (
        rf"{MATRICES} Define $F: \mathbb{{R}}^{{n\times d}} \to \mathbb{{R}}^{{n\times d}}$ by",
        "F(X) = 2X",
        "Then",
        "F(X+Y) = F(X) + F(Y)",
        "definition proved",
    ),
    (f"{MATRICES} We denote", "F(X) = 2X", "Then", "F(X+Y) = F(X) - F(Y)", "definition differs"),
    (f"{VECTORS} Define $F(x) = 2x$. Then", "F(x+y) = F(x) + F(y)", "and", "F(3x) = 5x", "proved differs"),
    ("Define", ATTEND, "Then for a permutation matrix $P$,", "A(PQ, K, V) = P A(Q,K,V)", "definition proved"),
    ("Define", ATTEND, "Then for a permutation $P$,", "A(PQ, K, V) = P A(Q,K,V)", "definition fails as read"),
    # of what the note says no more than that it is a function, nothing is proved, and nothing refuted
    (
        r"Let $F: \mathbb{R}^{n\times d} \to \mathbb{R}^{n\times d}$.",
        "F(X+Y) = F(X) + F(Y)",
        "",
        "F(2X) = 2 F(X)",
        "open open",
    ),
    (
        r"Let $f: \mathbb{R}^{n\times d} \to \mathbb{R}^{n\times d}$ and",
        "f(PX) = P f(X)",
        "",
        "f(2X) = 2 f(X)",
        "open open",
    ),
    (r"Let $G: \mathcal{Z} \to \mathcal{X}$ be a generator.", "G(a+b) = G(a) + G(b)", "", "G a = G a", "open not read"),
    (f"{VECTORS} Let $M(x) = b$ have a solution. Then", "M(2x) = 2b", "and", "M(x) = b", "open open"),
    # a matrix before brackets stays one
    (
        r"Let $A \in \mathbb{R}^{n\times n}$ and $x, y \in \mathbb{R}^n$. Then",
        "A(x+y) = Ax + Ay",
        "and",
        "A(2x) = 3 A x",
        "proved refuted",
    ),
    (r"Let $A \in \mathbb{R}^{n\times n}$. Define", "A(x) = 2x", "Then", "A(x+y) = A(x) + A(y)", "not read not read"),
]


@pytest.mark.parametrize(("before", "first", "between", "second", "statuses"), NOTES)
def test_a_function_of_a_note(before: str, first: str, between: str, second: str, statuses: str) -> None:
    lines = read(f"{before}\n\n$${first}$$\n\n{between}\n\n$${second}$$\n").lines
    assert " ".join(line.answer.status for line in sorted(lines, key=lambda line: line.line)) == statuses


SOFTMAX = r"$$p = \operatorname{softmax}(s)$$ $$p_i = \frac{e^{s_i}}{\sum_{j=1}^n e^{2 s_j}}$$"
JACOBIAN = r"Let $p \in \mathbb{R}^{n}$ and $$J = \operatorname{diag}(p) - p p^\top$$"
PRODUCT = r"Let $A, B \in \mathbb{R}^{n\times n}$ and let $C = A B$. $$C_{ij} = \sum_{k=1}^n A_{ki} B_{kj}$$"
ROWS, WEIGHT = r"Let $Q, K \in \mathbb{R}^{n\times d}$ and", r"\frac{e^{q_i^\top k_j}}{\sum_{l=1}^n e^{q_i^\top k_l}}"
STATE = r"Let $h_t = a h_{t-1} + x_t$. Then $$h_t = \sum_{i=1}^t a^{t-i+1} x_i$$"

#: A note whose last rows say of entries what another row says of the whole, and the answers to all rows.
ENTRIES = [
    (rf"{JACOBIAN} $$J_{{ij}} = p_i \delta_{{ij}} + p_i p_j$$", "definition differs"),
    (rf"{JACOBIAN} $$J_{{ij}} = p_i \delta_{{ij}} - p_i p_j$$", "definition proved"),
    (rf"Let $s \in \mathbb{{R}}^n$. {SOFTMAX} $$\sum_{{i=1}}^n p_i = 1$$", "definition differs proved"),
    (rf"{PRODUCT} $$\operatorname{{tr}}(C) = \sum_{{i=1}}^n C_{{ii}}$$", "differs proved"),
    (r"Let $x \in \mathbb{R}^n$ and $z = 2x$. $$z_1 = 3 x_1$$ $$z_i = 2 x_i$$", "differs proved"),
    (r"Let $p \in \mathbb{R}^n$ and $$J_{ij} = p_i p_j$$ $$J = p p^\top$$", "definition definition"),
    (r"Let $p \in \mathbb{R}^n$ and $$J_{ij} = p_i p_j$$ $$J = 2 p p^\top$$", "definition differs"),
    # rows of Q and K, which the note does not say they are
    (rf"{ROWS} $$A_{{ij}} = {WEIGHT}$$ $$A = \mathrm{{softmax}}(Q K^\top)$$", "definition definition"),
    (rf"{ROWS} $$A = \mathrm{{softmax}}(Q K^\top)$$ $$A_{{ij}} = {WEIGHT}$$", "definition definition"),
    (r"Let $q = W x$ and $$q_i = W x_i$$ $$q_i^\top q_i = x_i^\top W^\top W x_i$$", "definition proved"),
    # an inline formula says how a state goes on, so that a row beside it is no definition
    (r"Let $S_t = S_{t-1} + k_t v_t^\top$ with $S_0 = 0$. Then $$S_t = 2 \sum_{i=1}^{t} k_i v_i^\top$$", "open"),
    (rf"{STATE} $$2 h_t = \sum_{{i=1}}^t 2 a^{{t-i+1}} x_i$$", "open open"),
]


@pytest.mark.parametrize(("note", "statuses"), ENTRIES)
def test_entries_of_what_is_defined(note: str, statuses: str) -> None:
    lines = read(note.replace("$$ $$", "$$\n\n$$").replace(" $$", "\n\n$$").replace("$$ ", "$$\n\n")).lines
    assert " ".join(line.answer.status for line in sorted(lines, key=lambda line: line.line)) == statuses
