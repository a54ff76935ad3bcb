"""Prove that a matrix has an inverse: one is proposed, then checked.

That A is invertible is said as ∀p. (∀B. (A B = 1 ∧ B A = 1) ⇒ p) ⇒ p.  Both products with what is proposed for B are
proved by matrix algebra, so that a wrong proposal costs time only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.terms import BOOL, Abs, App, Const, Term, Var, const, equation, open_body, substitute, var
from ...library.definitions import defined
from ...library.facts import fact
from ...library.matrices import added, identity, product, scaled, shape
from ...limits import MOST_MATRIX_FACTORS
from ...logic.conversions import beta_conclusion, beta_normal_form, fresh
from ...logic.derived_rules import (
    ProofError,
    ap_thm,
    chain,
    close,
    conjoin,
    discharge,
    eq_mp_back,
    gen,
    left,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    right,
    spec,
    strip,
    symmetric,
)
from ...logic.formulas import MINUS, UNIT, times
from ...logic.parts import args_of, is_matrix, occurs
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import polynomial_term
from ..core.search import Ask
from ..words.matrix_combinations import ALONE
from ..words.matrix_rules import Algebra, is_reserved, matrix_equations, written_factors
from .proposed_inverses import Proposals, matrices_of_word, written_inverse


def is_invertibility(goal: Term) -> bool:
    """Tell whether a goal says that a matrix is invertible."""
    return parts_of_invertibility(goal) is not None


def proved_invertible(goal: Term, context: Context, others: list[Theorem], hints: tuple[Term, ...]) -> Theorem | None:
    """Return ⊢ goal, that a matrix is invertible, or None."""
    parts = parts_of_invertibility(goal)
    if parts is None or is_reserved(goal, *(o.conclusion for o in others), *hints):
        return None
    p, given, B, both = parts
    factors = next((written_factors(left(e)) for e in matrix_equations(assume(both[0]))), None)
    if factors is None or factors[1] is not B:
        return None
    matrix = factors[0]
    try:
        algebra = Algebra((goal, *hints), context, others)
    except ProofError:
        return None
    for candidate, in_entries in _candidates(algebra, matrix, hints):
        if candidate.type is not B.type:
            continue
        try:
            halves = [_entrywise(algebra, substitute(half, {B: candidate}), in_entries) for half in both]
        except ProofError:
            continue
        if halves[0] is not None and halves[1] is not None:
            both_hold, each = conjoin(halves[0], halves[1]), beta_conclusion(spec(assume(given), candidate))
            wanted = match_implication(each.conclusion)
            if wanted is not None:  # a candidate that is written out is applied to indices there
                reduced = [beta_normal_form(t) for t in (both_hold.conclusion, wanted[0])]
                both_hold = eq_mp(chain(reduced[0], symmetric(reduced[1])), both_hold)
            return gen(p, discharge(given, mp(each, both_hold)))
    if (injective := next(_beside_nilpotent(algebra, matrix), None)) is not None:
        each = eq_mp(beta_normal_form(given), assume(given))
        return gen(p, discharge(given, fact("inverse_by_columns", matrix, p, premises=(injective, each))))
    return None


def _beside_nilpotent(algebra: Algebra, matrix: Term) -> Iterator[Theorem]:
    """Yield ⊢ ∀x. M·x = 0 ⇒ x = 0 for M = A + c·N, where A has an inverse and commutes with N, and Nᵏ is 0."""
    size, words = shape(matrix)[0], algebra.words
    for e in algebra.equations:
        power = args_of(left(e), "matpow", 2)
        if power is None or args_of(right(e), "zeros", 0) is None or shape(power[0])[0] != size:
            continue
        n, k = power
        c = times(MINUS, polynomial_term(words.combination(matrix).get((n,), {})))
        rest = right(words.matrix(added(matrix, scaled(c, n))))
        if len(alone := words.combination(rest)) == 1:  # λ·1 is known by its head
            ((word, number),) = alone.items()
            rest = (
                words.term(word, size) if number == ALONE else scaled(polynomial_term(number), words.term(word, size))
            )
        inverse = Proposals(algebra).of(rest)
        one = None if inverse is None else algebra.found(product(inverse, rest), identity(size))
        both = None if one is None else algebra.found(product(rest, n), product(n, rest))
        if inverse is None or one is None or both is None:
            continue
        nowhere = defined("zeros", size, UNIT)
        x = fresh(nowhere.type, matrix, rest, *(o.conclusion for o in algebra.equations), stem="x")
        nothing = assume(equation(product(matrix, x), nowhere))
        moved = algebra.with_equations([nothing], product(rest, x), scaled(c, product(n, x)))
        if moved is not None:
            zero = fact("zero_beside_nilpotent", rest, n, inverse, x, c, k, premises=(one, both, e, moved))
            yield gen(x, discharge(nothing.conclusion, zero))


def parts_of_invertibility(goal: Term) -> tuple[Var, Term, Var, tuple[Term, Term]] | None:
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


def _candidates(algebra: Algebra, matrix: Term, hints: Iterable[Term]) -> Iterator[tuple[Term, bool]]:
    """Yield what may be the inverse of a matrix, and whether to compare entries where matrix algebra does not help."""
    yield from ((hint, True) for hint in hints if not isinstance(hint, Var))  # of which nothing is known
    if (proposed := Proposals(algebra).of(matrix)) is not None:
        yield proposed, matrices_of_word(matrix) is not None or occurs(const("inv"), proposed)
    if (written := written_inverse(Normaliser(algebra.context.extended()), matrix)) is not None:
        yield written, True


def _entrywise(algebra: Algebra, goal: Term, in_entries: bool) -> Theorem | None:
    """Return ⊢ ∀i j. a i j = b i j where the matrices are shown to be equal, or else their entries, or None."""
    said = assume(goal)
    matrices = next((left_right for e in matrix_equations(said) if (left_right := e.sides) is not None), None)
    if matrices is None:
        return None
    found = algebra.found(*matrices)
    if found is None:
        short = max(map(_length, matrices)) <= MOST_MATRIX_FACTORS
        return Ask(Normaliser(algebra.context.extended())).prove(goal) if in_entries and short else None
    variables, _, entry = strip(said)
    here = beta_conclusion(reduce(ap_thm, variables, found))
    return close(eq_mp_back(beta_normal_form(entry.conclusion), here), *variables)


def _length(t: Term) -> int:
    """Return how many products of matrices a term has."""
    if isinstance(t, Abs):
        return _length(t.body)
    own = isinstance(t, Const) and t.name in ("matmul", "sum")
    return own + (_length(t.function) + _length(t.argument) if isinstance(t, App) else 0)
