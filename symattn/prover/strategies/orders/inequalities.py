"""Prove 0 ≤ t and 0 < t from inequalities that are known: hypotheses, signs of monomials, terms of sums.

Where t has the inverse of a positive u, t·u is tried as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Abs, Const, Size, Term, Var, abstract, const, fin, literal, open_body
from ...library.facts import fact, infer
from ...limits import MOST_LED_TO, MOST_PAIRED, MOST_REPLACED
from ...logic.cached_rules import refl, ring
from ...logic.conversions import beta_normal_form, replaced, rewrite_proposition, to
from ...logic.derived_rules import binary, chain, right, symmetric
from ...logic.formulas import ADD, MUL, inv, number, times, total_over
from ...logic.parts import args_of, argument_of, operand, operands
from ...logic.term_order import key
from ...normal.conditions import proved_order
from ...normal.fractions import cleared
from ...normal.known_orders import inverses_turned
from ...normal.linear_arithmetic import Inequality, follows, in_normal_form, order_of, weakened
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    factors,
    monomial_key,
    multiply,
    polynomial_term,
    product_term,
    read_polynomial,
)
from ...normal.positivity import every_term, nonnegative, positive
from .bounds_given import both_orders
from .comparisons import moved_to
from .ends import sign_at_ends
from .from_rows import FromRows
from .kept import bounds_of_kept
from .lifting import as_inequality
from .maxima import upper_bounds
from .readings import places_in


def prove_sign(normaliser: Normaliser, t: Term, strict: bool, inverses: int = MOST_REPLACED) -> Theorem | None:
    """Return ⊢ 0 ≤ t or, when asked for, ⊢ 0 < t for a normal term t, or None."""
    goal = read_polynomial(t)
    known = gathered(normaliser, goal)
    signs = signs_of_monomials(normaliser, [goal, *(i.polynomial for i in known)])
    found = follows(goal, strict, [*known, *signs])
    if found is None and any(sum(e for _, e in m) > 1 for p in (goal, *(i.polynomial for i in known)) for m in p):
        more = products_of_two(normaliser, goal, known)
        found = follows(goal, strict, [*known, *signs, *more]) if more else None
    if found is not None or not inverses:
        return found
    found = sign_at_ends(
        normaliser.context.truths, t, strict, lambda end: _sign_of(normaliser, end, strict, inverses - 1)
    )
    if found is not None:
        return found
    return without_inverse(normaliser, t, strict, lambda product: prove_sign(normaliser, product, strict, inverses - 1))


def _sign_of(normaliser: Normaliser, t: Term, strict: bool, inverses: int) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for any term t, or None."""
    normal = normaliser.normal(t)
    found = (positive if strict else nonnegative)(normaliser, right(normal))
    found = found or prove_sign(normaliser, right(normal), strict, inverses)
    return None if found is None else moved_to(found, normal)


def gathered(normaliser: Normaliser, goal: Polynomial) -> list[Inequality]:
    """Return what hypotheses, sums of nonnegative terms and maxima say of the monomials of a goal."""
    known = given_of(normaliser, goal)
    known += _terms_of_sums(normaliser, [goal, *(i.polynomial for i in known)])
    polynomials = [goal, *(inequality.polynomial for inequality in known)]
    return known + upper_bounds(normaliser, polynomials) + bounds_of_kept(normaliser, polynomials)


def given_of(normaliser: Normaliser, goal: Polynomial) -> list[Inequality]:
    """Return what hypotheses say, also on all indices, of the monomials of a goal."""
    return _hypotheses(normaliser) + FromRows(normaliser, goal, strict=True).of_hypotheses()


def at_least_one(normaliser: Normaliser, goal: Polynomial) -> list[Inequality]:
    """Return 0 ≤ n − 1 for the sizes n that are factors of the products in a goal."""
    atoms = atoms_of(m for m in _monomials([goal]) if len(m) > 1)
    sizes = (a.sizes[0] for a in atoms if isinstance(a, Const) and a.name == "#")
    least = (fact("size_at_least_one", {"n": size}) for size in sizes)
    return [in_normal_form(normaliser, known, argument_of(known.conclusion), False) for known in least]


def without_inverse(
    normaliser: Normaliser, t: Term, strict: bool, prove: Callable[[Term], Theorem | None]
) -> Theorem | None:
    """Prove the sign of t by that of t·u, where the inverse of a positive u stands in t."""
    if (turned := inverses_turned(normaliser, t)) is not None:
        found = without_inverse(normaliser, right(turned), strict, prove)
        return None if found is None else moved_to(found, turned)
    signs = ((u, positive(normaliser, u)) for u in _inverted(read_polynomial(t)))
    u, sign = next(((u, sign) for u, sign in signs if sign is not None), (t, None))
    if sign is None:
        return None
    normal, back = over_positive(normaliser, t, u, sign)
    found = prove(right(normal))
    if found is None:
        return None
    found = moved_to(found, normal)
    other = infer("inv_pos", sign)
    product = infer("mul_pos", found, other) if strict else infer("le_mul", found, weakened(other))
    return rewrite_proposition(product, back)


