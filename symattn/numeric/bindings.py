"""Reading the values that a caller supplies: each symbol gets a value of the right kind, sizes come from the shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from numbers import Complex as AnyComplex
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
from sympy import Add, Basic, Expr, Idx, MatrixSymbol, Mul, Poly, Rational, S, Symbol

from symattn.errors import HypothesisError, MaskedRow, MissingValue, ShapeError, UsageError, shape_text
from symattn.language.base.complex_numbers import is_complex_symbol
from symattn.language.base.dims import is_dim
from symattn.language.base.symbols import (
    IndexMap,
    InvertibleSymbol,
    MaskSymbol,
    NamedObject,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
)
from symattn.language.propositions import Invertible
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.namespaces import (
    in_numpy,
    is_finite_sum,
    is_floating,
    is_foreign,
    is_half,
    namespace_of,
    quick_sum,
    truth,
)
from symattn.numeric.permutation import as_permutation
from symattn.primitives.heads.word import MatrixFamily
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.subsets.word import SubsetSymbol

#: By how much the sum of weights may differ from 1, and the entries of g.T*g from those of the identity.
WEIGHTS_TOLERANCE = ORTHOGONAL_TOLERANCE = 1e-6
#: How many roundings in the type of the array an entry of g.T*g may be off, for each row of g.
ROUNDINGS = 4
#: The rounding of the half types: that of bfloat16.
HALF = 2.0**-8
#: What a symbol may be declared to be that a number may fail to be.
FACTS = ("positive", "negative", "zero", "nonnegative", "nonpositive", "nonzero", "even", "odd", "prime", "composite")
DOUBLE = np.dtype(np.float64)


def read_values(xp: Any, dtype: Any, values: Mapping[Basic, Any]) -> dict[Basic, Any]:
    """Return the bindings of all symbols, with the sizes that the shapes determine.

    The axes of a matrix are the last two of its array, those of a family the last three; others lead these. Arrays
    of a half type are read into single precision.

    Raise ShapeError naming the symbol whose array has another shape than declared, MaskedRow for a mask with a row
    without 0, UsageError for a value of the wrong kind.
    """
    bindings: dict[Basic, Any] = {}
    shapes: list[tuple[Basic, tuple[Expr, ...], tuple[int, ...]]] = []
    for symbol, value in values.items():
        if type(symbol) is MatrixSymbol and xp is np and type(value) is np.ndarray and value.dtype.char in "df":
            bound: Any = value  # what most are
            if value.ndim < 2:
                raise ShapeError(symbol, tuple(symbol.shape), tuple(value.shape))
        elif type(value) is int and value > 0 and isinstance(symbol, Symbol) and symbol.is_integer:
            bound = value  # a size, mostly
        else:
            bound = _read(xp, dtype, symbol, value)
        bindings[symbol] = bound
        if isinstance(symbol, MatrixSymbol):
            shapes.append((symbol, symbol.shape, tuple(bound.shape[-2:])))
        elif isinstance(symbol, MatrixFamily):
            shapes.append((symbol, family_shape(symbol), tuple(bound.shape[-3:])))
    for symbol, _, actual in shapes:
        if 0 not in bindings[symbol].shape:
            continue
        if 0 in actual:
            raise UsageError(f"the value of {symbol} is an array of {'×'.join(map(str, actual))}: a size is at least 1")
        whole = "×".join(map(str, bindings[symbol].shape))
        raise UsageError(f"the value of {symbol} is an array of {whole}: an axis has at least 1 entry")
    solve_sizes(bindings, shapes)
    return bindings


def read_matrices(values: Mapping[Basic, Any]) -> dict[Basic, Any] | None:
    """Return the bindings where all values are finite matrices in double precision, as most are; else None.

    Then there is nothing more to check, and the sizes at these shapes are known from the call before.

    >>> A = MatrixSymbol("A", 2, Symbol("n", integer=True, positive=True))
    >>> sorted(map(str, read_matrices({A: np.ones((2, 3))})))
    ['A', 'n']
    >>> read_matrices({A: np.array([[1.0], [np.nan]])}), read_matrices({A: [[1], [2]]})
    (None, None)
    """
    shapes = []
    for symbol, value in values.items():
        if type(symbol) is not MatrixSymbol or type(value) is not np.ndarray or value.dtype is not DOUBLE:
            return None
        shape = value.shape
        if len(shape) != 2 or 0 in shape:
            return None
        shapes.append(shape)
    if not all(map(math.isfinite, map(quick_sum, values.values()))):
        return None
    return {**values, **_sizes_at(tuple(values), *shapes)}


@lru_cache(maxsize=1024)
def _sizes_at(symbols: tuple[Basic, ...], *shapes: tuple[int, ...]) -> Mapping[Basic, int]:
    sizes: dict[Basic, int] = {}
    solve_sizes(sizes, [(symbol, symbol.shape, shape) for symbol, shape in zip(symbols, shapes, strict=True)])
    return sizes


def leading_axes(bindings: Mapping[Basic, Any]) -> tuple[dict[Basic, tuple[int, ...]], tuple[int, ...]]:
    """Return the leading axes of the symbols whose arrays have some, and those of all together.

    Raise UsageError naming two symbols whose leading axes do not fit: each must be equal, 1 or left out.

    >>> A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)
    >>> leading_axes({A: np.zeros((3, 1, 2, 2)), B: np.zeros((5, 2, 2))})
    ({A: (3, 1), B: (5,)}, (3, 5))
    >>> leading_axes({A: np.zeros((3, 2, 2)), B: np.zeros((5, 2, 2))})
    Traceback (most recent call last):
    symattn.errors.UsageError: the leading axes of A and B do not fit: 3 and 5
    """
    found: dict[Basic, tuple[int, ...]] = {}
    for symbol, value in bindings.items():
        if getattr(value, "ndim", 0) > 2:
            own = 3 if isinstance(symbol, MatrixFamily) else 2
            if value.ndim > own and isinstance(symbol, MatrixSymbol | MatrixFamily):
                found[symbol] = tuple(value.shape[:-own])
    if not found:
        return found, ()
    try:
        return found, np.broadcast_shapes(*found.values())
    except ValueError:
        raise UsageError(_misfit_of(found)) from None


def _misfit_of(leading: Mapping[Basic, tuple[int, ...]]) -> str:
    (one, first), (other, second) = next(
        pair
        for pair in combinations(leading.items(), 2)
        if any(a != b and 1 not in (a, b) for a, b in zip(pair[0][1][::-1], pair[1][1][::-1], strict=False))
    )
    axes = " and ".join("×".join(map(str, axes)) for axes in (first, second))
    return f"the leading axes of {one} and {other} do not fit: {axes}"


def _read(xp: Any, dtype: Any, symbol: Basic, value: Any) -> Any:
    if not isinstance(symbol, Basic):
        name = f"pass {symbol} itself, not its name" if isinstance(symbol, str) else f"{symbol!r} is none"
        raise UsageError(f"the values are given as {{symbol: value}}: {name}")
    if isinstance(symbol, PermutationSymbol):
        permutation = as_permutation(value)
        if permutation is None:
            raise UsageError(f"the value of {symbol} is neither the image list nor the matrix of a permutation")
        return permutation
    if isinstance(symbol, MatrixSymbol):
        array = _as_numbers(xp, dtype, symbol, value)
        if array.ndim < 2:
            raise ShapeError(symbol, tuple(symbol.shape), tuple(array.shape))
        if isinstance(symbol, IndexMap) and not _has_units(array):
            raise UsageError(f"the value of {symbol} is a matrix with one 1 in each row and 0 elsewhere")
        if isinstance(symbol, MaskSymbol):
            _check_mask(symbol, value, array)
        if isinstance(symbol, ProbabilitySymbol):
            _check_weights(symbol, array)
        if isinstance(symbol, InvertibleSymbol) and xp is np and not np.all(np.linalg.det(array)):
            raise HypothesisError(Invertible(symbol), "the supplied matrix is singular")
        return array
    if isinstance(symbol, MatrixFamily):
        array = _as_numbers(xp, dtype, symbol, value)
        if array.ndim < 3:
            raise ShapeError(symbol, family_shape(symbol), tuple(array.shape))
        return array
    if isinstance(symbol, SubsetSymbol):
        try:
            indices = frozenset(int(i) for i in value)
        except (TypeError, ValueError):
            raise UsageError(f"the value of {symbol} is a set of indices, such as {{0, 2}}, not {value!r}") from None
        if not indices:
            raise UsageError(f"the subset {symbol} must not be empty")
        return indices
    if isinstance(symbol, Idx) or (isinstance(symbol, Symbol) and symbol.is_integer):
        return _read_integer(symbol, value)
    if is_complex_symbol(symbol):
        if not isinstance(value, AnyComplex):
            raise UsageError(f"the value of {symbol} must be a complex number, not {value!r}")
        number = complex(value)
        return Complex(number.real, number.imag)
    if isinstance(symbol, Symbol):
        if not is_foreign(value) and (not _is_real(value) or np.ndim(value)):
            raise UsageError(f"the value of {symbol} must be a real number, not {value!r}")
        if isinstance(value, np.ndarray):
            value = value.item()
        return int(value) if isinstance(value, np.integer) else value  # whose products would wrap around
    if isinstance(symbol, MapSymbol | NamedObject) and callable(value):
        return value
    raise UsageError(f"the value of {symbol} is not of the kind that {type(symbol).__name__} needs")


def family_shape(family: MatrixFamily) -> tuple[Expr, ...]:
    """Return the declared shape of the array that holds a family: heads, rows, columns."""
    return (family.heads, *family.member_shape)


def _read_integer(symbol: Basic, value: Any) -> int:
    try:
        whole = int(value) == value
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"{symbol} stands for an integer, not for {value!r}") from None
    if not whole or (symbol.is_positive and value <= 0) or (symbol.is_nonnegative and value < 0):
        kind = "an integer"
        if symbol.is_nonnegative:
            kind = "a positive integer" if symbol.is_positive else "a natural number"
        raise UsageError(f"{symbol} cannot be {value}: it stands for {kind}")
    return int(value)


def _as_numbers(xp: Any, dtype: Any, symbol: Basic, value: Any) -> Any:
    """Return the value of a symbol as an array; raise UsageError for what is no array of real numbers."""
    if xp is np and type(value) is np.ndarray and value.dtype.char in "df":
        return value
    if not is_foreign(value) and not _is_real(value):
        raise UsageError(f"the value of {symbol} is no array of real numbers")
    if is_foreign(value) and namespace_of([value]).isdtype(value.dtype, "complex floating"):
        raise UsageError(f"the value of {symbol} is no array of real numbers, but of {value.dtype}")
    if np.ma.is_masked(value):
        raise UsageError(f"the value of {symbol} has entries that are masked, and so no numbers")
    try:
        return as_array(xp, dtype, value)
    except OverflowError:
        raise UsageError(f"the value of {symbol} holds a number out of the reach of floating point") from None


def _is_real(value: Any) -> bool:
    """Tell whether a value is a real number, or an array or nested lists of real numbers."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError):  # rows of different lengths, or no numbers at all
        return False
    if array.dtype.kind == "O":
        return all(isinstance(number, Real) for number in array.flat)
    return array.dtype.kind in "fiub" or is_floating(np, array.dtype)


