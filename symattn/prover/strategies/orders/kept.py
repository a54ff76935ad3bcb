"""Numbers with |·|, max and min, each treated as a number of its own.

Written out, the largest of n numbers has 2ⁿ cases, and under sums and within maxima there are no cases.  Kept, each is
known by what bounds it; where it is bounded itself, it is one of two numbers, and the goal comes down to two goals
without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Term, app, const, var
from ...library.facts import fact, infer
from ...library.inequalities import BOUNDS, about
from ...library.propositions import by_cases
from ...library.search import said_of
from ...logic.cached_rules import refl, ring
from ...logic.conversions import replaced, rewrite_proposition
from ...logic.derived_rules import ap_term, chain, mp, right, spec, symmetric
from ...logic.formulas import ZERO, le, minus, times
from ...logic.matching import rule_of
from ...logic.parts import args_of, argument_of, operand, operands, parts_of
from ...logic.term_order import size
from ...normal.context import Context
from ...normal.linear_arithmetic import Inequality, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, atoms_of, read_polynomial, scaled_term, without
from ..core.search import Ask
from .bounds_given import ARITY, KEPT, bounds_of_arguments, bounds_of_entries
from .comparisons import Compared, moved_to
from .lifting import as_inequality
from .maxima import maxima

_SQUARE = "∀x:ℝ. abs x * abs x = x * x"
_OF_SUM = "∀x y u v:ℝ. abs x ≤ u ⇒ abs y ≤ v ⇒ abs (x + y) ≤ u + v"
_OF_PRODUCT = "∀w x u:ℝ. abs x ≤ u ⇒ abs (w * x) ≤ abs w * u"
_ONE_OF_TWO = {
    "max": ("∀x y:ℝ. y ≤ x ⇒ max x y = x", "∀x y:ℝ. ¬(y ≤ x) ⇒ max x y = y"),
    "min": ("∀x y:ℝ. x ≤ y ⇒ min x y = x", "∀x y:ℝ. ¬(x ≤ y) ⇒ min x y = y"),
    "abs": ("∀x:ℝ. 0 ≤ x ⇒ abs x = x", "∀x:ℝ. ¬(0 ≤ x) ⇒ abs x = -1 * x"),
}


def kept(*terms: Term) -> list[Term]:
    """Return the largest and smallest of two numbers and the absolute values in some terms."""
    return [part for part in parts_of(*terms) if not part.loose and _head(part) is not None]


def how_many(context: Context, *terms: Term) -> int:
    """Return how many there are in some terms and in the inequalities that are known, and 0 where they are kept."""
    return 0 if are_kept(context) else len({*kept(*terms), *_kept_in_hypotheses(context)})


def are_kept(context: Context) -> bool:
    """Tell whether |·|, max and min are numbers of their own."""
    return context.opaque >= KEPT


def _kept_in_hypotheses(context: Context) -> list[Term]:
    return kept(*(side for truth in context.truths for side in (order_of(truth.conclusion) or ())[:2]))


def _head(t: Term) -> tuple[str, list[Term]] | None:
    """Return max, min or abs and its arguments, or None for anything else."""
    found = ((name, args_of(t, name, arity)) for name, arity in ARITY.items())
    return next(((name, args) for name, args in found if args is not None), None)


def keeping(context: Context, *terms: Term) -> Context | None:
    """Return a context that keeps |·|, max and min in some terms, or None where they are kept or there are none."""
    inner = replace(context.extended(), opaque=context.opaque | KEPT)
    x = var("?x", REAL)
    inner.products.append(rule_of(frozenset((x,)), spec(about("abs", _SQUARE), x)))
    inner.truths.append(about("abs", BOUNDS["abs"][0]))
    normaliser = Normaliser(inner)
    normal = [right(normaliser.normal(t)) for t in (*terms, *_kept_in_hypotheses(context))]
    if are_kept(context) or not any(map(_head, parts_of(*normal))):
        return None
    largest = [fact("le_refl", top) for top in maxima(map(read_polynomial, normal))]
    entries = bounds_of_entries(inner, largest)
    inner.truths += [*entries, *bounds_of_arguments(entries)]
    return inner


def bounds_of_kept(normaliser: Normaliser, polynomials: Iterable[Polynomial]) -> list[Inequality]:
    """Return what bounds |·|, max and min in some polynomials, where they are kept."""
    atoms = atoms_of(*polynomials) if are_kept(normaliser.context) else []
    heads = filter(None, map(_head, kept(*atoms)))
    known = (spec(about(name, statement), *args) for name, args in heads for statement in BOUNDS[name])
    return [as_inequality(normaliser, each) for each in known]


def at_each_of_two(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a ≤ b or a < b with each of two numbers in place of max, min or |·| of them, or return None."""
    part = _bounded(goal.t)
    name, arguments = (None if part is None else _head(part)) or ("", [])
    if not arguments:
        return None
    x, y = arguments if len(arguments) == 2 else (ZERO, *arguments)
    first = le(y, x) if name == "max" else le(x, y)
    shown = []
    for case, statement in zip((first, negation(first)), _ONE_OF_TWO[name], strict=True):
        inner = ask.assuming(case).less(larger=1)
        same = replaced(refl(goal.t), mp(spec(about(name, statement), *arguments), assume(case)))
        same = chain(same, inner.normaliser.normal(right(same)))
        shown.append(moved_to(inner.prove(goal.said_of(ZERO, right(same))), same))
    return goal.by_sign(by_cases(first, *shown))


