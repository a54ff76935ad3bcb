"""Attention by tiles: the same numbers in memory of the order of the inputs, masks by a formula among them."""

import tracemalloc

import numpy as np
import pytest
from sympy import Eq, MatrixSymbol, Mod, Symbol

from symattn import (
    Attention,
    BlockDiagonalMask,
    BottomRightCausalMask,
    CausalMask,
    MaskedRow,
    MaskSymbol,
    MaskWhere,
    PaddingMask,
    PrefixLMMask,
    SlidingWindowMask,
    SubsetMask,
    SubsetSymbol,
    TopLeftCausalMask,
    dims,
    evaluate,
    from_entries,
)
from symattn.numeric import attention

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
X, Y, Z = MatrixSymbol("X", n, ell), MatrixSymbol("Y", n, ell), MatrixSymbol("Z", n, d)
M, B, p, S = MaskSymbol("M", r, n), MatrixSymbol("B", r, n), MatrixSymbol("p", 1, n), SubsetSymbol("S", n)
R, T, s = MatrixSymbol("R", r, 1), MatrixSymbol("T", n, 1), Symbol("s", positive=True)


@pytest.fixture
def small_tiles(monkeypatch):
    """Let attention be computed by tiles of 3 queries and 4 keys, whatever its size."""
    monkeypatch.setattr(attention, "FEW", 0)
    monkeypatch.setattr(attention, "TILE", (3, 4))


def values(scale=1.0):
    rng = np.random.default_rng(0)
    shapes = {Q: (8, 3), K: (11, 3), V: (11, 2), B: (8, 11), R: (8, 1), T: (11, 1)}
    found = {symbol: scale * rng.normal(size=shape) for symbol, shape in shapes.items()}
    found[M] = np.where(rng.random((8, 11)) < 0.6, -np.inf, 0.0)
    found[M][np.arange(8), [0, 10, 3, 4, 7, 8, 9, 10]] = 0.0
    return {**found, p: np.array([[0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0]]), S: {5, 9}, s: 0.3}


RECTANGULAR = [
    *(Attention(Q, K, V), Attention(Q, K, V, M), Attention(Q, K, V, M, False, B), Attention(Q, K, V, bias=M)),
    Attention(Q, K, V, TopLeftCausalMask(r, n)),
    Attention(Q, K, V, BottomRightCausalMask(r, n), scale=s),
    Attention(Q, K, V, PaddingMask(p, n, r)),
    Attention(Q, K, V, MaskWhere(r, n, lambda j, i: i >= j + 3)),
    Attention(Q, K, V, bias=from_entries(r, n, lambda j, i: -s * (j - i) ** 2)),
    Attention(Q, K, V, M, bias=2 * R * T.T - from_entries(n, r, lambda i, j: B[j, i]).T),
]
SQUARE = [
    Attention(X, Y, Z, mask)
    for mask in (
        CausalMask(n),
        SlidingWindowMask(n, 2),
        SlidingWindowMask(n, 2, causal=False),
        BlockDiagonalMask(n, 3),
        PrefixLMMask(n, 5),
    )
]


@pytest.mark.parametrize("expr", RECTANGULAR + SQUARE, ids=str)
def test_tiles_give_what_the_definition_gives(expr, small_tiles):
    for scale in (1.0, 20.0):
        given = values(scale)
        given |= {X: given[K], Y: np.roll(given[K], 1, axis=0), Z: given[V]}
        given = {symbol: value for symbol, value in given.items() if symbol in expr.free_symbols | {s, S}}
        found, defined = evaluate(expr, given), evaluate(expr.definition(), given)
        np.testing.assert_allclose(found, defined, rtol=1e-12, atol=1e-12)


def test_one_row_with_a_subset(small_tiles):
    q = MatrixSymbol("q", 1, ell)
    expr, given = Attention(q, K, V, SubsetMask(S, n)), values()
    given = {q: given[Q][:1], K: given[K], V: given[V], S: {5, 9}}
    np.testing.assert_allclose(evaluate(expr, given), evaluate(expr.definition(), given))


def test_tiles_along_leading_axes(small_tiles):
    rng, given = np.random.default_rng(1), values()
    given |= {Q: rng.normal(size=(2, 1, 8, 3)), V: rng.normal(size=(3, 11, 2))}
    expr = Attention(Q, K, V, M)
    whole = evaluate(expr, given)
    assert whole.shape == (2, 3, 8, 2)
    alone = evaluate(expr, {**given, Q: given[Q][1, 0], V: given[V][2]})
    np.testing.assert_allclose(whole[1, 2], alone)


def test_a_row_without_keys_is_named_by_its_number(small_tiles):
    given = values()
    given[M][7] = -np.inf
    with pytest.raises(MaskedRow, match="row 7 of M"):
        evaluate(Attention(Q, K, V, bias=M), given)
    given = {Q: values()[K], K: values()[Q], V: values()[B][:, :2]}
    with pytest.raises(MaskedRow, match="row 0 of BottomRightCausalMask"):
        evaluate(Attention(Q, K, V, BottomRightCausalMask(r, n)), given)


