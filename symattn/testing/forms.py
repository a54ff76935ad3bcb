"""Theorems about further forms of attention, besides plain, masked and causal attention.

Attention under any mask and with any bias, which may be an argument or not; a softmax times values, whatever its
scores are; softmax and the logarithm of its sum; normalisation of tokens; linear attention. The statements name the
symbols of the expression itself, so that a function may take its arguments in any order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import (
    FunctionMatrix,
    Lambda,
    MatAdd,
    MatMul,
    OneMatrix,
    Sum,
    Symbol,
    Transpose,
    ZeroMatrix,
    exp,
    log,
    sqrt,
)
from sympy.matrices.exceptions import ShapeError as SympyShapeError
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn.errors import SymattnError
from symattn.language.base.traversal import postorder
from symattn.language.inspection import declarations, free_atoms
from symattn.language.words.positions import RotaryEncoding
from symattn.primitives.softmax.word import RowSoftmax
from symattn.testing.parts import Fresh, Statements, above, beside, is_symbol, ones
from symattn.testing.relations import Expression, Relation, decided
from symattn.testing.word_forms import READERS, of_rotations, of_tokens, of_windows

#: The indices of the statements, which bind them.
i, j, c = (Symbol(name, integer=True) for name in ("i", "j", "c"))


@lru_cache(maxsize=64)
def relations_of(expr: Any) -> tuple[Relation, ...]:
    """Return the theorems that are known of an expression by its form and proved of it; none where no form is known.

    >>> from sympy import MatrixSymbol
    >>> from symattn import Attention, SlidingWindowMask, dims
    >>> n, ell, d = dims("n ell d")
    >>> Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> [each.name for each in relations_of(Attention(Q, K, V, SlidingWindowMask(n, 3)))][:3]
    ['value map', 'key shift', 'zero queries']
    """
    return tuple(relation for relation in known_of(expr) if _is_proved(relation))


def _is_proved(relation: Relation) -> bool:
    """Tell whether a relation can be stated of its expression, and is proved.

    Two scores need a width of 2, and a row beside itself twice its width: of a square matrix neither can be said.
    """
    try:
        sides = relation.sides()
    except (SymattnError, SympyShapeError):
        return False
    return decided(sides).status == "proved"


def known_of(expr: Any) -> tuple[Relation, ...]:
    """Return what is known of expressions of a form, whether it is proved of this one or not.

    >>> from sympy import MatrixSymbol
    >>> from symattn import dims
    >>> A = MatrixSymbol("A", *dims("r n"))
    >>> [each.name for each in known_of(RowSoftmax(A))][:3]
    ['shift', 'sum', 'permutation']
    """
    for read in (_softmax_times_values, _softmax, _log_sum, _normalised, _linear, *READERS, _weighted):
        statements = read(expr)
        if statements:
            made = (Expression(expr),)
            return tuple(Relation(name, title, "other", each, made) for name, title, each in statements)
    return ()


# A softmax times values, and attention


def _softmax_times_values(expr: Any) -> Statements:
    plain = expr.definition() if hasattr(expr, "definition") else expr
    if not isinstance(plain, MatMul) or len(plain.args) != 2 or not isinstance(plain.args[0], RowSoftmax):
        return []
    scores, V = plain.args[0].scores, plain.args[1]
    if not is_symbol(V) or V in free_atoms(scores):
        return []
    r, n = scores.shape
    fresh = Fresh(expr)
    u = fresh.matrix("u", 1, V.shape[1])
    found: Statements = [
        (
            "value shift",
            "a shift of all values shifts the results alike",
            lambda F: (F({V: V + ones(n) * u}), F({}) + ones(r) * u),
        ),
        ("constant values", "equal values come out as they are", lambda F: (F({V: ones(n) * u}), ones(r) * u)),
    ]
    found += _of_weights(expr, scores, V, fresh, True)
    found += of_tokens(expr, scores, V, fresh) if any(map(_is_mask, _terms(scores))) else []
    return found + of_windows(expr, V) + of_rotations(expr, expr)


def _weighted(expr: Any) -> Statements:
    """What is known of other means of values with weights by queries and keys: with sinks, or with a dropout."""
    if not getattr(expr, "is_Matrix", False) or expr.has(RotaryEncoding):
        return []
    matrices = [X for X in declarations(expr).matrices if is_symbol(X)]
    values = [V for V in matrices if V.shape[1] == expr.shape[1]]
    softmaxes = [node for node in postorder(expr) if isinstance(node, RowSoftmax)]
    if len(values) != 1 or len(softmaxes) != 1 or values[0] in free_atoms(softmaxes[0]):
        return []
    return _of_weights(expr, softmaxes[0].scores, values[0], Fresh(expr), False)


def _terms(scores: Any) -> list[Any]:
    """Return the terms of scores, those in a bracket that is multiplied too: masks are added before scaling."""
    if isinstance(scores, MatAdd):
        return [term for part in scores.args for term in _terms(part)]
    if isinstance(scores, MatMul) and isinstance(scores.args[-1], MatAdd) and len(scores.args) == 2:
        factor = scores.args[0]
        inner = scores.args[1].args
        return [term if _is_mask(term) else factor * term for term in inner]
    return [scores]


def _is_mask(term: Any) -> bool:
    """Tell whether all entries of a term are 0 or −∞, so that no positive factor changes it."""
    return any(str(base.__name__).endswith(("Mask", "MaskSymbol", "MaskWhere")) for base in type(term).__mro__)


def _queries_and_keys(scores: Any, V: Any) -> tuple[Any, Any] | None:
    """Find the queries Q and the keys K of scores: by Q Kᵀ/√ℓ, which they have, or else by their shapes."""
    symbols = [part for part in free_atoms(scores) if is_symbol(part)]
    pairs = [(Q, K) for Q in symbols for K in symbols if Q != K and Q.shape[1] == K.shape[1]]
    written = [pair for pair in pairs if pair[0] * pair[1].T / sqrt(pair[0].shape[1]) in _terms(scores)]
    shaped = [(Q, K) for Q, K in pairs if Q.shape[0] == scores.shape[0] and K.shape[0] == V.shape[0]]
    return written[0] if written else shaped[0] if len(shaped) == 1 else None


def _of_weights(expr: Any, scores: Any, V: Any, fresh: Fresh, plain: bool) -> Statements:
    """What may be known where values are weighed by the scores of queries and keys; ``plain`` by nothing else."""
    d = V.shape[1]
    # Where the width of the values is another size besides, it stays as it is.
    free = isinstance(d, Symbol) and d != V.shape[0] and d not in declarations(scores).sizes
    W = fresh.matrix("W", d, fresh.size("e") if free else d)
    found: Statements = [
        ("value map", "a linear map of the values maps the results alike", lambda F: (F({V: V * W}), F({}) * W))
    ]
    pair = _queries_and_keys(scores, V)
    if pair is None:
        return found
    (Q, K), n = pair, V.shape[0]
    (r, ell), nothing = Q.shape, ZeroMatrix(*Q.shape)
    w, g = fresh.matrix("w", 1, ell), fresh.orthogonal(ell)
    product = Q * K.T / sqrt(ell)
    rest = [term for term in _terms(scores) if term != product]
    if plain and len(rest) < len(_terms(scores)):
        seen = (RowSoftmax(MatAdd(*rest).doit(deep=False)) if rest else ones(r, n) / n) * V
    else:
        seen = Expression(expr)({Q: nothing})

    def widened(matrix: Any, factor: int = 1) -> Any:
        return beside(factor * matrix, ZeroMatrix(matrix.shape[0], 3 * ell))

    left = "leave the weights to the mask or the bias"
    found += [
        ("key shift", "a shift of all keys changes nothing", lambda F: (F({K: K + ones(n) * w}), F({}))),
        ("zero queries", f"zero queries {left}", lambda F: (F({Q: nothing}), seen)),
        ("equal keys", f"equal keys {left}", lambda F: (F({K: ones(n) * w}), seen)),
        ("rotation", "queries and keys may be rotated together", lambda F: (F({Q: Q * g, K: K * g}), F({}))),
        (
            "width padding",
            "twice the queries in four times the width, the rest zeros, change nothing",
            lambda F: (F({Q: widened(Q, 2), K: widened(K)}), F({})),
        ),
        ("factor", "twice the queries give what twice the keys give", lambda F: (F({Q: 2 * Q}), F({K: 2 * K}))),
    ]
    a, b = fresh.matrix("a", 1, ell), fresh.matrix("b", 1, ell)
    s, t = fresh.matrix("s", 1, d), fresh.matrix("t", 1, d)
    declared = declarations(expr)
    others = [X for X in (*declared.matrices, *declared.masks) if X not in (Q, K, V)]
    if expr.has(Sum):  # scores that are written by their entries
        of_two = Expression(scores)({K: above(a, b)})
        weight = 1 / (1 + exp(of_two[j, 0] - of_two[j, 1]))
        logistic = FunctionMatrix(r, d, Lambda((j, c), s[0, c] + (t[0, c] - s[0, c]) * weight))
        found += [
            (
                "two keys",
                "of two keys one has a logistic weight",
                lambda F: (F({K: above(a, b), V: above(s, t)}), logistic),
            ),
            (
                "duplicate keys",
                "each key twice gives what each key once gives",
                lambda F: (F({K: above(K, K), V: above(V, V)}), F({})),
            ),
        ]
    elif not any(map(_is_mask, _terms(scores))) and all(X.shape == (r, n) for X in others):
        sigma, tau, e = fresh.permutation("sigma", n), fresh.permutation("tau", r), fresh.matrix("b", r, 1)
        moved = {K: sigma * K, V: sigma * V, **{X: X * sigma.T for X in others}}
        found += [
            ("key permutation", "keys, values and their biases form a set", lambda F: (F(moved), F({}))),
            (
                "query permutation",
                "permuted queries and rows of the bias give permuted results",
                lambda F: (F({X: tau * X for X in (Q, *others)}), tau * F({})),
            ),
        ]
        if len(others) == 1:
            (B,) = others
            shift = ("bias shift", "a shift of all biases of a query changes nothing")
            found.append((*shift, lambda F: (F({B: B + e * ones(1, n)}), F({}))))
    return found


# Softmax, and the logarithm of its sum


def _softmax(expr: Any) -> Statements:
    if not isinstance(expr, RowSoftmax) or not is_symbol(expr.scores):
        return []
    A = expr.scores
    r, n = A.shape
    fresh = Fresh(expr)
    sigma, tau, b = fresh.permutation("sigma", n), fresh.permutation("tau", r), fresh.matrix("b", r, 1)
    s, t = fresh.matrix("s", r, 1), fresh.matrix("t", r, 1)
    logistic = FunctionMatrix(r, 1, Lambda((j, c), 1 / (1 + exp(t[j, 0] - s[j, 0]))))
    return [
        ("shift", "a shift of a row changes nothing", lambda F: (F({A: A + b * ones(1, n)}), F({}))),
        ("sum", "a row sums to 1", lambda F: (F({}) * ones(n), ones(r))),
        ("permutation", "permuted scores give permuted weights", lambda F: (F({A: A * sigma}), F({}) * sigma)),
        ("rows", "permuted rows give permuted results", lambda F: (F({A: tau * A}), tau * F({}))),
        ("equal scores", "equal scores have equal weights", lambda F: (F({A: b * ones(1, n)}), ones(r, n) / n)),
        (
            "two scores",
            "two scores have logistic functions of their difference for weights",
            lambda F: (F({A: beside(s, t)})[:, 0:1], logistic),
        ),
        (
            "each score twice",
            "each score twice has half the weight twice",
            lambda F: (F({A: beside(A, A)}), beside(F({}) / 2, F({}) / 2)),
        ),
    ]


def _log_sum(expr: Any) -> Statements:
    if type(expr).__name__ != "LogSumExp" or not is_symbol(expr.args[0]):
        return []
    A = expr.args[0]
    r, n = A.shape
    fresh = Fresh(expr)
    sigma, tau, b = fresh.permutation("sigma", n), fresh.permutation("tau", r), fresh.matrix("b", r, 1)
    return [
        ("shift", "a shift of a row shifts its result alike", lambda F: (F({A: A + b * ones(1, n)}), F({}) + b)),
        ("permutation", "the order of a row does not matter", lambda F: (F({A: A * sigma}), F({}))),
        ("rows", "permuted rows give permuted results", lambda F: (F({A: tau * A}), tau * F({}))),
        ("equal scores", "n equal scores add log n", lambda F: (F({A: b * ones(1, n)}), b + log(n) * ones(r))),
        (
            "each score twice",
            "each score twice adds log 2",
            lambda F: (F({A: beside(A, A)}), F({}) + log(2) * ones(r)),
        ),
    ]


# Normalisation


def _normalised(expr: Any) -> Statements:
    norm, gain = _with_gain(expr)
    kind = type(norm).__name__
    arguments: tuple[Any, ...] = tuple(getattr(norm, "args", ()))
    if kind not in ("RMSNorm", "LayerNorm") or not is_symbol(arguments[0]):
        return []
    X, eps = arguments[0], arguments[-1]
    n, d = X.shape
    fresh = Fresh(expr)
    tau, sigma, a = fresh.permutation("tau", n), fresh.permutation("sigma", d), fresh.matrix("a", n, 1)
    common: Statements = [("rows", "permuted tokens give permuted results", lambda F: (F({X: tau * X}), tau * F({})))]
    if isinstance(eps, Symbol):
        title = "twice the tokens with four times ε give the same results"
        common.append(("scale", title, lambda F: (F({X: 2 * X, eps: 4 * eps}), F({}))))
    if kind == "RMSNorm":
        g = fresh.orthogonal(d)
        equal = FunctionMatrix(n, d, Lambda((j, c), a[j, 0] / sqrt(a[j, 0] ** 2 + eps)))
        common.append(("sign", "minus the tokens give minus the results", lambda F: (F({X: -X}), -F({}))))
        if gain is not None:
            return [*common, *_of_gain(X, gain, equal, a, fresh)]
        return [
            *common,
            ("rotation", "a rotation of the tokens rotates the results alike", lambda F: (F({X: X * g}), F({}) * g)),
            ("equal entries", "equal entries a become a/√(a² + ε)", lambda F: (F({X: a * ones(1, d)}), equal)),
            (
                "twice as wide",
                "a token beside itself is normalised as it is alone",
                lambda F: (F({X: beside(X, X)}), beside(F({}), F({}))),
            ),
        ]
    gain, bias = arguments[1], arguments[2]
    if not is_symbol(gain) or not is_symbol(bias):
        return common
    s, t = fresh.matrix("s", n, 1), fresh.matrix("t", n, 1)
    away = (s[j, 0] - t[j, 0]) / 2
    half = FunctionMatrix(n, 1, Lambda((j, c), away / sqrt(away**2 + eps)))
    return [
        *common,
        ("shift", "a shift of a token changes nothing", lambda F: (F({X: X + a * ones(1, d)}), F({}))),
        (
            "permutation",
            "permuted coordinates, gain and bias give permuted results",
            lambda F: (F({X: X * sigma, gain: gain * sigma, bias: bias * sigma}), F({}) * sigma),
        ),
        ("equal entries", "equal entries become the bias", lambda F: (F({X: a * ones(1, d)}), ones(n) * bias)),
        ("no gain", "without a gain the bias is left", lambda F: (F({gain: ZeroMatrix(1, d)}), ones(n) * bias)),
        ("sign", "the signs of tokens and gain cancel", lambda F: (F({X: -X, gain: -gain}), F({}))),
        (
            "two entries",
            "two entries become a number and minus that number",
            lambda F: (
                F({X: beside(s, t), gain: OneMatrix(1, 2), bias: ZeroMatrix(1, 2)}),
                beside(half, -half),
            ),
        ),
    ]


def _with_gain(expr: Any) -> tuple[Any, Any]:
    """Return what is normalised and the gain by which its columns are multiplied; None where there is none."""
    if isinstance(expr, MatMul) and len(expr.args) == 2 and isinstance(expr.args[1], DiagMatrix):
        column = expr.args[1].args[0]
        gain = column.arg if isinstance(column, Transpose) else column
        return (expr.args[0], gain) if is_symbol(gain) else (None, None)
    return expr, None


def _of_gain(X: Any, gain: Any, equal: Any, a: Any, fresh: Fresh) -> Statements:
    """What is known where the columns of what is normalised are multiplied by a gain, a row or a column of numbers."""
    (n, d), is_row = X.shape, gain.shape[0] == 1
    sigma, g, b = fresh.permutation("sigma", d), fresh.orthogonal(d), fresh.matrix("b", *gain.shape)
    moved, one = gain * sigma if is_row else sigma.T * gain, OneMatrix(*gain.shape)
    columns = DiagMatrix(gain.T if is_row else gain)
    return [
        (
            "permutation",
            "permuted coordinates and gain give permuted results",
            lambda F: (F({X: X * sigma, gain: moved}), F({}) * sigma),
        ),
        ("no gain", "a gain of 0 leaves nothing", lambda F: (F({gain: ZeroMatrix(*gain.shape)}), ZeroMatrix(n, d))),
        ("gain", "twice the gain gives twice the results", lambda F: (F({gain: 2 * gain}), 2 * F({}))),
        ("sum of gains", "the results of two gains add up", lambda F: (F({gain: gain + b}), F({}) + F({gain: b}))),
        (
            "rotation",
            "with a gain of 1 a rotation of the tokens rotates the results alike",
            lambda F: (F({X: X * g, gain: one}), F({gain: one}) * g),
        ),
        (
            "equal entries",
            "equal entries a become the gain times a/√(a² + ε)",
            lambda F: (F({X: a * ones(1, d)}), equal * columns),
        ),
    ]


# Linear attention


def _linear(expr: Any) -> Statements:
    kind = type(expr).__name__
    arguments: tuple[Any, ...] = tuple(getattr(expr, "args", ()))
    if kind not in ("CausalLinearAttention", "Retention") or not all(map(is_symbol, arguments[:3])):
        return []
    Q, K, V = arguments[:3]
    (n, p), d = Q.shape, V.shape[1]
    fresh = Fresh(expr)
    q, k, g, m = fresh.matrix("q", 1, p), fresh.matrix("k", 1, p), fresh.orthogonal(p), fresh.size("m")
    A, B, C = fresh.matrix("A", m, p), fresh.matrix("B", m, p), fresh.matrix("C", m, d)
    W = fresh.matrix("W", d, fresh.size("e") if isinstance(d, Symbol) and d not in (n, p) else d)
    found: Statements = [
        ("rotation", "queries and keys may be rotated together", lambda F: (F({Q: Q * g, K: K * g}), F({}))),
        ("factor", "twice the queries give twice the result", lambda F: (F({Q: 2 * Q}), 2 * F({}))),
        ("factor of keys", "twice the keys give twice the result", lambda F: (F({K: 2 * K}), 2 * F({}))),
        ("value map", "a linear map of the values maps the results alike", lambda F: (F({V: V * W}), F({}) * W)),
        (
            "first query",
            "the first query sees the first key alone",
            lambda F: (F({})[0:1, :], (Q[0:1, :] * K[0:1, :].T) * V[0:1, :]),
        ),
        (
            "later tokens",
            "later tokens change nothing",
            lambda F: (F({Q: above(Q, A), K: above(K, B), V: above(V, C)})[0:n, :], F({})),
        ),
    ]
    if kind == "CausalLinearAttention":
        product = Sum(q[0, c] * k[0, c], (c, 0, p - 1))
        prefix = FunctionMatrix(n, d, Lambda((j, i), product * Sum(V[c, i], (c, 0, j))))
        equal = ("equal tokens", "equal queries and keys give a multiple of the sums of the values so far")
        found.append((*equal, lambda F: (F({Q: ones(n) * q, K: ones(n) * k}), prefix)))
    return found
