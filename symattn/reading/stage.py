"""One attempt at reading one statement: what its letters, indices and sizes are, what was chosen, what is assumed.

A plan says which way each choice goes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sympy import Identity, Integer

from symattn.language.base.dims import dims
from symattn.reading.indices import Index, Place, use
from symattn.reading.names import Reference, plain_name, reference
from symattn.reading.refusal import Refused, attempt
from symattn.reading.scope import Definition, Scope
from symattn.reading.sizes import Naming, Size, literal, unify
from symattn.reading.tree import Tree
from symattn.reading.values import Value, entry_of, lift, transpose

#: How something was called: its key, its arguments and its places.
Named = tuple[str, tuple[Any, ...], tuple[Any, ...]]


@dataclass(eq=False)
class Letter:
    """Hold what a letter is in one statement: its kind, its shape, the sizes of its indices."""

    key: str
    places: int
    kind: str
    shape: tuple[Size, Size] | None
    assumed: bool
    counts: tuple[Size, ...] = ()
    made: Any = None


@dataclass
class Bound:
    """Hold what a name is bound to: a value, or a number that may be a place."""

    value: Value | None = None
    place: Place | None = None
    number: Callable[[], Any] | None = None


@dataclass
class Stage:
    """Hold one attempt at reading one statement."""

    scope: Scope
    plan: dict[str, Any]
    subscripts: set[str]
    folded: bool = False  # what was defined is any number or matrix of its shape

    def __post_init__(self) -> None:
        self.choices: dict[str, tuple[int, int, str]] = {}
        self.is_loose = False  # a choice was made that few authors mean
        self.has_differentials = False  # d stands before a letter on both sides
        self.exponents = set[str]()  # capitals that stand in powers of e alone, and may be matrices
        self.numeric = set[str]()  # names whose x_i stands where only a number can stand
        self.called = set[str]()  # names with brackets around a letter or a number alone behind them
        self.inside = set[str]()  # names that stand nowhere but in functions that are taken of every entry
        self.letters: dict[tuple[str, int], Letter] = {}
        self.indices: dict[str, Index] = {}
        self.sizes: dict[str, Any] = {}
        self.assumed: dict[str, None] = {}
        self.by_form: dict[str, str] = {}  # letters that may be vectors in place of numbers, or numbers
        self.rests_on: dict[int, str] = {}
        self.unfolded = list[tuple[Definition, dict[str, Bound], Value]]()  # what stands by its name in the statement
        self.as_one = dict[str, tuple[str, list[tuple[str, Value]]]]()  # symbols for texts: how these are written
        self.unread: dict[str, int] = {}
        self.bound = list[dict[str, Bound]]()
        self.through: dict[str, dict[str, Bound]] = {}  # what is made of the argument of a function → the argument
        self.is_through = False  # something was: the μ of LN(2x), where LN(x) = x − μ, and μ is made of x
        self.depth = self.nodes = self.sums = 0
        self.averaged = list[tuple[Size, str]]()  # the sizes of ones, and the d of (1/d) 11ᵀ
        self.ends: dict[Hashable, int] = {}  # how far each maximum up to a place runs at the least
        self.numbers = 0  # how many functions of numbers, such as sin, stand around
        self.naming = Naming(self.taken)
        self.conventions = self.scope.conventions
        self.names: dict[tuple[str, int], str] = {}

    def read(self, tree: Tree) -> Value:
        """Read a tree as a value."""
        raise NotImplementedError

    def place(self, tree: Tree, what: str = "") -> Place:
        """Read a tree as a place."""
        raise NotImplementedError

    # ---- what is kept of an attempt

    def pick(self, what: str, options: Sequence[str]) -> str:
        """Choose among options, as the plan says; the same question has the same answer."""
        at: int = self.plan.get(what, 0)
        if at >= len(options):
            at = 0
        if len(options) > 1:
            self.choices[what] = at, len(options), options[at]
        return options[at]

    def is_meant_loosely(self, what: str, options: Sequence[str]) -> bool:
        """Choose the second of two ways, which only takes a refutation of the first back."""
        loose = self.pick(what, options) == options[1]
        self.is_loose = self.is_loose or loose
        return loose

    def assume(self, what: str) -> None:
        """Keep what is assumed, to be said."""
        self.assumed[what] = None

    def taken(self) -> set[str]:
        """Return the names that symbols have."""
        return {*self.names.values(), *self.indices, *(str(each) for each in self.sizes.values())}

    def name(self, key: str, places: int) -> str:
        """Return the name of a symbol, which nothing else in the statement has."""
        return self.names.get((key, places)) or self.call(key, places, plain_name(key))

    def call(self, key: str, places: int, plain: str) -> str:
        """Give a symbol a name like a plain one, which nothing else in the statement has."""
        if (key, places) not in self.names:
            used = self.taken() | self.naming.used
            found, count = plain, 0
            while found in used:
                count += 1
                found = key if count == 1 and key not in used and "," not in key else f"{plain}_{count}"
            self.names[key, places] = found
        return self.names[key, places]

    def size_named(self, name: str) -> Any:
        """Return the size with a name, or the number that it is supposed to be."""
        if name in self.scope.counts:
            return Integer(self.scope.counts[name])
        if name not in self.sizes:
            self.sizes[name] = dims(plain_name(name) or "n")
        return self.sizes[name]

    def at(self, place: Place | Index, plus: int = 0) -> Value:
        """Return the number of a place."""
        return Value(None, lambda: place.make(self.naming) + plus)

    def filled(self, kind: Callable[..., Any], sides: Iterable[Size], text: str = "") -> Value:
        """Return a matrix of zeros, or of ones."""
        rows, columns = sides
        return Value((rows, columns), lambda: kind(*map(self.naming.made, (rows, columns))), text)

    def identity(self, side: Size, text: str) -> Value:
        """Return an identity."""
        return Value((side, side), lambda: Identity(self.naming.made(side)), text)

    def finish(self) -> None:
        """Give the sizes the room that indices beside each other need; refuse a letter that is two things at once."""
        letters = [letter for letter in self.letters.values() if letter.places == 0]
        places = {letter.key for letter in letters}
        numbers = {letter.key for letter in letters if letter.assumed or letter.shape is None}
        for key in ((places | self.sizes.keys()) & self.indices.keys()) | (numbers & self.sizes.keys()):
            raise Refused(f"is {key} a size, an index, or something else?")
        for letter in self.letters.values():
            base, _, label = letter.key.partition("_")
            if label.isdecimal() and any(each.key == base and each.places for each in self.letters.values()):
                raise Refused(f"is {letter.key} one of {base}_i, or another letter?")
        for size, name in self.averaged:
            if size.known() is None:
                self.assume(f"1 has {name} entries")
                unify(size, Size(self.size_named(name)))
        for index in self.indices.values():
            root = index.size.root()
            root.spread = max(root.spread, index.low + index.high)

    def bound_index(self, index: Index) -> Bound:
        """Return what a letter is bound to as an index."""
        naming, first = self.naming, self.conventions.first
        return Bound(place=Place(index), number=lambda: index.make(naming) + first)

    @contextmanager
    def binding(self, *indices: Index) -> Iterator[None]:
        """Read what is inside with letters bound as indices."""
        self.bound.append({index.name: self.bound_index(index) for index in indices})
        try:
            yield
        finally:
            self.bound.pop()

    # ---- looking up

    def find_bound(self, key: str) -> Bound | None:
        """Return what a name is bound to, innermost first."""
        for layer in reversed(self.bound):
            if key in layer:
                return layer[key]
        return None

    def named(self, tree: Tree) -> Reference | None:
        """Return what a tree names, None where its scripts are not read."""
        return attempt(self.refer, tree)

    def bare(self, tree: Tree) -> str:
        """Return the name that a tree is, without indices and marks; nothing for all else."""
        refer = self.refer(tree)
        return "" if refer is None or refer.indices or refer.marks else refer.key

    def refer(self, tree: Tree) -> Reference | None:
        """Return what a tree names."""

        def is_index(letter: str, base: str) -> bool:
            bound = self.find_bound(letter)
            if bound is not None:
                return bound.value is None
            return self.scope.is_index(letter, base)

        return self.scope.by_halves(reference(tree, is_index, self.scope.has_places))


def parts_of(stage: Stage, value: Value, places: Sequence[Place], key: str) -> Value:
    """Return a row or an entry of a matrix, or an entry of a vector."""
    rows, columns = value.sides
    if len(places) == 1 and value.is_vector:
        places = (*places, Place()) if columns.is_one else (Place(), *places)
    if len(places) == 2:
        for place, size in zip(places, value.sides, strict=True):
            use(place, size)
        return lift(None, entry_of, value, *map(stage.at, places), text=key)
    if len(places) != 1:
        raise Refused(f"{key} has {len(places)} indices")
    use(places[0], rows)
    whole = lift(
        (literal(1), columns), lambda at, matrix: matrix[at : at + 1, :], stage.at(places[0]), value, text=f"{key}_i"
    )
    way = stage.pick(
        f"a row of {key} is",
        ["a column vector", "a row"] if stage.conventions.vectors == "column" else ["a row", "a column vector"],
    )
    return transpose(whole) if way == "a column vector" else whole
