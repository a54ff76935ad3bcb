"""Brackets stand where a reader needs them, whatever class of formula is written, and sizes are always shown."""

import json
import re
from pathlib import Path

import pytest
from sympy import (
    Derivative,
    FunctionMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Idx,
    Lambda,
    MatPow,
    MatrixSymbol,
    Trace,
    Transpose,
    exp,
    symbols,
)

from symattn.errors import SymattnError
from symattn.language import Equation, HeadBlock, HeadFamily, HeadSum, MapSymbol, MatrixFamily, claim, dims
from symattn.render.brackets import binding
from symattn.render.latex import latex
from symattn.render.text import text
from symattn.scripts.claims import load

n, p, H, L = dims("n p H L")
x, y = symbols("x y", real=True)
a, b = symbols("a b", integer=True)
A, B, V_2 = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("V_2", n, n)
Y, W_Q, h = MatrixFamily("Y", H + 1, n, n), MatrixFamily("W_Q", H, n, n), Idx("h", H)
m, j = Idx("m", n), Idx("j", n)

WRITTEN = [
    (HadamardPower(A, x + 1), "A^∘(x + 1)"),
    (HadamardPower(A, x) + A, "A^∘x + A"),
    (MatPow(A, p + 1), "A^(p + 1)"),
    (Derivative(x, x) ** 2, "(∂/∂x (x))²"),
    (Derivative(x**2, x) * exp(x), "(∂/∂x (x²))·exp(x)"),
    (Derivative(x**2 * exp(x), x), "∂/∂x (x²·exp(x))"),
    (Derivative(x, x) + 1, "∂/∂x (x) + 1"),
    (Transpose(HeadSum(W_Q)), "(Σ_{h = 0..H - 1} W_Q[h])ᵀ"),
    (HadamardProduct(A, B) * A, "(A ∘ B) A"),
    (x / (2 * y), "x/(2y)"),
]


@pytest.mark.parametrize(("formula", "expected"), WRITTEN, ids=[expected for _, expected in WRITTEN])
def test_text(formula, expected):
    assert text(formula) == expected


def test_the_sets_of_symbols():
    assert text(claim(Y[0], Y[1])).startswith("Y ∈ (ℝ^(n×n))^(H + 1): ")
    f = MapSymbol("f", n + 1, 2 * p)
    assert text(claim(f(MatrixSymbol("X", n, n + 1)), f(MatrixSymbol("X", n, n + 1)))).find("f: ℝ^(n + 1) → ℝ^(2p)") > 0


def test_in_latex_the_sign_of_a_derivative_reaches_over_one_factor():
    written = latex(Derivative(x**2, x) * Derivative(y**2, y))
    assert written.startswith(r"\left(\frac{\partial}{\partial x} \left(x^{2}\right)\right) \frac")


def test_an_entry_of_a_matrix_with_an_index_has_brackets():
    assert latex(V_2[m, j]) == r"{\left(V_{2}\right)}_{m, j}" and latex(A[m, j]) == "{A}_{m, j}"
    assert latex(W_Q[h]) == r"{\left(W_{Q}\right)}_{h}" and latex(Y[h][m, j]) == r"{\left({Y}_{h}\right)}_{m, j}"
    assert latex(V_2[0, :]) == r"{\left(V_{2}\right)}_{0, :}" and text(V_2[m, j]) == "V_2[m, j]"


def test_a_matrix_given_by_its_entries_says_its_sizes():
    ones = FunctionMatrix(n, 1, Lambda((a, b), 1))
    assert text(ones) == "[1]_(a < n, b < 1)" and latex(ones) == r"\left(1\right)_{a < n, b < 1}"
    family = HeadFamily(W_Q[h] * A, h)
    assert text(family) == "[W_Q[h] A]_(h < H)" and latex(family).endswith("_{h < H}")


def test_the_sizes_of_two_matrices_tell_two_statements_apart():
    def pair(of):
        return [Equation(of(size), n) for size in (n, p)]

    for of in (lambda size: Trace(Identity(size)), lambda size: Trace(FunctionMatrix(size, size, Lambda((a, b), x)))):
        for write in (str, text, latex):
            one, other = map(write, pair(of))
            assert one != other
    C = MatrixSymbol("C", 6, 1)
    assert latex(HeadBlock(C, 0, 2)[0, 0]) != latex(HeadBlock(C, 0, 3)[0, 0])


def test_the_heads_of_a_block_are_said_unless_its_index_says_them():
    C = MatrixSymbol("C", H * p, 1)
    assert latex(HeadBlock(C, h, H)) == "{C}_{[h]}" and latex(HeadBlock(C, 0, H)) == r"{C}_{[0 \text{ of } H]}"
    assert latex(HeadSum(HeadBlock(C, h, H), h)) == r"\sum_{h=0}^{H - 1} {C}_{[h]}"


def test_what_is_written_says_how_tightly_it_binds():
    assert binding("Σ_{i = 0..n - 1} x[i]") == binding("A ∘ B") < binding("x·y")
    assert binding("x + y") == binding("-x") < binding("∂/∂x (x)") < binding("2x") < binding("x²")
    assert binding('"a + b"') == binding("f(x + y)[i]") == binding("[x + y]_(i < n, j < m)") == binding("I_(2n)")


def test_no_claim_has_a_bare_sum_behind_a_power():
    proofs = Path(__file__).resolve().parents[2] / "proofs"
    found = []
    for entry in load([*proofs.rglob("*.py")]).entries.values():
        try:
            stated = entry.function()
            written = text(claim(*stated) if isinstance(stated, tuple) else stated)
        except (SymattnError, TypeError):  # what is stated to be ill-formed
            continue
        found += [entry.id] * bool(re.search(r"∈ [^,:;]*\^\w+ [-+]|→ ℝ\^\w+ [-+]", written))
    assert not found, json.dumps(found)
