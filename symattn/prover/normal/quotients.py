"""Normal forms of whole quotients: (p − r)/k for a polynomial p that is r more than a multiple of k everywhere.

That (p − r)/k is a natural number follows from its steps, down to numbers: a polynomial is a natural number at each
place where its differences at 0 are (Newton's formula; GKP, 5.3).  Elsewhere the multiples are counted.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import forall, implication
from ...kernel.terms import BOOL, NAT, Lit, Size, Term, abstract, app, const, equation, open_body
from ..library.definitions import from_definition
from ..library.facts import fact, infer
from ..library.literals import positive_literal
from ..library.values import same_natural, value
from ..limits import MOST_EXPONENT
from ..logic.cached_rules import refl, ring
from ..logic.conversions import fresh, rewrite, rewrite_proposition, to
from ..logic.derived_rules import ap_term, binary, chain, discharge, gen, mp, right, spec, symmetric
from ..logic.formulas import ADD, LE, MINUS, ONE, ZERO, inv, minus, nat_of, number, plus, times
from ..logic.numerals import NONE, numeral, real, suc
from ..logic.parts import args_of, head_and_arguments, operand, with_parts
from ..logic.term_order import key
from .naturals import predecessor
from .normalising import Normalising
from .polynomials import Polynomial, atoms_of, polynomial_term, read_polynomial
from .positivity import nonnegative, positive


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
    """Return ⊢ ⌊x/k⌋ = (x − r)/k for a polynomial x in natural numbers and a number k, or None for others."""
    p = _in_natural_numbers(read_polynomial(x))
    if p is None or not isinstance(y, Lit) or y.value < 1:
        return None
    k = Fraction(y.value)
    rest = p.get((), Fraction(0)) % k
    r = number(rest)
    multiple = times(plus(x, minus(r)), inv(y))
    q = read_polynomial(times(plus(polynomial_term(p), minus(r)), number(1 / k)))
    natural = _natural(q)
    if natural is None:
        return None
    gap = normaliser.normal(plus(const("#", size), minus(multiple)))
    least, positive, room = nonnegative(normaliser, r), positive_literal(k - rest), nonnegative(normaliser, right(gap))
    if least is None or positive is None or room is None:
        return None
    below = infer("lt_of_pos", rewrite_proposition(positive, ring(number(k - rest), plus(y, minus(r)))))
    within = infer("le_of_nonneg", eq_mp(ap_term(app(LE, ZERO), symmetric(gap)), room))
    same = chain(normaliser.normal(polynomial_term(q)), symmetric(normaliser.normal(multiple)))
    premises = least, below, within, rewrite_proposition(natural, same)
    return fact("quotient_of_multiple", {"n": size}, x, y, r, premises=premises)


def _in_natural_numbers(x: Polynomial) -> Polynomial | None:
    """Return a polynomial in values of natural numbers, a size as the value of one less and 1, or None for others."""
    numbers = {atom: natural_in(atom) for atom in atoms_of(x)}
    if any(e > MOST_EXPONENT for m in x for _, e in m):
        return None
    values = {
        atom: plus(real(a), ONE) if args_of(atom, "#", 0) is not None else real(a)
        for atom, a in numbers.items()
        if a is not None
    }
    return read_polynomial(with_parts(polynomial_term(x), values)) if len(values) == len(numbers) else None


def natural_in(atom: Term) -> Term | None:
    """Return the natural number of which an atom is the value, one less for a size, or None."""
    if (index := operand(atom, "pos")) is not None and index.type.size is not None:
        return nat_of(index)
    if args_of(atom, "#", 0) is not None:
        size: Size = atom.sizes[0]  # type: ignore[attr-defined]
        return nat_of(const("last", size))
    return operand(atom, "real")


def _natural(p: Polynomial) -> Theorem | None:
    """Return ⊢ ∀r. (∀c. real c = p ⇒ r) ⇒ r, or None where no steps show that p is a natural number."""
    t, start = polynomial_term(p), p.get((), Fraction(0))
    if start < 0 or start.denominator != 1:
        return None
    c, k, r = (fresh(ty, t, stem=stem) for ty, stem in ((NAT, "c"), (NAT, "k"), (BOOL, "r")))
    follows = forall(c, implication(equation(real(c), t), r))
    if not (atoms := atoms_of(p)):
        same = to(value(numeral(int(start))), t)
        return gen(r, discharge(follows, mp(spec(assume(follows), numeral(int(start))), same)))
    x = min(atoms, key=key)
    h = abstract(k, with_parts(t, {x: real(k)}))
    zero, more = with_parts(t, {x: ZERO}), plus(with_parts(t, {x: plus(real(k), ONE)}), minus(open_body(h, k)))
    first, step = (_natural(read_polynomial(each)) for each in (zero, more))
    if first is None or step is None:
        return None
    at_zero, at_next = (
        rewrite(open_body(h, a), real_of) for a, real_of in ((NONE, fact("real_zero")), (suc(k), fact("real_suc", k)))
    )
    steps = binary(ADD, at_next, refl(minus(open_body(h, k))))
    first, step = (
        rewrite_proposition(found, symmetric(to(same, polynomial_term(read_polynomial(each)))))
        for found, same, each in ((first, at_zero, zero), (step, steps, more))
    )
    return gen(r, discharge(follows, fact("natural_by_steps", h, x.argument, r, premises=(first, gen(k, step)))))  # type: ignore[attr-defined]
