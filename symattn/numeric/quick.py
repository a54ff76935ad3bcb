"""Evaluation for users: by definition, or by the faster function that was given with a word.

Such a function is held against the definition of its word at random values before its first use.  It serves
``evaluate`` alone: spot checks, refutations and the comparison of both readings follow the definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
from sympy import Basic, Expr, Idx, Symbol

from symattn.calls import checks_its_call
from symattn.errors import DefinitionError, UsageError
from symattn.language.base.dims import is_dim
from symattn.language.base.naturals import is_natural
from symattn.language.base.symbols import NamedObject
from symattn.language.inspection import declarations
from symattn.language.own_words import OfWord, Word
from symattn.language.plain import in_message
from symattn.numeric.constructions import plan
from symattn.numeric.evaluate import value_of
from symattn.numeric.evaluator import Evaluator
from symattn.numeric.no_value import in_wider_numbers, is_lost, is_nan, refuse
from symattn.numeric.sampling import Sampler
from symattn.numeric.satisfied import UNDEFINED

TRIALS = 20
#: How often values are drawn again at which the word is not defined.
ATTEMPTS = 20
#: By how much a function may differ from the definition, relative to the largest entry and to 1.
TOLERANCE = 1e-8

#: An instance of a word: its value by the definition, and what holds the values of its parameters.
_Instance: TypeAlias = tuple[np.ndarray, Evaluator]
#: The function of each word that was held against its definition, and one of the instances, if there are any.
_HELD: dict[type, tuple[Callable[..., Any], list[_Instance]]] = {}


class QuickEvaluator(Evaluator):
    """Evaluate over arrays, words by the functions given with them where the arrays are NumPy's."""

    def defined_value(self, expr: Basic) -> Any:
        if isinstance(expr, OfWord) and self._can_be_called(expr) and _may_be_used(expr):
            found = _called(self, expr.word, expr.args)
            if not np.isfinite(found).all():
                defined = super().defined_value(expr)
                if np.isfinite(defined).all():
                    raise DefinitionError(f"{expr.word.name}: the function numpy= gives {found}, which is no number")
                return defined
            return found.astype(self.dtype) if found.ndim else float(found)
        return super().defined_value(expr)

    def answer(self, expr: Basic, values: Mapping[Basic, Any], result: Any) -> Any:
        """Return a result, or what larger exponents give where it is no number; raise UsageError where it has none."""
        if not (self.overflows or (result is not self.finite and is_lost(result))):
            return result
        wider = in_wider_numbers(expr, values)
        if wider is not None:
            return wider.astype(result.dtype) if isinstance(result, np.ndarray) else float(wider)
        if is_nan(result):
            refuse(expr, values)
            raise UsageError(f"{in_message(expr)} has no value in floating point at the supplied values")
        return result

    def _can_be_called(self, expr: OfWord) -> bool:
        """Tell whether a word has a function, and its arguments one value each that a function can be given."""
        if expr.word.numpy is None or self.xp is not np:
            return False
        known = all(isinstance(argument, Expr) or argument in self.bindings for argument in expr.args)
        return known and self.axis_in(expr) is None and not (self.leading and self.leading_in(expr))


