"""FlashAttention forward in Triton, causal or not, with bugs that can be planted in it: the name of one is ``fault``.

``TRITON_INTERPRET=1`` has to be set before Triton is imported where there is no GPU.
"""

import torch
import triton
import triton.language as tl

FAULTS = (
    "edge of a tile",
    "no rescaling",
    "last key of a new tile left out",
    "offset of the queries",
    "scale of the values",
    "first largest score kept",
)


@triton.jit
def kernel(Q, K, V, O, rows, keys, scale, L: tl.constexpr, D: tl.constexpr, TILE: tl.constexpr, CAUSAL, FAULT):
    j = tl.program_id(0) * TILE + tl.arange(0, TILE)
    head, c, e = tl.program_id(1), tl.arange(0, L), tl.arange(0, D)
    q = tl.load(Q + (head * rows + j[:, None]) * L + c, mask=j[:, None] < rows, other=0.0)
    top = tl.full((TILE,), float("-inf"), tl.float32)
    total = tl.zeros((TILE,), tl.float32)
    acc = tl.zeros((TILE, D), tl.float32)
    offset = keys - rows if FAULT != 4 else 0
    for first in range(0, keys - (FAULT == 3), TILE):
        i = first + tl.arange(0, TILE)
        k = tl.load(K + (head * keys + i[:, None]) * L + c, mask=i[:, None] < keys, other=0.0)
        v = tl.load(V + (head * keys + i[:, None]) * D + e, mask=i[:, None] < keys, other=0.0)
        s = tl.sum(q[:, None, :].to(tl.float32) * k[None, :, :].to(tl.float32), 2) * scale
        seen = i[None, :] < keys
        if CAUSAL:
            reach = j[:, None] + offset
            if FAULT == 1:  # the last query of a tile sees the first key of the next
                reach += (j[:, None] % TILE == TILE - 1).to(tl.int32)
            seen = seen & (i[None, :] <= reach)
        s = tl.where(seen, s, float("-inf"))
        new = tl.maximum(top, tl.max(s, 1))
        if FAULT == 6:
            new = tl.where(top == float("-inf"), new, top)
        safe = tl.where(new == float("-inf"), 0.0, new)
        p = tl.exp(s - safe[:, None])
        factor = tl.exp(top - safe)
        if FAULT == 2:
            factor = tl.where(top == float("-inf"), 0.0, 1.0)
        total = total * factor + tl.sum(p, 1)
        acc = acc * factor[:, None] + tl.sum(p[:, :, None] * v[None, :, :].to(tl.float32), 1)
        top = new
    out = acc / tl.where(total == 0.0, 1.0, total)[:, None]
    tl.store(O + (head * rows + j[:, None]) * D + e, out.to(O.dtype.element_ty), mask=j[:, None] < rows)


def flash_attention(q, k, v, causal=False, fault="", tile=16):
    """Attention of b×h×n×ℓ arrays whose widths are powers of two."""
    q, k, v = (x.contiguous() for x in (q, k, v))
    (b, h, rows, width), (keys, values) = q.shape, v.shape[2:]
    out = torch.empty((b, h, rows, values), dtype=q.dtype, device=q.device)
    scale = (values if fault == "scale of the values" else width) ** -0.5
    planted = FAULTS.index(fault) + 1 if fault else 0
    grid = (triton.cdiv(rows, tile), b * h)
    kernel[grid](q, k, v, out, rows, keys, scale, width, values, tile, causal, planted)
    return out
