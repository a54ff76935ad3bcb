"""Turn hypotheses into facts of a context: rewrite rules, contractions Σ u·v = w, and truths.

An equation is normalised before it becomes a rule, so that it meets the normal forms it has to rewrite; where its left
side is a polynomial, it is solved for its greatest atom.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.syntax import FALSE
from ....kernel.terms import BOOL, EXTENDED, REAL, Abs, Lit, Term, Var, app, const, equation, sides
from ...library.facts import fact
from ...library.literals import nonzero_literal
from ...logic.cached_rules import ring
from ...logic.conversions import replaced, rewrite_proposition, to
from ...logic.derived_rules import (
    ap_term,
    ap_thm,
    binary,
    chain,
    close,
    discharge,
    first_conjunct,
    is_false,
    is_refl,
    left,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    right,
    second_conjunct,
    strip,
    swapped,
    symmetric,
)
from ...logic.formulas import ADD, MUL, ONE, ZERO, inv, minus, number, plus, times
from ...logic.matching import Rule, rule_from, rule_of
from ...logic.parts import args_of, contains, head_and_arguments, occurs
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import factors, polynomial_term, product_term, read_polynomial, scaled_term, sorted_terms
from ...normal.positivity import nonnegative, nonzero
from .bijections import rules_for_maps
from .masks import exponentials, truth_values_equal
from .moments import moments

MOST_FACTORS = 3  # of a product that a hypothesis replaces


def add_hypothesis(context: Context, proposition: Term) -> None:
    """Let a proof use a hypothesis, as a truth and, unless it has premises of its own, as a rewrite rule."""
    add_theorem(context, assume(proposition))


def add_theorem(context: Context, theorem: Theorem) -> None:
    """Let a proof use a theorem, as a truth and, unless it has premises of its own, as a rewrite rule."""
    context.truths.append(theorem)
    as_met = _between_normal_forms(context, theorem)
    if as_met is not None:
        context.truths.append(as_met)
    variables, premises, stripped = strip(theorem)
    if not premises and (inside_root := _inside_root(plain_of(context), stripped)) is not None:
        add_theorem(context, close(inside_root, *variables))
    for moment in moments(theorem):
        _add_equation(context, moment, context.moments, plain_of(context))
    if match_conjunction(theorem.conclusion) is not None:
        add_theorem(context, first_conjunct(theorem))
        add_theorem(context, second_conjunct(theorem))
    negated = match_implication(theorem.conclusion)
    twice = match_implication(negated[0]) if negated is not None and negated[1] is FALSE else None
    if twice is not None and twice[1] is FALSE:
        add_theorem(context, fact("not_not", {}, twice[0], premises=(theorem,)))
    if negated is not None and negated[1] is FALSE:
        context.rules.append(rule_from(is_false(theorem)))
        unequal = sides(negated[0])
        if unequal is not None and unequal[0].type is not BOOL:  # an equation may be met either way round
            context.rules.append(rule_from(chain(swapped(unequal[1], unequal[0]), is_false(theorem))))
    if premises:
        return
    pair = stripped.sides
    if pair is not None and (apart := _sum_apart(stripped)) is not None:
        context.truths.append(close(apart, *variables))
    plain = plain_of(context)  # the same normal forms are asked for twice
    if pair is not None and (inside := _without_root(plain, stripped)) is not None:
        add_theorem(context, close(inside, *variables))
        plain = plain_of(context)
    if pair is not None and pair[0].type is EXTENDED:
        plainer = _of_extended(context, theorem)
        if plainer is not None:
            add_theorem(context, plainer)
    elif pair is None or pair[0].type is not REAL:
        context.rules.append(rule_from(_oriented(theorem)))
    else:
        _add_equation(context, theorem, context.contractions, plain)


def _sum_apart(theorem: Theorem) -> Theorem | None:
    """Infer ⊢ Σ f ≠ 0 from ⊢ Σ f = c or ⊢ c = Σ f for a number c other than 0, or return None."""
    both = left(theorem), right(theorem)
    for total, value in (both, both[::-1]):
        if args_of(total, "sum", 1) is not None and isinstance(value, Lit) and value.value:
            same = theorem if total is both[0] else symmetric(theorem)
            zero = assume(equation(total, ZERO))
            unequal = nonzero_literal(Fraction(value.value))
            return discharge(zero.conclusion, mp(unequal, chain(symmetric(same), zero)))
    return None


def _inside_root(plain: Normaliser, theorem: Theorem) -> Theorem | None:
    """Infer ⊢ 0 < u from ⊢ √u ≠ 0 or ⊢ 0 < √u where u is not negative, or return None."""
    negated = match_implication(theorem.conclusion)
    if negated is None or negated[1] is not FALSE:
        return None
    pair = sides(negated[0])
    a, b = pair or args_of(negated[0], "≤", 2) or (ZERO, ONE)
    if b is not ZERO or a.type is not REAL:
        return None
    same = plain.head_normal(a)  # written out, the squares under a root would not be seen
    root = args_of(right(same), "sqrt", 1)
    sign = nonnegative(plain, *root) if root is not None else None
    if root is None or sign is None:
        return None
    apart = theorem if pair is not None else fact("pos_ne", {}, a, premises=(theorem,))
    zero = assume(equation(root[0], ZERO))
    nothing = chain(same, ap_term(const("sqrt"), zero), fact("sqrt_zero"))
    above = discharge(zero.conclusion, mp(apart, nothing))
    return fact("nonneg_ne_pos", {}, *root, premises=(sign, above))


def _without_root(plain: Normaliser, theorem: Theorem) -> Theorem | None:
    """Infer ⊢ u = b·b from ⊢ √u = b or ⊢ b = √u where u is not negative, or return None."""
    if left(theorem).type is not REAL:
        return None
    first, second = plain.normal(left(theorem)), plain.normal(right(theorem))
    for a, b in ((first, second), (second, first)):
        root = args_of(right(a), "sqrt", 1)
        if root is None or occurs(const("sqrt"), right(b)):
            continue
        sign = nonnegative(plain, *root)
        if sign is not None:
            normal = chain(symmetric(first), theorem, second)
            same = normal if a is first else symmetric(normal)
            square = fact("sqrt_square", {}, *root, premises=(sign,))
            return chain(symmetric(square), binary(MUL, same, same))
    return None


def _of_extended(context: Context, theorem: Theorem) -> Theorem | None:
    """Infer what an equation ∀x…. e = e' between extended reals says of truth values or of real numbers."""
    variables, _, stripped = strip(theorem)
    plain = plain_of(context)
    normal = chain(symmetric(plain.normal(left(stripped))), stripped, plain.normal(right(stripped)))
    if left(normal) is right(normal):
        return None
    truth, reals = truth_values_equal(normal), close(exponentials(normal), *variables)
    if truth is None:
        return reals
    context.truths.append(reals)
    return close(truth, *variables)


