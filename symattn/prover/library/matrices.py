"""Lemmas of matrix algebra for any sizes: products, transposes, what may be cancelled; blocks as products.

``left_part`` and ``right_part`` are the columns of an identity matrix by which a matrix of blocks is a sum of products:
[A; B] = J A + K B and [A B] = A Jᵀ + B Kᵀ.
"""

from __future__ import annotations

from functools import cache

from ...kernel.rules import Theorem, instantiate, instantiate_sizes
from ...kernel.terms import REAL, Size, Term, Var, abstract, app, const, equation, fin, fun, var
from ..logic.derived_rules import close, strip
from ..logic.formulas import ONE, ind, k, m, n
from .definitions import defined
from .facts import lemma
from .search import search

r, d = Size.variable("r"), Size.variable("d")


def matrix(name: str, rows: Size, columns: Size) -> Var:
    """Return a variable for a matrix of a shape."""
    return var(name, fun(fin(rows), fun(fin(columns), REAL)))


def product(a: Term, b: Term) -> Term:
    """Return the product of two matrices."""
    (rows, inner), (_, columns) = shape(a), shape(b)
    return app(defined("matmul", rows, inner, columns), a, b)


def transposed(a: Term) -> Term:
    """Return the transpose of a matrix."""
    return app(defined("transpose", *shape(a)), a)


def added(a: Term, b: Term) -> Term:
    """Return the sum of two matrices."""
    return app(defined("matadd", *shape(a)), a, b)


def scaled(c: Term, a: Term) -> Term:
    """Return a multiple of a matrix."""
    return app(defined("matscale", *shape(a)), c, a)


def identity(size: Size) -> Term:
    """Return the identity matrix of a size."""
    return defined("identity", size)


def shape(a: Term) -> tuple[Size, Size]:
    """Return the numbers of rows and columns of a matrix; raise TypeError for anything else."""
    rows = a.type.domain.size if a.type.domain is not None else None
    row = a.type.codomain
    columns = row.domain.size if row is not None and row.domain is not None else None
    if rows is None or columns is None:
        raise TypeError(f"{a} is no matrix")
    return rows, columns


def _searched(a: Term, b: Term, *variables: Var) -> Theorem:
    return close(search(equation(a, b)), *variables)


@lemma(
    "∀A:[r]→[m]→ℝ, B:[m]→[n]→ℝ, C:[n]→[d]→ℝ. matmul{r,n,d} (matmul{r,m,n} A B) C = matmul{r,m,d} A (matmul{m,n,d} B C)"
)
def matmul_assoc() -> None:
    """Products of matrices are associative."""


@lemma("∀A:[r]→[n]→ℝ. matmul{r,r,n} identity{r} A = A")
def identity_matmul() -> None:
    """The identity matrix is neutral on the left."""


@lemma("∀A:[r]→[n]→ℝ. matmul{r,n,n} A identity{n} = A")
def matmul_identity() -> None:
    """The identity matrix is neutral on the right."""


@lemma(
    "∀A:[r]→[m]→ℝ, B:[m]→[n]→ℝ."
    " transpose{r,n} (matmul{r,m,n} A B) = matmul{n,m,r} (transpose{m,n} B) (transpose{r,m} A)"
)
def transpose_matmul() -> None:
    """The transpose of a product."""


@lemma("∀A:[r]→[n]→ℝ. transpose{n,r} (transpose{r,n} A) = A")
def transpose_transpose() -> None:
    """Transposing twice."""


@lemma("transpose{n,n} identity{n} = identity{n}")
def transpose_identity() -> None:
    """The identity matrix is symmetric."""


@lemma(
    "∀X:[m]→[n]→ℝ, Y:[n]→[m]→ℝ, A B:[n]→[r]→ℝ."
    " matmul{n,m,n} Y X = identity{n} ⇒ matmul{m,n,r} X A = matmul{m,n,r} X B ⇒ A = B"
)
def matmul_cancel_left() -> None:
    """What has a left inverse may be cancelled on the left."""


