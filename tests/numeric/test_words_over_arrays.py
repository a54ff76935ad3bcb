"""Words that are computed faster than by their definition give what the definition gives."""

import numpy as np
import pytest
from sympy import MatrixSymbol, Symbol

from symattn import (
    Attention,
    BoxCar,
    Epanechnikov,
    Euclidean,
    Frequencies,
    KernelMatrix,
    MaskSymbol,
    RotaryEncoding,
    SinusoidalEncoding,
    SquaredEuclidean,
    dims,
    evaluate,
)
from symattn.language.by_definition import ByDefinition
from symattn.language.words import defined_words
from symattn.numeric.evaluator import Evaluator

r, n, ell, d, h = dims("r n ell d h")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
M, B, N = MaskSymbol("M", r, n), MatrixSymbol("B", r, n), MaskSymbol("N", r, n)
X, theta, t = MatrixSymbol("X", n, 2 * h), MatrixSymbol("theta", h, 1), Symbol("t", real=True)
ATTENTIONS = [Attention(Q, K, V, m, s, b) for m in (None, M, B) for s in (True, False) for b in (None, N, B)]
ENCODINGS = [
    *(Frequencies(2 * h), Frequencies(2 * h, 1), SinusoidalEncoding(n, 2 * h), SinusoidalEncoding(n, 2 * h, 1)),
    *(RotaryEncoding(X), RotaryEncoding(X, theta), RotaryEncoding(X, theta, t)),
]
KERNELS = [KernelMatrix(kernel(), Q, K) for kernel in (SquaredEuclidean, Euclidean, Epanechnikov, BoxCar)]


def values(rng, size):
    """Return values of all symbols, with a 0 at the same place in each row of both masks."""
    R, C, L, D, H = (size, size + 1, size, 2, size) if size > 1 else (1, 1, 1, 1, 1)
    found = {symbol: rng.normal(size=shape) for symbol, shape in ((Q, (R, L)), (K, (C, L)), (V, (C, D)), (B, (R, C)))}
    for mask in (M, N):
        found[mask] = np.where(rng.random((R, C)) < 0.4, 0.0, -np.inf)
        found[mask][:, 0] = 0.0
    return {**found, X: rng.normal(size=(C, 2 * H)), theta: rng.normal(size=(H, 1)), t: 1.5, n: C, h: H}


def test_every_such_word_is_compared_here():
    words = [word for word in defined_words().values() if isinstance(word, type) and issubclass(word, ByDefinition)]
    kinds = {word.__name__ for word in words if word.arrays is not None or word in Evaluator.handlers}
    assert kinds == {type(word).__name__ for word in (*ATTENTIONS, *ENCODINGS)}


@pytest.mark.parametrize("word", [*ATTENTIONS, *ENCODINGS, *KERNELS], ids=str)
def test_the_faster_way_gives_what_the_definition_gives(word):
    rng = np.random.default_rng(0)
    for size in (1, 2, 3):
        given = values(rng, size)
        assert np.allclose(evaluate(word, given), evaluate(word.definition(), given), rtol=1e-12, atol=1e-12)


def test_a_class_of_the_user_is_computed_by_its_own_definition():
    class Shifted(RotaryEncoding):
        def definition(self):
            return self.data

    given = values(np.random.default_rng(1), 2)
    assert np.array_equal(evaluate(Shifted(X, theta), given), given[X])
