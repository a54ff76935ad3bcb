"""What hypotheses say of all pairs of indices, summed up over both: Chebyshev's inequality.

No row: the trigger is the hypothesis, and its weights are terms of any sums at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from itertools import product

from ....kernel.terms import Abs, Term, Var, abstract, const, open_body
from ...library.facts import fact
from ...logic.derived_rules import spec, strip
from ...logic.formulas import ONE, inv, minus, plus, times
from ...logic.parts import args_of, index_size
from ...logic.term_order import key, next_opened
from ...normal.linear_arithmetic import Inequality, in_normal_form, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial
from ...normal.positivity import nonnegative
from .lifting import weighted_sum
from .readings import told

MOST_SUMS = 5
MOST_WEIGHTS = 3  # for each index of a hypothesis on pairs
MOST_PAIRS = 9


def _sums(normaliser: Normaliser, goal: Polynomial) -> list[Abs]:
    """Return the functions that a goal and the hypotheses have sums of, and 1 for an index that is summed over."""
    atoms = {atom for polynomial in (goal, *told(normaliser)) for m in polynomial for atom, _ in m}
    sums = [args_of(atom, "sum", 1) for atom in sorted(atoms, key=key)]
    found = [f[0] for f in sums if f is not None and isinstance(f[0], Abs)][:MOST_SUMS]
    ones = [abstract(next_opened(f.binder, f), ONE) for f in {f.binder: f for f in found}.values()]
    return found + [one for one in ones if isinstance(one, Abs) and one not in found]


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
