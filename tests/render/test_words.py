"""How words are written: by their own TeX where nothing else in a statement has it, and by their names elsewhere."""

import re
from types import SimpleNamespace

import pytest
from sympy import MatrixSymbol, OneMatrix, Sum, symbols

from symattn import (
    Attention,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    MatrixFamily,
    PermutationSymbol,
    RowMap,
    RowSoftmax,
    Sigmoid,
    calc,
    claim,
    decide,
    define,
    dims,
)
from symattn.deciding.stages import derivation_latex
from symattn.modern import (
    CausalOnes,
    CrossEntropy,
    Decay,
    Entropy,
    FlashDelta,
    FlashMaximum,
    FlashNormaliser,
    LinearState,
    Semiseparable,
    TileScores,
)
from symattn.render.definitions import definitions
from symattn.render.document import Layout, document, run_tex, tex_engine
from symattn.render.latex import latex
from symattn.render.mathml import mathml
from symattn.render.text import text

n, p, r, ell, d = dims("n p r ell d")
Q, K, A = MatrixSymbol("Q", n, p), MatrixSymbol("K", n, p), MatrixSymbol("A", n, 1)
L, S, m = MatrixSymbol("L", n, n), MatrixSymbol("S", n, n), MatrixSymbol("m", n, 1)
KEYS = MatrixFamily("K", r, n, p)
X = MatrixSymbol("X", n, d)

f_1 = define("WordOne", [A], 2 * A, latex="f")
f_2 = define("WordTwo", [A], 3 * A, latex="f")
of_softmax = define("OwnRows", [A], 3 * A, latex=r"\operatorname{SoftMax}_{\mathrm{row}}")
of_attention = define("Att", [A], 5 * A)
of_other = define("OwnOther", [A], 7 * A, latex=r"\operatorname{WordTwo}")
upright = define("Upright", [A], 2 * A, latex=r"\mathrm{L}")
W1, W_1, WOne = (define(name, [X], k * X) for k, name in enumerate(("W1", "W_1", "WOne"), 2))
umlaut, greek, cyrillic = (define(name, [X], k * X) for k, name in enumerate(("Größe", "φ", "Ж"), 2))


def written(name):
    return rf"\operatorname{{{name}}}\left("


CLASHES = [
    (claim(CausalOnes(n), Semiseparable(A)), r"L\left(n\right) = \operatorname{Semiseparable}\left(A\right)"),
    (claim(LinearState(Q, K), TileScores(Q.T, K.T)), rf"S\left(Q, K\right) = {written('TileScores')}"),
    (
        claim(FlashDelta(Q, K), Decay(n, 2) * OneMatrix(n, 1)),
        rf"{written('FlashDelta')}Q, K\right) = D\left(n, ",
    ),
    (claim(f_1(A), f_2(A)), rf"f\left(A\right) = {written('WordTwo')}A\right)"),
    (claim(f_2(A), of_other(A)), rf"f\left(A\right) = {written('OwnOther')}A\right)"),
    (claim(of_softmax(A), RowSoftmax(A)), rf"{written('OwnRows')}A\right) = \operatorname{{SoftMax}}_"),
    (claim(of_attention(A), Attention(A, A, A)), r"\text{``Att''}\left(A\right) = \operatorname{Att}\left("),
    (
        claim(L * Semiseparable(A), Semiseparable(A)),
        rf"L {written('Semiseparable')}A\right) = ",
    ),
    (claim(L * A, upright(A)), rf"L A = {written('Upright')}A\right)"),
    (claim(S, TileScores(Q, K)), rf"S = {written('TileScores')}"),
    (claim(m, FlashMaximum(Q, KEYS)), rf"m = {written('FlashMaximum')}"),
    (claim(PermutationSymbol("sigma", n) * A, Sigmoid(A)), rf"\sigma A = {written('Sigmoid')}A\right)"),
]


@pytest.mark.parametrize(("stated", "shown"), CLASHES, ids=lambda each: each if isinstance(each, str) else text(each))
def test_two_things_are_never_written_alike(stated, shown):
    assert shown in latex(stated) and shown in latex(decide(stated))


def test_where_nothing_clashes_a_word_has_its_tex():
    assert latex(Semiseparable(A) * A) == r"L\left(A\right) A" and latex(f_2(A)) == r"f\left(A\right)"
    row, other = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)
    assert latex(CrossEntropy(row, other) - Entropy(row)) == r"H\left(p, q\right) - H\left(p\right)"


def test_a_bound_symbol_is_not_written_like_a_word():
    f = symbols("f", integer=True)
    assert written("WordOne") in latex(Sum(f * f_1(A)[0, 0], (f, 0, 2)))


def record(id, **changes):
    fields = {"id": id, "title": "w", "source": "", "statement_latex": "", "verdict": "unknown", "reason": ""}
    return SimpleNamespace(**(fields | {"axioms": (), "hypotheses": (), "inferences": 0} | changes))


