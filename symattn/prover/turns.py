"""Prove that positions have different encodings: equal sines and cosines at rational angles mean equal angles.

Where two vectors are equal, entries sin u = sin v and cos u = cos v beside each other give cos (u − v) = 1.  If u − v
is a rational combination of natural numbers, π being irrational makes it 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from ..kernel.rules import Theorem, assume
from ..kernel.syntax import FALSE, negation
from ..kernel.terms import BOOL, NAT, REAL, Size, Term, Type, Var, app, const, equation, fin, literal, open_body, sides
from .cached_rules import refl, ring
from .context import MOST_BLOCKS, Context
from .conversions import replaced, to
from .formulas import ONE, TWO, UNIT, ZERO, by_cases, lt, minus, number, plus, rewrite_proposition, times
from .induction import Prove
from .library import beta_conclusion, fact, is_application_of
from .logic import (
    ProofError,
    ap_term,
    ap_thm,
    chain,
    conjoin,
    discharge,
    gen,
    left,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    right,
    spec,
    symmetric,
)
from .naturals import NONE, nadd, numeral, real, suc, value
from .normal import Normaliser
from .order import next_opened
from .periods import TURN
from .polynomial import Monomial, quotient, read_polynomial, sorted_terms
from .positivity import nonnegative, nonzero, positive
from .roots import by_roots

LARGEST_COUNT = 10**6  # numerators and denominators of angles
UNIT_NAT = suc(NONE)


def proved_by_turns(goal: Term, context: Context, prove: Prove) -> Theorem | None:
    """Return ⊢ ∀a b. F a = F b ⇒ a = b, ⊢ ¬(F = G), or that F is not periodic or not injective; None otherwise."""
    both = match_conjunction(goal)
    if both is not None:
        parts = [_proved_or_by_turns(part, context, prove) for part in both]
        return conjoin(parts[0], parts[1]) if parts[0] is not None and parts[1] is not None else None
    normaliser = Normaliser(context)
    opened: list[Var] = []
    statement = goal
    while (quantified := match_forall(statement)) is not None:
        opened.append(next_opened(quantified.binder, statement, *opened))
        statement = open_body(quantified, opened[-1])
    pair = match_implication(statement)
    if pair is None:
        return None
    premise, conclusion = pair
    if (inner := match_implication(conclusion)) is not None and inner[1] is not FALSE:
        result = _no_shorter_period(normaliser, assume(premise), inner)
    elif conclusion is FALSE:
        result = _never(normaliser, premise, prove)
    else:
        found = (_concluded(normaliser, zero, conclusion) for zero in zero_angles(normaliser, assume(premise)))
        result = next((theorem for theorem in found if theorem is not None), None)
        result = result or _by_sine(normaliser, assume(premise), conclusion)
    if result is None:
        return None
    theorem = discharge(premise, result)
    for variable in reversed(opened):
        theorem = gen(variable, theorem)
    return theorem


def _proved_or_by_turns(goal: Term, context: Context, prove: Prove) -> Theorem | None:
    try:
        return prove(context, goal)
    except ProofError:
        return proved_by_turns(goal, context, prove)


def _no_shorter_period(normaliser: Normaliser, above_zero: Theorem, inner: tuple[Term, Term]) -> Theorem | None:
    """Infer (∀t. F (t + q) = F t) ⇒ p ≤ q from ⊢ 0 < q, where F 0 = F q makes a multiple of q a whole turn."""
    every, goal = match_forall(inner[0]), is_application_of(inner[1], "≤", 2)
    if every is None or every.binder is not REAL or goal is None:
        return None
    for turn, x in turns(normaliser, beta_conclusion(spec(assume(inner[0]), ZERO))):
        factor = quotient(read_polynomial(right(normaliser.normal(x))), read_polynomial(goal[1]))
        if factor is None or factor <= 0 or above_zero.conclusion is not lt(ZERO, goal[1]):
            continue
        count, product = positive(normaliser, number(factor)), times(number(factor), goal[1])
        claimed = read_polynomial(times(number(factor), goal[0]))
        if count is None or claimed != read_polynomial(TURN):
            continue
        same = to(normaliser.normal(x), product)
        cosine = chain(ap_term(const("cos"), symmetric(same)), turn)
        above = fact("mul_pos", {}, number(factor), goal[1], premises=(count, above_zero))
        least = fact("least_turn", {}, product, premises=(cosine, above))  # 2π ≤ c·q
        return discharge(inner[0], _divided(normaliser, least, factor, goal[0], goal[1]))
    return None


def _divided(normaliser: Normaliser, least: Theorem, factor: Fraction, period: Term, other: Term) -> Theorem:
    """Infer p ≤ q from ⊢ 2·π ≤ c·q, where p is 2·π/c."""
    turn, product = TURN, times(number(factor), other)
    beyond = fact("le_add", {}, turn, product, minus(turn), premises=(least,))
    beyond = rewrite_proposition(beyond, ring(plus(turn, minus(turn)), ZERO))
    share = nonnegative(normaliser, number(1 / factor))
    if share is None:
        raise ProofError("a positive number has a positive inverse")
    rest = plus(product, minus(turn))
    scaled = fact("le_mul", {}, number(1 / factor), rest, premises=(share, beyond))
    scaled = rewrite_proposition(scaled, ring(times(number(1 / factor), rest), plus(other, minus(period))))
    return fact("le_of_nonneg", {}, period, other, premises=(scaled,))


def _never(normaliser: Normaliser, premise: Term, prove: Prove) -> Theorem | None:
    """Infer p ⊢ ⊥ for an equation of vectors, for injectivity, or for the existence of a period."""
    assumed = assume(premise)
    quantified = match_forall(premise)
    if quantified is None:
        found = (_absurd(normaliser, zero) for zero in zero_angles(normaliser, assumed))
        return next((theorem for theorem in found if theorem is not None), None)
    if quantified.binder is BOOL:
        return _no_period(normaliser, assumed)
    return _repeated(normaliser, assumed, prove) if quantified.binder is NAT else None


def _no_period(normaliser: Normaliser, exists: Theorem) -> Theorem | None:
    """Infer ⊥ from ⊢ ∀q. (∀p. p > 0 ⇒ (∀t. F (t + p) = F t) ⇒ q) ⇒ q, by the period that F has at 0."""
    at = spec(exists, FALSE)
    pair = match_implication(at.conclusion)
    every = match_forall(pair[0]) if pair is not None else None
    if every is None or every.binder not in (NAT, REAL):
        return None
    period, nothing = next_opened(every.binder, exists.conclusion), literal(0, every.binder)
    statement = match_implication(open_body(every, period))
    inner = match_implication(statement[1]) if statement is not None else None
    if statement is None or inner is None:
        return None
    above, repeats = assume(statement[0]), assume(inner[0])
    goal = equation(period, nothing)
    different = above if every.binder is NAT else fact("pos_ne", {}, period, premises=(above,))
    for zero in zero_angles(normaliser, beta_conclusion(spec(repeats, nothing))):
        same = _concluded(normaliser, zero, goal)
        if same is not None:
            never = discharge(statement[0], discharge(inner[0], mp(different, same)))
            return mp(at, gen(period, never))
    return None


def _repeated(normaliser: Normaliser, injective: Theorem, prove: Prove) -> Theorem | None:
    """Infer ⊥ from ⊢ ∀a b. F a = F b ⇒ a = b by two small numbers at which F is the same."""
    for a, b in ((0, 1), (0, 2), (1, 2)):
        at = beta_conclusion(spec(injective, numeral(a), numeral(b)))
        pair = match_implication(at.conclusion)
        try:
            alike = prove(normaliser.context, pair[0]) if pair is not None else None
        except ProofError:
            alike = None
        if alike is not None:
            zero = chain(ap_term(const("real"), mp(at, alike)))
            difference = to(replaced(refl(plus(left(zero), minus(right(zero)))), zero), ZERO)
            return _absurd(normaliser, difference)
    return None


# --------------------------------------------------------------------------------------------------------------- angles


def zero_angles(normaliser: Normaliser, same: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ x = 0 for the differences x of angles that two equal vectors allow to compare, one by one or in pairs."""
    irrational: list[tuple[Theorem, Term]] = []
    for turn, x in turns(normaliser, same):
        zero = _rational(normaliser, turn, x)
        if zero is not None:
            yield zero
            continue
        pairs = (by_roots(normaliser, other, (turn, x)) for other in irrational)
        yield from (zero for zero in pairs if zero is not None)
        irrational.append((turn, x))


