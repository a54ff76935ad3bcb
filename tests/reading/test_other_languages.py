"""Words of other languages are not read: what they may say of letters, or of a notation, is a doubt."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import formula, noted
from symattn.reading.sidecar import Sidecar


def answers(text: str) -> list[str]:
    return [line.answer.status for line in noted(page("a.md", text), Sidecar(), {}).lines()]


SYMMETRIC = [
    "设 %s 是对称矩阵。",
    "設 %s 為對稱矩陣。",
    "%s を対称行列とする。",
    "설 %s 는 대칭행렬이다.",
    "Пусть %s — симметричная матрица.",
    "Έστω %s συμμετρικός πίνακας.",
    "لتكن %s مصفوفة متماثلة.",
    "תהי %s מטריצה סימטרית.",
    "मान लें %s सममित है।",
    "Nechť %s je symetrická matice.",
    "Soit %s une matrice symétrique.",
    "Let %s be 对称.",
]


@pytest.mark.parametrize("said", SYMMETRIC)
def test_a_declaration_in_another_language_may_say_more(said: str) -> None:
    note = said % r"$A \in \mathbb{R}^{n \times n}$" + "\n\n" + r"$$A^\top = %s A$$"
    assert answers(note % "") == answers(note % "2") == ["fails as read"]


def test_what_holds_whatever_they_say_is_proved() -> None:
    said = r"设 $A, B \in \mathbb{R}^{n\times n}$，则有" + "\n\n$$\n(A B)^\\top = B^\\top A^\\top，\n$$\n\n"
    assert answers(said + "其中 $A$ 是对称的。于是\n\n$$(A B)^\\top A = B^\\top A^\\top A。$$") == ["proved"] * 2


def test_english_words_with_a_name_or_a_greek_letter_are_read() -> None:
    said = "Let $x, y \\in \\mathbb{R}^n$. %s\n\n$$x^\\top y = 0$$"
    assert answers(said % "As Schrödinger, we have") == ["refuted"]
    assert answers(said % "We write α for a number. We have") == ["refuted"]
    assert answers(said % "We have") == ["refuted"]


AROUND = [
    ("一般来说下式不成立：", ""),
    ("常见错误是", ""),
    ("Obecně neplatí:", ""),
    ("В общем случае неверно, что", ""),
    ("", "若 $A$ 与 $B$ 可交换。"),
    ("", "（仅当它们可交换时成立）"),
    ("", "これは一般には成り立たない。"),
    ("# 常见错误\n", ""),
    ("这些矩阵都是可交换的。\n\nWe have", ""),
]


@pytest.mark.parametrize(("before", "behind"), AROUND)
def test_words_around_a_row_may_deny_or_restrict_it(before: str, behind: str) -> None:
    note = "Let $A, B \\in \\mathbb{R}^{n \\times n}$.\n\n%s\n\n$$A B = B A$$\n\n%s\n"
    assert answers(note % (before, behind)) == ["fails as read"]
    assert answers(note % ("", "")) == ["refuted"]


def test_letters_with_a_sign_said_behind_a_row() -> None:
    assert answers("Let $x, y \\in \\mathbb{R}^n$.\n\n$$x^\\top y = 0$$\n\n其中 $x$ 与 $y$ 正交。") == ["fails as read"]
    assert answers("设 $a, b \\in \\mathbb{R}$ 为正数。\n\n$$a + b > 0$$") == ["fails as read"]


SOFTMAX = "Let $S \\in \\mathbb{R}^{n \\times n}$.\n\n%s\n\n$$P = \\mathrm{softmax}(S)$$\n\n$$%s$$"


@pytest.mark.parametrize(
    "said",
    ["softmax 按列归一化。", "矩阵 $P$ 按列归一化。", "Softmax берётся по столбцам.", "ソフトマックスは列ごと。"],
)
def test_softmax_may_be_said_to_be_of_columns(said: str) -> None:
    assert "proved" not in answers(SOFTMAX % (said, r"\sum_j P_{ij} = 1"))
    declared = '<!-- symattn:\nsoftmax = "rows"\n-->\n\n'
    assert answers(declared + SOFTMAX % (said, r"\sum_j P_{ij} = 1"))[-1] == "proved"


def test_a_sequence_is_no_column() -> None:
    assert answers(SOFTMAX % ("这是一个序列。", r"\sum_j P_{ij} = 1")) == ["definition", "proved"]
    assert answers(SOFTMAX % ("注意力机制。", "P_{ij} > 0")) == ["definition", "proved"]


@pytest.mark.parametrize("said", ["使用因果掩码。", "マスクを使う。", "Používáme kauzální masku."])
def test_a_mask_may_be_said(said: str) -> None:
    assert "proved" not in answers(SOFTMAX % (said, "P_{ij} > 0"))


def test_a_notation_may_be_said_to_be_another() -> None:
    log = "Let $x \\in \\mathbb{R}$.\n\n%s\n\n$$\\log(e^x) = x$$"
    assert answers(log % "对数以 2 为底。") == answers(log % "Logaritmus má základ dva.") == ["not read"]
    assert answers(log % "这是对数。") == ["proved"]
    product = "Let $A, B \\in \\mathbb{R}^{n \\times n}$，%s。\n\n$$(AB)_{ij} = \\sum_k A_{ik} B_{kj}$$"
    assert answers(product % "其中 $A B$ 表示逐元素乘积") == ["not read"]
    assert answers(product % "其中 $A \\odot B$ 表示逐元素乘积") == ["proved"]


def test_words_in_a_formula_are_no_letters() -> None:
    for row in (r"a 或 b = b 或 a", r"x + y = y + x \quad \text{当且仅当 } x = y", r"\text{错误：} x y = y x"):
        (line,) = formula(row).lines()
        assert line.answer.status == "not read"


def test_formulas_among_words_are_a_page() -> None:
    (line,) = formula("设 A 是对称矩阵，则有\n\n$$A^T = A$$\n").lines()
    assert line.answer.status == "fails as read"
    assert "对称矩阵" in line.answer.why


def test_an_operator_may_be_said_to_be_another() -> None:
    note = "Let $A, B \\in \\mathbb{R}^{n \\times n}$.\n\n%s\n\n$$A \\odot B = B \\odot A$$"
    assert (
        answers(note % "$\\odot$ 表示矩阵乘法。")
        == answers(note % "Zde $\\odot$ značí maticový součin.")
        == ["not read"]
    )
    assert answers(note % "$\\odot$ 表示逐元素乘法。") == ["proved"]
