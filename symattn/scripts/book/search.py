"""The search index: a script that sets one constant, so that it can be read from a disk without any request.

A reader looks for an id, a place ("Lemma 2.3", "2.3"), a word of the title, or a symbol, typed as it is printed (σ), by
its name (sigma) or in LaTeX (\\sigma). So each word stands in the index in lower case, a number with its dots, and a
Greek letter both ways; nothing of LaTeX's own is in it. Misspelt words are a matter of `book.js`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize

from symattn.language.base.names import GREEK

NAMES = {sign: name for name, sign in GREEK.items() if name.islower() and name != "ell"}
#: Signs that are looked for by themselves.
SIGNS = "≤≥≠√∈ℝ∞∂∇∑∏"
#: Signs of sums and products, which a letter in lower case would make Greek letters.
LARGE = str.maketrans("Σ∑Π∏", "∑∑∏∏")
#: Words that a reader may look for where a claim has another one.
ALSO = {
    "cache": "kv",
    "cached": "kv",
    "cachedattention": "kv cache",
    "rotary": "rope",
    "rotaryencoding": "rope rotary",
    "shared": "gqa mqa",
    "grouped": "gqa",
    "multiheadattention": "mha",
    "layernorm": "layer normalisation norm",
    "rmsnorm": "rms normalisation norm",
    "logsumexp": "lse",
    "flashattention": "flash",
}
WORD = re.compile(rf"\d+(?:\.\d+)+|[^\W_]+|[{SIGNS}]")


@dataclass(frozen=True)
class Found:
    """Hold one thing that can be found: its title, what kind of thing it is, its page, and the words that find it."""

    title: str
    kind: str
    address: str
    words: str


def words(text: str) -> list[str]:
    """Return the words of a text that find it, each once, in alphabetical order.

    >>> words("Lemma 2.3: σ permutes the keys, att(σ*K)")
    ['2.3', 'att', 'k', 'keys', 'lemma', 'permutes', 'sigma', 'the', 'σ']
    >>> words("the cache: Σ_i")
    ['cache', 'i', 'kv', 'the', '∑']
    """
    found = set(WORD.findall(normalize("NFKC", text).translate(LARGE).lower()))
    found |= {each for word in found if word in ALSO for each in ALSO[word].split()}
    greek = {NAMES.get(word) or (GREEK[word] if word in NAMES.values() else "") for word in found}
    return sorted(found | greek - {""})


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
        row = [entry.title, entry.kind, entry.address, " ".join(words(entry.words))]
        lines.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/"))
    return "const SYMATTN_INDEX = [\n" + ",\n".join(lines) + "\n];\n"
