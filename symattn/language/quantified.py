"""Propositions about all values of some indices, and about every row of a mask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from sympy import Basic, Idx, Lambda, MatrixExpr, Tuple
from sympy.core.relational import Relational

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Matrix, Size, Statement
from symattn.language.base.complex_numbers import check_not_complex
from symattn.language.base.derivatives import varied
from symattn.language.base.occurrences import free_parts
from symattn.language.base.shapes import as_matrix
from symattn.language.base.substitution import substituted
from symattn.language.base.traversal import postorder
from symattn.language.propositions import Equation, Proposition, as_proposition


class ForAll(Proposition):
    """State that an equation or inequality holds for all values of an index, or of several.

    An index is an Idx with its range; it is bound here, whatever it stands for elsewhere. Raise UnsupportedExpression
    for anything else.

    >>> from sympy import Le, MatrixSymbol, Symbol
    >>> from symattn.language.base.dims import dims
    >>> n, d = dims("n d")
    >>> V, lo, i, c = MatrixSymbol("V", n, d), Symbol("lo", real=True), Idx("i", n), Idx("c", d)
    >>> ForAll((i, c), Le(lo, V[i, c]))
    lo <= V[i, c] for all i, c
    """

    def __new__(cls, indices: Lambda | Idx | Iterable[Idx], proposition: Statement | None = None) -> Self:
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
        return tuple(self.args[0].variables)

    @property
    def proposition(self) -> Basic:
        """What holds for all of them."""
        return self.args[0].expr

    def at(self, *indices: Size) -> Basic:
        """Return the proposition with other indices in place of these."""
        values = dict(zip(self.indices, indices, strict=True))
        sides = (substituted(side, values) for side in self.proposition.args)
        if isinstance(self.proposition, Equation):
            return Equation(*sides)
        return self.proposition.func(*sides, evaluate=False)

    def _sympystr(self, printer: Any) -> str:
        return for_all_text(self, printer, "{} for all {}")


def for_all_text(node: ForAll, printer: Any, form: str) -> str:
    """Write a statement and its indices by a printer, each index renamed where its name is taken."""
    from symattn.language.base.naming import bound_in

    with bound_in(printer, node.indices, node.proposition):
        return form.format(printer._print(node.proposition), ", ".join(map(printer._print, node.indices)))


def _check(indices: tuple[Any, ...], stated: Basic) -> None:
    """Raise UnsupportedExpression unless some indices can be bound in a statement."""
    for index in indices:
        if not isinstance(index, Idx) or index.lower is None or index.upper is None:
            raise UnsupportedExpression(index, 'ForAll binds indices with their ranges: Idx("i", n)')
        if index.lower != 0:
            raise UnsupportedExpression(index, "the range of an index starts at 0")
        if any(isinstance(atom, Idx) for atom in free_parts(index.upper)[index.upper]):
            raise UnsupportedExpression(index, "its range depends on an index")
    if not indices or len({str(index.name) for index in indices}) < len(indices):
        raise UnsupportedExpression(stated, "ForAll binds one index or several of different names")
    if not isinstance(stated, Equation | Relational):
        raise UnsupportedExpression(stated, "ForAll speaks of equations and inequalities")
    for side in stated.args:
        check_not_complex(side, "ForAll speaks of real numbers")
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