def test_a_document_writes_a_word_in_one_way():
    """The second claim alone would write it L, as its definition does."""
    claims = [(record("A1"), claim(CausalOnes(n), L), None), (record("A2"), claim(Semiseparable(A) * A, A), None)]
    both = document(claims, layout=Layout(fragment=True))
    assert r"\CausalOnes\left(n\right) = L." in both and r"L\left(A\right) A = A." in both
    claims.append((record("A3"), claim(CausalOnes(n), Semiseparable(A)), None))
    three = document(claims, layout=Layout(fragment=True))
    assert r"L\left(A\right) A = A." in three and r"\CausalOnes\left(n\right) = L\left(A\right)." in three
    other = claim(CausalOnes(n), 2 * CausalOnes(n))
    two = document([claims[1], (record("A4"), other, None)], layout=Layout(fragment=True))
    assert r"\Semiseparable\left(A\right) A = A." in two and r"L\left(n\right) = 2 L\left(n\right)." in two


def test_a_definition_writes_a_word_as_the_statement_does():
    of_size = FlashNormaliser(MatrixSymbol("Q", r, ell), MatrixFamily("K", d, n, ell))
    assert latex(of_size).startswith(written("FlashNormaliser"))
    (found,) = [each.formula for each in definitions(of_size) if each.name == "FlashNormaliser"]
    assert found.startswith(written("FlashNormaliser"))


def test_names_of_words_are_text_in_tex():
    steps = calc(W_1(X), (2 * X + X, W_1))
    assert r"definition of $\operatorname{W\_1}$}" in latex(steps) and "definition of W_1" in str(decide(steps))
    assert latex(umlaut(X)) == r"\operatorname{Gr\text{ö}\text{ß}e}\left(X\right)"
    assert latex(greek(X)) == r"\operatorname{{\phi}}\left(X\right)" and "[U+0416]" in latex(cyrillic(X))
    assert "<code" not in "".join(mathml(latex(word(X))) for word in (W_1, umlaut, greek, cyrillic))


@pytest.mark.skipif(tex_engine() is None, reason="no TeX engine is installed")
def test_words_of_any_name_compile(tmp_path):
    stated = [
        claim(W_1(X) + W1(X) + WOne(X), 9 * X),
        claim(umlaut(X) + greek(X) + cyrillic(X), 9 * X),
        claim(W_1(X), W1(X)),
        calc(W_1(X), (3 * X, W_1)),
        calc(umlaut(X) + cyrillic(X), (6 * X, (umlaut, cyrillic))),
        claim(of_attention(A), Attention(A, A, A)),
    ]
    verdicts = [decide(each) for each in stated]
    assert [verdict.status for verdict in verdicts] == ["proved", "proved", "refuted", "proved", "proved", "refuted"]
    claims = [(record(f"A{i}", verdict=v.status), s, v) for i, (s, v) in enumerate(zip(stated, verdicts, strict=True))]
    source = document(claims, derivation_latex)
    assert run_tex(source, tex_engine(), tmp_path).read_bytes().startswith(b"%PDF")
    assert {r"\wordWUOne", r"\wordWUBarUOne", r"\WOne"} <= set(re.findall(r"\\providecommand\{(\S+?)\}", source))


# ------------------------------------------------------------------------------------------------ bound names


def test_a_name_is_bound_once():
    e = symbols("e", integer=True)
    nested = Sum(X[e, 0] * Sum(X[e, 0], (e, 0, n - 1)), (e, 0, n - 1))
    assert latex(nested) == r"\sum_{e=0}^{n - 1} {X}_{e, 0} \sum_{e_{1}=0}^{n - 1} {X}_{e_{1}, 0}"
    assert text(nested).count("X[e_1, 0]") == text(nested).count("X[e, 0]") == 1


# ------------------------------------------------------------------------------------------------ values


def test_the_rows_of_a_kernel_name_nothing_else():
    k, kappa, g = KernelSymbol("k"), KernelSymbol("kappa"), MapSymbol("g", d, d)
    verdict = decide(KernelMatrix(kappa, X, X), KernelMatrix(k, X, X))
    assert "k(x, y) = sum((a + 1)*y[a])" in str(verdict) and "k = " not in str(verdict)
    assert r"k\left(x, y\right) = \sum_{a} \left(a + 1\right) y_{a}" in latex(verdict)
    verdict = decide(KernelMatrix(kappa, X, X), KernelMatrix(kappa, X, X).T)
    assert "κ = sum((a + 1)*k[a])" in str(verdict)
    assert r"\kappa\left(q, k\right) = \sum_{a} \left(a + 1\right) k_{a}" in latex(verdict)
    assert r"g\left(q\right) = -q" in latex(decide(RowMap(g, X), 2 * RowMap(g, 2 * X)))
