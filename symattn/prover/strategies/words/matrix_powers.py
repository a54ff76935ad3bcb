"""Prove facts about powers of matrices with any natural exponent: by moving factors past them, and by induction.

From A·X = X·B follows Aᵏ·X = X·Bᵏ: so powers commute with what their bases commute with, and (AB)ᵏ·A = A·(BA)ᵏ.  Such
equations are further rules for words, with which a goal is proved as any other about matrices or traces; else by
induction over an exponent, where the powers of a successor are written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as combinations_of

from ....kernel.rules import Theorem, assume, eq_mp, instantiate
from ....kernel.terms import NAT, App, Lit, Term, Var, const, equation, sides, substitute
from ...library.facts import fact
from ...library.matrices import product, shape
from ...library.naturals import by_induction
from ...library.search import search
from ...limits import LITTLE_EFFORT, MANY_FACTORS, MOST_ROUNDS
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form, fresh, rewrite
from ...logic.derived_rules import ap_term, chain, cut, eq_mp_back, is_refl, right, symmetric
from ...logic.formulas import nat_of
from ...logic.numerals import NONE, suc
from ...logic.parts import args_of, head_and_arguments, index_size, is_matrix, operand, parts_of, with_parts
from ...logic.term_order import key
from ...normal.context import Context
from ..core.goals import attempted
from .matrix_rules import Algebra, is_reserved, matrix_equations, matrix_variables, written_factors
from .matrix_traces import unfolded_word
from .numbers import proved_by_numbers

_SUM = "sum_"


def proved_by_powers(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal for an equation with powers of matrices, or None."""
    if sides(goal) is None or is_reserved(goal, *(o.conclusion for o in others)):
        return None
    if context.most_effort < 2 * LITTLE_EFFORT:
        return None
    opened = _opened(goal, context)
    if not any(map(_is_open, _powers(right(opened)))):
        return None
    for way in (_proved, _by_induction, _with_sums_as_unknowns):
        found = attempted(way, right(opened), context, others)
        if found is not None:
            return eq_mp_back(opened, found)
    return None


def _is_open(power: App) -> bool:
    """Tell whether the exponent of a power is no plain number: a variable, a place or a size stands in it."""
    return bool(power.argument.free) or any(args_of(part, "nat", 1) for part in parts_of(power.argument))


