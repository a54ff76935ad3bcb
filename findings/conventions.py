"""Print the table of conventions: causal alignment, rows without keys, windows, rotary sense and layout.

Each attention is called with equal scores and the identity for values, so that a row of the result shows which keys are
seen. A library that is not installed is left out.
"""

import os
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Any

import numpy as np

os.environ.setdefault("KERAS_BACKEND", "torch")


def symattn() -> Iterator[tuple[str, Callable[[int, int], Any], Callable[[], Any], str, str]]:
    from sympy import MatrixSymbol

    from symattn import Attention, MaskedRow, MaskSymbol, TopLeftCausalMask, dims, evaluate

    r, n, ell = dims("r n ell")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, n)
    M = MaskSymbol("M", r, n)

    def causal(rows: int, keys: int) -> Any:
        given = {Q: np.zeros((rows, 4)), K: np.zeros((keys, 4)), V: np.eye(keys)}
        return evaluate(Attention(Q, K, V, TopLeftCausalMask(r, n)), given)

    def empty() -> Any:
        try:
            values = {Q: np.zeros((1, 4)), K: np.zeros((2, 4)), V: np.eye(2), M: np.full((1, 2), -np.inf)}
            return evaluate(Attention(Q, K, V, M), values)
        except MaskedRow:
            return "an error"

    rotary = "both senses, both layouts; by default clockwise, interleaved"
    yield "symattn (`TopLeftCausalMask`)", causal, empty, "`SlidingWindowMask(n, w)`: w keys", rotary


def pytorch() -> Iterator[Any]:
    import torch

    attention = torch.nn.functional.scaled_dot_product_attention

    def causal(rows: int, keys: int) -> Any:
        return attention(torch.zeros(1, rows, 4), torch.zeros(1, keys, 4), torch.eye(keys)[None], is_causal=True)[0]

    def empty() -> Any:
        hidden = torch.zeros(1, 2, dtype=torch.bool)
        return attention(torch.zeros(1, 1, 4), torch.zeros(1, 2, 4), torch.eye(2)[None], attn_mask=hidden)[0]

    yield "PyTorch `scaled_dot_product_attention`", causal, empty, "", ""


def with_jax() -> Iterator[Any]:
    import jax

    attention, array = jax.nn.dot_product_attention, jax.numpy.asarray

    def call(rows: int, keys: int, **options: Any) -> Any:
        zeros = [array(np.zeros((1, count, 1, keys), np.float32)) for count in (rows, keys)]
        return np.asarray(attention(*zeros, array(np.eye(keys, dtype=np.float32)[None, :, None]), **options))[0, :, 0]

    seen = np.nonzero(call(6, 6, local_window_size=(2, 0))[4])[0]
    window = f"`local_window_size=(2, 0)`: {len(seen)} keys"
    hidden = np.zeros((1, 1, 1, 2), bool)
    name = "`jax.nn.dot_product_attention`"
    yield name, lambda r, n: call(r, n, is_causal=True), lambda: call(1, 2, mask=array(hidden)), window, ""


def with_keras() -> Iterator[Any]:
    import keras
    import torch

    def call(rows: int, keys: int, **options: Any) -> Any:
        zeros = [torch.zeros(1, count, 1, keys) for count in (rows, keys)]
        return keras.ops.nn.dot_product_attention(*zeros, torch.eye(keys)[None, :, None], **options)[0, :, 0]

    hidden = torch.zeros(1, 1, 1, 2, dtype=torch.bool)
    name = "`keras.ops.nn.dot_product_attention`, on PyTorch"
    yield name, lambda r, n: call(r, n, is_causal=True), lambda: call(1, 2, mask=hidden), "", ""


def with_transformers() -> Iterator[Any]:
    import torch
    from transformers.integrations.sdpa_attention import sdpa_attention_forward
    from transformers.masking_utils import sliding_window_overlay
    from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

    class Causal(torch.nn.Module):
        is_causal, num_key_value_groups = True, 1

    def call(rows: int, keys: int, mask: Any = None) -> Any:
        zeros = [torch.zeros(1, 1, count, 4) for count in (rows, keys)]
        return sdpa_attention_forward(Causal(), *zeros, torch.eye(keys)[None, None], mask)[0][0, :, 0]

    both = sum(bool(sliding_window_overlay(3)(0, 0, 9, key)) for key in range(10))
    unit = torch.tensor([[[[1.0, 0.0, 0.0, 0.0]]]])
    angle = torch.full((1, 1, 4), 0.5)
    turned = apply_rotary_pos_emb(unit, unit, angle.cos(), angle.sin())[0].flatten().tolist()
    place = max(range(1, 4), key=lambda column: abs(turned[column]))
    sense = "counterclockwise" if turned[place] > 0 else "clockwise"
    rotary = f"Llama: {sense}, {'halves' if place == 2 else 'interleaved'}"
    hidden = torch.zeros(1, 1, 1, 2, dtype=torch.bool)
    window = f"`sliding_window_overlay(3)`: {both} keys"
    yield "transformers `sdpa_attention_forward`", call, lambda: call(1, 2, hidden), window, rotary


def with_onnx() -> Iterator[Any]:
    from onnx.reference.ops.op_attention import _compute_attention

    def call(rows: int, keys: int, **options: Any) -> Any:
        zeros = [np.zeros((1, 1, count, 4), np.float32) for count in (rows, keys)]
        return _compute_attention(*zeros, np.eye(keys, dtype=np.float32)[None, None], **options)[0][0, 0]

    hidden = np.zeros((1, 2), bool)
    name = "ONNX `Attention`, reference evaluator"
    yield name, lambda r, n: call(r, n, is_causal=1), lambda: call(1, 2, attn_mask=hidden), "", ""


def alignment(causal: Callable[[int, int], Any]) -> str:
    """Say at which end of four keys one query and two queries stand."""
    ends = {}
    for rows in (1, 2):
        first = np.count_nonzero(np.asarray(causal(rows, 4))[0])
        ends[rows] = {1: "start", 5 - rows: "end"}.get(int(first), f"{first} keys")
    return ends[1] if ends[1] == ends[2] else f"r = 1: {ends[1]}; r = 2: {ends[2]}"


def row(result: Any) -> str:
    """Say what a row without keys has become."""
    if isinstance(result, str):
        return result
    numbers = np.asarray(result)[0]
    if np.isnan(numbers).any():
        return "nan"
    return "zeros" if not numbers.any() else "the mean of all values" if np.ptp(numbers) == 0 else str(numbers)


def main() -> None:
    print("| function | version | a causal query of r ≠ n stands at the | row without keys | window | rotary |")
    print("|---|---|---|---|---|---|")
    libraries = {
        "symattn": symattn,
        "torch": pytorch,
        "jax": with_jax,
        "keras": with_keras,
        "transformers": with_transformers,
        "onnx": with_onnx,
    }
    for package, entries in libraries.items():
        try:
            for name, causal, empty, window, rotary in entries():
                cells = (name, metadata.version(package), alignment(causal), row(empty()), window, rotary)
                print("|", " | ".join(cell or "–" for cell in cells), "|")
        except ImportError:
            print(f"| {package} | is not installed | | | | |")


if __name__ == "__main__":
    main()
