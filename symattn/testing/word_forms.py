"""Theorems about words of which attention is made: rotary encodings, caches, windows, heads, and backward passes.

The statements name the symbols of the expression itself. Those that are proved of it are kept, as in ``forms``.
"""

from __future__ import annotations

from typing import Any

from sympy import Idx, KroneckerDelta, Rational, Symbol, ZeroMatrix

from symattn.language.base.dims import is_dim
from symattn.language.base.traversal import postorder
from symattn.language.inspection import declarations
from symattn.language.words.attention import Attention
from symattn.language.words.heads import MultiHeadAttention
from symattn.language.words.masks import SlidingWindowMask
from symattn.language.words.positions import RotaryEncoding
from symattn.primitives.heads.word import HeadBlock, HeadConcat, HeadFamily, HeadSum, MatrixFamily
from symattn.primitives.masks.word import CausalMask
from symattn.testing.parts import Fresh, Statements, above, beside, is_symbol, ones

#: What the gradient of the result is called in a backward pass.
COTANGENT = "dO"


# Rotary encodings


def _rotary(expr: Any) -> Statements:
    """What is known of a rotary encoding by itself."""
    if not isinstance(expr, RotaryEncoding) or not is_symbol(expr.data):
        return []
    X = expr.data
    return [
        *of_rotations(expr, X),
        ("factor", "twice the data give twice the result", lambda F: (F({X: 2 * X}), 2 * F({}))),
    ]


def of_rotations(expr: Any, inner: Any) -> Statements:
    """What is known where symbols are rotated by their positions; ``inner`` is what is made of them."""
    turned = {node.data: node for node in postorder(expr) if isinstance(node, RotaryEncoding)}
    if not turned or not all(map(is_symbol, turned)):
        return []
    back = {X: RotaryEncoding(X, -node.frequencies, node.start) for X, node in turned.items()}
    plain = inner.xreplace({node: X for X, node in turned.items()})
    found: Statements = [("turned back", "data that are turned back first are not turned", lambda F: (F(back), plain))]
    starts = {node.start for node in turned.values()}
    start = next(iter(starts))
    if len(starts) == 1 and isinstance(start, Symbol) and inner is expr:
        found.append(("start", "only distances matter", lambda F: (F({start: start + 3}), F({}))))
    angles = {node.frequencies for node in turned.values()}
    theta = next(iter(angles))
    if len(angles) == 1 and is_symbol(theta):
        found.append(("no angles", "angles 0 turn nothing", lambda F: (F({theta: ZeroMatrix(*theta.shape)}), plain)))
    return found


# Tokens that come one after the other: caches and windows


def of_tokens(expr: Any, scores: Any, V: Any, fresh: Fresh) -> Statements:
    """What is known where later tokens are not seen: of as many queries as keys, or of the last of them."""
    r, n = scores.shape
    symbols = declarations(expr).matrices
    if any(not is_symbol(X) or X.shape[0] not in (r, n) or X.shape[1] in (r, n) for X in symbols):
        return []
    m = fresh.size("m")
    more = {X: above(X, fresh.matrix(f"{X.name}_later", m, X.shape[1])) for X in symbols}
    found: Statements = [("later tokens", "later tokens change nothing", lambda F: (F(more)[0:r, :], F({})))]
    if r == n:
        first = ("first query", "the first query sees the first key alone")
        return [*found, (*first, lambda F: (F({})[0:1, :], V[0:1, :]))]
    queries = [X for X in symbols if X.shape[0] == r]
    if len(queries) != 1 or not is_dim(n - r):
        return found
    Q = queries[0]
    longer = {X: fresh.matrix(f"{X.name}_all", m + n, X.shape[1]) for X in symbols if X is not Q}
    chunk = {**longer, Q: above(fresh.matrix(f"{Q.name}_before", m, Q.shape[1]), Q)}
    found.append(("chunks", "queries may come in two chunks", lambda F: (F(chunk)[m:, :], F({**longer, Q: Q}))))
    if isinstance(expr, Attention) and expr.bias is None and expr.scale is True:
        one = {X: fresh.matrix(f"{X.name}_one", 1 if X is Q else n - r + 1, X.shape[1]) for X in symbols}
        sees_all = Attention(*(part.xreplace(one) for part in (expr.queries, expr.keys, expr.values)))
        found.append(("one query", "a single query sees all keys", lambda F: (F(one), sees_all)))
    return found


def of_windows(expr: Any, V: Any) -> Statements:
    """What is known where the width of a window is an argument."""
    masks = {node for node in postorder(expr) if isinstance(node, SlidingWindowMask) and is_dim(node.args[-1])}
    if len(masks) != 1:
        return []
    mask = masks.pop()
    n, width = mask.shape[0], mask.args[-1]
    return [
        ("window of one", "in a window of one key each query sees its own", lambda F: (F({width: 1}), V)),
        (
            "window of all",
            "a window of all keys is a causal mask",
            lambda F: (F({width: n}), expr.xreplace({mask: CausalMask(n)})),
        ),
    ]


