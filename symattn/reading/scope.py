"""What is known at a place of a note: declarations, definitions and conventions, each with where it was said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from symattn.reading.names import LABELS, PLACES, Reference, base_letter, halved, is_letter, reference
from symattn.reading.refusal import attempt
from symattn.reading.tree import Tree

#: Properties that a note may declare of a matrix.
PROPERTIES = ("permutation", "orthogonal", "invertible")
#: Kinds of masks: with a 0 in every row, as the note says, and with entries of which it says no more.
MASKS = ("mask", "any mask")


@dataclass(frozen=True)
class Declared:
    """Hold what was declared of a name: its kind, its sizes, and from where on."""

    key: str
    kind: str  # number, vector, matrix, size, or a property
    sizes: tuple[Tree, ...] = ()
    places: int = 0
    start: int = 0


#: The headings above a place, each with its level and its own place.
Path = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Left:
    """Hold the left side of a definition: a name, the indices on it, the names in its brackets."""

    key: str
    places: tuple[Tree, ...]
    arguments: tuple[str, ...] | None


@dataclass(frozen=True)
class Definition(Left):
    """Hold a definition, and where it was said.

    ``is_read`` tells whether the right side was understood; where it was not, what rests on it is open. ``is_assumed``
    tells whether nothing but its place says that it is a definition.
    """

    body: Tree
    start: int
    line: int
    path: Path
    is_read: bool = True
    is_assumed: bool = False


@dataclass
class Conventions:
    """Hold what a note agrees on, by counting or by a sidecar; ``said`` tells which were not counted but declared."""

    softmax: str = "rows"
    vectors: str = "column"
    first: int = 1
    words: set[str] = field(default_factory=set)
    functions: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    letters: list[tuple[str, str]] = field(default_factory=list)  # forms of letters that are otherwise → the words


@dataclass
class Scope:
    """Hold all that holds at one place of a note."""

    declared: Mapping[tuple[str, int], Declared] = field(default_factory=dict)
    definitions: Mapping[str, list[Definition]] = field(default_factory=dict)
    conventions: Conventions = field(default_factory=Conventions)
    index_letters: set[str] = field(default_factory=set)
    sizes: set[str] = field(default_factory=set)
    places: dict[str, int] = field(default_factory=dict)
    alone: set[str] = field(default_factory=set)
    turned: set[str] = field(default_factory=set)
    pending: Mapping[str, int] = field(default_factory=dict)  # names that are defined elsewhere in the note → the line
    families: set[tuple[str, int]] = field(default_factory=set)  # what is defined with so many indices anywhere
    labelled: set[tuple[str, str]] = field(default_factory=set)
    raised: set[str] = field(default_factory=set)  # letters that stand above others as indices: the r of w^r
    called: set[str] = field(default_factory=set)  # names that stand before several arguments somewhere
    worded: set[str] = field(default_factory=set)  # names with a label of two letters: y:tt
    is_power: bool = False  # ^T may be a power
    gone: Mapping[str, tuple[int, str]] = field(default_factory=dict)  # letters that are replaced → where, and why
    torn: Mapping[str, str] = field(default_factory=dict)  # names that mean two things here → why
    functions: set[str] = field(default_factory=set)  # names that words call functions
    labels: set[tuple[str, str]] = field(default_factory=set)  # letters under others that are no places: the s of B_s
    stepped: set[tuple[str, str]] = field(default_factory=set)  # letters by steps of which others go on: d_j by d_{j-1}
    lengths: Mapping[str, Tree] = field(default_factory=dict)  # how many entries words say that a letter has
    halved: Mapping[str, int] = field(default_factory=dict)  # P, of which the note gives P_{2i} and P_{2i+1} → the line
    counts: Mapping[str, int] = field(default_factory=dict)  # sizes that are supposed to be a number: n = 3

    def __post_init__(self) -> None:
        """Let no definition be read of a letter that was changed behind it."""
        for key, (at, _) in self.gone.items():
            if any(each.start < at and each.is_read for each in self.definitions.get(key, ())):
                own = [replace(each, is_read=each.is_read and each.start >= at) for each in self.definitions[key]]
                self.definitions = {**self.definitions, key: own}

    def declares(self, key: str) -> bool:
        """Tell whether a name was declared, alone or with indices."""
        return any((key, count) in self.declared for count in range(3))

    def knows(self, key: str) -> bool:
        """Tell whether a name was declared or defined."""
        return self.declares(key) or key in self.definitions

    def kind(self, key: str) -> str:
        """Return what a name without indices was declared to be; nothing where it was not."""
        return self.declared[key, 0].kind if (key, 0) in self.declared else ""

    def says(self, key: str) -> bool:
        """Tell whether a name without indices was declared, or a name defined."""
        return bool(self.kind(key)) or key in self.definitions

    def is_index(self, letter: str, base: str) -> bool:
        """Tell whether a letter under a base is an index."""
        head = base_letter(base)
        is_size = head in set("dnNLTI10")
        steps = {each for own, each in self.stepped if own == base} if is_size else set()
        if not is_letter(Tree("name", letter)) or (is_size and not steps) or (base, letter) in self.labels:
            return False  # I_n is the identity of a size
        plain = base_letter(letter)
        if is_size and ((plain in LABELS and plain.islower()) or f"{base}_{letter}" in self.sizes):
            return letter in steps  # the j of d_j = d_{j-1} + …, not the k of d_k
        if plain == r"\pos":
            return not base or base in self.halved
        if plain.startswith("\\") or plain.isupper():
            return plain in self.sizes and base in self.places
        if plain in LABELS:
            family = sum((base, each) in self.labelled for each in "qkvQKV")
            labels = head in ("W", "b", "d", "p", "S") and base not in self.places
            return plain in self.index_letters and family < 2 and not labels
        return plain in self.index_letters or plain in PLACES

    def has_places(self, key: str) -> int:
        """Tell how many indices the note gives to a name."""
        if key.endswith(","):  # is it a matrix, so that 0, j below it is an entry?
            known = self.declared.get((key[:-1], 0))
            return 2 if known is not None and len(known.sizes) == 2 else 0
        if key.endswith(";"):  # is it a family, so that the k of W_{O,k} is an index?
            return int((key[:-1], 1) in self.declared)
        if key.endswith("()"):  # was it declared without an index, so that one in brackets tells others apart?
            whole = self.declared.get((key[:-2], 0))
            is_one = whole is not None and (key[:-2], 1) not in self.declared and (key[:-2], 2) not in self.declared
            return int(is_one and whole is not None and (bool(whole.sizes) or whole.kind in ("vector", "matrix")))
        if ":" in key:  # are tt, tf and ff below it words?
            return int(key in self.worded)
        return self.places.get(key, 0) or int((key, 1) in self.declared)

    def refer(self, tree: Tree) -> Reference | None:
        """Return what a tree names; raise Refused where its scripts are not read."""
        return self.by_halves(reference(tree, self.is_index, self.has_places))

    def by_halves(self, found: Reference | None) -> Reference | None:
        """Return what is named; P_{t,2i} and P_{t,2i+1} are each a family of its own where the note defines them."""
        half = halved(found.indices[-1]) if found is not None and found.key in self.halved and found.indices else None
        if found is None or half is None:
            return found
        return replace(found, key=f"{found.key}_{half[1]}", indices=(*found.indices[:-1], half[0]))

    def named(self, tree: Tree) -> Reference | None:
        """Return what a tree names, None where its scripts are not read."""
        return attempt(self.refer, tree)

    def references(self, tree: Tree) -> Iterator[Reference]:
        """Yield what is named in a tree: letters with their scripts, and what stands in powers; no index, no label."""
        waiting = [tree]
        while waiting:
            node = waiting.pop()
            refer = self.named(node) if node.kind in ("name", "script") else None
            if refer is None:
                waiting += node.kids[::-1]
            else:
                yield refer
                waiting += [mark for mark in refer.marks if isinstance(mark, Tree)]
