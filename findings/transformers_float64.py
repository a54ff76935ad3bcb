"""Of float64, transformers computes the softmax of its eager attention, LlamaRMSNorm and rotary angles in float32."""

import re
from pathlib import Path

from installed import need

need("torch", "transformers")

import torch
import transformers
from transformers import LlamaConfig
from transformers.models.llama import modeling_llama as llama

from symattn.testing.adapters import hugging_face_function

torch.manual_seed(0)
width, tokens = 16, 1000
q, k, v = (torch.randn(1, 1, 32, width, dtype=torch.float64) for _ in range(3))


def largest(name: str, found: torch.Tensor, exact: torch.Tensor) -> None:
    """Print the largest error of a result of float64."""
    print(f"{name}: {found.dtype}, an error of {float((found - exact).abs().max()):.0e}")


exact = torch.softmax(q @ k.mT / width**0.5, -1) @ v
largest("attention eager", hugging_face_function("eager")(q, k, v).transpose(1, 2), exact)
largest("attention sdpa", hugging_face_function("sdpa")(q, k, v).transpose(1, 2), exact)
models = Path(transformers.__file__).parent.glob("models/*/modeling_*.py")
pattern = re.compile(r"^def eager_attention_forward\(.*?(?=^(?:def |class |@))", re.DOTALL | re.MULTILINE)
every = [function for model in models for function in pattern.findall(model.read_text(encoding="utf-8"))]
count = sum("dtype=torch.float32" in function for function in every)
print(f"of {len(every)} functions eager_attention_forward {count} take their softmax in float32")
norm = llama.LlamaRMSNorm(width, eps=1e-6).to(torch.float64)
largest("LlamaRMSNorm", norm(q).detach(), q / (q.pow(2).mean(-1, keepdim=True) + 1e-6).sqrt())
rotary = llama.LlamaRotaryEmbedding(LlamaConfig(hidden_size=width, num_attention_heads=1))
places = torch.arange(tokens)
cosines = rotary(q, places[None])[0]
angles = places.double()[:, None] * 10000.0 ** (-torch.arange(0, width, 2).double() / width)
largest(f"cosines of LlamaRotaryEmbedding, {tokens} tokens", cosines[0, :, : width // 2], angles.cos())
