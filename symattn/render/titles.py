"""Typeset the titles of claims: what is a formula in plain words, as in M^j or g ∈ O(d), is set as one."""

from __future__ import annotations

import re

from symattn.language.base.names import GREEK
from symattn.render.latex import escape

_DIGITS = {0x2080 + digit: str(digit) for digit in range(10)}
_LETTERS = "".join(GREEK.values()) + "ℓωΩ"
_SCRIPT = rf"[_^](?:\{{[^{{}}]*\}}|\([^()]*\)|[−-]?∞|[A-Z](?![a-z])|[A-Za-z0-9{_LETTERS}]+)"
_FORMULA = re.compile(
    rf"(?P<base>(?:[0-9]+|(?<![A-Za-z])[A-Za-z]|[{_LETTERS})\]ℝ])?)(?P<scripts>(?:{_SCRIPT})+)"
    rf"|(?P<product>[{_LETTERS}][A-Za-z]{{1,2}})(?![A-Za-z_^])"
    r"|(?<![A-Za-z0-9'’.\-])(?P<letter>[b-zA-HJ-Z])(?![A-Za-z0-9'’.\-\u0302-\u0307])"
)


def typeset(title: str) -> str:
    r"""Write a title for LaTeX's text mode.

    >>> print(typeset("block m of M^j x is (sin jθ_m, cos jθ^(d/2−1))"))
    block $m$ of $M^{j}$ $x$ is (sin $j{}\theta_{m}$, cos $j{}\theta^{d/2 - 1}$)
    >>> print(typeset("Att(τQg, σKg, σV)"))
    Att($\tau Qg$, $\sigma Kg$, $\sigma V$)
    """
    title = re.sub("[₀-₉]+", lambda m: f"_{{{m[0].translate(_DIGITS)}}}", title)
    parts, end = [], 0
    for found in _FORMULA.finditer(title):
        parts += [escape(title[end : found.start()]), f"${_formula(found)}$"]
        end = found.end()
    return "".join([*parts, escape(title[end:])]).replace("$$", "{}")


def _formula(found: re.Match[str]) -> str:
    if found["letter"] or found["product"]:
        return found["letter"] or _in_math(found["product"])
    written = _in_math(found["base"])
    for mark, inside in re.findall(r"([_^])(\{[^{}]*\}|\([^()]*\)|[^_^]+)", found["scripts"]):
        inside = inside[1:-1] if inside[0] in "{(" else inside
        is_word = mark == "_" and re.fullmatch("[A-Za-z]{2,}", inside)
        tex = rf"\mathrm{{{inside}}}" if is_word else _in_math(inside)
        written += f"{mark}{{{tex}}}"
    return written


def _in_math(plain: str) -> str:
    return " ".join(escape(plain).replace("$", " ").replace("--", "-").split())


def breakable(source: str) -> str:
    r"""Let a line break after the dots and low lines of a long name, in LaTeX's text mode.

    >>> print(breakable(r"G12: two lines; symattn.testing.detectors\_of"))
    G12: two lines; symattn.\allowbreak{}testing.\allowbreak{}detectors\_\allowbreak{}of
    >>> print(breakable(r"(\cite[Lemma 2.3]{ganev.on.attention.of.2021})"))
    (\cite[Lemma 2.3]{ganev.on.attention.of.2021})
    """
    pattern = r"(\\cite[^;]*\{[^{}]*\})|(?:(?!\\cite)\S){18,}"  # no key of a bibliography breaks
    return re.sub(pattern, lambda m: m[1] or re.sub(r"(\.|\\_)(?=\w)", r"\1\\allowbreak{}", m[0]), source)


def plain_title(title: str) -> str:
    """Write a title in ASCII, for the outline of a PDF.

    >>> plain_title("equivariance with g ∈ O(d): σ")
    'equivariance with g in O(d): sigma'
    """
    names = {letter: name for name, letter in GREEK.items()} | {"∈": "in", "ℝ": "R", "−": "-", "–": "-", "√": "sqrt "}
    names |= {"≤": "<=", "≥": ">=", "∞": "oo", "·": "*", "×": "x", "ᵀ": "^T", "²": "^2", "³": "^3", "′": "'", "↦": "->"}
    written = "".join(names.get(character, character) for character in title)
    return re.sub(r"[^\x20-\x7e]", "", written).translate({ord(c): " " for c in "\\{}%#&~$"})