@checks_its_call
def evaluate(expr: Basic, values: Mapping[Basic, Any]) -> Any:
    """Evaluate an expression at given arrays.

    ``values`` maps symbols to values: a matrix symbol to an array or nested list, a permutation σ to its image list
    p[j] = σ(j) or its matrix, a mask to an array of 0 and −inf, a MatrixFamily to an array with the axes head, row and
    column, a KernelSymbol to a function of two one-dimensional arrays, a MapSymbol to a function of one, a SubsetSymbol
    to a set of ints, an index or size to an int. Sizes are read from the shapes where these determine them. The array
    library is that of the first input that is not NumPy's, else NumPy. The result is an array for a matrix and a number
    for a scalar; it may share memory with an input. A word that was defined with ``numpy=`` is computed by that
    function, after it has been held against the definition, where the arrays are NumPy's.

    Raise ShapeError naming the symbol whose array does not have its declared shape, or the product or sum whose parts
    do not fit, UndeclaredSymbol for a missing value, MaskedRow for scores that are −inf throughout a row,
    HypothesisError for the inverse of a singular matrix, UnsupportedExpression for a node outside the language,
    UsageError for a value of the wrong kind, and naming a part that has no value there, as 1/0 and log 0 have none;
    DefinitionError for a function that is not what its word is defined as.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import RowSoftmax, dims
    >>> A = MatrixSymbol("A", *dims("r n"))
    >>> evaluate(RowSoftmax(A), {A: [[0, 0], [1e4, 0]]}).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    return value_of(expr, values, QuickEvaluator)


def _may_be_used(expr: OfWord) -> bool:
    """Tell whether the function of a word was held against its definition; raise DefinitionError where they differ.

    One instance is compared at each use: a function is another one when what it reads has changed.
    """
    kind, function = type(expr), expr.word.numpy
    if kind not in _HELD or _HELD[kind][0] is not function:
        instances = list(_compared(expr.word))
        if function is not None:
            _HELD[kind] = function, instances[-1:]
    for instance in _HELD[kind][1]:
        _compare(expr.word, *instance)
    return bool(_HELD[kind][1])


def _compared(word: Word) -> Iterator[_Instance]:
    """Hold a function against its definition at random values, sizes 1 first; yield the instances."""
    declared = declarations(word.expression, *word.parameters)
    sampler = Sampler(declared, plan(()), np.random.Generator(np.random.PCG64(0)))
    for trial in range(TRIALS):
        for _ in range(ATTEMPTS):
            try:
                sizes = sampler.sizes(smallest=trial == 0)
                if not sampler.fits(sizes):
                    continue
                indices = {i: int(sampler.rng.integers(0, int(i.upper.subs(sizes)) + 1)) for i in declared.indices}
                evaluator = Evaluator({**sampler.values(sizes), **indices})
                with np.errstate(all="ignore"):
                    (defined,) = evaluator.at_index([word.expression], {})
            except UNDEFINED:
                continue
            expected = np.asarray(defined, dtype=np.float64)
            if np.isnan(expected).any() or np.isposinf(expected).any():
                continue
            _compare(word, expected, evaluator)
            yield expected, evaluator
            break


def _compare(word: Word, expected: np.ndarray, evaluator: Evaluator) -> None:
    found = _called(evaluator, word, word.parameters)
    finite = np.isfinite(expected)
    scale = max(1.0, float(np.max(np.abs(expected[finite]), initial=0.0)))
    wrong = np.where(finite, ~(np.abs(found - expected) <= TOLERANCE * scale), found != expected)
    if not wrong.any():
        return
    place = tuple(int(index) for index in np.argwhere(wrong)[0])
    at = ", ".join(f"{p} = {np.asarray(evaluator.dense(evaluator.bindings[p])).tolist()}" for p in _shown(word))
    where = f"entry {place}" if place else "the value"
    values = f"{float(expected[place]):.9g} by the definition and {float(found[place]):.9g} by numpy="
    raise DefinitionError(f"{word.name}: {where} is {values}, at {at}")


def _shown(word: Word) -> list[Any]:
    return [p for p in word.parameters if not isinstance(p, NamedObject)]


def _called(evaluator: Evaluator, word: Word, arguments: tuple[Any, ...]) -> np.ndarray:
    """Return what the function of a word makes of the values of some arguments, as an array of the word's shape."""
    values = [_given(evaluator, p, a) for p, a in zip(word.parameters, arguments, strict=True)]
    try:
        with np.errstate(all="ignore"):
            found = np.asarray(word.numpy(*values), dtype=np.float64)  # type: ignore[misc]
    except Exception as error:
        raise DefinitionError(f"{word.name}: the function numpy= raises {type(error).__name__}: {error}") from error
    shape = tuple(map(evaluator.size, word.shape_at(word.checked(arguments)[1])))
    if found.shape != shape:
        raise DefinitionError(f"{word.name}: the function numpy= gives the shape {found.shape} in place of {shape}")
    return found


def _given(evaluator: Evaluator, parameter: Any, argument: Any) -> Any:
    """Return the value of an argument, as an array of its own that a function may change."""
    value = evaluator.dense(evaluator.value(argument))
    if is_dim(parameter) or is_natural(parameter) or isinstance(parameter, Idx):
        return int(value)
    if isinstance(parameter, Symbol):
        return float(value)
    return np.array(value) if isinstance(value, np.ndarray) else value
