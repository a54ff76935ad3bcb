"""Layer 3, tree: the tokens of a formula as a surface tree, without meaning.

What stands beside each other is a list (``juxt``), a script is a script, a bracket a group: whether ``f(x)`` is a call,
``x_i`` an entry and ``A^T`` a transpose is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from symattn.reading.refusal import Refused
from symattn.reading.tokens import Token


@dataclass(frozen=True)
class Tree:
    """Hold a node: its kind, its word, its parts and its place; two trees are equal wherever they stand."""

    kind: str
    value: str = ""
    kids: tuple[Tree, ...] = ()
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        if not self.kids:
            return self.value or self.kind
        return f"{self.kind}{':' + self.value if self.value else ''}({', '.join(map(str, self.kids))})"


NONE = Tree("none")
RELATIONS = {
    "=": "=",
    ":=": ":=",
    "<": "<",
    ">": ">",
    r"\lt": "<",
    r"\gt": ">",
    r"\le": "<=",
    r"\leq": "<=",
    r"\leqslant": "<=",
    r"\ge": ">=",
    r"\geq": ">=",
    r"\geqslant": ">=",
    r"\ne": "!=",
    r"\neq": "!=",
    r"\coloneqq": ":=",
    r"\triangleq": ":=",
    r"\leftarrow": ":=",
    r"\gets": ":=",
    r"\in": "in",
    r"\approx": "approx",
    r"\simeq": "approx",
    r"\sim": "sim",
    r"\equiv": "equiv",
    r"\propto": "propto",
    r"\to": "to",
    r"\rightarrow": "to",
    r"\mapsto": "to",
    r"\iff": "iff",
    r"\implies": "implies",
    r"\Rightarrow": "implies",
    r"\Leftrightarrow": "iff",
    r"\subset": "subset",
    r"\coloneq": ":=",
    r"\subseteq": "subset",
    r"\notin": "notin",
    r"\cong": "approx",
    r"\ll": "approx",
    r"\gg": "approx",
    r"\xrightarrow": "to",
    r"\longrightarrow": "to",
    r"\longmapsto": "to",
    r"\doteq": ":=",
    r"\perp": "perp",
}
#: Operators that bind less than what stands beside each other.
OPERATORS = {
    r"\odot": "odot",
    r"\circ": "odot",
    r"\otimes": "otimes",
    r"\oslash": "oslash",
    r"\oplus": "oplus",
    r"\bullet": "bullet",
    r"\ast": "ast",
    r"\star": "star",
    r"\sotimes": "odot",
    r"\soslash": "oslash",
    r"\mod": "mod",
    r"\bmod": "mod",
    r"\wedge": "wedge",
    r"\cup": "cup",
    r"\cap": "cap",
    r"\setminus": "minus",
    r"\vee": "vee",
    r"\div": "div",
    r"\lhd": "lhd",
    r"\boxtimes": "boxtimes",
    r"\parallel": "parallel",
    r"\Vdash": "Vdash",
}
BIG = {
    r"\sum": "sum",
    r"\prod": "prod",
    r"\int": "int",
    r"\bigcup": "cup",
    r"\bigoplus": "oplus",
    r"\bigotimes": "otimes",
}
LIMITS = {
    r"\max": "max",
    r"\min": "min",
    r"\argmax": "argmax",
    r"\argmin": "argmin",
    r"\lim": "lim",
    r"\sup": "sup",
    r"\inf": "inf",
}
_BOLD = {r"\mathbf", r"\boldsymbol", r"\bm", r"\mathbold", r"\bold", r"\mathbfit", r"\pmb", r"\symbf"}
_WORDS = {r"\mathrm", r"\mathsf", r"\mathtt", r"\mathit", r"\operatorname", r"\operatorname*", r"\rm", r"\textsc"}
_FONTS = {r"\mathcal", r"\mathscr", r"\mathbb", r"\mathfrak"}
_ACCENTS = {
    r"\hat",
    r"\widehat",
    r"\tilde",
    r"\widetilde",
    r"\bar",
    r"\overline",
    r"\vec",
    r"\dot",
    r"\ddot",
    r"\check",
    r"\underline",
    r"\mathring",
    r"\breve",
    r"\acute",
}
_THROUGH = {r"\boxed", r"\mathstrut", r"\smash", r"\ensuremath", r"\mathop", r"\mathrel", r"\mathbin"}
_BRACES = {r"\underbrace", r"\overbrace", r"\overset", r"\underset", r"\stackrel", r"\overparen"}
_DOTS = {r"\dots", r"\ldots", r"\cdots", r"\vdots", r"\ddots", r"\dotsc", r"\dotsb", r"\dotsm", r"\dotso", r"\hdots"}
_OPEN = {
    "(": ")",
    "[": "]",
    r"\{": r"\}",
    r"\langle": r"\rangle",
    r"\lVert": r"\rVert",
    r"\lvert": r"\rvert",
    r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil",
    r"\lbrace": r"\rbrace",
    r"\lbrack": r"\rbrack",
}
_BARS = {"|", r"\|", r"\Vert", r"\vert"}
_BRACKET = {
    r"\{": "{",
    r"\lbrace": "{",
    r"\langle": "<",
    r"\lVert": "||",
    r"\|": "||",
    r"\Vert": "||",
    r"\lvert": "|",
    r"\vert": "|",
    r"\lfloor": "floor",
    r"\lceil": "ceil",
    r"\lbrack": "[",
}
_MATRICES = {"matrix", "bmatrix", "pmatrix", "smallmatrix", "vmatrix", "Bmatrix", "array", "Vmatrix"}
#: Words that stand in formulas letter by letter.
KNOWN_WORDS = {
    "softmax",
    "Softmax",
    "SoftMax",
    "Attn",
    "attn",
    "Attention",
    "exp",
    "log",
    "ReLU",
    "relu",
    "diag",
    "tanh",
    "sigmoid",
    "MultiHead",
    "LayerNorm",
    "FFN",
    "MHA",
    "sin",
    "cos",
    "LN",
    "head",
    "Concat",
}
_COMMAND_WORDS = {
    r"\log",
    r"\exp",
    r"\sin",
    r"\cos",
    r"\tan",
    r"\tanh",
    r"\sinh",
    r"\cosh",
    r"\ln",
    r"\det",
    r"\dim",
    r"\Re",
    r"\Im",
    r"\Pr",
    r"\ker",
    r"\deg",
    r"\arccos",
    r"\arcsin",
    r"\arctan",
}


def parsed(given: Sequence[Token]) -> Tree:
    r"""Parse a formula, relations and all, as one tree.

    >>> from symattn.reading.tokens import tokens
    >>> print(parsed(tokens(r"q_m^\top k_n = \sum_{i=1}^d x_i + \sin(m\theta)")))
    rel:=(juxt(script(q, m, \top), script(k, n, none)), add:++(big:sum(rel:=(i, 1), d, script(x, i, none)),
    juxt(sin, group:((juxt(m, \theta)))))
    """
    if not given:
        raise Refused("an empty formula")
    parser = _Parser(given)
    tree = parser.statement()
    if parser.at < len(parser.given):
        raise parser.refused()
    return tree


def parsed_clause(given: Sequence[Token]) -> Tree:
    """Parse a formula, or several with commas between them, as a list."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in given:
        opens = token.kind == "open" or token.text in _OPEN or token.text.startswith(r"\begin{")
        closes = token.kind == "close" or token.text in _OPEN.values() or token.text.startswith(r"\end{")
        depth += opens - closes
        if token.text == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    kids = tuple(parsed(part) for part in parts if part)
    if len(parts) == 1 or not kids:
        return parsed(given)
    return Tree("list", "", kids, (kids[0].span[0], kids[-1].span[1]))


def walk(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and all its parts, itself first."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.kids[::-1]


class _Parser:
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

    # ---- relations, sums, products

    def statement(self) -> Tree:
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
        if empty and (token is None or token.text in RELATIONS or token.text == ":" or self.defines()):
            return NONE
        while True:
            token = self.peek()
            sign = "+"
            if token is not None and token.text in ("+", "-"):
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
            if token.text in (r"\cdot", r"\times", "*"):
                self.at += 1
                factors.append(self.node("dot", "", (), self.at - 1))
            elif token.text == "/" and factors:
                self.at += 1
                below = self.factor()
                after = self.peek()
                if self.starts_factor(after) and after is not None:
                    if not (after.text in _OPEN and below.kind == "name" and len(below.value) > 2):
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
        if token.text in RELATIONS or token.text in OPERATORS or token.text in self.stops:
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
            "*",
        ) and not token.text.startswith(r"\end{")

    stops: frozenset[str] = frozenset()

    # ---- factors

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
        return self.node("script", "", (base, sub, sup), begin)

    def script(self) -> Tree:
        begin = self.at
        after = self.peek()
        if after is not None and after.text in _WORDS | _FONTS | _BOLD | _ACCENTS:
            return self.atom()
        inside = self.argument(raw=True)
        if len(inside) == 1 and inside[0].kind not in ("num", "open"):
            token = inside[0]
            kind = "text" if token.kind == "text" else "name"
            return self.node(kind, token.text, (), begin)
        parser = _Parser(inside)
        try:
            items = [parser.statement()]
            while (token_ := parser.peek()) is not None and token_.text in (",", ";"):
                parser.at += 1
                items.append(parser.statement())
            if parser.at == len(inside):
                return items[0] if len(items) == 1 else self.node("list", "", items, begin)
        except Refused:
            pass
        return self.node("raw", "".join(each.text for each in inside), (), begin)

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
        return parsed(given)

    def atom(self) -> Tree:
        begin, token = self.at, self.take()
        text = token.text
        handler = self._handlers.get(text)
        if handler is not None:
            return handler(self, text, begin)
        if token.kind == "num":
            return self.node("num", text, (), begin)
        if token.kind == "text":
            return self.node("name" if self._is_name(text.strip()) else "text", text.strip(), (), begin)
        if token.kind == "open":
            self.at = begin
            inside = self.argument()
            if not inside:
                return self.node("empty", "", (), begin)
            if inside[0].text in BIG and _is_bare(inside):
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
            (after.text in ("(", "[") and not after.spaced) or after.kind in ("sub", "sup")
        )
        return word in KNOWN_WORDS or (word.isalnum() and not word.isdecimal() and attached)

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

    # ---- commands

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
        if len(inside) == 1 and inside[0].kind == "char" and inside[0].text.isalpha():
            return self.node("name", word, (), begin)
        is_name = word.replace("-", "").replace(" ", "").isalnum() and not word.isdecimal()
        return self.node("name" if is_name and " " not in word else "text", word.strip("{}"), (), begin)

    def accent(self, text: str, begin: int) -> Tree:
        text = {r"\widehat": r"\hat", r"\widetilde": r"\tilde", r"\overline": r"\bar"}.get(text, text)
        inside = self.inside(self.argument())
        base = inside.kids[0] if inside.kind == "script" else inside
        if base.kind not in ("name", "text"):
            raise Refused(f"{text} of more than a letter is not read", inside.span)
        name = Tree("name", f"{text}{{{base.value}}}", (), base.span)
        return name if inside is base else Tree("script", "", (name, *inside.kids[1:]), inside.span)

    def through(self, _: str, begin: int) -> Tree:
        return self.inside(self.argument())

    def braced(self, text: str, begin: int) -> Tree:
        """Parse what has a brace under or over it; the words at the brace are for the reader."""
        if text not in (r"\underbrace", r"\overbrace"):
            raise Refused(f"{text} is not read", (self.given[begin].start, self.given[begin].end))
        tree = self.inside(self.argument())
        while (token := self.peek()) is not None and token.kind in ("sub", "sup"):
            self.at += 1
            self.argument()
        return tree if tree.kind not in ("add", "juxt", "op") else self.node("group", "{", (tree,), begin)

    def dots(self, _: str, begin: int) -> Tree:
        return self.node("dots", "...", (), begin)

    def big(self, text: str, begin: int) -> Tree:
        limits = self.scripted(self.node("name", text, (), begin), begin)
        sub, sup = limits.kids[1:] if limits.kind == "script" else (NONE, NONE)
        body = self.chunk_behind(begin)
        return self.node("big", BIG[text], (sub, sup, body), begin)

    def chunk_behind(self, begin: int) -> Tree:
        """Parse what a sum takes: the rest of its term."""
        token = self.peek()
        if token is not None and token.text == "-":  # Σ −x
            self.at += 1
            return self.node("add", "-", (self.term(),), begin)
        return self.term()

    def limit(self, text: str, begin: int) -> Tree:
        return self.node("name", text[1:], (), begin)

    def command_word(self, text: str, begin: int) -> Tree:
        return self.node("name", text[1:], (), begin)

    def group(self, text: str, begin: int) -> Tree:
        closing, bracket = _OPEN[text], _BRACKET.get(text, text)
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
        return self.node("group", _BRACKET.get(text, text), (inner,), begin)

    def items(self, bracket: str, closing: set[str], begin: int) -> Tree:
        outer, self.stops = self.stops, frozenset({"|"}) if bracket in ("(", "<") else frozenset()
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
                if token is not None and token.text in (",", ";", "|", r"\mid", ":"):
                    separators += {r"\mid": "|"}.get(token.text, token.text)
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
        if name in ("cases", "rcases", "dcases") or name in _MATRICES:
            rows = self._rows(name)
            if name not in _MATRICES:
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

    _handlers: ClassVar[dict[str, Callable[[_Parser, str, int], Tree]]] = {}