def plain_of(context: Context) -> Normaliser:
    """Return a normaliser that uses no hypotheses."""
    return Normaliser(replace(context, rules=[], contractions=[], moments=[], products=[], steps=0))


def _between_normal_forms(context: Context, theorem: Theorem) -> Theorem | None:
    """Infer a ≤ b, ¬ (a ≤ b) or a ≠ b with both sides in normal form, as a proof meets them; None for anything else.

    What holds for all x is put into this form for all x.
    """
    if match_forall(theorem.conclusion) is not None:
        variables, premises, stripped = strip(theorem)
        as_met = None if premises else _between_normal_forms(context, stripped)
        return None if as_met is None else close(as_met, *variables)
    conclusion = theorem.conclusion
    negated = match_implication(conclusion)
    inner = negated[0] if negated is not None and negated[1] is FALSE else conclusion
    pair = sides(inner)
    differs = inner is not conclusion and pair is not None and pair[0].type is REAL
    if not differs and args_of(inner, "≤", 2) is None:
        return None
    same = plain_of(context).normal(inner)
    if is_refl(same):
        return None
    if inner is conclusion:
        return eq_mp(same, theorem)
    return discharge(right(same), mp(theorem, eq_mp(symmetric(same), assume(right(same)))))


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
        product = _solved_for_product(context, stripped)
        idempotent = None if product is None else _of_idempotent(product)
        if product is not None and (variables or idempotent):
            context.products.append(rule_of(frozenset(variables), product))
            context.truths += [close(bound, *variables) for bound in idempotent or ()]
        return
    context.rules += rules_for_maps(context, frozenset(variables), solved)
    rule = rule_of(frozenset(variables), solved)
    total = args_of(rule.pattern, "sum", 1)
    contraction = total is not None and isinstance(total[0], Abs)
    (contractions if contraction else context.rules).append(rule)


def _solved(plain: Normaliser, theorem: Theorem, variables: tuple[Var, ...]) -> Theorem | None:
    """Infer an equation atom = r from Γ ⊢ a = b, with both sides normal, or None when there is nothing to rewrite."""
    if left(theorem) is right(theorem):
        return None
    a, b = plain.normal(left(theorem)), plain.normal(right(theorem))
    normal = chain(symmetric(a), theorem, b)
    polynomial = read_polynomial(left(normal))
    for monomial, coefficient in reversed(sorted_terms(polynomial)):
        if len(monomial) != 1 or monomial[0][1] != 1:
            continue
        atom = monomial[0][0]
        if coefficient == 1 and len(polynomial) == 1 and not contains(atom, right(normal)):
            return normal
        rest = polynomial_term({m: c for m, c in polynomial.items() if m != monomial})
        if contains(atom, rest) or contains(atom, right(normal)) or _summed(atom, variables, rest, right(normal)):
            continue  # such a rule would rewrite without end
        solution = ring(atom, times(number(1 / coefficient), plus(left(normal), minus(rest))))
        return replaced(solution, normal)
    return _divided(plain, normal) or (None if variables else isolated(plain, normal))


