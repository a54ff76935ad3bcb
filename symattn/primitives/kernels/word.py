"""Similarity kernels α(q, k) of a query and a key.

An arbitrary kernel as a symbol, the similarity of two vectors, and the matrix of all similarities; the kernels with a
formula are in ``words/kernels.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, Self

from sympy import Basic, Expr, FunctionMatrix, Lambda, MatrixExpr, MatrixSymbol, S, Sum
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.base.accepted import Matrix, Size
from symattn.language.base.dims import as_sympy, dims, sizes_equal
from symattn.language.base.entries import element, entries_put, fresh_index
from symattn.language.base.nodes import Node, OfArguments
from symattn.language.base.occurrences import fresh_name, names_in
from symattn.language.base.own_classes import is_own, real_name, taken_once
from symattn.language.base.shapes import as_matrix, shapes_equal
from symattn.language.base.sorts import check_real
from symattn.language.base.symbols import NamedObject, symbol_name

__all__ = ["KernelMatrix", "KernelSymbol", "KernelValue", "SimilarityKernel"]


class SimilarityKernel(OfArguments):
    """Stand for a real function of two vectors of equal width; calling it on two vectors gives a KernelValue.

    >>> isinstance(KernelSymbol("k"), SimilarityKernel)
    True
    """

    is_checked = True

    def __call__(self, q: Matrix, k: Matrix) -> KernelValue:
        return KernelValue(self, q, k)

    def doit(self, **hints: Any) -> SimilarityKernel:
        return self

    def formula(self, value: KernelValue) -> Expr | None:
        """Return the similarity as an explicit scalar, or None for an arbitrary kernel."""
        return None

    def of_rows(self, Q: MatrixExpr, K: MatrixExpr) -> MatrixExpr | None:
        """Return the matrix of all similarities of rows, where that is shorter than entry by entry, or None."""
        return None


class KernelSymbol(NamedObject, SimilarityKernel):
    """Declare an arbitrary similarity kernel: any real function of two vectors.

    >>> from sympy import MatrixSymbol
    >>> alpha = KernelSymbol("alpha")
    >>> alpha(MatrixSymbol("q", 1, 2), MatrixSymbol("k", 1, 2))
    alpha(q, k)
    """

    def __new__(cls, name: str) -> Self:
        return Basic.__new__(cls, symbol_name(name))


def is_arbitrary(kernel: Basic) -> bool:
    """Tell whether a kernel is a symbol without a formula, which any value may be given.

    >>> from symattn.language.words.kernels import DotProduct
    >>> is_arbitrary(KernelSymbol("alpha")), is_arbitrary(DotProduct())
    (True, False)
    """
    return isinstance(kernel, KernelSymbol) and type(kernel).formula is SimilarityKernel.formula


def sample_kernel(kernel: Any) -> Any:
    """Return the kernel with which the definition of a word that takes this one is shown: α for any symbol."""
    return KernelSymbol("alpha") if isinstance(kernel, KernelSymbol) else kernel


def as_kernel(value: Any) -> SimilarityKernel:
    """Return an argument as a similarity kernel; raise UnsupportedExpression when it is none."""
    if not isinstance(value, SimilarityKernel):
        raise UnsupportedExpression(value, "a similarity kernel is needed, such as DotProduct()")
    return value


class KernelValue(OfArguments, Expr):
    """Stand for the similarity of two vectors, both rows 1×ℓ or both columns ℓ×1; made by calling a kernel.

    Raise ShapeError when the two have different shapes, UnsupportedExpression when they are no vectors.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.words.kernels import Euclidean
    >>> KernelValue(Euclidean(), MatrixSymbol("q", 1, 2), MatrixSymbol("k", 1, 3))
    Traceback (most recent call last):
    symattn.errors.ShapeError: the shapes in Euclidean(q, k) do not fit: 1×2 and 1×3
    """

    is_checked = True
    is_commutative = True
    is_real = True

    def __new__(cls, kernel: SimilarityKernel, q: Matrix, k: Matrix) -> Self:
        kernel, q, k = as_kernel(kernel), as_matrix(q, "the query"), as_matrix(k, "the key")
        value = Basic.__new__(cls, kernel, q, k)
        if not shapes_equal(q.shape, k.shape):
            raise ShapeError(value, q.shape, k.shape)
        if 1 not in q.shape:
            raise UnsupportedExpression(value, "a kernel takes two rows or two columns")
        check_real(q, "the query")
        check_real(k, "the key")
        return value

    @property
    def kernel(self) -> SimilarityKernel:
        """The kernel."""
        return self.args[0]

    @property
    def query(self) -> MatrixExpr:
        """The first vector."""
        return self.args[1]

    @property
    def key(self) -> MatrixExpr:
        """The second vector."""
        return self.args[2]

    def sum_over_coordinates(self, summand: Callable[[Expr, Expr], Expr]) -> Sum:
        """Return Σ_a summand(q_a, k_a) with a bound index that is free in neither vector."""
        q, k = self.query, self.key
        a = fresh_index("a", q, k)
        is_row = q.shape[0] == 1
        entries = (element(v, 0, a) if is_row else element(v, a, 0) for v in (q, k))
        return Sum(summand(*entries), (a, 0, q.shape[1 if is_row else 0] - 1))

    def definition(self) -> Expr:
        """Return the explicit scalar; raise UnsupportedExpression for a KernelSymbol, which has none."""
        if is_own(type(self.kernel)):
            shape = tuple(map(as_sympy, self.query.shape))
            values = dict(zip(vectors(self.kernel, *shape), (self.query, self.key), strict=True))
            return entries_put(meaning(self.kernel, *shape), values)
        formula = self.kernel.formula(self)
        if formula is None:
            raise UnsupportedExpression(self, "an arbitrary kernel has no definition")
        return formula

    def sample(self) -> KernelValue | None:
        """Return the similarity of two rows q and k; None for a kernel of the user, which is shown as it occurs."""
        ell = dims("ell")
        q, k = MatrixSymbol("q", 1, ell), MatrixSymbol("k", 1, ell)
        return None if is_own(type(self.kernel)) else KernelValue(sample_kernel(self.kernel), q, k)

    def doit(self, **hints: Any) -> KernelValue:
        return self

    def _sympystr(self, printer: Any) -> str:
        return f"{kernel_name(self.kernel, printer)}({printer._print(self.query)}, {printer._print(self.key)})"


def vectors(kernel: Basic, rows: Expr, columns: Expr) -> tuple[MatrixSymbol, MatrixSymbol]:
    """Return two vectors of a shape at which the formula of a user's kernel is taken, of names that it does not use."""
    taken = names_in(kernel, rows, columns)
    return tuple(MatrixSymbol(fresh_name(name, taken), rows, columns) for name in ("query", "key"))