def as_array(xp: Any, dtype: Any, value: Any) -> Any:
    """Return a value as an array of floating-point numbers of the namespace, without a copy where it is one."""
    if is_foreign(value):
        return value if value.dtype == dtype else xp.astype(value, dtype)
    array = np.asarray(value)
    if is_half(array.dtype):
        array = array.astype(np.float32)
    elif array.dtype.kind != "f":
        array = array.astype(np.float64)
    return array if xp is np else xp.asarray(array.tolist(), dtype=dtype)


def check_values(bindings: Mapping[Basic, Any], half: Any = None) -> None:
    """Raise UsageError for a value that is not what its symbol stands for, or is nan or ∞; −∞ may stand in a matrix.

    ``half`` is the half type in which the arrays were supplied, or None.

    >>> check_values({Symbol("x", real=True): 1.0, MatrixSymbol("A", 1, 2): np.array([[-np.inf, np.inf]])})
    Traceback (most recent call last):
    symattn.errors.UsageError: the value of A is inf in row 0, column 1; evaluate takes numbers
    >>> check_values({Symbol("x", positive=True): -1})
    Traceback (most recent call last):
    symattn.errors.UsageError: x cannot be -1: it is declared positive
    """
    for symbol, value in bindings.items():
        if not (type(value) is np.ndarray and is_finite_sum(value)):
            _check_finite(symbol, value)
        if isinstance(symbol, OrthogonalSymbol):
            _check_orthogonal(symbol, value, half)
        elif isinstance(symbol, Idx | SubsetSymbol):
            _check_range(symbol, value, bindings)
        elif isinstance(symbol, Symbol) and (facts := _declared(symbol)):
            _check_facts(symbol, value, facts)


