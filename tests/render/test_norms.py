"""Norms in LaTeX as papers write them, and TeX of words with places for their arguments."""

import pytest
from sympy import Le, MatrixSymbol, sqrt

from symattn import (
    DefinitionError,
    Equation,
    FrobeniusNorm,
    InnerProduct,
    MaxNorm,
    Norm1,
    OrthogonalSymbol,
    SquaredNorm,
    calc,
    define,
    dims,
    latex,
    prove,
)
from symattn.deciding.stages import derivation_latex
from symattn.language.base.naming import writing_by_name
from symattn.language.base.templates import is_enclosed, is_template, problem
from symattn.render.definitions import definitions
from symattn.render.latex_lines import lines, measuring, width
from symattn.render.mathml import mathml

n, d = dims("n d")
A, B = MatrixSymbol("A", n, d), MatrixSymbol("B", n, d)
x, y, u = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n), MatrixSymbol("u", n, 1)


@pytest.mark.parametrize(
    ("expression", "written"),
    [
        (FrobeniusNorm(A), r"\left\lVert A \right\rVert_{F}"),
        (SquaredNorm(A), r"\left\lVert A \right\rVert_{F}^{2}"),
        (FrobeniusNorm(x), r"\left\lVert x \right\rVert"),
        (SquaredNorm(u), r"\left\lVert u \right\rVert^{2}"),
        (SquaredNorm(x + y), r"\left\lVert x + y \right\rVert^{2}"),
        (Norm1(x), r"\left\lVert x \right\rVert_{1}"),
        (MaxNorm(x), r"\left\lVert x \right\rVert_{\infty}"),
        (InnerProduct(x, y), r"\left\langle x, y \right\rangle"),
        # of a matrix there are several norms of these names, and inner products
        (Norm1(A), r"\operatorname{norm}_{1}\left(A\right)"),
        (MaxNorm(A), r"\operatorname{norm}_{\max}\left(A\right)"),
        (InnerProduct(A, B), r"\operatorname{inner}\left(A, B\right)"),
        (FrobeniusNorm(A) ** 2, r"\left\lVert A \right\rVert_{F}^{2}"),
        (SquaredNorm(x) ** 2, r"\left(\left\lVert x \right\rVert^{2}\right)^{2}"),
        (sqrt(SquaredNorm(x)), r"\sqrt{\left\lVert x \right\rVert^{2}}"),
        (x / FrobeniusNorm(x), r"\frac{x}{\left\lVert x \right\rVert}"),
        (SquaredNorm, r"\left\lVert \cdot \right\rVert_{F}^{2}"),
    ],
)
def test_a_norm_stands_between_bars(expression, written):
    assert latex(expression) == written


def test_the_definition_of_a_norm_is_written_as_the_norm_is():
    assert [each.formula for each in definitions(SquaredNorm(A) + SquaredNorm(x))] == [
        r"\left\lVert A \right\rVert_{F}^{2} = "
        r"\sum_{\substack{0 \leq j \leq n - 1\\0 \leq i \leq r - 1}} {A}_{i, j}^{2}",
        r"\left\lVert u \right\rVert^{2} = \sum_{j=0}^{n - 1} {u}_{0, j}^{2}",
    ]
    (inner,) = definitions(InnerProduct(u, 2 * u))
    assert inner.formula == r"\left\langle u, v \right\rangle = \sum_{i=0}^{n - 1} {u}_{i, 0} {v}_{i, 0}"


def test_a_derivation_writes_a_norm_as_the_statement_does():
    Q = OrthogonalSymbol("Q", n)
    written = latex(prove(calc(SquaredNorm(Q * A), (SquaredNorm(A), (SquaredNorm, Q)))))
    assert r"definition of $\left\lVert \cdot \right\rVert_{F}^{2}$" in written and "#" not in written


def test_a_long_norm_is_broken_between_bars_of_a_fixed_size():
    long = r"\left\lVert a + b + c + d + e + f \right\rVert_{F}^{2}"
    assert lines(long, 60.0)[0].startswith(r"\bigl\lVert a") and lines(long, 60.0)[-1].endswith(r"\bigr\rVert_{F}^{2}")
    assert lines(long, 400.0) == [long]


def test_a_power_of_a_sum_of_powers_has_one_pair_of_brackets():
    written = derivation_latex(
        prove(Le(InnerProduct(x, y) ** 4, (SquaredNorm(x) * SquaredNorm(y)) ** 2, evaluate=False))
    )
    assert written and r"\left(\left(\sum" not in written and r"\right)_{0,0}\right)^{2}" not in written