def is_modulus(_: Ask, goal: Compared) -> bool:
    """Tell whether a goal bounds the modulus of a sum or product itself."""
    u = operand(goal.a, "abs")
    return u is not None and any(operand(part, name) for part in parts_of(u) for name in ("sum", "product"))


def with_both_signs(ask: Ask, goal: Compared) -> Theorem:
    """Prove |u| ≤ b from u ≤ b and −u ≤ b, and so for <."""
    u = argument_of(goal.a)
    premises = [ask.prove(goal.said_of(side, goal.b)) for side in (u, minus(u))]
    r = goal.relation
    return said_of(f"∀x y:ℝ. x {r} y ⇒ -1 * x {r} y ⇒ abs x {r} y", (u, goal.b), *premises)


def with_moduli_inside(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove |u| ≤ b from Σ |f| + … ≤ b, where u is Σ f + …, and so for <."""
    same = ask.normaliser.normal(argument_of(goal.a))
    bound = _triangle(right(same))
    between = args_of(bound.conclusion, "≤", 2) or []
    if between[0] is between[1]:
        return None
    known = replace(ask, depth=ask.depth - 1).prove(goal.said_of(between[1], goal.b))  # the same goal otherwise
    found = infer("le_lt_trans" if goal.strict else "le_trans", bound, known)
    return rewrite_proposition(found, ap_term(const("abs"), symmetric(same)))


def _triangle(t: Term) -> Theorem:
    """Return ⊢ |t| ≤ s for a normal term t, where s is a sum of moduli, also under Σ."""
    if (pair := operands(t, "+")) is not None:
        return said_of(_OF_SUM, pair, *map(_triangle, pair))
    if (f := operand(t, "sum")) is not None:
        return fact("triangle", f)
    for monomial, coefficient in read_polynomial(t).items():  # there is one, or none in 0
        sums = [a for a, e in monomial if e == 1 and operand(a, "sum") is not None]
        if len(sums) == 1:
            pair = scaled_term(coefficient, without(monomial, sums[0])), sums[0]
            bound = said_of(_OF_PRODUCT, pair, _triangle(sums[0]))
            return rewrite_proposition(bound, ap_term(const("abs"), ring(times(*pair), t)))
    return fact("le_refl", app(const("abs"), t))


def _bounded(t: Term) -> Term | None:
    """Return the longest of max, min and |·| in a normal term of which what is known does not give a lower bound.

    It gives one of c·w·|u| with c > 0, where w is taken not to be negative; within these, of none with another sign.
    """
    helps = {"max": True, "abs": True, "min": False}
    others: list[Term] = []
    within: list[Term] = []
    for monomial, coefficient in read_polynomial(t).items():
        heads = [(e, head[0]) for atom, e in monomial if (head := _head(atom)) is not None]
        if any(e > 1 or helps[name] is not (coefficient > 0) for e, name in heads) or len(heads) != 1:
            others += [atom for atom, _ in monomial]
        else:
            inside = kept(*(atom for atom, _ in monomial))
            within += [part for part in inside if helps[(_head(part) or ("abs",))[0]] is not (coefficient > 0)]
    return max(kept(*others) or within, key=size, default=None)
