"""The sizes at which a claim is tried, in order.

Small sizes come first: by their sum, then lexicographically in the order of their names, as long as the sum exceeds the
number of sizes by at most `LARGEST_EXCESS`. Where none of these satisfies the hypotheses about sizes and free indices,
the sizes that such hypotheses name grow further in the same order, and the others start again from 1.  Last, where
conditions name numbers that are beyond small sizes, each size, and all of them, just reach these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, count, islice, pairwise, product

#: The sum of small sizes exceeds the number of sizes by at most this much.
LARGEST_EXCESS = 6
#: How many choices of larger sizes are tried, and how many of those that fit are used.
MOST_LARGER, MOST_USED = 2_000, 8

#: Numbers in conditions up to this are reached by sizes, of which one instance after another is tried, so many each.
LARGEST_REACHED, MOST_AT_EACH = 16, 2

#: How many choices of unequal sizes are tried for matrices with a pattern.
MOST_UNEQUAL = 6

Sizes = tuple[int, ...]


def size_choices(length: int) -> Iterator[Sizes]:
    """Yield tuples of small positive integers by their sum, then lexicographically.

    >>> [choice for choice, _ in zip(size_choices(2), range(4))]
    [(1, 1), (1, 2), (2, 1), (1, 3)]
    """
    for excess in range(LARGEST_EXCESS + 1 if length else 1):
        yield from _of_sum(length, excess)


def _of_sum(length: int, excess: int) -> Iterator[Sizes]:
    """Yield the tuples of positive integers whose sum exceeds their number by the excess, lexicographically."""
    for bars in combinations(range(excess + length - 1), length - 1) if length else [()]:
        edges = (-1, *bars, excess + length - 1)
        yield tuple(right - left for left, right in pairwise(edges)) if length else ()


def reaching_choices(length: int, numbers: Iterable[int]) -> Iterator[Sizes]:
    """Yield sizes that reach beyond numbers for which small sizes do not do: one of them each, then all.

    >>> list(reaching_choices(2, [8]))
    [(9, 1), (1, 9), (9, 9), (10, 1), (1, 10), (10, 10)]
    """
    large = [number for number in numbers if LARGEST_EXCESS - 1 <= number <= LARGEST_REACHED]
    for size in sorted({number + more for number in large for more in (1, 2)}):
        if length > 1:
            yield from (tuple(size if at == place else 1 for at in range(length)) for place in range(length))
        if length:
            yield (size,) * length


def pattern_choices(length: int) -> Iterator[Sizes]:
    """Yield the sizes at which matrices have a pattern: 3, 4 or 2 of one size, equal and unequal ones of several.

    >>> list(pattern_choices(2))
    [(2, 2), (1, 2), (2, 1), (3, 3), (2, 3), (3, 2)]
    """
    if length < 2:
        yield from ((size,) * length for size in ((3, 4, 2) if length else (1,)))
        return
    unequal = sorted(product((1, 2), repeat=length), key=lambda sizes: (sum(sizes), sizes))
    more = [tuple(size + 1 for size in sizes) for sizes in unequal]
    yield from ((2,) * length, *unequal[1:-1][:MOST_UNEQUAL], (3,) * length, *more[1:-1][: MOST_UNEQUAL // 2])


def larger_choices(named: Sequence[bool], fits: Callable[[Sizes], bool]) -> Iterator[Sizes]:
    """Yield choices in which the ``named`` sizes are as large as it takes to fit; the others are small.

    ``fits`` looks at the named sizes only; the others are 1 when it is asked.

    >>> [choice for choice, _ in zip(larger_choices((False, True), lambda sizes: sizes[1] > 8), range(3))]
    [(1, 9), (1, 10), (1, 11)]
    """
    length = sum(named)
    if not length:
        return
    growing = (choice for excess in count() for choice in _of_sum(length, excess))
    tried = (choice for choice in islice(growing, MOST_LARGER) if fits(_joined(named, choice, (1,) * len(named))))
    fitting = list(islice(tried, MOST_USED))
    for others in size_choices(len(named) - length):
        for choice in fitting:
            yield _joined(named, choice, others)


def _joined(named: Sequence[bool], chosen: Sizes, others: Sizes) -> Sizes:
    """Return all sizes in their order from those that are named and the others."""
    inside, outside = iter(chosen), iter(others)
    return tuple(next(inside) if is_named else next(outside) for is_named in named)