def turns(normaliser: Normaliser, same: Theorem) -> Iterator[tuple[Theorem, Term]]:
    """Yield ⊢ cos x = 1 with x for the differences x of angles that two equal vectors allow to compare."""
    pair = (left(same), right(same)) if _is_equation(same) else None
    for sine, cosine in _entries(normaliser.context, pair[0].type if pair else REAL):
        sines, cosines = (_at(normaliser, same, *place) for place in (sine, cosine))
        angles = [_angle(s, c) for s, c in ((left(sines), left(cosines)), (right(sines), right(cosines)))]
        u, v = angles
        if u is None or v is None:
            continue
        sines, cosines = (_with_zero(theorem, *angles) for theorem in (sines, cosines))
        premises = (sines, cosines)
        yield fact("same_direction", {}, u, v, premises=premises), plus(u, minus(v))


def _is_equation(theorem: Theorem) -> bool:
    try:
        return left(theorem).type is not BOOL
    except ProofError:
        return False


def _entries(context: Context, ty: Type) -> Iterator[tuple[tuple[Term, Term], tuple[Term, Term]]]:
    """Yield the places (row, column) of a sine and the cosine beside it, in a matrix with one column or one row."""
    rows = ty.domain.size if ty.domain is not None else None
    columns = ty.codomain.domain.size if ty.codomain is not None and ty.codomain.domain is not None else None
    if rows is None or columns is None:
        return
    upright = columns == UNIT
    if not upright and rows != UNIT:
        return
    size, other = (rows, columns) if upright else (columns, rows)
    zero = literal(0, fin(other))
    for first, second in _pairs(context, size):
        yield ((first, zero), (second, zero)) if upright else ((zero, first), (zero, second))


