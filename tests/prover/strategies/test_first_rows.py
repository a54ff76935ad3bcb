"""The first rows of a stack of layers are the stack of the first tokens, where no layer looks ahead."""

import pytest
from sympy import BlockMatrix, Lambda, MatrixSymbol, OneMatrix, Sum, Symbol, sqrt
from sympy.matrices.expressions.funcmatrix import FunctionMatrix

from symattn import (
    GELU,
    Attention,
    CausalMask,
    MaskWhere,
    MatrixFamily,
    MultiHeadAttention,
    PrefixLMMask,
    SelfAttention,
    SlidingWindowMask,
    certificate,
    decide,
    dims,
    verifier,
)

pytestmark = pytest.mark.sampled

m, k, l, n, p, q, w, H = dims("m k l n p q w H")
X, Y, Z = MatrixSymbol("X", m + k, p), MatrixSymbol("Y", m, p), MatrixSymbol("Z", k, p)
S, T = ([MatrixSymbol(f"{stack}_{name}", p, p) for name in "QKV"] for stack in "ST")
W_1, W_2 = MatrixSymbol("W_1", p, q), MatrixSymbol("W_2", q, p)
b, P, eps = MatrixSymbol("b", 1, p), MatrixSymbol("P", m + k, p), Symbol("epsilon", positive=True)
HEADS = [MatrixFamily(f"W_{name}", H, p, p) for name in "QKV"]
u, v, s = (Symbol(name, integer=True) for name in "uvs")


def two(matrix, mask, second=None):
    """Return two layers of attention of the rows of a matrix, with the masks that are made for so many."""
    size = matrix.shape[0]
    first = SelfAttention(matrix, *S, mask(size) if mask else None)
    return SelfAttention(first, *T, (second or mask)(size) if second or mask else None)


def block(matrix, weights):
    after = matrix + SelfAttention(matrix, *weights, CausalMask(matrix.shape[0]))
    return after + GELU(after * W_1) * W_2


def normed(matrix):
    norm = Lambda((u, v), matrix[u, v] / sqrt(Sum(matrix[u, s] ** 2, (s, 0, p - 1)) / p + eps))
    return matrix + SelfAttention(FunctionMatrix(*matrix.shape, norm), *S, CausalMask(matrix.shape[0]))


def heads(matrix):
    return MultiHeadAttention(matrix, matrix, matrix, *HEADS, mask=CausalMask(matrix.shape[0]))


def window(size):
    return SlidingWindowMask(size, w)


def seen(size):
    return MaskWhere(size, size, lambda j, i: i <= j)


def later(size):
    return MaskWhere(size, size, lambda j, i: i >= j)


def both_sides(size):
    return SlidingWindowMask(size, 2, causal=False)


def prefix(size):
    return PrefixLMMask(size, m)


X_3, X_1 = MatrixSymbol("X", m + k + l, p), MatrixSymbol("X", n + 1, p)
causal_layer = SelfAttention(X, *S, CausalMask(m + k))
TRUE = {
    "two causal layers": (two(X, CausalMask)[:m, :], two(X[:m, :], CausalMask)),
    "four causal layers": (two(two(X, CausalMask), CausalMask)[:m, :], two(two(X[:m, :], CausalMask), CausalMask)),
    "all but the last token": (two(X_1, CausalMask)[:n, :], two(X_1[:n, :], CausalMask)),
    "tokens below each other": (two(BlockMatrix([[Y], [Z]]), CausalMask)[:m, :], two(Y, CausalMask)),
    "the future does not matter": (
        two(BlockMatrix([[Y], [Z]]), CausalMask)[:m, :],
        two(BlockMatrix([[Y], [2 * Z]]), CausalMask)[:m, :],
    ),
    "windows": (two(X, window)[:m, :], two(X[:m, :], window)),
    "a window, then causal": (two(X, window, CausalMask)[:m, :], two(X[:m, :], window, CausalMask)),
    "a mask by a condition": (two(X, seen)[:m, :], two(X[:m, :], seen)),
    "a prefix and more": (two(X_3, prefix)[: m + k, :], two(X_3[: m + k, :], prefix)),
    "a prefix alone needs no mask": (two(X, prefix)[:m, :], two(X[:m, :], None)),
    "a mask that says the same": (two(X, seen)[:m, :], two(X[:m, :], CausalMask)),
    "positions": (two(X + P, CausalMask)[:m, :], two(X[:m, :] + P[:m, :], CausalMask)),
    "a bias": (
        two(X + OneMatrix(m + k, 1) * b, CausalMask)[:m, :],
        two(X[:m, :] + OneMatrix(m, 1) * b, CausalMask),
    ),
    "blocks with a residual stream": (block(block(X, S), T)[:m, :], block(block(X[:m, :], S), T)),
    "blocks with a norm": (normed(normed(X))[:m, :], normed(normed(X[:m, :]))),
    "heads": (heads(heads(X))[:m, :], heads(heads(X[:m, :]))),
}
FALSE = {
    "no mask": (two(X, None)[:m, :], two(X[:m, :], None)),
    "one layer without a mask": (
        SelfAttention(causal_layer, *T)[:m, :],
        SelfAttention(SelfAttention(X[:m, :], *S, CausalMask(m)), *T, CausalMask(m)),
    ),
    "a mask that is left out of the part": (two(X, CausalMask)[:m, :], two(X[:m, :], None)),
    "another window": (two(X, window)[:m, :], two(X[:m, :], CausalMask)),
    "a window to both sides": (two(X, both_sides)[:m, :], two(X[:m, :], both_sides)),
    "a mask the wrong way": (two(X, later)[:m, :], two(X[:m, :], later)),
    "the last rows": (two(X, CausalMask)[m:, :], two(X[m:, :], CausalMask)),
    "a prefix that is longer than the part": (
        two(X_3, lambda size: PrefixLMMask(size, m + k))[:m, :],
        two(X_3[:m, :], lambda size: CausalMask(size)),
    ),
    "weights in another order": (
        two(X, CausalMask)[:m, :],
        SelfAttention(SelfAttention(X[:m, :], *T, CausalMask(m)), *S, CausalMask(m)),
    ),
    "a layer that is left out": (two(X, CausalMask)[:m, :], SelfAttention(X[:m, :], *S, CausalMask(m))),
    "the past matters": (
        two(BlockMatrix([[Y], [Z]]), CausalMask)[m:, :],
        two(BlockMatrix([[2 * Y], [Z]]), CausalMask)[m:, :],
    ),
    "attention to itself in reverse": (
        Attention(X, X, X, later(m + k))[:m, :],
        Attention(X[:m, :], X[:m, :], X[:m, :], later(m)),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_the_first_rows_are_those_of_the_first_tokens(name, tmp_path):
    verdict = decide(*TRUE[name])
    assert verdict.status == "proved", str(verdict)
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verifier.verify_path(str(path))


@pytest.mark.parametrize("name", FALSE)
def test_first_rows_that_see_more_are_others(name):
    assert decide(*FALSE[name]).status == "refuted"