def _check_finite(symbol: Basic, value: Any) -> None:
    if isinstance(value, Complex):
        value = complex(value.real, value.imag)
    if isinstance(value, float | complex | np.floating) or getattr(value, "ndim", 1) == 0:
        if truth(value - value != 0):
            raise UsageError(f"the value of {symbol} is {value}; evaluate takes numbers")
    elif getattr(value, "ndim", 0) >= 2 and isinstance(symbol, MatrixSymbol | MatrixFamily):
        xp = namespace_of([value])
        wrong = xp.isnan(value) | (value == math.inf)
        if truth(xp.any(wrong)):
            place = tuple(map(int, np.argwhere(in_numpy(wrong))[0]))
            where = f"row {place[-2]}, column {place[-1]}"
            raise UsageError(f"the value of {symbol} is {float(value[place])} in {where}; evaluate takes numbers")


def _check_orthogonal(symbol: OrthogonalSymbol, array: Any, half: Any) -> None:
    """Raise UsageError unless the columns are orthonormal, as far as the type of the supplied numbers tells."""
    xp = namespace_of([array])
    size = array.shape[-1]
    rounding = HALF if half is not None else float(xp.finfo(array.dtype).eps)
    off = xp.abs(xp.matrix_transpose(array) @ array - xp.eye(size, dtype=array.dtype))
    if truth(~xp.all(off <= max(ORTHOGONAL_TOLERANCE, ROUNDINGS * size * rounding))):
        raise UsageError(f"the value of {symbol} is not orthogonal: {symbol}.T*{symbol} is not the identity")


