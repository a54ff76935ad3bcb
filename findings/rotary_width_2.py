"""rotary-embedding-torch divides by 0 at width 2; at width 4 it turns as RoFormer does."""

from installed import need

need("rotary-embedding-torch", "torch")

import numpy as np
import torch
from rotary_embedding_torch import RotaryEmbedding
from sympy import MatrixSymbol

from symattn import RotaryEncoding, dims, evaluate

n, h = dims("n h")
X = MatrixSymbol("X", n, 2 * h)
for width in (4, 2):
    data = torch.randn(1, 1, 3, width, generator=torch.Generator().manual_seed(0))
    ours = evaluate(RotaryEncoding(X, sense="counterclockwise"), {X: data[0, 0]})
    try:
        theirs = RotaryEmbedding(dim=width).rotate_queries_or_keys(data)[0, 0].detach()
        print(f"width {width}: differs by at most", f"{np.abs(np.asarray(ours - theirs)).max():.0e}")
    except ZeroDivisionError as error:
        print(f"width {width}: ZeroDivisionError: {error}")
