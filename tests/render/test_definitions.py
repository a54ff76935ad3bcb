"""The definitions that a claim rests on, in the symbols of a textbook."""

from sympy import DiagMatrix, HadamardPower, MatrixSymbol, exp

from symattn import (
    Attention,
    CausalMask,
    KernelAttention,
    KernelSymbol,
    MatrixFamily,
    MultiHeadAttention,
    OrthogonalSymbol,
    RotaryEncoding,
    RowSum,
    SelfAttention,
    ShiftMatrix,
    SquaredEuclidean,
    dims,
)
from symattn.render.definitions import definitions

r, n, ell, d, p, h, H = dims("r n ell d p h H")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
g, X = OrthogonalSymbol("g", ell), MatrixSymbol("X", n, p)


def names(*expressions):
    return [each.name for each in definitions(*expressions)]


def test_what_a_definition_needs_comes_before_it():
    weights = [MatrixSymbol(f"S_{name}", p, ell) for name in "QKV"]
    assert names(SelfAttention(X, *weights)) == ["RowSoftmax", "Attention", "SelfAttention"]
    assert names(ShiftMatrix(1, 2 * h)) == ["Frequencies", "BlockRotation", "ShiftMatrix"]
    assert names(Q * g) == []


def test_each_definition_is_given_once_whatever_it_is_applied_to():
    (_, attention) = definitions(Attention(Q * g, K * g, V) - Attention(Q, K, V))
    assert attention.formula.startswith(
        r"\operatorname{Att}\left(Q, K, V\right) = \operatorname{SoftMax}_{\mathrm{row}}"
    )


def test_variants_are_definitions_of_their_own():
    both = definitions(Attention(Q, K, V) + Attention(Q, K, V, scale=False))
    assert [each.name for each in both] == ["RowSoftmax", "Attention", "Attention"]
    assert len({each.formula for each in both}) == 3
    masked = definitions(Attention(X, X, X, CausalMask(n)))
    assert [each.name for each in masked] == ["CausalMask", "RowSoftmax", "Attention"]
    assert r"\frac{M + Q K^{T}}{\sqrt{\ell}}" in masked[-1].formula


def test_functions_of_entries_and_diagonals_are_defined_in_general():
    scores, column = Q * K.T, MatrixSymbol("c", r, 1)
    stated = DiagMatrix(HadamardPower(RowSum(scores.applyfunc(exp)) + column, -1)) * scores
    found = {each.name: each.formula for each in definitions(stated)}
    assert (
        found["ElementwiseApplyFunction"] == r"\exp_{\circ}\left(A\right) = \left(e^{{A}_{i, j}}\right)_{i < m, j < n}"
    )
    assert found["HadamardPower"].startswith(r"A^{\circ \left({-1}\right)} = ")
    assert found["DiagMatrix"].startswith(r"\operatorname{diag}\left(u\right) = ")
    twice = HadamardPower(scores, -1) + HadamardPower(2 * scores, -1) + HadamardPower(2, scores)
    assert len([name for name in names(twice) if name == "HadamardPower"]) == 2  # A to a power, 2 to the entries of B


def test_kernels_are_defined_unless_they_are_any_kernel():
    assert names(KernelAttention(KernelSymbol("alpha"), Q, K, V)) == ["KernelMatrix", "RowSoftmax", "KernelAttention"]
    assert "KernelValue" in names(KernelAttention(SquaredEuclidean(), Q, K, V))


def test_heads_and_rotations_show_what_they_were_given():
    families = [MatrixFamily(f"W_{name}", H, p, ell) for name in "QKV"]
    (*_, heads) = definitions(MultiHeadAttention(X, X, X, *families))
    assert r"\sum_{h=0}^{H - 1}" in heads.formula
    own = RotaryEncoding(MatrixSymbol("Y", n, 2 * h), MatrixSymbol("omega", h, 1))
    assert r"\operatorname{RoPE}_{\theta}" in definitions(own)[-1].formula