def _pairs(context: Context, size: Size) -> Iterator[tuple[Term, Term]]:
    bits = [literal(value, fin(TWO)) for value in (0, 1)]
    if size == TWO:
        yield bits[0], bits[1]
        return
    how = context.splits.get(size)
    if how is None or how[0] != "*" or how[2] != TWO:
        return
    pair = const("pair", how[1], how[2])
    for block in _blocks(how[1]):
        yield app(pair, block, bits[0]), app(pair, block, bits[1])


def _blocks(size: Size) -> Iterator[Term]:
    """Yield the first index, the last one, then other numbers that are surely indices."""
    yield literal(0, fin(size))
    if size.variables():
        yield const("last", size)
    else:
        yield from (_literal_index(place, size.least()) for place in range(1, min(size.least(), MOST_BLOCKS)))


def _literal_index(place: int, count: int) -> Term:
    """Return an index of a literal range by halves: the first one, or a later one of those after the first."""
    if place == 0 or count <= 2:
        return literal(place, fin(Size.number(count)))
    return app(const("inr", UNIT, Size.number(count - 1)), _literal_index(place - 1, count - 1))


def _at(normaliser: Normaliser, same: Theorem, row: Term, column: Term) -> Theorem:
    """Return the equation of two entries, both sides normal."""
    entry = ap_thm(ap_thm(same, row), column)
    first, second = normaliser.normal(left(entry)), normaliser.normal(right(entry))
    return chain(symmetric(first), entry, second)


def _angle(sine: Term, cosine: Term) -> Term | None:
    """Return u for the terms sin u and cos u, 0 for 0 and 1."""
    if sine is ZERO and cosine is ONE:
        return ZERO
    first, second = is_application_of(sine, "sin", 1), is_application_of(cosine, "cos", 1)
    return first[0] if first is not None and second is not None and first[0] is second[0] else None


def _with_zero(theorem: Theorem, u: Term | None, v: Term | None) -> Theorem:
    """Write 0 and 1 as sin 0 and cos 0 where they are."""
    if u is ZERO:
        theorem = chain(_unfolded_zero(left(theorem)), theorem)
    return chain(theorem, symmetric(_unfolded_zero(right(theorem)))) if v is ZERO else theorem


def _unfolded_zero(constant: Term) -> Theorem:
    return fact("sin_zero" if constant is ZERO else "cos_zero")


def _rational(normaliser: Normaliser, turn: Theorem, x: Term) -> Theorem | None:
    """Infer ⊢ x = 0 from ⊢ cos x = 1 for a rational combination x of natural numbers."""
    polynomial = read_polynomial(x)
    common = lcm(*(c.denominator for c in polynomial.values()))
    parts: dict[bool, Term] = {True: NONE, False: NONE}
    for monomial, coefficient in sorted_terms(polynomial):
        atom, count = _natural(monomial), int(coefficient * common)
        if atom is None or max(common, abs(count)) > LARGEST_COUNT:
            return None
        parts[count > 0] = nadd(_multiple(abs(count), atom), parts[count > 0])
    scale, above, below = numeral(common), parts[True], parts[False]
    constant = to(value(scale), number(common))
    difference = replaced(refl(plus(real(above), minus(real(below)))), value(above), value(below))
    multiple = to(replaced(refl(times(real(scale), x)), constant), right(difference))
    premise = nonzero(normaliser, number(common))
    if premise is None:
        return None
    premises = rewrite_proposition(premise, symmetric(constant)), chain(multiple, symmetric(difference)), turn
    return fact("rational_turn", {}, x, scale, above, below, premises=premises)


