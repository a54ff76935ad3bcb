"""Exponentials and logarithms in inequalities: their tangents, their monotony, and sums of them over an index.

A goal is taken apart into pieces Σ w·eᵘ.  One with w ≥ 0 is at least its tangent at v, Σ w·eᵛ·(1 + u − v), where v is
the exponent of another piece, and at least Σ w·eᵛ where v ≤ u; one with w ≤ 0 is at least Σ w·eᵛ where u ≤ v.
Pieces Σ w·log u have tangents likewise.  What is found is combined by the simplex method: Jensen's inequality, that of
the means, and that no divergence is negative are instances.  Pieces, tangents and comparisons are counted down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, Term, Var, abstract, app, const, open_body, substitute
from ...library.facts import fact
from ...logic.derived_rules import right
from ...logic.formulas import EXP, LOG, ONE, ZERO, inv, minus, number, plus, times
from ...logic.parts import args_of, index_size
from ...logic.term_order import key, next_opened
from ...normal.glance import assumptions, fails
from ...normal.linear_arithmetic import Inequality, in_normal_form
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, Polynomial, polynomial_term, read_polynomial, sorted_terms
from ...normal.positivity import distinct, nonnegative, positive
from .everywhere import weighted_sum
from .inequalities import moved_to, prove_sign
from .pieces import opened_monomials

MOST_PIECES = 8
MOST_TANGENTS = 24
MOST_COMPARISONS = 8
MOST_BINDERS = 3


@dataclass(frozen=True)
class Piece:
    """Hold Σ w·g(u) over some indices, for one function g: the indices, u, and w as a polynomial."""

    binders: tuple[Var, ...]
    inside: Term
    weight: Polynomial


def about_exponentials(normaliser: Normaliser, goal: Polynomial, strict: bool) -> list[Inequality]:
    """Return what tangents and monotony say of the exponentials and the logarithms of a goal 0 ≤ t or 0 < t."""
    names = {name for monomial in goal for atom, _ in monomial for name in ("exp", "log") if _occurs(name, atom)}
    truths = normaliser.context.truths
    before = len(truths)
    made: list[Inequality] = []
    try:
        if "exp" in names:
            pieces = _exponentials(normaliser, goal)
            made = [*_compared(normaliser, EXP, pieces, strict), *_below_exponentials(normaliser, pieces)]
        if "log" in names:
            pieces = _logarithms(goal)
            made += [*_compared(normaliser, LOG, pieces, strict), *_between_logarithms(normaliser, pieces)]
    finally:
        del truths[before:]  # the signs of weights
    found: dict[object, Inequality] = {}
    for inequality in made:
        found.setdefault(inequality.said, inequality)
    return list(found.values())


def _occurs(name: str, t: Term) -> bool:
    """Tell whether a function stands in a term other than within an argument of another function of numbers."""
    if args_of(t, name, 1) is not None:
        return True
    inside = args_of(t, "sum", 1)
    if inside is None or not isinstance(inside[0], Abs):
        return False
    return any(_occurs(name, atom) for monomial in read_polynomial(inside[0].body) for atom, _ in monomial)


# ---------------------------------------------------------------------------------------------------------- the pieces


def _gathered(parts: Iterator[tuple[tuple[Var, ...], Term, Monomial, Fraction]]) -> list[Piece]:
    """Return the pieces of some parts, with the weights of the same u added up."""
    weights: dict[tuple[tuple[Var, ...], Term], dict[Monomial, Fraction]] = {}
    for binders, inside, monomial, coefficient in parts:
        weight = weights.setdefault((binders, inside), {})
        weight[monomial] = weight.get(monomial, Fraction(0)) + coefficient
    pieces = [Piece(*place, {m: c for m, c in weight.items() if c}) for place, weight in weights.items()]
    return [piece for piece in pieces if piece.weight][:MOST_PIECES]


def _exponentials(normaliser: Normaliser, goal: Polynomial) -> list[Piece]:
    """Return the pieces Σ w·eᵘ of a goal, where a positive number whose logarithm is met is e to that."""
    logs, summed = _numbers_with_logarithms(normaliser, goal), _terms_with_logarithms(normaliser, goal)

    def wanted(t: Term) -> bool:
        inside = args_of(t, "sum", 1)
        alike = inside is not None and isinstance(inside[0], Abs) and any(f.binder is inside[0].binder for f in summed)
        return alike or _is_sum_with("exp", t)

    def parts() -> Iterator[tuple[tuple[Var, ...], Term, Monomial, Fraction]]:
        for binders, monomial, coefficient in opened_monomials(goal, wanted, MOST_BINDERS):
            numbers = logs | {open_body(f, x) for f in summed for x in binders if f.binder is x.type}
            exponent: Term = ZERO
            rest = []
            for atom, e in monomial:
                inside = args_of(atom, "exp", 1)
                if inside is not None:
                    exponent = plus(exponent, times(number(e), inside[0]))
                elif atom in numbers:
                    exponent = plus(exponent, times(number(e), app(LOG, atom)))
                else:
                    rest.append((atom, e))
            yield binders, right(normaliser.normal(exponent)), tuple(rest), coefficient

    pieces = _gathered(parts())
    return pieces + _counted(pieces)


def _counted(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces #n·w·eᵘ once more as Σ w·eᵘ, for the indices i < n of another piece."""
    found = []
    indices = dict.fromkeys(piece.binders for piece in pieces if len(piece.binders) == 1)
    for (x,) in indices:
        size = app(const("#", index_size(x)))
        for piece in pieces:
            weight = {m: c for m, c in piece.weight.items() if dict(m).get(size) == 1}
            if weight and not piece.binders:
                without = {tuple(pair for pair in m if pair[0] is not size): c for m, c in weight.items()}
                found.append(Piece((x,), piece.inside, without))
    return found


