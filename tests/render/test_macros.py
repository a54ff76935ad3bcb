"""LaTeX in the notation of its author: macros, parts of a claim, environments, labels, TeX of symbols, titles."""

import re
from itertools import product
from types import SimpleNamespace

import pytest
from sympy import MatrixSymbol, Sum, Symbol, exp, log, symbols

from symattn import (
    Attention,
    ClaimError,
    Equation,
    OrthogonalSymbol,
    PermutationSymbol,
    UsageError,
    calc,
    claim,
    decide,
    dims,
    typeset,
)
from symattn.render.document import Layout, document
from symattn.render.habits import positive_first
from symattn.render.latex import latex
from symattn.render.latex_lines import lines, with_names
from symattn.render.macros import command, read_macros, with_macros
from symattn.render.mathml import mathml
from symattn.render.text import text
from symattn.render.titles import plain_title
from symattn.render.titles import typeset as typeset_title

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)
CHAIN = calc(sigma.T * sigma * K * g * g.T, (K * g * g.T, ("trivial", sigma)), (K, g))
x, y = symbols("x y", real=True)


def record(verdict="proved", **changes):
    fields = {"id": "G1", "title": "M^j is it", "source": "", "statement_latex": "", "verdict": verdict, "reason": ""}
    fields |= {"axioms": ("a_b",), "hypotheses": (), "inferences": 2}
    return SimpleNamespace(**(fields | changes))


def written(stated=CHAIN, verdict="proved", found=None, **layout):
    outcome = SimpleNamespace(counterexample=found, steps=())
    return document([(record(verdict), stated, outcome)], layout=Layout(**layout))


# ------------------------------------------------------------------------------------------------ macros


def test_every_operator_of_a_fragment_is_a_macro_that_a_document_may_define_before():
    source = written(claim(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)), fragment=True)
    body = source[source.index(r"\begingroup") :]
    assert r"\operatorname" not in body and "^{T}" not in body
    for name in (r"\Att", r"\SoftMax", r"\transpose"):
        assert rf"\providecommand{{{name}}}" in source and name in body


@pytest.mark.parametrize("name", ["vec", "cap", "Re", "Pi", "S", "diag", "Vert", "Big", "top"])
def test_no_macro_has_the_name_of_a_command_of_latex(name):
    assert command(name) == rf"\op{name}"


def test_no_two_names_have_one_macro():
    names = {
        "".join(each) for count in range(1, 6) for each in product(("W", "U", "One", "Bar", "1", r"\_"), repeat=count)
    }
    names |= {"opRe", "Re", "re", "wordWUOne", "W1", "WOne", r"W\_1"}
    found = [command(name) for name in names if name[0].isalpha()]
    assert len(set(found)) == len(found) and all(name[1:].isalpha() for name in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"\operatorname{W1}", r"\operatorname{WOne}"),
        (r"\operatorname*{Concat}", r"\operatorname{Concat}"),
        (r"\operatorname{Foo}_{\mathrm{row}}", r"\operatorname{Foo}"),
    ],
)
def test_a_macro_of_two_fragments_stands_for_one_thing(one, other):
    (first, mine), (second, others) = with_macros(one, {}), with_macros(other, {})
    assert all(others.get(name, tex) == tex for name, tex in mine.items()) and first != second


def test_a_table_maps_words_to_macros_or_to_tex():
    table, _ = read_macros("Attention = \\attn\nSoftMax = \\mathcal{S}  % a comment\n\n", {})
    source, used = with_macros(r"\operatorname{SoftMax}_{\mathrm{row}}\left(\operatorname{Att}x\right)", table)
    assert source == r"\SoftMax\left(\attn x\right)"
    assert used == {r"\SoftMax": r"\mathcal{S}", r"\attn": r"\operatorname{Att}"}


def test_the_entrywise_product_and_citations_are_the_author_s():
    table, keys = read_macros("∘ = \\odot\ncite Ganev = ganev21\n", {})
    assert keys == {"Ganev": "ganev21"}
    source, used = with_macros(r"A \circ B + \exp_{\circ}\left(A\right)", table)
    assert source == r"A \odot B + \exp_{\circ}\left(A\right)" or used[r"\hadamard"] == r"\odot"


@pytest.mark.parametrize(
    "line",
    [
        "ref P1",
        "ref P1 = a b",
        "ref P1 = \\a{",
        "cite A = a key",
        "cite A",
        "Attention",
        "= x",
        "Att = ",
        "two words = x",
        "Att = {",
    ],
)
def test_a_line_that_is_no_macro_is_refused(line):
    with pytest.raises(UsageError, match="line 1 of the macros"):
        read_macros(line, {})


