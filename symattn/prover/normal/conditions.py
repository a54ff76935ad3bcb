"""Normal forms of conditions on positions: a ≤ b and a = b between whole numbers, and products of such indicators.

A whole number here is a polynomial with integers as coefficients in positions of indices, sizes and natural numbers.
That a condition holds, or fails, by the ranges of the indices and by what is given is found by linear arithmetic.  Any
other condition becomes N ≤ P, where N and P have no term in common, only positive ones, and a number stands in P alone:
of 0 ≤ d and its negation 0 ≤ −d − 1 just one has a constant that is not negative.  Of two conditions of a product one
may imply the other one, or exclude it, or one of them always holds; then there is one factor less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from math import gcd

from ...kernel.rules import Theorem, assume, deduct_antisym, eq_mp
from ...kernel.syntax import negation
from ...kernel.terms import (
    REAL,
    Const,
    KernelError,
    Size,
    Term,
    Var,
    app,
    const,
    equality,
    equation,
    fin,
    literal,
    sides,
)
from ..library.conditions import same_order
from ..library.facts import fact, infer
from ..library.literals import positive_literal
from ..library.values import value
from ..limits import MOST_LED_TO, MOST_ONE_BY_ONE
from ..logic.cached_rules import refl, ring
from ..logic.conversions import rearranged, replaced, rewrite_proposition
from ..logic.derived_rules import (
    ap_term,
    ap_thm,
    binary,
    chain,
    discharge,
    is_false,
    is_refl,
    is_true,
    left,
    match_negation,
    right,
    swapped,
    symmetric,
)
from ..logic.formulas import ADD, IND, LE, MINUS, MUL, ONE, ZERO, ind, le, minus, nat_of, number, plus, pos_of, times
from ..logic.numerals import NONE, count, nadd, numeral
from ..logic.parts import args_of, head_and_arguments, index_size, operand, parts_of
from ..logic.term_order import key, opened_number
from .closed_indices import never
from .known_orders import apart_by_hypothesis
from .linear_arithmetic import Inequality, follows, in_normal_form, order_of
from .normalising import Normalising
from .polynomials import (
    Monomial,
    Polynomial,
    apart,
    atoms_of,
    factors,
    monomial_key,
    polynomial_term,
    read_polynomial,
    scaled,
    sorted_terms,
)

# ------------------------------------------------------------------------------------------------------- whole numbers


def _is_whole(polynomial: Polynomial) -> bool:
    """Tell whether a polynomial has integers as coefficients and positions, sizes and natural numbers as atoms."""
    return all(c.denominator == 1 for c in polynomial.values()) and all(map(_kind, atoms_of(polynomial)))


def _kind(atom: Term) -> str:
    """Return "pos", "#" or "real" for a position, a size or a natural number, and "" for any other number."""
    head, arguments = head_and_arguments(atom)
    name = getattr(head, "name", "") if not isinstance(head, Var) else ""
    return name if (name, len(arguments)) in (("pos", 1), ("#", 0), ("real", 1)) else ""


def _natural(normaliser: Normalising, polynomial: Polynomial) -> tuple[Term, Theorem] | None:
    """Return a natural number a with ⊢ real a = p for a polynomial with natural coefficients, or None."""
    parts: list[Term] = []
    for monomial, coefficient in sorted_terms(polynomial):
        part = _natural_product(monomial)
        if coefficient < 0 or coefficient.denominator != 1 or part is None:
            return None
        if not monomial:
            parts.append(numeral(int(coefficient)))
        elif coefficient > MOST_ONE_BY_ONE:
            return None
        else:
            parts += [part] * int(coefficient)
    number = reduce(lambda rest, part: nadd(part, rest), reversed(parts[:-1]), parts[-1]) if parts else NONE
    same = normaliser.then(value(number))
    target = polynomial_term(polynomial)
    return (number, same) if right(same) is target else None


def naturals(normaliser: Normalising, *polynomials: Polynomial) -> list[tuple[Term, Theorem]] | None:
    """Return the natural numbers that polynomials are, or None unless all are."""
    found = [number for p in polynomials if (number := _natural(normaliser, p)) is not None]
    return found if len(found) == len(polynomials) else None


def _natural_product(monomial: Monomial) -> Term | None:
    """Return the natural number that a product of sizes and at most one position or number is, or None."""
    sizes, others = Size.number(1), []
    for atom in factors(monomial):
        if _kind(atom) == "#":
            sizes = sizes * atom.sizes[0]  # type: ignore[attr-defined]
        else:
            others.append(atom)
    if not others:
        return count(sizes)
    if len(others) > 1 or not _kind(others[0]):
        return None
    (argument,) = head_and_arguments(others[0])[1]
    if sizes == Size.number(1):
        return nat_of(argument) if argument.type.size is not None else argument
    if argument.type.size is None:
        return None
    place = app(const("pair", argument.type.size, sizes), argument, literal(0, fin(sizes)))
    return app(const("nat", argument.type.size * sizes), place)


# ------------------------------------------------------------------------------------------------------- what is known


def known_of(normaliser: Normalising, *polynomials: Polynomial) -> list[Inequality]:
    """Return the ranges of the atoms of whole numbers, and the given inequalities that speak of them or of these."""
    given = [found for truth in normaliser.context.truths if (found := _given(normaliser, truth)) is not None]
    used: list[Inequality] = []
    monomials = {m for polynomial in polynomials for m in polynomial if m}
    waiting = True
    while waiting:
        ranges = _ranges(normaliser, monomials)
        monomials |= {m for inequality in ranges for m in inequality.polynomial if m}
        atoms = set(atoms_of(monomials))
        more = [
            inequality
            for inequality in given
            if all(inequality is not each for each in used)
            and any(atom in atoms or _size_of(atom) in atoms for atom in atoms_of(inequality.polynomial))
        ][: MOST_LED_TO - len(used)]
        used += more
        monomials |= {m for inequality in more for m in inequality.polynomial if m}
        waiting = bool(more)
    return [*used, *_ranges(normaliser, monomials)]


def _size_of(atom: Term) -> Term:
    """Return n for a position below n, and anything else as it is."""
    index = operand(atom, "pos")
    return atom if index is None else const("#", index_size(index))


def _given(normaliser: Normalising, truth: Theorem) -> Inequality | None:
    """Return a given inequality between whole numbers, with a step of 1 where it is strict; None for anything else.

    In its normal form there may be conditions, which ask for what is given: of this very one they know nothing.
    """
    if truth not in normaliser.given:
        normaliser.given[truth] = None
        normaliser.given[truth] = _of_whole_numbers(normaliser, truth)
    found: Inequality | None = normaliser.given[truth]
    return found


def _of_whole_numbers(normaliser: Normalising, truth: Theorem) -> Inequality | None:
    order = order_of(truth.conclusion)
    if order is None:
        return None
    a, b, strict = order
    if _counts(a) or _counts(b):  # the conditions in it would ask for what is given again
        return None
    known = partial(fact, "sub_pos" if strict else "sub_nonneg", a, b, premises=(truth,))
    found = in_normal_form(normaliser, known, plus(b, minus(a)), strict)
    if not _is_whole(found.polynomial):
        return None
    return _with_step(normaliser, found) if strict else found


@lru_cache(maxsize=4096)
def _counts(t: Term) -> bool:
    """Tell whether conditions stand in a number, as in one that counts the multiples of another."""
    return any(isinstance(part, Const) and part.name in ("ind", "quotient") for part in parts_of(t))


def _with_step(normaliser: Normalising, inequality: Inequality) -> Inequality:
    """Infer 0 ≤ d − 1 from 0 < d for a whole number d; where that cannot be said of natural numbers, it stays 0 < d."""
    low, high = apart(inequality.polynomial)
    numbers = naturals(normaliser, high, low)
    if numbers is None:
        return inequality
    (_, is_high), (_, is_low) = numbers
    d, first, second = (polynomial_term(p) for p in (inequality.polynomial, low, high))
    above = rewrite_proposition(inequality.theorem, rearranged(d, plus(second, minus(first))))
    above = infer("lt_of_pos", above)  # ¬(high ≤ low)
    not_below = rewrite_proposition(above, symmetric(binary(LE, is_high, is_low)))
    after = infer("step_of_order", not_below)
    after = rewrite_proposition(after, binary(LE, ap_thm(ap_term(ADD, is_low), ONE), is_high))
    target = _plus_one(inequality.polynomial, -1)
    term = polynomial_term(target)
    return Inequality(target, False, eq_mp(same_order(plus(first, ONE), second, ZERO, term), after))


def _plus_one(polynomial: Polynomial, one: int = 1) -> Polynomial:
    constant = polynomial.get((), Fraction(0)) + one
    return {m: c for m, c in {**polynomial, (): constant}.items() if c}


def _ranges(normaliser: Normalising, monomials: Iterable[Monomial]) -> list[Inequality]:
    """Return the ranges of positions, sizes and natural numbers, and of products of two of them."""
    found: dict[object, Inequality] = {}
    atoms: dict[Term, None] = {}
    pairs = []
    for monomial in sorted(monomials, key=monomial_key):
        terms = factors(monomial)
        atoms.update(dict.fromkeys(terms))
        pairs += [terms] if len(terms) == 2 else []
    ends = {atom: _range(normaliser, atom) for atom in sorted(atoms, key=key)}
    for first, second in pairs:
        for one in ends[first]:
            for other in ends[second]:
                a, b = polynomial_term(one.polynomial), polynomial_term(other.polynomial)
                above = partial(infer, "le_mul", one.theorem, other.theorem)
                product = in_normal_form(normaliser, above, times(a, b), False)
                found.setdefault(product.said, product)
    for inequality in (inequality for each in ends.values() for inequality in each):
        found.setdefault(inequality.said, inequality)
    return list(found.values())


def _range(normaliser: Normalising, atom: Term) -> list[Inequality]:
    """Return 0 ≤ i and 0 ≤ n − 1 − i for a position, 0 ≤ n − 1 for a size, 0 ≤ a for a natural number.

    Nothing is known of another number, of which a range in its normal form may speak.
    """
    kind = _kind(atom)
    if not kind:
        return []
    if kind == "real":
        (a,) = head_and_arguments(atom)[1]
        return [in_normal_form(normaliser, partial(fact, "real_nonneg", a), atom, False)]
    size: Size = head_and_arguments(atom)[0].sizes[0]  # type: ignore[attr-defined]
    if kind == "#":
        least = fact("size_at_least_one", {"n": size})
        return [in_normal_form(normaliser, least, least.conclusion.argument, False)]  # type: ignore[attr-defined]
    (index,) = head_and_arguments(atom)[1]
    low, high = (fact(rule, index) for rule in ("pos_nonneg", "within_range"))
    return [in_normal_form(normaliser, end, end.conclusion.argument, False) for end in (low, high)]  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------------------------------------- conditions


def normal_condition(normaliser: Normalising, p: Term) -> Theorem | None:
    """Return ⊢ ind p = t for a condition a ≤ b or a = b on whole numbers that is not normal; None for others."""
    pair = sides(p)
    if pair is not None and pair[0].type is REAL:
        if pair[0] is pair[1]:
            return ap_term(IND, is_true(refl(pair[0])))
        d = read_polynomial(plus(pair[1], minus(pair[0])))
        if not _is_whole(d):
            return None
        context = normaliser.context
        related = (relates_positions(d) or (context.related and relates_places(d))) and not context.oriented
        return _related_positions(normaliser, *pair, d) if related else _equation(*pair)
    order = args_of(p, "≤", 2)
    if order is None:
        return None
    a, b = order
    d = read_polynomial(plus(b, minus(a)))
    if not _is_whole(d):
        return None
    decided = _decided(normaliser, a, b, d)
    if decided is not None:
        return ap_term(IND, decided)
    if d.get((), 0) < 0:
        return _turned(normaliser, a, b, d)
    common = gcd(*map(int, d.values()))
    sign = positive_literal(Fraction(common))
    if common > 1 and sign is not None:
        fewer = polynomial_term(scaled(d, Fraction(1, common)))
        multiple = fact("nonneg_multiple", number(common), fewer, premises=(sign,))
        same = chain(same_order(a, b, ZERO, times(number(common), fewer)), multiple)
        return ap_term(IND, same)
    low, high = map(polynomial_term, apart(d))
    same = same_order(a, b, low, high)
    at_end = _at_an_end(low, high, d)
    if at_end is not None:
        return ap_term(IND, chain(same, at_end))
    i, j = (args_of(side, "pos", 1) for side in (low, high))
    if normaliser.context.oriented and i is not None and j is not None and _turns(*i, *j):
        other = fact("ind_other_order", *j, *i)
        return chain(ap_term(IND, same), other)
    return None if is_refl(same) else ap_term(IND, same)


def relates_positions(d: Polynomial) -> bool:
    """Tell whether d = 0 speaks of the sum of the positions of two indices or more, as i + j = n − 1 does."""
    own = {m[0][0]: c for m, c in d.items() if len(m) == 1 and m[0][1] == 1 and _kind(m[0][0]) == "pos"}
    return len(own) > 1 and set(own.values()) in ({1}, {-1})


def relates_many_places(*terms: Term) -> bool:
    """Tell whether a condition in some terms is an equation that says what a position is by two others."""
    pairs = (sides(p) for part in parts_of(*terms) if (p := operand(part, "ind")) is not None)
    return any(pair is not None and sum(operand(t, "pos") is not None for t in parts_of(*pair)) > 2 for pair in pairs)


def relates_places(d: Polynomial) -> bool:
    """Tell whether d = 0 says what a position is by those of two other indices or more, as i + j = k does."""
    own = [c for m, c in d.items() if len(m) == 1 and m[0][1] == 1 and _kind(m[0][0]) == "pos"]
    return len(own) > 2 and set(own) <= {1, -1}


def _related_positions(normaliser: Normalising, a: Term, b: Term, d: Polynomial) -> Theorem | None:
    """Return ⊢ ind (a = b) = 0, or = ind (N = P) with the positions in N, or None where it has this form."""
    known = known_of(normaliser, d)
    for low, high, e in ((a, b, d), (b, a, scaled(d, -1))):
        fails = _fails(low, high, e, known)
        if fails is not None:
            unequal = infer("lt_ne", fails)
            unequal = unequal if low is b else rewrite_proposition(unequal, swapped(high, low))
            return ap_term(IND, is_false(unequal))
    e = d if any(c < 0 and len(m) == 1 and _kind(m[0][0]) == "pos" for m, c in d.items()) else scaled(d, -1)
    low, high = map(polynomial_term, apart(e))
    same = same_equation(a, b, low, high)
    return None if is_refl(same) else ap_term(IND, same)


def same_equation(a: Term, b: Term, c: Term, d: Term) -> Theorem:
    """Return ⊢ (a = b) = (c = d) where b − a = ±(d − c) in every commutative ring."""
    if a is c and b is d:
        return refl(equation(a, b))

    def moved(s: Term, t: Term, u: Term, v: Term) -> Theorem:
        """Infer ⊢ u = v from s = t, where v − u = t − s."""
        zero = chain(ring(u, plus(v, plus(s, minus(t)))), ap_term(app(ADD, v), _difference(s, t)))
        return chain(zero, ring(right(zero), v))

    def _difference(s: Term, t: Term) -> Theorem:
        """Infer ⊢ s − t = 0 from s = t."""
        there = ap_thm(ap_term(ADD, assume(equation(s, t))), minus(t))
        return chain(there, ring(right(there), ZERO))

    try:
        return deduct_antisym(moved(c, d, a, b), moved(a, b, c, d))
    except KernelError:
        both = deduct_antisym(moved(d, c, a, b), moved(a, b, d, c))
        return chain(both, swapped(d, c))


def _turns(i: Term, j: Term) -> bool:
    """Tell whether i ≤ j is written by j ≤ i, for indices of one type."""
    return i.type is j.type and key(j) < key(i)


def _equation(a: Term, b: Term) -> Theorem:
    i, j = (args_of(side, "pos", 1) for side in (a, b))
    if i is not None and j is not None and i[0].type is j[0].type:
        return ap_term(IND, fact("pos_equal", *i, *j))
    low, high = map(polynomial_term, apart(read_polynomial(plus(b, minus(a)))))
    i, j = (args_of(side, "pos", 1) for side in (low, high))
    if i is not None and j is not None and i[0].type is j[0].type:  # n + i = n + j
        return chain(ap_term(IND, same_equation(a, b, low, high)), _equation(low, high))
    return ap_term(IND, fact("equal_both_orders", a, b))


def _decided(normaliser: Normalising, a: Term, b: Term, d: Polynomial) -> Theorem | None:
    """Return ⊢ (a ≤ b) = ⊤ or ⊢ (a ≤ b) = ⊥ where linear arithmetic decides it, or None."""
    known = known_of(normaliser, d)
    above = follows(d, False, known)
    if above is not None:
        return is_true(eq_mp(same_order(ZERO, polynomial_term(d), a, b), above))
    below = _fails(a, b, d, known)
    return None if below is None else is_false(below)


def _fails(a: Term, b: Term, d: Polynomial, known: Sequence[Inequality]) -> Theorem | None:
    """Return ⊢ ¬(a ≤ b) where 0 < a − b is known to be, or None."""
    opposite = scaled(d, -1)
    found = follows(opposite, True, known)
    if found is None:
        return None
    moved = rewrite_proposition(found, rearranged(polynomial_term(opposite), plus(a, minus(b))))
    return infer("lt_of_pos", moved)


def _turned(normaliser: Normalising, a: Term, b: Term, d: Polynomial) -> Theorem | None:
    """Return ⊢ ind (a ≤ b) = 1 − ind (P ≤ N) for b − a = P − N − 1, where P ≤ N is a normal form; None for others."""
    low, high = apart(_plus_one(d))
    numbers = naturals(normaliser, high, low)
    if numbers is None:
        return None
    (above, is_high), (below, is_low) = numbers
    turned = fact("ind_after", above, below)  # ind (N + 1 ≤ P) = 1 − ind (P ≤ N)
    turned = replaced(turned, binary(LE, is_high, is_low))
    before = binary(LE, ap_thm(ap_term(ADD, is_low), ONE), is_high)
    here = same_order(a, b, plus(polynomial_term(low), ONE), polynomial_term(high))
    return chain(ap_term(IND, chain(here, symmetric(before))), turned)


def _at_an_end(low: Term, high: Term, d: Polynomial) -> Theorem | None:
    """Return ⊢ (N ≤ P) = (i is the first index, or the last one) where it says that, or None."""
    first = operand(low, "pos")
    if first is not None and high is ZERO:
        return fact("first_position", first)
    size, last = (
        args_of(low, "#", 0),
        args_of(polynomial_term(apart(_plus_one(d, -1))[1]), "pos", 1),
    )
    if size is None or last is None or last[0].type.size != low.sizes[0]:  # type: ignore[attr-defined]
        return None
    whole = same_order(low, high, low, plus(pos_of(*last), ONE))
    return chain(whole, fact("only_last", *last))


def index_equation(normaliser: Normalising, i: Term, j: Term) -> Theorem | None:
    """Return ⊢ (i = j) = ⊥ or ⊢ (i = j) = ⊤ for indices of which what is given says so by their positions, or None."""
    if not normaliser.context.truths:
        return None
    first, second = (normaliser.normal(pos_of(index)) for index in (i, j))
    a, b = right(first), right(second)
    d = read_polynomial(plus(b, minus(a)))
    if not _is_whole(d):
        return None
    if not d:
        equal = chain(first, symmetric(second))
        return is_true(infer("pos_injective", equal, sizes={"n": index_size(i)})) if equal.hypotheses else None
    if any(match_negation(truth.conclusion) is not None for truth in normaliser.context.truths):
        gap = normaliser.normal(plus(a, minus(b)))
        apart = apart_by_hypothesis(normaliser, right(gap))
        if apart is not None:
            return never(i, j, first, second, infer("ne_of_sub", rewrite_proposition(apart, symmetric(gap))))
    known = known_of(normaliser, d)
    if all(len(inequality.theorem.hypotheses) == 0 for inequality in known):
        return None  # the ranges alone do not tell two indices apart
    less, more = _fails(b, a, scaled(d, -1), known), _fails(a, b, d, known)
    if less is not None or more is not None:
        low, high = (a, b) if less is not None else (b, a)
        unequal = infer("lt_ne", less or more)  # type: ignore[arg-type]
        unequal = unequal if less is not None else rewrite_proposition(unequal, swapped(low, high))
        return never(i, j, first, second, unequal)
    below, above = order_shown(a, b, d, known), order_shown(b, a, scaled(d, -1), known)
    if below is None or above is None:
        return None
    equal = chain(first, infer("le_antisym", below, above), symmetric(second))
    return is_true(infer("pos_injective", equal, sizes={"n": index_size(i)}))


def proved_order(normaliser: Normalising, a: Term, b: Term, strict: bool) -> Theorem | None:
    """Return ⊢ a ≤ b or ⊢ a < b for whole numbers where linear arithmetic decides it, or None."""
    low, high = (b, a) if strict else (a, b)
    d = read_polynomial(plus(high, minus(low)))
    if not _is_whole(d):
        return None
    known = known_of(normaliser, d)
    return _fails(low, high, d, known) if strict else order_shown(a, b, d, known)


# ------------------------------------------------------------------------------------------- products of indicators


def joined(normaliser: Normalising, p: Term, q: Term) -> Theorem | None:
    """Return ⊢ ind p · ind q = t with fewer products, where p and q are conditions on whole numbers, or None."""
    product = times(ind(p), ind(q))
    found = normaliser.memo.get(product)
    if found is None:
        related = _related(normaliser, p, q)
        normaliser.context.charge_effort(2)
        found = normaliser.memo[product] = refl(product) if related is None else related
    return None if is_refl(found) else found


def _related(normaliser: Normalising, p: Term, q: Term) -> Theorem | None:
    (a, b, d), (u, v, e) = _condition(p), _condition(q)
    if set(atoms_of(d)).isdisjoint(atoms_of(e)) and not normaliser.context.truths:
        return None
    known = known_of(normaliser, d, e)
    first = [*known, *_where(normaliser, a, b, d, True)]
    if (holds := order_shown(u, v, e, first)) is not None:
        return infer("ind_implied", discharge(p, holds))
    second = [*known, *_where(normaliser, u, v, e, True)]
    if (holds := order_shown(a, b, d, second)) is not None:
        implied = infer("ind_implied", discharge(q, holds))
        return chain(ring(times(ind(p), ind(q)), times(ind(q), ind(p))), implied)
    if (fails := _fails(u, v, e, first)) is not None:
        return infer("ind_excluded", discharge(p, fails))
    otherwise = [*known, *_where(normaliser, a, b, d, False)]
    if (holds := order_shown(u, v, e, otherwise)) is not None:
        return infer("ind_covering", discharge(negation(p), holds))
    return None


def joined_relations(p: Term, q: Term) -> Theorem | None:
    """Return ⊢ ind p · ind q = ind p · ind q' for p: i + k = a, q: k + j = b and q': i + b = j + a, or None."""
    d, e = _relation(p), _relation(q)
    if d is None or e is None:
        return None
    shared = any(len(m) == 1 and _kind(m[0][0]) == "pos" and e.get(m) == c for m, c in d.items())
    return _without(p, q, d, e, Fraction(1)) if shared else None


def orders_by_relations(p: Term, q: Term, loose: Callable[[Var], bool]) -> Theorem | None:
    """Return ⊢ ind p · ind q = ind p · ind q' for p: i + k = a and an order q, which does without k in q', or None.

    This is done for the last k of which nothing but conditions speaks.
    """
    d = _relation(p)
    if d is None or not is_condition(q):
        return None
    _, _, e = _condition(q)
    own = [m for m in d if len(m) == 1 and m[0][1] == 1 and _kind(m[0][0]) == "pos"]
    places = [(opened_number(index), m) for m in own if isinstance(index := m[0][0].argument, Var) and loose(index)]  # type: ignore[attr-defined]
    numbered = [(number, m) for number, m in places if number is not None]
    last = max(numbered, key=lambda place: place[0])[1] if numbered else None  # one for all orders, so that this ends
    return _without(p, q, d, e, e[last] / d[last]) if last is not None and last in e else None


def _relation(p: Term) -> Polynomial | None:
    """Return b − a for an equation a = b that relates positions, or None."""
    pair = sides(p)
    if pair is None or pair[0].type is not REAL:
        return None
    d = read_polynomial(plus(pair[1], minus(pair[0])))
    return d if _is_whole(d) and relates_positions(d) else None


def _without(p: Term, q: Term, d: Polynomial, e: Polynomial, factor: Fraction) -> Theorem | None:
    """Return ⊢ ind p · ind q = ind p · ind q' for p: d = 0, where q says of e what q' says of e − c·d."""
    first, order = sides(p), args_of(q, "≤", 2)
    second = order or sides(q)
    if first is None or second is None:
        return None
    rest = {m: c for m in {*d, *e} if (c := e.get(m, Fraction(0)) - factor * d.get(m, Fraction(0)))}
    low, high = map(polynomial_term, apart(rest))
    difference = plus(second[1], minus(second[0]))
    scale = literal(factor, REAL)
    nothing = ap_thm(ap_term(ADD, assume(p)), minus(first[0]))  # a − a = b − a
    zero = ap_term(app(MUL, scale), symmetric(nothing))
    zero = chain(zero, ring(right(zero), ZERO))
    less = _less(difference, zero)
    said = same_order if order is not None else same_equation
    operator = LE if order is not None else equality(REAL)
    here = chain(
        said(second[0], second[1], ZERO, difference),
        ap_term(app(operator, ZERO), symmetric(less)),
        said(ZERO, left(less), low, high),
    )
    return infer("ind_where", discharge(p, here))


def _less(difference: Term, zero: Theorem) -> Theorem:
    """Infer ⊢ d − t = d from ⊢ t = 0."""
    moved = ap_term(app(ADD, difference), ap_term(app(MUL, MINUS), zero))
    return chain(moved, ring(right(moved), difference))


def is_on_numbers(p: Term) -> bool:
    """Tell whether a proposition is an inequality or an equation between numbers that need not be whole."""
    given = args_of(p, "≤", 2) or sides(p)
    return (
        given is not None and given[0].type is REAL and not _is_whole(read_polynomial(plus(given[1], minus(given[0]))))
    )


def is_condition(p: Term) -> bool:
    """Tell whether a proposition is an inequality between whole numbers."""
    order = args_of(p, "≤", 2)
    return order is not None and _is_whole(read_polynomial(plus(order[1], minus(order[0]))))


def _condition(p: Term) -> tuple[Term, Term, Polynomial]:
    a, b = args_of(p, "≤", 2) or (ZERO, ZERO)
    return a, b, read_polynomial(plus(b, minus(a)))


def _where(normaliser: Normalising, a: Term, b: Term, d: Polynomial, truth: bool) -> list[Inequality]:
    """Return what it says that a ≤ b is assumed, or its negation."""
    d = d if truth else scaled(d, -1)
    low, high = (a, b) if truth else (b, a)
    assumed = assume(le(a, b) if truth else negation(le(a, b)))
    known = infer("sub_nonneg" if truth else "sub_pos", assumed)
    moved = rewrite_proposition(known, rearranged(plus(high, minus(low)), polynomial_term(d)))
    found = Inequality(d, not truth, moved)
    return [found if truth else _with_step(normaliser, found)]


def order_shown(a: Term, b: Term, d: Polynomial, known: Sequence[Inequality]) -> Theorem | None:
    """Return ⊢ a ≤ b where it follows from what is known, or None."""
    found = follows(d, False, known)
    return None if found is None else eq_mp(same_order(ZERO, polynomial_term(d), a, b), found)
