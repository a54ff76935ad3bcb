"""Softmax and attention: row-wise softmax, attention of queries to keys and values, self-attention."""

from __future__ import annotations

from typing import Any

from sympy import Expr, FunctionMatrix, Lambda, MatAdd, MatrixExpr, S, Sum, exp, sqrt, sympify
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from symattn.errors import UnsupportedExpression
from symattn.language.dims import as_sympy, sizes_equal
from symattn.language.entries import element, fresh_index
from symattn.language.nodes import Node
from symattn.language.shapes import as_matrix, check_shapes, misfit, product, shapes_equal, total, transposed
from symattn.language.sorts import check_real, check_unmasked, is_extended


class RowSoftmax(Node):
    """Apply softmax to each row of a matrix of scores: exp(A_ji) / Σ_s exp(A_js).

    The scores may have entries −∞, whose weight is 0. Raise ShapeError for a misfit inside the scores, MaskedRow when
    an explicit row is −∞ throughout. Source: Ganev, Notes on Attention and Positional Encodings, §1.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.dims import dims
    >>> r, n = dims("r n")
    >>> RowSoftmax(MatrixSymbol("A", r, n)).shape
    (r, n)
    """

    def __new__(cls, scores: Any) -> RowSoftmax:
        scores = as_matrix(scores, "the argument of RowSoftmax")
        is_extended(scores)
        check_unmasked(scores)
        return cls._make(tuple(scores.shape), scores)

    @property
    def scores(self) -> MatrixExpr:
        """The matrix of scores."""
        return self.args[0]

    def formula(self, j: Any, i: Any) -> Expr:
        """Return exp(A_ji) / Σ_s exp(A_js), the entry in row j and column i.

        >>> from sympy import MatrixSymbol
        >>> from symattn.language.dims import dims
        >>> RowSoftmax(MatrixSymbol("A", 1, dims("n"))).formula(0, 0)
        exp(A[0, 0])/Sum(exp(A[0, s]), (s, 0, n - 1))
        """
        j, i = sympify(j), sympify(i)
        s = fresh_index("s", self.scores, j, i)
        total_weight = Sum(exp(element(self.scores, j, s)), (s, 0, self.shape[1] - 1))
        return exp(element(self.scores, j, i)) / total_weight

    def definition(self) -> FunctionMatrix:
        """Return the matrix of all entries by their formula."""
        j = fresh_index("j", self.scores)
        i = fresh_index("i", self.scores)
        return FunctionMatrix(*self.shape, Lambda((j, i), self.formula(j, i)))


def scaled_scores(scores: MatrixExpr, width: Expr, mask: MatrixExpr | None, scale: bool) -> MatrixExpr:
    """Return (scores + mask)/√width; without the mask when it is None, without the division when ``scale`` is False.

    Raise ShapeError when the mask has another shape than the scores.
    """
    if mask is not None:
        if not shapes_equal(scores.shape, mask.shape):
            raise misfit(MatAdd, scores, mask)
        scores = total(scores, mask)
    return product(1 / sqrt(width), scores, check=False) if scale else scores


def as_mask(mask: Any) -> Any:
    """Return a mask argument as SymPy keeps it: a checked matrix, or ``false`` for no mask."""
    if mask is None or mask is False or isinstance(mask, BooleanFalse):
        return S.false
    mask = as_matrix(mask, "the mask")
    is_extended(mask)
    check_unmasked(mask)
    return mask


