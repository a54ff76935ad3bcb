"""MathML and HTML of formulas, statements, derivations and counterexamples, as the book shows them."""

import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from sympy import MatrixSymbol, Symbol

from symattn import Attention, CausalMask, OrthogonalSymbol, PermutationSymbol, RowSoftmax, calc, claim, decide, dims
from symattn.deciding.stages import reasons
from symattn.errors import ShapeError
from symattn.language import Calc, Claim, Equation, as_proposition
from symattn.numeric.sides import both_sides
from symattn.render.html import (
    counterexample_html,
    derivation_html,
    formula,
    in_words,
    statement_html,
)
from symattn.render.mathml import mathml, matrix
from symattn.scripts.claims import load

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)
PROOFS = Path(__file__).parents[2] / "proofs"


def trees(fragment):
    """Parse a fragment: it must be well-formed."""
    return fromstring(f"<div>{fragment}</div>")


# ------------------------------------------------------------------------------------------------ MathML


@pytest.mark.parametrize(
    ("source", "part"),
    [
        (r"\operatorname{SoftMax}_{\mathrm{row}}\left(A\right)", "<msub><mi>SoftMax</mi><mrow><mrow><mi>row</mi>"),
        (r"\mathbf{1}_{n}", '<mn style="font-weight: bold">1</mn>'),
        (r"\mathbb{R}^{r \times n}", "<msup><mi>ℝ</mi><mrow><mi>r</mi><mo>×</mo><mi>n</mi>"),
        (r"a \pm b", "<mo>±</mo>"),
        (r"\operatorname*{Concat}_{h=0}^{H} x", '<munderover><mo movablelimits="true">Concat</mo>'),
        (r"\left(\sum_{i=0}^{n} x\right)", "<munderover><mo>∑</mo>"),
        (r"\left(x\right)", '<mo stretchy="false" form="prefix">(</mo>'),
        (r"\left(\frac{x}{y}\right)", '<mo stretchy="true" fence="true" form="prefix">(</mo>'),
        (r"e^{\frac{x}{y}}", '<mi>exp</mi><mrow><mo form="prefix" fence="true" stretchy="true">(</mo>'),
        (r"e^{x}", "<msup><mi>e</mi><mrow><mi>x</mi></mrow></msup>"),
        (r"\tau \operatorname{Att}\left(Q\right)", '<mi>τ</mi><mspace width="0.167em"></mspace><mi>Att</mi><mrow>'),
        (
            r"t \operatorname{LogSumExp}\left(x\right)_{0, 0}",
            '<mi>t</mi><mspace width="0.167em"></mspace><mi>LogSumExp</mi>',
        ),
    ],
)
def test_mathml(source, part):
    assert part in mathml(source)


def test_scripts_keep_their_two_children():
    for name in ("msub", "msup", "munder", "mover"):
        for element in trees(mathml(r"\sin^{2}{\left(x\right)} + \operatorname{Att}_{\operatorname{f} y} z")).iter(
            name
        ):
            assert len(element) == 2


def test_every_character_of_markup_is_escaped():
    shown = mathml(r"x < y \text{ & <script>} > z", alternative='"<b>&')
    assert "<script>" not in shown and "<b>" not in shown
    assert trees(shown)[0].get("alttext") == '"<b>&'


def test_what_cannot_be_translated_is_shown_as_it_is():
    assert mathml(r"\frac{1}{") == r'<code class="tex">\frac{1}{</code>'
    assert mathml(r"\nonsense{<x>}") == r'<code class="tex">\nonsense{&lt;x&gt;}</code>'


def test_a_long_formula_breaks_between_elements_and_loses_nothing():
    source = "a_{1} = " + " + ".join(f"x_{{{i}}}" for i in range(9)) + " - y"
    pieces = trees(mathml(source, display=True))
    assert len(pieces) == 11
    assert "".join("".join(piece.itertext()) for piece in pieces) == "".join(trees(mathml(source)).itertext())
    assert [piece[0][0].get("form") for piece in pieces] == [None] + ["infix"] * 10
    assert len(trees(mathml(f"f({source})", display=True))) >= 1


def test_marked_entries_of_a_matrix():
    shown = trees(matrix([["1", r"\tfrac{1}{2}"], ["0", r"-\infty"]], {(1, 0)}, "two by two"))
    cells = list(shown.iter("mtd"))
    assert [cell.get("class") for cell in cells] == [None, None, "symattn-differs", None]
    assert shown[0].get("alttext") == "two by two"


# ------------------------------------------------------------------------------------------------ statements


