"""local-attention with exact_windowsize=True and window_size=w shows each query w + 1 keys."""

from installed import need

need("local-attention", "torch")

import numpy as np
import torch
from local_attention import LocalAttention
from sympy import MatrixSymbol

from symattn import Attention, SlidingWindowMask, dims, evaluate

n, ell = dims("n ell")
Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, n)
W, COUNT, ROW = 4, 16, 10

layer = LocalAttention(
    dim=4, window_size=W, causal=True, look_backward=1, exact_windowsize=True, use_rotary_pos_emb=False, autopad=True
)
zeros, eye = torch.zeros(1, COUNT, 4), torch.eye(COUNT)[None]
print(f"window {W}: query {ROW} of local-attention sees", np.nonzero(layer(zeros, zeros, eye)[0, ROW])[:, 0].tolist())
for w in (W, W + 1):
    values = {Q: np.zeros((COUNT, 4)), K: np.zeros((COUNT, 4)), V: np.eye(COUNT)}
    seen = np.nonzero(evaluate(Attention(Q, K, V, SlidingWindowMask(n, w)), values)[ROW])[0]
    print(f"of SlidingWindowMask(n, {w})", seen.tolist())
