"""Inequalities between inner products and norms, such as ⟨X, Y⟩ ≤ ‖X‖‖Y‖, for the matrices at hand.

They are 0 ≤ c·‖X‖², ⟨X, Y⟩² ≤ ‖X‖²‖Y‖², ⟨X, Y⟩ ≤ ‖X‖‖Y‖ and ‖XY‖² ≤ ‖X‖²‖Y‖².  The matrices are those whose squares
were written, their sums and differences, and the two parts of every word under a trace.  Polynomials come first: a
theorem is made of what is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import combinations

from ....kernel.rules import Theorem
from ....kernel.terms import Term
from ...library.facts import fact
from ...library.matrices import added, product, scaled, shape, transposed
from ...library.norms import inner_product_below_norms
from ...library.order import sqrt
from ...limits import LONGEST_WORD, MOST_BOUNDS, MOST_MATRIX_EQUATIONS, MOST_WEIGHTS
from ...logic.conversions import rearranged, rewrite_proposition
from ...logic.derived_rules import ProofError, right
from ...logic.formulas import MINUS, ONE, ZERO, minus, number, plus, times
from ...logic.parts import args_of
from ...logic.term_order import key
from ...normal.linear_arithmetic import Inequality, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    canonical_term,
    divided,
    factors,
    monomial_key,
    polynomial_term,
    product_term,
    read_polynomial,
)
from ...normal.positivity import nonnegative
from .matrix_combinations import ALONE
from .matrix_traces import Traces, is_trace


class Norms:
    """State what norms say of the inner products in a goal."""

    def __init__(self, traces: Traces, normaliser: Normaliser) -> None:
        self.traces, self.words, self.normaliser = traces, traces.words, normaliser

    @cached_property
    def matrices(self) -> dict[Term, Term]:
        """The matrices whose squares were written, their sums and differences, by the normal form of ‖X‖²."""
        written = list(self.traces.squares)[:MOST_MATRIX_EQUATIONS]
        isometries = [rule.word for rule in self.words.rules if len(rule.word) == 2 and rule.rest == {(): ALONE}]
        for a in list(written):
            written += [product(m, a) for t, m in isometries if t is transposed(m) and shape(m)[1] == shape(a)[0]]
        found: dict[Term, Term] = {}
        for a in written:
            found.setdefault(self._inner(a, a), a)
        for a, b in combinations(written, 2):
            for sign in (MINUS, ONE) if shape(a) == shape(b) else ():
                cross = times(times(number(2), sign), self._inner(a, b))
                whole = plus(plus(self._inner(a, a), self._inner(b, b)), cross)
                found.setdefault(canonical_term(whole), added(a, scaled(sign, b) if sign is MINUS else b))
        found.pop(ZERO, None)
        return found

    def squares(self, goal: Polynomial, known: Iterable[Inequality]) -> list[Inequality]:
        """Return 0 ≤ c·‖X‖² for the matrices at hand and those of which a trace that is met is the square."""
        met = [goal, *(i.polynomial for i in known)]
        for polynomial in met:
            for atom in sorted({atom for monomial in polynomial for atom, _ in monomial}, key=key):
                for x in self._halves(atom):
                    whole = self._inner(x, x)
                    if whole is not ZERO and len(self.matrices) < MOST_BOUNDS:
                        self.matrices.setdefault(whole, x)
        weights = self.weights(met)
        return [times_number(c, sign, self._square(x)) for x in self.matrices.values() for c, sign in weights]

    def weights(self, polynomials: Iterable[Polynomial]) -> list[tuple[Monomial, Callable[[], Theorem]]]:
        """Return 1 and the numbers that multiply traces in polynomials and in squares, and what makes ⊢ 0 ≤ c."""
        polynomials = [*polynomials, *map(read_polynomial, self.matrices)]
        plain = {tuple(power for power in m if not is_trace(power[0])) for p in polynomials for m in p}
        numbers = list(dict.fromkeys(((), *sorted(plain, key=monomial_key))))[:MOST_WEIGHTS]
        return [(c, sign) for c in numbers if (sign := self._sign(c)) is not None]

    def bounds(self, goal: Polynomial) -> list[Inequality]:
        """Return inequalities between the inner products in a goal 0 ≤ t and the norms of their factors."""
        atoms = sorted({atom for m in goal for atom, _ in m}, key=key)
        rooted = {inside[0] for atom in atoms if (inside := args_of(atom, "sqrt", 1)) is not None}
        at_hand = combinations(list(self.matrices.values())[:MOST_MATRIX_EQUATIONS], 2)
        pairs = [pair for atom in atoms[:MOST_MATRIX_EQUATIONS] for pair in self._cuts(atom)]
        pairs += [(x, y) for x, y in at_hand if shape(x) == shape(y)]
        found: list[Inequality] = []
        for x, y in pairs:
            if rooted and rooted.issuperset((self._inner(x, x), self._inner(y, y))):
                found += self._below_norms(x, y), self._below_norms(scaled(MINUS, x), y)
        if any(sum(e for _, e in m) > 1 for m in goal):
            found += (self._squared(x, y) for x, y in pairs)
        found = [bound for bound in found if bound.polynomial][:MOST_BOUNDS]
        found += list(self._times_numbers(goal, found))
        met, fresh = set[Monomial](), {m for p in (goal, *(bound.polynomial for bound in found)) for m in p}
        for _ in range(MOST_WEIGHTS - 1):
            more = list(self._of_factors(fresh))
            met |= fresh
            fresh = {m for bound in more for m in bound.polynomial} - met
            found += more
        return found

    def _inner(self, x: Term, y: Term) -> Term:
        return self.traces.inner_product(x, y)

    def _halves(self, atom: Term) -> Iterator[Term]:
        """Yield the matrices X for which an atom is written as the trace of XᵀX."""
        return (self.words.term(word, shape(word[0])[0]) for word in self.traces.halves(atom))

    def _cuts(self, atom: Term) -> Iterator[tuple[Term, Term]]:
        """Yield X and Y where an atom is the trace of X·Yᵀ."""
        word = self.traces.word_in(atom)
        for start, end in combinations(range(len(word) + 1), 2) if len(word) <= LONGEST_WORD else ():
            x = self.words.term(word[start:end], shape(word[start])[0])
            yield x, transposed(self.words.term(word[end:] + word[:start], shape(x)[1]))

    # ------------------------------------------------------------------------------------------------------- bounds

    def _bound(self, low: Term, high: Term, order: Callable[[], Theorem]) -> Inequality:
        """Return 0 ≤ high − low in normal form, as ``order`` says it of norms as they are written."""
        polynomial = read_polynomial(plus(high, minus(low)))

        def made() -> Theorem:
            theorem = order()
            a, b, _ = order_of(theorem.conclusion) or (ZERO, ZERO, False)
            normal = self.traces.number(plus(b, minus(a)))
            if right(normal) is not polynomial_term(polynomial):
                raise ProofError("a bound has another normal form than it was said to have")
            return rewrite_proposition(fact("sub_nonneg", a, b, premises=(theorem,)), normal)

        return Inequality(polynomial, False, made)

    def _square(self, x: Term) -> Inequality:
        """Return 0 ≤ ‖X‖²."""
        return self._bound(ZERO, self._inner(x, x), partial(fact, "squares_nonneg", x))

    def _below_norms(self, x: Term, y: Term) -> Inequality:
        """Return 0 ≤ ‖X‖‖Y‖ − ⟨X, Y⟩."""
        norms = times(sqrt(self._inner(x, x)), sqrt(self._inner(y, y)))
        return self._bound(self._inner(x, y), norms, partial(inner_product_below_norms, x, y))

    def _squared(self, x: Term, y: Term) -> Inequality:
        """Return 0 ≤ ‖X‖²‖Y‖² − ⟨X, Y⟩²."""
        mixed = self._inner(x, y)
        norms = times(self._inner(x, x), self._inner(y, y))
        return self._bound(times(mixed, mixed), norms, partial(fact, "inner_product_squared", x, y))

    def _of_product(self, whole: Term, x: Term, y: Term) -> Inequality:
        """Return 0 ≤ ‖X‖²‖Y‖² − ‖XY‖²."""
        norms = times(self._inner(x, x), self._inner(y, y))
        return self._bound(whole, norms, partial(fact, "norm_of_product", x, y))

    def _times_numbers(self, goal: Polynomial, bounds: Iterable[Inequality]) -> Iterator[Inequality]:
        """Yield the bounds times nonnegative numbers that lead to monomials of a goal."""
        for bound in bounds:
            quotients = {q for m in goal for part in bound.polynomial if (q := divided(m, part))}
            for q in sorted(quotients, key=monomial_key)[:MOST_WEIGHTS]:
                sign = self._sign(q)
                if sign is not None:
                    yield times_number(q, sign, bound)

    def _of_factors(self, monomials: Iterable[Monomial]) -> Iterator[Inequality]:
        """Yield 0 ≤ c·(‖X‖²‖Y‖² − ‖XY‖²) where c·‖XY‖² is met, for c ≥ 0."""
        left: int = MOST_BOUNDS
        for monomial, atom in ((m, atom) for m in sorted(monomials, key=monomial_key) for atom, _ in m):
            words = {word: None for word in self.traces.halves(atom) if 1 < len(word) <= LONGEST_WORD}
            rest = divided(monomial, ((atom, 1),)) or ()
            sign = self._sign(rest) if words else None
            for word, place in ((w, place) for w in words for place in range(1, len(w))):
                left -= 1
                if sign is None or left < 0:
                    break
                x = self.words.term(word[:place], shape(word[0])[0])
                y = self.words.term(word[place:], shape(x)[1])
                yield times_number(rest, sign, self._of_product(atom, x, y))

    def _sign(self, monomial: Monomial) -> Callable[[], Theorem] | None:
        """Return what makes ⊢ 0 ≤ c for a product of squared norms and a number seen not to be negative, or None."""
        halves = {atom: next(self._halves(atom), None) for atom, _ in monomial}
        norms = {atom: x for atom, x in halves.items() if x is not None and self._inner(x, x) is atom}
        c = product_term([atom for atom in factors(monomial) if atom not in norms])
        sign = nonnegative(self.normaliser, c)
        if sign is None:
            return None

        def made() -> Theorem:
            theorem, t = sign, c
            for atom in (atom for atom in factors(monomial) if atom in norms):
                premises = (self._square(norms[atom]).theorem, theorem)
                theorem, t = fact("le_mul", atom, t, premises=premises), times(atom, t)
            return rewrite_proposition(theorem, rearranged(t, product_term(factors(monomial))))

        return made


def times_number(monomial: Monomial, sign: Callable[[], Theorem], bound: Inequality) -> Inequality:
    """Return a bound times a number that is not negative."""
    if not monomial:
        return bound
    c, t = product_term(factors(monomial)), polynomial_term(bound.polynomial)
    polynomial = read_polynomial(times(c, t))

    def made() -> Theorem:
        theorem = fact("le_mul", c, t, premises=(sign(), bound.theorem))
        return rewrite_proposition(theorem, rearranged(times(c, t), polynomial_term(polynomial)))

    return Inequality(polynomial, False, made)