def stated_claims():
    """State every claim of the proof scripts, without deciding any."""
    for entry in load([PROOFS]).select([]):
        if entry.expected == "computed":
            continue
        try:
            stated = entry.function()
            if hasattr(stated, "definition"):
                stated = (stated, stated.definition())
            yield entry.id, stated if isinstance(stated, Claim | Calc) else Claim(as_proposition(stated))
        except ShapeError as error:
            yield entry.id, error


@pytest.mark.slow
def test_every_statement_of_the_proof_scripts_is_mathml():
    seen = 0
    for name, stated in stated_claims():
        shown = statement_html(stated)
        tree = trees(shown)
        formulas = list(tree.iter("math"))
        assert formulas and all("".join(each.itertext()).strip() for each in formulas), name
        assert 'class="tex"' not in shown, name
        assert not re.search(r"\\[A-Za-z]", "".join(tree.itertext())), name
        seen += 1
    assert seen > 190


def test_a_statement_names_symbols_and_hypotheses():
    words = "".join(trees(statement_html(claim(sigma * K, K, given=[(K, sigma * K)]))).itertext())
    assert words.startswith("Let K∈ℝn×ℓ, σ∈Sn. If K=σK, then")


def test_a_deep_expression_is_written_with_names():
    stack = MatrixSymbol("X", n, n)
    for _ in range(12):
        stack = Attention(stack, stack, stack)
    shown = statement_html(claim(stack, stack))
    assert len(shown) < 40_000 and "where" in shown


def test_descriptions():
    given = Equation(K.T * K, g)
    assert in_words("sigma is a permutation; K.T*K = g", [given]).startswith("σ is a permutation; <math")
    assert in_words("a < b") == "a &lt; b"


# ------------------------------------------------------------------------------------------------ verdicts


def test_the_steps_of_a_calc_can_be_opened():
    start = RowSoftmax(Q * K.T * sigma.T) * sigma * V
    chain = calc(
        start, (RowSoftmax(Q * K.T) * sigma.T * sigma * V, (RowSoftmax, sigma)), (RowSoftmax(Q * K.T) * V, sigma)
    )
    tree = trees(derivation_html(decide(chain), reasons))
    summaries = ["".join(each.itertext()) for each in tree.iter("summary")]
    assert summaries == ["definition of SoftMaxrow, σ is a permutation", "σ is a permutation"]
    assert "inferences; axioms: " in "".join(tree.itertext())


def test_a_step_shows_the_entry_that_it_comes_down_to():
    scores = RowSoftmax(Q * K.T)
    chain = calc(scores * sigma.T * sigma * V, (scores * V, sigma))
    tree = trees(derivation_html(decide(chain), reasons))
    inside = "".join(next(tree.iter("details")).itertext())
    assert inside.count("i,j") >= 2 and "∑" in inside and "σ is a permutation" in inside


def test_a_proof_shows_entries_and_their_normal_form():
    verdict = decide(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V))
    words = "".join(trees(derivation_html(verdict, reasons)).itertext())
    assert "σ is a permutation" in words and "∑" in words


def test_a_counterexample_marks_the_entries_that_differ():
    verdict = decide(Attention(Q, sigma * K, V), Attention(Q, K, V))
    sides = both_sides(verdict.claim, verdict.counterexample)
    tree = trees(counterexample_html(verdict.counterexample, sides))
    marked = [cell for cell in tree.iter("mtd") if cell.get("class") == "symattn-differs"]
    assert ["".join(cell.itertext()) for cell in marked] == ["0.268941", "0.731059"]
    assert "differ at the marked entry (0, 0)" in "".join(tree.itertext())


def test_only_entries_that_surely_differ_are_marked():
    A = MatrixSymbol("A", 2, 2)
    stated = claim(A, A.T)
    sides = both_sides(stated, decide(stated).counterexample)
    assert sides.differing == {(0, 1), (1, 0)}


def test_sides_are_shown_for_equations_of_matrices_only():
    x = Symbol("x", real=True)
    for stated in (claim(x, x + 1), claim(x > 0)):
        assert both_sides(stated, decide(stated).counterexample) is None
    assert both_sides(claim(x, x), None) is None


def test_a_mask_in_a_counterexample():
    A = MatrixSymbol("A", n, n)
    stated = claim(RowSoftmax(A + CausalMask(n)), RowSoftmax(A))
    verdict = decide(stated)
    assert verdict.status == "refuted"
    assert "differ at" in counterexample_html(verdict.counterexample, both_sides(stated, verdict.counterexample))


def test_formulas_come_with_their_text():
    assert 'alttext="SoftMax(Q Kᵀ)"' in formula(RowSoftmax(Q * K.T))