def _is_sum_with(name: str, t: Term) -> bool:
    """Tell whether a term is a sum of terms in which a function stands."""
    return args_of(t, "sum", 1) is not None and _occurs(name, t)


def _numbers_with_logarithms(normaliser: Normaliser, goal: Polynomial) -> set[Term]:
    """Return the positive numbers whose logarithms stand in exponents of a goal."""
    found: set[Term] = set()
    for monomial in goal:
        for atom, _ in monomial:
            inside = args_of(atom, "exp", 1)
            for part in read_polynomial(inside[0]) if inside is not None else ():
                logs = (args_of(a, "log", 1) for a, _ in part)
                found |= {log[0] for log in logs if log is not None and positive(normaliser, log[0]) is not None}
    return found


def _terms_with_logarithms(normaliser: Normaliser, goal: Polynomial) -> list[Abs]:
    """Return the positive terms f of which there are sums of logarithms, Σ w·log f, in exponents of a goal."""
    found: dict[Abs, None] = {}
    exponents = (args_of(atom, "exp", 1) for monomial in goal for atom, _ in monomial)
    for total in {a for u in exponents if u is not None for part in read_polynomial(u[0]) for a, _ in part}:
        (f,) = args_of(total, "sum", 1) or (total,)
        if not isinstance(f, Abs) or f.binder.size is None:
            continue
        x = next_opened(f.binder, f, *normaliser.context.assumed)
        logs = [args_of(a, "log", 1) for part in read_polynomial(open_body(f, x)) for a, _ in part]
        for log in logs:
            term = abstract(x, log[0]) if log is not None else None
            if log is not None and isinstance(term, Abs) and positive(normaliser, log[0]) is not None:
                found[term] = None
    return sorted(found, key=key)


def _logarithms(goal: Polynomial) -> list[Piece]:
    """Return the pieces Σ w·log u of a goal."""

    def parts() -> Iterator[tuple[tuple[Var, ...], Term, Monomial, Fraction]]:
        for binders, monomial, coefficient in opened_monomials(goal, lambda t: _is_sum_with("log", t), MOST_BINDERS):
            logs = [(atom, e) for atom, e in monomial if args_of(atom, "log", 1) is not None]
            if len(logs) == 1 and logs[0][1] == 1:
                (inside,) = args_of(logs[0][0], "log", 1) or (ONE,)
                yield binders, inside, tuple(pair for pair in monomial if pair[0] is not logs[0][0]), coefficient

    return _gathered(parts())


