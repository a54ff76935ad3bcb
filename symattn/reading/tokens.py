"""Layer 1, tokens and macros: LaTeX as a list of tokens with their places, macros expanded.

What a macro stands for has the place of its call, its arguments keep their own. Text in a formula is one token.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from symattn.reading.notation import OPEN, words
from symattn.reading.refusal import Refused

#: More tokens than that in a display are refused, and so are more braces within each other.
MOST, DEEPEST, LONGEST = 20_000, 60, 200_000
TEXT = "text|textrm|textnormal|textit|textbf|textsf|texttt|mbox|intertext|hbox"
_TOKEN = re.compile(
    r"(?P<space>\s+|\\[,;:!> \n~]|~|\\(?:quad|qquad|hfill|hspace\*?\{[^{}]*\}|vspace\*?\{[^{}]*\}|notag|nonumber"
    r"|displaystyle"
    r"|textstyle|scriptstyle|limits|nolimits|medspace|thinspace|thickspace|negthinspace|enspace|qed(?:here|symbol)?|allowbreak)(?![A-Za-z]))"
    rf"|\\(?P<text>(?:{TEXT}|label|tag\*?|eqref|ref|cite|color|textcolor|href|vphantom|phantom|hphantom))(?![A-Za-z])\s*\{{"
    r"|(?P<dots>\.\.\.)"
    r"|(?P<env>\\(?:begin|end)\s*\{[A-Za-z]*\*?\})"
    r"|(?P<row>\\\\\*?(?:\s*\[-?[\d.]+\s*(?:pt|em|ex|mm|cm)\])?|\\(?:newline|cr)(?![A-Za-z]))"
    r"|(?P<size>\\(?:left|right|[bB]ig{1,2}[lrm]?|middle|mathopen|mathclose|mathbin|mathrel|mathord|mathop|mathinner)(?![A-Za-z]))"
    r"|(?P<word>[A-Za-z]{2,}(?:\\_(?:[A-Za-z]{2,}|\d+))+)"
    r"|(?P<cmd>\\(?:[A-Za-z]+|.))|(?P<num>\d+(?:\.\d+)?|\.\d+)|(?P<arg>\#\d)"
    r"|(?P<order>[<>]=(?![=>]))|(?P<char>.)",
    re.S,
)
_SPECIAL = {"{": "open", "}": "close", "^": "sup", "_": "sub", "'": "prime", "’": "prime", "′": "prime", "&": "amp"}
#: Characters of Unicode and what LaTeX writes for them.
UNICODE = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ·×⊙∘⊗∈ℝ≤≥≠≈∑∏√⟨⟩‖∥∞…⋯∂∇→≔←−∀⊤ᵀ⁻²₁₂ℓ∣，。．；：（）［］＝＋－＜＞",
        words(
            r"\alpha \beta \gamma \delta \epsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi \rho \sigma "
            r"\tau \upsilon \phi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Phi \Psi \Omega "
            r"\cdot \times \odot \circ \otimes \in \R \le \ge \ne \approx \sum \prod \sqrt \langle \rangle \Vert \Vert "
            r"\infty \ldots \cdots \partial \nabla \to \coloneqq \leftarrow - \forall \top ^\top ^- ^2 _1 _2 \ell \mid "
            ", . . ; : ( ) [ ] = + - < >"
        ),
        strict=True,
    )
)


class Token(NamedTuple):
    """Hold a token: its kind, its text and its place in the page.

    ``spaced`` says how wide the space before it is: a blank does not show, a "gap" does, several are "wide", as
    wide as a "quad"; both of these separate.
    """

    kind: str
    text: str
    start: int
    end: int
    spaced: str = ""

    @property
    def step(self) -> int:
        """How much deeper in braces and environments it leads: 1, 0 or −1."""
        opens = self.kind == "open" or self.text.startswith(r"\begin{")
        return opens - (self.kind == "close" or self.text.startswith(r"\end{"))

    @property
    def turn(self) -> int:
        """How much deeper it leads, in brackets, too."""
        return self.step or (self.text in OPEN) - (self.text in OPEN.values())


END = Token("end", "", 0, 0)
APART = ("quad", "wide")
_GAPS = (r"\;", r"\ ", "~", r"\enspace", r"\thickspace")


def digit(token: Token) -> tuple[Token, list[Token]]:
    r"""Return what TeX takes of a token as an argument without braces, and the rest: of a number, its first digit.

    >>> [each.text for each in digit(tokens(r"12")[0])[1]]
    ['2']
    """
    if token.kind != "num" or len(token.text) == 1:
        return token, []
    at = token.start + 1
    return token._replace(text=token.text[0], end=at), [token._replace(text=token.text[1:], start=at, spaced="")]


def cut(given: Iterable[Token], text: str = "", kind: str = "") -> list[list[Token]]:
    """Cut tokens at a kind outside of braces and environments, or at a text that stands outside of brackets, too."""
    parts, depth = list[list[Token]]([[]]), 0
    for token in given:
        depth += token.step if kind else token.turn
        if not depth and (token.kind == kind if kind else token.text == text):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def without_stop(given: Sequence[Token]) -> tuple[Token, ...]:
    """Leave a full stop or a comma out that stands last."""
    given = tuple(given)
    while given and given[-1].text in (".", ",", ";"):
        given = given[:-1]
    return given


@dataclass(frozen=True)
class Macro:
    """Hold what a macro stands for: how many arguments it takes, and its tokens."""

    arguments: int
    body: tuple[Token, ...]
    is_torn: bool = False  # the note defines it twice, or in a way that is not read


def tokens(text: str, start: int = 0, markdown: bool = False) -> list[Token]:
    r"""Cut a formula into tokens.

    >>> [token.text for token in tokens(r"x_i^\top \text{if a} 2.5")]
    ['x', '_', 'i', '^', '\\top', 'if a', '2.5']
    """
    if len(text) > LONGEST:
        raise Refused("the formula is too long")
    found: list[Token] = []
    at, spaced, wide, sized = 0, "", 0, -1  # sized: where a command for the size of the next bracket begins
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None  # the last alternative takes any character
        kind, word, begin, at = str(match.lastgroup), match.group(), start + at, match.end()
        if kind in ("space", "size"):
            if kind == "size":
                sized = begin if sized < 0 else sized
            else:
                wide += word in _GAPS
                is_quad = any(each in word for each in ("quad", "hspace", "hfill"))
                width = "quad" if is_quad else "wide" if wide > 2 else "gap" if word in _GAPS else " "
                spaced = max(spaced, width, key=len)
            continue
        wide, begin, sized = 0, sized if sized >= 0 else begin, -1
        if kind == "text":
            at = closing(text, at)
            word = text[match.end() : at - 1]
            is_tag = match["text"].startswith("tag") and re.search(r"[a-z]{2}|[<>=?]", word) is not None
            kind, spaced = (
                ("text", "quad" if is_tag else spaced)
                if is_tag or re.fullmatch(TEXT, match["text"])
                else ("skip", spaced)
            )
            parts, place = word.split("$"), start + match.end()
            begins = re.match(r"[\s(,]*(?:\w+\s+){0,3}\$", word) and not (found and found[-1].kind in ("sub", "sup"))
            if kind == "text" and len(parts) % 2 and begins:
                for number, part in enumerate(parts):  # "if $x > 0$" has a formula in it
                    inner = tokens(part, place) if number % 2 else [Token(kind, part, place, place + len(part))]
                    found += [inner[0]._replace(spaced=spaced), *inner[1:]] if inner else []
                    place, spaced = place + len(part) + 1, ""
                continue
        elif kind == "word":  # row\_sum is one name
            word = word.replace(r"\_", "")
        elif kind == "order":
            kind, word = "cmd", r"\le" if word == "<=" else r"\ge"
        elif kind in ("cmd", "char"):
            word = UNICODE.get(word, word)
            if markdown and word in (r"\_", r"\*"):
                word = word[1:]
            for mark in ("^", "_"):
                if len(word) > 1 and word.startswith(mark):
                    found.append(Token(_SPECIAL[mark], mark, begin, start + at, spaced))
                    word, spaced = word[1:], ""
            kind = _SPECIAL.get(word, "cmd" if word.startswith("\\") else "num" if word.isdecimal() else "char")
        elif kind == "dots":
            kind, word = "cmd", r"\ldots"
        elif kind == "env":
            word = re.sub(r"\s", "", word)
        if kind != "skip":
            found.append(Token(kind, word, begin, start + at, spaced))
            spaced = ""
        if len(found) > MOST:
            raise Refused("the formula is too long")
    return found


def closing(text: str, at: int) -> int:
    """Return the place behind the brace that closes the one before a place."""
    depth = 1
    for found in re.compile(r"\\.|[{}]", re.S).finditer(text, at):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth == 0:
            return found.end()
    raise Refused("a brace is not closed")


_DEFINITION = re.compile(
    r"\\(?:(?:re|provide)?newcommand|renewcommand|providecommand|DeclareRobustCommand)\*?\s*\{?\s*(?P<name>\\[A-Za-z]+)\s*\}?"
    r"\s*(?:\[(?P<count>\d)\])?(?P<default>\[[^\]]*\])?\s*\{"
    r"|\\def\s*(?P<def>\\[A-Za-z]+)\s*(?P<hashes>(?:\#\d)*)\s*\{"
    r"|\\DeclareMathOperator\*?\s*\{?\s*(?P<operator>\\[A-Za-z]+)\s*\}?\s*\{"
)


_LET = re.compile(r"\\let\s*(\\[A-Za-z]+)")


def _definitions(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the definitions of macros, and where each ends."""
    for match in _DEFINITION.finditer(text):
        with suppress(Refused):
            yield match, closing(text, match.end())


