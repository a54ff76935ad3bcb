"""Combinations Σ c·w of words outside the kernel: whether a proof by matrix algebra is worth its while, found quickly.

Nothing is proved here.  A combination maps words to numbers, which are polynomials; two that are equal here are shown
equal by the kernel with the same steps.  Numbers are compared as polynomials, so that 1/c·c is not 1 here, and 1×1
factors stay factors: what differs here may still be equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ....kernel.terms import Term
from ...normal.polynomials import Polynomial, multiply

Word = tuple[Term, ...]
Combination = Mapping[Word, Polynomial]
Rewriting = tuple[Word, Combination]  # a word and what it is rewritten to
MOST_REWRITINGS = 3_000


def total(parts: Iterable[tuple[Combination, int]]) -> Combination:
    """Return a sum of combinations with signs."""
    result: dict[Word, dict[object, Fraction]] = {}
    for combination, sign in parts:
        for word, polynomial in combination.items():
            place = result.setdefault(word, {})
            for monomial, c in polynomial.items():
                place[monomial] = place.get(monomial, Fraction(0)) + sign * c
    plain = {w: {m: c for m, c in p.items() if c} for w, p in result.items()}
    return {w: p for w, p in plain.items() if p}  # type: ignore[misc]


def product(a: Combination, b: Combination) -> Combination:
    """Return the product of two combinations."""
    return total(
        ({u + v: {multiply(m, n): c * d}}, 1)
        for u, p in a.items()
        for v, q in b.items()
        for m, c in p.items()
        for n, d in q.items()
    )


def reduced(combination: Combination, rules: Iterable[Rewriting]) -> Combination | None:
    """Return the combination with all its words rewritten as long as a rule applies; None where that takes long."""
    rules = tuple(rules)
    left = MOST_REWRITINGS
    done: Combination = {}
    waiting = combination
    while waiting:
        left -= 1
        if not left:
            return None
        word = max(waiting, key=len)
        number = {word: waiting[word]}
        found = next((step for rule in rules if (step := _rewritten(word, *rule)) is not None), None)
        waiting = total([(waiting, 1), (number, -1)])
        if found is None:
            done = total([(done, 1), (number, 1)])
        else:
            waiting = total([(waiting, 1), (product({(): number[word]}, found), 1)])
    return done


def _rewritten(word: Word, part: Word, other: Combination) -> Combination | None:
    for place in range(len(word) - len(part) + 1):
        if word[place : place + len(part)] == part:
            return {word[:place] + w + word[place + len(part) :]: c for w, c in other.items()}
    return None
