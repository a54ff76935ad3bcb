"""Rows as they are read: the answer and the reading of each; what must not be read is refused."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import formula, noted, read
from symattn.reading.sidecar import Sidecar
from symattn.reading.statements import Line

# what is written → the answer, and the reading in Python
FORMULAS = [
    (r"(AB)^\top = B^\top A^\top", "proved", "(A*B).T = B.T*A.T"),
    (r"(AB)^\top = A^\top B^\top", "fails as read", "(A*B).T = A.T*B.T"),
    (r"Q = X W_Q", "definition", "X*W_Q"),
    (r"q_m^\top k_n = k_n^\top q_m", "proved", "q[m].T*k[n] = k[n].T*q[m]"),
    (r"x_m^\top W_q^\top W_k x_n = (W_q x_m)^\top (W_k x_n)", "proved", None),
    (r"\sum_{i=1}^n (a_i + b_i) = \sum_{i=1}^n a_i + \sum_{i=1}^n b_i", "proved", None),
    (r"\sum_{i=1}^n a_i b_i = \sum_{i=1}^n a_i \sum_{j=1}^n b_j", "fails as read", None),
    (r"(\mathbf{k}^\top \mathbf{q}) \mathbf{v} = \mathbf{v} \mathbf{k}^\top \mathbf{q}", "proved", None),
    (r"\exp(a + b) = \exp(a) \exp(b)", "proved", None),
    (r"e^{a+b} = e^a e^b", "proved", None),
    (r"\mathrm{softmax}(\mathbf{x} + c\mathbf{1}) = \mathrm{softmax}(\mathbf{x})", "proved", None),
    (
        r"\|\mathbf{x} - \mathbf{y}\|^2 = \|\mathbf{x}\|^2 - 2\mathbf{x}^\top\mathbf{y} + \|\mathbf{y}\|^2",
        "proved",
        None,
    ),
    (r"\langle q, k \rangle = q^\top k", "proved", None),
    (r"\cos^2 t + \sin^2 t = 1", "proved", None),
    (r"(A + B)^{-1} = A^{-1} + B^{-1}", "fails as read", None),
    (r"\frac{a}{b} + \frac{c}{b} = \frac{a + c}{b}", "proved", None),
    (r"\phi(\mathbf{x})^\top \phi(\mathbf{y}) = \phi(\mathbf{y})^\top \phi(\mathbf{x})", "proved", None),
    (
        r"\sum_{j=1}^{t} \mathbf{v}_j (\mathbf{k}_j^\top \mathbf{q}_t)"
        r" = (\sum_{j=1}^{t} \mathbf{v}_j \mathbf{k}_j^\top) \mathbf{q}_t",
        "proved",
        None,
    ),
    (r"\sum_{j=1}^{t} \mathbf{v}_j = \sum_{j=1}^{t-1} \mathbf{v}_j + \mathbf{v}_t", "proved", None),
    (r"S_t = S_{t-1} + \mathbf{v}_t \mathbf{k}_t^\top", "recurrence", "S[t + 1] = S[t] + v[t + 1]*k[t + 1].T"),
    (r"A \odot B = B \odot A", "proved", None),
    (r"c_1 v + c_2 v = v(c_1 + c_2)", "proved", None),
    (r"\sin(2\pi) = 0", "proved", None),
    (r"\mathbf{A} \mathbf{I}_3 = \mathbf{A}", "proved", None),
    (r"\sum_{j=1}^n \delta_{ij} a_j = a_i", "proved", None),
    (r"\sum_{1 \le i \le n} a_i = \sum_{i=1}^n a_i", "proved", None),
    (r"X \in \mathbb{R}^{n \times d},\ \sigma \in S_{n}:\quad \sigma^\top \sigma X = X", "proved", None),
    (r"c \in \mathbb{R}_{> 0}:\quad \sqrt{c^2} = c", "proved", None),
    (r"c \in \mathbb{R}:\quad \sqrt{c^2} = c", "refuted", None),
    (r"a < a + 1", "proved", None),
    (r"x_i \cdot y_j = x_i^\top y_j", "proved", None),
    (r"\max(a, b) = \max(b, a)", "proved", None),
    (r"\mathbf{1}_n^\top \mathbf{1}_n = n", "proved", None),
    ("(AB)ᵀ = BᵀAᵀ", "proved", None),
    (r"\|A + B\|_F \le \|A\|_F + \|B\|_{\mathrm{F}}", "proved", None),
    (r"\|A\|_F^2 = \operatorname{tr}(A^\top A)", "proved", None),
    (r"\operatorname{tr} A = \operatorname{tr} A^\top", "proved", "Trace(A) = Trace(A.T)"),
    (r"\mathrm{tr} A \, \mathrm{tr} B = \mathrm{tr}(A) \mathrm{tr}(B)", "proved", None),
    (r"\det A^\top = \det(A)", "proved", None),
    (r"\operatorname{tr} A / n = \frac1n \operatorname{tr}(A)", "proved", None),
    (r"\operatorname{tr} A = 2", "fails as read", "Trace(A) = 2"),
    (r"\max(x) <= \max(x)", "proved", None),
    (r"\max(x) >= \max(x) + 1", "fails as read", None),
    (
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}^\top = \begin{pmatrix} a & c \\ b & d \end{pmatrix}",
        "proved",
        None,
    ),
    (r"\begin{pmatrix} a \\ b \end{pmatrix}^\top = \begin{pmatrix} b & a \end{pmatrix}", "fails as read", None),
    (r"\|A + B\|_F = \|A\|_F + \|B\|_F", "fails as read", None),
    (r"\|\mathbf{x}\|_2 = \|\mathbf{x}\|_F", "proved", None),
]
# what is written → a part of the reason for which it is not read
REFUSED = [
    (r"A \approx B", "≈"),
    (r"\|A\|_2 \le \|A\|_F", "the norm of a matrix"),
    (r"\|\mathbf{x}\|_p \ge \|\mathbf{x}\|_2", "this norm"),
    (r"\|A\|_{F, i} = 1", "this norm"),
    (r"h = x_1 + \ldots + x_n + x_n", "ellipsis"),
    (r"W_e \text{divided by} W_s = A", "words"),
    (r"e^{im\theta} = \cos m\theta + i \sin m\theta", "imaginary"),
    (r"P_{ijk} = P_{ikj}", "indices"),
    (r"A \bullet B = C", "bullet"),
    (r"0.5 + 0.3 = 0.8", "rounded"),
    (r"\log p q = \log q p", "how far"),
    (r"\operatorname{tr} A B = \operatorname{tr} B A", "how far does tr reach? write brackets"),
    (r"\operatorname{tr} x x^\top = x^\top x", "how far does tr reach? write brackets"),
    (r"\operatorname{tr} A \odot B = \operatorname{tr} B \odot A", "how far does tr reach? write brackets"),
    (r"\operatorname{tr} A \cdot B = \operatorname{tr} B \cdot A", "how far does tr reach? write brackets"),
    (r"\det 2 A = 2 \det A", "how far does det reach? write brackets"),
    (r"\det A \sum_i x_i = 0", "how far does det reach? write brackets"),
    (r"\operatorname{tr} \log x = 0", "how far does tr reach? write brackets"),
    (r"2 \operatorname{tr} = 0", "without its argument"),
    (r"a => b", "nothing stands between = and >"),
    (r"a <=> b", "nothing stands between < and ="),
    (r"n!= 2", "!"),
    (r"a / b c = d", "under the /"),
    (r"f \circ g = g \circ f", "composition"),
    (r"W^1 W^2 = W^3", "label"),
    (r"\mathbb{E}[x + y] = \mathbb{E}[x] + \mathbb{E}[y]", "expectation"),
    (r"E[X Y] = E[X] E[Y]", "expectation"),
    (r"O(n) = n", "order"),
    (r"\sum_{i<j} a_{ij} = \sum_{i=1}^n \sum_{j=1}^{i-1} a_{ij}", "both letters"),
]
# what nobody declared is a symbol of which nothing is known → the answer, and what it rests on
UNKNOWN = [
    (r"f(x, y, z) = g(x, y, z)", "definition", "g(x, y, z)"),
    (r"y = \sigma(x)", "definition", "σ(x)"),
    (r"M_{k-K} = M_{k-K}", "proved", "M_{k-K}"),
    (r"p_{i,2j} = q_{i,2j}", "open", "p_i,2j"),
    (r"\frac{\partial L}{\partial x} = y", "open", "∂L/∂x"),
    (r"P(x) = k(x)", "open", "P(x)"),
    (r"y^\mathtt{(T,P)} = \mathsf{SSM}(A)(X)", "definition", "SSM(A, X)"),
    (r"\sigma(A B) = A \sigma(B)", "open", "σ(AB)"),
    (r"\sigma(x_m)^\top \sigma(x_n) = \sigma(x_n)^\top \sigma(x_m)", "open", "σ(x_m)"),
    (r"C(d)^2 = C(d)", "open", "C(d)"),
    (r"R_m^\top R_n = R_{n-m}", "open", "R_{n-m}"),
]

# misreadings of a prototype: none of these may be proved
NEVER_PROVED = [
    r"x_m W_q^\top W_k x_n = x_m W_q^\top W_k x_n + 0",  # a lost transpose: x_m is no number
    r"W x = x W",
    r"\mathbf{x} W = W \mathbf{x}",
    r"q^\top k = q k",
    r"A_{ij}^\top = A_{ij}",  # the transpose of a number
    r"\cos (n-m)\theta = \theta \cos (n-m)",
    r"A \pi = \pi A",  # a permutation, or a number?
]


def rows(text: str, declared: str = "") -> list[Line]:
    sidecar = Sidecar()
    if declared:
        sidecar.add(declared, 0)
    return list(noted(page("note.md", text), sidecar, {}).lines())


def answers(text: str, declared: str = "") -> list[str]:
    return [line.answer.status for line in rows(text, declared)]


@pytest.mark.parametrize(("text", "status", "reading"), FORMULAS)
def test_formulas(text: str, status: str, reading: str | None) -> None:
    (row,) = read(text).data()["rows"]
    assert row["status"] == status, row["why"]
    if reading is not None:
        assert row["reading"][0]["python"] == reading


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_is_not_understood_refuses_the_row(text: str, why: str) -> None:
    (line,) = formula(text).lines()
    assert line.answer.status in ("not read", "shapes") and why in line.answer.why, line.answer


@pytest.mark.parametrize(("text", "status", "symbol"), UNKNOWN)
def test_what_nobody_declared_is_a_symbol(text: str, status: str, symbol: str) -> None:
    (line,) = formula(text).lines()
    assert line.answer.status == status, line.answer
    assert any(said.startswith(f"{symbol}: any") for said in line.answer.readings[0].assumed)


def test_a_text_with_an_argument_in_it_is_no_symbol_where_it_is_unfolded() -> None:
    note = "$$\\text{Net}(X) = \\sigma(X) W$$\n\n$$\\text{Net}(Y) = \\text{Net}(Z)$$\n"
    assert answers(note) == ["definition", "not read"]


@pytest.mark.parametrize("text", NEVER_PROVED)
def test_misreadings_are_not_proved(text: str) -> None:
    assert all(line.answer.status not in ("proved", "refuted") for line in formula(text).lines())


DECLARED = "Let $A, B \\in \\mathbb{R}^{n\\times n}$ and $x \\in \\mathbb{R}^n$.\n\n"


def test_a_refutation_rests_on_no_assumption() -> None:
    assert answers("$$AB = BA$$\n") == ["fails as read"]
    assert answers(DECLARED + "$$AB = BA$$\n") == ["refuted"]
    assert answers(DECLARED + "$$ABC = BAC$$\n") == ["fails as read"]
    assert answers("Here A, B ∈ ℝ^{n×n}.\n\n$$AB = BA$$\n") == ["refuted"]


def test_a_declared_shape_that_does_not_fit_is_an_answer() -> None:
    (line,) = rows(DECLARED + "$$x A = x$$\n")
    assert line.answer.status == "shapes" and "does not fit" in line.answer.why


def test_chains_definitions_and_what_differs() -> None:
    note = r"""
