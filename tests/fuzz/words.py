"""The words of the language, each with two readings: what a user writes, and its value by the textbook.

An expression is a tree of words. ``Writer`` makes SymPy of it, as a user would; ``Reader`` computes it, by its own
definitions. A word that binds an index reads its parts itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy
from flint import acb, arb
from sympy import Basic, Idx, MatrixSymbol, Symbol

import symattn
from tests.fuzz import numbers as the
from tests.fuzz.numbers import MINUS, Undefined, finite


@dataclass(frozen=True)
class E:
    """Hold an expression: its word, its parts, and its shape, None for a number; ``kind`` tells what else it may be."""

    word: str
    parts: tuple[Any, ...]
    shape: tuple[Any, Any] | None = None
    kind: str = "real"

    def __repr__(self) -> str:
        return f"{self.word}({', '.join(map(repr, self.parts))})"


@dataclass(frozen=True)
class Word:
    write: Callable[..., Any]
    read: Callable[..., Any]
    binds: bool = False


WORDS: dict[str, Word] = {}


def word(name: str, write: Callable[..., Any], read: Callable[..., Any]) -> None:
    WORDS[name] = Word(write, read)


def binder(name: str, write: Callable[..., Any], read: Callable[..., Any]) -> None:
    """Enter a word whose readings are given the writer or reader, the scope and the parts as they are."""
    WORDS[name] = Word(write, read, binds=True)


class Writer:
    """Write expressions in SymPy and symattn."""

    def __call__(self, e: Any, scope: dict[str, Any]) -> Any:
        if isinstance(e, tuple):
            return tuple(self(part, scope) for part in e)
        if not isinstance(e, E):
            return e
        entry = WORDS[e.word]
        return entry.write(self, scope, *e.parts) if entry.binds else entry.write(*(self(p, scope) for p in e.parts))


class Reader:
    """Compute expressions at an instance: the sizes and the values of what is declared, by name."""

    def __init__(self, sizes: dict[Symbol, int], values: dict[str, Any]) -> None:
        self.sizes, self.values = sizes, values
        self._known: dict[Any, int] = {}

    def size(self, size: Any) -> int:
        if size not in self._known:
            self._known[size] = int(sympy.sympify(size).subs(self.sizes))
        return self._known[size]

    def __call__(self, e: Any, scope: dict[str, int]) -> Any:
        if isinstance(e, tuple):
            return tuple(self(part, scope) for part in e)
        if not isinstance(e, E):
            return self.size(e) if isinstance(e, Basic) else e
        entry = WORDS[e.word]
        return entry.read(self, scope, *e.parts) if entry.binds else entry.read(*(self(p, scope) for p in e.parts))

    def changed(self, name: str, value: Any) -> Reader:
        return Reader(self.sizes, {**self.values, name: value})


# What is declared


@cache
def declared(name: str, kind: str, *sizes: Any) -> Any:
    """Return the symbol of a name, as a user declares it."""
    match kind:
        case "matrix":
            return MatrixSymbol(name, *sizes)
        case "real":
            return Symbol(name, real=True)
        case "positive":
            return Symbol(name, positive=True)
        case "complex":
            return Symbol(name, complex=True)
        case "natural":
            return Symbol(name, integer=True, nonnegative=True)
        case "index":
            return Idx(name, *sizes)
    maker = {
        "permutation": symattn.PermutationSymbol,
        "orthogonal": symattn.OrthogonalSymbol,
        "invertible": symattn.InvertibleSymbol,
        "mask": symattn.MaskSymbol,
        "family": symattn.MatrixFamily,
        "similarity": symattn.KernelSymbol,
        "map": symattn.MapSymbol,
        "subset": symattn.SubsetSymbol,
        "probability": symattn.ProbabilitySymbol,
        "sequence": symattn.SequentialEncoding,
    }[kind]
    return maker(name, *sizes)


binder("leaf", lambda w, scope, *parts: declared(*parts), lambda r, scope, name, *rest: r.values[name])


# Indices: places in a range


binder("at", lambda w, scope, name: scope[name], lambda r, scope, name: scope[name])
word("literal", lambda k: sympy.Integer(k), lambda k: k)
word("last", lambda n: n - 1, lambda n: n - 1)
word("opposite", lambda n, i: n - 1 - i, lambda n, i: n - 1 - i)
word("shifted", lambda m, i: m + i, lambda m, i: m + i)


# Conditions


def _relation(relation: str, a: Any, b: Any) -> Any:
    made = {"=": sympy.Eq, "!=": sympy.Ne, "<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt, ">=": sympy.Ge}
    return made[relation](a, b)


word("compare", _relation, the.compare)
word("and", sympy.And, lambda a, b: a and b)
word("or", sympy.Or, lambda a, b: a or b)
word("not", sympy.Not, lambda a: not a)
word("member", symattn.Member, lambda i, subset: i in subset)

# Numbers


def _as_number(k: int | arb) -> arb:
    return arb(k) if isinstance(k, int) else k


word("rational", lambda p, q: sympy.Rational(p, q), lambda p, q: arb(p) / q)
word("size", lambda n: n, lambda n: arb(n))
word("position", lambda i: i, _as_number)
word("natural", lambda j: j, lambda j: arb(j))
word("sum of naturals", lambda j, k: j + k, lambda j, k: j + k)
word("pi", lambda: sympy.pi, lambda: arb.pi())
word("+", lambda a, b: a + b, lambda a, b: a + b)
word("-", lambda a, b: a - b, lambda a, b: a - b)
word("*", lambda a, b: a * b, lambda a, b: a * b)
word("/", lambda a, b: a / b, lambda a, b: a * the.inverse(b))
word("negative", lambda a: -a, lambda a: -a)
word("to the", lambda a, k: a**k, the.power)
word("to the place", lambda a, k: a**k, the.power)
word("delta", sympy.KroneckerDelta, lambda i, j: arb(int(i == j)))
word("exp", sympy.exp, lambda a: a.exp())
word("log", sympy.log, the.logarithm)
word("sqrt", sympy.sqrt, the.root)
word("sin", sympy.sin, lambda a: a.sin())
word("cos", sympy.cos, lambda a: a.cos())
word("sinh", sympy.sinh, lambda a: a.sinh())
word("cosh", sympy.cosh, lambda a: a.cosh())
word("tanh", sympy.tanh, lambda a: a.tanh())
word("abs", sympy.Abs, the.modulus)
word("max", sympy.Max, lambda a, b: a.max(b))
word("min", sympy.Min, lambda a, b: a.min(b))


def sigmoid(x: arb) -> arb:
    return 1 / (1 + (-x).exp())


def gelu(x: arb) -> arb:
    inner = (2 / arb.pi()).sqrt() * (x + arb(44715) / 1000000 * x * x * x)
    return x / 2 * (1 + inner.tanh())


ENTRYWISE = {
    "Sigmoid": sigmoid,
    "ReLU": lambda x: x.max(arb(0)),
    "SiLU": lambda x: x * sigmoid(x),
    "GELU": gelu,
    "Softplus": lambda x: (1 + x.exp()).log(),
}
for _name, _function in ENTRYWISE.items():
    word(_name, getattr(symattn, _name), _function)
    word(f"{_name} of entries", getattr(symattn, _name), lambda A, f=_function: the.each(A, f))

word("if", lambda a, c, b: sympy.Piecewise((a, c), (b, True)), lambda a, c, b: a if c else b)
word("determinant", sympy.Determinant, the.determinant)
word("trace", sympy.Trace, lambda A: the.total(A[i][i] for i in range(len(A))))
word("entry", lambda A, i, j: A[i, j], lambda A, i, j: _entry(A, i, j))


def _entry(A: Any, i: int, j: int) -> Any:
    if not (0 <= i < len(A) and 0 <= j < len(A[0])):
        raise Undefined("an entry outside")
    return finite(A[i][j])


def _flat(A: Any) -> list[Any]:
    return [x for row in A for x in row]


def _inner(A: Any, B: Any) -> arb:
    return the.total(a * b for a, b in zip(_flat(A), _flat(B), strict=True))


word("InnerProduct", symattn.InnerProduct, _inner)
word("SquaredNorm", symattn.SquaredNorm, lambda A: _inner(A, A))
word("FrobeniusNorm", symattn.FrobeniusNorm, lambda A: the.root(_inner(A, A)))
word("MaxNorm", symattn.MaxNorm, lambda A: the.biggest(abs(a) for a in _flat(A)))
word("Norm1", symattn.Norm1, lambda A: the.total(abs(a) for a in _flat(A)))


def _bound(name: str) -> Symbol:
    return Symbol(name, integer=True)


def _written_sum(kind: Any) -> Callable[..., Any]:
    def write(w: Writer, scope: dict[str, Any], name: str, low: Any, end: Any, body: E) -> Any:
        k = _bound(name)
        return kind(w(body, {**scope, name: k}), (k, w(low, scope), w(end, scope)))

    return write


def _read_sum(combine: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    def read(r: Reader, scope: dict[str, int], name: str, low: Any, end: Any, body: E) -> Any:
        first, last = r(low, scope), r(end, scope)
        return combine([r(body, {**scope, name: k}) for k in range(first, last + 1)])

    return read


def _multiplied(factors: list[Any]) -> Any:
    made = arb(1)
    for factor in factors:
        made = made * factor
    return made


binder("sum", _written_sum(sympy.Sum), _read_sum(the.total))
binder("product over", _written_sum(sympy.Product), _read_sum(_multiplied))


def _expectation(word: Any, mean: Callable[[Any, list[Any]], Any]) -> None:
    def write(w: Writer, scope: dict[str, Any], p: E, name: str, size: Any, body: E) -> Any:
        o = Idx(name, size)
        return word(w(p, scope), w(body, {**scope, name: o}), o)

    def read(r: Reader, scope: dict[str, int], p: E, name: str, size: Any, body: E) -> Any:
        weights = r(p, scope)[0]
        return mean(weights, [r(body, {**scope, name: o}) for o in range(r.size(size))])

    binder(word.__name__, write, read)


def _mean(weights: list[Any], values: list[Any]) -> Any:
    return the.total(p * x for p, x in zip(weights, values, strict=True))


def _variance(weights: list[Any], values: list[Any]) -> Any:
    middle = _mean(weights, values)
    return _mean(weights, [(x - middle) * (x - middle) for x in values])


_expectation(symattn.Expectation, _mean)
_expectation(symattn.Variance, _variance)


def _derivative(r: Reader, scope: dict[str, int], body: E, name: str) -> arb:
    return the.slope(lambda t: r.changed(name, r.values[name] + t)(body, scope))


binder("derivative", lambda w, scope, body, name: sympy.Derivative(w(body, scope), declared(name, "real")), _derivative)


def _gradient(r: Reader, scope: dict[str, int], body: E, leaf: E) -> Any:
    A, name = r(leaf, scope), leaf.parts[0]

    def partial(i: int, j: int) -> arb:
        def along(t: arb) -> arb:
            moved = [list(row) for row in A]
            moved[i][j] = moved[i][j] + t
            return r.changed(name, moved)(body, scope)

        return the.slope(along)

    return the.entries(*the.shape(A), partial)


binder("Gradient", lambda w, scope, body, leaf: symattn.Gradient(w(body, scope), w(leaf, scope)), _gradient)

# Complex numbers

word("i", lambda: sympy.I, lambda: acb(0, 1))
word("conjugate", sympy.conjugate, lambda z: acb(z.real, -z.imag))
word("re", sympy.re, lambda z: acb(z).real)
word("im", sympy.im, lambda z: acb(z).imag)

# Matrices: sums, products, parts

word("A + B", lambda A, B: A + B, lambda A, B: the.pairwise(A, B, the.plus))
word("A - B", lambda A, B: A - B, lambda A, B: the.pairwise(A, B, lambda a, b: the.plus(a, -finite(b))))
word("A*B", lambda A, B: A * B, the.product)
word("c*A", lambda c, A: c * A, lambda c, A: the.each(A, lambda a: the.times(c, a)))
word("A.T", lambda A: A.T, the.transpose)
word("A^-1", sympy.Inverse, the.matrix_inverse)
word("A^k", lambda A, k: A**k, the.matrix_power)
word("Identity", sympy.Identity, the.identity)
word("ZeroMatrix", sympy.ZeroMatrix, lambda r, n: the.entries(r, n, lambda i, j: arb(0)))
word("OneMatrix", sympy.OneMatrix, lambda r, n: the.entries(r, n, lambda i, j: arb(1)))
word("Hadamard", sympy.HadamardProduct, lambda A, B: the.pairwise(A, B, lambda a, b: finite(a) * finite(b)))
word("HadamardPower", sympy.HadamardPower, lambda A, k: the.each(A, lambda a: the.power(a, k)))
word("Kronecker", sympy.KroneckerProduct, the.kronecker)
word("DiagMatrix", sympy.DiagMatrix, lambda u: _diagonal(_flat(u)))
word("DiagonalMatrix", sympy.DiagonalMatrix, lambda A: _diagonal([A[i][i] for i in range(len(A))]))
word("DiagonalOf", sympy.DiagonalOf, lambda A: [[A[i][i]] for i in range(len(A))])
word("Vec", symattn.Vec, lambda A: [[x] for row in the.transpose(A) for x in row])
word("Flip", symattn.Flip, lambda A, axis: [row[::-1] for row in A] if axis else A[::-1])
word("blocks", lambda rows: sympy.BlockMatrix([list(row) for row in rows]), lambda rows: _blocks(rows))
word("rows", lambda A, a, b: A[a:b, :], lambda A, a, b: _rows(A, a, b))
word("columns", lambda A, a, b: A[:, a:b], lambda A, a, b: the.transpose(_rows(the.transpose(A), a, b)))
word("row", lambda A, i: A[i, :], lambda A, i: [A[i]])
word("column", lambda A, j: A[:, j], lambda A, j: [[row[j]] for row in A])


def _diagonal(u: list[Any]) -> Any:
    return the.entries(len(u), len(u), lambda i, j: u[i] if i == j else arb(0))


def _blocks(rows: Any) -> Any:
    return [line for row in rows for line in the.beside(row)]


def _rows(A: Any, a: int, b: int) -> Any:
    if not 0 <= a < b <= len(A):
        raise Undefined("rows outside")
    return A[a:b]


ENTRY_FUNCTIONS = {
    "exp": (sympy.exp, lambda a: a.exp()),
    "tanh": (sympy.tanh, lambda a: a.tanh()),
    "sin": (sympy.sin, lambda a: a.sin()),
    "cos": (sympy.cos, lambda a: a.cos()),
    "abs": (sympy.Abs, abs),
}
for _name, (_sympy_function, _function) in ENTRY_FUNCTIONS.items():
    word(
        f"{_name} of entries",
        lambda A, f=_sympy_function: A.applyfunc(f),
        lambda A, f=_function: the.each(A, f),
    )


def _write_entries(w: Writer, scope: dict[str, Any], i: str, rows: Any, j: str, columns: Any, body: E) -> Any:
    return symattn.from_entries(rows, columns, lambda a, b: w(body, {**scope, i: a, j: b}))


def _read_entries(r: Reader, scope: dict[str, int], i: str, rows: Any, j: str, columns: Any, body: E) -> Any:
    return the.entries(r.size(rows), r.size(columns), lambda a, b: r(body, {**scope, i: a, j: b}))


binder("entries", _write_entries, _read_entries)

# Reductions


def _row_reduction(name: str, reduce: Callable[[list[Any]], Any]) -> None:
    word(f"Row{name}", getattr(symattn, f"Row{name}"), lambda A: [[reduce(row)] for row in A])
    word(f"Column{name}", getattr(symattn, f"Column{name}"), lambda A: [[reduce(row) for row in the.transpose(A)]])


_row_reduction("Sum", the.total)
_row_reduction("Mean", lambda row: the.total(row) / len(row))
_row_reduction("Max", the.biggest)
word("LogSumExp", symattn.LogSumExp, lambda A: [[the.total(a.exp() for a in row).log()] for row in A])

# Softmax, masks and attention

word("RowSoftmax", symattn.RowSoftmax, the.softmax)


def _mask(rows: int, columns: int, shown: Callable[[int, int], bool]) -> Any:
    return the.entries(rows, columns, lambda j, i: arb(0) if shown(j, i) else MINUS)


word("CausalMask", symattn.CausalMask, lambda n: _mask(n, n, lambda j, i: i <= j))
word("SlidingWindowMask", symattn.SlidingWindowMask, lambda n, w, c: _mask(n, n, lambda j, i: _window(j, i, w, c)))
word("BlockDiagonalMask", symattn.BlockDiagonalMask, lambda n, w: _mask(n, n, lambda j, i: i // w == j // w))
word("PrefixLMMask", symattn.PrefixLMMask, lambda n, m: _mask(n, n, lambda j, i: i < m or i <= j))
word("TopLeftCausalMask", symattn.TopLeftCausalMask, lambda r, n: _mask(r, n, lambda j, i: i <= j))
word("BottomRightCausalMask", symattn.BottomRightCausalMask, lambda r, n: _mask(r, n, lambda j, i: i <= j + n - r))
word("PaddingMask", symattn.PaddingMask, lambda m, n, r: _mask(r, n, lambda j, i: i < m))
word("PrefixMask", symattn.PrefixMask, lambda m, n: _mask(1, n, lambda j, i: i < m))
word("SubsetMask", symattn.SubsetMask, lambda subset, n: _mask(1, n, lambda j, i: i in subset))


def _window(j: int, i: int, w: int, causal: bool) -> bool:
    return j - w < i <= j if causal else abs(i - j) < w


def _write_mask_where(w: Writer, scope: dict[str, Any], j: str, rows: Any, i: str, columns: Any, condition: E) -> Any:
    return symattn.MaskWhere(rows, columns, lambda a, b: w(condition, {**scope, j: a, i: b}))


def _read_mask_where(r: Reader, scope: dict[str, int], j: str, rows: Any, i: str, columns: Any, condition: E) -> Any:
    return _mask(r.size(rows), r.size(columns), lambda a, b: r(condition, {**scope, j: a, i: b}))


binder("MaskWhere", _write_mask_where, _read_mask_where)
word(
    "Attention",
    lambda Q, K, V, mask, scale, bias: symattn.Attention(Q, K, V, mask, scale, bias),
    lambda *parts: the.attention(*parts),
)
word(
    "SelfAttention",
    symattn.SelfAttention,
    lambda X, A, B, C, mask: the.attention(the.product(X, A), the.product(X, B), the.product(X, C), mask),
)
word("DotProduct", symattn.DotProduct, lambda: lambda q, k: the.total(a * b for a, b in zip(q, k, strict=True)))
word("Euclidean", symattn.Euclidean, lambda: lambda q, k: -the.root(_distance(q, k)))
word("SquaredEuclidean", symattn.SquaredEuclidean, lambda: lambda q, k: -_distance(q, k) / 2)
word(
    "Epanechnikov",
    symattn.Epanechnikov,
    lambda: lambda q, k: (1 - the.root(_distance(q, k))).max(arb(0)),
)
word("BoxCar", symattn.BoxCar, lambda: lambda q, k: arb(int(the.compare("<=", _distance(q, k), arb(1)))))


def _distance(q: Any, k: Any) -> arb:
    return the.total((a - b) * (a - b) for a, b in zip(q, k, strict=True))


def similarities(kernel: Any, Q: Any, K: Any) -> Any:
    return the.entries(len(Q), len(K), lambda j, i: kernel(Q[j], K[i]))


def _kernel_attention(kernel: Any, Q: Any, K: Any, V: Any, mask: Any) -> Any:
    scores = similarities(kernel, Q, K)
    return the.product(the.softmax(scores if mask is None else the.pairwise(scores, mask, the.plus)), V)


word("KernelMatrix", symattn.KernelMatrix, similarities)
word("KernelAttention", symattn.KernelAttention, _kernel_attention)
word("KernelValue", lambda kernel, q, k: kernel(q, k), lambda kernel, q, k: kernel(_flat(q), _flat(k)))
word("RowMap", symattn.RowMap, lambda f, Q: [f(row) for row in Q])
word("PositionMap", symattn.PositionMap, lambda f, X: [f([*row, arb(m)]) for m, row in enumerate(X)])

# Heads

word("member of", lambda family, h: family[h], lambda family, h: family[h])


def _over_heads(name: str, combine: Callable[[list[Any]], Any]) -> None:
    kind = getattr(symattn, name)

    def write(w: Writer, scope: dict[str, Any], h: str, H: Any, body: E) -> Any:
        index = Idx(h, H)
        return kind(w(body, {**scope, h: index}), index)

    def read(r: Reader, scope: dict[str, int], h: str, H: Any, body: E) -> Any:
        return combine([r(body, {**scope, h: k}) for k in range(r.size(H))])

    binder(name, write, read)


def _added(members: list[Any]) -> Any:
    made = members[0]
    for member in members[1:]:
        made = the.pairwise(made, member, the.plus)
    return made


def _stacked(members: list[Any]) -> Any:
    return [row for member in members for row in member]


_over_heads("HeadFamily", list)
_over_heads("HeadSum", _added)
_over_heads("HeadConcat", the.beside)
_over_heads("HeadStack", _stacked)
word("HeadBlock", symattn.HeadBlock, lambda A, h, H: A[h * (len(A) // H) : (h + 1) * (len(A) // H)])


def _heads(attend: Callable[..., Any], Q: Any, K: Any, V: Any, W_Q: Any, W_K: Any, W_V: Any, W_O: Any) -> Any:
    heads = [
        attend(the.product(Q, a), the.product(K, b), the.product(V, c)) for a, b, c in zip(W_Q, W_K, W_V, strict=True)
    ]
    if W_O is None:
        return _added(heads)
    if len(the.shape(W_O)) == 2 and not isinstance(W_O[0][0], list):
        return the.product(the.beside(heads), W_O)
    return _added([the.product(head, w) for head, w in zip(heads, W_O, strict=True)])


word(
    "MultiHeadAttention",
    lambda Q, K, V, a, b, c, o, mask: symattn.MultiHeadAttention(Q, K, V, a, b, c, o, mask),
    lambda Q, K, V, a, b, c, o, mask: _heads(lambda q, k, v: the.attention(q, k, v, mask), Q, K, V, a, b, c, o),
)
word(
    "KernelMultiHeadAttention",
    lambda s, Q, K, V, a, b, c, o, mask: symattn.KernelMultiHeadAttention(s, Q, K, V, a, b, c, o, mask),
    lambda s, Q, K, V, a, b, c, o, mask: _heads(
        lambda q, k, v: _kernel_attention(s, q, k, v, mask), Q, K, V, a, b, c, o
    ),
)

# Positional encodings


def _angles(t: Any, h: int, first: Any) -> Any:
    return the.each(the.frequencies(h, first), lambda w: t * w)


def _rotary(X: Any, angles: Any, start: Any) -> Any:
    made = []
    for m, row in enumerate(X):
        turn = the.rotation(the.each(angles, lambda w, m=m: (start + m) * w))
        made.append([line[0] for line in the.product(turn, [[x] for x in row])])
    return made


word("SineCosine", symattn.SineCosine, the.sine_cosine)
word("BlockRotation", symattn.BlockRotation, the.rotation)
word("Frequencies", symattn.Frequencies, lambda width, first: the.frequencies(width // 2, first))
word(
    "SinusoidalVector",
    symattn.SinusoidalVector,
    lambda t, width, first: the.sine_cosine(_angles(t, width // 2, first)),
)
word(
    "SinusoidalEncoding",
    symattn.SinusoidalEncoding,
    lambda n, width, first: [[x for (x,) in the.sine_cosine(_angles(arb(t), width // 2, first))] for t in range(n)],
)
word("ShiftMatrix", symattn.ShiftMatrix, lambda k, width, first: the.rotation(_angles(k, width // 2, first)))
word(
    "RotaryEncoding",
    symattn.RotaryEncoding,
    lambda X, angles, start: _rotary(X, the.frequencies(len(X[0]) // 2, 0) if angles is None else angles, start),
)
word(
    "AdditiveEncoding",
    symattn.AdditiveEncoding,
    lambda X, P: [[x + p for x, p in zip(row, line, strict=False)] for row, line in zip(X, P, strict=True)],
)
word("step of", lambda phi, j: phi(j), lambda phi, j: phi(j))
word(
    "PositionalEncoding",
    symattn.PositionalEncoding,
    lambda phi, x, n: [_flat(the.product(phi(j), x)) for j in range(n)],
)
word(
    "PositionalEncoding of powers",
    symattn.PositionalEncoding,
    lambda M, x, n: [_flat(the.product(the.matrix_power(M, j), x)) for j in range(n)],
)