def formula_at(kernel: Any, rows: Expr, columns: Expr) -> Expr:
    """Return the formula of a kernel of the user at two vectors of a shape, as its class says it now."""
    value = KernelValue(kernel, *vectors(kernel, rows, columns))
    name = real_name(type(kernel))
    try:
        signature(kernel.formula).bind(value)
    except TypeError:
        raise UnsupportedExpression(kernel, f"{name}.formula takes one argument, the KernelValue") from None
    formula = kernel.formula(value)
    if formula is None:
        raise UnsupportedExpression(name, "a class of one's own says its formula")
    return as_sympy(formula)


def meaning(kernel: Any, rows: Expr, columns: Expr) -> Expr:
    """Return the formula of a kernel of the user at the ``vectors`` of a shape, taken once."""
    make = lambda: formula_at(kernel, rows, columns)  # noqa: E731
    return taken_once(kernel, (kernel, rows, columns), make, vectors(kernel, rows, columns))


def take_formula(kernel: SimilarityKernel, width: Expr) -> None:
    """Take the formula of a kernel of the user for rows of a width, where an expression first speaks of it."""
    if is_own(type(kernel)):
        meaning(kernel, S.One, as_sympy(width))


def kernel_name(kernel: SimilarityKernel, printer: Any) -> str:
    """Return how a kernel is written before its arguments: a symbol and a kernel of the user as they are printed."""
    is_printed = isinstance(kernel, KernelSymbol) or (is_own(type(kernel)) and bool(kernel.args))
    return str(printer._print(kernel)) if is_printed else real_name(type(kernel))


class KernelMatrix(Node):
    """Form the r×n matrix of similarities: entry (j, i) is kernel(row j of Q, row i of K), with Q r×ℓ and K n×ℓ.

    Raise ShapeError when Q and K have different widths. Source: Ganev, Definition 2.6.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> from symattn.language.words.kernels import Euclidean
    >>> r, n, ell = dims("r n ell")
    >>> KernelMatrix(Euclidean(), MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell)).shape
    (r, n)
    """

    def __new__(cls, kernel: SimilarityKernel, Q: Matrix, K: Matrix) -> Self:
        kernel, Q, K = as_kernel(kernel), as_matrix(Q, "Q"), as_matrix(K, "K")
        check_real(Q, "the queries")
        check_real(K, "the keys")
        node = cls._make((Q.shape[0], K.shape[0]), kernel, Q, K)
        if not sizes_equal(Q.shape[1], K.shape[1]):
            raise ShapeError(node, Q.shape, K.shape)
        take_formula(kernel, Q.shape[1])
        return node

    @property
    def kernel(self) -> SimilarityKernel:
        """The kernel."""
        return self.args[0]

    @property
    def queries(self) -> MatrixExpr:
        """The matrix Q."""
        return self.args[1]

    @property
    def keys(self) -> MatrixExpr:
        """The matrix K."""
        return self.args[2]

    def formula(self, j: Size, i: Size) -> KernelValue:
        """Return the similarity of row j of Q and row i of K."""
        whole = slice(None)  # an explicit matrix has no row with a symbolic index in SymPy's own notation
        return KernelValue(self.kernel, MatrixSlice(self.queries, j, whole), MatrixSlice(self.keys, i, whole))

    def definition(self) -> MatrixExpr:
        """Return Q*K.T for the dot product, the matrix of all kernel values otherwise."""
        whole = None if is_own(type(self.kernel)) else self.kernel.of_rows(self.queries, self.keys)
        if whole is not None:  # a class of the user may have another formula than its base
            return whole
        j, i = fresh_index("j", self.queries, self.keys), fresh_index("i", self.queries, self.keys)
        return FunctionMatrix(*self.shape, Lambda((j, i), self.formula(j, i)))

    def sample(self) -> KernelMatrix | None:
        """Return the similarities of the rows of Q and K; None for a kernel of the user, shown as it occurs."""
        r, n, ell = dims("r n ell")
        Q, K = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell)
        return None if is_own(type(self.kernel)) else KernelMatrix(sample_kernel(self.kernel), Q, K)
