"""Invisible characters, and characters that change how others are displayed."""

from __future__ import annotations

import unicodedata

#: Letters and marks by their category that no font shows, and the selectors of variants.
_INVISIBLE = frozenset(map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159, 0x1D173))) | {
    chr(code) for code in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0000, 0xE1000))
}


def unseen(character: str) -> bool:
    """Tell whether a character is invisible, controls a terminal, or is a sign to turn the direction of writing.

    >>> [unseen(character) for character in ("a", " ", "\\x1b", "\\u200b", "\\u3164")]
    [False, False, True, True, True]
    """
    return not character.isprintable() or character in _INVISIBLE


def is_leftward(character: str) -> bool:
    """Tell whether a character is of a script that is written from right to left, which turns formulas around.

    >>> is_leftward("א"), is_leftward("ℵ")
    (True, False)
    """
    return unicodedata.bidirectional(character) in ("R", "AL", "AN")


def visible(text: str) -> str:
    """Return a text with every character that nobody would see written as its code; line breaks stay.

    >>> visible("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    if text.isprintable() and _INVISIBLE.isdisjoint(text):
        return text
    return "".join(c.encode("unicode_escape").decode() if c != "\n" and unseen(c) else c for c in text)
