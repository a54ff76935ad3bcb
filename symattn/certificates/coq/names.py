"""Give each object a name that Coq accepts: close to its own, and used for nothing else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

#: Coq's keywords, and what of its library exported files call by name; what they call of ours is in `library`.
RESERVED: Final = """
    as at by cofix do else end exists exists2 fix for forall fun if in let match mod return Prop Set Type then using
    where with IF SProp Axiom Definition Lemma Theorem R S O I Z N nat bool option true false Some None is_true size
    Rplus Rmult Rle Rlt Ropp Rinv Rdiv exp ln sqrt sin cos PI conj proj1 proj2 eq eq_refl True False not and or iff
    derivable_pt_lim positive xH xO xI Nat Pos INR IZR
"""
_BOUND = re.compile(r"[iAfkpxq][0-9]+")  # what bound variables are called, so that nothing else may be
#: With what the names of lemmas begin that several files use, and no others.
SHARED: Final = "lib_"


class Names:
    """Hold the names given so far; those of lines of the file begin with `prefix`."""

    def __init__(self, others: Iterable[str] = (), prefix: str = "") -> None:
        self.prefix = prefix
        self.given: dict[object, str] = {}
        self.taken: set[str] = {*RESERVED.split(), *others}

    def name(self, thing: object, like: str) -> str:
        """Return the name of a thing, which is one like this, in ASCII.

        >>> names = Names(("sum",))
        >>> names.name(1, "x'"), names.name(2, "x'"), names.name(1, "x'"), names.name(3, "τ"), names.name(4, "sum")
        ("x'", "x'1", "x'", 'tau', 'sum1')
        """
        if thing not in self.given:
            self.given[thing] = self._free(identifier(like))
        return self.given[thing]

    def new(self, like: str) -> str:
        """Return a name like this one that nothing has, for a line of the file."""
        return self._free(f"{self.prefix}{identifier(like)}")

    def _free(self, base: str) -> str:
        if not self.prefix and base.startswith(SHARED):
            base = f"x{base}"
        found, number = base, 0
        while found in self.taken or _BOUND.fullmatch(found):
            number += 1
            found = f"{base}_{number}" if base[-1].isdigit() or len(base) == 1 else f"{base}{number}"
        self.taken.add(found)
        return found


def identifier(name: str) -> str:
    """Return a name in letters, digits, _ and ' of ASCII, which begins with a letter."""
    plain = name.replace("⁻¹", "_inv").replace("′", "'").replace("?", "v")
    plain = re.sub(r"[^A-Za-z0-9_']", _spelt, plain).strip("_") or "x"
    return plain if plain[0].isalpha() else f"x{plain}"


def _spelt(found: re.Match[str]) -> str:
    """Return a Greek letter by its name, another character by its number, and _ for a dot."""
    character = found[0]
    if character in ".·":
        return "_"
    case, letter = "SMALL LETTER ", unicodedata.name(character, "")
    if letter.startswith("GREEK ") and letter.count(" ") == 3:
        spelt = letter.rsplit(" ", 1)[1].lower()
        return spelt if case in letter else spelt.capitalize()
    return f"u{ord(character):x}"
