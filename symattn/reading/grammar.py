"""Layer 3, the grammar: relations, sums, products, factors with their scripts; a command has a handler of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from symattn.reading.notation import (
    ACCENTS,
    BIG,
    BOLD,
    COMMAND_WORDS,
    FONTS,
    KNOWN_WORDS,
    LOGIC,
    MAPS,
    OPEN,
    OPERATORS,
    RELATIONS,
    WORDS,
)
from symattn.reading.refusal import Refused
from symattn.reading.tokens import Token
from symattn.reading.tree import NONE, Tree, replaced

#: Signs of a product, and what the tree keeps of them.
_DOTS = {r"\cdot": "", r"\times": "×", "*": "*"}


class Grammar:
    """Parse tokens as a tree, without meaning."""

    handlers: ClassVar[dict[str, Callable[[Any, str, int], Tree]]] = {}
    stops: frozenset[str] = frozenset()

    def __init__(self, given: Sequence[Token]) -> None:
        self.given, self.at = given, 0

    def peek(self, ahead: int = 0) -> Token | None:
        return self.given[self.at + ahead] if self.at + ahead < len(self.given) else None

    def take(self) -> Token:
        token = self.peek()
        if token is None:
            raise Refused("the formula breaks off", self._end())
        self.at += 1
        return token

    def _end(self) -> tuple[int, int] | None:
        return (self.given[-1].start, self.given[-1].end) if self.given else None

    def refused(self) -> Refused:
        token = self.peek()
        return Refused(
            f"{token.text} is not understood here" if token else "the formula breaks off",
            (token.start, token.end) if token else self._end(),
        )

    def node(self, kind: str, value: str, kids: Sequence[Tree], begin: int) -> Tree:
        first, last = self.given[begin], self.given[max(begin, self.at - 1)]
        return Tree(kind, value, tuple(kids), (first.start, max(last.end, first.end)))

    def statement(self) -> Tree:
        begin = self.at
        parts, signs = [self.comparison()], list[str]()
        while (token := self.peek()) is not None and token.text in LOGIC:
            signs.append(LOGIC[self.take().text])
            parts.append(self.comparison())
        if len(set(signs)) > 1:
            raise Refused("∧ beside ∨: write brackets", self._end())
        return parts[0] if not signs else self.node("logic", signs[0], parts, begin)

    def comparison(self) -> Tree:
        begin = self.at
        sides, relations = [self.expression(empty=True)], list[str]()
        while (relation := self.relation()) is not None:
            relations.append(relation)
            sides.append(self.expression(empty=True))
        return sides[0] if not relations else self.node("rel", ",".join(relations), sides, begin)

    def relation(self) -> str | None:
        token, after = self.peek(), self.peek(1)
        if token is None:
            return None
        if token.text == ":" and after is not None and after.text == "=":
            self.at += 2
            return ":="
        if token.text in (":", r"\colon") and any(RELATIONS.get(each.text) in MAPS for each in self.given[self.at :]):
            self.at += 1
            return "colon"
        if token.text in (r"\stackrel", r"\overset"):
            self.at += 1
            above, base = self.argument(raw=True), self.argument(raw=True)
            if [each.text for each in base] == ["="]:
                says = "".join(each.text for each in above)
                return ":=" if "def" in says or "triangle" in says else "="
            raise Refused(f"{token.text} is not understood here", (token.start, token.end))
        if token.text not in RELATIONS:
            return None
        self.at += 1
        if token.text == r"\xrightarrow":
            self.argument(raw=True)
        return RELATIONS[token.text]

    def expression(self, empty: bool = False) -> Tree:
        begin, signs, terms = self.at, "", list[Tree]()
        token = self.peek()
        if empty and (token is None or token.text in {**RELATIONS, **LOGIC, ":": ""} or self.defines()):
            return NONE
        while True:
            token = self.peek()
            sign = "+"
            if token is not None and token.text in ("+", "-"):
                sign = self.take().text
                after = self.peek()
                if sign == "+" and after is not None and after.text == "-":  # a + −b
                    sign = self.take().text
            elif token is not None and token.text in (r"\pm", r"\mp"):
                raise Refused("± has two meanings", (token.start, token.end))
            elif terms:
                break
            signs += sign
            terms.append(self.term())
        return terms[0] if signs == "+" else self.node("add", signs, terms, begin)

    def term(self) -> Tree:
        begin, left = self.at, self.chunk()
        while (token := self.peek()) is not None and token.text in OPERATORS:
            self.at += 1
            left = self.node("op", OPERATORS[token.text], (left, self.chunk(signed=True)), begin)
        return left

    def chunk(self, signed: bool = False) -> Tree:
        """Parse what stands beside each other, with · and / in it."""
        begin, factors = self.at, list[Tree]()
        token = self.peek()
        if signed and token is not None and token.text == "-":
            self.at += 1
            return self.node("add", "-", (self.chunk(),), begin)
        while (token := self.peek()) is not None:
            if token.text in _DOTS:
                self.at += 1
                factors.append(self.node("dot", _DOTS[token.text], (), self.at - 1))
            elif token.text == "/" and factors:
                if _reaches(factors):
                    raise Refused("what stands over the / is not clear; use brackets", (token.start, token.end))
                self.at += 1
                below = self.factor()
                after = self.peek()
                if self.starts_factor(after) and after is not None:
                    if not (after.text in OPEN and below.kind == "name" and len(below.value) > 2):
                        raise Refused("what stands under the / is not clear; use brackets", (token.start, token.end))
                    below = self.node("juxt", "", (below, self.factor()), begin)
                above = factors[0] if len(factors) == 1 else self.node("juxt", "", factors, begin)
                factors = [self.node("frac", "", (above, below), begin)]
            elif self.starts_factor(token):
                factors.append(self.factor())
            else:
                break
        if not factors or factors[-1].kind == "dot" or factors[0].kind == "dot":
            raise self.refused()
        return factors[0] if len(factors) == 1 else self.node("juxt", "", factors, begin)

    def defines(self) -> bool:
        """Tell whether an = with words above it stands here."""
        rest = [token.text for token in self.given[self.at : self.at + 12]]
        return rest[:1] in (["\\stackrel"], ["\\overset"]) and "=" in rest

    def starts_factor(self, token: Token | None) -> bool:
        if token is not None and token is self.peek() and self.defines():
            return False
        if token is None or token.kind in ("close", "amp", "row", "sup", "sub", "prime"):
            return False
        if token.text in {**RELATIONS, **OPERATORS, **LOGIC} or token.text in self.stops:
            return False
        return token.text not in (
            "+",
            "-",
            "/",
            ",",
            ";",
            ":",
            ".",
            r"\pm",
            ")",
            "]",
            r"\}",
            r"\rangle",
            r"\rVert",
            r"\rvert",
            r"\rfloor",
            r"\rceil",
            r"\mid",
            "!",
            r"\over",
            r"\end",
            r"\rbrack",
            r"\cdot",
            r"\times",
            r"\colon",
            "*",
        ) and not token.text.startswith(r"\end{")

    def factor(self) -> Tree:
        begin = self.at
        return self.scripted(self.atom(), begin)

    def scripted(self, base: Tree, begin: int) -> Tree:
        sub, sup, primes = NONE, NONE, ""
        while (token := self.peek()) is not None and token.kind in ("sub", "sup", "prime"):
            self.at += 1
            if token.kind == "prime":
                primes += "'"
                continue
            script = self.script()
            if (sub if token.kind == "sub" else sup) is not NONE:
                raise Refused("two scripts at one place", (token.start, token.end))
            if token.kind == "sub":
                sub = script
            elif script.kind == "name" and script.value == r"\prime":
                primes += "'"
            else:
                sup = script
        if primes:
            base = self.node("name", base.value + primes, (), begin) if base.kind == "name" else _no_prime(base)
        if sub is NONE and sup is NONE:
            return base
        made = self.node("script", "", (base, sub, sup), begin)
        return numbered(made, sub) if base.kind == "group" and sub.kind == "list" else made

    def script(self) -> Tree:
        begin = self.at
        after = self.peek()
        if after is not None and after.text in WORDS | FONTS | BOLD | ACCENTS:
            return self.atom()
        inside = self.argument(raw=True)
        if len(inside) == 1 and inside[0].kind not in ("num", "open"):
            token = inside[0]
            kind = "text" if token.kind == "text" else "raw" if token.text in (".", ",", ";", "!", "?") else "name"
            return self.node(kind, token.text, (), begin)
        if inside and inside[0].text in (r"\circ", r"\odot"):  # A^{∘2}, of every entry
            return self.node("entrywise", "", (self.inside(inside[1:]),), begin)
        parser = type(self)(inside)
        try:
            items = [parser.index()]
            while (token_ := parser.peek()) is not None and token_.text in (",", ";"):
                parser.at += 1
                items.append(parser.index())
            if parser.at == len(inside):
                return items[0] if len(items) == 1 else self.node("list", "", items, begin)
        except Refused:
            pass
        return self.node("raw", "".join(each.text for each in inside), (), begin)

    def index(self) -> Tree:
        """Parse an index, or a slice such as : or n:."""
        begin = self.at
        low = self.statement()
        token = self.peek()
        if token is None or token.text != ":":
            return low
        self.at += 1
        token = self.peek()
        high = NONE if token is None or token.text in (",", ";") else self.statement()
        return self.node("slice", "", (low, high), begin)

    def argument(self, raw: bool = False) -> list[Token]:
        """Take the tokens of the next argument, one token or what stands in braces."""
        token = self.take()
        if token.kind != "open":
            return [token]
        depth, begin = 1, self.at
        while depth:
            token = self.take()
            depth += {"open": 1, "close": -1}.get(token.kind, 0)
        return list(self.given[begin : self.at - 1])

    def inside(self, given: Sequence[Token]) -> Tree:
        """Parse an argument that is a formula of its own."""
        over = [number for number, token in enumerate(given) if token.text == r"\over"]
        if over:
            depth = [number for number in over if _depth(given[:number]) == 0]
            if len(depth) == 1:
                above, below = self.inside(given[: depth[0]]), self.inside(given[depth[0] + 1 :])
                return Tree("frac", "", (above, below), (above.span[0], below.span[1]))
        return self.whole(given)

    def atom(self) -> Tree:
        begin, token = self.at, self.take()
        text = token.text
        handler = self.handlers.get(text)
        if handler is not None:
            return handler(self, text, begin)
        if token.kind == "word":
            return self.node("name", text, (), begin)
        if token.kind == "num":
            return self.node("num", text, (), begin)
        if token.kind == "text":
            return self.node("name" if self._is_name(text.strip()) else "text", text.strip(), (), begin)
        if token.kind == "open":
            self.at = begin
            inside = self.argument()
            if not inside:
                return self.node("empty", "", (), begin)
            if inside[0].text in BIG and self.is_bare(inside):
                self.given = [*self.given[:begin], *inside, *self.given[self.at :]]  # {\\sum_j} x
                self.at = begin
                return self.atom()
            tree = self.inside(inside)
            return (
                tree
                if tree.kind not in ("add", "juxt", "rel", "op", "big")
                else self.node("group", "{", (tree,), begin)
            )
        if text.startswith(r"\begin{"):
            return self.environment(text[7:-1].rstrip("*"), begin)
        if token.kind == "char" and text.isascii() and text.isalpha():
            return self.letters(begin)
        if token.kind == "cmd" and text[1:].isalpha():
            return self.node("name", text, (), begin)
        if token.kind == "char" and text.isalpha():
            return self.node("name", text, (), begin)
        self.at = begin
        raise self.refused()

    def _is_name(self, word: str) -> bool:
        """Tell whether a word in a formula is a name: it is known, it is called, or it has a script."""
        after = self.peek()
        attached = after is not None and (
            (after.text in ("(", "[") and (not after.spaced or word[:1].isupper())) or after.kind in ("sub", "sup")
        )
        return word in KNOWN_WORDS or (word.isalnum() and not word.isdecimal() and attached)

    @classmethod
    def whole(cls, given: Sequence[Token]) -> Tree:
        """Parse a formula, relations and all, as one tree; raise Refused where something is left over."""
        if not given:
            raise Refused("an empty formula")
        parser = cls(given)
        tree = parser.statement()
        if parser.at < len(parser.given):
            raise parser.refused()
        return tree

    def is_bare(self, given: Sequence[Token]) -> bool:
        """Tell whether a sum in braces has no body there."""
        try:
            self.whole(given)
        except Refused:
            return True
        return False

    def letters(self, begin: int) -> Tree:
        """Take a letter, or a word that is written letter by letter."""
        raise NotImplementedError

    def environment(self, name: str, begin: int) -> Tree:
        """Take an environment."""
        raise NotImplementedError


def numbered(tree: Tree, below: Tree) -> Tree:
    """Make a letter of the index of a sum, or of entries, that has a number, as i_1."""
    names = [kid for part in (below, *below.kids) if part.kind == "rel" for kid in part.kids[:2]]
    meant = [(each, _one_name(each)) for each in names if each.kind == "script" and each.kids[1].kind == "num"]
    return replaced(tree, meant)


def _one_name(tree: Tree) -> Tree:
    base, number, _ = tree.kids
    return Tree("name", rf"\{base.value}_{number.value}", (), tree.span)


def _reaches(factors: Sequence[Tree]) -> bool:
    """Tell whether a function without brackets stands last, as in sin x / 2."""
    names = [each.base.value for each in factors[:-1]]
    return factors[-1].kind != "group" and any(f"\\{name}" in COMMAND_WORDS for name in names[-1:])


def _no_prime(base: Tree) -> Tree:
    if base.kind == "script" and base.kids[0].kind == "name":
        name = Tree("name", base.kids[0].value + "'", (), base.kids[0].span)
        return Tree("script", "", (name, *base.kids[1:]), base.span)
    raise Refused("a prime that is not behind a letter is not read", base.span)


def _depth(given: Sequence[Token]) -> int:
    return sum((token.kind == "open") - (token.kind == "close") for token in given)
