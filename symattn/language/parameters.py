"""The parameters of a word: what an argument of each kind must be, and the sizes that the arguments give.

A parameter is a symbol of any declared kind.  Its sizes, such as n and 2h of an n×2h matrix, are patterns: polynomials
in size symbols, each of which must be found from the sizes of the arguments, one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Basic, Dummy, Expr, Idx, Integer, MatrixSymbol, Symbol, cancel, expand

from symattn.errors import DefinitionError, ShapeError, UndeclaredSymbol, UnsupportedExpression
from symattn.language.base.dims import (
    as_sympy,
    check_open_size,
    dims,
    is_dim,
    is_open_size,
    is_size,
    literal_index_fits,
    sizes_equal,
)
from symattn.language.base.naturals import is_natural
from symattn.language.base.shapes import as_matrix, shape_of
from symattn.language.base.sorts import check_real, check_unmasked, is_extended
from symattn.language.base.substitution import substituted
from symattn.language.base.symbols import MaskSymbol, NamedObject
from symattn.language.inspection import declarations
from symattn.language.propositions import as_expression
from symattn.primitives.heads.word import HeadFamily, MatrixFamily
from symattn.primitives.kernels.word import KernelSymbol, SimilarityKernel
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.sequential.word import SequentialEncoding
from symattn.primitives.subsets.word import SubsetSymbol

#: What SymPy may have used of a number when it put an expression together, and arguments therefore need as well.
PROPERTIES = (
    *("positive", "negative", "nonnegative", "nonpositive", "nonzero", "zero"),
    *("integer", "noninteger", "rational", "irrational", "algebraic", "transcendental"),
    *("even", "odd", "prime", "composite"),
)
#: Kinds of parameters that stand for every object of a wider kind: the class and what its objects are called.
WIDER: dict[type, tuple[tuple[type, ...], str]] = {
    KernelSymbol: ((SimilarityKernel,), "a similarity kernel"),
    MatrixFamily: ((MatrixFamily, HeadFamily), "a MatrixFamily or a HeadFamily"),
}
_SIZE = dims("n")

# ----------------------------------------------------------------------------------------------------------- parameters


def check_parameters(word: str, parameters: Sequence[Any]) -> None:
    """Raise DefinitionError unless these are different declared symbols of different names."""
    for place, parameter in enumerate(parameters):
        if not isinstance(parameter, Symbol | Idx | MatrixSymbol | NamedObject) or isinstance(parameter, Dummy):
            raise DefinitionError(f"{word}: the parameter {parameter} is no declared symbol")
        if isinstance(parameter, Idx) and parameter.upper is None:
            raise DefinitionError(f"{word}: the index {parameter} has no range; write Idx({str(parameter)!r}, n)")
        if parameter.is_complex and not parameter.is_real and isinstance(parameter, Symbol):
            raise DefinitionError(f"{word}: the parameter {parameter} is complex; take its parts as real parameters")
        if parameter in parameters[:place]:
            raise DefinitionError(f"{word}: {parameter} is a parameter twice")
    try:
        declarations(*parameters)
    except UndeclaredSymbol as error:
        raise DefinitionError(f"{word}: {error}") from None


def size_symbols(word: str, parameters: Sequence[Any]) -> tuple[Any, ...]:
    """Return the size symbols that arguments determine; raise DefinitionError for one that they do not determine.

    >>> from symattn.language.base.dims import dims
    >>> n, m, k = dims("n m k")
    >>> size_symbols("W", [MatrixSymbol("A", n, m), MatrixSymbol("B", 2*m, n + k)])
    (n, m, k)
    >>> size_symbols("W", [MatrixSymbol("A", n, m + k)])
    Traceback (most recent call last):
    symattn.errors.DefinitionError: W: the shapes of the parameters do not determine k; make it a parameter
    """
    met: dict[Any, None] = {}
    for parameter in parameters:
        for size in sizes_of(parameter):
            met.update(dict.fromkeys(sorted(size.free_symbols, key=str)))
        met.update({parameter: None} if is_dim(parameter) else {})
    found = sizes_given(parameters, parameters)
    for parameter in parameters:
        ranges = parameter.upper.free_symbols if isinstance(parameter, Idx) else ()
        for symbol in (*met, *sorted(ranges, key=str)):
            if found.get(symbol) != symbol:
                reason = f"the shapes of the parameters do not determine {symbol}"
                raise DefinitionError(f"{word}: {reason}; make it a parameter")
    return tuple(met)


# ---------------------------------------------------------------------------------------------------------------- sizes


def sizes_of(thing: Any) -> tuple[Expr, ...]:
    """Return the sizes of a parameter or an argument: a shape, the number of heads, the width of a map."""
    if isinstance(thing, MatrixFamily | HeadFamily):
        return (thing.heads, *thing.member_shape)
    if isinstance(thing, MapSymbol):
        return (thing.width, thing.out_width)
    if isinstance(thing, SequentialEncoding):
        return (thing.width,)
    return (thing.size,) if isinstance(thing, SubsetSymbol) else tuple(map(as_sympy, shape_of(thing)))


def solve_sizes(word: str, parameters: Sequence[Any], arguments: Sequence[Any]) -> dict[Basic, Basic]:
    """Return the sizes that the arguments give; raise ShapeError, naming parameter and argument, for a misfit."""
    known = sizes_given(parameters, arguments)
    for parameter, argument in zip(parameters, arguments, strict=True):
        for pattern, size in zip(sizes_of(parameter), sizes_of(argument), strict=True):
            if not pattern.free_symbols <= known.keys() or not sizes_equal(_at(pattern, known), size):
                expected = tuple(_at(part, known) for part in sizes_of(parameter))
                raise ShapeError(f"{word}: {parameter} = {argument}", expected, sizes_of(argument))
    for symbol, size in known.items():
        is_any_size = is_open_size(size) and symbol.assumptions0 == _SIZE.assumptions0
        if symbol != size and not is_any_size:
            _check_properties(f"the size {symbol} of {word}", symbol, size)
    return known


def _at(pattern: Expr, known: dict[Basic, Basic]) -> Expr:
    found: Expr = pattern.xreplace(known)
    return found


def sizes_given(parameters: Sequence[Any], arguments: Sequence[Any]) -> dict[Basic, Basic]:
    """Return the sizes that arguments give to those in the shapes of the parameters, as far as they determine them."""
    known: dict[Basic, Basic] = {p: a for p, a in zip(parameters, arguments, strict=True) if is_dim(p)}
    pairs = [
        pair
        for parameter, argument in zip(parameters, arguments, strict=True)
        for pair in zip(sizes_of(parameter), sizes_of(argument), strict=False)
    ]
    waiting = True
    while waiting:
        waiting = False
        for pattern, size in pairs:
            unknown = pattern.free_symbols - known.keys()
            if len(unknown) == 1:
                (symbol,) = unknown
                found = _solved(pattern, symbol, size, known)
                if found is not None:
                    known[symbol], waiting = found, True
    return known


def _solved(pattern: Expr, symbol: Basic, size: Expr, known: dict[Basic, Basic]) -> Expr | None:
    """Return the size that a symbol must be for a pattern, linear in it, to be a size; None where there is none."""
    if pattern == symbol:
        return size
    slope = expand(pattern).coeff(symbol, 1)
    rest = expand(pattern - slope * symbol)
    if symbol in slope.free_symbols | rest.free_symbols:
        return None
    found = expand(cancel((size - _at(rest, known)) / _at(slope, known)))
    return found if is_size(found) else None


# ------------------------------------------------------------------------------------------------------------ arguments


def check_arguments(word: str, parameters: Sequence[Any], arguments: Sequence[Any]) -> tuple[Any, ...]:
    """Return the arguments as SymPy keeps them; raise UnsupportedExpression for one that is not of its kind."""
    return tuple(_argument(f"the argument {p} of {word}", p, a) for p, a in zip(parameters, arguments, strict=True))


def check_ranges(word: str, parameters: Sequence[Any], arguments: Sequence[Any], sizes: dict[Basic, Basic]) -> None:
    """Raise UnsupportedExpression for a number that may lie outside of the range of the index it stands for."""
    for parameter, argument in zip(parameters, arguments, strict=True):
        if isinstance(parameter, Idx) and isinstance(argument, Integer):
            whole = substituted(parameter.upper + 1, sizes)
            if not literal_index_fits(int(argument), whole):
                reason = f"the argument {parameter} of {word} must be an index provably below {whole}"
                raise UnsupportedExpression(argument, reason)


def _argument(what: str, parameter: Any, argument: Any) -> Any:
    if isinstance(parameter, MatrixSymbol):
        return _matrix(what, parameter, argument)
    value = as_sympy(argument)
    if isinstance(parameter, NamedObject):
        kinds, called = WIDER.get(type(parameter), ((type(parameter),), f"a {type(parameter).__name__}"))
        if not isinstance(value, kinds):
            raise UnsupportedExpression(argument, f"{what} must be {called}")
        return value
    if not isinstance(value, Expr) or getattr(value, "is_Matrix", False):
        raise UnsupportedExpression(argument, f"{what} must be a number")
    if is_dim(parameter):
        return check_open_size(value)
    as_expression(value)
    check_real(value, what)
    if isinstance(parameter, Idx):
        if not value.is_integer:
            raise UnsupportedExpression(argument, f"{what} must be an index")
        return value
    if not (is_natural(parameter) and isinstance(value, Idx)):
        _check_properties(what, parameter, value)
    return value


def _matrix(what: str, parameter: MatrixSymbol, argument: Any) -> Any:
    matrix = as_matrix(argument, what)
    if isinstance(parameter, MaskSymbol):
        is_extended(matrix)
        check_unmasked(matrix)
        return matrix
    check_real(matrix, what)
    if type(parameter) is not MatrixSymbol and type(matrix) is not type(parameter):
        raise UnsupportedExpression(argument, f"{what} must be declared as {type(parameter).__name__}")
    return matrix


def _check_properties(what: str, parameter: Symbol, value: Expr) -> None:
    if value.is_real is False:
        raise UnsupportedExpression(value, f"{what} must be real")
    for name in PROPERTIES:
        expected = parameter.assumptions0.get(name)
        if expected is not None and getattr(value, f"is_{name}") is not expected:
            if getattr(value, f"is_{name}") is None:
                needed = name if expected else f"known not to be {name}"
                raise UnsupportedExpression(value, f"{what} must be {needed}, and SymPy cannot tell that of it")
            differs = f"must be {name}, and it is not" if expected else f"must not be {name}, and it is"
            raise UnsupportedExpression(value, f"{what} {differs}")