def _points(piece: Piece, pieces: list[Piece]) -> list[Term]:
    """Return what stands in other pieces, in the indices of a piece, in every order of these."""
    found: dict[Term, None] = {}
    for other in pieces:
        if len(other.binders) > len(piece.binders):
            continue
        for order in permutations(piece.binders, len(other.binders)):
            if all(x.type is y.type for x, y in zip(other.binders, order, strict=True)):
                found[substitute(other.inside, dict(zip(other.binders, order, strict=True)))] = None
    found.pop(piece.inside, None)
    return list(found)


def _weights(normaliser: Normaliser, piece: Piece) -> Iterator[tuple[Term, bool]]:
    """Yield a weight w ≥ 0 with True where the piece is w·g, and with False where it is −w·g.

    These are the whole weight where its sign shows, or else its monomials.
    """
    for sign in (1, -1):
        whole = polynomial_term({m: sign * c for m, c in piece.weight.items()})
        if len(piece.weight) > 1 and _is_nonnegative(normaliser, whole):
            yield whole, sign > 0
            return
    for monomial, coefficient in sorted_terms(piece.weight):
        weight = polynomial_term({monomial: Fraction(1)})
        if nonnegative(normaliser, weight) is not None:
            yield weight, coefficient > 0


def _is_nonnegative(normaliser: Normaliser, t: Term) -> bool:
    """Tell whether the sign of a weight is shown; it is a truth as long as the pieces of a goal are taken up."""
    if nonnegative(normaliser, t) is not None:
        return True
    normal = normaliser.normal(t)
    found = prove_sign(normaliser, right(normal), False)
    if found is None:
        return False
    normaliser.context.truths.append(moved_to(found, normal, False))
    return True


def _inequality(
    normaliser: Normaliser,
    binders: tuple[Var, ...],
    weight: Term,
    low: Term,
    high: Term,
    order: Callable[[], Theorem],
    strict: bool,
) -> Inequality | None:
    """Return 0 ≤ Σ w·(b − a) from what makes ⊢ a ≤ b, or the same with <, or None."""

    def difference() -> Theorem:
        return fact("sub_pos" if strict else "sub_nonneg", {}, low, high, premises=(order(),))

    bound = weighted_sum(normaliser, binders, weight, (difference, plus(high, minus(low)), strict))
    return None if bound is None else in_normal_form(normaliser, *bound)


# --------------------------------------------------------------------------------------------------------- exponentials


def _below_exponentials(normaliser: Normaliser, pieces: list[Piece]) -> Iterator[Inequality]:
    """Yield Σ w·eᵘ ≥ Σ w·eᵛ·(1 + u − v) for the pieces with w ≥ 0; with two indices also for w = 1."""
    left = MOST_TANGENTS
    for piece in pieces:
        weights = [weight for weight, above in _weights(normaliser, piece) if above]
        if len(piece.binders) > 1:
            weights.append(ONE)
        for weight in dict.fromkeys(weights):
            for v in _points(piece, pieces) if len(piece.binders) < 2 else _points_and_turned(piece, pieces):
                left -= 1
                if left < 0:
                    return
                u = piece.inside
                below = times(app(EXP, v), plus(ONE, plus(u, minus(v))))
                tangent = partial(fact, "exp_tangent", {}, v, u)
                made = _inequality(normaliser, piece.binders, weight, below, app(EXP, u), tangent, False)
                if made is not None:
                    yield made


def _points_and_turned(piece: Piece, pieces: list[Piece]) -> list[Term]:
    """Return the points of a piece over several indices, and its own u with the indices in other orders."""
    orders = permutations(piece.binders)
    turned = (
        substitute(piece.inside, dict(zip(piece.binders, order, strict=True)))
        for order in orders
        if all(x.type is y.type for x, y in zip(piece.binders, order, strict=True))
    )
    found = dict.fromkeys((*turned, *_points(piece, pieces)))
    found.pop(piece.inside, None)
    return list(found)


# ------------------------------------------------------------------------------------------------------------- monotony