def _natural(monomial: Monomial) -> Term | None:
    """Return the natural number whose value a monomial is: 1, the value of one, or the position of an index."""
    if not monomial:
        return UNIT_NAT
    if len(monomial) > 1 or monomial[0][1] != 1:
        return None
    if (args := is_application_of(monomial[0][0], "real", 1)) is not None:
        return args[0]
    if (args := is_application_of(monomial[0][0], "pos", 1)) is not None and args[0].type.size is not None:
        return app(const("nat", args[0].type.size), *args)
    return None


def _multiple(count: int, t: Term) -> Term:
    """Return count·t, by doubling."""
    if count < 2:
        return t if count else NONE
    half = _multiple(count // 2, t)
    double = nadd(half, half)
    return nadd(t, double) if count % 2 else double


# ---------------------------------------------------------------------------------------------------------- conclusions


def _concluded(normaliser: Normaliser, zero: Theorem, goal: Term) -> Theorem | None:
    """Infer a = b from ⊢ x = 0 where a − b is a multiple of x."""
    pair = sides(goal)
    if pair is None or pair[0].type not in (NAT, REAL):
        return None
    first, second = map(real, pair) if pair[0].type is NAT else pair
    nothing = _multiple_of_zero(normaliser, zero, plus(first, minus(second)))
    if nothing is None:
        return None
    same = to(replaced(ring(first, plus(plus(first, minus(second)), second)), nothing), second)
    return fact("real_injective", {}, *pair, premises=(same,)) if pair[0].type is NAT else same


def _multiple_of_zero(normaliser: Normaliser, zero: Theorem, t: Term) -> Theorem | None:
    """Infer ⊢ t = 0 from ⊢ x = 0 where t is a multiple of x."""
    normal, x = normaliser.normal(t), left(zero)
    factor = quotient(read_polynomial(right(normal)), read_polynomial(x))
    return None if factor is None else to(replaced(to(normal, times(number(factor), x)), zero), ZERO)


def _by_sine(normaliser: Normaliser, same: Theorem, goal: Term) -> Theorem | None:
    """Infer a = b for natural numbers from a single entry sin u = sin v, whether or not the cosines are equal too."""
    pair = sides(goal)
    if pair is None or pair[0].type is not NAT or not _is_equation(same):
        return None
    ty = left(same).type
    while ty.domain is not None and ty.codomain is not None:
        if ty.domain.size is None:
            return None
        same, ty = ap_thm(same, literal(0, ty.domain)), ty.codomain
    if ty is not REAL:
        return None
    first, second = normaliser.normal(left(same)), normaliser.normal(right(same))
    sines = chain(symmetric(first), same, second)
    angles = [is_application_of(side, "sin", 1) or [] for side in (left(sines), right(sines))]
    if not all(angles):
        return None
    (u,), (v,) = angles
    cosines = equation(app(const("cos"), u), app(const("cos"), v))
    turn = fact("same_direction", {}, u, v, premises=(sines, assume(cosines)))
    zero = _rational(normaliser, turn, plus(u, minus(v)))
    alike = _concluded(normaliser, zero, goal) if zero is not None else None
    turn = fact("mirrored_direction", {}, u, v, premises=(sines, assume(negation(cosines))))
    zero = _rational(normaliser, turn, times(number(2), plus(u, v)))
    total = _multiple_of_zero(normaliser, zero, plus(*map(real, pair))) if zero is not None else None
    if alike is None or total is None:
        return None
    return by_cases(cosines, alike, fact("zero_summands", {}, *pair, premises=(total,)))


def _absurd(normaliser: Normaliser, zero: Theorem) -> Theorem | None:
    """Infer ⊥ from ⊢ x = 0 where x is another number, or where numbers are known to differ."""
    plain = normaliser.normal(left(zero))
    premise = nonzero(normaliser, right(plain))
    if premise is not None:
        return mp(premise, chain(symmetric(plain), zero))
    for truth in normaliser.context.truths:
        negated = match_implication(truth.conclusion)
        if negated is not None and negated[1] is FALSE:
            same = _concluded(normaliser, zero, negated[0])
            if same is not None:
                return mp(truth, same)
    return None
