"""Positional encodings by sines and cosines: frequencies, encodings of positions, the matrix that shifts them.

Positions and frequencies are counted from 0; columns are interleaved (sin, cos).  The sources count differently:
``first=1`` gives Denk's frequencies.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from sympy import Basic, Expr, FunctionMatrix, Integer, Lambda, S, Symbol, sympify
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Number, Size
from symattn.language.base.dims import as_sympy, check_size, dims, half_size
from symattn.language.base.entries import fresh_index
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import product
from symattn.language.by_definition import ByDefinition, General
from symattn.language.encodings import as_real, even_width, parity
from symattn.primitives.rotations.word import BlockRotation, SineCosine

__all__ = ["Frequencies", "ShiftMatrix", "SinusoidalEncoding", "SinusoidalVector"]


class Frequencies(ByDefinition, Node):
    """Make the h×1 column of angular frequencies 10000^(−(m + first)/h), m = 0, …, h − 1, for the width 2h.

    ``first`` is 0 for the usual indexing and 1 for Denk's. Raise OddWidth when the width is not provably even.

    >>> from symattn.language.base.dims import dims
    >>> h = dims("h")
    >>> Frequencies(2*h)[0, 0], Frequencies(2*h, first=1)[0, 0]
    (1, 10000**(-1/h))
    """

    written: ClassVar[str] = "name"

    def __new__(cls, width: Size, first: Number = 0) -> Self:
        width, half = even_width(width, f"Frequencies({width})")
        return cls._make((half, S.One), width, as_first(first))

    @property
    def width(self) -> Expr:
        """The width 2h of the encoding."""
        return self.args[0]

    @property
    def first(self) -> Expr:
        """The index of the first frequency."""
        return self.args[1]

    def entry(self, i: Size, j: Size) -> Expr:
        """Return 10000^(−(i + first)/h)."""
        return Integer(10000) ** (-(sympify(i) + self.first) / self.shape[0])

    def definition(self) -> FunctionMatrix:
        """Return the column of all entries by their formula."""
        m, c = fresh_index("m", *self.args), fresh_index("c", *self.args)
        return FunctionMatrix(*self.shape, Lambda((m, c), self.entry(m, c)))

    def _shown_arguments(self) -> tuple[Any, ...]:
        return without_first(self.args)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        return first_option(self.first), self.shape[:1]

    @classmethod
    def general(cls, option: str) -> General:
        h = dims("h")
        return General(Frequencies(2 * h, first_of(option)), (h,), (h,))

    def arrays(self, evaluator: Any) -> Any:
        """Compute the powers as one array."""
        return _row(evaluator, evaluator.size(self.shape[0]), int(self.first))[:, None]

    def in_text(self, printer: Any) -> str:
        return _in_text(self, printer)

    def in_latex(self, printer: Any) -> str:
        return _in_latex(printer, r"\boldsymbol{\lambda}", (), *self.args)


class SinusoidalVector(ByDefinition, Node):
    """Make the 2h×1 encoding of position t: SineCosine(t*Frequencies(2*h, first)).

    Source: Denk, Linear Relationships in the Transformer's Positional Encoding, (1), with ``first=1``.

    >>> from sympy import Symbol
    >>> from symattn.language.base.dims import dims
    >>> t, h = Symbol("t", real=True), dims("h")
    >>> SinusoidalVector(t, 2*h).definition()
    SineCosine(t*Frequencies(2*h))
    """

    def __new__(cls, t: Number, width: Size, first: Number = 0) -> Self:
        width, _ = even_width(width, f"SinusoidalVector({t}, {width})")
        return cls._make((width, S.One), as_real(t, "a position"), width, as_first(first))

    @property
    def position(self) -> Expr:
        """The position t."""
        return self.args[0]

    def definition(self) -> SineCosine:
        """Return SineCosine(t*Frequencies(2*h, first))."""
        t, width, first = self.args
        return SineCosine(product(t, Frequencies(width, first)))

    def entry(self, i: Size, j: Size) -> Expr:
        """Return the sine or cosine in row i; unexpanded when the parity of i is open."""
        return super().entry(i, j) if parity(i) is None else self.definition().entry(i, j)

    def _shown_arguments(self) -> tuple[Any, ...]:
        return without_first(self.args)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        return first_option(self.args[2]), (half(self.args[1]), self.args[0])

    @classmethod
    def general(cls, option: str) -> General:
        h, t = dims("h"), Symbol("t", real=True)
        return General(SinusoidalVector(t, 2 * h, first_of(option)), (h, t), (h,))

    def in_text(self, printer: Any) -> str:
        return _in_text(self, printer)

    def in_latex(self, printer: Any) -> str:
        return _in_latex(printer, "e", self.args[:1], *self.args[1:])


class SinusoidalEncoding(ByDefinition, Node):
    """Make the n×2h matrix whose row t is the encoding of position t, t = 0, …, n − 1.

    Raise OddWidth when the width is not provably even. Source: Denk, (1); Vaswani et al., Attention Is All You Need,
    §3.5.

    >>> from symattn.language.base.dims import dims
    >>> n, h, d = dims("n h d")
    >>> SinusoidalEncoding(n + 3, 2*h)[3, 0]
    sin(3)
    >>> SinusoidalEncoding(n, d)
    Traceback (most recent call last):
    symattn.errors.OddWidth: the width d of SinusoidalEncoding(n, d) is not provably even; write it as 2*h
    """

    written: ClassVar[str] = "name"

    def __new__(cls, n: Size, width: Size, first: Number = 0) -> Self:
        n = check_size(n)
        width, _ = even_width(width, f"SinusoidalEncoding({n}, {width})")
        return cls._make((n, width), n, width, as_first(first))

    def row(self, t: Number) -> SinusoidalVector:
        """Return the encoding of position t as a column."""
        return SinusoidalVector(t, self.args[1], self.args[2])

    def entry(self, i: Size, j: Size) -> Expr:
        """Return the sine or cosine in row i and column j; unexpanded when the parity of j is open."""
        return super().entry(i, j) if parity(j) is None else self.row(i).entry(j, 0)

    def definition(self) -> FunctionMatrix:
        """Return the matrix whose entry (t, c) is entry c of the encoding of position t."""
        t, c = fresh_index("t", *self.args), fresh_index("c", *self.args)
        return FunctionMatrix(*self.shape, Lambda((t, c), MatrixElement(self.row(t), c, S.Zero)))

    def _shown_arguments(self) -> tuple[Any, ...]:
        return without_first(self.args)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        return first_option(self.args[2]), (self.args[0], half(self.args[1]))

    @classmethod
    def general(cls, option: str) -> General:
        n, h = sizes = dims("n h")
        return General(SinusoidalEncoding(n, 2 * h, first_of(option)), sizes, sizes)

    def arrays(self, evaluator: Any) -> Any:
        """Compute all angles as one array."""
        xp, (n, width) = evaluator.xp, evaluator.shape(self)
        evaluator.refuse_too_many(n, width)
        positions = xp.asarray([float(t) for t in range(n)], dtype=evaluator.dtype)
        angles = positions[:, None] * _row(evaluator, width // 2, int(self.args[2]))[None, :]
        return xp.reshape(xp.stack([xp.sin(angles), xp.cos(angles)], axis=2), (n, width))

    def in_text(self, printer: Any) -> str:
        return _in_text(self, printer)

    def in_latex(self, printer: Any) -> str:
        n, width, first = self.args
        return _in_latex(printer, "E", (), width, first) + rf"^{{({printer._print(n)})}}"


class ShiftMatrix(ByDefinition, Node):
    """Make the 2h×2h matrix that shifts encodings by k positions: BlockRotation(k*Frequencies(2*h, first)).

    It acts on columns: ShiftMatrix(k, 2*h)*SinusoidalVector(t, 2*h) is SinusoidalVector(t + k, 2*h). Source: Denk,
    (3), (4).

    >>> from sympy import Symbol
    >>> from symattn.language.base.dims import dims
    >>> k, h = Symbol("k", real=True), dims("h")
    >>> ShiftMatrix(k, 2*h, first=1).definition()
    BlockRotation(k*Frequencies(2*h, 1))
    """

    written: ClassVar[str] = "name"

    def __new__(cls, k: Number, width: Size, first: Number = 0) -> Self:
        width, _ = even_width(width, f"ShiftMatrix({k}, {width})")
        return cls._make((width, width), as_real(k, "a shift"), width, as_first(first))

    @property
    def shift(self) -> Expr:
        """The shift k."""
        return self.args[0]

    def definition(self) -> BlockRotation:
        """Return BlockRotation(k*Frequencies(2*h, first))."""
        k, width, first = self.args
        return BlockRotation(product(k, Frequencies(width, first)))

    def entry(self, i: Size, j: Size) -> Expr:
        """Return the entry of the rotation; unexpanded when a parity is open."""
        return super().entry(i, j) if parity(i) is None or parity(j) is None else self.definition().entry(i, j)

    def _shown_arguments(self) -> tuple[Any, ...]:
        return without_first(self.args)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        return first_option(self.args[2]), (half(self.args[1]), self.args[0])

    @classmethod
    def general(cls, option: str) -> General:
        h, t = dims("h"), Symbol("t", real=True)
        return General(ShiftMatrix(t, 2 * h, first_of(option)), (h, t), (h,))

    def sample(self) -> ShiftMatrix:
        k, h = dims("k h")
        return ShiftMatrix(k, 2 * h, self.args[2])

    def in_text(self, printer: Any) -> str:
        return _in_text(self, printer)

    def in_latex(self, printer: Any) -> str:
        k, width, first = self.args
        return _in_latex(printer, "T", (), width, first) + rf"^{{({printer._print(k)})}}"


# --------------------------------------------------------------------------------------- widths and the first frequency


def as_first(first: Any) -> Expr:
    """Return the index of the first frequency: a natural number; raise UnsupportedExpression for anything else."""
    first = as_sympy(first)
    if not isinstance(first, Integer) or first < 0:
        raise UnsupportedExpression(first, "first must be a natural number")
    return first


def without_first(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out a last argument 0, the usual ``first``, in print."""
    return args[:-1] if args[-1] == 0 else args


def first_option(first: Expr) -> str:
    """Return the option that a first frequency makes."""
    return "" if first == 0 else f".first{first}"


def first_of(option: str) -> int:
    """Return the first frequency that an option names."""
    return int(option.removeprefix(".first") or 0)


def half(width: Expr) -> Expr:
    """Return half of a width; raise UnsupportedExpression when it is not provably even."""
    found = half_size(width)
    if found is None:
        raise UnsupportedExpression(width, "the width of an encoding must be even")
    return found


def _row(evaluator: Any, count: int, first: int) -> Any:
    exponents = evaluator.xp.asarray([-(m + first) / count for m in range(count)], dtype=evaluator.dtype)
    return 10000.0**exponents


def _in_text(word: Any, printer: Any) -> str:
    first = word.args[-1]
    return str(printer.call(type(word).__name__, word.args[:-1], first=None if first == 0 else first))


def _in_latex(printer: Any, head: str, arguments: tuple[Any, ...], width: Any, first: Any) -> str:
    subscript = printer._print(width)
    if first != 0:
        subscript += rf", \mathrm{{first}} = {printer._print(first)}"
    return str(printer.call(rf"{head}_{{{subscript}}}", *arguments)) if arguments else f"{head}_{{{subscript}}}"
