"""Draw as SVG: attention weights beside their mask, both sides of a counterexample, the graph of a derivation.

The pictures need no other package and no network. Notebooks show them; ``save`` writes one to a file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from symattn.deciding.stages import each_reason
from symattn.errors import UsageError
from symattn.language.propositions import relation_of
from symattn.render.text import counted, reasons, text

CELL, GAP, TOP = 34, 40, 30  # pixels: a cell, the room between two matrices, the room for their titles
ROW, LETTER = 28, 7  # the height of a line of words, the width of a letter
INK, LINE = "#1d2329", "#7b8794"
#: Colours of the smallest and of the largest value, and of what is hidden or infinite.
PALE, DARK, HIDDEN = (247, 250, 253), (27, 79, 134), "#c9c4ba"
RING = "#c2410c"

Rows = Sequence[Sequence[float]]


class Svg:
    """Hold a picture as the text of an SVG file, which notebooks show, and what is to be seen in words.

    >>> picture = attention_weights([[0, 1], [2, 3]], [[0, -float("inf")], [0, 0]])
    >>> picture
    Attention weights of 2 queries and 2 keys beside their mask, in which 1 of 4 entries is hidden.
    """

    def __init__(self, svg: str, alternative: str) -> None:
        self.svg, self.alternative = svg, alternative

    def __repr__(self) -> str:
        return self.alternative

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture to a file."""
        Path(path).write_text(self.svg + "\n", encoding="utf-8")


def attention_weights(scores: Any, mask: Any) -> Svg:
    """Draw the softmax of each row of masked scores beside the mask.

    ``scores`` and ``mask`` are r×n arrays; the mask has the entries 0 and −∞. Raise UsageError where their shapes
    differ, or a row has no key that is seen.

    >>> attention_weights([[0.0, 0.0]], [[0.0, 0.0]]).svg.count("<rect")
    5
    """
    scores, mask = (np.asarray(each, dtype=np.float64) for each in (scores, mask))
    if scores.shape != mask.shape or scores.ndim != 2:
        raise UsageError(f"scores and mask are matrices of one shape, not {scores.shape} and {mask.shape}")
    seen = mask == 0
    if not seen.any(axis=1).all():
        raise UsageError("a row of the mask shows no key, so that it has no softmax")
    masked = np.where(seen, scores, -np.inf)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    (r, n), hidden = mask.shape, int((~seen).sum())
    said = f"Attention weights of {r} queries and {n} keys beside their mask, in which {hidden} of {r * n} entries"
    shown = np.where(seen, 0.0, -np.inf).tolist()
    return _beside(
        [("mask", shown, ()), ("weights", weights.tolist(), ())], f"{said} {'is' if hidden == 1 else 'are'} hidden."
    )


def counterexample(verdict: Any) -> Svg:
    """Draw both sides of a refuted equation of matrices as heat maps, the entries that surely differ ringed.

    Raise UsageError for a verdict without matrices to show.

    >>> from sympy import MatrixSymbol
    >>> from symattn import decide, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> counterexample(decide(A, A.T))
    Both sides of A = A.T at the counterexample; they differ at (0, 1), (1, 0).
    """
    from symattn.numeric.sides import both_sides

    found = getattr(verdict, "counterexample", None)
    sides = None if found is None else both_sides(verdict.claim, found)
    if sides is None:
        raise UsageError(f"there are no two matrices to be drawn: {verdict!r}")
    places = sorted(sides.differing)
    left, right = ([[_value(cell) for cell in row] for row in rows] for rows in (sides.lhs, sides.rhs))
    said = f"Both sides of {verdict.claim.proposition} at the counterexample; they differ at {str(places)[1:-1]}."
    return _beside([("left side", left, places), ("right side", right, places)], said)


def derivation(verdict: Any) -> Svg:
    """Draw a proof as a graph: its lines below each other, and each reason with a line to every step that uses it.

    Raise UsageError for a verdict that is not proved, and for one that relates no two sides.

    >>> from sympy import MatrixSymbol
    >>> from symattn import OrthogonalSymbol, decide, dims
    >>> n, d = dims("n d")
    >>> X, g = MatrixSymbol("X", n, d), OrthogonalSymbol("g", d)
    >>> derivation(decide(X*g*g.T, X))
    A derivation with 1 step and 1 reason: g is orthogonal.
    """
    if verdict.status != "proved" or not (verdict.steps or hasattr(verdict.claim.proposition, "rhs")):
        raise UsageError(f"the claim is {verdict.status}: there is no derivation of equations or inequalities to draw")
    first, steps = _steps(verdict)
    places = dict.fromkeys(reason for _, named in steps for reason in named)
    beside = LETTER * max(map(len, places), default=0) + 2 * GAP  # where the lines of the proof begin
    drawn, middles, y = [_boxed(beside, TOP, first)], [], float(TOP)
    ends: dict[str, tuple[float, float]] = {}
    for line, named in steps:
        new = [reason for reason in named if reason not in ends]
        after = y + ROW * max(len(new), 1) + GAP
        middle = (y + ROW + after) / 2
        for number, reason in enumerate(new):
            top = middle - ROW * len(new) / 2 + ROW * number
            drawn.append(_boxed(GAP / 2, top, reason, "#eef3f8"))
            ends[reason] = GAP / 2 + LETTER * len(reason) + 16, top + ROW / 2 - 2
        drawn += [_boxed(beside, after, line), _arrow(beside + 16, y + ROW - 4, beside + 16, after)]
        middles.append((middle, named))
        y = after
    drawn += [_arrow(*ends[reason], beside + 16, middle) for middle, named in middles for reason in named]
    said = f"A derivation with {counted(len(steps), 'step')} and {counted(len(places), 'reason')}"
    wide = beside + LETTER * max(map(len, (first, *(line for line, _ in steps)))) + GAP
    return _svg(wide, y + ROW + GAP / 2, drawn, f"{said}: {', '.join(places)}." if places else f"{said}.")


