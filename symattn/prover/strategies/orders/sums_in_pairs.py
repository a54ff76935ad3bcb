"""Inequalities from two sums: (Σ √(fg))² ≤ Σ f·Σ g, and what is known of all pairs of indices, summed up over both.

The first is that of Cauchy and Schwarz where the two vectors are found as roots of quotients; the sums are those of a
goal and those that hypotheses speak of.  The second makes Chebyshev's inequality of hypotheses on pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations, product

from ....kernel.terms import Abs, Term, Var, abstract, app, const, open_body
from ...library.facts import fact
from ...logic.derived_rules import gen, right, spec, strip
from ...logic.formulas import EXP, ONE, inv, minus, number, plus, times
from ...logic.parts import args_of, index_size
from ...logic.term_order import key, next_opened
from ...normal.linear_arithmetic import Inequality, in_normal_form, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, Polynomial, product_term, read_polynomial
from ...normal.positivity import nonnegative
from .lifting import weighted_sum
from .readings import told

MOST_SUMS = 5
MOST_WEIGHTS = 3  # for each index of a hypothesis on pairs
MOST_PAIRS = 9

#: A product of powers with whole exponents and an exponential: the exponents, and the sum under the exponential.
_Formal = tuple[dict[Term, int], Term]


def by_roots_of_products(normaliser: Normaliser, goal: Polynomial) -> Iterator[Inequality]:
    """Yield (Σ r)² ≤ Σ a·Σ b for sums Σ a and Σ b of one term each, where r² is a·b and a is not negative."""
    for first, second in combinations(_sums(normaliser, goal), 2):
        if first.binder is not second.binder or first.binder.size is None:
            continue
        x = next_opened(first.binder, first, second, *normaliser.context.assumed)
        summands = [read_polynomial(open_body(f, x)) for f in (first, second)]
        if any(list(summand.values()) != [1] for summand in summands):
            continue
        bodies = [open_body(f, x) for f in (first, second)]
        parts = [_formal(next(iter(summand))) for summand in summands]
        for (a, b), weight in zip((parts, parts[::-1]), bodies, strict=True):
            if (g := _root_over(normaliser, a, b)) is None:
                break
            sign = nonnegative(normaliser, weight)
            if sign is None:
                continue
            functions = [abstract(x, t) for t in (weight, ONE, g)]
            below = fact("cauchy_schwarz", {"n": index_size(x)}, *functions, premises=(gen(x, sign),))
            low, high, _ = order_of(below.conclusion) or (ONE, ONE, False)
            known = partial(fact, "sub_nonneg", {}, low, high, premises=(below,))
            yield in_normal_form(normaliser, known, plus(high, minus(low)), False)
            break


def _sums(normaliser: Normaliser, goal: Polynomial) -> list[Abs]:
    """Return the functions that a goal and the hypotheses have sums of, and 1 for an index that is summed over."""
    atoms = {atom for polynomial in (goal, *told(normaliser)) for m in polynomial for atom, _ in m}
    sums = [args_of(atom, "sum", 1) for atom in sorted(atoms, key=key)]
    found = [f[0] for f in sums if f is not None and isinstance(f[0], Abs)][:MOST_SUMS]
    ones = [abstract(next_opened(f.binder, f), ONE) for f in {f.binder: f for f in found}.values()]
    return found + [one for one in ones if isinstance(one, Abs) and one not in found]


def _formal(monomial: Monomial) -> _Formal:
    """Return a product with inverses as negative exponents and its exponentials as one."""
    exponents: dict[Term, int] = {}
    under: list[Term] = []
    for atom, e in monomial:
        inverse, exponential = args_of(atom, "inv", 1), args_of(atom, "exp", 1)
        if exponential is not None:
            under.append(times(number(e), exponential[0]))
        elif inverse is not None:
            exponents[inverse[0]] = exponents.get(inverse[0], 0) - e
        else:
            exponents[atom] = exponents.get(atom, 0) + e
    return exponents, reduce(plus, under) if under else number(0)


def _root_over(normaliser: Normaliser, a: _Formal, b: _Formal) -> Term | None:
    """Return √(a·b)/a, where the exponents of a·b are even, or None."""
    parts: list[Term] = []
    for atom in sorted({*a[0], *b[0]}, key=key):
        difference = b[0].get(atom, 0) - a[0].get(atom, 0)
        if difference % 2:
            return None
        parts += [atom if difference > 0 else inv(atom)] * (abs(difference) // 2)
    exponent = right(normaliser.normal(times(number(Fraction(1, 2)), plus(b[1], minus(a[1])))))
    if read_polynomial(exponent):
        parts.append(app(EXP, exponent))
    return product_term(parts)


# --------------------------------------------------------------------------------------------- hypotheses on all pairs


def summed_over_pairs(normaliser: Normaliser, goal: Polynomial) -> Iterator[Inequality]:
    """Yield what hypotheses on all pairs of indices say when they are summed up over both, with weights."""
    for truth in normaliser.context.truths:
        variables, premises, stripped = strip(truth)
        order = order_of(stripped.conclusion) if len(variables) == 2 and not premises else None
        if order is None or any(v.type.size is None for v in variables):
            continue
        binders: list[Var] = []
        for v in variables:
            binders.append(next_opened(v.type, *binders, *(a for m in goal for a, _ in m), *normaliser.context.assumed))
        a, b, strict = order_of(spec(truth, *binders).conclusion) or order
        at = spec(truth, *binders)
        known = partial(fact, "sub_pos" if strict else "sub_nonneg", {}, a, b, premises=(at,))
        choices = [list(enumerate(_weights(normaliser, goal, v))) for v in binders]
        alike_first = sorted(product(*choices), key=lambda pair: len({place for place, _ in pair}))
        for weights in alike_first[:MOST_PAIRS]:
            bound = known, plus(b, minus(a)), strict
            found = weighted_sum(normaliser, binders, reduce(times, [t for _, t in weights]), bound)
            if found is not None:
                yield in_normal_form(normaliser, *found)


def _weights(normaliser: Normaliser, goal: Polynomial, x: Var) -> list[Term]:
    """Return 1, 1/n, and the terms of sums over the range of an index that are at hand and not negative."""
    terms = [open_body(f, x) for f in _sums(normaliser, goal) if f.binder is x.type]
    signed = [t for t in terms if t is not ONE and nonnegative(normaliser, t) is not None]
    return [ONE, inv(const("#", index_size(x))), *signed[:MOST_WEIGHTS]]
