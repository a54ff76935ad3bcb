"""The classes of the language that have a definition, as defined constants of the kernel.

``Attention(Q, K, V)`` becomes the constant ``Attention{r, n, l, d}`` applied to Q, K and V.  Its value is made once,
by elaborating the class's own ``definition()`` at matrices of unknown sizes; options such as a mask or unscaled scores
stand in the name.  What a definition needs to be defined must hold for all real arguments, and for the very mask that
is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sympy import Basic, Expr, MatrixSymbol, S, Symbol, sympify

from symattn.errors import UnsupportedExpression
from symattn.language.attention import Attention, SelfAttention
from symattn.language.binders import check_definition
from symattn.language.dims import dims, half_size, sizes_equal, split_size
from symattn.language.encodings import Frequencies, ShiftMatrix, SinusoidalEncoding, SinusoidalVector
from symattn.language.maps import MapSymbol
from symattn.language.nodes import Node
from symattn.language.own_classes import definition_of
from symattn.language.positional import AdditiveEncoding, PositionMap, RotaryEncoding
from symattn.language.shapes import shapes_equal
from symattn.language.similarity import (
    BoxCar,
    DotProduct,
    Epanechnikov,
    Euclidean,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    KernelValue,
    SquaredEuclidean,
)
from symattn.language.symbols import MaskSymbol

from ..kernel.syntax import forall
from ..kernel.terms import (
    EXTENDED,
    REAL,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    const,
    fin,
    fun,
    substitute,
    substitute_sizes,
    var,
)
from ..prover.library.definitions import define, defined
from .attention import map_variable
from .constants import belongs_to, by_value
from .matrices import is_extended
from .scope import Need, Scope, apply, elaborates, matrix_type
from .sizes import index_type, literal_index, size_of

# ------------------------------------------------------------------------------------------------- defining a constant


@dataclass(frozen=True)
class Parameter:
    """Hold a parameter of a definition: the SymPy symbol, the variable that is abstracted, the symbol's term."""

    symbol: Basic
    variable: Var
    term: Term


def _matrix(name: str, rows: Expr, columns: Expr) -> Parameter:
    variable = var(name, matrix_type((rows, columns)))
    return Parameter(MatrixSymbol(name, rows, columns), variable, variable)


def _mask(rows: Expr, columns: Expr) -> Parameter:
    variable = var("mask", matrix_type((rows, columns), EXTENDED))
    return Parameter(MaskSymbol("mask", rows, columns), variable, variable)


def _row(name: str, width: Expr) -> Parameter:
    variable = var(name, fun(index_type(width), REAL))
    constant = abstract(var("i", index_type(S.One)), variable)
    return Parameter(MatrixSymbol(name, 1, width), variable, constant)


def _kernel(width: Expr) -> Parameter:
    variable = var("alpha", kernel_type(size_of(width)))
    return Parameter(KernelSymbol("alpha"), variable, variable)


def _real(name: str) -> Parameter:
    variable = var(name, REAL)
    return Parameter(Symbol(name, real=True), variable, variable)


def kernel_type(width: Size) -> Type:
    """Return the type of similarity kernels on rows of a width."""
    row = fun(fin(width), REAL)
    return fun(row, fun(row, REAL))


@dataclass(frozen=True)
class Definition:
    """Hold a defined constant: its name, its size parameters, and what its value needs to be defined.

    ``mask`` is the mask among the parameters, if there is one: the needs are closed but for its variable.
    """

    name: str
    sizes: tuple[Symbol, ...]
    mask: Parameter | None
    needs: tuple[Need, ...]


Generic = Callable[..., tuple[Any, Sequence[Parameter]]]
_KNOWN: dict[str, Definition] = {}


def definition(kind: type, option: str, sizes: str, generic: Generic) -> Definition:
    """Define the constant of a class of the language, once, by what ``generic`` makes from size symbols.

    That is an expression and its parameters.  ``option`` tells the constants of one class apart.
    """
    name = kind.__name__ + option
    if name not in _KNOWN:
        symbols = dims(sizes + " _")[:-1]
        expression, parameters = generic(*symbols)
        scope = Scope([expression], {p.symbol: p.term for p in parameters})
        value = scope.term(expression)
        if scope.descriptions:
            raise UnsupportedExpression(expression, "a definition cannot speak of a derivative")
        for parameter in reversed(parameters):
            value = abstract(parameter.variable, value)
        define(name, tuple(map(str, symbols)), value)
        belongs_to(name, kind)
        mask = next((p for p in parameters if isinstance(p.symbol, MaskSymbol)), None)
        others = [p.variable for p in parameters if p is not mask]
        needs = tuple(_closed(need, mask, others) for need in scope.needs.values())
        _KNOWN[name] = Definition(name, symbols, mask, needs)
    return _KNOWN[name]