# Heads


def _multi_head(expr: Any) -> Statements:
    if not isinstance(expr, MultiHeadAttention) or expr.mask is not None:
        return []
    Q, K, V, W_Q, W_K, W_V, W_O = expr.args[:7]
    families = [W for W in (W_Q, W_K, W_V, W_O) if isinstance(W, MatrixFamily)]
    if not all(map(is_symbol, (Q, K, V))) or len({*families}) < 3 or len({W_Q, W_K, W_V} & {*families}) < 3:
        return []
    fresh, i, last = Fresh(expr), Idx("h", expr.heads), isinstance(W_O, MatrixFamily)

    def summed(values: Any) -> Any:
        """Return the heads of values that are not averaged, together."""
        if last:
            return HeadSum(values * W_V[i] * W_O[i], i)
        return HeadSum(values * W_V[i], i) if expr.output is None else HeadConcat(values * W_V[i], i) * expr.output

    width = W_Q.member_shape[1]

    def padded(W: Any, factor: int) -> Any:
        return HeadFamily(beside(factor * W[i], ZeroMatrix(W.member_shape[0], 3 * width)), i)

    found: Statements = [
        (
            "width padding",
            "twice the queries in heads of four times the width",
            lambda F: (F({W_Q: padded(W_Q, 2), W_K: padded(W_K, 1)}), F({})),
        ),
        (
            "factor of weights",
            "a factor of the weights of queries is one of those of keys",
            lambda F: (F({W_Q: HeadFamily(2 * W_Q[i], i)}), F({W_K: HeadFamily(2 * W_K[i], i)})),
        ),
    ]
    if last:
        reverse = {W: HeadFamily(W[expr.heads - 1 - i], i) for W in families}
        alone = {W_O: HeadFamily(KroneckerDelta(i, 0) * W_O[i], i)}
        first = Attention(Q * W_Q[0], K * W_K[0], V * W_V[0]) * W_O[0]
        found += [
            ("order of heads", "the order of the heads does not matter", lambda F: (F(reverse), F({}))),
            ("one head", "where one head is kept, it is attention", lambda F: (F(alone), first)),
        ]
    if Q == K == V:
        return [*found, *_of_equal_tokens(Q, summed, fresh)]
    return [*found, *_of_sets(Q, K, V, summed, fresh)] if len({Q, K, V}) == 3 else found


def _of_equal_tokens(X: Any, summed: Any, fresh: Fresh) -> Statements:
    """What is known where tokens attend to each other."""
    n, width = X.shape
    tau, x = fresh.permutation("tau", n), fresh.matrix("x", 1, width)
    return [
        ("token permutation", "permuted tokens give permuted results", lambda F: (F({X: tau * X}), tau * F({}))),
        ("one token", "a single token has all the weight", lambda F: (F({X: x}), summed(x))),
        (
            "equal tokens",
            "equal tokens give what one of them gives alone",
            lambda F: (F({X: ones(n) * x}), summed(ones(n) * x)),
        ),
    ]


def _of_sets(Q: Any, K: Any, V: Any, summed: Any, fresh: Fresh) -> Statements:
    """What is known where the heads attend to the same keys; ``summed`` are the heads of values, put together."""
    n, u = V.shape[0], fresh.matrix("u", 1, V.shape[1])
    sigma, w = fresh.permutation("sigma", n), fresh.matrix("w", 1, K.shape[1])
    single = isinstance(Q, MatrixFamily)
    r = Q.member_shape[0] if single else Q.shape[0]
    i = Idx("h", Q.heads) if single else None
    nothing = HeadFamily(ZeroMatrix(*Q.member_shape), i) if single else ZeroMatrix(*Q.shape)
    twice = HeadFamily(2 * Q[i], i) if single else 2 * Q
    found: Statements = [
        ("key permutation", "key–value pairs form a set", lambda F: (F({K: sigma * K, V: sigma * V}), F({}))),
        ("key shift", "a shift of all keys changes nothing", lambda F: (F({K: K + ones(n) * w}), F({}))),
        (
            "zero queries",
            "zero queries give the mean of the values",
            lambda F: (F({Q: nothing}), summed(ones(r, n) * V / n)),
        ),
        (
            "constant values",
            "equal values give what one of them gives",
            lambda F: (F({V: ones(n) * u}), summed(ones(r) * u)),
        ),
        ("one key", "a single key has all the weight", lambda F: (F({K: w, V: u}), summed(ones(r) * u))),
        ("factor", "twice the queries give what twice the keys give", lambda F: (F({Q: twice}), F({K: 2 * K}))),
    ]
    if not single:
        tau = fresh.permutation("tau", r)
        found.append(
            ("query permutation", "permuted queries give permuted results", lambda F: (F({Q: tau * Q}), tau * F({})))
        )
    return found


