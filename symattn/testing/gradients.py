"""Gradients of attention as tests: automatic differentiation, or a backward pass written by hand, within bounds.

The gradients dV = Pᵀ dO, dQ = dS K/√ℓ and dK = dSᵀ Q/√ℓ with dS = P ∘ (dP − rowsum(P ∘ dP)) and dP = dO Vᵀ are proved
of the expression first, as those of ⟨dO, Attention(Q, K, V)⟩. Source: Dao et al., *FlashAttention* (2022), B.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

from sympy import HadamardProduct, MatrixSymbol, OneMatrix, Sum, Symbol, sqrt
from sympy.matrices.expressions.matexpr import MatrixExpr

from symattn.deciding.decide import decide
from symattn.errors import UsageError
from symattn.language.inspection import declarations
from symattn.language.words.attention import Attention
from symattn.primitives.gradients.word import Gradient
from symattn.primitives.softmax.word import RowSoftmax
from symattn.render.text import text
from symattn.testing.calls import Defect, Derived, call_of, name_of, what_is_called
from symattn.testing.implements import Tested, assert_implements
from symattn.testing.libraries import library_of
from symattn.testing.word_forms import COTANGENT


def gradients_of(expr: Any) -> dict[str, MatrixExpr]:
    """Return the gradients of ⟨dO, expr⟩ by queries, keys and values, by their names; each is proved.

    ``expr`` is Attention of symbols, with any mask or bias. Raise UsageError for another expression.

    >>> from symattn import dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> gradients_of(Attention(Q, K, V))["V"]
    RowSoftmax(1/sqrt(ell)*Q*K.T).T*dO
    """
    if not isinstance(expr, Attention) or expr.scale is not True:
        raise UsageError(f"gradients are kept of Attention of symbols; give by= for {expr}")
    Q, K, V = expr.queries, expr.keys, expr.values
    if not all(type(part) is MatrixSymbol for part in (Q, K, V)):
        raise UsageError(f"gradients are kept of Attention of symbols; give by= for {expr}")
    (r, ell), (n, d) = Q.shape, V.shape
    dO, root = MatrixSymbol(COTANGENT, r, d), sqrt(ell)
    scores = Q * K.T / root
    if expr.mask is not None:
        scores = scores + expr.mask
    if expr.bias is not None:
        scores = scores + expr.bias
    P, dP = RowSoftmax(scores), dO * V.T
    dS = HadamardProduct(P, dP - HadamardProduct(P, dP) * OneMatrix(n, n))
    found = {Q.name: dS * K / root, K.name: dS.T * Q / root, V.name: P.T * dO}
    for symbol in (Q, K, V):
        check_gradient(expr, symbol, found[symbol.name])
    return {str(name): gradient for name, gradient in found.items()}


@lru_cache(maxsize=256)
def check_gradient(expr: Any, symbol: Any, gradient: Any) -> None:
    """Raise UsageError unless it is proved that something is the gradient of ⟨dO, expr⟩ by a symbol."""
    a, b = Symbol("a", integer=True), Symbol("b", integer=True)
    r, d = expr.shape
    dO = MatrixSymbol(COTANGENT, r, d)
    inner = Sum(dO[a, b] * expr[a, b], (b, 0, d - 1), (a, 0, r - 1))
    verdict = decide(Gradient(inner, symbol), gradient)
    if verdict.status != "proved":
        raise UsageError(f"this is not proved to be the gradient by {symbol}, so it is no test:\n{verdict}")


def assert_gradients(
    function: Callable[..., Any],
    expr: Any,
    signature: str,
    *,
    backward: bool = False,
    by: Mapping[Any, Any] | Iterable[Any] | None = None,
    library: Any = None,
    **options: Any,
) -> dict[str, Tested]:
    """Assert that the gradients of a function are those of an expression, within derived bounds.

    ``function`` computes the expression in PyTorch or JAX, and is differentiated by these. With ``backward`` it is the
    backward pass itself, in any library: it takes the arguments and the gradient dO of the result, and returns the
    gradients by its matrices, masks left out, in their order. ``by`` names the matrices by which it is differentiated,
    or gives the gradients of other expressions than attention, which are then proved first. The gradient by a matrix
    that several slices of the batch share, as grouped queries share their keys, is the sum over these. The other
    options are those of ``assert_implements``. Raise Violation, an AssertionError, where a gradient is another one.

    >>> import numpy as np
    >>> from symattn import dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> def backward(q, k, v, do):
    ...     turned = lambda x: x.swapaxes(-1, -2)
    ...     s = q @ turned(k) / np.sqrt(q.shape[-1])
    ...     p = np.exp(s - s.max(-1, keepdims=True))
    ...     p = p / p.sum(-1, keepdims=True)
    ...     dp = do @ turned(v)
    ...     ds = p * (dp - (p * dp).sum(-1, keepdims=True)) / np.sqrt(q.shape[-1])
    ...     return ds @ k, turned(ds) @ q, turned(p) @ do
    >>> signature = "Q: b r ell, K: b n ell, V: b n d -> b r d"
    >>> found = assert_gradients(backward, Attention(Q, K, V), signature, backward=True, trials=4)
    >>> {name: tested.calls for name, tested in found.items()}
    {'Q': 4, 'K': 4, 'V': 4}
    """
    __tracebackhide__ = True
    arguments, arrow, result = str(signature).partition("->")
    written = {part.partition(":")[0].strip(): part.partition(":")[2].strip() for part in arguments.split(",")}
    gradients = _gradients(expr, by)
    for name in gradients:
        if name not in written or not arrow:
            raise UsageError(f"the signature has no argument for {name}, by which it is to be differentiated")
    kind = library_of(function, library)
    order = [name for name in written if name in _matrices(expr)]
    tested = {}
    for name, gradient in gradients.items():
        place = list(written).index(name)
        called, arguments_text = name_of(function), ", ".join(written)
        call = call_of(function, arguments_text)
        if backward:
            compute = _part(function, order.index(name), order)
            targets = ", ".join(f"d{name}" if each == name else "_" for each in order)
            code = f"{targets} = {call_of(function, f'{arguments_text}, {COTANGENT}')}"
            code = code if len(order) > 1 else code.replace(" =", ", =", 1)
        elif kind.name in ("torch", "jax"):
            compute = (_by_torch if kind.name == "torch" else _by_jax)(function, place)
            code = (
                f"d{name} = torch.autograd.grad({call}, {name}, {COTANGENT})[0]"
                if kind.name == "torch"
                else f"d{name} = jax.vjp(lambda {arguments_text}: {call}, {arguments_text})[1]({COTANGENT})[{place}]"
            )
            code = f"{name}.requires_grad_()\n{code}" if kind.name == "torch" else f"import jax\n{code}"
        else:
            raise UsageError(
                f"{kind.name} does not differentiate: say library='torch' or 'jax', or give a backward pass by"
                " backward=True"
            )
        code = "\n".join([*what_is_called(function), code])
        compute = Derived(compute, called, f"∂/∂{name} of {text(expr)}", code)
        free = declarations(gradient)
        others = [symbol for symbol in declarations(expr).all() if str(symbol) in written and symbol not in free.all()]
        full = f"{arguments.strip()}, {COTANGENT}: {result.strip()} -> {written[name]}"
        tested[name] = assert_implements(
            compute, gradient, full, library=kind.name, others=others, summed=True, **options
        )
    return tested


def _gradients(expr: Any, by: Any) -> dict[str, Any]:
    if isinstance(by, Mapping):
        symbols = {str(symbol): symbol for symbol in by}
        for symbol, gradient in by.items():
            check_gradient(expr, symbol, gradient)
        return {name: by[symbol] for name, symbol in symbols.items()}
    known = gradients_of(expr)
    if by is None:
        return known
    if not isinstance(by, str | MatrixSymbol | Iterable):
        raise UsageError(f"by= names the matrices by which it is differentiated, or gives gradients, not {by!r}")
    names = [str(each) for each in ((by,) if isinstance(by, str | MatrixSymbol) else by)]
    for name in names:
        if name not in known:
            raise UsageError(f"by= names {name}; gradients are kept by {', '.join(known)}")
    return {name: known[name] for name in names}


def _matrices(expr: Any) -> set[str]:
    return {str(symbol.name) for symbol in expr.atoms(MatrixSymbol) if type(symbol) is MatrixSymbol}


def _part(function: Callable[..., Any], place: int, names: Sequence[str]) -> Callable[..., Any]:
    def gradient(*arrays: Any) -> Any:
        found = function(*arrays)
        if not isinstance(found, tuple | list) or len(found) != len(names):
            several = f"{len(found)} results" if isinstance(found, tuple | list) else f"one {type(found).__name__}"
            one_each = f"{len(names)} gradients in a tuple, by {', '.join(names)} in this order"
            raise Defect(f"it returned {several}; a backward pass returns {one_each}")
        return found[place]

    return gradient


def _by_torch(function: Callable[..., Any], place: int) -> Callable[..., Any]:
    torch = import_module("torch")

    def gradient(*arrays: Any) -> Any:
        *inputs, cotangent = arrays
        leaf = inputs[place].detach().requires_grad_()
        with torch.enable_grad():
            result = function(*inputs[:place], leaf, *inputs[place + 1 :])
        return torch.autograd.grad(result, leaf, cotangent)[0]

    return gradient


def _by_jax(function: Callable[..., Any], place: int) -> Callable[..., Any]:
    jax = import_module("jax")

    def gradient(*arrays: Any) -> Any:
        *inputs, cotangent = arrays
        _, pullback = jax.vjp(lambda leaf: function(*inputs[:place], leaf, *inputs[place + 1 :]), inputs[place])
        return pullback(cotangent)[0]

    return gradient
