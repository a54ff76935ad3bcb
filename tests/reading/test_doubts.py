"""What a note says of a symbol in words takes a refutation back; what an inline formula supposes is supposed."""

import pytest

from symattn.reading.read import read

SAID = [
    (r"Let $B \in \mathbb{R}^{n\times n}$ be a covariance matrix.", r"B^\top = B"),
    (r"Let $B \in \mathbb{R}^{n\times n}$ be symmetric only sometimes.", r"B^\top = B"),
    (r"Let $A, B \in \mathbb{R}^{n\times n}$. The matrix $B$ is not symmetric.", r"B^\top = B"),
    (r"Let $D, B \in \mathbb{R}^{n \times n}$, where $D$ is a diagonal matrix.", r"D B D = B D D"),
    (r"Let $u \in \mathbb{R}^n$ be close to a unit vector.", r"u^\top u = 1"),
    (r"Let $p \in \mathbb{R}^n$ be close to a probability vector.", r"\sum_i p_i = 1"),
    (r"Let $p \in \mathbb{R}^n$ be a probability vector up to scaling.", r"\sum_i p_i = 1"),
    (r"Let $p \in \mathbb{R}^n$ be drawn from a distribution.", r"\sum_i p_i = 1"),
    (r"Let $p \in \mathbb{R}^n$ be a Gaussian distribution.", r"\sum_i p_i = 1"),
    (r"Let $w \in \mathbb{R}^n$ be positive or zero.", r"\sum_i w_i > 0"),
    (r"Let $w \in \mathbb{R}^n$. If $n > 2$, let $w$ be nonnegative.", r"\sum_i w_i \ge 0"),
    (r"Let $w \in \mathbb{R}^n$ with $w_n > 0$.", r"\sum_i w_i > 0"),
    (r"Let $w \in \mathbb{R}^n$ with $w_i > 0$ for all $i \ne 1$.", r"\sum_i w_i > 0"),
    (r"Let $w \in \mathbb{R}^n$ with $w_i > 0$ for every $i \in S$.", r"\sum_i w_i > 0"),
    (r"Let $w \in \mathbb{R}^n$ with $w_i > 0$ for all $i$ except the first.", r"\sum_i w_i > 0"),
    (r"Let $x \in \mathbb{R}^n$ and take $i, j$ with $x_i < x_j$.", r"\sum_k x_k > 0"),
    (r"Let $B \in \mathbb{R}^{n\times n}$. Assume $B = 0$. That is trivial. So assume $B \ne 0$.", r"B^2 = 0"),
    (r"Let $w \in \mathbb{R}^n$. Fix an index $i$ with $w_i > 0$.", r"\sum_i w_i > 0"),
    (r"Let $w \in \mathbb{R}^n$. Suppose $w_i > 0$ for some $i$.", r"\sum_i w_i > 0"),
    (r"Suppose for now that $B \in \mathbb{R}^{n\times n}$ is symmetric. We drop this below.", r"B^\top = B"),
    (r"The weights $w_i \in \mathbb{R}$ are non-negative and sum to one.", r"\sum_i w_i = 1"),
    (r"Let $A, B \in \mathbb{R}^{n \times n}$. Hence $AB = BA$.", r"AB = BA"),
    (r"Let $A, B \in \mathbb{R}^{n \times n}$. If $A = B$, then $AB = I$.", r"AB = I"),
]
SUPPOSED = [
    (r"Let $U \in \mathbb{R}^{n \times n}$ with $U^\top U = I$ and let $x \in \mathbb{R}^n$.", r"U^\top U x = %sx"),
    (r"Suppose $a \in \mathbb{R}$ and $b\in \mathbb{R}$ satisfy $a + b = 1$.", r"a (a + b) = %sa"),
    (r"Let $t \in \mathbb{R}$, $t > 0$.", r"\sqrt{t^2} = %st"),
    (r"Let $x, y \in \mathbb{R}^n$. If $x = y$, then", r"x^\top x = %sx^\top y"),
    (r"Let $B \in \mathbb{R}^{n\times n}$ be symmetric.", r"B^\top B = %sB B"),
    (r"Let $B \in \mathbb{R}^{n\times n}$ be an anti-symmetric matrix.", r"B^\top B = -%sB B"),
    (r"Let $A, B \in \mathbb{R}^{n\times n}$ be symmetric matrices.", r"(AB)^\top = %sB A"),
    (r"Let $A \in \mathbb{R}^{n\times n}$ be idempotent, and let $B \in \mathbb{R}^{n\times n}$.", r"A A B = %sA B"),
    (r"Let $p \in \mathbb{R}^n$ be a probability vector.", r"%s\sum_i p_i^2 \le 1"),
    (r"Let $p \in \mathbb{R}^n$ be a probability distribution over the tokens.", r"%sp_i \le 1"),
    (r"Let $p \in \mathbb{R}^n$ be a distribution.", r"%sp_i \le 1"),
    (r"Let $w \in \mathbb{R}^n$ be nonnegative.", r"%sw_i \le \sum_j w_j"),
    (r"Let $v, w \in \mathbb{R}^n$ be positive vectors.", r"v^\top w + v^\top v > %sv^\top v"),
    (r"Let $u \in \mathbb{R}^n$ be a unit vector.", r"%su^\top u = 1"),
    (r"Let $B \in \mathbb{R}^{n\times n}$. Assume that $B$ is symmetric. Then", r"B^\top B = %sB B"),
    (r"Let $p \in \mathbb{R}^n$ with $p_j \ge 0$ for all $j$ and $\sum_j p_j = 1$.", r"%s\sum_j p_j^2 \le 1"),
    (r"Let $w \in \mathbb{R}^n$ satisfy $w_i > 0$. Assume also that $\sum_j w_j = 1$.", r"%s\sum_j w_j^2 \le 1"),
    (
        r"Let $P$ be an $n \times n$ permutation matrix, and let $u \in \mathbb{R}^n$ be a unit vector.",
        r"%su^\top P^\top P u = 1",
    ),
    (r"Let $y \in \mathbb{R}^K$ be a distribution, $\sum_k y_k = 1$.", r"\sum_{k=1}^K y_k = 1%s"),
]