def test_an_operator_is_as_wide_as_the_macro_that_an_author_writes():
    long = r"\operatorname{RotaryEncoding}\left(A\right) \operatorname{RotaryEncoding}\left(B\right)"
    assert len(lines(long, 120.0)) == 2
    for macro in (r"\mathcal{R}", r"\rope"):
        with measuring({"RotaryEncoding": macro}):
            assert lines(long, 120.0) == [long]
    with measuring({"RotaryEncoding": r"\myRotaryEncodingOfPositions"}):
        assert len(lines(long, 120.0)) == 2
    with measuring({"SoftMax": r"\sigma"}):
        assert width(r"\operatorname{SoftMax}_{\mathrm{row}}\left(A\right)") < width(r"\sigma\left(A\right)") + 1.0


def test_browsers_draw_the_bars():
    assert mathml(latex(FrobeniusNorm(A))).count("‖") == 2


def test_a_norm_that_goes_by_its_name_has_no_bars():
    with writing_by_name({"SquaredNorm"}):
        assert latex(SquaredNorm(x)) == r"\operatorname{SquaredNorm}\left(x\right)"


def test_a_word_may_have_places_for_its_arguments():
    operator = define("OperatorBound", (A,), 2 * FrobeniusNorm(A), latex=r"\lVert #1 \rVert_{\mathrm{op}}")
    assert latex(operator(A + B)) == r"\lVert A + B \rVert_{\mathrm{op}}"
    assert latex(operator(A) ** 2) == r"\lVert A \rVert_{\mathrm{op}}^{2}"
    assert latex(operator) == r"\lVert \cdot \rVert_{\mathrm{op}}"
    star = define("StarSum", (A, B), A + 2 * B, latex=r"#1 \bowtie #2")
    assert latex(star(A + B, B)) == r"\left(\left(A + B\right) \bowtie B\right)"
    assert latex(x * star(A, B)) == r"x \left(A \bowtie B\right)"
    accent = define("HatOf", (A,), 3 * A, latex=r"\widehat{#1}")
    assert latex(x * accent(A)) == r"x \widehat{A}" and latex(accent(A + B)) == r"\widehat{A + B}"


def test_two_words_never_look_alike():
    mine = define("MyNorm", (A,), 5 * FrobeniusNorm(A), latex=r"\|#1\|_F")
    square = define("MySquare", (A,), 5 * SquaredNorm(A), latex=r"\Vert #1 \Vert^2")
    assert latex(mine(A)) == r"\|A\|_F" and latex(square(x)) == r"\left(\Vert x \Vert^2\right)"
    assert latex(Equation(mine(A), FrobeniusNorm(A))).startswith(r"\operatorname{MyNorm}\left(A\right) = ")
    assert r"\operatorname{MySquare}\left(x\right)" in latex(Le(square(x), FrobeniusNorm(x) ** 2, evaluate=False))
    letter = define("LetterOf", (A,), 7 * FrobeniusNorm(A), latex="A_{#1}")
    assert latex(letter(A)) == r"\operatorname{LetterOf}\left(A\right)" and latex(letter(B)) == "A_{B}"


@pytest.mark.parametrize(
    ("tex", "reason"),
    [
        (r"\lVert #2 \rVert", "it has a place #2, and the word takes 1 argument"),
        (r"\lVert # \rVert", r"a place is written #1; the sign itself is written \#"),
        (r"\left\lVert #1 \rVert", "its braces and brackets do not match"),
        (r"\mathcal{N}(#1", "its braces and brackets do not match"),
        (r"\mathcal{N}{#1", "its braces and brackets do not match"),
        ("#1^{T}", "it would look like a formula without a word"),
        (r"\frac{#1}{2}", "it would look like a formula without a word"),
        (r"\left(#1\right)^{-1}", "it would look like a formula without a word"),
    ],
)
def test_tex_that_is_no_template_is_refused(tex, reason):
    assert problem(tex, 1) == reason
    with pytest.raises(DefinitionError, match=r"its TeX .* cannot be used"):
        define("Untypeset", (A,), 2 * A, latex=tex)


def test_a_place_that_is_missing_is_named():
    assert problem(r"\mathcal{N}(#1)", 2) == "it has no place #2 for the last of its 2 arguments"
    assert problem(r"\mathcal{N}(#2)", 2) == "it has no place #1 for one of its 2 arguments"
    assert problem(r"\mathcal{N}(#1, #2)", 2) == "" and not is_template(r"\#\mathcal{N}")


@pytest.mark.parametrize(
    ("template", "enclosed"),
    [
        (r"\mathcal{N}(#1, #2)", True),
        (r"\langle #1, #2 \rangle_{q}", True),
        (r"\|#1\|", True),
        (r"|#1|_{q}", True),
        (r"{#1}^{+}", False),
        (r"\mathcal{N} #1", False),
        (r"\|#1\| + 1", False),
    ],
)
def test_a_template_is_enclosed_where_nothing_stands_outside(template, enclosed):
    assert is_enclosed(template) is enclosed
