"""Sizes that are not known yet: found by unification, most general, and named at the end.

A declared size is itself. One that nobody declared stays open until shapes fix it. It never becomes 1 to make a product
fit: a vector is no number. What indices beside each other need, as t − 1 beside t, is kept with the size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sympy import Expr, Integer

from symattn.language.base.dims import dims, is_dim


class Misfit(Exception):
    """Say that two sizes, or two shapes, are not equal."""

    status = "shapes"


class Needs(Misfit):
    """Say that an assumed letter has to be of another kind: a number where numbers are added, say."""

    def __init__(self, key: str, kind: str, why: str) -> None:
        super().__init__(why)
        self.key, self.kind = key, kind


@dataclass(eq=False)
class Size:
    """Hold a size: a value, or none yet. ``spread`` is how far indices of it reach beyond each other.

    ``of`` says of what it is a size, as a note writes that.
    """

    value: Expr | None = None
    hint: str = ""
    of: str = ""
    may_be_one: bool = False
    spread: int = 0
    least: int = 1
    made: Expr | None = None
    _parent: Size | None = field(default=None, repr=False)

    def root(self) -> Size:
        here = self
        while here._parent is not None:
            here = here._parent
        return here

    @property
    def is_one(self) -> bool:
        return self.root().value == 1

    def known(self) -> Expr | None:
        """Return the value that was declared or found, if any."""
        return self.root().value

    def __str__(self) -> str:
        root = self.root()
        return str(root.value) if root.value is not None else root.hint or "?"


def literal(number: int) -> Size:
    """Return the size that is a number."""
    return Size(Integer(number), may_be_one=True)


def unify(left: Size, right: Size) -> None:
    """Make two sizes equal; raise Misfit where they are not."""
    left, right = left.root(), right.root()
    if left is right:
        return
    if left.value is not None and right.value is not None:
        if left.value != right.value:
            raise Misfit(f"{left.value} is not {right.value}")
    elif left.value is not None:
        left, right = right, left  # left is open
    if left.value is None and right.value == 1 and not left.may_be_one:
        of = (
            f"{left.of}, whose size {left.hint or 'n'}"
            if left.of
            else f"a matrix or a vector, whose size {left.hint or 'n'}"
        )
        raise Misfit(f"a number is needed where {of} would be 1, stands: declare what its letters are")
    if left.value is None and right.value is None:
        right.may_be_one = right.may_be_one and left.may_be_one
        right.hint, right.of = right.hint or left.hint, right.of or left.of
    right.spread, right.least = max(left.spread, right.spread), max(left.least, right.least)
    left._parent = right


class Naming:
    """Give open sizes names that nothing else in a statement has, and room to those that indices reach beyond."""

    def __init__(self, taken: Callable[[], set[str]]) -> None:
        self.taken, self.used = taken, set[str]()
        self.roomy: dict[Expr, Expr] = {}  # declared sizes → what they are, where indices need room
        self.numbered: dict[str, str] = {}  # n_1, beside another n → of what it is a size

    def made(self, size: Size) -> Expr:
        """Return a size as it stands in the statement."""
        root = size.root()
        known, more = root.value, max(root.spread, root.least - 1)
        if root.made is None and known is not None and not is_dim(known):
            root.made = known
        elif root.made is None:
            hint = root.hint or "n"
            name = known.name if known is not None else self._fresh(hint)
            if known is None and name != hint and root.of:
                self.numbered[name] = root.of
            if more and known is not None:
                self.used.add(name)
                name = self._fresh(name)
            root.made = dims(name) + more
            if more and known is not None:
                self.roomy[known] = root.made
        return root.made

    def _fresh(self, name: str) -> str:
        taken = self.taken() | self.used
        number, found = 0, name
        while found in taken:
            number += 1
            found = f"{name}_{number}" if "_" not in name else f"{name}{number}"
        self.used.add(found)
        return found