def _with_sums_as_unknowns(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal with an unknown in place of a sum that is a factor in what is given, or None.

    So what commutes with A·B − B·A, as it stands, does so with its powers.
    """
    equations = (e for other in others for e in matrix_equations(other))
    factors = (part for e in equations for side in e.sides or () for part in written_factors(side) or ())
    sums = [t for t in dict.fromkeys(factors) if args_of(t, "matadd", 2) is not None and not t.loose]
    if not sums:
        return None
    unknown = fresh(sums[0].type, goal, *(other.conclusion for other in others), stem=_SUM)
    said = [assume(with_parts(other.conclusion, {sums[0]: unknown})) for other in others]
    found = _by_induction(goal, context, [*said, assume(equation(unknown, sums[0]))])
    return None if found is None else cut(refl(sums[0]), instantiate({unknown: sums[0]}, found))


def _by_induction(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal by induction over an exponent of which nothing is assumed, or over the number of a place, or None.

    A size n is one more than the number of the last of its places.
    """
    taken = frozenset[Var]().union(*(h.free for o in others for h in (*o.hypotheses, o.conclusion)))
    for exponent in sorted((e for e in goal.free - taken if e.type is NAT), key=key):
        if (found := _along(exponent, goal, context, others)) is not None:
            return found
    for number, said in _numbers(goal):
        exponent, there = fresh(NAT, goal, *taken), rewrite(goal, *said)
        general = with_parts(right(there), {number: exponent})
        if general is not goal and (found := _along(exponent, general, context, others)) is not None:
            return eq_mp_back(there, instantiate({exponent: number}, found))
    return None


def _numbers(goal: Term) -> Iterator[tuple[Term, list[Theorem]]]:
    """Yield sizes and places in a goal as natural numbers e, each with ⊢ x = real e for the numbers x that say it."""
    numbers = {part: place for part in parts_of(goal) if not part.loose and (place := operand(part, "nat")) is not None}
    for number, place in sorted(numbers.items(), key=lambda met: key(met[0])):
        size = index_size(place)
        said = [symmetric(fact("real_nat", place))]
        if place is const("last", size):
            said.append(symmetric(fact("size_value", {"n": size})))
            yield suc(number), said
        yield number, said


def _along(exponent: Var, goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal by induction over an exponent, or None."""
    base = _proved(substitute(goal, {exponent: NONE}), context, others)
    if base is None:
        return None
    step = _proved(substitute(goal, {exponent: suc(exponent)}), context, [*others, assume(goal)])
    return None if step is None else by_induction(exponent, goal, base, step)


def _proved(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal by what passes through powers, or None."""
    written = _written(goal)
    plain = right(written)
    pair = sides(plain)
    if pair is None:
        return None
    known = [eq_mp(_written(other.conclusion), other) for other in others]
    for _ in range(MOST_ROUNDS):
        known += _passing(plain, context, known)
    if is_matrix(pair[0].type):
        found = Algebra((plain,), context, known).equal(*pair)
    else:
        found = proved_by_numbers(plain, context, known)
    return None if found is None else eq_mp_back(written, found)


def _written(t: Term) -> Theorem:
    """Return ⊢ t = t' with powers whose exponents are 0, sums and successors written out."""
    return rewrite(t, *(same for same in map(_expanded, _powers(t)) if not is_refl(same)))


def _expanded(power: App) -> Theorem:
    """Return ⊢ xᵉ = a product of x and powers of x for an exponent e that is 0, a sum, or one more than a number."""
    base, exponent = head_and_arguments(power)[1]
    place = operand(exponent, "nat")
    for name in ("inl", "inr"):  # the place of t, or of t + 1, among one place more
        if place is not None and (before := operand(place, name)) is not None:
            number = nat_of(before)
            same = search(equation(exponent, number if name == "inl" else suc(number)))
            moved = ap_term(power.function, same)
            return chain(moved, _written(right(moved)))
    if isinstance(place, Lit) and not place.value:
        moved = ap_term(power.function, search(equation(exponent, NONE)))
        return chain(moved, _written(right(moved)))
    for fact_name, terms in (
        ("matpow_zero", [] if exponent is NONE else None),
        ("matpow_suc", args_of(exponent, "suc", 1)),
        ("matpow_nadd", args_of(exponent, "nadd", 2)),
    ):
        if terms is not None:
            opened = fact(fact_name, base, *terms)
            return chain(opened, _written(right(opened)))
    return refl(power)


def _passing(goal: Term, context: Context, others: Sequence[Theorem]) -> Iterator[Theorem]:
    """Yield Aᵏ·X = X·Bᵏ for powers Aᵏ in a goal and matrices X and B at hand with A·X = X·B."""
    powers = [part for part in _powers(goal) if isinstance(part.argument, Var) or operand(part.argument, "nat")]
    bases = list(dict.fromkeys(head_and_arguments(part)[1][0] for part in powers))[:MANY_FACTORS]
    algebra = Algebra((goal,), context, others)
    unknown = [v for v in matrix_variables(*(other.conclusion for other in others)) if str(v).startswith(_SUM)]
    through = list(dict.fromkeys([*bases, *matrix_variables(goal), *unknown, *powers]))[:MANY_FACTORS]
    said = {other.conclusion for other in others}
    for power, x, b in combinations_of(powers, through, bases):
        a, exponent = head_and_arguments(power)[1]
        if x is power or (shape(a)[0], shape(b)[0]) != shape(x):
            continue
        ends = product(a, x), product(x, b)
        same = algebra.found(*ends) if algebra.agree(*ends) else None
        if same is not None:
            passed = fact("powers_intertwine", a, x, b, exponent, premises=(same,))
            if passed.conclusion not in said:
                yield passed


def _opened(goal: Term, context: Context) -> Theorem:
    """Return ⊢ goal = goal' with words of matrices, such as traces, written out."""
    equations = list[Theorem]()
    for t in parts_of(goal):
        if t.type.domain is None and not t.loose:
            opened = unfolded_word(t, context)
            if opened is not None:
                equations.append(chain(opened, beta_normal_form(right(opened))))
    return rewrite(goal, *equations)


def _powers(goal: Term) -> list[App]:
    """Return the powers of matrices in a goal."""
    found = {t for t in parts_of(goal) if not t.loose and args_of(t, "matpow", 2) is not None}
    return sorted(found, key=key)  # type: ignore[arg-type]
