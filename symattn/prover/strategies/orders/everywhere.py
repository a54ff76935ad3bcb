"""Inequalities that hold at all indices: at the indices in sight, and summed up with weights that are not negative.

Where V_k ≥ b for all k, the sum Σ_k w_k·(V_k − b) with weights w_k ≥ 0 is not negative.  The weights are what stands
beside V_k in a sum of the goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations

from ....kernel.rules import Theorem
from ....kernel.syntax import FALSE
from ....kernel.terms import Abs, Term, Var, literal, open_body
from ...library.facts import fact
from ...logic.derived_rules import match_implication, spec, strip
from ...logic.formulas import minus, plus
from ...logic.matching import match
from ...logic.parts import args_of
from ...logic.term_order import next_opened
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, factors, monomial_key, product_term
from .lifting import Bound, weighted_sum

MOST_BOUNDS = 24
MOST_FACTORS = 5  # of the terms of a sum in which those of another one are looked for


def bounds_everywhere(normaliser: Normaliser, goal: Polynomial) -> list[Bound]:
    """Return what the inequalities for all indices among the hypotheses say of the atoms and the sums of a goal."""
    monomials = sorted((m for m in goal if m), key=monomial_key)
    found: dict[tuple[Term, bool], Bound] = {}
    for truth in normaliser.context.truths:
        variables, premises, stripped = strip(truth)
        sides = None if premises or not variables else _difference(stripped.conclusion)
        if sides is None or any(v.type.size is None for v in variables):
            continue
        a, b, strict = sides
        bound = _Everywhere(normaliser, truth, variables, a, b, strict)
        about = [known for monomial in monomials for known in bound.about(factors(monomial))]
        for each in about or [bound.at_first()]:
            if len(found) < MOST_BOUNDS:
                found.setdefault(each[1:], each)
    return list(found.values())


def _difference(proposition: Term) -> tuple[Term, Term, bool] | None:
    """Return a, b and whether it is strict for a ≤ b or a < b, or None."""
    negated = match_implication(proposition)
    strict = negated is not None and negated[1] is FALSE
    order = args_of(negated[0] if negated is not None and strict else proposition, "≤", 2)
    if order is None:
        return None
    return (order[1], order[0], True) if strict else (order[0], order[1], False)


class _Everywhere:
    """Hold ⊢ ∀x…. a ≤ b or ⊢ ∀x…. a < b."""

    def __init__(
        self, normaliser: Normaliser, truth: Theorem, variables: tuple[Var, ...], a: Term, b: Term, strict: bool
    ) -> None:
        self.normaliser, self.truth, self.variables, self.strict = normaliser, truth, variables, strict
        self.sides = a, b
        self.patterns = sorted(_atoms_about(frozenset(variables), plus(b, minus(a))), key=str)

    def about(self, terms: list[Term]) -> Iterator[Bound]:
        """Yield what the inequality says of the factors of a product: of each, and of the terms of a sum among them."""
        for factor in terms:
            for values in self._matches(factor):
                yield self._at(values)
            summed = args_of(factor, "sum", 1)
            if summed is not None:
                rest = list(terms)
                rest.remove(factor)
                for bound in self._summed(factor):
                    yield bound
                    if rest:  # such as the inverse of the sum of the weights
                        yield from self._weighted([], product_term(rest), bound)

    def at_first(self) -> Bound:
        """Return what the inequality says of the first indices."""
        return self._at({v: literal(0, v.type) for v in self.variables})

    def _matches(self, factor: Term) -> Iterator[dict[Var, Term]]:
        for pattern in self.patterns:
            bindings: dict[Var, Term] = {}
            if match(pattern, factor, frozenset(self.variables), bindings) and len(bindings) == len(self.variables):
                yield bindings

    def _at(self, values: dict[Var, Term]) -> Bound:
        """Return ⊢ 0 ≤ b − a or ⊢ 0 < b − a at some indices."""
        at = spec(self.truth, *(values[v] for v in self.variables))
        a, b, strict = _difference(at.conclusion) or (*self.sides, self.strict)
        theorem = partial(fact, "sub_pos" if strict else "sub_nonneg", {}, a, b, premises=(at,))
        return theorem, plus(b, minus(a)), strict

    def _summed(self, total_term: Term) -> Iterator[Bound]:
        """Yield ⊢ 0 ≤ Σ w·(b − a) for the sums Σ w·f in which a factor f is one that the inequality speaks of."""
        binders: list[Var] = []
        body = total_term
        while (summed := args_of(body, "sum", 1)) is not None and isinstance(summed[0], Abs):
            binders.append(next_opened(summed[0].binder, total_term, *binders, *self.normaliser.context.assumed))
            body = open_body(summed[0], binders[-1])
        terms = _product(body)
        for factor in dict.fromkeys(terms):
            rest = list(terms)
            rest.remove(factor)
            weight = product_term(rest)
            for values in self._matches(factor):
                yield from self._weighted(binders, weight, self._at(values))
        for values, inner, rest in self._sums_matched(binders, terms):
            yield from self._weighted([x for x in binders if x is not inner], product_term(rest), self._at(values))

    def _sums_matched(
        self, binders: Sequence[Var], terms: Sequence[Term]
    ) -> Iterator[tuple[dict[Var, Term], Var, list[Term]]]:
        """Yield values of the variables at which some factors are those of a sum that the inequality speaks of.

        With them come the index that is summed over, and the other factors, in which it does not stand.
        """
        for pattern in self.patterns:
            (f,) = args_of(pattern, "sum", 1) or (pattern,)
            if not isinstance(f, Abs):
                continue
            for inner in (x for x in binders if x.type is f.binder):
                wanted = _product(open_body(f, inner))
                for chosen in permutations(range(len(terms)), len(wanted)) if len(terms) <= MOST_FACTORS else ():
                    bindings: dict[Var, Term] = {}
                    known = frozenset(self.variables)
                    if not all(match(w, terms[k], known, bindings) for w, k in zip(wanted, chosen, strict=True)):
                        continue
                    rest = [term for k, term in enumerate(terms) if k not in chosen]
                    met = [*rest, *bindings.values()]
                    if len(bindings) == len(self.variables) and not any(inner in t.free for t in met):
                        yield bindings, inner, rest
                        break

    def _weighted(self, binders: list[Var], weight: Term, bound: Bound) -> Iterator[Bound]:
        found = weighted_sum(self.normaliser, binders, weight, bound)
        if found is not None:
            yield found


def _product(t: Term) -> list[Term]:
    pair = args_of(t, "*", 2)
    return [t] if pair is None else [*_product(pair[0]), *_product(pair[1])]


def _atoms_about(variables: frozenset[Var], t: Term) -> set[Term]:
    """Return the factors of a sum of products in which all of some variables occur."""
    for name in ("+", "*"):
        if (pair := args_of(t, name, 2)) is not None:
            return _atoms_about(variables, pair[0]) | _atoms_about(variables, pair[1])
    return {t} if variables <= t.free else set()
