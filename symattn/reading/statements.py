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
from symattn.reading.calls import ORDER
from symattn.reading.claims import DEFINES, TELLS, Statements
from symattn.reading.conditions import (
    declares,
    from_the_first,
    is_beside,
    loose_index,
    may_list,
    quantified,
    runs_over,
    spanned,
    unread_words,
)
from symattn.reading.doubts import Beside, Doubt, keys_of, relation_of
from symattn.reading.foreign import WORD
from symattn.reading.introduced import Introduced
from symattn.reading.judging import FAILED, Answer, refusal
from symattn.reading.lefts import alike, function_told, left_of, named_by, speaks_of, told_by
from symattn.reading.names import bound_in, is_letter, is_numbered, plain_name
from symattn.reading.notation import RELATIONS
from symattn.reading.pages import Piece
from symattn.reading.parser import parsed, parsed_clause
from symattn.reading.phrases import (
    BEGINS_ANEW,
    CALLED_IF,
    CLAUSE,
    NO_CLAIM,
    NO_NAME,
    ODD,
    PROPERTY,
    RESTRICTS,
    SAYS_MORE,
    VARIANT,
    VARIES,
)
from symattn.reading.refusal import Refused, attempt
from symattn.reading.rows import Clause, Row
from symattn.reading.rows_of import member
from symattn.reading.scope import Definition, Left, Path, Scope
from symattn.reading.starts import Start, begins_with, begun
from symattn.reading.survey import tokens_of
from symattn.reading.tokens import expanded, spelled_out, tokens
from symattn.reading.tree import NONE, Tree, distributed, values_in, walk
from symattn.reading.whose import is_anothers, is_compared, is_of_a_case

