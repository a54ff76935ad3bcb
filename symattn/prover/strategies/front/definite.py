"""Prove what is said of xᵀAx for all columns x: it is not negative, it is positive for x ≠ 0, A has an inverse.

A column is taken, and what is given of other forms is said of the columns at hand: x and the ends of the words in the
goal, such as B·x in xᵀBᵀABx.  What is left is an inequality of inner products.  Any other goal is told of the diagonals
of the forms that are given, and of the Cauchy-Schwarz inequality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from itertools import combinations, permutations
from itertools import product as cartesian
from math import isqrt

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.syntax import forall, implication, negation
from ....kernel.terms import (
    REAL,
    Abs,
    App,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    equation,
    fin,
    lam,
    literal,
    open_body,
    sides,
    substitute,
    var,
)
from ...library.definite import form, no_column
from ...library.definitions import defined, from_definition
from ...library.facts import fact, infer
from ...library.matrices import added, identity, product, scaled, shape, transposed
from ...limits import MOST_PAIRED, MOST_SHARES
from ...logic.cached_rules import ring
from ...logic.conversions import beta_normal_form, fresh, replaced, rewrite_proposition
from ...logic.derived_rules import (
    ProofError,
    ap_thm,
    chain,
    conjoin,
    cut,
    discharge,
    gen,
    left,
    match_conjunction,
    match_forall,
    match_negation,
    mp,
    right,
    spec,
    symmetric,
)
from ...logic.formulas import MINUS, ONE, TWO, UNIT, ZERO, le, lt, minus, number, times
from ...logic.parts import args_of, is_matrix, operand, parts_of
from ...normal.context import Context
from ...normal.glance import fails
from ...normal.polynomials import read_polynomial
from ..core.goals import Facts, attempted
from ..witnesses.invertibility import parts_of_invertibility
from ..witnesses.proposed_inverses import negative
from ..words.matrix_rules import matrix_equations, matrix_variables, unit_of, written_factors
from ..words.matrix_words import Words
from ..words.numbers import speaks_of_matrices
from .diagonals import diagonals, within_congruence

Proved = tuple[Theorem, Context]
Prove = Callable[[Term, Facts], Proved]
Quickly = Callable[[Term, Facts], Proved | None]  # by inner products alone


@dataclass(frozen=True)
class Form:
    """Hold A where 0 ≤ xᵀAx is said of all columns x, or 0 < xᵀAx of those that are not 0, and what says so."""

    matrix: Term
    strict: bool
    said: Theorem

    @property
    def size(self) -> Size:
        return shape(self.matrix)[0]

    def at(self, x: Term) -> Theorem:
        """Return ⊢ 0 ≤ xᵀAx for a column x."""
        if not self.strict:
            return spec(self.said, x)
        return fact("definite_is_semidefinite", self.matrix, x, premises=(self.said,))

    def nonnegative(self) -> Theorem:
        """Return ⊢ ∀x. 0 ≤ xᵀAx."""
        x = var("·column", no_column(self.size).type)
        return gen(x, self.at(x)) if self.strict else self.said

    def on_diagonal(self) -> Theorem:
        """Return ⊢ ∀i. 0 ≤ A i i, or 0 < A i i."""
        i, name = var("i", fin(self.size)), "definite_diagonal" if self.strict else "semidefinite_diagonal"
        return gen(i, fact(name, self.matrix, i, premises=(self.said,)))


def differing_matrices(fact: Term, prove: Prove) -> Theorem | None:
    """Return fact ⊢ a ≠ b for matrices: as it stands, or v ≠ 0 from what is said of v alone and fails at 0."""
    denied = match_negation(fact)
    pair, columns = sides(denied or fact), matrix_variables(fact)
    if pair is not None and is_matrix(pair[0].type):
        return None if denied is None else assume(fact)
    if len(columns) != 1 or match_forall(fact) is not None or not speaks_of_matrices(fact):
        return None
    zero = assume(equation(columns[0], defined("zeros", *shape(columns[0]))))
    there = rewrite_proposition(assume(fact), zero)
    other = match_negation(there.conclusion)
    found = attempted(prove, negation(there.conclusion) if other is None else other, Facts())
    if found is None:
        return None
    return discharge(zero.conclusion, mp(found[0], there) if other is None else mp(there, found[0]))


def symmetry(matrix: Term) -> Term:
    """Return ∀i j. A i j = A j i."""
    i, j = (var(name, fin(shape(matrix)[0])) for name in "ij")
    return forall(i, forall(j, right(beta_normal_form(equation(app(matrix, i, j), app(matrix, j, i))))))


def form_in(proposition: Term) -> Form | None:
    """Return the form of which a proposition says this, or None."""
    every = match_forall(proposition)
    if every is None or not is_matrix(every.binder) or _columns(every.binder) != UNIT:
        return None
    x = var("·column", every.binder)
    body = open_body(every, x)
    for part in parts_of(body):
        factors = args_of(part, "matmul", 2)
        if factors is None or factors[1] is not x or x in factors[0].free:
            continue
        matrix = factors[0]
        if body is le(ZERO, form(matrix, x)):
            return Form(matrix, False, assume(proposition))
        if body is _positive(matrix, x):
            return Form(matrix, True, assume(proposition))
    return None


def _columns(ty: Type) -> Size | None:
    row = ty.codomain
    return None if row is None or row.domain is None else row.domain.size


def _is_row(t: Term) -> bool:
    """Tell whether a term is a row of a table of numbers."""
    return (
        isinstance(t, App) and t.type.codomain is REAL and t.type.domain is not None and t.type.domain.size is not None
    )


def column_of(row: Term) -> Term:
    """Return the column with the entries of a row."""
    i = fresh(row.type.domain, row, stem="i")  # type: ignore[arg-type]
    return abstract(i, lam(fin(UNIT), app(row, i)))


def _positive(matrix: Term, x: Term) -> Term:
    """Return x ≠ 0 ⇒ 0 < xᵀAx."""
    return implication(negation(equation(x, no_column(shape(matrix)[0]))), lt(ZERO, form(matrix, x)))


def _factors(proposition: Term) -> tuple[Term, Term] | None:
    return next((written_factors(left(e)) for e in matrix_equations(assume(proposition))), None)


def _factors_of(t: Term) -> tuple[Term, ...]:
    """Return the factors of a product of matrices, as it is written."""
    pair = args_of(t, "matmul", 2)
    return (t,) if pair is None else (*_factors_of(pair[0]), *_factors_of(pair[1]))


def _summands_of(t: Term) -> Iterator[tuple[Term, ...]]:
    """Yield the factors of a product of matrices, and those of the summands of its first factor in place of this."""
    first, *rest = _factors_of(t)
    yield (first, *rest)
    for part in (args_of(first, "matadd", 2) or (args_of(first, "matscale", 2) or ())[1:]) if rest else ():
        yield from _summands_of(product(part, _product(tuple(rest))))


def _product(factors: tuple[Term, ...]) -> Term:
    return reduce(lambda after, factor: product(factor, after), reversed(factors[:-1]), factors[-1])


def _ends(word: tuple[Term, ...]) -> Iterator[Term]:
    """Yield the products of the last factors of a word."""
    return (_product(word[place:]) for place in range(len(word)))


def _of_both(matrix: Term, x: Term, known: Theorem) -> Theorem:
    """Infer ⊢ xᵀ(A + Aᵀ)x ≤ 0 from ⊢ xᵀAx ≤ 0."""
    sizes, turned = shape(matrix), transposed(matrix)
    i, j = (var(name, fin(sizes[0])) for name in "ij")
    entry = from_definition("matadd", sizes, matrix, turned, i, j)
    entry = replaced(entry, from_definition("transpose", sizes, matrix, i, j))
    both = app(defined("matadd", *sizes), matrix, turned)
    return fact("form_of_both", matrix, both, x, premises=(gen(i, gen(j, entry)), known))


def _compound_parts(matrix: Term) -> Iterator[Term]:
    """Yield parts that are no variables: what is beside c·1 in a sum, A for c·A, and M for BMBᵀ."""
    one = identity(shape(matrix)[0])
    rest = [part for part in _summed(matrix) if _without_factor(part) is not one]
    whole = _without_factor(reduce(added, rest)) if rest else one
    inside = attempted(within_congruence, whole)
    parts = (whole, *(inside or ())[:1])
    yield from (part for part in parts if not isinstance(part, Var) and part not in (matrix, one))


def _summed(matrix: Term) -> tuple[Term, ...]:
    """Return the summands of a sum of matrices."""
    pair = args_of(matrix, "matadd", 2)
    return (matrix,) if pair is None else (*_summed(pair[0]), *_summed(pair[1]))


def _roots(t: Term) -> list[int]:
    """Return the roots of the square numbers c, other than 1, of the multiples c·A in a term."""
    numbers = (read_polynomial(args[0]).get((), 0) for part in parts_of(t) if (args := args_of(part, "matscale", 2)))
    roots = (isqrt(c.numerator) for c in dict.fromkeys(numbers) if c > 1 and isqrt(c.numerator) ** 2 == c)
    return list(dict.fromkeys(roots))


def _without_factor(matrix: Term) -> Term:
    """Return A for a multiple c·A."""
    return matrix if (multiple := args_of(matrix, "matscale", 2)) is None else multiple[1]


def _variable_and_rest(matrix: Term) -> tuple[Var | None, Term | None]:
    """Return A and nothing for a variable A, A and C for A + C, where C is without A; or nothing."""
    first, rest = args_of(matrix, "matadd", 2) or (matrix, None)
    return (first, rest) if isinstance(first, Var) and (rest is None or first not in rest.free) else (None, None)


class Forms:
    """Prove goals from facts, with what is given of forms said of columns."""

    def __init__(self, facts: Facts, prove: Prove, by_squares: Quickly) -> None:
        forms = {each: form for each in facts.others if (form := form_in(each)) is not None}
        self.told = list(forms.values())[:MOST_PAIRED]
        self.facts = facts.only(lambda each: each not in forms)
        self.prove, self.by_squares = prove, by_squares
        self.ran_out = False

    def proved(self, goal: Term) -> Proved | None:
        """Return ⊢ goal where it, or what is given, speaks of forms, or None."""
        both = match_conjunction(goal)
        asked = None if both is None else form_in(both[1])
        if both is not None and asked is not None:
            first, second = self.symmetric(both[0], asked.matrix), self.definite(both[1], asked)
            return None if first is None or second is None else (conjoin(first, second[0]), second[1])
        if (asked := form_in(goal)) is not None:
            return self.definite(goal, asked)
        return self.other(goal) if self.told else None

    def proved_at_last(self, goal: Term) -> Proved | None:
        """Return ⊢ A has an inverse, or an inequality in which inverses of definite matrices stand, or None."""
        if (parts := parts_of_invertibility(goal)) is not None:
            return self.invertible(goal, *parts)
        if args_of(goal, "≤", 2) is None:
            return None
        return (self.of_columns(goal) if speaks_of_matrices(goal) else None) or self.of_diagonals(goal)

    def of_columns(self, goal: Term) -> Proved | None:
        """Return ⊢ goal, an inequality, by the columns in it that are images under an inverse, or None."""
        more = self.inverses_told(goal)
        self.told += more
        columns = sorted((v for v in goal.free if is_matrix(v.type) and _columns(v.type) == UNIT), key=str)
        found = next(filter(None, (self.without_inverse(goal, x) for x in columns)), None)
        if found is None and more:
            found = self.other(goal)
        known = [] if found else [each for x in columns for each in self.of_weights(x)]
        return self.given(goal, *known) if known else found

    def of_factors(self, goal: Term, inner: bool = False) -> Proved | None:
        """Return ⊢ goal with RᵀR in place of A where the form of A is given, or with C + RᵀR where that of A − C is."""
        for told in self.told:
            variable, rest = _variable_and_rest(told.matrix)
            mirrored = None if variable is None else self.symmetric(symmetry(told.matrix), told.matrix)
            if variable is not None and mirrored is not None:
                return self._of_factor(goal, told, mirrored, variable, rest)
        return (self.proved(goal) or self.given(goal)) if inner else None

    def _of_factor(self, goal: Term, told: Form, mirrored: Theorem, variable: Var, rest: Term | None) -> Proved | None:
        forms = [each.said for each in self.told if each is not told or told.strict]
        known = [each for each in self.facts.others if each is not symmetry(told.matrix)]
        known += [each.conclusion for each in forms]
        root = fresh(variable.type, goal, told.matrix, *known, stem="root")
        square = product(transposed(root), root)
        same = solved = assume(equation(told.matrix, square))
        if rest is not None:
            sum_of_both = app(defined("matadd", *shape(square)), negative(rest), square)
            found = attempted(self.prove, equation(variable, sum_of_both), Facts(others=(same.conclusion,)))
            if found is None:
                return None
            solved = found[0]
        value = right(solved)
        there = {substitute(each, {variable: value}): each for each in known}
        again = Forms(replace(self.facts, others=tuple(there)), self.prove, self.by_squares)
        found = again.of_factors(substitute(goal, {variable: value}), inner=True)
        self.ran_out |= again.ran_out
        if found is None:
            return None
        theorem = rewrite_proposition(found[0], symmetric(solved))
        for said, each in there.items():
            theorem = cut(rewrite_proposition(assume(each), solved), theorem) if said is not each else theorem
        every = gen(root, discharge(same.conclusion, cut(*forms, theorem)))
        return fact("gram_matrix", told.matrix, goal, premises=(mirrored, told.nonnegative(), every)), found[1]

    def invertible(self, goal: Term, p: Var, given: Term, _: Var, both: tuple[Term, Term]) -> Proved | None:
        """Return ⊢ A has an inverse, since A·x = 0 only for x = 0, or None."""
        if (factors := _factors(both[0])) is None:
            return None
        matrix, each = factors[0], eq_mp(beta_normal_form(given), assume(given))
        x = self.column(goal, matrix)
        for name, nothing in (
            ("inverse_by_form", le(form(matrix, x), ZERO)),
            ("inverse_by_columns", equation(product(matrix, x), no_column(shape(matrix)[0]))),
        ):
            found = self.by_parts(matrix, partial(self.zero, x, matrix, assume(nothing)))
            if found is not None:
                every = gen(x, discharge(nothing, found[0]))
                theorem = fact(name, matrix, p, premises=(every, each))
                return gen(p, discharge(given, theorem)), found[1]
        return None

    def column(self, goal: Term, matrix: Term) -> Var:
        """Return a new column that a matrix may be multiplied by."""
        met = {v.name for t in (goal, *self.facts.others, *(told.matrix for told in self.told)) for v in t.free}
        name = next(name for count in range(len(met) + 1) if (name := "column" + "'" * count) not in met)
        return var(name, no_column(shape(matrix)[0]).type)

    def definite(self, goal: Term, asked: Form, inverses: bool = True) -> Proved | None:
        """Return ⊢ goal, which says that a form is positive, or not negative."""
        return self.by_parts(asked.matrix, partial(self._definite, goal, asked, inverses))

    def by_parts(self, matrix: Term, attempt: Callable[[], Proved | None]) -> Proved | None:
        """Return what is proved of a matrix as it stands, or by what is proved of the forms of its parts, or None."""
        if (found := attempt()) is not None:
            return found
        told = {each.matrix for each in self.told}
        more = [form for part in _compound_parts(matrix) if part not in told and (form := self.form_of_part(part))]
        self.told += more
        return attempt() if more else None

    def form_of_part(self, matrix: Term) -> Form | None:
        """Return what is proved of the form of a part of a matrix: that it is positive, or not negative."""
        if fails(form(matrix, self.column(matrix, matrix)), self.facts.others):
            return None
        weak = self.form_of(matrix, strict=False)
        return weak and (self.form_of(matrix, strict=True) or weak)

    def _definite(self, goal: Term, asked: Form, inverses: bool) -> Proved | None:
        x = self.column(goal, asked.matrix)
        if asked.size == TWO and (found := self.of_two(asked, x)) is not None:
            return found
        whole = form(asked.matrix, x)
        if inverses:
            self.told += self.inverses_told(goal)
        if not asked.strict:
            told = list(self.at_columns(whole))
            found = self.given(le(ZERO, whole), *told, quickly=True)
            if found is None and inverses:
                found = self.without_inverse(le(ZERO, whole), x) or self.of_congruence(asked.matrix, x)
            if found is None:
                found = self.given(le(ZERO, whole), *told, *self.of_weights(x))
            return None if found is None else (gen(x, found[0]), found[1])
        below = le(whole, ZERO)
        zero = self.zero(x, asked.matrix, assume(below))
        if zero is None:
            return None
        other = negation(equation(x, no_column(asked.size)))
        return gen(x, discharge(other, discharge(below, mp(assume(other), zero[0])))), zero[1]

    def of_two(self, asked: Form, x: Var) -> Proved | None:
        """Return ⊢ ∀x. 0 ≤ xᵀAx, or 0 < xᵀAx for x ≠ 0, by the entries of a matrix of two rows, or None."""
        name = "definite_of_two" if asked.strict else "semidefinite_of_two"
        theorem, context = fact(name, asked.matrix, x), Context()
        nonzero = negation(equation(x, no_column(TWO)))
        for premise in [each for each in theorem.hypotheses if each is not nonzero]:
            if (found := self.given(premise)) is None:
                return None
            theorem, context = cut(found[0], theorem), found[1]
        return gen(x, discharge(nonzero, theorem) if asked.strict else theorem), context

    def inverses_told(self, goal: Term) -> list[Form]:
        """Return what is proved of the forms of matrices whose inverses stand in a goal, and of their differences."""
        strict, met = {told.matrix for told in self.told if told.strict}, self.inverted(goal)
        asked = (y if x in strict else None if isinstance(x, Var) else x for x, y in met)
        alone = [form for matrix in asked if matrix is not None and (form := self.form_of(matrix, True)) is not None]
        composed = [x for x, _ in met if not isinstance(x, Var)][:MOST_SHARES]
        pairs = ((x, y) for x, y in permutations(composed, 2) if shape(x) == shape(y))
        differences = (app(defined("matadd", *shape(x)), x, negative(y)) for x, y in pairs)
        return [*alone, *(form for each in differences if (form := self.form_of(each, False)) is not None)]

    def form_of(self, matrix: Term, strict: bool, inverses: bool = False) -> Form | None:
        """Return what is proved of the form of a matrix by what is given, or None."""
        x = self.column(matrix, matrix)
        said = forall(x, _positive(matrix, x) if strict else le(ZERO, form(matrix, x)))
        proved = self.definite(said, Form(matrix, strict, assume(said)), inverses)
        return None if proved is None else Form(matrix, strict, proved[0])

    def inverted(self, goal: Term) -> list[tuple[Term, Term]]:
        """Return the matrices whose inverses stand in a goal, with these."""
        return list(dict.fromkeys((x, y) for x, y in self.units() if y in goal.free))

    def without_inverse(self, goal: Term, x: Var) -> Proved | None:
        """Return ⊢ goal about a column x from what holds of x = X·z, where X has an inverse in the goal, or None."""
        for matrix, inverse in self.units():
            if inverse not in goal.free or shape(matrix)[0] != shape(x)[0]:
                continue
            z = self.column(goal, matrix)
            moved = substitute(goal, {x: product(matrix, z)})
            found = self.given(moved, *self.at_columns(moved), *self.squared(moved), quickly=True)
            same = equation(product(matrix, product(inverse, x)), x)
            back = None if found is None else attempted(self.prove, same, self.facts)
            if found is not None and back is not None:
                there = spec(gen(z, found[0]), product(inverse, x))
                return rewrite_proposition(there, back[0]), found[1]
        return None

    def of_congruence(self, matrix: Term, x: Var) -> Proved | None:
        """Return ⊢ 0 ≤ xᵀBMBᵀx for a matrix BMBᵀ, where the form of M is not negative, or None."""
        inside = attempted(within_congruence, matrix)
        told = None if inside is None else self.form_of(inside[0], strict=False, inverses=True)
        if inside is None or told is None:
            return None
        return self.given(le(ZERO, form(matrix, x)), told.at(product(transposed(inside[1]), x)), quickly=True)

    def of_diagonals(self, goal: Term) -> Proved | None:
        """Return ⊢ a ≤ b for entries on the diagonal, or traces, of matrices whose forms are so ordered, or None."""
        for each in diagonals(goal):
            if (told := self.form_of(each.matrix, strict=False, inverses=True)) is not None:
                entries = told.on_diagonal()
                said = infer("sum_nonneg", entries) if each.place is None else spec(entries, each.place)
                found = attempted(self.prove, goal, Facts(others=(said.conclusion,)))
                if found is not None:
                    return cut(said, found[0]), found[1]
        return None

    def of_weights(self, x: Var) -> Iterator[Theorem]:
        """Yield what is known of Laplacians: ±Σ x_i W_ij x_j ≤ Σ W_ij x_i² for symmetric weights W ≥ 0."""
        for weights in matrix_variables(*self.facts.others):
            if shape(weights) != (shape(x)[0],) * 2:
                continue
            i, j = (var(name, fin(shape(x)[0])) for name in "ij")
            nonnegative = forall(i, forall(j, le(ZERO, app(weights, i, j))))
            sign = attempted(self.prove, nonnegative, self.facts)
            mirrored = None if sign is None else self.symmetric(symmetry(weights), weights)
            if sign is not None and mirrored is not None:
                for s in (ONE, MINUS):
                    yield fact("laplacian", weights, x, s, premises=(mirrored, sign[0], ring(times(s, s), ONE)))

    def zero(self, x: Var, matrix: Term, known: Theorem) -> Proved | None:
        """Return ⊢ x = 0 from what is known of A·x, or None."""
        return self._zero(x, matrix, known, quickly=True) or self._zero(x, matrix, known, quickly=False)

    def _zero(self, x: Var, matrix: Term, known: Theorem, quickly: bool) -> Proved | None:
        goal, at = equation(x, no_column(shape(x)[0])), form(matrix, x)
        told = [known, *self.at_columns(at)]
        if known.conclusion is le(at, ZERO):
            told.append(_of_both(matrix, x, known))
        if (found := self.given(goal, *told, quickly=quickly)) is not None:
            return found
        for form_told in sorted(self.told, key=lambda each: not each.strict):
            columns = [*self.columns(at, form_told.size), *self.made(at, form_told)]
            for y in columns if quickly else columns[:MOST_SHARES]:  # a whole search takes long
                below = self.given(le(form(form_told.matrix, y), ZERO), *told, quickly=quickly)
                nothing = None if below is None else self.nothing(form_told, y, below[0])
                if below is None or nothing is None:
                    continue
                if y is x and form_told.strict:
                    return nothing, below[1]
                if (found := self.given(goal, nothing, known)) is not None:
                    return found
        return None

    def nothing(self, told: Form, y: Term, below: Theorem) -> Theorem | None:
        """Return ⊢ y = 0 for a definite form, or ⊢ A·y = 0 for a symmetric semidefinite one, from ⊢ yᵀAy ≤ 0."""
        if told.strict:
            return fact("zero_of_form", told.matrix, y, premises=(told.said, below))
        if (mirrored := self.symmetric(symmetry(told.matrix), told.matrix)) is None:
            return None
        return fact("column_of_form", told.matrix, y, premises=(mirrored, told.nonnegative(), below))

    def other(self, goal: Term) -> Proved | None:
        """Return ⊢ any other goal by the diagonals and at the columns in it, or None."""
        pair = sides(goal)
        of_matrices = pair is not None and is_matrix(pair[0].type)
        if of_matrices and (found := self.given(goal)) is not None:  # most such equations need no forms
            return found
        told = [form.on_diagonal() for form in self.told]
        told += [*self.at_columns(goal), *self.squared(goal), *self.traces(goal)]
        if (found := self.given(goal, *told)) is not None:
            return found
        zeros = list(self.zeros(goal, told)) if of_matrices else []
        return self.given(goal, *zeros) if zeros else None

    def zeros(self, goal: Term, known: list[Theorem]) -> Iterator[Theorem]:
        """Yield ⊢ A = 0, entry by entry, where the diagonal is 0, and ⊢ A·y = 0 for columns y where yᵀAy is."""
        for told in self.told:
            mirrored = self.symmetric(symmetry(told.matrix), told.matrix)
            if mirrored is None:
                continue
            premises = (mirrored, told.nonnegative())
            i, j = (var(name, fin(told.size)) for name in "ij")
            diagonal = forall(i, le(right(beta_normal_form(app(told.matrix, i, i))), ZERO))
            if (found := self.given(diagonal, *known)) is not None:
                yield gen(i, gen(j, fact("zero_of_diagonal", told.matrix, i, j, premises=(*premises, found[0]))))
            for y in self.columns(goal, told.size):
                if (found := self.given(le(form(told.matrix, y), ZERO), *known)) is not None:
                    yield fact("column_of_form", told.matrix, y, premises=(*premises, found[0]))

    def given(self, goal: Term, *more: Theorem, quickly: bool = False) -> Proved | None:
        """Return ⊢ goal from the facts and some theorems, or None; what is quick goes by inner products alone."""
        facts = self.facts.also(*dict.fromkeys(each.conclusion for each in more))
        found = attempted(self.by_squares if quickly else self._others, goal, facts)
        return None if found is None else (cut(*more, found[0]), found[1])

    def _others(self, goal: Term, facts: Facts) -> Proved:
        """Prove a goal by all other ways, and remember where nothing more could be spent."""
        try:
            return self.prove(goal, facts)
        except ProofError as failure:
            self.ran_out |= failure.ran_out
            raise

    def at_columns(self, goal: Term) -> Iterator[Theorem]:
        """Yield ⊢ 0 ≤ yᵀAy for the given forms and the columns y of a goal, or 0 < yᵀAy where y ≠ 0 is given."""
        for told in self.told:
            for y in (*self.columns(goal, told.size), *self.made(goal, told)):
                differ = self._apart(y) if told.strict else None
                yield told.at(y) if differ is None else mp(spec(told.said, y), differ)
            if (bands := args_of(told.matrix, "above", 2)) is not None and shape(bands[0])[0] == UNIT:
                yield spec(told.on_diagonal(), literal(0, fin(told.size)))
        for y in [y for y in self.met(goal) if args_of(y, "matmul", 2) is not None][:MOST_PAIRED]:
            yield fact("column_squared", y)

    def _apart(self, y: Term) -> Theorem | None:
        """Return ⊢ y ≠ 0 for a column of which this is said, or of one of its two blocks, or None."""
        unequal = negation(equation(y, no_column(shape(y)[0])))
        blocks = args_of(y, "above", 2) or ()
        if any(negation(equation(block, no_column(shape(block)[0]))) in self.differ for block in blocks):
            return None if (found := self.given(unequal, *self.differ.values())) is None else found[0]
        return self.differ.get(unequal)

    @cached_property
    def differ(self) -> dict[Term, Theorem]:
        """What says that two matrices differ, by these statements."""
        found = (differing_matrices(fact, self.prove) for fact in self.facts.others)
        return {differ.conclusion: differ for differ in found if differ is not None}

    def made(self, goal: Term, told: Form) -> Iterator[Term]:
        """Yield columns that are put together of those in a goal: of two blocks, or as c + A⁻¹·d."""
        bands = args_of(told.matrix, "above", 2)
        if bands is not None:
            (upper, lower), met = (shape(band)[0] for band in bands), self.met(goal)
            moved = cartesian((y for _, y in self.inverted(goal)), met[:MOST_SHARES])
            met += [*(product(y, t) for y, t in moved if shape(y)[1] == shape(t)[0]), identity(UNIT)]
            first, second = ([t for t in met if shape(t)[0] == size] for size in (upper, lower))
            blocks = [(no_column(upper), d) for d in second[:1]] + [(c, no_column(lower)) for c in first[:1]]
            blocks += [(negative(c), d) for c in first[:MOST_PAIRED] for d in second[:1]]
            blocks += [(c, negative(d)) for c in first[:1] for d in second[1:MOST_PAIRED]]
            beside = args_of(bands[0], "beside", 2)
            if beside is not None and upper == UNIT:  # a pivot that is a number
                inverses = [part for part in parts_of(goal) if operand(part, "inv") is not None]
                blocks = [(scaled(minus(c), product(beside[1], d)), d) for c in inverses for d in second[:1]] + blocks
            yield from (app(defined("above", upper, lower, UNIT), c, d) for c, d in blocks)
        for x, inverse in self.units():
            if x is told.matrix and inverse in goal.free:
                yield from (product(inverse, y) for y in self.columns(goal, told.size))
        for other in (each for each in self.told if each is not told and each.size == told.size):
            yield from (product(other.matrix, y) for y in self.columns(goal, told.size)[:1])
        if next(self.units(), None) is not None:
            columns = self.columns(goal, told.size)
            for c, d in combinations(columns[:MOST_SHARES], 2):
                yield app(defined("matadd", told.size, UNIT), c, negative(d))
            images = [t for t in columns if _factors_of(t)[0] in {y for _, y in self.units()}][:MOST_SHARES]
            for (c, d), r in cartesian(permutations(images, 2), _roots(goal)):
                yield app(defined("matadd", told.size, UNIT), c, scaled(number(-r), d))
        inverses = [y for x, y in self.units() if x is told.matrix]
        if any(args_of(part, "above", 2) is not None for part in parts_of(goal)) or {*inverses} & goal.free:
            for (c, d), inverse in cartesian(permutations(self.columns(goal, told.size)[:MOST_SHARES], 2), inverses):
                image = product(inverse, d)
                yield from (app(defined("matadd", told.size, UNIT), c, t) for t in (image, negative(image)))

    def units(self) -> Iterator[tuple[Term, Term]]:
        """Yield X and Y for the products X·Y = 1 that are given, of a matrix and a variable."""
        for each in self.facts.others:
            for said in matrix_equations(assume(each)):
                if (unit := unit_of(said)) is not None and isinstance(unit.second, Var):
                    yield unit.first, unit.second

    def squared(self, goal: Term) -> Iterator[Theorem]:
        """Yield what the Cauchy-Schwarz inequality says of the columns of a goal, and of entries."""
        for told in self.told:
            mirrored = self.symmetric(symmetry(told.matrix), told.matrix)
            if mirrored is None:
                continue
            premises = (mirrored, told.nonnegative())
            columns = self.columns(goal, told.size)[:MOST_SHARES] or list(self.made(goal, told))[:MOST_PAIRED]
            for x, y in combinations(columns, 2):
                yield fact("form_squared", told.matrix, x, y, premises=premises)
            i, j = (var(name, fin(told.size)) for name in "ij")
            yield gen(i, gen(j, fact("entry_squared", told.matrix, i, j, premises=premises)))
            for inverse in dict.fromkeys(y for m, y in self.units() if m is told.matrix and y in goal.free):
                if (unit := self.given(equation(product(told.matrix, inverse), identity(told.size)))) is not None:
                    yield gen(i, fact("entry_of_inverse", told.matrix, inverse, i, premises=(*premises, unit[0])))
            for sign in (ONE, MINUS):
                yield gen(i, gen(j, fact("entries_of_form", told.matrix, i, j, sign, premises=premises)))

    def determinants(self) -> Iterator[Theorem]:
        """Yield the signs of the determinants of the forms that are given, and Hadamard's inequality."""
        for told in self.told:
            mirrored = self.symmetric(symmetry(told.matrix), told.matrix)
            if told.strict:
                yield fact("det_definite", told.matrix, premises=(told.said,))
            elif mirrored is not None:
                yield fact("det_semidefinite", told.matrix, premises=(mirrored, told.said))
            if mirrored is not None:
                yield fact("det_at_most_diagonal", told.matrix, premises=(mirrored, told.nonnegative()))

    def traces(self, goal: Term) -> Iterator[Theorem]:
        """Yield ⊢ 0 ≤ tr(BᵀAB) for the forms that are given and the matrices B in a goal that speaks of no columns."""
        matrices = () if sides(goal) is not None or self.met(goal) else matrix_variables(goal)[:MOST_PAIRED]
        for told, b in cartesian(self.told, [turned for m in matrices for turned in (m, transposed(m))]):
            if shape(b)[0] == told.size:
                yield fact("trace_of_congruence", told.matrix, b, premises=(told.nonnegative(),))

    def symmetric(self, goal: Term, matrix: Term) -> Theorem | None:
        """Return ⊢ ∀i j. A i j = A j i, from the entries or from Aᵀ = A, or None."""
        if (found := attempted(self.prove, goal, self.facts)) is not None:
            return found[0]
        i, j = (var(name, fin(shape(matrix)[0])) for name in "ij")
        found = attempted(self.prove, equation(transposed(matrix), matrix), self.facts)
        if found is None:
            return None
        turned = from_definition("transpose", shape(matrix), matrix, i, j)
        return gen(i, gen(j, chain(symmetric(ap_thm(ap_thm(found[0], i), j)), turned)))

    def columns(self, goal: Term, size: Size) -> list[Term]:
        """Return the columns of a size in a goal, and the ends of the words in its columns, the shortest first."""
        return [t for t in self.met(goal) if shape(t)[0] == size][:MOST_PAIRED]

    def met(self, goal: Term) -> list[Term]:
        """Return the columns in a goal, and the ends of the products in them and of their words.

        Ends of a product as it is written come first, unless a matrix in them has numbers for entries, and then the
        shortest: (1 − A)·x before K·A·x.  Multiples c·x and (c·A)·x are left out.  Where a goal has no columns,
        those of what is given take their place.
        """
        words = Words()
        columns = [t for t in parts_of(goal) if is_matrix(t.type) and not t.loose and _columns(t.type) == UNIT]
        columns = columns or [v for v in matrix_variables(*self.facts.others) if shape(v)[1] == UNIT]
        columns = columns or [column_of(t) for t in parts_of(goal) if _is_row(t) and not t.loose]
        written = {t: None for column in columns for word in _summands_of(column) for t in _ends(word[1:])}
        found = {**written, **dict.fromkeys(columns)}
        for t in columns:
            found.update((end, None) for word in attempted(words.combination, t) or () for end in _ends(word))
        nonzero = (t for t in found if args_of(t, "zeros", 0) is None and not args_of(_factors_of(t)[0], "matscale", 2))
        plain = {t for t in written if not any(isinstance(part, Abs) for part in parts_of(t))}
        return sorted(nonzero, key=lambda t: (t not in plain, len(list(parts_of(t)))))
