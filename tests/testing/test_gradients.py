"""Gradients: backward passes by hand and automatic differentiation against what is proved of them."""

from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest
from sympy import MatrixSymbol, sqrt

from symattn import Attention, MaskSymbol, RowSoftmax, UsageError, dims
from symattn.testing import Stored, Violation, assert_gradients, gradients_of

r, n, ell, d = dims("r n ell d")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
SIGNATURE = "Q: b r ell, K: b n ell, V: b n d -> b r d"


def turned(x):
    return x.swapaxes(-1, -2)


def backward(q, k, v, *rest, fault=""):
    *mask, do = rest
    scale = np.asarray(q.shape[-1] ** -0.5, q.dtype)
    s = q @ turned(k) * scale
    s = np.where(mask[0], s, -np.inf) if mask else s
    p = np.exp(s - s.max(-1, keepdims=True))
    p = p / p.sum(-1, keepdims=True)
    dp = do @ turned(v)
    if fault == "weights without the mask":
        other = np.exp(q @ turned(k) * scale)
        rows = (other / other.sum(-1, keepdims=True) * dp).sum(-1, keepdims=True)
    else:
        rows = (p * dp).sum(-1, keepdims=True) * (0.0 if fault == "no row sums" else 1.0)
    ds = p * (dp - rows) * (1.0 if fault == "no scale" else scale)
    dk = ds if fault == "dK not transposed" and ds.shape[-1] == ds.shape[-2] else turned(ds)
    return ds @ k, dk @ q, (p if fault == "dV not transposed" and p.shape[-1] == p.shape[-2] else turned(p)) @ do


def check(function, expr=None, signature=SIGNATURE, **options):
    expr = Attention(Q, K, V) if expr is None else expr
    return assert_gradients(function, expr, signature, **{"trials": 6, **options})


def test_a_backward_pass_by_hand_is_accepted():
    assert set(check(backward, backward=True, dtypes=["float64", "float32"])) == {"Q", "K", "V"}
    masked = SIGNATURE.replace(" ->", ", M: b r n ->")
    assert check(backward, Attention(Q, K, V, M), masked, backward=True, mask="keep")


def test_scores_that_a_backward_pass_computes_anew_in_another_order_are_accepted():
    """Weights are exp(s − L), where s and L are of scores whose sums were rounded in two ways."""

    def anew(q, k, v, do):
        scale = np.asarray(q.shape[-1] ** -0.5, q.dtype)
        s = q @ turned(k) * scale
        top = s.max(-1, keepdims=True)
        logs = top + np.log(np.exp(s - top).sum(-1, keepdims=True))
        p = np.exp(q[..., ::-1] * scale @ turned(k[..., ::-1]) - logs)
        dp = do @ turned(v)
        ds = p * (dp - (p * dp).sum(-1, keepdims=True)) * scale
        return ds @ k, turned(ds) @ q, turned(p) @ do

    assert set(check(anew, backward=True, dtypes=["float64", "float32"], trials=40)) == {"Q", "K", "V"}


@pytest.mark.parametrize(
    "fault, by", [("no row sums", "Q"), ("no scale", "K"), ("dK not transposed", "K"), ("dV not transposed", "V")]
)
def test_a_backward_pass_that_is_nearly_right_is_found(fault, by):
    sizes = {"r": (2, 3), "n": (2, 3)}
    with pytest.raises(Violation, match=f"does not compute ∂/∂{by} of Att") as raised:
        check(partial(backward, fault=fault), backward=True, by=by, sizes=sizes)
    targets = ", ".join(f"d{each}" if each == by else "_" for each in "QKV")
    assert str(raised.value).splitlines()[-1] == f"{targets} = backward(Q, K, V, dO, fault={fault!r})"


def test_row_sums_with_the_weights_before_the_mask_are_found():
    masked = SIGNATURE.replace(" ->", ", M: b r n ->")
    wrong = partial(backward, fault="weights without the mask")
    with pytest.raises(Violation):
        check(wrong, Attention(Q, K, V, M), masked, backward=True, mask="keep", by=[Q])


@pytest.mark.parametrize(
    "function, options, message",
    [
        (backward, {}, "numpy does not differentiate: say library='torch' or 'jax'"),
        (backward, {"by": "Z", "backward": True}, "by= names Z; gradients are kept by Q, K, V"),
        (lambda q, k, v, do: q, {"backward": True}, "a backward pass returns 3 gradients"),
        (backward, {"expr": RowSoftmax(Q * K.T) * V, "backward": True}, "gradients are kept of Attention of symbols"),
        (backward, {"expr": RowSoftmax(Q * K.T) * V, "by": {V: V}, "backward": True}, "not proved to be the gradient"),
    ],
)
def test_what_cannot_be_meant_is_an_error(function, options, message):
    with pytest.raises((UsageError, Violation), match=message):
        check(function, **options)


def test_gradients_of_one_s_own_are_proved_first():
    dO = MatrixSymbol("dO", r, d)
    P = RowSoftmax(Q * K.T / sqrt(ell))
    expr = P * V
    found = check(lambda *x: backward(*x), expr, by={V: P.T * dO}, backward=True)
    assert set(found) == {"V"} and gradients_of(Attention(Q, K, V))["V"] == P.T * dO


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_what_torch_differentiates():
    import torch

    attention = torch.nn.functional.scaled_dot_product_attention
    options = {"library": "torch", "trials": 8}
    assert check(attention, dtypes=["float64", "bfloat16"], arithmetic=Stored("bfloat16"), **options)

    def halved(q, k, v):
        return attention(q, k.detach() / 2 + k / 2, v)

    with pytest.raises(Violation):
        check(halved, by=K, **options)


@pytest.mark.skipif(find_spec("jax") is None, reason="JAX is not installed")
def test_what_jax_differentiates():
    import jax

    def attention(q, k, v):
        return jax.nn.softmax(q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5, axis=-1) @ v

    assert check(attention, library="jax", dtypes="float32", trials=6, shapes=2, by="Q", sizes={"b": 1})
