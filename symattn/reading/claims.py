"""One statement: a chain of sides becomes a definition, a recurrence, or claims that are decided.

The first side defines where it is new, and is a claim where it was defined before.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from math import inf
from types import MappingProxyType

from symattn.language import Equation
from symattn.reading.beginnings import Beginnings
from symattn.reading.conditions import at_brace, condition, declares, everywhere, ranging, runs_over, runs_whole
from symattn.reading.doubts import Doubt
from symattn.reading.equated import wholes
from symattn.reading.explained import SIGNS, signs
from symattn.reading.foreign import SCRIPTS, STOPS
from symattn.reading.judging import FAILED, Answer, Around, Reading, equation, judged, look_at, read_as, refusal
from symattn.reading.lefts import (
    alike,
    by_name,
    called_plainly,
    defined_call,
    free_indices,
    function_told,
    known_otherwise,
    known_word,
    left_of,
    named_by,
    next_of,
    notation_of,
    repeats,
    signed,
    speaks_of,
    square_of,
    subscripts_of,
    told_by,
    unbound_range,
)
from symattn.reading.letters import size_of
from symattn.reading.lookup import square
from symattn.reading.meaning import Meaning
from symattn.reading.names import base_letter, is_letter, plain_name, written_out
from symattn.reading.notation import TRANSPOSED
from symattn.reading.operators import associated, listed
from symattn.reading.phrases import ASSUMED, BESIDE, BESIDES, LEADS_ON
from symattn.reading.propositions import stated
from symattn.reading.recurrences import Recurrence, adds_places, moved, only_begins, relates_entries
from symattn.reading.refusal import Refused
from symattn.reading.rows_of import member
from symattn.reading.scope import Declared, Definition, Left, Scope
from symattn.reading.sizes import Misfit, literal, unify
from symattn.reading.spaces import kind_of, real_space, space
from symattn.reading.tree import NONE, ZERO, Tree, values_in, walk
from symattn.reading.unknowns import told
from symattn.reading.values import as_number, lift, same_shape

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
    **dict.fromkeys(("to", "mapsto", "colon"), "an arrow is no equation"),
    "propto": "∝ is no equation",
    "equiv": "≡ is not read",
    "iff": "⇔ is not read",
    "implies": "⇒ is not read",
    "subset": "sets are not read",
    "notin": "sets are not read",
    "perp": "⊥ is not read",
}
NOTHING: Mapping[tuple[str, int], Declared] = MappingProxyType({})
#: Words before what a display defines, though its name is known.
DEFINES = re.compile(r"\b(?:defin\w+|denot\w+)\b[^.]*\Z", re.I)
#: Answers to what cannot be decided as it is read.
UNREAD = ("not read", "shapes")
SET = re.compile(r"\b(?:let|set|put|write)\W*\Z", re.I)
#: Words before a row that may say anew what a notation is: "we use the inner product".
_USES = re.compile(
    r"\b(?:us(?:e|es|ing)|put|defin\w+|denot\w+|writ\w+|let|set|equip\w*|endow\w*|introduc\w+|product|norm)\W*\Z", re.I
)
TELLS = re.compile(r"\b(?:let|defin\w+|denot\w+|set)\b[^.]{0,80}\Z", re.I)
#: Where a sentence ends, in the text or within a display, or a paragraph.
SENTENCE = re.compile(rf"[.;!?](?:\s|\$)|[{STOPS}]|\n\s*\n\s*[A-Z{SCRIPTS}]")
_ASSOCIATIVE = re.compile(r"(?<!not )(?<!non-)\bassociative (?:binary )?operat")
#: Words by which a letter has only some values.
_CONSTRAINS = re.compile(r"\b(?:one-?hot|ortho\w+|symmetric|idempotent|unit|stochastic|probabilit\w+)\b", re.I)


class Statements(Beginnings):
    """Answer one statement of a note after the other."""

    def statement(self, tree: Tree, conditions: Sequence[Tree], start: int) -> Answer:
        """Answer a statement that begins at a place; raise Refused where a condition is not read."""
        self.start, self.here = start, self.page.place(start)[0]
        self.conditions = tuple(conditions)
        torn = self.scope(start).torn
        for key in sorted(torn.keys() & signs(tree, *conditions)):
            return Answer("not read", torn[key])
        for key in sorted(self.freed & self.scope(start).definitions.keys()):
            return Answer("not read", f"{key} was defined, and stands for all values here")
        if tree.kind == "list":
            relations = [kid.value for kid in tree.kids if kid.kind == "rel"]
            if not all("in" in each for each in relations):
                return Answer("not read", "several statements with commas between them: write each in a row of its own")
            return Answer("declaration") if relations else Answer("not a statement", "a list")
        if tree.kind == "said":
            return self._said(tree, conditions)
        if tree.kind == "logic":
            return Answer("not read", "∧ and ∨ between statements are not read")
        if tree.kind != "rel":
            self.anchor = tree
            return Answer("not a statement", "an expression alone")
        if member(tree) is not NONE:
            return Answer("declaration")
        relations = tree.value.split(",")
        sides = list(tree.kids)
        if relations[0] == "colon" and sides[0].kind in ("name", "script", "text"):
            self.mapped = sides.pop(0)
            if self.mapped.kind == "text":
                self.mapped = replace(self.mapped, kind="name")
            relations = relations[1:]
        if relations == ["to"]:
            self.spaces = tuple(real_space(side) for side in sides)
            if self.mapped is not None or None not in self.spaces:
                return Answer("declaration")
        if relations[:1] == ["mapsto"] and NONE not in sides:
            own = self._mapsto(sides, relations[1:])
            if isinstance(own, Tree):
                return self.statement(own, conditions, start)
            if own is not None:
                return own
        if "in" in relations:
            at = relations.index("in")
            spaces = [real_space(side) for side in sides[at + 1 :]]
            if None in spaces and at > 0:
                return Answer("not read", "∈ a set that is not read")
            if None not in spaces and len(spaces) > 1 and spaces[0] != spaces[-1]:
                return Answer("shapes", "the spaces behind ∈ are not of one size")
            inside = spaces[0] if at == 0 and sides[0].kind not in ("name", "script", "none") else None
            relations, sides = relations[:at], sides[: at + 1]
            if inside is not None:
                return self._lies_in(sides[0], inside)
        if not relations:
            return Answer("declaration")
        for relation in relations:
            if relation in _REFUSED_RELATIONS:
                self.anchor = None
                return Answer("not read", _REFUSED_RELATIONS[relation])
        self.lists |= [listing] if (listing := listed(sides[0], sides[1])) is not None else []
        fresh = sides[0] is not NONE
        if not fresh:
            if self.anchor is None:
                return Answer(
                    "not read", f"nothing stands before the {relations[0]}: no row that is read comes before it"
                )
            sides[0] = self.anchor
        if NONE in sides:
            if sides[-1] is NONE and NONE not in sides[:-1] and len(sides) > 2:
                sides, relations = sides[:-1], relations[:-1]
            else:
                self.anchor = sides[0] if sides[-1] is NONE else None
                if self.anchor is None:
                    missing = sides.index(NONE)
                    between = f": nothing stands between {relations[missing - 1]} and {relations[missing]}"
                    return Answer("not read", "a side is missing" + between * (0 < missing < len(relations)))
                return Answer("not a statement", "it goes on in the next row")
        around = self._around(tree if fresh else Tree("rel", "", tuple(sides)), conditions)
        together = associated(sides[0], sides[1], self.lists) if _ASSOCIATIVE.search(self.words) else ()
        if together:
            return self._associative(together, around)
        answers = list[Answer]()
        at = 0
        if fresh and relations[0] in ("=", ":=") and not self._is_supposed(sides[0], around):
            first = self._first(sides[0], sides[1], relations[0], around)
            if first is not None:
                answers.append(first)
                at = 1
        scope = replace(self.scope(start), pending=around.scope.pending, index_letters=around.scope.index_letters)
        around = replace(around, scope=scope)
        braced = [node for side in sides for node in walk(side, "braced")]
        supposed = replace(around, given=[*around.given, *map(at_brace, braced)])
        for left, right, relation in zip(sides[at:], sides[at + 1 :], relations[at:], strict=False):
            if relation == ":=" and named_by(left, scope) is told_by(called_plainly(left), scope) is None:
                answers.append(Answer("not read", "what does := define here?"))
                continue
            entries = written_out(right) if {*relations} == {"="} else ""
            if (
                entries
                and right.kids[0].kind == "script"
                and not scope.knows(entries)
                and not speaks_of(Tree("list", "", tuple(sides[:-1])), entries, scope)
            ):
                self._names_entries(entries, sides[0], all(each.status not in (*FAILED, *UNREAD) for each in answers))
                answers.append(Answer("definition"))
                continue
            answer = self._claim(left, right, supposed, "", relation)
            if braced and answer.status != "proved":  # it may hold whatever stands at the brace
                again = self._claim(by_name(left), by_name(right), around, "", relation)
                answer = again if again.status == "proved" else answer
            answers.append(answer)
        if fresh and at == 0 and relations[0] == "=" and not conditions and answers[0].status != "proved":
            self.tear(sides[0], sides[1], start)
        if fresh and answers[-1].status in FAILED and relations[-1] == "=":
            self._blame(sides, supposed)
        for node in braced:
            name = named_by(node.kids[1], scope)
            if name is not None and name.key not in scope.definitions and not speaks_of(node.kids[0], name.key, scope):
                self.put(name, node.kids[0], start)
        if not fresh or relations[-1] in ("=", ":="):
            self.anchor = sides[-1] if all(each == "=" for each in relations[1:]) else None
        answer = _joined(answers)
        asked = _asked(scope, *sides) if answer.status == "shapes" else ""
        return Answer("not read", asked) if asked else answer

    def _names_entries(self, name: str, whole: Tree, is_read: bool) -> None:
        """Keep that x_{11}, x_{12}, …, written out as a matrix, are the entries of what stands before it."""
        places = Tree("name", "i"), Tree("name", "j")
        body = Tree("script", "", (Tree("group", "(", (whole,)), Tree("list", "", places), NONE))
        self.put(Left(name, places, None), body, self.start, is_read)

    def follows(self, left: Tree, right: Tree, start: int) -> bool:
        """Tell whether an equation follows from what is known at a place."""
        return self._compared_in(left, right, start).status == "proved"

    def fails_at(self, left: Tree, right: Tree, start: int) -> bool:
        """Tell whether an equation fails with what is known at a place."""
        return self._compared_in(left, right, start).status in FAILED

    def _compared_in(self, left: Tree, right: Tree, start: int) -> Answer:
        scope = self.scope(start)
        return judged(equation(left, right), Around(scope, subscripts_of(Tree("rel", "=", (left, right)), scope)))

    def sign_anew(self, left: Tree, right: Tree, start: int) -> bool:
        """Tear a notation of which an equation says anew what it is: ⟨u, v⟩ = uᵀMv, cos x = 1 − x²/2."""
        sign, about = notation_of(left)
        if not sign or not about or not about <= values_in(right) or self.follows(left, right, start):
            return False
        self.torn[self.path].append((sign, f"line {self.page.place(start)[0]} says anew what {told(left)} is", ""))
        return True

    def told_anew(self, left: Tree, right: Tree, start: int, is_sure: bool) -> Left | None:
        """Return what an equation defines though its name is known; None where it says what is known.

        A name is torn of which a sidecar says something else, or which is not sure to be defined: Im(z) = 0 may be
        supposed of z.
        """
        scope = self.scope(start)
        anew = told_by(called_plainly(left), scope)
        if anew is None:
            return None
        if right is not NONE and self.follows(left, right, start):
            return None
        known = known_word(anew.key, scope.conventions)
        is_sure = is_sure or anew.arguments is None
        if known == "symattn" and is_sure and right is not NONE and called_plainly(left) is left:
            return anew
        why = f"line {self.page.place(start)[0]} says {known_otherwise(anew.key, known)}"
        self.torn[self.path].append((anew.key, why, ""))
        return None

    def _is_supposed(self, side: Tree, around: Around) -> bool:
        """Tell whether what stands beside a row supposes something of the name on its left: it defines nothing."""
        named = named_by(side, around.scope)
        if named is None or named.arguments is not None:
            return False
        return named.key in around.supposed or (self.introduced.supposed == "if" and not self.is_new(side))

    def _blame(self, sides: Sequence[Tree], around: Around) -> None:
        """Find the y_1 of this display with which y_2 = … = a_2 y_1 + x_2 fails, and holds with a_1 y_0 + x_1."""
        before, right = moved(sides[0]), moved(sides[-1])
        named = None if before is None else named_by(before, around.scope)
        if named is None or right is None or len(sides) < 3 or not speaks_of(sides[-1], named.key, around.scope):
            return
        known = around.scope.definitions
        others = [
            replace(each, body=right) if alike(each, named) and each.start >= self.display else each
            for each in known.get(named.key, ())
        ]
        again = around.knowing(definitions={**known, named.key: others})
        if judged(equation(sides[-2], sides[-1]), again).status == "proved":
            for each in others:
                if each.body is right:
                    self.blamed[each.line] = f"as line {self.here} goes on, it should be {told(right)}"

    def _mapsto(self, sides: Sequence[Tree], relations: Sequence[str]) -> Tree | Answer | None:
        """Return what x ↦ f defines, where a map was named before it; without a name, whether f lies in its space."""
        variable, *images = sides
        if len(self.spaces) == 2 and None not in self.spaces and is_letter(variable) and not relations:
            inside, space = self.spaces
            known = {(variable.value, 0): Declared(variable.value, kind_of(inside or ()), inside or ())}
            own = self._lies_in(images[0], space or (), known)
            if own.status == "shapes" or self.mapped is None:
                return own
        if self.mapped is None or not set(relations) <= {"="}:
            return None
        names = variable if variable.kind == "group" else Tree("group", "(", (variable,))
        called = Tree("juxt", "", (self.mapped, names))
        said = ",".join([":=", *relations])
        is_name = named_by(called, self.scope(self.start)) is not None
        return Tree("rel", said, (called, *images[::-1])) if is_name else None

    def _around(self, tree: Tree, conditions: Sequence[Tree]) -> Around:
        """Return what a statement stands among; raise Refused where a condition is not read."""
        scope = self.scope(self.start)
        self._check_declared(conditions, scope)
        ranges = {each for tree in conditions for each in ranging(tree) if scope.kind(each) in ("", "natural")}
        scope = replace(scope, index_letters=scope.index_letters | ranges)
        said = [condition(each) for each in conditions if not runs_over(each)]
        run = [condition(each) for each in conditions if runs_over(each)]
        over = tuple(name.value for each in conditions if all(map(is_letter, each.items)) for name in each.items)
        for key, sign in sorted(signed(_made_of(tree, scope), scope).items()):
            known = (*scope.definitions.get(key, ()), *scope.definitions.get(square(key), ()))
            if known and not any(each.places or each.arguments for each in known):  # its sign is a condition
                said.append(condition(Tree("rel", sign, (Tree("name", key), ZERO))))
        of = {refer.key for each in conditions if not declares(each) for refer in scope.references(each)}
        scope = replace(scope, pending={key: at for key, at in scope.pending.items() if key not in of})
        return Around(scope, subscripts_of(tree, scope) | ranges, said, run, supposed=frozenset(of), over=over)

    def _check_declared(self, conditions: Sequence[Tree], scope: Scope) -> None:
        """Raise Refused where a condition puts a letter into another space than was declared, or holds of no place."""
        above = [each for path in self.sections() for each in self.declared[path] if each.start < self.display]
        for part in (part for each in conditions if declares(each) for part in each.items if part.value == "in"):
            inside, refer = space(part.kids[1]), scope.named(part.kids[0])
            key = refer.key if refer is not None else ""
            said = [each for each in (*above, *scope.declared.values()) if each.key == key]
            if inside is not None and any((each.kind, each.sizes) != (inside.kind, inside.sizes) for each in said):
                raise Refused(f"{key} was declared to be something else")

    def _said(self, tree: Tree, conditions: Sequence[Tree]) -> Answer:
        """Answer a statement in words; "A is invertible" may be supposed, so it is not refuted."""
        around = self._around(tree, conditions)
        if around.over and tree.value == "it is not true that":
            return Answer("not read", "is it true of none, or not of all?")
        answer = self._softened(judged(stated(tree), around), around.scope)
        is_denied = tree.value == "it is not true that"  # never, or not always?
        is_supposed = answer.status == "refuted" and (is_denied or tree.kids[0].kind != "rel")
        return answer.fails(answer.why) if is_supposed else answer

    def _associative(self, together: Sequence[tuple[Tree, Tree]], around: Around) -> Answer:
        """Answer the definition of an operator that the words call associative."""
        more = [around.subscripts | subscripts_of(each[0], around.scope) for each in together]
        pairs = zip(together, more, strict=True)
        answer = _joined([self._claim(*each, replace(around, subscripts=own)) for each, own in pairs])
        said = {"proved": "it is associative", "fails as read": "it is not associative; "}.get(answer.status, "")
        return replace(answer, why=said + answer.why)

    def _lies_in(
        self, tree: Tree, sizes: Sequence[Tree], known: Mapping[tuple[str, int], Declared] = NOTHING
    ) -> Answer:
        """Answer ``X W ∈ ℝ^{n×d}``: an expression declares nothing, and has the shape that it has."""

        def make(stage: Meaning) -> Callable[[], object]:
            (value,) = stage.with_zeros([stage.read(tree)])
            shape = [size_of(stage, each) for each in sizes]
            if value.shape is None or not shape:
                value = as_number(value)
            elif len(shape) < 2:
                length, one = value.shape if value.shape[1].is_one else value.shape[::-1]
                unify(length, shape[0])
                unify(one, literal(1))
            if value.shape is None and shape:
                raise Misfit("a number, and no matrix")
            for own, size in zip(value.shape or (), shape if len(shape) > 1 else (), strict=False):
                unify(own, size)
            return lift(None, Equation, value, value).make

        scope = self.scope(self.start)
        around = Around(scope, subscripts_of(tree, scope)).knowing(declared={**scope.declared, **known})
        return read_as("declaration", make, around, "its shape fits")

    def _claim(
        self,
        left: Tree,
        right: Tree,
        around: Around,
        differs: str = "",
        relation: str = "=",
    ) -> Answer:
        """Answer a claim; what is said of its symbols is supposed, or takes a refutation back."""
        answer = self._decided(left, right, relation, around, differs)
        defined = named_by(left, around.scope)
        defines = defined.key if defined is not None else ""  # f(2x) = 3x defines nothing
        letter = repeats(left, right, around.scope) or repeats(right, left, around.scope)
        if answer.status == "refuted" and letter:
            return answer.fails(f"{answer.why}; is a sum over {letter} meant?")
        scope = around.scope
        fixed = self._sizes_fixed(around) if answer.status != "proved" else []
        if fixed:
            counts = {each.supposed.kids[0].value: each.supposed.kids[1].count for each in fixed if each.supposed}
            known = {key: own for key, own in scope.definitions.items() if key not in counts}
            again = self._decided(left, right, relation, around.knowing(counts=counts, definitions=known), differs)
            if again.status == answer.status == "shapes":
                return again
            if again.status in ("proved", *FAILED):
                why = "; ".join(filter(None, (again.why, f"where {self._lines(fixed)}")))
                answer, around = replace(again, why=why), around.knowing(counts=counts, definitions=known)
                scope = around.scope
            else:
                fixed = []
        if answer.status == "shapes" and (sizes := self._sizes_said(left, right, scope)):
            return Answer("not read", f"its shapes fit only where {sizes[0]} is what the note says: declare it so")
        doubts = [each for each in self._said_of(answer, scope) if each not in fixed]
        said = [each for each in doubts if self._is_supposed_here(each, around)]
        over = {each: self._over(each, (left, right), scope) for each in said}
        supposed = [each for each in said if over[each] is not None]
        if supposed:

            def with_all(supposed: Sequence[Doubt]) -> Answer:
                starts = {each.start for each in supposed}
                known = {key: [one for one in own if one.start not in starts] for key, own in scope.definitions.items()}
                again, least_and_most = Answer("not read"), zip(*(over[each] or () for each in supposed), strict=True)
                for more in least_and_most:
                    wider = replace(around, given=[*around.given, *map(condition, more)]).knowing(definitions=known)
                    again = self._decided(left, right, relation, wider, differs)
                    if again.status == "proved":
                        break
                return again

            again = with_all(supposed)
            if again.status in UNREAD and len(supposed) > 1:  # what is not read takes nothing else with it
                supposed = [each for each in supposed if with_all([each]).status not in UNREAD]
                again = with_all(supposed) if supposed else again
            lines = self._lines([*fixed, *supposed])
            heeded = replace(again, why="; ".join(filter(None, (again.why, f"where {lines}"))))
            if again.status in ("proved", answer.status) or (again.status == "unknown" and answer.status in FAILED):
                answer = heeded  # a counterexample that is none of what is supposed says nothing
            if again.status in FAILED:
                return self._softened(heeded, scope, [*fixed, *supposed], defines)
        return self._softened(answer, scope, fixed, defines)

    def _lines(self, supposed: Sequence[Doubt]) -> str:
        """Return what is supposed, each with its line."""
        return ", ".join(dict.fromkeys(f"{each.text} (line {self.page.place(each.start)[0]})" for each in supposed))

    def _sizes_fixed(self, around: Around) -> list[Doubt]:
        """Return what says at a row that sizes are numbers, as n = 3; of a size of which two are said, neither."""
        scope = around.scope
        defined = [_size_said(scope.definitions[key][-1]) for key in sorted(scope.sizes & scope.definitions.keys())]
        said = [each for each in self.doubts if each.supposed is not None and each.keys & scope.sizes]
        fixed = dict[str, list[Doubt]]()
        for each in (*defined, *said):
            kids = each.supposed.kids if each.supposed is not None and each.supposed.value == "=" else ()
            is_fixed = len(kids) == 2 and kids[0].value in scope.sizes and kids[1].count > 0
            if (
                is_fixed
                and each.start < self.until
                and self.may_use(each.start)
                and self._is_supposed_here(each, around)
            ):
                fixed.setdefault(kids[0].value, []).append(each)
        return [own[0] for own in fixed.values() if len({told(each.supposed or NONE) for each in own}) == 1]

    def _sizes_said(self, left: Tree, right: Tree, scope: Scope) -> list[str]:
        """Return the sizes of what stands in an equation of which the note says what they are: n = 1."""
        keys = {refer.key for side in (left, right) for refer in scope.references(side)}
        shapes = [size for (key, _), each in scope.declared.items() if key in keys for size in each.sizes]
        return sorted(values_in(*shapes) & scope.sizes & scope.definitions.keys())

    def _is_supposed_here(self, doubt: Doubt, around: Around) -> bool:
        """Tell whether a claim may rest on what the text supposes at a place."""
        if doubt.supposed is None or doubt.keys & self.freed or self.is_said_anew(doubt.supposed, doubt.start):
            return False
        if signs(doubt.supposed) & SIGNS.keys() & around.scope.torn.keys():
            return False
        if doubt.is_here or doubt.start > self.display:
            return self._is_beside(doubt)
        return self.holds(doubt) and not (ASSUMED.fullmatch(doubt.lead) and self._is_assumed_anew(doubt))

    def _is_assumed_anew(self, doubt: Doubt) -> bool:
        """Tell whether something else is said of the letters of an assumption later on, other than beside it."""
        later = [each for each in self.doubts if each.is_formula and doubt.start < each.start < self.display]
        return any(each.keys & doubt.keys and not BESIDES.search(each.lead) for each in later)

    def _over(self, doubt: Doubt, sides: Sequence[Tree], scope: Scope) -> tuple[Tree, Tree] | None:
        """Return what is supposed at the least, and at the most: of w_i it may be said for one i, or for all.

        Return None where the claim has no i, and nothing says which one is meant.
        """
        tree = doubt.supposed or NONE
        free = free_indices(tree, scope)
        claimed = frozenset().union(*(free_indices(each, scope) for each in sides))
        if free & scope.sizes:  # w_n is the last one
            return (tree, tree) if claimed else None
        is_meant = doubt.over == () and len(free) == 1 and not free & self.fixed
        told = free & {*(doubt.over or ())}
        if is_meant and not claimed:
            told = free
        if free - told and not claimed:
            return None
        least = everywhere(tree, told)
        return least, everywhere(tree, free) if is_meant else least

    def _is_beside(self, doubt: Doubt) -> bool:
        """Tell whether what is supposed stands in the sentence that the display belongs to; behind it, by itself."""
        start = doubt.start
        between = self.page.shown[min(start, self.display) : max(start, self.display)]
        displays = bisect_left(self.displays, self.display) - bisect_right(self.displays, start)
        is_direct = start < self.display or BESIDE.fullmatch(doubt.lead) is not None
        return is_direct and not SENTENCE.search(between) and displays <= 0

    def _is_of_another(self, doubt: Doubt) -> bool:
        """Tell whether something is said for another display alone: for the one below this, or in another section.

        Behind a row only a sentence that supposes something anew, as "if $x > 0$, then", leads to the next display.
        """
        shown, start = self.page.shown, doubt.start
        if start > self.display:
            ends = [found.end() for found in SENTENCE.finditer(shown, self.display, start)]
            leads = self.until < inf and SENTENCE.search(shown, start, int(self.until)) is None
            return leads and bool(ends) and LEADS_ON.match(shown, ends[-1] - 1) is not None
        begins = [bisect_right(self.headings, at, key=lambda each: each[0]) for at in (start, self.display)]
        return doubt.is_here and begins[0] < begins[1]

    def _softened(self, answer: Answer, scope: Scope, supposed: Sequence[Doubt] = (), defines: str = "?") -> Answer:
        """Take a refutation back where the note says more of its symbols.

        What differs from a definition is taken back where a formula says more, or a word of values, as one-hot; unless
        it defines, where words say of a symbol of which nothing else is known, or of x_i and X, as of its rows.
        """
        if answer.status not in FAILED:
            return answer
        said = [each for each in self._said_of(answer, scope) if each not in supposed]
        if answer.status == "differs":
            known = {key for each in said for key in each.keys if key in scope.sizes or scope.knows(key)}
            names = frozenset().union(*(each.names for each in answer.readings)) - scope.sizes
            pairs = [(each, key, whole) for each in said for key in each.keys & names for whole in wholes(key)]
            ties = [each for each, key, whole in pairs if whole in each.keys & names and defines not in (key, whole)]
            fixed = [each for each in said if _CONSTRAINS.search(each.text) and each.keys & names - {defines}]
            said = [
                each
                for each in said
                if each.is_formula or each in (*ties, *fixed) or not (defines or each.keys <= known)
            ]
        if not said:
            if answer.status != "refuted":
                return answer
            asked = self.remark or self.loose or self.introduced.asked
            below = [(at, key) for each in answer.readings for key in each.names for at in self._said_below(key)]
            last = [f"line {self.page.place(at)[0]} says what {key} is" for at, key in sorted(below)[:1]]
            doubt = next(iter(last), f"beside it: “{asked}”")
            return answer.fails(f"{answer.why}; {doubt}") if asked or last else answer
        doubt = f"line {self.page.place(said[-1].told_at)[0]} says “{said[-1].text}”, which is not read"
        return answer.fails(f"{answer.why}; {doubt}")

    def _said_below(self, key: str) -> list[int]:
        """Return where displays in the subsections below say what a letter of this section is."""
        depth = len(self.path)
        later = [at for at in self.pending.get(key, ()) if at > self.start]
        return [at for at in later if self._path_at(at)[:depth] == self.path != self._path_at(at)]

    def _said_of(self, answer: Answer, scope: Scope) -> list[Doubt]:
        """Return what the note says of the symbols in a claim that is not simply proved, beside what was read."""
        if answer.status not in (*FAILED, "unknown") and (answer.status != "proved" or not answer.why):
            return []
        names = frozenset().union(*(each.names for each in answer.readings))
        taken = {each.start for known in scope.definitions.values() for each in known}
        sizes = [scope.definitions[key][-1] for key in sorted(names & scope.sizes & scope.definitions.keys())]
        said = [
            each
            for each in self.doubts
            if not (each.is_display and each.start >= self.display)
            if (each.is_general or each.keys & names) and each.start < self.until and self.may_use(each.start)
            if not (each.is_formula and each.start in taken) and not _is_read(each, scope)
            if not self._is_of_another(each)
        ]
        return [*said, *map(_size_said, sizes)]

    def _decided(
        self,
        left: Tree,
        right: Tree,
        relation: str,
        around: Around,
        differs: str,
    ) -> Answer:
        scope = around.scope
        ends = unbound_range(left, right, scope) or unbound_range(right, left, scope)
        if ends:
            return Answer(
                "not read", f"does the sum run over both letters, {ends}? for both, write \\sum_i \\sum_{{j > i}}"
            )
        relation = "=" if relation == ":=" else relation
        named = {refer.key for side in (left, right) for refer in scope.references(side)}
        make = equation(left, right, relation)
        called = defined_call(left, scope)
        differs = differs or (called if relation == "=" else "")
        answer = judged(make, around, differs)
        if relation == "!=" and answer.status in FAILED:  # never equal, or not always?
            always = judged(equation(left, right), around)
            doubt = f"{answer.why}, where ≠ is meant for all values; is it “not always equal”?"
            return answer if always.status == "proved" else answer.fails(doubt, "ambiguous")
        if answer.status == "refuted":
            return self._by_recurrence(left, right, make, around, answer, called)
        if answer.status == "differs" and not any(map(self.visible_recurrences, named)):
            return self._by_recurrence(left, right, make, around, answer, called)
        if answer.status in ("proved", "differs", "ambiguous"):
            return answer
        if answer.status == "unknown" and named & scope.definitions.keys():
            whatever = judged(make, replace(around, folded=True))
            if whatever.status == "proved":
                return whatever
        told = frozenset().union(*(self.said[path] for path in self.sections()))
        others = {**self.elsewhere, **self.definitions}.keys() - scope.definitions.keys() - told
        fresh = {each.key: each.start for each in self.survey.all_declared if each.start <= self.start}
        more = {key: each for key in sorted(others) if len(each := self._anywhere(key)) == 1}
        more = {key: each for key, each in more.items() if not each[0].start < fresh.get(key, 0)}
        begin = max((self.path[-1][1] if self.path else 0), 0)
        anew = {key for key in more if self.extents.speaks_anew(max(begin, more[key][0].start), key, self.display)}
        more = {key: each for key, each in more.items() if key not in anew}
        every = filter(self.is_declared_here, self.survey.all_declared)
        anywhere = [each for each in every if each.key in named and self.may_use(each.start)]
        declared = {**{(each.key, each.places): each for each in anywhere}, **scope.declared}
        if not more and declared == dict(scope.declared):
            return self._by_recurrence(left, right, make, around, answer, called)
        again = judged(make, around.knowing(definitions={**more, **scope.definitions}, declared=declared))
        rests = {each.rsplit(" (", 1)[0] for one in again.readings for each in one.rests_on}
        if again.status in ("refuted", "fails as read") and called and answer.status in ("open", "not read"):
            return again.fails(f"{again.why}; {differs}", "differs")
        lines = [one.line for key in rests & more.keys() for one in more[key]]
        fails = again.status in FAILED and answer.status == "open" and lines and max(lines) < self.here
        if again.status != "proved" and not fails:
            return self._by_recurrence(left, right, make, around, answer, called)
        said = (
            *(f"{key} is what line {each[-1].line} says" for key, each in more.items() if key in rests),
            *(
                f"{plain_name(key)} is what line {self.page.place(each.start)[0]} declares, in another section"
                for (key, _), each in declared.items()
                if (key, each.places) not in scope.declared
            ),
        )
        again = replace(again, readings=tuple(replace(one, assumed=(*one.assumed, *said)) for one in again.readings))
        return again.fails(f"{again.why}; {', '.join(said)}") if fails else again

    def _anywhere(self, key: str) -> list[Definition]:
        """Return what a name stands for in other sections, and in rows below that it may use; two at most."""
        found = (
            one
            for one in self.elsewhere.get(key, []) or self.definitions.get(key, [])
            if one.line != self.here and one.start >= 0
            if all(place.kind != "num" for place in one.places)
            if one.line <= self.here or (self.path[: len(one.path)] == one.path and self._is_explained(one.start))
        )
        return [*islice(found, 2)]

    def _is_explained(self, start: int) -> bool:
        """Tell whether a place below belongs to this display, or to one that tells what stands in those before it."""
        display = self.displays[max(bisect_right(self.displays, start) - 1, 0)]
        return display == self.display or (display in self.around and self.around[display].explains)

    def _by_recurrence(
        self, left: Tree, right: Tree, make: Callable[[Meaning], object], around: Around, answer: Answer, differs: str
    ) -> Answer:
        """Answer a claim again, with the last recurrences of what stands in it as hypotheses."""
        scope = around.scope
        named = {refer.key for side in (left, right) for refer in scope.references(side)}
        if answer.status not in ("open", "unknown", *FAILED) or not any(map(len, self.recurrences.values())):
            return answer
        found = self.going(named, around)
        if found is None:
            return answer.fails(answer.why, "open") if answer.status in FAILED else answer
        if not found.known:
            return answer
        said = " and ".join(found.said)
        again = found.told(judged(make, found.around(around), differs or said))
        sums = self.summed(found, around) if again.status not in ("proved", *FAILED) else {}
        if sums:
            more = {**found.around(around).scope.definitions, **sums}
            again = found.told(judged(make, around.knowing(definitions=more), differs or said))
        if again.status == "proved":
            return replace(again, why="; ".join(filter(None, (again.why, said))))
        if again.status in FAILED:
            is_begun = found.begins.keys() == found.known.keys()
            if not is_begun and not named & found.known.keys():  # of a definition: is a start meant?
                return answer.fails(answer.why, "open")
            return again.fails(f"{again.why}{', whatever it begins with' * (not is_begun)}")
        return answer.fails(f"{answer.why}; {said}", "open") if answer.status in FAILED else answer

    def _first(
        self,
        left: Tree,
        right: Tree,
        relation: str,
        around: Around,
    ) -> Answer | None:
        """Answer a first equation that defines, recurs or differs; None where it is a claim."""
        scope = around.scope
        try:
            named = left_of(left, scope)
        except Refused as refused:
            return refusal(refused)
        if named is None and (relation == ":=" or TELLS.search(self.words)):
            torn = len(self.torn[self.path])
            is_sure = relation == ":=" or bool(DEFINES.search(self.words[-80:]))
            named = self.told_anew(left, right, self.start, is_sure)
            if len(self.torn[self.path]) > torn:
                return Answer("not read", self.torn[self.path][-1][1])
            if named is None and self.introduced.is_set and (is_sure or SET.search(self.words)):
                named = function_told(left, scope)
        is_told = relation == ":=" or _USES.search(self.words[-80:]) is not None
        if named is None and is_told and self.sign_anew(left, right, self.start):
            return Answer("not read", self.torn[self.path][-1][1])
        if named is None:  # H(p) = …: a function where its value is made of p
            called = function_told(left, scope)
            is_made = (
                called is not None
                and called.key not in "EOPV"
                and {*(called.arguments or ())} <= _made_of(right, scope)
            )
            named = called if is_made else None
        if named is None and self.introduced.supposed != "if":
            named = self.squared(left, scope)
        if named is None:
            shifted = next_of(left, scope)
            if (
                shifted is not None
                and speaks_of(right, shifted.key, scope)
                and not adds_places(shifted, right, scope)
                and only_begins(scope.definitions.get(shifted.key, ()))
            ):
                return self._recurrence(shifted, left, right, relation, around)
            return None
        known = [each for each in scope.definitions.get(named.key, ()) if alike(each, named)]
        if known and self.alternatives and known[-1].start >= self.display:
            known = []  # Gaussian: …, boxcar: …
        if known and known[-1].is_assumed and known[-1].body == right:
            known = []  # the row says what an inline formula has said
        if known and relation != ":=":
            own = known[-1]
            if speaks_of(right, named.key, scope) and not own.places and own.arguments is None:
                return None
            answer = self._claim(left, right, around, f"defined at line {own.line}")
            if answer.status in FAILED and not self.introduced.is_claim:
                self.put(named, right, self.start, is_read=False)  # which of them holds from here on?
                if self.is_set_apart(own.start):
                    return Answer("open", f"line {own.line} says otherwise what {named.key} is")
            return answer
        if speaks_of(right, named.key, scope):
            if relation != ":=" and scope.says(named.key) and relates_entries(named, right, scope):
                return self._claim(left, right, around)
            return self._recurrence(named, left, right, relation, around)
        if any(named.key in self.recurring[path] for path in self.sections()):
            return None
        goes_on = relation != ":=" and not all(place.kind == "num" for place in named.places)
        induced = self.by_induction(named, left, right, around) if goes_on else None
        if induced is not None:
            return induced
        said = self.against_earlier(named, left, right, around) if relation != ":=" else None
        if said is not None and said.status != "open":
            return said
        if relation != ":=" and self._is_of_one(named, right, scope):
            self.put(named, right, self.start, is_read=False)
            which = ", ".join(named.arguments or ())
            return Answer("open", f"is it said of this {which}, or does it define {named.key} for all?")
        if said is None and (misfit := self.misfit(named, right)) is not None:
            line = self.page.place(misfit.start)[0]
            said = Answer("open", f"line {line} says “{misfit.noun}” of {named.key}, which is not used here")
        arguments = set(named.arguments or ())
        free = free_indices(right, scope, arguments) - {each.value for each in named.places} - arguments
        inside = around.knowing(sizes=scope.sizes - arguments)
        answer = self._definition(named, left, right, inside, free)
        letters = {each.value for each in named.places if each.kind == "name"}
        labels = letters - values_in(right)  # v_n = (1, 0): an index, or a label?
        is_whole = not self.restricted and not self._is_conditioned(named, scope)
        is_said = is_whole and self.introduced.is_set and self.is_settled(named)
        answer = said if said is not None and answer.status == "definition" else answer
        is_read = answer.status == "definition" and not free and not labels and is_said
        self.put(named, right, self.start, is_read)
        before = self.visible_recurrences(named.key) if is_read else []
        step = self.as_step(before[-1], named, left, right, around) if before else None
        if step is not None:
            answer = answer if step.status == "proved" else step
        elif before and not all(place.kind == "num" for place in named.places):  # else it says where it begins
            answer = self._compared(answer, before[-1], named, around)
        if answer.status in FAILED:
            self.take_back(named.key)  # what rests on a row that fails is open
        return answer

    def squared(self, left: Tree, scope: Scope) -> Left | None:
        """Return the σ² that a left side defines: where it was defined, or where at most a sign of σ is declared."""
        named = square_of(left, scope)
        keys = {refer.key for refer in scope.references(left)}
        if named is None or named.key in scope.definitions:
            return named
        own = {each.key for path in self.sections() for each in self.declared[path]}
        is_signed = signed(keys, scope).keys() == keys and not keys & {*own, *scope.definitions}
        is_signed = is_signed and not any(self.has_spoken(key, left.start) for key in keys)
        return named if is_signed or self.is_new_square(named.key[:-1]) else None

    def _is_conditioned(self, named: Left, scope: Scope) -> bool:
        """Tell whether words behind a display restrict the letters of what it defines: f(x) = x² for x > 0."""
        indices = {each.value for each in named.places if is_letter(each)}
        letters = indices | {*(named.arguments or ())}
        said = (d for d in self.doubts if d.is_formula and not d.is_space and d.start > self.display)
        behind = (d.start for d in said if d.keys & letters and self._is_beside(d))
        return any(not runs_whole(part, indices, scope) for start in behind for part in self.trees.get(start, ()))

    def _is_of_one(self, named: Left, right: Tree, scope: Scope) -> bool:
        """Tell whether a row may be of one value: rank(A) = n, where A was spoken of, and n is not made of it."""
        about = set(named.arguments or ()) - _made_of(right, scope)
        is_defined = DEFINES.search(self.words[-80:]) or SET.search(self.words)
        return not is_defined and any(scope.knows(key) or self.has_spoken(key, self.display) for key in about)

    def _compared(self, answer: Answer, recurrence: Recurrence, named: Left, around: Around) -> Answer:
        """Answer a definition of what a recurrence has defined: it has to satisfy the recurrence."""
        scope = self.scope(self.start)
        subscripts = around.subscripts | subscripts_of(recurrence.left, scope)
        said = f"recurrence at line {recurrence.said.line}"
        around = replace(around, scope=scope, subscripts=subscripts)
        own = self._claim(recurrence.left, recurrence.said.body, around, said)
        first = self.compared_at_first(named, around) if own.status not in FAILED else None
        if first is not None and first.status in FAILED:
            return first
        if own.status == "proved":
            begins = first is not None and first.status == "proved"
            return replace(answer, why=f"it satisfies the {said}{', and begins as it does' * begins}")
        return own if own.status in ("differs", "fails as read") else answer

    def _definition(
        self,
        named: Left,
        left: Tree,
        right: Tree,
        around: Around,
        free: set[str],
    ) -> Answer:
        known = around.scope.declared
        declared = (named.key, len(named.places)) in known or ((named.key, 0) in known and named.places)

        def make(stage: Meaning) -> Callable[[], object]:
            if named.arguments is None and declared:
                one, other = same_shape(stage.with_zeros([stage.read(left), stage.read(right)]), "a definition")
                return lift(None, Equation, one, other).make
            look_at(stage, (right,))
            value = stage.read(right)
            return lift(None, Equation, value, value).make

        why = f"{', '.join(sorted(free))} stands on the right only" if free else ""
        return read_as("definition", make, around, why)

    def _recurrence(
        self,
        named: Left,
        left: Tree,
        right: Tree,
        relation: str,
        around: Around,
    ) -> Answer:
        scope = around.scope
        itself = (named.key, named.places) in [(refer.key, refer.indices) for refer in scope.references(right)]
        if relation == ":=" or (not itself and named.places):
            for each in self.visible_recurrences(named.key):
                if each.left == left:
                    answer = self._claim(each.said.body, right, around, f"recurrence at line {each.said.line}")
                    if answer.status in FAILED:
                        self.put(named, right, self.start, is_read=False)  # which of them holds from here on?
                    return answer
                step = self.as_step(each, named, left, right, around)
                if step is not None:
                    return step
            before = [each for each in scope.definitions.get(named.key, ()) if not each.is_read]
            if before:
                return Answer("open", f"line {before[-1].line} says otherwise what {named.key} is")
            said = Recurrence(left, self.definition(named, right, self.start))
            if not self.freed and self.is_everywhere(said, self.conditions, scope):
                said = replace(said, is_everywhere=True)
                around = replace(around, ranges=())  # t = 2, …, n
            answer = read_as("recurrence", equation(left, right), around)
            several = self._one_of_several(named, scope) if answer.status == "shapes" else None
            if several is not None:
                wider = around.knowing(declared={**scope.declared, (named.key, 1): several})
                again = read_as("recurrence", equation(left, right), wider)
                if again.readings:
                    answer, around = again, wider
                    self.declared[self.path].append(several)
            against = self.against_recurrence(said, around) if answer.readings and relation != ":=" else None
            if against is not None:
                self.put(named, right, self.start, is_read=False)
                return against
            if answer.readings:
                self.recurrences[named.key].append(said)
            else:
                self.put(named, right, self.start, is_read=False)
            return answer
        if named.arguments is not None and (named.key, 0) in scope.declared:
            return self._claim(left, right, around)
        if named.arguments is not None:
            return Answer("not read", f"{named.key} is defined by itself")
        answer = self._claim(left, right, around)
        own = [refer.indices for refer in scope.references(right) if refer.key == named.key]
        is_other = all(own) and not named.places and (named.key, 0) not in scope.declared
        if is_other and answer.status in (*FAILED, "open"):
            self.put(named, right, self.start, is_read=False)
            return answer.fails(f"is {named.key} another thing than what {named.key} with an index is?", "open")
        asked = [said for each in answer.readings for said in each.unread if "(line " not in said]
        if answer.status == "open" and asked and not named.places:
            return answer
        if answer.status in ("fails as read", "refuted", "open", "unknown", "ambiguous"):
            return answer.fails(f"{named.key} is defined by itself; {answer.why}")
        return answer

    def _one_of_several(self, named: Left, scope: Scope) -> Declared | None:
        """Return what declares x_t as one of several vectors, where x is one: x_{t+1} = x_t - A x_t."""
        known = scope.declared.get((named.key, 0))
        if known is None or len(known.sizes) != 1 or len(named.places) != 1 or (named.key, 1) in scope.declared:
            return None
        return replace(known, places=1, start=self.start)


def _made_of(tree: Tree, scope: Scope) -> set[str]:
    """Return the letters in a tree, and in what defines these."""
    made, waiting = set[str](), [tree]
    while waiting:
        more = values_in(waiting.pop()) - made
        made |= more
        waiting += [each.body for key in sorted(more) for each in scope.definitions.get(key, ())]
    return made


def _asked(scope: Scope, *sides: Tree) -> str:
    """Return what to ask where shapes do not fit: q^h may be one of several q, and H(p) what a function makes of p."""
    for node in (node for side in sides for node in walk(side, "script", "juxt")):
        base, _, above = node.scripts
        (letter, *_) = above.kids if above.kind == "add" else (above,)
        is_marked = is_letter(base) and base.value != "e" and not base_letter(base.value)[:1].isupper()
        if is_marked and is_letter(letter) and letter.value not in TRANSPOSED and not scope.kind(letter.value):
            return f"is {told(above)} above {told(base)} a power, or an index?"
        for kid, after in pairwise(node.kids) if node.kind == "juxt" else ():
            inner = after.within("(")
            is_capital = kid.kind == "name" and len(kid.value) == 1 and kid.value.isupper()
            if is_capital and is_letter(inner) and inner.value.islower() and not scope.declares(kid.value):
                name = kid.value
                return f"is {name}({told(inner)}) a product, or is {name} a function? [functions] '{name}' = \"any\""
    return ""


def _size_said(said: Definition) -> Doubt:
    """Return what a definition of a size says, which does not fix the size where it stands in a shape: n = 1."""
    relation = Tree("rel", "=", (Tree("name", said.key), said.body))
    return Doubt(frozenset({said.key}), max(said.start, 0), f"{said.key} = {told(said.body)}", True, relation)


def _is_read(doubt: Doubt, scope: Scope) -> bool:
    """Tell whether the words of a doubt were read as properties of all that they may speak of."""
    places = {(key, known.start) for (key, _), known in scope.declared.items()}
    if doubt.is_space and all((key, doubt.start) in places for key in doubt.keys):
        return True
    named = doubt.keys - scope.sizes or doubt.keys
    kinds = [{known.kind for (key, _), known in scope.declared.items() if key == own} for own in named]
    words = doubt.text.lower().split(", ")
    return bool(kinds) and all(each == {*words} for each in kinds)


def _joined(answers: Sequence[Answer]) -> Answer:
    """Make one answer of those to the links of a chain."""
    if len(answers) == 1:
        return answers[0]
    odd = [answer for answer in answers if answer.status == "definition" and answer.why]  # an index on one side only
    worst = min(answers, key=lambda answer: WORST.index("unknown" if answer in odd else answer.status))
    readings: list[Reading] = [each for answer in answers for each in answer.readings]
    proved = sum(answer.status == "proved" for answer in answers)
    why = worst.why
    if worst.status not in ("proved", "definition") and proved:
        why += f"; {proved} of {len(answers)} equations proved"
    return replace(worst, readings=tuple(readings), why=why)
