"""What a note says, and what of it is known at each of its places: in a section, in those above it, from a line on."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from math import inf

from symattn.reading.anew import anew
from symattn.reading.conditions import declares
from symattn.reading.doubts import Doubt, beside, doubts, fixed, keys_of, sentences, vectors_again
from symattn.reading.equated import Equated, equated
from symattn.reading.explained import SIGNS, explained
from symattn.reading.extents import Extents, Said
from symattn.reading.introduced import Introduced, introduced
from symattn.reading.lefts import NUMBERS, known_otherwise, known_word, named_by
from symattn.reading.letters import OBJECTS
from symattn.reading.names import is_letter
from symattn.reading.operators import Listed
from symattn.reading.pages import Page
from symattn.reading.recurrences import Recurrence, relates_entries
from symattn.reading.rows_of import member, rows_of
from symattn.reading.scope import PROPERTIES, Declared, Definition, Left, Path, Scope
from symattn.reading.sidecar import Sidecar
from symattn.reading.starts import begun, starts
from symattn.reading.survey import size_names, survey, trees_of
from symattn.reading.tokens import Macro, macros, without_definitions
from symattn.reading.tree import NONE, Tree


class Known:
    """Hold a note while it is read: all that it says, and what was defined so far.

    ``wrapped`` holds the lines that the author did not begin with the ``\\[`` that stands there.
    """

    def __init__(self, page: Page, sidecar: Sidecar, more: Mapping[str, Macro], wrapped: Collection[int] = ()) -> None:
        self.page, self.sidecar, self.wrapped = page, sidecar, wrapped
        formulas = [piece for piece in page.pieces if piece.kind in ("display", "inline")]
        uses = (each for each in formulas if without_definitions(each.text).strip())
        begin = next((each.start + len(each.text) for each in uses), -1)
        self.macros = {**more, **macros(page.written, begin), **sidecar.macros}
        self.trees = {piece.start: trees_of(page, piece, self.macros) for piece in formulas}
        self.starts = starts(tree for own in self.trees.values() for tree in own)
        self.trees = {start: tuple(begun(tree, self.starts) for tree in own) for start, own in self.trees.items()}
        self.survey = survey(page, self.trees)
        self.rows = list(rows_of(page, self.trees, self.survey))
        read = {(each.start, each.kind) for each in self.survey.all_declared} | {
            (each[0], "rows") for each in self.rows
        }
        read |= {(each, "vector") for each in vectors_again(self.trees, self.survey.all_declared)}
        self.doubts = doubts(page, self.trees, self.survey, read)
        self.sentences = {each.piece.start: each for sentence in sentences(page) for each in beside(sentence)}
        self.fixed = fixed(self.sentences.values(), self.trees)
        said = [(each, self._spoken(each.piece.start)) for each in self.sentences.values()]
        self.displays = [piece.start for piece in formulas if piece.kind == "display"]
        self.around = introduced(page.pieces)
        self.inline = self.trees.keys() - self.displays
        self.headings = list[tuple[int, Path]]()
        path: Path = ()
        for piece in page.pieces:
            if piece.kind == "heading":
                path = (*(each for each in path if each[0] < piece.level), (piece.level, piece.start))
                self.headings.append((piece.start, path))
        self.extents = Extents(page, self.displays, [start for start, _ in self.headings], said)
        self.definitions = defaultdict[str, list[Definition]](list)
        self.visible = defaultdict[Path, list[Definition]](list)  # … by the section in which they were said
        self.elsewhere = defaultdict[str, list[Definition]](list)  # what is defined anywhere
        self.pending = defaultdict[str, list[int]](list)  # … and at which places
        self.families = set[tuple[str, int]]()
        self.mentions: dict[tuple[str, Path], int] = {}  # where a section first speaks of a name, in formulas
        self.unsquared: dict[tuple[str, Path], int] = {}  # … other than of σ²
        self.said = defaultdict[Path, set[str]](set)  # left sides of inline equations
        self.equations = defaultdict[str, list[Equated]](list)  # … of all, by the letter on the left
        self.declared = defaultdict[Path, list[Declared]](list)
        for each in self.survey.all_declared:
            self.declared[self._path_at(each.start)].append(each)
        for start, trees in self.trees.items():
            for tree in trees:
                self._look_at(tree, start)
        self.taken_back: dict[tuple[int, frozenset[str], int], bool] = {}
        self.path: Path = ()
        for start, left, row in self.rows:
            self.path = self._path_at(start)
            if left.key not in self.pending:
                self.put(left, row, start)
        self.path = ()
        # names that have a meaning, where the note may give them another: each with why, and the words for it.
        self.torn = defaultdict[Path, list[tuple[str, str, str]]](list)
        for key, start, why, words in anew(page, self.trees):
            self.torn[self._path_at(start)] += [(key, why, words)] if key not in SIGNS else []
        for said_of in explained(page):
            line = page.place(said_of.start)[0]
            why = f"line {line} says “{said_of.words}”: forget = ['{said_of.sign}'] where that is what is read"
            self.torn[self._path_at(said_of.start)].append((said_of.sign, why, said_of.words))
        self.recurrences = defaultdict[str, list[Recurrence]](list)
        self.recurring = defaultdict[Path, set[str]](set)  # of which an inline formula says how they go on
        self.lists: dict[Tree, Listed] = {}
        self.blamed: dict[int, str] = {}  # lines with which a later row fails
        self.anchor: Tree | None = None  # the last side
        self.conditions: tuple[Tree, ...] = ()  # … beside the statement that is read
        self.under: tuple[Tree, ...] = ()  # … and the conditions beside it
        self.mapped: Tree | None = None  # f, where the display says f: A → B
        self.spaces: tuple[tuple[Tree, ...] | None, ...] = ()  # A and B
        self.restricted = self.alternatives = False  # the row holds under a condition only; it has words beside it
        self.freed = frozenset[str]()  # the names for all of which the row says that it holds
        self.fallen = False  # a row of the display before fails
        self.loose = ""  # words that hold of the rest of this display
        self.remark = ""  # a label or a reason beside the row
        self.display, self.until = 0, inf  # where the display begins, and the next one
        self.start = self.here = 0  # where the statement begins, and on which line
        self.introduced = Introduced()  # the words around the display
        self.words = ""  # the prose before the display, from the one before it on

    def _look_at(self, tree: Tree, start: int) -> None:
        """Keep of what a formula speaks, other than by a declaration, and what an equation has on its left."""
        path = self._path_at(start)
        for refer in self.survey.references(tree) if not declares(tree) else ():
            self.mentions.setdefault((refer.key, path), start)
            if refer.marks != (Tree("num", "2"),):
                self.unsquared.setdefault((refer.key, path), start)
        if member(tree) is not NONE:
            return
        relations = tree.value.split(",") if tree.kind == "rel" else [""]
        left = named_by(tree.kids[0], self.survey) if relations[0] in ("=", ":=") else None
        said, first = self.around.get(start), self.trees[start][0]
        is_case = (
            tree is not first and tree.kids[-1:] and tree.kids[-1].kind in ("name", "num") and self._is_declared(left)
        )
        if not is_case or start in self.inline:
            self.keep_equations(tree, start)
        if said is not None and (said.supposed == "if" or not said.is_set or is_case):
            return
        if left is not None and relates_entries(left, tree.kids[1], self.survey):
            return
        if left is not None and start not in self.inline:
            self.pending[left.key].append(tree.start)
            self.families.add((left.key, len(left.places)))
            in_a_case = any(each.kind == "list" and len(each.kids) == 1 for each in self.trees[start])
            if tree.kids[1] is not NONE and not in_a_case:
                self.elsewhere[left.key].append(self.definition(left, tree.kids[1], tree.start, path))
        elif left is not None and relations == ["="]:
            self.said[path].add(left.key)

    def keep_equations(self, tree: Tree, start: int) -> None:
        """Keep the equations of a formula by the letters on their left."""
        is_inline = start in self.inline
        for each in equated(tree, start if is_inline else tree.start or start, self.survey):
            self.equations[each.named.key].append(each)

    def _is_declared(self, left: Left | None) -> bool:
        return left is not None and any(each.key == left.key for each in self.survey.all_declared)

    def definition(self, left: Left, body: Tree, start: int, path: Path | None = None) -> Definition:
        """Return what a left side is defined as at a place."""
        path = self.path if path is None else path
        return Definition(left.key, left.places, left.arguments, body, start, self.page.place(start)[0], path)

    def put(self, left: Left, body: Tree, start: int, is_read: bool = True, is_assumed: bool = False) -> None:
        """Keep a definition."""
        self.keep(replace(self.definition(left, body, start), is_read=is_read, is_assumed=is_assumed))

    def take_back(self, key: str) -> None:
        """Keep of the last definition of a name only that it is not read."""
        last = self.definitions[key].pop()
        self.visible[last.path].remove(last)
        self.keep(replace(last, is_read=False))

    def keep(self, definition: Definition) -> None:
        self.definitions[definition.key].append(definition)
        self.visible[definition.path].append(definition)

    def sections(self) -> list[Path]:
        """Return the section that is read, and those above it."""
        return [self.path[:depth] for depth in range(len(self.path) + 1)]

    def scope(self, start: int) -> Scope:
        """Return what is known at a place."""
        line = self.page.place(start)[0]
        conventions, said_beside, sizes, forgotten = self.sidecar.at(line, self.survey.conventions)
        declared: dict[tuple[str, int], Declared] = {}
        above = [each for path in self.sections() for each in self.declared[path] if self.is_declared_here(each)]
        for each in sorted(above, key=lambda each: (each.start > start, each.start)):
            if each.start <= start or (each.key, each.places) not in declared:
                declared[each.key, each.places] = each
        torn = {
            key: why
            for path in self.sections()
            for key, why, words in self.torn[path]
            if key not in forgotten
            and (
                key in SIGNS
                or (known_word(key, conventions) and conventions.functions.get(key, "?").lower() not in words.lower())
            )
        }
        functions = {key for (key, _), each in declared.items() if each.kind == "function"}
        declared = {at: each for at, each in declared.items() if each.kind != "function"}
        for (key, _), each in declared.items():
            known = known_word(key, conventions)
            if known and each.kind not in (*OBJECTS, "other map") and (known != "symattn" or key not in NUMBERS):
                torn[key] = f"line {self.page.place(each.start)[0]} declares {known_otherwise(key, known)}"
        declared |= said_beside
        beside = {name for each in said_beside.values() for name in size_names(each.sizes)}
        definitions = defaultdict[str, list[Definition]](list)
        said = [each for path in self.sections() for each in self.visible[path]]
        for one in sorted(said, key=lambda one: one.line):
            if self.is_visible(one) and one.start >= -line and one.key not in forgotten:
                definitions[one.key].append(one)
        for key in [
            key for key in torn if SIGNS.get(key) and (definitions.get(SIGNS[key]) or (SIGNS[key], 0) in declared)
        ]:
            del torn[key]  # a letter that a formula explains
        for key in definitions.keys() - NUMBERS:
            if (known := known_word(key, conventions)) and definitions[key][-1].arguments is None:
                torn[key] = f"line {definitions[key][-1].line} says {known_otherwise(key, known)}"
        fresh = {key for key, at in self.survey.fresh if at <= start and self.path == self._path_at(at)}
        places = {key: [(at, self.page.place(at)[0]) for at in own] for key, own in self.pending.items()}
        places |= {key: [(each.start, each.line) for each in own[::-1]] for key, own in self.definitions.items()}
        heard = {
            key: [line for at, line in own if at <= start or self.goes_on(at)]
            for key, own in places.items()
            if key not in fresh and key not in definitions
        }
        pending = {key: lines[0] for key, lines in heard.items() if lines}
        return replace(
            self.survey,
            declared=declared,
            definitions=definitions,
            conventions=conventions,
            index_letters=self.survey.index_letters - sizes,
            sizes=self.survey.sizes | sizes | (beside - self.survey.index_letters),
            pending=pending,
            families=self.families,
            torn=torn,
            functions=functions - definitions.keys(),
        )

    def _path_at(self, start: int) -> Path:
        """Return the headings above a place."""
        at = bisect_right(self.headings, start, key=lambda each: each[0]) - 1
        return self.headings[at][1] if at >= 0 else ()

    def is_visible(self, definition: Definition) -> bool:
        """Tell whether a definition holds in the section that is read."""
        is_inline, is_simple = definition.start in self.inline, definition.body.kind in ("name", "num")
        ends = self.extents.ends(definition.start, self.display, not is_inline)
        if self.path[: len(definition.path)] != definition.path or ends:
            return False
        return not (is_inline and self._is_taken_back(definition.start, {definition.key}, is_simple))

    def visible_recurrences(self, key: str) -> list[Recurrence]:
        """Return the recurrences of a name that hold in the section that is read."""
        return [each for each in self.recurrences[key] if self.is_visible(each.said)]

    def is_declared_here(self, declared: Declared) -> bool:
        """Tell whether a declaration holds at the display: of a property it ends as what is supposed does."""
        if declared.kind not in PROPERTIES or declared.start >= self.display:
            return True
        is_taken_back = self._is_taken_back(declared.start, {declared.key}, True)
        return not (self.extents.ends(declared.start, self.display) or is_taken_back)

    def holds(self, doubt: Doubt) -> bool:
        """Tell whether what is supposed at a place still is at the display that is read."""
        if not self.goes_on(doubt.start) or self.extents.ends(doubt.start, self.display):
            return False
        return not self._is_taken_back(doubt.start, doubt.keys, True)

    def _is_taken_back(self, start: int, keys: Collection[str], is_simple: bool) -> bool:
        at = start, frozenset(keys), self.display
        if at not in self.taken_back:
            self.taken_back[at] = self.extents.is_taken_back(*at, is_simple)
        return self.taken_back[at]

    def _spoken(self, start: int) -> Said:
        """Return the names of which an inline formula speaks, and whether it is these letters or a space of theirs."""
        trees = self.trees.get(start, ())
        names = frozenset(keys_of(trees, self.survey))
        return names, all(declares(tree) or all(map(is_letter, tree.items)) for tree in trees)

    def may_use(self, start: int) -> bool:
        """Tell whether a row here may use what is said at a place: above it, or later in a section that goes on."""
        return self.page.place(start)[0] <= self.here or self.goes_on(start)

    def goes_on(self, start: int) -> bool:
        """Tell whether the section of a place is the one that is read, or one above it."""
        path = self._path_at(start)
        return self.path[: len(path)] == path

    def has_spoken(self, key: str, start: int) -> bool:
        """Tell whether a section that goes on here speaks of a name before a place."""
        return any(self.mentions.get((key, path), inf) < start for path in self.sections())

    def is_new(self, tree: Tree) -> bool:
        """Tell whether nothing has spoken of a name in the section yet, nor declared it."""
        scope = self.scope(self.start)
        return not any(
            scope.knows(key) or self.has_spoken(key, self.display)
            for key in {refer.key for refer in scope.references(tree)}
        )

    def is_new_square(self, key: str) -> bool:
        """Tell whether no formula of the section has spoken of σ yet, but as σ², nor declared it."""
        spoken = [self.unsquared.get((key, path), inf) for path in self.sections()]
        return not self.scope(self.start).knows(key) and min(spoken) >= self.display
