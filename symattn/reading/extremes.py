"""The largest and the least of numbers: of all of them, or of those up to a place.

Where a statement has the largest up to k and that up to k + 1, the second is that of the first and of the one number
more, as the online softmax keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from sympy import Dummy, Integer, Le, Max, Min, Piecewise

from symattn.language.base.by_index import from_entries
from symattn.primitives.maxima.word import RowMax
from symattn.reading.indices import Index, Place, use
from symattn.reading.refusal import Refused
from symattn.reading.stage import Stage
from symattn.reading.values import Value, as_number, entry_of, lift

#: So many numbers are written out.
_FEW = 8


def extreme(stage: Stage, word: str, index: Index, value: Value, limits: Callable[[], tuple[Any, Any, Any]]) -> Value:
    """Return the largest, or the least, of numbers over what an index runs."""
    upper, naming = index.upper, stage.naming
    if upper is None or (upper.index is None and upper.end is None):
        if upper is not None and upper.plus < (index.lower or Place()).plus:
            raise Refused(f"a {word} of no numbers is not read")
        return lift(None, lambda body: _extreme(word, body, *limits()), as_number(value))
    is_from_first = index.lower in (None, Place())
    end: Hashable = upper.index or (upper.end and upper.end.known())
    if upper.index is not None:
        if not upper.is_plain or not is_from_first or upper.index.stop is None:
            raise Refused(f"over what {word} runs is not read")
        use(upper, upper.index.stop, upper=False)  # none of no numbers is the largest
    key = (word, end, index.lower or Place())
    stage.ends[key] = min(stage.ends.get(key, upper.plus), upper.plus)

    def made(body: Any) -> Any:
        symbol, low, high = limits()
        more = upper.plus - stage.ends[key] if end is not None else 0
        more = more if more < _FEW else 0
        base = high - more
        if upper.index is not None:
            stop = upper.index.stop
            beyond = max(upper.plus - more, 0) if upper.index.is_bound else 0
            assert stop is not None
            largest = _up_to(word, body, symbol, low, base, naming.made(stop) + beyond)
        else:
            largest = _extreme(word, body, symbol, low, base)
        kind = Max if word == "max" else Min
        return kind(largest, *(body.subs(symbol, base + at) for at in range(1, more + 1)))

    return lift(None, made, as_number(value))


def _extreme(word: str, body: Any, index: Any, low: Any, high: Any) -> Any:
    """Return the largest, or the least, of numbers as that of a matrix with one row; of a few they are written out."""
    if (high - low).is_Integer and 0 <= high - low < _FEW:
        return (Max if word == "max" else Min)(*(body.subs(index, low + at) for at in range(int(high - low) + 1)))
    sign = 1 if word == "max" else -1
    entries = from_entries(1, high - low + 1, lambda row, place: sign * body.subs(index, place + low))
    return sign * entry_of(RowMax(entries), 0, 0)


def _up_to(word: str, body: Any, index: Any, low: Any, high: Any, size: Any) -> Any:
    """Return the largest, or the least, of numbers up to a place: behind that the first one stands once more."""
    place = Dummy(integer=True)
    kept = Piecewise((body.subs(index, place), Le(place, high)), (body.subs(index, low), True))
    return _extreme(word, kept, place, Integer(0), size - 1)
