"""Propose what should be the inverse of a matrix, from its parts and from known inverses.

A product, a transpose, a multiple, a power, a matrix of blocks has an inverse by those of its parts; P + X·Y by those
of P and 1 + Y·P⁻¹·X; a polynomial in one matrix X, of which a power is a sum of lower ones, is inverted by another one,
whose coefficients solve linear equations; a small matrix is inverted by its entries, and a diagonal matrix has the
inverses on its diagonal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import reduce

from ....kernel.terms import REAL, Const, Lit, Term, abstract, app, equation, fin, literal
from ...library.definitions import defined
from ...library.matrices import added, identity, product, scaled, shape, transposed
from ...limits import MANY_FACTORS, MOST_MATRIX_FACTORS, MOST_ROUNDS, MOST_ROWS, MOST_ROWS_OF_NUMBERS
from ...logic.derived_rules import right
from ...logic.formulas import MINUS, ONE, UNIT, ZERO, ind, inv, plus, times
from ...logic.parts import args_of, head_and_arguments, is_matrix
from ...logic.places import place
from ...logic.term_order import next_opened
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, polynomial_term, read_polynomial
from ...normal.simplex import linear_combination
from ..words.matrix_combinations import Combination
from ..words.matrix_rules import Algebra
from .small_determinants import Rows, cofactor, determinant


def written_inverse(normaliser: Normaliser, matrix: Term) -> Term | None:
    """Return by its entries what should be the inverse of a matrix that is small or diagonal, or None."""
    rows, columns = shape(matrix)
    if rows != columns:
        return None
    if rows.variables():
        return _on_diagonal(normaliser, matrix)
    if not 0 < rows.least() <= MOST_ROWS_OF_NUMBERS:
        return None
    places = [place(at, rows) for at in range(rows.least())]
    entries = [[right(normaliser.normal(app(matrix, i, j))) for j in places] for i in places]
    inverse = _of_entries(entries)
    if inverse is None:
        return None
    i = next_opened(places[0].type, matrix)
    j = next_opened(places[0].type, matrix, i)
    terms = [
        times(times(ind(equation(i, p)), ind(equation(j, q))), entry)
        for p, row in zip(places, inverse, strict=True)
        for q, entry in zip(places, row, strict=True)
    ]
    return abstract(i, abstract(j, reduce(plus, terms)))


def _of_entries(rows: Rows) -> Rows | None:
    """Return the inverse of a matrix of rational numbers, or of a smaller one by its cofactors; None for another."""
    count = range(len(rows))
    if all(isinstance(entry, Lit) for row in rows for entry in row):
        columns: list[Polynomial] = [  # of which the sum with the entries in row q of the inverse is e_q
            {((ONE, j),): Fraction(x.value) for j, x in enumerate(row, 1) if x.value}  # type: ignore[attr-defined]
            for row in rows
        ]
        solved = [linear_combination(columns, {((ONE, q),): Fraction(1)}) for q in range(1, len(rows) + 1)]
        return None if None in solved else [[literal(x, REAL) for x in row or ()] for row in solved]
    if len(rows) > MOST_ROWS:
        return None
    over = inv(determinant(rows))
    return [[times(cofactor(rows, p, q), over) for q in count] for p in count]


def _on_diagonal(normaliser: Normaliser, matrix: Term) -> Term | None:
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


class Proposals:
    """Write down what should be the inverse of a matrix by what an algebra knows."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self._ways: tuple[Callable[[Term, int], Term | None], ...] = (
            self._given,
            self._by_its_head,
            self._known,
            self._of_number,
            self._of_blocks,
            self._of_multiple,
            self._of_sum,
            self._of_polynomial,
        )

    def of(self, a: Term, depth: int = MANY_FACTORS) -> Term | None:
        """Return the inverse of a matrix by its parts, or None."""
        if not depth or shape(a)[0] != shape(a)[1]:
            return None
        proposed = (way(a, depth - 1) for way in self._ways)
        return next((inverse for inverse in proposed if inverse is not None), None)

    def _given(self, a: Term, _: int) -> Term | None:
        return next((unit.second for unit in self.algebra.units if unit.first is a), None)

    def _by_its_head(self, a: Term, depth: int) -> Term | None:
        """Return the inverse of a product, a transpose, a multiple or a power by those of its parts, or None.

        Of a word, as a Kronecker product, it may be the same word of the inverses.
        """
        head, arguments = head_and_arguments(a)
        name = head.name if isinstance(head, Const) else ""
        if name == "identity":
            return a
        if name == "matpow" and (inverse := self.of(arguments[0], depth)) is not None:
            self.algebra.know(arguments[0], inverse, arguments[1])
            return app(head, inverse, arguments[1])
        if name == "matscale" and (inverse := self.of(arguments[1], depth)) is not None:
            return app(head, inv(arguments[0]), inverse)
        if name == "transpose" and (inverse := self.of(arguments[0], depth)) is not None:
            return transposed(inverse)
        if name == "matmul":
            first, second = (self.of(part, depth) for part in arguments)
            return None if first is None or second is None else product(second, first)
        if (parts := matrices_of_word(a)) is not None:
            inverses = [inverse for part in parts if (inverse := self.of(part, depth)) is not None]
            return app(head, *inverses) if len(inverses) == len(parts) else None
        return None

    def _known(self, a: Term, _: int = 0) -> Term | None:
        """Return the inverse of a matrix that is, up to its normal form or a sign, one whose inverse is known."""
        wanted = {right(self.algebra.words.matrix(t)): sign for t, sign in ((negative(a), True), (a, False))}
        for unit in self.algebra.units:
            sign = wanted.get(right(self.algebra.words.matrix(unit.first)))
            if sign is not None:
                return negative(unit.second) if sign else unit.second
        return None

    def _of_number(self, a: Term, _: int) -> Term | None:
        """Return (1/x)·1 for a matrix whose only entry is x, or None."""
        if shape(a) != (UNIT, UNIT):
            return None
        entry = Normaliser(self.algebra.context.extended()).normal(app(a, place(0, UNIT), place(0, UNIT)))
        return scaled(inv(right(entry)), identity(UNIT))

    def _of_blocks(self, a: Term, depth: int) -> Term | None:
        """Return the inverse of a matrix of 2 by 2 blocks by a block that is invertible and its Schur complement."""
        bands = args_of(a, "above", 2)
        upper, lower = (args_of(band, "beside", 2) for band in bands or (a, a))
        if upper is None or lower is None:
            return None
        (p, q), (r, s) = upper, lower
        for (x, y), (z, w), flip_rows, flip_columns in (
            ((p, q), (r, s), False, False),
            ((s, r), (q, p), True, True),
            ((q, p), (s, r), False, True),
            ((r, s), (p, q), True, False),
        ):
            pivot = self.of(x, depth)
            complement = None if pivot is None else self.of(added(w, negative(product(product(z, pivot), y))), depth)
            if pivot is None or complement is None:
                continue
            right_up = product(product(pivot, y), complement)
            top = [added(pivot, product(product(right_up, z), pivot)), negative(right_up)]
            bottom = [negative(product(product(complement, z), pivot)), complement]
            blocks = [top, bottom]  # rows: the columns of x, then of y; columns: the rows of x, then of z
            if flip_columns:
                blocks.reverse()
            if flip_rows:
                blocks = [row[::-1] for row in blocks]
            return _above(*(_beside(*row) for row in blocks))
        return None

    def _of_multiple(self, a: Term, _: int = 0, most: int = MOST_ROUNDS) -> Term | None:
        """Return the inverse of a sum by that of what is left when units at its ends are divided out, or None.

        So A + A·B⁻¹·A is A·B⁻¹ times B + A.
        """
        if not most or args_of(a, "matadd", 2) is None:
            return None
        words = [word for word in self.algebra.words.combination(a) if word]
        for unit in self.algebra.units:
            for at in (0, -1):
                if any(word[at] is unit.first for word in words):
                    divided = product(unit.second, a) if at == 0 else product(a, unit.second)
                    rest = self._known(divided) or self._of_multiple(divided, most=most - 1)
                    if rest is not None:
                        return product(rest, unit.second) if at == 0 else product(unit.second, rest)
        return None

    def _of_sum(self, a: Term, depth: int) -> Term | None:
        """Return (P + X·Y)⁻¹ = P⁻¹ − P⁻¹·X·(1 + Y·P⁻¹·X)⁻¹·Y·P⁻¹ for summands P and X·Y, or None."""
        terms = args_of(a, "matadd", 2)
        if terms is None or any(args_of(term, "matadd", 2) is not None for term in terms):
            return None
        for p, other in (terms, terms[::-1]):
            start = self.of(p, depth)
            if start is None:
                continue
            for x, y in _factorings(other):
                middle = self.of(added(identity(shape(y)[0]), product(y, product(start, x))), depth - 1)
                if middle is not None:
                    change = product(product(start, product(x, product(middle, y))), start)
                    return right(self.algebra.words.matrix(added(start, negative(change))))
        return None

    def _of_polynomial(self, a: Term, _: int) -> Term | None:
        """Return a combination of powers of X that should be the inverse of a sum of powers of X, or None."""
        words = self.algebra.words
        own = words.combination(a)
        atoms = {atom for word in own for atom in word}
        if args_of(a, "matadd", 2) is None or len(atoms) != 1:
            return None
        (x,) = atoms
        powers = [identity(shape(a)[0]), x]
        while (x,) * len(powers) in words.combination(product(x, powers[-1])):
            if len(powers) == MOST_MATRIX_FACTORS:
                return None
            powers.append(product(x, powers[-1]))
        products = [words.combination(product(a, power)) for power in powers]
        coefficients: Sequence[Term] = ()
        if all(number.keys() == {()} for each in (own, *products) for number in each.values()):
            solved = linear_combination([_in_powers(x, each) for each in products], {(): Fraction(1)}) or ()
            coefficients = [literal(c, REAL) for c in solved]
        elif len(powers) <= MOST_ROWS:  # by Cramer's rule
            rows = [[polynomial_term(each.get((x,) * k, {})) for each in products] for k in range(len(powers))]
            over = inv(determinant(rows))
            coefficients = [times(cofactor(rows, k, 0), over) for k in range(len(powers))]
        terms = [scaled(c, power) for c, power in zip(coefficients, powers, strict=False) if c is not ZERO]
        return reduce(added, terms) if terms else None


