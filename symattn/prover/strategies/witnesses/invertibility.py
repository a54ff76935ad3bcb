"""Prove that a matrix has an inverse by one: put together from known inverses, or a matrix that is at hand.

That A is invertible is said as ∀p. (∀B. (A B = 1 ∧ B A = 1) ⇒ p) ⇒ p.  A candidate for B is built from the parts of A:
of a product, a transpose, a multiple, a matrix of blocks; of A that is an inverse itself; of A = P + X Y with P and
1 + Y P⁻¹ X invertible; of a sum that is a known one times invertible matrices.  Both products are proved by matrix
algebra, so that a wrong candidate costs time only.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.terms import BOOL, Abs, App, Const, Term, Var, abstract, app, open_body, sides, substitute, var
from ...library.definitions import defined
from ...library.matrices import identity, product, shape, transposed
from ...logic.conversions import beta_conclusion, beta_normal_form
from ...logic.derived_rules import (
    ProofError,
    ap_thm,
    chain,
    conjoin,
    discharge,
    gen,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    right,
    spec,
    symmetric,
)
from ...logic.formulas import MINUS, inv
from ...logic.parts import args_of, head_and_arguments, operands
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ..core.search import Ask
from ..laws.laws import is_matrix
from ..words.matrix_rules import Algebra, is_reserved
from ..words.matrix_words import formula_matrix
from .polynomial_inverses import polynomial_inverse
from .written_inverses import written_inverses

MOST_FACTORS = 4  # of a product that is compared entry by entry
MOST_DIVISIONS = 2  # by units at the ends of a sum
MOST_DEPTH = 8  # parts of parts whose inverses are looked for


def is_invertibility(goal: Term) -> bool:
    """Tell whether a goal says that a matrix is invertible."""
    return _parts(goal) is not None


def proved_invertible(goal: Term, context: Context, others: list[Theorem], hints: tuple[Term, ...]) -> Theorem | None:
    """Return ⊢ goal, that a matrix is invertible, or None."""
    parts = _parts(goal)
    if parts is None or is_reserved(goal, *(o.conclusion for o in others), *hints):
        return None
    p, given, B, both = parts
    matrix = _subject(both[0], B)
    if matrix is None:
        return None
    try:
        algebra = Algebra((goal, *hints), context, others)
    except ProofError:
        return None
    tried: set[Term] = set()
    written: set[Term] = set(hints)

    def candidates() -> Iterator[Term]:
        yield from _Inverses(algebra).candidates(matrix, hints)
        for candidate in written_inverses(Normaliser(context.extended()), matrix):
            written.add(candidate)
            yield candidate

    for candidate in candidates():
        if candidate in tried or candidate.type is not B.type:
            continue
        tried.add(candidate)
        try:
            halves = [_entrywise(algebra, substitute(half, {B: candidate}), candidate in written) for half in both]
        except ProofError:
            continue
        if halves[0] is not None and halves[1] is not None:
            both_hold, each = conjoin(halves[0], halves[1]), beta_conclusion(spec(assume(given), candidate))
            wanted = match_implication(each.conclusion)
            if wanted is not None:  # a candidate that is written out is applied to indices there
                reduced = [beta_normal_form(t) for t in (both_hold.conclusion, wanted[0])]
                both_hold = eq_mp(chain(reduced[0], symmetric(reduced[1])), both_hold)
            return gen(p, discharge(given, mp(each, both_hold)))
    return None


def _parts(goal: Term) -> tuple[Var, Term, Var, tuple[Term, Term]] | None:
    """Return p, the premise ∀B. (A B = 1 ∧ B A = 1) ⇒ p, B and the two equations, or None for another goal."""
    outer = match_forall(goal)
    if outer is None or outer.binder is not BOOL:
        return None
    p = var("p", BOOL)
    inner = match_implication(open_body(outer, p)) if p not in goal.free else None
    each = match_forall(inner[0]) if inner is not None and inner[1] is p else None
    if inner is None or each is None or not is_matrix(each.binder):
        return None
    B = var("inverse", each.binder)
    some = match_implication(open_body(each, B)) if B not in goal.free else None
    both = match_conjunction(some[0]) if some is not None and some[1] is p else None
    return None if both is None else (p, inner[0], B, both)


def _subject(first: Term, B: Var) -> Term | None:
    """Return A from ∀i j. Σ k. A i k * B k j = [i = j], or None."""
    opened = _opened(first)
    if opened is None:
        return None
    (i, j), e = opened
    pair = sides(e)
    total = args_of(pair[0], "sum", 1) if pair is not None else None
    if total is None or not isinstance(total[0], Abs):
        return None
    k = var("k'", total[0].binder)
    factors = operands(open_body(total[0], k), "*")
    if factors is None or factors[1] is not app(B, k, j):
        return None
    return formula_matrix(i, k, factors[0])


def _opened(goal: Term) -> tuple[tuple[Var, Var], Term] | None:
    outer = match_forall(goal)
    if outer is None:
        return None
    i = var("i'", outer.binder)
    inner = match_forall(open_body(outer, i))
    if inner is None:
        return None
    j = var("j'", inner.binder)
    return (i, j), open_body(inner, j)


def _entrywise(algebra: Algebra, goal: Term, in_entries: bool) -> Theorem | None:
    """Return ⊢ ∀i j. a i j = b i j where the matrices are shown to be equal, or else their entries, or None."""
    opened = _opened(goal)
    pair = sides(opened[1]) if opened is not None else None
    if opened is None or pair is None:
        return None
    i, j = opened[0]
    a, b = (abstract(i, abstract(j, side)) for side in pair)
    found = algebra.found(a, b)
    if found is None:
        short = max(map(_length, (a, b))) <= MOST_FACTORS
        return Ask(Normaliser(algebra.context.extended())).prove(goal) if in_entries and short else None
    entry = ap_thm(ap_thm(found, i), j)
    left, other = (beta_normal_form(app(m, i, j)) for m in (a, b))
    reduced = [beta_normal_form(side) for side in pair]
    result = chain(reduced[0], symmetric(left), entry, other, symmetric(reduced[1]))
    return gen(i, gen(j, result))


class _Inverses:
    """Write down what should be the inverse of a matrix."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra

    def candidates(self, a: Term, hints: tuple[Term, ...]) -> Iterator[Term]:
        """Yield what may be the inverse of a matrix; a variable is none unless something is known of it."""
        yield from (hint for hint in hints if not isinstance(hint, Var))
        found = self.of(a, MOST_DEPTH)
        if found is not None:
            yield found

    def of(self, a: Term, depth: int) -> Term | None:
        """Return the inverse of a matrix by its parts, or None."""
        if not depth or shape(a)[0] != shape(a)[1]:
            return None
        head, arguments = head_and_arguments(a)
        name = head.name if isinstance(head, Const) else ""
        found = next((unit.second for unit in self.algebra.units if unit.first is a), None)
        if found is None and name == "identity":
            found = a
        if found is None and name == "matmul":
            first, second = (self.of(part, depth - 1) for part in arguments)
            found = None if first is None or second is None else product(second, first)
        if found is None and name == "transpose":
            inner = self.of(arguments[0], depth - 1)
            found = None if inner is None else transposed(inner)
        if found is None and name == "matscale":
            inner = self.of(arguments[1], depth - 1)
            found = None if inner is None else app(head, inv(arguments[0]), inner)
        if found is None and name == "matpow":
            inner = self.of(arguments[0], depth - 1)
            if inner is not None:
                self.algebra.know(arguments[0], inner, arguments[1])
                found = app(head, inner, arguments[1])
        if found is None:
            found = self._known(a)
        if found is None and name == "above":
            found = self._of_blocks(a, depth - 1)
        if found is None and name == "matadd":
            found = self._of_multiple(a, MOST_DIVISIONS) or self._of_sum(a, depth - 1)
            found = found or polynomial_inverse(self.algebra.words, a)
        return found

    def _known(self, a: Term) -> Term | None:
        """Return the inverse of a matrix that is, up to its normal form or a sign, one whose inverse is known."""
        wanted = {right(self.algebra.words.matrix(t)): sign for t, sign in ((negative(a), True), (a, False))}
        for unit in self.algebra.units:
            sign = wanted.get(right(self.algebra.words.matrix(unit.first)))
            if sign is not None:
                return negative(unit.second) if sign else unit.second
        return None

    def _of_multiple(self, a: Term, most: int) -> Term | None:
        """Return the inverse of a sum by that of what is left when units at its ends are divided out, or None.

        So A + A·B⁻¹·A is A·B⁻¹ times B + A.
        """
        words = [word for word in self.algebra.words.combination(a) if word]
        for unit in self.algebra.units if most else ():
            for at in (0, -1):
                if any(word[at] is unit.first for word in words):
                    divided = product(unit.second, a) if at == 0 else product(a, unit.second)
                    rest = self._known(divided) or self._of_multiple(divided, most - 1)
                    if rest is not None:
                        return product(rest, unit.second) if at == 0 else product(unit.second, rest)
        return None

    def _of_blocks(self, a: Term, depth: int) -> Term | None:
        """Return the inverse of a matrix of 2 by 2 blocks by a block that is invertible and its Schur complement."""
        upper, lower = (args_of(band, "beside", 2) for band in head_and_arguments(a)[1])
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
            if pivot is None:
                continue
            complement = self.of(_sum(w, negative(product(product(z, pivot), y))), depth)
            if complement is None:
                continue
            right_up = product(product(pivot, y), complement)
            top = _sum(pivot, product(product(right_up, z), pivot)), negative(right_up)
            bottom = negative(product(product(complement, z), pivot)), complement
            blocks = [list(top), list(bottom)]  # rows: the columns of x, then of y; columns: the rows of x, then of z
            if flip_columns:
                blocks.reverse()
            if flip_rows:
                blocks = [row[::-1] for row in blocks]
            return _above(_beside(*blocks[0]), _beside(*blocks[1]))
        return None

    def _of_sum(self, a: Term, depth: int) -> Term | None:
        """Return (P + X·Y)⁻¹ = P⁻¹ − P⁻¹·X·(1 + Y·P⁻¹·X)⁻¹·Y·P⁻¹ for summands P and X·Y, or None."""
        terms = _summands(a)
        if len(terms) != 2:
            return None
        for p, other in (terms, terms[::-1]):
            start = self.of(p, depth)
            if start is None:
                continue
            for x, y in _factorings(other):
                inner = _sum(identity(shape(y)[0]), product(y, product(start, x)))
                middle = self.of(inner, depth - 1)
                if middle is not None:
                    change = product(product(start, product(x, product(middle, y))), start)
                    return _sum(start, negative(change))
        return None


