"""memory-efficient-attention-pytorch: what fewer causal queries see, a term beside the sum of weights, hidden rows."""

from installed import need

need("memory-efficient-attention-pytorch", "torch")

import torch
from memory_efficient_attention_pytorch.flash_attention import FlashAttentionFunction
from memory_efficient_attention_pytorch.memory_efficient_attention import memory_efficient_attention

KEYS = 5
for rows in (5, 3, 2):
    zeros, values = torch.zeros(1, 1, KEYS, KEYS), torch.eye(KEYS)[None, None]
    found = FlashAttentionFunction.apply(zeros[:, :, :rows], zeros, values, None, True, 8, 8)
    seen = [torch.nonzero(row > 1e-3)[:, 0].tolist() for row in found[0, 0]]
    print(f"{rows} causal queries of FlashAttentionFunction on {KEYS} keys see {seen}")
zeros, ones = torch.zeros(1, 1, 1, 4, dtype=torch.float64), torch.ones(1, 1, 1, 4, dtype=torch.float64)
off = float((memory_efficient_attention(zeros, zeros, ones) - 1)[0, 0, 0, 0])
print(f"one key of value 1 in memory_efficient_attention, float64: 1 - {-off:.1e}")
hidden, rows = torch.zeros(1, KEYS, dtype=torch.bool), torch.zeros(1, 1, 2, KEYS)
found = memory_efficient_attention(rows, rows[:, :, :1].expand(1, 1, KEYS, KEYS), torch.eye(KEYS)[None, None], hidden)
print(f"where all keys are hidden, memory_efficient_attention weighs them {found[0, 0, 0].tolist()}")