def _steps(verdict: Any) -> tuple[str, list[tuple[str, list[str]]]]:
    """Return the first line of a proof, and each next one with its reasons."""
    if not verdict.steps:
        stated = verdict.claim.proposition
        return text(stated.lhs), [(f"{relation_of(stated)} {text(stated.rhs)}", each_reason(verdict))]
    steps = []
    for left, right, by, step in verdict.steps:
        named = list(dict.fromkeys(reasons((each,), text, str, left) for each in by))
        steps.append((f"{relation_of(step.claim.proposition)} {text(right)}", named or each_reason(step)))
    return text(verdict.steps[0][0]), steps


def _value(cell: str) -> float:
    """Read a number as it is written in LaTeX."""
    fraction = re.fullmatch(r"(-?)\\tfrac\{(\d+)\}\{(\d+)\}", cell)
    if fraction:
        return float(f"{fraction[1]}1") * int(fraction[2]) / int(fraction[3])
    return float(cell.replace(r"\infty", "inf"))


def _beside(panels: Sequence[tuple[str, Rows, Collection[tuple[int, int]]]], said: str) -> Svg:
    """Draw matrices beside each other, each with its title, in one scale of colours."""
    numbers = [value for _, rows, _ in panels for row in rows for value in row if np.isfinite(value)]
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    drawn, x = [], GAP / 2
    for title, rows, ringed in panels:
        drawn.append(f'<text x="{x:g}" y="{TOP - 10}" font-weight="600">{escape(title)}</text>')
        drawn += [
            _cell(x + j * CELL, TOP + i * CELL, value, low, high, (i, j) in ringed)
            for i, row in enumerate(rows)
            for j, value in enumerate(row)
        ]
        x += max(CELL * len(rows[0]), 8 * len(title)) + GAP
    return _svg(x - GAP / 2, TOP + CELL * max(len(rows) for _, rows, _ in panels) + GAP / 2, drawn, said)


def _svg(wide: float, high: float, drawn: Sequence[str], said: str) -> Svg:
    """Put what is drawn on a white page, which is readable in light and dark notebooks alike."""
    size = f'width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}"'
    font = 'font-family="system-ui, sans-serif" font-size="12" role="img"'
    page = f'<title>{escape(said)}</title><rect width="100%" height="100%" fill="#fff"/>'
    return Svg(f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>{page}{"".join(drawn)}</svg>', said)


def _boxed(x: float, y: float, words: str, fill: str = "#fff") -> str:
    """Draw a line of words in a box."""
    box = f'<rect x="{x:g}" y="{y:g}" width="{LETTER * len(words) + 16:g}" height="{ROW - 4}" rx="4"'
    written = f'<text x="{x + 8:g}" y="{y + 16:g}" fill="{INK}">{escape(words)}</text>'
    return f'{box} fill="{fill}" stroke="{LINE}"/>{written}'


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """Draw a line that ends in a dot."""
    bent = f"C{x + GAP / 2:g} {y:g} {to_x - 2 * GAP:g} {to_y:g} " if x != to_x else "L"
    path = f'<path d="M{x:g} {y:g}{bent}{to_x:g} {to_y:g}" stroke="{LINE}" fill="none"/>'
    return f'{path}<circle cx="{to_x:g}" cy="{to_y:g}" r="2.5" fill="{LINE}"/>'


def _cell(x: float, y: float, value: float, low: float, high: float, is_ringed: bool) -> str:
    share = (value - low) / (high - low) if np.isfinite(value) and high > low else 0.0
    fill = f"rgb{tuple(round(a + share * (b - a)) for a, b in zip(PALE, DARK, strict=True))}"
    if not np.isfinite(value):
        fill = HIDDEN
    ink = "#fff" if share > 0.55 else INK
    text = f"{value:.2g}".replace("-inf", "−∞").replace("inf", "∞").replace("-", "−")
    middle = f'x="{x + CELL / 2:g}" y="{y + CELL / 2 + 4:g}" text-anchor="middle"'
    box = f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#fff"/>'
    radius = CELL / 2 - 2
    place = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}" r="{radius:g}"'
    ring = f'<circle {place} fill="none" stroke="{RING}" stroke-width="2.5"/>'
    return f'{box}<text {middle} fill="{ink}" font-size="10.5">{text}</text>{ring if is_ringed else ""}'
