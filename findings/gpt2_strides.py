"""GPT2Attention raises an error for hidden states that are a transposed view of the same numbers."""

from installed import need

need("transformers", "torch")

import torch
from transformers import GPT2Config
from transformers.models.gpt2.modeling_gpt2 import GPT2Attention

layer = GPT2Attention(GPT2Config(n_embd=8, n_head=2, attn_implementation="sdpa"), layer_idx=0).eval()
states = torch.randn(2, 8, 5).mT
print("contiguous:", tuple(layer(states.contiguous())[0].shape))
try:
    print("transposed view:", tuple(layer(states)[0].shape))
except RuntimeError as error:
    print("transposed view:", str(error).split("(")[0].strip())
