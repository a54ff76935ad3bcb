"""Functions under test that are no Python functions of arrays: ONNX models, and the attention of Hugging Face.

Each is made a function of arrays in the order of a signature. The libraries are imported when an adapter is called;
each is an extra of symattn: ``onnx``, ``onnxruntime``, ``hf``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from symattn.errors import UsageError

#: What computes an ONNX model, and the extra that installs it.
RUNTIMES = {"reference": "onnx", "onnxruntime": "onnxruntime"}


def onnx_function(model: Any, runtime: str = "reference") -> Callable[..., Any]:
    """Return the function of NumPy arrays that an ONNX model computes: its inputs in their order, its first output.

    ``model`` is a ModelProto, or a path; ``runtime`` is "reference", the evaluator that comes with ONNX, or
    "onnxruntime". Raise UsageError for another runtime, and where it is not installed.
    """
    if runtime not in RUNTIMES:
        raise UsageError(f"runtime= is one of {', '.join(RUNTIMES)}, not {runtime!r}")
    onnx = _installed("onnx", RUNTIMES[runtime])
    proto = onnx.load(model) if not isinstance(model, onnx.ModelProto) else model
    names = [each.name for each in proto.graph.input]
    run: Callable[..., Any]
    if runtime == "reference":
        run = _installed("onnx.reference", "onnx").ReferenceEvaluator(proto).run
    else:
        ort = _installed("onnxruntime", "onnxruntime")
        run = ort.InferenceSession(proto.SerializeToString(), providers=["CPUExecutionProvider"]).run

    def function(*arrays: Any) -> Any:
        if len(arrays) != len(names):
            raise UsageError(f"the model takes {', '.join(names)}; the signature has {len(arrays)} arguments")
        return run(None, dict(zip(names, arrays, strict=True)))[0]

    function.__name__ = str(proto.graph.name) or "model"
    return function


def hugging_face_function(
    name: str, *, groups: int = 1, causal: bool = False, scaling: float | None = None
) -> Callable[..., Any]:
    """Return an attention function of Hugging Face transformers, as its models call it, as a function of arrays.

    ``name`` is that of ``attn_implementation=``: "eager", "sdpa", … . It takes Q: b h r ell, K: b g n ell, V: b g n d,
    and an additive mask M: b 1 r n where the signature has one, and returns b r h d; ``groups`` is h/g. "eager" is that
    of Llama. Raise UsageError for a name that is not known.
    """
    torch = _installed("torch", "hf")
    if name == "eager":
        attend = _installed("transformers.models.llama.modeling_llama", "hf").eager_attention_forward
    else:
        known = _installed("transformers.modeling_utils", "hf").ALL_ATTENTION_FUNCTIONS
        if name not in known.keys():  # noqa: SIM118 – it is no dictionary
            raise UsageError(f"transformers has no attention {name!r}: eager, {', '.join(sorted(known.keys()))}")
        attend = known[name]
    config = SimpleNamespace(_attn_implementation=name, is_causal=causal)

    def function(q: Any, k: Any, v: Any, mask: Any = None) -> Any:
        module = SimpleNamespace(
            num_key_value_groups=groups, is_causal=causal, training=False, config=config, scaling=None, layer_idx=0
        )
        scale = q.shape[-1] ** -0.5 if scaling is None else scaling
        with torch.no_grad():
            return attend(module, q, k, v, mask, scaling=scale, dropout=0.0)[0]

    function.__name__ = f"transformers_{name}"
    function.__module__ = "torch"  # whose arrays it takes
    return function


def _installed(module: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise UsageError(f"{module} is not installed: python -m pip install 'symattn[{extra}]'") from None