def over_positive(normaliser: Normaliser, t: Term, u: Term, sign: Theorem) -> tuple[Theorem, Theorem]:
    """Return ⊢ t·u = n, in normal form, and ⊢ (t·u)·u⁻¹ = t, for ⊢ 0 < u."""
    one = infer("inv_mul", infer("pos_ne", sign))
    back = to(replaced(ring(times(times(t, u), inv(u)), times(t, times(u, inv(u)))), one), t)
    return cleared(normaliser, t, u, one), back


def is_inequality(proposition: Term) -> bool:
    """Tell whether a proposition is a ≤ b or a < b."""
    return order_of(proposition) is not None


def _hypotheses(normaliser: Normaliser) -> list[Inequality]:
    """Return the hypotheses a ≤ b and a < b, a ≤ b for √a ≤ √b, and both a ≤ b and b ≤ a for a = b."""
    orders: list[Theorem] = []
    for truth in normaliser.context.truths:
        if order_of(truth.conclusion) is not None:
            orders += [truth, *_under_roots(normaliser, truth)]
        elif truth.sides is not None and truth.sides[0].type is REAL and truth.hypotheses:
            orders += both_orders(truth)
    return [known for known in (as_inequality(normaliser, order) for order in orders) if known.polynomial]


def _under_roots(normaliser: Normaliser, truth: Theorem) -> Iterator[Theorem]:
    """Yield a ≤ b for √a ≤ √b."""
    order = args_of(truth.conclusion, "≤", 2) or []
    inside = [root for side in order if (root := operand(side, "sqrt")) is not None]
    signs = [sign for t in inside if (sign := nonnegative(normaliser, t)) is not None]
    if len(signs) == 2:
        yield infer("sqrt_le", *signs, truth)


def signs_of_monomials(normaliser: Normaliser, polynomials: list[Polynomial]) -> list[Inequality]:
    """Return what is shown of the signs of monomials, and that indicators are at most 1."""
    found = []
    for monomial in _monomials(polynomials):
        t = product_term(factors(monomial))
        strictly = positive(normaliser, t)
        weakly = nonnegative(normaliser, t) if strictly is None else None
        theorem = strictly or weakly
        if theorem is not None:
            found.append(Inequality(read_polynomial(t), strictly is not None, theorem))
        condition = operand(t, "ind")
        if condition is not None:
            found.append(as_inequality(normaliser, fact("ind_le_one", condition)))
    return found


def products_of_two(normaliser: Normaliser, goal: Polynomial, known: list[Inequality]) -> list[Inequality]:
    """Return the products of two hypotheses 0 ≤ a and 0 ≤ b; those of 0 < a and 0 < b are strict.

    These are of two that speak of nothing but what stands in the goal, or of two that lead to a product in it.
    """
    atoms, products = set(atoms_of(goal)), {m for m in goal if sum(e for _, e in m) > 1}
    ranked = sorted(known, key=lambda i: not atoms.issuperset(atoms_of(i.polynomial)))[:MOST_LED_TO]

    def leads_there(i: int, j: int) -> bool:
        return any(multiply(m, k) in products for m in ranked[i].polynomial for k in ranked[j].polynomial)

    pairs = list(combinations_with_replacement(range(len(ranked)), 2))
    first = [pair for pair in pairs if max(pair) < MOST_PAIRED]
    further = [pair for pair in pairs if max(pair) >= MOST_PAIRED and leads_there(*pair)]
    return [_product(normaliser, ranked[i], ranked[j]) for i, j in (*first, *further[:MOST_LED_TO])]


def _product(normaliser: Normaliser, first: Inequality, second: Inequality) -> Inequality:
    strict = first.strict and second.strict
    a, b = polynomial_term(first.polynomial), polynomial_term(second.polynomial)

    def theorem() -> Theorem:
        signs = [i.theorem if strict else i.weak for i in (first, second)]
        return infer("mul_pos" if strict else "le_mul", *signs)

    return in_normal_form(normaliser, theorem, times(a, b), strict)


def _terms_of_sums(normaliser: Normaliser, polynomials: list[Polynomial]) -> list[Inequality]:
    """Return f w ≤ Σ f for the sums of nonnegative terms among the monomials, at the indices in sight."""
    wholes = dict.fromkeys(product_term(factors(monomial)) for monomial in _monomials(polynomials))
    wholes = dict.fromkeys((*wholes, *_known_sums(normaliser, polynomials[0])))
    return _below_sums(normaliser, wholes, places_in(*atoms_of(*polynomials)))


def _known_sums(normaliser: Normaliser, goal: Polynomial) -> list[Term]:
    """Return the sums over an index, of what stands in a goal, that hypotheses say to be free of sums."""
    found = []
    for atom in sorted(atoms_of(goal), key=key) if normaliser.context.contractions else ():
        for x in sorted((v for v in atom.free if v.type.size is not None), key=lambda v: v.name):
            whole = total_over(x, atom)
            known = read_polynomial(right(normaliser.normal(whole)))
            if not any(operand(a, "sum") for a in atoms_of(known)):
                found.append(whole)
    return found