def _length(t: Term) -> int:
    """Return how many products of matrices a term has."""
    if isinstance(t, Abs):
        return _length(t.body)
    own = isinstance(t, Const) and t.name in ("matmul", "sum")
    return own + (_length(t.function) + _length(t.argument) if isinstance(t, App) else 0)


def negative(a: Term) -> Term:
    """Return −A."""
    return app(defined("matscale", *shape(a)), MINUS, a)


def _sum(a: Term, b: Term) -> Term:
    return app(defined("matadd", *shape(a)), a, b)


def _summands(a: Term) -> list[Term]:
    pair = args_of(a, "matadd", 2)
    return [a] if pair is None else [pair[0], *_summands(pair[1])]


def _factorings(a: Term) -> Iterator[tuple[Term, Term]]:
    """Yield X and Y with A = X·Y, with A alone last."""
    pair = args_of(a, "matmul", 2)
    if pair is not None:
        yield pair[0], pair[1]
        for x, y in _factorings(pair[1]):
            if args_of(pair[1], "matmul", 2) is not None and x is not pair[1]:
                yield product(pair[0], x), y
    yield identity(shape(a)[0]), a


def _beside(a: Term, b: Term) -> Term:
    return app(defined("beside", shape(a)[0], shape(a)[1], shape(b)[1]), a, b)


def _above(a: Term, b: Term) -> Term:
    return app(defined("above", shape(a)[0], shape(b)[0], shape(a)[1]), a, b)
