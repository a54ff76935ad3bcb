"""Random vectors with given means, variances and independence, on a given number of outcomes.

Entries take two values each: a fair or a biased coin decides. Independent vectors have coins of their own, and so have
the entries of a vector that are pairwise independent; where the outcomes are too few for that, the entries are sums
modulo 2 of fewer fair coins, over different subsets of them, which are pairwise independent too. What is built is
checked against the hypotheses afterwards, and independence is checked by its definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, product
from math import sqrt
from random import Random
from typing import Any

from flint import arb, fmpq
from sympy import Basic, Idx, MatrixSymbol

from symattn.errors import UnsupportedExpression
from symattn.language.base.entries import element
from symattn.language.base.symbols import ProbabilitySymbol
from symattn.language.propositions import Equation
from symattn.language.words.moments import Variance
from symattn.numeric.exact import Imprecise, is_rational, square_root
from symattn.primitives.expectation.word import (
    AboutRandomVectors,
    CommonMean,
    CommonVariance,
    Expectation,
    Independent,
    PairwiseIndependent,
)

#: By how much floating-point probabilities and moments that are equal may differ, relative to the larger of them and 1.
TOLERANCE = 1e-9
#: Odds of a biased coin, of which the square roots are rational: values are mean + ratio·σ and mean − σ/ratio.
RATIOS = (1, 2, 3)


# Hypotheses


def at_an_entry(proposition: CommonMean | CommonVariance, names: tuple[str, str]) -> Equation:
    """Return a statement about all entries of a random vector as an equation for one, with names for the indices."""
    p, X = proposition.probability, proposition.vector
    o, a = Idx(names[0], p.outcomes), Idx(names[1], X.shape[1])
    kind = Expectation if isinstance(proposition, CommonMean) else Variance
    return Equation(kind(p, element(X, o, a), o), proposition.value)


def is_true(proposition: AboutRandomVectors, value_of: Callable[[Basic], Any]) -> bool:
    """Decide a statement about random vectors: a moment by its sum, independence by the joint distribution.

    ``value_of`` gives matrices and numbers, either rational or of floating point. Raise Imprecise for balls.
    """
    (weights,) = _rows(value_of(proposition.probability))
    X = _rows(value_of(proposition.vector))
    columns = list(zip(*X, strict=True))
    if isinstance(proposition, Independent):
        return _factorises(weights, X, _rows(value_of(proposition.other)))
    if isinstance(proposition, PairwiseIndependent):
        entries = [[(x,) for x in column] for column in columns]
        return all(_factorises(weights, first, second) for first, second in combinations(entries, 2))
    if not isinstance(proposition, CommonMean | CommonVariance):
        raise UnsupportedExpression(proposition, "it has no numerical meaning here")
    wanted = value_of(proposition.value)
    if isinstance(wanted, arb):
        raise Imprecise("a moment is compared with a rational number")
    means = [_mean(weights, column) for column in columns]
    if isinstance(proposition, CommonVariance):
        squares = [[(x - mean) ** 2 for x in column] for mean, column in zip(means, columns, strict=True)]
        means = [_mean(weights, square) for square in squares]
    return all(_same(mean, wanted) for mean in means)


def _mean(weights: Sequence[Any], values: Sequence[Any]) -> Any:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def _rows(matrix: Any) -> list[tuple[Any, ...]]:
    if isinstance(matrix, tuple) and not is_rational(matrix):
        raise Imprecise("random vectors are compared where they are rational")
    return [tuple(row) if isinstance(row, tuple) else tuple(map(float, row)) for row in matrix]


def _factorises(weights: Sequence[Any], first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Tell whether P(X = x, Y = y) = P(X = x) P(Y = y) for all values."""
    of_first, of_second = _distribution(weights, first), _distribution(weights, second)
    of_both = _distribution(weights, list(zip(first, second, strict=True)))
    pairs = product(of_first.items(), of_second.items())
    return all(_same(of_both.get((x, y), 0), px * py) for (x, px), (y, py) in pairs)


