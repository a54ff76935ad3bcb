"""On PyTorch, keras.ops.nn.dot_product_attention returns float32 for float64 inputs."""

from installed import need

need("keras", "torch")

import keras
import torch

for dtype in (torch.float16, torch.float32, torch.float64):
    x = torch.ones(1, 3, 1, 4, dtype=dtype)
    print(f"{keras.backend.backend()}: {dtype} ->", keras.ops.nn.dot_product_attention(x, x, x).dtype)
