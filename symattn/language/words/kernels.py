"""The similarity kernels with a formula, and attention with a similarity kernel."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from sympy import Basic, Expr, MatrixExpr, MatrixSymbol, Max, Piecewise, Rational, S, Symbol, sqrt

from symattn.language.base.accepted import Matrix
from symattn.language.base.dims import dims, sizes_equal
from symattn.language.base.nodes import Node
from symattn.language.base.own_classes import is_own
from symattn.language.base.shapes import as_matrix, product, shapes_equal, transposed
from symattn.language.base.sorts import check_real
from symattn.language.base.symbols import MaskSymbol
from symattn.language.by_definition import ByDefinition, General
from symattn.language.words.attention import added_as, as_mask, of_option, with_added
from symattn.primitives.kernels.word import (
    KernelMatrix,
    KernelSymbol,
    KernelValue,
    SimilarityKernel,
    as_kernel,
    sample_kernel,
    take_formula,
)
from symattn.primitives.softmax.word import RowSoftmax

__all__ = ["BoxCar", "DotProduct", "Epanechnikov", "Euclidean", "KernelAttention", "SquaredEuclidean"]

#: Stands for the squared distance of two vectors where a kernel is given as a function of it.
DISTANCE = Symbol("squared distance", nonnegative=True)


class KernelByFormula(ByDefinition, SimilarityKernel):
    """Stand for a kernel with a formula; its constant takes the two vectors as functions of an index."""

    def __new__(cls) -> Self:
        return Basic.__new__(cls)

    @classmethod
    def general(cls, option: str) -> General:
        l = dims("l")
        q, k = vectors = MatrixSymbol("q", 1, l), MatrixSymbol("k", 1, l)
        return General(cls()(q, k), vectors, (l,), vectors=vectors)

    def in_text(self, printer: Any) -> str:
        return type(self).__name__


class OfDistance(KernelByFormula):
    """Stand for a kernel that is a function of the squared distance Σ_a (q_a − k_a)²."""

    def of_distance(self, s: Expr) -> Expr:
        """Return the similarity of two vectors with the squared distance s."""
        raise NotImplementedError

    def formula(self, value: KernelValue) -> Expr:
        return self.of_distance(value.sum_over_coordinates(lambda q, k: (q - k) ** 2))


class DotProduct(KernelByFormula):
    """Take the inner product Σ_a q_a k_a.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> ell = dims("ell")
    >>> DotProduct()(MatrixSymbol("q", ell, 1), MatrixSymbol("k", ell, 1)).definition()
    Sum(k[a, 0]*q[a, 0], (a, 0, ell - 1))
    """

    def formula(self, value: KernelValue) -> Expr:
        return value.sum_over_coordinates(lambda q, k: q * k)

    def of_rows(self, Q: MatrixExpr, K: MatrixExpr) -> MatrixExpr:
        return product(Q, transposed(K))

    def in_latex(self, printer: Any) -> str:
        return r"\mathrm{dot}"


class SquaredEuclidean(OfDistance):
    """Take −½ Σ_a (q_a − k_a)². Source: Ganev, Table 2.7.

    >>> from sympy import MatrixSymbol
    >>> SquaredEuclidean()(MatrixSymbol("q", 1, 2), MatrixSymbol("k", 1, 2)).definition()
    -Sum((-k[0, a] + q[0, a])**2, (a, 0, 1))/2
    """

    def of_distance(self, s: Expr) -> Expr:
        return -Rational(1, 2) * s

    def in_latex(self, printer: Any) -> str:
        return r"\mathrm{sqeuclid}"


class Euclidean(OfDistance):
    """Take the negative distance −√(Σ_a (q_a − k_a)²). Source: Ganev, Table 2.7.

    >>> from sympy import MatrixSymbol
    >>> Euclidean()(MatrixSymbol("q", 1, 2), MatrixSymbol("k", 1, 2)).definition()
    -sqrt(Sum((-k[0, a] + q[0, a])**2, (a, 0, 1)))
    """

    def of_distance(self, s: Expr) -> Expr:
        return -sqrt(s)

    def in_latex(self, printer: Any) -> str:
        return r"\mathrm{euclid}"


class Epanechnikov(OfDistance):
    """Take max(0, 1 − √(Σ_a (q_a − k_a)²)), the triangular kernel of statistics. Source: Ganev, Table 2.7.

    >>> from sympy import MatrixSymbol
    >>> Epanechnikov()(MatrixSymbol("q", 1, 2), MatrixSymbol("k", 1, 2)).definition()
    Max(0, 1 - sqrt(Sum((-k[0, a] + q[0, a])**2, (a, 0, 1))))
    """

    def of_distance(self, s: Expr) -> Expr:
        return Max(S.Zero, 1 - sqrt(s))

    def in_latex(self, printer: Any) -> str:
        return r"\mathrm{epan}"


class BoxCar(OfDistance):
    """Take 1 where √(Σ_a (q_a − k_a)²) ≤ 1 and 0 elsewhere. Source: Ganev, Table 2.7.

    >>> from sympy import MatrixSymbol
    >>> BoxCar()(MatrixSymbol("q", 1, 2), MatrixSymbol("k", 1, 2)).definition()
    Piecewise((1, sqrt(Sum((-k[0, a] + q[0, a])**2, (a, 0, 1))) <= 1), (0, True))
    """

    def of_distance(self, s: Expr) -> Expr:
        return Piecewise((S.One, sqrt(s) <= 1), (S.Zero, True))

    def in_latex(self, printer: Any) -> str:
        return r"\mathrm{box}"


def distance_in(kernel: Any) -> Expr | None:
    """Return a kernel as an expression in DISTANCE, or None for one that is not given as a function of it."""
    is_given = isinstance(kernel, OfDistance) and not is_own(type(kernel))
    return kernel.of_distance(DISTANCE) if is_given else None


class KernelAttention(ByDefinition, Node):
    """Form attention with a similarity kernel: RowSoftmax(KernelMatrix(kernel, Q, K) + mask)*V; it never scales.

    Q is r×ℓ, K is n×ℓ, V is n×d, the mask r×n; the result is r×d. Raise ShapeError for a misfit, MaskedRow for an
    explicit mask with a row of −∞. Source: Ganev, Definition 2.6.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> KernelAttention(KernelSymbol("alpha"), Q, K, V).definition()
    RowSoftmax(KernelMatrix(alpha, Q, K))*V
    >>> KernelAttention(KernelSymbol("alpha"), Q, K, V, MaskSymbol("M", r, n)).definition()
    RowSoftmax(KernelMatrix(alpha, Q, K) + M)*V
    """

    is_layer: ClassVar[bool] = True

    def __new__(cls, kernel: SimilarityKernel, Q: Matrix, K: Matrix, V: Matrix, mask: Matrix | None = None) -> Self:
        kernel, Q, K, V = as_kernel(kernel), as_matrix(Q, "Q"), as_matrix(K, "K"), as_matrix(V, "V")
        for matrix, what in ((Q, "the queries"), (K, "the keys"), (V, "the values")):
            check_real(matrix, what)
        mask = as_mask(mask)
        node = cls._make((Q.shape[0], V.shape[1]), kernel, Q, K, V, *(() if mask is S.false else (mask,)))
        fits = sizes_equal(Q.shape[1], K.shape[1]) and sizes_equal(K.shape[0], V.shape[0])
        if not fits or (mask is not S.false and not shapes_equal(mask.shape, (Q.shape[0], K.shape[0]))):
            node.definition()
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

    @property
    def values(self) -> MatrixExpr:
        """The matrix V."""
        return self.args[3]

    @property
    def mask(self) -> MatrixExpr | None:
        """The mask, or None."""
        return self.args[4] if len(self.args) > 4 else None

    def definition(self) -> MatrixExpr:
        """Return RowSoftmax(KernelMatrix(kernel, Q, K) + mask)*V, without a mask where there is none."""
        scores = KernelMatrix(self.kernel, self.queries, self.keys)
        return product(RowSoftmax(scores if self.mask is None else with_added(scores, self.mask)), self.values)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        return added_as(self.mask), self.args

    @classmethod
    def general(cls, option: str) -> General:
        r, n, l, d = sizes = dims("r n l d")
        kernel, Q, K, V = (
            KernelSymbol("alpha"),
            MatrixSymbol("Q", r, l),
            MatrixSymbol("K", n, l),
            MatrixSymbol("V", n, d),
        )
        mask = of_option(option.split(".")[1:], r, n)
        return General(KernelAttention(kernel, Q, K, V, *mask), (kernel, Q, K, V, *mask), sizes, {kernel: l})

    def sample(self) -> KernelAttention | None:
        if is_own(type(self.kernel)):
            return None
        r, n, ell, d = dims("r n ell d")
        Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
        mask = None if self.mask is None else MaskSymbol("M", r, n)
        return KernelAttention(sample_kernel(self.kernel), Q, K, V, mask)

    def in_text(self, printer: Any) -> str:
        return str(printer.call(f"Att_{printer.subscript(self.kernel)}", self.args[1:4], mask=self.mask))

    def in_latex(self, printer: Any) -> str:
        head = rf"\operatorname{{Att}}_{{{printer._print(self.kernel)}}}"
        return str(printer.with_mask(head, self.args[1:4], self.mask))
