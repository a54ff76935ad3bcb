"""A one-sided inverse of a square matrix is its inverse, for any size: A·B = 1 implies B·A = 1.

E = 1 − B·A is idempotent and its trace is that of 1 − A·B, which is 0; an idempotent matrix whose trace is not positive
is 0.  That is shown by elimination of its columns, the last one first: where E_pw ≠ 0, E − E_·w·E_p·/E_pw is idempotent
as well, its column w is 0, and its trace is less by 1.  Source: Horn and Johnson, *Matrix Analysis*, 0.4 to 0.6.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall, implication, negation
from ...kernel.terms import NAT, REAL, Term, abstract, app, const, equation, fin, fun, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import beta_conclusion, replaced, rewrite_proposition, to
from ..logic.derived_rules import (
    ap_thm,
    chain,
    contradiction,
    discharge,
    extensional,
    gen,
    mp,
    right,
    spec,
    symmetric,
)
from ..logic.formulas import ZERO, inv, le, minus, n, plus, times, total
from ..logic.numerals import NONE, real, suc
from .definitions import from_definition
from .facts import fact, infer, lemma
from .naturals import by_induction
from .propositions import by_cases
from .search import implied, said_of
from .sums import under_sum

_MATRIX = fun(fin(n), fun(fin(n), REAL))
_A, _B, _E = (var(name, _MATRIX) for name in "ABE")
_COUNT = var("a", NAT)
_I, _J, _K, _P, _W = (var(name, fin(n)) for name in "ijkpw")

_SQUARE = "(∀i j:[n]. (Σ k:[n]. E i k * E k j) = E i j)"
_PIVOT = "c * E p w = 1"
_MATRICES = "∀E:[n]→[n]→ℝ, p w:[n], c:ℝ."


def _less(row: str, column: str) -> str:
    """Return the entry of E − c·E_·w·E_p· in the notation of the kernel."""
    return f"(E {row} {column} + -1 * (c * (E {row} w * E p {column})))"


_LESS_SQUARE = (
    f"{_MATRICES[:-1]}, i j:[n]. {_SQUARE} ⇒ (Σ k:[n]. {_less('i', 'k')} * {_less('k', 'j')})"
    " = E i j + (-2 * (c * (E i w * E p j)) + (c * E p w) * (c * (E i w * E p j)))"
)
_LESS_TRACE = f"{_MATRICES} {_SQUARE} ⇒ {_PIVOT} ⇒ (Σ i:[n]. {_less('i', 'i')}) = (Σ i:[n]. E i i) + -1"
_LESS_COLUMN = f"{_MATRICES[:-1]}, i j:[n]. j = w ⇒ {_PIVOT} ⇒ {_less('i', 'j')} = 0"


def _position(index: Term) -> Term:
    return app(const("pos", n), index)


def _idempotent(e: Term) -> Term:
    inner = total(n, abstract(_K, times(app(e, _I, _K), app(e, _K, _J))))
    return forall(_I, forall(_J, equation(inner, app(e, _I, _J))))


def _zero_from(bound: Term) -> Term:
    """Return the proposition that the columns of E from a position on are 0."""
    return forall(_I, forall(_J, implication(le(bound, _position(_J)), equation(app(_E, _I, _J), ZERO))))


def _trace(e: Term) -> Term:
    return total(n, abstract(_I, app(e, _I, _I)))


def _claim(bound: Term) -> Term:
    """Return the proposition that every idempotent E with such columns, whose trace is at most 0, is 0."""
    result = forall(_I, forall(_J, equation(app(_E, _I, _J), ZERO)))
    for premise in (le(_trace(_E), ZERO), _zero_from(bound), _idempotent(_E)):
        result = implication(premise, result)
    return forall(_E, result)


def _of(claim: Theorem, e: Term, *premises: Theorem) -> Theorem:
    """Infer what a claim says of a matrix, from its premises."""
    theorem = beta_conclusion(spec(claim, e))
    for premise in premises:
        theorem = mp(theorem, premise)
    return theorem


def at_place(inside: Theorem, early: Theorem, index: Term) -> Theorem:
    """Infer ⊢ pos j = real a from ⊢ real a ≤ pos j and ⊢ ¬(real (suc a) ≤ pos j)."""
    same = fact("real_nat", index)
    before = infer("step_of_order", rewrite_proposition(early, symmetric(same)))
    before = rewrite_proposition(before, same, fact("real_suc", _COUNT))
    return implied("∀x y:ℝ. y ≤ x ⇒ x + 1 ≤ y + 1 ⇒ x = y", inside, before)


def _column(claim: Theorem, columns: Theorem, square: Theorem, small: Theorem, place: Theorem) -> Theorem:
    """Infer ⊢ E p w = 0 for the last column w that may be other than 0: or a smaller trace would be that of 0."""
    pivot, zero = app(_E, _P, _W), assume(equation(app(_E, _P, _W), ZERO))
    c = inv(pivot)
    apart = assume(negation(zero.conclusion))
    one = chain(ring(times(c, pivot), times(pivot, c)), infer("inv_mul", apart))
    values = _E, _P, _W, c
    entry = plus(app(_E, _I, _J), minus(times(c, times(app(_E, _I, _W), app(_E, _P, _J)))))
    less = abstract(_I, abstract(_J, entry))
    inside, late = assume(le(real(_COUNT), _position(_J))), assume(le(real(suc(_COUNT)), _position(_J)))
    gone = [mp(spec(columns, row, _J), late) for row in (_I, _P)]
    nothing = replaced(refl(entry), *gone)
    nothing = chain(nothing, ring(nothing.conclusion.argument, ZERO))  # type: ignore[attr-defined]
    here = at_place(inside, assume(negation(late.conclusion)), _J)
    same = infer("pos_injective", chain(here, symmetric(place)))
    at = said_of(_LESS_COLUMN, (*values, _I, _J), same, one)
    fewer = gen(_I, gen(_J, discharge(inside.conclusion, by_cases(late.conclusion, nothing, at))))
    trace = said_of(_LESS_TRACE, values, square, one)
    smaller = implied("∀s t:ℝ. s = t + -1 ⇒ t ≤ 0 ⇒ s ≤ 0", trace, small)
    product = replaced(said_of(_LESS_SQUARE, (*values, _I, _J), square), one)
    again = gen(_I, gen(_J, to(product, entry)))
    every = _of(claim, less, again, fewer, smaller)
    none = chain(under_sum(_I, spec(every, _I, _I)), fact("sum_zero"))
    never = mp(implied("∀s t:ℝ. s = t + -1 ⇒ s = 0 ⇒ ¬(t ≤ 0)", trace, none), small)
    return by_cases(zero.conclusion, zero, contradiction(never, zero.conclusion))


@lemma(f"∀E:[n]→[n]→ℝ. {_SQUARE} ⇒ (Σ i:[n]. E i i) ≤ 0 ⇒ (∀i j:[n]. E i j = 0)")
def idempotent_without_trace(square: Theorem, small: Theorem) -> Theorem:
    """By induction on the number of columns that may be other than 0."""

    def for_all(columns: Theorem, entries: Theorem) -> Theorem:
        for premise in (small, columns, square):
            entries = discharge(premise.conclusion, entries)
        return gen(_E, entries)

    none, natural = assume(_zero_from(real(NONE))), app(const("nat", n), _J)
    first = rewrite_proposition(fact("real_nonneg", natural), fact("real_nat", _J))
    first = rewrite_proposition(first, symmetric(fact("real_zero")))
    base = for_all(none, gen(_I, gen(_J, mp(spec(none, _I, _J), first))))
    claim, columns = assume(_claim(real(_COUNT))), assume(_zero_from(real(suc(_COUNT))))
    place = assume(equation(_position(_W), real(_COUNT)))
    column = _column(claim, columns, square, small, place)
    last = gen(_P, gen(_W, discharge(place.conclusion, column)))
    inside, late = assume(le(real(_COUNT), _position(_J))), assume(le(real(suc(_COUNT)), _position(_J)))
    at = mp(spec(last, _I, _J), at_place(inside, assume(negation(late.conclusion)), _J))
    entry = by_cases(late.conclusion, mp(spec(columns, _I, _J), late), at)
    fewer = gen(_I, gen(_J, discharge(inside.conclusion, entry)))
    step = for_all(columns, _of(claim, _E, square, fewer, small))
    every = gen(_COUNT, by_induction(_COUNT, _claim(real(_COUNT)), base, step))
    whole = suc(app(const("nat", n), const("last", n)))
    beyond = assume(le(real(whole), _position(_J)))
    above = rewrite_proposition(beyond, fact("size_value"))
    values = const("#", n), _position(_J), app(_E, _I, _J)
    statement = "∀x y z:ℝ. x ≤ y ⇒ y + 1 ≤ x ⇒ z = 0"
    nothing = said_of(statement, values, above, fact("pos_less", _J))
    nothing = gen(_I, gen(_J, discharge(beyond.conclusion, nothing)))
    return _of(spec(every, whole), _E, square, nothing, small)


_INVERSE = "(∀i j:[n]. (Σ k:[n]. A i k * B k j) = ind (i = j))"
_REST = "(ind ({0} = {1}) + -1 * (Σ l:[n]. B {0} l * A l {1}))"
_REST_SQUARE = (
    f"∀A B:[n]→[n]→ℝ. {_INVERSE} ⇒ (∀i j:[n]. (Σ k:[n]. {_REST.format('i', 'k')} * {_REST.format('k', 'j')})"
    f" = {_REST.format('i', 'j')})"
)
_REST_TRACE = f"∀A B:[n]→[n]→ℝ. {_INVERSE} ⇒ (Σ i:[n]. {_REST.format('i', 'i')}) = 0"


def product_entries(a: Term, b: Term) -> tuple[Theorem, Theorem]:
    """Return ⊢ (A·B) i j = Σ k. A i k·B k j and ⊢ 1 i j = [i = j]."""
    return from_definition("matmul", (n, n, n), a, b, _I, _J), from_definition("identity", (n,), _I, _J)


@lemma("∀A B:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} B A = identity{n}")
def other_side_inverse(one: Theorem) -> Theorem:
    """The trace of 1 − B·A is that of 1 − A·B."""
    product, unit = product_entries(_A, _B)
    every = gen(_I, gen(_J, chain(symmetric(product), ap_thm(ap_thm(one, _I), _J), unit)))
    back, unit = product_entries(_B, _A)
    rest = plus(right(unit), minus(right(back)))
    without = abstract(_I, abstract(_J, rest))
    trace = said_of(_REST_TRACE, (_A, _B), every)
    small = implied("∀t:ℝ. t = 0 ⇒ t ≤ 0", trace)
    premises = (said_of(_REST_SQUARE, (_A, _B), every), small)
    zero = fact("idempotent_without_trace", without, _I, _J, premises=premises)
    same = implied("∀x y:ℝ. x + -1 * y = 0 ⇒ y = x", zero)
    return extensional((_I, _J), chain(back, same, symmetric(unit)))
