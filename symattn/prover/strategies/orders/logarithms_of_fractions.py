"""Logarithms of what is a fraction when it is put over one denominator: log (1 − 1/u) = log (u − 1) − log u."""

from __future__ import annotations

from collections.abc import Iterable

from ....kernel.rules import Theorem
from ....kernel.terms import Term
from ...library.facts import infer
from ...limits import MOST_INSIDE
from ...logic.derived_rules import ap_term, ap_thm, chain, right, symmetric
from ...logic.formulas import LOG, MUL
from ...normal.fractions import inverses
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ...normal.positivity import positive
from .inequalities import over_positive
from .raised import under_logarithms


def logarithms_of_fractions(normaliser: Normaliser, terms: Iterable[Term]) -> list[Theorem]:
    """Return ⊢ log t = log n − log u for the logarithms in normal terms of t = n/u with positive n and u."""
    found = (_of_fraction(normaliser, t) for t in under_logarithms(terms)[:MOST_INSIDE])
    return [theorem for theorem in found if theorem is not None]


def _of_fraction(normaliser: Normaliser, t: Term) -> Theorem | None:
    for v in inverses(read_polynomial(t)):
        u: Term = v.argument  # type: ignore[attr-defined]
        below = positive(normaliser, u)
        if below is None:
            continue
        above, back = over_positive(normaliser, t, u, below)
        n = right(above)
        sign = positive(normaliser, n)
        if sign is None:
            continue
        whole = chain(symmetric(back), ap_thm(ap_term(MUL, above), v))
        apart = infer("log_mul", sign, infer("inv_pos", below))
        return normaliser.then(chain(ap_term(LOG, whole), apart))
    return None