def _in_powers(x: Term, combination: Combination) -> Polynomial:
    """Return a combination of powers of a matrix as a polynomial in a number."""
    return {((x, len(word)),) if word else (): number[()] for word, number in combination.items()}


def _factorings(a: Term) -> Iterator[tuple[Term, Term]]:
    """Yield X and Y with A = X·Y, with A alone last; a multiple is one of X, and ones are a column by a row."""
    if (multiple := args_of(a, "matscale", 2)) is not None:
        yield from ((scaled(multiple[0], x), y) for x, y in _factorings(multiple[1]))
        return
    if args_of(a, "ones", 0) is not None:
        rows, columns = shape(a)
        yield defined("ones", rows, UNIT), defined("ones", UNIT, columns)
    x, rest = None, a
    while (pair := args_of(rest, "matmul", 2)) is not None:
        x, rest = (pair[0] if x is None else product(x, pair[0])), pair[1]
        yield x, rest
    yield identity(shape(a)[0]), a


def matrices_of_word(a: Term) -> list[Term] | None:
    """Return the arguments of a word of several matrices, as a Kronecker product; None for any other term.

    The kernel's name of a word is its own and, behind a dot, a digest of its definition.
    """
    head, arguments = head_and_arguments(a)
    defined_word = isinstance(head, Const) and "." in head.name and len(arguments) > 1
    return list(arguments) if defined_word and all(is_matrix(part.type) for part in arguments) else None


def negative(a: Term) -> Term:
    """Return −A."""
    return scaled(MINUS, a)


def _beside(a: Term, b: Term) -> Term:
    return app(defined("beside", shape(a)[0], shape(a)[1], shape(b)[1]), a, b)


def _above(a: Term, b: Term) -> Term:
    return app(defined("above", shape(a)[0], shape(b)[0], shape(a)[1]), a, b)
