"""Test the attention functions of the installed libraries: ``python -m symattn.testing.survey`` prints a table.

Each function is held against its expression within derived bounds, in each number type that it takes. A library that
is not installed is named with what would be tested.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from sympy import BlockMatrix, MatrixSymbol, OneMatrix, Rational, Symbol, ZeroMatrix, sqrt

from symattn.errors import UsageError
from symattn.language.base.by_index import from_entries, sum_over
from symattn.language.base.dims import dims
from symattn.language.base.symbols import MaskSymbol
from symattn.language.words.attention import Attention
from symattn.language.words.masks import BottomRightCausalMask, SlidingWindowMask, TopLeftCausalMask
from symattn.language.words.positions import RotaryEncoding
from symattn.primitives.softmax.word import RowSoftmax
from symattn.testing.adapters import hugging_face_function, onnx_function
from symattn.testing.calls import Violation
from symattn.testing.gradients import assert_gradients
from symattn.testing.implements import assert_implements
from symattn.testing.number_types import Fused, Stored

START, END = "<!-- begin of the survey -->", "<!-- end of the survey -->"
TYPES = ("float64", "float32", "bfloat16", "float16")
r, n, k, ell, d, h = dims("r n k ell d h")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
X, W = MatrixSymbol("Q", n, ell), MatrixSymbol("V", n, ell)
LATER = Q, MatrixSymbol("K", r + k, ell), MatrixSymbol("V", r + k, d)
PLAIN, HEADS = "Q: b h r ell, K: b h n ell, V: b h n d -> b h r d", "Q: b r h ell, K: b n h ell, V: b n h d -> b r h d"
MASKED = "Q: b h r ell, K: b h n ell, V: b h n d, M: b h r n -> b h r d"
CAUSAL = "Q: b h r ell, K: b h r+k ell, V: b h r+k d -> b h r d"
GROUPS = "Q: b (g rep) r ell, K: b g n ell, V: b g n d -> b (g rep) r d"
MODULES = "Q: b r (H ell), K: b n (H ell), V: b n (H ell) -> b r (H ell)"
GROUPED = {"b": (1, 2), "g": (1, 2), "rep": 2}


@dataclass(frozen=True)
class Entry:
    """Hold what is tested: a function, what it is to compute, its layout, and in which types it is called."""

    title: str
    function: Callable[..., Any]
    expr: Any
    signature: str = PLAIN
    types: Sequence[str] = TYPES
    options: dict[str, Any] = field(default_factory=dict)
    check: Callable[..., Any] = assert_implements


def of_torch() -> Iterator[Entry]:
    """List what PyTorch has."""
    torch = import_module("torch")
    flex, kernels = import_module("torch.nn.attention.flex_attention"), import_module("torch.nn.attention")
    sdpa = torch.nn.functional.scaled_dot_product_attention
    yield Entry("SDPA", sdpa, Attention(Q, K, V))
    rows = {"empty_rows": "zero"}
    yield Entry(
        "SDPA, mask of bool, rows without keys 0", sdpa, Attention(Q, K, V, M), MASKED, TYPES, {"mask": "keep", **rows}
    )
    yield Entry("SDPA, mask that is added", sdpa, Attention(Q, K, V, M), MASKED, TYPES, {"mask": "additive"})
    causal = Attention(*LATER, TopLeftCausalMask(r, r + k))
    yield Entry("SDPA, `is_causal`, r ≠ n: at the start", partial(sdpa, is_causal=True), causal, CAUSAL)
    yield Entry("SDPA, `scale=1`", partial(sdpa, scale=1.0), Attention(Q, K, V, scale=1))
    yield Entry(
        "SDPA, `enable_gqa`", partial(sdpa, enable_gqa=True), Attention(Q, K, V), GROUPS, TYPES, {"sizes": GROUPED}
    )
    equal = Attention(Q, K, W)
    for backend, options in (("FLASH_ATTENTION", {"views": "plain"}), ("MATH", {})):

        def chosen(q: Any, k: Any, v: Any, backend: str = backend) -> Any:
            with kernels.sdpa_kernel(getattr(kernels.SDPBackend, backend)):
                return sdpa(q, k, v)

        yield Entry(
            f"SDPA, {backend.partition('_')[0].lower()}", chosen, equal, PLAIN.replace(" d", " ell"), TYPES, options
        )
    yield Entry("SDPA, gradients", sdpa, Attention(Q, K, V), PLAIN, TYPES[:2], {}, assert_gradients)
    yield Entry("flex_attention", flex.flex_attention, Attention(Q, K, V), PLAIN, TYPES)

    def flex_causal(q: Any, k: Any, v: Any) -> Any:
        def later(score: Any, b: Any, h: Any, j: Any, i: Any) -> Any:
            return torch.where(i <= j + k.shape[-2] - q.shape[-2], score, -float("inf"))

        return flex.flex_attention(q, k, v, score_mod=later)

    last = Attention(*LATER, BottomRightCausalMask(r, r + k))
    yield Entry("flex_attention, causal by `score_mod`, at the end", flex_causal, last, CAUSAL)

    def multi_head(q: Any, k: Any, v: Any) -> Any:
        width = q.shape[-1]
        module = torch.nn.MultiheadAttention(width, 2, bias=False, batch_first=True, dtype=q.dtype)
        with torch.no_grad():
            module.in_proj_weight[:] = torch.eye(width).repeat(3, 1)
            module.out_proj.weight[:] = torch.eye(width)
            return module(q, k, v, need_weights=False)[0]

    yield Entry("`nn.MultiheadAttention`, weights 1", multi_head, equal, MODULES, TYPES, {"sizes": {"H": 2}})


def of_transformers() -> Iterator[Entry]:
    """List what transformers has."""
    torch, masking = import_module("torch"), import_module("transformers.masking_utils")
    llama = import_module("transformers.models.llama.modeling_llama")
    out = PLAIN.replace("-> b h r d", "-> b r h d")
    for name in ("sdpa", "eager"):
        found = hugging_face_function(name)
        yield Entry(f"attention `{name}`", found, Attention(Q, K, V), out)
        groups = hugging_face_function(name, groups=2)
        grouped = GROUPS.replace("-> b (g rep) r d", "-> b r (g rep) d")
        yield Entry(f"attention `{name}`, groups", groups, Attention(Q, K, V), grouped, TYPES, {"sizes": GROUPED})

    def window(q: Any, k: Any, v: Any) -> Any:
        at = torch.arange(q.shape[-2])
        seen = masking.sliding_window_overlay(3)(0, 0, at[:, None], at[None]) & (at[None] <= at[:, None])
        return hugging_face_function("sdpa")(q, k, v, seen)

    windowed = "Q: b h n ell, K: b h n ell, V: b h n d -> b n h d"
    yield Entry("`sdpa`, window of 3, as of Mistral", window, Attention(X, K, V, SlidingWindowMask(n, 3)), windowed)
    sink = import_module("transformers.models.gpt_oss.modeling_gpt_oss").eager_attention_forward
    s = Symbol("s", real=True)

    def with_sink(q: Any, k: Any, v: Any, sinks: float) -> Any:
        module = torch.nn.Module()
        module.num_key_value_groups, module.sinks = 1, torch.full((q.shape[1],), sinks, dtype=q.dtype)
        return sink(module, q, k, v, None, scaling=q.shape[-1] ** -0.5)[0]

    scores = BlockMatrix([[Q * K.T / sqrt(ell), s * OneMatrix(r, 1)]])
    sinks = RowSoftmax(scores) * BlockMatrix([[V], [ZeroMatrix(1, d)]])
    yield Entry("`eager` with a sink, as of gpt-oss", with_sink, sinks, out.replace(" ->", ", s: () ->"))
    T, half = MatrixSymbol("X", n, d), MatrixSymbol("X", n, 2 * h)

    def normalised(x: Any) -> Any:
        return llama.LlamaRMSNorm(x.shape[-1], eps=1e-6).to(x.dtype)(x).detach()

    def of_unit_mean_square(i: Any, j: Any) -> Any:
        return T[i, j] / sqrt(sum_over(d, lambda k: T[i, k] ** 2) / d + Rational(1, 10**6))

    yield Entry("`LlamaRMSNorm`", normalised, from_entries(n, d, of_unit_mean_square), "X: b n d -> b n d")

    def turned(x: Any) -> Any:
        config = import_module("transformers").LlamaConfig(hidden_size=x.shape[-1], num_attention_heads=1)
        at = torch.arange(x.shape[-2])[None]
        cos, sin = llama.LlamaRotaryEmbedding(config)(x, at)
        return llama.apply_rotary_pos_emb(x[:, None], x[:, None], cos, sin)[0][:, 0]

    i, j = Symbol("i", integer=True), Symbol("j", integer=True)
    functions = import_module("sympy")
    theta = functions.FunctionMatrix(h, 1, functions.Lambda((i, j), 10000 ** (-i / h)))
    encoded = RotaryEncoding(half, theta, sense="counterclockwise", layout="halves")
    pairs, sizes = "X: b n (h 2) -> b n (h 2)", {"sizes": {"n": (1, 2, 5, 9), "h": (1, 2, 4)}}
    yield Entry("rotary encoding of Llama", turned, encoded, pairs, TYPES[:2], sizes)


def of_jax() -> Iterator[Entry]:
    """List what JAX has."""
    jax = import_module("jax")
    jax.config.update("jax_enable_x64", True)
    attend, few = jax.nn.dot_product_attention, {"sizes": {"b": (1, 2), "h": (1, 2)}}
    alike = HEADS.replace(" d", " ell")
    yield Entry("`jax.nn.dot_product_attention`", attend, Attention(Q, K, W), alike, TYPES, few)
    later = partial(attend, is_causal=True)
    same = Attention(X, MatrixSymbol("K", n, ell), W, TopLeftCausalMask(n, n))
    yield Entry("the same, `is_causal`, r = n", later, same, alike.replace("b r h", "b n h"), TYPES, few)
    window = partial(attend, is_causal=True, local_window_size=(2, 0))
    within = Attention(X, MatrixSymbol("K", n, ell), W, SlidingWindowMask(n, 3))
    yield Entry("the same, `local_window_size=(2, 0)`", window, within, alike.replace("b r h", "b n h"), TYPES, few)
    shared = "Q: b r (g rep) ell, K: b n g ell, V: b n g ell -> b r (g rep) ell"
    yield Entry("the same, groups", attend, Attention(Q, K, W), shared, TYPES, {"sizes": GROUPED})

    def masked(q: Any, k: Any, v: Any, m: Any) -> Any:
        return attend(q, k, v, mask=m)

    seen = alike.replace(" ->", ", M: b h r n ->")
    yield Entry("the same, mask", masked, Attention(Q, K, W, M), seen, TYPES, {**few, "mask": "keep"})


def of_flax() -> Iterator[Entry]:
    """List what flax has."""
    import_module("jax").config.update("jax_enable_x64", True)
    alike, few = HEADS.replace(" d", " ell"), {"library": "jax", "sizes": {"b": (1, 2), "h": (1, 2)}}
    linen, nnx = import_module("flax.linen"), import_module("flax.nnx")
    yield Entry("`linen.dot_product_attention`", linen.dot_product_attention, Attention(Q, K, V), HEADS, TYPES, few)
    yield Entry("`nnx.dot_product_attention`", nnx.dot_product_attention, Attention(Q, K, W), alike, TYPES, few)
    yield Entry(
        "the same, values of another width", nnx.dot_product_attention, Attention(Q, K, V), HEADS, TYPES[1:2], few
    )


def of_onnx(runtime: str = "reference") -> Iterator[Entry]:
    """List what ONNX has: the operator Attention by its evaluator, or by onnxruntime."""
    onnx = import_module("onnx")
    for title, options, expr, signature in (
        ("`Attention`", {}, Attention(Q, K, V), PLAIN),
        (
            "`Attention`, `is_causal`, at the start",
            {"is_causal": 1},
            Attention(*LATER, TopLeftCausalMask(r, r + k)),
            CAUSAL,
        ),
    ):
        helper, shape = onnx.helper, [None] * 4
        q, keys, v, y = (helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape) for name in "QKVY")
        graph = helper.make_graph(
            [helper.make_node("Attention", list("QKV"), ["Y"], **options)], "attention", [q, keys, v], [y]
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=11)
        yield Entry(title, onnx_function(model, runtime), expr, signature, TYPES[1:2], {"library": "numpy"})


def of_keras() -> Iterator[Entry]:
    """List what keras has, on the backend that is set."""
    keras = import_module("keras")
    found = {"library": keras.backend.backend(), "sizes": {"b": (1, 2), "h": (1, 2)}}
    yield Entry(
        f"`ops.dot_product_attention`, on {keras.backend.backend()}",
        keras.ops.dot_product_attention,
        Attention(Q, K, W),
        HEADS.replace(" d", " ell"),
        TYPES,
        found,
    )


def of_diffusers() -> Iterator[Entry]:
    """List what diffusers has."""
    torch, processors = import_module("torch"), import_module("diffusers.models.attention_processor")
    signature = "Q: b r (H ell), K: b n (H ell) -> b r (H ell)"
    for name in ("AttnProcessor", "AttnProcessor2_0"):

        def attend(q: Any, keys: Any, name: str = name) -> Any:
            width = q.shape[-1]
            module = processors.Attention(width, heads=2, dim_head=width // 2, processor=getattr(processors, name)())
            module = module.to(q.dtype)
            with torch.no_grad():
                for layer in (module.to_q, module.to_k, module.to_v, module.to_out[0]):
                    layer.weight[:] = torch.eye(width)
                module.to_out[0].bias[:] = 0
                return module(q, encoder_hidden_states=keys)

        yield Entry(
            f"`Attention` by `{name}`, weights 1", attend, Attention(Q, K, K), signature, TYPES, {"sizes": {"H": 2}}
        )


def of_x_transformers() -> Iterator[Entry]:
    """List what x-transformers has."""
    attend = import_module("x_transformers.attend").Attend

    for flash in (False, True):

        def function(q: Any, k: Any, v: Any, flash: bool = flash) -> Any:
            return attend(flash=flash)(q, k, v)[0]

        yield Entry(f"`Attend(flash={flash})`", function, Attention(Q, K, W), PLAIN.replace(" d", " ell"), TYPES)


LIBRARIES: dict[str, tuple[str, Callable[[], Iterator[Entry]]]] = {
    "torch": ("torch", of_torch),
    "transformers": ("torch", of_transformers),
    "x-transformers": ("torch", of_x_transformers),
    "diffusers": ("torch", of_diffusers),
    "keras": ("", of_keras),
    "jax": ("jax", of_jax),
    "flax": ("jax", of_flax),
    "onnx": ("", of_onnx),
    "onnxruntime": ("", partial(of_onnx, "onnxruntime")),
}


def outcome(entry: Entry, dtype: str, library: str, trials: int) -> str:
    """Say in which arithmetic a function is right in a type, or what is seen where it is in none."""
    options = {**({"library": library} if library else {}), **entry.options, "trials": trials, "shrink": False}
    declared = (Fused(dtype), Stored(dtype)) if dtype in TYPES[2:] else (None,)
    said = ""
    for arithmetic in declared:
        try:
            entry.check(entry.function, entry.expr, entry.signature, dtypes=dtype, arithmetic=arithmetic, **options)
        except (Violation, UsageError) as found:
            said = said or seen(str(found))
        else:
            return "right" if arithmetic is None else "fused" if arithmetic is declared[0] else "stored"
    return said


def seen(message: str) -> str:
    """Say in few words what a violation says."""
    line = message.splitlines()[0]
    for mark, words in (
        ("it raised ", "raises "),
        ("it returned float", "returns float"),
        ("it returned bf", "returns bf"),
    ):
        if mark in line:
            return words + line.partition(mark)[2].split(":")[0].split(" for ")[0]
    return "outside" if " does not " in line else line


def table(names: Sequence[str], trials: int) -> str:
    """Return the table, with a row for each function of the libraries that are here."""
    lines = [f"| library | function | {' | '.join(TYPES)} |", "|---|---|" + "---|" * len(TYPES)]
    for name in names:
        library, entries = LIBRARIES[name]
        try:
            version = metadata.version(name)
            every = list(entries())
        except ImportError as missing:
            lines.append(f"| {name} | skipped: {missing} |{' |' * len(TYPES)}")
            continue
        for entry in every:
            cells = [outcome(entry, dtype, library, trials) if dtype in entry.types else "–" for dtype in TYPES]
            lines.append(f"| {name} {version} | {entry.title} | {' | '.join(cells)} |")
            print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, or put it into a page."""
    parser = argparse.ArgumentParser(prog="python -m symattn.testing.survey", description=__doc__)
    parser.add_argument(
        "libraries", nargs="*", metavar="library", help=f"one of {', '.join(LIBRARIES)}; by default all"
    )
    parser.add_argument("--trials", type=int, default=20, help="how many instances are drawn for each function (20)")
    parser.add_argument("--write", type=Path, help="the page into which the table is put")
    chosen = parser.parse_args(arguments)
    unknown = set(chosen.libraries) - set(LIBRARIES)
    if unknown:
        parser.error(f"{unknown.pop()} is not surveyed: {', '.join(LIBRARIES)}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = table(chosen.libraries or list(LIBRARIES), chosen.trials)
    if chosen.write is None:
        print(made)
        return
    before, _, rest = chosen.write.read_text(encoding="utf-8").partition(START)
    chosen.write.write_text(f"{before}{START}\n{made}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
