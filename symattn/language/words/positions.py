"""Data with positions: encodings that are added, rotations by the position, maps that see it, sequential encodings.

Positions are the row numbers 0, …, n − 1, so that row j is what a source that counts from 1 calls vector j + 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from sympy import (
    Basic,
    BlockMatrix,
    Expr,
    FunctionMatrix,
    HadamardProduct,
    Lambda,
    MatAdd,
    MatMul,
    MatPow,
    MatrixExpr,
    MatrixSymbol,
    Mul,
    S,
    Symbol,
    cos,
    sin,
)
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.base.accepted import Matrix, Number, Size
from symattn.language.base.dims import check_size, dims, sizes_equal, split_size
from symattn.language.base.entries import fresh_index
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix, product, total, transposed
from symattn.language.base.sorts import check_real
from symattn.language.by_definition import ByDefinition, General
from symattn.language.encodings import as_real, even_width
from symattn.language.words.encodings import Frequencies
from symattn.primitives.maps.word import MapSymbol, RowMap
from symattn.primitives.rotations.word import BlockRotation, as_angles
from symattn.primitives.sequential.word import SequentialEncoding

__all__ = ["AdditiveEncoding", "PositionMap", "PositionalEncoding", "RotaryEncoding"]


class AdditiveEncoding(ByDefinition, Node):
    """Add an encoding to data: X plus the first columns of P, as many as X has.

    X is n×d′ and P is n×d with d′ ≤ d, where d − d′ is provably 0 or a size; the result is n×d′. An odd width d′ takes
    an encoding of the even width d = d′ + 1. Raise ShapeError when the rows differ or P is not provably as wide as X.
    Source: Ganev, Notes on Attention and Positional Encodings, Definition 3.1.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> from symattn.language.words.encodings import SinusoidalEncoding
    >>> n, h = dims("n h")
    >>> AdditiveEncoding(MatrixSymbol("X", n, 2*h + 1), SinusoidalEncoding(n, 2*h + 2)).definition()
    SinusoidalEncoding(n, 2*h + 2)[:, :2*h + 1] + X
    """

    def __new__(cls, X: Matrix, P: Matrix) -> Self:
        X, P = as_matrix(X, "X"), as_matrix(P, "P")
        for matrix, what in ((X, "the data"), (P, "the encoding")):
            check_real(matrix, what)
        (rows, width), (positions, whole) = X.shape, P.shape
        fits = sizes_equal(width, whole) or split_size(whole, width) is not None
        if not (sizes_equal(rows, positions) and fits):
            raise ShapeError(f"AdditiveEncoding({X}, {P})", X.shape, P.shape)
        return cls._make(X.shape, X, P)

    @property
    def data(self) -> MatrixExpr:
        """The matrix X."""
        return self.args[0]

    @property
    def encoding(self) -> MatrixExpr:
        """The matrix P."""
        return self.args[1]

    def definition(self) -> MatrixExpr:
        """Return X + P[:, :d′], or X + P when P has as many columns as X."""
        X, P = self.args
        return total(X, P if sizes_equal(X.shape[1], P.shape[1]) else P[:, : X.shape[1]])

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        is_whole = sizes_equal(self.shape[1], self.encoding.shape[1])
        return "" if is_whole else ".first_columns", self.args

    @classmethod
    def general(cls, option: str) -> General:
        sizes = dims("n d k" if option else "n d")
        n, d = sizes[:2]
        parameters = MatrixSymbol("X", n, d), MatrixSymbol("P", n, d + sizes[2] if option else d)
        return General(AdditiveEncoding(*parameters), parameters, sizes)

    def in_latex(self, printer: Any) -> str:
        return str(printer.call(r"\operatorname{Add}", *self.args))


class RotaryEncoding(ByDefinition, Node):
    """Rotate each row of data by its position: row m of the result is BlockRotation((start + m)*frequencies)*(row m).

    X is n×2h, the frequencies are any h×1 column, by default Frequencies(2*h); row m is turned as a column. Raise
    OddWidth when the width of X is not provably even, ShapeError for another number of frequencies. Sources: Ganev,
    Notes on Attention and Positional Encodings, Definition 3.7; Su et al., RoFormer, §3.2.

    A pair (a, b) becomes (a·cos + b·sin, b·cos − a·sin), as in the notes. RoFormer, GPT-J and Llama turn the other way:
    ``sense="counterclockwise"`` negates the frequencies. The columns 2m and 2m + 1 are a pair; with the layout
    "halves", that of GPT-NeoX and of Llama in transformers, the columns m and h + m are, and the result is written out.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> n, h = dims("n h")
    >>> X, theta = MatrixSymbol("X", n, 2*h), MatrixSymbol("theta", h, 1)
    >>> RotaryEncoding(X, theta), RotaryEncoding(X, start=3)
    (RotaryEncoding(X, theta), RotaryEncoding(X, Frequencies(2*h), 3))
    >>> RotaryEncoding(MatrixSymbol("Y", n, n))
    Traceback (most recent call last):
    symattn.errors.OddWidth: the width n of RotaryEncoding(Y) is not provably even; write it as 2*h
    >>> RotaryEncoding(X, theta, sense="counterclockwise")
    RotaryEncoding(X, -theta)
    >>> RotaryEncoding(X, theta, layout="halves").shape
    (n, 2*h)
    """

    def __new__(
        cls,
        X: Matrix,
        frequencies: Matrix | None = None,
        start: Number = 0,
        *,
        sense: str = "clockwise",
        layout: str = "interleaved",
    ) -> Self:
        for name, value, known in (
            ("sense", sense, ("clockwise", "counterclockwise")),
            ("layout", layout, ("interleaved", "halves")),
        ):
            if value not in known:
                raise UnsupportedExpression(value, f"{name} is {known[0]!r} or {known[1]!r}")
        X = as_matrix(X, "X")
        check_real(X, "the data")
        width, half = even_width(X.shape[1], f"RotaryEncoding({X})")
        frequencies = Frequencies(width) if frequencies is None else as_angles(frequencies, "RotaryEncoding")
        if not sizes_equal(frequencies.shape[0], half):
            raise ShapeError(f"RotaryEncoding({X}, {frequencies})", X.shape, frequencies.shape)
        start = as_real(start, "the first position")
        if sense == "counterclockwise":
            frequencies = product(S.NegativeOne, frequencies)
        if layout == "halves":
            return _turned_halves(X, frequencies, start)
        return cls._make(X.shape, X, frequencies, start)

    @property
    def data(self) -> MatrixExpr:
        """The matrix X."""
        return self.args[0]

    @property
    def frequencies(self) -> MatrixExpr:
        """The column of angles by which one position turns."""
        return self.args[1]

    @property
    def start(self) -> Expr:
        """The position of the first row."""
        return self.args[2]

    def rotation(self, m: Size) -> BlockRotation:
        """Return the rotation of row m."""
        return BlockRotation(product(self.start + m, self.frequencies))

    def definition(self) -> FunctionMatrix:
        """Return the matrix whose entry (m, c) is entry c of the rotated row m."""
        m, c = fresh_index("m", *self.args), fresh_index("c", *self.args)
        row = MatrixSlice(self.data, (m, m + 1), (0, self.shape[1]))
        rotated = product(self.rotation(m), transposed(row), check=False)
        return FunctionMatrix(*self.shape, Lambda((m, c), MatrixElement(rotated, c, S.Zero)))

    def _shown_arguments(self) -> tuple[Any, ...]:
        return self.args if self.start != 0 else self.args[:2]

    @classmethod
    def general(cls, option: str) -> General:
        n, h = sizes = dims("n h")
        parameters = MatrixSymbol("X", n, 2 * h), MatrixSymbol("theta", h, 1), Symbol("start", real=True)
        return General(RotaryEncoding(*parameters), parameters, sizes)

    def sample(self) -> RotaryEncoding:
        n, h = dims("n h")
        frequencies = None if isinstance(self.frequencies, Frequencies) else MatrixSymbol("theta", h, 1)
        start = 0 if self.start == 0 else Symbol("s", real=True)
        return RotaryEncoding(MatrixSymbol("X", n, 2 * h), frequencies, start)

    arrays_lead = True

    def arrays(self, evaluator: Any) -> Any:
        """Turn all pairs of columns at once."""
        xp, rows, frequencies = evaluator.xp, evaluator.matrix(self.data), evaluator.matrix(self.frequencies)
        *leading, n, width = rows.shape
        positions = xp.asarray([[float(m)] for m in range(n)], dtype=evaluator.dtype)
        positions = positions + evaluator.beside_matrix(evaluator.value(self.start))
        angles = positions * frequencies[..., :, 0][..., None, :]
        cosines, sines, pairs = xp.cos(angles), xp.sin(angles), xp.reshape(rows, (*leading, n, width // 2, 2))
        first, second = pairs[..., 0], pairs[..., 1]
        turned = xp.stack([cosines * first + sines * second, cosines * second - sines * first], axis=-1)
        return xp.reshape(turned, (*turned.shape[:-2], width))

    def in_text(self, printer: Any) -> str:
        return Rotation(self.data, self.frequencies, self.start, "interleaved").in_text(printer)

    def in_latex(self, printer: Any) -> str:
        start = "" if self.start == 0 else rf"^{{({printer._print(self.start)})}}"
        head = rf"\operatorname{{RoPE}}_{{{printer._print(self.frequencies)}}}{start}"
        return str(printer.call(head, self.data))


@dataclass(frozen=True)
class Rotation:
    """Hold of what a rotary encoding is made, in either layout."""

    data: Any
    frequencies: Any
    start: Any
    layout: str

    @classmethod
    def of(cls, node: Any) -> Rotation | None:
        """Return what a matrix is made of, where it is a rotary encoding; the layout "halves" is written out.

        >>> from sympy import MatrixSymbol
        >>> from symattn.language.base.dims import dims
        >>> n, h = dims("n h")
        >>> X, theta = MatrixSymbol("X", n, 2*h), MatrixSymbol("theta", h, 1)
        >>> Rotation.of(RotaryEncoding(X, theta, sense="counterclockwise", layout="halves"))
        Rotation(data=X, frequencies=-theta, start=0, layout='halves')
        """
        if isinstance(node, RotaryEncoding):
            return cls(node.data, node.frequencies, node.start, "interleaved")
        blocks = getattr(node, "blocks", None)
        if blocks is None or blocks.shape != (1, 2) or not isinstance(blocks[0, 0], MatAdd):
            return None
        parts = [part for term in blocks[0, 0].args for part in getattr(term, "args", ())]
        slices = [part for part in parts if isinstance(part, MatrixSlice)]
        tables = [part.lamda for part in parts if isinstance(part, FunctionMatrix)]
        angles = [(table.variables[0], table.expr.args[0]) for table in tables if isinstance(table.expr, cos)]
        for i, angle in angles if slices else ():
            found = [factor for factor in Mul.make_args(angle) if isinstance(factor, MatrixElement)]
            if len(found) == 1:
                turned = cls(slices[0].parent, found[0].parent, angle / found[0] - i, "halves")
                if _fits(turned) and turned.matrix() == node:
                    return turned
        return None

    @property
    def sense(self) -> str:
        """Which way it turns where the frequencies are taken for positive."""
        return "counterclockwise" if self.frequencies.as_coeff_mmul()[0].is_negative else "clockwise"

    def matrix(self) -> Any:
        """Return the encoding."""
        return RotaryEncoding(self.data, self.frequencies, self.start, layout=self.layout)

    def other_way(self) -> Rotation:
        """Return the rotation the other way."""
        factor, rest = self.frequencies.as_coeff_mmul()
        if factor.is_negative:
            return replace(self, frequencies=rest if factor == -1 else product(-factor, rest))
        return replace(self, frequencies=product(S.NegativeOne, self.frequencies))

    def in_text(self, printer: Any) -> str:
        """Write it with its sense and its layout where they are not the usual ones."""
        frequencies = self.other_way().frequencies if self.sense != "clockwise" else self.frequencies
        shown = (self.data, frequencies, *((self.start,) if self.start != 0 else ()))
        options = {"sense": (self.sense, "clockwise"), "layout": (self.layout, "interleaved")}
        said = {name: repr(value) for name, (value, usual) in options.items() if value != usual}
        return str(printer.call("RotaryEncoding", shown, **said))


def _fits(rotation: Rotation) -> bool:
    width, frequencies = rotation.data.shape[1], rotation.frequencies.shape
    return bool(sizes_equal(width, 2 * frequencies[0]) and frequencies[1] == 1)


def _turned_halves(X: MatrixExpr, frequencies: MatrixExpr, start: Expr) -> Any:
    """Return [A∘C + B∘S, B∘C − A∘S] for X = [A, B], with the cosines C and the sines S of all angles."""
    (n, _), h = X.shape, frequencies.shape[0]
    i, m = fresh_index("i", X, frequencies, start), fresh_index("m", X, frequencies, start)
    angle = (start + i) * MatrixElement(frequencies, m, S.Zero)
    cosines, sines = (FunctionMatrix(n, h, Lambda((i, m), function(angle))) for function in (cos, sin))
    A, B = (MatrixSlice(X, (0, n), columns) for columns in ((0, h), (h, 2 * h)))
    first = total(HadamardProduct(A, cosines), HadamardProduct(B, sines))
    second = total(HadamardProduct(B, cosines), product(S.NegativeOne, HadamardProduct(A, sines)))
    return BlockMatrix([[first, second]])


class PositionMap(ByDefinition, Node):
    """Apply a map that sees the position to each row of data: row m of the result is f(row m of X, m).

    X is n×p and f is a MapSymbol of the width p + 1, its last argument the position; the rows that it makes may have a
    width of their own. Raise ShapeError when the width of f is not p + 1. Source: Su et al., RoFormer, (1): queries,
    keys and values that know their positions.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> n, p = dims("n p")
    >>> PositionMap(MapSymbol("f_q", p + 1), MatrixSymbol("X", n, p)).shape
    (n, p + 1)
    >>> PositionMap(MapSymbol("f_q", p + 1, 2), MatrixSymbol("X", n, p)).shape
    (n, 2)
    """

    def __new__(cls, map_symbol: MapSymbol, X: Matrix) -> Self:
        if not isinstance(map_symbol, MapSymbol):
            raise UnsupportedExpression(map_symbol, "PositionMap needs a MapSymbol")
        X = as_matrix(X, "X")
        check_real(X, "the data")
        width = X.shape[1] + 1
        if not sizes_equal(width, map_symbol.width):
            raise ShapeError(f"PositionMap({map_symbol}, {X})", (map_symbol.width, map_symbol.out_width), X.shape)
        return cls._make((X.shape[0], map_symbol.out_width), map_symbol, X)

    def definition(self) -> RowMap:
        """Return the map of rows applied to X with the column of positions beside it."""
        f, X = self.args
        m, c = fresh_index("m", X), fresh_index("c", X)
        return RowMap(f, BlockMatrix([[X, FunctionMatrix(X.shape[0], 1, Lambda((m, c), m))]]))

    @classmethod
    def general(cls, option: str) -> General:
        n, p, d = sizes = dims("n p d")
        parameters = MapSymbol("f", p + 1, d), MatrixSymbol("X", n, p)
        return General(PositionMap(*parameters), parameters, sizes)

    def sample(self) -> PositionMap:
        n, d = dims("n d")
        return PositionMap(MapSymbol("f", d + 1), MatrixSymbol("X", n, d))


class PositionalEncoding(ByDefinition, Node):
    """Make the n×d embedding matrix of a sequential encoding and a point x: row j is φ(j) x, or M^j x for a matrix M.

    The encoding is a SequentialEncoding or a d×d matrix M, which stands for j ↦ M^j; x is d×1. Raise ShapeError when
    M is not square or x is no column of d numbers.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> n, d = dims("n d")
    >>> PositionalEncoding(MatrixSymbol("M", d, d), MatrixSymbol("x", d, 1), n).shape
    (n, d)
    """

    written: ClassVar[str] = "name"

    def __new__(cls, encoding: SequentialEncoding | Matrix, x: Matrix, n: Size) -> Self:
        x, n = as_matrix(x, "the point"), check_size(n)
        check_real(x, "the point")
        if isinstance(encoding, SequentialEncoding):
            shape = (encoding.width, encoding.width)
        else:
            encoding = as_matrix(encoding, "the encoding")
            check_real(encoding, "the encoding")
            shape = encoding.shape
        fits = sizes_equal(*shape) and sizes_equal(shape[1], x.shape[0]) and sizes_equal(x.shape[1], 1)
        if not fits:
            raise ShapeError(f"PositionalEncoding({encoding}, {x}, {n})", shape, x.shape)
        return cls._make((n, x.shape[0]), encoding, x, n)

    @property
    def encoding(self) -> SequentialEncoding | MatrixExpr:
        """The encoding φ, or the matrix M."""
        return self.args[0]

    @property
    def point(self) -> MatrixExpr:
        """The point x."""
        return self.args[1]

    def at(self, j: Size) -> MatrixExpr:
        """Return φ(j) x, the encoding of position j as a column."""
        encoding, x, _ = self.args
        step = encoding(j) if isinstance(encoding, SequentialEncoding) else MatPow(encoding, j)
        return MatMul(step, x)

    def definition(self) -> FunctionMatrix:
        """Return the matrix whose entry (j, c) is entry c of φ(j) x."""
        j, c = fresh_index("j", *self.args), fresh_index("c", *self.args)
        return FunctionMatrix(*self.shape, Lambda((j, c), MatrixElement(self.at(j), c, S.Zero)))

    @classmethod
    def general(cls, option: str) -> General:
        n, d = sizes = dims("n d")
        parameters = SequentialEncoding("phi", d), MatrixSymbol("x", d, 1)
        return General(PositionalEncoding(*parameters, n), (*parameters, n), sizes)

    def sample(self) -> None:
        """Show the encoding as it occurs: by powers of a matrix, or by a homomorphism."""

    def in_latex(self, printer: Any) -> str:
        encoding, point, n = map(printer._print, self.args)
        return rf"P_{{{encoding},\, {point}}}^{{({n})}}"