def _below_sums(normaliser: Normaliser, wholes: Iterable[Term], indices: Sequence[Term]) -> list[Inequality]:
    """Return f w ≤ Σ f for some sums of nonnegative terms."""
    return [as_inequality(normaliser, below) for whole in wholes for _, below in _below_sum(normaliser, whole, indices)]


def with_heads(normaliser: Normaliser, t: Term) -> Theorem:
    """Return ⊢ t = t' where words in a polynomial are the sums that they stand for, as these were written."""
    for name, operator in (("+", ADD), ("*", MUL)):
        pair = operands(t, name)
        if pair is not None:
            return binary(operator, with_heads(normaliser, pair[0]), with_heads(normaliser, pair[1]))
    head = normaliser.head_normal(t)
    reduced = chain(head, beta_normal_form(right(head)))
    return reduced if operand(right(reduced), "sum") is not None else refl(t)


def terms_of_written_sums(normaliser: Normaliser, written: Term, t: Term) -> list[Inequality]:
    """Return f w ≤ Σ f for the sums of nonnegative terms as they were written, at the indices in sight of a goal."""
    indices = places_in(t)
    atoms = atoms_of(read_polynomial(written))
    return _below_sums(normaliser, [a for a in atoms if args_of(a, "sum", 1)], indices) if indices else []


def products_of_written_sums(normaliser: Normaliser, written: Term) -> list[Inequality]:
    """Return (Σ wfg)² ≤ Σ wf²·Σ wg² for the products of two such sums as they were written: of centred numbers, say."""
    found: dict[Theorem, Inequality] = {}
    for monomial in read_polynomial(written):
        for one, other in combinations([f for a, _ in monomial if isinstance(f := operand(a, "sum"), Abs)], 2):
            if one.binder is not other.binder:
                continue
            x = normaliser.context.next_variable(one.binder, one, other)
            first, second = (Counter(_written_factors(open_body(f, x))) for f in (one, other))
            common = first & second
            halves = [{t: e // 2 for t, e in (rest - common).items() if e % 2 == 0} for rest in (first, second)]
            if any(
                Counter(half) + Counter(half) != rest - common
                for half, rest in zip(halves, (first, second), strict=True)
            ):
                continue
            w, f, g = (abstract(x, product_term([*Counter(part).elements()])) for part in (common, *halves))
            every = every_term(normaliser, w)  # type: ignore[arg-type]
            if every is not None:
                known = fact("cauchy_schwarz", w, f, g, premises=(every,))
                found.setdefault(known, as_inequality(normaliser, known))
    return list(found.values())


def _written_factors(t: Term) -> list[Term]:
    """Return the factors of a product as it was written."""
    pair = operands(t, "*")
    return [t] if pair is None else [*_written_factors(pair[0]), *_written_factors(pair[1])]


def _below_sum(normaliser: Normaliser, whole: Term, indices: Sequence[Term]) -> Iterator[tuple[Term, Theorem]]:
    """Yield a term t and ⊢ t ≤ Σ f for a sum of nonnegative terms, and for the sums within it.

    It is ⊢ t < Σ f for positive terms at two indices or more.
    """
    total = operand(whole, "sum")
    if total is None or not isinstance(total, Abs) or total.binder.size is None:
        return
    f, size = total, total.binder.size
    every = every_term(normaliser, f)
    if every is None:
        return
    places: list[Term] = [v for v in indices if v.type is f.binder]
    if not any(isinstance(place, Var) for place in places):
        places = list(dict.fromkeys((*places, literal(0, fin(size)))))
    several = _at_least_two(normaliser, size)
    strictly = every_term(normaliser, f, positive) if several is not None else None
    for place in places:
        term = open_body(f, place)
        if several is not None and strictly is not None:
            yield term, fact("sum_gt_term", f, place, premises=(several, strictly))
            continue
        below = fact("sum_ge_term", f, place, premises=(every,))
        yield term, below
        for part, within in _below_sum(normaliser, term, indices):
            yield part, infer("le_trans", within, below)


def _at_least_two(normaliser: Normaliser, size: Size) -> Theorem | None:
    """Return ⊢ 2 ≤ n for a size n where it is known, or None."""
    same = normaliser.normal(const("#", size))
    several = proved_order(normaliser, number(2), right(same), False)
    return None if several is None else rewrite_proposition(several, symmetric(same))


def _monomials(polynomials: list[Polynomial]) -> list[Monomial]:
    return sorted({m for polynomial in polynomials for m in polynomial if m}, key=monomial_key)


def _inverted(polynomial: Polynomial) -> list[Term]:
    """Return the numbers whose inverses stand in a polynomial."""
    return [u for atom in atoms_of(_monomials([polynomial])) if (u := operand(atom, "inv"))]
