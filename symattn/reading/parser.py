"""Layer 3, the parser: the tokens of a formula as a surface tree, each command by its handler."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
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
    LIMITS,
    MATRICES,
    OPEN,
    STATED,
    THROUGH,
    WORDS,
)
from symattn.reading.refusal import Refused
from symattn.reading.tokens import Token, cut, without_stop
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
    parts = cut(given, text=",")
    kids = tuple(parsed(part) for part in parts if part)
    return Tree("list", "", kids) if len(parts) > 1 and kids else parsed(given)


def _said(given: Sequence[Token]) -> Tree | None:
    """Parse a statement in words, with what stands beside the words; None where there are no such words."""
    texts = [at for at, token in enumerate(given) if token.kind == "text"]
    words = [given[at].text.strip(" ~") for at in texts]
    if not texts or (texts[0] == 0) != words[0].startswith(("it ", "the ", "every ")):
        return None
    if words[0] == "it is not true that":
        return Tree("said", words[0], (parsed_clause(given[1:]),))
    said = " … ".join(words)
    if said not in STATED:
        return None
    parts = [given[one + 1 : other] for one, other in pairwise([-1, *texts, len(given)])]
    return Tree("said", said, tuple(parsed(part) for part in parts if part))


class Parser(Grammar):
    """Parse formulas with all their commands."""

    def part(self) -> Tree:
        """Parse the next argument."""
        return self.inside(self.argument())

    def fraction(self, _: str) -> Tree:
        above = self.inside(self.argument(goes_on=True))
        return Tree("frac", "", (above, self.part()))

    def root(self, _: str) -> Tree:
        if self.text == "[":
            raise Refused("a root with an exponent is not read")
        return Tree("sqrt", "", (self.part(),))

    def bold(self, _: str) -> Tree:
        return _emboldened(self.part())

    def font(self, text: str) -> Tree:
        return Tree("name", f"{text}{{{''.join(each.text for each in self.argument())}}}")

    def word(self, _: str) -> Tree:
        self.skips("*")
        inside = self.argument()
        word = "".join((each.spaced and " ") + each.text for each in inside).strip()
        if f"\\{word}" in JOINED and self.next.kind == "sub":
            return self.big(f"\\{word}")
        if len(inside) == 1 and inside[0].kind == "char" and inside[0].text.isalpha():
            return Tree("name", word)
        is_name = word.replace("-", "").isalnum() and not word.isdecimal()
        return Tree("name" if is_name else "text", word.strip("{}"))

    def accent(self, text: str) -> Tree:
        text = {r"\widehat": r"\hat", r"\widetilde": r"\tilde", r"\overline": r"\bar"}.get(text, text)
        inside = self.part()
        base = inside.base
        if base.kind not in ("name", "text"):
            raise Refused(f"{text} of more than a letter is not read")
        name = Tree("name", f"{text}{{{base.value}}}")
        return name if inside is base else replace(inside, kids=(name, *inside.kids[1:]))

    def stacked(self, _: str) -> Tree:
        r"""Take the lines of a \\substack as a list."""
        return Tree("list", "", tuple(map(self.inside, cut(self.argument(), kind="row"))))

    def through(self, _: str) -> Tree:
        return self.part()

    def braced(self, text: str) -> Tree:
        """Parse what has a brace under or over it, with the name or the words that stand at the brace.

        Raise Refused for what is a claim of its own, such as = 0.
        """
        if text not in (r"\underbrace", r"\overbrace"):
            raise Refused(f"{text} is not read")
        tree, name = self.part(), NONE
        while self.next.kind in ("sub", "sup"):
            self.at += 1
            given = self.argument()
            is_said = any(each.kind == "text" or each.text == r"\times" for each in given)  # words, or n × d
            said = Tree("raw", "".join(each.text for each in given))
            name = said if is_said else self.inside(given)
        if name.kind == "rel" and name.value == "=" and name.kids[0] is NONE:  # = I
            name = name.kids[1]
        if name.kind not in ("none", "name", "script", "raw"):
            raise Refused("what stands at a brace is a claim of its own: write it in a row of its own")
        return tree if name is NONE else Tree("braced", "", (tree, name))

    def dots(self, _: str) -> Tree:
        return Tree("dots", "...")

    def big(self, text: str) -> Tree:
        """Take a sum, or what else has a range below and above it, and what it takes: the rest of its term."""
        sign, sub, sup = self.scripted(Tree("name", text)).scripts
        if sign.value != text:
            raise Refused(f"what does the prime at {text} leave out?")
        begin = self.at
        minus = text not in JOINED and self.skips("-")  # Σ −x
        body = self.factor() if text in JOINED else self.term()
        if body.kind == "frac" and any(part[-1:] for part in cut(self.given[begin : self.at], text="/")[1:]):
            body = replace(body, value="/")  # Π x / y is also (Π x) / y
        body = Tree("add", "-", (body,)) if minus else body
        return numbered(Tree("big", BIG.get(text, text[1:].lower()), (sub, sup, body)), sub)

    def limit(self, text: str) -> Tree:
        """Take max as a function, or over what stands below it."""
        is_over = text in (r"\max", r"\min") and self.next.kind == "sub"
        return self.big(text) if is_over else self.command_word(text)

    def command_word(self, text: str) -> Tree:
        return Tree("name", text[1:])

    def group(self, text: str) -> Tree:
        """Take what stands in brackets, and the signs that separate it."""
        bracket = BRACKET.get(text, text)
        outer, self.stops = self.stops, self.single_bars() if bracket in ("(", "<") else frozenset()
        had_gap, self.has_gap = self.has_gap, False
        self._without_braces()
        kids, separators = list[Tree](), ""
        closing = {OPEN[text], ")", "]"} if text in "([" else {OPEN[text]}
        try:
            while kids or self.text not in closing:
                if bracket == "[" and self.skips(":"):
                    kids.append(Tree("name", ":"))
                elif self.text in (",", ";"):
                    raise self.refused()
                else:
                    kids.append(self.statement())
                if self.text not in {",", ";", "|", r"\mid", ":"} | self.stops:
                    break
                sign = self.take().text
                separators += {r"\mid": "|", r"\|": ","}.get(sign, sign)
            if not self.skips(*closing):
                raise self.refused()
            self.check_gap(*kids)
        finally:
            self.stops, self.has_gap = outer, had_gap
        return Tree("group", bracket + "".join(sorted(set(separators) - {","})), tuple(kids))

    def _without_braces(self) -> None:
        r"""Leave out braces that hold all that stands in brackets: \\max({a, b}) is printed as max(a, b)."""
        if self.next.kind != "open":
            return
        begin = self.at
        self.at += 1
        inside = self.closed()
        if self.text in (")", "]"):
            self.given = [*self.given[:begin], *inside, *self.given[self.at :]]
        self.at = begin

    def bars(self, text: str) -> Tree:
        outer, self.stops = self.stops, frozenset({text})
        had_gap, self.has_gap = self.has_gap, False
        try:
            inner = self.expression()
            if not self.skips(text):
                raise self.refused()
            self.check_gap(inner)
        finally:
            self.stops, self.has_gap = outer, had_gap
        return Tree("group", BRACKET.get(text, text), (inner,))

    def check_gap(self, *kids: Tree) -> None:
        """Refuse [A \\; B], where the parts may stand beside each other."""
        if self.has_gap and len(kids) == 1 and kids[0].kind == "juxt":
            raise Refused("is this a product in brackets, or do the parts stand beside each other? write , or &")

    def single_bars(self) -> frozenset[str]:
        """Return the bars of which an odd number stands before the bracket closes: they separate, as in (y | x)."""
        depth, count = 0, Counter[str]()
        for token in self.given[self.at :]:
            depth += token.turn
            if depth < 0:
                break
            count[token.text] += depth == 0 and token.text in ("|", r"\|")
        return frozenset(text for text in count if count[text] % 2)

    def environment(self, text: str) -> Tree:
        name = text[7:-1].rstrip("*")
        if name in ("vmatrix", "Vmatrix"):
            raise Refused("a determinant is not read")
        is_cases = name in ("cases", "rcases", "dcases")
        if not is_cases and name not in MATRICES:
            raise Refused(f"the environment {name} is not read")
        if name == "array" and self.next.kind == "open":
            self.argument()
        lines = cut(self.closed(), kind="row")
        rows = [list(map(_cell, cut(line, kind="amp"))) for line in lines]
        rows = [row for row in rows if set(row) != {NONE}] or [[NONE]]
        width = max(map(len, rows))
        cells = tuple(cell for row in rows for cell in (*row, *[NONE] * (0 if is_cases else width - len(row))))
        if is_cases:
            return Tree("cases", name if all(len(row) == 2 and NONE not in row for row in rows) else "rcases", cells)
        return Tree("matrix", f"{len(rows)},{width}", cells)


def _cell(given: Sequence[Token]) -> Tree:
    given = without_stop([token for token in given if token.text not in (r"\hline", "|")])
    if len(given) > 1 and given[0].text.strip(" ~") in ("for", "if", "when"):
        return parsed(given[1:])
    if [each.text for each in given[:2]] == ["i", "f"] and given[2:] and given[2].spaced:  # if, without \\text
        return parsed(given[2:])
    if len(given) > 1 and given[0].kind == "text" and given[1].text not in ("(", "_", "^"):
        return Tree("raw", "".join(token.text for token in given))
    return parsed(given) if given else NONE


def _emboldened(tree: Tree) -> Tree:
    """Return a tree with its letters in bold: an index in bold is the index."""
    if tree.kind in ("name", "num"):
        is_word = len(tree.value) > 1 and tree.value.isalpha()
        plain = is_word or tree.value.startswith((r"\math", r"\bar", r"\hat"))
        return tree if plain else Tree("name", f"\\mathbf{{{tree.value}}}")
    if tree.kind == "script":
        return replace(tree, kids=(_emboldened(tree.kids[0]), *tree.kids[1:]))
    return tree.mapped(_emboldened) if tree.kind in ("juxt", "group", "add") else tree


_HANDLERS = (
    ((r"\frac", r"\dfrac", r"\tfrac", r"\cfrac"), Parser.fraction),
    ((r"\sqrt",), Parser.root),
    (BOLD, Parser.bold),
    (FONTS, Parser.font),
    (WORDS, Parser.word),
    (ACCENTS, Parser.accent),
    (THROUGH, Parser.through),
    (BRACES, Parser.braced),
    ((r"\substack",), Parser.stacked),
    ((r"\begin",), Parser.environment),
    (DOTS, Parser.dots),
    (BIG, Parser.big),
    (LIMITS, Parser.limit),
    (COMMAND_WORDS, Parser.command_word),
    (OPEN, Parser.group),
    (BARS, Parser.bars),
)
Parser.handlers = {command: handler for commands, handler in _HANDLERS for command in commands}