def _compared(normaliser: Normaliser, function: Term, pieces: list[Piece], strict: bool) -> Iterator[Inequality]:
    """Yield Σ w·g(u) ≥ Σ w·g(v) where v ≤ u is shown and w ≥ 0, and where u ≤ v for the pieces with w ≤ 0."""
    left, known = MOST_COMPARISONS, dict[tuple[Term, Term], tuple[Callable[[], Theorem], bool] | None]()
    for piece in pieces:
        for weight, above in _weights(normaliser, piece):
            for v in (*_points(piece, pieces), *((ONE,) if function is LOG else ())):
                low, high = (v, piece.inside) if above else (piece.inside, v)
                if (low, high) not in known:
                    left -= 1
                    if left < 0:
                        return
                    known[low, high] = _values_ordered(normaliser, function, low, high, strict)
                order = known[low, high]
                if order is not None:
                    values = app(function, low), app(function, high)
                    made = _inequality(normaliser, piece.binders, weight, *values, *order)
                    if made is not None:
                        yield made


def _values_ordered(
    normaliser: Normaliser, function: Term, low: Term, high: Term, strict: bool
) -> tuple[Callable[[], Theorem], bool] | None:
    """Return what makes ⊢ g a ≤ g b from a ≤ b or, where it is asked for and shown, ⊢ g a < g b, then with True."""
    sign = positive(normaliser, low) if function is LOG else None
    if function is LOG and sign is None:
        return None
    name = "log" if function is LOG else "exp"
    difference = normaliser.normal(plus(high, minus(low)))
    if fails(right(difference), assumptions(normaliser.context)):
        return None
    for strictly in (True, False) if strict else (False,):
        found = (positive if strictly else nonnegative)(normaliser, right(difference))
        found = found or prove_sign(normaliser, right(difference), strictly)
        if found is not None:
            moved = moved_to(found, difference, strictly)
            order = fact("lt_of_pos" if strictly else "le_of_nonneg", {}, low, high, premises=(moved,))
            premises = (order,) if sign is None else distinct(sign, order)
            rule = f"{name}_{'lt' if strictly else 'le'}"
            return partial(fact, rule, {}, low, high, premises=premises), strictly
    return None


# ----------------------------------------------------------------------------------------------------------- logarithms


def _between_logarithms(normaliser: Normaliser, pieces: list[Piece]) -> Iterator[Inequality]:
    """Yield log v ≤ log u + v/u − 1, with the weights of the pieces, for u or v in a piece and the other in another.

    Their inverses count as well, and 1; then the ratios of numbers in pieces without an index, and what these make of
    the others.
    """
    free = [piece.inside for piece in pieces if not piece.binders]
    ratios = [times(u, inv(v)) for u, v in permutations(free, 2)]
    for scaled in (False, True):
        left = MOST_TANGENTS
        for piece in pieces:
            others = _points(piece, pieces)
            points = [*others, ONE, *map(inv, others)]
            if scaled:
                points = [*ratios, *(times(v, ratio) for v in others for ratio in ratios)] if piece.binders else []
            for weight, *values in _places(normaliser, piece, points):
                left -= 1
                if left < 0:
                    break
                made = _tangent_of_logarithm(normaliser, piece.binders, weight, *values)
                if made is not None:
                    yield made


def _places(
    normaliser: Normaliser, piece: Piece, points: list[Term]
) -> Iterator[tuple[Term, tuple[Term, Theorem], tuple[Term, Theorem]]]:
    """Yield weights with the place of a tangent and the place at which it is looked at, both positive."""
    here = positive(normaliser, piece.inside)
    if here is None:
        return
    for weight, above in _weights(normaliser, piece):
        for point in dict.fromkeys(points):
            there = positive(normaliser, point)
            if there is not None:
                both = (piece.inside, here), (point, there)
                yield (weight, *(both if above else both[::-1]))


def _tangent_of_logarithm(
    normaliser: Normaliser,
    binders: tuple[Var, ...],
    weight: Term,
    place: tuple[Term, Theorem],
    other: tuple[Term, Theorem],
) -> Inequality | None:
    """Return 0 ≤ Σ w·(log u + v/u − 1 − log v) for positive u and v."""
    (low, first), (high, second) = place, other
    tangent = partial(fact, "log_tangent", {}, low, high, premises=distinct(first, second))
    above_it = plus(app(LOG, low), plus(times(high, inv(low)), number(-1)))
    return _inequality(normaliser, binders, weight, app(LOG, high), above_it, tangent, False)