def _closed(need: Need, mask: Parameter | None, variables: Sequence[Var]) -> Need:
    proposition = need.proposition
    if proposition is None:
        raise UnsupportedExpression(need.expression, "a definition cannot need a hypothesis")
    for variable in reversed(variables):
        if variable in proposition.free:
            proposition = forall(variable, proposition)
    speaks_of_mask = mask is not None and mask.variable in proposition.free
    return Need(proposition, mask.symbol if mask is not None and speaks_of_mask else need.expression, need.text)


def applied(
    scope: Scope, found: Definition, sizes: Sequence[Expr], arguments: Sequence[Term], mask: Basic | None = None
) -> Term:
    """Return the constant at some sizes and arguments, and record what it needs."""
    sizes = tuple(map(sympify, sizes))  # those of an explicit matrix are numbers of Python
    numbers = tuple(map(size_of, sizes))
    mask_term = None if mask is None else scope.term(mask)
    for need, proposition in zip(found.needs, _needs_at(found.name, numbers, mask_term), strict=True):

        def shown(need: Need = need) -> Basic:
            values: dict[Basic, Any] = dict(zip(found.sizes, sizes, strict=True))
            if found.mask is not None and mask is not None:
                values[found.mask.symbol] = mask
            return values.get(need.expression) or need.expression.xreplace(values)

        scope.need(proposition, shown, need.text)
    return app(const(found.name, *numbers), *arguments)


@lru_cache(maxsize=1024)
def _needs_at(name: str, sizes: tuple[Size, ...], mask: Term | None) -> tuple[Term, ...]:
    found = _KNOWN[name]
    values = dict(zip(map(str, found.sizes), sizes, strict=True))
    terms = [substitute_sizes(need.proposition, values) for need in found.needs if need.proposition is not None]
    if found.mask is not None and mask is not None:
        variable = var(found.mask.variable.name, mask.type)
        terms = [substitute(term, {variable: mask}) for term in terms]
    return tuple(terms)


# ----------------------------------------------------------------------------------------------------------- attention


def _mask_option(scope: Scope, mask: Basic | None) -> str:
    """Return the part of a name that tells whether there is a mask, and whether it has entries −∞."""
    if mask is None:
        return ""
    return ".masked" if is_extended(scope.term(mask)) else ".biased"


def _generic_mask(option: str, rows: Expr, columns: Expr) -> list[Parameter]:
    return {"": [], ".masked": [_mask(rows, columns)], ".biased": [_matrix("bias", rows, columns)]}[option]


@elaborates(Attention)
def _attention(scope: Scope, node: Attention) -> Term:
    option, scale = _mask_option(scope, node.mask), node.scale

    def generic(r: Expr, n: Expr, l: Expr, d: Expr) -> tuple[Any, Sequence[Parameter]]:
        parameters = [_matrix("Q", r, l), _matrix("K", n, l), _matrix("V", n, d), *_generic_mask(option, r, n)]
        Q, K, V, *mask = (p.symbol for p in parameters)
        return Attention(Q, K, V, mask[0] if mask else None, scale).definition(), parameters

    found = definition(Attention, ("" if scale else ".unscaled") + option, "r n l d", generic)
    (r, width), (n, d) = node.queries.shape, node.values.shape
    arguments = [scope.real(matrix) for matrix in (node.queries, node.keys, node.values)]
    return _with_mask(scope, found, (r, n, width, d), arguments, node.mask)