def macros(text: str, begin: int = -1) -> dict[str, Macro]:
    r"""Return the macros that a text defines; what is defined otherwise behind the place of the first formula is torn.

    >>> [token.text for token in expanded(tokens(r"\R^n"), macros(r"\newcommand{\R}{\mathbb{R}}"))]
    ['\\mathbb', '{', 'R', '}', '^', 'n']
    """
    found: dict[str, Macro] = {}
    for match, end in _definitions(text):
        body = text[match.end() : end - 1]
        body = rf"\operatorname{{{body}}}" if match["operator"] else body
        count = int(match["count"] or 0) if match["name"] else len(match["hashes"] or "") // 2
        name = match["name"] or match["def"] or match["operator"]
        with suppress(Refused):
            macro = Macro(count, tuple(tokens(body)), bool(match["default"]))  # an argument that may be left out
            known = found.get(name)
            is_kept = known is not None and "provide" in match.group()
            is_other = known is not None and [each.text for each in known.body] != [each.text for each in macro.body]
            is_torn = is_other and match.start() > begin >= 0 and not is_kept
            found[name] = replace(macro, is_torn=True) if is_torn else known if known and is_kept else macro
    for name, at in ((each[1], each.start()) for each in _LET.finditer(text)):
        if name in found or at > begin >= 0:
            found[name] = Macro(0, (), True)
    return found