$$\begin{aligned}
q_m &= W_q x_m \\
k_n &= W_k x_n \\
q_m^\top k_n &= (W_q x_m)^\top (W_k x_n) \\
&= x_m^\top W_q^\top W_k x_n
\end{aligned}$$

$$ = x_n^\top W_k^\top W_q x_m $$

$$k_n = W_q x_n$$
"""
    found = rows(note)
    assert [line.answer.status for line in found] == ["definition"] * 2 + ["proved"] * 3 + ["differs"]
    assert [(line.line, line.column) for line in found] == [(3, 1), (4, 1), (5, 1), (6, 2), (9, 4), (11, 3)]
    assert "defined at line 4" in found[-1].answer.why


def test_a_name_is_one_size_wherever_it_stands() -> None:
    note = "Let $W \\in \\mathbb{R}^{d\\times d_k}$.\n\n$$%s$$\n"
    (line,) = rows(note % r"\frac{W}{\sqrt{d_k}} = W \frac{1}{\sqrt{d_k}}")
    assert line.answer.status == "proved" and not line.answer.readings[0].assumed
    (line,) = rows(note % r"W x_k = W x_i")
    assert line.answer.status == "fails as read"


def test_what_is_called_with_several_arguments_is_a_function_everywhere() -> None:
    assert answers("$$P(A, B) C = P(A) C$$\n\n$$P(A) P(B) = P(B) P(A)$$\n") == ["open", "open"]


def test_a_known_function_is_not_defined_anew() -> None:
    assert answers("$$\\sin(x) = \\cos(x)$$\n\n$$\\sin(a) = \\cos(a)$$\n") == ["fails as read", "fails as read"]


def test_functions_are_unfolded_with_their_arguments() -> None:
    note = r"""Let $P$ be a permutation matrix.
