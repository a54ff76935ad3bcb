"""PyTorch's attention, where PyTorch is installed: its layouts, masks, alignment and types."""

from functools import partial

import pytest
from sympy import MatrixSymbol

from symattn import Attention, BottomRightCausalMask, MaskSymbol, TopLeftCausalMask, dims
from symattn.testing import Fused, Stored, Violation, assert_implements, assert_satisfies, theorems_about

torch = pytest.importorskip("torch")
sdpa = torch.nn.functional.scaled_dot_product_attention

r, n, ell, d, k = dims("r n ell d k")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
LATER_K, LATER_V = MatrixSymbol("K", r + k, ell), MatrixSymbol("V", r + k, d)
SIGNATURE = "Q: b h r ell, K: b h n ell, V: b h n d -> b h r d"
MASKED = "Q: b h r ell, K: b h n ell, V: b h n d, M: b h r n -> b h r d"


@pytest.mark.parametrize("dtype", ["float64", "float32", "bfloat16", "float16"])
def test_it_is_attention(dtype):
    arithmetic = [Stored("bfloat16"), Stored("float16")]
    assert assert_implements(sdpa, Attention(Q, K, V), SIGNATURE, dtypes=dtype, arithmetic=arithmetic).calls > 30


def test_a_mask_says_what_is_seen_and_empty_rows_are_zero():
    assert_implements(
        sdpa, Attention(Q, K, V, M), MASKED, dtypes=["float64", "float32"], mask="keep", empty_rows="zero"
    )
    assert_implements(sdpa, Attention(Q, K, V, M), MASKED, dtypes="float32", mask="additive")


def test_its_causal_mask_is_aligned_with_the_first_key():
    causal = partial(sdpa, is_causal=True)
    signature = "Q: b h r ell, K: b h r+k ell, V: b h r+k d -> b h r d"
    first, last = TopLeftCausalMask(r, r + k), BottomRightCausalMask(r, r + k)
    assert_implements(causal, Attention(Q, LATER_K, LATER_V, first), signature, library="torch")
    with pytest.raises(Violation):
        assert_implements(causal, Attention(Q, LATER_K, LATER_V, last), signature, library="torch")


def test_it_has_the_theorems():
    found = assert_satisfies(sdpa, theorems_about(Attention), signature=SIGNATURE, dtypes="float32", trials=4)
    assert set(found) == {"proved"}


def test_groups_of_queries_are_repeated():
    grouped = partial(sdpa, enable_gqa=True)
    sizes = {"b": (1, 2), "g": (1, 2), "rep": (1, 2)}
    repeated = "Q: b (g rep) r ell, K: b g n ell, V: b g n d -> b (g rep) r d"
    assert_implements(grouped, Attention(Q, K, V), repeated, sizes=sizes, library="torch")
    tiled = repeated.replace("(g rep)", "(rep g)")
    with pytest.raises(Violation):
        assert_implements(grouped, Attention(Q, K, V), tiled, sizes={**sizes, "g": 2, "rep": 2}, library="torch")


def test_a_bug_is_found_with_an_example_in_torch():
    def wrong(q, k, v):
        return sdpa(q, k, v, scale=1 / v.shape[-1] ** 0.5)

    with pytest.raises(Violation, match=r"(?s)import torch\n.*dtype=torch.float32"):
        assert_implements(wrong, Attention(Q, K, V), SIGNATURE, dtypes="float32", library="torch")
    assert Fused("bfloat16").inner.name == "float32"
