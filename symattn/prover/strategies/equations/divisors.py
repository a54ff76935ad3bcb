"""A polynomial is not 0 where it is a product of numbers that are known not to be 0: 1 + 2x + x² where 1 + x is not.

A normal form has products written out; what is known not to be 0 is divided out of it again, one factor at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Term, sides
from ...library.facts import infer
from ...limits import MOST_FACTORS
from ...logic.cached_rules import ring
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import match_negation, right
from ...logic.formulas import minus, plus, times
from ...logic.parts import args_of
from ...normal.fractions import divide
from ...normal.normaliser import Normaliser
from ...normal.polynomials import polynomial_term, read_polynomial
from ...normal.positivity import nonzero


def nonzero_by_factors(normaliser: Normaliser, t: Term, others: Iterable[Term] = ()) -> Theorem | None:
    """Return ⊢ t ≠ 0 for a normal term t from factors that are not 0 by hypotheses, or are among others, or None."""
    if len(read_polynomial(t)) < 2:
        return None
    known: dict[Term, Theorem] = {}
    for u in (*_said_to_differ(normaliser), *others):
        if len(read_polynomial(u)) > 1 and u not in known and (apart := nonzero(normaliser, u)) is not None:
            known[u] = apart
    return _product(normaliser, t, known, MOST_FACTORS)


def _said_to_differ(normaliser: Normaliser) -> Iterator[Term]:
    """Yield the normal differences of the numbers of which hypotheses say that they differ."""
    for truth in normaliser.context.truths:
        negated = match_negation(truth.conclusion)
        pair = sides(negated) or args_of(negated, "≤", 2) if negated is not None else None
        if pair is not None and pair[0].type is REAL:
            yield right(normaliser.normal(plus(pair[0], minus(pair[1]))))


def _product(normaliser: Normaliser, t: Term, known: dict[Term, Theorem], most: int) -> Theorem | None:
    polynomial = read_polynomial(t)
    for u, apart in known.items() if most else ():
        quotient, rest = divide(polynomial, read_polynomial(u))
        if rest or not quotient:
            continue
        q = polynomial_term(quotient)
        other = nonzero(normaliser, q) or _product(normaliser, q, known, most - 1)
        if other is not None:
            product = infer("mul_ne", apart, other)
            return rewrite_proposition(product, ring(times(u, q), t))
    return None