@pytest.mark.parametrize(("words", "row"), SAID)
def test_what_else_is_said_of_a_symbol_takes_a_refutation_back(words: str, row: str) -> None:
    (line,) = read(f"{words}\n\n$${row}$$\n").lines
    assert line.answer.status == "fails as read" and "says" in line.answer.why, line.answer


@pytest.mark.parametrize(("words", "row"), SUPPOSED)
def test_what_an_inline_formula_supposes_is_supposed(words: str, row: str) -> None:
    (line,) = read(f"{words}\n\n$${row % ''}$$\n").lines
    assert line.answer.status == "proved" and "line 1" in line.answer.why, line.answer
    (line,) = read(f"{words}\n\n$${row % '2 '}$$\n").lines
    assert line.answer.status in ("refuted", "fails as read"), line.answer


@pytest.mark.parametrize("words", [r"$w_i \ge 0$", r"$w_i \ge 0$ for all $i$"])
def test_what_holds_for_all_indices_is_not_supposed_of_one_alone(words: str) -> None:
    note = f"Let $w \\in \\mathbb{{R}}^n$ with {words}.\n\n$$w_i \\le %s\\sum_{{j=1}}^n w_j$$\n"
    assert [read(note % factor).lines[0].answer.status for factor in ("", r"\frac{1}{2} ")] == ["proved", "refuted"]


def test_what_stands_behind_if_is_supposed_for_the_next_display_alone() -> None:
    row = "\n\n$$x^\\top x = x^\\top y$$\n\n"
    note = f"Let $x, y \\in \\mathbb{{R}}^n$. If $x = y$, then{row}In general{row}"
    assert [line.answer.status for line in read(note).lines] == ["proved", "fails as read"]


def test_words_behind_the_row_count_and_those_behind_another_do_not() -> None:
    note = "Let $a, b \\in \\mathbb{R}$.\n\n$$2 a = b + a$$\n\n%s$$2 b = a + b$$\n\nHere $b$ is even.\n"
    said = [line.answer.why for line in read(note % "where $a$ is positive.\n\n").lines]
    assert "positive" in said[0] and "even" in said[1]
    assert [line.answer.status for line in read(note % "").lines] == ["refuted", "fails as read"]