def test_a_power_t_is_no_transpose():
    T = Symbol("T", integer=True, positive=True)
    source = written(claim(x**T * K.T, x**T * K.T), fragment=True)
    assert r"\transpose" not in source and "x^{T}" in source


def test_a_relative_of_softmax_is_not_softmax():
    assert with_macros(r"\operatorname{SoftMax}_{1}", {}) == (r"\operatorname{SoftMax}_{1}", {})


# ------------------------------------------------------------------------------------------------ layout


def test_a_part_is_written_alone():
    statement = written(only="statement", has_definitions=False)
    assert "Derivation" not in statement and "Checked" not in statement and r"\begin{theorem}" in statement
    derivation = written(only="derivation", has_definitions=False)
    assert r"\begin{align*}" in derivation and r"\begin{theorem}" not in derivation and "Checked" not in derivation
    assert "Conventions" not in statement + derivation and "Conventions" in written()
    with pytest.raises(UsageError, match="G1 has no counterexample: it is proved"):
        written(only="counterexample")
    found = decide(sigma * K, K).counterexample
    shown = written(claim(sigma * K, K), "refuted", found, only="counterexample")
    assert "Counterexample" in shown and r"\begin{refuted}" not in shown
    with pytest.raises(UsageError, match="G1 has no derivation: its proof has no equations or inequalities to"):
        written(claim(x, x), only="derivation")
    with pytest.raises(UsageError, match="G1 has no derivation: it is refuted"):
        written(claim(sigma * K, K), "refuted", found, only="derivation")


def test_the_environment_is_the_author_s_for_what_holds():
    assert r"\begin{proposition}[{G1: $M^{j}$ is it}]" in written(environment="proposition")
    assert r"\newtheorem*{proposition}{Proposition}" in written(environment="proposition")
    assert r"\begin{refuted}" in written(claim(sigma * K, K), "refuted", environment="proposition")
    assert r"\begin{theorem}" not in written(environment="none") and r"\par\noindent Let" in written(environment="none")


def test_a_claim_and_each_of_its_steps_have_labels():
    source = written(label="thm:perm")
    assert r"]\label{thm:perm}" in source and r"\newtheorem{theorem}{Theorem}" in source
    assert re.findall(r"\\symattnstep\{(.*?)\}", source) == ["thm:perm.1", "thm:perm.2"]


def test_a_definition_is_printed_once_in_a_document_of_fragments():
    stated = claim(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V))
    keys = re.findall(r"\\ifcsname symattn (definition \w+)\\endcsname", written(stated, fragment=True))
    other = re.findall(
        r"\\ifcsname symattn (definition \w+)\\endcsname",
        written(claim(Attention(Q, K, V), 2 * Attention(Q, K, V)), fragment=True),
    )
    assert len(keys) == len(set(keys)) == 2 and keys == other


def test_many_claims_have_numbers_links_and_an_outline():
    claims = [
        (record(id=f"T{i}", uses=("T0",)), CHAIN, SimpleNamespace(counterexample=None, steps=())) for i in range(6)
    ]
    source = document(claims)
    assert (
        r"\newtheorem{theorem}{Theorem}" in source and r"\usepackage[hidelinks,bookmarksnumbered]{hyperref}" in source
    )
    assert (
        r"\pdfbookmark[2]{T3: M j is it}{claim:T3}" in source or r"\pdfbookmark[2]{T3: M^j is it}{claim:T3}" in source
    )
    assert source.count(r"By \hyperref[claim:T0]{T0}.") == 6 and r"\tableofcontents" in source
    assert "hyperref" not in document(claims[:2])


# ------------------------------------------------------------------------------------------------ words and symbols


def test_words_of_one_s_own_are_printed_and_carry_nothing():
    verdict = decide(CHAIN)
    assert verdict.status == "proved" and verdict.notes == () and verdict.uses == ()
    assert r"\text{trivial, $\sigma$ is a permutation}" in latex(verdict)
    assert decide(calc(sigma.T * sigma * K, (K, "as one sees at once"))).status == "unknown"


@pytest.mark.parametrize("id", ["X99", "lemma.1", "Trivial", "g12"])
def test_what_looks_like_an_id_is_no_word(id):
    with pytest.raises(ClaimError, match="no claim"):
        decide(calc(sigma.T * sigma * K, (K, (id, sigma))))