class Attention(Node):
    """Form the attention of r queries to n keys with values: RowSoftmax((Q*K.T + mask)/sqrt(ell))*V.

    Q is r×ℓ, K is n×ℓ, V is n×d, the mask r×n; the result is r×d. With ``scale=False`` nothing is divided by √ℓ. Raise
    ShapeError when a product or sum of the definition does not fit, UnsupportedExpression for −∞ in Q, K or V,
    MaskedRow for an explicit mask with a row of −∞. Source: Ganev, §2.2, Definitions 2.1 and 2.5.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.dims import dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> Attention(Q, K, V).definition()
    RowSoftmax(1/sqrt(ell)*Q*K.T)*V
    >>> Attention(Q, Q, V)
    Traceback (most recent call last):
    symattn.errors.ShapeError: the shapes in RowSoftmax(1/sqrt(ell)*Q*Q.T)*V do not fit: r×r and n×d
    """

    def __new__(cls, Q: Any, K: Any, V: Any, mask: Any = None, scale: Any = True) -> Attention:
        Q, K, V = as_matrix(Q, "Q"), as_matrix(K, "K"), as_matrix(V, "V")
        for matrix, what in ((Q, "the queries"), (K, "the keys"), (V, "the values")):
            check_real(matrix, what)
        scale = as_sympy(scale)
        if not isinstance(scale, BooleanTrue | BooleanFalse):
            raise UnsupportedExpression(scale, "scale must be True or False")
        node = cls._make((Q.shape[0], V.shape[1]), Q, K, V, as_mask(mask), scale)
        if not sizes_equal(Q.shape[1], K.shape[1]):
            check_shapes(node.scores())
        if node.mask is not None and not shapes_equal(node.mask.shape, (Q.shape[0], K.shape[0])):
            node.scores()
        if not sizes_equal(K.shape[0], V.shape[0]):
            node.definition()
        return node

    @property
    def queries(self) -> MatrixExpr:
        """The matrix Q."""
        return self.args[0]

    @property
    def keys(self) -> MatrixExpr:
        """The matrix K."""
        return self.args[1]

    @property
    def values(self) -> MatrixExpr:
        """The matrix V."""
        return self.args[2]

    @property
    def mask(self) -> MatrixExpr | None:
        """The mask, or None."""
        return None if self.args[3] is S.false else self.args[3]

    @property
    def scale(self) -> bool:
        """Whether the scores are divided by √ℓ."""
        return bool(self.args[4])

    def scores(self) -> MatrixExpr:
        """Return the argument of the softmax."""
        products = product(self.queries, transposed(self.keys))
        return scaled_scores(products, self.queries.shape[1], self.mask, self.scale)

    def definition(self) -> MatrixExpr:
        """Return RowSoftmax((Q*K.T + mask)/sqrt(ell))*V, with what is absent left out."""
        return product(RowSoftmax(self.scores()), self.values)

    def _sympystr(self, printer: Any) -> str:
        parts = [printer._print(argument) for argument in self.args[:3]]
        if self.mask is not None:
            parts.append(f"mask={printer._print(self.mask)}")
        if not self.scale:
            parts.append("scale=False")
        return f"Attention({', '.join(parts)})"


class SelfAttention(Node):
    """Form the self-attention of the rows of X: Attention(X*S_Q, X*S_K, X*S_V, mask).

    X is n×p, S_Q and S_K are p×ℓ, S_V is p×d, the mask n×n; the result is n×d. A node of this class is not expanded
    when it is made, so that stacks of many layers stay small. Raise the errors of Attention. Source: Ganev, §2.4.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.dims import dims
    >>> n, p = dims("n p")
    >>> X, S_Q, S_K, S_V = MatrixSymbol("X", n, p), *(MatrixSymbol(f"S_{x}", p, p) for x in "QKV")
    >>> SelfAttention(X, S_Q, S_K, S_V).definition()
    Attention(X*S_Q, X*S_K, X*S_V)
    """

    def __new__(cls, X: Any, S_Q: Any, S_K: Any, S_V: Any, mask: Any = None) -> SelfAttention:
        X = as_matrix(X, "X")
        weights = tuple(as_matrix(W, name) for W, name in ((S_Q, "S_Q"), (S_K, "S_K"), (S_V, "S_V")))
        for matrix in (X, *weights):
            check_real(matrix, "the arguments of SelfAttention")
        mask = as_mask(mask)
        node = cls._make((X.shape[0], weights[2].shape[1]), X, *weights, mask)
        fits = all(sizes_equal(X.shape[1], W.shape[0]) for W in weights)
        fits = fits and sizes_equal(weights[0].shape[1], weights[1].shape[1])
        if not fits or (mask is not S.false and not shapes_equal(mask.shape, (X.shape[0], X.shape[0]))):
            node.definition()
        return node

    @property
    def mask(self) -> MatrixExpr | None:
        """The mask, or None."""
        return None if self.args[4] is S.false else self.args[4]

    def definition(self) -> Attention:
        """Return Attention(X*S_Q, X*S_K, X*S_V, mask)."""
        X, S_Q, S_K, S_V, _ = self.args
        return Attention(product(X, S_Q), product(X, S_K), product(X, S_V), self.mask)

    def _sympystr(self, printer: Any) -> str:
        parts = [printer._print(argument) for argument in self.args[:4]]
        if self.mask is not None:
            parts.append(f"mask={printer._print(self.mask)}")
        return f"SelfAttention({', '.join(parts)})"