def _check_range(symbol: Idx | SubsetSymbol, value: Any, bindings: Mapping[Basic, Any]) -> None:
    """Raise UsageError for the value of an index, or an element of a subset, outside of a range that is known."""
    is_subset = isinstance(symbol, SubsetSymbol)
    bounds = (S.Zero, symbol.size - 1) if is_subset else (symbol.lower, symbol.upper)
    if None in bounds or not all(s in bindings for bound in bounds for s in bound.free_symbols):
        return
    first, last = (size_at(bound, bindings) for bound in bounds)
    for index in value if is_subset else (value,):
        if not first <= index <= last:
            said = ("contain", "its elements run") if is_subset else ("be", "it runs")
            raise UsageError(f"{symbol} cannot {said[0]} {index}: {said[1]} from {first} to {last}")


@lru_cache(maxsize=1024)
def _declared(symbol: Symbol) -> tuple[str, ...]:
    """Return what a symbol is declared to be that a number may fail to be, the sign first."""
    if is_dim(symbol):
        return ()  # a positive integer, as it was read
    return tuple(fact for fact in FACTS if getattr(symbol, f"is_{fact}"))


def _check_facts(symbol: Symbol, value: Any, facts: Sequence[str]) -> None:
    """Raise UsageError for a number that is not what its symbol is declared to be."""
    if is_foreign(value):
        return
    number = Rational(value if isinstance(value, int | Fraction) else float(value))
    for fact in facts:
        if not getattr(number, f"is_{fact}"):
            raise UsageError(f"{symbol} cannot be {value}: it is declared {fact}")


def _has_units(array: Any) -> bool:
    """Tell whether each row has one 1 and is 0 elsewhere."""
    return bool((array * (array - 1) == 0).all() and (array.sum(-1) == 1).all())


def _check_mask(symbol: MaskSymbol, value: Any, array: Any) -> None:
    """Raise MaskedRow for a row without 0, UsageError for truth values and for numbers other than 0 and −∞."""
    xp = namespace_of([array])
    shown = array == 0
    of_truth_values = str(getattr(value, "dtype", "")).endswith("bool")
    hidden = ~xp.any(shown, axis=-1)
    if not of_truth_values and truth(xp.any(hidden)):
        hidden = xp.any(xp.reshape(hidden, (-1, hidden.shape[-1])), axis=0)
        raise MaskedRow(symbol, next(row for row in range(hidden.shape[0]) if bool(hidden[row])))
    if of_truth_values or truth(xp.any(~(shown | (array == -math.inf)))):
        raise UsageError(
            f"the value of {symbol} must hold 0 where a key is seen and -inf where it is not; write truth values as "
            f"where(seen, 0, -inf), and give other numbers as a bias"
        )