@lemma(
    "∀X:[n]→[m]→ℝ, Y:[m]→[n]→ℝ, A B:[r]→[n]→ℝ."
    " matmul{n,m,n} X Y = identity{n} ⇒ matmul{r,n,m} A X = matmul{r,n,m} B X ⇒ A = B"
)
def matmul_cancel_right() -> None:
    """What has a right inverse may be cancelled on the right."""


@lemma("matmul{n,1,n} ones{n,1} ones{1,n} = ones{n,n}")
def ones_outer() -> None:
    """Ones are a product of a column and a row."""


@lemma("transpose{m,n} ones{m,n} = ones{n,m}")
def ones_transposed() -> None:
    """All entries are 1."""


@lemma("∀A:[r]→[n]→ℝ. matscale{r,n} 1 A = A")
def matscale_one() -> None:
    """One times a matrix."""


@lemma(
    "∀X:[r]→[1]→ℝ, A:[1]→[1]→ℝ, Y:[1]→[n]→ℝ, i:[r], j:[n]."
    " matmul{r,1,n} X (matmul{1,1,n} A Y) i j = A 0@[1] 0@[1] * matmul{r,1,n} X Y i j"
)
def number_inside() -> None:
    """A matrix with one entry in a product is a number."""


# ---------------------------------------------------------------------------------------------------------- blocks


def left_part(first: Size, second: Size) -> Term:
    """Return J, the first columns of an identity matrix, so that J A has A above zeros."""
    return _columns("inl", first, first, second)


def right_part(first: Size, second: Size) -> Term:
    """Return K, the last columns of an identity matrix, so that K A has A below zeros."""
    return _columns("inr", second, first, second)


def _columns(name: str, width: Size, first: Size, second: Size) -> Term:
    i, j = var("i", fin(first + second)), var("j", fin(width))
    entries = abstract(i, abstract(j, ind(equation(i, app(const(name, first, second), j)))))
    return scaled(ONE, entries)


def parts_of_blocks(name: str) -> Theorem:
    """Return ⊢ [A; B] = J A + K B for the name above, [A B] = A Jᵀ + B Kᵀ for the name beside, at any sizes."""
    J, K = left_part(m, k), right_part(m, k)
    if name == "above":
        A, B = matrix("A", m, n), matrix("B", k, n)
        return _searched(app(defined("above", m, k, n), A, B), added(product(J, A), product(K, B)), A, B)
    A, B = matrix("A", r, m), matrix("B", r, k)
    parts = added(product(A, transposed(J)), product(B, transposed(K)))
    return _searched(app(defined("beside", r, m, k), A, B), parts, A, B)


@cache
def rules_of_parts() -> tuple[Theorem, ...]:
    """Return ⊢ JᵀJ = 1, KᵀK = 1, JᵀK = 0, KᵀJ = 0 and J Jᵀ + K Kᵀ = 1 at any sizes m and k."""
    J, K = left_part(m, k), right_part(m, k)
    return (
        search(equation(product(transposed(J), J), identity(m))),
        search(equation(product(transposed(K), K), identity(k))),
        search(equation(product(transposed(J), K), defined("zeros", m, k))),
        search(equation(product(transposed(K), J), defined("zeros", k, m))),
        search(equation(added(product(J, transposed(J)), product(K, transposed(K))), identity(m + k))),
    )


@cache
def _blocks(name: str) -> tuple[tuple[Var, ...], Theorem]:
    variables, _, theorem = strip(parts_of_blocks(name))
    return variables, theorem


def blocks_as_parts(name: str, sizes: tuple[Size, ...], a: Term, b: Term) -> Theorem:
    """Return what `parts_of_blocks` says of two matrices."""
    variables, theorem = _blocks(name)
    at = dict(zip("mkn" if name == "above" else "rmk", sizes, strict=True))
    values = {var(v.name, v.type.substitute(at)): value for v, value in zip(variables, (a, b), strict=True)}
    return instantiate(values, instantiate_sizes(at, theorem))
