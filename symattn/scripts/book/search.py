"""The search index: a script that sets one constant, so that it can be read from a disk without any request."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """Hold one thing that can be found: its title, what kind of thing it is, its page, and the words that find it."""

    title: str
    kind: str
    address: str
    words: str


def index(entries: Iterable[Found]) -> str:
    """Write the index; each distinct word stands once, in alphabetical order.

    >>> print(index([Found("G11", "proved", "claims/G11.html", "softmax of softmax")]))
    const SYMATTN_INDEX = [
    ["G11","proved","claims/G11.html","of softmax"]
    ];
    <BLANKLINE>
    """
    lines = []
    for entry in entries:
        words = sorted(set(re.findall(r"[^\W_]+|[^\w\s]", entry.words.lower())))
        useful = " ".join(word for word in words if word.isalnum() or word in "≤≥≠√∈ℝ∞")
        row = json.dumps([entry.title, entry.kind, entry.address, useful], ensure_ascii=False, separators=(",", ":"))
        lines.append(row.replace("</", "<\\/"))
    return "const SYMATTN_INDEX = [\n" + ",\n".join(lines) + "\n];\n"
