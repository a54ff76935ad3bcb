"""Multi-head attention, with scaled dot products and with a similarity kernel."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from sympy import Basic, Expr, MatrixExpr, MatrixSymbol, S
from sympy.core.symbol import Str

from symattn.errors import ShapeError
from symattn.language.base.accepted import Matrix
from symattn.language.base.dims import dims, sizes_equal
from symattn.language.base.entries import fresh_index
from symattn.language.base.nodes import Node
from symattn.language.base.own_classes import is_own
from symattn.language.base.shapes import as_matrix, product
from symattn.language.base.sorts import check_real
from symattn.language.base.symbols import MaskSymbol
from symattn.language.by_definition import ByDefinition, General
from symattn.language.words.attention import Attention, added_as, as_mask, of_option
from symattn.language.words.kernels import KernelAttention
from symattn.primitives.heads.word import HeadConcat, HeadFamily, HeadStack, HeadSum, MatrixFamily, as_family
from symattn.primitives.kernels.word import KernelSymbol, SimilarityKernel, as_kernel, sample_kernel

__all__ = ["KernelMultiHeadAttention", "MultiHeadAttention"]

#: Stands in place of W_O where there is none: a name that SymPy keeps.
NO_OUTPUT = Str("none")


class MultiHeadAttention(ByDefinition, Node):
    """Attend with H heads: Σ_h Attention(Q*W_Q[h], K*W_K[h], V*W_V[h]), or the heads side by side times W_O.

    Q is r×ℓ, K is n×k, V is n×d. The weights are families: W_Q of ℓ×p, W_K of k×p, W_V of d×q matrices. Without
    ``W_O`` the heads are summed, and the result is r×q. ``W_O``, an (Hq)×d′ matrix or a family of q×d′ matrices, is
    multiplied with the r×(Hq) matrix of all heads; the result is r×d′. Each head divides by √p, the square root of the
    width of its own keys. The r×n ``mask`` is the same for all heads, each of which adds it before it scales, as
    Attention does. Raise ShapeError for a misfit. Source: Ganev, §2.5 and Remark 2.4, where k is ℓ, with √p for the
    printed √ℓ.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> H, r, n, ell, d, p, q, e = dims("H r n ell d p q e")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> W_Q, W_K, W_V = (MatrixFamily(f"W_{x}", H, a, b) for x, a, b in (("Q", ell, p), ("K", ell, p), ("V", d, q)))
    >>> MultiHeadAttention(Q, K, V, W_Q, W_K, W_V).definition()
    HeadSum(Attention(Q*W_Q[h], K*W_K[h], V*W_V[h]), (h, 0, H - 1))
    >>> MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, MatrixSymbol("W_O", H*q, e)).shape
    (r, e)
    """

    is_layer: ClassVar[bool] = True

    def __new__(
        cls,
        Q: Matrix,
        K: Matrix,
        V: Matrix,
        W_Q: MatrixFamily | HeadFamily,
        W_K: MatrixFamily | HeadFamily,
        W_V: MatrixFamily | HeadFamily,
        W_O: Matrix | None = None,
        mask: Matrix | None = None,
    ) -> Self:
        Q, K, V = as_matrix(Q, "Q"), as_matrix(K, "K"), as_matrix(V, "V")
        families = _checked_families(None, ((W_Q, "W_Q"), (W_K, "W_K"), (W_V, "W_V")))
        W_O, mask = _as_output(W_O, families[0].heads), as_mask(mask)
        width = families[2].member_shape[1]
        if W_O != NO_OUTPUT:
            width = W_O.member_shape[1] if isinstance(W_O, MatrixFamily | HeadFamily) else W_O.shape[1]
        node = cls._make((Q.shape[0], width), Q, K, V, *families, W_O, *(() if mask is S.false else (mask,)))
        node.definition()
        return node

    @property
    def heads(self) -> Expr:
        """The number of heads."""
        return self.args[3].heads

    @property
    def output(self) -> MatrixExpr | None:
        """The (Hq)×d′ matrix behind the heads, or None."""
        return _output(self.args[6])

    @property
    def mask(self) -> MatrixExpr | None:
        """The mask of all heads, or None."""
        return self.args[7] if len(self.args) > 7 else None

    def definition(self) -> MatrixExpr:
        """Return the sum of the heads, or the heads side by side times W_O."""
        Q, K, V, W_Q, W_K, W_V = self.args[:6]
        h = fresh_index("h", *self.args)
        head = Attention(product(Q, W_Q[h]), product(K, W_K[h]), product(V, W_V[h]), self.mask)
        return _together(head, h, self.heads, self.output)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        option = _output_option(self.args[6]) + added_as(self.mask)
        return option, tuple(argument for argument in self.args if argument != NO_OUTPUT)

    @classmethod
    def general(cls, option: str) -> General:
        sizes, weights, output = _general_weights(option)
        r, n = sizes[1:3]
        mask = of_option(option.split(".")[1:], r, n)
        Q, K, V, W_Q, W_K, W_V = weights
        node = MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, output, *mask)
        return General(node, (*weights, *(() if output is None else (output,)), *mask), sizes)

    def sample(self) -> MultiHeadAttention:
        r, n = dims("r n")
        mask = None if self.mask is None else MaskSymbol("M", r, n)
        Q, K, V, W_Q, W_K, W_V = _sample_weights()
        output = None if self.output is None else _sample_output()
        return MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, output, mask)

    def in_text(self, printer: Any) -> str:
        shown = self.args[:6] if self.output is None else self.args[:7]
        return str(printer.call("MultiHeadAtt", shown, mask=self.mask))

    def in_latex(self, printer: Any) -> str:
        return _in_latex(printer, self.args[:3], self.args[3:7], self.output, mask=self.mask)

    def _sympystr(self, printer: Any) -> str:
        shown = self.args[:6] if self.output is None else self.args[:7]
        return f"MultiHeadAttention({_written(printer, shown, self.mask)})"


class KernelMultiHeadAttention(ByDefinition, Node):
    """Attend with H heads and a similarity kernel: Σ_h KernelAttention(kernel, Q*W_Q[h], K*W_K[h], V*W_V[h]).

    The other arguments, the mask among them, their shapes and the errors are those of MultiHeadAttention; nothing is
    scaled. Source: Ganev, §2.7, on §2.5.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> from symattn.primitives.kernels.word import KernelSymbol
    >>> H, r, n, ell, d = dims("H r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> W, U = MatrixFamily("W", H, ell, ell), MatrixFamily("U", H, d, d)
    >>> KernelMultiHeadAttention(KernelSymbol("alpha"), Q, K, V, W, W, U).definition()
    HeadSum(KernelAttention(alpha, Q*W[h], K*W[h], V*U[h]), (h, 0, H - 1))
    """

    is_layer: ClassVar[bool] = True

    def __new__(
        cls,
        kernel: SimilarityKernel,
        Q: Matrix,
        K: Matrix,
        V: Matrix,
        W_Q: MatrixFamily | HeadFamily,
        W_K: MatrixFamily | HeadFamily,
        W_V: MatrixFamily | HeadFamily,
        W_O: Matrix | None = None,
        mask: Matrix | None = None,
    ) -> Self:
        unscaled = MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, W_O, mask)
        return cls._make(unscaled.shape, as_kernel(kernel), *unscaled.args)

    @property
    def kernel(self) -> Basic:
        """The similarity kernel."""
        return self.args[0]

    @property
    def heads(self) -> Expr:
        """The number of heads."""
        return self.args[4].heads

    @property
    def width(self) -> Expr:
        """The width of the queries and keys of one head."""
        return self.args[4].member_shape[1]

    @property
    def output(self) -> MatrixExpr | None:
        """The (Hq)×d′ matrix behind the heads, or None."""
        return _output(self.args[7])

    @property
    def mask(self) -> MatrixExpr | None:
        """The mask of all heads, or None."""
        return self.args[8] if len(self.args) > 8 else None

    def definition(self) -> MatrixExpr:
        """Return the sum of the heads, or the heads side by side times W_O."""
        kernel, Q, K, V, W_Q, W_K, W_V = self.args[:7]
        h = fresh_index("h", *self.args)
        head = KernelAttention(kernel, product(Q, W_Q[h]), product(K, W_K[h]), product(V, W_V[h]), self.mask)
        return _together(head, h, self.heads, self.output)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        option = _output_option(self.args[7]) + added_as(self.mask)
        return option, tuple(argument for argument in self.args if argument != NO_OUTPUT)

    @classmethod
    def general(cls, option: str) -> General:
        kernel = KernelSymbol("alpha")
        sizes, weights, output = _general_weights(option)
        Q, K, V, W_Q, W_K, W_V = weights
        r, n = sizes[1:3]
        mask = of_option(option.split(".")[1:], r, n)
        node = KernelMultiHeadAttention(kernel, Q, K, V, W_Q, W_K, W_V, output, *mask)
        parameters = kernel, *weights, *(() if output is None else (output,)), *mask
        return General(node, parameters, sizes, {kernel: sizes[6]})  # which compares rows of width p

    def sample(self) -> KernelMultiHeadAttention | None:
        if is_own(type(self.kernel)):
            return None
        Q, K, V, W_Q, W_K, W_V = _sample_weights()
        output = None if self.output is None else _sample_output()
        mask = None if self.mask is None else MaskSymbol("M", *dims("r n"))
        return KernelMultiHeadAttention(sample_kernel(self.kernel), Q, K, V, W_Q, W_K, W_V, output, mask)

    def in_text(self, printer: Any) -> str:
        shown = self.args[1:7] if self.output is None else self.args[1:8]
        return str(printer.call(f"MultiHeadAtt_{printer.subscript(self.kernel)}", shown, mask=self.mask))

    def in_latex(self, printer: Any) -> str:
        return _in_latex(printer, self.args[1:4], self.args[4:8], self.output, printer._print(self.kernel), self.mask)

    def _sympystr(self, printer: Any) -> str:
        shown = self.args[:7] if self.output is None else self.args[:8]
        return f"KernelMultiHeadAttention({_written(printer, shown, self.mask)})"


# ------------------------------------------------------------------------------------------------ weights and outputs


def _checked_families(H: Expr | None, families: tuple[tuple[Any, str], ...]) -> tuple[Any, ...]:
    """Return weights as families of as many heads; raise ShapeError for another number of heads."""
    found = tuple(as_family(value, what) for value, what in families)
    heads = found[0].heads if H is None else H
    for family in found:
        if not sizes_equal(family.heads, heads):
            raise ShapeError(family, (family.heads, *family.member_shape), (heads, *family.member_shape))
    return found


def _as_output(W_O: Any, heads: Expr) -> Any:
    """Return the weights behind the heads: ``None`` as a name that SymPy keeps, a matrix, or a family."""
    if W_O is None or W_O == NO_OUTPUT:
        return NO_OUTPUT
    if isinstance(W_O, MatrixFamily | HeadFamily):
        return _checked_families(heads, ((W_O, "W_O"),))[0]
    W_O = as_matrix(W_O, "W_O")
    check_real(W_O, "W_O")
    return W_O


def _output(W_O: Any) -> MatrixExpr | None:
    if W_O == NO_OUTPUT:
        return None
    return HeadStack(W_O) if isinstance(W_O, MatrixFamily | HeadFamily) else W_O


def _together(head: MatrixExpr, h: Basic, heads: Expr, output: MatrixExpr | None) -> MatrixExpr:
    if output is None:
        return HeadSum(head, (h, 0, heads - 1))
    return product(HeadConcat(head, (h, 0, heads - 1)), output)


def _output_option(W_O: Any) -> str:
    if W_O == NO_OUTPUT:
        return ""
    return ".family" if isinstance(W_O, MatrixFamily | HeadFamily) else ".matrix"


def _general_weights(option: str) -> tuple[tuple[Any, ...], tuple[Any, ...], Any]:
    """Return the sizes of a general case, the matrices Q, K, V with the weights of the heads, and W_O or None."""
    options = option.split(".")[1:]
    H, r, n, l, k, d, p, q, e = sizes = dims("H r n l k d p q e")
    weights = (
        *(MatrixSymbol("Q", r, l), MatrixSymbol("K", n, k), MatrixSymbol("V", n, d)),
        *(MatrixFamily("W_Q", H, l, p), MatrixFamily("W_K", H, k, p), MatrixFamily("W_V", H, d, q)),
    )
    if "matrix" in options:
        return sizes, weights, MatrixSymbol("W_O", H * q, e)
    if "family" in options:
        return sizes, weights, MatrixFamily("W_O", H, q, e)
    return sizes[:-1], weights, None


def _sample_weights() -> tuple[Any, ...]:
    r, n, ell, d, p, q, H = dims("r n ell d p q H")
    matrices = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return (*matrices, *(MatrixFamily(f"W_{x}", H, a, b) for x, a, b in (("Q", ell, p), ("K", ell, p), ("V", d, q))))


def _sample_output() -> MatrixSymbol:
    q, e, H = dims("q e H")
    return MatrixSymbol("W_O", H * q, e)


def _written(printer: Any, shown: tuple[Any, ...], mask: MatrixExpr | None) -> str:
    """Return arguments as SymPy's own printer writes them, the mask by its name."""
    parts = [str(printer._print(argument)) for argument in shown]
    return ", ".join([*parts, *([] if mask is None else [f"mask={printer._print(mask)}"])])


def _in_latex(printer: Any, matrices: Any, weights: Any, output: Any, before: str = "", mask: Any = None) -> str:
    used = weights[:3] if output is None else weights
    subscript = ", ".join(filter(None, [before, *map(printer._print, used)]))
    return str(printer.with_mask(rf"\operatorname{{MultiHeadAtt}}_{{{subscript}}}", matrices, mask))
