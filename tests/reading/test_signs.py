"""Signs that notes use in passing: 𝟏[i = j], Σ_{k ≠ i}, a label over =, an array of equations, dY in bold."""

import pytest

from symattn.reading.read import read

VECTORS = r"Let $p, y \in \mathbb{R}^n$ and $A \in \mathbb{R}^{n \times n}$."
MATRICES = r"Let $\mathbf{X} \in \mathbb{R}^{n\times d}$ and $\mathbf{W} \in \mathbb{R}^{d\times m}$."
GRADIENT = r" The gradient is $\mathbf{dY} \in \mathbb{R}^{n \times m}$."
REGRESSION = r"Let $X \in \mathbb{R}^{n \times p}$ and $y \in \mathbb{R}^n$."
FITTED = r"\hat{\beta} &= (X^\top X)^{-1} X^\top y \\ &%s (X^\top X)^{-1} (X^\top y)"
ARRAY = r"\begin{array}{lll} (A + A)^\top &=& 2 A^\top \\ &=& %s \end{array}"

NOTES = [
    # a place that is left out
    (VECTORS, r"\sum_{j \ne i} p_j = \sum_{j=1}^n p_j - p_i", "proved"),
    (VECTORS, r"\sum_{j=1, j \ne i}^n p_j = \sum_{j=1}^n p_j - p_i", "proved"),
    (VECTORS, r"\prod_{j \ne i} p_j = p_i", "refuted"),
    (VECTORS, r"\sum_{j \ne i} p_j = \sum_{j=1}^n p_j + p_i", "refuted"),
    (VECTORS, r"\sum_i \sum_{j \ne i} A_{ij} = \sum_{i,j} A_{ij} - \sum_i A_{ii}", "proved"),
    (VECTORS, r"\sum_{i \ne j} A_{ij} = \sum_{i,j} A_{ij} - \sum_i A_{ii}", "not read"),  # over both letters?
    (VECTORS, r"\sum_j \sum_{i < j} A_{ij} = \sum_i \sum_{j > i} A_{ij}", "proved"),
    (VECTORS, r"\sum_j \sum_{i < j} A_{ij} = \sum_i \sum_{j \ge i} A_{ij}", "refuted"),
    (VECTORS, r"\sum_{i > j} A_{ij} = \sum_{i, j} A_{ij}", "not read"),
    (VECTORS, r"\max_{j \ne i} p_j = p_i", "not read"),
    (VECTORS, r"\sum_{i, j, i \ne j} A_{ij} = \sum_{i,j} A_{ij} - \sum_i A_{ii}", "proved"),
    (VECTORS, r"\sum_{t \ge 0} \gamma^t r_t = 0", "not read"),  # a series?
    # 1 under a condition
    *(
        (VECTORS, rf"\sum_j p_j {one} = p_i", "proved")
        for one in (r"1_{i=j}", r"\mathbf{1}_{i=j}", r"\mathbb{1}_{i=j}")
    ),
    (VECTORS, r"\sum_k p_k 1_{k = 1} = p_1", "proved"),
    (VECTORS, r"\sum_k A_{ik} \mathbf{1}[k \le i] = \sum_{k \le i} A_{ik}", "proved"),
    (VECTORS, r"\sum_k A_{ik} \mathbb{1}_{\{k \le i\}} = \sum_{k \le i} A_{ik}", "proved"),
    (VECTORS, r"\sum_k A_{ik} \mathbf{1}[k < i] = \sum_{k \le i} A_{ik}", "fails as read"),
    (VECTORS, r"\sum_j p_j 1_{i=j} = p_i + p_i", "fails as read"),
    (VECTORS, r"\mathbf{1}^\top p = \sum_i p_i", "proved"),
    # a label over a sign, and signs that are none
    (REGRESSION, FITTED % r"\overset{(1)}{=}", "definition, proved"),
    (REGRESSION, FITTED % r"\overset{\eqref{eq:a}}{=}", "definition, proved"),
    (REGRESSION, FITTED % r"\stackrel{(a)}{=}", "definition, proved"),
    (VECTORS, r"A \overset{d}{=} A", "not read"),
    (VECTORS, r"A \overset{\text{a.s.}}{=} A", "not read"),
    # equations in an array
    (VECTORS, ARRAY % r"A^\top + A^\top", "proved, proved"),
    (VECTORS, ARRAY % r"A^\top + A", "proved, refuted"),
    (VECTORS, r"\begin{array}{cc} 1 & 2 \end{array}", "not a statement"),
    # dY in bold is one name
    (MATRICES, r"\mathbf{dX} = \mathbf{dY} \mathbf{W}^\top", "not read"),  # dY is not declared
    (MATRICES + GRADIENT, r"\mathbf{dX} = \mathbf{dY} \mathbf{W}^\top", "definition"),
    (
        MATRICES + GRADIENT,
        r"(\mathbf{X} \mathbf{W})^\top \mathbf{dY} = \mathbf{W}^\top \mathbf{X}^\top \mathbf{dY}",
        "proved",
    ),
    (MATRICES + GRADIENT, r"\mathbf{dY} = \mathbf{X} \mathbf{W}", "definition"),
    (f"{MATRICES} Here $\\mathbf{{d}} \\in \\mathbb{{R}}^n$.", r"\mathbf{dX} = \mathbf{dX}", "not read"),
    (MATRICES, r"(\mathbf{XW})^\top = \mathbf{W}^\top \mathbf{X}^\top", "proved"),
    # words before a bracket, and the power of a root
    (VECTORS, r"max(p_i, y_i) = max(y_i, p_i)", "proved"),
    (VECTORS, r"max(p_i, y_i) = p_i", "refuted"),
    (VECTORS, r"tr(A) = \sum_i A_{ii}", "proved"),
    (VECTORS, r"\sqrt{1 + p_i^2}^3 = (1 + p_i^2) \sqrt{1 + p_i^2}", "proved"),
    (VECTORS, r"\sqrt{1 + p_i^2}^2 = 1 + p_i", "refuted"),
    # what is said of a product says nothing of the transpose in it
    (f"- $A A^\\top$: score matrix\n\n{VECTORS}", r"(A A^\top)^\top = A A^\top", "proved"),
    (f"- $A^\\top$: the conjugate transpose\n\n{VECTORS}", r"(A A^\top)^\top = A A^\top", "not read"),
]


@pytest.mark.parametrize(("words", "display", "statuses"), NOTES)
def test_signs(words, display, statuses):
    aligned = rf"\begin{{aligned}} {display} \end{{aligned}}" if "&=" in display and "array" not in display else display
    lines = read(f"{words}\n\n$$\n{aligned}\n$$\n").lines
    assert ", ".join(line.answer.status for line in lines) == statuses, [line.answer.why for line in lines]
