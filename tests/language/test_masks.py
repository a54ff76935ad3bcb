"""Masks with a formula: entries, the rows they must leave open, and how their arguments are refused."""

import pytest
from sympy import FiniteSet, Idx, Matrix, MatrixSymbol, Piecewise, Symbol, exp, oo

from symattn.errors import MaskedRow, ShapeError, UndeclaredSymbol, UnsupportedExpression
from symattn.language import Attention, CausalMask, Member, PrefixMask, RowSoftmax, SubsetMask, SubsetSymbol, dims

m, k, n, ell, d = dims("m k n ell d")
i, j = Idx("i", n), Idx("j", n)


def test_prefix():
    assert PrefixMask(2, 4).as_explicit() == Matrix([[0, 0, -oo, -oo]])
    assert PrefixMask(m, m).shape == (1, m)
    index = Idx("i", m + k)
    assert PrefixMask(m, m + k)[0, index] == Piecewise((0, index < m), (-oo, True))
    assert PrefixMask(m, m + k).subs({m: 1, k: 2}).as_explicit() == Matrix([[0, -oo, -oo]])


def test_prefix_must_fit():
    with pytest.raises(UnsupportedExpression, match="write n as m"):
        PrefixMask(m, n)
    with pytest.raises(UnsupportedExpression):
        PrefixMask(4, 2)
    with pytest.raises(MaskedRow) as caught:
        PrefixMask(0, n)
    assert caught.value.row == 0
    with pytest.raises(UndeclaredSymbol):
        PrefixMask(Symbol("q"), n)


def test_subset():
    assert SubsetMask({0, 2}, 3).as_explicit() == Matrix([[0, -oo, 0]])
    assert SubsetMask([2, 0], 3) == SubsetMask(FiniteSet(0, 2), 3)
    subset = SubsetSymbol("S", n)
    assert SubsetMask(subset, n)[0, i] == Piecewise((0, Member(i, subset)), (-oo, True))
    assert SubsetMask({0, 1}, m + k).shape == (1, m + k)
    mask = SubsetMask({0}, n)
    assert mask[0, i] == Piecewise((0, Member(i, FiniteSet(0))), (-oo, True))
    assert mask.func(*mask.args) is mask


def test_subset_must_be_nonempty_and_inside():
    with pytest.raises(MaskedRow):
        SubsetMask(set(), n)
    for bad in ({1}, {-1}, {0.5}, {"x"}, 3):
        with pytest.raises(UnsupportedExpression):
            SubsetMask(bad, n)
    with pytest.raises(ShapeError) as caught:
        SubsetMask(SubsetSymbol("S", m), n)
    assert caught.value.shapes == ((m,), (n,))


def test_causal():
    assert CausalMask(3).as_explicit() == Matrix([[0, -oo, -oo], [0, 0, -oo], [0, 0, 0]])
    assert CausalMask(n)[j, i] == Piecewise((0, i <= j), (-oo, True))
    assert CausalMask(n)[j, j] == 0


@pytest.mark.parametrize("mask", [PrefixMask(m, m + k), SubsetMask(SubsetSymbol("S", n), n), CausalMask(n)], ids=str)
def test_definitions_agree_with_entries(mask):
    row, column = Idx("u", mask.rows), Idx("v", mask.cols)
    assert mask.definition()[row, column] == mask[row, column]
    assert mask.func(*mask.args) is mask


def test_a_mask_in_attention_must_have_the_shape_of_the_scores():
    Q, V = MatrixSymbol("Q", n, ell), MatrixSymbol("V", n, d)
    assert Attention(Q, Q, V, CausalMask(n)).mask == CausalMask(n)
    with pytest.raises(ShapeError) as caught:
        Attention(Q, Q, V, SubsetMask(SubsetSymbol("S", n), n))
    assert caught.value.shapes == ((n, n), (1, n))


def test_a_masked_weight_reads_as_the_exponential_of_the_entry():
    a = MatrixSymbol("a", 1, m + k)
    weights = RowSoftmax(a + PrefixMask(m, m + k))
    index = Idx("i", m + k)
    numerator = exp(a[0, index] + PrefixMask(m, m + k)[0, index])
    assert weights.formula(0, index).has(numerator)


def test_a_subset_comes_before_the_size():
    with pytest.raises(UnsupportedExpression, match=r"the subset comes first: SubsetMask\(S, n\)"):
        SubsetMask(n, SubsetSymbol("S", n))
