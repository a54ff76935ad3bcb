"""States at the last place n in closed form, from a recurrence for each step t.

Where s(t + 1) = s(t)·p(t)/p(t + 1) + r(t), it is s(n) = (s(0)·p(0) + Σ r(t)·p(t + 1))/p(n).  So a running softmax,
whose sums are scaled anew at each new maximum, is that of the whole row: there p is the exponential of the maximum.
So is the running mean, with p(t) = t.
With any other gate, s(t + 1) = a(t)·s(t) + r(t), s(n) is s(0)·Π a(t) + Σ r(t)·Π u > t. a(u).  With one number or
matrix a it has powers of a, also from the last place back to the first: s(t) = a·s(t + 1) + r(t).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from ....kernel.rules import Theorem, assume
from ....kernel.terms import REAL, Const, Size, Term, Var, abstract, app, const, equation, fin, literal, substitute
from ...library.definitions import defined
from ...library.derivatives import power
from ...library.matrices import added as matrix_sum
from ...library.matrices import product, shape
from ...logic.conversions import fresh
from ...logic.derived_rules import close, cut, extensional, right, strip
from ...logic.formulas import (
    EXP,
    LOG,
    MINUS,
    ONE,
    UNIT,
    end_of,
    ind,
    le,
    minus,
    nat_of,
    plus,
    pos_of,
    start_of,
    times,
    total_over,
)
from ...logic.numerals import count
from ...logic.parts import args_of, contains, flat, index_size, is_matrix, operand, parts_of, with_parts
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import atoms_of, factors, parted, polynomial_term, product_term, read_polynomial
from ..core.goals import Facts, attempted
from .recurrences import proved_by_recurrence, steps_of

Prove = Callable[[Term, Facts], Theorem]


def proved_by_closed_states(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ goal from the closed forms of the states in it, or None; ``prove`` may raise a ProofError."""
    closed: list[Theorem] = []
    for n, proposition in ((n, p) for p in facts.others if (n := steps_of(p)) is not None):
        ends = any(contains(const("last", UNIT + n), each) for each in (goal, *facts.others))
        known = _closed_form(n, proposition, facts, contains(LOG, goal)) if ends else None
        if known is not None and (found := attempted(proved_by_recurrence, known[1], facts, prove)) is not None:
            closed.append(close(found, *known[0]))
    if not closed:
        return None
    forms = [each.conclusion for each in closed]
    theorem = attempted(prove, goal, facts.only(lambda p: steps_of(p) is None).also(*forms))
    if theorem is None:  # what is said of one state may need the closed form of another one
        plain = [form for form in forms if form not in facts.others and not _speaks_of_steps(form)]
        theorem = attempted(prove, goal, facts.also(*plain)) if 0 < len(plain) < len(forms) else None
    return None if theorem is None else cut(*closed, theorem)


def _speaks_of_steps(form: Term) -> bool:
    """Tell whether a closed form has other states at each step in it."""
    return any(part.name in ("inl", "inr") for part in parts_of(form) if isinstance(part, Const))


def _closed_form(n: Size, proposition: Term, facts: Facts, by_logarithms: bool) -> tuple[Sequence[Var], Term] | None:
    """Return what a state is at the last place, or at the first one, for all values of some indices, or None.

    In its factor p(t)/p(t + 1) what speaks of t + 1 is kept apart: the rest, moved to t + 1, has to cancel it.
    """
    variables, premises, said = strip(assume(proposition))
    pair = said.sides
    if premises or pair is None or pair[0].type is not REAL:
        return None
    t = next(v for v in variables if v.type is fin(n))
    here, there, first, last = start_of(t), end_of(t), literal(0, fin(UNIT + n)), const("last", UNIT + n)
    is_forward = contains(there, pair[0])
    start, goal = (first, last) if is_forward else (last, first)
    this, other = (there, here) if is_forward else (here, there)
    before, whole, end = (with_parts(pair[0], {this: place}) for place in (other, start, goal))
    normaliser = Normaliser(Context(opaque=facts.opaque))
    factor, rest = parted(read_polynomial(right(normaliser.normal(pair[1]))), before)
    added = polynomial_term(rest)
    if not factor:
        return _of_matrices(n, t, said, variables)
    if contains(before, added) or (contains(here, pair[0]) and is_forward):
        return None
    free, gate = [v for v in variables if v is not t], polynomial_term(factor)
    if not contains(t, gate):
        return free, _by_powers(t, gate, (whole, end), added, is_forward)
    if not contains(there, gate):
        divisor, left = _fraction(normaliser, t, gate) if is_forward else (ONE, gate)
        if divisor is not ONE:
            last_of_it = with_parts(left, {here: goal})
            each = right(normaliser.normal(times(added, divisor)))
            first_of_it = right(normaliser.normal(times(whole, with_parts(left, {here: start}))))
            return free, equation(plus(first_of_it, total_over(t, each)), times(last_of_it, end))
        return free, equation(end, _by_gates(t, gate, whole, added, by_logarithms, is_forward))
    if len(factor) != 1 or not is_forward:
        return None
    ((monomial, coefficient),) = factor.items()
    own = product_term([a for a in factors(monomial) if not contains(there, a)])
    following = product_term([a for a in factors(monomial) if contains(there, a)])
    moved = with_parts(own, {here: there})
    if coefficient != 1 or following is ONE or right(normaliser.normal(times(moved, following))) is not ONE:
        return None
    whole = plus(times(whole, with_parts(own, {here: first})), total_over(t, times(added, moved)))
    return free, equation(end, times(whole, with_parts(following, {there: last})))


