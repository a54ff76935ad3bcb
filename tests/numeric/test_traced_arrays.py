"""`evaluate` where values cannot be looked at: jax.jit, vmap, PyTorch's meta device, Dask; and half types."""

import numpy as np
import pytest
from sympy import MatrixSymbol, sqrt

from symattn import (
    Attention,
    CausalMask,
    MaskSymbol,
    RotaryEncoding,
    RowSoftmax,
    SlidingWindowMask,
    dims,
    evaluate,
    from_entries,
)
from symattn.numeric import attention

n, h, d = dims("n h d")
Q, K, V = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("V", n, d)
M = MaskSymbol("M", n, n)
EXPRESSIONS = [
    Attention(Q, K, V),
    Attention(Q, K, V, CausalMask(n)),
    Attention(Q, K, V, M),
    RowSoftmax(Q * K.T / sqrt(2 * h)) * V,
    Attention(RotaryEncoding(Q), RotaryEncoding(K), V, SlidingWindowMask(n, 2)),
    from_entries(n, n, lambda i, j: Q[i, 0] * K[j, 1]) * V,
]
RNG = np.random.default_rng(0)
ARRAYS = {symbol: RNG.normal(size=(5, 4)) for symbol in (Q, K, V)} | {M: np.where(np.tri(5) > 0, 0.0, -np.inf)}


def function(expr):
    return lambda *arrays: evaluate(expr, dict(zip(ARRAYS, arrays, strict=True)))


@pytest.mark.parametrize("tile", [None, (3, 3)])
@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_jax_compiles_maps_and_differentiates(expr, tile, monkeypatch):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    if tile:
        monkeypatch.setattr(attention, "FEW", 0)
        monkeypatch.setattr(attention, "TILE", tile)
        monkeypatch.setattr(attention, "PLANNED_TILE", tile)
    arrays, expected = list(map(jax.numpy.asarray, ARRAYS.values())), evaluate(expr, ARRAYS)

    @jax.jit
    def all_three(two, *others):
        mapped = jax.vmap(function(expr), in_axes=(0, None, None, None))(two, *others)
        slope = jax.grad(lambda q: function(expr)(q, *others).sum())(two[0])
        return function(expr)(two[0], *others), mapped, slope

    found, mapped, slope = all_three(jax.numpy.stack([arrays[0], 2 * arrays[0]]), *arrays[1:])
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(mapped[0], expected, rtol=1e-12, atol=1e-12)
    assert np.isfinite(slope).all()


@pytest.mark.parametrize("tile", [None, (2, 3)])
@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_torch_maps_differentiates_and_has_a_meta_device(expr, tile, monkeypatch):
    torch = pytest.importorskip("torch")
    if tile:
        monkeypatch.setattr(attention, "FEW", 0)
        monkeypatch.setattr(attention, "TILE", tile)
    tensors, expected = [torch.tensor(array) for array in ARRAYS.values()], evaluate(expr, ARRAYS)
    shape = function(expr)(*(tensor.to("meta") for tensor in tensors)).shape
    assert tuple(shape) == expected.shape
    two = torch.stack([tensors[0], 2 * tensors[0]])
    mapped = torch.func.vmap(function(expr), in_dims=(0, None, None, None))(two, *tensors[1:])
    np.testing.assert_allclose(mapped[0], expected, rtol=1e-12, atol=1e-12)
    total = lambda q: function(expr)(q, *tensors[1:]).sum()  # noqa: E731
    slope = torch.func.grad(total)(tensors[0])
    leaf = tensors[0].clone().requires_grad_()
    total(leaf).backward()
    np.testing.assert_allclose(slope, leaf.grad, rtol=1e-12, atol=1e-12)
    both = torch.func.vmap(torch.func.grad(total))(two)
    np.testing.assert_allclose(both[0], leaf.grad, rtol=1e-12, atol=1e-12)
    assert torch.func.grad(lambda x: torch.func.vmap(total)(x).sum())(two).isfinite().all()


def test_a_row_without_keys_is_no_number_while_a_function_is_traced():
    torch = pytest.importorskip("torch")
    tensors = [torch.tensor(array) for array in ARRAYS.values()]
    tensors[3][2] = -torch.inf
    masks = torch.stack([tensors[3], tensors[3]])
    found = torch.func.vmap(lambda mask: function(EXPRESSIONS[2])(*tensors[:3], mask))(masks)
    assert found[0, 2].isnan().all() and found[0, [0, 1, 3, 4]].isfinite().all()


@pytest.mark.parametrize("expr", [EXPRESSIONS[0], EXPRESSIONS[1], EXPRESSIONS[3], Q * K.T], ids=str)
@pytest.mark.parametrize("library", ["torch", "ml_dtypes", "numpy"])
def test_half_types_are_rounded_once(expr, library):
    module = pytest.importorskip(library)
    if library == "torch":
        halves = {symbol: module.tensor(ARRAYS[symbol], dtype=module.bfloat16) for symbol in (Q, K, V)}
        singles = {symbol: half.float() for symbol, half in halves.items()}
    else:
        half_type = module.bfloat16 if library == "ml_dtypes" else np.float16
        halves = {symbol: ARRAYS[symbol].astype(half_type) for symbol in (Q, K, V)}
        singles = {symbol: half.astype(np.float32) for symbol, half in halves.items()}
    found, exact = evaluate(expr, halves), evaluate(expr, singles)
    assert found.dtype == halves[Q].dtype and exact.dtype == singles[Q].dtype
    rounded = exact.to(found.dtype) if library == "torch" else exact.astype(found.dtype)
    assert bool((found == rounded).all())


def test_a_half_beside_a_single_gives_a_single():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    arrays = {Q: ARRAYS[Q].astype(ml_dtypes.bfloat16), K: ARRAYS[K].astype(np.float32)}
    assert evaluate(Q * K.T, arrays).dtype == np.float32


@pytest.mark.parametrize("expr", EXPRESSIONS[:5], ids=str)
def test_dask_plans_before_it_computes(expr):
    da = pytest.importorskip("dask.array")
    planned = evaluate(expr, {symbol: da.from_array(array, chunks=(2, 4)) for symbol, array in ARRAYS.items()})
    assert isinstance(planned, da.Array)
    np.testing.assert_allclose(planned.compute(scheduler="synchronous"), evaluate(expr, ARRAYS), rtol=1e-12)
