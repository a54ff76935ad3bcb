"""Masks as words: what they show, the theorems about them, the near misses, and rows in which nothing is seen."""

from itertools import product

import numpy as np
import pytest
from sympy import (
    And,
    Dummy,
    Eq,
    Idx,
    Integer,
    MatrixSymbol,
    Mod,
    Ne,
    Not,
    Or,
    S,
    Sum,
    Symbol,
    ZeroMatrix,
    floor,
    oo,
    srepr,
)

from symattn import (
    Attention,
    BlockDiagonalMask,
    BottomRightCausalMask,
    CausalMask,
    HeadBlock,
    MaskWhere,
    PaddingMask,
    PrefixLMMask,
    PrefixMask,
    RowSoftmax,
    SlidingWindowMask,
    TopLeftCausalMask,
    Unmasked,
    calc,
    certificate,
    cost,
    decide,
    dims,
    evaluate,
    latex,
    prove,
    spot_check,
)
from symattn.errors import MaskedRow, ShapeError, SymattnError, UnsupportedExpression

n, m, k, r, w, ell, d = dims("n m k r w ell d")
Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
P, L, W = MatrixSymbol("P", r, ell), MatrixSymbol("L", m + k, ell), MatrixSymbol("W", m + k, d)
p = MatrixSymbol("p", 1, n)
t = Symbol("t", integer=True, nonnegative=True)
causal = CausalMask(n)


def twice(mask, queries=P, keys=K, values=V):
    """Return a claim that is true wherever it is defined."""
    return Attention(queries, keys, 2 * values, mask=mask), 2 * Attention(queries, keys, values, mask=mask)


