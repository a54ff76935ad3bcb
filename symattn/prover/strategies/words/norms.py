"""Inequalities between inner products and norms: ⟨X, Y⟩² ≤ ‖X‖²‖Y‖², ⟨X, Y⟩ ≤ ‖X‖‖Y‖ and ‖XY‖² ≤ ‖X‖²‖Y‖².

The trace of a word is an inner product wherever the word is cut in two; the matrices whose squares were written are the
others that these inequalities are stated of.  Polynomials come first: a theorem is made of what is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from ....kernel.rules import Theorem
from ....kernel.terms import Size, Term, app
from ...library.definitions import defined
from ...library.facts import fact
from ...library.matrices import shape, transposed
from ...library.norms import inner_product_below_norms
from ...library.order import sqrt
from ...library.traces import squares
from ...logic.conversions import rewrite_proposition
from ...logic.formulas import MINUS, ZERO, minus, plus, times
from ...logic.parts import args_of
from ...logic.term_order import key
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    divided,
    factors,
    monomial_key,
    polynomial_term,
    product_term,
    read_polynomial,
)
from ...normal.positivity import distinct, nonnegative
from .matrix_traces import Traces

MOST_BOUNDS = 64  # inequalities that are put to the simplex method
MOST_ATOMS = 6  # traces that are cut
MOST_FACTORS = 4  # of a word, whose norms are parted, and numbers by which a bound is multiplied
LONGEST = 8  # word that is cut


@dataclass(frozen=True)
class Bound:
    """Hold the polynomial t of an inequality 0 ≤ t, and what makes ⊢ 0 ≤ t' and t', which is t as it was written."""

    polynomial: Polynomial
    made: Callable[[], tuple[Theorem, Term]]


class Norms:
    """State what norms say of the inner products in a goal; some matrices are at hand."""

    def __init__(self, traces: Traces, normaliser: Normaliser, matrices: Iterable[Term]) -> None:
        self.traces, self.words, self.normaliser = traces, traces.words, normaliser
        self._at_hand = [(x, y) for x, y in combinations(matrices, 2) if shape(x) == shape(y)]

    def bounds(self, goal: Polynomial) -> list[Bound]:
        """Return inequalities about the inner products in a goal 0 ≤ t."""
        atoms = sorted({atom for m in goal for atom, _ in m}, key=key)
        rooted = {inside[0] for atom in atoms if (inside := args_of(atom, "sqrt", 1)) is not None}
        pairs = [*(pair for atom in atoms[:MOST_ATOMS] for pair in self._cuts(atom)), *self._at_hand]
        found: list[Bound] = []
        for x, y in pairs:
            if rooted and rooted.issuperset((self._inner(x, x), self._inner(y, y))):
                found += self._below_norms(x, y), self._below_norms(self._opposite(x), y)
        if any(sum(e for _, e in m) > 1 for m in goal):
            found += (self._squared(x, y) for x, y in pairs)
        found = [bound for bound in found if bound.polynomial][:MOST_BOUNDS]
        found += list(self._times_numbers(goal, found))
        met, fresh = set[Monomial](), {m for p in (goal, *(bound.polynomial for bound in found)) for m in p}
        for _ in range(MOST_FACTORS - 1):
            more = list(self._of_factors(fresh))
            met |= fresh
            fresh = {m for bound in more for m in bound.polynomial} - met
            found += more
        return found

    def _inner(self, x: Term, y: Term) -> Term:
        return self.traces.inner_product(x, y)

    def _cuts(self, atom: Term) -> Iterator[tuple[Term, Term]]:
        """Yield X and Y where an atom is the trace of X·Yᵀ."""
        word = self.traces.word_in(atom)
        for start, end in combinations(range(len(word) + 1), 2) if len(word) <= LONGEST else ():
            x = self.words.term(word[start:end], shape(word[start])[0])
            yield x, transposed(self.words.term(word[end:] + word[:start], shape(x)[1]))

    @staticmethod
    def _opposite(x: Term) -> Term:
        return app(defined("matscale", *shape(x)), MINUS, x)

    # ------------------------------------------------------------------------------------------------------- bounds

    def _below_norms(self, x: Term, y: Term) -> Bound:
        """Return 0 ≤ ‖X‖‖Y‖ − ⟨X, Y⟩."""
        norms = times(sqrt(self._inner(x, x)), sqrt(self._inner(y, y)))
        polynomial = read_polynomial(plus(norms, minus(self._inner(x, y))))
        return Bound(polynomial, lambda: _difference(inner_product_below_norms(x, y)))

    def _squared(self, x: Term, y: Term) -> Bound:
        """Return 0 ≤ ‖X‖²‖Y‖² − ⟨X, Y⟩²."""
        mixed = self._inner(x, y)
        polynomial = read_polynomial(plus(times(self._inner(x, x), self._inner(y, y)), minus(times(mixed, mixed))))
        return Bound(polynomial, partial(_stated, "inner_product_squared", "rn", shape(x), x, y))

    def _times_numbers(self, goal: Polynomial, bounds: Iterable[Bound]) -> Iterator[Bound]:
        """Yield the bounds times nonnegative numbers that lead to monomials of a goal."""
        for bound in bounds:
            quotients = {q for m in goal for part in bound.polynomial if (q := divided(m, part))}
            for q in sorted(quotients, key=monomial_key)[:MOST_FACTORS]:
                sign = self._sign(q)
                if sign is not None:
                    yield _scaled(q, sign, bound)

    def _of_factors(self, monomials: Iterable[Monomial]) -> Iterator[Bound]:
        """Yield 0 ≤ c·(‖X‖²‖Y‖² − ‖XY‖²) where c·‖XY‖² is met, for c ≥ 0."""
        left = MOST_BOUNDS
        for monomial, atom in ((m, atom) for m in sorted(monomials, key=monomial_key) for atom, _ in m):
            words = {word: None for word in self.traces.halves(atom) if 1 < len(word) <= LONGEST}
            rest = divided(monomial, ((atom, 1),)) or ()
            sign = self._sign(rest) if words else None
            for word, place in ((w, place) for w in words for place in range(1, len(w))):
                left -= 1
                if sign is None or left < 0:
                    break
                x = self.words.term(word[:place], shape(word[0])[0])
                y = self.words.term(word[place:], shape(x)[1])
                yield _scaled(rest, sign, self._of_product(atom, x, y))

    def _of_product(self, whole: Term, x: Term, y: Term) -> Bound:
        """Return 0 ≤ ‖X‖²‖Y‖² − ‖XY‖²."""
        norms, sizes = times(self._inner(x, x), self._inner(y, y)), (*shape(x), shape(y)[1])
        polynomial = read_polynomial(plus(norms, minus(whole)))
        return Bound(polynomial, partial(_stated, "norm_of_product", "rmn", sizes, x, y))

    # -------------------------------------------------------------------------------------------------------- signs

    def _sign(self, monomial: Monomial) -> Callable[[], Theorem] | None:
        """Return what makes ⊢ 0 ≤ c for a product of squared norms and of numbers seen not to be negative, or None."""
        norms: dict[Term, Term] = {}
        for atom, _ in monomial:
            word = next(iter(self.traces.halves(atom)), None)
            x = None if word is None else self.words.term(word, shape(word[0])[0])
            if x is not None and self._inner(x, x) is atom:
                norms[atom] = x
            elif nonnegative(self.normaliser, atom) is None:
                return None

        def made() -> Theorem:
            *others, last = factors(monomial)
            theorem, t = one(last), last
            for atom in reversed(others):
                theorem, t = fact("le_mul", {}, atom, t, premises=distinct(one(atom), theorem)), times(atom, t)
            return theorem

        def one(atom: Term) -> Theorem:
            if atom not in norms:
                return nonnegative(self.normaliser, atom)  # type: ignore[return-value]
            x = norms[atom]
            square = fact("squares_nonneg", dict(zip("rn", shape(x), strict=True)), x)
            return rewrite_proposition(square, self.traces.number(squares(x, *shape(x))))

        return made


def _scaled(factor: Monomial, sign: Callable[[], Theorem], bound: Bound) -> Bound:
    """Return a bound times a number that is not negative."""
    if not factor:
        return bound
    c = product_term(factors(factor))

    def made() -> tuple[Theorem, Term]:
        theorem, t = bound.made()
        return fact("le_mul", {}, c, t, premises=distinct(sign(), theorem)), times(c, t)

    return Bound(read_polynomial(times(c, polynomial_term(bound.polynomial))), made)


def _stated(name: str, letters: str, sizes: tuple[Size, ...], *values: Term) -> tuple[Theorem, Term]:
    """Return ⊢ 0 ≤ b − a and b − a for a lemma that says a ≤ b."""
    return _difference(fact(name, dict(zip(letters, sizes, strict=True)), *values))


def _difference(theorem: Theorem) -> tuple[Theorem, Term]:
    """Return ⊢ 0 ≤ b − a and b − a for ⊢ a ≤ b."""
    low, high, _ = order_of(theorem.conclusion) or (ZERO, ZERO, False)
    return fact("sub_nonneg", {}, low, high, premises=(theorem,)), plus(high, minus(low))
