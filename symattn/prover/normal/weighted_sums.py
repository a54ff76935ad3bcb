"""Sums that are positive because a sum of fewer factors is known not to be 0: the others are positive weights."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.rules import Theorem
from ...kernel.terms import Abs, Term, Var, open_body, sides, substitute
from ..library.facts import infer
from ..library.sums import under_sum
from ..logic.conversions import fresh, rearranged, rewrite_proposition
from ..logic.derived_rules import chain, gen, match_negation, right, spec, strip, symmetric
from ..logic.formulas import ZERO, times
from ..logic.matching import match
from ..logic.parts import args_of, index_size, operands
from .normalising import Normalising
from .polynomials import factors, product_term, read_polynomial

Sign = Callable[[Normalising, Term], Theorem | None]


def positive_by_weights(normaliser: Normalising, f: Abs, positive: Sign, nonnegative: Sign) -> Theorem | None:
    """Return ⊢ 0 < Σ f where f is w·g for positive w and nonnegative g, of which Σ g ≠ 0 is known, or None."""
    known = [found for truth in normaliser.context.truths if (found := _sum_apart(truth)) is not None]
    if not known or f.binder.size is None:
        return None
    x = fresh(f.binder, f)
    normal = normaliser.normal(open_body(f, x))
    polynomial = read_polynomial(right(normal))
    if len(polynomial) != 1:
        return None
    ((monomial, coefficient),) = polynomial.items()
    terms = factors(monomial)
    for truth, variables, g in known:
        if g.binder is not f.binder or coefficient != 1:
            continue
        for bindings in _matches(_factors(open_body(g, x)), terms, frozenset(variables), {}):
            if any(x in value.free for value in bindings.values()):
                continue
            apart = spec(truth, *(bindings.get(v, v) for v in variables))
            part = substitute(open_body(g, x), bindings)
            rest = list(terms)
            for factor in _factors(part):
                rest.remove(factor)
            weight = product_term(rest)
            signs = positive(normaliser, weight), nonnegative(normaliser, part)
            if signs[0] is None or signs[1] is None:
                continue
            premises = (gen(x, signs[0]), gen(x, signs[1]), apart)
            above = infer("sum_weighted_pos", *premises, sizes={"n": index_size(x)})
            same = under_sum(x, chain(normal, rearranged(right(normal), times(weight, part))))
            return rewrite_proposition(above, symmetric(same))
    return None


def _sum_apart(truth: Theorem) -> tuple[Theorem, tuple[Var, ...], Abs] | None:
    """Return the variables and g of ⊢ ∀x…. Σ g ≠ 0, or None for another theorem."""
    variables, premises, stripped = strip(truth)
    negated = None if premises else match_negation(stripped.conclusion)
    pair = sides(negated) if negated is not None else None
    total = args_of(pair[0], "sum", 1) if pair is not None and pair[1] is ZERO else None
    return (truth, variables, total[0]) if total is not None and isinstance(total[0], Abs) else None


def _factors(t: Term) -> list[Term]:
    pair = operands(t, "*")
    return [t] if pair is None else [*_factors(pair[0]), *_factors(pair[1])]


def _matches(
    patterns: list[Term], terms: list[Term], variables: frozenset[Var], bindings: dict[Var, Term]
) -> list[dict[Var, Term]]:
    """Return the values of variables at which some factors are among others."""
    if not patterns:
        return [bindings]
    first, *others = patterns
    found = []
    for place, term in enumerate(terms):
        extended = dict(bindings)
        if match(first, term, variables, extended):
            found += _matches(others, [*terms[:place], *terms[place + 1 :]], variables, extended)
    return found
