"""Turn hypotheses into facts of a context: rewrite rules, contractions Σ u·v = w, and truths.

An equation is normalised before it becomes a rule, so that it meets the normal forms it has to rewrite; where its left
side is a polynomial, it is solved for its greatest atom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from ....kernel.rules import Theorem, assume, eq_mp, instantiate
from ....kernel.syntax import FALSE
from ....kernel.terms import BOOL, EXTENDED, REAL, Abs, Lit, Term, Var, app, const, equation, literal, sides, substitute
from ...library.facts import fact, infer
from ...library.literals import nonzero_literal
from ...limits import MOST_WITHIN
from ...logic.cached_rules import refl, ring
from ...logic.conversions import fresh, replaced, rewrite_proposition, to
from ...logic.derived_rules import (
    ap_term,
    binary,
    chain,
    close,
    conjuncts,
    discharge,
    eq_mp_back,
    gen,
    is_false,
    is_refl,
    left,
    match_implication,
    match_negation,
    mp,
    right,
    strip,
    swapped,
    symmetric,
)
from ...logic.formulas import ADD, MUL, ONE, ZERO, inv, minus, number, plus, times
from ...logic.matching import Rule, rule_from, rule_of
from ...logic.parts import args_of, argument_of, contains, head_and_arguments, is_matrix, occurs, operand
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    atoms_of,
    factors,
    parted,
    polynomial_term,
    product_term,
    read_polynomial,
    sorted_terms,
)
from ...normal.positivity import every_term, nonnegative, nonzero
from .bijections import rules_for_maps
from .masks import exponentials, truth_values_equal
from .moments import moments


def add_hypothesis(context: Context, proposition: Term) -> None:
    """Let a proof use a hypothesis, as a truth and, unless it has premises of its own, as a rewrite rule."""
    add_theorem(context, assume(proposition))


def add_theorem(context: Context, theorem: Theorem) -> None:
    """Let a proof use a theorem, as a truth and, unless it has premises of its own, as a rewrite rule."""
    context.truths.append(theorem)
    variables, premises, stripped = strip(theorem)
    plain = plain_of(context)  # the same normal forms are asked for more than once
    for moment in moments(theorem):
        _add_equation(context, moment, context.moments, plain)
    if premises:
        return
    if (as_met := _between_normal_forms(plain, stripped)) is not None:
        context.truths.append(close(as_met, *variables))
    for reading in READINGS:
        for said in reading(plain, stripped):
            add_theorem(context, close(said, *(v for v in variables if v in said.conclusion.free)))
            plain = plain_of(context)  # which knows that
    negated = match_implication(theorem.conclusion)
    if negated is not None:
        context.rules.append(rule_from(is_false(theorem)))
        unequal = sides(negated[0])
        if unequal is not None and unequal[0].type is not BOOL:  # an equation may be met either way round
            context.rules.append(rule_from(chain(swapped(unequal[1], unequal[0]), is_false(theorem))))
    pair = stripped.sides
    if pair is not None and pair[0].type is REAL:
        _add_equation(context, theorem, context.contractions, plain)
        for where_equal in _where_indices_are_equal(plain, stripped, variables):
            _add_equation(context, where_equal, context.contractions, plain)
    elif pair is None or pair[0].type is not EXTENDED:
        context.rules.append(rule_from(_oriented(theorem)))


def add_as_rewritten(context: Context) -> None:
    """Let a proof use what is given as the equations between atoms rewrite it: 0 < w for 0 < u and u = w."""
    equations = [rule for rule in context.rules if rule.pattern.type is REAL]
    plain = plain_of(context)
    rewriting = Normaliser(replace(plain.context, rules=equations))
    known = {truth.conclusion for truth in context.truths}
    for theorem in [*context.truths] if equations else ():
        variables, premises, stripped = strip(theorem)
        if premises:
            continue
        if (as_met := _between_normal_forms(rewriting, stripped)) is not None:
            met = close(as_met, *(v for v in variables if v in as_met.conclusion.free))
            context.truths += [met] if met.conclusion not in known else []
        elif stripped.sides is not None and stripped.sides[0].type is REAL:
            a, b = map(rewriting.normal, stripped.sides)
            same = chain(symmetric(a), stripped, b)
            as_given = [right(plain.normal(side)) for side in stripped.sides]
            if not is_refl(same) and [left(same), right(same)] != as_given:
                _add_equation(context, close(same, *variables), context.contractions, plain)


def _where_indices_are_equal(plain: Normaliser, theorem: Theorem, variables: tuple[Var, ...]) -> Iterator[Theorem]:
    """Infer ⊢ ∀i. a(i, i) = b(i, i) from a(i, j) = b(i, j) where both (i, j) and (j, i) stand in it, as in Aᵀ = −A."""
    for i, j in combinations((v for v in variables if v.type.size is not None), 2):
        if i.type is not j.type:
            continue
        difference = plain.normal(left(difference_is_zero(theorem)))
        atoms = set(atoms_of(read_polynomial(right(difference))))
        if any((other := substitute(t, {i: j, j: i})) is not t and other in atoms for t in atoms):
            yield close(instantiate({j: i}, theorem), *(v for v in variables if v is not j))


def _parts(_: Normaliser, theorem: Theorem) -> list[Theorem]:
    """Infer p and q from ⊢ p ∧ q."""
    said = conjuncts(theorem)
    return said if len(said) > 1 else []


def _not_negated(_: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer p from ⊢ ¬¬p."""
    negated = match_negation(theorem.conclusion)
    if negated is not None and match_negation(negated) is not None:
        yield infer("not_not", theorem)


