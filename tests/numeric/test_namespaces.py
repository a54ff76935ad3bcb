"""`evaluate` with arrays of other libraries than NumPy."""

import subprocess
import sys
import types
from fractions import Fraction

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
from symattn.numeric.namespaces import is_foreign, namespace_of

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


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_jax(expression):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    check(expression, lambda array: jax.numpy.asarray(array))


class Follower:
    """An array of a library that says itself which namespace it has, as the standard asks."""

    dtype = "double"
    namespace = types.SimpleNamespace(__name__="followers", isdtype=lambda dtype, kind: True)

    def __array_namespace__(self, *, api_version=None):
        return self.namespace


def test_the_first_array_of_another_library_decides():
    assert namespace_of([np.eye(2), [1.0], Follower(), 3]) is Follower.namespace


def test_a_tensor_is_recognised_where_torch_is_loaded(monkeypatch):
    tensor = type("Tensor", (), {"__module__": "torch"})
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(Tensor=tensor))
    assert is_foreign(tensor())


@pytest.mark.parametrize(
    "value",
    [
        *(np.eye(2), np.float32(1), np.ma.masked_array([1.0]), 1, 2.5, True, Fraction(1, 2)),
        *([1, 2], (1.0,), {0}, frozenset((1,)), range(3), "ab", None, len, Symbol("x"), np, Follower.namespace),
    ],
    ids=lambda value: type(value).__name__,  # no addresses: several processes must find the same tests
)
def test_nothing_else_is_foreign(value):
    assert not is_foreign(value)
    assert namespace_of([value]) is np


def test_numpy_alone_loads_no_adapter():
    code = """
import sys
import numpy as np
from sympy import MatrixSymbol
from symattn.language import PermutationSymbol
from symattn.numeric.evaluate import evaluate
A, sigma = MatrixSymbol("A", 2, 2), PermutationSymbol("sigma", 2)
evaluate(2 * sigma * A, {A: np.eye(2), sigma: [1, 0]})
print("array_api_compat" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
