"""Words of matrices, their rules, and combinations Σ c·w of words outside the kernel.

Nothing is proved here: what is found quickly tells whether a proof by matrix algebra is worth its while.  A combination
maps words to numbers, which are polynomials; two that are equal here are shown equal by the kernel with the same steps.
Numbers are compared as polynomials, so that 1/c·c is not 1 here, and 1×1 factors stay factors: what differs here may
still be equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ....kernel.rules import Theorem
from ....kernel.terms import Term
from ...library.matrices import transposed
from ...limits import MOST_MATRIX_STEPS
from ...logic.parts import args_of
from ...logic.term_order import key
from ...normal.polynomials import Polynomial, multiply

Word = tuple[Term, ...]
Combination = Mapping[Word, Polynomial]
ALONE: Polynomial = {(): Fraction(1)}  # the number before a word that stands alone


@dataclass(frozen=True)
class Rule:
    """Hold a rule for words: ⊢ the matrix of the word = the matrix of a combination, and that combination."""

    word: Word
    theorem: Theorem
    rest: Combination = field(compare=False, hash=False)


def degree(word: Word) -> tuple[object, ...]:
    """Return the place of a word in the order by which rules rewrite: by length, then atom by atom.

    Transposed atoms are ordered as the atoms are, lest Y be rewritten to X and Xᵀ to Yᵀ.
    """
    return len(word), tuple(_place(atom) for atom in word)


def _place(atom: Term) -> tuple[object, ...]:
    inner = args_of(atom, "transpose", 1)
    return (key(atom), False) if inner is None else (key(inner[0]), True)


def mirrored(word: Word) -> Word:
    """Return the word of the transpose."""
    return tuple(_transposed_atom(atom) for atom in reversed(word))


def _transposed_atom(atom: Term) -> Term:
    inner = args_of(atom, "transpose", 1)
    return transposed(atom) if inner is None else inner[0]


def place_of(part: Word, word: Word) -> int | None:
    """Return where a word first contains another one, or None."""
    places = range(len(word) - len(part) + 1)
    return next((place for place in places if word[place : place + len(part)] == part), None)


def applicable(word: Word, rules: Iterable[Rule]) -> tuple[Rule, int] | None:
    """Return the first rule that rewrites a part of a word, and where that part begins, or None."""
    for rule in rules:
        place = place_of(rule.word, word)
        if place is not None:
            return rule, place
    return None


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


def difference(a: Combination, b: Combination) -> Combination:
    """Return a − b for two combinations."""
    return total([(a, 1), (b, -1)])


def reduced(combination: Combination, rules: Sequence[Rule]) -> Combination | None:
    """Return the combination with all its words rewritten as long as a rule applies; None where that takes long."""
    done: Combination = {}
    waiting = combination
    for _ in range(MOST_MATRIX_STEPS):
        if not waiting:
            return done
        word = max(waiting, key=len)
        found = applicable(word, rules)
        now: Combination = {word: waiting[word]}
        waiting = difference(waiting, now)
        if found is None:
            done = total([(done, 1), (now, 1)])
        else:
            rule, place = found
            after = word[place + len(rule.word) :]
            changed = {word[:place] + w + after: c for w, c in rule.rest.items()}
            waiting = total([(waiting, 1), (product({(): now[word]}, changed), 1)])
    return None
