"""Layer 4, survey: what a note says of its letters anywhere: declarations, index letters, sizes, columns or rows.

Formulas declare by ``∈ ℝ^{…}``, also in Unicode, and prose beside them by "permutation matrix", "scalar", "is an n×d
matrix". Nothing here decides what a row means.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise

from symattn.reading.anew import declared_anew
from symattn.reading.doubts import Beside, beside, sentences
from symattn.reading.explained import agreed
from symattn.reading.lengths import lengths
from symattn.reading.names import (
    CONSTANTS,
    Reference,
    base_letter,
    halved,
    head_letter,
    is_bold,
    is_letter,
    letters_in,
    reference,
    written_out,
)
from symattn.reading.notation import BOLD, LETTER, TRANSPOSED
from symattn.reading.pages import Page, Piece, with_neighbours
from symattn.reading.parser import parsed_clause
from symattn.reading.phrases import ODD, USUAL
from symattn.reading.powers import may_be_powers
from symattn.reading.refusal import Refused, attempt
from symattn.reading.rows import Row, rows, without_labels
from symattn.reading.scope import PROPERTIES, Declared, Scope
from symattn.reading.spaces import Space, kind_of, map_space
from symattn.reading.spaces import space as space_of
from symattn.reading.steps import steps_in
from symattn.reading.tokens import END, Macro, Token, check_depth, expanded, tokens, without_definitions
from symattn.reading.tree import NONE, Tree, Trees, distributed, values_in, walk

_PROSE = (
    (r"permutation matri(?:x|ces)\s*\Z", "permutation", -1),
    (r"orthogonal matri(?:x|ces)\s*\Z", "orthogonal", -1),
    (r"\b(?:for|let|any|every|all|an|with|and) orthogonal\s*\Z", "orthogonal", -1),
    (r"complex(?:-valued)? numbers?\s*\Z", "complex", -1),
    (r"complex(?:-valued)? (?:vectors?|matri(?:x|ces))\s*\Z", "unread", -1),
    (r"\A\s*(?:is|be|are)\s+(?:a )?complex\b(?! number)", "unread", 1),
    (r"(?:scalar|real number|number)s?\s*\Z", "number", -1),
    (r"\A\s*(?:is|be|denotes?)\s+(?:a|any|some|the)\s+complex number", "complex", 1),
    (r"\bimaginary unit\s*\Z", "imaginary", -1),
    (r"\A\s*(?:is|be|denotes?)\s+the imaginary unit", "imaginary", 1),
    (r"(?<!column )(?<!row )(?<!unit )\bvectors?\s*\Z", "vector", -1),
    (
        r"\A\s*(?:(?:is|be|denotes?)\s+)?(?:a|any|some|the)\s+permutation(?: matrix|,[^.]*\bas an? permutation matrix)",
        "permutation",
        1,
    ),
    (r"\A\s*(?:(?:is|be|denotes?)\s+)?(?:an|any|some|the)\s+orthogonal matrix", "orthogonal", 1),
    (r"\A\s*(?:is|be)\s+orthogonal\b(?!\s+(?:to|matri))", "orthogonal", 1),
    (r"\A\s*(?:is|be|denotes?)\s+(?:a|any|some|the)\s+(?:scalar|real number)", "number", 1),
)
#: Properties by which a claim may be proved.
_FACTS = ("permutation", "orthogonal", "number", "imaginary")
_CASE = re.compile(
    r"\b(?:if|when|whenever|once|later|as soon as|relax\w*)\b(?!.*\b(?:let|assum\w+|suppos\w+)\b)", re.I | re.S
)
_IN_A_CASE = re.compile(r"\b(?:if|when|whenever|in the sense|for (?:large|small|some|most))\b", re.I)
_LIKE = re.compile(
    r"\b(?:signed|soft|partial|relaxed|generali[sz]ed|approximate|nearly|almost|near|quasi|pseudo|semi|non|random)"
    r"[\s-]+(?:\w+\s+)?(?:matri(?:x|ces)\s*)?\Z|\b(?:signed|soft|partial|relaxed|approximate|nearly|almost)\b",
    re.I,
)
_UNICODE = re.compile(
    r"(?P<names>[A-Za-z](?:_\w)?(?:\s*,\s*[A-Za-z](?:_\w)?)*)\s*∈\s*ℝ(?:\^?[({]?(?P<sizes>[A-Za-z0-9_]+(?:\s*[×x*]\s*[A-Za-z0-9_]+)*)[)}]?)?"
)
#: Letters that are numbers where an inline formula compares them with one, beside the Greek ones but for these.
_SMALL, NO_NUMBERS = {*"abcw"}, (r"\pi", r"\ell")
_NO_NUMBER = re.compile(
    r"vector|matri|function|operator|tensor|map\b|(?:entry|element|component)-?wise|entries|definite", re.I
)
#: p (a probability distribution on {0, …, n − 1}).
_OUTCOMES = re.compile(r"[~ ]*\((?:a )?probability distributions? on[~ ]*")


@dataclass
class Survey(Scope):
    """Hold what the whole note says of its letters, and all that it declares anywhere."""

    all_declared: list[Declared] = field(default_factory=list)
    ends: set[str] = field(default_factory=set)
    fresh: list[tuple[str, int]] = field(default_factory=list)  # names that are anything from a place on
    told: set[str] = field(default_factory=set)  # functions f of which the note says f(x) = …, with x on the right
    equated: set[str] = field(default_factory=set)  # names f of which it says f(x) = …, whatever stands on the right

    def declare(self, key: str, kind: str, sizes: tuple[Tree, ...], places: int, start: int) -> None:
        """Keep a declaration."""
        self.all_declared.append(Declared(key, kind, sizes, places, start))

    def _labels(self, trees: Sequence[Tree]) -> set[tuple[str, str]]:
        """Return the letters that only tell names apart: B_s = (B + Bᵀ)/2 says nothing of s, nor has another one s."""
        labels = set[tuple[str, str]]()
        for tree in trees:
            left, *right = tree.kids if tree.kind == "rel" and tree.value in ("=", ":=") else (tree,)
            if right and left.kind == "script" and is_letter(left.kids[0]) and is_letter(left.kids[1]):
                base, letter = left.kids[0].value, left.kids[1].value
                if letter not in self.index_letters | values_in(right[0]):
                    labels.add((base, letter))
        return {each for each in labels if all(one in labels for one in self.labelled if one[1] == each[1])}

    def _of_one(self, trees: Sequence[Tree]) -> Iterator[tuple[str, str]]:
        """Yield the n of A_n ∈ ℝ^{1×1} where n stands below what is declared so, alone, and is a size or no number.

        In bold it is one of several: keys, say.
        """
        below = defaultdict[str, set[Tree]](set)
        members, sizes, others = set[Tree](), set[str](), set(self.index_letters)
        for tree in trees:
            for node in walk(tree, "script"):
                below[node.kids[0].value].add(node.kids[1])
            last = tree.items[-1]
            space = space_of(last.kids[1]) if last.kind == "rel" and last.value == "in" else None
            members |= {*tree.items[:-1], last.kids[0]} if space is not None else set()
            sizes |= size_names(space.sizes) if space is not None else set()
        for tree in trees:
            others |= _outside(tree) - sizes
        known = {base.value: sub for base, sub, _ in (each.kids for each in members if each.kind == "script")}
        for base, subs in below.items():
            if subs - {NONE} != {known.get(base)} or is_bold(base):
                others |= letters_in(*subs)
        yield from ((base, sub.value) for base, sub in known.items() if is_letter(sub) and sub.value not in others)

    def _worded(self) -> Iterator[str]:
        """Yield the labels of two letters, as those of y_{tt}, y_{tf}, y_{ft} and y_{ff}, where f is no index."""
        for base, label in self.labelled:
            one, other = label[:1], label[1:]
            if one == other and one.islower() and one not in self.index_letters and not self.is_index(one, base):
                for _, index in [each for each in self.labelled if each[0] == base and each[1][:1] == each[1][1:]]:
                    words = {one + one, one + index[0], index[0] + one, index[0] + index[0]}
                    if index[0] not in self.index_letters and {(base, word) for word in words} <= self.labelled:
                        yield from (f"{base}:{word}" for word in words)

    def _letters(self, tree: Tree) -> None:
        """Find index letters, the sizes that bound sums, and the letters under W."""
        for node in walk(tree):
            if node.kind == "big":
                lower, upper, _ = node.kids
                for part in lower.items:
                    names = part.kids[:1] if part.kind == "rel" else part.kids if part.kind == "juxt" else (part,)
                    self._index(*names)
                last = upper.kids[0] if upper.kind == "add" else upper
                if is_letter(last) and (base_letter(last.value).isupper() or last.value in ("n", "d", "m")):
                    self.sizes.add(last.value)
                elif is_letter(last):
                    self.ends.add(last.value)
            elif (_is_member(node) or (node.kind == "rel" and node.value == "sim")) and is_letter(node.kids[0]):
                self._index(node.kids[0])
            elif node.kind == "list" and _is_member(node.kids[-1]):
                self._index(*node.kids)
            elif node.kind == "list" and node.kids[0].kind == "rel" and any(kid.kind == "dots" for kid in node.kids):
                self._index(*node.kids[0].kids[:1] * (node.kids[0].value == "="))
            elif node.kind == "juxt":
                for kid, after in pairwise(node.kids):
                    if kid.kind == "name" and after.kind == "group" and _called(after) and len(after.kids) > 1:
                        self.called.add(kid.value)
            elif node.kind == "script" and node.kids[0].kind == "name":
                base, sub, _ = node.kids
                if sub.kind == "juxt" and len(sub.kids) == 2 and all(map(is_letter, sub.kids)):
                    self.labelled.add((base.value, "".join(kid.value for kid in sub.kids)))
                for each in sub.kids if sub.kind in ("list", "juxt") else (sub,):
                    if each.kind == "name" and len(each.value) == 1:
                        self.labelled.add((base.value, each.value))
                    first, *numbers = each.kids if each.kind == "add" else (NONE,)
                    if first.value.islower() and all(kid.kind == "num" for kid in numbers):
                        self._index(first)

    def _added(self, trees: Sequence[Tree]) -> None:
        """Take p and q of R_{p+q} for indices, where R_p and R_q stand, too."""
        scripts = {node.kids[:2] for tree in trees for node in walk(tree, "script")}
        for base, sub in scripts:
            is_sum = sub.kind == "add" and sub.value == "++" and all(map(is_letter, sub.kids))
            if is_sum and all((base, kid) in scripts for kid in sub.kids):
                self._index(*sub.kids)

    def _index(self, *letters: Tree) -> None:
        self.index_letters.update(each.value for each in letters if is_letter(each))

    def _uses(self, tree: Tree, votes: Counter[str]) -> None:
        """Count indices, transposes and the sides on which vectors stand."""
        called = set[int]()  # the brackets of R(m)ᵀ say nothing of m
        for node in walk(tree):
            pairs = pairwise(node.kids) if node.kind == "juxt" else ()
            called.update(
                id(after) for kid, after in pairs if is_letter(kid.base) and is_letter(after.base.within("("))
            )
            if node.kind == "big" and node.kids[0].kind == "rel" and node.kids[0].value == "=":
                start = node.kids[0].kids[1]
                votes[f"from {start.value}"] += start.kind == "num"
            is_turned = node.kind == "script" and node.kids[0].kind == "group" and node.kids[2].value in TRANSPOSED
            if is_turned and id(node) not in called:
                self.turned.update(refer.key for each in node.kids[0].kids if (refer := self._referred(each)))
            if node.kind in ("name", "script"):
                refer = self.named(node)
                if refer is None:
                    continue
                votes["from 0"] += any(index.kind == "num" and index.value == "0" for index in refer.indices)
                letters = sum(kid.kind != "num" for kid in refer.indices)
                if node.kind == "script" and node.kids[1] is NONE and node.kids[2].kind != "group":
                    self.raised |= letters_in(*refer.indices)
                if letters:
                    self.places[refer.key] = max(self.places.get(refer.key, 0), len(refer.indices))
                if "T" in refer.marks:
                    self.turned.add(refer.key)
            if node.kind == "group" and node.value in ("<", "||"):
                self.turned.update(refer.key for each in node.kids if (refer := self._referred(each)))
            if node.kind == "juxt":
                self._vote(node, votes)
            if node.kind == "add":
                self._vote_beside_diagonal(node, votes)
        if not (is_letter(tree) and tree.value in self.told):  # a bare R, beside R(θ) = …, names that function
            self.alone.update(self._keys_alone(tree))

    def _entries(self, trees: Sequence[Tree]) -> None:
        """Find x_1, x_k and A_{12}, entries of what is declared as one vector or matrix, where none is named by itself.

        The k of x_k tells keys from queries and values, where those have letters below them.
        """
        below, alone = defaultdict[str, set[str]](set), set[str]()
        for tree in trees:
            alone |= {each.base.value for each in tree.items if each.scripts[1] is not NONE}
            for base, sub, _ in (node.kids for node in walk(tree, "script")):
                if is_letter(base) and sub.kind in ("num", "name"):
                    below[base.value].add(sub.value)
        for key in sorted(below.keys() - alone):
            own = [each for each in self.all_declared if each.key == key or each.key.startswith(f"{key}_")]
            wholes = {len(each.sizes) for each in own if each.key == key and not each.places}
            if len(wholes) != 1 or any(each.key != key or each.places for each in own):
                continue
            numbers = {len(each) for each in below[key] if each.isdecimal()}
            if key not in self.places and numbers and (wholes == {1} or (wholes == {2} == numbers)):
                self.places[key] = min(wholes)
            if wholes == {1} and "k" in below[key] and not any(each & set("qvQV") for each in below.values()):
                self.index_letters.add("k")
                for other in below.keys() & {"p", "S"}:
                    self.places.setdefault(other, 1)

    def _written_out(self, trees: Sequence[Tree]) -> None:
        """Take q_{11}, q_{12}, … for entries where they stand in a matrix, each at its place."""
        for node in (node for tree in trees for node in walk(tree, "matrix")):
            name = written_out(node)
            if name and not any(each.key == name for each in self.all_declared):
                self.places.setdefault(name, 2)

    def _classes(self, trees: Sequence[Tree]) -> None:
        """Take the y of p_y and s_y for an index, as of the right class, where s has indices and y is no number."""
        values = {letter for tree in trees for letter in _outside(tree)}
        for letter in {"c", "y"} - values - {label for _, label in self.labels}:
            if any(base in self.places for base, label in self.labelled if label == letter):
                self.index_letters.add(letter)

    def _referred(self, tree: Tree) -> Reference | None:
        return attempt(reference, tree, self.is_index)

    def _keys_alone(self, tree: Tree) -> Iterator[str]:
        """Yield what is named without an index, script and all."""
        waiting = [tree]
        while waiting:
            node = waiting.pop()
            refer = self._referred(node) if node.kind in ("name", "script") else None
            if refer is not None:
                yield refer.stands
                waiting += [mark for mark in refer.marks if isinstance(mark, Tree)]
                continue
            kids = node.kids
            if node.kind == "frac" and node.kids[0].kids[:1] == (Tree("name", r"\partial"),):
                of = node.kids[0].kids[1:]  # ∂L/∂z speaks of the function L, where L(z) = … was said
                kids = kids[len(of) == 1 and of[0].value in self.equated :]
            if node.kind == "juxt":  # φ(x) is a call, where φ is a function by habit
                kids = tuple(
                    kid
                    for kid, after in zip(kids, (*kids[1:], NONE), strict=True)
                    if not (kid.kind in ("name", "script") and after.kind in ("group", "script") and _called(after))
                )
            waiting += kids

    def _vote(self, node: Tree, votes: Counter[str]) -> None:
        kids = [self._referred(kid) for kid in node.kids if kid.kind != "dot"]
        for pair in pairwise(kids):
            letters = [head_letter(each.key) for each in pair if each is not None and not each.marks]
            for way, other in (("column", letters[1:]), ("row", letters[:1])):
                is_vector = len(letters) == 2 and len(other[0]) == 1 and other[0].islower()
                votes[way] += is_vector and "W" in letters

    def _vote_beside_diagonal(self, node: Tree, votes: Counter[str]) -> None:
        """Count diag(p) − pᵀp, where vectors are rows, and diag(p) − ppᵀ, where they are columns."""
        made = [kid.kids[1] for kid in node.kids if kid.kind == "juxt" and kid.kids[0].value.lower() == "diag"]
        names = {name for group in made if (name := self._referred(group.within("("))) is not None}
        for kid in node.kids if names else ():
            pair = [self._referred(each) for each in kid.kids] if kid.kind == "juxt" else []
            if len(pair) == 2 and pair[0] and pair[1] and pair[0].key == pair[1].key in {each.key for each in names}:
                turned = ["T" in each.marks for each in pair if each is not None]
                votes["row" if turned == [True, False] else "column"] += turned[0] != turned[1]

    def _declarations(self, tree: Tree, start: int) -> None:
        """Find ``Q, K ∈ ℝ^{n×d}``, also behind a formula."""
        parts = tree.items
        named = list[Tree]()
        for part in parts:
            if part.kind != "rel":
                named.append(part)
                continue
            relations = part.value.split(",")
            at = relations.index("in") if "in" in relations else int(part.value == "!=,subset")
            space = space_of(part.kids[at + 1]) if "in" in relations else map_space(part)
            name = part.kids[at]
            if relations == ["colon", "to"] and is_letter(name) and name.value.isupper():
                space = space or Space("other map")  # a capital before brackets is no factor here
            space = None if "mapsto" in relations else space
            is_small = name.kind == "name" and len(name.value) == 1 and name.value.islower()
            if space is None and part.value == "colon,to":
                for each in [*named, part.kids[0]]:
                    if is_letter(each) and not base_letter(each.value).isupper():
                        self.declare(each.value, "function", (), 0, start)
            if space is None or (space.kind == "permutation" and is_small):  # i is an index in S_n
                named.clear()
                continue
            self.sizes.update(size_names(space.sizes))
            equal = part.kids[:at] if set(relations[:at]) <= {"=", ":="} else ()
            for each in [*named, part.kids[at], *equal]:
                refer = self._referred(each)
                if refer is None or refer.marks:
                    continue
                if space.kind == "simplex" and refer.indices:
                    continue  # one of several distributions
                places = sum(1 for index in refer.indices if index.kind != "num") or len(refer.indices) or space.places
                self.declare(refer.key, space.kind, space.sizes, places, start)
                if refer.indices and any(kid.kind == "dots" for kid in parts):
                    self.places.setdefault(refer.key, 1)
            named.clear()

    def _signed(self, page: Page, trees: Trees) -> None:
        """Find τ > 0 in the text, which says that τ is a number where nothing else says what it is."""
        known = {each.key for each in self.all_declared} | self.sizes | self.index_letters | self.turned
        for before, piece, behind in with_neighbours(page.pieces):
            words = f"{before.text[-30:]} {behind.text[:40]}"
            is_said = piece.kind == "inline" and not _NO_NUMBER.search(words)
            for tree in trees.get(piece.start, ()) if is_said else ():
                for part in distributed(tree):
                    is_sign = part.value in ("<", ">", "<=", ">=") and part.kids[1].kind == "num"
                    refer = self._referred(part.kids[0]) if is_sign else None
                    if refer is not None and not (refer.indices or refer.marks) and refer.key not in known:
                        letter = head_letter(refer.key)
                        if letter in _SMALL or (
                            LETTER.fullmatch(letter) and letter[1].islower() and letter not in NO_NUMBERS
                        ):
                            self.declare(refer.key, "number", (), 0, piece.start)

    def _prose(self, page: Page, trees: Trees) -> None:
        """Find "permutation matrix P" and the like in the words beside inline formulas."""
        pieces = page.pieces
        around = {each.piece.start: each for sentence in sentences(page) for each in beside(sentence)}
        for number, piece in enumerate(pieces):
            if piece.kind == "prose":
                for match in _UNICODE.finditer(piece.text):
                    words = [each for each in re.split(r"\s*[×x*]\s*", match["sizes"] or "") if each]
                    for name in re.split(r"\s*,\s*", match["names"]):
                        parts = tuple(Tree("num" if each.isdecimal() else "name", each) for each in words)
                        self.declare(name, kind_of(parts), parts, 0, piece.start)
                continue
            if piece.kind != "inline" or len(trees.get(piece.start, ())) != 1:
                continue
            (tree,) = trees[piece.start]
            is_member = tree.kind == "rel" and tree.value == "in"
            refer = self._referred(tree.kids[0] if is_member else tree)
            next_to = (*pieces[number - 1 : number], piece)[0], (piece, *pieces[number + 1 : number + 2])[-1]
            before, after = (each.text if each.kind == "prose" else "" for each in next_to)
            if re.search(r"\blet\s*\Z", before, re.I) and re.match(r"\s*be\s+(?:any|arbitrary|some)\b", after):
                names = [self._referred(each) for each in tree.items]
                self.fresh += [(each.key, piece.start) for each in names if each is not None and not each.marks]
            if refer is not None and (USUAL[0].search(before) or USUAL[1].match(after)):
                self.conventions.said.add(refer.key)
            if refer is None or refer.marks or refer.key in CONSTANTS:
                continue
            for pattern, kind, side in _PROSE:
                if (said := re.search(pattern, before if side < 0 else after, re.I)) is not None:
                    if kind == "orthogonal" and "matri" not in said[0] and not base_letter(refer.key)[:1].isupper():
                        continue  # vectors that are orthogonal to each other
                    if kind in _FACTS and _is_odd(around[piece.start], is_member):
                        break
                    places = len(refer.indices)
                    own = [each for each in self.all_declared if each.key == refer.key]
                    if kind == "number":  # whatever it is called further down
                        own = [each for each in own if each.start <= piece.start]
                    if kind in PROPERTIES and any(len(set(each.sizes)) > 1 for each in own):
                        break  # its columns are orthogonal to each other
                    is_known = any(each.places == places and each.sizes for each in own)
                    if not is_known or kind in ("permutation", "orthogonal"):
                        self.declare(refer.key, kind, own[0].sizes[:1] if is_known else (), places, piece.start)
                    break


def tokens_of(page: Page, piece: Piece, known: Mapping[str, Macro]) -> list[Row]:
    """Return the rows of a formula; raise Refused where it cannot be cut into tokens."""
    found = expanded(tokens(without_definitions(piece.text), piece.start, page.kind == "md"), known)
    check_depth(found)
    worded = [each.kind == "text" and each.text.strip() in page.defined_words for each in found]
    found = [
        each._replace(kind="word", text=each.text.strip()) if is_name else each
        for each, is_name in zip(found, worded, strict=True)
    ]
    if any(_OUTCOMES.fullmatch(each.text) for each in found):
        found = [each._replace(text=r"\in", kind="cmd") if _OUTCOMES.fullmatch(each.text) else each for each in found]
        found = [each._replace(text="outcomes") if each[:2] == ("text", ")") else each for each in found]
    return rows(list(_joined([*_bold_gradients(without_labels(found), page.has_bold_d)], page.words, page.gradients)))


def _bold_gradients(given: Sequence[Token], has_bold_d: bool) -> Iterator[Token]:
    r"""Make one token of the letters of \mathbf{dY}: one name; raise Refused where the note has a bold d alone."""
    at = 0
    while at < len(given):
        first, opening, d, letter, after = (*given[at : at + 5], *[END] * 4)[:5]
        if first.text not in BOLD or opening.text != "{" or d.text != "d" or letter.kind != "char":
            yield first
            at += 1
            continue
        is_pair = letter.text.isalpha() and not letter.spaced and not after.text.isalpha()
        if is_pair and has_bold_d:
            raise Refused(f"is {d.text}{letter.text} in bold one name, or a product of d and {letter.text}?")
        yield from (first, opening, *([_one([d, letter])] if is_pair else [d, letter]))
        at += 4


def _joined(given: Sequence[Token], words: frozenset[str], gradients: frozenset[str]) -> Iterator[Token]:
    """Make one token of the letters of a declared word; the dL and dW of dL/dW are none."""
    run, derivatives = list[Token](), set(_derivatives(given))
    for token in (*_upright(given, words), None):
        is_letter = token is not None and token.kind == "char" and token.text.isalpha()
        if run and (token is None or token.spaced or not is_letter):
            word = "".join(each.text for each in run)
            is_whole = run[0].start in derivatives
            yield from run if is_whole else [_one(run)] if word in words else _parted(run, word, words, gradients)
            run = []
        if token is not None and is_letter:
            run.append(token)
        elif token is not None:
            yield token


def _derivatives(given: Sequence[Token]) -> Iterator[int]:
    """Yield where dL and dW begin in dL/dW, also as a fraction."""
    for at, token in enumerate(given[:-1]):
        is_bar = token.text == "/" or [each.text for each in given[max(at - 1, 0) : at + 1]] == ["}", "{"]
        if not is_bar or given[at + 1].text != "d":
            continue
        first = at - 1 - (token.text == "{")
        while first > 0 and not given[first].spaced and given[first - 1].text.isalpha():
            first -= 1
        if first >= 0 and given[first].text == "d":
            yield from (given[first].start, given[at + 1].start)


def _upright(given: Sequence[Token], words: frozenset[str]) -> Iterator[Token]:
    r"""Yield tokens in which the upright d of \mathrm{d}V is as the other letter of its word."""
    at = 0
    while at < len(given):
        found = given[at : at + 5]
        is_upright = [each.text for each in found[:4]] == [r"\mathrm", "{", "d", "}"]
        if is_upright and f"d{found[-1].text}" in words:
            yield found[2]._replace(start=found[0].start, spaced=found[0].spaced)
            at += 4
            continue
        yield given[at]
        at += 1


def _parted(run: Sequence[Token], word: str, words: frozenset[str], gradients: frozenset[str]) -> Iterator[Token]:
    """Yield the letters between the gradients in a run, and each of these as one: dOV is dO V.

    Where the note has some, d beside another capital may be a number: raise Refused.
    """
    if word in gradients and word[1].islower():
        raise Refused(f'is {word} one name, or a product? words = ["{word}"], or a space between its letters')
    has_gradients = bool(gradients) or any(re.fullmatch("d[A-Z]", each) for each in words)
    at = 0
    for found in re.finditer("d[A-Z]", word if has_gradients else ""):
        if found[0] not in words:
            raise Refused(
                f'is {found[0]} one name, or a product? words = ["{found[0]}"], or a space between its letters'
            )
        yield from run[at : found.start()]
        yield _one(run[found.start() : found.end()])
        at = found.end()
    yield from run[at:]


def _one(run: Sequence[Token]) -> Token:
    """Return the token of a word."""
    return run[0]._replace(kind="word", text="".join(each.text for each in run), end=run[-1].end)


def trees_of(page: Page, piece: Piece, known: Mapping[str, Macro]) -> tuple[Tree, ...]:
    """Return the trees of a formula that can be parsed."""
    done = list[Tree]()
    try:
        for row in tokens_of(page, piece, known):
            for clause in row.clauses:
                try:
                    tree = parsed_clause(clause.tokens)
                    is_condition = clause.word not in ("", "where") and tree.value in ("=", ":=")
                    supposed = row.unread or is_condition or (clause.word in ("if", "for all") and tree.kind == "rel")
                    done.append(Tree("list", "", (tree,)) if supposed else tree)  # defines nothing
                except Refused:
                    continue
    except (Refused, RecursionError):
        pass
    return tuple(done)


def survey(page: Page, trees: Trees) -> Survey:
    """Look at all formulas of a note, by their places, and at the prose beside them."""
    found, votes = Survey(), Counter[str]()
    placed = [(start, tree) for start, own in trees.items() for tree in own]
    for _, tree in placed:
        found._letters(tree)
    found._added([tree for _, tree in placed])
    found.stepped |= set(steps_in([tree for _, tree in placed]))
    found.index_letters |= found.ends & {letter for _, letter in found.labelled}
    found.sizes -= found.index_letters
    found.labels |= {*found._labels([tree for _, tree in placed]), *found._of_one([tree for _, tree in placed])}
    found.worded |= set(found._worded())
    found.told |= {name for _, tree in placed if (name := _function_told(tree))}
    found.equated |= {name for _, tree in placed if (name := _function_told(tree, True))}
    for again in (False, True):  # the sizes that declarations name tell indices from labels
        votes.clear()
        for start, tree in placed:
            found._uses(tree, votes)
            if not again:
                found._declarations(tree, start)
        if not again:
            found._entries([tree for _, tree in placed])
            found._classes([tree for _, tree in placed])
            found._written_out([tree for _, tree in placed])
    said = agreed(page)
    if said.softmax:
        found.conventions.softmax = said.softmax
        found.conventions.said.add("softmax")
    found.conventions.said |= {"exp"} if said.entries else set()
    found.conventions.letters += said.letters
    found.conventions.functions.update(said.functions)
    found.conventions.words |= page.said_gradients
    found.all_declared = [each for each in found.all_declared if each.kind != "natural" or each.key not in found.sizes]
    if said.simplex:
        found.all_declared = [each for each in found.all_declared if each.kind != "simplex"]
    found._prose(page, trees)
    found._signed(page, trees)
    found.lengths = lengths(page, (tree for _, tree in placed), found.index_letters)
    found.all_declared += declared_anew(page, trees, found.all_declared, found)
    found.is_power = may_be_powers(page, trees, found.all_declared)
    if found.is_power:  # what stands below ^T need not be a vector
        above = [each for _, tree in placed for each in walk(tree, "script") if each.kids[2].value == "T"]
        found.turned -= {refer.key for each in above if (refer := found._referred(each)) is not None}
    found.halved = dict(_halves(page, placed, found.sizes))
    little, much = sorted((votes["column"], votes["row"]))
    way = "column" if votes["column"] >= votes["row"] else "row"
    found.conventions.vectors = said.vectors or (way if much >= 6 * little else "mixed")
    if votes["from 0"] > votes["from 1"]:
        found.conventions.first = 0
    return found


def _halves(page: Page, placed: Iterable[tuple[int, Tree]], sizes: Set[str]) -> Iterator[tuple[str, int]]:
    """Yield the P of P_{t,2i} = … and P_{t,2i+1} = …, and the line: i is no size, and P not on the right side."""
    lines = defaultdict[str, dict[str, int]](dict)
    for start, tree in placed:
        left, right = tree.kids if tree.kind == "rel" and tree.value in ("=", ":=") else (NONE, NONE)
        base, below, above = left.scripts
        items = below.kids if below.kind in ("list", "group") else below.items
        half = halved(items[-1]) if items and above is NONE and base.kind == "name" else None
        named = {each.value for each in walk(right, "name")}
        if half is not None and half[0].value not in sizes and base.value not in named:
            lines[base.value].setdefault(half[1], page.place(start)[0])
    yield from ((name, min(own.values())) for name, own in lines.items() if len(own) == 2)


def _function_told(tree: Tree, is_any: bool = False) -> str:
    """Return the f of f(x, …) = … where these letters stand on the right side, if not any; nothing for all else."""
    left, right = tree.kids if tree.kind == "rel" and tree.value in ("=", ":=") else (NONE, NONE)
    name, group = left.kids if left.kind == "juxt" and len(left.kids) == 2 else (NONE, NONE)
    is_call = is_letter(name) and group.value == "(" and group.kids != () and all(map(is_letter, group.kids))
    return name.value if is_call and (is_any or letters_in(group) <= letters_in(right)) else ""


def _is_odd(said: Beside, is_declared: bool) -> bool:
    """Tell whether the words of a sentence deny a property, or give it in a case only, or to something like it."""
    is_case = bool(_CASE.search(said.before)) and not is_declared
    is_case = is_case or bool(_IN_A_CASE.search(said.rest))
    return bool(is_case or _LIKE.search(said.before) or ODD.search(f"{said.before} , {said.rest}"))


def _outside(tree: Tree) -> set[str]:
    """Return the letters that stand anywhere but below others."""
    if tree.kind == "script":
        return _outside(tree.kids[0]) | _outside(tree.kids[2])
    return {tree.value} if is_letter(tree) else {each for kid in tree.kids for each in _outside(kid)}


def _is_member(tree: Tree) -> bool:
    """Tell whether a letter lies in a set in braces."""
    right = tree.kids[1] if tree.kind == "rel" and tree.value.startswith("in") else NONE
    return right.kind == "group" and right.value[0] in "[{" and not right.value.startswith("[;")


def _called(after: Tree) -> bool:
    group = after.base
    return group.kind == "group" and group.value[:1] == "("


def size_names(sizes: Iterable[Tree]) -> set[str]:
    """Return the names of sizes; of d_k it is d_k, neither d nor k."""
    found, waiting = set[str](), list(sizes)
    while waiting:
        node = waiting.pop()
        refer = Survey()._referred(node) if node.kind == "script" else None
        if refer is not None or is_letter(node):
            found.add(node.value if refer is None else refer.key)
        else:
            waiting += node.kids
    return found
