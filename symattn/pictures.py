"""Draw matrices as SVG: attention weights beside their mask, and a counterexample with the entries that differ ringed.

The pictures need no other package and no network. Notebooks show them; ``save`` writes one to a file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from symattn.errors import UsageError

CELL, GAP, TOP = 34, 40, 30  # pixels: a cell, the room between two matrices, the room for their titles
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
    wide, high_ = x - GAP / 2, TOP + CELL * max(len(rows) for _, rows, _ in panels) + GAP / 2
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high_:g}" viewBox="0 0 {wide:g} {high_:g}"'
    )
    font = 'font-family="system-ui, sans-serif" font-size="12" role="img"'
    page = f'<title>{escape(said)}</title><rect width="100%" height="100%" fill="#fff"/>'
    return Svg(f"{head} {font}>{page}{''.join(drawn)}</svg>", said)


def _cell(x: float, y: float, value: float, low: float, high: float, is_ringed: bool) -> str:
    share = (value - low) / (high - low) if np.isfinite(value) and high > low else 0.0
    fill = f"rgb{tuple(round(a + share * (b - a)) for a, b in zip(PALE, DARK, strict=True))}"
    if not np.isfinite(value):
        fill = HIDDEN
    ink = "#fff" if share > 0.55 else "#1d2329"
    text = f"{value:.2g}".replace("-inf", "−∞").replace("inf", "∞").replace("-", "−")
    middle = f'x="{x + CELL / 2:g}" y="{y + CELL / 2 + 4:g}" text-anchor="middle"'
    box = f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#fff"/>'
    radius = CELL / 2 - 2
    place = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}" r="{radius:g}"'
    ring = f'<circle {place} fill="none" stroke="{RING}" stroke-width="2.5"/>'
    return f'{box}<text {middle} fill="{ink}" font-size="10.5">{text}</text>{ring if is_ringed else ""}'