def _solved_for_product(context: Context, theorem: Theorem) -> Theorem | None:
    """Infer ⊢ u·v = r, with a product of a few factors and less degree in r, from Γ ⊢ a = b, or None.

    So entries of which b·b = b is given are those of a matrix of zeros and ones.
    """
    whole, nothing = _vanishing(plain_of(context), theorem)
    polynomial = read_polynomial(whole)
    terms = sorted_terms(polynomial)
    degrees = [sum(e for _, e in monomial) for monomial, _ in terms]
    if not terms or not 2 <= degrees[-1] <= MOST_FACTORS or degrees[-1] in degrees[:-1]:
        return None
    monomial, coefficient = terms[-1]
    product = product_term(factors(monomial))
    rest = polynomial_term({m: -c / coefficient for m, c in polynomial.items() if m != monomial})
    shown = ring(product, plus(times(number(1 / coefficient), whole), rest))
    scaled = ap_thm(ap_term(ADD, ap_term(app(MUL, number(1 / coefficient)), nothing)), rest)
    return to(chain(shown, scaled), rest)


def _of_idempotent(theorem: Theorem) -> tuple[Theorem, Theorem] | None:
    """Infer ⊢ 0 ≤ b and ⊢ b ≤ 1 from ⊢ b·b = b, or return None for another equation."""
    b = right(theorem)
    if left(theorem) is not times(b, b):
        return None
    value = fact("idempotent_is_indicator", {}, b, premises=(theorem,))
    low = rewrite_proposition(fact("square_nonneg", {}, b), theorem)
    return low, rewrite_proposition(fact("ind_le_one", {}, equation(b, ONE)), value)


def _summed(atom: Term, variables: tuple[Var, ...], *others: Term) -> bool:
    """Tell whether an entry, about any indices, is that of a matrix or a row of which others have a sum."""
    head, _ = head_and_arguments(atom)
    if not isinstance(head, Var) or not variables:
        return False
    sums = (a for t in others for m in read_polynomial(t) for a, _ in m if args_of(a, "sum", 1) is not None)
    return any(head in total.free for total in sums)


def isolated(plain: Normaliser, theorem: Theorem, wanted: Callable[[Term], bool] | None = None) -> Theorem | None:
    """Infer x = r·u⁻¹ from ⊢ a = b where a − b is u·x − r, for an atom x nowhere else and a u that is not 0, or None.

    So λx = μx says that x = 0 where λ ≠ μ.  Where only some atoms are ``wanted``, x is one of them.
    """
    difference, nothing = _vanishing(plain, theorem)
    polynomial = read_polynomial(difference)
    atoms = [atom for monomial, _ in reversed(sorted_terms(polynomial)) for atom, _ in monomial]
    for atom in dict.fromkeys(atoms if wanted is None else filter(wanted, atoms)):
        with_it = {m: c for m, c in polynomial.items() if atom in dict(m)}
        if any(dict(m)[atom] != 1 for m in with_it):
            continue
        u = polynomial_term({tuple(pair for pair in m if pair[0] is not atom): c for m, c in with_it.items()})
        rest = polynomial_term({m: c for m, c in polynomial.items() if m not in with_it})
        if contains(atom, u) or contains(atom, rest):
            continue
        apart = nonzero(plain, u)
        if apart is not None:
            one = fact("inv_mul", {}, u, premises=(apart,))
            whole = chain(ring(atom, times(atom, ONE)), ap_term(app(MUL, atom), symmetric(one)))
            moved = chain(whole, ring(right(whole), times(plus(difference, minus(rest)), inv(u))))
            return to(replaced(moved, nothing), times(minus(rest), inv(u)))
    return None


def _vanishing(plain: Normaliser, theorem: Theorem) -> tuple[Term, Theorem]:
    """Return the normal form t of a − b and Γ ⊢ t = 0 from Γ ⊢ a = b."""
    a, b = left(theorem), right(theorem)
    difference = plain.normal(plus(a, minus(b)))
    nothing = chain(symmetric(difference), ring(plus(a, minus(b)), plus(minus(b), a)))
    return right(difference), to(chain(nothing, ap_term(app(ADD, minus(b)), theorem)), ZERO)


def _divided(plain: Normaliser, theorem: Theorem) -> Theorem | None:
    """Infer x = r·u⁻¹ from ⊢ c·x·u = r, for a variable x that stands nowhere else and a u that is not 0, or None."""
    polynomial = read_polynomial(left(theorem))
    if len(polynomial) != 1:
        return None
    ((monomial, coefficient),) = polynomial.items()
    for atom, exponent in monomial:
        rest = scaled_term(coefficient, tuple(pair for pair in monomial if pair[0] is not atom))
        if exponent != 1 or not isinstance(atom, Var) or contains(atom, rest) or contains(atom, right(theorem)):
            continue
        apart = nonzero(plain, rest)
        if apart is not None:
            one = fact("inv_mul", {}, rest, premises=(apart,))
            whole = chain(ring(atom, times(atom, ONE)), ap_term(app(MUL, atom), symmetric(one)))
            moved = chain(whole, ring(right(whole), times(left(theorem), inv(rest))))
            return chain(moved, ap_thm(ap_term(MUL, theorem), inv(rest)))
    return None
