"""Indices: letters for places. A place is a letter plus a number, and is checked to lie inside its range.

A free index runs over all places of a size; where t − 1 stands beside t it runs over those at which both exist. What a
sum runs over are places between two others.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Dummy, Expr, Idx, Integer, S, Symbol

from symattn.reading.refusal import Refused
from symattn.reading.sizes import Misfit, Naming, Size, unify


@dataclass(eq=False)
class Index:
    """Hold an index letter: free, or bound by a sum from one place to another; ``size`` is that of what it counts.

    Its symbol runs from 0; ``low`` is added to it. ``is_told`` says whether its range was declared.
    """

    name: str
    size: Size = field(default_factory=lambda: Size(hint="N"))
    lower: Place | None = None
    upper: Place | None = None
    is_bound: bool = False
    is_told: bool = False
    low: int = 0
    high: int = 0
    symbol: Any = None
    is_used: bool = False  # something has a place there, so that its range is known

    @property
    def stop(self) -> Size | None:
        """The size up to whose end it runs, None where it is not known."""
        return self.size if self.upper is None else self.upper.stop

    def make(self, naming: Naming) -> Any:
        """Return the place at which it stands, counted from 0."""
        if self.symbol is None and self.is_bound:
            self.symbol = Symbol(self.name, integer=True)
        elif self.symbol is None:
            self.symbol = Idx(self.name, naming.made(self.size) - self.low - self.high)
        return self.symbol + self.low


@dataclass(frozen=True)
class Place:
    """Hold a place: an index, or the end of a size, and a number added to it; a number alone without both.

    ``times`` is how often the index is taken, as in 2i + 1, and ``offset`` a size that is added, as in p + i.
    """

    index: Index | None = None
    end: Size | None = None
    plus: int = 0
    times: int = 1
    offset: Expr = S.Zero

    def moved(self, by: int) -> Place:
        """Return the place that lies further on."""
        return replace(self, plus=self.plus + by)

    def taken(self, times: int, first: int) -> Place:
        """Return the place whose number is a multiple of the number of this one, where numbers begin at the first."""
        plus = times * (self.plus + first) - first
        return replace(self, plus=plus, times=times * self.times, offset=times * self.offset)

    @property
    def is_plain(self) -> bool:
        """Tell whether this is an index with a number at most."""
        return self.times == 1 and self.offset == 0

    @property
    def stop(self) -> Size | None:
        """The size whose last place this is, None where it is not known."""
        if self.end is None or not self.plus:
            return self.end
        known = self.end.known()
        return None if known is None else Size(known + self.plus, may_be_one=True)

    def make(self, naming: Naming) -> Any:
        """Return the place as a number that counts from 0."""
        if self.index is not None:
            return self.times * self.index.make(naming) + self.offset + self.plus
        if self.end is not None:
            return naming.made(self.end) - 1 + self.plus
        return Integer(self.plus)


def use(place: Place, size: Size, lower: bool = True, upper: bool = True) -> None:
    """See to it that a place lies inside a size; raise Misfit or Refused where it need not."""
    index = place.index
    if index is not None:
        index.is_used = True
    if not place.is_plain:
        _use_linear(place, size)
    elif index is None and place.end is None:
        if lower and place.plus < 0:
            raise Refused("an index lies before the first; does the note count from 0? first = 0")
        if upper:
            root = size.root()
            if root.value is not None and root.value.is_Integer and place.plus >= root.value:
                raise Misfit(f"an index lies beyond {root.value}")
            root.least = max(root.least, place.plus + 1)
    elif index is None and place.end is not None:
        end = place.end if place.plus <= 0 else place.stop
        if end is None:
            raise Refused("an index lies beyond the end")
        if upper and not _is_larger(size, end):
            unify(size, end)
            root = size.root()
            root.least = max(root.least, 1 - place.plus)
    elif index is not None and not index.is_bound:
        beyond = _beyond(index, size)
        if beyond is None:
            unify(size, index.size)
        if lower:
            index.low = max(index.low, -place.plus)
        if upper:
            index.high = max(index.high, place.plus - (beyond or 0))
    elif index is not None:
        if lower and index.lower is not None:
            use(index.lower.moved(place.plus), size, upper=False)
        elif lower and place.plus < 0:
            raise Refused("an index of a sum lies before the first")
        if upper and index.upper is not None:
            use(index.upper.moved(place.plus), size, lower=False)
        elif upper:
            if place.plus > 0:
                raise Refused("an index of a sum lies beyond the last")
            if not _is_larger(size, index.size):
                unify(size, index.size)


def _is_larger(size: Size, other: Size) -> bool:
    one, two = size.known(), other.known()
    return one is not None and two is not None and bool((one - two).expand().is_positive)


def _beyond(index: Index, size: Size) -> int | None:
    """Tell by how much a size is larger than the range of an index, which becomes the smaller; None if that is open."""
    known, own = size.known(), index.size.known()
    beyond = None if known is None or own is None else (known - own).expand()
    if not beyond or not (beyond.is_Integer or (index.is_told and never_negative(beyond))):
        return None
    if beyond.is_negative:
        index.size, index.high, beyond = size, max(index.high + int(beyond), 0), Integer(0)
    return int(beyond.subs(dict.fromkeys(beyond.free_symbols, 1)))


def never_negative(value: Expr) -> bool:
    """Tell whether a sum of sizes is not negative, as each of them is at least 1."""
    more = {size: Dummy(integer=True, nonnegative=True) + 1 for size in value.free_symbols}
    return bool(value.subs(more).expand().is_nonnegative)


def _use_linear(place: Place, size: Size) -> None:
    """See to it that 2i + 1, or p + i, lies inside a size, where both it and that of i are known."""
    index = place.index
    assert index is not None
    count, whole = None if index.stop is None else index.stop.known(), size.known()
    is_low = index.low or (index.lower is not None and index.lower.plus < 0)
    if count is None or whole is None or is_low or not never_negative(place.offset + place.plus):
        raise Refused("whether a place lies inside is not known: declare the sizes")
    if not never_negative(whole - 1 - place.times * (count - 1) - place.offset - place.plus):
        raise Misfit("a place may lie beyond the last")
