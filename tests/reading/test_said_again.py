"""A name, a notation or a recurrence of which a note says something else further on: nothing rests on the old one."""

import pytest

from symattn.reading.read import read

X = "Let $x \\in \\mathbb{R}^n$ and $y = 2x$.\n\n"
G = "Let $X \\in \\mathbb{R}^{n\\times d}$ and $G = X^\\top X$.\n\n"
Z = "Let $z \\in \\mathbb{R}^K$ and $p = \\mathrm{softmax}(z)$.\n\n"
S = (
    "Let $S_t \\in \\mathbb{R}^{d\\times d}$, $k_t, v_t \\in \\mathbb{R}^d$, $\\alpha_t \\in \\mathbb{R}$.\n\n"
    "$$S_t = S_{t-1} + v_t k_t^\\top$$\n\n"
)
A = "Let $A \\in \\mathbb{R}^{n\\times n}$"
UV = "Let $u, v \\in \\mathbb{R}^d$ and $M \\in \\mathbb{R}^{d\\times d}$. "
ROW, GATED, STEP = (
    r"\log p_i - \log p_j = z_i - z_j",
    r"S_t = \alpha_t S_{t-1} + v_t k_t^\top",
    r"S_t - S_{t-1} = v_t k_t^\top",
)
GRAM = r"G_{ij} = \sum_k X_{ki} X_{kj}"
NOTES = [
    # words, rows, statuses
    (X + "Let now $y = 3x$.", [r"y_i = 2 x_i", r"\|y\| = 2\|x\|"], ["open", "open"]),
    (X + "Let $y = 3x$.", [r"y_i = 2 x_i", r"\|y\| = 2\|x\|"], ["fails as read", "refuted"]),
    (X + "# Two\n\nLet now $y = 3x$.", [r"y_i = 2 x_i"], ["open"]),
    (X + "From now on $y = 3x$.", ["y = 2x"], ["open"]),
    (X + "In this part, $y$ is $3x$.", ["y = 2x"], ["open"]),
    (G + "## Rows\n\nLet $G = X X^\\top$.", [GRAM], ["open"]),
    (G + "In this section we redefine $G = XX^\\top$.", [GRAM], ["open"]),
    (G + "In this section, $G$ denotes $X X^\\top$.", [GRAM], ["open"]),
    (Z + "Now $p = \\mathrm{softmax}(2z)$.", [ROW], ["open"]),
    (Z + "We now use $p=\\mathrm{softmax}(-z)$.", [ROW], ["open"]),
    (S + "## Gating", [GATED, STEP], ["fails as read", "open"]),
    (S + "We replace the update by", [GATED.replace("=", ":=", 1), STEP], ["fails as read", "open"]),
    (S + f"With gates we have ${GATED}$.", [STEP], ["open"]),
    (r"Let $q \in \mathbb{R}^2$.", [r"q_m = R(m\theta) q", "q_m = m q_1", "q_2 = 2 q_1"], ["not read", "open", "open"]),
    # what a sentence concludes, and is false as the definitions are read
    (f"{A} and $B = \\mathrm{{softmax}}(A)$, so that $\\sum_i B_{{ij}} = 1$.", [r"\sum_j B_{ij} = 1"], ["open"]),
    # notations
    (UV + r"Let $\langle u, v\rangle = u^\top M v$.", [r"\langle u, v\rangle = u^\top v"], ["not read"]),
    (UV + r"We put $\|u\|^2 = u^\top M u$.", [r"\|u\|^2 = u^\top u"], ["not read"]),
    (
        UV + "We use the inner product",
        [r"\langle u,v\rangle = 2 u^\top v", r"\langle u, v\rangle = 0"],
        ["not read"] * 2,
    ),
    (f"{A}, where $\\operatorname{{tr}} A = \\frac1n \\sum_i A_{{ii}}$.", [r"\operatorname{tr}(A) = 0"], ["not read"]),
    # so that: neither supposed nor refuted
    (f"{A}. Put $C = 2A$ so that", ["C^2 = A^2", "A^2 = 0"], ["fails as read"] * 2),
    # what agrees with what was said
    (X + "Note that $y = x + x$.", ["y_i = 2 x_i"], ["proved"]),
    (X + "Since $y = 2x$ we have", [r"\|y\| = 2\|x\|"], ["proved"]),
    (X + "If $y = 3x$ then $x = 0$. In general", [r"\|y\| = 2\|x\|"], ["proved"]),
    (G + "We know that $G^\\top = G$.", [GRAM], ["proved"]),
    (S + "Since $S_t = S_{t-1} + v_t k_t^\\top$,", [STEP], ["proved"]),
    (UV + r"Since $\langle u, v\rangle = u^\top v$,", [r"\langle u, v\rangle = v^\top u"], ["proved"]),
    (UV + r"Let $\|u\| = 1$.", [r"u^\top u = 1"], ["proved"]),
    (r"Let $x \in \mathbb{R}^n$.", ["H(x) = -\\sum_i x_i^2", "H(x) = \\sum_i x_i^2"], ["definition", "differs"]),
]


