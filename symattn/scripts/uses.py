"""Which claims use which: a claim may not rest on itself through its lemmas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from symattn.errors import ClaimError


def circle(uses: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the ids of claims of which each uses the next, the last being the first again; or nothing.

    >>> circle({"A": ["B"], "B": ["C", "A"], "C": []}), circle({"A": ["B"], "B": []})
    (('A', 'B', 'A'), ())
    """
    done: set[str] = set()
    for start in uses:
        path: list[str] = []
        stack = [iter((start,))]
        while stack:
            name = next(stack[-1], None)
            if name is None:
                stack.pop()
                if path:
                    done.add(path.pop())
            elif name in path:
                return (*path[path.index(name) :], name)
            elif name not in done:
                path.append(name)
                stack.append(iter(uses.get(name, ())))
    return ()


def refuse_circles(uses: Mapping[str, Sequence[str]]) -> None:
    """Raise ClaimError for claims that rest on each other, and show how.

    >>> refuse_circles({"A": ["B"], "B": ["A"]})
    Traceback (most recent call last):
    symattn.errors.ClaimError: these claims rest on each other, so that none of them is proved: A uses B, B uses A
    """
    found = circle(uses)
    if found:
        steps = ", ".join(f"{one} uses {other}" for one, other in pairwise(found))
        raise ClaimError(f"these claims rest on each other, so that none of them is proved: {steps}")