def _distribution(weights: Sequence[Any], values: Sequence[Any]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for weight, value in zip(weights, values, strict=True):
        found[value] = found.get(value, 0) + weight
    return found


def _same(left: Any, right: Any) -> bool:
    difference = left - right
    if isinstance(difference, float):
        return bool(abs(difference) <= TOLERANCE * max(1.0, abs(left)))
    return bool(difference == 0)


# Instances


@dataclass(frozen=True)
class Numbers:
    """Hold the arithmetic that instances are built in: the number 1 and square roots, which may not exist (None)."""

    one: Any
    root: Callable[[Any], Any]


@dataclass(frozen=True)
class _Vector:
    """Hold what is asked of a random vector: its width, mean and standard deviation, and whether the latter is."""

    symbol: MatrixSymbol
    width: int
    mean: Any
    deviation: Any
    is_free: bool
    is_pairwise: bool

    def coins(self, separate: bool, vary: bool) -> int:
        """Return how many coins the entries need."""
        if not self.deviation or (self.is_free and not vary):
            return 0
        if not self.is_pairwise:
            return 1
        return self.width if separate else self.width.bit_length()


def _rational_root(value: Any) -> fmpq | None:
    root = square_root(value)
    return root if isinstance(root, fmpq) else None


EXACT = Numbers(fmpq(1), _rational_root)
FLOATING = Numbers(1.0, lambda value: sqrt(value) if value >= 0 else None)


def random_vectors(
    hypotheses: Sequence[AboutRandomVectors],
    p: ProbabilitySymbol,
    outcomes: int,
    width_of: Callable[[Any], int],
    value_of: Callable[[Basic], Any],
    numbers: Numbers,
    style: int,
) -> dict[MatrixSymbol, list[list[Any]]] | None:
    """Return weights and random vectors that satisfy hypotheses, or None where they cannot be built.

    ``style`` chooses the bias of the coins.
    """
    mine = [h for h in hypotheses if h.probability == p]
    vectors = [_vector(symbol, mine, width_of, value_of, numbers) for symbol in plain_vectors(mine)]
    if any(vector.deviation is None for vector in vectors):
        return None
    for vary, separate in product((True, False), repeat=2):
        first_coins, coins = _coins(vectors, mine, separate, vary)
        if 2**coins <= outcomes:
            break
    else:
        return None
    ratio = numbers.one * (RATIOS[style % len(RATIOS)] if separate else 1)
    heads = numbers.one / (numbers.one + ratio * ratio)
    tosses = list(product((0, 1), repeat=coins))
    made: dict[MatrixSymbol, list[list[Any]]] = {p: [[]]}
    for vector in vectors:
        made[vector.symbol] = []
    for outcome in range(outcomes):
        toss, copies = tosses[outcome % len(tosses)], len(range(outcome % len(tosses), outcomes, len(tosses)))
        chance = reduce(lambda x, coin: x * (heads if coin else numbers.one - heads), toss, numbers.one)
        made[p][0].append(chance / copies)
        for vector in vectors:
            start = first_coins[vector.symbol]
            own = toss[start : start + vector.coins(separate, vary)]
            made[vector.symbol].append([_entry(vector, a, own, separate, ratio) for a in range(vector.width)])
    return made


def plain_vectors(hypotheses: Iterable[AboutRandomVectors]) -> list[MatrixSymbol]:
    """Return the random vectors that are plain matrix symbols, in the order of the hypotheses."""
    found = [vector for h in hypotheses for vector in h.args[1:] if type(vector) is MatrixSymbol]
    return list(dict.fromkeys(found))


def outcomes_needed(
    hypotheses: Sequence[AboutRandomVectors], p: ProbabilitySymbol, width_of: Callable[[Any], int]
) -> int:
    """Return how many outcomes leave room for all the coins, whatever the variances."""
    mine = [h for h in hypotheses if h.probability == p]
    flags = [(symbol, _is_pairwise(symbol, mine)) for symbol in plain_vectors(mine)]
    vectors = [_Vector(symbol, width_of(symbol), 0, 1, False, pairwise) for symbol, pairwise in flags]
    return int(2 ** _coins(vectors, mine, False, True)[1])


def _is_pairwise(symbol: MatrixSymbol, hypotheses: Sequence[AboutRandomVectors]) -> bool:
    return any(isinstance(h, PairwiseIndependent) and h.vector == symbol for h in hypotheses)


def _vector(
    symbol: MatrixSymbol,
    hypotheses: Sequence[AboutRandomVectors],
    width_of: Callable[[Any], int],
    value_of: Callable[[Basic], Any],
    numbers: Numbers,
) -> _Vector:
    means = [h.value for h in hypotheses if isinstance(h, CommonMean) and h.vector == symbol]
    variances = [h.value for h in hypotheses if isinstance(h, CommonVariance) and h.vector == symbol]
    mean = value_of(means[0]) * numbers.one if means else numbers.one
    deviation = numbers.root(value_of(variances[0]) * numbers.one) if variances else 2 * numbers.one
    pairwise = _is_pairwise(symbol, hypotheses)
    return _Vector(symbol, width_of(symbol), mean, deviation, not variances, pairwise)


def _coins(
    vectors: Sequence[_Vector], hypotheses: Sequence[AboutRandomVectors], separate: bool, vary: bool
) -> tuple[dict[Basic, int], int]:
    """Return the first coin of each vector and the number of coins: independent vectors have no coin in common."""
    apart = {frozenset((h.vector, h.other)) for h in hypotheses if isinstance(h, Independent)}
    first: dict[Basic, int] = {}
    behind: dict[Basic, int] = {}
    for vector in vectors:
        others = [behind[other] for other in first if frozenset((vector.symbol, other)) in apart]
        first[vector.symbol] = max(others, default=0)
        behind[vector.symbol] = first[vector.symbol] + vector.coins(separate, vary)
    return first, max(behind.values(), default=0)


def _entry(vector: _Vector, a: int, toss: Sequence[int], separate: bool, ratio: Any) -> Any:
    """Return the entry a of a random vector after a toss of its own coins."""
    if not toss:
        return vector.mean
    if not vector.is_pairwise:
        coin = toss[0]
    elif separate:
        coin = toss[a]
    else:
        coin = sum(side for place, side in enumerate(toss) if (a + 1) >> place & 1) % 2
    return vector.mean + vector.deviation * ratio if coin else vector.mean - vector.deviation / ratio


def weights(outcomes: int, stage: int, rng: Random, place: int = 0) -> tuple[fmpq, ...]:
    """Return exact weights of the stage: equal ones, ones that grow, one outcome alone, then pseudo-random ones.

    Which outcome stands alone depends on the place among all weights: two distributions then have none in common.
    """
    if stage == 2:
        parts = [int(o == place % outcomes) for o in range(outcomes)]
    else:
        parts = [1 if stage == 0 else o + 1 if stage == 1 else rng.randrange(1, 5) for o in range(outcomes)]
    return tuple(fmpq(part, sum(parts)) for part in parts)
