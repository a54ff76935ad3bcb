"""LaTeX documents of claims, and their PDF."""

import re
from types import SimpleNamespace

import pytest
from sympy import Idx, MatrixSymbol, sqrt

from symattn import Attention, EqualRowNorms, OrthogonalSymbol, RowSoftmax, ShapeError, SymattnError, calc, claim, dims
from symattn.render.document import Layout, compile_pdf, document, section, tex_engine
from symattn.render.latex import latex, statement_latex

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
g = OrthogonalSymbol("g", ell)
CHAIN = calc(
    Attention(Q * g, K * g, V),
    (RowSoftmax(Q * g * g.T * K.T / sqrt(ell)) * V, Attention),
    (RowSoftmax(Q * K.T / sqrt(ell)) * V, g),
)
SHORT = claim(Q, 2 * Q * g, given=[EqualRowNorms(Q)])
LONG = claim(
    Attention(Q * g, K * g, V)
    + Attention(Q, K, V)
    + Attention(Q, K, 2 * V)
    + Attention(Q, K, 3 * V)
    + Attention(Q, K, 5 * V),
    Attention(Q, K, 7 * V),
)
ERROR = ShapeError(Q * OrthogonalSymbol("g", d), (r, ell), (d, d))
FOUND = SimpleNamespace(
    kind="values", sizes={"r": 1}, values={"Q": [["1", "-1/2"]]}, entry=(0, 0), lhs="[1 ± 0]", rhs="[2 ± 0]", part=""
)


def record(verdict, **changes):
    fields = {
        "id": "G11.printed",
        "title": "σ & τ, 50 %",
        "source": "Ganev, §2.3",
        "statement_latex": "Q = 2 Q",
        "verdict": verdict,
        "axioms": ("sum_swap",),
        "hypotheses": ("g is orthogonal",),
        "inferences": 3040,
        "reason": "",
    }
    return SimpleNamespace(**(fields | changes))


def found(**fields):
    return SimpleNamespace(counterexample=None, steps=(), **fields)


def test_a_theorem_states_its_symbols_and_hypotheses():
    source = section(record("proved"), SHORT, found())
    assert source.startswith(r"\begin{theorem}[{G11.printed: $\sigma$ \& $\tau$, 50 \%; Ganev, \S{}2.3}]")
    assert r"Let $Q \in \mathbb{R}^{r \times \ell}$, $g \in O\left(\ell\right)$. If the rows of $Q$ have" in source
    assert r"\[ Q = 2 Q g. \]" in source
    assert r"Checked in 3\,040 inferences from 1 axiom: sum\_swap. Hypotheses used: $g$ is orthogonal." in source


def test_a_long_equation_is_broken_before_its_equality_sign():
    lines = section(record("proved"), LONG, found()).splitlines()
    start = lines.index(r"\begin{align*}")
    end = lines.index(r"\end{align*}")
    assert lines[start + 2].startswith(r"&\quad\qquad {} + \operatorname{Att}")
    assert lines[end - 1] == rf"&\quad = {latex(LONG.rhs)}."


def test_a_calc_is_printed_as_a_derivation():
    source = section(record("proved"), CHAIN, found())
    assert r"\emph{Derivation.}" in source
    assert r"\tag*{definition of $\operatorname{Att}$} \\" in source and r"\tag*{$g$ is orthogonal}" in source


def test_a_refutation_shows_its_evidence():
    source = section(record("refuted"), SHORT, SimpleNamespace(counterexample=FOUND, steps=()))
    assert source.startswith(r"\begin{refuted}")
    assert r"r = 1,\quad Q = \begin{pmatrix} 1 & -\tfrac{1}{2} \end{pmatrix},\quad \text{left side}" in source
    shape = section(record("refuted", statement_latex=latex(ERROR)), ERROR, None)
    assert rf"\[ {latex(ERROR)}. \]" in shape


def test_what_is_not_decided_is_no_theorem():
    source = section(record("unknown", reason="x_1 is left"), SHORT, found())
    assert source.startswith(r"\begin{undecided}") and r"x\_1 is left" in source and "Checked" not in source
    crashed = section(record("error", source="", statement_latex="", reason="x.py raised E"), None, None)
    assert "It could not be stated." in crashed and "x.py raised E" in crashed