def without_definitions(text: str) -> str:
    """Blank the definitions of macros in a formula."""
    for match, end in reversed(list(_definitions(text))):
        text = text[: match.start()] + re.sub(r"[^\n]", " ", text[match.start() : end]) + text[end:]
    return text


def expanded(given: Iterable[Token], known: Mapping[str, Macro]) -> list[Token]:
    """Put what macros stand for in their places."""
    waiting, done, steps = list(given)[::-1], list[Token](), 0
    while waiting:
        token = waiting.pop()
        macro = known.get(token.text) if token.kind == "cmd" else None
        if macro is None:
            done.append(token)
            continue
        if macro.is_torn:
            raise Refused(f"which of its definitions is {token.text} here? [macros] '{token.text}' = '…'")
        steps += 1
        if steps > 2_000 or len(waiting) + len(macro.body) > MOST:
            raise Refused(f"the macro {token.text} does not come to an end")
        arguments = [_argument(waiting, token) for _ in range(macro.arguments)]
        put: list[Token] = []
        for each in macro.body:
            if each.kind == "arg" and int(each.text[1:]) <= len(arguments):
                put += arguments[int(each.text[1:]) - 1]
            else:
                put.append(each._replace(start=token.start, end=token.end))
        if put and token.spaced:
            put[0] = put[0]._replace(spaced=token.spaced)
        waiting += put[::-1]
    return _switched(done)


