"""What was said before of a row's left side: such a row says it again, or something else; it defines nothing new.

A left side is new where no formula before it that its section sees has an equation with the same letter on its left:
as it stands, with other indices, a power or a transpose of it, or the matrix X where the row is about x_i.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symattn.reading.conditions import condition
from symattn.reading.equated import (
    Equated,
    by_parts,
    conjugated,
    derivative,
    function_of,
    is_other,
    numbered,
    wholes,
    without,
)
from symattn.reading.judging import FAILED, Answer, Around, equation, judged, read_as
from symattn.reading.lefts import named_by, speaks_of, subscripts_of
from symattn.reading.lookup import square
from symattn.reading.names import is_letter
from symattn.reading.phrases import ODD
from symattn.reading.recurrences import Recurrence
from symattn.reading.scope import Declared, Definition, Left, Scope
from symattn.reading.settled import Settled
from symattn.reading.tree import NONE, Tree, replaced

#: Answers to what was read, and does not rest on what was not.
_READ = ("proved", "unknown", *FAILED)


class Earlier(Settled):
    """Compare what a row says of a letter with what was said of it before."""

    def _claim(self, left: Tree, right: Tree, around: Around, differs: str = "", relation: str = "=") -> Answer:
        raise NotImplementedError

    def against_earlier(self, named: Left, left: Tree, right: Tree, around: Around) -> Answer | None:
        """Answer a row whose left side is not new; None where it defines.

        It is a claim where a definition that is read says the whole of which it says a part. Else it may define what
        it does where that agrees with all that was said; where it does not, or is not compared, it is open.
        """
        scope = around.scope
        line = self.derives_from(named, scope)
        if line is not None:
            return self._as_derivative(named, right, around, line)
        if conjugated(named.key) in {*scope.definitions, *(key for key, _ in scope.declared)} and any(
            each.kind in ("complex", "imaginary") for each in scope.declared.values()
        ):
            return Answer("open", f"is {named.key} the conjugate of {conjugated(named.key)}?")
        before = self._said_before(named, scope)
        if any(said.start in self.inline and (said.left, said.right) == (left, right) for said, _ in before):
            return None  # it repeats what the text says
        for said, known in before:
            answer, is_claim = self._beside(said, known, named, left, right, around)
            if answer is None or answer.status == "shapes":
                is_anew = len({each.body for each in self.definitions.get(named.key, ())}) > 1
                if is_anew and said.named == replace(named, places=()):
                    return Answer("open", f"{self._told(said)}, which is not used here")
                continue  # another letter that is written alike
            is_each = [without(each, named.places) for each in (left, right)] == [said.left, said.right]
            if is_each and answer.status not in _READ:
                continue  # it says it of each i: q = W x, and q_i = W x_i
            is_same = known is not None and said.named.key == named.key
            if is_same and (is_claim or answer.status in FAILED) and answer.status in _READ:
                self.families.discard((named.key, len(named.places)))
                return answer
            if answer.status != "proved" and self._is_against(said, named, answer):
                return Answer("open", f"{self._told(said)}, which is not used here")
        return self._against_whole(named, left, right, around)

    def _against_whole(self, named: Left, left: Tree, right: Tree, around: Around) -> Answer | None:
        """Answer a row of z_1, or C_{12}, where z and C are said: it may be an entry, and then it does not define."""
        scope = around.scope
        (whole, count), *others = (numbered(refer.key) for side in (left, right) for refer in scope.references(side))
        if not whole or named.arguments is not None or scope.places.get(whole):
            return None
        parts = {key: places for key, places in others if scope.says(key)}
        for places in range(1, count + 1):
            own = around.knowing(places={**scope.places, **parts, whole: places})
            entry = own.scope.named(left)
            for said, known in self._said_before(Left(whole, (), None), scope):
                named = Left(whole, entry.indices if entry is not None else (), None)
                answer, _ = self._beside(said, known, named, left, right, own)
                if answer is not None and answer.status not in ("proved", "shapes"):
                    return Answer("open", f"{self._told(said)}, which is not used here")
        return None

    def against_recurrence(self, recurrence: Recurrence, around: Around) -> Answer | None:
        """Answer a row that says how a letter goes on where the text has said it otherwise; else None."""
        named, scope = recurrence.said, around.scope
        supposed = recurrence.supposed(scope)
        for said in self.equations[named.key]:
            own = self._is_seen(said, named, scope) and said.start in self.inline
            if not own or said[1:3] == (recurrence.left, named.body):
                continue
            if not speaks_of(said.right, named.key, scope):
                other, _ = self._beside(said, None, named, recurrence.left, named.body, around)
                if other is None or other.status not in ("proved", "shapes"):
                    return Answer("open", f"{self._told(said)}, which is not used here")
                continue
            subscripts = around.subscripts | subscripts_of(Tree("rel", "=", (said.left, said.right)), scope)
            given = [*around.given, *([supposed] if supposed is not None else ())]
            answer = judged(equation(said.left, said.right), replace(around, given=given, subscripts=subscripts))
            if answer.status not in ("proved", "shapes"):
                return Answer("open", f"{self._told(said)}, which is not used here")
        return None

    def as_step(self, recurrence: Recurrence, named: Left, left: Tree, right: Tree, around: Around) -> Answer | None:
        """Answer a row as S_1 = S_0 + …, of a letter of which a recurrence was said; None where it is none of it."""
        supposed = recurrence.supposed(around.scope)
        is_step = {place.kind for place in named.places} == {"num"} and not is_other(recurrence.said, named)
        if supposed is None or not is_step:
            return None
        said = f"recurrence at line {recurrence.said.line}"
        pending = {key: at for key, at in around.scope.pending.items() if key != named.key}
        known = {key: each for key, each in around.scope.definitions.items() if key != named.key}
        begins = [
            condition(Tree("rel", "=", (each.left, each.right)))
            for each, definition in self._with_definitions(named.key, around.scope)
            if each.start < self.start and (definition is not None or self._begins(each, named, around.scope))
        ]
        is_first = not begins and not speaks_of(right, named.key, around.scope)
        if is_first and {*named.places} <= {Tree("num", "0"), Tree("num", "1")}:
            return None  # it says where it begins
        own = around.knowing(pending=pending, definitions=known)
        own = replace(own, given=[*around.given, supposed, *begins])
        answer = judged(equation(left, right), own, said)
        if answer.status == "proved":
            return replace(answer, why="; ".join(filter(None, (answer.why, f"it satisfies the {said}"))))
        if answer.status == "differs" and is_first:
            return answer.fails(f"{answer.why}; where does {named.key} begin?")
        return answer if answer.status == "differs" else None

    def _begins(self, said: Equated, named: Left, scope: Scope) -> bool:
        """Tell whether the text says of a place by its number what a letter is there: with h_0 = 0."""
        is_fixed = bool(said.named.places) and all(place.kind == "num" for place in said.named.places)
        return (
            is_fixed
            and said.start in self.inline
            and self._is_seen(said, replace(named, places=said.named.places), scope)
        )

    def _is_against(self, said: Equated, named: Left, answer: Answer) -> bool:
        """Tell whether a row that does not follow from what was said may not define.

        These define unless they are compared, and fail: a row x_i of X, as it need not be one; x_0, where x may begin;
        p_ij beside p_i; and what a cell of a table says, or a sentence that denies or restricts it.
        """
        if said.named.key != named.key:
            return answer.status == "differs"
        here, there = len(named.places), len(said.named.places)
        places = said.named.places or named.places
        begins = all(place == Tree("num", "0") for place in places)
        is_less = here > there and (begins if not said.named.places else all(p.kind != "num" for p in places))
        beside = self.sentences.get(said.start)
        is_odd = beside is not None and ODD.search(f"{beside.before} , {beside.rest}") is not None
        is_cell = beside is not None and beside.before.rstrip()[-1:] in ("&", "|")
        return answer.status in FAILED or not (is_less or is_odd or is_cell)

    def _told(self, said: Equated) -> str:
        """Return the words for what was said."""
        line = self.page.place(max(said.start, 0))[0]
        beside = self.sentences.get(said.start)
        is_formula = beside is not None and "=" in beside.piece.text
        told = f"“{beside.piece.text.strip()}”" if beside is not None and is_formula else f"what {said.named.key} is"
        return f"line {line} says {told}"

    def _as_derivative(self, named: Left, right: Tree, around: Around, line: int) -> Answer:
        """Answer what a row says of f'(x), where the note defines f: it is the derivative of f, and nothing else."""
        (function, times), scope = function_of(named.key), around.scope
        why = f"line {line} says what {function} is: this is its derivative"
        (name, *more) = named.arguments or ("",)
        known = [each for each in scope.definitions.get(function, ()) if len(each.arguments or ()) == 1]
        if more or named.places or not known or known[-1].places or not is_letter(Tree("name", name)):
            return Answer("open", f"{why}, which is not read")
        (argument,) = known[-1].arguments or ("",)
        body = replaced(known[-1].body, [(Tree("name", argument), Tree("name", name))])
        left = derivative(body, name, times)
        own = around.knowing(declared={(name, 0): Declared(name, "number"), **scope.declared})
        answer = self._claim(left, right, own, why)
        if answer.status != "proved":
            is_sure = answer.status in FAILED and scope.kind(name)
            self.put(named, right, self.start, is_read=False)
            return answer if is_sure else Answer("open", f"{why}, which is not compared")
        is_read = self.introduced.is_set and self.is_settled(named)
        self.put(named, right, self.start, is_read)
        return replace(answer, why="; ".join(filter(None, (answer.why, why))))

    def derives_from(self, named: Left, scope: Scope) -> int | None:
        """Return the line where the note defines the function of which a name is the derivative; else None."""
        function, times = function_of(named.key)
        if named.arguments is None or not times:
            return None
        known = [each.line for each in scope.definitions.get(function, ()) if each.arguments is not None]
        said = [each for each in self.equations[function] if each.named.arguments is not None]
        lines = [self.page.place(each.start)[0] for each in said if self.may_use(each.start)]
        return min([*known, *lines], default=None)

    def _said_before(self, named: Left, scope: Scope) -> list[tuple[Equated, Definition | None]]:
        """Return what was said of a name, what defines it first, and the last first; each with what it defines."""
        keys = [named.key, *(wholes(named.key) if named.places and not scope.says(named.key) else ())]
        said = [(each, own) for key in keys for each, own in self._with_definitions(key, scope)]
        found = [(each, own) for each, own in said if self._is_seen(each, named, scope)]
        found = [(e, own) for e, own in found if not self.is_said_anew(Tree("rel", "=", (e.left, e.right)), e.start)]
        return sorted(found, key=lambda each: (each[1] is None, -each[0].start))

    def is_said_anew(self, supposed: Tree, start: int) -> bool:
        """Tell whether a name is defined otherwise further down, of which an equation has said what it is."""
        named = named_by(supposed.kids[0], self.survey) if supposed.value == "=" else None
        later = (
            [each for each in self.definitions.get(named.key, ()) if each.is_read or each.start in self.inline]
            if named
            else []
        )
        return any(start < each.start < self.display and each.body != supposed.kids[1] for each in later)

    def _with_definitions(self, key: str, scope: Scope) -> Iterator[tuple[Equated, Definition | None]]:
        """Yield the equations with a letter on the left, each with the definition that it is where it defines."""
        for each in self.equations[key]:
            line = self.page.place(each.start)[0]
            known = [one for one in scope.definitions.get(key, ()) if one.is_read and one.line == line]
            yield each, next((one for one in known if one.body == each.right), None)

    def _is_seen(self, said: Equated, named: Left, scope: Scope) -> bool:
        """Tell whether an equation before the row still holds at it, and is of the same entries."""
        is_inline, recurs = said.start in self.inline, speaks_of(said.right, said.named.key, scope)
        is_later = said.start >= self.start and not self.is_behind(said.start)
        if is_later or not self.goes_on(said.start) or is_other(said.named, named, recurs):
            return False
        if self.alternatives and said.start >= self.display:
            return False
        if any(said.left == each.left and said.right == each.said.body for each in self.recurrences[named.key]):
            return False  # the row has to satisfy it
        if self.extents.ends(said.start, self.display, not is_inline):
            return False
        return not (is_inline and self._is_taken_back(said.start, {said.named.key}, False))

    def _beside(
        self, said: Equated, known: Definition | None, named: Left, left: Tree, right: Tree, around: Around
    ) -> tuple[Answer | None, bool]:
        """Return the answer to a row with what was said before, and whether it is the row that is claimed.

        Where the row says a part of what was said it is claimed; else it is what was said, with the row as definition.
        """
        scope = around.scope
        key, other = named.key, said.named
        if said.right is NONE or (named.arguments is None) != (other.arguments is None):
            return Answer("open"), False
        before = known or self.definition(other, said.right, said.start)
        is_part = said.is_plain and len(other.places) <= len(named.places)
        is_part = is_part and not speaks_of(said.right, other.key, scope)
        parts = {(key, len(named.places)), (other.key, len(other.places))} | self._parts(right, scope)
        own = around.knowing(families=scope.families - parts)
        if is_part:
            own = own.knowing(definitions={**scope.definitions, other.key: [*_others(other, scope), before]})
            pairs = [(left, right)]
            if other.key != key:
                turned = (False, True)
                pairs = [(by_parts(left, own.scope, each), by_parts(right, own.scope, each)) for each in turned]
            why = f"defined at line {before.line}"
        else:
            whole = {**scope.definitions, key: [*_others(named, scope), self.definition(named, right, self.start)]}
            whole.pop(square(key), None)
            more = own.subscripts | subscripts_of(said.left, scope)
            own = replace(own.knowing(definitions=whole), subscripts=more)
            pairs = [(said.left, said.right)]
            why = f"defined by its entries at line {before.line}" if other.places else f"defined at line {before.line}"
        answers = [self._claim(*pair, own, why) for pair in pairs]
        answer = next((each for each in answers if each.status == "proved"), answers[0])
        return (None if self._of_others(answer, right, said.right, scope) else answer), is_part

    def _parts(self, tree: Tree, scope: Scope) -> set[tuple[str, int]]:
        """Return the entries in a tree of what is defined as a whole, where all rows about them are of such entries."""
        found = set[tuple[str, int]]()
        for key, count in {(refer.key, len(refer.indices)) for refer in scope.references(tree)} & scope.families:
            known = scope.definitions.get(key, ())
            if known and all(len(each.places) < count and each.arguments is None for each in known):
                rows = [each for each in self.equations[key] if len(each.named.places) == count]
                found |= {(key, count)} if all(self._is_part(each, scope) for each in rows) else set()
        return found

    def _is_part(self, said: Equated, scope: Scope) -> bool:
        """Tell whether an equation can be read as one of entries of what is defined as a whole."""
        scope = replace(scope, families=scope.families - {(said.named.key, len(said.named.places))})
        subscripts = subscripts_of(Tree("rel", "=", (said.left, said.right)), scope)
        return read_as("", equation(said.left, said.right), Around(scope, subscripts)).status != "shapes"

    def _of_others(self, answer: Answer, one: Tree, other: Tree, scope: Scope) -> bool:
        """Tell whether an answer rests on a letter of one side alone of which nothing is said, as a row q_i of Q."""
        here, there = ({refer.key for refer in scope.references(side)} for side in (one, other))
        assumed = {key for reading in answer.readings for key, *_ in reading.letters}
        return answer.status in FAILED and bool(assumed & (here ^ there))


def _others(named: Left, scope: Scope) -> list[Definition]:
    """Return what is known of other entries of the same letter, as of S_0 beside S_t."""
    return [each for each in scope.definitions.get(named.key, ()) if is_other(each, named)]
