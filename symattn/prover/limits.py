"""The limits of the search, in one table: how much of what, and why no more.

A limit costs reach or time, never soundness: what is past it is not tried.
"""

from __future__ import annotations

from typing import Final


class Limit(int):
    """Be a number of something that is not exceeded, for a reason.

    >>> MOST_PIVOTS, MOST_PIVOTS.unit
    (400, 'steps of the simplex method')
    """

    unit: str
    reason: str

    def __new__(cls, value: int, unit: str, reason: str) -> Limit:
        """Make a limit; it is equal to its value."""
        found = super().__new__(cls, value)
        found.unit, found.reason = unit, reason
        return found


# what is read of a goal
MOST_MONOMIALS: Final = Limit(24, "monomials of a goal", "the simplex method is slow on more")
MOST_PLACES: Final = Limit(8, "places of one trigger, sums, or halves of monomials", "each makes an instance")
MOST_WITHIN: Final = Limit(
    3,
    "sums, definitions or comparisons by squares within each other, or factors of a rewritten product",
    "each has many forms",
)
MOST_INDICES: Final = Limit(
    4, "indices in sight, or of sums opened", "facts are stated at each; a product of two double sums has four"
)
MOST_EXPONENT: Final = Limit(12, "exponent, or multiple of a logarithm", "powers are written out as products")
# what is made of it
MOST_INSTANCES: Final = Limit(24, "instances of hypotheses, or equations of traces", "the elimination is slow on more")
MOST_PRODUCTS: Final = Limit(32, "products of inequalities with monomials, or pairs of squares", "most are in vain")
MOST_PAIRED: Final = Limit(5, "inequalities multiplied in pairs, or columns put into forms", "there are n² of them")
MOST_SHARES: Final = Limit(3, "sums that give weights, or columns paired", "each is tried with each")
MOST_ATOMS: Final = Limit(10, "numbers whose differences or products are tried with a goal", "there are n² of them")
MOST_FACTORS: Final = Limit(6, "factors, denominators or terms that are taken apart", "some in 2ⁿ ways")
MOST_LED_TO: Final = Limit(12, "goals, indices or inequalities that lead to others", "there is no end to them")
MOST_SEARCHES: Final = Limit(4, "searches for one goal of one kind", "each takes as long as the goal may")
MOST_SIGNS: Final = Limit(6, "signs shown under roots, inverses, logarithms", "each is a search of its own")
# steps within steps
MOST_REPLACED: Final = Limit(
    2, "inverses multiplied away, largest numbers replaced, layers of words written out", "each is a search more"
)
LEAST_KEPT: Final = Limit(4, "of |·|, max and min that are kept as numbers, at least", "fewer have few cases")
MOST_WRITTEN_OUT: Final = Limit(6, "of |·|, max and min that are written out", "there are 2ⁿ cases")

# matrices
MOST_MATRIX_STEPS: Final = Limit(6_000, "words read, joined or rewritten", "rules need not make words short")
MOST_OVERLAPS: Final = Limit(30, "overlaps of rules that become rules", "the completion of rules need not end")
LONGEST_WORD: Final = Limit(9, "factors of a word on which rules overlap, or that is cut", "cut in n² ways")
MOST_CANCELLED: Final = Limit(16, "equations with factors cancelled", "each may be cancelled again")
MOST_MATRIX_EQUATIONS: Final = Limit(
    6, "equations of matrices split, or matrices squared in pairs", "each gives many others"
)
MOST_MATRIX_FACTORS: Final = Limit(4, "factors of a product of matrices split or written out", "each adds a sum")
MOST_BOUNDS: Final = Limit(64, "bounds by norms", "the simplex method is slow on more")
MOST_WEIGHTS: Final = Limit(4, "numbers by which a bound by norms is multiplied", "each makes a bound more")
MOST_ROWS: Final = Limit(3, "rows of a matrix whose determinant is written out", "it has n! terms")
MOST_ROWS_OF_NUMBERS: Final = Limit(6, "rows of a matrix of numbers that is inverted", "all its entries are normalised")
MOST_ROUNDS: Final = Limit(2, "times that what was found is used again", "each takes as long as the first")
# other things
LARGEST_NUMBER: Final = Limit(10**6, "numerator or denominator of an angle", "natural numbers are sums of ones")
LAW_BUDGET: Final = Limit(8_000, "steps of normalisation for the law of an operation", "most conjectures fail")
# lemmas and words
MOST_TARGETS: Final = Limit(600, "parts of a goal that lemmas are matched with", "each is matched with each trigger")
MOST_WORDS: Final = Limit(6, "words as unknowns, instances as further facts, triggers of a lemma", "each adds others")
MANY_FACTORS: Final = Limit(8, "factors of a product of matrices, or matrices that pass a power", "it has n² parts")
# what may be spent
BUDGET: Final = Limit(60_000, "steps of a proof, or of matching for it", "a proof that takes longer is seldom found")
LITTLE_STEPS: Final = Limit(600, "steps of a first attempt", "another one may follow")
LITTLE_EFFORT: Final = Limit(2_000, "effort of a first attempt", "another one may follow")
MOST_EFFORT: Final = Limit(30_000, "effort of an attempt, in parts of a step", "a step may be about a page")
LONGEST_TERM: Final = Limit(40_000, "parts of a term that count", "a longer one shares them")
MOST_REMEMBERED: Final = Limit(256, "hypotheses whose consequences are remembered", "a claim has far fewer")
# normal forms
MOST_ONE_BY_ONE: Final = Limit(16, "indices of a range, or copies of a number", "they are gone through")
LARGEST_NATURAL: Final = Limit(64, "ones in the normal form of a natural number", "each is a part of it")
LARGEST_ROOT: Final = Limit(1_000, "root of a square number taken out of a root", "all up to it are tried")
LARGEST_SEEN: Final = Limit(
    4_000, "parts of a goal looked at with numbers, or with words as unknowns; terms of a product", "memory, time"
)
MOST_ELIMINATED: Final = Limit(140, "inequalities or equations in one elimination", "it may square their number")
MOST_FACTORS_IN_ALL: Final = Limit(1_024_000, "factors of all terms of a product", "memory, time")
MOST_SAMPLES: Final = Limit(30, "points drawn to find some where hypotheses hold", "hypotheses may hold at few")
LONGEST_INTEGER: Final = Limit(256, "bits of an integer that is halved", "a proof is as deep as there are halves")
MOST_PIVOTS: Final = Limit(400, "steps of the simplex method", "it need not end")

#: The limits by their names.
TABLE: Final = {name: value for name, value in globals().items() if isinstance(value, Limit)}
