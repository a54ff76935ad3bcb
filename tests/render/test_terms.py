"""Terms of the kernel as formulas, in LaTeX and as text: what brackets they need, and that letters do not collide."""

import pytest
from sympy import HadamardProduct, MatrixSymbol

from symattn import Attention, PermutationSymbol, SelfAttention, Sigmoid, calc, decide, define, dims
from symattn.kernel.syntax import parse
from symattn.kernel.terms import REAL, Size, app, const, fin, fun, open_body, var
from symattn.prover.library.definitions import defined
from symattn.render.terms import LATEX, term_latex, term_text

n = Size.variable("n")
TERMS = [  # in the kernel's notation, in LaTeX, as text
    ("x + y * z", r"x + y \, z", "x + y·z"),
    ("(x + y) * z", r"\left(x + y\right) \, z", "(x + y)·z"),
    ("x + -1 * y", "x - y", "x - y"),
    ("-2 * x * y", r"-2 x \, y", "-2x·y"),
    ("x * (-1 * y)", r"x \, \left(-1\right) \, y", "x·(-1)·y"),
    ("x * x * y * x", r"x^{3} \, y", "x³·y"),
    ("x * inv y", r"\frac{x}{y}", "x/y"),
    ("x * inv (y * z)", r"\frac{x}{y \, z}", "x/(y·z)"),
    ("(x + y) * inv (y + z)", r"\frac{x + y}{y + z}", "(x + y)/(y + z)"),
    ("inv x", r"\frac{1}{x}", "1/x"),
    ("exp (x + y)", "e^{x + y}", "exp(x + y)"),
    ("sqrt x", r"\sqrt{x}", "√x"),
    ("1/2 * x", r"\tfrac{1}{2} \, x", "(1/2)·x"),
    ("Σ k:[n]. x + y", r"\sum_{i < n} \left(x + y\right)", "Σ_{i < n} (x + y)"),
    ("(Σ k:[n]. x) * y", r"\left(\sum_{i < n} x\right) \, y", "(Σ_{i < n} x)·y"),
    ("x * (Σ k:[n]. y)", r"x \, \sum_{i < n} y", "x·Σ_{i < n} y"),
    ("exp (Σ k:[n]. x)", r"\exp\left(\sum_{i < n} x\right)", "exp(Σ_{i < n} x)"),
    ("ind (x ≤ y)", r"\left[x \le y\right]", "[x ≤ y]"),
    ("#{n+1}", "n + 1", "n + 1"),
]


@pytest.mark.parametrize(("source", "in_latex", "as_text"), TERMS, ids=[source for source, *_ in TERMS])
def test_notation(source, in_latex, as_text):
    term = parse(f"λx y z:ℝ. {source}")
    for name in "xyz":
        term = open_body(term, var(name, REAL))
    assert (term_latex(term), term_text(term)) == (in_latex, as_text)


def test_products_transposes_and_positions_are_written_as_matrices():
    square = fun(fin(n), fun(fin(n), REAL))
    A, B, i, j = var("A", square), var("B", square), var("ι0", fin(n)), var("ι1", fin(n))
    product = app(defined("matmul", n, n, n), A, app(defined("transpose", n, n), B))
    assert (term_latex(product), term_text(product)) == ("A B^{T}", "A Bᵀ")
    assert term_latex(app(product, i, j)) == r"\left(A B^{T}\right)_{i,j}"
    assert term_text(app(product, i, j)) == "(A Bᵀ)[i, j]"
    assert term_text(app(defined("identity", n), i, j)) == "(I)[i, j]"
    assert term_text(parse("suc (suc 0@ℕ)")) == "2"


def test_letters_avoid_the_names_that_occur():
    family = fun(fin(n), fun(fin(n), REAL))
    A, i = var("A", family), var("i", fin(n))
    first, second = var("ι0", fin(n)), var("ι1", fin(n))
    assert term_latex(app(A, i, first)) == "A_{i,j}"
    assert term_latex(app(A, first, second), (app(A, second, first),)) == "A_{i,j}"
    assert term_text(app(var("S_Q", family), first, second)) == "S_Q[i, j]"
    assert term_latex(app(var("S_Q", family), first, second)) == r"\left(S_{Q}\right)_{i,j}"


def test_opened_vectors_have_other_letters_than_indices():
    row = fun(fin(n), REAL)
    assert term_text(app(var("ι0", row), var("ι1", fin(n)))) == "q[i]"


def test_sizes_have_their_longest_parts_first():
    assert term_latex(const("#", Size.number(1) + n + n * n)) == "n^{2} + n + 1"


def test_maps_of_two_indices_are_matrices_and_of_one_are_maps():
    row, family = fun(fin(n), REAL), fun(fin(n), fun(fin(n), REAL))
    A, v, i, j = var("A", family), var("v", row), var("ι0", fin(n)), var("ι1", fin(n))
    swapped = parse("λA:[n]→[n]→ℝ. λa:[n]. λb:[n]. A b a * 2")
    matrix, double = open_body(swapped, A), open_body(parse("λv:[n]→ℝ. λa:[n]. v a * 2"), v)
    entry = app(var("f", fun(family, family)), matrix, i, j)
    assert term_text(entry) == "f([A[l, k]·2]_(k, l))[i, j]"
    assert term_latex(entry) == r"{f\left(\left(A_{l,k} \cdot 2\right)_{k, l}\right)}_{i,j}"
    assert term_text(app(var("f", fun(row, REAL)), double)) == "f(i ↦ v[i]·2)"
    assert term_latex(app(var("f", fun(row, REAL)), double)) == r"f\left(i \mapsto v_{i} \cdot 2\right)"


def test_a_derivation_calls_a_word_as_its_statement_does():
    """One output has one notation: no word is written by its name in one line and by its sign in the next."""
    n, d, ell, p = dims("n d ell p")
    X, A, B, C = MatrixSymbol("X", n, d), *(MatrixSymbol(*each) for each in (("A", d, ell), ("B", d, ell), ("C", d, p)))
    pi, gates, attended = PermutationSymbol("pi", p), Sigmoid(X * C), SelfAttention(X, A, B, C)
    verdict = decide(
        calc(
            HadamardProduct(SelfAttention(X, A, B, C * pi), gates * pi),
            (HadamardProduct(attended * pi, gates * pi), (SelfAttention, Attention)),
            (HadamardProduct(attended, gates) * pi, pi),
        )
    )
    assert verdict.status == "proved"
    formulas = "".join(part.split("</em>")[-1] for part in verdict._repr_html_().split("<em>"))
    operator = r"\operatorname{%s}"
    assert formulas.count(operator % "SelfAtt" + "_{A, B, C}") > 3
    assert operator % "SoftMax" + r"_{\mathrm{row}}" in formulas
    for other in (operator % "SelfAtt" + r"\left", operator % "SelfAttention", operator % "Sigmoid", "RowSoftmax"):
        assert other not in formulas


def test_a_word_of_ones_own_takes_no_name_of_the_kernel():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    doubled = define("row_max", A, 2 * A)
    verdict = decide(calc(doubled(A), (2 * A, doubled)))
    assert verdict.status == "proved"
    assert "RowMax" not in verdict._repr_html_()
    assert LATEX.word("row_max") == r"\operatorname{RowMax}"