def test_what_is_said_of_others_does_not() -> None:
    note = "Let $A, B \\in \\mathbb{R}^{n\\times n}$ and let $C$ be symmetric.\n\n$$AB = BA$$\n"
    assert [line.answer.status for line in read(note.replace("and let", ".  Let")).lines] == ["refuted"]


#: Ways to say that τ is a positive number: all have the same verdicts.
POSITIVE = [
    r"Let $\tau \in \mathbb{R}$ with $\tau > 0$.",
    r"Let $\tau > 0$.",
    r"For every $\tau > 0$,",
    r"where $\tau > 0$ is the temperature.",
    r"with temperature $\tau>0$.",
    r"Let $\tau, \sigma > 0$.",
    r"Let $\tau \in \mathbb{R}_{>0}$ be a positive temperature.",
    "<!-- symattn:\n[kinds]\n'\\tau' = \"positive\"\n-->",
]
TEMPERED = r"\sum_i \text{softmax}(x/\tau)_i = 1"


@pytest.mark.parametrize("words", POSITIVE)
def test_what_is_said_of_a_sign_is_heeded(words: str) -> None:
    for row, status in (
        (r"\sqrt{\tau^2} = \tau", "proved"),
        (r"\sqrt{\tau^2} = 2 \tau", "refuted"),
        (TEMPERED, "proved"),
    ):
        (line,) = read(f"Let $x \\in \\mathbb{{R}}^n$. {words}\n\n$${row}$$\n").lines
        assert line.answer.status == status, line.answer
        assert "any number" not in line.answer.why and "≠" not in line.answer.why
        assert ("line 1" in line.answer.why) == ("> 0$" in words or ">0$" in words)


@pytest.mark.parametrize(
    ("words", "row", "status"),
    [
        ("", TEMPERED, "proved"),  # where τ ≠ 0, as the answer says
        (r"Let $\tau < 1$.", TEMPERED, "proved"),
        (r"Let $\tau > 0$. In general, ", r"\sqrt{\tau^2} = \tau", "fails as read"),
        (r"Let $X > 0$.", r"X X^\top = X^\top X", "fails as read"),
        (r"Let $x > 0$.", r"x^\top x = 1", "fails as read"),
        (r"Here $\tau > 0$ is large.", r"\tau = 2 \tau", "fails as read"),
        (r"Let $\tau > 0$ or $\tau < 0$.", r"\sqrt{\tau^2} = \tau", "fails as read"),
        (r"Let $\tau \ne 0$.", r"\sqrt{\tau^2} = \tau", "fails as read"),
        (r"Let $\tau \ge 0$.", r"\tau > 0", "refuted"),
        (r"Let $n > 1$.", r"\sum_{i=1}^n 1 = n", "proved"),
        (r"Let $\tau > 0$ be a vector.", r"\sqrt{\tau^2} = 2 \tau", "fails as read"),
        (r"Let $\tau > 0$ entrywise.", r"\sqrt{\tau^2} = 2 \tau", "fails as read"),
    ],
)
def test_what_is_not_said_of_a_sign_is_not(words: str, row: str, status: str) -> None:
    (line,) = read(f"{words}\n\n$${row}$$\n").lines
    assert line.answer.status == status, line.answer
    assert row != TEMPERED or "τ ≠ 0" in line.answer.why


@pytest.mark.parametrize("divisor", ["(1 + y_j^2)", "(1 + y_i^2)"])
def test_a_divisor_that_a_sum_binds_needs_no_hypothesis(divisor: str) -> None:
    row = rf"\sum_j x_i y_j / {divisor} = x_i \sum_k y_k / {divisor.replace('j', 'k')} \quad \text{{for all }} i"
    (line,) = read(f"Let $x, y \\in \\mathbb{{R}}^n$.\n\n$${row}$$\n").lines
    assert line.answer.status == "proved"
    assert "for all i" in str(line.answer.readings[0].claim)


