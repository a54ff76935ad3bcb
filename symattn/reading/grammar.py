"""Layer 3, the grammar: relations, sums, products, factors with their scripts; a command has a handler of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from symattn.reading.foreign import is_foreign
from symattn.reading.notation import (
    ACCENTS,
    BIG,
    BOLD,
    COMMAND_WORDS,
    FONTS,
    KNOWN_WORDS,
    LOGIC,
    MAPS,
    NO_FACTORS,
    OPEN,
    OPERATORS,
    RELATIONS,
    SHORT_WORDS,
    TRANSPOSED,
    WORDS,
)
from symattn.reading.refusal import Refused, attempt
from symattn.reading.tokens import END, Token, digit
from symattn.reading.tree import NONE, ONE, Tree, differentiates, replaced

#: Signs of a product, and what the tree keeps of them.
_DOTS = {r"\cdot": "", r"\times": "×", "*": "*"}


_INDICES = {*"ijklmn"}


class Grammar:
    """Parse tokens as a tree, without meaning."""

    handlers: ClassVar[dict[str, Callable[[Any, str], Tree]]] = {}
    stops: frozenset[str] = frozenset()

    def __init__(self, given: Sequence[Token]) -> None:
        self.given, self.at = given, 0
        self.has_gap = False  # a space that shows stands between factors

    @property
    def next(self) -> Token:
        """The token that comes next; END behind the last."""
        return self.given[self.at] if self.at < len(self.given) else END

    @property
    def text(self) -> str:
        """The text of the token that comes next."""
        return self.next.text

    def take(self) -> Token:
        token = self.next
        if token is END:
            raise self.refused()
        self.at += 1
        return token

    def skips(self, *texts: str) -> bool:
        """Take the next token where it is one of these, and tell whether it is."""
        found = self.text in texts
        self.at += found
        return found

    def refused(self) -> Refused:
        return Refused("the formula breaks off" if self.next is END else f"{self.text} is not understood here")

    def statement(self) -> Tree:
        parts, signs = [self.comparison()], list[str]()
        while self.text in LOGIC:
            signs.append(LOGIC[self.take().text])
            parts.append(self.comparison())
        if len(set(signs)) > 1:
            raise Refused("∧ beside ∨: write brackets")
        return Tree("logic", signs[0], tuple(parts)) if signs else parts[0]

    def comparison(self) -> Tree:
        start = self.next.start
        sides, relations = [self.expression(empty=True)], list[str]()
        while relation := self.relation():
            relations.append(relation)
            sides.append(self.expression(empty=True))
        if "=:" in relations:  # X =: G says what G is
            if len(relations) > 1:
                raise Refused("=: in a chain is not read")
            sides, relations = sides[::-1], [":="]
        return Tree("rel", ",".join(relations), tuple(sides), start) if relations else sides[0]

    def relation(self) -> str:
        text = self.text
        if text == ":" and [each.text for each in self.given[self.at + 1 : self.at + 2]] == ["="]:
            self.at += 2
            return ":="
        if text == "=" and [each.text for each in self.given[self.at + 1 : self.at + 2]] == [":"]:
            self.at += 2
            return "=:"
        if text in (":", r"\colon") and any(RELATIONS.get(each.text) in MAPS for each in self.given[self.at :]):
            self.at += 1
            return "colon"
        if self.skips(r"\stackrel", r"\overset"):
            above, base = self.argument(), self.argument()
            if [each.text for each in base] == ["="]:
                says = "".join(each.text for each in above if each.kind not in ("open", "close"))
                if "?" in says:
                    raise Refused("the row asks")
                if "def" in says or "triangle" in says or says == r"\Delta":
                    return ":="
                raise Refused(f"what does {says} over the = mean?")
            raise Refused(f"{text} is not understood here")
        if self.skips(*RELATIONS) and text == r"\xrightarrow":
            self.argument()
        return RELATIONS.get(text, "")

    def expression(self, empty: bool = False) -> Tree:
        signs, terms = "", list[Tree]()
        if empty and (self.next is END or self.text in {**RELATIONS, **LOGIC, ":": ""} or self.defines()):
            return NONE
        while True:
            sign = "+"
            if self.text in ("+", "-"):
                sign = self.take().text
                if sign == "+" and self.skips("-"):  # a + −b
                    sign = "-"
            elif self.text in (r"\pm", r"\mp"):
                raise Refused("± has two meanings")
            elif terms:
                break
            signs += sign
            terms.append(self.term())
        return terms[0] if signs == "+" else Tree("add", signs, _turned(terms))

    def term(self) -> Tree:
        left = self.chunk()
        while self.text in OPERATORS:
            if any(map(differentiates, left.kids[-2:-1] if left.kind == "juxt" else ())):
                raise Refused("how far does the derivative reach? brackets would tell")
            left = Tree("op", OPERATORS[self.take().text], (left, self.chunk(signed=True)))
        return left

    def chunk(self, signed: bool = False) -> Tree:
        """Parse what stands beside each other, with · and / in it."""
        factors = list[Tree]()
        if signed and self.skips("-"):
            return Tree("add", "-", (self.chunk(),))
        while True:
            if self.text in _DOTS:
                factors.append(Tree("dot", _DOTS[self.take().text]))
            elif factors and self.skips("/"):
                reached = _reached(factors)
                is_angle = any(each.base.value == r"\pi" for each in reached)  # sin 2πk/n
                if (reached and not is_angle) or any(map(differentiates, factors[-2:-1])):
                    raise Refused("what stands over the / is not clear; use brackets")
                factors, over = (factors[: -len(reached)], reached) if is_angle else ([], factors)
                below = self.factor()
                if self.starts_factor():
                    if not (self.text in OPEN and below.kind == "name" and len(below.value) > 2):
                        raise Refused("what stands under the / is not clear; use brackets")
                    below = beside([below, self.factor()])
                if self.text in _DOTS and below.kind != "num":
                    raise Refused("what stands under the / is not clear; use brackets")
                factors.append(Tree("frac", "", (beside(over), below)))
            elif self.starts_factor():
                shows, is_spaced = self.next.spaced not in ("", " "), bool(self.next.spaced)
                self.has_gap = self.has_gap or (shows and bool(factors))
                factors += _ones(factors, self.factor())
                self._check_number(factors, is_spaced)
            else:
                break
        if not factors or "dot" in (factors[-1].kind, factors[0].kind):
            raise self.refused()
        return beside(factors)

    def _check_number(self, factors: Sequence[Tree], is_spaced: bool) -> None:
        """Refuse 12 288, 64 x 12 and 2x (3), where the number is no factor, or need not be one."""
        *_, first, before, last = NONE, NONE, *factors
        is_one = first.kind == last.kind == "num" and before.value in ("x", "e", "E")  # 64 x 12, 1e5
        sign, digits = (*self.given[self.at : self.at + 2], END, END)[:2]
        is_small = before.kind == "num" and last.value in ("e", "E") and sign.text == "-" and digits.kind == "num"
        is_one = is_one or (is_small and not (sign.spaced or digits.spaced))  # 1e-5
        if is_one or before.kind == "num" == last.base.kind:
            raise Refused("numbers beside each other: is this one number, or a product? write \\cdot")
        in_brackets = [each.within("(").kind == "num" for each in (before, last)]
        is_last = in_brackets[1] and self.next is END and (len(factors) > 2 or self.has_gap)
        is_first = in_brackets == [True, False] and len(factors) == 2
        if is_spaced and (is_first or (is_last and not in_brackets[0])):
            raise Refused("is this a factor, or the number of the row? write \\tag, or \\cdot")

    def defines(self) -> bool:
        """Tell whether an = with words above it stands here."""
        rest = [token.text for token in self.given[self.at : self.at + 12]]
        return self.text in (r"\stackrel", r"\overset") and "=" in rest

    def starts_factor(self) -> bool:
        kind, text = self.next.kind, self.text
        is_mark = kind in ("end", "close", "amp", "row", "sup", "sub", "prime") or text.startswith(r"\end{")
        return not (is_mark or text in NO_FACTORS or text in self.stops or self.defines())

    def factor(self) -> Tree:
        return self.scripted(self.atom())

    def scripted(self, base: Tree) -> Tree:
        found, primes = {"sub": NONE, "sup": NONE}, ""
        while (token := self.next).kind in ("sub", "sup", "prime"):
            self.at += 1
            if token.kind == "prime":
                primes += "'"
                continue
            script = self.script()
            if found[token.kind] is not NONE:
                raise Refused("two scripts at one place")
            if token.kind == "sup" and script.kind == "name" and script.value == r"\prime":
                primes += "'"
            else:
                found[token.kind] = replace(script, start=token.start)
            self._check_braces(self.given[self.at - 1])
        if primes:
            base = replace(base, value=base.value + primes) if base.kind == "name" else _no_prime(base)
        sub, sup = found.values()
        if sub is NONE and sup is NONE:
            return base
        made = Tree("script", "", (base, sub, sup))
        return numbered(made, sub) if base.kind == "group" and sub.kind == "list" else made

    def _check_braces(self, script: Token) -> None:
        """Refuse A_ij and x^-1, which are printed as A_i j and x^- 1."""
        after, behind = (*self.given[self.at : self.at + 2], END, END)[:2]
        goes_on = script.text in _INDICES and after.text in _INDICES and behind.kind != "sub"
        goes_on = goes_on or (script.text == "-" and (after.kind == "num" or after.text.isalpha()))
        if goes_on and not after.spaced:
            raise Refused(f"TeX takes {script.text} alone of {script.text}{after.text}: write braces around it")

    def script(self) -> Tree:
        if self.text in WORDS | FONTS | BOLD | ACCENTS:
            return self.atom()
        inside = self.argument()
        if len(inside) == 1 and inside[0].kind not in ("num", "open"):
            kind, text = inside[0][:2]
            return Tree("text" if kind == "text" else "raw" if text in (".", ",", ";", "!", "?") else "name", text)
        if inside and inside[0].text in (r"\circ", r"\odot"):  # A^{∘2}, of every entry
            return Tree("entrywise", "", (self.inside(inside[1:]),))
        return attempt(type(self)(inside).indices) or Tree("raw", "".join(each.text for each in inside))

    def indices(self) -> Tree:
        """Parse the indices that stand below, all of them."""
        items = [self.index()]
        while self.skips(",", ";"):
            items.append(self.index())
        if self.next is not END:
            raise self.refused()
        return items[0] if len(items) == 1 else Tree("list", "", tuple(items))

    def index(self) -> Tree:
        """Parse an index, or a slice such as : or n:."""
        low = self.statement()
        if not self.skips(":"):
            return low
        return Tree("slice", "", (low, NONE if self.next is END or self.text in (",", ";") else self.statement()))

    def argument(self, goes_on: bool = False) -> list[Token]:
        """Take the tokens of the next argument: what stands in braces, or one token, of a number its first digit.

        Raise Refused where more digits stand behind it, unless another argument takes them: x^10 is printed as x¹0.
        """
        token = self.take()
        if token.kind == "open":
            return self.closed()
        token, rest = digit(token)
        if rest:
            if not goes_on or not token.text.isdecimal():
                raise Refused(f"TeX takes {token.text} alone of {token.text}{rest[0].text}: write braces around it")
            self.given, self.at = [*self.given[: self.at], *rest, *self.given[self.at :]], self.at
        return [token]

    def closed(self) -> list[Token]:
        """Take what stands up to where the brace, or the environment, closes that is open."""
        depth, begin = 1, self.at
        while depth:
            depth += self.take().step
        return list(self.given[begin : self.at - 1])

    def inside(self, given: Sequence[Token]) -> Tree:
        """Parse an argument that is a formula of its own."""
        over = [
            at for at, token in enumerate(given) if token.text == r"\over" and not sum(each.step for each in given[:at])
        ]
        if len(over) == 1:
            return Tree("frac", "", (self.inside(given[: over[0]]), self.inside(given[over[0] + 1 :])))
        return self.whole(given)

    def atom(self) -> Tree:
        begin, token = self.at, self.take()
        kind, text = token[:2]
        handler = self.handlers.get(text.split("{")[0] if kind == "env" else text)
        if handler is not None:
            return handler(self, text)
        if kind in ("word", "num"):
            return Tree("num" if kind == "num" else "name", text)
        if kind == "text":
            if text.strip() == "pos":
                return Tree("name", r"\pos")
            return Tree("name" if self._is_name(text.strip()) else "text", text.strip())
        if kind == "open":
            inside = self.closed()
            if not inside:
                return Tree("empty")
            if inside[0].text in BIG and attempt(self.whole, inside) is None:  # {\\sum_j} x: it has no body there
                self.given, self.at = [*self.given[:begin], *inside, *self.given[self.at :]], begin
                return self.atom()
            tree = self.inside(inside)
            return Tree("group", "{", (tree,)) if tree.kind in ("add", "juxt", "rel", "op", "big") else tree
        if kind == "char" and text.isascii() and text.isalpha():
            return self.letters()
        if kind == "char" and is_foreign(text):
            raise Refused(f"the word “{text}” is not read: words in a formula stand in \\text{{…}}")
        if (kind == "cmd" and text[1:].isalpha()) or (kind == "char" and text.isalpha()):
            return Tree("name", text)
        self.at = begin
        raise self.refused()

    def _is_name(self, word: str) -> bool:
        """Tell whether a word in a formula is a name: it is known, it is called, or it has a script."""
        is_called = self.text in ("(", "[") and (not self.next.spaced or word[:1].isupper())
        attached = is_called or self.next.kind in ("sub", "sup")
        return word in KNOWN_WORDS or (word.isalnum() and not word.isdecimal() and attached)

    @classmethod
    def whole(cls, given: Sequence[Token]) -> Tree:
        """Parse a formula, relations and all, as one tree; raise Refused where something is left over."""
        if not given:
            raise Refused("an empty formula")
        parser = cls(given)
        tree = parser.statement()
        if parser.next is not END:
            raise parser.refused()
        return tree

    def letters(self) -> Tree:
        """Take a letter, or a word that is written letter by letter."""
        begin, at = self.at - 1, self.at
        while (
            at < len(self.given) and not (each := self.given[at]).spaced and each.kind == "char" and each.text.isalpha()
        ):
            at += 1
        run = "".join(each.text for each in self.given[begin:at])
        called = at < len(self.given) and self.given[at].text == "("
        if run == "pos" or (run == "PE" and "pos" in "".join(each.text for each in self.given[at : at + 6])):
            self.at = at  # the position in an encoding is a letter, and PE(pos, 2i) an entry
            place = self.atom() if run == "PE" and called else NONE
            name = Tree("name", run if run == "PE" else r"\pos")
            return name if place is NONE else Tree("script", "", (name, place, NONE))
        for length in range(len(run), 1, -1):
            word = run[:length]
            is_long = length >= 4 and sum(map(str.islower, word)) >= 3
            is_word = length == len(run) and called and (is_long or word in SHORT_WORDS)
            if (word in KNOWN_WORDS and (length == len(run) or not run[length:].islower())) or is_word:
                self.at = begin + length
                return Tree("name", word)
        return Tree("name", run[0])


def beside(factors: Sequence[Tree]) -> Tree:
    """Return what stands beside each other; one by itself is itself."""
    return factors[0] if len(factors) == 1 else Tree("juxt", "", tuple(factors))


def numbered(tree: Tree, below: Tree) -> Tree:
    """Make a letter of the index of a sum, or of entries, that has a number, as i_1."""
    names = [kid for part in (below, *below.kids) if part.kind == "rel" for kid in part.kids[:2]]
    meant = [
        (each, Tree("name", rf"\{each.base.value}_{each.kids[1].value}"))
        for each in names
        if each.kind == "script" and each.kids[1].kind == "num"
    ]
    return replaced(tree, meant)


def _turned(terms: Sequence[Tree]) -> tuple[Tree, ...]:
    """Put brackets around cos θ and sin θ in cos θ x − sin θ y, where both reach over θ alone."""
    heads = [
        term.kids[:-1] if term.kind == "juxt" and "dot" not in {each.kind for each in term.kids} else ()
        for term in terms
    ]
    done = list(terms)
    for one, own in enumerate(heads):
        for other, head in enumerate(heads):
            names = {each.value for each in (*own[:1], *head[:1])}
            is_turn = names == {"sin", "cos"} and len(own) > 1 and own[1:] == head[1:]
            if is_turn and terms[one].kids[-1] != terms[other].kids[-1]:
                done[one] = beside([Tree("group", "(", (beside(own),)), terms[one].kids[-1]])
    return tuple(done)


def _reached(factors: Sequence[Tree]) -> Sequence[Tree]:
    """Return what a function without brackets reaches over that stands last, as in sin 2 x / 3; nothing without one."""
    functions = [at for at, each in enumerate(factors) if f"\\{each.base.value}" in COMMAND_WORDS]
    reached = factors[functions[-1] + 1 :] if functions else ()
    is_bare = all(each.base.kind in ("name", "num") or (len(reached) == 1 and each.kind != "group") for each in reached)
    return reached if is_bare else ()


def _no_prime(base: Tree) -> Tree:
    if base.base is not base and base.base.kind == "name":
        return replace(base, kids=(replace(base.base, value=base.base.value + "'"), *base.kids[1:]))
    raise Refused("a prime that is not behind a letter is not read")


def _ones(factors: list[Tree], last: Tree) -> list[Tree]:
    """Return the factors that stand for the next one: 11ᵀ is a column of ones, and a row of them."""
    base, sub, sup = last.scripts
    is_turned = base.kind == "num" and sub is NONE and sup.kind == "name" and sup.value in TRANSPOSED
    ones = Tree("name", r"\mathbf{1}", start=last.start)
    if is_turned and base.value == "1" and factors[-1:] == [ONE]:
        factors.pop()
    elif not is_turned or base.value != "11":
        return [last]
    return [ones, replace(last, kids=(ones, sub, sup))]
