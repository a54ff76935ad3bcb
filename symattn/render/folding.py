"""Break formulas and words at the width of a terminal: at signs, products and spaces, outside brackets if possible."""

from __future__ import annotations

OPEN, CLOSE = "([{", ")]}"
#: What a break costs, counted in unused characters: before a sign, after a comma or at a space, at a product.
BEFORE = {" = ": 0, " ≤ ": 0, " + ": 4, " - ": 4}
SPACE, PRODUCT = 8, 10
#: What a break costs more for each pair of brackets around it.
DEPTH = 10


def fold(line: str, width: int) -> list[str]:
    """Break a line at signs, products and spaces, outside brackets where it can be, for a width of so many characters.

    The lines after the first are indented by four more.

    >>> print(*fold("  = f(a, b) + g(c) + 1", 14), sep="\\n")
      = f(a, b)
          + g(c)
          + 1
    """
    lead = len(line) - len(line.lstrip())
    rest, indent, lines = line.strip(), lead, list[str]()
    while len(rest) > (room := max(width - indent, 20 if lead < width - 24 else 8)):
        place = _place(rest, room)
        lines.append(" " * indent + rest[:place].rstrip())
        rest, indent = rest[place:].lstrip(), lead + 4
    return [*lines, " " * indent + rest]


def _place(line: str, room: int) -> int:
    """Choose where to break: the room that is left and the cost of the break are least together."""
    depth, best, least = 0, room, float("inf")
    for place, character in enumerate(line[: room + 1]):
        cost = _cost(line, place)
        if cost is not None and place > room // 4 and room - place + cost + DEPTH * depth <= least:
            best, least = place, room - place + cost + DEPTH * depth
        depth += (character in OPEN) - (character in CLOSE)
    return best


def _cost(line: str, place: int) -> int | None:
    """Say what a break before this character costs; a sign stays with what follows it."""
    if line[place] == "·":
        return PRODUCT
    if line[place] != " " or line[max(place - 2, 0) : place] in (" =", " ≤", " +", " -"):
        return None
    return BEFORE.get(line[place : place + 3], SPACE)