#: Commands that switch the font for the rest of a group, and the font of the group as an argument.
_SWITCHES = {rf"\{old}": rf"\math{old}" for old in words("bf cal rm it sf tt")}


def _switched(given: Sequence[Token]) -> list[Token]:
    r"""Write fonts as they are written today: {\bf x}, and \bf{x}, are \mathbf{x}.

    >>> " ".join(token.text for token in _switched(tokens(r"{\bf x} + \bf{y}")))
    '\\mathbf { x } + \\mathbf { y }'
    """
    done = list[Token]()
    for token, after in zip(given, (*given, END)[1:], strict=True):
        font, begins = _SWITCHES.get(token.text, ""), done[-1:] and done[-1].kind == "open"
        if font and begins:
            done.insert(-1, done[-1]._replace(kind="cmd", text=font))
        else:
            done.append(token._replace(text=font) if font and after.kind == "open" else token)
    return done


_UNSEEN = re.compile(r"\\(?:label|tag\*?|eqref|ref|cite)\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])")


def spelled_out(text: str, known: Mapping[str, Macro], depth: int = 5) -> str:
    r"""Return a formula as LaTeX by itself: macros are put in, and the & that line rows up are left out.

    >>> known = macros(r"\newcommand{\R}{\mathbb{R}} \newcommand{\norm}[1]{\lVert #1\rVert}")
    >>> spelled_out(r"\norm{x} &\in \R^n", known)
    '{\\lVert x\\rVert }  \\in {\\mathbb {R}}^n'
    """
    text, inside, found = _UNSEEN.sub("", text), 0, list[Token]()
    for token in tokens(text):
        inside += token.step * (token.kind == "env")
        if (token.kind == "amp" and inside < 1) or (token.kind == "cmd" and token.text in known):
            found.append(token)
    for token in reversed(found):
        at, arguments = token.end, list[str]()
        macro = known.get(token.text, Macro(0, ()))
        for _ in range(macro.arguments):
            at += len(text[at:]) - len(text[at:].lstrip())
            end = closing(text, at + 1) if text[at : at + 1] == "{" else at + 1
            arguments.append(text[at:end].removeprefix("{").removesuffix("}"))
            at = end
        body = "".join(
            arguments[int(each.text[1:]) - 1] if each.kind == "arg" else _spelled(each) for each in macro.body
        )
        body = spelled_out(body, known, depth - 1) if depth and token.kind == "cmd" else body
        text = text[: token.start] + (f"{{{body}}}" if token.kind == "cmd" else " ") + text[at:]
    return text


def _spelled(token: Token) -> str:
    if token.kind == "text":
        return rf"\text{{{token.text}}}"
    return f"{token.text} " if re.fullmatch(r"\\[A-Za-z]+", token.text) else token.text


def _argument(waiting: list[Token], call: Token) -> list[Token]:
    if not waiting:
        raise Refused(f"{call.text} lacks an argument")
    token = waiting.pop()
    if token.kind != "open":
        token, rest = digit(token)
        waiting += rest
        return [token]
    depth, inside = 1, list[Token]()
    while waiting:
        token = waiting.pop()
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth == 0:
            return inside
        inside.append(token)
    raise Refused("a brace is not closed")


def check_depth(given: Iterable[Token]) -> None:
    """Refuse braces and environments that do not close, or are nested too deeply."""
    waiting, brackets = list[str](), 0
    for token in given:
        brackets = max(0, brackets + (token.text in ("(", "[")) - (token.text in (")", "]")))
        if brackets > DEEPEST:
            raise Refused("too many brackets within each other")
        if token.step > 0:
            waiting.append(token.kind)
        elif token.step and (not waiting or waiting.pop() != {"close": "open"}.get(token.kind, token.kind)):
            raise Refused("a brace closes that was not opened")
        if len(waiting) > DEEPEST:
            raise Refused("too many braces within each other")
    if waiting:
        raise Refused("a brace is not closed")
