"""Kernels of a GPU without one: Triton's interpreter and Pallas with ``interpret=True``, right and wrong ones."""

import importlib.util
import os
from functools import partial

import pytest
from sympy import MatrixSymbol

from symattn import Attention, BottomRightCausalMask, dims
from symattn.testing import Violation, assert_implements

r, k, ell, d = dims("r k ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", r + k, ell), MatrixSymbol("V", r + k, d)
CAUSAL = Attention(Q, K, V, BottomRightCausalMask(r, r + k))
SHAPES = "Q: {0} r ell, K: {0} r+k ell, V: {0} r+k d -> {0} r d"
SIZES = {"b": 1, "h": (1, 2), "ell": (4, 8), "d": (2, 4)}


def installed(name):
    return pytest.mark.skipif(not importlib.util.find_spec(name), reason=f"{name} is not installed")


def check(library, fault="", seed=0, device=None, dtypes="float32"):
    """Assert that a kernel with tiles of 16 is causal attention, as someone would who knows these."""
    options = {"dtypes": dtypes, "tile": 16, "seed": seed, "device": device, "shrink": False}
    if library == "triton":
        os.environ.setdefault("TRITON_INTERPRET", "0" if device else "1")
        from tests.testing.triton_attention import flash_attention

        options |= {"library": "torch", "sizes": SIZES, "views": "plain"}
        signature = SHAPES.format("b h")
    else:
        from tests.testing.pallas_attention import flash_attention

        options |= {"library": "jax", "sizes": {name: SIZES[name] for name in ("h", "ell", "d")}, "shapes": 24}
        signature = SHAPES.format("h")
    return assert_implements(partial(flash_attention, causal=True, fault=fault), CAUSAL, signature, **options)


#: The bugs that are planted in both.
FAULTS = (
    "edge of a tile",
    "no rescaling",
    "last key of a new tile left out",
    "offset of the queries",
    "scale of the values",
    "first largest score kept",
)
LIBRARIES = [pytest.param("triton", marks=installed("triton")), pytest.param("jax", marks=installed("jax"))]


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
def test_a_right_kernel_raises_no_alarm(library):
    assert check(library).calls == 40


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_bug_is_found_with_every_seed(library, fault):
    for seed in range(10):
        with pytest.raises(Violation, match="flash_attention does not compute Att"):
            check(library, fault, seed)


@installed("triton")
def test_the_same_kernel_is_tested_on_an_accelerator_where_there_is_one():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("PyTorch has no device cuda here")
    assert check("triton", device="cuda").calls == 40