@elaborates(SelfAttention)
def _self_attention(scope: Scope, node: SelfAttention) -> Term:
    option = _mask_option(scope, node.mask)

    def generic(n: Expr, p: Expr, l: Expr, d: Expr) -> tuple[Any, Sequence[Parameter]]:
        weights = [_matrix("S_Q", p, l), _matrix("S_K", p, l), _matrix("S_V", p, d)]
        parameters = [_matrix("X", n, p), *weights, *_generic_mask(option, n, n)]
        return SelfAttention(*(parameter.symbol for parameter in parameters)).definition(), parameters

    found = definition(SelfAttention, option, "n p l d", generic)
    X, S_Q, _, S_V = node.args[:4]
    sizes = (*X.shape, S_Q.shape[1], S_V.shape[1])
    return _with_mask(scope, found, sizes, [scope.real(matrix) for matrix in node.args[:4]], node.mask)


def _with_mask(
    scope: Scope, found: Definition, sizes: Sequence[Expr], arguments: list[Term], mask: Basic | None
) -> Term:
    if mask is None:
        return applied(scope, found, sizes, arguments)
    return applied(scope, found, sizes, [*arguments, scope.term(mask)], mask if found.mask else None)


@elaborates(KernelAttention)
def _kernel_attention(scope: Scope, node: KernelAttention) -> Term:
    def generic(r: Expr, n: Expr, l: Expr, d: Expr) -> tuple[Any, Sequence[Parameter]]:
        parameters = [_kernel(l), _matrix("Q", r, l), _matrix("K", n, l), _matrix("V", n, d)]
        return KernelAttention(*(p.symbol for p in parameters)).definition(), parameters

    found = definition(KernelAttention, "", "r n l d", generic)
    (r, width), (n, d) = node.queries.shape, node.values.shape
    matrices = [scope.real(matrix) for matrix in (node.queries, node.keys, node.values)]
    return applied(scope, found, (r, n, width, d), [kernel_at(scope, node.kernel, width), *matrices])


# -------------------------------------------------------------------------------------------------- similarity kernels


def kernel_at(scope: Scope, kernel: Any, width: Expr, columns: bool = False) -> Term:
    """Return a similarity kernel on vectors of a width; raise UnsupportedExpression for a symbol used at two widths.

    A kernel of the user may say one thing about rows and another about ``columns``, or about another width.
    """
    if kernel in scope.bindings:
        known: Term = scope.bindings[kernel]
        return known
    if isinstance(kernel, KernelSymbol):
        variable = scope.declared(kernel, kernel_type(size_of(width)))[0]
        if variable.type is not kernel_type(size_of(width)):
            raise UnsupportedExpression(kernel, f"it is used for rows of width {width} and of another width")
        return variable
    if type(kernel) in (DotProduct, Euclidean, SquaredEuclidean, Epanechnikov, BoxCar):

        def generic(l: Expr) -> tuple[Any, Sequence[Parameter]]:
            parameters = [_row("q", l), _row("k", l)]
            return KernelValue(kernel, *(p.symbol for p in parameters)).definition(), parameters

        return applied(scope, definition(type(kernel), "", "l", generic), (width,), ())
    shape = (width, S.One) if columns else (S.One, width)
    q, k = (MatrixSymbol(scope.fresh(name), *shape) for name in "qk")
    value = KernelValue(kernel, q, k).definition()
    return by_value(type(kernel), scope.binding_vector(q, lambda: scope.binding_vector(k, lambda: scope.real(value))))


@elaborates(KernelValue)
def _kernel_value(scope: Scope, node: KernelValue) -> Term:
    rows, columns = node.query.shape
    kernel = kernel_at(scope, node.kernel, columns if rows == 1 else rows, columns=rows != 1)
    return apply(kernel, _vector(scope, node.query), _vector(scope, node.key))


def _vector(scope: Scope, matrix: Any) -> Term:
    """Return the entries of a single row or column as a function of one index."""
    rows, _ = matrix.shape
    term, zero = scope.real(matrix), literal_index(0, S.One, matrix)
    return apply(term, zero) if rows == 1 else scope.under(index_type(rows), lambda a: apply(term, a, zero))


@elaborates(KernelMatrix)
def _kernel_matrix(scope: Scope, node: KernelMatrix) -> Term:
    (rows, width), columns = node.queries.shape, node.keys.shape[0]
    kernel = kernel_at(scope, node.kernel, width)
    constant = defined("kernel_matrix", size_of(rows), size_of(columns), size_of(width))
    return app(constant, kernel, scope.real(node.queries), scope.real(node.keys))


