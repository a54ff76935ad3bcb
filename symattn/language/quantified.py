"""Propositions about all values of some indices, and about every row of a mask."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

from sympy import Basic, Dummy, Idx, Lambda, MatrixExpr, Ne, Tuple
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Matrix, Size, Statement
from symattn.language.base.complex_numbers import (
    check_not_complex,
    parts_of_terms,
    real_reading,
    speaks_of_complex,
)
from symattn.language.base.derivatives import varied
from symattn.language.base.dims import check_open_size, sizes_equal
from symattn.language.base.occurrences import bound_symbols, free_parts, fresh_name, names_in
from symattn.language.base.shapes import as_matrix, shape_of
from symattn.language.base.substitution import substituted
from symattn.language.base.traversal import postorder
from symattn.language.propositions import Equation, Proposition, as_proposition


class ForAll(Proposition):
    """State that an equation or inequality holds for all values of an index, or of several.

    An index is an Idx with its range; it is bound here, whatever it stands for elsewhere. In place of indices there may
    be sizes, and a function of indices that need not be declared. Raise UnsupportedExpression for anything else. The
    range is printed unless an entry shows it, as V[i, c] does where V is n×d. What is said of complex numbers can be
    given, not claimed.

    >>> from sympy import Le, MatrixSymbol, Symbol
    >>> from symattn.language.base.dims import dims
    >>> n, d = dims("n d")
    >>> V, lo, i, c = MatrixSymbol("V", n, d), Symbol("lo", real=True), Idx("i", n), Idx("c", d)
    >>> ForAll((i, c), Le(lo, V[i, c]))
    lo <= V[i, c] for all i, c
    >>> ForAll((n, d), lambda i, c: lo <= V[i, c])
    lo <= V[i, c] for all i, c
    >>> ForAll(Idx("i", 2), Le(lo, MatrixSymbol("V", n + 2, d)[Idx("i", 2), 0]))
    lo <= V[i, 0] for all i < 2
    """

    def __new__(
        cls,
        indices: Lambda | Idx | Size | Iterable[Idx | Size],
        proposition: Statement | Callable[..., Statement] | None = None,
    ) -> Self:
        if inspect.isfunction(proposition):
            indices, proposition = _at_new_indices(indices, proposition)
        if proposition is None and isinstance(indices, Lambda):
            indices, proposition = indices.variables, indices.expr
        given = tuple(indices) if isinstance(indices, tuple | list | Tuple) else (indices,)
        stated = as_proposition(proposition)
        if isinstance(stated, ForAll):
            given, stated = (*given, *stated.indices), stated.proposition
        _check(given, stated)
        return Basic.__new__(cls, Lambda(given, stated))

    @property
    def indices(self) -> tuple[Idx, ...]:
        """The indices, the outermost first."""
        return tuple(self.args[0].signature)

    @property
    def proposition(self) -> Basic:
        """What holds for all of them."""
        return self.args[0].expr

    @property
    def only_given(self) -> bool:  # type: ignore[override]
        """Whether it speaks of complex numbers, of which a claim speaks by a free index."""
        return speaks_of_complex(self.proposition)

    @property
    def parts(self) -> tuple[Basic, ...]:
        """Of complex numbers, what it says of their real and of their imaginary parts."""
        stated = self.proposition
        if not speaks_of_complex(stated):
            return (self,)
        if not isinstance(stated, Equation):
            return (ForAll(self.indices, real_reading(stated)),)
        pairs = zip(*map(parts_of_terms, stated.args), strict=True)
        return tuple(ForAll(self.indices, Equation(*pair)) for pair in pairs)

    def at(self, *indices: Size) -> Basic:
        """Return the proposition with other indices in place of these."""
        return _with_values(self.proposition, dict(zip(self.indices, indices, strict=True)))

    def _sympystr(self, printer: Any) -> str:
        return for_all_text(self, printer, "{} for all {}", "{} < {}")


def _with_values(stated: Any, values: Mapping[Any, Any]) -> Basic:
    """Return an equation or inequality with values in place of symbols, which SymPy does not evaluate."""
    sides = (substituted(side, values) for side in stated.args)
    return Equation(*sides) if isinstance(stated, Equation) else stated.func(*sides, evaluate=False)


def _at_new_indices(sizes: Any, function: Callable[..., Any]) -> tuple[tuple[Idx, ...], Basic]:
    """Return what a function says of new indices below some sizes, called as the function calls them."""
    lengths = [check_open_size(size) for size in (sizes if isinstance(sizes, tuple | list | Tuple) else (sizes,))]
    parameters = inspect.signature(function).parameters.values()
    names = [parameter.name for parameter in parameters if parameter.default is parameter.empty]
    if len(names) != len(lengths):
        raise UnsupportedExpression(
            Tuple(*lengths), f"the function of ForAll takes an index for each size, not ({', '.join(names)})"
        )
    places = [Idx(Dummy(name, integer=True), size) for name, size in zip(names, lengths, strict=True)]
    stated = as_proposition(function(*places))
    taken = names_in(stated, but=[*places, *(place.label for place in places)])
    indices: list[Idx] = []
    for name, size in zip(names, lengths, strict=True):
        indices.append(Idx(fresh_name(name, taken), size))
        taken.add(str(indices[-1].name))
    return tuple(indices), _with_values(stated, dict(zip(places, indices, strict=True)))


def for_all_text(node: ForAll, printer: Any, form: str, ranged: str) -> str:
    """Write a statement and its indices by a printer, each index renamed where its name is taken.

    All have their ranges unless the statement shows all of these: "for all i, j < m" would be read as bounding both.
    """
    from symattn.language.base.naming import bound_in

    sizes = [index.upper + 1 for index in node.indices]
    shown = all(_is_shown(index, node.proposition) for index in node.indices)
    with bound_in(printer, node.indices, node.proposition, *sizes):
        stated, names = printer._print(node.proposition), [printer._print(index) for index in node.indices]
        if not shown:
            names = [ranged.format(name, printer._print(size)) for name, size in zip(names, sizes, strict=True)]
        return form.format(stated, ", ".join(names))


def _is_shown(index: Idx, stated: Basic) -> bool:
    """Tell whether an index stands alone in a place that has exactly its range."""
    free = postorder(stated, inside=lambda node: () if index in bound_symbols(node) else node.args)
    for node in free:
        for place, size in _places(node):
            if place == index and sizes_equal(size, index.upper + 1):
                return True
    return False


def _places(node: Any) -> list[tuple[Basic, Basic]]:
    """List the places of an entry, of a row or column, or of a member: which one, and of how many."""
    if isinstance(node, MatrixElement):
        return list(zip(node.indices, node.parent.shape, strict=True))
    if isinstance(node, MatrixSlice):
        pairs = zip((node.rowslice, node.colslice), node.parent.shape, strict=True)
        return [(start, size) for (start, stop, _), size in pairs if sizes_equal(stop - start, 1)]
    if hasattr(node, "family") and hasattr(node, "index"):
        return [(node.index, node.family.heads)]
    return []


def check_range(index: Any) -> None:
    """Raise UnsupportedExpression unless an index can be bound: an Idx with a range of its own."""
    if not isinstance(index, Idx) or index.lower is None or index.upper is None:
        raise UnsupportedExpression(index, 'an index is bound with its range: Idx("i", n)')
    if index.lower != 0:
        raise UnsupportedExpression(index, "the range of an index starts at 0")
    if any(isinstance(atom, Idx) for atom in free_parts(index.upper)[index.upper]):
        raise UnsupportedExpression(index, "its range depends on an index")


def _check(indices: tuple[Any, ...], stated: Basic) -> None:
    """Raise UnsupportedExpression unless some indices can be bound in a statement."""
    for index in indices:
        check_range(index)
    if not indices or len({str(index.name) for index in indices}) < len(indices):
        raise UnsupportedExpression(stated, "ForAll binds one index or several of different names")
    if not isinstance(stated, Equation | Relational):
        raise UnsupportedExpression(stated, "ForAll speaks of equations and inequalities")
    is_of_numbers = isinstance(stated, Equation | Ne) and shape_of(stated.args[0]) == ()
    for side in () if is_of_numbers else stated.args:
        check_not_complex(side, "ForAll speaks of real numbers, or states equations of complex numbers")
    if any(varied(node) is not None for node in postorder(stated)):
        raise UnsupportedExpression(stated, "ForAll does not speak of derivatives; a free index in a claim means all")


class Unmasked(Proposition):
    """State that every row of a matrix of scores has an unmasked entry, one that is not −∞.

    >>> from symattn.language.base.symbols import MaskSymbol
    >>> Unmasked(MaskSymbol("M", 2, 3) + MaskSymbol("N", 2, 3))
    Unmasked(M + N)
    """

    def __new__(cls, scores: Matrix) -> Self:
        return Basic.__new__(cls, as_matrix(scores, "the argument of Unmasked"))

    @property
    def scores(self) -> MatrixExpr:
        """The scores."""
        return self.args[0]