PROVED = {
    "a window of n is the causal mask": ((SlidingWindowMask(n, n), causal), ()),
    "a window of n + k is the causal mask": ((SlidingWindowMask(n, n + k), causal), ()),
    "a window of w is the causal mask where w ≥ n": ((SlidingWindowMask(n, w), causal), (w >= n,)),
    "attention in a window w ≥ n is causal": (
        (Attention(Q, K, V, mask=SlidingWindowMask(n, w)), Attention(Q, K, V, mask=causal)),
        (w >= n,),
    ),
    "attention in a window of 1 returns the values": ((Attention(Q, K, V, mask=SlidingWindowMask(n, 1)), V), ()),
    "a window to both sides of 1 too": ((Attention(Q, K, V, mask=SlidingWindowMask(n, 1, causal=False)), V), ()),
    "a window is a window to both sides and the causal mask": (
        (SlidingWindowMask(n, w, causal=False) + causal, SlidingWindowMask(n, w)),
        (),
    ),
    "of two windows the smaller one counts": (
        (SlidingWindowMask(n, w) + SlidingWindowMask(n, w + k), SlidingWindowMask(n, w)),
        (),
    ),
    "one block shows all": ((BlockDiagonalMask(n, n), ZeroMatrix(n, n)), ()),
    "blocks of 1 return the values": ((Attention(Q, K, V, mask=BlockDiagonalMask(n, 1)), V), ()),
    "a prefix of n shows all": ((PrefixLMMask(n, n), ZeroMatrix(n, n)), ()),
    "a prefix of 1 is the causal mask": ((PrefixLMMask(n, 1), causal), ()),
    "a prefix t ≤ 1 is the causal mask": ((PrefixLMMask(n, t), causal), (t <= 1,)),
    "aligned right with r = n": ((BottomRightCausalMask(n, n), causal), ()),
    "aligned left with r = n": ((TopLeftCausalMask(n, n), causal), ()),
    "one query aligned right sees all": ((BottomRightCausalMask(1, n), ZeroMatrix(1, n)), ()),
    "aligned left cuts the keys": (
        (
            Attention(L[:m, :], L, W, mask=TopLeftCausalMask(m, m + k)),
            Attention(L[:m, :], L[:m, :], W[:m, :], mask=CausalMask(m)),
        ),
        (),
    ),
    "the last rows of causal attention": (
        (
            Attention(L, L, W, mask=CausalMask(m + k))[m:, :],
            Attention(L[m:, :], L, W, mask=BottomRightCausalMask(k, m + k)),
        ),
        (),
    ),
    "padding is a prefix": ((PaddingMask(m, m + k), PrefixMask(m, m + k)), ()),
    "padding cuts the keys": (
        (Attention(P, L, W, mask=PaddingMask(m, m + k, r)), Attention(P, L[:m, :], W[:m, :])),
        (),
    ),
    "a condition": ((MaskWhere(n, n, lambda j, i: i <= j), causal), ()),
    "a condition with another sign": ((MaskWhere(n, n, lambda j, i: Not(i > j)), causal), ()),
    "a condition with ≠": (
        (MaskWhere(n, n, lambda j, i: And(i <= j, Ne(i, j))), MaskWhere(n, n, lambda j, i: i < j)),
        (),
    ),
    "blocks by a condition": (
        (MaskWhere(n, n, lambda a, b: Eq(floor(b / w), floor(a / w))), BlockDiagonalMask(n, w)),
        (),
    ),
}
REFUTED = {
    "a window of n − 1": ((SlidingWindowMask(n, w), causal), (w >= n - 1,)),
    "a window of at most n": ((SlidingWindowMask(n, w), causal), (w <= n,)),
    "a window of 2 returns no values": ((Attention(Q, K, V, mask=SlidingWindowMask(n, 2)), V), ()),
    "a window to both sides is not causal": ((SlidingWindowMask(n, n, causal=False), causal), ()),
    "blocks of 2": ((Attention(Q, K, V, mask=BlockDiagonalMask(n, 2)), V), ()),
    "two blocks": ((BlockDiagonalMask(2 * n, n), ZeroMatrix(2 * n, 2 * n)), ()),
    "a prefix of 2 is not the causal mask": ((PrefixLMMask(n, 2), causal), ()),
    "a prefix of n does not show all of n + 2": ((PrefixLMMask(n + 2, n), ZeroMatrix(n + 2, n + 2)), ()),
    "left is not right": ((TopLeftCausalMask(r, r + k), BottomRightCausalMask(r, r + k)), ()),
    "one query aligned left": ((TopLeftCausalMask(1, n), ZeroMatrix(1, n)), ()),
    "the last rows aligned left": (
        (
            Attention(L, L, W, mask=CausalMask(m + k))[m:, :],
            Attention(L[m:, :], L, W, mask=TopLeftCausalMask(k, m + k)),
        ),
        (),
    ),
    "one key too many": (
        (Attention(P, L, W, mask=PaddingMask(m + 1, m + k, r)), Attention(P, L[:m, :], W[:m, :])),
        (),
    ),
    "the wrong side": ((MaskWhere(n, n, lambda j, i: i >= j), causal), ()),
    "off by one": ((MaskWhere(n, n, lambda j, i: i <= j + 1), causal), ()),
    "rows and columns exchanged": ((MaskWhere(r, r + k, lambda j, i: j <= i), TopLeftCausalMask(r, r + k)), ()),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_masks_say(name):
    claim, given = PROVED[name]
    assert decide(*claim, given=list(given)).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_masks_nearly_say(name):
    claim, given = REFUTED[name]
    assert decide(*claim, given=list(given)).status == "refuted"


E, F, G = (MatrixSymbol(name, m * w, width) for name, width in (("E", ell), ("F", ell), ("G", d)))
block = Idx("b", m)


def packed(mask):
    """Return what attention of m sequences of w, one after the other, gives for one of them."""
    return HeadBlock(Attention(E, F, G, mask=mask), block, m)


def apart(mask=None):
    """Return the attention of one of the sequences."""
    return Attention(*(HeadBlock(matrix, block, m) for matrix in (E, F, G)), mask=mask)


def test_blocks_keep_packed_sequences_apart():
    blocks = BlockDiagonalMask(m * w, w)
    assert decide(packed(blocks), apart()).status == "proved"
    assert decide(packed(blocks + CausalMask(m * w)), apart(CausalMask(w))).status == "proved"
    assert decide(packed(CausalMask(m * w)), apart(CausalMask(w))).status == "refuted"
    assert decide(packed(blocks), apart(CausalMask(w))).status == "refuted"


SEEN = [
    (causal, ()),
    (SlidingWindowMask(n, w), ()),
    (SlidingWindowMask(n, w, causal=False), ()),
    (BlockDiagonalMask(n, w), ()),
    (PrefixLMMask(n, t), ()),
    (TopLeftCausalMask(r, n), ()),
    (BottomRightCausalMask(r, r + k), ()),
    (BottomRightCausalMask(r, n), (r <= n,)),
    (PaddingMask(m, n, r), ()),
    (PaddingMask(t, n, r), (t >= 1,)),
    (PaddingMask(p, n, r), (Eq(p[0, 0], 1),)),
    (MaskWhere(n, n, lambda j, i: Eq(Mod(i, w), Mod(j, w))), ()),
    (MaskWhere(r, r + k, lambda j, i: Eq(i, j + k)), ()),
    (MaskWhere(r, n, lambda j, i: Eq(i, n - 1)), ()),
    (MaskWhere(n, n, lambda j, i: Or(i < j, Eq(i, 0))), ()),
    (SlidingWindowMask(n, w) + PrefixLMMask(n, m), ()),
]
UNSEEN = [
    (BottomRightCausalMask(r, n), ()),
    (BottomRightCausalMask(r, n), (r <= n + 1,)),
    (PaddingMask(t, n, r), ()),
    (PaddingMask(p, n, r), ()),
    (PaddingMask(p, n, r), (Eq(p[0, 0], 0),)),
    (MaskWhere(n, n, lambda j, i: i < j), ()),
    (MaskWhere(n, n, lambda j, i: i > j), ()),
    (MaskWhere(n, n, lambda j, i: Eq(i, j + 1)), ()),
    (MaskWhere(n, n, lambda j, i: And(i <= j, i > j)), ()),
    (MaskWhere(n, n, lambda j, i: Eq(i + j, n)), ()),
]


@pytest.mark.parametrize("mask, given", SEEN, ids=str)
def test_every_row_has_an_unmasked_entry(mask, given):
    assert decide(Unmasked(mask), given=list(given)).status == "proved"
    queries = MatrixSymbol("queries", mask.shape[0], ell)
    keys, values = MatrixSymbol("keys", mask.shape[1], ell), MatrixSymbol("values", mask.shape[1], d)
    assert decide(*twice(mask, queries, keys, values), given=list(given)).status == "proved"


@pytest.mark.parametrize("mask, given", UNSEEN, ids=str)
def test_rows_may_be_masked_completely(mask, given):
    assert decide(Unmasked(mask), given=list(given)).status != "proved"
    queries = MatrixSymbol("queries", mask.shape[0], ell)
    keys, values = MatrixSymbol("keys", mask.shape[1], ell), MatrixSymbol("values", mask.shape[1], d)
    verdict = decide(*twice(mask, queries, keys, values), given=list(given))
    assert verdict.status == "unknown" and "has an unmasked entry" in str(verdict)


@pytest.mark.parametrize("mask", [PaddingMask(p, n, r), BottomRightCausalMask(r, n), PaddingMask(t, n, r)], ids=str)
def test_the_missing_hypothesis_can_be_given(mask):
    claim = twice(mask)
    assert decide(*claim, given=[Unmasked(mask)]).status == "proved"
    assert decide(claim[0], 3 * claim[1] / 2, given=[Unmasked(mask)]).status == "refuted"
    other = MaskWhere(r, n, lambda j, i: i < j)
    assert decide(*twice(other), given=[Unmasked(mask)]).status == "unknown"


def by_hand(rows, columns, sees):
    return np.array([[0.0 if sees(j, i) else -np.inf for i in range(columns)] for j in range(rows)])


WRITTEN = [
    (SlidingWindowMask(5, 2), lambda j, i: j - 2 < i <= j),
    (SlidingWindowMask(5, 2, causal=False), lambda j, i: abs(i - j) < 2),
    (BlockDiagonalMask(5, 2), lambda j, i: i // 2 == j // 2),
    (PrefixLMMask(5, 3), lambda j, i: i <= j or i < 3),
    (TopLeftCausalMask(3, 5), lambda j, i: i <= j),
    (BottomRightCausalMask(3, 5), lambda j, i: i <= j + 2),
    (PaddingMask(2, 5, 3), lambda j, i: i < 2),
    (MaskWhere(4, 5, lambda j, i: Eq(Mod(i, 3), Mod(j, 3))), lambda j, i: i % 3 == j % 3),
]


@pytest.mark.parametrize("mask, sees", WRITTEN, ids=[str(mask) for mask, _ in WRITTEN])
def test_masks_are_evaluated_as_written_by_hand(mask, sees):
    expected = by_hand(*map(int, mask.shape), sees)
    assert np.array_equal(evaluate(mask, {}), expected)
    assert [[float(x) for x in mask.as_explicit().row(j)] for j in range(mask.shape[0])] == expected.tolist()


def test_a_mask_is_a_word_everywhere():
    mask = SlidingWindowMask(n, w)
    attention = Attention(Q, K, V, mask=mask)
    assert str(mask) == "SlidingWindowMask(n, w)" and r"\operatorname{SlidingWindowMask}" in latex(mask)
    assert spot_check(attention, Attention(Q, K, V, mask=mask)).max_error == 0
    assert cost(attention).multiply_adds == d * n**2 + ell * n**2
    reasons = (SlidingWindowMask, CausalMask, Attention, RowSoftmax, w >= n)
    derivation = calc(attention, (Attention(Q, K, V, mask=causal), reasons), given=[w >= n])
    assert prove(derivation).status == "proved"
    verdict = decide(mask, causal, given=[w >= n])
    assert "SlidingWindowMask" in str(certificate(verdict))
    assert verdict.status == "proved" and not verdict.missing


def test_errors_of_masks_name_what_was_expected():
    with pytest.raises(ShapeError):
        PaddingMask(MatrixSymbol("p", 1, n), m)
    with pytest.raises(MaskedRow):
        PaddingMask(0, n)
    with pytest.raises(MaskedRow):
        BottomRightCausalMask(3, 2)
    for make in (
        lambda: MaskWhere(n, n, lambda j, i: j - w < i <= j),
        lambda: MaskWhere(n, n, lambda j: j),
        lambda: MaskWhere(n, n, lambda j, i: i + j),
        lambda: MaskWhere(n, n, 7),
        lambda: SlidingWindowMask(n, w, causal="no"),
        lambda: SlidingWindowMask(n, 0),
        lambda: BlockDiagonalMask(n, oo),
        lambda: PaddingMask(-1, n),
    ):
        with pytest.raises(UnsupportedExpression):
            make()
    with pytest.raises(ShapeError):
        Attention(Q, K, V, mask=TopLeftCausalMask(r, n))


x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n + 1, 1)
i, j, s = (Symbol(name, integer=True, nonnegative=True) for name in "ijs")
a = Idx("a", n)
SUMS = [
    (Sum(x[i, 0], (i, 0, a)), x[a, 0] + Sum(x[i, 0], (i, 0, a - 1)), True),
    (Sum(x[i, 0], (i, 0, a)) + Sum(x[i, 0], (i, a + 1, n - 1)), Sum(x[i, 0], (i, 0, n - 1)), True),
    (Sum(2 * x[i, 0] + 1, (i, 0, a)), 2 * Sum(x[i, 0], (i, 0, a)) + Sum(1, (i, 0, a)), True),
    (Sum(Sum(x[i, 0], (i, 0, s)), (s, 0, n - 1)), Sum(Sum(x[i, 0], (s, i, n - 1)), (i, 0, n - 1)), True),
    (Sum(x[i, 0], (i, 0, a)), Sum(x[i, 0], (i, 0, a - 1)), False),
    (Sum(x[i, 0], (i, 0, a)) + Sum(x[i, 0], (i, a, n - 1)), Sum(x[i, 0], (i, 0, n - 1)), False),
    (Sum(y[i, 0], (i, 0, a + 1)), Sum(y[i, 0], (i, 0, a)), False),
    (Sum(Sum(x[i, 0], (i, 0, s)), (s, 0, n - 1)), Sum(Sum(x[i, 0], (s, 0, i)), (i, 0, n - 1)), False),
    (Sum(Sum(x[i, 0], (i, 0, i)), (i, 0, n - 1)), Sum(Sum(x[j, 0], (j, 0, i)), (i, 0, n - 1)), True),
    (Sum(Sum(x[i, 0], (i, 0, i)), (i, 0, n - 1)), n * Sum(x[i, 0], (i, 0, n - 1)), False),
    (floor(a / w) * w + Mod(a, w), a, True),
    (floor(a / n), 0, True),
    (Mod(a, n), a, True),
    (floor(a / w), 0, False),
    (floor((a - 1) / w) + 1, floor((a + w - 1) / w), True),
    (floor((a - 1) / w), floor(a / w), False),
    (Mod(a, w), a, False),
]


@pytest.mark.parametrize("left, right, is_true", SUMS, ids=str)
def test_sums_that_end_at_an_index_and_quotients(left, right, is_true):
    assert decide(left, right).status == ("proved" if is_true else "refuted")
    assert spot_check(left, left).max_error == 0


def test_a_range_that_may_be_negative_or_leave_the_matrix_is_refused():
    for asking in (Sum(x[i, 0], (i, a, Idx("b", n))), Sum(x[i, 0], (i, a + 2, n - 1))):
        assert decide(asking, asking + 1).status == "refuted"  # where it is defined
        verdict = decide(asking, asking)
        assert verdict.status == "unknown" and "not defined everywhere without" in verdict.report
    for wrong in (
        floor((a - n) / w),
        floor(x[0, 0]),
        Mod(x[0, 0], w),
        floor(a / x[0, 0]),
    ):
        with pytest.raises(SymattnError):
            decide(wrong, wrong + 1)
    outside = decide(Sum(x[i, 0], (i, 0, a + 1)), Sum(x[i, 0], (i, 0, a + 1)))
    assert outside.status == "unknown" and "is at least 0 and below n" in outside.report


@pytest.mark.parametrize("width", [w, n + w, Integer(1), Integer(3)], ids=str)
def test_that_two_keys_are_in_one_block_is_what_sympy_would_say(width):
    a, b = (Symbol(name, integer=True, nonnegative=True) for name in "ab")
    positive, anything = Symbol("p", integer=True, positive=True), Symbol("z", integer=True)
    mask = BlockDiagonalMask(n * width, width)
    indices = (a, b, Dummy("a", integer=True, nonnegative=True), positive, anything, S.Zero, 2 * a)
    for first, second in product((a, S.Zero), indices):
        assert srepr(mask.sees(first, second)) == srepr(Eq(floor(second / width), floor(first / width)))
