"""Reversed rows, ranges that are cut at several places, places that a size names, and roots of multiples of a size."""

import pytest
from sympy import BlockMatrix, Eq, FunctionMatrix, Identity, Lambda, MatrixSymbol, Piecewise, Symbol, ZeroMatrix, sqrt

from symattn import Attention, CausalMask, Flip, RowSoftmax, SlidingWindowMask, certificate, decide, dims, verifier

n, m, k, l, r, p, d, ell = dims("n m k l r p d ell")
A, B, C = MatrixSymbol("A", n, m), MatrixSymbol("B", m, p), MatrixSymbol("C", k, p)
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
K_1, K_2, K_3 = (MatrixSymbol(f"K_{part}", size, ell) for part, size in enumerate((m, k, l), 1))
V_1, V_2, V_3 = (MatrixSymbol(f"V_{part}", size, d) for part, size in enumerate((m, k, l), 1))
Q_2, S, T = MatrixSymbol("Q", n + 2, ell), MatrixSymbol("S", n + 2, ell), MatrixSymbol("T", n + 2, d)
wide = [MatrixSymbol("Q", r, 4 * ell), MatrixSymbol("K", n, 4 * ell), V]
x, Y = MatrixSymbol("x", 1, p), MatrixSymbol("Y", n + 1, p)
u, v = (Symbol(name, integer=True) for name in "uv")

w = dims("w")
X, scores = MatrixSymbol("X", n, ell), MatrixSymbol("S", n, n)
WINDOW = SlidingWindowMask(n, w, causal=False)


def opposite(size, shift=1):
    """Return the matrix with ones where the positions of row and column add up to the size less a number."""
    return FunctionMatrix(size, size, Lambda((u, v), Piecewise((1, Eq(u + v, size - shift)), (0, True))))


def below(*parts):
    return BlockMatrix([[part] for part in parts])


def row(start, keys):
    """Return row n of causal attention of n + 2 tokens, and one query to some of the first keys."""
    causal = Attention(Q_2, S, T, CausalMask(n + 2))
    return causal[start : start + 1, :], Attention(Q_2[start : start + 1, :], S[:keys, :], T[:keys, :])


TRUE = {
    "reversed twice": (Flip(Flip(A)), A),
    "rows and columns in either order": (Flip(Flip(A, axis=1)), Flip(Flip(A), axis=1)),
    "reversed by a product, twice": (opposite(n) * (opposite(n) * A), A),
    "the product is the reversal": (opposite(n) * A, Flip(A)),
    "it is its own inverse": (opposite(n) * opposite(n), Identity(n)),
    "columns against rows": (Flip(A, axis=1) * Flip(B), A * B),
    "a product of reversed rows": (Flip(A * B), Flip(A) * B),
    "softmax of reversed scores": (RowSoftmax(Flip(A, axis=1)), Flip(RowSoftmax(A), axis=1)),
    "reversed keys and values": (Attention(Q, Flip(K), Flip(V)), Attention(Q, K, V)),
    "reversed attention of the past": (
        Flip(Attention(X, K, V, CausalMask(n))),
        Attention(Flip(X), Flip(K), Flip(V), CausalMask(n).T),
    ),
    "reversed attention within a window": (
        Attention(Flip(X), Flip(K), Flip(V), WINDOW),
        Flip(Attention(X, K, V, WINDOW)),
    ),
    "reversed weights of the past": (
        Flip(Flip(RowSoftmax(scores + CausalMask(n)), axis=1)),
        RowSoftmax(Flip(Flip(scores), axis=1) + CausalMask(n).T),
    ),
    "a reversed attention without a mask": (Attention(Flip(X), Flip(K), Flip(V)), Flip(Attention(X, K, V))),
    "reversed parts change places": (Flip(below(B, C)), below(Flip(C), Flip(B))),
    "keys in two parts, in either order": (
        Attention(Q, below(K_1, K_2), below(V_1, V_2)),
        Attention(Q, below(K_2, K_1), below(V_2, V_1)),
    ),
    "keys in three parts, turned round": (
        Attention(Q, below(K_1, K_2, K_3), below(V_1, V_2, V_3)),
        Attention(Q, below(K_3, K_1, K_2), below(V_3, V_1, V_2)),
    ),
    "the second last row": row(n, n + 1),
    "the second row": row(1, 2),
    "the last row of parts": (below(x, Y)[n : n + 1, :], below(x, Y[:n, :])[n:, :]),
    "a width of 4 sizes": (Attention(*wide), RowSoftmax(wide[0] * wide[1].T / (2 * sqrt(ell))) * V),
    "a width that is filled with zeros": (
        Attention(BlockMatrix([[2 * Q, ZeroMatrix(r, 3 * ell)]]), BlockMatrix([[K, ZeroMatrix(n, 3 * ell)]]), V),
        Attention(Q, K, V),
    ),
}
FALSE = {
    "reversed once": (Flip(A), A),
    "reversed three times": (Flip(Flip(Flip(A))), A),
    "rows for columns": (Flip(Flip(A, axis=1)), A),
    "positions that add up to one less": (opposite(n + 1, 2) * (opposite(n + 1, 2) * Y), Y),
    "columns alone": (Flip(A, axis=1) * B, A * B),
    "softmax of reversed rows": (RowSoftmax(Flip(A)), RowSoftmax(A)),
    "reversed keys": (Attention(Q, Flip(K), V), Attention(Q, K, V)),
    "reversed attention of the past": (
        Flip(Attention(X, K, V, CausalMask(n))),
        Attention(Flip(X), Flip(K), Flip(V), CausalMask(n)),
    ),
    "reversed queries alone": (Attention(Flip(X), K, V, WINDOW), Flip(Attention(X, K, V, WINDOW))),
    "reversed attention within a causal window": (
        Attention(Flip(X), Flip(K), Flip(V), SlidingWindowMask(n, w)),
        Flip(Attention(X, K, V, SlidingWindowMask(n, w))),
    ),
    "reversed weights of the past": (
        Flip(Flip(RowSoftmax(scores + CausalMask(n)), axis=1)),
        RowSoftmax(Flip(Flip(scores), axis=1) + CausalMask(n)),
    ),
    "reversed parts stay": (Flip(below(B, C)), below(Flip(B), Flip(C))),
    "parts of the values in another order": (
        Attention(Q, below(K_1, K_2), below(V_1, V_2)),
        Attention(Q, below(K_2, K_1), below(V_1, V_2)),
    ),
    "three parts, of which two change places": (
        Attention(Q, below(K_1, K_2, K_3), below(V_1, V_2, V_3)),
        Attention(Q, below(K_3, K_1, K_2), below(V_3, V_2, V_1)),
    ),
    "a key too few": row(n, n),
    "a key too many": row(n, n + 2),
    "the second row sees one key": row(1, 1),
    "the row before": (below(x, Y)[n : n + 1, :], below(x, Y)[n + 1 :, :]),
    "a root that is not taken": (Attention(*wide), RowSoftmax(wide[0] * wide[1].T / (4 * sqrt(ell))) * V),
    "a width that is filled, not scaled": (
        Attention(BlockMatrix([[Q, ZeroMatrix(r, 3 * ell)]]), BlockMatrix([[K, ZeroMatrix(n, 3 * ell)]]), V),
        Attention(Q, K, V),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved(name, tmp_path):
    verdict = decide(*TRUE[name])
    assert verdict.status == "proved", str(verdict)
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verifier.verify_path(str(path))


@pytest.mark.parametrize("name", FALSE)
def test_a_near_miss_is_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"
