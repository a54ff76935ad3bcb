"""MathML of formulas, translated from LaTeX by latex2mathml and tidied for browsers; no JavaScript is needed.

What the MathML Core of browsers leaves out of the translation is put in its place here: bold and upright variants,
alignment, thin spaces around names of operators, limits of sums, fences that are no taller than they need to be.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement, tostring

from latex2mathml.converter import convert_to_element

from symattn.render.latex_names import ESCAPES

#: Signs that latex2mathml takes for identifiers, and what is meant.
_OPERATORS = {":": ":", "≔": "≔", "±": "±", "∓": "∓", "∼": "∼", "~": "∼"}
#: Signs before which a displayed formula of more than so many characters may break.
_BREAKS, LONG = frozenset("=+−≤≥<>≠"), 30


@lru_cache(maxsize=4096)
def mathml(source: str, display: bool = False, alternative: str = "") -> str:
    """Translate LaTeX that stands in math mode into a `math` element; what cannot be translated is shown as it is.

    `display` gives sums and fractions their full size, and lets a long formula break before the signs of its outermost
    level, ⇒ or else = + − and the like, by making several elements of it. `alternative` is the formula as plain text,
    for readers without MathML.

    >>> print(mathml(r"A < \\tau_{i}", alternative="A < τ_i"))
    <math alttext="A &lt; τ_i"><mrow><mi>A</mi><mo>&lt;</mo><msub><mi>τ</mi><mrow><mi>i</mi></mrow></msub></mrow></math>
    """
    try:
        known = _ALIGNED.sub(r"\\\1{align*}", _QUOTED.sub(_kept, source))
        translated = convert_to_element(known, display="block" if display else "inline")
    except Exception:  # latex2mathml raises what its parser meets: KeyError, IndexError, errors of its own
        return f'<code class="tex">{html.escape(source)}</code>'
    root = Element("math")
    root.extend(list(translated))
    _tidy(root)
    if any("\\" in (element.text or "") for element in root.iter()):
        return f'<code class="tex">{html.escape(source)}</code>'
    for element in root.iter("mtext"):
        element.text = (element.text or "").translate(_ORDINARY)
    pieces = _broken(root) if display and len(alternative or source) > LONG else [root]
    if alternative and len(pieces) == 1:
        root.set("alttext", alternative)
    for piece in pieces if display else ():
        piece.set("displaystyle", "true")
    return "\u200b".join(tostring(piece, encoding="unicode", short_empty_elements=False) for piece in pieces)


#: Lines beside each other within a formula; latex2mathml knows them as a formula of its own.
_ALIGNED = re.compile(r"\\(begin|end)\{aligned\}(?:\[t\])?")
#: A name in quotes; its characters are kept from latex2mathml, which reads TeX inside of text.
_QUOTED = re.compile(r"\\text\{``((?:\\text[a-z]+\{\}|\\.|[^{}\\])*)''\}")
_KEPT = 0xE000
_ORDINARY = {_KEPT + code: chr(code) for code in range(128)}


def _kept(found: re.Match[str]) -> str:
    name = found[1]
    for character, escaped in ESCAPES.items():
        name = name.replace(escaped, character) if len(escaped) > 2 else name
    name = re.sub(r"\\([{}$&#%_])", r"\1", name)
    return rf"\text{{“{''.join(chr(_KEPT + ord(c)) if c.isascii() else c for c in name)}”}}"


def _broken(root: Element) -> list[Element]:
    """Cut a formula before the signs of its outermost level."""
    row = root[0] if len(root) == 1 and root[0].tag == "mrow" else root
    lines: list[list[Element]] = [[]]
    breaks = {"⇒"} if any(child.text == "⇒" for child in row) else _BREAKS  # an implication binds less than the rest
    for child in row:
        if lines[-1] and child.tag == "mo" and child.text in breaks and lines[-1][-1].tag != "mo":
            child.set("form", "infix")
            lines.append([])
        lines[-1].append(child)
    pieces = []
    for line in lines:
        piece = Element("math")
        SubElement(piece, "mrow").extend(line)
        pieces.append(piece)
    return pieces


def _tidy(parent: Element) -> None:
    """Rewrite what browsers do not draw as it is meant: words letter by letter, bold letters, alignment."""
    for child in list(parent):
        child.text = html.unescape(child.text) if child.text else child.text  # latex2mathml writes &#x003C3; for σ
        _tidy(child)
        variant = child.attrib.pop("mathvariant", "")
        if variant == "normal" or (variant == "bold" and child.tag == "mi"):
            child.set("mathvariant", "normal")
        if "bold" in variant:
            child.set("style", "font-weight: bold")
        if child.tag == "menclose" and child.attrib.pop("notation", "") == "box":
            child.tag = "mrow"  # browsers draw no enclosures, but borders
            child.set("style", "border: 1px solid; padding: 0.15em 0.25em")
        if child.attrib.pop("columnalign", "") == "left":
            child.set("style", "text-align: left")
        if child.tag == "mo" and (child.text or "").isalpha() and len(child.text or "") > 1:
            child.tag = "mi" if "movablelimits" not in child.attrib else "mo"
        if child.tag == "mo" and child.text == "∞":
            child.tag = "mi"
        if child.tag == "mi" and child.text in _OPERATORS:
            child.tag, child.text = "mo", _OPERATORS[child.text]
        if child.tag == "msup" and child[0].text == "e" and any(each.tag in _TALL for each in child[1].iter()):
            _write_out_exp(child)
        if child.tag in _LIMITS and (child[0].get("movablelimits") or child[0].text in ("∑", "∏")):
            child.tag = _LIMITS[child.tag]  # which are drawn as scripts where there is no room
    if parent.tag in _ROWS:
        _space(parent)
    upright = {"mathvariant": "normal"}
    if len(parent) > 1 and all(child.tag == "mi" and child.attrib == upright for child in parent):
        word = "".join(child.text or "" for child in parent)
        for child in list(parent):
            parent.remove(child)
        SubElement(parent, "mi").text = word  # letters together are drawn upright


_ROWS = frozenset(("math", "mrow", "mtd", "msqrt", "mstyle"))
_LIMITS = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
_TALL = frozenset(("mfrac", "mtable", "munder", "mover", "munderover", "msqrt", "mroot", "mstyle"))


def _space(row: Element) -> None:
    """Set thin spaces around names of operators, and keep fences small around what is no taller than a line.

    Browsers leave gaps beside a fence that may stretch, even when it has nothing to stretch for.
    """
    children = list(row)
    if children and children[0].get("fence") and not any(each.tag in _TALL for each in row.iter()):
        for child in children:
            if child.tag == "mo" and child.attrib.pop("fence", ""):
                child.set("stretchy", "false")
    for left, right in reversed(list(pairwise(children))):
        if (_is_name(right) and left.tag not in ("mo", "mspace", "mtext")) or (
            _is_name(left) and right.tag not in ("mo", "mspace", "mtext") and not _is_fenced(right)
        ):
            row.insert(list(row).index(right), Element("mspace", {"width": "0.167em"}))


def _write_out_exp(power: Element) -> None:
    """Turn a power of e whose exponent would be too small to be read, a fraction or a sum, into exp(…)."""
    exponent = power[1]
    power.clear()
    power.tag = "mrow"
    SubElement(power, "mi").text = "exp"
    fenced = SubElement(power, "mrow")
    SubElement(fenced, "mo", {"form": "prefix", "fence": "true", "stretchy": "true"}).text = "("
    fenced.append(exponent)
    SubElement(fenced, "mo", {"form": "postfix", "fence": "true", "stretchy": "true"}).text = ")"


def _is_name(element: Element) -> bool:
    if element.tag in ("msub", "msup", "msubsup", "munder", "munderover") or (
        element.tag == "mrow" and len(element) == 1
    ):
        return _is_name(element[0])
    return element.tag in ("mi", "mo") and len(element.text or "") > 1 and (element.text or "").isalpha()


def _is_fenced(element: Element) -> bool:
    if element.tag in ("msub", "msup", "msubsup") or (element.tag == "mrow" and len(element) == 1):
        return _is_fenced(element[0])
    return element.tag == "mrow" and len(element) > 0 and element[0].tag == "mo" and element[0].text in ("(", "[", "{")


def matrix(rows: Sequence[Sequence[str]], marked: Collection[tuple[int, int]] = (), alternative: str = "") -> str:
    """Write a small matrix of LaTeX entries; the marked ones are outlined and said to differ in the text form.

    >>> matrix([["1", "2"]], {(0, 1)}).count("symattn-differs")
    1
    """
    root = Element("math")
    if alternative:
        root.set("alttext", alternative)
    line = SubElement(root, "mrow")
    SubElement(line, "mo").text = "("
    table = SubElement(line, "mtable")
    for i, row in enumerate(rows):
        tr = SubElement(table, "mtr")
        for j, entry in enumerate(row):
            td = SubElement(tr, "mtd", {"class": "symattn-differs"} if (i, j) in marked else {})
            cell = convert_to_element(entry)
            td.extend(list(cell))
    SubElement(line, "mo").text = ")"
    _tidy(root)
    return tostring(root, encoding="unicode", short_empty_elements=False)