STEPS = "\n\n".join(("$$\\begin{aligned} y_0 &= x_0 \\\\", "%s \\\\", "%s \\end{aligned}$$")).replace("\n\n", "\n")
BEGUN, AFTER = "y_1 &= a_1 x_0 + x_1", "y_2 &= a_2 a_1 x_0 + a_2 x_1 + x_2 = a_2 y_1 + x_2"


@pytest.mark.parametrize(
    ("first", "second", "statuses"),
    [
        (BEGUN, AFTER, ["definition", "definition", "proved"]),
        ("y_1 &= a_1 x_0 + a_1", AFTER, ["definition", "differs", "refuted"]),
        (BEGUN, AFTER.replace("a_2 x_1", "a_1 x_1"), ["definition", "definition", "refuted"]),
        (BEGUN, AFTER.replace("= a_2 y_1 + x_2", "= a_2 y_1 - x_2"), ["definition", "definition", "refuted"]),
    ],
)
def test_the_row_that_breaks_a_pattern_is_told(first: str, second: str, statuses: list[str]) -> None:
    said = "<!-- symattn:\n[kinds]\n'a, x, y' = \"number\"\n-->\n\n"
    assert sorted(line.answer.status for line in read(said + STEPS % (first, second)).lines) == sorted(statuses)


PAIRS = r"""# Update

Let's denote $M_t = I - \beta_t k_t k_t^\top$ and $X_t = \beta_t v_t k_t^\top$.

# Scan

We define our pairs as

$$c_t = [M_t, X_t]$$

and our associative operator as

$$c_i \bullet c_j = [M_i M_j, %s]$$
"""


def test_what_an_earlier_section_defines_may_fail_as_read() -> None:
    statuses = [read(PAIRS % each).lines[-1].answer.status for each in ("X_i M_j + X_j", "M_j X_i + X_j")]
    assert statuses == ["proved", "fails as read"]


#: Words before a row, and the doubt that its refutation names: its line and its words; nothing where it is refuted.
QUOTED = [
    ("for this $x$.\n\n$$x + p = p + x$$\n\nThe sum of the\nprobabilities is one:\n\n$$\\sum_i p_i = 1$$\n\n", "x", ""),
    ("for this $x$.\n\n$$x + p = p + x$$\n\nThe sum of the\nweights is one:\n\n$$\\sum_i p_i = 1$$\n\n", "x", ""),
    (
        "for this $x$.\n\n$$x + p = p + x$$\n\nThe sum of the\nprobabilities is one:\n\n$$\\sum_i p_i = 1$$\n\n",
        "p",
        "line 6 says “probabilities”",
    ),
    ("for this $x$.\n\n$$x + p = p + x$$\n\nHere all of\nthe numbers are positive.\n\n", "x", "line 6 says “positive”"),
    ("for this $x$.\nHere $x$ scales\nas the table says.\n\n", "x", "line 2 says “scales as the table”"),
    ("for this $x$.\nRescale $x$ and define\n\n$$a = 1$$\n\n", "x", "line 2 says “Rescale … and define”"),
    ("for this $x$.\nPut $m = \\frac1n \\sum_i x_i$ and define\n\n$$a = 1$$\n\n", "x", ""),
    ("for this $x$.\nIts Jacobian is, with $m = \\frac1n \\sum_i x_i$,\n\n$$M = m I$$\n\n", "x", ""),
    ("for this $x$.\nIts Jacobian is $x$.\n\n", "x", "line 2 says “Jacobian is”"),
    ("for this $x$.\nIts gradient is, as is $x$, positive.\n\n", "x", "line 2 says “as is”"),
    ("for this $x$.\nPut $x$ on the diagonal.\n\n", "x", "line 2 says"),
]


@pytest.mark.parametrize(("said", "letter", "quoted"), QUOTED)
def test_a_doubt_is_quoted_with_its_line(said: str, letter: str, quoted: str) -> None:
    note = f"Let $x, p \\in \\mathbb{{R}}^n$, {said}Now we have\n\n$$\\sum_i {letter}_i = 2$$\n"
    answer = read(note).lines[-1].answer
    assert answer.status == ("fails as read" if quoted else "refuted"), answer.why
    assert quoted in answer.why