$$\text{Attn}(X) = \text{softmax}\left(\frac{X W_Q (X W_K)^\top}{\sqrt d}\right) X W_V$$
$$\text{Attn}(PX) = P\,\text{Attn}(X)$$
$$\text{Attn}(PX) = \text{Attn}(X)$$
$$f_q(x_m, m) = R_m W_q x_m$$
$$f_q(x_n, n) = R_n W_q x_n$$
"""
    assert answers(note) == ["definition", "proved", "differs", "definition", "proved"]


@pytest.mark.parametrize(
    "declared",
    [
        r"Let $P$ be an $n \times n$ permutation matrix.",
        r"Let $P$ be any $n\times n$ permutation matrix.",
        r"Let $P \in \mathbb{R}^{n\times n}$ be a permutation matrix.",
    ],
)
def test_a_permutation_matrix_may_be_declared_with_its_size(declared: str) -> None:
    note = (
        declared
        + r"""
$$\text{Attn}(X) = \text{softmax}\left(\frac{X W_Q (X W_K)^\top}{\sqrt d}\right) X W_V$$
$$\text{Attn}(PX) = P\,\text{Attn}(X)$$
$$\text{Attn}(PX) = \text{Attn}(X)$$
"""
    )
    assert answers(note) == ["definition", "proved", "differs"]


@pytest.mark.parametrize("declared", [r"$B \in \mathbb{R}^{n\times n}$ be orthogonal", "$B$ be an orthogonal matrix"])
def test_an_orthogonal_matrix_is_declared_in_words(declared: str) -> None:
    assert answers(f"Let {declared}. Then\n$$B^\\top B = I$$\n$$B B = I$$\n") == ["proved", "fails as read"]
    assert answers("Let $B$ be orthogonal to $C$. Then\n$$B^\\top B = I$$\n") != ["proved"]


def test_rotations_by_angles_of_places() -> None:
    note = r"""$$R_{\theta,t} = \begin{pmatrix} \cos t\theta & -\sin t\theta \\
\sin t\theta & \cos t\theta \end{pmatrix}$$
$$R_{\theta,m}^\top R_{\theta,n} = R_{\theta,n-m}$$
$$R_{\theta,m}^\top R_{\theta,n} = R_{\theta,m-n}$$
"""
    assert answers(note) == ["definition", "proved", "fails as read"]


def test_an_argument_is_not_what_a_sum_inside_binds() -> None:
    note = r"""$$g(q_i, k_j) = \frac{\exp(q_i^\top k_j)}{\sum_{j=1}^n \exp(q_i^\top k_j)}$$