def test_the_document_uses_the_three_ams_packages_only():
    source = document([(record("proved"), SHORT, found()), (record("defined"), SHORT, found())])
    assert source.count(r"\usepackage") == 1 and r"\usepackage{amsmath,amssymb,amsthm}" in source
    assert source.count(r"\begin{theorem}[") == source.count(r"\begin{definition}[") == 1
    assert source.startswith(r"\documentclass{article}") and source.endswith("\\end{document}\n")


def test_claims_about_several_documents_have_a_front_and_headings():
    places = ("Denk, (4)", "Ganev, (1)", "derived from Denk, (5)")
    claims = [(record("proved", id=f"T{i}", source=source), SHORT, found()) for i, source in enumerate(places)]
    source = document(claims)
    assert "3 claims: 3 proved." in source and source.count(r"\tableofcontents") == 1
    assert re.findall(r"\\section\{(.*?)\}", source) == ["Denk", "Ganev"]
    assert re.findall(r"\[\{(T\d)", source) == ["T0", "T2", "T1"]
    assert r"\tableofcontents" not in document(claims[:1]) and r"\section" not in document(claims[:1])
    fragment = document(claims, layout=Layout(fragment=True))
    assert r"\tableofcontents" not in fragment and fragment.count(r"\subsection*") == 2


@pytest.mark.skipif(tex_engine() is None, reason="no TeX engine is installed")
def test_the_document_compiles():
    claims = [
        (record("proved"), SHORT, found()),
        (record("proved"), LONG, found()),
        (record("proved"), CHAIN, found()),
        (record("refuted"), SHORT, SimpleNamespace(counterexample=FOUND, steps=())),
        (record("refuted", statement_latex=statement_latex(SHORT)), ERROR, None),
        (record("unknown", reason="α ≠ β → {_^~\\}"), SHORT, found()),
        (record("proved", title="means E[q] and [0, 1)", source="another document, [3]"), SHORT, found()),
    ]
    assert compile_pdf(document(claims), tex_engine()).startswith(b"%PDF")
    with pytest.raises(SymattnError, match="failed: "):
        compile_pdf(document(claims).replace(r"\end{refuted}", r"\undefinedcommand"), tex_engine())


def test_a_book_without_headings_lists_its_claims_and_counts_printed_forms_apart():
    claims = [(record("proved", id=f"T{i}", source="Denk"), SHORT, found()) for i in range(6)]
    claims.insert(1, (record("refuted", id="T0.printed", source="Denk"), SHORT, found()))
    source = document(claims, layout=Layout(has_headings=False))
    assert (
        source.count(r"\addcontentsline{toc}{section}{T") == 7
        and "6 claims: 6 proved; 1 form as printed: 1 refuted." in source
    )


def test_a_fragment_counts_axioms_and_does_not_name_them():
    claim = (record("proved"), SHORT, found())
    whole, fragment = document([claim]), document([claim], layout=Layout(fragment=True))
    assert (
        r"sum\_swap" in whole
        and r"sum\_swap" not in fragment
        and r"Checked by symattn in 3\,040 inferences" in fragment
    )


def test_a_set_of_places_is_not_broken_between_its_members():
    n = dims("n")
    x, i = MatrixSymbol("x", n, 1), Idx("i", n)
    source = document([(record("proved"), claim(x[i, 0], x[i, 0]), found())])
    assert r"i \in \{0, \dots, n - 1\}" in source


def test_sides_of_one_entry_differ_without_bold():
    sides = SimpleNamespace(lhs=[["1"]], rhs=[["2"]], differing=[(0, 0)])
    verdict = SimpleNamespace(counterexample=FOUND, steps=())
    source = document([(record("refuted"), SHORT, verdict)], evaluate=lambda verdict: sides)
    assert "the two sides differ," in source.lower() and "bold" not in source and r"\text{left side}" in source


def test_the_counterexample_to_a_step_is_set_as_mathematics():
    step = SimpleNamespace(status="refuted", counterexample=FOUND, claim=claim(Q, 2 * Q), report="", axioms=())
    step.named_facts = frozenset()
    verdict = SimpleNamespace(counterexample=None, steps=((Q, 2 * Q, (), step),))
    chain = calc(Q, (2 * Q, g), (Q, g))
    source = section(record("unknown", reason="step 1 is refuted: r = 1"), chain, verdict)
    assert r"\emph{Counterexample to step 1.}" in source and r"Q = \begin{pmatrix}" in source and "quote" not in source
