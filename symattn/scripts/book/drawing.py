"""Pictures of what rests on what, as SVG whose boxes are links: borders tell statements apart, fills their state.

Colours come from the style sheet, so a picture follows the reader's light or dark scheme. The lines of a box light up
while the box is pointed at or has the focus; where there would be too many to follow, no others are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symattn.render.html import escape

BOX_HEIGHT, ROW, GAP, SPACE, MARGIN = 22, 29, 64, 8, 12
LETTER = 6.4  # width of a letter at the font size of the style sheet
LEAST, MOST = 64, 330  # how wide a box is; what does not fit is cut, and stands in its title
PAGE = 906  # the width of a page's text


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
    """Draw layers from left to right, each box with lines to what it uses in the layers before it.

    Each layer but the first is put in the order of the places of what its boxes use, so that few lines cross.
    """
    height = max(len(layer) for layer in layers) * ROW + 2 * MARGIN
    spots: dict[str, _Spot] = {}
    x = float(MARGIN)
    for layer in layers:
        wide, top = _width(layer), (height - len(layer) * ROW) / 2
        middles = {box.key: [spots[key].y for key in uses.get(box.key, ()) if key in spots] for box in layer}
        ordered = sorted(layer, key=lambda box: sum(ys) / len(ys) if (ys := middles[box.key]) else height)
        for place, box in enumerate(ordered if spots else layer):
            spots[box.key] = _Spot(box, x, top + place * ROW, wide)
        x += wide + GAP
    behind = "".join(_lines(spot, spots, uses, sideways=True) for spot in spots.values())
    drawn = [f'<g class="behind">{behind}</g>', *_drawn(spots, uses, sideways=True)]
    return _svg(name, title, x - GAP + MARGIN, height, "layered", drawn)


def banded(name: str, title: str, bands: Sequence[Band], uses: Mapping[str, Sequence[str]]) -> str:
    """Draw bands of boxes below each other, as wide as a page; a box has lines up to what it uses while pointed at."""
    spots, headings, y = {}, [], float(MARGIN)
    for band in bands:
        wide = _width(band.boxes)
        columns = max(1, int((PAGE - 2 * MARGIN + SPACE) // (wide + SPACE)))
        headings.append(f'<text class="heading" x="{MARGIN}" y="{y + 14:g}">{escape(band.heading)}</text>')
        y += 24
        for number, box in enumerate(band.boxes):
            x = MARGIN + number % columns * (wide + SPACE)
            spots[box.key] = _Spot(box, x, y + number // columns * ROW, wide)
        y += -(-len(band.boxes) // columns) * ROW + 26
    return _svg(name, title, PAGE, y, "banded", [*headings, *_drawn(spots, uses, sideways=False)])


def _width(boxes: Sequence[Box]) -> float:
    """Return how wide boxes are that stand below each other: as wide as the longest of their labels."""
    longest = max((len(box.label) for box in boxes), default=0)
    return min(max(LEAST, round(longest * LETTER + 14)), MOST)


def _drawn(spots: Mapping[str, _Spot], uses: Mapping[str, Sequence[str]], sideways: bool) -> list[str]:
    """Draw the boxes, each with its lines, which light up with it."""
    return [_group(spot, spots, uses, sideways) for spot in spots.values()]


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