def _shared_keys(expr: Any) -> Statements:
    """What is known of heads that share their keys, and of groups of heads."""
    kind, arguments = type(expr).__name__, tuple(getattr(expr, "args", ()))
    if kind == "MultiQueryAttention" and isinstance(arguments[0], MatrixFamily):
        Q, K, V = arguments[:3]
        i = Idx("h", Q.heads)
        return _of_sets(Q, K, V, lambda values: HeadConcat(values, i), Fresh(expr))
    if kind != "GroupedQueryAttention" or not is_symbol(arguments[0]):
        return []
    X, W_Q, W_K, W_V, W_O = arguments[:5]
    if not all(isinstance(W, MatrixFamily) for W in (W_Q, W_K, W_V, W_O)):
        return []
    width = W_K.member_shape[1]
    g, i = Idx("g", W_Q.heads), Idx("h", W_Q.member_shape[1] / width)

    def summed(values: Any) -> Any:
        head = values * W_V[g] * HeadBlock(W_O[g], i, i.upper + 1)
        return HeadSum(HeadFamily(HeadSum(HeadFamily(head, i)), g))

    reverse = {W: HeadFamily(W[W_Q.heads - 1 - g], g) for W in (W_Q, W_K, W_V, W_O)}
    return [
        ("order of groups", "the order of the groups does not matter", lambda F: (F(reverse), F({}))),
        *_of_equal_tokens(X, summed, Fresh(expr)),
    ]


# Backward passes


def _backward(expr: Any) -> Statements:
    """What is known of a gradient of attention: the gradients of what is equivariant are equivariant."""
    matrices = {str(X): X for X in declarations(expr).matrices} if getattr(expr, "is_Matrix", False) else {}
    dO = matrices.pop(COTANGENT, None)
    masks = declarations(expr).masks if dO is not None else ()
    if dO is None or len(matrices) not in (2, 3) or not all(map(is_symbol, matrices.values())):
        return []
    r, d = dO.shape
    values = [X for X in matrices.values() if X.shape[1] == d]
    pairs = [(Q, K) for Q in matrices.values() for K in matrices.values() if Q.shape[1] == K.shape[1] and Q != K]
    pair = next(((Q, K) for Q, K in pairs if Q.shape[0] == r and not {Q, K} & {*values}), None)
    if pair is None or len(values) > 1 or len(masks) > 1 or not all(M.shape == (r, pair[1].shape[0]) for M in masks):
        return []
    (Q, K), n, ell = pair, pair[1].shape[0], pair[0].shape[1]
    V, M = (values or [None])[0], (masks or [None])[0]
    fresh = Fresh(expr)
    tau, sigma, g = fresh.permutation("tau", r), fresh.permutation("sigma", n), fresh.orthogonal(ell)
    w, u = fresh.matrix("w", 1, ell), fresh.matrix("u", 1, d)
    by_rows, is_turned = expr.shape[0] == r and r != n, expr.shape[1] == ell and ell != d

    def moved(left: Any, queries: bool) -> dict[Any, Any]:
        found = {Q: left * Q, dO: left * dO} if queries else {K: left * K, **({V: left * V} if V is not None else {})}
        return found | ({M: left * M if queries else M * left.T} if M is not None else {})

    factor = Rational(1, 2) if is_turned and by_rows else 2 if is_turned else 1
    found: Statements = [
        (
            "query permutation",
            "permuted queries give permuted results",
            lambda F: (F(moved(tau, True)), tau * F({}) if by_rows else F({})),
        ),
        (
            "key permutation",
            "key–value pairs form a set",
            lambda F: (F(moved(sigma, False)), F({}) if by_rows else sigma * F({})),
        ),
        (
            "rotation",
            "queries and keys may be rotated together",
            lambda F: (F({Q: Q * g, K: K * g}), F({}) * g if is_turned else F({})),
        ),
        ("key shift", "a shift of all keys changes nothing", lambda F: (F({K: K + ones(n) * w}), F({}))),
        (
            "factor of the gradient",
            "twice the given gradient gives twice the result",
            lambda F: (F({dO: 2 * dO}), 2 * F({})),
        ),
        (
            "factor",
            "twice the queries and twice the keys differ by the factor of the gradient alone",
            lambda F: (F({Q: 2 * Q}), factor * F({K: 2 * K})),
        ),
    ]
    if V is not None:
        found.append(
            ("value shift", "a shift of all values changes nothing", lambda F: (F({V: V + ones(n) * u}), F({})))
        )
    return found


READERS = (_rotary, _multi_head, _shared_keys, _backward)
