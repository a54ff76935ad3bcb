"""Layer 6, statements: the walk over a note, row after row, with what holds at each place.

A row that begins with = goes on from the last side of the one before. Inline formulas define after "let", "where",
"denote" and "define", and never claim.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from symattn.errors import SymattnError, UsageError
from symattn.reading.claims import Statements
from symattn.reading.conditions import declares, is_range
from symattn.reading.doubts import doubts, sentences, words_before
from symattn.reading.judging import Answer, refusal
from symattn.reading.lefts import Left, left_of, named_by, speaks_of
from symattn.reading.names import is_letter
from symattn.reading.pages import Piece
from symattn.reading.parser import parsed, parsed_clause
from symattn.reading.refusal import Refused
from symattn.reading.rows import QUANTIFYING, SUPPOSING, Clause, Row
from symattn.reading.rows_of import rows_of
from symattn.reading.scope import Declared, Definition, Scope
from symattn.reading.sidecar import Sidecar
from symattn.reading.survey import Formula, Survey, survey, tokens_of, trees_of
from symattn.reading.tokens import Macro, expanded, macros, tokens
from symattn.reading.tree import NONE, Tree

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
#: What a proof defines, or supposes, holds in the proof.
_PROOF = re.compile(r"\\(begin|end)\{(theorem|lemma|proposition|corollary|proof|example)\}")
#: Words in a sentence that claims, and before an inline equation of what is known.
_CLAIMED = re.compile(
    r"\b(?:if|suppose|assume|when|instance|example|e\.g\.|case|then|hence|thus|therefore|so|because|since|implies|show\w*"
    r"|proves?|follows|have|has|get|obtain|gives?|yields?|not|unless|only|whether)\b|\b(?:for|at|to|than|that|as|like|of)\s*\Z",
    re.I,
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
class Note(Statements):
    """Hold a note while it is read: what was defined so far, what the last side was."""

    sidecar: Sidecar
    more_macros: Mapping[str, Macro] = field(default_factory=dict)
    path: tuple[tuple[int, int], ...] = ()
    sections: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
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
        self.doubts = doubts(self.page, self.trees, self.survey.scope())
        self.mentions = self._mentions()
        self.sentences = {
            piece.start: words for sentence in sentences(self.page) for piece, words in words_before(sentence)
        }
        self.inline = {formula.piece.start for formula in self.formulas if not formula.shown}
        self.displays = [piece.start for piece in self.page.pieces if piece.kind == "display"]
        self.headings = list[tuple[int, tuple[tuple[int, int], ...]]]()
        path: tuple[tuple[int, int], ...] = ()
        for piece in self.page.pieces:
            if piece.kind == "heading":
                path = (*(each for each in path if each[0] < piece.level), (piece.level, piece.start))
                self.headings.append((piece.start, path))
        self.families = set[tuple[str, int]]()
        self.pending = self._pending()
        for start, left, row in rows_of(self.page, self.trees, self.survey.scope()):
            self.path = self._path_at(start)
            if left.key not in self.pending:
                self.put(left, row, start)
        self.path = ()
        self.proofs = list[tuple[int, float]]()  # where each begins, and ends
        for found in _PROOF.finditer(self.page.shown):
            if found[1] == "begin":
                self.proofs.append((found.start(), inf))
            elif self.proofs:
                self.proofs[-1] = self.proofs[-1][0], found.end()

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
            if (
                visible := [
                    one
                    for one in sorted(each, key=lambda one: one.line)
                    if self.is_visible(one) and one.start >= -line and key not in settings.forgotten
                ]
            )
        }
        hidden = {key: each[-1].line for key, each in self.definitions.items() if key not in definitions}
        fresh = {key for key, at in self.survey.fresh if at <= start and self.path == self._path_at(at)}
        pending = {key: self.page.place(starts[0])[0] for key, starts in self.pending.items()} | hidden
        pending = {key: at for key, at in pending.items() if key not in definitions and key not in fresh}
        found = self.survey.scope()
        return replace(
            found,
            declared=declared,
            definitions=definitions,
            conventions=settings.conventions,
            index_letters=found.index_letters - settings.sizes,
            sizes=found.sizes | settings.sizes,
            pending=pending,
            families=self.families,
        )

    def _path_at(self, start: int) -> tuple[tuple[int, int], ...]:
        """Return the headings above a place."""
        at = bisect_right(self.headings, start, key=lambda each: each[0]) - 1
        return self.headings[at][1] if at >= 0 else ()

    def is_visible(self, definition: Definition) -> bool:
        path, start = self.sections.get(definition.section, ()), definition.start
        at = bisect_right(self.proofs, start, key=lambda each: each[0]) - 1
        if at >= 0 and start < self.proofs[at][1] < self.display and start not in self.inline:
            return False
        return self.path[: len(path)] == path

    def may_use(self, start: int) -> bool:
        """Tell whether a row here may use what is said at a place: above it, or later in a section that goes on."""
        return self.page.place(start)[0] <= self.here or self.goes_on(start)

    def goes_on(self, start: int) -> bool:
        """Tell whether the section of a place is the one that is read, or one above it."""
        path = self._path_at(start)
        return self.path[: len(path)] == path

    def _mentions(self) -> dict[str, list[int]]:
        """Return where each name is spoken of, other than by a declaration."""
        found: dict[str, list[int]] = {}
        scope = self.survey.scope()
        for formula in self.formulas:
            for tree in formula.trees:
                for refer in scope.references(tree) if not declares(tree) else ():
                    found.setdefault(refer.key, []).append(formula.piece.start)
                if not formula.shown and tree.kind == "rel" and tree.value == "=":
                    left = named_by(tree.kids[0], scope)
                    if left is not None:
                        self.said.setdefault(left.key, []).append(formula.piece.start)
        return found

    def _pending(self) -> dict[str, list[int]]:
        """Return the names that stand alone left of an = somewhere, each with the places at which it does."""
        found: dict[str, list[int]] = {}
        scope = self.survey.scope()
        for formula in self.formulas:
            for tree in formula.trees if formula.shown else ():
                if tree.kind == "rel" and tree.value.split(",")[0] in ("=", ":="):
                    left = named_by(tree.kids[0], scope)
                    if left is not None:
                        found.setdefault(left.key, []).append(tree.start)
                        self.families.add((left.key, len(left.places)))
                        if tree.kids[1] is not NONE:
                            self.elsewhere.setdefault(left.key, []).append(
                                self._definition_of(left, tree.kids[1], tree.start)
                            )
        return found

    def lines(self) -> Iterator[Line]:
        """Read all rows, in their order."""
        before: Piece | None = None
        for piece in self.page.pieces:
            if piece.kind == "heading":
                self._enter(piece)
            elif piece.kind == "declared":
                try:
                    for text, line in self.sidecar.add(piece.text, self.page.place(piece.start)[0], self._end()):
                        self.define(text, line, self.section)
                except (UsageError, Refused) as error:
                    yield self._line(piece.start, piece.text, Answer("not read", str(error)))
            elif piece.kind == "inline":
                if before is not None and before.kind in ("prose", "inline"):
                    self._inline(piece, before)
            elif piece.kind == "display":
                yield from self._display(piece)
                self.words = ""
            if piece.kind in ("prose", "inline"):
                self.words = f"{self.words}{piece.text}"[-300:]
            if piece.kind == "prose" and len(re.findall(r"[A-Za-z]{2,}", piece.text)) > 25:
                self.anchor = None
            before = piece

    def _enter(self, piece: Piece) -> None:
        self.path = self._path_at(piece.start)
        self.anchor = self.mapped = None
        self.words = ""

    @property
    def section(self) -> int:
        """The section in which rows stand now."""
        at = self.path[-1][1] if self.path else -1
        self.sections[at] = self.path
        return at

    def _inline(self, piece: Piece, before: Piece) -> None:
        """Take a definition from an inline formula, where the words before say that it is one."""
        words = " ".join(before.text.split())[-80:]
        is_let = bool(_LET.search(words))
        if _IF.search(words) or (not is_let and _CLAIMED.search(self.sentences[piece.start])):
            return
        for tree in self.trees.get(piece.start, ())[:1]:
            if tree.kind != "rel" or not set(tree.value.split(",")) <= {"=", ":="} or NONE in tree.kids:
                continue
            scope = self.scope(piece.start)
            right, *others = tree.kids[::-1] if len(tree.kids) == 2 else tree.kids  # let X = X_1 = X_2
            names = [each for side in others if (each := named_by(side, scope)) is not None]
            for left in names if len(names) == len(others) else ():
                is_new = left.key not in scope.definitions and not speaks_of(right, left.key, scope)
                if is_new and (is_let or self._introduces(left, right, piece.start)):
                    self.put(left, right, piece.start, is_assumed=not is_let)

    def _introduces(self, left: Left, right: Tree, start: int) -> bool:
        """Tell whether an inline equation is the first to speak of its left side, and says more than another name."""
        before = [at for at in self.mentions.get(left.key, ()) if at < start]
        return right.kind not in ("name", "num") and not any(map(self.goes_on, before))

    def _display(self, piece: Piece) -> Iterator[Line]:
        self.display = piece.start
        if re.search(r"\w", self.words):
            self.mapped, self.spaces = None, ()
        after = bisect_right(self.displays, piece.start)
        self.until = self.displays[after] if after < len(self.displays) else inf
        try:
            found = tokens_of(self.page, piece, self.macros)
        except (Refused, RecursionError) as error:
            answer = refusal(error) if isinstance(error, Refused) else Answer("not read", "nested too deeply")
            yield self._line(piece.start, piece.text, answer)
            return
        for line in [line for row in found for line in self._row(row)]:
            why = self.blamed.get(line.line) if line.answer.status == "definition" else None
            yield line if why is None else replace(line, answer=replace(line.answer, status="differs", why=why))

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
        conditions, of_condition = list[Tree](), False
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
            if stated and tree.kind == "group" and tree.kids and all(kid.kind == "rel" for kid in tree.kids):
                conditions += tree.kids  # a = b  (a ≥ 0)
                of_condition = self.restricted = True
            elif clause.word in QUANTIFYING and of_condition and all(map(is_letter, tree.kids or (tree,))):
                conditions[-1] = Tree("forall", "", (conditions[-1], tree))
            elif (clause.word and clause.word != "where") or (stated and is_range(tree)):
                conditions.append(tree)
                of_condition = self.restricted = self.restricted or clause.word in SUPPOSING
            elif clause.word == "where" and stated:
                late.append((clause, tree))
            else:
                of_condition = False
                stated.append((clause, tree))
        if broken is not None:
            yield self._line(row.span[0], self._source(row.span), broken)
            self._unread_definitions([tree for _, tree in stated], row)
            return
        anchors = list[Tree | None]()
        for clause, tree in [*late, *stated]:
            span = clause.tokens[0].start, clause.tokens[-1].end
            try:
                answer = self.statement(tree, conditions, span[0])
            except Refused as refused:
                answer = refusal(refused)
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
                left = named_by(tree.kids[0], scope)
                if left is not None and left.key not in scope.definitions:
                    self.put(left, tree.kids[1], row.span[0], is_read=False)

    def _end(self) -> float:
        """Return the line at which the section ends that is read now."""
        ends = (start for start, path in self.headings if path[: len(self.path)] != self.path)
        here = self.path[-1][1] if self.path else -1
        return next((self.page.place(start)[0] for start in ends if start > here), inf)

    def define(self, text: str, line: int, section: int = -2) -> None:
        """Take a definition that a sidecar or a comment writes, from a line on."""
        tree = parsed(expanded(tokens(text), self.macros))
        scope = self.survey.scope()
        if tree.kind != "rel" or tree.value not in ("=", ":="):
            raise Refused(f"no definition: {text}")
        named = left_of(tree.kids[0], scope)
        if named is None:
            raise Refused(f"no definition: {text}")
        self.definitions.setdefault(named.key, []).append(
            Definition(named.key, tuple(named.places), named.arguments, tree.kids[1], -line, line, section)
        )


def _fault(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return f"outside of what is read: {' '.join(str(error).split())[:120]}"
