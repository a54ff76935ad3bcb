"""Normal forms of whole quotients: (p − r)/k for a polynomial p that is r more than a multiple of k everywhere.

That (p − r)/k is a natural number follows from its steps, down to numbers: a polynomial is a natural number at each
place where its differences at 0 are (Newton's formula; GKP, 5.3).  Elsewhere the multiples are counted.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import forall, implication
from ...kernel.terms import BOOL, NAT, Lit, Size, Term, abstract, app, const, equation, var
from ..library.definitions import from_definition
from ..library.facts import fact, infer
from ..library.literals import positive_literal
from ..library.values import same_natural, value
from ..limits import MOST_EXPONENT
from ..logic.cached_rules import ring
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import ap_term, chain, discharge, gen, mp, right, spec, symmetric
from ..logic.formulas import LE, MINUS, ONE, ZERO, inv, minus, number, plus, times
from ..logic.numerals import NONE, numeral, real, suc
from ..logic.parts import args_of, head_and_arguments, operand
from .naturals import predecessor
from .normalising import Normalising
from .polynomials import atoms_of, polynomial_term, read_polynomial
from .positivity import nonnegative, positive

Values = list[Fraction]  # the coefficients of a polynomial in one number, the constant one first
_C, _K, _R = var("c", NAT), var("k", NAT), var("r", BOOL)


def normal_quotient(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ ⌊x/y⌋ = the normal form of (x − r)/y, or else of the number of multiples."""
    inner = normaliser.arguments(t)
    head, (x, y) = head_and_arguments(right(inner))
    (size,) = head.sizes  # type: ignore[attr-defined]
    whole = _of_multiple(normaliser, size, x, y) or from_definition("quotient", (size,), x, y)
    return normaliser.then(chain(inner, whole))


def normal_power_remainder(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ nᵃ mod k = 1 for n = k + 1, or else of the factors that are known."""
    inner = normaliser.arguments(t)
    head, (y, number) = head_and_arguments(right(inner))
    (size,) = head.sizes  # type: ignore[attr-defined]
    whole = normaliser.normal(plus(const("#", size), minus(plus(y, ONE))))
    more = normaliser.normal(plus(y, MINUS))
    if right(whole) is ZERO and (above := positive(normaliser, right(more))) is not None:
        premises = whole, rewrite_proposition(above, symmetric(more))
        return chain(inner, fact("power_remainder_of_one", {"n": size}, y, number, premises=premises))
    if number is NONE:
        return chain(inner, fact("power_remainder_zero", {"n": size}, y))
    before = predecessor(number)
    if before is None:
        return inner
    same = ap_term(app(head, y), same_natural(number, suc(before)))
    return normaliser.then(chain(inner, same, fact("power_remainder_suc", {"n": size}, y, before)))


def _of_multiple(normaliser: Normalising, size: Size, x: Term, y: Term) -> Theorem | None:
    """Return ⊢ ⌊x/k⌋ = (x − r)/k for a polynomial x in one number and a number k, or None for others."""
    found = _in_one_number(x)
    if found is None or not isinstance(y, Lit) or y.value < 1:
        return None
    a, p = found
    k = Fraction(y.value)
    rest = p[0] % k
    r = number(rest)
    multiple = times(plus(x, minus(r)), inv(y))
    q = [(p[0] - rest) / k, *(c / k for c in p[1:])]
    natural = _natural(normaliser, q, a)
    if natural is None:
        return None
    gap = normaliser.normal(plus(const("#", size), minus(multiple)))
    least, positive, room = nonnegative(normaliser, r), positive_literal(k - rest), nonnegative(normaliser, right(gap))
    if least is None or positive is None or room is None:
        return None
    below = infer("lt_of_pos", rewrite_proposition(positive, ring(number(k - rest), plus(y, minus(r)))))
    within = infer("le_of_nonneg", eq_mp(ap_term(app(LE, ZERO), symmetric(gap)), room))
    same = chain(normaliser.normal(_term(q, real(a))), symmetric(normaliser.normal(multiple)))
    premises = least, below, within, rewrite_proposition(natural, same)
    return fact("quotient_of_multiple", {"n": size}, x, y, r, premises=premises)


def _in_one_number(x: Term) -> tuple[Term, Values] | None:
    """Return a natural number a and the coefficients p where x is p at a, or None; of a size, a is one less."""
    polynomial = read_polynomial(x)
    atoms = atoms_of(polynomial)
    if len(atoms) != 1 or any(e > MOST_EXPONENT for m in polynomial for _, e in m):
        return None
    (atom,) = atoms
    p = [polynomial.get(((atom, e),) if e else (), Fraction(0)) for e in range(MOST_EXPONENT + 1)]
    index, a = operand(atom, "pos"), operand(atom, "real")
    if index is not None and index.type.size is not None:
        return app(const("nat", index.type.size), index), p
    if args_of(atom, "#", 0) is not None:
        size: Size = atom.sizes[0]  # type: ignore[attr-defined]
        return app(const("nat", size), const("last", size)), _moved(p)
    return None if a is None else (a, p)


def _moved(p: Values) -> Values:
    """Return the coefficients of p(a + 1)."""
    return [sum((c * comb(d, e) for d, c in enumerate(p) if d >= e), Fraction(0)) for e in range(len(p))]


def _term(p: Values, x: Term) -> Term:
    """Return the polynomial with some coefficients at a number."""
    return polynomial_term({((x, e),) if e else (): c for e, c in enumerate(p) if c})


def _natural(normaliser: Normalising, p: Values, a: Term) -> Theorem | None:
    """Return ⊢ ∀r. (∀c. real c = p a ⇒ r) ⇒ r, or None where no steps show that p a is a natural number."""
    if p[0] < 0 or p[0].denominator != 1:
        return None
    follows = forall(_C, implication(equation(real(_C), _term(p, real(a))), _R))
    if not any(p[1:]):
        c = numeral(int(p[0]))
        found = mp(spec(assume(follows), c), normaliser.then(value(c)))
        return gen(_R, discharge(follows, found))
    steps = [c - d for c, d in zip(_moved(p), p, strict=True)][:-1]
    first, step = _natural(normaliser, p[:1], a), _natural(normaliser, steps, _K)
    if first is None or step is None:
        return None
    start, after, before = (_term(p, real(k)) for k in (NONE, suc(_K), _K))
    first = rewrite_proposition(first, symmetric(normaliser.normal(start)))
    more = symmetric(normaliser.normal(plus(after, minus(before))))
    step = rewrite_proposition(step, chain(normaliser.normal(_term(steps, real(_K))), more))
    h = abstract(_K, _term(p, real(_K)))
    return gen(_R, discharge(follows, fact("natural_by_steps", h, a, _R, premises=(first, gen(_K, step)))))