$$g(q_i, k_j) = 1$$
"""
    assert "proved" not in answers(note)


def test_a_function_whose_argument_hides_in_a_definition_is_refused() -> None:
    note = "$$Q = X W$$\n$$\\text{Attn}(X) = Q Q^\\top$$\n$$\\text{Attn}(PX) = Q Q^\\top$$\n"
    assert rows(note)[-1].answer.status == "not read"


def test_inline_formulas_declare_and_define_and_never_claim() -> None:
    assert answers("If we set $V = K$, then\n\n$$V = Q$$\n\n$$V = K$$\n") == ["definition", "fails as read"]
    assert answers("$$V = Q$$\n\nIf we set $V = K$, then\n\n$$V = K$$\n") == ["definition", "proved"]
    assert answers("where $V = K$ is\n\n$$V = K + 0 K$$\n") == ["proved"]


def test_definitions_end_with_their_section() -> None:
    note = "# A\n\n$$Q = X W$$\n\n# B\n\n$$Q = X + Y$$\n\n$$Q = X + Y$$\n"
    assert answers(note) == ["definition", "definition", "proved"]


ROTATION = r"$$R_t = \begin{pmatrix} \cos t & -\sin t \\ \sin t & \cos t \end{pmatrix}$$" + "\n\n"
TURNED = r"$$R_m^\top R_n = R_{n-m}$$" + "\n\n"


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("# A\n\n" + ROTATION + "# B\n\n" + TURNED, "proved"),
        ("# A\n\n" + TURNED + "where\n\n" + ROTATION, "proved"),
        ("# A\n\n" + TURNED + "# B\n\n" + ROTATION, "open"),
        ("# A\n\n" + TURNED + "## B\n\n" + ROTATION, "open"),
    ],
    ids=["section above", "further on", "section below", "part below"],
)
def test_what_a_later_section_defines_is_not_used(note: str, status: str) -> None:
    (answer,) = {line.answer.status for line in rows(note) if "R_m" in line.source}
    assert answer == status


def test_a_row_that_fails_whatever_its_note_defines_is_not_open() -> None:
    note = "# A\n\n$$Q = X W$$\n\n# B\n\n$$K = X + Y$$\n\n$$A B K = B A K$$\n"
    assert answers(note)[-1] == "fails as read"


def test_words_in_front_and_behind() -> None:
    note = "$$\\text{where } a = b + c, \\quad \\text{(by definition)}$$\n$$A^\\top = A \\quad \\text{if } A = B$$\n"
    assert "proved" not in answers(note)
    (line,) = rows("$$A^\\top = A \\quad \\text{if } A = 0$$")
    assert line.answer.status == "proved" and line.answer.readings[0].claim.given


def test_recurrences_are_no_definitions() -> None:
    note = "$$S_t = S_{t-1} + A_t$$\n$$S_t = A_t + S_{t-1}$$\n$$S_t = 2 S_{t-1}$$\n"
    assert answers(note) == ["recurrence", "proved", "fails as read"]


def test_what_defines_itself() -> None:
    (line,) = rows(r"$$y_t = \alpha_t + \beta y_t$$")
    assert line.answer.status == "fails as read" and "by itself" in line.answer.why


def test_sidecars() -> None:
    note = "$$A\\sigma(A) = A\\sigma(A)$$\n\n$$MN = NM$$\n\n$$\\text{Net}(X) = X W$$\n\n"
    note += "$$\\text{Net}(X + Y) = \\text{Net}(X) + \\text{Net}(Y)$$\n"
    assert answers(note)[:2] == ["proved", "fails as read"]
    declared = "[functions]\n'\\sigma' = 'softmax'\n[kinds]\n'M, N' = 'number'\n"
    assert answers(note, declared) == ["proved", "proved", "definition", "proved"]
    assert answers("$$AB = BA$$\n", "[shapes]\n'A' = 'n × n'\n'B' = 'n × n'\n") == ["refuted"]
    assert answers("$$P^\\top P = I$$\n", "[shapes]\n'P' = 'permutation n'\n") == ["proved"]


def test_declarations_in_comments_hold_from_there_on() -> None:
    note = "$$MN = NM$$\n\n<!-- symattn:\n[kinds]\n'M, N' = 'number'\n-->\n\n$$MN = NM$$\n\n<!-- symattn: = -->\n"
    assert answers(note) == ["fails as read", "proved", "not read"]


def test_columns_of_vectors_or_rows_are_counted() -> None:
    assert answers("$$y = W x$$\n\n$$W x + W z = W(x + z)$$\n") == ["definition", "proved"]
    assert answers("$$y = x W$$\n\n$$x W + z W = (x + z) W$$\n") == ["definition", "proved"]


def test_a_definition_with_a_stray_index_is_not_hidden_by_what_follows_it() -> None:
    (line,) = rows("$$f(q, k_j) = 2 x_i - x_i = x_i$$\n")
    assert line.answer.status == "definition" and "i stands on the right only" in line.answer.why


def test_an_expression_in_a_space_has_its_shape() -> None:
    declared = (
        "Let $X \\in \\mathbb{R}^{n\\times d}$, $W \\in \\mathbb{R}^{d\\times m}$ and $x \\in \\mathbb{R}^d$.\n\n"
    )
    fits = [r"X W \in \mathbb{R}^{n \times m}", r"W^\top x \in \mathbb{R}^m", r"x^\top x \in \mathbb{R}"]
    fails = [r"X W \in \mathbb{R}^{n \times d}", r"W^\top x \in \mathbb{R}^d", r"x^\top x \in \mathbb{R}^d"]
    assert answers(declared + "".join(f"$${each}$$\n\n" for each in fits)) == ["declaration"] * 3
    assert answers(declared + "".join(f"$${each}$$\n\n" for each in fails)) == ["shapes"] * 3
    assert answers(r"$$(X W) Y \in \mathbb{R}^r \otimes \mathbb{R}^d \simeq \mathbb{R}^{r \times m}$$") == ["shapes"]


def test_names_that_are_let_be_any_are_new() -> None:
    note = "# A\n\nLet $K, V$ be any matrices.\n\n$$K V = V K$$\n\n# B\n\n$$K = X W$$\n\n$$V = X Y$$\n"
    assert answers(note)[0] == "fails as read"
    assert answers(note.replace("be any", "be the two"))[0] == "fails as read"  # section B is another one
    assert answers(note.replace("be any", "be the two").replace("# B", "Then"))[0] == "open"


def test_softmax_of_rows_and_columns_by_name() -> None:
    row = r"P^\top \text{SoftMax}_{\text{%s}}(P A) = \text{SoftMax}_{\text{%s}}(A)"
    declared = "Let $P$ be a permutation matrix.\n\n"
    assert answers(f"{declared}$${row % ('row', 'row')}$$\n") == ["proved"]
    assert answers(f"{declared}$${row % ('row', 'col')}$$\n") == ["fails as read"]


def test_a_matrix_by_its_entries() -> None:
    assert answers("$$(x_i y_j)_{i < n, j < m} = x y^\\top$$\n") == ["not read"]
    declared = "first = 0\n[shapes]\n'x' = 'n'\n'y' = 'm'\n"
    assert answers("$$(x_i y_j)_{i < n, j < m} = x y^\\top$$\n", declared) == ["proved"]
    assert answers("$$(x_i y_j)_{i < n, j < m} = y x^\\top$$\n", declared) == ["shapes"]


def test_what_is_supposed_defines_nothing() -> None:
    assert answers("$$A K = A X W \\quad \\text{if } K = X W$$\n\n$$K A = A K$$\n") == ["proved", "fails as read"]


def test_a_name_at_a_brace_is_what_stands_there() -> None:
    note = "$$B = \\underbrace{X W}_{Q_1} K$$\n\n$$B = Q_1 K$$\n\n"
    assert answers(note) == ["definition", "proved"]
    assert answers("$$\\underbrace{X W}_{Q_1} K = Q_1 K$$\n") == ["proved"]
    assert answers("$$\\underbrace{X W}_{Q_1} K = Q_1 V$$\n") == ["fails as read"]


def test_index_letters_above_a_letter_are_indices() -> None:
    assert answers(
        "$$e_{ij} = x_i W (x_j + a^{ij})^\\top$$\n\n$$e_{ij} = x_i W x_j^\\top + x_i W (a^{ij})^\\top$$\n"
    ) == [
        "definition",
        "proved",
    ]


STATES = "$$c_t = [M_t, X_t]$$\n\nAn associative operator on these pairs:\n\n"


@pytest.mark.parametrize(
    "row, status",
    [
        (r"c_i \bullet c_j = [M_i M_j, X_i M_j + X_j]", "proved"),
        (r"c_i \oplus c_j = (M_i M_j, X_i M_j + X_j)", "proved"),
        (r"c_i \bullet c_j = [M_i M_j, M_j X_i + X_j]", "fails as read"),
        (r"c_i \bullet c_i = [M_i M_i, X_i M_i + X_i]", "not read"),
        (r"c_i \bullet b_j = [M_i M_j, X_i M_j + X_j]", "not read"),
    ],
)
def test_an_operator_on_lists_is_associative_where_the_words_say_so(row, status) -> None:
    assert answers(f"{STATES}$${row}$$\n")[-1] == status
    assert answers(f"{STATES.replace('An associative', 'A')}$${row}$$\n")[-1] == "not read"
    assert answers(f"{STATES.replace('An associative', 'A non-associative')}$${row}$$\n")[-1] == "not read"


def test_what_a_proof_defines_holds_in_the_proof() -> None:
    note = "\\begin{proof}\n\\[ S = X X^\\top \\]\n\\end{proof}\n\n\\[ S = X W \\]\n"
    lines = noted(page("note.tex", note), Sidecar(), {}).lines()
    assert [line.answer.status for line in lines] == ["definition", "definition"]


def test_a_chain_behind_let_defines_each_name() -> None:
    assert answers("Let $X = A = B$.\n\n$$A - B = X - A$$\n") == ["proved"]
    assert answers("Let $X = A = 0$.\n\n$$A Y = X Y$$\n") != ["proved"]


def test_a_definition_in_a_later_section_leaves_a_letter_as_it_is() -> None:
    later = "# A\n\n$$c_1 v + c_2 v = v (c_1 + c_1)$$\n\n# B\n\n$$v = W x$$\n"
    assert answers(later)[0] == "fails as read"
    assert answers(later.replace("# B\n", ""))[0] == "open"
    assert answers(later.replace("v (c_1 + c_1)", "u (c_1 + c_1)"))[0] == "open"


def test_labels_of_two_letters_are_no_indices() -> None:
    rows = "$$y_{tt} = 2 v_t$$\n\n$$y_{ff} = 2 v_f$$\n\n$$y_{tf} = y_{ft}$$\n\n$$y_{tt} = v_t + v_t$$\n"
    assert answers(rows)[-1] in ("proved", "open")
    sums = "$$s = \\sum_f y_{tf}$$\n\n" + rows  # f is an index
    assert answers(sums)[1] == "not read" or "y_tf" not in str(read(sums).lines[0].answer.readings)


def test_the_cosine_of_angle_brackets_may_be_that_of_an_angle() -> None:
    assert answers(r"$$u^\top v = |u| |v| \cos \langle u, v \rangle$$" + "\n") == ["not read"]


NUMBERS = "Let $t, a \\in \\mathbb{R}$, $j \\in \\mathbb{N}$ and $A \\in \\mathbb{R}^{n \\times n}$.\n\n"


@pytest.mark.parametrize(
    "row, status",
    [
        (r"t \mapsto 2 t \text{ is injective}", "proved"),
        (r"t \mapsto t^2 \text{ is injective}", "refuted"),
        (r"A \text{ is invertible}", "fails as read"),  # it may be supposed
        (r"I_n \text{ is invertible}", "proved"),
        (r"W t \text{ is injective}", "not read"),
        (r"\text{it is not true that } 2^t = 2^{t + 1}", "proved"),
        (r"(2 A)^{j} = 2^j (A)^j", "proved"),
        (r"(A + A)^j = 2 (A)^j", "refuted"),
        (r"(A)^t = A", "not read"),
        (r"2^t 2^t = 4^t", "proved"),
        (r"2^t = 2 t", "refuted"),
    ],
)
def test_statements_in_words_and_powers(row, status) -> None:
    assert answers(f"{NUMBERS}$${row}$$\n") == [status]


@pytest.mark.parametrize(
    "right, status",
    [
        (r"a & \text{if } a \ge 0 \\ -a & \text{if } a < 0", "proved"),
        (r"a & a > 0 \\ -a & \text{otherwise}", "proved"),
        (r"a & a > 0 \\ a & \text{otherwise}", "refuted"),
        (r"a & a > 0 \\ -a & a < 0", "not read"),  # and 0?
        (r"a = t \\ a = 2 t", "not read"),
    ],
)
def test_cases(right, status) -> None:
    assert answers(f"{NUMBERS}$$|a| = \\begin{{cases}} {right} \\end{{cases}}$$\n") == [status]


def test_a_map_defines() -> None:
    later = "$$f(A)^\\top = f(A)$$\n\n$$f(A) = A^\\top A$$\n"
    assert answers(f"$$f: X \\mapsto X X^\\top$$\n\n{later}") == ["definition", "proved", "differs"]
    spaces = "$$f: \\mathbb{R}^{n \\times d} \\to \\mathbb{R}^{n \\times n} \\quad X \\mapsto X X^\\top$$\n\n"
    assert answers(spaces + later) == ["declaration", "definition", "proved", "differs"]
    assert answers("$$x \\mapsto x + 1$$\n") == answers("$$\\text{softmax}: x \\mapsto x$$\n") == ["not read"]


@pytest.mark.parametrize(
    "left, right, status",
    [
        (r"x_1 + x_2 + \dots + x_n", r"\sum_{i=1}^n x_i", "proved"),
        (r"a_1 b_1 + \dots + a_n b_n", r"\sum_{i=1}^n a_i b_i", "proved"),
        (r"a_1 b_1 + \dots + a_n b_n", r"\sum_{i=1}^n a_i b_n", "fails as read"),
        (r"x_1 + x_3 + \dots + x_n", r"\sum_{i=1}^n x_i", "not read"),
        (r"a_1 b_2 + \dots + a_n b_n", r"\sum_{i=1}^n a_i b_i", "not read"),
        (r"x_1 - x_2 + \dots + x_n", r"\sum_{i=1}^n x_i", "not read"),
        (r"x_1 + \dots + x_3", r"x_1 + x_2 + x_3", "not read"),  # labels, or indices?
        (r"\max(x_1, \dots, x_n)", r"\max_{i=1}^n x_i", "proved"),
        (r"\max(x_1, x_2, \dots, x_n) + c", r"\max(x_1 + c, x_2 + c, \dots, x_n + c)", "proved"),
        (r"\max(c, x_1, \dots, x_n)", r"\max(c, \max_{i=1}^n x_i)", "proved"),
        (r"\max(c, x_1, \dots, x_n)", r"\max_{i=1}^n x_i", "fails as read"),
        (r"\max(x_1, x_3, \dots, x_n)", r"\max_{i=1}^n x_i", "not read"),
        (r"\max(x_n, \dots, x_1)", r"\max_{i=1}^n x_i", "not read"),  # it counts down
        (r"x_n + \dots + x_1", r"\sum_{i=1}^n x_i", "not read"),
        (r"x_{j_1} + \dots + x_{j_n}", r"\sum_{i=1}^n x_{j_i}", "proved"),
        (r"x_{j_1} + \dots + x_{j_n}", r"\sum_{i=j_1}^{j_n} x_i", "not read"),
        (r"\max(x_1, \dots, c)", r"\max_{i=1}^n x_i", "not read"),
        (r"\min(x_1, \dots, x_n)", r"x_1", "fails as read"),
    ],
)
def test_a_sum_with_an_ellipsis(left, right, status) -> None:
    assert answers(f"$${left} = {right}$$\n") == [status]


def test_the_imaginary_unit_is_declared() -> None:
    euler = "$$e^{i t} = \\cos t + i \\sin t$$\n"
    declared = f"{NUMBERS}where $i$ is the imaginary unit\n\n"
    assert answers(euler) == answers(NUMBERS + euler) == ["not read"]
    assert answers(declared + euler) == ["proved"]
    assert answers(declared + euler.replace("+ i", "- i")) == ["fails as read"]
    assert answers(f"{declared}$$i x_i = x_i i$$\n") == ["not read"]


@pytest.mark.parametrize(
    "row, status",
    [
        (r"\frac{\partial}{\partial t} (\sin t) = \cos t", "proved"),
        (r"\frac{\partial}{\partial t} (\sin t) = \sin t", "fails as read"),
        (r"\frac{\partial}{\partial s} (\sin s) = \cos s", "proved"),  # s may be any number
        (r"\frac{\partial}{\partial s} (\sin s) = \sin s", "open"),
        (r"\frac{\partial}{\partial s} (\sin u) = 0", "not read"),
        (r"\frac{\partial}{\partial t} \sin t = \cos t", "proved"),
        (r"\frac{\partial}{\partial t} t^2 = t", "fails as read"),
        (r"\frac{\partial}{\partial t} t \sin t = \sin t", "not read"),  # how far does it reach?
        (r"\frac{\partial}{\partial t} \sin t + \cos t = 2 \cos t", "not read"),
        (r"\cos t + \frac{\partial}{\partial t} \sin t = 2 \cos t", "proved"),
        (r"\nabla_A (\mathrm{tr}(A)) = I_n", "proved"),
        (r"\nabla_A (L(A)) = 0", "open"),  # L depends on A
        (r"\nabla_A (u^\top A u) = u u^\top", "open"),  # does u?
    ],
)
def test_derivatives_of_what_is_declared(row, status) -> None:
    assert answers(f"{NUMBERS}$${row}$$\n") == [status]


@pytest.mark.parametrize(
    "row, status",
    [
        (r"\frac{\partial a_j}{\partial z_i} = a_j (\delta_{ij} - a_i)", "proved"),
        (r"\frac{\partial a_j}{\partial z_i} = a_j (\delta_{ij} + a_i)", "open"),
        (r"\frac{\partial a_i}{\partial z_i} = a_i (1 - a_i)", "proved"),
        (r"\frac{\partial L}{\partial z_i} = a_i \sum_{k=1}^K y_k - y_i", "proved"),
        (r"\frac{\partial L}{\partial z_i} = a_i - y_i", "open"),  # where all y add up to 1
        (r"\frac{\partial L}{\partial y_i} = -\log a_i", "proved"),
        (r"\frac{\partial L}{\partial w_i} = 0", "open"),  # may z depend on w?
    ],
)
def test_derivatives_of_what_is_made_of_letters_that_are_not_declared(row, status) -> None:
    softmax = "$$a_j = \\frac{e^{z_j}}{\\sum_{k=1}^K e^{z_k}}$$\n\n$$L = -\\sum_{k=1}^K y_k \\log a_k$$\n\n"
    assert answers(f"{softmax}$${row}$$\n") == ["definition", "definition", status]


def test_a_run_of_letters_that_is_declared_is_one_name() -> None:
    masks = "Let $dO, Mask \\in \\mathbb{R}^{n \\times n}$.\n\n$$dO Mask = Mask dO$$\n"
    assert answers(masks) == ["refuted"]
    assert answers("Let $XW \\in \\mathbb{R}^{n \\times n}$.\n\n$$(XW)^\\top = W^\\top X^\\top$$\n") == ["proved"]


@pytest.mark.parametrize(
    "row, status",
    [
        (r"(A B)_{ij} = A[i, :] B[:, j]", "proved"),
        (r"(A B)_{ij} = A[i, :] B[j, :]^\top", "refuted"),
        (r"(A x)_i = \sum_{j=1}^n A[i, j] x[j]", "proved"),
        (r"(A x)_i = \sum_{j=1}^n A[j, i] x[j]", "refuted"),
        (r"A[i] x = (A x)_i", "not read"),  # a row, or a product?
        (r"(A B)_{ij} = Z[i, :] B[:, j]", "not read"),  # nobody said what Z is
    ],
)
def test_parts_in_square_brackets(row, status) -> None:
    declared = "Let $A, B \\in \\mathbb{R}^{n \\times n}$ and $x \\in \\mathbb{R}^n$.\n\n"
    assert answers(f"{declared}$${row}$$\n") == [status]


def test_a_letter_is_no_index_and_number_at_once() -> None:
    declared = "first = 0\n[shapes]\n'A' = 'n × d'\n"
    assert answers("$$(A A^\\top)_{m, 0} = m$$\n", declared) == ["refuted"]
    assert answers("Let $m \\in \\mathbb{R}$.\n\n$$(A A^\\top)_{m, 0} = m$$\n", declared) == ["not read"]


WORDS = "first = 0\n[functions]\n'e' = 'SinusoidalVector'\n'Att' = 'Attention'\n[shapes]\n'Q, K, V, M' = 'n × n'\n"


@pytest.mark.parametrize(
    "row, status",
    [
        (r"e_{4, \mathrm{first} = 0}(t) = e_4(t)", "proved"),
        (r"e_{4, \mathrm{first} = 1}(t) = e_4(t)", "refuted"),
        (r"e_{4, \mathrm{last} = 1}(t) = e_4(t)", "not read"),
        (r"\text{Att}_{\mathrm{scale} = 1}(Q, K, V) = \text{softmax}(Q K^\top) V", "proved"),
        (r"\text{Att}_{\mathrm{scale} = 2}(Q, K, V) = \text{softmax}(Q K^\top) V", "fails as read"),
        (r"\text{Att}(Q, K, V; \mathrm{bias} = M) = \text{softmax}(Q K^\top / \sqrt{n} + M) V", "proved"),
        (r"\text{Att}(Q, K, V; \mathrm{bias} = M) = \text{Att}(Q, K, V)", "refuted"),
    ],
)
def test_words_with_arguments_below_and_by_name(row, status) -> None:
    assert answers(f"{NUMBERS}$${row}$$\n", WORDS) == [status]


# what a note says → the answers to its rows
NOTES = {
    "a new symbol is defined by the first equation of it": (
        "With $D = \\operatorname{diag}(u)$ we have\n\n$$D^\\top = D$$\n\n$$D = I$$\n",
        ["proved", "differs"],
    ),
    "not by one that is claimed": (
        "If $C = AB$, then $C^\\top = B^\\top A$.\n\n$$C^\\top = B^\\top A$$\n",
        ["fails as read"],
    ),
    "nor by one of what was spoken of": (
        "$$A B = B A$$\n\nThe case is $A = B B$.\n\n$$A^\\top = A$$\n",
        ["fails as read"] * 2,
    ),
    "what an inline equation says, its row does not prove": (
        "The layer is $y = W x + b$.\n\n$$y = W x + b$$\n",
        ["definition"],
    ),
    "a function that another section defines otherwise is not looked past": (
        "# A\n\n$$f(X) = X X^\\top X$$\n\n# B\n\nIf the layer is $f(X) = X^\\top X$, then\n\n$$f(PX) = P f(X)$$\n",
        ["definition", "open"],
    ),
    "labels that stand under one letter": ("Let $B_s = B + B^\\top$.\n\n$$B_s^\\top = B_s$$\n", ["proved"]),
    "an index under it is none": ("Let $B_s = B + B^\\top$.\n\n$$x_s^\\top B_s x = B x_s$$\n", ["not read"]),
    "a closed form satisfies its recurrence": (
        "$$S_t = S_{t-1} + v_t k_t^\\top$$\n\n$$S_t = \\sum_{s=1}^t v_s k_s^\\top$$\n",
        ["recurrence", "definition"],
    ),
    "or differs from it": (
        "$$S_t = S_{t-1} + v_t k_t^\\top$$\n\n$$S_t = \\sum_{s=1}^t v_s k_t^\\top$$\n",
        ["recurrence", "differs"],
    ),
    "what follows from a recurrence": (
        "$$S_t = a_t S_{t-1} + v_t k_t^\\top$$\n\n"
        "$$S_t = a_t a_{t-1} S_{t-2} + a_t v_{t-1} k_{t-1}^\\top + v_t k_t^\\top$$\n\n"
        "$$S_t = a_t a_{t-1} S_{t-2} + v_{t-1} k_{t-1}^\\top + v_t k_t^\\top$$\n",
        ["recurrence", "proved", "fails as read"],
    ),
    "a recurrence that says nothing of what comes before": (
        "$$x_t = x_{n-t} + 1$$\n\n$$x_t = x_t + 1$$\n",
        ["recurrence", "fails as read"],
    ),
    "a square that is defined": (
        "Let $x \\in \\mathbb{R}^d$.\n\n$$\\sigma^2 = \\frac{1}{d} \\sum_{i=1}^d x_i^2$$\n\n"
        "$$d \\sigma^2 = \\sum_{i=1}^d x_i^2$$\n\n$$\\sigma = \\sigma + 1$$\n",
        ["definition", "proved", "fails as read"],
    ),
    "a square of what is known is a claim": ("Let $C = A + B$.\n\n$$C^2 = C$$\n", ["fails as read"]),
    "maps between spaces": (
        "Let $\\rho : \\mathbb{R}^d \\to \\mathbb{R}^r$ and $q, k \\in \\mathbb{R}^d$.\n\n"
        "$$\\rho(q)^\\top \\rho(k) = \\rho(k)^\\top \\rho(q)$$\n\n$$\\rho(q + k) = \\rho(q) + \\rho(k)$$\n",
        ["proved", "refuted"],
    ),
    "the largest of numbers": (
        "Let $z \\in \\mathbb{R}^K$.\n\n$$z_i \\le \\max_{k} z_k$$\n\n$$\\max_k z_k \\le z_i$$\n",
        ["proved", "refuted"],
    ),
    "rows of a matrix": (
        "Let $Q, K \\in \\mathbb{R}^{n \\times d}$, where $q_i$ and $k_j$ are the rows of $Q$ and $K$.\n\n"
        "$$(QK^\\top)_{ij} = q_i^\\top k_j$$\n\n$$(QK^\\top)_{ij} = q_j^\\top k_i$$\n",
        ["proved", "refuted"],
    ),
    "softmax of rows is said": (
        "Let $S \\in \\mathbb{R}^{n \\times n}$. The softmax is applied to each row.\n\n"
        "$$\\text{softmax}(S^\\top) = \\text{softmax}(S)^\\top$$\n",
        ["refuted"],
    ),
    "conditions behind a column": (
        "Let $A \\in \\mathbb{R}^{n\\times n}$ and $B = A + A$.\n\n"
        "$$2 A_{ij} = B_{ij} \\quad \\text{for all } i = 1, \\ldots, n.$$\n",
        ["proved"],
    ),
    "numbers that add up need not be vectors": (
        "Let $a, b, x_t \\in \\mathbb{R}$.\n\n$$h_t = a h_{t-1} + b x_t$$\n",
        ["recurrence"],
    ),
}


@pytest.mark.parametrize("what", NOTES)
def test_notes(what: str) -> None:
    note, expected = NOTES[what]
    assert answers(note) == expected


def test_a_mark_above_a_function_is_no_power() -> None:
    assert answers("Let $f^.$ be a function.\n\n$$f^.(x_i) = f^.(x_i) + 0 f^.(x_i)$$\n") == ["not read"]


def test_a_word_whose_scripts_are_not_read_is_no_exception() -> None:
    note = (
        "<!-- symattn:\n[functions]\n'T' = \"ShiftMatrix\"\n-->\n\n$$T_{2 h, x = 1} = 1$$\n\n$$\\mathbf{A} x := b$$\n"
    )
    assert answers(note) == ["not read", "not read"]


def test_what_is_supposed_for_all_places() -> None:
    note = "$$a \\le x_i \\quad \\text{if } a \\le x_j \\text{ for all } j$$\n\n"
    note += "$$a \\le x_i \\quad \\text{if } a \\le x_j$$\n"
    note += "$$a \\le x_i \\quad \\text{if } a \\le x_{j_1} \\text{ for all } j_1$$\n\n"
    note += "$$a \\le x_i \\quad \\text{if } x_k \\le x_j \\text{ for all } k < j$$\n"
    declared = "Let $a \\in \\mathbb{R}$ and $x \\in \\mathbb{R}^n$.\n\n"
    assert answers(declared + note) == ["proved", "refuted", "proved", "not read"]


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"A^{j+1} = A A^j", "proved"),
        (r"A^j A^j = A^j", "refuted"),
        (r"A^i B = B A^i", "not read"),
        (r"\sum_{i=1}^m A^i = A", "not read"),
    ],
)
def test_a_letter_above_a_square_matrix_is_a_power_or_not_read(row: str, status: str) -> None:
    note = "Let $A, B \\in \\mathbb{R}^{n \\times n}$ and $j \\in \\mathbb{N}$.\n\n"
    assert answers(f"{note}$${row}$$\n") == [status]


def test_twice_an_index_lies_inside_what_was_declared() -> None:
    note = "<!-- symattn:\nfirst = 0\n-->\n\nLet $X \\in \\mathbb{R}^{n \\times 2 h}$.\n\n"
    row = "$$i \\in \\{0, \\ldots, h - 1\\}: \\quad X_{t, 2 i%s} = X_{t, 2 i%s} + 0$$\n"
    assert answers(note + row % (" + 1", " + 1")) == ["proved"]
    assert answers(note + row % (" + 2", " + 2")) == ["shapes"]


def test_matrices_side_by_side_and_below_each_other() -> None:
    note = "Let $A_i \\in \\mathbb{R}^{n \\times d}$ and $B_i \\in \\mathbb{R}^{d \\times m}$.\n\n"
    joined = "\\operatorname*{Concat}_{i=1}^{H} (A_i) \\operatorname*{Stack}_{i=1}^{H} (B_i)"
    assert answers(f"{note}$${joined} = \\sum_{{i=1}}^H A_i B_i$$\n") == ["proved"]
    assert answers(f"{note}$${joined} = \\sum_{{i=1}}^H B_i A_i$$\n") == ["shapes"]


def test_a_display_that_does_not_close_is_told_and_nothing_rests_on_it() -> None:
    note = "Let $Q, X \\in \\mathbb{R}^{n\\times n}$.\n\n$$ {} Q = X X^\\top\n\nText here.\n\n$$ Q = Q^\\top $$\n"
    first, second = rows(note.replace("{} ", ""))
    assert (first.line, first.answer.status, first.answer.why) == (3, "not read", "`$$` is not closed")
    assert second.line == 7 and second.answer.status == "open"
    supposed = note.replace("$$ {} Q = X X^\\top", "Assume that\n$$ Q^\\top = Q").replace("Text here.", "We have")
    assert [each.answer.status for each in rows(supposed)] == ["not read", "fails as read"]


OFFERED = [
    (r"\operatorname{Attention}(Q, K, V) W = V", '[functions] \'Attention\' = "Attention" | "any"'),
    (r"\operatorname{Attention}(X) W = X", "[functions] 'Attention' = \"any\""),
    (r"\max(x) \le \operatorname{LSE}(x)", r"define = ['\operatorname{LSE}(x) = \log \sum_i e^{x_i}']"),
    (r"2 \operatorname{MySigmoid}(x) = x", '[functions] \'MySigmoid\' = "sigmoid" | "softmax" | "any"'),
    (r"2 F(x) = x", '[functions] \'F\' = "softmax" | "sigmoid" | "any"'),
]


@pytest.mark.parametrize(("text", "offer"), OFFERED)
def test_what_fits_the_name_of_a_function_is_offered_first(text: str, offer: str) -> None:
    (line,) = read(text).lines
    assert offer in line.answer.why or any(offer in each for one in line.answer.readings for each in one.unread)


def test_what_is_offered_for_log_sum_exp_is_read() -> None:
    declared = r"define = ['\operatorname{LSE}(x) = \log \sum_i e^{x_i}']"
    assert answers(r"$$\max(x) \le \operatorname{LSE}(x)$$", declared) == ["proved"]