def test_a_symbol_carries_its_own_tex():
    tau = PermutationSymbol("tau", n, latex=r"\pi_{\mathrm{keys}}")
    assert latex(tau.T * K) == r"\pi_{\mathrm{keys}}^{T} K" and str(tau.T * K) == "tau.T*K"
    assert tau == PermutationSymbol("tau", n)
    W = typeset(MatrixSymbol("W", ell, d), latex=r"\mathbf{W}")
    assert latex(K * W) == r"K \mathbf{W}"


def test_two_symbols_never_have_the_same_tex():
    A, B = (typeset(MatrixSymbol(name, n, n), latex=r"\mathcal{M}") for name in "AB")
    assert latex(Equation(A, B)) == r"\mathcal{M} = B"


@pytest.mark.parametrize(
    "tex", ["", "x y", "$x$", r"\infty", r"\frac{1}{2}", "1", "x^2", r"\mathbf{K}}", "x\\\\", "x%"]
)
def test_tex_that_is_no_symbol_is_refused(tex):
    with pytest.raises(UsageError, match="is no letter or macro"):
        typeset(MatrixSymbol("U", n, n), latex=tex)


ALIKE = [
    ("x'", r"x^{\prime}"),
    ("x^*", r"x^{\ast}"),
    ("x^{*}", "x^*"),
    ("x_1", "x_{1}"),
    (r"x_{a b}", "x_{ab}"),
    (r"x_1^{\prime}", "x'_{1}"),
    ("x^{*}_1", r"x_{1}^{\ast}"),
    (r"\mathrm{x}", r"\text{x}"),
    (r"\bm{x}", r"\boldsymbol{x}"),
    (r"\overline{x}", r"\bar{x}"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_ways_to_write_one_sign_are_not_both_used(one, other):
    A, B = typeset(MatrixSymbol("A", n, n), latex=one), typeset(MatrixSymbol("B", n, n), latex=other)
    assert latex(Equation(A, B)) == f"{one} = B"


@pytest.mark.parametrize(
    ("one", "other"), [("x", "x'"), ("x'", "x''"), (r"\hat{x}", "x"), ("x_1", "x_2"), ("x^*", "x^+")]
)
def test_signs_that_differ_are_both_used(one, other):
    A, B = typeset(MatrixSymbol("A", n, n), latex=one), typeset(MatrixSymbol("B", n, n), latex=other)
    assert latex(Equation(A, B)) == f"{one} = {other}"


@pytest.mark.parametrize(
    "command",
    "not space phantom relax over def lnot land wedge lor equiv approx sim lt mid cap cup subset div ast bullet prime "  # noqa: SIM905
    "Longrightarrow Leftarrow ln tan lim cdots leqslant hspace vert langle bigoplus mathop mathrel hat mathbf text "
    "vdash because iff rightarrow dagger star top sum limsup backslash begingroup kern mathstrut operatorname".split(),
)
def test_a_command_that_prints_no_letter_is_refused(command):
    for tex in (rf"\{command}", rf"\{command}_1", rf"x_{{\{command}\foo}}"):
        if tex[0] == "x" and command in ("ast", "prime", "dagger", "star"):
            continue  # these are marks in an index
        with pytest.raises(UsageError, match="is no letter or macro"):
            typeset(MatrixSymbol("U", n, n), latex=tex)


@pytest.mark.parametrize(
    "tex",
    [
        r"\alpha",
        r"\varTheta",
        r"\ell",
        r"\hbar_1",
        r"\aleph",
        r"\wp",
        r"\Re",
        r"\Im",
        r"\imath",
        r"\mymacro",
        r"\vQ_{\mathrm{q}}",
        r"\hat{\mathbf{W}}",
        r"\boldsymbol{\Sigma}^{\dagger}",
        r"\mathrm{Query}",
        r"A_{\star}",
        r"\mathcal{R}",
        r"I_{\mathrm{k}}",
    ],
)
def test_letters_and_macros_of_the_author_are_taken(tex):
    assert latex(typeset(MatrixSymbol("U", n, n), latex=tex)) == tex


@pytest.mark.parametrize(
    ("symbol", "tex"),
    [
        (MatrixSymbol("E", n, n), tex)
        for tex in ("I", "T", r"\mathrm{T}", r"\mathbb{R}", r"\mathbb{N}_{+}", r"\mathrm{GL}")
    ]
    + [(MatrixSymbol("E", n, n), tex) for tex in (r"\mathrm{softmax}", r"\text{Att}_1", r"\mathrm{if}", r"\mathbb{E}")]
    + [(symbols("u", real=True), tex) for tex in ("e", r"\pi", "I", r"\mathrm{e}", r"\mathbb{Z}")],
)
def test_a_sign_of_something_else_is_refused(symbol, tex):
    with pytest.raises(UsageError, match="is what symattn prints for"):
        typeset(symbol, latex=tex)


def test_a_sign_that_means_nothing_else_there_is_taken():
    assert latex(typeset(symbols("tau", real=True), latex="T")) == "T"
    assert latex(typeset(MatrixSymbol("T", n, n), latex="T")) == "T"
    assert latex(typeset(PermutationSymbol("tau", n), latex=r"\pi")) == r"\pi"


def test_bound_symbols_never_look_alike():
    j = symbols("i_1")
    nested = Sum((sigma.T * K)[j, 0], (j, 0, n - 1))
    bounds = re.findall(r"0 \\leq (i_\{\d\}) \\leq n - 1", latex(nested))
    assert len(bounds) == len(set(bounds)) == 2
    assert len(set(re.findall(r"(i_\d) = 0", text(nested)))) == 2
    assert "<msub><mi>i</mi><mrow><mn>2</mn></mrow></msub>" in mathml(latex(nested))


# ------------------------------------------------------------------------------------------------ habits


def test_a_sum_begins_with_what_is_added():
    k, q = symbols("k q", real=True)
    assert latex((q - k) ** 2) == r"\left(q - k\right)^{2}" and text((q - k) ** 2) == "(q - k)²"
    assert positive_first([-k, -q]) == [-k, -q]


def test_a_power_of_a_number_is_one():
    i, h = symbols("i h", positive=True)
    assert (
        latex(exp(-log(10000) * i / h)) == r"10000^{- \frac{i}{h}}" and text(exp(-log(10000) * i / h)) == "10000^(-i/h)"
    )
    assert latex(exp(x * log(y))) == latex(exp(x * log(y))) and "e^" in latex(exp(x * log(symbols("c", positive=True))))


def test_nothing_stands_between_a_number_and_a_name():
    assert text(2 * x) == "2x" and text(2 * x * y) == "2x·y" and text(2 * exp(x)) == "2·exp(x)"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"\frac{a \frac{b}{c}}{d}", r"\frac{a b / c}{d}"),
        (r"\frac{\frac{a + b}{2 c} x}{d}", r"\frac{\left(\left(a + b\right) / \left(2 c\right)\right) x}{d}"),
        (r"e^{\frac{a}{b}}", r"\exp\left(\frac{a}{b}\right)"),
        (r"e^{x}", r"e^{x}"),
        (r"x^{\frac{1}{2}}", r"x^{\tfrac{1}{2}}"),
        (r"\frac{a}{b}", r"\frac{a}{b}"),
    ],
)
def test_nothing_is_set_smaller_than_an_index(source, shown):
    (found,) = lines(source)
    assert found.replace(" ", "") == shown.replace(" ", "")


