"""Hypothesis strategies: arrays that a function can be called with, masks that leave a key in every row."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from sympy import MatrixSymbol

from symattn import Attention, MaskSymbol, dims
from symattn.testing.strategies import arguments, masks, matrices

r, n, ell, d = dims("r n ell d")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
FEW = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(arguments(Attention(Q, K, V, M), "Q: b r ell, K: b n ell, V: b n d, M: b r n -> b r d", "float32"))
def test_arguments_fit_together(arrays):
    q, k, v, m = arrays
    assert q.dtype == np.float32 and m.dtype == bool and m.any(-1).all()
    assert q.shape[-1] == k.shape[-1] and k.shape[-2] == v.shape[-2] == m.shape[-1]


@FEW
@given(masks(3, 5), matrices(3, 5, "float16"))
def test_masks_and_matrices_have_their_shape(mask, matrix):
    assert mask.shape == matrix.shape == (3, 5) and mask.any(axis=1).all() and matrix.dtype == np.float16