def _cell(given: Sequence[Token]) -> Tree:
    given = [token for token in given if token.text not in (r"\hline", "|")]
    while given and given[-1].text in (",", ".", ";"):
        given = given[:-1]
    if given and given[0].kind == "text" and len(given) > 1:
        return Tree("raw", "".join(token.text for token in given), (), (given[0].start, given[-1].end))
    return parsed(given) if given else NONE


def _depth(given: Sequence[Token]) -> int:
    return sum((token.kind == "open") - (token.kind == "close") for token in given)


def _is_bare(given: Sequence[Token]) -> bool:
    """Tell whether a sum in braces has no body there."""
    try:
        parsed(given)
    except Refused:
        return True
    return False


def _no_prime(base: Tree) -> Tree:
    if base.kind == "script" and base.kids[0].kind == "name":
        name = Tree("name", base.kids[0].value + "'", (), base.kids[0].span)
        return Tree("script", "", (name, *base.kids[1:]), base.span)
    raise Refused("a prime that is not behind a letter is not read", base.span)


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


_Parser._handlers = {
    **dict.fromkeys((r"\frac", r"\dfrac", r"\tfrac", r"\cfrac"), _Parser.fraction),
    r"\sqrt": _Parser.root,
    **dict.fromkeys(_BOLD, _Parser.bold),
    **dict.fromkeys(_FONTS, _Parser.font),
    **dict.fromkeys(_WORDS, _Parser.word),
    **dict.fromkeys(_ACCENTS, _Parser.accent),
    **dict.fromkeys(_THROUGH, _Parser.through),
    **dict.fromkeys(_BRACES, _Parser.braced),
    **dict.fromkeys(_DOTS, _Parser.dots),
    **dict.fromkeys(BIG, _Parser.big),
    **dict.fromkeys(LIMITS, _Parser.limit),
    **dict.fromkeys(_COMMAND_WORDS, _Parser.command_word),
    **dict.fromkeys(_OPEN, _Parser.group),
    **dict.fromkeys(_BARS, _Parser.bars),
}
