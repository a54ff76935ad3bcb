"""jax.nn.dot_product_attention computes the softmax of float64 inputs in float32, and returns float64."""

from installed import need

need("jax")

import jax
import numpy as np
from sympy import MatrixSymbol

from symattn import Attention, dims
from symattn.testing import Violation, assert_implements

jax.config.update("jax_enable_x64", True)
r, n, ell = dims("r n ell")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, ell)


def attention(q, k, v):
    return np.asarray(jax.nn.dot_product_attention(*map(jax.numpy.asarray, (q, k, v))))


signature = "Q: b r h ell, K: b n h ell, V: b n h ell -> b r h ell"
for dtype in ("float32", "float64"):
    try:
        assert_implements(attention, Attention(Q, K, V), signature, dtypes=[dtype], trials=6)
        print(f"{dtype}: within the derived bounds")
    except Violation as found:
        print(str(found).splitlines()[0])
