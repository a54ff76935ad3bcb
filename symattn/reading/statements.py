"""Layer 6, statements: the rows of a note, in their order, become definitions, claims, chains and declarations.

A row that begins with = goes on from the last side of the one before. Its first side defines where it is new, and is a
claim where it was defined before. Inline formulas define after "let", "where", "denote" and "define", and never claim.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sympy import Ge, Gt, Le, Lt, Ne

from symattn.errors import SymattnError, UsageError
from symattn.reading.judging import Answer, Reading, equation, judged, refusal, typed
from symattn.reading.meaning import Meaning, argument_name
from symattn.reading.names import is_letter, plain_name, reference, references
from symattn.reading.pages import Page, Piece
from symattn.reading.refusal import Refused
from symattn.reading.rows import Clause, Row
from symattn.reading.scope import Declared, Definition, Scope
from symattn.reading.sidecar import Sidecar
from symattn.reading.sizes import Misfit, Size, unify
from symattn.reading.survey import Formula, Survey, real_space, survey, tokens_of, trees_of
from symattn.reading.tokens import Macro, macros
from symattn.reading.tree import NONE, Tree, parsed, parsed_clause, walk
from symattn.reading.values import Value, as_number, same_shape

#: What an answer to several links of one row is: the first of these that one of them has.
WORST = (
    "refuted",
    "shapes",
    "differs",
    "fails as read",
    "ambiguous",
    "not read",
    "open",
    "unknown",
    "proved",
    "recurrence",
    "definition",
    "declaration",
    "not a statement",
)
_REFUSED_RELATIONS = {
    "approx": "≈ is no equation",
    "sim": "∼ is read as no statement",
    "to": "an arrow is no equation",
    "propto": "∝ is no equation",
    "equiv": "≡ is not read",
    "iff": "⇔ is not read",
    "implies": "⇒ is not read",
    "subset": "sets are not read",
    "notin": "sets are not read",
    "perp": "⊥ is not read",
}
#: What may go wrong inside with a row that nobody thought of: the row is not read, the report goes on.
FAULTS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    SymattnError,
    TypeError,
    ValueError,
    AssertionError,
)
_LET = re.compile(
    r"(?:\b(?:let|where|denote|define|defining|denoting)(?: us)?(?: by)?|\bdefined? (?:as|by))\s*\Z", re.I
)
_IF = re.compile(r"\b(?:if|suppose|assume|when|instance|example|e\.g\.)\b[^.]*\Z", re.I)


@dataclass(frozen=True)
class Line:
    """Hold a row of a note with its answer."""

    file: str
    line: int
    column: int
    source: str
    answer: Answer


@dataclass
class Note:
    """Hold a note while it is read: what was defined so far, what the last side was."""

    page: Page
    sidecar: Sidecar
    more_macros: Mapping[str, Macro] = field(default_factory=dict)
    definitions: dict[str, list[Definition]] = field(default_factory=dict)
    anchor: Tree | None = None
    path: tuple[tuple[int, int], ...] = ()
    recurrences: dict[str, list[tuple[Tree, Tree, int]]] = field(default_factory=dict)
    sections: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    restricted: bool = False  # the row holds under a condition only
    alternatives: bool = False  # the row has words beside it
    display: int = 0
    shift: int = 0  # characters on the first line that are not the author's

    def __post_init__(self) -> None:
        self.macros = {**self.more_macros, **macros(self.page.text), **self.sidecar.macros}
        self.formulas = [
            Formula(piece, trees_of(self.page, piece, self.macros), piece.kind == "display")
            for piece in self.page.pieces
            if piece.kind in ("display", "inline")
        ]
        self.trees = {formula.piece.start: formula.trees for formula in self.formulas}
        self.survey: Survey = survey(self.page, self.formulas)
        self.headings = list[tuple[int, tuple[tuple[int, int], ...]]]()
        path: tuple[tuple[int, int], ...] = ()
        for piece in self.page.pieces:
            if piece.kind == "heading":
                path = (*(each for each in path if each[0] < piece.level), (piece.level, piece.start))
                self.headings.append((piece.start, path))
        self.families = set[tuple[str, int]]()
        self.elsewhere: dict[str, list[Definition]] = {}
        self.pending = self._pending()

    # ---- what holds at a place

    def scope(self, start: int) -> Scope:
        """Return what is known at a place."""
        line = self.page.place(start)[0]
        settings = self.sidecar.at(line, self.survey.conventions)
        declared: dict[tuple[str, int], Declared] = {}
        for each in sorted(self.survey.declared, key=lambda each: (each.start > start, each.start)):
            known, path = declared.get((each.key, each.places)), self._path_at(each.start)
            if self.path[: len(path)] == path and (each.start <= start or known is None):
                declared[each.key, each.places] = each
        declared.update(settings.declared)
        definitions = {
            key: visible
            for key, each in self.definitions.items()
            if (visible := [one for one in each if self._visible(one) and key not in settings.forgotten])
        }
        hidden = {key: each[-1].line for key, each in self.definitions.items() if key not in definitions}
        pending = {key: at for key, at in {**self.pending, **hidden}.items() if key not in definitions}
        found = self.survey
        return Scope(
            declared,
            definitions,
            settings.conventions,
            found.index_letters,
            found.sizes | settings.sizes,
            found.places,
            found.alone,
            found.turned,
            pending,
            self.families,
            found.labelled,
        )

    def _path_at(self, start: int) -> tuple[tuple[int, int], ...]:
        """Return the headings above a place."""
        at = bisect_right(self.headings, start, key=lambda each: each[0]) - 1
        return self.headings[at][1] if at >= 0 else ()

    def _visible(self, definition: Definition) -> bool:
        path = self.sections.get(definition.section, ())
        return self.path[: len(path)] == path

    def _pending(self) -> dict[str, int]:
        """Return the names that stand alone left of an = somewhere, each with its first line."""
        found: dict[str, int] = {}
        scope = self.survey.scope()
        for formula in self.formulas:
            for tree in formula.trees if formula.shown else ():
                if tree.kind == "rel" and tree.value.split(",")[0] in ("=", ":="):
                    left = _named(tree.kids[0], scope)
                    if left is not None:
                        found.setdefault(left.key, self.page.place(tree.span[0])[0])
                        self.families.add((left.key, len(left.places)))
                        if tree.kids[1] is not NONE:
                            self.elsewhere.setdefault(left.key, []).append(
                                Definition(
                                    left.key,
                                    left.places,
                                    left.arguments,
                                    tree.kids[1],
                                    tree.span[0],
                                    self.page.place(tree.span[0])[0],
                                    -1,
                                )
                            )
        return found

    # ---- the walk

    def lines(self) -> Iterator[Line]:
        """Read all rows, in their order."""
        before: Piece | None = None
        for piece in self.page.pieces:
            if piece.kind == "heading":
                self._enter(piece)
            elif piece.kind == "declared":
                try:
                    self.sidecar.add(piece.text, self.page.place(piece.start)[0])
                except UsageError as error:
                    yield self._line(piece.start, piece.text, Answer("not read", str(error)))
            elif piece.kind == "inline":
                if before is not None and before.kind in ("prose", "inline"):
                    self._inline(piece, before)
            elif piece.kind == "display":
                yield from self._display(piece)
            if piece.kind == "prose" and len(re.findall(r"[A-Za-z]{2,}", piece.text)) > 25:
                self.anchor = None
            before = piece

    def _enter(self, piece: Piece) -> None:
        self.path = self._path_at(piece.start)
        self.anchor = None

    @property
    def section(self) -> int:
        """The section in which rows stand now."""
        at = self.path[-1][1] if self.path else -1
        self.sections[at] = self.path
        return at

    def _inline(self, piece: Piece, before: Piece) -> None:
        """Take a definition from an inline formula, where the words before say that it is one."""
        words = " ".join(before.text.split())[-80:]
        if not _LET.search(words) or _IF.search(words):
            return
        for tree in self.trees.get(piece.start, ())[:1]:
            if tree.kind == "rel" and tree.value in ("=", ":=") and NONE not in tree.kids:
                scope = self.scope(piece.start)
                left = _named(tree.kids[0], scope)
                if (
                    left is not None
                    and left.key not in scope.definitions
                    and not _speaks_of(tree.kids[1], left.key, scope)
                ):
                    self._define(left, tree.kids[1], piece.start, scope)

    def _display(self, piece: Piece) -> Iterator[Line]:
        self.display = piece.start
        try:
            found = [row for row, _ in tokens_of(self.page, piece, self.macros)]
        except (Refused, RecursionError) as error:
            answer = refusal(error) if isinstance(error, Refused) else Answer("not read", "nested too deeply")
            yield self._line(piece.start, piece.text, answer)
            return
        for row in found:
            yield from self._row(row)

    def _line(self, start: int, source: str, answer: Answer) -> Line:
        lead = len(source) - len(source.lstrip())
        line, column = self.page.place(start + lead)
        column -= self.shift if line == 1 else 0
        return Line(self.page.file, line, column, " ".join(source.split())[:2000], answer)

    def _source(self, span: tuple[int, int]) -> str:
        return self.page.text[span[0] : span[1]]

    def _row(self, row: Row) -> Iterator[Line]:
        if not row.clauses:
            yield self._line(row.span[0], self._source(row.span), Answer("not a statement", "words alone"))
            return
        self.restricted = False
        self.alternatives = bool(row.words)
        conditions = list[Tree]()
        stated = list[tuple[Clause, Tree]]()
        late = list[tuple[Clause, Tree]]()
        broken: Answer | None = None
        for clause in row.clauses:
            try:
                tree = parsed_clause(clause.tokens)
            except RecursionError:
                broken = Answer("not read", "nested too deeply")
                continue
            except Refused as refused:
                broken = refusal(refused)
                continue
            if (clause.word and clause.word != "where") or (stated and _is_range(tree)):
                conditions.append(tree)
                self.restricted = self.restricted or clause.word in ("if", "when", "such that")
            elif clause.word == "where" and stated:
                late.append((clause, tree))
            else:
                stated.append((clause, tree))
        if broken is not None:
            yield self._line(row.span[0], self._source(row.span), broken)
            self._unread_definitions([tree for _, tree in stated], row)
            return
        anchors = list[Tree | None]()
        for clause, tree in [*late, *stated]:
            span = clause.tokens[0].start, clause.tokens[-1].end
            try:
                answer = self._statement(tree, conditions, span[0])
            except FAULTS as error:
                answer = Answer("not read", _fault(error))
            anchors.append(self.anchor)
            yield self._line(span[0], self._source(span), answer)
        if row.columns and len(stated) > 1:
            self.anchor = anchors[len(late)]
        if not stated and not late:
            yield self._line(row.span[0], self._source(row.span), Answer("not a statement", "a condition alone"))

    def _unread_definitions(self, trees: Sequence[Tree], row: Row) -> None:
        for tree in trees:
            if tree.kind == "rel" and tree.value.startswith("="):
                scope = self.scope(row.span[0])
                left = _named(tree.kids[0], scope)
                if left is not None and left.key not in scope.definitions:
                    self._define(left, tree.kids[1], row.span[0], scope, is_read=False)

    # ---- one statement

    def _statement(self, tree: Tree, conditions: Sequence[Tree], start: int) -> Answer:
        if tree.kind == "list" and all(
            (kid.kind == "rel" and "in" in kid.value) or kid.kind != "rel" for kid in tree.kids
        ):
            is_declared = any(kid.kind == "rel" for kid in tree.kids)
            return Answer("declaration") if is_declared else Answer("not a statement", "a list")
        if tree.kind == "list":
            return Answer("not read", "several statements with commas between them")
        if tree.kind != "rel":
            self.anchor = tree
            return Answer("not a statement", "an expression alone")
        relations = tree.value.split(",")
        sides = list(tree.kids)
        if "in" in relations:
            at = relations.index("in")
            if real_space(sides[at + 1]) is None and at > 0:
                return Answer("not read", "∈ a set that is not read")
            relations, sides = relations[:at], sides[: at + 1]
        if not relations:
            return Answer("declaration")
        for relation in relations:
            if relation in _REFUSED_RELATIONS:
                self.anchor = None
                return Answer("not read", _REFUSED_RELATIONS[relation])
        if sides[0] is NONE:
            if self.anchor is None:
                return Answer("not read", f"nothing stands before the {relations[0]}")
            sides[0] = self.anchor
            fresh = False
        else:
            fresh = True
        if NONE in sides:
            if sides[-1] is NONE and NONE not in sides[:-1] and len(sides) > 2:
                sides, relations = sides[:-1], relations[:-1]
            else:
                self.anchor = sides[0] if sides[-1] is NONE else None
                return (
                    Answer("not a statement", "it goes on in the next row")
                    if sides[-1] is NONE
                    else Answer("not read", "a side is missing")
                )
        scope = self.scope(start)
        subscripts = _subscripts(tree if fresh else Tree("rel", "", tuple(sides)), scope)
        try:
            given = [_condition(each) for each in conditions]
        except Refused as refused:
            return refusal(refused)
        answers = list[Answer]()
        at = 0
        if fresh and relations[0] in ("=", ":="):
            first = self._first(sides[0], sides[1], relations[0], scope, subscripts, given, start)
            if first is not None:
                answers.append(first)
                at = 1
        scope = self.scope(start)
        for left, right, relation in zip(sides[at:], sides[at + 1 :], relations[at:], strict=False):
            answers.append(self._claim(left, right, relation, scope, subscripts, given))
        if not fresh or relations[-1] in ("=", ":="):
            self.anchor = sides[-1] if all(each == "=" for each in relations[1:]) else None
        return _joined(answers)

    def _claim(
        self,
        left: Tree,
        right: Tree,
        relation: str,
        scope: Scope,
        subscripts: set[str],
        given: Sequence[Callable[[Meaning], object]],
        differs: str = "",
    ) -> Answer:
        relation = "=" if relation == ":=" else relation
        make = equation(left, right, relation)
        called = _called(left, scope)
        differs = differs or called
        answer = judged(make, scope, subscripts, given, differs)
        if answer.status in ("proved", "differs", "refuted", "ambiguous"):
            return answer
        named = {refer.key for side in (left, right) for refer in references(side, scope.is_index, scope.has_places)}
        general = {
            key: [one for one in each if all(place.kind != "num" for place in one.places)]
            for key, each in self.elsewhere.items()
        }
        more = {key: each for key, each in general.items() if key not in scope.definitions and len(each) == 1}
        declared = {(each.key, each.places): each for each in self.survey.declared if each.key in named}
        declared = {**declared, **scope.declared}
        if not more and declared == dict(scope.declared):
            return answer
        wider = replace(scope, definitions={**more, **scope.definitions}, declared=declared)
        again = judged(make, wider, subscripts, given)
        rests = {each.rsplit(" (", 1)[0] for one in again.readings for each in one.rests_on}
        if again.status in ("refuted", "fails as read") and called and answer.status in ("open", "not read"):
            return replace(again, status="differs", why=f"{again.why}; {differs}")
        if again.status != "proved":
            is_open = answer.status == "fails as read" and (rests or named & set(more))
            return replace(answer, status="open") if is_open else answer
        said = (
            *(f"{key} is what line {each[-1].line} says" for key, each in more.items() if key in rests),
            *(
                f"{plain_name(key)} is what line {self.page.place(each.start)[0]} declares, in another section"
                for (key, _), each in declared.items()
                if (key, each.places) not in scope.declared
            ),
        )
        return replace(again, readings=tuple(replace(one, assumed=(*one.assumed, *said)) for one in again.readings))

    def _first(
        self,
        left: Tree,
        right: Tree,
        relation: str,
        scope: Scope,
        subscripts: set[str],
        given: Sequence[Callable[[Meaning], object]],
        start: int,
    ) -> Answer | None:
        """Answer a first equation that defines, recurs or differs; None where it is a claim."""
        try:
            named = _left(left, scope)
        except Refused as refused:
            return refusal(refused)
        if named is None:
            shifted = _shifted(left, scope)
            if shifted is not None and _speaks_of(right, shifted.key, scope) and shifted.key not in scope.definitions:
                return self._recurrence(shifted, left, right, relation, scope, subscripts, given, start)
            unknown = _unknown_call(left, scope)
            if unknown:
                return Answer(
                    "not read",
                    f"{unknown} is not defined: [functions] '{unknown}' = …, or define = ['{unknown}(…) = …']",
                )
            return None
        known = [each for each in scope.definitions.get(named.key, ()) if _alike(each, named)]
        if known and self.alternatives and known[-1].start >= self.display:
            known = []  # Gaussian: …, boxcar: …
        if known and relation != ":=":
            own = known[-1]
            if _speaks_of(right, named.key, scope) and not own.places and own.arguments is None:
                return None
            return self._claim(left, right, "=", scope, subscripts, given, f"defined at line {own.line}")
        if _speaks_of(right, named.key, scope):
            return self._recurrence(named, left, right, relation, scope, subscripts, given, start)
        free = (
            _free_indices(right, scope, named.arguments or ())
            - {each.value for each in named.places}
            - set(named.arguments or ())
        )
        inside = replace(scope, sizes=scope.sizes - set(named.arguments or ()))
        answer = self._definition(named, left, right, inside, subscripts, given, free)
        letters = {each.value for each in named.places if each.kind == "name"}
        labels = letters - {part.value for part in walk(right)}  # v_n = (1, 0): an index, or a label?
        is_read = answer.status == "definition" and not free and not labels and not self.restricted
        self._define(named, right, start, scope, is_read)
        return answer

    def _definition(
        self,
        named: _Left,
        left: Tree,
        right: Tree,
        scope: Scope,
        subscripts: set[str],
        given: Sequence[Callable[[Meaning], object]],
        free: set[str],
    ) -> Answer:
        declared = (named.key, len(named.places)) in scope.declared or (
            (named.key, 0) in scope.declared and named.places
        )

        def make(stage: Meaning) -> Callable[[], object]:
            if named.arguments is None and declared:
                one, other = stage.with_zeros([stage.read(left), stage.read(right)])
                one, other = same_shape([one, other], "a definition")
                return lambda: _same(one.make(), other.make())
            value = stage.read(right)
            return lambda: _same(value.make(), value.make())

        found, wrong = typed(make, scope, subscripts, given)
        if not found:
            return refusal(wrong)
        why = f"{', '.join(sorted(free))} stands on the right only" if free else ""
        return Answer("definition", why, tuple(found[:1]))

    def _recurrence(
        self,
        named: _Left,
        left: Tree,
        right: Tree,
        relation: str,
        scope: Scope,
        subscripts: set[str],
        given: Sequence[Callable[[Meaning], object]],
        start: int,
    ) -> Answer:
        itself = any(
            (refer.key, refer.indices) == (named.key, tuple(named.places))
            for refer in references(right, scope.is_index, scope.has_places)
        )
        before = self.recurrences.get(named.key, [])
        if relation == ":=" or (not itself and named.places):
            for old_left, old_right, line in before:
                if old_left == left:
                    return self._claim(old_right, right, "=", scope, subscripts, given, f"recurrence at line {line}")
            found, wrong = typed(equation(left, right, "="), scope, subscripts, given)
            if not found:
                return refusal(wrong)
            self.recurrences.setdefault(named.key, []).append((left, right, self.page.place(start)[0]))
            return Answer("recurrence", "", tuple(found[:1]))
        if named.arguments is not None:
            return Answer("not read", f"{named.key} is defined by itself")
        answer = self._claim(left, right, "=", scope, subscripts, given)
        if answer.status in ("fails as read", "refuted", "open", "unknown", "ambiguous"):
            return replace(answer, status="fails as read", why=f"{named.key} is defined by itself; {answer.why}")
        return answer

    def _define(self, named: _Left, right: Tree, start: int, scope: Scope, is_read: bool = True) -> None:
        line = self.page.place(start)[0]
        self.definitions.setdefault(named.key, []).append(
            Definition(named.key, tuple(named.places), named.arguments, right, start, line, self.section, is_read)
        )

    def define(self, text: str, line: int) -> None:
        """Take a definition that a sidecar writes, from a line on."""
        from symattn.reading.tokens import expanded, tokens

        tree = parsed(expanded(tokens(text), self.macros))
        scope = self.survey.scope()
        if tree.kind != "rel" or tree.value not in ("=", ":="):
            raise Refused(f"no definition: {text}")
        named = _left(tree.kids[0], scope)
        if named is None:
            raise Refused(f"no definition: {text}")
        self.definitions.setdefault(named.key, []).append(
            Definition(named.key, tuple(named.places), named.arguments, tree.kids[1], -line, line, -2)
        )


def _fault(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return f"outside of what is read: {' '.join(str(error).split())[:120]}"


@dataclass(frozen=True)
class _Left:
    """Hold the left side of a definition: a name, its places, its arguments."""

    key: str
    places: tuple[Tree, ...]
    arguments: tuple[str, ...] | None


def _same(one: object, other: object) -> object:
    from symattn.language import Equation

    return Equation(one, other)


def _left(tree: Tree, scope: Scope) -> _Left | None:
    """Return what a side defines where it stands left of an =: a name with index letters, a call with names."""
    arguments: tuple[str, ...] | None = None
    if tree.kind == "juxt" and len(tree.kids) == 2 and tree.kids[1].kind == "group" and tree.kids[1].value == "(":
        names = tree.kids[1].kids
        if not names or not all(_is_parameter(name, scope) for name in names):
            return None
        if tree.kids[0].kind == "name" and is_letter(tree.kids[0]) and tree.kids[0].value.isupper() and len(names) == 1:
            return None  # A(x): a product?
        arguments = tuple(_parameter(name, scope) for name in names)
        if len(set(arguments)) != len(arguments):
            return None
        tree = tree.kids[0]
    if tree.kind not in ("name", "script"):
        return None
    refer = reference(tree, scope.is_index, scope.has_places)
    if refer is None or refer.marks:
        return None
    letters = [index.value for index in refer.indices if index.kind != "num"]
    if not all(is_letter(index) or index.kind == "num" for index in refer.indices) or len(set(letters)) < len(letters):
        return None
    if tree.kind == "name" and tree.value in (r"\mathbf{1}", r"\mathbf{0}", "e", r"\pi"):
        return None
    return _Left(refer.key, refer.indices, arguments)


def _named(tree: Tree, scope: Scope) -> _Left | None:
    """Return what a side defines, or None where its scripts are not read."""
    try:
        return _left(tree, scope)
    except Refused:
        return None


def _is_parameter(tree: Tree, scope: Scope) -> bool:
    """Tell whether an argument is a name of its own: a letter, or one with an index letter, as in f(x_m, m)."""
    if is_letter(tree):
        return True
    if tree.kind != "script":
        return False
    try:
        refer = reference(tree, scope.is_index, scope.has_places)
    except Refused:
        return False
    return refer is not None and not refer.marks and len(refer.indices) == 1 and is_letter(refer.indices[0])


def _parameter(tree: Tree, scope: Scope) -> str:
    if is_letter(tree):
        return tree.value
    refer = reference(tree, scope.is_index, scope.has_places)
    assert refer is not None
    return argument_name(refer)


def _shifted(tree: Tree, scope: Scope) -> _Left | None:
    """Return what a side as h_{t+1} gives the next of."""
    if tree.kind != "script":
        return None
    refer = reference(tree, scope.is_index, scope.has_places)
    if refer is None or refer.marks or len(refer.indices) != 1 or refer.indices[0].kind != "add":
        return None
    return _Left(refer.key, refer.indices, None)


def _alike(definition: Definition, named: _Left) -> bool:
    if (definition.arguments is None) != (named.arguments is None) or len(definition.places) != len(named.places):
        return False
    return all(one.kind != "num" or one == other for one, other in zip(definition.places, named.places, strict=True))


def _speaks_of(tree: Tree, key: str, scope: Scope) -> bool:
    return any(refer.key == key for refer in references(tree, scope.is_index, scope.has_places))


def _called(tree: Tree, scope: Scope) -> str:
    """Return where the function was defined that a left side calls."""
    if tree.kind == "juxt" and len(tree.kids) == 2 and tree.kids[1].kind == "group":
        for refer in references(tree.kids[0], scope.is_index, scope.has_places):
            known = [each for each in scope.definitions.get(refer.key, ()) if each.arguments is not None]
            return f"defined at line {known[-1].line}" if known else ""
    return ""


def _unknown_call(tree: Tree, scope: Scope) -> str:
    """Return the word that a left side calls and nobody defined."""
    from symattn.reading.functions import FUNCTIONS

    if tree.kind == "juxt" and len(tree.kids) == 2 and tree.kids[1].kind in ("group", "script"):
        name = tree.kids[0].value if tree.kids[0].kind == "name" else ""
        is_known = name in FUNCTIONS or name in scope.conventions.functions or name in scope.definitions
        if name and not is_letter(tree.kids[0]) and not is_known:
            return name
    return ""


def _subscripts(tree: Tree, scope: Scope) -> set[str]:
    """Return the letters that stand as indices somewhere in a statement."""
    found = set[str]()
    for node in walk(tree):
        if node.kind == "script":
            try:
                refer = reference(node, scope.is_index, scope.has_places)
            except Refused:
                continue
            for index in refer.indices if refer is not None else ():
                found.update(part.value for part in walk(index) if is_letter(part) and scope.is_index(part.value, ""))
    return found


def _free_indices(tree: Tree, scope: Scope, arguments: Sequence[str] = ()) -> set[str]:
    """Return the index letters on a right side that no sum binds, beside those of arguments such as x_m."""
    if arguments:
        tree = _without(tree, scope, set(arguments))
    bound = set[str]()
    for node in walk(tree):
        if node.kind == "big":
            bound |= {part.value for part in walk(node.kids[0]) if is_letter(part)}
    return {each for each in _subscripts(tree, scope) if each not in bound}


def _without(tree: Tree, scope: Scope, arguments: set[str]) -> Tree:
    """Return a tree in which arguments with an index are words."""
    if tree.kind == "script":
        try:
            refer = reference(tree, scope.is_index, scope.has_places)
        except Refused:
            refer = None
        if refer is not None and refer.indices and argument_name(refer) in arguments:
            return Tree("text", "argument")
    return Tree(tree.kind, tree.value, tuple(_without(kid, scope, arguments) for kid in tree.kids), tree.span)


def _is_range(tree: Tree) -> bool:
    """Tell whether a clause only says over what an index runs: i = 1, …, n or i ∈ […]."""
    if tree.kind == "list":
        return tree.kids[0].kind == "rel" and any(kid.kind == "dots" for kid in tree.kids)
    if tree.kind == "rel" and is_letter(tree.kids[0]):
        if tree.value == "in":
            return real_space(tree.kids[1]) is None
        return set(tree.value.split(",")) <= {"<", "<=", ">", ">=", "!="}
    return False


_RELATIONS = {"<": Lt, "<=": Le, ">": Gt, ">=": Ge, "!=": Ne}


def _condition(tree: Tree) -> Callable[[Meaning], object]:
    """Return what a condition does to an attempt: it bounds an index, or is a hypothesis."""
    if tree.kind == "list" and tree.kids[0].kind == "rel" and any(kid.kind == "dots" for kid in tree.kids):
        first, last = tree.kids[0], tree.kids[-1]
        name, start = first.kids[0], first.kids[1]
        return lambda stage: _runs(stage, name, start, last)
    if tree.kind == "rel" and tree.value == "in":
        inside = tree.kids[1]
        if inside.kind == "group" and inside.value in ("[", "[,") and len(inside.kids) == 1:
            return lambda stage: _runs(stage, tree.kids[0], None, inside.kids[0])
        if inside.kind == "group" and inside.value[0] in "{[" and any(kid.kind == "dots" for kid in inside.kids):
            return lambda stage: _runs(stage, tree.kids[0], inside.kids[0], inside.kids[-1])
    if tree.kind == "rel" and all(each in _RELATIONS for each in tree.value.split(",")) and len(tree.kids) == 2:
        return lambda stage: _hypothesis(stage, tree)
    if is_letter(tree) or (tree.kind == "list" and all(map(is_letter, tree.kids))):
        return lambda stage: None
    raise Refused("the condition is not read", tree.span)


def _runs(stage: Meaning, name: Tree, start: Tree | None, last: Tree) -> None:
    if name.value not in stage.subscripts and name.value not in stage.indices:
        return
    first = stage.scope.conventions.first
    if start is not None and (start.kind != "num" or int(start.value) != first):
        raise Refused("a range that does not begin at the first", name.span)
    end = stage._last(last)
    if end.end is None or end.plus != 0:
        raise Refused("a range whose end is not read", name.span)
    unify(stage.free_index(name.value).size, end.end)
    return


def _hypothesis(stage: Meaning, tree: Tree) -> Callable[[], object]:
    one, other = (as_number(stage.read(side)) for side in tree.kids)
    return lambda: _RELATIONS[tree.value](one.make(), other.make(), evaluate=False)


def _joined(answers: Sequence[Answer]) -> Answer:
    """Make one answer of those to the links of a chain."""
    if len(answers) == 1:
        return answers[0]
    worst = min(answers, key=lambda answer: WORST.index(answer.status))
    readings: list[Reading] = [each for answer in answers for each in answer.readings]
    proved = sum(answer.status == "proved" for answer in answers)
    why = worst.why
    if worst.status not in ("proved", "definition") and proved:
        why += f"; {proved} of {len(answers)} equations proved"
    return replace(worst, readings=tuple(readings), why=why)


__all__ = ["Line", "Misfit", "Note", "Size", "Value"]
