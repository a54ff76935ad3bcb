"""Values that equations among the hypotheses give: whole symbols, entries, members of families, recurrences.

Whatever is given can be given again after other values have changed, so that what follows from these still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Basic, Idx, Rational, Symbol
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import UnsupportedExpression
from symattn.language.base.complex_numbers import is_complex, is_complex_symbol
from symattn.language.base.symbols import InvertibleSymbol
from symattn.language.inspection import free_atoms
from symattn.numeric import exact
from symattn.numeric.complex_numbers import Complex, parts
from symattn.numeric.constructions import Plan, Recurrence, fits_assumptions, give_in_order, in_order, whole_of
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import Exhausted, Imprecise, Undefined
from symattn.primitives.heads.word import FamilyMember

Values = dict[Basic, Any]
#: What is declared of a number where no more is said than its sign.
SIGNED = frozenset(Symbol("x", positive=True).assumptions0)


def give_values(
    steps: Sequence[Sequence[Recurrence]],
    values: Values,
    spend: Callable[[float], None] = lambda work: None,
) -> None:
    """Change values to those that equations give; ``spend`` is told what that takes, as `Encloser` counts it."""

    def assigned(at: Values, target: Basic, expression: Basic) -> None:
        spend(_assign(at, target, expression))
        if not keeps_declaration(target, at.get(target)):
            raise Undefined("an equation gives a symbol a value that it is declared not to have")

    give_in_order(steps, values, lambda names, at: index_choices(Encloser(at), names), assigned)


class Givens:
    """Hold what hypotheses give and can give again: nothing that is made of its own value."""

    def __init__(self, made: Plan) -> None:
        again = (Recurrence((), *each) for each in made.assignments if each[0] not in free_atoms(each[1]))
        self.steps = in_order([*again, *made.recurrences])

    def __bool__(self) -> bool:
        return bool(self.steps)

    def again(self, values: Values, spend: Callable[[float], None]) -> Values | None:
        """Return values in which what is given follows what it is given by, or None where it has no value."""
        found = dict(values)
        with suppress(Undefined, Imprecise, Exhausted):
            give_values(self.steps, found, spend)
            return found
        return None


def index_range(reader: Encloser, index: Idx) -> range:
    """Return the values of a free index; raise UnsupportedExpression for one without a range."""
    if index.lower is None or index.upper is None:
        raise UnsupportedExpression(index, "a free index needs a range, as in Idx('i', n)")
    return range(reader.size(index.lower), reader.size(index.upper) + 1)


def index_choices(reader: Encloser, names: Sequence[Idx]) -> Iterator[dict[Basic, fmpq]]:
    """Yield all values of free indices, lexicographically."""
    for choice in product(*(index_range(reader, index) for index in names)):
        yield {index: fmpq(value) for index, value in zip(names, choice, strict=True)}


def keeps_declaration(symbol: Basic, value: Any) -> bool:
    """Tell whether a value that an equation gives to a symbol surely has the properties the symbol is declared with."""
    if is_complex_symbol(symbol):
        return isinstance(value, fmpq) or all(isinstance(part, fmpq) for part in parts(value))
    if isinstance(symbol, Symbol):
        if isinstance(value, arb):
            return SIGNED.issuperset(symbol.assumptions0) and fits_assumptions(symbol, Rational(exact.sign(value)))
        return isinstance(value, fmpq) and fits_assumptions(symbol, Rational(int(value.p), int(value.q)))
    if isinstance(symbol, InvertibleSymbol):
        return exact.sign(exact.determinant(value)) != 0
    return True


def _assign(values: Values, target: Basic, expression: Basic) -> float:
    """Set a symbol, an entry or a slice of one, or a member of a family to an expression's value; return the work."""
    with ctx.workprec(64):
        reader = Encloser(values)
        value = _exact(reader.value(expression))
        if is_complex(expression) and not is_complex_symbol(target):
            if not (isinstance(value, Complex) and value.imag == 0):
                raise Undefined("a real symbol would have a complex value")
            value = value.real
        if whole_of(target) != target:
            reader.value(target)  # which names a place that lies outside
        if isinstance(target, FamilyMember):
            h, members = reader.size(target.index), values[target.family]
            values[target.family] = (*members[:h], value, *members[h + 1 :])
            return reader.work
        if not isinstance(target, MatrixElement | MatrixSlice):
            values[target] = value
            return reader.work
        matrix = [list(row) for row in values[target.parent]]
        if isinstance(target, MatrixElement):
            matrix[reader.size(target.i)][reader.size(target.j)] = value
        else:
            rows, columns = (range(*map(reader.size, part)) for part in (target.rowslice, target.colslice))
            for (i, j), x in zip(product(rows, columns), (x for row in value for x in row), strict=True):
                matrix[i][j] = x
        values[target.parent] = exact.freeze(matrix)
        return reader.work


def _exact(value: Any) -> Any:
    """Return a value in which each ball around a single number is that number, if it is not too long to write out."""
    if isinstance(value, tuple):
        return tuple(map(_exact, value))
    if isinstance(value, Complex):
        return Complex(_exact(value.real), _exact(value.imag))
    is_single = isinstance(value, arb) and value.is_finite() and value.is_exact()
    return value.fmpq() if is_single and abs(value.man_exp()[1]) <= exact.MOST_BITS else value
