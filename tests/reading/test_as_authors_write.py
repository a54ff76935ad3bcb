"""What authors write in passing: displays in HTML and boxes, words as names, dx without a d, matrices written out."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar

SCRIPT = '<script type="math/tex; mode=display">'
NUMBERS = r"Let $a, b \in \mathbb{R}$."
VECTOR = r"Let $x \in \mathbb{R}^d$ and $\epsilon > 0$."
PAIR = (
    r"\begin{bmatrix} a_{11} & a_{12} \\ a_{21} & a_{22} \end{bmatrix}",
    r"\begin{bmatrix} b_{11} & b_{12} \\ b_{21} & b_{22} \end{bmatrix}",
)
PRODUCT = (
    r"\begin{bmatrix} a_{11} b_{11} + a_{12} b_{21} & a_{11} b_{12} + a_{12} b_{22} \\"
    r" a_{21} b_{11} + a_{22} b_{21} & a_{21} b_{12} + a_{22} b_{22} \end{bmatrix}"
)
NAMED = r"\begin{bmatrix} c_{11} & c_{12} \\ c_{21} & c_{22} \end{bmatrix}"
FACTORS = [f"A = {PAIR[0]}", f"B = {PAIR[1]}"]
HEADING = "\n\n## Next\n\n"

NOTES = {
    # displays
    "a display in HTML": (f"{NUMBERS}\n\n{SCRIPT}\na + b = b + a\n</script>", [], "proved"),
    "a display in HTML that fails": (f"{NUMBERS}\n\n{SCRIPT}\na - b = b - a\n</script>", [], "refuted"),
    "a display in HTML with marks for XML": (
        f"{NUMBERS}\n\n{SCRIPT}% <![CDATA[\n\\begin{{align}} a + b &= b + a \\end{{align}} %]]></script>",
        [],
        "proved",
    ),
    "a script that is none": (f"{NUMBERS}\n\n<script>\nlet a = b;\n</script>", ["a + b = b + a"], "proved"),
    "a box": (
        NUMBERS,
        [r"\boxed{ \begin{aligned} a + b &= b + a \\ a - b &= b - a \end{aligned} }"],
        "proved, refuted",
    ),
    "a box with a stop": (NUMBERS, [r"\boxed{\, a + b = b + a \, . \,}"], "proved"),
    "a box around a letter": (NUMBERS, [r"\boxed{a} + b = b - \boxed{a}"], "refuted"),
    "braces in brackets": (NUMBERS, [r"\max({a, b}) = \max(b, a)", r"\max({a, b}) = \min(b, a)"], "proved, refuted"),
    # words
    "a word that is defined": (
        NUMBERS,
        [r"\text{rms} = \sqrt{a^2 + b^2}", r"\text{rms}^2 = a^2 + b^2", r"\text{rms}^2 = a^2 - b^2"],
        "definition, proved, refuted",
    ),
    "a word that is said again": (
        NUMBERS,
        [r"\text{rate} = 2 a + 2 b", HEADING, r"\text{rate} = 2 (a + b)", r"\text{rate} = 3 (a + b)"],
        "not read, not read, not read",  # of what does the second section speak?
    ),
    "a word for two things": (NUMBERS, [r"\text{cost} = a + b", r"\text{cost} = 2 a"], "not read, not read"),
    "a word for another": (NUMBERS, [r"\text{left} = a + b = \text{right}"], "not read"),
    "a name with a line below": (
        NUMBERS,
        [r"scale\_factor = a + b", r"2 scale\_factor = 2a + 2b", r"2 scale\_factor = 2a + b"],
        "definition, proved, refuted",
    ),
    # σ², of which a row before has spoken
    "a variance behind its use": (
        VECTOR,
        [
            r"y = \frac{x_1}{\sqrt{\sigma^2 + \epsilon}}",
            r"\sigma^2 = \frac{1}{d} \sum_{i=1}^d x_i^2",
            r"d \sigma^2 = \sum_{i=1}^d x_i^2",
            r"d \sigma^2 = 2 \sum_{i=1}^d x_i^2",
        ],
        "definition, definition, proved, refuted",
    ),
    "a variance of which its root is known": (
        VECTOR,
        [r"y = \sigma x_1", r"\sigma^2 = \frac{1}{d} \sum_{i=1}^d x_i^2"],
        "definition, fails as read",
    ),
    # gradients, where d is nothing
    "gradients are symbols": (
        "We differentiate.",
        [
            r"\sum_i (dy_{ij} + dx_{ij}) = \sum_i dy_{ij} + \sum_i dx_{ij}",
            r"\sum_i (dy_{ij} + dx_{ij}) = \sum_i dy_{ij} - \sum_i dx_{ij}",
            r"d\hat{x}_k (1 - a) = d\hat{x}_k - a \, d\hat{x}_k",
            r"d(x + y) = dx + dy",
        ],
        "proved, open, proved, not read",
    ),
    "a size before a letter": (VECTOR, [r"d x = x d", "dx = x + x"], "proved, not read"),
    "a gradient in small letters": (
        "We differentiate.",
        ["dx = J g", "2 dx = J g + J g", "2 dx = J g"],
        "definition, proved, fails as read",
    ),
    "gradients that a display lists": (
        r"Let $P \in \mathbb{R}^{m \times n}$ and $dO \in \mathbb{R}^{m \times d}$.",
        [r"\begin{aligned} dV &= \frac{\partial L}{\partial V} \end{aligned}", r"dV = P^\top dO"],
        "definition, open",
    ),
    # matrices that are written out
    "a product written out": (
        "Take the smallest case.",
        [*FACTORS, f"C = A B = {PRODUCT} = {NAMED}", r"c_{21} = a_{21} b_{11} + a_{22} b_{21}"],
        "definition, definition, proved, proved",
    ),
    "an entry that is another": (
        "Take the smallest case.",
        [*FACTORS, f"C = A B = {NAMED}", r"c_{21} = a_{12} b_{11} + a_{22} b_{21}"],
        "definition, definition, definition, differs",
    ),
    "a transpose that is lost": (
        "Take the smallest case.",
        [*FACTORS, rf"A B^\top = {PRODUCT} = {NAMED}", f"A B = {NAMED}"],
        "definition, definition, fails as read, open",
    ),
    # rows and columns
    "a diagonal beside a row": (
        "We differentiate.",
        [
            r"J = \operatorname{diag}(p) - p^\top p",
            r"J^\top = \operatorname{diag}(p) - p^\top p",
            r"J^\top = p^\top p - \operatorname{diag}(p)",
        ],
        "definition, proved, fails as read",
    ),
    "a diagonal beside a column": (
        "We differentiate.",
        [r"J = \operatorname{diag}(p) - p p^\top", r"J = \operatorname{diag}(p) - p^\top p"],
        "definition, shapes",
    ),
    "vectors that are stacked": (
        "Stack all vectors as rows of a matrix.",
        [r"s = q_i^\top k_j", r"q_i^\top k_j = k_j^\top q_i", r"q_i^\top k_j = -k_j^\top q_i"],
        "definition, proved, fails as read",
    ),
    "vectors as rows": (
        "We write vectors as rows.",
        [r"q_i k_j^\top = k_j q_i^\top", r"q_i k_j^\top = -k_j q_i^\top"],
        "proved, fails as read",
    ),
    # what may be no power, and no product
    "a letter above a vector": (r"Let $q_i, k_j \in \mathbb{R}^d$.", [r"s = \langle q_i^h, k_j^h \rangle"], "not read"),
    "a square of a vector": (r"Let $q_i, k_j \in \mathbb{R}^d$.", [r"q_i^2 = q_i^\top q_i"], "shapes"),
    "a capital before a vector": (VECTOR, [r"H(x) = a", r"a + H(x) = x", r"W x + a = \|x\|"], "open, not read, shapes"),
}


@pytest.mark.parametrize("name", NOTES)
def test_notes(name: str) -> None:
    before, rows, statuses = NOTES[name]
    text = before + "".join(row if row == HEADING else f"\n\n$${row}$$" for row in rows) + "\n"
    lines = sorted(noted(page("note.md", text), Sidecar(), {}).lines(), key=lambda line: (line.line, line.column))
    assert ", ".join(line.answer.status for line in lines) == statuses


def test_what_is_asked() -> None:
    text = "Let $q_i, k_j \\in \\mathbb{R}^d$.\n\n$$s = \\langle q_i^h, k_j^h \\rangle$$\n"
    (line,) = noted(page("note.md", text), Sidecar(), {}).lines()
    assert line.answer.why == "is h above q a power, or an index?"