def _check_weights(symbol: ProbabilitySymbol, array: Any) -> None:
    xp = namespace_of([array])
    wrong = xp.any(array < 0) | xp.any(xp.abs(xp.sum(array, axis=-1) - 1) > WEIGHTS_TOLERANCE)
    if truth(wrong):
        raise UsageError(f"the values of {symbol} must be weights: nonnegative, of sum 1")


#: A symbol, the shape that it is declared with, and that of its value.
_Shaped: TypeAlias = tuple[Basic, tuple[Expr, ...], tuple[int, ...]]


def _told_of(one: _Shaped, other: _Shaped | None, size: Expr, number: int, known: int) -> str:
    """Say by which values a size would be two numbers: either may be the wrong one."""
    first = f"{size} is given as {known}" if other is None else f"{_shaped(other)}, so that {size} = {known}"
    return f"the shapes of the values do not fit: {first}, and {_shaped(one)}, so that {size} = {number}"


def _shaped(of: _Shaped) -> str:
    symbol, declared, actual = of
    return f"{symbol}, {shape_text(declared)}, is {shape_text(actual)}"


def solve_sizes(bindings: dict[Basic, Any], shapes: Iterable[tuple[Basic, tuple[Expr, ...], tuple[int, ...]]]) -> None:
    """Bind size symbols from pairs of declared and actual sizes, then check every pair."""
    compound: list[tuple[Expr, int]] = []
    misfit: tuple[Any, ...] | None = None
    givers: dict[Basic, _Shaped] = {}
    for symbol, declared, actual in shapes:
        for size, number in zip(declared, actual, strict=True):
            if not isinstance(size, Symbol):
                compound.append((size, number))
            elif bindings.setdefault(size, number) != number:
                shaped = symbol, declared, actual
                misfit = misfit or (*shaped, _told_of(shaped, givers.get(size), size, number, bindings[size]))
            else:
                givers.setdefault(size, (symbol, declared, actual))
    if not compound:
        if misfit is not None:
            raise ShapeError(*misfit)
        return
    progress = True
    while progress:
        progress = False
        for size, number in compound:
            unknown = [symbol for symbol in _symbols_of(size) if symbol not in bindings]
            if len(unknown) == 1:
                solution = _solve(size, unknown[0], number, bindings)
                if solution is not None:
                    bindings[unknown[0]] = solution
                    progress = True
    for symbol, declared, actual in shapes:
        known = all(s in bindings for size in declared if not isinstance(size, Symbol) for s in _symbols_of(size))
        if known and tuple(size_at(size, bindings) for size in declared) != actual:
            raise ShapeError(symbol, declared, actual)


@lru_cache(maxsize=1024)
def _symbols_of(size: Expr) -> frozenset[Basic]:
    return frozenset(size.free_symbols)


def _solve(size: Expr, unknown: Symbol, number: int, bindings: Mapping[Basic, Any]) -> int | None:
    """Solve size = number for one size symbol in which the size is linear; None when there is no positive solution."""
    known = {symbol: bindings[symbol] for symbol in size.free_symbols if symbol != unknown}
    polynomial = Poly(size.subs(known), unknown)
    if polynomial.degree() != 1:
        return None
    slope, offset = (int(c) for c in polynomial.all_coeffs())
    quotient, rest = divmod(number - offset, slope)
    return quotient if rest == 0 and quotient > 0 else None


def size_at(size: Expr, bindings: Mapping[Basic, Any]) -> int:
    """Return a size at given values of its symbols; raise MissingValue for a missing one."""
    try:
        return int(bindings[size] if isinstance(size, Symbol) else _size_at(size, bindings))
    except KeyError as missing:
        raise MissingValue(missing.args[0]) from None


def _size_at(size: Expr, bindings: Mapping[Basic, Any]) -> Any:
    if isinstance(size, Symbol):
        return bindings[size]
    if isinstance(size, Rational):
        return int(size) if size.q == 1 else Fraction(int(size.p), int(size.q))
    if isinstance(size, Add | Mul):
        parts = [_size_at(part, bindings) for part in size.args]
        return sum(parts) if isinstance(size, Add) else math.prod(parts)
    return size.subs({symbol: bindings[symbol] for symbol in size.free_symbols})
