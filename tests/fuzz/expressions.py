"""Random expressions of the language, for any shape, from every word that can stand in one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sympy import Integer

from symattn import dims
from tests.fuzz.words import ENTRY_FUNCTIONS, ENTRYWISE, WORDS, E

n, m, k, d, ell, h, H, q = SIZES = dims("n m k d ell h H q")
ONE, TWO = Integer(1), Integer(2)
SHAPES = (n, n, n, m, d, d, ell, ONE, TWO, m + k, 2 * h, H * q, n * d)
SCALARS = ("x", "y", "z")

Scope = tuple[tuple[str, Any], ...]  # the indices that may be used, with their ranges


def number(word: str, *parts: Any) -> E:
    assert word in WORDS, word
    return E(word, parts)


def matrix(word: str, shape: tuple[Any, Any], *parts: Any, kind: str = "real") -> E:
    assert word in WORDS, word
    return E(word, parts, shape, kind)


def rational(p: int, q: int = 1) -> E:
    return number("rational", p, q)


def at(name: str) -> E:
    return E("at", (name,), kind="index")


def literal(value: int) -> E:
    return E("literal", (value,), kind="index")


def symbol(name: str, kind: str = "real") -> E:
    return E("leaf", (name, kind), kind=kind)


def add(A: E, B: E) -> E:
    masked = "mask" if "mask" in (A.kind, B.kind) else "real"
    return number("+", A, B) if A.shape is None else matrix("A + B", A.shape, A, B, kind=masked)


def multiply(A: E, B: E) -> E:
    """Multiply numbers, or a number and a matrix, or matrices."""
    if A.shape is None and B.shape is None:
        return number("*", A, B)
    if A.shape is None:
        return matrix("c*A", B.shape, A, B)
    return matrix("A*B", (A.shape[0], B.shape[1]), A, B)


def negative(A: E) -> E:
    return number("negative", A) if A.shape is None else multiply(rational(-1), A)


def transposed(A: E) -> E:
    return matrix("A.T", (A.shape[1], A.shape[0]), A)


def entry(A: E, i: E, j: E) -> E:
    return number("entry", A, i, j)


def summed(name: str, size: Any, body: E) -> E:
    return number("sum", name, Integer(0), size - 1, body)


def compared(relation: str, a: E, b: E) -> E:
    return E("compare", (relation, a, b), kind="condition")


def when(a: E, condition: E, b: E) -> E:
    return number("if", a, condition, b)


class Author:
    """Write random expressions; what it declares has one name for each shape and number."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.names: dict[Any, list[str]] = {}
        self.bound = 0

    def fresh(self) -> str:
        self.bound += 1
        return f"k_{self.bound}"

    # What is declared

    def declared(self, kind: str, *sizes: Any, kept: int = 2) -> E:
        """Return a declared thing of a kind, one of a few."""
        known = self.names.setdefault((kind, sizes), [])
        if len(known) < kept and (not known or self.rng.random() < 0.4):
            letters = {
                "matrix": "A B C D F G K L M P Q R U V W X Y Z", "permutation": "sigma tau rho pi_1",
                "orthogonal": "g g_1 g_2", "invertible": "T T_1 T_2", "mask": "M_1 M_2 M_3",
                "family": "W_1 W_2 W_3 W_4",
                "similarity": "alpha beta", "map": "f f_1 f_2", "subset": "J J_1 J_2", "probability": "p p_1 p_2",
                "sequence": "phi phi_1", "index": "i j a b c_1 c_2", "natural": "t t_1", "complex": "w w_1 w_2",
            }[kind].split()  # fmt: skip
            used = {name for names in self.names.values() for name in names}
            fitting = [letter for letter in letters if letter not in used]
            if fitting:
                known.append(fitting[0])
        if not known:
            known.append(f"{kind[0].upper()}_{len(self.names)}")
        shape = {"matrix": sizes, "invertible": sizes * 2, "orthogonal": sizes * 2, "permutation": sizes * 2,
                 "mask": sizes, "probability": (ONE, *sizes)}.get(kind)  # fmt: skip
        plain = shape is not None and kind not in ("mask", "probability")
        return E("leaf", (self.rng.choice(known), kind, *sizes), shape, "real" if plain else kind)

    def plain(self, rows: Any, columns: Any, kept: int = 2) -> E:
        return self.declared("matrix", rows, columns, kept=kept)

    def scalar(self) -> E:
        return symbol(self.rng.choice(SCALARS))

    def size(self) -> Any:
        return self.rng.choice((n, n, m, d, ell))

    # Indices and conditions

    def index(self, size: Any, scope: Scope) -> E:
        """Return a place in a range: a bound index, a free one, the first or the last."""
        fitting = [name for name, range_of in scope if range_of == size]
        if fitting and self.rng.random() < 0.85:
            chosen = at(self.rng.choice(fitting))
            return E("opposite", (size, chosen), kind="index") if self.rng.random() < 0.1 else chosen
        pick = self.rng.random()
        if size == ONE or pick < 0.25:
            return literal(0)
        if size == TWO:
            return literal(self.rng.randrange(2))
        return E("last", (size,), kind="index") if pick < 0.4 else self.declared("index", size)

    def condition(self, scope: Scope, depth: int = 1) -> E:
        rng = self.rng
        kind = rng.random()
        if depth and kind < 0.2:
            return E(
                rng.choice(("and", "or")),
                (self.condition(scope, depth - 1), self.condition(scope, depth - 1)),
                kind="condition",
            )
        if depth and kind < 0.3:
            return E("not", (self.condition(scope, depth - 1),), kind="condition")
        if scope and kind < 0.8:
            name, size = rng.choice(scope)
            return compared(rng.choice(("<", "<=", "=", "!=", ">", ">=")), at(name), self.index(size, scope))
        return compared(rng.choice(("<", "<=", ">", ">=")), self.number(scope, 0), self.number(scope, 0))

    # Numbers

    def number(self, scope: Scope = (), depth: int = 2) -> E:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            kind = rng.randrange(6)
            if kind == 0:
                return rational(rng.choice((-1, 1, 2, 3)), rng.choice((1, 1, 2)))
            if kind <= 2:
                return self.scalar()
            if kind == 3 and scope and rng.random() < 0.5:
                return number("position", at(rng.choice(scope)[0]))
            return self.an_entry(scope)
        return rng.choice(self._numbers)(self, scope, depth - 1)

    def an_entry(self, scope: Scope) -> E:
        rows = self.rng.choice([size for _, size in scope] or [self.size()])
        columns = self.rng.choice([*(size for _, size in scope), self.size(), ONE])
        return entry(self.plain(rows, columns), self.index(rows, scope), self.index(columns, scope))

    def positive(self, scope: Scope, depth: int) -> E:
        kind = self.rng.randrange(4)
        if kind == 0:
            return number("exp", self.number(scope, depth))
        if kind == 1:
            return add(rational(1), number("to the", self.number(scope, depth), 2))
        if kind == 2:
            return symbol("lambda", "positive")
        return add(rational(2), number(self.rng.choice(("sin", "cos")), self.number(scope, depth)))

    def square(self, depth: int) -> tuple[Any, E]:
        size = self.size()
        return size, self.matrix((size, size), depth)

    def _total(self, scope: Scope, depth: int) -> E:
        size, name = self.size(), self.fresh()
        ends = [(each, size_of) for each, size_of in scope if size_of in (n, m, d, ell)]
        if ends and self.rng.random() < 0.25:
            end, size = self.rng.choice(ends)
            return number("sum", name, Integer(0), at(end), self.number((*scope, (name, size)), depth))
        body = self.number((*scope, (name, size)), depth)
        if self.rng.random() < 0.2:
            body = when(body, self.condition((*scope, (name, size))), rational(0))
        return summed(name, size, body)

    def _product(self, scope: Scope, depth: int) -> E:
        size, name = self.size(), self.fresh()
        return number("product over", name, Integer(0), size - 1, self.number((*scope, (name, size)), min(depth, 1)))

    def _expectation(self, scope: Scope, depth: int) -> E:
        size, name = self.size(), self.fresh()
        p = self.declared("probability", size)
        return number(
            self.rng.choice(("Expectation", "Variance")),
            p,
            name,
            size,
            self.number((*scope, (name, size)), min(depth, 1)),
        )

    def _derivative(self, scope: Scope, depth: int) -> E:
        body = Author._differentiable(self, scope, depth)
        return number("derivative", body, self.rng.choice(SCALARS))

    def _differentiable(self, scope: Scope, depth: int) -> E:
        rng = self.rng
        a, b = (multiply(self.scalar(), self.scalar()) if rng.random() < 0.4 else self.scalar() for _ in range(2))
        if depth > 0 and rng.random() < 0.4:
            a = multiply(self.scalar(), self.an_entry(scope))
        f = number(rng.choice(("exp", "sin", "cos", "tanh", "Sigmoid", "Softplus", "SiLU")), a)
        return rng.choice((f, multiply(f, b), add(f, b), number("to the", f, 2)))

    def _of_matrix(self, scope: Scope, depth: int) -> E:
        rng = self.rng
        name = rng.choice(("trace", "SquaredNorm", "FrobeniusNorm", "MaxNorm", "Norm1", "InnerProduct", "determinant"))
        if name == "trace":
            return number("trace", self.square(depth)[1])
        if name == "determinant":
            size = Integer(rng.choice((1, 2, 3)))
            return number("determinant", self.plain(size, size))
        shape = (self.size(), rng.choice((self.size(), ONE)))
        A = self.matrix(shape, depth)
        return number(name, A, self.matrix(shape, depth)) if name == "InnerProduct" else number(name, A)

    def _similarity(self, scope: Scope, depth: int) -> E:
        width = self.size()
        return number(
            "KernelValue", self.similarity(), self.matrix((ONE, width), depth), self.matrix((ONE, width), depth)
        )

    def similarity(self) -> E:
        known = self.rng.choice(("DotProduct", "SquaredEuclidean", "Epanechnikov", "BoxCar", "Euclidean", "", "", ""))
        return E(known, (), kind="similarity") if known else self.declared("similarity")

    _numbers: tuple[Callable[[Author, Scope, int], E], ...] = (
        lambda a, s, t: add(a.number(s, t), a.number(s, t)),
        lambda a, s, t: number("-", a.number(s, t), a.number(s, t)),
        lambda a, s, t: multiply(a.number(s, t), a.number(s, t)),
        lambda a, s, t: number("/", a.number(s, t), a.positive(s, t - 1)),
        lambda a, s, t: number("to the", a.number(s, t), a.rng.choice((2, 2, 3))),
        lambda a, s, t: number(a.rng.choice(("exp", "sin", "cos", "tanh", "sinh", "cosh")), a.number(s, t - 1)),
        lambda a, s, t: number(a.rng.choice(("sqrt", "log")), a.positive(s, t)),
        lambda a, s, t: number("abs", a.number(s, t)),
        lambda a, s, t: number(a.rng.choice(("max", "min")), a.number(s, t), a.number(s, t)),
        lambda a, s, t: number(a.rng.choice(tuple(ENTRYWISE)), a.number(s, t)),
        lambda a, s, t: when(a.number(s, t), a.condition(s), a.number(s, t)),
        lambda a, s, t: multiply(number("delta", *a.two_indices(s)), a.number(s, t)) if s else a.number(s, t),
        _total, _total, _total, _product, _expectation, _derivative, _of_matrix, _of_matrix, _similarity,
        lambda a, s, t: a.entry_of_matrix(s, t),
        lambda a, s, t: a.entry_of_matrix(s, t),
    )  # fmt: skip

    def two_indices(self, scope: Scope) -> tuple[E, E]:
        name, size = self.rng.choice(scope)
        return at(name), self.index(size, scope)

    def entry_of_matrix(self, scope: Scope, depth: int) -> E:
        rows = self.rng.choice([size for _, size in scope] or [self.size()])
        columns = self.rng.choice([*(size for _, size in scope), self.size()])
        return entry(self.matrix((rows, columns), depth), self.index(rows, scope), self.index(columns, scope))

    # Matrices

    def matrix(self, shape: tuple[Any, Any], depth: int = 2) -> E:
        rng, (rows, columns) = self.rng, shape
        if depth <= 0 or rng.random() < 0.12:
            return self.simple(shape)
        makers = list(self._any_shape)
        if columns == ONE:
            makers += [Author._row_reduction] * 4
        if rows == ONE:
            makers += [Author._column_reduction] * 3
        if rows == columns:
            makers += [Author._square] * 4
        if rows == columns and rows in (n, m, d, ell) and rng.random() < 0.3:
            makers += [Author._masked_softmax] * 3
        if rows == m + k or columns == m + k:
            makers += [Author._blocks] * 5
        if rows in (m, k):
            makers += [Author._part] * 3
        if columns == 2 * h:
            makers += [Author._positions] * 5
        if H * q in (rows, columns):
            makers += [Author._head_blocks] * 5
        if n * d in (rows, columns):
            makers += [Author._kronecker] * 5
        if rows == q:
            makers.append(Author._head_block)
        return rng.choice(makers)(self, shape, depth - 1)

    def simple(self, shape: tuple[Any, Any]) -> E:
        pick = self.rng.random()
        if pick < 0.05:
            return matrix("OneMatrix", shape, *shape)
        if pick < 0.08:
            return matrix("ZeroMatrix", shape, *shape)
        if pick < 0.15 and shape[0] == shape[1]:
            return matrix("Identity", shape, shape[0])
        return self.plain(*shape)

    def mask(self, rows: Any, columns: Any) -> E:
        """Return a mask that shows something in each row."""
        rng = self.rng

        def made(word: str, *parts: Any) -> E:
            return matrix(word, (rows, columns), *parts, kind="mask")

        options = [lambda: self.declared("mask", rows, columns), lambda: made("TopLeftCausalMask", rows, columns)]
        if rows == columns:
            options += [
                lambda: made("CausalMask", rows),
                lambda: made("CausalMask", rows),
                lambda: made("SlidingWindowMask", rows, rng.choice((TWO, k)), rng.random() < 0.6),
                lambda: made("BlockDiagonalMask", rows, rng.choice((TWO, k))),
                lambda: made("PrefixLMMask", rows, k),
                lambda: self._mask_where(rows),
            ]
        if rows == ONE and columns == m + k:
            options += [lambda: made("PrefixMask", m, columns)] * 3
        if columns == m + k:
            options += [
                lambda: made("PaddingMask", m, columns, rows),
                lambda: made("BottomRightCausalMask", rows, columns),
            ]
        if rows == ONE:
            options += [lambda: made("SubsetMask", self.declared("subset", columns), columns)] * 2
        return rng.choice(options)()

    def _mask_where(self, size: Any) -> E:
        j, i = self.fresh(), self.fresh()
        shown = E("or", (compared("=", at(j), at(i)), self.condition(((j, size), (i, size)))), kind="condition")
        return matrix("MaskWhere", (size, size), j, size, i, size, shown, kind="mask")

    def scores(self, shape: tuple[Any, Any], depth: int) -> E:
        made = self.matrix(shape, depth)
        return add(made, self.mask(*shape)) if self.rng.random() < 0.4 else made

    def _masked_softmax(self, shape: tuple[Any, Any], depth: int) -> E:
        return matrix("RowSoftmax", shape, add(self.matrix(shape, depth), self.mask(*shape)))

    def _attention(self, shape: tuple[Any, Any], depth: int) -> E:
        rng, (rows, columns) = self.rng, shape
        keys, width = self.size(), self.size()
        mask = self.mask(rows, keys) if rng.random() < 0.4 else None
        scale = rng.choice((True, True, False, rational(2), rational(1, 2)))
        bias = self.matrix((rows, keys), 0) if rng.random() < 0.2 else None
        return matrix("Attention", shape, self.matrix((rows, width), depth - 1), self.matrix((keys, width), depth - 1),
                      self.matrix((keys, columns), depth - 1), mask, scale, bias)  # fmt: skip

    def _self_attention(self, shape: tuple[Any, Any], depth: int) -> E:
        (rows, columns), width, inner = shape, self.size(), self.size()
        mask = self.mask(rows, rows) if self.rng.random() < 0.4 else None
        parts = (self.plain(width, inner), self.plain(width, inner), self.plain(width, columns))
        return matrix("SelfAttention", shape, self.matrix((rows, width), depth - 1), *parts, mask)

    def _kernel_attention(self, shape: tuple[Any, Any], depth: int) -> E:
        (rows, columns), keys, width = shape, self.size(), self.size()
        mask = self.mask(rows, keys) if self.rng.random() < 0.3 else None
        return matrix("KernelAttention", shape, self.similarity(), self.matrix((rows, width), depth - 1),
                      self.matrix((keys, width), depth - 1), self.plain(keys, columns), mask)  # fmt: skip

    def _many_heads(self, shape: tuple[Any, Any], depth: int) -> E:
        rng, (rows, columns), keys, width, p = self.rng, shape, self.size(), self.size(), self.size()
        mask = self.mask(rows, keys) if rng.random() < 0.3 else None
        out, inner = None, columns
        if rng.random() < 0.5:
            inner = q
            out = self.declared("family", H, q, columns) if rng.random() < 0.5 else self.plain(H * q, columns)
        families = (
            self.declared("family", H, width, p),
            self.declared("family", H, width, p),
            self.declared("family", H, width, inner),
        )
        parts = (self.plain(rows, width), self.plain(keys, width), self.plain(keys, width), *families, out, mask)
        if rng.random() < 0.3:
            return matrix("KernelMultiHeadAttention", shape, self.similarity(), *parts)
        return matrix("MultiHeadAttention", shape, *parts)

    def _head_sum(self, shape: tuple[Any, Any], depth: int) -> E:
        name = self.fresh()
        return matrix("HeadSum", shape, name, H, self._member(shape, name))

    def _member(self, shape: tuple[Any, Any], name: str) -> E:
        rows, columns = shape
        member = matrix("member of", shape, self.declared("family", H, rows, columns), at(name))
        if self.rng.random() < 0.5:
            inner = self.size()
            other = matrix("member of", (inner, columns), self.declared("family", H, inner, columns), at(name))
            return multiply(self.plain(rows, inner), other)
        return member

    def _head_blocks(self, shape: tuple[Any, Any], depth: int) -> E:
        rows, columns = shape
        name = self.fresh()
        if rows == H * q:
            return matrix("HeadStack", shape, name, H, self._member((q, columns), name))
        return matrix("HeadConcat", shape, name, H, self._member((rows, q), name))

    def _head_block(self, shape: tuple[Any, Any], depth: int) -> E:
        return matrix("HeadBlock", shape, self.plain(H * q, shape[1]), self.index(H, ()), H)

    def _row_map(self, shape: tuple[Any, Any], depth: int) -> E:
        rows, columns = shape
        if self.rng.random() < 0.4:
            width = self.size()
            return matrix("PositionMap", shape, self.declared("map", width + 1, columns), self.plain(rows, width))
        return matrix("RowMap", shape, self.declared("map", columns), self.matrix(shape, depth - 1))

    def _entries(self, shape: tuple[Any, Any], depth: int) -> E:
        i, j = self.fresh(), self.fresh()
        return matrix("entries", shape, i, shape[0], j, shape[1], self.number(((i, shape[0]), (j, shape[1])), depth))

    def _gradient(self, shape: tuple[Any, Any], depth: int) -> E:
        A, kind = self.plain(*shape), self.rng.randrange(5)
        if kind == 0:
            L = number("SquaredNorm", A)
        elif kind == 1:
            L = number("InnerProduct", self.plain(*shape), A)
        elif kind == 2:
            L = number("InnerProduct", self.plain(*shape), matrix("RowSoftmax", shape, A))
        elif kind == 3:
            rows, B = self.size(), None
            B = self.plain(rows, shape[0])
            L = number("SquaredNorm", multiply(B, A))
        else:
            L = number("InnerProduct", self.plain(*shape), matrix("tanh of entries", shape, A))
        return matrix("Gradient", shape, L, A)

    def _row_reduction(self, shape: tuple[Any, Any], depth: int) -> E:
        word = self.rng.choice(("RowSum", "RowMean", "RowMax", "LogSumExp"))
        return matrix(word, shape, self.matrix((shape[0], self.size()), depth))

    def _column_reduction(self, shape: tuple[Any, Any], depth: int) -> E:
        word = self.rng.choice(("ColumnSum", "ColumnMean", "ColumnMax"))
        return matrix(word, shape, self.matrix((self.size(), shape[1]), depth))

    def _square(self, shape: tuple[Any, Any], depth: int) -> E:
        rng, size = self.rng, shape[0]
        kind = rng.randrange(9)
        if kind == 0:
            return matrix("A^k", shape, self.matrix(shape, depth - 1), rng.choice((2, 2, 3)))
        if kind == 1:
            return matrix("DiagMatrix", shape, self.matrix((size, ONE), depth))
        if kind == 2:
            return matrix("DiagonalMatrix", shape, self.matrix(shape, depth))
        if kind == 3:
            return matrix("A^-1", shape, self.declared("invertible", size))
        if kind == 4:
            return multiply(self.matrix(shape, depth), self.declared("permutation", size))
        if kind == 5:
            return multiply(self.declared("permutation", size), self.matrix(shape, depth))
        if kind == 6:
            return multiply(self.declared("orthogonal", size), self.matrix(shape, depth))
        if kind == 7:
            return self.declared("invertible", size)
        return matrix("A^k", shape, self.plain(*shape), self.declared("natural"))

    def _blocks(self, shape: tuple[Any, Any], depth: int) -> E:
        rows, columns = shape
        if rows == m + k and (columns != m + k or self.rng.random() < 0.5):
            parts = ((self.matrix((m, columns), depth),), (self.matrix((k, columns), depth),))
        elif rows == m + k and self.rng.random() < 0.5:
            parts = tuple(tuple(self.plain(a, b) for b in (m, k)) for a in (m, k))
        else:
            parts = ((self.matrix((rows, m), depth), self.matrix((rows, k), depth)),)
        return matrix("blocks", shape, parts)

    def _part(self, shape: tuple[Any, Any], depth: int) -> E:
        rows, columns = shape
        A = self.matrix((m + k, columns), depth)
        return matrix("rows", shape, A, Integer(0), m) if rows == m else matrix("rows", shape, A, m, m + k)

    def _positions(self, shape: tuple[Any, Any], depth: int) -> E:
        rng, (rows, _) = self.rng, shape
        kind = rng.randrange(4)
        first = rng.choice((0, 0, 1))
        if kind == 0:
            return matrix("SinusoidalEncoding", shape, rows, 2 * h, first)
        if kind == 1:
            angles = self.plain(h, ONE) if rng.random() < 0.5 else None
            return matrix(
                "RotaryEncoding", shape, self.matrix(shape, depth), angles, rational(rng.choice((0, 0, 1, 2)))
            )
        if kind == 2:
            return multiply(self.matrix(shape, depth), matrix("BlockRotation", (2 * h, 2 * h), self.plain(h, ONE)))
        vector = rng.choice((
            matrix("SinusoidalVector", (2 * h, ONE), self.scalar(), 2 * h, first),
            matrix("SineCosine", (2 * h, ONE), self.plain(h, ONE)),
            multiply(matrix("ShiftMatrix", (2 * h, 2 * h), self.scalar(), 2 * h, first),
                     matrix("SinusoidalVector", (2 * h, ONE), self.scalar(), 2 * h, first)),
        ))  # fmt: skip
        return multiply(self.plain(rows, ONE), transposed(vector))

    def _kronecker(self, shape: tuple[Any, Any], depth: int) -> E:
        rows, columns = shape
        if columns == ONE and self.rng.random() < 0.6:
            return matrix("Vec", shape, self.matrix((n, d), depth))
        inner, outer = (n, d) if rows == n * d else (ONE, rows)
        left, right = (n, d) if columns == n * d else (ONE, columns)
        return matrix("Kronecker", shape, self.matrix((inner, left), depth), self.matrix((outer, right), depth))

    def _sequence(self, shape: tuple[Any, Any], depth: int) -> E:
        rows, columns = shape
        point = self.plain(columns, ONE)
        if self.rng.random() < 0.5:
            return matrix("PositionalEncoding of powers", shape, self.plain(columns, columns), point, rows)
        return matrix("PositionalEncoding", shape, self.declared("sequence", columns), point, rows)

    _any_shape: tuple[Callable[[Author, tuple[Any, Any], int], E], ...] = (
        lambda a, s, t: add(a.matrix(s, t), a.matrix(s, t)),
        lambda a, s, t: matrix("A - B", s, a.matrix(s, t), a.matrix(s, t)),
        lambda a, s, t: a.product_through(s, a.size(), t),
        lambda a, s, t: a.product_through(s, a.size(), t),
        lambda a, s, t: multiply(a.number((), t - 1), a.matrix(s, t)),
        lambda a, s, t: transposed(a.matrix(s[::-1], t)),
        lambda a, s, t: transposed(a.matrix(s[::-1], t)),
        lambda a, s, t: matrix("Hadamard", s, a.matrix(s, t), a.matrix(s, t)),
        lambda a, s, t: matrix("HadamardPower", s, a.matrix(s, t), 2),
        lambda a, s, t: matrix(f"{a.rng.choice(tuple(ENTRY_FUNCTIONS))} of entries", s, a.matrix(s, t)),
        lambda a, s, t: matrix(f"{a.rng.choice(tuple(ENTRYWISE))} of entries", s, a.matrix(s, t)),
        lambda a, s, t: matrix("RowSoftmax", s, a.scores(s, t)),
        lambda a, s, t: matrix("RowSoftmax", s, a.scores(s, t)),
        lambda a, s, t: matrix("Flip", s, a.matrix(s, t), a.rng.randrange(2)),
        lambda a, s, t: matrix("KernelMatrix", s, a.similarity(), a.plain(s[0], d), a.plain(s[1], d)),
        _attention, _attention, _attention, _self_attention, _kernel_attention, _many_heads, _head_sum, _row_map,
        _entries, _entries, _gradient, _sequence,
    )  # fmt: skip

    def product_through(self, shape: tuple[Any, Any], inner: Any, depth: int) -> E:
        return multiply(self.matrix((shape[0], inner), depth), self.matrix((inner, shape[1]), depth))
