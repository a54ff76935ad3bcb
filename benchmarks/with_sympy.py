"""Check the equivariance lemma with SymPy on one 3×3 instance: explicit entries, permutations and rotations.

SymPy cannot decide the lemma for symbolic sizes, so it gets one instance of it: Q, K, V and h with nine real symbols
each, two given permutation matrices, and g a rotation, about one axis or a product of three (Euler's angles).
A route is a way to clean the logits; both sides are then built entry by entry and their difference is expanded.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Expr, ImmutableDenseMatrix, Matrix, Symbol, cos, exp, expand, simplify, sin, sqrt, symbols, trigsimp

# Parts that SymPy imports at first use, imported here so that no route is charged for them.
from sympy.simplify.fu import TR5

SIZE = 3
SIGMA, TAU = (1, 2, 0), (1, 0, 2)


def permutation(images: tuple[int, ...]) -> Matrix:
    """Return the matrix with entries δ(i, σ(j)) for the image list of σ."""
    return Matrix(SIZE, SIZE, lambda i, j: int(i == images[j]))


def rotation(kind: str, suffix: str) -> Matrix:
    """Return a rotation about one axis ("plane") or a general one, a product of three ("general")."""
    a, b, c = symbols(f"a{suffix} b{suffix} c{suffix}", real=True)

    def about_last_axis(t: Symbol) -> Matrix:
        return Matrix([[cos(t), sin(t), 0], [-sin(t), cos(t), 0], [0, 0, 1]])

    if kind == "plane":
        return about_last_axis(a)
    about_first_axis = Matrix([[1, 0, 0], [0, cos(b), sin(b)], [0, -sin(b), cos(b)]])
    return about_last_axis(a) * about_first_axis * about_last_axis(c)


def softmax(scores: Matrix) -> Matrix:
    """Return the row softmax, entry by entry."""
    powers = scores.applyfunc(exp)
    return Matrix(SIZE, SIZE, lambda i, j: powers[i, j] / sum(powers[i, k] for k in range(SIZE)))


def difference(kind: str, suffix: str, clean: Callable[[Expr], Expr]) -> Matrix:
    """Return Att(τQg, σKg, σVh) − τ Att(Q, K, V) h with every logit put through ``clean``."""
    Q, K, V, h = (
        Matrix(SIZE, SIZE, lambda i, j, name=name: Symbol(f"{name}{suffix}_{i}{j}", real=True)) for name in "QKVh"
    )
    sigma, tau, g = permutation(SIGMA), permutation(TAU), rotation(kind, suffix)
    left = ((tau * Q * g) * (sigma * K * g).T).applyfunc(clean) / sqrt(SIZE)
    right = (Q * K.T).applyfunc(clean) / sqrt(SIZE)
    return softmax(left) * (sigma * V * h) - tau * (softmax(right) * V) * h


def require_zero(matrix: Matrix) -> None:
    """Accept no answer but that both sides agree."""
    if any(entry != 0 for entry in matrix):
        raise RuntimeError("SymPy's route did not reach zero")


def by_trigsimp(suffix: str = "", kind: str = "plane") -> None:
    """Expand each logit and simplify its sines and cosines: the route that SymPy's documentation leads to."""
    require_zero(difference(kind, suffix, lambda logit: trigsimp(expand(logit))).applyfunc(expand))


def by_hand(suffix: str = "", kind: str = "plane") -> None:
    """Tell SymPy the one rewriting that is needed, sin² = 1 − cos²: the quickest route that we found."""
    require_zero(difference(kind, suffix, lambda logit: expand(TR5(expand(logit)))).applyfunc(expand))


def by_simplify(suffix: str = "", kind: str = "plane") -> None:
    """Give SymPy's general ``simplify`` the difference as it stands."""
    require_zero(simplify(ImmutableDenseMatrix(difference(kind, suffix, lambda logit: logit))))
