"""Normal forms of the largest of finitely many numbers: of parts and of pairs, it is made of the largest of each.
A common factor that is not negative stands before it.

Elsewhere it is an atom, of which inequalities know that it is the least upper bound.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem, abstraction
from ...kernel.terms import Abs, App, Size, Term, abstract, app, open_body
from ..library.facts import fact
from ..logic.cached_rules import ring
from ..logic.conversions import fresh
from ..logic.derived_rules import ap_term, chain, right
from ..logic.formulas import ONE, TWO, UNIT, ZERO, times
from ..logic.parts import operand
from .normalising import Normalising
from .own_splits import split_of
from .polynomials import read_polynomial, scaled_term
from .positivity import nonnegative


def normal_largest(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ max f = … with f normal; where its indices are split, by the maxima of the parts."""
    f = t.argument if isinstance(t, App) else t
    size: Size = t.function.sizes[0]  # type: ignore[attr-defined]
    split = _split(normaliser, size, f)
    if split is not None:
        return normaliser.then(split)
    inner = normaliser.arguments(t)
    common = _common_factor(normaliser, right(inner))
    return inner if common is None else normaliser.then(chain(inner, common))


def _common_factor(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ max c·f = c·max f for a single product with factors c that are the same for all and not negative."""
    f = operand(t, "top")
    if not isinstance(f, Abs):
        return None
    x = fresh(f.binder, f)
    ((monomial, coefficient), *others) = read_polynomial(open_body(f, x)).items() or (((), Fraction(0)),)
    outside = tuple((atom, e) for atom, e in monomial if x not in atom.free)
    c = scaled_term(abs(coefficient), outside)
    if others or c in (ZERO, ONE) or (sign := nonnegative(normaliser, c)) is None:
        return None
    rest = scaled_term(Fraction(1 if coefficient > 0 else -1), tuple(each for each in monomial if each not in outside))
    step = ap_term(t.function, abstraction(x, ring(open_body(f, x), times(c, rest))))  # type: ignore[attr-defined]
    return chain(step, fact("top_of_multiple", abstract(x, rest), c, premises=(sign,)))


def _split(normaliser: Normalising, size: Size, f: Term) -> Theorem | None:
    if size == UNIT:
        return fact("top_one", f)
    if size == TWO:
        return fact("top_split", {"m": UNIT, "k": UNIT}, f)
    x = normaliser.context.next_variable(f.type.domain, f)  # type: ignore[arg-type]
    how = split_of(normaliser, x, open_body(f, x) if isinstance(f, Abs) else app(f, x))
    if how is None:
        return None
    kind, m, k = how
    return fact("top_split", {"m": m, "k": k}, f) if kind == "+" else fact("top_pair", {"m": m, "n": k}, f)
