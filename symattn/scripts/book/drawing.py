"""Pictures of what rests on what, as SVG whose boxes are links: borders tell statements apart, fills their state.

Colours come from the style sheet, so a picture follows the reader's light or dark scheme. The lines of a box light up
while the box is pointed at or has the focus.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symattn.render.html import escape

BOX_HEIGHT, ROW, COLUMN, GAP, MARGIN = 22, 29, 184, 48, 12
LETTER = 6.4  # width of a letter at the font size of the style sheet


@dataclass(frozen=True)
class Box:
    """Hold one box: its key, its label and full title, the page it links to, its classes in the style sheet."""

    key: str
    label: str
    title: str
    href: str
    classes: str


@dataclass(frozen=True)
class Band:
    """Hold boxes that stand together under a heading."""

    heading: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class _Spot:
    box: Box
    x: float
    y: float
    width: float


def layered(name: str, title: str, layers: Sequence[Sequence[Box]], uses: Mapping[str, Sequence[str]]) -> str:
    """Draw layers from left to right, each box with lines to what it uses in the layers before it."""
    height = max(len(layer) for layer in layers) * ROW + 2 * MARGIN
    spots = {}
    for number, layer in enumerate(layers):
        top = (height - len(layer) * ROW) / 2
        for place, box in enumerate(layer):
            spots[box.key] = _Spot(box, MARGIN + number * COLUMN, top + place * ROW, COLUMN - GAP)
    width = MARGIN * 2 + len(layers) * COLUMN - GAP
    return _svg(name, title, width, height, "layered", _drawn(spots, uses, sideways=True))


def banded(name: str, title: str, bands: Sequence[Band], uses: Mapping[str, Sequence[str]], columns: int = 7) -> str:
    """Draw bands of boxes below each other, each box with lines up to what it uses."""
    wide, spots, headings, y = 118, {}, [], float(MARGIN)
    for band in bands:
        headings.append(f'<text class="heading" x="{MARGIN}" y="{y + 14:g}">{escape(band.heading)}</text>')
        y += 24
        for number, box in enumerate(band.boxes):
            spots[box.key] = _Spot(box, MARGIN + number % columns * (wide + 8), y + number // columns * ROW, wide)
        y += -(-len(band.boxes) // columns) * ROW + 26
    drawn = [*headings, *_drawn(spots, uses, sideways=False)]
    return _svg(name, title, columns * (wide + 8) + 2 * MARGIN, y, "banded", drawn)


def _drawn(spots: Mapping[str, _Spot], uses: Mapping[str, Sequence[str]], sideways: bool) -> list[str]:
    """Draw all lines faintly behind all boxes, and those of each box once more, to light up with it."""
    behind = "".join(_lines(spot, spots, uses, sideways) for spot in spots.values())
    return [f'<g class="behind">{behind}</g>', *(_group(spot, spots, uses, sideways) for spot in spots.values())]


def _group(spot: _Spot, spots: Mapping[str, _Spot], uses: Mapping[str, Sequence[str]], sideways: bool) -> str:
    box, lines = spot.box, _lines(spot, spots, uses, sideways)
    label = escape(_short(box.label, int((spot.width - 10) / LETTER)))
    return (
        f'<g class="node">{lines}<a href="{escape(box.href)}" class="{escape(box.classes)}">'
        f"<title>{escape(box.title)}</title>"
        f'<rect x="{spot.x:g}" y="{spot.y:g}" width="{spot.width:g}" height="{BOX_HEIGHT}" rx="5"></rect>'
        f'<text x="{spot.x + spot.width / 2:g}" y="{spot.y + 15:g}">{label}</text></a></g>'
    )


def _lines(spot: _Spot, spots: Mapping[str, _Spot], uses: Mapping[str, Sequence[str]], sideways: bool) -> str:
    return "".join(_line(spots[key], spot, sideways) for key in uses.get(spot.box.key, ()) if key in spots)


def _line(lower: _Spot, upper: _Spot, sideways: bool) -> str:
    """Draw a line from what is used to what uses it."""
    if sideways:
        x, y = lower.x + lower.width, lower.y + BOX_HEIGHT / 2
        end, level = upper.x, upper.y + BOX_HEIGHT / 2
        middle = (x + end) / 2
        return f'<path d="M{x:g} {y:g}C{middle:g} {y:g} {middle:g} {level:g} {end:g} {level:g}"></path>'
    x, y = lower.x + lower.width / 2, lower.y + BOX_HEIGHT
    end, level = upper.x + upper.width / 2, upper.y
    middle = (y + level) / 2
    return f'<path d="M{x:g} {y:g}C{x:g} {middle:g} {end:g} {middle:g} {end:g} {level:g}"></path>'


def _short(label: str, letters: int) -> str:
    return label if len(label) <= letters else f"{label[: letters - 1]}…"


def _svg(name: str, title: str, width: float, height: float, kind: str, drawn: Sequence[str]) -> str:
    return (
        f'<div class="picture" tabindex="0" role="region" aria-label="{escape(title)}">'
        f'<svg id="{escape(name)}" class="{kind}" role="group" aria-labelledby="{escape(name)}-title" '
        f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">'
        f'<title id="{escape(name)}-title">{escape(title)}</title>{"".join(drawn)}</svg></div>'
    )