@pytest.mark.parametrize(("words", "rows", "statuses"), NOTES)
def test_nothing_rests_on_what_is_said_again(words: str, rows: list[str], statuses: list[str]) -> None:
    lines = read(words + "".join(f"\n\n$${row}$$" for row in rows) + "\n").lines
    found = [line.answer.status for line in lines if line.answer.status != "recurrence"]
    assert found == statuses, [line.answer.why for line in lines]


A_ROW = "Let $A, B \\in \\mathbb{R}^{n\\times n}$ and $v \\in \\mathbb{R}^n$.\n\n$$\n%s\n$$\n\n"
LATER = [
    "Let $A \\in \\mathbb{R}^{m\\times n}$, and $$A = U W$$",
    "$$A = U W$$ $$v_i = \\sum_j U_{ij} w_j$$",
    "$$v_t = v_{t-1} + u_t$$ $$A(x) = 2x$$",
    "Let $A \\in \\mathbb{R}^{n\\times n}$, where $v_j$ are the rows of $A$.",
    "$$B = \\foo U$$ and $A$ is symmetric.",
]


@pytest.mark.parametrize("later", LATER)
def test_a_row_is_judged_without_the_sections_behind_its_own(later: str) -> None:
    for row, status in (
        (r"(AB)^\top = A^\top B^\top", "refuted"),
        (r"(AB)^\top = B^\top A^\top", "proved"),
        (r"A v = v", "refuted"),
        (r"v^\top A v = v^\top A^\top v", "proved"),
    ):
        for one, other in (("# A", "# B"), ("# Title\n\n## A", "## B"), ("# T\n\n## A\n\n### A1", "### A2")):
            lines = read(f"{one}\n\n{A_ROW % row}{other}\n\n{later.replace(' $$', chr(10) * 2 + '$$')}\n").lines
            assert lines[0].answer.status == status, lines[0].answer.why


def test_a_subsection_may_say_what_a_letter_of_its_section_is() -> None:
    note = "# Weights\n\n" + A_ROW % "A v = v" + "## As we have them\n\n$$A = u w^\\top$$\n"
    answer = read(note).lines[0].answer
    assert (answer.status, answer.why[-22:]) == ("fails as read", "line 11 says what A is")
    note = "# Weights\n\n" + A_ROW % "A v = v" + "Here\n\n$$A = u w^\\top$$\n"
    assert read(note).lines[0].answer.status == "open"


MEAN = "Let $x \\in \\mathbb{R}^d$ and $\\mu = \\frac1d \\sum_i x_i$. "
SIGMA = r"\sigma^2 = \frac1d \sum_{i=1}^d (x_i - \mu)^2"
POSITIVE = "<!-- symattn:\n[kinds]\n'\\sigma' = \"positive\"\n-->\n\n"


@pytest.mark.parametrize(
    ("before", "row", "status"),
    [
        (f"Let ${SIGMA}$.", r"\sigma^2 = \frac1d \sum_i x_i^2 - \mu^2", "proved"),
        (f"Let ${SIGMA}$.", r"\sigma^2 = \frac1d \sum_i x_i^2 + \mu^2", "differs"),
        (f"Then\n\n$${SIGMA}$$", r"\sigma^2 = \frac1d \sum_i x_i^2 + \mu^2", "differs"),
        (f"Then\n\n$${SIGMA}$$", r"\sigma > 0", "open"),
        (f"{POSITIVE}Then\n\n$${SIGMA}$$", r"\sigma^2 = \frac1d \sum_i x_i^2 - \mu^2", "proved"),
        (f"{POSITIVE}Then\n\n$${SIGMA}$$", r"\sigma^2 = \frac1d \sum_i x_i^2 + \mu^2", "differs"),
        (f"{POSITIVE}Then\n\n$${SIGMA}$$", r"\sigma > 0", "proved"),
        (f"{POSITIVE}Then\n\n$${SIGMA}$$", r"\sigma > 1", "refuted"),
        (f"{POSITIVE}Then\n\n$${SIGMA}$$", r"\sigma \sigma = \sigma^2", "proved"),
        (f"{POSITIVE}Then\n\n$${SIGMA}$$", r"\sum_i \frac{(x_i - \mu)^2}{\sigma^2} = 1", "refuted"),
        (f"{POSITIVE}Then\n\n$$\\sigma = \\mu$$", r"\sigma = |\mu|", "proved"),
        (f"{POSITIVE}Then\n\n$$\\sigma = \\mu$$", r"\sigma = -|\mu|", "differs"),
    ],
)
def test_a_square_is_defined_and_a_sidecar_says_of_what_sign_its_root_is(before: str, row: str, status: str) -> None:
    answer = read(f"{MEAN}{before}\n\n$${row}$$\n").lines[-1].answer
    assert answer.status == status, answer.why