def _sum_apart(_: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer ⊢ Σ f ≠ 0 from ⊢ Σ f = c or ⊢ c = Σ f for a number c other than 0."""
    for total, value in _both_ways(theorem):
        if operand(total, "sum") is not None and isinstance(value, Lit) and value.value:
            same = theorem if total is left(theorem) else symmetric(theorem)
            zero = assume(equation(total, ZERO))
            unequal = nonzero_literal(Fraction(value.value))
            yield discharge(zero.conclusion, mp(unequal, chain(symmetric(same), zero)))


def _matrix_apart(_: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer ⊢ Σ A² ≠ 0 from ⊢ A ≠ 0 for a matrix, and ⊢ Σ (A − B)² ≠ 0 from ⊢ A ≠ B."""
    negated = match_negation(theorem.conclusion)
    pair = None if negated is None else sides(negated)
    if pair is not None and is_matrix(pair[0].type):
        is_zero = args_of(pair[1], "zeros", 0) is not None
        said = fact("zero_of_norm", pair[0]) if is_zero else fact("equal_of_norm", *pair)
        yield discharge(said.hypotheses[0], mp(theorem, said))


def _both_ways(theorem: Theorem) -> tuple[tuple[Term, Term], ...]:
    """Return a, b and b, a for an equation a = b of numbers, nothing for others."""
    pair = theorem.sides
    return (pair, pair[::-1]) if pair is not None and pair[0].type is REAL else ()


def _inside_root(plain: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer ⊢ 0 < u from ⊢ √u ≠ 0 or ⊢ 0 < √u where u is not negative."""
    negated = match_implication(theorem.conclusion)
    pair = (sides(negated[0]) or args_of(negated[0], "≤", 2)) if negated is not None else None
    if pair is None or pair[1] is not ZERO:
        return
    same = plain.head_normal(pair[0])  # written out, the squares under a root would not be seen
    root = operand(right(same), "sqrt")
    if root is None or (sign := nonnegative(plain, root)) is None:
        return
    zero = assume(equation(root, ZERO))
    nothing = chain(same, ap_term(const("sqrt"), zero), fact("sqrt_zero"))
    apart = theorem if negated == (equation(*pair), FALSE) else infer("pos_ne", theorem)
    above = discharge(zero.conclusion, mp(apart, nothing))
    yield infer("nonneg_ne_pos", sign, above)


def _without_root(plain: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer ⊢ u = b·b from ⊢ √u = b or ⊢ b = √u where u is not negative."""
    for a, b in _both_ways(theorem):
        first, second = plain.normal(a), plain.normal(b)
        root = operand(right(first), "sqrt")
        if root is None or occurs(const("sqrt"), right(second)) or (sign := nonnegative(plain, root)) is None:
            continue
        same = chain(symmetric(first), theorem if a is left(theorem) else symmetric(theorem), second)
        yield chain(symmetric(infer("sqrt_square", sign)), binary(MUL, same, same))
        return


def _of_extended(plain: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer what an equation e = e' between extended reals says of truth values or of real numbers."""
    pair = theorem.sides
    if pair is None or pair[0].type is not EXTENDED:
        return
    normal = chain(symmetric(plain.normal(pair[0])), theorem, plain.normal(pair[1]))
    if left(normal) is not right(normal):
        yield truth_values_equal(normal) or exponentials(normal)


def _inverted(plain: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer ⊢ u = v from ⊢ u⁻¹ = v⁻¹."""
    if _both_ways(theorem):
        first, second = (plain.normal(side) for side in (left(theorem), right(theorem)))
        if all(operand(right(side), "inv") is not None for side in (first, second)):
            same = ap_term(const("inv"), chain(symmetric(first), theorem, second))
            yield chain(symmetric(plain.normal(left(same))), same, plain.normal(right(same)))


def _below_total(plain: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer ⊢ ∀i. f i ≤ b from ⊢ max f = b or ⊢ max f ≤ b; and for b = 0 from ⊢ Σ f = b or ⊢ Σ f ≤ b, if 0 ≤ f i."""
    order = args_of(theorem.conclusion, "≤", 2)
    for a, b in [order] if order is not None else _both_ways(theorem):
        same = plain.head_normal(a)
        largest, total = (operand(right(same), name) for name in ("top", "sum"))
        f = largest or (total if b is ZERO else None)
        every = every_term(plain, f) if isinstance(f, Abs) and f is total else None
        if f is not None and (every is not None or (f is largest and (b is ZERO or isinstance(f, Abs)))):
            i = fresh(f.type.domain, f)  # type: ignore[arg-type]
            below = fact("top_ge", f, i) if every is None else fact("sum_ge_term", f, i, premises=(every,))
            above = theorem
            if order is None:
                above = infer("le_of_eq", theorem if a is left(theorem) else symmetric(theorem))
            yield gen(i, infer("le_trans", below, rewrite_proposition(above, same)))


def _bound_of_all(plain: Normaliser, theorem: Theorem) -> Iterator[Theorem]:
    """Infer ⊢ 0 ≤ b from ⊢ a i ≤ b for all indices i, of which b does not speak, where a i is not negative."""
    a, b = args_of(theorem.conclusion, "≤", 2) or (ZERO, ZERO)
    indices = a.free - b.free - frozenset().union(*(h.free for h in theorem.hypotheses))
    if not indices or isinstance(b, Lit) or any(v.type.size is None for v in indices):
        return
    first = instantiate({v: literal(0, v.type) for v in indices}, theorem)
    if (sign := nonnegative(plain, argument_of(first.conclusion.function))) is not None:  # type: ignore[attr-defined]
        yield infer("le_trans", sign, first)


#: What a theorem without premises says besides: the theorems that each reading infers are used as it is itself.
READINGS = (
    _inside_root,
    _parts,
    _not_negated,
    _sum_apart,
    _without_root,
    _of_extended,
    _inverted,
    _below_total,
    _bound_of_all,
    _matrix_apart,
)


def plain_of(context: Context) -> Normaliser:
    """Return a normaliser that uses no hypotheses."""
    return Normaliser(replace(context, rules=[], contractions=[], moments=[], products=[], steps=0))


def _between_normal_forms(plain: Normaliser, theorem: Theorem) -> Theorem | None:
    """Infer a ≤ b, ¬ (a ≤ b) or a ≠ b with both sides in normal form, as a proof meets them; None for anything else."""
    negated = match_implication(theorem.conclusion)
    inner = theorem.conclusion if negated is None else negated[0]
    pair = sides(inner) if negated is not None else None
    if args_of(inner, "≤", 2) is None and (pair is None or pair[0].type is not REAL):
        return None
    same = plain.normal(inner)
    if is_refl(same):
        return None
    if negated is None:
        return eq_mp(same, theorem)
    return discharge(right(same), mp(theorem, eq_mp_back(same, assume(right(same)))))


def _oriented(theorem: Theorem) -> Theorem:
    """Return an equation of two indices with the greater one on the left, so that no rules turn in a circle."""
    pair = theorem.sides
    if pair is None or not all(isinstance(side, Var) and side.type.size is not None for side in pair):
        return theorem
    return theorem if key(pair[0]) > key(pair[1]) else symmetric(theorem)


def _add_equation(context: Context, theorem: Theorem, contractions: list[Rule], plain: Normaliser) -> None:
    """Let a proof use an equation ∀x…. l = r between numbers as a rewrite rule or as one of the contractions.

    ``plain`` is a normaliser that uses no hypotheses.
    """
    variables, _, stripped = strip(theorem)
    solved = _solved(plain, stripped, variables)
    if solved is None:
        product = _solved_for_product(plain, stripped)
        bounds = () if product is None else _of_idempotent(product)
        if product is not None and (variables or bounds):
            context.products.append(rule_of(frozenset(variables), product))
            context.truths += [close(bound, *variables) for bound in bounds]
        return
    context.rules += rules_for_maps(frozenset(variables), solved)
    rule = rule_of(frozenset(variables), solved)
    total = operand(rule.pattern, "sum")
    contraction = total is not None and isinstance(total, Abs)
    (contractions if contraction else context.rules).append(rule)


def _solved(plain: Normaliser, theorem: Theorem, variables: tuple[Var, ...]) -> Theorem | None:
    """Infer an equation atom = r from Γ ⊢ a = b, or None when there is nothing to rewrite.

    The first choice is the greatest atom that stands alone on the left side; of several, one that is no sum.  Where an
    entry on the left is that of a matrix summed on the right, it is one that speaks of all variables: r in W = r + P·W.
    """
    if left(theorem) is right(theorem):
        return None
    here, every = right(plain.normal(left(theorem))), frozenset(variables)
    alone = {monomial[0][0] for monomial in read_polynomial(here) if [e for _, e in monomial] == [1]}

    def wanted(atom: Term, rest: Term) -> bool:
        is_new = not _summed(atom, variables, rest)
        return (atom in alone and is_new) or (
            atom is here and (is_new or not every.issuperset(head_and_arguments(atom)[1]))
        )

    entries = {atom for atom in alone if operand(atom, "sum") is None} if len(alone) > 1 else set()
    found = isolated(plain, theorem, lambda atom, rest: atom in entries and wanted(atom, rest))
    found = found or isolated(plain, theorem, wanted)
    if found is not None or (variables and here not in alone):
        return found
    return isolated(plain, theorem, lambda atom, rest: atom.free >= every and not _summed(atom, variables, rest))


def isolated(
    plain: Normaliser, theorem: Theorem, wanted: Callable[[Term, Term], bool] = lambda atom, rest: True
) -> Theorem | None:
    """Infer x = r·u⁻¹ from ⊢ a = b where a − b is u·x − r, for an atom x nowhere else and a u that is not 0, or None.

    So λx = μx says that x = 0 where λ ≠ μ.  The choice is the greatest atom that is ``wanted``, beside such a rest.
    """
    whole = difference_is_zero(theorem)
    nothing = chain(symmetric(plain.normal(left(whole))), whole)
    polynomial = read_polynomial(left(nothing))
    for atom in atoms_of(m for m, _ in reversed(sorted_terms(polynomial))):
        u, rest = map(polynomial_term, parted(polynomial, atom))
        is_alone = not contains(atom, u) and not contains(atom, rest)
        if is_alone and wanted(atom, rest) and (found := _divided(plain, nothing, atom, u, rest)) is not None:
            return found
    return None


def _solved_for_product(plain: Normaliser, theorem: Theorem) -> Theorem | None:
    """Infer ⊢ u·v = r, with a product of a few factors and less degree in r, from Γ ⊢ a = b, or None.

    So entries of which b·b = b is given may be used as those of a matrix of zeros and ones.
    """
    whole = difference_is_zero(theorem)
    nothing = chain(symmetric(plain.normal(left(whole))), whole)
    polynomial = read_polynomial(left(nothing))
    terms = sorted_terms(polynomial)
    degrees = [sum(e for _, e in monomial) for monomial, _ in terms]
    if not terms or not 2 <= degrees[-1] <= MOST_WITHIN or degrees[-1] in degrees[:-1]:
        return None
    monomial, coefficient = terms[-1]
    rest = polynomial_term({m: c for m, c in polynomial.items() if m != monomial})
    return _divided(plain, nothing, product_term(factors(monomial)), number(coefficient), rest)


def _of_idempotent(theorem: Theorem) -> tuple[Theorem, ...]:
    """Infer 0 ≤ b and b ≤ 1 from ⊢ b·b = b, and nothing from another equation."""
    b = right(theorem)
    if left(theorem) is not times(b, b):
        return ()
    low = rewrite_proposition(fact("square_nonneg", b), theorem)
    high = rewrite_proposition(fact("ind_le_one", equation(b, ONE)), infer("idempotent_is_indicator", theorem))
    return low, high


def difference_is_zero(theorem: Theorem) -> Theorem:
    """Infer a − b = 0 from ⊢ a = b."""
    return to(binary(ADD, theorem, refl(minus(right(theorem)))), ZERO)  # one side may stand within the other


def _divided(plain: Normaliser, nothing: Theorem, x: Term, u: Term, rest: Term) -> Theorem | None:
    """Infer x = −rest·u⁻¹ from ⊢ t = 0 where t is u·x + rest, if u is not 0, or return None."""
    if isinstance(u, Lit):  # what a number divides is arithmetic alone
        part = number(1 / Fraction(u.value))
        same = ring(x, times(part, plus(left(nothing), minus(rest))))
        return plain.then(to(replaced(same, nothing), times(part, minus(rest))))
    apart = nonzero(plain, u)
    if apart is None:
        return None
    one = infer("inv_mul", apart)
    whole = chain(ring(x, times(x, ONE)), ap_term(app(MUL, x), symmetric(one)))
    moved = to(whole, times(plus(left(nothing), minus(rest)), inv(u)))
    return plain.then(to(replaced(moved, nothing), times(minus(rest), inv(u))))


def _summed(atom: Term, variables: tuple[Var, ...], rest: Term) -> bool:
    """Tell whether an entry, about any indices, is that of a matrix or a row of which the rest has a sum.

    Such a rule would rewrite without end.
    """
    head, _ = head_and_arguments(atom)
    sums = [a for a in atoms_of(read_polynomial(rest)) if operand(a, "sum")]
    return bool(variables) and any(head in a.free for a in sums)
