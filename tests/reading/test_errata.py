r"""The errors of docs/errata.md: the row as printed is called wrong by the command alone, the corrected one is proved.

Each row stands here with the rows of its note that it rests on.
"""

import os
from pathlib import Path

import pytest

from symattn.reading.read import read
from symattn.reading.report import WRONG

BLOEM = r"""
<!-- symattn:
softmax = "columns"
[shapes]
'X, Q, K, V' = "m × t"
'P' = "permutation m"
[kinds]
'k, c_1, c_2' = "number"
-->

"""
PRODUCTS = "Let $v \\in \\mathbb{R}^d$ and let $c_1, c_2 \\in \\mathbb{R}$.\n\n"
GRADIENT = r"""$$W_1' = W_2' \odot \exp W_1$$

$$K' = Q W_1'^T$$

$$Q' = K W_1'$$

"""
LATENT = r"""Let $q \in \mathbb{R}^{1 \times n}$, $A \in \mathbb{R}^{n \times d}$, $U \in \mathbb{R}^{c \times d}$.

Let $c \in \mathbb{R}^{1 \times c}$.

$$k = c U$$

"""
SCAN = "<!-- symattn:\n[kinds]\n'a, x, y' = \"number\"\n-->\n\n"
#: Where it is printed → the rows before it, the row as printed, the row as corrected.
ERRATA = {
    "pbloem-attention.tex:761": (PRODUCTS, r"$$c_1 v + c_2 v = v (c_1 + c_1)$$", r"$$c_1 v + c_2 v = v (c_1 + c_2)$$"),
    "pbloem-attention.tex:1313": (
        BLOEM,
        r"$$P V softmax(k^{-1} (P K)^T P Q) = P V softmax(k^{-1} K^T P^T P X)$$",
        r"$$P V softmax(k^{-1} (P K)^T P Q) = P V softmax(k^{-1} K^T P^T P Q)$$",
    ),
    "pbloem-attention.tex:1231": (
        GRADIENT,
        r"$$K' = Q (W_2' \odot \exp W_1)$$",
        r"$$K' = Q (W_2' \odot \exp W_1)^T$$",
    ),
    "pbloem-attention.tex:1232": (
        GRADIENT,
        r"$$Q' = K (W_2' \odot \exp W_1)^T$$",
        r"$$Q' = K (W_2' \odot \exp W_1)$$",
    ),
    "goombalab-mamba2-2.md:91": (
        "$$h_t = A_t h_{t-1} + B_t x_t$$\n\n",
        r"$$y_t = C_t^\top y_t$$",
        "$$y_t = C_t^\\top h_t$$\n\n$$y_t = C_t^\\top h_t$$",
    ),
    "goombalab-mamba2-2.md:459": (
        SCAN,
        "$$y_1 = a_1 x_0 + a_1$$\n\n$$a_2 a_1 x_0 + a_2 x_1 + x_2 = a_2 y_1 + x_2$$",
        "$$y_1 = a_1 x_0 + x_1$$\n\n$$a_2 a_1 x_0 + a_2 x_1 + x_2 = a_2 y_1 + x_2$$",
    ),
    "krasserm-rotary.md:127": (
        "$$R_t = \\begin{pmatrix} \\cos t\\theta & -\\sin t\\theta \\\\ "
        "\\sin t\\theta & \\cos t\\theta \\end{pmatrix}$$\n\n"
        "$$f_k(x_n, n) = R_n W_k x_n$$\n\n",
        r"$$f_k(x_n, 0) = W_q x_n$$",
        r"$$f_k(x_n, 0) = W_k x_n$$",
    ),
    "sonta-deltanet-2.md:119": (
        "Let $S, M_i, M_j, X_i, X_j \\in \\mathbb{R}^{d \\times d}$.\n\n",
        r"$$(S M_i + X_i) M_j + X_j = S M_i M_j + M_j X_i + X_j$$",
        r"$$(S M_i + X_i) M_j + X_j = S M_i M_j + X_i M_j + X_j$$",
    ),
    "hyhieu-mla.md:80": (
        LATENT,
        r"$$q A k^\top = q A U^\top k^\top$$",
        r"$$q A k^\top = q A U^\top c^\top$$",
    ),
    "glpgsllx-rope.md:131": (
        "",
        r"$$(R W_q x)^\top R' W_k y = x^\top W_q R^\top R' W_k y$$",
        r"$$(R W_q x)^\top R' W_k y = x^\top W_q^\top R^\top R' W_k y$$",
    ),
    "dburian-performer.md:44": (
        "Let $A \\in \\mathbb{R}^{n \\times n}$.\n\n",
        r"$$softmax(A)_{ij} = \sum_{i=1}^n \frac{\exp(A_{ij})}{\sum_{l=1}^n \exp(A_{il})}$$",
        r"$$softmax(A)_{ij} = \frac{\exp(A_{ij})}{\sum_{l=1}^n \exp(A_{il})}$$",
    ),
    "goombalab-mamba2-3.md:233": (
        "",
        r"$$\frac{\exp(s)}{\exp(r)} = s - r$$",
        r"$$\frac{\exp(s)}{\exp(r)} = \exp(s - r)$$",
    ),
}


@pytest.mark.parametrize("source", ERRATA)
def test_the_row_as_printed_is_called_wrong(source) -> None:
    before, printed, _ = ERRATA[source]
    answer = read(before + printed).lines[-1].answer
    assert answer.status in WRONG, answer


@pytest.mark.parametrize("source", ERRATA)
def test_the_row_as_corrected_is_proved(source) -> None:
    before, _, corrected = ERRATA[source]
    answer = read(before + corrected).lines[-1].answer
    assert answer.status == "proved", answer


def test_the_page_lists_them_and_no_others() -> None:
    page = (Path(__file__).parents[2] / "docs" / "errata.md").read_text("utf-8")
    for source in ERRATA:
        assert f"`{source}`" in page


NOTES = os.environ.get("SYMATTN_NOTES", "")
#: What is found in the whole note, with nothing declared; the page says of the others why they are not.
ALONE = {
    "pbloem-attention.tex:761",
    "pbloem-attention.tex:1313",
    "sonta-deltanet-2.md:119",
    "goombalab-mamba2-2.md:91",
    "goombalab-mamba2-2.md:459",
    "krasserm-rotary.md:127",
    "dburian-performer.md:44",
}


@pytest.mark.skipif(not NOTES, reason="SYMATTN_NOTES names no folder with the notes")
@pytest.mark.parametrize("note", sorted({each.split(":")[0] for each in ALONE}))
def test_they_are_found_in_the_whole_note(note, tmp_path) -> None:
    (tmp_path / note).write_bytes((Path(NOTES) / note).read_bytes())
    wrong = {f"{note}:{line.line}" for line in read(tmp_path / note).lines if line.answer.status in WRONG}
    assert {each for each in ALONE if each.startswith(note)} <= wrong
