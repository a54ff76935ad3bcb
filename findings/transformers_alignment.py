"""transformers' sdpa_attention_forward of a causal module aligns one query at the end of the keys, two at the start."""

from installed import need

need("transformers", "torch")

import torch
from transformers.integrations.sdpa_attention import sdpa_attention_forward


class Causal(torch.nn.Module):
    is_causal, num_key_value_groups = True, 1


for r in (1, 2):
    queries, keys, values = torch.zeros(1, 1, r, 4), torch.zeros(1, 1, 4, 4), torch.eye(4)[None, None]
    result, _ = sdpa_attention_forward(Causal(), queries, keys, values, None)
    seen = [row.nonzero().flatten().tolist() for row in result[0, :, 0]]
    print(f"r = {r}, n = 4: the queries see", seen)
