"""`evaluate` with arrays of other libraries than NumPy."""

import sys
import types

import numpy as np
import pytest
from sympy import BlockMatrix, MatrixSymbol, Sum, Symbol, exp

from symattn.language import (
    Attention,
    BlockRotation,
    CausalMask,
    Euclidean,
    KernelAttention,
    MapSymbol,
    PermutationSymbol,
    RowMap,
    RowSoftmax,
    SinusoidalEncoding,
    dims,
    product,
)
from symattn.numeric.evaluate import evaluate
from symattn.numeric.namespaces import TorchNamespace, namespace_of

n, h = dims("n h")
A, X, angles = MatrixSymbol("A", n, n), MatrixSymbol("X", n, 2 * h), MatrixSymbol("angles", h, 1)
sigma, f, a = PermutationSymbol("sigma", n), MapSymbol("f", 2 * h), Symbol("a", integer=True)

EXPRESSIONS = [
    Attention(sigma * X, X, A, CausalMask(n)),
    RowSoftmax(A + CausalMask(n)),
    RowSoftmax(A).definition(),
    KernelAttention(Euclidean(), X, X, A),
    SinusoidalEncoding(n, 2 * h),
    SinusoidalEncoding(n, 2 * h).definition(),
    BlockRotation(angles),
    RowMap(f, X),
    BlockMatrix([[A, X]]),
    product(A, A.I) + sigma - 2 * A[:n, :],
    Sum(exp(A[a, 0]) ** 2 / (a + 1), (a, 0, n - 1)),
]


def values(convert):
    rng = np.random.default_rng(0)
    arrays = {A: rng.normal(size=(4, 4)), X: rng.normal(size=(4, 6)), angles: rng.normal(size=(3, 1))}
    converted = {symbol: convert(array) for symbol, array in arrays.items()}
    return {**converted, sigma: [3, 1, 0, 2], f: lambda row: row * row - 1}


def check(expression, convert):
    got, expected = evaluate(expression, values(convert)), evaluate(expression, values(np.array))
    assert namespace_of([got]) is not np
    numbers = [[float(got[i, j]) for j in range(got.shape[1])] for i in range(got.shape[0])] if got.ndim else float(got)
    np.testing.assert_allclose(numbers, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_the_array_api_standard_is_enough(expression):
    strict = pytest.importorskip("array_api_strict")
    check(expression, lambda array: strict.asarray(array.tolist(), dtype=strict.float64))


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_pytorch(expression):
    torch = pytest.importorskip("torch")
    check(expression, lambda array: torch.tensor(array, dtype=torch.float64))


def test_pytorch_functions_get_their_own_names():
    calls = []

    def record(name):
        return lambda *args, **kwargs: calls.append((name, args, kwargs))

    torch = types.SimpleNamespace(
        **{name: record(name) for name in ("index_select", "amax", "sum", "stack", "cat", "exp")}
    )
    xp = TorchNamespace(torch)
    xp.take("A", "p", axis=1)
    xp.max("A", axis=1, keepdims=True)
    xp.sum("A", axis=0)
    xp.sum("A")
    xp.stack(["A"], axis=2)
    xp.concat(["A", "B"])
    xp.exp("A")
    assert calls == [
        ("index_select", ("A", 1, "p"), {}),
        ("amax", ("A",), {"dim": 1, "keepdim": True}),
        ("sum", ("A",), {"dim": 0, "keepdim": False}),
        ("sum", ("A",), {}),
        ("stack", (("A",),), {"dim": 2}),
        ("cat", (("A", "B"),), {"dim": 0}),
        ("exp", ("A",), {}),
    ]


def test_a_tensor_is_recognised_by_the_name_of_its_module(monkeypatch):
    module = types.ModuleType("torch")
    tensor = type("Tensor", (), {"__module__": "torch"})()
    monkeypatch.setitem(sys.modules, "torch", module)
    found = namespace_of([np.eye(2), tensor])
    assert isinstance(found, TorchNamespace)
    module.marker = "reached"
    assert found.marker == "reached"