def _fraction(normaliser: Normaliser, t: Var, gate: Term) -> tuple[Term, Term]:
    """Return p(t + 1) and p(t) for a gate p(t)/p(t + 1), as t/(t + 1) of a running mean, or 1 and the gate."""
    here, there = pos_of(start_of(t)), pos_of(t)
    divisors = {u: None for a in atoms_of(read_polynomial(gate)) if (u := operand(a, "inv")) is not None}
    divisor = reduce(times, divisors, ONE)
    left = right(normaliser.normal(times(divisor, gate)))
    following = with_parts(left, {there: plus(there, ONE)})
    if not divisors or right(normaliser.normal(following)) is not right(normaliser.normal(divisor)):
        return ONE, gate
    return divisor, with_parts(left, {there: here})


def _by_powers(t: Var, gate: Term, states: tuple[Term, Term], added: Term, is_forward: bool) -> Term:
    """Return s(n) = aⁿ·s(0) + Σ t. a^(n − 1 − t)·r(t), or s(0) = aⁿ·s(n) + Σ t. aᵗ·r(t) for s(t) = a·s(t + 1) + r(t).

    Where r is one number, it is (a − 1)·s(n) = (a − 1)·aⁿ·s(0) + (aⁿ − 1)·r, in which nothing is divided.
    """
    (start, end), less = states, plus(gate, MINUS)
    whole = power(gate, count(index_size(t)))
    if not contains(t, added):
        return equation(times(less, end), plus(times(less, times(whole, start)), times(plus(whole, MINUS), added)))
    exponent = fresh(t.type, gate, start, added, stem="l")
    raised = _raised(t, exponent, power(gate, nat_of(exponent))) if is_forward else power(gate, nat_of(t))
    return equation(end, plus(times(whole, start), total_over(t, times(added, raised))))


def _of_matrices(n: Size, t: Var, said: Theorem, variables: Sequence[Var]) -> tuple[Sequence[Var], Term] | None:
    """Return s(n) = Aⁿ·s(0) + Σ t. A^(n − 1 − t)·R(t) for matrices s(t + 1) = A·s(t) + R(t), or None for others."""
    places_in_it = variables[-2:]
    pair = extensional(places_in_it, said).sides
    if pair is None or not is_matrix(pair[0].type) or t in places_in_it:
        return None
    there = end_of(t)
    before = with_parts(pair[0], {there: start_of(t)})
    moving = [part for part in flat(pair[1], "matadd") if contains(before, part)]
    rest = [part for part in flat(pair[1], "matadd") if part not in moving]
    gate, state = (len(moving) == 1 and rest and args_of(moving[0], "matmul", 2)) or (before, t)
    if state is not before or contains(t, gate):
        return None
    start, end = (with_parts(pair[0], {there: at}) for at in (literal(0, there.type), const("last", UNIT + n)))
    (size, columns), exponent = shape(before), fresh(t.type, *pair, stem="l")
    i, j = (fresh(fin(size), *pair, stem=stem) for stem in "ij")
    powers = app(defined("matpow", size), gate)
    raised = abstract(i, abstract(j, _raised(t, exponent, app(powers, nat_of(exponent), i, j))))
    each = product(raised, reduce(matrix_sum, rest))
    whole = matrix_sum(
        product(app(powers, count(n)), start), app(defined("head_sum", n, size, columns), abstract(t, each))
    )
    return [v for v in variables if v is not t], equation(app(end, *places_in_it), app(whole, *places_in_it))


def _raised(t: Var, exponent: Var, raised: Term) -> Term:
    """Return a power whose exponent is n − 1 − t, of n steps t."""
    left_over = equation(pos_of(exponent), plus(const("#", index_size(t)), minus(plus(pos_of(t), ONE))))
    return total_over(exponent, times(ind(left_over), raised))


def _by_gates(t: Var, gate: Term, start: Term, added: Term, by_logarithms: bool, is_forward: bool) -> Term:
    """Return s(0)·Π a(u) + Σ t. r(t)·Π u > t. a(u) for s(t + 1) = a(t)·s(t) + r(t), or with e^(Σ log a) for Π a.

    For s(t) = a(t)·s(t + 1) + r(t) it is s(n)·Π a(u) + Σ t. r(t)·Π u < t. a(u).
    """
    u = fresh(t.type, gate, start, added, stem="u")
    earlier, after = (t, u) if is_forward else (u, t)
    here, later = substitute(gate, {t: u}), ind(le(plus(pos_of(earlier), ONE), pos_of(after)))
    if by_logarithms:
        steps = app(LOG, here), times(later, app(LOG, here))
        of_all, of_later = (app(EXP, total_over(u, each)) for each in steps)
    else:
        steps = here, plus(ONE, times(later, plus(here, MINUS)))
        of_all, of_later = (app(defined("product", index_size(t)), abstract(u, each)) for each in steps)
    return plus(times(start, of_all), total_over(t, times(added, of_later)))