#: What may go wrong inside with a row that nobody thought of: the row is not read, the report goes on.
FAULTS = (
    Refused,
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
    r"(?:\b(?:let|where|denote|define|defining|denoting)(?: us)?(?: by)?|\bdefined? (?:as|by)"
    r"|\bdefine (?:the|an?)(?: [\w-]+){1,3}?(?: (?:by|as))?)\s*\Z",
    re.I,
)
#: What leads from one formula to the next of a list: let s ∈ ℝⁿ, and p = softmax(s).
_LISTED = re.compile(r"\s*(?:let|denote|define)\s[\s,]*(?:and\s+)?", re.I)
_SETS = re.compile(r"\b(?:let|denote|define|defining|denoting)\b[^,;:]*\Z", re.I)
_WHERE = re.compile(r"\bwhere\s*\Z", re.I)
#: Words in a sentence that claims, and before an inline equation of what is known.
_CLAIMED = re.compile(
    r"\b(?:if|suppose|assume|when|instance|example|e\.g\.|case|then|hence|thus|therefore|so|because|since|implies|show\w*"
    r"|proves?|follows|have|has|get|obtain|gives?|yields?|not|unless|only|whether)\b|\b(?:for|at|to|than|that|as|like|of)\s*\Z",
    re.I,
)
#: Words of a sentence that concludes, and of one that supposes.
_CONCLUDED = re.compile(
    r"\b(?:then|hence|thus|therefore|so|because|since|impl\w+|follows|have|has|get|obtain|gives?|yields?)\b", re.I
)
_SUPPOSED = re.compile(
    r"\b(?:if|suppos\w+|assum\w+|when\w*|instance|example|e\.g\.|cases?|not|unless|only|whether)\b", re.I
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
    formula: str = ""  # the source as LaTeX by itself, if it can be written so


@dataclass
class Parts:
    """Hold what the clauses of a row are: statements, those behind "where", conditions; and why one is not read.

    Hypotheses behind which nothing else was said begin at ``begin``; ``bound`` is where those begin that hold for all
    of some letters, these hypotheses, and the letters. ``freed`` holds the names for all of which the row holds.
    """

    scope: Scope
    remark: str
    starts: Mapping[tuple[Tree, Tree], Start]
    stated: list[tuple[Clause, Tree]] = field(default_factory=list)
    late: list[tuple[Clause, Tree]] = field(default_factory=list)
    conditions: list[Tree] = field(default_factory=list)
    begin: int = 0
    bound: tuple[int, list[Tree], list[Tree]] | None = None
    freed: frozenset[str] = frozenset()
    restricted: bool = False
    broken: Answer | None = None

    def take(self, clause: Clause, has_others: bool) -> None:
        """Sort in a clause; raise Refused where it is not clear what it says."""
        tree = begun(parsed_clause(clause.tokens), self.starts, True)
        parts = distributed(tree)
        claimed = [each for _, each in self.stated]
        is_condition = clause.word not in ("", "where") or is_beside(tree, claimed, self.scope)
        if clause.word == "for all":
            self.freed |= {*keys_of(parts, self.scope)}
        words = unread_words(tree)
        if tree.kind == "text" and not self.stated and not SAYS_MORE.search(words):
            self.remark = self.remark or words  # a title
        elif words and (tree.kind == "rel" or has_others):
            raise Refused(f"the words “{words}” are not read")
        if is_condition:
            self._condition(clause, tree, parts, claimed)
            return
        self.bound = None
        if clause.word == "where" and self.stated:
            self.late.append((clause, tree))
        elif self.stated and claimed[-1].kind == "rel" and tree.kind not in ("rel", "said", "list"):
            raise Refused("what does it say of the row?")
        else:
            self.begin = len(self.conditions)
            self.stated.append((clause, tree))

    def _condition(self, clause: Clause, tree: Tree, parts: Sequence[Tree], claimed: Sequence[Tree]) -> None:
        """Sort in a condition: of the row, or the letters for all of which the hypotheses before it hold."""
        is_run = spanned(parts[-1]) is not None or all(map(is_numbered, tree.items))
        is_over = is_run or (clause.word == "for all" and not clause.goes_on) or all(map(declares, parts))
        is_behind = self.begin < len(self.conditions)  # hypotheses stand before it, and nothing else
        if is_over and is_behind:
            self.bound = self.begin, self.conditions[self.begin :], [tree]
        elif is_run and clause.goes_on and self.bound:
            self.bound[2].append(tree)
        else:
            self.bound = None
        if self.bound:
            taken = values_in(*claimed) - bound_in(*claimed)
            self.conditions[self.bound[0] :] = quantified(*self.bound[1:], taken, self.scope)
            self.begin = len(self.conditions)
            return
        if is_behind and clause.word in ("if", "for") and not clause.goes_on:
            raise Refused("a condition of a condition is not read")
        if is_behind and may_list(self.conditions[-1], parts[0]):
            raise Refused("do both relations speak of both letters?")
        if parts[0].value in ORDER and len({self.scope.kind(each.kids[0].value) for each in parts}) > 1:
            raise Refused("does the relation speak of all of the letters?")
        self.conditions += parts
        self.restricted |= clause.word == "if" or tree.kind == "group" or not all(map(self._runs, parts))
        if is_over or all(declares(each) or spanned(each) for each in parts):
            self.begin = len(self.conditions)

    def _runs(self, tree: Tree) -> bool:
        """Tell whether a condition says of letters where they lie or run, or that they run from the first number on."""
        is_start = from_the_first(tree) and not self.scope.kind(tree.kids[0].value)
        groups = [node for _, each in self.stated for node in walk(each.kids[0], "group") if each.kind == "rel"]
        is_start = is_start and tree.kids[0].value not in values_in(*groups)  # x > 0 beside f(x) = x
        return declares(tree) or spanned(tree) is not None or is_start


class Note(Statements):
    """Read a note, row after row."""

    def lines(self) -> Iterator[Line]:
        """Read all rows, in their order."""
        before: Piece | None = None
        for piece in self.page.pieces:
            if piece.kind == "heading":
                self.path = self._path_at(piece.start)
                self.anchor = self.mapped = None
                self.words = ""
            elif piece.kind == "declared":
                try:
                    for text, line in self.sidecar.add(piece.text, self.page.place(piece.start)[0], self._end()):
                        self.define(text, line, self.path)
                except (UsageError, Refused) as error:
                    yield self._line((piece.start, 0), Answer("not read", str(error)), piece.text)
            elif piece.kind == "inline":
                if before is not None and before.kind in ("prose", "inline"):
                    self._inline(piece, before)
            elif piece.kind == "display":
                yield from self._display(piece)
                self.words = ""
            elif piece.kind == "unclosed":
                yield self._unclosed(piece)
                self.words = ""
            if piece.kind in ("prose", "inline"):
                self.words = f"{self.words}{piece.text}"[-300:]
            if piece.kind == "prose" and len(re.findall(WORD, piece.text)) > 25:
                self.anchor = None
            before = piece

    def _inline(self, piece: Piece, before: Piece) -> None:
        """Take a definition from an inline formula, where the words before say that it is one."""
        words = " ".join(before.text.split())[-80:]
        said = self.sentences[piece.start]
        is_let = bool(_LET.search(words) or _LISTED.fullmatch(said.before))
        is_odd = self._is_odd(said, is_let)
        if not self.trees.get(piece.start):
            rows = attempt(tokens_of, self.page, piece, self.macros) or ()
            self._unread_names(rows, piece.start, is_let and not _IF.search(words))
        if not is_let and not is_odd and _CONCLUDED.search(said.before) and not _SUPPOSED.search(said.before):
            self._against_text(piece)
        if _IF.search(words) or (not is_let and (is_odd or _CLAIMED.search(said.before) or NO_NAME.search(words))):
            return
        for tree in self.trees.get(piece.start, ())[:1]:
            if tree.kind != "rel" or not set(tree.value.split(",")) <= {"=", ":="} or NONE in tree.kids:
                continue
            if member(tree) is not NONE:
                continue
            scope = self.scope(piece.start)
            right, *others = tree.kids[::-1] if len(tree.kids) == 2 else tree.kids  # let X = X_1 = X_2
            named = [
                named_by(side, scope) or (self._let(side, right, words, scope) if is_let else None) for side in others
            ]
            names = [each for each in named if each is not None]
            is_told = is_let or told_by(others[0], scope) is not None
            is_sure = ":=" in tree.value or (is_let and bool(DEFINES.search(words)))
            anew = self.told_anew(others[0], right, piece.start, is_sure) if is_told else None
            if anew is not None:
                self.put(anew, right, piece.start)
            for left in names if len(names) == len(others) else ():
                known = scope.definitions.get(left.key)
                fits = not known or any(alike(each, left) for each in known)
                if left.places and speaks_of(right, left.key, scope):
                    self.recurring[self.path].add(left.key)
                is_new = not known or (bool(_SETS.search(words)) and known[-1].body != right)
                is_new = is_new and not speaks_of(right, left.key, scope)
                says_more = right.kind not in ("name", "num") and not self.has_spoken(left.key, piece.start)
                if is_new and (is_let or says_more):
                    is_case = _WHERE.search(words) and right.kind in ("name", "num") and scope.declares(left.key)
                    is_sole = sum(attempt(named_by, each.kids[0], scope) == left for each in self._equated(said)) < 2
                    is_read = is_sole and not is_odd and not is_case and fits
                    is_read = is_read and self.derives_from(left, scope) is None
                    is_read = is_read and self.is_settled(left, piece.start)
                    self.put(left, right, piece.start, is_read, is_assumed=not is_let)
                elif known and fits and self._says_otherwise(tree, left, right, known[-1]):
                    self.put(left, right, piece.start, is_read=False)
            if not any(named) and len(others) == 1:
                self.sign_anew(others[0], right, piece.start)

    def _let(self, left: Tree, right: Tree, words: str, scope: Scope) -> Left | None:
        """Return what "let" defines: σ², or a function R(θ) of θ, which stands on the right, or by a word for it."""
        told = function_told(left, scope)
        is_made = told is not None and told.key not in "EOPV" and {*(told.arguments or ())} <= values_in(right)
        return (told if is_made or DEFINES.search(words) else None) or self.squared(left, scope)

    def _against_text(self, piece: Piece) -> None:
        """Let nothing rest on definitions with which an equation fails that a sentence concludes: so that Σ_i A_ij = 1.

        What stands in it may be meant otherwise, or from there on.
        """
        scope = self.scope(piece.start)
        for tree in self.trees.get(piece.start, ())[:1]:
            if tree.value != "=" or NONE in tree.kids or len(tree.kids) != 2:
                continue
            known = {refer.key for refer in scope.references(tree)} & scope.definitions.keys()
            last = [scope.definitions[key][-1] for key in sorted(known)]
            left = named_by(tree.kids[0], scope)
            goes_on = left is not None and speaks_of(tree.kids[1], left.key, scope)
            if left is not None and goes_on and self._says_otherwise(tree, left, tree.kids[1]):
                self.put(left, tree.kids[1], piece.start, is_read=False)
            elif all(each.is_read for each in last) and last and self.fails_at(tree.kids[0], tree.kids[1], piece.start):
                for each in last:
                    self.keep(replace(each, is_read=False, start=piece.start, line=self.page.place(piece.start)[0]))

    def _says_otherwise(self, tree: Tree, left: Left, right: Tree, known: Definition | None = None) -> bool:
        """Tell whether an inline formula says of a name what does not follow from what was said: is it a new one?"""
        if speaks_of(right, left.key, self.scope(tree.start)):
            return any(each.said.body != right for each in self.visible_recurrences(left.key))
        return known is not None and known.body != right and not self.follows(tree.kids[0], right, tree.start)

    def _is_odd(self, said: Beside, is_let: bool) -> bool:
        """Tell whether the words around an inline equation say that it is no definition, or one of several."""
        clauses = CLAUSE.split(said.before)
        before = clauses[-1] if is_let else said.before
        is_other = is_anothers(before) or is_of_a_case(said.before)
        if is_let and _WHERE.fullmatch(clauses[-1].strip()):
            is_other = is_other or is_compared(" ".join(clauses[-3:-1]))
        (after, *_) = (*(self.trees.get(said.next.start, ()) if said.next is not None else ()), NONE)
        is_for = re.fullmatch(r"\W*for\s*", said.behind) and after.kind == "rel" and not declares(after)
        is_condition = bool(is_for) and spanned(after) is None
        behind = said.behind if is_let else said.rest
        return is_condition or is_other or bool(ODD.search(f"{before} , {behind}") or RESTRICTS.search(said.behind))

    def _equated(self, said: Beside) -> list[Tree]:
        """Return the equations in the sentence of an inline formula."""
        inside = (each.piece.start for each in self.sentences.values() if each.sentence == said.sentence)
        return [tree for start in inside for tree in self.trees.get(start, ()) if tree.value == "="]

    def _display(self, piece: Piece) -> Iterator[Line]:
        self.display = piece.start
        self.introduced = self.around.get(piece.start, Introduced())
        if asked := self.extents.asks(piece.start):
            self.introduced = replace(self.introduced, heading=f"exercise ({asked})")
        if re.search(r"\w", self.words):
            self.mapped, self.spaces = None, ()
        after = bisect_right(self.displays, piece.start)
        self.until = self.displays[after] if after < len(self.displays) else inf
        try:
            found = tokens_of(self.page, piece, self.macros)
        except FAULTS as error:
            yield self._line((piece.start, 0), _fault(error), piece.text)
            return
        follows = next((row.follows for row in found if row.follows), "")
        alone = next((row for row in found[1:] if _is_condition(row)), None)
        follows = follows or (self.page.text[slice(*alone.span)].strip() if alone is not None else "")
        was_fallen, self.fallen, self.loose = self.fallen, False, ""
        self._doubt_displayed(piece)
        if was_fallen and self.introduced.follows and not BEGINS_ANEW.search(self.words):
            self.loose = "it follows from a row that fails"
        for line in [line for row in found for line in self._row(replace(row, follows=follows))]:
            why = self.blamed.get(line.line) if line.answer.status == "definition" else None
            yield line if why is None else replace(line, answer=replace(line.answer, status="differs", why=why))

    def _unclosed(self, piece: Piece) -> Line:
        """Answer a display that does not end: where it ends is not known, so that it says nothing that is used."""
        sign = piece.opened if "`" in piece.opened else f"`{piece.opened}`"
        answer = Answer("not read", f"{sign} is not closed")
        rows = attempt(tokens_of, self.page, piece, self.macros) or ()
        for row in rows:
            self._refused(row, self._sorted_in(row), answer)
        said = [each.text for row in rows for clause in row.clauses for each in clause.tokens]
        keys = frozenset(each for each in said if is_letter(Tree("name", each)))
        self.doubts.append(Doubt(keys, piece.start, " ".join(piece.text.split()), True, is_display=True))
        return self._line((piece.start, piece.start + len(piece.text)), answer)

    def _doubt_displayed(self, piece: Piece) -> None:
        """Keep the properties that words behind a declaration give to what it declares."""
        trees, said = self.trees.get(piece.start, ()), PROPERTY.findall(self.introduced.behind)
        if said and trees and all(map(declares, trees)):
            keys = frozenset(keys_of(trees, self.scope(piece.start)))
            self.doubts.append(Doubt(keys, piece.start, ", ".join(said)))

    def _line(self, span: tuple[int, int], answer: Answer, source: str = "") -> Line:
        source = source or self.page.text[slice(*span)]
        place = span[0] + len(source) - len(source.lstrip())
        line, column = self.page.place(place)
        column -= len(r"\[") if line in self.wrapped else 0
        formula = " ".join((attempt(spelled_out, source, self.macros) or "").split())
        formula = formula.rstrip(",.;") if len(formula) <= 2000 else ""
        return Line(self.page.file, line, column, " ".join(source.split())[:2000], answer, formula)

    def _sorted_in(self, row: Row) -> Parts:
        parts = Parts(self.scope(row.span[0]), row.remark, self.starts)
        for clause in row.clauses:
            try:
                parts.take(clause, len(row.clauses) > 1)
            except FAULTS as error:
                parts.broken = parts.broken or _fault(error)
        return parts

    def _row(self, row: Row) -> Iterator[Line]:
        parts = self._sorted_in(row)
        self.restricted, self.alternatives = parts.restricted, row.worded
        self.remark, self.freed = parts.remark, parts.freed
        broken = self._broken(row, parts)
        if row.clauses and (parts.stated or broken):
            self.under = tuple(parts.conditions)
        if broken is None and not parts.stated and not parts.late:
            broken = Answer("not a statement", "a condition alone")
        if broken is not None:
            yield self._line(row.span, broken)
            self._refused(row, parts, broken)
        else:
            yield from self._answered(row, parts)

    def _broken(self, row: Row, parts: Parts) -> Answer | None:
        """Return why a row is not read; None where it is."""
        if not row.clauses:
            return Answer("not a statement", "words alone")
        if unread := row.unread or row.remark * bool(SAYS_MORE.search(row.remark)):
            return Answer("not read", f"what does “{unread}” say of the row?")
        goes_on = any(tree.kids[:1] == (NONE,) for _, tree in parts.stated)
        if goes_on and {*self.under} - {*parts.conditions} - {*filter(runs_over, self.under)}:
            return parts.broken or Answer("not read", "the row before it holds under another condition")
        return parts.broken

    def _refused(self, row: Row, parts: Parts, broken: Answer) -> None:
        """Keep what a row leaves behind that is not read: names that it may define, and what it may demand."""
        self.anchor = None if row.clauses and broken.status != "not a statement" else self.anchor
        said = [each for clause in row.clauses for each in clause.tokens]
        if row.worded or row.remark or any(each.kind == "text" for each in said):
            self.loose = self.loose or "words in a row before it"
        if {r"\overset", r"\stackrel"} & {each.text for each in said}:  # what stands over the = may demand it
            keys = frozenset(each.text for each in said if is_letter(Tree("name", each.text)))
            text = " ".join(self.page.text[slice(*row.span)].split())
            self.doubts.append(Doubt(keys, row.span[0], text, True, is_display=True))
        self._unread_definitions([tree for _, tree in parts.stated], row.span[0])
        self._unread_names([row], row.span[0], bool(TELLS.search(self.words)))

    def _answered(self, row: Row, parts: Parts) -> Iterator[Line]:
        """Answer the statements of a row that is read."""
        loose = loose_index(parts.conditions, [tree for _, tree in parts.stated], parts.scope)
        self.remark = self.remark or (f"for which {loose}?" if loose else "")
        self.loose = self.loose or row.follows
        self.restricted |= NO_CLAIM.search(self.remark) is not None
        known = self._counted()
        anchors = list[Tree | None]()
        late = [*parts.late, *([] if row.columns else _explained_behind(parts))]
        for clause, tree in [*late, *(each for each in parts.stated if each not in late)]:
            span = clause.tokens[0].start, clause.tokens[-1].end
            another = self._another_step(tree)
            try:
                answer = self.statement(tree, parts.conditions, span[0])
            except FAULTS as error:
                answer = _fault(error)
            if tree.kind == "list" and answer.status == "not read":
                self._unread_definitions([tree], span[0])
            if (text := begins_with(tree, self.starts)) and answer.status == "definition":
                answer = replace(answer, why="; ".join(filter(None, (answer.why, text))))
            if row.label and answer.status in FAILED:
                answer = answer.fails(
                    f"is it a claim, or does “{row.label.strip(' ~')}” make a condition of it?", "open"
                )
            if (called := CALLED_IF.search(self.introduced.before)) and answer.status in FAILED:
                answer = answer.fails(f"“{' '.join(called.group().split())}” makes it a condition, no claim", "open")
            if another and answer.status in FAILED:
                answer = answer.fails(another, "open")
            if self.remark and answer.status == "proved":
                answer = replace(answer, why="; ".join(filter(None, (answer.why, f"beside it: “{self.remark}”"))))
            anchors.append(self.anchor)
            reason = self.introduced.reason
            if reason and answer.status in FAILED:
                answer = answer.fails(f"“{reason}” supposes it: it does not follow from what was said", "open")
                self._suppose(tree, span, True, not parts.conditions)
                if re.search(r"\bdefinition of\b", reason, re.I):  # which says more than the row
                    keys = frozenset(keys_of((tree,), parts.scope))
                    self.doubts.append(Doubt(keys, span[0], reason, is_display=True))
            else:
                self._suppose(tree, span, bool(self.introduced.supposed))
            self.fallen |= answer.status in FAILED
            yield self._line(span, answer)
        if any(tree.kids and tree.kids[-1].kind in ("name", "num") for _, tree in parts.late):
            self._forget(known, parts.scope)
        is_supposed = all(declares(tree) for _, tree in parts.stated) or bool(self.introduced.supposed)
        for tree in parts.conditions if is_supposed else ():
            self._suppose(tree, row.span, True)
        if row.columns and len(parts.stated) > 1:
            self.anchor = anchors[len(parts.late)]

    def _another_step(self, tree: Tree) -> str:
        """Return what a row says anew of a letter of which a recurrence was said: of a variant; nothing for others."""
        left = tree.kids[0] if tree.value == "=" and len(tree.kids) == 2 else NONE
        keys = {refer.key for refer in self.scope(tree.start).references(left)} if left is not NONE else set[str]()
        for each in (one for key in sorted(keys) for one in self.visible_recurrences(key)[-1:]):
            is_apart = VARIES.search(self.words) or VARIANT.search(self.introduced.heading)
            if each.left == left and each.said.body != tree.kids[1] and is_apart:
                return f"line {each.said.line} says otherwise how {plain_name(each.said.key)} goes on"
        return ""

    def _counted(self) -> dict[str, int]:
        return {key: len(own) for key, own in self.definitions.items()}

    def _forget(self, known: Mapping[str, int], scope: Scope) -> None:
        """Leave out what a row has said with "where" of a letter that was declared: it holds in the row."""
        for key, own in self.definitions.items():
            for each in own[known.get(key, 0) :] if scope.declares(key) else ():
                own.remove(each)
                self.visible[each.path].remove(each)
        for key in [key for key, own in self.definitions.items() if not own]:
            del self.definitions[key]

    def _suppose(self, tree: Tree, span: tuple[int, int], is_supposed: bool, is_whole: bool = True) -> None:
        """Keep what the words before a display suppose, for the displays behind it, unless it holds in a case."""
        start, said, scope = span[0], self.introduced, self.scope(span[0])
        is_defined = any(each.start == start for own in scope.definitions.values() for each in own)
        if is_supposed and tree.kind == "rel" and not declares(tree) and not is_defined:
            keys = frozenset(keys_of((tree,), scope))
            supposed = relation_of((tree,)) if said.holds and is_whole else None
            text = " ".join(self.page.text[slice(*span)].split())
            self.doubts.append(Doubt(keys, start, text, True, supposed, said.is_here, is_display=True))

    def _unread_definitions(self, trees: Sequence[Tree], start: int) -> None:
        for tree in trees:
            scope = self.scope(start)
            is_list = tree.kind == "list" and any(kid.kind == "rel" and kid.value in ("=", ":=") for kid in tree.kids)
            for kid in tree.kids if is_list else (tree,):
                is_told = kid.kind == "rel" and kid.value.startswith(("=", ":="))
                left = named_by(kid.kids[0] if is_told else kid, scope) if is_told or is_list else None
                if left is not None and (is_list or left.key not in scope.definitions):
                    self.put(left, kid.kids[1] if is_told else NONE, start, is_read=False)

    def _unread_names(self, rows: Sequence[Row], start: int, is_told: bool) -> None:
        """Keep of which names rows speak that cannot be parsed; let those be torn that they define, though known."""
        for clause in (clause for row in rows for clause in row.clauses):
            at = [n for n, each in enumerate(clause.tokens) if each.text == ":" or each.text in RELATIONS]
            relation = RELATIONS.get(clause.tokens[at[0]].text, ":=") if at else ""
            left = attempt(parsed, clause.tokens[: at[0]]) if relation in ("=", ":=") or (at and is_told) else None
            if left is not None and (relation == ":=" or is_told):
                self.told_anew(left, NONE, start, False)
            if left is not None:
                self.keep_equations(Tree("rel", relation, (left, NONE)), start)

    def _end(self) -> float:
        """Return the line at which the section ends that is read now."""
        ends = (start for start, path in self.headings if path[: len(self.path)] != self.path)
        here = self.path[-1][1] if self.path else -1
        return next((self.page.place(start)[0] for start in ends if start > here), inf)

    def define(self, text: str, line: int, path: Path = ()) -> None:
        """Take a definition that a sidecar or a comment writes, from a line on."""
        tree = parsed(expanded(tokens(text), self.macros))
        is_equation = tree.kind == "rel" and tree.value in ("=", ":=")
        named = left_of(tree.kids[0], self.survey, True) if is_equation else None
        if named is None:
            raise Refused(f"no definition: {text}")
        self.keep(replace(self.definition(named, tree.kids[1], 0, path), start=-line, line=line))


def _explained_behind(parts: Parts) -> list[tuple[Clause, Tree]]:
    """Return the clauses that say what a name is of which a clause before them speaks, and nothing else does."""
    scope, found, met = parts.scope, list[tuple[Clause, Tree]](), set[str]()
    equations = [each for each in parts.stated if each[1].kind == "rel" and each[1].value in ("=", ":=")]
    named = {each: left for each in equations if (left := named_by(each[1].kids[0], scope)) is not None}
    for each in parts.stated:
        left, keys = named.get(each), {*keys_of((each[1],), scope)}
        is_plain = left is not None and left.arguments is None and not left.places
        if (
            left is not None
            and is_plain
            and left.key in met
            and not scope.knows(left.key)
            and not {other.key for other in named.values()} & (keys - {left.key})
        ):
            found.append(each)
        met |= keys
    return found


def _is_condition(row: Row) -> bool:
    """Tell whether a row may be a condition of those before it, and nothing else: "where x > 0", x > 0."""
    is_bare = [len(each.tokens) == 3 and RELATIONS.get(each.tokens[1].text, "") in ORDER for each in row.clauses]
    return bool(row.clauses) and (all(each.word for each in row.clauses) or is_bare == [True])


def _fault(error: BaseException) -> Answer:
    if isinstance(error, Refused):
        return refusal(error)
    is_deep = isinstance(error, RecursionError)
    said = "nested too deeply" if is_deep else f"outside of what is read: {' '.join(str(error).split())[:120]}"
    return Answer("not read", said)
