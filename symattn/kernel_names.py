"""Names of SymPy as names of the kernel, and back: letters and digits stay, every other character becomes a word.

The kernel and both verifiers know letters and digits that are their own compatibility normal form, and ``. ' _ ⁻¹``.
A name from SymPy may be any text: ``x^*``, ``\\hat{x}``, ``½``.  What is not part of a name is spelled between dots, so
that different names stay different and can be read.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import Final

from symattn.kernel.terms import named

LONGEST: Final = 120
SIGNS: Final = ' #$%&()*+,-/:;<=>?@[\\]^`{|}~!"⁄'
SPELLING: Final = """space hash dollar percent and open close star plus comma minus over colon semicolon less equals
    greater question at left tex right sup tick of bar end tilde bang quote over"""
WORDS: Final = dict(zip(SIGNS, SPELLING.split(), strict=True))
LETTERS: Final = {"λ": "lambda", "Σ": "Sigma", "ℓ": "ell", "′": "'"}  # notation, and what has a common name

_CODE: Final = re.compile("u[0-9A-F]{4,6}")


@lru_cache(maxsize=4096)
def kernel_name(name: str) -> str:
    """Return a name of SymPy as the kernel and the verifiers allow it; an ordinary name stays as it is.

    >>> kernel_name("sigma"), kernel_name("W_{k}"), kernel_name("2nd")
    ('sigma', 'W_.of.k.end', '_2nd')
    >>> kernel_name("x*"), kernel_name("x^*"), kernel_name(r"\\hat{x}"), kernel_name("½⁻¹")
    ('x.star', 'x.sup.star', 'tex.hat.of.x.end', 'fraction.1.over.2⁻¹')
    """
    spelled = "".join(map(_spelled, re.findall("(?<=.)⁻¹|.", unicodedata.normalize("NFC", name), re.DOTALL)))
    shown = re.sub(r"\.+(?=\.|⁻¹)", "", spelled).strip(".")
    if not shown or not (shown[0].isalpha() or shown[0] == "_"):
        shown = f"_{shown}"
    if len(shown) > LONGEST:
        shown = f"{shown[: LONGEST // 2].rstrip('.⁻')}.and.{hashlib.sha256(name.encode()).hexdigest()[:12]}"
    return shown


def spelled_back(name: str) -> str:
    """Return what a name of the kernel was made of, as far as its words tell.

    >>> spelled_back(kernel_name("(A + B)")), spelled_back(kernel_name("x*")), spelled_back("sigma")
    ('(A + B)', 'x*', 'sigma')
    """
    signs = {word: sign for sign, word in WORDS.items()}
    parts = re.split(r"\.", name)
    if not signs.keys() & parts and not any(map(_CODE.fullmatch, parts)):
        return name
    return "".join(signs.get(part) or (chr(int(part[1:], 16)) if _CODE.fullmatch(part) else part) for part in parts)


def _spelled(part: str) -> str:
    """Return one character of a name, or what stands for it."""
    if part in LETTERS:
        return LETTERS[part]
    if part in (".", "⁻¹") or named(f"_{part}"):
        return part
    tag, *_ = unicodedata.decomposition(part).split() or [""]
    if tag.startswith("<"):  # such as <fraction> 1⁄2 and <super> 2
        like = "".join(map(_spelled, unicodedata.normalize("NFKC", part)))
        return f".{tag.strip('<>')}.{like}."
    return f".{WORDS.get(part, f'u{ord(part):04X}')}."
