"""Recurrences with what they begin with: what a row says of all places is decided from both."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from symattn.reading.conditions import condition, declares, spanned
from symattn.reading.doubts import Doubt
from symattn.reading.earlier import Earlier
from symattn.reading.judging import FAILED, Answer, Around, equation, judged
from symattn.reading.lefts import speaks_of
from symattn.reading.names import PLACES, is_letter, letter_plus, plain_name
from symattn.reading.phrases import ODD, RESTRICTS
from symattn.reading.recurrences import Recurrence, only_begins
from symattn.reading.scope import Definition, Left, Scope
from symattn.reading.starts import at_number, begins_with, numbered, without_zeros
from symattn.reading.steps import step_of
from symattn.reading.tree import MINUS_INFINITY, NONE, ZERO, Tree, replaced, values_in
from symattn.reading.unknowns import told

#: Words that are odd beside a definition, and usual where something begins.
_STARTS = re.compile(r"start|initial", re.I)
_IF = re.compile(r"\b(?:if|when\w*|unless|suppos\w+|instead|rather)\b", re.I)
#: Words that may restrict for which places a row is said.
_SOME = re.compile(
    r"\b(?:even|odd|if|when\w*|unless|only|until|except\w*|multiples?|some|most|primes?|either|otherwise|wrong|not)\b",
    re.I,
)
_END = re.compile(r"[.;!?]\s")


@dataclass
class Going:
    """Hold how letters go on, what they begin with, and the words for it."""

    known: dict[str, Recurrence] = field(default_factory=dict)
    begins: dict[str, Tree] = field(default_factory=dict)
    places: set[int] = field(default_factory=set)  # where it is said what they begin with
    given: list[Callable[..., Any]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    letters: set[str] = field(default_factory=set)  # all that stand in it
    holds: bool = True  # they hold of some values

    def around(self, around: Around) -> Around:
        """Return the same, with all of it as hypotheses."""
        scope = around.scope
        pending = {key: at for key, at in scope.pending.items() if key not in self.known}
        definitions: Mapping[str, Any] = {key: own for key, own in scope.definitions.items() if key not in self.known}
        holds = self.holds and not around.given
        own = around.knowing(pending=pending, definitions=definitions)
        return replace(own, given=[*around.given, *self.given], holds=holds)

    def told(self, answer: Answer) -> Answer:
        """Return an answer that says what it rests on."""
        readings = tuple(replace(each, assumed=(*each.assumed, *self.assumed)) for each in answer.readings)
        return replace(answer, readings=readings)


class Beginnings(Earlier):
    """Decide what a row says of letters of which the note says how they begin and go on."""

    def going(self, keys: Collection[str], around: Around) -> Going | None:
        """Return how letters go on, with those of which they speak; None where that is not read of one of them."""
        scope, found = around.scope, Going()
        waiting, met, after = sorted(keys), set[str](), dict[str, set[str]]()
        while waiting:
            key = waiting.pop(0)
            if key in met:
                continue
            met.add(key)
            own, defined = self.visible_recurrences(key), scope.definitions.get(key, ())
            bodies = [each.body for each in defined]
            if own and only_begins(defined) and all(each.is_read for each in defined):
                supposed = own[-1].supposed(scope)
                if supposed is None:
                    return None
                found.known[key] = own[-1]
                found.given.append(supposed)
                bodies = [own[-1].said.body]
            after[key] = {refer.key for body in bodies for refer in scope.references(body)} - {key}
            waiting += sorted(after[key])
            found.letters |= values_in(*bodies)
        for key, each in found.known.items():
            words = f"{plain_name(key)} by the recurrence at line {each.said.line}"
            begin = self.begin(each, scope)
            if begin is not None:
                found.begins[key] = begin
                found.places |= {said.start for said in self.equations[key]}
                found.given.append(condition(begin))
                words += f" and {told_as(begin)}"
            found.said.append(words)
        found.assumed = [text for begin in found.begins.values() if (text := begins_with(begin, self.starts))]
        found.holds = not _is_cyclic(after)
        found.holds = found.holds and all(each.goes_one_way(scope) for each in found.known.values())
        return found

    def summed(self, found: Going, around: Around) -> dict[str, list[Definition]]:
        """Return Σ_{s ≤ t} x_s for each S_t = S_{t-1} + x_t that begins with x_1, where that is proved of S_t."""
        sums = dict[str, list[Definition]]()
        for key, each in found.known.items():
            parts, plain = each.said.body.kids, each.said.places[0]
            before = [part for part in parts if part.scripts[0] == each.left.scripts[0]]
            rest = [part for part in parts if part not in before]
            is_sum = each.said.body.kind == "add" and {*each.said.body.value} == {"+"} and len(before) == 1
            taken = values_in(each.said.body) | around.subscripts | around.scope.sizes
            fresh = [Tree("name", name) for name in sorted(PLACES - taken)]
            if not (is_sum and fresh and is_letter(plain) and each.is_everywhere and key in found.begins):
                continue
            term = Tree("add", "+" * len(rest), tuple(rest)) if len(rest) > 1 else rest[0]
            first = Tree("num", str(around.scope.conventions.first))
            lower = Tree("rel", "=", (fresh[0], first))
            total = Tree("big", "sum", (lower, plain, replaced(term, [(plain, fresh[0])])))
            own = replace(found.around(around), subscripts={plain.value})
            if judged(equation(each.left, total), own).status == "proved":
                sums[key] = [replace(each.said, body=total)]
        return sums if sums.keys() == found.known.keys() else {}

    def is_everywhere(self, recurrence: Recurrence, conditions: Sequence[Tree], scope: Scope) -> bool:
        """Tell whether a row says how a letter goes on at all places, or at all but the first ones."""
        step = step_of(recurrence.left, recurrence.said.body)
        letter, plus = letter_plus(recurrence.left.scripts[1])
        said = self.introduced
        if step is None or letter is None or not said.is_set or _SOME.search(f"{said.before} {said.behind}"):
            return False
        first = scope.conventions.first + 1 - plus
        beside = [tree for start in self.inline if self._is_in_sentence(start) for tree in self.trees[start]]
        return all(covers(each, letter, first, scope) for each in (*conditions, *beside))

    def _is_in_sentence(self, start: int) -> bool:
        """Tell whether an inline formula stands in the sentence of the display that is read, before it or behind it."""
        low, high = sorted((start, self.display))
        return not _END.search(self.page.shown, low, high)

    def begin(self, recurrence: Recurrence, scope: Scope) -> Tree | None:
        """Return the equation that says what a letter begins with; None where none does, or two.

        Where the place is that before the first, it is what the recurrence then says of the first.
        """
        named = recurrence.said
        said = {
            (each.left, each.right)
            for each, definition in self._with_definitions(named.key, scope)
            if each.start < self.start and each.right is not NONE and not speaks_of(each.right, named.key, scope)
            if len(each.named.places) == 1 and numbered(each.named.places[0]) is not None
            if definition is not None or (self._begins(each, named, scope) and not self._is_odd_beside(each.start))
        }
        step = step_of(recurrence.left, named.body)
        if len(said) != 1 or step is None or not recurrence.is_everywhere:
            return None
        ((left, right),) = said
        place, first, base = numbered(left.scripts[1]), scope.conventions.first, left.scripts[0]
        if place == first - 1:
            body = step[1].first(place)
            at = at_number(base, place)
            ends = {end for end, value in self.starts if value == MINUS_INFINITY}
            value = without_zeros(body, ends, {at}) if right == ZERO else None
            value = replaced(body, [(at, Tree("group", "(", (right,)))]) if value is None else value
            left, right = at_number(base, first), value
        begin = Tree("rel", "=", (left, right))
        return begin if left == at_number(base, first) or begins_with(begin, self.starts) else None

    def _is_odd_beside(self, start: int) -> bool:
        """Tell whether the words around an inline formula deny or restrict it."""
        said = self.sentences.get(start)
        if said is None:
            return False
        is_case = _IF.search(said.before) or RESTRICTS.search(said.behind)
        words = ODD.finditer(f"{said.before} , {said.rest}")
        return bool(is_case) or not all(_STARTS.match(found[0]) for found in words)

    def compared_at_first(self, named: Left, around: Around) -> Answer | None:
        """Answer what a definition of a letter at all places says of the first, where the note says how it begins."""
        recurrence, scope = self.visible_recurrences(named.key)[-1], self.scope(self.start)
        begin = self.begin(recurrence, scope)
        known = [each for each in scope.definitions.get(named.key, ()) if any(p.kind != "num" for p in each.places)]
        own = replace(around.knowing(definitions={**scope.definitions, named.key: known}), subscripts=set())
        if begin is None or not known:
            return None
        left, right = begin.kids
        return self._claim(left, right, own, told_as(begin))

    def by_induction(self, named: Left, left: Tree, right: Tree, around: Around) -> Answer | None:
        """Answer what a row says of a letter at all places, where the note says how it begins and goes on.

        Return None where it does not, or where it is not decided.
        """
        if named.arguments is not None or not self.visible_recurrences(named.key):
            return None
        keys = {named.key, *(refer.key for refer in around.scope.references(right))}
        found = self.going(keys, around)
        if (
            found is None
            or named.key not in found.begins
            or not all(each.is_everywhere for each in found.known.values())
        ):
            return None
        said = " and ".join(found.said)
        answer = found.told(judged(equation(left, right), found.around(around), said))
        if answer.status == "proved":
            if not {place.value for place in named.places} & around.scope.sizes & found.letters:  # as in S_t / N
                self.put(named, right, self.start, not self.restricted)
            return replace(answer, why="; ".join(filter(None, (answer.why, said))))
        if answer.status not in FAILED:
            return None
        self.put(named, right, self.start, is_read=False)
        heeded = [each for each in self.doubts if each.start in found.places]
        return self._softened(answer, around.scope, heeded, named.key)

    def _softened(self, answer: Answer, scope: Scope, supposed: Sequence[Doubt] = (), defines: str = "?") -> Answer:
        raise NotImplementedError


def covers(tree: Tree, letter: str, first: int, scope: Scope) -> bool:
    """Tell whether a formula beside a row leaves all places from the first on to a letter: t ≥ 1, t = 1, …, n."""
    if letter not in values_in(tree):
        return True
    if is_letter(tree):
        return True
    if (span := spanned(tree)) is not None:
        name, begin, last = span
        last = last.kids[0] if last.kind == "add" else last
        number = first if begin is None else numbered(begin)
        return name.value == letter and number is not None and number <= first and last.value in scope.sizes
    if tree.kind == "rel" and is_letter(tree.kids[0]) and tree.kids[0].value == letter:
        number = numbered(tree.kids[1])
        least = {">=": 0, ">": 1}.get(tree.value)
        return number is not None and least is not None and number + least <= first
    is_equation = tree.kind == "rel" and tree.value in ("=", ":=") and tree.kids[0].kind == "script"
    return (
        declares(tree)
        or is_equation
        or (tree.kind == "list" and all(covers(e, letter, first, scope) for e in tree.kids))
    )


def told_as(begin: Tree) -> str:
    """Return the words for what a letter begins with."""
    return " = ".join(map(told, begin.kids))


def _is_cyclic(after: Mapping[str, Collection[str]]) -> bool:
    """Tell whether letters speak of each other in a circle."""
    left = {key: {*each} & after.keys() for key, each in after.items()}
    while left:
        done = {key for key, each in left.items() if not each}
        if not done:
            return True
        left = {key: each - done for key, each in left.items() if key not in done}
    return False
