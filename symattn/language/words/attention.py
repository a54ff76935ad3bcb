"""Attention of queries to keys and values, and self-attention."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from sympy import Basic, Expr, MatAdd, MatrixExpr, MatrixSymbol, S, Symbol, sqrt
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Matrix, Number
from symattn.language.base.dims import as_sympy, dims, sizes_equal
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix, check_shapes, misfit, product, shapes_equal, total, transposed
from symattn.language.base.sorts import check_real, check_unmasked, is_extended
from symattn.language.base.symbols import MaskSymbol
from symattn.language.by_definition import ByDefinition, General
from symattn.language.encodings import as_real
from symattn.primitives.softmax.word import RowSoftmax

__all__ = ["Attention", "SelfAttention"]


class Attention(ByDefinition, Node):
    """Form the attention of r queries to n keys with values: RowSoftmax((Q*K.T + mask)/sqrt(ell))*V.

    Q is r×ℓ, K is n×ℓ, V is n×d, the mask r×n; the result is r×d. The mask is added before the scores are scaled, as in
    the notes; a ``bias``, r×n too, is added after that, as PyTorch does it: with both the scores are
    (Q*K.T + mask)/sqrt(ell) + bias. ``scale`` is True for the factor 1/√ℓ, False for none, or the factor itself. Raise
    ShapeError when a product or sum of the definition does not fit, UnsupportedExpression for −∞ in Q, K or V and for a
    scale that is no real number, MaskedRow for an explicit mask with a row of −∞. Source: Ganev, §2.2, Definitions 2.1
    and 2.5.

    >>> from sympy import MatrixSymbol
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> Attention(Q, K, V).definition()
    RowSoftmax(1/sqrt(ell)*Q*K.T)*V
    >>> M, B = MaskSymbol("M", r, n), MatrixSymbol("B", r, n)
    >>> Attention(Q, K, V, M, bias=B).scores()
    B + 1/sqrt(ell)*(M + Q*K.T)
    >>> Attention(Q, Q, V)
    Traceback (most recent call last):
    symattn.errors.ShapeError: the shapes in RowSoftmax(1/sqrt(ell)*Q*Q.T)*V do not fit: r×r and n×d
    """

    is_layer: ClassVar[bool] = True

    def __new__(
        cls,
        Q: Matrix,
        K: Matrix,
        V: Matrix,
        mask: Matrix | None = None,
        scale: bool | Number = True,
        bias: Matrix | None = None,
    ) -> Self:
        Q, K, V = as_matrix(Q, "Q"), as_matrix(K, "K"), as_matrix(V, "V")
        for matrix, what in ((Q, "the queries"), (K, "the keys"), (V, "the values")):
            check_real(matrix, what)
        bias = as_mask(bias, "the bias")
        parts = (Q, K, V, as_mask(mask), as_scale(scale), *(() if bias is S.false else (bias,)))
        node = cls._make((Q.shape[0], V.shape[1]), *parts)
        scores = (Q.shape[0], K.shape[0])
        if not sizes_equal(Q.shape[1], K.shape[1]):
            check_shapes(node.scores())
        if any(added is not None and not shapes_equal(added.shape, scores) for added in (node.mask, node.bias)):
            node.scores()
        if not isinstance(node.scale, bool):
            is_extended(node.scores())  # a factor that is not positive takes −∞ elsewhere
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
        """The mask, which is added before scaling, or None."""
        return None if self.args[3] is S.false else self.args[3]

    @property
    def scale(self) -> bool | Expr:
        """Whether the scores are divided by √ℓ, or the factor by which they are multiplied."""
        return bool(self.args[4]) if isinstance(self.args[4], BooleanTrue | BooleanFalse) else self.args[4]

    @property
    def bias(self) -> MatrixExpr | None:
        """The bias, which is added after scaling, or None."""
        return self.args[5] if len(self.args) > 5 else None

    @property
    def factor(self) -> Expr:
        """The number by which the scores are multiplied."""
        if isinstance(self.scale, bool):
            return 1 / sqrt(self.queries.shape[1]) if self.scale else S.One
        return self.scale

    def scores(self) -> MatrixExpr:
        """Return the argument of the softmax."""
        scores = product(self.queries, transposed(self.keys))
        if self.mask is not None:
            scores = with_added(scores, self.mask)
        scores = product(self.factor, scores, check=False)
        return scores if self.bias is None else with_added(scores, self.bias)

    def definition(self) -> MatrixExpr:
        """Return RowSoftmax((Q*K.T + mask)/sqrt(ell) + bias)*V, with what is absent left out."""
        return product(RowSoftmax(self.scores()), self.values)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        scale, given = self.scale, [added for added in (self.mask, self.bias) if added is not None]
        is_number = not isinstance(scale, bool)
        option = ".scaled" if is_number else "" if scale else ".unscaled"
        option += added_as(self.mask) + added_as(self.bias, ".masked_after", ".biased_after")
        return option, (*self.args[:3], *given, *((scale,) if is_number else ()))

    @classmethod
    def general(cls, option: str) -> General:
        r, n, l, d = sizes = dims("r n l d")
        Q, K, V = MatrixSymbol("Q", r, l), MatrixSymbol("K", n, l), MatrixSymbol("V", n, d)
        options = option.split(".")[1:]
        mask = next(iter(of_option(options, r, n)), None)
        bias = next(iter(of_option(options, r, n, "_after")), None)
        number = Symbol("s", real=True) if "scaled" in options else None
        scale: Any = "unscaled" not in options if number is None else number
        given = [part for part in (mask, bias, number) if part is not None]
        return General(Attention(Q, K, V, mask, scale, bias), (Q, K, V, *given), sizes)

    def sample(self) -> Attention:
        r, n, ell, d = dims("r n ell d")
        M = None if self.mask is None else MaskSymbol("M", r, n)
        B = None if self.bias is None else (MaskSymbol if is_extended(self.bias) else MatrixSymbol)("B", r, n)
        scale = self.scale if isinstance(self.scale, bool) else Symbol("s", positive=True)
        Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
        return Attention(Q, K, V, M, scale, B)

    def _options(self, false: Any) -> dict[str, Any]:
        scale = self.scale
        written = None if scale is True else false if scale is False else scale
        return {"mask": self.mask, "scale": written, "bias": self.bias}

    def in_text(self, printer: Any) -> str:
        return str(printer.call("Att", self.args[:3], **self._options(S.false)))

    def in_latex(self, printer: Any) -> str:
        head = r"\operatorname{Att}"
        if self.scale is False:
            head += r"_{\mathrm{unscaled}}"
        elif self.scale is not True:
            head += rf"_{{\mathrm{{scale}} = {printer._print(self.scale)}}}"
        bias = "" if self.bias is None else rf"\mathrm{{bias}} = {printer._print(self.bias)}"
        return str(printer.with_mask(head, self.args[:3], self.mask, bias))

    def _sympystr(self, printer: Any) -> str:
        parts = [printer._print(argument) for argument in self.args[:3]]
        options = self._options(S.false)
        parts += [f"{name}={printer._print(value)}" for name, value in options.items() if value is not None]
        return f"Attention({', '.join(parts)})"


class SelfAttention(ByDefinition, Node):
    """Form the self-attention of the rows of X: Attention(X*S_Q, X*S_K, X*S_V, mask).

    X is n×p, S_Q and S_K are p×ℓ, S_V is p×d, the mask n×n; the result is n×d. A node of this class is not expanded
    when it is made, so that stacks of many layers stay small. Raise the errors of Attention. Source: Ganev, §2.4.

    >>> from sympy import MatrixSymbol
    >>> n, p = dims("n p")
    >>> X, S_Q, S_K, S_V = MatrixSymbol("X", n, p), *(MatrixSymbol(f"S_{x}", p, p) for x in "QKV")
    >>> SelfAttention(X, S_Q, S_K, S_V).definition()
    Attention(X*S_Q, X*S_K, X*S_V)
    """

    is_layer: ClassVar[bool] = True

    def __new__(cls, X: Matrix, S_Q: Matrix, S_K: Matrix, S_V: Matrix, mask: Matrix | None = None) -> Self:
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

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        return added_as(self.mask), self.args if self.mask is not None else self.args[:4]

    @classmethod
    def general(cls, option: str) -> General:
        n, p, l, d = sizes = dims("n p l d")
        weights = MatrixSymbol("S_Q", p, l), MatrixSymbol("S_K", p, l), MatrixSymbol("S_V", p, d)
        parameters = (MatrixSymbol("X", n, p), *weights, *of_option(option.split(".")[1:], n, n))
        X, S_Q, S_K, S_V, *mask = parameters
        return General(SelfAttention(X, S_Q, S_K, S_V, *mask), parameters, sizes)

    def sample(self) -> SelfAttention:
        n, p, ell, d = dims("n p ell d")
        S_Q, S_K, S_V = (MatrixSymbol(f"S_{name}", p, d if name == "V" else ell) for name in "QKV")
        mask = None if self.mask is None else MaskSymbol("M", n, n)
        return SelfAttention(MatrixSymbol("X", n, p), S_Q, S_K, S_V, mask)

    def in_text(self, printer: Any) -> str:
        return str(printer.call("SelfAtt", self.args[:4], mask=self.mask))

    def in_latex(self, printer: Any) -> str:
        X, *weights, _ = self.args
        subscript = ", ".join(map(printer._print, weights))
        return str(printer.with_mask(rf"\operatorname{{SelfAtt}}_{{{subscript}}}", (X,), self.mask))

    def _sympystr(self, printer: Any) -> str:
        parts = [printer._print(argument) for argument in self.args[:4]]
        if self.mask is not None:
            parts.append(f"mask={printer._print(self.mask)}")
        return f"SelfAttention({', '.join(parts)})"


# ------------------------------------------------------------------------------------------------- masks as arguments


def as_mask(mask: Any, what: str = "the mask") -> Any:
    """Return a mask argument as SymPy keeps it: a checked matrix, or ``false`` for no mask."""
    if mask is None or mask is False or isinstance(mask, BooleanFalse):
        return S.false
    mask = as_matrix(mask, what)
    is_extended(mask)
    check_unmasked(mask)
    return mask


def as_scale(scale: Any) -> Any:
    """Return a scale as SymPy keeps it: True, False or a real number."""
    scale = as_sympy(scale)
    if isinstance(scale, BooleanTrue | BooleanFalse):
        return scale
    if not isinstance(scale, Expr):
        raise UnsupportedExpression(scale, "scale must be True, False or a real number")
    check_real(scale, "the scale")
    check_shapes(scale)
    return as_real(scale, "the scale")


def added_as(matrix: Any, masked: str = ".masked", biased: str = ".biased") -> str:
    """Return the part of an option that tells whether a matrix is added, and whether it has entries −∞."""
    return "" if matrix is None else masked if is_extended(matrix) else biased


def of_option(options: Any, rows: Expr, columns: Expr, place: str = "") -> tuple[MatrixSymbol, ...]:
    """Return the symbol for what an option says is added to the scores, or nothing."""
    if f"masked{place}" in options:
        return (MaskSymbol(f"mask{place}", rows, columns),)
    return (MatrixSymbol(f"bias{place}", rows, columns),) if f"biased{place}" in options else ()


def with_added(scores: MatrixExpr, other: MatrixExpr) -> MatrixExpr:
    """Return scores and what is added to them; raise ShapeError where their shapes differ."""
    if not shapes_equal(scores.shape, other.shape):
        raise misfit(MatAdd, scores, other)
    return total(scores, other)
