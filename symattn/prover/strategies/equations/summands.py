"""Prove an equation between sums over one range from their summands: Σ f = 0 where f = 0 at each index.

Over pairs of indices of one range it is enough that f(i, j) + f(j, i) = 0, as hypotheses on symmetric matrices have it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, Term, abstract, app, const, equation, open_body, substitute
from ...library.facts import fact
from ...library.sums import under_sum
from ...logic.derived_rules import chain, gen, right, symmetric
from ...logic.formulas import ZERO, plus
from ...logic.parts import index_size
from ..core.goals import attempted
from ..core.search import Ask
from ..orders.comparisons import Compared
from ..orders.nonlinear import as_one_sum


def summand_by_summand(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b where the summands of the difference are 0, alone or in pairs, or return None."""
    inner = ask.at_most(cases=1, slopes=0)
    for f, joined in _as_sums(ask, goal.t):
        nothing = attempted(_at_each, inner, f) or _in_pairs(inner, f)
        if nothing is not None:
            return goal.by_zero(joined, nothing)
    return None


def _as_sums(ask: Ask, t: Term) -> Iterator[tuple[Abs, Theorem]]:
    """Yield f with ⊢ t = Σ f, for the ways in which a term is one sum."""
    normal = ask.normaliser.normal(t)
    for f, rest in as_one_sum(ask.normaliser, right(normal), least=1):
        joined = ask.normaliser.normal(app(const("sum", f.binder.size), f))  # type: ignore[arg-type]
        if rest is ZERO and right(joined) is right(normal):
            yield f, chain(normal, symmetric(joined))


def _at_each(ask: Ask, f: Abs) -> Theorem:
    """Prove Σ f = 0 from f = 0 at each index."""
    x = ask.next_variable(f.binder, f)
    nothing = ask.prove(equation(open_body(f, x), ZERO))
    return chain(under_sum(x, nothing), fact("sum_zero", {"n": index_size(x)}))


def _in_pairs(ask: Ask, f: Abs) -> Theorem | None:
    """Prove Σ f = 0 for a sum of sums over the same range, from g(i, j) + g(j, i) = 0 for the terms g."""
    x = ask.next_variable(f.binder, f)
    for g, joined in _as_sums(ask, open_body(f, x)):
        if g.binder is f.binder:
            y = ask.next_variable(g.binder, f, g, x)
            term = open_body(g, y)
            opposite = equation(plus(term, substitute(term, {x: y, y: x})), ZERO)
            pair = attempted(ask.prove, opposite)
            if pair is not None:
                table, every = abstract(x, abstract(y, term)), gen(x, gen(y, pair))
                nothing = fact("pairs_add_up_to_zero", table, premises=(every,))
                return chain(under_sum(x, joined), nothing)
    return None
