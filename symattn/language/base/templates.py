r"""TeX of a word with places for its arguments: ``\lVert #1 \rVert``, as in a ``\newcommand``.

A place stands inside of what encloses it, as the argument of an operator does, or it does not: then what is written
there has brackets of its own where it is more than a name. A template that is not itself enclosed has brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_TOKEN = re.compile(r"\\#|\\[A-Za-z]+\*?|\\.|#\d?|\s+|.", re.DOTALL)
_PAIRS = ("Vert", "vert", "angle", "floor", "ceil", "brace", "brack")
_LEFT = frozenset(("(", "[", r"\{", *(rf"\l{name}" for name in _PAIRS)))
_RIGHT = frozenset((")", "]", r"\}", *(rf"\r{name}" for name in _PAIRS)))
#: What opens and closes alike, and what stands between arguments.
_BARS, _BETWEEN = frozenset(("|", r"\|", r"\Vert", r"\vert")), frozenset((",", ";", ":", r"\mid", r"\colon"))
_SIZES = re.compile(r"\\(?:left|right|(?:big|Big|bigg|Bigg)[lrm]?)")
_SPACES = frozenset((r"\,", r"\:", r"\;", r"\!", r"\ ", r"\quad", r"\qquad", "~"))
#: What a formula has anyway: a template of nothing else would show a power, a product, a transpose.
_ORDINARY = re.compile(
    r"#\d|\\(?:left|right|(?:big|Big|bigg|Bigg)[lrm]?|[dt]?frac|sqrt|cdot|times|circ|odot|otimes|oplus|top|dagger|ast|star"
    r"|prime|sum|prod|in|leq?|geq?|neq?|quad|qquad|mathrm|mathsf|text|lvert|rvert|vert|lbrack|rbrack|log|exp|sin|cos|det"
    r"|sinh|cosh|tanh|max|min)(?![A-Za-z])|\\[^A-Za-z|]|[^A-Za-z\\]|(?<![A-Za-z\\])[TeH](?![A-Za-z])"
)


def is_template(tex: str) -> bool:
    r"""Tell whether TeX has places for arguments.

    >>> is_template(r"\lVert #1 \rVert"), is_template(r"\#")
    (True, False)
    """
    return any(token[0] == "#" for token in _TOKEN.findall(tex))


def problem(tex: str, count: int) -> str:
    r"""Say why TeX cannot be a template for so many arguments, or nothing.

    >>> problem(r"\lVert #1 \rVert", 1), problem(r"\lVert #1 \rVert", 2)
    ('', 'it has no place #2 for the last of its 2 arguments')
    >>> problem(r"\left\lVert #1", 1), problem("#1^{T}", 1)
    ('its braces and brackets do not match', 'it would look like a formula without a word')
    """
    places = [token[1:] for token in _TOKEN.findall(tex) if token[0] == "#"]
    if stray := next((each for each in places if not each or not 1 <= int(each) <= count), None):
        return f"it has a place #{stray}, and the word takes {count} argument{'s' * (count != 1)}"
    if "" in places:
        return "a place is written #1; the sign itself is written \\#"
    missing = [number for number in range(1, count + 1) if str(number) not in places]
    if missing:
        which = "the last of " if missing[0] == count > 1 else "one of " if count > 1 else ""
        return f"it has no place #{missing[0]} for {which}its {count} argument{'s' * (count != 1)}"
    if not _is_balanced(tex):
        return "its braces and brackets do not match"
    return "" if _ORDINARY.sub("", tex) else "it would look like a formula without a word"


def _is_balanced(tex: str) -> bool:
    depth = sized = 0
    for token in _TOKEN.findall(tex):
        depth += (token == "{") - (token == "}")
        sized += (token == r"\left") - (token == r"\right")
        if depth < 0 or sized < 0 or token in ("&", "%", "$", r"\\", r"\begin", r"\end"):
            return False
    return not depth and not sized and _levels(tex)[-1] == 0


def _tokens(tex: str) -> list[str]:
    return [token for token in _TOKEN.findall(tex) if not token.isspace()]


def _levels(tex: str) -> list[int]:
    """Return how many brackets there are around each token, and after the last; braces alone are none."""
    levels, level, braces, bars = [], 0, list[bool](), list[str]()
    before = ""
    for token in _tokens(tex):
        if token == "{":
            counts = before in ("_", "^", "}", "]") or (before[:1] == "\\" and before[1:2].isalpha())
            braces.append(counts)
            levels.append(level)
            level += counts
        elif token == "}":
            level -= braces.pop() if braces else 0
            levels.append(level)
        elif token in _BARS:
            closes = bool(bars) and bars[-1] == token
            level += -1 if closes else 1
            bars = bars[:-1] if closes else [*bars, token]
            levels.append(level if closes else level - 1)
        else:
            level -= token in _RIGHT
            levels.append(level)
            level += token in _LEFT
        before = token
    return [*levels, level]


def is_enclosed(template: str) -> bool:
    r"""Tell whether a template can stand where a name can: no place, sign or power stands outside of its brackets.

    >>> [is_enclosed(each) for each in (r"\lVert #1 \rVert_{F}", r"\lVert #1 \rVert^{2}", r"#1 \star #2", r"\hat{#1}")]
    [True, False, False, True]
    """
    outside = [token for token, level in zip(_tokens(template), _levels(template), strict=False) if level == 0]
    signs = {"^", "+", "-", "=", "<", ">", "/", "!", "*", *_SPACES}
    names = r"\\(?:cdot|times|circ|odot|o?plus|otimes|star|ast|sim|to|in|[lg]eq?|neq?|mid|colon|frac|d?tfrac|sum|prod)"
    return not any(token in signs or token[0] == "#" or re.fullmatch(names, token) for token in outside)


def filled(template: str, write: Callable[[int, bool], str]) -> str:
    r"""Fill the places of a template; ``write`` gets the number of an argument, and whether the place is enclosed.

    >>> print(filled(r"\lVert #1 \rVert", lambda at, enclosed: ("A + B", "C")[at] if enclosed else "?"))
    \lVert A + B \rVert
    """
    return "".join(_parts(template, write))


def _parts(template: str, write: Callable[[int, bool], str]) -> Iterator[str]:
    tokens = _TOKEN.findall(template)
    for at, token in enumerate(tokens):
        if token[0] != "#":
            yield token
            continue
        before = [each for each in tokens[:at] if _matters(each)]
        after = next((each for each in tokens[at + 1 :] if _matters(each)), "")
        text = write(int(token[1:]) - 1, _opens(before) and (after in {*_RIGHT, *_BARS, *_BETWEEN, "}"}))
        is_word = re.search(r"\\[A-Za-z]+$", "".join(tokens[:at])) and text[:1].isalpha()
        yield f" {text}" if is_word else text
        if re.search(r"\\[A-Za-z]+$", text) and "".join(tokens[at + 1 :])[:1].isalpha():
            yield " "


def _matters(token: str) -> bool:
    return not token.isspace() and not _SIZES.fullmatch(token) and token not in _SPACES


def _opens(before: list[str]) -> bool:
    """Tell whether what stands before a place opens brackets, or an argument of a command, or ends one before it."""
    if not before:
        return False
    last, earlier = before[-1], before[-2] if len(before) > 1 else ""
    if last == "{":
        return earlier in ("_", "^", "}") or (earlier[:1] == "\\" and earlier[1:2].isalpha())
    return last in {*_LEFT, *_BARS, *_BETWEEN}
