"""What notebooks show: HTML that sanitisers leave as it is, with TeX in it, beside LaTeX and plain text."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree.ElementTree import fromstring

import pytest
from sympy import HadamardProduct, MatrixSymbol, Ne, Symbol, exp, sin

from symattn import (
    Attention,
    OrthogonalSymbol,
    Periodic,
    PermutationSymbol,
    RowSoftmax,
    ShapeError,
    Sigmoid,
    SinusoidalVector,
    calc,
    claim,
    cost,
    decide,
    dims,
    spot_check,
)
from symattn.language import Equation
from symattn.render.cell import TAGS, badge, display, words

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)
t = Symbol("t", integer=True, nonnegative=True)
x = Symbol("x", real=True)
CHAIN = calc(
    RowSoftmax(Q * K.T * sigma.T) * sigma * V,
    (RowSoftmax(Q * K.T) * sigma.T * sigma * V, (RowSoftmax, sigma)),
    (RowSoftmax(Q * K.T) * V, sigma),
)
SHOWN = {
    "expression": RowSoftmax(Q * K.T),
    "claim": claim(sigma.T * sigma * K, K, given=[Ne(x, 0), (K, sigma * K)]),
    "equation": Equation(K, K),
    "calc": CHAIN,
    "proved": decide(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)),
    "proved by steps": decide(CHAIN),
    "refuted": decide(sigma * K, K),
    "refuted by a theorem": decide(Periodic(SinusoidalVector(t, 2), t)),
    "unknown": decide((A.I * B).T, B.T * A.I.T),
    "unknown inequality": decide(x**5 - x + exp(x) * sin(x) > -100),
    "counterexample": decide(sigma * K, K).counterexample,
    "negation": decide(Periodic(SinusoidalVector(t, 2), t)).counterexample,
    "cost": cost(Attention(Q, K, V)),
    "spot check": spot_check(sigma.T * sigma * K, K),
    "shape error": ShapeError(K * A, (n, ell), (n, n)),
}
shown = pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)


def trees(cell):
    return fromstring(cell)


@shown
def test_an_object_shows_itself_as_html_as_latex_and_as_text(shown):
    assert shown._repr_html_() == shown._repr_html_()
    assert shown._repr_latex_().startswith(("$", r"\begin{align*}"))
    assert repr(shown) and not repr(shown).startswith("<")


@shown
def test_html_is_of_tags_that_all_sanitisers_keep_and_needs_no_style(shown):
    cell = shown._repr_html_()
    assert {each.tag for each in trees(cell.replace("&emsp;", " ")).iter()} <= set(TAGS)
    assert {name for each in trees(cell.replace("&emsp;", " ")).iter() for name in each.attrib} <= {"class", "style"}
    assert "http" not in cell and "<math" not in cell


@shown
def test_nbconvert_s_sanitiser_takes_nothing_but_colours(shown):
    clean_html = pytest.importorskip("nbconvert.filters.strings").clean_html
    cell = re.sub(' style="[^"]*"', "", shown._repr_html_()).replace("&emsp;", "\u2003")
    assert clean_html(cell).replace("&emsp;", "\u2003") == cell


@shown
def test_formulas_are_tex_between_dollar_signs_and_nothing_else_is(shown):
    cell = shown._repr_html_()
    assert cell.count("$") % 2 == 0
    outside = "".join(re.sub("<[^>]*>", "", cell).split("$")[::2])
    assert "\\" not in outside, outside


def test_a_dollar_sign_in_words_begins_no_formula():
    assert words("5 $ < \\") == "5 <span>$</span> &lt; <span>\\</span>"


def test_a_formula_wider_than_a_notebook_is_broken_into_lines():
    wide = " + ".join(rf"\operatorname{{Att}}\left(Q_{{{i}}}, K, V\right)" for i in range(12))
    assert display("x") == r"$\displaystyle x$"
    assert r"\begin{aligned}[t]" in display(wide) and display(wide).count(r"\\") >= 1


def test_a_proof_shows_entries_and_their_normal_form():
    cell = SHOWN["proved"]._repr_html_()
    assert cell.index(badge("proved")) < cell.index("i,j") < cell.index(r"\sum") < cell.index("bool_cases")
    assert "σ is a permutation" in cell


def test_every_step_of_a_calc_shows_the_entries_that_it_comes_down_to():
    cell = SHOWN["proved by steps"]._repr_html_()
    first, *steps = cell.split("<li>")
    assert "What each step comes down to:" in first and len(steps) == 2
    for step in steps:
        assert step.count("_{i,j}") >= 2 and " inferences from " in step and "σ is a permutation" in step


def test_a_counterexample_boxes_the_entries_that_differ():
    cell = decide(A, A.T)._repr_html_()
    assert cell.count(r"\boxed") == 4 and "the entries (0, 1), (1, 0), which are boxed" in cell


def test_an_unknown_verdict_says_what_was_left():
    cell = SHOWN["unknown"]._repr_html_()
    assert "where it stopped:" in cell and "given=[Invertible(A.T)]" in cell


def test_the_table_of_a_cost_ends_with_the_sum():
    cell = cost(Attention(Q, K, V))._repr_html_()
    assert r"\text{total}" in cell and "divisions" in cell


def test_a_spot_check_says_how_many_instances_and_how_exact():
    check = SimpleNamespace(trials=20, max_error=2.5e-16, notes=("one $",))
    from symattn.notebook import _spot_check, _spot_check_latex

    assert "20 random instances; largest scaled error 2.5e-16" in _spot_check(
        check
    ) and "<span>$</span>" in _spot_check(check)
    assert r"2.5 \cdot 10^{-16}" in _spot_check_latex(check) and r"one \$" in _spot_check_latex(check)


def test_a_counterexample_shows_itself_where_nobody_named_its_class():
    code = (
        "from sympy import MatrixSymbol; from symattn import decide, dims; A = MatrixSymbol('A', dims('n'), dims('n'));"
        "found = decide(A, A.T).counterexample; print('$' in found._repr_html_(), '$' in found._repr_latex_())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert run.stdout == "True True\n", run.stderr


def test_the_sizes_of_a_counterexample_stand_on_one_line_and_axioms_are_folded():
    refuted, proved = SHOWN["refuted"]._repr_html_(), SHOWN["proved"]._repr_html_()
    assert re.search(r"<li>\$\\ell = \d+,\\quad n = \d+\$</li>", refuted), refuted
    assert re.search(r"<details><summary>[\d,]+ inferences from \d+ axioms</summary>bool_cases", proved)


def test_hypotheses_are_told_where_some_are_used():
    plain = decide((A * B).T, B.T * A.T)
    assert "ypotheses used" not in plain._repr_html_() and "hypotheses used" not in str(plain)
    assert "Hypotheses used" in SHOWN["proved"]._repr_html_()


def test_a_word_of_every_entry_looks_alike_in_a_cell_of_sympys_own():
    gates = HadamardProduct(A, Sigmoid(A * B))
    assert r"\sigma\left(A B\right)" in gates._repr_latex_()
    assert r"\sin" in A.applyfunc(sin)._repr_latex_()