@pytest.mark.parametrize("sign", [1, -1])
def test_an_overflow_within_a_tile_is_no_mask(small_tiles, sign):
    given = {symbol: values()[symbol] for symbol in (Q, K, V)}
    given[Q][5, 0], given[K][:, 0] = 1e200, sign * 1e200
    found = evaluate(Attention(Q, K, V), given)
    assert np.isfinite(found).all()
    np.testing.assert_allclose(found[:5], evaluate(Attention(Q, K, V), {**given, Q: given[Q][:5]}))


def peak(expr, given):
    evaluate(expr, {symbol: value[:8] for symbol, value in given.items()})
    tracemalloc.start()
    try:
        evaluate(expr, given)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("mask", [None, CausalMask(n), SlidingWindowMask(n, 50)], ids=str)
def test_memory_is_of_the_order_of_the_inputs(mask):
    count, rng = 3000, np.random.default_rng(0)
    given = {symbol: rng.normal(size=(count, 16)).astype(np.float32) for symbol in (X, Y, Z)}
    assert peak(Attention(X, Y, Z, mask), given) < 8 * 3 * count * 16 * 4 < count * count * 4 / 4


@pytest.mark.parametrize("mask", [None, CausalMask(n)], ids=str)
def test_tiles_of_the_size_in_use(mask):
    rng = np.random.default_rng(0)
    given = {symbol: rng.normal(size=(1100, 4)) for symbol in (X, Y, Z)}
    scores = given[X] @ given[Y].T / 2
    if mask is not None:
        scores = np.where(np.tri(1100, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    expected = weights @ given[Z] / weights.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(evaluate(Attention(X, Y, Z, mask), given), expected, rtol=1e-12, atol=1e-13)


EXPONENTS = [(1e-3, 1.0), (1.0, 1.0), (3.0, 1.0), (60.0, 1.0), (3.0, 1e-300), (3.0, 1e300), (1e160, 1.0), (1e-170, 1.0)]


@pytest.mark.parametrize(("scale", "size"), EXPONENTS)
@pytest.mark.parametrize("expr", [RECTANGULAR[0], RECTANGULAR[4]], ids=str)
def test_with_shifts_and_without_the_weights_are_the_same(expr, scale, size, small_tiles, monkeypatch):
    given = {symbol: values()[symbol] for symbol in (Q, K, V)}
    given = {Q: given[Q] * scale, K: given[K], V: given[V] * size}
    found = evaluate(expr, given)
    monkeypatch.setattr(attention, "FEW", 2**20)
    np.testing.assert_allclose(found, evaluate(expr, given), rtol=1e-10)


def test_values_far_below_the_exponentials_keep_their_digits(small_tiles):
    rng = np.random.default_rng(0)
    given = {symbol: rng.normal(size=(9, 64)).astype(np.float32) for symbol in (X, Y, Z)}
    given[X] *= 4
    given[Z][0] = 1e-37
    found = evaluate(Attention(X, Y, Z, CausalMask(n)), given)
    np.testing.assert_allclose(found[0], given[Z][0], rtol=1e-6)


def test_a_mask_of_affine_parts_and_others_is_not_taken_to_repeat(small_tiles):
    odd = MaskWhere(n, n, lambda j, i: (i <= j) & (Eq(Mod(i * j, 3), 0) | Eq(i, j)))
    given = {X: values()[K], Y: values()[K][::-1], Z: values()[V]}
    expr = Attention(X, Y, Z, odd)
    np.testing.assert_allclose(evaluate(expr, given), evaluate(expr.definition(), given), rtol=1e-12)


def test_tiles_of_pytorch_with_tangents_and_gradients(small_tiles):
    torch = pytest.importorskip("torch")
    expr = Attention(Q, K, V, TopLeftCausalMask(r, n))
    given = {symbol: torch.tensor(values()[symbol]) for symbol in (Q, K, V)}
    moved = torch.ones_like(given[Q])
    of_queries = lambda q: evaluate(expr, {**given, Q: q})  # noqa: E731
    _, tangent = torch.func.jvp(of_queries, (given[Q],), (moved,))
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(given[Q], moved)
        other = torch.autograd.forward_ad.unpack_dual(of_queries(dual)).tangent
    step = 1e-6
    quotient = (of_queries(given[Q] + step * moved) - of_queries(given[Q] - step * moved)) / (2 * step)
    np.testing.assert_allclose(tangent, quotient, atol=1e-8)
    np.testing.assert_allclose(other, quotient, atol=1e-8)


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_weights_below_all_normal_numbers_are_none_in_pytorch(kind, small_tiles):
    torch = pytest.importorskip("torch")
    given = values()
    bias = np.where(np.isinf(given[M]), -np.inf, 0.0) - 30.0 * np.arange(11)
    given = {symbol: torch.tensor(given[symbol], dtype=getattr(torch, kind)) for symbol in (Q, K, V)}
    given[B] = torch.tensor(bias, dtype=getattr(torch, kind))
    found = evaluate(Attention(Q, K, V, bias=B), given)
    defined = evaluate(Attention(Q, K, V, bias=B).definition(), given)
    np.testing.assert_allclose(found, defined, rtol=1e-4 if kind == "float32" else 1e-12, atol=1e-30)
    given[B][4] = -torch.inf
    with pytest.raises(MaskedRow, match="row 4 of B"):
        evaluate(Attention(Q, K, V, bias=B), given)
