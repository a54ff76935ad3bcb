"""Take what hypotheses say of each next one of n places as what the step to it is, or as an order of the places.

So sums of the steps of a recurrence telescope, and what rises at each step is at no place below its first value.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from ....kernel.rules import Theorem
from ....kernel.terms import (
    REAL,
    Size,
    Term,
    Var,
    abstract,
    const,
    fin,
    literal,
    substitute,
    var,
)
from ...library.facts import fact, infer
from ...library.search import implied
from ...limits import MOST_PAIRED
from ...logic.conversions import fresh
from ...logic.derived_rules import close, gen, left, strip
from ...logic.formulas import UNIT, end_of, minus, pos_of, start_of
from ...logic.matching import rule_of
from ...logic.parts import contains, head_and_arguments, with_parts
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ..hypotheses.adding import add_theorem, isolated, plain_of


def steps_known(context: Context) -> list[Size]:
    """Return the sizes n of which hypotheses speak at each next one of n places."""
    said = map(strip, context.truths)
    return sorted({n for vs, _, truth in said for n in _sizes_of_steps(vs, truth.conclusion)}, key=str)


def _sizes_of_steps(variables: tuple[Var, ...], said: Term) -> set[Size]:
    return {n for v in variables if (n := v.type.size) is not None and contains(const("inr", UNIT, n), said)}


def with_steps_solved(context: Context) -> Context | None:
    """Return a context in which recurrences say what their steps are, not what stands next; None where none does.

    So a[t + 1] = a[t] − η·g[t] rewrites g[t], and sums of g telescope.
    """
    found = context.extended()
    for truth in context.truths:
        variables, premises, stripped = strip(truth)
        pair = stripped.sides
        if premises or pair is None or pair[0].type is not REAL or not _sizes_of_steps(variables, stripped.conclusion):
            continue
        solved = isolated(plain_of(context), stripped, partial(_is_entry_at, variables))
        if solved is None or any(rule.pattern is left(solved) for rule in context.rules):
            continue
        found.rules = [rule for rule in found.rules if rule.theorem.hypotheses != truth.hypotheses]
        found.rules.append(rule_of(frozenset(variables), solved))
    return None if found.rules == context.rules else found


def with_order_by_steps(context: Context) -> Context | None:
    """Return a context that knows how entries of tables that rise, or fall, at each step compare; None for nothing new.

    They are no less than the first, and two of them rise or fall alike, of which one may be the position.
    """
    found, known = context.extended(), {truth.conclusion for truth in context.truths}
    tables = dict[Size, dict[Term, Theorem]]()
    for truth in context.truths:
        for n, f, rises in _rising(truth):
            tables.setdefault(n, {}).setdefault(f, rises)
    for n, rising in tables.items():
        i, x, y = var("i", fin(n)), var("x", fin(UNIT + n)), var("y", fin(UNIT + n))
        sizes, later = {"n": n}, fact("none_before_first", {"n": UNIT + n}, x)
        first, place = literal(0, x.type), abstract(x, pos_of(x))
        said = [fact("rising_by_steps", sizes, f, first, x, premises=(rises, later)) for f, rises in rising.items()]
        every = [*rising.items(), (place, gen(i, fact("position_rises", sizes, i)))][:MOST_PAIRED]
        for (f, one), (g, other) in combinations(every, 2):
            said.append(fact("rising_alike", sizes, f, g, x, y, premises=(one, other)))
        for each in (close(each, *(v for v in (x, y) if v in each.conclusion.free)) for each in said):
            if each.conclusion not in known:
                add_theorem(found, each)
    return found if len(found.truths) > len(context.truths) else None


def _rising(truth: Theorem) -> Iterator[tuple[Size, Term, Theorem]]:
    """Yield n, f and ⊢ ∀i. f(i) ≤ f(i + 1), for i of n, where a hypothesis says so of f, or the opposite of −f."""
    variables, premises, stripped = strip(truth)
    order = order_of(stripped.conclusion)
    if premises or order is None or len(variables) != 1 or variables[0].type.size is None:
        return
    (i,), n = variables, variables[0].type.size
    x, here, there = fresh(fin(UNIT + n), *order[:2]), start_of(i), end_of(i)
    weak = infer("lt_le", stripped) if order[2] else stripped
    for before, after, rises in (
        (order[0], order[1], weak),
        (order[1], order[0], implied("∀a b:ℝ. a ≤ b ⇒ -1 * b ≤ -1 * a", weak)),
    ):
        f = with_parts(before, {here: x})
        if i not in f.free and f is not before and substitute(f, {x: there}) is after:
            yield n, abstract(x, f if rises is weak else minus(f)), gen(i, rises)


def _is_entry_at(variables: tuple[Var, ...], t: Term, _: Term) -> bool:
    """Tell whether a number is an entry at all of some indices, and at no other place that varies."""
    head, places = head_and_arguments(t)
    return isinstance(head, Var) and {place for place in places if place.free} == set(variables)
