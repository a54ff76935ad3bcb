"""Functions of JAX, ONNX models and the attention of Hugging Face, where these are installed."""

from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest
from sympy import MatrixSymbol

from symattn import Attention, MaskSymbol, RowSoftmax, UsageError, dims
from symattn.testing import Stored, Violation, assert_implements, assert_satisfies, theorems_about
from symattn.testing.adapters import hugging_face_function, onnx_function

r, n, ell, d = dims("r n ell d")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
A = MatrixSymbol("A", r, n)
SIGNATURE = "Q: b r ell, K: b n ell, V: b n d -> b r d"
NAMED = {relation.name: relation for relation in theorems_about(Attention)}

needs_jax = pytest.mark.skipif(find_spec("jax") is None, reason="JAX is not installed")
needs_onnx = pytest.mark.skipif(find_spec("onnx") is None, reason="ONNX is not installed")
needs_onnxruntime = pytest.mark.skipif(find_spec("onnxruntime") is None, reason="onnxruntime is not installed")
needs_hf = pytest.mark.skipif(find_spec("transformers") is None, reason="transformers is not installed")


@needs_jax
def test_a_function_of_jax_is_called_with_few_shapes():
    import jax
    import jax.numpy as jnp

    traced = []

    @jax.jit
    def attention(q, k, v):
        traced.append(q.shape)
        weights = jax.nn.softmax(q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5, axis=-1)
        return weights @ v

    sizes = {"b": (1, 2)}
    options = {"library": "jax", "sizes": sizes}
    assert assert_implements(attention, Attention(Q, K, V), SIGNATURE, dtypes="float32", **options).calls == 40
    assert len(traced) <= 6

    def unscaled(q, k, v):
        return jnp.asarray(attention(q * q.shape[-1] ** 0.5, k, v))

    with pytest.raises(Violation, match=r"import jax.numpy as jnp"):
        assert_implements(unscaled, Attention(Q, K, V), SIGNATURE, dtypes="float32", trials=6, **options)
    relations = [NAMED["key shift"], NAMED["zero queries"]]
    assert assert_satisfies(attention, relations, signature=SIGNATURE, dtypes="float32", trials=3, **options)
    if not jax.config.jax_enable_x64:
        with pytest.raises(UsageError, match="jax_enable_x64"):
            assert_implements(attention, Attention(Q, K, V), SIGNATURE, **options)


def softmax_model(axis):
    from onnx import TensorProto, helper

    shape = [None, None, None]
    a, b = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in "AB")
    graph = helper.make_graph([helper.make_node("Softmax", ["A"], ["B"], axis=axis)], "softmax", [a], [b])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@needs_onnx
@pytest.mark.parametrize("runtime", ["reference", pytest.param("onnxruntime", marks=needs_onnxruntime)])
def test_an_onnx_model_is_a_function(runtime):
    assert_implements(
        onnx_function(softmax_model(-1), runtime), RowSoftmax(A), "A: b r n -> b r n", dtypes="float32", trials=20
    )
    with pytest.raises(Violation, match="softmax does not compute SoftMax"):
        assert_implements(
            onnx_function(softmax_model(1), runtime), RowSoftmax(A), "A: b r n -> b r n", dtypes="float32", trials=8
        )


@needs_onnx
def test_an_onnx_model_takes_its_inputs():
    with pytest.raises(UsageError, match=r"runtime= is one of reference, onnxruntime, not 'tensorrt'"):
        onnx_function(softmax_model(-1), "tensorrt")
    with pytest.raises(UsageError, match="the model takes A; the signature has 2 arguments"):
        onnx_function(softmax_model(-1))(np.ones((1, 1, 1)), np.ones((1, 1, 1)))


@needs_hf
@pytest.mark.parametrize("name", ["eager", "sdpa"])
def test_the_attention_of_hugging_face(name):
    signature = "Q: b h r ell, K: b h n ell, V: b h n d -> b r h d"
    options = {"dtypes": ["float32", "bfloat16"], "arithmetic": Stored("bfloat16"), "trials": 12}
    assert_implements(hugging_face_function(name), Attention(Q, K, V), signature, **options)
    grouped = "Q: b (g rep) r ell, K: b g n ell, V: b g n d -> b r (g rep) d"
    sizes = {"b": 1, "g": (1, 2), "rep": 2}
    found = hugging_face_function(name, groups=2)
    assert_implements(found, Attention(Q, K, V), grouped, dtypes="float32", sizes=sizes, trials=8)
    tiled = grouped.replace("(g rep)", "(rep g)")
    with pytest.raises(Violation):
        assert_implements(found, Attention(Q, K, V), tiled, dtypes="float32", sizes={**sizes, "g": 2}, trials=8)


@needs_hf
def test_what_transformers_does_not_have_is_said():
    with pytest.raises(UsageError, match="transformers has no attention 'flash_9'"):
        hugging_face_function("flash_9")


@pytest.mark.skipif(find_spec("onnx") is not None, reason="ONNX is installed")
def test_a_library_that_is_missing_is_named_with_its_extra():
    with pytest.raises(UsageError, match=r"onnx is not installed: python -m pip install 'symattn\[onnx\]'"):
        onnx_function("model.onnx")


@pytest.mark.slow
@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_a_compiled_function_of_torch():
    import torch

    compiled = torch.compile(partial(torch.nn.functional.scaled_dot_product_attention), backend="aot_eager")
    assert_implements(compiled, Attention(Q, K, V), SIGNATURE, dtypes="float32", library="torch", shapes=3, trials=9)
