"""Theorems about attention that find bugs: every correct attention function satisfies them.

Each is a statement about a function F of the queries, keys and values. ``proofs/testing/detectors.py`` proves them
all, with Attention for F; a function under test has to have them too. A width padding is the only one that sees the
scale, zero queries and a single key see what the values are multiplied with, a shift of all keys sees whether the
largest score is subtracted, appended tokens see masks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sympy import (
    Basic,
    BlockMatrix,
    Eq,
    FunctionMatrix,
    Lambda,
    MatrixExpr,
    MatrixSymbol,
    OneMatrix,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    sqrt,
)

from symattn.errors import UsageError
from symattn.language.base.dims import dims
from symattn.language.base.symbols import MaskSymbol, OrthogonalSymbol, PermutationSymbol
from symattn.language.words.attention import Attention
from symattn.language.words.masks import BottomRightCausalMask, MaskWhere
from symattn.primitives.masks.word import CausalMask
from symattn.primitives.softmax.word import RowSoftmax
from symattn.testing.forms import relations_of
from symattn.testing.relations import Function, Relation

r, n, ell, d, m, e = dims("r n ell d m e")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
X, Y, Z = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B, P, R = MatrixSymbol("A", m, ell), MatrixSymbol("B", m, d), MatrixSymbol("P", m, ell), MatrixSymbol("R", n, ell)
sigma, tau, g = PermutationSymbol("sigma", n), PermutationSymbol("tau", r), OrthogonalSymbol("g", ell)
M = MaskSymbol("M", r, n)
w, u, W = MatrixSymbol("w", 1, ell), MatrixSymbol("u", 1, d), MatrixSymbol("W", d, e)
a, b, s, t = MatrixSymbol("a", 1, ell), MatrixSymbol("b", 1, ell), MatrixSymbol("s", 1, d), MatrixSymbol("t", 1, d)
j, i, c, k = (Symbol(name, integer=True) for name in ("j", "i", "c", "k"))
rows, keys = OneMatrix(r, 1), OneMatrix(n, 1)


def _causal(queries: MatrixExpr, keys: MatrixExpr, values: MatrixExpr) -> MatrixExpr:
    return Attention(queries, keys, values, CausalMask(queries.shape[0]))


def _decoding(queries: MatrixExpr, keys: MatrixExpr, values: MatrixExpr) -> MatrixExpr:
    return Attention(queries, keys, values, BottomRightCausalMask(queries.shape[0], keys.shape[0]))


def stacked(above: MatrixExpr, below: MatrixExpr) -> MatrixExpr:
    """Put one matrix above another."""
    return BlockMatrix([[above], [below]])


def widened(matrix: MatrixExpr, factor: int = 1) -> MatrixExpr:
    """Put three times as many columns of zeros beside a matrix, which is multiplied by a factor."""
    return BlockMatrix([[factor * matrix, ZeroMatrix(matrix.shape[0], 3 * matrix.shape[1])]])


def mean() -> MatrixExpr:
    """Return the mean of all values, in every row."""
    return OneMatrix(r, n) * V / n


def prefix_means() -> MatrixExpr:
    """Return in row j the mean of the values 0, …, j."""
    return FunctionMatrix(n, d, Lambda((j, c), Sum(Z[i, c], (i, 0, j)) / (j + 1)))


def logistic() -> MatrixExpr:
    """Return the means of s and t, with a logistic function of the difference of the scores for a weight."""
    difference = Sum(Q[j, k] * (a[0, k] - b[0, k]), (k, 0, ell - 1)) / sqrt(ell)
    return FunctionMatrix(r, d, Lambda((j, c), s[0, c] + (t[0, c] - s[0, c]) / (1 + exp(difference))))


def _plain(name: str, title: str, statement: Callable[[Function], tuple[Any, Any]]) -> Relation:
    return Relation(name, title, "plain", statement, (Attention,))


def _masked(name: str, title: str, statement: Callable[[Function], tuple[Any, Any]]) -> Relation:
    return Relation(f"masked {name}", title, "masked", statement, (Attention,))


def _causal_one(name: str, title: str, statement: Callable[[Function], tuple[Any, Any]]) -> Relation:
    return Relation(f"causal {name}", title, "causal", statement, (_causal,))


#: What the three forms share: a title, and what is said of F and its arguments.
SHARED: dict[str, tuple[str, Callable[..., tuple[Any, Any]]]] = {
    "key shift": (
        "a shift of all keys changes nothing",
        lambda F, q, k, v, *mask: (F(q, k + keys * w, v, *mask), F(q, k, v, *mask)),
    ),
    "rotation": (
        "queries and keys may be rotated together",
        lambda F, q, k, v, *mask: (F(q * g, k * g, v, *mask), F(q, k, v, *mask)),
    ),
    "width padding": (
        "twice the queries in four times the width, the rest zeros, change nothing",
        lambda F, q, k, v, *mask: (F(widened(q, 2), widened(k), v, *mask), F(q, k, v, *mask)),
    ),
    "value shift": (
        "a shift of all values shifts the results alike",
        lambda F, q, k, v, *mask: (F(q, k, v + keys * u, *mask), F(q, k, v, *mask) + OneMatrix(q.shape[0], 1) * u),
    ),
    "constant values": (
        "equal values come out as they are",
        lambda F, q, k, v, *mask: (F(q, k, keys * u, *mask), OneMatrix(q.shape[0], 1) * u),
    ),
}
#: How a form makes its theorems, and what its functions take.
FORMS = {"plain": (_plain, (Q, K, V)), "masked": (_masked, (Q, K, V, M)), "causal": (_causal_one, (X, Y, Z))}


def _shared(form: str, name: str) -> Relation:
    (title, statement), (made, arguments) = SHARED[name], FORMS[form]
    return made(name, title, lambda F: statement(F, *arguments))


RELATIONS = (
    _shared("plain", "key shift"),
    _plain("zero queries", "zero queries give the mean of the values", lambda F: (F(ZeroMatrix(r, ell), K, V), mean())),
    _plain("equal keys", "equal keys give the mean of the values", lambda F: (F(Q, keys * w, V), mean())),
    _shared("plain", "width padding"),
    _plain(
        "two keys",
        "two keys are weighed by a logistic function of the difference of their scores",
        lambda F: (F(Q, stacked(a, b), stacked(s, t)), logistic()),
    ),
    _plain("one key", "a single key has all the weight", lambda F: (F(Q, w, u), rows * u)),
    _plain(
        "duplicate keys",
        "each key twice gives what each key once gives",
        lambda F: (F(Q, stacked(K, K), stacked(V, V)), F(Q, K, V)),
    ),
    _plain("key permutation", "key–value pairs form a set", lambda F: (F(Q, sigma * K, sigma * V), F(Q, K, V))),
    _plain(
        "query permutation", "permuted queries give permuted results", lambda F: (F(tau * Q, K, V), tau * F(Q, K, V))
    ),
    _plain(
        "more queries",
        "more queries do not change the results of the others",
        lambda F: (F(stacked(Q, P), K, V), stacked(F(Q, K, V), F(P, K, V))),
    ),
    _shared("plain", "rotation"),
    _plain("factor", "twice the queries give what twice the keys give", lambda F: (F(2 * Q, K, V), F(Q, 2 * K, V))),
    _shared("plain", "value shift"),
    _shared("plain", "constant values"),
    _plain(
        "value map", "a linear map of the values maps the results alike", lambda F: (F(Q, K, V * W), F(Q, K, V) * W)
    ),
    _shared("masked", "key shift"),
    _masked(
        "equal keys",
        "equal keys leave the weights to the mask or the bias",
        lambda F: (F(Q, keys * w, V, M), RowSoftmax(M) * V),
    ),
    _masked(
        "zero queries",
        "zero queries leave the weights to the mask or the bias",
        lambda F: (F(ZeroMatrix(r, ell), K, V, M), RowSoftmax(M) * V),
    ),
    _masked(
        "one key shown",
        "one key shown has all the weight",
        lambda F: (F(Q, K, V, MaskWhere(r, n, lambda j, i: Eq(i, 0))), rows * V[0:1, :]),
    ),
    _masked(
        "own key shown",
        "each query sees its own key alone",
        lambda F: (F(X, Y, Z, MaskWhere(n, n, lambda j, i: Eq(i, j))), Z),
    ),
    _masked(
        "hidden keys",
        "hidden keys are as good as none",
        lambda F: (
            F(Q, stacked(K, A), stacked(V, B), MaskWhere(r, n + m, lambda j, i: i < n)),
            F(Q, K, V, MaskWhere(r, n, lambda j, i: i < n)),
        ),
    ),
    _masked(
        "hidden keys before",
        "hidden keys before the others are as good as none",
        lambda F: (
            F(Q, stacked(A, K), stacked(B, V), MaskWhere(r, m + n, lambda j, i: i >= m)),
            F(Q, K, V, MaskWhere(r, n, lambda j, i: i < n)),
        ),
    ),
    _masked(
        "prefix means",
        "zero queries under a causal mask give the means of the values so far",
        lambda F: (F(ZeroMatrix(n, ell), Y, Z, CausalMask(n)), prefix_means()),
    ),
    _masked(
        "key permutation",
        "key–value pairs and their columns of the mask form a set",
        lambda F: (F(Q, sigma * K, sigma * V, M * sigma.T), F(Q, K, V, M)),
    ),
    _masked(
        "query permutation",
        "permuted queries and rows of the mask give permuted results",
        lambda F: (F(tau * Q, K, V, tau * M), tau * F(Q, K, V, M)),
    ),
    _shared("masked", "rotation"),
    _shared("masked", "width padding"),
    _shared("masked", "value shift"),
    _shared("masked", "constant values"),
    _causal_one(
        "zero queries",
        "zero queries give the means of the values so far",
        lambda F: (F(ZeroMatrix(n, ell), Y, Z), prefix_means()),
    ),
    _causal_one(
        "equal keys", "equal keys give the means of the values so far", lambda F: (F(X, keys * w, Z), prefix_means())
    ),
    _causal_one(
        "later tokens",
        "later tokens change nothing",
        lambda F: (F(stacked(X, P), stacked(Y, A), stacked(Z, B))[0:n, :], F(X, Y, Z)),
    ),
    _causal_one("first query", "the first query sees the first key alone", lambda F: (F(X, Y, Z)[0:1, :], Z[0:1, :])),
    _shared("causal", "key shift"),
    _shared("causal", "rotation"),
    _shared("causal", "width padding"),
    _shared("causal", "value shift"),
    _shared("causal", "constant values"),
)


def form_of(of: Any) -> str:
    """Say which form of attention a class or an expression is; nothing where it is none of those kept here.

    >>> form_of(Attention), form_of(Attention(Q, K, V, M)), form_of(Attention(X, Y, Z, CausalMask(n)))
    ('plain', 'masked', 'causal')
    """
    if of is Attention:
        return "plain"
    if isinstance(of, Attention) and of.scale is True and of.bias is None and _of_symbols(of):
        if of.mask is None:
            return "plain"
        if isinstance(of.mask, MaskSymbol):
            return "masked"
        if of.mask == CausalMask(of.queries.shape[0]):
            return "causal"
    return ""


def _of_symbols(of: Attention) -> bool:
    parts = (of.queries, of.keys, of.values)
    return all(type(part) is MatrixSymbol for part in parts) and len(set(parts)) == len(parts)


def _sizes_coincide(of: Any) -> bool:
    """Tell whether attention is of symbols whose sizes are fewer than those of the theorems that are kept."""
    if not form_of(of):
        return False
    (r, ell), (n, d) = of.queries.shape, of.values.shape
    sizes = [*([r] if form_of(of) != "causal" else []), n, ell, d]
    return len(set(sizes)) < len(sizes) or not all(isinstance(size, Symbol) for size in sizes)


p, q = dims("r k")
#: r new queries on the r + k keys that are there once theirs have been added to a cache of k, and n queries on n keys.
NEW, ALL_KEYS, ALL_VALUES = MatrixSymbol("Q", p, ell), MatrixSymbol("K", p + q, ell), MatrixSymbol("V", p + q, d)
DECODING = Attention(NEW, ALL_KEYS, ALL_VALUES, BottomRightCausalMask(p, p + q))
PREFILL = Attention(X, Y, Z, CausalMask(n))


def _decode_is_prefill(decode: Function, prefill: Function) -> tuple[Any, Any]:
    before, queries = MatrixSymbol("B", q, ell), MatrixSymbol("A", p, ell)
    every = stacked(before, queries)
    return decode(queries, ALL_KEYS, ALL_VALUES), prefill(every, ALL_KEYS, ALL_VALUES)[q:, :]


#: A theorem about two functions.
DECODE_IS_PREFILL = Relation(
    "decode is prefill",
    "attention of new queries to a cache computes the last rows of prefill",
    "decoding",
    _decode_is_prefill,
    (_decoding, _causal),
)


def theorems_about(of: Any) -> tuple[Relation, ...]:
    """Return the theorems that are kept about an expression, to be asserted of functions.

    ``of`` is the class Attention, or Attention of symbols: without a mask, with a symbol for it, with a causal or any
    other mask, with a bias; a softmax times values with other scores; RowSoftmax, LogSumExp, RMSNorm, with a
    gain or without, LayerNorm, CausalLinearAttention and Retention of symbols. Raise UsageError for an expression of
    another form.

    >>> [relation.name for relation in theorems_about(Attention)][:4]
    ['key shift', 'zero queries', 'equal keys', 'width padding']
    >>> [relation.name for relation in theorems_about(RowSoftmax(MatrixSymbol("A", r, n)))][:3]
    ['shift', 'sum', 'permutation']
    """
    if of is not Attention and not isinstance(of, Basic):
        raise UsageError(f"theorems are kept about Attention and about expressions, as RowSoftmax(A), not about {of!r}")
    form = "" if of is not Attention and _sizes_coincide(of) else form_of(of)
    found = tuple(relation for relation in RELATIONS if relation.form == form) if form else relations_of(of)
    if not found:
        raise UsageError(f"no theorems are kept about {of}; write them as functions of F, and name what F is by of=")
    return tuple(replace(relation, of=of) for relation in found)
