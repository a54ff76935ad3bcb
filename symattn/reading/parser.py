"""Layer 3, the parser: the tokens of a formula as a surface tree, each command by its handler."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from symattn.reading.grammar import Grammar, numbered
from symattn.reading.notation import (
    ACCENTS,
    BARS,
    BIG,
    BOLD,
    BRACES,
    BRACKET,
    COMMAND_WORDS,
    DOTS,
    FONTS,
    JOINED,
    KNOWN_WORDS,
    LIMITS,
    MATRICES,
    OPEN,
    SAID,
    THROUGH,
    WORDS,
)
from symattn.reading.refusal import Refused
from symattn.reading.tokens import Token
from symattn.reading.tree import NONE, Tree


def parsed(given: Sequence[Token]) -> Tree:
    r"""Parse a formula, relations and all, as one tree.

    >>> from symattn.reading.tokens import tokens
    >>> print(parsed(tokens(r"q_m^\top k_n = \sum_{i=1}^d x_i + \sin(m\theta)")))
    rel:=(juxt(script(q, m, \top), script(k, n, none)), add:++(big:sum(rel:=(i, 1), d, script(x, i, none)),
    juxt(sin, group:((juxt(m, \theta)))))
    """
    return Parser.whole(given)


def parsed_clause(given: Sequence[Token]) -> Tree:
    """Parse a formula, or several with commas between them, as a list."""
    said = _said(given)
    if said is not None:
        return said
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in given:
        opens = token.kind == "open" or token.text in OPEN or token.text.startswith(r"\begin{")
        closes = token.kind == "close" or token.text in OPEN.values() or token.text.startswith(r"\end{")
        depth += opens - closes
        if token.text == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    kids = tuple(parsed(part) for part in parts if part)
    if len(parts) == 1 or not kids:
        return parsed(given)
    return Tree("list", "", kids, (kids[0].span[0], kids[-1].span[1]))


def _said(given: Sequence[Token]) -> Tree | None:
    """Parse a statement in words, with what stands beside the words; None where there are no such words."""
    texts = [at for at, token in enumerate(given) if token.kind == "text"]
    words = [given[at].text.strip(" ~") for at in texts]
    if not texts or (texts[0] == 0) != words[0].startswith(("it ", "the ", "every ")):
        return None
    if words[0] == "it is not true that":
        return Tree("said", words[0], (parsed_clause(given[1:]),), (given[0].start, given[-1].end))
    if tuple(words) not in SAID:
        return None
    ends = [-1, *texts, len(given)]
    parts = [given[one + 1 : other] for one, other in pairwise(ends)]
    kids = tuple(parsed(part) for part in parts if part)
    return Tree("said", " … ".join(words), kids, (given[0].start, given[-1].end))


class Parser(Grammar):
    """Parse formulas with all their commands."""

    def letters(self, begin: int) -> Tree:
        """Take a letter, or a word that is written letter by letter."""
        run, at = self.given[begin].text, self.at
        while (
            at < len(self.given) and not (each := self.given[at]).spaced and each.kind == "char" and each.text.isalpha()
        ):
            run += each.text
            at += 1
        called = at < len(self.given) and self.given[at].text == "("
        for length in range(len(run), 1, -1):
            word = run[:length]
            is_word = length >= 4 and length == len(run) and called and sum(map(str.islower, word)) >= 3
            if (word in KNOWN_WORDS and (length == len(run) or not run[length:].islower())) or is_word:
                self.at = begin + length
                return self.node("name", word, (), begin)
        return self.node("name", run[0], (), begin)

    def fraction(self, _: str, begin: int) -> Tree:
        above, below = self.inside(self.argument()), self.inside(self.argument())
        return self.node("frac", "", (above, below), begin)

    def root(self, _: str, begin: int) -> Tree:
        token = self.peek()
        if token is not None and token.text == "[":
            raise Refused("a root with an exponent is not read", (token.start, token.end))
        return self.node("sqrt", "", (self.inside(self.argument()),), begin)

    def bold(self, text: str, begin: int) -> Tree:
        return _emboldened(self.inside(self.argument()))

    def font(self, text: str, begin: int) -> Tree:
        inside = self.argument()
        return self.node("name", f"{text}{{{''.join(each.text for each in inside)}}}", (), begin)

    def word(self, text: str, begin: int) -> Tree:
        token = self.peek()
        if token is not None and token.text == "*":
            self.at += 1
        inside = self.argument()
        word = "".join((each.spaced and " ") + each.text for each in inside).strip()
        token = self.peek()
        if f"\\{word}" in JOINED and token is not None and token.kind == "sub":
            return self.big(f"\\{word}", begin)
        if len(inside) == 1 and inside[0].kind == "char" and inside[0].text.isalpha():
            return self.node("name", word, (), begin)
        is_name = word.replace("-", "").replace(" ", "").isalnum() and not word.isdecimal()
        return self.node("name" if is_name and " " not in word else "text", word.strip("{}"), (), begin)

    def accent(self, text: str, begin: int) -> Tree:
        text = {r"\widehat": r"\hat", r"\widetilde": r"\tilde", r"\overline": r"\bar"}.get(text, text)
        inside = self.inside(self.argument())
        base = inside.base
        if base.kind not in ("name", "text"):
            raise Refused(f"{text} of more than a letter is not read", inside.span)
        name = Tree("name", f"{text}{{{base.value}}}", (), base.span)
        return name if inside is base else Tree("script", "", (name, *inside.kids[1:]), inside.span)

    def stacked(self, _: str, begin: int) -> Tree:
        r"""Take the lines of a \\substack as a list."""
        lines: list[list[Token]] = [[]]
        for token in self.argument():
            if token.kind == "row":
                lines.append([])
            else:
                lines[-1].append(token)
        return self.node("list", "", [self.inside(line) for line in lines], begin)

    def through(self, _: str, begin: int) -> Tree:
        return self.inside(self.argument())

    def braced(self, text: str, begin: int) -> Tree:
        """Parse what has a brace under or over it; a name at the brace is kept, words there are for the reader."""
        if text not in (r"\underbrace", r"\overbrace"):
            raise Refused(f"{text} is not read", (self.given[begin].start, self.given[begin].end))
        tree, name = self.inside(self.argument()), NONE
        while (token := self.peek()) is not None and token.kind in ("sub", "sup"):
            self.at += 1
            label = self.argument()
            with suppress(Refused):
                name = self.inside(label)
        if name.kind == "script" or (name.kind == "name" and not name.value.islower()):
            return self.node("braced", "", (tree, name), begin)
        return tree if tree.kind not in ("add", "juxt", "op") else self.node("group", "{", (tree,), begin)

    def dots(self, _: str, begin: int) -> Tree:
        return self.node("dots", "...", (), begin)

    def big(self, text: str, begin: int) -> Tree:
        """Take a sum, or what else has a range below and above it."""
        limits = self.scripted(self.node("name", text, (), begin), begin)
        sub, sup = limits.kids[1:] if limits.kind == "script" else (NONE, NONE)
        body = self.factor() if text in JOINED else self.chunk_behind(begin)
        return numbered(self.node("big", BIG.get(text, text[1:].lower()), (sub, sup, body), begin), sub)

    def chunk_behind(self, begin: int) -> Tree:
        """Parse what a sum takes: the rest of its term."""
        token = self.peek()
        if token is not None and token.text == "-":  # Σ −x
            self.at += 1
            return self.node("add", "-", (self.term(),), begin)
        return self.term()

    def limit(self, text: str, begin: int) -> Tree:
        """Take max as a function, or over what stands below it."""
        token = self.peek()
        is_over = text in (r"\max", r"\min") and token is not None and token.kind == "sub"
        return self.big(text, begin) if is_over else self.node("name", text[1:], (), begin)

    def command_word(self, text: str, begin: int) -> Tree:
        return self.node("name", text[1:], (), begin)

    def group(self, text: str, begin: int) -> Tree:
        closing, bracket = OPEN[text], BRACKET.get(text, text)
        return self.items(bracket, {closing, ")", "]"} if text in "([" else {closing}, begin)

    def bars(self, text: str, begin: int) -> Tree:
        outer, self.stops = self.stops, frozenset({text})
        try:
            inner = self.expression()
            if self.take().text != text:
                self.at -= 1
                raise self.refused()
        finally:
            self.stops = outer
        return self.node("group", BRACKET.get(text, text), (inner,), begin)

    def single_bars(self) -> frozenset[str]:
        """Return the bars of which an odd number stands before the bracket closes: they separate, as in (y | x)."""
        depth, count = 0, Counter[str]()
        for token in self.given[self.at :]:
            depth += token.kind == "open" or token.text in OPEN
            depth -= token.kind == "close" or token.text in OPEN.values()
            if depth < 0:
                break
            count[token.text] += depth == 0 and token.text in ("|", r"\|")
        return frozenset(text for text in count if count[text] % 2)

    def items(self, bracket: str, closing: set[str], begin: int) -> Tree:
        outer, self.stops = self.stops, self.single_bars() if bracket in ("(", "<") else frozenset()
        kids, separators = list[Tree](), ""
        try:
            while True:
                token = self.peek()
                if token is not None and token.text in closing and not kids:
                    break
                if token is not None and token.text == ":" and bracket == "[":
                    self.at += 1
                    kids.append(self.node("name", ":", (), self.at - 1))
                elif token is not None and token.text in (",", ";"):
                    raise self.refused()
                else:
                    kids.append(self.statement())
                token = self.peek()
                if token is not None and token.text in {",", ";", "|", r"\mid", ":"} | self.stops:
                    separators += {r"\mid": "|", r"\|": ","}.get(token.text, token.text)
                    self.at += 1
                    continue
                break
            if self.take().text not in closing:
                self.at -= 1
                raise self.refused()
        finally:
            self.stops = outer
        kinds = "".join(sorted(set(separators) - {","}))
        return self.node("group", bracket + kinds, kids, begin)

    def environment(self, name: str, begin: int) -> Tree:
        if name in ("vmatrix", "Vmatrix"):
            raise Refused("a determinant is not read", (self.given[begin].start, self.given[begin].end))
        if name in ("cases", "rcases", "dcases") or name in MATRICES:
            rows = self._rows(name)
            if name not in MATRICES:
                name = name if all(len(row) == 2 and NONE not in row for row in rows) else "rcases"
                return self.node("cases", name, [cell for row in rows for cell in row], begin)
            if len({len(row) for row in rows}) != 1:
                rows = [[*row, *[NONE] * (max(map(len, rows)) - len(row))] for row in rows]
            return self.node("matrix", f"{len(rows)},{len(rows[0])}", [cell for row in rows for cell in row], begin)
        raise Refused(f"the environment {name} is not read", (self.given[begin].start, self.given[begin].end))

    def _rows(self, name: str) -> list[list[Tree]]:
        if name == "array" and (token := self.peek()) is not None and token.kind == "open":
            self.argument()
        rows: list[list[list[Token]]] = [[[]]]
        depth = 1
        braces = 0
        while True:
            token = self.take()
            depth += token.text.startswith(r"\begin{") - token.text.startswith(r"\end{")
            braces += (token.kind == "open") - (token.kind == "close")
            if depth == 0:
                break
            if depth == 1 and braces == 0 and token.kind == "row":
                rows.append([[]])
            elif depth == 1 and braces == 0 and token.kind == "amp":
                rows[-1].append([])
            else:
                rows[-1][-1].append(token)
        cells = [[_cell(cell) for cell in row] for row in rows]
        return [row for row in cells if any(cell is not NONE for cell in row)] or [[NONE]]


def _cell(given: Sequence[Token]) -> Tree:
    given = [token for token in given if token.text not in (r"\hline", "|")]
    while given and given[-1].text in (",", ".", ";"):
        given = given[:-1]
    if len(given) > 1 and given[0].text.strip(" ~") in ("for", "if", "when"):
        return parsed(given[1:])
    if given and given[0].kind == "text" and len(given) > 1:
        return Tree("raw", "".join(token.text for token in given), (), (given[0].start, given[-1].end))
    return parsed(given) if given else NONE


def _emboldened(tree: Tree) -> Tree:
    """Return a tree with its letters in bold: an index in bold is the index."""
    if tree.kind in ("name", "num"):
        plain = tree.value.startswith("\\math") or tree.value.startswith("\\bar") or tree.value.startswith("\\hat")
        return (
            tree
            if plain or (len(tree.value) > 1 and tree.value.isalpha())
            else Tree("name", f"\\mathbf{{{tree.value}}}", (), tree.span)
        )
    if tree.kind == "script":
        return Tree("script", "", (_emboldened(tree.kids[0]), *tree.kids[1:]), tree.span)
    if tree.kind in ("juxt", "group", "add"):
        return Tree(tree.kind, tree.value, tuple(map(_emboldened, tree.kids)), tree.span)
    return tree


Parser.handlers = {
    **dict.fromkeys((r"\frac", r"\dfrac", r"\tfrac", r"\cfrac"), Parser.fraction),
    r"\sqrt": Parser.root,
    **dict.fromkeys(BOLD, Parser.bold),
    **dict.fromkeys(FONTS, Parser.font),
    **dict.fromkeys(WORDS, Parser.word),
    **dict.fromkeys(ACCENTS, Parser.accent),
    **dict.fromkeys(THROUGH, Parser.through),
    **dict.fromkeys(BRACES, Parser.braced),
    r"\substack": Parser.stacked,
    **dict.fromkeys(DOTS, Parser.dots),
    **dict.fromkeys(BIG, Parser.big),
    **dict.fromkeys(LIMITS, Parser.limit),
    **dict.fromkeys(COMMAND_WORDS, Parser.command_word),
    **dict.fromkeys(OPEN, Parser.group),
    **dict.fromkeys(BARS, Parser.bars),
}