# ----------------------------------------------------------------------------------------------------------- encodings


def _first(first: Expr) -> str:
    return "" if first == 0 else f".first{first}"


def _half(width: Expr) -> Expr:
    half = half_size(width)
    if half is None:
        raise UnsupportedExpression(width, "the width of an encoding must be even")
    return half


@elaborates(Frequencies)
def _frequencies(scope: Scope, node: Frequencies) -> Term:
    found = definition(type(node), _first(node.first), "h", lambda h: (Frequencies(2 * h, node.first).definition(), ()))
    return applied(scope, found, (node.shape[0],), ())


@elaborates(SinusoidalVector, ShiftMatrix)
def _at_position(scope: Scope, node: Any) -> Term:
    position, width, first = node.args

    def generic(h: Expr) -> tuple[Any, Sequence[Parameter]]:
        parameter = _real("t")
        return type(node)(parameter.symbol, 2 * h, first).definition(), (parameter,)

    found = definition(type(node), _first(first), "h", generic)
    return applied(scope, found, (_half(width),), (scope.real(position),))


@elaborates(SinusoidalEncoding)
def _sinusoidal_encoding(scope: Scope, node: SinusoidalEncoding) -> Term:
    rows, width, first = node.args
    found = definition(
        type(node), _first(first), "n h", lambda n, h: (SinusoidalEncoding(n, 2 * h, first).definition(), ())
    )
    return applied(scope, found, (rows, _half(width)), ())


@elaborates(RotaryEncoding)
def _rotary_encoding(scope: Scope, node: RotaryEncoding) -> Term:
    def generic(n: Expr, h: Expr) -> tuple[Any, Sequence[Parameter]]:
        parameters = (_matrix("X", n, 2 * h), _matrix("theta", h, S.One), _real("start"))
        return RotaryEncoding(*(parameter.symbol for parameter in parameters)).definition(), parameters

    found = definition(RotaryEncoding, "", "n h", generic)
    return applied(scope, found, (node.shape[0], _half(node.shape[1])), [scope.real(part) for part in node.args])


@elaborates(AdditiveEncoding)
def _additive_encoding(scope: Scope, node: AdditiveEncoding) -> Term:
    (rows, width), whole = node.shape, node.encoding.shape[1]
    rest = None if sizes_equal(width, whole) else split_size(whole, width)

    def generic(n: Expr, d: Expr, k: Expr = S.Zero) -> tuple[Any, Sequence[Parameter]]:
        parameters = (_matrix("X", n, d), _matrix("P", n, d + k))
        return AdditiveEncoding(*(parameter.symbol for parameter in parameters)).definition(), parameters

    arguments = [scope.real(part) for part in node.args]
    if rest is None:
        return applied(scope, definition(AdditiveEncoding, "", "n d", generic), (rows, width), arguments)
    found = definition(AdditiveEncoding, ".first_columns", "n d k", generic)
    return applied(scope, found, (rows, width, rest), arguments)


@elaborates(PositionMap)
def _position_map(scope: Scope, node: PositionMap) -> Term:
    f, data = node.args

    def generic(n: Expr, p: Expr) -> tuple[Any, Sequence[Parameter]]:
        symbol, row = MapSymbol("f", p + 1), fun(index_type(p + 1), REAL)
        variable = var("f", fun(row, row))
        parameters = (Parameter(symbol, variable, variable), _matrix("X", n, p))
        return PositionMap(symbol, parameters[1].symbol).definition(), parameters

    found = definition(PositionMap, "", "n p", generic)
    return applied(scope, found, data.shape, [map_variable(scope, f), scope.real(data)])


# ------------------------------------------------------------------------------------------------- classes of the user


@elaborates(Node)
def _by_definition(scope: Scope, node: Any) -> Term:
    """Elaborate a matrix of another class by what it is defined to be."""
    if not hasattr(node, "definition"):
        raise UnsupportedExpression(node, f"{type(node).__name__} has no definition")
    value: Any = definition_of(node)
    check_definition(node, value)
    if not shapes_equal(node.shape, value.shape):
        (r, n), (k, m) = node.shape, value.shape
        raise UnsupportedExpression(node, f"its shape is {r}×{n}, and that of its definition is {k}×{m}")
    return by_value(type(node), scope.term(value))
