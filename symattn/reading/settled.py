"""Whether a row that may define is sure to: it is no row of a case, and set against no other row."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property

from symattn.reading.abbreviated import Described, abbreviated
from symattn.reading.conditions import declares, ranging, spanned
from symattn.reading.doubts import Doubt, sentences
from symattn.reading.explained import spelt
from symattn.reading.foreign import STOPS
from symattn.reading.introduced import Introduced
from symattn.reading.known import Known
from symattn.reading.lefts import called_plainly, speaks_of, told_by
from symattn.reading.names import is_letter
from symattn.reading.pages import Page
from symattn.reading.scope import Left, Scope
from symattn.reading.sidecar import Sidecar
from symattn.reading.tokens import Macro
from symattn.reading.tree import NONE, Tree, values_in
from symattn.reading.whose import changed

#: The words before a formula that tell what it is to the row behind it, and those after which it is no condition.
_TELLS = re.compile(
    r"\b(?:(?P<harmless>since|because|as|have|has|get|obtain|then|so|hence|thus|let|define|denote|recall|by|where"
    r"|put|set"
    r"|write|that|are|is|from|and)"
    r"|for|at|when\w*|if|with|on|in|under|tak\w+|setting|putting|given|once|unless|provided|assum\w+|suppos\w+|until"
    r"|near"
    r"|around|only|case|while)\b",
    re.I,
)
#: A title at the head of a paragraph, as in Cosine Decay: …
_TITLED = re.compile(r"\n\s*\n\W{0,3}[A-Z][\w-]*(?: [A-Z][\w-]*)+\W{0,2}:")
_END = re.compile(rf"[.;!?]\s|[{STOPS}]")


class Settled(Known):
    """Tell of a row that may define whether it is sure to."""

    def __init__(self, page: Page, sidecar: Sidecar, more: Mapping[str, Macro], wrapped: Collection[int] = ()) -> None:
        super().__init__(page, sidecar, more, wrapped)
        self.described = list[Described]()
        for said in abbreviated(page, self.trees, self.survey):
            if isinstance(said, Described):
                self.described.append(said)
            else:
                self.equations[said.named.key].append(said)

    def misfit(self, named: Left, right: Tree) -> Described | None:
        """Return what words before a row say that its left side is, where its right side cannot be that; else None."""
        said = (each for each in self.described if each.key == named.key and each.start < self.start)
        here = (each for each in said if self.goes_on(each.start) and not self.extents.ends(each.start, self.display))
        return next((each for each in here if not each.fits(right)), None)

    def is_behind(self, start: int) -> bool:
        """Tell whether an inline formula stands behind the display that is read, in its sentence: "where G = …"."""
        beside = self.sentences.get(start)
        if (
            beside is None
            or start < self.display
            or bisect_right(self.displays, self.display) != bisect_left(self.displays, start)
        ):
            return False
        is_where = re.match(r"\W*(?:where|with|and|here|in which|for)\b", beside.before)
        return is_where is not None and _END.search(self.page.shown, self._end_of_display(), start) is None

    def _end_of_display(self) -> int:
        """Return where the formula of the display ends that is read."""
        at = bisect_left(self.page.pieces, self.display, key=lambda each: each.start)
        return self.display + len(self.page.pieces[at].text)

    @cached_property
    def replaced(self) -> list[tuple[str, int, str]]:
        """The letters that the text says to be replaced by something else: each with where, and why it is not read."""
        found = list[tuple[str, int, str]]()
        for sentence in sentences(self.page):
            said = changed(spelt(sentence)[0])
            for piece in (each for each in sentence if each.kind == "inline" and each.text.strip() in said):
                letters = [each for each in self.trees.get(piece.start, ()) if is_letter(each)]
                for tree in (each for each in letters if each.value not in self.survey.index_letters):
                    why = f"line {self.page.place(piece.start)[0]} says that {tree.value} becomes something else"
                    found.append((tree.value, piece.start, why))
        return found

    def scope(self, start: int) -> Scope:
        """Return what is known at a place, with the letters that were replaced before it."""
        scope = super().scope(start)
        gone = {key: (at, why) for key, at, why in self.replaced if at < start and self.goes_on(at)}
        return replace(scope, gone=gone) if gone else scope

    def is_settled(self, named: Left, start: int | None = None) -> bool:
        """Tell whether the formulas before a row, or an inline equation at a place, let it define what it names."""
        end = self.display if start is None else start
        at = bisect_left(self.displays, end)
        begin = self.displays[at - 1] if at else -1
        before = (each for each in self.doubts if begin < each.start < end)
        return not any(self._is_condition(each, named, end) for each in before)

    def is_set_apart(self, start: int) -> bool:
        """Tell whether the words around this row, or around one at a place, may set them against each other."""
        at = bisect_right(self.displays, start) - 1
        before = self.around.get(self.displays[at], Introduced()) if at >= 0 else Introduced()
        is_titled = _TITLED.search(self.page.text, max(start, 0), max(self.display, 0)) is not None
        return self.introduced.is_set_apart or before.is_set_apart or is_titled

    def tear(self, left: Tree, right: Tree, start: int) -> None:
        """Let a known name be torn of which a row says something else, as of softmax(z)_i: it is not proved."""
        scope = self.scope(start)
        anew = told_by(called_plainly(left), scope)
        is_bare = right.kind in ("name", "num", "script", "none")  # softmax(z) = p says what p is
        if anew is None or is_bare or speaks_of(right, anew.key, scope):
            return
        said = self.introduced
        if said.is_set and not (said.supposed or said.is_claim):
            why = f"line {self.page.place(start)[0]} says anew what {anew.key} is, or claims what is not proved"
            self.torn[self.path].append((anew.key, why, ""))

    def _is_condition(self, doubt: Doubt, named: Left, end: int) -> bool:
        """Tell whether an inline formula in the sentence before a place is a condition of it: for x > 0, at t = 0."""
        if not doubt.is_formula or doubt.is_display or doubt.is_space or doubt.start not in self.sentences:
            return False
        if _END.search(self.page.shown, doubt.start, end):
            return False
        if doubt.supposed is not None and not doubt.is_here:
            return False  # it holds on
        if any(each.start == doubt.start for own in self.definitions.values() for each in own):
            return False
        trees = self.trees.get(doubt.start, ())
        if any(each.value == "=" and each.kids[0].kids[1:2] and each.kids[0].kids[1].kind == "num" for each in trees):
            return False  # S_0 = 0 says where S begins
        if trees and all(declares(each) or self._runs(each, named) for each in trees):
            return False  # it says over what an index runs
        before = self.sentences[doubt.start].before
        is_each = re.search(r"\b(?:all|every|each|any)\W+(?:[\w-]+\W+){0,2}\Z", before) is not None
        if is_each and doubt.supposed is None and not doubt.keys & {*(named.arguments or ())}:
            return False
        *_, last = (None, *_TELLS.finditer(before))
        is_equation = all(each.kind == "rel" and each.value == "=" for each in trees)
        if last is None:
            return not is_equation or not re.search(r"[a-z]{3}", before)
        return last["harmless"] is None

    def _runs(self, tree: Tree, named: Left) -> bool:
        """Tell whether a formula says over what indices run: i = 1, …, n, or t ≥ 1; x ∈ S says it of no argument."""
        letters = ranging(tree)
        if spanned(tree) is not None or tree.value == "in":
            return not letters & {*(named.arguments or ())}
        last = tree.kids[-1] if tree.kind == "rel" else NONE
        is_end = last.kind == "num" or last.value in self.survey.sizes
        return is_end and tree.value in ("<", "<=", ">", ">=") and bool(letters & values_in(*named.places))
