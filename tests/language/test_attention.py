"""Softmax and attention: definitions one step down, unexpanded entries, and stacks of many layers."""

import subprocess
import sys

import pytest
from sympy import (
    Function,
    I,
    Identity,
    Idx,
    MatMul,
    Matrix,
    MatrixSymbol,
    S,
    Sum,
    Transpose,
    exp,
    oo,
    simplify,
    sqrt,
    symbols,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import MaskedRow, ShapeError, UnsupportedExpression
from symattn.language import (
    Attention,
    CausalMask,
    Equation,
    MaskSymbol,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    declarations,
    dims,
    is_extended,
)

r, n, ell, d, p = dims("r n ell d p")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
M = MaskSymbol("M", r, n)
X = MatrixSymbol("X", n, p)
WEIGHTS = tuple(MatrixSymbol(f"S_{name}", p, p) for name in "QKV")

EVERY = (
    RowSoftmax(Q),
    Attention(Q, K, V),
    Attention(Q, K, V, mask=M),
    Attention(Q, K, V, M, False),
    SelfAttention(X, *WEIGHTS),
    SelfAttention(X, *WEIGHTS, mask=CausalMask(n)),
)


@pytest.mark.parametrize("node", EVERY, ids=str)
def test_rebuilding_gives_the_same_node(node):
    assert node.func(*node.args) is node
    assert node.doit() is node
    assert node.subs(d, 5).func is node.func
    i, j = Idx("i", node.rows), Idx("j", node.cols)
    assert node[i, j] == MatrixElement(node, i, j)
    assert not is_extended(node)


def test_definitions():
    scores = MatMul(1 / sqrt(ell), Q, K.T)
    assert Attention(Q, K, V).definition() == MatMul(RowSoftmax(scores), V)
    assert Attention(Q, K, V, scale=False).definition() == MatMul(RowSoftmax(MatMul(Q, K.T)), V)
    assert str(Attention(Q, K, V, mask=M).definition()) == "RowSoftmax(1/sqrt(ell)*(M + Q*K.T))*V"
    assert str(Attention(Q, K, V, M, False).definition()) == "RowSoftmax(M + Q*K.T)*V"
    S_Q, S_K, S_V = WEIGHTS
    assert SelfAttention(X, *WEIGHTS).definition() == Attention(X * S_Q, X * S_K, X * S_V)
    assert str(SelfAttention(X, *WEIGHTS).definition().scores()) == "1/sqrt(p)*X*S_Q*S_K.T*X.T"


def test_unit_width_is_not_divided():
    q, k = MatrixSymbol("q", r, 1), MatrixSymbol("k", n, 1)
    assert Attention(q, k, V).scores() == MatMul(q, k.T)


def test_a_definition_cancels_nothing():
    A = MatrixSymbol("A", n, n)
    scores = Attention(A, Transpose(A.I), V, scale=False).scores()
    assert scores.args == (A, A.I), "whether A is invertible is for the proof to settle"


def test_printing_leaves_out_defaults():
    assert str(Attention(Q, K, V)) == "Attention(Q, K, V)"
    assert str(Attention(Q, K, V, M, False)) == "Attention(Q, K, V, mask=M, scale=False)"
    assert str(SelfAttention(X, *WEIGHTS, CausalMask(n))) == "SelfAttention(X, S_Q, S_K, S_V, mask=CausalMask(n))"


def test_arguments():
    attention = Attention(Q, K, V, M)
    assert (attention.queries, attention.keys, attention.values, attention.mask, attention.scale) == (Q, K, V, M, True)
    assert Attention(Q, K, V).mask is None
    assert Attention(Q, K, V, scale=False).scale is False
    with pytest.raises(UnsupportedExpression):
        Attention(Q, K, V, scale=I)
    assert Attention(Q, K, V, scale=2).scale == 2
    with pytest.raises(UnsupportedExpression):
        Attention(Q, K, 3)


def test_the_formula_of_softmax():
    A = MatrixSymbol("A", r, n)
    j, i, s = Idx("j", r), Idx("i", n), symbols("s", integer=True, nonnegative=True)
    assert RowSoftmax(A).formula(j, i) == exp(A[j, i]) / Sum(exp(A[j, s]), (s, 0, n - 1))
    clash = Idx("s", n)
    assert "s_1" in str(RowSoftmax(A).formula(j, clash)), "the bound index must not capture"
    assert RowSoftmax(A).definition().shape == (r, n)
    assert RowSoftmax(A).definition()[j, i] == RowSoftmax(A).formula(j, i)


def test_softmax_with_both_scores_masked_is_an_error_not_a_number():
    with pytest.raises(MaskedRow) as caught:
        RowSoftmax(Matrix([[-oo, -oo]]))
    assert caught.value.row == 0
    a, b = symbols("a b", real=True)
    by_limit = simplify((exp(a) / (exp(a) + exp(b))).subs(b, a)).subs(a, -oo)
    assert by_limit == S.Half, "substitution gives a number where softmax is undefined"


@pytest.mark.parametrize("mask", [Matrix([[0, -oo], [-oo, -oo]]), 2 * Matrix([[0, 0], [-oo, -oo]])])
def test_a_fully_masked_row_is_an_error(mask):
    q = MatrixSymbol("q", 2, 2)
    with pytest.raises(MaskedRow) as caught:
        Attention(q, q, q, mask=mask)
    assert caught.value.row == 1
    with pytest.raises(MaskedRow):
        RowSoftmax(q * q.T + mask)


def test_infinite_arguments_are_refused():
    with pytest.raises(UnsupportedExpression):
        Attention(M, M, V)
    with pytest.raises(UnsupportedExpression):
        SelfAttention(MaskSymbol("M", n, p), *WEIGHTS)


def test_self_attention_reports_misfits_of_its_products():
    with pytest.raises(ShapeError) as caught:
        SelfAttention(X, MatrixSymbol("W", d, p), *WEIGHTS[1:])
    assert caught.value == ShapeError(MatMul(X, MatrixSymbol("W", d, p)), (n, p), (d, p))
    with pytest.raises(ShapeError) as caught:
        SelfAttention(X, MatrixSymbol("W", p, d), *WEIGHTS[1:])
    assert caught.value == ShapeError(MatMul(MatrixSymbol("W", p, d), WEIGHTS[1].T), (p, d), (p, p))
    with pytest.raises(ShapeError):
        SelfAttention(X, *WEIGHTS, mask=M)


def stack(layers, step):
    node = MatrixSymbol("X", n, p)
    for _ in range(layers):
        node = step(node)
    return node


@pytest.mark.parametrize(
    "step",
    [
        lambda Y: SelfAttention(Y, *WEIGHTS),
        lambda Y: SelfAttention(Y, *WEIGHTS) + Y,
        lambda Y: Attention(Y, Y, Y),
        lambda Y: Attention(Y * WEIGHTS[0], Y * WEIGHTS[1], Y),
    ],
    ids=["self-attention", "residual", "shared", "projected"],
)
def test_sixty_four_layers_are_made_and_inspected_(step):
    sigma = PermutationSymbol("sigma", n)
    equation = Equation(stack(64, step), sigma.T * sigma * stack(64, step))
    assert declarations(equation).permutations == (sigma,)


def test_a_definition_in_a_deep_stack_is_one_step():
    node = stack(200, lambda Y: SelfAttention(Y, *WEIGHTS))
    assert node.definition().queries.args[0] is node.args[0]


def test_the_language_imports_sympy_only():
    others = "{'numpy', 'rich', 'torch', 'symattn.kernel', 'symattn.numeric'}"
    code = f"import sys, symattn.language; print(sorted({others} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_softmax_of_a_function_or_identity_keeps_its_argument():
    assert RowSoftmax(Identity(n)).scores == Identity(n)
    with pytest.raises(UnsupportedExpression):
        RowSoftmax(Function("f")(n))
