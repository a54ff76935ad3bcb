"""Write down what should be the inverse of a matrix by its entries: a small one by cofactors, a diagonal one.

Whether it is one is shown afterwards, entry by entry; a determinant that may be 0 makes that fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import permutations

from ....kernel.terms import REAL, Lit, Term, abstract, app, equation, fin, literal
from ...library.matrices import shape
from ...logic.derived_rules import right
from ...logic.formulas import ZERO, ind, inv, minus, plus, times
from ...logic.places import place
from ...logic.term_order import next_opened
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial

MOST_COFACTORS, MOST_NUMBERS = 3, 6  # rows of a matrix that is inverted by cofactors, or of one of rational numbers

Rows = Sequence[Sequence[Term]]


def written_inverses(normaliser: Normaliser, matrix: Term) -> Iterator[Term]:
    """Yield what may be the inverse of a square matrix that is small or diagonal."""
    size, columns = shape(matrix)
    if size != columns:
        return
    count = 0 if size.variables() else size.least()
    if 0 < count <= MOST_NUMBERS:
        places = [place(at, size) for at in range(count)]
        rows = [[right(normaliser.normal(app(matrix, i, j))) for j in places] for i in places]
        found = _of_numbers(rows)
        if found is None and count <= MOST_COFACTORS:
            found = _by_cofactors(rows)
        if found is not None:
            yield _matrix(found, places)
    elif count == 0 and (found_diagonal := _of_diagonal(normaliser, matrix)) is not None:
        yield found_diagonal


def _matrix(rows: Rows, places: Sequence[Term]) -> Term:
    """Return the matrix with some entries, as one that is written out is read."""
    i = next_opened(places[0].type, *places)
    j = next_opened(places[0].type, *places, i)
    entries = [
        times(times(ind(equation(i, p)), ind(equation(j, q))), entry)
        for p, row in zip(places, rows, strict=True)
        for q, entry in zip(places, row, strict=True)
        if entry is not ZERO
    ]
    return abstract(i, abstract(j, reduce(plus, entries) if entries else ZERO))


def _of_numbers(rows: Rows) -> list[list[Term]] | None:
    """Return the inverse of a matrix of rational numbers by elimination, or None."""
    if not all(isinstance(entry, Lit) for row in rows for entry in row):
        return None
    count = len(rows)
    table = [
        [Fraction(entry.value) for entry in row] + [Fraction(p == q) for q in range(count)]  # type: ignore[attr-defined]
        for p, row in enumerate(rows)
    ]
    for column in range(count):
        pivot = next((p for p in range(column, count) if table[p][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [value / table[column][column] for value in table[column]]
        for p in range(count):
            if p != column:
                table[p] = [x - table[p][column] * y for x, y in zip(table[p], table[column], strict=True)]
    return [[literal(value, REAL) for value in row[count:]] for row in table]


def _by_cofactors(rows: Rows) -> list[list[Term]]:
    """Return the inverse of a small matrix by Cramer's rule."""
    count = range(len(rows))
    over = inv(determinant(rows))
    return [[times(cofactor(rows, p, q), over) for q in count] for p in count]


def cofactor(rows: Rows, p: int, q: int) -> Term:
    """Return the entry (p, q) of the adjugate: a minor, with its sign."""
    count = range(len(rows))
    minor = determinant([[rows[i][j] for j in count if j != p] for i in count if i != q])
    return minor if (p + q) % 2 == 0 else minus(minor)


def determinant(rows: Rows) -> Term:
    """Return a determinant by the formula of Leibniz; that of no rows is 1."""
    terms = []
    for order in permutations(range(len(rows))):
        inversions = sum(a > b for at, a in enumerate(order) for b in order[at + 1 :])
        product = reduce(times, (rows[p][q] for p, q in enumerate(order)), literal(1, REAL))
        terms.append(minus(product) if inversions % 2 else product)
    return reduce(plus, terms)


def _of_diagonal(normaliser: Normaliser, matrix: Term) -> Term | None:
    """Return the matrix with the inverses on the diagonal of one that has nothing beside it, or None."""
    index = fin(shape(matrix)[0])
    i = next_opened(index, matrix)
    j = next_opened(index, matrix, i)
    diagonal = {ind(equation(i, j)), ind(equation(j, i))}
    entry = read_polynomial(right(normaliser.normal(app(matrix, i, j))))
    if not entry or not all(any(atom in diagonal for atom, _ in monomial) for monomial in entry):
        return None
    on_it = right(normaliser.normal(app(matrix, i, i)))
    return abstract(i, abstract(j, times(ind(equation(i, j)), inv(on_it))))