def test_wide_entries_of_a_matrix_get_names():
    entry = " + ".join(f"x_{{{i}}}" for i in range(12))
    (formula,), names = with_names([rf"Y = \begin{{matrix}}{entry} & {entry} & z\end{{matrix}}"])
    assert formula == r"Y = \begin{matrix}B_{1} & B_{1} & z\end{matrix}" and names == [f"B_{{1}} = {entry}"]
    assert with_names([r"\begin{matrix}a & b\end{matrix}"])[1] == []


# ------------------------------------------------------------------------------------------------ titles


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("j ↦ M^j (0, 1) is injective", r"$j$ $\mapsto$ $M^{j}$ (0, 1) is injective"),
        ("a map in ℝ^(r×d)", r"a map in $\mathbb{R}^{r \times d}$"),
        ("e^{iλk} shifts", r"$e^{i \lambda k}$ shifts"),
        ("divide by √d_model", r"divide by $\surd{}d_{\mathrm{model}}$"),
        ("σ & τ, 50 %", r"$\sigma$ \& $\tau$, 50 \%"),
        ("SymPy's diff takes it", "SymPy's diff takes it"),
        ("W_h^O and W_K^hᵀ", r"$W_{h}^{O}$ and $W_{K}^{h}{}^{T}$"),
    ],
)
def test_titles_are_typeset(title, shown):
    assert typeset_title(title) == shown
    assert plain_title(title).isascii()
